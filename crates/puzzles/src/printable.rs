//! Text of others, made fit to be shown: what a terminal would obey instead of showing it is written out.
//!
//! A level, a move or the name of a file can hold anything. Control characters (C0, C1) command a terminal, marks of
//! direction turn a line round, and characters without width hide between others. All of them are shown as `\u{1b}`,
//! wherever text from outside is printed or quoted; and none of them is a name.

use std::borrow::Cow;
use std::fmt::Write;
use unicode_width::UnicodeWidthChar;

/// Characters of a quotation in an error.
const LONGEST_QUOTATION: usize = 40;

/// Whether a terminal obeys this character instead of showing it: controls, marks of direction, ends of lines.
#[must_use]
pub fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether this character can't be seen: it is obeyed, or only joins, fills or hides. No name contains it.
#[must_use]
pub fn is_invisible(letter: char) -> bool {
    is_obeyed(letter)
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether this character is seen by itself; an accent, which needs a letter to stand on, is not.
#[must_use]
pub fn stands_alone(letter: char) -> bool {
    !is_invisible(letter) && letter.width().is_some_and(|width| width > 0)
}

/// Whether this character has to be written out. What joins or colours signs is part of ordinary text.
fn is_written_out(letter: char) -> bool {
    is_invisible(letter) && !matches!(letter, '\u{200d}' | '\u{2800}' | '\u{fe00}'..='\u{fe0f}')
}

/// The text on one line, with everything that would be obeyed or overlooked written out: `\u{1b}`, `\n`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    written_out(text, is_written_out)
}

/// The same, with the lines of the text.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |letter| letter != '\n' && is_written_out(letter))
}

/// The beginning of a text, for an error that quotes it: short and printable.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTATION) {
        Some((end, _)) => format!("{}…", printable(&text[..end])),
        None => printable(text).into_owned(),
    }
}

fn written_out(text: &str, is_written_out: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_written_out) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            _ if !is_written_out(letter) => shown.push(letter),
            '\n' | '\r' | '\t' => shown.extend(letter.escape_default()),
            _ => _ = write!(shown, "{}", letter.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_obeyed_is_written_out() {
        assert_eq!(printable("plain Ñ 八 👍🏽 ❤\u{fe0f} e\u{301}"), "plain Ñ 八 👍🏽 ❤\u{fe0f} e\u{301}");
        assert!(matches!(printable("plain"), Cow::Borrowed(_)));
        assert_eq!(printable("a\u{1b}[2Jb\u{9b}31m\u{7f}"), "a\\u{1b}[2Jb\\u{9b}31m\\u{7f}");
        assert_eq!(printable("a\u{202e}b\u{2066}\u{200f}\u{61c}"), "a\\u{202e}b\\u{2066}\\u{200f}\\u{61c}");
        assert_eq!(printable("a\nb\tc\rd\u{85}"), "a\\nb\\tc\\rd\\u{85}");
        assert_eq!(printable_lines("a\nb\r\u{1b}"), "a\nb\\r\\u{1b}");
        // What is written out stays as it is the second time.
        assert_eq!(printable(&printable("\u{1b}")), "\\u{1b}");
    }

    #[test]
    fn quotations_are_short() {
        assert_eq!(quoted("short"), "short");
        let long = quoted(&"\u{1b}".repeat(1000));
        assert!(long.len() < 300 && long.ends_with('…'), "{long}");
    }

    #[test]
    fn what_can_not_be_seen_is_no_name() {
        for letter in ['a', 'Ñ', '八', '👍', '♠', '\'', '\\'] {
            assert!(!is_invisible(letter) && stands_alone(letter), "{letter:?}");
        }
        assert!(
            !is_invisible('\u{301}') && !stands_alone('\u{301}'),
            "an accent is seen, but only on a letter"
        );
        let ranges = [0..0x20, 0x7f..0xa0, 0x200b..0x2010, 0x2028..0x202f, 0x2060..0x2070, 0xe0000..0xe1000];
        for letter in ranges.into_iter().flatten().filter_map(char::from_u32) {
            assert!(is_invisible(letter) && !stands_alone(letter), "{letter:?}");
        }
        for letter in ['\u{feff}', '\u{fe0f}', '\u{ad}', '\u{3164}', '\u{61c}', '\u{2800}'] {
            assert!(is_invisible(letter) && !stands_alone(letter), "{letter:?}");
        }
    }
}
