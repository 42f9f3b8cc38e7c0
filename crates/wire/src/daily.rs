//! The puzzle of the day.

use crate::Problem;
use serde::Serialize;
use telusur_puzzles::{Date, catalogue, daily_wish};
use telusur_session::{Session, SolvedDaily};

/// The puzzle of a day: what opens it, and whether it was solved.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Daily {
    puzzle: &'static str,
    date: String,
    /// What a game of it begins with.
    id: String,
    difficulty: Option<u8>,
    solved: bool,
}

impl Daily {
    /// That of a day, or of the day of a moment in milliseconds since 1970.
    ///
    /// # Errors
    /// If there is no such puzzle, or the day has none.
    pub fn new(puzzle: &str, day: Option<&str>, now: i64, solved: &[SolvedDaily]) -> Result<Self, Problem> {
        let entry = catalogue::find(puzzle).ok_or_else(|| Problem::unknown("puzzle"))?;
        let date = match day {
            Some(text) => text.parse::<Date>().map_err(Problem::bad_input)?,
            None => Date::of_millis(now)
                .ok_or_else(|| Problem::bad_input("the clock of this machine is wrong"))?,
        };
        let wish = daily_wish(entry, date);
        Ok(Daily {
            puzzle: entry.name(),
            date: date.to_string(),
            difficulty: wish.difficulty,
            id: Session::id_of(entry, &wish),
            solved: solved.iter().any(|one| one.puzzle == entry.name() && one.date == date),
        })
    }
}
