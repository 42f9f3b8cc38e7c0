//! Puzzles written as text: a file stands where a puzzle's name stands.

use crate::run::{TempFile, telusur, with_input};

const JUGS: &str = include_str!("../../../rules/collection/jugs.puzzle");

#[test]
fn a_file_is_solved_explored_verified_and_made_into_levels() {
    let file = TempFile::new("jugs.puzzle", JUGS.as_bytes());
    let said = telusur(["solve", file.path(), "--json"]);
    let json = said.json();
    assert_eq!((said.code, &json["claim"], &json["length"]), (0, &"optimal".into(), &6.into()), "{json}");
    let moves: Vec<&str> = json["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let level = ["verify", file.path(), "empty"];
    assert_eq!(telusur(level.iter().chain(&moves)).code, 0);
    let said = telusur(level.iter().chain(&["fill-lrage"]));
    assert!(
        said.out.contains("did you mean fill-large?") || said.err.contains("did you mean fill-large?"),
        "{}{}",
        said.out,
        said.err
    );
    let said = telusur(["explore", file.path(), "full", "--json"]);
    assert_eq!(said.json()["states"], 16, "{}", said.out);
    // What is made holds the rules, and is read again.
    let made = telusur(["generate", file.path(), "--seed", "2"]).out;
    let said = with_input(["solve", "rules", "-", "--json"], made.as_bytes());
    assert_eq!((said.code, &said.json()["outcome"]), (0, &"solved".into()), "{made}");
}

/// Whatever is said about a file is headed by the title in its text, not by that of the entry which carries it.
#[test]
fn answers_about_a_file_are_headed_by_its_own_title() {
    let file = TempFile::new("titled.puzzle", JUGS.as_bytes());
    let moves = ["fill-large", "pour-large-into-small", "empty-small", "pour-large-into-small"];
    for (words, expected) in [
        (vec!["solve", file.path()], "Water jugs: solved in 6 moves"),
        (vec!["solve", file.path(), "full"], "Water jugs: solved in 7 moves"),
        (vec!["explore", file.path()], "Water jugs: 16 states"),
        (["verify", file.path(), "empty"].into_iter().chain(moves).collect(), "Water jugs: rejected"),
        (vec!["generate", file.path(), "--seed", "1"], "comment: Water jugs, difficulty"),
        (vec!["list", file.path()], "Water jugs (rules)\nMeasure four litres"),
    ] {
        let said = telusur(&words);
        assert!(said.out.starts_with(expected), "{words:?}: {}{}", said.out, said.err);
    }
    let nim = TempFile::new("nim.puzzle", include_bytes!("../../../rules/collection/nim.puzzle"));
    for words in [vec!["solve", nim.path()], vec!["verify", nim.path(), "usual", "take-2-1"]] {
        let said = telusur(&words);
        assert!(said.out.starts_with("Nim"), "{words:?}: {}{}", said.out, said.err);
    }
    assert_eq!(telusur(["list", file.path(), "--json"]).json()["levels"][1]["name"], "full");
    // Where a game is played, in both languages; and in the list of games that were begun.
    let folder = crate::folder::Scratch::new();
    let data = folder.path().to_str().unwrap();
    for (language, title) in [("en", "Water jugs"), ("id", "Kendi air")] {
        let play = ["play", file.path(), "--plain", "--data", data, "--language", language];
        let said = with_input(play, b"fill-large\nquit\n");
        assert!(said.out.starts_with(title), "{}{}", said.out, said.err);
    }
    let svg = folder.path().join("a.svg");
    let said = telusur(["solve", file.path(), "--svg", svg.to_str().unwrap()]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(std::fs::read_to_string(svg).unwrap().contains(">Water jugs</title>"));
}

#[test]
fn a_file_is_played_by_lines_and_the_game_goes_on() {
    let file = TempFile::new("play.puzzle", JUGS.as_bytes());
    let folder = crate::folder::Scratch::new();
    let data = folder.path().to_str().unwrap();
    let said = with_input(["play", file.path(), "--plain", "--data", data], b"fill-large\nquit\n");
    assert!(said.out.contains("large 5") || said.out.contains("lar"), "{}", said.out);
    // The game holds its rules: the file need not be there any more.
    drop(file);
    let said = with_input(["play", "--continue", "--plain", "--data", data], b"moves\nquit\n");
    assert!(said.out.contains("pour-large-into-small"), "{}{}", said.out, said.err);
}

#[test]
fn check_says_what_is_wrong_and_what_is_compiled() {
    let file = TempFile::new("good.puzzle", JUGS.as_bytes());
    let said = telusur(["check", file.path()]);
    assert!(said.code == 0 && said.out.contains("2 variables of 5 bits; 6 moves"), "{}", said.out);
    assert!(said.out.contains("no problems"), "{}", said.out);
    let json = telusur(["check", file.path(), "--json"]).json();
    assert_eq!((&json["valid"], &json["ground_moves"]), (&true.into(), &6.into()));
    // What nobody has tried is not claimed.
    let nim = TempFile::new("game.puzzle", include_bytes!("../../../rules/collection/nim.puzzle"));
    let said = telusur(["check", nim.path()]);
    assert!(said.out.ends_with("levels: usual, lost\nno problems\n"), "{}", said.out);
    let wrong = TempFile::new("wrong.puzzle", JUGS.replace("large := 5", "lrage := 5").as_bytes());
    let said = telusur(["check", wrong.path()]);
    assert_eq!(said.code, 2);
    assert!(
        said.out.contains("line 9, column 18: 'lrage'") && said.out.contains("did you mean 'large'?"),
        "{}",
        said.out
    );
    let json = telusur(["check", wrong.path(), "--json"]).json();
    assert_eq!((&json["valid"], &json["problems"][0]["line"]), (&false.into(), &9.into()));
    // Elsewhere the first error is the one line that there is.
    telusur(["solve", wrong.path()]).refused("wrong.puzzle', line 9, column 18");
    telusur(["solve", "nowhere.puzzle"]).refused("nowhere.puzzle");
}

/// A stated optimum is its author's word: `check` proves or refutes it, and lists mark it.
#[test]
fn stated_optima_are_proved_refuted_or_marked() {
    let text = "puzzle P\nvar n : 0..20\nmove up: n += 1\nmove jump: n += 3\nstart from optimum 4: 2\ngoal n == 20\n";
    let file = TempFile::new("wrong.puzzle", text.as_bytes());
    let said = telusur(["check", file.path()]);
    assert!(
        said.out.contains("a shortest solution has length 6, not 4") && !said.out.contains("no problems"),
        "{}",
        said.out
    );
    assert!(said.out.contains("levels: from (optimum 4, refuted)"), "{}", said.out);
    let json = telusur(["check", file.path(), "--json"]).json();
    assert_eq!((&json["optima"][0]["stated"], &json["optima"][0]["proof"]), (&4.into(), &"refuted".into()));
    assert!(telusur(["list", file.path()]).out.contains("(4 moves, not proved)"));
    let json = telusur(["list", file.path(), "--json"]).json();
    assert_eq!(json["levels"][0]["optimum_proved"], false);
    let right = TempFile::new("right.puzzle", text.replace("optimum 4", "optimum 6").as_bytes());
    let said = telusur(["check", right.path()]);
    assert!(said.out.contains("levels: from (optimum 6, proved)\nno problems"), "{}", said.out);
    let json = telusur(["list", "jugs", "--json"]).json();
    assert_eq!(json["levels"][0]["optimum_proved"], true);
    // Without time nothing is claimed.
    let said = telusur(["check", right.path(), "--time", "0s"]);
    assert!(said.code == 2 && said.out.contains("longer to compile"), "{}", said.out);
}

/// Why moves can't be taken back is said where they can't, and only there.
#[test]
fn check_says_why_moves_are_not_taken_back() {
    let undirected = |name: &str| {
        let path = format!("{}/../rules/collection/{name}.puzzle", env!("CARGO_MANIFEST_DIR"));
        telusur(["check", &path]).out
    };
    for name in ["blocks", "crossing", "missionaries", "magnetic"] {
        let said = undirected(name);
        assert!(
            said.contains("every move is taken back by another\n") && !said.contains("not proved"),
            "{said}"
        );
        assert_eq!(telusur(["solve", name, "--algorithm", "frontier"]).code, 0, "{name}");
    }
    let said = undirected("jugs");
    assert!(
        said.contains("is not proved: no move takes back 'fill-large' at small = 0; large = 3"),
        "{said}"
    );
    telusur(["solve", "jugs", "--algorithm", "frontier"]).refused("not proved");
}

#[test]
fn the_collection_is_listed_and_solved() {
    let said = telusur(["list"]);
    for name in ["jugs", "pancakes", "noughts", "rules"] {
        assert!(said.out.lines().any(|line| line.starts_with(name)), "{name}");
    }
    assert!(telusur(["solve", "missionaries"]).out.contains("solved in 11 moves"));
}

#[test]
fn files_of_the_users_directory_are_puzzles() {
    let folder = crate::folder::Scratch::new();
    let puzzles = folder.path().join("telusur").join("puzzles");
    std::fs::create_dir_all(&puzzles).unwrap();
    std::fs::write(puzzles.join("my-jugs.puzzle"), JUGS).unwrap();
    std::fs::write(puzzles.join("broken.puzzle"), "puzzle P\nvr n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = crate::run::program();
        let output = command.args(arguments).env("XDG_DATA_HOME", folder.path()).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (out, err) = run(&["list"]);
    assert!(out.lines().any(|line| line.starts_with("my-jugs")), "{out}");
    assert!(err.contains("broken.puzzle: line 2, column 1"), "{err}");
    assert!(run(&["solve", "my-jugs", "full"]).0.contains("solved in 7 moves"));
}

/// Where nothing can be done from the start, the answer says why.
#[test]
fn a_start_that_breaks_a_rule_is_named_as_the_reason() {
    let crossing = include_str!("../../../rules/collection/crossing.puzzle");
    let file = TempFile::new("crossing.puzzle", crossing.as_bytes());
    let level = "farmer = right; at = right left left";
    let said = telusur(["solve", file.path(), level]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("Why: the start breaks a rule of the text, 'at[goat] == farmer"),
        "{}",
        said.out
    );
    // Every command gives the same reason.
    let said = with_input(["verify", file.path(), level, "-"], b"cross-alone-to-left\n");
    assert!(
        said.code == 1 && said.out.contains("breaks the rule 'at[goat] == farmer"),
        "{}{}",
        said.out,
        said.err
    );
    let data = crate::folder::Scratch::new();
    let data = data.path().to_str().unwrap();
    let played =
        with_input(["play", file.path(), level, "--plain", "--data", data], b"cross-alone-to-left\nquit\n");
    assert!(played.out.contains("breaks the rule 'at[goat] == farmer"), "{}", played.out);
    assert_eq!(telusur(["solve", file.path()]).code, 0);
}

#[test]
fn a_file_is_watched_and_measured() {
    let file = TempFile::new("watched.puzzle", JUGS.as_bytes());
    let said = telusur(["watch", file.path(), "--json"]);
    assert_eq!((said.code, &said.json()["claim"]), (0, &"optimal".into()), "{}", said.err);
    assert!(telusur(["watch", file.path()]).out.starts_with("Water jugs, "));
    let said = telusur(["bench", file.path(), "--quick"]);
    assert!(said.code == 0 && said.out.starts_with("Water jugs, level full"), "{}{}", said.out, said.err);
    // Neither a text without an optimum nor one with a wrong one is in the way.
    let unknown =
        TempFile::new("unknown.puzzle", b"puzzle Three\nvar n : 0..3\nmove up: n += 1\ngoal n == 3\n");
    let said = telusur(["bench", unknown.path(), "--quick"]);
    assert!(said.code == 0 && said.out.contains("| bfs "), "{}{}", said.out, said.err);
    let wrong =
        b"puzzle Three\nvar n : 0..3\nmove up: n += 1\ngoal n == 3\nstart low \"Low\" optimum 2: n = 0\n";
    let wrong = TempFile::new("wrong.puzzle", wrong);
    let said = telusur(["bench", wrong.path(), "--quick"]);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.code == 0 && words.contains("wrong: 3 is proved"), "{}{}", said.out, said.err);
}
