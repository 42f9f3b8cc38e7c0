//! Making levels of any rules: states that are pulled from a goal against the moves, or random walks from the starts
//! where moves can't be searched backwards. The one that is about as hard as wished is taken. A level can always be
//! solved: that was tried.

use crate::board::{self, Identity};
use crate::drawing;
use crate::entry;
use crate::rules::{Rules, with_core};
use std::collections::HashSet;
use std::sync::Arc;
use telusur_puzzles::random::Random;
use telusur_puzzles::{Answer, GenerateError, Generated, Making, Setup, Task, Wish};
use telusur_search::{Claim, Limits};

/// Candidates that are tried.
const TRIES: usize = 24;
/// States before the goals that are looked at.
const MOST_PULLED: usize = 4000;
/// Starts that are solved to find goals.
const MOST_SOLVED: usize = 4;
/// States that one search of a candidate may store.
const STATES: u64 = 50_000;

/// Returns the layers before the goals up to a depth, as far as there are few enough states.
fn layers(
    rules: &Rules,
    goals: Vec<Vec<i64>>,
    depth: usize,
    making: &Making<'_>,
) -> Result<Vec<Vec<Vec<i64>>>, GenerateError> {
    if goals.is_empty() {
        return Ok(Vec::new());
    }
    let mut seen: HashSet<Vec<i64>> = goals.iter().cloned().collect();
    let mut layers = vec![goals];
    while layers.len() <= depth && seen.len() < MOST_PULLED {
        making.deadline.check()?;
        let mut next = Vec::new();
        for state in &layers[layers.len() - 1] {
            for (_, before) in rules.predecessors(state) {
                if seen.insert(before.clone()) {
                    next.push(before);
                }
            }
            if seen.len() >= MOST_PULLED {
                break;
            }
        }
        if next.is_empty() {
            break;
        }
        layers.push(next);
    }
    Ok(layers)
}

/// Returns a state about `n` moves before the goals: one of that layer, or behind the last one that there is by a walk.
fn pulled(
    rules: &Rules,
    layers: &[Vec<Vec<i64>>],
    depth: usize,
    attempt: usize,
    random: &mut Random,
) -> Vec<i64> {
    let layer = &layers[depth.min(layers.len() - 1)];
    let from = &layer[random.below(layer.len())];
    let behind = (depth + 1).saturating_sub(layers.len());
    // Walks come back on their own tracks: the later ones are longer.
    let steps = behind + behind * attempt / 8;
    walk(from, steps, |state| rules.predecessors(state), random)
}

/// A random walk.
fn walk(
    from: &[i64],
    steps: usize,
    next: impl Fn(&[i64]) -> Vec<(String, Vec<i64>)>,
    random: &mut Random,
) -> Vec<i64> {
    let mut state = from.to_vec();
    for _ in 0..steps {
        let mut all = next(&state);
        if all.is_empty() {
            break;
        }
        state = all.swap_remove(random.below(all.len())).1;
    }
    state
}

/// Goals that levels are pulled from: all of them, where they are few and every move is taken back by another;
/// otherwise those that solutions of the text's own starts end at, which have as many pieces as the starts have.
fn goals(rules: &Rules, identity: &Arc<Identity>, making: &Making<'_>) -> Vec<Vec<i64>> {
    let model = rules.model();
    if model.is_game || rules.why_not_reversible().is_some() {
        return Vec::new();
    }
    let listed = || with_core!(&rules.core, core => core.goal_states.clone()).unwrap_or_default();
    let obeying =
        |goals: Vec<Vec<i64>>| goals.into_iter().filter(|goal| rules.obeys(goal)).collect::<Vec<_>>();
    if rules.is_undirected() {
        let listed = obeying(listed());
        if !listed.is_empty() {
            return listed;
        }
    }
    let mut found = Vec::new();
    for start in model.starts.iter().take(MOST_SOLVED) {
        let board = board::open(&rules.core, &start.state, None, identity.clone());
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = Limits::none().with_states(STATES);
        task.limits.deadline = making.deadline.clone();
        let Ok(Answer::Path(path)) = board.solve(task) else { continue };
        let mut state = start.state.clone();
        for text in &path.moves {
            match rules.successors(&state).into_iter().find(|(known, _)| known == text) {
                Some((_, next)) => state = next,
                None => break,
            }
        }
        if rules.is_goal(&state) && !found.contains(&state) {
            found.push(state);
        }
    }
    if found.is_empty() { obeying(listed()) } else { found }
}

/// A level of some rules.
pub(crate) fn generate(
    rules: &Rules,
    wish: &Wish,
    making: &mut Making<'_>,
    identity: &Arc<Identity>,
) -> Result<Generated, GenerateError> {
    let model = rules.model();
    let difficulty = wish.difficulty.unwrap_or(5).clamp(1, 10);
    let mut random = Random::new(wish.seed);
    // A level of this difficulty has twice as many moves at most.
    let depth = 2 * usize::from(difficulty);
    let layers = layers(rules, goals(rules, identity, making), depth, making)?;
    let mut best: Option<(u64, Vec<i64>, u8)> = None;
    for attempt in 0..TRIES {
        making.next_try()?;
        let state = match layers.is_empty() {
            false => pulled(rules, &layers, depth - attempt % 2, attempt, &mut random),
            true => {
                let from = &model.starts[random.below(model.starts.len())].state;
                walk(from, attempt / 2, |state| rules.successors(state), &mut random)
            }
        };
        let board = board::open(&rules.core, &state, None, identity.clone());
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = Limits::none().with_states(STATES);
        task.limits.deadline = making.deadline.clone();
        let moves: u64 = match board.solve(task) {
            Ok(Answer::Path(path)) if path.claim == Claim::Optimal && !path.moves.is_empty() => {
                path.moves.len() as u64
            }
            Ok(Answer::Game(game)) if game.verdict.is_some() && !board.moves().is_empty() => {
                game.turns.as_ref().and_then(|turns| u64::try_from(turns).ok()).unwrap_or(9)
            }
            _ => {
                making.deadline.check()?;
                continue;
            }
        };
        making.deadline.check()?;
        let grade = entry::difficulty(moves);
        let off = u64::from(grade.abs_diff(difficulty));
        if best.as_ref().is_none_or(|(least, ..)| off < *least) {
            best = Some((off, state, grade));
        }
        if off == 0 {
            break;
        }
    }
    let Some((_, state, grade)) = best else {
        return Err(GenerateError::NotFound(format!(
            "{TRIES} random walks led to nothing that is solved within {STATES} states"
        )));
    };
    let setup = Setup {
        level: Some(drawing::write(model, &state)),
        options: identity.options.iter().cloned().collect(),
    };
    Ok(Generated {
        setup,
        difficulty: grade,
        note: match layers.is_empty() {
            true => "a random walk from a start, solved to tell how hard it is".to_owned(),
            false => "pulled from a goal, and solved to tell how hard it is".to_owned(),
        },
    })
}
