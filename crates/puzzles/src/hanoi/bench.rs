//! The papers' tables on this machine, all algorithms in one run, every count checked. That all outputs are
//! byte-identical is tested beside the algorithms.

use super::classic::{
    BLOCK_DISCS, BlockStream, Er, Iterative, Kolar1, Kolar2, Kolar3, Kolar4, Recursive, Tower, Walk,
};
use super::step::Step;
use super::theory::distance_to_peg;
use super::{Hanoi, Two, paper};
use crate::bench::{cells, milliseconds, ratio, timed};
use crate::catalogue::BenchTable;
use crate::random::Random;
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::time::Duration;
use telusur_search::planes::explore_planes;
use telusur_search::{Algorithm, Budget, Run, Solver, Space};

pub(super) fn run(quick: bool, show: &mut dyn FnMut(BenchTable)) {
    show(text_table(if quick { &[18, 20] } else { &[15, 16, 17, 18, 19, 20, 21, 22] }));
    show(silent_table(if quick { &[20, 22] } else { &[23, 24, 25, 26, 27, 28, 29] }));
    show(picture_table(if quick { &[13] } else { &[13, 14, 15, 16, 17] }));
    show(search_table(if quick { 7 } else { 8 }));
    show(four_peg_table(if quick { &[10, 12] } else { &[12, 13, 14, 15] }));
}

fn tower(discs: u32) -> Tower {
    Tower::new(discs, 0, 2).expect("the bench uses at most 64 discs")
}

/// Takes bytes from a buffer and forgets them.
#[derive(Default)]
struct Discard {
    bytes: u64,
}

impl Write for Discard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += black_box(bytes).len() as u64;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// All moves of a tower, handed out one by one.
type Moves = fn(u32, &mut dyn FnMut(Step));

fn by_walk<W: Walk>(discs: u32, visit: &mut dyn FnMut(Step)) {
    W::run(discs, &mut |step| visit(step));
}

fn by_blocks(discs: u32, visit: &mut dyn FnMut(Step)) {
    BlockStream::steps(tower(discs), BLOCK_DISCS).chunks().flatten().for_each(|&step| visit(step));
}

/// Prints each move through a buffer with `writeln!`, as programs do; returns the bytes written.
fn by_writeln(moves: Moves, discs: u32) -> u64 {
    let mut out = BufWriter::new(Discard::default());
    moves(discs, &mut |step| writeln!(out, "{step}").expect("nothing fails to be forgotten"));
    out.flush().expect("nothing fails to be forgotten");
    out.get_ref().bytes
}

/// A row for each number of discs: the time of every way, and that of one of them against the last. The ways must agree.
fn race<R: PartialEq>(
    sizes: &[u32],
    ways: &[&dyn Fn(u32) -> R],
    against: usize,
    decimals: usize,
) -> Vec<Vec<String>> {
    let row = |&discs: &u32| {
        let (results, times): (Vec<R>, Vec<Duration>) =
            ways.iter().map(|way| timed(|| way(black_box(discs)))).unzip();
        assert!(results.iter().all(|result| *result == results[0]), "the ways differ at {discs} discs");
        let mut row = vec![discs.to_string()];
        row.extend(times.iter().map(|&time| milliseconds(time)));
        row.push(format!("{:.decimals$} ×", ratio(times[against], times[times.len() - 1])));
        row
    };
    sizes.iter().map(row).collect()
}

fn text_table(sizes: &[u32]) -> BenchTable {
    let as_text = |discs| {
        let mut out = Discard::default();
        let stream = BlockStream::lines(tower(discs), BLOCK_DISCS);
        stream.write_to(&mut out).expect("nothing fails to be forgotten");
        out.bytes
    };
    let ways: [&dyn Fn(u32) -> u64; 5] = [
        &|discs| by_writeln(by_walk::<Er>, discs),
        &|discs| by_writeln(by_walk::<Kolar1>, discs),
        &|discs| by_writeln(by_walk::<Kolar4>, discs),
        &|discs| by_writeln(by_blocks, discs),
        &as_text,
    ];
    BenchTable::new(
        "Table 1 of the second paper: moves as text (ms)",
        "discs | LLHanoi | Kolar 1 | Kolar 4 | blocks, writeln! | blocks as text | writeln! / blocks",
        race(sizes, &ways, 3, 0),
        "The first four print each line with writeln! into a buffer that is discarded when full; the \
               last hands constant blocks of text to the same sink. All outputs are byte-identical.",
    )
}

/// Runs a walk without output; returns the number of moves.
fn silent<W: Walk>(discs: u32) -> u64 {
    let mut count = 0u64;
    W::run(discs, &mut |_| count += 1);
    assert_eq!(count, tower(discs).moves(), "a wrong number of moves");
    black_box(count)
}

fn silent_blocks(discs: u32) -> u64 {
    let stream = BlockStream::steps(tower(discs), BLOCK_DISCS);
    stream.chunks().map(|chunk| black_box(chunk).len() as u64).sum()
}

fn silent_table(sizes: &[u32]) -> BenchTable {
    let ways: [&dyn Fn(u32) -> u64; 8] = [
        &silent::<Recursive>,
        &silent::<Iterative>,
        &silent::<Er>,
        &silent::<Kolar1>,
        &silent::<Kolar2>,
        &silent::<Kolar3>,
        &silent::<Kolar4>,
        &silent_blocks,
    ];
    BenchTable::new(
        "Table 2 of the second paper: moves without output (ms)",
        "discs | recursive | iterative | LLHanoi | Kolar 1 | Kolar 2 | Kolar 3 | Kolar 4 | blocks | Kolar 4 / blocks",
        race(sizes, &ways, 6, 0),
        "Every algorithm makes all its moves and counts them; blocks hands out its moves in constant \
               slices, the others one by one.",
    )
}

/// The simple picture: three columns of discs as rows of characters, redrawn where they change.
struct Screen {
    cells: Vec<u8>,
    heights: [usize; 3],
    rows: usize,
    width: usize,
}

impl Screen {
    fn new(discs: u32) -> Self {
        let (rows, width) = (discs as usize, 2 * discs as usize + 2);
        let line = [vec![b' '; 3 * width - 1], vec![b'\n']].concat();
        let mut screen = Screen { cells: line.repeat(rows), heights: [0; 3], rows, width };
        for disc in (0..discs).rev() {
            screen.put(0, disc);
        }
        screen
    }

    fn bar(&mut self, peg: usize, height: usize, disc: u32, mark: u8) {
        let left =
            (self.rows - 1 - height) * 3 * self.width + peg * self.width + self.rows - disc as usize - 1;
        self.cells[left..left + 2 * disc as usize + 1].fill(mark);
    }

    fn put(&mut self, peg: usize, disc: u32) {
        self.bar(peg, self.heights[peg], disc, b'=');
        self.heights[peg] += 1;
    }

    fn show(&mut self, step: Step, out: &mut impl Write) {
        let from = usize::from(step.from);
        self.heights[from] -= 1;
        self.bar(from, self.heights[from], step.disc, b' ');
        self.put(usize::from(step.to), step.disc);
        out.write_all(&self.cells).expect("nothing fails to be forgotten");
    }
}

/// Draws a whole solution; returns the last picture and the bytes of all.
fn drawn(moves: Moves, discs: u32) -> (Vec<u8>, u64) {
    let (mut screen, mut out) = (Screen::new(discs), BufWriter::new(Discard::default()));
    moves(discs, &mut |step| screen.show(step, &mut out));
    out.flush().expect("nothing fails to be forgotten");
    (screen.cells, out.get_ref().bytes)
}

fn picture_table(sizes: &[u32]) -> BenchTable {
    let ways: [&dyn Fn(u32) -> (Vec<u8>, u64); 4] = [
        &|discs| drawn(by_walk::<Er>, discs),
        &|discs| drawn(by_walk::<Kolar1>, discs),
        &|discs| drawn(by_walk::<Kolar4>, discs),
        &|discs| drawn(by_blocks, discs),
    ];
    BenchTable::new(
        "Table 3 of the second paper: with a simple picture after each move (ms)",
        "discs | LLHanoi | Kolar 1 | Kolar 4 | blocks | Kolar 4 / blocks",
        race(sizes, &ways, 2, 2),
        "The picture costs more than the algorithm, so all are alike, as the paper found; the last \
               pictures and all lengths are equal.",
    )
}

fn search_table(most: usize) -> BenchTable {
    let mut random = Random::new(13_521_080);
    let mut rows = Vec::new();
    for discs in 3..=most {
        let mid_game: Vec<u8> = (0..discs).map(|_| random.below(3) as u8).collect();
        for (name, places) in [("start", vec![0; discs]), ("mid-game", mid_game)] {
            let (found, paper_time) = timed(|| paper::search(&places));
            let goals = [1, 2].map(|peg| vec![peg; discs]);
            let hanoi = Hanoi::<Two>::new(super::PegGraph::classic(3), &places, &goals);
            // One run is too short to be timed.
            const RUNS: u32 = 20;
            let (report, all_runs) = timed(|| {
                let search = || Solver::new(&hanoi).algorithm(Algorithm::Bfs).from(hanoi.start()).solve();
                (1..RUNS).for_each(|_| _ = black_box(search()));
                search()
            });
            let optimum = distance_to_peg(&places, 1).min(distance_to_peg(&places, 2));
            let paper_moves = found.moves.map_or(0, |moves| moves.len());
            assert_eq!(num_bigint::BigUint::from(paper_moves), optimum, "the paper's search");
            assert_eq!(report.length(), Some(paper_moves), "our search");
            assert!(report.is_optimal());
            let (times, searched) = (ratio(paper_time * RUNS, all_runs), found.searched);
            let (paper, ours) = (milliseconds(paper_time), milliseconds(all_runs / RUNS));
            rows.push(cells(&format!(
                "{discs} | {name} | {paper_moves} | {optimum} | {searched} | {paper} | {ours} | {times:.0} ×"
            )));
        }
    }
    BenchTable::new(
        "Table 4.1 of the first paper: breadth-first search to any other peg",
        "discs | from | moves | optimum | searched | paper (ms) | ours (ms) | ratio",
        rows,
        "The paper's search scans a list for every visited test. Both find the optimum, from the start \
               position and from a random one; the optimum itself is by theory.",
    )
}

fn four_peg_table(sizes: &[usize]) -> BenchTable {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut rows = Vec::new();
    for &discs in sizes {
        let hanoi = Hanoi::classic(4, discs);
        let explore = |run: &mut Run<'_>| explore_planes(&hanoi, hanoi.start(), run);
        let (found, time) = timed(|| explore(&mut Run::watched(Budget::UNLIMITED, cores, &mut ())));
        let states = 1u64 << (2 * discs);
        assert_eq!(found.depths.iter().sum::<u64>(), states, "all positions are reached");
        let goal = found.goal_distance.unwrap_or(0);
        let expected = super::frame_stewart::moves(4, discs);
        assert_eq!(expected, Some(goal.into()), "the goal's distance is proved");
        let (radius, farthest) = (found.depths.len() - 1, found.depths.last().copied().unwrap_or(0));
        let (ms, bytes) = (milliseconds(time), found.stats.peak_bytes as f64 / states as f64);
        let speed = states as f64 / time.as_secs_f64() / 1e6;
        rows.push(cells(&format!(
            "{discs} | {states} | {radius} | {farthest} | {goal} | {ms} | {bytes:.3} | {speed:.0}"
        )));
    }
    BenchTable::new(
        format!("Complete search on four pegs in planes of bits, {cores} threads"),
        "discs | positions | radius | farthest | goal at | ms | bytes/position | M positions/s",
        rows,
        "Every position is reached; the goal's distance equals the proved Frame–Stewart number.",
    )
}
