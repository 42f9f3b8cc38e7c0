//! The layout itself: places whose distances are as near as possible to the distances in the graph.
//!
//! Stochastic gradient descent on stress: every node is pulled or pushed, a little less every round, towards its right
//! distance from its neighbours and from the pivots. A pivot stands for the nodes around it and counts as many times
//! (sparse stress model), so far parts keep their order and near ones their form.

use super::Point;
use super::graph::{Graph, UNMET};
use super::pivots::Pivots;
use telusur_puzzles::random::Random;

const ROUNDS: i32 = 40;
/// How still it is in the last round.
const LAST: f64 = 0.05;

/// Improves places in turn. `false` if somebody cancels.
pub(super) fn descend(
    graph: &Graph,
    pivots: &Pivots,
    places: &mut [Point],
    random: &mut Random,
    is_cancelled: &dyn Fn() -> bool,
) -> bool {
    let reach = pivots.distances.iter().flatten().copied().filter(|&d| d != UNMET).max().unwrap_or(1).max(1);
    let heaviest =
        pivots.shares.iter().filter_map(|share| share.last()).max().map_or(1.0, |&most| f64::from(most));
    let first = f64::from(reach).powi(2);
    let last = LAST / heaviest.sqrt().max(1.0);
    let decay = (last / first).ln() / f64::from(ROUNDS - 1);
    let count = pivots.nodes.len();
    let weights: Vec<Vec<f64>> = pivots.shares.iter().map(|share| weights(share)).collect();
    // All that one node needs lies together.
    let mut distances = vec![0u16; graph.len() * count];
    for (number, column) in pivots.distances.iter().enumerate() {
        for (node, &distance) in column.iter().enumerate() {
            distances[node * count + number] = distance;
        }
    }
    let mut order: Vec<u32> = (0..graph.len() as u32).collect();
    for round in 0..ROUNDS {
        if is_cancelled() {
            return false;
        }
        let step = first * (decay * f64::from(round)).exp();
        random.shuffle(&mut order);
        for &node in &order {
            let node = node as usize;
            let mut here = places[node];
            for &end in graph.neighbours(node) {
                let end = end as usize;
                let push = pull(here, places[end], 1.0, step.min(1.0), node ^ end);
                here = here.plus(push);
                places[end] = places[end].plus(push.times(-1.0));
            }
            let distances = &distances[node * count..(node + 1) * count];
            for ((&distance, &pivot), weights) in distances.iter().zip(&pivots.nodes).zip(&weights) {
                // Neighbours have had their turn, and nothing pulls a node to itself.
                if let Some(weight) = weights.get(usize::from(distance)).filter(|_| distance > 1) {
                    let wanted = f64::from(distance);
                    here =
                        here.plus(pull(here, places[pivot as usize], wanted, (weight * step).min(1.0), node));
                }
            }
            places[node] = here;
        }
    }
    true
}

/// How much a pivot counts for a node at each distance: as many nodes as are at most half as far and nearest to it.
fn weights(share: &[u32]) -> Vec<f64> {
    let stands_for = |distance: usize| f64::from(share[distance / 2]);
    (0..share.len()).map(|distance| stands_for(distance) / (distance.max(1) as f64).powi(2)).collect()
}

/// Half the way that brings two places to the wanted distance, times how much this counts.
fn pull(from: Point, to: Point, wanted: f64, weight: f64, seed: usize) -> Point {
    let away = Point { x: from.x - to.x, y: from.y - to.y };
    let distance = away.length();
    if distance < 1e-9 {
        // Two nodes on one spot part in a direction of their own.
        let angle = (seed as f64 * 2.399_963).rem_euclid(std::f64::consts::TAU);
        return Point { x: angle.cos(), y: angle.sin() }.times(0.5 * weight * wanted);
    }
    away.times(0.5 * weight * (wanted - distance) / distance)
}
