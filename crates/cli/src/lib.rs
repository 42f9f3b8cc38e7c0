//! The program `telusur`: reads the command line, runs one command, prints the answer, sets the exit code.
//!
//! It is a library so that another crate can add puzzles to it ([`Program`]), and so that the parsing of the command
//! line can be fuzzed without starting a process.
//!
//! This crate alone prints, reads files and handles signals. The puzzles and their options come from the catalogue;
//! nothing here knows a rule of any puzzle.

pub mod amount;
mod args;
mod audit;
mod bench;
mod chart;
mod check;
mod data;
mod device;
mod disk;
mod doctor;
mod each_line;
mod exit;
mod explore;
mod export;
mod generate;
mod graph;
mod input;
mod interrupt;
mod json;
mod line;
mod list;
mod machine;
mod manual;
mod optimality;
mod output;
mod own_files;
mod own_rules;
mod play;
mod program;
mod progress;
mod schema;
mod search;
mod serve;
mod show;
mod solve;
mod solve_all;
mod surroundings;
mod table;
mod tables;
mod target;
mod verify;
mod watch;

pub use program::Program;

use clap::error::ErrorKind;
use exit::Exit;
use std::ffi::OsString;

/// Parses a command line as [`Program::run`] does, the program's name first, without executing it. Returns the command and
/// the puzzle that it names.
///
/// # Errors
/// The line that the program would print on standard error.
pub fn understand(
    words: impl IntoIterator<Item = OsString>,
) -> Result<(Option<String>, Option<String>), String> {
    let refused = |error: anyhow::Error| exit::one_line(&format!("{error:#}"));
    match args::parse(words) {
        Ok(matches) => {
            let Some((command, inner)) = matches.subcommand() else { return Ok((None, None)) };
            let puzzle = match inner.subcommand_name() {
                Some(_) => Some(args::chosen(inner).map_err(refused)?.0.name().to_owned()),
                None => None,
            };
            Ok((Some(command.to_owned()), puzzle))
        }
        Err(error) if [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion].contains(&error.kind()) => {
            Ok((None, None))
        }
        Err(error) => args::refuse(&error).map(|_| (None, None)).map_err(refused),
    }
}

fn run(matches: &clap::ArgMatches) -> anyhow::Result<Exit> {
    // The page and the screen have ends of their own.
    if !matches!(matches.subcommand_name(), None | Some("serve" | "play")) {
        interrupt::install(|| ())?;
    }
    match matches.subcommand() {
        None => serve::run(matches),
        Some(("serve", matches)) => serve::run(matches),
        Some(("play", matches)) => play::run(matches),
        Some(("solve", matches)) => solve::run(matches),
        Some(("explore", matches)) => explore::run(matches),
        Some(("explore-resume", matches)) => disk::resume(matches),
        Some(("explore-status", matches)) => disk::status(matches),
        Some(("verify", matches)) => verify::run(matches),
        Some(("watch", matches)) => watch::run(matches),
        Some(("generate", matches)) => generate::run(matches),
        Some(("bench", matches)) => bench::run(matches),
        Some(("check", matches)) => check::run(matches),
        Some(("list", matches)) => list::run(matches),
        Some(("doctor", matches)) => doctor::run(matches),
        Some(("schema", _)) => schema::run(),
        Some(("completions", matches)) => manual::completions(matches),
        Some(("man", matches)) => manual::man(matches),
        Some((other, _)) => anyhow::bail!("unknown command '{other}'"),
    }
}
