//! Ground moves in normal form: which values the slots may have, one by one, and what they become; only what can't be
//! said slot by slot remains an expression. Moves are split into cases where that makes expressions vanish.

use super::execute::{TooMuch, Work};
use super::node::{Kind, Node};
use crate::model::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most values of a slot that moves are split by.
const MOST_SPLIT: usize = 64;
/// Parts of an expression that are looked at for indices.
const MOST_LOOKS: u32 = 2000;
/// Most cases of one ground move.
const MOST_CASES: usize = 256;

/// What a slot becomes. Values are codes: counted from the lowest of the slot's domain.
#[derive(Clone, Debug)]
pub(crate) enum Becomes {
    /// This.
    Constant(u16),
    /// What another slot was.
    Copy(u16),
    /// What a table has for another slot; `u16::MAX` where it can't be.
    Map(u16, Vec<u16>),
    /// What an expression over several slots is.
    Expression(Arc<Node>),
}

/// A ground move, or a part of one, in normal form.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The ground move.
    pub(crate) ground: u32,
    /// The codes that slots may have; those not listed may have any.
    pub(crate) allowed: BTreeMap<u16, Vec<bool>>,
    /// The slots that change.
    pub(crate) becomes: BTreeMap<u16, Becomes>,
    /// What else must hold: expressions over several slots.
    pub(crate) guards: Vec<Arc<Node>>,
}

impl Case {
    /// The normal form of a move, split into as many cases as pay.
    pub(crate) fn of_move(
        model: &Model,
        ground: u32,
        guards: &[Arc<Node>],
        state: &[Arc<Node>],
        work: &mut Work,
    ) -> Result<Vec<Case>, TooMuch> {
        let mut case =
            Case { ground, allowed: BTreeMap::new(), becomes: BTreeMap::new(), guards: Vec::new() };
        for guard in guards {
            flatten(guard, &mut case.guards);
        }
        for (slot, node) in state.iter().enumerate() {
            if !matches!(node.kind, Kind::Slot(same) if same as usize == slot) {
                case.becomes.insert(slot as u16, Becomes::Expression(node.clone()));
            }
        }
        let mut done = Vec::new();
        case.split(model, MOST_CASES, &mut done, work)?;
        Ok(done)
    }

    /// Brings a case into normal form and splits it further while that helps and there is room.
    fn split(
        mut self,
        model: &Model,
        room: usize,
        done: &mut Vec<Case>,
        work: &mut Work,
    ) -> Result<(), TooMuch> {
        if !self.normalise(model, work)? {
            return Ok(());
        }
        let Some(slot) = self.worth_splitting(model, room) else {
            work.reserve(self.bytes())?;
            done.push(self);
            return Ok(());
        };
        let codes: Vec<usize> = self.codes(model, slot);
        for &code in &codes {
            work.steps += 1;
            work.check()?;
            let mut part = self.clone();
            let size = model.slots[slot as usize].size as usize;
            part.allowed.insert(slot, (0..size).map(|each| each == code).collect());
            part.split(model, room / codes.len(), done, work)?;
        }
        Ok(())
    }

    /// The codes that a slot may have.
    pub(crate) fn codes(&self, model: &Model, slot: u16) -> Vec<usize> {
        let size = model.slots[slot as usize].size as usize;
        match self.allowed.get(&slot) {
            None => (0..size).collect(),
            Some(allowed) => (0..size).filter(|&code| allowed[code]).collect(),
        }
    }

    /// The slot that most of the expressions read, if it has few enough values.
    fn worth_splitting(&self, model: &Model, room: usize) -> Option<u16> {
        let mut readers: BTreeMap<u16, usize> = BTreeMap::new();
        let expressions = self.becomes.values().filter_map(|becomes| match becomes {
            Becomes::Expression(node) => Some(node),
            _ => None,
        });
        for node in self.guards.iter().chain(expressions) {
            let mut indices = BTreeSet::new();
            add_indices(node, &mut indices, &mut { MOST_LOOKS });
            for &slot in &node.slots {
                // What an index depends on is worth most: all the slots that it may mean vanish with it.
                *readers.entry(slot).or_default() += if indices.contains(&slot) { 100_000 } else { 1 };
            }
        }
        // What changes is known afterwards too, so that the move can be taken back.
        readers
            .iter_mut()
            .for_each(|(slot, count)| *count += if self.becomes.contains_key(slot) { 10_000 } else { 0 });
        let fits = |slot: u16| {
            let codes = self.codes(model, slot).len();
            codes > 1 && codes <= MOST_SPLIT.min(room)
        };
        let found = readers.into_iter().filter(|&(slot, _)| fits(slot));
        found
            .max_by_key(|&(slot, count)| {
                (count, std::cmp::Reverse(self.codes(model, slot).len()), std::cmp::Reverse(slot))
            })
            .map(|(slot, _)| slot)
    }

    /// Replaces what is known and moves what concerns single slots into tables; whether the case is possible at all.
    fn normalise(&mut self, model: &Model, work: &mut Work) -> Result<bool, TooMuch> {
        loop {
            work.check()?;
            let known = self.known(model);
            let known = |slot: u16| known.get(&slot).copied();
            let mut changed = false;
            let guards = std::mem::take(&mut self.guards);
            let mut kept = Vec::new();
            for guard in &guards {
                let before = work.steps;
                flatten(&guard.with_known(&known, &mut work.steps), &mut kept);
                work.reserve((work.steps - before) as usize * size_of::<Node>())?;
            }
            for guard in kept {
                match (guard.as_constant(), guard.slots.as_slice()) {
                    (Some(1), _) => {}
                    (Some(_), _) | (None, []) => return Ok(false),
                    (None, &[slot]) => {
                        match self.restrict(model, slot, &guard, work, |value| value == Some(1)) {
                            Some(less) => changed |= less,
                            None => return Ok(false),
                        }
                    }
                    _ => self.guards.push(guard),
                }
            }
            let expressions: Vec<(u16, Arc<Node>)> = self
                .becomes
                .iter()
                .filter_map(|(&slot, becomes)| match becomes {
                    Becomes::Expression(node) => Some((slot, node.clone())),
                    _ => None,
                })
                .collect();
            for (slot, node) in expressions {
                let before = work.steps;
                let node = node.with_known(&known, &mut work.steps);
                work.reserve((work.steps - before) as usize * size_of::<Node>())?;
                let domain = model.slots[slot as usize];
                let code = |value: i64| {
                    let code = value - domain.low;
                    (0..domain.size).contains(&code).then_some(code as u16)
                };
                match (node.as_constant(), node.slots.as_slice()) {
                    (Some(value), _) => match code(value) {
                        Some(code) => {
                            self.becomes.insert(slot, Becomes::Constant(code));
                        }
                        None => return Ok(false),
                    },
                    (None, []) => return Ok(false),
                    (None, &[from]) => {
                        let within = |value: Option<i64>| value.and_then(code).is_some();
                        match self.restrict(model, from, &node, work, within) {
                            Some(less) => changed |= less,
                            None => return Ok(false),
                        }
                        self.becomes.insert(slot, Becomes::Expression(node));
                    }
                    _ => {
                        self.becomes.insert(slot, Becomes::Expression(node));
                    }
                }
            }
            // What a guard has left of a slot may make more known.
            if !changed {
                break;
            }
        }
        self.tabulate(model, work)?;
        Ok(true)
    }

    /// Tables for expressions over one slot.
    fn tabulate(&mut self, model: &Model, work: &mut Work) -> Result<(), TooMuch> {
        let slots: Vec<u16> = self.becomes.keys().copied().collect();
        for slot in slots {
            let Some(Becomes::Expression(node)) = self.becomes.get(&slot) else { continue };
            let &[from] = node.slots.as_slice() else { continue };
            let (source, target) = (model.slots[from as usize], model.slots[slot as usize]);
            let mut table = vec![u16::MAX; source.size as usize];
            for code in self.codes(model, from) {
                let value = node.value(&|_| source.low + code as i64, &mut work.steps);
                table[code] = value.map_or(u16::MAX, |value| (value - target.low) as u16);
            }
            work.check()?;
            let codes = self.codes(model, from);
            let same = codes.iter().all(|&code| usize::from(table[code]) == code);
            let one = codes.iter().all(|&code| table[code] == table[codes[0]]);
            match (same, one) {
                (_, true) => drop(self.becomes.insert(slot, Becomes::Constant(table[codes[0]]))),
                (true, _) if from == slot => drop(self.becomes.remove(&slot)),
                (true, _) => drop(self.becomes.insert(slot, Becomes::Copy(from))),
                _ => drop(self.becomes.insert(slot, Becomes::Map(from, table))),
            }
        }
        // A slot that keeps its only value does not change.
        let known = self.known_codes(model);
        self.becomes.retain(|slot, becomes| match becomes {
            Becomes::Constant(code) => known.get(slot) != Some(code),
            _ => true,
        });
        Ok(())
    }

    /// Takes away codes of a slot for which an expression is not as wanted; whether there are fewer, or `None` if
    /// there are none left.
    fn restrict(
        &mut self,
        model: &Model,
        slot: u16,
        node: &Arc<Node>,
        work: &mut Work,
        wanted: impl Fn(Option<i64>) -> bool,
    ) -> Option<bool> {
        let low = model.slots[slot as usize].low;
        let before = self.codes(model, slot);
        let kept: Vec<usize> = before
            .iter()
            .copied()
            .filter(|&code| wanted(node.value(&|_| low + code as i64, &mut work.steps)))
            .collect();
        if kept.is_empty() {
            return None;
        }
        if kept.len() < before.len() {
            let mut allowed = vec![false; model.slots[slot as usize].size as usize];
            kept.iter().for_each(|&code| allowed[code] = true);
            self.allowed.insert(slot, allowed);
        }
        Some(kept.len() < before.len())
    }

    /// The slots that can have one value only, with that value's code.
    pub(crate) fn known_codes(&self, model: &Model) -> BTreeMap<u16, u16> {
        let single = |slot: &u16| match self.codes(model, *slot).as_slice() {
            [code] => Some((*slot, *code as u16)),
            _ => None,
        };
        let fixed = model
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.size == 1)
            .map(|(slot, _)| (slot as u16, 0));
        self.allowed.keys().filter_map(single).chain(fixed).collect()
    }

    fn known(&self, model: &Model) -> BTreeMap<u16, i64> {
        let value = |(slot, code): (u16, u16)| (slot, model.slots[slot as usize].low + i64::from(code));
        self.known_codes(model).into_iter().map(value).collect()
    }

    /// The normal form of the guards alone, if they can hold.
    #[expect(clippy::type_complexity, reason = "the two fields of a condition")]
    pub(crate) fn into_condition(
        mut self,
        model: &Model,
        work: &mut Work,
    ) -> Result<Option<(BTreeMap<u16, Vec<bool>>, Vec<Arc<Node>>)>, TooMuch> {
        let guards = std::mem::take(&mut self.guards);
        guards.iter().for_each(|guard| flatten(guard, &mut self.guards));
        Ok(self.normalise(model, work)?.then_some((self.allowed, self.guards)))
    }

    /// Bytes that it takes, without the expressions, which are counted when they are made.
    pub(crate) fn bytes(&self) -> usize {
        /// Of six entries of a map, with the allocator's share.
        const NODE: usize = 448;
        let allowed = self.allowed.values().map(|codes| codes.len() + 16).sum::<usize>();
        let tables = self.becomes.values().map(|becomes| match becomes {
            Becomes::Map(_, table) => 2 * table.len() + 16,
            Becomes::Constant(_) | Becomes::Copy(_) | Becomes::Expression(_) => 0,
        });
        let entries = self.allowed.len().div_ceil(6) + self.becomes.len().div_ceil(6);
        size_of::<Self>() + entries * NODE + allowed + tables.sum::<usize>() + 8 * self.guards.len()
    }

    /// Whether everything is said slot by slot.
    pub(crate) fn is_simple(&self) -> bool {
        self.guards.is_empty()
            && !self.becomes.values().any(|becomes| matches!(becomes, Becomes::Expression(_)))
    }
}

/// The parts of a condition that must all hold.
fn flatten(guard: &Arc<Node>, parts: &mut Vec<Arc<Node>>) {
    match &guard.kind {
        Kind::And(inner) => inner.iter().for_each(|part| flatten(part, parts)),
        _ => parts.push(guard.clone()),
    }
}

/// Adds the slots that decide which element of an array is meant, as far as a short look tells.
fn add_indices(node: &Arc<Node>, found: &mut BTreeSet<u16>, looks: &mut u32) {
    *looks = looks.saturating_sub(1);
    if *looks == 0 || node.slots.is_empty() {
        return;
    }
    match &node.kind {
        Kind::Select(index, ..) => found.extend(&index.slots),
        Kind::Strict(_, arguments) | Kind::And(arguments) | Kind::Or(arguments) => {
            arguments.iter().for_each(|argument| add_indices(argument, found, looks));
        }
        Kind::If(a, b, c) => [a, b, c].iter().for_each(|part| add_indices(part, found, looks)),
        Kind::Constant(_) | Kind::Slot(_) | Kind::Undefined => {}
    }
}
