//! The ring as planes of bits, with the faults that planes can have.

use crate::ring::{Fault, PLACES, Ring};
use telusur_search::planes::{Around, BitPosition, Joint, Planar, Planes, Shape};

/// Bits of a block.
const BITS: u32 = 3;
const BLOCKS: usize = (PLACES / BITS) as usize;

/// The ring as planes: four blocks with a word of three bits. A border has a row with the lowest bit, which the block
/// before reads, and one with the highest, for the block behind.
pub(crate) struct RingPlanes {
    fault: Fault,
    is_for_start: bool,
}

impl RingPlanes {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl Planes for RingPlanes {
    fn shape(&self) -> Shape {
        let joint = match self.has(Fault::SameColour) {
            true => Joint::Colours { first: BLOCKS / 2 },
            false => Joint::Borders { rows: 2, words: 1 },
        };
        let bits = if self.has(Fault::FullTooEarly) { BITS - 1 } else { BITS };
        Shape { blocks: BLOCKS, words: 1, bits, joint }
    }

    fn weight(&self, block: usize) -> u64 {
        if self.has(Fault::WrongWeight) && block == 3 { 2 } else { 1 }
    }

    fn edges(&self) -> u64 {
        u64::from(2 * PLACES) - u64::from(self.has(Fault::WrongEdges))
    }

    fn table_bytes(&self) -> u64 {
        if self.has(Fault::MoreBytes) { 1 } else { 0 }
    }

    fn neighbours(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        let (low, high) = if self.has(Fault::ToldOfOtherRow) { (1, 0) } else { (0, 1) };
        visit(low, (block + BLOCKS - 1) % BLOCKS);
        if !(self.has(Fault::NotTold) && block == 2) {
            visit(high, (block + 1) % BLOCKS);
        }
    }

    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, _: &mut Vec<u64>) {
        let misses = match self.fault {
            Fault::StepMisses => block == 2,
            Fault::StartLayoutMisses => block == 1 && self.is_for_start,
            _ => false,
        };
        let old = here[0];
        here[0] |= old << 1 & 7 | around.of((block + BLOCKS - 1) % BLOCKS)[1];
        here[0] |= around.of((block + 1) % BLOCKS)[0];
        if !misses {
            here[0] |= old >> 1;
        }
        if self.has(Fault::StepInvents) && old & 1 == 1 && block == 2 {
            here[0] |= 4;
        }
    }

    fn border(&self, block: usize, here: &[u64], border: &mut [u64]) {
        border[0] = (here[0] & 1) << 2;
        border[1] = here[0] >> 2;
        if self.has(Fault::NotSeen) && block == 2 {
            border[1] = 0;
        }
    }
}

impl Planar for Ring {
    type Planes = RingPlanes;

    fn plane_bytes(&self, _: Option<u32>) -> Result<u64, &'static str> {
        Ok(BLOCKS as u64 * 8)
    }

    fn planes(&self, start: Option<u32>) -> RingPlanes {
        RingPlanes { fault: self.fault, is_for_start: start.is_some() }
    }

    fn place(&self, _: &RingPlanes, place: u32) -> Option<BitPosition> {
        let at = |place: u32| BitPosition { block: (place / BITS) as usize, word: 0, bit: place % BITS };
        match (self.fault, place) {
            (Fault::NoBit, 6) => None,
            (Fault::BitOutside, 6) => Some(BitPosition { word: 1, ..at(6) }),
            (Fault::SharedBit, 6) => Some(at(5)),
            _ => Some(at(place)),
        }
    }

    fn states(&self, planes: &RingPlanes, place: BitPosition, mut visit: impl FnMut(u32)) {
        let state = place.block as u32 * BITS + place.bit;
        let is_wrong = match self.fault {
            Fault::BitElsewhere => state == 3,
            Fault::StartBitElsewhere => state == 3 && planes.is_for_start,
            _ => false,
        };
        visit(if is_wrong { 2 } else { state });
    }
}
