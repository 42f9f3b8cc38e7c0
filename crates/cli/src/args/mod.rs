//! The command line: fixed commands, and under them one subcommand per puzzle of the catalogue with that
//! puzzle's own options.

mod examples;
mod options;
mod refusal;

pub(crate) use refusal::refuse;

use crate::export;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use examples::{EXAMPLES, EXPLORE, GENERATE, PLAY, SOLVE, VERIFY};
use options::{
    all, data_directory, graphs, json, level, limits, output, playing, puzzle, quick, reports, serving,
    to_generate, to_verify,
};
use std::path::PathBuf;
use telusur_puzzles::{Entry, catalogue};

const ABOUT: &str = "Play it, solve it, prove it, see it: state-space puzzles";

/// The whole command line.
pub(crate) fn command() -> Command {
    let per_puzzle = |command: Command, build: fn(Command, &'static dyn Entry) -> Command| {
        command
            .subcommand_value_name("PUZZLE")
            .subcommand_help_heading("Puzzles")
            .disable_help_subcommand(true)
            .subcommands(catalogue::all().iter().map(|&entry| build(puzzle(entry), entry)))
    };
    let required = |command: Command| command.subcommand_required(true);
    serving(Command::new("telusur"))
        .about(ABOUT)
        .version(env!("CARGO_PKG_VERSION"))
        .after_help(EXAMPLES)
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .subcommand(serving(Command::new("serve").about("Start the page on this machine and print its address [default]")))
        .subcommand(playing(per_puzzle(
            Command::new("play").about("Play in the terminal").after_help(PLAY),
            |command, entry| playing(level(command, entry)),
        )).arg(
            Arg::new("continue")
                .long("continue")
                .action(ArgAction::SetTrue)
                .help("Go on with the game that was played last, here or in the browser"),
        ))
        .subcommand(required(per_puzzle(
            Command::new("solve").about("Find a shortest solution, or prove that there is none").after_help(SOLVE),
            |command, entry| export::arguments(output(limits(level(command, entry)).arg(all()))),
        )))
        .subcommand(required(per_puzzle(
            Command::new("explore").about("Meet everything that can be reached and count it").after_help(EXPLORE),
            |command, entry| output(graphs(reports(limits(level(command, entry)).arg(all()), entry), entry)),
        )))
        .subcommand(required(per_puzzle(
            Command::new("verify").about("Replay moves and say whether they solve the level").after_help(VERIFY),
            |command, entry| output(limits(to_verify(command, entry))),
        )))
        .subcommand(required(per_puzzle(
            Command::new("generate").about("Make levels, solvable for certain").after_help(GENERATE),
            |command, entry| output(to_generate(command, entry)),
        )))
        .subcommand(per_puzzle(
            Command::new("bench").about("Measure the puzzles' algorithms side by side").arg(quick()).arg(json()),
            |command, _| command.arg(quick()).arg(json()),
        ))
        .subcommand(
            Command::new("list")
                .about("List the puzzles, or one puzzle's levels, options and level format")
                .arg(Arg::new("puzzle").value_name("PUZZLE").help("Name of a puzzle").value_parser(PossibleValuesParser::new(
                    catalogue::all().iter().map(|entry| entry.name()),
                )))
                .arg(json()),
        )
        .subcommand(
            Command::new("doctor")
                .about("Say what this program and machine have, and whether everything works")
                .after_help("Exit codes: 0 everything works, 1 something that is needed does not.")
                .arg(data_directory())
                .arg(json()),
        )
        .subcommand(
            Command::new("completions")
                .about("Print completions for a shell")
                .after_help("Example:\n  telusur completions bash > ~/.local/share/bash-completion/completions/telusur")
                .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(clap_complete::Shell)).help("Which shell")),
        )
        .subcommand(
            Command::new("man").about("Print the manual page").arg(
                Arg::new("dir")
                    .long("dir")
                    .value_name("DIR")
                    .value_parser(value_parser!(PathBuf))
                    .value_hint(ValueHint::DirPath)
                    .help("Write the pages of all commands into this folder instead"),
            ),
        )
}

/// The puzzle that a command is about, with its arguments.
pub(crate) fn chosen(matches: &ArgMatches) -> anyhow::Result<(&'static dyn Entry, &ArgMatches)> {
    let (name, inner) = matches.subcommand().ok_or_else(|| anyhow::anyhow!("no puzzle is named"))?;
    let entry = catalogue::find(name).ok_or_else(|| anyhow::anyhow!("there is no puzzle '{name}'"))?;
    refusal::refuse_swallowed_options(entry, inner)?;
    Ok((entry, inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed_for_every_puzzle() {
        command().debug_assert();
    }
}
