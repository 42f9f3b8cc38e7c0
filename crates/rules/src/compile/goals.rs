//! Conditions in normal form, and the goal states where they are few.

use super::MOST_GOALS;
use super::case::Case;
use super::node::{Node, Operation};
use super::work::{TooMuch, Work};
use crate::model::Model;
use crate::word::Field;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A condition in normal form: what single slots may be, and the rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Condition {
    pub(crate) allowed: BTreeMap<u16, Vec<bool>>,
    pub(crate) guards: Vec<Arc<Node>>,
}

/// The goal in normal form: conditions that must all hold, with each of the drawings.
pub(super) fn goals(
    model: &Model,
    conditions: &[Arc<Node>],
    work: &mut Work,
) -> Result<Vec<Condition>, TooMuch> {
    let drawings: Vec<Vec<Option<i64>>> = match model.goal_drawings.is_empty() {
        true => vec![vec![None; model.slots.len()]],
        false => model.goal_drawings.clone(),
    };
    let mut goals = Vec::new();
    for drawing in drawings {
        let mut guards = conditions.to_vec();
        for (slot, value) in drawing.iter().enumerate() {
            if let Some(value) = value {
                guards.push(Node::strict(Operation::Equal, vec![Node::slot(slot), Node::constant(*value)]));
            }
        }
        goals.extend(Condition::new(model, guards, work)?);
    }
    Ok(goals)
}

impl Condition {
    /// The normal form of conditions that must all hold, if they can.
    pub(super) fn new(
        model: &Model,
        guards: Vec<Arc<Node>>,
        work: &mut Work,
    ) -> Result<Option<Self>, TooMuch> {
        let case = Case { ground: 0, allowed: BTreeMap::new(), becomes: BTreeMap::new(), guards };
        Ok(case.into_condition(model, work)?.map(|(allowed, guards)| Condition { allowed, guards }))
    }
}

/// Most values of all goal states that are listed.
const MOST_GOAL_VALUES: usize = 1 << 18;
/// Most steps for listing those of one drawing.
const MOST_GOAL_STEPS: u64 = 400_000;

/// All goal states, if they are few.
pub(super) fn goal_states(model: &Model, fields: &[Field], goals: &[Condition]) -> Option<Vec<Vec<i64>>> {
    let mut found: Vec<Vec<i64>> = Vec::new();
    for goal in goals {
        let mut state = Vec::with_capacity(fields.len());
        let mut spent = (0, 0);
        list_states(model, fields, goal, &mut state, &mut spent, &mut found)?;
        // A guard whose evaluation was given up may have left out a goal.
        if spent.1 > MOST_GOAL_STEPS {
            return None;
        }
    }
    found.sort();
    found.dedup();
    Some(found)
}

fn list_states(
    model: &Model,
    fields: &[Field],
    goal: &Condition,
    state: &mut Vec<i64>,
    spent: &mut (usize, u64),
    found: &mut Vec<Vec<i64>>,
) -> Option<()> {
    spent.0 += 1;
    let is_long = found.len() > MOST_GOALS || found.len() * fields.len() > MOST_GOAL_VALUES;
    if spent.0 > 16 * MOST_GOALS || spent.1 > MOST_GOAL_STEPS || is_long {
        return None;
    }
    let slot = state.len();
    let Some(field) = fields.get(slot) else {
        found.push(state.clone());
        return Some(());
    };
    let variable = model.variable_of(slot);
    for code in 0..field.size as usize {
        let value = field.low + code as i64;
        let is_allowed = goal.allowed.get(&(slot as u16)).is_none_or(|allowed| allowed[code]);
        let is_new = !variable.permutation || !state[variable.first..].contains(&value);
        if !is_allowed || !is_new {
            continue;
        }
        state.push(value);
        // What reads no later slot is decided now.
        let decided = goal.guards.iter().filter(|guard| guard.slots.last() == Some(&(slot as u16)));
        let holds =
            |guard: &Arc<Node>, steps: &mut u64| guard.value(&|slot| state[slot as usize], steps) == Some(1);
        let result = match decided.clone().all(|guard| holds(guard, &mut spent.1)) {
            true => list_states(model, fields, goal, state, spent, found),
            false => {
                spent.0 += 1;
                Some(())
            }
        };
        state.pop();
        result?;
    }
    Some(())
}
