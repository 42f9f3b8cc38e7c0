//! The whole entry, through the door that front ends use.

use super::*;
use crate::puzzle::Task;
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
