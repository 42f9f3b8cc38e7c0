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

/// Walks from the goal that are tried until one meets an easy difficulty.
const MOST_WALKS: usize = 500;

/// A random walk from the goal until the lower bound is high enough for the difficulty; on a board too small for it, the
/// farthest position that a thorough shuffle has reached. Never the goal itself. A walk that shuffles a board makes it too
/// hard for an easy difficulty: then shorter ones are tried.
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
    if grade(bound, solved) > difficulty {
        (state, bound) = stroll(&tiles, solved, difficulty, (state, bound), &mut random, making)?;
    }
    Ok(Generated {
        setup: Setup { level: Some(tiles.text(state)), options: tiles.options(&state).into_iter().collect() },
        difficulty: grade(bound, solved),
        note: format!("at least {}", counted(bound, "move")),
    })
}

/// The end of a short walk from the goal that has the difficulty, or else the nearest to it that was met; `harder` is a
/// harder position with its bound.
fn stroll<C: Cells>(
    tiles: &Tiles<C>,
    solved: &Grid,
    difficulty: u8,
    harder: (C, u32),
    random: &mut Random,
    making: &mut Making<'_>,
) -> Result<(C, u32), Limit> {
    let bounds: Vec<u32> = (1..=harder.1).filter(|&bound| grade(bound, solved) == difficulty).collect();
    let off = |bound: u32| grade(bound, solved).abs_diff(difficulty);
    let mut nearest = harder;
    for _ in 0..MOST_WALKS {
        making.next_try()?;
        // Any bound of the difficulty, and a walk until it is reached.
        let wanted = if bounds.is_empty() { 1 } else { bounds[random.below(bounds.len())] };
        let (mut here, mut last) = (tiles.start(), None);
        for _ in 0..8 * wanted {
            let mut moves = Vec::new();
            tiles.expand(here, |m, next| moves.push((m, next)));
            if moves.len() > 1 {
                moves.retain(|&(m, _)| Some(m) != last);
            }
            if moves.is_empty() {
                break;
            }
            let (m, next) = moves[random.below(moves.len())];
            (last, here) = (Some(m), next);
            let bound = tiles.lower_bound(here);
            if bound > 0 && off(bound) < off(nearest.1) {
                nearest = (here, bound);
            }
            if bound >= wanted {
                break;
            }
        }
        let bound = tiles.lower_bound(here);
        if bound > 0 && off(bound) == 0 {
            return Ok((here, bound));
        }
    }
    Ok(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use std::collections::{BTreeMap, BTreeSet};
    use telusur_search::Budget;

    /// A difficulty is what the board has: ten of them on every board that is large enough, each harder than the one
    /// before, no two levels alike where there are many, and never more moves than are said to be needed at least.
    #[test]
    fn difficulties_are_honest() {
        let entry = catalogue::find("tiles").unwrap();
        let make = |size: &str, difficulty, seed| {
            let options = BTreeMap::from([("size".to_owned(), size.to_owned())]);
            let wish = Wish { seed, difficulty: Some(difficulty), options };
            entry.generate(&wish, &mut Making::unlimited()).unwrap()
        };
        for size in ["3x3", "3x4", "4x4", "5x5", "2x7"] {
            let mut before = 0.0;
            for difficulty in 1..=10 {
                let made: Vec<Generated> = (1..=12).map(|seed| make(size, difficulty, seed)).collect();
                let what = format!("{size}, difficulty {difficulty}");
                assert!(made.iter().all(|level| level.difficulty == difficulty), "{what}");
                let least = |level: &Generated| level.note.split(' ').nth(2).unwrap().parse::<f64>().unwrap();
                let mean = made.iter().map(least).sum::<f64>() / made.len() as f64;
                assert!(mean > before, "{what}: {mean} moves after {before}");
                before = mean;
                let different: BTreeSet<_> = made.iter().map(|level| level.setup.level.clone()).collect();
                assert!(different.len() >= 4, "{what}: {different:?}");
            }
        }
        // What is easy has few moves.
        for seed in 1..=5 {
            let board = entry.open(&make("3x3", 1, seed).setup).unwrap();
            let mut unobserved = ();
            let mut task = crate::puzzle::Task::new(&mut unobserved);
            task.limits = Budget::default().with_states(1_000_000).into();
            let answer = board.solve(task).unwrap();
            let length = answer.path().and_then(|path| path.length.clone()).unwrap();
            assert!(length <= 9u32.into() && length > 0u32.into(), "{length} moves");
        }
        // Where a board has no position of a difficulty, what it has is said.
        for size in ["1x2", "2x2", "1x9"] {
            for difficulty in 1..=10 {
                let made = make(size, difficulty, 1);
                let again = make(size, difficulty, 1);
                assert_eq!(made.setup.level, again.setup.level);
                assert!((1..=10).contains(&made.difficulty), "{size}");
            }
        }
    }
}
