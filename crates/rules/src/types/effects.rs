//! Types of effects: what may be assigned, exchanged and turned round.

use super::Checker;
use crate::ast::{Assignable, Effect, Expr, ExprKind};
use crate::messages;
use crate::model::Indexing;
use crate::source::{Problem, did_you_mean};
use crate::value::Type;

impl Checker<'_> {
    pub(super) fn effects(&mut self, effects: &[Effect]) -> Result<(), Problem> {
        effects.iter().try_for_each(|effect| self.effect(effect))
    }

    fn place(&mut self, place: &Assignable) -> Result<Type, Problem> {
        let name = &place.name;
        let Some(variable) = self.model.variable(&name.text) else {
            let variables = self.model.variables.iter().map(|variable| variable.name.as_str());
            let remedy = did_you_mean(&name.text, variables, messages::DECLARE_WITH_VAR);
            return Err(name.error(messages::NO_SUCH_VARIABLE, remedy));
        };
        if name.text == "player" && self.model.is_game {
            let remedy = messages::TURNS_CHANGE;
            return Err(Problem::error(name.span, "player", messages::TURN_IS_NO_EFFECT, remedy));
        }
        let at = Expr { kind: ExprKind::Name(name.text.clone()), span: name.span };
        let declared = &self.model.variables[variable];
        match (declared.indexing, place.index.len()) {
            (Indexing::Single, 0) => {}
            (Indexing::Single, _) | (_, 0) => {
                let remedy = if place.index.is_empty() {
                    messages::NAME_AN_ELEMENT
                } else {
                    messages::LEAVE_OUT_INDEX
                };
                return Err(name.error(messages::NOT_AS_A_WHOLE, remedy));
            }
            _ => self.index(variable, &place.index, &at)?,
        }
        Ok(self.model.variables[variable].ty)
    }

    fn stretch(&mut self, name: &crate::ast::Name, bounds: &[&Expr]) -> Result<(), Problem> {
        let indexing =
            self.model.variable(&name.text).map(|variable| self.model.variables[variable].indexing);
        if !matches!(indexing, Some(Indexing::From(_))) {
            return Err(name.error(messages::NO_ROW, messages::ARRAY_WITH_NUMBERS));
        }
        let outer = std::mem::replace(&mut self.constant, true);
        let result = bounds.iter().try_for_each(|bound| self.expect(bound, Type::Number));
        self.constant = outer;
        result
    }

    pub(super) fn effect(&mut self, effect: &Effect) -> Result<(), Problem> {
        match effect {
            Effect::Let(name, value) => {
                let ty = self.ty(value)?;
                self.bound.push((name.text.clone(), ty, false));
                Ok(())
            }
            Effect::Assign(places, values) => {
                for (place, value) in places.iter().zip(values) {
                    let ty = self.place(place)?;
                    self.expect(value, ty)?;
                }
                Ok(())
            }
            Effect::Add(place, value) | Effect::Subtract(place, value) => {
                match (self.place(place)?, effect) {
                    (Type::Cell(_), Effect::Add(..)) => self.expect(value, Type::Direction),
                    (Type::Number, _) => self.expect(value, Type::Number),
                    _ => Err(place.name.error(messages::NO_NUMBER, messages::USE_ASSIGNMENT)),
                }
            }
            Effect::Cycle(places) => self.same(places),
            Effect::Reverse(name, from, to) => self.stretch(name, &[from, to]),
            Effect::Rotate(name, from, to, by) => self.stretch(name, &[from, to, by]),
            Effect::For(binders, effects) => {
                let depth = self.bound.len();
                self.binders(binders)?;
                self.effects(effects)?;
                self.bound.truncate(depth);
                Ok(())
            }
            Effect::If(condition, effects) => {
                self.expect(condition, Type::Condition)?;
                let depth = self.bound.len();
                self.effects(effects)?;
                self.bound.truncate(depth);
                Ok(())
            }
        }
    }

    fn same(&mut self, places: &[Assignable]) -> Result<(), Problem> {
        let mut ty = None;
        for place in places {
            let found = self.place(place)?;
            if *ty.get_or_insert(found) != found {
                return Err(place.name.error(messages::OTHER_KIND, messages::SAME_KIND));
            }
        }
        Ok(())
    }
}
