//! What is shown and said of a position.

use crate::boards;
use std::collections::BTreeSet;
use telusur_puzzles::{Board, Entry, Extent, Language, Shape};

/// What a position has to show is counted without being made, and what it holds is weighed.
///
/// # Panics
/// If it is not.
pub fn extent_is_what_is_shown(board: &dyn Board) {
    let shown = Extent { items: board.picture().items.len(), plays: board.plays().len() };
    assert_eq!(board.extent(), shown, "{} {}", board.puzzle(), board.text());
    assert!(board.bytes() >= size_of::<usize>() && board.level_bytes() >= board.bytes() / 2);
}

/// Everything that is drawn has a name and lies within the picture.
///
/// # Panics
/// If the puzzle does not.
pub fn pictures_name_everything_and_stay_inside_the_frame(entry: &dyn Entry) {
    for board in boards(entry) {
        let picture = board.picture();
        assert!(!picture.description.is_empty(), "{}", board.text());
        let indonesian = picture.description.in_language(Language::Indonesian);
        assert!(!indonesian.is_empty() && *indonesian != *picture.description, "{indonesian}");
        let ids: BTreeSet<&String> = picture.items.iter().map(|item| &item.id).collect();
        assert_eq!(ids.len(), picture.items.len(), "two items of one id on {}", board.text());
        for item in &picture.items {
            assert!(!item.name.is_empty() && !item.kind.is_empty(), "{item:?}");
            assert!(item.shape != Shape::Cells(Vec::new()), "{item:?}");
            let (left, top, width, height) = item.shape.bounds();
            let (right, bottom) = (left + width, top + height);
            let inside = left >= -0.01 && top >= -0.01;
            let inside = inside && right <= picture.width + 0.01 && bottom <= picture.height + 0.01;
            assert!(inside, "{item:?} sticks out of {} x {}", picture.width, picture.height);
        }
    }
}

/// Whoever hears the board instead of seeing it can tell positions apart.
///
/// # Panics
/// If the puzzle does not.
pub fn positions_that_differ_sound_different(entry: &dyn Entry) {
    for board in boards(entry) {
        let next = board.moves().into_iter().map(|text| board.play(&text).unwrap());
        let positions: Vec<Box<dyn Board>> = std::iter::once(board.boxed()).chain(next).collect();
        let texts: BTreeSet<String> = positions.iter().map(|position| position.text()).collect();
        for language in Language::ALL {
            let said = positions
                .iter()
                .map(|position| position.picture().description.in_language(language).to_owned());
            let said: BTreeSet<String> = said.collect();
            assert!(
                said.len() >= texts.len(),
                "{} positions in {} sentences: {said:?}",
                texts.len(),
                said.len()
            );
        }
    }
}
