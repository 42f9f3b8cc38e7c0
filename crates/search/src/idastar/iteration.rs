//! An iteration: everything below the root under one limit.
//!
//! A small one is for one thread. Of a large one, the top of the tree is cut into subtrees in the order in which one thread
//! would visit them, and threads take them in that order. Of several goals the one in the first subtree counts; those
//! before it are searched to their end. So the solution is the one that a single thread finds, and an iteration without a
//! goal expands the same nodes.

use super::dive::{Dive, MOST_CHECKED};
use super::{Deepening, Iteration};
use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::memory::{List, Memory};
use crate::run::{Progress, Work};
use crate::space::Descent;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Nodes that an iteration on one thread must have expanded before the next is shared among threads.
pub(super) const WORTH_SHARING: u64 = 1 << 14;
/// Subtrees that each thread finds on average. Their sizes differ by orders of magnitude.
const SUBTREES: usize = 512;

impl<S: Descent> Deepening<'_, '_, '_, S> {
    /// Searches everything below the root under the limit.
    pub(super) fn iterate(&mut self, root: &S::Node) -> Result<Iteration<S::Move>, Limit> {
        let (space, limit, total, memory) = (self.space, self.limit, self.total, self.memory);
        let workers = if self.is_large { self.threads.count() } else { 1 };
        // One thread takes the whole tree.
        let enough = if workers > 1 { workers * SUBTREES } else { 1 };
        let run = &mut *self.run;
        // The same nodes are checked on any number of threads: those of iterations that are not shared.
        let checked = (run.bound_checks, if self.is_large { 0 } else { MOST_CHECKED });
        // A narrow tree may be searched whole while it is cut, iteration after iteration: limits hold here too.
        let mut look = |done, depth| run.check(&progress(limit, depth, total + done, memory));
        let mut top = Dive::new(space, limit, checked, memory);
        let subtrees = Subtrees::split(space, root.clone(), &mut top, enough, memory, &mut look)?;
        let (expanded, generated) = (AtomicU64::new(0), AtomicU64::new(0));
        let add = |done: Work, told: Work| {
            expanded.fetch_add(done.expanded - told.expanded, Relaxed);
            generated.fetch_add(done.generated - told.generated, Relaxed);
        };
        add(total + top.done, Work::default());
        let next = AtomicUsize::new(0);
        // The first subtree with a goal.
        let first = AtomicUsize::new(usize::MAX);
        let is_stopped = AtomicBool::new(false);
        let outcome = Mutex::new((top.least_excess, None::<Vec<S::Move>>, None::<Limit>));
        let broken = Mutex::new(&mut self.broken);
        let run = Mutex::new(&mut *self.run);
        self.threads.each(workers, &|_| {
            let mut dive = Dive::new(space, limit, checked, memory);
            let mut told = Work::default();
            loop {
                let number = next.fetch_add(1, Relaxed);
                let is_left = number < subtrees.nodes.len().min(first.load(Relaxed));
                if !is_left || is_stopped.load(Relaxed) {
                    break;
                }
                let found = dive.search(subtrees.get(number), &mut |pace, done, depth| {
                    add(done, told);
                    told = done;
                    let all = Work { expanded: expanded.load(Relaxed), generated: generated.load(Relaxed) };
                    let Ok(mut run) = run.lock() else { return Err(None) };
                    run.check(&progress(limit, depth, all, memory))?;
                    // What is left of the limit of states is shared, in parts so small that what other threads have
                    // not told yet matters little.
                    let share = |most: u64| most.saturating_sub(all.expanded).min(most / 64) / workers as u64;
                    pace.looked(done.expanded, run.limits.states.map(|most| done.expanded + share(most)));
                    let is_beaten = first.load(Relaxed) < number || is_stopped.load(Relaxed);
                    if is_beaten { Err(None) } else { Ok(()) }
                });
                let Ok(mut outcome) = outcome.lock() else { break };
                match found {
                    Ok(None) | Err(None) => {}
                    Ok(Some(depth)) => {
                        if first.fetch_min(number, Relaxed) > number {
                            let begin = subtrees.path(number).iter().copied();
                            let end = dive.path[subtrees.depth..depth].iter().copied().flatten();
                            outcome.1 = Some(begin.chain(end).collect());
                        }
                    }
                    Err(Some(limit)) => {
                        outcome.2 = outcome.2.or(Some(limit));
                        is_stopped.store(true, Relaxed);
                    }
                }
            }
            add(dive.done, told);
            if let Ok(mut outcome) = outcome.lock() {
                outcome.0 = outcome.0.min(dive.least_excess);
            }
            if let (Some(seen), Ok(mut broken)) = (dive.broken, broken.lock()) {
                broken.get_or_insert(seen);
            }
        });
        self.total = Work { expanded: expanded.into_inner(), generated: generated.into_inner() };
        self.is_large |= self.total.expanded - total.expanded >= WORTH_SHARING;
        let Ok((least_excess, goal, stopped)) = outcome.into_inner() else { return Err(Limit::Cancelled) };
        match (goal, stopped) {
            // All goals of an iteration are equally near.
            (Some(path), _) => Ok(Iteration::Goal(path)),
            (None, Some(limit)) => Err(limit),
            (None, None) => Ok(Iteration::CutOff { least_excess }),
        }
    }
}

fn progress(limit: u32, depth: usize, work: Work, memory: &Memory) -> Progress {
    let (frontier, bytes) = (depth as u64, memory.used());
    Progress { depth: limit, frontier, bytes, lower_bound: limit, ..work.progress(Algorithm::Idastar) }
}

/// The nodes of one depth under a limit, in the order in which depth-first search visits them.
struct Subtrees<S: Descent> {
    nodes: List<S::Node>,
    /// The moves that lead to them, as many for each as it is deep.
    paths: List<S::Move>,
    depth: usize,
    limit: u32,
}

impl<S: Descent> Subtrees<S> {
    /// Goes down from the root until there are enough subtrees, or one of them is a goal. What is expanded and cut off
    /// on the way is counted in `dive`.
    fn split(
        space: &S,
        root: S::Node,
        dive: &mut Dive<'_, S>,
        enough: usize,
        memory: &Memory,
        look: &mut impl FnMut(Work, usize) -> Result<(), Limit>,
    ) -> Result<Self, Limit> {
        let limit = dive.limit;
        let mut at = Subtrees { nodes: List::new(memory), paths: List::new(memory), depth: 0, limit };
        at.nodes.push(root)?;
        // A narrow tree is not worth to be cut for ever.
        while at.nodes.len() < enough && at.depth < enough && (at.depth as u32) < limit {
            if at.nodes.iter().any(|node| space.is_goal_node(node)) {
                break;
            }
            look(dive.done, at.depth)?;
            let left = limit - at.depth as u32;
            let mut below =
                Subtrees { nodes: List::new(memory), paths: List::new(memory), depth: at.depth + 1, limit };
            for number in 0..at.nodes.len() {
                let path = at.path(number);
                let mut full = Ok(());
                dive.done.expanded += 1;
                space.descend(&at.nodes[number], path.last().copied(), |m, node| {
                    dive.done.generated += 1;
                    let bound = space.bound(&node);
                    if bound < left || bound == u32::MAX && space.is_goal_node(&node) {
                        let push = |()| {
                            below.nodes.push(node)?;
                            below.paths.extend_from_slice(path)?;
                            below.paths.push(m)
                        };
                        full = full.and_then(push);
                    } else if bound != u32::MAX {
                        dive.least_excess = dive.least_excess.min(bound - left);
                    }
                });
                full?;
            }
            at = below;
        }
        Ok(at)
    }

    fn path(&self, number: usize) -> &[S::Move] {
        &self.paths[number * self.depth..(number + 1) * self.depth]
    }

    fn get(&self, number: usize) -> (S::Node, Option<S::Move>, u32) {
        let last = self.path(number).last().copied();
        (self.nodes[number].clone(), last, self.limit - self.depth as u32)
    }
}
