//! Expressions as they are evaluated on packed states: parts that read few bits are tables.

use super::execute::{TooMuch, Work};
use super::node::{Kind, Node, Operation};
use crate::word::{Field, Word};
use std::sync::Arc;

/// Most bits that a table is indexed by.
pub(crate) const MOST_TABLE_BITS: u32 = 12;
/// Stands for no value in a table.
const NONE: i32 = i32::MIN;
/// Most parts of one expression that are not in tables.
const MOST_PARTS: u64 = 20_000;

/// Bits of some fields, put together.
#[derive(Clone, Debug)]
struct Gather {
    /// Place and mask of a field, and where its bits go.
    parts: Box<[(u32, u64, u32)]>,
}

impl Gather {
    #[inline]
    fn index<W: Word>(&self, state: W) -> usize {
        self.parts.iter().fold(0, |index, &(shift, mask, to)| index | (state.get(shift, mask) << to) as usize)
    }
}

/// An expression that is evaluated on packed states.
#[derive(Clone, Debug)]
pub(crate) enum Eval {
    Constant(i64),
    Undefined,
    Slot { shift: u32, mask: u64, low: i64 },
    Table { gather: GatherTable },
    Strict(Operation, Box<[Eval]>),
    If(Box<[Eval; 3]>),
    And(Box<[Eval]>),
    Or(Box<[Eval]>),
    Select(Box<Eval>, i64, Box<[Eval]>),
}

/// A table of values, [`NONE`] where there is none.
#[derive(Clone, Debug)]
pub(crate) struct GatherTable {
    gather: Gather,
    values: Box<[i32]>,
}

impl Eval {
    /// Compiles an expression.
    pub(crate) fn new(node: &Arc<Node>, fields: &[Field], work: &mut Work) -> Result<Self, TooMuch> {
        Self::with_tables(node, fields, MOST_TABLE_BITS, work)
    }

    /// Compiles an expression with tables of at most so many bits.
    pub(crate) fn with_tables(
        node: &Arc<Node>,
        fields: &[Field],
        bits: u32,
        work: &mut Work,
    ) -> Result<Self, TooMuch> {
        let mut parts = 0;
        Self::build(node, fields, bits, work, &mut parts)
    }

    fn build(
        node: &Arc<Node>,
        fields: &[Field],
        bits: u32,
        work: &mut Work,
        parts: &mut u64,
    ) -> Result<Self, TooMuch> {
        *parts += 1;
        work.steps += 1;
        work.check()?;
        if *parts > MOST_PARTS {
            return Err(TooMuch::Work);
        }
        if let Kind::Slot(slot) = node.kind {
            let field = fields[slot as usize];
            return Ok(Eval::Slot { shift: field.shift, mask: field.mask(), low: field.low });
        }
        if let Some(table) = Self::table(node, fields, bits, work)? {
            return Ok(table);
        }
        let mut all = |nodes: &[Arc<Node>]| {
            nodes
                .iter()
                .map(|node| Self::build(node, fields, bits, work, parts))
                .collect::<Result<Box<[Eval]>, _>>()
        };
        Ok(match &node.kind {
            Kind::Constant(value) => Eval::Constant(*value),
            Kind::Undefined | Kind::Slot(_) => Eval::Undefined,
            Kind::Strict(operation, arguments) => Eval::Strict(operation.clone(), all(arguments)?),
            Kind::If(a, b, c) => {
                let parts = [a, b, c].map(|part| Self::build(part, fields, bits, work, parts));
                let [a, b, c] = parts;
                Eval::If(Box::new([a?, b?, c?]))
            }
            Kind::And(arguments) => Eval::And(all(arguments)?),
            Kind::Or(arguments) => Eval::Or(all(arguments)?),
            Kind::Select(index, low, items) => {
                let items = all(items)?;
                Eval::Select(Box::new(Self::build(index, fields, bits, work, parts)?), *low, items)
            }
        })
    }

    /// The expression as a table, if it reads few bits.
    fn table(
        node: &Arc<Node>,
        fields: &[Field],
        most: u32,
        work: &mut Work,
    ) -> Result<Option<Self>, TooMuch> {
        let bits: u32 = node.slots.iter().map(|&slot| fields[slot as usize].bits).sum();
        if node.slots.is_empty() || bits > most {
            return Ok(None);
        }
        let mut to = 0;
        let mut parts = Vec::new();
        for &slot in &node.slots {
            let field = fields[slot as usize];
            parts.push((field.shift, field.mask(), to));
            to += field.bits;
        }
        work.reserve((4 << bits) + 32 * node.slots.len())?;
        let mut values = Vec::with_capacity(1 << bits);
        for index in 0..1u64 << bits {
            let code = |slot: u16| {
                let part = node.slots.binary_search(&slot).map_or((0, 0, 0), |at| parts[at]);
                (index >> part.2 & part.1) as i64
            };
            // Bits that no value has are never looked up.
            let is_state = node.slots.iter().all(|&slot| code(slot) < i64::from(fields[slot as usize].size));
            let value = match is_state {
                true => node.value(&|slot| fields[slot as usize].low + code(slot), &mut work.steps),
                false => None,
            };
            work.check()?;
            match value.map_or(Ok(NONE), i32::try_from) {
                Ok(value) => values.push(value),
                // Too large for the table.
                Err(_) => return Ok(None),
            }
        }
        let gather = Gather { parts: parts.into() };
        Ok(Some(Eval::Table { gather: GatherTable { gather, values: values.into() } }))
    }

    /// Whether it is true in every state, as far as that is known without search.
    pub(crate) fn is_always_true(&self, fields: &[Field]) -> bool {
        match self {
            Eval::Constant(value) => *value == 1,
            Eval::Table { gather: table } => {
                // Entries that belong to no state are undefined; count those that do.
                let states = |index: usize| {
                    table.gather.parts.iter().all(|&(shift, mask, to)| {
                        let field = fields.iter().find(|field| field.shift == shift && field.bits > 0);
                        field.is_some_and(|field| (index as u64 >> to & mask) < u64::from(field.size))
                    })
                };
                table.values.iter().enumerate().all(|(index, &value)| value == 1 || !states(index))
            }
            _ => false,
        }
    }

    /// The value in a state.
    pub(crate) fn value<W: Word>(&self, state: W) -> Option<i64> {
        match self {
            Eval::Constant(value) => Some(*value),
            Eval::Undefined => None,
            Eval::Slot { shift, mask, low } => Some(low + state.get(*shift, *mask) as i64),
            Eval::Table { gather: table } => match table.values[table.gather.index(state)] {
                NONE => None,
                value => Some(value.into()),
            },
            Eval::Strict(Operation::Sum, arguments) => {
                let mut sum = 0i64;
                for argument in arguments {
                    sum = sum.checked_add(argument.value(state)?)?;
                }
                Some(sum)
            }
            Eval::Strict(operation, arguments) => {
                let mut values = [0i64; 8];
                if arguments.len() <= values.len() {
                    for (value, argument) in values.iter_mut().zip(arguments) {
                        *value = argument.value(state)?;
                    }
                    return operation.apply(&values[..arguments.len()]);
                }
                let values: Option<Vec<i64>> =
                    arguments.iter().map(|argument| argument.value(state)).collect();
                operation.apply(&values?)
            }
            Eval::If(parts) => match parts[0].value(state)? {
                0 => parts[2].value(state),
                _ => parts[1].value(state),
            },
            Eval::And(parts) => {
                for part in parts {
                    if part.value(state)? == 0 {
                        return Some(0);
                    }
                }
                Some(1)
            }
            Eval::Or(parts) => {
                for part in parts {
                    if part.value(state)? != 0 {
                        return Some(1);
                    }
                }
                Some(0)
            }
            Eval::Select(index, low, items) => {
                let at = usize::try_from(index.value(state)?.checked_sub(*low)?).ok()?;
                items.get(at)?.value(state)
            }
        }
    }

    /// Whether a condition holds in a state.
    #[inline]
    pub(crate) fn holds<W: Word>(&self, state: W) -> bool {
        self.value(state) == Some(1)
    }
}
