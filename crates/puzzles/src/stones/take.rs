//! Which numbers of stones may be taken at once.

use crate::level::LevelError;
use std::fmt;

/// Largest pile, and largest take in a range.
pub(super) const MOST_STONES: u64 = 1_000_000_000_000_000_000;
/// Largest take in a set that is no range from 1: such takes are tried one by one.
const MOST_LISTED_TAKE: u64 = 10_000;

/// The numbers of stones that may be taken in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakeSet {
    /// All numbers from the first to the second.
    Range(u64, u64),
    /// These numbers, ascending, with at least one gap.
    List(Vec<u64>),
}

impl TakeSet {
    /// What the paper and the command line take for granted.
    pub const USUAL: TakeSet = TakeSet::Range(1, 3);
    /// Any number: Nim. No pile has more stones.
    pub const ANY: TakeSet = TakeSet::Range(1, MOST_STONES);

    /// Reads `any`, `1-3`, `1,3,4`, or a mixture such as `1-3,7`.
    ///
    /// # Errors
    /// If there is no number, a number is zero or no number, a range runs backward, or it is too large.
    pub fn parse(text: &str) -> Result<TakeSet, LevelError> {
        const REMEDY: &str = "write a range such as 1-3, a list such as 1,3,4, or any";
        let wrong = |problem: &str, token: &str| LevelError::new(problem, REMEDY).token(token);
        if text.trim().eq_ignore_ascii_case("any") {
            return Ok(TakeSet::ANY);
        }
        let mut ranges = Vec::new();
        for token in text.split([',', ' ']).map(str::trim).filter(|token| !token.is_empty()) {
            let number = |text: &str| -> Result<u64, LevelError> {
                let number: u64 =
                    text.trim().parse().map_err(|_| wrong("not a number of stones to take", token))?;
                match number {
                    0 => Err(wrong("every turn takes at least one stone", token)),
                    n if n > MOST_STONES => Err(wrong("too many stones to take", token)),
                    n => Ok(n),
                }
            };
            let (first, last) = match token.split_once('-') {
                None => (number(token)?, number(token)?),
                Some((first, last)) => (number(first)?, number(last)?),
            };
            if first > last {
                return Err(wrong("the range runs backward", token));
            }
            ranges.push((first, last));
        }
        ranges.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::new();
        for (first, last) in ranges {
            match merged.last_mut() {
                Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        match merged[..] {
            [] => Err(LevelError::new("the take set is empty", REMEDY)),
            [(1, last)] => Ok(TakeSet::Range(1, last)),
            [.., (_, last)] if last > MOST_LISTED_TAKE => Err(LevelError::new(
                format!("a take set that is not a range from 1 goes up to {MOST_LISTED_TAKE} only"),
                "use smaller numbers, a range from 1, or any",
            )
            .token(&last.to_string())),
            [(first, last)] => Ok(TakeSet::Range(first, last)),
            _ => Ok(TakeSet::List(merged.iter().flat_map(|&(first, last)| first..=last).collect())),
        }
    }

    /// Whether a number may be taken from a pile that is large enough.
    #[must_use]
    pub fn allows(&self, take: u64) -> bool {
        self.next_from(take) == Some(take)
    }

    /// What may be taken from a pile, ascending.
    #[inline]
    pub fn from_pile(&self, pile: u64) -> impl Iterator<Item = u64> + '_ {
        let (first, last, list) = match self {
            TakeSet::Range(first, last) => (*first, (*last).min(pile), &[][..]),
            TakeSet::List(takes) => (1, 0, &takes[..takes.partition_point(|&take| take <= pile)]),
        };
        (first..=last).chain(list.iter().copied())
    }

    /// The smallest take that is at least `take`.
    #[must_use]
    pub fn next_from(&self, take: u64) -> Option<u64> {
        match self {
            TakeSet::Range(first, last) => Some(take.max(*first)).filter(|take| take <= last),
            TakeSet::List(takes) => takes.get(takes.partition_point(|&t| t < take)).copied(),
        }
    }

    /// The smallest take.
    #[must_use]
    pub fn least(&self) -> u64 {
        match self {
            TakeSet::Range(first, _) => *first,
            TakeSet::List(takes) => takes.first().copied().unwrap_or(1),
        }
    }

    /// The largest take.
    #[must_use]
    pub fn most(&self) -> u64 {
        match self {
            TakeSet::Range(_, last) => *last,
            TakeSet::List(takes) => takes.last().copied().unwrap_or(1),
        }
    }

    /// How many different takes there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            TakeSet::Range(first, last) => last - first + 1,
            TakeSet::List(takes) => takes.len() as u64,
        }
    }
}

impl fmt::Display for TakeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &TakeSet::ANY => f.write_str("any"),
            TakeSet::Range(first, last) if first == last => write!(f, "{first}"),
            TakeSet::Range(first, last) => write!(f, "{first}-{last}"),
            TakeSet::List(takes) => {
                f.write_str(&takes.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ranges_lists_and_mixtures() {
        assert_eq!(TakeSet::parse("1-3"), Ok(TakeSet::USUAL));
        assert_eq!(TakeSet::parse(" 3, 2,1 "), Ok(TakeSet::USUAL));
        assert_eq!(TakeSet::parse("ANY"), Ok(TakeSet::ANY));
        assert_eq!(TakeSet::parse("1,3,4"), Ok(TakeSet::List(vec![1, 3, 4])));
        assert_eq!(TakeSet::parse("5-6,1-2"), Ok(TakeSet::List(vec![1, 2, 5, 6])));
        assert_eq!(TakeSet::parse("1-1000000000000"), Ok(TakeSet::Range(1, 1_000_000_000_000)));
        assert_eq!(TakeSet::parse("7"), Ok(TakeSet::Range(7, 7)));
    }

    #[test]
    fn refuses_the_rest_in_one_line() {
        for text in [
            "",
            " , ",
            "0",
            "0-3",
            "3-1",
            "-3",
            "1-",
            "x",
            "1;2",
            "1,99999",
            "2-99999",
            "99999999999999999999",
            "1.5",
        ] {
            let error = TakeSet::parse(text).unwrap_err().to_string();
            assert!(!error.contains('\n') && error.len() > 20, "{text}: {error}");
        }
    }

    #[test]
    fn lists_what_a_pile_allows() {
        let list = |set: &TakeSet, pile| set.from_pile(pile).collect::<Vec<_>>();
        assert_eq!(list(&TakeSet::ANY, 3), [1, 2, 3]);
        assert_eq!(list(&TakeSet::Range(2, 5), 3), [2, 3]);
        assert_eq!(list(&TakeSet::List(vec![1, 3, 4]), 3), [1, 3]);
        assert!(list(&TakeSet::Range(2, 5), 1).is_empty());
        for set in [TakeSet::ANY, TakeSet::Range(2, 5), TakeSet::List(vec![1, 3, 4])] {
            assert_eq!(TakeSet::parse(&set.to_string()), Ok(set.clone()));
            assert!((0..9).all(|pile| (0..=pile).all(|t| set.allows(t) == list(&set, pile).contains(&t))));
        }
    }
}
