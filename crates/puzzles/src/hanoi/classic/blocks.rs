//! Three constant blocks: our own algorithm.
//!
//! In the solution for `n` discs the `k` smallest always move together, as a tower that goes round one way:
//! the moves are a block of `2^k - 1` moves, one move of a larger disc, a block, one move, and so on. There are
//! only three different blocks, one for each peg that the tower may stand on, so they are made once and then
//! handed out as slices; per block there remains the work of one larger move, which follows the ruler sequence
//! of the block's number. Nothing is computed per move.

use super::super::step::Step;
use super::{Lines, Tower, packed, recursive};
use std::io;

/// Discs of a block of packed moves: three blocks of 1023 bytes.
pub const PACKED_BLOCK_DISCS: u32 = 10;
/// Discs of a block that is written: text of some 100 KiB goes out with one call, straight from the block.
pub const WRITTEN_BLOCK_DISCS: u32 = 12;
/// Room before a block for the line of the larger move that precedes it.
const ROOM: usize = 64;

/// The moves of a tower in chunks that are made once; `T` is a move, or a byte of its text.
pub struct BlockStream<T> {
    discs: u32,
    block_discs: u32,
    /// By the peg that the block's tower stands on.
    blocks: [Vec<T>; 3],
    /// By larger disc and the peg that it leaves.
    larger: Vec<[Vec<T>; 3]>,
}

/// How many pegs on a disc goes with each move, if the largest of `discs` goes from peg 0 to peg 2.
fn turn(discs: u32, disc: u32) -> u8 {
    if (discs - 1 - disc).is_multiple_of(2) { 2 } else { 1 }
}

impl BlockStream<Step> {
    /// Chunks of moves.
    #[must_use]
    pub fn steps(tower: Tower, block_discs: u32) -> Self {
        BlockStream::new(tower, block_discs, |step, out| out.push(step))
    }
}

impl BlockStream<u8> {
    /// Chunks of packed moves, a byte each.
    #[must_use]
    pub fn packed(tower: Tower, block_discs: u32) -> Self {
        BlockStream::new(tower, block_discs, |step, out| out.push(packed(step)))
    }

    /// Chunks of text.
    #[must_use]
    pub fn lines(tower: Tower, block_discs: u32) -> Self {
        let lines = Lines::new(tower.discs());
        BlockStream::new(tower, block_discs, |step, out| out.extend_from_slice(lines.of(step)))
    }

    /// Writes everything. Nothing is copied but the line of each larger move, which is put in front of the
    /// block that follows it; so a writer sees one long slice per block.
    ///
    /// # Errors
    /// Whatever the writer says; nothing is written after that.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut framed = self.blocks.each_ref().map(|block| [&[0; ROOM], block.as_slice()].concat());
        let mut before: &[u8] = &[];
        let mut walk = ChunkWalk::new(self.discs, self.block_discs);
        while let Some(place) = walk.next() {
            match place {
                ChunkKey::Larger(..) => before = self.at(place),
                ChunkKey::Block(peg) => {
                    let frame = &mut framed[usize::from(peg) % 3];
                    // A line is at most 25 bytes long.
                    let first = ROOM - before.len();
                    frame[first..ROOM].copy_from_slice(before);
                    out.write_all(&frame[first..])?;
                    before = &[];
                }
            }
        }
        out.flush()
    }
}

impl<T> BlockStream<T> {
    fn new(tower: Tower, block_discs: u32, write: impl Fn(Step, &mut Vec<T>)) -> Self {
        let discs = tower.discs();
        let block_discs = block_discs.min(discs);
        let blocks = std::array::from_fn(|from| {
            let mut block = Vec::new();
            if block_discs > 0 {
                let from = from as u8;
                let to = (from + turn(discs, block_discs - 1)) % 3;
                recursive(block_discs, from, to, &mut |step| write(tower.named(step), &mut block));
            }
            block
        });
        let larger = (block_discs..discs)
            .map(|disc| {
                std::array::from_fn(|from| {
                    let from = from as u8;
                    let mut chunk = Vec::new();
                    let step = Step { disc, from, to: (from + turn(discs, disc)) % 3 };
                    write(tower.named(step), &mut chunk);
                    chunk
                })
            })
            .collect();
        BlockStream { discs, block_discs, blocks, larger }
    }

    /// All chunks in order: a block, one larger move, a block, …
    #[must_use]
    pub fn chunks(&self) -> Chunks<'_, T> {
        Chunks { stream: self, walk: ChunkWalk::new(self.discs, self.block_discs) }
    }
}

impl<T: Copy> BlockStream<T> {
    /// Everything in order, one by one.
    pub fn into_items(self) -> impl Iterator<Item = T> {
        let mut walk = ChunkWalk::new(self.discs, self.block_discs);
        let mut chunk: Option<(ChunkKey, usize)> = None;
        std::iter::from_fn(move || {
            loop {
                if let Some((place, at)) = &mut chunk
                    && let Some(&item) = self.at(*place).get(*at)
                {
                    *at += 1;
                    return Some(item);
                }
                chunk = Some((walk.next()?, 0));
            }
        })
    }
}

impl<T> BlockStream<T> {
    #[inline(always)]
    fn at(&self, place: ChunkKey) -> &[T] {
        match place {
            ChunkKey::Block(peg) => &self.blocks[usize::from(peg) % 3],
            ChunkKey::Larger(disc, peg) => match self.larger.get(usize::from(disc)) {
                Some(chunks) => &chunks[usize::from(peg) % 3],
                None => &[],
            },
        }
    }
}

/// Which chunk.
#[derive(Clone, Copy)]
enum ChunkKey {
    /// The block of a tower that stands on this peg.
    Block(u8),
    /// The move of a larger disc, counted from the first that is no part of the block, off this peg.
    Larger(u8, u8),
}

/// Which chunk comes next.
struct ChunkWalk {
    /// Number of the block to come, from 1.
    block: u64,
    /// Number of the last block.
    last: u64,
    block_due: bool,
    tower_peg: u8,
    tower_turn: u8,
    /// Pegs and turns of the larger discs.
    pegs: [u8; 64],
    turns: [u8; 64],
}

impl ChunkWalk {
    fn new(discs: u32, block_discs: u32) -> Self {
        let larger = discs - block_discs;
        // Without discs there is nothing to do. With 64 larger discs the number of the last block is 2^64,
        // one more than fits: but blocks of at least one disc leave 63 at most.
        let last = if discs == 0 { 0 } else { 1u64.checked_shl(larger).unwrap_or(u64::MAX) };
        let mut turns = [0; 64];
        for (i, entry) in turns.iter_mut().enumerate().take(larger as usize) {
            *entry = turn(discs, block_discs + i as u32);
        }
        let tower_turn = if block_discs == 0 { 0 } else { turn(discs, block_discs - 1) };
        ChunkWalk { block: 1, last, block_due: true, tower_peg: 0, tower_turn, pegs: [0; 64], turns }
    }

    #[inline(always)]
    fn next(&mut self) -> Option<ChunkKey> {
        if self.block_due {
            if self.block > self.last {
                return None;
            }
            let place = ChunkKey::Block(self.tower_peg);
            self.tower_peg = on(self.tower_peg, self.tower_turn);
            self.block_due = false;
            return Some(place);
        }
        if self.block == self.last {
            return None;
        }
        let disc = self.block.trailing_zeros() as usize % 64;
        let peg = self.pegs[disc];
        self.pegs[disc] = on(peg, self.turns[disc]);
        self.block += 1;
        self.block_due = true;
        Some(ChunkKey::Larger(disc as u8, peg))
    }
}

/// The peg `turn` further round.
#[inline(always)]
fn on(peg: u8, turn: u8) -> u8 {
    let peg = peg + turn;
    if peg >= 3 { peg - 3 } else { peg }
}

/// The chunks of a [`BlockStream`].
pub struct Chunks<'s, T> {
    stream: &'s BlockStream<T>,
    walk: ChunkWalk,
}

impl<'s, T> Iterator for Chunks<'s, T> {
    type Item = &'s [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'s [T]> {
        let place = self.walk.next()?;
        Some(self.stream.at(place))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Method, Tower};
    use super::*;

    #[test]
    fn every_block_size_gives_the_same_moves() {
        for discs in 0..=11 {
            let tower = Tower::new(discs, 1, 0).unwrap();
            let expected: Vec<Step> = Method::Recursive.steps(tower).collect();
            for block_discs in 1..=12 {
                let stream = BlockStream::steps(tower, block_discs);
                let moves: Vec<Step> = stream.chunks().flatten().copied().collect();
                assert_eq!(moves, expected, "{discs} discs in blocks of {block_discs}");
                assert_eq!(stream.into_items().collect::<Vec<_>>(), expected);
            }
        }
    }
}
