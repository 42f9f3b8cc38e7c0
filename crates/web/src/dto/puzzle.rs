//! A puzzle of the catalogue.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use telusur_puzzles::Entry;

#[derive(Serialize)]
pub(crate) struct Puzzle {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    level_format: &'static str,
    options: Vec<PuzzleOption>,
    levels: Vec<Level>,
}

#[derive(Serialize)]
struct PuzzleOption {
    name: &'static str,
    value: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
struct Level {
    name: &'static str,
    title: &'static str,
    text: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    /// Proved, by metric.
    optimum: BTreeMap<&'static str, u32>,
    /// Whether it was solved by hand.
    solved: bool,
}

impl Puzzle {
    /// `solved` has the names of the levels that were.
    pub(crate) fn new(entry: &'static dyn Entry, solved: &BTreeSet<&'static str>) -> Self {
        let options = entry.options().iter();
        let levels = entry.levels().iter();
        Puzzle {
            name: entry.name(),
            title: entry.title(),
            summary: entry.summary(),
            level_format: entry.level_help(),
            options: options
                .map(|option| PuzzleOption { name: option.name, value: option.value, help: option.help })
                .collect(),
            levels: levels
                .map(|level| Level {
                    name: level.name,
                    title: level.title,
                    text: level.text,
                    options: level.options.iter().copied().collect(),
                    optimum: level.optimum.iter().copied().collect(),
                    solved: solved.contains(level.name),
                })
                .collect(),
        }
    }
}
