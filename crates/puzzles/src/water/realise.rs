//! From a reduced solution to real moves.
//!
//! [`Frames`](super::frames::Frames) says in which order tubes are to be cleared. This finds the moves: it follows
//! the proof there, which works with pours as well as with single units.

use super::rack::{Number, Rack};
use super::space::{Pour, Rule, Water};

/// A position with the moves that led to it.
pub(super) struct Walk<'w, I, const N: usize> {
    water: &'w Water<I, N>,
    pub(super) state: Rack<I, N>,
    pub(super) moves: Vec<Pour>,
}

impl<'w, I: Number, const N: usize> Walk<'w, I, N> {
    pub(super) fn new(water: &'w Water<I, N>, state: Rack<I, N>) -> Self {
        Walk { water, state, moves: Vec::new() }
    }

    /// Pours as much as fits: one move, or one for each unit under the rule `unit`.
    fn pour(&mut self, from: usize, to: usize) {
        let giver = self.water.facts(&self.state, from);
        let amount = giver.run.min(self.water.contents.room(self.water.facts(&self.state, to)));
        let (left, right) = self.water.after(self.state.get(from), self.state.get(to), giver.top, amount);
        self.state = self.state.with(from, left).with(to, right);
        let times = if self.water.rule == Rule::Unit { usize::from(amount) } else { 1 };
        self.moves.extend(std::iter::repeat_n(Pour { from: from as u8, to: to as u8 }, times));
    }

    /// A tube other than `but` that holds nothing but `colour`.
    fn plain(&self, colour: u8, but: usize) -> Option<usize> {
        (0..self.water.tubes).find(|&tube| {
            let facts = self.water.facts(&self.state, tube);
            tube != but && facts.is_plain() && facts.top == colour
        })
    }

    /// Framed tubes other than `but` with `colour` on top and room above it.
    fn caps(&self, colour: u8, but: usize) -> Vec<usize> {
        let takes = |&tube: &usize| {
            let facts = self.water.facts(&self.state, tube);
            tube != but && facts.runs > 1 && facts.top == colour && self.water.contents.room(facts) > 0
        };
        (0..self.water.tubes).filter(takes).collect()
    }

    /// Pours the top run of a tube onto frames, if it fits there altogether.
    fn onto_frames(&mut self, from: usize) -> bool {
        let giver = self.water.facts(&self.state, from);
        let caps = self.caps(giver.top, from);
        let room = |tube: usize| self.water.contents.room(self.water.facts(&self.state, tube));
        if caps.iter().map(|&tube| usize::from(room(tube))).sum::<usize>() < usize::from(giver.run) {
            return false;
        }
        let mut left = giver.run;
        for to in caps {
            if left > 0 {
                left -= left.min(self.water.contents.room(self.water.facts(&self.state, to)));
                self.pour(from, to);
            }
        }
        true
    }

    fn empty(&self) -> Option<usize> {
        (0..self.water.tubes).find(|&tube| self.state.get(tube) == 0)
    }

    /// Makes a tube empty that holds one colour which has room elsewhere.
    fn vacate(&mut self) -> Option<usize> {
        for tube in 0..self.water.tubes {
            let facts = self.water.facts(&self.state, tube);
            if !facts.is_plain() {
                continue;
            }
            if let Some(other) = self.plain(facts.top, tube) {
                self.pour(tube, other);
                return Some(tube);
            }
        }
        (0..self.water.tubes)
            .find(|&tube| self.water.facts(&self.state, tube).is_plain() && self.onto_frames(tube))
    }

    /// Carries the top run of a framed tube away; `None` if there is no place for it.
    pub(super) fn clear(&mut self, tube: usize) -> Option<()> {
        let colour = self.water.facts(&self.state, tube).top;
        if let Some(to) = self.plain(colour, tube) {
            self.pour(tube, to);
        } else if !self.onto_frames(tube) {
            let to = self.empty().or_else(|| self.vacate())?;
            self.pour(tube, to);
        }
        Some(())
    }

    /// Joins plain tubes of the same colour.
    pub(super) fn join(&mut self) {
        for tube in 0..self.water.tubes {
            let facts = self.water.facts(&self.state, tube);
            if !facts.is_plain() {
                continue;
            }
            while let Some(other) = self.plain(facts.top, tube) {
                self.pour(other, tube);
            }
        }
    }
}
