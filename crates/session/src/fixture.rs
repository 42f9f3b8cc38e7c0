//! The game that tests of this crate play: two moves from the goal, `5` and `8`.

use crate::Session;
use telusur_puzzles::Setup;

pub(crate) fn game() -> Session {
    Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8")).unwrap()
}

/// The steps that lead to the position, as text.
pub(crate) fn steps(game: &Session) -> Vec<String> {
    game.steps().iter().map(ToString::to_string).collect()
}
