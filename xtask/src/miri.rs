//! Miri: the crates without input and output, interpreted on small inputs, with every access to memory checked. It needs
//! a nightly compiler, so CI runs it where that is installed, and says where it is not.

use crate::steps::root;
use anyhow::{Context, Result, bail, ensure};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The tests that are interpreted: each of these crates has a file of them, on inputs of a few states.
const CRATES: [&str; 3] = ["telusur-search", "telusur-puzzles", "telusur-rules"];
const TEST: &str = "small_inputs";
/// How long CI waits for it: interpreting takes a thousand times as long as running.
const PATIENCE: Duration = Duration::from_secs(240);

/// Runs it, or fails where it can't be run.
pub(crate) fn check() -> Result<()> {
    ensure!(
        is_installed(),
        "Miri is not installed: run 'rustup toolchain install nightly --component miri,rust-src'"
    );
    let status = command().status().context("can't start cargo")?;
    ensure!(status.success(), "Miri has found a fault");
    Ok(())
}

/// Runs it where it is installed, as far as it comes in some minutes; says what was not run.
pub(crate) fn check_where_installed() -> Result<()> {
    if !is_installed() {
        println!("Miri is not installed here: nothing was interpreted");
        return Ok(());
    }
    let mut child = command().spawn().context("can't start cargo")?;
    let end = Instant::now() + PATIENCE;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(_) => bail!("Miri has found a fault"),
            None if Instant::now() >= end => {
                child.kill()?;
                child.wait()?;
                println!("Miri was stopped after {} s: the rest was not interpreted", PATIENCE.as_secs());
                return Ok(());
            }
            None => std::thread::sleep(Duration::from_millis(200)),
        }
    }
}

fn is_installed() -> bool {
    let asked = nightly().args(["miri", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// Cargo of the nightly toolchain, by rustup's own program: cargo itself knows no toolchains.
fn nightly() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).current_dir(root());
    // What the cargo around us says about its own toolchain is not true of this one.
    for name in ["RUSTC", "RUSTDOC", "CARGO", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

fn command() -> Command {
    let mut command = nightly();
    command.args(["miri", "test", "--target-dir", "target/miri", "--test", TEST]);
    for name in CRATES {
        command.args(["-p", name]);
    }
    // The engine reads a clock; what a thread pool keeps until the end is no leak.
    command.env("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-ignore-leaks");
    command
}
