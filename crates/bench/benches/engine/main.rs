//! Our engines beside `pathfinding`, `petgraph`, `stateright` and a plain loop with std's `HashSet`, all on the
//! same successor functions, in one process. Every count is checked against the known number; a wrong one
//! panics. Arguments select parts by name; `--markdown FILE` also writes the tables.

mod peers;
mod spaces;

use std::time::Duration;
use telusur_bench::{Measured, Table, measure, seconds};
use telusur_puzzles::tiles::Tiles;
use telusur_puzzles::{Setup, Task, catalogue, hanoi};
use telusur_search::planes::explore_planes;
use telusur_search::{
    Algorithm, Budget, Claim, Ranked, Report, Reversible, Run, Solver, Space, Wanted, dense, idastar,
};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let markdown = arguments.iter().position(|a| a == "--markdown").map(|at| {
        arguments.remove(at);
        arguments.remove(at)
    });
    let wanted = |part: &str| arguments.is_empty() || arguments.iter().any(|a| part.contains(a.as_str()));
    let mut tables = Vec::new();
    if wanted("hanoi-4x12") {
        tables.push(explore(
            "4 pegs × 12 discs (16,777,216 states, 81 layers)",
            &hanoi::Hanoi::<hanoi::Narrow>::tower(4, 12),
            1 << 24,
            81,
            fifteen_discs,
        ));
    }
    if wanted("hanoi-3x14") {
        tables.push(explore(
            "3 pegs × 14 discs (4,782,969 states, 16,383 layers)",
            &hanoi::Hanoi::<hanoi::Narrow>::tower(3, 14),
            4_782_969,
            16_383,
            Vec::new,
        ));
    }
    if wanted("8-puzzle") {
        tables.push(explore(
            "8-puzzle (181,440 states, 31 layers)",
            &Tiles::<u64>::solved(3, 3),
            181_440,
            31,
            Vec::new,
        ));
    }
    if wanted("idastar") {
        tables.push(depth_first());
    }
    if wanted("korf") {
        match std::env::var_os("KORF").map(std::fs::read_to_string) {
            Some(boards) => tables.push(korf(&boards.expect("KORF is the path of a text file"))),
            None => eprintln!("korf is left out: let KORF be the path of a file with his hundred boards"),
        }
    }
    if let Some(path) = markdown {
        let text = tables.iter().map(Table::markdown).collect::<Vec<_>>().join("\n");
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("{path}: {error}");
            std::process::exit(2);
        }
    }
}

/// How often engines are measured whose ratio is promised, in turns; the best time of each counts. A single
/// run says more about what else the machine had to do.
const ROUNDS: usize = 3;

/// One line of a table before the ratio is known.
struct Line {
    engine: String,
    threads: usize,
    states: u64,
    time: Duration,
    bytes: Option<u64>,
}

/// Measures all engines on one space. Ours come first, while the process is still small, so that its growth
/// tells what they need; the ratio is to the first peer, best time to best time.
fn explore<S>(title: &str, space: &S, states: u64, radius: u32, mut more: impl FnMut() -> Vec<Line>) -> Table
where
    S: Ranked + Reversible + Clone + Send + 'static,
{
    let mut lines: Vec<Line> = Vec::new();
    let mut note = |name: &str, threads: usize, measured: Measured<u64>| {
        assert_eq!(measured.result, states, "{name} miscounts {title}");
        eprintln!("{title}: {name}, {threads} threads: {}", seconds(measured.time));
        let known = lines.iter_mut().find(|line| line.engine == name && line.threads == threads);
        match known {
            // Only the first run finds the process small, so only its growth tells.
            Some(line) => line.time = line.time.min(measured.time),
            None => lines.push(Line {
                engine: name.to_owned(),
                threads,
                states,
                time: measured.time,
                bytes: measured.peak_bytes,
            }),
        }
    };
    for _ in 0..ROUNDS {
        for threads in [1, 2] {
            let dense = measure(|| {
                let mut unobserved = ();
                let mut run = Run::watched(Budget::UNLIMITED, threads, &mut unobserved);
                let reached = dense::explore_dense(space, space.start(), &mut run);
                assert_eq!(reached.radius(), Some(radius));
                reached.states()
            });
            note("**telusur dense**", threads, dense);
        }
        for threads in [1, 2] {
            let bfs = measure(|| {
                let solver = Solver::plain(space).algorithm(Algorithm::Bfs).threads(threads);
                let reached = solver.try_explore(Wanted::default()).expect("bfs works everywhere");
                assert_eq!(reached.radius(), Some(radius));
                reached.states()
            });
            note("**telusur bfs**, counting", threads, bfs);
            let layers = measure(|| {
                // A goal that is never reached: all layers are kept, as for a path.
                let report =
                    Solver::plain(&Endless(space)).algorithm(Algorithm::Bfs).threads(threads).solve();
                report.depths.iter().sum()
            });
            note("**telusur bfs**, layers kept for a path", threads, layers);
        }
        note("pathfinding `bfs_reach`", 1, measure(|| peers::pathfinding(space)));
    }
    note("petgraph `Bfs`, `HashSet` as its map", 1, measure(|| peers::petgraph(space)));
    note("stateright `spawn_bfs`", 1, measure(|| peers::stateright(space)));
    note("std `HashSet` and two lists", 1, measure(|| peers::hash_set(space)));
    lines.extend(more());
    let rate = |line: &Line| line.states as f64 / line.time.as_secs_f64();
    let base = lines.iter().find(|line| line.engine.starts_with("pathfinding")).map_or(1.0, rate);
    let mut table =
        Table::new(title, &["engine", "threads", "time", "states/s", "bytes/state", "× pathfinding"]);
    for line in &lines {
        table.row(&[
            line.engine.clone(),
            line.threads.to_string(),
            seconds(line.time),
            format!("{:.2} M", rate(line) / 1e6),
            line.bytes.map_or("–".to_owned(), |bytes| format!("{:.2}", bytes as f64 / line.states as f64)),
            format!("{:.1}", rate(line) / base),
        ]);
    }
    table
}

/// The complete search of 15 discs on four pegs in planes of bits; what it finds is known.
fn fifteen_discs() -> Vec<Line> {
    [1, 2]
        .map(|threads| {
            let measured = measure(|| {
                let mut unobserved = ();
                let mut run = Run::watched(Budget::UNLIMITED, threads, &mut unobserved);
                let fifteen = hanoi::Hanoi::classic(4, 15);
                let reached = explore_planes(&fifteen, fifteen.start(), &mut run);
                assert_eq!((reached.radius(), reached.depths.last()), (Some(130), Some(&588)));
                reached.states()
            });
            assert_eq!(measured.result, 1 << 30);
            Line {
                engine: "**telusur planes**, 15 discs".to_owned(),
                threads,
                states: measured.result,
                time: measured.time,
                bytes: measured.peak_bytes,
            }
        })
        .into()
}

/// The same space without a goal.
struct Endless<'s, S>(&'s S);

impl<S: Space> Space for Endless<'_, S> {
    type State = S::State;
    type Move = S::Move;
    fn start(&self) -> S::State {
        self.0.start()
    }
    fn is_goal(&self, _: S::State) -> bool {
        false
    }
    #[inline(always)]
    fn expand(&self, state: S::State, visit: impl FnMut(S::Move, S::State)) {
        self.0.expand(state, visit);
    }
}

fn depth_first() -> Table {
    let title = "IDA* on 15-puzzles, Manhattan distance";
    let columns = ["instance", "moves", "engine", "nodes", "time", "nodes/s", "× pathfinding"];
    let mut table = Table::new(title, &columns);
    for (text, moves) in spaces::FIFTEENS {
        let mut base = None;
        let mut row = |name: &str, nodes: u64, found: usize, time: Duration| {
            assert_eq!(found, moves, "{name} on {text}");
            let rate = nodes as f64 / time.as_secs_f64();
            let base = *base.get_or_insert(rate);
            table.row(&[
                format!("`{text}`"),
                moves.to_string(),
                name.to_owned(),
                nodes.to_string(),
                seconds(time),
                format!("{:.1} M", rate / 1e6),
                format!("{:.1}", rate / base),
            ]);
        };
        let better = Tiles::<u64>::parse(text).expect("the instances are well formed");
        let plain = better.clone().without_conflicts();
        let mut best: [Option<(u64, usize, Duration)>; 3] = [None; 3];
        for _ in 0..ROUNDS {
            let peer = measure(|| peers::idastar(&plain));
            let ours = measure(|| idastar::idastar(&plain, plain.start(), &mut Run::unlimited()));
            let more = measure(|| idastar::idastar(&better, better.start(), &mut Run::unlimited()));
            let of = |report: &Report<_>| (report.stats.generated.unwrap_or(0), report.length().unwrap_or(0));
            let counts = [(peer.result.1, peer.result.0), of(&ours.result), of(&more.result)];
            let times = [peer.time, ours.time, more.time];
            for (best, ((nodes, found), time)) in best.iter_mut().zip(counts.into_iter().zip(times)) {
                let time = best.map_or(time, |(.., known)| known.min(time));
                *best = Some((nodes, found, time));
            }
        }
        let names = ["pathfinding `idastar`", "**telusur idastar**", "**telusur idastar**, linear conflicts"];
        for (name, (nodes, found, time)) in names.into_iter().zip(best.into_iter().flatten()) {
            row(name, nodes, found, time);
        }
    }
    table
}

/// All of Korf's hundred boards (Artificial Intelligence 27, 1985) as a user solves them, one after the other, every optimum
/// proved and compared. They are turned so that the blank's goal is the last cell, each with its optimum in front.
fn korf(boards: &str) -> Table {
    let mut table = Table::new(
        "Korf's 100 15-puzzles, all proved",
        &["tables", "threads", "states expanded", "time", "slowest board"],
    );
    let tiles = catalogue::find("tiles").expect("the catalogue has tiles");
    // The process keeps the tables that it has used last.
    for (name, threads) in [("built on the way", 1), ("in memory", 1), ("in memory", 2)] {
        let (mut expanded, mut slowest) = (0, Duration::ZERO);
        let all = measure(|| {
            for line in boards.lines().filter(|line| !line.starts_with('#')) {
                let (optimum, text) = line.split_once(' ').expect("an optimum and a board");
                let board = tiles.open(&Setup::level(text)).expect("the boards are well formed");
                let mut unobserved = ();
                let mut task = Task::new(&mut unobserved);
                task.threads = threads;
                let one = measure(|| board.solve(task).expect("auto works everywhere"));
                let answer = one.result.path().expect("it is a puzzle");
                let length = answer.length.as_ref().map(ToString::to_string);
                assert_eq!((answer.claim, length.as_deref()), (Claim::Optimal, Some(optimum)), "{text}");
                expanded += answer.stats.expanded;
                slowest = slowest.max(one.time);
            }
        });
        table.row(&[
            name.to_owned(),
            threads.to_string(),
            expanded.to_string(),
            seconds(all.time),
            seconds(slowest),
        ]);
    }
    table
}
