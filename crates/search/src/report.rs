//! What a search says when it ends: [`Report`] for one solution, [`Exploration`] for a whole space.

use crate::budget::Limit;
use crate::solver::Algorithm;
use num_bigint::BigUint;
use std::fmt;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States whose successors were listed.
    pub expanded: u64,
    /// Successors listed, duplicates included.
    pub generated: u64,
    /// Most states stored at one time.
    pub stored: u64,
    /// Most bytes held at one time in tables, layers and buffers.
    pub peak_bytes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
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
    /// States first met at each depth, for engines that work layer by layer; otherwise empty.
    pub depths: Vec<u64>,
    /// What it cost.
    pub stats: Stats,
}

impl<M> Report<M> {
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
    /// States at each distance from the start; their sum is the number of states met.
    pub depths: Vec<u64>,
    /// Whether all reachable states were met; otherwise the last depth may be partial.
    pub stopped: Option<Limit>,
    /// Goal states met.
    pub goals: u64,
    /// Distance of the nearest goal.
    pub goal_distance: Option<u32>,
    /// The nearest goals, in ascending order; at most [`Exploration::SAMPLE`] of them.
    pub nearest_goals: Vec<S>,
    /// The farthest states, in ascending order; at most [`Exploration::SAMPLE`] of them.
    pub farthest: Vec<S>,
    /// Edges seen: for every expanded state its legal moves.
    pub edges: u64,
    /// Number of different shortest solutions, if it was asked for and a goal was met.
    pub shortest_solutions: Option<BigUint>,
    /// What it cost.
    pub stats: Stats,
}

impl<S> Exploration<S> {
    /// How many states the lists of special states hold at most.
    pub const SAMPLE: usize = 1024;

    /// Number of states met.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.depths.iter().sum()
    }

    /// The greatest distance from the start that a state was met at.
    #[must_use]
    pub fn radius(&self) -> u32 {
        self.depths.len().saturating_sub(1) as u32
    }

    /// Whether all reachable states were met.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}
