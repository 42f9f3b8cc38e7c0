//! The whole classic family at once: every layout with exactly two blanks, its distance to the door, and the
//! hardest start of each piece set.

use super::classic::{Classic, Pieces, text};
use super::options::Metric;
use super::ranking;
use super::study::{Study, check_states};
use crate::bench::cells;
use crate::catalogue::{BenchTable, Tables};
use crate::puzzle::Task;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use telusur_search::memory::Memory;
use telusur_search::{Limit, Limits};

/// What is known of all layouts with the same pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// Lying pieces, one high and two wide.
    pub lying: u8,
    /// Upright pieces, two high and one wide.
    pub upright: u8,
    /// Pieces of one cell.
    pub singles: u8,
    /// Layouts in all.
    pub layouts: u64,
    /// Sets of layouts that can be slid into each other.
    pub components: u64,
    /// Layouts from which the square can get to the door.
    pub solvable: u64,
    /// Layouts at each distance from the door.
    pub depths: Vec<u64>,
    /// One of the layouts farthest from the door, if any is solvable.
    pub hardest: Option<String>,
}

impl PieceSet {
    /// The distance of the hardest start.
    #[must_use]
    pub fn radius(&self) -> Option<u32> {
        self.depths.len().checked_sub(1).map(|radius| radius as u32)
    }
}

/// Returns the piece sets of the family with two blanks and how many layouts each has, those without any left out.
fn piece_sets(limits: &Limits) -> Result<Vec<(Pieces, u64)>, Limit> {
    let (mut sets, mut layouts) = (Vec::new(), 0);
    for lying in 0..=7 {
        for upright in 0..=7 - lying {
            limits.deadline.check()?;
            let pieces = Pieces { lying, upright, singles: 14 - 2 * (lying + upright) };
            let of_set = ranking::count(pieces, &limits.deadline)?;
            layouts += of_set;
            check_states(layouts, limits)?;
            sets.push((pieces, of_set));
        }
    }
    sets.retain(|&(_, layouts)| layouts > 0);
    Ok(sets)
}

/// What is known of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The piece sets that were worked out, all of them unless a limit came first.
    pub sets: Vec<PieceSet>,
    /// How many there are, if all layouts were listed.
    pub of: Option<usize>,
    /// The limit that came first.
    pub stopped: Option<Limit>,
}

/// The distance of every layout with two blanks in a metric, on as many threads as allowed, within states, bytes
/// and time.
#[must_use]
pub fn family(metric: Metric, threads: usize, limits: &Limits) -> Family {
    let memory = Memory::of(limits);
    let mut sets = match piece_sets(limits) {
        Ok(sets) => sets,
        Err(limit) => return Family { sets: Vec::new(), of: None, stopped: Some(limit) },
    };
    // The largest first, so that the threads end together.
    sets.sort_by_key(|&(_, layouts)| std::cmp::Reverse(layouts));
    let of = Some(sets.len());
    // Limits of states bind all sets together, as was checked.
    let mut each = limits.clone();
    each.states = None;
    let study = |(pieces, _)| study(metric, pieces, &memory, &each);
    // Where threads can't be had, one does it all.
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
    let studied: Vec<Result<PieceSet, Limit>> = match pool {
        Some(pool) => pool.install(|| sets.into_par_iter().with_max_len(1).map(study).collect()),
        None => sets.into_iter().map(study).collect(),
    };
    // After a set that was too large, a smaller one may still have fitted; when time was up, all the others ended at once.
    let stopped = studied.iter().find_map(|set| set.as_ref().err().copied());
    let mut sets: Vec<PieceSet> = studied.into_iter().flatten().collect();
    sets.sort_by_key(|set| (set.lying, set.upright));
    Family { sets, of, stopped }
}

/// The family as a table: a row for each piece set, and one for all of them if all are there. Without any there is no
/// table.
pub(super) fn report(metric: Metric, task: &Task<'_>) -> Tables {
    let Family { sets, of, stopped } = family(metric, task.threads, &task.limits);
    let elapsed = task.limits.deadline.elapsed();
    if sets.is_empty() {
        return Tables { tables: Vec::new(), stopped };
    }
    let sum = |value: fn(&PieceSet) -> u64| sets.iter().map(value).sum::<u64>();
    // What is counted, and the set whose hardest start is shown.
    let row = |name: &str, [layouts, solvable, goals, components]: [u64; 4], set: &PieceSet| {
        let radius = set.radius().map_or_else(|| "-".to_owned(), |radius| radius.to_string());
        let hardest = set.hardest.as_deref().unwrap_or("-");
        cells(&format!("{name} | {layouts} | {solvable} | {goals} | {components} | {radius} | {hardest}"))
    };
    let counts: [fn(&PieceSet) -> u64; 4] = [
        |set| set.layouts,
        |set| set.solvable,
        |set| set.depths.first().copied().unwrap_or(0),
        |set| set.components,
    ];
    let rows_of_sets = sets.iter().map(|set| {
        let name = format!("{} + {} + {}", set.lying, set.upright, set.singles);
        row(&name, counts.map(|count| count(set)), set)
    });
    let mut rows: Vec<Vec<String>> = rows_of_sets.collect();
    if let (None, Some(hardest)) = (stopped, sets.iter().max_by_key(|set| set.radius())) {
        rows.push(row("all", counts.map(sum), hardest));
    }
    let columns = format!(
        "lying + upright + single | layouts | solvable | solved | components | {} | hardest start",
        metric.name()
    );
    let note = match stopped {
        None => format!("Distances of all layouts to the bottom centre, tabulated in {elapsed:.1?}."),
        Some(_) => format!(
            "Not complete: {} of {} piece sets, with the distances of their layouts to the bottom centre.",
            sets.len(),
            of.unwrap_or(sets.len())
        ),
    };
    let title = "All 4 x 5 layouts with a 2 x 2 square and two blanks";
    Tables { tables: vec![BenchTable::new(title, &columns, rows, &note)], stopped }
}

/// What is known of all layouts of a piece set.
fn study(metric: Metric, pieces: Pieces, memory: &Memory, limits: &Limits) -> Result<PieceSet, Limit> {
    let Pieces { lying, upright, singles } = pieces;
    let studied = ranking::study(&Classic::family(metric), pieces, usize::MAX, memory, limits)?;
    let Study { layouts, components, depths, hardest } = studied.unwrap_or_default();
    let solvable = depths.iter().sum();
    Ok(PieceSet {
        lying,
        upright,
        singles,
        layouts,
        components,
        solvable,
        depths,
        hardest: hardest.map(text),
    })
}
