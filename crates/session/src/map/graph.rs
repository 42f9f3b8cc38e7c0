//! A graph for layouts: neighbours by number, without direction.

/// An undirected graph; the neighbours of `i` are `ends[first[i]..first[i + 1]]`, ascending.
pub(super) struct Graph {
    first: Vec<u32>,
    ends: Vec<u32>,
}

/// Farther than anything: no two nodes of a map whose layout asks for distances are as many moves apart.
pub(super) const UNMET: u16 = u16::MAX;
const _: () = assert!(super::MOST_BY_DISTANCE < UNMET as usize, "distances on a map have 16 bits");

impl Graph {
    /// From pairs of different numbers below `len`, each pair once.
    pub(super) fn new(len: usize, edges: &[(u32, u32)]) -> Self {
        debug_assert!(len as u64 <= super::MOST_NODES);
        let mut first = vec![0u32; len + 1];
        for &(a, b) in edges {
            first[a as usize + 1] += 1;
            first[b as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut ends = vec![0; 2 * edges.len()];
        for &(a, b) in edges {
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut next[from as usize];
                ends[*place as usize] = to;
                *place += 1;
            }
        }
        Graph { first, ends }
    }

    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn neighbours(&self, node: usize) -> &[u32] {
        &self.ends[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Distances from a node.
    pub(super) fn distances(&self, from: usize) -> Vec<u16> {
        let mut distances = vec![UNMET; self.len()];
        distances[from] = 0;
        let mut open = vec![from as u32];
        let mut at = 0;
        while let Some(&node) = open.get(at) {
            at += 1;
            let next = distances[node as usize] + 1;
            for &end in self.neighbours(node as usize) {
                if distances[end as usize] == UNMET {
                    distances[end as usize] = next;
                    open.push(end);
                }
            }
        }
        distances
    }
}
