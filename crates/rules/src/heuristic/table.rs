//! The distances of one simplified puzzle.

use super::Simplification;
use super::hash;
use crate::compile::Core;
use crate::compile::case::Case;
use crate::compile::program::{Program, grouped};
use crate::compile::work::{TooMuch, Work};
use crate::word::Word;
use telusur_search::memory::{List, Memory};
use telusur_search::{Limit, Limits};

/// Most bits of a part of a state that is looked up at once.
const PART_BITS: u32 = 10;
/// No distance.
const FREE: u8 = u8::MAX;

/// The distances of one simplified puzzle.
pub(super) struct Table<W> {
    /// Parts of a state: place, mask, and where their images begin.
    parts: Vec<(u32, u64, usize)>,
    images: Vec<W>,
    /// An open hash table: simplified states, and their distances.
    keys: List<W>,
    costs: List<u8>,
}

/// Which moves count in a table.
pub(super) enum Cost {
    /// All of them.
    Always,
    /// Those in whose slot, by the number of the case, is one of some codes.
    Where(Vec<Option<u16>>, Vec<bool>),
}

impl Cost {
    /// What a move counts against its direction: one or nothing.
    #[inline]
    fn of<W: Word>(&self, core: &Core<W>, case: u32, after: W) -> u32 {
        match self {
            Cost::Always => 1,
            Cost::Where(slots, codes) => slots[case as usize].map_or(0, |slot| {
                let field = core.fields[usize::from(slot)];
                u32::from(codes[after.get(field.shift, field.mask()) as usize])
            }),
        }
    }
}

impl<W: Word> Table<W> {
    /// The distance of a state in the simplified puzzle; `None` if the goal can't be reached even there.
    #[inline]
    pub(super) fn distance(&self, state: W) -> Option<u32> {
        let cost = self.costs[self.place(self.simplified(state))];
        (cost != FREE).then_some(u32::from(cost))
    }

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

    /// The distance of every simplified state from the goal, by a search against the moves, of which some may count
    /// nothing; `None` if there are too many states.
    pub(super) fn new(
        core: &Core<W>,
        cases: &[Case],
        goals: &[W],
        map: &Simplification,
        (cost, most_states): (&Cost, u64),
        (memory, limits): (&Memory, &Limits),
    ) -> Result<Option<Self>, Limit> {
        let change = core.fields.iter().fold(W::ZERO, |all, field| all.or(W::at(field.mask(), field.shift)));
        let mut work = Work::within(limits);
        let program = match Program::new(&core.model, cases, &core.fields, change, &mut work) {
            Ok(program) => program,
            Err(TooMuch::Memory) => return Err(Limit::Bytes(limits.bytes.unwrap_or(u64::MAX))),
            Err(_) => {
                limits.deadline.check()?;
                return Ok(None);
            }
        };
        drop(work);
        let mut table = Table::empty(core, map, memory)?;
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
        for distance in 0..u32::from(FREE - 1) {
            if layer.is_empty() {
                return Ok(Some(table));
            }
            let mut next: List<W> = List::new(memory);
            let mut seen = 0;
            // The layer grows by what moves reach that count nothing.
            while seen < layer.len() {
                if seen % 1024 == 0 {
                    limits.deadline.check()?;
                }
                let state = layer[seen];
                seen += 1;
                // Found nearer since it was put here.
                if u32::from(table.costs[table.place(state)]) != distance {
                    continue;
                }
                let mut failed = None;
                program.expand(state, |step, before| {
                    // A table that could not grow has room for no more states.
                    if failed.is_some() {
                        return;
                    }
                    let at = table.place(before);
                    let (known, counts) = (table.costs[at], cost.of(core, step.case, state));
                    let reached = distance + counts;
                    if reached >= u32::from(known) {
                        return;
                    }
                    (table.keys[at], table.costs[at]) = (before, reached as u8);
                    failed = if counts == 0 { layer.push(before) } else { next.push(before) }.err();
                    if known == FREE {
                        count += 1;
                        if failed.is_none() && count * 2 > table.keys.len() {
                            failed = table.grow(memory).err();
                        }
                    }
                });
                if let Some(limit) = failed {
                    return Err(limit);
                }
                if count as u64 > 2 * most_states {
                    return Ok(None);
                }
            }
            layer = next;
        }
        // Deeper than a byte tells: no table.
        Ok(None)
    }

    fn empty(core: &Core<W>, map: &Simplification, memory: &Memory) -> Result<Self, Limit> {
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
        Ok(Table {
            parts,
            images,
            keys: List::filled(W::ZERO, 1 << 12, memory)?,
            costs: List::filled(FREE, 1 << 12, memory)?,
        })
    }

    /// Makes room for twice as many states; if there is none for keys and costs both, the table stays as it is.
    fn grow(&mut self, memory: &Memory) -> Result<(), Limit> {
        let len = self.keys.len() * 2;
        let (keys, costs) = (List::filled(W::ZERO, len, memory)?, List::filled(FREE, len, memory)?);
        let (keys, costs) =
            (std::mem::replace(&mut self.keys, keys), std::mem::replace(&mut self.costs, costs));
        for (&key, &cost) in keys.iter().zip(costs.iter()).filter(|(_, cost)| **cost != FREE) {
            let at = self.place(key);
            (self.keys[at], self.costs[at]) = (key, cost);
        }
        Ok(())
    }
}
