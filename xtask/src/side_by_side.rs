//! All tests, side by side: programs of tests two at a time, and the page in Chromium beside them.
//!
//! `cargo test` runs one program after the other, and most of them wait: for a disk, a terminal, another program. Two
//! at a time use both cores; the page's scenes wait for a browser most of the time.

use crate::built::{self, Program};
use crate::steps::cargo_command;
use crate::{browser, chromium};
use anyhow::{Context, Result, bail, ensure};
use std::collections::VecDeque;
use std::fmt;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How many programs of tests run at a time.
const LANES: usize = 2;

/// Builds all tests, then runs them and the page's scenes, to the end even if some fail: whoever mends one wants to know
/// of the others.
pub(crate) fn run() -> Result<()> {
    let begun = Instant::now();
    let programs = built::build(&built::TESTS)?;
    println!("built in {:.0} s", begun.elapsed().as_secs_f64());
    let telusur = built::telusur(&programs)?;
    let waiting = Mutex::new(queue(programs)?);
    let failures = Mutex::new(Vec::new());
    let counts = Mutex::new(Counts::default());
    let lane = || {
        // The lock is released before the task runs.
        while let Some(mut task) = { locked(&waiting).pop_front() } {
            note(task.run(&counts), &failures);
        }
    };
    let page = || {
        let tested = chromium::path().and_then(|_| browser::test(Some(telusur), None));
        note(tested.context("the page in Chromium"), &failures);
    };
    std::thread::scope(|scope| {
        (0..LANES).for_each(|_| drop(scope.spawn(lane)));
        scope.spawn(page);
    });
    println!("{}", locked(&counts));
    let failures = locked(&failures);
    ensure!(failures.is_empty(), "{}", failures.join("; "));
    Ok(())
}

/// Says at once what has failed, since others may still run for a while.
fn note(result: Result<()>, failures: &Mutex<Vec<String>>) {
    if let Err(error) = result {
        println!("FAILED: {error:#}");
        locked(failures).push(format!("{error:#}"));
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that runs tests.
struct Task {
    name: String,
    command: Command,
}

/// The examples in the documentation first, because they are still to be compiled; then what tests the program from
/// outside, which takes longest, and the largest programs, which mostly take longer than the others.
fn queue(programs: Vec<Program>) -> Result<VecDeque<Task>> {
    let mut tests: Vec<_> = programs.into_iter().filter(|program| program.is_test).collect();
    ensure!(!tests.is_empty(), "cargo built no tests");
    tests.sort_by_key(|test| {
        let size = test.path.metadata().map_or(0, |file| file.len());
        (!test.folder.ends_with("crates/cli"), std::cmp::Reverse(size))
    });
    let examples = Task {
        name: "examples in the documentation".to_owned(),
        command: cargo_command(&["test", "--workspace", "--exclude", "telusur-bench", "--doc"]),
    };
    Ok([examples].into_iter().chain(tests.iter().map(Task::of)).collect())
}

impl Task {
    fn of(test: &Program) -> Self {
        // Behind the page: its server's searches stand back too, and would get no time at all beside these.
        let mut command = Command::new("nice");
        command.args(["-n", "10"]).arg(&test.path);
        // As cargo would start it.
        command.current_dir(&test.folder).env("CARGO_MANIFEST_DIR", &test.folder);
        let package = test.folder.file_name().unwrap_or_default().to_string_lossy();
        Task { name: format!("{package}: {}", test.name), command }
    }

    /// Says how many tests passed; what a failed program has printed is printed whole.
    fn run(&mut self, total: &Mutex<Counts>) -> Result<()> {
        let begun = Instant::now();
        let output = self.command.output().with_context(|| format!("can't start {}", self.name))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let counts = Counts::of(&said);
        locked(total).add(&counts);
        if !output.status.success() {
            println!("{said}{}", String::from_utf8_lossy(&output.stderr));
            bail!("tests failed: {}", self.name);
        }
        println!("{}: {} passed, {:.1} s", self.name, counts.passed, begun.elapsed().as_secs_f64());
        Ok(())
    }
}

/// How many tests passed and failed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    failed: u64,
}

impl Counts {
    /// The sum over all results in what tests have printed.
    fn of(said: &str) -> Self {
        let mut counts = Self::default();
        for result in said.lines().filter_map(|line| line.strip_prefix("test result: ")) {
            let (_, numbers) = result.split_once(". ").unwrap_or_default();
            for number in numbers.split("; ") {
                match number.split_once(' ') {
                    Some((count, "passed")) => counts.passed += count.parse::<u64>().unwrap_or(0),
                    Some((count, "failed")) => counts.failed += count.parse::<u64>().unwrap_or(0),
                    _ => {}
                }
            }
        }
        counts
    }

    fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// The closing line that readers of logs look for.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added() {
        let said = "running 2 tests\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\n\
                    test result: ok. 31 passed; 0 failed\ntest result: FAILED. 7 passed; 1 failed\n";
        let counts = Counts::of(said);
        assert_eq!(counts, Counts { passed: 40, failed: 1 });
        assert_eq!(counts.to_string(), "40 passed, 1 failed");
    }

    #[test]
    fn failures_are_named_and_collected() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo no good; exit 101"]);
        let mut task = Task { name: "keep: telusur_keep".to_owned(), command };
        let failures = Mutex::new(Vec::new());
        note(task.run(&Mutex::new(Counts::default())), &failures);
        note(Ok(()), &failures);
        assert_eq!(*locked(&failures), ["tests failed: keep: telusur_keep"]);
    }
}
