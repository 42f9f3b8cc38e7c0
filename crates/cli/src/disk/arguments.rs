//! The arguments of searches on disk.

use crate::amount;
use crate::args::forms::{directory, file, number, valued};
use clap::{Arg, Command};
use std::ffi::OsString;

const DISK: &str = "On disk";

/// The hidden command that `explore --resume` stands for: a puzzle is not named there.
const RESUME: &str = "explore-resume";

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

/// Turns a command line that goes on with an exploration into one that names no puzzle.
pub(crate) fn turn_resume(words: &mut [OsString]) {
    let resumes =
        |word: &OsString| word.to_str().is_some_and(|w| w == "--resume" || w.starts_with("--resume="));
    if words.get(1).is_some_and(|word| word == "explore") && words.iter().skip(2).any(resumes) {
        words[1] = RESUME.into();
    }
}

/// The hidden command; `limits` and `output` are those of `explore`.
pub(crate) fn resume_command(finish: impl FnOnce(Command) -> Command) -> Command {
    let directory = directory("resume").help("The directory of the exploration").required(true);
    let join = Arg::new("join").long("join").value_name("ADDRESS").hide(true);
    let command = Command::new(RESUME).about("Resume an exploration on disk").hide(true);
    finish(together(command.arg(directory).arg(join).arg(layers()), None))
}
