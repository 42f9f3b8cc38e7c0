//! The front door: [`Solver`] knows which engines a space unlocks, chooses one, and runs it.

use crate::budget::{Budget, Cancel};
use crate::limits::Limits;
use crate::planes::{self, Planar};
use crate::report::{Exploration, Report};
use crate::run::{Observer, Run};
use crate::space::{Descent, Ranked, Reversible, Space};
use crate::{astar, bfs, bidirectional, dense, dfs, explore, frontier, idastar};
use std::fmt;
use std::str::FromStr;

/// The algorithms for one agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Chosen by what the space offers and by the budget.
    #[default]
    Auto,
    /// Breadth-first search.
    Bfs,
    /// Depth-first search: a solution, not a short one.
    Dfs,
    /// Iterative deepening depth-first search.
    Iddfs,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// A* with the space's lower bound.
    Astar,
    /// Iterative deepening A*.
    Idastar,
    /// Greedy best-first search: a solution, quickly.
    Greedy,
    /// Breadth-first search that keeps the last layers only.
    Frontier,
    /// Breadth-first search on a bit array over ranks.
    Dense,
    /// Breadth-first search on planes of bits, 64 states at a time.
    Planes,
    /// A formula or construction of the puzzle's own, no search.
    Theory,
}

impl Algorithm {
    /// All that can be asked for by name.
    pub const ALL: [Algorithm; 11] = [
        Algorithm::Auto,
        Algorithm::Bfs,
        Algorithm::Dfs,
        Algorithm::Iddfs,
        Algorithm::Bidirectional,
        Algorithm::Astar,
        Algorithm::Idastar,
        Algorithm::Greedy,
        Algorithm::Frontier,
        Algorithm::Dense,
        Algorithm::Planes,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::Bfs => "bfs",
            Algorithm::Dfs => "dfs",
            Algorithm::Iddfs => "iddfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::Astar => "astar",
            Algorithm::Idastar => "idastar",
            Algorithm::Greedy => "greedy",
            Algorithm::Frontier => "frontier",
            Algorithm::Dense => "dense",
            Algorithm::Planes => "planes",
            Algorithm::Theory => "theory",
        }
    }

    /// Whether a solution of this algorithm is always a shortest one.
    #[must_use]
    pub fn is_optimal(self) -> bool {
        !matches!(self, Algorithm::Dfs | Algorithm::Greedy)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no algorithm has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown algorithm '{}': use one of auto, bfs, dfs, iddfs, bidirectional, astar, idastar, greedy, frontier, dense, planes",
    .0.escape_debug()
)]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Algorithm::ALL.into_iter().find(|a| a.name() == name).ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

/// An algorithm that the space gives no handle for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{algorithm} does not work here: {why}")]
pub struct Unsupported {
    /// What was asked for.
    pub algorithm: Algorithm,
    /// What is missing.
    pub why: &'static str,
}

type SolveFn<S> = fn(&S, <S as Space>::State, &mut Run<'_>) -> Report<<S as Space>::Move>;
type ExploreFn<S> = fn(&S, <S as Space>::State, &mut Run<'_>) -> Exploration<<S as Space>::State>;

/// What a ranked space adds.
struct RankedEngines<S: Space> {
    len: fn(&S) -> u64,
    explore: ExploreFn<S>,
}

/// What a space in planes adds.
struct PlanarEngines<S: Space> {
    bytes: fn(&S, Option<S::State>) -> Result<u64, &'static str>,
    explore: ExploreFn<S>,
    solve: SolveFn<S>,
}

/// A space with everything needed to search it.
///
/// Engines that need more than [`Space`] are switched on by naming what the space implements:
/// [`reversible`](Solver::reversible), [`ranked`](Solver::ranked), [`dense`](Solver::dense),
/// [`planar`](Solver::planar), [`descent`](Solver::descent).
///
/// ```
/// use telusur_search::{Algorithm, Budget, Solver, Space};
/// # struct Count;
/// # impl Space for Count {
/// #     type State = u32;
/// #     type Move = ();
/// #     fn start(&self) -> u32 { 0 }
/// #     fn is_goal(&self, s: u32) -> bool { s == 1000 }
/// #     fn expand(&self, s: u32, mut visit: impl FnMut((), u32)) { visit((), s + 1); }
/// # }
/// let report = Solver::new(&Count).algorithm(Algorithm::Bfs).budget(Budget::default().with_states(10)).solve();
/// assert!(report.path().is_none());
/// assert!(report.lower_bound >= 10);
/// ```
pub struct Solver<'a, S: Space> {
    space: &'a S,
    start: S::State,
    algorithm: Algorithm,
    budget: Budget,
    cancel: Cancel,
    limits: Option<Limits>,
    threads: usize,
    observer: Option<&'a mut dyn Observer>,
    undirected: bool,
    goals_listed: Option<fn(&S) -> bool>,
    bidirectional: Option<SolveFn<S>>,
    frontier: Option<SolveFn<S>>,
    frontier_explore: Option<ExploreFn<S>>,
    dense: Option<SolveFn<S>>,
    ranked: Option<RankedEngines<S>>,
    planar: Option<PlanarEngines<S>>,
    idastar: SolveFn<S>,
    has_descent: bool,
}

impl<'a, S: Space> Solver<'a, S> {
    /// A solver with the engines that any space allows, without limits, on one thread.
    pub fn new(space: &'a S) -> Self {
        Solver {
            space,
            start: space.start(),
            algorithm: Algorithm::Auto,
            budget: Budget::UNLIMITED,
            cancel: Cancel::new(),
            limits: None,
            threads: 1,
            observer: None,
            undirected: false,
            goals_listed: None,
            bidirectional: None,
            frontier: None,
            frontier_explore: None,
            dense: None,
            ranked: None,
            planar: None,
            idastar: idastar::idastar_plain,
            has_descent: false,
        }
    }

    /// Begins somewhere else than at [`Space::start`].
    #[must_use]
    pub fn from(mut self, start: S::State) -> Self {
        self.start = start;
        self
    }

    /// Asks for an algorithm by name instead of [`Algorithm::Auto`].
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Sets what the search may use; the clock starts with the search.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Sets the flag that stops the search.
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Makes the search a part of a task whose clock runs already; [`budget`](Solver::budget) and
    /// [`cancel`](Solver::cancel) no longer count.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Allows this many threads. The answer does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Lets somebody watch.
    #[must_use]
    pub fn observe(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Switches on what reversible spaces allow: bidirectional search, and frontier search if undirected.
    #[must_use]
    pub fn reversible(mut self) -> Self
    where
        S: Reversible,
    {
        self.undirected = S::UNDIRECTED;
        self.goals_listed = Some(|space| space.goal_states().is_some());
        self.bidirectional = Some(bidirectional::bidirectional);
        if S::UNDIRECTED {
            self.frontier = Some(frontier::frontier);
            self.frontier_explore = Some(frontier::explore_frontier);
        }
        self
    }

    /// Switches on what ranked spaces allow: exploration on a bit array.
    #[must_use]
    pub fn ranked(mut self) -> Self
    where
        S: Ranked,
    {
        self.ranked = Some(RankedEngines { len: S::len, explore: dense::explore_dense });
        self
    }

    /// Switches on what ranked *and* reversible spaces allow: paths from a bit array.
    #[must_use]
    pub fn dense(mut self) -> Self
    where
        S: Ranked + Reversible,
    {
        if S::UNDIRECTED {
            self.dense = Some(dense::dense);
        }
        self.ranked()
    }

    /// Switches on what planes of bits allow: exploration and paths, 64 states at a time.
    #[must_use]
    pub fn planar(mut self) -> Self
    where
        S: Planar,
    {
        self.planar = Some(PlanarEngines {
            bytes: S::plane_bytes,
            explore: planes::explore_planes,
            solve: planes::shortest_path,
        });
        self
    }

    /// Switches on the incremental bound for IDA*.
    #[must_use]
    pub fn descent(mut self) -> Self
    where
        S: Descent,
    {
        self.idastar = idastar::idastar;
        self.has_descent = true;
        self
    }

    /// The algorithms that work on this space, `auto` first.
    #[must_use]
    pub fn supported(&self) -> Vec<Algorithm> {
        Algorithm::ALL.into_iter().filter(|&a| self.engine(a).is_ok()).collect()
    }

    /// Searches for a shortest solution.
    ///
    /// # Panics
    /// If the algorithm asked for does not work on this space; [`try_solve`](Solver::try_solve) returns that
    /// as an error.
    #[must_use]
    pub fn solve(self) -> Report<S::Move> {
        self.try_solve().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Searches for a shortest solution.
    ///
    /// # Errors
    /// If the algorithm asked for does not work on this space.
    pub fn try_solve(mut self) -> Result<Report<S::Move>, Unsupported> {
        let limits = self.live_limits();
        let (algorithm, reason) = match self.algorithm {
            Algorithm::Auto => self.choose(&limits),
            asked => (asked, "it was asked for".to_owned()),
        };
        let engine = self.engine(algorithm)?;
        let fallback = self.fallback(algorithm);
        let mut nobody = ();
        let observer = self.observer.take().unwrap_or(&mut nobody);
        let mut run = Run::watched(limits, self.threads, observer);
        let mut report = engine(self.space, self.start, &mut run);
        report.reason = match report.reason.is_empty() {
            true => reason,
            false => format!("{reason}; {}", report.reason),
        };
        if let (Some((next, why)), crate::Outcome::Stopped(crate::Limit::Bytes(_))) =
            (fallback, &report.outcome)
        {
            let spent = report.stats;
            let bound = report.lower_bound;
            let second = self.engine(next)?(self.space, self.start, &mut run);
            let better_bound = second.lower_bound.max(bound);
            report = Report {
                reason: format!("{}; {algorithm} ran out of memory, {why}", report.reason),
                ..second
            };
            report.lower_bound = better_bound;
            report.stats.expanded += spent.expanded;
            report.stats.generated += spent.generated;
        }
        Ok(report.checked())
    }

    /// Meets everything that can be reached.
    ///
    /// # Errors
    /// If the algorithm asked for can't explore, or not this space.
    pub fn try_explore(mut self, wanted: explore::Wanted) -> Result<Exploration<S::State>, Unsupported> {
        let limits = self.live_limits();
        let (algorithm, reason) = match self.algorithm {
            Algorithm::Auto => self.choose_exploration(wanted, &limits),
            asked => (asked, "it was asked for".to_owned()),
        };
        let mut nobody = ();
        let observer = self.observer.take().unwrap_or(&mut nobody);
        let mut run = Run::watched(limits, self.threads, observer);
        let missing = |why| Err(Unsupported { algorithm, why });
        let mut exploration = match algorithm {
            Algorithm::Bfs | Algorithm::Auto => explore::explore(self.space, self.start, wanted, &mut run),
            _ if wanted.shortest_solutions => {
                return missing("counting shortest solutions needs all layers: use bfs");
            }
            Algorithm::Dense => match &self.ranked {
                Some(ranked) => (ranked.explore)(self.space, self.start, &mut run),
                None => return missing("the puzzle has no ranking: use bfs"),
            },
            Algorithm::Planes => match self.planes_of(Some(self.start)) {
                Ok((planar, _)) => (planar.explore)(self.space, self.start, &mut run),
                Err(why) => return missing(why),
            },
            Algorithm::Frontier => match self.frontier_explore {
                Some(explore) => explore(self.space, self.start, &mut run),
                None => return missing("moves can't be taken back here: use bfs"),
            },
            _ => return missing("only bfs, frontier, dense and planes explore whole spaces"),
        };
        exploration.reason = reason;
        Ok(exploration)
    }

    fn engine(&self, algorithm: Algorithm) -> Result<SolveFn<S>, Unsupported> {
        let missing = |why| Unsupported { algorithm, why };
        match algorithm {
            Algorithm::Bfs | Algorithm::Auto => Ok(bfs::bfs),
            Algorithm::Dfs => Ok(dfs::dfs),
            Algorithm::Iddfs => Ok(dfs::iddfs),
            Algorithm::Astar => Ok(astar::astar),
            Algorithm::Greedy => Ok(astar::greedy),
            Algorithm::Idastar => Ok(self.idastar),
            Algorithm::Bidirectional => match (self.bidirectional, self.goals_listed) {
                (Some(engine), Some(listed)) if listed(self.space) => Ok(engine),
                (Some(_), _) => Err(missing("the goal states can't be listed: use bfs")),
                (None, _) => Err(missing("the puzzle can't be searched backwards: use bfs")),
            },
            Algorithm::Frontier => {
                self.frontier.ok_or_else(|| missing("moves can't be taken back here: use bfs"))
            }
            Algorithm::Dense => self.dense.ok_or_else(|| {
                missing("the puzzle has no ranking with moves that can be taken back: use bfs")
            }),
            Algorithm::Planes => match self.planes_of(None) {
                Ok((planar, _)) => Ok(planar.solve),
                Err(why) => Err(missing(why)),
            },
            Algorithm::Theory => Err(missing("the puzzle has no formula for this position")),
        }
    }

    /// The limits of a search that begins now, unless it is a part of a task.
    fn live_limits(&self) -> Limits {
        self.limits.clone().unwrap_or_else(|| Limits::new(self.budget, self.cancel.clone()))
    }

    /// The engines on planes and the bytes that they need, or why there are none.
    fn planes_of(&self, start: Option<S::State>) -> Result<(&PlanarEngines<S>, u64), &'static str> {
        match &self.planar {
            Some(planar) => Ok((planar, (planar.bytes)(self.space, start)?)),
            None => Err("the puzzle has no layout in planes of bits: use bfs"),
        }
    }

    /// The algorithm that `auto` runs, and why.
    fn choose(&self, limits: &Limits) -> (Algorithm, String) {
        let bound = self.space.lower_bound(self.space.canonical(self.start));
        if self.has_descent && bound > 0 {
            return (
                Algorithm::Idastar,
                format!("the puzzle updates its bound ({bound} here) step by step, so IDA* needs no memory"),
            );
        }
        if bound > 0 {
            return (Algorithm::Astar, format!("the puzzle gives a lower bound, {bound} here"));
        }
        if self.engine(Algorithm::Bidirectional).is_ok() {
            return (
                Algorithm::Bidirectional,
                "the goal states are known and moves can be undone".to_owned(),
            );
        }
        if let (Some(ranked), Some(_)) = (&self.ranked, self.dense) {
            let len = (ranked.len)(self.space);
            if len <= 1 << 24 && limits.bytes_left().is_none_or(|most| len / 2 < most) {
                return (Algorithm::Dense, format!("the whole space has only {len} ranks"));
            }
        }
        (Algorithm::Bfs, "the puzzle offers nothing beyond its moves".to_owned())
    }

    /// What `auto` tries when memory runs out.
    fn fallback(&self, algorithm: Algorithm) -> Option<(Algorithm, &'static str)> {
        match (self.algorithm, algorithm) {
            (Algorithm::Auto, Algorithm::Bfs | Algorithm::Bidirectional) if self.undirected => {
                Some((Algorithm::Frontier, "so only the last layers were kept"))
            }
            (Algorithm::Auto, Algorithm::Astar) => Some((Algorithm::Idastar, "so IDA* went on without it")),
            _ => None,
        }
    }

    fn choose_exploration(&self, wanted: explore::Wanted, limits: &Limits) -> (Algorithm, String) {
        if wanted.shortest_solutions {
            return (Algorithm::Bfs, "counting shortest solutions needs all layers".to_owned());
        }
        if let Ok((_, bytes)) = self.planes_of(Some(self.start))
            && limits.bytes_left().is_none_or(|most| bytes + bytes / 16 < most)
        {
            let reason = "the puzzle lays its states out as bits, so 64 are advanced at a time";
            return (Algorithm::Planes, reason.to_owned());
        }
        if let Some(ranked) = &self.ranked {
            let len = (ranked.len)(self.space);
            if limits.bytes_left().is_none_or(|most| len / 8 * 3 < most) {
                return (Algorithm::Dense, format!("the puzzle numbers its {len} states"));
            }
        }
        if self.frontier_explore.is_some() {
            return (Algorithm::Frontier, "moves can be taken back, so the last layers suffice".to_owned());
        }
        (Algorithm::Bfs, "the puzzle offers nothing beyond its moves".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever prints the refusal prints what somebody else wrote.
    #[test]
    fn unknown_names_are_printed_harmlessly() {
        let message = "a\u{1b}[2J\u{202e}'\n".parse::<Algorithm>().unwrap_err().to_string();
        assert!(
            message.starts_with("unknown algorithm 'a\\u{1b}[2J\\u{202e}\\'\\n': use one of"),
            "{message}"
        );
    }
}
