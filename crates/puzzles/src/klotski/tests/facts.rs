//! Known numbers, each computed twice by independent programs or published; and the paper's example.

use super::super::*;
use crate::answer::{PathAnswer, Survey};
use crate::puzzle::Task;
use num_bigint::BigUint;
use std::time::Duration;
use telusur_search::{Algorithm, Cancel, Claim, Deadline, Limit, Limits};

const HARDEST: &str = "abcd/aeBB/feBB/fggh/..ii";
/// The example of the paper, with letters for its numbers.
const PAPER: &str = "abBB/ccBB/dd../efgg/efhi";

fn board(level: &str, metric: &str) -> Box<dyn Board> {
    KlotskiEntry.open(&Setup::level(level).with("metric", metric)).unwrap()
}

fn solve(level: &str, metric: &str, algorithm: Algorithm) -> PathAnswer {
    let mut unobserved = ();
    let answer = board(level, metric).solve(Task::new(&mut unobserved).with(algorithm)).unwrap();
    answer.path().unwrap().clone()
}

fn explore(level: &str, metric: &str) -> Survey {
    let mut unobserved = ();
    let task = Task { findings: true, ..Task::new(&mut unobserved) };
    board(level, metric).explore(task).unwrap()
}

fn optima(level: &str) -> [u32; 3] {
    ["moves", "slides", "steps"].map(|metric| {
        let answer = solve(level, metric, Algorithm::Auto);
        assert_eq!(answer.claim, Claim::Optimal);
        assert_eq!(answer.length, Some(BigUint::from(answer.moves.len())));
        answer.moves.len() as u32
    })
}

#[test]
fn heng_dao_li_ma() {
    assert_eq!(optima(USUAL), [81, 90, 116]);
    let moves = explore(USUAL, "moves");
    assert_eq!((moves.states(), moves.goals, moves.radius()), (25_955, 964, Some(124)));
    assert_eq!(moves.shortest_solutions, Some(BigUint::from(256u32)));
    let steps = explore(USUAL, "steps");
    assert_eq!((steps.states(), steps.radius(), steps.edges), (25_955, Some(167), Some(83_896)));
    let finding = |survey: &Survey, name: &str| {
        survey.findings.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone()).unwrap()
    };
    assert_eq!(finding(&steps, "undirected edges"), "41948");
    assert_eq!(finding(&moves, "layouts of these pieces"), "65880");
    assert_eq!(finding(&moves, "components"), "898");
    assert_eq!(finding(&moves, "solvable layouts"), "53954");
    assert_eq!(finding(&moves, "hardest start"), "93 moves");
    assert_eq!(finding(&steps, "hardest start"), "126 steps");
}

#[test]
fn the_hardest_board_with_two_blanks() {
    assert_eq!(optima(HARDEST), [138, 150, 179]);
    let survey = explore(HARDEST, "moves");
    assert_eq!((survey.states(), survey.goals), (81_340, 6_364));
    assert_eq!(survey.shortest_solutions, Some(BigUint::from(10_160_640u32)));
}

#[test]
fn the_example_of_the_paper() {
    assert_eq!(optima(PAPER), [34, 35, 48]);
    assert_eq!(explore(PAPER, "moves").states(), 81_462);
    // Its own order finds a solution of the same length, one cell at a time.
    let setup = Setup::level(PAPER).with("order", "paper");
    let board = KlotskiEntry.open(&setup).unwrap();
    assert_eq!(board.metric(), "steps");
    let mut unobserved = ();
    let answer = board.solve(Task::new(&mut unobserved)).unwrap();
    assert_eq!(answer.path().unwrap().moves.len(), 48);
}

#[test]
fn all_algorithms_agree_on_heng_dao_li_ma() {
    for algorithm in [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Frontier, Algorithm::Astar] {
        for (metric, optimum) in [("moves", 81), ("slides", 90), ("steps", 116)] {
            let answer = solve(USUAL, metric, algorithm);
            assert_eq!((answer.claim, answer.moves.len()), (Claim::Optimal, optimum), "{algorithm} {metric}");
        }
    }
    for algorithm in [Algorithm::Dfs, Algorithm::Greedy] {
        let answer = solve(USUAL, "moves", algorithm);
        assert!(answer.claim == Claim::Feasible && answer.moves.len() >= 81, "{algorithm}");
    }
}

#[test]
fn the_whole_family_with_two_blanks() {
    let sets = family(Metric::Moves, 2, &Limits::none()).sets;
    let sum = |value: fn(&PieceSet) -> u64| sets.iter().map(value).sum::<u64>();
    assert_eq!(sum(|set| set.layouts), 1_588_914);
    assert_eq!(sum(|set| set.solvable), 1_299_392);
    assert_eq!(sum(|set| set.components), 21_132);
    assert_eq!(sum(|set| set.depths.iter().sum()), 1_299_392);
    let set = |lying, upright| sets.iter().find(|s| (s.lying, s.upright) == (lying, upright)).unwrap();
    let classic = set(1, 4);
    assert_eq!(
        (classic.singles, classic.layouts, classic.components, classic.solvable, classic.radius()),
        (4, 65_880, 898, 53_954, Some(93))
    );
    assert_eq!(sets.iter().filter_map(PieceSet::radius).max(), Some(138));
    // The hardest starts are what the table says, by a search of their own.
    for set in sets.iter().filter(|set| set.radius() > Some(90)) {
        let hardest = set.hardest.as_deref().unwrap();
        assert_eq!(solve(hardest, "moves", Algorithm::Auto).moves.len() as u32, set.radius().unwrap());
    }
    assert_eq!(
        family(Metric::Steps, 1, &Limits::none()).sets.iter().filter_map(PieceSet::radius).max(),
        Some(179)
    );
}

/// A family that is stopped holds whole piece sets only, and says how many there would be.
#[test]
fn a_family_that_is_stopped_is_a_part_of_the_whole() {
    let whole = family(Metric::Moves, 1, &Limits::none());
    assert_eq!((whole.of, whole.stopped), (Some(whole.sets.len()), None));
    let late = Limits::none().within(Duration::ZERO);
    assert_eq!(
        family(Metric::Moves, 2, &late),
        Family { sets: vec![], of: None, stopped: Some(Limit::Time(Duration::ZERO)) }
    );
    // The largest sets need some megabytes each.
    for bytes in [1 << 16, 1 << 19, 1 << 20, 2 << 20, 24 << 20] {
        for threads in [1, 2] {
            let part = family(Metric::Moves, threads, &Limits::none().with_bytes(bytes));
            assert!(part.stopped.is_none() || part.stopped == Some(Limit::Bytes(bytes)));
            assert_eq!(part.stopped.is_none(), part.of == Some(part.sets.len()), "{bytes}");
            assert!(part.sets.iter().all(|set| whole.sets.contains(set)));
        }
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let mut limits = Limits::none();
    limits.deadline = Deadline::new(None, cancel);
    let mut unobserved = ();
    let task = Task { limits, ..Task::new(&mut unobserved) };
    assert_eq!(family::report(Metric::Moves, &task).stopped, Some(Limit::Cancelled));
}

#[test]
fn a_component_without_a_solution() {
    // Five upright pieces and four singles: one component of 7,462 states never reaches the door.
    let sets: Vec<_> = family(Metric::Moves, 1, &Limits::none())
        .sets
        .into_iter()
        .filter(|s| (s.lying, s.upright) == (0, 5))
        .collect();
    assert_eq!(sets[0].solvable, 7_462);
    let mut found = false;
    let mut look = |state| {
        let text = classic::text(state);
        let answer = solve(&text, "moves", Algorithm::Auto);
        // Mirror images count once in a search, so the component shows as half of its size.
        if answer.claim == Claim::Unsolvable && answer.depths.iter().sum::<u64>() > 3000 {
            assert_eq!(explore(&text, "moves").states(), 7_462);
            found = true;
        }
        // No further once it is found.
        if found { Err(()) } else { Ok(()) }
    };
    let pieces = classic::Pieces { lying: 0, upright: 5, singles: 4 };
    assert_eq!(classic::fill(1, pieces, &mut look), Err(()));
    assert!(found);
}

#[test]
fn layouts_with_two_or_more_blanks() {
    // Every piece set with at most 14 cells beside the square.
    let (mut layouts, mut sets) = (0u64, 0);
    for lying in 0..=7u8 {
        for upright in 0..=7 - lying {
            for singles in 0..=14 - 2 * (lying + upright) {
                let mut count = 0;
                for place in 0..12 {
                    let mut one_more = |_| {
                        count += 1;
                        Ok::<(), Limit>(())
                    };
                    classic::fill(place, classic::Pieces { lying, upright, singles }, &mut one_more).unwrap();
                }
                layouts += count;
                sets += u32::from(count > 0);
            }
        }
    }
    assert_eq!((layouts, sets), (29_334_498, 203));
}

/// Many different pieces with much room: layer by layer, the goal is out of reach.
#[test]
fn auto_does_not_go_on_by_layers_where_that_leads_nowhere() {
    for (level, goal, length) in
        [("abcd/efgh/ij../....", "efcd/abgh/ij../....", 9), ("abcd/efgh/ijkl/m...", "bacd/efgh/ijkl/m...", 9)]
    {
        let board = KlotskiEntry.open(&Setup::level(level).with("goal", goal)).unwrap();
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = task.limits.with_states(400_000);
        let answer = board.solve(task).unwrap().path().unwrap().clone();
        assert_eq!(
            (answer.claim, answer.length),
            (Claim::Optimal, Some(BigUint::from(length as u32))),
            "{level}"
        );
        assert!(answer.reason.contains("states were reached by layers"), "{}", answer.reason);
        assert!(answer.stats.stored > 1 << 17, "the first search counts: {:?}", answer.stats);
    }
}
