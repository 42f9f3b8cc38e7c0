//! Words: the three smallest discs as 64 bits.

/// The digit of a bit's number: the peg of a small disc.
const fn digit(bit: u32, disc: u32) -> u32 {
    bit >> (2 * disc) & 3
}

/// Where disc 1 is free: disc 0 is elsewhere.
const FREE_1: u64 = free(1);
/// Where disc 2 is free: discs 0 and 1 are elsewhere.
const FREE_2: u64 = free(2);
/// Where no small disc is on a peg.
pub(super) const CLEAR: [u64; 4] = [clear(0), clear(1), clear(2), clear(3)];

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

/// A word and everything that one move of a small disc reaches from it. Shifts and masks only, no multiplication:
/// so the compiler can do several words at a time.
#[inline(always)]
pub(super) fn with_small_moves(word: u64) -> u64 {
    // Disc 0 goes anywhere: a nibble with a bit becomes full.
    let any = word | word >> 1;
    let any = (any | any >> 2) & 0x1111_1111_1111_1111;
    let mut next = (any << 4).wrapping_sub(any);
    // Disc 1: along its digit, among the pegs that disc 0 leaves.
    let from = word & FREE_1;
    let any = from | from >> 4;
    let any = (any | any >> 8) & 0x000F_000F_000F_000F;
    let all = any | any << 4;
    next |= (all | all << 8) & FREE_1;
    // Disc 2 likewise.
    let from = word & FREE_2;
    let any = from | from.rotate_left(32);
    next |= (any | any.rotate_left(16)) & FREE_2;
    next
}
