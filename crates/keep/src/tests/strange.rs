//! Files that are not ours, or not sound: refused in one line, and not a byte of them changes.

use super::{MIGRATIONS, change, old_file};
use crate::games::Change;
use crate::{FILE, LOG_BYTES, Store, StoreError};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Every file of a directory with its bytes.
fn contents(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = std::fs::read_dir(directory).unwrap().map(|file| file.unwrap().path());
    files.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

/// What the store says to a file, which it must not touch.
fn refused(directory: &Path, what: &str) -> StoreError {
    let before = contents(directory);
    let error = Store::open(directory).err().unwrap_or_else(|| panic!("{what} is taken for ours"));
    let after = contents(directory);
    for (path, bytes) in &before {
        assert!(after.get(path) == Some(bytes), "{what}: {} has changed", path.display());
    }
    let text = error.to_string();
    assert!(!text.contains('\n') && text.contains(FILE), "{what}: {text}");
    error
}

fn database(place: &Path, statements: &str) {
    Connection::open(place).unwrap().execute_batch(statements).unwrap();
}

#[test]
fn files_of_others_are_left_alone() {
    let databases = [
        ("a database", "CREATE TABLE theirs (x)"),
        ("one with a version like ours", "CREATE TABLE games (x); PRAGMA user_version = 1"),
        (
            "one with a log",
            "PRAGMA journal_mode = wal; CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)",
        ),
        ("one with a mark", "PRAGMA application_id = 7; CREATE TABLE theirs (x)"),
        ("one with a mark and no table", "PRAGMA application_id = 7"),
        ("one with a version and no table", "PRAGMA user_version = 2"),
    ];
    for (what, statements) in databases {
        let scratch = TempDir::new().unwrap();
        std::fs::create_dir_all(scratch.path()).unwrap();
        database(&scratch.path().join(FILE), statements);
        let error = refused(scratch.path(), what);
        assert!(matches!(error, StoreError::Foreign { .. }), "{what}: {error}");
        assert_eq!(contents(scratch.path()).len(), 1, "{what}: nothing was put beside it");
    }
    let texts =
        ["x", "no database", &"no database at all, but long enough to look like something".repeat(100)];
    for text in texts {
        let scratch = TempDir::new().unwrap();
        std::fs::create_dir_all(scratch.path()).unwrap();
        std::fs::write(scratch.path().join(FILE), text).unwrap();
        let error = refused(scratch.path(), text);
        assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
        assert_eq!(contents(scratch.path()).len(), 1, "nothing was put beside it");
    }
}

/// Another program was killed: all it has ever written is in the log, and the file itself looks new.
#[test]
fn what_is_in_a_log_counts() {
    let scratch = TempDir::new().unwrap();
    std::fs::create_dir_all(scratch.path()).unwrap();
    let place = scratch.path().join("there");
    let connection = Connection::open(&place).unwrap();
    connection.execute_batch("PRAGMA journal_mode = wal; CREATE TABLE theirs (x)").unwrap();
    for end in ["", "-wal"] {
        let name = |name: &str| scratch.path().join(format!("{name}{end}"));
        std::fs::copy(name("there"), name(FILE)).unwrap();
    }
    drop(connection);
    let error = refused(scratch.path(), "a database in its log");
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
}

#[test]
fn a_later_version_is_left_alone() {
    let scratch = TempDir::new().unwrap();
    old_file(scratch.path(), MIGRATIONS.len());
    database(&scratch.path().join(FILE), "PRAGMA user_version = 999");
    let error = refused(scratch.path(), "a later version");
    assert!(matches!(error, StoreError::Newer { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
    database(&scratch.path().join(FILE), "PRAGMA user_version = -1");
    assert!(matches!(refused(scratch.path(), "a version that is none"), StoreError::Newer { .. }));
}

#[test]
fn an_empty_file_is_as_good_as_none() {
    let scratch = TempDir::new().unwrap();
    std::fs::create_dir_all(scratch.path()).unwrap();
    std::fs::write(scratch.path().join(FILE), "").unwrap();
    let store = Store::open(scratch.path()).unwrap();
    assert!(store.create_game(change("h\n", &[])).unwrap().is_some());
}

#[test]
fn a_directory_is_no_file() {
    let scratch = TempDir::new().unwrap();
    std::fs::create_dir_all(scratch.path().join(FILE)).unwrap();
    let error = Store::open(scratch.path()).err().unwrap();
    assert!(matches!(&error, StoreError::Place { .. }), "{error}");
}

/// Wherever a page of the file is spoiled, a start notices it or nothing that is kept is lost by it.
#[test]
fn a_damaged_file_is_noticed_at_the_start() {
    const PAGE: usize = 4096;
    let sound = TempDir::new().unwrap();
    let store = Store::open(sound.path()).unwrap();
    for number in 0..120 {
        let lines: Vec<(usize, String)> =
            (1..20).map(|node| (node, format!("{} play {node}", node - 1))).collect();
        let lines: Vec<(usize, &str)> = lines.iter().map(|(node, line)| (*node, line.as_str())).collect();
        let change = Change { level: number.to_string(), ..change("head\n", &lines) };
        store.create_game(change).unwrap().unwrap();
    }
    drop(store);
    let bytes = std::fs::read(sound.path().join(FILE)).unwrap();
    let pages = bytes.len() / PAGE;
    assert!(pages > 10, "{pages}");
    let spoil = |what: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let scratch = TempDir::new().unwrap();
        std::fs::create_dir_all(scratch.path()).unwrap();
        let mut bytes = bytes.clone();
        change(&mut bytes);
        std::fs::write(scratch.path().join(FILE), bytes).unwrap();
        let error = refused(scratch.path(), what);
        let is_expected = matches!(error, StoreError::Damaged { .. } | StoreError::Foreign { .. });
        assert!(is_expected, "{what}: {error}");
        assert!(error.to_string().contains("move it away"), "{what}: {error}");
    };
    for page in 0..pages {
        spoil(&format!("page {page}"), &|bytes| bytes[page * PAGE..][..PAGE].fill(0xa5));
        spoil(&format!("the schema and page {page}"), &|bytes| {
            bytes[100..PAGE].fill(0x5a);
            bytes[page * PAGE..][100..PAGE].fill(0xa5);
        });
    }
    spoil("a file cut short", &|bytes| bytes.truncate(bytes.len() / 2));
    spoil("a file cut short within a page", &|bytes| bytes.truncate(3 * PAGE + 17));
}

/// A file that is refused keeps its log too: whatever is done about it, nothing was lost by looking.
#[test]
fn a_damaged_file_keeps_its_log() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    for number in 0..80 {
        let change = Change { level: number.to_string(), ..change(&"h".repeat(2000), &[]) };
        store.create_game(change).unwrap().unwrap();
    }
    let copy = TempDir::new().unwrap();
    std::fs::create_dir_all(copy.path()).unwrap();
    for end in ["", "-wal"] {
        let name = format!("{FILE}{end}");
        std::fs::copy(scratch.path().join(&name), copy.path().join(&name)).unwrap();
    }
    // The root of a table in the log.
    let log = copy.path().join(format!("{FILE}-wal"));
    assert!(std::fs::metadata(&log).unwrap().len() < LOG_BYTES);
    let place = copy.path().join(FILE);
    database(
        &place,
        "PRAGMA writable_schema = on; PRAGMA wal_autocheckpoint = 0;
         UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'games'",
    );
    let error = refused(copy.path(), "a damaged log");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}
