//! Pattern databases for sliding tiles; see [`telusur_search::pattern`].
//!
//! Tables are the same for all levels of a size whose blank belongs to the same cell. The last ones used stay in memory,
//! so that games, hints and benches of one process build them once; a [`TableStore`] keeps them for longer.

mod arrangement;
mod descent;
mod detours;
mod partition;
mod pattern;
#[cfg(test)]
mod tests;

pub(super) use descent::{Halves, Informed};
#[cfg(test)]
pub(super) use tests::MemoryStore;

use crate::table_store::TableStore;
use detours::Detours;
use partition::{halves, has_halves, partition};
use pattern::Pattern;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use telusur_search::memory::Memory;
use telusur_search::pattern::{Abstraction, Packed, Pebbles, build};
use telusur_search::{Limit, Limits, Run};

/// Most cells of boards that there are tables for.
pub(super) const MOST_CELLS: usize = 25;

/// Of which boards tables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Where the blank belongs.
    pub(super) blank: usize,
    /// Whether they are the large ones: two patterns, of eight and of seven tiles.
    pub(super) is_large: bool,
}

/// The tables of all patterns of a kind of boards.
#[derive(Debug)]
pub(super) struct Tables {
    kind: Kind,
    tables: Vec<Table>,
    detours: Detours,
}

/// The table of a pattern.
#[derive(Debug)]
struct Table {
    pattern: Pattern,
    /// By how many pairs of moves the cost of an arrangement exceeds the way of its tiles.
    excess: Packed,
}

/// The tables that were used last, but large ones.
static LAST: Mutex<Option<Arc<Tables>>> = Mutex::new(None);
/// The large tables that were used last, as long as somebody uses them: they are too large to be held for nobody.
static LAST_LARGE: Mutex<Weak<Tables>> = Mutex::new(Weak::new());

impl Kind {
    fn patterns(self) -> Vec<Pattern> {
        let Kind { rows, columns, blank, is_large } = self;
        let all = if is_large { halves(blank) } else { partition(rows, columns, blank) };
        all.into_iter().map(|goals| Pattern::new(rows, columns, blank, goals)).collect()
    }

    /// The large tables of the same boards, if there are any.
    pub(super) fn large(self) -> Option<Self> {
        let is_large = has_halves(self.rows, self.columns, self.blank);
        is_large.then_some(Kind { is_large, ..self })
    }

    /// Whether the tables are in memory, are kept, or may be built, and the limits suffice.
    pub(super) fn is_in_reach(self, store: Option<&dyn TableStore>, limits: &Limits) -> bool {
        let to_load = || self.numbers().sum::<u64>().div_ceil(2) + (1 << 20);
        self.at_hand().is_some()
            || store.is_some_and(|store| self.is_kept(store)) && limits.afford(to_load()).is_ok()
            || self.may_be_built(store, limits)
    }

    /// Whether the tables may be built although that takes long, and the limits suffice.
    pub(super) fn may_be_built(self, store: Option<&dyn TableStore>, limits: &Limits) -> bool {
        /// With less time left than this, they would hardly be ready.
        const TIME_TO_BUILD: Duration = Duration::from_secs(240);
        // What the search of the largest one takes, its layers included, beside the costs of all.
        let to_build = || self.numbers().sum::<u64>() + 8 * self.numbers().max().unwrap_or(0);
        store.is_some_and(TableStore::may_build_large)
            && limits.deadline.left().is_none_or(|left| left > TIME_TO_BUILD)
            && limits.afford(to_build()).is_ok()
    }

    /// How many numbers each table has.
    fn numbers(self) -> impl Iterator<Item = u64> {
        self.patterns().into_iter().map(|pattern| pattern.len() as u64)
    }

    /// Whether the tables are kept, as far as names tell.
    fn is_kept(self, store: &dyn TableStore) -> bool {
        self.patterns().iter().all(|pattern| store.holds(&pattern.name()))
    }

    /// The tables, if they are in memory.
    pub(super) fn at_hand(self) -> Option<Arc<Tables>> {
        let last = match self.is_large {
            true => LAST_LARGE.lock().unwrap_or_else(PoisonError::into_inner).upgrade(),
            false => LAST.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        };
        last.filter(|tables| tables.kind == self)
    }

    /// The tables, if they are in memory or were kept and fit the limits; and where they were.
    pub(super) fn find(
        self,
        store: Option<&dyn TableStore>,
        limits: &Limits,
    ) -> Option<(Arc<Tables>, &'static str)> {
        let kept = || Some((self.load(store?, limits)?, "kept from an earlier run"));
        self.at_hand().map(|tables| (tables, "at hand")).or_else(kept)
    }

    /// The tables as they were kept, if all of them were and they fit the limits.
    fn load(self, store: &dyn TableStore, limits: &Limits) -> Option<Arc<Tables>> {
        let memory = Memory::of(limits);
        let mut tables = Vec::new();
        for pattern in self.patterns() {
            let (name, len) = (pattern.name(), pattern.len());
            // The file is the table; one more byte shows that it is too long.
            let most = Packed::encoded_bytes(&name, len);
            memory.take(most + 1).ok()?;
            let bytes = store.load(&name, most + 1)?;
            match Packed::decode(bytes, &name, len) {
                Ok(excess) => tables.push(Table { pattern, excess }),
                Err(why) => {
                    store.refuse(&name, why);
                    return None;
                }
            }
        }
        Some(self.share(tables))
    }

    /// Builds the tables, and hands them to the store.
    pub(super) fn build(
        self,
        store: Option<&dyn TableStore>,
        run: &mut Run<'_>,
    ) -> Result<Arc<Tables>, Limit> {
        let patterns = self.patterns();
        let (excess, memory) = excess(&patterns, run)?;
        let tables: Vec<Table> =
            patterns.into_iter().zip(excess).map(|(pattern, excess)| Table { pattern, excess }).collect();
        if let Some(store) = store {
            for Table { pattern, excess } in &tables {
                let name = pattern.name();
                // Keeping must not cost more than the budget has.
                if memory.take(Packed::encoded_bytes(&name, excess.len())).is_ok() {
                    store.keep(&name, &excess.encode(&name));
                    memory.give_back(Packed::encoded_bytes(&name, excess.len()));
                }
            }
        }
        Ok(self.share(tables))
    }

    fn share(self, tables: Vec<Table>) -> Arc<Tables> {
        let tables = Arc::new(Tables { kind: self, tables, detours: Detours::new(self.rows, self.columns) });
        match self.is_large {
            true => *LAST_LARGE.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&tables),
            false => *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(tables.clone()),
        }
        tables
    }
}

/// The tables of some patterns, and the memory in which they are counted.
fn excess(patterns: &[Pattern], run: &mut Run<'_>) -> Result<(Vec<Packed>, Memory), Limit> {
    if let Some(pebbles) = patterns.iter().map(Pattern::pebbles).collect::<Option<Vec<_>>>() {
        let tables = Pebbles::excess(&pebbles, run)?;
        let held = tables.iter().map(Packed::bytes).sum();
        return Ok((tables, Memory::of(&run.limits.holding(held))));
    }
    let costs = build(patterns, run)?;
    let beside: u64 = costs.iter().map(telusur_search::memory::List::bytes).sum();
    let memory = Memory::of(&run.limits.holding(beside));
    let packed = patterns.iter().zip(costs).map(|(pattern, costs)| pattern.pack(&costs, &memory));
    Ok((packed.collect::<Result<_, _>>()?, memory))
}

impl Tables {
    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let detours = size_of_val(self.detours.states.as_slice()) as u64;
        self.tables.iter().map(|table| table.excess.bytes()).sum::<u64>() + detours
    }

    /// Whether they are the large ones.
    pub(super) fn is_large(&self) -> bool {
        self.kind.is_large
    }

    /// The sizes of the patterns, as in 6-6-3.
    pub(super) fn sizes(&self) -> String {
        let sizes: Vec<String> =
            self.tables.iter().map(|table| table.pattern.goals.len().to_string()).collect();
        sizes.join("-")
    }
}
