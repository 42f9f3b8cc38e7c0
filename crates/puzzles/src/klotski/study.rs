//! What can be said of all layouts of a piece set, reachable from some start or not: how many there are, in how many
//! connected components, from how many of them the goal can be reached, and which of these is the hardest.

use super::engine::solvable;
use telusur_search::limits::Pace;
use telusur_search::memory::{List, Memory};
use telusur_search::reach::Reach;
use telusur_search::{Limit, Limits, Space, State};

/// Most layouts that are studied.
pub(super) const MOST_LAYOUTS: usize = 1 << 20;

/// What is known of all layouts of a piece set; `None` if there are more than [`MOST_LAYOUTS`].
pub(super) type Studied<T> = Result<Option<Study<T>>, Limit>;

/// What is known of all layouts of a piece set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Study<T> {
    /// How many layouts there are.
    pub(super) layouts: u64,
    /// Sets of layouts that can be slid into each other.
    pub(super) components: u64,
    /// Layouts at each distance from the goal, for those from which it can be reached.
    pub(super) depths: Vec<u64>,
    /// The least of the layouts at the greatest distance, if there is one.
    pub(super) hardest: Option<T>,
}

impl<T: State> Study<T> {
    /// Layouts from which the goal can be reached.
    pub(super) fn solvable(&self) -> u64 {
        self.depths.iter().sum()
    }

    /// The distance of the hardest layout.
    pub(super) fn radius(&self) -> Option<u64> {
        self.depths.len().checked_sub(1).map(|radius| radius as u64)
    }

    /// Studies layouts that were listed: all of a piece set.
    pub(super) fn of_listed<S: Space<State = T>>(
        space: &S,
        layouts: List<T>,
        memory: &Memory,
        limits: &Limits,
    ) -> Result<Self, Limit> {
        let deadline = &limits.deadline;
        let reach = Reach::explore_all(space, layouts.iter().copied(), true, memory, deadline)?;
        drop(layouts);
        let (mut depths, mut hardest) = (Vec::new(), None);
        for (state, distance) in solvable(&reach) {
            let distance = distance as usize;
            if distance >= depths.len() {
                depths.resize(distance + 1, 0);
                hardest = None;
            }
            depths[distance] += 1;
            if distance + 1 == depths.len() {
                hardest = Some(hardest.map_or(state, |least: T| least.min(state)));
            }
        }
        let (layouts, components) = (reach.len() as u64, reach.components(deadline)? as u64);
        Ok(Study { layouts, components, depths, hardest })
    }
}

/// Returns whether a number of layouts exceeds the limit of states.
///
/// # Errors
/// That limit.
pub(super) fn check_states(layouts: u64, limits: &Limits) -> Result<(), Limit> {
    limits.states.filter(|&most| layouts > most).map_or(Ok(()), |most| Err(Limit::States(most)))
}

/// Sets of numbered labels that are joined until they stand for connected components.
pub(super) struct Joined {
    /// A label of the same set that is nearer to its root; a root leads to itself.
    towards: List<u32>,
    sets: u64,
}

impl Joined {
    pub(super) fn new(memory: &Memory) -> Self {
        Joined { towards: List::new(memory), sets: 0 }
    }

    /// Adds a label in a set of its own.
    pub(super) fn add(&mut self) -> Result<u32, Limit> {
        let label = self.towards.len() as u32;
        self.towards.push(label)?;
        self.sets += 1;
        Ok(label)
    }

    /// Returns the root of a label's set.
    #[inline]
    pub(super) fn root(&mut self, mut label: u32) -> u32 {
        loop {
            let next = self.towards[label as usize];
            if next == label {
                return label;
            }
            // Halves the way for those who come later.
            let beyond = self.towards[next as usize];
            self.towards[label as usize] = beyond;
            label = beyond;
        }
    }

    /// Joins the set of a root with that of a label and returns the common root.
    #[inline]
    pub(super) fn join(&mut self, root: u32, label: u32) -> u32 {
        let other = self.root(label);
        if other == root {
            return root;
        }
        self.sets -= 1;
        let (least, most) = (root.min(other), root.max(other));
        self.towards[most as usize] = least;
        least
    }

    /// Returns how many sets there are.
    pub(super) fn sets(&self) -> u64 {
        self.sets
    }
}

/// Asks the deadline from time to time.
pub(super) fn look(pace: &mut Pace, steps: usize, limits: &Limits) -> Result<(), Limit> {
    pace.look(steps as u64, None, || limits.deadline.check())
}
