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

/// Runs the program where no file can grow: what a full disk does to it.
#[cfg(unix)]
fn on_a_full_disk(arguments: &[&str], blocks: u32, input: &str) -> (Option<i32>, String, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_telusur")]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Play works where nothing can be saved, and saved games are not denied.
#[cfg(unix)]
#[test]
fn a_full_disk_does_not_prevent_play() {
    let data = Scratch::new();
    let place = data.path().to_str().unwrap();
    let arguments = ["play", "hanoi", "three", "--plain", "--data", place];
    for _ in 0..2 {
        let (code, out, err) = on_a_full_disk(&arguments, 0, "A>C\nquit\n");
        assert!(code == Some(0) && out.contains("1 move made"), "{out}{err}");
        assert!(out.ends_with("The game is not kept.\n"), "{out}");
        assert!(err.starts_with("telusur: games are not kept: ") && err.lines().count() == 1, "{err}");
        // The second time there are games.
        let kept = telusur(arguments);
        assert_eq!(kept.code, 0, "{}", kept.err);
    }
    let (code, out, err) = on_a_full_disk(&["play", "--continue", "--plain", "--data", place], 0, "");
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("games can't be read: ") && !err.contains("no game"), "{err}");
}

/// A picture that can't be written is named, and nothing of it stays.
#[cfg(unix)]
#[test]
fn a_picture_that_does_not_fit_is_named() {
    let folder = Scratch::new();
    for (option, name) in [("--gif", "film.gif"), ("--svg", "film.svg")] {
        let picture = crate::run::file_in(&folder, name);
        let arguments = ["solve", "hanoi", "--discs", "6", "--quiet", option, &picture];
        let (code, _, err) = on_a_full_disk(&arguments, 1, "");
        assert_eq!(code, Some(2), "{err}");
        assert!(err.starts_with("telusur: can't write '") && err.contains(name), "{err}");
        assert_eq!(crate::run::names(folder.path()), [""; 0]);
    }
}
