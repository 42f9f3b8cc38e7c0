//! What every puzzle can measure: the algorithms that its boards offer, side by side on levels that come with it.

use crate::answer::PathAnswer;
use crate::catalogue::{BenchTable, Entry};
use crate::level::Level;
use crate::puzzle::Task;
use num_bigint::BigUint;
use std::time::Duration;
use telusur_search::clock::Instant;
use telusur_search::{Algorithm, Budget, Claim, Stats};

/// The greatest optimum of a level for a quick run, and of each level for a whole one.
const QUICK: &[u32] = &[31];
const WHOLE: &[u32] = &[16, 31, 40];
/// What one algorithm may use on one level.
const QUICK_STATES: u64 = 1 << 20;
const WHOLE_STATES: u64 = 1 << 24;
const BYTES: u64 = 1 << 30;

/// Measures every algorithm on the hardest levels below some optima, and hands over each table as it is ready; where no
/// optimum is known, on the first level. Two proofs of different optima panic.
pub(crate) fn compare<E: Entry + ?Sized>(entry: &E, quick: bool, show: &mut dyn FnMut(BenchTable)) {
    let (bounds, states) = if quick { (QUICK, QUICK_STATES) } else { (WHOLE, WHOLE_STATES) };
    let mut last = None;
    for &bound in bounds {
        let fitting = entry.levels().iter().filter_map(|level| {
            let (_, optimum) = level.optimum.first()?;
            (*optimum <= bound).then_some((*optimum, level))
        });
        let Some((_, level)) = fitting.max_by_key(|(optimum, _)| *optimum) else { continue };
        if last != Some(level.name) {
            last = Some(level.name);
            show(table(entry, Some(level), states));
        }
    }
    let has_optimum = entry.levels().iter().any(|level| !level.optimum.is_empty());
    if !has_optimum && !entry.about().is_game {
        show(table(entry, entry.levels().first(), states));
    }
}

/// The algorithms on a level, or on the usual start.
fn table<E: Entry + ?Sized>(entry: &E, level: Option<&Level>, states: u64) -> BenchTable {
    let name = level.map_or("usual start", |level| level.name);
    let setup = level.map(Level::setup).unwrap_or_default();
    let board = match entry.open(&setup) {
        Ok(board) => board,
        // A text that can't be compiled.
        Err(error) => return BenchTable::new(entry.about().title.0, "", Vec::new(), &error.to_string()),
    };
    let metric = board.metric().many;
    let known = level.and_then(|level| level.optimum_in(metric)).map(BigUint::from);
    let mut proved: Option<BigUint> = None;
    let mut rows = Vec::new();
    for algorithm in board.algorithms().into_iter().filter(|algorithm| *algorithm != Algorithm::Auto) {
        let budget = Budget::default().with_states(states).with_bytes(BYTES);
        let answer = board.solve(Task::new(&mut ()).with(algorithm).limited(budget)).ok();
        let Some(answer) = answer.as_ref().and_then(|answer| answer.path()) else { continue };
        if answer.claim == Claim::Optimal {
            let other = proved.get_or_insert_with(|| answer.length.clone().unwrap_or_default());
            assert_eq!(answer.length.as_ref(), Some(&*other), "{algorithm} on {name}");
        }
        rows.push((algorithm, answer.clone()));
    }
    let fastest = rows.iter().filter(|(_, answer)| answer.claim == Claim::Optimal);
    let fastest = fastest.map(|(_, answer)| answer.stats.elapsed).min().unwrap_or_default();
    let checked = match (&known, &proved) {
        (Some(known), Some(proved)) if known != proved => {
            format!("the level says that {known} is optimal, which is wrong: {proved} is proved")
        }
        (Some(_), _) => "every proved optimum was compared with the known one".to_owned(),
        (None, _) => "all proved optima agree".to_owned(),
    };
    let row = |(algorithm, answer): &(Algorithm, PathAnswer)| {
        let ratio = match answer.claim {
            Claim::Optimal => format!("{:.1}", ratio(answer.stats.elapsed, fastest)),
            _ => String::new(),
        };
        let length = answer.length.as_ref().map(BigUint::to_string).unwrap_or_default();
        let Stats { expanded, stored, peak_bytes, elapsed, .. } = answer.stats;
        let (claim, time) = (answer.claim, milliseconds(elapsed));
        cells(&format!(
            "{algorithm} | {claim} | {length} | {time} | {expanded} | {stored} | {peak_bytes} | {ratio}"
        ))
    };
    BenchTable::new(
        format!("{}, level {name}", entry.about().title.0),
        &format!("algorithm | claim | {metric} | ms | expanded | stored | bytes | × fastest proof"),
        rows.iter().map(row).collect(),
        &format!(
            "Every algorithm that the puzzle offers, on one thread, with at most {states} states and {} MiB; {checked}.",
            BYTES >> 20
        ),
    )
}

/// What some work gives, and how long it takes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed())
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}

/// How many times as long one work takes as another.
pub(crate) fn ratio(slow: Duration, fast: Duration) -> f64 {
    slow.as_secs_f64() / fast.as_secs_f64().max(1e-9)
}

/// The cells of a row, which are separated by ` | `.
pub(crate) fn cells(row: &str) -> Vec<String> {
    row.split(" | ").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn puzzles_without_measurements_of_their_own_compare_their_algorithms() {
        let tiles = catalogue::find("tiles").unwrap();
        let mut tables = Vec::new();
        compare(tiles, true, &mut |table| tables.push(table));
        let [table] = &tables[..] else { panic!("{tables:?}") };
        assert!(table.title.starts_with("Sliding tiles, level eight-hardest"), "{}", table.title);
        assert!(table.rows.len() > 5 && table.rows.iter().all(|row| row.len() == table.columns.len()));
        let proofs = table.rows.iter().filter(|row| row[1] == "optimal" && row[2] == "31");
        assert!(proofs.count() >= 4, "{table:?}");
        // A game has no optimum to compare with.
        compare(catalogue::find("stones").unwrap(), true, &mut |table| panic!("{table:?}"));
    }
}
