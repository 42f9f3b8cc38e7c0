//! Spaces for tests: random graphs, two tokens on a graph, wheels of counters.

use telusur_search::{Offers, Ranked, Reversible, Space, engines};

/// A seeded source of choices.
pub(crate) struct Choices(u64);

impl Choices {
    pub(crate) fn new(seed: u64) -> Self {
        Choices(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// A graph that is written down, with goals and a consistent bound; a move is the number of an edge.
#[derive(Clone, Debug)]
pub(crate) struct Graph<const UNDIRECTED: bool> {
    pub(crate) next: Vec<Vec<u32>>,
    pub(crate) goals: Vec<u32>,
    pub(crate) bound: Vec<u32>,
}

impl<const UNDIRECTED: bool> Graph<UNDIRECTED> {
    /// A random graph with `edges` edges; about half of the sparse ones are unsolvable.
    pub(crate) fn random(seed: u64, nodes: usize, edges: usize, goals: usize) -> Self {
        let mut choices = Choices::new(seed);
        let mut next = vec![Vec::new(); nodes];
        for _ in 0..edges {
            let (a, b) = (choices.below(nodes), choices.below(nodes));
            if a == b || next[a].contains(&(b as u32)) {
                continue;
            }
            next[a].push(b as u32);
            if UNDIRECTED {
                next[b].push(a as u32);
            }
        }
        let goals: Vec<u32> = (0..goals).map(|_| choices.below(nodes) as u32).collect();
        let mut graph = Graph { next, goals, bound: vec![0; nodes] };
        // The true distances, cut off and halved here and there, stay consistent.
        let divisor = 1 + choices.below(3) as u32;
        graph.bound = graph.distances().iter().map(|d| d.map_or(u32::MAX, |d| d / divisor)).collect();
        if choices.below(2) == 0 {
            graph.bound.iter_mut().filter(|b| **b == u32::MAX).for_each(|b| *b = 0);
            if !UNDIRECTED {
                // A node that leads nowhere may lead to no good node, so its bound may be anything low.
                graph.bound.iter_mut().for_each(|b| *b = (*b).min(1));
                for &goal in &graph.goals {
                    graph.bound[goal as usize] = 0;
                }
            }
        }
        graph
    }

    /// Distances to the nearest goal, by relaxing until nothing changes.
    pub(crate) fn distances(&self) -> Vec<Option<u32>> {
        let mut distance = vec![None; self.next.len()];
        for &goal in &self.goals {
            distance[goal as usize] = Some(0);
        }
        loop {
            let mut changed = false;
            for a in 0..self.next.len() {
                for &b in &self.next[a] {
                    if let Some(d) = distance[b as usize]
                        && distance[a].is_none_or(|old| old > d + 1)
                    {
                        distance[a] = Some(d + 1);
                        changed = true;
                    }
                }
            }
            if !changed {
                return distance;
            }
        }
    }
}

impl<const UNDIRECTED: bool> Space for Graph<UNDIRECTED> {
    type State = u32;
    type Move = u32;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, state: u32) -> bool {
        self.goals.contains(&state)
    }
    fn expand(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
        for (m, &next) in self.next[state as usize].iter().enumerate() {
            visit(m as u32, next);
        }
    }
    fn lower_bound(&self, state: u32) -> u32 {
        self.bound[state as usize]
    }
}

impl<const UNDIRECTED: bool> Offers for Graph<UNDIRECTED> {
    engines!();
}

impl<const UNDIRECTED: bool> Reversible for Graph<UNDIRECTED> {
    const UNDIRECTED: bool = UNDIRECTED;
    fn retract(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
        for (a, next) in self.next.iter().enumerate() {
            for (m, _) in next.iter().enumerate().filter(|&(_, &b)| b == state) {
                visit(m as u32, a as u32);
            }
        }
    }
    fn goal_states(&self) -> Option<Vec<u32>> {
        Some(self.goals.clone())
    }
}

impl<const UNDIRECTED: bool> Ranked for Graph<UNDIRECTED> {
    fn len(&self) -> u64 {
        self.next.len() as u64
    }
    fn rank(&self, state: u32) -> u64 {
        u64::from(state)
    }
    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

/// Two equal tokens on an undirected graph, both to be brought to goal nodes: the order of tokens is a symmetry.
///
/// States are wide and sorted in place, as larger puzzles have it: rustc may let a closure that changes its argument in
/// place change what its caller still uses (rust-lang/rust issue 155241), and no engine may depend on that.
#[derive(Clone, Debug)]
pub(crate) struct Tokens(pub Graph<true>);

/// The nodes of the tokens, and what makes the state wide.
type Places = [u32; 6];

fn places(a: u32, b: u32) -> Places {
    [a, b, 0, 0, 0, 0]
}

impl Space for Tokens {
    type State = Places;
    type Move = (bool, u16);
    fn start(&self) -> Places {
        places(self.0.next.len() as u32 - 1, 0)
    }
    fn is_goal(&self, [a, b, ..]: Places) -> bool {
        self.0.is_goal(a) && self.0.is_goal(b)
    }
    fn expand(&self, [a, b, ..]: Places, mut visit: impl FnMut((bool, u16), Places)) {
        self.0.expand(a, |_, to| visit((false, to as u16), places(to, b)));
        self.0.expand(b, |_, to| visit((true, to as u16), places(a, to)));
    }
    fn lower_bound(&self, [a, b, ..]: Places) -> u32 {
        self.0.bound[a as usize].saturating_add(self.0.bound[b as usize])
    }
    fn canonical(&self, mut state: Places) -> Places {
        state[..2].sort_unstable();
        state
    }
}

impl Offers for Tokens {
    engines!();
}

impl Reversible for Tokens {
    const UNDIRECTED: bool = true;
    fn retract(&self, [a, b, ..]: Places, mut visit: impl FnMut((bool, u16), Places)) {
        self.0.expand(a, |_, from| visit((false, a as u16), places(from, b)));
        self.0.expand(b, |_, from| visit((true, b as u16), places(a, from)));
    }
    fn goal_states(&self) -> Option<Vec<Places>> {
        let goals = &self.0.goals;
        Some(goals.iter().flat_map(|&a| goals.iter().map(move |&b| places(a, b))).collect())
    }
}

impl Ranked for Tokens {
    fn len(&self) -> u64 {
        (self.0.next.len() * self.0.next.len()) as u64
    }
    fn rank(&self, [a, b, ..]: Places) -> u64 {
        u64::from(a) * self.0.next.len() as u64 + u64::from(b)
    }
    fn unrank(&self, rank: u64) -> Places {
        let nodes = self.0.next.len() as u64;
        places((rank / nodes) as u32, (rank % nodes) as u32)
    }
}

/// `WHEELS` counters modulo five; a move turns one of them by one. Distances add up wheel by wheel, so the
/// number of states at each depth is a coefficient of (1 + 2x + 2x²)^WHEELS: fat layers with known counts.
#[derive(Clone, Debug)]
pub(crate) struct Wheels<const WHEELS: usize> {
    pub(crate) goal: [u8; WHEELS],
}

impl<const WHEELS: usize> Wheels<WHEELS> {
    pub(crate) fn depths() -> Vec<u64> {
        (0..WHEELS).fold(vec![1], |product, _| {
            let mut next = vec![0; product.len() + 2];
            for (i, &count) in product.iter().enumerate() {
                next[i] += count;
                next[i + 1] += 2 * count;
                next[i + 2] += 2 * count;
            }
            next
        })
    }
}

impl<const WHEELS: usize> Space for Wheels<WHEELS> {
    type State = [u8; WHEELS];
    type Move = (u8, bool);
    fn start(&self) -> [u8; WHEELS] {
        [0; WHEELS]
    }
    fn is_goal(&self, state: [u8; WHEELS]) -> bool {
        state == self.goal
    }
    fn expand(&self, state: [u8; WHEELS], mut visit: impl FnMut((u8, bool), [u8; WHEELS])) {
        for wheel in 0..WHEELS {
            for up in [false, true] {
                let mut next = state;
                next[wheel] = (next[wheel] + if up { 1 } else { 4 }) % 5;
                visit((wheel as u8, up), next);
            }
        }
    }
}

impl<const WHEELS: usize> Offers for Wheels<WHEELS> {
    engines!();
}

impl<const WHEELS: usize> Reversible for Wheels<WHEELS> {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: [u8; WHEELS], mut visit: impl FnMut((u8, bool), [u8; WHEELS])) {
        self.expand(state, |(wheel, up), previous| visit((wheel, !up), previous));
    }
}

impl<const WHEELS: usize> Ranked for Wheels<WHEELS> {
    fn len(&self) -> u64 {
        5u64.pow(WHEELS as u32)
    }
    fn rank(&self, state: [u8; WHEELS]) -> u64 {
        state.iter().fold(0, |rank, &digit| rank * 5 + u64::from(digit))
    }
    fn unrank(&self, rank: u64) -> [u8; WHEELS] {
        let mut rest = rank;
        let mut state = [0; WHEELS];
        for digit in state.iter_mut().rev() {
            *digit = (rest % 5) as u8;
            rest /= 5;
        }
        state
    }
}

/// A walk on a square board from one corner to the opposite one: many thin layers.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) side: u16,
}

impl Space for Plane {
    type State = (u16, u16);
    type Move = (i8, i8);
    fn start(&self) -> (u16, u16) {
        (0, 0)
    }
    fn is_goal(&self, state: (u16, u16)) -> bool {
        state == (self.side - 1, self.side - 1)
    }
    fn expand(&self, (x, y): (u16, u16), mut visit: impl FnMut((i8, i8), (u16, u16))) {
        for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
            let (to_x, to_y) = (x.wrapping_add_signed(dx.into()), y.wrapping_add_signed(dy.into()));
            if to_x < self.side && to_y < self.side {
                visit((dx, dy), (to_x, to_y));
            }
        }
    }
}

impl Offers for Plane {
    engines!();
}

impl Reversible for Plane {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: (u16, u16), mut visit: impl FnMut((i8, i8), (u16, u16))) {
        self.expand(state, |(dx, dy), previous| visit((-dx, -dy), previous));
    }
}
