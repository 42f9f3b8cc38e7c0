//! Sliding tiles on two or three columns, on a device: where a position is stored, and what the kernels need to know.
//!
//! The layout is described at the head of `kernels/tiles.cu`. A board with fewer rows than columns is turned, so that
//! its shorter side is the row.

use crate::device::{self, Argument, Device, Program, Size};
use crate::error::GpuError;
use crate::layers::{self, Aim, BitAddress, Notes};
use telusur_puzzles::PlanesFound;
use telusur_search::Run;

/// Positions of a word: digits of radix 5, 4 and 3.
const WORD_POSITIONS: u64 = 60;
/// Digits that number the words of a chunk: radix 9 to 6.
const CHUNK_DIGITS: usize = 4;
/// Digits that are no part of a word's number: three inside it and two that follow from parity.
const INSIDE: usize = 5;
/// Most cells whose number fits an item of the kernels' list.
const MOST_CELLS: usize = 16;
/// Fewest cells: below, there are no digits inside a word.
const FEWEST_CELLS: usize = 6;
const PLANNERS: u32 = 256;
const THREADS: u32 = 512;
/// Where the kernels look for the board's numbers.
const RADIX: usize = 4;
const STRIDE: usize = 12;
const PARITY: usize = 20;
const BOARD_NUMBERS: usize = PARITY + MOST_CELLS;

/// The layout of a level.
pub(crate) struct Layout {
    /// Rows and columns, turned if `is_turned`.
    rows: usize,
    columns: usize,
    is_turned: bool,
    /// Whether the order of tiles is odd while the blank is in a row.
    is_odd: Vec<bool>,
}

/// Words of a chunk and chunks of a plane, for a number of tiles.
fn sizes(tiles: usize) -> (u64, u64) {
    let numbered = tiles - INSIDE;
    let radix = |digit: usize| (tiles - digit) as u64;
    let chunk_digits = numbered.saturating_sub(CHUNK_DIGITS);
    ((chunk_digits..numbered).map(radix).product(), (0..chunk_digits).map(radix).product())
}

/// Bytes on the device for a board, everything included.
pub(crate) fn bytes(rows: usize, columns: usize) -> u64 {
    let cells = rows * columns;
    if cells < FEWEST_CELLS {
        return 0;
    }
    // The planes of the largest boards can't be counted.
    if cells > MOST_CELLS + 4 {
        return u64::MAX;
    }
    let (words, chunks) = sizes(cells - 1);
    bytes_for(cells as u64, words, chunks)
}

fn bytes_for(cells: u64, words: u64, chunks: u64) -> u64 {
    // Planes, marks that pieces have changed and are complete, list of one colour's pieces.
    let pieces = cells * chunks;
    let each = words * 8 + 2;
    let list = cells.div_ceil(2) * chunks;
    pieces * each + (list + BOARD_NUMBERS as u64 + cells) * 4 + Notes::<()>::bytes(pieces * words, 1)
}

/// Whether a sequence has an odd number of inversions.
fn is_odd(order: &[u8]) -> bool {
    let inversions = (0..order.len()).map(|i| order[i + 1..].iter().filter(|&&tile| tile < order[i]).count());
    inversions.sum::<usize>() % 2 == 1
}

/// The tiles without the blank.
fn order_of(tiles: &[u8]) -> Vec<u8> {
    tiles.iter().copied().filter(|&tile| tile != 0).collect()
}

fn blank_of(tiles: &[u8]) -> usize {
    tiles.iter().position(|&tile| tile == 0).unwrap_or(0)
}

impl Layout {
    /// The layout for boards that can be reached from `start`.
    ///
    /// # Errors
    /// If there are no kernels for this size.
    pub(crate) fn new(rows: usize, columns: usize, start: &[u8]) -> Result<Self, GpuError> {
        let is_turned = rows < columns;
        let (rows, columns) = (rows.max(columns), rows.min(columns));
        if !(2..=3).contains(&columns) || rows * columns < FEWEST_CELLS || rows * columns > MOST_CELLS {
            return Err(GpuError::Unsuitable(format!(
                "a GPU searches boards of 2 or 3 rows or columns with {FEWEST_CELLS} to {MOST_CELLS} cells, not {rows} x {columns}"
            )));
        }
        let mut layout = Layout { rows, columns, is_turned, is_odd: Vec::new() };
        let start = layout.turned(start);
        let (blank_row, odd) = (blank_of(&start) / columns, is_odd(&order_of(&start)));
        // A slide along a column takes a tile past columns - 1 others.
        layout.is_odd =
            (0..rows).map(|row| odd ^ (row.abs_diff(blank_row) * (columns - 1) % 2 == 1)).collect();
        Ok(layout)
    }

    /// The kernels for this layout.
    pub(crate) fn program(&self) -> Program {
        device::tiles(self.columns as u32)
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Words of a chunk, chunks of a plane.
    pub(crate) fn sizes(&self) -> (u64, u64) {
        sizes(self.cells() - 1)
    }

    /// Words of all planes.
    pub(crate) fn words(&self) -> u64 {
        let (words, chunks) = self.sizes();
        self.cells() as u64 * words * chunks
    }

    /// The tiles cell by cell of the turned board.
    fn turned(&self, tiles: &[u8]) -> Vec<u8> {
        match self.is_turned {
            false => tiles.to_vec(),
            true => (0..tiles.len())
                .map(|cell| tiles[cell % self.columns * self.rows + cell / self.columns])
                .collect(),
        }
    }

    fn turned_back(&self, tiles: &[u8]) -> Vec<u8> {
        match self.is_turned {
            false => tiles.to_vec(),
            true => (0..tiles.len())
                .map(|cell| tiles[cell % self.rows * self.columns + cell / self.rows])
                .collect(),
        }
    }

    /// Where a position is stored; `None` if slides can't lead to it.
    pub(crate) fn place(&self, tiles: &[u8]) -> Option<BitAddress> {
        let tiles = self.turned(tiles);
        let (blank, order) = (blank_of(&tiles), order_of(&tiles));
        if is_odd(&order) != self.is_odd[blank / self.columns] {
            return None;
        }
        let digit = |i: usize| order[i + 1..].iter().filter(|&&tile| tile < order[i]).count() as u64;
        let number = |digits: std::ops::Range<usize>| {
            digits.fold(0, |number, i| number * (order.len() - i) as u64 + digit(i))
        };
        let inside = order.len() - INSIDE;
        let (words, chunks) = self.sizes();
        Some(BitAddress {
            word: blank as u64 * words * chunks + number(0..inside),
            bit: number(inside..inside + 3) as u32,
        })
    }

    /// The position at a place.
    pub(crate) fn position(&self, place: BitAddress) -> Vec<u8> {
        let tiles = self.cells() - 1;
        let (words, chunks) = self.sizes();
        let blank = (place.word / (words * chunks)) as usize;
        let mut number = place.word % (words * chunks) * WORD_POSITIONS + u64::from(place.bit);
        let mut digits = vec![0; tiles];
        for i in (0..tiles - 2).rev() {
            let radix = (tiles - i) as u64;
            digits[i] = (number % radix) as usize;
            number /= radix;
        }
        let sum: usize = digits.iter().sum();
        digits[tiles - 2] = usize::from((sum % 2 == 1) != self.is_odd[blank / self.columns]);
        let mut left: Vec<u8> = (1..=tiles as u8).collect();
        let mut cells: Vec<u8> = digits.iter().map(|&digit| left.remove(digit)).collect();
        cells.insert(blank, 0);
        self.turned_back(&cells)
    }

    /// The board as the kernels read it.
    fn numbers(&self) -> Vec<u32> {
        let tiles = self.cells() - 1;
        let (words, chunks) = self.sizes();
        let chunk_digits = tiles as i32 - (INSIDE + CHUNK_DIGITS) as i32;
        let mut numbers = vec![0; BOARD_NUMBERS];
        // Negative where a chunk has fewer than four digits: the kernels read it as signed.
        numbers[..4].copy_from_slice(&[
            self.cells() as u32,
            chunks as u32,
            words as u32,
            chunk_digits as u32,
        ]);
        let mut stride = 1;
        for digit in (0..chunk_digits.max(0) as usize).rev() {
            let radix = (tiles - digit) as u32;
            (numbers[RADIX + digit], numbers[STRIDE + digit]) = (radix, stride);
            stride *= radix;
        }
        for cell in 0..self.cells() {
            numbers[PARITY + cell] = self.is_odd[cell / self.columns].into();
        }
        numbers
    }

    /// The colour of a cell on a chessboard.
    fn colour_of(&self, cell: usize) -> usize {
        (cell / self.columns + cell % self.columns) % 2
    }

    /// The colour of the blank's cell.
    pub(crate) fn colour(&self, place: BitAddress) -> usize {
        let (words, chunks) = self.sizes();
        self.colour_of((place.word / (words * chunks)) as usize)
    }

    fn cells_of(&self, colour: usize) -> Vec<u32> {
        (0..self.cells()).filter(|&cell| self.colour_of(cell) == colour).map(|cell| cell as u32).collect()
    }
}

/// Everything on the device but the notes.
pub(crate) struct Memories<'a, D: Device> {
    device: &'a D,
    layout: &'a Layout,
    plane: D::Memory,
    /// Whether a piece has changed in the last layer that was its own; and whether it is complete.
    changed: D::Memory,
    complete: D::Memory,
    pub(crate) list: D::Memory,
    board: D::Memory,
    /// The cells of each colour.
    cells: [D::Memory; 2],
}

impl<'a, D: Device> Memories<'a, D> {
    pub(crate) fn new(device: &'a D, layout: &'a Layout) -> Result<Self, GpuError> {
        let (words, chunks) = layout.sizes();
        let cells = layout.cells() as u64;
        Ok(Memories {
            device,
            layout,
            plane: device.allocate(cells * words * chunks * 8)?,
            changed: device.allocate(cells * chunks)?,
            complete: device.allocate(cells * chunks)?,
            list: device.allocate(cells.div_ceil(2) * chunks * 4)?,
            board: layers::numbers(device, layout.numbers())?,
            cells: [
                layers::numbers(device, layout.cells_of(0))?,
                layers::numbers(device, layout.cells_of(1))?,
            ],
        })
    }

    /// Puts positions there, as if the layer before the first had reached them.
    pub(crate) fn begin(&mut self, places: &[BitAddress]) -> Result<(), GpuError> {
        for word in layers::set_bits(self.device, &mut self.plane, places.iter().copied())? {
            // Words come cell by cell, chunk by chunk, and so do pieces.
            self.device.write(&mut self.changed, word / self.layout.sizes().0, &[1])?;
        }
        Ok(())
    }

    /// Lists the pieces with the blank on a colour, in the first so many chunks, in which something can change.
    pub(crate) fn plan(&self, notes: &Notes<D::Memory>, colour: usize, chunks: u64) -> Result<(), GpuError> {
        let cells = self.layout.cells_of(colour).len() as u64;
        let groups = (chunks * cells).div_ceil(u64::from(PLANNERS)) as u32;
        self.device.launch(
            "plan",
            Size { groups, threads: PLANNERS },
            &[
                Argument::Memory(&self.changed),
                Argument::Memory(&self.complete),
                Argument::Memory(&self.list),
                Argument::Memory(&notes.counters),
                Argument::Memory(&self.board),
                Argument::Memory(&self.cells[colour]),
                Argument::Number(cells),
            ],
        )
    }

    /// Takes the listed pieces one layer further.
    pub(crate) fn advance(&self, notes: &Notes<D::Memory>, is_logging: bool) -> Result<(), GpuError> {
        let pieces = self.layout.sizes().1 * self.layout.cells() as u64;
        self.device.launch(
            "advance",
            Size { groups: u64::from(self.device.groups()).min(pieces) as u32, threads: THREADS },
            &[
                Argument::Memory(&self.plane),
                Argument::Memory(&self.changed),
                Argument::Memory(&self.complete),
                Argument::Memory(&self.list),
                Argument::Memory(&notes.counters),
                Argument::Memory(&self.board),
                Argument::Memory(&notes.log),
                Argument::Number(is_logging.into()),
            ],
        )
    }
}

/// Searches everything that can be reached from `start`.
pub(crate) fn explore<D: Device>(
    device: &D,
    layout: &Layout,
    start: &[u8],
    goal: &[u8],
    run: &mut Run<'_>,
) -> Result<PlanesFound, GpuError> {
    let Some(place) = layout.place(start) else {
        return Err(GpuError::Unsuitable("the layout was made for another start".to_owned()));
    };
    let aim = Aim {
        positions: layout.words() * WORD_POSITIONS,
        words: layout.words(),
        bytes: bytes(layout.rows, layout.columns),
        start: place,
        goals: vec![layout.place(goal)],
    };
    let mut memories = Memories::new(device, layout)?;
    memories.begin(&[place])?;
    let start_colour = layout.colour(place);
    let ended = layers::search(device, &memories.plane, &aim, run, |notes, depth, is_logging| {
        let colour = (start_colour + depth as usize) % 2;
        memories.plan(notes, colour, layout.sizes().1)?;
        memories.advance(notes, is_logging)
    })?;
    let last = ended.last.clone();
    Ok(ended.found(last.into_iter().map(|place| layout.position(place)), run))
}
