//! The front door: [`Solver`] knows which engines a space unlocks, chooses one, and runs it.

use crate::algorithm::{Algorithm, Unsupported};
use crate::budget::{Budget, Cancel};
use crate::limits::Limits;
use crate::offers::{Engines, ExploreFn, Offers, PlanarEngines, SolveFn};
use crate::report::{Exploration, Report};
use crate::run::{Observer, Run};
use crate::space::Space;
use crate::watch::{self, Recording};
use crate::{astar, bfs, dfs, explore};

/// A space with everything needed to search it.
///
/// [`Solver::new`] knows every engine that the space unlocks, because the space [`Offers`] them.
///
/// ```
/// use telusur_search::{Algorithm, Budget, Offers, Solver, Space, engines};
/// # struct Count;
/// # impl Space for Count {
/// #     type State = u32;
/// #     type Move = ();
/// #     fn start(&self) -> u32 { 0 }
/// #     fn is_goal(&self, s: u32) -> bool { s == 1000 }
/// #     fn expand(&self, s: u32, mut visit: impl FnMut((), u32)) { visit((), s + 1); }
/// # }
/// # impl Offers for Count { engines!(); }
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
    engines: Engines<S>,
    hidden: Vec<(Algorithm, &'static str)>,
    preferred: Option<(Algorithm, &'static str)>,
}

impl<'a, S: Space> Solver<'a, S> {
    /// A solver with every engine that the space unlocks, without limits, on one thread.
    pub fn new(space: &'a S) -> Self
    where
        S: Offers,
    {
        Solver::with(space, S::engines())
    }

    /// A solver with nothing but the engines that any space has, for code that knows no more about it than [`Space`].
    pub fn plain(space: &'a S) -> Self {
        Solver::with(space, Engines::plain())
    }

    fn with(space: &'a S, engines: Engines<S>) -> Self {
        Solver {
            space,
            start: space.start(),
            algorithm: Algorithm::Auto,
            budget: Budget::UNLIMITED,
            cancel: Cancel::new(),
            limits: None,
            threads: 1,
            observer: None,
            engines,
            hidden: Vec::new(),
            preferred: None,
        }
    }

    /// Takes an algorithm away, for a reason that whoever asks for it reads: "there are too many ranks: use bfs".
    #[must_use]
    pub fn without(mut self, algorithm: Algorithm, why: &'static str) -> Self {
        self.hidden.push((algorithm, why));
        self
    }

    /// Says what [`Algorithm::Auto`] takes for a solution, where the puzzle knows better than its traits tell: a bound
    /// that hardly ever helps, goals that are many.
    #[must_use]
    pub fn prefer(mut self, algorithm: Algorithm, why: &'static str) -> Self {
        self.preferred = Some((algorithm, why));
        self
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

    /// Searches for a solution, on one thread, and records the search: at most `most` expansions and successors
    /// together. A full recording ends the search. With [`Algorithm::Auto`], what it would choose is watched.
    ///
    /// # Errors
    /// If the algorithm asked for does not work on this space, or its steps can't be shown.
    pub fn try_watch(self, most: usize) -> Result<Recording<S::State, S::Move>, Unsupported> {
        let limits = self.live_limits();
        let algorithm = match self.algorithm {
            Algorithm::Auto => self.choose(&limits).0,
            asked => asked,
        };
        self.engine(algorithm)?;
        watch::record(self.space, self.start, &self.engines, algorithm, &limits, most)
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
        if let Some(why) = self.why_hidden(algorithm) {
            return missing(why);
        }
        let mut exploration = match algorithm {
            Algorithm::Bfs | Algorithm::Auto => explore::explore(self.space, self.start, wanted, &mut run),
            _ if wanted.shortest_solutions => {
                return missing("counting shortest solutions needs all layers: use bfs");
            }
            Algorithm::Dense => match &self.engines.ranked {
                Some(ranked) => (ranked.explore)(self.space, self.start, &mut run),
                None => return missing("the puzzle has no ranking: use bfs"),
            },
            Algorithm::Planes => match self.planes_of(Some(self.start)) {
                Ok((planar, _)) => (planar.explore)(self.space, self.start, &mut run),
                Err(why) => return missing(why),
            },
            Algorithm::Frontier => match self.frontier() {
                Some((_, explore)) => explore(self.space, self.start, &mut run),
                None => return missing("moves can't be taken back here: use bfs"),
            },
            _ => return missing("only bfs, frontier, dense and planes explore whole spaces"),
        };
        exploration.reason = reason;
        Ok(exploration)
    }

    fn engine(&self, algorithm: Algorithm) -> Result<SolveFn<S>, Unsupported> {
        let missing = |why| Unsupported { algorithm, why };
        if let Some(why) = self.why_hidden(algorithm) {
            return Err(missing(why));
        }
        match algorithm {
            Algorithm::Bfs | Algorithm::Auto => Ok(bfs::bfs),
            Algorithm::Dfs => Ok(dfs::dfs),
            Algorithm::Iddfs => Ok(dfs::iddfs),
            Algorithm::Astar => Ok(astar::astar),
            Algorithm::Greedy => Ok(astar::greedy),
            Algorithm::Idastar => Ok(self.engines.idastar),
            Algorithm::Anytime => Ok(self.engines.anytime),
            Algorithm::Bidirectional => match &self.engines.reversible {
                Some(engines) if (engines.lists_goals)(self.space) => Ok(engines.bidirectional),
                Some(_) => Err(missing("the goal states can't be listed: use bfs")),
                None => Err(missing("the puzzle can't be searched backwards: use bfs")),
            },
            Algorithm::Frontier => match self.frontier() {
                Some((engine, _)) => Ok(engine),
                None => Err(missing("moves can't be taken back here: use bfs")),
            },
            Algorithm::Dense => self.engines.dense.ok_or_else(|| {
                missing("the puzzle has no ranking with moves that can be taken back: use bfs")
            }),
            Algorithm::Planes => match self.planes_of(None) {
                Ok((planar, _)) => Ok(planar.solve),
                Err(why) => Err(missing(why)),
            },
            Algorithm::Theory => Err(missing("the puzzle has no formula for this position")),
        }
    }

    fn why_hidden(&self, algorithm: Algorithm) -> Option<&'static str> {
        self.hidden.iter().find(|(hidden, _)| *hidden == algorithm).map(|&(_, why)| why)
    }

    /// Search and exploration with the last layers only.
    fn frontier(&self) -> Option<(SolveFn<S>, ExploreFn<S>)> {
        self.engines.reversible.as_ref()?.frontier
    }

    /// The limits of a search that begins now, unless it is a part of a task.
    fn live_limits(&self) -> Limits {
        self.limits.clone().unwrap_or_else(|| Limits::new(self.budget, self.cancel.clone()))
    }

    /// The engines on planes and the bytes that they need, or why there are none.
    fn planes_of(&self, start: Option<S::State>) -> Result<(&PlanarEngines<S>, u64), &'static str> {
        match &self.engines.planar {
            Some(planar) => Ok((planar, (planar.bytes)(self.space, start)?)),
            None => Err("the puzzle has no layout in planes of bits: use bfs"),
        }
    }

    /// The algorithm that `auto` runs, and why.
    fn choose(&self, limits: &Limits) -> (Algorithm, String) {
        if let Some((algorithm, why)) =
            self.preferred.filter(|&(algorithm, _)| self.engine(algorithm).is_ok())
        {
            return (algorithm, why.to_owned());
        }
        let bound = self.space.lower_bound(self.space.canonical(self.start));
        if self.engines.has_descent && bound > 0 && self.engine(Algorithm::Idastar).is_ok() {
            return (
                Algorithm::Idastar,
                format!("the puzzle updates its bound ({bound} here) step by step, so IDA* needs no memory"),
            );
        }
        if bound > 0 && self.engine(Algorithm::Astar).is_ok() {
            return (Algorithm::Astar, format!("the puzzle gives a lower bound, {bound} here"));
        }
        if self.engine(Algorithm::Bidirectional).is_ok() {
            return (
                Algorithm::Bidirectional,
                "the goal states are known and moves can be undone".to_owned(),
            );
        }
        if let (Some(ranked), Ok(_)) = (&self.engines.ranked, self.engine(Algorithm::Dense)) {
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
            (Algorithm::Auto, Algorithm::Bfs | Algorithm::Bidirectional)
                if self.engine(Algorithm::Frontier).is_ok() =>
            {
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
        let offered = |algorithm| self.why_hidden(algorithm).is_none();
        if let Ok((_, bytes)) = self.planes_of(Some(self.start))
            && offered(Algorithm::Planes)
            && limits.bytes_left().is_none_or(|most| bytes + bytes / 16 < most)
        {
            let reason = "the puzzle lays its states out as bits, so 64 are advanced at a time";
            return (Algorithm::Planes, reason.to_owned());
        }
        if let Some(ranked) = &self.engines.ranked
            && offered(Algorithm::Dense)
        {
            let len = (ranked.len)(self.space);
            if limits.bytes_left().is_none_or(|most| len / 8 * 3 < most) {
                return (Algorithm::Dense, format!("the puzzle numbers its {len} states"));
            }
        }
        if self.frontier().is_some() && offered(Algorithm::Frontier) {
            return (Algorithm::Frontier, "moves can be taken back, so the last layers suffice".to_owned());
        }
        (Algorithm::Bfs, "the puzzle offers nothing beyond its moves".to_owned())
    }
}
