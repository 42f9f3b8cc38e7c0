//! The real program, serving on a free port until dropped.

use crate::steps::cargo_command;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A running server.
pub(crate) struct Server {
    child: Child,
    /// `http://127.0.0.1:PORT/`
    pub(crate) url: String,
}

impl Server {
    /// Starts the program that the tests use.
    pub(crate) fn start() -> Result<Self> {
        let mut child = Command::new(tested_program()?)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned);
        match url {
            Some(url) => Ok(Server { child, url }),
            None => {
                _ = child.kill();
                anyhow::bail!("the server printed no address: {line}")
            }
        }
    }

    /// Ends the server the hard way.
    pub(crate) fn kill(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program as `cargo test --workspace` builds it. Asking for it in any other way would choose other features
/// of the dependencies, and compile everything again.
fn tested_program() -> Result<PathBuf> {
    built(&["test", "--workspace", "--no-run"])
}

/// Builds the program as users get it and says where it is.
pub(crate) fn released_program() -> Result<PathBuf> {
    built(&["build", "--package", "telusur", "--release"])
}

/// Runs cargo and picks the program out of what it reports.
fn built(arguments: &[&str]) -> Result<PathBuf> {
    let arguments = [arguments, &["--message-format=json-render-diagnostics"]].concat();
    let output = cargo_command(&arguments).stderr(Stdio::inherit()).output().context("can't start cargo")?;
    ensure!(output.status.success(), "the program does not build");
    let messages = String::from_utf8(output.stdout)?;
    let program = messages.lines().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let ours = message["target"]["name"] == "telusur" && message["profile"]["test"] == false;
        message["executable"].as_str().filter(|_| ours).map(PathBuf::from)
    });
    program.context("cargo built no program")
}
