//! Symmetries: exchanges of slots that turn every move into a move and the goal into the goal. What is declared is
//! checked case by case; what can't be checked is refused.

use super::case::{Becomes, Case};
use super::execute::Execution;
use super::node::{Kind, Node};
use super::{Condition, Prepared, refusal};
use crate::ast::SymmetryEffect;
use crate::messages;
use crate::model::{Indexing, Model};
use crate::source::Problem;
use crate::value::Shape;
use std::collections::BTreeSet;
use std::sync::Arc;
use telusur_puzzles::Text;

/// Most elements of a group.
const MOST: usize = 128;

/// For every symmetry but the one that changes nothing, the slot that each slot's value comes from.
pub(super) fn group(
    prepared: &Prepared,
    shapes: &[Arc<Shape>],
    slots: &[Arc<Node>],
) -> Result<Vec<Vec<u16>>, Problem> {
    let model = &*prepared.model;
    let mut generators: Vec<Vec<u16>> = Vec::new();
    for symmetry in &model.symmetries {
        let error =
            |problem: Text, remedy: Text| Err(Problem::error(symmetry.span, "symmetry", problem, remedy));
        if model.bound.is_some() {
            return error(messages::BOUND_BESIDE_SYMMETRY, messages::LEAVE_OUT_ONE);
        }
        let mut from: Vec<u16> = (0..slots.len() as u16).collect();
        for effect in &symmetry.effects {
            let step = match effect {
                SymmetryEffect::Grid(how, name) => match turned(model, how, &name.text) {
                    Some(step) => step,
                    None => return error(messages::DOES_NOT_FIT, messages::ANOTHER_SYMMETRY),
                },
                SymmetryEffect::Effect(effect) => {
                    let mut work = prepared.work.again();
                    let mut execution = Execution::new(model, shapes, slots, &mut work);
                    execution
                        .effect(effect)
                        .map_err(|too_much| refusal(too_much, symmetry.span, "symmetry"))?;
                    let slot = |node: &Arc<Node>| match node.kind {
                        Kind::Slot(slot) => Some(slot),
                        _ => None,
                    };
                    let step: Option<Vec<u16>> = execution.state.iter().map(slot).collect();
                    match step.filter(|_| execution.guards.is_empty()) {
                        Some(step) => step,
                        None => {
                            return error(messages::ONLY_EXCHANGES, messages::EXCHANGE_BY);
                        }
                    }
                }
            };
            from = step.iter().map(|&slot| from[slot as usize]).collect();
        }
        let all: BTreeSet<u16> = from.iter().copied().collect();
        let same_kind = from.iter().enumerate().all(|(to, &from)| {
            model.slots[to].low == model.slots[from as usize].low
                && model.slots[to].size == model.slots[from as usize].size
        });
        if all.len() != from.len() || !same_kind {
            return error(messages::KEEPS_EVERY_VALUE, messages::EXCHANGE_BY);
        }
        if let Some(case) = prepared.cases.iter().find(|case| !case.is_simple()) {
            let text = &prepared.texts[case.ground as usize];
            return error(messages::symmetry_unchecked(text), messages::LEAVE_OUT_SYMMETRY);
        }
        let known: BTreeSet<String> = prepared.cases.iter().map(|case| case_key(case, None)).collect();
        if let Some(case) = prepared.cases.iter().find(|case| !known.contains(&case_key(case, Some(&from)))) {
            let text = &prepared.texts[case.ground as usize];
            return error(messages::no_counterpart(text), messages::MEND_THE_MOVES);
        }
        let goals: BTreeSet<String> = prepared.goals.iter().map(|goal| goal_key(goal, None)).collect();
        let images: BTreeSet<String> =
            prepared.goals.iter().map(|goal| goal_key(goal, Some(&from))).collect();
        if goals != images
            || prepared.goals.iter().any(|goal| !goal.guards.is_empty())
            || !prepared.ends.is_empty()
        {
            return error(messages::GOAL_NOT_SYMMETRIC, messages::GOAL_VALUE_BY_VALUE);
        }
        generators.push(from);
    }
    close(&generators, slots.len()).ok_or_else(|| {
        let span = model.symmetries.first().map(|symmetry| symmetry.span).unwrap_or_default();
        Problem::error(span, "symmetry", messages::too_many_symmetries(MOST), messages::LEAVE_OUT_SOME)
    })
}

/// All products of the generators, without the one that changes nothing.
fn close(generators: &[Vec<u16>], slots: usize) -> Option<Vec<Vec<u16>>> {
    let identity: Vec<u16> = (0..slots as u16).collect();
    let mut all = vec![identity];
    let mut at = 0;
    while at < all.len() {
        for generator in generators {
            let product: Vec<u16> = generator.iter().map(|&slot| all[at][slot as usize]).collect();
            if !all.contains(&product) {
                all.push(product);
            }
        }
        if all.len() > MOST {
            return None;
        }
        at += 1;
    }
    all.remove(0);
    Some(all)
}

/// Where the values of a board come from when it is turned, mirrored or transposed.
fn turned(model: &Model, how: &str, name: &str) -> Option<Vec<u16>> {
    let variable = &model.variables[model.variable(name)?];
    let Indexing::Shape(shape) = variable.indexing else { return None };
    let shape = &model.shapes[shape];
    let (rows, columns) = (i64::from(shape.rows), i64::from(shape.columns));
    let mut from: Vec<u16> = (0..model.slots.len() as u16).collect();
    for cell in 0..variable.count as i64 {
        let (row, column) = shape.place(cell)?;
        let other = match how {
            "mirror" => shape.cell(row, columns - 1 - column)?,
            "transpose" if rows == columns => shape.cell(column, row)?,
            "turn" if rows == columns => shape.cell(rows - 1 - column, row)?,
            _ => return None,
        };
        from[variable.first + cell as usize] = (variable.first + other as usize) as u16;
    }
    Some(from)
}

/// A case as it is compared, or as its image under an exchange is: the value of slot `from[to]` goes to `to`.
fn case_key(case: &Case, from: Option<&[u16]>) -> String {
    let image = images(from);
    let mut allowed: Vec<(u16, &Vec<bool>)> =
        case.allowed.iter().map(|(&slot, codes)| (image(slot), codes)).collect();
    allowed.sort();
    let mut becomes: Vec<(u16, u16, Vec<u16>)> = Vec::new();
    for (&slot, value) in &case.becomes {
        becomes.push(match value {
            Becomes::Constant(code) => (image(slot), u16::MAX, vec![*code]),
            Becomes::Copy(other) => (image(slot), image(*other), Vec::new()),
            Becomes::Map(other, table) => (image(slot), image(*other), table.clone()),
            Becomes::Expression(_) => continue,
        });
    }
    becomes.sort();
    format!("{allowed:?} {becomes:?}")
}

fn goal_key(goal: &Condition, from: Option<&[u16]>) -> String {
    let image = images(from);
    let mut allowed: Vec<(u16, &Vec<bool>)> =
        goal.allowed.iter().map(|(&slot, codes)| (image(slot), codes)).collect();
    allowed.sort();
    format!("{allowed:?}")
}

/// Where a slot goes.
fn images(from: Option<&[u16]>) -> impl Fn(u16) -> u16 + '_ {
    move |slot| match from {
        None => slot,
        Some(from) => from.iter().position(|&source| source == slot).unwrap_or(0) as u16,
    }
}
