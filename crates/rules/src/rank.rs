//! Numbers for states: permutations by their place in the order of all, everything else by mixed radix.
//!
//! Search on a bit array numbers every successor, so numbers must cost no more than a look into a hash table. Slots are
//! read a few at a time, through small tables. The place of a permutation is read digit by digit, with what is left of the
//! values in the nibbles of one word; of a successor only the digits are read again that a move can change.

use crate::compile::program::{Program, Step, grouped};
use crate::model::Model;
use crate::word::{Field, Word};

/// Numbers up to which whole spaces are searched on bit arrays; permutations alone may have more, since most of those
/// can be reached as a rule.
const MOST: u64 = 1 << 26;
const MOST_PERMUTATIONS: u64 = 1 << 36;
/// Values of the longest permutation that has few enough orders: a nibble holds each of them.
const LONGEST: usize = 13;
/// Most bits of slots that are read at once.
const CHUNK_BITS: u32 = 10;
/// Each nibble holds its own place.
const PLACES: u64 = 0xFEDC_BA98_7654_3210;
/// One in every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// How states are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    pub(crate) len: u64,
    /// The slots that are in no permutation: their numbers are the lowest digits.
    slots: Slots,
    permutations: Vec<Permutation>,
    /// Of every case of the moves, the places of the only permutation that it can change; empty if there are several.
    changes: Vec<(u8, u8)>,
    /// The numbers of the goal states, where those are listed.
    pub(crate) goals: Option<Vec<u64>>,
}

/// Slots in mixed radix.
#[derive(Clone, Debug)]
enum Slots {
    /// Every value of the bits is one of the slots: they are the number.
    Plain {
        shift: u32,
        mask: u64,
    },
    Chunks(Vec<Chunk>),
}

/// Neighbouring slots that are read at once.
#[derive(Clone, Debug)]
struct Chunk {
    shift: u32,
    mask: u64,
    /// How many values these slots have together.
    radix: u32,
    /// The number of every value of the bits, times the values of all chunks before.
    numbers: Vec<u32>,
    /// The bits of every number.
    bits: Vec<u16>,
}

/// A permutation.
#[derive(Clone, Debug)]
struct Permutation {
    shift: u32,
    bits: u32,
    mask: u64,
    count: usize,
    /// What each digit counts in the number of the state.
    weights: [u64; LONGEST],
    /// The numbers of all permutations after this one, and of the slots, times this.
    weight: u64,
}

/// A permutation read from the left: before every place, the digit that each value would have there, in its nibble, and
/// the digits so far.
struct Prefixes {
    left: [u64; LONGEST + 1],
    sums: [u64; LONGEST + 1],
}

impl Ranking {
    /// A numbering, if there are few enough states.
    pub(crate) fn new<W: Word>(
        model: &Model,
        fields: &[Field],
        program: &Program<W>,
        goals: Option<&[W]>,
    ) -> Option<Self> {
        let permuted = || model.variables.iter().filter(|variable| variable.permutation);
        let single: Vec<u16> = model
            .variables
            .iter()
            .filter(|variable| !variable.permutation)
            .flat_map(crate::model::Variable::slots)
            .map(|slot| slot as u16)
            .collect();
        let sizes = single.iter().map(|&slot| u64::from(fields[usize::from(slot)].size));
        let singles = sizes.into_iter().try_fold(1u64, u64::checked_mul)?;
        let mut len = singles;
        let mut permutations = Vec::new();
        for variable in permuted() {
            let orders = (1..=variable.count as u64).try_fold(1, u64::checked_mul)?;
            let weight = len;
            len = len.checked_mul(orders)?;
            let field = fields[variable.first];
            let mut weights = [0; LONGEST];
            if variable.count > LONGEST {
                return None;
            }
            let mut digit = weight;
            for place in (0..variable.count).rev() {
                weights[place] = digit;
                digit = digit.checked_mul((variable.count - place) as u64)?;
            }
            permutations.push(Permutation {
                shift: field.shift,
                bits: field.bits,
                mask: field.mask(),
                count: variable.count,
                weights,
                weight,
            });
        }
        if len > if single.is_empty() { MOST_PERMUTATIONS } else { MOST } {
            return None;
        }
        let mut ranking = Ranking {
            len,
            slots: Slots::new(&single, fields),
            permutations,
            changes: Vec::new(),
            goals: None,
        };
        let mut permuted = permuted();
        if let (Some(only), None) = (permuted.next(), permuted.next()) {
            let range = |step: &Step<W>| {
                let is_changed = |place: &usize| step.changes(fields[only.first + place]);
                let first = (0..only.count).find(is_changed).unwrap_or(0);
                let last = (first..only.count).rfind(is_changed);
                (first as u8, last.map_or(first, |last| last + 1) as u8)
            };
            ranking.changes = program.steps.iter().map(range).collect();
        }
        // Wider states are never numbered.
        ranking.goals = goals.filter(|_| W::BITS <= 64).map(|goals| {
            let mut numbers: Vec<u64> = goals.iter().map(|&goal| ranking.rank(goal)).collect();
            numbers.sort_unstable();
            numbers
        });
        Some(ranking)
    }

    /// Whether there is a permutation among what is numbered.
    pub(crate) fn permutes(&self) -> bool {
        !self.permutations.is_empty()
    }

    #[inline]
    pub(crate) fn rank<W: Word>(&self, state: W) -> u64 {
        let slots = self.slots.rank(state);
        self.permutations.iter().fold(slots, |rank, permutation| rank + permutation.rank(state))
    }

    #[inline]
    pub(crate) fn unrank<W: Word>(&self, rank: u64) -> W {
        let mut rank = rank;
        let mut state = W::ZERO;
        for permutation in self.permutations.iter().rev() {
            let order = if permutation.weight == 1 { rank } else { rank / permutation.weight };
            rank -= order * permutation.weight;
            state = state.or(permutation.unrank(order));
        }
        state.or(self.slots.unrank(rank))
    }

    /// Pushes the numbers of the states after all moves from a state.
    #[inline]
    pub(crate) fn expand<W: Word>(&self, program: &Program<W>, state: W, mut visit: impl FnMut(u64)) {
        match self.permutations.as_slice() {
            [only] => {
                let known = only.prefixes(state);
                program.expand(state, |step, next| {
                    let (from, to) = self.changes[step.case as usize];
                    let order = only.changed(&known, next, usize::from(from), usize::from(to));
                    visit(self.slots.rank(next) + order);
                });
            }
            _ => program.expand(state, |_, next| visit(self.rank(next))),
        }
    }
}

impl Slots {
    fn new(slots: &[u16], fields: &[Field]) -> Self {
        let fields_of = || slots.iter().map(|&slot| fields[usize::from(slot)]).filter(|field| field.bits > 0);
        let Some(first) = fields_of().next() else { return Slots::Chunks(Vec::new()) };
        let mut end = first.shift;
        let is_plain = fields_of().all(|field| {
            let is_next = field.shift == end;
            end = field.shift + field.bits;
            is_next && field.size == 1 << field.bits
        });
        if is_plain && end - first.shift < 64 {
            return Slots::Plain { shift: first.shift, mask: (1 << (end - first.shift)) - 1 };
        }
        let mut weight = 1;
        let mut chunks = Vec::new();
        for (shift, bits, slots) in grouped(slots, fields, CHUNK_BITS) {
            let radix = slots.iter().map(|&slot| fields[usize::from(slot)].size).product();
            let mut chunk = Chunk {
                shift,
                mask: (1 << bits) - 1,
                radix,
                numbers: vec![0; 1 << bits],
                bits: vec![0; radix as usize],
            };
            'values: for value in 0..1u32 << bits {
                let (mut number, mut digit) = (0, 1);
                for &slot in &slots {
                    let field = fields[usize::from(slot)];
                    let code = value >> (field.shift - shift) & field.mask() as u32;
                    if code >= field.size {
                        continue 'values;
                    }
                    number += code * digit;
                    digit *= field.size;
                }
                chunk.numbers[value as usize] = number * weight;
                chunk.bits[number as usize] = value as u16;
            }
            weight *= radix;
            chunks.push(chunk);
        }
        Slots::Chunks(chunks)
    }

    #[inline]
    fn rank<W: Word>(&self, state: W) -> u64 {
        match self {
            Slots::Plain { shift, mask } => state.get(*shift, *mask),
            Slots::Chunks(chunks) => chunks.iter().fold(0, |rank, chunk| {
                rank + u64::from(chunk.numbers[state.get(chunk.shift, chunk.mask) as usize])
            }),
        }
    }

    #[inline]
    fn unrank<W: Word>(&self, rank: u64) -> W {
        match self {
            Slots::Plain { shift, .. } => W::at(rank, *shift),
            Slots::Chunks(chunks) => {
                // Slots have fewer numbers than 32 bits.
                let (mut rank, mut state) = (rank as u32, W::ZERO);
                for chunk in chunks {
                    let number = rank % chunk.radix;
                    rank /= chunk.radix;
                    state = state.or(W::at(chunk.bits[number as usize].into(), chunk.shift));
                }
                state
            }
        }
    }
}

/// The digit that a value has now, by its code.
#[inline(always)]
fn digit(left: u64, code: u64) -> u64 {
    left >> (4 * code) & 15
}

/// The digits of all values once one of them is used: each greater one has one less.
#[inline(always)]
fn without(left: u64, code: u64) -> u64 {
    left - ((ONES << (4 * code)) << 4)
}

impl Permutation {
    #[inline(always)]
    fn code(&self, codes: u64, place: usize) -> u64 {
        codes >> (self.bits * place as u32) & self.mask
    }

    /// All codes, the first one lowest.
    #[inline(always)]
    fn codes<W: Word>(&self, state: W) -> u64 {
        state.get(self.shift, u64::MAX)
    }

    #[inline]
    fn rank<W: Word>(&self, state: W) -> u64 {
        let (codes, mut left, mut rank) = (self.codes(state), PLACES, 0);
        for place in 0..self.count {
            let code = self.code(codes, place);
            rank += digit(left, code) * self.weights[place];
            left = without(left, code);
        }
        rank
    }

    #[inline]
    fn prefixes<W: Word>(&self, state: W) -> Prefixes {
        let codes = self.codes(state);
        let mut known = Prefixes { left: [PLACES; LONGEST + 1], sums: [0; LONGEST + 1] };
        for place in 0..self.count {
            let code = self.code(codes, place);
            known.sums[place + 1] = known.sums[place] + digit(known.left[place], code) * self.weights[place];
            known.left[place + 1] = without(known.left[place], code);
        }
        known
    }

    /// The number of a permutation that differs from a known one in these places only.
    #[inline]
    fn changed<W: Word>(&self, known: &Prefixes, next: W, from: usize, to: usize) -> u64 {
        let (codes, mut left, mut rank) = (self.codes(next), known.left[from], known.sums[from]);
        for place in from..to {
            let code = self.code(codes, place);
            rank += digit(left, code) * self.weights[place];
            left = without(left, code);
        }
        rank + known.sums[self.count] - known.sums[to]
    }

    #[inline]
    fn unrank<W: Word>(&self, order: u64) -> W {
        let mut digits = [0u8; LONGEST];
        // The last digit is zero. Radices that the compiler knows are no divisions.
        macro_rules! read {
            ($order:expr, $($radix:literal),*) => {{
                let mut order = $order;
                $(
                    if self.count >= $radix {
                        digits[self.count - $radix] = (order % $radix) as u8;
                        order /= $radix;
                    }
                )*
                if let Some(place) = self.count.checked_sub(LONGEST) {
                    digits[place] = order as u8;
                }
            }};
        }
        match u32::try_from(order) {
            Ok(order) => read!(order, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
            Err(_) => read!(order, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        }
        let (mut unused, mut codes) = (PLACES, 0);
        for (place, &digit) in digits[..self.count].iter().enumerate() {
            let at = 4 * u32::from(digit);
            codes |= (unused >> at & 15) << (self.bits * place as u32);
            let below = (1 << at) - 1;
            unused = unused & below | unused >> 4 & !below;
        }
        W::at(codes, self.shift)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Identity;
    use crate::rules::{AnyCore, Rules};
    use crate::space::{Compiled, Directed};
    use crate::word::Word;
    use std::sync::Arc;
    use telusur_puzzles::random::Random;
    use telusur_search::{Ranked, Space};

    /// Along random walks: numbers lead back to their states, and successors have the same numbers one by one and all
    /// together.
    fn agrees<W: Word>(space: &Compiled<W, Directed>, text: &str) {
        let mut random = Random::new(7);
        let mut state = space.start();
        for _ in 0..2000 {
            let rank = space.rank(state);
            assert!(rank < Ranked::len(space), "{text}");
            assert_eq!(space.unrank(rank), state, "{text}");
            assert_eq!(space.is_goal_rank(rank), space.is_goal(state), "{text}");
            let (mut next, mut numbers) = (Vec::new(), Vec::new());
            space.expand(state, |_, to| next.push(to));
            space.expand_rank(rank, |number| numbers.push(number));
            let expected: Vec<u64> = next.iter().map(|&to| space.rank(space.canonical(to))).collect();
            assert_eq!(numbers, expected, "{text}");
            let Some(&to) = next.get(random.below(next.len().max(1))) else { return };
            state = to;
        }
    }

    #[test]
    fn numbers_of_states_and_successors_agree() {
        let permutations = (1..=13).flat_map(|n: usize| {
            let all = format!("puzzle P\nvar p[1..{n}] : 1..{n} permutation\n");
            let far = format!("{all}move turn i in 1..{n}, j in i+1..{n}: reverse p[i..j]\ngoal sorted(p)\n");
            let ring = format!("{all}move on: rotate p[1..{n}] by 1\ngoal sorted(p)\n");
            [far, ring]
        });
        let others = [
            "puzzle L\nvar a[3 x 3] : 0..1\nmove press c in cells(a): a[c] := 1 - a[c]\ngoal all c in cells(a): a[c] == 1\n",
            "puzzle M\nvar a : 0..2\nvar b[1..5] : 0..6\nvar c : 0..0\nvar d[1..4] : 0..3\n\
             move one i in 1..5: b[i] := (b[i] + 1) % 7\nmove two i in 1..4: d[i] := (d[i] + a) % 4\n\
             move three: a := (a + 1) % 3\ngoal a == 2 and b[3] == 6\n",
            "puzzle B\nvar up[1..5] : 0..2\nvar p[1..5] : 1..5 permutation\nvar side : 0..4\nmove flip k in 1..5:\n    \
             reverse p[1..k]\n    reverse up[1..k]\n    side := (side + k) % 5\nmove wait: side := (side + 1) % 5\n\
             goal sorted(p) and side == 0\n",
            "puzzle T\nvar p[1..4] : 1..4 permutation\nvar q[1..5] : 1..5 permutation\nvar s : 0..2\n\
             move first i in 1..3: swap p[i], p[i + 1]\nmove second i in 1..4: swap q[i], q[i + 1], s := (s + 1) % 3\n\
             goal sorted(p) and sorted(q)\n",
            "puzzle S\nvar a[2 x 2] : 0..2\nmove turn c in cells(a): a[c] := (a[c] + 1) % 3\nsymmetry mirror a\n\
             goal all c in cells(a): a[c] == 1\n",
        ];
        for text in permutations.chain(others.map(str::to_owned)) {
            let rules = Rules::load(&text).unwrap_or_else(|problems| panic!("{problems}: {text}"));
            let identity = Arc::new(Identity::default());
            let start = &rules.model().starts[0].state;
            match &rules.core {
                AnyCore::Narrow(core) => {
                    agrees(&Compiled::<_, Directed>::new(core.clone(), start, identity), &text);
                }
                AnyCore::Usual(core) => {
                    agrees(&Compiled::<_, Directed>::new(core.clone(), start, identity), &text);
                }
                _ => panic!("at most 64 bits: {text}"),
            }
        }
    }
}
