//! Everything that can be reached from a state, written down: states, moves between them, distances from the start
//! and to the nearest goal. For spaces small enough to be drawn, or to be looked up while somebody plays.

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::edges::{Edges, NEVER, distances};
use crate::game::spread::spread;
use crate::game::{Value, Verdict};
use crate::limits::{Deadline, Limits, Pace};
use crate::memory::{List, Memory};
use crate::report::Exploration;
use crate::run::{Progress, Run, Work};
use crate::space::{Space, State};

/// All states that can be reached from one, numbered in the order of breadth-first search; the first has number 0.
///
/// ```
/// # use telusur_search::{Space, Run, reach::Reach};
/// # struct Climb;
/// # impl Space for Climb {
/// #     type State = u32;
/// #     type Move = ();
/// #     fn start(&self) -> u32 { 1 }
/// #     fn is_goal(&self, s: u32) -> bool { s == 4 }
/// #     fn expand(&self, s: u32, mut visit: impl FnMut((), u32)) {
/// #         [s + 1, s + 2].into_iter().filter(|&n| n <= 6).for_each(|n| visit((), n));
/// #     }
/// # }
/// // From 1 to 6 by steps of one and two; 4 is the goal.
/// let reach = Reach::explore(&Climb, 1, false, &mut Run::unlimited()).unwrap();
/// assert_eq!(reach.len(), 6);
/// let three = reach.find(3).unwrap();
/// assert_eq!((reach.depth(three), reach.to_goal(three)), (1, Some(1)));
/// assert_eq!(reach.to_goal(reach.find(5).unwrap()), None);
/// ```
pub struct Reach<T> {
    memory: Memory,
    arena: Arena<T>,
    /// Number of the first state of each layer, and in the end how many states there are.
    layers: List<u32>,
    /// Empty where part of the space is missing.
    to_goal: List<u32>,
    edges: Edges,
    /// States from which a move leads to themselves, ascending.
    stays: List<u32>,
    moves: u64,
    is_whole: bool,
    /// Whether every arrow has one back.
    undirected: bool,
}

impl<T: State> Reach<T> {
    /// Reaches everything. With `symmetric`, states that symmetry makes equal are one.
    ///
    /// # Errors
    /// The limit that came first: part of a space has wrong distances, so there is none.
    pub fn explore<S: Space<State = T>>(
        space: &S,
        start: T,
        symmetric: bool,
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        Reach::explore_first(space, start, symmetric, usize::MAX, run)
    }

    /// The first states that are reached, at most so many but the start in any case, and the moves between them. If there
    /// are more, [`is_whole`](Reach::is_whole) says so, and no state has a distance to a goal: ways through what was left
    /// out may be shorter.
    ///
    /// # Errors
    /// If another limit came first.
    pub fn explore_first<S: Space<State = T>>(
        space: &S,
        start: T,
        symmetric: bool,
        most: usize,
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        Reach::nothing(&Memory::of(&run.limits)).measured(space, [start], symmetric, most, run)
    }

    /// Everything that can be reached from some states, such as all layouts of some pieces; these come first, in their
    /// order. `undirected` says that every move can be taken back by one move, so that arrows need not be turned round.
    /// What is written down is counted in a memory that may be shared with other parts of the task.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn explore_all<S: Space<State = T>>(
        space: &S,
        starts: impl IntoIterator<Item = T>,
        undirected: bool,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<Self, Limit> {
        let mut limits = Limits::none();
        limits.deadline = deadline.clone();
        let nothing = Reach { undirected, ..Reach::nothing(memory) };
        nothing.measured(space, starts, false, usize::MAX, &mut Run::new(limits))
    }

    /// Reaches states and works out their distances to goals.
    fn measured<S: Space<State = T>>(
        mut self,
        space: &S,
        starts: impl IntoIterator<Item = T>,
        symmetric: bool,
        most: usize,
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        self.discover(space, starts, symmetric, most, run)?;
        if self.is_whole {
            let numbered = (0..).zip(self.arena.states.iter());
            let goals = numbered.filter(|&(_, &state)| space.is_goal(state)).map(|(number, _)| number);
            let deadline = &run.limits.deadline;
            self.to_goal = match self.undirected {
                true => distances(&self.edges, goals, &self.memory, deadline)?,
                false => {
                    let back = self.edges.reversed(&self.memory, &mut || deadline.check())?;
                    distances(&back, goals, &self.memory, deadline)?
                }
            };
        }
        run.note(self.len() as u64, self.memory.peak());
        Ok(self)
    }

    /// No states yet.
    pub(crate) fn nothing(memory: &Memory) -> Self {
        Reach {
            arena: Arena::new(memory),
            layers: List::new(memory),
            to_goal: List::new(memory),
            edges: Edges::new(memory),
            stays: List::new(memory),
            moves: 0,
            is_whole: true,
            undirected: false,
            memory: memory.clone(),
        }
    }

    /// Reaches states and writes down the moves between them. What was reached before a limit came stays.
    pub(crate) fn discover<S: Space<State = T>>(
        &mut self,
        space: &S,
        starts: impl IntoIterator<Item = T>,
        symmetric: bool,
        most: usize,
        run: &mut Run<'_>,
    ) -> Result<(), Limit> {
        let seen_as = |state: T| if symmetric { space.canonical(state) } else { state };
        let starts = starts.into_iter();
        self.arena.reserve(starts.size_hint().0)?;
        for start in starts {
            self.arena.insert(seen_as(start))?;
        }
        self.layers.push(0)?;
        let (mut heads, mut pace) = (List::new(&self.memory), Pace::new());
        while self.edges.tails() < self.len() {
            let (begin, end) = (self.edges.tails(), self.len());
            self.layers.push(end as u32)?;
            for id in begin..end {
                self.expand(space, id, seen_as, most, &mut heads)?;
                run.look(&mut pace, id as u64 + 1, self.len() as u64, || self.progress())?;
            }
            if end == self.len() {
                run.check(&self.progress())?;
            }
            run.layer(self.layers.len() as u32 - 2, (end - begin) as u64);
        }
        Ok(())
    }

    /// Writes down where the moves of a state lead.
    fn expand<S: Space<State = T>>(
        &mut self,
        space: &S,
        id: usize,
        seen_as: impl Fn(T) -> T,
        most: usize,
        heads: &mut List<T>,
    ) -> Result<(), Limit> {
        let mut stays = false;
        heads.clear();
        heads.gather(|heads| space.expand(self.arena.states[id], |_, next| heads.push(seen_as(next))))?;
        self.moves += heads.len() as u64;
        for &next in heads.iter() {
            let head = match self.arena.len() < most {
                true => Some(self.arena.insert(next)?.0),
                false => self.arena.find(next),
            };
            match head {
                None => self.is_whole = false,
                // Two moves to one state are one arrow, and those that lead to itself are listed apart.
                Some(head) if head as usize == id => stays = true,
                Some(head) if self.edges.written().contains(&head) => {}
                Some(head) => self.edges.push(head)?,
            }
        }
        if stays {
            self.stays.push(id as u32)?;
        }
        self.edges.end_tail()
    }

    fn progress(&self) -> Progress {
        let work = Work { expanded: self.edges.tails() as u64, generated: self.moves };
        Progress {
            depth: (self.layers.len() as u32).saturating_sub(2),
            frontier: (self.len() - self.edges.tails()) as u64,
            stored: self.len() as u64,
            bytes: self.memory.peak(),
            ..work.progress(Algorithm::Bfs)
        }
    }

    /// Number of connected components: parts that no move joins, whichever way it leads.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn components(&self, deadline: &Deadline) -> Result<usize, Limit> {
        let mut look = || deadline.check();
        // Without arrows back, both ways are looked at.
        let back = (!self.undirected).then(|| self.edges.reversed(&self.memory, &mut look)).transpose()?;
        let mut is_painted = List::filled(false, self.len(), &self.memory)?;
        let (mut open, mut pace) = (List::new(&self.memory), Pace::new());
        let (mut components, mut steps) = (0, 0);
        for first in 0..self.len() as u32 {
            if std::mem::replace(&mut is_painted[first as usize], true) {
                continue;
            }
            components += 1;
            open.push(first)?;
            while let Some(at) = open.pop() {
                steps += 1;
                pace.look(steps, None, look)?;
                for edges in [&self.edges].into_iter().chain(&back) {
                    for &next in edges.of(at) {
                        if !std::mem::replace(&mut is_painted[next as usize], true) {
                            open.push(next)?;
                        }
                    }
                }
            }
        }
        Ok(components)
    }

    /// The values of all states as positions of a game for two, from its ends backwards; `result` says what the player
    /// to move has where there is no move. Moves must not have been forgotten.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn values(
        &self,
        mut result: impl FnMut(T) -> Verdict,
        run: &mut Run<'_>,
    ) -> Result<Vec<Value>, Limit> {
        let held = self.bytes();
        let memory = Memory::of(&run.limits.holding(held));
        let mut result = |number: u32| result(self.arena.states[number as usize]);
        let mut turn = |turns, done, frontier| {
            let (bytes, total) = (held + memory.peak(), Some(self.len() as u64));
            run.check(&Progress { depth: turns, frontier, expanded: done, bytes, total, ..self.progress() })
        };
        let values = spread(&self.edges, &|number| self.stays(number), &mut result, &mut turn, &memory)?;
        Ok(values.into_vec())
    }

    /// Whether nothing was left out.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether there is no state; there always is one, the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arena.len() == 0
    }

    /// The state with a number.
    #[must_use]
    pub fn state(&self, number: u32) -> Option<T> {
        self.arena.states.get(number as usize).copied()
    }

    /// The number of a state, which must be canonical if the states were reached that way.
    #[must_use]
    pub fn find(&self, state: T) -> Option<u32> {
        self.arena.find(state)
    }

    /// All states with their distances to the nearest goal, in the order of their numbers.
    pub fn states(&self) -> impl Iterator<Item = (T, Option<u32>)> {
        (0..).zip(self.arena.states.iter()).map(|(number, &state)| (state, self.to_goal(number)))
    }

    /// Moves of all states together; two moves to one state are two.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Writes down what was reached: complete layers, the states without a move among those whose moves are known.
    pub(crate) fn tell(&self, exploration: &mut Exploration<T>) {
        let sizes = self.layers.windows(2).map(|border| u64::from(border[1] - border[0]));
        let expanded = self.edges.tails();
        if self.layers.len() > 1 {
            exploration.depths = sizes.collect();
            exploration.partial = self.len() as u64 - exploration.depths.iter().sum::<u64>();
        }
        for end in (0..expanded as u32).filter(|&at| self.next(at).is_empty() && !self.stays(at)) {
            exploration.goal(self.arena.states[end as usize], self.depth(end));
        }
        // Of the last complete layer not all states may have been expanded.
        let looked_at = exploration.depths.len() as u32 - u32::from(!exploration.complete);
        exploration.lower_bound = exploration.goal_distance.unwrap_or(looked_at.max(exploration.lower_bound));
        exploration.did(Work { expanded: expanded as u64, generated: self.moves }, self.len() as u64);
    }

    /// Moves from the start.
    #[must_use]
    pub fn depth(&self, number: u32) -> u32 {
        self.layers.partition_point(|&first| first <= number).saturating_sub(1) as u32
    }

    /// Moves to the nearest goal; `None` if none can be reached, or there is no such state.
    #[must_use]
    pub fn to_goal(&self, number: u32) -> Option<u32> {
        self.to_goal.get(number as usize).copied().filter(|&distance| distance != NEVER)
    }

    /// Whether a move leads from a state to itself.
    #[must_use]
    pub fn stays(&self, number: u32) -> bool {
        self.stays.binary_search(&number).is_ok()
    }

    /// The other states that one move leads to, each once; none after [`forget_moves`](Reach::forget_moves).
    #[must_use]
    pub fn next(&self, number: u32) -> &[u32] {
        self.edges.of(number)
    }

    /// Keeps distances only.
    pub fn forget_moves(&mut self) {
        self.edges.forget();
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let numbers = self.layers.bytes() + self.to_goal.bytes() + self.stays.bytes();
        self.arena.bytes() + self.edges.bytes() + numbers
    }
}

#[cfg(test)]
mod tests;
