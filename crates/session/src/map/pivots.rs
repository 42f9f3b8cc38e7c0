//! Pivots: a few nodes spread over the graph, whose distances to all others stand for all distances.

use super::graph::{Graph, UNMET};
use std::cmp::Reverse;

/// Pivots with their distances to every node.
pub(super) struct Pivots {
    /// The pivots.
    pub(super) nodes: Vec<u32>,
    /// By pivot and node.
    pub(super) distances: Vec<Vec<u16>>,
    /// `shares[p][d]`: how many nodes that are nearest to pivot `p` lie within distance `d` of it.
    pub(super) shares: Vec<Vec<u32>>,
}

impl Pivots {
    /// At most `most` pivots, each as far as possible from those before it. `None` if somebody cancels.
    pub(super) fn choose(graph: &Graph, most: usize, is_cancelled: &dyn Fn() -> bool) -> Option<Pivots> {
        let count = most.min(graph.len());
        let mut pivots = Pivots { nodes: Vec::new(), distances: Vec::new(), shares: Vec::new() };
        let mut nearest = vec![(UNMET, 0usize); graph.len()];
        // Something at the rim is a better first pivot than the start, which may be in the middle.
        let mut next = farthest(graph.distances(0).into_iter());
        while pivots.nodes.len() < count {
            if is_cancelled() {
                return None;
            }
            let distances = graph.distances(next);
            let number = pivots.nodes.len();
            for (near, &distance) in nearest.iter_mut().zip(&distances) {
                if distance < near.0 {
                    *near = (distance, number);
                }
            }
            pivots.nodes.push(next as u32);
            pivots.distances.push(distances);
            next = farthest(nearest.iter().map(|near| near.0));
        }
        for (number, distances) in pivots.distances.iter().enumerate() {
            let reach = distances.iter().copied().filter(|&d| d != UNMET).max().unwrap_or(0);
            let mut share = vec![0u32; usize::from(reach) + 1];
            for (node, &(_, owner)) in nearest.iter().enumerate() {
                if owner == number && distances[node] != UNMET {
                    share[usize::from(distances[node])] += 1;
                }
            }
            for i in 1..share.len() {
                share[i] += share[i - 1];
            }
            pivots.shares.push(share);
        }
        Some(pivots)
    }
}

/// The first of the nodes that are farthest away and can be reached.
fn farthest(distances: impl Iterator<Item = u16>) -> usize {
    let far = distances.enumerate().filter(|&(_, distance)| distance != UNMET);
    far.max_by_key(|&(node, distance)| (distance, Reverse(node))).map_or(0, |(node, _)| node)
}
