//! Levels as text: stacks bottom to top, separated by `|`, discs numbered from 1 = smallest.

use crate::level::{LevelError, words};

use super::rule::MOST_PEGS;

/// Most discs that are counted with; playing and searching end earlier.
pub const MOST_DISCS: usize = 1_000_000;

/// A regular position as read: how many pegs, and the peg of every disc, smallest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stacks {
    /// Number of pegs.
    pub pegs: usize,
    /// The peg of every disc, smallest first.
    pub places: Vec<u8>,
}

/// The letter of a peg.
#[must_use]
pub fn peg_letter(peg: usize) -> char {
    char::from(b'A' + (peg % 26) as u8)
}

/// The peg of a letter, if it is one letter.
#[must_use]
pub(super) fn peg_of_letter(text: &str) -> Option<usize> {
    match text.trim().as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_uppercase() - b'A')),
        _ => None,
    }
}

const REMEDY: &str = "write the stacks bottom to top like 3 2 1 | | with every disc from 1 on once";
const NUMBERING: &str = "number the discs from 1 = smallest without gaps";

impl Stacks {
    /// Reads a position.
    ///
    /// # Errors
    /// Anything but every disc `1..=n` once, each on a larger one, on at most 16 pegs; with the place.
    pub fn parse(text: &str) -> Result<Stacks, LevelError> {
        if text.trim().is_empty() {
            return Err(LevelError::new("the level is empty", REMEDY));
        }
        let wrong = |(line, column): LineColumn, token: &str, problem: &str, remedy: &str| {
            Err(LevelError::new(problem, remedy).at(line, column).token(token))
        };
        let mut discs: Vec<(u32, u8, LineColumn)> = Vec::new();
        let mut peg = 0usize;
        let mut below: Option<u32> = None;
        for (place, token) in tokens(text) {
            let wrong = |problem: &str, remedy: &str| wrong(place, token, problem, remedy);
            match token {
                "|" => {
                    peg += 1;
                    below = None;
                    if peg >= MOST_PEGS {
                        return wrong(&format!("there are more than {MOST_PEGS} pegs"), "use fewer stacks");
                    }
                }
                "-" => {}
                _ => {
                    let Ok(size) = token.parse::<u32>() else { return wrong("not a disc number", REMEDY) };
                    if !(1..=MOST_DISCS).contains(&(size as usize)) {
                        return wrong(&format!("disc numbers go from 1 to {MOST_DISCS}"), NUMBERING);
                    }
                    if let Some(below) = below.filter(|&below| below < size) {
                        return wrong(
                            &format!("disc {size} lies on the smaller disc {below}"),
                            "list each stack from the bottom up, larger discs first",
                        );
                    }
                    below = Some(size);
                    discs.push((size, peg as u8, place));
                    if discs.len() > MOST_DISCS {
                        return wrong(&format!("there are more than {MOST_DISCS} discs"), "use fewer discs");
                    }
                }
            }
        }
        discs.sort_unstable();
        // A disc that occurs twice explains a missing one better than the other way round.
        if let Some(pair) = discs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (size, _, place) = pair[1];
            return wrong(place, &size.to_string(), "this disc occurs twice", REMEDY);
        }
        if let Some((&(size, _, place), expected)) =
            discs.iter().zip(1..).find(|(disc, size)| disc.0 != *size)
        {
            return wrong(place, &size.to_string(), &format!("disc {expected} is missing"), NUMBERING);
        }
        Ok(Stacks { pegs: peg + 1, places: discs.into_iter().map(|(_, peg, _)| peg).collect() })
    }

    /// The position as text; [`parse`](Stacks::parse) reads it back.
    #[must_use]
    pub fn write(&self) -> String {
        write(self.pegs, &self.places)
    }
}

/// The peg that holds all discs, if one does; peg A if there are no discs.
pub(super) fn tower_peg(places: &[u8]) -> Option<u8> {
    let first = places.first().copied().unwrap_or(0);
    places.iter().all(|&peg| peg == first).then_some(first)
}

/// The peg of every disc as text.
pub(super) fn write(pegs: usize, places: &[u8]) -> String {
    if pegs == 1 && places.is_empty() {
        return "-".to_owned();
    }
    let mut stacks = vec![" |".to_owned(); pegs];
    stacks[0].clear();
    for (disc, &peg) in places.iter().enumerate().rev() {
        let stack = &mut stacks[usize::from(peg)];
        stack.push(' ');
        stack.push_str(&(disc + 1).to_string());
    }
    stacks.concat().trim_start().to_owned()
}

/// Line and column, from one.
type LineColumn = (usize, usize);

/// Words and bars with their places.
fn tokens(text: &str) -> impl Iterator<Item = (LineColumn, &str)> {
    let lines = text.lines().zip(1..);
    lines.flat_map(|(line, i)| words(line, "|").map(move |(offset, token)| ((i, offset + 1), token)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_the_usual_forms() {
        let tower = Stacks { pegs: 3, places: vec![0, 0, 0] };
        for text in ["3 2 1 | |", "3 2 1||", " 3  2 1 | - | -", "3 2\n1 |\n|\r\n"] {
            assert_eq!(Stacks::parse(text).unwrap(), tower, "{text:?}");
        }
        assert_eq!(tower.write(), "3 2 1 | |");
        assert_eq!(Stacks::parse("| | 2 1").unwrap(), Stacks { pegs: 3, places: vec![2, 2] });
        assert_eq!(Stacks::parse("| |").unwrap(), Stacks { pegs: 3, places: vec![] });
        assert_eq!(Stacks::parse("-").unwrap(), Stacks { pegs: 1, places: vec![] });
        assert_eq!(Stacks::parse("2 1").unwrap().pegs, 1);
    }

    #[test]
    fn says_where_and_what_is_wrong() {
        let cases = [
            ("", "the level is empty"),
            (" \n\t", "the level is empty"),
            ("1 2 | |", "line 1, column 3: '2': disc 2 lies on the smaller disc 1"),
            ("3 2 | 2 1 |", "line 1, column 7: '2': this disc occurs twice"),
            ("4 2 1 | |", "line 1, column 1: '4': disc 3 is missing"),
            ("3 2 | |", "disc 1 is missing"),
            ("3 0 | |", "line 1, column 3: '0': disc numbers go from 1"),
            ("3 -1 | |", "'-1': not a disc number"),
            ("3 2\n  x | |", "line 2, column 3: 'x': not a disc number"),
            ("99999999999999999999 |", "not a disc number"),
            ("4000000 |", "disc numbers go from 1 to 1000000"),
            ("1||||||||||||||||", "more than 16 pegs"),
            ("1 1 | |", "this disc occurs twice"),
            ("3 3 1 | |", "line 1, column 3: '3': this disc occurs twice"),
        ];
        for (text, expected) in cases {
            let message = Stacks::parse(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
        assert!(Stacks::parse(&"1 ".repeat(3_000_000)).is_err());
    }

    proptest! {
        #[test]
        fn texts_round_trip(pegs in 1usize..=16, places in prop::collection::vec(0u8..16, 0..40)) {
            let stacks = Stacks { pegs, places: places.iter().map(|p| p % pegs as u8).collect() };
            prop_assert_eq!(Stacks::parse(&stacks.write()).unwrap(), stacks);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[0-9 |\\-\nx]{0,60}") {
            if let Ok(stacks) = Stacks::parse(&text) {
                prop_assert_eq!(Stacks::parse(&stacks.write()).unwrap(), stacks);
            }
        }
    }
}
