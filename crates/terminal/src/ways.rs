//! Where a sliding piece can go: the places that its plays name. A piece in the hand moves from place to place by unit
//! steps, so it goes round corners and never passes through anything.

use std::collections::BTreeMap;
use telusur_puzzles::{Drop, Play};

/// How far from where it was taken, to the right and down.
pub(crate) type Offset = (i32, i32);

/// The places of one piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ways {
    /// The move that ends at each place; none where the piece only passes, and at its start.
    places: BTreeMap<Offset, Option<String>>,
}

impl Ways {
    /// The ways of some plays, if they are slides.
    pub(crate) fn of(plays: &[Play]) -> Option<Self> {
        let mut places = BTreeMap::from([((0, 0), None)]);
        let mut slides = false;
        for play in plays {
            let Drop::By(steps) = &play.drop else { continue };
            slides = true;
            let mut at = (0, 0);
            for &(right, down) in steps {
                at = (at.0 + i32::from(right), at.1 + i32::from(down));
                places.entry(at).or_insert(None);
            }
            if at != (0, 0)
                && let Some(end) = places.get_mut(&at)
            {
                end.get_or_insert_with(|| play.text.clone());
            }
        }
        slides.then_some(Ways { places })
    }

    /// Whether the piece can be there.
    pub(crate) fn has(&self, at: Offset) -> bool {
        self.places.contains_key(&at)
    }

    /// The move that ends there.
    pub(crate) fn end(&self, at: Offset) -> Option<&str> {
        self.places.get(&at)?.as_deref()
    }

    /// Every place where a move ends.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (Offset, &str)> {
        self.places.iter().filter_map(|(&at, text)| Some((at, text.as_deref()?)))
    }

    /// The place nearest to a wish; among equals the one nearest to the start.
    pub(crate) fn nearest(&self, right: f32, down: f32) -> Offset {
        let away = |&(x, y): &Offset| {
            let (dx, dy) = (x as f32 - right, y as f32 - down);
            (((dx * dx + dy * dy) * 1000.0) as i64, x.abs() + y.abs())
        };
        self.places.keys().copied().min_by_key(away).unwrap_or((0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(text: &str, steps: &[(i8, i8)]) -> Play {
        Play::by(text.to_owned(), "piece".to_owned(), steps.to_vec())
    }

    #[test]
    fn places_and_ends() {
        let ways = Ways::of(&[slide("r", &[(1, 0)]), slide("rd", &[(1, 0), (0, 1)])]).unwrap();
        assert!(ways.has((0, 0)) && ways.has((1, 0)) && ways.has((1, 1)) && !ways.has((0, 1)));
        assert_eq!((ways.end((1, 1)), ways.end((0, 0))), (Some("rd"), None));
        assert_eq!(ways.ends().count(), 2);
        assert_eq!(ways.nearest(0.9, 0.2), (1, 0));
        assert_eq!(ways.nearest(9.0, 9.0), (1, 1));
        assert_eq!(ways.nearest(-5.0, 0.0), (0, 0));
        // A corner that is only passed is a place, but no end.
        let ways = Ways::of(&[slide("rd", &[(1, 0), (0, 1)])]).unwrap();
        assert!(ways.has((1, 0)) && ways.end((1, 0)).is_none());
        assert_eq!(Ways::of(&[Play::tap("x".to_owned(), "y".to_owned())]), None);
    }
}
