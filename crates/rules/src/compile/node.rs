//! Expressions over the slots of a state, with every parameter replaced by its value: what moves are made of between
//! the text and the compiled form.

use crate::value::Shape;
use std::sync::Arc;

/// An expression without a value makes the move impossible, as in the text.
#[derive(Debug)]
pub(crate) enum Kind {
    Constant(i64),
    Slot(u16),
    Undefined,
    /// All arguments have values; see [`Operation`].
    Strict(Operation, Vec<Arc<Node>>),
    /// `if a then b else c`
    If(Arc<Node>, Arc<Node>, Arc<Node>),
    /// The first argument that is false ends it.
    And(Vec<Arc<Node>>),
    /// The first argument that is true ends it.
    Or(Vec<Arc<Node>>),
    /// The item with a number, from `low`.
    Select(Arc<Node>, i64, Vec<Arc<Node>>),
}

#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Not,
    Negate,
    Absolute,
    Sum,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Least,
    Greatest,
    Equal,
    Less,
    AtMost,
    /// Whether a number is in a range.
    Within(i64, i64),
    Step(Arc<Shape>),
    Row(Arc<Shape>),
    Column(Arc<Shape>),
}

impl Operation {
    pub(super) fn apply(&self, values: &[i64]) -> Option<i64> {
        let holds = |condition: bool| Some(i64::from(condition));
        match (self, values) {
            (Operation::Not, [a]) => holds(*a == 0),
            (Operation::Negate, [a]) => a.checked_neg(),
            (Operation::Absolute, [a]) => a.checked_abs(),
            (Operation::Sum, values) => values.iter().try_fold(0i64, |sum, value| sum.checked_add(*value)),
            (Operation::Subtract, [a, b]) => a.checked_sub(*b),
            (Operation::Multiply, [a, b]) => a.checked_mul(*b),
            (Operation::Divide, [a, b]) => a.checked_div_euclid(*b),
            (Operation::Remainder, [a, b]) => a.checked_rem_euclid(*b),
            (Operation::Least, values) => values.iter().copied().min(),
            (Operation::Greatest, values) => values.iter().copied().max(),
            (Operation::Equal, [a, b]) => holds(a == b),
            (Operation::Less, [a, b]) => holds(a < b),
            (Operation::AtMost, [a, b]) => holds(a <= b),
            (Operation::Within(low, high), [a]) => holds(low <= a && a <= high),
            (Operation::Step(shape), [cell, direction]) => shape.step(*cell, *direction),
            (Operation::Row(shape), [cell]) => shape.place(*cell).map(|(row, _)| row + 1),
            (Operation::Column(shape), [cell]) => shape.place(*cell).map(|(_, column)| column + 1),
            _ => None,
        }
    }

    /// How far from zero values can be whose arguments are this far.
    fn magnitude(&self, arguments: &[Arc<Node>]) -> u64 {
        let far = arguments.iter().map(|node| node.magnitude);
        match self {
            Operation::Sum | Operation::Subtract => far.fold(0, u64::saturating_add),
            Operation::Multiply => far.fold(1, u64::saturating_mul),
            _ => far.max().unwrap_or(0).max(FARTHEST),
        }
    }

    /// Whether it may have no value although its arguments have.
    fn is_partial(&self, magnitude: u64) -> bool {
        let divides = matches!(self, Operation::Divide | Operation::Remainder | Operation::Step(_));
        divides || magnitude >= i64::MAX as u64
    }
}

/// An expression with what is known about it.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The slots that it reads, ascending.
    pub(crate) slots: Vec<u16>,
    pub(crate) depth: u16,
    /// Whether it may have no value.
    pub(crate) may_be_undefined: bool,
    /// No value is farther from zero.
    magnitude: u64,
}

/// No value of a slot is farther from zero: bounds of domains are below 2^40.
const FARTHEST: u64 = 1 << 41;

/// Most steps that compiling one text may take. Expressions share parts, so that a small one can stand for very many
/// steps: whoever walks through one counts, and gives up here.
pub(crate) const MOST_STEPS: u64 = 8_000_000;

/// The deepest expression that is made.
pub(crate) const DEEPEST: u16 = 400;

impl Node {
    /// Bytes of the node itself, without its arguments.
    pub(crate) fn bytes(&self) -> usize {
        let arguments = match &self.kind {
            Kind::Strict(_, all) | Kind::And(all) | Kind::Or(all) | Kind::Select(_, _, all) => all.len(),
            Kind::Constant(_) | Kind::Slot(_) | Kind::Undefined | Kind::If(..) => 0,
        };
        // The counters of its owners, and what the allocator adds to three blocks.
        size_of::<Self>() + 2 * self.slots.len() + 8 * arguments + 64
    }

    pub(crate) fn constant(value: i64) -> Arc<Node> {
        Arc::new(Node {
            kind: Kind::Constant(value),
            slots: Vec::new(),
            depth: 0,
            may_be_undefined: false,
            magnitude: value.unsigned_abs(),
        })
    }

    pub(crate) fn undefined() -> Arc<Node> {
        Arc::new(Node {
            kind: Kind::Undefined,
            slots: Vec::new(),
            depth: 0,
            may_be_undefined: true,
            magnitude: 0,
        })
    }

    pub(crate) fn slot(slot: usize) -> Arc<Node> {
        let slot = slot as u16;
        Arc::new(Node {
            kind: Kind::Slot(slot),
            slots: vec![slot],
            depth: 0,
            may_be_undefined: false,
            magnitude: FARTHEST,
        })
    }

    fn new(kind: Kind, arguments: &[&Arc<Node>], partial: bool) -> Arc<Node> {
        let magnitude = arguments.iter().map(|node| node.magnitude).max().unwrap_or(0);
        Node::with(kind, arguments, partial, magnitude)
    }

    fn with(kind: Kind, arguments: &[&Arc<Node>], partial: bool, magnitude: u64) -> Arc<Node> {
        let mut slots: Vec<u16> = arguments.iter().flat_map(|node| node.slots.iter().copied()).collect();
        slots.sort_unstable();
        slots.dedup();
        let depth = arguments.iter().map(|node| node.depth).max().unwrap_or(0).saturating_add(1);
        let may_be_undefined = partial || arguments.iter().any(|node| node.may_be_undefined);
        Arc::new(Node { kind, slots, depth, may_be_undefined, magnitude })
    }

    pub(crate) fn as_constant(&self) -> Option<i64> {
        match self.kind {
            Kind::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn strict(operation: Operation, arguments: Vec<Arc<Node>>) -> Arc<Node> {
        if arguments.iter().any(|node| matches!(node.kind, Kind::Undefined)) {
            return Node::undefined();
        }
        let constants: Option<Vec<i64>> = arguments.iter().map(|node| node.as_constant()).collect();
        if let Some(constants) = constants {
            return operation.apply(&constants).map_or_else(Node::undefined, Node::constant);
        }
        let magnitude = operation.magnitude(&arguments);
        let partial = operation.is_partial(magnitude);
        let kept = arguments.clone();
        let nodes: Vec<&Arc<Node>> = kept.iter().collect();
        Node::with(Kind::Strict(operation, arguments), &nodes, partial, magnitude)
    }

    pub(crate) fn not(inner: Arc<Node>) -> Arc<Node> {
        Node::strict(Operation::Not, vec![inner])
    }

    pub(crate) fn choice(condition: &Arc<Node>, yes: Arc<Node>, no: Arc<Node>) -> Arc<Node> {
        match condition.kind {
            Kind::Constant(0) => no,
            Kind::Constant(_) => yes,
            Kind::Undefined => Node::undefined(),
            _ if Arc::ptr_eq(&yes, &no) && !condition.may_be_undefined => yes,
            _ => {
                let kind = Kind::If(condition.clone(), yes.clone(), no.clone());
                Node::new(kind, &[condition, &yes, &no], false)
            }
        }
    }

    pub(crate) fn and(arguments: Vec<Arc<Node>>) -> Arc<Node> {
        Node::chain(arguments, 0)
    }

    pub(crate) fn or(arguments: Vec<Arc<Node>>) -> Arc<Node> {
        Node::chain(arguments, 1)
    }

    /// A chain that the value `ends` ends.
    fn chain(arguments: Vec<Arc<Node>>, ends: i64) -> Arc<Node> {
        let mut kept: Vec<Arc<Node>> = Vec::new();
        for node in arguments {
            match node.kind {
                Kind::Constant(value) if value != ends => {}
                Kind::Constant(_) | Kind::Undefined => {
                    kept.push(node);
                    break;
                }
                _ => kept.push(node),
            }
        }
        match kept.len() {
            0 => Node::constant(1 - ends),
            1 => kept.remove(0),
            _ => {
                let nodes: Vec<Arc<Node>> = kept.clone();
                let nodes: Vec<&Arc<Node>> = nodes.iter().collect();
                let kind = if ends == 0 { Kind::And(kept) } else { Kind::Or(kept) };
                Node::new(kind, &nodes, false)
            }
        }
    }

    pub(crate) fn select(index: &Arc<Node>, low: i64, items: Vec<Arc<Node>>) -> Arc<Node> {
        if let Some(at) = index.as_constant() {
            let item = usize::try_from(at - low).ok().and_then(|at| items.get(at));
            return item.cloned().unwrap_or_else(Node::undefined);
        }
        if matches!(index.kind, Kind::Undefined) {
            return Node::undefined();
        }
        let all = items.clone();
        let nodes: Vec<&Arc<Node>> = all.iter().chain([index]).collect();
        Node::new(Kind::Select(index.clone(), low, items), &nodes, true)
    }

    /// The value where slots have the values that `read` tells. Counts its steps.
    pub(crate) fn value(&self, read: &dyn Fn(u16) -> i64, steps: &mut u64) -> Option<i64> {
        *steps += 1;
        if *steps > MOST_STEPS {
            return None;
        }
        match &self.kind {
            Kind::Constant(value) => Some(*value),
            Kind::Slot(slot) => Some(read(*slot)),
            Kind::Undefined => None,
            Kind::Strict(operation, arguments) => {
                // Three arguments at most, but for sums and the like.
                let mut values = [0i64; 8];
                if arguments.len() <= values.len() {
                    for (value, argument) in values.iter_mut().zip(arguments) {
                        *value = argument.value(read, steps)?;
                    }
                    return operation.apply(&values[..arguments.len()]);
                }
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(argument.value(read, steps)?);
                }
                operation.apply(&values)
            }
            Kind::If(condition, yes, no) => match condition.value(read, steps)? {
                0 => no.value(read, steps),
                _ => yes.value(read, steps),
            },
            Kind::And(arguments) => {
                for argument in arguments {
                    if argument.value(read, steps)? == 0 {
                        return Some(0);
                    }
                }
                Some(1)
            }
            Kind::Or(arguments) => {
                for argument in arguments {
                    if argument.value(read, steps)? != 0 {
                        return Some(1);
                    }
                }
                Some(0)
            }
            Kind::Select(index, low, items) => {
                let at = usize::try_from(index.value(read, steps)?.checked_sub(*low)?).ok()?;
                items.get(at)?.value(read, steps)
            }
        }
    }

    /// The same where some slots have known values.
    pub(crate) fn with_known(
        self: &Arc<Node>,
        known: &dyn Fn(u16) -> Option<i64>,
        steps: &mut u64,
    ) -> Arc<Node> {
        *steps += 1;
        if *steps > MOST_STEPS || !self.slots.iter().any(|&slot| known(slot).is_some()) {
            return self.clone();
        }
        let mut all = |nodes: &[Arc<Node>]| nodes.iter().map(|node| node.with_known(known, steps)).collect();
        match &self.kind {
            Kind::Constant(_) | Kind::Undefined => self.clone(),
            Kind::Slot(slot) => known(*slot).map_or_else(|| self.clone(), Node::constant),
            Kind::Strict(operation, arguments) => Node::strict(operation.clone(), all(arguments)),
            Kind::If(condition, yes, no) => {
                let condition = condition.with_known(known, steps);
                match condition.as_constant() {
                    Some(0) => no.with_known(known, steps),
                    Some(_) => yes.with_known(known, steps),
                    None => {
                        Node::choice(&condition, yes.with_known(known, steps), no.with_known(known, steps))
                    }
                }
            }
            Kind::And(arguments) => Node::and(all(arguments)),
            Kind::Or(arguments) => Node::or(all(arguments)),
            Kind::Select(index, low, items) => {
                let index = index.with_known(known, steps);
                match index.as_constant() {
                    // Only the item that is meant need be looked at.
                    Some(at) => {
                        let item = usize::try_from(at - low).ok().and_then(|at| items.get(at));
                        item.map_or_else(Node::undefined, |item| item.with_known(known, steps))
                    }
                    None => {
                        let items = items.iter().map(|item| item.with_known(known, steps)).collect();
                        Node::select(&index, *low, items)
                    }
                }
            }
        }
    }
}
