//! A graph for layouts: neighbours by number, without direction.

use std::ops::Range;

/// Numbers in groups, all in one list.
#[derive(Default)]
pub(super) struct Groups {
    first: Vec<u32>,
    members: Vec<u32>,
}

impl Groups {
    /// From pairs of a group below `count` and a member; the members of a group stay in the order of the pairs.
    pub(super) fn new(count: usize, pairs: impl Iterator<Item = (usize, u32)> + Clone) -> Self {
        let mut first = vec![0u32; count + 1];
        pairs.clone().for_each(|(group, _)| first[group + 1] += 1);
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut members = vec![0; first[count] as usize];
        for (group, member) in pairs {
            members[next[group] as usize] = member;
            next[group] += 1;
        }
        Groups { first, members }
    }

    /// The members of groups that follow one another.
    pub(super) fn of(&self, groups: Range<usize>) -> &[u32] {
        &self.members[self.first[groups.start] as usize..self.first[groups.end] as usize]
    }
}

/// An undirected graph: the neighbours of each node.
pub(super) struct Graph(Groups);

/// Farther than anything: no two nodes of a map whose layout asks for distances are as many moves apart.
pub(super) const UNMET: u16 = u16::MAX;
const _: () = assert!(super::MOST_BY_DISTANCE < UNMET as usize, "distances on a map have 16 bits");

impl Graph {
    /// From pairs of different numbers below `len`, each pair once.
    pub(super) fn new(len: usize, edges: &[(u32, u32)]) -> Self {
        debug_assert!(len as u64 <= super::MOST_NODES);
        let ends = edges.iter().flat_map(|&(a, b)| [(a as usize, b), (b as usize, a)]);
        Graph(Groups::new(len, ends))
    }

    pub(super) fn len(&self) -> usize {
        self.0.first.len() - 1
    }

    pub(super) fn neighbours(&self, node: usize) -> &[u32] {
        self.0.of(node..node + 1)
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
