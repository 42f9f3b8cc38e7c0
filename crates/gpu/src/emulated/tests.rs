//! The kernels on the processor: whole searches against the engines of the processor, and single steps on boards of
//! any size against the rules.

use super::Emulated;
use crate::device::{Argument, Device, FOUR_PEGS, Size, words_from};
use crate::layers::{BitAddress, Notes};
use crate::{GpuError, Layout, bytes_needed, explore, four_pegs, tiles};
use std::collections::BTreeSet;
use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, PlanesFound, PlanesLevel, Setup, Survey, Task, catalogue};
use telusur_search::{Budget, Cancel, Limit, Limits, Progress, Run};

fn board(puzzle: &str, level: &str, options: &[(&str, &str)]) -> Box<dyn Board> {
    let mut setup = Setup::level(level);
    setup.options.extend(options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())));
    catalogue::open(catalogue::find(puzzle).unwrap(), &setup).unwrap()
}

/// The whole search with a layout; `None` where there is no compiler.
fn found_by(level: &PlanesLevel, layout: &Layout, run: &mut Run<'_>) -> Option<PlanesFound> {
    let device = Emulated::new(&layout.program())?;
    let found = explore(&device, layout, level, bytes_needed(level), run).unwrap();
    Some(found)
}

/// Everything that a survey says, but for what ran and what it cost.
fn said(survey: &Survey) -> impl PartialEq + std::fmt::Debug + use<> {
    let found = (survey.depths.clone(), survey.goals, survey.goal_distance, survey.findings.clone());
    (found, survey.farthest.clone(), survey.farthest_count, survey.edges, survey.stopped)
}

/// Counts, goals and farthest positions are those of the processor's own engines.
fn agrees(board: &dyn Board, layouts: impl IntoIterator<Item = Layout>) {
    let planes = board.as_planes().unwrap();
    let level = &planes.level;
    let expected = board.explore(Task::new(&mut ())).unwrap();
    for layout in layouts {
        let Some(found) = found_by(level, &layout, &mut Run::unlimited()) else { return };
        assert_eq!(said(&(planes.survey)(found)), said(&expected), "{}", board.text());
    }
}

#[test]
fn four_pegs_agree_with_the_processor_for_every_symmetry_of_the_start() {
    let cases = [
        ("9 8 7 6 5 4 3 2 1 | | |", "D"),
        ("| | 10 9 8 7 6 5 4 3 2 1 |", "any"),
        ("10 8 6 4 2 | | 9 7 5 3 1 |", "10 9 8 | 7 6 5 | 4 3 2 | 1"),
        ("9 8 5 | 7 1 | 6 4 | 3 2", "9 8 5 | 7 1 | 6 4 | 3 2"),
    ];
    for (level, to) in cases {
        let board = board("hanoi", level, &[("to", to)]);
        let Some(PlanesLevel::FourPegs { start, .. }) = board.as_planes().map(|planes| planes.level) else {
            panic!("{level}")
        };
        agrees(&*board, [Layout::FourPegs(four_pegs::Layout::new(&start).unwrap())]);
    }
}

#[test]
fn four_pegs_agree_however_many_discs_are_stored_up_to_renaming() {
    let board = board("hanoi", "11 10 9 8 7 6 5 4 3 2 1 | | |", &[]);
    agrees(&*board, (0..=2).map(|top| Layout::FourPegs(four_pegs::Layout::with_top(&[0; 11], top))));
}

#[test]
fn tiles_agree_with_the_processor_on_every_shape_and_from_every_blank() {
    let cases = [
        ("1 2 3/4 5 .", None),
        ("1 2/3 4/. 5", None),
        ("1 2 3/4 5 6/7 8 .", None),
        ("8 6 7/2 . 4/3 5 1", Some("1 2 3/4 5 6/8 7 .")),
        ("1 2 3 4/. 5 6 7", None),
        (". 9/8 7/6 5/4 3/2 1", Some("1 2/3 4/5 6/7 8/9 .")),
    ];
    for (level, goal) in cases {
        let options: Vec<_> = goal.map(|goal| ("goal", goal)).into_iter().collect();
        let board = board("tiles", level, &options);
        agrees(&*board, [Layout::of(&board.as_planes().unwrap().level).unwrap()]);
    }
}

/// What a layer adds: the places that the log names, and the number of positions.
fn step_from<D: Device>(
    device: &D,
    words: u64,
    step: impl FnOnce(&mut Notes<D::Memory>) -> Result<(), GpuError>,
) -> (BTreeSet<BitAddress>, u64) {
    let mut notes = Notes::new(device, words, 0).unwrap();
    step(&mut notes).unwrap();
    let mut counters = [0; 24];
    device.read(&notes.counters, 0, &mut counters).unwrap();
    let counters: Vec<u64> = words_from(&counters).collect();
    let places = crate::layers::logged_places(device, &notes, counters[2]).unwrap();
    (places.into_iter().collect(), counters[0])
}

/// What one move of a disc reaches.
fn moved_discs(position: &[u8]) -> Vec<Vec<u8>> {
    let mut reached = Vec::new();
    for (disc, &peg) in position.iter().enumerate() {
        let is_free = |peg: u8| !position[..disc].contains(&peg);
        for to in (0..4).filter(|&to| to != peg && is_free(peg) && is_free(to)) {
            let mut next = position.to_vec();
            next[disc] = to;
            reached.push(next);
        }
    }
    reached
}

#[test]
fn a_step_of_many_discs_reaches_what_the_rules_say() {
    let mut random = Random::new(5);
    for (start, top) in [(vec![0; 17], 8), (vec![0; 17], 5), ([vec![2; 8], vec![1; 8]].concat(), 6)] {
        let layout = four_pegs::Layout::with_top(&start, top);
        let Some(device) = Emulated::new(&FOUR_PEGS) else { return };
        let device = device.with_memory(u64::MAX);
        let mut memories = four_pegs::Memories::new(&device, &layout).unwrap();
        // Positions of few pegs have moves of large discs.
        let positions = (0..60).flat_map(|i| {
            let small = random.below(start.len());
            let pegs = [i % 4, i / 4 % 4, random.below(4) as u8];
            let peg = |disc| pegs[random.below(if disc < small { 2 } else { 3 })];
            let position: Vec<u8> = (0..start.len()).map(peg).collect();
            // With all symmetric ones, as a search would have them.
            layout.positions(layout.place(&position)).collect::<Vec<_>>()
        });
        let positions: Vec<Vec<u8>> = positions.collect();
        memories.begin(&positions).unwrap();
        let places: BTreeSet<BitAddress> = positions.iter().map(|position| layout.place(position)).collect();
        let reached = positions.iter().flat_map(|position| moved_discs(position));
        let reached: BTreeSet<Vec<u8>> =
            reached.filter(|next| !places.contains(&layout.place(next))).collect();
        let expected = reached.iter().map(|next| layout.place(next)).collect();
        let found = step_from(&device, layout.words(), |notes| memories.step(notes, 1, true));
        assert_eq!(found, (expected, reached.len() as u64), "{top} of {} discs", start.len());
    }
}

/// What one slide reaches.
fn slid(rows: usize, columns: usize, position: &[u8]) -> Vec<Vec<u8>> {
    let blank = position.iter().position(|&tile| tile == 0).unwrap();
    let (row, column) = (blank / columns, blank % columns);
    let near = [
        (row > 0, blank.wrapping_sub(columns)),
        (row + 1 < rows, blank + columns),
        (column > 0, blank.wrapping_sub(1)),
        (column + 1 < columns, blank + 1),
    ];
    near.iter()
        .filter(|(is_on_board, _)| *is_on_board)
        .map(|&(_, cell)| {
            let mut next = position.to_vec();
            next.swap(blank, cell);
            next
        })
        .collect()
}

/// The piece of a place as an item of the kernels' list.
fn item(layout: &tiles::Layout, place: BitAddress) -> u32 {
    let (words, chunks) = layout.sizes();
    let (cell, mut chunk) = (place.word / (words * chunks), place.word / words % chunks);
    let item = (chunk << 5 | cell) as u32;
    let mut parity = 0;
    // Radix 10 is the last digit of a chunk.
    for radix in 10.. {
        if chunk == 0 {
            break;
        }
        parity ^= (chunk % radix) & 1;
        chunk /= radix;
    }
    item | (parity as u32) << 4
}

#[test]
fn a_step_of_many_tiles_reaches_what_the_rules_say() {
    let mut random = Random::new(3);
    // Of the largest board only the first chunks are planned; the second time, any pieces are listed by hand.
    for (rows, columns, planned) in [
        (3, 4, Some(110)),
        (6, 2, Some(110)),
        (2, 7, Some(17_160)),
        (3, 5, Some(500)),
        (5, 3, None),
        (7, 2, None),
    ] {
        let solved: Vec<u8> = (1..rows * columns).map(|tile| tile as u8).chain([0]).collect();
        for start in [solved.clone(), slid(rows, columns, &solved)[0].clone()] {
            let layout = tiles::Layout::new(rows, columns, &start).unwrap();
            let Some(device) = Emulated::new(&layout.program()) else { return };
            let device = device.with_memory(u64::MAX);
            let mut memories = tiles::Memories::new(&device, &layout).unwrap();
            let (words, chunks) = layout.sizes();
            let most = planned.unwrap_or(chunks);
            let in_plan = |place: &BitAddress| place.word / words % chunks < most;
            // Slides can be taken back: what a planned piece leads to leads to it.
            let mut sources = BTreeSet::new();
            while sources.len() < 60 {
                let cell = random.below(rows * columns) as u64;
                let word = (cell * chunks + random.below(most as usize) as u64) * words;
                let word = word + random.below(words as usize) as u64;
                let target = layout.position(BitAddress { word, bit: random.below(60) as u32 });
                let near = slid(rows, columns, &target);
                let place = layout.place(&near[random.below(near.len())]).unwrap();
                if layout.colour(place) == 0 {
                    sources.insert(place);
                }
            }
            let sources: Vec<BitAddress> = sources.into_iter().collect();
            memories.begin(&sources).unwrap();
            let reached = sources.iter().flat_map(|&place| slid(rows, columns, &layout.position(place)));
            let expected: BTreeSet<BitAddress> =
                reached.filter_map(|next| layout.place(&next)).filter(in_plan).collect();
            let found = step_from(&device, layout.words(), |notes| {
                if planned.is_some() {
                    memories.plan(notes, 1, most)?;
                } else {
                    let items: BTreeSet<u32> = expected.iter().map(|&place| item(&layout, place)).collect();
                    let bytes: Vec<u8> = items.iter().flat_map(|item| item.to_le_bytes()).collect();
                    device.write(&mut memories.list, 0, &bytes)?;
                    device.write(&mut notes.counters, 8, &(items.len() as u64).to_le_bytes())?;
                }
                memories.advance(notes, true)
            });
            let count = expected.len() as u64;
            assert_eq!(found, (expected, count), "{rows} x {columns}");
        }
    }
}

/// Ten discs, their layout, and a device for them.
fn ten_discs() -> Option<(PlanesLevel, Layout, Emulated)> {
    let level = PlanesLevel::FourPegs { start: vec![0; 10], goals: vec![vec![3; 10]] };
    let layout = Layout::of(&level).unwrap();
    let device = Emulated::new(&layout.program())?;
    Some((level, layout, device))
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let Some((level, layout, device)) = ten_discs() else { return };
    let needed = bytes_needed(&level);
    let explored =
        |device: &Emulated, budget| explore(device, &layout, &level, needed, &mut Run::new(budget));
    let found = explored(&device, Budget::default().with_bytes(needed - 1)).unwrap();
    assert_eq!((found.stopped, found.depths), (Some(Limit::Bytes(needed - 1)), vec![1]));
    let device = device.with_memory(needed - 1);
    let error = explored(&device, Budget::UNLIMITED).unwrap_err();
    assert_eq!(error, GpuError::TooLarge { needed, free: needed - 1 });
    assert_eq!(device.allocated(), 0, "nothing was taken");
    // What was asked for is what is taken, to the last byte.
    let device = device.with_memory(needed);
    let found = explored(&device, Budget::default().with_bytes(needed)).unwrap();
    assert_eq!((found.stopped, found.stats.peak_bytes, device.allocated()), (None, needed, needed));
}

#[test]
fn what_tiles_take_is_known_to_the_last_byte() {
    for (rows, columns) in [(2, 3), (3, 3), (5, 2), (4, 3), (3, 5)] {
        let start: Vec<u8> = (0..rows * columns).map(|tile| tile as u8).collect();
        let level = PlanesLevel::Tiles { rows, columns, goal: start.clone(), start };
        let Layout::Tiles(layout) = Layout::of(&level).unwrap() else { panic!("tiles are tiles") };
        let Some(device) = Emulated::new(&layout.program()) else { return };
        let device = device.with_memory(u64::MAX);
        tiles::Memories::new(&device, &layout).unwrap();
        Notes::new(&device, layout.words(), 1).unwrap();
        assert_eq!(device.allocated(), bytes_needed(&level), "{rows} x {columns}");
    }
}

#[test]
fn limits_stop_between_layers_and_leave_what_is_known() {
    let Some((level, layout, _)) = ten_discs() else { return };
    let explored = |run: &mut Run<'_>| found_by(&level, &layout, run).unwrap();
    let whole = explored(&mut Run::unlimited());
    assert_eq!(whole.goal_distance, Some(49));
    let few = explored(&mut Run::new(Budget::default().with_states(500)));
    assert_eq!(few.stopped, Some(Limit::States(500)));
    assert_eq!(few.depths, whole.depths[..few.depths.len()], "layers are whole");
    assert!(few.depths.iter().sum::<u64>() > 500 && few.farthest.is_empty() && few.goals == 0);
    let late = explored(&mut Run::new(Budget::default().with_time(std::time::Duration::ZERO)));
    assert!(matches!(late.stopped, Some(Limit::Time(_))) && late.depths == [1]);
    // Cancelled in the middle, by somebody who watches.
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let mut seen = Vec::new();
    let mut watch = |progress: &Progress| {
        seen.push((progress.depth, progress.stored, progress.total));
        if progress.depth == 12 {
            flag.cancel();
        }
    };
    let found = explored(&mut Run::watched(Limits::new(Budget::UNLIMITED, cancel), 1, &mut watch));
    assert_eq!((found.stopped, &found.depths[..]), (Some(Limit::Cancelled), &whole.depths[..=12]));
    let reached = |depth: usize| whole.depths[..=depth].iter().sum::<u64>();
    let expected: Vec<_> = (0..=12).map(|depth| (depth as u32, reached(depth), Some(1 << 20))).collect();
    assert_eq!(seen, expected, "progress tells every layer and the share done");
}

#[test]
fn a_level_without_kernels_is_refused_in_a_line() {
    let discs = |discs| PlanesLevel::FourPegs { start: vec![0; discs], goals: vec![] };
    for (level, expected) in [(discs(8), "9 to 24 discs"), (discs(25), "9 to 24 discs")] {
        assert!(Layout::of(&level).err().unwrap().to_string().contains(expected));
    }
    let board = |rows: usize, columns: usize| {
        let start: Vec<u8> = (0..rows * columns).map(|tile| tile as u8).collect();
        PlanesLevel::Tiles { rows, columns, goal: start.clone(), start }
    };
    for level in [board(2, 2), board(4, 4), board(2, 9)] {
        assert!(Layout::of(&level).err().unwrap().to_string().contains("2 or 3 rows or columns"));
    }
    // Those that are only too large say how large they are.
    assert_eq!(bytes_needed(&discs(22)) / 1_000_000_000, 379);
    assert_eq!(bytes_needed(&board(4, 4)) / 1_000_000_000, 1_395);
    assert_eq!(bytes_needed(&board(15, 15)), u64::MAX);
    assert_eq!(bytes_needed(&discs(60)), u64::MAX);
}

/// A device whose second layer never comes.
struct Forgetful(Emulated, std::cell::Cell<u32>);

impl Device for Forgetful {
    type Memory = u64;
    fn free_bytes(&self) -> Result<u64, GpuError> {
        self.0.free_bytes()
    }
    fn groups(&self) -> u32 {
        self.0.groups()
    }
    fn allocate(&self, bytes: u64) -> Result<u64, GpuError> {
        self.0.allocate(bytes)
    }
    fn write(&self, to: &mut u64, at: u64, bytes: &[u8]) -> Result<(), GpuError> {
        self.0.write(to, at, bytes)
    }
    fn read(&self, from: &u64, at: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.0.read(from, at, bytes)
    }
    fn launch(
        &self,
        kernel: &'static str,
        size: Size,
        arguments: &[Argument<'_, u64>],
    ) -> Result<(), GpuError> {
        self.1.set(self.1.get() + u32::from(kernel == "advance"));
        match kernel == "advance" && self.1.get() == 2 {
            true => Ok(()),
            false => self.0.launch(kernel, size, arguments),
        }
    }
}

#[test]
fn a_device_that_loses_positions_is_found_out() {
    let Some((level, layout, device)) = ten_discs() else { return };
    let device = Forgetful(device, Default::default());
    let error = explore(&device, &layout, &level, 0, &mut Run::unlimited()).unwrap_err();
    assert!(error.to_string().contains("4 of 1048576 positions"), "{error}");
}

#[test]
fn this_machine_has_a_gpu_or_says_why_not() {
    let level = PlanesLevel::FourPegs { start: vec![0; 12], goals: vec![vec![3; 12]] };
    let found = crate::Gpu::open().and_then(|gpu| gpu.prepare(&level)?.explore(&mut Run::unlimited()));
    match found {
        Ok(found) => assert_eq!((found.depths.iter().sum(), found.goal_distance), (1u64 << 24, Some(81))),
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
}
