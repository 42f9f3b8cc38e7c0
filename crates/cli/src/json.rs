//! What tools read: the JSON contract of `solve`, `explore`, `verify`, `watch`, `generate` and `list`.
//!
//! The names of fields, their order and what their values are, are stable. Answers are written field by field, as
//! [`Object`]s; no type of the lower crates is written as it is, so that a refactoring there can't change the contract.
//! Numbers, costs and the words for claims are those of the page's answers.

use crate::output;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Write};
use telusur_puzzles::printable::is_obeyed;
use telusur_puzzles::{Answer, Board, GameAnswer, PathAnswer, Survey};
use telusur_search::game;
use telusur_search::watch::{Event, Fate, Side};
use telusur_wire::{Costs, Count, claim_word, outcome_word, verdict_word};

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

/// The answer of `solve`, after what says which level it is about. A method that has made the moves is named.
pub(crate) fn solved(of: Object, board: &dyn Board, answer: &Answer, method: Option<&str>) -> Object {
    let of = of.with("puzzle", board.puzzle());
    match answer {
        Answer::Path(path) => solution(of, board.metric().many, path, method),
        Answer::Game(game) => verdict(of, board.metric().many, game),
    }
}

fn numbers(counts: &[u64]) -> Vec<Count> {
    counts.iter().map(|&count| count.into()).collect()
}

/// Of a puzzle.
fn solution(of: Object, metric: &str, answer: &PathAnswer, method: Option<&str>) -> Object {
    of.with("outcome", outcome_word(answer.claim))
        .with("claim", claim_word(answer.claim))
        .with("length", answer.length.clone().map(Count))
        .with("lower_bound", Count(answer.lower_bound.clone()))
        .with("moves", &answer.moves)
        .with("metric", metric)
        .with("algorithm", answer.algorithm.name())
        .some("method", method)
        .with("reason", &answer.reason)
        .some("why", answer.why.as_deref())
        .some("limit", answer.limit.map(|limit| limit.to_string()))
        .some("depths", (!answer.depths.is_empty()).then(|| numbers(&answer.depths)))
        .some("shortest_solutions", answer.shortest_solutions.clone().map(Count))
        .with("stats", Costs::from(answer.stats))
}

/// Of a game: `win`, `loss` or `draw` for the player to move, or `stopped`.
fn verdict(of: Object, metric: &str, answer: &GameAnswer) -> Object {
    of.with("outcome", outcome(answer.verdict))
        .with("turns", answer.turns.clone().map(Count))
        .with("winning_moves", &answer.winning_moves)
        .with("grundy", answer.grundy.map(Count::from))
        .with("why", &*answer.why)
        .with("metric", metric)
        .with("algorithm", &answer.algorithm)
        .some("limit", answer.limit.map(|limit| limit.to_string()))
        .with("stats", Costs::from(answer.stats))
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
        .with("lower_bound", watched.lower_bound)
        .some("limit", watched.limit.map(|limit| limit.to_string()))
        // Level texts.
        .with("states", states.map(text).collect::<Vec<_>>())
        .with("nodes", nodes.map(node).collect::<Vec<_>>())
        .with("events", watched.events.iter().copied().map(step).collect::<Vec<_>>())
        // The nodes of the solution.
        .with("path", &watched.path)
        .with("stats", Costs::from(watched.stats))
}

/// The answer of `explore`.
pub(crate) fn exploration(puzzle: &str, metric: &str, survey: &Survey) -> Object {
    let is_partial = !survey.complete;
    let findings: BTreeMap<&String, &String> =
        survey.findings.iter().map(|(name, value)| (name, value)).collect();
    Object::new()
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
        .with("stats", Costs::from(survey.stats))
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
