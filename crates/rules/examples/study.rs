//! What is too much for tests: speed beside the puzzles written in Rust, expansions with and without pattern databases,
//! and the large published counts. Every count is checked.
//!
//! `cargo xtask bench rules`; words choose parts: loading, agreement, speed, bounds, counts, solitaire.

#[path = "../tests/agreement/mod.rs"]
mod agreement;

use agreement::{EIGHT, tower};
use std::time::{Duration, Instant};
use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, Entry, Setup, Survey, Task, catalogue};
use telusur_rules::collection::TEXTS;
use telusur_rules::{OWN_RULES, Rules, collection};
use telusur_search::{Algorithm, Budget, Claim};

fn own(text: &str) -> Box<dyn Board> {
    OWN_RULES.open(&Setup::default().with("rules", text)).unwrap_or_else(|error| panic!("{error}"))
}

/// The best of five explorations by BFS on one thread.
fn best(board: &dyn Board) -> (Duration, Survey) {
    let mut best: Option<(Duration, Survey)> = None;
    for _ in 0..5 {
        let mut unobserved = ();
        let started = Instant::now();
        let survey =
            board.explore(Task::new(&mut unobserved).with(Algorithm::Bfs)).expect("bfs always works");
        let took = started.elapsed();
        if best.as_ref().is_none_or(|(least, _)| took < *least) {
            best = Some((took, survey));
        }
    }
    best.expect("there were five")
}

/// From the text to a board with its picture and plays, as the page does after a key.
fn loading() {
    println!("from text to board, best of five");
    for (name, text) in TEXTS {
        let times = (0..5).map(|_| {
            let started = Instant::now();
            let rules = Rules::load(text).unwrap_or_else(|problems| panic!("{problems}"));
            let took = started.elapsed();
            // The board compiles the text again, unless it was the last one.
            let begun = Instant::now();
            let board = own(text);
            let shown = (board.picture().items.len(), board.plays().len());
            (took, begun.elapsed(), rules.ground_moves(), shown)
        });
        let (load, show, moves, (items, plays)) =
            times.min_by_key(|(took, ..)| *took).expect("there were five");
        println!(
            "{name}: {load:.1?} to compile {moves} moves; {show:.1?} to open, {items} items, {plays} plays"
        );
    }
}

fn speed() {
    println!("hash BFS, one thread, best of five: text, Rust, speed of the text as a share of Rust's");
    let eight = "1 2 3/4 5 6/7 8 .";
    let tiles = catalogue::find("tiles").unwrap().open(&Setup::level(eight)).unwrap();
    let text = OWN_RULES.open(&Setup::level(eight).with("rules", EIGHT)).unwrap();
    let pegs = Setup::default().with("discs", "10").with("pegs", "4");
    let hanoi = catalogue::find("hanoi").unwrap().open(&pegs).unwrap();
    for (name, text, rust) in [("8-puzzle", text, tiles), ("4 pegs x 10 discs", own(&tower(10)), hanoi)] {
        let ((text_time, text), (rust_time, rust)) = (best(&*text), best(&*rust));
        assert_eq!(text.depths, rust.depths, "{name}");
        let share = rust_time.as_secs_f64() / text_time.as_secs_f64();
        println!("{name}: {text_time:.1?}, {rust_time:.1?}, {share:.2} ({} states)", text.states());
    }
}

/// Counts per depth, optima and claims on random levels.
fn agreement_with_rust() {
    const LEVELS: usize = 300;
    let unsolvable = agreement::eight_puzzle(LEVELS);
    println!("8-puzzle: {LEVELS} levels agree, {unsolvable} of them unsolvable");
    agreement::four_pegs(10, LEVELS);
    println!("4 pegs x 10 discs: {LEVELS} levels agree");
}

/// Levels by random walks of these lengths; the last of them leads anywhere.
const WALKS: [usize; 4] = [8, 10, 12, 300];
const LEVELS: u64 = 9;
/// States after which the search with a bound of zero ends. What it has expanded until then is a lower bound of what it
/// would have to.
const ZERO_STATES: u64 = 30_000_000;

fn bounds() {
    println!(
        "states expanded with pattern databases, and with a bound of zero (BFS, at most {ZERO_STATES} states)"
    );
    let pancakes =
        "puzzle P\nvar p[1..15] : 1..15 permutation\nmove flip k in 2..15: reverse p[1..k]\ngoal sorted(p)\n";
    let topspin = "puzzle T\nvar p[1..15] : 1..15 permutation\nmove left: rotate p[1..15] by -1\n\
        move right: rotate p[1..15] by 1\nmove turn: reverse p[1..4]\ngoal sorted(p)\n";
    for (name, text, walks) in [
        ("15-pancake", pancakes, WALKS),
        // Most moves of a walk on a ring are taken back at once.
        ("TopSpin 15", topspin, [40, 60, 80, 100]),
    ] {
        for walk in walks {
            let mut ratios: Vec<f64> =
                (1..=LEVELS).filter_map(|seed| one_bound(name, text, walk, seed)).collect();
            ratios.sort_by(f64::total_cmp);
            if let (Some(least), Some(median)) = (ratios.first(), ratios.get(ratios.len() / 2)) {
                println!("{name}, walks of {walk}: least {least:.0}, median {median:.0} of {}", ratios.len());
            }
        }
    }
}

/// How many times fewer states are expanded, at least; `None` at the goal.
fn one_bound(name: &str, text: &str, walk: usize, seed: u64) -> Option<f64> {
    let mut random = Random::new(seed);
    let mut board = own(text);
    for _ in 0..walk {
        let moves = board.moves();
        board = board.play(&moves[random.below(moves.len())]).unwrap();
    }
    let run = |algorithm: Algorithm, budget: Budget| {
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved).with(algorithm);
        task.limits = budget.into();
        board.solve(task).unwrap().path().unwrap().clone()
    };
    let time = Budget::default().with_time(Duration::from_secs(60)).with_bytes(3 << 30);
    let begun = Instant::now();
    let informed = run(Algorithm::Auto, time);
    let took = begun.elapsed();
    let plain = run(Algorithm::Bfs, Budget::default().with_states(ZERO_STATES));
    let is_whole = plain.claim == Claim::Optimal;
    if is_whole && informed.claim == Claim::Optimal {
        assert_eq!(informed.moves.len(), plain.moves.len(), "{name} {walk} {seed}");
    }
    if informed.moves.is_empty() && informed.claim == Claim::Optimal {
        return None;
    }
    println!(
        "{name} walk {walk} seed {seed}: {:?} {}, {} expanded in {took:.1?}; zero: {}{}; {}",
        informed.claim,
        informed.length.as_ref().map(ToString::to_string).unwrap_or_default(),
        informed.stats.expanded,
        if is_whole { "" } else { "more than " },
        plain.stats.expanded,
        informed.reason
    );
    // A search that was stopped has no figure to compare.
    let ratio = plain.stats.expanded as f64 / informed.stats.expanded.max(1) as f64;
    Some(if informed.claim == Claim::Optimal { ratio } else { 0.0 })
}

fn explore(name: &str, board: &dyn Board, states: u64, radius: u64) {
    let mut unobserved = ();
    let started = Instant::now();
    let survey = board.explore(Task::new(&mut unobserved)).unwrap();
    println!(
        "{name}: {} states, radius {:?}, {} ({:.1?})",
        survey.states(),
        survey.radius(),
        survey.algorithm,
        started.elapsed()
    );
    assert_eq!((survey.states(), survey.radius()), (states, Some(radius)), "{name}");
}

fn shipped(name: &str, level: &str) -> Box<dyn Board> {
    let entry = collection().iter().find(|entry| entry.name() == name).unwrap();
    catalogue::open(entry, &Setup::level(level)).unwrap()
}

fn counts() {
    let cube = TEXTS.iter().find(|(name, _)| *name == "cube").unwrap().1;
    let solved = "corner = 1 2 3 4 5 6 7; twist = 0 0 0 0 0 0 0";
    explore("cube, half turns", &*shipped("cube", solved), 3_674_160, 11);
    let quarters = cube.replace("t in 1..3", "t in {1, 3}");
    let board = OWN_RULES.open(&Setup::level(solved).with("rules", &quarters)).unwrap();
    explore("cube, quarter turns", &*board, 3_674_160, 14);
    explore("Lights Out 5 x 5", &*shipped("lights", "...../...../...../...../....."), 1 << 23, 15);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |part: &str| words.is_empty() || words.iter().any(|word| word == part);
    if wanted("loading") {
        loading();
    }
    if wanted("agreement") {
        agreement_with_rust();
    }
    if wanted("speed") {
        speed();
    }
    if wanted("bounds") {
        bounds();
    }
    if wanted("counts") {
        counts();
    }
    if wanted("solitaire") {
        // Published: positions up to symmetry that can be reached from the central vacancy.
        explore("English solitaire, up to symmetry", &*shipped("solitaire", "central"), 23_475_688, 31);
    }
}
