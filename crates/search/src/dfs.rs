//! Depth-first search, plain and with iterative deepening.

use crate::algorithm::Algorithm;
use crate::astar::odd_goal;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{Chunks, List, Memory};
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run, Work};
use crate::space::Space;
use crate::table::Table;

/// Successors that wait for their turn, level upon level.
struct DepthFirst<'s, S: Space> {
    space: &'s S,
    waiting: Chunks<(S::Move, S::State)>,
    /// Where the successors of each state on the path begin.
    levels: Chunks<usize>,
    /// The moves of the path.
    path: Chunks<S::Move>,
    /// The successors of one state, while they are listed.
    listed: List<(S::Move, S::State)>,
    memory: Memory,
    /// The goal that the path leads to, once there is one.
    goal: Option<S::State>,
    pace: Pace,
    work: Work,
}

impl<'s, S: Space> DepthFirst<'s, S> {
    fn new(space: &'s S, memory: &Memory) -> Self {
        DepthFirst {
            space,
            waiting: Chunks::new(memory),
            levels: Chunks::new(memory),
            path: Chunks::new(memory),
            listed: List::new(memory),
            memory: memory.clone(),
            goal: None,
            pace: Pace::new(),
            work: Work::default(),
        }
    }

    /// Searches to a depth. `enter` says whether a representative at some depth is followed; from time to time the run
    /// is shown what `told` says of a path so long, after so much work.
    fn dive(
        &mut self,
        start: S::State,
        limit: usize,
        mut enter: impl FnMut(usize, S::State) -> Result<bool, Limit>,
        told: impl Fn(usize, Work) -> Progress,
        run: &mut Run<'_>,
    ) -> Result<End, Limit> {
        let space = self.space;
        // Whatever a limit keeps from being followed, nothing is claimed before the start was tested.
        if space.is_goal(start) {
            return Ok(End::Goal);
        }
        enter(0, space.canonical(start))?;
        let mut end = End::Exhausted;
        self.open(start, run, &told)?;
        while let Some((m, state)) = self.next() {
            let depth = self.path.len() + 1;
            if !enter(depth, space.canonical(state))? {
                continue;
            }
            let is_goal = space.is_goal(state);
            if !is_goal && depth >= limit {
                end = End::CutOff;
                continue;
            }
            self.path.push(m)?;
            if is_goal {
                self.goal = Some(state);
                return Ok(End::Goal);
            }
            self.open(state, run, &told)?;
        }
        Ok(end)
    }

    /// Opens a level with the successors of `state`, so that the first is tried first.
    fn open(
        &mut self,
        state: S::State,
        run: &mut Run<'_>,
        told: impl Fn(usize, Work) -> Progress,
    ) -> Result<(), Limit> {
        self.listed.clear();
        self.listed.gather(|listed| self.space.expand(state, |m, next| listed.push((m, next))))?;
        self.levels.push(self.waiting.len())?;
        for &successor in self.listed.iter().rev() {
            self.waiting.push(successor)?;
        }
        self.work += Work { expanded: 1, generated: self.listed.len() as u64 };
        self.pace.look(self.work.expanded, run.limits.states, || {
            let (frontier, bytes) = (self.waiting.len() as u64, self.memory.used());
            run.check(&Progress { frontier, bytes, ..told(self.path.len(), self.work) })
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
    Report::of(Algorithm::Dfs, run, |report, run, memory| {
        let root = space.canonical(start);
        let mut table = Table::new(root, memory);
        let mut stack = DepthFirst::new(space, memory);
        let bound = match space.lower_bound(root) {
            u32::MAX => 0,
            bound => bound,
        };
        let told = |depth: usize, work: Work| Progress {
            depth: depth as u32,
            // Every state that is stored is expanded next, so counting expansions counts states.
            stored: work.expanded,
            lower_bound: bound,
            ..work.progress(Algorithm::Dfs)
        };
        let end = stack.dive(start, usize::MAX, |_, state| table.insert(state), told, run);
        report.lower_bound = bound;
        report.stats.did(stack.work, table.len());
        Ok(match end? {
            End::Goal => {
                let path = stack.moves();
                let optimal = path.is_empty() || path.len() == bound as usize;
                // A solution as long as the bound is shortest only if the bound is what it promises to be.
                let goal = stack.goal.map_or(root, |goal| space.canonical(goal));
                report.broken = (space.lower_bound(goal) != 0).then(|| odd_goal(format!("{goal:?}")));
                Outcome::Solved { path, optimal }
            }
            End::CutOff | End::Exhausted => Outcome::Unsolvable,
        })
    })
}

/// Shortest path by depth-first searches to depth 0, 1, 2, …; stores the current path only.
///
/// A state is not entered again while it is on the path. Without other memory, states that can be reached in
/// many ways are searched as often: the price of needing none.
pub fn iddfs<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    Report::of(Algorithm::Iddfs, run, |report, run, memory| {
        let mut stack = DepthFirst::new(space, memory);
        // The representatives of the states on the path.
        let mut on_path = List::new(memory);
        let mut limit = 0;
        let end = loop {
            limit += 1;
            let enter = |depth: usize, state: S::State| -> Result<bool, Limit> {
                on_path.truncate(depth);
                let is_new = !on_path.contains(&state);
                if is_new {
                    on_path.push(state)?;
                }
                Ok(is_new)
            };
            let told = |_, work: Work| Progress {
                depth: limit,
                lower_bound: limit,
                ..work.progress(Algorithm::Iddfs)
            };
            match stack.dive(start, limit as usize, enter, told, run) {
                Ok(End::CutOff) => {}
                end => break end,
            }
        };
        report.lower_bound = limit;
        report.stats.did(stack.work, 0);
        Ok(match end? {
            End::Goal => {
                let path = stack.moves();
                report.lower_bound = path.len() as u32;
                Outcome::shortest(path)
            }
            End::CutOff | End::Exhausted => Outcome::Unsolvable,
        })
    })
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
