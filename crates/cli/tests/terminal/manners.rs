//! How the program behaves in a terminal: it gives back what it took, whatever ends or interrupts it.

use crate::folder::Scratch;
use crate::pty::Pty;
use std::time::Duration;

/// Beyond any search.
const HARD: &str = ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

#[test]
fn the_terminal_is_clean_after_any_end() {
    for signal in ["TERM", "INT", "HUP", "QUIT"] {
        let data = Scratch::new();
        let mut pty = Pty::start(&["play", "tiles", "first"], data.path(), 80, 24);
        pty.wait_for("Moves 0");
        pty.type_until("5", "Moves 1");
        pty.signal(signal);
        assert_eq!(pty.end(), 3, "{signal}");
        pty.assert_clean();
        pty.wait_for("Your game is kept");
        // Nothing is lost.
        let mut again = Pty::start(&["play", "--continue"], data.path(), 80, 24);
        again.wait_for("Moves 1");
        again.keys("\u{3}");
        assert_eq!(again.end(), 3);
        again.assert_clean();
    }
}

#[test]
fn a_kill_in_the_middle_of_a_search() {
    let data = Scratch::new();
    let arguments = ["play", "tiles", HARD, "--algorithm", "bfs", "--memory", "256M"];
    let mut pty = Pty::start(&arguments, data.path(), 80, 24);
    pty.wait_for("Moves 0");
    pty.type_until("s", "Esc stops it");
    pty.signal("TERM");
    assert_eq!(pty.end(), 3);
    pty.assert_clean();
}

#[test]
fn a_search_is_stopped_by_escape_and_says_what_it_knows() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "tiles", HARD], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    pty.type_until("s", "Esc stops it");
    pty.wait_until("some states", |screen| {
        screen.lines().any(|line| line.contains("States ") && !line.trim_end().ends_with(" 0"))
    });
    pty.type_until("\u{1b}", "Not settled yet: every solution has at least");
}

#[test]
fn keys_typed_while_the_window_changes_are_not_lost() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "tiles", "first"], data.path(), 100, 30);
    pty.wait_for("Moves 0");
    for number in 1..=150_u64 {
        // While the program draws the first change, the second one and the key arrive together.
        pty.resize(90, 30);
        std::thread::sleep(Duration::from_micros(number * 20));
        pty.resize(100, 30);
        std::thread::sleep(Duration::from_micros(number % 7 * 30));
        // The same tile goes to and fro.
        pty.type_until("5", &format!("Moves {number} "));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn it_rests_and_comes_back() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "tiles", "first"], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    for (number, key) in [(1, "5"), (2, "8")] {
        pty.keys("\u{1a}");
        pty.wait_until("a rest", |_| pty.is_stopped());
        pty.assert_clean();
        pty.signal("CONT");
        pty.wait_for(&format!("Moves {}", number - 1));
        pty.type_until(key, &format!("Moves {number}"));
    }
    // The shell may ask for it too, and somebody may stop it without asking.
    pty.signal("TSTP");
    pty.wait_until("a rest", |_| pty.is_stopped());
    pty.signal("CONT");
    pty.type_until("u", "Moves 1");
    pty.signal("STOP");
    pty.wait_until("a stop", |_| pty.is_stopped());
    pty.signal("CONT");
    pty.type_until("u", "Moves 0");
    pty.keys("\u{3}");
    assert_eq!(pty.end(), 3);
    pty.assert_clean();
}

/// Changes the size and waits until everything is drawn in it: the clock stands at the right edge.
fn resize(pty: &Pty, columns: u16, rows: u16) {
    pty.resize(columns, rows);
    pty.wait_until("the new size", |screen| {
        let width = screen.lines().next().map_or(0, |line| line.trim_end().chars().count());
        width == usize::from(columns) && screen.contains("? keys")
    });
}

#[test]
fn the_window_changes_its_size_at_any_time() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "hanoi", "--discs", "8"], data.path(), 80, 24);
    pty.wait_for("? keys");
    pty.resize(20, 6);
    pty.wait_for("window of 24");
    // A small window has the keys without their words.
    pty.resize(40, 12);
    pty.wait_for("?  H  a");
    resize(&pty, 60, 20);
    pty.keys("s");
    for (columns, rows) in [(120, 40), (60, 20), (200, 50), (61, 21), (100, 30)] {
        resize(&pty, columns, rows);
        pty.wait_for("/255");
    }
    pty.type_until("?", "hint; again for more");
    pty.resize(60, 20);
    pty.wait_until("a smaller help", |screen| screen.lines().any(|line| line.starts_with('┌')));
    pty.type_until("\u{1b}", "? keys");
}

#[test]
fn letters_and_colours_are_what_the_terminal_can() {
    let data = Scratch::new();
    let pty = Pty::start_with(&["play", "klotski", "first-steps"], data.path(), 80, 24, &[("LANG", "C")]);
    pty.wait_for("? keys");
    assert!(pty.bytes().is_ascii(), "the locale has no Unicode");
    let pty = Pty::start_with(&["play", "water", "rack-01"], data.path(), 80, 24, &[("NO_COLOR", "1")]);
    pty.wait_for("? keys");
    let text = String::from_utf8_lossy(&pty.bytes()).into_owned();
    assert!(!text.contains("38;") && !text.contains("48;"), "no colours are wanted");
    let pty =
        Pty::start_with(&["play", "water", "rack-01"], data.path(), 80, 24, &[("COLORTERM", "truecolor")]);
    pty.wait_for("? keys");
    assert!(String::from_utf8_lossy(&pty.bytes()).contains("48;2;"));
    let pty = Pty::start_with(&["play"], data.path(), 80, 24, &[("LANG", "id_ID.UTF-8")]);
    pty.wait_for("Menara Hanoi");
}

#[test]
fn without_a_terminal_lines_are_read() {
    let data = Scratch::new();
    // A dumb terminal is no screen.
    let mut pty = Pty::start_with(&["play", "hanoi", "2 1 | |"], data.path(), 80, 24, &[("TERM", "dumb")]);
    pty.wait_for("> ");
    pty.keys("A>B A>C B>C\n");
    pty.wait_for("Solved in 3 moves. No solution is shorter.");
    pty.keys("quit\n");
    assert_eq!(pty.end(), 0);
    assert!(!pty.bytes().contains(&0x1b), "no escapes");
    // A screen reader's user asks for it.
    let mut pty = Pty::start(&["play", "hanoi", "2 1 | |", "--plain=sentences"], data.path(), 80, 24);
    pty.wait_for("Peg A holds, bottom to top, 2, 1");
    pty.type_until("A>B\n", "peg B holds, bottom to top, 1");
}

#[test]
fn the_menu_leads_to_a_game_and_back() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play"], data.path(), 80, 24);
    pty.wait_for("Tower of Hanoi");
    pty.type_until("L", "Menara Hanoi");
    pty.type_until("L", "Tower of Hanoi");
    pty.type_until("\u{1b}[B\u{1b}[B\r", "Make a level");
    pty.type_until("\r", "Moves 0");
    pty.type_until("n", "Make a level");
    pty.type_until("gll\r", "Moves 0");
    pty.type_until("q", "Puzzles");
    pty.keys("q");
    assert_eq!(pty.end(), 0);
    pty.assert_clean();
}
