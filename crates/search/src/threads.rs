//! The threads of a search: started when they are first needed, and given work by number.
//!
//! Engines are compiled once for every kind of space. What hands out the work is not: closures come in erased,
//! so that a thread pool's own generic code exists once in the program instead of hundreds of times.

use rayon::prelude::*;
use std::sync::Mutex;

/// Threads that wait for work.
pub(crate) struct Threads {
    wanted: usize,
    pool: Option<rayon::ThreadPool>,
}

impl Threads {
    /// None are started yet.
    pub(crate) fn new(wanted: usize) -> Self {
        Threads { wanted, pool: None }
    }

    /// How many threads there will be.
    pub(crate) fn count(&self) -> usize {
        self.wanted.max(1)
    }

    /// Calls `work` with each number below `tasks`, on all threads, in no particular order.
    pub(crate) fn each(&mut self, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
        if tasks > 1 && self.wanted > 1 && self.pool.is_none() {
            // Without threads the search is slower but right, so a failure to start them is no error.
            self.pool = rayon::ThreadPoolBuilder::new().num_threads(self.wanted).build().ok();
        }
        match self.pool.as_ref().filter(|_| tasks > 1) {
            Some(pool) => pool.install(|| (0..tasks).into_par_iter().with_max_len(1).for_each(work)),
            None => (0..tasks).for_each(work),
        }
    }

    /// Calls `work` with each item and its number, on all threads if they are worth waking, in no particular order.
    pub(crate) fn each_of<T: Send>(
        &mut self,
        is_shared: bool,
        items: &mut [T],
        work: &(dyn Fn(usize, &mut T) + Sync),
    ) {
        if !is_shared || self.wanted <= 1 {
            return items.iter_mut().enumerate().for_each(|(i, item)| work(i, item));
        }
        // Every item is visited once, so no lock is ever waited for; it only tells the compiler so.
        let items: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
        self.each(items.len(), &|i| {
            if let Ok(mut item) = items[i].lock() {
                work(i, &mut item);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for wanted in [0, 1, 2, 5] {
            let mut threads = Threads::new(wanted);
            for len in [0, 1, 3, 1000] {
                let mut items = vec![1usize; len];
                threads.each_of(true, &mut items, &|i, item| *item += i);
                assert!(items.iter().enumerate().all(|(i, &item)| item == i + 1), "{wanted} {len}");
            }
        }
    }
}
