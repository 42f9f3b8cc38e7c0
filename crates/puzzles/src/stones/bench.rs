//! The four ways side by side: states and time, all of them checked against each other.

use super::brute::Brute;
use super::game::Stones;
use super::rules::Rules;
use super::take::TakeSet;
use crate::bench::{cells, milliseconds, ratio, timed};
use crate::catalogue::BenchTable;
use std::sync::Arc;
use std::time::Duration;
use telusur_search::game::{Verdict, memo, retrograde};
use telusur_search::{Run, Space};

/// Measures all ways on several positions.
pub(super) fn run(quick: bool, show: &mut dyn FnMut(BenchTable)) {
    let mut cases: Vec<(&str, bool, &[u64])> = vec![
        ("1-3", false, &[7, 11, 6]),
        ("1-3", false, &[15, 15, 15]),
        ("1-3", true, &[15, 15, 15]),
        ("1,3,4", false, &[30, 30, 30]),
        ("any", false, &[20, 21, 22]),
    ];
    if !quick {
        cases.extend([
            ("1-3", false, &[60, 60, 60][..]),
            ("1-3", false, &[20, 20, 20, 20]),
            ("any", true, &[40, 41, 42]),
        ]);
    }
    for (takes, misere, piles) in cases {
        show(case(takes, misere, piles));
    }
}

fn case(takes: &str, misere: bool, piles: &[u64]) -> BenchTable {
    let takes = TakeSet::parse(takes).unwrap_or(TakeSet::USUAL);
    let rules = Arc::new(Rules::new(takes, misere));
    let Some(game) = Stones::<u64>::new(rules.clone(), piles) else { return BenchTable::default() };
    let start = game.start();

    let ((wins, turns), theory_time) = timed(|| (rules.wins(piles), rules.turns(piles)));
    let (memo, memo_time) = timed(|| memo::solve(&game, start, &mut Run::unlimited()));
    let mut winner_run = Run::unlimited();
    let (winner, winner_time) = timed(|| memo::winner(&game, start, &mut winner_run));
    let (backward, backward_time) = timed(|| retrograde::solve(&game, start, &mut Run::unlimited()));
    let (brute, brute_time) = timed(|| Brute::new(&rules.takes, misere, piles));

    let expected = (brute.wins(piles), u128::from(brute.turns(piles)));
    let of_report = |report: &telusur_search::game::GameReport<super::Take>| {
        report.value.ok().map(|value| (value.is_win(), u128::from(value.turns().unwrap_or(0))))
    };
    assert_eq!(of_report(&memo), Some(expected), "depth-first search disagrees with minimax on {piles:?}");
    assert_eq!(of_report(&backward), Some(expected), "backward search disagrees with minimax on {piles:?}");
    assert_eq!(winner, Ok(if expected.0 { Verdict::Win } else { Verdict::Loss }), "{piles:?}");
    assert_eq!(wins, Some(expected.0), "theory disagrees with minimax on {piles:?}");
    assert!(turns.is_none_or(|turns| turns == expected.1), "turns by theory are wrong on {piles:?}");

    let row = |name: &str, states: u64, time: Duration| {
        cells(&format!("{name} | {states} | {} | {:.1} x", milliseconds(time), ratio(brute_time, time)))
    };
    let values = if turns.is_some() { "Grundy values" } else { "Grundy values (no turns)" };
    let rows = vec![
        row("minimax over all positions", brute.positions().count() as u64, brute_time),
        row("backward BFS", backward.stats.stored, backward_time),
        row("DFS with memory", memo.stats.stored, memo_time),
        row("DFS with memory, winner only", winner_run.stats(0, 0).stored, winner_time),
        row(values, piles.len() as u64, theory_time),
    ];
    let (wins, turns) = expected;
    BenchTable::new(
        format!(
            "Stones {}, take {}{}: {} in {turns} turns",
            super::text::write(piles),
            rules.takes,
            if misere { ", last stone loses" } else { "" },
            if wins { "won" } else { "lost" },
        ),
        "way | states | ms | against minimax",
        rows,
        "All ways agree on winner and turns. Searches work on sorted piles; minimax tells piles apart. \
               Grundy values include the search for the period.",
    )
}
