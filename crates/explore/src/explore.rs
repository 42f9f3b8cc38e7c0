//! The front door: [`explore`], what it is told and what it answers.

use crate::commit::{Committer, needed};
use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::journal::Line;
use crate::key::{Key, PARTITIONS, Row};
use crate::path::Layers;
use crate::peers::{Hello, Peer, Team, Watch, gather};
use crate::shared::{Shared, Status};
use crate::store::{Identity, Store, run_in};
use crate::worker::{End, Searcher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use telusur_search::Limits;
use telusur_search::bytes::{ByteSpace, stable_hash};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks, WorkerGuards};
use timely::execute::execute_from;

/// Set aside for the program, its threads and what is on its way between workers.
const SLACK: u64 = 16 << 20;
/// A worker can't do with less.
const LEAST: u64 = 1 << 20;
/// Without a budget.
const USUAL: u64 = 1 << 30;
/// How many of the farthest states are kept.
const FARTHEST: usize = 8;

/// How to explore.
pub struct Options {
    /// Where the layers are kept.
    pub dir: PathBuf,
    /// Whether there must be an exploration in the directory already.
    pub resume: bool,
    /// Workers of this process.
    pub threads: usize,
    /// States, memory and time. The memory is that of all processes on this machine together.
    pub limits: Limits,
    /// Most bytes on disk.
    pub disk: Option<u64>,
    /// Whether to end with the first layer that has a goal and rebuild a path to it. All layers are kept then.
    pub stop_at_goal: bool,
    /// Who takes part.
    pub team: Team,
}

impl Options {
    /// One thread, no limits.
    #[must_use]
    pub fn new(dir: &Path) -> Self {
        Options {
            dir: dir.to_owned(),
            resume: false,
            threads: 1,
            limits: Limits::none(),
            disk: None,
            stop_at_goal: false,
            team: Team::Alone,
        }
    }
}

/// A complete layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its distance from the start.
    pub depth: u64,
    /// Its states.
    pub states: u64,
    /// How many of them are goals.
    pub goals: u64,
    /// Moves of the layer before, all of them.
    pub edges: u64,
    /// When it was complete, counted from the beginning; the time between two parts of a run does not count.
    pub millis: u64,
    /// Bytes written until then, by all processes.
    pub written: u64,
    /// Bytes read until then, by all processes.
    pub read: u64,
}

impl From<&Line> for Layer {
    fn from(line: &Line) -> Self {
        let &Line { depth, states, goals, edges, millis, written, read, .. } = line;
        Layer { depth, states, goals, edges, millis, written, read }
    }
}

/// How far a search is. Counts are those of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// The layer that is searched for.
    pub depth: u64,
    /// States of complete layers, of all processes.
    pub states: u64,
    /// States of the last complete layer, of all processes.
    pub frontier: u64,
    /// States of it that are expanded.
    pub expanded: u64,
    /// Successors that were sent to their workers, in all layers.
    pub generated: u64,
    /// Bytes on disk.
    pub disk: u64,
    /// The most bytes that the workers of this process have held.
    pub memory: u64,
    /// How many states there may be, where that is known.
    pub ranks: Option<u64>,
}

/// Who watches an exploration.
pub trait Watcher {
    /// Called several times a second.
    fn progress(&mut self, _now: &Now) {}
    /// A layer is complete, or was when the run began.
    fn layer(&mut self, _layer: &Layer) {}
}

/// Nobody.
impl Watcher for () {}

/// What was found.
#[derive(Debug)]
pub struct Explored {
    /// The complete layers; an empty one at the end shows that there are no more states.
    pub layers: Vec<Layer>,
    /// Whether everything was reached.
    pub complete: bool,
    /// Why not, if neither that nor a goal that was wanted came first.
    pub stopped: Option<Stop>,
    /// Some of the farthest states, if everything was reached.
    pub farthest: Vec<Vec<u8>>,
    /// The states of a shortest path, one after another, if a goal was wanted and found.
    pub path: Option<Vec<u8>>,
    /// The most bytes that the workers of this process have held.
    pub memory: u64,
    /// Bytes on disk at the end.
    pub disk: u64,
}

impl Explored {
    /// States at each distance.
    #[must_use]
    pub fn depths(&self) -> Vec<u64> {
        self.layers.iter().map(|layer| layer.states).filter(|&states| states > 0).collect()
    }

    /// All states reached.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states).sum()
    }

    /// Goals among them.
    #[must_use]
    pub fn goals(&self) -> u64 {
        self.layers.iter().map(|layer| layer.goals).sum()
    }

    /// The distance of the nearest goal.
    #[must_use]
    pub fn goal_distance(&self) -> Option<u64> {
        self.layers.iter().find(|layer| layer.goals > 0).map(|layer| layer.depth)
    }

    /// Moves of all states that were expanded.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.layers.iter().map(|layer| layer.edges).sum()
    }
}

/// A hash of how a space behaves near its start.
fn fingerprint(space: &dyn ByteSpace) -> u64 {
    const MOST: usize = 64;
    let width = space.width().max(1);
    let (mut said, mut layer) = (Vec::new(), space.start());
    while said.len() < MOST * width && !layer.is_empty() {
        layer.truncate(MOST * width);
        said.extend_from_slice(&layer);
        space.goals(&layer, &mut |place| said.extend_from_slice(&(place as u32).to_le_bytes()));
        let mut next = Vec::new();
        space.expand(&layer, &mut next);
        layer = next;
    }
    stable_hash(&said)
}

/// Evaluates an expression with a type set to the narrowest key for states of a width.
macro_rules! with_key {
    ($width:expr, $K:ident => $body:expr) => {
        match $width {
            0..=4 => {
                type $K = u32;
                $body
            }
            5..=8 => {
                type $K = u64;
                $body
            }
            9..=16 => {
                type $K = u128;
                $body
            }
            17..=32 => {
                type $K = Row<4>;
                $body
            }
            33..=64 => {
                type $K = Row<8>;
                $body
            }
            65..=256 => {
                type $K = Row<32>;
                $body
            }
            _ => {
                type $K = Row<256>;
                $body
            }
        }
    };
}

/// Explores a space from its start, or goes on where a run in the same directory ended.
///
/// The counts are those of a breadth-first search in memory, whatever the number of workers and processes and however
/// often the run was stopped. A limit that is reached is part of the answer.
///
/// # Errors
/// If the directory can't be used or belongs to something else, if a file is damaged, or if processes don't fit together.
pub fn explore(
    space: Arc<dyn ByteSpace>,
    identity: Identity,
    options: Options,
    watcher: &mut dyn Watcher,
) -> Result<Explored, ExploreError> {
    const WIDEST: usize = Row::<256>::BYTES;
    if !(1..=WIDEST).contains(&space.width()) {
        let why = format!("states of {} bytes are too wide for the disk: at most {WIDEST}", space.width());
        return Err(ExploreError::Unusable(why));
    }
    let (process, processes) = (options.team.process(), options.team.processes());
    let workers = processes.saturating_mul(options.threads);
    if options.threads == 0 || workers > PARTITIONS {
        let why = format!("{workers} workers are too many: at most {PARTITIONS} in all processes together");
        return Err(ExploreError::Unusable(why));
    }
    let worker_bytes = worker_bytes(&options)?;
    let identity = identity
        .with("state bytes", space.width().to_string())
        .with("state bits", space.bits().to_string())
        .with("moves", if space.is_undirected() { "both ways" } else { "one way" })
        .with("behaviour", format!("{:016x}", fingerprint(&*space)))
        .with("task", if options.stop_at_goal { "solve" } else { "explore" })
        .with("version", env!("CARGO_PKG_VERSION"));
    let store = match process {
        0 => Some(Store::open(&options.dir, &identity, options.resume)?),
        _ => None,
    };
    let watch: Arc<Watch> = Arc::default();
    let mut facts = identity.0.clone();
    facts.push(("number of threads".to_owned(), options.threads.to_string()));
    let lines = store.as_ref().map_or(Vec::new(), |store| store.lines.clone());
    let hello = Hello { process, processes, facts, address: String::new() };
    let (peers, run) = gather(options.team, hello, store.as_ref().map(|store| store.run.clone()), &watch)?;
    let lines = if process == 0 { lines } else { lines_of(&options.dir, &run, process)? };
    let (keeps_layers, undirected) = (options.stop_at_goal, space.is_undirected());
    if let Some(store) = &store {
        store.clean(&needed(&store.lines, keeps_layers, undirected))?;
    }
    let committer = store.map(|store| Committer::start(store, keeps_layers, undirected)).transpose()?;
    let shared = Arc::new(Shared {
        undirected,
        disk: Arc::new(Disk::new(&options.dir, options.disk)),
        deadline: options.limits.deadline.clone(),
        states: options.limits.states,
        stop_at_goal: options.stop_at_goal,
        keeps_layers,
        worker_bytes,
        threads: options.threads,
        processes,
        process,
        run,
        lines,
        watch: watch.clone(),
        status: Status::of(options.threads),
        done: Mutex::default(),
        committer: Mutex::new(committer),
        told: Mutex::default(),
        space,
    });
    shared.allow_disk(&shared.lines);
    let ended = run_workers(&shared, peers, watcher)?;
    with_key!(shared.space.width(), K => conclude::<K>(&shared, ended))
}

/// What each worker may hold.
fn worker_bytes(options: &Options) -> Result<u64, ExploreError> {
    let all = options.limits.bytes_left().unwrap_or(USUAL);
    let here = match options.team {
        Team::Alone | Team::Hosts { .. } => 1,
        Team::Leader { processes, .. } | Team::Follower { processes, .. } => processes as u64,
    };
    let workers = here * options.threads.max(1) as u64;
    let bytes = (all / here).saturating_sub(SLACK) / options.threads.max(1) as u64;
    if bytes < LEAST {
        let least = (SLACK * here + LEAST * workers).div_ceil(1 << 20);
        let why = format!("that is too little memory: so many workers need at least {least} MiB");
        return Err(ExploreError::Unusable(why));
    }
    Ok(bytes)
}

/// The layers that are complete, for a process that did not open the directory itself.
fn lines_of(dir: &Path, run: &str, process: usize) -> Result<Vec<Line>, ExploreError> {
    let there = run_in(dir)?;
    if there != run {
        let why =
            format!("{} is not the directory of process 0; all processes must share one", dir.display());
        return Err(ExploreError::Peer { process, why });
    }
    let path = dir.join(crate::journal::JOURNAL);
    let bytes = std::fs::read(&path).map_err(ExploreError::io("read", &path))?;
    Ok(crate::journal::read(&path, &bytes)?.0)
}

/// Starts the workers and watches them.
fn run_workers(
    shared: &Arc<Shared>,
    peers: Vec<Option<Peer>>,
    watcher: &mut dyn Watcher,
) -> Result<Result<End, Stop>, ExploreError> {
    let failed = |why: String| ExploreError::Unusable(format!("the workers can't be started: {why}"));
    let hooks = Hooks::default();
    let (builders, others): (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>) = if shared.processes > 1 {
        let local = ProcessBuilder::new_typed_vector(shared.threads, hooks.refill.clone(), None);
        let networked =
            initialize_networking_from_sockets(local, peers, shared.process, shared.threads, hooks);
        let (builders, guard) = networked.map_err(|error| failed(error.to_string()))?;
        (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
    } else {
        let config = if shared.threads == 1 { Config::Thread } else { Config::Process(shared.threads) };
        config.try_build_with(hooks).map_err(failed)?
    };
    let (sender, results) = channel();
    let inner = shared.clone();
    let guards: WorkerGuards<()> = execute_from(builders, others, WorkerConfig::default(), move |worker| {
        let result = with_key!(inner.space.width(), K => Searcher::<K>::new(&inner, worker).run());
        let _ = sender.send(result);
    })
    .map_err(failed)?;
    let mut told = Told { layers: 0, states: 0, frontier: 0, before: 0 };
    shared.lines.iter().for_each(|line| told.layer(line, watcher));
    let (mut ended, mut left) = (None, shared.threads);
    while left > 0 {
        match results.recv_timeout(Duration::from_millis(100)) {
            Ok(result) => {
                left -= 1;
                // A reason of a worker's own says more than one that it has heard of.
                let better = |new: &Result<End, Stop>, old: &Option<Result<End, Stop>>| match old {
                    None => true,
                    Some(Err(Stop::Failed(ExploreError::Elsewhere(_)))) => new.is_err(),
                    Some(_) => false,
                };
                if better(&result, &ended) {
                    ended = Some(result);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        told.tell(shared, watcher);
    }
    shared.watch.end();
    let ended = ended.unwrap_or_else(|| {
        Err(Stop::Failed(ExploreError::Elsewhere("a worker ended without an answer".to_owned())))
    });
    match &ended {
        // Threads that wait for a process that is gone wait for ever.
        Err(Stop::Failed(ExploreError::Lost { .. })) => std::mem::forget(guards),
        _ => drop(guards.join()),
    }
    let mut committer = shared.committer.lock().unwrap_or_else(PoisonError::into_inner);
    let permanent = committer.as_mut().map_or(Ok(()), Committer::finish);
    // What a worker says of it comes first.
    Ok(ended.and_then(|end| permanent.map(|()| end).map_err(Stop::Failed)))
}

/// What the watcher knows already.
struct Told {
    layers: usize,
    states: u64,
    frontier: u64,
    /// States of this process that were expanded before the current layer.
    before: u64,
}

impl Told {
    fn layer(&mut self, line: &Line, watcher: &mut dyn Watcher) {
        self.states += line.states;
        self.frontier = line.states;
        watcher.layer(&line.into());
    }

    fn tell(&mut self, shared: &Shared, watcher: &mut dyn Watcher) {
        let done = shared.done.lock().unwrap_or_else(PoisonError::into_inner);
        let (depth, expanded, generated) = shared.status.now();
        for line in &done[self.layers..] {
            self.layer(line, watcher);
            self.before = expanded;
        }
        self.layers = done.len();
        drop(done);
        let disk = match &*shared.committer.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(committer) => committer.held(),
            None => 0,
        };
        watcher.progress(&Now {
            depth,
            states: self.states,
            frontier: self.frontier,
            // Some workers may be in the next layer already.
            expanded: (expanded - self.before).min(self.frontier),
            generated,
            disk,
            memory: shared.status.held(),
            ranks: shared.space.ranks(),
        });
    }
}

/// Puts the answer together.
fn conclude<K: Key>(shared: &Shared, ended: Result<End, Stop>) -> Result<Explored, ExploreError> {
    let mut lines = shared.lines.clone();
    lines.extend(shared.done.lock().unwrap_or_else(PoisonError::into_inner).drain(..));
    let disk = match &*shared.committer.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(committer) => committer.held(),
        None => 0,
    };
    let mut found = Explored {
        layers: lines.iter().map(Layer::from).collect(),
        complete: lines.last().is_some_and(|line| line.last),
        stopped: None,
        farthest: Vec::new(),
        path: None,
        memory: shared.status.held(),
        disk,
    };
    let layers =
        Layers { space: &*shared.space, disk: &shared.disk, deadline: &shared.deadline, lines: &lines };
    let more = |found: &mut Explored| -> Result<(), Stop> {
        let end = ended?;
        if shared.process == 0 {
            match end {
                End::Complete => {
                    let last = lines.iter().rposition(|line| line.states > 0).unwrap_or(0);
                    found.farthest = layers.first::<K>(last, FARTHEST)?;
                }
                End::Goal => {}
            }
            if shared.stop_at_goal {
                found.path = layers.path::<K>()?;
            }
        }
        Ok(())
    };
    match more(&mut found) {
        Ok(()) => {}
        Err(Stop::Failed(error)) if !error.is_resumable() => return Err(error),
        Err(stop) => found.stopped = Some(stop),
    }
    Ok(found)
}
