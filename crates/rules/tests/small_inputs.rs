//! A small text of rules, read, compiled, solved and refused: small enough to be interpreted by Miri
//! (`cargo xtask miri`).

use telusur_puzzles::{Entry, Setup, Task};
use telusur_rules::{OWN_RULES, Rules};

const TEXT: &str = "puzzle Three\nvar n : 0..3\nvar on : off, lit\nmove up when n < 3: n += 1\nmove switch: on := lit\n\
    goal n == 3 and on == lit\n";

#[test]
fn a_small_text_is_compiled_and_solved() {
    let rules = Rules::load(TEXT).unwrap();
    assert_eq!((rules.bits(), rules.ground_moves()), (3, 2));
    assert_eq!(rules.successors(&[0, 0]).len(), 2);
    let board = OWN_RULES.open(&Setup::default().with("rules", TEXT)).unwrap();
    let mut unobserved = ();
    let answer = board.solve(Task::new(&mut unobserved)).unwrap();
    assert_eq!(answer.path().unwrap().moves.len(), 4);
}

#[test]
fn a_wrong_text_is_refused() {
    assert!(Rules::load("puzzle P\nvar n : 0..3\nmvoe up: n += 1\ngoal m == 3\n").is_err());
}
