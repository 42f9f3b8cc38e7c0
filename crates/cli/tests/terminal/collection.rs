//! The collection of puzzles written as text, each played to its end by naming moves, and some of them with the mouse.

use crate::folder::Scratch;
use crate::games::solution;
use crate::pty::Pty;

/// A short level of every text for one.
fn levels() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../../rules/tests/data/short-levels.txt").lines().filter_map(|line| line.split_once(' '))
}

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
    for (puzzle, level) in levels().skip(number).step_by(3) {
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

/// Rows above the board: title and instructions.
const ABOVE: usize = 3;
/// Columns of the board; what was played stands beside it.
const BOARD: usize = 68;

/// The column and row of a text on the board.
fn place(screen: &str, text: &str) -> (usize, usize) {
    let found = screen.lines().enumerate().skip(ABOVE).find_map(|(row, line)| {
        let line: String = line.chars().take(BOARD).collect();
        let at = line.find(text)?;
        Some((line[..at].chars().count() + text.chars().count() / 2, row))
    });
    found.unwrap_or_else(|| panic!("'{text}' is not on the screen:\n{screen}"))
}

/// Presses the mouse at one cell of the screen and lets it go at another.
fn drag(pty: &mut Pty, from: (usize, usize), to: (usize, usize)) {
    let event = |kind: u32, (column, row): (usize, usize), end: char| {
        format!("\u{1b}[<{kind};{};{}{end}", column + 1, row + 1)
    };
    pty.keys(&event(0, from, 'M'));
    if from != to {
        pty.keys(&event(32, to, 'M'));
    }
    pty.keys(&event(0, to, 'm'));
}

/// Plays on the screen; each move is made from one place of it to another.
fn by_mouse(puzzle: &str, level: &str, places: impl Fn(&str, &str) -> [(usize, usize); 2]) {
    let data = Scratch::new();
    let moves = solution(puzzle, level);
    let mut pty = Pty::start(&["play", puzzle, level], data.path(), 100, 30);
    let mut screen = pty.wait_for("Moves 0");
    for (i, text) in moves.iter().enumerate() {
        let [from, to] = places(&screen, text);
        drag(&mut pty, from, to);
        screen = pty.wait_for(&format!("Moves {}", i + 1));
    }
    pty.wait_for(&format!("Solved in {} moves", moves.len()));
    pty.keys("q");
    pty.wait_for("Puzzles");
    pty.keys("q");
    assert_eq!(pty.end(), 0);
    pty.assert_clean();
}

#[test]
fn buttons_by_mouse() {
    by_mouse("missionaries", "three", |screen, text| [place(screen, &text.replace('-', " ")); 2]);
}

#[test]
fn things_by_mouse() {
    by_mouse("crossing", "all", |screen, text| match text.split('-').collect::<Vec<_>>()[..] {
        ["take", load, _] => [place(screen, load); 2],
        // Nobody but the farmer: dragged into the column of the other bank.
        ["cross", .., bank] => {
            let farmer = place(screen, "farmer");
            [farmer, (place(screen, bank).0, farmer.1)]
        }
        _ => panic!("{text}"),
    });
}
