//! Which engines a space unlocks: found out by the compiler, from what its type implements.
//!
//! [`engines!`](crate::engines) asks [`Probe`] about each optional trait. Where the type implements it, an inherent
//! method of the probe applies and unlocks engines; where it does not, method resolution falls back to
//! [`NotOffered`], which unlocks nothing. This is decided while the crate of the space is compiled, so nothing can
//! be forgotten at the place where a solver is made.

use crate::algorithm::{Algorithm, Unsupported};
use crate::anytime::{self, Guided};
use crate::explore::{self, Wanted};
use crate::from_moves::FromMoves;
use crate::limits::Limits;
use crate::planes::{self, Planar};
use crate::report::{Exploration, Report};
use crate::run::Run;
use crate::space::{Descent, Ranked, Reversible, Space};
use crate::watch::{Recording, Retract, record};
use crate::{astar, bfs, bidirectional, dense, dfs, frontier, idastar};
use std::marker::PhantomData;

pub(crate) type SolveFn<S> = fn(&S, <S as Space>::State, &mut Run<'_>) -> Report<<S as Space>::Move>;
pub(crate) type ExploreFn<S> =
    fn(&S, <S as Space>::State, Wanted, &mut Run<'_>) -> Exploration<<S as Space>::State>;

pub(crate) type WatchFn<S> = fn(
    &S,
    Option<Retract<S>>,
    <S as Space>::State,
    Algorithm,
    &Limits,
    usize,
) -> Result<Recording<<S as Space>::State, <S as Space>::Move>, Unsupported>;

/// A space that has said which engines it offers, so that [`Solver::new`](crate::Solver::new) takes it.
///
/// There is one way to say it, and it finds out by itself which of [`Reversible`], [`Ranked`], [`Planar`],
/// [`Descent`] and [`Guided`] the type implements:
///
/// ```
/// use telusur_search::{Algorithm, Offers, Reversible, Solver, Space, engines};
///
/// /// Turn a wheel of a hundred notches to the fiftieth.
/// struct Wheel;
///
/// impl Space for Wheel {
///     type State = u8;
///     type Move = i8;
///     fn start(&self) -> u8 { 0 }
///     fn is_goal(&self, notch: u8) -> bool { notch == 50 }
///     fn expand(&self, notch: u8, mut visit: impl FnMut(i8, u8)) {
///         visit(1, (notch + 1) % 100);
///         visit(-1, (notch + 99) % 100);
///     }
/// }
///
/// impl Reversible for Wheel {
///     const UNDIRECTED: bool = true;
///     fn retract(&self, notch: u8, mut visit: impl FnMut(i8, u8)) {
///         self.expand(notch, |m, from| visit(-m, from));
///     }
/// }
///
/// impl Offers for Wheel {
///     engines!();
/// }
///
/// assert!(Solver::new(&Wheel).supported().contains(&Algorithm::Frontier));
/// ```
///
/// In a generic `impl` the compiler can only see what its bounds imply. A wrapper that is reversible where the space
/// inside is, `impl<S: Reversible> Reversible for Wrapper<S>`, therefore says
/// `impl<S: Reversible> Offers for Wrapper<S>`, or `impl Offers for Wrapper<Wheel>` for the types it is used with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has not said which engines it offers",
    label = "no `Offers` for this space",
    note = "write `impl telusur_search::Offers for {Self} {{ telusur_search::engines!(); }}`",
    note = "`Solver::plain` takes any space, with the engines that need nothing but `Space`"
)]
pub trait Offers: Space + Sized {
    /// The engines of this type; written by [`engines!`](crate::engines).
    fn engines() -> Engines<Self>;
}

/// Writes [`Offers::engines`]: every engine that the type unlocks by the traits it implements.
#[macro_export]
macro_rules! engines {
    () => {
        fn engines() -> $crate::offers::Engines<Self> {
            #[allow(unused_imports)]
            use $crate::offers::NotOffered as _;
            let probe = $crate::offers::Probe::<Self>(::std::marker::PhantomData);
            let engines = $crate::offers::Engines::plain();
            let engines = probe.reversible(engines);
            let engines = probe.ranked(engines);
            let engines = probe.ranked_reversible(engines);
            let engines = probe.planar(engines);
            let engines = probe.descent(engines);
            probe.guided(engines)
        }
    };
}

/// The engines of a space.
pub struct Engines<S: Space> {
    /// What finds a path, in the order of [`Algorithm::ALL`], or why nothing does.
    solve: [Result<SolveFn<S>, &'static str>; Algorithm::ALL.len()],
    /// What explores whole spaces, or why nothing does.
    explore: [Result<ExploreFn<S>, &'static str>; Algorithm::ALL.len()],
    /// The number of ranks, if the space has a ranking, and whether it is quick.
    pub(crate) ranks: fn(&S) -> Option<(u64, bool)>,
    /// The bytes of planes for a search from a start or from anywhere, or why there are none.
    pub(crate) plane_bytes: fn(&S, Option<S::State>) -> Result<u64, &'static str>,
    pub(crate) has_descent: bool,
    /// The way back, if there is one.
    pub(crate) backwards: Option<Retract<S>>,
    /// What records a search.
    pub(crate) watch: WatchFn<S>,
}

const NO_WAY_BACK: &str = "moves can't be taken back here: use bfs";
const NO_PLANES: &str = "the puzzle has no layout in planes of bits: use bfs";
const NO_EXPLORER: &str = "only bfs, frontier, dense and planes explore whole spaces";
const NO_FORMULA: &str = "the puzzle has no formula for this position";

impl<S: Space> Engines<S> {
    /// The engines that any space has.
    #[must_use]
    pub fn plain() -> Self {
        let solve = |algorithm| -> Result<SolveFn<S>, &'static str> {
            match algorithm {
                Algorithm::Auto | Algorithm::Bfs => Ok(bfs::bfs),
                Algorithm::Dfs => Ok(dfs::dfs),
                Algorithm::Iddfs => Ok(dfs::iddfs),
                Algorithm::Astar => Ok(astar::astar),
                Algorithm::Greedy => Ok(astar::greedy),
                Algorithm::Idastar => Ok(|space, start, run| idastar::idastar(&FromMoves(space), start, run)),
                Algorithm::Anytime => Ok(|space, start, run| anytime::anytime(&FromMoves(space), start, run)),
                Algorithm::Bidirectional => Err("the puzzle can't be searched backwards: use bfs"),
                Algorithm::Frontier => Err(NO_WAY_BACK),
                Algorithm::Dense => {
                    Err("the puzzle has no ranking with moves that can be taken back: use bfs")
                }
                Algorithm::Planes => Err(NO_PLANES),
                Algorithm::Theory => Err(NO_FORMULA),
            }
        };
        let explore = |algorithm| -> Result<ExploreFn<S>, &'static str> {
            match algorithm {
                Algorithm::Auto | Algorithm::Bfs => Ok(explore::explore),
                Algorithm::Dense => Err("the puzzle has no ranking: use bfs"),
                Algorithm::Frontier => Err(NO_WAY_BACK),
                Algorithm::Planes => Err(NO_PLANES),
                _ => Err(NO_EXPLORER),
            }
        };
        Engines {
            solve: Algorithm::ALL.map(solve),
            explore: Algorithm::ALL.map(explore),
            ranks: |_| None,
            plane_bytes: |_, _| Err(NO_PLANES),
            has_descent: false,
            backwards: None,
            watch: |space, back, start, algorithm, limits, most| {
                record((space, &FromMoves(space), back), start, algorithm, limits, most)
            },
        }
    }

    /// What finds a path, or why nothing does.
    pub(crate) fn solve(&self, algorithm: Algorithm) -> Result<SolveFn<S>, &'static str> {
        self.solve.get(algorithm as usize).copied().unwrap_or(Err(NO_FORMULA))
    }

    /// What explores the whole space, or why nothing does.
    pub(crate) fn explore(&self, algorithm: Algorithm) -> Result<ExploreFn<S>, &'static str> {
        self.explore.get(algorithm as usize).copied().unwrap_or(Err(NO_EXPLORER))
    }
}

/// Asks which optional traits a type implements; for [`engines!`](crate::engines) only.
#[doc(hidden)]
pub struct Probe<S>(pub PhantomData<S>);

#[doc(hidden)]
impl<S: Reversible> Probe<S> {
    pub fn reversible(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.solve[Algorithm::Bidirectional as usize] = Ok(bidirectional::bidirectional);
        if S::UNDIRECTED {
            engines.solve[Algorithm::Frontier as usize] = Ok(frontier::frontier);
            engines.explore[Algorithm::Frontier as usize] =
                Ok(|space, start, _, run| frontier::explore_frontier(space, start, run));
        }
        let retract =
            |space: &S, state, visit: &mut dyn FnMut(S::Move, S::State)| space.retract(state, visit);
        engines.backwards = Some((retract, S::goal_states, S::UNDIRECTED));
        engines
    }
}

#[doc(hidden)]
impl<S: Ranked> Probe<S> {
    pub fn ranked(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.ranks = |space| Some((space.len(), space.is_quick()));
        engines.explore[Algorithm::Dense as usize] =
            Ok(|space, start, _, run| dense::explore_dense(space, start, run));
        engines
    }
}

#[doc(hidden)]
impl<S: Ranked + Reversible> Probe<S> {
    pub fn ranked_reversible(&self, mut engines: Engines<S>) -> Engines<S> {
        if S::UNDIRECTED {
            engines.solve[Algorithm::Dense as usize] = Ok(dense::dense);
        }
        engines
    }
}

#[doc(hidden)]
impl<S: Planar> Probe<S> {
    pub fn planar(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.plane_bytes = S::plane_bytes;
        engines.solve[Algorithm::Planes as usize] = Ok(planes::shortest_path);
        engines.explore[Algorithm::Planes as usize] =
            Ok(|space, start, _, run| planes::explore_planes(space, start, run));
        engines
    }
}

#[doc(hidden)]
impl<S: Descent> Probe<S> {
    pub fn descent(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.solve[Algorithm::Idastar as usize] = Ok(idastar::idastar);
        engines.has_descent = true;
        engines.watch = |space, back, start, algorithm, limits, most| {
            record((space, space, back), start, algorithm, limits, most)
        };
        engines
    }
}

#[doc(hidden)]
impl<S: Guided> Probe<S> {
    pub fn guided(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.solve[Algorithm::Anytime as usize] = Ok(anytime::anytime);
        engines
    }
}

macro_rules! unchanged {
    ($($engines_of:ident),*) => {$(
        fn $engines_of(&self, engines: Engines<S>) -> Engines<S> {
            engines
        }
    )*};
}

/// What a probe does about a trait that the type does not implement: nothing.
#[doc(hidden)]
pub trait NotOffered<S: Space>: Sized {
    unchanged!(reversible, ranked, ranked_reversible, planar, descent, guided);
}

impl<S: Space> NotOffered<S> for Probe<S> {}
