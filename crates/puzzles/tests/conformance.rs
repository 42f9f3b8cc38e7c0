//! What every puzzle of the catalogue must do, whatever it is. A new entry is tested by being listed. The hands have a
//! test of their own.

use std::collections::BTreeMap;
use telusur_conformance as conformance;
use telusur_puzzles::{Language, Setup, Task, catalogue};
use telusur_search::Algorithm;

#[test]
fn names_are_plain_and_unique() {
    catalogue::all().iter().for_each(|&entry| conformance::texts::names_are_plain_and_unique(entry));
}

#[test]
fn options_are_listed_where_they_are_known() {
    catalogue::all()
        .iter()
        .for_each(|&entry| conformance::texts::options_are_listed_where_they_are_known(entry));
}

#[test]
fn every_level_says_what_to_do() {
    catalogue::all().iter().for_each(|&entry| conformance::texts::every_level_says_what_to_do(entry));
}

#[test]
fn texts_round_trip() {
    catalogue::all().iter().for_each(|&entry| conformance::texts::texts_round_trip(entry));
}

#[test]
fn options_are_obeyed_or_refused() {
    catalogue::all().iter().for_each(|&entry| conformance::texts::options_are_obeyed_or_refused(entry));
}

#[test]
fn joined_level_files_are_split() {
    catalogue::all().iter().for_each(|&entry| conformance::texts::joined_level_files_are_split(entry));
}

#[test]
fn choices_are_levels() {
    catalogue::all().iter().for_each(|&entry| conformance::texts::choices_are_levels(entry));
}

#[test]
fn listed_moves_are_accepted_and_others_refused() {
    catalogue::all()
        .iter()
        .for_each(|&entry| conformance::texts::listed_moves_are_accepted_and_others_refused(entry));
}

#[test]
fn pictures_name_everything_and_stay_inside_the_frame() {
    catalogue::all()
        .iter()
        .for_each(|&entry| conformance::pictures::pictures_name_everything_and_stay_inside_the_frame(entry));
}

#[test]
fn positions_that_differ_sound_different() {
    catalogue::all()
        .iter()
        .for_each(|&entry| conformance::pictures::positions_that_differ_sound_different(entry));
}

#[test]
fn all_algorithms_agree() {
    catalogue::all().iter().for_each(|&entry| conformance::answers::all_algorithms_agree(entry));
}

#[test]
fn recordings_are_what_happened() {
    let whole: u32 = catalogue::all()
        .iter()
        .map(|&entry| conformance::watching::recordings_are_what_happened(entry))
        .sum();
    assert!(whole > 20, "{whole}");
}

#[test]
fn shipped_optima_are_true() {
    catalogue::all().iter().for_each(|&entry| conformance::answers::shipped_optima_are_true(entry));
}

#[test]
fn generated_levels_are_solvable_and_repeatable() {
    catalogue::all()
        .iter()
        .for_each(|&entry| conformance::answers::generated_levels_are_solvable_and_repeatable(entry));
}

#[test]
fn options_of_a_wish_are_read_or_refused() {
    catalogue::all()
        .iter()
        .for_each(|&entry| conformance::answers::options_of_a_wish_are_read_or_refused(entry));
}

#[test]
fn bounds_of_stopped_searches_are_true() {
    for &entry in catalogue::all() {
        let stopped = conformance::answers::bounds_of_stopped_searches_are_true(entry);
        assert!(stopped > 5 || entry.about().is_game, "{} was stopped {stopped} times", entry.name());
    }
}

#[test]
fn refused_memory_is_survived() {
    for &entry in catalogue::all() {
        let refused = conformance::answers::refused_memory_is_survived(entry);
        assert!(refused > 20, "{}: {refused} requests", entry.name());
    }
}

/// What a position has to show is counted without being made, and what it holds is weighed.
#[test]
fn extents_are_what_is_shown() {
    let options = |options: &[(&str, &str)]| {
        options.iter().fold(Setup::default(), |setup, (name, value)| setup.with(name, value))
    };
    let unusual = [
        ("hanoi", options(&[("discs", "100")])),
        ("hanoi", options(&[("discs", "30"), ("pegs", "7")])),
        ("stones", options(&[("piles", "3"), ("size", "10000"), ("take", "any")])),
        ("stones", options(&[("piles", "2"), ("size", "5000"), ("take", "2-4500")])),
        ("stones", options(&[("piles", "2"), ("size", "100"), ("take", "1,5,99")])),
        ("klotski", options(&[("metric", "slides")])),
        ("klotski", options(&[("metric", "steps")])),
        ("klotski", Setup::level("aab...../...c..../dd..e..#/.......f").with("goal", "none")),
    ];
    let unusual = unusual.into_iter().map(|(puzzle, setup)| {
        catalogue::find(puzzle).unwrap().open(&setup).unwrap_or_else(|error| panic!("{puzzle}: {error}"))
    });
    for board in catalogue::all().iter().flat_map(|&entry| conformance::boards(entry)).chain(unusual) {
        conformance::pictures::extent_is_what_is_shown(&*board);
    }
    // Tables that a search makes belong to the level from then on.
    let board = catalogue::find("hanoi").unwrap().open(&options(&[("discs", "9"), ("pegs", "4")])).unwrap();
    let before = board.level_bytes();
    board.solve(Task::new(&mut ()).with(Algorithm::Astar)).unwrap();
    assert!(board.level_bytes() > before + 10_000, "{before}, then {}", board.level_bytes());
}

/// Options by name.
type Options = &'static [(&'static str, &'static str)];

#[test]
fn every_variant_says_something_of_its_own() {
    let variants: &[(&str, &str, &[Options])] = &[
        (
            "hanoi",
            "3 2 1 | | |",
            &[
                &[],
                &[("to", "any")],
                &[("to", "| 3 2 1 | |")],
                &[("to", "3 | 2 | 1 |")],
                &[("rule", "linear")],
                &[("rule", "cyclic")],
                &[("rule", "star")],
                &[("rule", "A-B,B-C,C-D")],
                &[("rule", "A>B,B>C,C>D,D>A,A>C")],
            ],
        ),
        (
            "stones",
            "5 7 9",
            &[
                &[],
                &[("misere", "true")],
                &[("take", "any")],
                &[("take", "any"), ("misere", "true")],
                &[("take", "1,3,4")],
                &[("take", "2-5")],
                &[("players", "3")],
            ],
        ),
        ("water", "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -", &[&[], &[("rule", "unit")], &[("rule", "strict")]]),
        (
            "klotski",
            "aBBb/aBBb/cdde/cfge/h..i",
            &[
                &[],
                &[("metric", "slides")],
                &[("metric", "steps")],
                &[("goal", "none")],
                &[("goal", "a.../a.../..../..../....")],
                &[("axes", "along")],
            ],
        ),
        ("tiles", "1 2 3/4 . 6/7 5 8", &[&[], &[("goal", ". 1 2/3 4 5/6 7 8")]]),
    ];
    for (puzzle, level, options) in variants {
        let entry = catalogue::find(puzzle).unwrap();
        let mut lines = BTreeMap::new();
        for options in *options {
            let mut setup = Setup::level(level);
            for (name, value) in *options {
                setup = setup.with(name, value);
            }
            let board = catalogue::open(entry, &setup).unwrap();
            conformance::texts::instructions_are_a_line(&*board);
            for language in Language::ALL {
                let said = board.instructions().in_language(language).to_owned();
                // The neighbours written as arcs are the linear rule under another name.
                let is_linear = options.contains(&("rule", "A-B,B-C,C-D"));
                if let Some(other) = lines.insert(said.clone(), *options) {
                    assert!(is_linear, "{puzzle}: {options:?} and {other:?} both say {said:?}");
                }
            }
        }
    }
}
