//! Where tables that took time to build are kept between runs of the program. This crate opens no files: whoever runs a
//! task may bring a store along.

use std::sync::OnceLock;
use telusur_search::pattern::TableError;

/// The store of this process, if it has one.
static INSTALLED: OnceLock<Box<dyn TableStore + Send>> = OnceLock::new();

/// Hands over the store of this process, for front ends whose tasks are made far from where the program knows its data
/// directory. Only the first one counts.
pub fn install(store: Box<dyn TableStore + Send>) {
    // A second one would be for the same directory.
    drop(INSTALLED.set(store));
}

/// The store of this process, if one was installed.
#[must_use]
pub fn installed() -> Option<&'static dyn TableStore> {
    INSTALLED.get().map(|store| &**store as &dyn TableStore)
}

/// A place for tables, by name. A name consists of letters, digits, dots and hyphens.
///
/// What is loaded is not trusted: it must say what it is a table of, and its checksum must be right.
pub trait TableStore: Sync {
    /// The bytes kept under a name, if there are any, at most `most` of them.
    fn load(&self, name: &str, most: u64) -> Option<Vec<u8>>;

    /// Whether something is kept under a name, whatever it is.
    fn holds(&self, name: &str) -> bool;

    /// Whether tables may be built that take minutes and gigabytes of memory to build, because somebody has asked for
    /// them. Those that are kept are used in any case.
    fn may_build_large(&self) -> bool {
        false
    }

    /// Keeps bytes under a name. That it fails is no reason to stop: the table is built again next time.
    fn keep(&self, name: &str, bytes: &[u8]);

    /// Is told that the bytes kept under a name are of no use. The table is built again, and kept.
    fn refuse(&self, name: &str, why: TableError);
}
