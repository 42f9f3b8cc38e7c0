//! What is wrong with a command line, in one line.

use crate::exit::Exit;
use clap::ArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use telusur_puzzles::{Entry, catalogue};

/// Levels may begin with a dash, so clap takes a mistyped option for a level, and a forgotten value swallows the
/// next option. Both are found here.
pub(super) fn refuse_swallowed_options(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<()> {
    let level = matches.try_get_one::<String>("level").ok().flatten();
    if let Some(name) = level.and_then(|level| option_like(level)) {
        anyhow::bail!("there is no option '--{name}'; see --help");
    }
    for option in entry.options().iter().filter(|option| !option.value.is_empty()) {
        let value = matches.try_get_one::<String>(option.name).ok().flatten();
        if let Some(next) = value.and_then(|value| option_like(value)) {
            anyhow::bail!("--{} needs a value, but is followed by '--{next}'", option.name);
        }
    }
    Ok(())
}

/// The name, if a word has the form of an option. Level texts have other characters too.
fn option_like(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--")?;
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    plain.then_some(name)
}

/// What clap did not accept: help and version go to standard output, everything else is one line.
pub(crate) fn refuse(error: &clap::Error) -> anyhow::Result<Exit> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join("' or '")),
        _ => None,
    };
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print()?;
            return Ok(Exit::Done);
        }
        ErrorKind::MissingSubcommand => {
            let puzzles: Vec<_> = catalogue::all().iter().map(|entry| entry.name()).collect();
            anyhow::bail!("no puzzle is named; use one of {}", puzzles.join(", "));
        }
        _ => {}
    }
    let rendered = error.render().to_string();
    let message = rendered.split("\n\n").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message).trim_end_matches(':').to_owned();
    let similar = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
        .into_iter()
        .find_map(context);
    match similar {
        Some(similar) => anyhow::bail!("{message}; did you mean '{similar}'?"),
        None => anyhow::bail!("{message}; see --help"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_begin_with_dashes_are_no_options() {
        for level in ["- | 1", "--aa/....", "-a", "--", "-----", "--A"] {
            assert_eq!(option_like(level), None, "{level}");
        }
        assert_eq!(option_like("--jsn"), Some("jsn"));
        assert_eq!(option_like("--goal=x"), Some("goal"));
    }
}
