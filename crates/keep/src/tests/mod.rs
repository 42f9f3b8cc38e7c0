//! The store: crashes, migrations, many at once; strange files and other programs in files of their own.

mod others;
mod strange;

use crate::games::Change;
use crate::schema::{MIGRATIONS, migrate};
use crate::{Store, StoreError};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use telusur_session::{Archive, Feat};
use tempfile::TempDir;

fn change(head: &str, lines: &[(usize, &str)]) -> Change {
    Change {
        puzzle: "tiles",
        level: "level".to_owned(),
        name: None,
        head: head.to_owned(),
        lines: lines.iter().map(|&(node, line)| (node, line.to_owned())).collect(),
        status: "playing",
        metric: "moves",
        moves: lines.len(),
        millis: 5,
        feat: None,
        daily: None,
    }
}

fn solved(moves: usize, millis: i64) -> Change {
    Change { name: Some("first"), moves, millis, feat: Some(Feat { optimum: None }), ..change("h\n", &[]) }
}

#[test]
fn what_was_answered_survives_a_crash() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let key = store.create_game(change("head\n", &[])).unwrap().unwrap();
    assert!(store.change_game(&key, 0, change("head\n", &[(1, "0 play 5"), (2, "1 play 8")])).unwrap());
    // No end in good order: neither the thread is joined nor the log moved into the file.
    std::mem::forget(store);
    let store = Store::open(scratch.path()).unwrap();
    let kept = store.load_game(&key).unwrap().unwrap();
    assert_eq!((kept.save.as_str(), kept.edition), ("head\n\n0 play 5\n1 play 8\n", 1));
}

/// In a quiet moment everything is moved from the log into the file itself.
#[test]
fn the_log_does_not_grow_for_ever() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let key = store.create_game(change("h\n", &[])).unwrap().unwrap();
    let (file, copy) = (scratch.path().join(crate::FILE), scratch.path().join("copy"));
    let started = std::time::Instant::now();
    loop {
        std::fs::copy(&file, &copy).unwrap();
        let found = Connection::open(&copy).and_then(|connection| {
            connection
                .query_row("SELECT count(*) FROM games WHERE key = ?1", [&key], |row| row.get::<_, i64>(0))
        });
        if found == Ok(1) {
            break;
        }
        assert!(started.elapsed().as_secs() < 60, "{found:?}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_stale_edition_changes_nothing() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let key = store.create_game(change("a\n", &[])).unwrap().unwrap();
    assert!(store.change_game(&key, 0, change("b\n", &[(1, "x")])).unwrap());
    let kept = store.load_game(&key).unwrap();
    assert!(!store.change_game(&key, 0, change("c\n", &[(2, "y")])).unwrap());
    assert!(!store.change_game("another", 0, change("c\n", &[(2, "y")])).unwrap());
    assert_eq!(store.load_game(&key).unwrap(), kept);
    assert!(store.delete_game(&key).unwrap() && !store.delete_game(&key).unwrap());
    assert!(!store.change_game(&key, 1, change("d\n", &[])).unwrap());
    assert_eq!(store.load_game(&key).unwrap(), None);
    let steps: i64 = store.read(|c| c.query_row("SELECT count(*) FROM steps", [], |row| row.get(0))).unwrap();
    assert_eq!(steps, 0, "the steps go with their game");
}

/// A change that fails halfway leaves nothing, and its neighbours in the batch are kept.
#[test]
fn one_failure_harms_nobody_else() {
    let scratch = TempDir::new().unwrap();
    let store = Arc::new(Store::open(scratch.path()).unwrap());
    let key = store.create_game(change("a\n", &[(1, "x")])).unwrap().unwrap();
    let writers: Vec<_> = (0..40)
        .map(|number| {
            let (store, key) = (store.clone(), key.clone());
            std::thread::spawn(move || match number % 2 {
                // Position 1 exists already, so the head must not change either.
                0 => store.change_game(&key, 0, change("broken\n", &[(1, "again")])).is_err(),
                _ => store.create_game(change("b\n", &[])).unwrap().is_some(),
            })
        })
        .collect();
    assert!(writers.into_iter().all(|writer| writer.join().unwrap()));
    assert_eq!(store.load_game(&key).unwrap().unwrap().save, "a\n\nx\n");
    let games: i64 = store.read(|c| c.query_row("SELECT count(*) FROM games", [], |row| row.get(0))).unwrap();
    assert_eq!(games, 21);
}

#[test]
fn many_writers_and_readers() {
    let scratch = TempDir::new().unwrap();
    let store = Arc::new(Store::open(scratch.path()).unwrap());
    let players: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            std::thread::spawn(move || {
                let key = store.create_game(change("h\n", &[])).unwrap().unwrap();
                for step in 1..=50 {
                    let line = (step, "step");
                    assert!(store.change_game(&key, step as i64 - 1, change("h\n", &[line])).unwrap());
                    let kept = store.load_game(&key).unwrap().unwrap();
                    assert_eq!(kept.save.lines().count(), 2 + step, "what was written can be read at once");
                }
            })
        })
        .collect();
    players.into_iter().for_each(|player| player.join().unwrap());
    assert_eq!(store.recent_games(100).unwrap().len(), 8);
}

#[test]
fn bests_only_get_better_and_count_a_game_once() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let play = |times: &[Change]| {
        let key = store.create_game(change("h\n", &[])).unwrap().unwrap();
        for (edition, solved) in (0..).zip(times) {
            assert!(store.change_game(&key, edition, solved.clone()).unwrap());
        }
        let best = store.best_of("level").unwrap().unwrap();
        (best.moves, best.millis, best.times)
    };
    assert_eq!(play(&[solved(9, 500)]), (9, 500, 1));
    assert_eq!(play(&[solved(12, 300)]), (9, 300, 2));
    // Solved twice in one game: the moves may count, the time and the number of times do not.
    assert_eq!(play(&[solved(10, 700), solved(7, 100)]), (7, 300, 3));
    let sums = store.statistics().unwrap();
    assert_eq!((sums.len(), sums[0].games, sums[0].solved), (1, 3, 3));
    assert_eq!(store.best_of("another").unwrap(), None);
}

#[test]
fn games_that_nobody_played_are_forgotten_in_time() {
    let scratch = TempDir::new().unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(store.create_game(change("h\n", &[])).unwrap().unwrap());
    }
    assert!(store.change_game(&made[0], 0, change("h\n", &[(1, "x")])).unwrap());
    for key in &made[..2] {
        let key = key.clone();
        store.write(move |c| c.execute("UPDATE games SET touched = 0 WHERE key = ?1", [key])).unwrap();
    }
    assert_eq!(store.forget_unplayed_games().unwrap(), 1);
    let alive = |number: usize| store.load_game(&made[number]).unwrap().is_some();
    assert_eq!([alive(0), alive(1), alive(2)], [true, false, true]);
}

/// A file as version `version` of the program left it, with a game and a setting in it.
fn old_file(directory: &Path, version: usize) {
    std::fs::create_dir_all(directory).unwrap();
    let connection = Connection::open(directory.join(crate::FILE)).unwrap();
    for migration in &MIGRATIONS[..version] {
        connection.execute_batch(migration).unwrap();
    }
    connection
        .execute_batch(&format!(
            "PRAGMA application_id = 0x546c7372;
             PRAGMA user_version = {version};
             INSERT INTO games (id, key, puzzle, level, head, edition, status, moves, millis, created, touched)
             VALUES (7, 'oldkey', 'tiles', 'level', 'head' || char(10), 3, 'solved', 2, 1500, 1, 2);
             INSERT INTO steps VALUES (7, 1, '0 play 5'), (7, 2, '1 play 8');
             INSERT INTO settings VALUES ('theme', '\"dark\"');"
        ))
        .unwrap();
    if version >= 2 {
        let best = "INSERT INTO bests (level, puzzle, metric, moves, millis, times, won)
            VALUES ('level', 'tiles', 'moves', 2, 1500, 1, 3)";
        connection.execute(best, []).unwrap();
    }
}

fn layout(connection: &Connection) -> Vec<String> {
    let mut statement = connection.prepare("SELECT sql FROM sqlite_schema ORDER BY type, name").unwrap();
    let rows = statement.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
    rows.filter_map(Result::unwrap).collect()
}

#[test]
fn files_of_every_older_version_are_brought_up_to_date() {
    let fresh = TempDir::new().unwrap();
    drop(Store::open(fresh.path()).unwrap());
    let expected = layout(&Connection::open(fresh.path().join(crate::FILE)).unwrap());
    for version in 1..=MIGRATIONS.len() {
        let scratch = TempDir::new().unwrap();
        old_file(scratch.path(), version);
        let store = Store::open(scratch.path()).unwrap();
        let kept = store.load_game("oldkey").unwrap().unwrap();
        assert_eq!(
            (kept.save.as_str(), kept.edition),
            ("head\n\n0 play 5\n1 play 8\n", 3),
            "version {version}"
        );
        assert_eq!(store.settings().unwrap()["theme"], "dark");
        let change = Change { lines: vec![(3, "z".to_owned())], ..solved(2, 9) };
        assert!(store.change_game("oldkey", 3, change).unwrap());
        let best = store.best_of("level").unwrap().unwrap();
        assert_eq!((best.moves, best.name.as_deref()), (2, Some("first")));
        drop(store);
        let connection = Connection::open(scratch.path().join(crate::FILE)).unwrap();
        assert_eq!(layout(&connection), expected, "version {version}");
        let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(found, MIGRATIONS.len() as i64);
    }
}

/// A migration that breaks off leaves the file at the version before it.
#[test]
fn a_broken_migration_changes_nothing() {
    let scratch = TempDir::new().unwrap();
    old_file(scratch.path(), 1);
    let place = scratch.path().join(crate::FILE);
    let connection = Connection::open(&place).unwrap();
    // The table that version 2 wants to make exists already.
    connection.execute_batch("CREATE TABLE bests (x)").unwrap();
    let before = layout(&connection);
    drop(connection);
    assert!(matches!(Store::open(scratch.path()), Err(StoreError::Failed(_))));
    let mut connection = Connection::open(&place).unwrap();
    assert_eq!(layout(&connection), before);
    connection.execute_batch("DROP TABLE bests").unwrap();
    migrate(&mut connection, &place).unwrap();
}
