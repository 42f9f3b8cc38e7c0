//! Text for people: numbers, sizes, wrapped lists, colours only where they are welcome.

use crate::output::Out;
use std::fmt::Display;
use std::io::IsTerminal;
use std::time::Duration;
use telusur_puzzles::{Board, Entry, Language, MetricName, printable};
use telusur_search::Algorithm;
use telusur_session::words;

/// A space that does not end a line: between a number and its unit.
const NO_BREAK: char = '\u{a0}';

/// Colours on a terminal, plain text elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    colours: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
}

impl Style {
    /// As standard output wants it.
    pub(crate) fn of_stdout() -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let width = is_terminal.then(terminal_size::terminal_size).flatten();
        Style {
            colours: is_terminal && !refused,
            width: width.map_or(80, |(width, _)| usize::from(width.0)).clamp(20, 200),
        }
    }

    fn paint(self, code: &str, text: impl Display) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// What matters most.
    pub(crate) fn strong(self, text: impl Display) -> String {
        self.paint("1", text)
    }

    /// Good news.
    pub(crate) fn good(self, text: impl Display) -> String {
        self.paint("1;32", text)
    }

    /// Bad news.
    pub(crate) fn bad(self, text: impl Display) -> String {
        self.paint("1;31", text)
    }

    /// Neither.
    pub(crate) fn open(self, text: impl Display) -> String {
        self.paint("1;33", text)
    }

    /// Details.
    pub(crate) fn faint(self, text: impl Display) -> String {
        self.paint("2", text)
    }

    /// Words in lines no wider than the terminal, two columns from the left.
    pub(crate) fn wrapped<'w>(self, words: impl IntoIterator<Item = &'w str>) -> String {
        let mut lines = String::new();
        let mut column = 0;
        for word in words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > self.width {
                lines.push('\n');
                column = 0;
            }
            let gap = if column == 0 { "  " } else { " " };
            lines += gap;
            lines += &word.replace(NO_BREAK, " ");
            column += gap.len() + width;
        }
        lines
    }

    /// A sentence, wrapped from the left edge.
    pub(crate) fn sentence(self, text: &str) -> String {
        let wrapped =
            Style { width: self.width.saturating_add(2), ..self }.wrapped(text.split_ascii_whitespace());
        wrapped.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
    }
}

/// Standard output for people, and how to write there.
pub(crate) fn for_people() -> (Style, Out) {
    (Style::of_stdout(), Out::new())
}

/// What an answer about a board is headed with: the puzzle's title, or that of the rules which the board carries.
pub(crate) fn title(entry: &dyn Entry, board: &dyn Board) -> String {
    title_with(entry, &board.options())
}

/// The same for options.
pub(crate) fn title_with(entry: &dyn Entry, options: &[(String, String)]) -> String {
    printable(&entry.title_with(options, Language::English)).into_owned()
}

/// A whole number with its digits in groups of three.
pub(crate) fn grouped(number: impl Display) -> String {
    words::grouped(number, Language::English)
}

/// A number with the thing counted: `1 move`, `2,000 moves`.
pub(crate) fn counted(number: impl Display, one: &str) -> String {
    let number = number.to_string();
    match number == "1" || one.ends_with('s') {
        true => format!("{} {one}", grouped(number)),
        false => format!("{} {one}s", grouped(number)),
    }
}

/// A number of moves as a board counts them: `1 touch`, `2,000 touches`.
pub(crate) fn moves(number: impl Display, metric: MetricName) -> String {
    metric.counted(grouped(number), Language::English)
}

/// A size in the units of `--memory`.
pub(crate) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => counted(bytes, "byte"),
        _ => words::bytes(bytes, Language::English),
    }
}

/// A duration, short.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 120.0 => format!("{seconds:.2} s"),
        _ => format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60),
    }
}

/// A duration that is watched: whole seconds, or longer units.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{minutes} min {:02} s", seconds % 60),
        3600..86_400 => format!("{hours} h {:02} min", minutes % 60),
        _ => format!("{} d {:02} h", grouped(hours / 24), hours % 24),
    }
}

/// A sentence that says what stopped a search.
pub(crate) fn why_stopped(stopped_by: telusur_search::Limit) -> String {
    match stopped_by {
        telusur_search::Limit::Cancelled => "Stopped by Ctrl-C.".to_owned(),
        other => format!("Why: {}.", limit(other)),
    }
}

/// What ran and why, in a sentence.
pub(crate) fn how(algorithm: Algorithm, reason: &str) -> String {
    words::how(algorithm, reason, Language::English)
}

/// The limit that stopped a search, in a sentence without its full stop.
pub(crate) fn limit(limit: telusur_search::Limit) -> String {
    use telusur_search::Limit;
    match limit {
        Limit::States(n) => format!("the limit of {} was reached", counted(n, "state")),
        Limit::Bytes(n) => format!("the memory budget of {} was reached", bytes(n)),
        Limit::Memory(n) => format!("this machine had no {} of memory left to give", bytes(n)),
        Limit::Disk(n) => format!("the disk limit of {} was reached", bytes(n)),
        Limit::Time(time) => format!("the time limit of {} was reached", duration(time)),
        Limit::Cancelled => crate::exit::INTERRUPTED.to_owned(),
    }
}

/// What the work cost, in a line.
pub(crate) fn stats(stats: &telusur_search::Stats) -> String {
    format!(
        "{} expanded, {}{} stored; {}; {}",
        counted(stats.expanded, "state"),
        stats.generated.map_or(String::new(), |generated| format!("{} generated, ", grouped(generated))),
        grouped(stats.stored),
        unbroken(&bytes(stats.peak_bytes)),
        unbroken(&duration(stats.elapsed))
    )
}

fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

/// Every line moved to the right.
pub(crate) fn indented(text: &str, columns: usize) -> String {
    let pad = " ".repeat(columns);
    text.lines().map(|line| format!("{pad}{line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style { colours: false, width: 20 };

    #[test]
    fn numbers_and_sizes() {
        assert_eq!(grouped(1), "1");
        assert_eq!(grouped(123_456), "123,456");
        assert_eq!(grouped(1_234_567u64), "1,234,567");
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(counted(0, "move"), "0 moves");
        assert_eq!(bytes(64 << 20), "64 MiB");
        assert_eq!(bytes(3 << 29), "1.5 GiB");
        assert_eq!(bytes(17), "17 bytes");
        assert_eq!((bytes(0), bytes(1)), ("0 bytes".to_owned(), "1 byte".to_owned()));
        assert_eq!(limit(telusur_search::Limit::States(1)), "the limit of 1 state was reached");
        assert_eq!(duration(Duration::from_micros(1500)), "1.5 ms");
        assert_eq!(duration(Duration::from_secs(125)), "2 min 05 s");
        let clocks = [0.9, 59.0, 60.0, 3599.0, 3600.0, 90_000.0]
            .map(|seconds| clock(Duration::from_secs_f64(seconds)));
        assert_eq!(clocks, ["0 s", "59 s", "1 min 00 s", "59 min 59 s", "1 h 00 min", "1 d 01 h"]);
        assert_eq!(why_stopped(telusur_search::Limit::Cancelled), "Stopped by Ctrl-C.");
        assert_eq!(why_stopped(telusur_search::Limit::States(2)), "Why: the limit of 2 states was reached.");
    }

    #[test]
    fn lists_are_wrapped() {
        let wrapped = PLAIN.wrapped(["12345"; 5]);
        assert_eq!(wrapped, "  12345 12345 12345\n  12345 12345");
        assert_eq!(PLAIN.wrapped([]), "");
        assert_eq!(PLAIN.sentence("one two three four five"), "one two three four\nfive");
        assert_eq!(PLAIN.sentence("one two three four\u{a0}five"), "one two three\nfour five");
        assert_eq!(PLAIN.good("x"), "x");
        assert_eq!(Style { colours: true, width: 80 }.strong("x"), "\x1b[1mx\x1b[0m");
    }
}
