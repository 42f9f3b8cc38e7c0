//! The layout of large spaces: a disc around the first position, one ring for each depth.
//!
//! A ring is as wide as it must be to hold its positions at the same density as all others. Within it, positions stand in
//! the order of those that they are reached from, so that what belongs together stays together. This takes one pass over
//! the moves; stress would take minutes here, and nobody sees single moves before zooming in.

use super::Point;
use super::graph::Graph;
use std::f64::consts::TAU;

/// Spreads the positions of a ring over its width: the golden ratio leaves no gaps and no clusters.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// Places for all nodes; `depth` is how far each is from node 0. `None` if somebody cancels.
pub(super) fn lay_out(
    graph: &Graph,
    depth: &dyn Fn(usize) -> u32,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Vec<Point>> {
    let len = graph.len();
    let deepest = (0..len).map(depth).max().unwrap_or(0) as usize;
    let mut rings: Vec<Vec<u32>> = vec![Vec::new(); deepest + 1];
    (0..len).for_each(|node| rings[depth(node) as usize].push(node as u32));
    let mut places = vec![Point::default(); len];
    let mut angles = vec![0.0f64; len];
    let mut inside = 0.0;
    for (ring, nodes) in rings.iter().enumerate() {
        if is_cancelled() {
            return None;
        }
        // The mean direction of all that are one move nearer to the middle.
        let mut ordered: Vec<(f64, u32)> = nodes
            .iter()
            .map(|&node| {
                let above = graph
                    .neighbours(node as usize)
                    .iter()
                    .filter(|&&end| depth(end as usize) as usize + 1 == ring)
                    .fold(Point::default(), |sum, &end| {
                        let angle: f64 = angles[end as usize];
                        sum.plus(Point { x: angle.cos(), y: angle.sin() })
                    });
                let is_known = above.length() > 1e-9;
                (if is_known { above.y.atan2(above.x).rem_euclid(TAU) } else { 0.0 }, node)
            })
            .collect();
        ordered.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let count = ordered.len() as f64;
        let outside = inside + count;
        for (place, &(_, node)) in ordered.iter().enumerate() {
            let angle = TAU * (place as f64 + 0.5) / count;
            // The area within a radius grows with its square, and so does the number of positions.
            let within = (0.5 + place as f64 * GOLDEN).fract();
            let radius = if ring == 0 { 0.0 } else { (inside + count * within).sqrt() };
            angles[node as usize] = angle;
            places[node as usize] = Point { x: radius * angle.cos(), y: radius * angle.sin() };
        }
        inside = outside;
    }
    Some(places)
}
