//! What a command says that it has cost, compared with what its process has used: time of the processor, and memory.

use crate::limits::watched;
use crate::run::{EASY, TempFile, program, telusur};
use serde_json::Value;
use std::time::Instant;

const MIB: u64 = 1 << 20;

/// Pancakes as a text: too many for a proof of its bound, so tables are built for its search.
const PANCAKES: &str = "puzzle Stack
about Sort the stack.
var p[1..13] : 1..13 permutation
show p as stack
move flip k in 2..13: reverse p[1..k]
start first \"First\": 4 6 2 5 1 3 9 8 7 13 10 12 11
goal sorted(p)
bound (if p[13] == 13 then 0 else 1) + (count i in 1..12: |p[i] - p[i+1]| > 1)
";

/// Seconds of the processor that a process has used until now.
fn used(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold anything; after it come the state and the other fields. Times are in hundredths.
    let mut fields = stat.rsplit_once(')')?.1.split(' ').skip(12);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// What a command says, with the seconds of the processor that it used and those that passed.
fn timed(arguments: &[&str]) -> (Value, f64, f64) {
    let began = Instant::now();
    let mut child = program().args(arguments).spawn().unwrap();
    let mut most = 0.0_f64;
    while child.try_wait().unwrap().is_none() {
        most = most.max(used(child.id()).unwrap_or(0.0));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let passed = began.elapsed().as_secs_f64();
    let output = child.wait_with_output().unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), most, passed)
}

/// One thread uses no more of the processor than time passes, so the seconds that are said can't be fewer than those that
/// it used, wherever they went: into the search, into tables before it, into a second search after it.
#[test]
fn seconds_are_those_of_the_whole_command() {
    let moves = telusur(["solve", "klotski", "--quiet"]).out;
    let moves: Vec<&str> = moves.lines().collect();
    let text = TempFile::new("stack.puzzle", PANCAKES.as_bytes());
    let verify = [&["verify", "klotski", "--optimal", "--threads", "1", "--json"], &moves[..]].concat();
    let solve = ["solve", text.path(), "--threads", "1", "--json"];
    let explore = ["explore", "klotski", "--threads", "1", "--json"];
    for arguments in [&verify[..], &solve, &explore] {
        let (json, used, passed) = timed(arguments);
        let stats =
            [&json["stats"], &json["optimality"]["stats"]].into_iter().find(|stats| stats.is_object());
        let said = stats.unwrap()["seconds"].as_f64().unwrap();
        let what = format!("{}: {said} s said, {used} s used, {passed} s passed", arguments[..2].join(" "));
        assert!(said <= passed, "{what}");
        assert!(said >= 0.5 * used - 0.02, "{what}");
    }
}

/// Memory that a command holds beyond that of the smallest command is memory that it says it has held.
#[test]
fn peak_bytes_cover_tables() {
    let text = TempFile::new("tables.puzzle", PANCAKES.as_bytes());
    let (_, _, least) = watched(&["solve", "tiles", EASY, "--threads", "1", "--json"]);
    let mut grown = 0;
    for arguments in [
        &["solve", text.path(), "--threads", "1", "--json"][..],
        &["solve", text.path(), "--threads", "1", "--json", "--algorithm", "idastar"],
        &["solve", "topspin", "mixed", "--threads", "1", "--json"],
        &["explore", "klotski", "--threads", "1", "--json"],
    ] {
        let (code, json, highest) = watched(arguments);
        assert_eq!(code, Some(0), "{json}");
        let said = json["stats"]["peak_bytes"].as_u64().unwrap();
        let held = highest.saturating_sub(least);
        let what = format!("{arguments:?}: {} KiB said, {} KiB held", said >> 10, held >> 10);
        assert!(2 * said + 6 * MIB >= held, "{what}");
        assert!(said <= 3 * held + 6 * MIB, "{what}");
        grown = grown.max(held);
    }
    assert!(grown > 10 * MIB, "nothing of this took memory: {grown}");
}
