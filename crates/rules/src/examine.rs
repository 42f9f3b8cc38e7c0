//! Whether compiled rules keep the promises that engines rely on, tried on random walks: what `telusur check` runs.

use crate::board::Identity;
use crate::compile::{Backward, Core};
use crate::messages;
use crate::rules::{AnyCore, Rules, with_core};
use crate::source::{Problem, Span};
use crate::space::{Broad, Compiled, Directed, Kind, Undirected};
use crate::word::{Word, pack};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use telusur_search::check::{Broken, check_rank, check_reversible, check_space};
use telusur_search::{Deadline, Ranked, Reversible, Space};

/// What trying the promises of some rules has shown.
#[derive(Clone, Debug)]
pub struct Examination {
    /// What is broken, as warnings.
    pub problems: Vec<Problem>,
    /// Whether all walks were made: there was work or time for them.
    pub is_complete: bool,
}

impl Rules {
    /// Walks at random from every start and holds the rules to their promises: moves, bounds, moves taken back,
    /// symmetries, numbers of states. What is broken comes as warnings; a bound that is broken was caught lying. The work
    /// is bounded by a count of moves.
    #[must_use]
    pub fn examine(&self, steps: usize) -> Vec<Problem> {
        self.examine_within(steps, &Deadline::never()).problems
    }

    /// Examines the rules until a deadline.
    #[must_use]
    pub fn examine_within(&self, steps: usize, deadline: &Deadline) -> Examination {
        let meter = Meter { left: AtomicU64::new(MOST_MOVES), deadline: deadline.clone() };
        let mut problems = Vec::new();
        let starts = if self.model().is_game { &[][..] } else { &self.model().starts[..] };
        for start in starts {
            let result = match &self.core {
                AnyCore::Narrow(core) => examine(core, &start.state, steps, &meter),
                AnyCore::Usual(core) => examine(core, &start.state, steps, &meter),
                AnyCore::Double(core) => {
                    let space = Compiled::<_, Broad>::new(core.clone(), &start.state, identity()).trusting();
                    both(&Metered { space: &space, meter: &meter }, steps)
                }
                AnyCore::Wide(core) => {
                    let space = Compiled::<_, Broad>::new(core.clone(), &start.state, identity()).trusting();
                    both(&Metered { space: &space, meter: &meter }, steps)
                }
            };
            // What is found after the work was used up is no finding: moves were left out.
            if meter.is_used_up() {
                break;
            }
            if let Err(broken) = result {
                let is_bound = broken.promise.contains("bound");
                let told = self.with_words(&broken.to_string());
                let (problem, remedy) = match is_bound {
                    true => (messages::bound_lies(&told), messages::LOWER_BOUND),
                    false => (messages::promise_broken(&told), messages::REPORT_IT),
                };
                let span = match (&self.model().bound, is_bound) {
                    (Some(bound), true) => bound.span,
                    _ => Span::TOP,
                };
                problems.push(Problem::warning(span, "", problem, remedy));
                break;
            }
        }
        Examination { problems, is_complete: !meter.is_used_up() }
    }
}

impl Rules {
    /// A sentence of the engine about moves, with their words in the place of their numbers.
    fn with_words(&self, told: &str) -> String {
        let texts = with_core!(&self.core, core => &core.texts);
        let mut parts = told.split("Ground(");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            let named = part.split_once(')').and_then(|(number, rest)| {
                let words = texts.get(number.parse::<usize>().ok()?)?;
                Some(format!("'{words}'{rest}"))
            });
            text + &named.unwrap_or_else(|| format!("Ground({part}"))
        })
    }
}

fn identity() -> Arc<Identity> {
    Arc::new(Identity::default())
}

fn examine<W: Word>(core: &Arc<Core<W>>, start: &[i64], steps: usize, meter: &Meter) -> Result<(), Broken> {
    match core.is_taken_back(pack(&core.fields, start)) {
        true => {
            let space = Compiled::<W, Undirected>::new(core.clone(), start, identity()).trusting();
            let has_numbers = space.ranking.is_some();
            let space = Metered { space: &space, meter };
            both(&space, steps)?;
            numbers(&space, has_numbers, steps)
        }
        false => {
            let space = Compiled::<W, Directed>::new(core.clone(), start, identity()).trusting();
            let has_numbers = space.ranking.is_some();
            let space = Metered { space: &space, meter };
            both(&space, steps)?;
            numbers(&space, has_numbers, steps)
        }
    }
}

/// Forward, and backward where moves can be taken back.
fn both<W: Word, K: Kind>(space: &Metered<'_, Compiled<W, K>>, steps: usize) -> Result<(), Broken> {
    check_space(space, 1, steps)?;
    match space.space.core.backward {
        Backward::Unknown if !K::UNDIRECTED => Ok(()),
        _ => check_reversible(space, 2, steps),
    }
}

fn numbers<S: Ranked>(space: &S, has_numbers: bool, steps: usize) -> Result<(), Broken> {
    if has_numbers { check_rank(space, 3, steps) } else { Ok(()) }
}

/// Most moves that an examination makes.
const MOST_MOVES: u64 = 3_000_000;
/// What a look at a state costs beside its moves.
const STATE_COST: u64 = 4;
/// Costs between two looks at the clock.
const PACE: u64 = 1 << 14;

/// What an examination may still do.
struct Meter {
    left: AtomicU64,
    deadline: Deadline,
}

impl Meter {
    fn is_used_up(&self) -> bool {
        self.left.load(Relaxed) == 0
    }

    fn take(&self, cost: u64) {
        let before = self.left.load(Relaxed);
        let left = before.saturating_sub(cost);
        let is_over = before / PACE != left / PACE && self.deadline.is_over();
        self.left.store(if is_over { 0 } else { left }, Relaxed);
    }
}

/// A space whose moves are counted; when the work is used up, there are none any more.
struct Metered<'s, S> {
    space: &'s S,
    meter: &'s Meter,
}

impl<S: Space> Space for Metered<'_, S> {
    type State = S::State;
    type Move = S::Move;

    fn start(&self) -> S::State {
        self.space.start()
    }

    fn is_goal(&self, state: S::State) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&self, state: S::State, mut visit: impl FnMut(S::Move, S::State)) {
        if self.meter.is_used_up() {
            return;
        }
        let mut count = STATE_COST;
        self.space.expand(state, |m, next| {
            count += 1;
            visit(m, next);
        });
        self.meter.take(count);
    }

    fn lower_bound(&self, state: S::State) -> u32 {
        self.space.lower_bound(state)
    }

    fn canonical(&self, state: S::State) -> S::State {
        self.space.canonical(state)
    }
}

impl<S: Reversible> Reversible for Metered<'_, S> {
    const UNDIRECTED: bool = S::UNDIRECTED;

    fn retract(&self, state: S::State, mut visit: impl FnMut(S::Move, S::State)) {
        if self.meter.is_used_up() {
            return;
        }
        let mut count = STATE_COST;
        self.space.retract(state, |m, before| {
            count += 1;
            visit(m, before);
        });
        self.meter.take(count);
    }

    fn goal_states(&self) -> Option<Vec<S::State>> {
        let goals = self.space.goal_states()?;
        self.meter.take(goals.len() as u64);
        Some(goals)
    }
}

impl<S: Ranked> Ranked for Metered<'_, S> {
    fn len(&self) -> u64 {
        self.space.len()
    }

    fn rank(&self, state: S::State) -> u64 {
        self.space.rank(state)
    }

    fn unrank(&self, rank: u64) -> S::State {
        self.space.unrank(rank)
    }
}
