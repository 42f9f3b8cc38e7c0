//! Symmetries: exchanges of slots that turn every move into a move and the goal into the goal. What is declared is
//! proved from the normal form of the moves, or else on all states, where they are few; what is not proved is refused.

use super::case::{Becomes, Case};
use super::cover::Cover;
use super::execute::Execution;
use super::node::{Kind, Node};
use super::{Condition, Core, Prepared, refusal};
use crate::ast::SymmetryEffect;
use crate::drawing;
use crate::messages;
use crate::model::{Indexing, Model};
use crate::rank::Ranking;
use crate::source::{Problem, Span};
use crate::value::Shape;
use crate::word::{Word, unpack};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use telusur_puzzles::Text;

/// Most elements of a group.
const MOST: usize = 128;
/// Most states that an exchange is tried on.
const MOST_STATES: u64 = 1 << 16;
/// Most moves that are compared there.
const MOST_MOVES: usize = 1 << 20;

/// An exchange of slots that a text declares a symmetry.
pub(super) struct Generator {
    /// The slot that each slot's value comes from.
    from: Vec<u16>,
    /// Where it is declared.
    span: Span,
    /// What the normal form of moves and goal does not prove.
    unproved: Option<Unproved>,
}

/// What the normal form does not prove.
#[derive(Clone, Copy)]
enum Unproved {
    /// That a ground move has a counterpart.
    Move(u32),
    /// That the goal is symmetric.
    Goal,
}

/// The exchanges that a text declares, and what their proof still lacks.
pub(super) fn generators(
    prepared: &mut Prepared,
    shapes: &[Arc<Shape>],
    slots: &[Arc<Node>],
) -> Result<Vec<Generator>, Problem> {
    let model = prepared.model.clone();
    let model = &*model;
    let mut generators = Vec::new();
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
                    let mut execution = Execution::new(model, shapes, slots, &mut prepared.work);
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
        if !prepared.ends.is_empty() {
            return error(messages::GOAL_NOT_SYMMETRIC, messages::GOAL_VALUE_BY_VALUE);
        }
        generators.push(Generator { unproved: unproved(prepared, &from), span: symmetry.span, from });
    }
    Ok(generators)
}

/// What the normal form of moves and goal does not prove about an exchange.
fn unproved(prepared: &Prepared, from: &[u16]) -> Option<Unproved> {
    let model = &*prepared.model;
    let to = places(from);
    let mut cover = Cover::new(model, &prepared.cases);
    let mut has_counterpart =
        |case: &Case| cover.as_mut().is_some_and(|cover| cover.covers(&image(case, &to)).unwrap_or(false));
    if let Some(case) = prepared.cases.iter().find(|case| !has_counterpart(case)) {
        return Some(Unproved::Move(case.ground));
    }
    // A goal is covered like a move that changes nothing.
    let goal = |goal: &Condition| Case {
        ground: 0,
        allowed: goal.allowed.clone(),
        becomes: BTreeMap::new(),
        guards: goal.guards.clone(),
    };
    let goals: Vec<Case> = prepared.goals.iter().map(goal).collect();
    let is_symmetric = Cover::new(model, &goals).is_some_and(|mut cover| {
        goals.iter().all(|goal| cover.covers_condition(&image(goal, &to)).unwrap_or(false))
    });
    (!is_symmetric).then_some(Unproved::Goal)
}

/// For every product of the declared symmetries but the one that changes nothing, the slot that each slot's value comes
/// from. What the normal form does not prove is tried on all states, where they are few.
pub(super) fn proved<W: Word>(core: &Core<W>, generators: &[Generator]) -> Result<Vec<Vec<u16>>, Problem> {
    for Generator { from, span, unproved } in generators {
        let error = |problem: Text, remedy: Text| Err(Problem::error(*span, "symmetry", problem, remedy));
        let Some(unproved) = unproved else { continue };
        match (on_all_states(core, from), unproved) {
            (Tried::Holds, _) => {}
            (Tried::Lacks(ground, state), _) => {
                let state = drawing::write(&core.model, &state);
                let text = &core.texts[ground as usize];
                return error(messages::no_counterpart(text, &state), messages::MEND_THE_MOVES);
            }
            (Tried::OtherGoal(state), _) => {
                let state = drawing::write(&core.model, &state);
                return error(messages::goal_not_symmetric(&state), messages::GOAL_VALUE_BY_VALUE);
            }
            (Tried::TooMany, Unproved::Move(ground)) => {
                let text = &core.texts[*ground as usize];
                return error(messages::symmetry_unchecked(text), messages::LEAVE_OUT_SYMMETRY);
            }
            (Tried::TooMany, Unproved::Goal) => {
                return error(messages::GOAL_NOT_SYMMETRIC, messages::GOAL_VALUE_BY_VALUE);
            }
        }
    }
    let all: Vec<Vec<u16>> = generators.iter().map(|generator| generator.from.clone()).collect();
    close(&all, core.fields.len()).ok_or_else(|| {
        let span = generators.first().map(|generator| generator.span).unwrap_or_default();
        Problem::error(span, "symmetry", messages::too_many_symmetries(MOST), messages::LEAVE_OUT_SOME)
    })
}

/// What trying an exchange on all states has shown.
enum Tried {
    /// It is a symmetry.
    Holds,
    /// A move in a state has no counterpart in its image.
    Lacks(u32, Vec<i64>),
    /// Of a state and its image one is a goal.
    OtherGoal(Vec<i64>),
    /// There are too many states.
    TooMany,
}

/// Compares the moves of every state that obeys the rules with those of its image, and whether they are goals.
fn on_all_states<W: Word>(core: &Core<W>, from: &[u16]) -> Tried {
    let Some(ranking) = Ranking::new(&core.model, &core.fields, &core.program, None)
        .filter(|ranking| ranking.len <= MOST_STATES)
    else {
        return Tried::TooMany;
    };
    let mut moves = 0;
    for rank in 0..ranking.len {
        let state: W = ranking.unrank(rank);
        if !core.obeys(state) {
            continue;
        }
        let image = core.exchanged(state, from);
        if core.is_goal(state) != core.is_goal(image) || !core.obeys(image) {
            return Tried::OtherGoal(unpack(&core.fields, state));
        }
        let mut there = Vec::new();
        core.program.expand(image, |_, next| there.push(next));
        there.sort_unstable();
        let mut lacking = None;
        core.program.expand(state, |step, next| {
            moves += 1;
            if lacking.is_none() && there.binary_search(&core.exchanged(next, from)).is_err() {
                lacking = Some(step.ground);
            }
        });
        if let Some(ground) = lacking {
            return Tried::Lacks(ground, unpack(&core.fields, state));
        }
        if moves > MOST_MOVES {
            return Tried::TooMany;
        }
    }
    Tried::Holds
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

/// Where the value of each slot goes.
fn places(from: &[u16]) -> Vec<u16> {
    let mut to = vec![0; from.len()];
    from.iter().enumerate().for_each(|(place, &source)| to[source as usize] = place as u16);
    to
}

/// A case under an exchange by which the value of each slot goes to another.
fn image(case: &Case, to: &[u16]) -> Case {
    let place = |slot: u16| to[slot as usize];
    let becomes = |becomes: &Becomes| match becomes {
        Becomes::Copy(other) => Becomes::Copy(place(*other)),
        Becomes::Map(other, table) => Becomes::Map(place(*other), table.clone()),
        Becomes::Constant(_) | Becomes::Expression(_) => becomes.clone(),
    };
    Case {
        ground: case.ground,
        allowed: case.allowed.iter().map(|(&slot, codes)| (place(slot), codes.clone())).collect(),
        becomes: case.becomes.iter().map(|(&slot, value)| (place(slot), becomes(value))).collect(),
        guards: case.guards.clone(),
    }
}
