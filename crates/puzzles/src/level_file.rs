//! Level files: `key: value` lines, a blank line, the level; or the level alone. What is wrong in one is said with the
//! line of the file.

use crate::board::Board;
use crate::catalogue::{self, Entry};
use crate::level::{LevelError, Setup};
use std::collections::BTreeMap;

/// Head lines for people, which are no options.
const REMARKS: [&str; 7] = ["title", "author", "source", "name", "comment", "puzzle", "collection"];

/// A level file as read, and where its parts stand in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelFile {
    /// What the file says.
    pub setup: Setup,
    /// What the level is called, if the head says it.
    pub title: Option<String>,
    /// Who made it, if the head says it.
    pub author: Option<String>,
    /// Lines before the level's first.
    lines_before_level: usize,
    /// Letters before the level's first in its line.
    columns_before_level: usize,
    /// Line and column, from one, of the values in the head.
    values: BTreeMap<String, (usize, usize)>,
    /// What is wrong with the head.
    problem: Option<Box<LevelError>>,
    /// Whether it is the head of a list.
    pub(crate) is_collection: bool,
}

/// Whether a key of a head is for people, and no option.
pub(crate) fn is_remark(key: &str) -> bool {
    REMARKS.contains(&key)
}

impl LevelFile {
    /// Reads a level file.
    ///
    /// A file whose first line has no colon has no head. `title`, `author`, `source`, `name`, `comment`, `puzzle` and
    /// `collection` are accepted and not passed on as options.
    ///
    /// ```
    /// use telusur_puzzles::{LevelFile, Setup};
    /// let file = LevelFile::read("title: Easy\ngoal: 1 2/3 .\n\n1 2\n. 3\n").unwrap();
    /// assert_eq!(file.setup, Setup::level("1 2\n. 3").with("goal", "1 2/3 ."));
    /// ```
    ///
    /// # Errors
    /// A head line without a colon.
    pub fn read(text: &str) -> Result<Self, LevelError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut file = LevelFile::default();
        let has_head = text.lines().next().is_some_and(is_head_line);
        let (mut rest, mut in_head, mut read) = (text, has_head, 0);
        while let Some(row) = rest.split_inclusive('\n').next() {
            let line = row.strip_suffix('\n').unwrap_or(row);
            if !in_head && !line.trim_end_matches('\r').is_empty() {
                break;
            }
            rest = &rest[row.len()..];
            let counts = in_head || line.len() < row.len();
            in_head &= !line.trim().is_empty();
            if in_head {
                if !is_head_line(line) {
                    return Err(no_head_line(line).at(read + 1, 1));
                }
                file.read_head_line(read, line);
            }
            read += usize::from(counts);
        }
        file.lines_before_level = read;
        let level = rest.trim_end();
        file.setup.level = Some(level.to_owned()).filter(|level| !has_head || !level.trim().is_empty());
        Ok(file)
    }

    /// Reads a head line that stands below `lines` lines.
    pub(crate) fn read_head_line(&mut self, lines: usize, line: &str) {
        let Some((key, value)) = line.split_once(':') else { return };
        self.lines_before_level = lines;
        let name = key.trim().to_ascii_lowercase();
        if is_remark(&name) {
            let said = Some(value.trim().to_owned()).filter(|said| !said.is_empty());
            match name.as_str() {
                "title" => self.title = said,
                "author" => self.author = said,
                _ => {}
            }
            return;
        }
        let before = line.len() - value.trim_start().len();
        let column = line[..before].chars().count() + 1;
        self.values.insert(name.clone(), (lines + 1, column));
        self.setup.options.insert(name, value.trim().to_owned());
    }

    /// Returns a copy of this head with a level that begins below a number of lines, behind a number of letters.
    pub(crate) fn in_line(&self, lines: usize, columns: usize, level: &str) -> Self {
        let mut file = LevelFile { lines_before_level: lines, columns_before_level: columns, ..self.clone() };
        file.setup.level = Some(level.to_owned());
        file
    }

    /// Records what is wrong with the head, unless something is already.
    pub(crate) fn set_problem(&mut self, problem: LevelError) {
        self.problem.get_or_insert_with(|| problem.into());
    }

    /// What is wrong with the head, with its place in the file.
    pub(crate) fn problem(&self) -> Option<&LevelError> {
        self.problem.as_deref()
    }

    /// Opens the level, by its text or by the name of one that comes with the program.
    ///
    /// # Errors
    /// What is wrong with it, at its place in the file.
    pub fn open(&self, entry: &dyn Entry) -> Result<Box<dyn Board>, LevelError> {
        match self.problem() {
            Some(problem) => Err(problem.clone()),
            None => catalogue::open(entry, &self.setup).map_err(|error| self.placed(error)),
        }
    }

    /// The line of the level's first row, from one.
    #[must_use]
    pub fn line(&self) -> usize {
        self.lines_before_level + 1
    }

    /// The text of a file that reads back as this level: its name and author, a comment, its options, the level.
    ///
    /// ```
    /// use telusur_puzzles::{LevelFile, Setup};
    /// let mut file = LevelFile::from(Setup::level("1 2/. 3"));
    /// file.title = Some("Easy".to_owned());
    /// assert_eq!(file.text(None), "title: Easy\n\n1 2/. 3\n");
    /// ```
    #[must_use]
    pub fn text(&self, comment: Option<&str>) -> String {
        let said =
            [("title", self.title.as_deref()), ("author", self.author.as_deref()), ("comment", comment)];
        let said = said.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let options = self.setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let mut text = String::new();
        for (name, value) in said.chain(options) {
            // A head line is one line; grids have a form with slashes.
            text += &format!("{name}: {}\n", value.trim().replace(['\n', '\r'], "/"));
        }
        if let Some(level) = &self.setup.level {
            let gap =
                if text.is_empty() && !level.lines().next().is_some_and(is_head_line) { "" } else { "\n" };
            text += &format!("{gap}{}\n", level.trim_end());
        }
        text
    }

    /// Forgets where an option stands, because another value is used in its place.
    pub fn override_option(&mut self, name: &str, value: String) {
        self.values.remove(name);
        self.setup.options.insert(name.to_owned(), value);
    }

    /// The same error with the place in the file instead of that in the level or in a value of the head.
    #[must_use]
    pub fn placed(&self, mut error: LevelError) -> LevelError {
        match (error.place, error.option) {
            (Some((line, column)), None) if self.setup.level.is_some() => {
                let before = if line == 1 { self.columns_before_level } else { 0 };
                error.place = Some((line + self.lines_before_level, column + before));
            }
            // A value is one line of the head.
            (Some((1, column)), Some(name)) => {
                if let Some(&(line, first)) = self.values.get(name) {
                    error.place = Some((line, first + column - 1));
                    error.option = None;
                }
            }
            _ => {}
        }
        error
    }
}

impl From<Setup> for LevelFile {
    /// A level that stands in no file: places are those of its own text.
    fn from(setup: Setup) -> Self {
        LevelFile { setup, ..LevelFile::default() }
    }
}

/// The error about a line in a head that has no key.
pub(crate) fn no_head_line(line: &str) -> LevelError {
    LevelError::new("a head line needs the form 'key: value'", "put a blank line before the level")
        .token(line)
}

pub(crate) fn is_head_line(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| {
        let key = key.trim();
        !key.is_empty() && key.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    fn read(text: &str) -> Setup {
        LevelFile::read(text).unwrap().setup
    }

    #[test]
    fn with_and_without_a_head() {
        assert_eq!(read("1 2 3\n4 5 6\n"), Setup::level("1 2 3\n4 5 6"));
        let full = read("title: A: B\ngoal: x/y\n\n1 2\n\n3 4\n");
        assert_eq!(full, Setup::level("1 2\n\n3 4").with("goal", "x/y"));
        assert_eq!(read("discs: 5\n"), Setup::default().with("discs", "5"));
        assert_eq!(read("discs: 5\n\n\n"), Setup::default().with("discs", "5"));
        assert_eq!(read(""), Setup::level(""));
        assert_eq!(read("\n"), Setup::level(""));
        assert_eq!(LevelFile::read("goal: 1\n1 2 3\n").unwrap_err().place, Some((2, 1)));
    }

    #[test]
    fn a_level_file_reads_back() {
        for setup in [
            Setup::level("1 2\n. 3"),
            Setup::level("x").with("goal", "a/b"),
            Setup::default().with("discs", "3"),
        ] {
            for comment in [None, Some("a: b")] {
                for title in [None, Some("T: t".to_owned())] {
                    let mut file = LevelFile::from(setup.clone());
                    file.title.clone_from(&title);
                    let text = file.text(comment);
                    let back = LevelFile::read(&text).unwrap();
                    assert_eq!((back.setup, back.title), (setup.clone(), title), "{text}");
                }
            }
        }
    }

    /// The same fault, behind heads of every length: the line is that of the file.
    #[test]
    fn places_are_those_of_the_file() {
        let faults = [
            ("hanoi", "3 2 1 |\n|\nx", 3, 1),
            ("stones", "7\n11 x", 2, 4),
            ("water", "1 2 2 1\n3 1 3 2\n? 1", 3, 1),
            ("klotski", "aBBb\naBBb\ncdd", 3, 1),
            ("tiles", "1 2\n3 x", 2, 3),
        ];
        let heads = ["", "title: x\n\n", "title: x\r\nauthor: y\r\n\r\n", "\u{feff}title: x\n\n\n\n", "\n\n"];
        for (puzzle, level, line, column) in faults {
            let entry = catalogue::find(puzzle).unwrap();
            for head in heads {
                let file = LevelFile::read(&format!("{head}{level}\n")).unwrap();
                let error = file.placed(catalogue::open(entry, &file.setup).err().unwrap());
                let expected = (line + head.matches('\n').count(), column);
                assert_eq!(error.place, Some(expected), "{puzzle} after {head:?}: {error}");
            }
        }
    }

    #[test]
    fn places_in_values_are_those_of_the_head() {
        for (puzzle, level, name, value, column) in [
            ("tiles", "1 2/3 .", "goal", "1 2/x .", 5),
            ("klotski", "ab/.c", "goal", "ab/c", 4),
            ("klotski", "ab/.c", "doors", "--/-", 4),
            ("hanoi", "2 1 | |", "to", "| | 2 x", 7),
        ] {
            let entry = catalogue::find(puzzle).unwrap();
            let mut file = LevelFile::read(&format!("title: x\n{name}:  {value}\n\n{level}\n")).unwrap();
            let found = catalogue::open(entry, &file.setup).err().unwrap();
            assert_eq!((found.place, found.option), (Some((1, column)), Some(name)), "{found}");
            let placed = file.placed(found.clone());
            assert_eq!((placed.place, placed.option), (Some((2, name.len() + 3 + column)), None), "{placed}");
            // What was said elsewhere stands in no line of the file.
            file.override_option(name, value.to_owned());
            assert_eq!(file.placed(found.clone()), found);
            assert!(
                found.to_string().starts_with(&format!("option {name}, line 1, column {column}: ")),
                "{found}"
            );
        }
    }
}
