//! Texts that say the same as puzzles written in Rust, held against them on random levels: a few in the tests, hundreds in
//! the study.

use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, Entry, Setup, Task, catalogue};
use telusur_rules::OWN_RULES;
use telusur_search::{Algorithm, Claim};

pub(crate) const EIGHT: &str = "puzzle Eight
var c[3 x 3] : 0..8 permutation
sign 0 \".\"
move slide a in cells(c), b in near(a) when c[b] == 0: swap c[a], c[b]
goal: 1 2 3/4 5 6/7 8 .
";

/// The towers on four pegs; the goal is on the last.
pub(crate) fn tower(discs: usize) -> String {
    format!(
        "puzzle Tower\nset Peg = A, B, C, D\nvar peg[1..{discs}] : Peg\n\
         move disc d in 1..{discs}, to in Peg\n    when peg[d] != to and all e in 1..d-1: peg[e] != peg[d] and peg[e] != to:\n    \
         peg[d] := to\ngoal: {}\n",
        vec!["D"; discs].join(" ")
    )
}

/// The proved number of moves; `None` where it is proved that there is no solution.
pub(crate) fn optimum(board: &dyn Board) -> Option<usize> {
    let mut unobserved = ();
    let answer = board.solve(Task::new(&mut unobserved)).unwrap();
    let path = answer.path().unwrap();
    match path.claim {
        Claim::Optimal => Some(path.moves.len()),
        Claim::Unsolvable => None,
        claim => panic!("{claim:?} on {}", board.text()),
    }
}

/// States per depth, by hash BFS.
fn depths(board: &dyn Board) -> Vec<u64> {
    let mut unobserved = ();
    board.explore(Task::new(&mut unobserved).with(Algorithm::Bfs)).unwrap().depths
}

fn agree(text: &dyn Board, rust: &dyn Board) -> Option<usize> {
    let expected = optimum(rust);
    assert_eq!(optimum(text), expected, "{}", text.text());
    assert_eq!(depths(text), depths(rust), "{}", text.text());
    expected
}

/// Random orders, half of which can't be solved. Answers how many could not.
pub(crate) fn eight_puzzle(levels: usize) -> usize {
    let tiles = catalogue::find("tiles").unwrap();
    let mut random = Random::new(3);
    let mut unsolvable = 0;
    for _ in 0..levels {
        let mut order: Vec<usize> = (0..9).collect();
        for i in (1..9).rev() {
            order.swap(i, random.below(i + 1));
        }
        let sign = |&tile: &usize| if tile == 0 { ".".to_owned() } else { tile.to_string() };
        let rows: Vec<String> =
            order.chunks(3).map(|row| row.iter().map(sign).collect::<Vec<_>>().join(" ")).collect();
        let level = Setup::level(&rows.join("/"));
        let text = OWN_RULES.open(&level.clone().with("rules", EIGHT)).unwrap();
        unsolvable += usize::from(agree(&*text, &*tiles.open(&level).unwrap()).is_none());
    }
    assert!((levels / 4..=levels - levels / 4).contains(&unsolvable), "{unsolvable} of {levels}");
    unsolvable
}

/// Random towers on four pegs.
pub(crate) fn four_pegs(discs: usize, levels: usize) {
    let hanoi = catalogue::find("hanoi").unwrap();
    let rules = tower(discs);
    let mut random = Random::new(4);
    for _ in 0..levels {
        let pegs: Vec<usize> = (0..discs).map(|_| random.below(4)).collect();
        let stacks = (0..4).map(|peg| {
            let discs = (0..discs).rev().filter(|&disc| pegs[disc] == peg).map(|disc| (disc + 1).to_string());
            discs.collect::<Vec<_>>().join(" ")
        });
        let rust = hanoi.open(&Setup::level(&stacks.collect::<Vec<_>>().join(" | "))).unwrap();
        let level: Vec<&str> = pegs.iter().map(|&peg| ["A", "B", "C", "D"][peg]).collect();
        let text = OWN_RULES.open(&Setup::level(&level.join(" ")).with("rules", &rules)).unwrap();
        assert!(agree(&*text, &*rust).is_some());
    }
}
