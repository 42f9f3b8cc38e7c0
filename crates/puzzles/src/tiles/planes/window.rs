//! Windows: what turning some neighbouring digits does to words and bits.
//!
//! A block is made from what its neighbours hold, so everything here begins at the target: for its digits, the turn
//! tells those of the source.

use super::super::reading::{Digits, Turn, is_odd};
use super::layout::{Digit, weighted};
use std::array;
use std::collections::{BTreeMap, btree_map};

/// Words that are worked on together: as many as fit into registers while bits are moved.
const TILE: usize = 8;

/// Words that are looked at together, whether it is worth to work on them.
const PART: usize = 64;

/// What turning the digits of a window does.
pub(super) struct Window {
    first: usize,
    width: usize,
    turn: Turn,
    effect: Effect,
}

enum Effect {
    /// Nothing: only implied digits change.
    None,
    /// Whole blocks change places. For each digit how far apart its values are among chunks.
    Chunks(Vec<usize>),
    /// Words and bits move; by the chunk's digits in the window, where from.
    Words { radices: Vec<(usize, usize)>, sources: Vec<Vec<Source>> },
    /// Bits move inside words.
    Bits(Bits),
    /// Words move inside the block, and bits inside words, before it or after it.
    WordsAndBits { words: Source, bits: Bits, bits_first: bool },
}

/// What comes from one block.
#[derive(Default)]
struct Source {
    /// Its chunk, relative to the target's.
    chunk: isize,
    /// Single words: to and from.
    singles: Vec<(u16, u16)>,
    runs: Vec<Run>,
    moved: Vec<(Run, Moves)>,
    /// A word with all its bits.
    full: u64,
}

/// Neighbouring words that stay neighbours.
#[derive(Clone, Copy)]
struct Run {
    to: u16,
    from: u16,
    len: u16,
}

/// Bits of the source, given by a mask, that move up or down in their words.
#[derive(Default)]
struct Moves {
    up: Vec<(u32, u64)>,
    down: Vec<(u32, u64)>,
}

/// Bits that move inside words, a few times in turn: two neighbouring digits are exchanged in fewer ways than more are
/// turned.
#[derive(Default)]
struct Bits {
    /// Last to first, as it is the target that is given.
    turns: Vec<Exchange>,
    /// A word with all its bits.
    full: u64,
}

/// Two neighbouring digits that change places inside words.
struct Exchange {
    /// In words whose other digits have an even sum, or in all words.
    even: Moves,
    /// In words whose other digits have an odd sum, where that matters because one of the two is implied.
    odd: Option<Moves>,
}

impl Window {
    pub(super) fn new(digits: &[Digit], first: usize, width: usize, turn: Turn) -> Self {
        let window = &digits[first..][..width];
        let words = window.iter().take_while(|digit| digit.in_chunk + digit.in_block > 0).count();
        let effect = if words == 0 {
            Bits::new(digits, first, width, turn).map_or(Effect::None, Effect::Bits)
        } else if window.iter().all(|digit| digit.in_chunk > 0) {
            Effect::Chunks(window.iter().map(|digit| digit.in_chunk).collect())
        } else if words + 1 < width && window[..words].iter().all(|digit| digit.in_block > 0) {
            // The first tile passes the words' digits first, the last one passes them last.
            let (radices, sources) = by_words(digits, first, words + 1, turn);
            debug_assert!(radices.is_empty());
            let words_alone = sources.into_iter().flatten().next().unwrap_or_default();
            let bits_first = turn == Turn::FirstToEnd;
            match Bits::new(digits, first + words, width - words, turn) {
                Some(bits) => Effect::WordsAndBits { words: words_alone, bits, bits_first },
                None => Effect::None,
            }
        } else {
            let (radices, sources) = by_words(digits, first, width, turn);
            Effect::Words { radices, sources }
        };
        Window { first, width, turn, effect }
    }

    /// Bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        match &self.effect {
            Effect::None | Effect::Chunks(_) => 0,
            Effect::Words { sources, .. } => sources.iter().flatten().map(Source::bytes).sum(),
            Effect::Bits(bits) => bits.bytes(),
            Effect::WordsAndBits { words, bits, .. } => words.bytes() + bits.bytes(),
        }
    }

    /// Calls `visit` with the chunks of all sources.
    pub(super) fn chunks(&self, chunk: usize, digits: &Digits, mut visit: impl FnMut(usize)) {
        match &self.effect {
            Effect::None | Effect::Bits(_) | Effect::WordsAndBits { .. } => visit(chunk),
            Effect::Chunks(strides) => visit(self.source_chunk(chunk, digits, strides)),
            Effect::Words { radices, sources } => {
                for source in &sources[combination(digits, radices)] {
                    visit(chunk.wrapping_add_signed(source.chunk));
                }
            }
        }
    }

    fn source_chunk(&self, chunk: usize, digits: &Digits, strides: &[usize]) -> usize {
        let mut turned = *digits;
        self.turn.apply(&mut turned[self.first..][..self.width]);
        let steps = turned[self.first..].iter().zip(&digits[self.first..]).zip(strides);
        steps.fold(chunk, |chunk, ((&from, &to), &stride)| {
            chunk.wrapping_add(usize::from(from) * stride).wrapping_sub(usize::from(to) * stride)
        })
    }

    /// Adds to a block what comes from its neighbours across lines. `of` gives the neighbour of a chunk.
    #[inline(always)]
    pub(super) fn pull<'a>(
        &self,
        chunk: usize,
        digits: &Digits,
        parity: Parity<'_>,
        here: &mut [u64],
        scratch: &mut Vec<u64>,
        of: impl Fn(usize) -> &'a [u64],
    ) {
        match &self.effect {
            Effect::None => add(here, of(chunk)),
            Effect::Chunks(strides) => add(here, of(self.source_chunk(chunk, digits, strides))),
            Effect::Words { radices, sources } => {
                for source in &sources[combination(digits, radices)] {
                    source.add(here, of(chunk.wrapping_add_signed(source.chunk)));
                }
            }
            Effect::Bits(bits) => bits.add(here, of(chunk), parity),
            Effect::WordsAndBits { words, bits, bits_first } => {
                scratch.clear();
                scratch.resize(here.len(), 0);
                match bits_first {
                    true => {
                        bits.add(scratch, of(chunk), parity);
                        words.add(here, scratch);
                    }
                    false => {
                        words.add(scratch, of(chunk));
                        bits.add(here, scratch, parity);
                    }
                }
            }
        }
    }
}

/// The sums of digits in a block.
#[derive(Clone, Copy)]
pub(super) struct Parity<'a> {
    /// Whether the digits inside a word must have an odd sum, in a word whose own digits have an even one.
    pub(super) is_odd: bool,
    /// By word: all bits set if its digits have an odd sum.
    pub(super) odd_words: &'a [u64],
}

/// The number of the chunk's digits in a window.
#[inline(always)]
fn combination(digits: &Digits, radices: &[(usize, usize)]) -> usize {
    radices.iter().fold(0, |number, &(digit, radix)| number * radix + usize::from(digits[digit]))
}

/// The effect of a turn for which the words' digits that it passes have to be turned as well.
fn by_words(
    digits: &[Digit],
    first: usize,
    width: usize,
    turn: Turn,
) -> (Vec<(usize, usize)>, Vec<Vec<Source>>) {
    let window = &digits[first..][..width];
    let radices: Vec<(usize, usize)> = (first..first + width)
        .filter(|&digit| digits[digit].in_chunk > 0)
        .map(|digit| (digit, digits[digit].radix))
        .collect();
    let combinations: usize = radices.iter().map(|&(_, radix)| radix).product();
    // By the chunk's digits, the source's chunk, target and source word: by how much which bits move.
    let mut found: BTreeMap<(usize, isize, usize, usize), BTreeMap<i32, u64>> = BTreeMap::new();
    for number in 0..window.iter().map(|digit| digit.radix).product() {
        let mut to = vec![0u8; width];
        let mut rest: usize = number;
        for (value, digit) in to.iter_mut().zip(window).rev() {
            *value = (rest % digit.radix) as u8;
            rest /= digit.radix;
        }
        let mut from = to.clone();
        turn.apply(&mut from);
        let sum = |values: &[u8], stride| weighted(values, window, stride);
        let combination = to.iter().zip(window).filter(|(_, digit)| digit.in_chunk > 0);
        let combination =
            combination.fold(0, |number, (&value, digit)| number * digit.radix + usize::from(value));
        let in_chunk = |values: &[u8]| sum(values, |digit| digit.in_chunk) as isize;
        let in_block = |values: &[u8]| sum(values, |digit| digit.in_block);
        let in_word = |values: &[u8]| sum(values, |digit| digit.in_word) as i32;
        // All bits of the source whose digits in the window are these.
        let agrees = |bit: &usize| {
            let mut values = from.iter().zip(window).filter(|(_, digit)| digit.in_word > 0);
            values.all(|(&value, digit)| bit / digit.in_word % digit.radix == usize::from(value))
        };
        let mask = (0..bits(digits)).filter(agrees).fold(0, |mask, bit| mask | 1u64 << bit);
        let key = (combination, in_chunk(&from) - in_chunk(&to), in_block(&to), in_block(&from));
        *found.entry(key).or_default().entry(in_word(&to) - in_word(&from)).or_default() |= mask;
    }
    // Words whose other digits differ move alike: as runs, or again and again.
    let mut free: Vec<&Digit> = digits[..first].iter().chain(&digits[first + width..]).collect();
    free.retain(|digit| digit.in_block > 0);
    free.sort_by_key(|digit| digit.in_block);
    let mut len = 1;
    free.retain(|digit| {
        let follows = digit.in_block == len;
        len *= if follows { digit.radix } else { 1 };
        !follows
    });
    let offsets = free.iter().fold(vec![0], |offsets, digit| {
        let values = 0..digit.radix;
        values.flat_map(|value| offsets.iter().map(move |offset| offset + value * digit.in_block)).collect()
    });
    let mut sources: Vec<Vec<Source>> = Vec::new();
    sources.resize_with(combinations, Vec::new);
    let full = u64::MAX >> (64 - bits(digits));
    for ((combination, chunk, to, from), moves) in found {
        let sources = &mut sources[combination];
        if sources.last().is_none_or(|source| source.chunk != chunk) {
            sources.push(Source { chunk, full, ..Source::default() });
        }
        let Some(source) = sources.last_mut() else { continue };
        for offset in &offsets {
            let run = Run { to: (to + offset) as u16, from: (from + offset) as u16, len: len as u16 };
            source.push(run, &moves);
        }
    }
    (radices, sources)
}

impl Source {
    fn push(&mut self, run: Run, moves: &BTreeMap<i32, u64>) {
        if moves.get(&0) != Some(&self.full) {
            self.moved.push((run, Moves::new(moves)));
        } else if run.len == 1 {
            self.singles.push((run.to, run.from));
        } else {
            self.runs.push(run);
        }
    }

    fn bytes(&self) -> usize {
        let moves = self.moved.iter().map(|(_, moves)| moves.bytes());
        size_of::<Self>()
            + size_of_val(&self.singles[..])
            + size_of_val(&self.runs[..])
            + size_of_val(&self.moved[..])
            + moves.sum::<usize>()
    }

    #[inline(always)]
    fn add(&self, here: &mut [u64], there: &[u64]) {
        for &(to, from) in &self.singles {
            here[usize::from(to)] |= there[usize::from(from)];
        }
        for run in &self.runs {
            let (to, from) = run.of(here, there);
            add(to, from);
        }
        for (run, moves) in &self.moved {
            let (to, from) = run.of(here, there);
            add_parts(to, from, self.full, |_, to, from| moves.add(to, from));
        }
    }
}

impl Run {
    #[inline(always)]
    fn of<'h, 't>(self, here: &'h mut [u64], there: &'t [u64]) -> (&'h mut [u64], &'t [u64]) {
        let len = usize::from(self.len);
        (&mut here[usize::from(self.to)..][..len], &there[usize::from(self.from)..][..len])
    }
}

impl Moves {
    /// Bits by the distance that they move upwards, or downwards if it is negative.
    fn new(moves: &BTreeMap<i32, u64>) -> Self {
        let distances = |moves: btree_map::Range<'_, i32, u64>| {
            moves.map(|(shift, &mask)| (shift.unsigned_abs(), mask)).collect()
        };
        Moves { up: distances(moves.range(0..)), down: distances(moves.range(..0)) }
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.up[..]) + size_of_val(&self.down[..])
    }

    #[inline(always)]
    fn add(&self, to: &mut [u64], from: &[u64]) {
        let ((to, to_rest), (from, from_rest)) = (to.as_chunks_mut::<TILE>(), from.as_chunks::<TILE>());
        for (to, from) in to.iter_mut().zip(from) {
            self.add_tile(to, from);
        }
        for (to, from) in to_rest.iter_mut().zip(from_rest) {
            self.add_tile(array::from_mut(to), array::from_ref(from));
        }
    }

    #[inline(always)]
    fn add_tile<const LEN: usize>(&self, to: &mut [u64; LEN], from: &[u64; LEN]) {
        let mut sum = *to;
        for &(shift, mask) in &self.up {
            for i in 0..LEN {
                sum[i] |= (from[i] & mask) << shift;
            }
        }
        for &(shift, mask) in &self.down {
            for i in 0..LEN {
                sum[i] |= (from[i] & mask) >> shift;
            }
        }
        *to = sum;
    }
}

impl Bits {
    /// What a turn of digits inside words does; `None` if no stored bit moves.
    fn new(digits: &[Digit], first: usize, width: usize, turn: Turn) -> Option<Self> {
        // From the target to the source, as the turn goes; the words are worked on from the source to the target.
        let pairs = first..first + width - 1;
        let pairs: Vec<usize> =
            if turn == Turn::FirstToEnd { pairs.collect() } else { pairs.rev().collect() };
        let exchanges = pairs.iter().enumerate().rev();
        let turns: Vec<_> = exchanges.filter_map(|(i, &at)| Exchange::new(digits, at, i % 2 == 1)).collect();
        (!turns.is_empty()).then(|| Bits { turns, full: u64::MAX >> (64 - bits(digits)) })
    }

    fn bytes(&self) -> usize {
        let moves = self.turns.iter().flat_map(|turn| [Some(&turn.even), turn.odd.as_ref()]);
        moves.flatten().map(Moves::bytes).sum::<usize>() + size_of_val(&self.turns[..])
    }

    #[inline(always)]
    fn add(&self, here: &mut [u64], there: &[u64], parity: Parity<'_>) {
        add_parts(here, there, self.full, |at, here, there| {
            let odd_words = &parity.odd_words[at..][..here.len()];
            self.add_part(here, there, Parity { odd_words, ..parity });
        });
    }

    #[inline(always)]
    fn add_part(&self, here: &mut [u64], there: &[u64], parity: Parity<'_>) {
        let ((here, here_rest), (there, there_rest)) =
            (here.as_chunks_mut::<TILE>(), there.as_chunks::<TILE>());
        let (odd, odd_rest) = parity.odd_words.as_chunks::<TILE>();
        for ((here, there), odd) in here.iter_mut().zip(there).zip(odd) {
            let moved = self.moved(*there, parity.is_odd, odd);
            for i in 0..TILE {
                here[i] |= moved[i];
            }
        }
        for ((here, &there), &odd) in here_rest.iter_mut().zip(there_rest).zip(odd_rest) {
            *here |= self.moved([there], parity.is_odd, &[odd])[0];
        }
    }

    #[inline(always)]
    fn moved<const LEN: usize>(&self, mut words: [u64; LEN], is_odd: bool, odd: &[u64; LEN]) -> [u64; LEN] {
        for turn in &self.turns {
            let from = words;
            words = [0; LEN];
            let Some(other) = &turn.odd else {
                turn.even.add_tile(&mut words, &from);
                continue;
            };
            let (in_even, in_odd) = if is_odd { (other, &turn.even) } else { (&turn.even, other) };
            in_even.add_tile(&mut words, &array::from_fn(|i| from[i] & !odd[i]));
            in_odd.add_tile(&mut words, &array::from_fn(|i| from[i] & odd[i]));
        }
        words
    }
}

impl Exchange {
    /// The exchange of two digits, the target's and the next one; `None` if no stored bit moves. With every exchange
    /// before it the order changes its parity.
    fn new(digits: &[Digit], at: usize, is_after_odd: bool) -> Option<Self> {
        let [even, odd] = [false, true].map(|is_odd_sum| {
            let mut moves: BTreeMap<i32, u64> = BTreeMap::new();
            for to in 0..bits(digits) {
                let mut order: Vec<u8> =
                    digits.iter().map(|digit| digit.value(to, digit.in_word) as u8).collect();
                let implied = order.len() - 2;
                order[implied] = u8::from(is_odd(&order) != (is_odd_sum ^ is_after_odd));
                Turn::FirstToEnd.apply(&mut order[at..][..2]);
                let from = weighted(&order, digits, |digit| digit.in_word);
                *moves.entry(to as i32 - from as i32).or_default() |= 1 << from;
            }
            moves
        });
        let moves_some = even.keys().chain(odd.keys()).any(|&shift| shift != 0);
        let odd_moves = (even != odd).then(|| Moves::new(&odd));
        moves_some.then(|| Exchange { even: Moves::new(&even), odd: odd_moves })
    }
}

/// Calls `add` with parts of a run to which something can be added: where something is there and something is missing.
/// In thin layers most words are empty, and in the last ones most are full.
#[inline(always)]
fn add_parts(here: &mut [u64], there: &[u64], full: u64, mut add: impl FnMut(usize, &mut [u64], &[u64])) {
    for (i, (here, there)) in here.chunks_mut(PART).zip(there.chunks(PART)).enumerate() {
        let union = there.iter().fold(0, |union, word| union | word);
        let common = here.iter().fold(full, |common, word| common & word);
        if union != 0 && common != full {
            add(i * PART, here, there);
        }
    }
}

/// Bits of a word that stand for orders.
fn bits(digits: &[Digit]) -> usize {
    digits.iter().filter(|digit| digit.in_word > 0).map(|digit| digit.radix).product()
}

/// Adds a block, or a part of one, to another.
#[inline(always)]
pub(super) fn add(here: &mut [u64], there: &[u64]) {
    for (here, there) in here.iter_mut().zip(there) {
        *here |= there;
    }
}
