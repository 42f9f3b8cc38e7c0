//! Solving: the quick bound first, then tables, and on large boards some solution at once.
//!
//! Easy boards are solved by IDA* with the bound that costs nothing to set up. Only what it does not prove within so
//! many states is worth tables: loaded, if they are kept somewhere, otherwise built. How many states that are depends
//! on where the tables are, but the answer does not: IDA* finds the same solution with every bound.
//!
//! For the hardest 15-puzzles there are large tables, of eight and seven tiles. They take minutes to build, so that is
//! done only where somebody has asked for it; those that are kept are used for every board that the usual ones do not
//! solve soon.

use super::cells::Cells;
use super::patterns::{Halves, Informed, Kind, MOST_CELLS, Tables};
use super::space::{Slide, Tiles};
use crate::puzzle::{Puzzle, Task};
use std::sync::Arc;
use std::time::Duration;
use telusur_search::anytime::{Guided, anytime_from};
use telusur_search::idastar::idastar_from;
use telusur_search::{Algorithm, Limit, Limits, Observer, Outcome, Progress, Report, Stats, Unsupported};

/// Boards with fewer cells are solved before tables are made.
const FEWEST_CELLS: usize = 10;
/// Boards with more cells may be too hard to be proved: some solution is found first.
const PROVABLE_CELLS: usize = 16;
/// States that are expanded with the quick bound before tables are taken that are in memory; that are kept; that must be
/// built, on boards with up to 16 cells and on larger ones.
const AT_HAND: u64 = 1 << 16;
const KEPT: u64 = 1 << 19;
const UNBUILT: [u64; 2] = [1 << 23, 1 << 25];
/// States that are expanded with the usual tables before the large ones are taken.
const USUAL: u64 = 1 << 22;
/// With less time left than this, tables would hardly be ready: the quick bound goes on.
const TIME_TO_BUILD: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(10)];
/// States that the search for better solutions of large boards may store before the proof is tried.
const IMPROVING: u64 = 1 << 18;

/// Bytes that tables must leave for the search itself.
const ROOM: u64 = 1 << 20;
const NO_MEMORY: &str = "there was no memory for pattern databases";

/// What the parts of a search have brought so far.
struct SoFar {
    lower_bound: u32,
    stats: Stats,
    reason: String,
    best: Option<Vec<Slide>>,
}

impl SoFar {
    fn add(&mut self, report: &Report<Slide>) {
        self.lower_bound = self.lower_bound.max(report.lower_bound);
        self.stats.expanded += report.stats.expanded;
        self.stats.generated += report.stats.generated;
        self.stats.stored = self.stats.stored.max(report.stats.stored);
        self.stats.peak_bytes = self.stats.peak_bytes.max(report.stats.peak_bytes);
        self.stats.elapsed = report.stats.elapsed;
    }

    /// The limits of the next part.
    fn left(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        limits.states = limits.states.map(|most| most.saturating_sub(self.stats.expanded));
        limits
    }

    /// The answer, with the last part's outcome.
    fn answer(self, mut report: Report<Slide>, asked: &Limits) -> Report<Slide> {
        report.lower_bound = self.lower_bound;
        report.stats = self.stats;
        report.reason = self.reason;
        if let (Outcome::Stopped(limit), most) = (&report.outcome, asked.states) {
            report.outcome = match (self.best, *limit, most) {
                (Some(path), ..) => {
                    let optimal = path.len() == self.lower_bound as usize;
                    Outcome::Solved { path, optimal }
                }
                // The limit as it was asked for, whichever part reached it.
                (None, Limit::States(_), Some(most)) => Outcome::Stopped(Limit::States(most)),
                (None, limit, _) => Outcome::Stopped(limit),
            };
        }
        report.checked()
    }
}

/// Where tables came from.
enum Found {
    Tables(Arc<Tables>, &'static str),
    /// There are none, and none that could be made.
    Nothing(&'static str),
}

impl<C: Cells> Tiles<C> {
    fn kind(&self) -> Kind {
        let blank = usize::from(self.goal_cell[0]);
        Kind { rows: self.rows, columns: self.columns, blank, is_large: false }
    }

    /// Whether there are tables for this board.
    fn has_tables(&self) -> bool {
        let is_wide = self.rows > 1 && self.columns > 1;
        is_wide && (FEWEST_CELLS..=MOST_CELLS.min(C::CAPACITY)).contains(&self.cells())
    }

    /// IDA* with all bounds, and a solution at once for large boards unless IDA* alone was asked for.
    pub(super) fn solve_in_parts(&self, from: C, task: &mut Task<'_>) -> Result<Report<Slide>, Unsupported> {
        let is_large = self.cells() > PROVABLE_CELLS && task.algorithm == Algorithm::Auto;
        let asked = task.limits.clone();
        let at_hand = self.has_tables().then(|| self.kind().at_hand()).flatten();
        let first = match &at_hand {
            _ if !self.has_tables() && !is_large => u64::MAX,
            Some(_) => AT_HAND,
            None => KEPT,
        };
        let mut part = task.part();
        part.limits = part.limits.with_states(first);
        let report = part.solver(self.solver().from(from)).try_solve()?;
        let mut so_far =
            SoFar { lower_bound: 0, stats: Stats::default(), reason: report.reason.clone(), best: None };
        so_far.add(&report);
        if !matches!(report.outcome, Outcome::Stopped(_)) || first == u64::MAX {
            return Ok(report);
        }
        if is_large {
            so_far.best = self.construct(from);
        }
        let is_cut_off = matches!(report.outcome, Outcome::Stopped(Limit::States(most)) if most == first)
            && asked.states != Some(first);
        if !is_cut_off {
            return Ok(so_far.answer(report, &asked));
        }
        if is_large {
            let more = if self.has_tables() { IMPROVING } else { u64::MAX };
            let mut part = task.part();
            part.limits = so_far.left(&asked).with_states(more);
            let report = anytime_from(self, from, so_far.best.take(), &mut part.run());
            so_far.add(&report);
            so_far.best = report.path().map(<[Slide]>::to_vec);
            if report.is_optimal() || !self.has_tables() {
                so_far.reason = format!("{}; after that, better and better solutions", so_far.reason);
                return Ok(so_far.answer(report, &asked));
            }
        }
        let threads = task.threads;
        let tables = task.tables;
        let mut watching =
            Watching { observer: &mut *task.observer, best: so_far.best.as_ref().map(Vec::len) };
        let mut task = Task { limits: asked.clone(), threads, tables, ..Task::new(&mut watching) };
        let found = match at_hand {
            Some(tables) => Ok(Found::Tables(tables, "at hand")),
            None => self.find_tables(from, &mut so_far, &mut task),
        };
        let found = match found {
            Ok(Found::Tables(tables, _)) if asked.afford(tables.bytes() + ROOM).is_err() => {
                Ok(Found::Nothing(NO_MEMORY))
            }
            found => found,
        };
        let report = match found {
            Err(report) => *report,
            Ok(Found::Tables(tables, origin)) => {
                so_far.reason = format!(
                    "{}; then pattern databases of {} tiles, {origin}",
                    so_far.reason,
                    tables.sizes()
                );
                self.solve_by_tables(from, tables, &mut so_far, &mut task)
            }
            Ok(Found::Nothing(why)) => {
                so_far.reason = format!("{}; {why}", so_far.reason);
                task.limits = so_far.left(&asked);
                let report = idastar_from(self, from, so_far.lower_bound, &mut task.run());
                so_far.add(&report);
                report
            }
        };
        Ok(so_far.answer(report, &asked))
    }

    /// Tables that are kept or can be built; or the answer, if the quick bound finds it meanwhile or a limit comes.
    fn find_tables(
        &self,
        from: C,
        so_far: &mut SoFar,
        task: &mut Task<'_>,
    ) -> Result<Found, Box<Report<Slide>>> {
        let asked = task.limits.clone();
        if let Some(store) = task.tables
            && let Some(tables) = self.kind().load(store, &asked)
        {
            return Ok(Found::Tables(tables, "kept from an earlier run"));
        }
        let size = usize::from(self.cells() > PROVABLE_CELLS);
        let is_short =
            |limits: &Limits| limits.deadline.left().is_some_and(|left| left < TIME_TO_BUILD[size]);
        if is_short(&asked) {
            return Ok(Found::Nothing("the time was too short for pattern databases"));
        }
        task.limits = so_far.left(&asked).with_states(UNBUILT[size]);
        let cut_off = task.limits.states;
        let report = idastar_from(self, from, so_far.lower_bound, &mut task.run());
        so_far.add(&report);
        task.limits = asked.clone();
        let is_cut_off = matches!(report.outcome, Outcome::Stopped(Limit::States(most)) if Some(most) == cut_off)
            && so_far.left(&asked).states != Some(0);
        if !is_cut_off {
            return Err(Box::new(report));
        }
        if is_short(&asked) {
            return Ok(Found::Nothing("the time was too short for pattern databases"));
        }
        let mut built = self.kind().build(task.tables, &mut task.run());
        if let (Err(Limit::Bytes(_) | Limit::Memory(_)), 2..) = (&built, task.threads) {
            // One after the other, they need less.
            let mut part = task.part();
            part.threads = 1;
            built = self.kind().build(part.tables, &mut part.run());
        }
        match built {
            Ok(tables) => Ok(Found::Tables(tables, "built for it")),
            Err(Limit::Bytes(_) | Limit::Memory(_)) => Ok(Found::Nothing(NO_MEMORY)),
            Err(limit) => Err(Box::new(Report { outcome: Outcome::Stopped(limit), ..report })),
        }
    }

    /// IDA* with the usual tables, and if they do not solve it soon, with the large ones where there are any.
    fn solve_by_tables(
        &self,
        from: C,
        usual: Arc<Tables>,
        so_far: &mut SoFar,
        task: &mut Task<'_>,
    ) -> Report<Slide> {
        let asked = task.limits.clone();
        let large = self.kind().large().filter(|large| large.is_in_reach(task.tables, &asked));
        let bytes = usual.bytes();
        task.limits = so_far.left(&asked).holding(bytes);
        let cut_off = large.map(|_| USUAL);
        if let Some(most) = cut_off {
            task.limits = task.limits.clone().with_states(most);
        }
        let reached = task.limits.states;
        let report = self.solve_informed(from, usual.clone(), so_far.lower_bound, task);
        so_far.add(&report);
        let is_cut_off =
            matches!(report.outcome, Outcome::Stopped(Limit::States(most)) if Some(most) == reached);
        let Some(large) = large.filter(|_| is_cut_off && so_far.left(&asked).states != Some(0)) else {
            return report;
        };
        task.limits = asked.clone().holding(bytes);
        let kept =
            || large.load(task.tables?, &task.limits).map(|tables| (tables, "kept from an earlier run"));
        let found = match large.at_hand().map(|tables| (tables, "at hand")).or_else(kept) {
            Some(found) => Some(found),
            None if large.may_be_built(task.tables, &task.limits) => {
                match large.build(task.tables, &mut task.run()) {
                    Ok(tables) => Some((tables, "built for it")),
                    Err(Limit::Bytes(_) | Limit::Memory(_)) => None,
                    Err(limit) => return Report { outcome: Outcome::Stopped(limit), ..report },
                }
            }
            None => None,
        };
        // If they can't be had after all, the usual ones go on.
        let tables = found.map_or(usual, |(tables, origin)| {
            so_far.reason = format!("{}; then those of {} tiles, {origin}", so_far.reason, tables.sizes());
            tables
        });
        task.limits = so_far.left(&asked).holding(bytes + tables.bytes());
        let report = self.solve_informed(from, tables, so_far.lower_bound, task);
        so_far.add(&report);
        report
    }

    fn solve_informed(&self, from: C, tables: Arc<Tables>, least: u32, task: &mut Task<'_>) -> Report<Slide> {
        // Larger packings hold larger boards only; they need no copy of the engine.
        if const { C::CAPACITY <= MOST_CELLS } {
            return match tables.is_large() {
                true => idastar_from(&Informed::<_, Halves>::new(self, tables), from, least, &mut task.run()),
                false => idastar_from(&Informed::<C>::new(self, tables), from, least, &mut task.run()),
            };
        }
        idastar_from(self, from, least, &mut task.run())
    }
}

/// Tells of the best solution known while another search runs.
struct Watching<'a> {
    observer: &'a mut dyn Observer,
    best: Option<usize>,
}

impl Observer for Watching<'_> {
    fn progress(&mut self, progress: &Progress) {
        let best = self.best.map(|length| length as u32);
        self.observer.progress(&Progress { best: progress.best.or(best), ..*progress });
    }

    fn layer(&mut self, depth: u32, states: u64) {
        self.observer.layer(depth, states);
    }

    fn found(&mut self, places: &[u32]) {
        self.observer.found(places);
    }
}

impl<C: Cells> Guided for Tiles<C> {}

#[cfg(test)]
mod tests;
