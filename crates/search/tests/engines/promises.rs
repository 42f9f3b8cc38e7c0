//! Spaces that break their promises: every check names the one that is broken, and no search claims what rests on it.

use crate::common::Graph;
use crate::ring::{Fault, Ring};
use std::collections::BTreeSet;
use std::sync::Mutex;
use telusur_search::anytime::{Guided, anytime, anytime_from, check_guided};
use telusur_search::check::{Broken, check_descent, check_planes, check_rank, check_reversible, check_space};
use telusur_search::verify::{reference_bfs, replay};
use telusur_search::{
    Algorithm, Budget, Claim, Offers, Outcome, Ranked, Report, Reversible, Run, Solver, Space, engines,
};

fn promise(checked: Result<(), Broken>) -> Option<&'static str> {
    checked.err().map(|broken| broken.promise)
}

#[test]
fn a_ring_without_faults_passes_every_check() {
    let ring = Ring::new(Fault::None);
    for seed in 0..20 {
        assert_eq!(check_space(&ring, seed, 300), Ok(()));
        assert_eq!(check_reversible(&ring, seed, 300), Ok(()));
        assert_eq!(check_rank(&ring, seed, 300), Ok(()));
        assert_eq!(check_planes(&ring, seed, 300), Ok(()));
        assert_eq!(check_descent(&ring, seed, 300), Ok(()));
        assert!(check_guided(&ring, seed, 50, 100).unwrap() > 50);
    }
}

#[test]
fn a_ring_with_every_trait_gets_every_engine() {
    let ring = Ring::new(Fault::None);
    assert_eq!(Solver::new(&ring).supported(), Algorithm::ALL);
    for algorithm in Algorithm::ALL {
        assert!(Solver::new(&ring).algorithm(algorithm).solve().path().is_some(), "{algorithm}");
    }
}

#[test]
fn every_broken_promise_is_found_and_named() {
    use Fault as F;
    let mut wrong = Vec::new();
    let mut compare = |fault: Fault, expected, found| {
        if found != Some(expected) {
            wrong.push(format!("{fault:?}: {found:?}, not {expected:?}"));
        }
    };
    let space = [
        (F::MovesByMood, "expand depends on the state alone"),
        (F::MoveTwice, "every move is listed once"),
        (F::MoveWithTwoEnds, "one move leads to one state"),
        (F::CanonicalMovesOn, "canonical is idempotent"),
        (F::CanonicalForgetsGoals, "canonical keeps goals"),
        (F::CanonicalChangesMoves, "canonical keeps moves"),
        (F::CanonicalChangesBound, "canonical keeps the bound"),
        (F::GoalBoundNotZero, "the bound of a goal is zero"),
        (F::SteepBound, "the bound falls by at most one along a move"),
        (F::DeadEndWithWayOut, "a dead end has no way out"),
    ];
    // A space with few states is searched completely, however short the walk.
    for (fault, expected) in space {
        for steps in [0, 500] {
            compare(fault, expected, promise(check_space(&Ring::new(fault), 1, steps)));
        }
    }
    let reversible = [
        (F::ListedGoalIsNone, "listed goals are goals"),
        (F::GoalNotListed, "all goals are listed"),
        (F::RetractMisses, "retract finds the way back"),
        (F::RetractInvents, "retract lists only true moves"),
        (F::RetractTwice, "retract lists every move once"),
        (F::OneWay, "every move can be taken back"),
        (F::IslandMisses, "retract finds the way back"),
        (F::IslandInvents, "retract lists only true moves"),
        (F::IslandTwice, "retract lists every move once"),
        (F::IslandOneWay, "every move can be taken back"),
    ];
    for (fault, expected) in reversible {
        for steps in [0, 500] {
            compare(fault, expected, promise(check_reversible(&Ring::new(fault), 1, steps)));
        }
    }
    let ranked = [
        (F::RankTooHigh, "ranks are below len"),
        (F::SuccessorRankTooHigh, "ranks are below len"),
        (F::SharedRank, "two states never share a rank"),
        (F::UnrankElsewhere, "unrank undoes rank"),
        (F::OtherGoalRank, "is_goal_rank agrees with is_goal"),
        (F::NoGoalRank, "is_goal_rank agrees with is_goal"),
        (F::MoreSuccessorRanks, "expand_rank agrees with expand"),
        (F::FarSuccessorRank, "expand_rank agrees with expand"),
        (F::OtherSuccessorRanks, "expand_rank agrees with expand"),
    ];
    for (fault, expected) in ranked {
        for steps in [0, 500] {
            compare(fault, expected, promise(check_rank(&Ring::new(fault), 1, steps)));
        }
    }
    let planar = [
        (F::NoBit, "every reachable state has a bit"),
        (F::BitOutside, "every bit is inside the planes"),
        (F::SharedBit, "two states never share a bit"),
        (F::BitElsewhere, "a bit leads back to its state"),
        (F::StepMisses, "one step reaches the successors"),
        (F::StepInvents, "one step reaches the successors"),
        (F::NotTold, "one step reaches the successors"),
        (F::NotSeen, "one step reaches the successors"),
        (F::ToldOfOtherRow, "steps reach what moves reach"),
        (F::FullTooEarly, "steps reach what moves reach"),
        (F::WrongWeight, "steps reach what moves reach"),
        (F::WrongEdges, "edges are the moves of all states"),
        (F::SameColour, "every move changes the colour"),
        (F::MoreBytes, "a layout takes no more bytes than it says"),
        (F::StartLayoutMisses, "steps reach what moves reach"),
        (F::StartBitElsewhere, "a bit stands for states at one distance"),
    ];
    for (fault, expected) in planar {
        compare(fault, expected, promise(check_planes(&Ring::new(fault), 1, 500)));
    }
    let descent = [
        (F::WeakNode, "the node's bound is no weaker than the state's"),
        (F::GoalNodeIsNone, "goal nodes are goal states"),
        (F::IllegalChild, "descend lists only legal moves"),
        (F::ChildTwice, "descend lists every child once"),
        (F::ChildMissing, "descend leaves out only moves back"),
        (F::GrandchildMissing, "descend leaves out only moves back"),
        (F::DriftingBound, "the updated bound is the true one"),
        (F::SteepNode, "the node's bound falls by at most one"),
        (F::DeadNodeWithWayOut, "a dead node has no way out"),
    ];
    for (fault, expected) in descent {
        for steps in [0, 500] {
            // These show only where a node is carried on for a while.
            if steps > 0 || !matches!(fault, F::GrandchildMissing | F::DriftingBound) {
                compare(fault, expected, promise(check_descent(&Ring::new(fault), 1, steps)));
            }
        }
    }
    let checks = [&space[..], &reversible, &ranked, &planar, &descent];
    assert!(checks.iter().all(|faults| faults.len() >= 9));
    let guided = [
        (F::NotCanonical, "guided successors are canonical, with their bound"),
        (F::WrongBound, "guided successors are canonical, with their bound"),
        (F::HighQuickBound, "the bound never exceeds the distance"),
        (F::FreeSuccessor, "a guided successor costs its moves"),
        (F::UnfoldsElsewhere, "unfolded moves lead there"),
        (F::UnfoldsNothing, "a guided successor costs its moves"),
        (F::DearSuccessor, "a guided successor lies on a shortest solution"),
        (F::DeadQuickBound, "the bound never exceeds the distance"),
        (F::NoGoodSuccessor, "a guided successor lies on a shortest solution"),
    ];
    for (fault, expected) in guided {
        for steps in [0, 200] {
            let checked = check_guided(&Ring::new(fault), 1, steps, 100).map(|_| ());
            compare(fault, expected, promise(checked));
        }
    }
    assert!(guided.len() >= 9);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A line from 0 to 4, and a bound of one's choice.
struct Line {
    bounds: [u32; 5],
}

impl Space for Line {
    type State = u32;
    type Move = ();
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, state: u32) -> bool {
        state == 4
    }
    fn expand(&self, state: u32, mut visit: impl FnMut((), u32)) {
        if state < 4 {
            visit((), state + 1);
        }
    }
    fn lower_bound(&self, state: u32) -> u32 {
        self.bounds[state as usize]
    }
}

impl Offers for Line {
    engines!();
}

impl Guided for Line {}

fn claims_nothing(report: &Report<()>, what: &str) {
    assert_eq!((report.claim(), report.length()), (Claim::Feasible, Some(4)), "{what}");
    assert_eq!(report.lower_bound, 0, "{what}");
    let broken = report.broken.as_ref().unwrap_or_else(|| panic!("{what} noticed nothing"));
    assert!(broken.promise.contains("bound") || broken.promise.contains("dead"), "{what}: {broken}");
}

#[test]
fn a_solution_below_the_lower_bound_is_never_called_optimal() {
    let high = Line { bounds: [10, 9, 8, 7, 0] };
    for algorithm in [
        Algorithm::Astar,
        Algorithm::Idastar,
        Algorithm::Greedy,
        Algorithm::Anytime,
        Algorithm::Dfs,
        Algorithm::Auto,
    ] {
        let report = Solver::new(&high).algorithm(algorithm).solve();
        claims_nothing(&report, &algorithm.to_string());
    }
    claims_nothing(&anytime(&high, 0, &mut Run::unlimited()), "anytime");
    claims_nothing(
        &anytime_from(&high, 0, Some(vec![(); 4]), &mut Run::unlimited()),
        "anytime with a solution",
    );
    // A bound that is wrong in the middle only.
    let middle = Line { bounds: [0, 0, 30, 0, 0] };
    claims_nothing(&Solver::new(&middle).algorithm(Algorithm::Astar).solve(), "middle");
    // A goal that is said to be dead; and a start with a solution that is said to be dead.
    let dead_goal = Line { bounds: [0, 0, 0, 0, u32::MAX] };
    for algorithm in [Algorithm::Astar, Algorithm::Greedy, Algorithm::Anytime] {
        claims_nothing(&Solver::new(&dead_goal).algorithm(algorithm).solve(), "dead goal");
    }
    let dead_start = Line { bounds: [u32::MAX; 5] };
    claims_nothing(&anytime_from(&dead_start, 0, Some(vec![(); 4]), &mut Run::unlimited()), "dead start");
    // Numbers near the end of 32 bits are bounds like any other.
    let huge = Line { bounds: [0, u32::MAX - 1, u32::MAX - 2, 0, 0] };
    claims_nothing(&Solver::new(&huge).algorithm(Algorithm::Astar).solve(), "huge");
    claims_nothing(&anytime(&huge, 0, &mut Run::unlimited()), "huge");
    // And engines that use no bound are not disturbed.
    let report = Solver::new(&high).algorithm(Algorithm::Bfs).solve();
    assert_eq!((report.claim(), report.lower_bound, report.broken), (Claim::Optimal, 4, None));
}

/// What is wrong with a random graph.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    /// The bound rises by more than one along some moves, and is no bound there.
    SteepRise,
    /// Goals have a bound above zero.
    GoalBound,
    /// Some goals are called dead ends.
    DeadGoal,
    /// States that lead to goals are called dead ends.
    DeadEnd,
    /// No goals are listed.
    NoneListed,
    /// Half of the goals are listed.
    HalfListed,
    /// Something else is listed too.
    OtherListed,
    /// Some moves back are missing.
    RetractMisses,
    /// Some moves back are no moves.
    RetractInvents,
}

const FLAWS: [Flaw; 9] = [
    Flaw::SteepRise,
    Flaw::GoalBound,
    Flaw::DeadGoal,
    Flaw::DeadEnd,
    Flaw::NoneListed,
    Flaw::HalfListed,
    Flaw::OtherListed,
    Flaw::RetractMisses,
    Flaw::RetractInvents,
];

/// A graph with a flaw.
struct Flawed {
    graph: Graph<true>,
    flaw: Flaw,
    /// The states of which a search has asked whether they are goals.
    met: Mutex<BTreeSet<u32>>,
}

impl Flawed {
    /// Whether the flaw shows at a state.
    fn shows(state: u32) -> bool {
        state % 3 == 1
    }
}

impl Space for Flawed {
    type State = u32;
    type Move = u32;
    fn start(&self) -> u32 {
        self.graph.start()
    }
    fn is_goal(&self, state: u32) -> bool {
        self.met.lock().unwrap().insert(state);
        self.graph.is_goal(state)
    }
    fn expand(&self, state: u32, visit: impl FnMut(u32, u32)) {
        self.graph.expand(state, visit);
    }
    fn lower_bound(&self, state: u32) -> u32 {
        let is_goal = self.is_goal(state);
        match self.flaw {
            Flaw::SteepRise if Flawed::shows(state) && !is_goal => {
                self.graph.lower_bound(state).saturating_add(4)
            }
            Flaw::GoalBound if is_goal => 1 + state % 3,
            Flaw::DeadGoal if is_goal && state.is_multiple_of(2) => u32::MAX,
            Flaw::DeadEnd if Flawed::shows(state) && !is_goal => u32::MAX,
            _ => self.graph.lower_bound(state),
        }
    }
}

impl Offers for Flawed {
    engines!();
}

impl Reversible for Flawed {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
        self.graph.retract(state, |m, before| {
            if !(self.flaw == Flaw::RetractMisses && Flawed::shows(before)) {
                visit(m, before);
            }
        });
        if self.flaw == Flaw::RetractInvents && Flawed::shows(state) {
            visit(0, (state + 5) % self.graph.next.len() as u32);
        }
    }
    fn goal_states(&self) -> Option<Vec<u32>> {
        let goals = &self.graph.goals;
        Some(match self.flaw {
            Flaw::NoneListed => Vec::new(),
            Flaw::HalfListed => goals[..goals.len() / 2].to_vec(),
            Flaw::OtherListed => goals.iter().copied().chain([3]).collect(),
            _ => goals.clone(),
        })
    }
}

impl Ranked for Flawed {
    fn len(&self) -> u64 {
        self.graph.len()
    }
    fn rank(&self, state: u32) -> u64 {
        self.graph.rank(state)
    }
    fn unrank(&self, rank: u64) -> u32 {
        self.graph.unrank(rank)
    }
}

/// Whatever promise a space breaks: no search claims a length that is not the shortest, a bound above it, or that there is
/// no solution where there is one, and what is found is a solution.
#[test]
fn no_search_claims_what_a_broken_promise_made_it_believe() {
    let (mut wrong, mut noticed) = (Vec::new(), [0; FLAWS.len()]);
    for seed in 0..200 {
        for (number, flaw) in FLAWS.into_iter().enumerate() {
            let mut graph = Graph::<true>::random(seed, 24, 34, 3);
            graph.bound = graph.distances().iter().map(|d| d.unwrap_or(0)).collect();
            let space = Flawed { graph, flaw, met: Mutex::default() };
            let truth = reference_bfs(&space, 0, false, 1000).unwrap().distance;
            for algorithm in Solver::new(&space).supported() {
                // Depth-first search by depth does not end by itself where there is no solution.
                let budget = Budget::default().with_states(5000);
                space.met.lock().unwrap().clear();
                let report = Solver::new(&space).algorithm(algorithm).limits(budget).solve();
                let met = space.met.lock().unwrap().clone();
                // A goal that is not listed and that no side comes by, and a way back that is not there, are not seen.
                let is_unseen = algorithm == Algorithm::Bidirectional
                    && match flaw {
                        Flaw::HalfListed => space
                            .graph
                            .goals
                            .iter()
                            .all(|goal| *goal == space.graph.goals[0] || !met.contains(goal)),
                        Flaw::RetractMisses => report.path().is_some(),
                        _ => false,
                    };
                noticed[number] += u32::from(report.broken.is_some());
                let is_true = match (&report.outcome, truth) {
                    (Outcome::Solved { path, optimal }, Some(truth)) => {
                        let is_solution = replay(&space, 0, path).is_ok();
                        is_solution && report.lower_bound <= truth && (!optimal || path.len() as u32 == truth)
                    }
                    (Outcome::Unsolvable, None) | (Outcome::Stopped(_), _) => true,
                    _ => false,
                };
                if !is_true && !is_unseen {
                    let broken = &report.broken;
                    wrong.push(format!(
                        "{flaw:?} {seed} {algorithm}: {:?}, not {truth:?}, {broken:?}",
                        report.outcome
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(noticed.iter().all(|&count| count > 10), "{noticed:?}");
}
