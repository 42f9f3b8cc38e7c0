//! Faults that are planted are found, made small, and told in a line.

use std::time::Duration;
use telusur_fuzz::target::{Judge, Outcome};
use telusur_fuzz::{Fault, FaultKind, Settings, Target, run};

/// A target that says how many letters of a word an input begins with, and does something about the whole word.
fn planted(name: &'static str, judge: fn() -> Judge) -> Target {
    Target {
        name,
        about: "a planted fault",
        corpus: "a harmless input\n====\nanother one, somewhat longer, with bod and boo\n",
        dictionary: &["bo", "om"],
        longest: 200,
        share: 1,
        patience: Duration::from_millis(150),
        judge,
    }
}

fn has(input: &[u8], word: &str) -> bool {
    input.windows(word.len()).any(|part| part == word.as_bytes())
}

fn found(target: &Target, threads: usize) -> Fault {
    let settings = Settings {
        seed: 1,
        threads,
        inputs: Some(20_000_000),
        time: Some(Duration::from_secs(120)),
        patience: None,
    };
    let (totals, fault) = run(target, &settings, &mut |_| {});
    let fault = fault.unwrap_or_else(|| panic!("{} was not found in {} inputs", target.name, totals.inputs));
    assert!(totals.inputs > 0 && fault.found_bytes >= fault.input.len());
    let line = fault.to_string();
    assert!(
        line.starts_with(&format!("{}: {}: ", target.name, fault.kind)) && !line.contains('\n'),
        "{line}"
    );
    fault
}

#[test]
fn a_panic_is_found_and_made_small() {
    let target = planted("planted-panic", || {
        Box::new(|input| {
            assert!(!has(input, "boom"), "the word\nis there");
            Ok(Outcome::named("fine", ["b", "bo", "boo"].map(|word| has(input, word))))
        })
    });
    for threads in [1, 3] {
        let fault = found(&target, threads);
        assert_eq!((fault.kind, &fault.input[..]), (FaultKind::Panic, &b"boom"[..]));
        assert!(fault.what.contains("planted.rs") && fault.what.contains("the word"), "{}", fault.what);
    }
}

#[test]
fn a_broken_property_is_found_made_small_and_written() {
    let target = planted("planted-lie", || {
        Box::new(|input| match has(input, "\u{1b}") {
            true => telusur_fuzz::target::refusal("line 1: \u{1b} is no move"),
            false => Ok(Outcome::named("fine", ())),
        })
    });
    let fault = found(&target, 1);
    assert_eq!((fault.kind, &fault.input[..]), (FaultKind::Broken, &b"\x1b"[..]));
    assert!(!fault.to_string().contains('\u{1b}'), "{fault}");
    let folder = std::env::temp_dir().join(format!("telusur-fuzz-test-{}", std::process::id()));
    let path = fault.write(&folder).unwrap();
    assert!(path.file_name().unwrap().to_str().unwrap().starts_with("planted-lie-"), "{}", path.display());
    assert_eq!(std::fs::read(&path).unwrap(), fault.input);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_hang_is_found_and_made_small() {
    let target = planted("planted-hang", || {
        Box::new(|input| {
            if has(input, "om") && has(input, "bo") {
                // No test waits for it: it is left behind.
                std::thread::sleep(Duration::from_secs(30));
            }
            Ok(Outcome::named("fine", input.len() / 20))
        })
    });
    let fault = found(&target, 2);
    assert_eq!(fault.kind, FaultKind::Hang);
    assert!(has(&fault.input, "om") && has(&fault.input, "bo"), "{:?}", fault.input);
    assert!(
        fault.what.contains("longer than 0.1 s") || fault.what.contains("longer than 0.2 s"),
        "{}",
        fault.what
    );
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let target = planted("planted-nothing", || {
        Box::new(|input| Ok(Outcome::named("input", (input.first().copied(), input.len()))))
    });
    let outcomes = |seed| {
        let settings = Settings { seed, threads: 2, inputs: Some(5001), time: None, patience: None };
        let (totals, fault) = run(&target, &settings, &mut |_| {});
        assert!(fault.is_none() && totals.inputs == 5001, "{totals:?}");
        totals.outcomes
    };
    assert_eq!(outcomes(1), outcomes(1));
    assert_ne!(outcomes(1), outcomes(2));
}
