//! The open list of best-first search: numbers of states by priority, last in, first out within one priority, which
//! follows promising paths down.
//!
//! Priorities are moves, so most searches use a few dozen of them, close together: those are a list of lists. But a
//! bound may be any number, and a list as long as the largest of them would not fit any memory; what lies outside the
//! window is kept in a map.

use std::collections::BTreeMap;

/// Priorities that are found without the map.
const WINDOW: usize = 1 << 12;
/// Lists with more room than this are given back when they are used up.
const SMALL: usize = 64;

/// Open states by priority.
#[derive(Default)]
pub(crate) struct OpenList {
    /// The lists of the priorities from `base` on.
    near: Vec<Vec<u32>>,
    base: u32,
    /// Nothing lies in `near` before this.
    lowest: usize,
    /// All other priorities; no list is empty.
    far: BTreeMap<u32, Vec<u32>>,
    len: usize,
}

impl OpenList {
    /// An empty list for a search whose priorities lie around this one.
    pub(crate) fn around(priority: u32) -> Self {
        OpenList { base: priority.saturating_sub(WINDOW as u32 / 2), ..OpenList::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn push(&mut self, priority: u32, id: u32) {
        self.len += 1;
        match self.place(priority) {
            Some(place) => {
                if self.near.len() <= place {
                    self.near.resize_with(place + 1, Vec::new);
                }
                self.near[place].push(id);
                self.lowest = self.lowest.min(place);
            }
            None => self.far.entry(priority).or_default().push(id),
        }
    }

    /// The place of a priority in `near`.
    #[inline]
    fn place(&self, priority: u32) -> Option<usize> {
        priority.checked_sub(self.base).map(|place| place as usize).filter(|&place| place < WINDOW)
    }

    /// The least priority and the last number that came with it.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(list) = self.near.get_mut(self.lowest) {
            if list.is_empty() {
                if list.capacity() > SMALL {
                    *list = Vec::new();
                }
                self.lowest += 1;
                continue;
            }
            let priority = self.base + self.lowest as u32;
            if self.far.first_key_value().is_some_and(|(&far, _)| far < priority) {
                break;
            }
            self.len -= 1;
            return list.pop().map(|id| (priority, id));
        }
        let mut first = self.far.first_entry()?;
        let (priority, id) = (*first.key(), first.get_mut().pop()?);
        if first.get().is_empty() {
            first.remove();
        }
        self.len -= 1;
        Some((priority, id))
    }

    /// Forgets everything from a priority on.
    pub(crate) fn cut(&mut self, priority: u32) {
        let kept = (priority.saturating_sub(self.base) as usize).min(self.near.len());
        let near: usize = self.near.drain(kept..).map(|list| list.len()).sum();
        let far: usize = self.far.split_off(&priority).into_values().map(|list| list.len()).sum();
        self.len -= near + far;
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let entries: usize = self.near.iter().chain(self.far.values()).map(Vec::capacity).sum();
        // A node of the map has room for about twice as many lists as it holds.
        let lists = self.near.capacity() + 2 * self.far.len();
        (entries * size_of::<u32>() + lists * size_of::<Vec<u32>>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_priority_comes_first_and_the_last_of_it() {
        let mut open = OpenList::around(3);
        for (priority, id) in [(5, 0), (3, 1), (5, 2), (9, 3)] {
            open.push(priority, id);
        }
        assert_eq!(open.pop(), Some((3, 1)));
        assert_eq!(open.pop(), Some((5, 2)));
        open.push(5, 4);
        open.push(2, 5);
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
            let mut open = OpenList::around(around);
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
                    open.push(priority, id);
                    plain.push((priority, id));
                }
                assert_eq!(open.len(), plain.len());
            }
            assert!(open.bytes() < 4 << 20, "{}", open.bytes());
        }
    }
}
