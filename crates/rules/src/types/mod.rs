//! Checks that every name is known and every expression is of the kind that its place needs.

mod effects;

use crate::ast::{Binder, Expr, ExprKind, FUNCTIONS, Fold, Operator, Set, SymmetryEffect};
use crate::messages;
use crate::model::{Indexing, Model};
use crate::sets::element_types;
use crate::source::{Problem, did_you_mean};
use crate::value::{DIRECTION_SETS, Type};
use telusur_puzzles::Text;

/// Checks everything that a model says.
pub(crate) fn check(model: &Model, problems: &mut Vec<Problem>) {
    let mut condition = |expression: &Expr| {
        if let Err(problem) = Checker::new(model).expect(expression, Type::Condition) {
            problems.push(problem);
        }
    };
    model.rules.iter().for_each(|(_, rule)| condition(rule));
    model.goals.iter().for_each(&mut condition);
    model.ends.iter().for_each(|(end, _)| condition(end));
    model.marks.iter().for_each(&mut condition);
    if let Some(bound) = &model.bound
        && let Err(problem) = Checker::new(model).expect(bound, Type::Number)
    {
        problems.push(problem);
    }
    for each in &model.moves {
        if problems.len() > 20 {
            return;
        }
        let mut checker = Checker::new(model);
        let result = checker.binders(&each.binders).and_then(|()| {
            if let Some(condition) = &each.condition {
                checker.expect(condition, Type::Condition)?;
            }
            checker.effects(&each.effects)
        });
        problems.extend(result.err());
    }
    for symmetry in &model.symmetries {
        let mut checker = Checker::new(model);
        for effect in &symmetry.effects {
            let result = match effect {
                SymmetryEffect::Effect(effect) => checker.effect(effect),
                SymmetryEffect::Grid(_, name) => {
                    match model.variable(&name.text).map(|v| model.variables[v].indexing) {
                        Some(Indexing::Shape(_)) => Ok(()),
                        _ => Err(name.error(messages::NO_BOARD, messages::ARRAY_OF_CELLS)),
                    }
                }
            };
            problems.extend(result.err());
        }
    }
}

/// The type of an expression that must not depend on the state.
pub(crate) fn constant_type(model: &Model, expression: &Expr) -> Result<Type, Problem> {
    let mut checker = Checker::new(model);
    checker.constant = true;
    checker.ty(expression)
}

struct Checker<'m> {
    model: &'m Model,
    /// Names with their types, and whether their values are known beforehand.
    bound: Vec<(String, Type, bool)>,
    /// Whether the state may not be read here.
    constant: bool,
}

impl<'m> Checker<'m> {
    fn new(model: &'m Model) -> Self {
        Checker { model, bound: Vec::new(), constant: false }
    }

    fn kind(&self, ty: Type) -> Text {
        match ty {
            Type::Number => messages::NUMBER_KIND,
            Type::Condition => messages::CONDITION_KIND,
            Type::Name(set) => match self.model.sets[set].name.as_str() {
                "" => messages::one_of_kind(&self.model.sets[set].values.join(", ")),
                name => messages::value_of_kind(name),
            },
            Type::Cell(shape) => match self.model.shapes[shape].name.as_str() {
                "" => {
                    messages::cell_of_board(self.model.shapes[shape].rows, self.model.shapes[shape].columns)
                }
                name => messages::cell_of_kind(name),
            },
            Type::Direction => messages::DIRECTION_KIND,
        }
    }

    fn expect(&mut self, expression: &Expr, wanted: Type) -> Result<(), Problem> {
        let found = self.ty(expression)?;
        if found == wanted {
            return Ok(());
        }
        let problem = messages::this_is(&self.kind(found));
        let remedy = messages::is_needed(&self.kind(wanted));
        Err(Problem::error(expression.span, &token(expression), problem, remedy))
    }

    fn ty(&mut self, expression: &Expr) -> Result<Type, Problem> {
        let error = |problem: Text, remedy: Text| {
            Err(Problem::error(expression.span, &token(expression), problem, remedy))
        };
        match &expression.kind {
            ExprKind::Number(_) => Ok(Type::Number),
            ExprKind::Name(name) => self.name(name, expression),
            ExprKind::Index(name, index) => {
                let Some(variable) = self.model.variable(name) else {
                    let arrays = self.model.variables.iter().map(|variable| variable.name.as_str());
                    return error(
                        messages::NO_SUCH_ARRAY,
                        did_you_mean(name, arrays, messages::DECLARE_WITH_VAR),
                    );
                };
                if self.constant {
                    return error(messages::SET_DEPENDS_ON_POSITION, messages::NUMBERS_AND_PARAMETERS);
                }
                self.index(variable, index, expression)?;
                Ok(self.model.variables[variable].ty)
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments, expression),
            ExprKind::Minus(inner) => self.expect(inner, Type::Number).map(|()| Type::Number),
            ExprKind::Not(inner) => self.expect(inner, Type::Condition).map(|()| Type::Condition),
            ExprKind::If(condition, yes, no) => {
                self.expect(condition, Type::Condition)?;
                let ty = self.ty(yes)?;
                self.expect(no, ty)?;
                Ok(ty)
            }
            ExprKind::Fold(fold, binders, body) => {
                let depth = self.bound.len();
                self.binders(binders)?;
                let ty = if *fold == Fold::Sum { Type::Number } else { Type::Condition };
                self.expect(body, ty)?;
                self.bound.truncate(depth);
                Ok(if matches!(fold, Fold::Sum | Fold::Count) { Type::Number } else { Type::Condition })
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
        }
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Result<Type, Problem> {
        match operator {
            Operator::And | Operator::Or => {
                self.expect(left, Type::Condition)?;
                self.expect(right, Type::Condition)?;
                Ok(Type::Condition)
            }
            Operator::Equal | Operator::Unequal => {
                let ty = self.ty(left)?;
                self.expect(right, ty)?;
                Ok(Type::Condition)
            }
            Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => {
                // Named values have the order in which they are listed, cells that of reading.
                let ty = self.ty(left)?;
                if ty == Type::Condition || ty == Type::Direction {
                    self.expect(left, Type::Number)?;
                }
                self.expect(right, ty)?;
                Ok(Type::Condition)
            }
            Operator::Add => match self.ty(left)? {
                ty @ Type::Cell(_) => self.expect(right, Type::Direction).map(|()| ty),
                _ => {
                    self.expect(left, Type::Number)?;
                    self.expect(right, Type::Number)?;
                    Ok(Type::Number)
                }
            },
            Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Remainder => {
                self.expect(left, Type::Number)?;
                self.expect(right, Type::Number)?;
                Ok(Type::Number)
            }
        }
    }

    fn name(&self, name: &str, expression: &Expr) -> Result<Type, Problem> {
        let error = |problem: Text, remedy: Text| Err(Problem::error(expression.span, name, problem, remedy));
        if let Some((_, ty, known)) = self.bound.iter().rev().find(|(bound, ..)| bound == name) {
            return match self.constant && !known {
                true => error(messages::SET_DEPENDS_ON_POSITION, messages::NUMBERS_AND_PARAMETERS),
                false => Ok(*ty),
            };
        }
        if let Some(variable) = self.model.variable(name) {
            let variable = &self.model.variables[variable];
            if variable.indexing != Indexing::Single {
                return error(messages::THIS_IS_AN_ARRAY, messages::element_of(name));
            }
            if self.constant {
                return error(messages::SET_DEPENDS_ON_POSITION, messages::NUMBERS_AND_PARAMETERS);
            }
            return Ok(variable.ty);
        }
        if name == "opponent" && self.model.variable("player").is_some() && !self.constant {
            return Ok(Type::Number);
        }
        if let Some(value) = self.model.constant(name) {
            return Ok(value.ty);
        }
        let bound = self.bound.iter().map(|(name, ..)| name.as_str());
        let remedy = did_you_mean(name, self.model.names().chain(bound), messages::DECLARE_THE_NAME);
        error(messages::NO_SUCH_NAME, remedy)
    }

    fn index(&mut self, variable: usize, index: &[Expr], expression: &Expr) -> Result<(), Problem> {
        let declared = &self.model.variables[variable];
        match (declared.indexing, index) {
            (Indexing::From(_), [at]) => self.expect(at, Type::Number),
            (Indexing::Set(set), [at]) => self.expect(at, Type::Name(set)),
            (Indexing::Shape(shape), [at]) => self.expect(at, Type::Cell(shape)),
            (Indexing::Shape(_), [row, column]) => {
                self.expect(row, Type::Number)?;
                self.expect(column, Type::Number)
            }
            _ => {
                let remedy = match declared.indexing {
                    Indexing::Single => messages::LEAVE_OUT_INDEX,
                    Indexing::Shape(_) => messages::CELL_OR_ROW_AND_COLUMN,
                    _ => messages::USE_ONE_INDEX,
                };
                let problem = messages::no_such_index(&declared.name);
                Err(Problem::error(expression.span, &declared.name, problem, remedy))
            }
        }
    }

    fn call(&mut self, function: &str, arguments: &[Expr], expression: &Expr) -> Result<Type, Problem> {
        let error =
            |problem: Text, remedy: Text| Err(Problem::error(expression.span, function, problem, remedy));
        match (function, arguments) {
            ("min" | "max", [_, _, ..]) => {
                for argument in arguments {
                    self.expect(argument, Type::Number)?;
                }
                Ok(Type::Number)
            }
            ("abs", [number]) => self.expect(number, Type::Number).map(|()| Type::Number),
            ("row" | "column", [cell]) => match self.ty(cell)? {
                Type::Cell(_) => Ok(Type::Number),
                _ => error(messages::NEEDS_A_CELL, messages::PARAMETER_THROUGH_CELLS),
            },
            ("sorted", [array]) => match &array.kind {
                ExprKind::Name(name) if !self.constant && self.model.variable(name).is_some() => {
                    Ok(Type::Condition)
                }
                _ => error(messages::NEEDS_AN_ARRAY, messages::NAME_AN_ARRAY),
            },
            _ => {
                let remedy = did_you_mean(function, FUNCTIONS, messages::USE_A_FUNCTION);
                error(messages::NO_SUCH_FUNCTION, remedy)
            }
        }
    }

    fn binders(&mut self, binders: &[Binder]) -> Result<(), Problem> {
        for binder in binders {
            let outer = std::mem::replace(&mut self.constant, true);
            let mut first = None;
            let types = element_types(self.model, &binder.set, binder.names.len(), |expression| {
                match self.ty(expression) {
                    Ok(ty) => Some(ty),
                    Err(problem) => {
                        first.get_or_insert(problem);
                        None
                    }
                }
            });
            self.constant = outer;
            let Some(types) = types else {
                return Err(first.unwrap_or_else(|| self.no_set(binder)));
            };
            for (name, ty) in binder.names.iter().zip(types) {
                if self.model.variable(&name.text).is_some()
                    || self.model.constant(&name.text).is_some_and(|v| v.ty != Type::Direction)
                {
                    return Err(name.error(messages::NAME_IS_TAKEN, messages::ANOTHER_NAME_FOR_PARAMETER));
                }
                self.bound.push((name.text.clone(), ty, true));
            }
        }
        Ok(())
    }

    fn no_set(&self, binder: &Binder) -> Problem {
        let (token, remedy) = match &binder.set {
            Set::Named(name) => {
                let sets = self.model.sets.iter().map(|set| set.name.as_str());
                let all = sets.chain(DIRECTION_SETS.iter().map(|(name, _)| *name));
                (name.as_str(), did_you_mean(name, all, messages::SET_FOR_PARAMETER))
            }
            Set::Call(function, _) => {
                let names = messages::SET_BY_FUNCTION;
                (function.as_str(), names)
            }
            _ => ("", messages::ONE_NAME_FOR_NUMBERS),
        };
        Problem::error(binder.span, token, messages::NO_SET_FOR_PARAMETER, remedy)
    }
}

/// The word of an expression that an error shows.
fn token(expression: &Expr) -> String {
    match &expression.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Name(name) | ExprKind::Index(name, _) | ExprKind::Call(name, _) => name.clone(),
        ExprKind::Minus(_) => "-".to_owned(),
        ExprKind::Not(_) => "not".to_owned(),
        ExprKind::If(..) => "if".to_owned(),
        ExprKind::Fold(fold, ..) => fold.word().to_owned(),
        ExprKind::Binary(operator, ..) => operator.sign().to_owned(),
    }
}
