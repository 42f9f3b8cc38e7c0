//! Whose file it is and whether it is sound, found out before a byte of it changes.

use super::StoreError;
use super::schema::{self, Marks};
use rusqlite::{Connection, ErrorCode};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a start may look for damage; a file that takes longer is looked through by `doctor`.
const LOOK: Duration = Duration::from_secs(2);
/// Steps of SQLite between two looks at the clock.
const STEPS: i32 = 1000;
/// Bytes that a database begins with, before its first page.
const HEAD_BYTES: u64 = 100;
/// Faults that are named.
const MOST_FAULTS: u32 = 3;

/// Refuses what is not ours. A program that makes the file just now may have written only half of its marks: that is
/// looked at again, for as long as that may take.
pub(super) fn refuse_foreign(place: &Path, settled: Duration) -> Result<(), StoreError> {
    let end = Instant::now() + settled;
    loop {
        match look_for_foreign(place) {
            Err(StoreError::Foreign { .. }) if Instant::now() < end => std::thread::sleep(settled / 20),
            found => return found,
        }
    }
}

/// Looks at the first bytes of the file alone: it is not opened as a database, so nothing is made beside it, repaired or
/// locked.
fn look_for_foreign(place: &Path) -> Result<(), StoreError> {
    let refused = |why: &str| StoreError::Place { place: place.to_owned(), why: why.to_owned() };
    let mut head = Vec::new();
    let read = fs::metadata(place).and_then(|file| match file.is_file() {
        true => fs::File::open(place)?.take(HEAD_BYTES).read_to_end(&mut head).map(Some),
        false => Ok(None),
    });
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(refused(&error.to_string())),
        Ok(None) => return Err(refused("it is not a file")),
        Ok(Some(0)) => return Ok(()),
        Ok(Some(_)) => {}
    }
    let marks = Marks::of_head(&head);
    let marks =
        marks.ok_or(StoreError::Foreign { place: place.to_owned(), why: "it is no SQLite database" })?;
    schema::check(marks, place)
}

/// Refuses a file that can't be read as a whole, as far as that is found out in the time that a start may take.
pub(super) fn refuse_damaged(connection: &Connection, place: &Path) -> Result<(), StoreError> {
    match faults(connection, Some(LOOK)) {
        Ok(faults) if faults.is_empty() => Ok(()),
        Ok(faults) => Err(StoreError::Damaged { place: place.to_owned(), why: faults.join("; ") }),
        Err(error) => Err(StoreError::of(&error, place)),
    }
}

/// What SQLite finds wrong with a file; nothing if the time ends first.
pub(super) fn faults(connection: &Connection, time: Option<Duration>) -> rusqlite::Result<Vec<String>> {
    if let Some(time) = time {
        let end = Instant::now() + time;
        connection.progress_handler(STEPS, Some(move || Instant::now() >= end))?;
    }
    let found = quick_check(connection);
    connection.progress_handler(0, None::<fn() -> bool>)?;
    match found {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => Ok(Vec::new()),
        found => found,
    }
}

fn quick_check(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut check = connection.prepare(&format!("PRAGMA quick_check({MOST_FAULTS})"))?;
    let lines = check.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
    // A fault may be told in several lines.
    let faults = lines.iter().flat_map(|text| text.lines()).map(str::trim).filter(|line| !line.is_empty());
    Ok(faults.filter(|line| *line != "ok").map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_ends_with_its_time() {
        let connection = Connection::open_in_memory().unwrap();
        let fill = "CREATE TABLE t (x) ; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000)
            INSERT INTO t SELECT printf('%200d', i) FROM n";
        connection.execute_batch(fill).unwrap();
        assert_eq!(faults(&connection, Some(Duration::ZERO)), Ok(Vec::new()));
        let stopped =
            connection.progress_handler(STEPS, Some(|| true)).and_then(|()| quick_check(&connection));
        assert!(stopped.is_err(), "it looks at the clock while it works");
        assert_eq!(faults(&connection, None), Ok(Vec::new()));
    }
}
