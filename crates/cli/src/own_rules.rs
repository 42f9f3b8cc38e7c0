//! Puzzles in files: a path that ends in `.puzzle` stands where a puzzle's name stands, and its text goes along as an
//! option, so that games and links hold it.

use crate::input;
use anyhow::{Context, anyhow};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use telusur_puzzles::Entry;
use telusur_rules::{OWN_RULES, Problems, TextEntry};

/// Commands that are about a puzzle.
const COMMANDS: [&str; 8] = ["solve", "play", "explore", "generate", "verify", "watch", "bench", "list"];

/// The same words with a file of rules replaced by what it holds. Nothing else is looked at: what is wrong with other
/// words is for whoever reads them.
pub(crate) fn with_files_read(words: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let is_command = words.get(1).and_then(|word| word.to_str()).is_some_and(|word| COMMANDS.contains(&word));
    // The puzzle's name is the first word behind the command that is no option.
    let at = words.iter().skip(2).position(|word| !word.to_string_lossy().starts_with('-')).map(|at| at + 2);
    let Some(at) = at.filter(|&at| is_command && is_rules(&words[at])) else { return Ok(words) };
    let path = Path::new(&words[at]);
    let text = input::text_of(path).with_context(|| format!("can't use '{}'", path.display()))?;
    // Refused here, where the file's name is known.
    OWN_RULES.load(&text).map_err(|problems| refusal(path, &problems))?;
    let mut option = OsString::from("--rules=");
    option.push(text);
    let mut replaced = words[..at].to_vec();
    replaced.extend(["rules".into(), option]);
    replaced.extend_from_slice(&words[at + 1..]);
    Ok(replaced)
}

/// The puzzle of a text, with the levels and the title that it gives itself.
pub(crate) fn text_entry(text: &str) -> anyhow::Result<&'static dyn Entry> {
    let entry = TextEntry::new(OWN_RULES.name(), text).map_err(|problems| problems.as_level_error())?;
    Ok(Box::leak(Box::new(entry)))
}

/// The first thing that is wrong with a file, in one line.
fn refusal(path: &Path, problems: &Problems) -> anyhow::Error {
    let path = path.display();
    let first = problems.0.iter().find(|problem| problem.is_error()).or(problems.0.first());
    let first = first.map_or_else(|| "it can't be used".to_owned(), ToString::to_string);
    match problems.0.len() {
        0 | 1 => anyhow!("'{path}', {first}"),
        count => anyhow!("'{path}', {first} ('telusur check' shows all {count} problems)"),
    }
}

/// Whether a word is a path to rules.
fn is_rules(word: &OsStr) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension == "puzzle")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn only_a_puzzles_name_is_read_as_a_file() {
        for line in [
            "telusur",
            "telusur solve tiles a.puzzle",
            "telusur check a.puzzle",
            "telusur solve --json hanoi",
        ] {
            assert_eq!(with_files_read(words(line)).unwrap(), words(line));
        }
        let error = with_files_read(words("telusur solve nowhere/a.puzzle")).unwrap_err();
        assert!(format!("{error:#}").starts_with("can't use 'nowhere/a.puzzle'"), "{error:#}");
    }
}
