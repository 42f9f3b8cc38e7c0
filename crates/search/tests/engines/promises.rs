//! Spaces that break their promises: every check names the one that is broken, and no search claims what rests on it.

use std::sync::atomic::{AtomicU32, Ordering};
use telusur_search::anytime::{Guided, anytime, anytime_from, check_guided};
use telusur_search::check::{Broken, check_descent, check_planes, check_rank, check_reversible, check_space};
use telusur_search::planes::{Around, BitPosition, Joint, Planar, Planes, Shape};
use telusur_search::{
    Algorithm, Claim, Descent, Offers, Ranked, Report, Reversible, Run, Solver, Space, engines,
};

/// What is wrong with a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    // Space
    MovesByMood,
    MoveTwice,
    MoveWithTwoEnds,
    CanonicalMovesOn,
    CanonicalForgetsGoals,
    CanonicalChangesMoves,
    CanonicalChangesBound,
    GoalBoundNotZero,
    SteepBound,
    DeadEndWithWayOut,
    // Reversible
    ListedGoalIsNone,
    GoalNotListed,
    RetractMisses,
    RetractInvents,
    RetractTwice,
    OneWay,
    // Ranked
    RankTooHigh,
    SuccessorRankTooHigh,
    SharedRank,
    UnrankElsewhere,
    OtherGoalRank,
    OtherSuccessorRanks,
    // Descent
    WeakNode,
    GoalNodeIsNone,
    IllegalChild,
    ChildTwice,
    ChildMissing,
    GrandchildMissing,
    DriftingBound,
    SteepNode,
    DeadNodeWithWayOut,
    // Planar
    NoBit,
    BitOutside,
    SharedBit,
    BitElsewhere,
    StepMisses,
    StepInvents,
    NotTold,
    NotSeen,
    ToldOfOtherRow,
    FullTooEarly,
    WrongWeight,
    WrongEdges,
    SameColour,
    MoreBytes,
    StartLayoutMisses,
    StartBitElsewhere,
    // Guided
    NotCanonical,
    WrongBound,
    HighQuickBound,
    FreeSuccessor,
    UnfoldsElsewhere,
    NoGoodSuccessor,
}

/// A ring of places, walked both ways, with the goal at 0; places opposite each other are symmetric.
struct Ring {
    fault: Fault,
    mood: AtomicU32,
}

const PLACES: u32 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Up,
    Down,
    Jump,
}

impl Ring {
    fn new(fault: Fault) -> Self {
        Ring { fault, mood: AtomicU32::new(0) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn distance(place: u32) -> u32 {
        place.min(PLACES - place)
    }
}

impl Space for Ring {
    type State = u32;
    type Move = Step;

    fn start(&self) -> u32 {
        4
    }

    fn is_goal(&self, place: u32) -> bool {
        place == 0 || self.has(Fault::CanonicalForgetsGoals) && place == 10
    }

    fn expand(&self, place: u32, mut visit: impl FnMut(Step, u32)) {
        let (up, down) = ((place + 1) % PLACES, (place + PLACES - 1) % PLACES);
        if self.has(Fault::MovesByMood) && self.mood.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            return visit(Step::Up, up);
        }
        visit(Step::Up, up);
        if !(self.has(Fault::OneWay) && place == 3) {
            visit(Step::Down, down);
        }
        match self.fault {
            Fault::MoveTwice if place == 6 => visit(Step::Up, up),
            Fault::MoveWithTwoEnds if place == 6 => visit(Step::Up, down),
            Fault::CanonicalChangesMoves if place == 8 => visit(Step::Jump, 11),
            _ => {}
        }
    }

    fn lower_bound(&self, place: u32) -> u32 {
        match (self.fault, place) {
            (Fault::CanonicalChangesBound, 8) => 5,
            (Fault::GoalBoundNotZero, 0) => 1,
            (Fault::SteepBound | Fault::SteepNode, 5 | 7) => 3,
            (Fault::SteepBound, 6) => 6,
            (Fault::DeadEndWithWayOut, 6) => u32::MAX,
            // Places 5, 6 and 7 have nodes with more to say.
            (Fault::DeadNodeWithWayOut, _) => 0,
            _ => Ring::distance(place),
        }
    }

    fn canonical(&self, place: u32) -> u32 {
        match (self.fault, place) {
            (Fault::CanonicalMovesOn, 4) => 8,
            _ => place.min((PLACES - place) % PLACES),
        }
    }
}

impl Offers for Ring {
    engines!();
}

impl Reversible for Ring {
    const UNDIRECTED: bool = true;

    fn retract(&self, place: u32, mut visit: impl FnMut(Step, u32)) {
        for before in 0..PLACES {
            Ring::new(self.fault).expand(before, |step, to| {
                if to == place && !(self.has(Fault::RetractMisses) && before == 7) {
                    visit(step, before);
                }
            });
        }
        match self.fault {
            Fault::RetractInvents if place == 7 => visit(Step::Jump, 2),
            Fault::RetractTwice if place == 7 => visit(Step::Up, 6),
            _ => {}
        }
    }

    fn goal_states(&self) -> Option<Vec<u32>> {
        Some(match self.fault {
            Fault::ListedGoalIsNone => vec![0, 5],
            Fault::GoalNotListed => vec![],
            _ => vec![0],
        })
    }
}

impl Ranked for Ring {
    fn len(&self) -> u64 {
        7
    }

    fn rank(&self, place: u32) -> u64 {
        match (self.fault, place) {
            (Fault::RankTooHigh, 6) => 7,
            (Fault::SuccessorRankTooHigh, 6) => 70,
            (Fault::SharedRank, 6) => 5,
            _ => u64::from(place),
        }
    }

    fn unrank(&self, rank: u64) -> u32 {
        match (self.fault, rank) {
            (Fault::UnrankElsewhere, 3) => 2,
            _ => rank as u32,
        }
    }

    fn is_goal_rank(&self, rank: u64) -> bool {
        rank == if self.has(Fault::OtherGoalRank) { 1 } else { 0 }
    }

    fn expand_rank(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let place = self.unrank(rank);
        visit(self.rank(self.canonical(place + 1)));
        if !(self.has(Fault::OtherSuccessorRanks) && rank == 5) {
            visit(self.rank(place.abs_diff(1)));
        }
    }
}

/// A place with the bound and the step before, as a descent carries them.
#[derive(Clone)]
struct Node {
    place: u32,
    bound: u32,
    steps: u32,
}

impl Descent for Ring {
    type Node = Node;

    fn node(&self, place: u32) -> Node {
        let bound = match (self.fault, place) {
            (Fault::WeakNode, 6) => 5,
            (Fault::SteepNode, 6) => 6,
            (Fault::DeadNodeWithWayOut, 6) => u32::MAX,
            _ => self.lower_bound(place),
        };
        Node { place, bound, steps: 0 }
    }

    fn bound(&self, node: &Node) -> u32 {
        node.bound
    }

    fn is_goal_node(&self, node: &Node) -> bool {
        node.place == 0 && !self.has(Fault::GoalNodeIsNone)
    }

    fn descend(&self, node: &Node, last: Option<Step>, mut visit: impl FnMut(Step, Node)) {
        let back = match last {
            Some(Step::Up) => Some(Step::Down),
            Some(Step::Down) => Some(Step::Up),
            _ => None,
        };
        let steps = node.steps + 1;
        let child = |place| Node { steps, ..self.node(place) };
        self.expand(node.place, |step, place| {
            let mut next = child(place);
            match self.fault {
                Fault::ChildMissing if step == Step::Down && last.is_none() => return,
                // Only whoever carries nodes on for a while sees this.
                Fault::GrandchildMissing if last == Some(Step::Up) && step == Step::Up && steps > 3 => return,
                Fault::DriftingBound if steps > 5 && next.bound > 0 => next.bound += 1,
                _ => {}
            }
            if Some(step) != back {
                visit(step, next);
            }
        });
        match self.fault {
            Fault::IllegalChild if node.place == 6 => visit(Step::Jump, child(1)),
            Fault::ChildTwice if node.place == 6 && back != Some(Step::Up) => visit(Step::Up, child(7)),
            _ => {}
        }
    }
}

impl Guided for Ring {
    fn guide(&self, place: u32, _: u32, mut visit: impl FnMut(u32, u32, Option<u32>)) {
        let mut visit = |cost, next, bound| visit(cost, next, Some(bound));
        if place == 0 {
            return;
        }
        let (near, far) = (place - 1, self.canonical(place + 1));
        match (self.fault, place) {
            (Fault::NotCanonical, 6) => visit(1, 7, self.quick_bound(7)),
            (Fault::WrongBound, 5) => visit(1, near, self.quick_bound(near) - 1),
            (Fault::FreeSuccessor, 5) => visit(0, near, self.quick_bound(near)),
            (Fault::UnfoldsElsewhere, 5) => visit(1, 2, self.quick_bound(2)),
            (Fault::NoGoodSuccessor, 5) => {}
            _ => visit(1, near, self.quick_bound(near)),
        }
        visit(1, far, self.quick_bound(far));
    }

    fn quick_bound(&self, place: u32) -> u32 {
        match (self.fault, place) {
            (Fault::HighQuickBound, 5) => 6,
            _ => self.lower_bound(place),
        }
    }

    fn unfold(&self, at: u32, to: u32, path: &mut Vec<Step>) -> u32 {
        let mut step = None;
        self.expand(at, |m, next| {
            if step.is_none() && self.canonical(next) == to {
                step = Some((m, next));
            }
        });
        let (m, next) = step.unwrap_or((Step::Up, at));
        path.push(m);
        next
    }
}

/// Bits of a block.
const BITS: u32 = 3;
const BLOCKS: usize = (PLACES / BITS) as usize;

/// The ring as planes: four blocks with a word of three bits. A border has a row with the lowest bit, which the block
/// before reads, and one with the highest, for the block behind.
struct RingPlanes {
    fault: Fault,
    is_for_start: bool,
}

impl RingPlanes {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl Planes for RingPlanes {
    fn shape(&self) -> Shape {
        let joint = match self.has(Fault::SameColour) {
            true => Joint::Colours { first: BLOCKS / 2 },
            false => Joint::Borders { rows: 2, words: 1 },
        };
        let bits = if self.has(Fault::FullTooEarly) { BITS - 1 } else { BITS };
        Shape { blocks: BLOCKS, words: 1, bits, joint }
    }

    fn weight(&self, block: usize) -> u64 {
        if self.has(Fault::WrongWeight) && block == 3 { 2 } else { 1 }
    }

    fn edges(&self) -> u64 {
        u64::from(2 * PLACES) - u64::from(self.has(Fault::WrongEdges))
    }

    fn table_bytes(&self) -> u64 {
        if self.has(Fault::MoreBytes) { 1 } else { 0 }
    }

    fn neighbours(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        let (low, high) = if self.has(Fault::ToldOfOtherRow) { (1, 0) } else { (0, 1) };
        visit(low, (block + BLOCKS - 1) % BLOCKS);
        if !(self.has(Fault::NotTold) && block == 2) {
            visit(high, (block + 1) % BLOCKS);
        }
    }

    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, _: &mut Vec<u64>) {
        let misses = match self.fault {
            Fault::StepMisses => block == 2,
            Fault::StartLayoutMisses => block == 1 && self.is_for_start,
            _ => false,
        };
        let old = here[0];
        here[0] |= old << 1 & 7 | around.of((block + BLOCKS - 1) % BLOCKS)[1];
        here[0] |= around.of((block + 1) % BLOCKS)[0];
        if !misses {
            here[0] |= old >> 1;
        }
        if self.has(Fault::StepInvents) && old & 1 == 1 && block == 2 {
            here[0] |= 4;
        }
    }

    fn border(&self, block: usize, here: &[u64], border: &mut [u64]) {
        border[0] = (here[0] & 1) << 2;
        border[1] = here[0] >> 2;
        if self.has(Fault::NotSeen) && block == 2 {
            border[1] = 0;
        }
    }
}

impl Planar for Ring {
    type Planes = RingPlanes;

    fn plane_bytes(&self, _: Option<u32>) -> Result<u64, &'static str> {
        Ok(BLOCKS as u64 * 8)
    }

    fn planes(&self, start: Option<u32>) -> RingPlanes {
        RingPlanes { fault: self.fault, is_for_start: start.is_some() }
    }

    fn place(&self, _: &RingPlanes, place: u32) -> Option<BitPosition> {
        let at = |place: u32| BitPosition { block: (place / BITS) as usize, word: 0, bit: place % BITS };
        match (self.fault, place) {
            (Fault::NoBit, 6) => None,
            (Fault::BitOutside, 6) => Some(BitPosition { word: 1, ..at(6) }),
            (Fault::SharedBit, 6) => Some(at(5)),
            _ => Some(at(place)),
        }
    }

    fn states(&self, planes: &RingPlanes, place: BitPosition, mut visit: impl FnMut(u32)) {
        let state = place.block as u32 * BITS + place.bit;
        let is_wrong = match self.fault {
            Fault::BitElsewhere => state == 3,
            Fault::StartBitElsewhere => state == 3 && planes.is_for_start,
            _ => false,
        };
        visit(if is_wrong { 2 } else { state });
    }
}

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
