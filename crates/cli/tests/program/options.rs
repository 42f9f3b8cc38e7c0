//! Options and words in unusual places: each is obeyed or refused, none is dropped; errors name the fault and its place.

use crate::folder::Scratch;
use crate::run::{EASY, TempFile, file_in, program, solve, telusur, with_input};
use telusur_search::Algorithm;

#[test]
fn options_before_the_puzzle_are_obeyed_or_refused() {
    let folder = Scratch::new();
    let data = file_in(&folder, "games");
    let said = telusur(["play", "--data", &data, "--plain=sentences", "hanoi", "three"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Peg A holds"), "{}", said.out);
    assert!(folder.path().join("games/telusur.db").exists(), "the game is kept where it was asked for");
    let said = telusur(["bench", "--json", "--quick", "tiles"]);
    assert!(said.code == 0 && said.out.starts_with('{'), "{}{}", said.out, said.err);
    telusur(["solve", "--time", "1s", "tiles"]).refused("belongs behind the puzzle's name");
    telusur(["generate", "--seed", "1", "tiles"]).refused("telusur generate PUZZLE --seed");
    telusur(["solve", "--no-such-option", "tiles"]).refused("--no-such-option");
}

#[test]
fn the_last_game_of_a_puzzle_goes_on() {
    let folder = Scratch::new();
    let data = file_in(&folder, "games");
    telusur(["play", "hanoi", "--continue", "--data", &data])
        .refused("no game of Tower of Hanoi is kept yet");
    for (puzzle, level, moves) in [("hanoi", "three", "A>C\n"), ("tiles", "first", "5\n")] {
        let said = with_input(["play", puzzle, level, "--data", &data, "--plain"], moves.as_bytes());
        assert_eq!(said.code, 0, "{}", said.err);
    }
    let said = telusur(["play", "hanoi", "--continue", "--data", &data, "--plain=sentences"]);
    assert!(said.code == 0 && said.out.contains("Peg A"), "{}{}", said.out, said.err);
    telusur(["play", "hanoi", "three", "--continue", "--data", &data]).refused("leave out the level");
}

#[test]
fn help_shows_what_a_command_can_use() {
    let help = |arguments: &[&str]| telusur(arguments.iter().chain(&["--help"])).out;
    for (arguments, absent) in [
        (&["generate", "tiles"][..], &["--goal", "--metric", "--algorithm"][..]),
        (&["generate", "hanoi"], &["--method", "--after", "--to "]),
        (&["solve", "klotski"], &["--mix", "--size"]),
        (&["solve", "water"], &["--colours", "--empties"]),
        (&["solve", "hanoi"], &["--distance"]),
        (&["solve", "stones"], &["--all "]),
        (&["verify", "stones"], &["--optimal"]),
    ] {
        let text = help(arguments);
        for option in absent {
            assert!(!text.contains(option), "{arguments:?} shows {option}: {text}");
        }
    }
    assert!(
        help(&["generate", "hanoi"]).contains("--distance")
            && help(&["generate", "tiles"]).contains("--time")
    );
    telusur(["solve", "hanoi", "--distance", "5"]).refused("an option of 'telusur generate hanoi' only");
}

#[test]
fn the_fault_of_an_option_is_named() {
    telusur(["solve", "hanoi", "three", "--discs", "4"]).refused("the level has 3 discs, the option says 4");
    telusur(["solve", "hanoi", "htree"]).refused("did you mean 'three'?");
}

#[test]
fn errors_count_the_lines_of_the_file() {
    let file = TempFile::new("lines", b"title: Odd\nauthor: me\n\n1 2\n3 x\n");
    telusur(["solve", "tiles", "--file", file.path()]).refused("line 5, column 3: 'x'");
    let file = TempFile::new("goal", b"title: Odd\ngoal: 1 2/x .\n\n1 2\n3 .\n");
    telusur(["solve", "tiles", "--file", file.path()]).refused("line 2, column 11: 'x'");
    telusur(["solve", "tiles", "1 2/3 .", "--goal", "1 2/x ."]).refused("option goal, line 1, column 5: 'x'");
}

#[test]
fn moves_that_begin_with_a_dash_are_moves() {
    for arguments in
        [&["first", "-5", "8"][..], &["first", "--", "-5", "8"], &["--goal", EASY, "first", "-x"]]
    {
        let said = telusur(["verify", "tiles"].iter().chain(arguments));
        assert_eq!(said.code, 1, "{arguments:?}: {}", said.err);
        assert!(said.out.contains("rejected — move 1: '-"), "{}", said.out);
    }
    let said = telusur(["verify", "tiles", "first", "5", "8", "--optimal"]);
    assert!(said.code == 0 && said.out.contains("Optimal"), "{}", said.out);
    telusur(["verify", "tiles", "first", "--jsno"]).refused("--jsno");
}

#[test]
fn a_picture_on_standard_output_takes_the_place_of_the_answer() {
    let said = solve(EASY, &["--svg", "-"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.starts_with("<svg") && said.out.ends_with("</svg>\n"), "{}", said.out);
    let sheet = solve(EASY, &["--svg", "-", "--sheet", "--quiet"]);
    assert!(sheet.out.starts_with("<svg") && !sheet.out.contains("<animate"));
    let gif = program().args(["solve", "tiles", EASY, "--gif", "-"]).output().unwrap();
    assert!(gif.stdout.starts_with(b"GIF89a") && gif.stdout.ends_with(b";"));
    let said = telusur(["solve", "hanoi", "--method", "er", "--svg", "-"]);
    assert!(said.code == 0 && said.out.starts_with("<svg"), "{}", said.out);
    let said = solve("2 1 3/4 5 6/7 8 .", &["--svg", "-"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    said.one_line("there is no picture: no solution exists");
    solve(EASY, &["--svg", "-", "--json"]).refused("both take standard output");
    solve(EASY, &["--gif", "-", "--csv"]).refused("both take standard output");
    solve(EASY, &["--gif", "-", "--svg", "-"]).refused("the same file");
    assert!(!std::path::Path::new("-").exists(), "no file of that name is made");
}

#[test]
fn every_bench_says_something() {
    let said = telusur(["bench", "tiles", "--quick", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let json = said.json();
    assert_eq!((&json["puzzle"], &json["columns"][0]), (&"tiles".into(), &"algorithm".into()));
    assert!(json["rows"].as_array().unwrap().len() > 5, "{json}");
}

/// The algorithms that help offers.
fn offered(command: &str, puzzle: &str) -> Vec<String> {
    // In one line: help is wrapped.
    let help = telusur([command, puzzle, "--help"]).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, after) = help.split_once("--algorithm <NAME>").unwrap_or_else(|| panic!("{command}: {help}"));
    let (_, names) = after.split_once("[possible values: ").unwrap();
    let (names, _) = names.split_once(']').unwrap();
    names.split(',').map(|name| name.trim().to_owned()).collect()
}

/// What help offers works for some level at least, and what it does not offer is refused before anything is read.
#[test]
fn help_offers_the_algorithms_that_a_command_can_use() {
    for command in ["solve", "explore", "watch"] {
        let mut working: Vec<String> = Vec::new();
        for puzzle in ["hanoi", "tiles", "stones", "noughts"] {
            if command == "watch" && ["stones", "noughts"].contains(&puzzle) {
                continue;
            }
            let offered = offered(command, puzzle);
            for algorithm in Algorithm::ALL.map(Algorithm::name) {
                let said = telusur([command, puzzle, "--algorithm", algorithm, "--states", "50"]);
                match offered.iter().any(|name| name == algorithm) {
                    false => said.refused("possible values: auto, bfs"),
                    true if said.code != 2 => working.push(algorithm.to_owned()),
                    true => said.one_line("does not work here"),
                }
            }
        }
        for algorithm in offered(command, "tiles") {
            assert!(working.contains(&algorithm), "{command} offers {algorithm}");
        }
    }
    assert!(!telusur(["explore", "stones", "--help"]).out.contains("--device"), "games have no planes");
    assert_eq!(offered("explore", "stones"), ["auto", "bfs"]);
    assert_eq!(offered("solve", "stones"), ["auto", "bfs", "dfs"]);
    assert!(!telusur(["watch", "--help"]).out.contains("stones"), "games can't be watched");
    telusur(["watch", "stones"]).refused("can't be watched");
}

#[test]
fn options_without_an_effect_are_refused() {
    for (beside, option) in [(&["--algorithm", "bfs"][..], "--algorithm"), (&["--all"], "--all")] {
        let words = ["solve", "hanoi", "--method", "er"].iter().chain(beside);
        telusur(words).refused(&format!("{option} and the method er can't be combined"));
    }
    telusur(["solve", "hanoi", "--method", "er", "--algorithm", "auto", "--json"]).refused("the method er");
    let json = telusur(["solve", "hanoi", "--method", "kolar2", "--json"]).json();
    assert_eq!((&json["method"], &json["length"]), (&"kolar2".into(), &7.into()), "{json}");
    assert!(telusur(["solve", "hanoi", "--json"]).json().get("method").is_none());
    let json = telusur(["solve", "hanoi", "--method", "er", "--discs", "40", "--json"]).json();
    assert_eq!((&json["method"], &json["length"]), (&"er".into(), &1_099_511_627_775u64.into()), "{json}");
    let plain = telusur(["solve", "hanoi", "--method", "er", "--time", "10s"]);
    assert_eq!((plain.code, plain.out.lines().count()), (0, 7), "{}", plain.err);
    let folder = Scratch::new();
    let (graph, disk) = (file_in(&folder, "graph.dot"), file_in(&folder, "layers"));
    for beside in [&["--algorithm", "bfs"][..], &["--all"], &["--device", "cpu"], &["--disk", &disk]] {
        let words = ["explore", "tiles", "--size", "2x2", "--graph", &graph];
        telusur(words.iter().chain(beside)).refused("cannot be used with");
    }
    telusur(["explore", "klotski", "--report", "family", "--algorithm", "bfs"])
        .refused("cannot be used with");
    telusur(["explore", "tiles", "--size", "2x2", "--disk", &disk, "--all"]).refused("cannot be used with");
    telusur(["explore", "tiles", "--size", "2x2", "--disk", &disk, "--algorithm", "dense"])
        .refused("dense does not work on disk");
    telusur(["solve", "tiles", "--all-levels", "--disk", &disk]).refused("cannot be used with");
    telusur(["verify", "tiles", EASY, "5", "8", "--algorithm", "bfs"]).refused("--optimal");
    assert!(!folder.path().join("graph.dot").exists() && !folder.path().join("layers").exists());
}

#[test]
fn negative_amounts_are_refused_as_amounts() {
    for (option, value, wanted) in [
        ("--time", "-1s", "write a time such as 500ms"),
        ("--memory", "-4G", "write bytes such as 64M"),
        ("--states", "-1", "write a count such as 1000000"),
    ] {
        telusur(["solve", "tiles", option, value]).refused(wanted);
        telusur(["solve", "tiles", &format!("{option}={value}")]).refused(wanted);
        telusur(["solve", "tiles", option, "--json"]).refused(wanted);
    }
}

#[test]
fn names_are_matched_by_their_beginning_and_otherwise_suggested() {
    let whole = telusur(["solve", "klotski", "heng-dao-li-ma", "--quiet"]);
    for name in ["heng-dao", "HENG-DAO-LI-MA", "Heng"] {
        let said = telusur(["solve", "klotski", name, "--quiet"]);
        assert_eq!((said.code, &said.out), (0, &whole.out), "{name}: {}", said.err);
    }
    telusur(["solve", "klotski", "heng-dap-li-ma"])
        .refused("no level is called 'heng-dap-li-ma'; did you mean 'heng-dao-li-ma'?");
    // Of several that begin so, none is guessed.
    telusur(["solve", "tiles", "fif"]).refused("no level is called 'fif'; did you mean 'fif");
    for (words, expected) in [
        (&["solve", "tiles", "--algorthm", "bfs"][..], "did you mean '--algorithm'?"),
        (&["solve", "tiles", "--algorithm", "bsf"], "did you mean 'bfs'?"),
        (&["solve", "water", "--rule", "unti"], "did you mean 'unit'?"),
        (&["explore", "klotski", "--metrc", "moves"], "did you mean '--metric'?"),
        (&["slove", "tiles"], "did you mean"),
        (&["solve", "tile"], "did you mean 'tiles'?"),
    ] {
        telusur(words).refused(expected);
    }
}

#[test]
fn an_option_of_a_game_is_obeyed_or_refused() {
    let first = telusur(["solve", "noughts", ".xo/x.x/..o", "--json"]).json();
    let second = telusur(["solve", "noughts", ".xo/x.x/..o", "--turn", "2", "--json"]).json();
    assert_eq!((&first["turns"], &second["turns"]), (&1.into(), &3.into()), "{second}");
    telusur(["solve", "noughts", ".xo/x.x/..o; player = 1", "--turn", "2"]).refused("player 1 is to move");
    telusur(["solve", "rules", "--turn", "2"]).refused("it has no turns");
}

#[test]
fn help_is_short_and_long_and_lists_the_puzzles_once() {
    let lines = |words: &[&str]| {
        let said = telusur(words);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{words:?}");
        said.out
    };
    assert_eq!(lines(&["help", "solve"]), lines(&["solve", "--help"]));
    assert_eq!(lines(&["help", "solve", "tiles"]), lines(&["solve", "tiles", "--help"]));
    for words in [&["solve"][..], &["solve", "tiles"], &["play"], &["explore", "hanoi"]] {
        let [short, long] = ["-h", "--help"].map(|help| lines(&[words, &[help]].concat()));
        assert!(short.lines().count() < long.lines().count(), "{words:?}");
        assert!(long.contains("xamples:") || long.contains("Level format:"), "{long}");
    }
    for command in ["solve", "explore", "verify", "watch", "generate", "play", "bench"] {
        let help = lines(&[command, "--help"]);
        // A name, and nothing of what the puzzle is.
        assert_eq!(help.matches("klotski,").count(), 1, "{help}");
        assert!(!help.contains("Slide blocks") && help.contains("telusur list"), "{help}");
    }
    assert_eq!(lines(&["list"]).matches("Slide blocks").count(), 1);
    assert!(!lines(&["list", "--help"]).contains("klotski"));
}
