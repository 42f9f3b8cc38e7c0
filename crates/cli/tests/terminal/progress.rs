//! The progress line of long searches: there on a terminal, gone before the answer, and nowhere else.

use crate::folder::Scratch;
use crate::pty::Pty;

#[test]
fn a_long_exploration_shows_its_share_and_takes_the_line_away() {
    let data = Scratch::new();
    let arguments =
        ["explore", "tiles", "--size", "3x4", "--algorithm", "dense", "--memory", "1G", "--time", "6s"];
    let mut pty = Pty::start(&arguments, data.path(), 140, 40);
    pty.wait_until("a progress line", |screen| {
        screen.lines().any(|line| {
            ["% dense: depth ", " states, ", "/s, ", " of 1.0 GiB"].iter().all(|part| line.contains(part))
        })
    });
    assert_eq!(pty.end(), 3);
    let screen = pty.wait_for("the time limit of");
    assert!(!screen.contains("% dense"), "{screen}");
    pty.assert_clean();
}

#[test]
fn a_search_for_a_solution_shows_its_bound_in_one_line_of_any_width() {
    let data = Scratch::new();
    let arguments = ["solve", "tiles", ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--memory", "1G"];
    let mut pty = Pty::start(&arguments, data.path(), 140, 24);
    pty.wait_until("a bound", |screen| screen.contains("idastar: depth ") && screen.contains(", at least "));
    pty.resize(30, 24);
    pty.wait_until("a line of the new width", |screen| {
        screen.lines().filter(|line| !line.is_empty()).count() <= 6
    });
    pty.keys("\u{3}");
    assert_eq!(pty.end(), 3);
    pty.wait_for("Proved so far");
}

/// The terminal's echo of Ctrl-C must not push the line up, out of reach.
#[test]
fn an_interrupted_search_takes_its_line_away() {
    let data = Scratch::new();
    let hard = ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    for columns in [60, 80, 200] {
        let mut pty = Pty::start(&["solve", "tiles", hard, "--memory", "1G"], data.path(), columns, 24);
        pty.wait_until("progress", |screen| screen.contains("idastar: depth "));
        pty.keys("\u{3}");
        assert_eq!(pty.end(), 3);
        let screen = pty.wait_for("Proved so far");
        assert!(!screen.contains("depth "), "{screen}");
    }
}

#[test]
fn quiet_means_quiet() {
    let data = Scratch::new();
    let arguments = ["explore", "tiles", "--size", "3x4", "--algorithm", "bfs", "--quiet", "--time", "1s"];
    let mut pty = Pty::start(&arguments, data.path(), 140, 40);
    assert_eq!(pty.end(), 3);
    assert!(!pty.screen().contains('%'), "{}", pty.screen());
}
