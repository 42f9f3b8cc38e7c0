//! Planes against the dense engine and plain search, on every size that is small enough, from every cell.

use super::*;
use crate::random::Random;
use telusur_search::check::check_planes;
use telusur_search::{Algorithm, Exploration, Space, Wanted, verify};

use crate::puzzle::Puzzle;

type Summary = (Vec<u64>, u64, Option<u32>, Vec<u64>, Vec<u64>, Option<u64>);

fn summary(reached: Exploration<u64>) -> Summary {
    assert!(reached.complete);
    (
        reached.depths,
        reached.goals,
        reached.goal_distance,
        reached.nearest_goals,
        reached.farthest,
        reached.edges,
    )
}

fn explore(tiles: &Tiles<u64>, algorithm: Algorithm, threads: usize) -> Summary {
    let solver = tiles.solver().algorithm(algorithm).threads(threads);
    summary(solver.try_explore(Wanted::default()).unwrap())
}

/// A board after a random walk that ends with the blank at a cell; with two tiles exchanged, if it is not to be solved.
fn shuffled(rows: usize, columns: usize, blank: usize, exchanged: bool, random: &mut Random) -> u64 {
    let cells = rows * columns;
    let mut order: Vec<u8> = (1..cells as u8).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
    order.insert(blank, 0);
    let pack =
        |order: &[u8]| order.iter().enumerate().fold(0, |board: u64, (cell, &tile)| board.with(cell, tile));
    let goal = Tiles::<u64>::solved(rows, columns).goal;
    let is_solvable = Tiles::new(rows, columns, pack(&order), goal).goal_rank.is_some();
    if is_solvable == exchanged {
        let at: Vec<usize> = (0..cells).filter(|&cell| cell != blank).take(2).collect();
        order.swap(at[0], at[1]);
    }
    pack(&order)
}

#[test]
fn every_start_gives_what_other_engines_give() {
    let mut random = Random::new(3);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let goal = Tiles::<u64>::solved(rows, columns).goal;
        for blank in 0..rows * columns {
            for exchanged in [false, true] {
                let start = shuffled(rows, columns, blank, exchanged, &mut random);
                let tiles = Tiles::new(rows, columns, start, goal);
                let planes = explore(&tiles, Algorithm::Planes, 2);
                assert_eq!(planes, explore(&tiles, Algorithm::Bfs, 1), "{rows} x {columns} from {start:x}");
                assert_eq!(planes.1, u64::from(!exchanged));
                if !exchanged {
                    assert_eq!(
                        planes,
                        explore(&tiles, Algorithm::Dense, 1),
                        "{rows} x {columns} from {start:x}"
                    );
                }
            }
        }
    }
}

/// Chunks begin with ten cells.
#[test]
fn boards_of_several_chunks_give_what_other_engines_give() {
    let mut random = Random::new(4);
    for (rows, columns) in [(2, 5), (5, 2)] {
        let tiles = Tiles::<u64>::solved(rows, columns);
        let planes = explore(&tiles, Algorithm::Planes, 2);
        assert_eq!(planes, explore(&tiles, Algorithm::Dense, 2));
        assert_eq!(planes, explore(&tiles, Algorithm::Bfs, 2));
    }
    let goal = Tiles::<u64>::solved(2, 5).goal;
    for blank in [0, 3, 4, 9] {
        // Dense numbers what leads to the goal; plain search takes the others.
        let exchanged = blank % 4 == 3;
        let tiles = Tiles::new(2, 5, shuffled(2, 5, blank, exchanged, &mut random), goal);
        let other = if exchanged { Algorithm::Bfs } else { Algorithm::Dense };
        assert_eq!(explore(&tiles, Algorithm::Planes, 2), explore(&tiles, other, 2), "blank at {blank}");
    }
}

#[test]
fn single_steps_are_the_slides_on_every_shape() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (2, 6)] {
        let tiles = Tiles::<u64>::solved(rows, columns);
        check_planes(&tiles, 5, 100).unwrap_or_else(|error| panic!("{rows} x {columns}: {error}"));
    }
}

/// A board that is read across its longer side: lines of three and four cells, which larger boards have.
#[derive(Clone)]
struct Across(Tiles<u64>);

impl Across {
    fn new(rows: usize, columns: usize) -> Self {
        let mut tiles = Tiles::<u64>::solved(rows, columns);
        tiles.reading = super::super::reading::Reading::by_rows(rows, columns);
        tiles.odd = tiles.reading.is_odd_from_first_line(tiles.start);
        Across(tiles)
    }
}

impl Space for Across {
    type State = u64;
    type Move = super::super::space::Slide;
    fn start(&self) -> u64 {
        self.0.start()
    }
    fn is_goal(&self, state: u64) -> bool {
        self.0.is_goal(state)
    }
    fn expand(&self, state: u64, visit: impl FnMut(Self::Move, u64)) {
        self.0.expand(state, visit);
    }
}

impl telusur_search::Reversible for Across {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: u64, visit: impl FnMut(Self::Move, u64)) {
        self.0.retract(state, visit);
    }
    fn goal_states(&self) -> Option<Vec<u64>> {
        self.0.goal_states()
    }
}

impl Planar for Across {
    type Planes = Codes;
    fn plane_bytes(&self, start: Option<u64>) -> Result<u64, &'static str> {
        self.0.plane_bytes(start)
    }
    fn planes(&self, start: Option<u64>) -> Codes {
        self.0.planes(start)
    }
    fn place(&self, planes: &Codes, state: u64) -> Option<BitPosition> {
        self.0.place(planes, state)
    }
    fn states(&self, planes: &Codes, place: BitPosition, visit: impl FnMut(u64)) {
        self.0.states(planes, place, visit);
    }
}

#[test]
fn lines_of_four_cells_are_turned_right() {
    for (rows, columns) in [(2, 3), (2, 4), (3, 4)] {
        let across = Across::new(rows, columns);
        check_planes(&across, 9, 100).unwrap_or_else(|error| panic!("{rows} x {columns}: {error}"));
    }
    let across = Across::new(2, 4);
    let mut run = telusur_search::Run::unlimited();
    let reached = telusur_search::planes::explore_planes(&across, across.start(), &mut run);
    assert_eq!(summary(reached), explore(&across.0, Algorithm::Bfs, 1));
}

/// 239,500,800 boards, all 54 layers as published; half a second.
#[test]
fn three_by_four_as_published() {
    const DEPTHS: [u64; 54] = [
        1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167,
        119_888, 198_363, 323_206, 515_778, 811_000, 1_248_011, 1_885_279, 2_782_396, 4_009_722, 5_621_354,
        7_647_872, 10_065_800, 12_760_413, 15_570_786, 18_171_606, 20_299_876, 21_587_248, 21_841_159,
        20_906_905, 18_899_357, 16_058_335, 12_772_603, 9_515_217, 6_583_181, 4_242_753, 2_503_873,
        1_350_268, 643_245, 270_303, 92_311, 27_116, 5390, 1115, 86, 18,
    ];
    let tiles = Tiles::<u64>::solved(3, 4);
    let reached = tiles.solver().threads(2).try_explore(Wanted::default()).unwrap();
    assert_eq!(reached.algorithm, Algorithm::Planes, "auto takes planes");
    assert_eq!(reached.depths, DEPTHS);
    assert_eq!(reached.farthest.len(), 18);
    assert!(reached.stats.peak_bytes <= 40_000_000, "{} bytes", reached.stats.peak_bytes);
}

#[test]
fn a_path_is_found_by_halves() {
    let mut random = Random::new(8);
    for (rows, columns) in [(2, 3), (3, 3), (5, 2)] {
        let goal = Tiles::<u64>::solved(rows, columns).goal;
        let start = shuffled(rows, columns, 1, false, &mut random);
        let tiles = Tiles::new(rows, columns, start, goal);
        let report = tiles.solver().algorithm(Algorithm::Planes).solve();
        let expected = tiles.solver().algorithm(Algorithm::Bidirectional).solve();
        assert_eq!((report.length(), report.is_optimal()), (expected.length(), true));
        verify::replay(&tiles, start, report.path().unwrap()).unwrap();
    }
}

#[test]
fn sizes_are_told_before_anything_is_made() {
    let bytes = |rows, columns| Tiles::<u64>::solved(rows, columns).plane_bytes(None);
    let planes = |rows: u64, columns: u64| (1..rows * columns).product::<u64>() / 120 * rows * columns * 8;
    for (rows, columns) in [(3, 4), (2, 7), (3, 5), (4, 4)] {
        let asked = bytes(rows, columns).unwrap();
        let least = planes(rows as u64, columns as u64);
        assert!(asked >= least && asked <= least + least / 20, "{rows} x {columns}: {asked}, not {least}");
    }
    assert!(bytes(2, 7).unwrap() <= 7_000_000_000);
    assert!(bytes(1, 5).is_err() && Tiles::<u128>::solved(3, 6).plane_bytes(None).is_err());
    for width in 2..=3 {
        let codes = Codes::new(width, 12 / width, false);
        let own = telusur_search::planes::Planes::table_bytes(&codes);
        assert!(own <= layout::table_bytes(width), "{own} bytes of tables for lines of {width}");
    }
}
