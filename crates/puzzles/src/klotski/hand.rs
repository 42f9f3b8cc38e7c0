//! Moves as a hand makes them: pieces pushed along their ways.

use super::rules::{DIRECTIONS, STEPS};
use crate::play::{Drop, Play};

/// A legal move: a piece's letter and its way.
pub(super) fn play(text: String) -> Play {
    let step = |letter: char| DIRECTIONS.iter().position(|&d| d == letter).map(|direction| STEPS[direction]);
    let mut letters = text.chars();
    let grip = letters.next().map_or_else(String::new, |piece| format!("piece-{piece}"));
    let steps = letters.filter_map(step).collect();
    Play::by(text, grip, steps)
}

/// The move that pushing a piece along some steps means.
pub(super) fn attempt(grip: &str, drop: &Drop) -> Option<String> {
    let (piece, Drop::By(steps)) = (grip.strip_prefix("piece-")?, drop) else { return None };
    let letter =
        |step: &(i8, i8)| STEPS.iter().position(|s| s == step).map(|direction| DIRECTIONS[direction]);
    let way: String = steps.iter().map(letter).collect::<Option<_>>()?;
    (piece.chars().count() == 1 && !way.is_empty()).then(|| format!("{piece}{way}"))
}
