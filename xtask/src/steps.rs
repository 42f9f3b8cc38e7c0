//! `cargo xtask ci`: each step announced, timed, and the first failure ends it.

use crate::{chromium, dependencies, miri, side_by_side, types, wasm};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

type Step = (&'static str, fn() -> Result<()>);

const STEPS: &[Step] = &[
    ("format", || cargo(&["fmt", "--all", "--check"], &[])),
    ("types of the page", types::check),
    ("dependencies", dependencies::check),
    ("clippy", || cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])),
    ("documentation", || cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])),
    ("engine for browsers", wasm::check_where_installed),
    ("tests, and the page in Chromium", side_by_side::run),
    ("small tests under Miri", miri::check_where_installed),
];

pub(crate) fn ci() -> Result<()> {
    let started = Instant::now();
    // Where it must be installed, that is done by the time it is needed; what goes wrong is said then.
    std::thread::spawn(chromium::path);
    for (i, (name, step)) in STEPS.iter().enumerate() {
        println!("\n── {}/{} {name}", i + 1, STEPS.len());
        let begun = Instant::now();
        step().with_context(|| format!("step {} of {} failed: {name}", i + 1, STEPS.len()))?;
        println!("── {name}: {:.0} s", begun.elapsed().as_secs_f64());
    }
    println!("\nAll {} steps passed in {:.0} s.", STEPS.len(), started.elapsed().as_secs_f64());
    Ok(())
}

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Cargo at the root of the workspace.
pub(crate) fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Nothing here is built twice, so there is no use in keeping what would make the second time quicker.
    command.args(arguments).current_dir(root()).env("CARGO_INCREMENTAL", "0");
    command
}

/// Runs cargo and demands success.
pub(crate) fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let status =
        cargo_command(arguments).envs(environment.iter().copied()).status().context("can't start cargo")?;
    if !status.success() {
        bail!("'cargo {}' failed", arguments.join(" "));
    }
    Ok(())
}
