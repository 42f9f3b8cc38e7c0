//! The outline of a union of unit squares, drawn in and with round corners; and the box around an item.

use crate::path::{Path, Point, Step};
use crate::scene::Rect;
use std::collections::{BTreeMap, BTreeSet};
use telusur_puzzles::{Item, Shape};

/// A square by column and row, from wherever its piece begins.
pub(crate) type Cell = (i32, i32);

/// The box around an item.
pub(crate) fn bounds(item: &Item) -> Rect {
    let (x, y, w, h) = item.shape.bounds();
    Rect::new(x, y, w, h)
}

/// The squares of an item from the corner of its box.
pub(crate) fn cells(item: &Item) -> Vec<Cell> {
    let Shape::Cells(cells) = &item.shape else { return Vec::new() };
    let corner = bounds(item);
    let (left, top) = (corner.x as i32, corner.y as i32);
    cells.iter().map(|&(x, y)| (i32::from(x) - left, i32::from(y) - top)).collect()
}

/// The outline, drawn in by `inset`, with corners of a radius.
pub(crate) fn outline(cells: &[Cell], inset: f32, radius: f32) -> Path {
    let mut path = Path::default();
    for corners in loops(cells) {
        let drawn_in: Vec<Point> =
            (0..corners.len()).map(|i| shifted(around(&corners, i), corners[i], inset)).collect();
        rounded(&drawn_in, radius, &mut path);
    }
    path
}

/// The neighbours of a corner along a closed walk.
fn around<T: Copy>(corners: &[T], i: usize) -> (T, T) {
    let n = corners.len();
    (corners[(i + n - 1) % n], corners[(i + 1) % n])
}

/// The boundary as closed walks with the inside on the right hand, corners only.
fn loops(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let own: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut edges: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for &(x, y) in &own {
        let sides = [
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ];
        for (_, from, to) in sides.into_iter().filter(|(beyond, ..)| !own.contains(beyond)) {
            edges.entry(from).or_default().push(to);
        }
    }
    let mut walks = Vec::new();
    while let Some((&begin, _)) = edges.iter().find(|(_, ends)| !ends.is_empty()) {
        let mut corners: Vec<Cell> = Vec::new();
        let (mut here, mut way) = (begin, None);
        while let Some(next) = leave(&mut edges, here, way) {
            let heading = (next.0 - here.0, next.1 - here.1);
            if way.is_some_and(|way| way != heading) {
                corners.push(here);
            }
            (here, way) = (next, Some(heading));
            if here == begin {
                break;
            }
        }
        // The least point of the boundary is always a corner.
        corners.push(begin);
        if corners.len() > 2 {
            walks.push(corners);
        }
    }
    walks
}

/// Takes the edge that goes on from a point. Where two squares touch at a corner only, the walk turns right, so that
/// each keeps its own outline.
fn leave(edges: &mut BTreeMap<Cell, Vec<Cell>>, from: Cell, way: Option<Cell>) -> Option<Cell> {
    let ends = edges.get_mut(&from)?;
    let right = way.map(|(dx, dy)| (from.0 - dy, from.1 + dx));
    let chosen = ends.iter().position(|end| Some(*end) == right).unwrap_or(0);
    (!ends.is_empty()).then(|| ends.remove(chosen))
}

/// A corner drawn in on both of its sides.
fn shifted((before, after): (Cell, Cell), (x, y): Cell, inset: f32) -> Point {
    let inward = |a: Cell, b: Cell| (-(b.1 - a.1).signum() as f32, (b.0 - a.0).signum() as f32);
    let ((ux, uy), (vx, vy)) = (inward(before, (x, y)), inward((x, y), after));
    (x as f32 + inset * (ux + vx), y as f32 + inset * (uy + vy))
}

fn rounded(corners: &[Point], radius: f32, path: &mut Path) {
    for (i, &(x, y)) in corners.iter().enumerate() {
        let (before, after) = around(corners, i);
        let toward = |(tx, ty): Point| {
            let long = (tx - x).hypot(ty - y).max(1e-6);
            let part = radius.min(long / 2.0) / long;
            (x + (tx - x) * part, y + (ty - y) * part)
        };
        let begin = toward(before);
        path.steps.push(if i == 0 { Step::Move(begin) } else { Step::Line(begin) });
        path.steps.push(Step::Quad((x, y), toward(after)));
    }
    path.steps.push(Step::Close);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(cells: &[Cell]) -> Vec<usize> {
        loops(cells).iter().map(Vec::len).collect()
    }

    #[test]
    fn every_corner_is_met_once() {
        assert_eq!(corners(&[(0, 0)]), [4]);
        assert_eq!(corners(&[(0, 0), (1, 0)]), [4]);
        assert_eq!(corners(&[(0, 0), (0, 1), (1, 1)]), [6]);
        // Two squares that touch at a corner, and a ring with its hole.
        assert_eq!(corners(&[(0, 0), (1, 1)]), [4, 4]);
        let ring: Vec<Cell> = (0..9).map(|i| (i % 3, i / 3)).filter(|&cell| cell != (1, 1)).collect();
        assert_eq!(corners(&ring), [4, 4]);
        assert_eq!(corners(&[]), [0usize; 0]);
    }

    #[test]
    fn an_outline_is_drawn_in_on_all_sides() {
        let path = outline(&[(0, 0), (1, 0)], 0.1, 0.2);
        let ends = path.steps.iter().filter_map(|step| match *step {
            Step::Move(to) | Step::Line(to) | Step::Quad(_, to) | Step::Cubic(_, _, to) => Some(to),
            Step::Close => None,
        });
        let (mut least, mut most) = ((9.0f32, 9.0f32), (-9.0f32, -9.0f32));
        for (x, y) in ends {
            least = (least.0.min(x), least.1.min(y));
            most = (most.0.max(x), most.1.max(y));
        }
        let near = |a: f32, b: f32| (a - b).abs() < 1e-5;
        assert!(near(least.0, 0.1) && near(least.1, 0.1) && near(most.0, 1.9) && near(most.1, 0.9));
    }
}
