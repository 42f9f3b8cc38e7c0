//! Which engines a space unlocks: found out by the compiler, from what its type implements.
//!
//! [`engines!`](crate::engines) asks [`Probe`] about each optional trait. Where the type implements it, an inherent
//! method of the probe applies and unlocks engines; where it does not, method resolution falls back to
//! [`NotOffered`], which unlocks nothing. This is decided while the crate of the space is compiled, so nothing can
//! be forgotten at the place where a solver is made.

use crate::anytime::{self, Guided};
use crate::plain::Plain;
use crate::planes::{self, Planar};
use crate::report::{Exploration, Report};
use crate::run::Run;
use crate::space::{Descent, Ranked, Reversible, Space};
use crate::watch::{self, MakeWalk, Nodes, Retract};
use crate::{bidirectional, dense, frontier, idastar};
use std::marker::PhantomData;

pub(crate) type SolveFn<S> = fn(&S, <S as Space>::State, &mut Run<'_>) -> Report<<S as Space>::Move>;
pub(crate) type ExploreFn<S> = fn(&S, <S as Space>::State, &mut Run<'_>) -> Exploration<<S as Space>::State>;

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
            let probe = $crate::offers::Probe::<Self>::default();
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

/// The engines of a space beside those that any space has.
pub struct Engines<S: Space> {
    pub(crate) reversible: Option<ReversibleEngines<S>>,
    pub(crate) ranked: Option<RankedEngines<S>>,
    /// Paths on a bit array: needs a ranking and moves that can be taken back.
    pub(crate) dense: Option<SolveFn<S>>,
    pub(crate) planar: Option<PlanarEngines<S>>,
    pub(crate) idastar: SolveFn<S>,
    pub(crate) has_descent: bool,
    pub(crate) anytime: SolveFn<S>,
    /// How IDA* goes down, for whoever watches it.
    pub(crate) walk: MakeWalk<S>,
}

/// What a space adds that can be searched backwards.
pub(crate) struct ReversibleEngines<S: Space> {
    pub(crate) lists_goals: fn(&S) -> bool,
    pub(crate) bidirectional: SolveFn<S>,
    /// Search and exploration that keep the last layers only, if every move can be taken back.
    pub(crate) frontier: Option<(SolveFn<S>, ExploreFn<S>)>,
    /// The way back, for whoever watches bidirectional search.
    pub(crate) backwards: Retract<S>,
}

/// What a ranked space adds.
pub(crate) struct RankedEngines<S: Space> {
    pub(crate) len: fn(&S) -> u64,
    pub(crate) explore: ExploreFn<S>,
}

/// What a space in planes adds.
pub(crate) struct PlanarEngines<S: Space> {
    pub(crate) bytes: fn(&S, Option<S::State>) -> Result<u64, &'static str>,
    pub(crate) explore: ExploreFn<S>,
    pub(crate) solve: SolveFn<S>,
}

impl<S: Space> Engines<S> {
    /// The engines that any space has.
    #[must_use]
    pub fn plain() -> Self {
        Engines {
            reversible: None,
            ranked: None,
            dense: None,
            planar: None,
            idastar: |space, start, run| idastar::idastar(&Plain(space), start, run),
            anytime: |space, start, run| anytime::anytime(&Plain(space), start, run),
            has_descent: false,
            walk: watch::walk_plainly,
        }
    }
}

/// Asks which optional traits a type implements; for [`engines!`](crate::engines) only.
#[doc(hidden)]
pub struct Probe<S>(PhantomData<S>);

impl<S> Default for Probe<S> {
    fn default() -> Self {
        Probe(PhantomData)
    }
}

#[doc(hidden)]
impl<S: Reversible> Probe<S> {
    pub fn reversible(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.reversible = Some(ReversibleEngines {
            lists_goals: |space| space.goal_states().is_some(),
            bidirectional: bidirectional::bidirectional,
            frontier: S::UNDIRECTED.then_some((frontier::frontier, frontier::explore_frontier)),
            backwards: Retract {
                retract: |space, state, visit| space.retract(state, visit),
                goals: S::goal_states,
            },
        });
        engines
    }
}

#[doc(hidden)]
impl<S: Ranked> Probe<S> {
    pub fn ranked(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.ranked = Some(RankedEngines { len: S::len, explore: dense::explore_dense });
        engines
    }
}

#[doc(hidden)]
impl<S: Ranked + Reversible> Probe<S> {
    pub fn ranked_reversible(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.dense = S::UNDIRECTED.then_some(dense::dense);
        engines
    }
}

#[doc(hidden)]
impl<S: Planar> Probe<S> {
    pub fn planar(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.planar = Some(PlanarEngines {
            bytes: S::plane_bytes,
            explore: planes::explore_planes,
            solve: planes::shortest_path,
        });
        engines
    }
}

#[doc(hidden)]
impl<S: Descent> Probe<S> {
    pub fn descent(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.idastar = idastar::idastar;
        engines.has_descent = true;
        engines.walk = |space| Box::new(Nodes::<_, S>::of(space));
        engines
    }
}

#[doc(hidden)]
impl<S: Guided> Probe<S> {
    pub fn guided(&self, mut engines: Engines<S>) -> Engines<S> {
        engines.anytime = anytime::anytime;
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
