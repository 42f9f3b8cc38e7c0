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
use super::rule::PegGraph;
use super::space::{Hanoi, Rule};
use super::text::Stacks;
use telusur_search::{Limit, Ranked, Reversible, Run};

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
    /// By the digits of the group; `u16::MAX` where no goal can be reached.
    distances: Vec<u16>,
}

impl Pattern {
    #[inline]
    fn distance<D: Discs>(&self, state: D) -> u32 {
        let digits =
            (self.first..self.first + self.discs).rev().fold(0, |n, disc| n * self.pegs + state.get(disc));
        match self.distances[digits] {
            u16::MAX => u32::MAX,
            distance => u32::from(distance),
        }
    }
}

impl Patterns {
    fn new<D: Discs, R: Rule>(
        graph: PegGraph,
        discs: usize,
        goals: &[D],
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        let pegs = graph.pegs();
        let entries = MOST_ENTRIES.min(MOST_IN_ALL / goals.len().max(1) as u64);
        // With one peg there is one position, and any group is small.
        let group = match pegs {
            1 => discs.max(1),
            _ => (1..).take_while(|&n| (pegs as u64).pow(n) <= entries).last().unwrap_or(1) as usize,
        };
        let mut tables = Vec::new();
        for &goal in goals {
            let mut patterns = Vec::new();
            let mut end = discs;
            while end > 0 {
                let first = end.saturating_sub(group);
                patterns.push(pattern::<D, R>(graph, &goal.unpack(discs)[first..end], first, run)?);
                end = first;
            }
            tables.push(patterns);
        }
        Ok(Patterns { goals: tables })
    }

    fn bound<D: Discs>(&self, state: D) -> u32 {
        let to = |patterns: &Vec<Pattern>| {
            patterns.iter().fold(0, |sum: u32, pattern| sum.saturating_add(pattern.distance(state)))
        };
        self.goals.iter().map(to).min().unwrap_or(u32::MAX)
    }
}

/// Breadth-first search backwards from a group's goal.
fn pattern<D: Discs, R: Rule>(
    graph: PegGraph,
    goal: &[u8],
    first: usize,
    run: &mut Run<'_>,
) -> Result<Pattern, Limit> {
    let pegs = graph.pegs();
    let stacks = Stacks { pegs, places: goal.to_vec() };
    let group = Hanoi::<D, R>::new(graph, &stacks, std::slice::from_ref(&stacks));
    // Two bytes per entry, and a list of all states at worst.
    run.afford(group.len() * (2 + size_of::<D>() as u64))?;
    let mut distances = vec![u16::MAX; group.len() as usize];
    distances[group.rank(D::pack(goal)) as usize] = 0;
    let mut layer = vec![D::pack(goal)];
    for depth in 1..u16::MAX {
        let mut next = Vec::new();
        for &state in &layer {
            group.retract(state, |_, previous| {
                let entry = &mut distances[group.rank(previous) as usize];
                if *entry == u16::MAX {
                    *entry = depth;
                    next.push(previous);
                }
            });
        }
        if next.is_empty() {
            break;
        }
        run.limits.deadline.check()?;
        layer = next;
    }
    Ok(Pattern { first, discs: goal.len(), pegs, distances })
}

impl<D: Discs, R: Rule> Hanoi<D, R> {
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
            && let Ok(patterns) = Patterns::new::<D, R>(self.graph, self.discs, &self.goals, run)
        {
            _ = self.patterns.set(patterns);
        }
    }

    /// The ways of all discs as if each were alone; `u32::MAX` if one has none.
    fn ways(&self, state: D, goal: D) -> u32 {
        (0..self.discs)
            .map(|disc| self.way[state.get(disc)][goal.get(disc)])
            .fold(0, |sum: u32, way| sum.saturating_add(way))
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::{Three, Two};
    use super::super::space::{Classic, Directed, Undirected};
    use super::*;
    use telusur_search::check::check_space;
    use telusur_search::{Algorithm, Solver};

    fn prepared<D: Discs, R: Rule>(graph: PegGraph, discs: usize, goals: &[usize]) -> Hanoi<D, R> {
        let goals: Vec<Stacks> = goals.iter().map(|&peg| Stacks::perfect(graph.pegs(), discs, peg)).collect();
        let hanoi = Hanoi::new(graph, &Stacks::perfect(graph.pegs(), discs, 0), &goals);
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
