//! The collection of puzzles written as text, each played to its end by naming moves.

use crate::folder::Scratch;
use crate::games::solution;
use crate::pty::Pty;

/// The shortest level of every puzzle for one.
const LEVELS: [(&str, &str); 17] = [
    ("jugs", "empty"),
    ("crossing", "all"),
    ("missionaries", "three"),
    ("frogs", "three"),
    ("knights", "four"),
    ("pancakes", "five"),
    ("burnt", "one"),
    ("topspin", "first"),
    ("lights", "cross"),
    ("cube", "four"),
    ("solitaire", "plus"),
    ("triangle", "corner"),
    ("blocks", "sussman"),
    ("sokoban", "one"),
    ("magnetic", "four"),
    ("line", "three"),
    ("star", "five"),
];

/// Plays by naming moves, one a line, and leaves.
fn by_name(puzzle: &str, level: &str, moves: &[String], end: &str) {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", puzzle, level, "--plain"], data.path(), 100, 40);
    pty.wait_for(">");
    for text in moves {
        pty.keys(&format!("{text}\r"));
    }
    pty.wait_for(end);
    pty.keys("quit\r");
    assert_eq!(pty.end(), 0, "{puzzle} {level}");
}

/// Every third of them, so that the three parts run beside each other.
fn part(number: usize) {
    for (puzzle, level) in LEVELS.into_iter().skip(number).step_by(3) {
        let moves = solution(puzzle, level);
        let count = if moves.len() == 1 { "1 move".to_owned() } else { format!("{} moves", moves.len()) };
        by_name(puzzle, level, &moves, &format!("Solved in {count}"));
    }
}

#[test]
fn the_first_third_by_name() {
    part(0);
}

#[test]
fn the_second_third_by_name() {
    part(1);
}

#[test]
fn the_last_third_by_name() {
    part(2);
}

#[test]
fn the_games_by_name() {
    for (game, level, moves) in [
        ("nim", "usual", ["take-3-1", "take-4-2", "take-5-3"].as_slice()),
        ("noughts", "empty", &["put-a1", "put-b2", "put-b1", "put-c3", "put-c1"]),
    ] {
        // Two people, instead of one against the machine that usually sits there.
        let moves: Vec<String> =
            ["opponent person 2"].iter().chain(moves).map(|&text| text.to_owned()).collect();
        by_name(game, level, &moves, "Player 1 wins");
    }
}
