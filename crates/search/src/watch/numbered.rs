//! A real space as numbers: every state, move and node gets the next number when it comes up first.

use super::logged::{Child, Erased};
use crate::run::BoundChecks;
use crate::space::{Descent, Space};
use std::collections::HashMap;

/// Visits moves and the states that they come from.
type Predecessors<S> = fn(&S, <S as Space>::State, &mut dyn FnMut(<S as Space>::Move, <S as Space>::State));
/// Lists the goals.
type Goals<S> = fn(&S) -> Option<Vec<<S as Space>::State>>;

/// Predecessors and goals of a space that can be searched backwards, and whether its moves can be taken back.
pub(crate) type Retract<S> = (Predecessors<S>, Goals<S>, bool);

pub(super) struct Numbering<'s, S: Space, D: Descent> {
    space: &'s S,
    descent: &'s D,
    backwards: Option<Retract<S>>,
    numbers: HashMap<S::State, u32>,
    pub(super) states: Vec<S::State>,
    pub(super) moves: Vec<S::Move>,
    /// The nodes of the descent with the numbers of their states, in the order in which they came.
    nodes: Vec<(D::Node, u32)>,
}

impl<'s, S: Space, D: Descent<State = S::State, Move = S::Move>> Numbering<'s, S, D> {
    pub(super) fn new(space: &'s S, descent: &'s D, backwards: Option<Retract<S>>) -> Self {
        let (numbers, states, moves, nodes) = (HashMap::new(), Vec::new(), Vec::new(), Vec::new());
        Numbering { space, descent, backwards, numbers, states, moves, nodes }
    }

    /// Whole states are compared: equal ones have the same number, and different ones different numbers.
    pub(super) fn number(&mut self, state: S::State) -> u32 {
        let states = &mut self.states;
        *self.numbers.entry(state).or_insert_with(|| {
            states.push(state);
            states.len() as u32 - 1
        })
    }

    fn state(&self, number: u32) -> S::State {
        self.states[number as usize]
    }

    fn step(&mut self, m: S::Move) -> u32 {
        self.moves.push(m);
        self.moves.len() as u32 - 1
    }

    fn add_node(&mut self, node: D::Node, state: u32) -> u32 {
        self.nodes.push((node, state));
        self.nodes.len() as u32 - 1
    }

    fn child(&mut self, m: S::Move, state: S::State) -> Child {
        let representative = self.space.canonical(state);
        Child {
            step: self.step(m),
            state: self.number(state),
            representative: self.number(representative),
            node: 0,
            bound: 0,
        }
    }
}

impl<S: Space, D: Descent<State = S::State, Move = S::Move>> Erased for Numbering<'_, S, D> {
    fn bound_checks(&self) -> BoundChecks {
        BoundChecks { falls: S::CONSISTENT, rises: self.backwards.is_some_and(|(.., undirected)| undirected) }
    }

    fn is_goal(&mut self, state: u32) -> bool {
        self.space.is_goal(self.state(state))
    }

    fn bound(&mut self, state: u32) -> u32 {
        self.space.lower_bound(self.state(state))
    }

    fn representative(&mut self, state: u32) -> u32 {
        let representative = self.space.canonical(self.state(state));
        self.number(representative)
    }

    fn expand(&mut self, state: u32) -> Vec<Child> {
        let mut children = Vec::new();
        self.space.expand(self.state(state), |m, next| children.push(self.child(m, next)));
        children
    }

    fn retract(&mut self, state: u32) -> Vec<Child> {
        let mut children = Vec::new();
        if let Some((retract, ..)) = self.backwards {
            retract(self.space, self.state(state), &mut |m, previous| children.push(self.child(m, previous)));
        }
        children
    }

    fn goals(&mut self) -> Option<Vec<u32>> {
        let goals = (self.backwards?.1)(self.space)?;
        Some(goals.into_iter().map(|goal| self.number(goal)).collect())
    }

    fn node(&mut self, state: u32) -> u32 {
        self.add_node(self.descent.node(self.state(state)), state)
    }

    fn node_bound(&mut self, node: u32) -> u32 {
        self.descent.bound(&self.nodes[node as usize].0)
    }

    fn is_goal_node(&mut self, node: u32) -> bool {
        self.descent.is_goal_node(&self.nodes[node as usize].0)
    }

    fn descend(&mut self, node: u32, last: Option<u32>) -> Vec<Child> {
        let last = last.map(|step| self.moves[step as usize]);
        let (node, state) = &self.nodes[node as usize];
        let state = self.state(*state);
        let mut listed = Vec::new();
        self.descent.descend(node, last, |m, child| listed.push((m, child)));
        // A node does not say which state it is: the move does.
        let mut moves = Vec::new();
        self.space.expand(state, |m, next| moves.push((m, next)));
        let child = |(m, child)| {
            let next = moves.iter().find(|&&(other, _)| other == m).map(|&(_, next)| next);
            debug_assert!(next.is_some(), "{m:?} descends and is no move");
            let (bound, listed) = (self.descent.bound(&child), self.child(m, next.unwrap_or(state)));
            let node = self.add_node(child, listed.state);
            Child { node, bound, ..listed }
        };
        listed.into_iter().map(child).collect()
    }

    fn after(&mut self, state: u32, step: u32) -> Option<u32> {
        let wanted = self.moves[step as usize];
        let mut after = None;
        self.space.expand(self.state(state), |m, next| {
            if m == wanted && after.is_none() {
                after = Some(next);
            }
        });
        after.map(|next| self.number(next))
    }
}
