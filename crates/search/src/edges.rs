//! Arrows between numbered states, written down, and distances against them.

/// No goal can be reached. Distances are smaller than the number of states, and so smaller than this.
pub(crate) const NEVER: u32 = u32::MAX;

/// Arrows by their tails: those of `i` are `heads[first[i]..first[i + 1]]`.
///
/// States have numbers of 32 bits; there may be more arrows than that.
pub(crate) struct Edges {
    first: Vec<usize>,
    heads: Vec<u32>,
}

impl Edges {
    /// No tails yet.
    pub(crate) fn new() -> Self {
        Edges { first: vec![0], heads: Vec::new() }
    }

    /// An arrow of the tail that is being written.
    #[inline]
    pub(crate) fn push(&mut self, head: u32) {
        self.heads.push(head);
    }

    /// The heads of the tail that is being written.
    pub(crate) fn written(&self) -> &[u32] {
        &self.heads[self.first.last().copied().unwrap_or(0)..]
    }

    /// The tail that was written is complete.
    pub(crate) fn end_tail(&mut self) {
        self.first.push(self.heads.len());
    }

    /// How many tails are complete.
    pub(crate) fn tails(&self) -> usize {
        self.first.len() - 1
    }

    /// How many arrows there are.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// The heads of a tail; none if it was never written.
    pub(crate) fn of(&self, tail: u32) -> &[u32] {
        let tail = tail as usize;
        match self.first.get(tail..tail + 2) {
            Some(&[from, to]) => &self.heads[from..to],
            _ => &[],
        }
    }

    /// The same arrows by their heads; all of them must be tails.
    pub(crate) fn reversed(&self) -> Edges {
        let mut first = vec![0; self.first.len()];
        for &head in &self.heads {
            first[head as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut heads = vec![0; self.heads.len()];
        for tail in 0..self.tails() as u32 {
            for &head in self.of(tail) {
                let place = &mut next[head as usize];
                heads[*place] = tail;
                *place += 1;
            }
        }
        Edges { first, heads }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let (first, heads) = (self.first.capacity(), self.heads.capacity());
        (first * size_of::<usize>() + heads * size_of::<u32>()) as u64
    }
}

/// Distances of all states to the nearest goal, by one search along reversed arrows from all goals at once.
pub(crate) fn distances(back: &Edges, goals: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut distances = vec![NEVER; back.tails()];
    let mut queue: Vec<u32> = goals.collect();
    for &goal in &queue {
        distances[goal as usize] = 0;
    }
    let mut at = 0;
    while let Some(&state) = queue.get(at) {
        at += 1;
        for &previous in back.of(state) {
            if distances[previous as usize] == NEVER {
                distances[previous as usize] = distances[state as usize] + 1;
                queue.push(previous);
            }
        }
    }
    distances
}
