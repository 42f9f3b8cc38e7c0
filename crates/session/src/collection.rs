//! A list of levels that somebody keeps, opened, with what was achieved in it.

use crate::identity::LevelIdentity;
use crate::keeper::Best;
use crate::stars::stars;
use telusur_puzzles::{Entry, LevelError, LevelFile, LevelList, Setup, catalogue};
use telusur_search::{Deadline, Limit};

/// A kept text that is no list of levels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CollectionError {
    /// Its head does not name a puzzle that there is.
    #[error("the collection names no puzzle of this program; its head needs 'puzzle: NAME'")]
    NoPuzzle,
    /// The list or one of its levels can't be read.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The deadline came first.
    #[error(transparent)]
    Stopped(#[from] Limit),
}

/// A list of levels of one puzzle.
pub struct Collection {
    /// The puzzle.
    pub entry: &'static dyn Entry,
    /// What it is called.
    pub title: String,
    /// Who has made it, if the list says so.
    pub author: Option<String>,
    /// The levels, in their order.
    pub levels: Vec<CollectionLevel>,
}

/// A level of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionLevel {
    /// What it is called, if the list says so.
    pub title: Option<String>,
    /// Who has made it, if the list says so.
    pub author: Option<String>,
    /// The level as its board writes it.
    pub setup: Setup,
    /// What was achieved, if it was solved by hand.
    pub best: Option<Best>,
}

impl CollectionLevel {
    /// How near the best result is to the optimum, from 1 to 3.
    #[must_use]
    pub fn stars(&self) -> Option<u8> {
        let best = self.best.as_ref()?;
        let optimum = u64::try_from(best.optimum?).ok()?;
        Some(stars(u64::try_from(best.moves).ok()?, &optimum.into()))
    }
}

impl Collection {
    /// The puzzle and the levels of a kept text; the levels are not opened yet.
    ///
    /// # Errors
    /// If it names no puzzle, or can't be read.
    pub fn list(text: &str) -> Result<(&'static dyn Entry, LevelList), CollectionError> {
        let puzzle = text.lines().find_map(|line| line.strip_prefix("puzzle:")).map(str::trim);
        let entry = catalogue::find(puzzle.unwrap_or_default()).ok_or(CollectionError::NoPuzzle)?;
        Ok((entry, LevelList::read(entry, text)?))
    }

    /// Reads a kept text and opens every level; `best` says what was achieved at one.
    ///
    /// ```
    /// use telusur_search::Deadline;
    /// use telusur_session::Collection;
    /// let text = "collection: Mine\npuzzle: tiles\n\n1 2/. 3\n===\ntitle: Two\n\n. 1/3 2\n";
    /// let mine = Collection::read(text, |_| None, &Deadline::never()).unwrap();
    /// assert_eq!((mine.title.as_str(), mine.levels.len(), mine.solved()), ("Mine", 2, 0));
    /// ```
    ///
    /// # Errors
    /// If it can't be read, a level can't be opened, or the deadline comes first.
    pub fn read(
        text: &str,
        mut best: impl FnMut(&LevelIdentity) -> Option<Best>,
        deadline: &Deadline,
    ) -> Result<Self, CollectionError> {
        let (entry, list) = Collection::list(text)?;
        let mut levels = Vec::new();
        for file in &list.levels {
            deadline.check()?;
            let LevelFile { title, author, .. } = file;
            let board = file.open(entry)?;
            levels.push(CollectionLevel {
                title: title.clone(),
                author: author.clone(),
                setup: Setup { level: Some(board.text()), options: board.options().into_iter().collect() },
                best: best(&LevelIdentity::of(&*board)),
            });
        }
        Ok(Collection { entry, title: list.title.unwrap_or_default(), author: list.author, levels })
    }

    /// How many of its levels were solved by hand.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.levels.iter().filter(|level| level.best.is_some()).count()
    }

    /// The title of a list by the first line of its text.
    ///
    /// ```
    /// assert_eq!(telusur_session::Collection::title_of("collection: Mine"), "Mine");
    /// ```
    #[must_use]
    pub fn title_of(head: &str) -> &str {
        head.strip_prefix("collection:").unwrap_or(head).trim()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_solved_is_counted_and_given_stars() {
        let text = "puzzle: tiles\n\n1 2/. 3\n===\n. 1/3 2\n";
        let best = |level: &LevelIdentity| {
            level.text().contains("1 2/. 3").then(|| Best {
                puzzle: "tiles".to_owned(),
                level: level.text(),
                name: None,
                metric: "moves".to_owned(),
                moves: 1,
                millis: 900,
                times: 1,
                won: 0,
                optimum: Some(1),
            })
        };
        let list = Collection::read(text, best, &Deadline::never()).unwrap();
        assert_eq!((list.solved(), list.levels[0].stars(), list.levels[1].stars()), (1, Some(3), None));
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let read = |text: &str| Collection::read(text, |_| None, &Deadline::never()).err();
        assert_eq!(read("puzzle: chess\n\n1\n"), Some(CollectionError::NoPuzzle));
        assert_eq!(read(""), Some(CollectionError::NoPuzzle));
        assert!(matches!(read("puzzle: tiles\n\n1 1/2 .\n"), Some(CollectionError::Level(_))));
        let over = Deadline::new(Some(std::time::Duration::ZERO), telusur_search::Cancel::new());
        let stopped = Collection::read("puzzle: tiles\n\n1 2/. 3\n", |_| None, &over).err();
        assert!(matches!(stopped, Some(CollectionError::Stopped(_))), "{stopped:?}");
    }
}
