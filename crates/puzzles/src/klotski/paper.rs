//! The order of the paper: blanks from the top left, for each the piece above, to the right, below, to the
//! left that can slide into it.

use super::rules::Rules;
use super::space::Shift;
use crate::catalogue::BenchTable;
use std::collections::HashSet;
use telusur_search::Space;

/// Nodes of the generation tree that a report shows.
const TREE_NODES: usize = 100;

/// The position of a step in the order of the paper: the first blank that the piece enters, then the side from
/// which it enters.
pub(super) fn rank(rules: &Rules, shift: Shift) -> (u32, u8) {
    let kind = &rules.kinds[rules.classes[usize::from(shift.class)].kind];
    let (from, to) = (&kind.places[usize::from(shift.from)], &kind.places[usize::from(shift.to)]);
    let blank = to.cells.iter().copied().find(|cell| !from.cells.contains(cell)).unwrap_or(0);
    // It comes up from below, to the left from the right, and so on.
    let direction = from.next.iter().position(|&next| next == shift.to);
    (blank, direction.map_or(0, |direction| [2, 1, 0, 3][direction]))
}

/// The first nodes of the generation tree as a table, in the order in which the search reaches them, indented by depth.
pub(super) fn tree<S: Space>(space: &S, text: impl Fn(S::State) -> String) -> BenchTable {
    let start = space.start();
    let mut reached = HashSet::from([start]);
    // The number of the parent, from one; the root has none.
    let mut nodes = vec![(start, None, 0)];
    let mut at = 0;
    while at < nodes.len() && nodes.len() < TREE_NODES {
        let (state, _, depth) = nodes[at];
        at += 1;
        space.expand(state, |_, next| {
            if nodes.len() < TREE_NODES && reached.insert(next) {
                nodes.push((next, Some(at), depth + 1));
            }
        });
    }
    let row = |(number, (state, parent, depth)): (usize, (S::State, Option<usize>, usize))| {
        let board = format!("{}{}", "  ".repeat(depth), text(state).replace('\n', "/"));
        let parent = parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
        vec![board, number.to_string(), parent, depth.to_string()]
    };
    BenchTable::new(
        "Generation tree in the order of the paper",
        "board | node | parent | depth",
        (1..).zip(nodes).map(row).collect(),
        "Breadth first, one cell at a time: for each blank from the top left the piece above, to the right, below, to the \
         left. Positions reached before are left out.",
    )
}

#[cfg(test)]
mod tests {
    use super::super::*;

    #[test]
    fn blanks_are_filled_from_above_right_below_left() {
        // The first blank (row 2, column 2) is entered by b from above, e from the right, g from below, d from
        // the left, in this order; no other blank exists.
        let setup = Setup::level("abc/d.e/fgh").with("goal", "a../.../...").with("order", "paper");
        let mut unobserved = ();
        let report = KlotskiEntry.report("tree", &setup, &mut Task::new(&mut unobserved)).unwrap();
        let rows = &report.tables[0].rows;
        assert_eq!(rows[0], ["abc/d.e/fgh", "1", "-", "0"]);
        let children: Vec<&str> =
            rows.iter().filter(|row| row[2] == "1").map(|row| row[0].trim_start()).collect();
        let blank = |line: &str| line.chars().filter(|c| *c != '/').position(|c| c == '.').unwrap();
        // Where the blank is afterwards: above, right, below, left of the middle.
        assert_eq!(children.iter().map(|line| blank(line)).collect::<Vec<_>>(), [1, 5, 7, 3]);
    }
}
