//! Where digits are: bits, lanes, rows, chunks.

use super::super::reading::{Digits, MOST_TILES, Turn, is_odd};
use super::window::{Parity, Window, add};
use telusur_search::planes::{Around, BitPosition, Joint, Planes, Shape};

/// Most digits that are bits of a word: those of radix 5, 4 and 3.
const MOST_BIT_DIGITS: usize = 3;

/// A digit of an order: how far apart its neighbouring values are among chunks, among the words of a block, or among the
/// bits of a word; 0 for the others, and for all where the digit follows from parity or is always zero.
#[derive(Clone, Debug)]
pub(super) struct Digit {
    pub(super) radix: usize,
    pub(super) in_chunk: usize,
    pub(super) in_block: usize,
    pub(super) in_word: usize,
}

/// The layout: the codes of all orders, for every cell of the blank.
pub struct Codes {
    width: usize,
    lines: usize,
    /// Whether orders are odd while the blank is in the first line.
    odd: bool,
    digits: Vec<Digit>,
    chunks: usize,
    words: usize,
    bits: usize,
    /// By cell: whether its colour is the second one, and its number among the cells of its colour.
    cells: Vec<(bool, usize)>,
    /// The cells of both colours.
    colours: [Vec<u8>; 2],
    /// By word of a block: all bits set if the sum of its digits is odd.
    odd_words: Vec<u64>,
    /// By first digit: what turning the digits from there on does, both ways.
    windows: Vec<[Window; 2]>,
}

/// Where the digits are, the number of chunks, words of a block and bits of a word.
fn digits(tiles: usize, width: usize) -> (Vec<Digit>, usize, usize, usize) {
    // The last two digits are implied.
    let stored = tiles - 2;
    let first_bit = stored.saturating_sub(MOST_BIT_DIGITS);
    // A window of lanes stays inside the block; more than three would make blocks too large for the cache.
    let lanes = first_bit.min(width.min(3));
    let row = if first_bit > lanes { first_bit - 1 } else { first_bit };
    let implied = |digit: usize| Digit { radix: tiles - digit, in_chunk: 0, in_block: 0, in_word: 0 };
    let mut digits: Vec<Digit> = (0..tiles).map(implied).collect();
    let (mut chunks, mut words, mut bits) = (1, 1, 1);
    for (i, digit) in digits.iter_mut().enumerate().take(first_bit) {
        let (stride, size) = match i < lanes || i >= row {
            true => (&mut digit.in_block, &mut words),
            false => (&mut digit.in_chunk, &mut chunks),
        };
        *stride = *size;
        *size *= digit.radix;
    }
    // The last digit has neighbouring bits.
    for digit in digits[first_bit..stored].iter_mut().rev() {
        digit.in_word = bits;
        bits *= digit.radix;
    }
    (digits, chunks, words, bits)
}

impl Codes {
    /// Bytes of the planes and tables of a board.
    pub(super) fn plane_bytes(width: usize, lines: usize) -> u64 {
        let cells = width * lines;
        let (_, chunks, words, _) = digits(cells - 1, width);
        (cells * words * 8) as u64 * chunks as u64 + table_bytes(width)
    }

    /// The layout for boards that are `width` cells wide, and the orders that are odd, or even, while the blank is in
    /// the first line.
    pub(super) fn new(width: usize, lines: usize, odd: bool) -> Self {
        let tiles = width * lines - 1;
        let (digits, chunks, words, bits) = digits(tiles, width);
        let mut colours = [Vec::new(), Vec::new()];
        let mut cells = Vec::new();
        for cell in 0..width * lines {
            let second = (cell / width + cell % width) % 2 == 1;
            let colour = &mut colours[usize::from(second)];
            cells.push((second, colour.len()));
            colour.push(cell as u8);
        }
        let is_odd_word = |word: usize| {
            let sum: usize = digits.iter().map(|digit| digit.value(word, digit.in_block)).sum();
            sum % 2 == 1
        };
        Codes {
            width,
            lines,
            odd,
            chunks,
            words,
            bits,
            cells,
            colours,
            odd_words: (0..words).map(|word| if is_odd_word(word) { u64::MAX } else { 0 }).collect(),
            windows: (0..=tiles - width)
                .map(|first| Turn::BOTH.map(|turn| Window::new(&digits, first, width, turn)))
                .collect(),
            digits,
        }
    }

    fn block(&self, chunk: usize, cell: usize) -> usize {
        let (second, number) = self.cells[cell];
        let first = if second { self.chunks * self.colours[0].len() } else { 0 };
        first + chunk * self.colours[usize::from(second)].len() + number
    }

    /// Chunk and cell of a block.
    fn chunk_and_cell(&self, block: usize) -> (usize, usize) {
        let first = self.chunks * self.colours[0].len();
        let (colour, block) =
            if block < first { (&self.colours[0], block) } else { (&self.colours[1], block - first) };
        (block / colour.len(), usize::from(colour[block % colour.len()]))
    }

    /// The digits that name a chunk; all others are zero.
    fn chunk_digits(&self, chunk: usize) -> Digits {
        let mut digits = [0; MOST_TILES];
        for (value, digit) in digits.iter_mut().zip(&self.digits) {
            *value = digit.value(chunk, digit.in_chunk) as u8;
        }
        digits
    }

    /// Whether orders are odd while the blank is at a cell.
    fn is_odd_at(&self, cell: usize) -> bool {
        self.odd ^ (cell / self.width * (self.width - 1) % 2 == 1)
    }

    /// The bit of a board; `None` if its order has the wrong parity.
    pub(super) fn place(&self, blank: usize, digits: &Digits) -> Option<BitPosition> {
        if is_odd(digits) != self.is_odd_at(blank) {
            return None;
        }
        let sum = |stride| weighted(digits, &self.digits, stride);
        let block = self.block(sum(|digit| digit.in_chunk), blank);
        Some(BitPosition { block, word: sum(|digit| digit.in_block), bit: sum(|digit| digit.in_word) as u32 })
    }

    /// The board of a bit: the blank's cell and the digits.
    pub(super) fn board(&self, place: BitPosition) -> (usize, Digits) {
        let (chunk, cell) = self.chunk_and_cell(place.block);
        let mut digits = self.chunk_digits(chunk);
        for (value, digit) in digits.iter_mut().zip(&self.digits) {
            let in_block = digit.value(place.word, digit.in_block);
            *value += (in_block + digit.value(place.bit as usize, digit.in_word)) as u8;
        }
        let stored = self.digits.len() - 2;
        digits[stored] = u8::from(is_odd(&digits) != self.is_odd_at(cell));
        (cell, digits)
    }

    /// The cells that the blank can come from along its line.
    fn along(&self, cell: usize) -> impl Iterator<Item = usize> {
        let column = cell % self.width;
        let before = (column > 0).then(|| cell - 1);
        before.into_iter().chain((column + 1 < self.width).then_some(cell + 1))
    }

    /// The cells that the blank can come from across lines, with the window that turns.
    fn across(&self, cell: usize) -> impl Iterator<Item = (usize, &Window)> {
        let above = cell.checked_sub(self.width).map(|above| (above, &self.windows[above][0]));
        let below = (cell / self.width + 1 < self.lines).then(|| (cell + self.width, &self.windows[cell][1]));
        above.into_iter().chain(below)
    }
}

/// An upper bound for the tables; they are measured when they are made.
pub(super) fn table_bytes(width: usize) -> u64 {
    // With every digit of a window there are some ten times as many entries.
    [1 << 18, 1 << 20, 1 << 24][width.clamp(2, 4) - 2]
}

impl Planes for Codes {
    fn shape(&self) -> Shape {
        let first = self.chunks * self.colours[0].len();
        let blocks = first + self.chunks * self.colours[1].len();
        let bits = (self.words * self.bits) as u32;
        Shape { blocks, words: self.words, bits, joint: Joint::Colours { first } }
    }

    fn edges(&self) -> u64 {
        super::edges(self.lines, self.width)
    }

    fn table_bytes(&self) -> u64 {
        let windows = self.windows.iter().flatten().map(Window::bytes).sum::<usize>();
        (windows + self.odd_words.len() * 8) as u64
    }

    fn neighbours(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        let (chunk, cell) = self.chunk_and_cell(block);
        for from in self.along(cell) {
            visit(0, self.block(chunk, from));
        }
        let digits = self.chunk_digits(chunk);
        for (from, window) in self.across(cell) {
            window.chunks(chunk, &digits, |chunk| visit(0, self.block(chunk, from)));
        }
    }

    #[inline(always)]
    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, scratch: &mut Vec<u64>) {
        let (chunk, cell) = self.chunk_and_cell(block);
        let digits = self.chunk_digits(chunk);
        let is_odd = is_odd(&digits) ^ self.is_odd_at(cell);
        let parity = Parity { is_odd, odd_words: &self.odd_words };
        for from in self.along(cell) {
            add(here, around.of(self.block(chunk, from)));
        }
        for (from, window) in self.across(cell) {
            let of = |chunk| around.of(self.block(chunk, from));
            window.pull(chunk, &digits, parity, here, scratch, of);
        }
    }
}

impl Digit {
    /// The digit of a number in which it has a stride; 0 if it has none.
    pub(super) fn value(&self, number: usize, stride: usize) -> usize {
        number.checked_div(stride).map_or(0, |rest| rest % self.radix)
    }
}

/// The sum of some digits, each times its stride.
pub(super) fn weighted(values: &[u8], digits: &[Digit], stride: fn(&Digit) -> usize) -> usize {
    values.iter().zip(digits).map(|(&value, digit)| usize::from(value) * stride(digit)).sum()
}
