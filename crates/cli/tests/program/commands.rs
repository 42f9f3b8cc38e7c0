//! Every command as people use it.

use crate::run::{EASY, TempFile, program, solve, telusur, with_input};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

#[test]
fn solve_says_the_claim_in_words() {
    let said = solve(EASY, &[]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out.starts_with(
            "Sliding tiles: solved in 2 moves — optimal: no solution is shorter (proved)\n\n  5 8\n"
        ),
        "{}",
        said.out
    );
    assert!(said.out.contains("Algorithm: ") && said.out.contains("because"), "{}", said.out);
    assert!(!said.out.contains('\u{1b}'), "no colours outside a terminal");
    assert!(solve("1 2 3/4 5 6/7 8 .", &[]).out.contains("solved in 0 moves"));
    let said = solve("2 1 3/4 5 6/7 8 .", &[]);
    assert!(said.code == 1 && said.out.contains("no solution exists (proved)\nWhy: "), "{}", said.out);
}

#[test]
fn long_answers_are_wrapped() {
    let said = solve("8 6 7/2 5 4/3 . 1", &[]);
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
}

#[test]
fn levels_come_from_names_texts_files_and_standard_input() {
    let quiet = |said: crate::run::Text| (said.code, said.out);
    let expected = (0, "5\n8\n".to_owned());
    assert_eq!(quiet(solve("1 2 3\n4 . 6\n7 5 8\n", &["--quiet"])), expected);
    assert_eq!(quiet(with_input(["solve", "tiles", "-", "--quiet"], EASY.as_bytes())), expected);
    let file = TempFile::new("level", b"title: Easy\ngoal: 1 2 3/4 5 6/7 8 .\n\n1 2 3\n4 . 6\n7 5 8\n");
    assert_eq!(quiet(telusur(["solve", "tiles", "--file", file.path(), "--quiet"])), expected);
    assert_eq!(
        quiet(telusur(["solve", "tiles", "--quiet", "--goal", "1 2 3/4 . 6/7 5 8", "1 2 3/4 5 6/7 . 8"])),
        (0, "5\n".to_owned())
    );
    // An option on the command line wins over the file's.
    let said = telusur(["solve", "tiles", "--file", file.path(), "--quiet", "--goal", EASY]);
    assert_eq!(quiet(said), (0, String::new()));
    for puzzle in telusur(["list", "--json"]).json().as_array().unwrap() {
        let (name, level) = (puzzle["name"].as_str().unwrap(), &puzzle["levels"][0]["name"]);
        let said = telusur(["solve", name, level.as_str().unwrap(), "--json", "--time", "20s"]);
        assert!([0, 1, 3].contains(&said.code), "{name} {level}: {}", said.err);
    }
}

#[test]
fn sixteen_numbers_on_one_line_are_a_board() {
    let list = "5 1 2 4 9 6 3 8 13 10 7 12 14 . 11 15";
    for (more, code, words) in [
        (&[][..], 0, "solved in 10 moves"),
        (&["--size", "4x4"], 0, "solved in 10 moves"),
        (&["--size", "1x16"], 1, "single line"),
    ] {
        let said = telusur(["solve", "tiles", list].iter().chain(more));
        assert_eq!(said.code, code, "{more:?}: {}", said.out);
        assert!(said.out.contains(words), "{more:?}: {}", said.out);
    }
    let wide = telusur(["solve", "tiles", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 . 15", "--size", "2x8"]);
    assert!(wide.code == 0 && wide.out.contains("solved in 1 move"), "{}", wide.out);
}

#[test]
fn verify_finds_the_level_where_it_is() {
    let verify = |arguments: &[&str], input: &str| {
        let said = with_input(["verify", "tiles"].iter().chain(arguments), input.as_bytes());
        (said.code, said.out)
    };
    let ok = (0, "Sliding tiles: solved in 2 moves\n".to_owned());
    assert_eq!(verify(&[EASY, "5", "8"], ""), ok);
    assert_eq!(verify(&[EASY, "5 8"], ""), ok);
    assert_eq!(verify(&[EASY, "-"], "5\n8\n"), ok);
    assert_eq!(verify(&["-", "5", "8"], EASY), ok);
    assert_eq!(verify(&["--size", "3x3", "8", "8"], ""), ok);
    assert_eq!(verify(&["--size", "3x3", "-"], "8,8"), ok);
    let file = TempFile::new("verify", EASY.as_bytes());
    assert_eq!(verify(&["--file", file.path(), "5", "8"], ""), ok);
    assert_eq!(verify(&["--file", file.path(), "-"], "5 8"), ok);
    let (code, out) = verify(&[EASY, "5", "5"], "");
    assert!(
        code == 1 && out.contains("rejected — all 2 moves are legal, but the level is not solved"),
        "{out}"
    );
    let (code, out) = verify(&[EASY, "5", "3"], "");
    assert!(code == 1 && out.contains("rejected — move 2: '3' is not possible"), "{out}");
    let (code, out) = verify(&[EASY, "-"], "");
    assert!(code == 1 && out.contains("there are no moves"), "{out}");
    telusur(["verify", "tiles", "-", "-"]).refused("can't both come from standard input");
    telusur(["verify", "tiles"]).refused("neither a level nor moves");
    telusur(["verify", "tiles", "9 9", "1"]).refused("occurs twice");
}

#[test]
fn what_solve_finds_verify_accepts() {
    let moves = solve("8 6 7/2 5 4/3 . 1", &["--quiet"]).out;
    assert_eq!(moves.lines().count(), 31);
    let said = with_input(["verify", "tiles", "8 6 7/2 5 4/3 . 1", "-", "--optimal"], moves.as_bytes());
    assert!(
        said.code == 0 && said.out.contains("Optimal: no solution is shorter"),
        "{}{}",
        said.out,
        said.err
    );
}

#[test]
fn explore_reports_the_whole_space() {
    let said = telusur(["explore", "tiles", "--size", "3x3"]);
    assert_eq!(said.code, 0);
    for expected in [
        "181,440 states can be reached, the farthest in 31 moves",
        "The 2 farthest states:",
        "  8 6 7/2 5 4/3 . 1",
    ] {
        assert!(said.out.contains(expected), "{}", said.out);
    }
    let said = telusur(["explore", "tiles", "2 1/3 ."]);
    assert!(
        said.out.contains("12 states") && said.out.contains("No goal can be reached (proved)."),
        "{}",
        said.out
    );
}

#[test]
fn generate_makes_a_level_file_and_repeats_itself() {
    let generate = |seed: &str| telusur(["generate", "tiles", "--size", "2x4", "--seed", seed]).out;
    assert_eq!(generate("1"), generate("1"));
    assert_ne!(generate("1"), generate("2"));
    assert!(generate("1").contains("seed 1"));
    let said = with_input(["solve", "tiles", "-", "--json"], generate("1").as_bytes());
    assert_eq!(said.json()["claim"], "optimal");
    let bare = telusur(["generate", "tiles", "--size", "2x4", "--seed", "1", "--quiet"]).out;
    assert_eq!(bare.lines().count(), 1, "{bare}");
}

#[test]
fn list_shows_puzzles_and_one_puzzle() {
    let said = telusur(["list"]);
    assert!(said.code == 0 && said.out.contains("tiles") && said.out.contains("Sliding tiles"));
    let said = telusur(["list", "tiles"]);
    assert!(
        said.code == 0 && said.out.contains("Level format") && said.out.contains("--size RxC"),
        "{}",
        said.out
    );
}

#[test]
fn bench_runs_for_every_puzzle() {
    let said = telusur(["bench", "tiles", "--quick"]);
    assert!(said.code == 0 && !said.out.is_empty(), "{}", said.err);
}

#[test]
fn help_version_completions_and_manual() {
    let said = telusur(["--help"]);
    assert!(said.code == 0 && said.out.contains("Examples:") && said.out.contains("Exit codes:"));
    for command in ["solve", "explore", "verify", "generate"] {
        let said = telusur([command, "--help"]);
        assert!(
            said.code == 0 && said.out.contains("Examples:") && said.out.contains("Puzzles:"),
            "{}",
            said.out
        );
        let said = telusur([command, "tiles", "--help"]);
        assert!(said.code == 0 && said.out.contains("--size <RxC>"), "{}", said.out);
    }
    assert_eq!(telusur(["--version"]).out, format!("telusur {}\n", env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = telusur(["completions", shell]);
        assert!(
            said.code == 0
                && said.out.contains("telusur")
                && said.out.contains("eight") | said.out.contains("tiles")
        );
    }
    assert!(telusur(["man"]).out.contains(".TH telusur 1"));
    let dir = std::env::temp_dir().join(format!("telusur-test-{}-man", std::process::id()));
    let said = telusur(["man", "--dir", dir.to_str().unwrap()]);
    let pages = std::fs::read_dir(&dir).unwrap().count();
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(said.code == 0 && pages > 10, "{pages} pages");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = program().args(["completions", "bash"]).spawn().unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// `telusur` alone starts the server and prints its address; Ctrl-C ends it.
#[cfg(unix)]
#[test]
fn serve_prints_its_address_answers_and_ends() {
    for arguments in [&[][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let mut child = program().args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect(&line).to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        let mut connection = std::net::TcpStream::connect(&address).unwrap();
        write!(connection, "GET /api/puzzles HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("Sliding tiles"), "{answer}");
        crate::waiting::interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    telusur(["serve", "--listen", "192.0.2.1:1"]).refused("can't listen on 192.0.2.1:1");
    telusur(["serve", "--listen", "somewhere"]).refused("--listen");
}
