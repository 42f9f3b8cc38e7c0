//! All layouts of a piece set on a board: every way to put the pieces down without overlap, reachable or not.

use super::bits::Bits;
use super::packing::Packed;
use super::rules::Goal;
use super::space::General;
use super::study::{check_states, look};
use telusur_search::limits::Pace;
use telusur_search::memory::{List, Memory};
use telusur_search::{Limit, Limits};

/// Boards with more pieces have too many layouts to list.
pub(super) const MOST_PIECES: usize = 64;

/// Layouts; `None` if there are too many.
pub(super) type Listed<T> = Result<Option<List<T>>, Limit>;

/// Lists all layouts, or those with every goal piece at its goal; `None` if there are more than `most`.
///
/// # Errors
/// If time is up or memory is full before, or there are more than the limit of states allows.
pub(super) fn list<const N: usize, const W: usize>(
    space: &General<N, W>,
    at_goal: bool,
    most: usize,
    memory: &Memory,
    limits: &Limits,
) -> Listed<Packed<N>> {
    if space.rules.pieces.len() > MOST_PIECES {
        return Ok(None);
    }
    // Large pieces first: they leave the fewest ways for the rest.
    let mut order: Vec<usize> = (0..space.rules.classes.len()).collect();
    order.sort_by_key(|&class| {
        let class = &space.rules.classes[class];
        (class.goal == Goal::Free, std::cmp::Reverse(space.rules.kinds[class.kind].form.len()))
    });
    let found = List::new(memory);
    let mut listing = Listing { space, order, at_goal, most, found, tries: 0, pace: Pace::new(), limits };
    let is_all = listing.put(0, 0, 0, Packed([0; N]), Bits::EMPTY)?;
    Ok(is_all.then_some(listing.found))
}

struct Listing<'t, const N: usize, const W: usize> {
    space: &'t General<N, W>,
    order: Vec<usize>,
    at_goal: bool,
    most: usize,
    found: List<Packed<N>>,
    /// Dead ends count too: a board without room must not be searched for ever.
    tries: usize,
    pace: Pace,
    limits: &'t Limits,
}

impl<const N: usize, const W: usize> Listing<'_, N, W> {
    /// Puts down the `count`-th piece of the class at `depth`, at a place from `first` on. Returns whether all
    /// layouts were listed.
    fn put(
        &mut self,
        depth: usize,
        count: usize,
        first: u16,
        state: Packed<N>,
        taken: Bits<W>,
    ) -> Result<bool, Limit> {
        let Some(&class) = self.order.get(depth) else {
            self.found.push(state)?;
            check_states(self.found.len() as u64, self.limits)?;
            return Ok(self.found.len() <= self.most);
        };
        let rules = self.space.rules.clone();
        if count == rules.classes[class].members {
            return self.put(depth + 1, 0, 0, state, taken);
        }
        self.tries += 1;
        if self.tries > self.most.saturating_mul(64) {
            return Ok(false);
        }
        look(&mut self.pace, self.tries, self.limits)?;
        let places = rules.kinds[rules.classes[class].kind].places.len() as u16;
        for place in first..places {
            if self.at_goal && matches!(rules.classes[class].goal, Goal::At(goal) if goal != place) {
                continue;
            }
            let mask = self.space.mask(class, place);
            if mask.overlaps(&taken) {
                continue;
            }
            let mut both = taken;
            both.add(mask);
            let mut next = state;
            self.space.packing.add(&mut next, class, count, place);
            if !self.put(depth, count + 1, place + 1, next, both)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
