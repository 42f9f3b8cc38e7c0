//! Numbers on both sides of every width: distances and packings around 2^7, 2^8 and 2^16, where a table, a field or a
//! state becomes one byte wider, answered by every algorithm and held against a length that is known otherwise.

use num_bigint::BigUint;
use std::time::Duration;
use telusur_puzzles::{Answer, Board, Setup, Task, catalogue};
use telusur_search::{Algorithm, Budget, Claim};

/// Boards with their true lengths; `None` for boards without a solution.
type Case = (&'static str, Setup, Option<u64>);

fn hanoi(rule: &str, to: &str, discs: usize, length: Option<u64>) -> Case {
    let setup = Setup::default().with("rule", rule).with("to", to).with("discs", &discs.to_string());
    ("hanoi", setup, length)
}

/// Solves a board by every algorithm it knows, and holds every claim against the truth. Returns who proved it.
fn hold(board: &dyn Board, truth: Option<u64>, what: &str) -> Vec<Algorithm> {
    let mut proved = Vec::new();
    for algorithm in board.algorithms() {
        if algorithm == Algorithm::Frontier && truth > Some(20_000) {
            // It finds a long way again by halves, which takes seconds; shorter ones show the same.
            continue;
        }
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved).with(algorithm);
        // Without memory nothing gets as far.
        let states = if algorithm == Algorithm::Iddfs { 20_000 } else { 400_000 };
        let budget = Budget::default().with_states(states).with_bytes(256 << 20);
        task.limits = budget.with_time(Duration::from_secs(120)).into();
        let answer = board.solve(task).unwrap_or_else(|e| panic!("{what}, {algorithm}: {e}"));
        let Answer::Path(path) = answer else { panic!("{what} is no puzzle for one") };
        let length = path.length.clone();
        match (path.claim, truth) {
            (Claim::Optimal, Some(truth)) => assert_eq!(length, Some(truth.into()), "{what}, {algorithm}"),
            (Claim::Feasible, Some(truth)) => assert!(length >= Some(truth.into()), "{what}, {algorithm}"),
            (Claim::Stopped, _) | (Claim::Unsolvable, None) => {}
            (claim, _) => panic!("{what}, {algorithm} says {claim}: {}", path.reason),
        }
        if let (Some(truth), true) = (truth, path.claim != Claim::Unsolvable) {
            assert!(path.lower_bound <= BigUint::from(truth), "{what}, {algorithm}: {}", path.lower_bound);
        }
        if matches!(path.claim, Claim::Optimal | Claim::Unsolvable) {
            proved.push(algorithm);
        }
    }
    proved
}

fn check(cases: impl IntoIterator<Item = Case>, provers: &[Algorithm]) {
    for (puzzle, setup, truth) in cases {
        let entry = catalogue::find(puzzle).unwrap();
        let board = catalogue::open(entry, &setup).unwrap_or_else(|e| panic!("{setup:?}: {e}"));
        let proved = hold(&*board, truth, &format!("{puzzle} {setup:?}"));
        let asked = |prover: &&Algorithm| **prover != Algorithm::Frontier || truth <= Some(20_000);
        for prover in provers.iter().filter(asked).filter(|prover| board.algorithms().contains(prover)) {
            assert!(proved.contains(prover), "{setup:?}: {prover} proved nothing");
        }
    }
}

#[test]
fn towers_with_distances_around_a_byte_and_around_two() {
    use Algorithm::{Astar, Auto, Bfs, Bidirectional, Dense, Frontier};
    let linear = |discs: u32| 3u64.pow(discs) - 1;
    // Atkinson's recursion, as in the tables of facts: one step away and two.
    let cyclic =
        |discs: usize| (0..discs).fold((0u64, 0u64), |(one, two), _| (2 * two + 1, 2 * two + one + 2));
    for discs in [5, 6, 10, 11] {
        let cases = [
            hanoi("linear", "C", discs, Some(linear(discs as u32))),
            hanoi("star", "C", discs, Some(linear(discs as u32))),
            hanoi("linear", "B", discs, Some(linear(discs as u32) / 2)),
            hanoi("cyclic", "C", discs, Some(cyclic(discs).1)),
            hanoi("C>B,B>A,A>C", "B", discs, Some(cyclic(discs).1)),
            // From the tail of a one-way line a tower of two and more never arrives.
            hanoi("A>B,B>C", "C", discs, None),
        ];
        check(cases, &[Auto, Bfs, Astar, Bidirectional, Dense, Frontier]);
    }
    assert_eq!((cyclic(8).0, cyclic(8).1, cyclic(11).1), (2447, 3343, 68_191));
}

#[test]
fn rows_of_tiles_as_long_as_a_byte_counts() {
    use Algorithm::{Astar, Auto, Bfs, Bidirectional, Dfs, Frontier, Greedy, Idastar};
    let cases = [3, 127, 128, 129, 200, 255, 256].into_iter().flat_map(|cells| {
        let tiles = (1..cells).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
        let first = Setup::level(&format!(". {tiles}"));
        let swapped = first.level.clone().unwrap_or_default().replacen(". 1 2", ". 2 1", 1);
        [format!("1x{cells}"), format!("{cells}x1")].into_iter().flat_map(move |size| {
            let level = first.clone().with("size", &size);
            let stuck = Setup::level(&swapped).with("size", &size);
            // The goal has its blank last; and from there back.
            let back =
                Setup::level(&format!("{tiles} .")).with("size", &size).with("goal", &format!(". {tiles}"));
            let way = Some(cells as u64 - 1);
            [("tiles", level, way), ("tiles", back, way), ("tiles", stuck, None)]
        })
    });
    check(cases, &[Auto, Bfs, Astar, Bidirectional, Dfs, Frontier, Greedy, Idastar]);
}

/// A corridor of walls in which one block has to go all the way: as many steps as it has cells.
fn corridor(rows: usize) -> (String, String, u64) {
    let wide = 30;
    let mut cells = vec![vec!['#'; wide]; 2 * rows - 1];
    for row in 0..rows {
        cells[2 * row].fill('.');
        if row + 1 < rows {
            cells[2 * row + 1][if row % 2 == 0 { wide - 1 } else { 0 }] = '.';
        }
    }
    let end = if rows % 2 == 1 { wide - 1 } else { 0 };
    let write =
        |cells: &[Vec<char>]| cells.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
    let mut goal = cells.clone();
    cells[0][0] = 'a';
    goal[2 * rows - 2][end] = 'a';
    let length = (rows * wide + rows - 1 - 1) as u64;
    (write(&cells), write(&goal), length)
}

#[test]
fn corridors_longer_than_a_byte_counts() {
    use Algorithm::{Astar, Auto, Bfs, Frontier};
    let cases = [8, 9, 33].into_iter().flat_map(|rows| {
        let (level, goal, length) = corridor(rows);
        let setup = Setup::level(&level).with("goal", &goal);
        let straight = 2 * rows as u64 - 1;
        [("steps", length), ("slides", straight), ("moves", 1)]
            .map(|(metric, length)| ("klotski", setup.clone().with("metric", metric), Some(length)))
    });
    check(cases, &[Auto, Bfs, Astar, Frontier]);
}

/// Many colours, each in a tube of its own but for two, so that a level has few or many contents while its solution
/// stays short.
fn nearly_sorted(colours: usize) -> String {
    let mut tubes: Vec<String> =
        (3..=colours).map(|colour| format!("{colour} {colour} {colour} {colour}")).collect();
    tubes.extend(["1 1 1 2", "2 2 2 1", "-"].map(str::to_owned));
    tubes.join(" | ")
}

#[test]
fn racks_with_more_contents_than_a_byte_counts() {
    use Algorithm::{Astar, Auto, Bfs};
    let cases = [3, 60, 66].into_iter().flat_map(|colours| {
        let setup = Setup::level(&nearly_sorted(colours));
        ["pour", "unit", "strict"].map(|rule| ("water", setup.clone().with("rule", rule), Some(3)))
    });
    check(cases, &[Auto, Bfs, Astar]);
}

#[test]
fn piles_and_turns_around_a_byte_and_around_two() {
    let entry = catalogue::find("stones").unwrap();
    for stones in [255u64, 256, 65_535, 65_536] {
        for (take, misere) in [("1", false), ("1-3", true), ("2,3", true)] {
            let mut setup = Setup::level(&stones.to_string()).with("take", take);
            if misere {
                setup = setup.with("misere", "true");
            }
            let board = entry.open(&setup).unwrap();
            let mut first = None;
            for algorithm in board.algorithms() {
                let mut unobserved = ();
                let mut task = Task::new(&mut unobserved).with(algorithm);
                task.limits = Budget::default().with_states(200_000).with_bytes(256 << 20).into();
                let answer = board.solve(task).unwrap();
                let game = answer.game().unwrap();
                let Some(verdict) = game.verdict else { continue };
                let found = (verdict, game.turns.clone(), game.winning_moves.clone());
                let known = first.get_or_insert_with(|| found.clone());
                assert_eq!((known.0, &known.2), (found.0, &found.2), "{stones}, {take}, {algorithm}");
                if let (Some(turns), Some(known)) = (&found.1, &known.1) {
                    assert_eq!(turns, known, "{stones}, {take}, {algorithm}");
                }
                if take == "1" {
                    assert_eq!(found.1, Some(stones.into()), "every turn takes one stone");
                }
            }
            assert!(first.is_some());
        }
    }
}
