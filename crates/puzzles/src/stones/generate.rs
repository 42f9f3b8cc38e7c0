//! Positions by difficulty: won for the player to move, with few winning moves and a long way to the end.

use super::entry::{GENERATE_OPTIONS, StonesEntry, rules};
use super::rules::Rules;
use super::{game, text};
use crate::board::Board;
use crate::catalogue::Entry;
use crate::level::{Setup, counted};
use crate::making::{GenerateError, Generated, Making, Wish, Work};
use crate::random::Random;
use std::sync::Arc;
use telusur_search::game::Value;
use telusur_search::{Deadline, Limit, Run};

/// Positions that are tried for one wish.
const TRIES: usize = 600;
/// States that one position may take where theory does not tell, and all of them together.
const STATES: u64 = 20_000;
const MOST_WORK: u64 = 1 << 21;
/// Most piles and stones of a generated position.
const MOST_PILES: usize = 12;
const MOST_SIZE: u64 = 10_000;
/// Options of the wish that are options of the level.
const HANDED_ON: [&str; 3] = ["take", "misere", "opponent"];

pub(super) fn generate(wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
    let options = wish.setup(GENERATE_OPTIONS)?;
    let rules = rules(&options)?;
    // What the level only hands on must be good for a level, too.
    let handed_on = |level: &str| {
        let options = wish.options.iter().filter(|(name, _)| HANDED_ON.contains(&name.as_str()));
        options.fold(Setup::level(level), |setup, (name, value)| setup.with(name, value))
    };
    StonesEntry.open(&handed_on("1"))?;
    let wanted = wish.difficulty.unwrap_or(5).clamp(1, 10);
    let counts = match options.number("piles", 1..=MOST_PILES)? {
        Some(count) => count..=count,
        // Three piles take three turns at least, so the easiest levels have fewer.
        None if wanted <= 3 => 1..=3,
        None => 3..=3,
    };
    let size = match options.number("size", 1..=MOST_SIZE)? {
        Some(size) => size,
        None => [3, 4, 6, 9, 13, 18, 26, 38, 60, 120][usize::from(wanted) - 1].max(2 * rules.takes.least()),
    };
    let mut random = Random::new(wish.seed);
    let mut best: Option<(u8, Vec<u64>, Measure)> = None;
    let mut work = Work::new(MOST_WORK, making.deadline.clone());
    for _ in 0..TRIES {
        making.next_try()?;
        let count = counts.start() + random.below(counts.end() - counts.start() + 1);
        let piles: Vec<u64> = (0..count).map(|_| 1 + random.below(size as usize) as u64).collect();
        let Some(measure) = measure(&rules, &piles, &mut work)? else { continue };
        let off = measure.difficulty().abs_diff(wanted);
        if best.as_ref().is_none_or(|(least, ..)| off < *least) {
            best = Some((off, piles, measure));
        }
        if off == 0 || work.is_done() {
            break;
        }
    }
    let Some((_, piles, measure)) = best else {
        return Err(GenerateError::NotFound(format!(
            "none of {TRIES} positions with {} of up to {} is won and small enough to solve",
            counted(*counts.end(), "pile"),
            counted(size as usize, "stone")
        )));
    };
    Ok(Generated {
        setup: handed_on(&text::write(&piles)),
        difficulty: measure.difficulty(),
        note: format!(
            "won for the player to move: {} of {} {}, in {}",
            measure.winning,
            counted(measure.legal, "move"),
            if measure.winning == 1 { "wins" } else { "win" },
            counted(measure.turns, "turn")
        ),
    })
}

/// What makes a won position hard.
struct Measure {
    winning: usize,
    legal: usize,
    turns: u128,
}

impl Measure {
    /// One, and one for each doubling of moves to choose from per winning one and of the turns to the end.
    fn difficulty(&self) -> u8 {
        let choice = (self.legal as f64 / self.winning.max(1) as f64).log2();
        let length = (self.turns.max(1) as f64).log2();
        (1.0 + choice + length).floor().clamp(1.0, 10.0) as u8
    }
}

/// The difficulty of a position that is won, by the same measure as that of levels that are made.
pub(super) fn difficulty_of(level: &dyn Board, deadline: &Deadline) -> Option<u8> {
    let options = Setup { level: None, options: level.options().into_iter().collect() };
    let piles = text::parse(&level.text()).ok()?;
    let work = &mut Work::new(MOST_WORK, deadline.clone());
    let measure = measure(&rules(&options).ok()?, &piles, work).ok()??;
    Some(measure.difficulty())
}

/// The measure of a won position; `None` if it is lost or can't be solved quickly.
fn measure(rules: &Arc<Rules>, piles: &[u64], work: &mut Work) -> Result<Option<Measure>, Limit> {
    let legal = rules.listed_moves(piles).len();
    if let (Some(winning), Some(turns)) = (rules.winning_moves(piles), rules.turns(piles)) {
        return Ok((!winning.is_empty()).then_some(Measure { winning: winning.len(), legal, turns }));
    }
    let Some(report) = game::search(rules, piles, &mut Run::new(work.limits(STATES))) else {
        return Ok(None);
    };
    work.spend(report.stats.stored)?;
    let winning = report.winning_moves().len();
    let turns = report.value.ok().and_then(Value::turns).map(u128::from);
    Ok(turns.filter(|_| winning > 0).map(|turns| Measure { winning, legal, turns }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Entry;
    use crate::stones::StonesEntry;
    use std::collections::BTreeMap;
    use telusur_search::Deadline;

    fn wish(seed: u64, difficulty: u8, options: &[(&str, &str)]) -> Wish {
        let options: BTreeMap<String, String> =
            options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Wish { seed, difficulty: Some(difficulty), options }
    }

    fn make(wish: &Wish) -> Result<Generated, GenerateError> {
        StonesEntry.generate(wish, &mut Making::unlimited())
    }

    #[test]
    fn levels_say_how_hard_they_are() {
        let mut work = Work::new(MOST_WORK, Deadline::never());
        let told: Vec<Option<u8>> = StonesEntry.levels().iter().map(|level| level.difficulty).collect();
        let graded = StonesEntry.levels().iter().map(|level| {
            let setup = level.setup();
            let rules = rules(&setup).unwrap();
            measure(&rules, &text::parse(level.text).unwrap(), &mut work)
                .unwrap()
                .map(|measure| measure.difficulty())
        });
        assert_eq!(told, graded.collect::<Vec<_>>());
    }

    #[test]
    fn every_difficulty_is_met_and_every_level_is_won() {
        for difficulty in 1..=10 {
            for seed in 0..5 {
                let made = make(&wish(seed, difficulty, &[])).unwrap();
                assert!(made.difficulty.abs_diff(difficulty) <= 1, "{difficulty}: {made:?}");
                let board = StonesEntry.open(&made.setup).unwrap();
                let answer = board.solve(crate::Task::new(&mut ())).unwrap();
                assert_eq!(answer.game().unwrap().is_win(), Some(true), "{made:?}");
                assert_eq!(made, make(&wish(seed, difficulty, &[])).unwrap());
            }
        }
    }

    #[test]
    fn options_shape_the_level_and_bad_ones_are_refused() {
        for options in [
            &[("take", "any"), ("misere", "true"), ("piles", "5")][..],
            &[("take", "2,5,7"), ("size", "30")],
            &[("take", "2,4,7"), ("misere", "true")],
        ] {
            let made = make(&wish(3, 6, options)).unwrap();
            assert!(StonesEntry.open(&made.setup).is_ok(), "{made:?}");
        }
        for options in [
            &[("piles", "0")][..],
            &[("piles", "99")],
            &[("size", "x")],
            &[("take", "")],
            &[("colour", "red")],
            &[("opponent", "nobody")],
            // Who wins is known of two players only.
            &[("players", "3")],
        ] {
            assert!(make(&wish(1, 5, options)).is_err(), "{options:?}");
        }
        // Every single pile of 7 under takes of exactly 50 is the end of the game: no won position.
        let none = make(&wish(1, 5, &[("take", "50"), ("size", "7")]));
        assert!(matches!(none, Err(GenerateError::NotFound(_))));
    }
}
