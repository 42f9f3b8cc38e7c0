//! The command line: fixed commands, and under them one subcommand per puzzle of the catalogue with that
//! puzzle's own options.

mod dashes;
mod examples;
pub(crate) mod forms;
mod options;
mod refusal;

pub(crate) use refusal::{refuse, refuse_taken_options};

use crate::show::Style;
use crate::{disk, export};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, ValueHint, value_parser};
use examples::{EXAMPLES, EXPLORE, GENERATE, PLAY, SOLVE, VERIFY, WATCH};
use forms::switch;
use options::{
    COUNT, LENGTH, LEVEL, ORDER, SOLUTION, algorithm, algorithms, all, all_levels, chart, daily,
    data_directory, device, graphs, json, large_tables, level, limits, limits_of_one_thread, output, playing,
    puzzle, reports, serving, steps, table_directory, time, to_generate, to_verify, without,
};
use std::ffi::OsString;
use std::path::PathBuf;
use telusur_puzzles::{Entry, catalogue};
use telusur_rules::OWN_RULES;
use telusur_search::Algorithm;
use telusur_search::watch::WATCHED;

const ABOUT: &str = "Play it, solve it, prove it, see it: state-space puzzles";

/// The whole command line.
pub(crate) fn command() -> Command {
    command_with(|_| true, catalogue::all())
}

/// What of the command line these words need: all puzzles under all commands take longer to build than many a search.
fn command_for(words: &[OsString]) -> Command {
    let is_needed = |name: &str| words.iter().any(|word| word == name);
    // The puzzle's name is the first word behind the command that is no option; where it is none, all are suggested.
    let name = words.iter().skip(2).find(|word| !word.to_string_lossy().starts_with('-'));
    let named = name.and_then(|name| catalogue::find(name.to_str()?));
    let command = command_with(is_needed, named.as_ref().map_or(catalogue::all(), std::slice::from_ref));
    match named {
        Some(_) => command,
        None => command.mut_subcommands(with_names),
    }
}

/// A command whose help has the names of puzzles in a few lines: what each of them is, `list` says.
fn with_names(command: Command) -> Command {
    let shown = command.get_subcommands().filter(|puzzle| !puzzle.is_hide_set());
    let mut names: Vec<String> = shown.map(|puzzle| puzzle.get_name().to_owned()).collect();
    let Some(last) = names.last_mut() else { return command };
    *last += ".";
    let words: Vec<String> = names.join(", ").split(' ').map(str::to_owned).collect();
    let names = Style::of_stdout().wrapped(words.iter().map(String::as_str));
    let examples =
        command.get_after_long_help().map(|examples| format!("\n\n{examples}")).unwrap_or_default();
    let list = format!(
        "Puzzles:\n{names}\n\n'telusur list' says what each of them is. A file of rules, FILE.puzzle, is a puzzle too."
    );
    let required = command.is_subcommand_required_set();
    let place = if required { "<PUZZLE> [LEVEL] [OPTIONS]" } else { "[PUZZLE] [LEVEL] [OPTIONS]" };
    let usage = format!("telusur {} {place}", command.get_name());
    let command = command.override_usage(usage).after_help(list.clone());
    command.after_long_help(list + &examples).mut_subcommands(|puzzle| puzzle.hide(true))
}

/// The command line, with some puzzles under those commands that are needed.
fn command_with(is_needed: impl Fn(&str) -> bool, puzzles: &[&'static dyn Entry]) -> Command {
    let per_puzzle = |command: Command, build: fn(Command, &'static dyn Entry) -> Command| {
        let command = command
            .subcommand_value_name("PUZZLE")
            .subcommand_help_heading("Puzzles")
            .disable_help_subcommand(true);
        match is_needed(command.get_name()) {
            true => command.subcommands(puzzles.iter().map(|&entry| build(puzzle(entry), entry))),
            false => command,
        }
    };
    let required = |command: Command| command.subcommand_required(true);
    serving(Command::new("telusur"))
        .about(ABOUT)
        .version(env!("CARGO_PKG_VERSION"))
        .after_long_help(EXAMPLES)
        .args_conflicts_with_subcommands(true)
        .subcommand(serving(Command::new("serve").about("Start the page on this machine and print its address [default]")))
        .subcommand(per_puzzle(
            everywhere(playing(Command::new("play").about("Play in the terminal").after_long_help(PLAY))),
            |command, entry| level(command, entry).arg(daily(&["level", "file", "number"])),
        ))
        .subcommand(required(per_puzzle(
            Command::new("solve").about("Find a shortest solution, or prove that there is none").after_long_help(SOLVE),
            |command, entry| {
                let command = searching(level(command, entry), entry, &Algorithm::ALL);
                let command = all(command, entry).arg(all_levels()).arg(table_directory());
                let command = if entry.about().has_large_tables { command.arg(large_tables()) } else { command };
                let command = if entry.about().is_game { command } else { disk::arguments(command, true) };
                let command = export::arguments(output(command, SOLUTION));
                let command = without(command, "all-levels", &["number", "svg", "gif", "csv", "frames", "disk"]);
                without(command, "disk", &["all", "large-tables"])
            },
        )))
        .subcommand(required(per_puzzle(
            Command::new("explore").about("Count all reachable states, depth by depth").after_long_help(EXPLORE),
            |command, entry| {
                let command = searching(level(command, entry), entry, &Algorithm::EXPLORING);
                let command = if entry.about().is_game { command } else { command.arg(device()) };
                let command = disk::arguments(all(command, entry), false);
                let command = output(graphs(reports(command, entry)).arg(chart()), COUNT);
                // Each of these is instead of the usual exploration.
                let command = without(command, "report", &["algorithm", "all", "device", "disk", "graph"]);
                let command = without(command, "graph", &["algorithm", "all", "device", "disk", "svg", "json", "quiet"]);
                without(command, "disk", &["all", "device", "svg"])
            },
        )))
        .subcommand(disk::resume_command(|command| output(limits(command), COUNT)))
        .subcommand(disk::status_command(|command| output(command, COUNT)))
        .subcommand(required(per_puzzle(
            Command::new("verify").about("Replay moves and say whether they solve the level").after_long_help(VERIFY),
            |command, entry| output(to_verify(command, entry).arg(table_directory()), LENGTH),
        )))
        .subcommand(required(per_puzzle(
            Command::new("watch").about("Show a search step by step, as a tree").after_long_help(WATCH),
            |command, entry| {
                let offered: Vec<Algorithm> = [Algorithm::Auto].into_iter().chain(WATCHED).collect();
                let command = level(command, entry).arg(algorithm(&offered));
                // Games have nothing to show here, and say so.
                output(limits_of_one_thread(command), ORDER).arg(steps()).hide(entry.about().is_game)
            },
        )))
        .subcommand(required(per_puzzle(
            Command::new("generate").about("Generate levels that are guaranteed to be solvable").after_long_help(GENERATE),
            |command, entry| output(to_generate(command, entry), LEVEL),
        )))
        .subcommand(per_puzzle(
            everywhere(
                Command::new("bench").about("Measure the puzzles' algorithms side by side").arg(switch("quick", "A run of a few seconds")).arg(chart()).arg(json()),
            ),
            |command, entry| match entry.name() == OWN_RULES.name() {
                // What the file held that stood in the place of a name.
                true => command.arg(rules_text()),
                false => command,
            },
        ))
        .subcommand(
            Command::new("list")
                .about("List the puzzles, or one puzzle's levels, options and level format")
                .arg(Arg::new("puzzle").value_name("PUZZLE").help("Name of a puzzle").value_parser(PossibleValuesParser::new(
                    catalogue::all().iter().map(|entry| entry.name()),
                )).hide_possible_values(true))
                // What the file held that stood in the place of a name.
                .arg(rules_text())
                .arg(
                    switch(
                        "algorithms",
                        "Explain the algorithms instead: how each searches, what it guarantees, what it costs",
                    )
                    .conflicts_with_all(["puzzle", "rules"]),
                )
                .arg(
                    switch(
                        "level-file",
                        "Print the puzzle's levels as one level file, which 'solve --file' and the page read",
                    )
                    .requires("puzzle")
                    .conflicts_with("json"),
                )
                .arg(json()),
        )
        .subcommand(
            Command::new("check")
                .about("Check rules written as text for errors and warnings")
                .after_help("Exit codes: 0 the rules can be used, 2 they can't. docs/rules.md says how to write them.")
                .arg(
                    Arg::new("rules")
                        .value_name("FILE")
                        .required(true)
                        .value_parser(value_parser!(PathBuf))
                        .value_hint(ValueHint::FilePath)
                        .help("The rules, in a file whose name ends in .puzzle"),
                )
                .arg(time().help("Time limit for compiling, trying promises and proving optima, such as 30s [default: 10s]"))
                .arg(json()),
        )
        .subcommand(
            Command::new("doctor")
                .about("Report on this program and machine, and whether everything works")
                .after_help("Exit codes: 0 everything works, 1 something that is needed does not.")
                .arg(data_directory())
                .arg(json()),
        )
        .subcommand(
            Command::new("schema")
                .about("Print the JSON schema of what --json prints")
                .after_help("The field 'schema' of every answer is its version: fields are added to it, none changes within one."),
        )
        .subcommand(
            Command::new("completions")
                .about("Print completions for a shell")
                .after_help("Example:\n  telusur completions bash > ~/.local/share/bash-completion/completions/telusur")
                .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(clap_complete::Shell)).help("Which shell")),
        )
        .subcommand(
            Command::new("man")
                .about("Print the manual page")
                .arg(forms::directory("dir").help("Write the pages of all commands into this folder instead")),
        )
}

/// The text of a file of rules.
fn rules_text() -> Arg {
    Arg::new("rules").long("rules").value_name("TEXT").hide(true)
}

/// The words of a command line, understood or refused.
///
/// # Errors
/// What clap does not accept.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<ArgMatches, clap::Error> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    disk::turn_directory_command(&mut words);
    let command = command_for(&words);
    let words = dashes::mark_moves(&command, words);
    command.try_get_matches_from(words)
}

/// An algorithm of those that a command has, and limits.
fn searching(command: Command, entry: &dyn Entry, offered: &[Algorithm]) -> Command {
    limits(command.arg(algorithm(&algorithms(entry, offered))))
}

/// Lets the options of a command stand before the puzzle's name and after it.
fn everywhere(command: Command) -> Command {
    command.mut_args(|arg| arg.global(true))
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
    use clap::error::ErrorKind;
    use clap::parser::ValueSource;

    #[test]
    fn the_command_line_is_well_formed_for_every_puzzle() {
        command().debug_assert();
    }

    /// An option with a value that it accepts, as one word.
    fn sample(path: &[&str], arg: &Arg) -> String {
        let name = arg.get_long().unwrap();
        if !arg.get_action().takes_values() {
            return format!("--{name}");
        }
        let possible = arg.get_possible_values().into_iter().map(|value| value.get_name().to_owned());
        let others = ["1", "1s", "1M", "127.0.0.1:0", "x", "a-word-of-many-letters-1", "x.dot", "today"]
            .map(str::to_owned);
        let words = possible.chain(others).map(|value| format!("--{name}={value}"));
        let accepted = |word: &String| {
            let words = path.iter().copied().chain([word.as_str()]).map(OsString::from);
            !matches!(parse(words), Err(error) if [ErrorKind::InvalidValue, ErrorKind::ValueValidation].contains(&error.kind()))
        };
        words.into_iter().find(accepted).unwrap_or_else(|| panic!("no value for --{name}"))
    }

    /// What the innermost command knows of an option: its raw values, if it was given.
    fn given(matches: &ArgMatches, id: &str) -> Option<Vec<OsString>> {
        let inner = matches.subcommand().map_or(matches, |(_, inner)| inner);
        let inner = inner.subcommand().map_or(inner, |(_, inner)| inner);
        if inner.try_contains_id(id).is_err() || inner.value_source(id) != Some(ValueSource::CommandLine) {
            return None;
        }
        Some(inner.get_raw(id).into_iter().flatten().map(ToOwned::to_owned).collect())
    }

    /// An option that stands before the name of a command or puzzle is obeyed as behind it, or refused; never dropped.
    #[test]
    fn no_option_is_dropped_wherever_it_stands() {
        let root = command();
        let mut obeyed = 0;
        let mut check = |path: &[&str], arg: &Arg| {
            let option = sample(path, arg);
            let behind: Vec<&str> = path.iter().copied().chain([option.as_str()]).collect();
            for place in 1..path.len() {
                let mut words = path.to_vec();
                words.insert(place, &option);
                let Ok(before) = parse(words.iter().map(OsString::from)) else { continue };
                let before = given(&before, arg.get_id().as_str());
                let behind =
                    parse(behind.iter().map(OsString::from)).unwrap_or_else(|e| panic!("{behind:?}: {e}"));
                assert_eq!(before, given(&behind, arg.get_id().as_str()), "{words:?}");
                assert!(before.is_some(), "{words:?}");
                obeyed += 1;
            }
        };
        for command in root.get_subcommands() {
            let options = |command: &Command| {
                let named =
                    command.get_arguments().filter(|arg| arg.get_long().is_some_and(|name| name != "help"));
                named.cloned().collect::<Vec<Arg>>()
            };
            for arg in options(&root).iter().chain(&options(command)) {
                if arg.get_long() != Some("version") {
                    check(&["telusur", command.get_name()], arg);
                }
            }
            for puzzle in command.get_subcommands() {
                for arg in options(command).iter().chain(&options(puzzle)) {
                    check(&["telusur", command.get_name(), puzzle.get_name()], arg);
                }
            }
        }
        // Those of play and of bench, with every puzzle.
        assert!(obeyed > 40, "{obeyed}");
    }

    #[test]
    fn an_option_behind_the_puzzle_wins_over_one_before_it() {
        let words = ["telusur", "play", "--time=1s", "tiles", "--time=2s"].map(OsString::from);
        assert_eq!(given(&parse(words).unwrap(), "time"), Some(vec!["2s".into()]));
    }
}
