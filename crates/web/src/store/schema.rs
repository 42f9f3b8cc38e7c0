//! The tables, version by version. A migration never changes once it has been released; the next one is added.

use super::StoreError;
use rusqlite::Connection;
use std::path::Path;

/// Marks the file as ours: "Tlsr" in ASCII.
const APPLICATION: i64 = 0x546c_7372;

/// What makes version `i + 1` out of version `i`.
pub(super) const MIGRATIONS: &[&str] = &[
    // 1: games as their saved text, step by step, and settings.
    "CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,          -- in addresses; random
        puzzle TEXT NOT NULL,
        level TEXT NOT NULL,               -- which level: equal for equal starts
        head TEXT NOT NULL,                -- the saved game without its steps
        edition INTEGER NOT NULL,          -- counts changes, so that a stale writer is found out
        status TEXT NOT NULL,
        moves INTEGER NOT NULL,
        millis INTEGER NOT NULL,           -- time played
        created INTEGER NOT NULL,          -- milliseconds since 1970
        touched INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_time ON games (touched);
    CREATE TABLE steps (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        node INTEGER NOT NULL,
        line TEXT NOT NULL,                -- as in the saved game
        PRIMARY KEY (game, node)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL                -- JSON
    ) STRICT, WITHOUT ROWID;",
    // 2: the best of each level, and what statistics count.
    "CREATE TABLE bests (
        level TEXT PRIMARY KEY,
        puzzle TEXT NOT NULL,
        metric TEXT NOT NULL,
        moves INTEGER NOT NULL,            -- the fewest that it was solved in by hand
        millis INTEGER NOT NULL,           -- the least time
        times INTEGER NOT NULL,            -- how often it was solved
        won INTEGER NOT NULL,              -- when last
        optimum INTEGER                    -- proved, where that is known
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN solved INTEGER;   -- when first solved by hand
    CREATE INDEX games_by_puzzle ON games (puzzle);",
    // 3: names of levels that come with the program, so that they are known without opening them.
    "ALTER TABLE games ADD COLUMN name TEXT;
    ALTER TABLE bests ADD COLUMN name TEXT;",
];

/// Brings a file up to date, each version in a transaction of its own.
pub(super) fn migrate(connection: &mut Connection, place: &Path) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as i64;
    let number = |connection: &Connection, pragma| {
        connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0))
    };
    let found = number(connection, "user_version")?;
    let is_new = found == 0
        && connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get::<_, bool>(0))?;
    if !is_new && number(connection, "application_id")? != APPLICATION {
        return Err(StoreError::Foreign { place: place.to_owned() });
    }
    let Some(missing) = usize::try_from(found).ok().and_then(|found| MIGRATIONS.get(found..)) else {
        return Err(StoreError::Newer { place: place.to_owned(), found, known });
    };
    for (migration, version) in missing.iter().zip(found + 1..) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
}
