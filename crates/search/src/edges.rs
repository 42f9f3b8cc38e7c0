//! Arrows between numbered states, written down, and distances against them.

use crate::budget::Limit;
use crate::limits::{Deadline, Pace};
use crate::memory::{List, Memory};

/// No goal can be reached. Distances are smaller than the number of states, and so smaller than this.
pub(crate) const NEVER: u32 = u32::MAX;

/// Arrows by their tails: those of `i` are `heads[ends[i - 1]..ends[i]]`.
///
/// States have numbers of 32 bits; there may be more arrows than that.
pub(crate) struct Edges {
    ends: List<usize>,
    heads: List<u32>,
}

impl Edges {
    /// No tails yet.
    pub(crate) fn new(memory: &Memory) -> Self {
        Edges { ends: List::new(memory), heads: List::new(memory) }
    }

    /// An arrow of the tail that is being written.
    #[inline]
    pub(crate) fn push(&mut self, head: u32) -> Result<(), Limit> {
        self.heads.push(head)
    }

    /// The heads of the tail that is being written.
    pub(crate) fn written(&self) -> &[u32] {
        &self.heads[self.ends.last().copied().unwrap_or(0)..]
    }

    /// The tail that was written is complete.
    pub(crate) fn end_tail(&mut self) -> Result<(), Limit> {
        self.ends.push(self.heads.len())
    }

    /// How many tails are complete.
    pub(crate) fn tails(&self) -> usize {
        self.ends.len()
    }

    /// How many arrows there are.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// The heads of a tail; none if it was never written.
    pub(crate) fn of(&self, tail: u32) -> &[u32] {
        let tail = tail as usize;
        let Some(&to) = self.ends.get(tail) else { return &[] };
        let from = tail.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.heads[from..to]
    }

    /// The same arrows by their heads; all of them must be tails.
    ///
    /// # Errors
    /// If there is no memory for them, or what `look` says, which is asked from time to time.
    pub(crate) fn reversed(
        &self,
        memory: &Memory,
        look: &mut dyn FnMut() -> Result<(), Limit>,
    ) -> Result<Edges, Limit> {
        let mut pace = Pace::new();
        let mut step = |steps: usize| {
            if pace.is_due(steps as u64) {
                look()?;
                pace.looked(steps as u64, None);
            }
            Ok(())
        };
        // First the number of arrows of each head, then where its next one goes, in the end where they end.
        let mut ends = List::filled(0usize, self.tails(), memory)?;
        for (i, &head) in self.heads.iter().enumerate() {
            step(i)?;
            ends[head as usize] += 1;
        }
        let mut sum = 0;
        for end in ends.iter_mut() {
            sum += std::mem::replace(end, sum);
        }
        let mut heads = List::filled(0u32, self.heads.len(), memory)?;
        for tail in 0..self.tails() as u32 {
            step(self.heads.len() + tail as usize)?;
            for &head in self.of(tail) {
                let place = &mut ends[head as usize];
                heads[*place] = tail;
                *place += 1;
            }
        }
        Ok(Edges { ends, heads })
    }

    /// Removes all of them.
    pub(crate) fn forget(&mut self) {
        self.ends.release();
        self.heads.release();
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.ends.bytes() + self.heads.bytes()
    }
}

/// Distances of all states to the nearest goal, by one search along reversed arrows from all goals at once.
///
/// # Errors
/// If there is no memory for them, or the deadline has come.
pub(crate) fn distances(
    back: &Edges,
    goals: impl Iterator<Item = u32>,
    memory: &Memory,
    deadline: &Deadline,
) -> Result<List<u32>, Limit> {
    let mut distances = List::filled(NEVER, back.tails(), memory)?;
    let mut queue = List::new(memory);
    for goal in goals {
        distances[goal as usize] = 0;
        queue.push(goal)?;
    }
    let (mut at, mut pace) = (0, Pace::new());
    while let Some(&state) = queue.get(at) {
        at += 1;
        if pace.is_due(at as u64) {
            deadline.check()?;
            pace.looked(at as u64, None);
        }
        for &previous in back.of(state) {
            if distances[previous as usize] == NEVER {
                distances[previous as usize] = distances[state as usize] + 1;
                queue.push(previous)?;
            }
        }
    }
    Ok(distances)
}
