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
    /// Builds the program as the tests do, so that nothing is compiled twice, and starts it.
    pub(crate) fn start() -> Result<Self> {
        let mut child = Command::new(executable("test")?)
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

/// Builds the program and says where it is.
pub(crate) fn executable(profile: &str) -> Result<PathBuf> {
    let arguments =
        ["build", "--package", "telusur", "--profile", profile, "--message-format=json-render-diagnostics"];
    let output = cargo_command(&arguments).stderr(Stdio::inherit()).output().context("can't start cargo")?;
    ensure!(output.status.success(), "the program does not build");
    let messages = String::from_utf8(output.stdout)?;
    let mut executables = messages.lines().rev().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        (message["target"]["name"] == "telusur")
            .then(|| message["executable"].as_str().map(PathBuf::from))
            .flatten()
    });
    executables.next().context("cargo built no program")
}
