//! The bridge between positions with letters and the packed spaces: one [`Engine`] for each level, whatever
//! the type of its states.

use super::atlas::{Atlas, Unfinished};
use super::classic::Classic;
use super::layouts;
use super::packed;
use super::packing::{Packed, Packing};
use super::paper;
use super::position::{Opened, Position};
use super::reached;
use super::rules::Rules;
use super::space::{General, Hints, Shift, Tables};
use crate::answer::Survey;
use crate::bytes::PackedBoard;
use crate::language::Language;
use crate::puzzle::Task;
use crate::random::Random;
use crate::reached::{ReachOptions, Reached, Unreached};
use num_bigint::BigUint;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};
use telusur_search::bytes::ToBytes;
use telusur_search::memory::{List, Memory};
use telusur_search::small::small_bfs;
use telusur_search::{
    Algorithm, Deadline, Exploration, Limit, Limits, Offers, Outcome, Report, Reversible, Run, Solver, Space,
    Unsupported, Wanted, explore, verify,
};

/// Spaces up to this size are searched in one flat table before anything else is tried.
const MOST_SMALL: usize = 1 << 17;

/// A packed space of a level.
pub(super) trait Packs:
    Offers + Reversible + Space<Move = Shift, State: ToBytes> + Send + 'static
{
    /// The same space for other wants.
    fn with(&self, hints: Hints) -> Self;
    /// The state with each piece of the drawing at a place.
    fn pack(&self, rules: &Rules, at: &[u16]) -> Self::State;
    /// The places of the pieces in a state; interchangeable pieces in ascending order.
    fn unpack(&self, rules: &Rules, state: Self::State) -> Vec<u16>;
    /// All layouts of the piece set, if there are at most `most`.
    fn layouts(
        &self,
        most: usize,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<Option<List<Self::State>>, Limit>;
}

impl<const N: usize, const W: usize> Packs for General<N, W> {
    fn with(&self, hints: Hints) -> Self {
        General { tables: self.tables.clone(), hints }
    }

    fn pack(&self, rules: &Rules, at: &[u16]) -> Packed<N> {
        self.tables.packing.pack(rules, at)
    }

    fn unpack(&self, rules: &Rules, state: Packed<N>) -> Vec<u16> {
        let mut by_class: Vec<Vec<u16>> = vec![Vec::new(); rules.classes.len()];
        for (class, places) in by_class.iter_mut().enumerate() {
            self.tables.packing.members(&state, class, |_, place| places.push(place));
            places.reverse();
        }
        // Every class holds as many places as it has pieces.
        rules.pieces.iter().map(|piece| by_class[piece.class].pop().unwrap_or(0)).collect()
    }

    fn layouts(
        &self,
        most: usize,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<Option<List<Packed<N>>>, Limit> {
        layouts::all(&self.tables, most, memory, deadline)
    }
}

/// A position to start from and its distance to the goal.
pub(super) type Start = (Vec<u16>, u32);

/// What a position asks of its level.
pub(super) trait Engine: Send + Sync {
    /// What can be asked for.
    fn algorithms(&self) -> Vec<Algorithm>;
    /// Solves from a position; the path has been replayed.
    fn solve(&self, at: &[u16], task: &mut Task<'_>) -> Result<Report<Shift>, Unsupported>;
    /// Counts the shortest solutions.
    fn count(&self, at: &[u16], task: &mut Task<'_>) -> Result<Option<BigUint>, Limit>;
    /// Meets everything; `text` writes a position.
    fn survey(
        &self,
        at: &[u16],
        task: &mut Task<'_>,
        text: &dyn Fn(&[u16]) -> String,
    ) -> Result<Survey, Unsupported>;
    /// One of the positions that can be reached from the start and are `wanted` moves from the goal, with its
    /// distance; `None` if there is none or the space has more than `most` states. Also how many were reached.
    fn start_at(
        &self,
        wanted: RangeInclusive<u32>,
        most: usize,
        random: &mut Random,
        deadline: &Deadline,
    ) -> Result<(Option<Start>, usize), Limit>;
    /// The first nodes of the search tree from a position: parents and places.
    fn tree(&self, at: &[u16], most: usize) -> Vec<(Option<usize>, Vec<u16>)>;
    /// Everything that can be reached from a position of this engine's level.
    fn reach(
        &self,
        level: &Arc<Opened>,
        at: &[u16],
        options: ReachOptions,
        task: &mut Task<'_>,
    ) -> Result<Box<dyn Reached>, Unreached>;
    /// The space from a position of this engine's level as bytes; every state counts, so mirror images are told apart.
    fn as_bytes(&self, from: &Position) -> Box<dyn PackedBoard>;
}

/// Chooses the packing for a level.
pub(super) fn open(rules: &Arc<Rules>) -> Box<dyn Engine> {
    if let Some(classic) = Classic::of(rules) {
        return Box::new(Typed::new(rules.clone(), classic));
    }
    let packing = Packing::new(rules);
    // Few combinations, since every engine is compiled for each of them.
    match (packing.words, rules.cells) {
        (..=1, ..=64) => boxed::<1, 1>(rules, packing),
        (..=2, ..=64) => boxed::<2, 1>(rules, packing),
        (..=4, ..=256) => boxed::<4, 4>(rules, packing),
        (..=32, _) => boxed::<32, 16>(rules, packing),
        // At most 1024 pieces of 10 bits each, six to a word.
        _ => boxed::<171, 16>(rules, packing),
    }
}

fn boxed<const N: usize, const W: usize>(rules: &Arc<Rules>, packing: Packing) -> Box<dyn Engine> {
    let tables = Arc::new(Tables::<N, W>::new(rules.clone(), packing));
    Box::new(Typed::new(rules.clone(), General { tables, hints: Hints::default() }))
}

/// An engine with states of one type.
pub(super) struct Typed<S: Packs> {
    rules: Arc<Rules>,
    space: S,
    /// Whether goal states can be listed, once that was asked.
    lists_goals: OnceLock<bool>,
}

impl<S: Packs> Typed<S> {
    pub(super) fn new(rules: Arc<Rules>, space: S) -> Self {
        Typed { rules, space, lists_goals: OnceLock::new() }
    }

    /// Whether a space that is small enough to be met whole holds no goal.
    fn is_hopeless(&self, at: &[u16], limits: &Limits) -> bool {
        // Small enough that nobody waits for it.
        const MOST_STATES: usize = 200_000;
        let space = self.space.with(Hints { symmetric: true, ..Hints::default() });
        let start = space.pack(&self.rules, at);
        let met = Atlas::reachable(&space, start, MOST_STATES, &Memory::of(limits), &limits.deadline);
        met.is_ok_and(|atlas| atlas.solvable() == 0)
    }

    fn explore(
        &self,
        start: S::State,
        algorithm: Algorithm,
        wanted: Wanted,
        limits: Limits,
        task: &mut Task<'_>,
    ) -> Result<Exploration<S::State>, Unsupported> {
        // Every state counts, so mirror images are told apart.
        let space = self.space.with(Hints::default());
        let solver = Solver::new(&space).from(start);
        task.solver(solver).algorithm(algorithm).limits(limits).try_explore(wanted)
    }

    /// Explores in memory with all layers, and if that takes too much, with the last layers only.
    fn explore_auto(
        &self,
        start: S::State,
        task: &mut Task<'_>,
    ) -> Result<Exploration<S::State>, Unsupported> {
        const MOST: u64 = 4_000_000;
        let own = !task.count_all && task.limits.states.is_none_or(|most| most > MOST);
        let limits = if own { task.limits.clone().with_states(MOST) } else { task.limits.clone() };
        let wanted = Wanted { shortest_solutions: true };
        let mut met = self.explore(start, Algorithm::Bfs, wanted, limits, task)?;
        let outgrown = matches!(met.stopped, Some(Limit::States(_)) if own)
            || matches!(met.stopped, Some(Limit::Bytes(_)));
        if !outgrown || task.count_all {
            met.reason = match met.complete {
                true => "the space fits into memory with all its layers",
                false => "all layers are kept as long as they fit into memory",
            }
            .to_owned();
            return Ok(met);
        }
        drop(met);
        let limits = task.limits.clone();
        let mut met = self.explore(start, Algorithm::Frontier, Wanted::default(), limits, task)?;
        met.reason = "the space outgrew memory with all its layers, so the last two were kept".to_owned();
        Ok(met)
    }

    /// What can be said beyond the counts, above all of the piece set, reachable or not; as much as there is time for.
    fn findings(
        &self,
        met: &Exploration<S::State>,
        limits: &Limits,
        text: &dyn Fn(&[u16]) -> String,
    ) -> Vec<(String, String)> {
        const MOST_LAYOUTS: usize = 1 << 20;
        let mut findings = Vec::new();
        let mut say = |name: &str, value: String| findings.push((name.to_owned(), value));
        if met.complete {
            say("undirected edges", (met.edges / 2).to_string());
        }
        let space = self.space.with(Hints::default());
        let (memory, deadline) = (&Memory::of(limits), &limits.deadline);
        if !deadline.is_over()
            && let Ok(Some(layouts)) = space.layouts(MOST_LAYOUTS, memory, deadline)
            && let Ok(atlas) = Atlas::new(&space, layouts, memory, deadline)
        {
            say("layouts of these pieces", atlas.len().to_string());
            if let Ok((components, _)) = atlas.components(&space, memory, deadline) {
                say("components", components.to_string());
            }
            if self.rules.refutation().is_none() {
                say("solvable layouts", atlas.solvable().to_string());
            }
            if let Some((state, distance)) = atlas.hardest() {
                say("hardest start", self.rules.metric.name().counted(distance, Language::English));
                say("hardest layout", text(&space.unpack(&self.rules, state)));
            }
        }
        findings
    }
}

impl<S: Packs> Engine for Typed<S> {
    fn algorithms(&self) -> Vec<Algorithm> {
        let lists_goals = *self.lists_goals.get_or_init(|| {
            let space = self.space.with(Hints { list_goals: true, ..Hints::default() });
            space.goal_states().is_some()
        });
        let offered = |a: &Algorithm| match a {
            Algorithm::Dense | Algorithm::Planes => false,
            Algorithm::Bidirectional => lists_goals,
            _ => true,
        };
        Algorithm::ALL.into_iter().filter(offered).collect()
    }

    fn solve(&self, at: &[u16], task: &mut Task<'_>) -> Result<Report<Shift>, Unsupported> {
        let asked = task.algorithm;
        let space = self.space.with(Hints {
            symmetric: true,
            bound: matches!(asked, Algorithm::Astar | Algorithm::Idastar | Algorithm::Greedy),
            list_goals: asked == Algorithm::Bidirectional,
        });
        let start = space.pack(&self.rules, at);
        if asked == Algorithm::Idastar && self.is_hopeless(at, &task.limits) {
            return Ok(Report {
                algorithm: Algorithm::Bfs,
                reason: "IDA* never ends where there is no solution, so all positions were met first"
                    .to_owned(),
                outcome: Outcome::Unsolvable,
                lower_bound: 0,
                depths: Vec::new(),
                broken: None,
                stats: task.run().stats(0, 0),
            });
        }
        let small = match asked {
            // Nobody watches: if the space turns out too large, the search that follows begins again.
            Algorithm::Auto | Algorithm::Bfs => {
                small_bfs(&space, start, MOST_SMALL, &mut Run::new(task.limits.clone()))
            }
            _ => None,
        };
        let mut report = match small {
            Some(report) => report,
            None => task.solver(Solver::new(&space).from(start)).try_solve()?,
        };
        if asked == Algorithm::Auto && report.algorithm == Algorithm::Bfs {
            report.reason =
                "layer by layer is the shortest way to a proof; no bound tells much here".to_owned();
        } else if report.reason.is_empty() {
            report.reason = "it was asked for".to_owned();
        }
        if let Some(path) = report.path() {
            // Nothing is shown that the independent checker has not replayed.
            if let Err(rejected) = verify::replay(&space, start, path) {
                panic!("{} returned a wrong solution: {rejected}", report.algorithm);
            }
        }
        Ok(report)
    }

    fn count(&self, at: &[u16], task: &mut Task<'_>) -> Result<Option<BigUint>, Limit> {
        let space = self.space.with(Hints { symmetric: true, ..Hints::default() });
        let start = space.pack(&self.rules, at);
        Ok(explore::shortest_solutions(&space, start, &mut task.run())?.map(|(_, count)| count))
    }

    fn survey(
        &self,
        at: &[u16],
        task: &mut Task<'_>,
        text: &dyn Fn(&[u16]) -> String,
    ) -> Result<Survey, Unsupported> {
        let start = self.space.pack(&self.rules, at);
        let met = match task.algorithm {
            Algorithm::Auto => self.explore_auto(start, task)?,
            algorithm => {
                let wanted = Wanted { shortest_solutions: task.count_all };
                self.explore(start, algorithm, wanted, task.limits.clone(), task)?
            }
        };
        let findings = self.findings(&met, &task.limits, text);
        let unpacked = |&state: &S::State| text(&self.space.unpack(&self.rules, state));
        Ok(Survey { findings, ..Survey::met(met, unpacked) })
    }

    fn start_at(
        &self,
        wanted: RangeInclusive<u32>,
        most: usize,
        random: &mut Random,
        deadline: &Deadline,
    ) -> Result<(Option<Start>, usize), Limit> {
        let space = self.space.with(Hints::default());
        // A generator counts states, so that it makes the same level on every machine.
        let atlas = match Atlas::reachable(&space, space.start(), most, &Memory::unlimited(), deadline) {
            Ok(atlas) => atlas,
            Err(Unfinished::Larger(reached)) => return Ok((None, reached)),
            Err(Unfinished::Stopped(limit)) => return Err(limit),
        };
        let fitting = atlas.at_distance(&wanted);
        let chosen = fitting.get(random.below(fitting.len()));
        Ok((chosen.map(|&(state, distance)| (space.unpack(&self.rules, state), distance)), atlas.len()))
    }

    fn tree(&self, at: &[u16], most: usize) -> Vec<(Option<usize>, Vec<u16>)> {
        let space = self.space.with(Hints::default());
        let nodes = paper::tree(&space, space.pack(&self.rules, at), most);
        nodes.into_iter().map(|(parent, state)| (parent, space.unpack(&self.rules, state))).collect()
    }

    fn reach(
        &self,
        level: &Arc<Opened>,
        at: &[u16],
        options: ReachOptions,
        task: &mut Task<'_>,
    ) -> Result<Box<dyn Reached>, Unreached> {
        let space = self.space.with(Hints { symmetric: options.symmetric, ..Hints::default() });
        reached::reach(level, space, at, options, task)
    }

    fn as_bytes(&self, from: &Position) -> Box<dyn PackedBoard> {
        packed::open(self.space.with(Hints::default()), from)
    }
}
