//! Moves as a hand makes them: pieces pushed along their ways.

use super::position::Position;
use super::rules::{DIRECTIONS, STEPS};
use crate::play::{Drop, Play};

/// Every legal move of a position, in the order of its moves.
pub(super) fn plays(position: &Position) -> Vec<Play> {
    let pieces = &position.rules().pieces;
    let step = |letter: char| DIRECTIONS.iter().position(|&d| d == letter).map(|direction| STEPS[direction]);
    (0..position.at.len())
        .flat_map(|piece| position.ways(piece).into_iter().map(move |(_, way)| (pieces[piece].letter, way)))
        .map(|(letter, way)| {
            let steps = way.chars().filter_map(step).collect();
            Play::by(format!("{letter}{way}"), format!("piece-{letter}"), steps)
        })
        .collect()
}

/// The move that pushing a piece along some steps means.
pub(super) fn attempt(grip: &str, drop: &Drop) -> Option<String> {
    let (piece, Drop::By(steps)) = (grip.strip_prefix("piece-")?, drop) else { return None };
    let letter =
        |step: &(i8, i8)| STEPS.iter().position(|s| s == step).map(|direction| DIRECTIONS[direction]);
    let way: String = steps.iter().map(letter).collect::<Option<_>>()?;
    (piece.chars().count() == 1 && !way.is_empty()).then(|| format!("{piece}{way}"))
}
