//! What every puzzle must do, whatever it is: one check for each promise that front ends rely on. The puzzles of the
//! catalogue and of the collection are held to them in the tests of their crates, and a puzzle of another crate calls
//! [`check`] in a test of its own:
//!
//! ```no_run
//! # use telusur_puzzles::tiles::TilesEntry as LightsOut;
//! telusur_conformance::check(&LightsOut);
//! ```
//!
//! What [`telusur_search::check`] does for a space, this does for texts, pictures, plays and answers. No program needs
//! it, so only tests depend on this crate.

pub mod answers;
pub mod hands;
pub mod pictures;
pub mod texts;
pub mod watching;

use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, Entry, Setup, catalogue};

/// Every check, on the usual start, on easy levels, and on positions of random play from them.
///
/// # Panics
/// If the puzzle breaks a promise; the message says which, and shows where.
pub fn check(entry: &dyn Entry) {
    texts::names_are_plain_and_unique(entry);
    texts::options_are_listed_where_they_are_known(entry);
    texts::every_level_says_what_to_do(entry);
    texts::texts_round_trip(entry);
    texts::options_are_obeyed_or_refused(entry);
    texts::joined_level_files_are_split(entry);
    texts::variants_are_levels(entry);
    texts::choices_are_levels(entry);
    texts::listed_moves_are_accepted_and_others_refused(entry);
    pictures::pictures_name_everything_and_stay_inside_the_frame(entry);
    pictures::positions_that_differ_sound_different(entry);
    for board in boards(entry) {
        pictures::extent_is_what_is_shown(&*board);
        hands::check(&*board);
    }
    answers::all_algorithms_agree(entry);
    answers::bounds_of_stopped_searches_are_true(entry);
    answers::refused_memory_is_survived(entry);
    watching::recordings_are_what_happened(entry);
    answers::shipped_optima_are_true(entry);
    answers::generated_levels_are_solvable_and_repeatable(entry);
    answers::options_of_a_wish_are_read_or_refused(entry);
}

/// Boards to try an entry on: its usual start, its easier levels, and positions of random play from them.
///
/// # Panics
/// If one of them does not open, or refuses a move that it lists.
#[must_use]
pub fn boards(entry: &dyn Entry) -> Vec<Box<dyn Board>> {
    let mut boards = vec![entry.open(&Setup::default()).unwrap_or_else(|e| panic!("{}: {e}", entry.name()))];
    for level in entry.levels().iter().take(12) {
        let setup = Setup::level(level.name);
        boards.push(
            catalogue::open(entry, &setup).unwrap_or_else(|e| panic!("{} {}: {e}", entry.name(), level.name)),
        );
    }
    let mut random = Random::new(7);
    for i in 0..boards.len() {
        let mut board = boards[i].clone();
        for _ in 0..5 {
            let moves = board.moves();
            let Some(m) = moves.get(random.below(moves.len())) else { break };
            board = board.play(m).unwrap();
        }
        boards.push(board);
    }
    boards
}
