//! Values of every wrong kind for every option of every puzzle: each is refused or obeyed, and either way at once.

use std::sync::mpsc;
use std::time::{Duration, Instant};
use telusur_puzzles::{Entry, Setup, Wish, catalogue};

const VALUES: [&str; 25] = [
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "14",
    "16",
    "17",
    "128",
    "65536",
    "1000000",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "1e9",
    "1.5",
    "text",
    "1x1",
    "16x16",
    "65536x65536",
    "1x18446744073709551615",
    "3x",
];

fn main_loop(entry: &'static dyn Entry, name: &'static str, value: &'static str) {
    let t = Instant::now();
    let r = entry.open(&Setup::default().with(name, value)).map(|b| b.status());
    let o = t.elapsed();
    let t = Instant::now();
    let wish = Wish { seed: 1, difficulty: None, options: [(name.to_owned(), value.to_owned())].into() };
    let g = entry.generate(&wish);
    eprintln!(
        "{:8} {:9} {:24} open {:?} {:?} generate {:?} {:?}",
        entry.name(),
        name,
        value,
        o,
        r.err().map(|e| e.to_string()),
        t.elapsed(),
        g.map(|g| g.note).map_err(|e| e.to_string())
    );
}

#[test]
fn every_option_is_checked_before_anything_is_computed_from_it() {
    for entry in catalogue::all() {
        for option in entry.options() {
            for value in VALUES {
                let (done, ended) = mpsc::channel();
                let (entry, name) = (*entry, option.name);
                std::thread::spawn(move || {
                    main_loop(entry, name, value);
                    _ = done.send(());
                });
                if ended.recv_timeout(Duration::from_secs(20)).is_err() {
                    eprintln!("HANGS {} {} {}", entry.name(), name, value);
                }
            }
        }
    }
}
