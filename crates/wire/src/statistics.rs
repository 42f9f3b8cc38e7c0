//! What was played and achieved.

use serde::Serialize;
use telusur_session::{LevelIdentity, PuzzleStatistics};

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
    times: i64,
    /// When last, in milliseconds since 1970.
    when: i64,
}

impl Statistics {
    /// Of sums per puzzle, and bests, latest first.
    #[must_use]
    pub fn new(sums: Vec<PuzzleStatistics>, bests: Vec<telusur_session::Best>) -> Self {
        let seconds = |millis: i64| millis as f64 / 1e3;
        let bests = bests.into_iter().map(|best| Best {
            title: LevelIdentity::title_of(&best.level, &best.puzzle, best.name.as_deref()),
            level: best.name,
            puzzle: best.puzzle,
            metric: best.metric,
            moves: best.moves,
            seconds: seconds(best.millis),
            optimum: best.optimum,
            times: best.times,
            when: best.won,
        });
        Statistics {
            games: sums.iter().map(|sum| sum.games).sum(),
            solved: sums.iter().map(|sum| sum.solved).sum(),
            seconds: seconds(sums.iter().map(|sum| sum.millis).sum()),
            bests: bests.collect(),
            puzzles: sums
                .into_iter()
                .map(|sum| OfPuzzle {
                    puzzle: sum.puzzle,
                    games: sum.games,
                    solved: sum.solved,
                    moves: sum.moves,
                    seconds: seconds(sum.millis),
                })
                .collect(),
        }
    }
}
