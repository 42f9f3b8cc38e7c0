//! How work tells what it does: events as they happen, and what it leaves behind.

use super::event::Failed;
use crate::Problem;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use telusur_puzzles::{Board, Language, Watched, text};
use telusur_search::Cancel;
use telusur_session::MOST_POSITIONS;
use telusur_session::map::StateMap;

/// The kinds of events that a job publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It waits, at a place in the queue.
    Queued,
    /// It is at work.
    Progress,
    /// A part of the result is ready.
    Row,
    /// It has ended with a result.
    Done,
    /// It has ended without one.
    Failed,
}

impl Kind {
    /// Its name in events.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Queued => "queued",
            Kind::Progress => "progress",
            Kind::Row => "row",
            Kind::Done => "done",
            Kind::Failed => "failed",
        }
    }
}

/// What a job leaves behind beside its events.
pub enum Output {
    /// The moves of a solution, all of them.
    Moves(Moves),
    /// A solution of more moves than a game takes; nobody could use them.
    TooManyMoves(usize),
    /// A map, to look things up on.
    Map(StateMap),
    /// Recorded searches, whose positions can be looked at.
    Watch(Vec<Watched>),
}

impl Output {
    /// That of a solution.
    #[must_use]
    pub fn of_moves(moves: &[String]) -> Self {
        match moves.len() {
            0..=MOST_POSITIONS => Output::Moves(Moves(moves.join("\n"))),
            count => Output::TooManyMoves(count),
        }
    }

    /// The moves of the solution that a job has left.
    ///
    /// # Errors
    /// If it has left none, or one that no game has room for.
    pub fn moves(output: Option<&Self>, language: Language) -> Result<Vec<String>, Problem> {
        match output {
            Some(Output::Moves(moves)) => Ok(moves.list()),
            Some(Output::TooManyMoves(count)) => Err(too_many_moves(*count, language)),
            _ => Err(Problem::bad_input("this job has found no solution")),
        }
    }

    /// Bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Output::Moves(moves) => moves.0.len(),
            Output::TooManyMoves(_) => 0,
            Output::Map(map) => map.bytes(),
            Output::Watch(runs) => runs.iter().map(Watched::bytes).sum(),
        }
    }

    /// Whether positions can be asked for.
    #[must_use]
    pub fn has_boards(&self) -> bool {
        matches!(self, Output::Map(_) | Output::Watch(_))
    }

    /// The position with a number: a point of a map, or a state of recorded searches, counted through all of them.
    #[must_use]
    pub fn board(&self, number: u32) -> Option<Box<dyn Board>> {
        match self {
            Output::Moves(_) | Output::TooManyMoves(_) => None,
            Output::Map(map) => map.board(number),
            Output::Watch(runs) => {
                let mut number = number as usize;
                for run in runs {
                    match number.checked_sub(run.states()) {
                        Some(rest) => number = rest,
                        None => return run.board(number as u32),
                    }
                }
                None
            }
        }
    }
}

fn too_many_moves(count: usize, language: Language) -> Problem {
    let most = MOST_POSITIONS;
    let message = text!(
        "this solution has {count} moves, and a game takes at most {most}; the command line prints them all",
        "solusi ini punya {count} langkah, dan satu permainan menampung paling banyak {most}; baris perintah mencetak semuanya"
    );
    Problem::too_large(message.in_language(language))
}

/// Moves as one text, a line each: a tenth of what they take as texts of their own.
pub struct Moves(String);

impl Moves {
    /// Each for itself.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        self.0.lines().map(str::to_owned).collect()
    }
}

/// Whoever has work done: listens to it, can cancel it, and takes what it leaves.
pub trait Publisher: Sync {
    /// The language of its sentences, and what ends it.
    fn order(&self) -> (Language, &Cancel);

    /// Takes an event.
    fn event(&self, kind: Kind, data: Box<RawValue>);

    /// Whether a search can only be cancelled by ending it in the midst of its work, so that it can't answer then.
    fn cancels_by_force(&self) -> bool {
        false
    }

    /// Takes the answer that a search would give if it were cancelled now; only where it could not give it then.
    fn if_cancelled(&self, _: Box<RawValue>) {}

    /// Takes what is left behind; the first one stays.
    fn leave(&self, output: Output);
}

impl dyn Publisher + '_ {
    /// The language of its sentences.
    #[must_use]
    pub fn language(&self) -> Language {
        self.order().0
    }

    /// What ends it.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        self.order().1
    }

    /// Publishes an event.
    pub fn publish(&self, kind: Kind, data: impl Serialize) {
        self.event(kind, to_raw_value(&data).unwrap_or_else(|_| RawValue::NULL.to_owned()));
    }

    /// Ends without a result: a word for programs, a sentence for people.
    pub fn fail(&self, code: &str, error: &str) {
        self.publish(Kind::Failed, Failed { error, code });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_solutions_are_not_kept() {
        let moves = |count: usize| Output::of_moves(&vec!["A>C".to_owned(); count]);
        assert!(matches!(moves(50_000), Output::Moves(moves) if moves.list().len() == 50_000));
        assert!(matches!(moves(50_001), Output::TooManyMoves(50_001)));
        assert!(matches!(moves(0), Output::Moves(moves) if moves.list().is_empty()));
    }
}
