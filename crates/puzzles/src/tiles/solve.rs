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
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use telusur_search::anytime::{Guided, anytime_from};
use telusur_search::idastar::idastar_from;
use telusur_search::{Algorithm, Limit, Limits, Outcome, Report, Run, Stats, Unsupported};

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
/// Where tables came from that nobody had.
const BUILT: &str = "built for it";

/// The parts of a search, one after another, and what they have brought so far.
struct Parts<'a> {
    task: Task<'a>,
    lower_bound: u32,
    stats: Stats,
    reason: String,
    best: Option<Vec<Slide>>,
}

impl<'a> Parts<'a> {
    fn new(task: Task<'a>) -> Self {
        Parts { task, lower_bound: 0, stats: Stats::default(), reason: String::new(), best: None }
    }

    /// A run under limits; who watches is told of the best solution known.
    fn run(&mut self, limits: Limits) -> Run<'_> {
        let mut run = Run::watched(limits, self.task.threads, self.task.observer);
        run.best = self.best.as_ref().map(|best| best.len() as u32);
        run
    }

    /// Searches on, given the lower bound that is known, with at most so many states while so many bytes are held.
    fn search(
        &mut self,
        most: u64,
        held: u64,
        search: impl FnOnce(u32, &mut Run<'_>) -> Report<Slide>,
    ) -> Report<Slide> {
        let (limits, least) = (self.left().with_states(most).holding(held), self.lower_bound);
        let report = search(least, &mut self.run(limits));
        self.add(&report);
        report
    }

    fn add(&mut self, report: &Report<Slide>) {
        self.lower_bound = self.lower_bound.max(report.lower_bound);
        self.stats += report.stats;
    }

    /// What is left of the limits.
    fn left(&self) -> Limits {
        let mut limits = self.task.limits.clone();
        limits.states = limits.states.map(|most| most.saturating_sub(self.stats.expanded));
        limits
    }

    /// Whether all that a part with at most so many states lacked are more of them, and there are more.
    fn is_cut_off(&self, report: &Report<Slide>, most: u64) -> bool {
        report.outcome == Outcome::Stopped(Limit::States(most)) && self.left().states != Some(0)
    }

    /// Builds tables; `None` if there is no memory for them.
    fn build(&mut self, kind: Kind, limits: Limits) -> Result<Option<Arc<Tables>>, Limit> {
        match kind.build(self.task.tables, &mut self.run(limits)) {
            Ok(tables) => Ok(Some(tables)),
            Err(Limit::Bytes(_) | Limit::Memory(_)) => Ok(None),
            Err(limit) => Err(limit),
        }
    }

    /// The answer, with the last part's outcome.
    fn answer(self, mut report: Report<Slide>) -> Report<Slide> {
        report.lower_bound = self.lower_bound;
        report.stats = self.stats;
        report.reason = self.reason;
        if let Outcome::Stopped(limit) = report.outcome {
            report.outcome = match (self.best, limit, self.task.limits.states) {
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

/// Tables and where they came from; or why there are none, and none that could be made.
type Found = Result<(Arc<Tables>, &'static str), &'static str>;

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
        let first = match self.has_tables() {
            true if self.kind().at_hand().is_some() => AT_HAND,
            false if !is_large => u64::MAX,
            _ => KEPT,
        };
        let mut parts = Parts::new(task.part());
        let limits = parts.left().with_states(first);
        let mut part = parts.task.part().limited(limits);
        let report = part.solver(self.solver().from(from)).try_solve()?;
        parts.add(&report);
        parts.reason.clone_from(&report.reason);
        if !matches!(report.outcome, Outcome::Stopped(_)) || first == u64::MAX {
            return Ok(report);
        }
        if is_large {
            parts.best = self.construct(from);
        }
        let report = match parts.is_cut_off(&report, first) {
            true => self.search_on(from, is_large, &mut parts),
            false => report,
        };
        Ok(parts.answer(report))
    }

    /// What follows the first part: better solutions of large boards, then the proof with tables.
    fn search_on(&self, from: C, is_large: bool, parts: &mut Parts<'_>) -> Report<Slide> {
        if is_large {
            let more = if self.has_tables() { IMPROVING } else { u64::MAX };
            let best = parts.best.take();
            let report = parts.search(more, 0, |_, run| anytime_from(self, from, best, run));
            parts.best = report.path().map(<[Slide]>::to_vec);
            if report.is_optimal() || !self.has_tables() {
                parts.reason += "; after that, better and better solutions";
                return report;
            }
        }
        let found = match self.find_tables(from, parts) {
            ControlFlow::Break(report) => return report,
            ControlFlow::Continue(found) => found,
        };
        let can_hold = |tables: &Tables| parts.task.limits.afford(tables.bytes() + ROOM).is_ok();
        match found {
            Ok((tables, origin)) if can_hold(&tables) => {
                parts.reason += &format!("; then pattern databases of {} tiles, {origin}", tables.sizes());
                self.solve_by_tables(from, tables, parts)
            }
            nothing => {
                parts.reason += &format!("; {}", nothing.err().unwrap_or(NO_MEMORY));
                parts.search(u64::MAX, 0, |least, run| idastar_from(self, from, least, run))
            }
        }
    }

    /// Tables that are at hand, are kept or can be built; or the answer, if the quick bound finds it meanwhile or a limit
    /// comes.
    fn find_tables(&self, from: C, parts: &mut Parts<'_>) -> ControlFlow<Report<Slide>, Found> {
        let asked = parts.task.limits.clone();
        if let Some(found) = self.kind().find(parts.task.tables, &asked) {
            return ControlFlow::Continue(Ok(found));
        }
        let too_short = Err("the time was too short for pattern databases");
        let size = usize::from(self.cells() > PROVABLE_CELLS);
        let is_short = || asked.deadline.left().is_some_and(|left| left < TIME_TO_BUILD[size]);
        if is_short() {
            return ControlFlow::Continue(too_short);
        }
        let report = parts.search(UNBUILT[size], 0, |least, run| idastar_from(self, from, least, run));
        if !parts.is_cut_off(&report, UNBUILT[size]) {
            return ControlFlow::Break(report);
        }
        if is_short() {
            return ControlFlow::Continue(too_short);
        }
        let mut built = parts.build(self.kind(), asked.clone());
        if matches!(built, Ok(None)) && parts.task.threads > 1 {
            // One after the other, they need less.
            let threads = std::mem::replace(&mut parts.task.threads, 1);
            built = parts.build(self.kind(), asked);
            parts.task.threads = threads;
        }
        match built {
            Ok(tables) => ControlFlow::Continue(tables.map(|tables| (tables, BUILT)).ok_or(NO_MEMORY)),
            Err(limit) => ControlFlow::Break(Report { outcome: Outcome::Stopped(limit), ..report }),
        }
    }

    /// IDA* with the usual tables, and if they do not solve it soon, with the large ones where there are any.
    fn solve_by_tables(&self, from: C, usual: Arc<Tables>, parts: &mut Parts<'_>) -> Report<Slide> {
        let (asked, store, bytes) = (parts.task.limits.clone(), parts.task.tables, usual.bytes());
        let large = self.kind().large().filter(|large| large.is_in_reach(store, &asked));
        let most = if large.is_some() { USUAL } else { u64::MAX };
        let report = self.solve_informed(from, &usual, most, bytes, parts);
        let Some(large) = large.filter(|_| parts.is_cut_off(&report, USUAL)) else { return report };
        let limits = asked.holding(bytes);
        let found = match large.find(store, &limits) {
            None if large.may_be_built(store, &limits) => match parts.build(large, limits) {
                Ok(built) => built.map(|tables| (tables, BUILT)),
                Err(limit) => return Report { outcome: Outcome::Stopped(limit), ..report },
            },
            found => found,
        };
        // If they can't be had after all, the usual ones go on.
        let tables = found.map_or(usual, |(tables, origin)| {
            parts.reason += &format!("; then those of {} tiles, {origin}", tables.sizes());
            tables
        });
        self.solve_informed(from, &tables, u64::MAX, bytes + tables.bytes(), parts)
    }

    fn solve_informed(
        &self,
        from: C,
        tables: &Arc<Tables>,
        most: u64,
        held: u64,
        parts: &mut Parts<'_>,
    ) -> Report<Slide> {
        let tables = tables.clone();
        parts.search(most, held, |least, run| {
            // Larger packings hold larger boards only; they need no copy of the engine.
            if const { C::CAPACITY > MOST_CELLS } {
                return idastar_from(self, from, least, run);
            }
            match tables.is_large() {
                true => idastar_from(&Informed::<_, Halves>::new(self, tables), from, least, run),
                false => idastar_from(&Informed::<C>::new(self, tables), from, least, run),
            }
        })
    }
}

impl<C: Cells> Guided for Tiles<C> {}

#[cfg(test)]
mod tests;
