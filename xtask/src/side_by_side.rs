//! All tests, side by side: programs of tests two at a time, and the page in Chromium beside them.
//!
//! `cargo test` runs one program after the other, and most of them wait: for a disk, a terminal, another program. Two
//! at a time use both cores; the page's scenes wait for a browser most of the time.

use crate::built::{self, Program};
use crate::steps::cargo_command;
use crate::{browser, chromium, outside};
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
    let again = Mutex::new(Vec::new());
    let lane = || {
        // The lock is released before the task runs.
        while let Some(mut task) = { locked(&waiting).pop_front() } {
            match task.run(&counts) {
                Ok(None) => {}
                Ok(Some(failed)) => locked(&again).push(failed),
                Err(error) => note(Err(error), &failures),
            }
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
    for mut failed in again.into_inner().unwrap_or_else(PoisonError::into_inner) {
        note(failed.run_again(&counts), &failures);
    }
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
    /// Whether it is a program whose tests can be run one by one.
    is_program: bool,
}

/// The example of a puzzle elsewhere and those in the documentation first, because they are still to be compiled; then
/// what tests the program from outside, which takes longest, and the largest programs, which mostly take longer than the
/// others.
fn queue(programs: Vec<Program>) -> Result<VecDeque<Task>> {
    let mut tests: Vec<_> = programs.into_iter().filter(|program| program.is_test).collect();
    ensure!(!tests.is_empty(), "cargo built no tests");
    tests.sort_by_key(|test| {
        let size = test.path.metadata().map_or(0, |file| file.len());
        (!test.folder.ends_with("crates/cli"), std::cmp::Reverse(size))
    });
    let elsewhere = Task::of_cargo("a puzzle outside the workspace", outside::command()?);
    let documented = cargo_command(&["test", "--workspace", "--exclude", "telusur-bench", "--doc"]);
    let documented = Task::of_cargo("examples in the documentation", documented);
    Ok([elsewhere, documented].into_iter().chain(tests.iter().map(Task::of)).collect())
}

impl Task {
    fn of_cargo(name: &str, command: Command) -> Self {
        Task { name: name.to_owned(), command, is_program: false }
    }

    fn of(test: &Program) -> Self {
        // Behind the page: its server's searches stand back too, and would get no time at all beside these.
        let mut command = Command::new("nice");
        command.args(["-n", "10"]).arg(&test.path);
        // As cargo would start it.
        command.current_dir(&test.folder).env("CARGO_MANIFEST_DIR", &test.folder);
        let package = test.folder.file_name().unwrap_or_default().to_string_lossy();
        Task { name: format!("{package}: {}", test.name), command, is_program: true }
    }

    /// Says how many tests passed; what a failed program has printed is printed whole. A few tests that failed are
    /// returned.
    fn run(&mut self, total: &Mutex<Counts>) -> Result<Option<Failed>> {
        let begun = Instant::now();
        let output = self.command.output().with_context(|| format!("can't start {}", self.name))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let counts = Counts::of(&said);
        locked(total).add(&counts);
        if output.status.success() {
            println!("{}: {} passed, {:.1} s", self.name, counts.passed, begun.elapsed().as_secs_f64());
            return Ok(None);
        }
        println!("{said}{}", String::from_utf8_lossy(&output.stderr));
        let tests = failed_tests(&said);
        match self.is_program && (1..=MOST_AGAIN).contains(&tests.len()) {
            true => Ok(Some(Failed { name: self.name.clone(), command: again(&self.command), tests })),
            false => bail!("tests failed: {}", self.name),
        }
    }
}

/// How many failures of a program are tried again: more than that is no accident.
const MOST_AGAIN: usize = 3;

/// Tests of one program that have failed beside others.
struct Failed {
    name: String,
    command: Command,
    tests: Vec<String>,
}

impl Failed {
    /// Runs them once more, alone: a machine that is busy with two programs and three browsers may have had no time for
    /// them. Both results are told, and what fails twice has failed.
    fn run_again(&mut self, total: &Mutex<Counts>) -> Result<()> {
        let output = self.command.arg("--exact").args(&self.tests).output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            println!("FAILED AGAIN: {said}{}", String::from_utf8_lossy(&output.stderr));
            bail!("tests failed: {}", self.name);
        }
        println!("PASSED ONLY WHEN RUN AGAIN, ALONE: {}: {}", self.name, self.tests.join(", "));
        let mut total = locked(total);
        total.failed = total.failed.saturating_sub(self.tests.len() as u64);
        total.passed += self.tests.len() as u64;
        Ok(())
    }
}

/// The same program, to be started again.
fn again(command: &Command) -> Command {
    let mut again = Command::new(command.get_program());
    again.args(command.get_args());
    again.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = command.get_current_dir() {
        again.current_dir(folder);
    }
    again
}

/// The names of the tests that failed, as they are told one by one.
fn failed_tests(said: &str) -> Vec<String> {
    let failed = said.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    failed.map(str::to_owned).collect()
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

    /// The first time one of two tests fails; alone it passes, or fails again.
    #[test]
    fn what_fails_is_run_again_alone() {
        for (alone, passed) in [("exit 0", true), ("exit 101", false)] {
            let mut command = Command::new("sh");
            let first =
                "echo 'test a::b ... FAILED'; echo 'test result: FAILED. 1 passed; 1 failed'; exit 101";
            command.args([
                "-c",
                &format!("if [ \"$1 $2\" = '--exact a::b' ]; then {alone}; else {first}; fi"),
                "sh",
            ]);
            let mut task = Task { name: "some: tests".to_owned(), command, is_program: true };
            let counts = Mutex::new(Counts::default());
            let mut failed = task.run(&counts).unwrap().unwrap();
            assert_eq!(failed.tests, ["a::b"]);
            assert_eq!(failed.run_again(&counts).is_ok(), passed);
            let (right, wrong) = if passed { (2, 0) } else { (1, 1) };
            assert_eq!(*locked(&counts), Counts { passed: right, failed: wrong });
        }
    }

    #[test]
    fn failures_are_named_and_collected() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo no good; exit 101"]);
        let mut task = Task { name: "keep: telusur_keep".to_owned(), command, is_program: true };
        let failures = Mutex::new(Vec::new());
        note(task.run(&Mutex::new(Counts::default())).map(drop), &failures);
        note(Ok(()), &failures);
        assert_eq!(*locked(&failures), ["tests failed: keep: telusur_keep"]);
    }
}
