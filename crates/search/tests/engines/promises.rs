//! Spaces that break their promises: every check names the one that is broken, and no search claims what rests on it.

use crate::ring::{Fault, Ring};
use telusur_search::anytime::{Guided, anytime, anytime_from, check_guided};
use telusur_search::check::{Broken, check_descent, check_planes, check_rank, check_reversible, check_space};
use telusur_search::{Algorithm, Claim, Offers, Report, Run, Solver, Space, engines};

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
    for (fault, expected) in space {
        compare(fault, expected, promise(check_space(&Ring::new(fault), 1, 500)));
    }
    let reversible = [
        (F::ListedGoalIsNone, "listed goals are goals"),
        (F::GoalNotListed, "all goals are listed"),
        (F::RetractMisses, "retract finds the way back"),
        (F::RetractInvents, "retract lists only true moves"),
        (F::RetractTwice, "retract lists every move once"),
        (F::OneWay, "every move can be taken back"),
    ];
    for (fault, expected) in reversible {
        compare(fault, expected, promise(check_reversible(&Ring::new(fault), 1, 500)));
    }
    let ranked = [
        (F::RankTooHigh, "ranks are below len"),
        (F::SuccessorRankTooHigh, "ranks are below len"),
        (F::SharedRank, "two states never share a rank"),
        (F::UnrankElsewhere, "unrank undoes rank"),
        (F::OtherGoalRank, "is_goal_rank agrees with is_goal"),
        (F::OtherSuccessorRanks, "expand_rank agrees with expand"),
    ];
    for (fault, expected) in ranked {
        compare(fault, expected, promise(check_rank(&Ring::new(fault), 1, 500)));
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
        compare(fault, expected, promise(check_descent(&Ring::new(fault), 1, 500)));
    }
    let guided = [
        (F::NotCanonical, "guided successors are canonical, with their bound"),
        (F::WrongBound, "guided successors are canonical, with their bound"),
        (F::HighQuickBound, "the bound never exceeds the distance"),
        (F::FreeSuccessor, "a guided successor costs its moves"),
        (F::UnfoldsElsewhere, "unfolded moves lead there"),
        (F::NoGoodSuccessor, "a guided successor lies on a shortest solution"),
    ];
    for (fault, expected) in guided {
        let checked = check_guided(&Ring::new(fault), 1, 200, 100).map(|_| ());
        compare(fault, expected, promise(checked));
    }
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
