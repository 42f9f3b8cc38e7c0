//! One thing is one thing: no command says "1 moves", whatever it counts.

use crate::folder::Scratch;
use crate::run::{file_in, telusur, with_input};

/// What is counted anywhere.
const THINGS: &[&str] = &[
    "bytes",
    "candidates",
    "cells",
    "colours",
    "columns",
    "components",
    "cores",
    "discs",
    "games",
    "goals",
    "layouts",
    "levels",
    "minutes",
    "moves",
    "pegs",
    "pieces",
    "piles",
    "players",
    "plays",
    "positions",
    "pours",
    "rows",
    "sets",
    "slides",
    "solutions",
    "states",
    "steps",
    "stones",
    "threads",
    "tiles",
    "tubes",
    "turns",
    "units",
];

/// The first place in a line where one thing is said to be several, or several to be one.
fn wrong(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_owned();
    for (i, word) in words.iter().enumerate() {
        let number = word.trim_start_matches(['(', '"', '\'']);
        let is_number =
            !number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit() || letter == ',');
        // Part of an enumeration or of a level is no count.
        let before = i.checked_sub(1).map_or("", |before| words[before]);
        if !is_number || number.ends_with(',') || ["or", "to", "-", "–", "by", "/"].contains(&before) {
            continue;
        }
        // "1 moves", "1 goal states", "2 move".
        let next: Vec<String> = words[i + 1..].iter().take(2).map(|word| bare(word)).collect();
        let said = || Some(words[i.saturating_sub(3)..(i + 4).min(words.len())].join(" "));
        let describes =
            |word: &str| ["goal", "shortest", "winning", "farthest", "piece", "undirected"].contains(&word);
        let noun = match &next[..] {
            [adjective, noun] if describes(adjective) => noun,
            [noun, ..] => noun,
            [] => continue,
        };
        if number == "1" && THINGS.contains(&noun.as_str()) {
            return said();
        }
        if number != "1" && THINGS.iter().any(|thing| thing.strip_suffix('s') == Some(noun)) {
            return said();
        }
    }
    None
}

#[test]
fn nothing_is_counted_wrongly() {
    assert!(wrong("solved in 1 moves").is_some() && wrong("(1 goal states)").is_some());
    assert!(
        wrong("0 move made").is_some() && wrong("solved in 21 moves, 1 move left; 1,001 states").is_none()
    );
    let folder = Scratch::new();
    let levels: &[(&str, &[&str])] = &[
        ("tiles", &["1 2 3/4 5 6/7 . 8"]),
        ("tiles", &["1 2/3 ."]),
        ("tiles", &["."]),
        ("hanoi", &["1 | |"]),
        ("hanoi", &["--discs", "1", "--pegs", "4"]),
        ("hanoi", &["--discs", "1", "--pegs", "2"]),
        ("water", &["1 | 1", "--capacity", "2"]),
        ("water", &["rack-01"]),
        ("klotski", &["a./..", "--goal", ".a/.."]),
        ("klotski", &["a", "--goal", "none"]),
        ("stones", &["1"]),
        ("stones", &["1", "--misere"]),
        ("stones", &["2", "--take", "1"]),
    ];
    let commands: &[(&str, &[&str])] = &[
        ("solve", &[]),
        ("solve", &["--all"]),
        ("solve", &["--states", "1", "--algorithm", "bfs"]),
        ("solve", &["--memory", "1", "--algorithm", "bfs"]),
        ("solve", &["--quiet"]),
        ("solve", &["--frames"]),
        ("solve", &["--csv", "--moves", "1"]),
        ("explore", &[]),
        ("explore", &["--states", "1"]),
        ("explore", &["--memory", "1"]),
    ];
    let (mut told, mut faults) = (0, Vec::new());
    let mut look = |what: &[&str], said: crate::run::Text| {
        told += said.out.len() + said.err.len();
        let found = said.out.lines().chain(said.err.lines()).filter_map(wrong);
        faults.extend(found.map(|found| format!("{}: {found}", what.join(" "))));
    };
    for (puzzle, level) in levels {
        for (command, options) in commands {
            let words = [&[*command, *puzzle][..], level, options].concat();
            look(&words, telusur(&words));
        }
    }
    let out = file_in(&folder, "one");
    let others: &[&[&str]] = &[
        &["verify", "tiles", "1 2 3/4 5 6/7 . 8", "8", "--optimal"],
        &["verify", "tiles", "1 2 3/4 5 6/. 7 8", "7"],
        &["verify", "tiles", "1 2 3/4 5 6/7 . 8", "8", "--optimal", "--memory", "1", "--algorithm", "bfs"],
        &["verify", "stones", "1", "1:1"],
        &["verify", "stones", "40 40 40", "1:1", "--take", "1,2,5", "--states", "1"],
        &["explore", "klotski", "--graph", "csv-nodes", "--states", "1"],
        &["explore", "stones", "1", "--report", "strategies"],
        &["generate", "tiles", "--size", "1x1", "--seed", "1"],
        &["generate", "tiles", "--count", "1", "--seed", "1", "--out", &out],
        &["generate", "stones", "--piles", "1", "--size", "1", "--seed", "1"],
        &["generate", "hanoi", "--discs", "1", "--seed", "1"],
        &["generate", "water", "--time", "1ms", "--count", "2"],
        &["list"],
        &["list", "tiles"],
        &["list", "hanoi"],
        &["list", "water"],
        &["list", "klotski"],
        &["list", "stones"],
        &["doctor"],
    ];
    for words in others {
        look(words, telusur(*words));
    }
    let data = file_in(&folder, "data");
    for (puzzle, level, moves) in [
        ("tiles", "1 2 3/4 5 6/7 . 8", "8"),
        ("hanoi", "1 | |", "A>C"),
        ("stones", "1", "1:1"),
        ("stones", "2", "1:1"),
    ] {
        for plain in ["--plain", "--plain=sentences"] {
            let words = ["play", puzzle, level, plain, "--data", &data];
            let input = format!("hint\n{moves}\nsolve\nundo\nundo\nstatus\n");
            look(&words, with_input(words, input.as_bytes()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(told > 20_000, "{told}");
}
