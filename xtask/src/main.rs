//! Tasks for contributors and continuous integration.
//!
//! `cargo xtask ci` is the complete check, step by step; the other tasks are parts of it, or build what a release or
//! the README needs.

mod apt;
#[cfg(test)]
mod architecture;
mod bench;
mod browser;
mod built;
mod chromium;
mod dependencies;
mod devtools;
mod dist;
mod fingers;
mod load;
mod miri;
mod outside;
mod picture;
mod server;
mod shot;
mod side_by_side;
mod site;
mod steps;
mod types;
mod wasm;

use anyhow::{Context, Result, bail};
use std::io::Write;
use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask TASK

  ci             run every check that must pass before a change is merged
  test           run all tests, and the browser test of the page alongside them
  browser [WORD] run only the browser test of the page in Chromium, or only its scenes whose name contains WORD
  axe            run axe-core on every view of the page (not part of ci; npm downloads it into target/axe)
  api            generate openapi.json and types.js from the types of crates/wire
  types          type-check the page's scripts, with node's TypeScript
  dependencies   hold licences, versions and sources of all dependencies against deny.toml
  miri           interpret small tests of the crates without input and output (needs a nightly compiler with Miri)
  bench [NAME [PART]…] run benchmarks and check every count: engine, planes, explore, rules, auto or commands
                 [default: engine], or parts of one (engine: hanoi, 8-puzzle, idastar, korf; rules: agreement, speed, bounds,
                 counts, solitaire, loading); --before COMMIT also measures an earlier commit for comparison,
                 --readme writes the tables into the README
  fuzz [TARGET]  fuzz every parser, packing and route, or one target; see 'cargo xtask fuzz --help'
  load [OPTIONS] load-test the release build with many players and searches: --players 200 --searches 2 --seconds 20
                 --memory MIB; with --hostile, send the requests that use the most memory
  site [OPTION]  build the page without a server into target/site, and as a single file target/telusur.html; --check
                 plays the page's scenes on both, --compare compares answers and times with the program's
  outside        build and test the example of a puzzle outside the workspace, as another project would
  dist           write the program, completions and manual pages into target/dist
  picture        take the README's pictures of the page and write them into docs";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["ci"] => steps::ci(),
        ["test"] => side_by_side::run(),
        ["browser"] => browser::test(None, None),
        ["browser", word] => browser::test(None, Some(word)),
        ["axe"] => browser::axe(),
        ["api"] => types::write(),
        ["types"] => types::check(),
        ["dependencies"] => dependencies::check(),
        ["miri"] => miri::check(),
        ["bench", ref asked @ ..] => bench::run(asked),
        ["fuzz", ref asked @ ..] => fuzz(asked),
        ["load", ref options @ ..] => load::run(options),
        ["site", ref options @ ..] => site::run(options),
        ["outside"] => outside::test(),
        ["dist"] => dist::write(),
        ["picture"] => picture::take(),
        [] | ["help" | "--help" | "-h"] => {
            // A closed pipe is not an error.
            _ = writeln!(std::io::stdout(), "{HELP}");
            Ok(())
        }
        _ => bail!("unknown task '{}'; see 'cargo xtask help'", arguments.join(" ")),
    }
}

fn fuzz(asked: &[&str]) -> Result<()> {
    // A profile of its own: as fast as a release, with every check of a debug build.
    let run = ["run", "--quiet", "--profile", "fuzz", "--package", "telusur-fuzz", "--"];
    let status = steps::cargo_command(&[&run, asked].concat()).status().context("can't start cargo")?;
    match status.code() {
        Some(0) => Ok(()),
        Some(1) => bail!("an input failed; run it again with 'cargo xtask fuzz TARGET --replay FILE'"),
        _ => bail!("the fuzzer ended abnormally"),
    }
}
