//! Every target over its corpus and a few thousand inputs, the same every time: seconds, not minutes. Long runs are
//! `cargo xtask fuzz`.

use std::collections::BTreeSet;
use telusur_fuzz::{Corpus, Settings, Target, run, targets};

fn inputs_of(target: &Target) -> u64 {
    match target.name {
        // Levels in the making, searches, stores: each input may take milliseconds.
        "wish" => 60,
        "server" | "plain" | "command-line" => 150,
        "pack-spaces" | "id" => 400,
        name if name.contains("klotski") => 600,
        _ => 3000,
    }
}

fn nothing_is_found(chosen: impl Fn(&Target) -> bool) {
    for target in targets::all().iter().filter(|target| chosen(target)) {
        let inputs = inputs_of(target);
        let settings = Settings { seed: 7, threads: 1, inputs: Some(inputs), time: None, patience: None };
        let (totals, fault) = run(target, &settings, &mut |_| {});
        if let Some(fault) = fault {
            panic!("{fault}: {:?}", String::from_utf8_lossy(&fault.input));
        }
        assert_eq!(totals.inputs, inputs, "{}", target.name);
        assert!(totals.outcomes >= 3, "{} has {} outcomes only", target.name, totals.outcomes);
    }
}

#[test]
fn nothing_is_found_in_levels_and_moves() {
    nothing_is_found(|target| target.name.starts_with("level-") || target.name.starts_with("moves-"));
}

#[test]
fn nothing_is_found_in_packings() {
    nothing_is_found(|target| target.name.starts_with("pack-"));
}

#[test]
fn nothing_is_found_in_searches_on_disk() {
    nothing_is_found(|target| target.name.starts_with("disk-"));
}

#[test]
fn nothing_is_found_in_the_server() {
    nothing_is_found(|target| target.name == "server");
}

#[test]
fn nothing_is_found_in_the_rest() {
    let others = ["level-", "moves-", "pack-", "disk-", "server"];
    nothing_is_found(|target| !others.iter().any(|other| target.name.starts_with(other)));
}

#[test]
fn targets_have_different_names_and_small_corpora() {
    let mut names = BTreeSet::new();
    for target in targets::all() {
        assert!(names.insert(target.name), "{} is there twice", target.name);
        assert!(target.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", target.name);
        assert!(target.corpus.len() <= 4096, "{} has a corpus of {} bytes", target.name, target.corpus.len());
        let corpus = Corpus::of(target);
        assert!(
            corpus.inputs().len() >= 3 && target.share > 0 && !target.about.is_empty(),
            "{}",
            target.name
        );
        assert!(corpus.inputs().iter().all(|input| input.len() <= target.longest), "{}", target.name);
        assert!(targets::find(target.name).is_some());
    }
    assert!(targets::find("no-such-target").is_none());
}
