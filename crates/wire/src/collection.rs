//! Lists of levels: what a pasted text holds, and the user's own collections with what was achieved in them.

use crate::Problem;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use telusur_puzzles::{Entry, Language, LevelFile, LevelList, Setup, catalogue};
use telusur_search::Deadline;
use telusur_session::{Best, CollectionError, CollectionLevel, KeptText, LevelIdentity, TextKind};

/// Longest titles and names of authors, in letters.
const LONGEST_TITLE: usize = 120;

/// A text with levels to be read.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LevelsRequest {
    puzzle: String,
    text: String,
}

/// A text with levels to be kept as a collection.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CollectionRequest {
    /// What it is called, unless the text says it.
    title: String,
    text: String,
}

/// A level to be added to a collection.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OwnLevelRequest {
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    level: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// What a text with levels holds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReadLevels {
    title: Option<String>,
    author: Option<String>,
    levels: Vec<ReadLevel>,
}

/// A level of a text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ReadLevel {
    /// Where it begins in the text, from 1.
    line: usize,
    title: Option<String>,
    author: Option<String>,
    text: String,
    options: BTreeMap<String, String>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Wrong>,
}

/// What is wrong in a text, and where.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Wrong {
    message: String,
    line: usize,
}

/// A collection in the list of a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CollectionLine {
    key: String,
    title: String,
}

/// A collection with its levels.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Collection {
    puzzle: &'static str,
    title: String,
    author: Option<String>,
    levels: Vec<OwnLevel>,
    /// All of it as a level file.
    text: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OwnLevel {
    title: Option<String>,
    author: Option<String>,
    /// As its board writes it.
    text: String,
    options: BTreeMap<String, String>,
    solved: bool,
    best: Option<i64>,
    optimum: Option<i64>,
    stars: Option<u8>,
}

fn found(puzzle: &str) -> Result<&'static dyn Entry, Problem> {
    catalogue::find(puzzle).ok_or_else(|| Problem::unknown("puzzle"))
}

fn shortened(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    line.chars().filter(|letter| !letter.is_control()).take(LONGEST_TITLE).collect()
}

impl LevelsRequest {
    /// The puzzle that is named.
    pub(crate) fn puzzle(&self) -> &str {
        &self.puzzle
    }

    /// Reads it, and opens every level.
    ///
    /// # Errors
    /// If there is no such puzzle, a head can't be read, or the deadline comes first.
    pub fn read(&self, deadline: &Deadline) -> Result<ReadLevels, Problem> {
        let entry = found(&self.puzzle)?;
        let list = LevelList::read(entry, &self.text).map_err(Problem::bad_input)?;
        let mut levels = Vec::new();
        for file in &list.levels {
            deadline.check().map_err(Problem::bad_input)?;
            let problem = file.open(entry).err().map(|error| Wrong {
                line: error.place.map_or(file.line(), |(line, _)| line),
                message: error.to_string(),
            });
            levels.push(ReadLevel {
                line: file.line(),
                title: file.title.clone(),
                author: file.author.clone(),
                text: file.setup.level.clone().unwrap_or_default(),
                options: file.setup.options.clone(),
                problem,
            });
        }
        Ok(ReadLevels { title: list.title, author: list.author, levels })
    }
}

impl CollectionRequest {
    /// The text that is kept: all levels, each of which can be opened.
    ///
    /// # Errors
    /// If there is no such puzzle, or a level can't be opened; the first one is named with its line.
    pub fn to_keep(&self, puzzle: &str, deadline: &Deadline) -> Result<(TextKind, String), Problem> {
        let entry = found(puzzle)?;
        let mut list = LevelList::read(entry, &self.text).map_err(Problem::bad_input)?;
        for file in &list.levels {
            deadline.check().map_err(Problem::bad_input)?;
            file.open(entry).map_err(Problem::bad_input)?;
        }
        let asked = shortened(&self.title);
        let title = if asked.is_empty() { list.title.take().unwrap_or_default() } else { asked };
        if title.is_empty() {
            return Err(Problem::bad_input("a collection needs a title"));
        }
        list.title = Some(title);
        Ok(kept(entry, list))
    }
}

/// A list as it is kept: with its title and its puzzle.
fn kept(entry: &dyn Entry, mut list: LevelList) -> (TextKind, String) {
    list.puzzle = Some(entry.name().to_owned());
    (TextKind::Levels(entry.name().to_owned()), list.text())
}

/// The puzzle and the list of a kept text.
fn read_kept(text: &str) -> Result<(&'static dyn Entry, LevelList), Problem> {
    telusur_session::Collection::list(text).map_err(refused)
}

fn refused(error: CollectionError) -> Problem {
    match error {
        CollectionError::NoPuzzle => Problem::unknown("puzzle"),
        other => Problem::bad_input(other),
    }
}

impl OwnLevelRequest {
    /// The text of a collection with this level at its end.
    ///
    /// # Errors
    /// If the level can't be opened.
    pub fn added_to(&self, text: &str) -> Result<String, Problem> {
        let (entry, mut list) = read_kept(text)?;
        let file = self.file(entry)?;
        list.levels.push(file);
        Ok(kept(entry, list).1)
    }

    /// A new collection with this level alone.
    ///
    /// # Errors
    /// If there is no such puzzle, or the level can't be opened.
    pub fn alone(&self, puzzle: &str, title: &str) -> Result<(TextKind, String), Problem> {
        let entry = found(puzzle)?;
        let levels = vec![self.file(entry)?];
        Ok(kept(entry, LevelList { title: Some(shortened(title)), levels, ..LevelList::default() }))
    }

    fn file(&self, entry: &'static dyn Entry) -> Result<LevelFile, Problem> {
        let said = |text: &str| Some(shortened(text)).filter(|text| !text.is_empty());
        let mut file =
            LevelFile::from(Setup { level: Some(self.level.clone()), options: self.options.clone() });
        let board = file.open(entry).map_err(Problem::bad_input)?;
        // As its board writes it, so that it stands in few lines.
        file.setup = Setup { level: Some(board.text()), options: board.options().into_iter().collect() };
        (file.title, file.author) = (said(&self.title), said(&self.author));
        Ok(file)
    }
}

/// A collection without one of its levels, counted from zero.
///
/// # Errors
/// If there is no such level, or it is the last one.
pub fn without_level(text: &str, number: usize) -> Result<String, Problem> {
    let (entry, mut list) = read_kept(text)?;
    if number >= list.levels.len() {
        return Err(Problem::unknown("level"));
    }
    list.levels.remove(number);
    if list.levels.is_empty() {
        return Err(Problem::bad_input("this is the only level; delete the collection instead"));
    }
    Ok(kept(entry, list).1)
}

impl CollectionLine {
    /// The collections of a list of texts.
    #[must_use]
    pub fn list(texts: Vec<KeptText>) -> Vec<Self> {
        let title = telusur_session::Collection::title_of;
        let line = |text: KeptText| CollectionLine { title: title(&text.head).to_owned(), key: text.key };
        texts.into_iter().map(line).collect()
    }
}

impl Collection {
    /// A kept text as a collection, with what was achieved.
    ///
    /// # Errors
    /// If it can't be read, or the deadline comes first.
    pub fn new(text: String, bests: &[Best], deadline: &Deadline) -> Result<Self, Problem> {
        let bests: HashMap<&str, &Best> = bests.iter().map(|best| (best.level.as_str(), best)).collect();
        let best = |level: &LevelIdentity| bests.get(level.text().as_str()).map(|&best| best.clone());
        let list = telusur_session::Collection::read(&text, best, deadline).map_err(refused)?;
        let own = |level: CollectionLevel| OwnLevel {
            stars: level.stars(),
            title: level.title,
            author: level.author,
            text: level.setup.level.unwrap_or_default(),
            options: level.setup.options,
            solved: level.best.is_some(),
            best: level.best.as_ref().map(|best| best.moves),
            optimum: level.best.and_then(|best| best.optimum),
        };
        let levels = list.levels.into_iter().map(own).collect();
        Ok(Collection { puzzle: list.entry.name(), title: list.title, author: list.author, levels, text })
    }
}

/// The title of the collection that levels are added to, unless another is named.
#[must_use]
pub fn own_levels_title(language: Language) -> &'static str {
    language.choose("My levels", "Level saya")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> OwnLevelRequest {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_collection_grows_and_shrinks_and_reads_back() {
        let first = json(r#"{"title": "A\nB", "author": "me", "level": "1 2\n. 3"}"#);
        let (kind, text) = first.alone("tiles", "My levels").unwrap();
        assert_eq!(kind, TextKind::Levels("tiles".to_owned()));
        let second = json(r#"{"level": "2 1/. 3", "options": {"goal": "1 2/3 ."}}"#).added_to(&text).unwrap();
        let shown = Collection::new(second.clone(), &[], &Deadline::never()).unwrap();
        assert_eq!((shown.title.as_str(), shown.levels.len()), ("My levels", 2));
        assert_eq!((shown.levels[0].title.as_deref(), shown.levels[0].text.as_str()), (Some("A"), "1 2/. 3"));
        let back = without_level(&second, 0).unwrap();
        assert_eq!(Collection::new(back.clone(), &[], &Deadline::never()).unwrap().levels[0].text, "2 1/. 3");
        assert!(without_level(&back, 0).is_err() && without_level(&second, 2).is_err());
        assert!(json(r#"{"level": "1 1"}"#).added_to(&text).is_err());
    }

    #[test]
    fn what_is_wrong_in_a_pasted_text_is_said_at_its_line() {
        let request =
            LevelsRequest { puzzle: "tiles".to_owned(), text: "1 2/. 3\n===\n1 2\n3 x\n".to_owned() };
        let read = request.read(&Deadline::never()).unwrap();
        assert!(read.levels[0].problem.is_none());
        assert_eq!(read.levels[1].problem.as_ref().map(|wrong| wrong.line), Some(4));
        let keep = CollectionRequest { title: "x".to_owned(), text: request.text };
        assert!(keep.to_keep("tiles", &Deadline::never()).is_err());
    }
}
