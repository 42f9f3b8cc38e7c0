//! Numbers for states: permutations by their place in the order of all, everything else by mixed radix.

use crate::model::Model;
use crate::word::{Field, Word};

/// Numbers up to which whole spaces are searched on bit arrays; permutations alone may have more, since most of those
/// can be reached as a rule.
const MOST: u64 = 1 << 26;
const MOST_PERMUTATIONS: u64 = 1 << 36;

/// How states are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    pub(crate) len: u64,
    /// Slots in order; those of a permutation with the number of orders of what is left after each.
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Slot(usize),
    /// First slot, and how many.
    Permutation(usize, usize),
}

impl Ranking {
    /// A numbering, if there are few enough states.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        let mut len = 1u64;
        let mut parts = Vec::new();
        let mut only_permutations = true;
        for variable in &model.variables {
            match variable.permutation {
                true => {
                    len = (1..=variable.count as u64).try_fold(len, u64::checked_mul)?;
                    parts.push(Part::Permutation(variable.first, variable.count));
                }
                false => {
                    only_permutations = false;
                    len =
                        (0..variable.count).try_fold(len, |len, _| len.checked_mul(variable.size as u64))?;
                    parts.extend((0..variable.count).map(|i| Part::Slot(variable.first + i)));
                }
            }
        }
        let most = if only_permutations { MOST_PERMUTATIONS } else { MOST };
        (len <= most).then_some(Ranking { len, parts })
    }

    pub(crate) fn rank<W: Word>(&self, fields: &[Field], state: W) -> u64 {
        let mut rank = 0u64;
        for part in &self.parts {
            match *part {
                Part::Slot(slot) => {
                    let field = fields[slot];
                    rank = rank * u64::from(field.size) + state.get(field.shift, field.mask());
                }
                Part::Permutation(first, count) => {
                    let mut used = 0u64;
                    for (i, field) in fields[first..first + count].iter().enumerate() {
                        let code = state.get(field.shift, field.mask());
                        let smaller = code - u64::from((used & ((1 << code) - 1)).count_ones());
                        rank = rank * (count - i) as u64 + smaller;
                        used |= 1 << code;
                    }
                }
            }
        }
        rank
    }

    pub(crate) fn unrank<W: Word>(&self, fields: &[Field], mut rank: u64) -> W {
        let mut state = W::ZERO;
        for part in self.parts.iter().rev() {
            match *part {
                Part::Slot(slot) => {
                    let field = fields[slot];
                    state = state.or(W::at(rank % u64::from(field.size), field.shift));
                    rank /= u64::from(field.size);
                }
                Part::Permutation(first, count) => {
                    // No permutation of more than twenty values has a number of 64 bits.
                    let mut digits = [0u64; 20];
                    for i in (0..count).rev() {
                        digits[i] = rank % (count - i) as u64;
                        rank /= (count - i) as u64;
                    }
                    let mut unused = (1u64 << count) - 1;
                    for (i, field) in fields[first..first + count].iter().enumerate() {
                        let mut left = unused;
                        for _ in 0..digits[i] {
                            left &= left - 1;
                        }
                        let code = u64::from(left.trailing_zeros());
                        unused &= !(1 << code);
                        state = state.or(W::at(code, field.shift));
                    }
                }
            }
        }
        state
    }
}
