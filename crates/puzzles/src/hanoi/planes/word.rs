//! Words: the three smallest discs as 64 bits.

/// The bits of positions with a small disc on a peg.
const fn on(disc: usize, peg: u32) -> u64 {
    [0x1111_1111_1111_1111, 0x000F_000F_000F_000F, 0xFFFF][disc] << (peg << (2 * disc))
}

/// Where two small discs are on one peg.
const fn together(a: usize, b: usize) -> u64 {
    on(a, 0) & on(b, 0) | on(a, 1) & on(b, 1) | on(a, 2) & on(b, 2) | on(a, 3) & on(b, 3)
}

/// Where no small disc is on a peg.
const fn clear(peg: u32) -> u64 {
    !(on(0, peg) | on(1, peg) | on(2, peg))
}

/// Where disc 1 is free: disc 0 is elsewhere.
const FREE_1: u64 = !together(0, 1);
/// Where disc 2 is free: discs 0 and 1 are elsewhere.
const FREE_2: u64 = !(together(0, 2) | together(1, 2));
/// By peg: where no small disc is on it.
pub(super) const CLEAR: [u64; 4] = [clear(0), clear(1), clear(2), clear(3)];

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
