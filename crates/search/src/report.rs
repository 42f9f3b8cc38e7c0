//! What a search says when it ends: [`Report`] for one solution, [`Exploration`] for a whole space.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::check::Broken;
use crate::memory::{Memory, fitting};
use crate::run::{Run, Work};
use crate::space::{Space, State};
use num_bigint::BigUint;
use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// How strong an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The solution is proved shortest.
    Optimal,
    /// The solution is valid; a shorter one may exist, but none below the lower bound.
    Feasible,
    /// It is proved that no solution exists.
    Unsolvable,
    /// A limit came first; the lower bound is what has been proved.
    Stopped,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Optimal => "optimal",
            Claim::Feasible => "feasible",
            Claim::Unsolvable => "unsolvable",
            Claim::Stopped => "stopped",
        })
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A path from the start to a goal.
    Solved {
        /// The moves, first to last.
        path: Vec<M>,
        /// Whether the path is proved shortest.
        optimal: bool,
    },
    /// Proved: no goal can be reached.
    Unsolvable,
    /// Neither found nor excluded.
    Stopped(Limit),
}

/// What the work cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// States whose successors were listed.
    pub expanded: u64,
    /// Successors listed, duplicates included; nothing where they are not counted, as on planes of bits, which know only
    /// the moves of a whole space.
    pub generated: Option<u64>,
    /// Most states stored at one time.
    pub stored: u64,
    /// Most bytes held at one time in tables, layers and buffers.
    pub peak_bytes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl Default for Stats {
    fn default() -> Self {
        Stats { expanded: 0, generated: Some(0), stored: 0, peak_bytes: 0, elapsed: Duration::ZERO }
    }
}

impl Stats {
    /// Writes down what was done, and how many states are stored now.
    pub(crate) fn did(&mut self, work: Work, stored: u64) {
        (self.expanded, self.generated) = (work.expanded, Some(work.generated));
        self.stored = self.stored.max(stored);
    }
}

impl AddAssign for Stats {
    /// What the parts of a task cost, one after another.
    fn add_assign(&mut self, part: Stats) {
        self.expanded += part.expanded;
        self.generated = self.generated.zip(part.generated).map(|(before, more)| before + more);
        self.stored = self.stored.max(part.stored);
        self.peak_bytes = self.peak_bytes.max(part.peak_bytes);
        self.elapsed = self.elapsed.max(part.elapsed);
    }
}

/// The answer of one search.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The algorithm that ran.
    pub algorithm: Algorithm,
    /// Why it was chosen, in a sentence.
    pub reason: String,
    /// What came out.
    pub outcome: Outcome<M>,
    /// No solution is shorter than this (meaningless if unsolvable).
    pub lower_bound: u32,
    /// States first reached at each depth, for engines that work layer by layer; otherwise empty. The last layer is
    /// cut short where a goal was found in it or a limit came.
    pub depths: Vec<u64>,
    /// A promise of the space that this search saw broken. Then nothing that rests on it is claimed: a solution is
    /// *feasible*, and the lower bound zero.
    pub broken: Option<Broken>,
    /// What it cost.
    pub stats: Stats,
}

impl<M> Outcome<M> {
    /// A shortest solution.
    pub(crate) fn shortest(path: Vec<M>) -> Self {
        Outcome::Solved { path, optimal: true }
    }
}

impl<M> Report<M> {
    /// What a search found, proved and cost.
    #[must_use]
    pub fn new(algorithm: Algorithm, outcome: Outcome<M>, lower_bound: u32, stats: Stats) -> Self {
        let (reason, depths) = (String::new(), Vec::new());
        Report { algorithm, reason, outcome, lower_bound, depths, broken: None, stats }
    }

    /// The same with the reason why this algorithm was chosen, in a sentence.
    #[must_use]
    pub fn with_reason(self, reason: &str) -> Self {
        Report { reason: reason.to_owned(), ..self }
    }

    /// The report of an engine: `search` ends with an outcome or with the limit that came first, and writes down what it
    /// has proved, seen and done by then. The memory is for all that it holds.
    pub(crate) fn of(
        algorithm: Algorithm,
        run: &mut Run<'_>,
        search: impl FnOnce(&mut Self, &mut Run<'_>, &Memory) -> Result<Outcome<M>, Limit>,
    ) -> Self {
        let mut report = Report::new(algorithm, Outcome::Unsolvable, 0, Stats::default());
        let memory = run.memory();
        report.outcome = search(&mut report, run, &memory).unwrap_or_else(Outcome::Stopped);
        run.note(report.stats.stored, memory.peak());
        report.stats = Stats { generated: report.stats.generated, ..run.stats(report.stats.expanded, 0) };
        report.checked()
    }

    /// The same after a look for contradictions: a solution that is shorter than the lower bound says that
    /// [`Space::lower_bound`] is not one. What rests on a broken promise is taken back: that a solution is shortest, and
    /// the lower bound. Engines and [`Solver`](crate::Solver) end with this; so should whoever puts reports together.
    #[must_use]
    pub fn checked(mut self) -> Self {
        if let Outcome::Solved { path, .. } = &self.outcome
            && path.len() < self.lower_bound as usize
        {
            self.broken.get_or_insert_with(|| Broken {
                promise: "the bound never exceeds the distance",
                witness: format!("a bound of {}, and a solution of length {}", self.lower_bound, path.len()),
            });
        }
        if self.broken.is_some() {
            if let Outcome::Solved { path, optimal } = &mut self.outcome {
                *optimal = path.is_empty();
            }
            self.lower_bound = 0;
        }
        self
    }

    /// The claim of the outcome.
    #[must_use]
    pub fn claim(&self) -> Claim {
        match self.outcome {
            Outcome::Solved { optimal: true, .. } => Claim::Optimal,
            Outcome::Solved { optimal: false, .. } => Claim::Feasible,
            Outcome::Unsolvable => Claim::Unsolvable,
            Outcome::Stopped(_) => Claim::Stopped,
        }
    }

    /// The moves, if a solution was found.
    #[must_use]
    pub fn path(&self) -> Option<&[M]> {
        match &self.outcome {
            Outcome::Solved { path, .. } => Some(path),
            _ => None,
        }
    }

    /// The number of moves, if a solution was found.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.path().map(<[M]>::len)
    }

    /// Whether there is a solution, if that is known.
    #[must_use]
    pub fn is_solvable(&self) -> Option<bool> {
        match self.outcome {
            Outcome::Solved { .. } => Some(true),
            Outcome::Unsolvable => Some(false),
            Outcome::Stopped(_) => None,
        }
    }

    /// Whether a solution was found and proved shortest.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.claim() == Claim::Optimal
    }
}

/// The answer of a search over everything that can be reached.
#[derive(Clone, Debug)]
pub struct Exploration<S> {
    /// The algorithm that ran.
    pub algorithm: Algorithm,
    /// Why it was chosen, in a sentence.
    pub reason: String,
    /// States at each distance from the start: complete layers only.
    pub depths: Vec<u64>,
    /// States of the next layer that were reached before a limit came. Zero if the exploration is complete.
    pub partial: u64,
    /// Whether all reachable states were reached. Otherwise all counts are counts so far.
    pub complete: bool,
    /// The limit that came first: before all states were reached, or before their shortest solutions were counted.
    pub stopped: Option<Limit>,
    /// Goal states found: all there are only if the exploration is complete.
    pub goals: u64,
    /// Distance of the nearest goal, if one was found: layers are searched in order, so no other is nearer.
    pub goal_distance: Option<u32>,
    /// No goal is nearer than this. Beyond the last layer if there is none in a complete exploration.
    pub lower_bound: u32,
    /// The nearest goals found, in ascending order; at most [`Exploration::SAMPLE`] of them.
    pub nearest_goals: Vec<S>,
    /// The farthest states, in ascending order; at most [`Exploration::SAMPLE`] of them. Nobody knows them before the
    /// exploration is complete.
    pub farthest: Vec<S>,
    /// Edges seen: for every expanded state its legal moves. Nothing where they are not counted before all states are
    /// reached, as on planes of bits.
    pub edges: Option<u64>,
    /// Number of different shortest solutions, if it was asked for and all nearest goals are known.
    pub shortest_solutions: Option<BigUint>,
    /// What it cost.
    pub stats: Stats,
}

impl<S> Exploration<S> {
    /// How many states the lists of special states hold at most.
    pub const SAMPLE: usize = 1024;

    /// The report of an engine: of the start all is known in any case, and `fill` writes down what lies beyond it, to the
    /// end or to the limit that came first. It may list states in any order, and more than a report carries.
    pub(crate) fn of<P: Space<State = S>>(
        algorithm: Algorithm,
        space: &P,
        start: S,
        run: &mut Run<'_>,
        fill: impl FnOnce(&mut Self, &mut Run<'_>, &Memory) -> Result<(), Limit>,
    ) -> Self
    where
        S: State,
    {
        let is_goal = space.is_goal(start);
        let mut exploration = Exploration {
            algorithm,
            reason: String::new(),
            depths: vec![1],
            partial: 0,
            complete: false,
            stopped: None,
            goals: u64::from(is_goal),
            goal_distance: is_goal.then_some(0),
            lower_bound: u32::from(!is_goal),
            nearest_goals: is_goal.then(|| space.canonical(start)).into_iter().collect(),
            farthest: Vec::new(),
            edges: Some(0),
            shortest_solutions: None,
            stats: Stats::default(),
        };
        let memory = Memory::of(&run.limits);
        exploration.stopped = fill(&mut exploration, run, &memory).err();
        run.note(exploration.stats.stored, memory.peak());
        for states in [&mut exploration.nearest_goals, &mut exploration.farthest] {
            sort_least(states);
        }
        let Stats { expanded, generated, .. } = exploration.stats;
        exploration.stats = Stats { generated, ..run.stats(expanded, 0) };
        exploration
    }

    /// Notes a goal at a depth; depths must not fall. The start is noted before.
    pub(crate) fn goal(&mut self, state: S, depth: u32)
    where
        S: State,
    {
        if depth > 0 {
            self.goals += 1;
            if *self.goal_distance.get_or_insert(depth) == depth {
                keep_least(&mut self.nearest_goals, state);
            }
        }
    }

    /// Writes down what was done, and how many states are stored now: the moves listed are the edges seen.
    pub(crate) fn did(&mut self, work: Work, stored: u64) {
        self.stats.did(work, stored);
        self.edges = Some(work.generated);
    }

    /// Number of states reached, those of a partial layer included.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.depths.iter().sum::<u64>() + self.partial
    }

    /// The greatest distance from the start; nothing if the exploration is not complete, as it may be greater then.
    #[must_use]
    pub fn radius(&self) -> Option<u32> {
        self.complete.then(|| self.depth())
    }

    /// The number of the last complete layer: all states to this distance from the start were reached.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depths.len().saturating_sub(1) as u32
    }
}

/// How many states a list of the smallest holds: fewer if they are wide, as it must stay small beside any budget.
const fn most_listed<T>() -> usize {
    fitting::<T>(1 << 15, 8, Exploration::<()>::SAMPLE)
}

/// Adds a state to a list of which only the smallest ones matter, as many as reports carry.
pub(crate) fn keep_least<T: Ord>(states: &mut Vec<T>, state: T) {
    let most = most_listed::<T>();
    states.push(state);
    if states.len() == most + most / 4 {
        states.select_nth_unstable(most);
        states.truncate(most);
    }
}

/// Leaves the smallest states of such a list, each once, in ascending order.
pub(crate) fn sort_least<T: Ord>(states: &mut Vec<T>) {
    states.sort_unstable();
    states.dedup();
    states.truncate(most_listed::<T>());
}
