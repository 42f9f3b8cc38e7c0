//! Every puzzle played to its end with keys, in a pseudo-terminal.

use crate::folder::Scratch;
use crate::pty::Pty;
use std::process::Command;

/// The moves of a shortest solution.
pub(crate) fn solution(puzzle: &str, level: &str) -> Vec<String> {
    let output = Command::new(crate::PROGRAM).args(["solve", puzzle, level, "--quiet"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Plays moves whose digits are the keys, and waits after each until it is counted.
fn play_digits(puzzle: &str, level: &str, moves: &[String]) {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", puzzle, level], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    for (i, text) in moves.iter().enumerate() {
        let keys: String = text
            .chars()
            .filter_map(|letter| match letter {
                'A'..='I' => char::from_digit(letter as u32 - 'A' as u32 + 1, 10),
                digit => digit.is_ascii_digit().then_some(digit),
            })
            .collect();
        pty.type_until(&keys, &format!("Moves {}", i + 1));
    }
    pty.wait_for(&format!("Solved in {}", moves.len()));
    pty.keys("q");
    pty.wait_for("Puzzles");
    pty.keys("q");
    assert_eq!(pty.end(), 0);
    pty.assert_clean();
}

#[test]
fn hanoi_by_numbers() {
    play_digits("hanoi", "three", &solution("hanoi", "three"));
}

#[test]
fn water_by_numbers() {
    play_digits("water", "rack-01", &solution("water", "rack-01"));
}

#[test]
fn tiles_by_numbers() {
    play_digits("tiles", "first", &solution("tiles", "first"));
}

#[test]
fn stones_against_the_machine_until_somebody_wins() {
    let data = Scratch::new();
    let arguments = ["play", "stones", "3 4 5", "--opponent", "random"];
    let mut pty = Pty::start(&arguments, data.path(), 80, 24);
    pty.wait_for("Your move");
    let mut turns = 0;
    loop {
        // One stone of the first pile that has any.
        let screen = pty.wait_until("a whole frame", |_| true);
        let counts = screen.lines().find(|line| line.trim_start().starts_with('─')).unwrap_or_default();
        let piles: Vec<&str> = counts.split('─').map(str::trim).filter(|part| !part.is_empty()).collect();
        let pile = piles.iter().position(|count| *count != "0").map(|pile| pile + 1).unwrap_or(1);
        pty.keys(&format!("{pile}1"));
        turns += 1;
        let screen = pty.wait_until("the next turn", |screen| {
            screen.contains("You win.")
                || screen.contains("machine wins.")
                || screen.contains("Your move") && !screen.contains(&format!("Turns {} ", 2 * turns - 2))
        });
        if screen.contains("You win.") || screen.contains("The machine wins.") {
            break;
        }
        assert!(turns < 20, "{screen}");
    }
    pty.keys("\u{3}");
    assert_eq!(pty.end(), 3);
    pty.assert_clean();
}

/// Where the letter of a piece stands on the board.
fn place(screen: &str, letter: &str) -> Option<(i32, i32)> {
    let rows = screen.lines().enumerate().skip(2).take(17);
    rows.filter_map(|(y, line)| {
        let line: String = line.chars().take(50).collect();
        let at = line.find(letter)?;
        Some((line[..at].chars().count() as i32 + letter.len() as i32 / 2, y as i32))
    })
    .next()
}

/// Walks the cursor to a piece with the letters of the keyboard.
fn walk(pty: &mut Pty, piece: char) {
    let goal = format!("[{piece}]");
    for _ in 0..60 {
        let screen = pty.wait_until("a whole frame", |_| true);
        if place(&screen, &goal).is_some() {
            return;
        }
        let cursor = screen.lines().skip(1).take(18).find_map(|line| {
            let at = line.find('[')?;
            line[at..].get(..3).filter(|mark| mark.ends_with(']')).map(str::to_owned)
        });
        let Some(cursor) = cursor else {
            pty.keys("l");
            pty.wait_until("a cursor", |screen| screen.contains('['));
            continue;
        };
        let (Some((x, y)), Some((to_x, to_y))) =
            (place(&screen, &cursor), place(&screen, &piece.to_string()))
        else {
            panic!("no {piece} or no {cursor} in\n{screen}");
        };
        let (across, down) = (to_x - x, 2 * (to_y - y));
        let level = if across > 0 { "l" } else { "h" };
        let upright = if down > 0 { "j" } else { "k" };
        let order = if across.abs() >= down.abs() { [level, upright] } else { [upright, level] };
        for key in order.into_iter().chain(["l", "j", "h", "k"]) {
            pty.keys(key);
            // A key that leads nowhere changes nothing, so there is nothing to wait for but a moment.
            let moved = (0..120).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(25));
                !pty.screen().contains(&cursor)
            });
            if moved {
                break;
            }
        }
    }
    panic!("the cursor never comes to {piece}:\n{}", pty.screen());
}

#[test]
fn klotski_by_cursor() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "klotski", "first-steps"], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    let moves = solution("klotski", "first-steps");
    for (i, text) in moves.iter().enumerate() {
        let mut letters = text.chars();
        let piece = letters.next().unwrap();
        walk(&mut pty, piece);
        pty.keys(" ");
        // A piece with a single way goes at once.
        let screen = pty.wait_until("a piece in the hand", |screen| {
            screen.contains(&format!("<{piece}>")) || screen.contains(&format!("Moves {}", i + 1))
        });
        if screen.contains(&format!("<{piece}>")) {
            let arrows: String = letters
                .map(|step| match step {
                    'u' => "\u{1b}[A",
                    'd' => "\u{1b}[B",
                    'r' => "\u{1b}[C",
                    _ => "\u{1b}[D",
                })
                .collect();
            pty.keys(&arrows);
            pty.keys("\r");
        }
        pty.wait_for(&format!("Moves {}", i + 1));
    }
    pty.wait_for("Solved in 2 moves. No solution is shorter. ★★★");
}

#[test]
fn a_solution_is_found_and_watched_to_its_end() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "klotski", "heng-dao-li-ma"], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    let screen = pty.type_until("s", "Solved in 81 moves. No solution is shorter; this is proved.");
    assert!(screen.contains("States per depth"), "{screen}");
    // As fast as it goes, to the end by itself.
    pty.keys("+++++++");
    pty.wait_until("the end", |screen| screen.contains("81/81") && screen.contains("Moves 81"));
    pty.keys("u");
    let begin = pty.wait_until("the begin", |screen| screen.contains("Moves 0") && screen.contains(" 0/81"));
    // And the mouse: a click in the middle of the scale.
    let row = begin.lines().position(|line| line.contains(" 0/81")).unwrap() + 1;
    pty.keys(&format!("\u{1b}[<0;36;{row}M\u{1b}[<0;36;{row}m"));
    pty.wait_until("a place in the middle", |screen| !screen.contains(" 0/81") && screen.contains("/81"));
}

#[test]
fn the_mouse_plays_too() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "hanoi", "2 1 | |"], data.path(), 60, 20);
    let screen = pty.wait_for("Moves 0");
    let row = screen.lines().position(|line| line.contains(" A ")).unwrap() + 1;
    let line = screen.lines().nth(row - 1).unwrap();
    let column = |peg: char| line.chars().position(|letter| letter == peg).unwrap() + 1;
    for (i, (from, to)) in [('A', 'B'), ('A', 'C'), ('B', 'C')].into_iter().enumerate() {
        for peg in [from, to] {
            let x = column(peg);
            pty.keys(&format!("\u{1b}[<0;{x};{row}M\u{1b}[<0;{x};{row}m"));
        }
        pty.wait_for(&format!("Moves {}", i + 1));
    }
    pty.wait_for("Solved in 3 moves");
}
