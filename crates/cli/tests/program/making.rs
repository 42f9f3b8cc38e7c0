//! `telusur generate`: sets of levels, on standard output and as files.

use crate::folder::Scratch;
use crate::run::{TempFile, file_in, names, program, telusur};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

const PUZZLES: [&str; 5] = ["hanoi", "stones", "water", "klotski", "tiles"];

#[test]
fn a_set_of_each_puzzle_is_different_graded_and_solvable() {
    for puzzle in PUZZLES {
        let said =
            telusur(["generate", puzzle, "--count", "6", "--difficulty", "4", "--seed", "11", "--json"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{puzzle}");
        let levels: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(levels.len(), 6, "{puzzle}");
        let different: BTreeSet<String> =
            levels.iter().map(|level| format!("{} {}", level["level"], level["options"])).collect();
        assert_eq!(different.len(), 6, "{puzzle}: {different:?}");
        for level in &levels {
            assert_eq!(level["difficulty"], 4, "{level}");
            // Each is made again by its own seed alone.
            let seed = level["seed"].to_string();
            let again = telusur(["generate", puzzle, "--difficulty", "4", "--seed", &seed, "--json"]);
            assert_eq!(&again.json(), level);
        }
    }
}

#[test]
fn a_set_goes_into_a_folder_as_level_files() {
    let folder = Scratch::new();
    for puzzle in PUZZLES {
        let out = file_in(&folder, &format!("sets/{puzzle}"));
        let said =
            telusur(["generate", puzzle, "--count", "10", "--difficulty", "4", "--seed", "3", "--out", &out]);
        assert_eq!((said.code, said.out.as_str()), (0, ""), "{}", said.err);
        assert_eq!(said.err.lines().next(), Some(format!("10 levels in {out}").as_str()));
        let files = names(Path::new(&out));
        assert_eq!(files.len(), 10);
        assert_eq!((&*files[0], &*files[9]), (&*format!("{puzzle}-01.txt"), &*format!("{puzzle}-10.txt")));
        for file in &files {
            let file = Path::new(&out).join(file);
            let answer = telusur(["solve", puzzle, "--file", file.to_str().unwrap(), "--json"]).json();
            let outcome = answer["outcome"].as_str().unwrap();
            assert!(["solved", "win"].contains(&outcome), "{puzzle}: {answer}");
        }
        // A second set does not overwrite the first.
        let before = std::fs::read(Path::new(&out).join(&files[0])).unwrap();
        telusur(["generate", puzzle, "--count", "10", "--seed", "4", "--out", &out])
            .refused("exists already");
        assert_eq!(std::fs::read(Path::new(&out).join(&files[0])).unwrap(), before);
    }
}

#[test]
fn one_level_goes_into_a_file_or_a_folder() {
    let folder = Scratch::new();
    let file = file_in(&folder, "level.txt");
    let said = telusur(["generate", "hanoi", "--seed", "7", "--out", &file]);
    assert_eq!(said.code, 0, "{}", said.err);
    let printed = telusur(["generate", "hanoi", "--seed", "7"]).out;
    assert_eq!(std::fs::read_to_string(&file).unwrap(), printed);
    telusur(["generate", "hanoi", "--seed", "7", "--out", &file]).refused("exists already");
    assert_eq!(
        telusur(["generate", "hanoi", "--seed", "8", "--out", folder.path().to_str().unwrap()]).code,
        0
    );
    assert_eq!(names(folder.path()), ["hanoi-8.txt", "level.txt"]);
    let nowhere = file_in(&folder, "level.txt/deeper");
    telusur(["generate", "hanoi", "--seed", "7", "--out", &nowhere]).refused("can't write");
    telusur(["generate", "hanoi", "--count", "2", "--out", &nowhere]).refused("can't make the folder");
}

#[test]
fn a_set_on_standard_output_is_a_row_of_level_files() {
    let said = telusur(["generate", "water", "--count", "3", "--seed", "5"]);
    let files: Vec<&str> = said.out.split("\ncomment: ").collect();
    assert_eq!(files.len(), 3, "{}", said.out);
    for (number, file) in files.into_iter().enumerate() {
        let file = if number == 0 { file.to_owned() } else { format!("comment: {file}") };
        let file = TempFile::new(&format!("row-{number}"), file.as_bytes());
        assert_eq!(telusur(["solve", "water", "--file", file.path(), "--json"]).json()["outcome"], "solved");
    }
}

#[test]
fn more_levels_than_there_are() {
    let said = telusur(["generate", "tiles", "--size", "1x3", "--count", "9", "--quiet"]);
    assert_eq!(said.code, 3, "{}", said.out);
    assert!(!said.out.is_empty());
    said.one_line("of 9 levels were made: the next 64 seeds gave levels that were there already");
}

#[test]
fn wishes_that_cannot_be_granted() {
    telusur(["generate", "tiles", "--count", "0"]).refused("--count");
    telusur(["generate", "tiles", "--count", "1000000"]).refused("--count");
    telusur(["generate", "tiles", "--size", "1x1"]).refused("always solved");
    telusur(["generate", "tiles", "--goal", "1 2/3 ."]).refused("unexpected argument '--goal'");
    telusur(["generate", "klotski", "--mix", "cheese", "--count", "4"]).refused("classic, odd");
}

#[cfg(unix)]
#[test]
fn an_interrupted_set_keeps_what_it_has() {
    let folder = Scratch::new();
    let arguments = ["generate", "klotski", "--count", "100000", "--seed", "1", "--out"];
    let mut child = program().args(arguments).arg(folder.path()).spawn().unwrap();
    while names(folder.path()).len() < 3 {
        assert_eq!(child.try_wait().unwrap(), None, "it goes on");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    crate::waiting::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("of 100000 levels were made: stopped by Ctrl-C"), "{said}");
    for file in names(folder.path()) {
        let answer = telusur(["solve", "klotski", "--file", &file_in(&folder, &file), "--json"]).json();
        assert_eq!(answer["outcome"], "solved", "{file}");
    }
}

#[test]
fn the_puzzle_of_a_day_is_the_same_each_time_and_depends_on_nothing_else() {
    for puzzle in PUZZLES {
        let made = telusur(["generate", puzzle, "--daily=2026-11-16", "--json"]);
        assert_eq!(made.code, 0, "{}", made.err);
        let made = made.json();
        assert_eq!(made["seed"], 20_261_116, "{made}");
        assert_eq!(telusur(["generate", puzzle, "--daily=2026-11-16", "--json"]).json(), made);
    }
    let today = telusur(["generate", "tiles", "--daily", "--json"]).json();
    assert!(today["seed"].as_u64().unwrap() > 20_260_000, "{today}");
    telusur(["generate", "tiles", "--daily=2026-02-30"]).refused("a date has the form");
    telusur(["generate", "tiles", "--daily", "--seed", "3"]).refused("--seed");
    telusur(["generate", "tiles", "--daily", "--size", "4x4"]).refused("the same for everyone");
    telusur(["play", "tiles", "--daily", "--plain", "--continue"]).refused("the same for everyone");
}
