//! Which level is which: a name for equal starts, for whoever keeps games, and titles for people.

use telusur_puzzles::{Board, Language, Level, catalogue};

/// Characters of a level text that serve as its title.
const LONGEST_TITLE: usize = 80;

/// What makes two games games of the same level: puzzle, start and options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelIdentity {
    puzzle: String,
    start: String,
    options: Vec<(String, String)>,
}

impl LevelIdentity {
    /// That of a start.
    #[must_use]
    pub fn of(start: &dyn Board) -> Self {
        let mut options = start.options();
        options.sort();
        LevelIdentity { puzzle: start.puzzle().to_owned(), start: start.text(), options }
    }

    /// Reads what [`text`](LevelIdentity::text) wrote.
    fn read(text: &str) -> Option<Self> {
        let (puzzle, start, options) = serde_json::from_str(text).ok()?;
        Some(LevelIdentity { puzzle, start, options })
    }

    /// Its form for whoever keeps games.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::json!([self.puzzle, self.start, self.options]).to_string()
    }

    /// A title for people: that of the level of the program, that of the rules it carries, or the level itself.
    #[must_use]
    pub fn title(&self, level: Option<&Level>) -> String {
        if let Some(level) = level {
            return level.title.to_owned();
        }
        if let Some(own) = catalogue::find(&self.puzzle).and_then(|entry| entry.own_title(&self.options)) {
            let [english, indonesian] = Language::ALL.map(|language| own.in_language(language));
            return if english == indonesian {
                english.to_owned()
            } else {
                format!("{english} · {indonesian}")
            };
        }
        let mut title: String = self.start.chars().take(LONGEST_TITLE).collect();
        if title.len() < self.start.len() {
            title.push('…');
        }
        title
    }

    /// The title of a level by what is kept of it: its identity, and its name if it comes with the program.
    #[must_use]
    pub fn title_of(text: &str, puzzle: &str, name: Option<&str>) -> String {
        let levels = catalogue::find(puzzle).map_or(&[][..], |entry| entry.levels());
        let level = levels.iter().find(|level| Some(level.name) == name);
        LevelIdentity::read(text).map(|identity| identity.title(level)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;

    fn identity(puzzle: &str, setup: &Setup) -> LevelIdentity {
        LevelIdentity::of(&*catalogue::open(catalogue::find(puzzle).unwrap(), setup).unwrap())
    }

    #[test]
    fn equal_starts_are_the_same_level() {
        let named = identity("hanoi", &Setup::level("three"));
        assert_eq!(named, identity("hanoi", &Setup::default().with("discs", "3")));
        assert_ne!(named, identity("hanoi", &Setup::level("three").with("rule", "linear")));
        assert_eq!(LevelIdentity::read(&named.text()), Some(named.clone()));
        assert_eq!(LevelIdentity::read("[]"), None);
        assert_eq!(
            LevelIdentity::title_of(&named.text(), "hanoi", Some("three")),
            "Three discs · Tiga cakram"
        );
        assert_eq!(LevelIdentity::title_of(&named.text(), "hanoi", None), "3 2 1 | |");
        assert_eq!(LevelIdentity::title_of("", "chess", None), "");
    }

    #[test]
    fn long_levels_have_short_titles() {
        let long = (1..100).map(|n| n.to_string()).collect::<Vec<_>>().join(" ") + " .";
        let title = identity("tiles", &Setup::level(&long)).title(None);
        assert!(title.ends_with('…') && title.chars().count() == LONGEST_TITLE + 1);
    }
}
