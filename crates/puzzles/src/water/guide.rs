//! Which moves matter: guided successors for [`anytime`](telusur_search::anytime) search, with the proofs.
//!
//! Words. A tube is *plain* if it holds one colour; any other tube with units is *framed*: its *frame* is what
//! lies under its top run. `n(c)` is the number of units of colour `c`; levels with `n(c)` above the capacity
//! are refuted before any search, so a plain tube of `c` has room for every other unit of `c`.
//!
//! **Left out because tubes have no names.** Equal tubes are tried once as givers and once as takers, one empty
//! tube stands for all, and a plain tube is never poured into an empty one: that only swaps two tubes.
//!
//! **The safe pour.** Let `B` be a plain tube of `c` and `A` another tube with `c` on top. For a framed tube `D`
//! let `cap(D)` be the number of places from its lowest unit of `c` that lies on another colour up to the brim
//! (0 if there is none), and `base(D)` the length of its bottom run if that is of colour `c`. If
//!
//! > n(c) > Σ cap(D) + Σ base(D) over all framed tubes D   (★)
//!
//! then some shortest solution begins with `A` into `B`, under the rules `pour` and `strict`. So it is the only
//! successor. *Proof.* Units of `c` land only on `c` or in an empty tube. So at any later time a unit of `c` lies
//! in a plain tube, or above a foreign unit of a tube that was framed before (at most Σ cap of them), or in a
//! bottom run that is still covered (at most Σ base). By (★) there is a plain tube of `c` at every later time.
//! Take a shortest solution π. We play after `A` into `B` a solution π' that shadows π: its position t' is π's
//! position t, except that some *gathered* units of `c`, which in t are accessible (on top or in plain tubes), all
//! lie in one plain tube G in t'. At first those of `A`'s top run and of `B` are gathered. Two things are kept up:
//! accessible units stay accessible until they move, because only `c` lands on them; and t has a plain tube whose
//! units are all gathered, so t' has no more plain tubes of `c` than t and at least as many empty tubes.
//! - π moves another colour: giver and taker have the same content in t' (or the taker is empty in both), so
//!   π' makes the same move.
//! - π moves `c` out of a tube whose ungathered units lie on top in t': π' pours them into G, which has room.
//! - π moves gathered units only: π' does nothing, unless that leaves t without an all-gathered plain tube. Then by
//!   (★) t still has a plain tube, with ungathered units, and π' pours those into G.
//!
//! So π' needs at most one move for each of π. It saves one the first time that π moves units out of `A` (or, if `A`
//! is plain, out of `A` or `B`): that must happen, for in the end `c` fills a single tube with nothing under it, and
//! `B` (or the other of the two) is still all gathered then. With the safe pour itself, π' is no longer than π. ∎
//!
//! Under the rule `unit` the same holds for moving the whole top run of a framed `A`, unit by unit, if `B` is the
//! only plain tube of `c` and no framed tube has `c` at its bottom. Then every plain tube of `c` is all gathered at
//! every time, because π' gathers whatever π puts there, so the exception above never comes up, and π' saves one
//! move for each unit of `A`'s run.
//!
//! **Bursts.** Under the rule `unit` a successor is a *burst*: the whole top run of a tube is carried away, in any
//! distribution over tubes with room, at the cost of its length. Some shortest solution begins with a burst.
//! *Proof.* Call a move a clearing if it takes the last unit of a top run. A solution of an unsolved position has
//! a clearing: without one no frame changes and no plain tube disappears. Let the first one clear tube `A` of
//! colour `c`. Until then other colours' moves change neither tops nor room of tubes with `c` on top, and an empty
//! tube that they fill is not the one that `c` fills; so they can be made later. What remains before the clearing
//! only shifts units of `c` between tubes with `c` on top and into empty tubes, and only `A` is cleared. Its net effect
//! can be had with at most as many moves by carrying each unit directly from a tube that loses to one that gains,
//! in any order, because the gainers have the room in the end and only gain. Take the units of `A` first. If `A` is
//! plain and one of its units goes to an empty tube, swap the names of the two tubes: that unit need not move. ∎

use super::contents::Facts;
use super::rack::{Number, Rack};
use super::space::{Pour, Rule, Water};
use telusur_search::anytime::Guided;

const NONE: u8 = u8::MAX;

/// A position seen from the top: what the choice of moves needs, gathered once.
struct Tops<const N: usize> {
    facts: [Facts; N],
    /// Number of tubes with a colour at the bottom.
    bottoms: [u8; 256],
    /// The first tube with a colour on top.
    first: [u8; 256],
    /// The next tube with the same colour on top.
    next: [u8; N],
    /// A plain tube of a colour.
    plain: [u8; 256],
    /// An empty tube.
    empty: Option<usize>,
}

impl<const N: usize> Tops<N> {
    #[inline(always)]
    fn of<I: Number>(water: &Water<I, N>, state: &Rack<I, N>) -> Self {
        let mut tops = Tops {
            facts: [Facts::default(); N],
            bottoms: [0; 256],
            first: [NONE; 256],
            next: [NONE; N],
            plain: [NONE; 256],
            empty: None,
        };
        for tube in (0..water.tubes).rev() {
            let facts = water.facts(state, tube);
            tops.facts[tube] = facts;
            if facts.height == 0 {
                tops.empty = Some(tube);
                continue;
            }
            tops.bottoms[facts.bottom as usize] += 1;
            if facts.is_plain() {
                tops.plain[facts.top as usize] = tube as u8;
            }
            tops.next[tube] = tops.first[facts.top as usize];
            tops.first[facts.top as usize] = tube as u8;
        }
        tops
    }

    /// The tubes with a colour on top.
    #[inline(always)]
    fn with_top(&self, colour: u8) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.first[colour as usize];
        std::iter::from_fn(move || {
            let tube = at as usize;
            if at == NONE {
                return None;
            }
            at = self.next[tube];
            Some(tube)
        })
    }
}

impl<I: Number, const N: usize> Guided for Water<I, N> {
    #[inline]
    fn guide(&self, state: Rack<I, N>, bound: u32, mut visit: impl FnMut(u32, Rack<I, N>, Option<u32>)) {
        let mut visit = |cost, next, bound| visit(cost, next, Some(bound));
        let tops = Tops::of(self, &state);
        if let Some((from, to)) = self.safe_pour(&state, &tops) {
            let giver = tops.facts[from];
            let (left, right) = self.after(state.get(from), state.get(to), giver.top, giver.run);
            let next = state.moved(from, left, to, right);
            let cost = if self.rule == Rule::Unit { u32::from(giver.run) } else { 1 };
            visit(cost, next, self.quick_bound(next));
            return;
        }
        for from in 0..self.tubes {
            let repeated = from > 0 && state.0[from] == state.0[from - 1];
            // The second of two equal plain tubes may still pour into the first.
            if tops.facts[from].height == 0 || (repeated && !tops.facts[from].is_plain()) {
                continue;
            }
            match self.rule {
                Rule::Unit => self.bursts(&state, &tops, from, &mut visit),
                Rule::Pour | Rule::Strict => self.pours(&state, &tops, from, bound, &mut visit),
            }
        }
    }

    #[inline]
    fn quick_bound(&self, state: Rack<I, N>) -> u32 {
        match self.rule {
            _ if self.hopeless => u32::MAX,
            // The stronger bound saves a seventh of the expansions and costs five times the time.
            Rule::Unit => self.units_once(&state),
            Rule::Pour | Rule::Strict => self.pours_left(&state),
        }
    }

    fn unfold(&self, at: Rack<I, N>, to: Rack<I, N>, path: &mut Vec<Pour>) -> Rack<I, N> {
        // A burst has as many moves as the run has units; the shortest one that gives `to` comes first.
        let moves = |tube: usize| match (self.rule, self.facts(&at, tube).run) {
            (Rule::Unit, run) => run,
            (Rule::Pour | Rule::Strict, run) => run.min(1),
        };
        let mut givers: Vec<usize> = (0..self.tubes).filter(|&tube| moves(tube) > 0).collect();
        givers.sort_by_key(|&tube| moves(tube));
        let found = givers.into_iter().find_map(|from| self.carry(at, from, 0, moves(from), to, path));
        found.unwrap_or_else(|| unreachable!("guided successors are made by legal moves"))
    }

    /// Units that are left when everything is collected that open colours allow without another empty tube: a
    /// measure of how stuck a position is. Empty tubes that are left count against it.
    fn promise(&self, state: Rack<I, N>) -> u32 {
        let mut open = [false; 256];
        let mut depth = [0u8; N];
        let mut vacant = 0;
        for (tube, depth) in depth.iter_mut().enumerate().take(self.tubes) {
            let facts = self.facts(&state, tube);
            match facts.runs {
                0 => vacant += 1,
                1 => open[facts.top as usize] = true,
                _ => *depth = facts.height,
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (tube, depth) in depth.iter_mut().enumerate().filter(|(_, depth)| **depth > 0) {
                let units = self.contents.units(state.get(tube));
                let mut left = *depth as usize;
                while left > 0 && open[units[left - 1] as usize] {
                    left -= 1;
                }
                if left == 0 {
                    vacant += 1;
                } else if left <= self.facts(&state, tube).bottom_run as usize {
                    // Down to its bottom run: the tube opens that colour.
                    open[units[0] as usize] = true;
                    left = 0;
                }
                changed |= left != *depth as usize;
                *depth = left as u8;
            }
        }
        let left: u32 = depth.iter().map(|&d| u32::from(d)).sum();
        (left * 4 + 64).saturating_sub(vacant * 8)
    }
}

impl<I: Number, const N: usize> Water<I, N> {
    /// A move that some shortest solution begins with; see the head of this file.
    #[inline(always)]
    fn safe_pour(&self, state: &Rack<I, N>, tops: &Tops<N>) -> Option<(usize, usize)> {
        let units = self.rule == Rule::Unit;
        for to in 0..self.tubes {
            let taker = tops.facts[to];
            if !taker.is_plain() {
                continue;
            }
            let colour = taker.top;
            let mut givers = tops.with_top(colour).filter(|&from| from != to);
            let Some(from) = givers.next() else { continue };
            let mut held = 0;
            let mut alone = true;
            for tube in 0..self.tubes {
                let facts = tops.facts[tube];
                held += self.contents.cap(state.get(tube), colour);
                if facts.bottom == colour && tube != to {
                    alone = false;
                    if !facts.is_plain() {
                        held += facts.bottom_run as usize;
                    }
                }
            }
            if self.colours[colour as usize - 1].count > held && (alone || !units) {
                return Some((from, to));
            }
        }
        None
    }

    /// The pours out of a tube.
    #[inline(always)]
    fn pours(
        &self,
        state: &Rack<I, N>,
        tops: &Tops<N>,
        from: usize,
        bound: u32,
        visit: &mut impl FnMut(u32, Rack<I, N>, u32),
    ) {
        let giver = tops.facts[from];
        let mut last = None;
        for to in tops.with_top(giver.top).filter(|&to| to != from) {
            if last.replace(state.0[to]) == Some(state.0[to]) {
                continue;
            }
            let taker = tops.facts[to];
            let amount = self.rule.amount(giver.run, self.contents.room(taker));
            if amount == 0 {
                continue;
            }
            let (left, right) = self.after(state.get(from), state.get(to), giver.top, amount);
            // The runs fall by one if the whole run joins another; the bottoms if the colour's last one goes.
            let joined = u32::from(amount == giver.run);
            let lost = u32::from(left == 0 && tops.bottoms[giver.bottom as usize] == 1);
            visit(1, state.moved(from, left, to, right), bound + lost - joined);
        }
        if let (Some(to), false) = (tops.empty, giver.is_plain()) {
            let (left, right) = self.after(state.get(from), 0, giver.top, giver.run);
            let won = u32::from(tops.bottoms[giver.top as usize] == 0);
            visit(1, state.moved(from, left, to, right), bound - won);
        }
    }

    /// The bursts out of a tube, one for each distribution.
    fn bursts(
        &self,
        state: &Rack<I, N>,
        tops: &Tops<N>,
        from: usize,
        visit: &mut impl FnMut(u32, Rack<I, N>, u32),
    ) {
        let giver = tops.facts[from];
        let mut takers = [NONE; N];
        let mut count = 0;
        let others = tops.with_top(giver.top).filter(|&to| to != from);
        let empty = tops.empty.filter(|_| !giver.is_plain());
        for to in others.chain(empty) {
            if self.contents.room(tops.facts[to]) > 0 {
                takers[count] = to as u8;
                count += 1;
            }
        }
        let emptied = state.with(from, self.contents.less(state.get(from), giver.run));
        let cost = u32::from(giver.run);
        self.distribute(emptied, &takers[..count], giver.top, giver.run, &mut |next| {
            let next = next.sorted();
            visit(cost, next, self.quick_bound(next));
        });
    }

    /// Every way to put `units` units of a colour into the takers.
    fn distribute(
        &self,
        state: Rack<I, N>,
        takers: &[u8],
        colour: u8,
        units: u8,
        visit: &mut impl FnMut(Rack<I, N>),
    ) {
        if units == 0 {
            return visit(state);
        }
        let Some((&taker, others)) = takers.split_first() else { return };
        let taker = taker as usize;
        let content = state.get(taker);
        let room = self.contents.room(self.contents.facts(content));
        for amount in (0..=units.min(room)).rev() {
            let fuller = match amount {
                0 => state,
                _ => state.with(taker, self.contents.more(content, colour, amount)),
            };
            self.distribute(fuller, others, colour, units - amount, visit);
        }
    }

    /// So many moves out of a tube, takers in ascending order, if they can give `to`.
    fn carry(
        &self,
        at: Rack<I, N>,
        from: usize,
        least: usize,
        moves: u8,
        to: Rack<I, N>,
        path: &mut Vec<Pour>,
    ) -> Option<Rack<I, N>> {
        if moves == 0 {
            return (at.sorted() == to).then_some(at);
        }
        let giver = self.facts(&at, from);
        for taker in (least..self.tubes).filter(|&taker| taker != from) {
            let amount = self.amount(giver, self.facts(&at, taker));
            if amount == 0 {
                continue;
            }
            path.push(Pour { from: from as u8, to: taker as u8 });
            let next = self.poured(at, from, taker, giver.top, amount);
            if let Some(end) = self.carry(next, from, taker, moves - 1, to, path) {
                return Some(end);
            }
            path.pop();
        }
        None
    }
}
