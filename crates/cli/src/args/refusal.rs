//! What is wrong with a command line, in one line.

use crate::exit::Exit;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command};
use std::collections::HashSet;
use telusur_puzzles::{Entry, catalogue, nearest};
use telusur_rules::OWN_RULES;

/// Levels may begin with a dash, so clap takes a mistyped option for a level, and a forgotten value swallows the
/// next option. Both are found here.
pub(super) fn refuse_swallowed_options(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<()> {
    let level = matches.try_get_one::<String>("level").ok().flatten();
    if let Some(name) = level.and_then(|level| option_like(level)) {
        anyhow::bail!(no_option(entry, name, &known_options()));
    }
    let own = entry.about().options.iter().chain(entry.about().generate_options);
    for option in own.filter(|option| !option.value.is_empty()) {
        let value = matches.try_get_one::<String>(option.name).ok().flatten();
        if let Some(next) = value.and_then(|value| option_like(value)) {
            anyhow::bail!("--{} needs a value, but is followed by '--{next}'", option.name);
        }
    }
    Ok(())
}

/// Refuses an option of a puzzle that has the name of an option which its command has anyway: clap would ask neither of
/// them. Only puzzles from elsewhere can have one; a test knows those of this program.
pub(crate) fn refuse_taken_options() -> anyhow::Result<()> {
    for command in super::command().get_subcommands() {
        for puzzle in command.get_subcommands() {
            let mut names = HashSet::new();
            for arg in puzzle.get_arguments().chain(command.get_arguments().filter(|arg| arg.is_global_set()))
            {
                if !names.insert(arg.get_id()) {
                    let (puzzle, option) = (puzzle.get_name(), arg.get_id());
                    anyhow::bail!(
                        "an option of {puzzle} can't be called '{option}', because 'telusur {}' has one: give it \
                         another name",
                        command.get_name()
                    );
                }
            }
        }
    }
    Ok(())
}

/// The name, if a word has the form of an option. Level texts have other characters too.
pub(super) fn option_like(word: &str) -> Option<&str> {
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
            anyhow::bail!(
                "no puzzle is named; use one of {}, or a file of rules that ends in .puzzle",
                puzzles.join(", ")
            );
        }
        ErrorKind::UnknownArgument => {
            // An unknown option was taken for the level, and its value for one word too many.
            if let Some(no_option) = context(ContextKind::InvalidArg).and_then(|word| unknown_before(&word)) {
                anyhow::bail!(no_option);
            }
            if let Some(misplaced) = context(ContextKind::InvalidArg).and_then(|option| misplaced(&option)) {
                anyhow::bail!(misplaced);
            }
        }
        _ => {}
    }
    let rendered = error.render().to_string();
    let message = rendered.split("\n\n").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message).trim_end_matches(':').to_owned();
    let similar = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
        .into_iter()
        .find_map(context)
        .or_else(|| near_value(error));
    match similar {
        Some(similar) => anyhow::bail!("{message}; did you mean '{similar}'?"),
        None => anyhow::bail!("{message}; see --help"),
    }
}

/// The value that was probably meant, where there are a few to choose from.
fn near_value(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidValue) else { return None };
    let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue) else { return None };
    let valid: Vec<&str> = valid.iter().map(String::as_str).collect();
    nearest(&given.to_ascii_lowercase(), &valid).map(str::to_owned)
}

/// The long names of all options that the command of this process has for its puzzle.
fn known_options() -> Vec<String> {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let command = super::command();
    let command = words.first().and_then(|name| command.find_subcommand(name));
    // A file stands where a puzzle's name stands; the options of all rules are the same.
    let puzzle = command.and_then(|command| {
        let named = words.iter().skip(1).find_map(|word| command.find_subcommand(word));
        named.or_else(|| command.find_subcommand(OWN_RULES.name()))
    });
    let args = [command, puzzle].into_iter().flatten().flat_map(Command::get_arguments);
    args.filter(|arg| !arg.is_hide_set()).filter_map(|arg| arg.get_long().map(str::to_owned)).collect()
}

/// What to say if the word before this one is an option that the command does not have.
fn unknown_before(word: &str) -> Option<String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let at = words.iter().position(|other| other == word).filter(|&at| at > 2 && !word.starts_with('-'))?;
    let name = option_like(&words[at - 1])?;
    let command = super::command();
    let command = command.find_subcommand(&words[0])?;
    let puzzle = command.find_subcommand(&words[1])?;
    let known = command.get_arguments().chain(puzzle.get_arguments());
    let known: Vec<String> = known.filter_map(|arg| arg.get_long().map(str::to_owned)).collect();
    if known.iter().any(|known| known == name) {
        return None;
    }
    Some(no_option(catalogue::find(&words[1])?, name, &known))
}

/// What to say of an option that the command does not have.
fn no_option(entry: &dyn Entry, name: &str, known: &[String]) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match nearest(name, &known) {
        _ if entry.about().generate_options.iter().any(|option| option.name == name) => {
            format!("'--{name}' is an option of 'telusur generate {}' only", entry.name())
        }
        Some(near) => format!("there is no option '--{name}'; did you mean '--{near}'?"),
        None => format!("there is no option '--{name}'; see --help"),
    }
}

/// What to say of an option that stands before the puzzle's name although it belongs behind it.
fn misplaced(option: &str) -> Option<String> {
    let mut words = std::env::args_os().skip(1);
    let command = super::command();
    let command = command.find_subcommand(words.next()?)?;
    // A word without a dash is the puzzle, and then the option is no option of it.
    words.next()?.to_str().filter(|next| next.starts_with('-'))?;
    let name = option.strip_prefix("--")?;
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    let has = |puzzle: &Command| puzzle.get_arguments().any(|arg| arg.get_long() == Some(name));
    command.get_subcommands().any(has).then(|| {
        format!("'--{name}' belongs behind the puzzle's name: telusur {} PUZZLE --{name}", command.get_name())
    })
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
