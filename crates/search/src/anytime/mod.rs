//! Anytime search: a first solution soon, better ones later, the proof at last, all inside the budget.
//!
//! Two searches take turns. A* raises the *lower bound*: it expands states in the order of depth plus bound, and
//! no solution is shorter than the smallest such sum that is left. Beam searches of growing width lower the
//! *upper bound*: they follow the most promising states only. Each profits from the other: a solution of length
//! `b` lets A* forget every state that can't lead below `b`, and both end as soon as the two bounds meet. Small
//! puzzles never get as far as a beam, because A* ends in its first turn.
//!
//! When memory runs out, A* is given up, its lower bound stays proved, and beams use the rest of the time.

use crate::arena::{Arena, room};
use crate::budget::Limit;
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::Space;
use crate::verify::reference_bfs;

/// Expansions between two looks at the clock.
const STRIDE: u64 = 1 << 10;
/// Expansions of A* before the first beam.
const FIRST_TURN: u64 = 1 << 14;
/// Width of the first beam.
const FIRST_WIDTH: usize = 1 << 6;
/// Beams without an improvement after which a search without A* gives up.
const PATIENCE: u32 = 3;
const CLOSED: u32 = 1 << 31;

/// A space that knows which moves matter.
///
/// # Promise
/// If a solution exists from `state`, then one of the guided successors lies on a *shortest* solution: its cost
/// plus its distance is the distance of `state`. Moves that symmetry repeats, that only lose time, or that an
/// exchange argument makes unnecessary may be left out, and several moves may be taken at once for their number
/// as cost. [`check_guided`] tests this against plain search.
pub trait Guided: Space {
    /// Pushes cost, canonical state and bound of successors of a canonical state, whose own bound is given.
    /// Bounds are those of [`quick_bound`](Guided::quick_bound).
    fn guide(&self, state: Self::State, bound: u32, visit: impl FnMut(u32, Self::State, u32));

    /// A lower bound that is cheap enough for every state; [`Space::lower_bound`] may be stronger and slower.
    fn quick_bound(&self, state: Self::State) -> u32 {
        self.lower_bound(state)
    }

    /// Appends moves that lead from `at` to some state whose canonical form is the guided successor `to` of
    /// `at`'s canonical form, and returns that state.
    fn unfold(&self, at: Self::State, to: Self::State, path: &mut Vec<Self::Move>) -> Self::State {
        let mut step = None;
        self.expand(at, |m, next| {
            if step.is_none() && self.canonical(next) == to {
                step = Some((m, next));
            }
        });
        let Some((m, next)) = step else { panic!("no move leads from {at:?} to {to:?}") };
        path.push(m);
        next
    }

    /// Orders the states of a beam that have the same depth plus bound: the smaller, the more promising.
    fn promise(&self, _state: Self::State) -> u32 {
        0
    }
}

/// The best solution so far.
struct Best<S: Space> {
    length: u32,
    way: Way<S>,
}

/// A solution: moves that somebody gave, or the representatives that a guided search has passed.
enum Way<S: Space> {
    Moves(Vec<S::Move>),
    States(Vec<S::State>),
}

/// Work done by both searches.
#[derive(Default)]
struct Work {
    expanded: u64,
    generated: u64,
}

/// Some solution, better ones as time allows, and the proof if the budget suffices.
///
/// Optimal if the bounds meet, feasible if a limit comes first and a solution is known; then the report's lower
/// bound says how far from optimal it can be at most. Exhausting the space proves that there is no solution.
///
/// # Cost
/// A state, its depth, bound and parent for every state met by A*; a beam holds the states of all its layers.
pub fn anytime<S: Guided>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    anytime_from(space, start, None, run)
}

/// [`anytime`] with a first solution from elsewhere, to be improved or proved shortest.
pub fn anytime_from<S: Guided>(
    space: &S,
    start: S::State,
    first: Option<Vec<S::Move>>,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    let root = space.canonical(start);
    let root_bound = space.quick_bound(root);
    let solved = space.is_goal(start).then(Vec::new);
    let mut best: Option<Best<S>> =
        solved.or(first).map(|moves| Best { length: moves.len() as u32, way: Way::Moves(moves) });
    let mut work = Work::default();
    let strong_bound = space.lower_bound(root).max(root_bound);
    let mut lower_bound = if strong_bound == u32::MAX { 0 } else { strong_bound };
    let mut stopped = None;
    let mut proved = strong_bound == u32::MAX || best.as_ref().is_some_and(|best| best.length <= lower_bound);
    let mut proof = (!proved).then(|| Proof::new(space, root, root_bound));
    let (mut turn, mut width) = (FIRST_TURN, FIRST_WIDTH);
    let mut fruitless = 0;
    while !proved && stopped.is_none() {
        if let Some(search) = &mut proof {
            match search.advance(turn, &mut best, &mut work, run) {
                Turn::Over => {}
                Turn::Proved => proved = true,
                Turn::Stopped(limit) => stopped = Some(limit),
            }
            lower_bound = lower_bound.max(search.open.lowest as u32);
            proved |= best.as_ref().is_some_and(|best| best.length <= lower_bound);
        }
        if matches!(stopped, Some(Limit::Bytes(_))) {
            // The bound stays; the memory goes to the beams.
            run.note(
                proof.as_ref().map_or(0, |p| p.arena.len() as u64),
                proof.as_ref().map_or(0, Proof::bytes),
            );
            proof = None;
            stopped = None;
        }
        if proved || stopped.is_some() {
            break;
        }
        let held = proof.as_ref().map_or((0, 0), |p| (p.arena.len() as u64, p.bytes()));
        let before = work.expanded;
        match beam(space, (root, root_bound), width, (lower_bound, held), &best, &mut work, run) {
            Ok(Some(better)) => {
                best = Some(better);
                fruitless = 0;
            }
            Err(Limit::Bytes(most)) if proof.is_none() => stopped = Some(Limit::Bytes(most)),
            Ok(None) | Err(Limit::Bytes(_)) => fruitless += 1,
            Err(limit) => stopped = Some(limit),
        }
        proved = best.as_ref().is_some_and(|b| b.length <= lower_bound);
        if proof.is_none() && fruitless >= PATIENCE {
            stopped = stopped.or(run.budget.bytes.map(Limit::Bytes)).or(Some(Limit::Cancelled));
        }
        turn = (work.expanded - before).max(turn);
        width *= 2;
    }
    if let Some(proof) = &proof {
        run.note(proof.arena.len() as u64, proof.bytes());
    }
    let outcome = match (best, proved, stopped) {
        (Some(best), _, _) => {
            let path = match best.way {
                Way::Moves(moves) => moves,
                Way::States(states) => {
                    let mut path = Vec::with_capacity(best.length as usize);
                    states.iter().skip(1).fold(start, |at, &state| space.unfold(at, state, &mut path));
                    path
                }
            };
            if proved {
                lower_bound = best.length;
            }
            Outcome::Solved { path, optimal: proved || best.length <= lower_bound }
        }
        (None, true, _) => Outcome::Unsolvable,
        (None, false, limit) => Outcome::Stopped(limit.unwrap_or(Limit::Cancelled)),
    };
    Report {
        algorithm: Algorithm::Astar,
        reason: String::new(),
        outcome,
        lower_bound,
        depths: Vec::new(),
        stats: run.stats(work.expanded, work.generated),
    }
}

/// How a turn of A* ended.
enum Turn {
    /// The expansions granted are used up.
    Over,
    /// The best solution is a shortest one; or there is none at all.
    Proved,
    /// A limit was reached.
    Stopped(Limit),
}

/// Open states by depth plus bound; the last come, first served, which follows promising paths down.
struct Open {
    buckets: Vec<Vec<u32>>,
    lowest: usize,
    len: usize,
}

impl Open {
    fn push(&mut self, sum: u32, id: u32) {
        let sum = sum as usize;
        if self.buckets.len() <= sum {
            self.buckets.resize_with(sum + 1, Vec::new);
        }
        self.buckets[sum].push(id);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(id) = bucket.pop() {
                self.len -= 1;
                return Some(id);
            }
            if self.len == 0 {
                return None;
            }
            *bucket = Vec::new();
            self.lowest += 1;
        }
        None
    }

    /// Forgets everything from a sum on.
    fn cut(&mut self, sum: u32) {
        for bucket in self.buckets.iter_mut().skip(sum as usize) {
            self.len -= bucket.len();
            *bucket = Vec::new();
        }
    }

    fn bytes(&self) -> u64 {
        let entries: usize = self.buckets.iter().map(Vec::capacity).sum();
        (entries * size_of::<u32>() + self.buckets.capacity() * size_of::<Vec<u32>>()) as u64
    }
}

/// What A* knows of a state.
#[derive(Clone, Copy)]
struct Mark {
    /// Depth, with [`CLOSED`] for expanded states.
    depth: u32,
    parent: u32,
    bound: u32,
}

/// The half that raises the lower bound.
struct Proof<'s, S: Space> {
    space: &'s S,
    arena: Arena<S::State>,
    marks: Vec<Mark>,
    open: Open,
}

impl<'s, S: Guided> Proof<'s, S> {
    fn new(space: &'s S, root: S::State, bound: u32) -> Self {
        let mut arena = Arena::new();
        let (id, _) = arena.insert(root);
        let mut open = Open { buckets: Vec::new(), lowest: bound as usize, len: 0 };
        open.push(bound, id);
        Proof { space, arena, marks: vec![Mark { depth: 0, parent: id, bound }], open }
    }

    /// Expands up to `turn` states, until the proof is complete or a limit is reached.
    fn advance(&mut self, turn: u64, best: &mut Option<Best<S>>, work: &mut Work, run: &mut Run<'_>) -> Turn {
        let Proof { space, arena, marks, open } = self;
        let end = work.expanded + turn;
        if let Some(best) = best {
            open.cut(best.length);
        }
        loop {
            let Some(id) = open.pop() else { return Turn::Proved };
            let mark = marks[id as usize];
            if mark.depth & CLOSED != 0 {
                continue;
            }
            if best.as_ref().is_some_and(|best| best.length <= open.lowest as u32) {
                return Turn::Proved;
            }
            marks[id as usize].depth |= CLOSED;
            work.expanded += 1;
            let lowest = open.lowest as u32;
            let mut limit = best.as_ref().map_or(u32::MAX, |best| best.length);
            let mut goal = None;
            space.guide(arena.states[id as usize], mark.bound, |cost, next, bound| {
                work.generated += 1;
                let depth = mark.depth + cost;
                if bound == u32::MAX || depth + bound >= limit {
                    return;
                }
                let (known, new) = arena.insert(next);
                if new {
                    if marks.len() == marks.capacity() {
                        marks.reserve_exact(room(marks.len()));
                    }
                    marks.push(Mark { depth, parent: id, bound });
                } else {
                    let mark = &mut marks[known as usize];
                    if mark.depth & !CLOSED <= depth {
                        return;
                    }
                    (mark.depth, mark.parent) = (depth, id);
                }
                if bound == 0 && space.is_goal(next) {
                    limit = depth;
                    goal = Some(known);
                } else {
                    open.push((depth + bound).max(lowest), known);
                }
            });
            if let Some(goal) = goal {
                let mut states = vec![arena.states[goal as usize]];
                let mut at = goal;
                while marks[at as usize].parent != at {
                    at = marks[at as usize].parent;
                    states.push(arena.states[at as usize]);
                }
                states.reverse();
                *best = Some(Best { length: limit, way: Way::States(states) });
                open.cut(limit);
                if limit <= lowest {
                    return Turn::Proved;
                }
            }
            if work.expanded.is_multiple_of(STRIDE) {
                let bytes = bytes_of(arena, marks.capacity(), open);
                let progress = Progress {
                    algorithm: Algorithm::Astar,
                    depth: mark.depth,
                    frontier: open.len as u64,
                    expanded: work.expanded,
                    generated: work.generated,
                    stored: arena.len() as u64,
                    bytes,
                    lower_bound: lowest,
                    best: best.as_ref().map(|best| best.length),
                    ..Progress::default()
                };
                let soon = arena.bytes_with(64 * STRIDE as usize, size_of::<Mark>()) + open.bytes() * 3 / 2;
                let room = run.afford(soon);
                if let Err(limit) = run.check(&progress).and(room) {
                    return Turn::Stopped(limit);
                }
                if work.expanded >= end {
                    return Turn::Over;
                }
            }
        }
    }

    fn bytes(&self) -> u64 {
        bytes_of(&self.arena, self.marks.capacity(), &self.open)
    }
}

fn bytes_of<T: crate::State>(arena: &Arena<T>, marks: usize, open: &Open) -> u64 {
    arena.bytes() + (marks * size_of::<Mark>()) as u64 + open.bytes()
}

/// A state of a beam's layer.
#[derive(Clone, Copy)]
struct Candidate {
    /// Depth plus bound.
    sum: u32,
    promise: u32,
    id: u32,
    depth: u32,
    bound: u32,
}

/// Follows the `width` most promising states of each layer; returns a solution if it is better than the best.
///
/// No state is met twice, so the beam ends. `known` is the lower bound, and the states and bytes that are held
/// beside this beam.
fn beam<S: Guided>(
    space: &S,
    root: (S::State, u32),
    width: usize,
    known: (u32, (u64, u64)),
    best: &Option<Best<S>>,
    work: &mut Work,
    run: &mut Run<'_>,
) -> Result<Option<Best<S>>, Limit> {
    let (lower_bound, (held_states, held_bytes)) = known;
    let mut arena = Arena::new();
    let mut parents = vec![0];
    let (id, _) = arena.insert(root.0);
    let mut layer = vec![Candidate { sum: root.1, promise: 0, id, depth: 0, bound: root.1 }];
    let mut next_layer: Vec<Candidate> = Vec::new();
    let mut limit = best.as_ref().map_or(u32::MAX, |best| best.length);
    let mut goal = None;
    while goal.is_none() && !layer.is_empty() {
        for from in &layer {
            work.expanded += 1;
            space.guide(arena.states[from.id as usize], from.bound, |cost, next, bound| {
                work.generated += 1;
                let depth = from.depth + cost;
                if bound == u32::MAX || depth + bound >= limit {
                    return;
                }
                let (id, new) = arena.insert(next);
                if !new {
                    return;
                }
                parents.push(from.id);
                if bound == 0 && space.is_goal(next) {
                    (limit, goal) = (depth, Some(id));
                } else {
                    let promise = space.promise(next);
                    next_layer.push(Candidate { sum: depth + bound, promise, id, depth, bound });
                }
            });
            if work.expanded.is_multiple_of(STRIDE) {
                let layers = (layer.capacity() + next_layer.capacity()) * size_of::<Candidate>();
                let bytes =
                    held_bytes + arena.bytes() + (parents.capacity() * size_of::<u32>() + layers) as u64;
                let progress = Progress {
                    algorithm: Algorithm::Astar,
                    depth: from.depth,
                    frontier: layer.len() as u64,
                    expanded: work.expanded,
                    generated: work.generated,
                    stored: held_states + arena.len() as u64,
                    bytes,
                    lower_bound,
                    best: best.as_ref().map(|best| best.length),
                    ..Progress::default()
                };
                let soon = arena.bytes_with(64 * STRIDE as usize, 2 * size_of::<u32>()) + 2 * layers as u64;
                let room = run.afford(held_bytes + soon);
                run.check(&progress).and(room)?;
            }
        }
        layer.clear();
        if next_layer.len() > width {
            next_layer.select_nth_unstable_by_key(width, |c| (c.sum, c.promise, c.id));
            next_layer.truncate(width);
        }
        std::mem::swap(&mut layer, &mut next_layer);
    }
    Ok(goal.map(|goal| {
        let mut states = vec![arena.states[goal as usize]];
        let mut at = goal;
        while at != 0 {
            at = parents[at as usize];
            states.push(arena.states[at as usize]);
        }
        states.reverse();
        Best { length: limit, way: Way::States(states) }
    }))
}

/// Checks the promise of [`Guided`] along a random walk, against plain breadth-first search: the best guided
/// successor is as good as the best move, costs and bounds are right, and successors unfold into legal moves.
///
/// States with more than `most` states before a goal are passed over. Returns how many states were compared.
///
/// # Errors
/// The first broken promise.
pub fn check_guided<S: Guided>(
    space: &S,
    seed: u64,
    steps: usize,
    most: usize,
) -> Result<usize, crate::check::Broken> {
    let broken = |promise, witness| Err(crate::check::Broken { promise, witness });
    let mut random = seed | 1;
    let mut at = space.start();
    let mut compared = 0;
    for _ in 0..=steps {
        let distance_of = |state| reference_bfs(space, state, false, most).map(|met| met.distance);
        let state = space.canonical(at);
        if let Some(distance) = distance_of(state) {
            let mut successors = Vec::new();
            space.guide(state, space.quick_bound(state), |cost, next, bound| {
                successors.push((cost, next, bound));
            });
            let mut shortest = None;
            for (cost, next, bound) in successors {
                if space.canonical(next) != next || bound != space.quick_bound(next) {
                    return broken("guided successors are canonical, with their bound", format!("{next:?}"));
                }
                let mut path = Vec::new();
                let end = space.unfold(at, next, &mut path);
                let replayed = replay_to(space, at, &path);
                if space.canonical(end) != next || replayed != Some(end) || path.len() > cost as usize {
                    return broken("unfolded moves lead there", format!("{at:?} to {next:?} by {path:?}"));
                }
                match distance_of(next) {
                    Some(Some(rest)) => shortest = Some(shortest.unwrap_or(u32::MAX).min(cost + rest)),
                    Some(None) => {}
                    None => shortest = shortest.or(distance),
                }
            }
            if !space.is_goal(state) && shortest != distance {
                let witness = format!("{shortest:?} instead of {distance:?} from {state:?}");
                return broken("a guided successor lies on a shortest solution", witness);
            }
            compared += 1;
        }
        let mut all = Vec::new();
        space.expand(at, |_, next| all.push(next));
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        at = match all.len() {
            0 => space.start(),
            n => all[(random >> 33) as usize % n],
        };
    }
    Ok(compared)
}

fn replay_to<S: Space>(space: &S, start: S::State, path: &[S::Move]) -> Option<S::State> {
    let mut at = start;
    for &wanted in path {
        let mut next = None;
        space.expand(at, |m, to| {
            if m == wanted {
                next = Some(to);
            }
        });
        at = next?;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Cancel};
    use crate::check::check_space;

    /// Steps of a knight on a board without edges, to a place far away; the bound is weak on purpose.
    struct Knight {
        goal: (i32, i32),
        /// Cells that can't be entered.
        walls: i32,
    }

    impl Space for Knight {
        type State = (i32, i32);
        type Move = u8;
        fn start(&self) -> (i32, i32) {
            (0, 0)
        }
        fn is_goal(&self, at: (i32, i32)) -> bool {
            at == self.goal
        }
        fn expand(&self, (x, y): (i32, i32), mut visit: impl FnMut(u8, (i32, i32))) {
            let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            for (i, (dx, dy)) in steps.into_iter().enumerate() {
                let to = (x + dx, y + dy);
                if to.0.abs() <= self.walls && to.1.abs() <= self.walls {
                    visit(i as u8, to);
                }
            }
        }
        fn lower_bound(&self, (x, y): (i32, i32)) -> u32 {
            (x.abs_diff(self.goal.0) + y.abs_diff(self.goal.1)).div_ceil(3)
        }
    }

    impl Guided for Knight {
        fn guide(&self, state: (i32, i32), _: u32, mut visit: impl FnMut(u32, (i32, i32), u32)) {
            self.expand(state, |_, next| visit(1, next, self.lower_bound(next)));
        }
    }

    #[test]
    fn finds_shortest_solutions_and_proves_that_there_is_none() {
        for (goal, walls) in
            [((0, 0), 9), ((1, 0), 9), ((7, -5), 9), ((30, 17), 40), ((2, 2), 1), ((50, 0), 40)]
        {
            let knight = Knight { goal, walls };
            check_space(&knight, 1, 200).unwrap();
            let expected = reference_bfs(&knight, (0, 0), false, 100_000).unwrap().distance;
            let report = anytime(&knight, (0, 0), &mut Run::unlimited());
            assert_eq!(report.length(), expected.map(|d| d as usize), "{goal:?}");
            assert_eq!(report.is_optimal(), expected.is_some());
            if walls < 10 {
                check_guided(&knight, 3, 20, 10_000).unwrap();
            }
        }
    }

    #[test]
    fn improves_a_given_solution_and_keeps_it_when_stopped() {
        let knight = Knight { goal: (2, 1), walls: 20 };
        let detour: Vec<u8> = vec![0, 4, 1];
        let report = anytime_from(&knight, (0, 0), Some(detour.clone()), &mut Run::unlimited());
        assert_eq!(report.path(), Some(&[1][..]));
        let far = Knight { goal: (900, 901), walls: 2000 };
        let mut way = [0, 1].repeat(300);
        way.push(0);
        assert!(far.lower_bound((0, 0)) > 600);
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = anytime_from(&far, (0, 0), Some(way), &mut Run::new(Budget::default(), cancel));
        assert!(stopped.path().is_some() && stopped.lower_bound <= stopped.length().unwrap_or(0) as u32);
    }

    #[test]
    fn goes_on_without_memory_and_stays_honest() {
        // No solution is known to A* when its memory ends; the beams find one, and the bound stays below it.
        let knight = Knight { goal: (400, 1), walls: 3000 };
        let budget = Budget::default().with_bytes(3 << 20);
        let report = anytime(&knight, (0, 0), &mut Run::new(budget, Cancel::new()));
        let truth = 200;
        assert!(report.length().is_some_and(|length| length >= truth), "{:?}", report.outcome);
        assert!(report.lower_bound as usize <= truth + 1);
        assert!(report.stats.peak_bytes <= 3 << 20, "{}", report.stats.peak_bytes);
    }
}
