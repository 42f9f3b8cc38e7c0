//! Ctrl-C in the middle of every command, and time that is up in the middle of what is written: exit code 3, whole last
//! lines, no half file.

use crate::folder::Scratch;
use crate::run::{EASY, HARD, file_in, names, program, telusur};
use crate::waiting::{PATIENCE, interrupt, wait_until_it_listens};
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};
use telusur_puzzles::{Setup, catalogue, random::Random};

/// Starts a command, lets it work for a moment, presses Ctrl-C; answers exit code and standard output.
fn interrupted(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = program().args(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        out.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    });
    wait_until_it_listens(&child);
    std::thread::sleep(Duration::from_millis(150));
    interrupt(&child);
    let pressed = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if pressed.elapsed() > PATIENCE {
            _ = child.kill();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    (code, reading.join().unwrap())
}

fn assert_whole_lines(what: &str, out: &str) {
    assert!(out.is_empty() || out.ends_with('\n'), "{what} ends in {:?}", out.lines().last());
}

/// A 15-puzzle far from solved, and a long solution of it.
fn long_solution() -> (String, Vec<String>) {
    let entry = catalogue::find("tiles").unwrap();
    let mut board = entry.open(&Setup::default().with("size", "4x4")).unwrap();
    let mut random = Random::new(5);
    let mut moves = Vec::new();
    for _ in 0..400 {
        let legal = board.moves();
        let chosen = legal[random.below(legal.len())].clone();
        board = board.play(&chosen).unwrap();
        moves.push(chosen);
    }
    moves.reverse();
    (board.text(), moves)
}

#[test]
fn every_command_ends_with_code_3() {
    let (level, solution) = long_solution();
    let verify: Vec<&str> =
        ["verify", "tiles", level.as_str()].into_iter().chain(solution.iter().map(String::as_str)).collect();
    let verify = [&verify[..], &["--optimal"]].concat();
    let cases: &[&[&str]] = &[
        &["solve", "tiles", HARD],
        &["solve", "tiles", "-"],
        &["solve", "hanoi", "--discs", "50", "--method", "blocks"],
        &["solve", "hanoi", "--discs", "50", "--method", "recursive"],
        &["solve", "hanoi", "--discs", "50", "--method", "er", "--csv"],
        &["solve", "hanoi", "--discs", "50", "--method", "kolar4", "--frames"],
        &["solve", "stones", "1000000000000 999999999999", "--csv"],
        &["explore", "tiles", "--size", "4x4", "--memory", "1G"],
        &["explore", "klotski", "--report", "family"],
        &["explore", "klotski", "ab....../cd....../efBB..../ghBB..../......../........", "--graph", "dot"],
        &["explore", "stones", "30 30 30", "--report", "strategies"],
        &["generate", "klotski", "--size", "9x9", "--difficulty", "10"],
        &["generate", "tiles", "--count", "100000", "--size", "16x16"],
        &["verify", "tiles", EASY, "-"],
        &verify,
        &["bench", "hanoi"],
        &["bench", "tiles", "--json"],
        &["play", "hanoi", "three", "--plain"],
    ];
    for arguments in cases {
        let shown: Vec<&str> = arguments.iter().copied().take(6).collect();
        let (code, out) = interrupted(arguments);
        assert_eq!(code, Some(3), "{shown:?}");
        assert_whole_lines(&format!("{shown:?}"), &out);
    }
}

/// What a stream has written is what it would have written without the end.
#[test]
fn streams_stop_between_two_moves() {
    let arguments = ["solve", "hanoi", "--discs", "50", "--method", "blocks"];
    let mut child = program().args(arguments).spawn().unwrap();
    let mut begin = [0; 1 << 16];
    let mut stream = child.stdout.take().unwrap();
    stream.read_exact(&mut begin).unwrap();
    interrupt(&child);
    let mut out = begin.to_vec();
    stream.read_to_end(&mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let out = String::from_utf8(out).unwrap();
    assert_whole_lines("the stream", &out);
    let is_move = |line: &str| line.starts_with("move disc ") && line.split(' ').count() == 7;
    assert!(out.lines().all(is_move), "{:?}", out.lines().find(|line| !is_move(line)));
}

/// Output that nobody reads keeps the program waiting; afterwards it ends as it was told.
#[test]
fn a_blocked_output_is_finished_first() {
    for arguments in [&["completions", "bash"][..], &["doctor"]] {
        let child = program().args(arguments).spawn().unwrap();
        wait_until_it_listens(&child);
        interrupt(&child);
        std::thread::sleep(Duration::from_millis(50));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert_whole_lines(&format!("{arguments:?}"), &String::from_utf8(output.stdout).unwrap());
    }
}

#[test]
fn time_ends_what_is_written_too() {
    let cases: &[&[&str]] = &[
        &["solve", "hanoi", "--discs", "50", "--method", "blocks"],
        &["solve", "hanoi", "--discs", "50", "--method", "er", "--csv"],
        &["solve", "hanoi", "--discs", "50", "--method", "er", "--frames"],
        &["solve", "stones", "1000000000000 999999999999", "--csv"],
        &["solve", "stones", "1000000000000 999999999999", "--frames"],
    ];
    for arguments in cases {
        let started = Instant::now();
        let mut said = telusur(arguments.iter().chain(&["--time", "500ms"]));
        assert_eq!(said.code, 3, "{arguments:?}: {}", said.err);
        said.one_line("the time limit of 500.0 ms was reached");
        if said.out.lines().count() <= 2 {
            // A busy machine has not begun by then.
            said = telusur(arguments.iter().chain(&["--time", "20s"]));
        }
        assert!(started.elapsed() < PATIENCE, "{arguments:?}");
        assert!(said.out.lines().count() > 2, "{arguments:?}");
        assert_whole_lines(&format!("{arguments:?}"), &said.out);
    }
    let folder = Scratch::new();
    for option in ["--gif", "--svg"] {
        let picture = file_in(&folder, "late");
        let said = telusur(["solve", "hanoi", "--discs", "12", "--quiet", option, &picture, "--time", "1ms"]);
        assert_eq!(said.code, 3, "{option}: {}", said.err);
        assert_eq!(names(folder.path()), [""; 0], "{option}");
    }
}

/// One deadline for everything that a command does, also before it has anything to write and after its search.
#[test]
fn time_ends_every_command_with_what_is_true() {
    let none: &[(&[&str], &str)] = &[
        (&["explore", "klotski", "--report", "family"], "there is no report: "),
        (&["explore", "stones", "30 30 30", "--report", "strategies"], "there is no report: "),
        (&["explore", "klotski", "--graph", "dot"], "no graph was written: "),
        (&["explore", "klotski", "--graph", "csv-edges", "--metric", "steps"], "no graph was written: "),
        (&["generate", "water", "--difficulty", "10", "--colours", "50"], "no level was made: "),
    ];
    for (arguments, expected) in none {
        let said = telusur(arguments.iter().chain(&["--time", "0.001ms"]));
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{arguments:?}: {}", said.err);
        said.one_line(&format!("{expected}the time limit of 1 µs was reached"));
    }
    // The verdict is known at once; there is no time to play the game for its picture.
    let folder = Scratch::new();
    for option in ["--svg", "--gif", "--csv", "--frames"] {
        let picture = file_in(&folder, "game");
        let is_picture = matches!(option, "--svg" | "--gif");
        let mut words = vec!["solve", "stones", "1000000000000 999999999999", "--time", "0.001ms", option];
        words.extend(is_picture.then_some(&*picture));
        let said = telusur(words);
        assert_eq!(said.code, 3, "{option}: {}", said.out);
        said.one_line("the time limit of 1 µs was reached");
        assert_eq!(said.out.contains("the player to move wins"), is_picture, "{option}: {}", said.out);
        assert_eq!(names(folder.path()), [""; 0], "{option}");
    }
    // A survey and a proof that were stopped say what they have.
    let surveys: &[&[&str]] = &[
        &["explore", "klotski"],
        &["explore", "klotski", "--algorithm", "frontier"],
        &["explore", "tiles", "--size", "4x4"],
        &["explore", "hanoi", "--discs", "12", "--pegs", "4"],
        &["explore", "water"],
        &["explore", "stones", "200 200 200"],
    ];
    for arguments in surveys {
        let said = telusur(arguments.iter().chain(&["--time", "0.001ms", "--json"]));
        let json = said.json();
        assert_eq!((said.code, &json["complete"]), (3, &false.into()), "{arguments:?}: {json}");
        assert!(json["limit"].as_str().unwrap().contains("time limit"), "{arguments:?}: {json}");
        // Nothing is said of layouts, components and hardest starts that nobody had time to look at; theory needs none.
        assert!(json["findings"].is_null() || arguments[1] == "stones", "{arguments:?}: {json}");
    }
    // What is there says that it is a part.
    let said = telusur(["explore", "klotski", "--report", "family", "--memory", "1M", "--threads", "1"]);
    assert_eq!(said.code, 3, "{}", said.out);
    said.one_line("the report is not complete: the memory budget of 1.0 MiB was reached");
    assert!(said.out.contains("Not complete: ") && !said.out.contains("| all "), "{}", said.out);
    // Reports obey the limit of states too.
    let said = telusur(["explore", "klotski", "--report", "family", "--states", "20000"]);
    assert_eq!(said.code, 3, "{}", said.out);
    said.one_line("there is no report: the limit of 20,000 states was reached");
    let said = telusur(["explore", "stones", "9 9 9", "--report", "strategies", "--states", "100"]);
    assert_eq!(said.code, 3, "{}", said.out);
    said.one_line("the report is not complete: the limit of 100 states was reached");
    assert!(said.out.contains("Not complete: the first "), "{}", said.out);
    // A second opinion ends in time as well; the proof stands without it.
    let moves = ["verify", "tiles", EASY, "5", "8", "--optimal", "--time", "0.001ms"];
    let said = telusur(moves);
    assert!(!said.out.contains("A second, separate search agrees"), "{}", said.out);
    // Records of games: what was not judged is not called right.
    let said =
        telusur(["verify", "stones", "40 40 40", "1:1", "2:1", "--algorithm", "dfs", "--time", "0.001ms"]);
    assert_eq!(said.code, 3, "{}", said.out);
    said.one_line("2 of 2 moves not judged: the time limit of 1 µs was reached");
    assert!(said.out.contains("none is known to give a win away"), "{}", said.out);
}

#[test]
fn a_table_of_an_endless_game_may_be_cut_and_says_so() {
    let said = telusur(["solve", "stones", "1000000000000 999999999999", "--csv", "--moves", "5"]);
    assert_eq!((said.code, said.out.lines().count()), (3, 7), "{}", said.out);
    said.one_line("--moves lets the table have 5 moves only");
    let said = telusur(["solve", "hanoi", "--discs", "13", "--method", "er", "--csv", "--moves", "6000"]);
    assert_eq!((said.code, said.out.lines().count()), (3, 6002));
    let said = telusur(["solve", "tiles", EASY, "--csv", "--moves", "2"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    telusur(["solve", "tiles", EASY, "--moves", "2"]).refused("--csv");
}

#[test]
fn making_a_level_ends_in_time_and_says_so() {
    let slow = ["generate", "klotski", "--size", "9x9", "--difficulty", "10", "--time", "50ms"];
    let said = telusur(slow);
    assert_eq!((said.code, said.out.as_str()), (3, ""));
    said.one_line("no level was made: the time limit of 50.0 ms was reached");
    let said = telusur(slow.iter().chain(&["--count", "4"]));
    assert_eq!((said.code, said.out.as_str()), (3, ""));
    said.one_line("0 of 4 levels were made: the time limit of 50.0 ms was reached");
    // With time enough, the level is that of the seed.
    let made = |more: &[&str]| telusur(["generate", "water", "--seed", "3"].iter().chain(more)).out;
    assert_eq!(made(&[]), made(&["--time", "1h"]));
    telusur(["generate", "hanoi", "--pegs", "18446744073709551615"]).refused("from 1 to 16");
}
