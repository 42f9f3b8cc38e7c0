//! Which level of the program a game is played on.

use crate::session::Session;
use std::collections::HashMap;
use std::sync::OnceLock;
use telusur_puzzles::{Board, Language, Level, MetricName, catalogue};

/// Levels by puzzle, text and options as their boards write them.
type Shipped = HashMap<(&'static str, String), Vec<(&'static Level, Options, MetricName)>>;
type Options = Vec<(String, String)>;

fn shipped() -> &'static Shipped {
    static SHIPPED: OnceLock<Shipped> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let mut shipped = Shipped::new();
        for entry in catalogue::all() {
            for level in entry.levels() {
                if let Ok(board) = entry.open(&level.setup()) {
                    let found = (level, board.options(), board.metric());
                    shipped.entry((entry.name(), board.text())).or_default().push(found);
                }
            }
        }
        shipped
    })
}

/// The level that a board is the start of. In another metric it is the same level.
fn level_of(board: &dyn Board) -> Option<&'static Level> {
    let apart = |name: &str| ["metric", "rule", "opponent"].contains(&name);
    let plain = |options: &[(String, String)]| -> Options {
        options.iter().filter(|(name, _)| !apart(name)).cloned().collect()
    };
    let options = board.options();
    let candidates = shipped().get(&(board.puzzle(), board.text()))?;
    let same = candidates.iter().find(|(_, own, _)| *own == options);
    // An option that changes what counts makes another metric of the same level; one that does not makes other rules,
    // unless it only says who plays.
    let measured = |(_, own, metric): &&(&Level, Options, MetricName)| {
        plain(own) == plain(&options) && (*metric != board.metric() || board.turn().is_some())
    };
    same.or_else(|| candidates.iter().find(measured)).map(|(level, ..)| *level)
}

impl Session {
    /// The name for people of the puzzle that is played; rules written as text have their own.
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        self.entry().title_with(&self.start().options(), language)
    }

    /// The level of the program that is played, whatever the metric; `None` for any other board.
    #[must_use]
    pub fn level(&self) -> Option<&'static Level> {
        level_of(self.start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;

    fn level(puzzle: &str, setup: &Setup) -> Option<&'static str> {
        Session::open(puzzle, setup).unwrap().level().map(|level| level.name)
    }

    #[test]
    fn every_level_is_recognised_and_nothing_else() {
        for entry in catalogue::all() {
            for shipped in entry.levels() {
                assert_eq!(level(entry.name(), &shipped.setup()), Some(shipped.name), "{}", entry.name());
            }
        }
        assert_eq!(level("tiles", &Setup::level("1 2/. 3")), None);
        let first = catalogue::find("klotski").unwrap().levels()[0].setup();
        let name = level("klotski", &first).unwrap();
        assert_eq!(level("klotski", &first.clone().with("metric", "steps")), Some(name));
        assert_eq!(level("klotski", &first.with("goal", "none")), None);
        let rack = catalogue::find("water").unwrap().levels()[3].setup();
        assert_eq!(level("water", &rack.with("rule", "unit")), Some("rack-04"));
        let three = Setup::level("3 2 1 | |");
        assert_eq!(level("hanoi", &three), Some("three"));
        assert_eq!(level("hanoi", &three.with("rule", "cyclic")), None, "another puzzle");
        let stones = Setup::level("7 11 6");
        assert_eq!(level("stones", &stones.clone().with("opponent", "random")), Some("paper-2"));
        assert_eq!(level("stones", &stones.clone().with("misere", "true")), None);
        assert_eq!(level("stones", &stones.with("take", "any")), None);
    }
}
