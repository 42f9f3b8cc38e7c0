//! Arrows between numbered states, written down, and what spreads against them: distances, values of games.

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
        let mut step = |steps: usize| pace.look(steps as u64, None, &mut *look);
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

/// What happens when a layer is done, and from time to time before: its number, states settled so far, states settled
/// by it.
pub(crate) type OnLayer<'t> = &'t mut dyn FnMut(u32, u64, u64) -> Result<(), Limit>;

/// The one backward analysis: from states that are settled, layer by layer along reversed arrows.
///
/// Wherever an arrow leads from an earlier state to one that was settled in the layer before, `settles` is asked with
/// the settled state, the earlier one and the number of the layer, and says whether the earlier one belongs to it. It is
/// asked about every arrow once, so it may count them; a state that it has let in before, it must refuse.
///
/// # Errors
/// What `turn` says, or that there is no memory for a layer.
pub(crate) fn spread_back(
    back: &Edges,
    mut layer: List<u32>,
    mut settles: impl FnMut(u32, u32, u32) -> bool,
    turn: OnLayer<'_>,
    memory: &Memory,
) -> Result<(), Limit> {
    let mut next = List::new(memory);
    let (mut steps, mut pace) = (0, Pace::new());
    let (mut number, mut done) = (0u32, 0u64);
    while !layer.is_empty() {
        number += 1;
        for &settled in layer.iter() {
            steps += 1;
            pace.look(steps, None, || turn(number, done, next.len() as u64))?;
            for &earlier in back.of(settled) {
                if settles(settled, earlier, number) {
                    next.push(earlier)?;
                }
            }
        }
        done += layer.len() as u64;
        turn(number, done, next.len() as u64)?;
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    Ok(())
}

/// Distances of all states to the nearest goal, along reversed arrows: one to a state that is nearer suffices.
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
    let mut layer = List::new(memory);
    for goal in goals {
        distances[goal as usize] = 0;
        layer.push(goal)?;
    }
    let is_nearer = |_: u32, earlier: u32, distance: u32| {
        let known = &mut distances[earlier as usize];
        let is_new = *known == NEVER;
        if is_new {
            *known = distance;
        }
        is_new
    };
    spread_back(back, layer, is_nearer, &mut |_, _, _| deadline.check(), memory)?;
    Ok(distances)
}
