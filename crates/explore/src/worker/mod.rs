//! One worker: expands its partitions of a layer, receives the successors that are its own, keeps those that are new.

mod expand;
mod keep;
pub(crate) mod report;

use crate::error::{ExploreError, Stop};
use crate::exchange::Exchange;
use crate::inbox::Inbox;
use crate::journal::Line;
use crate::key::{Key, PARTITIONS, Shape};
use crate::run::{FileName, RunFile, RunReader};
use crate::shared::{DiskUse, Shared};
use crate::sort::Map;
use crate::visited::{Visited, VisitedMemory};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use telusur_search::Limit;
use timely::worker::Worker;

/// Keys that remember what was sent of late.
const RECENT: usize = 1 << 15;
/// Looks at the others before a worker that waits goes to sleep.
const AWAKE: u32 = 100;
/// Between two looks after that.
const NAP: Duration = Duration::from_millis(1);

/// How a search ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Everything was reached.
    Complete,
    /// A goal was reached, and that was all that was wanted.
    Goal,
}

/// What a worker may hold, in parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Keys received.
    inbox: u64,
    /// For sorting one partition, or its map of bits.
    sort: u64,
    /// Keys that are gathered before they are sent.
    flush: usize,
    /// What helps to find states among all that were reached.
    visited: VisitedMemory,
}

impl Share {
    /// Divides what a worker may hold.
    pub(crate) fn of(bytes: u64, key: usize, peers: usize) -> Self {
        let flush = (bytes / 64 / key as u64).clamp(64, 32_768) as usize;
        // The largest file has half of the states, all the others the rest.
        let runs = 2 * PARTITIONS.div_ceil(peers) as u64;
        let blocks = (bytes / 32 / runs / (key as u64 + 8)) as usize;
        Share {
            inbox: bytes / 2,
            sort: bytes / 4,
            flush,
            visited: VisitedMemory { keys: bytes / 16, blocks },
        }
    }
}

/// What is known of all complete layers together.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    states: u64,
    goals: u64,
    written: u64,
    read: u64,
    /// Whether nothing follows.
    last: bool,
}

impl Totals {
    fn add(&mut self, line: &Line) {
        self.states += line.states;
        self.goals += line.goals;
        (self.written, self.read, self.last) = (line.written, line.read, line.last);
    }
}

/// A worker with states of one kind.
pub(crate) struct Searcher<'a, K: Key> {
    shared: &'a Shared,
    worker: &'a mut Worker,
    index: usize,
    peers: usize,
    shape: Shape,
    share: Share,
    exchange: Exchange<Inbox<K>>,
    /// The layer before the current one, the current one, and, in a directed space, everything.
    previous: Vec<Rc<RunFile>>,
    current: Vec<Rc<RunFile>>,
    visited: Visited<K>,
    depth: u64,
    totals: Totals,
    disk_use: DiskUse,
    /// Why this worker does not take part any more, until all know.
    stop: Option<Stop>,
    /// Keys that were sent, by slot: what was sent once is reached, and need not be sent again, in later layers too.
    recent: Vec<K>,
    outbox: Vec<Vec<K>>,
    waiting: usize,
    /// Buffers.
    states: Vec<u8>,
    successors: Vec<u8>,
    keys: Vec<K>,
    scratch: Vec<K>,
    map: Map,
    edges: u64,
    files: u64,
}

impl<'a, K: Key> Searcher<'a, K> {
    pub(crate) fn new(shared: &'a Shared, worker: &'a mut Worker) -> Self {
        let (index, peers) = (worker.index(), worker.peers());
        let shape = Shape { width: shared.space.width(), bits: shared.space.bits() };
        let share = Share::of(shared.worker_bytes, K::BYTES, peers);
        let label = format!("{index}-{}", shared.run);
        let capacity = (share.inbox / K::BYTES as u64) as usize;
        let inbox = Inbox::new(shape, Arc::clone(&shared.disk), capacity, label);
        let exchange = Exchange::new(worker, inbox);
        let (mut totals, mut disk_use) = (Totals::default(), DiskUse::default());
        for line in &shared.lines {
            totals.add(line);
            disk_use.add(line, shared);
        }
        Searcher {
            shared,
            worker,
            index,
            peers,
            shape,
            share,
            exchange,
            previous: Vec::new(),
            current: Vec::new(),
            visited: Visited::new(share.visited, index, peers),
            depth: 0,
            totals,
            disk_use,
            stop: None,
            recent: vec![
                K::default();
                RECENT
                    .min((shared.worker_bytes as usize / 32 / K::BYTES).next_power_of_two() / 2)
                    .max(1)
            ],
            outbox: vec![Vec::new(); PARTITIONS],
            waiting: 0,
            states: Vec::new(),
            successors: Vec::new(),
            keys: Vec::new(),
            scratch: Vec::new(),
            map: Map::new(),
            edges: 0,
            files: 0,
        }
    }

    /// Searches to the end, or until all stop.
    pub(crate) fn run(mut self) -> Result<End, Stop> {
        let result = self.search();
        if matches!(result, Err(Stop::Failed(ExploreError::Lost { .. }))) {
            // Nobody can finish it. In all other cases every worker has heard why, and they finish it together.
            for dataflow in self.worker.installed_dataflows() {
                self.worker.drop_dataflow(dataflow);
            }
        }
        result
    }

    fn is_own(&self, partition: usize) -> bool {
        partition % self.peers == self.index
    }

    fn search(&mut self) -> Result<End, Stop> {
        match self.shared.lines.last() {
            None => self.first_layer()?,
            Some(line) => {
                self.depth = line.depth;
                let opened = self.reopen();
                self.note(opened);
            }
        }
        loop {
            if self.totals.last {
                return Ok(End::Complete);
            }
            if self.shared.stop_at_goal && self.totals.goals > 0 {
                return Ok(End::Goal);
            }
            if let Some(most) = self.shared.states
                && self.totals.states >= most
            {
                return Err(Stop::Limit(Limit::States(most)));
            }
            self.layer()?;
        }
    }

    /// Notes that this worker can't go on; the others learn it at the end of the layer.
    fn note(&mut self, result: Result<(), Stop>) {
        if let Err(stop) = result
            && self.stop.is_none()
        {
            self.exchange.inbox.borrow_mut().close();
            self.stop = Some(stop);
        }
    }

    fn reopen(&mut self) -> Result<(), Stop> {
        let open = |files: &[FileName]| {
            let files = files.iter().map(|name| RunFile::open(&self.shared.disk.dir, name).map(Rc::new));
            files.collect::<Result<Vec<_>, ExploreError>>()
        };
        let lines = &self.shared.lines;
        let Some((last, before)) = lines.split_last() else { return Ok(()) };
        self.current = open(&last.files)?;
        // Damage is found before anything is built upon it.
        if self.shared.undirected {
            self.previous = open(before.last().map_or(&[][..], |line| &line.files))?;
        } else {
            for file in open(&last.visited)? {
                self.visited.load(&self.shared.disk, file, || self.shared.check())?;
            }
        }
        for file in self.current.iter().chain(&self.previous) {
            for partition in (self.index..PARTITIONS).step_by(self.peers) {
                if let Some(reader) = RunReader::<K>::open(&self.shared.disk, file, partition) {
                    reader.try_each_block(|_| self.shared.check())?;
                }
            }
        }
        Ok(())
    }

    fn first_layer(&mut self) -> Result<(), Stop> {
        self.exchange.begin(0);
        let mut first = K::default();
        K::read_states(&self.shared.space.start(), self.shape, |key| first = key);
        if self.is_own(first.partition(self.shape)) {
            self.exchange.inbox.borrow_mut().add(first);
        }
        self.exchange.end_rounds();
        self.finish_layer(0)
    }

    fn layer(&mut self) -> Result<(), Stop> {
        self.exchange.begin(self.depth + 1);
        self.shared.status.depth(self.depth + 1);
        self.edges = 0;
        if self.stop.is_none() {
            let expanded = self.expand();
            if matches!(expanded, Err(Stop::Failed(ExploreError::Lost { .. }))) {
                return expanded;
            }
            self.note(expanded);
        }
        self.outbox.iter_mut().for_each(Vec::clear);
        self.waiting = 0;
        self.exchange.end_rounds();
        self.finish_layer(self.depth + 1)
    }

    /// Waits as long as `still` holds, and works on what comes in meanwhile.
    fn wait(&mut self, still: impl Fn(&Exchange<Inbox<K>>) -> bool) -> Result<(), Stop> {
        let mut looks = 0;
        while still(&self.exchange) {
            // Thin layers are over before a thread is awake again, and alone there is nobody to wait for.
            if looks < AWAKE || self.peers == 1 {
                looks += 1;
                self.worker.step();
            } else {
                self.worker.step_or_park(Some(NAP));
            }
            self.shared.check_peers()?;
        }
        Ok(())
    }

    /// The most bytes that this worker has held.
    fn held(&self) -> u64 {
        let keys = self.exchange.inbox.borrow().peak
            + self.recent.len()
            + self.keys.capacity()
            + self.scratch.capacity()
            + self.outbox.iter().map(Vec::capacity).sum::<usize>();
        let buffers = self.states.capacity() + self.successors.capacity();
        (keys * K::BYTES + buffers) as u64 + self.map.held() + self.visited.held()
    }

    fn next_name(&mut self, kind: char, depth: u64) -> String {
        self.files += 1;
        format!("{kind}{depth}-{}-{}-{}", self.index, self.files, self.shared.run)
    }

    /// The files that this worker has made for a layer.
    fn made(&self, depth: u64) -> Vec<Rc<RunFile>> {
        let [layer, visited] = ['l', 'v'].map(|kind| format!("{kind}{depth}-{}-", self.index));
        let made = |file: &&Rc<RunFile>| {
            let name = &file.name.name;
            (name.starts_with(&layer) || name.starts_with(&visited)) && name.ends_with(&self.shared.run)
        };
        // The file of the layer may be among those of all states.
        let others = self.visited.files().filter(|file| self.current.iter().all(|c| !Rc::ptr_eq(c, file)));
        self.current.iter().chain(others).filter(made).cloned().collect()
    }
}
