//! Effects carried out on symbols.

use super::Execution;
use crate::ast::{Assignable, Effect, Expr};
use crate::compile::node::{Node, Operation};
use crate::compile::work::TooMuch;
use crate::value::Type;
use std::sync::Arc;

impl Execution<'_, '_> {
    pub(super) fn effects(&mut self, effects: &[Effect]) -> Result<(), TooMuch> {
        effects.iter().try_for_each(|effect| self.effect(effect))
    }

    /// The slots that a place may mean, each with the condition that it does.
    fn place(&mut self, place: &Assignable) -> Result<Vec<(usize, Arc<Node>)>, TooMuch> {
        let Some(variable) = self.model.variable(&place.name.text) else { return Ok(Vec::new()) };
        let index =
            place.index.iter().map(|part| Ok(self.term(part)?.node)).collect::<Result<Vec<_>, _>>()?;
        let (at, low, slots) = self.element(variable, &index)?;
        if let Some(at) = at.as_constant() {
            let at = at.checked_sub(low).and_then(|at| usize::try_from(at).ok());
            let slot = at.and_then(|at| slots.get(at).copied().flatten());
            return Ok(match slot {
                Some(slot) => vec![(slot, Node::constant(1))],
                None => Vec::new(),
            });
        }
        let mut found = Vec::new();
        for (i, slot) in slots.iter().enumerate() {
            if let Some(slot) = slot {
                let here = Node::strict(Operation::Equal, vec![at.clone(), Node::constant(low + i as i64)]);
                found.push((*slot, self.made(here)?));
            }
        }
        // It must mean one of them.
        let any = Node::or(found.iter().map(|(_, here)| here.clone()).collect());
        self.guards.push(any);
        Ok(found)
    }

    fn read(&self, place: &[(usize, Arc<Node>)]) -> Arc<Node> {
        let mut value = Node::undefined();
        for (slot, here) in place.iter().rev() {
            value = Node::choice(here, self.state[*slot].clone(), value);
        }
        value
    }

    /// Assigns a value to a place; the move is impossible if the value is outside the domain.
    fn write(&mut self, place: &[(usize, Arc<Node>)], value: &Arc<Node>) -> Result<(), TooMuch> {
        let Some((first, _)) = place.first() else {
            self.guards.push(Node::undefined());
            return Ok(());
        };
        let domain = self.model.slots[*first];
        let fits = match &value.kind {
            crate::compile::node::Kind::Slot(slot) => {
                let source = self.model.slots[*slot as usize];
                source.low >= domain.low && source.low + source.size <= domain.low + domain.size
            }
            _ => false,
        };
        if !fits {
            let within = Operation::Within(domain.low, domain.low + domain.size - 1);
            let guard = Node::strict(within, vec![value.clone()]);
            let guard = self.made(guard)?;
            self.guards.push(guard);
        }
        for (slot, here) in place {
            let next = Node::choice(here, value.clone(), self.state[*slot].clone());
            self.state[*slot] = self.made(next)?;
        }
        Ok(())
    }

    pub(crate) fn effect(&mut self, effect: &Effect) -> Result<(), TooMuch> {
        self.work.take(1)?;
        match effect {
            Effect::Let(name, value) => {
                let term = self.term(value)?;
                self.must_have_value(&term.node);
                self.bound.push((name.text.clone(), term));
                Ok(())
            }
            Effect::Assign(places, values) => {
                let mut pairs = Vec::new();
                for (place, value) in places.iter().zip(values) {
                    let place = self.place(place)?;
                    let value = self.term(value)?.node;
                    self.must_have_value(&value);
                    pairs.push((place, value));
                }
                pairs.iter().try_for_each(|(place, value)| self.write(place, value))
            }
            Effect::Add(place, value) | Effect::Subtract(place, value) => {
                let slots = self.place(place)?;
                let by = self.term(value)?;
                let now = self.read(&slots);
                let operation = match (by.ty, effect) {
                    (Type::Direction, _) => {
                        let variable = self.model.variable(&place.name.text);
                        match variable.map(|variable| self.model.variables[variable].ty) {
                            Some(Type::Cell(shape)) => Operation::Step(self.shapes[shape].clone()),
                            _ => Operation::Sum,
                        }
                    }
                    (_, Effect::Add(..)) => Operation::Sum,
                    _ => Operation::Subtract,
                };
                let value = Node::strict(operation, vec![now, by.node]);
                let value = self.made(value)?;
                self.write(&slots, &value)
            }
            Effect::Cycle(places) => {
                let places = places.iter().map(|place| self.place(place)).collect::<Result<Vec<_>, _>>()?;
                self.cycle(&places)
            }
            Effect::Reverse(name, from, to) => {
                let slots = self.stretch(&name.text, from, to)?;
                let values: Vec<Arc<Node>> =
                    slots.iter().rev().map(|&slot| self.state[slot].clone()).collect();
                slots.iter().zip(values).for_each(|(&slot, value)| self.state[slot] = value);
                Ok(())
            }
            Effect::Rotate(name, from, to, by) => {
                let slots = self.stretch(&name.text, from, to)?;
                let by = self.term(by)?.node;
                let Some(by) = by.as_constant() else {
                    self.guards.push(Node::undefined());
                    return Ok(());
                };
                let values: Vec<Arc<Node>> = slots.iter().map(|&slot| self.state[slot].clone()).collect();
                let len = slots.len() as i64;
                for (i, value) in values.into_iter().enumerate() {
                    self.state[slots[(i as i64 + by.rem_euclid(len)).rem_euclid(len) as usize]] = value;
                }
                Ok(())
            }
            Effect::For(binders, effects) => self.each(binders, &mut |execution| {
                let depth = execution.bound.len();
                let result = execution.effects(effects);
                execution.bound.truncate(depth);
                result
            }),
            Effect::If(condition, effects) => {
                let condition = self.term(condition)?.node;
                self.must_have_value(&condition);
                let before = self.state.clone();
                self.work.take(before.len() / 4)?;
                let guards = std::mem::take(&mut self.guards);
                let depth = self.bound.len();
                let result = self.effects(effects);
                self.bound.truncate(depth);
                let inner = std::mem::replace(&mut self.guards, guards);
                result?;
                let otherwise = Node::not(condition.clone());
                for guard in inner {
                    let guard = Node::or(vec![otherwise.clone(), guard]);
                    let guard = self.made(guard)?;
                    self.guards.push(guard);
                }
                for (slot, before) in before.into_iter().enumerate() {
                    if !Arc::ptr_eq(&before, &self.state[slot]) {
                        let next = Node::choice(&condition, self.state[slot].clone(), before);
                        self.state[slot] = self.made(next)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn must_have_value(&mut self, node: &Arc<Node>) {
        if node.may_be_undefined {
            self.guards.push(Node::strict(Operation::Within(i64::MIN, i64::MAX), vec![node.clone()]));
        }
    }

    fn cycle(&mut self, places: &[Vec<(usize, Arc<Node>)>]) -> Result<(), TooMuch> {
        let values: Vec<Arc<Node>> = places.iter().map(|place| self.read(place)).collect();
        for (i, value) in values.iter().enumerate() {
            self.write(&places[(i + 1) % places.len()], value)?;
        }
        Ok(())
    }

    fn stretch(&mut self, name: &str, from: &Expr, to: &Expr) -> Result<Vec<usize>, TooMuch> {
        let from = self.term(from)?.node.as_constant();
        let to = self.term(to)?.node.as_constant();
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            return Ok(Vec::new());
        }
        let slot = |at: Option<i64>| self.model.slot(self.model.variable(name)?, &[at?]);
        match (slot(from), slot(to)) {
            (Some(first), Some(last)) => {
                self.work.take(last + 1 - first)?;
                Ok((first..=last).collect())
            }
            _ => {
                self.guards.push(Node::undefined());
                Ok(Vec::new())
            }
        }
    }
}
