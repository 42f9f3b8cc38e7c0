//! The levels that come with the program: a text file for each puzzle, read when they are first asked for.

use crate::level::Level;
use std::sync::OnceLock;

/// The levels of one puzzle, from a text file.
///
/// A level is a block of lines `key: value`, with a blank after the colon: `name`, `title` (in English and Indonesian, with
/// ` · ` between them), `level`, `optimum` (a number for each metric, in a fixed order), `difficulty` where it does not
/// follow from the optimum; every other key is an option. Empty lines separate blocks. Blocks without a name, and lines
/// without a key, are remarks.
///
/// ```
/// use telusur_puzzles::ShippedLevels;
/// // In a puzzle: include_str!("levels.txt").
/// const FILE: &str = "name: three\ntitle: Three discs · Tiga cakram\nlevel: 3 2 1 | |\nrule: linear\noptimum: 26\n";
/// static LEVELS: ShippedLevels = ShippedLevels::new(FILE, &["moves"], |moves| if moves < 30 { 3 } else { 6 });
/// let level = &LEVELS.all()[0];
/// assert_eq!((level.optimum_in("moves"), level.difficulty), (Some(26), Some(3)));
/// assert_eq!(level.setup().option("rule"), Some("linear"));
/// ```
pub struct ShippedLevels {
    file: &'static str,
    metrics: &'static [&'static str],
    difficulty: fn(u32) -> u8,
    levels: OnceLock<Vec<Level>>,
}

impl ShippedLevels {
    /// The levels of a file with optima in these metrics; the first of them tells the difficulty.
    #[must_use]
    pub const fn new(
        file: &'static str,
        metrics: &'static [&'static str],
        difficulty: fn(u32) -> u8,
    ) -> Self {
        ShippedLevels { file, metrics, difficulty, levels: OnceLock::new() }
    }

    /// All of them, in the order of the file.
    pub fn all(&'static self) -> &'static [Level] {
        self.levels.get_or_init(|| {
            let lines: Vec<&str> = self.file.lines().map(str::trim_end).collect();
            lines.split(|line| line.is_empty()).filter_map(|block| self.read(block)).collect()
        })
    }

    fn read(&self, block: &[&'static str]) -> Option<Level> {
        let mut level = Level { name: "", title: "", text: "", options: &[], optimum: &[], difficulty: None };
        let (mut options, mut optimum) = (Vec::new(), Vec::new());
        for (key, value) in block.iter().filter_map(|line| line.split_once(": ")) {
            match key {
                "name" => level.name = value,
                "title" => level.title = value,
                "level" => level.text = value,
                "difficulty" => level.difficulty = value.parse().ok(),
                "optimum" => {
                    let numbers = value.split(' ').filter_map(|number| number.parse().ok());
                    optimum.extend(self.metrics.iter().copied().zip(numbers));
                }
                _ => options.push((key, value)),
            }
        }
        let by_optimum = optimum.first().map(|&(_, moves)| (self.difficulty)(moves));
        level.difficulty = level.difficulty.or(by_optimum);
        // Read once and kept as long as the program runs.
        (level.options, level.optimum) = (options.leak(), optimum.leak());
        (!level.name.is_empty()).then_some(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn blocks_end_at_empty_lines_however_these_are_written() {
        let file = "a remark\n\nname: one\ntitle: One \nlevel: 1\noptimum: 3\n \n\nname: two\ntitle: Two\nlevel: 2\n";
        for file in [file.to_owned(), file.replace('\n', "\r\n")] {
            let levels: &'static ShippedLevels =
                Box::leak(Box::new(ShippedLevels::new(file.leak(), &["moves"], |_| 1)));
            let said: Vec<_> = levels
                .all()
                .iter()
                .map(|level| (level.name, level.title, level.optimum_in("moves")))
                .collect();
            assert_eq!(said, [("one", "One", Some(3)), ("two", "Two", None)]);
        }
    }

    #[test]
    fn no_block_is_left_out_and_every_level_opens() {
        for (name, file) in [
            ("hanoi", include_str!("hanoi/levels.txt")),
            ("klotski", include_str!("klotski/levels.txt")),
            ("stones", include_str!("stones/levels.txt")),
            ("tiles", include_str!("tiles/levels.txt")),
            ("water", include_str!("water/levels.txt")),
        ] {
            let entry = catalogue::find(name).unwrap();
            assert_eq!(entry.levels().len(), file.matches("\nname: ").count(), "{name}");
            for level in entry.levels() {
                let said =
                    file.split("\n\n").find(|block| block.contains(&format!("name: {}\n", level.name)));
                let lines = said.unwrap().lines().count();
                let kept = 3 + level.options.len() + usize::from(!level.optimum.is_empty());
                assert!(lines - kept <= 1, "{name} {}: only its difficulty is kept elsewhere", level.name);
                assert!(
                    !level.title.is_empty() && entry.open(&level.setup()).is_ok(),
                    "{name} {}",
                    level.name
                );
            }
        }
    }
}
