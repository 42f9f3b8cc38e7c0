//! `telusur schema`: the description of what `--json` prints. The types here are never made: they say which fields an
//! object has, for people and for tools, and a test holds what the program prints against them.
#![allow(dead_code, reason = "the types describe, and nothing else")]

use crate::exit::Exit;
use crate::json;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Prints it.
pub(crate) fn run() -> anyhow::Result<Exit> {
    json::print(&description())?;
    Ok(Exit::Done)
}

/// Adds types to a generator, and lists references to them.
macro_rules! answers {
    ($generator:ident: $($type:ty),* $(,)?) => { vec![$( $generator.subschema_for::<$type>().to_value() ),*] };
}

/// The schema of every answer.
pub(crate) fn description() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let answers = answers!(generator: Solution, Verdict, WrongLevel, Exploration, Verification, Audit, Recording, Level,
        Puzzles, Puzzle, Algorithms, Table, CheckedRules, Report, Failure);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What telusur prints with --json",
        "description": "One of these objects; 'generate --count', 'solve --all-levels', 'bench' and reports print one \
                        in each line. The field 'schema' is the version: within one, fields are only added.",
        "version": json::SCHEMA,
        "anyOf": answers,
        "$defs": generator.take_definitions(true),
    })
}

/// A whole number; above 2^53 a string of digits.
struct Count;

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number; above 2^53 a string of digits.",
            "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }],
        })
    }
}

/// What a search has cost.
#[derive(JsonSchema)]
struct Stats {
    expanded: Option<Count>,
    generated: Option<Count>,
    stored: Option<Count>,
    peak_bytes: Option<Count>,
    seconds: f64,
}

/// `telusur solve` of a puzzle for one.
#[derive(JsonSchema)]
struct Solution {
    /// Which level of the files, from 1; with `--all-levels`.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    /// The title that the file gives the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The file that the level stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Name of the puzzle.
    puzzle: String,
    outcome: Outcome,
    claim: Claim,
    /// Number of moves of the solution.
    length: Option<Count>,
    /// No solution is shorter; null where there is none at all.
    lower_bound: Option<Count>,
    /// The moves; all of them, unless `truncated` says otherwise.
    moves: Vec<String>,
    /// What a move counts as.
    metric: String,
    algorithm: String,
    /// The method of the puzzle's own that made the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    /// Why this algorithm ran.
    reason: String,
    /// Why there is no solution, or why its length is known without search.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The limit that stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// States at each depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<Vec<Count>>,
    /// With `--all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<Count>,
    stats: Stats,
    device: Device,
    /// The level as text; with the options it opens the same position again.
    level: String,
    options: BTreeMap<String, String>,
    schema: u32,
    /// True where `moves` holds only the first of them; the exit code is 3 then.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    /// The command that writes all moves, where they are truncated.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_moves: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Outcome {
    Solved,
    Unsolvable,
    Stopped,
}

/// What is proved.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Claim {
    Optimal,
    Feasible,
    Unsolvable,
    Stopped,
}

/// Where a search ran.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Device {
    Cpu,
    Gpu,
}

/// What the player to move has under best play.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum GameOutcome {
    Win,
    Loss,
    Draw,
    Stopped,
}

/// `telusur solve` of a game.
#[derive(JsonSchema)]
struct Verdict {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    puzzle: String,
    outcome: GameOutcome,
    /// Turns to the end under best play.
    turns: Option<Count>,
    /// Every move that keeps the win.
    winning_moves: Vec<String>,
    /// Moves of best play, for the winner as for the loser.
    best_moves: Vec<String>,
    grundy: Option<Count>,
    /// What the verdict rests on.
    why: String,
    metric: String,
    algorithm: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    stats: Stats,
    device: Device,
    level: String,
    options: BTreeMap<String, String>,
    schema: u32,
}

/// `telusur solve --all-levels`, for a level that can't be opened.
#[derive(JsonSchema)]
struct WrongLevel {
    number: u64,
    error: Error,
    schema: u32,
}

/// `telusur explore`.
#[derive(JsonSchema)]
struct Exploration {
    puzzle: String,
    metric: String,
    /// States that were reached.
    states: Count,
    /// The last complete depth.
    radius: Option<Count>,
    /// States at each depth; complete ones only.
    depths: Vec<Count>,
    /// States of the next depth that were reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_depth: Option<Count>,
    goals: Count,
    goal_distance: Option<Count>,
    /// No goal is nearer.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_at_least: Option<Count>,
    /// Whether everything was reached.
    complete: bool,
    edges: Option<Count>,
    /// Some of the farthest states, as level texts.
    farthest: Vec<String>,
    farthest_count: Count,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<Count>,
    /// What the puzzle says besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    algorithm: String,
    /// Why this algorithm ran.
    reason: String,
    stats: Stats,
    level: String,
    options: BTreeMap<String, String>,
    device: Device,
    /// The name of the GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    device_name: Option<String>,
    schema: u32,
}

/// `telusur verify` of a puzzle for one, and of the record of a game with a wrong move.
#[derive(JsonSchema)]
struct Verification {
    puzzle: String,
    /// Whether the moves solve the level.
    valid: bool,
    metric: String,
    /// How many moves were made.
    length: Count,
    /// The number of the move that can't be made.
    failed_move: Option<Count>,
    /// Why the moves were rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimality: Option<Optimality>,
    schema: u32,
}

/// With `--optimal`.
#[derive(JsonSchema)]
struct Optimality {
    optimal: Option<bool>,
    lower_bound: Count,
    optimum: Option<Count>,
    /// Whether a second, separate search agrees; null where the space is too large for it.
    reference_agrees: Option<bool>,
    algorithm: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    stats: Stats,
}

/// `telusur verify` of a game.
#[derive(JsonSchema)]
struct Audit {
    puzzle: String,
    valid: bool,
    metric: String,
    length: Count,
    over: bool,
    /// Who has won, from 1.
    winner: Option<u32>,
    mistakes: Count,
    moves: Vec<JudgedMove>,
    schema: u32,
}

/// A move of a record.
#[derive(JsonSchema)]
struct JudgedMove {
    player: u32,
    r#move: String,
    position: String,
    before: Option<GameOutcome>,
    after: Option<GameOutcome>,
    judgement: String,
    winning_moves: Vec<String>,
}

/// `telusur watch`.
#[derive(JsonSchema)]
struct Recording {
    puzzle: String,
    algorithm: String,
    /// Whether every step is here.
    whole: bool,
    claim: Claim,
    lower_bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// Level texts.
    states: Vec<String>,
    nodes: Vec<Node>,
    events: Vec<Event>,
    /// The nodes of the solution.
    path: Vec<u32>,
    stats: Stats,
    schema: u32,
}

/// A node of the search tree.
#[derive(JsonSchema)]
struct Node {
    state: u32,
    parent: Option<u32>,
    r#move: Option<String>,
    g: u32,
    h: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_goal: Option<bool>,
}

/// A step of a search.
#[derive(JsonSchema)]
struct Event {
    event: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_goal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fate: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<u32>,
}

/// `telusur generate`.
#[derive(JsonSchema)]
struct Level {
    puzzle: String,
    level: String,
    options: BTreeMap<String, String>,
    seed: Count,
    /// From 1 to 10.
    difficulty: u8,
    note: String,
    schema: u32,
}

/// `telusur list`.
#[derive(JsonSchema)]
struct Puzzles(Vec<Puzzle>);

/// `telusur list PUZZLE`.
#[derive(JsonSchema)]
struct Puzzle {
    name: String,
    /// In English.
    title: String,
    /// In English.
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level_format: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<PuzzleOption>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generate_options: Option<Vec<PuzzleOption>>,
    levels: Vec<ShippedLevel>,
    /// By the tag of a language.
    titles: BTreeMap<String, String>,
    /// By the tag of a language.
    summaries: BTreeMap<String, String>,
    schema: u32,
}

/// An option of a puzzle.
#[derive(JsonSchema)]
struct PuzzleOption {
    name: String,
    /// What stands for its value; null for a switch.
    value: Option<String>,
    help: String,
}

/// A level that comes with the program.
#[derive(JsonSchema)]
struct ShippedLevel {
    name: String,
    /// In English and Indonesian, with ` · ` between them.
    title: String,
    /// By the tag of a language.
    titles: BTreeMap<String, String>,
    text: String,
    options: BTreeMap<String, String>,
    /// By metric.
    optimum: BTreeMap<String, u32>,
    /// Whether the optimum is proved.
    optimum_proved: bool,
}

/// `telusur list --algorithms`.
#[derive(JsonSchema)]
struct Algorithms(Vec<ExplainedAlgorithm>);

/// How an algorithm searches, what it guarantees, what it costs.
#[derive(JsonSchema)]
struct ExplainedAlgorithm {
    name: String,
    idea: String,
    guarantee: String,
    cost: String,
}

/// `telusur bench`, and reports.
#[derive(JsonSchema)]
struct Table {
    puzzle: String,
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    note: String,
    schema: u32,
}

/// `telusur check`.
#[derive(JsonSchema)]
struct CheckedRules {
    file: String,
    valid: bool,
    title: Option<String>,
    bits: Option<u64>,
    ground_moves: Option<u64>,
    cases: Option<u64>,
    undirected: Option<bool>,
    not_reversible: Option<String>,
    /// Why moves are not known to be taken back by moves.
    not_undirected: Option<String>,
    levels: Vec<String>,
    optima: Vec<StatedOptimum>,
    problems: Vec<RuleProblem>,
    schema: u32,
}

/// An optimum that a text states, and what came of proving it.
#[derive(JsonSchema)]
struct StatedOptimum {
    level: String,
    stated: u64,
    proof: String,
}

/// What is wrong with rules, or suspicious about them.
#[derive(JsonSchema)]
struct RuleProblem {
    severity: Severity,
    line: u32,
    column: u32,
    token: String,
    problem: String,
    remedy: String,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Severity {
    Error,
    Warning,
}

/// `telusur doctor`.
#[derive(JsonSchema)]
struct Report {
    version: String,
    works: bool,
    checks: Vec<BTreeMap<String, Value>>,
    schema: u32,
}

/// Any command that ends with an error: exit code 2, or 3 if a limit or Ctrl-C came first.
#[derive(JsonSchema)]
struct Failure {
    error: Error,
    exit_code: u8,
    schema: u32,
}

#[derive(JsonSchema)]
struct Error {
    kind: ErrorKind,
    /// The line that standard error has too.
    message: String,
    /// Where in the level or its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    /// The option whose value is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<String>,
    /// The piece of text that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum ErrorKind {
    /// Bad usage or input.
    Input,
    /// A limit came, or Ctrl-C.
    Stopped,
    /// Something came in between, and the work can go on.
    Interrupted,
}
