//! What a power cut may cost.

use std::fmt;
use std::str::FromStr;

/// When a change counts as kept. A program that is killed loses nothing either way, and the file stays whole either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// As soon as the system has it: a power cut or a crash of the system may cost the changes since the log was moved
    /// into the file, which happens half a second after the last change, or of about the last half minute where changes
    /// never pause.
    #[default]
    Normal,
    /// When it is on the disk: a power cut costs nothing that was answered as kept. Every transaction waits for the disk.
    Full,
}

impl Durability {
    /// All of them.
    pub const ALL: [Durability; 2] = [Durability::Normal, Durability::Full];

    /// Its name, which is SQLite's for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Durability::Normal => "normal",
            Durability::Full => "full",
        }
    }
}

impl fmt::Display for Durability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Durability {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Durability::ALL.into_iter().find(|each| each.name() == name).ok_or("use normal or full")
    }
}
