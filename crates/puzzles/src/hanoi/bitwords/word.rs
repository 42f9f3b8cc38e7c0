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

/// A word and everything that one move of a small disc reaches from it.
#[inline(always)]
pub(super) fn with_small_moves(word: u64) -> u64 {
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
pub(super) type Renaming = [u8; 4];

/// A word with its pegs renamed: bit `(d0, d1, d2)` goes to `(r d0, r d1, r d2)`.
pub(super) fn rename_word(word: u64, renaming: Renaming) -> u64 {
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
pub(super) fn rename_digits(digits: usize, count: usize, renaming: Renaming) -> usize {
    (0..count).map(|i| usize::from(renaming[digits >> (2 * i) & 3]) << (2 * i)).sum()
}

pub(super) fn inverse(renaming: Renaming) -> Renaming {
    let mut result = [0; 4];
    for (peg, &name) in renaming.iter().enumerate() {
        result[usize::from(name)] = peg as u8;
    }
    result
}

/// All renamings of the pegs that are empty at the start, the identity first.
pub(super) fn renamings(start: &[u8]) -> Vec<Renaming> {
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
