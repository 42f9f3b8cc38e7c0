//! Tower of Hanoi on four pegs, on a device: where a position is stored, and what the kernels need to know.
//!
//! The layout is described at the head of `kernels/four_pegs.cu`. Here are the tables for the largest discs: classes of
//! their positions up to renaming of the pegs that are empty at the start, and where each move of one of them leads.

use crate::device::{Argument, Device, Size};
use crate::error::GpuError;
use crate::layers::{self, Aim, BitAddress, Notes};
use std::collections::BTreeMap;
use telusur_puzzles::PlanesFound;
use telusur_search::Run;

/// Discs of a block: three bits' worth, two of slots, four of threads.
const FEWEST_DISCS: usize = 9;
/// Most discs that the numbers of the kernels can count; memory ends long before.
const MOST_DISCS: usize = 24;
/// Largest discs that are stored up to renaming: more would save hardly anything.
const MOST_TOP: usize = 8;
/// Words of a block.
const BLOCK_WORDS: u64 = 4096;
/// Numbers of a block's edges.
const EDGES: u64 = 96;
const NOWHERE: u32 = u32::MAX;
const THREADS: u32 = 256;

/// The six pairs of pegs; the other two pegs are those of pair `5 - i`.
const PAIRS: [(u8, u8); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// New names of the pegs.
type Renaming = [u8; 4];

/// All renamings of the pegs that are empty at the start, the identity first.
fn renamings(start: &[u8]) -> Vec<Renaming> {
    let all = (0..256u32).map(|names| std::array::from_fn(|peg| (names >> (6 - 2 * peg) & 3) as u8));
    all.filter(|names: &Renaming| {
        (0..4).all(|peg| names.contains(&peg))
            && (0..4u8).all(|peg| names[usize::from(peg)] == peg || !start.contains(&peg))
    })
    .collect()
}

/// Digits (two bits each) with their pegs renamed.
fn renamed(digits: u64, count: usize, renaming: Renaming) -> u64 {
    (0..count).map(|i| u64::from(renaming[(digits >> (2 * i) & 3) as usize]) << (2 * i)).sum()
}

fn packed(places: &[u8]) -> u64 {
    places.iter().rev().fold(0, |word, &peg| word << 2 | u64::from(peg))
}

/// Blocks without their tables, for the sizes.
fn classes_of(top: usize, group: u64) -> u64 {
    let four = 4u64.pow(top as u32);
    let two = 2u64.pow(top as u32);
    // Burnside's lemma: an exchange of two pegs keeps what stands on the other two, a ring of three what stands on one.
    match group {
        6 => (four + 3 * two + 2) / 6,
        2 => (four + two) / 2,
        _ => four,
    }
}

/// Bytes on the device for a search from a position, everything included.
pub(crate) fn bytes(start: &[u8], goals: usize) -> u64 {
    let top = MOST_TOP.min(start.len().saturating_sub(FEWEST_DISCS));
    let lower = start.len().saturating_sub(FEWEST_DISCS + top) as u32;
    let classes = classes_of(top, renamings(start).len() as u64);
    match 4u64.checked_pow(lower).and_then(|each| classes.checked_mul(each)) {
        Some(blocks) if blocks < 1 << 40 => bytes_for(blocks, classes, goals),
        _ => u64::MAX,
    }
}

fn bytes_for(blocks: u64, classes: u64, goals: usize) -> u64 {
    // Planes, two copies of the edges and of the marks that they have changed, state, list.
    let each = BLOCK_WORDS * 8 + 2 * EDGES * 4 + 2 + 1 + 4;
    blocks * each + classes * (6 * 8 + 4) + Notes::<()>::bytes(blocks * BLOCK_WORDS, goals)
}

/// The layout of a level.
pub(crate) struct Layout {
    discs: usize,
    /// Number of largest discs that are stored up to renaming.
    top: usize,
    renamings: Vec<Renaming>,
    /// By the digits of the largest discs: their class, and the renaming that leads to its representative.
    class_of: Vec<(u32, u8)>,
    /// By class: the digits of its representative, and how many positions it stands for.
    classes: Vec<(u32, u32)>,
}

impl Layout {
    /// The layout for a search from a position.
    ///
    /// # Errors
    /// If there are no kernels for this number of discs.
    pub(crate) fn new(start: &[u8]) -> Result<Self, GpuError> {
        let discs = start.len();
        if !(FEWEST_DISCS..=MOST_DISCS).contains(&discs) {
            return Err(GpuError::Unsuitable(format!(
                "a GPU searches {FEWEST_DISCS} to {MOST_DISCS} discs on four pegs, not {discs}"
            )));
        }
        Ok(Layout::with_top(start, MOST_TOP.min(discs - FEWEST_DISCS)))
    }

    /// With so many largest discs stored up to renaming.
    pub(crate) fn with_top(start: &[u8], top: usize) -> Self {
        let renamings = renamings(start);
        let mut class_of: Vec<(u32, u8)> = Vec::with_capacity(1 << (2 * top));
        let mut classes: Vec<(u32, u32)> = Vec::new();
        for digits in 0..1u64 << (2 * top) {
            let images = renamings.iter().map(|&renaming| renamed(digits, top, renaming));
            let (renaming, least) = images.enumerate().min_by_key(|&(_, image)| image).unwrap_or((0, digits));
            if least == digits {
                class_of.push((classes.len() as u32, 0));
                classes.push((digits as u32, 1));
            } else {
                // The least digits of a class come first, so it is known.
                let class = class_of[least as usize].0;
                class_of.push((class, renaming as u8));
                classes[class as usize].1 += 1;
            }
        }
        Layout { discs: start.len(), top, renamings, class_of, classes }
    }

    /// Discs between a block and the largest ones.
    fn lower(&self) -> usize {
        self.discs - FEWEST_DISCS - self.top
    }

    fn blocks(&self) -> u64 {
        (self.classes.len() as u64) << (2 * self.lower())
    }

    /// Words of the plane.
    pub(crate) fn words(&self) -> u64 {
        self.blocks() * BLOCK_WORDS
    }

    pub(crate) fn bytes(&self, goals: usize) -> u64 {
        bytes_for(self.blocks(), self.classes.len() as u64, goals)
    }

    /// The position that stands for this one and is stored, as digits; the largest discs as a class.
    fn stored(&self, places: &[u8]) -> u64 {
        let digits = packed(places);
        let below = 2 * (self.discs - self.top);
        let (class, renaming) = self.class_of[(digits >> below) as usize];
        let rest = digits & ((1 << below) - 1);
        u64::from(class) << below
            | renamed(rest, self.discs - self.top, self.renamings[usize::from(renaming)])
    }

    /// Where a position is stored. The words of two slots lie side by side, so that threads read both at once.
    pub(crate) fn place(&self, places: &[u8]) -> BitAddress {
        let stored = self.stored(places);
        let (slot, thread, block) = (stored >> 6 & 15, stored >> 10 & 255, stored >> 18);
        BitAddress {
            word: block * BLOCK_WORDS + (slot / 2 * u64::from(THREADS) + thread) * 2 + slot % 2,
            bit: (stored & 63) as u32,
        }
    }

    /// All positions that a place stands for.
    pub(crate) fn positions(&self, place: BitAddress) -> impl Iterator<Item = Vec<u8>> {
        let (block, word) = (place.word / BLOCK_WORDS, place.word % BLOCK_WORDS);
        let (slot, thread) = (word / 512 * 2 + word % 2, word / 2 % 256);
        let (class, lower) = (block >> (2 * self.lower()), block & ((1 << (2 * self.lower())) - 1));
        let top = u64::from(self.classes[class as usize].0);
        let digits = ((top << (2 * self.lower()) | lower) << 8 | thread) << 4 | slot;
        let digits = digits << 6 | u64::from(place.bit);
        self.renamings.iter().map(move |&renaming| {
            let digits = renamed(digits, self.discs, renaming);
            (0..self.discs).map(|disc| (digits >> (2 * disc) & 3) as u8).collect()
        })
    }

    /// Where the moves of the largest discs lead, as the kernels read it.
    fn moves(&self) -> Vec<[u32; 2]> {
        let mut moves = Vec::with_capacity(self.classes.len() * 6);
        for &(digits, _) in &self.classes {
            for (pair, &(a, b)) in PAIRS.iter().enumerate() {
                let on_pair = |disc: &usize| [a, b].contains(&((digits >> (2 * disc) & 3) as u8));
                let Some(disc) = (0..self.top).find(on_pair) else {
                    moves.push([NOWHERE, 0]);
                    continue;
                };
                let (class, renaming) = self.class_of[(digits ^ u32::from(a ^ b) << (2 * disc)) as usize];
                let names = self.renamings[usize::from(renaming)];
                let (x, y) = PAIRS[5 - pair];
                let (x, y) = (names[usize::from(x)], names[usize::from(y)]);
                let others = PAIRS.iter().position(|&pair| pair == (x.min(y), x.max(y))).unwrap_or(0);
                let name = names.iter().rev().fold(0, |word, &name| word << 2 | u32::from(name));
                moves.push([class, name | (5 - others as u32) << 8 | u32::from(x > y) << 12]);
            }
        }
        moves
    }

    /// The bits that a position has in the edges: number of the 32 bits, and the bit.
    fn edges(&self, places: &[u8]) -> Vec<(u64, u32)> {
        let stored = self.stored(places);
        let peg = |disc: u32| (stored >> (2 * disc) & 3) as u8;
        let mut edges = Vec::new();
        for pair in 0..6 {
            let (x, y) = PAIRS[5 - pair];
            if (0..FEWEST_DISCS as u32).all(|disc| [x, y].contains(&peg(disc))) {
                let number = |discs: &[u32]| {
                    discs.iter().rev().fold(0, |number, &disc| number << 1 | u32::from(peg(disc) == y))
                };
                let place = u64::from(number(&[5, 6, 7, 8]));
                edges.push(((stored >> 18) * EDGES + pair as u64 * 16 + place, number(&[0, 4, 1, 3, 2])));
            }
        }
        edges
    }
}

/// Everything on the device but the notes.
pub(crate) struct Memories<'a, D: Device> {
    device: &'a D,
    layout: &'a Layout,
    plane: D::Memory,
    /// Edges as they were before a layer and after it, in turns.
    edges: [D::Memory; 2],
    /// Whether a block's edges have changed, likewise.
    changed: [D::Memory; 2],
    state: D::Memory,
    list: D::Memory,
    moves: D::Memory,
    weights: D::Memory,
}

impl<'a, D: Device> Memories<'a, D> {
    pub(crate) fn new(device: &'a D, layout: &'a Layout) -> Result<Self, GpuError> {
        let blocks = layout.blocks();
        Ok(Memories {
            device,
            layout,
            plane: device.allocate(blocks * BLOCK_WORDS * 8)?,
            edges: [device.allocate(blocks * EDGES * 4)?, device.allocate(blocks * EDGES * 4)?],
            changed: [device.allocate(blocks)?, device.allocate(blocks)?],
            state: device.allocate(blocks)?,
            list: device.allocate(blocks * 4)?,
            moves: layers::numbers(device, layout.moves().into_iter().flatten())?,
            weights: layers::numbers(device, layout.classes.iter().map(|class| class.1))?,
        })
    }

    /// Puts positions there, as if the layer before the first had reached them.
    pub(crate) fn begin(&mut self, positions: &[Vec<u8>]) -> Result<(), GpuError> {
        let mut edges = BTreeMap::new();
        for (number, bit) in positions.iter().flat_map(|position| self.layout.edges(position)) {
            *edges.entry(number).or_insert(0) |= 1u32 << bit;
        }
        let places = positions.iter().map(|position| self.layout.place(position));
        for word in layers::set_bits(self.device, &mut self.plane, places)? {
            self.device.write(&mut self.state, word / BLOCK_WORDS, &[1])?;
            self.device.write(&mut self.changed[0], word / BLOCK_WORDS, &[1])?;
        }
        for (number, bits) in edges {
            for copy in &mut self.edges {
                self.device.write(copy, number * 4, &bits.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Starts the kernels of the layer at a depth, from 1.
    pub(crate) fn step(
        &self,
        notes: &Notes<D::Memory>,
        depth: u32,
        is_logging: bool,
    ) -> Result<(), GpuError> {
        let (old, new) = if depth % 2 == 1 { (0, 1) } else { (1, 0) };
        let (blocks, lower) = (self.layout.blocks(), Argument::Number(self.layout.lower() as u64));
        self.device.launch(
            "plan",
            Size { groups: blocks.div_ceil(u64::from(THREADS)) as u32, threads: THREADS },
            &[
                Argument::Memory(&self.state),
                Argument::Memory(&self.changed[old]),
                Argument::Memory(&self.changed[new]),
                Argument::Memory(&self.list),
                Argument::Memory(&notes.counters),
                Argument::Memory(&self.moves),
                Argument::Number(blocks),
                lower,
            ],
        )?;
        self.device.launch(
            "advance",
            Size { groups: u64::from(self.device.groups()).min(blocks) as u32, threads: THREADS },
            &[
                Argument::Memory(&self.plane),
                Argument::Memory(&self.edges[old]),
                Argument::Memory(&self.edges[new]),
                Argument::Memory(&self.changed[new]),
                Argument::Memory(&self.state),
                Argument::Memory(&self.list),
                Argument::Memory(&notes.counters),
                Argument::Memory(&self.moves),
                Argument::Memory(&self.weights),
                lower,
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
    goals: &[Vec<u8>],
    run: &mut Run<'_>,
) -> Result<PlanesFound, GpuError> {
    let aim = Aim {
        positions: 1 << (2 * layout.discs),
        words: layout.words(),
        bytes: layout.bytes(goals.len()),
        start: layout.place(start),
        goals: goals.iter().map(|goal| Some(layout.place(goal))).collect(),
    };
    let mut memories = Memories::new(device, layout)?;
    memories.begin(&[start.to_vec()])?;
    let ended = layers::search(device, &memories.plane, &aim, run, |notes, depth, is_logging| {
        memories.step(notes, depth, is_logging)
    })?;
    let last = ended.last.clone();
    Ok(ended.found(last.into_iter().flat_map(|place| layout.positions(place)), run))
}
