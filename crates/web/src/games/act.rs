//! What a player can do to a game, and doing it.

use crate::dto::Problem;
use axum::http::StatusCode;
use telusur_puzzles::{Drop, Language};
use telusur_search::Deadline;
use telusur_session::{NodeId, PlayError, Seat, Session};

#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Moves, all or none.
    Play(Vec<String>),
    /// What a hand tried: it is played, or refused with the rule that forbids it.
    Attempt {
        grip: String,
        drop: Drop,
    },
    Undo,
    Redo,
    Restart,
    /// To any position of the tree.
    Go(usize),
    /// Moves into the tree without making them, as a machine's solution.
    Line(Vec<String>),
    /// The move that a machine player makes.
    Reply(String),
    /// Who plays.
    Seats(Vec<Seat>),
}

impl Act {
    /// Whether a person moves with it.
    pub(super) fn is_by_hand(&self) -> bool {
        matches!(self, Act::Play(_) | Act::Attempt { .. })
    }
}

impl Act {
    /// Whether it may take longer than a moment.
    pub(crate) fn is_long(&self) -> bool {
        /// Moves that are made within a moment on any board.
        const MOST_QUICK_MOVES: usize = 64;
        matches!(self, Act::Play(moves) | Act::Line(moves) if moves.len() > MOST_QUICK_MOVES)
    }

    /// Does it; the positions of a line that was put in, the present one first. After an error the session is as it
    /// was.
    pub(crate) fn perform(
        &self,
        session: &mut Session,
        deadline: &Deadline,
        language: Language,
    ) -> Result<Option<Vec<NodeId>>, Problem> {
        perform(session, self, deadline, language)
    }
}

fn perform(
    session: &mut Session,
    act: &Act,
    deadline: &Deadline,
    language: Language,
) -> Result<Option<Vec<NodeId>>, Problem> {
    let refused = |error: PlayError| Problem::refused_move(&error, language);
    let or_nothing = |done: bool, word: &str| match done {
        true => Ok(None),
        false => {
            let message = format!("there is nothing to {word}");
            Err(Problem::new(StatusCode::CONFLICT, "nothing", message))
        }
    };
    match act {
        Act::Play(moves) => session.play_all_until(moves, deadline).map_err(refused)?,
        Act::Attempt { grip, drop } => {
            let words = language.choose("that is no move here", "itu bukan langkah di sini");
            let no_move = || Problem::new(StatusCode::CONFLICT, "illegal_move", words);
            let text = session.board().attempt(grip, drop).ok_or_else(no_move)?;
            session.play(&text).map_err(refused)?;
        }
        Act::Undo => return or_nothing(undo(session), "undo"),
        Act::Redo => return or_nothing(redo(session), "redo"),
        Act::Restart => return or_nothing(session.restart(), "restart"),
        Act::Go(number) => {
            let node = session.node(*number).ok_or_else(|| Problem::unknown("position"))?;
            session.go(node);
        }
        Act::Line(moves) => {
            let here = session.here();
            let line = session.add_line_until(moves, deadline).map_err(refused)?;
            return Ok(Some(std::iter::once(here).chain(line).collect()));
        }
        Act::Reply(text) => session.play(text).map_err(refused)?,
        Act::Seats(seats) => return set_seats(session, seats, language).map(|()| None),
    }
    Ok(None)
}

/// Against a machine, its answer is taken back together with one's own move.
fn undo(session: &mut Session) -> bool {
    session.undo_turn()
}

/// And made again together with it.
fn redo(session: &mut Session) -> bool {
    let redone = session.redo();
    while redone && session.machine_to_move().is_some() && session.redo() {}
    redone
}

fn set_seats(session: &mut Session, seats: &[Seat], language: Language) -> Result<(), Problem> {
    if seats.len() != session.seats().len() {
        let message = format!("this game has {} seats", session.seats().len());
        return Err(Problem::bad_input(message));
    }
    let before = session.seats().to_vec();
    for (player, seat) in (0..).zip(seats) {
        if let Err(error) = session.set_seat(player, seat.clone()) {
            // They were there a moment ago, so they can sit there again.
            for (player, seat) in (0..).zip(&before) {
                _ = session.set_seat(player, seat.clone());
            }
            return Err(Problem::refused_seat(&error, language));
        }
    }
    Ok(())
}
