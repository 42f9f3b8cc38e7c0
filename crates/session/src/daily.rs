//! Puzzles of the day that were solved, and how many days in a row.

use crate::session::Session;
use std::collections::{BTreeMap, BTreeSet};
use telusur_puzzles::{Date, day_of_wish};

/// A puzzle of the day that was solved by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedDaily {
    /// The puzzle's name.
    pub puzzle: String,
    /// Whose day's puzzle it is.
    pub date: Date,
    /// The fewest moves.
    pub moves: i64,
    /// The least time.
    pub millis: i64,
    /// When it was solved first, in milliseconds since 1970.
    pub solved: i64,
}

impl SolvedDaily {
    /// Whether it was solved on its own day.
    #[must_use]
    pub fn is_in_time(&self) -> bool {
        Date::of_millis(self.solved) == Some(self.date)
    }
}

/// Days in a row on which the puzzle of the day was solved on its own day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to today, or up to yesterday while today's is still open.
    pub current: u32,
    /// The longest there ever was.
    pub longest: u32,
}

impl Streak {
    /// That of some solved puzzles, seen from a day.
    ///
    /// ```
    /// use telusur_session::{SolvedDaily, Streak};
    /// let solved = SolvedDaily { puzzle: "tiles".into(), date: "2026-11-16".parse().unwrap(), moves: 9, millis: 1000, solved: 1_794_800_000_000 };
    /// let tomorrow = solved.date.next().unwrap();
    /// assert_eq!(Streak::of([&solved], tomorrow), Streak { current: 1, longest: 1 });
    /// assert_eq!(Streak::of([&solved], tomorrow.next().unwrap()), Streak { current: 0, longest: 1 });
    /// ```
    #[must_use]
    pub fn of<'a>(solved: impl IntoIterator<Item = &'a SolvedDaily>, today: Date) -> Self {
        let days: BTreeSet<Date> =
            solved.into_iter().filter(|one| one.is_in_time()).map(|one| one.date).collect();
        // How many days in a row end at each day.
        let mut lengths: BTreeMap<Date, u32> = BTreeMap::new();
        for &day in &days {
            let before = day.previous().and_then(|before| lengths.get(&before).copied());
            lengths.insert(day, 1 + before.unwrap_or(0));
        }
        let length_at = |day: Date| lengths.get(&day).copied();
        let current = length_at(today).or_else(|| length_at(today.previous()?)).unwrap_or(0);
        let longest = lengths.values().copied().max().unwrap_or(0);
        Streak { current, longest }
    }
}

impl Session {
    /// The day whose puzzle is played, if it is one.
    #[must_use]
    pub fn daily(&self) -> Option<Date> {
        self.wish().and_then(|wish| day_of_wish(self.entry(), wish))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Making, catalogue, daily_wish};

    fn solved(date: &str, on: &str) -> SolvedDaily {
        let on: Date = on.parse().unwrap();
        let mut millis = 946_684_800_000;
        while Date::of_millis(millis) != Some(on) {
            millis += 24 * 3600 * 1000;
        }
        SolvedDaily {
            puzzle: "tiles".to_owned(),
            date: date.parse().unwrap(),
            moves: 1,
            millis: 1,
            solved: millis + 1,
        }
    }

    #[test]
    fn days_in_a_row_count_if_each_was_solved_in_time() {
        let all = [
            solved("2026-10-30", "2026-10-30"),
            solved("2026-10-31", "2026-10-31"),
            solved("2026-11-01", "2026-11-01"),
            // A day late.
            solved("2026-11-02", "2026-11-03"),
            solved("2026-11-03", "2026-11-03"),
            solved("2026-11-04", "2026-11-04"),
        ];
        for (today, current) in
            [("2026-11-01", 3), ("2026-11-04", 2), ("2026-11-05", 2), ("2026-11-06", 0), ("2026-11-02", 3)]
        {
            let streak = Streak::of(&all, today.parse().unwrap());
            assert_eq!((streak.current, streak.longest), (current, 3), "{today}");
        }
        assert_eq!(Streak::of(&[], "2026-11-01".parse().unwrap()), Streak::default());
    }

    #[test]
    fn only_the_wish_of_a_day_is_a_puzzle_of_the_day() {
        let entry = catalogue::find("tiles").unwrap();
        let date: Date = "2026-11-16".parse().unwrap();
        let wish = daily_wish(entry, date);
        let game = Session::generate("tiles", wish.clone(), &mut Making::unlimited()).unwrap();
        assert_eq!(game.daily(), Some(date));
        let copy = Session::load(&game.save()).unwrap();
        assert_eq!(copy.daily(), Some(date));
        let other = telusur_puzzles::Wish { seed: wish.seed + 100, ..wish };
        let game = Session::generate("tiles", other, &mut Making::unlimited()).unwrap();
        assert_eq!(game.daily(), None, "there is no such day with that difficulty");
    }
}
