//! One limit for everything that the server holds, divided into shares, so that no kind of traffic can take what
//! another needs.
//!
//! | share | of the limit | how it is kept |
//! |---|---|---|
//! | searches | what the others leave, a quarter or more | reserved while a job runs |
//! | thinking | 1/16 | reserved while a question is thought about |
//! | making | 1/16 | reserved while a level or a picture is made |
//! | reading | 1/16 | reserved while a level or a game is read from a text |
//! | compiling | 3/32, up to 192 MiB | reserved while a text of rules is compiled, and what is made of it is read |
//! | tables | 1/16 | the least recently used ones are dropped |
//! | games | 1/16 | the same; the store has them all |
//! | outputs of jobs | 1/16 | the oldest are dropped |
//! | traffic | 1/16 | reserved while answers are on their way |
//! | bodies | 1/32, up to 32 MiB | reserved while requests arrive and are answered; a quarter is for small ones |
//! | parsed | 1/32, up to 64 MiB | reserved for what bodies are read into |
//!
//! The rest, 1/16 and 16 MiB, is for the program itself: its code, stacks, buffers, SQLite, and what the memory manager
//! can't use.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The usual limit, where the machine has that much.
pub(crate) const USUAL: u64 = 2 << 30;
/// With less, boards of the usual size could not be answered any more.
pub(crate) const LEAST: u64 = 256 << 20;
/// What the program itself takes, beside a sixteenth.
const PROGRAM: u64 = 16 << 20;

/// The limit and its shares.
pub(crate) struct Memory {
    pub(crate) limit: u64,
    pub(crate) searches: Share,
    pub(crate) thinking: Share,
    pub(crate) making: Share,
    pub(crate) reading: Share,
    pub(crate) compiling: Share,
    pub(crate) traffic: Share,
    pub(crate) bodies: Share,
    /// The part of `bodies` that large ones may take.
    pub(crate) large_bodies: Share,
    pub(crate) parsed: Share,
    /// Bytes of tables of distances.
    pub(crate) tables: u64,
    /// Bytes of games in memory.
    pub(crate) games: u64,
    /// Bytes of what finished jobs have left.
    pub(crate) outputs: u64,
}

impl Memory {
    pub(crate) fn new(limit: u64) -> Arc<Self> {
        let part = |parts: u64| limit / 32 * parts;
        let (compiling, bodies, parsed) =
            (part(3).min(192 << 20), part(1).min(32 << 20), part(1).min(64 << 20));
        let others = part(7 * 2) + compiling + bodies + parsed;
        Arc::new(Memory {
            limit,
            searches: Share::new(limit.saturating_sub(others + part(2) + PROGRAM)),
            thinking: Share::new(part(2)),
            making: Share::new(part(2)),
            reading: Share::new(part(2)),
            compiling: Share::new(compiling),
            traffic: Share::new(part(2)),
            bodies: Share::new(bodies),
            large_bodies: Share::new(bodies / 4 * 3),
            parsed: Share::new(parsed),
            tables: part(2),
            games: part(2),
            outputs: part(2),
        })
    }
}

/// A share that is reserved piece by piece. Clones share it.
#[derive(Clone)]
pub(crate) struct Share {
    /// In KiB, so that counters of 32 bits are enough for any machine.
    free: Arc<Semaphore>,
    whole: u64,
}

impl Share {
    fn new(bytes: u64) -> Self {
        Share { free: Arc::new(Semaphore::new(kibibytes(bytes) as usize)), whole: bytes }
    }

    /// All of it.
    pub(crate) fn whole(&self) -> u64 {
        self.whole
    }

    /// What is reserved now.
    pub(crate) fn used(&self) -> u64 {
        self.whole.saturating_sub((self.free.available_permits() as u64) << 10)
    }

    /// Reserves so much, if it is free.
    pub(crate) fn try_take(&self, bytes: u64) -> Option<Taken> {
        let permit = self.free.clone().try_acquire_many_owned(kibibytes(bytes)).ok()?;
        Some(Taken { permit })
    }

    /// Reserves room for an answer. One that is large for this server takes a little more than half of what all have: of
    /// such answers there is one at a time, and small ones pass beside it.
    pub(crate) fn for_an_answer(&self, bytes: u64) -> Option<Taken> {
        self.try_take(bytes.min(self.whole / 2 + 1))
    }

    /// Waits until so much is free, in turn with others. More than the whole is never free.
    pub(crate) async fn take(&self, bytes: u64) -> Option<Taken> {
        if bytes > self.whole {
            return None;
        }
        let permit = self.free.clone().acquire_many_owned(kibibytes(bytes)).await.ok()?;
        Some(Taken { permit })
    }
}

/// A piece of a share, given back on drop.
pub(crate) struct Taken {
    permit: OwnedSemaphorePermit,
}

impl Taken {
    /// Gives back what is more than needed.
    pub(crate) fn shrink(&mut self, to: u64) {
        let more = self.permit.num_permits().saturating_sub(kibibytes(to) as usize);
        drop(self.permit.split(more));
    }
}

fn kibibytes(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_less_than_the_limit() {
        for limit in [LEAST, USUAL, 1 << 40] {
            let memory = Memory::new(limit);
            // Large bodies are a part of all bodies.
            let reserved = [
                &memory.searches,
                &memory.thinking,
                &memory.making,
                &memory.reading,
                &memory.compiling,
                &memory.traffic,
                &memory.bodies,
                &memory.parsed,
            ];
            let shares = reserved.iter().map(|share| share.whole()).sum::<u64>();
            let all = shares + memory.tables + memory.games + memory.outputs;
            assert!(all <= limit / 16 * 15 - PROGRAM && all >= limit / 4 * 3, "{limit}: {all}");
            assert!(memory.large_bodies.whole() < memory.bodies.whole());
            assert!(memory.searches.whole() >= limit / 4, "{limit}");
        }
    }

    #[tokio::test]
    async fn what_is_taken_is_not_there_for_others_until_it_is_given_back() {
        let share = Share::new(10 << 10);
        let mut first = share.try_take(6 << 10).unwrap();
        assert_eq!((share.used(), share.try_take(5 << 10).is_none()), (6 << 10, true));
        first.shrink(3000);
        assert_eq!(share.used(), 3 << 10);
        let second = share.take(7 << 10).await.unwrap();
        assert_eq!(share.used(), 10 << 10);
        drop((first, second));
        assert_eq!(share.used(), 0);
        assert!(share.take(11 << 10).await.is_none());
        assert!(share.try_take(u64::MAX).is_none());
    }
}
