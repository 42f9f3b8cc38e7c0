//! Starting the program and keeping what it said.

use crate::folder::Scratch;
use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Solvable and far out of reach of any search within a test.
pub(crate) const HARD: &str = ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
/// Two moves from solved.
pub(crate) const EASY: &str = "1 2 3/4 . 6/7 5 8";

pub(crate) struct Text {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Text {
    /// The one JSON object on standard output.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "one line of JSON: {}", self.out);
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// Bad usage or input: exit code 2, one clear line, nothing on standard output.
    pub(crate) fn refused(&self, expected: &str) {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        // With `--json` the error stands there too.
        assert!(self.out.is_empty() || self.out.starts_with("{\"error\":"), "{}", self.out);
        self.one_line(expected);
    }

    /// One line on standard error.
    pub(crate) fn one_line(&self, expected: &str) {
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(
            self.err.starts_with("telusur: ") && self.err.contains(expected),
            "{expected:?}: {}",
            self.err
        );
        assert!(self.err.len() < 500 && !self.err.contains("panicked"), "{}", self.err);
    }
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_telusur"));
    command.env_remove("NO_COLOR").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs with arguments and nothing on standard input.
pub(crate) fn telusur<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Text {
    with_input(arguments, b"")
}

/// Runs with arguments and standard input.
pub(crate) fn with_input<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>, input: &[u8]) -> Text {
    let mut child = program().args(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may stop reading early, so a broken pipe is fine; and it may answer before it has read all.
    let feeding = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    Text {
        code: output.status.code().expect("ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// `solve tiles LEVEL` and more arguments.
pub(crate) fn solve(level: &str, more: &[&str]) -> Text {
    telusur(["solve", "tiles", level].iter().chain(more))
}

/// A file that is gone when the test ends.
pub(crate) struct TempFile(pub(crate) PathBuf);

impl TempFile {
    pub(crate) fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("telusur-test-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        TempFile(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}

/// The path of a file in a folder, as an argument.
pub(crate) fn file_in(folder: &Scratch, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// What is in a folder, by name.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
