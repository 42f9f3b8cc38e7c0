//! Games in the store: the head of the saved text, which changes, and its steps, which are only ever appended.

use crate::{Store, StoreError, bests, dailies, now};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::time::Duration;
use telusur_puzzles::Date;
use telusur_session::{Feat, LevelIdentity, Recent};

/// More games than this are not kept.
const MOST_GAMES: i64 = 100_000;
/// A game that was never played is forgotten after this long.
const UNPLAYED_MILLIS: i64 = 7 * 24 * 3600 * 1000;

/// A step of the saved text: the number of the position that it leads to, and its line.
pub(crate) type Line = (usize, String);

/// How a game is after a change.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) puzzle: &'static str,
    /// Which level is played now.
    pub(crate) level: String,
    /// Its name, if it comes with the program.
    pub(crate) name: Option<&'static str>,
    pub(crate) head: String,
    /// Steps that are new.
    pub(crate) lines: Vec<Line>,
    pub(crate) status: &'static str,
    /// What a move counts as.
    pub(crate) metric: &'static str,
    pub(crate) moves: usize,
    pub(crate) millis: i64,
    /// Present if the level was solved by it.
    pub(crate) feat: Option<Feat>,
    /// The day whose puzzle is played.
    pub(crate) daily: Option<Date>,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptGame {
    id: i64,
    pub(crate) key: String,
    pub(crate) edition: i64,
    pub(crate) touched: i64,
    /// The whole saved text.
    pub(crate) save: String,
}

impl Store {
    /// The puzzle of a game, if there is such a game.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn puzzle_of(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.row("SELECT puzzle FROM games WHERE key = ?1", [key], |row| row.get(0))
    }

    /// Keeps a new game: its key, or `None` if there are too many already.
    pub(crate) fn create_game(&self, change: Change) -> Result<Option<String>, StoreError> {
        self.write(move |connection| {
            if count(connection)? >= MOST_GAMES {
                forget_unplayed(connection, 0)?;
                if count(connection)? >= MOST_GAMES {
                    return Ok(None);
                }
            }
            let mut insert = connection.prepare_cached(
                "INSERT INTO games (key, puzzle, created, level, head, edition, status, moves, millis, touched)
                 VALUES (lower(hex(randomblob(10))), ?1, ?2, '', '', -1, '', 0, 0, 0) RETURNING key",
            )?;
            let key: String = insert.query_row(params![change.puzzle, now()], |row| row.get(0))?;
            update(connection, &key, -1, &change)?;
            Ok(Some(key))
        })
    }

    /// Keeps a change of a game, if the game still is as the change supposes. False if it is gone, or another
    /// program has changed it.
    pub(crate) fn change_game(&self, key: &str, edition: i64, change: Change) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.write(move |connection| update(connection, &key, edition, &change))
    }

    /// Reads a game.
    pub(crate) fn load_game(&self, key: &str) -> Result<Option<KeptGame>, StoreError> {
        self.read(|connection| {
            // One transaction, so that head and steps belong together.
            let transaction = connection.unchecked_transaction()?;
            let kept = transaction
                .prepare_cached("SELECT id, key, edition, touched, head FROM games WHERE key = ?1")?
                .query_row([key], |row| {
                    Ok(KeptGame {
                        id: row.get(0)?,
                        key: row.get(1)?,
                        edition: row.get(2)?,
                        touched: row.get(3)?,
                        save: row.get(4)?,
                    })
                })
                .optional()?;
            let Some(mut kept) = kept else { return Ok(None) };
            kept.save.push('\n');
            let mut steps =
                transaction.prepare_cached("SELECT line FROM steps WHERE game = ?1 ORDER BY node")?;
            let mut rows = steps.query([kept.id])?;
            while let Some(row) = rows.next()? {
                kept.save += row.get_ref(0)?.as_str()?;
                kept.save.push('\n');
            }
            Ok(Some(kept))
        })
    }

    /// Which edition of a game is kept, if it is.
    ///
    /// # Errors
    /// If the file can't be used.
    pub fn edition(&self, key: &str) -> Result<Option<i64>, StoreError> {
        self.row("SELECT edition FROM games WHERE key = ?1", [key], |row| row.get(0))
    }

    /// The games touched last, newest first. Those that nobody has moved in are left out.
    pub(crate) fn recent_games(&self, most: u32) -> Result<Vec<Recent>, StoreError> {
        let query = "SELECT key, puzzle, level, moves, status, millis, touched, name FROM games
             WHERE edition > 0 ORDER BY touched DESC, id DESC LIMIT ?1";
        self.rows(query, [most], |row| {
            let (puzzle, text, name): (String, String, Option<String>) =
                (row.get(1)?, row.get(2)?, row.get(7)?);
            Ok(Recent {
                key: row.get(0)?,
                title: LevelIdentity::title_of(&text, &puzzle, name.as_deref()),
                puzzle,
                level: name,
                moves: whole(row, 3)?,
                status: row.get(4)?,
                played: Duration::from_millis(whole(row, 5)?),
                touched: row.get(6)?,
            })
        })
    }

    /// Forgets old games that nobody ever moved in, so that visits don't pile up.
    ///
    /// # Errors
    /// If the file can't be used.
    pub fn forget_unplayed_games(&self) -> Result<usize, StoreError> {
        self.write(|connection| forget_unplayed(connection, UNPLAYED_MILLIS))
    }
}

fn whole(row: &Row<'_>, place: usize) -> rusqlite::Result<u64> {
    Ok(u64::try_from(row.get::<_, i64>(place)?).unwrap_or(0))
}

fn count(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("SELECT count(*) FROM games")?.query_row([], |row| row.get(0))
}

/// Makes the next edition of a game; false if there is none of this edition.
fn update(connection: &Connection, key: &str, edition: i64, change: &Change) -> rusqlite::Result<bool> {
    let mut update = connection.prepare_cached(
        "UPDATE games SET head = ?3, edition = edition + 1, status = ?4, moves = ?5, millis = ?6, touched = ?7,
         level = ?8, name = ?9 WHERE key = ?1 AND edition = ?2 RETURNING id",
    )?;
    let Change { level, name, head, status, moves, millis, .. } = change;
    let values = params![key, edition, head, status, *moves as i64, millis, now(), level, name];
    let updated: Option<i64> = update.query_row(values, |row| row.get(0)).optional()?;
    let Some(id) = updated else { return Ok(false) };
    let mut insert = connection.prepare_cached("INSERT INTO steps (game, node, line) VALUES (?1, ?2, ?3)")?;
    for (node, line) in &change.lines {
        insert.execute(params![id, *node as i64, line])?;
    }
    if let Some(feat) = change.feat {
        bests::note(connection, id, change, feat)?;
        if let Some(date) = change.daily {
            dailies::note(connection, date, change)?;
        }
    }
    Ok(true)
}

fn forget_unplayed(connection: &Connection, older_than: i64) -> rusqlite::Result<usize> {
    connection.execute("DELETE FROM games WHERE edition = 0 AND touched <= ?1", [now() - older_than])
}
