//! What a hand can do: each legal move has one play, and a play does what it says to the picture. A front end that knows
//! no rules stands on this.

use std::collections::{BTreeMap, BTreeSet};
use telusur_puzzles::{Board, Drop, Item, Play, Shape};

/// Every check of this module.
///
/// # Panics
/// If a promise is broken.
pub fn check(board: &dyn Board) {
    every_legal_move_has_exactly_one_play(board);
    slots_are_numbered_from_one_and_numbers_name_them(board);
    plays_do_to_the_picture_what_they_say(board);
    a_hand_means_the_move_that_it_makes(board);
}

/// Each legal move is made in one way, of things that can be gripped.
fn every_legal_move_has_exactly_one_play(board: &dyn Board) {
    let plays = board.plays();
    let texts: Vec<&str> = plays.iter().map(|play| play.text.as_str()).collect();
    assert_eq!(texts, board.moves(), "{} {}", board.puzzle(), board.text());
    let items = items(board);
    let mut ways = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    for play in &plays {
        assert!(!play.grips.is_empty(), "{play:?}");
        for grip in &play.grips {
            let item = items.get(grip).unwrap_or_else(|| panic!("{grip} is not in the picture"));
            assert!(item.movable || item.slot.is_some(), "{grip} can't be gripped in {}", board.text());
            match &play.drop {
                Drop::Onto(targets) => {
                    assert!(!targets.is_empty(), "{play:?}");
                    for target in targets {
                        assert!(items.contains_key(target), "{target} is not in the picture");
                        assert!(ways.insert(format!("{grip} on {target}")), "two ways: {play:?}");
                    }
                }
                Drop::By(steps) => {
                    assert!(!steps.is_empty() && steps.iter().all(|s| s.0.abs() + s.1.abs() == 1));
                    assert!(ways.insert(format!("{grip} to {:?}", end(steps))), "two ways: {play:?}");
                }
                // A stone far down a huge pile is not drawn, and the pile stands for many takes.
                Drop::Tap if item.kind == "pile" => {}
                Drop::Tap => assert!(ways.insert(grip.clone()), "two moves of one touch: {play:?}"),
            }
        }
        if !play.numbers.is_empty() {
            assert!(numbers.insert(play.numbers.clone()), "two moves of one number: {play:?}");
        }
    }
    let grips: BTreeSet<&String> = plays.iter().flat_map(|play| &play.grips).collect();
    for item in items.values() {
        let gripped = grips.contains(&item.id) || item.kind == "pile";
        assert!(gripped || !item.movable, "{} is movable but has no play: {}", item.id, board.text());
    }
}

/// Slots are numbered from 1, and the numbers of a play name them.
fn slots_are_numbered_from_one_and_numbers_name_them(board: &dyn Board) {
    let items = items(board);
    let mut slots: Vec<u16> = items.values().filter_map(|item| item.slot).collect();
    slots.sort_unstable();
    assert!(slots.iter().copied().eq(1..=slots.len() as u16), "{}", board.text());
    if slots.is_empty() {
        return;
    }
    for play in board.plays() {
        let slot = |id: &String| items[id].slot.map(u64::from);
        if let Drop::Onto(targets) = &play.drop {
            let from = play.grips.iter().find_map(slot).unwrap();
            let to = targets.iter().find_map(slot).unwrap();
            assert_eq!(play.numbers, [from, to]);
        } else {
            assert_eq!(play.numbers.len(), 2);
            assert!(slots.contains(&(play.numbers[0] as u16)));
        }
    }
}

/// What is pushed or put down lies where the play says, and nothing else moves.
fn plays_do_to_the_picture_what_they_say(board: &dyn Board) {
    let before = items(board);
    for play in board.plays().iter().take(60) {
        let after = items(&*board.play(&play.text).unwrap());
        does_what_it_says(&before, &after, play);
    }
}

fn does_what_it_says(before: &BTreeMap<String, Item>, after: &BTreeMap<String, Item>, play: &Play) {
    let mut touched: BTreeSet<&String> = play.carried.iter().flat_map(|(old, new)| [old, new]).collect();
    for (old, new) in &play.carried {
        let (was, is) = (&before[old], &after[new]);
        assert_eq!((was.kind, &was.name, was.colour), (is.kind, &is.name, is.colour), "{play:?}");
        assert!(!after.contains_key(old) && !before.contains_key(new), "{play:?}");
    }
    match &play.drop {
        Drop::Onto(targets) => {
            let holder = across(&before[&targets[0]].shape);
            let landed: Vec<&Item> = match play.carried.is_empty() {
                true => vec![&after[&play.grips[0]]],
                false => play.carried.iter().map(|(_, new)| &after[new]).collect(),
            };
            for item in landed {
                let (left, right) = across(&item.shape);
                assert!(left < holder.1 && right > holder.0, "{} does not lie on {}", item.id, targets[0]);
            }
        }
        Drop::By(steps) => {
            let grip = &play.grips[0];
            assert_eq!(after[grip].shape, moved(&before[grip].shape, end(steps)), "{play:?}");
            let blocked: BTreeSet<(i32, i32)> = before
                .values()
                .filter(|item| item.id != *grip && ["piece", "tile", "wall"].contains(&item.kind))
                .flat_map(|item| squares(&item.shape))
                .collect();
            for length in 1..=steps.len() {
                let on_the_way = squares(&moved(&before[grip].shape, end(&steps[..length])));
                assert!(on_the_way.is_disjoint(&blocked), "{play:?} passes through something");
            }
        }
        // A stone is gone, a light is on: whatever it is, it can be seen.
        Drop::Tap => assert_ne!(before, after, "{play:?} changes nothing"),
    }
    touched.extend(&play.grips);
    // Whatever was not touched stays where it is; a heap only sinks or loses what lay on the thing touched, a token may
    // be taken, buttons come and go with their moves, and places rise with what stands below them.
    for (id, item) in before {
        let is_taken = item.kind == "token" && !after.contains_key(id);
        let is_offer = ["button", "place"].contains(&item.kind);
        if !touched.contains(id) && play.drop != Drop::Tap && !is_taken && !is_offer {
            let there = after.get(id).unwrap_or_else(|| panic!("{id} is gone after {}", play.text));
            assert_eq!(there.shape, item.shape, "{id} moves with {}", play.text);
        }
    }
}

/// What a hand does to make a legal move is understood as that move, and nonsense is not.
fn a_hand_means_the_move_that_it_makes(board: &dyn Board) {
    for play in board.plays() {
        for grip in &play.grips {
            let drops = match &play.drop {
                Drop::Onto(targets) => targets.iter().map(|t| Drop::Onto(vec![t.clone()])).collect(),
                Drop::Tap if grip.starts_with("pile") => Vec::new(),
                other => vec![other.clone()],
            };
            for drop in drops {
                let meant = board.attempts(grip, &drop);
                assert_eq!(meant, std::slice::from_ref(&play.text), "{grip} {drop:?}");
            }
        }
    }
    for grip in ["", "peg-", "disc-0", "disc-99999999999999999999", "tube-0", "unit-1", "stone-1", "piece-"] {
        for drop in [Drop::Tap, Drop::Onto(Vec::new()), Drop::By(Vec::new()), Drop::By(vec![(1, 1)])] {
            assert!(board.attempts(grip, &drop).is_empty(), "{grip} {drop:?}");
        }
    }
}

fn items(board: &dyn Board) -> BTreeMap<String, Item> {
    board.picture().items.into_iter().map(|item| (item.id.clone(), item)).collect()
}

fn end(steps: &[(i8, i8)]) -> (i32, i32) {
    steps.iter().fold((0, 0), |(x, y), step| (x + i32::from(step.0), y + i32::from(step.1)))
}

fn moved(shape: &Shape, (right, down): (i32, i32)) -> Shape {
    match shape {
        Shape::Rect { x, y, w, h } => Shape::Rect { x: x + right as f32, y: y + down as f32, w: *w, h: *h },
        Shape::Circle { x, y, r } => Shape::Circle { x: x + right as f32, y: y + down as f32, r: *r },
        Shape::Cells(cells) => {
            let at = |place: u16, by: i32| u16::try_from(i32::from(place) + by).expect("off the board");
            Shape::Cells(cells.iter().map(|&(x, y)| (at(x, right), at(y, down))).collect())
        }
    }
}

/// The unit squares that a thing on a grid covers.
fn squares(shape: &Shape) -> BTreeSet<(i32, i32)> {
    match shape {
        Shape::Cells(cells) => cells.iter().map(|&(x, y)| (x.into(), y.into())).collect(),
        Shape::Rect { x, y, .. } => [(*x as i32, *y as i32)].into(),
        Shape::Circle { .. } => BTreeSet::new(),
    }
}

fn across(shape: &Shape) -> (f32, f32) {
    assert!(!matches!(shape, Shape::Cells(_)), "nothing is put down on cells");
    let (left, _, width, _) = shape.bounds();
    (left, left + width)
}
