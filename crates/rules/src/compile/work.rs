//! What compiling a text may take: a counted number of steps and of bytes, the same on every machine, and within the time
//! and memory of the task that it is a part of.

use super::node::Node;
use crate::allowance;
use telusur_search::memory::Memory;
use telusur_search::{Deadline, Limits};

/// Most steps that compiling one text may take: some tenths of a second. Expressions share parts, so that a small one can
/// stand for very many steps: whatever walks through one counts, and gives up here.
pub(crate) const MOST_STEPS: u64 = 8_000_000;
/// Most bytes that compiling one text may hold at a time, counted as expressions, cases and tables.
pub(crate) const MOST_BYTES: u64 = 64 << 20;
/// Steps between two looks at the clock: less than a millisecond.
const STEPS_PER_LOOK: u64 = 4096;

/// Why a text can't be compiled, although every word of it is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooMuch {
    /// More steps or bytes than any text is allowed.
    Work,
    /// Expressions too deep.
    Depth,
    /// A set with too many elements.
    Set,
    /// More time than is allowed.
    Time,
    /// More memory than the task has left.
    Memory,
}

/// The work that compiling has taken so far.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) steps: u64,
    /// When it must be done: as the caller says, and as the current thread's allowance does.
    deadlines: [Option<Deadline>; 2],
    /// At how many steps the clock is read next.
    next_look: u64,
    memory: Memory,
    /// Bytes reserved.
    held: u64,
    /// Bytes that the current thread's allowance grants.
    granted: u64,
}

impl Default for Work {
    fn default() -> Self {
        Work::within(&Limits::none())
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.release_to(0);
    }
}

impl Work {
    /// Work within the time and memory of a task, and within the current thread's allowance.
    pub(crate) fn within(limits: &Limits) -> Self {
        let allowance = allowance::current();
        let granted = allowance.as_ref().map_or(u64::MAX, |allowance| allowance.bytes);
        let own = allowance.map(|allowance| allowance.deadline.within(allowance.time));
        Work {
            steps: 0,
            deadlines: [Some(limits.deadline.clone()), own],
            next_look: 0,
            memory: Memory::of(limits),
            held: 0,
            granted,
        }
    }

    pub(crate) fn check(&mut self) -> Result<(), TooMuch> {
        if self.steps >= self.next_look {
            self.next_look = self.steps + STEPS_PER_LOOK;
            if self.deadlines.iter().flatten().any(Deadline::is_over) {
                return Err(TooMuch::Time);
            }
        }
        if self.steps > MOST_STEPS { Err(TooMuch::Work) } else { Ok(()) }
    }

    /// Steps that are left.
    pub(crate) fn steps_left(&self) -> usize {
        usize::try_from(MOST_STEPS.saturating_sub(self.steps)).unwrap_or(usize::MAX)
    }

    /// Counts steps, and checks.
    pub(crate) fn take(&mut self, steps: usize) -> Result<(), TooMuch> {
        self.steps = self.steps.saturating_add(steps as u64);
        self.check()
    }

    /// Reserves bytes.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), TooMuch> {
        let bytes = bytes as u64;
        let held = self.held.saturating_add(bytes);
        if held > self.granted {
            return Err(TooMuch::Memory);
        }
        if held > MOST_BYTES {
            return Err(TooMuch::Work);
        }
        self.memory.take(bytes).map_err(|_| TooMuch::Memory)?;
        self.held += bytes;
        Ok(())
    }

    /// Counts an expression that was made.
    pub(crate) fn made(&mut self, node: &Node) -> Result<(), TooMuch> {
        self.hold(node.bytes())?;
        self.take(1 + node.slots.len() / 4)
    }

    /// The bytes that are reserved now.
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// Gives back what was reserved between two marks, and keeps what was reserved after them.
    pub(crate) fn keep(&mut self, from: u64, to: u64) -> Result<(), TooMuch> {
        let kept = self.held.saturating_sub(to);
        self.release_to(from);
        self.hold(kept as usize)
    }

    /// Gives back what was reserved beyond a number of bytes.
    pub(crate) fn release_to(&mut self, held: u64) {
        self.memory.give_back(self.held.saturating_sub(held));
        self.held = self.held.min(held);
    }
}
