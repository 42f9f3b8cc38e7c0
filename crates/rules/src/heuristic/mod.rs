//! Lower bounds without being asked: pattern databases. A simplified puzzle maps the values of some slots to fewer, so
//! that many states become one; every move of the puzzle is a move of the simplified one too, so distances there never
//! exceed distances here. A table holds the distance of every simplified state from the goal.
//!
//! The greatest of several tables is a lower bound, and a consistent one, because each of them is. Where tables share out
//! the values of a permutation among them, they can be added instead: every move counts in one of them only, where the
//! value in a certain slot that the move changes is told apart, and nothing in the others. No path is then counted
//! twice, so the sum is a lower bound too, and it falls by at most one along a move. Which of the two is greater depends
//! on the puzzle: small tables are tried first.

mod simplify;
mod table;

use crate::compile::Core;
use crate::compile::case::Case;
use crate::space::Compiled;
use crate::word::{Word, pack};
use simplify::{Counted, Group, counted_slots, groups, simplified_cases};
use std::sync::Arc;
use table::{Cost, Table};
use telusur_puzzles::random::Random;
use telusur_search::memory::Memory;
use telusur_search::{Limit, Limits};

/// Most states of one simplified puzzle.
const MOST_STATES: u64 = 1 << 19;
/// Most states of those that are only tried.
const FEW_TRIED: u64 = 1 << 15;
/// Spaces with fewer states are searched without tables.
const FEW_STATES: u64 = 1 << 20;
/// Most tables.
const MOST_TABLES: usize = 4;
/// States that bounds are compared on: so many walks of so many moves.
const WALKS: usize = 16;
const STEPS: usize = 64;

/// What every code of every slot becomes in a simplified puzzle.
type Simplification = Vec<Vec<u16>>;

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
    /// The greatest sum of a group is the bound.
    groups: Vec<Vec<Table<W>>>,
    bytes: u64,
}

impl<W: Word> Tables<W> {
    #[inline]
    pub(crate) fn bound(&self, state: W) -> u32 {
        let mut bound = 0;
        for group in &self.groups {
            let mut sum = 0;
            for table in group {
                match table.distance(state) {
                    Some(distance) => sum += distance,
                    None => return u32::MAX,
                }
            }
            bound = bound.max(sum);
        }
        bound
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// What tables are made from.
struct Maker<'m, W> {
    core: &'m Core<W>,
    cases: &'m [Case],
    goals: Vec<W>,
    memory: Memory,
    limits: Limits,
}

/// The tables of a group as far as there was time and memory, and what they tell apart.
struct Made<W> {
    tables: Vec<Table<W>>,
    words: Vec<String>,
    stopped: Option<Limit>,
}

/// Tables for a search, if they pay, and what to say about them. They get a quarter of the time and memory that is left.
pub(crate) fn build<W: Word, K>(space: &Compiled<W, K>, limits: &Limits) -> Option<(Arc<Tables<W>>, String)> {
    let core = &*space.core;
    let is_small = space.ranking.as_ref().is_some_and(|ranking| ranking.len <= FEW_STATES);
    if is_small || !core.symmetries.is_empty() {
        return None;
    }
    let mut limits = limits.clone();
    if let Some(left) = limits.deadline.left() {
        limits = limits.within(left / 4);
    }
    if let Some(left) = limits.bytes_left() {
        limits = limits.with_bytes(left / 4);
    }
    let maker = Maker {
        core,
        cases: core.backward_cases.as_ref()?,
        goals: core.goal_states.as_ref()?.iter().map(|values| pack(&core.fields, values)).collect(),
        memory: Memory::of(&limits),
        limits,
    };
    let (mut built, mut words, mut count) = (Vec::new(), Vec::new(), 0);
    for (number, group) in groups(&core.model, MOST_STATES).iter().enumerate() {
        if count >= MOST_TABLES {
            break;
        }
        let counted = match group.patterns.len() {
            0 | 1 => Counted::Everywhere,
            _ => maker.best_count(space.start, number),
        };
        let made = maker.make(group, counted, MOST_STATES);
        count += made.tables.len();
        if !made.tables.is_empty() {
            words.extend(match counted {
                Counted::Everywhere => made.words,
                Counted::ByFirst | Counted::ByLast => vec![format!("the sum of {}", made.words.join(", "))],
            });
            match counted {
                Counted::Everywhere => built.extend(made.tables.into_iter().map(|table| vec![table])),
                Counted::ByFirst | Counted::ByLast => built.push(made.tables),
            }
        }
        // Half a table would be no bound; those that are ready are.
        if made.stopped.is_some() {
            break;
        }
    }
    let words = match words.as_slice() {
        [] => return None,
        [only] => only.clone(),
        several => format!("the greatest of {}", several.join(", ")),
    };
    let tables = Tables { groups: built, bytes: maker.memory.used() };
    Some((Arc::new(tables), format!("lower bounds by pattern databases: {words}")))
}

impl<W: Word> Maker<'_, W> {
    /// The tables of a group.
    fn make(&self, group: &Group, counted: Counted, most_states: u64) -> Made<W> {
        let mut made = Made { tables: Vec::new(), words: Vec::new(), stopped: None };
        let Maker { core, cases, goals, memory, limits } = self;
        let (patterns, slots) = match &group.shared {
            Some((slots, shared)) if counted != Counted::Everywhere => (shared, Some(slots)),
            _ => (&group.patterns, None),
        };
        for pattern in patterns {
            if let Err(limit) = limits.deadline.check() {
                made.stopped = Some(limit);
                break;
            }
            let Some(simple) = simplified_cases(&core.model, cases, &pattern.map) else { continue };
            let cost = slots.map_or(Cost::Always, |slots| {
                let codes =
                    (0..1u64 << core.fields[slots.start].bits).map(|code| pattern.apart.contains(&code));
                Cost::Where(counted_slots(cases, slots, counted), codes.collect())
            });
            match Table::new(core, &simple, goals, &pattern.map, (&cost, most_states), (memory, limits)) {
                Ok(Some(table)) => {
                    made.tables.push(table);
                    made.words.push(pattern.what.clone());
                }
                Ok(None) => {}
                Err(limit) => {
                    made.stopped = Some(limit);
                    break;
                }
            }
        }
        made
    }

    /// What gives the greatest bounds for a group, by small tables of the same kind.
    fn best_count(&self, start: W, group: usize) -> Counted {
        let small = groups(&self.core.model, FEW_TRIED);
        let states = self.states_around(start);
        let mut best = (0, Counted::Everywhere);
        for counted in [Counted::Everywhere, Counted::ByFirst, Counted::ByLast] {
            let tables = self.make(&small[group], counted, FEW_TRIED).tables;
            let bound = |state: &W| {
                let distances = tables.iter().filter_map(|table| table.distance(*state));
                if counted == Counted::Everywhere { distances.max().unwrap_or(0) } else { distances.sum() }
            };
            let sum: u32 = states.iter().map(bound).sum();
            if sum > best.0 {
                best = (sum, counted);
            }
        }
        best.1
    }

    /// States that random walks come by.
    fn states_around(&self, start: W) -> Vec<W> {
        let mut random = Random::new(1);
        let mut states = Vec::with_capacity(WALKS * STEPS);
        for _ in 0..WALKS {
            let mut state = start;
            for _ in 0..STEPS {
                let mut next = Vec::new();
                self.core.program.expand(state, |_, to| next.push(to));
                let Some(&to) = next.get(random.below(next.len().max(1))) else { break };
                state = to;
                states.push(state);
            }
        }
        states
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{AnyCore, Rules};
    use std::collections::HashMap;
    use telusur_search::Budget;

    /// Tables grow in several lists. Whichever request for memory is refused, once or from then on, a table is whole or it is
    /// not there.
    #[test]
    fn a_table_that_could_not_grow_is_whole_or_not_there() {
        let topspin = "puzzle T\nvar p[1..8] : 1..8 permutation\nmove left: rotate p[1..8] by -1\n\
            move right: rotate p[1..8] by 1\nmove turn: reverse p[1..4]\ngoal sorted(p)\n";
        let rules = Rules::load(topspin).unwrap();
        let AnyCore::Narrow(core) = &rules.core else { panic!("at most 32 bits") };
        let goals: Vec<u32> =
            core.goal_states.as_ref().unwrap().iter().map(|values| pack(&core.fields, values)).collect();
        let cases = core.backward_cases.as_ref().unwrap();
        // More states than the first slots hold, so that tables grow.
        let most_states = 7000;
        let group = &groups(&core.model, most_states)[0];
        let make = |refused: std::ops::Range<u64>| {
            let limits = Limits::from(Budget::default().with_bytes(1 << 30)).refusing(refused);
            let memory = Memory::of(&limits);
            let maker = Maker { core, cases, goals: goals.clone(), memory, limits };
            (maker.make(group, Counted::Everywhere, most_states), maker.limits.requests())
        };
        let (whole, requests) = make(0..0);
        assert!(whole.tables.len() > 1 && whole.stopped.is_none() && requests > 10, "{requests}");
        let mut states = vec![goals[0]];
        for at in 0..500 {
            core.program.expand(states[at], |_, next| states.push(next));
        }
        for request in 0..requests {
            for end in [request + 1, u64::MAX] {
                let (made, _) = make(request..end);
                // A list that grows tries less, so one refusal need not end anything.
                assert!(
                    made.tables.len() == whole.tables.len() || made.stopped == Some(Limit::Bytes(1 << 30))
                );
                for (table, expected) in made.tables.iter().zip(&whole.tables) {
                    let differs = |state: &&u32| table.distance(**state) != expected.distance(**state);
                    assert_eq!(states.iter().find(differs), None, "request {request}");
                }
            }
        }
    }

    /// Bounds of every way to count never exceed the distances of all states, and fall by at most one along a move.
    #[test]
    fn tables_are_admissible_and_consistent() {
        let eight = "puzzle P\nvar c[2 x 4] : 0..7 permutation\n\
            move slide a in cells(c), b in near(a) when c[b] == 0: swap c[a], c[b]\ngoal sorted(c)\n";
        let pancakes = "puzzle P\nvar p[1..7] : 1..7 permutation\nmove flip k in 2..7: reverse p[1..k]\ngoal sorted(p)\n";
        let burnt = "puzzle P\nvar p[1..4] : 1..4 permutation\nvar up[1..4] : 0..1\nmove flip k in 1..4:\n    \
            reverse p[1..k]\n    reverse up[1..k]\n    for i in 1..k: up[i] := 1 - up[i]\n\
            goal: p = 1 2 3 4; up = 0 0 0 0\n";
        let topspin = "puzzle T\nvar p[1..8] : 1..8 permutation\nmove left: rotate p[1..8] by -1\n\
            move right: rotate p[1..8] by 1\nmove turn: reverse p[1..4]\ngoal sorted(p)\n";
        for (text, most_states) in [(eight, 400), (pancakes, 400), (burnt, 12), (topspin, 400)] {
            let rules = Rules::load(text).unwrap();
            let AnyCore::Narrow(core) = &rules.core else { panic!("at most 32 bits") };
            let goals: Vec<u32> =
                core.goal_states.as_ref().unwrap().iter().map(|values| pack(&core.fields, values)).collect();
            let mut distances: HashMap<u32, u32> = goals.iter().map(|goal| (*goal, 0)).collect();
            let mut queue = std::collections::VecDeque::from(goals.clone());
            while let Some(state) = queue.pop_front() {
                let next = distances[&state] + 1;
                // Every move is taken back by another.
                core.program.expand(state, |_, to| {
                    distances.entry(to).or_insert_with(|| {
                        queue.push_back(to);
                        next
                    });
                });
            }
            let limits = Limits::from(Budget::default());
            let cases = core.backward_cases.as_ref().unwrap();
            let maker = Maker { core, cases, goals, memory: Memory::of(&limits), limits };
            for counted in [Counted::Everywhere, Counted::ByFirst, Counted::ByLast] {
                let made = maker.make(&groups(&core.model, most_states)[0], counted, most_states);
                assert!(made.tables.len() > 1 && made.stopped.is_none());
                let of = |table| vec![table];
                let groups = match counted {
                    Counted::Everywhere => made.tables.into_iter().map(of).collect(),
                    Counted::ByFirst | Counted::ByLast => vec![made.tables],
                };
                let tables = Tables { groups, bytes: 0 };
                assert!(distances.keys().any(|state| tables.bound(*state) > 1));
                for (state, distance) in &distances {
                    let bound = tables.bound(*state);
                    assert!(bound <= *distance, "{counted:?} says {bound}, not {distance}: {text}");
                    core.program.expand(*state, |_, to| {
                        assert!(bound <= tables.bound(to) + 1, "{counted:?} falls by more than one: {text}");
                    });
                }
            }
        }
    }
}
