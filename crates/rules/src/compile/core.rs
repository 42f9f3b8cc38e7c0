//! Compiled rules for states of one width: moves, how they are taken back, goals, rules, ends, symmetries.

use super::Condition;
use super::case::Case;
use super::eval::Eval;
use super::program::{Allowed, Program, Step};
use super::work::{TooMuch, Work};
use crate::ast::Ending;
use crate::interpreter::GroundMove;
use crate::model::Model;
use crate::trust::Trust;
use crate::undirected::{self, Components, TakenBack};
use crate::word::{Field, Word};
use std::sync::{Arc, Mutex};

/// A condition on packed states.
#[derive(Clone, Debug)]
pub(crate) struct Predicate<W> {
    mask: W,
    value: W,
    allowed: Box<[Allowed]>,
    guards: Box<[Eval]>,
}

impl<W: Word> Predicate<W> {
    pub(super) fn new(condition: &Condition, fields: &[Field], work: &mut Work) -> Result<Self, TooMuch> {
        let (mut mask, mut value) = (W::ZERO, W::ZERO);
        let mut allowed = Vec::new();
        for (&slot, codes) in &condition.allowed {
            let field = fields[slot as usize];
            let mut single = (0..codes.len()).filter(|&code| codes[code]);
            match (single.next(), single.next()) {
                (Some(code), None) => {
                    mask = mask.or(W::at(field.mask(), field.shift));
                    value = value.or(W::at(code as u64, field.shift));
                }
                _ => allowed.push(Allowed::new(field, codes)),
            }
        }
        let guards =
            condition.guards.iter().map(|guard| Eval::new(guard, fields, work)).collect::<Result<_, _>>()?;
        Ok(Predicate { mask, value, allowed: allowed.into(), guards })
    }

    #[inline]
    pub(crate) fn holds(&self, state: W) -> bool {
        state.and(self.mask) == self.value
            && self.allowed.iter().all(|allowed| allowed.holds(state))
            && self.guards.iter().all(|guard| guard.holds(state))
    }
}

/// How moves are taken back.
#[derive(Clone, Debug)]
pub(crate) enum Backward<W> {
    /// By other moves: for every case the ground move that takes it back.
    Undirected(Vec<u32>),
    /// By moves of their own, each with the forward step that must be possible, where that is not certain.
    Directed(Program<W>, Vec<Option<Step<W>>>),
    /// Not known.
    Unknown,
}

/// Rules compiled for states of one width.
#[derive(Clone, Debug)]
pub(crate) struct Core<W> {
    pub(crate) model: Arc<Model>,
    pub(crate) fields: Vec<Field>,
    pub(crate) program: Program<W>,
    pub(crate) backward: Backward<W>,
    pub(crate) goals: Vec<Predicate<W>>,
    pub(crate) goal_states: Option<Vec<Vec<i64>>>,
    pub(super) rules: Vec<Eval>,
    pub(super) bound: Option<Eval>,
    pub(super) ends: Vec<(Eval, Ending)>,
    /// Whether every move is taken back by another, proved from the moves.
    pub(crate) is_undirected: bool,
    pub(crate) symmetries: Vec<Vec<u16>>,
    pub(crate) grounds: Vec<GroundMove>,
    pub(crate) texts: Vec<String>,
    /// The moves against their direction, where all of them are said slot by slot.
    pub(crate) backward_cases: Option<Vec<Case>>,
    /// Whether the bound was proved on everything that can be reached from some starts.
    pub(crate) trust: Arc<Mutex<Vec<(W, Trust)>>>,
    /// What was found out about whole components.
    pub(crate) components: Arc<Components<W>>,
}

impl<W: Word> Core<W> {
    pub(crate) fn obeys(&self, state: W) -> bool {
        self.rules.iter().all(|rule| rule.holds(state))
    }

    #[inline]
    pub(crate) fn is_goal(&self, state: W) -> bool {
        self.goals.iter().any(|goal| goal.holds(state))
    }

    #[inline]
    pub(crate) fn bound(&self, state: W) -> u32 {
        match &self.bound {
            None => 0,
            Some(bound) => {
                bound.value(state).map_or(0, |bound| bound.clamp(0, i64::from(u32::MAX) - 1) as u32)
            }
        }
    }

    /// Whether every move from everything that can be reached from a start is taken back by another.
    pub(crate) fn is_taken_back(&self, start: W) -> bool {
        self.is_undirected || matches!(undirected::from_start(self, start), TakenBack::Proved(_))
    }

    /// Pushes every move that leads to a state, and the state before it. Where every move is known to be taken back by
    /// another, the states before are among those after.
    #[inline]
    pub(crate) fn retract(&self, state: W, mut visit: impl FnMut(u32, W)) {
        match &self.backward {
            Backward::Undirected(back) => {
                self.program.expand(state, |step, before| visit(back[step.case as usize], before));
            }
            Backward::Directed(program, checks) => program.expand(state, |step, before| {
                let is_move = match &checks[step.case as usize] {
                    None => true,
                    Some(forward) => forward.apply(before) == Some(state),
                };
                if is_move {
                    visit(step.ground, before);
                }
            }),
            Backward::Unknown => self.retract_by_moves(state, visit),
        }
    }

    /// Pushes what [`retract`](Core::retract) does where every move is known to be taken back by another: the states before
    /// are among those after. Where that is known of what can be reached only, nothing else is visited.
    pub(crate) fn retract_by_moves(&self, state: W, mut visit: impl FnMut(u32, W)) {
        let mut around = Vec::new();
        self.program.expand(state, |_, next| around.push(next));
        around.sort_unstable();
        around.dedup();
        for before in around {
            self.program.expand(before, |step, next| {
                if next == state {
                    visit(step.ground, before);
                }
            });
        }
    }

    /// A state under an exchange of slots.
    pub(crate) fn exchanged(&self, state: W, symmetry: &[u16]) -> W {
        self.fields.iter().zip(symmetry).fold(W::ZERO, |image, (field, &from)| {
            let from = self.fields[from as usize];
            image.or(W::at(state.get(from.shift, from.mask()), field.shift))
        })
    }

    pub(crate) fn has_bound(&self) -> bool {
        self.bound.is_some()
    }

    pub(crate) fn ending(&self, state: W) -> Option<Ending> {
        self.ends.iter().find(|(end, _)| end.holds(state)).map(|(_, ending)| *ending)
    }

    /// The smallest of all states that symmetry makes equal.
    pub(crate) fn canonical(&self, state: W) -> W {
        let mut least = state;
        for symmetry in &self.symmetries {
            least = least.min(self.exchanged(state, symmetry));
        }
        least
    }

    pub(crate) fn bytes(&self) -> usize {
        let backward = match &self.backward {
            Backward::Directed(program, checks) => {
                program.bytes() + checks.iter().flatten().map(Step::bytes).sum::<usize>()
            }
            Backward::Undirected(back) => back.len() * 4,
            Backward::Unknown => 0,
        };
        let texts: usize = self.texts.iter().map(|text| text.len() + size_of::<String>()).sum();
        let cases = self.backward_cases.as_ref().map_or(0, |cases| {
            cases.iter().map(|case| 64 + 96 * (case.allowed.len() + case.becomes.len())).sum::<usize>()
        });
        size_of::<Self>() + self.program.bytes() + backward + texts + cases + self.grounds.len() * 64
    }
}
