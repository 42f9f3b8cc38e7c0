//! The last touch: nodes that lie on one another move apart, and edges hold them together, so that every node can be
//! seen and pointed at.

use super::Point;
use super::graph::{Graph, Groups};

const ROUNDS: usize = 40;

/// Moves crowded nodes apart. `false` if somebody cancels.
pub(super) fn spread(graph: &Graph, places: &mut [Point], is_cancelled: &dyn Fn() -> bool) -> bool {
    let len = places.len();
    if len < 3 {
        return true;
    }
    let (low, high) = frame(places);
    let area = ((high.x - low.x) * (high.y - low.y)).max(1e-9);
    // About the distance between nodes if they filled the frame evenly.
    let room = 0.4 * (area / len as f64).sqrt();
    let wish: Vec<f64> = (0..len)
        .map(|node| {
            let ends = graph.neighbours(node);
            let sum: f64 = ends.iter().map(|&end| places[node].to(places[end as usize]).length()).sum();
            sum / ends.len().max(1) as f64
        })
        .collect();
    for round in 0..ROUNDS {
        if is_cancelled() {
            return false;
        }
        let heat = room * 0.5 * (1.0 - round as f64 / ROUNDS as f64);
        let cells = Cells::new(places, room);
        let moved: Vec<Point> = (0..len)
            .map(|node| {
                let here = places[node];
                let mut push = Point::default();
                cells.around(here, |other| {
                    let other = other as usize;
                    if other == node {
                        return;
                    }
                    let away = places[other].to(here);
                    let distance = away.length();
                    if distance < 1e-9 * room.max(1.0) {
                        let angle = ((node.min(other) as f64) * 2.399_963 + node.max(other) as f64)
                            .rem_euclid(std::f64::consts::TAU);
                        let side = if node < other { 1.0 } else { -1.0 };
                        push = push.plus(Point { x: angle.cos(), y: angle.sin() }.times(side * room));
                    } else if distance < room {
                        push = push.plus(away.times((room - distance) / distance));
                    }
                });
                let ends = graph.neighbours(node);
                for &end in ends {
                    let to = here.to(places[end as usize]);
                    let distance = to.length();
                    let wanted = 0.5 * (wish[node] + wish[end as usize]);
                    if distance > wanted {
                        push = push.plus(to.times(0.5 * (distance - wanted) / distance / ends.len() as f64));
                    }
                }
                let length = push.length();
                if length > heat { push.times(heat / length) } else { push }
            })
            .collect();
        for (place, push) in places.iter_mut().zip(moved) {
            *place = place.plus(push);
        }
    }
    true
}

/// The corners of the box around all places.
pub(super) fn frame(places: &[Point]) -> (Point, Point) {
    let far = Point { x: f64::INFINITY, y: f64::INFINITY };
    places.iter().fold((far, far.times(-1.0)), |(low, high), place| {
        let low = Point { x: low.x.min(place.x), y: low.y.min(place.y) };
        (low, Point { x: high.x.max(place.x), y: high.y.max(place.y) })
    })
}

/// Nodes by square cells of a grid.
struct Cells {
    low: Point,
    size: f64,
    columns: usize,
    rows: usize,
    nodes: Groups,
}

impl Cells {
    fn new(places: &[Point], wanted: f64) -> Self {
        let (low, high) = frame(places);
        // However the places lie, there are no more cells than a few for each node.
        let most = (4 * places.len()) as f64;
        let (width, height) = (high.x - low.x, high.y - low.y);
        let size = wanted.max((width * height / most).sqrt()).max(width.max(height) / most).max(1e-12);
        let columns = (width / size) as usize + 1;
        let rows = (height / size) as usize + 1;
        let mut cells = Cells { low, size, columns, rows, nodes: Groups::default() };
        let homes: Vec<usize> = places.iter().map(|&place| cells.home(place)).collect();
        cells.nodes = Groups::new(columns * rows, homes.into_iter().zip(0..));
        cells
    }

    fn spot(&self, place: Point) -> (usize, usize) {
        let at =
            |value: f64, low: f64, most: usize| (((value - low) / self.size).max(0.0) as usize).min(most - 1);
        (at(place.x, self.low.x, self.columns), at(place.y, self.low.y, self.rows))
    }

    fn home(&self, place: Point) -> usize {
        let (column, row) = self.spot(place);
        row * self.columns + column
    }

    /// Visits every node in the cell of a place and in the eight around it.
    fn around(&self, place: Point, mut visit: impl FnMut(u32)) {
        let (column, row) = self.spot(place);
        for row in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
            let left = row * self.columns + column.saturating_sub(1);
            let right = row * self.columns + (column + 1).min(self.columns - 1);
            let nodes = self.nodes.of(left..right + 1);
            // Where many lie on one spot, a few of them push as well as all.
            let stride = 1 + nodes.len() / 96;
            nodes.iter().step_by(stride).for_each(|&node| visit(node));
        }
    }
}
