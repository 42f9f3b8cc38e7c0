//! `telusur generate`: levels as level files, ready for `solve` and `explore`; one, or a whole set of different ones.

use crate::exit::{Exit, Stopped, complain};
use crate::progress::{ProgressForm, Reporter, of_levels};
use crate::solve::Form;
use crate::{args, input, interrupt, json, output, show};
use anyhow::Context;
use clap::ArgMatches;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use telusur_puzzles::{
    Date, Entry, GenerateError, Generated, LevelFile, Making, Setup, Wish, daily_wish, printable,
};
use telusur_search::Deadline;
use telusur_wire::Count;

/// How many seeds in a row may bring nothing new before a set is given up.
const MOST_REPEATS: u32 = 64;
/// How many seeds in a row may bring nothing at all: each costs as much as a level.
const MOST_FAILURES: u32 = 3;
/// How many seeds in a row of a set may miss the difficulty before the nearest is taken.
const MOST_MISSES: u32 = 64;

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    let mut options = input::own_options(entry.about().generate_options, matches);
    let mut difficulty = matches.get_one::<u8>("difficulty").copied();
    let mut seed = matches.get_one::<u64>("seed").copied();
    if let Some(wish) = daily(entry, matches)? {
        if !options.is_empty() {
            anyhow::bail!("the puzzle of the day is the same for everyone; leave out the options");
        }
        (options, difficulty, seed) = (wish.options, wish.difficulty, Some(wish.seed));
    }
    let count = matches.get_one::<u64>("count").copied().unwrap_or(1);
    let deadline = Deadline::new(matches.get_one("time").copied(), interrupt::cancel());
    let reporter = Reporter::new(ProgressForm::of(matches), deadline.clone());
    let mut levels = Levels {
        entry,
        options,
        difficulty,
        patience: if count == 1 { 0 } else { MOST_MISSES },
        next_seed: seed.unwrap_or_else(telusur_terminal::seed),
        seen: BTreeSet::new(),
        deadline,
        reporter,
        made: 0,
        count,
    };
    let form = Form::of(matches);
    let place = LevelOutput::find(matches.get_one("out"), entry.name(), count, levels.next_seed)?;
    let mut made = Made::default();
    let mut end = None;
    while made.count < count {
        match levels.next() {
            Ok((seed, generated)) => {
                levels.reporter.suspend(|| place.put(made.count, entry, seed, &generated, form))?;
                made.add(generated.difficulty);
                levels.made = made.count;
            }
            Err(NoMore::Refused(error)) if made.count == 0 => return Err(error.into()),
            Err(error) => {
                end = Some(error.to_string());
                break;
            }
        }
    }
    levels.reporter.clear();
    if matches!(form, Form::Words) {
        made.report(&place, levels.difficulty);
    }
    Ok(match end {
        None => Exit::Done,
        Some(why) => {
            complain(&match count {
                1 => format!("no level was made: {why}"),
                _ => format!("{} of {count} levels were made: {why}", made.count),
            });
            Exit::Stopped
        }
    })
}

/// Different levels, one after another: each from a seed of its own, so that each can be made again alone.
struct Levels {
    entry: &'static dyn Entry,
    options: BTreeMap<String, String>,
    difficulty: Option<u8>,
    /// How many seeds in a row may miss the difficulty: none where one level is asked for by its seed.
    patience: u32,
    next_seed: u64,
    seen: BTreeSet<String>,
    /// When the whole set must be there.
    deadline: Deadline,
    reporter: Reporter,
    /// How many are made, and how many there are to be.
    made: u64,
    count: u64,
}

/// Why there is no next level.
#[derive(Debug, thiserror::Error)]
enum NoMore {
    #[error(transparent)]
    Refused(#[from] GenerateError),
    #[error(
        "the next {MOST_REPEATS} seeds gave levels that were there already; ask for fewer, or for larger ones"
    )]
    Repeated,
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Levels {
    fn next(&mut self) -> Result<(u64, Generated), NoMore> {
        let (mut repeats, mut failures, mut misses) = (0, 0, 0);
        let mut nearest: Option<(u8, u64, Generated)> = None;
        while repeats < MOST_REPEATS {
            self.deadline.check().map_err(Stopped)?;
            let seed = self.next_seed;
            self.next_seed = seed.wrapping_add(1);
            let wish = Wish { seed, difficulty: self.difficulty, options: self.options.clone() };
            let (reporter, made, count) = (&mut self.reporter, self.made, self.count);
            let mut watch = |tried| {
                if reporter.is_due() {
                    reporter.show(&of_levels(made, count, tried));
                }
            };
            match self.entry.generate(&wish, &mut Making::watched(self.deadline.clone(), &mut watch)) {
                // Another level than without the deadline would be worse than none.
                Err(GenerateError::Stopped(limit)) => return Err(Stopped(limit).into()),
                Ok(generated) if self.seen.contains(&level_text(&generated.setup, None)) => {
                    repeats += 1;
                }
                Ok(generated) => {
                    let off = self.difficulty.map_or(0, |wished| wished.abs_diff(generated.difficulty));
                    if nearest.as_ref().is_none_or(|(least, ..)| off < *least) {
                        nearest = Some((off, seed, generated));
                    }
                    if off == 0 || misses >= self.patience {
                        break;
                    }
                    misses += 1;
                }
                // The first seed says what is wrong with the wish; later ones may just be unlucky.
                Err(GenerateError::NotFound(_)) if !self.seen.is_empty() && failures < MOST_FAILURES => {
                    failures += 1;
                }
                Err(_) if nearest.is_some() => break,
                Err(error) => return Err(error.into()),
            }
        }
        let (off, seed, generated) = nearest.ok_or(NoMore::Repeated)?;
        if off > 0 {
            // What is out of reach is looked for less and less.
            self.patience /= 4;
        }
        self.seen.insert(level_text(&generated.setup, None));
        Ok((seed, generated))
    }
}

/// What has been made so far.
#[derive(Default)]
struct Made {
    count: u64,
    difficulties: BTreeMap<u8, u64>,
}

impl Made {
    fn add(&mut self, difficulty: u8) {
        self.count += 1;
        *self.difficulties.entry(difficulty).or_default() += 1;
    }

    /// Says where the files are, and where a difficulty could only be approached.
    fn report(&self, place: &LevelOutput, wished: Option<u8>) {
        if let Some(path) = &place.place {
            let levels = show::counted(self.count, "level");
            // Standard output belongs to levels.
            _ = writeln!(io::stderr(), "{levels} in {}", printable(&path.display().to_string()));
        }
        let Some(wished) = wished else { return };
        let others: Vec<String> =
            self.difficulties.keys().filter(|&&level| level != wished).map(u8::to_string).collect();
        if !others.is_empty() {
            let off = self.count - self.difficulties.get(&wished).copied().unwrap_or(0);
            let (of, verb) = (show::counted(self.count, "level"), if off == 1 { "has" } else { "have" });
            let others = others.join(", ");
            complain(&match self.count {
                1 => format!("the level has difficulty {others}, the nearest to {wished} that was found"),
                _ => format!(
                    "{off} of {of} {verb} another difficulty than {wished}: the nearest found, {others}"
                ),
            });
        }
    }
}

/// Where levels go.
struct LevelOutput {
    /// A file, or a folder; nothing for standard output.
    place: Option<PathBuf>,
    /// The file of each level.
    files: Vec<PathBuf>,
}

impl LevelOutput {
    /// Decides it before the first level is made, so that nobody waits for a level that can't be written.
    fn find(path: Option<&PathBuf>, puzzle: &str, count: u64, seed: u64) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(LevelOutput { place: None, files: Vec::new() }) };
        let (mut place, mut files) = (path.clone(), vec![path.clone()]);
        if count > 1 {
            fs::create_dir_all(path)
                .with_context(|| format!("can't make the folder '{}'", path.display()))?;
            let width = count.to_string().len();
            files = (1..=count).map(|n| path.join(format!("{puzzle}-{n:0width$}.txt"))).collect();
        } else if path.is_dir() {
            place = path.join(format!("{puzzle}-{seed}.txt"));
            files = vec![place.clone()];
        }
        if let Some(file) = files.iter().find(|file| file.exists()) {
            anyhow::bail!("'{}' exists already; choose another place or take it away first", file.display());
        }
        Ok(LevelOutput { place: Some(place), files })
    }

    /// Puts a level there: the one with this number, from 0.
    fn put(
        &self,
        number: u64,
        entry: &dyn Entry,
        seed: u64,
        generated: &Generated,
        form: Form,
    ) -> anyhow::Result<()> {
        let text = text(entry, seed, generated, form)?;
        let Some(file) = self.files.get(number as usize) else {
            // A level file ends where the next one begins; a line between them is for the eye.
            let gap = if number > 0 && matches!(form, Form::Words | Form::Quiet) { "\n" } else { "" };
            return Ok(output::print(format!("{gap}{text}"))?);
        };
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(file)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        written.with_context(|| format!("can't write '{}'", file.display()))
    }
}

fn text(entry: &dyn Entry, seed: u64, generated: &Generated, form: Form) -> anyhow::Result<String> {
    let Setup { level, options } = &generated.setup;
    Ok(match form {
        Form::Json => json::Object::new()
            .with("puzzle", entry.name())
            .with("level", level.as_deref().unwrap_or_default())
            .with("options", options)
            .with("seed", Count::from(seed))
            .with("difficulty", generated.difficulty)
            .with("note", &generated.note)
            .with("schema", json::SCHEMA)
            .line()?,
        Form::Quiet => level_text(&generated.setup, None),
        Form::Words => {
            let own: Vec<_> = options.clone().into_iter().collect();
            let comment = format!(
                "{}, difficulty {} of 10, seed {seed}; {}",
                show::title_with(entry, &own),
                generated.difficulty,
                generated.note
            );
            level_text(&generated.setup, Some(&comment))
        }
    })
}

/// A level as a level file.
fn level_text(setup: &Setup, comment: Option<&str>) -> String {
    LevelFile::from(setup.clone()).text(comment)
}

/// The wish of the day that is asked for, if one is.
pub(crate) fn daily(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<Option<Wish>> {
    let Some(asked) = matches.get_one::<Option<Date>>("daily") else { return Ok(None) };
    let date = asked
        .or_else(telusur_terminal::today)
        .context("the clock of this machine is wrong; name the date")?;
    Ok(Some(daily_wish(entry, date)))
}
