//! Carries a move out on symbols: what every slot becomes as an expression over the slots before, and what must hold
//! for the move to be possible.

mod effects;

use crate::allowance;
use crate::ast::{Binder, Expr, ExprKind, Fold, Operator};
use crate::compile::node::{DEEPEST, MOST_STEPS, Node, Operation};
use crate::interpreter::GroundMove;
use crate::model::{Indexing, Model};
use crate::sets::{NoSet, elements};
use crate::value::{Type, Value};
use std::sync::Arc;
use telusur_search::Deadline;

/// Why a text can't be compiled, although every word of it is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooMuch {
    /// More steps than are allowed.
    Work,
    /// Expressions too deep.
    Depth,
    /// A set with too many elements.
    Set,
    /// More time than is allowed.
    Time,
    /// More memory than is allowed.
    Memory,
}

/// An expression and what it is.
#[derive(Clone)]
pub(crate) struct Term {
    pub(crate) ty: Type,
    pub(crate) node: Arc<Node>,
}

/// The work that compiling has taken so far.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) steps: u64,
    /// When it must be done: as the caller says, and as the current thread's allowance does.
    deadlines: [Option<Deadline>; 2],
    /// At how many steps the clock is looked at next.
    next_look: u64,
    /// Bytes that the parts made so far take, as far as they are counted, and how many they may take.
    bytes: u64,
    most_bytes: u64,
}

impl Default for Work {
    fn default() -> Self {
        Work::until(None)
    }
}

/// Steps between two looks at the clock: less than a millisecond.
const STEPS_PER_LOOK: u64 = 4096;

impl Work {
    pub(crate) fn until(deadline: Option<Deadline>) -> Self {
        let allowance = allowance::current();
        let most_bytes = allowance.as_ref().map_or(u64::MAX, |allowance| allowance.bytes);
        let own = allowance.map(|allowance| allowance.deadline.within(allowance.time));
        Work { steps: 0, deadlines: [deadline, own], next_look: 0, bytes: 0, most_bytes }
    }

    /// Returns a fresh count under the same limits.
    pub(crate) fn again(&self) -> Self {
        let (deadlines, most_bytes) = (self.deadlines.clone(), self.most_bytes);
        Work { steps: 0, deadlines, next_look: 0, bytes: 0, most_bytes }
    }

    /// Counts bytes of a part that is made.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Result<(), TooMuch> {
        self.bytes += bytes as u64;
        if self.bytes > self.most_bytes { Err(TooMuch::Memory) } else { Ok(()) }
    }

    /// Bytes counted so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Forgets what was counted since there were so many bytes: those parts are gone.
    pub(crate) fn release_to(&mut self, bytes: u64) {
        self.bytes = bytes;
    }

    pub(crate) fn check(&mut self) -> Result<(), TooMuch> {
        if self.steps >= self.next_look {
            self.next_look = self.steps + STEPS_PER_LOOK;
            if self.deadlines.iter().flatten().any(Deadline::is_over) {
                return Err(TooMuch::Time);
            }
        }
        if self.steps > MOST_STEPS { Err(TooMuch::Work) } else { Ok(()) }
    }
}

/// A move carried out on symbols.
pub(crate) struct Execution<'m, 'w> {
    model: &'m Model,
    shapes: &'m [Arc<crate::value::Shape>],
    work: &'w mut Work,
    bound: Vec<(String, Term)>,
    /// What every slot is now.
    pub(crate) state: Vec<Arc<Node>>,
    /// What must hold, each of them.
    pub(crate) guards: Vec<Arc<Node>>,
}

impl<'m, 'w> Execution<'m, 'w> {
    pub(crate) fn new(
        model: &'m Model,
        shapes: &'m [Arc<crate::value::Shape>],
        slots: &[Arc<Node>],
        work: &'w mut Work,
    ) -> Self {
        Execution { model, shapes, work, bound: Vec::new(), state: slots.to_vec(), guards: Vec::new() }
    }

    /// Carries a move out, its rules included.
    pub(crate) fn run(&mut self, ground: &GroundMove) -> Result<(), TooMuch> {
        let model = self.model;
        let each = &model.moves[ground.number];
        let names = each.binders.iter().flat_map(|binder| &binder.names);
        for (name, value) in names.zip(&ground.arguments) {
            self.bound.push((name.text.clone(), Term { ty: value.ty, node: Node::constant(value.number) }));
        }
        if let Some(condition) = &each.condition {
            let guard = self.term(condition)?.node;
            self.guards.push(guard);
        }
        self.effects(&each.effects)?;
        self.bound.clear();
        Ok(())
    }

    /// A guard for every rule that reads something which the move has changed.
    pub(crate) fn rules(&mut self) -> Result<(), TooMuch> {
        let model = self.model;
        for (_, rule) in &model.rules {
            let after = self.term(rule)?.node;
            let state = std::mem::take(&mut self.state);
            let slots: Vec<Arc<Node>> = (0..state.len()).map(Node::slot).collect();
            self.state = slots;
            let before = self.term(rule);
            self.state = state;
            let reads_changed = before?.node.slots.iter().any(|&slot| {
                !matches!(self.state[slot as usize].kind, crate::compile::node::Kind::Slot(same) if same == slot)
            });
            if reads_changed {
                self.guards.push(after);
            }
        }
        Ok(())
    }

    fn made(&mut self, node: Arc<Node>) -> Result<Arc<Node>, TooMuch> {
        self.work.steps += 1 + node.slots.len() as u64 / 4;
        self.work.check()?;
        self.work.reserve(node.bytes())?;
        if node.depth > DEEPEST { Err(TooMuch::Depth) } else { Ok(node) }
    }

    /// The term of an expression in the state as it is now.
    pub(crate) fn term(&mut self, expression: &Expr) -> Result<Term, TooMuch> {
        let (ty, node) = match &expression.kind {
            ExprKind::Number(number) => (Type::Number, Node::constant(*number)),
            ExprKind::Name(name) => return self.name(name),
            ExprKind::Index(name, index) => {
                let Some(variable) = self.model.variable(name) else { return Ok(undefined(Type::Number)) };
                let ty = self.model.variables[variable].ty;
                let index =
                    index.iter().map(|part| Ok(self.term(part)?.node)).collect::<Result<Vec<_>, _>>()?;
                let (at, low, slots) = self.element(variable, &index)?;
                let items = slots
                    .into_iter()
                    .map(|slot| slot.map_or_else(Node::undefined, |slot| self.state[slot].clone()));
                (ty, Node::select(&at, low, items.collect()))
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments)?,
            ExprKind::Minus(inner) => {
                let inner = self.term(inner)?.node;
                (Type::Number, Node::strict(Operation::Negate, vec![inner]))
            }
            ExprKind::Not(inner) => (Type::Condition, Node::not(self.term(inner)?.node)),
            ExprKind::If(condition, yes, no) => {
                let condition = self.term(condition)?.node;
                let yes = self.term(yes)?;
                let no = self.term(no)?;
                (yes.ty, Node::choice(&condition, yes.node, no.node))
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            ExprKind::Fold(fold, binders, body) => {
                let mut parts = Vec::new();
                let depth = self.bound.len();
                self.each(binders, &mut |execution| {
                    let part = execution.term(body)?.node;
                    parts.push(part);
                    Ok(())
                })?;
                self.bound.truncate(depth);
                match fold {
                    Fold::All => (Type::Condition, Node::and(parts)),
                    Fold::Any => (Type::Condition, Node::or(parts)),
                    Fold::Count | Fold::Sum => (Type::Number, Node::strict(Operation::Sum, parts)),
                }
            }
        };
        Ok(Term { ty, node: self.made(node)? })
    }

    fn name(&mut self, name: &str) -> Result<Term, TooMuch> {
        self.work.steps += 1;
        self.work.check()?;
        if let Some((_, term)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return Ok(term.clone());
        }
        if name == "opponent"
            && let Some(player) = self.model.variable("player")
        {
            let player = self.state[self.model.variables[player].first].clone();
            let node = Node::strict(Operation::Subtract, vec![Node::constant(3), player]);
            return Ok(Term { ty: Type::Number, node });
        }
        if let Some(variable) = self.model.variable(name) {
            let declared = &self.model.variables[variable];
            return Ok(Term { ty: declared.ty, node: self.state[declared.first].clone() });
        }
        Ok(match self.model.constant(name) {
            Some(Value { ty, number }) => Term { ty, node: Node::constant(number) },
            None => undefined(Type::Number),
        })
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
    ) -> Result<(Type, Arc<Node>), TooMuch> {
        let a = self.term(left)?;
        let b = self.term(right)?;
        let ty = a.ty;
        let (a, b) = (a.node, b.node);
        let condition = |node| Ok((Type::Condition, node));
        let number = |operation, a, b| Ok((Type::Number, Node::strict(operation, vec![a, b])));
        match operator {
            Operator::And => condition(Node::and(vec![a, b])),
            Operator::Or => condition(Node::or(vec![a, b])),
            Operator::Equal => condition(Node::strict(Operation::Equal, vec![a, b])),
            Operator::Unequal => condition(Node::not(Node::strict(Operation::Equal, vec![a, b]))),
            Operator::Less => condition(Node::strict(Operation::Less, vec![a, b])),
            Operator::AtMost => condition(Node::strict(Operation::AtMost, vec![a, b])),
            Operator::Greater => condition(Node::strict(Operation::Less, vec![b, a])),
            Operator::AtLeast => condition(Node::strict(Operation::AtMost, vec![b, a])),
            Operator::Add => match ty {
                Type::Cell(shape) => {
                    Ok((ty, Node::strict(Operation::Step(self.shapes[shape].clone()), vec![a, b])))
                }
                _ => number(Operation::Sum, a, b),
            },
            Operator::Subtract => number(Operation::Subtract, a, b),
            Operator::Multiply => number(Operation::Multiply, a, b),
            Operator::Divide => number(Operation::Divide, a, b),
            Operator::Remainder => number(Operation::Remainder, a, b),
        }
    }

    fn call(&mut self, function: &str, arguments: &[Expr]) -> Result<(Type, Arc<Node>), TooMuch> {
        if function == "sorted" {
            let Some(ExprKind::Name(name)) = arguments.first().map(|argument| &argument.kind) else {
                return Ok((Type::Condition, Node::undefined()));
            };
            let Some(variable) = self.model.variable(name) else {
                return Ok((Type::Condition, Node::undefined()));
            };
            let declared = &self.model.variables[variable];
            let values = &self.state[declared.slots()];
            // A permutation is in order in one way only, which names every value.
            if declared.permutation {
                let in_place = values.iter().zip(declared.low..).map(|(value, wanted)| {
                    Node::strict(Operation::Equal, vec![value.clone(), Node::constant(wanted)])
                });
                return Ok((Type::Condition, Node::and(in_place.collect())));
            }
            let pairs = values.windows(2).map(|pair| Node::strict(Operation::AtMost, pair.to_vec()));
            return Ok((Type::Condition, Node::and(pairs.collect())));
        }
        let terms = arguments.iter().map(|argument| self.term(argument)).collect::<Result<Vec<_>, _>>()?;
        let shape = match terms.first().map(|term| term.ty) {
            Some(Type::Cell(shape)) => Some(self.shapes[shape].clone()),
            _ => None,
        };
        let operation = match (function, shape) {
            ("min", _) => Operation::Least,
            ("max", _) => Operation::Greatest,
            ("abs", _) => Operation::Absolute,
            ("row", Some(shape)) => Operation::Row(shape),
            ("column", Some(shape)) => Operation::Column(shape),
            _ => return Ok((Type::Number, Node::undefined())),
        };
        Ok((Type::Number, Node::strict(operation, terms.into_iter().map(|term| term.node).collect())))
    }

    /// What an index means: a number, the lowest one, and the slot of each.
    #[expect(clippy::type_complexity, reason = "used twice, right here")]
    fn element(
        &mut self,
        variable: usize,
        index: &[Arc<Node>],
    ) -> Result<(Arc<Node>, i64, Vec<Option<usize>>), TooMuch> {
        let declared = &self.model.variables[variable];
        let (first, slots) = (declared.first, declared.slots().map(Some));
        self.work.steps += 1;
        Ok(match (declared.indexing, index) {
            (Indexing::From(low), [at]) => (at.clone(), low, slots.collect()),
            (Indexing::Set(_) | Indexing::Shape(_), [at]) => (at.clone(), 0, slots.collect()),
            (Indexing::Shape(shape), [row, column]) => {
                let shape = &self.shapes[shape];
                let (rows, columns) = (i64::from(shape.rows), i64::from(shape.columns));
                let inside = Node::and(vec![
                    Node::strict(Operation::Within(1, rows), vec![row.clone()]),
                    Node::strict(Operation::Within(1, columns), vec![column.clone()]),
                ]);
                let product = Node::strict(Operation::Multiply, vec![row.clone(), Node::constant(columns)]);
                let sum = Node::strict(Operation::Sum, vec![product, column.clone()]);
                let at = Node::choice(&inside, sum, Node::undefined());
                let slots = shape.at.iter().map(|cell| cell.map(|cell| first + usize::from(cell))).collect();
                (self.made(at)?, columns + 1, slots)
            }
            _ => (Node::constant(0), 0, vec![Some(first)]),
        })
    }

    /// Binds every element of the binders' sets in turn.
    fn each(
        &mut self,
        binders: &[Binder],
        visit: &mut dyn FnMut(&mut Self) -> Result<(), TooMuch>,
    ) -> Result<(), TooMuch> {
        let Some((binder, others)) = binders.split_first() else { return visit(self) };
        let mut failed = None;
        let model = self.model;
        let listed =
            elements(model, &binder.set, binder.names.len(), |expression| match self.term(expression) {
                Ok(term) => Some(Value { ty: term.ty, number: term.node.as_constant()? }),
                Err(error) => {
                    failed = Some(error);
                    None
                }
            });
        if let Some(error) = failed {
            return Err(error);
        }
        let listed = match listed {
            Ok(listed) => listed,
            Err(NoSet::Undefined) => Vec::new(),
            Err(NoSet::TooLarge) => return Err(TooMuch::Set),
        };
        for element in listed {
            self.work.steps += 1;
            self.work.check()?;
            let depth = self.bound.len();
            for (name, value) in binder.names.iter().zip(element) {
                self.bound
                    .push((name.text.clone(), Term { ty: value.ty, node: Node::constant(value.number) }));
            }
            let result = self.each(others, visit);
            self.bound.truncate(depth);
            result?;
        }
        Ok(())
    }
}

fn undefined(ty: Type) -> Term {
    Term { ty, node: Node::undefined() }
}
