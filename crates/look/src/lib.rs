//! How each puzzle looks: shapes, colours and the motion of pieces; never a rule.
//!
//! A look turns a [`Picture`], the items of a position, into a [`Scene`]: keyed pieces with named shapes, letters
//! and shades, laid out for a given aspect ratio. Shared pictures and the page's board are both drawn from scenes; a
//! puzzle without a look of its own is drawn in a plain style, directly from its items.
//!
//! ```
//! use telusur_look::{ASPECT, Look};
//! use telusur_puzzles::{Setup, catalogue};
//! use telusur_session::palette::Theme;
//!
//! let board = catalogue::find("hanoi").unwrap().open(&Setup::level("1 | - | -"))?;
//! let scene = Look::of("hanoi").scene(&board.picture(), Theme::Light, ASPECT);
//! assert_eq!(scene.zones.len(), 3);
//! assert!(scene.piece("disc-1").is_some_and(|disc| !disc.is_furniture));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod decimals;
mod hanoi;
mod klotski;
pub mod motion;
mod outline;
pub mod path;
mod plain;
pub mod scene;
mod signs;
mod stones;
#[cfg(test)]
mod tests;
mod tiles;
mod water;

use motion::Acts;
use scene::Scene;
use telusur_puzzles::{Picture, Play};
use telusur_session::palette::Theme;

/// The form of the space that boards are laid out for where nothing else is said, width by height.
pub const ASPECT: f32 = 1.45;
/// Boards are laid out for no space that is narrower or wider.
const ASPECTS: (f32, f32) = (0.2, 8.0);

/// A move between two positions, as a look sees it.
pub struct Passage<'p> {
    /// The scene before.
    pub before: &'p Scene,
    /// The scene after.
    pub after: &'p Scene,
    /// The play that led from the one to the other, if one did.
    pub play: Option<&'p Play>,
}

/// How a puzzle looks.
#[derive(Clone, Copy)]
pub struct Look {
    scene: fn(&Picture, Theme, f32) -> Scene,
    acts: fn(&Passage<'_>) -> Acts,
    /// How long a move takes, compared with others.
    pub pace: f32,
}

impl Look {
    /// The look of a puzzle, by its name in the catalogue.
    #[must_use]
    pub fn of(puzzle: &str) -> Self {
        let usual = |_: &Passage<'_>| Acts::default();
        match puzzle {
            "hanoi" => Look { scene: hanoi::scene, acts: hanoi::acts, pace: 1.1 },
            "klotski" => Look { scene: klotski::scene, acts: klotski::acts, pace: 0.9 },
            "stones" => Look { scene: stones::scene, acts: usual, pace: 1.4 },
            "tiles" => Look { scene: tiles::scene, acts: usual, pace: 0.7 },
            "water" => Look { scene: water::scene, acts: water::acts, pace: 1.8 },
            _ => Look { scene: plain::scene, acts: plain::acts, pace: 1.0 },
        }
    }

    /// The scene of a picture in a space whose width is so many times its height.
    #[must_use]
    pub fn scene(&self, picture: &Picture, theme: Theme, aspect: f32) -> Scene {
        let (least, most) = ASPECTS;
        // What is no number is no form of a space.
        let aspect = if aspect.is_finite() { aspect.clamp(least, most) } else { ASPECT };
        (self.scene)(picture, theme, aspect)
    }

    /// What is special in a move.
    #[must_use]
    pub fn acts(&self, passage: &Passage<'_>) -> Acts {
        (self.acts)(passage)
    }
}
