//! The byte budget holds for every puzzle and algorithm, whatever the puzzle makes on the way: bounds, tables, lists of
//! layouts, texts. An allocator that counts watches from outside.

#[path = "../../search/tests/shared/counting.rs"]
mod counting;

use counting::peak;
use std::io;
use std::time::Duration;
use telusur_puzzles::{
    Answer, Board, GraphFormat, GraphOptions, Level, ReachOptions, Setup, Task, catalogue, write_graph,
};
use telusur_search::{Algorithm, Budget, Limit, Limits};

/// What is not counted, beside what engines don't count (see `Budget::bytes`): the texts of an answer's moves and the
/// lists of one position's moves.
fn slack(budget: u64) -> u64 {
    (256 << 10) + budget / 50
}

const MIB: u64 = 1 << 20;

/// Levels that no engine finishes within a few mebibytes, except by theory.
fn levels() -> Vec<(&'static str, Setup)> {
    let hanoi = |discs: &str, pegs: &str, rule: &str| {
        Setup::default().with("discs", discs).with("pegs", pegs).with("rule", rule)
    };
    vec![
        ("tiles", Setup::level("15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 .")),
        ("tiles", Setup::default().with("size", "5x5")),
        ("hanoi", hanoi("13", "4", "classic")),
        ("hanoi", hanoi("11", "5", "star")),
        ("hanoi", hanoi("12", "3", "cyclic")),
        ("water", water()),
        ("klotski", Setup::default()),
        (
            "klotski",
            Setup::level("abcdef/ghijkl/mnBBop/qrBBst/uvwx../yzACDE")
                .with("goal", "BB..../BB..../....../....../....../......"),
        ),
        ("stones", Setup::level("60 60 60").with("take", "1,3,4")),
        ("stones", Setup::level("30 30 30 30").with("take", "any").with("misere", "true")),
    ]
}

/// The hardest level that comes with the program.
fn water() -> Setup {
    let entry = catalogue::find("water").expect("it is in the catalogue");
    entry.levels().last().map(Level::setup).unwrap_or_default()
}

fn limits(bytes: u64) -> Limits {
    // Neither states nor time are what is looked for here; they end what needs no memory.
    Budget::default().with_bytes(bytes).with_states(300_000).with_time(Duration::from_secs(10)).into()
}

struct Watched<'b> {
    puzzle: &'static str,
    board: &'b dyn Board,
    /// How often memory was the limit.
    stops: u32,
    broken: Vec<String>,
}

impl Watched<'_> {
    fn holds(&mut self, what: &str, bytes: u64, work: impl FnOnce(Task<'_>) -> (Option<Limit>, u64)) {
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = limits(bytes);
        task.threads = 2;
        let ((limit, told), real) = peak(|| work(task));
        let level = self.board.text();
        let what =
            format!("{what} {} {level:.40}, {bytes} bytes: {real} held, {told} told, {limit:?}", self.puzzle);
        self.stops += u32::from(limit == Some(Limit::Bytes(bytes)));
        if real > bytes + slack(bytes) || told > bytes {
            self.broken.push(what);
        }
    }

    fn solve(&mut self, algorithm: Algorithm, bytes: u64) {
        let board = self.board;
        self.holds(&format!("solve {algorithm}"), bytes, |task| match board.solve(task.with(algorithm)) {
            Ok(Answer::Path(answer)) => (answer.limit, answer.stats.peak_bytes),
            Ok(Answer::Game(answer)) => (answer.limit, answer.stats.peak_bytes),
            Err(_) => (None, 0),
        });
    }

    fn explore(&mut self, algorithm: Algorithm, bytes: u64) {
        let board = self.board;
        self.holds(&format!("explore {algorithm}"), bytes, |task| {
            match board.explore(task.with(algorithm)) {
                Ok(survey) => (survey.stopped, survey.stats.peak_bytes),
                Err(_) => (None, 0),
            }
        });
    }

    /// Everything that is written down whole.
    fn write_down(&mut self, bytes: u64) {
        use telusur_puzzles::Unreached;
        let board = self.board;
        let limit = |unreached| match unreached {
            Unreached::Limit(limit) => Some(limit),
            Unreached::Unlisted => None,
        };
        self.holds("distances", bytes, |task| {
            (board.reach(ReachOptions::DISTANCES, task).err().and_then(limit), 0)
        });
        self.holds("state graph", bytes, |task| {
            (board.reach(ReachOptions::graph(true), task).err().and_then(limit), 0)
        });
        self.holds("graph", bytes, |mut task| {
            task.limits.states = None;
            let options = GraphOptions { format: GraphFormat::CsvNodes, symmetric: false, tree: false };
            let size = write_graph(board, options, task, &mut io::sink());
            (size.ok().and_then(|size| size.stopped), 0)
        });
    }
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn every_puzzle_keeps_to_its_memory() {
    let (mut stops, mut broken) = (0, Vec::new());
    for (puzzle, setup) in levels() {
        let entry = catalogue::find(puzzle).expect("it is in the catalogue");
        let board = catalogue::open(entry, &setup).expect("the level is right");
        let mut watched = Watched { puzzle, board: &*board, stops: 0, broken: Vec::new() };
        for bytes in [MIB, 4 * MIB, 16 * MIB] {
            for algorithm in board.algorithms() {
                // What takes the most memory is tried with the most, too.
                if bytes <= 4 * MIB || matches!(algorithm, Algorithm::Auto | Algorithm::Bfs) {
                    watched.solve(algorithm, bytes);
                    watched.explore(algorithm, bytes);
                }
            }
            watched.write_down(bytes);
        }
        assert!(watched.stops > 0, "{puzzle} {} needs no memory: choose another level", board.text());
        stops += watched.stops;
        broken.extend(watched.broken);
    }
    assert!(broken.is_empty(), "{} of them:\n{}", broken.len(), broken.join("\n"));
    assert!(stops > 100, "{stops}");
    // A report is held to the same.
    let entry = catalogue::find("klotski").expect("it is in the catalogue");
    for bytes in [MIB / 64, MIB / 4] {
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = Budget::default().with_bytes(bytes).into();
        task.threads = 2;
        let (report, real) = peak(|| entry.report("family", &Setup::default(), &mut task));
        assert_eq!(report.map(|report| report.stopped), Ok(Some(Limit::Bytes(bytes))));
        assert!(real <= bytes + slack(bytes), "the family in {bytes}: {real}");
    }
}
