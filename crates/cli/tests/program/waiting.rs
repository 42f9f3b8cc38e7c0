//! Waiting for a program that runs: for what it does, never for how long it takes.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// No test waits longer for what must come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Presses Ctrl-C.
pub(crate) fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits until the program listens to Ctrl-C.
pub(crate) fn wait_until_it_listens(child: &Child) {
    wait(child, "status", "it never listens to Ctrl-C", |status| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        // SIGINT is number 2.
        Some(u64::from_str_radix(caught.trim(), 16).ok()? & 0b10 != 0)
    });
}

/// Waits until the program listens to Ctrl-C and has used a fifth of a second of a processor's time.
pub(crate) fn wait_until_it_works(child: &Child) {
    wait_until_it_listens(child);
    wait(child, "stat", "it does not work", |stat| {
        // The name may hold anything; after it come the state and the other fields. Times are in hundredths.
        let mut fields = stat.rsplit_once(')')?.1.split(' ').skip(12);
        let ticks: u64 = fields.next()?.parse().ok()?;
        Some(ticks >= 20)
    });
}

/// Waits until something holds in a file that the kernel keeps about the program.
fn wait(child: &Child, file: &str, otherwise: &str, holds: impl Fn(&str) -> Option<bool>) {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        let text = std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap_or_default();
        if holds(&text) == Some(true) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{otherwise}");
}
