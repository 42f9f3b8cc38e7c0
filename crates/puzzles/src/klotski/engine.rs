//! A level with packed states: which packing it gets, and how it is searched.

use super::classic::Classic;
use super::generate::MOST_STATES;
use super::layouts::{self, Listed};
use super::packing::{Packed, Packing};
use super::paper;
use super::position::draw;
use super::rules::Rules;
use super::space::{General, Shift};
use super::study::{MOST_LAYOUTS, Studied, Study};
use crate::FOR_BROWSERS;
use crate::answer::Survey;
use crate::board::Board;
use crate::catalogue::BenchTable;
use crate::language::Language;
use crate::puzzle::{At, Task};
use crate::random::Random;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};
use telusur_search::bytes::ToBytes;
use telusur_search::memory::{List, Memory};
use telusur_search::reach::Reach;
use telusur_search::small::small_bfs;
use telusur_search::small_explore::{HashedSet, NumberedSet, small_explore};
use telusur_search::{
    Algorithm, Deadline, Exploration, Limit, Limits, Offers, Outcome, Report, Reversible, Run, Solver, Space,
    State, Stats, Unsupported, Wanted, engines,
};

/// Why `auto` does not begin with A*.
pub(super) const BY_LAYERS: &str =
    "layer by layer is the shortest way to a proof; no lower bound is strong enough to help";
/// Spaces up to this size are searched in one flat table before anything else is tried.
const MOST_SMALL: usize = 1 << 17;
/// Most goal layouts that are listed for a search backwards.
const MOST_GOALS: usize = 1 << 17;
/// Most bytes that they take.
const MOST_GOAL_BYTES: usize = 1 << 24;

/// The packed states of a level and its moves, in which mirror images are told apart.
pub(super) trait Packs: Space<Move = Shift, State: ToBytes> + Send + Sync + 'static {
    /// A set of states for explorations that fit into the processor's cache.
    type Set: NumberedSet<Self::State>;

    /// The least of a state and its mirror images.
    fn least_image(&self, state: Self::State) -> Self::State;
    /// The state with each piece of the drawing at a place.
    fn pack(&self, rules: &Rules, at: &[u16]) -> Self::State;
    /// The places of the pieces in a state; interchangeable pieces in ascending order.
    fn unpack(&self, rules: &Rules, state: Self::State) -> Vec<u16>;
    /// Returns all layouts of the piece set with every goal piece at its goal, if there are at most `most`.
    fn goal_layouts(&self, most: usize, memory: &Memory, limits: &Limits) -> Listed<Self::State>;
    /// Studies all layouts of the piece set, in which pieces may stand wherever the rules have a place for them.
    fn study(&self, memory: &Memory, limits: &Limits) -> Studied<Self::State>;
    /// Returns an empty set for states that can be reached.
    fn new_set(&self, memory: &Memory) -> Result<Self::Set, Limit>;
}

impl<const N: usize, const W: usize> Packs for General<N, W> {
    type Set = HashedSet<Packed<N>>;

    #[inline]
    fn least_image(&self, state: Packed<N>) -> Packed<N> {
        let mut least = state;
        for symmetry in &self.symmetries {
            let mut image = Packed([0; N]);
            for (class, to) in symmetry.classes.iter().enumerate() {
                let places = &symmetry.places[class];
                let mut count = 0;
                self.packing.members(&state, class, |_, place| {
                    self.packing.add(&mut image, *to, count, places[usize::from(place)]);
                    count += 1;
                });
            }
            least = least.min(image);
        }
        least
    }

    fn pack(&self, rules: &Rules, at: &[u16]) -> Packed<N> {
        self.packing.pack(rules, at)
    }

    fn unpack(&self, rules: &Rules, state: Packed<N>) -> Vec<u16> {
        let mut by_class: Vec<Vec<u16>> = vec![Vec::new(); rules.classes.len()];
        for (class, places) in by_class.iter_mut().enumerate() {
            self.packing.members(&state, class, |_, place| places.push(place));
            places.reverse();
        }
        // Every class holds as many places as it has pieces.
        rules.pieces.iter().map(|piece| by_class[piece.class].pop().unwrap_or(0)).collect()
    }

    fn goal_layouts(&self, most: usize, memory: &Memory, limits: &Limits) -> Listed<Packed<N>> {
        layouts::list(self, true, most, memory, limits)
    }

    fn study(&self, memory: &Memory, limits: &Limits) -> Studied<Packed<N>> {
        let listed = layouts::list(self, false, MOST_LAYOUTS, memory, limits)?;
        listed.map(|layouts| Study::of_listed(self, layouts, memory, limits)).transpose()
    }

    fn new_set(&self, memory: &Memory) -> Result<HashedSet<Packed<N>>, Limit> {
        Ok(HashedSet::new(memory))
    }
}

/// What is known of all layouts of a level's pieces, in words; nothing if there are more than [`MOST_LAYOUTS`].
pub(super) struct Findings {
    /// Names and values.
    pub(super) named: Vec<(String, String)>,
    /// The limit that came before.
    pub(super) stopped: Option<Limit>,
}

/// A position to start from and its distance to the goal, if there is one, and how many positions were reached.
pub(super) type StartFound = Result<(Option<(Vec<u16>, u32)>, usize), Limit>;

/// A level, whatever the type of its states.
pub(super) trait Engine {
    /// The level as a board.
    fn board(self: Box<Self>) -> Box<dyn Board>;
    /// One of the positions that can be reached from the start and are `wanted` moves from the goal; `None` if there is
    /// none or the space has more than [`MOST_STATES`].
    fn start_at(&self, wanted: RangeInclusive<u32>, random: &mut Random, deadline: &Deadline) -> StartFound;
    /// The first nodes of the search tree from the start.
    fn tree(&self) -> BenchTable;
    /// Says what is known of all layouts of the level's pieces, wherever the board has room for them.
    fn findings(&self, limits: &Limits) -> Findings;
    /// Says what is known of all layouts that the places of this level allow.
    fn studied(&self, memory: &Memory, limits: &Limits) -> Result<Vec<(String, String)>, Limit>;
}

/// Chooses the packing for a level.
pub(super) fn open(rules: &Arc<Rules>) -> Box<dyn Engine> {
    if let Some(classic) = Classic::of(rules) {
        return Box::new(Klotski::new(rules.clone(), classic));
    }
    let packing = Packing::new(rules);
    // Few combinations, since every engine is compiled for each of them.
    match (packing.words, rules.cells) {
        (..=1, ..=64) if !FOR_BROWSERS => boxed::<1, 1>(rules, packing),
        (..=2, ..=64) => boxed::<2, 1>(rules, packing),
        (..=4, ..=256) => boxed::<4, 4>(rules, packing),
        (..=8, _) if !FOR_BROWSERS => boxed::<8, 16>(rules, packing),
        (..=16, _) if !FOR_BROWSERS => boxed::<16, 16>(rules, packing),
        (..=32, _) => boxed::<32, 16>(rules, packing),
        // At most 1024 pieces of 10 bits each, six to a word.
        _ => boxed::<171, 16>(rules, packing),
    }
}

fn boxed<const N: usize, const W: usize>(rules: &Arc<Rules>, packing: Packing) -> Box<dyn Engine> {
    Box::new(Klotski::new(rules.clone(), General::<N, W>::new(rules.clone(), packing)))
}

/// A level with states of one type.
pub(super) struct Klotski<S: Packs> {
    pub(super) rules: Arc<Rules>,
    pub(super) space: Arc<S>,
    /// Whether mirror images count as one.
    symmetric: bool,
    /// Whether goal states can be listed, once that was asked.
    lists_goals: OnceLock<bool>,
}

impl<S: Packs> Space for Klotski<S> {
    type State = S::State;
    type Move = Shift;

    fn start(&self) -> S::State {
        self.space.start()
    }

    #[inline(always)]
    fn is_goal(&self, state: S::State) -> bool {
        self.space.is_goal(state)
    }

    #[inline(always)]
    fn expand(&self, state: S::State, visit: impl FnMut(Shift, S::State)) {
        self.space.expand(state, visit);
    }

    #[inline(always)]
    fn lower_bound(&self, state: S::State) -> u32 {
        self.space.lower_bound(state)
    }

    #[inline(always)]
    fn canonical(&self, state: S::State) -> S::State {
        if self.symmetric { self.space.least_image(state) } else { state }
    }
}

impl<S: Packs> Reversible for Klotski<S> {
    const UNDIRECTED: bool = true;

    #[inline(always)]
    fn retract(&self, state: S::State, mut visit: impl FnMut(Shift, S::State)) {
        // The way back is free when the piece has gone, and doors let goal pieces through both ways.
        self.expand(state, |shift, previous| visit(shift.back(), previous));
    }

    fn goal_states(&self) -> Option<Vec<S::State>> {
        if self.rules.refutation().is_some() {
            return Some(Vec::new());
        }
        // So few that they need no limits.
        let most = MOST_GOALS.min(MOST_GOAL_BYTES / size_of::<S::State>());
        let listed = self.space.goal_layouts(most, &Memory::unlimited(), &Limits::none());
        listed.ok()?.map(List::into_vec)
    }
}

impl<S: Packs> Offers for Klotski<S> {
    engines!();
}

impl<S: Packs> Klotski<S> {
    pub(super) fn new(rules: Arc<Rules>, space: S) -> Self {
        Klotski { rules, space: Arc::new(space), symmetric: true, lists_goals: OnceLock::new() }
    }

    /// The same level in which every state counts, mirror images too.
    pub(super) fn apart(&self) -> Self {
        let (rules, space) = (self.rules.clone(), self.space.clone());
        Klotski { rules, space, symmetric: false, lists_goals: OnceLock::new() }
    }

    /// A state as level text.
    fn drawn(&self, state: S::State) -> String {
        draw(&self.rules, &self.space.unpack(&self.rules, state)).write()
    }

    /// Whether goal states can be listed. Listing them takes long enough to be done once.
    pub(super) fn lists_goals(&self) -> bool {
        *self.lists_goals.get_or_init(|| self.goal_states().is_some())
    }

    /// Proves that a space that is small enough to be explored whole holds no goal, and says what that has cost.
    fn hopeless(&self, start: S::State, limits: &Limits) -> Option<Stats> {
        // Small enough for an answer at once.
        const MOST_STATES: u64 = 200_000;
        let mut run = Run::new(limits.clone().with_states(MOST_STATES));
        let reach = Reach::explore(self, start, true, &mut run).ok()?;
        solvable(&reach).next().is_none().then(|| run.stats(reach.len() as u64, reach.moves()))
    }

    /// Solves from a state.
    pub(super) fn search(&self, from: S::State, task: &mut Task<'_>) -> Result<Report<Shift>, Unsupported> {
        let asked = task.algorithm;
        if asked == Algorithm::Idastar
            && let Some(stats) = self.hopeless(from, &task.limits)
        {
            let report = Report::new(Algorithm::Bfs, Outcome::Unsolvable, 0, stats);
            let reason = "IDA* never ends where there is no solution, so all positions were reached first";
            return Ok(report.with_reason(reason));
        }
        let small = match asked {
            // Nobody watches: if the space turns out too large, the search that follows begins again.
            Algorithm::Auto | Algorithm::Bfs => {
                small_bfs(self, from, MOST_SMALL, &mut Run::new(task.limits.clone()))
            }
            _ => Err(Stats::default()),
        };
        let report = match small {
            Ok(report) => report,
            Err(cost) => {
                let mut report = task.solver(Solver::new(self).from(from)).try_solve()?;
                report.stats += cost;
                if asked == Algorithm::Auto {
                    report.reason += &format!("; before that, {} states were reached by layers", cost.stored);
                }
                return Ok(report);
            }
        };
        Ok(report.with_reason(if asked == Algorithm::Auto { BY_LAYERS } else { "it was asked for" }))
    }

    /// Counts everything that can be reached from a state. `auto` keeps all layers, and if that takes too much, the last
    /// layers only, unless they are asked for.
    pub(super) fn count(&self, start: S::State, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        const MOST: u64 = 4_000_000;
        let apart = self.apart();
        let whole = task.limits.clone();
        let (is_auto, count_all) = (task.algorithm == Algorithm::Auto, task.count_all);
        let first = if is_auto { Algorithm::Bfs } else { task.algorithm };
        let own = is_auto && !count_all && whole.states.is_none_or(|most| most > MOST);
        let wanted = Wanted { shortest_solutions: is_auto || count_all };
        let small = match first {
            // There is no observer, as in `search`.
            Algorithm::Bfs => {
                let make = |memory: &Memory| apart.space.new_set(memory);
                small_explore(&apart, start, make, MOST_SMALL, wanted, &mut Run::new(whole.clone()))
            }
            _ => None,
        };
        let small = small.map(|found| Exploration { reason: "it was asked for".to_owned(), ..found });
        let mut explore = |algorithm, shortest_solutions, limits: Limits| {
            let solver = task.solver(Solver::new(&apart).from(start));
            solver.algorithm(algorithm).limits(limits).try_explore(Wanted { shortest_solutions })
        };
        let limits = if own { whole.clone().with_states(MOST) } else { whole.clone() };
        let mut reached = match small {
            Some(found) => found,
            None => explore(first, wanted.shortest_solutions, limits)?,
        };
        if is_auto {
            let reason = match reached.stopped {
                Some(Limit::States(_)) if own => None,
                Some(Limit::Bytes(_)) if !count_all => None,
                _ if reached.complete => Some("the space fits into memory with all its layers"),
                _ => Some("all layers are kept as long as they fit into memory"),
            };
            if reason.is_none() {
                drop(reached);
                reached = explore(Algorithm::Frontier, false, whole)?;
            }
            let outgrown = "the space outgrew memory with all its layers, so the last two were kept";
            reason.unwrap_or(outgrown).clone_into(&mut reached.reason);
        }
        let mut survey = Survey::reached(reached, |&state| self.drawn(state));
        if let Some(edges) = survey.edges.filter(|_| survey.complete) {
            survey.findings.push(("undirected edges".to_owned(), (edges / 2).to_string()));
        }
        if task.findings {
            let Findings { named, stopped } = Engine::findings(self, &task.limits);
            survey.findings.extend(named);
            survey.stopped = survey.stopped.or(stopped);
        }
        Ok(survey)
    }
}

/// What is said of layouts that are too many to study.
fn too_many_layouts() -> (String, String) {
    ("layouts of these pieces".to_owned(), format!("more than {MOST_LAYOUTS}"))
}

/// The states from which a goal can be reached, with their distances.
pub(super) fn solvable<T: State>(reach: &Reach<T>) -> impl Iterator<Item = (T, u32)> {
    reach.states().filter_map(|(state, distance)| Some((state, distance?)))
}

impl<S: Packs> Engine for Klotski<S> {
    fn board(self: Box<Self>) -> Box<dyn Board> {
        At::start(*self)
    }

    fn start_at(&self, wanted: RangeInclusive<u32>, random: &mut Random, deadline: &Deadline) -> StartFound {
        let space = &*self.space;
        // A generator counts states, so that it makes the same level on every machine.
        let mut limits = Limits::none().with_states(MOST_STATES as u64);
        limits.deadline = deadline.clone();
        let reach = match Reach::explore(space, space.start(), false, &mut Run::new(limits)) {
            Ok(reach) => reach,
            Err(Limit::States(_)) => return Ok((None, MOST_STATES + 1)),
            Err(limit) => return Err(limit),
        };
        let fitting: Vec<(S::State, u32)> =
            solvable(&reach).filter(|(_, distance)| wanted.contains(distance)).collect();
        let chosen = fitting.get(random.below(fitting.len()));
        Ok((chosen.map(|&(state, distance)| (space.unpack(&self.rules, state), distance)), reach.len()))
    }

    fn findings(&self, limits: &Limits) -> Findings {
        let memory = Memory::of(limits);
        let studied = match self.rules.everywhere() {
            Some(rules) => open(&Arc::new(rules)).studied(&memory, limits),
            None => Ok(vec![too_many_layouts()]),
        };
        let stopped = studied.as_ref().err().copied();
        Findings { named: studied.unwrap_or_default(), stopped }
    }

    fn studied(&self, memory: &Memory, limits: &Limits) -> Result<Vec<(String, String)>, Limit> {
        let Some(study) = self.space.study(memory, limits)? else { return Ok(vec![too_many_layouts()]) };
        let named = |name: &str, value: String| (name.to_owned(), value);
        let mut findings = vec![
            named("layouts of these pieces", study.layouts.to_string()),
            named("components", study.components.to_string()),
        ];
        if self.rules.has_goal() {
            findings.push(named("solvable layouts", study.solvable().to_string()));
        }
        if let (Some(radius), Some(state)) = (study.radius(), study.hardest) {
            let radius = self.rules.asked.metric.name().counted(radius, Language::English);
            findings.push(named("hardest start", radius));
            findings.push(named("hardest layout", self.drawn(state)));
        }
        Ok(findings)
    }

    fn tree(&self) -> BenchTable {
        paper::tree(&*self.space, |state| self.drawn(state))
    }
}
