//! What `cargo xtask load` is asked for.

use anyhow::{Context, Result, bail, ensure};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) players: usize,
    pub(super) searches: usize,
    pub(super) time: Duration,
    /// What the server may hold, in MiB; without it, what it takes by itself.
    pub(super) mebibytes: Option<u64>,
    /// Whether to try what takes most memory instead of playing.
    pub(super) is_hostile: bool,
}

impl Options {
    pub(super) fn of(arguments: &[&str]) -> Result<Self> {
        let mut options = Options {
            players: 200,
            searches: 2,
            time: Duration::from_secs(20),
            mebibytes: None,
            is_hostile: false,
        };
        let mut arguments = arguments.iter();
        while let Some(&name) = arguments.next() {
            let mut number = |most: u64| -> Result<u64> {
                let value = arguments.next().with_context(|| format!("after {name} comes a number"))?;
                let number = value.parse().with_context(|| format!("{name}: '{value}' is no number"))?;
                ensure!(number <= most, "{name} goes up to {most}");
                Ok(number)
            };
            match name {
                // Every player has a connection, and the server takes some two thousand.
                "--players" => options.players = number(1500)? as usize,
                "--searches" => options.searches = number(16)? as usize,
                "--seconds" => options.time = Duration::from_secs(number(600)?.max(1)),
                "--memory" => options.mebibytes = Some(number(1 << 20)?),
                "--hostile" => options.is_hostile = true,
                _ => {
                    bail!("load knows --players, --searches, --seconds, --memory and --hostile, not '{name}'")
                }
            }
        }
        Ok(options)
    }

    /// The bar for 99 of 100 moves.
    pub(super) fn slowest_move(&self) -> Duration {
        Duration::from_millis(if self.players <= 200 { 50 } else { 150 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options =
            Options::of(&["--players", "1000", "--seconds", "5", "--searches", "0", "--memory", "256"]);
        let options = options.unwrap();
        assert_eq!((options.players, options.searches, options.mebibytes), (1000, 0, Some(256)));
        assert_eq!((options.time, options.slowest_move().as_millis()), (Duration::from_secs(5), 150));
        assert_eq!(Options::of(&[]).unwrap().slowest_move().as_millis(), 50);
        for wrong in [&["--players"][..], &["--players", "x"], &["--players", "5000"], &["20"]] {
            assert!(Options::of(wrong).is_err(), "{wrong:?}");
        }
    }
}
