//! The instances.

use telusur_search::{Ranked, Reversible, Space};

/// Tower of Hanoi, two bits per disc.
#[derive(Clone)]
pub(crate) struct Hanoi<const PEGS: u32> {
    discs: u32,
    ranks: Vec<u16>,
    digits: Vec<u16>,
    /// Worth of a digit, by the place of its bits.
    powers: [u32; 32],
    mask: u32,
    len: u64,
}

const LOW: u32 = 0x5555_5555;
const HALF: u32 = 7;
const POWER: u64 = 2187;

impl<const PEGS: u32> Hanoi<PEGS> {
    pub(crate) fn new(discs: u32) -> Self {
        let mut ranks = vec![0; 1 << 14];
        let mut digits = vec![0; POWER as usize];
        for rank in 0..POWER {
            let (mut rest, mut packed) = (rank, 0usize);
            for disc in 0..HALF {
                packed |= ((rest % 3) as usize) << (2 * disc);
                rest /= 3;
            }
            ranks[packed] = rank as u16;
            digits[rank as usize] = packed as u16;
        }
        let powers = std::array::from_fn(|place| PEGS.saturating_pow(place as u32 / 2));
        let mask = LOW & (((1u64 << (2 * discs)) - 1) as u32);
        Hanoi { discs, ranks, digits, powers, mask, len: u64::from(PEGS).pow(discs) }
    }

    #[inline(always)]
    fn moves(&self, state: u32, mut visit: impl FnMut(u32, u32, u32)) {
        let top = |peg: u32| {
            let x = state ^ (peg * LOW);
            // The bit beyond the word stands for an empty peg and spares a test for zero.
            (u64::from(!(x | x >> 1) & self.mask) | 1 << 32).trailing_zeros()
        };
        let tops: [u32; 4] =
            std::array::from_fn(|peg| if (peg as u32) < PEGS { top(peg as u32) } else { 32 });
        for a in 0..PEGS {
            for b in a + 1..PEGS {
                let place = tops[a as usize].min(tops[b as usize]);
                if place < 32 {
                    visit(a, b, place);
                }
            }
        }
    }
}

impl<const PEGS: u32> Space for Hanoi<PEGS> {
    type State = u32;
    type Move = u8;
    fn start(&self) -> u32 {
        0
    }
    #[inline(always)]
    fn is_goal(&self, state: u32) -> bool {
        state == ((1u64 << (2 * self.discs)) - 1) as u32 & (LOW * (PEGS - 1))
    }
    #[inline(always)]
    fn expand(&self, state: u32, mut visit: impl FnMut(u8, u32)) {
        self.moves(state, |a, b, place| visit((a * 4 + b) as u8, state ^ ((a ^ b) << place)));
    }
}

impl<const PEGS: u32> Reversible for Hanoi<PEGS> {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: u32, visit: impl FnMut(u8, u32)) {
        self.expand(state, visit);
    }
}

impl<const PEGS: u32> Ranked for Hanoi<PEGS> {
    fn len(&self) -> u64 {
        self.len
    }
    #[inline(always)]
    fn rank(&self, state: u32) -> u64 {
        if PEGS == 4 {
            return u64::from(state);
        }
        u64::from(self.ranks[state as usize & 0x3FFF]) + u64::from(self.ranks[state as usize >> 14]) * POWER
    }
    #[inline(always)]
    fn unrank(&self, rank: u64) -> u32 {
        if PEGS == 4 {
            return rank as u32;
        }
        let rank = rank as u32;
        u32::from(self.digits[(rank % POWER as u32) as usize])
            | u32::from(self.digits[(rank / POWER as u32) as usize]) << 14
    }
    #[inline(always)]
    fn expand_rank(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let state = self.unrank(rank);
        self.moves(state, |a, b, place| {
            if PEGS == 4 {
                return visit(u64::from(state ^ ((a ^ b) << place)));
            }
            // A disc that moves from a to b adds `b - a` at its place, the other way round it takes that away.
            let step = self.powers[place as usize] * (b - a);
            let is_at_a = (state >> place) & 3 == a;
            let step = if is_at_a { step } else { step.wrapping_neg() };
            visit(u64::from((rank as u32).wrapping_add(step)));
        });
    }
    #[inline(always)]
    fn is_goal_rank(&self, rank: u64) -> bool {
        rank + 1 == self.len()
    }
}

/// 15-puzzles of rising difficulty, with the length of a shortest solution: levels of the catalogue.
pub(crate) const FIFTEENS: [(&str, usize); 3] = [
    ("4 9 8 ./2 3 15 10/13 6 1 5/12 7 11 14", 49),
    ("11 13 2 3/15 6 8 14/1 12 7 5/. 9 4 10", 51),
    ("5 9 6 15/14 3 4 11/7 . 1 13/12 8 2 10", 53),
];
