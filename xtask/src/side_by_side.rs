//! All tests, side by side: programs of tests two at a time, and the page in Chromium beside them.
//!
//! `cargo test` runs one program after the other, and most of them wait: for a disk, a terminal, another program. Two
//! at a time use both cores; the page's scenes wait for a browser most of the time.

use crate::built::{self, Program};
use crate::steps::cargo_command;
use crate::{browser, chromium};
use anyhow::{Context, Result, bail, ensure};
use std::collections::VecDeque;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How many programs of tests run at a time.
const LANES: usize = 2;

/// Builds all tests, then runs them and the page's scenes. The first failure ends all that has not begun.
pub(crate) fn run() -> Result<()> {
    let begun = Instant::now();
    let programs = built::build(&built::TESTS)?;
    println!("built in {:.0} s", begun.elapsed().as_secs_f64());
    let telusur = built::telusur(&programs)?;
    let waiting = Mutex::new(queue(programs)?);
    let has_failed = AtomicBool::new(false);
    let lane = || -> Result<()> {
        while let Some(mut task) = next(&waiting, &has_failed) {
            noted(task.run(), &has_failed)?;
        }
        Ok(())
    };
    let page = || -> Result<()> {
        let tested = chromium::path().and_then(|_| browser::test(Some(telusur), None));
        noted(tested.context("the page in Chromium"), &has_failed)
    };
    std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|_| scope.spawn(lane)).collect();
        let page = scope.spawn(page);
        let threads = lanes.into_iter().chain([page]);
        let results: Vec<Result<()>> = threads
            .map(|thread| thread.join().unwrap_or_else(|_| bail!("xtask itself has failed")))
            .collect();
        results.into_iter().collect()
    })
}

/// Says at once what has failed: others may still run for a while, and one error only is the last word.
fn noted(result: Result<()>, has_failed: &AtomicBool) -> Result<()> {
    result.inspect_err(|error| {
        has_failed.store(true, Ordering::Relaxed);
        println!("FAILED: {error:#}");
    })
}

fn next(waiting: &Mutex<VecDeque<Task>>, has_failed: &AtomicBool) -> Option<Task> {
    let mut waiting: MutexGuard<'_, _> = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    if has_failed.load(Ordering::Relaxed) { None } else { waiting.pop_front() }
}

/// Something that runs tests.
struct Task {
    name: String,
    command: Command,
}

/// The examples in the documentation first, because they are still to be compiled; then the largest programs, which
/// mostly take longest.
fn queue(programs: Vec<Program>) -> Result<VecDeque<Task>> {
    let mut tests: Vec<_> = programs.into_iter().filter(|program| program.is_test).collect();
    ensure!(!tests.is_empty(), "cargo built no tests");
    tests.sort_by_key(|test| std::cmp::Reverse(test.path.metadata().map_or(0, |file| file.len())));
    let examples = Task {
        name: "examples in the documentation".to_owned(),
        command: cargo_command(&["test", "--workspace", "--exclude", "telusur-bench", "--doc"]),
    };
    Ok([examples].into_iter().chain(tests.iter().map(Task::of)).collect())
}

impl Task {
    fn of(test: &Program) -> Self {
        let mut command = Command::new(&test.path);
        // As cargo would start it.
        command.current_dir(&test.folder).env("CARGO_MANIFEST_DIR", &test.folder);
        let package = test.folder.file_name().unwrap_or_default().to_string_lossy();
        Task { name: format!("{package}: {}", test.name), command }
    }

    /// Says how many tests passed; what a failed program has printed is printed whole.
    fn run(&mut self) -> Result<()> {
        let begun = Instant::now();
        let output = self.command.output().with_context(|| format!("can't start {}", self.name))?;
        let said = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            println!("{said}{}", String::from_utf8_lossy(&output.stderr));
            bail!("tests failed: {}", self.name);
        }
        println!("{}: {} passed, {:.1} s", self.name, passed(&said), begun.elapsed().as_secs_f64());
        Ok(())
    }
}

/// The sum over all results in what tests have printed.
fn passed(said: &str) -> u64 {
    let results = said.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added() {
        let said = "running 2 tests\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\n\
                    test result: ok. 31 passed; 0 failed\ntest result: FAILED. 7 passed; 1 failed\n";
        assert_eq!(passed(said), 33);
    }

    #[test]
    fn a_failure_is_named_and_ends_what_has_not_begun() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo no good; exit 101"]);
        let mut task = Task { name: "keep: telusur_keep".to_owned(), command };
        let error = task.run().unwrap_err().to_string();
        assert_eq!(error, "tests failed: keep: telusur_keep");
        let waiting = Mutex::new(VecDeque::from([task]));
        assert!(next(&waiting, &AtomicBool::new(true)).is_none());
        assert!(next(&waiting, &AtomicBool::new(false)).is_some());
        assert!(next(&waiting, &AtomicBool::new(false)).is_none());
    }
}
