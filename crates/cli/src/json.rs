//! What tools read: the JSON contract of `solve`, `explore`, `verify`, `watch`, `generate` and `list`, and of errors. Its
//! description is what `telusur schema` prints (`schema.rs`).
//!
//! The names of fields, their order and what their values are, are stable. Answers are written field by field, as
//! [`Object`]s; no type of the lower crates is written as it is, so that a refactoring there can't change the contract.
//! Numbers, costs and the words for claims are those of the page's answers.

use crate::device::Ran;
use crate::{exit, input, line, output};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Write};
use telusur_puzzles::printable::is_obeyed;
use telusur_puzzles::{Answer, Board, GameAnswer, PathAnswer, Survey};
use telusur_search::watch::{Event, Fate, Side};
use telusur_search::{Claim, Deadline, game};
use telusur_wire::{Costs, Count, claim_word, outcome_word, verdict_word};

/// The version of the contract: it rises where a field disappears or means something else, not where one is added.
pub(crate) const SCHEMA: u32 = 1;

/// Longest solution that is written into one object; longer ones are for `--quiet`, which writes moves as lines.
const MOST_MOVES: u64 = 1 << 24;

/// A JSON object, written field by field.
pub(crate) struct Object(io::Result<Vec<u8>>);

impl Object {
    pub(crate) fn new() -> Self {
        Object(Ok(Vec::new()))
    }

    /// The same with one more field.
    #[allow(clippy::needless_pass_by_value, reason = "most values are made where the field is named")]
    pub(crate) fn with(self, name: &str, value: impl Serialize) -> Self {
        Object(self.0.and_then(|mut text| {
            text.push(if text.is_empty() { b'{' } else { b',' });
            write(&mut text, &name)?;
            text.push(b':');
            write(&mut text, &value)?;
            Ok(text)
        }))
    }

    /// The same with one more field, which is left out where it has no value.
    pub(crate) fn some(self, name: &str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Returns this object with the fields of another one behind its own.
    fn joined(self, other: Object) -> Self {
        Object(self.0.and_then(|mut text| {
            let other = other.0?;
            text.push(b',');
            text.extend_from_slice(&other[1..]);
            Ok(text)
        }))
    }

    /// All of it and a line break.
    pub(crate) fn line(self) -> anyhow::Result<String> {
        let mut text = self.0?;
        text.extend_from_slice(b"}\n");
        Ok(String::from_utf8(text)?)
    }

    /// Prints it and a line break.
    pub(crate) fn print(self) -> anyhow::Result<()> {
        Ok(output::print(self.line()?)?)
    }
}

/// As a part of another one, or of a list.
impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let begun = self.0.as_ref().map_err(S::Error::custom)?;
        let text = format!("{}}}", String::from_utf8_lossy(begun));
        RawValue::from_string(text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Prints the answer of `solve`, after what says which level it is about. A method that has made the moves is named. A
/// solution that the answer lists in part is written in full, move by move, unless it is too long for an object or the
/// deadline comes; returns whether all of it was written.
pub(crate) fn print_solved(
    of: Object,
    board: &dyn Board,
    answer: &Answer,
    method: Option<&str>,
    deadline: &Deadline,
) -> anyhow::Result<bool> {
    let of = of.with("puzzle", board.puzzle());
    let about = |end: Object| echo(end, board).with("schema", SCHEMA);
    let path = match answer {
        Answer::Path(path) => path,
        Answer::Game(game) => {
            about(verdict(of, board.metric().many, game)).print()?;
            return Ok(true);
        }
    };
    let is_long = line::unlisted(path).is_some_and(|length| *length > MOST_MOVES.into());
    let (begin, end) = (solution_head(of, path), solution_tail(board.metric().many, path, method));
    if is_long || line::unlisted(path).is_none() {
        let truncated = is_long.then_some(true);
        let end = about(end).some("truncated", truncated).some("all_moves", truncated.map(|_| all_moves()));
        begin.with("moves", &path.moves).joined(end).print()?;
        return Ok(!is_long);
    }
    // As it is made, in one line of any length.
    let _writing = output::hold();
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout());
    out.write_all(&begin.0?)?;
    out.write_all(b",\"moves\":[")?;
    let mut gap: &[u8] = b"";
    let written = line::solution(board, path, deadline, |text| {
        out.write_all(gap)?;
        gap = b",";
        write(&mut out, &text)
    });
    let stopped = match &written {
        Ok(_) => None,
        Err(error) => exit::stopped(error),
    };
    // What is begun becomes a whole object if only the time is up.
    let is_whole = match written {
        Ok(is_whole) => is_whole,
        Err(_) if stopped.is_some() => false,
        Err(error) => return Err(error),
    };
    let end = about(end)
        .some("truncated", (!is_whole).then_some(true))
        .some("all_moves", (!is_whole).then(all_moves));
    out.write_all(b"],")?;
    out.write_all(&end.line()?.as_bytes()[1..])?;
    out.flush()?;
    Ok(is_whole)
}

/// The command that writes all moves.
fn all_moves() -> String {
    let mut words = Vec::new();
    let mut given = std::env::args_os().skip(1);
    while let Some(word) = given.next() {
        let word = word.to_string_lossy().into_owned();
        match word.as_str() {
            // Writing takes as long as it takes.
            "--time" => _ = given.next(),
            "--json" => words.push("--quiet".to_owned()),
            other if other.starts_with("--time=") => {}
            _ => words.push(shell_quoted(&word)),
        }
    }
    format!("telusur {}", words.join(" "))
}

/// A word as a shell reads it.
fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The level that an answer is about, so that it can be opened again.
fn echo(of: Object, board: &dyn Board) -> Object {
    let options: BTreeMap<String, String> = board.options().into_iter().collect();
    of.with("level", board.text()).with("options", options)
}

/// An error that ends a command, or is about one of several levels.
pub(crate) fn error(kind: &str, message: &str, cause: Option<&anyhow::Error>) -> Object {
    let level = cause.and_then(input::level_error);
    let place = level.filter(|error| error.option.is_none()).and_then(|error| error.place);
    Object::new()
        .with("kind", kind)
        .with("message", message)
        .some("line", place.map(|(line, _)| line))
        .some("column", place.map(|(_, column)| column))
        .some("option", level.and_then(|error| error.option))
        .some("token", level.and_then(|error| error.token.as_deref()))
        .some("problem", level.map(|error| &*error.problem))
        .some("remedy", level.map(|error| &*error.remedy))
}

fn numbers(counts: &[u64]) -> Vec<Count> {
    counts.iter().map(|&count| count.into()).collect()
}

/// The answer of a puzzle up to its moves.
fn solution_head(of: Object, answer: &PathAnswer) -> Object {
    // Of a level that can't be solved no length is a bound.
    let lower_bound = (answer.claim != Claim::Unsolvable).then(|| Count(answer.lower_bound.clone()));
    of.with("outcome", outcome_word(answer.claim))
        .with("claim", claim_word(answer.claim))
        .with("length", answer.length.clone().map(Count))
        .with("lower_bound", lower_bound)
}

/// What follows the moves.
fn solution_tail(metric: &str, answer: &PathAnswer, method: Option<&str>) -> Object {
    Object::new()
        .with("metric", metric)
        .with("algorithm", answer.algorithm.name())
        .some("method", method)
        .with("reason", &answer.reason)
        .some("why", answer.why.as_deref())
        .some("limit", answer.limit.map(|limit| limit.to_string()))
        .some("depths", (!answer.depths.is_empty()).then(|| numbers(&answer.depths)))
        .some("shortest_solutions", answer.shortest_solutions.clone().map(Count))
        .with("stats", Costs::from(answer.stats))
        // Only the exploration of whole spaces runs elsewhere.
        .with("device", Ran::Processor.device())
}

/// Of a game: `win`, `loss` or `draw` for the player to move, or `stopped`.
fn verdict(of: Object, metric: &str, answer: &GameAnswer) -> Object {
    of.with("outcome", outcome(answer.verdict))
        .with("turns", answer.turns.clone().map(Count))
        .with("winning_moves", &answer.winning_moves)
        .with("best_moves", &answer.best_moves)
        .with("grundy", answer.grundy.map(Count::from))
        .with("why", &*answer.why)
        .with("metric", metric)
        .with("algorithm", &answer.algorithm)
        .some("limit", answer.limit.map(|limit| limit.to_string()))
        .with("stats", Costs::from(answer.stats))
        .with("device", Ran::Processor.device())
}

/// The word for a verdict.
pub(crate) fn outcome(verdict: Option<game::Verdict>) -> &'static str {
    verdict.map_or("stopped", verdict_word)
}

/// A step of a search.
fn step(event: Event) -> Object {
    let of = |name: &str, node: u32| Object::new().with("event", name).with("node", node);
    let fated = |of: Object, fate: Fate| {
        let known = match fate {
            Fate::Visited(known) | Fate::Shorter(known) => Some(known),
            _ => None,
        };
        of.with("fate", fate.name()).with("known", known)
    };
    match event {
        Event::Begin { node, limit } => of("begin", node).with("limit", limit),
        Event::Layer { side, depth } => {
            Object::new().with("event", "layer").with("depth", depth).with("from_goal", side == Side::Goal)
        }
        Event::Expand { node } => of("expand", node),
        Event::Generate { node, fate } => fated(of("generate", node), fate),
        Event::Drop { node, why } => fated(of("drop", node), why),
        Event::Goal { node } => of("goal", node),
        Event::Meet { node, with } => of("meet", node).with("with", with),
    }
}

/// The answer of `watch`.
pub(crate) fn watched(puzzle: &str, watched: &telusur_puzzles::Watched) -> Object {
    let text = |state| watched.board(state).map(|board| board.text()).unwrap_or_default();
    let node = |number: u32| {
        let node = &watched.nodes[number as usize];
        Object::new()
            .with("state", node.state)
            .with("parent", node.parent)
            .with("move", watched.step(number))
            .with("g", node.depth)
            // Nothing for a dead end.
            .with("h", node.bound)
            .some("from_goal", (node.side == Side::Goal).then_some(true))
    };
    let (states, nodes) = (0..watched.states() as u32, 0..watched.nodes.len() as u32);
    Object::new()
        .with("puzzle", puzzle)
        .with("algorithm", watched.algorithm.name())
        // Whether every step is here.
        .with("whole", watched.is_whole)
        .with("claim", claim_word(watched.claim))
        .with("lower_bound", (watched.claim != Claim::Unsolvable).then_some(watched.lower_bound))
        .some("limit", watched.limit.map(|limit| limit.to_string()))
        // Level texts.
        .with("states", states.map(text).collect::<Vec<_>>())
        .with("nodes", nodes.map(node).collect::<Vec<_>>())
        .with("events", watched.events.iter().copied().map(step).collect::<Vec<_>>())
        // The nodes of the solution.
        .with("path", &watched.path)
        .with("stats", Costs::from(watched.stats))
        .with("schema", SCHEMA)
}

/// The answer of `explore`, and which device ran.
pub(crate) fn exploration(board: &dyn Board, survey: &Survey, ran: &Ran) -> Object {
    let (puzzle, metric) = (board.puzzle(), board.metric().many);
    let is_partial = !survey.complete;
    let findings: BTreeMap<&String, &String> =
        survey.findings.iter().map(|(name, value)| (name, value)).collect();
    let answer = Object::new()
        .with("puzzle", puzzle)
        .with("metric", metric)
        .with("states", Count::from(survey.states()))
        // The greatest distance, and the edges, where they are known.
        .with("radius", survey.radius().map(Count::from))
        // Complete layers only.
        .with("depths", numbers(&survey.depths))
        // States of the next layer reached so far.
        .some("partial_depth", is_partial.then(|| Count::from(survey.partial)))
        .with("goals", Count::from(survey.goals))
        .with("goal_distance", survey.goal_distance.map(Count::from))
        // No goal is nearer; only where none was found.
        .some(
            "goal_at_least",
            (is_partial && survey.goal_distance.is_none()).then(|| Count::from(survey.goal_at_least)),
        )
        .with("complete", survey.complete)
        .with("edges", survey.edges.map(Count::from))
        .with("farthest", &survey.farthest)
        .with("farthest_count", Count::from(survey.farthest_count))
        .some("shortest_solutions", survey.shortest_solutions.clone().map(Count))
        .some("findings", (!findings.is_empty()).then_some(findings))
        .some("limit", survey.stopped.map(|limit| limit.to_string()))
        .with("algorithm", survey.algorithm.name())
        .with("reason", &survey.reason)
        .with("stats", Costs::from(survey.stats));
    echo(answer, board).with("device", ran.device()).some("device_name", ran.name()).with("schema", SCHEMA)
}

/// An error of the writer comes back as it was, so that its cause can be found.
fn write(out: impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
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

/// Prints a value and a line break.
pub(crate) fn print(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = Vec::new();
    write(&mut text, value)?;
    text.push(b'\n');
    Ok(output::print(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_reads_back() {
        let text = "a\u{1b}\u{9b}31m\u{7f}\u{202e}b\u{e0001}ü\"\\\n👍";
        let line = Object::new().with("text", text).line().unwrap();
        assert!(!line.trim_end().chars().any(is_obeyed), "{line}");
        assert!(line.contains("ü") && line.contains("👍") && line.contains("\\u202e"), "{line}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).unwrap()["text"], text);
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
