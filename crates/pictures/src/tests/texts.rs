//! Films of puzzles that are written as text.

use super::{filmed, walk};
use crate::film::Film;
use telusur_puzzles::{Entry, Setup};
use telusur_rules::collection;
use telusur_session::palette::Theme;

fn shown(film: &Film) -> impl Iterator<Item = &str> {
    film.cast.iter().map(|actor| actor.key.as_str())
}

/// Buttons are for hands: a picture to share has none, and no room for any.
#[test]
fn pictures_have_no_buttons() {
    let mut buttons = 0;
    for entry in collection() {
        let start = entry.open(&Setup::default()).unwrap();
        let moves = walk(&*start, 6);
        let film = filmed(&*start, &moves, Theme::Light);
        let left = shown(&film).find(|key| key.starts_with("do-"));
        assert_eq!(left, None, "{}", entry.name());
        let picture = start.picture();
        buttons += picture.items.iter().filter(|item| item.kind == "button").count();
        let alone = picture.clone().without_buttons();
        let is_less = alone.height < picture.height;
        assert_eq!(is_less, alone.items.len() < picture.items.len(), "{}", entry.name());
        // What stands on the board in any later position is in the frame too.
        let mut board = start.boxed();
        for text in &moves {
            board = board.play(text).unwrap();
            let next = board.picture().without_buttons();
            assert!(next.width <= alone.width && next.height <= alone.height, "{}: {text}", entry.name());
        }
    }
    assert!(buttons > 10, "the collection has puzzles with buttons: {buttons}");
}
