//! A real space as numbers: every state, move and node gets the next number when it comes up first.

use super::logged::{Child, Erased};
use crate::offers::Engines;
use crate::plain::Plain;
use crate::space::{Descent, Space};
use std::borrow::Borrow;
use std::collections::HashMap;

/// Visits moves and the states that they come from.
type Predecessors<S> = fn(&S, <S as Space>::State, &mut dyn FnMut(<S as Space>::Move, <S as Space>::State));

/// Predecessors and goals of a space that can be searched backwards.
pub(crate) struct Retract<S: Space> {
    pub(crate) retract: Predecessors<S>,
    pub(crate) goals: fn(&S) -> Option<Vec<S::State>>,
}

impl<S: Space> Clone for Retract<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Retract<S> {}

/// Makes the walk of a space.
pub(crate) type MakeWalk<S> =
    for<'s> fn(&'s S) -> Box<dyn Walk<<S as Space>::State, <S as Space>::Move> + 's>;

/// A [`Descent`] whose nodes are numbers.
pub(crate) trait Walk<T, M>: Send {
    fn node(&mut self, state: T) -> u32;
    fn bound(&self, node: u32) -> u32;
    fn is_goal(&self, node: u32) -> bool;
    fn descend(&mut self, node: u32, last: Option<M>, visit: &mut dyn FnMut(M, u32));
}

/// The nodes of a descent, in the order in which they came. The descent is borrowed or its own.
pub(crate) struct Nodes<B, D: Descent> {
    descent: B,
    nodes: Vec<D::Node>,
}

impl<B: Borrow<D>, D: Descent> Nodes<B, D> {
    pub(crate) fn of(descent: B) -> Self {
        Nodes { descent, nodes: Vec::new() }
    }

    fn descent(&self) -> &D {
        self.descent.borrow()
    }
}

/// The walk of a space without a descent of its own.
pub(crate) fn walk_plainly<S: Space>(space: &S) -> Box<dyn Walk<S::State, S::Move> + '_> {
    Box::new(Nodes::<_, Plain<'_, S>>::of(Plain(space)))
}

impl<B: Borrow<D> + Send, D: Descent> Walk<D::State, D::Move> for Nodes<B, D> {
    fn node(&mut self, state: D::State) -> u32 {
        let node = self.descent().node(state);
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn bound(&self, node: u32) -> u32 {
        self.descent().bound(&self.nodes[node as usize])
    }

    fn is_goal(&self, node: u32) -> bool {
        self.descent().is_goal_node(&self.nodes[node as usize])
    }

    fn descend(&mut self, node: u32, last: Option<D::Move>, visit: &mut dyn FnMut(D::Move, u32)) {
        let mut listed = Vec::new();
        self.descent().descend(&self.nodes[node as usize], last, |m, child| listed.push((m, child)));
        for (m, child) in listed {
            self.nodes.push(child);
            visit(m, self.nodes.len() as u32 - 1);
        }
    }
}

pub(super) struct Numbered<'s, S: Space> {
    space: &'s S,
    numbers: HashMap<S::State, u32>,
    pub(super) states: Vec<S::State>,
    pub(super) moves: Vec<S::Move>,
    backwards: Option<Retract<S>>,
    walk: Box<dyn Walk<S::State, S::Move> + 's>,
    /// The states of the walk's nodes.
    walked: Vec<u32>,
}

impl<'s, S: Space> Numbered<'s, S> {
    pub(super) fn new(space: &'s S, engines: &Engines<S>) -> Self {
        Numbered {
            space,
            numbers: HashMap::new(),
            states: Vec::new(),
            moves: Vec::new(),
            backwards: engines.backwards,
            walk: (engines.walk)(space),
            walked: Vec::new(),
        }
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

impl<S: Space> Erased for Numbered<'_, S> {
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

    fn expand(&mut self, state: u32, children: &mut Vec<Child>) {
        let mut listed = Vec::new();
        self.space.expand(self.state(state), |m, next| listed.push((m, next)));
        children.extend(listed.into_iter().map(|(m, next)| self.child(m, next)));
    }

    fn retract(&mut self, state: u32, children: &mut Vec<Child>) {
        let Some(Retract { retract, .. }) = self.backwards else { return };
        let mut listed = Vec::new();
        retract(self.space, self.state(state), &mut |m, previous| listed.push((m, previous)));
        children.extend(listed.into_iter().map(|(m, previous)| self.child(m, previous)));
    }

    fn goals(&mut self) -> Option<Vec<u32>> {
        let goals = (self.backwards?.goals)(self.space)?;
        Some(goals.into_iter().map(|goal| self.number(goal)).collect())
    }

    fn node(&mut self, state: u32) -> u32 {
        let node = self.walk.node(self.state(state));
        self.walked.resize(node as usize + 1, state);
        node
    }

    fn node_bound(&mut self, node: u32) -> u32 {
        self.walk.bound(node)
    }

    fn is_goal_node(&mut self, node: u32) -> bool {
        self.walk.is_goal(node)
    }

    fn descend(&mut self, node: u32, last: Option<u32>, children: &mut Vec<Child>) {
        let state = self.walked[node as usize];
        // A node does not say which state it is: the move does.
        let mut moves = Vec::new();
        self.space.expand(self.state(state), |m, next| moves.push((m, next)));
        let mut listed = Vec::new();
        let last = last.map(|step| self.moves[step as usize]);
        self.walk.descend(node, last, &mut |m, child| listed.push((m, child)));
        for (m, child) in listed {
            let next = moves.iter().find(|&&(other, _)| other == m).map(|&(_, next)| next);
            debug_assert!(next.is_some(), "{m:?} descends and is no move");
            let next = next.unwrap_or(self.state(state));
            let bound = self.walk.bound(child);
            let listed = Child { node: child, bound, ..self.child(m, next) };
            self.walked.resize(child as usize + 1, listed.state);
            children.push(listed);
        }
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
