//! Declarations: constants, sets, shapes and variables become numbers, and names are checked against each other.

use super::{Indexing, MOST_BITS, MOST_SLOTS, MOST_VALUES, Model, NameSet, Slot, Variable, bits_of};
use crate::ast::{self, Expr, File};
use crate::drawing;
use crate::interpreter::{Environment, Interpreter};
use crate::messages;
use crate::source::{Problem, Span, did_you_mean};
use crate::types;
use crate::value::{Shape, Type, Value, direction_set};
use std::collections::HashSet;

impl Model {
    pub(super) fn declare(&mut self, file: &File, problems: &mut Vec<Problem>) {
        let mut taken = HashSet::new();
        for (name, value) in &file.constants {
            check_new(name, &mut taken, problems);
            match self.constant_number(value) {
                Ok(number) => {
                    self.constants.insert(name.text.clone(), Value::number(number));
                }
                Err(problem) => problems.push(problem),
            }
        }
        for (name, values) in &file.sets {
            check_new(name, &mut taken, problems);
            self.add_set(&name.text, values, &mut taken, problems);
        }
        for (name, drawing) in &file.shapes {
            check_new(name, &mut taken, problems);
            match drawing::shape(&name.text, drawing) {
                Ok(shape) => self.shapes.push(shape),
                Err(problem) => problems.push(problem),
            }
        }
        for variable in &file.variables {
            if problems.len() > 20 {
                return;
            }
            check_new(&variable.name, &mut taken, problems);
            if let Err(problem) = self.add_variable(variable, &mut taken, problems) {
                problems.push(problem);
            }
        }
        if file.is_game && self.variable("player").is_none() && mentions_player(file) {
            self.add_player();
        }
        let span = Span::TOP;
        if self.variables.is_empty() && problems.is_empty() {
            problems.push(Problem::error(span, "", messages::NO_VARIABLE, messages::DECLARE_A_VARIABLE));
        }
        if self.moves.is_empty() && problems.is_empty() {
            problems.push(Problem::error(span, "", messages::NO_MOVE, messages::WRITE_ONE_MOVE));
        }
        let bits: u32 = self.slots.iter().map(|slot| bits_of(slot.size)).sum();
        if bits > MOST_BITS {
            problems.push(Problem::error(span, "", messages::bits(bits), messages::at_most_bits(MOST_BITS)));
        }
    }

    fn add_player(&mut self) {
        let first = self.slots.len();
        self.numbers.insert("player".to_owned(), self.variables.len());
        self.slots.push(Slot { variable: self.variables.len(), low: 1, size: 2 });
        self.variables.push(Variable {
            name: "player".to_owned(),
            span: Span::TOP,
            indexing: Indexing::Single,
            first,
            count: 1,
            ty: Type::Number,
            low: 1,
            size: 2,
            permutation: false,
        });
    }

    /// The set with these values, made if it is new.
    fn add_set<'f>(
        &mut self,
        name: &str,
        values: &'f [ast::Name],
        taken: &mut HashSet<&'f str>,
        problems: &mut Vec<Problem>,
    ) -> usize {
        let words: Vec<String> = values.iter().map(|value| value.text.clone()).collect();
        if let Some(same) = self.sets.iter().position(|set| set.values == words && name.is_empty()) {
            return same;
        }
        let mut listed = HashSet::new();
        for (number, value) in values.iter().enumerate() {
            if !listed.insert(value.text.as_str()) {
                problems.push(value.error(messages::LISTED_TWICE, messages::LEAVE_OUT_ONCE));
                continue;
            }
            check_new(value, taken, problems);
            let ty = Type::Name(self.sets.len());
            self.constants.entry(value.text.clone()).or_insert(Value { ty, number: number as i64 });
        }
        self.sets.push(NameSet { name: name.to_owned(), values: words });
        self.sets.len() - 1
    }

    pub(crate) fn constant_number(&self, expression: &Expr) -> Result<i64, Problem> {
        let ty = types::constant_type(self, expression)?;
        let value = Interpreter::for_constants(self).value(expression, &mut Environment::default(), None);
        match (ty, value) {
            (Type::Number, Some(value)) if value.number.abs() < 1 << 40 => Ok(value.number),
            _ => Err(Problem::error(
                expression.span,
                "",
                messages::NOT_KNOWN_BEFOREHAND,
                messages::NUMBERS_AND_CONSTANTS,
            )),
        }
    }

    fn add_variable<'f>(
        &mut self,
        declared: &'f ast::Variable,
        taken: &mut HashSet<&'f str>,
        problems: &mut Vec<Problem>,
    ) -> Result<(), Problem> {
        let name = &declared.name;
        let (ty, low, size) = match &declared.domain {
            ast::Domain::Range(low, high) => {
                let (low, high) = (self.constant_number(low)?, self.constant_number(high)?);
                (Type::Number, low, high - low + 1)
            }
            ast::Domain::Names(values) => {
                let set = self.add_set("", values, taken, problems);
                (Type::Name(set), 0, values.len() as i64)
            }
            ast::Domain::Named(set) => match self.set_of_name(&set.text) {
                Some(number) => (Type::Name(number), 0, self.sets[number].values.len() as i64),
                None => {
                    let sets = self.sets.iter().map(|set| set.name.as_str());
                    let remedy = did_you_mean(&set.text, sets, messages::DECLARE_THE_SET);
                    return Err(set.error(messages::NO_SUCH_SET, remedy));
                }
            },
            ast::Domain::Cells(of) => match self.shape_of_name(&of.text) {
                Some(shape) => (Type::Cell(shape), 0, self.shapes[shape].cells.len() as i64),
                None => {
                    let remedy = did_you_mean(&of.text, self.names(), messages::DECLARE_THE_BOARD);
                    return Err(of.error(messages::NO_SUCH_BOARD, remedy));
                }
            },
        };
        if !(1..=MOST_VALUES).contains(&size) {
            return Err(name.error(messages::values_of_domain(size), messages::smaller_domain(MOST_VALUES)));
        }
        let (indexing, count) = self.indexing(declared)?;
        if count < 1 || self.slots.len() as i64 + count > MOST_SLOTS as i64 {
            return Err(name.error(messages::elements(count), messages::elements_in_all(MOST_SLOTS)));
        }
        if declared.permutation && count != size {
            let problem = messages::no_permutation(size, count);
            return Err(name.error(problem, messages::AS_MANY_AS_VALUES));
        }
        let first = self.slots.len();
        let variable = self.variables.len();
        self.numbers.entry(name.text.clone()).or_insert(variable);
        self.slots.extend((0..count).map(|_| Slot { variable, low, size }));
        self.variables.push(Variable {
            name: name.text.clone(),
            span: name.span,
            indexing,
            first,
            count: count as usize,
            ty,
            low,
            size,
            permutation: declared.permutation,
        });
        Ok(())
    }

    fn indexing(&mut self, declared: &ast::Variable) -> Result<(Indexing, i64), Problem> {
        Ok(match &declared.index {
            None => (Indexing::Single, 1),
            Some(ast::Index::Range(low, high)) => {
                let (low, high) = (self.constant_number(low)?, self.constant_number(high)?);
                (Indexing::From(low), high - low + 1)
            }
            Some(ast::Index::Grid(rows, columns)) => {
                let (rows, columns) = (self.constant_number(rows)?, self.constant_number(columns)?);
                if !(1..=64).contains(&rows) || !(1..=64).contains(&columns) {
                    let problem = messages::board_size(rows, columns);
                    return Err(declared.name.error(problem, messages::ONE_TO_64));
                }
                let shape = Shape::new("", rows as u16, columns as u16, |_, _| true);
                let known = self.shapes.iter().position(|known| *known == shape);
                let number = known.unwrap_or(self.shapes.len());
                if known.is_none() {
                    self.shapes.push(shape);
                }
                (Indexing::Shape(number), rows * columns)
            }
            Some(ast::Index::Named(name)) => {
                if let Some(set) = self.set_of_name(&name.text) {
                    (Indexing::Set(set), self.sets[set].values.len() as i64)
                } else if let Some(shape) = self.shape_of_name(&name.text) {
                    (Indexing::Shape(shape), self.shapes[shape].cells.len() as i64)
                } else {
                    let remedy = did_you_mean(&name.text, self.names(), messages::USE_SOME_INDEX);
                    return Err(name.error(messages::NO_SUCH_SET_OR_SHAPE, remedy));
                }
            }
        })
    }
}

/// Refuses a name that has a meaning already.
fn check_new<'f>(name: &'f ast::Name, taken: &mut HashSet<&'f str>, problems: &mut Vec<Problem>) {
    let word = name.text.as_str();
    if ast::is_reserved(word) || direction_set(word).is_some() {
        problems.push(name.error(messages::WORD_HAS_MEANING, messages::USE_ANOTHER_NAME));
    } else if !taken.insert(word) {
        problems.push(name.error(messages::NAME_IS_TAKEN, messages::USE_ANOTHER_NAME));
    }
}

/// Whether a game's rules depend on who moves. The words of the text tell: a false alarm costs one bit.
fn mentions_player(file: &File) -> bool {
    let text = format!("{:?} {:?} {:?}", file.moves, file.ends, file.rules);
    text.contains("\"player\"") || text.contains("\"opponent\"")
}
