//! A running search as seen from outside: what the engine last said, and the states of each depth so far.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use telusur_search::{Observer, Progress};

/// Depths that are remembered; the chart has no room for more anyway.
const MOST_DEPTHS: usize = 100_000;

/// What has been seen of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) progress: Progress,
    /// States at each depth: whole layers from engines that work by layers, and otherwise the states expanded while
    /// the engine was at that depth or bound.
    pub(crate) depths: Vec<u64>,
    has_layers: bool,
}

/// Watches a search on behalf of another thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch(Arc<Mutex<Seen>>);

impl Watch {
    pub(crate) fn seen(&self) -> Seen {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        // Numbers are whole whatever happened to the other thread.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn depth(&mut self, depth: u32) -> Option<&mut u64> {
        let depth = depth as usize;
        if depth >= MOST_DEPTHS {
            return None;
        }
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, 0);
        }
        self.depths.get_mut(depth)
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) {
        let mut seen = self.lock();
        // Another engine may have taken over, which counts from zero again.
        let more = progress.expanded.saturating_sub(seen.progress.expanded);
        if !seen.has_layers
            && let Some(states) = seen.depth(progress.depth)
        {
            *states += more;
        }
        seen.progress = *progress;
    }

    fn layer(&mut self, depth: u32, states: u64) {
        let mut seen = self.lock();
        if !seen.has_layers {
            seen.has_layers = true;
            seen.depths.clear();
        }
        if let Some(layer) = seen.depth(depth) {
            *layer = states;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_win_over_guesses() {
        let watch = Watch::default();
        let mut observer = watch.clone();
        observer.progress(&Progress { depth: 3, expanded: 10, ..Progress::default() });
        observer.progress(&Progress { depth: 4, expanded: 25, ..Progress::default() });
        assert_eq!(watch.seen().depths, [0, 0, 0, 10, 15]);
        observer.layer(0, 1);
        observer.layer(1, 4);
        observer.progress(&Progress { depth: 2, expanded: 99, ..Progress::default() });
        observer.layer(u32::MAX, 7);
        assert_eq!((watch.seen().depths, watch.seen().progress.expanded), (vec![1, 4], 99));
    }
}
