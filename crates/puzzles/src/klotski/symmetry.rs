//! Turns and reflections that map a level onto itself: pieces onto pieces, places onto places, goal onto goal.

use super::options::Axis;
use super::rules::{Class, Goal, Kind, Rules};

/// A symmetry other than the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// The class that each class becomes.
    pub(super) classes: Vec<usize>,
    /// For each class, the place that each place becomes.
    pub(super) places: Vec<Vec<u16>>,
}

/// A turn or reflection: first transpose, then turn over left to right, then top to bottom.
#[derive(Clone, Copy)]
struct Turn {
    transpose: bool,
    left_right: bool,
    top_bottom: bool,
}

/// All symmetries but the identity.
///
/// The places of a kind say all about walls, doors and edges that a search can meet, so a turn that maps
/// places onto places is a symmetry of the moves; the classes and goals then decide whether it is one of the
/// level.
pub(super) fn symmetries(rules: &Rules) -> Vec<Symmetry> {
    let all =
        (1..8u8).map(|i| Turn { transpose: i & 4 != 0, left_right: i & 1 != 0, top_bottom: i & 2 != 0 });
    // The order of the paper is not symmetric.
    all.filter(|_| !rules.asked.paper_order).filter_map(|turn| symmetry(rules, turn)).collect()
}

fn symmetry(rules: &Rules, turn: Turn) -> Option<Symmetry> {
    if turn.transpose && rules.rows != rules.columns {
        return None;
    }
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
fn image_of_kind(rules: &Rules, kind: &Kind, turn: Turn) -> Option<(usize, Vec<u16>)> {
    let (last_row, last_column) = (rules.rows - 1, rules.columns - 1);
    let image = |cell: u32| {
        let (mut row, mut column) = (cell as usize / rules.columns, cell as usize % rules.columns);
        if turn.transpose {
            (row, column) = (column, row);
        }
        if turn.left_right {
            column = last_column - column;
        }
        if turn.top_bottom {
            row = last_row - row;
        }
        (row * rules.columns + column) as u32
    };
    let axis = match kind.axis {
        Axis::Horizontal if turn.transpose => Axis::Vertical,
        Axis::Vertical if turn.transpose => Axis::Horizontal,
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
