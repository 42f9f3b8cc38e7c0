//! Complete breadth-first search on four pegs by bit-parallel words.
//!
//! **Layout.** A position is a digit (peg) per disc. The three smallest discs are the 64 bits of a word: bit
//! `d0 + 4 d1 + 16 d2`. The next discs index the words of a block, the largest ones the blocks. A set of
//! positions is a plane of such words; two planes hold `V(d)`, everything within `d` moves, and `V(d - 1)`.
//!
//! **A step** computes `V(d + 1) = V(d) ∪ neighbours(V(d))` word by word. A small disc moves inside a word: the
//! pegs that a disc may choose from, given the smaller ones, are all joined, so a fill along its digit does it.
//! A larger disc moves between words that differ in its digit, under the mask of where the three small discs
//! leave both pegs free; discs between them must leave the pegs free too, which the word's index tells.
//!
//! **Symmetry.** Renaming pegs that are empty at the start changes no distance: three pegs, a factor six, from
//! a perfect start. Only blocks whose large discs are the least of their orbit are stored; a move that leads
//! elsewhere reads the representative through the renaming. A block counts for its whole orbit.
//!
//! **Skipping.** A block changes only if it or a block next to it has just changed. If it has not, both planes
//! agree on it, so it needs no copy: it is simply left alone. Full blocks are left alone too.
//!
//! Two planes of one bit per position and a factor of six: 1/24 byte per position. Threads share out the
//! blocks; each writes its own, so counts don't depend on their number.

use rayon::prelude::*;
use telusur_search::{Algorithm, Limit, Progress, Run, Stats};

/// Fewest discs that this search takes: three in a word and one that indexes words.
pub const FEWEST_DISCS: usize = 4;
/// Most discs: beyond, no machine has the memory.
pub const MOST_DISCS: usize = 24;
/// Discs that index the words of a block: 4^6 words are 32 KiB, which stays in the first cache.
const BLOCK_DISCS: usize = 6;
/// Blocks between two looks at the clock.
const BATCH: usize = 2048;

/// The digit of a bit's number: the peg of a small disc.
const fn digit(bit: u32, disc: u32) -> u32 {
    bit >> (2 * disc) & 3
}

/// Where disc 1 is free: disc 0 is elsewhere.
const FREE_1: u64 = free(1);
/// Where disc 2 is free: discs 0 and 1 are elsewhere.
const FREE_2: u64 = free(2);
/// Where no small disc is on a peg.
const CLEAR: [u64; 4] = [clear(0), clear(1), clear(2), clear(3)];

const fn free(disc: u32) -> u64 {
    let mut bits = 0;
    let mut bit = 0;
    while bit < 64 {
        let own = digit(bit, disc);
        if digit(bit, 0) != own && (disc == 1 || digit(bit, 1) != own) {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
}

const fn clear(peg: u32) -> u64 {
    let mut bits = 0;
    let mut bit = 0;
    while bit < 64 {
        if digit(bit, 0) != peg && digit(bit, 1) != peg && digit(bit, 2) != peg {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
}

/// A word and everything that one move of a small disc reaches from it.
#[inline(always)]
fn with_small_moves(word: u64) -> u64 {
    // Disc 0 goes anywhere: a nibble with a bit becomes full.
    let any = word | word >> 1;
    let any = (any | any >> 2) & 0x1111_1111_1111_1111;
    let mut next = any * 15;
    // Disc 1: along its digit, among the pegs that disc 0 leaves.
    let from = word & FREE_1;
    let any = from | from >> 4;
    let any = (any | any >> 8) & 0x000F_000F_000F_000F;
    next |= (any * 0x1111) & FREE_1;
    // Disc 2 likewise.
    let from = word & FREE_2;
    let any = from | from >> 32;
    let any = (any | any >> 16) & 0xFFFF;
    next |= (any * 0x0001_0001_0001_0001) & FREE_2;
    next
}

/// A renaming of the pegs.
type Renaming = [u8; 4];

/// A word with its pegs renamed: bit `(d0, d1, d2)` goes to `(r d0, r d1, r d2)`.
fn rename_word(word: u64, renaming: Renaming) -> u64 {
    let mut result = 0;
    let mut rest = word;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        let renamed =
            (0..3).map(|disc| u32::from(renaming[digit(bit, disc) as usize]) << (2 * disc)).sum::<u32>();
        result |= 1 << renamed;
    }
    result
}

/// Digits (two bits each) with their pegs renamed.
fn rename_digits(digits: usize, count: usize, renaming: Renaming) -> usize {
    (0..count).map(|i| usize::from(renaming[digits >> (2 * i) & 3]) << (2 * i)).sum()
}

fn inverse(renaming: Renaming) -> Renaming {
    let mut result = [0; 4];
    for (peg, &name) in renaming.iter().enumerate() {
        result[usize::from(name)] = peg as u8;
    }
    result
}

/// All renamings of the pegs that are empty at the start, the identity first.
fn renamings(start: &[u8]) -> Vec<Renaming> {
    let empty: Vec<u8> = (0..4).filter(|peg| !start.contains(peg)).collect();
    let mut all = vec![];
    for a in 0..4u8 {
        for b in 0..4u8 {
            for c in 0..4u8 {
                let d = 6u8.wrapping_sub(a + b + c);
                let names = [a, b, c, d];
                let is_renaming = (0..4).all(|peg| names.contains(&peg));
                let fixes = (0..4u8).all(|peg| empty.contains(&peg) || names[usize::from(peg)] == peg);
                if is_renaming && fixes {
                    all.push(names);
                }
            }
        }
    }
    all
}

/// The six pairs of pegs.
const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// Where a move of a large disc leads from a block.
#[derive(Clone, Copy, Debug)]
struct Link {
    pair: u8,
    /// Number of the renaming that turns the neighbour into its representative.
    renaming: u8,
    /// The representative.
    block: u32,
}

/// A block that is stored.
#[derive(Clone, Debug)]
struct Block {
    /// The digits of the large discs.
    digits: u32,
    /// How many blocks it stands for.
    orbit: u8,
    links: Vec<Link>,
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

struct Layout {
    discs: usize,
    /// Words per block.
    words: usize,
    /// Discs that index words.
    index_discs: usize,
    renamings: Vec<Renaming>,
    inverses: Vec<Renaming>,
    /// By renaming: the index of every word after it.
    renamed_index: Vec<Vec<u16>>,
    joined: Joined,
    blocks: Vec<Block>,
    /// By the digits of the large discs: representative block and the renaming that leads to it.
    block_of: Vec<(u32, u8)>,
}

impl Layout {
    /// Bytes of everything but the planes.
    fn table_bytes(discs: usize) -> u64 {
        let large = discs.saturating_sub(3 + BLOCK_DISCS) as u32;
        4u64.saturating_pow(large).saturating_mul(8 + 16) + (1 << 18)
    }

    fn new(discs: usize, start: &[u8]) -> Self {
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
    fn find(&self, places: &[u8]) -> (usize, u32) {
        let packed = places.iter().rev().fold(0usize, |word, &peg| word << 2 | usize::from(peg));
        let (block, renaming) = self.block_of[packed >> (6 + 2 * self.index_discs)];
        let renamed = rename_digits(packed, self.discs, self.renamings[usize::from(renaming)]);
        let word = renamed >> 6 & (self.words - 1);
        (block as usize * self.words + word, (renamed & 63) as u32)
    }

    /// The position at a word of the plane and a bit.
    fn position(&self, word: usize, bit: u32) -> Vec<u8> {
        let digits = self.blocks[word / self.words].digits as usize;
        let index = digits << (2 * self.index_discs) | word % self.words;
        let packed = index << 6 | bit as usize;
        (0..self.discs).map(|disc| (packed >> (2 * disc) & 3) as u8).collect()
    }

    /// Writes a block of `V(d + 1)`, given all of `V(d)`; returns how many positions are new and whether the
    /// block is now full.
    fn advance(&self, block: usize, plane: &[u64], next: &mut [u64]) -> (u64, bool) {
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

/// What the search found out.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Positions at each distance from the start.
    pub depths: Vec<u64>,
    /// The limit that came first; the last depth is complete even so.
    pub stopped: Option<Limit>,
    /// Distance of each goal, in the order given, if it was met.
    pub goal_distances: Vec<Option<u32>>,
    /// Some of the farthest positions, ascending by the peg of the largest disc, the next, and so on.
    pub farthest: Vec<Vec<u8>>,
    /// Stored positions, bytes, time.
    pub stats: Stats,
}

/// Whether this search takes a board of this size.
#[must_use]
pub fn fits(pegs: usize, discs: usize) -> bool {
    pegs == 4 && (FEWEST_DISCS..=MOST_DISCS).contains(&discs)
}

/// Searches everything that can be reached from `start`, the peg of every disc, smallest first.
///
/// # Panics
/// If the number of discs does not [fit](fits), or start and goals have different numbers of discs.
#[must_use]
pub fn explore(start: &[u8], goals: &[Vec<u8>], run: &mut Run<'_>) -> Found {
    let discs = start.len();
    assert!(fits(4, discs), "4 to 24 discs");
    assert!(goals.iter().all(|goal| goal.len() == discs), "start and goals have the same discs");
    let mut found = Found { goal_distances: vec![None; goals.len()], ..Found::default() };
    // The planes: all positions, less the symmetry, which is complete but for a few blocks.
    let group = renamings(start).len() as u64;
    let least = (1u64 << (2 * discs)) / 4 / group + Layout::table_bytes(discs);
    if let Err(limit) = run.afford(least) {
        found.stopped = Some(limit);
        found.depths = vec![1];
        found.stats = run.stats(0, 0);
        return found;
    }
    let layout = Layout::new(discs, start);
    let size = layout.blocks.len() * layout.words;
    let bytes = 16 * size as u64 + Layout::table_bytes(discs);
    if let Err(limit) = run.afford(bytes) {
        found.stopped = Some(limit);
        found.depths = vec![1];
        found.stats = run.stats(0, 0);
        return found;
    }
    Search::new(layout, start, bytes, run.threads).run(goals, found, run)
}

struct Search {
    layout: Layout,
    /// `V(d)`.
    plane: Vec<u64>,
    /// `V(d - 1)`, and after the step `V(d + 1)`.
    other: Vec<u64>,
    /// Blocks that the last step changed.
    changed: Vec<bool>,
    full: Vec<bool>,
    pool: Option<rayon::ThreadPool>,
    bytes: u64,
    met: u64,
}

impl Search {
    fn new(layout: Layout, start: &[u8], bytes: u64, threads: usize) -> Self {
        let size = layout.blocks.len() * layout.words;
        let (mut plane, mut other) = (vec![0; size], vec![0; size]);
        let mut changed = vec![false; layout.blocks.len()];
        let (word, bit) = layout.find(start);
        plane[word] |= 1 << bit;
        other[word] = 0;
        changed[word / layout.words] = true;
        let full = vec![false; layout.blocks.len()];
        let pool = (threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())
            .flatten();
        Search { layout, plane, other, changed, full, pool, bytes, met: 1 }
    }

    fn run(mut self, goals: &[Vec<u8>], mut found: Found, run: &mut Run<'_>) -> Found {
        let total = 1u64 << (2 * self.layout.discs);
        let places: Vec<(usize, u32)> = goals.iter().map(|goal| self.layout.find(goal)).collect();
        found.depths = vec![1];
        for depth in 0.. {
            for (distance, &(word, bit)) in found.goal_distances.iter_mut().zip(&places) {
                if distance.is_none() && self.plane[word] >> bit & 1 == 1 {
                    *distance = Some(depth);
                }
            }
            run.layer(depth, found.depths.last().copied().unwrap_or(0));
            if self.met == total {
                found.farthest = self.farthest();
                break;
            }
            match self.step(depth, &found, total, run) {
                Ok(fresh) => found.depths.push(fresh),
                Err(limit) => {
                    found.stopped = Some(limit);
                    break;
                }
            }
        }
        run.note(self.met, self.bytes);
        found.stats = run.stats(self.met, 0);
        found
    }

    /// One step; returns how many positions are new.
    fn step(&mut self, depth: u32, found: &Found, total: u64, run: &mut Run<'_>) -> Result<u64, Limit> {
        let layout = &self.layout;
        let frontier = found.depths.last().copied().unwrap_or(0);
        let blocks = layout.blocks.len();
        let mut now = vec![(0u64, false, false); blocks];
        let mut fresh = 0;
        for first in (0..blocks).step_by(BATCH) {
            let range = first..blocks.min(first + BATCH);
            let (plane, changed, full) = (&self.plane, &self.changed, &self.full);
            let words = range.start * layout.words..range.end * layout.words;
            let work = |(i, (next, now)): (usize, (&mut [u64], &mut (u64, bool, bool)))| {
                let block = first + i;
                let near = changed[block]
                    || layout.blocks[block].links.iter().any(|link| changed[link.block as usize]);
                *now = (0, false, full[block]);
                if near && !full[block] {
                    let (count, is_full) = layout.advance(block, plane, next);
                    *now = (count * u64::from(layout.blocks[block].orbit), count > 0, is_full);
                } else if changed[block] {
                    // Full just now: the older plane still lacks what the last step added.
                    next.fill(u64::MAX);
                }
            };
            let parts = self.other[words].chunks_mut(layout.words).zip(&mut now[range.clone()]);
            match &self.pool {
                Some(pool) => pool.install(|| {
                    parts.collect::<Vec<_>>().into_par_iter().enumerate().for_each(work);
                }),
                None => parts.enumerate().for_each(work),
            }
            fresh += now[range].iter().map(|&(count, ..)| count).sum::<u64>();
            run.check(&Progress {
                algorithm: Algorithm::Dense,
                depth: depth + 1,
                frontier,
                expanded: self.met,
                generated: 0,
                stored: self.met + fresh,
                bytes: self.bytes,
                lower_bound: depth + 1,
                best: None,
                total: Some(total),
            })?;
        }
        for (block, &(_, changed, full)) in now.iter().enumerate() {
            self.changed[block] = changed;
            self.full[block] = full;
        }
        std::mem::swap(&mut self.plane, &mut self.other);
        self.met += fresh;
        Ok(fresh)
    }

    /// Positions of the last layer, all renamings included.
    fn farthest(&self) -> Vec<Vec<u8>> {
        const MOST: usize = 1024;
        let mut positions = Vec::new();
        'all: for (word, (new, old)) in self.plane.iter().zip(&self.other).enumerate() {
            let mut rest = new & !old;
            while rest != 0 {
                let position = self.layout.position(word, rest.trailing_zeros());
                rest &= rest - 1;
                for renaming in &self.layout.renamings {
                    positions
                        .push(position.iter().map(|&peg| renaming[usize::from(peg)]).collect::<Vec<u8>>());
                }
                if positions.len() > MOST * 6 {
                    break 'all;
                }
            }
        }
        positions.sort_unstable_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
        positions.dedup();
        positions.truncate(MOST);
        positions
    }
}
