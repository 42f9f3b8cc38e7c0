//! Progress for tools, and how far a search on disk is.

use crate::folder::Scratch;
use crate::run::{Text, file_in, program, telusur};
use serde_json::Value;

/// The progress of a command: every line on standard error is an object of the contract.
fn progress(said: &Text) -> Vec<Value> {
    let lines: Vec<Value> = said.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &lines {
        assert!(line["progress"].is_string() && line["done"].is_u64() && line["unit"].is_string(), "{line}");
        assert!(line["seconds"].is_f64(), "{line}");
        for optional in ["total", "share", "seconds_left", "rate"] {
            assert!(line[optional].is_null() || line[optional].is_number(), "{line}");
        }
        let share = line["share"].as_f64();
        assert!(share.is_none_or(|share| (0.0..=1.0).contains(&share)), "{line}");
    }
    lines
}

#[test]
fn progress_is_an_object_a_line_and_leaves_the_answer_alone() {
    let folder = Scratch::new();
    let (disk, gif) = (file_in(&folder, "disk"), file_in(&folder, "a.gif"));
    let cases: &[(&[&str], &str)] = &[
        (&["explore", "tiles", "--size", "3x3", "--algorithm", "bfs", "--json"], "bfs"),
        (&["explore", "tiles", "--size", "3x3", "--algorithm", "dense", "--quiet"], "dense"),
        (&["explore", "tiles", "--size", "2x3", "--disk", &disk], "disk"),
        (&["solve", "tiles", "eight-hardest", "--algorithm", "idastar"], "idastar"),
        (&["solve", "hanoi", "--discs", "5", "--gif", &gif], "gif"),
        (&["generate", "tiles", "--count", "3", "--seed", "1", "--quiet"], "generate"),
        (&["solve", "tiles", "eight", "--all-levels", "--quiet"], "idastar"),
    ];
    for (arguments, id) in cases {
        if arguments.contains(&"--disk") {
            _ = std::fs::remove_dir_all(&disk);
        }
        let said = telusur(arguments.iter().chain(&["--progress", "json"]));
        assert_eq!(said.code, 0, "{arguments:?}: {}", said.err);
        let lines = progress(&said);
        assert!(lines.iter().any(|line| line["progress"] == *id), "{arguments:?}: {}", said.err);
        if arguments.contains(&"--disk") {
            _ = std::fs::remove_dir_all(&disk);
        }
        for more in [&[][..], &["--progress", "none"]] {
            let plain = telusur(arguments.iter().chain(more));
            assert_eq!((plain.code, plain.err.as_str()), (0, ""), "{arguments:?}");
            if arguments.contains(&"--quiet") {
                assert_eq!(plain.out, said.out, "{arguments:?}");
            }
            if arguments.contains(&"--disk") {
                _ = std::fs::remove_dir_all(&disk);
            }
        }
    }
    telusur(["solve", "tiles", "--progress", "loud"]).refused("--progress");
}

#[test]
fn a_directory_says_how_far_its_exploration_is() {
    let folder = Scratch::new();
    let disk = file_in(&folder, "layers");
    telusur(["explore", "--status", &disk]).refused("holds no exploration");
    let whole = telusur(["explore", "tiles", "--size", "2x4", "--json"]).json();
    let words = ["explore", "tiles", "--size", "2x4", "--disk", &disk];
    let part = telusur(words.iter().chain(&["--states", "500", "--json"]));
    assert_eq!(part.code, 3, "{}", part.err);
    let status = || telusur(["explore", "--status", &disk, "--json"]).json();
    let stopped = status();
    assert_eq!((&stopped["puzzle"], &stopped["state"]), (&"tiles".into(), &"stopped".into()));
    for field in ["states", "depths", "goals", "goal_distance", "edges", "complete", "radius"] {
        assert_eq!(stopped[field], part.json()[field], "{field}");
    }
    assert!(
        stopped["total"].as_u64() >= whole["states"].as_u64() && stopped["disk_bytes"].as_u64() > Some(0)
    );
    let said = telusur(["explore", "--status", &disk]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let how = format!("telusur explore --resume {disk}");
    assert!(
        said.out.contains("stopped; ")
            && said.out.split_whitespace().collect::<Vec<_>>().join(" ").contains(&how),
        "{}",
        said.out
    );
    // Asking leaves everything as it was.
    assert_eq!(telusur(["explore", "--resume", &disk, "--json"]).code, 0);
    let ended = status();
    assert_eq!((&ended["state"], &ended["states"]), (&"complete".into(), &whole["states"]));
    assert_eq!((&ended["depths"], &ended["seconds_left"]), (&whole["depths"], &Value::Null));
    let quiet = telusur(["explore", "--status", &disk, "--quiet"]);
    assert_eq!(quiet.out.trim(), whole["states"].to_string());
}

/// While a process works there, another one may ask, and it goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_running_exploration_can_be_asked() {
    use crate::waiting::{PATIENCE, interrupt, wait_until_it_works};
    let folder = Scratch::new();
    let disk = file_in(&folder, "layers");
    let words =
        ["explore", "tiles", "--size", "4x4", "--threads", "1", "--memory", "256M", "--json", "--disk"];
    let child = program().args(words).arg(&disk).spawn().unwrap();
    wait_until_it_works(&child);
    let began = std::time::Instant::now();
    loop {
        let status = telusur(["explore", "--status", &disk, "--json"]).json();
        assert_eq!(status["state"], "running", "{status}");
        // A radius is that of a complete search only.
        assert!(status["radius"].is_null(), "{status}");
        if status["depths"].as_array().is_some_and(|depths| depths.len() > 9) {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{status}");
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(telusur(["explore", "--status", &disk, "--json"]).json()["state"], "stopped");
}
