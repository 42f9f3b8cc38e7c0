//! Whose file it is and whether it is sound, found out before a byte of it changes.

use super::StoreError;
use super::schema::{self, Marks};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a start may look for damage; a file that takes longer is looked through by `doctor`.
const LOOK: Duration = Duration::from_secs(2);
/// Steps of SQLite between two looks at the clock.
const STEPS: i32 = 1000;
/// No database is smaller than its smallest page.
const LEAST_BYTES: u64 = 512;
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

/// Looks at the bytes of the file alone: SQLite takes it for a file that nobody can ever change, so it makes no files
/// beside it, repairs nothing and locks nothing.
fn look_for_foreign(place: &Path) -> Result<(), StoreError> {
    let refused = |why: &str| StoreError::Place { place: place.to_owned(), why: why.to_owned() };
    let foreign = |why| StoreError::Foreign { place: place.to_owned(), why };
    match fs::metadata(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(refused(&error.to_string())),
        Ok(file) if !file.is_file() => return Err(refused("it is not a file")),
        Ok(file) if file.len() == 0 => return Ok(()),
        // SQLite would take a single byte for nothing.
        Ok(file) if file.len() < LEAST_BYTES => return Err(foreign("it is no SQLite database")),
        Ok(_) => {}
    }
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(immutable(place), flags).map_err(|error| refused(&error.to_string()))?;
    match Marks::of(&connection) {
        Ok(marks) => schema::check(marks, place),
        Err(error) => match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Err(foreign("it is no SQLite database")),
            // Without its log the tables may be unreadable, but the mark is in the first page from the beginning.
            Some(ErrorCode::DatabaseCorrupt) if !schema::is_marked(&connection) => {
                Err(foreign("it is a database without Telusur's mark"))
            }
            _ => Ok(()),
        },
    }
}

/// The address of a file for SQLite, with the promise that it does not change.
fn immutable(place: &Path) -> String {
    // An absolute path follows an empty host, so that one that begins with two slashes names no host.
    let mut address = String::from(if place.has_root() { "file://" } else { "file:" });
    if cfg!(windows) && place.has_root() {
        address.push('/');
    }
    for &byte in place.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => address.push('/'),
            b'/' | b'.' | b'-' | b'_' => address.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            _ => _ = write!(address, "%{byte:02X}"),
        }
    }
    address + "?immutable=1"
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
    #[cfg(unix)]
    fn no_name_of_a_file_says_more_than_its_name() {
        assert_eq!(immutable(Path::new("/a b/c?mode=rw#x")), "file:///a%20b/c%3Fmode%3Drw%23x?immutable=1");
        assert_eq!(immutable(Path::new("//host/x%41")), "file:////host/x%2541?immutable=1");
        assert_eq!(immutable(Path::new("x/ü")), "file:x/%C3%BC?immutable=1");
    }

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
