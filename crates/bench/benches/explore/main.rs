//! Whole spaces on disk, on the puzzles as they are shipped: one worker, two in one process, two processes of one worker
//! over loopback. Every measurement is a process of its own, with an empty directory that it explores to the end; every
//! count must be right.
//!
//! Arguments select spaces by name, those too that are left out without being named (`tiles-3x4`); `--markdown FILE` also
//! writes the table.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::time::Instant;
use telusur_bench::{Table, process_peak, seconds};
use telusur_explore::{Identity, Launch, Options, Team, explore};
use telusur_puzzles::{Setup, catalogue};
use telusur_search::{Budget, Limits};

/// The first argument of a process that measures, and of one that takes part.
const ONE: &str = "--one";
const PART: &str = "--part";
/// How often each is measured, in turns; the best time counts.
const ROUNDS: usize = 3;

/// A space with what is known of it.
struct Known {
    name: &'static str,
    title: &'static str,
    puzzle: &'static str,
    options: &'static [(&'static str, &'static str)],
    states: u64,
    radius: usize,
    memory: u64,
    only_if_named: bool,
}

const ALL: [Known; 4] = [
    Known {
        name: "hanoi-4x12",
        title: "4 pegs, 12 discs",
        puzzle: "hanoi",
        options: &[("pegs", "4"), ("discs", "12")],
        states: 16_777_216,
        radius: 81,
        memory: 256 << 20,
        only_if_named: false,
    },
    Known {
        name: "tiles-2x5",
        title: "tiles 2 × 5",
        puzzle: "tiles",
        options: &[("size", "2x5")],
        states: 1_814_400,
        radius: 55,
        memory: 64 << 20,
        only_if_named: false,
    },
    // Moves can't be taken back, and there are two states in a layer.
    Known {
        name: "hanoi-cyclic-9",
        title: "cyclic, 9 discs",
        puzzle: "hanoi",
        options: &[("pegs", "3"), ("discs", "9"), ("rule", "cyclic")],
        states: 19_683,
        radius: 9_135,
        memory: 64 << 20,
        only_if_named: false,
    },
    Known {
        name: "tiles-3x4",
        title: "tiles 3 × 4",
        puzzle: "tiles",
        options: &[("size", "3x4")],
        states: 239_500_800,
        radius: 53,
        memory: 256 << 20,
        only_if_named: true,
    },
];

/// Processes and threads of each; the first is what the others are compared with.
const WORKERS: [(usize, usize); 3] = [(1, 1), (1, 2), (2, 1)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let done = match arguments.first().map(String::as_str) {
        Some(ONE) => measure_here(&arguments[1..]),
        Some(PART) => take_part(&arguments[1..]),
        _ => measure_all(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench explore: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure_all(arguments: &[String]) -> Result<(), String> {
    let mut names = arguments.to_vec();
    let mut markdown = None;
    if let Some(at) = names.iter().position(|a| a == "--markdown") {
        markdown = names.drain(at..(at + 2).min(names.len())).nth(1);
    }
    let columns = [
        "space",
        "processes",
        "threads",
        "time",
        "states/s",
        "peak memory",
        "traffic/generated",
        "× one worker",
    ];
    let mut table = Table::new("Whole spaces on disk", &columns);
    let wanted = |known: &&Known| match names.is_empty() {
        true => !known.only_if_named,
        false => names.iter().any(|name| known.name.contains(name.as_str())),
    };
    for known in ALL.iter().filter(wanted) {
        let mut best: [Option<(f64, String, String)>; WORKERS.len()] = Default::default();
        let rounds = if known.only_if_named { 1 } else { ROUNDS };
        for _ in 0..rounds {
            for (best, (processes, threads)) in best.iter_mut().zip(WORKERS) {
                let measured = measure_apart(known, processes, threads)?;
                if best.as_ref().is_none_or(|(time, ..)| measured.0 < *time) {
                    *best = Some(measured);
                }
            }
        }
        let one = best[0].as_ref().map_or(1.0, |(time, ..)| *time);
        for ((processes, threads), best) in WORKERS.into_iter().zip(best) {
            let Some((time, peak, traffic)) = best else { continue };
            table.row(&[
                known.title.to_owned(),
                processes.to_string(),
                threads.to_string(),
                seconds(std::time::Duration::from_secs_f64(time)),
                format!("{:.1} M", known.states as f64 / time / 1e6),
                peak,
                traffic,
                format!("{:.2}", one / time),
            ]);
        }
    }
    match markdown {
        Some(path) => std::fs::write(&path, table.markdown()).map_err(|error| format!("{path}: {error}")),
        None => Ok(()),
    }
}

/// Time, peak of the first process, traffic for each generated state.
fn measure_apart(known: &Known, processes: usize, threads: usize) -> Result<(f64, String, String), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let words = [ONE, known.name, &processes.to_string(), &threads.to_string()].map(str::to_owned);
    let output = Command::new(program).args(words).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        return Err(format!("{}: {}", known.name, String::from_utf8_lossy(&output.stderr)));
    }
    let mut words = said.trim().split('\t');
    let mut next = || words.next().map(str::to_owned).ok_or_else(|| format!("{}: no figures", known.name));
    let time = next()?.parse().map_err(|_| format!("{}: no time", known.name))?;
    eprintln!("{}: {processes} × {threads}: {time:.2} s", known.title);
    Ok((time, next()?, next()?))
}

fn find(name: &str) -> Result<&'static Known, String> {
    ALL.iter().find(|known| known.name == name).ok_or_else(|| format!("there is no space '{name}'"))
}

fn number(words: &[String], at: usize) -> Result<usize, String> {
    words.get(at).and_then(|word| word.parse().ok()).ok_or_else(|| format!("argument {at} is no number"))
}

fn run(known: &Known, dir: &Path, threads: usize, team: Team) -> Result<telusur_explore::Explored, String> {
    let setup = known.options.iter().fold(Setup::default(), |setup, (name, value)| setup.with(name, value));
    let entry = catalogue::find(known.puzzle).ok_or("there is no such puzzle")?;
    let board = catalogue::open(entry, &setup).map_err(|error| error.to_string())?;
    let packed = board.as_bytes().ok_or("its states can't be packed")?;
    let limits = Limits::from(Budget::default().with_bytes(known.memory));
    let options = Options { threads, limits, team, ..Options::new(dir) };
    let identity = Identity::default().with("bench", known.name);
    explore(packed.space(), identity, options, &mut ()).map_err(|error| error.to_string())
}

/// One measurement: prints seconds, peak and traffic.
fn measure_here(words: &[String]) -> Result<(), String> {
    let known = find(words.first().map_or("", String::as_str))?;
    let (processes, threads) = (number(words, 1)?, number(words, 2)?);
    let dir = std::env::temp_dir().join(format!("telusur-bench-explore-{}", std::process::id()));
    let started = Instant::now();
    let team = match processes {
        1 => Team::Alone,
        _ => Team::Leader {
            listener: TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?,
            processes,
            launch: Box::new(Others { known, dir: dir.clone(), threads, processes, running: Vec::new() }),
        },
    };
    let found = run(known, &dir, threads, team)?;
    let time = started.elapsed().as_secs_f64();
    if (found.states(), found.depths().len(), found.complete) != (known.states, known.radius + 1, true) {
        return Err(format!(
            "{}: {} states to depth {}",
            known.name,
            found.states(),
            found.depths().len() - 1
        ));
    }
    std::fs::remove_dir_all(&dir).map_err(|error| error.to_string())?;
    let peak = process_peak().map_or("–".to_owned(), |bytes| format!("{:.0} MB", bytes as f64 / 1e6));
    let traffic = found.layers.last().map_or(0, |layer| layer.written + layer.read);
    println!("{time}\t{peak}\t{:.2} B", traffic as f64 / found.edges().max(1) as f64);
    Ok(())
}

/// The other processes of a measurement.
struct Others {
    known: &'static Known,
    dir: PathBuf,
    threads: usize,
    processes: usize,
    running: Vec<Child>,
}

impl Launch for Others {
    fn launch(&mut self, address: &str) -> io::Result<()> {
        for process in 1..self.processes {
            let numbers = [process, self.processes, self.threads].map(|number| number.to_string());
            let mut command = Command::new(std::env::current_exe()?);
            command.args([PART, self.known.name]).arg(&self.dir).arg(address).args(numbers);
            self.running.push(command.stdout(std::process::Stdio::null()).spawn()?);
        }
        Ok(())
    }

    fn ended(&mut self) -> Option<usize> {
        self.running
            .iter_mut()
            .position(|child| matches!(child.try_wait(), Ok(Some(_))))
            .map(|place| place + 1)
    }
}

fn take_part(words: &[String]) -> Result<(), String> {
    let known = find(words.first().map_or("", String::as_str))?;
    let dir = words.get(1).ok_or("no directory")?;
    let leader = words.get(2).ok_or("no address")?.clone();
    let team = Team::Follower { leader, process: number(words, 3)?, processes: number(words, 4)? };
    run(known, Path::new(dir), number(words, 5)?, team).map(|_| ())
}
