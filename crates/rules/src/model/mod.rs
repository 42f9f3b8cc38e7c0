//! What the names of a text stand for: sets, shapes, variables and the slots of a state.

mod declare;
mod read;

use crate::ast::{self, Bilingual, Ending, Expr, ExprKind, File};
use crate::source::{Problem, Span};
use crate::types;
use crate::value::{DIRECTIONS, Shape, Type, Value};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

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

impl Variable {
    /// Its slots.
    #[must_use]
    pub fn slots(&self) -> Range<usize> {
        self.first..self.first + self.count
    }

    /// A value of it, by its number.
    #[must_use]
    pub fn value(&self, number: i64) -> Value {
        Value { ty: self.ty, number }
    }
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
    /// The length of a shortest solution, as the text states it.
    pub optimum: Option<u32>,
}

/// What a variable is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// As what.
    pub arrangement: ast::Arrangement,
    /// The variable whose values colour and mark its elements.
    pub with: Option<usize>,
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
    /// Forms of values, by their names.
    pub forms: BTreeMap<String, ast::Form>,
    /// Values that are not drawn.
    pub hidden: Vec<String>,
    /// Where variables are drawn, by their numbers.
    pub placings: BTreeMap<usize, ast::Placing>,
    /// Variables whose elements stand in the columns of their values.
    pub by_value: Vec<usize>,
    /// What variables are drawn as, by their numbers.
    pub showings: BTreeMap<usize, Shown>,
    /// Cells that are marked: an `any` over those for which a condition holds.
    pub marks: Vec<Expr>,
    /// Constants and the values of sets, by their names.
    constants: HashMap<String, Value>,
    /// The numbers of variables, by their names.
    numbers: HashMap<String, usize>,
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
            marks: file.marks.clone(),
            ..Model::default()
        };
        model.declare(file, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        model.bound = file.bound.as_ref().map(|(_, bound)| bound.clone());
        model.ends = file.ends.iter().map(|(_, condition, ending)| (condition.clone(), *ending)).collect();
        model.read_signs(file, &mut problems);
        model.read_showings(file, &mut problems);
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
        self.numbers.get(name).copied()
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
        if let Some(&value) = self.constants.get(name) {
            return Some(value);
        }
        let direction = DIRECTIONS.iter().position(|(_, _, known)| *known == name)?;
        Some(Value { ty: Type::Direction, number: direction as i64 })
    }

    /// The variable that a slot belongs to.
    #[must_use]
    pub fn variable_of(&self, slot: usize) -> &Variable {
        &self.variables[self.slots[slot].variable]
    }

    /// The slot of an array with an index, given as one value or as row and column.
    #[must_use]
    pub fn slot(&self, variable: usize, index: &[i64]) -> Option<usize> {
        let Variable { indexing, first, count, .. } = self.variables[variable];
        let offset = match (indexing, index) {
            (Indexing::Single, []) => 0,
            (Indexing::From(low), [at]) => at.checked_sub(low)?,
            (Indexing::Set(_) | Indexing::Shape(_), [at]) => *at,
            (Indexing::Shape(shape), [row, column]) => {
                self.shapes[shape].cell(row.checked_sub(1)?, column.checked_sub(1)?)?
            }
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
        let variable = self.variable_of(slot);
        match self.index_name(slot) {
            None => variable.name.clone(),
            Some(index) => format!("{}[{index}]", variable.name),
        }
    }

    /// Whether a variable marks the elements of another and is not drawn itself.
    #[must_use]
    pub fn is_mark(&self, variable: usize) -> bool {
        self.showings.values().any(|shown| shown.with == Some(variable))
    }

    /// The index of a slot in its array.
    #[must_use]
    pub fn index_name(&self, slot: usize) -> Option<String> {
        let variable = self.variable_of(slot);
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
        let variables = self.variables.iter().map(|variable| &variable.name);
        let sets = self.sets.iter().map(|set| &set.name);
        let shapes = self.shapes.iter().map(|shape| &shape.name);
        let all = variables.chain(self.constants.keys()).chain(sets).chain(shapes);
        all.map(String::as_str).filter(|name| !name.is_empty())
    }
}

/// Bits that so many values need.
#[must_use]
pub fn bits_of(size: i64) -> u32 {
    64 - (size.max(1) as u64 - 1).leading_zeros()
}
