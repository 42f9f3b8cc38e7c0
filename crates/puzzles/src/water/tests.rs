//! The whole entry, through the door that front ends use.

use super::*;
use crate::puzzle::Task;
use crate::random::Random;
use telusur_search::anytime::check_guided;
use telusur_search::{Algorithm, Claim};

fn board(text: &str, options: &[(&str, &str)]) -> Box<dyn Board> {
    let setup = options.iter().fold(Setup::level(text), |setup, (name, value)| setup.with(name, value));
    WaterEntry.open(&setup).unwrap()
}

fn solve(board: &dyn Board, algorithm: Algorithm) -> crate::PathAnswer {
    board.solve(Task::new(&mut ()).with(algorithm)).unwrap().path().unwrap().clone()
}

/// The paper's cases: text, capacity, optimum in units and in pours.
const PAPER: [(&str, &str, Option<(u32, u32)>); 4] = [
    ("1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -", "4", Some((12, 9))),
    ("1 2 2 1 | 3 1 4 2 | 4 5 3 2 | 5 1 3 2 | 4 5 3 1 | - | -", "4", None),
    ("1 2 2 1 | 3 1 4 2 | 4 5 3 5 | 5 4 3 2 | 4 5 3 1 | - | -", "4", Some((18, 16))),
    ("1 2 2 1 | 3 1 4 2 | 4 5 3 2 | 5 1 3 2 | 4 5 3 1 | - | -", "5", Some((18, 15))),
];

#[test]
fn the_four_cases_of_the_paper() {
    for (text, capacity, optimum) in PAPER {
        for (rule, expected) in [("unit", optimum.map(|o| o.0)), ("pour", optimum.map(|o| o.1))] {
            let board = board(text, &[("capacity", capacity), ("rule", rule)]);
            for algorithm in [Algorithm::Auto, Algorithm::Astar, Algorithm::Bfs] {
                let answer = solve(&*board, algorithm);
                assert_eq!(answer.length, expected.map(Into::into), "{text} by {rule}, {algorithm}");
                match expected {
                    Some(_) => assert_eq!(answer.claim, Claim::Optimal),
                    None => {
                        assert_eq!(answer.claim, Claim::Unsolvable);
                        let why = answer.why.unwrap();
                        assert_eq!(why, "colours 1 and 2 have 5 and 5 units, but a tube holds only 4");
                    }
                }
            }
        }
    }
}

/// A random board, mostly with as many units of every colour as a tube holds.
fn random_tubes(random: &mut Random, colours: usize, capacity: usize, tubes: usize) -> Vec<Vec<u8>> {
    let mut units: Vec<u8> = Vec::new();
    for colour in 1..=colours {
        let count = if random.below(3) == 0 { 1 + random.below(capacity) } else { capacity };
        units.extend(std::iter::repeat_n(colour as u8, count));
    }
    random.shuffle(&mut units);
    let mut board = vec![Vec::new(); tubes];
    for unit in units {
        let open: Vec<usize> = (0..tubes).filter(|&tube| board[tube].len() < capacity).collect();
        // Low tubes first most of the time, so that some tubes stay empty.
        let pick = if random.below(4) == 0 { random.below(open.len()) } else { 0 };
        if let Some(&tube) = open.get(pick) {
            board[tube].push(unit);
        }
    }
    board
}

fn small_level(seed: u64, rule: Rule) -> Water<u8, 8> {
    let random = &mut Random::new(seed);
    let colours = 2 + random.below(3);
    let capacity = 1 + random.below(4);
    let spare = 1 + random.below(2);
    let tubes = random_tubes(random, colours, capacity, colours + spare);
    let draft = Draft { tubes, colours: (1..=colours).map(|c| c.to_string()).collect(), capacity };
    let contents = Contents::new(capacity, &draft.tubes, &draft.counts());
    Water::new(draft, contents, rule)
}

#[test]
fn guided_moves_keep_a_shortest_solution() {
    let mut compared = 0;
    for seed in 0..120 {
        for rule in Rule::ALL {
            let water = small_level(seed, rule);
            compared +=
                check_guided(&water, seed, 6, 4000).unwrap_or_else(|e| panic!("seed {seed}, {rule}: {e}"));
        }
    }
    assert!(compared > 1000, "{compared}");
}
