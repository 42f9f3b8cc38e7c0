//! Lower bounds without being asked: pattern databases. A simplified puzzle maps the values of some slots to fewer, so
//! that many states become one; every move of the puzzle is a move of the simplified one too, so distances there never
//! exceed distances here. Each table holds the distance of every simplified state from the goal; the bound is the
//! greatest of several tables, which is consistent because each of them is.

use crate::compile::case::{Becomes, Case};
use crate::compile::program::{Program, grouped};
use crate::compile::{Core, SimpleBecomes, SimpleCase, Work};
use crate::model::Model;
use crate::space::Compiled;
use crate::word::{Word, pack};
use std::collections::BTreeMap;
use std::sync::Arc;
use telusur_puzzles::Task;
use telusur_search::memory::{List, Memory};
use telusur_search::{Limit, Limits};

/// Most states of one simplified puzzle.
const MOST_STATES: u64 = 1 << 19;
/// Spaces with fewer states are searched without tables.
const FEW_STATES: u64 = 1 << 20;
/// Most tables.
const MOST_TABLES: usize = 4;
/// Most bits of a part of a state that is looked up at once.
const PART_BITS: u32 = 10;

/// What every code of every slot becomes in a simplified puzzle.
type Simplification = Vec<Vec<u16>>;

/// The distances of one simplified puzzle.
struct Table<W> {
    /// Parts of a state: place, mask, and where their images begin.
    parts: Vec<(u32, u64, usize)>,
    images: Vec<W>,
    /// An open hash table: simplified states, and their distances.
    keys: List<W>,
    costs: List<u8>,
}

/// No distance.
const FREE: u8 = u8::MAX;

impl<W: Word> Table<W> {
    #[inline]
    fn simplified(&self, state: W) -> W {
        self.parts.iter().fold(W::ZERO, |image, &(shift, mask, offset)| {
            image.or(self.images[offset + state.get(shift, mask) as usize])
        })
    }

    /// Where a simplified state is, or would be.
    #[inline]
    fn place(&self, key: W) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = hash(key) as usize & mask;
        while self.costs[at] != FREE && self.keys[at] != key {
            at = (at + 1) & mask;
        }
        at
    }
}

/// Mixes all bits of a word.
#[inline]
fn hash<W: Word>(key: W) -> u64 {
    let mut mixed = 0u64;
    let mut shift = 0;
    while shift < W::BITS {
        let bits = (W::BITS - shift).min(64);
        let limb = key.get(shift, if bits == 64 { u64::MAX } else { (1 << bits) - 1 });
        mixed = (mixed ^ limb).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^= mixed >> 29;
        shift += 64;
    }
    mixed
}

/// Tables of exact distances in simplified puzzles.
pub(crate) struct Tables<W> {
    tables: Vec<Table<W>>,
    bytes: u64,
}

impl<W: Word> Tables<W> {
    #[inline]
    pub(crate) fn bound(&self, state: W) -> u32 {
        let mut bound = 0;
        for table in &self.tables {
            match table.costs[table.place(table.simplified(state))] {
                // The goal can't be reached even there.
                FREE => return u32::MAX,
                cost => bound = bound.max(u32::from(cost)),
            }
        }
        bound
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Tables for a search, if they pay, and what to say about them. They get a quarter of the time and memory that is left.
pub(crate) fn build<W: Word, K>(
    space: &Compiled<W, K>,
    task: &mut Task<'_>,
) -> Option<(Arc<Tables<W>>, String)> {
    let core = &*space.core;
    let is_small = space.ranking.as_ref().is_some_and(|ranking| ranking.len <= FEW_STATES);
    if is_small || core.has_bound() || !core.symmetries.is_empty() {
        return None;
    }
    let cases = core.backward_cases.as_ref()?;
    let goals: Vec<W> = core.goal_states.as_ref()?.iter().map(|values| pack(&core.fields, values)).collect();
    let mut limits = task.limits.clone();
    if let Some(left) = limits.deadline.left() {
        limits = limits.within(left / 4);
    }
    if let Some(left) = limits.bytes_left() {
        limits = limits.with_bytes(left / 4);
    }
    let memory = Memory::of(&limits);
    let mut tables = Vec::new();
    let mut told = Vec::new();
    for (simplification, what) in simplifications(&core.model) {
        if tables.len() >= MOST_TABLES {
            break;
        }
        let Some(simple) = simplified_cases(&core.model, cases, &simplification) else { continue };
        match distances(core, &simple, &goals, &simplification, &memory, &limits) {
            Ok(Some(table)) => {
                tables.push(table);
                told.push(what);
            }
            Ok(None) => {}
            // Half a table would be no bound; those that are ready are.
            Err(_) => break,
        }
    }
    if tables.is_empty() {
        return None;
    }
    let told = format!("lower bounds by pattern databases: the greatest of {}", told.join(", "));
    Some((Arc::new(Tables { tables, bytes: memory.used() }), told))
}

/// Ways to simplify: of a permutation some values are told apart; of several variables one is kept.
fn simplifications(model: &Model) -> Vec<(Simplification, String)> {
    let identity = |slot: &crate::model::Slot| (0..slot.size as u16).collect::<Vec<u16>>();
    let dropped = |slot: &crate::model::Slot| vec![0u16; slot.size as usize];
    let mut found = Vec::new();
    for variable in model.variables.iter().filter(|variable| variable.permutation) {
        let n = variable.count as u64;
        let mut kept = 0;
        let mut states = 1u64;
        while kept < n && states.saturating_mul(n - kept) <= MOST_STATES {
            states *= n - kept;
            kept += 1;
        }
        if kept == 0 {
            continue;
        }
        // The last values first: the part of the goal that is farthest from where most moves act, as a rule.
        let mut high = n;
        while high > 0 && found.len() < 2 * MOST_TABLES {
            let low = high.saturating_sub(kept);
            // All values that are not told apart look like one of them.
            let rest = if low > 0 { 0 } else { high.min(n - 1) };
            let map: Vec<u16> =
                (0..n).map(|code| if (low..high).contains(&code) { code } else { rest } as u16).collect();
            let of = |slot: usize| {
                let inside = (variable.first..variable.first + variable.count).contains(&slot);
                if inside { map.clone() } else { dropped(&model.slots[slot]) }
            };
            let simplification = (0..model.slots.len()).map(of).collect();
            found.push((simplification, format!("{} values of {}", high - low, variable.name)));
            high = low;
        }
    }
    if model.variables.len() > 1 {
        for (number, variable) in
            model.variables.iter().enumerate().filter(|(_, variable)| !variable.permutation)
        {
            let of = |slot: &crate::model::Slot| {
                if slot.variable == number { identity(slot) } else { dropped(slot) }
            };
            found.push((model.slots.iter().map(of).collect(), variable.name.clone()));
        }
    }
    found
}

/// The moves of a simplified puzzle, if they are moves: what a slot becomes must follow from what is still told apart.
fn simplified_cases(model: &Model, cases: &[SimpleCase], map: &Simplification) -> Option<Vec<Case>> {
    let mut simple = Vec::with_capacity(cases.len());
    for case in cases {
        let is_dropped = |slot: u16| map[slot as usize].iter().all(|&code| code == map[slot as usize][0]);
        let codes = |slot: u16| match case.allowed.get(&slot) {
            None => (0..model.slots[slot as usize].size as usize).collect::<Vec<_>>(),
            Some(allowed) => (0..allowed.len()).filter(|&code| allowed[code]).collect(),
        };
        let mut allowed = BTreeMap::new();
        for (&slot, _) in case.allowed.iter().filter(|(slot, _)| !is_dropped(**slot)) {
            let mut images = vec![false; model.slots[slot as usize].size as usize];
            codes(slot).into_iter().for_each(|code| images[usize::from(map[slot as usize][code])] = true);
            allowed.insert(slot, images);
        }
        let mut becomes = BTreeMap::new();
        for (&slot, value) in case.becomes.iter().filter(|(slot, _)| !is_dropped(**slot)) {
            let to = &map[slot as usize];
            becomes.insert(
                slot,
                match value {
                    SimpleBecomes::Constant(code) => Becomes::Constant(to[usize::from(*code)]),
                    SimpleBecomes::Copy(from) if map[*from as usize] == *to => Becomes::Copy(*from),
                    SimpleBecomes::Copy(from) => {
                        let table: Vec<u16> = (0..model.slots[*from as usize].size as u16).collect();
                        Becomes::Map(*from, mapped(&table, &codes(*from), &map[*from as usize], to)?)
                    }
                    SimpleBecomes::Map(from, table) => {
                        Becomes::Map(*from, mapped(table, &codes(*from), &map[*from as usize], to)?)
                    }
                },
            );
        }
        simple.push(Case { ground: case.ground, allowed, becomes, guards: Vec::new() });
    }
    Some(simple)
}

/// A table between simplified codes, if equal ones have equal images.
fn mapped(table: &[u16], codes: &[usize], from: &[u16], to: &[u16]) -> Option<Vec<u16>> {
    let mut images = vec![u16::MAX; from.len()];
    for &code in codes {
        let image = *to.get(usize::from(table[code]))?;
        let entry = &mut images[usize::from(from[code])];
        if *entry != u16::MAX && *entry != image {
            return None;
        }
        *entry = image;
    }
    Some(images)
}

/// The distance of every simplified state from the goal, by breadth-first search against the moves; `None` if there are
/// too many.
fn distances<W: Word>(
    core: &Core<W>,
    cases: &[Case],
    goals: &[W],
    map: &Simplification,
    memory: &Memory,
    limits: &Limits,
) -> Result<Option<Table<W>>, Limit> {
    let change = core.fields.iter().fold(W::ZERO, |all, field| all.or(W::at(field.mask(), field.shift)));
    let Ok(program) = Program::new(&core.model, cases, &core.fields, change, &mut Work::default()) else {
        return Ok(None);
    };
    let slots: Vec<u16> = (0..core.fields.len() as u16).collect();
    let (mut parts, mut images) = (Vec::new(), Vec::new());
    for (shift, bits, slots) in grouped(&slots, &core.fields, PART_BITS) {
        parts.push((shift, (1u64 << bits) - 1, images.len()));
        for value in 0..1u64 << bits {
            images.push(slots.iter().fold(W::ZERO, |image, &slot| {
                let field = core.fields[slot as usize];
                let code = (value >> (field.shift - shift) & field.mask()) as usize;
                // Bits that are no value are never looked up.
                let code = map[slot as usize].get(code).copied().unwrap_or(0);
                image.or(W::at(code.into(), field.shift))
            }));
        }
    }
    let mut table = Table {
        parts,
        images,
        keys: List::filled(W::ZERO, 1 << 12, memory)?,
        costs: List::filled(FREE, 1 << 12, memory)?,
    };
    let mut layer: List<W> = List::new(memory);
    for &goal in goals {
        let key = table.simplified(goal);
        let at = table.place(key);
        if table.costs[at] == FREE {
            (table.keys[at], table.costs[at]) = (key, 0);
            layer.push(key)?;
        }
    }
    let mut count = layer.len();
    for cost in 1..=u32::from(FREE - 1) {
        if layer.is_empty() {
            return Ok(Some(table));
        }
        let mut next: List<W> = List::new(memory);
        for (i, &state) in layer.iter().enumerate() {
            if i % 1024 == 0 {
                limits.deadline.check()?;
            }
            let mut failed = None;
            program.expand(state, |_, before| {
                let at = table.place(before);
                if table.costs[at] == FREE && failed.is_none() {
                    (table.keys[at], table.costs[at]) = (before, cost as u8);
                    count += 1;
                    failed = next.push(before).err();
                    if failed.is_none() && count * 2 > table.keys.len() {
                        failed = grow(&mut table, memory).err();
                    }
                }
            });
            if let Some(limit) = failed {
                return Err(limit);
            }
            if count as u64 > 2 * MOST_STATES {
                return Ok(None);
            }
        }
        layer = next;
    }
    // Deeper than a byte tells: no table.
    Ok(None)
}

fn grow<W: Word>(table: &mut Table<W>, memory: &Memory) -> Result<(), Limit> {
    let len = table.keys.len() * 2;
    let keys = std::mem::replace(&mut table.keys, List::filled(W::ZERO, len, memory)?);
    let costs = std::mem::replace(&mut table.costs, List::filled(FREE, len, memory)?);
    for (&key, &cost) in keys.iter().zip(costs.iter()).filter(|(_, cost)| **cost != FREE) {
        let at = table.place(key);
        (table.keys[at], table.costs[at]) = (key, cost);
    }
    Ok(())
}
