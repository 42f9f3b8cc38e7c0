//! What a puzzle must say about itself: [`Space`], and three optional extensions that unlock engines.
//!
//! A space is a directed graph with unit costs that is never written down: a start, a test for the goal, and
//! a function that pushes the successors of a state into a visitor. Everything else has a correct default.

use std::fmt::Debug;
use std::hash::Hash;

/// A packed state: small, plain data that is its own key.
///
/// Implemented for everything that fits; a newtype over `u32`, `u64`, `u128` or `[u64; N]` is the usual choice.
/// Engines compare whole states, never hashes, so a state must hold all that the rules depend on.
pub trait State: Copy + Eq + Ord + Hash + Debug + Send + Sync {}
impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync> State for T {}

/// A single-agent puzzle: states, moves of cost one, a start and a goal.
///
/// ```
/// use telusur_search::{Offers, Solver, Space, engines};
///
/// /// Reach 100 from 1 by doubling and adding one.
/// struct Climb;
///
/// impl Space for Climb {
///     type State = u32;
///     type Move = char;
///     fn start(&self) -> u32 { 1 }
///     fn is_goal(&self, s: u32) -> bool { s == 100 }
///     fn expand(&self, s: u32, mut visit: impl FnMut(char, u32)) {
///         if s < 100 {
///             visit('d', s * 2);
///             visit('i', s + 1);
///         }
///     }
/// }
///
/// impl Offers for Climb {
///     engines!();
/// }
///
/// let report = Solver::new(&Climb).solve();
/// assert_eq!(report.path().unwrap(), ['d', 'i', 'd', 'd', 'd', 'i', 'd', 'd']);
/// assert!(report.is_optimal());
/// ```
pub trait Space: Sync {
    /// The packed state.
    type State: State;
    /// A move; meaningful only together with the state that it is made in.
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// Whether [`lower_bound`](Space::lower_bound) is consistent: it falls by at most one along a move. Where a search sees
    /// that it is not, it claims nothing that rests on the bound. A bound that is no larger than the distance for another
    /// reason, such as a sum of pattern databases, says `false`; then only a contradiction counts.
    const CONSISTENT: bool = true;

    /// Where the search begins unless a caller says otherwise.
    fn start(&self) -> Self::State;

    /// Whether the puzzle is solved here.
    fn is_goal(&self, state: Self::State) -> bool;

    /// Pushes every legal move and the state that it leads to.
    ///
    /// The order is the order in which algorithms try moves, so it must depend on the state alone.
    fn expand(&self, state: Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// A number of moves that no solution from here can undercut. Zero is always right; `u32::MAX` says that
    /// there is no solution from here.
    ///
    /// A* and IDA* are optimal for any such (admissible) bound and fastest for a consistent one, which drops
    /// by at most one along a move; [`CONSISTENT`](Space::CONSISTENT) says that it is, and
    /// [`check_space`](crate::check::check_space) tests that. The bound of a goal is zero.
    fn lower_bound(&self, _state: Self::State) -> u32 {
        0
    }

    /// Pushes what [`expand`](Space::expand) does, each with its bound, given the bound of the state. Override it where a
    /// bound is cheaper to update than to compute afresh; `None` has it computed where it is needed.
    #[inline]
    fn expand_with_bounds(
        &self,
        state: Self::State,
        _bound: u32,
        mut visit: impl FnMut(Self::Move, Self::State, Option<u32>),
    ) {
        self.expand(state, |m, next| visit(m, next, None));
    }

    /// One representative for all states that symmetry makes equal; the state itself where there is none.
    ///
    /// Symmetric states must have symmetric moves and agree on [`is_goal`](Space::is_goal). Engines search
    /// among representatives and translate the path back into moves from the true start.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }
}

/// A space that can also be walked against the arrows.
///
/// Unlocks bidirectional search, frontier search (if undirected) and distance tables.
pub trait Reversible: Space {
    /// Whether every move can be taken back by one move. Then [`retract`](Reversible::retract) visits the same
    /// states as [`expand`](Space::expand), and two layers suffice to recognise duplicates.
    const UNDIRECTED: bool;

    /// Pushes every pair `(m, p)` such that move `m` leads from `p` to `state`.
    fn retract(&self, state: Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// All goal states, if they can be listed: of those that symmetry makes equal, one suffices. An empty list says that
    /// there is no solution; `None` says that they are too many or unknown, and that backward search has nowhere to begin.
    fn goal_states(&self) -> Option<Vec<Self::State>> {
        None
    }
}

/// A space whose states are numbered `0..len`, one number each, so that a bit array can stand for a set.
///
/// The numbering may have gaps (numbers that no reachable state has) but never a collision. A wrong ranking
/// fails silently: run [`check_rank`](crate::check::check_rank) on every implementation.
pub trait Ranked: Space {
    /// How many numbers there are.
    fn len(&self) -> u64;

    /// Whether there is no state at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether numbers are so cheap, above all those of successors, that search on a bit array is faster than search of
    /// hashed states. Then [`Algorithm::Auto`](crate::Algorithm::Auto) prefers it even where memory suffices for both.
    fn is_quick(&self) -> bool {
        true
    }

    /// The number of a state.
    fn rank(&self, state: Self::State) -> u64;

    /// The state with a number; only called with numbers that [`rank`](Ranked::rank) gave.
    fn unrank(&self, rank: u64) -> Self::State;

    /// Whether the state with this number is a goal. Override it where that is cheaper than unranking.
    #[inline]
    fn is_goal_rank(&self, rank: u64) -> bool {
        self.is_goal(self.unrank(rank))
    }

    /// Pushes the numbers of all successors. Override it where a successor's number is cheaper to update than
    /// to compute afresh. The canonical representative is numbered if the space has symmetry.
    #[inline]
    fn expand_rank(&self, rank: u64, mut visit: impl FnMut(u64)) {
        self.expand(self.unrank(rank), |_, next| visit(self.rank(self.canonical(next))));
    }
}

/// A space that can be walked depth first with a cheaply updated bound, for IDA*.
///
/// The node carries whatever makes the update cheap: the blank's place, the bound itself.
pub trait Descent: Space {
    /// A state with its bookkeeping. Up to sixteen bytes travel in registers.
    type Node: Clone + Send + Sync;

    /// The node of a state.
    fn node(&self, state: Self::State) -> Self::Node;

    /// The bound of a node; equals [`Space::lower_bound`] of its state or is larger, still admissible.
    fn bound(&self, node: &Self::Node) -> u32;

    /// Whether the node is a goal. A goal's bound must be zero.
    fn is_goal_node(&self, node: &Self::Node) -> bool;

    /// Pushes every move and child, except those that only take back the move `last`.
    fn descend(&self, node: &Self::Node, last: Option<Self::Move>, visit: impl FnMut(Self::Move, Self::Node));
}
