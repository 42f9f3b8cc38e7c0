//! The typed layer of games: [`GamePuzzle`], a game with texts and pictures.

mod board;
mod many_players;
mod survey;
mod turned;

pub use board::{AuditError, GameBoard, Opponent, ReplyError};
pub use many_players::ManyPlayers;
pub use survey::survey;
pub use turned::Turned;

use crate::answer::GameAnswer;
use crate::language::{Text, listed, text};
use crate::level::LevelError;
use crate::printable::quoted;
use crate::puzzle::{Puzzle, Task};
use num_bigint::BigUint;
use telusur_search::game::{Game, GameReport, Value};
use telusur_search::{Limits, Space};

/// A game: a puzzle that is a [`Game`], with positions that say whose turn it is.
///
/// Who is to move is no part of a state, since it decides nothing. Everything has a default.
pub trait GamePuzzle: Game + Puzzle<Position = Turned<<Self as Space>::State>> {
    /// Whether the engines can list the moves of a position and of those after it within reason.
    fn is_searchable(&self, _state: Self::State) -> bool {
        true
    }

    /// An answer without search, or by an engine of the game's own; `None` sends the position to the engines.
    fn settle(&self, _state: Self::State, _task: &mut Task<'_>) -> Option<GameAnswer> {
        None
    }

    /// The exact number of turns left under best play, if that can be told at once.
    fn turns_left(&self, _state: Self::State) -> Option<BigUint> {
        None
    }

    /// The machine players that front ends offer, the usual one first.
    fn opponents(&self) -> &'static [Opponent] {
        &[]
    }

    /// Whether a machine player has that name.
    ///
    /// # Errors
    /// If nobody has it.
    fn check_opponent(&self, name: &str) -> Result<(), LevelError> {
        let names: Vec<&str> = self.opponents().iter().map(|opponent| opponent.name).collect();
        if names.contains(&name) {
            return Ok(());
        }
        let remedy = match names.is_empty() {
            true => "this game has no machine players".to_owned(),
            false => format!("use {}", listed(&names, "or")),
        };
        Err(LevelError::new(format!("there is no opponent '{}'", quoted(name)), remedy))
    }

    /// The move of a machine player.
    ///
    /// # Errors
    /// If nobody has that name, or the deadline comes first.
    fn reply(
        &self,
        _state: Self::State,
        _opponent: Option<&str>,
        _seed: u64,
        _limits: &Limits,
    ) -> Result<Option<Self::Move>, ReplyError> {
        Ok(None)
    }
}

/// What a search says about its verdict, without knowledge of the game.
fn explain_search<M: Copy>(report: &GameReport<M>) -> Text {
    let reached = report.stats.stored;
    match report.value {
        Err(halt) => {
            text!(
                "not known: {halt} after {reached} positions",
                "tidak diketahui: {halt} setelah {reached} posisi"
            )
        }
        Ok(Value::Win(0) | Value::Loss(0)) => {
            Text::fixed("the game is over here", "permainan sudah selesai di sini")
        }
        Ok(Value::Win(_)) => {
            let kept = report.winning_moves().len();
            let all = report.replies.len();
            text!(
                "search of {reached} positions: {kept} of {all} moves leave the opponent in a lost position",
                "pencarian {reached} posisi: {kept} dari {all} langkah meninggalkan lawan dalam posisi kalah"
            )
        }
        Ok(Value::Loss(_)) => text!(
            "search of {reached} positions: every move leaves the opponent a won position",
            "pencarian {reached} posisi: setiap langkah meninggalkan lawan dalam posisi menang"
        ),
        Ok(Value::Draw) => text!("{reached} positions searched", "{reached} posisi ditelusuri"),
    }
}

#[cfg(test)]
mod tests;
