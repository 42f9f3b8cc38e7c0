//! Names that were mistyped: what looks like the name of a level and is none, and the name that was probably meant.

use crate::language::listed;
use crate::level::LevelError;
use crate::printable::quoted;
use strsim::osa_distance;

/// Whether a text has the form of a name: small letters, digits and dashes, a letter first.
pub(crate) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(is_part)
}

/// The names that a name may stand for, whatever the case of its letters: itself, or all that begin with it.
pub(crate) fn matching<'n>(name: &str, names: &[&'n str]) -> Vec<&'n str> {
    let name = name.to_ascii_lowercase();
    // A single letter says too little.
    if name.len() > LONGEST_NAME || name.len() < 2 || !is_name(&name) {
        return Vec::new();
    }
    match names.iter().find(|known| known.eq_ignore_ascii_case(&name)) {
        Some(known) => vec![known],
        None => names.iter().copied().filter(|known| known.to_ascii_lowercase().starts_with(&name)).collect(),
    }
}

/// As many names are suggested.
const MOST_SUGGESTED: usize = 6;

/// The error that helps a person who wrote a name that is none; any other error stays as it is.
pub(crate) fn explained(error: LevelError, text: Option<&str>, names: &[&'static str]) -> LevelError {
    let Some(name) = text.map(str::trim).filter(|text| text.len() >= 3) else { return error };
    let problem = format!("no level is called '{}'", quoted(name));
    let matching = matching(name, names);
    match matching.len() {
        0 => {}
        // The level is there; something else is wrong, such as an option.
        1 => return error,
        count => {
            let quoted: Vec<String> =
                matching.iter().take(MOST_SUGGESTED).map(|known| format!("'{known}'")).collect();
            let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
            let more = if count > MOST_SUGGESTED { ", or another one that begins so" } else { "" };
            return LevelError::new(problem, format!("did you mean {}{more}?", listed(&quoted, "or")));
        }
    }
    match nearest(&name.to_ascii_lowercase(), names).filter(|_| is_name(&name.to_ascii_lowercase())) {
        Some(near) => LevelError::new(problem, format!("did you mean '{near}'?")),
        None if is_name(name) => LevelError::new(
            format!("{problem}, and it can't be read as a level either ({})", error.problem),
            error.remedy,
        ),
        None => error,
    }
}

/// Longer texts are no names.
const LONGEST_NAME: usize = 100;

/// The name that differs in the fewest letters added, taken away, changed or swapped with a neighbour, if they are few
/// enough to be a slip.
#[must_use]
pub fn nearest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let most = (name.len() / 3).max(1);
    // Nobody mistypes a name of this length, and comparing a whole level with every name would take seconds.
    if name.len() > LONGEST_NAME {
        return None;
    }
    let near = names.iter().map(|&known| (osa_distance(name, known), known)).min()?;
    (near.0 <= most).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, catalogue};

    #[test]
    fn a_whole_level_is_compared_with_no_name() {
        // It would take hours.
        let level = "a".repeat(50_000_000);
        assert_eq!(nearest(&level, &["first", "second"]), None);
        for (slip, meant) in [("frist", Some("first")), ("secon", Some("second")), ("third", None)] {
            assert_eq!(nearest(slip, &["first", "second"]), meant);
        }
    }

    #[test]
    fn slips_are_understood_in_every_puzzle() {
        for entry in catalogue::all() {
            for level in entry.levels().iter().filter(|level| level.name.len() > 4) {
                // Two letters in the wrong order, unless that is no change.
                let mut slip: Vec<char> = level.name.chars().collect();
                slip.swap(1, 2);
                let slip: String = slip.into_iter().collect();
                if entry.levels().iter().any(|other| other.name == slip) {
                    continue;
                }
                let error =
                    catalogue::open(*entry, &Setup::level(&slip)).err().map(|error| error.to_string());
                let error = error.unwrap_or_else(|| panic!("{} takes '{slip}' for a level", entry.name()));
                assert!(error.contains("did you mean"), "{}: {error}", entry.name());
            }
            let error = catalogue::open(*entry, &Setup::level("no-such-level-anywhere")).err().unwrap();
            assert!(error.to_string().contains("no level is called 'no-such-level-anywhere'"), "{error}");
            let long = catalogue::open(*entry, &Setup::level(&"no-such-level".repeat(1000))).err().unwrap();
            assert!(
                long.to_string().len() < 1000,
                "{} quotes {} bytes",
                entry.name(),
                long.to_string().len()
            );
        }
    }

    /// Whoever names a level that is there hears what is wrong with the option, not with the name.
    #[test]
    fn the_fault_of_an_option_is_named_beside_a_level_that_is_there() {
        for entry in catalogue::all() {
            for level in entry.levels() {
                let setup = Setup::level(level.name).with("colour", "red");
                let error = catalogue::open(*entry, &setup).err().unwrap().to_string();
                assert!(
                    error.contains("unknown option 'colour'"),
                    "{} {}: {error}",
                    entry.name(),
                    level.name
                );
            }
        }
        let hanoi = catalogue::find("hanoi").unwrap();
        let error =
            catalogue::open(hanoi, &Setup::level("three").with("discs", "4")).err().unwrap().to_string();
        assert!(error.contains("the level has 3 discs, the option says 4"), "{error}");
    }

    #[test]
    fn levels_that_look_like_names_stay_levels() {
        let klotski = catalogue::find("klotski").unwrap();
        assert!(catalogue::open(klotski, &Setup::level("aab-").with("goal", "none")).is_ok());
        let water = catalogue::find("water").unwrap();
        assert!(catalogue::open(water, &Setup::level("red red | red red")).is_ok());
        let broken = catalogue::open(water, &Setup::level("red red | ?")).err().unwrap();
        assert!(!broken.to_string().contains("no level is called"), "{broken}");
    }

    /// The beginning of a name opens the only level that begins so; of several none is guessed.
    #[test]
    fn a_beginning_opens_one_level_or_suggests_several() {
        let (mut opened, mut suggested) = (0, 0);
        for entry in catalogue::all() {
            let names: Vec<&str> = entry.levels().iter().map(|level| level.name).collect();
            for level in entry.levels() {
                for length in 2..=level.name.len() {
                    let beginning = level.name[..length].to_ascii_uppercase();
                    let setup = Setup::level(&beginning);
                    // What is a level by itself is that level.
                    if entry.open(&setup).is_ok() || names.contains(&&*beginning) {
                        continue;
                    }
                    let exact = names.iter().any(|name| name.eq_ignore_ascii_case(&beginning));
                    // The name of another level.
                    if exact && length < level.name.len() {
                        continue;
                    }
                    let begin = |name: &&&str| name.to_ascii_uppercase().starts_with(&beginning);
                    let said = catalogue::open(*entry, &setup);
                    match exact || names.iter().filter(begin).count() == 1 {
                        true => {
                            let named = catalogue::resolve(*entry, &setup);
                            assert_eq!(named, level.setup(), "{} {beginning}", entry.name());
                            assert!(said.is_ok(), "{} {beginning}", entry.name());
                            opened += 1;
                        }
                        false if length >= 3 => {
                            let error = said.err().unwrap().to_string();
                            assert!(
                                error.contains("did you mean '"),
                                "{} {beginning}: {error}",
                                entry.name()
                            );
                            suggested += 1;
                        }
                        false => assert!(said.is_err(), "{} {beginning}", entry.name()),
                    }
                }
            }
        }
        assert!(opened > 100 && suggested > 20, "{opened} {suggested}");
    }
}
