//! Depth-first search with memory: each state is settled once, after all that it depends on.
//!
//! The path lies on a stack of our own, so long games need no deep recursion. A state that comes back on its own path is
//! reported as [`Halt::Cycle`].

use super::Halt;
use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::limits::{Limits, Pace};
use crate::memory::{Chunks, Growing, List, Memory};
use crate::run::{Progress, Run, Work};
use crate::space::State;

/// How the value of a state follows from the values of others.
pub(super) trait Rule {
    type State: State;
    type Value: Copy;
    /// What is gathered of the values of those others.
    type Sum: Copy + Default;

    /// Lists the states that a state depends on; they are settled in this order.
    fn list(&self, state: Self::State, list: &mut Growing<'_, Self::State>);

    /// Adds the value of one of them; says whether the others are not needed any more.
    fn add(&self, sum: &mut Self::Sum, value: Self::Value) -> bool;

    /// The value of a state. `known` tells the value of everything that it depends on, unless that was not needed.
    fn value(
        &self,
        state: Self::State,
        sum: Self::Sum,
        known: &dyn Fn(Self::State) -> Option<Self::Value>,
        memory: &Memory,
    ) -> Result<Self::Value, Limit>;
}

/// A state that waits for others.
#[derive(Clone, Copy)]
struct Frame<T> {
    number: u32,
    /// Where the states that it waits for begin on the common stack.
    first: usize,
    sum: T,
}

/// What is known of a state.
#[derive(Clone, Copy)]
enum Standing<V> {
    /// Nothing: it is new, or a limit ended the question in which it came up.
    Open,
    OnPath,
    Settled(V),
}

/// The values of states, as far as they are settled.
pub(super) struct Settled<R: Rule> {
    rule: R,
    memory: Memory,
    states: Arena<R::State>,
    /// Of each numbered state.
    standings: Chunks<Standing<R::Value>>,
    frames: Chunks<Frame<R::Sum>>,
    waiting: Chunks<R::State>,
    /// What one state depends on.
    listed: List<R::State>,
    pace: Pace,
    pub(super) work: Work,
}

impl<R: Rule> Settled<R> {
    /// Nothing is settled yet.
    pub(super) fn new(rule: R, limits: &Limits) -> Self {
        let memory = Memory::of(limits);
        Settled {
            rule,
            states: Arena::new(&memory),
            standings: Chunks::new(&memory),
            frames: Chunks::new(&memory),
            waiting: Chunks::new(&memory),
            listed: List::new(&memory),
            memory,
            pace: Pace::new(),
            work: Work::default(),
        }
    }

    /// How many states have been looked at.
    pub(super) fn stored(&self) -> u64 {
        self.states.len() as u64
    }

    /// The value of a state, if it is settled.
    pub(super) fn get(&self, state: R::State) -> Option<R::Value> {
        match self.standing(state) {
            Standing::Settled(value) => Some(value),
            Standing::Open | Standing::OnPath => None,
        }
    }

    fn standing(&self, state: R::State) -> Standing<R::Value> {
        self.states.find(state).map_or(Standing::Open, |number| self.standings[number as usize])
    }

    /// The value of a state.
    ///
    /// # Errors
    /// If a limit came first or states depend on themselves.
    pub(super) fn settle(&mut self, state: R::State, run: &mut Run<'_>) -> Result<R::Value, Halt> {
        if let Some(known) = self.get(state) {
            return Ok(known);
        }
        let value = self.settle_all(state, run);
        run.note(self.stored(), self.memory.peak());
        value
    }

    fn settle_all(&mut self, root: R::State, run: &mut Run<'_>) -> Result<R::Value, Halt> {
        // A limit may have left something of an earlier question.
        while let Some(frame) = self.frames.pop() {
            self.standings[frame.number as usize] = Standing::Open;
        }
        self.waiting.truncate(0);
        self.open(root, run)?;
        let mut settled = None;
        while let Some(top) = self.frames.len().checked_sub(1) {
            let frame = &mut self.frames[top];
            let is_settled = settled.take().is_some_and(|value| self.rule.add(&mut frame.sum, value));
            if is_settled || self.waiting.len() == frame.first {
                let Frame { number, first, sum } = *frame;
                let state = self.states.states[number as usize];
                let value = self.rule.value(state, sum, &|state| self.get(state), &self.memory)?;
                self.standings[number as usize] = Standing::Settled(value);
                self.waiting.truncate(first);
                self.frames.pop();
                settled = Some(value);
            } else if let Some(next) = self.waiting.pop() {
                match self.standing(next) {
                    Standing::Settled(value) => settled = Some(value),
                    Standing::OnPath => return Err(Halt::Cycle),
                    Standing::Open => self.open(next, run)?,
                }
            }
        }
        settled.ok_or(Halt::Cycle)
    }

    /// Numbers a state, unless it has a number, and puts what it depends on on the stack.
    fn open(&mut self, state: R::State, run: &mut Run<'_>) -> Result<(), Limit> {
        // Whatever fails, every number has a standing.
        if self.standings.len() == self.states.len() {
            self.standings.push(Standing::Open)?;
        }
        let (number, _) = self.states.insert(state)?;
        self.listed.clear();
        self.listed.gather(|list| self.rule.list(state, list))?;
        let first = self.waiting.len();
        // The first one lies on top.
        for &next in self.listed.iter().rev() {
            self.waiting.push(next)?;
        }
        self.work += Work { expanded: 1, generated: self.listed.len() as u64 };
        self.pace.look(self.work.expanded, run.limits.states, || {
            run.check(&Progress {
                depth: self.frames.len() as u32,
                frontier: self.waiting.len() as u64,
                stored: self.states.len() as u64,
                bytes: self.memory.peak(),
                ..self.work.progress(Algorithm::Dfs)
            })
        })?;
        self.frames.push(Frame { number, first, sum: R::Sum::default() })?;
        self.standings[number as usize] = Standing::OnPath;
        Ok(())
    }
}
