//! Expanding a layer: states in batches, successors to the workers whose they are.

use super::Searcher;
use crate::error::Stop;
use crate::exchange::Exchange;
use crate::inbox::{section_bytes, write_section};
use crate::key::{Key, PARTITIONS};
use crate::run::RunReader;

/// States that are expanded at a time.
const EXPANDED: usize = 256;

impl<K: Key> Searcher<'_, K> {
    /// Expands the states of the current layer that are this worker's.
    pub(super) fn expand(&mut self) -> Result<(), Stop> {
        let files = self.current.clone();
        for partition in (self.index..PARTITIONS).step_by(self.peers) {
            for file in &files {
                let Some(reader) = RunReader::<K>::open(&self.shared.disk, file, partition) else { continue };
                reader.try_each_block(|block| {
                    block.chunks(EXPANDED).try_for_each(|batch| self.expand_batch(batch))?;
                    self.shared.status.expanded(block.len() as u64);
                    self.shared.check()
                })?;
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
            let partitions = (target..PARTITIONS).step_by(self.peers);
            let keys: usize = partitions.clone().map(|partition| self.outbox[partition].len()).sum();
            let mut bytes = Vec::with_capacity(section_bytes::<K>(partitions.len(), keys));
            for partition in partitions {
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
}
