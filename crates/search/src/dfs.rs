//! Depth-first search, plain and with iterative deepening.

use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::Space;
use crate::table::Table;

/// Expansions between two looks at the clock.
const STRIDE: u64 = 1 << 12;

/// Successors that wait for their turn, level upon level.
struct Stack<S: Space> {
    waiting: Vec<(S::Move, S::State)>,
    /// Where the successors of each state on the path begin.
    levels: Vec<usize>,
    /// The moves of the path.
    path: Vec<S::Move>,
}

impl<S: Space> Stack<S> {
    fn new() -> Self {
        Stack { waiting: Vec::new(), levels: Vec::new(), path: Vec::new() }
    }

    /// Opens a level with the successors of `state`, so that the first is tried first.
    fn open(&mut self, space: &S, state: S::State) -> u64 {
        let begin = self.waiting.len();
        self.levels.push(begin);
        space.expand(state, |m, next| self.waiting.push((m, next)));
        self.waiting[begin..].reverse();
        (self.waiting.len() - begin) as u64
    }

    /// The next successor of the deepest level; closes exhausted levels.
    fn next(&mut self) -> Option<(S::Move, S::State)> {
        while let Some(&begin) = self.levels.last() {
            if self.waiting.len() > begin {
                return self.waiting.pop();
            }
            self.levels.pop();
            self.path.pop();
        }
        None
    }

    fn bytes(&self) -> u64 {
        (self.waiting.capacity() * size_of::<(S::Move, S::State)>()
            + self.levels.capacity() * size_of::<usize>()
            + self.path.capacity() * size_of::<S::Move>()) as u64
    }
}

/// Some path by depth-first search with a set of visited states.
///
/// Feasible, not optimal; proves unsolvability if the space is exhausted.
pub fn dfs<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    let root = space.canonical(start);
    let mut table = Table::new(root);
    let mut stack = Stack::<S>::new();
    let (mut expanded, mut generated) = (0, 0);
    let mut outcome = None;
    let bound = space.lower_bound(root);
    let lower_bound = if bound == u32::MAX { 0 } else { bound };
    let _ = table.insert(root);
    if space.is_goal(start) {
        outcome = Some(Outcome::Solved { path: vec![], optimal: true });
    } else {
        generated += stack.open(space, start);
        expanded += 1;
    }
    while outcome.is_none() {
        let Some((m, state)) = stack.next() else { break };
        table.allowance = run.allowance().saturating_sub(2 * stack.bytes());
        match table.insert(space.canonical(state)) {
            Ok(false) => continue,
            Err(_) => {
                outcome = Some(Outcome::Stopped(run.limits.out_of_bytes()));
                break;
            }
            Ok(true) => {}
        }
        stack.path.push(m);
        if space.is_goal(state) {
            let path = std::mem::take(&mut stack.path);
            let optimal = path.len() == lower_bound as usize;
            outcome = Some(Outcome::Solved { path, optimal });
            break;
        }
        generated += stack.open(space, state);
        expanded += 1;
        if expanded % STRIDE == 0 {
            let progress = Progress {
                algorithm: Algorithm::Dfs,
                depth: stack.path.len() as u32,
                frontier: stack.waiting.len() as u64,
                expanded,
                generated,
                stored: table.len(),
                bytes: table.bytes() + stack.bytes(),
                lower_bound,
                ..Progress::default()
            };
            if let Err(limit) = run.check(&progress) {
                outcome = Some(Outcome::Stopped(limit));
            }
        }
    }
    run.note(table.len(), table.bytes() + stack.bytes());
    Report {
        algorithm: Algorithm::Dfs,
        reason: String::new(),
        outcome: outcome.unwrap_or(Outcome::Unsolvable),
        lower_bound,
        depths: Vec::new(),
        broken: None,
        stats: run.stats(expanded, generated),
    }
    .checked()
}

/// Shortest path by depth-first searches to depth 0, 1, 2, …; stores the current path only.
///
/// A state is not entered again while it is on the path. Without other memory, states that can be reached in
/// many ways are searched as often: the price of needing none.
pub fn iddfs<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    let (mut expanded, mut generated) = (0u64, 0u64);
    let mut outcome = None;
    let mut limit = 0u32;
    if space.is_goal(start) {
        outcome = Some(Outcome::Solved { path: vec![], optimal: true });
    }
    while outcome.is_none() {
        limit += 1;
        let mut stack = Stack::<S>::new();
        let mut on_path = vec![space.canonical(start)];
        let mut cut = false;
        generated += stack.open(space, start);
        expanded += 1;
        while let Some((m, state)) = stack.next() {
            on_path.truncate(stack.path.len() + 1);
            let representative = space.canonical(state);
            if on_path.contains(&representative) {
                continue;
            }
            stack.path.push(m);
            if space.is_goal(state) {
                let path = std::mem::take(&mut stack.path);
                outcome = Some(Outcome::Solved { path, optimal: true });
                break;
            }
            if stack.path.len() as u32 >= limit {
                cut = true;
                stack.path.pop();
                continue;
            }
            on_path.push(representative);
            generated += stack.open(space, state);
            expanded += 1;
            if expanded % STRIDE == 0 {
                let progress = Progress {
                    algorithm: Algorithm::Iddfs,
                    depth: limit,
                    frontier: stack.waiting.len() as u64,
                    expanded,
                    generated,
                    bytes: stack.bytes(),
                    lower_bound: limit,
                    ..Progress::default()
                };
                let room = run.afford(2 * stack.bytes());
                if let Err(stopped) = run.check(&progress).and(room) {
                    outcome = Some(Outcome::Stopped(stopped));
                    break;
                }
            }
        }
        run.note(0, stack.bytes());
        if outcome.is_none() && !cut {
            outcome = Some(Outcome::Unsolvable);
        }
    }
    let lower_bound = limit;
    Report {
        algorithm: Algorithm::Iddfs,
        reason: String::new(),
        outcome: outcome.unwrap_or(Outcome::Unsolvable),
        lower_bound,
        depths: Vec::new(),
        broken: None,
        stats: run.stats(expanded, generated),
    }
}
