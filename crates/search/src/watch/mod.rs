//! Watching a search: what an engine does, step by step, recorded while it runs.
//!
//! The engine itself is recorded, not a second version of it that is written to be looked at. It searches a space of
//! numbers (`logged.rs`) behind which the real one stands: every state that it expands and every goal that it tests
//! passes through there and is noted, in order, on one thread. Equal states have equal numbers, so the engine does what
//! it would do. From that log follows everything else: parents, depths, which successors were new and why others were
//! not followed ([`Event`]). Engines know nothing of it, and pay nothing for it.
//!
//! ```
//! use telusur_search::watch::Event;
//! use telusur_search::{Algorithm, Offers, Solver, Space, engines};
//!
//! /// Reach 10 from 1 by doubling and adding one.
//! struct Climb;
//!
//! impl Space for Climb {
//!     type State = u32;
//!     type Move = char;
//!     fn start(&self) -> u32 { 1 }
//!     fn is_goal(&self, s: u32) -> bool { s == 10 }
//!     fn expand(&self, s: u32, mut visit: impl FnMut(char, u32)) {
//!         if s < 10 {
//!             visit('d', s * 2);
//!             visit('i', s + 1);
//!         }
//!     }
//! }
//!
//! impl Offers for Climb {
//!     engines!();
//! }
//!
//! let recording = Solver::new(&Climb).algorithm(Algorithm::Bfs).try_watch(1000)?;
//! let expanded: Vec<u32> = recording
//!     .expanded()
//!     .map(|node| recording.states[recording.nodes[node as usize].state as usize])
//!     .collect();
//! assert_eq!(expanded[..5], [1, 2, 4, 3, 8]);
//! assert!(matches!(recording.events.last(), Some(Event::Goal { .. })));
//! assert_eq!(recording.report.length(), Some(4));
//! # Ok::<(), telusur_search::Unsupported>(())
//! ```

mod best_first;
mod deepening;
mod depth_first;
mod layers;
mod logged;
mod numbered;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use numbered::Retract;

use crate::algorithm::{Algorithm, Unsupported};
use crate::budget::{Cancel, Limit};
use crate::limits::{Deadline, Limits};
use crate::report::{Outcome, Report};
use crate::run::Run;
use crate::space::{Descent, Space};
use crate::{astar, bfs, bidirectional, dfs, idastar};
use logged::{Call, CallLog, Erased, Logged};
use numbered::Numbering;
use tree::Tree;

/// The algorithms whose steps can be watched.
pub const WATCHED: [Algorithm; 7] = [
    Algorithm::Bfs,
    Algorithm::Dfs,
    Algorithm::Iddfs,
    Algorithm::Bidirectional,
    Algorithm::Astar,
    Algorithm::Idastar,
    Algorithm::Greedy,
];

/// From which end a node was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// From the start.
    #[default]
    Start,
    /// From the goals, against the moves.
    Goal,
}

/// A node of a search tree: a state, and the way that led to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node<M> {
    /// The number of its state in [`Recording::states`].
    pub state: u32,
    /// The node that it was generated from; a root has none.
    pub parent: Option<u32>,
    /// The move between the two: from the parent, or on the goals' side to it.
    pub step: Option<M>,
    /// Moves from the root, which is g.
    pub depth: u32,
    /// The lower bound of moves to the goal, which is h; `None` for a dead end.
    pub bound: Option<u32>,
    /// From which end it was reached.
    pub side: Side,
}

impl<M> Node<M> {
    /// The same node with the move that led to it in another form.
    #[must_use]
    pub fn with_step<N>(&self, step: Option<N>) -> Node<N> {
        let &Node { state, parent, depth, bound, side, .. } = self;
        Node { state, parent, step, depth, bound, side }
    }
}

/// What becomes of a node when it is generated, or when its turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is put into the open list, and waits.
    Open,
    /// Its state was reached before, by this node.
    Visited(u32),
    /// Its state was reached before, by this node, and is open again: this way is shorter.
    Shorter(u32),
    /// Its state is on the path that leads to it.
    OnPath,
    /// It is as deep as this search may go.
    DepthLimit,
    /// Depth and bound together exceed the limit of this search.
    BoundLimit,
    /// The bound says that there is no solution from here.
    DeadEnd,
    /// Nothing through it is shorter than the solution that is known already.
    TooLong,
}

impl Fate {
    /// Its name in interfaces.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fate::Open => "open",
            Fate::Visited(_) => "visited",
            Fate::Shorter(_) => "shorter",
            Fate::OnPath => "on_path",
            Fate::DepthLimit => "depth_limit",
            Fate::BoundLimit => "bound_limit",
            Fate::DeadEnd => "dead_end",
            Fate::TooLong => "too_long",
        }
    }

    /// Whether the node waits for its turn.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Fate::Open | Fate::Shorter(_))
    }
}

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A search begins at a root; with a limit on depth (iterative deepening) or on depth and bound together (IDA*).
    Begin {
        /// The root.
        node: u32,
        /// The limit.
        limit: Option<u32>,
    },
    /// All nodes of a depth come next.
    Layer {
        /// From which end.
        side: Side,
        /// The depth.
        depth: u32,
    },
    /// A node is taken out of the open list, and its successors are listed.
    Expand {
        /// The node.
        node: u32,
    },
    /// A successor of the node that was expanded last.
    Generate {
        /// The successor.
        node: u32,
        /// What becomes of it.
        fate: Fate,
    },
    /// A node is taken out of the open list, and is not expanded.
    Drop {
        /// The node.
        node: u32,
        /// Why.
        why: Fate,
    },
    /// A node is a goal.
    Goal {
        /// The node.
        node: u32,
    },
    /// The two sides have met in one state.
    Meet {
        /// As it was reached from the start.
        node: u32,
        /// As it was reached from a goal.
        with: u32,
    },
}

/// A search as it went.
#[derive(Clone, Debug)]
pub struct Recording<T, M> {
    /// What ran.
    pub algorithm: Algorithm,
    /// The states that nodes refer to.
    pub states: Vec<T>,
    /// The nodes, in the order in which they were generated.
    pub nodes: Vec<Node<M>>,
    /// The steps, in order.
    pub events: Vec<Event>,
    /// The nodes of the solution, from the start to the goal.
    pub path: Vec<u32>,
    /// Whether every step is here; otherwise these are the first ones.
    pub is_whole: bool,
    /// The limit that came before the end, other than the number of steps that were asked for.
    pub limit: Option<Limit>,
    /// What the engine itself says.
    pub report: Report<M>,
}

impl<T, M> Recording<T, M> {
    /// The nodes that were expanded, in order.
    pub fn expanded(&self) -> impl Iterator<Item = u32> + '_ {
        self.events.iter().filter_map(|event| match event {
            Event::Expand { node } => Some(*node),
            _ => None,
        })
    }
}

/// Bytes that one successor takes beside its states: in the log, in the tree, among the events and the moves.
const STEP_BYTES: u64 = 192;

/// Runs an algorithm that works on the space, which IDA* descends through nodes, and records at most so many expansions
/// and successors together.
pub(crate) fn record<S: Space, D: Descent<State = S::State, Move = S::Move>>(
    (space, descent, backwards): (&S, &D, Option<Retract<S>>),
    start: S::State,
    algorithm: Algorithm,
    limits: &Limits,
    most: usize,
) -> Result<Recording<S::State, S::Move>, Unsupported> {
    // The recording gets half of the memory at most, and the search the rest.
    let step = STEP_BYTES + 3 * size_of::<S::State>() as u64;
    let fitting = limits.bytes_left().map_or(u64::MAX, |left| left / 2 / step);
    let fitting = usize::try_from(fitting).unwrap_or(usize::MAX);
    // Where memory holds fewer steps than were asked for, it is what ends a full recording.
    let scarce = limits.bytes.filter(|_| fitting < most).map(Limit::Bytes);
    let most = most.min(fitting);
    let limits = limits.reserving(most as u64 * step);
    let mut numbered = Numbering::new(space, descent, backwards);
    let first = numbered.number(start);
    let (tree, is_whole, limit, report) = run(&mut numbered, first, algorithm, &limits, most)?;
    let limit = limit.or(scarce.filter(|_| !is_whole));
    let Tree { nodes, events, path } = tree;
    let moved = |step: u32| numbered.moves[step as usize];
    let outcome = match report.outcome {
        Outcome::Solved { path, optimal } => {
            Outcome::Solved { path: path.into_iter().map(moved).collect(), optimal }
        }
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped(stopped) => Outcome::Stopped(limit.unwrap_or(stopped)),
    };
    let Report { algorithm: engine, lower_bound, depths, broken, stats, .. } = report;
    let same = Report::new(engine, outcome, lower_bound, stats).with_reason("it was asked for");
    let report = Report { depths, broken, ..same };
    let nodes = nodes.into_iter().map(|node| node.with_step(node.step.map(moved))).collect();
    Ok(Recording { algorithm, states: numbered.states, nodes, events, path, is_whole, limit, report })
}

/// Runs the engine on numbers, and makes a tree of what it did: the tree, whether it is whole, the limit that came first,
/// and what the engine says. This is compiled once, for all spaces.
fn run(
    space: &mut dyn Erased,
    start: u32,
    algorithm: Algorithm,
    limits: &Limits,
    most: usize,
) -> Result<(Tree, bool, Option<Limit>, Report<u32>), Unsupported> {
    // A full recording ends this search, and nothing else that the flag of the task would end.
    let full = Cancel::new();
    let mut own = limits.clone();
    own.deadline = Deadline::new(limits.deadline.left(), full.clone());
    let bound_checks = space.bound_checks();
    let notes_every_test = algorithm != Algorithm::Bidirectional;
    let logged = Logged::new(space, start, (most, notes_every_test), full, &limits.deadline);
    let mut run = Run::new(own);
    run.bound_checks = bound_checks;
    let report = match algorithm {
        Algorithm::Bfs => bfs::bfs(&logged, start, &mut run),
        Algorithm::Dfs => dfs::dfs(&logged, start, &mut run),
        Algorithm::Iddfs => dfs::iddfs(&logged, start, &mut run),
        Algorithm::Bidirectional => bidirectional::bidirectional(&logged, start, &mut run),
        Algorithm::Astar => astar::astar(&logged, start, &mut run),
        Algorithm::Greedy => astar::greedy(&logged, start, &mut run),
        Algorithm::Idastar => idastar::idastar(&logged, start, &mut run),
        _ => return Err(Unsupported { algorithm, why: NOT_WATCHED }),
    };
    let CallLog { space, calls, is_full, .. } = logged.into_log();
    // What comes after the expansions of the search itself rebuilds the path.
    let expanded = usize::try_from(report.stats.expanded).unwrap_or(usize::MAX);
    let mut expansions = (0..calls.len()).filter(|&at| !matches!(calls[at], Call::Goal(..)));
    let calls = &calls[..expansions.nth(expanded).unwrap_or(calls.len())];
    let limit = match report.outcome {
        Outcome::Stopped(Limit::Cancelled | Limit::Time(_)) => limits.deadline.check().err(),
        Outcome::Stopped(limit) => Some(limit),
        Outcome::Solved { .. } | Outcome::Unsolvable => None,
    };
    let replay = Replay { space, calls, start, is_full };
    let (mut tree, is_explained) = match algorithm {
        Algorithm::Bfs | Algorithm::Bidirectional => layers::replay(replay, &report),
        Algorithm::Astar => best_first::replay(replay, false),
        Algorithm::Greedy => best_first::replay(replay, true),
        Algorithm::Idastar => deepening::replay(replay),
        _ => depth_first::replay(replay, algorithm == Algorithm::Iddfs, &report),
    };
    debug_assert!(is_explained, "{algorithm} did what its recording can't explain");
    let is_whole = is_explained && !is_full && limit.is_none();
    if !is_whole {
        tree.path.clear();
    }
    Ok((tree, is_whole, limit, report))
}

/// What whoever asks for another algorithm reads.
pub(crate) const NOT_WATCHED: &str =
    "its steps can't be shown: use bfs, dfs, iddfs, bidirectional, astar, idastar or greedy";

/// What a tree is made of: the log of an engine, and the space to ask for bounds.
struct Replay<'a> {
    space: &'a mut dyn Erased,
    calls: &'a [Call],
    start: u32,
    /// Whether the end of the log is missing.
    is_full: bool,
}
