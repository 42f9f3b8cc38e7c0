//! The arguments themselves: those that commands share, and those of one command or puzzle.

use super::dashes;
use crate::device::Device;
use crate::graph::Destination;
use crate::{amount, show};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use std::path::PathBuf;
use telusur_puzzles::{Date, Entry, Language, OptionSpec};
use telusur_search::Algorithm;
use telusur_terminal::plain::Boards;
use telusur_web::Token;

const PUZZLE: &str = "Puzzle options";
const LIMITS: &str = "Limits";
const OUTPUT: &str = "Output";
/// The options of [`algorithm`] and [`limits`].
const SEARCHING: [&str; 5] = ["algorithm", "memory", "time", "states", "threads"];

/// What `--quiet` leaves of the answers of `solve`, `explore`, `verify` and `generate`.
pub(super) const SOLUTION: &str = "the moves, one per line; of a game the outcome and the winning moves";
pub(super) const COUNT: &str = "the number of states";
pub(super) const LENGTH: &str = "the number of moves";
pub(super) const ORDER: &str = "the states that were expanded, in order, a line each";
pub(super) const LEVEL: &str = "the level and its options, without a comment";

pub(super) fn puzzle(entry: &'static dyn Entry) -> Command {
    Command::new(entry.name()).about(entry.about().summary.0)
}

pub(super) fn serving(command: Command) -> Command {
    command
        .arg(
            Arg::new("listen")
                .long("listen")
                .value_name("ADDRESS")
                .value_parser(value_parser!(std::net::SocketAddr))
                .help(
                    "Address and port; one that other machines can reach needs an access token \
                     [default: 127.0.0.1:7377, or a free port if that one is taken]",
                ),
        )
        .arg(
            Arg::new("token")
                .long("token")
                .value_name("WORD")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("")
                .value_parser(|word: &str| match word {
                    "" => Ok(None),
                    word => Token::new(word).map(Some),
                })
                .help(
                    "Answer only requests that carry this access token [default: none on this machine's own \
                     address, otherwise one is made up and printed with the address]",
                ),
        )
        .arg(Arg::new("memory").long("memory").value_name("BYTES").value_parser(amount::bytes).help(
            "Memory limit for everything that the server holds (searches, games, answers), such as 4G \
                     [default: 2G, or half of the free memory if that is less]",
        ))
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

pub(super) fn playing(command: Command) -> Command {
    limits(command.arg(algorithm(&Algorithm::ALL)))
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
        .arg(
            Arg::new("continue")
                .long("continue")
                .action(ArgAction::SetTrue)
                .help("Continue the last game, started here or in the browser; of PUZZLE, if one is named"),
        )
}

pub(super) fn data_directory() -> Arg {
    Arg::new("data")
        .long("data")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::DirPath)
        .help("Where to keep games [default: telusur in the user's data directory]")
}

/// The same directory, for searches that keep tables there.
pub(super) fn table_directory() -> Arg {
    data_directory().help("Where to keep tables of searches [default: telusur in the user's data directory]")
}

/// Whether tables may be built that take minutes.
pub(super) fn large_tables() -> Arg {
    Arg::new("large-tables").long("large-tables").action(ArgAction::SetTrue).help(
        "Where a level is hard, build the large tables of its puzzle too and keep them: for 15-puzzles some \
         minutes, 5 GB of memory and 290 MB on disk. Once they are kept they are used without this",
    )
}

/// LEVEL, `--file` and the puzzle's own options.
pub(super) fn level(command: Command, entry: &'static dyn Entry) -> Command {
    let command = own_options(command.arg(level_arg()).arg(file()).arg(number()), entry.about().options);
    let command = match entry.about().options.iter().any(|option| option.name == "metric") {
        true => command,
        false => command.arg(
            Arg::new("metric")
                .long("metric")
                .value_name("METRIC")
                .help_heading(PUZZLE)
                .help("What counts as one move; this puzzle has one metric only"),
        ),
    };
    command.after_help(puzzle_help(entry))
}

pub(super) fn level_arg() -> Arg {
    // A level may begin with a dash: an empty tube, a door.
    Arg::new("level")
        .value_name("LEVEL")
        .allow_hyphen_values(true)
        .value_parser(dashes::unmarked)
        .help("Name of a level, level text, or - for standard input [default: the puzzle's usual start]")
}

pub(super) fn to_verify(command: Command, entry: &'static dyn Entry) -> Command {
    let moves = Arg::new("moves").value_name("MOVES").num_args(0..).value_parser(dashes::unmarked).help(
        "The moves, or - for standard input; LEVEL can be left out where --file or options of the puzzle say it",
    );
    let command =
        limits(level(command, entry).arg(moves).arg(algorithm(&algorithms(entry, &Algorithm::ALL))));
    if entry.about().is_game {
        return command;
    }
    // Moves are made without a search.
    command
        .mut_args(|arg| match SEARCHING.contains(&arg.get_id().as_str()) {
            true => arg.requires("optimal"),
            false => arg,
        })
        .arg(
            Arg::new("optimal")
                .long("optimal")
                .action(ArgAction::SetTrue)
                .help("Also prove or refute that no solution is shorter"),
        )
}

/// Refuses an option beside others that it leaves without an effect, where the command has both.
pub(super) fn without(command: Command, name: &'static str, others: &[&'static str]) -> Command {
    let has = |name: &str| command.get_arguments().any(|arg| arg.get_id() == name);
    if !has(name) {
        return command;
    }
    let others: Vec<&str> = others.iter().copied().filter(|other| has(other)).collect();
    command.mut_arg(name, |arg| arg.conflicts_with_all(others))
}

/// A chart beside what is printed.
pub(super) fn chart() -> Arg {
    Arg::new("svg")
        .long("svg")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::FilePath)
        .help("Also draw the figures as a chart")
}

/// How much of a search is shown.
pub(super) fn watched(command: Command) -> Command {
    command.arg(
        Arg::new("steps")
            .long("steps")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=1_000_000))
            .default_value("200")
            .help("Limit on expansions and successors to record"),
    )
}

pub(super) fn to_generate(command: Command, entry: &'static dyn Entry) -> Command {
    let seed = Arg::new("seed")
        .long("seed")
        .value_name("N")
        .value_parser(value_parser!(u64))
        .help("The same seed and options give the same level [default: a different level each time]");
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
    let command = command
        .arg(difficulty)
        .arg(count)
        .arg(seed)
        .arg(daily(&["seed", "difficulty", "count"]))
        .arg(out)
        .arg(time());
    own_options(command, entry.about().generate_options)
        .after_help("Prints a level file, which 'solve', 'explore' and 'verify' read with - or --file.")
}

/// The puzzle of a day.
pub(super) fn daily(conflicts: &'static [&'static str]) -> Arg {
    Arg::new("daily")
        .long("daily")
        .value_name("DATE")
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("today")
        .value_parser(|text: &str| match text {
            "today" => Ok(None),
            date => date.parse::<Date>().map(Some),
        })
        .conflicts_with_all(conflicts)
        .help(
            "The puzzle of the day, the same for everyone: of today in UTC, or of a date such as 2026-11-16",
        )
}

pub(super) fn puzzle_help(entry: &dyn Entry) -> String {
    let mut help = format!("Level format:\n{}", show::indented(entry.level_help(Language::English), 2));
    if !entry.levels().is_empty() {
        help += &format!("\n\nLevels: see 'telusur list {}'.", entry.name());
    }
    help
}

pub(super) fn file() -> Arg {
    Arg::new("file")
        .long("file")
        .value_name("PATH")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::FilePath)
        .help("Level file: optional 'key: value' lines and a blank line, then the level; or several of these")
}

/// Which level of a file with several.
fn number() -> Arg {
    Arg::new("number")
        .long("number")
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..))
        .help("Which level of a file with several, from 1 [default: the first]")
}

/// Every level of a file with several.
pub(super) fn all_levels() -> Arg {
    Arg::new("all-levels")
        .long("all-levels")
        .action(ArgAction::SetTrue)
        .help("Solve every level of a file with several, each within the limits; a line for each")
}

fn own_options(mut command: Command, options: &'static [OptionSpec]) -> Command {
    for option in options {
        let arg = Arg::new(option.name).long(option.name).help(option.help).help_heading(PUZZLE);
        command = command.arg(match option.value {
            "" => arg.action(ArgAction::SetTrue),
            value => arg.value_name(value).allow_hyphen_values(true),
        });
    }
    command
}

/// `--algorithm`, with those that can do what the command does.
pub(super) fn algorithm(offered: &[Algorithm]) -> Arg {
    let names = PossibleValuesParser::new(offered.iter().map(|algorithm| algorithm.name()));
    Arg::new("algorithm")
        .long("algorithm")
        .value_name("NAME")
        .value_parser(names.try_map(|name| name.parse::<Algorithm>()))
        .default_value("auto")
        .help("How to search; auto chooses and says why")
}

/// The algorithms that solve the levels of an entry, of which a command has `some`.
pub(super) fn algorithms(entry: &dyn Entry, some: &[Algorithm]) -> Vec<Algorithm> {
    let solves = |a: &Algorithm| !entry.about().is_game || Algorithm::GAMES.contains(a);
    some.iter().copied().filter(solves).collect()
}

/// Limits of a search, and how many threads it has.
pub(super) fn limits(command: Command) -> Command {
    limits_of_one_thread(command).arg(
        Arg::new("threads")
            .long("threads")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=1024))
            .help_heading(LIMITS)
            .help("How many threads; the answer does not depend on it [default: one per core]"),
    )
}

/// The same for a search that has no other threads.
pub(super) fn limits_of_one_thread(command: Command) -> Command {
    command
        .arg(amount(
            "memory",
            "BYTES",
            "Memory limit for tables and layers, such as 4G [default: half of the free memory]",
            amount::bytes,
        ))
        .arg(time())
        .arg(amount(
            "states",
            "N",
            "Limit on states stored, or expanded if none are stored [default: no limit]",
            amount::count,
        ))
}

fn time() -> Arg {
    amount(
        "time",
        "TIME",
        "Time limit for the whole command, such as 30s [default: no limit]",
        amount::duration,
    )
}

/// A limit with a unit. What is negative is refused as an amount, not taken for an option.
fn amount<T: Clone + Send + Sync + 'static>(
    name: &'static str,
    value: &'static str,
    help: &'static str,
    read: fn(&str) -> Result<T, String>,
) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .allow_hyphen_values(true)
        .value_parser(read)
        .help_heading(LIMITS)
        .help(help)
}

/// `--report`, for puzzles that have some.
pub(super) fn reports(command: Command, entry: &'static dyn Entry) -> Command {
    let names: Vec<_> = entry.about().reports.iter().map(|report| report.name).collect();
    if names.is_empty() {
        return command;
    }
    let shown = entry.about().reports.iter().map(|report| format!("{}: {}", report.name, report.help));
    let help = format!("Print a report instead. {}", shown.collect::<Vec<_>>().join("; "));
    command.arg(
        Arg::new("report")
            .long("report")
            .value_name("NAME")
            .value_parser(PossibleValuesParser::new(names))
            .help(help),
    )
}

/// `--graph` and what shapes one.
pub(super) fn graphs(command: Command) -> Command {
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).requires("graph").help(help)
    };
    command
        .arg(
            Arg::new("graph")
                .long("graph")
                .value_name("FILE")
                .value_parser(Destination::parse)
                .help(
                    "Write states and moves as a graph instead, at most --states of them [default: 1 million]; the \
                     file ends in .dot, .graphml, nodes.csv or edges.csv, and dot, graphml, csv-nodes and csv-edges \
                     alone stand for standard output",
                ),
        )
        .arg(switch("symmetric", "In the graph, count states that symmetry makes equal as one"))
        .arg(switch("tree", "In the graph, keep only the moves that first led to a state"))
}

/// `--device`, for whole spaces.
pub(super) fn device() -> Arg {
    Arg::new("device")
        .long("device")
        .value_name("DEVICE")
        .value_parser(PossibleValuesParser::new(Device::NAMES).map(|name| Device::named(&name)))
        .default_value("auto")
        .help(
            "Where to search; auto takes an NVIDIA GPU if there is one, the space fits into its memory and is large \
             enough to pay (hanoi on four pegs, tiles of 2 or 3 rows or columns)",
        )
}

/// `--all`, where there are solutions.
pub(super) fn all(command: Command, entry: &'static dyn Entry) -> Command {
    if entry.about().is_game {
        return command;
    }
    command.arg(Arg::new("all").long("all").action(ArgAction::SetTrue).help("Count the shortest solutions"))
}

pub(super) fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help_heading(OUTPUT)
        .help("Print JSON; numbers above 2^53 are strings")
}

/// `--json` and `--quiet`, which prints the `answer` alone.
pub(super) fn output(command: Command, answer: &str) -> Command {
    command.arg(json()).arg(
        Arg::new("quiet")
            .long("quiet")
            .action(ArgAction::SetTrue)
            .conflicts_with("json")
            .help_heading(OUTPUT)
            .help(format!("Print nothing but the answer: {answer}")),
    )
}

pub(super) fn quick() -> Arg {
    Arg::new("quick").long("quick").action(ArgAction::SetTrue).help("A run of a few seconds")
}
