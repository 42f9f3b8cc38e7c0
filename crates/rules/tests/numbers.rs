//! Known numbers of the collection, and texts that say the same as puzzles written in Rust.

mod agreement;

use agreement::optimum;
use telusur_puzzles::{Answer, Board, Entry, Setup, Task, catalogue};
use telusur_rules::{OWN_RULES, Rules, collection};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim};

fn board(puzzle: &str, level: &str) -> Box<dyn Board> {
    let entry =
        collection().iter().find(|entry| entry.name() == puzzle).unwrap_or_else(|| panic!("{puzzle}"));
    catalogue::open(entry, &Setup::level(level)).unwrap_or_else(|error| panic!("{puzzle} {level}: {error}"))
}

#[test]
fn optima_are_the_published_ones() {
    for (puzzle, level, expected) in [
        ("jugs", "empty", 6),
        ("crossing", "all", 7),
        ("missionaries", "three", 11),
        ("frogs", "three", 15),
        ("knights", "four", 16),
        ("burnt", "all", 10),
        ("pancakes", "hard", 10),
        ("triangle", "corner", 13),
        ("magnetic", "four", 30),
        ("line", "five", 57),
        ("star", "five", 32),
        ("blocks", "sussman", 3),
        ("lights", "all", 15),
    ] {
        assert_eq!(optimum(&*board(puzzle, level)), Some(expected), "{puzzle} {level}");
    }
}

#[test]
fn states_per_depth_are_the_published_ones() {
    let radius = |puzzle: &str, level: &str| {
        let mut unobserved = ();
        let survey = board(puzzle, level).explore(Task::new(&mut unobserved)).unwrap();
        (survey.states(), survey.radius().unwrap())
    };
    // The jugs of three and five: sixteen of twenty-four; the crossing: ten states; missionaries: sixteen.
    assert_eq!(radius("jugs", "empty"), (16, 7));
    assert_eq!(radius("crossing", "all"), (10, 7));
    assert_eq!(radius("missionaries", "three"), (16, 12));
    assert_eq!(radius("frogs", "three"), (72, 15));
    assert_eq!(radius("knights", "four"), (280, 16));
    assert_eq!(radius("pancakes", "nine"), (362_880, 10));
    assert_eq!(radius("burnt", "all"), (3840, 10));
    assert_eq!(radius("triangle", "corner"), (3016, 13));
}

#[test]
fn lights_out_on_small_boards() {
    let text = telusur_rules::collection::TEXTS.iter().find(|(name, _)| *name == "lights").unwrap().1;
    for (size, drawing, states, radius) in [(3, ".../.../...", 512, 9), (4, "..../..../..../....", 4096, 7)] {
        let body: String =
            text.lines().filter(|line| !line.starts_with("start")).map(|line| format!("{line}\n")).collect();
        let body = body.replace("5 x 5", &format!("{size} x {size}"));
        let setup = Setup::level(drawing).with("rules", &body);
        let mut unobserved = ();
        let survey = OWN_RULES.open(&setup).unwrap().explore(Task::new(&mut unobserved)).unwrap();
        assert_eq!((survey.states(), survey.radius()), (states, Some(radius)));
    }
}

#[test]
fn games_are_won_by_whom_they_should_be() {
    let verdict = |puzzle: &str, level: &str| {
        let mut unobserved = ();
        match board(puzzle, level).solve(Task::new(&mut unobserved)).unwrap() {
            Answer::Game(game) => (game.verdict, game.winning_moves),
            Answer::Path(_) => panic!("{puzzle} is no game"),
        }
    };
    assert_eq!(verdict("noughts", "empty").0, Some(Verdict::Draw));
    // Nim: the XOR of 3, 4 and 5 is 2, and of 2, 5 and 7 is 0.
    assert_eq!(verdict("nim", "usual"), (Some(Verdict::Win), vec!["take-2-1".to_owned()]));
    assert_eq!(verdict("nim", "lost").0, Some(Verdict::Loss));
    // Misère: of single stones the player with an odd number left loses.
    let nim = telusur_rules::collection::TEXTS.iter().find(|(name, _)| *name == "nim").unwrap().1;
    for (text, expected) in
        [(nim.to_owned(), Verdict::Win), (nim.replace("stuck lost", "stuck won"), Verdict::Loss)]
    {
        let mut unobserved = ();
        let board = OWN_RULES.open(&Setup::level("1 1 1").with("rules", &text)).unwrap();
        let answer = board.solve(Task::new(&mut unobserved)).unwrap();
        assert_eq!(answer.game().unwrap().verdict, Some(expected));
    }
}

#[test]
fn texts_agree_with_the_puzzles_in_rust() {
    agreement::eight_puzzle(20);
    agreement::four_pegs(7, 20);
}

/// Tables of simplified puzzles are admissible, and they cut the work.
#[test]
fn pattern_databases_cut_expansions() {
    for (text, moves, factor) in [
        (
            "puzzle Pancakes\nvar p[1..13] : 1..13 permutation\nmove flip k in 2..13: reverse p[1..k]\ngoal sorted(p)\n",
            "flip-13 flip-5 flip-9 flip-3 flip-11",
            10,
        ),
        (
            "puzzle TopSpin\nvar p[1..14] : 1..14 permutation\nmove left: rotate p[1..14] by -1\n\
             move right: rotate p[1..14] by 1\nmove turn: reverse p[1..4]\ngoal sorted(p)\n",
            "turn right right right turn right turn left left turn right right right turn",
            3,
        ),
    ] {
        let mut board = OWN_RULES.open(&Setup::default().with("rules", text)).unwrap();
        for text in moves.split(' ') {
            board = board.play(text).unwrap();
        }
        let run = |algorithm: Algorithm| {
            let mut unobserved = ();
            let answer = board.solve(Task::new(&mut unobserved).with(algorithm)).unwrap();
            let path = answer.path().unwrap().clone();
            assert_eq!(path.claim, Claim::Optimal);
            path
        };
        let (informed, plain) = (run(Algorithm::Astar), run(Algorithm::Bfs));
        assert!(informed.reason.contains("pattern databases"), "{}", informed.reason);
        assert_eq!(informed.moves.len(), plain.moves.len());
        assert!(
            informed.stats.expanded * factor <= plain.stats.expanded,
            "{} and {} for {moves}",
            informed.stats.expanded,
            plain.stats.expanded
        );
    }
}

/// What a blind search solves soon is solved by it: no tables are made first, and nothing else costs much.
#[test]
fn auto_makes_no_tables_where_search_alone_is_done_sooner() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../xtask/src/bench/auto");
    for (name, level, blind) in [
        ("fifteen-two-blanks", "eleven", Algorithm::Bidirectional),
        ("fifteen-two-blanks", "nearer", Algorithm::Bidirectional),
        ("pancakes-fifteen", "near", Algorithm::Bidirectional),
        ("topspin-ten", "far", Algorithm::Bidirectional),
        ("rings-crossed", "near", Algorithm::Bidirectional),
        ("knights-tour", "corner", Algorithm::Bidirectional),
        ("rush-hour", "jam", Algorithm::Dense),
        ("queens", "", Algorithm::Bfs),
    ] {
        let text = std::fs::read_to_string(format!("{folder}/{name}.puzzle")).unwrap();
        let rules = Rules::load(&text).unwrap();
        let start = rules.levels().find(|start| start.name == level).map(|start| start.text);
        let setup = start.map_or_else(Setup::default, |start| Setup::level(&start)).with("rules", &text);
        let board = OWN_RULES.open(&setup).unwrap();
        let solve = |algorithm| {
            let answer = board.solve(Task::new(&mut ()).with(algorithm)).unwrap();
            answer.path().unwrap().clone()
        };
        let (auto, alone) = (solve(Algorithm::Auto), solve(blind));
        assert_eq!((auto.claim, &auto.length), (alone.claim, &alone.length), "{name}");
        assert_eq!(auto.algorithm, blind, "{name}: {}", auto.reason);
        assert!(!auto.reason.contains("pattern databases"), "{name}: {}", auto.reason);
        let [auto, alone] = [auto, alone].map(|answer| answer.stats.generated.expect("counted"));
        assert!(auto <= 2 * alone, "{name}: {auto} and {alone}");
    }
}
