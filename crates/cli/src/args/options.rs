//! The arguments themselves: those that commands share, and those of one command or puzzle.

use super::dashes;
use super::forms::{directory, number, or_alone, path, switch, valued};
use crate::device::Device;
use crate::graph::Destination;
use crate::progress::ProgressForm;
use crate::serve::Listen;
use crate::{amount, show};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use telusur_keep::Durability;
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
    let listen = valued("listen", "ADDRESS").help(
        "Address, and port if it matters; one that other machines can reach needs an access token \
         [default: 127.0.0.1:7377, or a free port if that one is taken]",
    );
    let token = valued("token", "WORD").help(
        "Answer only requests that carry this access token [default: none on this machine's own \
         address, otherwise one is made up and printed with the address]",
    );
    let token = or_alone(token, "").value_parser(|word: &str| match word {
        "" => Ok(None),
        word => Token::new(word).map(Some),
    });
    let memory = valued("memory", "BYTES").help(
        "Memory limit for everything that the server holds (searches, games, answers), such as 4G \
         [default: 2G, or half of the free memory if that is less]",
    );
    let dev =
        directory("dev").help("Read the page's files from disk at each request [default DIR: crates/web/ui]");
    command
        .arg(listen.value_parser(|text: &str| text.parse::<Listen>()))
        .arg(token)
        .arg(memory.value_parser(amount::bytes))
        .arg(data_directory())
        .arg(durability())
        .arg(or_alone(dev, "crates/web/ui"))
}

pub(super) fn playing(command: Command) -> Command {
    let boards = PossibleValuesParser::new(["drawn", "sentences"]).map(|boards| match boards.as_str() {
        "sentences" => Boards::Sentences,
        _ => Boards::Drawn,
    });
    let plain = valued("plain", "BOARDS")
        .help("Read moves as lines and print boards as text, for screen readers and pipes");
    let languages = PossibleValuesParser::new(Language::ALL.map(Language::tag));
    let language = valued("language", "LANGUAGE")
        .help("English or Indonesian [default: the one chosen before, or the system's]");
    limits(command.arg(algorithm(&Algorithm::ALL)))
        .arg(or_alone(plain, "drawn").value_parser(boards))
        .arg(switch("ascii", "Draw with ASCII characters only"))
        .arg(switch("no-mouse", "Leave the mouse to the terminal"))
        .arg(language.value_parser(languages.try_map(|tag| tag.parse::<Language>())))
        .arg(data_directory())
        .arg(durability())
        .arg(switch(
            "continue",
            "Continue the last game, started here or in the browser; of PUZZLE, if one is named",
        ))
}

pub(super) fn data_directory() -> Arg {
    directory("data")
        .help("Where to keep games [default: telusur in the user's data directory]")
        .hide_short_help(true)
}

/// What a power cut may cost.
fn durability() -> Arg {
    let names = PossibleValuesParser::new(Durability::ALL.map(Durability::name));
    valued("durability", "LEVEL")
        .help(
            "What a power cut may cost: the last moves (normal), or nothing, where every move waits for the disk \
             (full) [default: normal]",
        )
        .value_parser(names.try_map(|name| name.parse::<Durability>()))
}

/// The same directory, for searches that keep tables there.
pub(super) fn table_directory() -> Arg {
    data_directory().help("Where to keep tables of searches [default: telusur in the user's data directory]")
}

/// Whether tables may be built that take minutes.
pub(super) fn large_tables() -> Arg {
    switch(
        "large-tables",
        "Where a level is hard, build the large tables of its puzzle too and keep them: for 15-puzzles some \
         minutes, 5 GB of memory and 290 MB on disk. Once they are kept they are used without this",
    )
    .hide_short_help(true)
}

/// LEVEL, `--file` and the puzzle's own options.
pub(super) fn level(command: Command, entry: &'static dyn Entry) -> Command {
    let nth = number("number", 1..).help("Which level of several, from 1 [default: the first]");
    let command = own_options(command.arg(level_arg()).arg(files()).arg(nth), entry.about().options);
    let command = match entry.about().options.iter().any(|option| option.name == "metric") {
        true => command,
        false => command.arg(
            valued("metric", "METRIC")
                .help("What counts as one move; this puzzle has one metric only")
                .help_heading(PUZZLE),
        ),
    };
    command.after_long_help(puzzle_help(entry))
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
    // Moves may stand behind a file.
    let command = level(command, entry).mut_arg("file", |arg| arg.num_args(1));
    let command = limits(command.arg(moves).arg(algorithm(&algorithms(entry, &Algorithm::ALL))));
    if entry.about().is_game {
        return command;
    }
    // Moves are made without a search.
    command
        .mut_args(|arg| match SEARCHING.contains(&arg.get_id().as_str()) {
            true => arg.requires("optimal"),
            false => arg,
        })
        .arg(switch("optimal", "Also prove or refute that no solution is shorter"))
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
    super::forms::file("svg").help("Also draw the figures as a chart")
}

/// How much of a search is shown.
pub(super) fn steps() -> Arg {
    number("steps", 1..=1_000_000).help("Limit on expansions and successors to record").default_value("200")
}

pub(super) fn to_generate(command: Command, entry: &'static dyn Entry) -> Command {
    let command = command
        .arg(
            valued("difficulty", "1-10")
                .help("How hard, from 1 to 10")
                .value_parser(value_parser!(u8).range(1..=10)),
        )
        .arg(
            number("count", 1..=100_000)
                .help("How many levels, all different; the seeds go up by one [default: 1]"),
        )
        .arg(
            number("seed", ..)
                .help("The same seed and options give the same level [default: a different level each time]"),
        )
        .arg(daily(&["seed", "difficulty", "count"]))
        .arg(
            path("out", "PATH")
                .help("Write a level file there; with --count, a folder of numbered ones")
                .value_hint(ValueHint::AnyPath),
        )
        .arg(time());
    own_options(command, entry.about().generate_options)
        .after_help("Prints a level file, which 'solve', 'explore' and 'verify' read with - or --file.")
}

/// The puzzle of a day.
pub(super) fn daily(conflicts: &'static [&'static str]) -> Arg {
    let daily = valued("daily", "DATE").help(
        "The puzzle of the day, the same for everyone: of today in UTC, or of a date such as 2026-11-16",
    );
    let read = |text: &str| match text {
        "today" => Ok(None),
        date => date.parse::<Date>().map(Some),
    };
    or_alone(daily, "today").value_parser(read).conflicts_with_all(conflicts)
}

pub(super) fn puzzle_help(entry: &dyn Entry) -> String {
    let mut help = format!("Level format:\n{}", show::indented(entry.level_help(Language::English), 2));
    if !entry.levels().is_empty() {
        help += &format!("\n\nLevels: see 'telusur list {}'.", entry.name());
    }
    help
}

fn files() -> Arg {
    path("file", "PATH")
        .help(
            "Level files, or folders of them: optional 'key: value' lines and a blank line, then the level; \
             a blank line or the next 'key: value' lines end it",
        )
        .value_hint(ValueHint::AnyPath)
        .action(ArgAction::Append)
        .num_args(1..)
}

/// Every level of a file with several.
pub(super) fn all_levels() -> Arg {
    switch("all-levels", "Solve every level of the files, each within the limits; a line for each")
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
    valued("algorithm", "NAME")
        .help("How to search; auto chooses and says why")
        .value_parser(names.try_map(|name| name.parse::<Algorithm>()))
        .default_value("auto")
}

/// The algorithms that solve the levels of an entry, of which a command has `some`.
pub(super) fn algorithms(entry: &dyn Entry, some: &[Algorithm]) -> Vec<Algorithm> {
    let solves = |a: &Algorithm| !entry.about().is_game || Algorithm::GAMES.contains(a);
    some.iter().copied().filter(solves).collect()
}

/// Limits of a search, and how many threads it has.
pub(super) fn limits(command: Command) -> Command {
    let threads = number("threads", 1..=1024)
        .help("How many threads; the answer does not depend on it [default: one per core]");
    limits_of_one_thread(command).arg(threads.help_heading(LIMITS))
}

/// The same for a search that has no other threads.
pub(super) fn limits_of_one_thread(command: Command) -> Command {
    command
        .arg(
            amount("memory", "BYTES", amount::bytes)
                .help("Memory limit for tables and layers, such as 4G [default: half of the free memory]"),
        )
        .arg(time())
        .arg(
            amount("states", "N", amount::count)
                .help("Limit on states stored, or expanded if none are stored [default: no limit]"),
        )
}

pub(super) fn time() -> Arg {
    amount("time", "TIME", amount::duration)
        .help("Time limit for the whole command, such as 30s [default: no limit]")
}

/// A limit with a unit. What is negative is refused as an amount, not taken for an option.
fn amount<T: Clone + Send + Sync + 'static>(
    name: &'static str,
    value: &'static str,
    read: fn(&str) -> Result<T, String>,
) -> Arg {
    valued(name, value).allow_hyphen_values(true).value_parser(read).help_heading(LIMITS)
}

/// `--report`, for puzzles that have some.
pub(super) fn reports(command: Command, entry: &'static dyn Entry) -> Command {
    let names: Vec<_> = entry.about().reports.iter().map(|report| report.name).collect();
    if names.is_empty() {
        return command;
    }
    let shown = entry.about().reports.iter().map(|report| format!("{}: {}", report.name, report.help));
    let help = format!("Print a report instead. {}", shown.collect::<Vec<_>>().join("; "));
    command.arg(valued("report", "NAME").value_parser(PossibleValuesParser::new(names)).help(help))
}

/// `--graph` and what shapes one.
pub(super) fn graphs(command: Command) -> Command {
    let graph = valued("graph", "FILE").help(
        "Write states and moves as a graph instead, at most --states of them [default: 1 million]; the \
         file ends in .dot, .graphml, nodes.csv or edges.csv, and dot, graphml, csv-nodes and csv-edges \
         alone stand for standard output",
    );
    let symmetric = switch("symmetric", "In the graph, count states that symmetry makes equal as one");
    let tree = switch("tree", "In the graph, keep only the moves that first led to a state");
    command
        .arg(graph.value_parser(Destination::parse))
        .arg(symmetric.requires("graph"))
        .arg(tree.requires("graph"))
}

/// `--device`, for whole spaces.
pub(super) fn device() -> Arg {
    let devices = PossibleValuesParser::new(["auto", "cpu", "gpu"]).map(|name| match name.as_str() {
        "cpu" => Device::Processor,
        "gpu" => Device::Gpu,
        _ => Device::Auto,
    });
    valued("device", "DEVICE")
        .help(
            "Where to search; auto takes an NVIDIA GPU if there is one, the space fits into its memory and \
             is large enough to pay (hanoi on four pegs, tiles of 2 or 3 rows or columns)",
        )
        .value_parser(devices)
        .default_value("auto")
}

/// `--all`, where there are solutions.
pub(super) fn all(command: Command, entry: &'static dyn Entry) -> Command {
    match entry.about().is_game {
        true => command,
        false => command.arg(switch("all", "Count the shortest solutions")),
    }
}

pub(super) fn json() -> Arg {
    switch("json", "Print JSON; numbers above 2^53 are strings").help_heading(OUTPUT)
}

/// `--json` and `--quiet`, which prints the `answer` alone.
pub(super) fn output(command: Command, answer: &str) -> Command {
    let quiet = switch("quiet", "").help(format!("Print nothing but the answer: {answer}"));
    command.arg(json()).arg(quiet.conflicts_with("json").help_heading(OUTPUT)).arg(progress())
}

/// `--progress`, for what may take long.
fn progress() -> Arg {
    let forms = PossibleValuesParser::new(["auto", "json", "none"]).map(|form| match form.as_str() {
        "json" => Some(ProgressForm::Json),
        "none" => Some(ProgressForm::None),
        _ => None,
    });
    valued("progress", "HOW")
        .value_parser(forms)
        .help("Progress on standard error: auto (a line on a terminal, unless --quiet), json (an object a line), none")
        .default_value("auto")
        .hide_default_value(true)
        .hide_possible_values(true)
        .help_heading(OUTPUT)
}
