//! What can be done to a game.

use super::error::{ActError, Nothing};
use crate::history::NodeId;
use crate::play::PlayError;
use crate::seat::Seat;
use crate::session::Session;
use std::collections::BTreeMap;
use telusur_puzzles::{Board, Drop, Language, MoveError, Setup, Text};
use telusur_search::Deadline;

/// Something that is done to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Moves by a person, all of them or none.
    Play(Vec<String>),
    /// What a hand tried: it is played, or refused with the rule that forbids it.
    Attempt {
        /// The item that was taken.
        grip: String,
        /// Where it was put.
        drop: Drop,
    },
    /// Takes back what was done last, as a whole.
    Undo,
    /// Does that again.
    Redo,
    /// Back to the start of the level.
    Restart,
    /// To any position of the tree, by its number.
    Go(usize),
    /// Moves into the tree without making them, as a solution: undo takes it back as a whole.
    Line(Vec<String>),
    /// The move that a machine player makes.
    Reply(String),
    /// Who plays. If the same players change places, the game begins again: who begins is a question about the beginning.
    Seats(Vec<Seat>),
    /// Goes on with another level of the puzzle.
    Level(Setup),
    /// Goes on with a variant that the puzzle offers here, by its name.
    Variant(String),
    /// Goes on with this level and other options; an empty value takes one away.
    Options(BTreeMap<String, String>),
}

impl Act {
    /// Whether a person moves with it.
    #[must_use]
    pub fn is_by_hand(&self) -> bool {
        matches!(self, Act::Play(_) | Act::Attempt { .. })
    }

    /// Whether it may take longer than a moment.
    #[must_use]
    pub fn is_long(&self) -> bool {
        /// Moves that are made within a moment on any board.
        const MOST_QUICK_MOVES: usize = 64;
        match self {
            Act::Play(moves) | Act::Line(moves) => moves.len() > MOST_QUICK_MOVES,
            Act::Level(_) | Act::Variant(_) | Act::Options(_) => true,
            _ => false,
        }
    }

    /// Does it; the positions of a line that was put in, the present one first. After an error the session is as it
    /// was.
    pub(super) fn perform(
        &self,
        session: &mut Session,
        deadline: &Deadline,
    ) -> Result<Option<Vec<NodeId>>, ActError> {
        let or_nothing = |done: bool, what: Nothing| match done {
            true => Ok(None),
            false => Err(ActError::Nothing(what)),
        };
        if self.is_by_hand() && session.machine_to_move().is_some() {
            return Err(ActError::MachinesTurn);
        }
        match self {
            Act::Play(moves) => session.play_all(moves, deadline)?,
            Act::Attempt { grip, drop } => {
                let moves = session.board().attempts(grip, drop);
                if moves.is_empty() {
                    return Err(no_move(session.board(), grip));
                }
                session.play_all(&moves, deadline).map_err(|error| match error {
                    PlayError::Move(MoveError::Illegal { why, .. }) => ActError::Refused(why),
                    error => error.into(),
                })?;
            }
            Act::Undo => return or_nothing(session.undo(), Nothing::Undo),
            Act::Redo => return or_nothing(session.redo(), Nothing::Redo),
            Act::Restart => return or_nothing(session.restart(), Nothing::Restart),
            Act::Go(number) => {
                let node = session.node(*number).ok_or(ActError::NoPosition)?;
                session.go(node);
            }
            Act::Line(moves) => {
                let here = session.here();
                let line = session.add_line(moves, deadline)?;
                return Ok(Some(std::iter::once(here).chain(line).collect()));
            }
            Act::Reply(text) => session.play(text)?,
            Act::Seats(seats) => {
                let is_exchange = exchanges(session.seats(), seats);
                session.set_seats(seats)?;
                if is_exchange {
                    session.restart();
                }
            }
            Act::Level(setup) => return or_nothing(session.change_level(setup)?, Nothing::Change),
            Act::Variant(name) => {
                let variant = session.variants().into_iter().find(|variant| variant.name == name);
                let setup = variant.and_then(|variant| variant.setup).ok_or(ActError::NoVariant)?;
                return or_nothing(session.change_level(&setup)?, Nothing::Change);
            }
            Act::Options(options) => {
                let setup = session.entry().varied(session.start(), options);
                return or_nothing(session.change_level(&setup)?, Nothing::Change);
            }
        }
        Ok(None)
    }
}

/// Returns why nothing can be done with an item, or not what a hand did with it.
fn no_move(board: &dyn Board, grip: &str) -> ActError {
    let is_taken = board.plays().iter().any(|play| play.grips.iter().any(|own| own == grip));
    if !is_taken && let Some(why) = board.explain_idle(grip) {
        return ActError::Idle(why);
    }
    let name = board.picture().items.into_iter().find(|item| item.id == grip).map(|item| item.name);
    let name = name.unwrap_or_else(|| Text::fixed("this", "ini"));
    let said = |english: &str, indonesian: &str| {
        Text::new(
            format!("{} {english}", name.in_language(Language::English)),
            format!("{} {indonesian}", name.in_language(Language::Indonesian)),
        )
    };
    match is_taken {
        true => ActError::Refused(said("can't go there", "tidak bisa ke sana")),
        false => ActError::Idle(said("has no move now", "tidak punya langkah sekarang")),
    }
}

/// Whether the same players sit in another order.
fn exchanges(before: &[Seat], after: &[Seat]) -> bool {
    let count = |seats: &[Seat], seat: &Seat| seats.iter().filter(|other| *other == seat).count();
    before != after
        && before.len() == after.len()
        && before.iter().all(|seat| count(before, seat) == count(after, seat))
}
