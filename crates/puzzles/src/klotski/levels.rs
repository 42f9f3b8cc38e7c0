//! The levels that come with the program, read once from the text file beside this one.

use crate::level::Level;
use std::sync::OnceLock;

const FILE: &str = include_str!("levels.txt");

/// All levels, easiest first.
pub(super) fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| FILE.split("\n\n").filter_map(read).collect())
}

/// One block of `key: value` lines; blocks without a name and a level are remarks.
fn read(block: &'static str) -> Option<Level> {
    let value =
        |key: &str| block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim);
    let options = ["goal", "axes"].into_iter().filter_map(|key| Some((key, value(key)?)));
    let metrics = ["moves", "slides", "steps"].into_iter();
    let optimum: Vec<(&str, u32)> = metrics
        .zip(value("optimum")?.split(' '))
        .filter_map(|(metric, count)| Some((metric, count.parse().ok()?)))
        .collect();
    Some(Level {
        name: value("name")?,
        title: value("title")?,
        text: value("level")?,
        // Read once and kept as long as the program runs.
        options: options.collect::<Vec<_>>().leak(),
        difficulty: optimum.first().map(|&(_, moves)| super::generate::difficulty_of(moves)),
        optimum: optimum.leak(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use crate::puzzle::Task;
    use std::collections::BTreeSet;
    use telusur_search::Claim;

    #[test]
    fn every_level_has_the_optimum_that_it_says_in_all_metrics() {
        for level in KlotskiEntry.levels() {
            assert_eq!(level.optimum.len(), 3, "{}", level.name);
            for &(metric, optimum) in level.optimum {
                let board = KlotskiEntry.open(&level.setup().with("metric", metric)).unwrap();
                let mut nobody = ();
                let answer = board.solve(Task::new(&mut nobody)).unwrap();
                let answer = answer.path().unwrap();
                assert_eq!(
                    (answer.claim, answer.moves.len() as u32),
                    (Claim::Optimal, optimum),
                    "{} in {metric}",
                    level.name
                );
            }
        }
    }

    #[test]
    fn there_are_sixty_different_levels_in_order_of_difficulty() {
        let levels = KlotskiEntry.levels();
        assert!(levels.len() >= 60, "{}", levels.len());
        let names: BTreeSet<&str> = levels.iter().map(|level| level.name).collect();
        let texts: BTreeSet<&str> = levels.iter().map(|level| level.text).collect();
        assert_eq!((names.len(), texts.len()), (levels.len(), levels.len()));
        let difficulty: Vec<u32> = levels.iter().map(|level| level.optimum[0].1).collect();
        assert!(difficulty.is_sorted(), "{difficulty:?}");
        let beyond = levels.iter().filter(|level| {
            level.text.len() != 24 || level.text.matches('/').count() != 4 || !level.options.is_empty()
        });
        assert!(beyond.count() >= 20);
        assert_eq!(levels.len(), super::FILE.matches("\nname: ").count(), "no block was left out");
    }
}
