//! Levels from arguments, files and standard input; all of it bounded, all of it possibly hostile.

use crate::exit::complain;
use crate::show;
use anyhow::{Context, bail};
use clap::ArgMatches;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use telusur_puzzles::{
    Board, Entry, LevelError, LevelFile, LevelList, OptionSpec, Setup, catalogue, printable,
};

/// No level of any puzzle comes near this.
const MOST_BYTES: u64 = 16 << 20;

/// Where a level text comes from.
pub(crate) enum Source<'m> {
    /// The entry's usual start, as shaped by options.
    Usual,
    /// A level name or text on the command line.
    Text(&'m str),
    /// A level file.
    File(&'m Path),
    /// A level file on standard input.
    Stdin,
}

impl<'m> Source<'m> {
    /// The source that LEVEL and `--file` name.
    pub(crate) fn of(matches: &'m ArgMatches) -> anyhow::Result<Self> {
        Source::with(level(matches), matches)
    }

    /// The same with another word in the place of LEVEL.
    pub(crate) fn with(level: Option<&'m str>, matches: &'m ArgMatches) -> anyhow::Result<Self> {
        let file = matches.get_one::<std::path::PathBuf>("file");
        match (level, file) {
            (Some(_), Some(_)) => bail!("both a level and --file are given; give one of them"),
            (None, Some(path)) if path.as_os_str() == "-" => Ok(Source::Stdin),
            (None, Some(path)) => Ok(Source::File(path)),
            (Some("-"), None) => Ok(Source::Stdin),
            (Some(text), None) => Ok(Source::Text(text)),
            (None, None) => Ok(Source::Usual),
        }
    }

    /// Reads the level that is asked for: of a file with several, the one with the number given, or the first, which is
    /// said then. What is on the command line is a file that has nothing before the level.
    pub(crate) fn read(&self, entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<LevelFile> {
        let number = matches.get_one::<u64>("number").copied();
        let mut levels = self.read_all(entry)?;
        let count = levels.len();
        let asked = number.map_or(0, |number| usize::try_from(number - 1).unwrap_or(usize::MAX));
        if asked >= count {
            bail!("there is no level {}: {} {}", asked + 1, self.name(), has_levels(count));
        }
        let level = levels.swap_remove(asked);
        if count > 1 && number.is_none() {
            // A flag that the command has is false until it is given. (Whether an argument is known at all, clap tells in
            // debug builds only.)
            let has_all = matches.try_get_one::<bool>("all-levels").is_ok_and(|given| given.is_some());
            let titled = level.title.as_ref().map(|title| format!(" ({})", printable(title)));
            complain(&format!(
                "{} {}; this is the first{}. --number chooses another{}",
                self.name(),
                has_levels(count),
                titled.unwrap_or_default(),
                if has_all { ", --all-levels solves all" } else { "" }
            ));
        }
        Ok(level)
    }

    /// Reads all levels that there are.
    pub(crate) fn read_all(&self, entry: &dyn Entry) -> anyhow::Result<Vec<LevelFile>> {
        let text = match self {
            Source::Usual => return Ok(vec![LevelFile::default()]),
            Source::Text(text) => return Ok(vec![Setup::level(text).into()]),
            Source::File(path) => {
                let file = File::open(path).with_context(|| format!("can't open '{}'", path.display()))?;
                bounded(file).with_context(|| format!("can't use '{}'", path.display()))?
            }
            Source::Stdin => bounded(io::stdin()).context("can't use standard input")?,
        };
        Ok(LevelList::read(entry, &text)?.levels)
    }

    /// What it is called in sentences.
    fn name(&self) -> String {
        match self {
            Source::File(path) => format!("'{}'", printable(&path.display().to_string())),
            Source::Stdin => "standard input".to_owned(),
            Source::Usual | Source::Text(_) => "the command line".to_owned(),
        }
    }
}

/// LEVEL, if it is given.
pub(crate) fn level(matches: &ArgMatches) -> Option<&str> {
    matches.get_one::<String>("level").map(String::as_str)
}

fn has_levels(count: usize) -> String {
    format!("has {}", show::counted(count, "level"))
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
        anyhow::anyhow!(
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
pub(crate) fn setup(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<LevelFile> {
    let mut file = Source::of(matches)?.read(entry, matches)?;
    override_options(entry, &mut file, matches);
    Ok(file)
}

fn override_options(entry: &dyn Entry, file: &mut LevelFile, matches: &ArgMatches) {
    for (name, value) in own_options(entry.about().options, matches) {
        file.override_option(&name, value);
    }
}

/// Opens the level that the arguments describe.
pub(crate) fn open(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<Box<dyn Board>> {
    Ok(open_file(entry, &mut Source::of(matches)?.read(entry, matches)?, matches)?)
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
    let board = catalogue::open(entry, &file.setup).map_err(|error| file.placed(error))?;
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
                    return Some(Err(anyhow::anyhow!(
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
            anyhow::anyhow!(
                "the moves are not UTF-8 text: the word that ends at byte {end}: {}",
                error.utf8_error()
            )
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
