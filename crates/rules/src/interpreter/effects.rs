//! Effects carried out as they are written.

use super::{Environment, Interpreter};
use crate::ast::{Assignable, Effect, Expr};
use crate::model::Indexing;
use crate::value::Type;

impl Interpreter<'_> {
    pub(super) fn effects(
        &self,
        effects: &[Effect],
        environment: &mut Environment,
        state: &mut Vec<i64>,
    ) -> Option<()> {
        effects.iter().try_for_each(|effect| self.effect(effect, environment, state))
    }

    fn place(&self, place: &Assignable, environment: &mut Environment, state: &[i64]) -> Option<usize> {
        let variable = self.model.variable(&place.name.text)?;
        self.slot(variable, &place.index, environment, Some(state))
    }

    fn set(&self, slot: usize, number: i64, state: &mut [i64]) -> Option<()> {
        let declared = self.model.slots[slot];
        state[slot] = number;
        (declared.low..declared.low + declared.size).contains(&number).then_some(())
    }

    /// Carries an effect out; `None` if the move is not possible.
    pub(super) fn effect(
        &self,
        effect: &Effect,
        environment: &mut Environment,
        state: &mut Vec<i64>,
    ) -> Option<()> {
        self.step()?;
        match effect {
            Effect::Let(name, value) => {
                let value = self.value(value, environment, Some(state))?;
                environment.push((name.text.clone(), value));
                Some(())
            }
            Effect::Assign(places, values) => {
                let mut pairs = Vec::new();
                for (place, value) in places.iter().zip(values) {
                    let slot = self.place(place, environment, state)?;
                    pairs.push((slot, self.value(value, environment, Some(state))?.number));
                }
                pairs.into_iter().try_for_each(|(slot, number)| self.set(slot, number, state))
            }
            Effect::Add(place, value) | Effect::Subtract(place, value) => {
                let slot = self.place(place, environment, state)?;
                let by = self.value(value, environment, Some(state))?;
                let number = match (by.ty, effect) {
                    (Type::Direction, _) => {
                        let Type::Cell(shape) = self.model.variable_of(slot).ty else { return None };
                        self.model.shapes[shape].step(state[slot], by.number)?
                    }
                    (_, Effect::Add(..)) => state[slot].checked_add(by.number)?,
                    _ => state[slot].checked_sub(by.number)?,
                };
                self.set(slot, number, state)
            }
            Effect::Cycle(places) => {
                let slots = places.iter().map(|place| self.place(place, environment, state));
                self.cycle(&slots.collect::<Option<Vec<_>>>()?, state)
            }
            Effect::Reverse(name, from, to) => {
                let slots = self.stretch(&name.text, from, to, environment)?;
                let values: Vec<i64> = slots.iter().rev().map(|&slot| state[slot]).collect();
                slots.iter().zip(values).for_each(|(&slot, value)| state[slot] = value);
                Some(())
            }
            Effect::Rotate(name, from, to, by) => {
                let slots = self.stretch(&name.text, from, to, environment)?;
                let by = self.value(by, environment, None)?.number;
                if slots.is_empty() {
                    return Some(());
                }
                let len = slots.len() as i64;
                let values: Vec<i64> = slots.iter().map(|&slot| state[slot]).collect();
                for (i, value) in values.into_iter().enumerate() {
                    state[slots[(i as i64 + by.rem_euclid(len)).rem_euclid(len) as usize]] = value;
                }
                Some(())
            }
            Effect::For(binders, effects) => {
                let mut possible = true;
                let listed = self.each(binders, environment, &mut |environment| {
                    let depth = environment.len();
                    let result = self.effects(effects, environment, state);
                    environment.truncate(depth);
                    possible &= result.is_some();
                    result
                });
                listed.filter(|()| possible)
            }
            Effect::If(condition, effects) => match self.value(condition, environment, Some(state))?.number {
                0 => Some(()),
                _ => {
                    let depth = environment.len();
                    let result = self.effects(effects, environment, state);
                    environment.truncate(depth);
                    result
                }
            },
        }
    }

    /// The first value goes to the second slot, and so on; the last to the first.
    fn cycle(&self, slots: &[usize], state: &mut [i64]) -> Option<()> {
        let values: Vec<i64> = slots.iter().map(|&slot| state[slot]).collect();
        for (i, value) in values.into_iter().enumerate() {
            self.set(slots[(i + 1) % slots.len()], value, state)?;
        }
        Some(())
    }

    fn stretch(
        &self,
        name: &str,
        from: &Expr,
        to: &Expr,
        environment: &mut Environment,
    ) -> Option<Vec<usize>> {
        let variable = self.model.variable(name)?;
        let from = self.value(from, environment, None)?.number;
        let to = self.value(to, environment, None)?.number;
        if to < from {
            return Some(Vec::new());
        }
        debug_assert!(matches!(self.model.variables[variable].indexing, Indexing::From(_)));
        let (first, last) = (self.model.slot(variable, &[from])?, self.model.slot(variable, &[to])?);
        Some((first..=last).collect())
    }
}
