//! The whole classic family at once: every layout with exactly two blanks, its distance to the door, and the
//! hardest start of each piece set.

use super::atlas::Atlas;
use super::classic::{Classic, Pieces, Word, fill, text};
use super::options::Metric;
use crate::catalogue::BenchTable;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use telusur_search::{Deadline, Limit};

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
    /// Moves in all layouts together, each in both directions.
    pub edges: u64,
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

/// All layouts of the family with two blanks, sorted by their pieces.
fn layouts() -> BTreeMap<Pieces, Vec<Word>> {
    let mut sets: BTreeMap<Pieces, Vec<Word>> = BTreeMap::new();
    let mut last: Option<(Pieces, usize)> = None;
    let mut lists: Vec<(Pieces, Vec<Word>)> = Vec::new();
    for place in 0..12 {
        fill(place, None, &mut |state| {
            let pieces = Pieces::of(state);
            // Neighbours in the listing mostly have the same pieces.
            let at = match last {
                Some((same, at)) if same == pieces => at,
                _ => lists.iter().position(|(p, _)| *p == pieces).unwrap_or_else(|| {
                    lists.push((pieces, Vec::new()));
                    lists.len() - 1
                }),
            };
            last = Some((pieces, at));
            lists[at].1.push(state);
        });
    }
    sets.extend(lists);
    sets
}

/// The distance of every layout with two blanks in a metric, on as many threads as allowed.
#[must_use]
pub fn family(metric: Metric, threads: usize) -> Vec<PieceSet> {
    let mut sets: Vec<(Pieces, Vec<Word>)> = layouts().into_iter().collect();
    // The largest first, so that the threads end together.
    sets.sort_by_key(|(_, layouts)| std::cmp::Reverse(layouts.len()));
    let next = AtomicUsize::new(0);
    let never = Deadline::never();
    let work = || {
        let mut done = Vec::new();
        while let Some((pieces, layouts)) = sets.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Nobody stops it, so every set is there.
            done.extend(study(metric, *pieces, layouts, &never));
        }
        done
    };
    let mut all: Vec<PieceSet> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            // A thread can only fail by a panic of ours, which then goes on here.
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_by_key(|set| (set.lying, set.upright));
    all
}

/// The family as a table: a row for each piece set, and one for all of them.
pub(super) fn report(metric: Metric) -> BenchTable {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let begun = Instant::now();
    let sets = family(metric, threads);
    let elapsed = begun.elapsed();
    let sum = |value: fn(&PieceSet) -> u64| sets.iter().map(value).sum::<u64>();
    let row = |name: String, counts: [u64; 4], radius: Option<u32>, hardest: &str| {
        let mut cells = vec![name];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(radius.map_or_else(|| "-".to_owned(), |radius| radius.to_string()));
        cells.push(hardest.to_owned());
        cells
    };
    let mut rows: Vec<Vec<String>> = sets
        .iter()
        .map(|set| {
            let name = format!("{} + {} + {}", set.lying, set.upright, set.singles);
            let goals = set.depths.first().copied().unwrap_or(0);
            let counts = [set.layouts, set.solvable, goals, set.components];
            row(name, counts, set.radius(), set.hardest.as_deref().unwrap_or("-"))
        })
        .collect();
    let goals = sum(|set| set.depths.first().copied().unwrap_or(0));
    let counts = [sum(|set| set.layouts), sum(|set| set.solvable), goals, sum(|set| set.components)];
    let hardest = sets.iter().max_by_key(|set| set.radius());
    rows.push(row(
        "all".to_owned(),
        counts,
        hardest.and_then(PieceSet::radius),
        hardest.and_then(|set| set.hardest.as_deref()).unwrap_or("-"),
    ));
    let columns = ["lying + upright + single", "layouts", "solvable", "solved", "components"];
    let mut columns: Vec<String> = columns.map(str::to_owned).into();
    columns.push(metric.name().to_owned());
    columns.push("hardest start".to_owned());
    BenchTable {
        title: "All 4 x 5 layouts with a 2 x 2 square and two blanks".to_owned(),
        columns,
        rows,
        note: format!("Distances of all layouts to the bottom centre, tabulated in {elapsed:.1?}."),
    }
}

fn study(metric: Metric, pieces: Pieces, layouts: &[Word], deadline: &Deadline) -> Result<PieceSet, Limit> {
    let space = Classic::family(metric);
    let atlas = Atlas::new(&space, layouts.to_vec(), deadline)?;
    let (components, edges) = atlas.components(&space, deadline)?;
    Ok(PieceSet {
        lying: pieces.lying,
        upright: pieces.upright,
        singles: pieces.singles,
        layouts: atlas.len() as u64,
        components: components as u64,
        edges,
        solvable: atlas.solvable() as u64,
        depths: atlas.depths(),
        hardest: atlas.hardest().map(|(state, _)| text(state)),
    })
}
