//! Depth-first search, plain and with iterative deepening.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{Chunks, List, Memory};
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::space::Space;
use crate::table::Table;

/// Successors that wait for their turn, level upon level.
struct Stack<S: Space> {
    waiting: Chunks<(S::Move, S::State)>,
    /// Where the successors of each state on the path begin.
    levels: Chunks<usize>,
    /// The moves of the path.
    path: Chunks<S::Move>,
    /// The successors of one state, while they are listed.
    listed: List<(S::Move, S::State)>,
}

impl<S: Space> Stack<S> {
    fn new(memory: &Memory) -> Self {
        Stack {
            waiting: Chunks::new(memory),
            levels: Chunks::new(memory),
            path: Chunks::new(memory),
            listed: List::new(memory),
        }
    }

    /// Opens a level with the successors of `state`, so that the first is tried first.
    fn open(&mut self, space: &S, state: S::State) -> Result<u64, Limit> {
        let (listed, mut full) = (&mut self.listed, None);
        listed.clear();
        space.expand(state, |m, next| full = full.or(listed.push((m, next)).err()));
        if let Some(limit) = full {
            return Err(limit);
        }
        self.levels.push(self.waiting.len())?;
        for &successor in self.listed.iter().rev() {
            self.waiting.push(successor)?;
        }
        Ok(self.listed.len() as u64)
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
    let mut search = Dfs {
        space,
        table: Table::new(root, &memory),
        stack: Stack::new(&memory),
        memory,
        pace: Pace::new(),
        bound: match space.lower_bound(root) {
            u32::MAX => 0,
            bound => bound,
        },
        expanded: 0,
        generated: 0,
    };
    let outcome = match search.run(start, run) {
        Ok(outcome) => outcome,
        Err(limit) => Outcome::Stopped(limit),
    };
    run.note(search.table.len(), search.memory.peak());
    Report::new(Algorithm::Dfs, outcome, search.bound, run.stats(search.expanded, search.generated)).checked()
}

struct Dfs<'s, S: Space> {
    space: &'s S,
    table: Table<S::State>,
    stack: Stack<S>,
    memory: Memory,
    pace: Pace,
    bound: u32,
    expanded: u64,
    generated: u64,
}

impl<S: Space> Dfs<'_, S> {
    fn run(&mut self, start: S::State, run: &mut Run<'_>) -> Result<Outcome<S::Move>, Limit> {
        self.table.insert(self.space.canonical(start))?;
        if self.space.is_goal(start) {
            return Ok(Outcome::Solved { path: vec![], optimal: true });
        }
        self.open(start, run)?;
        while let Some((m, state)) = self.stack.next() {
            if !self.table.insert(self.space.canonical(state))? {
                continue;
            }
            self.stack.path.push(m)?;
            if self.space.is_goal(state) {
                let path = self.stack.moves();
                let optimal = path.len() == self.bound as usize;
                return Ok(Outcome::Solved { path, optimal });
            }
            self.open(state, run)?;
        }
        Ok(Outcome::Unsolvable)
    }

    /// Expands a state.
    fn open(&mut self, state: S::State, run: &mut Run<'_>) -> Result<(), Limit> {
        self.generated += self.stack.open(self.space, state)?;
        self.expanded += 1;
        // Every state that is stored is expanded next, so counting expansions counts states.
        if self.pace.is_due(self.expanded) {
            run.check(&Progress {
                algorithm: Algorithm::Dfs,
                depth: self.stack.path.len() as u32,
                frontier: self.stack.waiting.len() as u64,
                expanded: self.expanded,
                generated: self.generated,
                stored: self.expanded,
                bytes: self.memory.used(),
                lower_bound: self.bound,
                ..Progress::default()
            })?;
            self.pace.looked(self.expanded, run.limits.states);
        }
        Ok(())
    }
}

/// Shortest path by depth-first searches to depth 0, 1, 2, …; stores the current path only.
///
/// A state is not entered again while it is on the path. Without other memory, states that can be reached in
/// many ways are searched as often: the price of needing none.
pub fn iddfs<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    let memory = Memory::of(&run.limits);
    let mut search = Iddfs {
        space,
        stack: Stack::new(&memory),
        on_path: List::new(&memory),
        memory,
        pace: Pace::new(),
        limit: 0,
        expanded: 0,
        generated: 0,
    };
    let outcome = loop {
        if space.is_goal(start) {
            break Outcome::Solved { path: vec![], optimal: true };
        }
        search.limit += 1;
        match search.dive(start, run) {
            Ok(End::Goal) => break Outcome::Solved { path: search.stack.moves(), optimal: true },
            Ok(End::CutOff) => {}
            Ok(End::Exhausted) => break Outcome::Unsolvable,
            Err(limit) => break Outcome::Stopped(limit),
        }
    };
    run.note(0, search.memory.peak());
    Report::new(Algorithm::Iddfs, outcome, search.limit, run.stats(search.expanded, search.generated))
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

struct Iddfs<'s, S: Space> {
    space: &'s S,
    stack: Stack<S>,
    /// The representatives of the states on the path.
    on_path: List<S::State>,
    memory: Memory,
    pace: Pace,
    limit: u32,
    expanded: u64,
    generated: u64,
}

impl<S: Space> Iddfs<'_, S> {
    fn dive(&mut self, start: S::State, run: &mut Run<'_>) -> Result<End, Limit> {
        let space = self.space;
        self.on_path.clear();
        self.on_path.push(space.canonical(start))?;
        let mut end = End::Exhausted;
        self.open(start, run)?;
        while let Some((m, state)) = self.stack.next() {
            self.on_path.truncate(self.stack.path.len() + 1);
            let representative = space.canonical(state);
            if self.on_path.contains(&representative) {
                continue;
            }
            if space.is_goal(state) {
                self.stack.path.push(m)?;
                return Ok(End::Goal);
            }
            if self.stack.path.len() as u32 + 1 >= self.limit {
                end = End::CutOff;
                continue;
            }
            self.stack.path.push(m)?;
            self.on_path.push(representative)?;
            self.open(state, run)?;
        }
        Ok(end)
    }

    /// Expands a state.
    fn open(&mut self, state: S::State, run: &mut Run<'_>) -> Result<(), Limit> {
        self.generated += self.stack.open(self.space, state)?;
        self.expanded += 1;
        if self.pace.is_due(self.expanded) {
            run.check(&Progress {
                algorithm: Algorithm::Iddfs,
                depth: self.limit,
                frontier: self.stack.waiting.len() as u64,
                expanded: self.expanded,
                generated: self.generated,
                bytes: self.memory.used(),
                lower_bound: self.limit,
                ..Progress::default()
            })?;
            self.pace.looked(self.expanded, run.limits.states);
        }
        Ok(())
    }
}
