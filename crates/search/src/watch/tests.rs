//! Recordings against the engines themselves: the same counts, the same order, the same solution.

use super::*;
use crate::space::{Descent, Reversible};
use crate::{Budget, Offers, Solver, engines, verify};
use std::collections::HashMap;

/// A walk on a grid with walls, from a corner to a field. Its bound is the distance without walls.
struct Grid {
    columns: u8,
    rows: u8,
    walls: Vec<u8>,
    goal: u8,
    /// Whether fields that mirror each other on the diagonal are one; the grid must be as high as wide, and its walls and
    /// its goal their own mirror images.
    mirrored: bool,
    blind: bool,
}

impl Grid {
    fn new(columns: u8, rows: u8, walls: &[u8], goal: u8) -> Self {
        Grid { columns, rows, walls: walls.to_vec(), goal, mirrored: false, blind: false }
    }
    fn place(&self, field: u8) -> (u8, u8) {
        (field % self.columns, field / self.columns)
    }
    fn neighbours(&self, field: u8, mut visit: impl FnMut(char, u8)) {
        let (x, y) = self.place(field);
        let mut step = |m, is_inside: bool, to: i16| {
            let to = u8::try_from(i16::from(field) + to).unwrap_or(field);
            if is_inside && !self.walls.contains(&to) {
                visit(m, to);
            }
        };
        step('e', x + 1 < self.columns, 1);
        step('s', y + 1 < self.rows, self.columns.into());
        step('w', x > 0, -1);
        step('n', y > 0, -i16::from(self.columns));
    }
}

impl Space for Grid {
    type State = u8;
    type Move = char;
    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, field: u8) -> bool {
        field == self.goal
    }
    fn expand(&self, field: u8, visit: impl FnMut(char, u8)) {
        self.neighbours(field, visit);
    }
    fn lower_bound(&self, field: u8) -> u32 {
        let ((x, y), (to_x, to_y)) = (self.place(field), self.place(self.goal));
        if self.blind { 0 } else { u32::from(x.abs_diff(to_x)) + u32::from(y.abs_diff(to_y)) }
    }
    fn canonical(&self, field: u8) -> u8 {
        let (x, y) = self.place(field);
        if self.mirrored && x < y { x * self.columns + y } else { field }
    }
}

impl Reversible for Grid {
    const UNDIRECTED: bool = true;
    fn retract(&self, field: u8, mut visit: impl FnMut(char, u8)) {
        self.neighbours(field, |m, from| visit("wnes".as_bytes()["eswn".find(m).unwrap()] as char, from));
    }
    fn goal_states(&self) -> Option<Vec<u8>> {
        Some(vec![self.goal])
    }
}

impl Descent for Grid {
    type Node = (u8, u32);
    fn node(&self, field: u8) -> (u8, u32) {
        (field, self.lower_bound(field))
    }
    fn bound(&self, node: &(u8, u32)) -> u32 {
        node.1
    }
    fn is_goal_node(&self, node: &(u8, u32)) -> bool {
        self.is_goal(node.0)
    }
    fn descend(&self, node: &(u8, u32), last: Option<char>, mut visit: impl FnMut(char, (u8, u32))) {
        self.neighbours(node.0, |m, to| {
            if !matches!((last, m), (Some('e'), 'w') | (Some('w'), 'e') | (Some('n'), 's') | (Some('s'), 'n'))
            {
                visit(m, self.node(to));
            }
        });
    }
}

impl Offers for Grid {
    engines!();
}

/// The same without anything but its moves.
struct Bare(Grid);

impl Space for Bare {
    type State = u8;
    type Move = char;
    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, field: u8) -> bool {
        self.0.is_goal(field)
    }
    fn expand(&self, field: u8, visit: impl FnMut(char, u8)) {
        self.0.expand(field, visit);
    }
    fn lower_bound(&self, field: u8) -> u32 {
        self.0.lower_bound(field)
    }
}

impl Offers for Bare {
    engines!();
}

fn grids() -> Vec<Grid> {
    let mut grids = vec![
        Grid::new(4, 4, &[], 15),
        Grid::new(5, 4, &[6, 7, 8, 11], 12),
        Grid::new(6, 3, &[7, 8, 9, 10], 12),
        Grid::new(3, 3, &[], 0),
    ];
    grids.push(Grid { mirrored: true, ..Grid::new(5, 5, &[6, 12], 24) });
    grids.push(Grid { blind: true, ..Grid::new(4, 3, &[5], 11) });
    grids
}

const MOST: usize = 200_000;

/// What must be true of any recording.
fn check<S: Space>(space: &S, recording: &Recording<S::State, S::Move>) {
    let name = format!("{} on {:?}", recording.algorithm, space.start());
    let Recording { nodes, events, path, states, .. } = recording;
    let mut is_open = vec![false; nodes.len()];
    let mut generated = 0;
    let mut last_expanded = None;
    for event in events {
        match *event {
            Event::Begin { node, .. } => {
                assert!(nodes[node as usize].parent.is_none() && nodes[node as usize].depth == 0, "{name}");
                is_open[node as usize] = true;
            }
            Event::Layer { .. } | Event::Goal { .. } | Event::Meet { .. } => {}
            Event::Expand { node } => {
                assert!(is_open[node as usize], "{name}: {node} was not open");
                is_open[node as usize] = false;
                last_expanded = Some(node);
            }
            Event::Generate { node, fate } => {
                generated += 1;
                assert_eq!(nodes[node as usize].parent, last_expanded, "{name}");
                is_open[node as usize] = fate.is_open();
                if let Fate::Visited(known) | Fate::Shorter(known) = fate {
                    assert_eq!(nodes[known as usize].state, nodes[node as usize].state, "{name}");
                }
                if let Fate::Shorter(known) = fate {
                    assert!(nodes[known as usize].depth > nodes[node as usize].depth, "{name}");
                }
            }
            Event::Drop { node, why } => {
                assert!(is_open[node as usize] && !why.is_open(), "{name}");
                is_open[node as usize] = false;
            }
        }
    }
    // A child is one move from its parent.
    for node in nodes.iter().filter(|node| node.side == Side::Start) {
        let Some(parent) = node.parent.map(|parent| &nodes[parent as usize]) else { continue };
        let mut leads = false;
        let to = states[node.state as usize];
        space.expand(states[parent.state as usize], |m, next| {
            leads |= Some(m) == node.step && (next == to || space.canonical(next) == to);
        });
        assert!(leads && node.depth == parent.depth + 1, "{name}");
    }
    if recording.is_whole {
        let stats = recording.report.stats;
        assert_eq!(recording.expanded().count() as u64, stats.expanded, "{name}");
        assert_eq!(Some(generated), stats.generated, "{name}");
        let length = recording.report.path().map(<[_]>::len);
        assert_eq!(path.len().checked_sub(1), length, "{name}");
        if let Some(moves) = recording.report.path() {
            verify::replay(space, space.start(), moves).unwrap();
        }
    }
}

#[test]
fn a_recording_has_what_the_engine_counts() {
    let mut whole = 0;
    for grid in grids() {
        for algorithm in WATCHED {
            let plain = Solver::new(&grid).algorithm(algorithm).solve();
            let recording = Solver::new(&grid).algorithm(algorithm).try_watch(MOST).unwrap();
            check(&grid, &recording);
            assert!(recording.is_whole && recording.limit.is_none(), "{algorithm}");
            let (theirs, ours) = (&plain.stats, &recording.report.stats);
            assert_eq!(
                (theirs.expanded, theirs.generated),
                (ours.expanded, ours.generated),
                "{algorithm} does the same whether it is watched or not"
            );
            assert_eq!(plain.path(), recording.report.path(), "{algorithm}");
            assert_eq!(plain.claim(), recording.report.claim(), "{algorithm}");
            whole += 1;
            let bare = Bare(Grid { mirrored: false, ..grid_like(&grid) });
            let Ok(recording) = Solver::new(&bare).algorithm(algorithm).try_watch(MOST) else {
                assert_eq!(algorithm, Algorithm::Bidirectional);
                continue;
            };
            check(&bare, &recording);
            let plain = Solver::new(&bare).algorithm(algorithm).solve();
            assert_eq!(plain.stats.expanded, recording.report.stats.expanded, "{algorithm}");
        }
    }
    assert_eq!(whole, 42);
}

fn grid_like(grid: &Grid) -> Grid {
    Grid { walls: grid.walls.clone(), ..*grid }
}

#[test]
fn without_a_solution_everything_is_recorded() {
    // A wall all across.
    let grid = Grid::new(3, 3, &[3, 4, 5], 8);
    for algorithm in WATCHED {
        if algorithm == Algorithm::Idastar {
            // It would go on for ever on a space with cycles.
            continue;
        }
        let recording = Solver::new(&grid).algorithm(algorithm).try_watch(MOST).unwrap();
        check(&grid, &recording);
        assert!(recording.is_whole && recording.path.is_empty(), "{algorithm}");
        assert_eq!(recording.report.claim(), crate::Claim::Unsolvable, "{algorithm}");
    }
}

#[test]
fn breadth_first_search_goes_by_depth_and_best_first_search_by_its_order() {
    for grid in grids() {
        let order = |algorithm, key: fn(&Node<char>) -> u32| {
            let recording = Solver::new(&grid).algorithm(algorithm).try_watch(MOST).unwrap();
            recording.expanded().map(|node| key(&recording.nodes[node as usize])).collect::<Vec<u32>>()
        };
        assert!(order(Algorithm::Bfs, |node| node.depth).is_sorted());
        assert!(order(Algorithm::Astar, |node| node.depth + node.bound.unwrap()).is_sorted());
        // Greedy search takes the node that seems nearest among all that are open.
        let recording = Solver::new(&grid).algorithm(Algorithm::Greedy).try_watch(MOST).unwrap();
        let mut open: HashMap<u32, u32> = HashMap::new();
        for event in &recording.events {
            match *event {
                Event::Begin { node, .. } | Event::Generate { node, fate: Fate::Open } => {
                    open.insert(node, recording.nodes[node as usize].bound.unwrap());
                }
                Event::Expand { node } => {
                    let least = open.values().copied().min();
                    assert_eq!(open.remove(&node), least);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn deepening_searches_raise_their_limit_to_the_length_of_the_solution() {
    for grid in grids() {
        for algorithm in [Algorithm::Iddfs, Algorithm::Idastar] {
            let recording = Solver::new(&grid).algorithm(algorithm).try_watch(MOST).unwrap();
            let limits: Vec<u32> = recording
                .events
                .iter()
                .filter_map(|event| match event {
                    Event::Begin { limit, .. } => *limit,
                    _ => None,
                })
                .collect();
            assert!(limits.is_sorted_by(|a, b| a < b), "{limits:?}");
            let length = recording.report.length().unwrap() as u32;
            assert_eq!(*limits.last().unwrap(), length.max(u32::from(algorithm == Algorithm::Iddfs)));
            for event in &recording.events {
                if let Event::Expand { node } = event {
                    let node = &recording.nodes[*node as usize];
                    assert!(node.depth + if algorithm == Algorithm::Iddfs { 1 } else { 0 } <= length.max(1));
                }
            }
        }
    }
}

#[test]
fn a_full_recording_is_the_beginning_of_the_whole() {
    let grid = Grid::new(6, 6, &[8, 9, 14, 21, 22], 35);
    for algorithm in WATCHED {
        let whole = Solver::new(&grid).algorithm(algorithm).try_watch(MOST).unwrap();
        let mut shorter = 0;
        for most in [0, 1, 7, 40, 90] {
            let part = Solver::new(&grid).algorithm(algorithm).try_watch(most).unwrap();
            check(&grid, &part);
            assert!(part.events.len() <= 2 * most + 3, "{algorithm} {most}: {}", part.events.len());
            if part.is_whole {
                continue;
            }
            shorter += 1;
            assert!(part.path.is_empty() && part.limit.is_none());
            assert_eq!(part.events[..], whole.events[..part.events.len()], "{algorithm} {most}");
        }
        assert!(shorter > 1, "{algorithm}");
    }
}

/// A line of fields whose last hundred are all goals.
struct ManyGoals;

impl Space for ManyGoals {
    type State = u8;
    type Move = i8;
    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, field: u8) -> bool {
        field >= 120
    }
    fn expand(&self, field: u8, mut visit: impl FnMut(i8, u8)) {
        for step in [-1, 1] {
            if let Some(next) = field.checked_add_signed(step).filter(|&next| next < 220) {
                visit(step, next);
            }
        }
    }
}

impl Reversible for ManyGoals {
    const UNDIRECTED: bool = true;
    fn retract(&self, field: u8, mut visit: impl FnMut(i8, u8)) {
        self.expand(field, |step, from| visit(-step, from));
    }
    fn goal_states(&self) -> Option<Vec<u8>> {
        Some((120..220).collect())
    }
}

impl Offers for ManyGoals {
    engines!();
}

/// Goals that are listed before a search from both ends are its roots; the steps recorded are those of the search.
#[test]
fn listed_goals_leave_room_for_steps() {
    let recording = Solver::new(&ManyGoals).algorithm(Algorithm::Bidirectional).try_watch(60).unwrap();
    assert!(recording.expanded().count() > 10, "{} expansions", recording.expanded().count());
}

#[test]
fn limits_of_the_task_are_obeyed() {
    let grid = Grid::new(15, 15, &[], 224);
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Solver::new(&grid)
        .algorithm(Algorithm::Iddfs)
        .limits(Limits::new(Budget::UNLIMITED, cancel))
        .try_watch(MOST)
        .unwrap();
    assert_eq!((cancelled.is_whole, cancelled.limit), (false, Some(Limit::Cancelled)));
    let budget = Budget::default().with_bytes(4000);
    let little = Solver::new(&grid).algorithm(Algorithm::Bfs).limits(budget).try_watch(MOST).unwrap();
    assert!(!little.is_whole && little.nodes.len() < 40, "{}", little.nodes.len());
    assert_eq!(little.limit, Some(Limit::Bytes(4000)));
    let few = Solver::new(&grid).algorithm(Algorithm::Bfs).try_watch(20).unwrap();
    assert_eq!((few.is_whole, few.limit), (false, None), "as many steps as were asked for");
    let late = Budget::default().with_time(std::time::Duration::ZERO);
    let late = Solver::new(&grid).algorithm(Algorithm::Astar).limits(late).try_watch(MOST).unwrap();
    assert!(!late.is_whole && matches!(late.limit, Some(Limit::Time(_))));
    let other = Solver::new(&grid).algorithm(Algorithm::Frontier).try_watch(MOST).unwrap_err();
    assert_eq!(other.why, NOT_WATCHED);
}
