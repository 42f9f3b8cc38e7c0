//! Renamings of pegs.

/// The new name of every peg.
pub(super) type Renaming = [u8; 4];

/// Digits (two bits each) with their pegs renamed.
pub(super) fn rename_digits(digits: usize, count: usize, renaming: Renaming) -> usize {
    (0..count).map(|i| usize::from(renaming[digits >> (2 * i) & 3]) << (2 * i)).sum()
}

/// All renamings that keep the pegs in use, the identity first.
pub(super) fn renamings(used: [bool; 4]) -> Vec<Renaming> {
    let all = (0..256).map(|number| [6, 4, 2, 0].map(|shift| (number >> shift & 3) as u8));
    let names_all = |names: &Renaming| (0..4).all(|peg| names.contains(&peg));
    let keeps = |names: &Renaming| (0..4).all(|peg| !used[peg] || usize::from(names[peg]) == peg);
    all.filter(|names| names_all(names) && keeps(names)).collect()
}
