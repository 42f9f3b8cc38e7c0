//! One worker: expands its partitions of a layer, receives the successors that are its own, keeps those that are new.

mod keep;

use crate::error::{ExploreError, Stop};
use crate::exchange::Exchange;
use crate::inbox::{Inbox, write_section};
use crate::journal::Line;
use crate::key::{Key, PARTITIONS, Shape};
use crate::run::{FileName, RunFile, RunReader};
use crate::shared::Shared;
use crate::sort::Map;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use telusur_search::Limit;
use timely::worker::Worker;

/// States that are expanded at a time.
const EXPANDED: usize = 256;
/// Keys that remember what was sent of late.
const RECENT: usize = 1 << 15;
/// Between two looks at the others while waiting.
const NAP: Duration = Duration::from_millis(5);

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
}

impl Share {
    /// Divides what a worker may hold.
    pub(crate) fn of(bytes: u64, key: usize) -> Self {
        let flush = (bytes / 64 / key as u64).clamp(64, 32_768) as usize;
        Share { inbox: bytes / 2, sort: bytes / 4, flush }
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
    visited: Vec<Rc<RunFile>>,
    depth: u64,
    lines: Vec<Line>,
    /// Why this worker does not take part any more, until all know.
    stop: Option<Stop>,
    /// Keys sent in this layer, by slot: the same one again need not be sent.
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
        let share = Share::of(shared.worker_bytes, K::BYTES);
        let label = format!("{index}-{}", shared.run);
        let capacity = (share.inbox / K::BYTES as u64) as usize;
        let inbox = Inbox::new(shape, Arc::clone(&shared.disk), capacity, label);
        let exchange = Exchange::new(worker, inbox);
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
            visited: Vec::new(),
            depth: 0,
            lines: shared.lines.clone(),
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
            let last = self.lines.last();
            if last.is_some_and(|line| line.last) {
                return Ok(End::Complete);
            }
            if self.shared.stop_at_goal && self.lines.iter().any(|line| line.goals > 0) {
                return Ok(End::Goal);
            }
            if let Some(most) = self.shared.states
                && self.lines.iter().map(|line| line.states).sum::<u64>() >= most
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
        if self.shared.undirected {
            self.previous = open(before.last().map_or(&[][..], |line| &line.files))?;
        } else {
            self.visited = open(&last.visited)?;
            self.visited.retain(|file| file.keys(|partition| partition % self.peers == self.index) > 0);
        }
        // Damage is found before anything is built upon it.
        for file in self.current.iter().chain(&self.previous).chain(&self.visited) {
            for partition in (self.index..PARTITIONS).step_by(self.peers) {
                let Some(mut reader) = RunReader::<K>::open(&self.shared.disk, file, partition) else {
                    continue;
                };
                while !reader.block()?.is_empty() {
                    self.shared.check()?;
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
        self.recent.fill(K::default());
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
        while still(&self.exchange) {
            self.worker.step_or_park(Some(NAP));
            self.shared.check_peers()?;
        }
        Ok(())
    }

    fn expand(&mut self) -> Result<(), Stop> {
        let files = self.current.clone();
        for partition in (self.index..PARTITIONS).step_by(self.peers) {
            for file in &files {
                let Some(mut reader) = RunReader::<K>::open(&self.shared.disk, file, partition) else {
                    continue;
                };
                loop {
                    let block = reader.block()?;
                    if block.is_empty() {
                        break;
                    }
                    for batch in block.chunks(EXPANDED) {
                        self.expand_batch(batch)?;
                    }
                    self.shared.status.expanded(block.len() as u64);
                    self.shared.check()?;
                }
            }
        }
        self.flush()
    }

    fn expand_batch(&mut self, batch: &[K]) -> Result<(), Stop> {
        self.states.clear();
        batch.iter().for_each(|key| key.write_state(self.shape, &mut self.states));
        self.successors.clear();
        self.shared.space.expand(&self.states, &mut self.successors);
        let count = self.successors.len() / self.shape.width;
        self.edges += count as u64;
        let (shape, mask) = (self.shape, self.recent.len() - 1);
        let (recent, outbox) = (&mut self.recent, &mut self.outbox);
        let mut waiting = 0;
        K::read_states(&self.successors, shape, |key| {
            let seen = &mut recent[key.slot(mask)];
            // The empty slot is a key too: that one is always sent.
            if *seen != key || key == K::default() {
                *seen = key;
                outbox[key.partition(shape)].push(key);
                waiting += 1;
            }
        });
        self.waiting += waiting;
        if self.waiting >= self.share.flush { self.flush() } else { Ok(()) }
    }

    /// Sends what is gathered.
    fn flush(&mut self) -> Result<(), Stop> {
        for target in 0..self.peers {
            let mut bytes = Vec::new();
            for partition in (target..PARTITIONS).step_by(self.peers) {
                let keys = &mut self.outbox[partition];
                write_section(partition, keys, &mut bytes);
                keys.clear();
            }
            if !bytes.is_empty() {
                self.exchange.send(target, bytes);
            }
        }
        self.shared.status.generated(self.waiting as u64);
        self.waiting = 0;
        self.exchange.end_round();
        self.worker.step();
        self.wait(Exchange::is_ahead)?;
        match self.exchange.inbox.borrow_mut().take_stop() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// Keeps what is new, tells all, and goes on to the next layer.
    fn finish_layer(&mut self, depth: u64) -> Result<(), Stop> {
        self.wait(Exchange::is_receiving)?;
        let stopped = self.exchange.inbox.borrow_mut().take_stop();
        self.note(stopped.map_or(Ok(()), Err));
        let mut line = Line { depth, edges: self.edges, ..Line::default() };
        if self.stop.is_none() {
            let kept = self.keep_new(depth, &mut line);
            self.note(kept);
        }
        self.shared.status.holds(self.index, self.held());
        let cleared = self.exchange.inbox.borrow_mut().clear();
        self.note(cleared.map_err(Stop::from));
        (line.written, line.read) = self.shared.share_of_traffic();
        let report = [status_of(self.stop.as_ref()).as_bytes(), b"\n", line.write().as_bytes()].concat();
        self.exchange.report(&report, self.peers);
        self.wait(Exchange::is_receiving)?;
        let line = self.hear(depth)?;
        self.depth = depth;
        let permanent = self.shared.complete(self.index, &line);
        self.lines.push(line);
        self.shared.allow_disk(&self.lines);
        // The others learn it at the end of the next layer.
        self.note(permanent);
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
        (keys * K::BYTES + buffers) as u64 + self.map.held()
    }

    /// What all workers say of a layer, as one line.
    fn hear(&mut self, depth: u64) -> Result<Line, Stop> {
        if let Some(stop) = self.stop.take() {
            return Err(stop);
        }
        let mut whole = Line { depth, millis: self.shared.elapsed(), ..Line::default() };
        let mut stop = None;
        for report in self.exchange.take_reports() {
            let text = String::from_utf8_lossy(&report);
            let (status, line) = text.split_once('\n').unwrap_or((&text, ""));
            if status != "ok" {
                stop.get_or_insert(self.shared.stop_said(status));
                continue;
            }
            let Some(line) = line.strip_suffix('\n').and_then(Line::read) else { continue };
            whole.states += line.states;
            whole.goals += line.goals;
            whole.edges += line.edges;
            whole.written += line.written;
            whole.read += line.read;
            whole.files.extend(line.files);
            whole.visited.extend(line.visited);
        }
        if let Some(stop) = stop {
            return Err(stop);
        }
        whole.last = whole.states == 0;
        whole.files.sort_by(|a, b| a.name.cmp(&b.name));
        whole.visited.sort_by(|a, b| a.name.cmp(&b.name));
        whole.visited.dedup();
        let before = self.lines.last();
        whole.written += before.map_or(0, |line| line.written);
        whole.read += before.map_or(0, |line| line.read);
        Ok(whole)
    }

    fn next_name(&mut self, kind: char, depth: u64) -> String {
        self.files += 1;
        format!("{kind}{depth}-{}-{}-{}", self.index, self.files, self.shared.run)
    }
}

/// How a worker says what it has come to.
fn status_of(stop: Option<&Stop>) -> String {
    match stop {
        None => "ok".to_owned(),
        Some(Stop::Limit(Limit::Time(_))) => "time".to_owned(),
        Some(Stop::Limit(Limit::Cancelled)) => "cancelled".to_owned(),
        Some(Stop::Limit(Limit::Disk(_))) => "disk".to_owned(),
        Some(other) => format!("failed {}", other.to_string().replace('\n', " ")),
    }
}
