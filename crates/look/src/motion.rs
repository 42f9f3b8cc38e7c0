//! How things move: poses, what lies between them, and the acts of one move.

use crate::path::Point;
use crate::scene::Piece;

/// Where a piece is and how it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where its parts have their origin.
    pub at: Point,
    /// How far it is turned, in degrees clockwise.
    pub turn: f32,
    /// The point that stays where it is when it is turned, seen from the origin.
    pub pivot: Point,
    /// How tall it is compared with its drawing: 1 is as drawn.
    pub tall: f32,
    /// How far it is moved down besides, in its own turned directions, so that it can shrink towards any line.
    pub sunk: f32,
    /// How much of it is seen, from 0 to 1.
    pub opacity: f32,
}

impl Pose {
    /// As drawn, at a place.
    #[must_use]
    pub fn at(at: Point) -> Self {
        Pose { at, turn: 0.0, pivot: (0.0, 0.0), tall: 1.0, sunk: 0.0, opacity: 1.0 }
    }

    /// The same elsewhere.
    #[must_use]
    pub fn moved(self, at: Point) -> Self {
        Pose { at, ..self }
    }

    /// The same, seen this much.
    #[must_use]
    pub fn seen(self, opacity: f32) -> Self {
        Pose { opacity, ..self }
    }

    /// The same, shrunk towards a line at a height.
    #[must_use]
    pub fn shrunk(self, tall: f32, line: f32) -> Self {
        Pose { tall, sunk: line * (1.0 - tall), ..self }
    }

    /// The same, turned around a point.
    #[must_use]
    pub fn turned(self, turn: f32, pivot: Point) -> Self {
        Pose { turn, pivot, ..self }
    }

    /// What lies between two poses.
    #[must_use]
    pub fn between(self, to: Pose, share: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * share;
        let point = |a: Point, b: Point| (mix(a.0, b.0), mix(a.1, b.1));
        Pose {
            at: point(self.at, to.at),
            turn: mix(self.turn, to.turn),
            pivot: point(self.pivot, to.pivot),
            tall: mix(self.tall, to.tall),
            sunk: mix(self.sunk, to.sunk),
            opacity: mix(self.opacity, to.opacity),
        }
    }
}

/// How a motion gains and loses speed: the control points of a curve from (0, 0) to (1, 1), as in style sheets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ease(pub f32, pub f32, pub f32, pub f32);

impl Ease {
    /// Evenly.
    pub const EVEN: Ease = Ease(0.0, 0.0, 1.0, 1.0);
    /// Begins slowly.
    pub const IN: Ease = Ease(0.42, 0.0, 1.0, 1.0);
    /// Ends slowly.
    pub const OUT: Ease = Ease(0.0, 0.0, 0.58, 1.0);
    /// Both.
    pub const IN_OUT: Ease = Ease(0.42, 0.0, 0.58, 1.0);
    /// As something that is pushed and let go.
    pub const GLIDE: Ease = Ease(0.3, 0.0, 0.2, 1.0);
    /// As something that falls onto its place.
    pub const FALL: Ease = Ease(0.4, 0.0, 0.9, 0.6);

    /// How far one is when this share of the time has passed.
    #[must_use]
    pub fn share(self, time: f32) -> f32 {
        if self == Ease::EVEN || time <= 0.0 || time >= 1.0 {
            return time.clamp(0.0, 1.0);
        }
        let Ease(x1, y1, x2, y2) = self;
        let curve = |a: f32, b: f32, t: f32| {
            let rest = 1.0 - t;
            3.0 * rest * rest * t * a + 3.0 * rest * t * t * b + t * t * t
        };
        // The curve's x rises with t, so halving finds it.
        let (mut low, mut high) = (0.0f32, 1.0f32);
        for _ in 0..20 {
            let middle = (low + high) / 2.0;
            match curve(x1, x2, middle) < time {
                true => low = middle,
                false => high = middle,
            }
        }
        curve(y1, y2, (low + high) / 2.0)
    }
}

/// A pose at a moment, and how one comes to it from the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// When, from 0 to 1 of the move's time.
    pub when: f32,
    /// How it stands then.
    pub pose: Pose,
    /// How one comes there.
    pub ease: Ease,
}

impl Key {
    /// Poses at moments, one comes to each evenly.
    pub(crate) fn evenly<const COUNT: usize>(poses: [(f32, Pose); COUNT]) -> Vec<Key> {
        poses.map(|(when, pose)| Key::new(when, pose, Ease::EVEN)).to_vec()
    }

    /// A pose at a moment.
    #[must_use]
    pub fn new(when: f32, pose: Pose, ease: Ease) -> Self {
        Key { when, pose, ease }
    }
}

/// The pose at a moment between keys that are in the order of time; `None` if there are none.
#[must_use]
pub fn pose_at(keys: &[Key], when: f32) -> Option<Pose> {
    let after = keys.iter().position(|key| key.when > when);
    match after {
        None => keys.last().map(|key| key.pose),
        Some(0) => Some(keys[0].pose),
        Some(i) => {
            let (from, to) = (keys[i - 1], keys[i]);
            let share = (when - from.when) / (to.when - from.when).max(1e-6);
            Some(from.pose.between(to.pose, to.ease.share(share)))
        }
    }
}

/// What the pieces do in a move. Those that are not named do the usual: who has another place glides there, who is gone
/// rises and fades, who is new appears.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Acts {
    /// Pieces of the position before or after, by key, and what they do; the last pose is the one in the position after.
    pub pieces: Vec<(String, Vec<Key>)>,
    /// Things that are seen only during the move.
    pub extras: Vec<(Piece, Vec<Key>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easing_begins_at_nothing_and_ends_at_all() {
        for ease in [Ease::EVEN, Ease::IN, Ease::OUT, Ease::IN_OUT, Ease::GLIDE, Ease::FALL] {
            assert_eq!((ease.share(0.0), ease.share(1.0), ease.share(2.0)), (0.0, 1.0, 1.0));
            let shares: Vec<f32> = (0..=20).map(|i| ease.share(i as f32 / 20.0)).collect();
            assert!(shares.windows(2).all(|two| two[0] <= two[1]), "{ease:?}: {shares:?}");
        }
        assert!((Ease::IN_OUT.share(0.5) - 0.5).abs() < 1e-3);
        assert!(Ease::IN.share(0.5) < 0.4 && Ease::OUT.share(0.5) > 0.6);
    }

    #[test]
    fn poses_between_keys() {
        let (a, b) = (Pose::at((0.0, 0.0)), Pose::at((10.0, 0.0)));
        let keys = [Key::new(0.0, a, Ease::EVEN), Key::new(0.5, b, Ease::EVEN)];
        assert_eq!(pose_at(&keys, 0.25), Some(Pose::at((5.0, 0.0))));
        assert_eq!(pose_at(&keys, 0.9), Some(b));
        assert_eq!(pose_at(&[], 0.5), None);
        let half = a.shrunk(0.5, 4.0);
        // The line stays where it is.
        assert_eq!(half.sunk + half.tall * 4.0, 4.0);
    }
}
