//! The progress line: depth, states, rate, memory against its budget, and the share done where it is known.

use crate::{show, surroundings};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};
use telusur_search::{Algorithm, Observer, Progress};

/// Between two updates of the line.
const PERIOD: Duration = Duration::from_millis(100);

/// The end of a line: columns that stay free, and the cursor goes back before them. If it waited in the last column, the
/// `^C` that a terminal echoes would begin a new line, and the progress line would stay above the answer.
const ROOM_FOR_ECHO: &str = "   \x1b[3D";

/// A line on standard error that follows a search.
pub(crate) struct Bar {
    bar: ProgressBar,
    budget: u64,
    shows_bound: bool,
    started: Instant,
    shown: Instant,
}

impl Bar {
    /// On standard error, if somebody looks, with the memory budget to compare with. The lower bound is of interest
    /// only to a search for a solution.
    pub(crate) fn new(is_watched: bool, budget: u64, shows_bound: bool) -> Self {
        let now = Instant::now();
        Bar { bar: line_on_terminal(is_watched), budget, shows_bound, started: now, shown: now }
    }

    /// Another memory budget to compare with.
    pub(crate) fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows that so many moves of a film are drawn.
pub(crate) fn show_drawn(bar: &ProgressBar, moves: usize, of: usize) {
    set_share(bar, moves as u64, of as u64);
    bar.set_message(reel_line(moves, of));
}

fn reel_line(moves: usize, of: usize) -> String {
    let share = 100.0 * moves as f64 / of.max(1) as f64;
    format!("{share:.0} % GIF: {} of {} drawn", show::grouped(moves), show::counted(of, "move"))
}

/// A line on standard error, if somebody looks.
pub(crate) fn line_on_terminal(is_watched: bool) -> ProgressBar {
    if !is_watched {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(style(false));
    bar
}

impl Observer for Bar {
    fn progress(&mut self, progress: &Progress) {
        if self.bar.is_hidden() || self.shown.elapsed() < PERIOD {
            return;
        }
        self.shown = Instant::now();
        let mut shown = *progress;
        if !self.shows_bound {
            shown.lower_bound = 0;
        }
        if let Some((done, total)) = share(&shown) {
            set_share(&self.bar, done, total);
        }
        self.bar.set_message(line(&shown, self.budget, self.started.elapsed()));
    }
}

/// Shows how much is done.
fn set_share(bar: &ProgressBar, done: u64, total: u64) {
    if bar.length() != Some(total) {
        bar.set_length(total);
        bar.set_style(style(true));
    }
    bar.set_position(done);
}

/// One line, cut to the width of the terminal: a line that wraps can't be redrawn in place.
fn style(with_share: bool) -> ProgressStyle {
    let bar = if with_share { "{bar:16} " } else { "" };
    let style = ProgressStyle::with_template(&format!("{bar}{{wide_msg}}{ROOM_FOR_ECHO}"))
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    style.progress_chars(if surroundings::speaks_unicode() { "█▉▊▋▌▍▎▏ " } else { "#> " })
}

/// How many states are done and how many there are, where that is known.
fn share(progress: &Progress) -> Option<(u64, u64)> {
    let total = progress.total.filter(|&total| total > 0)?;
    Some((progress.stored.max(progress.expanded).min(total), total))
}

fn line(progress: &Progress, budget: u64, elapsed: Duration) -> String {
    let rate = progress.expanded as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut line = String::new();
    if let Some((done, total)) = share(progress) {
        line += &format!("{:.1} % ", 100.0 * done as f64 / total as f64);
    }
    line += &format!(
        "{}: depth {}, {}, {}/s, {} of {}",
        progress.algorithm,
        progress.depth,
        show::counted(progress.expanded.max(progress.stored), "state"),
        short(rate),
        show::bytes(progress.bytes),
        show::bytes(budget),
    );
    let is_layered = !matches!(progress.algorithm, Algorithm::Idastar | Algorithm::Dfs | Algorithm::Iddfs);
    if is_layered && progress.frontier > 0 {
        line += &format!(", frontier {}", show::grouped(progress.frontier));
    }
    if progress.lower_bound > 0 {
        line += &format!(", at least {}", show::counted(progress.lower_bound, "move"));
    }
    if let Some(best) = progress.best {
        line += &format!(", best {best}");
    }
    line
}

/// A rate in a few characters.
fn short(rate: f64) -> String {
    match rate {
        _ if rate >= 1e6 => format!("{:.1} M", rate / 1e6),
        _ if rate >= 1e3 => format!("{:.0} k", rate / 1e3),
        _ => format!("{rate:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_film() {
        assert_eq!(reel_line(1_200, 5_000), "24 % GIF: 1,200 of 5,000 moves drawn");
        assert_eq!(reel_line(0, 0), "0 % GIF: 0 of 0 moves drawn");
    }

    #[test]
    fn the_line_says_all() {
        let progress = Progress {
            depth: 12,
            frontier: 900_000,
            expanded: 5_000_000,
            stored: 10_000_000,
            bytes: 64 << 20,
            lower_bound: 13,
            best: Some(20),
            total: Some(40_000_000),
            ..Progress::default()
        };
        let line = line(&progress, 1 << 30, Duration::from_secs(2));
        assert_eq!(
            line,
            "25.0 % auto: depth 12, 10,000,000 states, 2.5 M/s, 64 MiB of 1.0 GiB, frontier 900,000, at least 13 \
             moves, best 20"
        );
        let unknown = super::line(&Progress { total: None, ..progress }, 1 << 30, Duration::from_secs(2));
        assert!(unknown.starts_with("auto: depth 12"), "{unknown}");
    }
}
