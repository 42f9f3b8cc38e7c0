//! The open list of best-first search: numbers of states by priority, last in, first out within one priority, which
//! follows promising paths down.
//!
//! Priorities are moves, so most searches use a few dozen of them, close together: those are a list of stacks. But a
//! bound may be any number, and a list as long as the largest of them would not fit any memory; what lies outside the
//! window is kept in a map. All stacks share one pool of blocks, so that their memory is exact and nothing is copied.

use crate::budget::Limit;
use crate::memory::{Chunks, List, Memory};
use std::collections::BTreeMap;

/// Priorities that are found without the map.
const WINDOW: usize = 1 << 12;
/// Bytes that an entry of the map takes, with the room that its nodes leave.
const FAR_BYTES: u64 = 48;
/// Numbers in a block.
const BLOCK: usize = 31;
const NONE: u32 = u32::MAX;

/// Some numbers of one priority, and the block below.
#[derive(Clone, Copy, Debug)]
struct Block {
    numbers: [u32; BLOCK],
    below: u32,
}

/// The stack of one priority: its upper block, and how many numbers are in that.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stack {
    block: u32,
    len: u32,
}

const EMPTY: Stack = Stack { block: NONE, len: 0 };

/// The blocks of all stacks.
struct Blocks {
    blocks: Chunks<Block>,
    /// The first of the blocks that are not in use.
    free: u32,
}

impl Blocks {
    fn push(&mut self, stack: &mut Stack, number: u32) -> Result<(), Limit> {
        if stack.block == NONE || stack.len as usize == BLOCK {
            let below = stack.block;
            let block = match self.free {
                NONE => {
                    let block = self.blocks.len() as u32;
                    self.blocks.push(Block { numbers: [0; BLOCK], below })?;
                    block
                }
                free => {
                    self.free = std::mem::replace(&mut self.blocks[free as usize].below, below);
                    free
                }
            };
            *stack = Stack { block, len: 0 };
        }
        self.blocks[stack.block as usize].numbers[stack.len as usize] = number;
        stack.len += 1;
        Ok(())
    }

    fn pop(&mut self, stack: &mut Stack) -> Option<u32> {
        stack.len = stack.len.checked_sub(1)?;
        let number = self.blocks[stack.block as usize].numbers[stack.len as usize];
        if stack.len == 0 {
            self.drop_block(stack);
        }
        Some(number)
    }

    /// Gives the upper block of a stack back.
    fn drop_block(&mut self, stack: &mut Stack) {
        let below = std::mem::replace(&mut self.blocks[stack.block as usize].below, self.free);
        self.free = stack.block;
        *stack = Stack { block: below, len: if below == NONE { 0 } else { BLOCK as u32 } };
    }

    /// Forgets a whole stack; returns how many numbers it had.
    fn clear(&mut self, stack: &mut Stack) -> usize {
        let mut count = 0;
        while stack.block != NONE {
            count += stack.len as usize;
            self.drop_block(stack);
        }
        count
    }
}

/// Open states by priority.
pub(crate) struct OpenList {
    /// The stacks of the priorities from `base` on.
    near: List<Stack>,
    base: u32,
    /// Nothing lies in `near` before this.
    lowest: usize,
    /// All other priorities; no stack is empty.
    far: BTreeMap<u32, Stack>,
    blocks: Blocks,
    len: usize,
    memory: Memory,
}

impl OpenList {
    /// An empty list for a search whose priorities lie around this one.
    pub(crate) fn around(priority: u32, memory: &Memory) -> Self {
        OpenList {
            near: List::new(memory),
            base: priority.saturating_sub(WINDOW as u32 / 2),
            lowest: 0,
            far: BTreeMap::new(),
            blocks: Blocks { blocks: Chunks::new(memory), free: NONE },
            len: 0,
            memory: memory.clone(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds a number.
    ///
    /// # Errors
    /// If there is no room for it.
    #[inline]
    pub(crate) fn push(&mut self, priority: u32, id: u32) -> Result<(), Limit> {
        match self.place(priority) {
            Some(place) => {
                while self.near.len() <= place {
                    self.near.push(EMPTY)?;
                }
                self.blocks.push(&mut self.near[place], id)?;
                self.lowest = self.lowest.min(place);
            }
            None => {
                if !self.far.contains_key(&priority) {
                    self.memory.take(FAR_BYTES)?;
                }
                let stack = self.far.entry(priority).or_insert(EMPTY);
                let pushed = self.blocks.push(stack, id);
                if *stack == EMPTY {
                    self.far.remove(&priority);
                    self.memory.give_back(FAR_BYTES);
                }
                pushed?;
            }
        }
        self.len += 1;
        Ok(())
    }

    /// The place of a priority in `near`.
    #[inline]
    fn place(&self, priority: u32) -> Option<usize> {
        priority.checked_sub(self.base).map(|place| place as usize).filter(|&place| place < WINDOW)
    }

    /// The least priority and the last number that came with it.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(stack) = self.near.get_mut(self.lowest) {
            if stack.block == NONE {
                self.lowest += 1;
                continue;
            }
            let priority = self.base + self.lowest as u32;
            if self.far.first_key_value().is_some_and(|(&far, _)| far < priority) {
                break;
            }
            self.len -= 1;
            return self.blocks.pop(stack).map(|id| (priority, id));
        }
        let mut first = self.far.first_entry()?;
        let (priority, id) = (*first.key(), self.blocks.pop(first.get_mut())?);
        if *first.get() == EMPTY {
            first.remove();
            self.memory.give_back(FAR_BYTES);
        }
        self.len -= 1;
        Some((priority, id))
    }

    /// Forgets everything from a priority on.
    pub(crate) fn cut(&mut self, priority: u32) {
        let kept = (priority.saturating_sub(self.base) as usize).min(self.near.len());
        for stack in &mut self.near[kept..] {
            self.len -= self.blocks.clear(stack);
        }
        for (_, mut stack) in self.far.split_off(&priority) {
            self.len -= self.blocks.clear(&mut stack);
            self.memory.give_back(FAR_BYTES);
        }
    }
}

impl Drop for OpenList {
    fn drop(&mut self) {
        self.memory.give_back(FAR_BYTES * self.far.len() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_priority_comes_first_and_the_last_of_it() {
        let mut open = OpenList::around(3, &Memory::unlimited());
        for (priority, id) in [(5, 0), (3, 1), (5, 2), (9, 3)] {
            open.push(priority, id).unwrap();
        }
        assert_eq!(open.pop(), Some((3, 1)));
        assert_eq!(open.pop(), Some((5, 2)));
        open.push(5, 4).unwrap();
        open.push(2, 5).unwrap();
        assert_eq!([open.pop(), open.pop()], [Some((2, 5)), Some((5, 4))]);
        // Nothing from 9 on can lead below 9.
        open.cut(9);
        assert_eq!((open.pop(), open.pop(), open.len()), (Some((5, 0)), None, 0));
    }

    /// Against a plain list that is searched from end to end, with priorities from everywhere.
    #[test]
    fn any_priority_is_served_in_order_and_little_memory() {
        let mut random = 88_172_645_463_325_252u64;
        let mut below = |n: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 20) % n
        };
        for around in [0, 70_000, u32::MAX] {
            let memory = Memory::unlimited();
            let mut open = OpenList::around(around, &memory);
            let mut plain: Vec<(u32, u32)> = Vec::new();
            for id in 0..20_000 {
                let priority = match below(4) {
                    0 => below(1 << 32) as u32,
                    1 => u32::MAX - below(3) as u32,
                    2 => around.saturating_add(below(5000) as u32),
                    _ => around.saturating_sub(below(5000) as u32),
                };
                if below(3) == 0 {
                    let least = plain.iter().map(|&(priority, _)| priority).min();
                    let at = least.and_then(|least| plain.iter().rposition(|&(p, _)| p == least));
                    assert_eq!(open.pop(), at.map(|at| plain.remove(at)));
                } else if below(500) == 0 {
                    open.cut(priority);
                    plain.retain(|&(p, _)| p < priority);
                } else {
                    open.push(priority, id).unwrap();
                    plain.push((priority, id));
                }
                assert_eq!(open.len(), plain.len());
            }
            assert!(memory.peak() < 4 << 20, "{}", memory.peak());
            drop(open);
            assert_eq!(memory.used(), 0);
        }
    }
}
