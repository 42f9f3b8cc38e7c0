//! Lights Out on nine lamps, with everything that a space can say about itself: every engine works on it.

use telusur_search::check::{check_descent, check_planes, check_rank, check_reversible, check_space};
use telusur_search::planes::{Around, BitPosition, Joint, Planar, Planes, Shape};
use telusur_search::{Algorithm, Descent, Offers, Ranked, Reversible, Solver, Space, Wanted, engines};

/// Press a button and its lamp and those beside it change; all must go out.
struct Lights;

/// What each button changes, one bit per lamp.
const BUTTONS: [u16; 9] = [
    0b000_001_011,
    0b000_010_111,
    0b000_100_110,
    0b001_011_001,
    0b010_111_010,
    0b100_110_100,
    0b011_001_000,
    0b111_010_000,
    0b110_100_000,
];

/// All that a puzzle must say.
impl Space for Lights {
    type State = u16;
    type Move = usize;
    fn start(&self) -> u16 {
        0b111_111_111
    }
    fn is_goal(&self, lit: u16) -> bool {
        lit == 0
    }
    fn expand(&self, lit: u16, mut visit: impl FnMut(usize, u16)) {
        for (button, change) in BUTTONS.into_iter().enumerate() {
            visit(button, lit ^ change);
        }
    }
    /// A button changes five lamps at most. This makes A* and IDA* fast.
    fn lower_bound(&self, lit: u16) -> u32 {
        lit.count_ones().div_ceil(5)
    }
}

/// Moves backwards: bidirectional and frontier search, distances.
impl Reversible for Lights {
    const UNDIRECTED: bool = true;
    fn retract(&self, lit: u16, visit: impl FnMut(usize, u16)) {
        self.expand(lit, visit);
    }
    fn goal_states(&self) -> Option<Vec<u16>> {
        Some(vec![0])
    }
}

/// A number for each state: one or two bits per state.
impl Ranked for Lights {
    fn len(&self) -> u64 {
        512
    }
    fn rank(&self, lit: u16) -> u64 {
        lit.into()
    }
    fn unrank(&self, rank: u64) -> u16 {
        rank as u16
    }
}

/// A node for IDA*: here the state itself, because its bound is cheap. No button is pressed twice in a row.
impl Descent for Lights {
    type Node = u16;
    fn node(&self, lit: u16) -> u16 {
        lit
    }
    fn bound(&self, lit: &u16) -> u32 {
        self.lower_bound(*lit)
    }
    fn is_goal_node(&self, lit: &u16) -> bool {
        *lit == 0
    }
    fn descend(&self, lit: &u16, last: Option<usize>, mut visit: impl FnMut(usize, u16)) {
        self.expand(*lit, |button, next| {
            if last != Some(button) {
                visit(button, next);
            }
        });
    }
}

/// The set of all states as 512 bits, and a move for all of them at once.
struct LightsPlanes;

impl Planes for LightsPlanes {
    fn shape(&self) -> Shape {
        // One block, so nobody sees anything of another.
        Shape { blocks: 1, words: 8, bits: 512, joint: Joint::Borders { rows: 1, words: 1 } }
    }
    fn edges(&self) -> u64 {
        512 * 9
    }
    fn table_bytes(&self) -> u64 {
        0
    }
    fn neighbours(&self, _: usize, _: impl FnMut(usize, usize)) {}
    fn advance(&self, _: usize, here: &mut [u64], _: Around<'_>, old: &mut Vec<u64>) {
        old.clear();
        old.extend_from_slice(here);
        for change in BUTTONS {
            // The upper lamps number the words, the lower six the bits of a word.
            for (word, set) in here.iter_mut().enumerate() {
                *set |= swap(old[word ^ usize::from(change >> 6)], change & 63);
            }
        }
    }
}

/// Moves each bit `i` of a word to `i ^ change`.
fn swap(mut word: u64, change: u16) -> u64 {
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (lamp, lower) in LOWER.into_iter().enumerate().filter(|(lamp, _)| change >> lamp & 1 == 1) {
        word = (word & lower) << (1 << lamp) | (word >> (1 << lamp)) & lower;
    }
    word
}

impl Planar for Lights {
    type Planes = LightsPlanes;
    fn plane_bytes(&self, _: Option<u16>) -> Result<u64, &'static str> {
        Ok(64)
    }
    fn planes(&self, _: Option<u16>) -> LightsPlanes {
        LightsPlanes
    }
    fn place(&self, _: &LightsPlanes, lit: u16) -> Option<BitPosition> {
        Some(BitPosition { block: 0, word: usize::from(lit >> 6), bit: u32::from(lit & 63) })
    }
    fn states(&self, _: &LightsPlanes, place: BitPosition, mut visit: impl FnMut(u16)) {
        visit((place.word as u16) << 6 | place.bit as u16);
    }
}

impl Offers for Lights {
    engines!();
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Promises are tested before they are relied on.
    check_space(&Lights, 1, 500)?;
    check_reversible(&Lights, 1, 500)?;
    check_rank(&Lights, 1, 500)?;
    check_descent(&Lights, 1, 500)?;
    check_planes(&Lights, 1, 500)?;

    // Every engine, and none is missing.
    let algorithms = Solver::new(&Lights).supported();
    assert_eq!(algorithms, Algorithm::ALL);
    for algorithm in algorithms {
        let report = Solver::new(&Lights).algorithm(algorithm).try_solve()?;
        println!("{algorithm}: {:?} with {} presses", report.claim(), report.length().unwrap_or(0));
        if algorithm.is_optimal() {
            assert_eq!(report.length(), Some(5));
        }
    }

    // The whole space: every state can be put out, and none needs more than nine presses.
    for algorithm in [Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense, Algorithm::Planes] {
        let whole = Solver::new(&Lights).from(0).algorithm(algorithm).try_explore(Wanted::default())?;
        assert_eq!((whole.states(), whole.radius()), (512, Some(9)));
    }
    Ok(())
}
