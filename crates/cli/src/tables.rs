//! Tables that took time to build, as files in the data directory. Nothing depends on them: one that can't be read, or
//! holds something else, is built again, and one that can't be written is not kept.

use crate::data;
use crate::exit::complain;
use crate::target::Target;
use clap::ArgMatches;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use telusur_puzzles::{TableStore, table_store};
use telusur_search::pattern::TableError;

/// The folder of the tables.
pub(crate) struct TableFolder {
    folder: PathBuf,
    /// Whether it was asked for: then it is said if nothing can be kept there.
    is_given: bool,
    /// Whether large tables were asked for.
    builds_large: bool,
    /// Whether nothing may be printed, because the screen is in use.
    is_silent: bool,
}

impl TableFolder {
    /// The folder in the data directory, if there is one.
    pub(crate) fn of(matches: &ArgMatches) -> Option<Self> {
        let given = matches.try_get_one::<PathBuf>("data").ok().flatten().cloned();
        let is_given = given.is_some();
        let directory = given.or_else(|| data::default_directory().ok())?;
        let builds_large = matches.try_get_one("large-tables").ok().flatten().copied().unwrap_or(false);
        Some(TableFolder { folder: directory.join("tables"), is_given, builds_large, is_silent: false })
    }

    /// The same for all tasks of a program that serves or plays; silent where the screen is in use.
    pub(crate) fn install(matches: &ArgMatches, is_silent: bool) {
        if let Some(tables) = TableFolder::of(matches) {
            table_store::install(Box::new(TableFolder { is_silent, ..tables }));
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.table"))
    }
}

impl TableStore for TableFolder {
    fn load(&self, name: &str, most: u64) -> Option<Vec<u8>> {
        let file = File::open(self.path(name)).ok()?;
        // A pipe or a device might never end.
        let length = file.metadata().ok().filter(fs::Metadata::is_file)?.len();
        // Bytes that were not accounted for would come with a vector that grows.
        let mut bytes = Vec::with_capacity(usize::try_from(length.min(most)).ok()?);
        file.take(most).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    fn holds(&self, name: &str) -> bool {
        self.path(name).is_file()
    }

    fn may_build_large(&self) -> bool {
        self.builds_large
    }

    fn keep(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        let write = || -> anyhow::Result<()> {
            fs::create_dir_all(&self.folder)?;
            Target::new(&path)?.write(|out| Ok(out.write_all(bytes)?))?;
            Ok(())
        };
        if let (Err(error), true) = (write(), self.is_given && !self.is_silent) {
            complain(&format!("a table is not kept: {error:#}"));
        }
    }

    fn refuse(&self, name: &str, why: TableError) {
        if self.is_silent {
            return;
        }
        complain(&format!("'{}' is not used and built again: {why}", self.path(name).display()));
    }
}
