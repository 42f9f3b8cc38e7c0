//! Whole spaces in planes of bits beside our other engines and `pathfinding`, on the puzzles as they are shipped: levels
//! of the catalogue, explored as `telusur explore` does it. Every measurement is a process of its own, so that its peak
//! of memory is that of one engine. All engines must find the same; a different count ends the run.
//!
//! Arguments select spaces by name, those too that are left out without being named (`tiles-2x7`); `--markdown FILE` also
//! writes the table.

mod spaces;

use spaces::{ALL, Whole};
use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use telusur_bench::{Table, process_peak, seconds};
use telusur_puzzles::Task;
use telusur_search::Algorithm;

/// The first argument of a process that measures one engine.
const ONE: &str = "--one";
/// How often what takes little time is measured, in turns; the best time counts.
const ROUNDS: usize = 3;
/// What takes longer is measured once.
const SHORT: Duration = Duration::from_secs(3);
/// An engine is left out where it would take more than this, by what it took of the space before.
const MOST_TIME: Duration = Duration::from_secs(120);
const MOST_BYTES: u64 = 6_000_000_000;

/// What is measured, and with how many threads; the first one is what the others are compared with.
const ENGINES: [(Engine, usize); 5] = [
    (Engine::Ours(Algorithm::Planes), 2),
    (Engine::Ours(Algorithm::Planes), 1),
    (Engine::Ours(Algorithm::Dense), 2),
    (Engine::Ours(Algorithm::Bfs), 2),
    (Engine::Pathfinding, 1),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Ours(Algorithm),
    Pathfinding,
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Engine::Ours(algorithm) => algorithm.name(),
            Engine::Pathfinding => "pathfinding",
        }
    }

    fn title(self) -> String {
        match self {
            Engine::Ours(algorithm) => format!("**telusur {}**", algorithm.name()),
            Engine::Pathfinding => "pathfinding `bfs_reach`".to_owned(),
        }
    }
}

/// What one process has found and taken.
#[derive(Clone, Debug)]
struct Measured {
    time: Duration,
    /// Peak of the whole process, if the system tells.
    bytes: Option<u64>,
    states: u64,
    /// States per depth, goals, farthest states: all that an exploration tells. Nothing from others' engines.
    facts: String,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench planes: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if arguments.first().is_some_and(|first| first == ONE) {
        return measure_here(&arguments[1..]);
    }
    let mut markdown = None;
    if let Some(at) = arguments.iter().position(|a| a == "--markdown") {
        markdown = arguments.drain(at..(at + 2).min(arguments.len())).nth(1);
    }
    let is_wanted = |space: &&Whole| match arguments.is_empty() {
        true => !space.only_if_named,
        false => arguments.iter().any(|name| space.name.contains(name.as_str())),
    };
    let columns = ["space", "engine", "threads", "time", "states/s", "peak memory", "time ÷ planes"];
    let mut table = Table::new("Whole spaces", &columns);
    let mut rates = BTreeMap::new();
    for space in ALL.iter().filter(is_wanted) {
        for row in measure_all(space, &mut rates)? {
            table.row(&row);
        }
    }
    match markdown {
        Some(path) => std::fs::write(&path, table.markdown()).map_err(|error| format!("{path}: {error}")),
        None => Ok(()),
    }
}

/// States a second and bytes per state of an engine, by puzzle, as the last space had them.
type Rates = BTreeMap<(&'static str, &'static str, usize), (f64, f64)>;

/// Measures all engines on a space, in turns; returns the rows of the table.
fn measure_all(space: &Whole, rates: &mut Rates) -> Result<Vec<[String; 7]>, String> {
    let left_out = ENGINES.map(|(engine, threads)| {
        let &(per_second, per_state) = rates.get(&(space.puzzle, engine.name(), threads))?;
        let (time, bytes) = (space.states as f64 / per_second, space.states as f64 * per_state);
        (time > MOST_TIME.as_secs_f64() || bytes > MOST_BYTES as f64).then(|| {
            format!("left out: about {}, {}", seconds(Duration::from_secs_f64(time)), size(bytes as u64))
        })
    });
    let mut best: [Option<Measured>; ENGINES.len()] = Default::default();
    for round in 0..ROUNDS {
        for (i, &(engine, threads)) in ENGINES.iter().enumerate() {
            let is_long = best[i].as_ref().is_some_and(|best| best.time > SHORT);
            if left_out[i].is_some() || round > 0 && is_long {
                continue;
            }
            let measured = measure_apart(space, engine, threads)?;
            eprintln!("{}: {}, {threads} threads: {}", space.title, engine.name(), seconds(measured.time));
            let known = best[i].take();
            best[i] = Some(match known {
                Some(known) if known.time <= measured.time => known,
                _ => measured,
            });
        }
    }
    agree(space, &best)?;
    let base = best[0].as_ref().map(|planes| planes.time.as_secs_f64());
    let mut rows = Vec::new();
    for ((&(engine, threads), best), left_out) in ENGINES.iter().zip(&best).zip(left_out) {
        let head = [space.title.to_owned(), engine.title(), threads.to_string()];
        let rest = match (best, left_out) {
            (Some(measured), _) => {
                let time = measured.time.as_secs_f64();
                let rate = measured.states as f64 / time;
                let per_state = measured.bytes.unwrap_or(0) as f64 / measured.states as f64;
                rates.insert((space.puzzle, engine.name(), threads), (rate, per_state));
                let ratio = base.map_or(String::new(), |base| format!("{:.1}", time / base));
                let bytes = measured.bytes.map_or("–".to_owned(), size);
                [seconds(measured.time), format!("{:.1} M", rate / 1e6), bytes, ratio]
            }
            (None, reason) => [reason.unwrap_or_default(), "–".to_owned(), "–".to_owned(), "–".to_owned()],
        };
        let mut row = head.into_iter().chain(rest);
        rows.push(std::array::from_fn(|_| row.next().unwrap_or_default()));
    }
    Ok(rows)
}

/// Compares what the engines have found.
fn agree(space: &Whole, best: &[Option<Measured>]) -> Result<(), String> {
    let mut facts: Option<&str> = None;
    for (measured, (engine, _)) in best.iter().zip(ENGINES).filter_map(|(m, e)| Some((m.as_ref()?, e))) {
        let name = engine.name();
        if measured.states != space.states {
            return Err(format!("{name} counts {} states of {}", measured.states, space.title));
        }
        if matches!(engine, Engine::Ours(_)) && *facts.get_or_insert(&measured.facts) != measured.facts {
            return Err(format!(
                "{name} finds {} in {}, another engine {}",
                measured.facts,
                space.title,
                facts.unwrap_or_default()
            ));
        }
    }
    Ok(())
}

/// Measures one engine in a process of its own.
fn measure_apart(space: &Whole, engine: Engine, threads: usize) -> Result<Measured, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let arguments = [ONE, space.name, engine.name(), &threads.to_string()];
    let output = Command::new(program).args(arguments).output().map_err(|error| error.to_string())?;
    let (name, said) = (space.name, String::from_utf8_lossy(&output.stdout).into_owned());
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name} by {}: {}: {}", engine.name(), output.status, error.trim()));
    }
    let fields: Vec<&str> = said.trim_end_matches('\n').splitn(4, '\t').collect();
    let number = |i: usize| fields.get(i).and_then(|field| field.parse::<u64>().ok());
    match (number(0), number(2), fields.get(3)) {
        (Some(nanoseconds), Some(states), Some(&facts)) => Ok(Measured {
            time: Duration::from_nanos(nanoseconds),
            bytes: number(1),
            states,
            facts: facts.to_owned(),
        }),
        _ => Err(format!("{name} by {}: {said:?} can't be read", engine.name())),
    }
}

/// Measures one engine in this process, and prints a line for the other one.
fn measure_here(arguments: &[String]) -> Result<(), String> {
    let [name, engine, threads] = arguments else { return Err(format!("{ONE} SPACE ENGINE THREADS")) };
    let space = ALL.iter().find(|space| space.name == name).ok_or_else(|| format!("no space {name}"))?;
    let threads = threads.parse().map_err(|error| format!("{threads}: {error}"))?;
    let known = ENGINES.map(|(engine, _)| engine).into_iter().find(|known| known.name() == engine);
    let (states, facts, time) = match known.ok_or_else(|| format!("no engine {engine}"))? {
        Engine::Pathfinding => {
            let started = Instant::now();
            (space.reach(), String::new(), started.elapsed())
        }
        Engine::Ours(algorithm) => {
            let board = space.open()?;
            let started = Instant::now();
            let mut unobserved = ();
            let mut task = Task::new(&mut unobserved).with(algorithm);
            task.threads = threads;
            let survey = board.explore(task).map_err(|error| error.to_string())?;
            let time = started.elapsed();
            if !survey.complete || survey.algorithm != algorithm {
                return Err(format!("{:?} by {}", survey.stopped, survey.algorithm));
            }
            let goals = (survey.goals, survey.goal_distance, survey.farthest_count, &survey.farthest);
            (survey.states(), format!("{:?} {goals:?}", survey.depths), time)
        }
    };
    let bytes = process_peak().map_or_else(String::new, |bytes| bytes.to_string());
    println!("{}\t{bytes}\t{states}\t{facts}", time.as_nanos());
    Ok(())
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
