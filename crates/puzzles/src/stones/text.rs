//! Positions and moves as text: pile sizes separated by spaces; `2:3` takes three stones from pile 2.

use super::piles::MOST_PILES;
use super::take::MOST_STONES;
use crate::language::Text;
use crate::level::{LevelError, words};

pub(super) const MOVE_FORM: Text = Text::fixed(
    "write PILE:STONES, such as 2:3 for three stones from pile 2",
    "tulis TUMPUKAN:BATU, seperti 2:3 untuk tiga batu dari tumpukan 2",
);

/// Reads pile sizes, separated by spaces, commas or line breaks.
pub(super) fn parse(text: &str) -> Result<Vec<u64>, LevelError> {
    const REMEDY: &str = "write the size of each pile, such as 7 11 6";
    let mut piles = Vec::new();
    for (line, i) in text.lines().zip(1..) {
        for (offset, token) in words(line, ",").filter(|&(_, token)| token != ",") {
            let wrong = |problem: &str, remedy: &str| {
                Err(LevelError::new(problem, remedy).at(i, offset + 1).token(token))
            };
            if piles.len() == MOST_PILES {
                return wrong(&format!("more than {MOST_PILES} piles"), "use fewer piles");
            }
            let is_number = token.chars().all(|c| c.is_ascii_digit());
            match token.parse::<u64>() {
                Ok(stones) if is_number && stones <= MOST_STONES => piles.push(stones),
                _ if is_number => return wrong("this pile is too large", "use at most 10^18 stones"),
                _ if token.starts_with('-') => {
                    return wrong("a pile can't have fewer than no stones", REMEDY);
                }
                _ => return wrong("not a number of stones", REMEDY),
            }
        }
    }
    if piles.is_empty() {
        return Err(LevelError::new("there is no pile", REMEDY));
    }
    Ok(piles)
}

/// Pile sizes as text.
pub(super) fn write(piles: &[u64]) -> String {
    piles.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads a move: pile (from 1) and stones.
pub(super) fn parse_move(text: &str) -> Option<(usize, u64)> {
    let (pile, stones) = text.split_once(':')?;
    let digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    if !digits(pile) || !digits(stones) {
        return None;
    }
    Some((pile.parse().ok()?, stones.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for piles in [vec![8, 12, 4], vec![0], vec![1_000_000_000_000, 0, 3], vec![5; 256]] {
            assert_eq!(parse(&write(&piles)), Ok(piles));
        }
        assert_eq!(parse(" 7,11\n6\r\n"), Ok(vec![7, 11, 6]));
    }

    #[test]
    fn says_where_the_trouble_is() {
        let error = parse("7 11\n6 x").unwrap_err();
        assert_eq!((error.place, error.token.as_deref()), (Some((2, 3)), Some("x")));
        for text in
            ["", "  \n ", "-1", "1 -2", "1e9", "+3", "1.5", "1000000000000000001", "99999999999999999999999"]
        {
            let error = parse(text).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{text}: {error}");
        }
        assert!(parse(&"1 ".repeat(257)).is_err());
        assert!(parse(&"9".repeat(100_000)).unwrap_err().to_string().len() < 300);
    }

    #[test]
    fn reads_moves() {
        assert_eq!(parse_move("2:3"), Some((2, 3)));
        for text in ["", ":", "2", "2:", ":3", "a:b", "2:-1", "+2:3", "2:3:4", "2: 3"] {
            assert_eq!(parse_move(text), None, "{text}");
        }
    }
}
