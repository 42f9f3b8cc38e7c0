//! Making levels of any rules: random walks, of which the one that is about as hard as wished is taken. A level can
//! always be solved: that was tried.

use crate::board::{self, Identity};
use crate::drawing;
use crate::entry;
use crate::rules::{Rules, with_core};
use std::sync::Arc;
use telusur_puzzles::random::Random;
use telusur_puzzles::{Answer, GenerateError, Generated, Making, Setup, Task, Wish};
use telusur_search::{Claim, Limits};

/// Candidates that are tried.
const TRIES: usize = 24;
/// States that one search of a candidate may store.
const STATES: u64 = 50_000;

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
    let goals = match rules.is_undirected() {
        true => with_core!(&rules.core, core => core.goal_states.clone()).unwrap_or_default(),
        false => Vec::new(),
    };
    let mut best: Option<(u64, Vec<i64>, u8)> = None;
    for attempt in 0..TRIES {
        making.next_try()?;
        // Where every move can be taken back, walks begin at the goal; elsewhere at the starts.
        let from = match goals.is_empty() {
            false => &goals[random.below(goals.len())],
            true => &model.starts[random.below(model.starts.len())].state,
        };
        let steps = match goals.is_empty() {
            false => usize::from(difficulty) * 3 + attempt,
            true => attempt / 2,
        };
        let mut state = from.clone();
        for _ in 0..steps {
            let next = rules.successors(&state);
            match next.get(random.below(next.len().max(1))) {
                Some((_, next)) => state = next.clone(),
                None => break,
            }
        }
        let board = board::open(&rules.core, &state, None, identity.clone());
        let mut nobody = ();
        let mut task = Task::new(&mut nobody);
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
        note: "a random walk, solved to tell how hard it is".to_owned(),
    })
}
