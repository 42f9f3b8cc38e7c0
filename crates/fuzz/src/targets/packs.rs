//! Packed states and numbered ones. The bytes of an input are numbers here: sizes first, then what stands where, or
//! which move is made.

use super::boards::sound;
use crate::target::{Inspection, Judge, Outcome, hold};
use std::collections::HashMap;
use telusur_puzzles::hanoi::{
    Classic, Directed, Discs, Hanoi, Narrow, Rule, Three, Two, Undirected, Wide as WideDiscs,
};
use telusur_puzzles::stones::{Piles, Wide as WidePiles};
use telusur_puzzles::tiles::{Cells, Tiles, Wide as WideCells};
use telusur_puzzles::{At, Board, LevelFile, ReachOptions, Setup, Task, Unreached, catalogue};
use telusur_search::{Algorithm, Limits, Ranked, Space};

/// The next byte as a number below `n`; zero behind the end.
fn below(bytes: &mut std::slice::Iter<'_, u8>, n: usize) -> usize {
    bytes.next().map_or(0, |&byte| usize::from(byte) % n.max(1))
}

pub(super) fn hanoi() -> Judge {
    let mut levels: HashMap<(usize, usize, usize), Option<Box<dyn Board>>> = HashMap::new();
    Box::new(move |input| {
        let mut bytes = input.iter();
        let rule = below(&mut bytes, 4);
        let pegs = 1 + below(&mut bytes, 16);
        let discs = below(&mut bytes, 65);
        let places: Vec<u8> = (0..discs).map(|_| below(&mut bytes, pegs) as u8).collect();
        packs::<Narrow>(&places, pegs)?;
        packs::<Two>(&places, pegs)?;
        packs::<Three>(&places, pegs)?;
        packs::<WideDiscs>(&places, pegs)?;
        let level = levels.entry((rule, pegs, discs)).or_insert_with(|| {
            let setup = Setup::default()
                .with("pegs", &pegs.to_string())
                .with("discs", &discs.to_string())
                .with("rule", ["classic", "cyclic", "linear", "star"][rule]);
            catalogue::find("hanoi").and_then(|entry| entry.open(&setup).ok())
        });
        let Some(board) = level else {
            return Ok(Outcome::named("no level", (rule, pegs.min(3), discs.min(3))));
        };
        let outcome = numbers::<Narrow, Classic>(&**board, &places)?
            .or(numbers::<Two, Classic>(&**board, &places)?)
            .or(numbers::<Three, Undirected>(&**board, &places)?)
            .or(numbers::<Three, Directed>(&**board, &places)?)
            .or(numbers::<WideDiscs, Directed>(&**board, &places)?);
        let kind = outcome.ok_or("the level has no packing that is known here")?;
        Ok(Outcome::named("packed", (kind, pegs, discs / 8)))
    })
}

fn packs<D: Discs>(places: &[u8], pegs: usize) -> Result<(), String> {
    if places.len() > D::CAPACITY || pegs > D::MOST_PEGS {
        return Ok(());
    }
    let packed = D::pack(places);
    hold(packed.unpack(places.len()) == places, || format!("{places:?} is packed as {packed:?}"))?;
    let lows = D::lows(places.len());
    for peg in 0..pegs {
        let top = places.iter().position(|&at| usize::from(at) == peg);
        let expected = top.map_or(D::NONE, |disc| disc as u32 * D::BITS);
        let found = packed.top(peg, lows);
        hold(found == expected, || format!("the top of peg {peg} of {places:?} is {found}, not {expected}"))?;
    }
    let again = places.iter().enumerate().fold(D::pack(&vec![0; places.len()]), |state, (disc, &peg)| {
        state.toggle(disc as u32 * D::BITS, usize::from(peg))
    });
    hold(again == packed, || format!("{places:?} is not the same disc by disc: {again:?}"))
}

/// Numbers of a position, if the board is of this type: the position again, within the length, and the same successors.
fn numbers<D: Discs, R: Rule>(board: &dyn Board, places: &[u8]) -> Result<Option<(u32, bool)>, String> {
    let Some(at) = board.as_any().downcast_ref::<At<Hanoi<D, R>>>() else { return Ok(None) };
    let is_numbered = board.algorithms().contains(&Algorithm::Dense);
    if is_numbered {
        numbered(&*at.puzzle, D::pack(places))?;
    }
    Ok(Some((D::BITS, is_numbered)))
}

fn numbered<S: Ranked>(space: &S, state: S::State) -> Result<(), String> {
    let rank = space.rank(state);
    hold(rank < space.len(), || format!("{state:?} has number {rank} of {}", space.len()))?;
    let again = space.unrank(rank);
    hold(again == state, || format!("{state:?} has number {rank}, which is {again:?}"))?;
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    space.expand(state, |_, next| expected.push(space.rank(next)));
    space.expand_rank(rank, |next| found.push(next));
    expected.sort_unstable();
    found.sort_unstable();
    hold(found == expected, || format!("{state:?} leads to {expected:?}, its number to {found:?}"))?;
    hold(space.is_goal_rank(rank) == space.is_goal(state), || {
        format!("{state:?} is a goal, or its number is")
    })
}

pub(super) fn tiles() -> Judge {
    let mut narrow: HashMap<(usize, usize), Tiles<u64>> = HashMap::new();
    let mut middle: HashMap<(usize, usize), Tiles<u128>> = HashMap::new();
    let mut wide: HashMap<(usize, usize), Tiles<WideCells>> = HashMap::new();
    Box::new(move |input| {
        let mut bytes = input.iter();
        // Wide boards are slow, and their packing is plain.
        let most = if below(&mut bytes, 16) == 0 { 16 } else { 5 };
        let size @ (rows, columns) = (1 + below(&mut bytes, most), 1 + below(&mut bytes, most));
        match rows * columns {
            1..=16 => walk(narrow.entry(size).or_insert_with(|| Tiles::solved(rows, columns)), bytes),
            17..=25 => walk(middle.entry(size).or_insert_with(|| Tiles::solved(rows, columns)), bytes),
            _ => walk(wide.entry(size).or_insert_with(|| Tiles::solved(rows, columns)), bytes),
        }
    })
}

/// Slides as the bytes say; every board on the way is taken apart and put together.
fn walk<C: Cells>(tiles: &Tiles<C>, mut bytes: std::slice::Iter<'_, u8>) -> Inspection {
    let is_numbered = (3..=20).contains(&tiles.cells()) && tiles.rows > 1 && tiles.columns > 1;
    let mut state = tiles.start();
    let mut steps = 0;
    while bytes.len() > 0 && steps < 64 {
        let mut next = Vec::with_capacity(4);
        tiles.expand(state, |_, to| next.push(to));
        let Some(&to) = next.get(below(&mut bytes, next.len())) else { break };
        state = to;
        steps += 1;
        let read: Vec<u8> = (0..tiles.cells()).map(|cell| state.get(cell)).collect();
        let again = read.iter().enumerate().fold(C::EMPTY, |board, (cell, &tile)| board.with(cell, tile));
        hold(again == state, || format!("{read:?} is packed as {again:?}, not as {state:?}"))?;
        let mut sorted = read.clone();
        sorted.sort_unstable();
        let whole = sorted.iter().enumerate().all(|(i, &tile)| i == usize::from(tile));
        hold(whole, || format!("a slide lost a tile: {read:?}"))?;
    }
    if is_numbered {
        numbered(tiles, state)?;
    }
    Ok(Outcome::named("slid", (tiles.rows, tiles.columns, steps / 8)))
}

pub(super) fn stones() -> Judge {
    fn packs<P: Piles>(sizes: &[u64]) -> Result<(), String> {
        if sizes.len() > P::CAPACITY || sizes.iter().any(|&size| size > P::LARGEST) {
            return Ok(());
        }
        let pack = |sizes: &[u64]| {
            sizes.iter().enumerate().fold(P::EMPTY, |packed, (pile, &size)| packed.with(pile, size))
        };
        let packed = pack(sizes);
        let same = sizes.iter().enumerate().all(|(pile, &size)| packed.get(pile) == size);
        hold(same, || format!("{sizes:?} is packed as something else"))?;
        let mut sorted = sizes.to_vec();
        sorted.sort_unstable();
        hold(packed.sorted(sizes.len()) == pack(&sorted), || format!("{sizes:?} is not sorted"))?;
        let emptied = (0..sizes.len()).fold(packed, |packed, pile| packed.with(pile, 0));
        hold(emptied == P::EMPTY, || format!("{sizes:?} leaves something behind"))
    }
    Box::new(|input| {
        let mut bytes = input.iter();
        let count = match below(&mut bytes, 8) {
            0 => below(&mut bytes, 257),
            _ => below(&mut bytes, 9),
        };
        let width = 1 + below(&mut bytes, 8) as u32;
        let sizes: Vec<u64> = (0..count)
            .map(|_| {
                let size = (0..width).fold(0, |size, _| size << 8 | below(&mut bytes, 256) as u64);
                size.min(<WidePiles as Piles>::LARGEST)
            })
            .collect();
        packs::<u64>(&sizes)?;
        packs::<u128>(&sizes)?;
        packs::<WidePiles>(&sizes)?;
        Ok(Outcome::named("piles", (count.min(20), width)))
    })
}

/// The first line names a puzzle, the rest is a level file. If its space is small, every state of it is unpacked into a
/// board and found again by it.
pub(super) fn spaces() -> Judge {
    const MOST_STATES: u64 = 600;
    Box::new(|input| {
        let text = String::from_utf8_lossy(input);
        let (puzzle, level) = text.split_once('\n').unwrap_or((&text, ""));
        let Some(entry) = catalogue::find(puzzle) else { return Ok(Outcome::named("no puzzle", ())) };
        let opened = LevelFile::read(level).and_then(|file| catalogue::open(entry, &file.setup));
        let Ok(board) = opened else { return Ok(Outcome::named("no level", puzzle)) };
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = Limits::none().with_states(MOST_STATES).with_bytes(64 << 20);
        let space = match board.reach(ReachOptions::graph(false), task) {
            Ok(space) => space,
            Err(Unreached::Limit(_)) => return Ok(Outcome::named("too large", puzzle)),
            Err(Unreached::Unlisted) => return Ok(Outcome::named("unlisted", puzzle)),
        };
        for number in 0..space.len() as u32 {
            let there = space.board(number).ok_or_else(|| format!("there is no state {number}"))?;
            let found = space.find(&*there);
            hold(found == Some(number), || {
                format!("state {number}, {:?}, is found as {found:?}", there.text())
            })?;
            let next = there.moves().len();
            hold(space.next(number).len() <= next, || {
                format!("{:?} has {next} moves, but {} successors", there.text(), space.next(number).len())
            })?;
        }
        // Equal blocks are interchangeable, so the first state may have other letters than the level; it is the same one.
        let first = space.find(&*board);
        hold(first == Some(0), || format!("the level itself is found as {first:?}"))?;
        let last = space.board(space.len() as u32 - 1).ok_or("there is no last state")?;
        sound(entry, &*last)?;
        Ok(Outcome::named(puzzle, board.metric().many).sized(space.len()))
    })
}
