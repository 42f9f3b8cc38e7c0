//! The measurements: the paper's breadth-first search beside ours, and many random boards with proof.

use super::contents::Contents;
use super::generate::Order;
use super::rack::Number;
use super::space::{Pour, Rule, Water};
use super::text::Draft;
use crate::bench::{cells, milliseconds, ratio, timed};
use crate::catalogue::BenchTable;
use crate::puzzle::{Puzzle, Task};
use crate::random::Random;
use std::time::Duration;
use telusur_search::{Algorithm, Budget, Outcome, Report, Run, Space, Stats};

/// Boards with their optima in pours and in units.
const BOARDS: [(&str, &str, usize, usize, usize); 4] = [
    ("paper, case 1", "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -", 4, 9, 12),
    ("paper, case 3", "1 2 2 1 | 3 1 4 2 | 4 5 3 5 | 5 4 3 2 | 4 5 3 1 | - | -", 4, 16, 18),
    ("paper, case 4", "1 2 2 1 | 3 1 4 2 | 4 5 3 2 | 5 1 3 2 | 4 5 3 1 | - | -", 5, 15, 18),
    ("6 colours", "2 5 1 6 | 3 2 4 4 | 6 1 3 5 | 4 3 6 2 | 5 1 2 3 | 1 6 5 4 | - | -", 4, 0, 0),
];

pub(super) fn tables(quick: bool, show: &mut dyn FnMut(BenchTable)) {
    show(algorithms(quick));
    for (colours, empties, count) in [(12, 2, 500), (24, 2, 20)] {
        for rule in [Rule::Pour, Rule::Unit] {
            let count = if quick { count / 10 } else { count };
            show(random_boards(colours, empties, count, rule));
        }
    }
}

fn algorithms(quick: bool) -> BenchTable {
    let budget = Budget::default().with_states(if quick { 1 << 20 } else { 1 << 24 });
    let mut rows = Vec::new();
    for (name, text, capacity, pours, units) in BOARDS {
        let Ok(draft) = Draft::parse(text, Some(capacity)) else { continue };
        for (rule, optimum) in [(Rule::Pour, pours), (Rule::Unit, units)] {
            let water = Water::<u8, 16>::new(draft.clone(), Contents::new(&draft), rule);
            let apart = water.clone().told_apart();
            let runs = [
                ("BFS, told apart", &apart, Algorithm::Bfs),
                ("BFS, sorted", &water, Algorithm::Bfs),
                ("A*, sorted", &water, Algorithm::Auto),
            ];
            let mut paper = None;
            let mut expected = (optimum > 0).then_some(optimum);
            for (label, level, algorithm) in runs {
                let solve =
                    || level.solve(level.start(), &mut Task::new(&mut ()).with(algorithm).limited(budget));
                let (solved, time) = timed(solve);
                let Ok(report) = solved else { continue };
                let found = match &report.outcome {
                    Outcome::Stopped(_) => format!("≥ {}", report.lower_bound),
                    _ => {
                        let length = report.length().unwrap_or(0);
                        assert!(report.is_optimal(), "{name} by {label}: not proved");
                        assert_eq!(length, *expected.get_or_insert(length), "{name} by {label}");
                        length.to_string()
                    }
                };
                let Stats { expanded, stored, peak_bytes, .. } = report.stats;
                let (ms, ratio) = (milliseconds(time), ratio(*paper.get_or_insert(time), time));
                rows.push(cells(&format!(
                    "{name} | {rule} | {label} | {found} | {expanded} | {stored} | {peak_bytes} | {ms} | {ratio:.1}"
                )));
            }
        }
    }
    BenchTable::new(
        "Water Sort: breadth-first search as in the paper, with sorted tubes, and A*",
        "board | rule | algorithm | optimum | expanded | stored | bytes | ms | ratio",
        rows,
        "'told apart' keeps the order of tubes in the state, as the paper does. All rows of a board must agree on \
               the optimum; the ratio is the time of the paper's search to the row's.",
    )
}

/// Random full boards, all solved with proof or proved unsolvable.
fn random_boards(colours: usize, empties: usize, count: usize, rule: Rule) -> BenchTable {
    let mut times = Vec::new();
    let (mut expanded, mut bytes, mut unsolvable) = (0, 0, 0);
    for seed in 0..count {
        let draft = Order { colours, capacity: 4, empties, rule }.draw(&mut Random::new(seed as u64));
        let contents = Contents::new(&draft);
        let water = Water::<u16, 32>::new(draft, contents, rule);
        let (report, time) = timed(|| solve(&water));
        times.push(time);
        expanded += report.stats.expanded;
        bytes = report.stats.peak_bytes.max(bytes);
        match report.outcome {
            Outcome::Solved { optimal, .. } => assert!(optimal, "board {seed} is not proved"),
            Outcome::Unsolvable => unsolvable += 1,
            Outcome::Stopped(limit) => panic!("board {seed}: {limit}"),
        }
    }
    times.sort_unstable();
    let mean = milliseconds(times.iter().sum::<Duration>() / count.max(1) as u32);
    let [median, worst] =
        [times.get(count / 2), times.last()].map(|time| milliseconds(time.copied().unwrap_or_default()));
    let each = expanded / count.max(1) as u64;
    BenchTable::new(
        format!("Water Sort: {count} random boards of {colours} colours × 4 + {empties}, rule {rule}"),
        "boards | unsolvable | median (ms) | mean (ms) | worst (ms) | expanded each | most bytes",
        vec![cells(&format!("{count} | {unsolvable} | {median} | {mean} | {worst} | {each} | {bytes}"))],
        "Every board is proved optimal or unsolvable, and the solvability test agrees; otherwise this panics.",
    )
}

fn solve<I: Number, const N: usize>(water: &Water<I, N>) -> Report<Pour> {
    let report = water.solve_anytime(water.start(), &mut Task::new(&mut ()));
    let first = water.first_solution(water.start(), &mut Run::unlimited());
    let solvable = first.and_then(|first| first.is_solvable());
    assert_eq!(solvable, report.is_solvable(), "the solvability test disagrees");
    report
}
