//! The measurements: the paper's breadth-first search beside ours, and many random boards with proof.

use super::contents::Contents;
use super::frames::Solvability;
use super::rack::Number;
use super::space::{Rule, Water};
use super::text::Draft;
use crate::bench::{milliseconds, timed};
use crate::catalogue::BenchTable;
use crate::puzzle::{Puzzle, Task};
use crate::random::Random;
use std::time::Duration;
use telusur_search::{Algorithm, Budget, Outcome, Report, Run, Space};

/// Boards with their optima in pours and in units.
const BOARDS: [(&str, &str, usize, u32, u32); 4] = [
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
    let mut table = BenchTable::new(
        "Water Sort: breadth-first search as in the paper, with sorted tubes, and A*",
        "board | rule | algorithm | optimum | expanded | stored | bytes | ms | ratio",
        Vec::new(),
        "'told apart' keeps the order of tubes in the state, as the paper does. All rows of a board must agree on \
               the optimum; the ratio is the time of the paper's search to the row's.",
    );
    for (name, text, capacity, pours, units) in BOARDS {
        let Ok(draft) = Draft::parse(text, Some(capacity)) else { continue };
        for (rule, optimum) in [(Rule::Pour, pours), (Rule::Unit, units)] {
            let contents = Contents::new(capacity, &draft.tubes, &draft.counts());
            let water = Water::<u8, 16>::new(draft.clone(), contents, rule);
            let budget = Budget::default().with_states(if quick { 1 << 20 } else { 1 << 24 });
            compare(&mut table, name, &water, optimum, budget);
        }
    }
    table
}

/// Adds a row for each algorithm.
fn compare<I: Number, const N: usize>(
    table: &mut BenchTable,
    name: &str,
    water: &Water<I, N>,
    optimum: u32,
    budget: Budget,
) {
    let apart = water.clone().told_apart();
    let runs = [
        ("BFS, told apart", &apart, Algorithm::Bfs),
        ("BFS, sorted", water, Algorithm::Bfs),
        ("A*, sorted", water, Algorithm::Auto),
    ];
    let mut paper = None;
    let mut expected = (optimum > 0).then_some(optimum as usize);
    for (label, level, algorithm) in runs {
        let mut nobody = ();
        let mut task = Task::new(&mut nobody).with(algorithm);
        task.limits = budget.into();
        let (solved, time) = timed(|| level.solve(level.start(), &mut task));
        let Ok(report) = solved else { continue };
        let base = *paper.get_or_insert(time);
        let found = match &report.outcome {
            Outcome::Stopped(_) => None,
            _ => {
                let length = report.length().unwrap_or(0);
                assert!(report.is_optimal(), "{name} by {label}: not proved");
                assert_eq!(length, *expected.get_or_insert(length), "{name} by {label}");
                Some(length)
            }
        };
        let stats = report.stats;
        table.rows.push(vec![
            name.to_owned(),
            level.rule.to_string(),
            label.to_owned(),
            found.map_or(format!("≥ {}", report.lower_bound), |length| length.to_string()),
            stats.expanded.to_string(),
            stats.stored.to_string(),
            stats.peak_bytes.to_string(),
            milliseconds(time),
            format!("{:.1}", base.as_secs_f64() / time.as_secs_f64().max(1e-9)),
        ]);
    }
}

/// Random full boards, all solved with proof or proved unsolvable.
fn random_boards(colours: usize, empties: usize, count: usize, rule: Rule) -> BenchTable {
    let mut times = Vec::new();
    let (mut expanded, mut bytes, mut unsolvable) = (0, 0, 0);
    for seed in 0..count {
        let mut random = Random::new(seed as u64);
        let mut units: Vec<u8> = (0..colours * 4).map(|i| (i / 4) as u8 + 1).collect();
        random.shuffle(&mut units);
        let mut tubes: Vec<Vec<u8>> = units.chunks(4).map(<[u8]>::to_vec).collect();
        tubes.resize(colours + empties, Vec::new());
        let draft = Draft { tubes, colours: (1..=colours).map(|c| c.to_string()).collect(), capacity: 4 };
        let contents = Contents::new(4, &draft.tubes, &draft.counts());
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
    let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
    BenchTable::new(
        format!("Water Sort: {count} random boards of {colours} colours × 4 + {empties}, rule {rule}"),
        "boards | unsolvable | median (ms) | mean (ms) | worst (ms) | expanded each | most bytes",
        vec![vec![
            count.to_string(),
            unsolvable.to_string(),
            milliseconds(times.get(times.len() / 2).copied().unwrap_or_default()),
            milliseconds(mean),
            milliseconds(times.last().copied().unwrap_or_default()),
            (expanded / count.max(1) as u64).to_string(),
            bytes.to_string(),
        ]],
        "Every board is proved optimal or unsolvable, and the solvability test agrees; otherwise this panics.",
    )
}

fn solve<I: Number, const N: usize>(water: &Water<I, N>) -> Report<super::Pour> {
    let mut nobody = ();
    let mut task = Task::new(&mut nobody);
    let report = water.solve_anytime(water.start(), &mut task);
    let (verdict, _) = water.first_solution(water.start(), &mut Run::unlimited());
    let solvable = matches!(verdict, Some(Solvability::Solvable(_)));
    assert_eq!(solvable, report.length().is_some(), "the solvability test disagrees");
    report
}
