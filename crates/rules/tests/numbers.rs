//! Known numbers of the collection, and texts that say the same as puzzles written in Rust.

use telusur_puzzles::random::Random;
use telusur_puzzles::{Answer, Board, Entry, Setup, Task, catalogue};
use telusur_rules::{OWN_RULES, collection};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim};

fn board(puzzle: &str, level: &str) -> Box<dyn Board> {
    let entry =
        collection().iter().find(|entry| entry.name() == puzzle).unwrap_or_else(|| panic!("{puzzle}"));
    catalogue::open(entry, &Setup::level(level)).unwrap_or_else(|error| panic!("{puzzle} {level}: {error}"))
}

fn optimum(board: &dyn Board) -> Option<usize> {
    let mut nobody = ();
    let answer = board.solve(Task::new(&mut nobody)).unwrap();
    let path = answer.path().unwrap();
    match path.claim {
        Claim::Optimal => Some(path.moves.len()),
        Claim::Unsolvable => None,
        claim => panic!("{claim:?} on {}", board.text()),
    }
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
        let mut nobody = ();
        let survey = board(puzzle, level).explore(Task::new(&mut nobody)).unwrap();
        assert!(survey.complete);
        (survey.states(), survey.radius())
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
        let mut nobody = ();
        let survey = OWN_RULES.open(&setup).unwrap().explore(Task::new(&mut nobody)).unwrap();
        assert_eq!((survey.states(), survey.radius(), survey.complete), (states, radius, true));
    }
}

#[test]
fn games_are_won_by_whom_they_should_be() {
    let verdict = |puzzle: &str, level: &str| {
        let mut nobody = ();
        match board(puzzle, level).solve(Task::new(&mut nobody)).unwrap() {
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
        let mut nobody = ();
        let board = OWN_RULES.open(&Setup::level("1 1 1").with("rules", &text)).unwrap();
        let answer = board.solve(Task::new(&mut nobody)).unwrap();
        assert_eq!(answer.game().unwrap().verdict, Some(expected));
    }
}

const EIGHT: &str = "puzzle Eight
var c[3 x 3] : 0..8 permutation
sign 0 \".\"
move slide a in cells(c), b in near(a) when c[b] == 0: swap c[a], c[b]
goal: 1 2 3/4 5 6/7 8 .
";

fn hanoi(discs: usize) -> String {
    let tower = |peg: &str| vec![peg; discs].join(" ");
    format!(
        "puzzle Tower\nset Peg = A, B, C, D\nvar peg[1..{discs}] : Peg\n\
         move disc d in 1..{discs}, to in Peg\n    when peg[d] != to and all e in 1..d-1: peg[e] != peg[d] and peg[e] != to:\n    \
         peg[d] := to\ngoal: {}\n",
        tower("D")
    )
}

#[test]
fn the_eight_puzzle_as_text_is_the_one_in_rust() {
    let tiles = catalogue::find("tiles").unwrap();
    let text = |level: &str| OWN_RULES.open(&Setup::level(level).with("rules", EIGHT)).unwrap();
    let survey = |board: &dyn Board| {
        let mut nobody = ();
        board.explore(Task::new(&mut nobody).with(Algorithm::Bfs)).unwrap()
    };
    let solved = "1 2 3/4 5 6/7 8 .";
    assert_eq!(survey(&*text(solved)).depths, survey(&*tiles.open(&Setup::level(solved)).unwrap()).depths);
    let mut random = Random::new(3);
    let mut unsolvable = 0;
    for _ in 0..60 {
        let mut order: Vec<usize> = (0..9).collect();
        for i in (1..9).rev() {
            order.swap(i, random.below(i + 1));
        }
        let sign = |&tile: &usize| if tile == 0 { ".".to_owned() } else { tile.to_string() };
        let rows: Vec<String> =
            order.chunks(3).map(|row| row.iter().map(sign).collect::<Vec<_>>().join(" ")).collect();
        let level = rows.join("/");
        let expected = optimum(&*tiles.open(&Setup::level(&level)).unwrap());
        assert_eq!(optimum(&*text(&level)), expected, "{level}");
        unsolvable += usize::from(expected.is_none());
    }
    assert!((10..50).contains(&unsolvable));
}

#[test]
fn four_pegs_as_text_are_those_in_rust() {
    let rust = catalogue::find("hanoi").unwrap();
    let survey = |board: &dyn Board| {
        let mut nobody = ();
        board.explore(Task::new(&mut nobody).with(Algorithm::Bfs)).unwrap().depths
    };
    let setup = Setup::default().with("discs", "8").with("pegs", "4");
    let text = OWN_RULES.open(&Setup::default().with("rules", &hanoi(8))).unwrap();
    assert_eq!(survey(&*text), survey(&*rust.open(&setup).unwrap()));
    let mut random = Random::new(4);
    for _ in 0..60 {
        let pegs: Vec<usize> = (0..7).map(|_| random.below(4)).collect();
        let stacks = (0..4).map(|peg| {
            let discs = (0..7).rev().filter(|&disc| pegs[disc] == peg).map(|disc| (disc + 1).to_string());
            discs.collect::<Vec<_>>().join(" ")
        });
        let expected = optimum(&*rust.open(&Setup::level(&stacks.collect::<Vec<_>>().join(" | "))).unwrap());
        let level: Vec<String> = pegs.iter().map(|&peg| ["A", "B", "C", "D"][peg].to_owned()).collect();
        let found =
            optimum(&*OWN_RULES.open(&Setup::level(&level.join(" ")).with("rules", &hanoi(7))).unwrap());
        assert_eq!(found, expected, "{level:?}");
    }
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
            let mut nobody = ();
            let answer = board.solve(Task::new(&mut nobody).with(algorithm)).unwrap();
            let path = answer.path().unwrap().clone();
            assert_eq!(path.claim, Claim::Optimal);
            path
        };
        let (informed, plain) = (run(Algorithm::Auto), run(Algorithm::Bfs));
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
