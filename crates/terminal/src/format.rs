//! Numbers as people read them, short enough for a terminal.

use num_bigint::BigUint;
use std::time::Duration;
use telusur_puzzles::Language;
use telusur_session::words::decimal;
pub(crate) use telusur_session::words::{bytes, grouped};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A number in at most some six characters: `950`, `12.3 k`, `4.56 M`.
pub(crate) fn short(number: u64, language: Language) -> String {
    let scaled = |by: f64, unit: &str| {
        let value = number as f64 / by;
        let text = if value < 10.0 { format!("{value:.2}") } else { format!("{value:.1}") };
        format!("{} {unit}", decimal(&text, language))
    };
    match number {
        0..10_000 => grouped(number, language),
        10_000..1_000_000 => scaled(1e3, language.choose("k", "rb")),
        1_000_000..1_000_000_000 => scaled(1e6, language.choose("M", "jt")),
        _ => scaled(1e9, language.choose("G", "M")),
    }
}

/// A large number, by its digits if there are too many.
pub(crate) fn large(number: &BigUint, language: Language) -> String {
    match u64::try_from(number) {
        Ok(number) if number < 1_000_000_000_000 => grouped(number, language),
        _ => {
            let digits = number.to_string();
            let first: String = digits.chars().take(3).collect();
            format!("{}e{}", decimal(&format!("{}.{}", &first[..1], &first[1..]), language), digits.len() - 1)
        }
    }
}

/// How long something took.
pub(crate) fn duration(time: Duration, language: Language) -> String {
    let seconds = time.as_secs_f64();
    let text = match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 100.0 => format!("{seconds:.1} s"),
        _ => return clock(time),
    };
    decimal(&text, language)
}

/// Minutes and seconds.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// Words in lines of at most so many cells. A longer word has a line of its own, cut.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let long = line.width() + usize::from(!line.is_empty()) + word.width();
            if long > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += &beginning(word, width);
        }
        lines.push(line);
    }
    lines
}

/// At most `most` lines as by [`wrapped`]; if there are more, the last one ends with a sign of that.
pub(crate) fn wrapped_within(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines = wrapped(text, width);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = beginning(last, width.saturating_sub(2)) + " …";
        }
    }
    lines
}

/// The text in at most so many cells, with a sign where it was cut.
pub(crate) fn cut(text: &str, width: usize) -> String {
    match text.width() <= width {
        true => text.to_owned(),
        false if width == 0 => String::new(),
        false => beginning(text, width - 1) + "…",
    }
}

/// As much of a text as fits so many cells.
fn beginning(text: &str, width: usize) -> String {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= width
    };
    text.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_both_languages() {
        let both = |say: &dyn Fn(Language) -> String| Language::ALL.map(say);
        assert_eq!(both(&|l| grouped(1_234_567, l)), ["1,234,567", "1.234.567"]);
        assert_eq!(both(&|l| short(4_560_000, l)), ["4.56 M", "4,56 jt"]);
        assert_eq!(both(&|l| short(9_999, l)), ["9,999", "9.999"]);
        assert_eq!(both(&|l| bytes(3 << 29, l)), ["1.5 GiB", "1,5 GiB"]);
        assert_eq!(both(&|l| duration(Duration::from_micros(1500), l)), ["1.5 ms", "1,5 ms"]);
        assert_eq!(large(&(BigUint::from(2u8).pow(100)), Language::English), "1.26e30");
        assert_eq!(clock(Duration::from_secs(3671)), "1:01:11");
    }

    #[test]
    fn words_in_lines() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("incomprehensible x", 6), ["incomp", "x"]);
        assert_eq!(wrapped("", 5), Vec::<String>::new());
        assert_eq!(wrapped_within("one two three", 7, 2), ["one two", "three"]);
        assert_eq!(wrapped_within("one two three", 7, 1), ["one t …"]);
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("abc", 3), "abc");
        // Letters of two cells.
        assert_eq!(cut("横刀立马", 5), "横刀…");
        assert_eq!(wrapped("横刀 立马", 4), ["横刀", "立马"]);
    }
}
