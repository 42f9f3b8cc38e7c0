//! The arguments of searches on disk.

use crate::amount;
use crate::args::forms::{directory, file, number, valued};
use clap::{Arg, Command};
use std::ffi::OsString;

const DISK: &str = "On disk";

/// The hidden commands that `explore --resume` and `explore --status` stand for: a puzzle is not named there.
const RESUME: &str = "explore-resume";
const STATUS: &str = "explore-status";

/// `--disk` and what goes with it.
pub(crate) fn arguments(command: Command, for_goal: bool) -> Command {
    let directory = directory("disk")
        .help("Keep layers in this directory instead of memory, and resume there if it holds some");
    let command = together(command.arg(directory.help_heading(DISK)), Some("disk"));
    if for_goal { command } else { command.arg(layers().requires("disk")) }
}

/// What a search on disk takes, fresh or resumed.
fn together(command: Command, requires: Option<&'static str>) -> Command {
    let args = [
        valued("disk-limit", "BYTES")
            .help("Size limit of that directory [default: no limit]")
            .value_parser(amount::bytes),
        number("processes", 1..=64)
            .help("Number of processes on this machine, with --threads each [default: 1]"),
        file("hosts")
            .help("One process for each line host:port of a file; all of them share the directory")
            .conflicts_with("processes"),
        number("process", 0..=63).help("The line of this process in --hosts, from 0"),
    ];
    let args = args.map(|arg| arg.help_heading(DISK).hide_short_help(true));
    args.into_iter().fold(command, |command, arg| {
        command.arg(match requires {
            Some(other) => arg.requires(other),
            None => arg,
        })
    })
}

fn layers() -> Arg {
    let layers = file("layers").help("Write a line for every complete layer, while the search goes on");
    layers.long("csv").help_heading(DISK)
}

/// Turns a command line that goes on with an exploration, or asks how far it is, into one that names no puzzle.
pub(crate) fn turn_directory_command(words: &mut [OsString]) {
    if words.get(1).is_none_or(|word| word != "explore") {
        return;
    }
    let has = |option: &str| {
        let is_option = |word: &str| {
            word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        words.iter().skip(2).any(|word| word.to_str().is_some_and(is_option))
    };
    if has("--status") {
        words[1] = STATUS.into();
    } else if has("--resume") {
        words[1] = RESUME.into();
    }
}

/// The hidden command that says how far an exploration on disk is.
pub(crate) fn status_command(finish: impl FnOnce(Command) -> Command) -> Command {
    let directory = directory("status").help("The directory of the exploration").required(true);
    finish(Command::new(STATUS).about("Say how far an exploration on disk is").hide(true).arg(directory))
}

/// The hidden command; `limits` and `output` are those of `explore`.
pub(crate) fn resume_command(finish: impl FnOnce(Command) -> Command) -> Command {
    let directory = directory("resume").help("The directory of the exploration").required(true);
    let join = Arg::new("join").long("join").value_name("ADDRESS").hide(true);
    let command = Command::new(RESUME).about("Resume an exploration on disk").hide(true);
    finish(together(command.arg(directory).arg(join).arg(layers()), None))
}
