//! Puzzles of the user's own: every file `puzzles/NAME.puzzle` in the data directory is a puzzle called NAME.

use crate::data;
use crate::input;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use telusur_puzzles::Registry;
use telusur_rules::TextEntry;

/// More files than this are left alone.
const MOST_FILES: usize = 200;

/// Files that could not be taken, and why.
static REFUSED: OnceLock<Vec<String>> = OnceLock::new();

/// Files of the user's directory that are no puzzles, each in one line with the reason.
pub(crate) fn refused() -> &'static [String] {
    REFUSED.get().map_or(&[], Vec::as_slice)
}

/// The same puzzles and those of the user's directory. What can't be taken is left out, and remembered for whoever lists
/// puzzles: a bad file must not keep the program from running.
pub(crate) fn with_files(mut registry: Registry, words: &[OsString]) -> Registry {
    let mut refused = Vec::new();
    for path in directory(words).map(|directory| files(&directory)).unwrap_or_default() {
        let added = entry(&path).and_then(|entry| {
            registry.clone().with(Box::leak(Box::new(entry))).map_err(|error| error.to_string())
        });
        match added {
            Ok(larger) => registry = larger,
            Err(why) => refused.push(format!("{}: {why}", path.display())),
        }
    }
    _ = REFUSED.set(refused);
    registry
}

/// The data directory's own, by `--data` or by the customs of the system.
fn directory(words: &[OsString]) -> Option<PathBuf> {
    let named = words.iter().enumerate().find_map(|(i, word)| match word.to_str()? {
        "--data" => words.get(i + 1).map(PathBuf::from),
        other => other.strip_prefix("--data=").map(PathBuf::from),
    });
    Some(named.or_else(|| data::default_directory().ok())?.join("puzzles"))
}

/// Paths of rules in a directory, in the order of their names.
fn files(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_rules = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "puzzle");
    let mut paths: Vec<PathBuf> = paths.filter(is_rules).take(MOST_FILES).collect();
    paths.sort();
    paths
}

fn entry(path: &Path) -> Result<TextEntry, String> {
    let name = path.file_stem().and_then(|stem| stem.to_str()).ok_or("its name is not UTF-8")?;
    let text = input::text_of(path).map_err(|error| format!("{error:#}"))?;
    let entry = TextEntry::new(name, &text).map_err(|problems| first_line(&problems.to_string()))?;
    // What can't be compiled would only fail later.
    entry.rules().map_err(|error| error.to_string())?;
    Ok(entry)
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "puzzle Three\nvar n : 0..3\nmove up: n += 1\ngoal n == 3\n";

    #[test]
    fn good_files_are_puzzles_and_bad_ones_are_told() {
        let directory = std::env::temp_dir().join(format!("telusur-own-files-{}", std::process::id()));
        let puzzles = directory.join("puzzles");
        std::fs::create_dir_all(&puzzles).unwrap();
        for (name, text) in [
            ("three.puzzle", GOOD),
            ("bad.puzzle", "puzzle P\nvr n"),
            ("hanoi.puzzle", GOOD),
            ("Not a name.puzzle", GOOD),
            ("notes.txt", "no rules"),
        ] {
            std::fs::write(puzzles.join(name), text).unwrap();
        }
        let words = ["telusur".into(), "list".into(), "--data".into(), directory.clone().into_os_string()];
        let before = Registry::shipped().entries().len();
        let registry = with_files(Registry::shipped(), &words);
        std::fs::remove_dir_all(&directory).unwrap();
        let names: Vec<&str> = registry.entries()[before..].iter().map(|entry| entry.name()).collect();
        assert_eq!(names, ["three"]);
        let refused = refused();
        assert_eq!(refused.len(), 3, "{refused:?}");
        assert!(refused[0].contains("Not a name.puzzle"), "{refused:?}");
        assert!(refused[1].contains("bad.puzzle: line 2, column 1"), "{refused:?}");
        assert!(refused[2].contains("hanoi.puzzle"), "{refused:?}");
    }
}
