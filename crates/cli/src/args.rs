//! The command line: fixed commands, and under them one subcommand per puzzle of the catalogue with that
//! puzzle's own options.

use crate::exit::Exit;
use crate::{amount, export, show};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use std::path::PathBuf;
use telusur_puzzles::{Entry, GraphFormat, Language, catalogue};
use telusur_search::Algorithm;
use telusur_terminal::plain::Boards;

const PUZZLE: &str = "Puzzle options";
const LIMITS: &str = "Limits";
const OUTPUT: &str = "Output";

const ABOUT: &str = "Play it, solve it, prove it, see it: state-space puzzles";

const EXAMPLES: &str = "\
Examples:
  telusur                                       start the page and print its address
  telusur list                                  the puzzles
  telusur list tiles                            levels, options and level format of one
  telusur solve tiles eight-hardest             a level that comes with the program
  telusur solve tiles '2 8 3/1 6 4/7 . 5'       a level of your own
  telusur explore tiles --size 3x3              everything that can be reached
  telusur generate tiles | telusur solve tiles -

Exit codes: 0 solved or done, 1 proved unsolvable (verify: rejected), 2 bad usage or input, 3 stopped by a \
limit or by Ctrl-C.";

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

const PLAY: &str = "\
Examples:
  telusur play                                  the menu
  telusur play klotski                          its levels
  telusur play hanoi --discs 5
  telusur play stones '8 12 4' --opponent perfect
  telusur play --continue                       the last game, wherever it was played
  printf 'A>C\\nA>B\\n' | telusur play hanoi three --plain

Press ? for the keys. Where there is no terminal, and with --plain, moves are read as lines and boards printed as \
text.";

const SOLVE: &str = "\
Examples:
  telusur solve tiles '1 2 3/4 . 6/7 5 8'
  telusur solve tiles eight-hardest --algorithm astar --json
  telusur solve tiles --file level.txt --memory 64M --time 30s
  telusur solve tiles - < level.txt

Pictures and tables:
  telusur solve klotski heng-dao-li-ma --svg solution.svg --gif solution.gif
  telusur solve hanoi --discs 4 --svg sheet.svg --sheet --theme dark
  telusur solve water --csv > solution.csv
  telusur solve stones '7 11 6' --frames        both sides play their best

'telusur solve PUZZLE --help' shows the options of a puzzle.";

const EXPLORE: &str = "\
Examples:
  telusur explore tiles --size 3x3
  telusur explore tiles eight --all --json

'telusur explore PUZZLE --help' shows the options of a puzzle.";

const VERIFY: &str = "\
Examples:
  telusur verify tiles '1 2 3/4 . 6/7 5 8' 5 8
  telusur verify tiles first 5 8 --optimal
  telusur solve tiles eight --quiet | telusur verify tiles eight -";

const GENERATE: &str = "\
Examples:
  telusur generate tiles --size 4x4 --difficulty 7
  telusur generate tiles --seed 42 --quiet
  telusur generate klotski --difficulty 6 --count 20 --out my-levels
  telusur generate water --count 100 --json     one object per line
  telusur generate tiles | telusur solve tiles -";

fn puzzle(entry: &'static dyn Entry) -> Command {
    Command::new(entry.name()).about(entry.summary())
}

fn serving(command: Command) -> Command {
    command
        .arg(
            Arg::new("listen")
                .long("listen")
                .value_name("ADDRESS")
                .value_parser(value_parser!(std::net::SocketAddr))
                .help("Address and port [default: 127.0.0.1:7377, or a free port if that one is taken]"),
        )
        .arg(data_directory())
        .arg(
            Arg::new("dev")
                .long("dev")
                .value_name("DIR")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("crates/web/ui")
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::DirPath)
                .help("Read the page's files from disk at each request [default DIR: crates/web/ui]"),
        )
}

fn playing(command: Command) -> Command {
    limits(command)
        .arg(
            Arg::new("plain")
                .long("plain")
                .value_name("BOARDS")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("drawn")
                .value_parser(PossibleValuesParser::new(["drawn", "sentences"]).map(|boards| {
                    match boards.as_str() {
                        "sentences" => Boards::Sentences,
                        _ => Boards::Drawn,
                    }
                }))
                .help("Read moves as lines and print boards as text, for screen readers and pipes"),
        )
        .arg(
            Arg::new("ascii")
                .long("ascii")
                .action(ArgAction::SetTrue)
                .help("Draw with ASCII characters only"),
        )
        .arg(
            Arg::new("no-mouse")
                .long("no-mouse")
                .action(ArgAction::SetTrue)
                .help("Leave the mouse to the terminal"),
        )
        .arg(
            Arg::new("language")
                .long("language")
                .value_name("LANGUAGE")
                .value_parser(
                    PossibleValuesParser::new(Language::ALL.map(Language::tag))
                        .try_map(|tag| tag.parse::<Language>()),
                )
                .help("English or Indonesian [default: the one chosen before, or the system's]"),
        )
        .arg(data_directory())
}

fn data_directory() -> Arg {
    Arg::new("data")
        .long("data")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::DirPath)
        .help("Where to keep games [default: telusur in the user's data directory]")
}

/// LEVEL, `--file` and the puzzle's own options.
fn level(command: Command, entry: &'static dyn Entry) -> Command {
    own_options(command.arg(level_arg()).arg(file()), entry).after_help(puzzle_help(entry))
}

fn level_arg() -> Arg {
    // A level may begin with a dash: an empty tube, a door.
    Arg::new("level")
        .value_name("LEVEL")
        .allow_hyphen_values(true)
        .help("Name of a level, level text, or - for standard input [default: the puzzle's usual start]")
}

fn to_verify(command: Command, entry: &'static dyn Entry) -> Command {
    let moves = Arg::new("moves").value_name("MOVES").num_args(0..).help(
        "The moves, or - for standard input; LEVEL can be left out where --file or options of the puzzle say it",
    );
    let optimal = Arg::new("optimal")
        .long("optimal")
        .action(ArgAction::SetTrue)
        .help("Also prove or refute that no solution is shorter");
    level(command.arg(optimal), entry).arg(moves)
}

fn to_generate(command: Command, entry: &'static dyn Entry) -> Command {
    let seed = Arg::new("seed")
        .long("seed")
        .value_name("N")
        .value_parser(value_parser!(u64))
        .help("The same seed and options give the same level [default: another one each time]");
    let count = Arg::new("count")
        .long("count")
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..=100_000))
        .help("How many levels, all different; the seeds go up by one [default: 1]");
    let out = Arg::new("out")
        .long("out")
        .value_name("PATH")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::AnyPath)
        .help("Write a level file there; with --count, a folder of numbered ones");
    let difficulty = Arg::new("difficulty")
        .long("difficulty")
        .value_name("1-10")
        .value_parser(value_parser!(u8).range(1..=10))
        .help("How hard, from 1 to 10");
    own_options(command.arg(difficulty).arg(count).arg(seed).arg(out), entry)
        .after_help("Prints a level file, which 'solve', 'explore' and 'verify' read with - or --file.")
}

fn puzzle_help(entry: &dyn Entry) -> String {
    let mut help = format!("Level format:\n{}", show::indented(entry.level_help(), 2));
    if !entry.levels().is_empty() {
        help += &format!("\n\nLevels: see 'telusur list {}'.", entry.name());
    }
    help
}

fn file() -> Arg {
    Arg::new("file")
        .long("file")
        .value_name("PATH")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::FilePath)
        .help("Level file: optional 'key: value' lines and a blank line, then the level")
}

fn own_options(mut command: Command, entry: &'static dyn Entry) -> Command {
    for option in entry.options() {
        let arg = Arg::new(option.name).long(option.name).help(option.help).help_heading(PUZZLE);
        command = command.arg(match option.value {
            "" => arg.action(ArgAction::SetTrue),
            value => arg.value_name(value).allow_hyphen_values(true),
        });
    }
    if entry.options().iter().any(|option| option.name == "metric") {
        return command;
    }
    command.arg(
        Arg::new("metric")
            .long("metric")
            .value_name("METRIC")
            .help_heading(PUZZLE)
            .help("What counts as one move"),
    )
}

fn limits(command: Command) -> Command {
    let algorithms = PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name));
    command
        .arg(
            Arg::new("algorithm")
                .long("algorithm")
                .value_name("NAME")
                .value_parser(algorithms.try_map(|name| name.parse::<Algorithm>()))
                .default_value("auto")
                .help("How to search; auto chooses and says why"),
        )
        .arg(
            Arg::new("memory")
                .long("memory")
                .value_name("BYTES")
                .value_parser(amount::bytes)
                .help_heading(LIMITS)
                .help("Most memory for tables and layers, such as 4G [default: half of what is free]"),
        )
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("TIME")
                .value_parser(amount::duration)
                .help_heading(LIMITS)
                .help("Most time, such as 30s [default: no limit]"),
        )
        .arg(
            Arg::new("states")
                .long("states")
                .value_name("N")
                .value_parser(amount::count)
                .help_heading(LIMITS)
                .help("Most states to store, or to expand where none are stored [default: no limit]"),
        )
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..=1024))
                .help_heading(LIMITS)
                .help("How many threads; the answer does not depend on it [default: one per core]"),
        )
}

/// `--report`, for puzzles that have some.
fn reports(command: Command, entry: &'static dyn Entry) -> Command {
    let names: Vec<_> = entry.reports().iter().map(|report| report.name).collect();
    if names.is_empty() {
        return command;
    }
    let shown = entry.reports().iter().map(|report| format!("{}: {}", report.name, report.help));
    let help = format!("Print a report instead. {}", shown.collect::<Vec<_>>().join("; "));
    command.arg(
        Arg::new("report")
            .long("report")
            .value_name("NAME")
            .value_parser(PossibleValuesParser::new(names))
            .help(help),
    )
}

/// `--graph`, for puzzles that can write one.
fn graphs(command: Command, entry: &'static dyn Entry) -> Command {
    if !entry.writes_graphs() {
        return command;
    }
    let formats = PossibleValuesParser::new(GraphFormat::ALL.map(GraphFormat::name));
    command.arg(
        Arg::new("graph")
            .long("graph")
            .value_name("FORMAT")
            .value_parser(formats.try_map(|name| name.parse::<GraphFormat>()))
            .conflicts_with_all(["json", "quiet"])
            .help("Write every state and move as a graph instead, at most --states of them [default: 1 million]"),
    )
}

fn all() -> Arg {
    Arg::new("all").long("all").action(ArgAction::SetTrue).help("Count the shortest solutions")
}

fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help_heading(OUTPUT)
        .help("Print JSON; numbers above 2^53 are strings")
}

fn output(command: Command) -> Command {
    command.arg(json()).arg(
        Arg::new("quiet")
            .long("quiet")
            .action(ArgAction::SetTrue)
            .conflicts_with("json")
            .help_heading(OUTPUT)
            .help("Print nothing but the answer: for a solution its moves, one per line"),
    )
}

fn quick() -> Arg {
    Arg::new("quick").long("quick").action(ArgAction::SetTrue).help("A run of a few seconds")
}

/// The puzzle that a command is about, with its arguments.
pub(crate) fn chosen(matches: &ArgMatches) -> anyhow::Result<(&'static dyn Entry, &ArgMatches)> {
    let (name, inner) = matches.subcommand().ok_or_else(|| anyhow::anyhow!("no puzzle is named"))?;
    let entry = catalogue::find(name).ok_or_else(|| anyhow::anyhow!("there is no puzzle '{name}'"))?;
    refuse_swallowed_options(entry, inner)?;
    Ok((entry, inner))
}

/// Levels may begin with a dash, so clap takes a mistyped option for a level, and a forgotten value swallows the
/// next option. Both are found here.
fn refuse_swallowed_options(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<()> {
    let level = matches.try_get_one::<String>("level").ok().flatten();
    if let Some(name) = level.and_then(|level| option_like(level)) {
        anyhow::bail!("there is no option '--{name}'; see --help");
    }
    for option in entry.options().iter().filter(|option| !option.value.is_empty()) {
        let value = matches.try_get_one::<String>(option.name).ok().flatten();
        if let Some(next) = value.and_then(|value| option_like(value)) {
            anyhow::bail!("--{} needs a value, but is followed by '--{next}'", option.name);
        }
    }
    Ok(())
}

/// The name, if a word has the form of an option. Level texts have other characters too.
fn option_like(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--")?;
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    plain.then_some(name)
}

/// What clap did not accept: help and version go to standard output, everything else is one line.
pub(crate) fn refuse(error: &clap::Error) -> anyhow::Result<Exit> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join("' or '")),
        _ => None,
    };
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print()?;
            return Ok(Exit::Done);
        }
        ErrorKind::MissingSubcommand => {
            let puzzles: Vec<_> = catalogue::all().iter().map(|entry| entry.name()).collect();
            anyhow::bail!("no puzzle is named; use one of {}", puzzles.join(", "));
        }
        _ => {}
    }
    let rendered = error.render().to_string();
    let message = rendered.split("\n\n").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message).trim_end_matches(':').to_owned();
    let similar = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
        .into_iter()
        .find_map(context);
    match similar {
        Some(similar) => anyhow::bail!("{message}; did you mean '{similar}'?"),
        None => anyhow::bail!("{message}; see --help"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed_for_every_puzzle() {
        command().debug_assert();
    }

    #[test]
    fn levels_that_begin_with_dashes_are_no_options() {
        for level in ["- | 1", "--aa/....", "-a", "--", "-----", "--A"] {
            assert_eq!(option_like(level), None, "{level}");
        }
        assert_eq!(option_like("--jsn"), Some("jsn"));
        assert_eq!(option_like("--goal=x"), Some("goal"));
    }
}
