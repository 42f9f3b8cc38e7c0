//! A ring that breaks one promise at a time, as every kind of space but planes.

use std::sync::atomic::{AtomicU32, Ordering};
use telusur_search::anytime::Guided;
use telusur_search::{Descent, Offers, Ranked, Reversible, Space, engines};

/// What is wrong with a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
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
    // … in places that lead to a goal and that no walk from the start comes by
    IslandMisses,
    IslandInvents,
    IslandTwice,
    IslandOneWay,
    // Ranked
    RankTooHigh,
    SuccessorRankTooHigh,
    SharedRank,
    UnrankElsewhere,
    OtherGoalRank,
    NoGoalRank,
    OtherSuccessorRanks,
    MoreSuccessorRanks,
    FarSuccessorRank,
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
    UnfoldsNothing,
    NoGoodSuccessor,
    DearSuccessor,
    DeadQuickBound,
}

/// A ring of places, walked both ways, with the goal at 0; places opposite each other are symmetric.
pub(crate) struct Ring {
    pub(crate) fault: Fault,
    mood: AtomicU32,
}

pub(crate) const PLACES: u32 = 12;
/// The first of three places on an island, which is a goal too; the others lead to it.
const ISLAND: u32 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Up,
    Down,
    Jump,
}

impl Ring {
    pub(crate) fn new(fault: Fault) -> Self {
        Ring { fault, mood: AtomicU32::new(0) }
    }

    pub(crate) fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    pub(crate) fn distance(place: u32) -> u32 {
        if place >= ISLAND { u32::from(place > ISLAND) } else { place.min(PLACES - place) }
    }

    fn has_island(&self) -> bool {
        use Fault as F;
        matches!(self.fault, F::IslandMisses | F::IslandInvents | F::IslandTwice | F::IslandOneWay)
    }
}

impl Space for Ring {
    type State = u32;
    type Move = Step;

    fn start(&self) -> u32 {
        4
    }

    fn is_goal(&self, place: u32) -> bool {
        place == 0 || self.has(Fault::CanonicalForgetsGoals) && place == 10 || place == ISLAND
    }

    fn expand(&self, place: u32, mut visit: impl FnMut(Step, u32)) {
        if place >= ISLAND {
            visit(Step::Up, ISLAND + (place - ISLAND + 1) % 3);
            if !(self.has(Fault::IslandOneWay) && place == ISLAND + 2) {
                visit(Step::Down, ISLAND + (place - ISLAND + 2) % 3);
            }
            return;
        }
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
            (_, ISLAND..) => place,
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
        for before in 0..ISLAND + 3 {
            let is_missed = self.has(Fault::RetractMisses) && before == 7
                || self.has(Fault::IslandMisses) && before == ISLAND + 1 && place == ISLAND + 2;
            Ring::new(self.fault).expand(before, |step, to| {
                if to == place && !is_missed {
                    visit(step, before);
                }
            });
        }
        match self.fault {
            Fault::RetractInvents if place == 7 => visit(Step::Jump, 2),
            Fault::RetractTwice if place == 7 => visit(Step::Up, 6),
            Fault::IslandInvents if place == ISLAND + 1 => visit(Step::Jump, 2),
            Fault::IslandTwice if place == ISLAND + 2 => visit(Step::Up, ISLAND + 1),
            _ => {}
        }
    }

    fn goal_states(&self) -> Option<Vec<u32>> {
        Some(match self.fault {
            Fault::ListedGoalIsNone => vec![0, 5],
            Fault::GoalNotListed => vec![],
            _ if self.has_island() => vec![0, ISLAND],
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
        rank == if self.has(Fault::OtherGoalRank) { 1 } else { 0 } && !self.has(Fault::NoGoalRank)
    }

    fn expand_rank(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let place = self.unrank(rank);
        match self.fault {
            Fault::FarSuccessorRank if rank == 2 => visit(5),
            _ => visit(self.rank(self.canonical(place + 1))),
        }
        if self.has(Fault::MoreSuccessorRanks) && rank == 3 {
            visit(0);
        }
        if !(self.has(Fault::OtherSuccessorRanks) && rank == 5) {
            visit(self.rank(place.abs_diff(1)));
        }
    }
}

/// A place with the bound and the step before, as a descent carries them.
#[derive(Clone)]
pub(crate) struct Node {
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
            (Fault::DearSuccessor, 5) => visit(2, near, self.quick_bound(near)),
            _ => visit(1, near, self.quick_bound(near)),
        }
        visit(1, far, self.quick_bound(far));
    }

    fn quick_bound(&self, place: u32) -> u32 {
        match (self.fault, place) {
            (Fault::HighQuickBound, 5) => 6,
            (Fault::DeadQuickBound, 3) => u32::MAX,
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
        if self.has(Fault::UnfoldsNothing) && to == 2 {
            return next;
        }
        path.push(m);
        next
    }
}
