//! The program `telusur`: reads the command line, runs one command, prints the answer, sets the exit code.
//!
//! This crate alone prints, reads files and handles signals. What puzzles there are and what options they have
//! comes from the catalogue; nothing here knows a rule of any of them.

mod amount;
mod args;
mod audit;
mod bench;
mod data;
mod device;
mod doctor;
mod each_line;
mod exit;
mod explore;
mod export;
mod generate;
mod input;
mod interrupt;
mod json;
mod keeper;
mod level_file;
mod line;
mod list;
mod machine;
mod manual;
mod optimality;
mod output;
mod play;
mod progress;
mod search;
mod serve;
mod show;
mod solve;
mod surroundings;
mod table;
mod target;
mod verify;

use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        let payload = panic.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let what = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("unknown");
        eprintln!("telusur: internal error{place}: {}; please report it", exit::one_line(what));
    }));
    exit::conclude(match args::parse(std::env::args_os()) {
        Ok(matches) => run(&matches),
        Err(error) => args::refuse(&error),
    })
}

fn run(matches: &clap::ArgMatches) -> anyhow::Result<Exit> {
    // The page and the screen have ends of their own.
    if !matches!(matches.subcommand_name(), None | Some("serve" | "play")) {
        interrupt::install()?;
    }
    match matches.subcommand() {
        None => serve::run(matches),
        Some(("serve", matches)) => serve::run(matches),
        Some(("play", matches)) => play::run(matches),
        Some(("solve", matches)) => solve::run(matches),
        Some(("explore", matches)) => explore::run(matches),
        Some(("verify", matches)) => verify::run(matches),
        Some(("generate", matches)) => generate::run(matches),
        Some(("bench", matches)) => bench::run(matches),
        Some(("list", matches)) => list::run(matches),
        Some(("doctor", matches)) => doctor::run(matches),
        Some(("completions", matches)) => manual::completions(matches),
        Some(("man", matches)) => manual::man(matches),
        Some((other, _)) => anyhow::bail!("unknown command '{other}'"),
    }
}
