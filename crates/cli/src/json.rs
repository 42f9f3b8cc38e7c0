//! What tools read: the JSON contract of `solve`, `explore`, `verify`, `watch`, `generate` and `list`.
//!
//! The field names and types here are stable. Types of the lower crates are copied into these on purpose, so that
//! a refactoring there can't change the contract. Numbers, costs and the words for claims are those of the page's answers.

use crate::output::Out;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::collections::BTreeMap;
use std::io::{self, Write};
use telusur_puzzles::printable::is_obeyed;
use telusur_puzzles::{GameAnswer, PathAnswer, Survey};
use telusur_search::game;
use telusur_search::watch::{Event, Fate, Side};
use telusur_wire::{Costs, Count, claim_word, outcome_word, verdict_word};

fn numbers(counts: &[u64]) -> Vec<Count> {
    counts.iter().map(|&count| count.into()).collect()
}

/// The answer of `solve` for a puzzle.
#[derive(Serialize)]
pub(crate) struct Solution<'a> {
    puzzle: &'a str,
    outcome: &'static str,
    claim: &'static str,
    length: Option<Count>,
    lower_bound: Count,
    moves: &'a [String],
    metric: &'a str,
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) method: Option<&'static str>,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depths: Vec<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<Count>,
    stats: Costs,
}

impl<'a> Solution<'a> {
    pub(crate) fn new(puzzle: &'a str, metric: &'a str, answer: &'a PathAnswer) -> Self {
        Solution {
            puzzle,
            outcome: outcome_word(answer.claim),
            claim: claim_word(answer.claim),
            length: answer.length.clone().map(Count),
            lower_bound: Count(answer.lower_bound.clone()),
            moves: &answer.moves,
            metric,
            algorithm: answer.algorithm.name(),
            method: None,
            reason: &answer.reason,
            why: answer.why.as_deref(),
            limit: answer.limit.map(|limit| limit.to_string()),
            depths: numbers(&answer.depths),
            shortest_solutions: answer.shortest_solutions.clone().map(Count),
            stats: answer.stats.into(),
        }
    }
}

/// The answer of `watch`.
#[derive(Serialize)]
pub(crate) struct Watched<'a> {
    puzzle: &'a str,
    algorithm: &'static str,
    /// Whether every step is here.
    whole: bool,
    claim: &'static str,
    lower_bound: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// Level texts of the states.
    states: Vec<String>,
    nodes: Vec<WatchedNode<'a>>,
    events: Vec<WatchedEvent>,
    /// The nodes of the solution.
    path: &'a [u32],
    stats: Costs,
}

/// A node of a search tree.
#[derive(Serialize)]
struct WatchedNode<'a> {
    state: u32,
    parent: Option<u32>,
    r#move: Option<&'a str>,
    g: u32,
    /// `null` for a dead end.
    h: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    from_goal: bool,
}

/// A step of a search.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum WatchedEvent {
    Begin { node: u32, limit: Option<u32> },
    Layer { depth: u32, from_goal: bool },
    Expand { node: u32 },
    Generate { node: u32, fate: &'static str, known: Option<u32> },
    Drop { node: u32, fate: &'static str, known: Option<u32> },
    Goal { node: u32 },
    Meet { node: u32, with: u32 },
}

impl From<Event> for WatchedEvent {
    fn from(event: Event) -> Self {
        let known = |fate: Fate| match fate {
            Fate::Visited(known) | Fate::Shorter(known) => Some(known),
            _ => None,
        };
        match event {
            Event::Begin { node, limit } => WatchedEvent::Begin { node, limit },
            Event::Layer { side, depth } => WatchedEvent::Layer { depth, from_goal: side == Side::Goal },
            Event::Expand { node } => WatchedEvent::Expand { node },
            Event::Generate { node, fate } => {
                WatchedEvent::Generate { node, fate: fate.name(), known: known(fate) }
            }
            Event::Drop { node, why } => WatchedEvent::Drop { node, fate: why.name(), known: known(why) },
            Event::Goal { node } => WatchedEvent::Goal { node },
            Event::Meet { node, with } => WatchedEvent::Meet { node, with },
        }
    }
}

impl<'a> Watched<'a> {
    pub(crate) fn new(puzzle: &'a str, watched: &'a telusur_puzzles::Watched) -> Self {
        let text = |state| watched.board(state).map(|board| board.text()).unwrap_or_default();
        let node = |number: u32| {
            let node = &watched.nodes[number as usize];
            WatchedNode {
                state: node.state,
                parent: node.parent,
                r#move: watched.step(number),
                g: node.depth,
                h: node.bound,
                from_goal: node.side == Side::Goal,
            }
        };
        Watched {
            puzzle,
            algorithm: watched.algorithm.name(),
            whole: watched.is_whole,
            claim: claim_word(watched.claim),
            lower_bound: watched.lower_bound,
            limit: watched.limit.map(|limit| limit.to_string()),
            states: (0..watched.states() as u32).map(text).collect(),
            nodes: (0..watched.nodes.len() as u32).map(node).collect(),
            events: watched.events.iter().map(|&event| event.into()).collect(),
            path: &watched.path,
            stats: watched.stats.into(),
        }
    }
}

/// The answer of `solve` for a game.
#[derive(Serialize)]
pub(crate) struct GameSolution<'a> {
    puzzle: &'a str,
    /// `win`, `loss` or `draw` for the player to move, or `stopped`.
    outcome: &'static str,
    turns: Option<Count>,
    winning_moves: &'a [String],
    grundy: Option<Count>,
    why: &'a str,
    metric: &'a str,
    algorithm: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    stats: Costs,
}

/// The word for a verdict.
pub(crate) fn outcome(verdict: Option<game::Verdict>) -> &'static str {
    verdict.map_or("stopped", verdict_word)
}

impl<'a> GameSolution<'a> {
    pub(crate) fn new(puzzle: &'a str, metric: &'a str, answer: &'a GameAnswer) -> Self {
        GameSolution {
            puzzle,
            outcome: outcome(answer.verdict),
            turns: answer.turns.clone().map(Count),
            winning_moves: &answer.winning_moves,
            grundy: answer.grundy.map(Into::into),
            why: &answer.why,
            metric,
            algorithm: &answer.algorithm,
            limit: answer.limit.map(|limit| limit.to_string()),
            stats: answer.stats.into(),
        }
    }
}

/// The answer of `explore`.
#[derive(Serialize)]
pub(crate) struct Exploration<'a> {
    puzzle: &'a str,
    metric: &'a str,
    states: Count,
    radius: Count,
    /// Complete layers only.
    depths: Vec<Count>,
    /// States of the next layer reached so far; only where the exploration is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_depth: Option<Count>,
    goals: Count,
    goal_distance: Option<Count>,
    /// No goal is nearer; only where none was found and the exploration is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_at_least: Option<Count>,
    complete: bool,
    edges: Count,
    farthest: &'a [String],
    farthest_count: Count,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<Count>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    findings: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    algorithm: &'static str,
    reason: &'a str,
    stats: Costs,
}

impl<'a> Exploration<'a> {
    pub(crate) fn new(puzzle: &'a str, metric: &'a str, survey: &'a Survey) -> Self {
        Exploration {
            puzzle,
            metric,
            states: survey.states().into(),
            radius: survey.radius().into(),
            depths: numbers(&survey.depths),
            partial_depth: (!survey.complete).then(|| survey.partial.into()),
            goals: survey.goals.into(),
            goal_distance: survey.goal_distance.map(Into::into),
            goal_at_least: (!survey.complete && survey.goal_distance.is_none())
                .then(|| survey.goal_at_least.into()),
            complete: survey.complete,
            edges: survey.edges.into(),
            farthest: &survey.farthest,
            farthest_count: survey.farthest_count.into(),
            shortest_solutions: survey.shortest_solutions.clone().map(Count),
            findings: survey.findings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            limit: survey.stopped.map(|limit| limit.to_string()),
            algorithm: survey.algorithm.name(),
            reason: &survey.reason,
            stats: survey.stats.into(),
        }
    }
}

/// The answer of `verify`.
#[derive(Serialize)]
pub(crate) struct Verification<'a> {
    pub(crate) puzzle: &'a str,
    pub(crate) valid: bool,
    pub(crate) metric: &'a str,
    /// How many moves were made.
    pub(crate) length: Count,
    /// Number of the move that failed, from one.
    pub(crate) failed_move: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) optimality: Option<Optimality>,
}

/// The answer of `verify` for the record of a game.
#[derive(Serialize)]
pub(crate) struct Audit<'a> {
    pub(crate) puzzle: &'a str,
    pub(crate) valid: bool,
    pub(crate) metric: &'a str,
    /// How many moves were made.
    pub(crate) length: Count,
    /// Whether the game has ended, and who has won then, from 1.
    pub(crate) over: bool,
    pub(crate) winner: Option<u32>,
    /// Moves that gave a win or a draw away.
    pub(crate) mistakes: Count,
    pub(crate) moves: Vec<JudgedMove<'a>>,
}

/// One move of a game record.
#[derive(Serialize)]
pub(crate) struct JudgedMove<'a> {
    /// From 1.
    pub(crate) player: u32,
    #[serde(rename = "move")]
    pub(crate) text: &'a str,
    pub(crate) position: &'a str,
    /// What the player had before the move and has after it; `null` where it is not known.
    pub(crate) before: Option<&'static str>,
    pub(crate) after: Option<&'static str>,
    pub(crate) judgement: &'static str,
    /// The moves that would have kept the win.
    pub(crate) winning_moves: &'a [String],
}

/// What `verify --optimal` found out.
#[derive(Serialize)]
pub(crate) struct Optimality {
    /// `null` if a limit came first.
    pub(crate) optimal: Option<bool>,
    pub(crate) lower_bound: Count,
    /// The length of a shortest solution, where it is known.
    pub(crate) optimum: Option<Count>,
    /// Whether a second, separate search agreed; `null` if the space is too large for it.
    pub(crate) reference_agrees: Option<bool>,
    pub(crate) algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<String>,
    pub(crate) stats: Costs,
}

/// The answer of `generate`.
#[derive(Serialize)]
pub(crate) struct Generated<'a> {
    pub(crate) puzzle: &'a str,
    pub(crate) level: &'a str,
    pub(crate) options: &'a BTreeMap<String, String>,
    pub(crate) seed: Count,
    pub(crate) difficulty: u8,
    pub(crate) note: &'a str,
}

/// One table of `bench`.
#[derive(Serialize)]
pub(crate) struct Table<'a> {
    pub(crate) puzzle: &'a str,
    pub(crate) title: &'a str,
    pub(crate) columns: &'a [String],
    pub(crate) rows: &'a [Vec<String>],
    pub(crate) note: &'a str,
}

/// A puzzle in `list`.
#[derive(Serialize)]
pub(crate) struct Puzzle<'a> {
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    pub(crate) summary: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level_format: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Vec<PuzzleOption<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) generate_options: Option<Vec<PuzzleOption<'a>>>,
    pub(crate) levels: Vec<Level<'a>>,
}

/// An option of a puzzle.
#[derive(Serialize)]
pub(crate) struct PuzzleOption<'a> {
    pub(crate) name: &'a str,
    /// `null` for a switch.
    pub(crate) value: Option<&'a str>,
    pub(crate) help: &'a str,
}

/// A level that comes with the program.
#[derive(Serialize)]
pub(crate) struct Level<'a> {
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    pub(crate) text: &'a str,
    pub(crate) options: BTreeMap<&'a str, &'a str>,
    pub(crate) optimum: BTreeMap<&'a str, u32>,
}

/// One object and a line break.
pub(crate) fn line(object: &impl Serialize) -> anyhow::Result<String> {
    let mut text = Vec::new();
    write(&mut text, object)?;
    text.push(b'\n');
    Ok(String::from_utf8(text)?)
}

/// An error of the writer comes back as it was, so that its cause can be found.
fn write(out: impl Write, object: &impl Serialize) -> io::Result<()> {
    object.serialize(&mut serde_json::Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
}

/// JSON that says the same, with everything escaped that a terminal would obey. (JSON itself asks for that only below
/// 32.)
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        if !fragment.chars().any(is_obeyed) {
            return out.write_all(fragment.as_bytes());
        }
        for letter in fragment.chars() {
            match is_obeyed(letter) {
                false => write!(out, "{letter}")?,
                true => letter
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .try_for_each(|unit| write!(out, "\\u{unit:04x}"))?,
            }
        }
        Ok(())
    }
}

/// Prints one object and a line break.
pub(crate) fn print(object: &impl Serialize) -> anyhow::Result<()> {
    let mut out = Out::new();
    write(&mut out, object)?;
    out.write_all(b"\n")?;
    out.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_reads_back() {
        let text = "a\u{1b}\u{9b}31m\u{7f}\u{202e}b\u{e0001}ü\"\\\n👍";
        let line = line(&text).unwrap();
        assert!(!line.trim_end().chars().any(is_obeyed), "{line}");
        assert!(line.contains("ü") && line.contains("👍") && line.contains("\\u202e"), "{line}");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
    }

    #[test]
    fn numbers_above_2_to_53_are_strings() {
        let json = |number: Count| serde_json::to_string(&number).unwrap();
        assert_eq!(json((1u64 << 53).into()), "9007199254740992");
        assert_eq!(json(((1u64 << 53) + 1).into()), "\"9007199254740993\"");
        assert_eq!(
            json(Count(num_bigint::BigUint::from(1u8) << 100u32)),
            "\"1267650600228229401496703205376\""
        );
    }
}
