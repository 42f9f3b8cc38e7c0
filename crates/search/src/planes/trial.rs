//! Single steps and layers, for [the check](crate::check::check_planes) of a layout.

use super::search::Search;
use super::{BitPosition, Planar, Planes};
use crate::run::Run;

/// A search that is taken by the hand, with nothing to limit it.
pub(crate) struct Trial<'p, S: Planar> {
    space: &'p S,
    planes: &'p S::Planes,
    search: Search<'p, S::Planes>,
}

impl<'p, S: Planar> Trial<'p, S> {
    /// `None` if there is no memory for it.
    pub(crate) fn new(space: &'p S, planes: &'p S::Planes) -> Option<Self> {
        let search = Search::new(planes, 0, &mut Run::unlimited()).ok()?;
        Some(Trial { space, planes, search })
    }

    /// Begins at a place. What an earlier search has left is forgotten.
    pub(crate) fn begin(&mut self, place: BitPosition) {
        self.search.begin(place);
    }

    /// Takes a step; returns how many states are new.
    pub(crate) fn step(&mut self) -> u64 {
        // Nothing can stop it.
        _ = self.search.step(0, &mut Run::unlimited());
        self.search.fresh
    }

    pub(crate) fn contains(&self, place: BitPosition) -> bool {
        self.search.contains(place)
    }

    /// What a single step reaches from a place, ascending.
    pub(crate) fn reached_from(&mut self, place: BitPosition) -> Vec<S::State> {
        let mut states = Vec::new();
        self.begin(place);
        if self.step() > 0 {
            for place in self.search.newest() {
                self.space.states(self.planes, place, |state| states.push(state));
            }
        }
        states.sort_unstable();
        states
    }
}

/// Bytes of the words and tables of a layout, without what the engine adds.
pub(crate) fn own_bytes(planes: &impl Planes) -> u64 {
    let shape = planes.shape();
    planes.table_bytes() + (shape.blocks * shape.words * 8) as u64
}
