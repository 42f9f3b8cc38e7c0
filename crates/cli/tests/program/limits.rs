//! Budgets hold and Ctrl-C is obeyed, measured from outside.

use crate::run::{HARD, program, telusur};
use serde_json::Value;
use std::process::Child;
use std::time::{Duration, Instant};

const MIB: u64 = 1 << 20;

/// Peak resident memory of a process, while it lives.
#[cfg(target_os = "linux")]
fn peak(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// The byte budget is the truth about the process, not only about the report.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_the_budget() {
    let budget = 64 * MIB;
    for (command, level) in [("solve", HARD), ("explore", HARD)] {
        for algorithm in ["bfs", "frontier"] {
            let mut child = program()
                .args([
                    command,
                    "tiles",
                    level,
                    "--algorithm",
                    algorithm,
                    "--memory",
                    "64M",
                    "--time",
                    "60s",
                    "--json",
                ])
                .spawn()
                .unwrap();
            let mut highest = 0;
            while child.try_wait().unwrap().is_none() {
                highest = highest.max(peak(child.id()).unwrap_or(0));
                std::thread::sleep(Duration::from_millis(2));
            }
            let output = child.wait_with_output().unwrap();
            let what = format!("{command} {algorithm}: {}", String::from_utf8_lossy(&output.stdout));
            assert_eq!(output.status.code(), Some(3), "{what}");
            let json: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(json["limit"].as_str().unwrap().contains("memory budget"), "{what}");
            if command == "solve" {
                assert!(json["lower_bound"].as_u64() > Some(10), "{what}");
            }
            let reported = json["stats"]["peak_bytes"].as_u64().unwrap();
            assert!(
                reported <= budget + budget / 10 && reported > budget / 4,
                "reported {} MiB; {what}",
                reported / MIB
            );
            let slack = budget / 10 + 64 * MIB;
            assert!(highest <= budget + slack, "the process held {} MiB; {what}", highest / MIB);
            assert!(
                highest.abs_diff(reported) <= slack,
                "{} MiB held, {} MiB reported",
                highest / MIB,
                reported / MIB
            );
        }
    }
}

#[test]
fn time_is_kept() {
    let started = Instant::now();
    let said = telusur(["solve", "tiles", HARD, "--time", "300ms", "--json"]);
    assert_eq!(said.code, 3);
    assert!(said.json()["limit"].as_str().unwrap().contains("300ms"));
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}

/// Presses Ctrl-C.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_at_once_and_says_what_is_known() {
    let searches: &[&[&str]] = &[
        &["solve", "tiles", HARD],
        &["solve", "tiles", HARD, "--algorithm", "bfs"],
        &["solve", "tiles", HARD, "--algorithm", "astar"],
        &["solve", "tiles", HARD, "--algorithm", "bidirectional"],
        &["explore", "tiles", "--size", "4x4", "--algorithm", "bfs"],
        &["explore", "tiles", "--size", "4x4", "--algorithm", "frontier"],
    ];
    for search in searches {
        let child = program().args(*search).args(["--memory", "2G", "--json"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400));
        interrupt(&child);
        let pressed = Instant::now();
        let output = child.wait_with_output().unwrap();
        let took = pressed.elapsed();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            output.status.code(),
            Some(3),
            "{search:?}: {out}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let json: Value = serde_json::from_str(&out).unwrap();
        assert!(json["limit"].as_str().unwrap().contains("cancelled"), "{search:?}: {out}");
        assert!(json["stats"]["expanded"].as_u64() > Some(0), "{search:?}: {out}");
        // The promise is 200 ms; a loaded machine gets some slack.
        assert!(took < Duration::from_secs(2), "{search:?} took {took:?}");
    }
}
