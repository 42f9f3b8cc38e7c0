//! The smallest levels, played and solved: small enough to be interpreted by Miri (`cargo xtask miri`).

use telusur_puzzles::{Setup, Status, Task, catalogue};

#[test]
fn the_smallest_levels_are_played_and_solved() {
    for (puzzle, setup, expected) in [
        ("hanoi", Setup::default().with("discs", "2"), 3),
        ("tiles", Setup::level("1 2/. 3"), 1),
        ("water", Setup::level("1 2 | 2 1 | -").with("capacity", "2"), 3),
    ] {
        let entry = catalogue::find(puzzle).unwrap();
        let mut board = entry.open(&setup).unwrap_or_else(|error| panic!("{puzzle}: {error}"));
        let mut unobserved = ();
        let answer = board.solve(Task::new(&mut unobserved)).unwrap();
        let moves = answer.path().unwrap().moves.clone();
        assert_eq!(moves.len(), expected, "{puzzle}");
        for text in &moves {
            board = board.play(text).unwrap_or_else(|error| panic!("{puzzle}: {error}"));
        }
        assert_eq!(board.status(), Status::Solved, "{puzzle}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    for (puzzle, level) in [("hanoi", "1 1 | |"), ("tiles", "1 2/2 ."), ("water", ""), ("klotski", "a.a")] {
        assert!(catalogue::find(puzzle).unwrap().open(&Setup::level(level)).is_err(), "{puzzle}");
    }
}
