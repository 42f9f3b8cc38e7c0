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
}

impl<C: Cells> Guided for Tiles<C> {}

#[cfg(test)]
mod tests {
    use super::super::TilesEntry;
    use super::super::patterns::MemoryStore;
    use super::*;
    use crate::catalogue::Entry;
    use crate::level::Setup;
    use crate::random::Random;
    use num_bigint::BigUint;
    use telusur_search::{Budget, Claim, Space};

    fn answer(level: &str, states: Option<u64>, threads: usize, store: &MemoryStore) -> crate::PathAnswer {
        let board = TilesEntry.open(&Setup::level(level)).unwrap();
        let mut nobody = ();
        let mut task = Task::new(&mut nobody);
        task.tables = Some(store);
        task.threads = threads;
        if let Some(most) = states {
            task.limits = Budget::default().with_states(most).into();
        }
        board.solve(task).unwrap().path().unwrap().clone()
    }

    /// A dozen of Korf's hundred boards with their known optima.
    const KORF: &[(u32, &str)] = &[
        (57, "13 6 8 12/15 14 . 10/11 7 4 5/9 1 3 2"),
        (55, "10 5 1 ./15 9 13 14/2 8 4 7/6 12 11 3"),
        (59, "1 15 10 13/. 11 4 7/12 6 5 3/14 8 9 2"),
        (56, "10 7 12 13/3 15 14 8/. 2 5 1/9 6 4 11"),
        (45, "1 3 5 6/. 13 14 9/11 4 8 12/10 7 15 2"),
        (42, "6 1 15 8/5 10 13 ./3 4 2 7/14 9 11 12"),
        (47, "4 5 7 12/9 14 . 3/11 13 8 1/2 15 6 10"),
        (41, "5 10 14 4/6 12 11 1/9 . 15 7/13 2 8 3"),
        (49, "3 5 7 4/. 14 12 13/15 9 8 1/11 6 2 10"),
        (42, "1 6 10 8/14 12 4 2/13 11 3 5/9 7 15 ."),
        (53, "14 12 15 10/1 13 4 6/3 7 2 ./8 5 9 11"),
        (44, "13 5 . 4/10 3 12 6/14 15 1 8/9 11 2 7"),
    ];

    #[test]
    fn boards_of_korf_have_their_known_optima() {
        let store = MemoryStore::default();
        for &(optimum, level) in KORF {
            let found = answer(level, None, 2, &store);
            assert_eq!(
                (found.claim, found.length),
                (Claim::Optimal, Some(BigUint::from(optimum))),
                "{level}"
            );
            assert_eq!(found.lower_bound, BigUint::from(optimum));
        }
        // Tables that are in memory already may still be more than a task may hold.
        let (optimum, level) = (52u32, "3 12 . 6/11 14 5 8/1 10 13 4/7 15 9 2");
        let board = TilesEntry.open(&Setup::level(level)).unwrap();
        let mut nobody = ();
        let mut task = Task::new(&mut nobody);
        task.limits = Budget::default().with_bytes(1 << 16).into();
        let found = board.solve(task).unwrap().path().unwrap().clone();
        assert_eq!((found.claim, found.length), (Claim::Optimal, Some(BigUint::from(optimum))));
        assert!(found.stats.peak_bytes <= 1 << 16);
    }

    /// A store that says to hold everything and holds something else.
    #[derive(Default)]
    struct Liar(std::sync::Mutex<Vec<String>>);

    impl crate::table_store::TableStore for Liar {
        fn load(&self, _: &str, _: u64) -> Option<Vec<u8>> {
            Some(b"telusur patterns are something else".to_vec())
        }
        fn holds(&self, _: &str) -> bool {
            true
        }
        fn keep(&self, _: &str, _: &[u8]) {}
        fn refuse(&self, name: &str, _: telusur_search::pattern::TableError) {
            self.0.lock().unwrap().push(name.to_owned());
        }
    }

    #[test]
    fn large_tables_that_are_none_are_refused_and_not_built_unasked() {
        // It has 80 moves: the usual tables are not all that is tried.
        let level = ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
        let board = TilesEntry.open(&Setup::level(level)).unwrap();
        let (mut nobody, liar) = ((), Liar::default());
        let mut task = Task::new(&mut nobody);
        task.tables = Some(&liar);
        let most = UNBUILT[0] + USUAL + (1 << 20);
        task.limits = Budget::default().with_states(most).into();
        let found = board.solve(task).unwrap().path().unwrap().clone();
        assert_eq!((found.claim, found.limit), (Claim::Stopped, Some(Limit::States(most))));
        assert!(found.reason.contains("6-6-3") && !found.reason.contains("8-7"), "{}", found.reason);
        let refused = liar.0.into_inner().unwrap();
        assert!(refused.iter().any(|name| name.ends_with("pattern-1-2-3-4-5-6-7-8")), "{refused:?}");
    }

    #[test]
    fn a_limit_leaves_the_bound_and_is_named_as_it_was_asked_for() {
        let store = MemoryStore::default();
        for states in [1000, 1 << 19, 600_000] {
            let found = answer("15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 .", Some(states), 1, &store);
            assert_eq!((found.claim, found.limit), (Claim::Stopped, Some(Limit::States(states))));
            assert!(found.lower_bound >= BigUint::from(58u32) && found.lower_bound <= BigUint::from(70u32));
            assert!(found.stats.expanded >= states && found.stats.expanded < states + 1000);
        }
        assert!(store.is_empty(), "nothing was built");
    }

    /// A 24-puzzle after a walk of so many steps.
    fn twenty_four(steps: usize, seed: u64) -> (Tiles<u128>, u128) {
        let solved = Tiles::<u128>::solved(5, 5);
        let mut random = Random::new(seed);
        let mut at = solved.start();
        for _ in 0..steps {
            let mut next = Vec::new();
            solved.expand(at, |_, to| next.push(to));
            at = next[random.below(next.len())];
        }
        (solved, at)
    }

    #[test]
    fn easy_24_puzzles_are_proved_and_hard_ones_have_a_solution_at_once() {
        let (easy, start) = twenty_four(60, 3);
        let mut nobody = ();
        let report = easy.solve(start, &mut Task::new(&mut nobody)).unwrap();
        assert!(report.is_optimal() && report.length().unwrap() > 20, "{:?}", report.length());
        for (steps, states) in [(5000, 1000), (5000, 1 << 20)] {
            let (hard, start) = twenty_four(steps, 7);
            let mut nobody = ();
            let mut task = Task::new(&mut nobody);
            task.limits = Budget::default().with_states(states).into();
            let report = hard.solve(start, &mut task).unwrap();
            assert_eq!(report.claim(), Claim::Feasible);
            let length = report.length().unwrap();
            assert!(
                report.lower_bound > 60 && (report.lower_bound as usize) < length && length < 600,
                "{length}"
            );
            telusur_search::verify::replay(&hard, start, report.path().unwrap()).unwrap();
        }
    }

    #[test]
    fn what_is_known_already_is_told_while_the_proof_runs() {
        let mut seen = Vec::new();
        let mut see = |progress: &Progress| seen.push(progress.best);
        let mut watching = Watching { observer: &mut see, best: Some(150) };
        watching.progress(&Progress::default());
        watching.progress(&Progress { best: Some(140), ..Progress::default() });
        assert_eq!(seen, [Some(150), Some(140)]);
    }
}
