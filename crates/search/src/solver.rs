//! The front door: [`Solver`] knows which engines a space unlocks, chooses one, and runs it.

use crate::algorithm::{Algorithm, Unsupported};
use crate::auto::{self, BetterBound, LEAST_SHARE, MakeBound};
use crate::limits::Limits;
use crate::offers::{Engines, ExploreFn, Offers, SolveFn};
use crate::report::{Exploration, Report};
use crate::run::{Observer, Run};
use crate::space::Space;
use crate::watch::Recording;
use crate::{Limit, Outcome, Wanted};

/// Why frontier search follows where memory runs out.
const ONLY_LAST_LAYERS: &str = "so only the last layers were kept";
/// More bytes than this are not spent on hashed states where a bit array does.
const MUCH: u64 = 1 << 31;
/// A limit of fewer states than this is none for planes, which reach all that a block of bits holds or nothing of it.
const MANY_STATES: u64 = 1 << 20;

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
/// let report = Solver::new(&Count).algorithm(Algorithm::Bfs).limits(Budget::default().with_states(10)).solve();
/// assert!(report.path().is_none());
/// assert!(report.lower_bound >= 10);
/// ```
pub struct Solver<'a, S: Space> {
    space: &'a S,
    start: S::State,
    algorithm: Algorithm,
    limits: Limits,
    threads: usize,
    observer: Option<&'a mut dyn Observer>,
    engines: Engines<S>,
    hidden: Vec<(Algorithm, &'static str)>,
    preferred: Option<(Algorithm, &'static str)>,
    better: Option<MakeBound<'a, S>>,
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
            limits: Limits::none(),
            threads: 1,
            observer: None,
            engines,
            hidden: Vec::new(),
            preferred: None,
            better: None,
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

    /// Offers a better lower bound that takes time and memory to make. [`Algorithm::Auto`] has it made when it has
    /// searched so long without it that it may pay, and uses it if it tells enough at the start.
    #[must_use]
    pub fn with_bound(
        mut self,
        make: impl FnOnce(&Limits) -> Option<BetterBound<'a, S>> + Send + 'a,
    ) -> Self {
        self.better = Some(Box::new(make));
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

    /// Sets what the search may use, and when it must end. From a [`Budget`](crate::Budget), the clock starts now.
    #[must_use]
    pub fn limits(mut self, limits: impl Into<Limits>) -> Self {
        self.limits = limits.into();
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
        let (algorithm, reason) = self.asked_or(|| self.choose());
        if self.takes_turns(algorithm) {
            return self.solve_in_turns();
        }
        let engine = self.engine(algorithm)?;
        let fallback = self.fallback(algorithm);
        let mut run = self.run();
        let mut report = engine(self.space, self.start, &mut run);
        report.reason = match report.reason.is_empty() {
            true => reason,
            false => format!("{reason}; {}", report.reason),
        };
        if let (Some((next, why)), Outcome::Stopped(Limit::Bytes(_))) = (fallback, &report.outcome) {
            let first = report;
            report = self.engine(next)?(self.space, self.start, &mut run);
            report.reason = format!("{}; {algorithm} ran out of memory, {why}", first.reason);
            report.lower_bound = report.lower_bound.max(first.lower_bound);
            report.broken = report.broken.or(first.broken);
            let later = std::mem::replace(&mut report.stats, first.stats);
            report.stats += later;
        }
        Ok(report.checked())
    }

    /// Whether A* and a blind search take turns, of which `auto` begins with this algorithm.
    fn takes_turns(&self, first: Algorithm) -> bool {
        let is_free = self.algorithm == Algorithm::Auto && self.preferred_here().is_none();
        let is_blind = matches!(first, Algorithm::Bidirectional | Algorithm::Dense | Algorithm::Bfs);
        let has_bound = first == Algorithm::Astar || is_blind && self.better.is_some();
        is_free && has_bound && self.engine(Algorithm::Astar).is_ok()
    }

    /// Solves by A* and a blind search in turns.
    fn solve_in_turns(mut self) -> Result<Report<S::Move>, Unsupported> {
        let (space, start, make, mut run) = (self.space, self.start, self.better.take(), self.run());
        let choose_blind = || {
            let (blind, why) = self.choose_blind();
            Ok((self.engine(blind)?, why))
        };
        let auto::Ended { report: first, better } =
            auto::solve((space, start), choose_blind, make, &mut run)?;
        if !matches!(first.outcome, Outcome::Stopped(Limit::Bytes(_))) {
            return Ok(first);
        }
        // Memory does for neither: what is left needs less.
        let informed = better.unwrap_or(space);
        let bound = informed.lower_bound(space.canonical(start));
        let is_weak = bound.saturating_mul(LEAST_SHARE) < first.lower_bound;
        let (engine, why, space) = match (self.engine(Algorithm::Frontier), self.engine(Algorithm::Idastar)) {
            (Ok(frontier), idastar) if is_weak || idastar.is_err() => (frontier, ONLY_LAST_LAYERS, space),
            (_, Ok(idastar)) if bound > 0 => (idastar, "so IDA* went on without it", informed),
            _ => return Ok(first),
        };
        let mut report = engine(space, start, &mut run);
        report.reason = format!("{}; they ran out of memory, {why}", first.reason);
        report.lower_bound = report.lower_bound.max(first.lower_bound);
        report.broken = report.broken.or(first.broken);
        let later = std::mem::replace(&mut report.stats, first.stats);
        report.stats += later;
        Ok(report.checked())
    }

    /// Searches for a solution, on one thread, and records the search: at most `most` expansions and successors
    /// together. A full recording ends the search. With [`Algorithm::Auto`], what it begins with is watched: far more is
    /// searched before another algorithm has its turn than a recording holds.
    ///
    /// # Errors
    /// If the algorithm asked for does not work on this space, or its steps can't be shown.
    pub fn try_watch(self, most: usize) -> Result<Recording<S::State, S::Move>, Unsupported> {
        let (algorithm, _) = self.asked_or(|| self.choose());
        self.engine(algorithm)?;
        let back = self.engines.backwards;
        (self.engines.watch)(self.space, back, self.start, algorithm, &self.limits, most)
    }

    /// Explores everything that can be reached.
    ///
    /// # Errors
    /// If the algorithm asked for can't explore, or not this space.
    pub fn try_explore(mut self, wanted: Wanted) -> Result<Exploration<S::State>, Unsupported> {
        let (algorithm, reason) = self.asked_or(|| self.choose_exploration(wanted));
        let engine = self.explorer(algorithm, wanted).map_err(|why| Unsupported { algorithm, why })?;
        let mut run = self.run();
        let mut exploration = engine(self.space, self.start, wanted, &mut run);
        exploration.reason = match exploration.reason.is_empty() {
            true => reason,
            false => format!("{reason}; {}", exploration.reason),
        };
        Ok(exploration)
    }

    /// The algorithm that was asked for, or the one that `auto` chooses; and why.
    fn asked_or(&self, choose: impl FnOnce() -> (Algorithm, String)) -> (Algorithm, String) {
        match self.algorithm {
            Algorithm::Auto => choose(),
            asked => (asked, "it was asked for".to_owned()),
        }
    }

    /// The run of a search, for whoever watches.
    fn run(&mut self) -> Run<'a> {
        // `()` has no size: the leak is no allocation.
        let observer = self.observer.take().unwrap_or_else(|| Box::leak(Box::new(())));
        let mut run = Run::watched(self.limits.clone(), self.threads, observer);
        run.bound_checks.rises = self.engines.backwards.is_some_and(|(.., undirected)| undirected);
        run
    }

    fn engine(&self, algorithm: Algorithm) -> Result<SolveFn<S>, Unsupported> {
        let works = || {
            self.is_shown(algorithm)?;
            let engine = self.engines.solve(algorithm)?;
            match algorithm {
                Algorithm::Bidirectional => {
                    let goals = self.engines.backwards.and_then(|(_, goals, _)| goals(self.space));
                    goals.map(|_| engine).ok_or("the goal states can't be listed: use bfs")
                }
                Algorithm::Planes => (self.engines.plane_bytes)(self.space, None).map(|_| engine),
                _ => Ok(engine),
            }
        };
        works().map_err(|why| Unsupported { algorithm, why })
    }

    /// What explores the space, or why nothing does.
    fn explorer(&self, algorithm: Algorithm, wanted: Wanted) -> Result<ExploreFn<S>, &'static str> {
        self.is_shown(algorithm)?;
        match algorithm {
            Algorithm::Bfs | Algorithm::Auto => {}
            _ if wanted.shortest_solutions => {
                return Err("counting shortest solutions needs all layers: use bfs");
            }
            Algorithm::Planes => _ = (self.engines.plane_bytes)(self.space, Some(self.start))?,
            _ => {}
        }
        self.engines.explore(algorithm)
    }

    /// Whether an algorithm was not taken away; if it was, why.
    fn is_shown(&self, algorithm: Algorithm) -> Result<(), &'static str> {
        match self.hidden.iter().find(|(hidden, _)| *hidden == algorithm) {
            Some(&(_, why)) => Err(why),
            None => Ok(()),
        }
    }

    /// What the puzzle prefers, if that works here.
    fn preferred_here(&self) -> Option<(Algorithm, &'static str)> {
        self.preferred.filter(|&(algorithm, _)| self.engine(algorithm).is_ok())
    }

    /// The algorithm that `auto` begins with, and why.
    fn choose(&self) -> (Algorithm, String) {
        if let Some((algorithm, why)) = self.preferred_here() {
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
        self.choose_blind()
    }

    /// The algorithm that `auto` runs without a bound, and why.
    fn choose_blind(&self) -> (Algorithm, String) {
        if self.engine(Algorithm::Bidirectional).is_ok() {
            return (
                Algorithm::Bidirectional,
                "the goal states are known, and so are the states before a state".to_owned(),
            );
        }
        if let (Some(len), Ok(_)) = (self.ranks(), self.engine(Algorithm::Dense))
            && len <= 1 << 24
            && self.limits.bytes_left().is_none_or(|most| len / 2 < most)
            && self.is_dense_better(len)
        {
            return (Algorithm::Dense, format!("the whole space has only {len} ranks"));
        }
        (Algorithm::Bfs, "nothing else that the puzzle offers suits better here".to_owned())
    }

    /// What `auto` tries when memory runs out.
    fn fallback(&self, algorithm: Algorithm) -> Option<(Algorithm, &'static str)> {
        match (self.algorithm, algorithm) {
            (Algorithm::Auto, Algorithm::Bfs | Algorithm::Bidirectional)
                if self.engine(Algorithm::Frontier).is_ok() =>
            {
                Some((Algorithm::Frontier, ONLY_LAST_LAYERS))
            }
            (Algorithm::Auto, Algorithm::Astar) => Some((Algorithm::Idastar, "so IDA* went on without it")),
            _ => None,
        }
    }

    /// How many numbers the states have, if they are numbered.
    fn ranks(&self) -> Option<u64> {
        (self.engines.ranks)(self.space).map(|(len, _)| len)
    }

    /// Whether search on a bit array is faster than search of hashed states, or all that memory allows.
    fn is_dense_better(&self, len: u64) -> bool {
        let is_quick = (self.engines.ranks)(self.space).is_some_and(|(_, is_quick)| is_quick);
        // A table holds a state in somewhat more than its size, and the layers hold it once more.
        let hashed = len.saturating_mul(3 * size_of::<S::State>() as u64);
        is_quick || hashed > self.limits.bytes_left().unwrap_or(MUCH).min(MUCH)
    }

    fn choose_exploration(&self, wanted: Wanted) -> (Algorithm, String) {
        if wanted.shortest_solutions {
            return (Algorithm::Bfs, "counting shortest solutions needs all layers".to_owned());
        }
        let offered = |algorithm| self.explorer(algorithm, wanted).is_ok();
        if offered(Algorithm::Planes)
            && let Ok(bytes) = (self.engines.plane_bytes)(self.space, Some(self.start))
            && self.limits.bytes_left().is_none_or(|most| bytes + bytes / 16 < most)
            && self.limits.states.is_none_or(|most| most >= MANY_STATES.min(bytes.saturating_mul(8)))
        {
            let reason = "the puzzle lays its states out as bits, so 64 are advanced at a time";
            return (Algorithm::Planes, reason.to_owned());
        }
        if offered(Algorithm::Dense)
            && let Some(len) = self.ranks()
            && self.limits.bytes_left().is_none_or(|most| len / 8 * 3 < most)
            && self.is_dense_better(len)
        {
            return (Algorithm::Dense, format!("the puzzle numbers its {len} states"));
        }
        if offered(Algorithm::Frontier) {
            return (Algorithm::Frontier, "moves can be taken back, so the last layers suffice".to_owned());
        }
        (Algorithm::Bfs, "nothing else that the puzzle offers suits better here".to_owned())
    }
}
