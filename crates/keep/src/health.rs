//! Whether the file is sound and can be written, for those who ask.

use crate::{Store, StoreError, examine};

/// The state of the file that games are kept in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// The version of SQLite inside the program.
    pub sqlite: &'static str,
    /// The version of the tables.
    pub format: i64,
    /// Games that are kept.
    pub games: u64,
    /// Size of the file.
    pub bytes: u64,
    /// What SQLite finds wrong with the file; empty if it is sound.
    pub problems: Vec<String>,
}

impl Store {
    /// Looks through the file and writes something into it that is taken away again.
    ///
    /// # Errors
    /// If it can't be read or written.
    pub fn health(&self) -> Result<Health, StoreError> {
        self.write(|connection| {
            connection
                .execute("INSERT OR REPLACE INTO settings (name, value) VALUES ('-health', '0')", [])?;
            connection.execute("DELETE FROM settings WHERE name = '-health'", []).map(|_| ())
        })?;
        self.read(|connection| {
            let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
            Ok(Health {
                sqlite: rusqlite::version(),
                format: number("PRAGMA user_version")?,
                games: u64::try_from(number("SELECT count(*) FROM games")?).unwrap_or(0),
                bytes: std::fs::metadata(&self.place).map_or(0, |file| file.len()),
                problems: examine::faults(connection, None)?,
            })
        })
    }
}
