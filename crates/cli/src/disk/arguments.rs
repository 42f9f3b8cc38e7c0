//! The arguments of searches on disk.

use crate::amount;
use clap::{Arg, Command, ValueHint, value_parser};
use std::ffi::OsString;
use std::path::PathBuf;

const DISK: &str = "On disk";

/// The hidden command that `explore --resume` stands for: a puzzle is not named there.
const RESUME: &str = "explore-resume";

/// `--disk` and what goes with it.
pub(crate) fn arguments(command: Command, for_goal: bool) -> Command {
    let directory = Arg::new("disk")
        .long("disk")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::DirPath)
        .help_heading(DISK)
        .help("Keep layers in this directory instead of memory, and resume there if it holds some");
    let command = together(command.arg(directory), Some("disk"));
    if for_goal { command } else { command.arg(layers().requires("disk")) }
}

/// What a search on disk takes, fresh or resumed.
fn together(command: Command, requires: Option<&'static str>) -> Command {
    let number = |name: &'static str, range: std::ops::RangeInclusive<u64>, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("N")
            .value_parser(value_parser!(u64).range(range))
            .help_heading(DISK)
            .help(help)
    };
    let args = [
        Arg::new("disk-limit")
            .long("disk-limit")
            .value_name("BYTES")
            .value_parser(amount::bytes)
            .help_heading(DISK)
            .help("Size limit of that directory [default: no limit]"),
        number("processes", 1..=64, "Number of processes on this machine, with --threads each [default: 1]"),
        Arg::new("hosts")
            .long("hosts")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .value_hint(ValueHint::FilePath)
            .conflicts_with("processes")
            .help_heading(DISK)
            .help("One process for each line host:port of a file; all of them share the directory"),
        number("process", 0..=63, "The line of this process in --hosts, from 0"),
    ];
    args.into_iter().fold(command, |command, arg| {
        command.arg(match requires {
            Some(other) => arg.requires(other),
            None => arg,
        })
    })
}

fn layers() -> Arg {
    Arg::new("layers")
        .long("csv")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::FilePath)
        .help_heading(DISK)
        .help("Write a line for every complete layer, while the search goes on")
}

/// Whether a command line goes on with an exploration; then it is turned into one that names no puzzle.
pub(crate) fn is_resume(words: &mut [OsString]) -> bool {
    let resumes =
        |word: &OsString| word.to_str().is_some_and(|w| w == "--resume" || w.starts_with("--resume="));
    let is = words.get(1).is_some_and(|word| word == "explore") && words.iter().skip(2).any(resumes);
    if is {
        words[1] = RESUME.into();
    }
    is
}

/// The hidden command; `limits` and `output` are those of `explore`.
pub(crate) fn resume_command(finish: impl FnOnce(Command) -> Command) -> Command {
    let directory = Arg::new("resume")
        .long("resume")
        .value_name("DIR")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::DirPath)
        .help("The directory of the exploration");
    let join = Arg::new("join").long("join").value_name("ADDRESS").hide(true);
    let command = Command::new(RESUME).about("Resume an exploration on disk").hide(true);
    finish(together(command.arg(directory).arg(join).arg(layers()), None))
}
