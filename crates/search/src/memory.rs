//! Memory that is counted before it is allocated: [`Memory`], and the two containers that engines grow, [`List`] and
//! [`Chunks`].
//!
//! Whatever may grow with a search asks its [`Memory`] first and tells it when it is dropped. So a budget is used to
//! the last part and never passed, the peak is known exactly, and a machine that has no more memory to give is a limit
//! like any other, not the end of the program.

use crate::budget::Limit;
use crate::limits::{Limits, Refusals};
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a search holds and may hold at most. Clones count together.
///
/// ```
/// use telusur_search::memory::{List, Memory};
/// use telusur_search::{Budget, Limit, Limits};
/// let memory = Memory::of(&Limits::from(Budget::default().with_bytes(1000)));
/// let mut list = List::new(&memory);
/// let stopped = (0u64..).find_map(|number| list.push(number).err());
/// assert_eq!(stopped, Some(Limit::Bytes(1000)));
/// assert!(list.len() > 40 && memory.used() <= 1000);
/// drop(list);
/// assert_eq!(memory.used(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Memory(Arc<Count>);

#[derive(Debug)]
struct Count {
    used: AtomicU64,
    peak: AtomicU64,
    most: u64,
    /// What was asked for the whole task, for messages.
    asked: u64,
    /// Bytes that other parts of the task hold meanwhile.
    held: u64,
    task: TaskUsage,
    refusals: Option<Arc<Refusals>>,
}

/// What is still counted goes with the last clone: the task that goes on does not hold it any more.
impl Drop for Count {
    fn drop(&mut self) {
        self.task.give_back(self.used.load(Relaxed));
    }
}

/// What all parts of a task hold together, and the most that they held at one time. Clones count together.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaskUsage(Arc<Totals>);

#[derive(Debug, Default)]
struct Totals {
    used: AtomicU64,
    peak: AtomicU64,
}

impl TaskUsage {
    /// Counts bytes that a part has taken.
    fn take(&self, bytes: u64) {
        let before = self.0.used.fetch_add(bytes, Relaxed);
        self.note(before.saturating_add(bytes));
    }

    fn give_back(&self, bytes: u64) {
        self.0.used.fetch_sub(bytes, Relaxed);
    }

    /// Records that the task held this many bytes at one time.
    pub(crate) fn note(&self, bytes: u64) {
        self.0.peak.fetch_max(bytes, Relaxed);
    }

    /// Most bytes held at one time.
    pub(crate) fn peak(&self) -> u64 {
        self.0.peak.load(Relaxed)
    }
}

impl Memory {
    /// The memory of a part of a task that works under these limits.
    #[must_use]
    pub fn of(limits: &Limits) -> Self {
        Memory(Arc::new(Count {
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            most: limits.bytes_left().unwrap_or(u64::MAX),
            asked: limits.bytes.unwrap_or(u64::MAX),
            held: limits.held(),
            task: limits.usage().clone(),
            refusals: limits.refusals.clone(),
        }))
    }

    /// Memory without a limit but the machine's.
    #[must_use]
    pub fn unlimited() -> Self {
        Memory::of(&Limits::none())
    }

    /// Counts bytes that are about to be allocated.
    ///
    /// # Errors
    /// [`Limit::Bytes`] if they are too many; then they are not counted.
    pub fn take(&self, bytes: u64) -> Result<(), Limit> {
        let Count { used, peak, most, held, task, refusals, .. } = &*self.0;
        if refusals.as_ref().is_some_and(|refusals| refusals.refuse_next()) {
            return Err(self.full());
        }
        let sum = |used: u64| used.checked_add(bytes).filter(|sum| sum <= most);
        let before = used.fetch_update(Relaxed, Relaxed, sum).map_err(|_| self.full())?;
        peak.fetch_max(before + bytes, Relaxed);
        task.take(bytes);
        // What is held elsewhere may be counted there, or nowhere.
        task.note((before + bytes).saturating_add(*held));
        Ok(())
    }

    /// Counts bytes that were taken and are free now.
    pub fn give_back(&self, bytes: u64) {
        self.0.used.fetch_sub(bytes, Relaxed);
        self.0.task.give_back(bytes);
    }

    /// Bytes held now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.load(Relaxed)
    }

    /// Most bytes held at one time.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.0.peak.load(Relaxed)
    }

    /// The limit of bytes, as an answer names it.
    #[must_use]
    pub fn full(&self) -> Limit {
        Limit::Bytes(self.0.asked)
    }

    /// An empty vector with room for exactly so many items, counted.
    ///
    /// # Errors
    /// If the budget or the machine has no room for them.
    pub fn vec<T>(&self, capacity: usize) -> Result<Vec<T>, Limit> {
        let mut items = Vec::new();
        self.widen(&mut items, capacity)?;
        Ok(items)
    }

    /// Gives a counted vector room for exactly so many items. Until it has it, the old room counts beside the new, as both
    /// may be needed; where the allocator moves pages instead of items, nothing is copied.
    fn widen<T>(&self, items: &mut Vec<T>, capacity: usize) -> Result<(), Limit> {
        let (bytes, old) = (bytes_of::<T>(capacity), bytes_of::<T>(items.capacity()));
        self.take(bytes)?;
        let given = items.try_reserve_exact(capacity - items.len());
        self.give_back(if given.is_ok() { old } else { bytes });
        given.map_err(|_| Limit::Memory(bytes))
    }
}

/// How many items fit into so many bytes, kept between two numbers.
pub(crate) const fn fitting<T>(bytes: usize, least: usize, most: usize) -> usize {
    let fitting = bytes / if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
    if fitting < least {
        least
    } else if fitting > most {
        most
    } else {
        fitting
    }
}

fn bytes_of<T>(capacity: usize) -> u64 {
    (capacity as u64).saturating_mul(size_of::<T>() as u64)
}

/// A number in as few bytes as suffice where many are stored.
pub(crate) trait Narrow: Copy + Default + Send + Sync {
    fn narrow(number: u64) -> Self;
    fn wide(self) -> u64;
}

macro_rules! narrow {
    ($($word:ty),*) => {$(
        impl Narrow for $word {
            #[inline(always)]
            fn narrow(number: u64) -> Self {
                number as $word
            }
            #[inline(always)]
            fn wide(self) -> u64 {
                self.into()
            }
        }
    )*};
}
narrow!(u16, u32, u64);

/// Bytes below which a list doubles when it grows.
const SMALL: u64 = 1 << 16;

/// A vector that asks before it grows. While it grows, both copies count.
#[derive(Debug)]
pub struct List<T> {
    items: Vec<T>,
    memory: Memory,
}

impl<T> List<T> {
    /// An empty list.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        List { items: Vec::new(), memory: memory.clone() }
    }

    /// A list of equal items.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn filled(item: T, len: usize, memory: &Memory) -> Result<Self, Limit>
    where
        T: Clone,
    {
        let mut items = memory.vec(len)?;
        items.resize(len, item);
        Ok(List { items, memory: memory.clone() })
    }

    /// A list of default items.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn defaults(len: usize, memory: &Memory) -> Result<Self, Limit>
    where
        T: Default,
    {
        let mut items = memory.vec(len)?;
        items.resize_with(len, T::default);
        Ok(List { items, memory: memory.clone() })
    }

    /// Appends an item.
    ///
    /// # Errors
    /// If there is no room for it; then nothing has changed.
    #[inline(always)]
    pub fn push(&mut self, item: T) -> Result<(), Limit> {
        if self.items.len() == self.items.capacity() {
            self.grow(1)?;
        }
        self.items.push(item);
        Ok(())
    }

    /// Appends copies of many items.
    ///
    /// # Errors
    /// If there is no room for all of them; then nothing has changed.
    pub fn extend_from_slice(&mut self, items: &[T]) -> Result<(), Limit>
    where
        T: Copy,
    {
        self.reserve(items.len())?;
        self.items.extend_from_slice(items);
        Ok(())
    }

    /// Appends what a visitor is called with. It can't stop whoever calls it, so what does not fit is left out.
    ///
    /// # Errors
    /// If there was no room for all of them.
    #[inline(always)]
    pub(crate) fn gather(&mut self, visit: impl FnOnce(&mut Growing<'_, T>)) -> Result<(), Limit> {
        let mut growing = Growing { list: self, full: None };
        visit(&mut growing);
        growing.full.map_or(Ok(()), Err)
    }

    /// Makes room for so many items more.
    ///
    /// # Errors
    /// If there is none.
    pub fn reserve(&mut self, more: usize) -> Result<(), Limit> {
        if self.items.capacity() - self.items.len() < more {
            self.grow(more)?;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, more: usize) -> Result<(), Limit> {
        let capacity = self.items.capacity();
        let needed = self.items.len() + more;
        let generous = if bytes_of::<T>(capacity) < SMALL { capacity } else { capacity / 2 };
        // A power of two, so that a first chunk that doubles ends as a whole one.
        let few = fitting::<T>(64, 1, 64).next_power_of_two();
        // The least is still a share of what is there: a list that grew item by item would copy itself every time.
        let mut by = |more: usize| self.memory.widen(&mut self.items, needed.max(capacity + more));
        by(generous.max(few)).or_else(|_| by((capacity / 8).max(1))).or_else(|_| by(capacity / 64))
    }

    /// Removes the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Removes all items but the first so many; the room stays.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Removes all items; the room stays.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// The list with all its items; an empty one stays.
    #[must_use]
    pub(crate) fn take(&mut self) -> Self {
        let empty = List::new(&self.memory);
        std::mem::replace(self, empty)
    }

    /// Removes all items and gives their room back.
    pub fn release(&mut self) {
        drop(self.take());
    }

    /// The items as a plain vector, for an answer: from now on they don't count.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<T> {
        self.memory.give_back(self.bytes());
        std::mem::take(&mut self.items)
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        bytes_of::<T>(self.items.capacity())
    }
}

/// A list that grows until there is no room.
pub(crate) struct Growing<'l, T> {
    list: &'l mut List<T>,
    full: Option<Limit>,
}

impl<T> Growing<'_, T> {
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        if let Err(limit) = self.list.push(item) {
            self.full = Some(limit);
        }
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        self.memory.give_back(bytes_of::<T>(self.items.capacity()));
    }
}

impl<T> Deref for List<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for List<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

/// Bytes of a chunk, at most; a chunk has at least one item.
const CHUNK_BYTES: usize = 1 << 15;

/// A list that never copies its items when it grows, and so can fill a budget to the last chunk.
#[derive(Debug)]
pub struct Chunks<T> {
    chunks: List<List<T>>,
    len: usize,
}

impl<T> Chunks<T> {
    const SHIFT: u32 = fitting::<T>(CHUNK_BYTES, 1, CHUNK_BYTES).ilog2();
    /// Items of a full chunk.
    pub const CHUNK: usize = 1 << Self::SHIFT;

    /// An empty list.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        Chunks { chunks: List::new(memory), len: 0 }
    }

    /// How many items there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends an item.
    ///
    /// # Errors
    /// If there is no room for it; then nothing has changed.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), Limit> {
        let at = self.len >> Self::SHIFT;
        if at == self.chunks.len() {
            self.add_chunk()?;
        }
        self.chunks[at].push(item)?;
        self.len += 1;
        Ok(())
    }

    #[cold]
    fn add_chunk(&mut self) -> Result<(), Limit> {
        let memory = self.chunks.memory.clone();
        let mut chunk = List::new(&memory);
        // The first chunk grows as it is needed: many lists stay short.
        if !self.chunks.is_empty() {
            chunk.items = memory.vec(Self::CHUNK)?;
        }
        self.chunks.push(chunk)
    }

    /// Appends copies of many items.
    ///
    /// # Errors
    /// If there is no room for all of them; then some of them are here.
    pub fn extend_from_slice(&mut self, mut items: &[T]) -> Result<(), Limit>
    where
        T: Copy,
    {
        while !items.is_empty() {
            let (at, used) = (self.len >> Self::SHIFT, self.len & (Self::CHUNK - 1));
            if at == self.chunks.len() {
                self.add_chunk()?;
            }
            let (now, later) = items.split_at(items.len().min(Self::CHUNK - used));
            self.chunks[at].extend_from_slice(now)?;
            self.len += now.len();
            items = later;
        }
        Ok(())
    }

    /// Removes items from the front, as many whole chunks of them as there are among the first so many; says how many.
    /// The chunks stay for the next items.
    pub(crate) fn forget(&mut self, most: usize) -> usize {
        let chunks = most >> Self::SHIFT;
        self.chunks[..chunks].iter_mut().for_each(List::clear);
        self.chunks.rotate_left(chunks);
        self.len -= chunks << Self::SHIFT;
        chunks << Self::SHIFT
    }

    /// The longest run of items that lie side by side, from one place on and before another.
    #[inline]
    pub(crate) fn run(&self, from: usize, to: usize) -> &[T] {
        let begin = from & (Self::CHUNK - 1);
        let chunk = &self.chunks[from >> Self::SHIFT];
        &chunk[begin..chunk.len().min(begin + (to - from))]
    }

    /// Removes the last item. Empty chunks stay for the next items, but no more than two.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        let at = last >> Self::SHIFT;
        if self.chunks.len() > at + 2 {
            self.chunks.truncate(at + 2);
        }
        self.len = last;
        self.chunks[at].pop()
    }

    /// Removes all items but the first so many, and all chunks but one that are empty then.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.len = len;
        let at = len >> Self::SHIFT;
        self.chunks.truncate(at + 1);
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.truncate(len & (Self::CHUNK - 1));
        }
    }

    /// The last item.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.get(self.len.checked_sub(1)?)
    }

    /// An item by its place.
    #[inline]
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&T> {
        self.chunks.get(at >> Self::SHIFT)?.get(at & (Self::CHUNK - 1))
    }

    /// All items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.chunks.bytes() + self.chunks.iter().map(List::bytes).sum::<u64>()
    }
}

impl<T> Index<usize> for Chunks<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, at: usize) -> &T {
        &self.chunks[at >> Self::SHIFT][at & (Self::CHUNK - 1)]
    }
}

impl<T> IndexMut<usize> for Chunks<T> {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.chunks[at >> Self::SHIFT][at & (Self::CHUNK - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    fn memory(bytes: u64) -> Memory {
        Memory::of(&Limits::from(Budget::default().with_bytes(bytes)))
    }

    #[test]
    fn lists_fill_what_they_are_given_and_give_it_back() {
        for bytes in [0, 1, 100, 10_000, 1 << 20] {
            let memory = memory(bytes);
            let mut list = List::new(&memory);
            let stopped = (0u32..).find_map(|i| list.push(i).err());
            assert_eq!(stopped, Some(Limit::Bytes(bytes)));
            assert!(memory.peak() <= bytes && memory.used() == list.bytes());
            assert!(list.iter().copied().eq(0..list.len() as u32), "what was stored stays stored");
            // Both copies count while it grows, so about half is in use at the end.
            assert!(list.bytes() + 8 >= bytes * 2 / 5, "{} of {bytes}", list.bytes());
            let len = list.len();
            assert_eq!((list.into_vec().len(), memory.used()), (len, 0));
        }
    }

    #[test]
    fn lists_are_not_copied_for_every_item_when_memory_ends() {
        let memory = memory(1 << 20);
        let mut list = List::new(&memory);
        let mut copies = 0;
        while {
            let held = list.bytes();
            let has_room = list.push(0u64).is_ok();
            copies += usize::from(list.bytes() != held);
            has_room
        } {}
        assert!(list.len() > 50_000 && copies < 100, "{copies} copies of {} items", list.len());
    }

    fn fill<T: Copy + PartialEq + std::fmt::Debug>(bytes: u64, item: T, least: u64) {
        let memory = memory(bytes);
        let mut chunks = Chunks::new(&memory);
        let stopped = std::iter::repeat_with(|| chunks.push(item)).find_map(Result::err);
        assert_eq!(stopped, Some(Limit::Bytes(bytes)));
        assert!(memory.peak() <= bytes && memory.used() == chunks.bytes());
        assert!(chunks.bytes() >= least, "{} of {bytes}", chunks.bytes());
        assert_eq!(chunks.iter().count(), chunks.len());
        while chunks.len() > 1 {
            assert_eq!(chunks.pop(), Some(item));
        }
        assert!(chunks.bytes() <= 3 * CHUNK_BYTES.max(size_of::<T>()) as u64 + chunks.chunks.bytes());
        drop(chunks);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn chunks_fill_a_budget_to_the_last_chunk() {
        fill(1 << 20, 7u8, 900_000);
        fill(1 << 20, 7u64, 900_000);
        fill(1 << 20, [7u64; 171], 900_000);
        fill(1 << 20, [7u64; 5000], 900_000);
    }

    #[test]
    fn chunks_are_a_list() {
        let mut chunks = Chunks::new(&Memory::unlimited());
        let mut list = Vec::new();
        for i in 0..30_000u64 {
            chunks.push(i).unwrap();
            list.push(i);
            if i % 7 == 0 {
                assert_eq!(chunks.pop(), list.pop());
            }
        }
        chunks[9] = 1;
        list[9] = 1;
        for len in [list.len() + 5, list.len() - 1, 20_000, 4096, 4095, 3, 0] {
            chunks.truncate(len);
            list.truncate(len);
            assert!(chunks.iter().eq(&list) && chunks.len() == list.len());
            assert_eq!((chunks.last(), chunks.get(len)), (list.last(), None));
        }
        assert_eq!(chunks.pop(), None);
        let mut nothing = Chunks::new(&memory(100));
        (0..1000).for_each(|_| nothing.push(()).unwrap());
        assert_eq!(nothing.len(), 1000);
    }

    #[test]
    fn a_machine_that_refuses_is_a_limit() {
        let memory = Memory::unlimited();
        let most = isize::MAX as usize;
        assert_eq!(List::filled(0u8, most, &memory).err(), Some(Limit::Memory(most as u64)));
        assert_eq!(List::filled(0u64, most, &memory).err(), Some(Limit::Memory(u64::MAX)));
        assert_eq!(memory.used(), 0);
    }
}
