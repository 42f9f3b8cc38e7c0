//! What contributors and continuous integration run.
//!
//! `cargo xtask ci` is the whole check, step by step; the other tasks make what a release or the README needs.

#[cfg(test)]
mod architecture;
mod bench;
mod browser;
mod built;
mod chromium;
mod devtools;
mod dist;
mod fingers;
mod load;
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

  ci             everything that must hold before a change is merged
  test           only the tests, with the page in Chromium beside them
  browser [WORD] only the test of the page in Chromium, or its scenes with a word
  axe            ask axe-core about every view of the page (a study; npm fetches it into target/axe)
  api            the description of the server and the types of the page's scripts, from the types of the wire
  types          only the types of the page's scripts, where node is at hand
  bench [NAME [PART]…] measure, with every count checked: engine, planes, explore or rules [default: engine], or
                 parts of one (engine: hanoi, 8-puzzle, idastar, korf; rules: agreement, speed, bounds, counts,
                 solitaire, loading); --before COMMIT has the times of an earlier commit beside them, --readme
                 puts the tables into the README
  fuzz [TARGET]  hostile inputs for every parser, packing and route; see 'cargo xtask fuzz --help'
  load [OPTIONS] many players and searches at once against the release: --players 200 --searches 2 --seconds 20
                 --memory MIB; or, with --hostile, what takes most memory
  site [OPTION]  the page without a server into target/site, and as one file target/telusur.html; --check plays the
                 scenes of the page with both, --compare holds its answers and times against the program's
  dist           the program, completions and manual pages into target/dist
  picture        the README's pictures of the page into docs";

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
        ["bench", ref asked @ ..] => bench::run(asked),
        ["fuzz", ref asked @ ..] => fuzz(asked),
        ["load", ref options @ ..] => load::run(options),
        ["site", ref options @ ..] => site::run(options),
        ["dist"] => dist::write(),
        ["picture"] => picture::take(),
        [] | ["help" | "--help" | "-h"] => {
            // A closed pipe is nobody's mistake.
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
        Some(1) => bail!("an input shows a fault; run it again with 'cargo xtask fuzz TARGET --replay FILE'"),
        _ => bail!("the fuzzer did not run to its end"),
    }
}
