//! From a reduced solution to real moves.
//!
//! [`Frames`](super::frames::Frames) says in which order tubes are to be cleared. This finds the moves: it follows
//! the proof there, which works with pours as well as with single units.

use super::contents::Facts;
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

    fn facts(&self, tube: usize) -> Facts {
        self.water.facts(&self.state, tube)
    }

    fn room(&self, tube: usize) -> u8 {
        self.water.contents.room(self.facts(tube))
    }

    /// Pours as much as fits: one move, or one for each unit under the rule `unit`.
    fn pour(&mut self, from: usize, to: usize) {
        let amount = self.facts(from).run.min(self.room(to));
        self.state = self.water.poured(self.state, from, to, self.facts(from).top, amount);
        let times = if self.water.rule == Rule::Unit { usize::from(amount) } else { 1 };
        self.moves.extend(std::iter::repeat_n(Pour { from: from as u8, to: to as u8 }, times));
    }

    /// The other tubes with the colour of a tube on top: those that hold nothing else, or the framed ones.
    fn alike(&self, tube: usize, plain: bool) -> Vec<usize> {
        let top = self.facts(tube).top;
        let is_alike = |facts: Facts| facts.top == top && facts.is_plain() == plain;
        (0..self.water.tubes).filter(|&other| other != tube && is_alike(self.facts(other))).collect()
    }

    /// Pours the top run of a tube into a plain tube, if there is one of its colour.
    fn onto_plain(&mut self, from: usize) -> bool {
        let plain = self.alike(from, true);
        plain.first().map(|&to| self.pour(from, to)).is_some()
    }

    /// Pours the top run of a tube onto frames, if it fits there altogether.
    fn onto_frames(&mut self, from: usize) -> bool {
        let frames = self.alike(from, false);
        let mut left = usize::from(self.facts(from).run);
        if frames.iter().map(|&to| usize::from(self.room(to))).sum::<usize>() < left {
            return false;
        }
        for to in frames {
            let amount = left.min(self.room(to).into());
            if amount > 0 {
                left -= amount;
                self.pour(from, to);
            }
        }
        true
    }

    /// Makes a tube empty that holds one colour which has room elsewhere.
    fn vacate(&mut self) -> Option<usize> {
        let mut tubes = 0..self.water.tubes;
        let joined = tubes.clone().find(|&tube| self.facts(tube).is_plain() && self.onto_plain(tube));
        joined.or_else(|| tubes.find(|&tube| self.facts(tube).is_plain() && self.onto_frames(tube)))
    }

    /// Carries the top run of a framed tube away; `None` if there is no place for it.
    pub(super) fn clear(&mut self, tube: usize) -> Option<()> {
        if !self.onto_plain(tube) && !self.onto_frames(tube) {
            let empty = (0..self.water.tubes).find(|&tube| self.state.get(tube) == 0);
            let to = empty.or_else(|| self.vacate())?;
            self.pour(tube, to);
        }
        Some(())
    }

    /// Joins plain tubes of the same colour.
    pub(super) fn join(&mut self) {
        for tube in 0..self.water.tubes {
            if self.facts(tube).is_plain() {
                self.alike(tube, true).into_iter().for_each(|other| self.pour(other, tube));
            }
        }
    }
}
