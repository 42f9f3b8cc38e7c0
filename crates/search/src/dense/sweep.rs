//! The search itself: a layer is swept, on one thread or on all, and what is new makes the next.

use super::fields::Fields;
use super::layer::{Layer, Sink, Source};
use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{List, Memory, Narrow};
use crate::run::{Progress, Run, Work};
use crate::space::Ranked;
use crate::threads::Threads;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// Rounds with fewer states than this are not worth waking threads for.
const WORTH_SHARING: usize = 1 << 15;
/// Ranks that are set aside before they are settled.
const LIKELY: usize = 256;
/// A layer with more than one state in this many ranks makes the next one a bit map.
const FAT: u64 = 16;

/// A search as far as it has come, with marks of `WIDTH` bits: that a rank was reached, or its depth modulo three.
pub(super) struct Dense<'s, S, R, const WIDTH: u32> {
    pub(super) space: &'s S,
    pub(super) seen: Fields<WIDTH>,
    layer: Layer<R>,
    /// The layer before, until the next one replaces it; its storage is used again.
    pub(super) previous: Layer<R>,
    pub(super) count: u64,
    pub(super) depth: u32,
    /// States of each layer.
    pub(super) depths: List<u64>,
    pub(super) reached: u64,
    /// The depth of the nearest goals, once they are known.
    pub(super) goal_distance: Option<u32>,
    pub(super) work: Work,
    threads: Threads,
    memory: Memory,
    pace: Pace,
}

impl<'s, S: Ranked, R: Narrow, const WIDTH: u32> Dense<'s, S, R, WIDTH> {
    pub(super) fn new(space: &'s S, start: S::State, threads: usize, memory: &Memory) -> Result<Self, Limit> {
        let seen = Fields::new(space.len(), memory)?;
        let root = space.rank(space.canonical(start));
        seen.set::<false>(root, 1);
        let mut first = List::new(memory);
        first.push(R::narrow(root))?;
        Ok(Dense {
            space,
            seen,
            layer: Layer::List(first),
            previous: Layer::List(List::new(memory)),
            count: 1,
            depth: 0,
            depths: List::filled(1, 1, memory)?,
            reached: 1,
            goal_distance: None,
            work: Work::default(),
            threads: Threads::new(threads),
            memory: memory.clone(),
            pace: Pace::slow(),
        })
    }

    /// No goal is nearer: the layers before the last one have been tested, and what comes after a goal is farther.
    pub(super) fn lower_bound(&self) -> u32 {
        self.goal_distance.unwrap_or(self.depth)
    }

    /// Expands the last layer into the next one, and adds the goals among the states expanded to `goals`: all of the
    /// last layer, or some of them if a limit comes first.
    pub(super) fn advance(&mut self, goals: &mut List<u64>, run: &mut Run<'_>) -> Result<(), Limit> {
        if self.depth + 1 == u32::MAX {
            // Lengths have 32 bits, and every layer has a state at least.
            return Err(Limit::States(u32::MAX.into()));
        }
        let nothing = || Layer::List(List::new(&self.memory));
        let is_fat = self.count > self.space.len() / FAT;
        // The storage of the layer before is used again, or makes room.
        let mut next = match (std::mem::replace(&mut self.previous, nothing()), is_fat) {
            (Layer::List(mut list), false) => {
                list.clear();
                Layer::List(list)
            }
            (Layer::Map(map), true) => {
                map.words.iter().for_each(|word| word.store(0, Relaxed));
                Layer::Map(map)
            }
            (Layer::Map(_), false) => nothing(),
            (Layer::List(list), true) => {
                drop(list);
                Layer::Map(Fields::new(self.space.len(), &self.memory)?)
            }
        };
        let before = self.reached;
        let source = std::mem::replace(&mut self.layer, nothing());
        let expanded = match &source {
            Layer::List(list) => self.rounds(list, &mut next, goals, run),
            Layer::Map(map) => self.rounds(map, &mut next, goals, run),
        };
        self.previous = source;
        self.layer = next;
        expanded?;
        self.count = self.reached - before;
        // A layer that has no place in the answer was not finished: what is proved ends before it.
        if self.count > 0 {
            self.depths.push(self.count)?;
        }
        self.depth += 1;
        run.layer(self.depth, self.count);
        Ok(())
    }

    /// Expands a layer, round by round.
    fn rounds<Src: Source>(
        &mut self,
        source: &Src,
        next: &mut Layer<R>,
        goals: &mut List<u64>,
        run: &mut Run<'_>,
    ) -> Result<(), Limit> {
        let is_shared = self.threads.count() > 1 && self.count >= WORTH_SHARING as u64;
        let mut at = 0;
        while at < source.len() {
            let range = at..source.len().min(at + self.round_len::<Src>(run));
            at = range.end;
            let swept = match (is_shared, &mut *next) {
                (true, next) => self.round_shared(source, range, next, goals),
                (_, Layer::List(list)) => self.expand_into::<false, Src>(source, range, list, goals),
                (_, Layer::Map(map)) => self.expand::<false, Src>(source, range, &mut &*map, goals),
            };
            self.work += swept.work;
            self.reached += swept.reached;
            if self.goal_distance.is_none() && !goals.is_empty() {
                self.goal_distance = Some(self.depth);
            }
            let progress = Progress {
                depth: self.depth + 1,
                frontier: self.count,
                stored: self.reached,
                bytes: self.memory.used(),
                // This layer is still being tested.
                lower_bound: self.lower_bound(),
                total: Some(self.space.len()),
                ..self.work.progress(Algorithm::Dense)
            };
            run.note(self.reached, self.memory.peak());
            run.check(&progress).and(swept.full.map_or(Ok(()), Err))?;
            // A thin layer says little about the time that a round takes.
            if self.pace.is_due(self.work.expanded) {
                self.pace.looked(self.work.expanded, None);
            }
        }
        Ok(())
    }

    /// Places of the next round: about as many ranks as the pace allows, fewer when the limit of states is near.
    fn round_len<Src: Source>(&self, run: &Run<'_>) -> usize {
        let paced = (self.pace.stride() as usize).div_ceil(Src::RANKS).min(Src::ROUND);
        let left = self.work.left(run.room(self.reached)).and_then(|left| usize::try_from(left).ok());
        left.map_or(paced, |left| paced.min(left / Src::RANKS).max(1))
    }

    /// Expands a part of a layer on all threads. Lists come out in no particular order.
    fn round_shared<Src: Source>(
        &mut self,
        source: &Src,
        range: Range<usize>,
        next: &mut Layer<R>,
        goals: &mut List<u64>,
    ) -> Swept {
        let mut threads = std::mem::replace(&mut self.threads, Threads::new(1));
        let memory = self.memory.clone();
        let mut done: Vec<(Swept, List<R>, List<u64>)> = Vec::new();
        done.resize_with(threads.count() * 4, || (Swept::default(), List::new(&memory), List::new(&memory)));
        let slice = range.len().div_ceil(done.len());
        let (search, target) = (&*self, &*next);
        threads.each_of(true, &mut done, &|i, (swept, fresh, goals)| {
            let range =
                (range.start + i * slice).min(range.end)..(range.start + (i + 1) * slice).min(range.end);
            *swept = match target {
                Layer::List(_) => search.expand_into::<true, Src>(source, range, fresh, goals),
                Layer::Map(map) => search.expand::<true, Src>(source, range, &mut &*map, goals),
            };
        });
        self.threads = threads;
        let mut sum = Swept::default();
        for (swept, fresh, found) in done {
            sum.work += swept.work;
            sum.reached += swept.reached;
            sum.full = sum.full.or(swept.full);
            if let Layer::List(list) = next {
                sum.full = sum.full.or(list.extend_from_slice(&fresh).err());
            }
            sum.full = sum.full.or(goals.extend_from_slice(&found).err());
        }
        sum
    }

    /// Expands a part of a layer on this thread, into a list.
    fn expand_into<const SHARED: bool, Src: Source>(
        &self,
        source: &Src,
        range: Range<usize>,
        list: &mut List<R>,
        goals: &mut List<u64>,
    ) -> Swept {
        let mut swept = Swept::default();
        let kept = list.gather(|fresh| swept = self.expand::<SHARED, Src>(source, range, fresh, goals));
        Swept { full: swept.full.or(kept.err()), ..swept }
    }

    /// Expands a part of a layer on this thread.
    fn expand<const SHARED: bool, Src: Source>(
        &self,
        source: &Src,
        range: Range<usize>,
        sink: &mut impl Sink,
        goals: &mut List<u64>,
    ) -> Swept {
        let mark = if WIDTH == 1 { 1 } else { u64::from((self.depth + 1) % 3) + 1 };
        // Neighbouring states often share a word of the bit array. Reading and writing it for each of them
        // would make every one wait for the one before; so ranks are only looked up here, those that look
        // new are set aside, and the few that are left are settled a batch at a time. The counters are plain
        // locals that never leave their registers.
        let mut likely = [0; LIKELY];
        let mut len = 0;
        let (mut expanded, mut generated, mut reached, mut full) = (0, 0, 0, None);
        source.each(range, |rank| {
            expanded += 1;
            if self.space.is_goal_rank(rank) {
                full = full.or(goals.push(rank).err());
            }
            self.space.expand_rank(rank, |neighbour| {
                generated += 1;
                // Whether a rank is new can't be predicted: write it down in any case, and keep it or not.
                likely[len % LIKELY] = neighbour;
                len += usize::from(self.seen.get(neighbour) == 0);
                if len == LIKELY {
                    reached += settle::<WIDTH, SHARED>(&self.seen, mark, &likely, sink);
                    len = 0;
                }
            });
        });
        reached += settle::<WIDTH, SHARED>(&self.seen, mark, &likely[..len], sink);
        Swept { work: Work { expanded, generated }, reached, full }
    }
}

/// Marks ranks that look new and passes on those that are; returns how many.
#[inline(never)]
fn settle<const WIDTH: u32, const SHARED: bool>(
    seen: &Fields<WIDTH>,
    mark: u64,
    likely: &[u64],
    sink: &mut impl Sink,
) -> u64 {
    let mut reached = 0;
    for &rank in likely {
        if seen.set::<SHARED>(rank, mark) {
            reached += 1;
            sink.take::<SHARED>(rank);
        }
    }
    reached
}

/// What a part of a layer cost and gave.
#[derive(Clone, Copy, Default)]
struct Swept {
    work: Work,
    reached: u64,
    /// Why something that was found could not be kept.
    full: Option<Limit>,
}
