//! Two small layouts, one for each joint, against plain breadth-first search.

use super::*;
use crate::check::check_planes;
use crate::{
    Algorithm, Budget, Cancel, Exploration, Limit, Limits, Offers, Outcome, Run, Solver, Space, Wanted,
    engines, verify,
};

const WORDS: usize = 2;
const LEN: u32 = 64 * WORDS as u32;

/// All bits of some words one place up, with a bit that comes in at the bottom.
fn up(words: &[u64], mut bit: u64) -> Vec<u64> {
    let shifted = words.iter().map(|&word| word << 1 | std::mem::replace(&mut bit, word >> 63));
    shifted.collect()
}

/// The same down, with a bit that comes in at the top.
fn down(words: &[u64], mut bit: u64) -> Vec<u64> {
    let shifted = words.iter().rev().map(|&word| word >> 1 | std::mem::replace(&mut bit, word & 1) << 63);
    let mut shifted: Vec<u64> = shifted.collect();
    shifted.reverse();
    shifted
}

fn add(here: &mut [u64], more: &[u64]) {
    here.iter_mut().zip(more).for_each(|(here, more)| *here |= more);
}

fn place(state: u32, block: usize) -> BitPosition {
    let at = state % LEN;
    BitPosition { block, word: at as usize / 64, bit: at % 64 }
}

/// A ring of states in blocks that see the ends of each other; a move goes one step either way.
struct Ring {
    blocks: u32,
    goals: Vec<u32>,
}

impl Space for Ring {
    type State = u32;
    type Move = i8;
    fn start(&self) -> u32 {
        LEN + 5
    }
    fn is_goal(&self, state: u32) -> bool {
        self.goals.contains(&state)
    }
    fn expand(&self, state: u32, mut visit: impl FnMut(i8, u32)) {
        let len = self.blocks * LEN;
        visit(1, (state + 1) % len);
        visit(-1, (state + len - 1) % len);
    }
}

impl Offers for Ring {
    engines!();
}

impl Reversible for Ring {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: u32, mut visit: impl FnMut(i8, u32)) {
        self.expand(state, |m, next| visit(-m, next));
    }
    fn goal_states(&self) -> Option<Vec<u32>> {
        Some(self.goals.clone())
    }
}

struct RingPlanes(usize);

impl Planes for RingPlanes {
    fn shape(&self) -> Shape {
        Shape { blocks: self.0, words: WORDS, bits: LEN, joint: Joint::Borders { rows: 2, words: 1 } }
    }
    fn edges(&self) -> u64 {
        2 * self.0 as u64 * u64::from(LEN)
    }
    fn table_bytes(&self) -> u64 {
        0
    }
    fn neighbours(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        visit(0, (block + self.0 - 1) % self.0);
        visit(1, (block + 1) % self.0);
    }
    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, scratch: &mut Vec<u64>) {
        scratch.clear();
        scratch.extend_from_slice(here);
        let before = around.of((block + self.0 - 1) % self.0)[1];
        let behind = around.of((block + 1) % self.0)[0];
        add(here, &up(scratch, before));
        add(here, &down(scratch, behind));
    }
    fn border(&self, _: usize, here: &[u64], border: &mut [u64]) {
        border[0] = here[0] & 1;
        border[1] = here[WORDS - 1] >> 63;
    }
}

impl Planar for Ring {
    type Planes = RingPlanes;
    fn plane_bytes(&self, _: Option<u32>) -> Result<u64, &'static str> {
        Ok(u64::from(self.blocks) * WORDS as u64 * 8)
    }
    fn planes(&self, _: Option<u32>) -> RingPlanes {
        RingPlanes(self.blocks as usize)
    }
    fn place(&self, _: &RingPlanes, state: u32) -> Option<BitPosition> {
        (state < self.blocks * LEN).then(|| place(state, (state / LEN) as usize))
    }
    fn states(&self, _: &RingPlanes, place: BitPosition, mut visit: impl FnMut(u32)) {
        visit(place.block as u32 * LEN + place.word as u32 * 64 + place.bit);
    }
}

/// A cylinder: an even number of rings side by side, in which a move goes to the next ring, straight or one place
/// up, or to the one before, straight or one place down. Rings alternate in colour; the first ones are the even.
struct Cylinder {
    rings: u32,
    goals: Vec<u32>,
}

impl Cylinder {
    fn to(&self, state: u32, rings: u32, steps: u32) -> u32 {
        (state / LEN + rings) % self.rings * LEN + (state % LEN + steps) % LEN
    }
    fn block(&self, ring: u32) -> usize {
        (ring % 2 * (self.rings / 2) + ring / 2) as usize
    }
    fn ring(&self, block: usize) -> u32 {
        let (half, block) = (self.rings / 2, block as u32);
        if block < half { 2 * block } else { 2 * (block - half) + 1 }
    }
}

impl Space for Cylinder {
    type State = u32;
    type Move = u8;
    fn start(&self) -> u32 {
        LEN + 70
    }
    fn is_goal(&self, state: u32) -> bool {
        self.goals.contains(&state)
    }
    fn expand(&self, state: u32, mut visit: impl FnMut(u8, u32)) {
        visit(0, self.to(state, 1, 0));
        visit(1, self.to(state, 1, 1));
        visit(2, self.to(state, self.rings - 1, 0));
        visit(3, self.to(state, self.rings - 1, LEN - 1));
    }
}

impl Offers for Cylinder {
    engines!();
}

impl Reversible for Cylinder {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: u32, mut visit: impl FnMut(u8, u32)) {
        self.expand(state, |m, next| visit((m + 2) % 4, next));
    }
    fn goal_states(&self) -> Option<Vec<u32>> {
        Some(self.goals.clone())
    }
}

struct CylinderPlanes(Cylinder);

impl Planes for CylinderPlanes {
    fn shape(&self) -> Shape {
        let blocks = self.0.rings as usize;
        Shape { blocks, words: WORDS, bits: LEN, joint: Joint::Colours { first: blocks / 2 } }
    }
    fn edges(&self) -> u64 {
        4 * u64::from(self.0.rings * LEN)
    }
    fn table_bytes(&self) -> u64 {
        0
    }
    fn neighbours(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        let ring = self.0.ring(block);
        visit(0, self.0.block((ring + 1) % self.0.rings));
        visit(0, self.0.block((ring + self.0.rings - 1) % self.0.rings));
    }
    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, _: &mut Vec<u64>) {
        let ring = self.0.ring(block);
        let before = around.of(self.0.block((ring + self.0.rings - 1) % self.0.rings));
        let behind = around.of(self.0.block((ring + 1) % self.0.rings));
        add(here, before);
        add(here, &up(before, before[WORDS - 1] >> 63));
        add(here, behind);
        add(here, &down(behind, behind[0] & 1));
    }
}

impl Planar for Cylinder {
    type Planes = CylinderPlanes;
    fn plane_bytes(&self, _: Option<u32>) -> Result<u64, &'static str> {
        match self.rings.is_multiple_of(2) {
            true => Ok(u64::from(self.rings) * WORDS as u64 * 8),
            false => Err("an odd number of rings has no two colours"),
        }
    }
    fn planes(&self, _: Option<u32>) -> CylinderPlanes {
        CylinderPlanes(Cylinder { rings: self.rings, goals: Vec::new() })
    }
    fn place(&self, _: &CylinderPlanes, state: u32) -> Option<BitPosition> {
        (state < self.rings * LEN).then(|| place(state, self.block(state / LEN)))
    }
    fn states(&self, _: &CylinderPlanes, place: BitPosition, mut visit: impl FnMut(u32)) {
        visit(self.ring(place.block) * LEN + place.word as u32 * 64 + place.bit);
    }
}

type Summary<T> = (Vec<u64>, u64, Option<u32>, Vec<T>, Vec<T>, Option<u64>);

fn summary<T: Clone>(reached: &Exploration<T>) -> Summary<T> {
    let lists = (reached.nearest_goals.clone(), reached.farthest.clone());
    (reached.depths.clone(), reached.goals, reached.goal_distance, lists.0, lists.1, reached.edges)
}

/// Counts, goals, farthest states and path of planes are those of plain breadth-first search.
fn agrees<S: Offers + Planar>(space: &S) {
    check_planes(space, 7, 300).unwrap();
    let by = |algorithm, threads| {
        let solver = Solver::new(space).algorithm(algorithm).threads(threads);
        solver.try_explore(Wanted::default()).unwrap()
    };
    let bfs = by(Algorithm::Bfs, 1);
    for threads in [1, 3] {
        let planes = by(Algorithm::Planes, threads);
        assert!(planes.complete);
        assert_eq!(summary(&planes), summary(&bfs));
    }
    assert_eq!(by(Algorithm::Auto, 1).algorithm, Algorithm::Planes);
    let report = Solver::new(space).algorithm(Algorithm::Planes).solve();
    match (bfs.goal_distance, report.path()) {
        (Some(distance), Some(path)) => {
            assert_eq!(path.len() as u32, distance);
            assert!(report.is_optimal());
            verify::replay(space, space.start(), path).unwrap();
            assert_eq!(report.depths, bfs.depths[..=distance as usize]);
        }
        (None, None) => assert_eq!(report.outcome, Outcome::Unsolvable),
        other => panic!("{other:?}"),
    }
}

#[test]
fn both_joints_agree_with_plain_search() {
    let ring = |blocks, goals: &[u32]| Ring { blocks, goals: goals.to_vec() };
    let cylinder = |rings, goals: &[u32]| Cylinder { rings, goals: goals.to_vec() };
    for goals in [&[][..], &[LEN + 5], &[0], &[700, 3], &[LEN + 6, LEN + 4], &[9999]] {
        agrees(&ring(3, goals));
        agrees(&ring(150, goals));
        agrees(&cylinder(4, goals));
        agrees(&cylinder(30, goals));
    }
}

#[test]
fn limits_stop_between_layers_and_before_memory_is_taken() {
    let space = Cylinder { rings: 200, goals: vec![50 * LEN] };
    let explore = |budget| explore_planes(&space, space.start(), &mut Run::new(budget));
    let whole = explore(Budget::UNLIMITED);
    assert!(whole.complete && whole.states() == u64::from(200 * LEN));
    let little = explore(Budget::default().with_bytes(2000));
    assert_eq!((little.stopped, little.states()), (Some(Limit::Bytes(2000)), 1));
    // The engine's own notes count too, not only what the layout says.
    let planes = space.plane_bytes(None).unwrap();
    let tight = explore(Budget::default().with_bytes(planes + 100));
    assert_eq!((tight.stopped, tight.states()), (Some(Limit::Bytes(planes + 100)), 1));
    let exact = explore(Budget::default().with_bytes(whole.stats.peak_bytes));
    assert!(exact.complete, "what was reported is enough");
    let few = explore(Budget::default().with_states(500));
    assert_eq!(few.stopped, Some(Limit::States(500)));
    assert_eq!(few.depths, whole.depths[..few.depths.len()], "layers are whole");
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled =
        explore_planes(&space, space.start(), &mut Run::new(Limits::new(Budget::UNLIMITED, cancel)));
    assert_eq!(cancelled.stopped, Some(Limit::Cancelled));
    // Enough for the distance, not for two more planes.
    let mut run = Run::new(Budget::default().with_bytes(whole.stats.peak_bytes));
    let report = shortest_path(&space, space.start(), &mut run);
    assert!(matches!(report.outcome, Outcome::Stopped(Limit::Bytes(_))));
    assert_eq!(Some(report.lower_bound), whole.goal_distance);
    assert!(report.reason.contains("two more searches"), "{}", report.reason);
}

/// What is said of half an exploration is true of the whole, and so is what is said of half a layer.
fn says_only_what_is_known<S: Planar>(space: &S, bits_of_block: u64)
where
    S::State: PartialEq,
{
    let start = space.start();
    let whole = explore_planes(space, start, &mut Run::unlimited());
    let is_true = |part: &Exploration<S::State>| {
        let what = format!("{:?} {} {:?}", part.stopped, part.partial, part.goal_distance);
        assert!(
            whole.depths.starts_with(&part.depths) && !part.complete && part.farthest.is_empty(),
            "{what}"
        );
        let next = whole.depths.get(part.depths.len()).copied().unwrap_or(0);
        assert!(part.partial <= next, "{what}: {next}");
        assert_eq!(
            (part.stats.stored, part.edges, part.stats.generated),
            (part.states(), None, None),
            "{what}"
        );
        assert_eq!(part.stats.expanded, part.depths[..part.depths.len() - 1].iter().sum::<u64>(), "{what}");
        // A goal is known if its layer is complete, and may be if it is not.
        let complete = part.depths.len() as u32;
        match whole.goal_distance {
            Some(distance) if distance < complete || part.goal_distance.is_some() => {
                assert_eq!((part.goal_distance, part.lower_bound), (Some(distance), distance), "{what}");
                assert!(distance <= complete, "{what}");
                assert!(part.nearest_goals.iter().all(|goal| whole.nearest_goals.contains(goal)), "{what}");
            }
            _ => assert_eq!((part.goals, part.lower_bound), (0, complete), "{what}"),
        }
        (part.partial > 0, part.goal_distance == Some(complete))
    };
    let mut seen = (0, 0);
    let mut note = |(is_partial, has_goal): (bool, bool)| {
        seen = (seen.0 + u32::from(is_partial), seen.1 + u32::from(is_partial && has_goal));
    };
    for most in (1..whole.states()).step_by(7) {
        for threads in [1, 2] {
            let mut unobserved = ();
            let mut run = Run::watched(Budget::default().with_states(most), threads, &mut unobserved);
            let part = explore_planes(space, start, &mut run);
            assert_eq!(part.stopped, Some(Limit::States(most)));
            // A block that might have more new states than are left is not begun.
            let states = part.states();
            assert!(states <= most && states + bits_of_block > most, "{states} {most}");
            note(is_true(&part));
        }
    }
    assert!(seen.0 > 20, "{seen:?}");
    for call in [1, 2, 5, 20] {
        let cancel = Cancel::new();
        let (flag, mut calls) = (cancel.clone(), 0);
        let mut watch = |_: &crate::Progress| {
            calls += 1;
            if calls == call {
                flag.cancel();
            }
        };
        let mut run = Run::watched(Limits::new(Budget::UNLIMITED, cancel), 1, &mut watch);
        let part = explore_planes(space, start, &mut run);
        assert_eq!(part.stopped, Some(Limit::Cancelled));
        is_true(&part);
    }
}

#[test]
fn a_stopped_search_says_how_much_of_the_next_layer_it_has_reached() {
    says_only_what_is_known(
        &Cylinder { rings: 24, goals: vec![9 * LEN + 66, 14 * LEN + 70, 4 * LEN] },
        u64::from(LEN),
    );
    let near = [2 * LEN + 5, 4 * LEN + 4, LEN - 20];
    says_only_what_is_known(&Ring { blocks: 6, goals: near.to_vec() }, u64::from(LEN));
}

/// Two halves; a move leads from any state of one to any state of the other. So there are few layers, and large ones.
struct Halves;

/// Blocks of a half: so many that threads share them.
const HALF: usize = 4200;

impl Space for Halves {
    type State = u32;
    type Move = u32;
    fn start(&self) -> u32 {
        7
    }
    fn is_goal(&self, _: u32) -> bool {
        false
    }
    fn expand(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
        let half = HALF as u32 * LEN;
        let others = if state < half { half..2 * half } else { 0..half };
        others.for_each(|other| visit(other, other));
    }
}

impl Reversible for Halves {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
        self.expand(state, |_, other| visit(state, other));
    }
    fn goal_states(&self) -> Option<Vec<u32>> {
        Some(Vec::new())
    }
}

struct HalvesPlanes;

impl HalvesPlanes {
    fn others(block: usize) -> std::ops::Range<usize> {
        if block < HALF { HALF..2 * HALF } else { 0..HALF }
    }
}

impl Planes for HalvesPlanes {
    fn shape(&self) -> Shape {
        Shape { blocks: 2 * HALF, words: WORDS, bits: LEN, joint: Joint::Colours { first: HALF } }
    }
    fn edges(&self) -> u64 {
        2 * (HALF as u64 * u64::from(LEN)).pow(2)
    }
    fn table_bytes(&self) -> u64 {
        0
    }
    fn neighbours(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        HalvesPlanes::others(block).for_each(|other| visit(0, other));
    }
    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, _: &mut Vec<u64>) {
        if HalvesPlanes::others(block).any(|other| around.of(other).iter().any(|&word| word != 0)) {
            here.fill(u64::MAX);
        }
    }
}

impl Planar for Halves {
    type Planes = HalvesPlanes;
    fn plane_bytes(&self, _: Option<u32>) -> Result<u64, &'static str> {
        Ok((2 * HALF * WORDS * 8) as u64)
    }
    fn planes(&self, _: Option<u32>) -> HalvesPlanes {
        HalvesPlanes
    }
    fn place(&self, _: &HalvesPlanes, state: u32) -> Option<BitPosition> {
        Some(place(state, (state / LEN) as usize))
    }
    fn states(&self, _: &HalvesPlanes, place: BitPosition, mut visit: impl FnMut(u32)) {
        visit(place.block as u32 * LEN + place.word as u32 * 64 + place.bit);
    }
}

#[test]
fn the_farthest_states_listed_do_not_depend_on_threads() {
    let half = HALF as u64 * u64::from(LEN);
    for threads in [1, 2, 3, 8] {
        let mut unobserved = ();
        let reached =
            explore_planes(&Halves, 7, &mut Run::watched(Budget::UNLIMITED, threads, &mut unobserved));
        assert_eq!(reached.depths, [1, half, half - 1]);
        let first: Vec<u32> = (0..).filter(|&state| state != 7).take(Exploration::<()>::SAMPLE).collect();
        assert_eq!(reached.farthest, first, "{threads} threads");
    }
}

#[test]
fn a_space_without_a_layout_says_why() {
    let odd = Cylinder { rings: 5, goals: vec![] };
    let solver = || Solver::new(&odd);
    assert_ne!(solver().try_explore(Wanted::default()).unwrap().algorithm, Algorithm::Planes);
    let refused = solver().algorithm(Algorithm::Planes).try_explore(Wanted::default()).unwrap_err();
    assert!(refused.to_string().contains("odd number of rings"), "{refused}");
    assert!(solver().algorithm(Algorithm::Planes).try_solve().is_err());
    assert!(!solver().supported().contains(&Algorithm::Planes));
}

#[test]
fn progress_tells_the_share_done() {
    let space = Ring { blocks: 40, goals: vec![] };
    let mut most = 0;
    let mut watch = |progress: &crate::Progress| {
        assert_eq!(progress.total, Some(u64::from(40 * LEN)));
        assert!(progress.stored >= most && progress.stored <= u64::from(40 * LEN));
        most = progress.stored;
    };
    let mut run = Run::watched(Budget::UNLIMITED, 1, &mut watch);
    explore_planes(&space, 0, &mut run);
    assert_eq!(most, u64::from(40 * LEN));
}
