//! Renamings of pegs.

/// The new name of every peg.
pub(super) type Renaming = [u8; 4];

/// Digits (two bits each) with their pegs renamed.
pub(super) fn rename_digits(digits: usize, count: usize, renaming: Renaming) -> usize {
    (0..count).map(|i| usize::from(renaming[digits >> (2 * i) & 3]) << (2 * i)).sum()
}

/// All renamings that keep the pegs in use, the identity first.
pub(super) fn renamings(used: [bool; 4]) -> Vec<Renaming> {
    let mut all = vec![];
    for a in 0..4u8 {
        for b in 0..4u8 {
            for c in 0..4u8 {
                let names = [a, b, c, 6u8.wrapping_sub(a + b + c)];
                let is_renaming = (0..4).all(|peg| names.contains(&peg));
                let keeps = (0..4).all(|peg| !used[peg] || usize::from(names[peg]) == peg);
                if is_renaming && keeps {
                    all.push(names);
                }
            }
        }
    }
    all
}
