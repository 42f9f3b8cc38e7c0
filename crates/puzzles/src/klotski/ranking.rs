//! Layouts of the classic family, numbered without a gap.
//!
//! The *frame* of a layout is the layout without its singles: square, lying and upright pieces. All frames of a piece set
//! leave equally many cells open, and every choice of the blanks among them is a layout. So the rank of a layout is the
//! number of its frame, times the number of choices, plus the rank of its choice: the cells of the rarer kind, blanks or
//! singles, in the combinatorial number system. Frames are numbered when they are first met, and found by hash; there are
//! far fewer of them than layouts, so that a search looks up a small table, and an array stands for the set of visited
//! layouts.

use super::classic::{BOARD, Classic, Pieces, Word, blanks, fill, square_place};
use super::study::{Joined, Studied, Study, check_states, look};
use telusur_search::limits::Pace;
use telusur_search::memory::{List, Memory};
use telusur_search::small_explore::NumberedSet;
use telusur_search::{Deadline, Limit, Limits, Space};

/// Most open cells: all that the square leaves.
const MOST_OPEN: usize = 16;
/// Most cells of the rarer kind.
const MOST_CHOSEN: usize = MOST_OPEN / 2;

/// `CHOOSE[k][n]`: ways to choose `k` of `n`. Lengths are powers of two, so that masks stand for checks of bounds.
const CHOOSE: [[u32; 32]; 16] = {
    let mut choose = [[0; 32]; 16];
    let mut n = 0;
    while n <= MOST_OPEN {
        choose[0][n] = 1;
        let mut k = 1;
        while k <= MOST_CHOSEN && n > 0 {
            choose[k][n] = choose[k][n - 1] + choose[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Slots of a new table of frames.
const FIRST_SLOTS: usize = 1 << 10;

/// A place of the table of frames.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The frame with bit 0 set, which no frame has of its own; zero in an empty slot.
    key: Word,
    /// The rank of its first layout.
    base: u32,
}

/// What is chosen in a frame.
#[derive(Clone, Copy)]
struct Choice {
    /// Cells that the frame leaves open.
    open: u32,
    /// How many of them are chosen.
    chosen: u32,
    /// Whether these are the singles, and not the blanks.
    of_singles: bool,
}

impl Choice {
    fn of(pieces: Pieces) -> Self {
        let Pieces { lying, upright, singles } = pieces;
        let open = 16 - 2 * u32::from(lying + upright);
        let (singles, blanks) = (u32::from(singles), open - u32::from(singles));
        Choice { open, chosen: singles.min(blanks), of_singles: singles < blanks }
    }

    /// Returns in how many ways it can be made.
    fn ways(self) -> u32 {
        CHOOSE[self.chosen as usize][self.open as usize]
    }
}

/// The ranks of the layouts of a piece set.
pub(super) struct Ranking {
    pieces: Pieces,
    choice: Choice,
    /// Layouts of each frame.
    choices: u32,
    frames: List<Word>,
    /// Open addressing, at most half full.
    slots: List<Slot>,
    /// The frame that was met last.
    last: Slot,
    memory: Memory,
}

impl Ranking {
    /// A ranking without frames.
    fn new(pieces: Pieces, memory: &Memory) -> Result<Self, Limit> {
        let choice = Choice::of(pieces);
        Ok(Ranking {
            pieces,
            choice,
            choices: choice.ways(),
            frames: List::new(memory),
            slots: List::defaults(FIRST_SLOTS, memory)?,
            last: Slot::default(),
            memory: memory.clone(),
        })
    }

    /// Returns how many ranks there are.
    fn len(&self) -> usize {
        self.frames.len() * self.choices as usize
    }

    /// Returns the rank of a layout, whose frame is added if it is new.
    #[inline(always)]
    fn rank(&mut self, state: Word) -> Result<u32, Limit> {
        let key = state & !u64::from(BOARD) | 1;
        let base = if key == self.last.key { self.last.base } else { self.base(key)? };
        let (singles, blanks) = (state as u32 & BOARD, blanks(state));
        let open = singles | blanks;
        let mut chosen = if self.choice.of_singles { singles } else { blanks };
        let (mut rank, mut count) = (base, 1);
        while chosen != 0 {
            let below = (chosen & chosen.wrapping_neg()) - 1;
            chosen &= chosen - 1;
            rank += CHOOSE[count & 15][(open & below).count_ones() as usize & 31];
            count += 1;
        }
        Ok(rank)
    }

    /// Returns the rank of the first layout of a frame.
    #[inline]
    fn base(&mut self, key: Word) -> Result<u32, Limit> {
        let mask = self.slots.len() - 1;
        let mut at = home(key);
        loop {
            let slot = self.slots[at & mask];
            if slot.key == key {
                self.last = slot;
                return Ok(slot.base);
            }
            if slot.key == 0 {
                return self.add(key);
            }
            at += 1;
        }
    }

    /// Adds a frame that is new.
    #[cold]
    fn add(&mut self, key: Word) -> Result<u32, Limit> {
        if (self.frames.len() + 1) * 2 > self.slots.len() {
            let mut slots = List::<Slot>::defaults(self.slots.len() * 2, &self.memory)?;
            self.slots.iter().filter(|slot| slot.key != 0).for_each(|&slot| put(&mut slots, slot));
            self.slots = slots;
        }
        let slot = Slot { key, base: self.len() as u32 };
        self.frames.push(key ^ 1)?;
        put(&mut self.slots, slot);
        self.last = slot;
        Ok(slot.base)
    }

    /// Adds all frames of the piece set. `Ok(false)` if there are more layouts than `most`.
    fn add_all(&mut self, most: usize, limits: &Limits) -> Result<bool, Limit> {
        // With singles on all open cells, each frame is met once.
        let full = Pieces { singles: self.choice.open as u8, ..self.pieces };
        let mut pace = Pace::new();
        for place in 0..12 {
            let filled = fill(place, full, &mut |state| {
                self.add(state & !u64::from(BOARD) | 1).map_err(Some)?;
                look(&mut pace, self.frames.len(), limits).map_err(Some)?;
                check_states(self.len() as u64, limits).map_err(Some)?;
                if self.len() > most { Err(None) } else { Ok(()) }
            });
            match filled {
                Ok(()) => {}
                Err(None) => return Ok(false),
                Err(Some(limit)) => return Err(limit),
            }
        }
        Ok(true)
    }

    /// Returns every choice of open cells, by rank, as a set of the first bits.
    fn all_choices(&self) -> Vec<u32> {
        // Sets in the order of their numbers are sets in the order of their ranks.
        (0..1u32 << self.choice.open).filter(|set| set.count_ones() == self.choice.chosen).collect()
    }

    /// Returns the layout with a frame and a choice of its open cells.
    fn layout(&self, frame: Word, mut choice: u32) -> Word {
        let mut open = blanks(frame);
        let all = open;
        let mut chosen = 0;
        while choice != 0 {
            let cell = open & open.wrapping_neg();
            open ^= cell;
            chosen |= if choice & 1 == 1 { cell } else { 0 };
            choice >>= 1;
        }
        frame | u64::from(if self.choice.of_singles { chosen } else { all ^ chosen })
    }
}

/// Where a frame begins to look for its slot. The upper half is folded into the lower, since the middle bits of a product
/// depend on lower bits only.
#[inline(always)]
fn home(key: Word) -> usize {
    ((key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize
}

/// Puts a frame into its slot; there is an empty one.
fn put(slots: &mut [Slot], slot: Slot) {
    let mask = slots.len() - 1;
    let mut at = home(slot.key);
    while slots[at & mask].key != 0 {
        at += 1;
    }
    slots[at & mask] = slot;
}

/// A set of layouts of a piece set.
pub(super) struct RankedSet {
    ranking: Ranking,
    /// By rank: one more than the number of the layout, or zero.
    numbers: List<u32>,
    states: List<Word>,
}

impl RankedSet {
    /// An empty set.
    pub(super) fn new(pieces: Pieces, memory: &Memory) -> Result<Self, Limit> {
        let (numbers, states) = (List::new(memory), List::new(memory));
        Ok(RankedSet { ranking: Ranking::new(pieces, memory)?, numbers, states })
    }

    /// Makes room for the layouts of new frames.
    #[cold]
    fn widen(&mut self) -> Result<(), Limit> {
        while self.numbers.len() < self.ranking.len() {
            self.numbers.push(0)?;
        }
        Ok(())
    }
}

impl NumberedSet<Word> for RankedSet {
    #[inline(always)]
    fn insert(&mut self, state: Word) -> Result<(u32, bool), Limit> {
        let rank = self.ranking.rank(state)? as usize;
        if rank >= self.numbers.len() {
            self.widen()?;
        }
        let known = self.numbers[rank];
        if known != 0 {
            return Ok((known - 1, false));
        }
        self.states.push(state)?;
        let number = self.states.len() as u32;
        self.numbers[rank] = number;
        Ok((number - 1, true))
    }

    #[inline(always)]
    fn state(&self, number: u32) -> Word {
        self.states[number as usize]
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}

/// Studies all layouts of a piece set: every layout is expanded once. From the goals on, layer by layer, distances are
/// told by the order in which layouts are met; components are labels that are joined where two of them meet. What no goal
/// reaches is painted afterwards.
pub(super) fn study(
    space: &Classic,
    pieces: Pieces,
    most: usize,
    memory: &Memory,
    limits: &Limits,
) -> Studied<Word> {
    const NEW: u32 = u32::MAX;
    let mut ranking = Ranking::new(pieces, memory)?;
    if !ranking.add_all(most, limits)? {
        return Ok(None);
    }
    let choices = ranking.all_choices();
    let mut labels = List::filled(NEW, ranking.len(), memory)?;
    let (mut joined, mut met) = (Joined::new(memory), List::new(memory));
    for (number, &frame) in ranking.frames.iter().enumerate() {
        if space.goal_place() == Some(square_place(frame)) {
            for (i, &choice) in choices.iter().enumerate() {
                labels[number * choices.len() + i] = joined.add()?;
                met.push(ranking.layout(frame, choice))?;
            }
        }
    }
    let (mut pace, mut depths, mut at, mut first) = (Pace::new(), Vec::new(), 0, 0);
    // Expands a layout that has a label; those that are new get the same and are listed.
    let expand = |state: Word,
                  ranking: &mut Ranking,
                  joined: &mut Joined,
                  met: &mut List<Word>,
                  labels: &mut [u32]| {
        let mut end = Ok(());
        let mut own = joined.root(labels[ranking.rank(state)? as usize]);
        space.expand(state, |_, next| {
            let found = ranking.rank(next).and_then(|rank| match labels.get_mut(rank as usize) {
                Some(label) if *label == NEW => {
                    *label = own;
                    met.push(next)
                }
                Some(&mut label) if label != own => {
                    own = joined.join(own, label);
                    Ok(())
                }
                _ => Ok(()),
            });
            end = end.and(found);
        });
        end
    };
    while at < met.len() {
        first = at;
        let layer_end = met.len();
        depths.push((layer_end - at) as u64);
        while at < layer_end {
            expand(met[at], &mut ranking, &mut joined, &mut met, &mut labels)?;
            at += 1;
            look(&mut pace, at, limits)?;
        }
    }
    let hardest = met[first..].iter().copied().min();
    for rank in 0..labels.len() {
        if labels[rank] != NEW {
            continue;
        }
        labels[rank] = joined.add()?;
        met.clear();
        met.push(ranking.layout(ranking.frames[rank / choices.len()], choices[rank % choices.len()]))?;
        while let Some(state) = met.pop() {
            expand(state, &mut ranking, &mut joined, &mut met, &mut labels)?;
            at += 1;
            look(&mut pace, at, limits)?;
        }
    }
    let study = Study { layouts: labels.len() as u64, components: joined.sets(), depths, hardest };
    Ok(Some(study))
}

/// Returns how many layouts a piece set has.
///
/// # Errors
/// If time is up before they are counted.
pub(super) fn count(pieces: Pieces, deadline: &Deadline) -> Result<u64, Limit> {
    let choice = Choice::of(pieces);
    let full = Pieces { singles: choice.open as u8, ..pieces };
    let (mut frames, mut pace) = (0u64, Pace::new());
    for place in 0..12 {
        fill(place, full, &mut |_| {
            frames += 1;
            pace.look(frames, None, || deadline.check())
        })?;
    }
    Ok(frames * u64::from(choice.ways()))
}

#[cfg(test)]
mod tests {
    use super::super::options::Metric;
    use super::*;

    /// Every layout has one rank, and every rank is that of a layout, which unranking gives back.
    #[test]
    fn ranks_number_all_layouts_without_a_gap() {
        let memory = Memory::unlimited();
        for (lying, upright, singles) in
            [(1, 4, 4), (2, 3, 4), (0, 0, 16), (0, 1, 11), (5, 1, 1), (0, 0, 2), (6, 2, 0)]
        {
            let pieces = Pieces { lying, upright, singles };
            let mut ranking = Ranking::new(pieces, &memory).unwrap();
            assert!(ranking.add_all(usize::MAX, &Limits::none()).unwrap());
            let choices = ranking.all_choices();
            assert_eq!(choices.len(), ranking.choices as usize);
            let mut met = vec![false; ranking.len()];
            for place in 0..12 {
                fill(place, pieces, &mut |state| {
                    let rank = ranking.rank(state).unwrap() as usize;
                    assert!(!std::mem::replace(&mut met[rank], true), "{state:x}");
                    let frame = ranking.frames[rank / choices.len()];
                    assert_eq!(ranking.layout(frame, choices[rank % choices.len()]), state);
                    Ok::<(), Limit>(())
                })
                .unwrap();
            }
            assert!(met.iter().all(|&met| met), "{pieces:?}");
            assert_eq!(count(pieces, &Deadline::never()).unwrap(), met.len() as u64);
        }
    }

    /// What the ranked study says is what a search over listed layouts says.
    #[test]
    fn the_study_agrees_with_the_explicit_graph() {
        let (memory, limits) = (Memory::unlimited(), Limits::none());
        for (lying, upright, singles) in [(5, 1, 2), (0, 5, 4), (3, 3, 2), (0, 0, 1), (6, 1, 0), (1, 6, 0)] {
            let pieces = Pieces { lying, upright, singles };
            let mut layouts = List::new(&memory);
            for place in 0..12 {
                fill(place, pieces, &mut |state| layouts.push(state)).unwrap();
            }
            for metric in Metric::ALL {
                let space = Classic::family(metric);
                let ours = study(&space, pieces, usize::MAX, &memory, &limits).unwrap().unwrap();
                let mut listed = List::new(&memory);
                listed.extend_from_slice(&layouts).unwrap();
                let theirs = Study::of_listed(&space, listed, &memory, &limits).unwrap();
                assert_eq!(ours, theirs, "{pieces:?} {metric:?}");
            }
        }
    }

    #[test]
    fn limits_bind_the_study() {
        let (pieces, space) = (Pieces { lying: 1, upright: 4, singles: 4 }, Classic::family(Metric::Moves));
        let study = |most: usize, limits: &Limits| study(&space, pieces, most, &Memory::of(limits), limits);
        assert_eq!(study(65_880, &Limits::none()).unwrap().unwrap().layouts, 65_880);
        assert_eq!(study(65_879, &Limits::none()), Ok(None));
        let of = |states| Limits::none().with_states(states);
        assert!(study(usize::MAX, &of(65_880)).unwrap().is_some());
        assert_eq!(study(usize::MAX, &of(500)), Err(Limit::States(500)));
        for bytes in [0, 10_000, 100_000, 500_000] {
            assert_eq!(study(usize::MAX, &Limits::none().with_bytes(bytes)), Err(Limit::Bytes(bytes)));
        }
    }
}
