//! Pattern databases for sliding tiles; see [`telusur_search::pattern`].
//!
//! Tables are the same for all levels of a size whose blank belongs to the same cell. The last ones used stay in memory,
//! so that games, hints and benches of one process build them once; a [`TableStore`] keeps them for longer.

mod descent;
mod detours;
mod partition;
mod pattern;
#[cfg(test)]
mod tests;

pub(super) use descent::Informed;
#[cfg(test)]
pub(super) use tests::MemoryStore;

use crate::table_store::TableStore;
use detours::Detours;
use partition::partition;
use pattern::Pattern;
use std::sync::{Arc, Mutex, PoisonError};
use telusur_search::memory::Memory;
use telusur_search::pattern::{Abstraction, Packed, build};
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

/// The tables that were used last.
static LAST: Mutex<Option<Arc<Tables>>> = Mutex::new(None);

impl Kind {
    fn patterns(self) -> Vec<Pattern> {
        let Kind { rows, columns, blank } = self;
        let all = partition(rows, columns, blank).into_iter();
        all.map(|goals| Pattern::new(rows, columns, blank, goals)).collect()
    }

    /// The tables, if they are in memory.
    pub(super) fn at_hand(self) -> Option<Arc<Tables>> {
        let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|tables| tables.kind == self).cloned()
    }

    /// The tables as they were kept, if all of them were and they fit the limits.
    pub(super) fn load(self, store: &dyn TableStore, limits: &Limits) -> Option<Arc<Tables>> {
        let memory = Memory::of(limits);
        let mut tables = Vec::new();
        for pattern in self.patterns() {
            let (name, len) = (pattern.name(), pattern.len());
            // The file and the table; one more byte shows that it is too long.
            let most = Packed::encoded_bytes(&name, len);
            memory.take(2 * most).ok()?;
            let bytes = store.load(&name, most + 1)?;
            match Packed::decode(&bytes, &name, len) {
                Ok(excess) => tables.push(Table { pattern, excess }),
                Err(why) => {
                    store.refuse(&name, why);
                    return None;
                }
            }
            memory.give_back(most);
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
        let costs = build(&patterns, run)?;
        let beside: u64 = costs.iter().map(telusur_search::memory::List::bytes).sum();
        let memory = Memory::of(&run.limits.holding(beside));
        let mut tables = Vec::new();
        for (pattern, costs) in patterns.into_iter().zip(costs) {
            let excess = pattern.pack(&costs, &memory)?;
            tables.push(Table { pattern, excess });
        }
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
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(tables.clone());
        tables
    }
}

impl Tables {
    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let detours = size_of_val(self.detours.states.as_slice()) as u64;
        self.tables.iter().map(|table| table.excess.bytes()).sum::<u64>() + detours
    }

    /// The sizes of the patterns, as in 6-6-3.
    pub(super) fn sizes(&self) -> String {
        let sizes: Vec<String> =
            self.tables.iter().map(|table| table.pattern.goals.len().to_string()).collect();
        sizes.join("-")
    }
}
