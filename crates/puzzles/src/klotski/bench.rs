//! Measurements: the usual level by every algorithm, the whole family, and a space of millions.

use super::classic::Classic;
use super::family::family;
use super::options::Metric;
use super::{KlotskiEntry, USUAL, open};
use crate::bench::{cells, milliseconds, ratio, timed};
use crate::catalogue::{BenchTable, Entry};
use crate::level::Setup;
use crate::puzzle::Task;
use std::time::Duration;
use telusur_search::{Algorithm, Limits, Space, verify};

/// Six rows of seven: a square, an angle, 31 singles and four blanks.
const MILLIONS: &str = "BBabcde/BBfghij/LLklmno/Lpqrstu/vwxyz01/234....";

/// Every layout of these pieces can be reached: 30 · 30 places of the two without the overlapping ones, times
/// the ways to choose four blanks among 35 cells.
const MILLIONS_STATES: u64 = 37_280_320;

/// Runs all measurements.
pub(super) fn bench(quick: bool, show: &mut dyn FnMut(BenchTable)) {
    show(heng_dao_li_ma(quick));
    show(whole_family());
    if !quick {
        show(millions());
    }
}

/// The least of several times, since a machine is only ever slower than it can be.
fn least(times: usize, mut run: impl FnMut() -> Duration) -> Duration {
    (0..times).map(|_| run()).min().unwrap_or_default()
}

fn heng_dao_li_ma(quick: bool) -> BenchTable {
    let mut rows = Vec::new();
    for (metric, optimum) in [("moves", 81), ("slides", 90), ("steps", 116)] {
        let setup = Setup::level(USUAL).with("metric", metric);
        let Ok((rules, level)) = open(&setup) else { continue };
        let Some(classic) = Classic::of(&rules) else { continue };
        let board = level.board();
        let plain = least(if quick { 1 } else { 3 }, || {
            let search = || verify::reference_bfs(&classic, classic.start(), false, usize::MAX);
            let (reference, time) = timed(search);
            assert_eq!(reference.and_then(|reference| reference.distance), Some(optimum), "{metric}");
            time
        });
        let time = milliseconds(plain);
        rows.push(cells(&format!("{metric} | textbook search with a sorted map |  | {time} | 1.0")));
        for algorithm in [Algorithm::Auto, Algorithm::Bidirectional, Algorithm::Frontier, Algorithm::Astar] {
            let mut expanded = 0;
            let time = least(if quick { 5 } else { 20 }, || {
                let answer = board.solve(Task::new(&mut ()).with(algorithm));
                let Ok(Some(path)) = answer.as_ref().map(|answer| answer.path()) else {
                    panic!("{algorithm} gave no answer in {metric}");
                };
                assert_eq!(path.moves.len() as u32, optimum, "{algorithm} in {metric}");
                expanded = path.stats.expanded;
                path.stats.elapsed
            });
            let (ms, ratio) = (milliseconds(time), ratio(plain, time));
            rows.push(cells(&format!("{metric} | {algorithm} | {expanded} | {ms} | {ratio:.1}")));
        }
    }
    BenchTable::new(
        "Heng Dao Li Ma, shortest solution with proof, one core",
        "metric | search | expanded | ms | times as fast",
        rows,
        "Optima 81, 90 and 116 are checked in every run; the time is the search alone, the least of \
               several runs. The textbook search runs on the same packed states without symmetry.",
    )
}

fn whole_family() -> BenchTable {
    let mut rows = Vec::new();
    for (metric, hardest) in [(Metric::Moves, 138), (Metric::Slides, 150), (Metric::Steps, 179)] {
        let mut first = None;
        for threads in [1, 2] {
            let (family, time) = timed(|| family(metric, threads, &Limits::none()));
            let sets = family.sets;
            let layouts: u64 = sets.iter().map(|set| set.layouts).sum();
            let solvable: u64 = sets.iter().map(|set| set.solvable).sum();
            assert_eq!((layouts, solvable), (1_588_914, 1_299_392));
            assert_eq!(sets.iter().filter_map(super::PieceSet::radius).max(), Some(hardest));
            let ratio = ratio(*first.get_or_insert(time), time);
            let (metric, ms) = (metric.name(), milliseconds(time));
            rows.push(cells(&format!("{metric} | {threads} | {layouts} | {hardest} | {ms} | {ratio:.1}")));
        }
    }
    BenchTable::new(
        "Distance of every 4 x 5 layout with two blanks",
        "metric | threads | layouts | hardest | ms | times as fast",
        rows,
        "Listing, indexing, distances from all solved layouts, components. 1,588,914 layouts, 1,299,392 \
               solvable, checked in every run.",
    )
}

fn millions() -> BenchTable {
    let mut rows = Vec::new();
    let setup = Setup::level(MILLIONS).with("goal", "none");
    if let Ok(board) = KlotskiEntry.open(&setup) {
        let mut first = None;
        let algorithm = Algorithm::Frontier;
        for threads in [1, 2] {
            let explored = board.explore(Task { threads, ..Task::new(&mut ()).with(algorithm) });
            let Ok(survey) = explored else { continue };
            assert_eq!(survey.states(), MILLIONS_STATES);
            let time = survey.stats.elapsed;
            let ratio = ratio(*first.get_or_insert(time), time);
            let (states, seconds) = (survey.states(), time.as_secs_f64());
            let megabytes = survey.stats.peak_bytes as f64 / f64::from(1 << 20);
            rows.push(cells(&format!(
                "{algorithm} | {threads} | {states} | {megabytes:.0} | {seconds:.2} | {ratio:.1}"
            )));
        }
    }
    BenchTable::new(
        "A six by seven board exhausted",
        "search | threads | states | MiB | s | times as fast",
        rows,
        "The number of states is checked against the number of layouts. The last two layers are kept.",
    )
}
