//! Two searches that take turns: what [`Algorithm::Auto`] runs where neither is known to be better.
//!
//! A *blind* search (from both ends, or by layers) needs no lower bound, and most puzzles are solved by it before a bound
//! would be ready. A* with a good bound solves what is out of its reach. Which of the two a puzzle needs can't be seen
//! beforehand, so both are tried, each for a share of the work that depends on what they have proved so far: the answer
//! takes hardly more than the better of them alone. A bound that must be made first (pattern databases) is made only
//! when the blind search has gone on so long that it may pay, and used only if it tells enough at the start.
//!
//! Turns are counted in states and successors, never in time: the answer is the same on every machine.

use crate::algorithm::{Algorithm, Unsupported};
use crate::astar::{BestFirst, Found, Turn, astar};
use crate::budget::Limit;
use crate::from_moves::FromMoves;
use crate::limits::Limits;
use crate::memory::Memory;
use crate::offers::SolveFn;
use crate::report::{Outcome, Report, Stats};
use crate::run::{Beside, BoundChecks, Progress, Run, Work};
use crate::space::Space;
use std::cmp::Ordering;
use std::sync::OnceLock;

/// Expansions of A* before the blind search begins, where the puzzle itself has a bound.
const FIRST_TURN: u64 = 1 << 13;
/// States that the blind search stores before A* goes on.
const SECOND_TURN: u64 = 1 << 14;
/// States that the blind search stores before a bound is made.
const WORTH_A_BOUND: u64 = 1 << 22;
/// A bound must be at least one in this many of what the blind search has proved by then.
pub(crate) const LEAST_SHARE: u32 = 2;
/// The blind search stores at least one state in this many more between two turns of A*.
const STEP: u64 = 4;
/// Expansions of A* between two looks at who is ahead.
const SLICE: u64 = 1 << 12;
/// Successors that cost the blind search as much as one costs A*, which looks up a bound and keeps a parent.
const ASTAR_COST: u64 = 2;
/// Numbers for the states of A*.
const MOST_NUMBERS: u32 = 1 << 31;

/// A copy of a space with a better lower bound, which took time and memory to make.
pub struct BetterBound<'a, S> {
    /// The space with the bound: the same states, moves and goals.
    pub space: &'a S,
    /// Bytes that the bound holds.
    pub bytes: u64,
    /// What the bound is, in a sentence without a full stop.
    pub about: String,
}

/// Makes a [`BetterBound`] within limits, if there is one and it is ready in time.
pub(crate) type MakeBound<'a, S> = Box<dyn FnOnce(&Limits) -> Option<BetterBound<'a, S>> + Send + 'a>;

/// What the two searches came to.
pub(crate) struct Ended<'a, S: Space> {
    pub(crate) report: Report<S::Move>,
    /// The space with the better bound, if one was made and tells enough.
    pub(crate) better: Option<&'a S>,
}

/// A* as far as it has come.
struct Informed<'s, S: Space> {
    search: BestFirst<'s, FromMoves<'s, S>>,
    found: Option<Found<S::State>>,
    work: Work,
}

impl<'s, S: Space> Informed<'s, S> {
    fn new(
        space: &'s FromMoves<'s, S>,
        root: S::State,
        checks: BoundChecks,
        memory: &Memory,
    ) -> Result<Self, Limit> {
        let bound = space.lower_bound(root);
        let search = BestFirst::new(space, (root, bound), Algorithm::Astar, MOST_NUMBERS, checks, memory)?;
        Ok(Informed { search, found: None, work: Work::default() })
    }

    fn advance(&mut self, expansions: u64, run: &mut Run<'_>) -> Turn {
        let shortest = self.found.as_ref().map(|found| found.length);
        self.search.advance(expansions, shortest, &mut self.found, &mut self.work, run)
    }

    /// No solution is shorter than this.
    fn lower_bound(&self) -> u32 {
        self.search.lower_bound
    }

    /// Works until it has had its share beside a blind search that has listed `generated` successors and proved that no
    /// solution is shorter than `proved`.
    fn take_turn(&mut self, generated: u64, proved: u32, run: &mut Run<'_>) -> Turn {
        loop {
            let due = match self.lower_bound().cmp(&proved) {
                Ordering::Greater => generated.saturating_mul(4),
                Ordering::Equal => generated,
                Ordering::Less => generated / 4,
            };
            if self.work.generated * ASTAR_COST >= due {
                return Turn::Over;
            }
            match self.advance(SLICE, run) {
                Turn::Over => {}
                end => return end,
            }
        }
    }

    /// The report of a search that has ended.
    fn report(
        self,
        (space, start): (&S, S::State),
        end: Turn,
        memory: &Memory,
        run: &mut Run<'_>,
    ) -> Report<S::Move> {
        let mut report = Report::new(Algorithm::Astar, Outcome::Unsolvable, 0, Stats::default());
        let Informed { search, found, work } = self;
        let outcome = search.conclude((space, start), found, end, work, (&mut report, run));
        report.outcome = outcome.unwrap_or_else(Outcome::Stopped);
        run.note(report.stats.stored, memory.peak());
        report.stats += run.stats(0, 0);
        report.checked()
    }
}

/// The two searches of one space, but for the blind one, which gives the other its turns.
struct Turns<'a, 's, S: Space> {
    space: &'s S,
    start: S::State,
    memory: &'s Memory,
    make: Option<MakeBound<'a, S>>,
    better: &'s OnceLock<FromMoves<'a, S>>,
    informed: Option<Informed<'s, S>>,
    /// What A* did before it was given up.
    given_up: Work,
    /// The answer, if A* has it.
    answer: Option<Report<S::Move>>,
    /// What is to be said about a bound that was made.
    told: Option<String>,
}

impl<'a: 's, 's, S: Space> Turns<'a, 's, S> {
    /// Makes the bound, and begins A* with it if it tells enough at the start.
    fn make_bound(&mut self, stored: u64, proved: u32, run: &Run<'_>) {
        let Some(make) = self.make.take() else { return };
        let Some(made) = make(&run.limits.holding(self.memory.used())) else { return };
        let root = self.space.canonical(self.start);
        let (bound, about) = (made.space.lower_bound(root), made.about.clone());
        let mut told = format!("after {stored} states, {about} were made");
        // It stays in memory in any case.
        if self.memory.take(made.bytes).is_err() {
            told += ", and there was no memory to use them";
        } else if bound.saturating_mul(LEAST_SHARE) < proved {
            told += &format!("; they say no more than {bound} at the start, so A* was not tried");
        } else {
            told += ", and A* with them took turns with it";
            let better = self.better.get_or_init(|| FromMoves(made.space));
            self.informed = Informed::new(better, root, run.bound_checks, self.memory).ok();
        }
        self.told = Some(told);
    }

    /// Works for its turn beside a blind search: the number of states at which the next is due, or `None` if A* has the
    /// answer.
    fn take_turn(&mut self, run: &mut Run<'_>, blind: &Progress) -> Option<u64> {
        self.make_bound(blind.stored, blind.lower_bound, run);
        let Some(mut search) = self.informed.take() else { return Some(u64::MAX) };
        // Of two sides, what is counted is the work of the one that advances; the successors of the other are alike.
        let branching = blind.generated.checked_div(blind.expanded).unwrap_or(1).max(1);
        let generated = blind.stored.saturating_mul(branching);
        let work = Work { expanded: blind.expanded, generated: blind.generated };
        run.beside = Beside { work, stored: blind.stored, lower_bound: blind.lower_bound };
        let end = search.take_turn(generated, blind.lower_bound, run);
        match end {
            Turn::Over => {
                let (stored, lower_bound) = (search.search.stored(), search.lower_bound());
                run.beside = Beside { work: search.work, stored, lower_bound };
                self.informed = Some(search);
                Some(blind.stored + (blind.stored / STEP).max(SECOND_TURN))
            }
            Turn::Ended => {
                self.answer = Some(search.report((self.space, self.start), end, self.memory, run));
                None
            }
            // A limit of memory leaves it to the blind search, and every other one ends that too.
            Turn::Stopped(_) => {
                self.given_up += search.work;
                run.beside = Beside { work: self.given_up, ..Beside::default() };
                Some(u64::MAX)
            }
        }
    }
}

impl<'a: 's, 's, S: Space> Turns<'a, 's, S> {
    /// The report of both searches, when the blind one has ended; if only memory has ended it, A* goes on alone.
    fn end(
        mut self,
        blind: Report<S::Move>,
        (why_blind, bound): (&str, u32),
        run: &mut Run<'_>,
    ) -> Report<S::Move> {
        let is_full = matches!(blind.outcome, Outcome::Stopped(Limit::Bytes(_) | Limit::Memory(_)));
        if is_full && self.answer.is_none() {
            self.make_bound(blind.stats.stored, blind.lower_bound, run);
            if let Some(mut search) = self.informed.take() {
                let end = search.advance(u64::MAX, run);
                self.answer = Some(search.report((self.space, self.start), end, self.memory, run));
            }
        }
        let proved = self.informed.as_ref().map_or(0, Informed::lower_bound);
        let did = self.informed.map_or(self.given_up, |search| search.work + self.given_up);
        let mut report = match self.answer {
            Some(mut answer) => {
                if let Outcome::Stopped(_) = answer.outcome {
                    answer.lower_bound = answer.lower_bound.max(blind.lower_bound);
                }
                answer.broken = answer.broken.or(blind.broken);
                answer.stats += blind.stats;
                answer
            }
            None => blind,
        };
        if let Outcome::Stopped(_) = report.outcome {
            report.lower_bound = report.lower_bound.max(proved);
        }
        report.stats += run.stats(did.expanded, did.generated);
        let own = format!(
            "the puzzle gives a lower bound, {bound} here, and A* with it took turns with another search"
        );
        let parts = [(bound > 0).then_some(own), Some(why_blind.to_owned()), self.told];
        report.reason = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        report
    }
}

/// Solves by a blind engine and by A* in turns: with the bound of the space, or with the one that `make` makes.
pub(crate) fn solve<'a, S: Space>(
    (space, start): (&'a S, S::State),
    choose_blind: impl FnOnce() -> Result<(SolveFn<S>, String), Unsupported>,
    make: Option<MakeBound<'a, S>>,
    run: &mut Run<'_>,
) -> Result<Ended<'a, S>, Unsupported> {
    let root = space.canonical(start);
    if space.is_goal(root) {
        let report = astar(space, start, run).with_reason("the start is a goal");
        return Ok(Ended { report, better: None });
    }
    let memory = Memory::of(&run.limits);
    let (better, own) = (OnceLock::new(), FromMoves(space));
    let bound = space.lower_bound(root);
    let report = {
        let mut turns = Turns {
            space,
            start,
            memory: &memory,
            make: make.filter(|_| bound == 0),
            better: &better,
            informed: None,
            given_up: Work::default(),
            answer: None,
            told: None,
        };
        // What the puzzle itself knows costs nothing to ask first.
        if let Some(mut search) =
            (bound > 0).then(|| Informed::new(&own, root, run.bound_checks, &memory)).and_then(Result::ok)
        {
            match search.advance(FIRST_TURN, run) {
                Turn::Over => turns.informed = Some(search),
                Turn::Stopped(Limit::Bytes(_) | Limit::Memory(_)) => turns.given_up += search.work,
                end => {
                    let report = search.report((space, start), end, &memory, run);
                    let reason = format!("the puzzle gives a lower bound, {bound} here");
                    return Ok(Ended { report: report.with_reason(&reason), better: None });
                }
            }
        }
        // To find out whether goals can be listed may take a while.
        let (blind, why_blind) = choose_blind()?;
        let first = match turns.make {
            // A limit of states leaves some for A*.
            Some(_) => run.limits.states.map_or(WORTH_A_BOUND, |most| WORTH_A_BOUND.min(most / 4)),
            None => SECOND_TURN,
        };
        let mut take_turn = |run: &mut Run<'_>, blind: &Progress| turns.take_turn(run, blind);
        let mut part = run.part();
        part.in_turns_with(first, &mut take_turn, &memory);
        let blind = blind(space, start, &mut part);
        run.absorb(&blind.stats);
        turns.end(blind, (&why_blind, bound), run)
    };
    Ok(Ended { report, better: better.get().map(|&FromMoves(space)| space) })
}
