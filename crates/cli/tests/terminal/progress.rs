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
            let parts =
                [" %, ", " s, about ", " left, ", " states/s, bit-array search, depth ", " of 1.0 GiB"];
            parts.iter().all(|part| line.contains(part))
                || parts[3..].iter().all(|part| line.contains(part))
                    && line.contains(" s to the time limit, ")
        })
    });
    assert_eq!(pty.end(), 3);
    let screen = pty.wait_for("the time limit of");
    assert!(!screen.contains("states/s"), "{screen}");
    pty.assert_clean();
}

#[test]
fn a_search_for_a_solution_shows_its_bound_in_one_line_of_any_width() {
    let data = Scratch::new();
    let arguments = ["solve", "tiles", ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--memory", "1G"];
    let mut pty = Pty::start(&arguments, data.path(), 140, 24);
    pty.wait_until("a bound", |screen| screen.contains("IDA*, depth ") && screen.contains(", at least "));
    pty.resize(30, 24);
    // Whole parts, the first ones: time and rate, and no more.
    pty.wait_until("a line of the new width", |screen| {
        let mut lines = screen.lines().filter(|line| !line.is_empty());
        let last = lines.next_back().unwrap_or_default().trim_end();
        lines.count() <= 5 && last.contains(" s") && !last.ends_with(',') && !last.contains("of 1.0 GiB")
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
        pty.wait_until("progress", |screen| screen.contains("states/s"));
        pty.keys("\u{3}");
        assert_eq!(pty.end(), 3);
        let screen = pty.wait_for("Proved so far");
        assert!(!screen.contains("states/s") && screen.contains("Stopped by Ctrl-C."), "{screen}");
    }
}

/// Ctrl-C reaches every process of the terminal, and its leader asks the others to stop as well: whenever it comes, the
/// summary is printed, with the way to go on.
#[test]
fn ctrl_c_with_two_processes_always_prints_the_summary() {
    let folder = Scratch::new();
    for (number, wanted) in
        [", on disk", ", depth 9", ", depth 12", ", depth 14", ", depth 15"].into_iter().enumerate()
    {
        let disk = folder.path().join(number.to_string());
        let disk = disk.to_str().unwrap();
        let arguments = ["explore", "tiles", "--size", "4x4", "--processes", "2", "--threads", "1"];
        let arguments = [&arguments[..], &["--memory", "256M", "--disk", disk]].concat();
        let mut pty = Pty::start(&arguments, folder.path(), 160, 40);
        // A layer may be over before it is seen.
        let depth = wanted.rsplit(' ').next().and_then(|depth| depth.parse::<u32>().ok());
        pty.wait_until("progress", |screen| {
            let seen = screen
                .rsplit_once(", depth ")
                .and_then(|(_, rest)| rest.split(',').next()?.trim().parse::<u32>().ok());
            screen.contains(wanted) || seen >= depth && depth.is_some()
        });
        pty.keys("\u{3}");
        assert_eq!(pty.end(), 3, "{}", pty.screen());
        let screen = pty.wait_for("go on with: telusur explore --resume");
        assert!(screen.contains("Stopped by Ctrl-C.") && !screen.contains("lost"), "{screen}");
        assert!(screen.contains("states so far"), "{screen}");
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
