//! What was achieved: the best of each level, and sums over all games.

use crate::{Store, StoreError, now};
use rusqlite::{Connection, Row, params};
use telusur_session::{Best, PuzzleStatistics};

/// A level solved by hand.
#[derive(Clone, Debug)]
pub(crate) struct SolvedLevel {
    pub(crate) puzzle: &'static str,
    pub(crate) level: String,
    /// The name of the level, if it comes with the program.
    pub(crate) name: Option<&'static str>,
    pub(crate) metric: &'static str,
    pub(crate) moves: usize,
    pub(crate) millis: i64,
    pub(crate) optimum: Option<i64>,
}

const BEST: &str = "SELECT puzzle, level, metric, moves, millis, times, won, optimum, name FROM bests";

impl Store {
    /// The best of a level, if it was ever solved.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn best_of(&self, level: &str) -> Result<Option<Best>, StoreError> {
        self.row(&format!("{BEST} WHERE level = ?1"), [level], best)
    }

    /// The bests of all levels, latest first.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn bests(&self, most: u32) -> Result<Vec<Best>, StoreError> {
        self.rows(&format!("{BEST} ORDER BY won DESC LIMIT ?1"), [most], best)
    }

    /// The bests of levels that come with the program.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn named_bests(&self, most: u32) -> Result<Vec<Best>, StoreError> {
        self.rows(&format!("{BEST} WHERE name IS NOT NULL ORDER BY won DESC LIMIT ?1"), [most], best)
    }

    /// Sums per puzzle over the games that somebody has moved in.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn statistics(&self) -> Result<Vec<PuzzleStatistics>, StoreError> {
        let query = "SELECT puzzle, count(*), count(solved), sum(moves), sum(millis) FROM games
             WHERE edition > 0 GROUP BY puzzle ORDER BY puzzle";
        self.rows(query, [], |row| {
            Ok(PuzzleStatistics {
                puzzle: row.get(0)?,
                games: row.get(1)?,
                solved: row.get(2)?,
                moves: row.get(3)?,
                millis: row.get(4)?,
            })
        })
    }
}

/// Notes a level solved in a game, for the first time in that game.
pub(super) fn note(connection: &Connection, game: i64, solved: &SolvedLevel) -> rusqlite::Result<()> {
    let first = connection
        .prepare_cached("UPDATE games SET solved = ?2 WHERE id = ?1 AND solved IS NULL")?
        .execute(params![game, now()])?;
    connection
        .prepare_cached(
            "INSERT INTO bests (level, puzzle, metric, moves, millis, times, won, optimum, name)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (level) DO UPDATE SET
                 moves = min(moves, excluded.moves),
                 millis = CASE WHEN excluded.times > 0 THEN min(millis, excluded.millis) ELSE millis END,
                 times = times + excluded.times,
                 won = excluded.won,
                 optimum = coalesce(excluded.optimum, optimum),
                 name = coalesce(excluded.name, name)",
        )?
        .execute(params![
            solved.level,
            solved.puzzle,
            solved.metric,
            solved.moves as i64,
            solved.millis,
            first as i64,
            now(),
            solved.optimum,
            solved.name
        ])?;
    Ok(())
}

fn best(row: &Row<'_>) -> rusqlite::Result<Best> {
    Ok(Best {
        puzzle: row.get(0)?,
        level: row.get(1)?,
        metric: row.get(2)?,
        moves: row.get(3)?,
        millis: row.get(4)?,
        times: row.get(5)?,
        won: row.get(6)?,
        optimum: row.get(7)?,
        name: row.get(8)?,
    })
}
