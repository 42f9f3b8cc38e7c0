//! `cargo xtask load`: many people play at once while searches run, on this machine, for a short while. It reports how
//! long a move takes and what the server holds, kills the server, starts it again, and looks for every step.

mod hostile;
mod http;
mod options;
mod player;
mod searcher;

use crate::server::{Server, released_program};
use anyhow::{Result, ensure};
use options::Options;
use player::{Player, Record};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Between two moves of a player, on average.
const THOUGHT: Duration = Duration::from_millis(500);
/// How long everybody plays without a thought, to see how much goes through.
const RUSH: Duration = Duration::from_secs(5);
/// What the server takes by itself on a machine that has it.
const USUAL_MEBIBYTES: u64 = 2048;
/// Errors that are shown.
const MOST_ERRORS: usize = 5;

/// Plays against the program that `TELUSUR` names, or the release.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let options = Options::of(arguments)?;
    let program = match std::env::var_os("TELUSUR") {
        Some(named) => PathBuf::from(named),
        None => released_program()?,
    };
    let memory = options.mebibytes.map(|mebibytes| vec!["--memory".to_owned(), format!("{mebibytes}M")]);
    let mut server = Server::of(program, &memory.unwrap_or_default())?;
    match options.is_hostile {
        true => hostile::run(&server, options.mebibytes.unwrap_or(USUAL_MEBIBYTES)),
        false => at_play(&mut server, &options),
    }
}

fn at_play(server: &mut Server, options: &Options) -> Result<()> {
    let address = server.address();
    let Options { players, searches, time, .. } = *options;
    println!(
        "{players} players, {searches} searches, {} s, then {} s in a rush; {}",
        time.as_secs(),
        RUSH.as_secs(),
        busy()
    );

    let before = server.memory();
    let mut records = play(&address, options, time, THOUGHT)?;
    let calm = Figures::of(&records, time);
    calm.print("playing");
    let rush = play(&address, options, RUSH, Duration::ZERO)?;
    Figures::of(&rush, RUSH).print("in a rush");
    records.extend(rush);
    println!("{}", busy());
    let errors: Vec<&String> = records.iter().flat_map(|record| &record.errors).collect();
    errors.iter().take(MOST_ERRORS).for_each(|error| println!("error: {error}"));
    let memory = server.memory();
    if let (Some(before), Some(after)) = (before, memory) {
        println!("memory: {} MiB at the start, {} MiB at most", before.now, after.most);
    }

    server.restart()?;
    let games: usize = records.iter().map(|record| record.games.len()).sum();
    let steps: usize =
        records.iter().flat_map(|record| record.games.values()).map(|last| last.positions - 1).sum();
    let begun = Instant::now();
    let lost = lost(&address, &records)?;
    println!(
        "after kill -9: {games} games with {steps} steps looked at in {:.1} s, {} lost",
        begun.elapsed().as_secs_f64(),
        lost.len()
    );
    ensure!(lost.is_empty(), "lost: {}", lost.join(", "));
    ensure!(errors.is_empty(), "{} requests failed", errors.len());
    let (slow, bar) = (calm.at(0.99), options.slowest_move());
    ensure!(slow < bar, "one move in a hundred takes {slow:?}, more than {bar:?}");
    // What the searches may use, and as much again for everything else.
    let most = 2 * searches.max(1) as u64 * searcher::MEBIBYTES;
    if let Some(memory) = memory {
        ensure!(memory.most < most, "{} MiB are more than {most} MiB", memory.most);
    }
    Ok(())
}

/// What else this machine is doing, where the system tells: figures mean little without it.
fn busy() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    format!("load average {}", load.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown"))
}

/// Lets everybody play, and searches run meanwhile.
fn play(address: &str, options: &Options, time: Duration, thought: Duration) -> Result<Vec<Record>> {
    let until = Instant::now() + time;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let searches: Vec<_> = (0..options.searches)
            .map(|number| {
                scope.spawn({
                    let done = &done;
                    move || searcher::search(address, number, done)
                })
            })
            .collect();
        let players: Vec<_> = (0..options.players)
            .map(|number| {
                std::thread::Builder::new()
                    .stack_size(256 << 10)
                    .spawn_scoped(scope, move || Ok(Player::new(address, number, thought)?.play(until)))
            })
            .collect::<std::io::Result<_>>()?;
        let records: Vec<_> = players.into_iter().map(join).collect();
        done.store(true, Ordering::Relaxed);
        let ended: Vec<Result<usize>> = searches.into_iter().map(join).collect();
        let searched = ended.into_iter().sum::<Result<usize>>()?;
        ensure!(searched >= options.searches, "only {searched} searches ran");
        records.into_iter().collect()
    })
}

fn join<T>(thread: std::thread::ScopedJoinHandle<'_, Result<T>>) -> Result<T> {
    thread.join().unwrap_or_else(|_| anyhow::bail!("a thread of the test panicked"))
}

/// The games that are not as they were answered last.
fn lost(address: &str, records: &[Record]) -> Result<Vec<String>> {
    let mut connection = http::Connection::open(address)?;
    let mut lost = Vec::new();
    for (key, last) in records.iter().flat_map(|record| &record.games) {
        let (status, game) = connection.json("GET", &format!("/api/games/{key}"), None)?;
        if status != 200 || player::Last::of(&game) != *last {
            lost.push(key.clone());
        }
    }
    Ok(lost)
}

/// How long moves took.
struct Figures {
    times: Vec<Duration>,
    requests: usize,
    errors: usize,
    time: Duration,
}

impl Figures {
    fn of(records: &[Record], time: Duration) -> Self {
        let mut times: Vec<Duration> =
            records.iter().flat_map(|record| record.moves.iter().copied()).collect();
        times.sort_unstable();
        let requests = records.iter().map(|record| record.requests).sum();
        let errors = records.iter().map(|record| record.errors.len()).sum();
        Figures { times, requests, errors, time }
    }

    /// The time that such a share of the moves was faster than.
    fn at(&self, share: f64) -> Duration {
        let place = ((self.times.len() as f64 * share) as usize).min(self.times.len().saturating_sub(1));
        self.times.get(place).copied().unwrap_or_default()
    }

    fn print(&self, what: &str) {
        let millis = |share| self.at(share).as_secs_f64() * 1e3;
        println!(
            "{what}: {} moves ({:.0} requests/s); a move takes {:.1} ms (p50), {:.1} ms (p90), {:.1} ms (p99), {:.1} ms at most; {} errors",
            self.times.len(),
            self.requests as f64 / self.time.as_secs_f64(),
            millis(0.5),
            millis(0.9),
            millis(0.99),
            millis(1.0),
            self.errors
        );
    }
}
