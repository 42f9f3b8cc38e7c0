//! The typed layer of games: [`GamePuzzle`], a game with texts and pictures; and [`GameAt`], which erases it.

mod at;
mod board;
mod packed;
mod survey;

pub use at::GameAt;
pub use board::{AuditError, GameBoard, ReplyError};
pub use packed::packed;
pub use survey::survey;

use crate::answer::{GameAnswer, Survey};
use crate::board::MoveError;
use crate::bytes::PackedBoard;
use crate::catalogue;
use crate::language::{Text, text};
use crate::level::LevelError;
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::puzzle::Task;
use num_bigint::BigUint;
use telusur_search::game::{Game, GameReport, Value};
use telusur_search::{Limits, Unsupported};

/// A game: a [`Game`] with texts and pictures.
///
/// One value is one level: the rules and the first position. Who is to move is no part of a position, since it
/// decides nothing; the erased layer keeps count. Everything has a default but the texts and the picture.
pub trait GamePuzzle: Game + Send + Sync + Sized + 'static {
    /// Name of the catalogue entry.
    const NAME: &'static str;
    /// What moves look like, for error messages.
    const MOVE_FORM: Text;

    /// Name of the catalogue entry, where one type stands for several of them.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// How many play in turn. With more than two nobody can be said to win by force, and nothing is claimed.
    fn players(&self) -> u32 {
        2
    }

    /// Who moves first, from 0.
    fn first_player(&self) -> u32 {
        0
    }

    /// A position as level text.
    fn text(&self, state: Self::State) -> String;

    /// The options that the level text alone does not say; without `turn`, which the erased layer adds.
    fn options(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The goal and the rules of this level in one line; see [`Board::instructions`](crate::Board::instructions).
    fn instructions(&self) -> Text {
        catalogue::summary_of(self.name())
    }

    /// A move as text. Different legal moves of a position must have different texts.
    fn move_text(&self, state: Self::State, m: Self::Move) -> String;

    /// The legal moves that a player is shown. Override it where they are too many to list; then
    /// [`read_move`](GamePuzzle::read_move) still accepts all.
    fn list_moves(&self, state: Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.expand(state, |m, _| moves.push(m));
        moves
    }

    /// Whether the engines can list the moves of a position and of those after it within reason.
    fn is_searchable(&self, _state: Self::State) -> bool {
        true
    }

    /// The position after a move given as text.
    ///
    /// # Errors
    /// If it is no move, or not allowed here.
    fn read_move(&self, state: Self::State, text: &str) -> Result<Self::State, MoveError> {
        let mut found = None;
        self.expand(state, |m, next| {
            if found.is_none() && self.move_text(state, m) == text {
                found = Some(next);
            }
        });
        found.ok_or_else(|| MoveError::Unreadable { text: text.to_owned(), form: Self::MOVE_FORM })
    }

    /// What a position looks like with player `turn` (from 0) to move.
    fn picture(&self, state: Self::State, turn: u32) -> Picture;

    /// How many items the picture has. Override it where that can be told without drawing.
    fn items(&self, state: Self::State) -> usize {
        self.picture(state, 0).items.len()
    }

    /// How many moves a player is shown. Override it where that can be told without listing them.
    fn count_moves(&self, state: Self::State) -> usize {
        self.list_moves(state).len()
    }

    /// Bytes of the level: the value itself, and whatever it holds elsewhere or has made on the way.
    fn level_bytes(&self) -> usize {
        size_of_val(self)
    }

    /// A legal move as a hand makes it; its text is that of [`move_text`](GamePuzzle::move_text).
    fn play(&self, state: Self::State, m: Self::Move) -> Play;

    /// The move that a hand meant, allowed or not; see [`Puzzle::attempt`](crate::Puzzle::attempt).
    fn attempt(&self, state: Self::State, grip: &str, drop: &Drop) -> Option<String> {
        let mut plays = self.list_moves(state).into_iter().map(|m| self.play(state, m));
        plays.find(|play| play.is_made_by(grip, drop)).map(|play| play.text)
    }

    /// Where theory puts a position on a map of its space; see [`Puzzle::place_on_map`](crate::Puzzle::place_on_map).
    fn place_on_map(&self, _state: Self::State) -> Option<(f32, f32)> {
        None
    }

    /// An answer without search, or by an engine of the game's own; `None` sends the position to the engines.
    fn answer(&self, _state: Self::State, _task: &mut Task<'_>) -> Option<GameAnswer> {
        None
    }

    /// The reason for a verdict that search found, in a sentence.
    fn explain(&self, _state: Self::State, report: &GameReport<Self::Move>) -> Text {
        explain_search(report)
    }

    /// The exact number of turns left under best play, if that can be told at once.
    fn turns_left(&self, _state: Self::State) -> Option<BigUint> {
        None
    }

    /// Surveys everything that can be reached. The default counts positions as the game's symmetry leaves them.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn survey(&self, from: Self::State, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        Ok(survey(self, from, task))
    }

    /// The positions as bytes, counted as [`survey`](GamePuzzle::survey) does; [`packed`] makes them.
    fn as_bytes(&self, _from: Self::State) -> Option<Box<dyn PackedBoard>> {
        None
    }

    /// The machine players: names and what they do.
    fn opponents(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether a machine player has that name.
    ///
    /// # Errors
    /// If nobody has it.
    fn check_opponent(&self, _name: &str) -> Result<(), LevelError> {
        Ok(())
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
pub fn explain_search<M: Copy>(report: &GameReport<M>) -> Text {
    let reached = report.stats.stored;
    match report.value {
        Err(halt) => {
            text!(
                "not known: {halt} after {reached} positions",
                "tidak diketahui: {halt} setelah {reached} posisi"
            )
        }
        Ok(Value::Win(0) | Value::Loss(0)) => Text::fixed("no move is left", "tidak ada langkah lagi"),
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
        Ok(Value::Draw) => text!(
            "search of {reached} positions: neither side can force a win",
            "pencarian {reached} posisi: tidak ada pihak yang bisa memaksakan kemenangan"
        ),
    }
}

#[cfg(test)]
mod tests;
