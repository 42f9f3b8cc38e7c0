//! Positions as numbers: the pegs of all discs are the digits, smallest disc last, base = number of pegs.
//!
//! With as many pegs as a field can hold, the packed word is the number itself. Otherwise tables translate
//! several discs at a time. A move changes one digit, so the number after it is the number before it plus
//! `(to - from) * pegs^disc`.

use super::pack::Discs;
use super::space::{Hanoi, Rule};
use telusur_search::Ranked;

/// Tables between packed words and numbers.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// `pegs^disc` for every disc, and one more for the total.
    powers: Vec<u64>,
    /// Whether packed words are numbers already.
    direct: bool,
    /// Number of a chunk by its packed fields.
    to_number: Vec<u16>,
    /// Packed fields of a chunk by its number.
    to_fields: Vec<u16>,
}

impl Numbering {
    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.powers) + size_of_val(&*self.to_number) + size_of_val(&*self.to_fields)
    }

    /// `None` if the numbers don't fit 63 bits.
    pub(super) fn new<D: Discs>(pegs: usize, discs: usize) -> Option<Self> {
        let mut powers = vec![1u64];
        for disc in 0..discs {
            powers.push(powers[disc].checked_mul(pegs as u64).filter(|&power| power <= 1 << 63)?);
        }
        let direct = pegs == 1 << D::BITS && discs * D::BITS as usize <= 63;
        let (mut to_number, mut to_fields) = (Vec::new(), Vec::new());
        if !direct {
            let numbers = pegs.pow(D::CHUNK as u32);
            to_number = vec![0; 1 << (D::BITS as usize * D::CHUNK)];
            to_fields = vec![0; numbers];
            for (number, entry) in to_fields.iter_mut().enumerate() {
                let mut rest = number;
                let mut fields = 0;
                for disc in 0..D::CHUNK {
                    fields |= (rest % pegs) << (D::BITS as usize * disc);
                    rest /= pegs;
                }
                *entry = fields as u16;
                to_number[fields] = number as u16;
            }
        }
        Some(Numbering { powers, direct, to_number, to_fields })
    }

    pub(super) fn len(&self) -> u64 {
        self.powers.last().copied().unwrap_or(1)
    }

    fn discs(&self) -> usize {
        self.powers.len() - 1
    }

    #[inline]
    pub(super) fn rank<D: Discs>(&self, state: D) -> u64 {
        if self.direct {
            return state.word();
        }
        let chunks = self.discs().div_ceil(D::CHUNK);
        let numbers = self.to_fields.len() as u64;
        (0..chunks).rev().fold(0, |rank, i| rank * numbers + u64::from(self.to_number[state.chunk(i)]))
    }

    #[inline]
    pub(super) fn unrank<D: Discs>(&self, rank: u64) -> D {
        if self.direct {
            return D::of_word(rank);
        }
        let chunks = self.discs().div_ceil(D::CHUNK);
        let mut state = D::EMPTY;
        let mut rest = rank;
        for i in 0..chunks {
            // Three pegs are the usual case, and a known divisor saves most of the division.
            let (quotient, number) = match self.to_fields.len() {
                2187 => (rest / 2187, rest % 2187),
                numbers => (rest / numbers as u64, rest % numbers as u64),
            };
            state = state.with_chunk(i, usize::from(self.to_fields[number as usize]));
            rest = quotient;
        }
        state
    }
}

impl<D: Discs, R: Rule> Hanoi<D, R> {
    #[inline(always)]
    fn numbers(&self) -> &Numbering {
        // The solver offers ranked engines only where the numbers fit.
        self.numbering.as_ref().expect("the level has too many positions to be numbered")
    }
}

impl<D: Discs, R: Rule> Ranked for Hanoi<D, R> {
    fn len(&self) -> u64 {
        self.numbers().len()
    }

    #[inline]
    fn rank(&self, state: D) -> u64 {
        self.numbers().rank(state)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> D {
        self.numbers().unrank(rank)
    }

    #[inline]
    fn is_goal_rank(&self, rank: u64) -> bool {
        self.goal_ranks.contains(&rank)
    }

    #[inline(always)]
    fn expand_rank(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let numbers = self.numbers();
        let state = numbers.unrank::<D>(rank);
        if numbers.direct {
            // The word is the number: no arithmetic at all.
            self.each_move(state, |_, _, next| visit(next.word()));
            return;
        }
        self.each_move(state, |shift, position, _| {
            let power = numbers.powers[(position / D::BITS) as usize];
            let steps = (i64::from(shift.to) - i64::from(shift.from)) as u64;
            visit(rank.wrapping_add(steps.wrapping_mul(power)));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::{Narrow, Three, Two, Wide};
    use super::*;

    fn bijective<D: Discs>(pegs: usize, discs: usize) {
        let numbering = Numbering::new::<D>(pegs, discs).unwrap();
        assert_eq!(numbering.len(), (pegs as u64).pow(discs as u32));
        let mut states: Vec<D> = (0..numbering.len()).map(|rank| numbering.unrank(rank)).collect();
        assert!(states.iter().enumerate().all(|(rank, &state)| numbering.rank(state) == rank as u64));
        // The digits are the pegs, so numbers sort like the largest disc's peg first.
        let by_digits = |s: &D| s.unpack(discs).into_iter().rev().collect::<Vec<_>>();
        assert!(states.is_sorted_by_key(by_digits));
        states.dedup();
        assert_eq!(states.len() as u64, numbering.len());
    }

    #[test]
    fn every_number_is_one_position() {
        for pegs in 1..=4 {
            for discs in 0..=8 {
                bijective::<Narrow>(pegs, discs);
                bijective::<Two>(pegs, discs);
                bijective::<Three>(pegs, discs);
                bijective::<Wide>(pegs, discs);
            }
        }
        bijective::<Three>(5, 6);
        bijective::<Three>(8, 5);
        bijective::<Wide>(16, 4);
        bijective::<Wide>(11, 5);
        assert!(Numbering::new::<Two>(4, 32).is_none());
        assert!(Numbering::new::<Two>(3, 32).is_some());
        assert!(Numbering::new::<Three>(8, 21).is_some());
    }
}
