//! Carries a move out on symbols: what every slot becomes as an expression over the slots before, and what must hold
//! for the move to be possible.

mod effects;

use crate::ast::{Binder, Expr, ExprKind, Fold, Operator};
use crate::compile::node::{DEEPEST, Node, Operation};
use crate::compile::work::{TooMuch, Work};
use crate::interpreter::GroundMove;
use crate::model::{Indexing, Model};
use crate::sets::{NoSet, elements};
use crate::value::{Type, Value};
use std::sync::Arc;

/// An expression and what it is.
#[derive(Clone)]
pub(crate) struct Term {
    pub(crate) ty: Type,
    pub(crate) node: Arc<Node>,
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
        self.work.made(&node)?;
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
                self.work.take(parts.iter().map(|part| part.slots.len()).sum::<usize>() / 8)?;
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
        self.work.take(1)?;
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
            self.work.take(4 * values.len())?;
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
        self.work.take(1 + declared.count / 8)?;
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
        let sizes = (binder.names.len(), self.work.steps_left());
        let listed = elements(model, &binder.set, sizes, |expression| match self.term(expression) {
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
        self.work.take(listed.len())?;
        for element in listed {
            self.work.take(1)?;
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
