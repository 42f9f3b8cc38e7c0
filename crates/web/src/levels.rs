//! Which level is which: a name for equal starts, and the levels that come with the program.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::LazyLock;
use telusur_puzzles::{Board, Entry, Level, catalogue};

/// What makes two games games of the same level: puzzle, start and options. Its text form is kept in the store.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Identity {
    puzzle: String,
    start: String,
    options: Vec<(String, String)>,
}

impl Identity {
    pub(crate) fn of(start: &dyn Board) -> Self {
        let mut options = start.options();
        options.sort();
        Identity { puzzle: start.puzzle().to_owned(), start: start.text(), options }
    }

    /// Reads what [`text`](Identity::text) wrote.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (puzzle, start, options) = serde_json::from_str(text).ok()?;
        Some(Identity { puzzle, start, options })
    }

    pub(crate) fn text(&self) -> String {
        serde_json::json!([self.puzzle, self.start, self.options]).to_string()
    }

    /// The level of the program that it is, also if another metric is counted in.
    pub(crate) fn shipped(&self) -> Option<Shipped> {
        // A different way of counting is still the same level.
        let without = |names: &[&str]| Identity {
            options: self
                .options
                .iter()
                .filter(|(name, _)| !names.contains(&name.as_str()))
                .cloned()
                .collect(),
            ..self.clone()
        };
        SHIPPED.get(self).or_else(|| SHIPPED.get(&without(&["metric"]))).copied()
    }

    /// A title for people: that of the shipped level, or the level itself.
    pub(crate) fn title(&self) -> String {
        match self.shipped() {
            Some(shipped) => shipped.level.title.to_owned(),
            None => {
                let mut title: String = self.start.chars().take(80).collect();
                if title.len() < self.start.len() {
                    title.push('…');
                }
                title
            }
        }
    }
}

/// A level that comes with the program.
#[derive(Clone, Copy)]
pub(crate) struct Shipped {
    pub(crate) entry: &'static dyn Entry,
    pub(crate) level: &'static Level,
}

impl Shipped {
    /// Its proven optimum in a metric.
    pub(crate) fn optimum(self, metric: &str) -> Option<u32> {
        self.level.optimum.iter().find(|(name, _)| *name == metric).map(|&(_, optimum)| optimum)
    }
}

static SHIPPED: LazyLock<HashMap<Identity, Shipped>> = LazyLock::new(|| {
    let levels =
        catalogue::all().iter().flat_map(|&entry| entry.levels().iter().map(move |level| (entry, level)));
    // Where two levels have the same start, the first one names it.
    let mut shipped = HashMap::new();
    for (entry, level) in levels {
        if let Ok(board) = entry.open(&level.setup()) {
            shipped.entry(Identity::of(&*board)).or_insert(Shipped { entry, level });
        }
    }
    shipped
});

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;

    #[test]
    fn shipped_levels_are_known_by_their_start() {
        for entry in catalogue::all() {
            for level in entry.levels() {
                let identity = Identity::of(&*entry.open(&level.setup()).unwrap());
                let shipped = identity.shipped().unwrap();
                assert_eq!(
                    (shipped.entry.name(), identity.title()),
                    (entry.name(), shipped.level.title.to_owned())
                );
                assert_eq!(Identity::read(&identity.text()), Some(identity));
            }
        }
    }

    #[test]
    fn another_metric_is_the_same_level() {
        let klotski = catalogue::find("klotski").unwrap();
        let level = &klotski.levels()[0];
        for (metric, optimum) in level.optimum {
            let board = klotski.open(&level.setup().with("metric", metric)).unwrap();
            let shipped = Identity::of(&*board).shipped().unwrap();
            assert_eq!((shipped.level.name, shipped.optimum(metric)), (level.name, Some(*optimum)));
        }
    }

    #[test]
    fn other_levels_are_named_by_their_text() {
        let tiles = catalogue::find("tiles").unwrap();
        let long = (1..100).map(|n| n.to_string()).collect::<Vec<_>>().join(" ") + " .";
        let identity = Identity::of(&*tiles.open(&Setup::level(&long)).unwrap());
        assert!(identity.shipped().is_none());
        assert!(identity.title().ends_with('…') && identity.title().chars().count() == 81);
        assert_eq!(Identity::read("[]"), None);
    }
}
