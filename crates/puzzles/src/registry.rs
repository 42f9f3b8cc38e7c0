//! Which puzzles a program has: those of this crate, and those that the program brings along.
//!
//! The list is the process's own, handed over once before anybody has asked for it, as with a logger. A value passed
//! around would have to go through every function that opens a saved game or a link, up to those that front ends call
//! by name; and two lists in one process would give one name two meanings, while kept games know puzzles by name.

use crate::catalogue::Entry;
use crate::hanoi::HanoiEntry;
use crate::klotski::KlotskiEntry;
use crate::names::is_name;
use crate::printable::quoted;
use crate::stones::StonesEntry;
use crate::tiles::TilesEntry;
use crate::water::WaterEntry;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The puzzles of this process, from the first question on.
static INSTALLED: OnceLock<Vec<&'static dyn Entry>> = OnceLock::new();

/// Longer names don't fit into menus.
const LONGEST_NAME: usize = 32;

/// A list of puzzles with different names, in the order of menus.
///
/// ```no_run
/// # fn main() -> Result<(), telusur_puzzles::RegistryError> {
/// # use telusur_puzzles::{Entry, tiles::TilesEntry as LightsOut};
/// use telusur_puzzles::{Registry, catalogue};
///
/// Registry::shipped().with(&LightsOut)?.install()?;
/// assert!(catalogue::find("lights").is_some());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Registry {
    entries: Vec<&'static dyn Entry>,
}

/// A puzzle that can't be listed, or a list that comes too late.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// A name that can't stand on a command line and in an address.
    #[error(
        "{of} can't be called '{}': use at most {LONGEST_NAME} small letters, digits and dashes, a letter first",
        quoted(name)
    )]
    Name {
        /// What has the name: `a puzzle`, `an option of tiles`, `a level of tiles`.
        of: String,
        /// The name.
        name: String,
    },
    /// Another thing of the same kind has that name.
    #[error("{of} can't be called '{}', because another one is: give one of them another name", quoted(name))]
    Twice {
        /// What has the name.
        of: String,
        /// The name.
        name: String,
    },
    /// The list of puzzles was handed over before, or somebody has asked for it.
    #[error("the list of puzzles is in use already: install it once, at the start of the program")]
    InUse,
}

impl Registry {
    /// The puzzles of this crate.
    #[must_use]
    pub fn shipped() -> Self {
        Registry { entries: vec![&HanoiEntry, &StonesEntry, &WaterEntry, &KlotskiEntry, &TilesEntry] }
    }

    /// The same with one more puzzle at the end.
    ///
    /// # Errors
    /// If its name, or that of an option or level of it, is taken or can't be used.
    pub fn with(mut self, entry: &'static dyn Entry) -> Result<Self, RegistryError> {
        Registry::check(entry)?;
        usable("a puzzle", self.entries.iter().map(|other| other.name()).chain([entry.name()]))?;
        self.entries.push(entry);
        Ok(self)
    }

    /// The same with more puzzles at the end, which are known to pass [`check`](Self::check) and to have names of their
    /// own: a program that ships them tests that, instead of reading all their levels at each start.
    #[must_use]
    pub fn with_checked(mut self, entries: impl IntoIterator<Item = &'static dyn Entry>) -> Self {
        self.entries.extend(entries);
        self
    }

    /// Whether a puzzle can be listed: its name, and those of its options and levels.
    ///
    /// # Errors
    /// The first name that can't be used.
    pub fn check(entry: &dyn Entry) -> Result<(), RegistryError> {
        usable("a puzzle", [entry.name()])?;
        for list in [entry.about().options, entry.about().generate_options, entry.about().reports] {
            usable(&format!("an option of {}", entry.name()), list.iter().map(|option| option.name))?;
        }
        usable(&format!("a level of {}", entry.name()), entry.levels().iter().map(|level| level.name))
    }

    /// The puzzles.
    #[must_use]
    pub fn entries(&self) -> &[&'static dyn Entry] {
        &self.entries
    }

    /// Makes these the puzzles of the process. A program that does not do this has those of this crate.
    ///
    /// # Errors
    /// If that was done before, or [`catalogue::all`](crate::catalogue::all) has been asked already.
    pub fn install(self) -> Result<(), RegistryError> {
        INSTALLED.set(self.entries).map_err(|_| RegistryError::InUse)
    }
}

/// The puzzles of the process.
pub(crate) fn installed() -> &'static [&'static dyn Entry] {
    INSTALLED.get_or_init(|| Registry::shipped().entries)
}

/// Refuses names that can't be used, and a name that comes twice.
fn usable<'n>(of: &str, names: impl IntoIterator<Item = &'n str>) -> Result<(), RegistryError> {
    let mut seen = BTreeSet::new();
    for name in names {
        let (of, owned) = (of.to_owned(), name.to_owned());
        if !is_name(name) || name.len() > LONGEST_NAME {
            return Err(RegistryError::Name { of, name: owned });
        }
        if !seen.insert(name) {
            return Err(RegistryError::Twice { of, name: owned });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::catalogue::{self, About, OptionSpec};
    use crate::level::{Level, LevelError, Setup};
    use crate::making::{GenerateError, Generated, Making, Wish};

    /// Tiles under another name, with options and levels of a test's choice.
    struct Renamed {
        about: About,
        levels: &'static [Level],
    }

    impl Entry for Renamed {
        fn about(&self) -> &'static About {
            Box::leak(Box::new(self.about))
        }
        fn levels(&self) -> &'static [Level] {
            self.levels
        }
        fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
            TilesEntry.open(setup)
        }
        fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
            TilesEntry.generate(wish, making)
        }
    }

    const fn named(name: &'static str) -> Renamed {
        Renamed { about: About { name, ..About::DEFAULT }, levels: &[] }
    }

    #[test]
    fn the_puzzles_of_this_crate_have_usable_names() {
        let mut again = Registry { entries: Vec::new() };
        for &entry in Registry::shipped().entries() {
            again = again.with(entry).unwrap();
        }
        assert_eq!(again.entries().len(), 5);
    }

    #[test]
    fn names_that_are_taken_or_cant_be_used_are_refused() {
        const SIZE: OptionSpec = OptionSpec::new("size", "N", "How large", "Ukurannya");
        const FIRST: Level =
            Level { name: "first", title: "", text: "", options: &[], optimum: &[], difficulty: None };
        static WRONG: [(Renamed, &str); 8] = [
            (named(""), "a puzzle can't be called ''"),
            (named("Lights"), "a puzzle can't be called 'Lights'"),
            (named("lights out"), "a puzzle can't be called 'lights out'"),
            (named("-lights"), "use at most 32 small letters, digits and dashes, a letter first"),
            (named("lights\u{1b}[2J"), "'lights\\u{1b}[2J'"),
            (named("tiles"), "a puzzle can't be called 'tiles', because another one is"),
            (
                Renamed {
                    about: About { name: "lights", options: &[SIZE, SIZE], ..About::DEFAULT },
                    levels: &[],
                },
                "an option of lights can't be called 'size', because another one is",
            ),
            (
                Renamed { levels: &[FIRST, FIRST], ..named("lights") },
                "a level of lights can't be called 'first', because another one is",
            ),
        ];
        for (entry, expected) in &WRONG {
            let error = Registry::shipped().with(entry).err().unwrap().to_string();
            assert!(error.contains(expected), "{expected}: {error}");
        }
    }

    #[test]
    fn a_list_that_comes_after_the_first_question_is_refused() {
        static LIGHTS: Renamed = named("lights");
        let before = catalogue::all().len();
        let more = Registry::shipped().with(&LIGHTS).unwrap();
        assert_eq!(more.entries().last().unwrap().name(), "lights");
        assert_eq!(more.install(), Err(RegistryError::InUse));
        assert_eq!(catalogue::all().len(), before);
    }
}
