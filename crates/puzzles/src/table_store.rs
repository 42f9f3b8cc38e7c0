//! Where tables that took time to build are kept between runs of the program. This crate opens no files: whoever runs a
//! task may bring a store along.

use telusur_search::pattern::TableError;

/// A place for tables, by name. A name consists of letters, digits, dots and hyphens.
///
/// What is loaded is not trusted: it must say what it is a table of, and its checksum must be right.
pub trait TableStore: Sync {
    /// The bytes kept under a name, if there are any, at most `most` of them.
    fn load(&self, name: &str, most: u64) -> Option<Vec<u8>>;

    /// Keeps bytes under a name. That it fails is no reason to stop: the table is built again next time.
    fn keep(&self, name: &str, bytes: &[u8]);

    /// Is told that the bytes kept under a name are of no use. The table is built again, and kept.
    fn refuse(&self, name: &str, why: TableError);
}
