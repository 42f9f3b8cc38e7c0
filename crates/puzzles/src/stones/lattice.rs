//! A finite box of positions that proves a rule for all positions with as many piles.
//!
//! Let `T` be the largest take. Suppose that, for some `start`, `period` and `shift`, one pile can grow by
//! `period` with the same winner and `shift` more turns, *for every position in which that pile has `start` to
//! `start + T - 1` stones and every other pile has fewer than `start + period + T`*. Then the same holds for
//! every position in which that pile has at least `start` stones. Proof by induction on the number of stones:
//! - If the pile has at least `start + T`, every move before and after the growth corresponds, and leads to
//!   positions with fewer stones that the claim covers; equal winners and turns shifted alike give the same
//!   for the position.
//! - If another pile has at least `start + period + T`, shrink that one by `period` first: the claim for it
//!   holds there by induction, and by the point above also with the first pile grown, so both sides of the
//!   claim change by the same.
//! - Otherwise the position is in the box, where it was checked.
//!
//! So a box with side `start + period + T`, computed by the definition of the game, gives winner and exact
//! number of turns for piles of any size. Some take sets never show a constant shift; then nothing is claimed about
//! turns.

use super::take::TakeSet;
use telusur_search::game::{Choice, Value};
use telusur_search::{Deadline, Limit};

/// Work that one box may cost: positions, times moves, times piles.
const MOST_WORK: u64 = 1 << 24;

/// A rule for all positions with up to so many piles.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    piles: usize,
    start: u64,
    period: u64,
    /// Turns that a period more of one pile adds.
    shift: u64,
    binomials: Binomials,
    /// By rank of the sorted piles.
    values: Vec<Value>,
}

impl Lattice {
    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.values)
    }

    /// Looks for a rule, with periods that are multiples of `period` and starts from `preperiod` on.
    pub(super) fn find(
        takes: &TakeSet,
        misere: bool,
        piles: usize,
        (preperiod, period): (u64, u64),
        deadline: &Deadline,
    ) -> Result<Option<Self>, Limit> {
        for multiple in [1, 2, 3, 4, 6] {
            for later in 0..4 {
                let Some(period) = period.checked_mul(multiple) else { return Ok(None) };
                let start = preperiod + later * period;
                let Some(mut lattice) = Self::empty(takes, piles, start, period) else { break };
                lattice.fill(takes, misere, deadline)?;
                if let Some(shift) = lattice.proved_shift() {
                    return Ok(Some(Lattice { shift, ..lattice }));
                }
            }
        }
        Ok(None)
    }

    /// Turns under best play; `None` of more piles than the box has.
    pub(super) fn turns(&self, sizes: &[u64]) -> Option<u128> {
        let mut periods = 0;
        // The position of the box that stands for this one.
        let mut small = vec![0u64; self.piles];
        let mut places = small.iter_mut();
        for &size in sizes.iter().filter(|&&size| size > 0) {
            let whole = if size < self.start { 0 } else { (size - self.start) / self.period };
            *places.next()? = size - whole * self.period;
            periods += u128::from(whole);
        }
        small.sort_unstable();
        let turns = self.values[self.binomials.rank(&small)].turns()?;
        Some(u128::from(turns) + periods * u128::from(self.shift))
    }

    /// From which size on so many stones more in a pile add so many turns.
    pub(super) fn rule(&self) -> (u64, u64, u64) {
        (self.start, self.period, self.shift)
    }

    /// A box with nothing computed yet, if it is not too large.
    fn empty(takes: &TakeSet, piles: usize, start: u64, period: u64) -> Option<Self> {
        let side = start.checked_add(period)?.checked_add(takes.most())?;
        let binomials = Binomials::new(side, piles)?;
        let cells = binomials.count();
        let work = cells.checked_mul(takes.count())?.checked_mul(piles as u64 * piles as u64)?;
        if piles == 0 || work > MOST_WORK {
            return None;
        }
        Some(Lattice {
            piles,
            start,
            period,
            shift: 0,
            binomials,
            values: Vec::with_capacity(cells as usize),
        })
    }

    fn fill(&mut self, takes: &TakeSet, misere: bool, deadline: &Deadline) -> Result<(), Limit> {
        let (piles, side) = (self.piles, self.binomials.side);
        let mut sizes = vec![0u64; piles];
        let mut after = vec![0u64; piles];
        let end = if misere { Value::Win(0) } else { Value::Loss(0) };
        loop {
            if self.values.len().is_multiple_of(64) {
                deadline.check()?;
            }
            let mut choice = Choice::default();
            for pile in 0..piles {
                // Equal neighbours give the same moves.
                if pile > 0 && sizes[pile] == sizes[pile - 1] {
                    continue;
                }
                for take in takes.from_pile(sizes[pile]) {
                    after.copy_from_slice(&sizes);
                    after[pile] -= take;
                    after[..=pile].sort_unstable();
                    choice.add(self.values[self.binomials.rank(&after)]);
                }
            }
            self.values.push(choice.value().unwrap_or(end));
            if !advance(&mut sizes, side) {
                return Ok(());
            }
        }
    }

    /// Compares every position of the base with the one in which a pile has grown by a period: how many turns later the
    /// same player wins, if all agree.
    fn proved_shift(&self) -> Option<u64> {
        let base = self.start..self.binomials.side - self.period;
        let (mut sizes, mut grown) = (vec![0u64; self.piles], vec![0u64; self.piles]);
        let mut shift = None;
        loop {
            for pile in (0..self.piles).filter(|&pile| base.contains(&sizes[pile])) {
                grown.copy_from_slice(&sizes);
                grown[pile] += self.period;
                grown.sort_unstable();
                let [near, far] = [&sizes, &grown].map(|sizes| self.values[self.binomials.rank(sizes)]);
                let more = u64::from(far.turns()?.checked_sub(near.turns()?)?);
                if near.is_win() != far.is_win() || *shift.get_or_insert(more) != more {
                    return None;
                }
            }
            if !advance(&mut sizes, self.binomials.side) {
                return shift;
            }
        }
    }
}

/// The next ascending list in the order of ranks: the first number that may grow does, those before it begin
/// anew.
fn advance(sizes: &mut [u64], side: u64) -> bool {
    for i in 0..sizes.len() {
        let limit = sizes.get(i + 1).copied().unwrap_or(side - 1);
        if sizes[i] < limit {
            sizes[i] += 1;
            sizes[..i].fill(0);
            return true;
        }
    }
    false
}

/// Numbers ascending lists: `sizes[i] + i` is strictly ascending, and combinations have a well-known number.
#[derive(Clone, Debug)]
struct Binomials {
    side: u64,
    /// `table[i][n]` is the number of ways to choose `i + 1` of `n`.
    table: Vec<Vec<u64>>,
}

impl Binomials {
    fn new(side: u64, piles: usize) -> Option<Self> {
        let width = usize::try_from(side).ok()?.checked_add(piles)?;
        if width.checked_mul(piles)? > 1 << 20 {
            return None;
        }
        let mut table: Vec<Vec<u64>> = Vec::new();
        for _ in 0..piles {
            let mut row = vec![0u64; width];
            for n in 1..width {
                let with = table.last().map_or(1, |fewer| fewer[n - 1]);
                row[n] = row[n - 1].checked_add(with)?;
            }
            table.push(row);
        }
        Some(Binomials { side, table })
    }

    /// How many ascending lists there are.
    fn count(&self) -> u64 {
        self.table.last().and_then(|row| row.last()).copied().unwrap_or(1)
    }

    fn rank(&self, ascending: &[u64]) -> usize {
        let places = ascending.iter().zip(&self.table).enumerate();
        places.map(|(i, (&size, row))| row[size as usize + i] as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_numbered_in_order_without_gaps() {
        for (side, piles) in [(5, 1), (4, 2), (7, 3), (3, 5)] {
            let binomials = Binomials::new(side, piles).unwrap();
            let mut sizes = vec![0; piles];
            let mut rank = 0;
            loop {
                assert_eq!(binomials.rank(&sizes), rank, "{sizes:?}");
                assert!(sizes.is_sorted() && sizes.iter().all(|&size| size < side));
                rank += 1;
                if !advance(&mut sizes, side) {
                    break;
                }
            }
            assert_eq!(binomials.count(), rank as u64);
        }
    }
}
