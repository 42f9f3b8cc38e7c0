//! The real program, serving on a free port with a data directory of its own until dropped.

use crate::built;
use crate::site::Host;
use anyhow::{Context, Result, bail, ensure};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Whoever has the page: a running server, or the page that needs none.
pub(crate) struct Server {
    source: Source,
    pub(crate) program: PathBuf,
    options: Vec<String>,
    data: PathBuf,
    /// `http://127.0.0.1:PORT/`, or the address of a file.
    pub(crate) url: String,
}

enum Source {
    Program(Child),
    /// A folder on a static host, unless that was ended.
    Folder(PathBuf, Option<Host>),
    File,
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
        Server::of(program()?, &[])
    }

    /// Serves a folder as a static host does, beside a program to ask.
    pub(crate) fn of_folder(folder: PathBuf, program: PathBuf) -> Result<Self> {
        let host = Host::start(folder.clone(), "127.0.0.1:0")?;
        let url = format!("http://{}/", host.address);
        let source = Source::Folder(folder, Some(host));
        Ok(Server { source, program, options: Vec::new(), data: PathBuf::new(), url })
    }

    /// A page that is one file on disk, beside a program to ask.
    pub(crate) fn of_file(file: &Path, program: PathBuf) -> Self {
        let url = format!("file://{}", file.display());
        Server { source: Source::File, program, options: Vec::new(), data: PathBuf::new(), url }
    }

    /// Where the browser keeps what this page stores.
    pub(crate) fn origin(&self) -> &str {
        match self.source {
            Source::File => "file://",
            _ => self.url.trim_end_matches('/'),
        }
    }

    /// Starts a program with more options; nothing is kept yet.
    pub(crate) fn of(program: PathBuf, options: &[String]) -> Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("telusur-data-{}-{number}", std::process::id()));
        _ = std::fs::remove_dir_all(&data);
        let (child, url) = serve(&program, &data, "127.0.0.1:0", options)?;
        Ok(Server { source: Source::Program(child), program, options: options.to_vec(), data, url })
    }

    /// `127.0.0.1:PORT`
    pub(crate) fn address(&self) -> String {
        self.url.trim_start_matches("http://").trim_end_matches('/').to_owned()
    }

    /// What the process holds, where the system tells.
    pub(crate) fn memory(&self) -> Option<Memory> {
        let Source::Program(child) = &self.source else { return None };
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let mebibytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().trim_end_matches(" kB").parse::<u64>().ok().map(|kibibytes| kibibytes >> 10)
        };
        Some(Memory { now: mebibytes("VmRSS:")?, most: mebibytes("VmHWM:")? })
    }

    /// Ends the server the hard way.
    pub(crate) fn kill(&mut self) {
        match &mut self.source {
            Source::Program(child) => {
                _ = child.kill();
                _ = child.wait();
            }
            Source::Folder(_, host) => *host = None,
            Source::File => {}
        }
    }

    /// Has a static host serve other bytes under a name, until it is restarted.
    pub(crate) fn replace(&self, name: &str, bytes: Vec<u8>) -> Result<()> {
        let Source::Folder(_, Some(host)) = &self.source else {
            bail!("only a static host serves other files")
        };
        host.replace(name, bytes);
        Ok(())
    }

    /// Starts it again at the same address with what it had kept.
    pub(crate) fn restart(&mut self) -> Result<()> {
        self.kill();
        let address = self.address();
        match &mut self.source {
            Source::Program(child) => {
                // Somebody else may have the port for a moment.
                let start = || serve(&self.program, &self.data, &address, &self.options);
                let later = |_| {
                    std::thread::sleep(std::time::Duration::from_millis(500));
                    start().ok()
                };
                let (again, url) = start().or_else(|error| (0..60).find_map(later).ok_or(error))?;
                *child = again;
                ensure!(url == self.url, "the server came back at {url}");
            }
            Source::Folder(folder, host) => *host = Some(Host::start(folder.clone(), &address)?),
            Source::File => {}
        }
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
        if matches!(self.source, Source::Program(_)) {
            _ = std::fs::remove_dir_all(&self.data);
        }
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

/// The program that `TELUSUR` names, or as the tests build it.
pub(crate) fn program() -> Result<PathBuf> {
    match std::env::var_os("TELUSUR") {
        Some(named) => Ok(named.into()),
        None => built::telusur(&built::build(&built::TESTS)?),
    }
}

/// Builds the program as users get it and says where it is.
pub(crate) fn released_program() -> Result<PathBuf> {
    built::telusur(&built::build(&["build", "--package", "telusur", "--release"])?)
}
