//! Levels as text: tubes bottom to top, separated by `|` or line breaks, `-` for an empty tube, colours as
//! words; or the same as nested arrays, `[[1,2,2,1],[3,1],[]]`.

use super::space::Colour;
use crate::level::{LevelError, parts, words};
use crate::printable::{is_invisible, stands_alone};
use std::collections::BTreeMap;

/// Most tubes of a level.
pub(super) const MOST_TUBES: usize = 128;
/// Most units that a tube may hold.
pub(super) const MOST_UNITS: usize = 16;
/// Most colours of a level.
pub(super) const MOST_COLOURS: usize = 255;
/// What tubes hold unless the level says otherwise.
pub(super) const USUAL_CAPACITY: usize = 4;
/// Longest word for a colour.
const LONGEST_WORD: usize = 32;

const FORM: &str = "write tubes bottom to top like 1 2 2 1 | 3 1 3 2 | -";
const DASH: &str = "- stands for an empty tube, but this tube has units";

/// A level as read: the tubes with colours as numbers from 1, and their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) tubes: Vec<Vec<u8>>,
    /// Colour 1 first.
    pub(super) colours: Vec<Colour>,
    pub(super) capacity: usize,
}

/// A colour's word with its place.
struct Word<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(&self, problem: impl Into<String>, remedy: impl Into<String>) -> LevelError {
        LevelError::new(problem, remedy).at(self.line, self.column).token(self.text)
    }
}

impl Draft {
    /// Reads a level; without a capacity it is 4 or the height of the fullest tube. A capacity given is one that tubes can have.
    pub(super) fn parse(text: &str, capacity: Option<usize>) -> Result<Draft, LevelError> {
        let words = match text.trim_start().starts_with('[') {
            true => Arrays { text, at: 0 }.read()?,
            false => read_lines(text)?,
        };
        let fullest = words.iter().map(Vec::len).max().unwrap_or(0);
        let capacity = capacity.unwrap_or(USUAL_CAPACITY.max(fullest));
        if let Some(over) = words.iter().find_map(|tube| tube.get(capacity)) {
            return Err(over.error(
                format!("this unit overfills its tube, which holds {capacity}"),
                "take it out or give a larger capacity",
            ));
        }
        // Colours are numbered by name, not by first appearance, so that they stay the same during play.
        let mut counts: BTreeMap<(u64, &str), usize> = BTreeMap::new();
        for word in words.iter().flatten() {
            *counts.entry(order(word.text)).or_default() += 1;
            if counts.len() > MOST_COLOURS {
                return Err(word.error(
                    format!("this is colour {}", counts.len()),
                    format!("use at most {MOST_COLOURS} colours"),
                ));
            }
        }
        let numbers: BTreeMap<&str, u8> = counts.keys().map(|&(_, name)| name).zip(1..=u8::MAX).collect();
        let tubes = words.iter().map(|tube| tube.iter().map(|word| numbers[word.text]).collect()).collect();
        let colours = counts.into_iter().map(|((_, name), count)| Colour { name: name.to_owned(), count });
        Ok(Draft { tubes, colours: colours.collect(), capacity })
    }
}

/// Numbers by value before words by letters.
fn order(name: &str) -> (u64, &str) {
    let value = name.parse().ok().filter(|_| name.bytes().all(|b| b.is_ascii_digit()));
    (value.unwrap_or(u64::MAX), name)
}

/// Units as words, bottom to top.
pub(super) fn in_words(units: &[u8], colours: &[Colour]) -> String {
    let words: Vec<&str> = units.iter().map(|&unit| colours[usize::from(unit) - 1].name.as_str()).collect();
    words.join(" ")
}

/// Writes tubes of units, bottom to top.
pub(super) fn write(tubes: &[impl AsRef<[u8]>], colours: &[Colour]) -> String {
    let tubes: Vec<String> = tubes.iter().map(|units| in_words(units.as_ref(), colours)).collect();
    match &tubes[..] {
        [] => "[]".to_owned(),
        // A word alone would be taken for a mistyped name.
        [word] if is_like_a_name(word) && !word.contains(' ') => format!("[[{word}]]"),
        _ => {
            let tube = |words: &String| if words.is_empty() { "-".to_owned() } else { words.clone() };
            tubes.iter().map(tube).collect::<Vec<_>>().join(" | ")
        }
    }
}

/// Whether a word alone in the only tube is rather the name of a level, mistyped.
fn is_like_a_name(word: &str) -> bool {
    word.len() > 2
}

fn check_word(word: &Word<'_>) -> Result<(), LevelError> {
    if word.text.chars().count() > LONGEST_WORD {
        return Err(word.error("this name is too long", "use at most 32 letters for a colour"));
    }
    if word.text == "-" {
        return Err(word.error(DASH, FORM));
    }
    if word.text == "?" {
        return Err(word.error("a hidden unit", "give the colour of every unit"));
    }
    let odd = |c: char| is_invisible(c) || c.is_whitespace() || "[]{}()\",|>:;/\\".contains(c);
    match word.text.chars().find(|&c| odd(c)) {
        Some(c) => Err(word.error(format!("a colour's name can't contain '{c}'"), FORM)),
        // An accent that begins a name would be drawn on whatever stands before it.
        None if !word.text.starts_with(stands_alone) => {
            Err(word.error("a colour's name begins with something that can be seen", FORM))
        }
        None => Ok(()),
    }
}

fn too_many_tubes(line: usize, column: usize) -> LevelError {
    LevelError::new(format!("this is tube {}", MOST_TUBES + 1), format!("use at most {MOST_TUBES} tubes"))
        .at(line, column)
}

fn push<'t>(tube: &mut Vec<Word<'t>>, word: Word<'t>) -> Result<(), LevelError> {
    check_word(&word)?;
    if tube.len() == MOST_UNITS {
        return Err(word.error("no tube holds more than 16 units", "split the tube"));
    }
    tube.push(word);
    Ok(())
}

fn read_lines(text: &str) -> Result<Vec<Vec<Word<'_>>>, LevelError> {
    if text.trim().is_empty() {
        return Err(LevelError::new("the level is empty", FORM));
    }
    let mut tubes = Vec::new();
    for (line, column, part) in parts(text, '|') {
        if tubes.len() == MOST_TUBES {
            return Err(too_many_tubes(line, column));
        }
        let mut tube = Vec::new();
        let mut dash = None;
        for (offset, word) in words(part, "") {
            let word = Word { text: word, line, column: column + offset };
            if word.text == "-" && dash.is_none() {
                dash = Some(word);
            } else {
                push(&mut tube, word)?;
            }
        }
        if let (Some(dash), false) = (dash, tube.is_empty()) {
            return Err(dash.error(DASH, FORM));
        }
        tubes.push(tube);
    }
    match tubes.as_slice() {
        // A word alone is a mistyped name rather than a drop in the only tube.
        [only] if only.len() == 1 && is_like_a_name(only[0].text) => {
            Err(only[0].error("one unit in one tube is no level", FORM))
        }
        _ => Ok(tubes),
    }
}

/// A reader of nested arrays: numbers, words and quoted words; no escapes, no other values.
struct Arrays<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Arrays<'t> {
    fn read(mut self) -> Result<Vec<Vec<Word<'t>>>, LevelError> {
        let mut tubes = Vec::new();
        self.array(|arrays| {
            if tubes.len() == MOST_TUBES {
                let (line, column) = arrays.place();
                return Err(too_many_tubes(line, column));
            }
            let mut tube = Vec::new();
            arrays.array(|arrays| push(&mut tube, arrays.word()?))?;
            tubes.push(tube);
            Ok(())
        })?;
        match self.peek() {
            None => Ok(tubes),
            Some(_) => Err(self.error("there is more after the arrays")),
        }
    }

    /// Reads an array, one element after another.
    fn array(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        if !self.skip('[') {
            return Err(self.error("[ is missing"));
        }
        if self.skip(']') {
            return Ok(());
        }
        loop {
            element(self)?;
            if self.skip(']') {
                return Ok(());
            }
            if !self.skip(',') {
                return Err(self.error("a comma or ] is missing"));
            }
        }
    }

    fn word(&mut self) -> Result<Word<'t>, LevelError> {
        let quoted = self.peek() == Some('"');
        let begin = self.at + usize::from(quoted);
        let rest = &self.text[begin..];
        let end = match quoted {
            true => rest.find('"').ok_or_else(|| self.error("this quote is not closed"))?,
            false => rest.find(|c: char| ",[]\"".contains(c) || c.is_whitespace()).unwrap_or(rest.len()),
        };
        if end == 0 {
            return Err(self.error("a colour is missing"));
        }
        let (line, column) = self.place();
        self.at = begin + end + usize::from(quoted);
        Ok(Word { text: &rest[..end], line, column })
    }

    /// Goes past the next character that is no space, if it is this one.
    fn skip(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// The next character that is no space; stops before it.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// The line and the column, from one.
    fn place(&self) -> (usize, usize) {
        let before = &self.text[..self.at];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn error(&self, problem: &str) -> LevelError {
        let (line, column) = self.place();
        let error = LevelError::new(problem, "write arrays like [[1,2,2,1],[3,1],[]]").at(line, column);
        match self.text[self.at..].split_whitespace().next() {
            Some(token) => error.token(token),
            None => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tubes(text: &str) -> Vec<Vec<u8>> {
        Draft::parse(text, None).unwrap().tubes
    }

    #[test]
    fn reads_bars_lines_and_arrays() {
        let expected = vec![vec![1, 2, 2, 1], vec![3, 1], vec![]];
        for text in [
            "1 2 2 1 | 3 1 | -",
            "1 2 2 1\n3 1\n-\n",
            " 1  2 2\t1|3 1|",
            "1 2 2 1 | 3 1\n\n - \r\n",
            "[[1,2,2,1],[3,1],[]]",
            " [ [1, 2,2 ,1]\n,[\"3\",1], [ ] ] ",
            "[[a,b,b,a],[\"c\",a],[]]",
            "blue green green blue | red blue | -",
        ] {
            assert_eq!(tubes(text), expected, "{text:?}");
        }
        assert_eq!(tubes("[]"), Vec::<Vec<u8>>::new());
        assert_eq!(tubes("-"), vec![vec![]]);
        let colours = Draft::parse("10 9 red | 9 blue", None).unwrap().colours;
        let colours: Vec<_> = colours.iter().map(|colour| (colour.name.as_str(), colour.count)).collect();
        assert_eq!(colours, [("9", 2), ("10", 1), ("blue", 1), ("red", 1)]);
    }

    #[test]
    fn what_arrays_say_can_be_written_with_bars() {
        for (text, written) in [
            ("[[abc]]", "[[abc]]"),
            ("[[a]]", "a"),
            ("[[abc,b]]", "abc b"),
            ("[[abc],[]]", "abc | -"),
            ("[[]]", "-"),
        ] {
            let draft = Draft::parse(text, None).unwrap();
            assert_eq!(write(&draft.tubes, &draft.colours), written);
            let again = Draft::parse(written, None).unwrap();
            assert_eq!((again.tubes, again.colours), (draft.tubes.clone(), draft.colours.clone()), "{text}");
        }
        for text in ["[[],[3,-],[]]", "[[\"-\"]]", "- -", "1 -"] {
            let error = Draft::parse(text, None).unwrap_err().to_string();
            assert!(error.contains("'-': - stands for an empty tube"), "{text}: {error}");
        }
    }

    #[test]
    fn capacity_is_four_or_the_fullest_tube() {
        let capacity = |text, given| Draft::parse(text, given).map(|draft| draft.capacity);
        assert_eq!(capacity("1 | 2", None), Ok(4));
        assert_eq!(capacity("1 1 1 1 1 | 2", None), Ok(5));
        assert_eq!(capacity("1 | 2", Some(1)), Ok(1));
    }

    #[test]
    fn says_where_and_what_is_wrong() {
        let long = "x".repeat(33);
        let cases: &[(&str, Option<usize>, &str)] = &[
            ("", None, "the level is empty"),
            (" \n ", None, "the level is empty"),
            ("1 2 | 3 - 1", None, "line 1, column 9: '-': - stands for an empty tube"),
            ("1 | - -", None, "'-': - stands for"),
            ("1 ? | 2", None, "line 1, column 3: '?': a hidden unit"),
            ("1 2\n3 1 3", Some(2), "line 2, column 5: '3': this unit overfills its tube, which holds 2"),
            ("1 a,b", None, "column 3: 'a,b': a colour's name can't contain ','"),
            (&long, None, "too long"),
            ("1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", None, "column 33: '1': no tube holds more than 16"),
            ("[[1,2],[3", None, "a comma or ] is missing"),
            ("[1,2]", None, "line 1, column 2: '1,2]': [ is missing"),
            ("[[1,,2]]", None, "a colour is missing"),
            ("[[1]] 2", None, "line 1, column 7: '2': there is more after the arrays"),
            ("[[\"1]]", None, "this quote is not closed"),
            ("[[1]\n [2]]", None, "line 2, column 2: '[2]]': a comma or ] is missing"),
            ("[[[1]]]", None, "a colour is missing"),
            ("[", None, "[ is missing"),
        ];
        for &(text, capacity, expected) in cases {
            let message = Draft::parse(text, capacity).unwrap_err().to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
    }

    #[test]
    fn huge_input_is_one_line_at_once() {
        let tubes = "1 2 |".repeat(10_000);
        assert!(Draft::parse(&tubes, None).unwrap_err().to_string().contains("at most 128 tubes"));
        let arrays = format!("[{}[1]]", "[1],".repeat(10_000));
        assert!(Draft::parse(&arrays, None).unwrap_err().to_string().contains("at most 128 tubes"));
        let units = "1 ".repeat(10_000_000);
        assert!(Draft::parse(&units, None).unwrap_err().to_string().contains("more than 16"));
        let colours: String =
            (0..1000).map(|n| format!("{n} {}", if n % 8 == 7 { "\n" } else { "" })).collect();
        assert!(Draft::parse(&colours, None).unwrap_err().to_string().contains("at most 255 colours"));
    }
}
