//! The rules as they are written, carried out step by step on plain lists of numbers: slow, and the reference that the
//! compiled form is tested against. It shares nothing with the compiler but the text's own structure.
//!
//! An expression may have no value: an index outside its array, a step off the board, a division by zero. Then the
//! move is not possible, the goal is not reached, the rule is broken.

mod effects;

use crate::ast::{Effect, Ending, Expr, ExprKind, Fold, Operator};
use crate::model::Model;
use crate::sets::{NoSet, elements};
use crate::value::{Type, Value};
use std::cell::Cell;
use telusur_search::Deadline;

/// Names that are bound, the innermost last.
pub(crate) type Environment = Vec<(String, Value)>;

/// Most steps of one task, so that every text comes to an end.
const MOST_STEPS: u64 = 20_000_000;
/// Most steps for listing all moves of a text.
const MOST_LISTING_STEPS: u64 = 1_000_000;
/// Steps between two looks at the clock: less than a millisecond.
const STEPS_PER_LOOK: u64 = 4096;
/// Most steps for what one picture shows.
const PICTURE_STEPS: u64 = 200_000;
/// Most steps for a value that is known beforehand: a text may have a thousand of them.
const FEW_STEPS: u64 = 2_000;

/// Carries rules out as they are written.
pub struct Interpreter<'m> {
    model: &'m Model,
    steps: Cell<u64>,
    most: u64,
    /// When it must be done.
    deadline: Option<&'m Deadline>,
}

/// What in the text makes a move impossible.
pub(crate) enum Obstacle<'m> {
    /// Its condition does not hold.
    Condition(&'m Expr),
    /// A slot would have a value that is not one of its variable's.
    Outside(usize, i64),
    /// One of its effects has no result.
    Effect(&'m Effect),
    /// Nothing would change.
    NoChange,
    /// A rule would be broken.
    Rule(&'m Expr),
}

/// A move with its parameters' values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundMove {
    /// Which move of the text.
    pub number: usize,
    /// The values of its parameters.
    pub arguments: Vec<Value>,
}

impl<'m> Interpreter<'m> {
    /// An interpreter of some rules.
    #[must_use]
    pub fn new(model: &'m Model) -> Self {
        Interpreter { model, steps: Cell::new(0), most: MOST_STEPS, deadline: None }
    }

    /// One for listing moves, which gives up at a deadline.
    pub(crate) fn within(model: &'m Model, deadline: &'m Deadline) -> Self {
        Interpreter { deadline: Some(deadline), most: MOST_LISTING_STEPS, ..Interpreter::new(model) }
    }

    /// One for what a picture shows beside the values.
    pub(crate) fn for_picture(model: &'m Model) -> Self {
        Interpreter { most: PICTURE_STEPS, ..Interpreter::new(model) }
    }

    /// One for single values that are known beforehand.
    pub(crate) fn for_constants(model: &'m Model) -> Self {
        Interpreter { most: FEW_STEPS, ..Interpreter::new(model) }
    }

    /// Whether so many steps were made that values are missing for that alone.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.steps.get() > self.most
    }

    /// All moves with all values of their parameters, whether they are ever possible or not, in order.
    ///
    /// # Errors
    /// If there are more than `most`, or a set has no elements that could be listed: the number of the move.
    pub fn ground_moves(&self, most: usize) -> Result<Vec<GroundMove>, usize> {
        let mut found = Vec::new();
        for (number, each) in self.model.moves.iter().enumerate() {
            let mut environment = Environment::new();
            let mut add = |environment: &mut Environment| {
                let arguments = environment.iter().map(|(_, value)| *value).collect();
                found.push(GroundMove { number, arguments });
                (found.len() <= most).then_some(())
            };
            let listed = self.each(&each.binders, &mut environment, &mut add);
            if listed.is_none() || self.is_exhausted() {
                return Err(number);
            }
        }
        Ok(found)
    }

    /// Calls `visit` with every element of the binders' sets bound; ends when it answers `None`.
    fn each(
        &self,
        binders: &[crate::ast::Binder],
        environment: &mut Environment,
        visit: &mut dyn FnMut(&mut Environment) -> Option<()>,
    ) -> Option<()> {
        let Some((binder, others)) = binders.split_first() else { return visit(environment) };
        let most = usize::try_from(self.most.saturating_sub(self.steps.get())).unwrap_or(usize::MAX);
        let listed = elements(self.model, &binder.set, (binder.names.len(), most), |expression| {
            self.value(expression, environment, None)
        });
        let listed = match listed {
            Ok(listed) => listed,
            // A range such as 1..p[9] that has no bound has no elements.
            Err(NoSet::Undefined) => Vec::new(),
            Err(NoSet::TooLarge) => return None,
        };
        for element in listed {
            self.step()?;
            let depth = environment.len();
            environment.extend(binder.names.iter().map(|name| name.text.clone()).zip(element));
            let result = self.each(others, environment, visit);
            environment.truncate(depth);
            result?;
        }
        Some(())
    }

    fn step(&self) -> Option<()> {
        let steps = self.steps.get().saturating_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(STEPS_PER_LOOK) && self.deadline.is_some_and(Deadline::is_over) {
            self.steps.set(u64::MAX);
        }
        (!self.is_exhausted()).then_some(())
    }

    /// The value of an expression, if it has one. Without a state, variables have none.
    pub(crate) fn value(
        &self,
        expression: &Expr,
        environment: &mut Environment,
        state: Option<&[i64]>,
    ) -> Option<Value> {
        self.step()?;
        match &expression.kind {
            ExprKind::Number(number) => Some(Value::number(*number)),
            ExprKind::Name(name) => {
                if let Some((_, value)) = environment.iter().rev().find(|(bound, _)| bound == name) {
                    return Some(*value);
                }
                if name == "opponent"
                    && let Some(player) = self.model.variable("player")
                {
                    return Some(Value::number(3 - state?[self.model.variables[player].first]));
                }
                match self.model.variable(name) {
                    Some(variable) => {
                        let declared = &self.model.variables[variable];
                        Some(declared.value(state?[declared.first]))
                    }
                    None => self.model.constant(name),
                }
            }
            ExprKind::Index(name, index) => {
                let variable = self.model.variable(name)?;
                let slot = self.slot(variable, index, environment, state)?;
                Some(Value { ty: self.model.variables[variable].ty, number: state?[slot] })
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments, environment, state),
            ExprKind::Minus(inner) => {
                let number = self.value(inner, environment, state)?.number;
                Some(Value::number(number.checked_neg()?))
            }
            ExprKind::Not(inner) => {
                Some(Value::condition(self.value(inner, environment, state)?.number == 0))
            }
            ExprKind::If(condition, yes, no) => match self.value(condition, environment, state)?.number {
                0 => self.value(no, environment, state),
                _ => self.value(yes, environment, state),
            },
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, environment, state)
            }
            ExprKind::Fold(fold, binders, body) => {
                let mut total = i64::from(*fold == Fold::All);
                let mut undefined = false;
                let listed = self.each(binders, environment, &mut |environment| {
                    if matches!(fold, Fold::All | Fold::Any) && (total != 0) == (*fold == Fold::Any) {
                        return Some(());
                    }
                    let Some(value) = self.value(body, environment, state) else {
                        undefined = true;
                        return None;
                    };
                    match fold {
                        Fold::All | Fold::Any => total = value.number,
                        Fold::Count | Fold::Sum => total = total.checked_add(value.number)?,
                    }
                    Some(())
                });
                listed?;
                let ty = if matches!(fold, Fold::All | Fold::Any) { Type::Condition } else { Type::Number };
                (!undefined).then_some(Value { ty, number: total })
            }
        }
    }

    fn binary(
        &self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        environment: &mut Environment,
        state: Option<&[i64]>,
    ) -> Option<Value> {
        let a = self.value(left, environment, state)?;
        match (operator, a.number) {
            (Operator::And, 0) => return Some(Value::condition(false)),
            (Operator::Or, 1) => return Some(Value::condition(true)),
            _ => {}
        }
        let b = self.value(right, environment, state)?;
        let (x, y) = (a.number, b.number);
        Some(match operator {
            Operator::And | Operator::Or => b,
            Operator::Equal => Value::condition(x == y),
            Operator::Unequal => Value::condition(x != y),
            Operator::Less => Value::condition(x < y),
            Operator::AtMost => Value::condition(x <= y),
            Operator::Greater => Value::condition(x > y),
            Operator::AtLeast => Value::condition(x >= y),
            Operator::Add => match a.ty {
                Type::Cell(shape) => Value { ty: a.ty, number: self.model.shapes[shape].step(x, y)? },
                _ => Value::number(x.checked_add(y)?),
            },
            Operator::Subtract => Value::number(x.checked_sub(y)?),
            Operator::Multiply => Value::number(x.checked_mul(y)?),
            Operator::Divide => Value::number(if y == 0 { return None } else { x.checked_div_euclid(y)? }),
            Operator::Remainder => Value::number(if y == 0 { return None } else { x.checked_rem_euclid(y)? }),
        })
    }

    fn call(
        &self,
        function: &str,
        arguments: &[Expr],
        environment: &mut Environment,
        state: Option<&[i64]>,
    ) -> Option<Value> {
        if function == "sorted" {
            let ExprKind::Name(name) = &arguments.first()?.kind else { return None };
            let variable = &self.model.variables[self.model.variable(name)?];
            let values = &state?[variable.slots()];
            return Some(Value::condition(values.windows(2).all(|pair| pair[0] <= pair[1])));
        }
        let values = arguments.iter().map(|argument| self.value(argument, environment, state));
        let values = values.collect::<Option<Vec<_>>>()?;
        let numbers = values.iter().map(|value| value.number);
        match (function, values.as_slice()) {
            ("min", _) => numbers.min().map(Value::number),
            ("max", _) => numbers.max().map(Value::number),
            ("abs", [value]) => Some(Value::number(value.number.checked_abs()?)),
            ("row" | "column", [Value { ty: Type::Cell(shape), number }]) => {
                let (row, column) = self.model.shapes[*shape].place(*number)?;
                Some(Value::number(if function == "row" { row + 1 } else { column + 1 }))
            }
            _ => None,
        }
    }

    fn slot(
        &self,
        variable: usize,
        index: &[Expr],
        environment: &mut Environment,
        state: Option<&[i64]>,
    ) -> Option<usize> {
        let at = index.iter().map(|part| Some(self.value(part, environment, state)?.number));
        self.model.slot(variable, &at.collect::<Option<Vec<_>>>()?)
    }

    /// Whether a condition holds in a state.
    #[must_use]
    pub fn holds(&self, condition: &Expr, state: &[i64]) -> bool {
        self.value(condition, &mut Environment::new(), Some(state)).is_some_and(|value| value.number == 1)
    }

    /// The cells, or other elements, that a mark is about in a state: those for which its condition holds.
    pub(crate) fn marked(&self, mark: &Expr, state: &[i64]) -> Vec<Value> {
        let mut found = Vec::new();
        if let ExprKind::Fold(_, binders, condition) = &mark.kind {
            // What has no value is not marked.
            _ = self.each(binders, &mut Environment::new(), &mut |environment| {
                let holds = self.value(condition, environment, Some(state));
                if holds.is_some_and(|value| value.number == 1) {
                    found.extend(environment.last().map(|(_, value)| *value));
                }
                (found.len() < crate::model::MOST_SLOTS).then_some(())
            });
        }
        found
    }

    /// Whether a state obeys all rules.
    #[must_use]
    pub fn obeys(&self, state: &[i64]) -> bool {
        self.model.rules.iter().all(|(_, rule)| self.holds(rule, state))
    }

    /// Whether a state is a goal.
    #[must_use]
    pub fn is_goal(&self, state: &[i64]) -> bool {
        let drawn = |drawing: &Vec<Option<i64>>| {
            drawing.iter().zip(state).all(|(wanted, is)| wanted.is_none_or(|wanted| wanted == *is))
        };
        let drawings = &self.model.goal_drawings;
        self.model.goals.iter().all(|goal| self.holds(goal, state))
            && (drawings.is_empty() || drawings.iter().any(drawn))
    }

    /// How a game ends here for the player to move, if a rule ends it.
    #[must_use]
    pub fn ending(&self, state: &[i64]) -> Option<Ending> {
        self.model.ends.iter().find(|(condition, _)| self.holds(condition, state)).map(|(_, ending)| *ending)
    }

    /// The promised bound, if it has a value.
    #[must_use]
    pub fn bound(&self, state: &[i64]) -> Option<i64> {
        let bound = self.model.bound.as_ref()?;
        self.value(bound, &mut Environment::new(), Some(state)).map(|value| value.number)
    }

    /// The state after a move, if it is possible, obeys the rules and changes something.
    #[must_use]
    pub fn after(&self, ground: &GroundMove, state: &[i64]) -> Option<Vec<i64>> {
        self.attempt(ground, state).ok()
    }

    /// The parameters of a move with their values.
    pub(crate) fn parameters(&self, ground: &GroundMove) -> Environment {
        let binders = &self.model.moves[ground.number].binders;
        let names = binders.iter().flat_map(|binder| &binder.names).map(|name| name.text.clone());
        names.zip(ground.arguments.iter().copied()).collect()
    }

    /// Whether a condition holds in a state, with values for some names.
    pub(crate) fn holds_with(&self, condition: &Expr, names: &Environment, state: &[i64]) -> bool {
        let value = self.value(condition, &mut names.clone(), Some(state));
        value.is_some_and(|value| value.number == 1)
    }

    /// The state after a move, or what in the text makes it impossible.
    pub(crate) fn attempt(&self, ground: &GroundMove, state: &[i64]) -> Result<Vec<i64>, Obstacle<'m>> {
        let each = &self.model.moves[ground.number];
        let mut environment = self.parameters(ground);
        if let Some(condition) = &each.condition
            && !self.holds_with(condition, &environment, state)
        {
            return Err(Obstacle::Condition(condition));
        }
        let mut next = state.to_vec();
        for effect in &each.effects {
            if self.effect(effect, &mut environment, &mut next).is_none() {
                let domain = |slot: usize| self.model.slots[slot];
                let is_inside = |slot: usize, number: i64| {
                    (domain(slot).low..domain(slot).low + domain(slot).size).contains(&number)
                };
                let outside = next.iter().enumerate().find(|(slot, number)| !is_inside(*slot, **number));
                return Err(match outside {
                    Some((slot, &number)) => Obstacle::Outside(slot, number),
                    None => Obstacle::Effect(effect),
                });
            }
        }
        if next == state {
            return Err(Obstacle::NoChange);
        }
        if let (true, Some(player)) = (self.model.is_game, self.model.variable("player")) {
            let slot = self.model.variables[player].first;
            next[slot] = 3 - next[slot];
        }
        match self.model.rules.iter().find(|(_, rule)| !self.holds(rule, &next)) {
            Some((_, rule)) => Err(Obstacle::Rule(rule)),
            None => Ok(next),
        }
    }
}
