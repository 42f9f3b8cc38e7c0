//! The tables, version by version. A migration never changes once it has been released; the next one is added.

use super::StoreError;
use rusqlite::{Connection, TransactionBehavior};
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
    // 4: texts that are written on the page, such as the rules of a puzzle.
    "CREATE TABLE texts (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,          -- in addresses; random
        text TEXT NOT NULL,
        touched INTEGER NOT NULL           -- milliseconds since 1970
    ) STRICT;",
    // 5: lists of levels among the texts, and puzzles of the day that were solved.
    "ALTER TABLE texts ADD COLUMN kind TEXT NOT NULL DEFAULT 'rules';
    CREATE TABLE dailies (
        puzzle TEXT NOT NULL,
        date INTEGER NOT NULL,             -- such as 20261116
        moves INTEGER NOT NULL,            -- the fewest
        millis INTEGER NOT NULL,           -- the least time
        solved INTEGER NOT NULL,           -- when first, milliseconds since 1970
        PRIMARY KEY (puzzle, date)
    ) STRICT, WITHOUT ROWID;",
];

/// What a file says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) application: i64,
    pub(super) version: i64,
    tables: i64,
}

impl Marks {
    /// Reads all of them in one statement: between two, another program could write its marks, and half of them look
    /// like somebody else's.
    pub(super) fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let marks =
            "SELECT application_id, user_version, tables FROM pragma_application_id, pragma_user_version,
            (SELECT count(*) AS tables FROM sqlite_schema)";
        connection.query_row(marks, [], |row| {
            Ok(Marks { application: row.get(0)?, version: row.get(1)?, tables: row.get(2)? })
        })
    }

    /// Reads them in the first bytes of a file, where SQLite's documentation of its format says they are; `None` if it is
    /// no database. Whether there are tables is told by the number of changes of the schema.
    pub(super) fn of_head(head: &[u8]) -> Option<Self> {
        let number = |at: usize| Some(i32::from_be_bytes(head.get(at..at + 4)?.try_into().ok()?).into());
        let rest = head.strip_prefix(b"SQLite format 3\0");
        rest.and_then(|_| Some(Marks { application: number(68)?, version: number(60)?, tables: number(40)? }))
    }

    /// Nobody has begun with it.
    fn is_new(self) -> bool {
        self == Marks { application: 0, version: 0, tables: 0 }
    }
}

/// Refuses what another program, or a later version of this one, has made.
pub(super) fn check(marks: Marks, place: &Path) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as i64;
    let place = || place.to_owned();
    if !marks.is_new() && marks.application != APPLICATION {
        return Err(StoreError::Foreign { place: place(), why: "it is a database of another program" });
    }
    if !(0..=known).contains(&marks.version) {
        return Err(StoreError::Newer { place: place(), found: marks.version, known });
    }
    Ok(())
}

/// Brings a file up to date in one transaction, which no other program can come between: of two that start together
/// the second waits, and finds nothing left to do.
pub(super) fn migrate(connection: &mut Connection, place: &Path) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| StoreError::of(&error, place);
    let known = MIGRATIONS.len() as i64;
    let marks = Marks::of(connection).map_err(failed)?;
    check(marks, place)?;
    if marks.version == known {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let marks = Marks::of(&transaction).map_err(failed)?;
    check(marks, place)?;
    let missing = usize::try_from(marks.version).ok().and_then(|found| MIGRATIONS.get(found..));
    let migrated =
        missing.unwrap_or_default().iter().try_for_each(|migration| transaction.execute_batch(migration));
    migrated
        .and_then(|()| transaction.pragma_update(None, "application_id", APPLICATION))
        .and_then(|()| transaction.pragma_update(None, "user_version", known))
        .and_then(|()| transaction.commit())
        .map_err(failed)
}
