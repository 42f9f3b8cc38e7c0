//! The front door: [`explore`] and [`explore_space`].

use crate::answer::{Explored, Layer, Watcher};
use crate::commit::{Committer, needed};
use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::journal::Line;
use crate::key::{Key, PARTITIONS, Row};
use crate::options::Options;
use crate::path::Layers;
use crate::peers::{Hello, Team, Watch, gather};
use crate::shared::{DiskUse, Shared, Status};
use crate::start::run_workers;
use crate::store::{Identity, Store, run_in};
use crate::worker::End;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use telusur_search::Space;
use telusur_search::bytes::{ByteSpace, Coded, stable_hash};

/// Set aside for the program, its threads and what is on its way between workers.
const SLACK: u64 = 16 << 20;
/// A worker can't do with less.
const LEAST: u64 = 1 << 20;
/// Without a budget.
const USUAL: u64 = 1 << 30;
/// How many of the farthest states are kept.
const FARTHEST: usize = 8;

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

pub(crate) use with_key;

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
    let disk = Arc::new(Disk::new(&options.dir, options.disk));
    let committer =
        store.map(|store| Committer::start(store, keeps_layers, undirected, disk.clone())).transpose()?;
    let shared = Arc::new(Shared {
        undirected,
        disk,
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
    if let Some(limit) = options.disk {
        let mut disk_use = DiskUse::default();
        let left = shared.lines.iter().fold(None, |_, line| disk_use.add(line, &shared));
        shared.disk.allow(left.unwrap_or(limit / processes as u64), 0);
    }
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

/// Puts the answer together.
fn conclude<K: Key>(shared: &Shared, ended: Result<End, Stop>) -> Result<Explored, ExploreError> {
    let mut layers: Vec<Layer> = shared.lines.iter().map(Layer::from).collect();
    layers.append(&mut shared.done.lock().unwrap_or_else(PoisonError::into_inner));
    let mut committer = shared.committer.lock().unwrap_or_else(PoisonError::into_inner);
    let disk = committer.as_ref().map_or(0, Committer::held);
    let (lines, permanent) = committer.as_mut().map_or((Vec::new(), Ok(())), Committer::finish);
    // What a worker says of it comes first.
    let ended = ended.and_then(|end| permanent.map(|()| end).map_err(Stop::Failed));
    let mut found = Explored {
        complete: layers.last().is_some_and(|layer| layer.states == 0),
        layers,
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

/// What was found in a space of a type of one's own.
#[derive(Debug)]
pub struct Found<State> {
    /// The counts, and the states as bytes.
    pub explored: Explored,
    /// Some of the farthest states, if everything was reached.
    pub farthest: Vec<State>,
    /// The states of a shortest path, if a goal was wanted and found.
    pub path: Option<Vec<State>>,
}

/// Explores a typed space on disk: [`explore`] for whoever has a [`Space`] of their own.
///
/// `states` says how a state becomes bytes: [`Plain`](telusur_search::bytes::Plain) as it is,
/// [`Numbered`](telusur_search::bytes::Numbered) as its number. With `reversible()` after it, states that can be left by
/// one move and reached by one are looked for in the last two layers only. `name` is what a directory of this space is
/// recognised by; say in it what tells two spaces of one type apart.
///
/// ```
/// use std::sync::Arc;
/// use telusur_explore::{Options, explore_space};
/// use telusur_search::Space;
/// use telusur_search::bytes::Plain;
///
/// /// Jugs of 8, 5 and 3 litres, the first one full: 4 litres are wanted.
/// struct Jugs;
/// impl Space for Jugs {
///     type State = [u8; 3];
///     type Move = (usize, usize);
///     fn start(&self) -> [u8; 3] { [8, 0, 0] }
///     fn is_goal(&self, jugs: [u8; 3]) -> bool { jugs.contains(&4) }
///     fn expand(&self, jugs: [u8; 3], mut visit: impl FnMut((usize, usize), [u8; 3])) {
///         for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
///             let litres = jugs[from].min([8, 5, 3][to] - jugs[to]);
///             if litres > 0 {
///                 let mut next = jugs;
///                 next[from] -= litres;
///                 next[to] += litres;
///                 visit((from, to), next);
///             }
///         }
///     }
/// }
///
/// let dir = std::env::temp_dir().join(format!("jugs-{}", std::process::id()));
/// let states = Plain::new(Arc::new(Jugs), [8, 0, 0]);
/// let options = Options { stop_at_goal: true, ..Options::new(&dir) };
/// let found = explore_space(states, "jugs of 8, 5 and 3 litres", options, &mut ())?;
/// let path = found.path.unwrap();
/// assert_eq!((path.len(), path[0], path[1]), (7, [8, 0, 0], [3, 5, 0]));
/// # std::fs::remove_dir_all(&dir).unwrap();
/// # Ok::<(), telusur_explore::ExploreError>(())
/// ```
///
/// # Errors
/// Those of [`explore`].
pub fn explore_space<S: Space>(
    states: impl Coded<S> + 'static,
    name: &str,
    options: Options,
    watcher: &mut dyn Watcher,
) -> Result<Found<S::State>, ExploreError> {
    let states = Arc::new(states);
    let explored = explore(states.clone(), Identity::default().with("space", name), options, watcher)?;
    let farthest = explored.farthest.iter().map(|state| states.decode(state)).collect();
    let path = explored.path.as_ref();
    let path = path.map(|path| path.chunks_exact(states.width()).map(|state| states.decode(state)).collect());
    Ok(Found { explored, farthest, path })
}
