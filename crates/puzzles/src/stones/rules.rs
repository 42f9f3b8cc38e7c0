//! The rules of one game, and everything that can be said about a position without search.

use super::game::Take;
use super::lattice::Lattice;
use super::piles::after;
use super::take::TakeSet;
use super::theory::Theory;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use telusur_search::{Deadline, Limit};

/// Legal moves of a pile that are looked at one by one; beyond, only where theory points.
const MOST_TRIED: usize = 4096;

const UNSTOPPED: &str = "a deadline that never comes stops nothing";

/// Which stones may be taken, and what the last one means.
#[derive(Debug)]
pub struct Rules {
    /// How many stones may be taken at once.
    pub takes: TakeSet,
    /// Whether who takes the last stone loses.
    pub misere: bool,
    theory: OnceLock<Theory>,
    /// Proved boxes by number of piles; `None` where none was found.
    lattices: Mutex<BTreeMap<usize, Option<Arc<Lattice>>>>,
}

impl Rules {
    /// Rules with nothing computed yet.
    #[must_use]
    pub fn new(takes: TakeSet, misere: bool) -> Self {
        Rules { takes, misere, theory: OnceLock::new(), lattices: Mutex::default() }
    }

    /// The theory of these rules, computed at the first question.
    pub fn theory(&self) -> &Theory {
        self.theory_within(&Deadline::never()).expect(UNSTOPPED)
    }

    fn theory_within(&self, deadline: &Deadline) -> Result<&Theory, Limit> {
        if let Some(theory) = self.theory.get() {
            return Ok(theory);
        }
        let theory = Theory::new(&self.takes, deadline)?;
        // If others were faster, theirs is the same.
        Ok(self.theory.get_or_init(|| theory))
    }

    /// Computes ahead whatever answers about a position, and about those one move later, would have to compute first.
    /// Afterwards they come at once.
    ///
    /// # Errors
    /// If the deadline comes first; then nothing half done is kept.
    pub(super) fn prepare(&self, piles: &[u64], deadline: &Deadline) -> Result<(), Limit> {
        self.theory_within(deadline)?;
        // Where turns come from a formula, no box is ever asked.
        if self.turns_when_lost(&[]).is_none() {
            let count = count_piles(piles);
            for count in count.saturating_sub(1).max(1)..=count {
                self.lattice_within(count, deadline)?;
            }
        }
        Ok(())
    }

    /// Whether no stone can be taken.
    #[must_use]
    pub fn is_over(&self, piles: &[u64]) -> bool {
        piles.iter().all(|&pile| pile < self.takes.least())
    }

    /// The Grundy value; `None` in misère play, where there is none, and where no period was found.
    #[must_use]
    pub fn grundy(&self, piles: &[u64]) -> Option<u64> {
        if self.misere { None } else { self.xor(piles) }
    }

    /// Turns to the end when the winner hurries and the loser delays; `None` if only search can tell.
    #[must_use]
    pub fn turns(&self, piles: &[u64]) -> Option<u128> {
        match self.turns_when_lost(piles) {
            None => self.lattice(piles)?.turns(piles),
            Some(turns) if !self.wins(piles)? => Some(turns),
            Some(_) => {
                let replies = self.winning_moves(piles)?.into_iter();
                let replies = replies.map(|m| self.turns_when_lost(&after(piles, m)));
                // Won without a move: the end of a misère game.
                Some(replies.collect::<Option<Vec<_>>>()?.into_iter().min().map_or(0, |turns| turns + 1))
            }
        }
    }

    /// Turns of a lost position, by formula.
    ///
    /// **Any take, normal play: all stones, one at a time.** No game is longer. And the loser can force it: he
    /// takes one stone from a pile whose lowest set bit is lowest of all. That flips this bit and all below;
    /// the winner must flip them back in a pile that has this bit and, as no pile has a lower one, nothing
    /// below it: again exactly one stone.
    ///
    /// **Any take, misère: one less if a pile has two stones or more.** The winner must at some point turn the
    /// last such pile into none or one, as the parity of the single stones demands, and in the two turns around
    /// it three stones at least go: from 2 2 it is 1 and 2, or 2 and 1. The loser holds out as above until then.
    ///
    /// **One to `k`, normal play: two turns for every full `k + 1` of a pile, and one for every stone of the
    /// remainders.** The winner keeps to it: a take beyond the remainder is answered in the same pile to `k + 1`,
    /// a smaller one by the reply of Nim, which lowers a remainder. The loser keeps to it as well: if there are
    /// remainders he takes one stone as in Nim above, otherwise one stone from anywhere; replies that lower a
    /// remainder by more do not exist, and those that raise one only lengthen the game. Any take is one to more than any
    /// pile has.
    fn turns_when_lost(&self, piles: &[u64]) -> Option<u128> {
        match (&self.takes, self.misere) {
            (TakeSet::Range(1, last), false) => {
                let turns = |pile: u64| 2 * u128::from(pile / (last + 1)) + u128::from(pile % (last + 1));
                Some(piles.iter().map(|&pile| turns(pile)).sum())
            }
            (&TakeSet::ANY, true) => {
                let stones: u128 = piles.iter().map(|&pile| u128::from(pile)).sum();
                Some(stones - u128::from(self.any_firm(piles)))
            }
            _ => None,
        }
    }

    /// The box that proves positions with as many piles as this one, if there is one.
    pub(super) fn lattice(&self, piles: &[u64]) -> Option<Arc<Lattice>> {
        self.lattice_within(count_piles(piles), &Deadline::never()).expect(UNSTOPPED)
    }

    fn lattice_within(&self, count: usize, deadline: &Deadline) -> Result<Option<Arc<Lattice>>, Limit> {
        if let Some(known) = self.lattices().get(&count) {
            return Ok(known.clone());
        }
        let Some(period) = self.theory_within(deadline)?.full_period() else { return Ok(None) };
        // Not under the lock: others ask for positions with other numbers of piles meanwhile.
        let found = Lattice::find(&self.takes, self.misere, count, period, deadline)?.map(Arc::new);
        self.lattices().insert(count, found.clone());
        Ok(found)
    }

    fn lattices(&self) -> MutexGuard<'_, BTreeMap<usize, Option<Arc<Lattice>>>> {
        // A panic while the lock is held can't leave the map half written.
        self.lattices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Legal moves as pile (from 0) and take; for piles with very many the smallest takes and the largest.
    #[must_use]
    pub fn listed_moves(&self, piles: &[u64]) -> Vec<Take> {
        let of_pile = |(i, &pile): (usize, &u64)| self.listed(pile).map(move |take| (i, take));
        piles.iter().enumerate().flat_map(of_pile).collect()
    }

    /// How many moves of a pile are listed.
    pub(super) fn count_listed(&self, pile: u64) -> usize {
        self.listed(pile).count()
    }

    fn listed(&self, pile: u64) -> impl Iterator<Item = u64> + '_ {
        let takes = || self.takes.from_pile(pile);
        takes().take(MOST_TRIED).chain(takes().skip(MOST_TRIED).last())
    }

    /// Bytes of what was computed so far.
    pub(super) fn bytes(&self) -> usize {
        let theory = self.theory.get().map_or(0, Theory::bytes);
        let lattices = self.lattices();
        size_of_val(self) + theory + lattices.values().flatten().map(|lattice| lattice.bytes()).sum::<usize>()
    }
}

/// Piles with stones; a box is for one at least.
fn count_piles(piles: &[u64]) -> usize {
    piles.iter().filter(|&&pile| pile > 0).count().max(1)
}
