//! Other programs and people at the same files: what is answered stays true.

use super::change;
use crate::games::Change;
use crate::{Durability, FILE, PATIENCE, Store, StoreError, schema};
use rusqlite::Connection;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier};
use std::time::Duration;
use telusur_session::{Archive, KeepError};
use tempfile::TempDir;

const SHORT: Duration = Duration::from_millis(20);

fn games(store: &Store) -> i64 {
    store.read(|c| c.query_row("SELECT count(*) FROM games", [], |row| row.get(0))).unwrap()
}

fn create(store: &Store, level: &str) -> Result<String, StoreError> {
    let change = Change { level: level.to_owned(), ..change("h\n", &[]) };
    store.create_game(change).map(Option::unwrap)
}

/// What was answered as failed is not kept, not even later.
#[test]
fn a_file_that_is_locked_takes_nothing() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open_within(scratch.path(), SHORT).unwrap();
    let key = create(&store, "level").unwrap();
    let other = Connection::open(scratch.path().join(FILE)).unwrap();
    for _ in 0..6 {
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let failed = store.change_game(&key, 0, change("h\n", &[(1, "0 play 5")]));
        assert!(matches!(&failed, Err(StoreError::Busy { .. })), "{failed:?}");
        assert!(matches!(create(&store, "another"), Err(StoreError::Busy { .. })));
        other.execute_batch("ROLLBACK").unwrap();
        assert_eq!(store.edition(&key).unwrap(), Some(0));
        assert_eq!(games(&store), 1);
    }
    assert!(store.change_game(&key, 0, change("h\n", &[(1, "0 play 5")])).unwrap(), "and then it goes on");
}

/// SQLite may roll a whole transaction back in the middle, as it does when a disk is full. The rest of the batch is then
/// neither kept nor said to be.
#[test]
fn a_transaction_that_is_lost_takes_its_batch_along() {
    let scratch = TempDir::new().unwrap();
    let store = Arc::new(Store::open(scratch.path()).unwrap());
    let (begun, is_begun) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let lost = {
        let store = store.clone();
        std::thread::spawn(move || {
            store.write(move |connection| {
                begun.send(()).unwrap();
                may_go_on.recv().unwrap();
                connection
                    .execute_batch("INSERT INTO settings VALUES ('a', '1'); ROLLBACK; no such statement")
            })
        })
    };
    is_begun.recv().unwrap();
    let rest: Vec<_> = (0..5)
        .map(|number| {
            let store = store.clone();
            std::thread::spawn(move || create(&store, &number.to_string()).is_ok())
        })
        .collect();
    // They stand in line behind the one that is at work.
    std::thread::sleep(Duration::from_millis(100));
    go_on.send(()).unwrap();
    assert!(lost.join().unwrap().is_err());
    let kept = rest.into_iter().map(|one| one.join().unwrap()).filter(|&kept| kept).count();
    assert_eq!(games(&store), kept as i64, "what is answered as kept is kept, and nothing else");
    assert!(store.settings().unwrap().is_empty());
    create(&store, "later").unwrap();
}

/// However many programs begin with an empty directory, each finds the store or makes it.
#[test]
fn many_can_start_at_once() {
    for _ in 0..8 {
        let scratch = TempDir::new().unwrap();
        let barrier = Barrier::new(6);
        std::thread::scope(|scope| {
            for number in 0..6 {
                let (scratch, barrier) = (&scratch, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    // On a busy disk six of them take longer than a person would wait.
                    let store = Store::open_within(scratch.path(), 12 * PATIENCE).unwrap();
                    create(&store, &number.to_string()).unwrap();
                });
            }
        });
        assert_eq!(games(&Store::open(scratch.path()).unwrap()), 6);
    }
}

/// What a file says about itself is of one moment, however often another program makes it and takes it back.
#[test]
fn marks_are_never_half_written() {
    let scratch = TempDir::new().unwrap();
    let place = scratch.path().join(FILE);
    drop(Store::open(scratch.path()).unwrap());
    let (writer, reader) = (Connection::open(&place).unwrap(), Connection::open(&place).unwrap());
    writer.busy_timeout(PATIENCE).unwrap();
    reader.busy_timeout(PATIENCE).unwrap();
    let mark = |number: i64| {
        let marks = format!("BEGIN; PRAGMA application_id={number}; PRAGMA user_version={number}; COMMIT");
        writer.execute_batch(&marks).unwrap();
    };
    mark(0);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let done = &done;
        let looking = scope.spawn(move || {
            while !done.load(Ordering::Relaxed) {
                let marks = schema::Marks::of(&reader).unwrap();
                assert_eq!(marks.application, marks.version);
            }
        });
        (1..=2_000).for_each(mark);
        done.store(true, Ordering::Relaxed);
        looking.join().unwrap();
    });
}

/// However long somebody holds it: a closed store is one file, and says that it is closed.
#[test]
fn a_closed_store_leaves_one_file_and_answers_no_more() {
    let scratch = TempDir::new().unwrap();
    let store = Arc::new(Store::open(scratch.path()).unwrap());
    create(&store, "level").unwrap();
    let held = store.clone();
    store.close();
    let left = std::fs::read_dir(scratch.path()).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), [FILE]);
    let ended = Some(StoreError::ended());
    assert_eq!(create(&held, "another").err(), ended);
    assert_eq!(held.settings().err(), ended.map(KeepError::from));
    assert_eq!(games(&Store::open(scratch.path()).unwrap()), 1);
}

#[test]
#[cfg(unix)]
fn a_directory_that_is_gone_keeps_nothing_and_says_so() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let key = create(&store, "level").unwrap();
    let elsewhere = TempDir::new().unwrap();
    std::fs::rename(scratch.path(), elsewhere.path()).unwrap();
    let failed = store.change_game(&key, 0, change("h\n", &[(1, "0 play 5")]));
    let Err(error @ StoreError::Removed { .. }) = failed else { panic!("{failed:?}") };
    assert!(error.to_string().contains(FILE) && error.to_string().contains("removed"), "{error}");
    // Another file in its place is not it.
    let other = Store::open(scratch.path()).unwrap();
    assert!(matches!(create(&store, "another"), Err(StoreError::Removed { .. })));
    assert_eq!(games(&other), 0);
    drop(other);
    std::fs::remove_dir_all(scratch.path()).unwrap();
    // Put back, it goes on.
    std::fs::rename(elsewhere.path(), scratch.path()).unwrap();
    assert!(store.change_game(&key, 0, change("h\n", &[(1, "0 play 5")])).unwrap());
    assert_eq!(games(&store), 1);
    // The log holds what is not in the file yet.
    std::fs::remove_file(scratch.path().join(format!("{FILE}-wal"))).unwrap();
    assert!(matches!(create(&store, "another"), Err(StoreError::Removed { .. })));
}

/// Steady traffic, and somebody is always reading.
#[test]
fn the_log_stays_small_while_others_read() {
    const LOG_BYTES: u64 = 3 << 20;
    let scratch = TempDir::new().unwrap();
    let store = Store::open_sized(scratch.path(), PATIENCE, LOG_BYTES).unwrap();
    let key = create(&store, "level").unwrap();
    let place = scratch.path().join(FILE);
    let log = scratch.path().join(format!("{FILE}-wal"));
    let size = || std::fs::metadata(&log).unwrap().len();
    let (mut largest, step) = (0, "x".repeat(200_000));
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers = Arc::new(Barrier::new(3));
        for turn in 0..2 {
            let (readers, place, done) = (readers.clone(), place.clone(), &done);
            scope.spawn(move || {
                let reader = Connection::open(place).unwrap();
                reader.busy_timeout(Duration::from_secs(5)).unwrap();
                readers.wait();
                std::thread::sleep(Duration::from_millis(2 * turn));
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    // One begins before the other ends.
                    reader.execute_batch("BEGIN; SELECT count(*) FROM games").unwrap();
                    std::thread::sleep(Duration::from_millis(4));
                    reader.execute_batch("COMMIT").unwrap();
                }
            });
        }
        readers.wait();
        for edition in 0..300 {
            let node = edition as usize + 1;
            assert!(store.change_game(&key, edition, change("h\n", &[(node, &step)])).unwrap());
            largest = largest.max(size());
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    // On a busy disk it may become four times as large, and larger by what is written while a reader who is not given
    // any time by a busy machine holds on. It must not become as large as everything that was written.
    let written = 300 * step.len() as u64;
    assert!(largest < written * 2 / 3, "{} MiB of {} written", largest >> 20, written >> 20);

    // Somebody who reads for long makes it grow, and it shrinks when he has ended.
    let reader = Connection::open(&place).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM games").unwrap();
    for edition in 300..400 {
        let node = edition as usize + 1;
        assert!(store.change_game(&key, edition, change("h\n", &[(node, &step)])).unwrap());
    }
    assert!(size() > 2 * LOG_BYTES, "{}", size());
    drop(reader);
    for edition in 400..600 {
        let node = edition as usize + 1;
        assert!(store.change_game(&key, edition, change("h\n", &[(node, &step)])).unwrap());
        if size() < 2 * LOG_BYTES {
            return;
        }
    }
    panic!("it does not shrink: {} MiB", size() >> 20);
}

/// On a small disk the log leaves the room that the file needs to take it in.
#[test]
fn the_log_leaves_room_on_a_small_disk() {
    const FREE: u64 = 1 << 20;
    let scratch = TempDir::new().unwrap();
    let log = (crate::LOG_BYTES, (|_| Some(FREE)) as crate::FreeBytes);
    let store = Store::open_as(scratch.path(), PATIENCE, Durability::Normal, log).unwrap();
    let key = create(&store, "level").unwrap();
    let log = scratch.path().join(format!("{FILE}-wal"));
    for edition in 0..245 {
        let line = (edition as usize + 1, "0 play 5");
        assert!(store.change_game(&key, edition, change("h\n", &[line])).unwrap());
        let bytes = std::fs::metadata(&log).unwrap().len();
        assert!(bytes <= FREE / 2 + (64 << 10), "{bytes} bytes after {edition} moves");
    }
}

/// A change for which there is no room is answered as such, leaves nothing, and the next one that fits is kept.
#[test]
fn a_full_disk_is_said_and_passes() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let key = create(&store, "level").unwrap();
    let pages = |limit: &'static str| {
        store
            .write(move |c| c.query_row(&format!("PRAGMA max_page_count = {limit}"), [], |_| Ok(())))
            .unwrap();
    };
    // SQLite takes the present size where less is asked for.
    pages("1");
    let large = "x".repeat(500_000);
    let failed = store.change_game(&key, 0, change("h\n", &[(1, &large)]));
    let Err(error @ StoreError::Full { .. }) = failed else { panic!("{failed:?}") };
    assert!(error.to_string().contains("no room left") && error.to_string().contains("make room"), "{error}");
    assert!(matches!(KeepError::from(error), KeepError::NoRoom(_)));
    assert_eq!(store.load_game(&key).unwrap().unwrap().save, "h\n\n");
    pages("1000000");
    assert!(store.change_game(&key, 0, change("h\n", &[(1, &large)])).unwrap());
}

/// What is asked for is what SQLite does.
#[test]
fn durability_is_chosen() {
    for (durability, expected) in [(Durability::Normal, 1), (Durability::Full, 2)] {
        let scratch = TempDir::new().unwrap();
        let store = Store::open_durable(scratch.path(), durability).unwrap();
        let found: i64 =
            store.write(|c| c.pragma_query_value(None, "synchronous", |row| row.get(0))).unwrap();
        assert_eq!(found, expected);
        assert_eq!(durability.name().parse(), Ok(durability));
    }
}
