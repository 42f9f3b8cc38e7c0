//! A space of numbers that notes what an engine asks of it, and asks the real space behind it.

use crate::budget::Cancel;
use crate::limits::Deadline;
use crate::run::BoundChecks;
use crate::space::{Descent, Reversible, Space};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A successor, or on the goals' side a predecessor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The number of the move.
    pub(super) step: u32,
    /// The state.
    pub(super) state: u32,
    /// The state that stands for it and all that symmetry makes equal.
    pub(super) representative: u32,
    /// The node, where the engine descends through nodes, and its bound.
    pub(super) node: u32,
    pub(super) bound: u32,
}

/// What an engine asked for: of states, or of nodes if it descends through them.
#[derive(Clone, Debug)]
pub(super) enum Call {
    /// The successors.
    Expand(u32, Vec<Child>),
    /// The predecessors.
    Retract(u32, Vec<Child>),
    /// Whether it is a goal, and the answer.
    Goal(u32, bool),
}

/// A space whose states, moves and nodes are numbers, in the order in which they come up.
pub(super) trait Erased: Send {
    fn bound_checks(&self) -> BoundChecks;
    fn is_goal(&mut self, state: u32) -> bool;
    fn bound(&mut self, state: u32) -> u32;
    fn representative(&mut self, state: u32) -> u32;
    /// All successors.
    fn expand(&mut self, state: u32) -> Vec<Child>;
    /// All predecessors; none if the space can't be searched backwards.
    fn retract(&mut self, state: u32) -> Vec<Child>;
    fn goals(&mut self) -> Option<Vec<u32>>;
    /// The node of a state.
    fn node(&mut self, state: u32) -> u32;
    fn node_bound(&mut self, node: u32) -> u32;
    fn is_goal_node(&mut self, node: u32) -> bool;
    fn descend(&mut self, node: u32, last: Option<u32>) -> Vec<Child>;
    /// The state after a move that was listed for it or for a state equal to it.
    fn after(&mut self, state: u32, step: u32) -> Option<u32>;
}

/// What an engine asked for, in order, as far as there is room.
pub(super) struct CallLog<'a> {
    pub(super) space: &'a mut dyn Erased,
    pub(super) calls: Vec<Call>,
    /// How many children are in them.
    children: usize,
    /// Whether something is missing at the end.
    pub(super) is_full: bool,
    most: usize,
    /// Whether goal tests that fail are noted too: they say nothing about a search that tests all that it reaches.
    notes_every_test: bool,
    full: Cancel,
    deadline: &'a Deadline,
}

pub(super) struct Logged<'a> {
    start: u32,
    log: Mutex<CallLog<'a>>,
}

impl<'a> Logged<'a> {
    /// At most so many expansions and children are noted. Then, or when the deadline of the task is over, the engine is
    /// stopped by the flag.
    pub(super) fn new(
        space: &'a mut dyn Erased,
        start: u32,
        (most, notes_every_test): (usize, bool),
        full: Cancel,
        deadline: &'a Deadline,
    ) -> Self {
        let (calls, children, is_full) = (Vec::new(), 0, false);
        let log = CallLog { space, calls, children, is_full, most, notes_every_test, full, deadline };
        Logged { start, log: Mutex::new(log) }
    }

    pub(super) fn into_log(self) -> CallLog<'a> {
        self.log.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// There is one thread; the lock is there because spaces are shared.
    fn log(&self) -> MutexGuard<'_, CallLog<'a>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists children, notes them, and lets the engine have them when the log is free again: it asks about them.
    fn list(
        &self,
        list: impl FnOnce(&mut dyn Erased) -> Vec<Child>,
        call: impl FnOnce(Vec<Child>) -> Call,
        visit: impl FnMut(Child),
    ) {
        let mut log = self.log();
        let listed = list(log.space);
        log.children += listed.len();
        log.note(call(listed.clone()));
        drop(log);
        listed.into_iter().for_each(visit);
    }
}

impl CallLog<'_> {
    /// Notes a call if it fits with its children. If not, it is the last thing that does not: the engine is told to stop.
    fn note(&mut self, call: Call) {
        self.is_full |= self.calls.len() + self.children > self.most;
        if self.is_full || self.deadline.cancel().is_cancelled() {
            self.full.cancel();
        }
        if !self.is_full {
            self.calls.push(call);
        }
    }
}

impl Space for Logged<'_> {
    type State = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, state: u32) -> bool {
        let mut log = self.log();
        let is_goal = log.space.is_goal(state);
        // Listed goals are tested before the search begins; they are the roots of its tree, not steps of it.
        let is_step = is_goal && (log.children > 0 || state == self.start);
        if is_step || log.notes_every_test {
            log.note(Call::Goal(state, is_goal));
        }
        is_goal
    }

    fn expand(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
        let call = |listed| Call::Expand(state, listed);
        self.list(|space| space.expand(state), call, |child| visit(child.step, child.state));
    }

    fn lower_bound(&self, state: u32) -> u32 {
        self.log().space.bound(state)
    }

    fn canonical(&self, state: u32) -> u32 {
        self.log().space.representative(state)
    }
}

impl Reversible for Logged<'_> {
    /// Nothing that is watched asks.
    const UNDIRECTED: bool = false;

    fn retract(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
        let call = |listed| Call::Retract(state, listed);
        self.list(|space| space.retract(state), call, |child| visit(child.step, child.state));
    }

    fn goal_states(&self) -> Option<Vec<u32>> {
        self.log().space.goals()
    }
}

impl Descent for Logged<'_> {
    type Node = u32;

    fn node(&self, state: u32) -> u32 {
        self.log().space.node(state)
    }

    fn bound(&self, node: &u32) -> u32 {
        self.log().space.node_bound(*node)
    }

    fn is_goal_node(&self, node: &u32) -> bool {
        let mut log = self.log();
        let is_goal = log.space.is_goal_node(*node);
        if is_goal {
            log.note(Call::Goal(*node, is_goal));
        }
        is_goal
    }

    fn descend(&self, node: &u32, last: Option<u32>, mut visit: impl FnMut(u32, u32)) {
        let call = |listed| Call::Expand(*node, listed);
        self.list(|space| space.descend(*node, last), call, |child| visit(child.step, child.node));
    }
}
