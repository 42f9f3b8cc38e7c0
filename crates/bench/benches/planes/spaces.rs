//! The spaces, as levels of the catalogue.

use telusur_puzzles::hanoi::Hanoi;
use telusur_puzzles::tiles::Tiles;
use telusur_puzzles::{Board, Setup, catalogue};
use telusur_search::Space;

/// A space that is explored as a whole.
pub(crate) struct Whole {
    /// To select it by.
    pub(crate) name: &'static str,
    /// As the table has it.
    pub(crate) title: &'static str,
    pub(crate) puzzle: &'static str,
    pub(crate) size: Size,
    pub(crate) states: u64,
    /// Whether it takes minutes.
    pub(crate) only_if_named: bool,
}

pub(crate) enum Size {
    FourPegs { discs: usize },
    Tiles { rows: usize, columns: usize },
}

const fn four_pegs(name: &'static str, title: &'static str, discs: usize) -> Whole {
    let states = 1 << (2 * discs);
    Whole { name, title, puzzle: "hanoi", size: Size::FourPegs { discs }, states, only_if_named: false }
}

const fn tiles(name: &'static str, title: &'static str, rows: usize, columns: usize, states: u64) -> Whole {
    let size = Size::Tiles { rows, columns };
    Whole { name, title, puzzle: "tiles", size, states, only_if_named: states > 1 << 32 }
}

/// All of them, by puzzle, the smaller before the larger: what an engine took of one tells what it would take of the next.
pub(crate) const ALL: [Whole; 10] = [
    four_pegs("hanoi-4x11", "4 pegs × 11 discs", 11),
    four_pegs("hanoi-4x12", "4 pegs × 12 discs", 12),
    four_pegs("hanoi-4x13", "4 pegs × 13 discs", 13),
    four_pegs("hanoi-4x15", "4 pegs × 15 discs", 15),
    four_pegs("hanoi-4x17", "4 pegs × 17 discs", 17),
    tiles("tiles-3x3", "tiles 3 × 3", 3, 3, 181_440),
    tiles("tiles-2x5", "tiles 2 × 5", 2, 5, 1_814_400),
    tiles("tiles-2x6", "tiles 2 × 6", 2, 6, 239_500_800),
    tiles("tiles-3x4", "tiles 3 × 4", 3, 4, 239_500_800),
    tiles("tiles-2x7", "tiles 2 × 7", 2, 7, 43_589_145_600),
];

impl Whole {
    /// The level as `telusur explore` opens it.
    pub(crate) fn open(&self) -> Result<Box<dyn Board>, String> {
        let setup = match self.size {
            Size::FourPegs { discs } => Setup::default().with("pegs", "4").with("discs", &discs.to_string()),
            Size::Tiles { rows, columns } => Setup::default().with("size", &format!("{rows}x{columns}")),
        };
        let entry = catalogue::find(self.puzzle).ok_or_else(|| format!("no puzzle {}", self.puzzle))?;
        catalogue::open(entry, &setup).map_err(|error| error.to_string())
    }

    /// The number of states by `pathfinding`, on the same successor function.
    pub(crate) fn reach(&self) -> u64 {
        match self.size {
            Size::FourPegs { discs } => reach(&Hanoi::classic(4, discs)),
            Size::Tiles { rows, columns } => reach(&Tiles::<u64>::solved(rows, columns)),
        }
    }
}

fn reach<S: Space>(space: &S) -> u64 {
    let successors = |&state: &S::State| {
        let mut next = Vec::new();
        space.expand(state, |_, to| next.push(to));
        next
    };
    pathfinding::prelude::bfs_reach(space.start(), successors).count() as u64
}
