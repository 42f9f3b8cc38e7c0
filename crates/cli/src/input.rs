//! Levels from arguments, files and standard input; all of it bounded, all of it possibly hostile.

use crate::exit::complain;
use crate::show;
use anyhow::{Context, anyhow, bail};
use clap::ArgMatches;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use telusur_puzzles::{
    Board, Entry, LevelError, LevelFile, LevelList, MOST_LISTED, OptionSpec, Setup, printable,
};

/// No level of any puzzle comes near this.
const MOST_BYTES: u64 = 16 << 20;

/// No folder of levels has nearly as many files.
const MOST_FILES: usize = 10_000;

/// Where a level text comes from.
pub(crate) enum Source<'m> {
    /// The entry's usual start, as shaped by options.
    Usual,
    /// A level name or text on the command line.
    Text(&'m str),
    /// Level files, and folders of them.
    Files(Vec<&'m Path>),
    /// A level file on standard input.
    Stdin,
}

/// A level, and where it was written.
pub(crate) struct InputLevel {
    pub(crate) file: LevelFile,
    /// Its file in sentences; nothing for what stands on the command line.
    place: Option<Rc<str>>,
    path: Option<Rc<Path>>,
    /// A word on the command line.
    word: Option<String>,
}

impl InputLevel {
    fn usual() -> Self {
        InputLevel { file: LevelFile::default(), place: None, path: None, word: None }
    }

    /// The path of its file, if it has one.
    pub(crate) fn path(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.display().to_string())
    }

    /// Its file in sentences, if it has one.
    pub(crate) fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// Opens it with the options given on the command line, which the file has then.
    ///
    /// # Errors
    /// What is wrong with it, with file and line.
    pub(crate) fn open(&mut self, entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<Box<dyn Board>> {
        open_file(entry, &mut self.file, matches).map_err(|error| self.named(error))
    }

    /// What is wrong with it, and where.
    pub(crate) fn named(&self, error: LevelError) -> anyhow::Error {
        if let Some(word) = self.word.as_deref().filter(|&word| is_path(word) && word != ".") {
            return anyhow!("'{}' is a file or a folder, not a level; read it with --file", printable(word));
        }
        let place = match (&self.place, error.place, error.option) {
            (Some(place), Some(_), None) => place.to_string(),
            (Some(place), None, _) => format!("{place}, the level in line {}", self.file.line()),
            _ => return error.into(),
        };
        // A place is followed by another one, or by the message.
        let gap = if error.place.is_some() { ", " } else { ": " };
        WrongLevel { message: format!("{place}{gap}{error}"), error }.into()
    }
}

/// A level that can't be opened, with its file.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct WrongLevel {
    message: String,
    error: LevelError,
}

/// The level error in a chain of errors.
pub(crate) fn level_error(error: &anyhow::Error) -> Option<&LevelError> {
    let wrong = error.chain().find_map(|cause| cause.downcast_ref::<WrongLevel>());
    wrong.map(|wrong| &wrong.error).or_else(|| error.chain().find_map(|cause| cause.downcast_ref()))
}

/// Whether a word is the path of something that is there.
fn is_path(word: &str) -> bool {
    word.len() < 4096 && !word.contains('\n') && Path::new(word).exists()
}

impl<'m> Source<'m> {
    /// The source that LEVEL and `--file` name.
    pub(crate) fn of(matches: &'m ArgMatches) -> anyhow::Result<Self> {
        Source::with(level(matches), matches)
    }

    /// The same with another word in the place of LEVEL.
    pub(crate) fn with(level: Option<&'m str>, matches: &'m ArgMatches) -> anyhow::Result<Self> {
        let files = matches.get_many::<PathBuf>("file").into_iter().flatten();
        let files: Vec<&Path> = files.map(PathBuf::as_path).collect();
        match (level, &files[..]) {
            (Some(_), [_, ..]) => bail!("both a level and --file are given; give one of them"),
            (None, [path]) if path.as_os_str() == "-" => Ok(Source::Stdin),
            (None, [_, ..]) if files.iter().any(|path| path.as_os_str() == "-") => {
                bail!("--file - is standard input, and stands alone")
            }
            (None, [_, ..]) => Ok(Source::Files(files)),
            (Some("-"), []) => Ok(Source::Stdin),
            (Some(text), []) => Ok(Source::Text(text)),
            (None, []) => Ok(Source::Usual),
        }
    }

    /// Reads the level that is asked for: of files with several, the one with the number given, or the first, which is
    /// said then. What is on the command line is a file that has nothing before the level.
    pub(crate) fn read(&self, entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<InputLevel> {
        let number = matches.get_one::<u64>("number").copied();
        let mut levels: Vec<InputLevel> = self.read_all(entry)?.into_iter().collect::<Result<_, _>>()?;
        let count = levels.len();
        let asked = number.map_or(0, |number| usize::try_from(number - 1).unwrap_or(usize::MAX));
        if asked >= count {
            bail!("there is no level {}: {} {}", asked + 1, self.name(), self.has_levels(count));
        }
        let level = levels.swap_remove(asked);
        if count > 1 && number.is_none() {
            // A flag that the command has is false until it is given. (Whether an argument is known at all, clap tells in
            // debug builds only.)
            let has_all = matches.try_get_one::<bool>("all-levels").is_ok_and(|given| given.is_some());
            let titled = level.file.title.as_ref().map(|title| format!(" ({})", printable(title)));
            complain(&format!(
                "{} {}; this is the first{}. --number chooses another{}",
                self.name(),
                self.has_levels(count),
                titled.unwrap_or_default(),
                if has_all { ", --all-levels solves all" } else { "" }
            ));
        }
        Ok(level)
    }

    /// Reads all levels that there are. A file that can't be used stands for one that is wrong.
    pub(crate) fn read_all(&self, entry: &dyn Entry) -> anyhow::Result<Vec<anyhow::Result<InputLevel>>> {
        let read = |text: anyhow::Result<String>, place: &str, path: Option<&Path>| {
            let (place, path): (Rc<str>, Option<Rc<Path>>) = (place.into(), path.map(Rc::from));
            let unnamed = |error: LevelError| match error.place {
                Some(_) => InputLevel { place: Some(place.clone()), ..InputLevel::usual() }.named(error),
                None => anyhow::Error::from(error).context(place.to_string()),
            };
            let list = text.and_then(|text| LevelList::read(entry, &text).map_err(unnamed));
            match list {
                Err(error) => vec![Err(error)],
                Ok(list) => {
                    let level = |file| {
                        Ok(InputLevel { file, place: Some(place.clone()), path: path.clone(), word: None })
                    };
                    list.levels.into_iter().map(level).collect()
                }
            }
        };
        Ok(match self {
            Source::Usual => vec![Ok(InputLevel::usual())],
            Source::Text(text) => {
                let file = Setup::level(text).into();
                vec![Ok(InputLevel { file, word: Some((*text).to_owned()), ..InputLevel::usual() })]
            }
            Source::Stdin => {
                read(bounded(io::stdin()).context("can't use standard input"), "standard input", None)
            }
            Source::Files(paths) => {
                let files: Vec<PathBuf> = files_in(paths)?;
                let levels =
                    files.iter().flat_map(|path| read(text_in(path), &quoted_path(path), Some(path)));
                levels.take(MOST_LISTED + 1).collect()
            }
        })
    }

    /// What it is called in sentences.
    fn name(&self) -> String {
        match self {
            Source::Files(paths) => paths.iter().map(|path| quoted_path(path)).collect::<Vec<_>>().join(", "),
            Source::Stdin => "standard input".to_owned(),
            Source::Usual | Source::Text(_) => "the command line".to_owned(),
        }
    }

    fn has_levels(&self, count: usize) -> String {
        let has = if matches!(self, Source::Files(paths) if paths.len() > 1) { "have" } else { "has" };
        format!("{has} {}", show::counted(count, "level"))
    }
}

/// The text of a file; an error names the file.
fn text_in(path: &Path) -> anyhow::Result<String> {
    let file = File::open(path).with_context(|| format!("can't open '{}'", path.display()))?;
    bounded(file).with_context(|| format!("can't use '{}'", path.display()))
}

fn quoted_path(path: &Path) -> String {
    format!("'{}'", printable(&path.display().to_string()))
}

/// The files that are named, with those of folders in the order of their names. Hidden files and folders in folders are
/// left out.
fn files_in(paths: &[&Path]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.to_path_buf());
            continue;
        }
        let cant = || format!("can't read the folder {}", quoted_path(path));
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).with_context(cant)? {
            let entry = entry.with_context(cant)?;
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if !is_hidden && entry.path().is_file() {
                found.push(entry.path());
            }
            if found.len() > MOST_FILES {
                bail!("the folder {} has more than {MOST_FILES} files", quoted_path(path));
            }
        }
        if found.is_empty() {
            bail!("there is no file in the folder {}", quoted_path(path));
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// LEVEL, if it is given.
pub(crate) fn level(matches: &ArgMatches) -> Option<&str> {
    matches.get_one::<String>("level").map(String::as_str)
}

/// The text of a file, if it is not too large.
pub(crate) fn text_of(path: &Path) -> anyhow::Result<String> {
    bounded(File::open(path)?)
}

/// Reads all of it as text, if it is not too large.
fn bounded(from: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("the input is larger than {} MiB; a level is a few lines of text", MOST_BYTES >> 20);
    }
    String::from_utf8(bytes).map_err(|error| {
        anyhow!(
            "the input is not UTF-8 text: byte {} is wrong; save it as UTF-8",
            error.utf8_error().valid_up_to() + 1
        )
    })
}

/// The options of a list that were given.
pub(crate) fn own_options(options: &'static [OptionSpec], matches: &ArgMatches) -> BTreeMap<String, String> {
    let given = |name: &'static str, is_switch: bool| match is_switch {
        true => matches.get_flag(name).then(|| "true".to_owned()),
        false => matches.get_one::<String>(name).cloned(),
    };
    let given = |o: &OptionSpec| Some((o.name.to_owned(), given(o.name, o.value.is_empty())?));
    options.iter().filter_map(given).collect()
}

/// The level that the arguments describe, with the options given on the command line, which win over those of a level
/// file.
pub(crate) fn setup(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<InputLevel> {
    let mut level = Source::of(matches)?.read(entry, matches)?;
    override_options(entry, &mut level.file, matches);
    Ok(level)
}

fn override_options(entry: &dyn Entry, file: &mut LevelFile, matches: &ArgMatches) {
    for (name, value) in own_options(entry.about().options, matches) {
        file.override_option(&name, value);
    }
}

/// Opens the level that the arguments describe.
pub(crate) fn open(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<Box<dyn Board>> {
    Source::of(matches)?.read(entry, matches)?.open(entry, matches)
}

/// Opens a level with the options given on the command line, which the file has then. What is wrong is said with the
/// line of the file.
pub(crate) fn open_file(
    entry: &dyn Entry,
    file: &mut LevelFile,
    matches: &ArgMatches,
) -> Result<Box<dyn Board>, LevelError> {
    override_options(entry, file, matches);
    let declares_metric = entry.about().options.iter().any(|option| option.name == "metric");
    let metric = match declares_metric {
        true => None,
        false => {
            let in_file = file.setup.options.remove("metric");
            matches.get_one::<String>("metric").cloned().or(in_file)
        }
    };
    let board = file.open(entry)?;
    match metric {
        Some(metric) if board.metric() != metric.as_str() => Err(LevelError::new(
            format!("{} counts {}, not '{metric}'", entry.name(), board.metric()),
            "leave the metric out",
        )),
        _ => Ok(board),
    }
}

/// The words of a stream, one by one, without holding more than one of them.
pub(crate) struct Words<R> {
    bytes: io::Bytes<io::BufReader<R>>,
    position: u64,
}

/// No move of any puzzle is nearly as long as this.
const LONGEST_WORD: usize = 4096;

impl<R: Read> Words<R> {
    pub(crate) fn new(from: R) -> Self {
        Words { bytes: io::BufReader::with_capacity(1 << 16, from).bytes(), position: 0 }
    }
}

impl<R: Read> Iterator for Words<R> {
    type Item = anyhow::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut word = Vec::new();
        for byte in self.bytes.by_ref() {
            let byte = match byte {
                Ok(byte) => byte,
                Err(error) => return Some(Err(error.into())),
            };
            self.position += 1;
            match byte.is_ascii_whitespace() || byte == b',' {
                true if word.is_empty() => {}
                true => break,
                false if word.len() == LONGEST_WORD => {
                    return Some(Err(anyhow!(
                        "at byte {}: a move is longer than {LONGEST_WORD} bytes; separate moves by spaces or line breaks",
                        self.position
                    )));
                }
                false => word.push(byte),
            }
        }
        if word.is_empty() {
            return None;
        }
        let end = self.position;
        Some(String::from_utf8(word).map_err(|error| {
            anyhow!("the moves are not UTF-8 text: the word that ends at byte {end}: {}", error.utf8_error())
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_is_bounded_and_must_be_text() {
        assert_eq!(bounded(&b"1 2"[..]).unwrap(), "1 2");
        let huge = bounded(io::repeat(b'1')).unwrap_err().to_string();
        assert!(huge.contains("larger than 16 MiB"), "{huge}");
        let binary = bounded(&b"12\xff3"[..]).unwrap_err().to_string();
        assert!(binary.contains("byte 3"), "{binary}");
    }

    #[test]
    fn words_come_one_by_one() {
        let words: Vec<String> = Words::new(&b" 1,2\n\t3  "[..]).map(Result::unwrap).collect();
        assert_eq!(words, ["1", "2", "3"]);
        let endless = Words::new(io::repeat(b'x')).next().unwrap().unwrap_err().to_string();
        assert!(endless.contains("longer than"), "{endless}");
        assert!(Words::new(&b"a \xff b"[..]).nth(1).unwrap().is_err());
    }
}
