//! Starts the workers of a process, watches them, and tells how far they are.

use crate::answer::{Layer, Now, Watcher};
use crate::error::{ExploreError, Stop};
use crate::explore::with_key;
use crate::key::Row;
use crate::peers::Peer;
use crate::shared::Shared;
use crate::worker::{End, Searcher};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks, WorkerGuards};
use timely::execute::execute_from;

/// Starts the workers and watches them.
pub(crate) fn run_workers(
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
    shared.lines.iter().for_each(|line| told.layer(&line.into(), watcher));
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
        _ => {
            let joining = std::thread::spawn(move || drop(guards.join()));
            // A process may go at the very end, when all is known: then they are left behind too.
            while !joining.is_finished() && shared.watch.lost().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
    Ok(ended)
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
    fn layer(&mut self, layer: &Layer, watcher: &mut dyn Watcher) {
        self.states += layer.states;
        self.frontier = layer.states;
        watcher.layer(layer);
    }

    fn tell(&mut self, shared: &Shared, watcher: &mut dyn Watcher) {
        let done = shared.done.lock().unwrap_or_else(PoisonError::into_inner);
        let (depth, expanded, generated) = shared.status.now();
        for layer in &done[self.layers..] {
            self.layer(layer, watcher);
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
