//! The search space of any board: packed states, masks for every place, moves of a piece by flood fill.

use super::bits::Bits;
use super::options::Metric;
use super::packing::{Packed, Packing};
use super::rules::{Goal, Kind, NOWHERE, Placement, Rules};
use super::symmetry::{Symmetry, symmetries};
use std::collections::VecDeque;
use std::iter::successors;
use std::sync::Arc;
use telusur_search::Space;

/// A piece of a class goes from one place to another. Which letter it has is known only where letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Shift {
    /// The class of the piece.
    pub(super) class: u16,
    /// The place that it leaves.
    pub(super) from: u16,
    /// The place that it reaches.
    pub(super) to: u16,
}

impl Shift {
    /// The way back.
    #[must_use]
    pub(super) fn back(self) -> Shift {
        Shift { class: self.class, from: self.to, to: self.from }
    }
}

/// A place with its masks.
struct Spot<const W: usize> {
    /// The cells of the place.
    mask: Bits<W>,
    /// Cells that the piece would newly cover by one step in some direction. If none is free, it is stuck.
    halo: Bits<W>,
    next: [u16; 4],
}

/// What the search knows of a kind of piece.
struct Spots<const W: usize> {
    places: Vec<Spot<W>>,
    /// The two opposite directions that are the only ones in which such a piece can ever move, if there are such.
    line: Option<[usize; 2]>,
}

/// Any board as a space with states of `N` words and sets of up to `64 W` cells.
pub(super) struct General<const N: usize, const W: usize> {
    pub(super) rules: Arc<Rules>,
    pub(super) packing: Packing,
    /// By kind.
    spots: Vec<Spots<W>>,
    /// Kind of each class.
    kinds: Vec<usize>,
    metric: Metric,
    start: Packed<N>,
    goal: Option<([u64; N], [u64; N])>,
    pub(super) symmetries: Vec<Symmetry>,
    /// Goal classes with the length of the way from every place to the goal, other pieces ignored.
    ways: Vec<(usize, Vec<u32>)>,
}

impl<const N: usize, const W: usize> General<N, W> {
    pub(super) fn new(rules: Arc<Rules>, packing: Packing) -> Self {
        let mask_of = |place: &Placement| {
            let mut mask = Bits::EMPTY;
            let numbers = place.cells.iter().filter_map(|&cell| rules.cell_number[cell as usize]);
            numbers.for_each(|number| mask.insert(number));
            mask
        };
        let spots_of = |kind: &Kind| {
            let masks: Vec<Bits<W>> = kind.places.iter().map(mask_of).collect();
            let spot = |(place, mask): (&Placement, &Bits<W>)| {
                let mut halo = Bits::EMPTY;
                for &next in place.next.iter().filter(|&&next| next != NOWHERE) {
                    halo.add(&masks[usize::from(next)].without(mask));
                }
                Spot { mask: *mask, halo, next: place.next }
            };
            let is_used = |direction: usize| kind.places.iter().any(|place| place.next[direction] != NOWHERE);
            let line = [0, 1].into_iter().find(|across| !is_used(1 - across) && !is_used(3 - across));
            Spots {
                places: kind.places.iter().zip(&masks).map(spot).collect(),
                line: line.map(|direction| [direction, direction + 2]),
            }
        };
        let spots = rules.kinds.iter().map(spots_of).collect();
        let ways = (0..rules.classes.len()).filter_map(|class| ways_to_goal(&rules, class)).collect();
        General {
            spots,
            kinds: rules.classes.iter().map(|class| class.kind).collect(),
            metric: rules.asked.metric,
            start: packing.pack(&rules, &rules.start),
            goal: packing.goal(&rules),
            symmetries: symmetries(&rules),
            ways,
            packing,
            rules,
        }
    }

    /// The cells that pieces cover.
    #[inline(always)]
    fn occupied(&self, state: &Packed<N>) -> Bits<W> {
        let mut occupied = Bits::EMPTY;
        for (class, &kind) in self.kinds.iter().enumerate() {
            let spots = self.spots[kind].places.as_slice();
            self.packing.members(state, class, |_, place| occupied.add(&spots[usize::from(place)].mask));
        }
        occupied
    }

    /// The mask of a place, for building states up.
    pub(super) fn mask(&self, class: usize, place: u16) -> &Bits<W> {
        &self.spots[self.kinds[class]].places[usize::from(place)].mask
    }

    /// Pushes the legal moves in an order that suits the machine. Compiled once for all engines: a call for each
    /// move is nothing beside finding it.
    fn each_move(&self, state: Packed<N>, visit: &mut dyn FnMut(Shift, Packed<N>)) {
        let occupied = self.occupied(&state);
        for (class, &kind) in self.kinds.iter().enumerate() {
            let spots = &self.spots[kind];
            // Most pieces are stuck, which one test shows.
            self.packing.members(&state, class, |i, from| {
                let spot = &spots.places[usize::from(from)];
                if !spot.halo.is_within(&occupied) {
                    let mover = Mover { space: self, spots, state: &state, class, i, from };
                    mover.each_move(&occupied.without(&spot.mask), visit);
                }
            });
        }
    }
}

/// A piece that can move.
struct Mover<'s, const N: usize, const W: usize> {
    space: &'s General<N, W>,
    /// Those of its kind.
    spots: &'s Spots<W>,
    state: &'s Packed<N>,
    class: usize,
    /// Its number in the class.
    i: usize,
    /// Where it stands.
    from: u16,
}

impl<const N: usize, const W: usize> Mover<'_, N, W> {
    /// Pushes its moves, where `others` are the cells that other pieces cover.
    fn each_move(&self, others: &Bits<W>, visit: &mut dyn FnMut(Shift, Packed<N>)) {
        let spots = self.spots.places.as_slice();
        let spot = &spots[usize::from(self.from)];
        let fits = |place: u16| place != NOWHERE && !spots[usize::from(place)].mask.overlaps(others);
        match (self.space.metric, self.spots.line) {
            (Metric::Steps, _) => {
                for to in spot.next {
                    if fits(to) {
                        self.reach(to, visit);
                    }
                }
            }
            (Metric::Slides, _) => {
                for direction in 0..4 {
                    let mut to = spot.next[direction];
                    while fits(to) {
                        self.reach(to, visit);
                        to = spots[usize::from(to)].next[direction];
                    }
                }
            }
            // On a line, what is reached by any way is reached by a straight one. The order is that of the search below:
            // one step back, one step forth, then on back, then on forth.
            (Metric::Moves, Some(line)) => {
                let mut ahead = line.map(|direction| spot.next[direction]);
                let (mut side, mut step) = (0, 0);
                while side < 2 {
                    let to = ahead[side];
                    let is_free = fits(to);
                    if is_free {
                        self.reach(to, visit);
                        ahead[side] = spots[usize::from(to)].next[line[side]];
                    } else {
                        ahead[side] = NOWHERE;
                    }
                    step += 1;
                    side = match step {
                        1 => 1,
                        2 => 0,
                        _ => side + usize::from(!is_free),
                    };
                }
            }
            (Metric::Moves, None) => {
                let mut reached = Bits::<W>::EMPTY;
                reached.insert(self.from);
                let mut open = reached;
                while let Some(at) = open.pop() {
                    for to in spots[usize::from(at)].next {
                        if to != NOWHERE && !reached.contains(to) && fits(to) {
                            reached.insert(to);
                            open.insert(to);
                            self.reach(to, visit);
                        }
                    }
                }
            }
        }
    }

    /// Pushes the move to a place.
    #[inline(always)]
    fn reach(&self, to: u16, visit: &mut dyn FnMut(Shift, Packed<N>)) {
        let Mover { space, state, class, i, from, .. } = *self;
        let shift = Shift { class: class as u16, from, to };
        visit(shift, space.packing.moved(*state, class, i, from, to));
    }
}

/// Length of the way from every place of a goal class to its goal in the level's metric, if it were alone.
fn ways_to_goal(rules: &Rules, class: usize) -> Option<(usize, Vec<u32>)> {
    let Goal::At(goal) = rules.classes[class].goal else { return None };
    let places = &rules.kinds[rules.classes[class].kind].places;
    let mut ways = vec![u32::MAX; places.len()];
    ways[usize::from(goal)] = 0;
    let mut queue = VecDeque::from([goal]);
    // How many places in a line are one move.
    let reach = if rules.asked.metric == Metric::Slides { places.len() } else { 1 };
    while let Some(at) = queue.pop_front() {
        let way = if rules.asked.metric == Metric::Moves { 1 } else { ways[usize::from(at)] + 1 };
        for direction in 0..4 {
            let next = |&at: &u16| Some(places[usize::from(at)].next[direction]).filter(|&at| at != NOWHERE);
            for to in successors(next(&at), next).take(reach) {
                if ways[usize::from(to)] == u32::MAX {
                    ways[usize::from(to)] = way;
                    queue.push_back(to);
                }
            }
        }
    }
    Some((class, ways))
}

impl<const N: usize, const W: usize> Space for General<N, W> {
    type State = Packed<N>;
    type Move = Shift;

    fn start(&self) -> Packed<N> {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: Packed<N>) -> bool {
        let Some((mask, value)) = &self.goal else { return false };
        (0..N).all(|i| state.0[i] & mask[i] == value[i])
    }

    #[inline]
    fn expand(&self, state: Packed<N>, mut visit: impl FnMut(Shift, Packed<N>)) {
        if !self.rules.asked.paper_order {
            return self.each_move(state, &mut visit);
        }
        let mut moves = Vec::new();
        self.each_move(state, &mut |shift, next| {
            moves.push((super::paper::rank(&self.rules, shift), shift, next));
        });
        moves.sort_unstable();
        for (_, shift, next) in moves {
            visit(shift, next);
        }
    }

    fn lower_bound(&self, state: Packed<N>) -> u32 {
        let mut bound = 0u32;
        for (class, ways) in &self.ways {
            self.packing.members(&state, *class, |_, place| {
                bound = bound.saturating_add(ways[usize::from(place)]);
            });
        }
        bound
    }
}
