//! The layers of a search on a device, one after the other: what both kinds of planes have in common.
//!
//! A layer is three kernels: `plan` lists the pieces of the planes in which something can change, `advance` takes these
//! one move further, `watch` fetches the words that goals lie in. Then a few counters are read, and that is all that
//! crosses between device and program. A layer of the largest planes takes a tenth of a second, so limits and the cancel
//! flag are looked at between layers.
//!
//! Planes that change in place don't tell what was new in the last layer. So while layers are small enough, which the
//! last ones are, changes are also written into a log: that is where the farthest positions come from.

use crate::device::{Argument, Device, Size, bytes_of, words_from};
use crate::error::GpuError;
use std::collections::BTreeMap;
use telusur_puzzles::PlanesFound;
use telusur_search::{Algorithm, Limit, Progress, Run, Stats};

/// Counters at the start of their memory, as the kernels number them.
const FRESH: usize = 0;
const LOGGED: usize = 2;
const WATCHED: usize = 8;
/// Most entries of the log: 64 MB.
const MOST_LOGGED: u64 = 1 << 22;
/// No position has more moves to new positions than this.
const MOST_CHILDREN: u64 = 5;
/// Threads of the kernel that fetches words.
const WATCHERS: u32 = 32;

/// A bit of the planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BitAddress {
    /// Number of the word.
    pub(crate) word: u64,
    pub(crate) bit: u32,
}

/// What a search is about.
pub(crate) struct Aim {
    /// Number of positions that can be reached.
    pub(crate) positions: u64,
    /// Words of the planes.
    pub(crate) words: u64,
    /// Bytes of everything on the device.
    pub(crate) bytes: u64,
    pub(crate) start: BitAddress,
    /// Goals that can be reached.
    pub(crate) goals: Vec<Option<BitAddress>>,
}

/// How it ended.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    pub(crate) depths: Vec<u64>,
    pub(crate) stopped: Option<Limit>,
    pub(crate) goal_distances: Vec<Option<u32>>,
    /// What is new in the last layer, if the search is complete and the layer was small enough to be kept.
    pub(crate) last: Vec<BitAddress>,
}

/// Most of the farthest positions that are listed.
const MOST_LISTED: usize = 1024;

impl Ended {
    /// What was found, with the farthest positions in any order and some of them twice.
    pub(crate) fn found(self, positions: impl Iterator<Item = Vec<u8>>, run: &Run<'_>) -> PlanesFound {
        let mut farthest = Vec::new();
        let keep_least = |farthest: &mut Vec<Vec<u8>>| {
            farthest.sort_unstable_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
            farthest.dedup();
            farthest.truncate(MOST_LISTED);
        };
        for position in positions {
            farthest.push(position);
            if farthest.len() == 64 * MOST_LISTED {
                keep_least(&mut farthest);
            }
        }
        keep_least(&mut farthest);
        // Of a search that was stopped, the last layer was not expanded.
        let unexpanded = usize::from(self.stopped.is_some());
        let expanded = self.depths.iter().rev().skip(unexpanded).sum();
        let goal_distance = self.goal_distances.iter().flatten().min().copied();
        PlanesFound {
            algorithm: Algorithm::Planes,
            reason: "the puzzle lays its states out as bits".to_owned(),
            partial: 0,
            complete: self.stopped.is_none(),
            stopped: self.stopped,
            goals: self.goal_distances.iter().flatten().count() as u64,
            goal_distance,
            // All layers are complete: a goal that was not reached lies in the next one or farther.
            lower_bound: goal_distance.unwrap_or(self.depths.len() as u32),
            depths: self.depths,
            nearest_goals: Vec::new(),
            farthest,
            edges: None,
            shortest_solutions: None,
            stats: Stats { generated: None, ..run.stats(expanded, 0) },
        }
    }
}

/// Memory that every search has.
pub(crate) struct Notes<M> {
    pub(crate) counters: M,
    pub(crate) log: M,
    addresses: M,
    entries: u64,
}

impl<M> Notes<M> {
    /// Bytes for planes of so many words, with so many goals.
    pub(crate) fn bytes(words: u64, goals: usize) -> u64 {
        words.min(MOST_LOGGED) * 16 + (WATCHED + 2 * goals) as u64 * 8
    }

    pub(crate) fn new<D: Device<Memory = M>>(device: &D, words: u64, goals: usize) -> Result<Self, GpuError> {
        let entries = words.min(MOST_LOGGED);
        Ok(Notes {
            counters: device.allocate((WATCHED + goals) as u64 * 8)?,
            log: device.allocate(entries * 16)?,
            addresses: device.allocate(goals.max(1) as u64 * 8)?,
            entries,
        })
    }
}

/// Memory of the device with numbers of four bytes in it.
pub(crate) fn numbers<D: Device>(
    device: &D,
    numbers: impl IntoIterator<Item = u32>,
) -> Result<D::Memory, GpuError> {
    let bytes = bytes_of(numbers.into_iter().map(u32::to_le_bytes));
    let mut memory = device.allocate(bytes.len() as u64)?;
    device.write(&mut memory, 0, &bytes)?;
    Ok(memory)
}

/// Sets bits of a plane that has none; returns the numbers of their words.
pub(crate) fn set_bits<D: Device>(
    device: &D,
    plane: &mut D::Memory,
    places: impl IntoIterator<Item = BitAddress>,
) -> Result<Vec<u64>, GpuError> {
    let mut words = BTreeMap::new();
    for place in places {
        *words.entry(place.word).or_insert(0) |= 1u64 << place.bit;
    }
    for (word, bits) in &words {
        device.write(plane, word * 8, &bits.to_le_bytes())?;
    }
    Ok(words.into_keys().collect())
}

/// Goes from layer to layer until there is nothing new. `step` starts the kernels of one layer, given its depth and
/// whether changes are to be logged.
pub(crate) fn search<D: Device>(
    device: &D,
    plane: &D::Memory,
    aim: &Aim,
    run: &mut Run<'_>,
    mut step: impl FnMut(&Notes<D::Memory>, u32, bool) -> Result<(), GpuError>,
) -> Result<Ended, GpuError> {
    let mut notes = Notes::new(device, aim.words, aim.goals.len())?;
    let goals: Vec<(usize, BitAddress)> =
        aim.goals.iter().enumerate().filter_map(|(i, goal)| Some((i, (*goal)?))).collect();
    device.write(
        &mut notes.addresses,
        0,
        &bytes_of(goals.iter().map(|(_, goal)| goal.word.to_le_bytes())),
    )?;
    let mut ended =
        Ended { depths: vec![1], goal_distances: vec![None; aim.goals.len()], ..Ended::default() };
    for &(goal, place) in &goals {
        if place == aim.start {
            ended.goal_distances[goal] = Some(0);
        }
    }
    let mut counters = vec![0; (WATCHED + goals.len()) * 8];
    let (mut reached, mut fresh, mut depth, mut logged) = (1, 1, 0, 0);
    run.layer(depth, fresh);
    loop {
        let progress = Progress {
            algorithm: Algorithm::Planes,
            depth,
            frontier: fresh,
            expanded: reached,
            generated: 0,
            stored: reached,
            bytes: aim.bytes,
            lower_bound: depth,
            best: None,
            total: Some(aim.positions),
        };
        if let Err(limit) = run.check(&progress) {
            ended.stopped = Some(limit);
            break;
        }
        if reached == aim.positions {
            break;
        }
        let is_logging = notes.entries >= aim.words || fresh <= notes.entries / MOST_CHILDREN;
        device.write(&mut notes.counters, 0, &[0; WATCHED * 8])?;
        step(&notes, depth + 1, is_logging)?;
        if !goals.is_empty() {
            device.launch(
                "watch",
                Size { groups: 1, threads: WATCHERS },
                &[
                    Argument::Memory(plane),
                    Argument::Memory(&notes.addresses),
                    Argument::Memory(&notes.counters),
                    Argument::Number(goals.len() as u64),
                ],
            )?;
        }
        device.read(&notes.counters, 0, &mut counters)?;
        let numbers: Vec<u64> = words_from(&counters).collect();
        fresh = numbers[FRESH];
        reached += fresh;
        if fresh == 0 || reached > aim.positions {
            // Every position can be reached, and once only: a lost or invented one must not pass for an answer.
            let what = format!("{reached} of {} positions were found at depth {}", aim.positions, depth + 1);
            return Err(GpuError::failed("count the positions", what));
        }
        depth += 1;
        ended.depths.push(fresh);
        for (&(goal, place), word) in goals.iter().zip(&numbers[WATCHED..]) {
            if word >> place.bit & 1 == 1 {
                ended.goal_distances[goal].get_or_insert(depth);
            }
        }
        run.layer(depth, fresh);
        logged = if is_logging { numbers[LOGGED] } else { 0 };
    }
    run.note(reached, aim.bytes);
    if ended.stopped.is_none() {
        ended.last = if depth == 0 { vec![aim.start] } else { logged_places(device, &notes, logged)? };
    }
    Ok(ended)
}

/// The places that the log has, ascending.
pub(crate) fn logged_places<D: Device>(
    device: &D,
    notes: &Notes<D::Memory>,
    entries: u64,
) -> Result<Vec<BitAddress>, GpuError> {
    let mut bytes = vec![0; entries as usize * 16];
    device.read(&notes.log, 0, &mut bytes)?;
    let numbers: Vec<u64> = words_from(&bytes).collect();
    let mut places = Vec::new();
    for entry in numbers.chunks_exact(2) {
        let mut bits = entry[1];
        while bits != 0 {
            places.push(BitAddress { word: entry[0], bit: bits.trailing_zeros() });
            bits &= bits - 1;
        }
    }
    places.sort_unstable();
    Ok(places)
}
