//! Everything that the program itself writes in pictures has letters of its own, and so have names in many alphabets.

use super::{board, usual, walk};
use crate::film::{Film, Options};
use crate::gif;
use crate::letters::has;
use crate::raster::Raster;
use std::ops::ControlFlow;
use telusur_look::scene::Part;
use telusur_puzzles::picture::NAMED_COLOURS;
use telusur_puzzles::{Language, Setup, catalogue};

fn check(text: &str) {
    for letter in text.chars() {
        assert!(has(letter), "no letter {letter:?} for: {text}");
    }
}

/// Labels of a film, on signs too.
fn labels(film: &Film) -> impl Iterator<Item = &str> {
    let parts = film.back.iter().chain(film.cast.iter().flat_map(|actor| &actor.parts));
    parts.filter_map(|part| match part {
        Part::Label(label) | Part::Sign { letters: label, .. } => Some(label.text.as_str()),
        _ => None,
    })
}

#[test]
fn all_that_is_written_has_letters() {
    for language in Language::ALL {
        for entry in catalogue::all() {
            check(entry.title_in(language));
            check(entry.summary_in(language));
            for level in entry.levels() {
                check(level.title_in(language));
                let start = catalogue::open(*entry, &Setup::level(level.name)).unwrap();
                let options =
                    Options { language, title: level.title_in(language).to_owned(), ..Options::default() };
                let film = Film::new(&*start, &walk(&*start, 2), &options).unwrap();
                labels(&film).for_each(check);
                check(&film.description);
            }
        }
    }
    NAMED_COLOURS.into_iter().for_each(check);
}

#[test]
fn captions_in_many_alphabets_are_drawn() {
    let start = board("tiles", "1 2 3/4 . 6/7 5 8");
    let first = |title: &str| {
        let options = Options { title: title.to_owned(), ..Options::default() };
        let film = Film::new(&*start, &[], &options).unwrap();
        Raster::new(&film, 1.0).unwrap().image(&film.start()).unwrap()
    };
    let empty = first("");
    for text in ["κόκκινο", "красный", "żółty błękit", "ışık yeşil", "đỏ, vàng, tím", "漢字", "❤"]
    {
        let boxes: String =
            text.chars().map(|letter| if letter.is_alphanumeric() { '漢' } else { letter }).collect();
        let image = first(text);
        assert_ne!(image, empty, "{text}");
        assert_eq!(image == first(&boxes), !text.chars().any(has), "{text}");
    }
}

#[test]
fn letters_of_a_gif_are_the_same_each_time() {
    for start in usual() {
        let options = Options {
            title: "Красный → κόκκινο 漢 ☃ e\u{301}".to_owned(), ..Options::default()
        };
        let made = || {
            let film = Film::new(&*start, &walk(&*start, 1), &options).unwrap();
            let mut moving = Vec::new();
            gif::write(&film, 0.2, &mut moving, &mut |_| ControlFlow::Continue(())).unwrap();
            moving
        };
        assert!(made() == made(), "{}", start.puzzle());
    }
}
