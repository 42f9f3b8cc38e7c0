//! Whole runs, against a search in memory: workers, processes, spilling, paths.

mod damage;
mod resume;

use crate::test_dir::TestDir;
use crate::{ExploreError, Explored, Identity, Launch, Options, Team, explore};
use std::collections::HashSet;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use telusur_search::bytes::{ByteSpace, Numbered, Plain, ToBytes};
use telusur_search::{Budget, Limits, Ranked, Reversible, Space};

/// Words of `0..len` bits, one of which is flipped at a time.
struct Cube(u32);

impl Space for Cube {
    type State = u64;
    type Move = u32;
    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: u64) -> bool {
        state.count_ones() == 5 && state & 1 == 1
    }
    fn expand(&self, state: u64, mut visit: impl FnMut(u32, u64)) {
        (0..self.0).for_each(|bit| visit(bit, state ^ 1 << bit));
    }
}

impl Reversible for Cube {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: u64, visit: impl FnMut(u32, u64)) {
        self.expand(state, visit);
    }
}

impl Ranked for Cube {
    fn len(&self) -> u64 {
        1 << self.0
    }
    fn rank(&self, state: u64) -> u64 {
        state
    }
    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}

/// A directed space of so many numbers, in states of any type.
struct Wheel<T>(u64, fn(u64) -> T, fn(T) -> u64);

impl<T: ToBytes> Space for Wheel<T> {
    type State = T;
    type Move = ();
    fn start(&self) -> T {
        self.1(1)
    }
    fn is_goal(&self, state: T) -> bool {
        self.2(state) == self.0 / 2
    }
    fn expand(&self, state: T, mut visit: impl FnMut((), T)) {
        let number = self.2(state);
        visit((), self.1((number * 3 + 1) % self.0));
        visit((), self.1(number * 2 % self.0));
    }
}

type Shared = Arc<dyn ByteSpace>;

fn cube(bits: u32) -> Shared {
    Arc::new(Plain::new(Arc::new(Cube(bits)), 0).reversible())
}

fn spaces() -> Vec<(&'static str, Shared)> {
    let wheel64 = Wheel(7_001, |n| n << 30, |s| s >> 30);
    let wheel128 = Wheel(3_001, |n| u128::from(n) << 100, |s| (s >> 100) as u64);
    let wide = Wheel(1_501, |n| [7, n, n % 5], |s: [u64; 3]| s[1]);
    let wider = Wheel(801, |n| [[n; 5], [n; 5]], |s: [[u64; 5]; 2]| s[0][0]);
    vec![
        ("cube", cube(12)),
        ("cube of one bit", cube(1)),
        ("numbered cube", Arc::new(Numbered::new(Arc::new(Cube(14)), 0).reversible())),
        ("directed numbered cube", Arc::new(Numbered::new(Arc::new(Cube(11)), 0))),
        ("wheel of 64 bits", Arc::new(Plain::new(Arc::new(wheel64), 1 << 30))),
        ("wheel of 128 bits", Arc::new(Plain::new(Arc::new(wheel128), 1 << 100))),
        ("wheel of 24 bytes", Arc::new(Plain::new(Arc::new(wide), [7, 1, 1]))),
        ("wheel of 80 bytes", Arc::new(Plain::new(Arc::new(wider), [[1; 5]; 2]))),
    ]
}

/// Layers, goals and moves, counted in memory.
fn reference(space: &dyn ByteSpace) -> (Vec<u64>, Vec<u64>, u64) {
    let width = space.width();
    let mut seen: HashSet<Vec<u8>> = HashSet::from([space.start()]);
    let (mut layer, mut depths, mut goals, mut edges) = (space.start(), Vec::new(), Vec::new(), 0);
    while !layer.is_empty() {
        depths.push((layer.len() / width) as u64);
        let mut found = 0;
        space.goals(&layer, &mut |_| found += 1);
        goals.push(found);
        let mut next = Vec::new();
        space.expand(&layer, &mut next);
        edges += (next.len() / width) as u64;
        layer = next.chunks(width).filter(|state| seen.insert(state.to_vec())).flatten().copied().collect();
    }
    (depths, goals, edges)
}

fn counts(found: &Explored) -> (Vec<u64>, Vec<u64>, u64) {
    let goals = found.layers.iter().filter(|layer| layer.states > 0).map(|layer| layer.goals).collect();
    (found.depths(), goals, found.edges())
}

fn name() -> Identity {
    Identity::default().with("space", "test")
}

fn options(dir: &Path, threads: usize) -> Options {
    Options { threads, ..Options::new(dir) }
}

/// The others are threads that come by themselves.
struct Nobody;

impl Launch for Nobody {
    fn launch(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn ended(&mut self) -> Option<usize> {
        None
    }
}

/// Runs so many processes in this one; the answer of the first.
fn together(space: &Shared, dir: &Path, threads: usize, processes: usize) -> Result<Explored, ExploreError> {
    if processes == 1 {
        return explore(space.clone(), name(), options(dir, threads), &mut ());
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let leader = listener.local_addr().unwrap().to_string();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..processes)
            .map(|process| {
                let team = Team::Follower { leader: leader.clone(), process, processes };
                let options = Options { team, ..options(dir, threads) };
                let space = space.clone();
                scope.spawn(move || explore(space, name(), options, &mut ()))
            })
            .collect();
        let team = Team::Leader { listener, processes, launch: Box::new(Nobody) };
        let first = explore(space.clone(), name(), Options { team, ..options(dir, threads) }, &mut ());
        for other in others {
            let other = other.join().unwrap();
            if let (Ok(first), Ok(other)) = (&first, &other) {
                assert_eq!(counts(first), counts(other));
            }
        }
        first
    })
}

#[test]
fn counts_agree_for_any_number_of_workers_and_processes() {
    for (what, space) in spaces() {
        let expected = reference(&*space);
        for (threads, processes) in [(1, 1), (2, 1), (4, 1), (1, 2), (1, 3), (2, 2)] {
            let dir = TestDir::new("agree");
            let found = together(&space, dir.path(), threads, processes).unwrap();
            let what = format!("{what}, {threads} threads, {processes} processes");
            assert!(found.complete && found.stopped.is_none(), "{what}: {:?}", found.stopped);
            assert_eq!(counts(&found), expected, "{what}");
            assert!(!found.farthest.is_empty() && found.farthest.is_sorted(), "{what}");
            // A second run has nothing to do.
            let again = explore(space.clone(), name(), options(dir.path(), 3), &mut ()).unwrap();
            assert_eq!((counts(&again), again.farthest), (expected.clone(), found.farthest), "{what}");
        }
    }
}

fn limited(dir: &Path, threads: usize, limits: Limits) -> Options {
    Options { limits, ..options(dir, threads) }
}

/// The least memory that is accepted, so that everything is sorted on disk.
fn little_memory(threads: u64) -> Limits {
    Limits::from(Budget::default().with_bytes((16 + threads) << 20))
}

#[test]
fn what_does_not_fit_into_memory_is_sorted_on_disk() {
    let wide = Wheel(60_000, |n| [n; 20], |s: [u64; 20]| s[0]);
    let spaces: [(&str, Shared); 2] =
        [("cube", cube(16)), ("wheel of 160 bytes", Arc::new(Plain::new(Arc::new(wide), [1; 20])))];
    for (what, space) in spaces {
        let expected = reference(&*space);
        for threads in [1, 2] {
            let dir = TestDir::new("spill");
            let found = explore(
                space.clone(),
                name(),
                limited(dir.path(), threads, little_memory(threads as u64)),
                &mut (),
            );
            let found = found.unwrap();
            assert_eq!(counts(&found), expected, "{what}, {threads} threads");
            assert!(
                (1 << 16..=(threads as u64 + 1) << 20).contains(&found.memory),
                "{what}: {}",
                found.memory
            );
            // More was written than the layers: some of it twice, and merged.
            let layers = found.layers.last().unwrap().written;
            assert!(layers > found.states() * 3, "{what}: {layers} bytes");
            let left: Vec<_> = names(dir.path()).into_iter().filter(|name| name.starts_with('s')).collect();
            assert_eq!(left, Vec::<String>::new(), "nothing unfinished is left behind");
        }
    }
    let little = Limits::from(Budget::default().with_bytes(16 << 20));
    let dir = TestDir::new("little");
    let refused = explore(cube(3), name(), limited(dir.path(), 1, little), &mut ()).unwrap_err().to_string();
    assert!(refused.contains("at least 17 MiB"), "{refused}");
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn paths_are_rebuilt_from_layers() {
    for (what, space) in spaces() {
        let (depths, goals, _) = reference(&*space);
        let dir = TestDir::new("path");
        let solve = || Options { stop_at_goal: true, ..options(dir.path(), 2) };
        let found = explore(space.clone(), name(), solve(), &mut ()).unwrap();
        let Some(distance) = goals.iter().position(|&goals| goals > 0) else {
            assert!(found.complete && found.path.is_none() && found.depths() == depths, "{what}");
            continue;
        };
        assert_eq!(found.goal_distance(), Some(distance as u64), "{what}");
        let path = found.path.unwrap();
        let states: Vec<&[u8]> = path.chunks(space.width()).collect();
        assert_eq!((states.len(), states[0]), (distance + 1, &space.start()[..]), "{what}");
        for step in states.windows(2) {
            let mut next = Vec::new();
            space.expand(step[0], &mut next);
            assert!(next.chunks(space.width()).any(|state| state == step[1]), "{what}");
        }
        let mut goals = 0;
        space.goals(states[distance], &mut |_| goals += 1);
        assert_eq!(goals, 1, "{what}");
        // Asked again, the layers are there; an exploration is something else.
        assert_eq!(explore(space.clone(), name(), solve(), &mut ()).unwrap().path, Some(path), "{what}");
        let other = explore(space.clone(), name(), options(dir.path(), 1), &mut ()).unwrap_err();
        assert!(other.to_string().contains("its task is 'solve', here it is 'explore'"), "{other}");
    }
}

#[test]
fn processes_that_do_not_fit_are_refused() {
    let dir = TestDir::new("peers");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let leader = listener.local_addr().unwrap().to_string();
    let team = Team::Follower { leader, process: 1, processes: 2 };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            explore(cube(4), name().with("rule", "x"), Options { team, ..options(dir.path(), 1) }, &mut ())
        });
        let team = Team::Leader { listener, processes: 2, launch: Box::new(Nobody) };
        let first =
            explore(cube(4), name().with("rule", "y"), Options { team, ..options(dir.path(), 1) }, &mut ());
        for refused in [first, other.join().unwrap()] {
            let refused = refused.unwrap_err().to_string();
            assert_eq!(refused, "process 1 can't take part: its rule is x, here it is y");
        }
    });
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let team = Team::Hosts { addresses: vec![address.clone(), "127.0.0.1:9".to_owned()], process: 0 };
    let dir = TestDir::new("hosts");
    let refused = explore(cube(4), name(), Options { team, ..options(dir.path(), 1) }, &mut ()).unwrap_err();
    assert!(refused.to_string().contains(&format!("it can't listen at {address}")), "{refused}");
    let many = explore(cube(4), name(), options(dir.path(), 65), &mut ()).unwrap_err();
    assert!(many.to_string().contains("at most 64"), "{many}");
}
