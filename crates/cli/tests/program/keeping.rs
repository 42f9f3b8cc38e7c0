//! Games on the disk, with real programs: several at once, files that are damaged or vanish, and nothing said to be kept
//! that is not.

use crate::folder::Scratch;
use crate::run::{EASY, program, telusur};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};

/// `play --plain` with games kept in a directory.
fn play(level: [&str; 2], data: &Path) -> Child {
    let mut command = program();
    command.args(["play", level[0], level[1], "--plain=sentences", "--data"]).arg(data);
    command.stdin(Stdio::piped()).spawn().unwrap()
}

/// What it says about the data directory.
fn doctor(data: &Path) -> (String, String) {
    let said = telusur(["doctor", "--json", "--data", data.to_str().unwrap()]).json();
    let checks = said["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == "data").unwrap();
    (check["state"].as_str().unwrap().to_owned(), check["value"].as_str().unwrap().to_owned())
}

#[test]
fn programs_can_start_together_on_an_empty_directory() {
    for _ in 0..5 {
        let data = Scratch::new();
        let players: Vec<Child> = (0..4).map(|_| play(["tiles", EASY], data.path())).collect();
        for mut player in players {
            player.stdin.take().unwrap().write_all(b"4\n").unwrap();
            let output = player.wait_with_output().unwrap();
            let (out, err) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success() && out.ends_with("The game is kept.\n"), "{out}{err}");
        }
        let (state, value) = doctor(data.path());
        assert!(state == "fine" && value.contains("4 games"), "{value}");
    }
}

#[test]
#[cfg(unix)]
fn a_directory_that_vanishes_is_noticed() {
    let data = Scratch::new();
    let mut player = play(["hanoi", "three"], data.path());
    let mut input = player.stdin.take().unwrap();
    let mut output = BufReader::new(player.stdout.take().unwrap()).lines().map(Result::unwrap);
    input.write_all(b"A>C\n").unwrap();
    assert!(output.any(|line| line.starts_with("1 move made")), "the first move is kept");
    std::fs::remove_dir_all(data.path()).unwrap();
    input.write_all(b"A>B\n").unwrap();
    drop(input);
    let rest: Vec<String> = output.collect();
    assert!(rest.iter().any(|line| line.contains("can't be kept") && line.contains("removed")), "{rest:?}");
    assert_eq!(rest.last().map(String::as_str), Some("The game is not kept."), "{rest:?}");
    player.wait().unwrap();
}

#[test]
fn without_a_place_nothing_is_said_to_be_kept() {
    let mut command = program();
    command.env_remove("HOME").env_remove("XDG_DATA_HOME").args(["play", "hanoi", "three", "--plain"]);
    let mut player = command.stdin(Stdio::piped()).spawn().unwrap();
    player.stdin.take().unwrap().write_all(b"A>C\nhelp\n").unwrap();
    let output = player.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(err.starts_with("telusur: games are not kept: ") && err.lines().count() == 1, "{err}");
    assert!(out.ends_with("The game is not kept.\n") && !out.contains("is kept"), "{out}");
}

#[test]
fn a_damaged_file_is_refused_by_every_program_and_left_as_it_is() {
    let data = Scratch::new();
    let mut player = play(["hanoi", "three"], data.path());
    player.stdin.take().unwrap().write_all(b"A>C\n").unwrap();
    assert!(player.wait_with_output().unwrap().status.success());
    let file = data.path().join("telusur.db");
    let mut bytes = std::fs::read(&file).unwrap();
    // Every page but the first, which tells whose file it is.
    bytes[4096..].fill(0xa5);
    std::fs::write(&file, &bytes).unwrap();
    let place = data.path().to_str().unwrap();
    telusur(["serve", "--listen", "127.0.0.1:0", "--data", place]).refused("telusur.db is damaged");
    telusur(["play", "hanoi", "three", "--plain", "--data", place]).refused("move it away");
    let (state, value) = doctor(data.path());
    assert!(state == "broken" && value.contains("telusur.db is damaged"), "{value}");
    assert!(std::fs::read(&file).unwrap() == bytes, "not a byte has changed");
}
