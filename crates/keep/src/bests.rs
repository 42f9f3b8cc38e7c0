//! What was achieved: the best of each level.

use crate::games::Change;
use crate::{Store, StoreError, now};
use rusqlite::{Connection, Row, params};
use telusur_session::{Best, Feat};

/// What [`best`] reads.
pub(crate) const BEST: &str =
    "SELECT puzzle, level, metric, moves, millis, times, won, optimum, name FROM bests";

impl Store {
    /// The best of a level, if it was ever solved.
    pub(crate) fn best_of(&self, level: &str) -> Result<Option<Best>, StoreError> {
        self.row(&format!("{BEST} WHERE level = ?1"), [level], best)
    }
}

/// Notes a level solved in a game, for the first time in that game.
pub(super) fn note(connection: &Connection, game: i64, solved: &Change, feat: Feat) -> rusqlite::Result<()> {
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
            feat.optimum.and_then(|optimum| i64::try_from(optimum).ok()),
            solved.name
        ])?;
    Ok(())
}

pub(crate) fn best(row: &Row<'_>) -> rusqlite::Result<Best> {
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
