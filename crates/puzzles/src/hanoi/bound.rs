//! Lower bounds for A*, IDA* and greedy search.
//!
//! Every disc needs at least the way of a lone disc from its peg to its goal peg, and a move takes one disc
//! one step: the sum of the ways is admissible and consistent. It also proves some levels unsolvable: a disc
//! with no way at all.
//!
//! Stronger: forget all discs but some. What remains is a smaller tower whose moves are legal too, so its
//! distance bounds the moves of those discs. Disjoint groups of discs count different moves, so their
//! distances add up (Felner, Korf, Hanan 2004). A table holds the distance of every position of a group.

use super::pack::Discs;
use super::space::{Hanoi, Rule};
use telusur_search::limits::Pace;
use telusur_search::{Deadline, Limit, Ranked, Reversible, Run};

/// Most entries of one table: a few megabytes, made in a fraction of a second.
const MOST_ENTRIES: u64 = 1 << 21;
/// Most entries of all tables.
const MOST_IN_ALL: u64 = 1 << 23;

/// Tables of groups of discs, for every goal.
#[derive(Debug)]
pub(super) struct Patterns {
    goals: Vec<Vec<Pattern>>,
}

/// Distances of a group of neighbouring discs to its goal.
#[derive(Debug)]
struct Pattern {
    first: usize,
    discs: usize,
    pegs: usize,
    distances: Distances,
}

/// A distance for every position of a group, by its digits. Whoever is not reached by the *complete* search backwards
/// is dead, and nobody else: so the entries are as wide as the greatest distance needs. Most are two bytes, because
/// they are looked up at random for every state.
#[derive(Debug)]
enum Distances {
    /// Up to `u16::MAX - 1`; `u16::MAX` is dead.
    Narrow(Vec<u16>),
    /// `u32::MAX` is dead. A table has at most [`MOST_ENTRIES`] entries, so no distance comes near it.
    Wide(Vec<u32>),
}

/// The distance of a position from which the goal can't be reached.
const DEAD: u32 = u32::MAX;

impl Distances {
    fn bytes(&self) -> usize {
        match self {
            Distances::Narrow(distances) => size_of_val(&**distances),
            Distances::Wide(distances) => size_of_val(&**distances),
        }
    }

    #[inline(always)]
    fn get(&self, digits: usize) -> u32 {
        match self {
            Distances::Narrow(distances) => widened(distances[digits]),
            Distances::Wide(distances) => distances[digits],
        }
    }
}

#[inline(always)]
fn widened(distance: u16) -> u32 {
    match distance {
        u16::MAX => DEAD,
        distance => u32::from(distance),
    }
}

impl Pattern {
    #[inline]
    fn distance<D: Discs>(&self, state: D) -> u32 {
        let digits =
            (self.first..self.first + self.discs).rev().fold(0, |n, disc| n * self.pegs + state.get(disc));
        self.distances.get(digits)
    }
}

impl Patterns {
    /// Bytes of all tables.
    pub(super) fn bytes(&self) -> usize {
        self.goals.iter().flatten().map(|pattern| pattern.distances.bytes()).sum()
    }

    fn bound<D: Discs>(&self, state: D) -> u32 {
        // At most 64 groups with distances below 2^21: a sum is `DEAD` only if one of them is.
        let to = |patterns: &Vec<Pattern>| {
            patterns.iter().fold(0, |sum: u32, pattern| sum.saturating_add(pattern.distance(state)))
        };
        self.goals.iter().map(to).min().unwrap_or(u32::MAX)
    }
}

impl<D: Discs, R: Rule> Hanoi<D, R> {
    fn make_patterns(&self, run: &mut Run<'_>) -> Result<Patterns, Limit> {
        let pegs = self.pegs();
        let entries = MOST_ENTRIES.min(MOST_IN_ALL / self.goals.len().max(1) as u64);
        // With one peg there is one position, and any group is small.
        let group = match pegs {
            1 => self.discs.max(1),
            _ => (1..).take_while(|&n| (pegs as u64).pow(n) <= entries).last().unwrap_or(1) as usize,
        };
        let mut goals = Vec::new();
        let mut held = 0;
        for goal in self.goal_places() {
            let mut patterns = Vec::new();
            let mut first = self.discs;
            for discs in goal.rchunks(group) {
                first -= discs.len();
                let made = self.pattern(discs, first, held, run)?;
                held += made.distances.bytes() as u64;
                patterns.push(made);
            }
            goals.push(patterns);
        }
        Ok(Patterns { goals })
    }

    /// Breadth-first search backwards from a group's goal, while other tables hold so many bytes.
    fn pattern(&self, goal: &[u8], first: usize, held: u64, run: &mut Run<'_>) -> Result<Pattern, Limit> {
        let group = Hanoi::<D, R>::new(self.graph, goal, &[goal.to_vec()]);
        // At worst six bytes per entry while it is widened, and layers with room for all positions twice.
        let bytes = held + group.len() * (6 + 2 * size_of::<u32>() as u64);
        run.limits.afford(bytes)?;
        run.note(0, bytes);
        let root = group.rank(D::pack(goal)) as u32;
        let deadline = &run.limits.deadline;
        let mut search = Backwards {
            group: &group,
            layer: vec![root],
            depth: 0,
            deadline,
            pace: Pace::new(),
            expanded: 0,
        };
        let mut narrow = vec![u16::MAX; group.len() as usize];
        narrow[root as usize] = 0;
        search.fill(&mut narrow, u16::MAX)?;
        let distances = if search.layer.is_empty() {
            Distances::Narrow(narrow)
        } else {
            let mut wide: Vec<u32> = narrow.into_iter().map(widened).collect();
            search.fill(&mut wide, DEAD)?;
            Distances::Wide(wide)
        };
        Ok(Pattern { first, discs: goal.len(), pegs: self.pegs(), distances })
    }

    #[inline]
    pub(super) fn bound(&self, state: D) -> u32 {
        match self.patterns.get() {
            Some(patterns) => patterns.bound(state),
            None => self.goals.iter().map(|&goal| self.ways(state, goal)).min().unwrap_or(u32::MAX),
        }
    }

    /// Makes the tables once; without them the plain bound serves.
    pub(super) fn prepare_patterns(&self, run: &mut Run<'_>) {
        if self.patterns.get().is_none()
            && let Ok(patterns) = self.make_patterns(run)
        {
            _ = self.patterns.set(patterns);
        }
    }

    /// Bytes of the tables, which stay while a search uses them.
    pub(super) fn pattern_bytes(&self) -> u64 {
        self.patterns.get().map_or(0, |patterns| patterns.bytes() as u64)
    }

    /// The ways of all discs as if each were alone; `u32::MAX` if one has none.
    fn ways(&self, state: D, goal: D) -> u32 {
        (0..self.discs)
            .map(|disc| self.way[state.get(disc)][goal.get(disc)])
            .fold(0, |sum: u32, way| sum.saturating_add(way))
    }
}

/// A breadth-first search backwards over the positions of a group, by their numbers.
struct Backwards<'a, D: Discs, R: Rule> {
    group: &'a Hanoi<D, R>,
    /// The positions at a depth.
    layer: Vec<u32>,
    depth: u32,
    deadline: &'a Deadline,
    pace: Pace,
    expanded: u64,
}

impl<D: Discs, R: Rule> Backwards<'_, D, R> {
    /// Goes on until all is reached, or until entries can't tell the next depth from `dead`: then a layer is left.
    fn fill<N: Copy + Eq + TryFrom<u32>>(&mut self, distances: &mut [N], dead: N) -> Result<(), Limit> {
        let mut next = Vec::new();
        while !self.layer.is_empty()
            && let Ok(depth) = N::try_from(self.depth + 1)
            && depth != dead
        {
            for &rank in &self.layer {
                self.before(rank, |before| {
                    let entry = &mut distances[before as usize];
                    if *entry == dead {
                        *entry = depth;
                        next.push(before as u32);
                    }
                });
                self.expanded += 1;
                self.pace.look(self.expanded, None, || self.deadline.check())?;
            }
            self.depth += 1;
            std::mem::swap(&mut self.layer, &mut next);
            next.clear();
        }
        Ok(())
    }

    /// The positions before one.
    #[inline(always)]
    fn before(&self, rank: u32, mut visit: impl FnMut(u64)) {
        let group = self.group;
        if R::UNDIRECTED {
            group.expand_rank(rank.into(), visit);
        } else {
            group.retract(group.unrank(rank.into()), |_, before| visit(group.rank(before)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::{Three, Two};
    use super::super::rule::PegGraph;
    use super::super::space::{Classic, Directed, Undirected};
    use super::*;
    use telusur_search::check::check_space;
    use telusur_search::reach::Reach;
    use telusur_search::{Algorithm, Solver};

    fn prepared<D: Discs, R: Rule>(graph: PegGraph, discs: usize, goals: &[usize]) -> Hanoi<D, R> {
        let goals: Vec<Vec<u8>> = goals.iter().map(|&peg| vec![peg as u8; discs]).collect();
        let hanoi = Hanoi::new(graph, &vec![0; discs], &goals);
        hanoi.prepare_patterns(&mut Run::unlimited());
        hanoi
    }

    #[test]
    fn table_bounds_are_consistent_and_never_exceed_the_distance() {
        check_space(&prepared::<Two, Classic>(PegGraph::classic(4), 14, &[3]), 1, 2000).unwrap();
        check_space(&prepared::<Two, Classic>(PegGraph::classic(3), 20, &[1, 2]), 2, 2000).unwrap();
        check_space(&prepared::<Two, Directed>(PegGraph::cyclic(4), 13, &[2]), 3, 2000).unwrap();
        check_space(&prepared::<Three, Undirected>(PegGraph::star(6), 12, &[5]), 4, 2000).unwrap();
        check_space(&prepared::<Two, Classic>(PegGraph::classic(1), 3, &[0]), 5, 20).unwrap();
        // A group of all discs gives the distance itself.
        let hanoi = prepared::<Two, Classic>(PegGraph::classic(4), 9, &[3]);
        assert_eq!(hanoi.bound(hanoi.start), 41);
        let star = prepared::<Two, Undirected>(PegGraph::star(4), 6, &[3]);
        assert_eq!(star.bound(star.start), 48);
    }

    /// The table of all discs against plain search backwards, on both sides of 2^16; dead ends included.
    fn agrees_with_search<D: Discs, R: Rule>(graph: PegGraph, discs: usize, radius: u32) {
        let hanoi = prepared::<D, R>(graph, discs, &[graph.pegs() - 1]);
        let all = (0..hanoi.len()).map(|rank| hanoi.unrank(rank));
        let memory = &telusur_search::memory::Memory::unlimited();
        let reach =
            Reach::explore_all(&hanoi, all, false, memory, &telusur_search::Deadline::never()).unwrap();
        let farthest = reach.states().filter_map(|(_, distance)| distance).max();
        assert_eq!(farthest, Some(radius), "{graph}, {discs} discs");
        // Entries are as wide as the greatest distance needs.
        let patterns = hanoi.patterns.get().unwrap();
        let is_narrow = matches!(patterns.goals[0][0].distances, Distances::Narrow(_));
        assert_eq!(is_narrow, radius < u32::from(u16::MAX), "{graph}, {discs} discs");
        for (state, distance) in reach.states() {
            let bound = hanoi.bound(state);
            assert_eq!((bound != DEAD).then_some(bound), distance, "{graph}, {state:?}");
        }
    }

    #[test]
    fn tables_call_dead_what_no_search_reaches_and_nothing_else() {
        agrees_with_search::<Two, Undirected>(PegGraph::linear(3), 10, 59_048);
        agrees_with_search::<Two, Undirected>(PegGraph::linear(3), 11, 177_146);
        agrees_with_search::<Two, Directed>(PegGraph::cyclic(3), 10, 24_959);
        agrees_with_search::<Two, Directed>(PegGraph::cyclic(3), 11, 68_191);
        agrees_with_search::<Two, Directed>(PegGraph::parse("A>B,B>C", 3).unwrap(), 6, 3);
        agrees_with_search::<Two, Undirected>(PegGraph::parse("A-B,C-D", 4).unwrap(), 4, 1);
    }

    #[test]
    fn informed_search_is_optimal_with_tables_and_without() {
        for discs in [5, 12] {
            let expected = super::super::frame_stewart::moves(4, discs).unwrap();
            for with_tables in [false, true] {
                let hanoi = Hanoi::classic(4, discs);
                if with_tables {
                    hanoi.prepare_patterns(&mut Run::unlimited());
                } else if discs > 5 {
                    continue;
                }
                for algorithm in [Algorithm::Astar, Algorithm::Idastar] {
                    if algorithm == Algorithm::Idastar && discs > 5 {
                        continue;
                    }
                    let report = Solver::new(&hanoi).algorithm(algorithm).solve();
                    assert!(report.is_optimal());
                    assert_eq!(report.length().map(Into::into), Some(expected.clone()));
                }
            }
        }
    }
}
