//! Many states at once, all layouts of a piece set or all that can be reached: their connected components, and how
//! far each is from the nearest goal.

use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use telusur_search::limits::Pace;
use telusur_search::memory::{List, Memory};
use telusur_search::{Deadline, Limit, Space};

/// A list of states with an index and their distances to the nearest goal.
pub(super) struct Atlas<T> {
    states: List<T>,
    index: Index,
    distances: List<u32>,
}

/// The distance of a state from which no goal can be reached. Distances are smaller than the number of states, and
/// so smaller than this.
const UNSOLVABLE: u32 = u32::MAX;

/// Why not everything was reached.
#[derive(Debug)]
pub(super) enum Unfinished {
    /// There is more than was allowed; so many states were reached.
    Larger(usize),
    /// It was stopped.
    Stopped(Limit),
}

impl From<Limit> for Unfinished {
    fn from(limit: Limit) -> Self {
        Unfinished::Stopped(limit)
    }
}

impl<T: Copy + Eq + Hash + Ord> Atlas<T> {
    /// Works out the distances of all states of a list, which must be closed under moves and hold nothing
    /// twice. Moves must be undirected.
    ///
    /// # Errors
    /// If time is up or memory is full before.
    pub(super) fn new<S: Space<State = T>>(
        space: &S,
        states: List<T>,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<Self, Limit> {
        // Callers list a few million layouts at most.
        debug_assert!(states.len() < EMPTY as usize, "numbers have 32 bits");
        let mut index = Index::with_room(states.len(), memory)?;
        for (i, &state) in states.iter().enumerate() {
            index.put(state, i as u32);
        }
        Self::measured(space, states, index, memory, deadline)
    }

    /// Everything that can be reached from a state, if that is at most `most` and neither memory nor the deadline ends
    /// it first.
    pub(super) fn reachable<S: Space<State = T>>(
        space: &S,
        start: T,
        most: usize,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<Self, Unfinished> {
        // Numbers have 32 bits; half of them leave room for the successors of one state.
        let most = most.min(1 << 31);
        let mut states = List::new(memory);
        states.push(space.canonical(start))?;
        let mut index = Index::with_room(1 << 10, memory)?;
        index.put(states[0], 0);
        let (mut at, mut pace) = (0, Pace::new());
        while at < states.len() {
            let mut stored = Ok(());
            space.expand(states[at], |_, next| {
                let next = space.canonical(next);
                if stored.is_ok() && index.find(&states, next).is_none() {
                    stored = index.put_growing(&states, next, memory).and_then(|()| states.push(next));
                }
            });
            stored?;
            at += 1;
            if states.len() > most {
                return Err(Unfinished::Larger(states.len()));
            }
            if pace.is_due(at as u64) {
                deadline.check()?;
                pace.looked(at as u64, None);
            }
        }
        Ok(Self::measured(space, states, index, memory, deadline)?)
    }

    /// One search from all goals meets everything that can be solved.
    fn measured<S: Space<State = T>>(
        space: &S,
        states: List<T>,
        index: Index,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<Self, Limit> {
        let mut distances = List::filled(UNSOLVABLE, states.len(), memory)?;
        let mut open: List<u32> = List::new(memory);
        for (i, &state) in states.iter().enumerate() {
            if space.is_goal(state) {
                distances[i] = 0;
                open.push(i as u32)?;
            }
        }
        let (mut at, mut pace) = (0, Pace::new());
        while let Some(&i) = open.get(at) {
            at += 1;
            if pace.is_due(at as u64) {
                deadline.check()?;
                pace.looked(at as u64, None);
            }
            let next_distance = distances[i as usize] + 1;
            let mut stored = Ok(());
            space.expand(states[i as usize], |_, next| {
                if let Some(next) = index.find(&states, space.canonical(next))
                    && distances[next as usize] == UNSOLVABLE
                    && stored.is_ok()
                {
                    distances[next as usize] = next_distance;
                    stored = open.push(next);
                }
            });
            stored?;
        }
        Ok(Atlas { states, index, distances })
    }

    /// Number of connected components, and of moves in all states, by one flood after another.
    ///
    /// # Errors
    /// If time is up or memory is full before.
    pub(super) fn components<S: Space<State = T>>(
        &self,
        space: &S,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<(usize, u64), Limit> {
        let mut reached = List::filled(false, self.states.len(), memory)?;
        let mut open = List::new(memory);
        let (mut components, mut edges) = (0, 0);
        let (mut expanded, mut pace) = (0, Pace::new());
        for i in 0..self.states.len() {
            if std::mem::replace(&mut reached[i], true) {
                continue;
            }
            components += 1;
            open.push(i as u32)?;
            while let Some(i) = open.pop() {
                expanded += 1;
                if pace.is_due(expanded) {
                    deadline.check()?;
                    pace.looked(expanded, None);
                }
                let mut stored = Ok(());
                space.expand(self.states[i as usize], |_, next| {
                    edges += 1;
                    if let Some(next) = self.index.find(&self.states, space.canonical(next))
                        && !std::mem::replace(&mut reached[next as usize], true)
                        && stored.is_ok()
                    {
                        stored = open.push(next);
                    }
                });
                stored?;
            }
        }
        Ok((components, edges))
    }

    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Number of states from which a goal can be reached.
    pub(super) fn solvable(&self) -> usize {
        self.distances.iter().filter(|&&distance| distance != UNSOLVABLE).count()
    }

    /// All states within a range of distances, with their distances.
    pub(super) fn at_distance(&self, wanted: &RangeInclusive<u32>) -> Vec<(T, u32)> {
        let pairs = self.states.iter().zip(self.distances.iter()).filter(|&(_, &d)| d != UNSOLVABLE);
        pairs.map(|(&state, &d)| (state, d)).filter(|(_, d)| wanted.contains(d)).collect()
    }

    /// Number of states at each distance from the nearest goal.
    pub(super) fn depths(&self) -> Vec<u64> {
        let mut depths = Vec::new();
        for &distance in self.distances.iter().filter(|&&distance| distance != UNSOLVABLE) {
            let distance = distance as usize;
            if depths.len() <= distance {
                depths.resize(distance + 1, 0);
            }
            depths[distance] += 1;
        }
        depths
    }

    /// A state farthest from all goals, the least of them, and its distance.
    pub(super) fn hardest(&self) -> Option<(T, u32)> {
        let solvable = self.states.iter().zip(self.distances.iter()).filter(|&(_, &d)| d != UNSOLVABLE);
        let hardest = solvable.max_by_key(|&(&state, &distance)| (distance, std::cmp::Reverse(state)));
        hardest.map(|(&state, &distance)| (state, distance))
    }
}

/// Open addressing over positions in a list; whole states are compared.
struct Index {
    slots: List<u32>,
    len: usize,
}

const EMPTY: u32 = u32::MAX;

impl Index {
    fn with_room(states: usize, memory: &Memory) -> Result<Self, Limit> {
        let slots = (states * 2).next_power_of_two().max(2);
        Ok(Index { slots: List::filled(EMPTY, slots, memory)?, len: 0 })
    }

    #[inline(always)]
    fn home<T: Hash>(&self, state: T) -> usize {
        let mut hasher = Mix(0);
        state.hash(&mut hasher);
        (hasher.0 >> 32) as usize & (self.slots.len() - 1)
    }

    /// Enters a state that is not there yet, under a number.
    #[inline(always)]
    fn put<T: Hash>(&mut self, state: T, number: u32) {
        let mut slot = self.home(state);
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = number;
        self.len += 1;
    }

    /// The same for the next state of the list, with more room if it is needed.
    #[inline(always)]
    fn put_growing<T: Copy + Hash>(&mut self, states: &[T], state: T, memory: &Memory) -> Result<(), Limit> {
        if (self.len + 1) * 2 > self.slots.len() {
            let room = self.slots.len();
            // It can be made anew from the states, so the old one goes first.
            self.slots.release();
            *self = Index::with_room(room, memory)?;
            for (i, &state) in states.iter().enumerate() {
                self.put(state, i as u32);
            }
        }
        self.put(state, states.len() as u32);
        Ok(())
    }

    #[inline(always)]
    fn find<T: Copy + Eq + Hash>(&self, states: &[T], state: T) -> Option<u32> {
        let mut slot = self.home(state);
        loop {
            let i = self.slots[slot];
            if i == EMPTY || states[i as usize] == state {
                return (i != EMPTY).then_some(i);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// Multiply and fold; states hash themselves word by word.
struct Mix(u64);

impl Hasher for Mix {
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x2545_F491_4F6C_DD1D) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use telusur_search::Budget;

    /// A line of places, walked both ways; beyond a gap nothing leads back to the goal.
    struct Corridor {
        length: u64,
        gap: u64,
    }

    impl Space for Corridor {
        type State = u64;
        type Move = bool;
        fn start(&self) -> u64 {
            0
        }
        fn is_goal(&self, place: u64) -> bool {
            place == 0
        }
        fn expand(&self, place: u64, mut visit: impl FnMut(bool, u64)) {
            let joined = |a: u64| a + 1 != self.gap && a + 1 < self.length;
            if place > 0 && joined(place - 1) {
                visit(false, place - 1);
            }
            if joined(place) {
                visit(true, place + 1);
            }
        }
    }

    #[test]
    fn distances_on_both_sides_of_sixteen_bits_are_exact() {
        for gap in [300, 65_535, 65_536, 65_537, 200_000] {
            let corridor = Corridor { length: gap + 10, gap };
            let (all, never) = (&Memory::unlimited(), &Deadline::never());
            let places = || {
                let mut places = List::new(all);
                (0..gap + 10).for_each(|place| places.push(place).unwrap());
                places
            };
            let atlas = Atlas::new(&corridor, places(), all, never).unwrap();
            assert_eq!((atlas.solvable() as u64, atlas.hardest()), (gap, Some((gap - 1, gap as u32 - 1))));
            assert_eq!(atlas.depths(), vec![1; gap as usize]);
            assert_eq!(atlas.components(&corridor, all, never).unwrap().0, 2);
            let late = &Deadline::never().within(Duration::ZERO);
            assert!(atlas.components(&corridor, all, late).is_err());
            assert!(Atlas::new(&corridor, places(), all, late).is_err());
            assert!(Atlas::reachable(&corridor, 5, usize::MAX, all, late).is_err());
            let little = &Memory::of(&Budget::default().with_bytes(gap / 2).into());
            assert!(atlas.components(&corridor, little, never).is_err());
            assert!(Atlas::new(&corridor, places(), little, never).is_err());
            assert!(Atlas::reachable(&corridor, 5, usize::MAX, little, never).is_err());
            assert!(little.used() == 0 && little.peak() <= gap / 2);
            let far = gap as u32 - 2;
            assert_eq!(atlas.at_distance(&(far..=u32::MAX)), [(gap - 2, far), (gap - 1, far + 1)]);
            let reached = Atlas::reachable(&corridor, 5, usize::MAX, all, never).unwrap();
            assert_eq!(reached.len() as u64, gap);
        }
    }
}
