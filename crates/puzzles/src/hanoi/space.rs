//! The rules: a disc goes from the top of a peg to an empty peg or onto a larger disc, along an arc of the
//! peg graph.

use super::bound::Patterns;
use super::pack::{Discs, Two};
use super::rank::Numbering;
use super::rule::{MOST_PEGS, PegGraph};
use super::text::peg_letter;
use std::fmt::{self, Write};
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};
use telusur_search::{Offers, Reversible, Space, engines};

/// What a peg graph promises at compile time.
pub trait Rule: Send + Sync + fmt::Debug + Clone + 'static {
    /// Every pair of pegs is allowed.
    const COMPLETE: bool;
    /// Every arc has its reverse.
    const UNDIRECTED: bool;
}

/// The promises as a type.
#[derive(Clone, Copy, Debug)]
pub struct Promises<const COMPLETE: bool, const UNDIRECTED: bool>;

impl<const COMPLETE: bool, const UNDIRECTED: bool> Rule for Promises<COMPLETE, UNDIRECTED> {
    const COMPLETE: bool = COMPLETE;
    const UNDIRECTED: bool = UNDIRECTED;
}

/// Every pair of pegs is allowed.
pub type Classic = Promises<true, true>;
/// Every arc has its reverse.
pub type Undirected = Promises<false, true>;
/// Some arcs may go one way only.
pub type Directed = Promises<false, false>;

/// A move: the top disc of one peg goes to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shift {
    /// Where the disc was.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (peg_letter(usize::from(self.from)), peg_letter(usize::from(self.to)));
        // A solution has millions of them.
        f.write_char(from)?;
        f.write_char('>')?;
        f.write_char(to)
    }
}

/// A level: pegs, discs, rule, start and goals.
#[derive(Clone, Debug)]
pub struct Hanoi<D: Discs = Two, R: Rule = Classic> {
    pub(super) discs: usize,
    pub(super) graph: PegGraph,
    pub(super) arcs: Vec<Shift>,
    pub(super) start: D,
    pub(super) goals: Vec<D>,
    pub(super) lows: D,
    pub(super) numbering: Option<Numbering>,
    pub(super) goal_ranks: Vec<u64>,
    /// Moves of a lone disc between two pegs; `u32::MAX` where there is no way.
    pub(super) way: [[u32; MOST_PEGS]; MOST_PEGS],
    /// Pattern tables for the bound, made when a search wants them.
    pub(super) patterns: Arc<OnceLock<Patterns>>,
    pub(super) wording: super::Wording,
    /// Pegs that may be renamed among each other, ascending; used while searching for one solution.
    pub(super) spare: Vec<u8>,
    rule: PhantomData<R>,
}

impl Hanoi<Two, Classic> {
    /// The classic level: all discs from the first peg to the last.
    ///
    /// # Panics
    /// With more than 32 discs, or not 1 to 4 pegs.
    #[must_use]
    pub fn classic(pegs: usize, discs: usize) -> Self {
        Hanoi::tower(pegs, discs)
    }
}

impl<D: Discs> Hanoi<D, Classic> {
    /// The classic level in a packing.
    ///
    /// # Panics
    /// If it does not fit the packing, or has no peg.
    #[must_use]
    pub fn tower(pegs: usize, discs: usize) -> Self {
        assert!(discs <= D::CAPACITY && (1..=D::MOST_PEGS).contains(&pegs), "use the catalogue");
        Hanoi::new(PegGraph::classic(pegs), &vec![0; discs], &[vec![pegs as u8 - 1; discs]])
    }
}

impl<D: Discs, R: Rule> Hanoi<D, R> {
    /// A level, its positions as the peg of every disc. The caller has made sure that discs and pegs fit `D`, that the
    /// graph keeps what `R` promises, and that start and goals are of one size.
    pub(super) fn new(graph: PegGraph, start: &[u8], goals: &[Vec<u8>]) -> Self {
        let discs = start.len();
        debug_assert!(discs <= D::CAPACITY && graph.pegs() <= D::MOST_PEGS);
        debug_assert!(!R::COMPLETE || graph.is_classic());
        debug_assert!(!R::UNDIRECTED || graph.is_undirected());
        let goals: Vec<D> = goals.iter().map(|goal| D::pack(goal)).collect();
        let numbering = Numbering::new::<D>(graph.pegs(), discs);
        let ranks = |numbering: &Numbering| goals.iter().map(|&goal| numbering.rank(goal)).collect();
        let goal_ranks = numbering.as_ref().map(ranks).unwrap_or_default();
        let way = |a, b| graph.distance(a, b).unwrap_or(u32::MAX);
        let way = std::array::from_fn(|a| std::array::from_fn(|b| way(a, b)));
        Hanoi {
            discs,
            arcs: graph.arcs(),
            graph,
            start: D::pack(start),
            goals,
            lows: D::lows(discs),
            numbering,
            goal_ranks,
            way,
            patterns: Arc::default(),
            wording: super::Wording::default(),
            spare: Vec::new(),
            rule: PhantomData,
        }
    }

    /// Number of discs.
    #[must_use]
    pub fn discs(&self) -> usize {
        self.discs
    }

    /// Number of pegs.
    #[inline(always)]
    #[must_use]
    pub fn pegs(&self) -> usize {
        self.graph.pegs()
    }

    /// Lets a search take positions as equal that differ only by the names of pegs that are empty at both ends.
    /// States are then counted by their representatives.
    pub(super) fn with_symmetry(mut self, from: D) -> Self {
        let used = |peg: u8| {
            let holds = |state: D| (0..self.discs).any(|disc| state.get(disc) == usize::from(peg));
            holds(from) || self.goals.iter().any(|&goal| holds(goal))
        };
        if self.graph.is_classic() {
            self.spare = (0..self.pegs() as u8).filter(|&peg| !used(peg)).collect();
        }
        self
    }

    /// The spare pegs in the order of their top discs, empty ones last.
    fn rename_spare(&self, state: D) -> D {
        let mut order = [(D::NONE, 0u8); MOST_PEGS];
        let count = self.spare.len();
        for (entry, &peg) in order.iter_mut().zip(&self.spare) {
            *entry = (state.top(usize::from(peg), self.lows), peg);
        }
        // Ties are empty pegs, which the peg's number keeps in order.
        order[..count].sort_unstable();
        let mut name: [u8; MOST_PEGS] = std::array::from_fn(|peg| peg as u8);
        let mut same = true;
        for (&(_, peg), &new) in order.iter().zip(&self.spare) {
            name[usize::from(peg)] = new;
            same &= peg == new;
        }
        if same {
            return state;
        }
        (0..self.discs).fold(state, |s, disc| s.set(disc, usize::from(name[s.get(disc)])))
    }

    /// Calls `visit` with every legal move, the bit position of its disc, and the state after it.
    #[inline(always)]
    pub(super) fn each_move(&self, state: D, visit: impl FnMut(Shift, u32, D)) {
        // Loops of a known length unroll, and then no branch is left but the one for two empty pegs.
        match self.pegs() {
            3 if R::COMPLETE => self.each_pair::<3>(state, visit),
            4 if R::COMPLETE => self.each_pair::<4>(state, visit),
            _ => self.each_arc::<false>(state, visit),
        }
    }

    /// Between two pegs exactly one disc can move, the smaller of the tops, unless both pegs are empty.
    #[inline(always)]
    fn each_pair<const PEGS: usize>(&self, state: D, mut visit: impl FnMut(Shift, u32, D)) {
        let tops: [u32; PEGS] = std::array::from_fn(|peg| state.top(peg, self.lows));
        for b in 1..PEGS {
            for a in 0..b {
                let position = tops[a].min(tops[b]);
                if position != D::NONE {
                    let (from, to) = if tops[a] < tops[b] { (a, b) } else { (b, a) };
                    let shift = Shift { from: from as u8, to: to as u8 };
                    visit(shift, position, state.toggle(position, a ^ b));
                }
            }
        }
    }

    /// Follows the arcs; against them if `BACK`.
    #[inline(always)]
    fn each_arc<const BACK: bool>(&self, state: D, mut visit: impl FnMut(Shift, u32, D)) {
        let mut tops = [D::NONE; MOST_PEGS];
        for (peg, top) in tops.iter_mut().enumerate().take(self.pegs()) {
            *top = state.top(peg, self.lows);
        }
        for &arc in &self.arcs {
            let (source, target) = if BACK { (arc.to, arc.from) } else { (arc.from, arc.to) };
            let position = tops[usize::from(source)];
            if position < tops[usize::from(target)] {
                visit(arc, position, state.toggle(position, usize::from(arc.from ^ arc.to)));
            }
        }
    }
}

impl<D: Discs, R: Rule> Space for Hanoi<D, R> {
    type State = D;
    type Move = Shift;

    fn start(&self) -> D {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: D) -> bool {
        self.goals.contains(&state)
    }

    #[inline(always)]
    fn expand(&self, state: D, mut visit: impl FnMut(Shift, D)) {
        self.each_move(state, |shift, _, next| visit(shift, next));
    }

    fn lower_bound(&self, state: D) -> u32 {
        self.bound(state)
    }

    #[inline]
    fn canonical(&self, state: D) -> D {
        match self.spare.len() {
            0 | 1 => state,
            _ => self.rename_spare(state),
        }
    }
}

impl<D: Discs, R: Rule> Offers for Hanoi<D, R> {
    engines!();
}

impl<D: Discs, R: Rule> Reversible for Hanoi<D, R> {
    const UNDIRECTED: bool = R::UNDIRECTED;

    #[inline(always)]
    fn retract(&self, state: D, mut visit: impl FnMut(Shift, D)) {
        if R::UNDIRECTED {
            self.each_move(state, |shift, _, next| visit(Shift { from: shift.to, to: shift.from }, next));
        } else {
            self.each_arc::<true>(state, |shift, _, previous| visit(shift, previous));
        }
    }

    fn goal_states(&self) -> Option<Vec<D>> {
        Some(self.goals.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::{Narrow, Three, Wide};
    use super::*;
    use telusur_search::check::{check_rank, check_reversible, check_space};
    use telusur_search::verify::{reference_bfs, replay};
    use telusur_search::{Algorithm, Solver};

    /// The level from peg A to the last peg under any packing and rule.
    fn level<D: Discs, R: Rule>(graph: PegGraph, discs: usize) -> Hanoi<D, R> {
        let pegs = graph.pegs();
        Hanoi::new(graph, &vec![0; discs], &[vec![pegs as u8 - 1; discs]])
    }

    fn check_all<D: Discs, R: Rule>(graph: PegGraph, discs: usize) {
        let hanoi = level::<D, R>(graph, discs);
        let name = format!("{graph} with {} pegs, {discs} discs, {hanoi:?}", graph.pegs());
        check_space(&hanoi, 3, 400).unwrap_or_else(|e| panic!("{name}: {e}"));
        check_reversible(&hanoi, 5, 200).unwrap_or_else(|e| panic!("{name}: {e}"));
        if hanoi.numbering.is_some() {
            check_rank(&hanoi, 7, 400).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }

    #[test]
    fn promises_hold_for_every_packing_rule_and_size() {
        for discs in [0, 1, 2, 3, 8, 20] {
            for pegs in 1..=4 {
                check_all::<Narrow, Classic>(PegGraph::classic(pegs), discs.min(16));
                check_all::<Two, Classic>(PegGraph::classic(pegs), discs);
                check_all::<Two, Undirected>(PegGraph::linear(pegs), discs);
                check_all::<Two, Undirected>(PegGraph::star(pegs), discs);
                check_all::<Two, Directed>(PegGraph::cyclic(pegs), discs);
                check_all::<Two, Directed>(PegGraph::classic(pegs), discs);
            }
            for pegs in 1..=8 {
                check_all::<Three, Undirected>(PegGraph::classic(pegs), discs);
                check_all::<Three, Directed>(PegGraph::cyclic(pegs), discs);
            }
            for pegs in [1, 2, 3, 4, 5, 8, 9, 15, 16] {
                check_all::<Wide, Undirected>(PegGraph::classic(pegs), discs);
                check_all::<Wide, Directed>(PegGraph::cyclic(pegs), discs);
            }
        }
        check_all::<Narrow, Classic>(PegGraph::classic(4), 15);
        check_all::<Narrow, Classic>(PegGraph::classic(3), 16);
        check_all::<Two, Classic>(PegGraph::classic(3), 32);
        check_all::<Two, Classic>(PegGraph::classic(4), 31);
        check_all::<Three, Undirected>(PegGraph::classic(8), 21);
        check_all::<Wide, Undirected>(PegGraph::classic(16), 64);
        let odd = PegGraph::parse("A>B,B>C,C>A,C-D", 4).unwrap();
        check_all::<Two, Directed>(odd, 9);
    }

    #[test]
    fn all_packings_and_rules_describe_the_same_puzzle() {
        for (pegs, discs) in [(3, 5), (4, 5)] {
            let graph = PegGraph::classic(pegs);
            let expected = reference_bfs(&level::<Two, Classic>(graph, discs), Two::EMPTY, true, 1 << 20);
            let depths = expected.unwrap().depths;
            assert_eq!(depths.iter().sum::<u64>(), (pegs as u64).pow(discs as u32));
            let explored = |depths_of: Vec<u64>| assert_eq!(depths_of, depths, "{pegs} pegs");
            macro_rules! same {
                ($($d:ty, $r:ty);*) => {$(
                    let hanoi = level::<$d, $r>(graph, discs);
                    for algorithm in [Algorithm::Bfs, Algorithm::Dense] {
                        let solver = Solver::new(&hanoi).algorithm(algorithm);
                        explored(solver.try_explore(Default::default()).unwrap().depths);
                    }
                )*};
            }
            same!(Narrow, Classic; Two, Classic; Two, Undirected; Two, Directed; Three, Undirected; Wide, Directed);
        }
    }

    #[test]
    fn renaming_empty_pegs_changes_no_answer() {
        for (pegs, discs) in [(4, 7), (5, 6), (6, 5), (8, 5)] {
            let plain = level::<Three, Undirected>(PegGraph::classic(pegs), discs);
            let renamed = plain.clone().with_symmetry(plain.start);
            assert_eq!(renamed.spare.len(), pegs - 2);
            check_space(&renamed, 1, 500).unwrap();
            check_reversible(&plain, 2, 100).unwrap();
            let expected = Solver::new(&plain).algorithm(Algorithm::Bfs).solve();
            for algorithm in [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Frontier] {
                let report = Solver::new(&renamed).algorithm(algorithm).solve();
                assert_eq!(report.length(), expected.length(), "{algorithm}");
                // The path is one of the plain puzzle.
                replay(&plain, plain.start, report.path().unwrap()).unwrap();
                assert!(report.stats.generated < expected.stats.generated, "fewer states are looked at");
            }
        }
        // A start in the midst uses all pegs: nothing may be renamed.
        let hanoi = Hanoi::classic(4, 4);
        assert!(hanoi.clone().with_symmetry(Two::pack(&[0, 1, 2, 3])).spare.is_empty());
    }

    #[test]
    fn moves_are_written_as_peg_letters() {
        let hanoi = Hanoi::classic(3, 2);
        let mut texts = Vec::new();
        hanoi.expand(hanoi.start(), |m, _| texts.push(m.to_string()));
        assert_eq!(texts, ["A>B", "A>C"]);
    }
}
