//! What was played and achieved.

use serde::Serialize;
use telusur_puzzles::Date;
use telusur_session::{LevelIdentity, PuzzleStatistics, SolvedDaily, Streak, stars};

/// Sums over all games, and the bests of levels.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Statistics {
    games: i64,
    solved: i64,
    seconds: f64,
    puzzles: Vec<OfPuzzle>,
    /// Latest first.
    bests: Vec<Best>,
    /// Puzzles of the day that were solved, the latest day first.
    dailies: Vec<Daily>,
    /// Days in a row with a puzzle of the day solved, of whichever puzzle.
    streak: DaysInARow,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Daily {
    puzzle: String,
    date: String,
    moves: i64,
    seconds: f64,
    /// Whether it was solved on its own day.
    in_time: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DaysInARow {
    current: u32,
    longest: u32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "PuzzleStatistics"))]
struct OfPuzzle {
    puzzle: String,
    games: i64,
    solved: i64,
    moves: i64,
    seconds: f64,
    /// Days in a row with this puzzle's puzzle of the day solved.
    streak: DaysInARow,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "BestOfLevel"))]
struct Best {
    puzzle: String,
    /// The name of the level that comes with the program, if it is one.
    level: Option<String>,
    title: String,
    metric: String,
    moves: i64,
    seconds: f64,
    optimum: Option<i64>,
    /// How near to the optimum that is, from 1 to 3.
    stars: Option<u8>,
    times: i64,
    /// When last, in milliseconds since 1970.
    when: i64,
}

impl Statistics {
    /// Of sums per puzzle, bests, latest first, and puzzles of the day, seen from a moment in milliseconds since 1970.
    #[must_use]
    pub fn new(
        sums: Vec<PuzzleStatistics>,
        bests: Vec<telusur_session::Best>,
        dailies: &[SolvedDaily],
        now: i64,
    ) -> Self {
        let today = Date::of_millis(now);
        let streak = |puzzle: Option<&str>| {
            let solved = dailies.iter().filter(|one| puzzle.is_none_or(|puzzle| one.puzzle == puzzle));
            let Streak { current, longest } =
                today.map_or_else(Streak::default, |today| Streak::of(solved, today));
            DaysInARow { current, longest }
        };
        let seconds = |millis: i64| millis as f64 / 1e3;
        let bests = bests.into_iter().map(|best| Best {
            title: LevelIdentity::title_of(&best.level, &best.puzzle, best.name.as_deref()),
            level: best.name,
            puzzle: best.puzzle,
            metric: best.metric,
            moves: best.moves,
            seconds: seconds(best.millis),
            optimum: best.optimum,
            stars: best.optimum.and_then(|optimum| {
                Some(stars(u64::try_from(best.moves).ok()?, &u64::try_from(optimum).ok()?.into()))
            }),
            times: best.times,
            when: best.won,
        });
        Statistics {
            games: sums.iter().map(|sum| sum.games).sum(),
            solved: sums.iter().map(|sum| sum.solved).sum(),
            seconds: seconds(sums.iter().map(|sum| sum.millis).sum()),
            bests: bests.collect(),
            streak: streak(None),
            puzzles: sums
                .into_iter()
                .map(|sum| OfPuzzle {
                    streak: streak(Some(&sum.puzzle)),
                    puzzle: sum.puzzle,
                    games: sum.games,
                    solved: sum.solved,
                    moves: sum.moves,
                    seconds: seconds(sum.millis),
                })
                .collect(),
            dailies: dailies
                .iter()
                .map(|one| Daily {
                    puzzle: one.puzzle.clone(),
                    date: one.date.to_string(),
                    moves: one.moves,
                    seconds: seconds(one.millis),
                    in_time: one.is_in_time(),
                })
                .collect(),
        }
    }
}
