//! Borders: what blocks see of each other, one bit per disc.
//!
//! A row belongs to a pair of pegs and holds the positions in which none of the nine smaller discs is on the
//! pair. Each disc is then on one of the two other pegs; bit `i` of a position's number says that disc `i` is on
//! the higher one. The small discs are the lowest three bits, so a byte of the row is a word of the block.

use super::layout::{MOST_INDEX_DISCS, PAIRS, WORD_DISCS};
use super::renaming::Renaming;

/// Words of a row.
pub(super) const ROW_WORDS: usize = 1 << (WORD_DISCS + MOST_INDEX_DISCS - 6);
/// Words of a block that a row takes its bytes from.
const ROW_BYTES: usize = 8 * ROW_WORDS;

/// The two pegs that a pair leaves.
const fn others(pair: usize) -> (usize, usize) {
    // The pairs are listed so that a pair and the one as far from the end have no peg in common.
    PAIRS[PAIRS.len() - 1 - pair]
}

/// By pair: row of the border that a neighbour has it in after a renaming, and whether from the end.
pub(super) fn renamed_rows(renaming: Renaming) -> [(u8, bool); 6] {
    std::array::from_fn(|pair| {
        let (x, y) = others(pair);
        let (x, y) = (usize::from(renaming[x]), usize::from(renaming[y]));
        let row = (0..PAIRS.len()).find(|&row| others(row) == (x.min(y), x.max(y)));
        (row.unwrap_or(0) as u8, x > y)
    })
}

/// Where rows are in a block.
pub(super) struct Rows {
    /// By pair: the word of each byte.
    words: [[u16; ROW_BYTES]; 6],
    /// By pair: a byte as bits of a word.
    spread: Box<[[u64; 256]; 6]>,
}

impl Rows {
    pub(super) fn new() -> Self {
        let digits = |pair: usize, number: usize, count: usize| {
            let (x, y) = others(pair);
            (0..count).map(move |i| if number >> i & 1 == 1 { y } else { x })
        };
        // Of the index discs the smallest has the highest digit, of the small discs the lowest.
        let word =
            |pair, byte| digits(pair, byte, MOST_INDEX_DISCS).fold(0, |word, peg| word << 2 | peg as u16);
        let bit = |pair, number| {
            digits(pair, number, WORD_DISCS).enumerate().map(|(disc, peg)| peg << (2 * disc)).sum::<usize>()
        };
        let spread = |pair, byte: usize| {
            (0..8)
                .filter(|number| byte >> number & 1 == 1)
                .fold(0, |word, number| word | 1u64 << bit(pair, number))
        };
        Rows {
            words: std::array::from_fn(|pair| std::array::from_fn(|byte| word(pair, byte))),
            spread: Box::new(std::array::from_fn(|pair| std::array::from_fn(|byte| spread(pair, byte)))),
        }
    }

    /// Adds a row to a block.
    #[inline(always)]
    pub(super) fn scatter(&self, pair: usize, row: &[u64], is_backwards: bool, block: &mut [u64]) {
        let (words, spread) = (&self.words[pair], &self.spread[pair]);
        for (i, words) in words.chunks_exact(8).enumerate() {
            let eight = if is_backwards { row[ROW_WORDS - 1 - i].reverse_bits() } else { row[i] };
            if eight != 0 {
                for (byte, &word) in eight.to_le_bytes().into_iter().zip(words) {
                    block[usize::from(word)] |= spread[usize::from(byte)];
                }
            }
        }
    }

    /// Writes a row of a block.
    #[inline(always)]
    pub(super) fn gather(&self, pair: usize, block: &[u64], row: &mut [u64]) {
        let (x, y) = others(pair);
        let step = y - x;
        // Bit `k0 + 2 k1 + 4 k2` of the byte is bit `step (k0 + 4 k1 + 16 k2)` above the first: three folds.
        let first = 21 * x;
        let fours = 1u64 | 1 << (4 * step) | 1 << (16 * step) | 1 << (20 * step);
        let twos = 3u64 | 3 << (16 * step);
        for (eight, words) in row.iter_mut().zip(self.words[pair].chunks_exact(8)) {
            let mut bytes = [0; 8];
            for (byte, &word) in bytes.iter_mut().zip(words) {
                let bits = block[usize::from(word)] >> first;
                let bits = bits & fours | bits >> (step - 1) & fours << 1;
                let bits = bits & twos | bits >> (4 * step - 2) & twos << 2;
                *byte = (bits & 15 | bits >> (16 * step - 4) & 240) as u8;
            }
            *eight = u64::from_le_bytes(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_from_blocks_and_backwards_is_the_other_order_of_pegs() {
        let rows = Rows::new();
        let mut random = 5u64;
        for pair in 0..PAIRS.len() {
            let row: Vec<u64> = (0..ROW_WORDS)
                .map(|_| {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                    random ^ random >> 31
                })
                .collect();
            let mut block = vec![0; 1 << (2 * MOST_INDEX_DISCS)];
            rows.scatter(pair, &row, false, &mut block);
            let ones = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum::<u32>();
            assert_eq!(ones(&block), ones(&row), "no two bits share a place");
            let mut back = vec![0; ROW_WORDS];
            rows.gather(pair, &block, &mut back);
            assert_eq!(back, row, "{pair}");
            block.fill(0);
            rows.scatter(pair, &row, true, &mut block);
            rows.gather(pair, &block, &mut back);
            let bit = |words: &[u64], i: usize| words[i / 64] >> (i % 64) & 1;
            let len = 64 * ROW_WORDS;
            assert!((0..len).all(|i| bit(&back, i) == bit(&row, len - 1 - i)), "{pair}");
        }
    }
}
