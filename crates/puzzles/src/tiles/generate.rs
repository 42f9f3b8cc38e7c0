//! Shuffled boards of a wanted difficulty.

use super::entry::GENERATE_OPTIONS;
use super::text::{Grid, parse_size};
use super::{Cells, Tiles, Wide};
use crate::level::{Setup, counted};
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::puzzle::Puzzle;
use crate::random::Random;
use telusur_search::{Limit, Space};

pub(super) fn generate(wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
    let options = wish.setup(GENERATE_OPTIONS)?;
    let solved = Grid::solved(parse_size(options.option("size").unwrap_or("3x3"))?);
    let difficulty = wish.difficulty.unwrap_or(5).clamp(1, 10);
    match solved.tiles.len() {
        1 => Err(GenerateError::NotFound(
            "a board of one cell is always solved; ask for a larger one".to_owned(),
        )),
        ..=16 => Ok(scramble::<u64>(&solved, wish.seed, difficulty, making)?),
        17..=25 => Ok(scramble::<u128>(&solved, wish.seed, difficulty, making)?),
        _ => Ok(scramble::<Wide>(&solved, wish.seed, difficulty, making)?),
    }
}

/// The lower bound that a thorough shuffle of a board has, about: difficulty 10.
fn full_bound(grid: &Grid) -> usize {
    (grid.tiles.len() * (grid.size.0 + grid.size.1) / 3).max(1)
}

/// Difficulty from 1 to 10 by the lower bound.
fn grade(bound: u32, grid: &Grid) -> u8 {
    (bound as usize * 10 / full_bound(grid)).clamp(1, 10) as u8
}

/// A random walk from the goal until the lower bound is high enough for the difficulty; on a board too small for it, the
/// farthest position that a thorough shuffle has reached. Never the goal itself.
fn scramble<C: Cells>(
    solved: &Grid,
    seed: u64,
    difficulty: u8,
    making: &mut Making<'_>,
) -> Result<Generated, Limit> {
    let tiles = Tiles::<C>::between(solved, solved);
    let cells = solved.tiles.len();
    // As low as a bound of this difficulty can be.
    let wanted = (full_bound(solved) * usize::from(difficulty)).div_ceil(10) as u32;
    let mut random = Random::new(seed);
    let (mut here, mut last) = (tiles.start(), None);
    let (mut state, mut bound) = (here, 0);
    for step in 1..=1000 * cells {
        if step % 1024 == 1 {
            making.next_try()?;
        }
        let mut moves = Vec::new();
        tiles.expand(here, |m, next| moves.push((m, next)));
        if moves.len() > 1 {
            moves.retain(|&(m, _)| Some(m) != last);
        }
        if let Some(&(m, next)) = moves.get(random.below(moves.len())) {
            last = Some(m);
            here = next;
        }
        if step >= cells && tiles.lower_bound(here) > bound {
            (state, bound) = (here, tiles.lower_bound(here));
            if bound >= wanted {
                break;
            }
        }
    }
    Ok(Generated {
        setup: Setup { level: Some(tiles.text(state)), options: tiles.options(&state).into_iter().collect() },
        difficulty: grade(bound, solved).min(difficulty),
        note: format!("at least {}", counted(bound, "move")),
    })
}
