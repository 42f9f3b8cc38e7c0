//! Blocks of words: where a position is, and which words a move joins.

use super::border::{ROW_WORDS, Rows, renamed_rows};
use super::renaming::{Renaming, rename_digits};
use super::word::{CLEAR, with_small_moves};
use telusur_search::planes::{Around, BitPosition, Joint, Planes, Shape};

/// Discs that are the bits of a word.
pub(super) const WORD_DISCS: usize = 3;
/// Discs that index the words of a block: 4^6 words are 32 KiB, which stays in the first cache.
pub(super) const MOST_INDEX_DISCS: usize = 6;

/// The six pairs of pegs.
pub(super) const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// Runs of words that a move of an index disc joins. A run begins where the disc is on the first peg; where it is on
/// another one is so many times the run's length further on.
#[derive(Clone, Default)]
struct Joins {
    /// By the peg that all smaller index discs are on: three pegs are free.
    threes: [Vec<u16>; 4],
    /// By the pair of pegs that is free.
    twos: [Vec<u16>; 6],
}

/// The layout.
pub struct FourPegs {
    discs: usize,
    index_discs: usize,
    pub(super) renamings: Vec<Renaming>,
    /// By index disc, the smallest first.
    joins: Vec<Joins>,
    rows: Rows,
    /// By renaming and pair: which row of the border a neighbour's is, and whether it is read backwards.
    seen: Vec<[(u8, bool); 6]>,
    /// By block: the digits of its large discs, and how many blocks it stands for.
    digits: Vec<u32>,
    orbits: Vec<u8>,
    /// By the digits of the large discs: representative block and number of the renaming that leads to it.
    block_of: Vec<(u32, u8)>,
}

impl FourPegs {
    /// Bytes of the planes and tables for this many discs, with these renamings.
    pub(super) fn bytes(discs: usize, renamings: &[Renaming]) -> u64 {
        let large = discs.saturating_sub(WORD_DISCS + MOST_INDEX_DISCS) as u32;
        let words = 1u64 << (2 * (discs - WORD_DISCS).min(MOST_INDEX_DISCS));
        // Orbits by Burnside's lemma: what each renaming leaves as it is, on average.
        let fixed = |r: &Renaming| (0..4).filter(|&peg| usize::from(r[peg]) == peg).count() as u64;
        let blocks = renamings.iter().map(|r| fixed(r).pow(large)).sum::<u64>() / renamings.len() as u64;
        blocks * (words + 2 * border_words(large as usize) as u64) * 8 + Self::table_bytes(large, blocks)
    }

    fn table_bytes(large: u32, blocks: u64) -> u64 {
        4u64.pow(large) * size_of::<(u32, u8)>() as u64 + blocks * 5 + (1 << 15)
    }

    /// The layout for positions of `discs` discs. Renamings that keep the start's pegs may be used to save space.
    pub(super) fn new(discs: usize, renamings: Vec<Renaming>) -> Self {
        let index_discs = MOST_INDEX_DISCS.min(discs - WORD_DISCS);
        let large = discs - WORD_DISCS - index_discs;
        let mut block_of = vec![(u32::MAX, 0); 1 << (2 * large)];
        let (mut digits_of, mut orbits): (Vec<u32>, Vec<u8>) = (Vec::new(), Vec::new());
        for digits in 0..block_of.len() {
            let images = renamings.iter().map(|&r| rename_digits(digits, large, r));
            let (renaming, least) = images.enumerate().min_by_key(|&(_, image)| image).unwrap_or((0, digits));
            if least == digits {
                block_of[digits] = (digits_of.len() as u32, 0);
                digits_of.push(digits as u32);
                orbits.push(1);
            } else {
                // The least digits of an orbit come first, so the representative is known.
                let block = block_of[least].0;
                block_of[digits] = (block, renaming as u8);
                orbits[block as usize] += 1;
            }
        }
        FourPegs {
            discs,
            index_discs,
            seen: renamings.iter().map(|&r| renamed_rows(r)).collect(),
            renamings,
            joins: (0..index_discs).map(|disc| Joins::new(disc, index_discs)).collect(),
            rows: Rows::new(),
            digits: digits_of,
            orbits,
            block_of,
        }
    }

    fn large(&self) -> usize {
        self.discs - WORD_DISCS - self.index_discs
    }

    /// Calls `visit` with every pair between which a large disc can move, the block that the move leads to and the
    /// number of the renaming that leads there.
    #[inline]
    fn links(&self, block: usize, mut visit: impl FnMut(usize, usize, usize)) {
        let digits = self.digits[block] as usize;
        for (pair, &(a, b)) in PAIRS.iter().enumerate() {
            let on_pair = |i: &usize| [a, b].contains(&(digits >> (2 * i) & 3));
            if let Some(disc) = (0..self.large()).find(on_pair) {
                let (to, renaming) = self.block_of[digits ^ (a ^ b) << (2 * disc)];
                visit(pair, to as usize, usize::from(renaming));
            }
        }
    }

    /// The bit of a position, the peg of every disc.
    pub(super) fn find(&self, position: impl Fn(usize) -> usize) -> BitPosition {
        let at = WORD_DISCS + self.index_discs;
        let large = (at..self.discs).rev().fold(0, |digits, disc| digits << 2 | position(disc));
        let (block, renaming) = self.block_of[large];
        let renaming = self.renamings[usize::from(renaming)];
        let digit = |disc: usize| usize::from(renaming[position(disc)]);
        let word = (WORD_DISCS..at).fold(0, |word, disc| word << 2 | digit(disc));
        let bit = (0..WORD_DISCS).rev().fold(0, |bit, disc| bit << 2 | digit(disc));
        BitPosition { block: block as usize, word, bit: bit as u32 }
    }

    /// The peg of a disc in the position of a bit.
    pub(super) fn peg(&self, place: BitPosition, disc: usize) -> usize {
        let at = WORD_DISCS + self.index_discs;
        3 & match disc {
            ..WORD_DISCS => place.bit as usize >> (2 * disc),
            _ if disc < at => place.word >> (2 * (at - 1 - disc)),
            _ => self.digits[place.block] as usize >> (2 * (disc - at)),
        }
    }

    /// What moves of the small discs and of the smallest index disc add. Words are looked at in groups: where all
    /// are empty or all full, nothing changes.
    #[inline(always)]
    fn move_small_discs<const GROUP: usize>(old: &[u64], new: &mut [u64]) {
        // One row for each peg that the smallest index disc can be on.
        let row = old.len() / 4;
        let olds: [&[[u64; GROUP]]; 4] = std::array::from_fn(|peg| old[peg * row..][..row].as_chunks().0);
        let (new01, new23) = new.split_at_mut(2 * row);
        let ((new0, new1), (new2, new3)) = (new01.split_at_mut(row), new23.split_at_mut(row));
        let [new0, new1, new2, new3] = [new0, new1, new2, new3].map(|new| new.as_chunks_mut::<GROUP>().0);
        let olds = olds[0].iter().zip(olds[1]).zip(olds[2].iter().zip(olds[3]));
        let news = new0.iter_mut().zip(new1).zip(new2.iter_mut().zip(new3));
        for (((old0, old1), (old2, old3)), ((new0, new1), (new2, new3))) in olds.zip(news) {
            let (mut union, mut common, mut joined) = (0, u64::MAX, [0; GROUP]);
            for j in 0..GROUP {
                union |= old0[j] | old1[j] | old2[j] | old3[j];
                common &= old0[j] & old1[j] & old2[j] & old3[j];
                joined[j] = old0[j] & CLEAR[0] | old1[j] & CLEAR[1] | old2[j] & CLEAR[2] | old3[j] & CLEAR[3];
            }
            if union == 0 || common == u64::MAX {
                continue;
            }
            for j in 0..GROUP {
                new0[j] = with_small_moves(old0[j]) | joined[j] & CLEAR[0];
                new1[j] = with_small_moves(old1[j]) | joined[j] & CLEAR[1];
                new2[j] = with_small_moves(old2[j]) | joined[j] & CLEAR[2];
                new3[j] = with_small_moves(old3[j]) | joined[j] & CLEAR[3];
            }
        }
    }
}

fn border_words(large: usize) -> usize {
    if large == 0 { 0 } else { PAIRS.len() * ROW_WORDS }
}

impl Joins {
    fn new(disc: usize, index_discs: usize) -> Self {
        let mut joins = Joins::default();
        let run = 1usize << (2 * (index_discs - 1 - disc));
        for smaller in 0..1usize << (2 * disc) {
            let used = (0..disc).fold(0u8, |used, i| used | 1 << (smaller >> (2 * i) & 3));
            let free: Vec<usize> = (0..4).filter(|peg| used >> peg & 1 == 0).collect();
            let begin = (smaller * 4 * run) as u16;
            match free[..] {
                // The smallest index disc may go anywhere: see `move_small_discs`.
                [a, b, c] => joins.threes[6 - a - b - c].push(begin),
                [a, b] => joins.twos[PAIRS.iter().position(|&pair| pair == (a, b)).unwrap_or(0)].push(begin),
                _ => {}
            }
        }
        joins
    }

    /// Moves the disc whose runs have this length.
    #[inline(always)]
    fn advance<const RUN: usize>(&self, old: &[u64], new: &mut [u64]) {
        for (below, begins) in self.threes.iter().enumerate() {
            let pegs = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]][below];
            let masks = pegs.map(|peg| CLEAR[peg]);
            for &begin in begins {
                let at = pegs.map(|peg| usize::from(begin) + peg * RUN);
                let olds = at.map(|at| &old[at..][..RUN]);
                let mut joined = [0; RUN];
                for j in 0..RUN {
                    joined[j] = olds[0][j] & masks[0] | olds[1][j] & masks[1] | olds[2][j] & masks[2];
                }
                for (at, mask) in at.into_iter().zip(masks) {
                    let new = &mut new[at..][..RUN];
                    for j in 0..RUN {
                        new[j] |= joined[j] & mask;
                    }
                }
            }
        }
        for (begins, (a, b)) in self.twos.iter().zip(PAIRS) {
            let mask = CLEAR[a] & CLEAR[b];
            for &begin in begins {
                let (a, b) = (usize::from(begin) + a * RUN, usize::from(begin) + b * RUN);
                for (to, from) in [(a, b), (b, a)] {
                    let (new, old) = (&mut new[to..][..RUN], &old[from..][..RUN]);
                    for j in 0..RUN {
                        new[j] |= old[j] & mask;
                    }
                }
            }
        }
    }
}

impl Planes for FourPegs {
    fn shape(&self) -> Shape {
        let words = 1 << (2 * self.index_discs);
        let rows = border_words(self.large()) / ROW_WORDS;
        let joint = Joint::Borders { rows, words: ROW_WORDS };
        Shape { blocks: self.digits.len(), words, bits: 64 * words as u32, joint }
    }

    fn weight(&self, block: usize) -> u64 {
        u64::from(self.orbits[block])
    }

    fn edges(&self) -> u64 {
        super::edges(self.discs)
    }

    fn table_bytes(&self) -> u64 {
        Self::table_bytes(self.large() as u32, self.digits.len() as u64)
    }

    fn neighbours(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        self.links(block, |pair, to, _| visit(pair, to));
    }

    #[inline(always)]
    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, scratch: &mut Vec<u64>) {
        scratch.clear();
        scratch.extend_from_slice(here);
        let old = &scratch[..];
        match self.index_discs {
            1 => Self::move_small_discs::<1>(old, here),
            _ => Self::move_small_discs::<4>(old, here),
        }
        // The largest index disc has the lowest digit, so its runs are single words.
        for (joins, larger) in self.joins.iter().zip((0..self.index_discs).rev()).skip(1) {
            match larger {
                0 => joins.advance::<1>(old, here),
                1 => joins.advance::<4>(old, here),
                2 => joins.advance::<16>(old, here),
                3 => joins.advance::<64>(old, here),
                _ => joins.advance::<256>(old, here),
            }
        }
        self.links(block, |pair, to, renaming| {
            let (row, is_backwards) = self.seen[renaming][pair];
            let row = &around.of(to)[usize::from(row) * ROW_WORDS..][..ROW_WORDS];
            self.rows.scatter(pair, row, is_backwards, here);
        });
    }

    fn border(&self, _: usize, here: &[u64], border: &mut [u64]) {
        if self.large() > 0 {
            for (pair, row) in border.chunks_exact_mut(ROW_WORDS).enumerate() {
                self.rows.gather(pair, here, row);
            }
        }
    }
}
