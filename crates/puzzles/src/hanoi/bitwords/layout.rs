//! Blocks of words: where a position is stored, and which words a move joins.

use super::word::{CLEAR, Renaming, inverse, rename_digits, rename_word, renamings, with_small_moves};

/// Discs that index the words of a block: 4^6 words are 32 KiB, which stays in the first cache.
const BLOCK_DISCS: usize = 6;

/// The six pairs of pegs.
const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// Where a move of a large disc leads from a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pair: u8,
    /// Number of the renaming that turns the neighbour into its representative.
    renaming: u8,
    /// The representative.
    pub(super) block: u32,
}

/// A block that is stored.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The digits of the large discs.
    digits: u32,
    /// How many blocks it stands for.
    pub(super) orbit: u8,
    pub(super) links: Vec<Link>,
}

/// Words of a block that a move of a disc joins.
#[derive(Default)]
struct Joined {
    /// By the peg that all smaller index discs are on: three words, by the other pegs in order.
    threes: [Vec<[u16; 3]>; 4],
    /// By pair: two words.
    twos: [Vec<[u16; 2]>; 6],
    /// By pair: words whose index discs leave the pair free, so that a large disc may use it.
    free: [Vec<u16>; 6],
}

pub(super) struct Layout {
    pub(super) discs: usize,
    /// Words per block.
    pub(super) words: usize,
    /// Discs that index words.
    index_discs: usize,
    pub(super) renamings: Vec<Renaming>,
    inverses: Vec<Renaming>,
    /// By renaming: the index of every word after it.
    renamed_index: Vec<Vec<u16>>,
    joined: Joined,
    pub(super) blocks: Vec<Block>,
    /// By the digits of the large discs: representative block and the renaming that leads to it.
    block_of: Vec<(u32, u8)>,
}

impl Layout {
    /// Bytes of everything but the planes.
    pub(super) fn table_bytes(discs: usize) -> u64 {
        let large = discs.saturating_sub(3 + BLOCK_DISCS) as u32;
        4u64.saturating_pow(large).saturating_mul(8 + 16) + (1 << 18)
    }

    pub(super) fn new(discs: usize, start: &[u8]) -> Self {
        let index_discs = BLOCK_DISCS.min(discs - 3);
        let large = discs - 3 - index_discs;
        let words = 1 << (2 * index_discs);
        let renamings = renamings(start);
        let inverses = renamings.iter().map(|&r| inverse(r)).collect();
        let renamed_index = renamings
            .iter()
            .map(|&r| (0..words).map(|w| rename_digits(w, index_discs, r) as u16).collect())
            .collect();
        let mut block_of = vec![(u32::MAX, 0); 1 << (2 * large)];
        let mut blocks: Vec<Block> = Vec::new();
        for digits in 0..block_of.len() {
            let images = renamings.iter().map(|&r| rename_digits(digits, large, r));
            let (renaming, least) = images.enumerate().min_by_key(|&(_, image)| image).unwrap_or((0, digits));
            if least == digits {
                block_of[digits] = (blocks.len() as u32, 0);
                blocks.push(Block { digits: digits as u32, orbit: 1, links: Vec::new() });
            } else {
                // The least digits of an orbit come first, so the representative is known.
                let block = block_of[least].0;
                block_of[digits] = (block, renaming as u8);
                blocks[block as usize].orbit += 1;
            }
        }
        for block in &mut blocks {
            for (pair, &(a, b)) in PAIRS.iter().enumerate() {
                let on_pair = |i: &usize| [a, b].contains(&(block.digits as usize >> (2 * i) & 3));
                if let Some(disc) = (0..large).find(on_pair) {
                    let (to, renaming) = block_of[block.digits as usize ^ (a ^ b) << (2 * disc)];
                    block.links.push(Link { pair: pair as u8, renaming, block: to });
                }
            }
        }
        Layout {
            discs,
            words,
            index_discs,
            renamings,
            inverses,
            renamed_index,
            joined: Joined::new(index_discs),
            blocks,
            block_of,
        }
    }

    /// Where a position is stored: word of the plane and bit.
    pub(super) fn find(&self, places: &[u8]) -> (usize, u32) {
        let packed = places.iter().rev().fold(0usize, |word, &peg| word << 2 | usize::from(peg));
        let (block, renaming) = self.block_of[packed >> (6 + 2 * self.index_discs)];
        let renamed = rename_digits(packed, self.discs, self.renamings[usize::from(renaming)]);
        let word = renamed >> 6 & (self.words - 1);
        (block as usize * self.words + word, (renamed & 63) as u32)
    }

    /// The position at a word of the plane and a bit.
    pub(super) fn position(&self, word: usize, bit: u32) -> Vec<u8> {
        let digits = self.blocks[word / self.words].digits as usize;
        let index = (digits << (2 * self.index_discs)) | (word % self.words);
        let packed = index << 6 | bit as usize;
        (0..self.discs).map(|disc| (packed >> (2 * disc) & 3) as u8).collect()
    }

    /// Writes a block of `V(d + 1)`, given all of `V(d)`; returns how many positions are new and whether the
    /// block is now full.
    pub(super) fn advance(&self, block: usize, plane: &[u64], next: &mut [u64]) -> (u64, bool) {
        let here = &plane[block * self.words..][..self.words];
        for (old, new) in here.chunks_exact(4).zip(next.chunks_exact_mut(4)) {
            let union = old[0] | old[1] | old[2] | old[3];
            if union == 0 || old[0] & old[1] & old[2] & old[3] == u64::MAX {
                new.copy_from_slice(old);
                continue;
            }
            // The first index disc moves among the four words.
            let meet = (0..4).fold(0, |meet, peg| meet | old[peg] & CLEAR[peg]);
            for peg in 0..4 {
                new[peg] = with_small_moves(old[peg]) | meet & CLEAR[peg];
            }
        }
        for (below, threes) in self.joined.threes.iter().enumerate() {
            let pegs = [(1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2)][below];
            let masks = [CLEAR[pegs.0], CLEAR[pegs.1], CLEAR[pegs.2]];
            for words in threes {
                let [a, b, c] = words.map(usize::from);
                let meet = here[a] & masks[0] | here[b] & masks[1] | here[c] & masks[2];
                next[a] |= meet & masks[0];
                next[b] |= meet & masks[1];
                next[c] |= meet & masks[2];
            }
        }
        for (twos, &(a, b)) in self.joined.twos.iter().zip(&PAIRS) {
            let mask = CLEAR[a] & CLEAR[b];
            for words in twos {
                let [i, j] = words.map(usize::from);
                next[i] |= here[j] & mask;
                next[j] |= here[i] & mask;
            }
        }
        for link in &self.blocks[block].links {
            let (a, b) = PAIRS[usize::from(link.pair)];
            let mask = CLEAR[a] & CLEAR[b];
            let there = &plane[link.block as usize * self.words..][..self.words];
            let free = &self.joined.free[usize::from(link.pair)];
            if link.renaming == 0 {
                for &word in free {
                    next[usize::from(word)] |= there[usize::from(word)] & mask;
                }
            } else {
                let index = &self.renamed_index[usize::from(link.renaming)];
                let back = self.inverses[usize::from(link.renaming)];
                let renaming = self.renamings[usize::from(link.renaming)];
                let there_mask = CLEAR[usize::from(renaming[a])] & CLEAR[usize::from(renaming[b])];
                for &word in free {
                    let found = there[usize::from(index[usize::from(word)])] & there_mask;
                    if found != 0 {
                        next[usize::from(word)] |= rename_word(found, back);
                    }
                }
            }
        }
        let mut fresh = 0;
        let mut all = u64::MAX;
        for (old, new) in here.iter().zip(next.iter()) {
            all &= new;
            if old != new {
                fresh += u64::from((old ^ new).count_ones());
            }
        }
        (fresh, all == u64::MAX)
    }
}

impl Joined {
    fn new(index_discs: usize) -> Self {
        let mut joined = Joined::default();
        for word in 0..1usize << (2 * index_discs) {
            for disc in 1..index_discs {
                let peg = word >> (2 * disc) & 3;
                let smaller = (0..disc).fold(0u8, |set, i| set | 1 << (word >> (2 * i) & 3));
                let choice: Vec<usize> = (0..4).filter(|p| smaller >> p & 1 == 0).collect();
                // Each group is listed once: by its first word.
                if choice.first() != Some(&peg) {
                    continue;
                }
                let with = |p: usize| (word ^ (peg ^ p) << (2 * disc)) as u16;
                match choice[..] {
                    [a, b, c] => {
                        let below = 6 - a - b - c;
                        joined.threes[below].push([with(a), with(b), with(c)]);
                    }
                    [a, b] => {
                        let pair = PAIRS.iter().position(|&p| p == (a, b)).unwrap_or(0);
                        joined.twos[pair].push([with(a), with(b)]);
                    }
                    _ => {}
                }
            }
            for (free, &(a, b)) in joined.free.iter_mut().zip(&PAIRS) {
                if (0..index_discs).all(|i| ![a, b].contains(&(word >> (2 * i) & 3))) {
                    free.push(word as u16);
                }
            }
        }
        joined
    }
}
