//! Maps of whole spaces: what is on them, that they are the same every time, that they look like what they show.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};
use telusur_puzzles::random::Random;
use telusur_puzzles::{Setup, Task};
use telusur_search::{Budget, Cancel, Limit, Limits};
use telusur_session::map::{MapError, StateMap};
use telusur_session::{NodeId, Session};

fn game(puzzle: &str, setup: &Setup) -> Session {
    Session::open(puzzle, setup).unwrap()
}

fn map(game: &Session) -> StateMap {
    StateMap::new(game.board(), &mut Task::new(&mut ())).unwrap()
}

fn samples() -> Vec<(&'static str, Setup)> {
    vec![
        ("hanoi", Setup::level("4 3 2 1 | |")),
        ("hanoi", Setup::level("4 3 2 1 | | |")),
        ("hanoi", Setup::level("4 3 2 1 | |").with("rule", "cyclic")),
        ("tiles", Setup::level("1 2 3/4 5 .")),
        ("tiles", Setup::level(".")),
        ("water", Setup::level("2 1 1 2 | 1 1 2 2 | -")),
        ("klotski", Setup::level("first-pair")),
        ("klotski", Setup::level("first-pair").with("metric", "steps")),
        ("stones", Setup::level("3 4")),
        ("stones", Setup::level("3 2 4").with("take", "any")),
        ("stones", Setup::level("5 4").with("players", "3")),
    ]
}

#[test]
fn every_position_is_there_with_its_moves_and_distances() {
    for (puzzle, setup) in samples() {
        let map = map(&game(puzzle, &setup));
        let arcs: BTreeSet<(u32, u32)> = map.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        assert_eq!(arcs.len(), 2 * map.edges.len(), "{puzzle}: an edge twice");
        let one_way: BTreeSet<u32> = map.one_way.iter().copied().collect();
        let leads = |from: u32, to: u32| {
            let joins = |&(a, b): &(u32, u32), place| {
                (a, b) == (from, to) || ((b, a) == (from, to) && !one_way.contains(&place))
            };
            map.edges.iter().zip(0..).any(|(edge, place)| joins(edge, place))
        };
        let mut found: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut reached = 0;
        for (number, node) in (0u32..).zip(&map.nodes) {
            let board = map.board(number).unwrap();
            assert_eq!(map.find(&*board), Some(number));
            for text in board.moves() {
                let next = map.find(&*board.play(&text).unwrap()).expect("closed under moves");
                assert!(
                    next == number || arcs.contains(&(number, next)),
                    "{puzzle}: {text} of {}",
                    board.text()
                );
                assert!(
                    next == number || leads(number, next),
                    "{puzzle}: {text} of {} against its way",
                    board.text()
                );
                found.insert((number, next));
                reached += 1;
            }
            if board.turn().is_none() {
                assert_eq!(node.to_goal == Some(0), board.status().is_solved());
            }
            assert!((0.0..=1.0).contains(&node.x) && (0.0..=1.0).contains(&node.y), "{node:?}");
        }
        assert!(reached >= map.edges.len());
        for &place in &one_way {
            let (from, to) = map.edges[place as usize];
            assert!(found.contains(&(from, to)) && !found.contains(&(to, from)), "{puzzle}: {from} to {to}");
        }
        assert!(map.board(map.nodes.len() as u32).is_none());
    }
}

#[test]
fn the_same_space_gives_the_same_map_and_no_two_nodes_one_spot() {
    for (puzzle, setup) in samples() {
        let [first, second] = [(), ()].map(|()| map(&game(puzzle, &setup)));
        assert_eq!((&first.nodes, &first.edges), (&second.nodes, &second.edges), "{puzzle}");
        let spots: BTreeSet<(u32, u32)> =
            first.nodes.iter().map(|n| (n.x.to_bits(), n.y.to_bits())).collect();
        assert_eq!(spots.len(), first.nodes.len(), "{puzzle} {setup:?}");
    }
}

/// Distances on the map follow distances in the graph: the correlation over random pairs is high where the space is
/// nearly flat, and still plain where it has more dimensions than a map.
#[test]
fn near_positions_are_near_on_the_map() {
    for (puzzle, setup, wanted) in [
        ("hanoi", Setup::level("4 3 2 1 | | |"), 0.6),
        ("tiles", Setup::level("1 2 3/4 5 ."), 0.45),
        ("klotski", Setup::level("crown"), 0.9),
        ("klotski", Setup::level("lightning"), 0.9),
    ] {
        let map = map(&game(puzzle, &setup));
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); map.nodes.len()];
        for &(a, b) in &map.edges {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        let mut random = Random::new(5);
        let mut pairs = Vec::new();
        for _ in 0..20 {
            let from = random.below(map.nodes.len());
            let mut distances = vec![u32::MAX; map.nodes.len()];
            distances[from] = 0;
            let mut queue = VecDeque::from([from]);
            while let Some(at) = queue.pop_front() {
                for &next in &near[at] {
                    if distances[next as usize] == u32::MAX {
                        distances[next as usize] = distances[at] + 1;
                        queue.push_back(next as usize);
                    }
                }
            }
            for (to, &distance) in distances.iter().enumerate() {
                let (a, b) = (map.nodes[from], map.nodes[to]);
                pairs.push((f64::from(distance), f64::from((a.x - b.x).hypot(a.y - b.y))));
            }
        }
        let count = pairs.len() as f64;
        let mean = pairs.iter().fold((0.0, 0.0), |m, p| (m.0 + p.0 / count, m.1 + p.1 / count));
        let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
        for (a, b) in pairs {
            let (a, b) = (a - mean.0, b - mean.1);
            both += a * b;
            first += a * a;
            second += b * b;
        }
        let correlation = both / f64::sqrt(first * second);
        assert!(correlation > wanted, "{puzzle} {setup:?}: {correlation}");
    }
}

#[test]
fn hanoi_is_sierpinskis_triangle() {
    let map = map(&game("hanoi", &Setup::level("6 5 4 3 2 1 | |")));
    assert_eq!((map.nodes.len(), map.edges.len()), (729, (3 * 729 - 3) / 2));
    let length = |&(a, b): &(u32, u32)| {
        let (a, b) = (map.nodes[a as usize], map.nodes[b as usize]);
        (a.x - b.x).hypot(a.y - b.y)
    };
    let edge = 0.96 / 63.0;
    assert!(map.edges.iter().all(|pair| (length(pair) - edge).abs() < 1e-5));
    // The start is the top corner, the goal the right one.
    let top = map.nodes.iter().map(|node| node.y).fold(1.0, f32::min);
    let right = map.nodes.iter().map(|node| node.x).fold(0.0, f32::max);
    assert_eq!(map.nodes[0].y, top);
    assert!(map.nodes.iter().all(|node| (node.x == right) == (node.to_goal == Some(0))));
}

/// The whole 8-puzzle: a disc around the first position, one ring for each depth, the same every time.
#[test]
fn large_spaces_are_rings_by_depth() {
    let eight = game("tiles", &Setup::level("1 2 3/4 5 6/7 8 ."));
    let map = map(&eight);
    assert_eq!((map.nodes.len(), map.edges.len(), map.symmetric), (181_440, 241_920, false));
    let mut widest = [(f32::MAX, 0.0f32); 32];
    for node in &map.nodes {
        let radius = (node.x - 0.5).hypot(node.y - 0.5);
        let ring = &mut widest[node.depth as usize];
        *ring = (ring.0.min(radius), ring.1.max(radius));
        assert!((0.0..=1.0).contains(&node.x) && (0.0..=1.0).contains(&node.y));
    }
    // Rings don't overlap, and the last one ends at the rim.
    assert!(widest.windows(2).all(|w| w[0].1 <= w[1].0 + 1e-3), "{widest:?}");
    assert!(widest[31].1 > 0.47);
    // No two positions lie on one spot.
    let spots: BTreeSet<(u32, u32)> = map.nodes.iter().map(|n| (n.x.to_bits(), n.y.to_bits())).collect();
    assert!(spots.len() > 181_000, "{}", spots.len());
    assert_eq!(map.find(eight.board()), Some(0));
}

#[test]
fn a_game_is_a_path_on_the_map() {
    let mut game = game("klotski", &Setup::level("crown"));
    let map = map(&game);
    let mut random = Random::new(9);
    for _ in 0..30 {
        let moves = game.board().moves();
        game.play(&moves[random.below(moves.len())]).unwrap();
    }
    let path = map.path(&game);
    assert_eq!(path.len(), 31);
    assert_eq!((path[0], path[30]), (0, map.find(game.board()).unwrap()));
    let edges: BTreeSet<(u32, u32)> = map.edges.iter().copied().collect();
    assert!(path.windows(2).all(|w| w[0] == w[1] || edges.contains(&(w[0].min(w[1]), w[0].max(w[1])))));
    game.go(NodeId::ROOT);
    assert_eq!(map.path(&game), [0]);
    let other = Session::open("tiles", &Setup::default()).unwrap();
    assert_eq!((map.find(other.board()), map.path(&other)), (None, Vec::new()));
}

#[test]
fn what_is_too_large_is_refused_and_symmetry_helps() {
    let error = |puzzle: &str, setup: &Setup, task: &mut Task<'_>| {
        StateMap::new(game(puzzle, setup).board(), task).err()
    };
    let mut unobserved = ();
    let fifteen = Setup::level("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 .");
    assert_eq!(error("tiles", &fifteen, &mut Task::new(&mut unobserved)), Some(MapError::TooLarge(200_000)));
    let huge: Vec<String> = (1..=100).rev().map(|disc| disc.to_string()).collect();
    let huge = Setup::level(&format!("{} | |", huge.join(" ")));
    assert_eq!(error("hanoi", &huge, &mut Task::new(&mut unobserved)), Some(MapError::Unlisted));

    let cancel = Cancel::new();
    cancel.cancel();
    let mut task = Task::new(&mut unobserved);
    task.limits = Limits::new(Budget::UNLIMITED, cancel);
    let four = Setup::default().with("discs", "6").with("pegs", "4");
    assert_eq!(error("hanoi", &four, &mut task), Some(MapError::Limit(Limit::Cancelled)));
    let mut task = Task::new(&mut unobserved);
    task.limits = Budget::default().with_time(Duration::from_millis(30)).into();
    let begun = Instant::now();
    assert!(matches!(error("hanoi", &four, &mut task), Some(MapError::Limit(Limit::Time(_)))));
    assert!(begun.elapsed() < Duration::from_secs(60));

    let mut task = Task::new(&mut unobserved);
    task.limits = Budget::default().with_states(1000).into();
    let water = game("water", &Setup::default());
    let map = StateMap::new(water.board(), &mut task).unwrap();
    assert!(map.symmetric && map.nodes.len() < 1000);
    assert_eq!(map.find(water.board()), Some(0));
}
