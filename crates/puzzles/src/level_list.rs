//! Files with several levels, as people exchange them, and single levels in the same way. There is one splitter for all
//! puzzles and all front ends, and the outputs of `generate` and of `cat` are such files too.
//!
//! ```text
//! collection: Two of mine        holds for all levels up to the next collection, as do options of this head
//! author: Me
//!
//! title: First                   a head holds for the level behind it
//!
//! 1 2 3/4 5 6/7 . 8
//!                                a blank line ends a level, as do a new head
//! ===                            and a line of equals signs
//! 1 2 3/4 5 6/. 7 8
//! ```
//!
//! Without blank lines, levels may stand one in each line, perhaps behind a number, as in Korf's list of 15-puzzles or in
//! lists of Rush Hour boards; lines that begin with `#` are comments then. Lines that are one level together are that
//! level, unless the puzzle says that each of them is one ([`Entry::lines_are_levels`]).

use crate::catalogue::Entry;
use crate::level::{LevelError, Setup};
use crate::level_file::{LevelFile, is_head_line, is_remark, no_head_line};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Most levels of a list.
pub const MOST_LISTED: usize = 10_000;

/// Whether lines are levels is tried on as many of them.
const SAMPLE: usize = 100;

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
    /// Reads a text of one or more levels. A level that is wrong takes nothing from the others: [`LevelFile::open`] says
    /// what is wrong with it, and in which line.
    ///
    /// ```
    /// use telusur_puzzles::{LevelList, catalogue};
    /// let water = catalogue::find("water").unwrap();
    /// let list = LevelList::read(water, "1 2 | 2 1 | -\n\n2 1 | 1 2 | -\n").unwrap();
    /// assert_eq!(list.levels.len(), 2);
    /// assert_eq!(list.levels[1].setup.level.as_deref(), Some("2 1 | 1 2 | -"));
    /// ```
    ///
    /// # Errors
    /// If there are too many levels, or every level has a head that can't be used.
    pub fn read(entry: &dyn Entry, text: &str) -> Result<Self, LevelError> {
        let text = with_plain_lines(text);
        let mut reader = Reader {
            entry,
            list: LevelList::default(),
            of_all: OfAll::default(),
            pending: None,
            keys: BTreeSet::new(),
            remarks: None,
            run: Vec::new(),
        };
        for run in runs(&text, entry.is_drawn()) {
            reader.read_run(&run)?;
        }
        reader.end_head()?;
        reader.end_lines();
        let mut list = reader.list;
        if list.levels.is_empty() {
            list.levels.push(reader.remarks.unwrap_or_else(|| Setup::level("").into()));
        }
        if let Some(first) = list.levels.iter().map(LevelFile::problem).collect::<Option<Vec<_>>>() {
            return Err(first[0].clone());
        }
        entry.settle_list(&mut list.levels);
        Ok(list)
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

/// The same text with `\n` at the end of every line, and without the byte order marks that files begin with, which stand
/// in the middle where files were joined.
fn with_plain_lines(text: &str) -> Cow<'_, str> {
    if !text.contains(['\r', '\u{feff}']) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    let ends = text.split_inclusive('\n').map(|line| line.trim_start_matches('\u{feff}'));
    Cow::Owned(ends.collect())
}

/// Lines that follow each other without a blank one between them, and the number of lines before them.
struct LineRun<'t> {
    line: usize,
    lines: Vec<&'t str>,
}

/// The runs of lines between blank ones. Where levels are drawn, a line of blanks as long as the one above it is a row of
/// empty cells.
fn runs(text: &str, is_drawn: bool) -> Vec<LineRun<'_>> {
    let mut runs: Vec<LineRun<'_>> = Vec::new();
    let mut above: Option<&str> = None;
    for (line, row) in text.split('\n').enumerate() {
        let is_row = |above: &str| {
            is_drawn
                && !row.is_empty()
                && !is_head_line(above)
                && above.chars().count() == row.chars().count()
        };
        let goes_on = !row.trim().is_empty() || above.is_some_and(is_row);
        match (goes_on, runs.last_mut().filter(|_| above.is_some())) {
            (true, Some(run)) => run.lines.push(row),
            (true, None) => runs.push(LineRun { line, lines: vec![row] }),
            (false, _) => {}
        }
        above = goes_on.then_some(row);
    }
    runs
}

/// What the head of a collection says about all of its levels.
#[derive(Default)]
struct OfAll {
    author: Option<String>,
    options: Options,
    problem: Option<LevelError>,
}

/// A list that is being read.
struct Reader<'e> {
    entry: &'e dyn Entry,
    list: LevelList,
    of_all: OfAll,
    /// A head whose level was not read yet.
    pending: Option<LevelFile>,
    /// The keys of that head.
    keys: BTreeSet<String>,
    /// A head that says nothing about a level: alone in a file it stands for the usual start.
    remarks: Option<LevelFile>,
    /// The levels that stood one in each line since the last one that did not: their places in the list, and the numbers
    /// before them.
    run: Vec<(usize, Option<String>)>,
}

impl Reader<'_> {
    /// Reads lines that follow each other: heads and levels in any order.
    fn read_run(&mut self, run: &LineRun<'_>) -> Result<(), LevelError> {
        let LineRun { line, lines } = run;
        let mut at = 0;
        while at < lines.len() {
            let rest = &lines[at..];
            let head = self.head_lines(rest, at == 0);
            if head > 0 {
                self.read_heads(line + at, &rest[..head])?;
                at += head;
                continue;
            }
            // A level ends where a head begins that can be nothing else.
            let level = 1 + rest[1..].iter().take_while(|row| !self.begins_head(row)).count();
            if at > 0 {
                // The blank line behind a head is missing: what stands there may be a level or a mistyped head.
                let mut file = self.pending.take().unwrap_or_default();
                file.set_problem(no_head_line(rest[0]).at(line + at + 1, 1));
                self.push(file.in_line(line + at, 0, &rest[..level].join("\n")))?;
            } else {
                self.read_level(line + at, &rest[..level])?;
            }
            at += level;
        }
        Ok(())
    }

    /// Whether a line begins a head in the middle of a run: its key is one that this puzzle knows.
    fn begins_head(&self, line: &str) -> bool {
        let is_known = |key: &str| {
            let mut options = self.entry.about().options.iter();
            is_remark(key) || key == "metric" || options.any(|option| option.name == key)
        };
        is_head_line(line)
            && line.split_once(':').is_some_and(|(key, _)| is_known(&key.trim().to_ascii_lowercase()))
    }

    /// How many lines are a head. A drawing may have a colon too: it is a level if it is one as a whole.
    fn head_lines(&self, lines: &[&str], is_first: bool) -> usize {
        if self.begins_head(lines[0]) {
            return lines.iter().take_while(|line| is_head_line(line)).count();
        }
        if !is_first || !is_head_line(lines[0]) || self.opens(&lines.join("\n"), &self.options()) {
            return 0;
        }
        lines.iter().take_while(|line| is_head_line(line)).count()
    }

    /// Reads head lines that follow each other. A key that comes again begins the next head, if the one so far can be a
    /// level of its own.
    fn read_heads(&mut self, line: usize, lines: &[&str]) -> Result<(), LevelError> {
        for (i, row) in lines.iter().enumerate() {
            let (key, value) = row.split_once(':').unwrap_or((row, ""));
            let key = key.trim().to_ascii_lowercase();
            let value = value.trim();
            // A remark may come again; what is said of a level can't be said of it twice.
            let is_again = self.keys.contains(&key);
            let is_next = self.pending.as_ref().is_some_and(|head| match key.as_str() {
                "collection" => i == 0 || head.is_collection,
                "title" => is_again,
                _ => is_again && !head.setup.options.is_empty(),
            });
            if is_next {
                self.end_head()?;
            }
            if key == "collection" {
                self.of_all = OfAll::default();
                self.list.title =
                    self.list.title.take().or(Some(value.to_owned()).filter(|title| !title.is_empty()));
            }
            self.keys.insert(key.clone());
            let head = self.pending.get_or_insert_with(LevelFile::default);
            head.is_collection |= key == "collection";
            head.read_head_line(line + i, row);
            if key == "puzzle" && !value.is_empty() {
                if value != self.entry.name() {
                    head.set_problem(LevelError::new(
                        format!("this is a level of {}, not of {}", crate::quoted(value), self.entry.name()),
                        "open it with its own puzzle",
                    ));
                }
                self.list.puzzle.get_or_insert_with(|| value.to_owned());
            }
        }
        // The head of a collection ends with its lines.
        if self.pending.as_ref().is_some_and(|head| head.is_collection) {
            self.end_head()?;
        }
        Ok(())
    }

    /// Takes the head that was read for one without a level text, or for that of a collection.
    fn end_head(&mut self) -> Result<(), LevelError> {
        self.keys.clear();
        let Some(head) = self.pending.take() else { return Ok(()) };
        if head.is_collection {
            self.list.author = self.list.author.take().or(head.author.clone());
            let problem = head.problem().cloned();
            self.of_all = OfAll { author: head.author, options: head.setup.options, problem };
            return Ok(());
        }
        if head.setup.options.is_empty() && head.title.is_none() && head.problem().is_none() {
            self.remarks = Some(head);
            return Ok(());
        }
        self.push(head)
    }

    /// Reads a level, or several that stand in lines that follow each other.
    fn read_level(&mut self, line: usize, lines: &[&str]) -> Result<(), LevelError> {
        let sections = sections(lines);
        // A drawing may have a row of equals signs.
        let has_separator = sections.len() != 1 || sections[0].1.len() != lines.len();
        if has_separator && self.entry.is_drawn() && self.opens(&lines.join("\n"), &self.options()) {
            return self.read_section(line, lines);
        }
        if sections.is_empty() {
            return self.end_head();
        }
        for (i, (begin, lines)) in sections.iter().enumerate() {
            if i > 0 || *begin > 0 {
                self.end_head()?;
            }
            self.read_section(line + begin, lines)?;
        }
        Ok(())
    }

    /// Reads lines without a separator.
    fn read_section(&mut self, line: usize, lines: &[&str]) -> Result<(), LevelError> {
        let options = self.options();
        self.keys.clear();
        let head = self.pending.take().unwrap_or_default();
        let opens = |level: &str| self.opens(level, &options);
        let trimmed: Vec<&str>;
        let lines = match self.entry.is_drawn() {
            true => lines,
            false => {
                trimmed = lines.iter().map(|row| row.trim_end()).collect();
                &trimmed
            }
        };
        let body = lines.join("\n");
        let as_whole = head.in_line(line, 0, &body);
        let block = Setup { level: Some(body), options: options.clone() };
        let any_opens = || lines.iter().take(SAMPLE).any(|row| opens(row));
        let rows = || lines.iter().enumerate().map(|(i, row)| head.in_line(line + i, 0, row));
        if lines.len() > 1 && self.entry.lines_are_levels(&block) && any_opens() {
            return rows().try_for_each(|level| self.push(level));
        }
        let numbered = numbered(self.entry, lines);
        // In a list with numbers, a line with one more number may be a level by itself.
        let goes_on = lines.len() == 1 && self.run.last().is_some_and(|(_, number)| number.is_some());
        let whole = block.level.as_deref().is_some_and(opens);
        if whole && !(goes_on && numbered.as_ref().is_some_and(|lines| opens(lines[0].1.level))) {
            return self.push(as_whole);
        }
        match numbered {
            // What is wrong with a single line is wrong with all of it, unless it is a board behind a number.
            Some(found) if found.iter().take(SAMPLE).any(|(_, one)| opens(one.level)) => {
                for (i, one) in found {
                    self.run.push((self.list.levels.len(), one.number.map(str::to_owned)));
                    self.add(head.in_line(line + i, one.column, one.level))?;
                }
                return Ok(());
            }
            _ => {}
        }
        // A list may begin with comments of its own.
        if head == LevelFile::default() && lines.iter().all(|row| row.trim_start().starts_with("# ")) {
            return Ok(());
        }
        let sample = lines.len().min(SAMPLE);
        let most_open = || 2 * lines[..sample].iter().filter(|row| opens(row)).count() >= sample;
        match lines.len() > 1 && (opens(lines[0]) || most_open()) {
            true => rows().try_for_each(|level| self.push(level)),
            false => self.push(as_whole),
        }
    }

    /// The options that hold for what comes next.
    fn options(&self) -> Options {
        let mut options = self.of_all.options.clone();
        if let Some(head) = &self.pending {
            options.extend(head.setup.options.clone());
        }
        options
    }

    fn opens(&self, level: &str, options: &Options) -> bool {
        let setup = Setup { level: Some(level.to_owned()), options: options.clone() };
        self.entry.open(&setup).is_ok()
    }

    /// Adds a level that does not stand in a line of a list.
    fn push(&mut self, file: LevelFile) -> Result<(), LevelError> {
        self.end_lines();
        self.add(file)
    }

    /// Adds a level, with what holds for all of its collection.
    fn add(&mut self, mut file: LevelFile) -> Result<(), LevelError> {
        if self.list.levels.len() >= MOST_LISTED {
            return Err(LevelError::new(
                format!("there are more than {MOST_LISTED} levels"),
                "cut the list into several files",
            )
            .at(file.line(), 1));
        }
        // What the head of the collection says holds where a level says nothing else.
        let own = std::mem::replace(&mut file.setup.options, self.of_all.options.clone());
        file.setup.options.extend(own);
        if file.author.is_none() {
            file.author.clone_from(&self.of_all.author);
        }
        if let Some(problem) = &self.of_all.problem {
            file.set_problem(problem.clone());
        }
        self.list.levels.push(file);
        Ok(())
    }

    /// Gives levels that stood one in each line their numbers as titles.
    fn end_lines(&mut self) {
        let run = std::mem::take(&mut self.run);
        let is_count = run.iter().zip(1..).all(|((_, number), count)| *number == Some(count.to_string()));
        for (count, (place, number)) in (1..).zip(&run) {
            let title = match number {
                Some(number) if !is_count => Some(format!("{count} ({number})")),
                _ if run.len() > 1 => Some(count.to_string()),
                _ => continue,
            };
            self.list.levels[*place].title = title;
        }
    }
}

/// Whether a line separates levels.
fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'=')
}

/// The lines between separators, with the number of lines before them.
fn sections<'s, 't>(lines: &'s [&'t str]) -> Vec<(usize, &'s [&'t str])> {
    let mut begin = 0;
    let parts = lines.split(|line| is_separator(line)).map(|part| {
        let found = (begin, part);
        begin += part.len() + 1;
        found
    });
    parts.filter(|(_, part)| !part.is_empty()).collect()
}

/// Every line as a level with its number, where the puzzle knows such lines; comments are left out.
fn numbered<'t>(entry: &dyn Entry, lines: &[&'t str]) -> Option<Vec<(usize, LineLevel<'t>)>> {
    let rows = lines.iter().enumerate().filter(|(_, row)| !row.trim_start().starts_with('#'));
    let levels: Option<Vec<_>> = rows.map(|(i, row)| Some((i, entry.level_in_line(row)?))).collect();
    levels.filter(|levels| !levels.is_empty())
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
            ("stones", "7\n11\n6\n"),
            ("water", "1 2 2 1 | 3 1 3 2\n3 1 3 2 | - | -\n"),
            ("klotski", "a.\n  \nBB\nBB\n"),
            ("klotski", "\nab:c\n....\nBB..\nBB..\n"),
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

    /// What stands in joined files, each with what ends its levels: levels, or what is wrong and in which line.
    #[test]
    fn joined_files_are_read_level_by_level() {
        let said = |puzzle: &str, text: &str| -> Vec<String> {
            let entry = catalogue::find(puzzle).unwrap();
            let list = LevelList::read(entry, text).unwrap();
            let level = |file: &LevelFile| match file.open(entry) {
                Ok(board) => board.text(),
                Err(error) => format!("{:?} {}", error.place, error.problem),
            };
            list.levels.iter().map(level).collect()
        };
        let water = ["1 2 | 2 1 | -", "2 1 | 1 2 | -"];
        let stones = ["8 12 4", "7 11 6"];
        for (puzzle, [one, two]) in [("water", water), ("stones", stones)] {
            for text in [
                format!("{one}\n\n{two}\n"),
                format!("{one}\n{two}"),
                format!("{one}\r\n \t\r\n{two}"),
                format!("comment: a\n\n{one}\ncomment: b\n\n{two}\n"),
                format!("\u{feff}{one}\n\u{feff}{two}\n"),
                format!("title: a\n\n{one}\ntitle: b\n\n{two}\n"),
                format!("{one}\n===\n{two}\n"),
            ] {
                let capacity = if puzzle == "water" { "capacity: 2\n\n" } else { "" };
                // The option of a collection holds for all.
                let text = match capacity {
                    "" => text,
                    _ => format!("collection: x\n{capacity}{}", text.trim_start_matches('\u{feff}')),
                };
                assert_eq!(said(puzzle, &text), [one, two], "{text:?}");
            }
        }
        // Heads without a level text end where one of their keys comes again.
        assert_eq!(said("hanoi", "discs: 2\ndiscs: 3\n"), ["2 1 | |", "3 2 1 | |"]);
        assert_eq!(said("hanoi", "comment: a\ndiscs: 2\ncomment: b\ndiscs: 3"), ["2 1 | |", "3 2 1 | |"]);
        assert_eq!(said("hanoi", "3 2 1 | |\ndiscs: 2\n"), ["3 2 1 | |", "2 1 | |"]);
        // A head holds for the level behind it only.
        let linear =
            LevelList::read(catalogue::find("hanoi").unwrap(), "rule: linear\n\n1 | |\n\n2 1 | |").unwrap();
        let rules: Vec<_> = linear.levels.iter().map(|file| file.setup.option("rule")).collect();
        assert_eq!(rules, [Some("linear"), None]);
        // What is wrong takes nothing from the others.
        let wrong = said("tiles", "1 2/. 3\n\ntitle: x\n1 2/. 3\n\npuzzle: klotski\n\nab\n\n. 1/3 2\n");
        assert_eq!((wrong.len(), &*wrong[0], &*wrong[3]), (4, "1 2/. 3", ". 1/3 2"));
        assert!(wrong[1].starts_with("Some((4, 1)) a head line"), "{}", wrong[1]);
        assert!(wrong[2].contains("a level of klotski"), "{}", wrong[2]);
        // Two collections, each with an option of its own.
        let both = "collection: A\ncapacity: 2\n\n1 1 | -\n\ncollection: B\n\n2 | 2\n";
        let list = read("water", both);
        let capacities: Vec<_> = list.levels.iter().map(|file| file.setup.option("capacity")).collect();
        assert_eq!((capacities, list.title.as_deref()), (vec![Some("2"), None], Some("A")));
        // Drawings may have rows of blanks and of equals signs.
        assert_eq!(said("klotski", "a.\n  \nBB\nBB\n\n\nb.\n..\nCC\nCC").len(), 2);
        assert_eq!(said("klotski", "AA\nAA\n==\n\nAA\nAA\n..\n").len(), 2);
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
