//! Solving: is there a solution at all, a first one, better ones, the proof.

use super::frames::Frames;
use super::rack::{Number, Rack};
use super::space::{Pour, Rule, Water};
use crate::puzzle::Task;
use std::sync::{Mutex, PoisonError};
use telusur_search::anytime::{Guided, anytime_from};
use telusur_search::prospect::Prospects;
use telusur_search::{Algorithm, Outcome, Report, Run, Space};

/// Share of the memory budget for the test whether a solution exists.
const SHARE: u64 = 4;

impl<I: Number, const N: usize> Water<I, N> {
    /// Finds out whether a solution exists, then improves on it until it is proved shortest or a limit comes.
    ///
    /// The test of solvability may use a quarter of the budget; it settles unsolvable boards several times faster
    /// than A*, and on solvable ones it costs microseconds and gives an upper bound at once.
    pub(super) fn solve_anytime(&self, from: Rack<I, N>, task: &mut Task<'_>) -> Report<Pour> {
        let whole = task.limits.clone();
        let bound = self.lower_bound(from);
        let reason = match (task.algorithm, self.rule) {
            (Algorithm::Auto, Rule::Unit) => format!("A* with a bound ({bound} here), runs moved as a whole"),
            (Algorithm::Auto, _) => format!("A* with a bound ({bound} here), safe pours made at once"),
            _ => "it was asked for".to_owned(),
        };
        let mut part = task.share(SHARE as u32);
        part.limits.states = whole.states.map(|most| most / SHARE);
        if let Some(bytes) = whole.bytes_left() {
            part.limits = part.limits.with_bytes(bytes / SHARE);
        }
        let mut run = part.run();
        let first = self.first_solution(from, &mut run);
        let spent = first.as_ref().map_or_else(|| run.stats(0, 0), |report| report.stats);
        let first = match first.map(|report| report.outcome) {
            Some(Outcome::Unsolvable) => {
                return Report::new(Algorithm::Dfs, Outcome::Unsolvable, 0, spent).with_reason(
                    "only which runs are covered matters for solvability: all ways to uncover them were tried",
                );
            }
            Some(Outcome::Solved { path, .. }) => Some(path),
            Some(Outcome::Stopped(_)) | None => None,
        };
        // What the verdicts may take is taken from the search.
        let bytes = whole.bytes_left().map_or(u64::MAX, |most| most / SHARE);
        if whole.bytes.is_some() {
            task.limits = whole.reserving(bytes);
        }
        let mut report = self.improve(from, first, bytes / 2, &mut task.run());
        task.limits = whole;
        if task.algorithm != Algorithm::Anytime {
            // What proves it.
            report.algorithm = Algorithm::Astar;
        }
        report.reason = reason;
        report.stats += spent;
        report
    }

    /// Improves on a first solution until it is proved shortest or a limit comes; verdicts on dead ends may take so many
    /// bytes.
    pub(super) fn improve(
        &self,
        from: Rack<I, N>,
        first: Option<Vec<Pour>>,
        bytes: u64,
        run: &mut Run<'_>,
    ) -> Report<Pour> {
        let scout = Mutex::new(Scout { prospects: Prospects::default(), asked: 0, bytes });
        let scouted = Scouted { water: self, scout };
        let mut report = anytime_from(&scouted, from, first, run);
        let scout = scouted.scout.into_inner().unwrap_or_else(PoisonError::into_inner);
        report.stats.peak_bytes += scout.prospects.bytes();
        report
    }
}

/// A level without the moves into dead ends, as far as they are recognised.
///
/// Small boards are done before it pays to look ahead, and on huge ones a verdict can cost more than it saves: so
/// scouting begins late and may not expand more reduced positions than a few for each one of the search.
struct Scouted<'w, I: Number, const N: usize> {
    water: &'w Water<I, N>,
    scout: Mutex<Scout<'w, I, N>>,
}

struct Scout<'w, I: Number, const N: usize> {
    prospects: Prospects<Frames<'w, I, N>>,
    /// Positions expanded by the search.
    asked: u64,
    /// Bytes that verdicts may take.
    bytes: u64,
}

/// Expansions of the search before scouting begins.
const LATE: u64 = 1 << 12;
/// Reduced positions that may be expanded for each expansion of the search.
const RATIO: u64 = 4;
/// Reduced positions that may be expanded for one verdict.
const PER_VERDICT: u64 = 1 << 8;

impl<I: Number, const N: usize> Space for Scouted<'_, I, N> {
    type State = Rack<I, N>;
    type Move = Pour;
    fn start(&self) -> Rack<I, N> {
        self.water.start()
    }
    fn is_goal(&self, state: Rack<I, N>) -> bool {
        self.water.is_goal(state)
    }
    fn expand(&self, state: Rack<I, N>, visit: impl FnMut(Pour, Rack<I, N>)) {
        self.water.expand(state, visit);
    }
    fn lower_bound(&self, state: Rack<I, N>) -> u32 {
        self.water.lower_bound(state)
    }
    fn canonical(&self, state: Rack<I, N>) -> Rack<I, N> {
        self.water.canonical(state)
    }
}

impl<I: Number, const N: usize> Guided for Scouted<'_, I, N> {
    fn guide(&self, state: Rack<I, N>, bound: u32, mut visit: impl FnMut(u32, Rack<I, N>, Option<u32>)) {
        let mut scout = self.scout.lock().unwrap_or_else(PoisonError::into_inner);
        scout.asked += 1;
        if self.water.rule == Rule::Strict || scout.asked < LATE || scout.prospects.bytes() > scout.bytes {
            return self.water.guide(state, bound, visit);
        }
        let frames = Frames { water: self.water, start: state };
        let most = (scout.asked * RATIO).saturating_sub(scout.prospects.expanded).min(PER_VERDICT);
        self.water.guide(state, bound, |cost, next, bound| {
            if scout.prospects.can_reach(&frames, self.water.reduced(&next), most) != Some(false) {
                visit(cost, next, bound);
            }
        });
    }

    fn quick_bound(&self, state: Rack<I, N>) -> u32 {
        self.water.quick_bound(state)
    }

    fn unfold(&self, at: Rack<I, N>, to: Rack<I, N>, path: &mut Vec<Pour>) -> Rack<I, N> {
        self.water.unfold(at, to, path)
    }

    fn promise(&self, state: Rack<I, N>) -> u32 {
        self.water.promise(state)
    }
}
