//! The search itself: blocks that were told of a change are advanced, on one thread or on all.

use super::bits::count_bits;
use super::sample::{FoundBits, SAMPLE, Samples};
use super::{Around, BitPosition, Joint, Planes, Shape};
use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::dense::Fields;
use crate::memory::Memory;
use crate::run::{Progress, Run, Work};
use crate::threads::Threads;

/// Words that a thread takes at a time: a fraction of a millisecond, so that all end together.
const TASK_WORDS: usize = 1 << 15;
/// Words between two looks at the clock: some milliseconds.
const ROUND_WORDS: usize = 1 << 22;
/// Rounds with fewer words than this are not worth waking threads for.
const WORTH_SHARING: usize = 1 << 13;

/// A breadth-first search as far as it has come.
pub(crate) struct Search<'p, P> {
    planes: &'p P,
    shape: Shape,
    /// Words of all blocks.
    words: Vec<u64>,
    /// Borders before the step and after it.
    borders: [Vec<u64>; 2],
    /// Bits set in each block.
    population: Vec<u32>,
    /// Blocks that may change in this step, and in the next one.
    told: [Fields<1>; 2],
    active: Vec<u32>,
    threads: Threads,
    /// The last step.
    pub(super) depth: u32,
    /// States within that many moves, and those of them that the last step added.
    pub(super) reached: u64,
    pub(crate) fresh: u64,
    /// States of the next layer that a step had reached when a limit stopped it.
    pub(super) partial: u64,
    /// Some of those that the last step added, in order; all of them if they are few.
    newest: Vec<FoundBits>,
    /// States if all bits are set.
    pub(super) total: u64,
    pub(super) bytes: u64,
}

impl Shape {
    /// How many blocks have the first colour; all of them if there are no colours.
    fn first_colour(&self) -> usize {
        match self.joint {
            Joint::Colours { first } => first,
            Joint::Borders { .. } => self.blocks,
        }
    }

    /// Whether a block has the second of two colours.
    pub(crate) fn is_second(&self, block: usize) -> bool {
        block >= self.first_colour()
    }

    fn border_words(&self) -> usize {
        match self.joint {
            Joint::Colours { .. } => 0,
            Joint::Borders { rows, words } => rows * words,
        }
    }

    /// Bytes of a search with this many threads, tables of the layout not included.
    fn bytes(&self, threads: usize) -> u64 {
        let blocks = self.blocks as u64;
        let words = self.words as u64 + 2 * self.border_words() as u64;
        // A number of bits and an entry of the list of active blocks each, and two marks.
        let notes = 8 * blocks + 2 * Fields::<1>::bytes_for(blocks);
        // A thread is one task ahead of what it could know of the others' samples; those of the last step are kept too.
        let samples = (2 * threads as u64 + 1) * u64::from(SAMPLE).min(blocks * self.words as u64);
        let samples = samples * size_of::<FoundBits>() as u64;
        blocks * words * 8 + notes + samples + 2 * (threads * self.words * 8) as u64
    }
}

impl<'p, P: Planes> Search<'p, P> {
    /// Empty planes, if they are allowed and the machine has room for them.
    pub(crate) fn new(planes: &'p P, beside: u64, run: &mut Run<'_>) -> Result<Self, Limit> {
        let shape = planes.shape();
        let own = planes.table_bytes() + shape.bytes(run.threads);
        let bytes = own.saturating_add(beside);
        run.limits.afford(bytes)?;
        // Without a budget the machine itself may refuse; that is a limit too, not a crash. The probe is given
        // back at once, because zeroed pages are only to be had all at once, and untouched.
        let words = shape.blocks.saturating_mul(shape.words + 2 * shape.border_words());
        Vec::<u64>::new().try_reserve_exact(words).map_err(|_| Limit::Bytes(bytes))?;
        let border = || vec![0; shape.blocks * shape.border_words()];
        // Counted above.
        let marks = || Fields::new(shape.blocks as u64, &Memory::unlimited());
        let total = (0..shape.blocks).map(|block| planes.weight(block)).sum::<u64>() * u64::from(shape.bits);
        Ok(Search {
            planes,
            shape,
            words: vec![0; shape.blocks * shape.words],
            borders: [border(), border()],
            population: vec![0; shape.blocks],
            told: [marks()?, marks()?],
            active: Vec::new(),
            threads: Threads::new(run.threads),
            depth: 0,
            reached: 0,
            fresh: 0,
            partial: 0,
            newest: Vec::new(),
            total,
            bytes,
        })
    }

    fn block(&self, block: usize) -> &[u64] {
        &self.words[block * self.shape.words..][..self.shape.words]
    }

    fn block_mut(&mut self, block: usize) -> &mut [u64] {
        &mut self.words[block * self.shape.words..][..self.shape.words]
    }

    /// Whether a state has been reached.
    pub(crate) fn contains(&self, place: BitPosition) -> bool {
        self.block(place.block)[place.word] >> place.bit & 1 == 1
    }

    /// Begins at a state. What an earlier search has left is cleared first.
    pub(crate) fn begin(&mut self, place: BitPosition) {
        let each = self.shape.border_words();
        for block in 0..self.shape.blocks {
            if self.population[block] > 0 {
                self.population[block] = 0;
                self.block_mut(block).fill(0);
                for borders in &mut self.borders {
                    borders[block * each..][..each].fill(0);
                }
            }
        }
        for told in &mut self.told {
            told.drain(|_| ());
        }
        let BitPosition { block, word, bit } = place;
        self.block_mut(block)[word] = 1 << bit;
        self.population[block] = 1;
        if each > 0 {
            let mut border = vec![0; each];
            self.planes.border(block, self.block(block), &mut border);
            for borders in &mut self.borders {
                borders[block * each..][..each].copy_from_slice(&border);
            }
        }
        if matches!(self.shape.joint, Joint::Borders { .. }) {
            self.told[0].add(block);
        }
        self.planes.neighbours(block, |_, other| self.told[0].add(other));
        (self.depth, self.reached, self.fresh) = (0, self.planes.weight(block), self.planes.weight(block));
        self.partial = 0;
        self.newest = vec![FoundBits { block: block as u32, word: word as u32, bits: 1 << bit }];
    }

    /// Takes a step. After an error the planes hold some states of the next layer: the search can't be continued, but
    /// all that was reached was reached in as few moves as possible.
    pub(crate) fn step(&mut self, lower_bound: u32, run: &mut Run<'_>) -> Result<(), Limit> {
        let Search { planes, shape, words, borders, population, told, active, threads, .. } = self;
        let (planes, shape) = (*planes, *shape);
        active.clear();
        told[0].drain(|block| active.push(block as u32));
        let next = &told[1];
        // All that were told have the same colour: the one that the last step did not change.
        let is_second = active.first().is_some_and(|&block| shape.is_second(block as usize));
        let second = shape.first_colour();
        let (one, other) = words.split_at_mut(second * shape.words);
        let (changing, at, standing, first) = match is_second {
            true => (other, second, &*one, 0),
            false => (one, 0, &*other, second),
        };
        // States that each block may add, where their number is limited.
        let adds: Vec<u64> = match run.limits.states {
            None => Vec::new(),
            Some(_) => active
                .iter()
                .map(|&block| {
                    let block = block as usize;
                    u64::from(shape.bits - population[block].min(shape.bits)) * planes.weight(block)
                })
                .collect(),
        };
        let [before, after] = borders;
        let around = match shape.joint {
            Joint::Colours { .. } => Around { words: standing, first, each: shape.words },
            Joint::Borders { .. } => Around { words: before, first: 0, each: shape.border_words() },
        };
        let mut words = Pieces { rest: changing, at, each: shape.words };
        let mut after = Pieces { rest: after, at: 0, each: shape.border_words() };
        let mut population = Pieces { rest: population, at: 0, each: 1 };
        let mut fresh = 0;
        let mut newest: Vec<FoundBits> = Vec::new();
        let mut sampled = 0;
        let mut rest = &active[..];
        while !rest.is_empty() {
            let round;
            let adds = adds.get(active.len() - rest.len()..).unwrap_or_default();
            let len = round_len(&shape, adds, self.reached + fresh, run)?;
            (round, rest) = rest.split_at(len.min(rest.len()));
            let is_shared = threads.count() > 1 && round.len() * shape.words >= WORTH_SHARING;
            // Small rounds are divided finely too, so that no thread waits for another one's last task.
            let even = round.len().div_ceil(8 * threads.count());
            let each = if is_shared { even.clamp(1, (TASK_WORDS / shape.words).max(1)) } else { round.len() };
            let mut tasks: Vec<RoundTask<'_>> = round
                .chunks(each)
                .map(|active| {
                    let blocks = (active[0] as usize, active[active.len() - 1] as usize + 1);
                    RoundTask {
                        first: blocks.0,
                        active,
                        words: words.take(blocks),
                        after: after.take(blocks),
                        population: population.take(blocks),
                        fresh: 0,
                        newest: Vec::new(),
                    }
                })
                .collect();
            let samples = Samples::new(sampled, tasks.len());
            threads.each_of(is_shared, &mut tasks, &|i, task| {
                task.run(planes, &shape, around, next, (&samples, i));
            });
            for task in tasks {
                fresh += task.fresh;
                for found in task.newest {
                    if sampled < SAMPLE {
                        sampled += found.bits.count_ones();
                        newest.push(found);
                    }
                }
            }
            self.partial = fresh;
            // The last layer is being expanded, all of it at once.
            let done = Work { expanded: self.reached - self.fresh, generated: 0 };
            run.check(&Progress {
                depth: self.depth + 1,
                frontier: self.fresh,
                stored: self.reached + fresh,
                bytes: self.bytes,
                lower_bound,
                total: Some(self.total),
                ..done.progress(Algorithm::Planes)
            })?;
        }
        self.partial = 0;
        self.told.swap(0, 1);
        self.borders.swap(0, 1);
        self.depth += u32::from(fresh > 0);
        self.reached += fresh;
        self.fresh = fresh;
        if fresh > 0 {
            self.newest = newest;
        }
        Ok(())
    }

    /// Places of the last layer that had states: the first ones in order, all if they are few.
    pub(crate) fn newest(&self) -> impl Iterator<Item = BitPosition> + '_ {
        self.newest.iter().flat_map(|found| found.places())
    }

    /// The first place that two searches on the same planes have both reached.
    pub(super) fn meeting(&self, other: &Self) -> Option<BitPosition> {
        let both = |&block: &usize| self.population[block] > 0 && other.population[block] > 0;
        (0..self.shape.blocks).filter(both).find_map(|block| {
            let words = self.block(block).iter().zip(other.block(block)).map(|(a, b)| a & b);
            let (word, bits) = words.enumerate().find(|&(_, bits)| bits != 0)?;
            Some(BitPosition { block, word, bit: bits.trailing_zeros() })
        })
    }
}

/// Blocks until the next look at the clock. Where the number of states is limited, as many as can't exceed it, if each adds
/// all that it may; a block that might exceed it is not begun.
fn round_len(shape: &Shape, adds: &[u64], reached: u64, run: &Run<'_>) -> Result<usize, Limit> {
    let paced = (ROUND_WORDS / shape.words).max(1);
    let Some(most) = run.limits.states else { return Ok(paced) };
    let mut room = most.saturating_sub(reached);
    let fits = |adds: &&u64| room.checked_sub(**adds).map(|left| room = left).is_some();
    match adds.iter().take_while(fits).count() {
        0 => Err(Limit::States(most)),
        fitting => Ok(fitting.min(paced)),
    }
}

/// What is left of an array that is handed out in ascending parts, `each` items for a block.
struct Pieces<'a, T> {
    rest: &'a mut [T],
    at: usize,
    each: usize,
}

impl<'a, T> Pieces<'a, T> {
    /// The items of some blocks.
    fn take(&mut self, (first, end): (usize, usize)) -> &'a mut [T] {
        let rest = std::mem::take(&mut self.rest);
        let (_, rest) = rest.split_at_mut((first - self.at) * self.each);
        let (part, rest) = rest.split_at_mut((end - first) * self.each);
        (self.rest, self.at) = (rest, end);
        part
    }
}

/// Some blocks of a step.
struct RoundTask<'a> {
    /// Number of the first block in `words`, `after` and `population`.
    first: usize,
    active: &'a [u32],
    words: &'a mut [u64],
    after: &'a mut [u64],
    population: &'a mut [u32],
    fresh: u64,
    newest: Vec<FoundBits>,
}

impl RoundTask<'_> {
    fn run<P: Planes>(
        &mut self,
        planes: &P,
        shape: &Shape,
        around: Around<'_>,
        next: &Fields<1>,
        (samples, number): (&Samples, usize),
    ) {
        let border = shape.border_words();
        let (mut scratch, mut before) = (Vec::new(), Vec::new());
        for &active in self.active {
            let block = active as usize;
            let at = block - self.first;
            let here = &mut self.words[at * shape.words..][..shape.words];
            let old = self.population[at];
            if old == shape.bits {
                // Nothing can change, but its border must not be forgotten.
                self.after[at * border..][..border].copy_from_slice(border_of(around, block, border));
                continue;
            }
            if old == 0 {
                // Pages that were never touched are had by one fault if they are written first, by two if read.
                here.fill(0);
            }
            let wanted = samples.wanted(number);
            if wanted > 0 {
                before.clear();
                before.extend_from_slice(here);
            }
            planes.advance(block, here, around, &mut scratch);
            let new = count_bits(here) as u32;
            let after = &mut self.after[at * border..][..border];
            if new == old {
                after.copy_from_slice(border_of(around, block, border));
                continue;
            }
            self.population[at] = new;
            self.fresh += u64::from(new - old) * planes.weight(block);
            if wanted > 0 {
                let mut written = 0;
                for (word, (&new, &old)) in here.iter().zip(&before).enumerate() {
                    if new != old {
                        let bits = new & !old;
                        self.newest.push(FoundBits { block: active, word: word as u32, bits });
                        written += bits.count_ones();
                        if written >= wanted {
                            break;
                        }
                    }
                }
                samples.add(number, written);
            }
            match shape.joint {
                Joint::Colours { .. } => planes.neighbours(block, |_, other| next.add(other)),
                Joint::Borders { words, .. } => {
                    planes.border(block, here, after);
                    next.add(block);
                    let before = border_of(around, block, border);
                    planes.neighbours(block, |row, other| {
                        let range = row * words..(row + 1) * words;
                        if after[range.clone()] != before[range] {
                            next.add(other);
                        }
                    });
                }
            }
        }
    }
}

/// The border of a block before the step; nothing where the joint is by colours.
fn border_of<'a>(around: Around<'a>, block: usize, words: usize) -> &'a [u64] {
    if words == 0 { &[] } else { around.of(block) }
}
