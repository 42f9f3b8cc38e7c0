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

mod layout;
mod word;

use layout::Layout;
use rayon::prelude::*;
use telusur_search::{Algorithm, Limit, Progress, Run, Stats};
use word::renamings;

/// Fewest discs that this search takes: three in a word and one that indexes words.
pub const FEWEST_DISCS: usize = 4;
/// Most discs: 46 GB; beyond, the other engines say what they can.
pub const MOST_DISCS: usize = 20;
/// Blocks between two looks at the clock.
const BATCH: usize = 2048;

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
    assert!(fits(4, discs), "4 to 20 discs");
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
    // Without a budget the machine itself may refuse; that is a limit too, not a crash.
    let room = Vec::<u64>::new().try_reserve_exact(2 * size).map_err(|_| Limit::Bytes(bytes));
    if let Err(limit) = run.afford(bytes).and(room) {
        found.stopped = Some(limit);
        found.depths = vec![1];
        found.stats = run.stats(0, 0);
        return found;
    }
    Search::new(layout, start, bytes, run.threads).run(goals, found, run)
}

/// What a step did to a block: new positions for its whole orbit, whether it changed, whether it is full.
type Now = (u64, bool, bool);

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
            let work = |(i, (next, now)): (usize, (&mut [u64], &mut Now))| {
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
