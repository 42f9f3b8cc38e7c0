//! Making levels, for every puzzle of the catalogue: no option's value hangs it, and no clock changes what it makes.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::Duration;
use telusur_puzzles::{Entry, GenerateError, Making, Setup, Wish, catalogue};
use telusur_search::{Cancel, Deadline, Limit};

/// Values that some option may accept, small and at the edges of ranges.
const ODD: [&str; 18] = [
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "14",
    "16",
    "17",
    "127",
    "65536",
    "1000000",
    "4294967296",
    "text",
    "1x1",
    "16x16",
    "3x",
    "1-3",
];
/// Values that no option accepts.
const WRONG: [&str; 11] = [
    "-1",
    "-9223372036854775809",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e9",
    "1.5",
    "NaN",
    "65536x65536",
    "1x18446744073709551615",
    "\u{1b}[31m",
];

fn options(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Does some work elsewhere, and fails if any step of it takes much too long. The steps say what they do.
fn watched(work: impl FnOnce(&dyn Fn(String)) + Send + 'static) {
    let (sender, steps) = mpsc::channel();
    let worker = std::thread::spawn(move || work(&|step| _ = sender.send(step)));
    let mut last = "nothing".to_owned();
    loop {
        match steps.recv_timeout(Duration::from_secs(60)) {
            Ok(step) => last = step,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("this hangs: {last}"),
        }
    }
    worker.join().unwrap();
}

#[test]
fn every_option_is_checked_before_anything_is_computed_from_it() {
    let long = &*"9".repeat(400_000).leak();
    watched(move |step| {
        for entry in catalogue::all() {
            for option in entry.about().options {
                for value in ODD.into_iter().chain(WRONG).chain([long]) {
                    let shown: String = value.chars().take(30).collect();
                    step(format!("opening {} with {} {shown:?}", entry.name(), option.name));
                    let opened = entry.open(&Setup::default().with(option.name, value));
                    let is_wrong = !ODD.contains(&value);
                    assert!(!(is_wrong && opened.is_ok()), "{} {} {shown:?}", entry.name(), option.name);
                    if let Ok(board) = opened {
                        _ = (board.status(), board.options());
                    }
                }
            }
            for option in entry.about().generate_options {
                for value in ODD.into_iter().chain(WRONG).chain([long]) {
                    let shown: String = value.chars().take(30).collect();
                    step(format!("making {} with {} {shown:?}", entry.name(), option.name));
                    let wish = Wish { seed: 1, difficulty: None, options: options(&[(option.name, value)]) };
                    // What is legal may take its time; what is wrong takes none.
                    let is_wrong = !ODD.contains(&value);
                    let time = if is_wrong { Duration::from_secs(60) } else { Duration::from_millis(30) };
                    let made =
                        entry.generate(&wish, &mut Making::new(Deadline::new(Some(time), Cancel::new())));
                    let refused = matches!(made, Err(GenerateError::Option(_)));
                    assert!(refused || !is_wrong, "{} {} {shown:?}: {made:?}", entry.name(), option.name);
                }
            }
        }
    });
}

/// Legal wishes that ask for the most: each ends by itself or at the deadline.
#[test]
fn the_hardest_wishes_end_at_the_deadline() {
    let wishes: &'static [(&str, &[(&str, &str)])] = &[
        ("hanoi", &[("pegs", "14")]),
        ("hanoi", &[("pegs", "16"), ("discs", "64"), ("distance", "1048576")]),
        ("hanoi", &[("pegs", "4"), ("discs", "64"), ("distance", "1048576")]),
        ("hanoi", &[("discs", "1000000"), ("distance", "1048576")]),
        ("hanoi", &[("discs", "1000000"), ("rule", "linear")]),
        ("hanoi", &[("pegs", "16"), ("rule", "cyclic"), ("discs", "20")]),
        ("stones", &[("take", "any"), ("piles", "12"), ("size", "10000")]),
        ("stones", &[("take", "1,9999"), ("piles", "12"), ("size", "10000")]),
        ("stones", &[("take", "2,4,7"), ("misere", "true"), ("piles", "12"), ("size", "10000")]),
        (
            "stones",
            &[("take", "3,5,7,11,13,17,19,23,9973"), ("misere", "true"), ("piles", "3"), ("size", "10000")],
        ),
        ("water", &[("colours", "50")]),
        ("water", &[("colours", "100"), ("empties", "1")]),
        ("water", &[("colours", "126"), ("capacity", "16"), ("empties", "2")]),
        ("water", &[("colours", "60"), ("rule", "unit"), ("capacity", "16"), ("empties", "60")]),
        ("water", &[("colours", "64"), ("rule", "strict"), ("empties", "1")]),
        ("klotski", &[("size", "9x9")]),
        ("klotski", &[("size", "9x9"), ("mix", "rush")]),
        ("klotski", &[("size", "9x9"), ("mix", "door")]),
        ("tiles", &[("size", "16x16")]),
        ("tiles", &[("size", "1x256")]),
    ];
    watched(move |step| {
        for &(puzzle, pairs) in wishes {
            let entry = catalogue::find(puzzle).unwrap();
            let wish = Wish { seed: 1, difficulty: Some(10), options: options(pairs) };
            step(format!("{puzzle} {pairs:?}"));
            let time = Duration::from_millis(200);
            let deadline = Deadline::new(Some(time), Cancel::new());
            let made = entry.generate(&wish, &mut Making::new(deadline.clone()));
            assert!(!matches!(made, Err(GenerateError::Option(_))), "{puzzle} {pairs:?}: {made:?}");
            // A machine under load is slow, but not for long.
            assert!(
                deadline.elapsed() < Duration::from_secs(60),
                "{puzzle} {pairs:?}: {:?}",
                deadline.elapsed()
            );
            if matches!(made, Err(GenerateError::Stopped(_))) {
                assert_eq!(made, Err(GenerateError::Stopped(Limit::Time(time))), "{puzzle}");
            }
        }
    });
}

/// The wishes whose levels are compared below: some easy, some that need many candidates.
fn wishes(entry: &dyn Entry) -> Vec<Wish> {
    let wish = |seed, difficulty, pairs: &[(&str, &str)]| Wish { seed, difficulty, options: options(pairs) };
    let mut wishes = vec![wish(1, None, &[]), wish(2, Some(1), &[]), wish(3, Some(7), &[])];
    match entry.name() {
        "hanoi" => wishes.push(wish(4, Some(5), &[("pegs", "5")])),
        "stones" => wishes.push(wish(4, Some(6), &[("take", "2,4,7"), ("misere", "true")])),
        "water" => wishes.push(wish(4, Some(10), &[("colours", "24")])),
        "klotski" => wishes.push(wish(4, Some(4), &[("mix", "rush")])),
        _ => wishes.push(wish(4, Some(10), &[("size", "5x5")])),
    }
    wishes
}

/// However little time there is, whatever the load: the level of the wish, or none.
#[test]
fn a_deadline_never_makes_another_level() {
    let mut stopped = 0;
    for entry in catalogue::all() {
        for wish in wishes(*entry) {
            let whole = entry.generate(&wish, &mut Making::unlimited());
            for micros in [0, 50, 500, 5_000, 50_000] {
                let time = Duration::from_micros(micros);
                let made = entry.generate(&wish, &mut Making::new(Deadline::new(Some(time), Cancel::new())));
                match made {
                    Err(GenerateError::Stopped(limit)) => {
                        assert_eq!(limit, Limit::Time(time));
                        stopped += 1;
                    }
                    made => assert_eq!(made, whole, "{} {wish:?} within {time:?}", entry.name()),
                }
            }
        }
    }
    assert!(stopped >= catalogue::all().len(), "{stopped}");
}

#[test]
fn whoever_watches_sees_the_tries_and_can_stop_them() {
    for entry in catalogue::all() {
        for wish in wishes(*entry) {
            let mut tries = 0;
            let mut count = |tried| tries = tried;
            let whole = entry.generate(&wish, &mut Making::watched(Deadline::never(), &mut count));
            assert!(tries > 0, "{} {wish:?}", entry.name());
            for last in [1, tries.div_ceil(2), tries] {
                let cancel = Cancel::new();
                let mut stop = |tried| {
                    if tried == last {
                        cancel.cancel();
                    }
                };
                let deadline = Deadline::new(None, cancel.clone());
                let made = entry.generate(&wish, &mut Making::watched(deadline, &mut stop));
                assert_eq!(made, Err(GenerateError::Stopped(Limit::Cancelled)), "{} {wish:?}", entry.name());
            }
            assert!(whole.is_ok(), "{} {wish:?}: {whole:?}", entry.name());
        }
    }
}
