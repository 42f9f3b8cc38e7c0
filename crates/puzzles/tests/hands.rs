//! What a hand can do with every puzzle of the catalogue, in every metric and rule.

use telusur_conformance as conformance;
use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, Drop, Entry, Language, Setup, catalogue};

/// Positions of random play from the usual start and from levels, in every metric and rule that an option offers.
fn boards(entry: &dyn Entry) -> Vec<Box<dyn Board>> {
    let mut boards = vec![entry.open(&Setup::default()).unwrap()];
    let variants: &[(&str, &str)] = match entry.name() {
        "klotski" => &[("metric", "slides"), ("metric", "steps"), ("order", "paper")],
        "water" => &[("rule", "unit"), ("rule", "strict")],
        "stones" => &[("take", "any"), ("misere", "true")],
        _ => &[],
    };
    for level in entry.levels().iter().step_by(1 + entry.levels().len() / 16) {
        boards.push(entry.open(&level.setup()).unwrap());
        for (name, value) in variants {
            boards.extend(entry.open(&level.setup().with(name, value)));
        }
    }
    let mut random = Random::new(11);
    for i in 0..boards.len() {
        let mut board = boards[i].clone();
        for step in 0..12 {
            let moves = board.moves();
            let Some(m) = moves.get(random.below(moves.len())) else { break };
            board = board.play(m).unwrap();
            if step % 4 == 3 {
                boards.push(board.clone());
            }
        }
    }
    boards
}

#[test]
fn hands_find_every_move() {
    for &entry in catalogue::all() {
        for board in boards(entry) {
            conformance::hands::check(&*board);
        }
    }
}

#[test]
fn a_stone_that_is_touched_is_gone() {
    let board = catalogue::find("stones").unwrap().open(&Setup::level("3 9 4")).unwrap();
    let has = |board: &dyn Board, id: &str| board.picture().items.iter().any(|item| item.id == id);
    let plays = board.plays();
    assert!(plays.iter().all(|play| play.drop == Drop::Tap && has(&*board, &play.grips[0])));
    for play in plays {
        assert!(!has(&*board.play(&play.text).unwrap(), &play.grips[0]), "{play:?}");
    }
}

#[test]
fn what_is_meant_and_forbidden_is_refused_with_a_reason() {
    let cases = [
        ("hanoi", "3 2 | 1 |", "disc-2", Drop::Onto(vec!["disc-1".into()]), "disc 2 is larger than disc 1"),
        ("hanoi", "3 2 | 1 |", "peg-C", Drop::Onto(vec!["peg-A".into()]), "peg C is empty"),
        ("water", "1 2 | 2 1 | -", "tube-1", Drop::Onto(vec!["unit-2-1".into()]), "on top of tube 1"),
        ("stones", "3 9", "stone-2-1", Drop::Tap, "a turn takes 1-3 stones"),
        ("klotski", "aBBb/aBBb/cdde/cfge/h..i", "piece-B", Drop::By(vec![(0, 1)]), "piece d is in the way"),
        ("tiles", "1 2 3/4 5 6/7 . 8", "tile-1", Drop::By(vec![(0, 1)]), "only a tile beside"),
    ];
    for (puzzle, level, grip, drop, expected) in cases {
        let board = catalogue::find(puzzle).unwrap().open(&Setup::level(level)).unwrap();
        let meant = board.attempts(grip, &drop);
        assert_eq!(meant.len(), 1, "{puzzle}: {grip} {drop:?}");
        let error = board.play(&meant[0]).err().unwrap();
        let [refusal, indonesian] = Language::ALL.map(|language| error.in_language(language));
        assert!(refusal.contains(expected) && refusal == error.to_string(), "{refusal}");
        assert!(indonesian.contains("tidak bisa") && !indonesian.contains(expected), "{indonesian}");
    }
    // A tile that could slide, pushed the wrong way, means nothing.
    let board = catalogue::find("tiles").unwrap().open(&Setup::level("1 2 3/4 5 6/7 . 8")).unwrap();
    assert!(board.attempts("tile-8", &Drop::By(vec![(1, 0)])).is_empty());
}

#[test]
fn the_tops_of_huge_piles_can_be_touched() {
    let stones = catalogue::find("stones").unwrap();
    let board = stones.open(&Setup::level("1000000000000 7").with("take", "any")).unwrap();
    let plays = board.plays();
    let play = |text: &str| plays.iter().find(|play| play.text == text).unwrap();
    assert_eq!(play("1:3").grips, ["stone-1-999999999998"]);
    assert_eq!(play("1:61").grips, ["pile-1"]);
    assert_eq!(board.plays().len(), board.moves().len());
}
