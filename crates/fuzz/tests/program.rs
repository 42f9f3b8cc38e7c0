//! The fuzzer as a program: what it prints and its exit codes.

use std::process::{Command, Output};

fn fuzz(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_telusur-fuzz")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn targets_are_listed_and_run_together() {
    let listed = text(&fuzz(&["--list"]).stdout);
    assert_eq!(listed.lines().count(), telusur_fuzz::targets::all().len());
    let run = fuzz(&["amounts", "takes", "--inputs=4e3", "--seed", "3", "--threads", "2"]);
    let said = text(&run.stdout);
    assert_eq!(run.status.code(), Some(0), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("all") && last.contains("0 faults"), "{said}");
    let inputs: u64 = last.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!((3999..=4000).contains(&inputs), "{said}");
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    for arguments in [
        &["no-such-target"][..],
        &["--time"],
        &["--time", "soon"],
        &["--seed=x"],
        &["--fast"],
        &["--replay", "x"],
        &["names", "--replay", "/no/such/file"],
    ] {
        let run = fuzz(arguments);
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        let said = text(&run.stderr);
        assert!(said.starts_with("fuzz: ") && said.lines().count() == 1, "{said}");
    }
}
