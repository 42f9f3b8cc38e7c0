//! What the names of a text stand for: sets, shapes, variables and the slots of a state.

use crate::ast::{self, Bilingual, Ending, Expr, ExprKind, File};
use crate::drawing;
use crate::interpreter::{Environment, Interpreter};
use crate::source::{Problem, Span, did_you_mean};
use crate::types;
use crate::value::{DIRECTIONS, Shape, Type, Value, direction_set};
use std::collections::BTreeMap;

/// Most single values of a state.
pub const MOST_SLOTS: usize = 512;
/// Most values that one slot can have.
pub const MOST_VALUES: i64 = 1 << 16;
/// Most bits of a state.
pub const MOST_BITS: u32 = 512;

/// A set of named values.
#[derive(Clone, Debug)]
pub struct NameSet {
    /// Its name; empty for the values of a variable.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
}

/// What an array is indexed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// It is no array.
    Single,
    /// Numbers from this one on.
    From(i64),
    /// A set of named values.
    Set(usize),
    /// The cells of a shape.
    Shape(usize),
}

/// A variable or array.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What it is indexed by.
    pub indexing: Indexing,
    /// Its first slot.
    pub first: usize,
    /// How many slots it has.
    pub count: usize,
    /// What its values are.
    pub ty: Type,
    /// Its lowest value.
    pub low: i64,
    /// How many values there are.
    pub size: i64,
    /// Whether its slots hold every value once.
    pub permutation: bool,
}

/// One value of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The variable that it belongs to.
    pub variable: usize,
    /// The lowest value.
    pub low: i64,
    /// How many values there are.
    pub size: i64,
}

/// A start of a puzzle.
#[derive(Clone, Debug)]
pub struct Start {
    /// Its name.
    pub name: String,
    /// Its title, where it has one.
    pub title: Option<Bilingual>,
    /// Where it stands.
    pub span: Span,
    /// The values of the slots.
    pub state: Vec<i64>,
}

/// Rules with every name resolved and every type checked.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Whether two players take turns.
    pub is_game: bool,
    /// The title.
    pub title: Bilingual,
    /// What one does.
    pub about: Bilingual,
    /// Sets of named values.
    pub sets: Vec<NameSet>,
    /// Shapes of boards.
    pub shapes: Vec<Shape>,
    /// Variables and arrays.
    pub variables: Vec<Variable>,
    /// The single values of a state.
    pub slots: Vec<Slot>,
    /// Moves.
    pub moves: Vec<ast::Move>,
    /// What must hold after every move.
    pub rules: Vec<(Span, Expr)>,
    /// All of these conditions are the goal.
    pub goals: Vec<Expr>,
    /// For every drawing of a goal, the values of the slots that it names.
    pub goal_drawings: Vec<Vec<Option<i64>>>,
    /// When a game is over.
    pub ends: Vec<(Expr, Ending)>,
    /// What the player has who can't move.
    pub stuck: Ending,
    /// The bound that is promised.
    pub bound: Option<Expr>,
    /// Symmetries.
    pub symmetries: Vec<ast::Symmetry>,
    /// Starts; the first is the usual one.
    pub starts: Vec<Start>,
    /// The values of all slots where a start says nothing.
    pub usual: Vec<i64>,
    /// Signs of values, by their names.
    pub signs: BTreeMap<String, String>,
    /// Colours of values, by their names.
    pub colours: BTreeMap<String, u16>,
    /// Values that are not drawn.
    pub hidden: Vec<String>,
    constants: BTreeMap<String, i64>,
}

impl Model {
    /// Resolves and checks a text that was read.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn new(file: &File) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut model = Model {
            is_game: file.is_game,
            title: file.title.clone(),
            about: file.about.clone(),
            moves: file.moves.clone(),
            rules: file.rules.clone(),
            stuck: file.stuck.map_or(Ending::Lost, |(_, ending)| ending),
            symmetries: file.symmetries.clone(),
            ..Model::default()
        };
        model.declare(file, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        model.bound = file.bound.as_ref().map(|(_, bound)| bound.clone());
        model.ends = file.ends.iter().map(|(_, condition, ending)| (condition.clone(), *ending)).collect();
        model.read_signs(file, &mut problems);
        model.read_goals(file, &mut problems);
        types::check(&model, &mut problems);
        if problems.is_empty() {
            model.read_starts(file, &mut problems);
        }
        if problems.is_empty() { Ok(model) } else { Err(problems) }
    }

    /// The named set.
    #[must_use]
    pub fn set_of_name(&self, name: &str) -> Option<usize> {
        self.sets.iter().position(|set| !set.name.is_empty() && set.name == name)
    }

    /// The variable with a name.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    /// The shape of a board that an expression names: a shape, or an array on one.
    #[must_use]
    pub fn shape_of(&self, expression: &Expr) -> Option<usize> {
        let ExprKind::Name(name) = &expression.kind else { return None };
        self.shape_of_name(name)
    }

    fn shape_of_name(&self, name: &str) -> Option<usize> {
        let shape = self.shapes.iter().position(|shape| !shape.name.is_empty() && shape.name == name);
        shape.or_else(|| match self.variables[self.variable(name)?].indexing {
            Indexing::Shape(shape) => Some(shape),
            _ => None,
        })
    }

    /// A constant, a named value or a direction.
    #[must_use]
    pub fn constant(&self, name: &str) -> Option<Value> {
        if let Some(&number) = self.constants.get(name) {
            return Some(Value::number(number));
        }
        for (set, names) in self.sets.iter().enumerate() {
            if let Some(number) = names.values.iter().position(|value| value == name) {
                return Some(Value { ty: Type::Name(set), number: number as i64 });
            }
        }
        let direction = DIRECTIONS.iter().position(|(_, _, known)| *known == name)?;
        Some(Value { ty: Type::Direction, number: direction as i64 })
    }

    /// The slot of an array with an index, given as one value or as row and column.
    #[must_use]
    pub fn slot(&self, variable: usize, index: &[i64]) -> Option<usize> {
        let Variable { indexing, first, count, .. } = self.variables[variable];
        let offset = match (indexing, index) {
            (Indexing::Single, []) => 0,
            (Indexing::From(low), [at]) => at - low,
            (Indexing::Set(_) | Indexing::Shape(_), [at]) => *at,
            (Indexing::Shape(shape), [row, column]) => self.shapes[shape].cell(row - 1, column - 1)?,
            _ => return None,
        };
        (0..count as i64).contains(&offset).then(|| first + offset as usize)
    }

    /// A value as people write it.
    #[must_use]
    pub fn value_name(&self, value: Value) -> String {
        let number = usize::try_from(value.number);
        match (value.ty, number) {
            (Type::Name(set), Ok(n)) => self.sets[set].values.get(n).cloned().unwrap_or_default(),
            (Type::Cell(shape), _) => self.shapes[shape].cell_name(value.number),
            (Type::Direction, Ok(n)) => DIRECTIONS.get(n).map_or("", |(_, _, name)| name).to_owned(),
            _ => value.number.to_string(),
        }
    }

    /// The name of a slot: `p[3]`, `hole[d4]`, `boat`.
    #[must_use]
    pub fn slot_name(&self, slot: usize) -> String {
        let variable = &self.variables[self.slots[slot].variable];
        match self.index_name(slot) {
            None => variable.name.clone(),
            Some(index) => format!("{}[{index}]", variable.name),
        }
    }

    /// The index of a slot in its array.
    #[must_use]
    pub fn index_name(&self, slot: usize) -> Option<String> {
        let variable = &self.variables[self.slots[slot].variable];
        let offset = (slot - variable.first) as i64;
        match variable.indexing {
            Indexing::Single => None,
            Indexing::From(low) => Some((low + offset).to_string()),
            Indexing::Set(set) => Some(self.sets[set].values[offset as usize].clone()),
            Indexing::Shape(shape) => Some(self.shapes[shape].cell_name(offset)),
        }
    }

    /// All names that an expression could mean, for `did you mean`.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let values = self.sets.iter().flat_map(|set| &set.values);
        let variables = self.variables.iter().map(|variable| &variable.name);
        let sets = self.sets.iter().map(|set| &set.name);
        let shapes = self.shapes.iter().map(|shape| &shape.name);
        let all = variables.chain(values).chain(self.constants.keys()).chain(sets).chain(shapes);
        all.map(String::as_str).filter(|name| !name.is_empty())
    }

    fn declare(&mut self, file: &File, problems: &mut Vec<Problem>) {
        for (name, value) in &file.constants {
            self.check_new(name, problems);
            match self.constant_number(value) {
                Ok(number) => {
                    self.constants.insert(name.text.clone(), number);
                }
                Err(problem) => problems.push(problem),
            }
        }
        for (name, values) in &file.sets {
            self.check_new(name, problems);
            self.add_set(&name.text, values, problems);
        }
        for (name, drawing) in &file.shapes {
            self.check_new(name, problems);
            match drawing::shape(&name.text, drawing) {
                Ok(shape) => self.shapes.push(shape),
                Err(problem) => problems.push(problem),
            }
        }
        for variable in &file.variables {
            if problems.len() > 20 {
                return;
            }
            self.check_new(&variable.name, problems);
            if let Err(problem) = self.add_variable(variable, problems) {
                problems.push(problem);
            }
        }
        if file.is_game && self.variable("player").is_none() && mentions_player(file) {
            self.add_player();
        }
        let span = Span { line: 1, column: 1 };
        if self.variables.is_empty() && problems.is_empty() {
            let remedy = "declare one: var small : 0..3 = 0";
            problems.push(Problem::error(
                span,
                "",
                "there is no variable, so there is only one state",
                remedy,
            ));
        }
        if self.moves.is_empty() && problems.is_empty() {
            problems.push(Problem::error(span, "", "there is no move", "write one: move fill: small := 3"));
        }
        let bits: u32 = self.slots.iter().map(|slot| bits_of(slot.size)).sum();
        if bits > MOST_BITS {
            let problem = format!("a state has {bits} bits");
            let remedy = format!("use at most {MOST_BITS}: fewer variables or smaller domains");
            problems.push(Problem::error(span, "", problem, remedy));
        }
    }

    fn add_player(&mut self) {
        let first = self.slots.len();
        self.slots.push(Slot { variable: self.variables.len(), low: 1, size: 2 });
        self.variables.push(Variable {
            name: "player".to_owned(),
            span: Span { line: 1, column: 1 },
            indexing: Indexing::Single,
            first,
            count: 1,
            ty: Type::Number,
            low: 1,
            size: 2,
            permutation: false,
        });
    }

    fn check_new(&self, name: &ast::Name, problems: &mut Vec<Problem>) {
        let reserved = [
            "and",
            "or",
            "not",
            "if",
            "then",
            "else",
            "in",
            "when",
            "all",
            "any",
            "count",
            "sum",
            "cells",
            "near",
            "adjacent",
            "lines",
            "ray",
            "between",
            "min",
            "max",
            "abs",
            "sorted",
            "row",
            "column",
            "player",
            "opponent",
            "let",
            "for",
            "swap",
            "cycle",
            "reverse",
            "rotate",
            "by",
            "x",
            "permutation",
        ];
        let word = name.text.as_str();
        if reserved.contains(&word) || direction_set(word).is_some() {
            problems.push(Problem::error(
                name.span,
                word,
                "this word has a meaning already",
                "use another name",
            ));
        } else if self.names().any(|known| known == word) {
            problems.push(Problem::error(name.span, word, "this name is taken already", "use another name"));
        }
    }

    /// The set with these values, made if it is new.
    fn add_set(&mut self, name: &str, values: &[ast::Name], problems: &mut Vec<Problem>) -> usize {
        let words: Vec<String> = values.iter().map(|value| value.text.clone()).collect();
        if let Some(same) = self.sets.iter().position(|set| set.values == words && name.is_empty()) {
            return same;
        }
        for (i, value) in values.iter().enumerate() {
            if words[..i].contains(&value.text) {
                problems.push(Problem::error(
                    value.span,
                    &value.text,
                    "this value is listed twice",
                    "leave it out once",
                ));
            } else {
                self.check_new(value, problems);
            }
        }
        self.sets.push(NameSet { name: name.to_owned(), values: words });
        self.sets.len() - 1
    }

    pub(crate) fn constant_number(&self, expression: &Expr) -> Result<i64, Problem> {
        let ty = types::constant_type(self, expression)?;
        let value = Interpreter::new(self).value(expression, &mut Environment::default(), None);
        match (ty, value) {
            (Type::Number, Some(value)) if value.number.abs() < 1 << 40 => Ok(value.number),
            _ => Err(Problem::error(
                expression.span,
                "",
                "this is no number that is known beforehand",
                "use numbers and constants",
            )),
        }
    }

    fn add_variable(&mut self, declared: &ast::Variable, problems: &mut Vec<Problem>) -> Result<(), Problem> {
        let name = &declared.name;
        let error = |problem: String, remedy: &str| Problem::error(name.span, &name.text, problem, remedy);
        let (ty, low, size) = match &declared.domain {
            ast::Domain::Range(low, high) => {
                let (low, high) = (self.constant_number(low)?, self.constant_number(high)?);
                (Type::Number, low, high - low + 1)
            }
            ast::Domain::Names(values) => {
                let set = self.add_set("", values, problems);
                (Type::Name(set), 0, values.len() as i64)
            }
            ast::Domain::Named(set) => match self.set_of_name(&set.text) {
                Some(number) => (Type::Name(number), 0, self.sets[number].values.len() as i64),
                None => {
                    let sets = self.sets.iter().map(|set| set.name.as_str());
                    let remedy = did_you_mean(&set.text, sets, "declare it: set Name = first, second");
                    return Err(Problem::error(set.span, &set.text, "there is no such set", remedy));
                }
            },
            ast::Domain::Cells(of) => match self.shape_of_name(&of.text) {
                Some(shape) => (Type::Cell(shape), 0, self.shapes[shape].cells.len() as i64),
                None => {
                    let remedy = did_you_mean(&of.text, self.names(), "declare the board before it");
                    return Err(Problem::error(of.span, &of.text, "there is no such board", remedy));
                }
            },
        };
        if !(1..=MOST_VALUES).contains(&size) {
            let remedy = format!("use a domain of 1 to {MOST_VALUES} values, the lower bound first");
            return Err(error(format!("it can have {size} values"), &remedy));
        }
        let (indexing, count) = self.indexing(declared)?;
        if count < 1 || self.slots.len() as i64 + count > MOST_SLOTS as i64 {
            let remedy = format!("use 1 to {MOST_SLOTS} in all");
            return Err(error(format!("the array has {count} elements"), &remedy));
        }
        if declared.permutation && count != size {
            let problem = format!("a permutation of {size} values can't have {count} elements");
            return Err(error(problem, "give the array as many elements as there are values"));
        }
        let first = self.slots.len();
        let variable = self.variables.len();
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
                    let problem = format!("the board has {rows} rows and {columns} columns");
                    return Err(Problem::error(
                        declared.name.span,
                        &declared.name.text,
                        problem,
                        "use 1 to 64",
                    ));
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
                    let remedy =
                        did_you_mean(&name.text, self.names(), "use [1..9], [3 x 3], a set or a shape");
                    return Err(Problem::error(
                        name.span,
                        &name.text,
                        "there is no such set or shape",
                        remedy,
                    ));
                }
            }
        })
    }

    fn read_signs(&mut self, file: &File, problems: &mut Vec<Problem>) {
        for (name, sign) in &file.signs {
            let letters = sign.chars().count();
            let fits = sign.chars().all(telusur_puzzles::printable::stands_alone)
                && !sign.contains([' ', '?', '/', ';', '=', '-'])
                && (1..=3).contains(&letters);
            if !fits {
                let remedy = "use one to three letters that are seen, but none of ? / ; = - and no space";
                problems.push(Problem::error(name.span, sign, "this can't be a sign", remedy));
            } else if self.signs.values().any(|known| known == sign) {
                problems.push(Problem::error(
                    name.span,
                    sign,
                    "two values have this sign",
                    "use another one",
                ));
            } else {
                self.check_value(name, problems);
                self.signs.insert(name.text.clone(), sign.clone());
            }
        }
        for (name, colour) in &file.colours {
            self.check_value(name, problems);
            self.colours.insert(name.text.clone(), (*colour).clamp(0, 255) as u16);
        }
        for name in &file.hidden {
            self.check_value(name, problems);
            self.hidden.push(name.text.clone());
        }
    }

    fn check_value(&self, name: &ast::Name, problems: &mut Vec<Problem>) {
        let is_number = name.text.parse::<i64>().is_ok();
        let mut values = self.sets.iter().flat_map(|set| set.values.iter().map(String::as_str));
        if !is_number && !values.any(|value| value == name.text) {
            let known = self.sets.iter().flat_map(|set| set.values.iter().map(String::as_str));
            let remedy = did_you_mean(&name.text, known, "name a value of a variable");
            problems.push(Problem::error(name.span, &name.text, "no variable has this value", remedy));
        }
    }

    fn read_goals(&mut self, file: &File, problems: &mut Vec<Problem>) {
        for (_, goal) in &file.goals {
            match goal {
                ast::Goal::Condition(condition) => self.goals.push(condition.clone()),
                ast::Goal::Drawing(lines) => match drawing::read(self, lines, None) {
                    Ok(drawn) => self.goal_drawings.push(drawn),
                    Err(problem) => problems.push(problem),
                },
            }
        }
        let span = Span { line: 1, column: 1 };
        if let (true, Some((span, _))) = (self.is_game, file.goals.first()) {
            problems.push(Problem::error(
                *span,
                "goal",
                "a game has no goal",
                "use 'end', 'stuck', or 'puzzle'",
            ));
        }
        if !self.is_game && file.goals.is_empty() {
            problems.push(Problem::error(span, "", "there is no goal", "write one: goal large == 4"));
        }
        if let (false, Some((span, _, _))) = (self.is_game, file.ends.first()) {
            problems.push(Problem::error(
                *span,
                "end",
                "a puzzle for one has no 'end'",
                "use 'goal', or 'game'",
            ));
        }
    }

    fn read_starts(&mut self, file: &File, problems: &mut Vec<Problem>) {
        let mut usual = Vec::new();
        for (number, variable) in self.variables.iter().enumerate() {
            let declared = file.variables.get(number);
            let low = Value { ty: variable.ty, number: variable.low };
            let value = match declared.and_then(|declared| declared.initial.as_ref()) {
                None => low,
                Some(initial) => {
                    let value = Interpreter::new(self).value(initial, &mut Environment::default(), None);
                    match value {
                        Some(value)
                            if (variable.low..variable.low + variable.size).contains(&value.number) =>
                        {
                            value
                        }
                        _ => {
                            let remedy = "use a value of the variable";
                            problems.push(Problem::error(
                                initial.span,
                                "",
                                "the variable can't begin so",
                                remedy,
                            ));
                            low
                        }
                    }
                }
            };
            // Without anything said, a permutation begins in order.
            let in_order = variable.permutation && declared.is_none_or(|declared| declared.initial.is_none());
            usual.extend((0..variable.count as i64).map(|i| value.number + if in_order { i } else { 0 }));
        }
        self.usual.clone_from(&usual);
        let mut names = Vec::new();
        for start in &file.starts {
            match drawing::read(self, &start.drawing, Some(&usual)) {
                Ok(drawn) => {
                    let name = match start.name.text.is_empty() {
                        true => format!("level-{}", names.len() + 1),
                        false => start.name.text.clone(),
                    };
                    if names.contains(&name) {
                        let remedy = "give every start a name of its own";
                        problems.push(Problem::error(
                            start.name.span,
                            &name,
                            "two starts have this name",
                            remedy,
                        ));
                    }
                    names.push(name.clone());
                    let state: Vec<i64> =
                        drawn.iter().zip(&usual).map(|(value, usual)| value.unwrap_or(*usual)).collect();
                    self.starts.push(Start {
                        name,
                        title: start.title.clone(),
                        span: start.name.span,
                        state,
                    });
                }
                Err(problem) => problems.push(problem),
            }
        }
        if file.starts.is_empty() {
            let span = Span { line: 1, column: 1 };
            self.starts.push(Start { name: "start".to_owned(), title: None, span, state: usual });
        }
        for start in self.starts.clone() {
            if let Err(problem) = drawing::check_permutations(self, &start.state, start.span) {
                problems.push(problem);
            }
        }
    }
}

/// Bits that so many values need.
#[must_use]
pub fn bits_of(size: i64) -> u32 {
    64 - (size.max(1) as u64 - 1).leading_zeros()
}

/// Whether a game's rules depend on who moves. The words of the text tell: a false alarm costs one bit.
fn mentions_player(file: &File) -> bool {
    let text = format!("{:?} {:?} {:?}", file.moves, file.ends, file.rules);
    text.contains("\"player\"") || text.contains("\"opponent\"")
}
