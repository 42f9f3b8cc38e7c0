//! The real program, serving on a free port with a data directory of its own until dropped.

use crate::built;
use anyhow::{Context, Result, bail, ensure};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A running server.
pub(crate) struct Server {
    child: Child,
    pub(crate) program: PathBuf,
    options: Vec<String>,
    data: PathBuf,
    /// `http://127.0.0.1:PORT/`
    pub(crate) url: String,
}

/// Memory of the server in MiB.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) now: u64,
    /// Since it was started.
    pub(crate) most: u64,
}

impl Server {
    /// Starts the program that `TELUSUR` names, or builds it as the tests do; nothing is kept yet.
    pub(crate) fn start() -> Result<Self> {
        let program = match std::env::var_os("TELUSUR") {
            Some(named) => named.into(),
            None => built::telusur(&built::build(&built::TESTS)?)?,
        };
        Server::of(program, &[])
    }

    /// Starts a program with more options; nothing is kept yet.
    pub(crate) fn of(program: PathBuf, options: &[String]) -> Result<Self> {
        let data = std::env::temp_dir().join(format!("telusur-data-{}", std::process::id()));
        _ = std::fs::remove_dir_all(&data);
        let (child, url) = serve(&program, &data, "127.0.0.1:0", options)?;
        Ok(Server { child, program, options: options.to_vec(), data, url })
    }

    /// `127.0.0.1:PORT`
    pub(crate) fn address(&self) -> String {
        self.url.trim_start_matches("http://").trim_end_matches('/').to_owned()
    }

    /// What the process holds, where the system tells.
    pub(crate) fn memory(&self) -> Option<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let mebibytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().trim_end_matches(" kB").parse::<u64>().ok().map(|kibibytes| kibibytes >> 10)
        };
        Some(Memory { now: mebibytes("VmRSS:")?, most: mebibytes("VmHWM:")? })
    }

    /// Ends the server the hard way.
    pub(crate) fn kill(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }

    /// Starts it again at the same address with what it had kept.
    pub(crate) fn restart(&mut self) -> Result<()> {
        self.kill();
        let address = self.address();
        let (child, url) = serve(&self.program, &self.data, &address, &self.options)?;
        self.child = child;
        ensure!(url == self.url, "the server came back at {url}");
        Ok(())
    }

    /// The moves of a shortest solution, from the command line of the same program.
    pub(crate) fn solution(&self, puzzle: &str, level: &str) -> Result<Vec<String>> {
        let output = Command::new(&self.program).args(["solve", puzzle, level, "--quiet"]).output()?;
        ensure!(output.status.success(), "{puzzle} {level}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        _ = std::fs::remove_dir_all(&self.data);
    }
}

fn serve(program: &PathBuf, data: &PathBuf, address: &str, options: &[String]) -> Result<(Child, String)> {
    let mut child = Command::new(program)
        .args(["serve", "--listen", address, "--data"])
        .arg(data)
        .args(options)
        .args(std::env::var("TELUSUR_DEV").ok().map(|ui| format!("--dev={ui}")))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("can't start the program")?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
    match line.split_whitespace().find(|word| word.starts_with("http://")) {
        Some(url) => Ok((child, url.to_owned())),
        None => {
            _ = child.kill();
            _ = child.wait();
            bail!("the server printed no address: {line}")
        }
    }
}

/// Builds the program as users get it and says where it is.
pub(crate) fn released_program() -> Result<PathBuf> {
    built::telusur(&built::build(&["build", "--package", "telusur", "--release"])?)
}
