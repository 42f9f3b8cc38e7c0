//! The puzzle of the day: the same for everyone, made from the date by the puzzle's own generator.
//!
//! The seed is the date as a number, and the wish is fixed by the day of the week: Monday is easy, Sunday is hard.

use crate::catalogue::Entry;
use crate::language::Language;
use crate::making::Wish;
use std::fmt;
use std::str::FromStr;

/// Difficulties from Monday to Sunday.
const DIFFICULTIES: [u8; 7] = [2, 3, 4, 5, 6, 7, 8];
/// The first year that has puzzles of the day.
const FIRST_YEAR: u32 = 2000;
const LAST_YEAR: u32 = 9999;

/// A day of the Gregorian calendar, as it is in UTC.
///
/// ```
/// use telusur_puzzles::Date;
/// let date: Date = "2026-11-16".parse().unwrap();
/// assert_eq!((date.weekday(), date.number()), (0, 20_261_116));
/// assert_eq!(date.next().unwrap().to_string(), "2026-11-17");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Days since 1970-01-01.
    days: u32,
}

/// A text that is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a date has the form 2026-11-16, from {FIRST_YEAR} on")]
pub struct DateError;

impl Date {
    /// The day of a moment, in milliseconds since 1970.
    #[must_use]
    pub fn of_millis(millis: i64) -> Option<Self> {
        const DAY: i64 = 24 * 3600 * 1000;
        Date::in_range(u32::try_from(millis.div_euclid(DAY)).ok()?)
    }

    /// The day of a year, a month and a day, if there is one.
    #[must_use]
    pub fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_near = (FIRST_YEAR..=LAST_YEAR).contains(&year) && month <= 12 && day <= 31;
        // What is no day, such as the 30th of February, is counted as another one.
        let date = is_near.then(|| Date { days: days_before(year, month) + day - 1 - EPOCH });
        date.filter(|date| date.parts() == (year, month, day))
    }

    fn in_range(days: u32) -> Option<Self> {
        let [first, end] = [FIRST_YEAR, LAST_YEAR + 1].map(|year| days_before(year, 1) - EPOCH);
        (first..end).contains(&days).then_some(Date { days })
    }

    /// Year, month and day.
    #[must_use]
    pub fn parts(self) -> (u32, u32, u32) {
        let days = self.days + EPOCH;
        // A year is never longer than 366 days, so this is at most the right one.
        let mut year = days / 366;
        while days_before(year + 1, 1) <= days {
            year += 1;
        }
        let month = (2..=12).take_while(|&month| days_before(year, month) <= days).last().unwrap_or(1);
        (year, month, days - days_before(year, month) + 1)
    }

    /// The day of the week, from Monday = 0.
    #[must_use]
    pub fn weekday(self) -> usize {
        // 1970 began with a Thursday.
        (self.days as usize + 3) % 7
    }

    /// The date as a number, such as 20261116.
    #[must_use]
    pub fn number(self) -> u64 {
        let (year, month, day) = self.parts();
        u64::from(year) * 10_000 + u64::from(month) * 100 + u64::from(day)
    }

    /// The date that such a number says.
    #[must_use]
    pub fn of_number(number: u64) -> Option<Self> {
        let number = u32::try_from(number).ok()?;
        Date::new(number / 10_000, number / 100 % 100, number % 100)
    }

    /// The day after.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Date::in_range(self.days + 1)
    }

    /// The day before.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        Date::in_range(self.days.checked_sub(1)?)
    }
}

/// The first day of 1970 in the count of [`days_before`].
const EPOCH: u32 = 719_468;

/// Days before a month, from the first of March of the year 0: years that begin with March end with their leap day, and
/// their months have 31, 30, 31, 30, 31 days over and over.
fn days_before(year: u32, month: u32) -> u32 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5
}

impl Date {
    /// The day as people write it.
    ///
    /// ```
    /// use telusur_puzzles::{Date, Language};
    /// let date: Date = "2026-11-16".parse().unwrap();
    /// assert_eq!(date.in_words(Language::English), "16 November 2026");
    /// ```
    #[must_use]
    pub fn in_words(self, language: Language) -> String {
        const ENGLISH: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        const INDONESIAN: [&str; 12] = [
            "Januari",
            "Februari",
            "Maret",
            "April",
            "Mei",
            "Juni",
            "Juli",
            "Agustus",
            "September",
            "Oktober",
            "November",
            "Desember",
        ];
        let (year, month, day) = self.parts();
        let months = language.choose(ENGLISH, INDONESIAN);
        format!("{day} {} {year}", months[(month as usize - 1) % 12])
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let parts: Vec<u32> = text
            .trim()
            .split('-')
            .map(|part| part.parse().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit())))
            .collect::<Option<_>>()
            .ok_or(DateError)?;
        match parts[..] {
            [year, month, day] => Date::new(year, month, day).ok_or(DateError),
            _ => Err(DateError),
        }
    }
}

/// The wish that makes a puzzle's level of a day.
#[must_use]
pub fn daily_wish(entry: &dyn Entry, date: Date) -> Wish {
    let weekday = date.weekday();
    let options = entry.daily_options(weekday).iter();
    Wish {
        seed: date.number(),
        difficulty: Some(DIFFICULTIES[weekday]),
        options: options.map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
    }
}

/// The day whose level a wish makes, if it is exactly that day's wish.
#[must_use]
pub fn day_of_wish(entry: &dyn Entry, wish: &Wish) -> Option<Date> {
    Date::of_number(wish.seed).filter(|&date| daily_wish(entry, date) == *wish)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::making::{GenerateError, Making};
    use telusur_search::{Cancel, Deadline};

    #[test]
    fn days_follow_each_other_through_all_years() {
        let mut date = Date::new(2000, 1, 1).unwrap();
        assert_eq!((date.weekday(), Date::of_millis(946_684_800_000)), (5, Some(date)));
        let mut days = 1u32;
        while let Some(next) = date.next() {
            let ((year, month, day), after) = (date.parts(), next.parts());
            assert!(
                after == (year, month, day + 1) || after == (year, month + 1, 1) || after == (year + 1, 1, 1)
            );
            assert_eq!(next.weekday(), (date.weekday() + 1) % 7);
            assert_eq!((next.previous(), Date::of_number(next.number())), (Some(date), Some(next)));
            if days.is_multiple_of(97) {
                assert_eq!(next.to_string().parse(), Ok(next));
            }
            date = next;
            days += 1;
        }
        assert_eq!((date.to_string().as_str(), days), ("9999-12-31", 2_921_940));
        assert_eq!(Date::new(1999, 12, 31), None);
        for (year, is_leap) in [(2000, true), (2024, true), (2026, false), (2100, false)] {
            assert_eq!(Date::new(year, 2, 29).is_some(), is_leap, "{year}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "2026",
            "2026-11",
            "2026-13-01",
            "2026-02-29",
            "2026-1-1-1",
            "+2026-01-01",
            "x-y-z",
            "99999999999-1-1",
        ] {
            assert_eq!(text.parse::<Date>(), Err(DateError), "{text}");
        }
        assert_eq!("2026-1-2".parse::<Date>().unwrap().to_string(), "2026-01-02");
        assert_eq!(Date::of_number(20_261_399), None);
        assert_eq!(Date::of_number(u64::MAX), None);
    }

    /// A week of every puzzle: the wish of each day is one that the generator understands and that tells its day; what is
    /// quick to make is made.
    #[test]
    fn every_puzzle_has_a_wish_for_every_day_of_the_week() {
        let cancel = Cancel::new();
        cancel.cancel();
        for &entry in catalogue::all() {
            let mut date: Date = "2026-11-16".parse().unwrap();
            for _ in 0..7 {
                let wish = daily_wish(entry, date);
                assert_eq!(day_of_wish(entry, &wish), Some(date));
                let other = Wish { difficulty: None, ..wish.clone() };
                assert_eq!(day_of_wish(entry, &other), None);
                let deadline = match entry.name() {
                    "hanoi" | "stones" | "tiles" => Deadline::never(),
                    _ => Deadline::new(None, cancel.clone()),
                };
                let made = entry.generate(&wish, &mut Making::new(deadline));
                assert!(
                    made.is_ok() || matches!(made, Err(GenerateError::Stopped(_))),
                    "{} {date}: {made:?}",
                    entry.name()
                );
                date = date.next().unwrap();
            }
        }
    }
}
