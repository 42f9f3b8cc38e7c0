//! The levels that come with the program: made by the generator, each with its proven optimum under both rules.
//!
//! `levels.txt` has a level per line, easiest first: pours, units, difficulty, capacity, text. The example `water_levels` makes it,
//! and a test solves every level again.

use crate::level::Level;
use std::sync::LazyLock;

static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
    include_str!("levels.txt").lines().enumerate().filter_map(|(i, line)| read(i + 1, line)).collect()
});

/// All levels, easiest first.
pub(super) fn levels() -> &'static [Level] {
    &LEVELS
}

fn read(number: usize, line: &'static str) -> Option<Level> {
    let mut parts = line.splitn(5, ' ');
    let pours: u32 = parts.next()?.parse().ok()?;
    let units: u32 = parts.next()?.parse().ok()?;
    let difficulty: u8 = parts.next()?.parse().ok()?;
    let capacity = parts.next()?;
    let text = parts.next()?;
    let colours = text.split([' ', '|']).filter(|word| !word.is_empty() && *word != "-");
    let colours = colours.collect::<std::collections::BTreeSet<_>>().len();
    // The list lives as long as the program: nothing is lost by leaking what it refers to.
    Some(Level {
        name: format!("rack-{number:02}").leak(),
        title: format!(
            "Rack {number}: {colours} colours of {capacity} · Rak {number}: {colours} warna isi {capacity}"
        )
        .leak(),
        text,
        options: vec![("capacity", capacity)].leak(),
        optimum: vec![("pours", pours), ("units", units)].leak(),
        difficulty: Some(difficulty),
    })
}
