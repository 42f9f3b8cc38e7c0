//! Three constant blocks: our own algorithm.
//!
//! In the solution for `n` discs the `k` smallest always move together, as a tower that goes round one way:
//! the moves are a block of `2^k - 1` moves, one move of a larger disc, a block, one move, and so on. There are
//! only three different blocks, one for each peg that the tower may stand on, so they are made once and then
//! handed out as slices; per block there remains the work of one larger move, which follows the ruler sequence
//! of the block's number. Nothing is computed per move.

use super::super::step::Step;
use super::{Lines, Tower, recursive};
use std::io;
use std::ops::Range;

/// Discs of a block: text of some 100 KiB goes out with one call, straight from the block.
pub const BLOCK_DISCS: u32 = 12;
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
        for number in self.numbers() {
            let before = self.larger_before(number);
            let frame = &mut framed[self.tower_peg(number)];
            // A line is at most 25 bytes long.
            let first = ROOM - before.len();
            frame[first..ROOM].copy_from_slice(before);
            out.write_all(&frame[first..])?;
        }
        out.flush()
    }
}

impl<T> BlockStream<T> {
    fn new(tower: Tower, block_discs: u32, write: impl Fn(Step, &mut Vec<T>)) -> Self {
        let discs = tower.discs();
        let block_discs = block_discs.max(1).min(discs);
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

    /// All chunks in order: one larger move, a block, …; none comes before the first block.
    pub fn chunks(&self) -> impl Iterator<Item = &[T]> {
        let block = |number| &*self.blocks[self.tower_peg(number)];
        self.numbers().flat_map(move |number| [self.larger_before(number), block(number)])
    }

    /// The numbers of all blocks, none without discs. Blocks of at least one disc leave 63 larger ones at most.
    fn numbers(&self) -> Range<u64> {
        0..if self.discs == 0 { 0 } else { 1 << self.larger.len() }
    }

    /// The peg of a disc that has made so many moves.
    #[inline(always)]
    fn peg_after(&self, moves: u64, disc: u32) -> usize {
        (moves % 3 * u64::from(turn(self.discs, disc)) % 3) as usize
    }

    /// The peg that a block's tower stands on: it goes round with every block, as its largest disc does.
    #[inline(always)]
    fn tower_peg(&self, number: u64) -> usize {
        self.peg_after(number, self.block_discs - 1)
    }

    /// The move of a larger disc before a block. Which one it is follows the ruler sequence.
    #[inline(always)]
    fn larger_before(&self, number: u64) -> &[T] {
        let disc = number.trailing_zeros();
        match self.larger.get(disc as usize) {
            Some(chunks) => &chunks[self.peg_after(number >> disc >> 1, self.block_discs + disc)],
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::theory::Moves;
    use super::*;

    #[test]
    fn every_block_size_gives_the_same_moves() {
        for discs in 0..=11 {
            let tower = Tower::new(discs, 1, 0).unwrap();
            let expected: Vec<Step> = Moves::of_tower(discs, 1, 0).collect();
            for block_discs in 1..=12 {
                let stream = BlockStream::steps(tower, block_discs);
                let moves: Vec<Step> = stream.chunks().flatten().copied().collect();
                assert_eq!(moves, expected, "{discs} discs in blocks of {block_discs}");
            }
        }
    }
}
