//! Files with several levels, as people exchange them, and single levels in the same way.
//!
//! ```text
//! collection: Two of mine        holds for all levels, as do options of this head
//! author: Me
//!
//! title: First                   a level file begins where a head follows a blank line,
//!
//! 1 2 3/4 5 6/7 . 8
//! ===                            or behind a line of equals signs
//! 1 2 3/4 5 6/. 7 8
//! ```
//!
//! Without heads, levels may be separated by blank lines, or stand one in each line, perhaps behind a number, as in Korf's
//! list of 15-puzzles or in lists of Rush Hour boards; lines that begin with `#` are comments then. A text that is a
//! level as a whole is always that one level.

use crate::catalogue::Entry;
use crate::level::{LevelError, Setup};
use crate::level_file::{LevelFile, is_head_line};
use std::collections::BTreeMap;
use std::ops::Range;

/// Most levels of a list.
pub const MOST_LISTED: usize = 10_000;

type Options = BTreeMap<String, String>;

/// Levels of one puzzle, with what is said about all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelList {
    /// What the list is called, if its head says it.
    pub title: Option<String>,
    /// Who made it, if its head says it.
    pub author: Option<String>,
    /// The puzzle's name, if its head says it.
    pub puzzle: Option<String>,
    /// The levels, as they follow each other.
    pub levels: Vec<LevelFile>,
}

/// A level that stands alone in a line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineLevel<'t> {
    /// The number before it: a count, or somebody's optimum.
    pub number: Option<&'t str>,
    /// The level.
    pub level: &'t str,
    /// Letters before it.
    pub column: usize,
}

impl LevelList {
    /// Reads a text of one or more levels. What is wrong with a level is said when it is opened: [`LevelFile::placed`]
    /// knows its line.
    ///
    /// ```
    /// use telusur_puzzles::{LevelList, catalogue};
    /// let tiles = catalogue::find("tiles").unwrap();
    /// let list = LevelList::read(tiles, "1 1 2 3 4 5 6 7 . 8\n2 1 2 3 4 5 6 . 7 8\n").unwrap();
    /// assert_eq!(list.levels.len(), 2);
    /// assert_eq!(list.levels[1].setup.level.as_deref(), Some("1 2 3 4 5 6 . 7 8"));
    /// ```
    ///
    /// # Errors
    /// If a head can't be read, the list is of another puzzle, or there are too many levels.
    pub fn read(entry: &dyn Entry, text: &str) -> Result<Self, LevelError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (mut list, head, begun) = LevelList::read_head(entry, text)?;
        // Whatever separates levels elsewhere may be part of one: a row of blocks may be drawn with equals signs.
        let whole = LevelFile::read(text).ok().filter(|_| list.title.is_none());
        if let Some(file) = whole.filter(|file| entry.open(&file.setup).is_ok()) {
            list.levels.push(file);
            return Ok(list);
        }
        for (line, chunk) in chunks(text, begun) {
            let mut file = LevelFile::read_below(chunk, line)?;
            // What the list's head says holds where a level says nothing else.
            let own = std::mem::replace(&mut file.setup.options, head.clone());
            file.setup.options.extend(own);
            list.add(entry, file)?;
        }
        if list.levels.is_empty() {
            list.levels.push(LevelFile::from(Setup::level("")));
        }
        for file in &mut list.levels {
            if file.author.is_none() {
                file.author.clone_from(&list.author);
            }
        }
        entry.settle_list(&mut list.levels);
        Ok(list)
    }

    /// The head of the list, the options in it, and the number of its lines.
    fn read_head(entry: &dyn Entry, text: &str) -> Result<(Self, Options, usize), LevelError> {
        let mut list = LevelList::default();
        let blank = text.lines().take_while(|line| is_blank(line)).count();
        let heads: Vec<&str> = text.lines().skip(blank).take_while(|line| !is_blank(line)).collect();
        let said = |name: &str| {
            let value = heads.iter().find_map(|line| {
                let (key, value) = line.split_once(':').filter(|_| is_head_line(line))?;
                key.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            });
            value.filter(|value| !value.is_empty())
        };
        list.puzzle = said("puzzle");
        if let Some(other) = list.puzzle.as_deref().filter(|&name| name != entry.name()) {
            return Err(LevelError::new(
                format!("this is a level of {}, not of {}", crate::quoted(other), entry.name()),
                "open it with its own puzzle",
            ));
        }
        list.title = said("collection");
        if list.title.is_none() {
            return Ok((list, Options::new(), 0));
        }
        list.author = said("author");
        let begun = blank + heads.len();
        let head = LevelFile::read_below(&heads.join("\n"), blank)?;
        Ok((list, head.setup.options, begun))
    }

    /// Adds the level of a chunk, or the levels if it is a list.
    fn add(&mut self, entry: &dyn Entry, file: LevelFile) -> Result<(), LevelError> {
        let opens = |text: &str| {
            let setup = Setup { level: Some(text.to_owned()), options: file.setup.options.clone() };
            entry.open(&setup).is_ok()
        };
        let body = file.setup.level.clone().unwrap_or_default();
        if body.trim().is_empty() || opens(&body) {
            return self.push(file);
        }
        // Where the body begins in the text: behind the head of its chunk.
        let first = file.line() - 1;
        // What is wrong with a single line is wrong with all of it, unless it is a board behind a number.
        let lines = numbered(entry, &body).filter(|lines| lines.len() > 1 || opens(lines[0].1.level));
        if let Some(lines) = lines {
            let is_count =
                lines.iter().enumerate().all(|(i, (_, one))| one.number == Some(&*(i + 1).to_string()));
            for (i, (row, one)) in lines.iter().enumerate() {
                let mut level = LevelFile::in_line(&file, first + row, one.column, one.level);
                level.title = match one.number {
                    Some(number) if !is_count => Some(format!("{} ({number})", i + 1)),
                    _ if lines.len() > 1 => Some((i + 1).to_string()),
                    _ => level.title,
                };
                self.push(level)?;
            }
            return Ok(());
        }
        let parts = [blocks(&body), rows(&body)];
        if let Some(parts) = parts.into_iter().find(|parts| parts.len() > 1 && opens(parts[0].1)) {
            let mut levels =
                parts.iter().map(|(row, level)| LevelFile::in_line(&file, first + row, 0, level));
            return levels.try_for_each(|level| self.push(level));
        }
        self.push(file)
    }

    fn push(&mut self, file: LevelFile) -> Result<(), LevelError> {
        if self.levels.len() >= MOST_LISTED {
            return Err(LevelError::new(
                format!("there are more than {MOST_LISTED} levels"),
                "cut the list into several files",
            )
            .at(file.line(), 1));
        }
        self.levels.push(file);
        Ok(())
    }

    /// The text of a file that reads back as this list.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            text += &format!("collection: {title}\n");
            for (name, value) in [("puzzle", &self.puzzle), ("author", &self.author)] {
                if let Some(value) = value {
                    text += &format!("{name}: {value}\n");
                }
            }
            text.push('\n');
        }
        for (i, level) in self.levels.iter().enumerate() {
            if i > 0 {
                text += "\n===\n";
            }
            let mut level = level.clone();
            if level.author == self.author {
                level.author = None;
            }
            text += &level.text(None);
        }
        text
    }
}

/// Whether a line separates levels.
fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'=')
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// The runs of lines between those that separate them: the number of lines before each, and where in the text it is.
fn runs(text: &str, separates: fn(&str) -> bool) -> Vec<(usize, Range<usize>)> {
    let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
    let (mut end, mut goes_on) = (0, false);
    for (line, row) in text.split_inclusive('\n').enumerate() {
        let begin = end;
        end += row.len();
        match runs.last_mut().filter(|_| goes_on) {
            _ if separates(row) => {}
            Some((_, run)) => run.end = end,
            None => runs.push((line, begin..end)),
        }
        goes_on = !separates(row);
    }
    runs
}

/// The parts of a text that are level files of their own, with the number of lines before each; the head of the list has
/// so many lines.
fn chunks(text: &str, begun: usize) -> Vec<(usize, &str)> {
    let head: usize = text.split_inclusive('\n').take(begun).map(str::len).sum();
    let body = &text[head..];
    let mut chunks = Vec::new();
    for (first, section) in runs(body, is_separator) {
        let is_last = section.end == body.len();
        let section = &body[section];
        let mut starts: Vec<(usize, usize)> = Vec::new();
        // Whether the last chunk has anything but a head.
        let mut has_level = true;
        for (line, block) in runs(section, is_blank) {
            let rows = &section[block.clone()];
            let begins_with_head = rows.lines().next().is_some_and(is_head_line);
            if starts.is_empty() || has_level && begins_with_head {
                starts.push((begun + first + line, block.start));
                has_level = false;
            }
            has_level |= !rows.lines().all(is_head_line);
        }
        let ends = starts.iter().skip(1).map(|&(_, start)| start).chain([section.len()]);
        chunks.extend(starts.iter().zip(ends).map(|(&(line, start), end)| (line, &section[start..end])));
        if !has_level && !is_last {
            chunks.pop();
        }
    }
    chunks
}

/// Every line as a level with its number, where the puzzle knows such lines; comments and blank lines are left out.
fn numbered<'t>(entry: &dyn Entry, body: &'t str) -> Option<Vec<(usize, LineLevel<'t>)>> {
    let rows = body.lines().enumerate();
    let rows = rows.filter(|(_, row)| !is_blank(row) && !row.trim_start().starts_with('#'));
    let levels: Option<Vec<_>> = rows.map(|(i, row)| Some((i, entry.level_in_line(row)?))).collect();
    levels.filter(|levels| !levels.is_empty())
}

/// Blocks between blank lines, with the number of lines before each.
fn blocks(body: &str) -> Vec<(usize, &str)> {
    runs(body, is_blank).into_iter().map(|(line, block)| (line, body[block].trim_end())).collect()
}

/// Rows that are not blank, with the number of lines before each; as many as show that there are too many.
fn rows(body: &str) -> Vec<(usize, &str)> {
    let rows = body.lines().enumerate().filter(|(_, row)| !is_blank(row));
    rows.take(MOST_LISTED + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    fn read(puzzle: &str, text: &str) -> LevelList {
        LevelList::read(catalogue::find(puzzle).unwrap(), text).unwrap()
    }

    /// Levels and the lines that they stand in.
    fn levels(list: &LevelList) -> Vec<(usize, &str)> {
        list.levels.iter().map(|file| (file.line(), file.setup.level.as_deref().unwrap_or("none"))).collect()
    }

    #[test]
    fn one_level_stays_one() {
        for (puzzle, text) in [
            ("tiles", "1 2 3\n4 5 6\n7 8 .\n"),
            ("tiles", "title: x\ngoal: 1 2/3 .\n\n1 2\n. 3\n"),
            ("stones", "7\n11\n\n6\n"),
            ("klotski", "aBBb\naBBb\ncdde\ncfge\nh..i\n"),
            ("water", "1 2 2 1\n3 1 3 2\n3 1 3 2\n-\n-\n"),
            ("hanoi", "discs: 4\n"),
            ("hanoi", "3 2 1 | |"),
            ("klotski", "goal: ...a/...a/....\n\na...\na...\n====\n"),
        ] {
            let list = read(puzzle, text);
            assert_eq!(list.levels.len(), 1, "{text}");
            assert_eq!(list.levels[0].setup, LevelFile::read(text).unwrap().setup);
        }
        assert_eq!(read("tiles", "").levels.len(), 1);
        assert_eq!(read("tiles", "===\n\n===\n").levels.len(), 1);
    }

    #[test]
    fn heads_separators_blank_lines_and_lines_separate_levels() {
        let both = ["1 2 3\n4 5 6\n7 . 8", "1 2 3\n4 5 6\n. 7 8"];
        for (text, lines) in [
            (format!("title: a\n\n{}\n\ntitle: b\n\n{}\n", both[0], both[1]), [3, 9]),
            (format!("{}\n===\n{}\n", both[0], both[1]), [1, 5]),
            (format!("{}\n\n====\n\n{}\n===\n", both[0], both[1]), [1, 7]),
            (format!("{}\n\n{}\n", both[0], both[1]), [1, 5]),
            (format!("\n\n{}\n\n\n{}", both[0], both[1]), [3, 8]),
        ] {
            let list = read("tiles", &text);
            assert_eq!(levels(&list), [(lines[0], both[0]), (lines[1], both[1])], "{text}");
        }
        let hanoi = read("hanoi", "3 2 1 | |\n3 2 | 1 |\n\n3 | 2 1 |\n");
        assert_eq!(levels(&hanoi), [(1, "3 2 1 | |"), (2, "3 2 | 1 |"), (4, "3 | 2 1 |")]);
        let made = read("tiles", "comment: x\n\n1 2/. 3\n\ncomment: y\n\n. 1/3 2\n");
        assert_eq!(levels(&made), [(3, "1 2/. 3"), (7, ". 1/3 2")]);
    }

    #[test]
    fn korfs_list_is_read_with_its_numbers() {
        let list = read(
            "tiles",
            "# Korf, turned\n57 13 6 8 12/15 14 . 10/11 7 4 5/9 1 3 2\n\n55 10 5 1 ./15 9 13 14/2 8 4 7/6 12 11 3\n",
        );
        assert_eq!(
            levels(&list),
            [(2, "13 6 8 12/15 14 . 10/11 7 4 5/9 1 3 2"), (4, "10 5 1 ./15 9 13 14/2 8 4 7/6 12 11 3")]
        );
        assert_eq!(list.levels[1].title.as_deref(), Some("2 (55)"));
        // As printed in the paper: counted, on one line, the blank's goal first.
        let paper = read(
            "tiles",
            "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n",
        );
        assert_eq!(paper.levels[0].title.as_deref(), Some("1"));
        let goal = paper.levels[0].setup.option("goal");
        assert_eq!(goal, Some(". 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"), "only this goal can be reached");
        // One line alone is read likewise.
        assert_eq!(levels(&read("tiles", "7 1 2 3 4 5 6 7 . 8")), [(1, "1 2 3 4 5 6 7 . 8")]);
    }

    #[test]
    fn what_is_wrong_is_said_at_its_line_and_column() {
        let tiles = catalogue::find("tiles").unwrap();
        let place = |text: &str| {
            let list = LevelList::read(tiles, text).unwrap();
            let wrong =
                list.levels.iter().filter_map(|file| Some(file.placed(tiles.open(&file.setup).err()?)));
            wrong.map(|error| error.place).collect::<Vec<_>>()
        };
        assert_eq!(place("title: a\n\n1 2/. 3\n\ntitle: b\n\n1 2\n3 x\n"), [Some((8, 3))]);
        assert_eq!(place("1 2/. 3\n===\n\n1 2\n3 x\n===\n1 y/2 .\n"), [Some((5, 3)), Some((7, 3))]);
        assert_eq!(place("1 1 2 3 .\n2 1 1 3 .\n"), [Some((2, 5))]);
        assert_eq!(place("1 2/. 3\n\n1 2/x 3"), [Some((3, 5))]);
        let other = LevelList::read(tiles, "puzzle: klotski\n\nab\n").unwrap_err();
        assert!(other.to_string().contains("a level of klotski, not of tiles"), "{other}");
    }

    #[test]
    fn the_head_of_a_list_holds_for_all_and_it_reads_back() {
        let text = "collection: Mine\nauthor: Me\npuzzle: tiles\ngoal: . 1/2 3\n\n1 ./2 3\n===\ntitle: T\nauthor: You\n\n1 3/2 .\n";
        let list = read("tiles", text);
        assert_eq!((list.title.as_deref(), list.author.as_deref()), (Some("Mine"), Some("Me")));
        assert_eq!(levels(&list), [(6, "1 ./2 3"), (11, "1 3/2 .")]);
        assert!(list.levels.iter().all(|file| file.setup.option("goal") == Some(". 1/2 3")));
        let authors: Vec<_> = list.levels.iter().filter_map(|file| file.author.as_deref()).collect();
        assert_eq!(authors, ["Me", "You"]);
        for entry in catalogue::all() {
            let mut all = LevelList { title: Some("All".to_owned()), ..LevelList::default() };
            all.levels = entry.levels().iter().map(|level| LevelFile::from(level.setup())).collect();
            if all.levels.is_empty() {
                continue;
            }
            let back = LevelList::read(*entry, &all.text()).unwrap();
            let setups =
                |list: &LevelList| list.levels.iter().map(|file| file.setup.clone()).collect::<Vec<_>>();
            assert_eq!(setups(&back), setups(&all), "{}", entry.name());
        }
        let back = read("tiles", &list.text());
        let said = |list: &LevelList| {
            list.levels
                .iter()
                .map(|file| (file.title.clone(), file.author.clone(), file.setup.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(said(&back), said(&list));
    }

    #[test]
    fn rush_hour_boards_are_read_in_a_list() {
        let list = read(
            "klotski",
            "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 1180\n",
        );
        assert_eq!(list.levels.len(), 2);
        assert_eq!(list.levels[0].title.as_deref(), Some("1 (60)"));
        assert!(list.levels.iter().all(|file| catalogue::find("klotski").unwrap().open(&file.setup).is_ok()));
    }
}
