//! Depth-first search, plain and with iterative deepening.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{Chunks, List, Memory};
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run, Work};
use crate::space::Space;
use crate::table::Table;

/// Successors that wait for their turn, level upon level.
struct Stack<'s, S: Space> {
    space: &'s S,
    waiting: Chunks<(S::Move, S::State)>,
    /// Where the successors of each state on the path begin.
    levels: Chunks<usize>,
    /// The moves of the path.
    path: Chunks<S::Move>,
    /// The successors of one state, while they are listed.
    listed: List<(S::Move, S::State)>,
    memory: Memory,
    pace: Pace,
    work: Work,
}

impl<'s, S: Space> Stack<'s, S> {
    fn new(space: &'s S, memory: &Memory) -> Self {
        Stack {
            space,
            waiting: Chunks::new(memory),
            levels: Chunks::new(memory),
            path: Chunks::new(memory),
            listed: List::new(memory),
            memory: memory.clone(),
            pace: Pace::new(),
            work: Work::default(),
        }
    }

    /// Opens a level with the successors of `state`, so that the first is tried first. From time to time it shows the
    /// run what `told` says of a path so long.
    fn open(
        &mut self,
        state: S::State,
        run: &mut Run<'_>,
        told: impl FnOnce(usize) -> Progress,
    ) -> Result<(), Limit> {
        self.listed.clear();
        self.listed.gather(|listed| self.space.expand(state, |m, next| listed.push((m, next))))?;
        self.levels.push(self.waiting.len())?;
        for &successor in self.listed.iter().rev() {
            self.waiting.push(successor)?;
        }
        self.work += Work { expanded: 1, generated: self.listed.len() as u64 };
        self.pace.look(self.work.expanded, run.limits.states, || {
            run.check(&Progress {
                frontier: self.waiting.len() as u64,
                expanded: self.work.expanded,
                generated: self.work.generated,
                bytes: self.memory.used(),
                ..told(self.path.len())
            })
        })
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

    fn moves(&self) -> Vec<S::Move> {
        self.path.iter().copied().collect()
    }
}

/// Some path by depth-first search with a set of visited states.
///
/// Feasible, not optimal; proves unsolvability if the space is exhausted.
pub fn dfs<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    let memory = Memory::of(&run.limits);
    let root = space.canonical(start);
    let mut table = Table::new(root, &memory);
    let mut stack = Stack::new(space, &memory);
    let bound = match space.lower_bound(root) {
        u32::MAX => 0,
        bound => bound,
    };
    let outcome = match first_path(&mut stack, &mut table, start, bound, run) {
        Ok(outcome) => outcome,
        Err(limit) => Outcome::Stopped(limit),
    };
    run.note(table.len(), memory.peak());
    Report::new(Algorithm::Dfs, outcome, bound, run.cost(stack.work)).checked()
}

fn first_path<S: Space>(
    stack: &mut Stack<'_, S>,
    table: &mut Table<S::State>,
    start: S::State,
    bound: u32,
    run: &mut Run<'_>,
) -> Result<Outcome<S::Move>, Limit> {
    let space = stack.space;
    table.insert(space.canonical(start))?;
    if space.is_goal(start) {
        return Ok(Outcome::Solved { path: vec![], optimal: true });
    }
    // Every state that is stored is expanded next, so counting expansions counts states.
    let open = |stack: &mut Stack<'_, S>, state, run: &mut Run<'_>| {
        let (algorithm, stored) = (Algorithm::Dfs, stack.work.expanded + 1);
        stack.open(state, run, |depth| Progress {
            algorithm,
            depth: depth as u32,
            stored,
            lower_bound: bound,
            ..Progress::default()
        })
    };
    open(stack, start, run)?;
    while let Some((m, state)) = stack.next() {
        if !table.insert(space.canonical(state))? {
            continue;
        }
        stack.path.push(m)?;
        if space.is_goal(state) {
            let path = stack.moves();
            let optimal = path.len() == bound as usize;
            return Ok(Outcome::Solved { path, optimal });
        }
        open(stack, state, run)?;
    }
    Ok(Outcome::Unsolvable)
}

/// Shortest path by depth-first searches to depth 0, 1, 2, …; stores the current path only.
///
/// A state is not entered again while it is on the path. Without other memory, states that can be reached in
/// many ways are searched as often: the price of needing none.
pub fn iddfs<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    let memory = Memory::of(&run.limits);
    let mut stack = Stack::new(space, &memory);
    let mut on_path = List::new(&memory);
    let mut limit = 0;
    let outcome = loop {
        if space.is_goal(start) {
            break Outcome::Solved { path: vec![], optimal: true };
        }
        limit += 1;
        match dive(&mut stack, &mut on_path, start, limit, run) {
            Ok(End::Goal) => break Outcome::Solved { path: stack.moves(), optimal: true },
            Ok(End::CutOff) => {}
            Ok(End::Exhausted) => break Outcome::Unsolvable,
            Err(limit) => break Outcome::Stopped(limit),
        }
    };
    run.note(0, memory.peak());
    Report::new(Algorithm::Iddfs, outcome, limit, run.cost(stack.work))
}

/// How a search to one depth ended.
enum End {
    /// The path leads to a goal.
    Goal,
    /// Something lies deeper.
    CutOff,
    /// Nothing lies deeper.
    Exhausted,
}

/// Searches to one depth; the representatives of the states on the path are kept in `on_path`.
fn dive<S: Space>(
    stack: &mut Stack<'_, S>,
    on_path: &mut List<S::State>,
    start: S::State,
    limit: u32,
    run: &mut Run<'_>,
) -> Result<End, Limit> {
    let space = stack.space;
    let algorithm = Algorithm::Iddfs;
    let told = |_| Progress { algorithm, depth: limit, lower_bound: limit, ..Progress::default() };
    on_path.clear();
    on_path.push(space.canonical(start))?;
    let mut end = End::Exhausted;
    stack.open(start, run, told)?;
    while let Some((m, state)) = stack.next() {
        on_path.truncate(stack.path.len() + 1);
        let representative = space.canonical(state);
        if on_path.contains(&representative) {
            continue;
        }
        if space.is_goal(state) {
            stack.path.push(m)?;
            return Ok(End::Goal);
        }
        if stack.path.len() as u32 + 1 >= limit {
            end = End::CutOff;
            continue;
        }
        stack.path.push(m)?;
        on_path.push(representative)?;
        stack.open(state, run, told)?;
    }
    Ok(end)
}
