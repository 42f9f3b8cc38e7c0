//! Runs that are stopped and go on: limits, cancelling, other numbers of workers.

use super::{counts, cube, limited, name, names, options, reference, spaces, together};
use crate::test_dir::TestDir;
use crate::{Layer, Now, Options, Stop, Watcher, explore};
use std::path::Path;
use telusur_search::{Budget, Cancel, Limit, Limits};

/// Every stop is at a layer's end; whoever resumes may bring other numbers of workers and processes.
#[test]
fn a_run_that_is_stopped_often_counts_the_same() {
    for (what, space) in spaces() {
        let expected = reference(&*space);
        let dir = TestDir::new("resume");
        let (mut most, mut stops) = (1, 0);
        let found = loop {
            let threads = 1 + stops % 4;
            let limits = Limits::none().with_states(most);
            let found =
                explore(space.clone(), name(), limited(dir.path(), threads, limits), &mut ()).unwrap();
            match &found.stopped {
                None => break found,
                Some(Stop::Limit(Limit::States(n))) => assert_eq!(*n, most),
                Some(other) => panic!("{what}: {other}"),
            }
            let depths = found.depths();
            assert_eq!(depths, expected.0[..depths.len()], "{what}");
            (most, stops) = (found.states() + most / 2 + 1, stops + 1);
            if stops % 5 == 4 {
                // Two processes go on to the end of what one has begun.
                break together(&space, dir.path(), 1, 2).unwrap();
            }
        };
        assert!(found.complete && (stops > 1 || expected.0.len() < 4), "{what}: {stops} stops");
        assert_eq!(counts(&found), expected, "{what}");
    }
}

/// Cancels when a layer is complete.
struct Cancels(Cancel, u64, Vec<Layer>);

impl Watcher for Cancels {
    fn layer(&mut self, layer: &Layer) {
        self.2.push(*layer);
        if layer.depth == self.1 {
            self.0.cancel();
        }
    }
    fn progress(&mut self, now: &Now) {
        let known: u64 = self.2.iter().map(|layer| layer.states).sum();
        assert!(now.states == known && now.expanded <= now.frontier, "{now:?}");
    }
}

#[test]
fn a_cancelled_run_goes_on_later() {
    let space = cube(13);
    let expected = reference(&*space);
    let dir = TestDir::new("cancel");
    for depth in [0, 2, 5, 9] {
        let cancel = Cancel::new();
        let mut watcher = Cancels(cancel.clone(), depth, Vec::new());
        let options = limited(dir.path(), 2, Limits::new(Budget::UNLIMITED, cancel));
        let found = explore(space.clone(), name(), options, &mut watcher).unwrap();
        // It may have been too fast to be stopped.
        let cancelled = matches!(found.stopped, Some(Stop::Limit(Limit::Cancelled)));
        assert!(cancelled || found.complete, "{:?}", found.stopped);
        assert!(watcher.2.iter().map(|layer| layer.states).eq(found.layers.iter().map(|l| l.states)));
    }
    let found = explore(space, name(), options(dir.path(), 3), &mut ()).unwrap();
    assert_eq!(counts(&found), expected);
}

fn bytes_in(dir: &Path) -> u64 {
    names(dir).iter().map(|name| dir.join(name).metadata().unwrap().len()).sum()
}

#[test]
fn the_disk_limit_is_kept_and_can_be_raised() {
    for (what, space) in [("undirected", cube(14)), ("directed", spaces()[4].1.clone())] {
        let expected = reference(&*space);
        let dir = TestDir::new("limit");
        let mut limit = 2_000;
        let found = loop {
            let options = Options { disk: Some(limit), ..options(dir.path(), 2) };
            let found = explore(space.clone(), name(), options, &mut ()).unwrap();
            // The journal is a few lines more.
            let journal = dir.path().join("journal").metadata().unwrap().len() + 1_000;
            assert!(bytes_in(dir.path()) <= limit + journal, "{what}: {}", bytes_in(dir.path()));
            match found.stopped {
                None => break found,
                Some(Stop::Limit(Limit::Disk(most))) => assert_eq!(most, limit),
                Some(other) => panic!("{what}: {other}"),
            }
            limit = limit * 3 / 2;
        };
        assert_eq!(counts(&found), expected, "{what}");
        assert!(limit > 2_000, "{what}: the first limit was reached");
    }
}
