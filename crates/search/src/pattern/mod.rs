//! Pattern databases: exact costs of a simplified puzzle, as a lower bound of the whole one.
//!
//! A *pattern* is a part of the pieces of a puzzle. Leave the others out, let moves that concern none of the pattern's
//! pieces cost nothing, and what is left is small enough to be searched completely, backwards from the goal. The least
//! cost of every arrangement of the pattern's pieces goes into a table. It never exceeds the distance of the whole
//! puzzle; and since every move is counted for the piece that it moves, the costs of patterns without common pieces can
//! be *added*. Such a sum need not be consistent: an arrangement has the least cost over all places of what is left
//! out, and a move may lead to an arrangement that is cheap for another place only. IDA* does not mind.
//!
//! [`Abstraction`] is what a puzzle says about a pattern, [`build`] makes the tables; [`Pebbles`] makes those of pebbles
//! that slide on a small graph, in a third of the time. [`Packed`] holds one in four bits per arrangement and turns it
//! into bytes for a caller that keeps it. Files are the caller's affair.

mod packed;
mod pebbles;

pub use packed::{Packed, TableError};
pub use pebbles::Pebbles;

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::dense::Fields;
use crate::memory::{List, Memory, Narrow};
use crate::run::{Progress, Run, Work};
use crate::threads::Threads;
use std::sync::Mutex;

/// A simplified puzzle: arrangements of some pieces, numbered, and one piece that moves between them at no cost, such
/// as the blank of sliding tiles.
///
/// A state is an arrangement and a *place* of the free piece, of which there are at most 32; sets of places are bits.
///
/// ```
/// use telusur_search::pattern::{Abstraction, build};
/// use telusur_search::Run;
///
/// /// A box on a corridor of eight cells that must be pushed to the first one by somebody who walks for nothing.
/// struct Corridor;
///
/// impl Abstraction for Corridor {
///     fn len(&self) -> usize { 8 }
///     fn places(&self) -> u32 { 8 }
///     fn goals(&self, mut visit: impl FnMut(usize, u32)) {
///         visit(0, 0b1111_1110);
///     }
///     fn retract(&self, at: usize, places: u32, mut visit: impl FnMut(usize, u32, &dyn Fn() -> u32)) {
///         // Whoever has pushed the box from the right stands beside it, and stood one cell further right.
///         if at + 2 < 8 && places >> (at + 1) & 1 == 1 {
///             visit(at + 1, 1 << (at + 2), &|| 0xFF << (at + 2) & 0xFF);
///         }
///     }
/// }
///
/// let tables = build(&[Corridor], &mut Run::unlimited()).unwrap();
/// // Nobody can stand to the right of a box on the last cell.
/// assert_eq!(tables[0][..], [0, 1, 2, 3, 4, 5, 6, 255]);
/// ```
pub trait Abstraction: Sync {
    /// How many numbers of arrangements there are; some may be nobody's.
    fn len(&self) -> usize;

    /// Whether there is no arrangement at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many places there are for the free piece, at most 32.
    fn places(&self) -> u32;

    /// Pushes every arrangement that is a goal, with all places that the free piece may have there.
    fn goals(&self, visit: impl FnMut(usize, u32));

    /// Pushes every arrangement and place from which one move of cost one leads to this arrangement with the free piece
    /// at one of these places; with each place, all that can be reached from it are among them. The function that comes
    /// along tells all places that can be reached from the place pushed; it is only called if that is new.
    fn retract(&self, arrangement: usize, places: u32, visit: impl FnMut(usize, u32, &dyn Fn() -> u32));
}

/// The cost of an arrangement from which no goal can be reached.
pub const UNREACHED: u8 = u8::MAX;
/// The highest cost that is told apart; higher ones are given as this.
pub const HIGHEST: u8 = u8::MAX - 1;

/// The least cost of every arrangement of some patterns, each by breadth-first search backwards, side by side on the
/// threads of the run.
///
/// # Errors
/// The limit that came first: half a table would be no bound.
///
/// # Cost
/// Five bytes for every number of an arrangement, nine if there are more than 16 places, and the frontier of the search.
pub fn build<A: Abstraction>(patterns: &[A], run: &mut Run<'_>) -> Result<Vec<List<u8>>, Limit> {
    side_by_side(patterns.len(), run, &|i, memory, look| match patterns[i].places() <= 16 {
        true => costs::<A, u16>(&patterns[i], memory, look),
        false => costs::<A, u32>(&patterns[i], memory, look),
    })
}

/// Tells the run the depth, the size of the frontier and the expansions since the last call; fails if a limit is reached.
type Look<'l> = &'l mut dyn FnMut(u32, u64, u64) -> Result<(), Limit>;

/// Builds tables by number, side by side on the threads of the run.
fn side_by_side<T: Send>(
    count: usize,
    run: &mut Run<'_>,
    build: &(dyn Fn(usize, &Memory, Look<'_>) -> Result<T, Limit> + Sync),
) -> Result<Vec<T>, Limit> {
    let memory = Memory::of(&run.limits);
    let mut threads = Threads::new(run.threads.min(count));
    let mut tables: Vec<Option<Result<T, Limit>>> = Vec::new();
    tables.resize_with(count, || None);
    let run = Mutex::new(run);
    let expanded = std::sync::atomic::AtomicU64::new(0);
    threads.each_of(true, &mut tables, &|i, table| {
        let mut look = |depth: u32, frontier: u64, more: u64| {
            use std::sync::atomic::Ordering::Relaxed;
            let expanded = expanded.fetch_add(more, Relaxed) + more;
            let (bytes, work) = (memory.used(), Work { expanded, generated: 0 });
            let told = work.progress(Algorithm::Bfs);
            let progress = Progress { depth, frontier, stored: expanded, bytes, ..told };
            match run.lock() {
                // States of an abstraction are none of the puzzle's: the limit on those is not theirs.
                Ok(mut run) => {
                    let states = run.limits.states.take();
                    let answer = run.check(&progress);
                    run.limits.states = states;
                    answer
                }
                Err(_) => Err(Limit::Cancelled),
            }
        };
        *table = Some(build(i, &memory, &mut look));
    });
    if let Ok(run) = run.into_inner() {
        run.note(0, memory.peak());
    }
    tables.into_iter().map(|table| table.unwrap_or(Err(Limit::Cancelled))).collect()
}

/// Expansions between two looks at the limits.
const STRIDE: usize = 1 << 13;

/// What is known of an arrangement, as sets of places: those reached in earlier layers, and those of the next one.
#[derive(Clone, Copy, Default)]
struct KnownPlaces<P> {
    known: P,
    new: P,
}

/// Layers are taken in the order of the arrangements' numbers, so that what a move leads to is read in a few streams and
/// not all over the memory: marks say which arrangements the next layer has.
fn costs<A: Abstraction, P: Narrow>(pattern: &A, memory: &Memory, look: Look<'_>) -> Result<List<u8>, Limit> {
    let len = pattern.len();
    // Layers number arrangements with 32 bits.
    if u32::try_from(len).is_err() {
        return Err(memory.full());
    }
    let mut costs = List::filled(UNREACHED, len, memory)?;
    let mut reached: List<KnownPlaces<P>> = List::filled(KnownPlaces::default(), len, memory)?;
    let mut marks = Fields::<1>::new(len as u64, memory)?;
    let mut layer: List<(u32, u32)> = List::new(memory);
    pattern.goals(|arrangement, places| {
        reached[arrangement].new = P::narrow(reached[arrangement].new.wide() | u64::from(places));
        marks.set::<false>(arrangement as u64, 1);
    });
    for depth in 0.. {
        let cost = u8::try_from(depth).unwrap_or(HIGHEST).min(HIGHEST);
        layer.clear();
        layer.gather(|layer| {
            marks.drain(|number| {
                let arrangement = number as usize;
                let KnownPlaces { known, new } = reached[arrangement];
                if known.wide() == 0 {
                    costs[arrangement] = cost;
                }
                reached[arrangement] =
                    KnownPlaces { known: P::narrow(known.wide() | new.wide()), new: P::default() };
                layer.push((number as u32, new.wide() as u32));
            });
        })?;
        if layer.is_empty() {
            break;
        }
        for block in layer.chunks(STRIDE) {
            for &(arrangement, places) in block {
                pattern.retract(arrangement as usize, places, |before, place, closure| {
                    let KnownPlaces { known, new } = reached[before];
                    if (known.wide() | new.wide()) & u64::from(place) == 0 {
                        reached[before].new = P::narrow(new.wide() | u64::from(closure()));
                        marks.set::<false>(before as u64, 1);
                    }
                });
            }
            look(depth, layer.len() as u64, block.len() as u64)?;
        }
    }
    Ok(costs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::verify::reference_costs;

    /// Two boxes on a ring of cells that are pushed by somebody who walks for nothing, but not through them.
    struct Ring {
        cells: usize,
        goals: [usize; 2],
    }

    impl Ring {
        /// The cells from a place to the next boxes on both sides.
        fn closure(&self, boxes: [usize; 2], from: usize) -> u32 {
            let onward = (0..self.cells).map(|steps| (from + steps) % self.cells);
            let back = (0..self.cells).map(|steps| (from + self.cells - steps) % self.cells);
            let free = |cell: &usize| !boxes.contains(cell);
            onward.take_while(free).chain(back.take_while(free)).fold(0, |places, cell| places | 1 << cell)
        }
    }

    impl Abstraction for Ring {
        fn len(&self) -> usize {
            self.cells * self.cells
        }
        fn places(&self) -> u32 {
            self.cells as u32
        }
        fn goals(&self, mut visit: impl FnMut(usize, u32)) {
            let [a, b] = self.goals;
            for from in (0..self.cells).filter(|from| !self.goals.contains(from)) {
                visit(a * self.cells + b, self.closure(self.goals, from));
            }
        }
        fn retract(&self, at: usize, places: u32, mut visit: impl FnMut(usize, u32, &dyn Fn() -> u32)) {
            let boxes = [at / self.cells, at % self.cells];
            for which in 0..2 {
                for step in [1, self.cells - 1] {
                    // Pushed by a step, the box came from where the pusher is now, who stood one step further back.
                    let behind = (boxes[which] + self.cells - step) % self.cells;
                    let stood = (behind + self.cells - step) % self.cells;
                    if places >> behind & 1 == 1 && stood != boxes[1 - which] {
                        let mut before = boxes;
                        before[which] = behind;
                        let closure = || self.closure(before, stood);
                        visit(before[0] * self.cells + before[1], 1 << stood, &closure);
                    }
                }
            }
        }
    }

    #[test]
    fn costs_are_those_of_the_plain_search() {
        let rings: Vec<Ring> = (5..=24).map(|cells| Ring { cells, goals: [0, cells / 2] }).collect();
        for threads in [1, 3] {
            let mut unobserved = ();
            let tables =
                build(&rings, &mut Run::watched(Budget::UNLIMITED, threads, &mut unobserved)).unwrap();
            for (ring, table) in rings.iter().zip(&tables) {
                let costs = reference_costs(ring);
                assert!(costs.len() > ring.cells / 4, "{} of {}", costs.len(), ring.cells);
                for (at, &cost) in table.iter().enumerate() {
                    let expected = costs.get(&at).map_or(UNREACHED, |&cost| cost as u8);
                    assert_eq!(cost, expected, "{at} of {} cells", ring.cells);
                }
            }
        }
    }

    #[test]
    fn limits_leave_no_half_table() {
        let ring = || [Ring { cells: 24, goals: [0, 5] }];
        let bytes = build(&ring(), &mut Run::new(Budget::default().with_bytes(1000)));
        assert_eq!(bytes.map(|_| ()), Err(Limit::Bytes(1000)));
        let run = Budget::default().with_time(std::time::Duration::ZERO);
        assert!(matches!(build(&ring(), &mut Run::new(run)).map(|_| ()), Err(Limit::Time(_))));
        // A limit on the puzzle's states is none on those of a pattern.
        assert!(build(&ring(), &mut Run::new(Budget::default().with_states(1))).is_ok());
    }
}
