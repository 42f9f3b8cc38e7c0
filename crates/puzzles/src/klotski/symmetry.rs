//! Turns and reflections that map a level onto itself: pieces onto pieces, places onto places, goal onto goal.

use super::options::Axis;
use super::rules::{Class, Goal, Kind, Rules};
use crate::rectangle::{TRANSPOSE, turned};

/// A symmetry other than the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// The class that each class becomes.
    pub(super) classes: Vec<usize>,
    /// For each class, the place that each place becomes.
    pub(super) places: Vec<Vec<u16>>,
}

/// All symmetries but the identity.
///
/// The places of a kind say all about walls, doors and edges that a search can meet, so a turn that maps
/// places onto places is a symmetry of the moves; the classes and goals then decide whether it is one of the
/// level.
pub(super) fn symmetries(rules: &Rules) -> Vec<Symmetry> {
    let drawing = &rules.asked.drawing;
    let turns = match (rules.asked.paper_order, drawing.rows == drawing.columns) {
        // The order of the paper is not symmetric.
        (true, _) => 0..0,
        (false, false) => 1..TRANSPOSE,
        (false, true) => 1..2 * TRANSPOSE,
    };
    turns.filter_map(|turn| symmetry(rules, turn)).collect()
}

fn symmetry(rules: &Rules, turn: u8) -> Option<Symmetry> {
    let kinds: Vec<(usize, Vec<u16>)> =
        rules.kinds.iter().map(|kind| image_of_kind(rules, kind, turn)).collect::<Option<_>>()?;
    let classes: Vec<usize> = rules
        .classes
        .iter()
        .map(|class| {
            let (kind, places) = &kinds[class.kind];
            let goal = match class.goal {
                Goal::At(place) => Goal::At(places[usize::from(place)]),
                other => other,
            };
            let image = Class { kind: *kind, members: class.members, goal };
            rules.classes.iter().position(|other| *other == image)
        })
        .collect::<Option<_>>()?;
    let places = rules.classes.iter().map(|class| kinds[class.kind].1.clone()).collect();
    Some(Symmetry { classes, places })
}

/// The kind that a kind becomes, and the place that each place becomes.
fn image_of_kind(rules: &Rules, kind: &Kind, turn: u8) -> Option<(usize, Vec<u16>)> {
    let (rows, columns) = (rules.asked.drawing.rows, rules.asked.drawing.columns);
    let image = |cell: u32| turned(rows, columns, turn, cell as usize) as u32;
    let is_transposed = turn & TRANSPOSE != 0;
    let axis = match kind.axis {
        Axis::Horizontal if is_transposed => Axis::Vertical,
        Axis::Vertical if is_transposed => Axis::Horizontal,
        axis => axis,
    };
    let images: Vec<Vec<u32>> = kind
        .places
        .iter()
        .map(|place| {
            let mut cells: Vec<u32> = place.cells.iter().map(|&cell| image(cell)).collect();
            cells.sort_unstable();
            cells
        })
        .collect();
    let fits = |other: &Kind| {
        other.axis == axis
            && other.opens_doors == kind.opens_doors
            && other.places.len() == kind.places.len()
            && other.form.len() == kind.form.len()
    };
    // Forms are compared by where they come to lie: all places must be found again.
    rules.kinds.iter().enumerate().filter(|(_, other)| fits(other)).find_map(|(i, other)| {
        let place = |cells: &Vec<u32>| {
            // Places are sorted by corner, not by cells, so this is a plain search.
            other.places.iter().position(|place| place.cells == *cells).map(|at| at as u16)
        };
        images.iter().map(place).collect::<Option<Vec<u16>>>().map(|places| (i, places))
    })
}
