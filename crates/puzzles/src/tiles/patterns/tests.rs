//! Tables against plain search and against exact distances, and what is kept of them.

use super::*;
use crate::random::Random;
use crate::tiles::cells::Cells;
use crate::tiles::space::Tiles;
use std::collections::HashMap;
use telusur_search::pattern::{TableError, UNREACHED};
use telusur_search::reach::Reach;
use telusur_search::verify::reference_costs;
use telusur_search::{Budget, Cancel, Descent, Run, Space, idastar};

pub(super) fn kind(rows: usize, columns: usize, blank: usize) -> Kind {
    Kind { rows, columns, blank, is_large: false }
}

fn built(kind: Kind) -> Arc<Tables> {
    kind.build(None, &mut Run::unlimited()).unwrap()
}

/// A level whose blank belongs to a cell, the other tiles in order.
pub(super) fn level<C: Cells>(rows: usize, columns: usize, blank: usize) -> Tiles<C> {
    let cells = (0..rows * columns).filter(|&cell| cell != blank);
    let goal = cells.zip(1u8..).fold(C::EMPTY, |board, (cell, tile)| board.with(cell, tile));
    Tiles::new(rows, columns, goal, goal)
}

/// Where a random walk leads.
fn walk<S: Space>(space: &S, from: S::State, steps: usize, random: &mut Random) -> S::State {
    let mut at = from;
    for _ in 0..steps {
        let mut next = Vec::new();
        space.expand(at, |_, to| next.push(to));
        at = next[random.below(next.len())];
    }
    at
}

#[test]
fn costs_are_those_of_the_plain_search() {
    for (rows, columns, goals) in [
        (2, 3, vec![0, 1, 3]),
        (3, 2, vec![5, 0]),
        (3, 3, vec![0, 1, 2, 5]),
        (2, 4, vec![1, 6, 2]),
        (3, 4, vec![0, 4, 5]),
    ] {
        for blank in (0..(rows * columns) as u8).filter(|blank| !goals.contains(blank)) {
            let pattern = Pattern::new(rows, columns, blank.into(), goals.clone());
            let expected = reference_costs(&pattern);
            let costs = build(std::slice::from_ref(&pattern), &mut Run::unlimited()).unwrap().remove(0);
            for (at, &cost) in costs.iter().enumerate() {
                let expected = expected.get(&at).map_or(UNREACHED, |&cost| cost as u8);
                assert_eq!(cost, expected, "{rows}x{columns}, {blank}, {at}");
            }
            let arrangements = (0..goals.len()).map(|tile| rows * columns - tile).product::<usize>();
            assert_eq!(expected.len(), arrangements, "all arrangements can be reached");
        }
    }
}

#[test]
fn dense_numbers_have_the_costs_of_sparse_ones() {
    for (blank, goals) in [(15, vec![0, 1, 2]), (0, vec![15, 4, 9, 1])] {
        let tiles = goals.len();
        let sparse = Pattern::new(4, 4, blank, goals);
        let dense = sparse.clone().dense();
        assert_eq!(dense.len(), arrangement::count(tiles));
        let table = |pattern: &Pattern| {
            let costs = build(std::slice::from_ref(pattern), &mut Run::unlimited()).unwrap().remove(0);
            let excess = pattern.pack(&costs, &Memory::unlimited()).unwrap();
            (costs, excess)
        };
        let ((costs, excess), (dense_costs, dense_excess)) = (table(&sparse), table(&dense));
        for number in 0..dense.len() {
            // In base sixteen the digits are the cells themselves.
            let digits = arrangement::cells(number, tiles) as usize;
            assert_eq!(dense_costs[number], costs[digits], "{digits:x}");
            assert_eq!(dense_excess.get(number), excess.get(digits), "{digits:x}");
        }
        assert!(dense_costs.iter().all(|&cost| cost != UNREACHED));
    }
}

#[test]
fn tables_built_as_pebbles_are_those_of_the_costs() {
    let mut count = 0;
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 4), (2, 5), (3, 4), (4, 3), (1, 7), (2, 6)] {
        for blank in [0, rows * columns / 2, rows * columns - 1] {
            for pattern in kind(rows, columns, blank).patterns() {
                // Six tiles of twelve are left to fewer blanks.
                if pattern.len() > 300_000 && blank > 0 {
                    continue;
                }
                let pebbles = pattern.pebbles().unwrap();
                let built = Pebbles::excess(&[pebbles], &mut Run::unlimited()).unwrap().remove(0);
                let costs = build(std::slice::from_ref(&pattern), &mut Run::unlimited()).unwrap().remove(0);
                let expected = pattern.pack(&costs, &Memory::unlimited()).unwrap();
                assert!(built == expected, "{rows}x{columns}, {blank}");
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count}");
    // Dense numbers and larger boards are left to the general engine.
    let others = [kind(4, 4, 15).large().unwrap(), kind(4, 5, 0)].map(Kind::patterns).concat();
    assert!(others.iter().all(|pattern| pattern.pebbles().is_none()));
}

#[test]
fn no_bound_exceeds_the_distance_of_any_board_from_any_goal() {
    for (rows, columns) in [(3, 3), (2, 4)] {
        for blank in 0..rows * columns {
            let level = level::<u64>(rows, columns, blank);
            let informed: Informed<'_, u64> = Informed::new(&level, built(kind(rows, columns, blank)));
            let reach = Reach::explore(&level, level.start(), false, &mut Run::unlimited()).unwrap();
            let (mut boards, mut sharper) = (0, 0);
            for (board, distance) in reach.states() {
                let (bound, distance) = (informed.lower_bound(board), distance.unwrap());
                assert!(bound <= distance, "{bound} of {distance} at {board:x}, blank {blank}");
                assert_eq!(bound % 2, distance % 2, "every slide changes both by one");
                assert_eq!(bound == 0, level.is_goal(board));
                boards += 1;
                sharper += usize::from(bound > level.manhattan(board));
            }
            assert_eq!(boards, (3..=rows * columns).product::<usize>());
            assert!(sharper > boards / 2, "{sharper} of {boards}");
        }
    }
}

/// Follows children of children, and compares each with a node made afresh.
fn nodes_are_updated_rightly<C: Cells>(rows: usize, columns: usize, blank: usize) {
    let level = level::<C>(rows, columns, blank);
    let informed: Informed<'_, C> = Informed::new(&level, built(kind(rows, columns, blank)));
    let mut random = Random::new(blank as u64 + 1);
    let mut node = informed.node(level.start());
    for step in 0..3000 {
        let mut children = Vec::new();
        informed.descend(&node, None, |m, child| children.push((m, child)));
        for (_, child) in &children {
            let afresh = informed.node(child.state);
            assert_eq!(informed.bound(child), informed.bound(&afresh), "step {step}, {:?}", child.state);
            assert!(informed.bound(child) >= level.manhattan(child.state));
        }
        // Where every way on is a detour, the walk begins again.
        node = match children.len() {
            0 => informed.node(node.state),
            count => children[random.below(count)].1,
        };
    }
}

#[test]
fn nodes_are_updated_rightly_on_all_packings() {
    nodes_are_updated_rightly::<u64>(3, 4, 11);
    nodes_are_updated_rightly::<u64>(3, 4, 5);
    nodes_are_updated_rightly::<u64>(4, 3, 0);
    nodes_are_updated_rightly::<u64>(2, 6, 7);
    nodes_are_updated_rightly::<u64>(3, 3, 4);
    nodes_are_updated_rightly::<u128>(3, 6, 17);
    nodes_are_updated_rightly::<u128>(2, 9, 0);
}

#[test]
fn solutions_are_those_of_the_quick_bound() {
    let mut random = Random::new(9);
    for (rows, columns, blank) in [(3, 4, 11), (4, 3, 6), (2, 5, 9), (3, 4, 0)] {
        let tables = built(kind(rows, columns, blank));
        for _ in 0..6 {
            let solved = level::<u64>(rows, columns, blank);
            let start = walk(&solved, solved.start(), 300, &mut random);
            let level = Tiles::new(rows, columns, start, solved.start());
            let informed: Informed<'_, u64> = Informed::new(&level, tables.clone());
            let quick = idastar::idastar(&level, start, &mut Run::unlimited());
            let sharp = idastar::idastar(&informed, start, &mut Run::unlimited());
            assert_eq!(sharp.path(), quick.path(), "{rows}x{columns} {start:x}");
            assert!(sharp.is_optimal() && sharp.stats.expanded <= quick.stats.expanded);
        }
    }
}

/// A store in memory that remembers what it was told.
#[derive(Default)]
pub(in crate::tiles) struct MemoryStore {
    kept: Mutex<HashMap<String, Vec<u8>>>,
    refused: Mutex<Vec<TableError>>,
}

impl MemoryStore {
    pub(in crate::tiles) fn is_empty(&self) -> bool {
        self.kept.lock().unwrap().is_empty()
    }
}

impl TableStore for MemoryStore {
    fn load(&self, name: &str, most: u64) -> Option<Vec<u8>> {
        let kept = self.kept.lock().unwrap();
        kept.get(name).map(|bytes| bytes[..bytes.len().min(most as usize)].to_vec())
    }

    fn holds(&self, name: &str) -> bool {
        self.kept.lock().unwrap().contains_key(name)
    }

    fn keep(&self, name: &str, bytes: &[u8]) {
        self.kept.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
    }

    fn refuse(&self, _: &str, why: TableError) {
        self.refused.lock().unwrap().push(why);
    }
}

#[test]
fn tables_are_kept_and_nothing_else_is_taken_for_them() {
    let kind = kind(2, 5, 9);
    let limits = Limits::none();
    let store = MemoryStore::default();
    assert!(kind.load(&store, &limits).is_none(), "nothing is kept yet");
    let built = kind.build(Some(&store), &mut Run::unlimited()).unwrap();
    let names: Vec<String> = store.kept.lock().unwrap().keys().cloned().collect();
    assert_eq!(names.len(), built.tables.len());
    let is_plain = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    assert!(names.iter().all(is_plain), "{names:?}");
    let loaded = kind.load(&store, &limits).unwrap();
    let same = |a: &Tables, b: &Tables| a.tables.iter().zip(&b.tables).all(|(a, b)| a.excess == b.excess);
    assert!(same(&loaded, &built) && loaded.sizes() == "6-3");
    let few = Limits::new(Budget::default().with_bytes(10_000), Cancel::new());
    assert!(kind.load(&store, &few).is_none(), "there is no memory for them");
    assert_eq!(store.refused.lock().unwrap().len(), 0);
    let whole = store.kept.lock().unwrap().clone();
    type Harm = Box<dyn Fn(&mut Vec<u8>)>;
    let harms: [(&str, Harm); 5] = [
        ("cut short", Box::new(|bytes| bytes.truncate(bytes.len() / 2))),
        ("longer", Box::new(|bytes| bytes.push(0))),
        ("empty", Box::new(Vec::clear)),
        (
            "damaged",
            Box::new(|bytes| {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0x10;
            }),
        ),
        ("foreign", Box::new(|bytes| *bytes = b"SQLite format 3".to_vec())),
    ];
    for (harm, make) in harms {
        for name in &names {
            let mut kept = whole.clone();
            make(kept.get_mut(name).unwrap());
            *store.kept.lock().unwrap() = kept;
            assert!(kind.load(&store, &limits).is_none(), "{harm}");
        }
    }
    assert_eq!(store.refused.lock().unwrap().len(), 5 * names.len());
    // Tables of another board under this one's name.
    let mut kept = whole.clone();
    let swapped = kept[&names[0]].clone();
    kept.insert(names[1].clone(), swapped);
    *store.kept.lock().unwrap() = kept;
    assert!(kind.load(&store, &limits).is_none());
    assert_eq!(store.refused.lock().unwrap().last(), Some(&TableError::Other));
}
