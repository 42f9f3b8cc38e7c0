//! `telusur generate`: a level as a level file, ready for `solve` and `explore`.

use crate::exit::Exit;
use crate::solve::Form;
use crate::{args, input, json};
use clap::ArgMatches;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};
use telusur_puzzles::{Generated, Wish};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    let mut options = input::own_options(entry, matches);
    if let Ok(Some(metric)) = matches.try_get_one::<String>("metric") {
        options.insert("metric".to_owned(), metric.clone());
    }
    let wish = Wish {
        seed: matches.get_one::<u64>("seed").copied().unwrap_or_else(another_seed),
        difficulty: matches.get_one::<u8>("difficulty").copied(),
        options,
    };
    let generated = entry.generate(&wish)?;
    match Form::of(matches) {
        Form::Json => json::print(&json::Generated {
            puzzle: entry.name(),
            level: generated.setup.level.as_deref().unwrap_or_default(),
            options: &generated.setup.options,
            seed: wish.seed.into(),
            difficulty: generated.difficulty,
            note: &generated.note,
        })?,
        Form::Quiet => write!(std::io::stdout(), "{}", level_file(&generated, None))?,
        Form::Words => {
            let comment = format!(
                "{}, difficulty {} of 10, seed {}; {}",
                entry.title(),
                generated.difficulty,
                wish.seed,
                generated.note
            );
            write!(std::io::stdout(), "{}", level_file(&generated, Some(&comment)))?;
        }
    }
    Ok(Exit::Done)
}

/// A seed that is easy to type and differs from run to run.
fn another_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64 % 1_000_000_007)
}

/// Head lines where there is something to say, a blank line, the level.
fn level_file(generated: &Generated, comment: Option<&str>) -> String {
    let comment = comment.map(|comment| ("comment", comment));
    let options = generated.setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut text = String::new();
    for (name, value) in comment.into_iter().chain(options) {
        // A head line is one line; grids have a form with slashes.
        text += &format!("{name}: {}\n", value.replace('\n', "/"));
    }
    if let Some(level) = &generated.setup.level {
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{}\n", level.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;

    #[test]
    fn a_level_file_reads_back() {
        for setup in [
            Setup::level("1 2\n. 3"),
            Setup::level("x").with("goal", "a/b"),
            Setup::default().with("discs", "3"),
        ] {
            let generated = Generated { setup: setup.clone(), difficulty: 3, note: String::new() };
            for comment in [None, Some("a: b")] {
                let text = level_file(&generated, comment);
                assert_eq!(Setup::from_file(&text).unwrap(), setup, "{text}");
            }
        }
    }
}
