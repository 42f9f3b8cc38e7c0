//! How each puzzle looks: forms and colours, and how pieces travel; never a rule. The page is the model
//! (`look-*.js`); a puzzle without a look of its own is drawn plainly.

mod hanoi;
mod klotski;
mod outline;
mod plain;
mod signs;
mod stones;
mod tiles;
mod water;

use crate::motion::Acts;
use crate::scene::Scene;
use telusur_puzzles::{Picture, Play};
use telusur_session::palette::Theme;

#[cfg(test)]
pub(crate) use water::{GLASS_FILL, GLASS_LINE};

/// The form of the space that boards are laid out for, width by height.
const ASPECT: f32 = 1.45;

/// A move between two positions, as a look sees it.
pub(crate) struct Passage<'p> {
    pub(crate) before: &'p Scene,
    pub(crate) after: &'p Scene,
    pub(crate) play: Option<&'p Play>,
}

/// How a puzzle looks.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// The scene of a picture.
    pub(crate) scene: fn(&Picture, Theme) -> Scene,
    /// What is special in a move.
    pub(crate) acts: fn(&Passage<'_>) -> Acts,
    /// How long a move takes, compared with others.
    pub(crate) pace: f32,
}

/// The look of a puzzle, by its name in the catalogue.
pub(crate) fn of(puzzle: &str) -> Look {
    let usual = |_: &Passage<'_>| Acts::default();
    match puzzle {
        "hanoi" => Look { scene: hanoi::scene, acts: hanoi::acts, pace: 1.1 },
        "klotski" => Look { scene: klotski::scene, acts: klotski::acts, pace: 0.9 },
        "stones" => Look { scene: stones::scene, acts: usual, pace: 1.4 },
        "tiles" => Look { scene: tiles::scene, acts: usual, pace: 0.7 },
        "water" => Look { scene: water::scene, acts: water::acts, pace: 1.8 },
        _ => Look { scene: plain::scene, acts: usual, pace: 1.0 },
    }
}

/// The scene of a position of a puzzle.
#[must_use]
pub fn scene_of(puzzle: &str, picture: &Picture, theme: Theme) -> Scene {
    (of(puzzle).scene)(picture, theme)
}
