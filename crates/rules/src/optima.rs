//! Whether the lengths of shortest solutions that a text states are true: they are its author's word until a search has
//! proved or refuted them.

use crate::board::{self, Identity};
use crate::messages;
use crate::rules::Rules;
use crate::source::{Problem, Span};
use std::sync::Arc;
use telusur_puzzles::{Answer, Task, Text};
use telusur_search::{Claim, Limit, Limits};

/// What a search has shown about a stated optimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptimumProof {
    /// It is the length of a shortest solution.
    Proved,
    /// It is not: what is true, and what would be right.
    Refuted(Text, Text),
    /// A limit came before.
    Open(Option<Limit>),
}

/// The optimum that a text states for a level.
#[derive(Clone, Debug)]
pub struct StatedOptimum {
    /// The level.
    pub level: String,
    /// Where it stands.
    pub span: Span,
    /// What is stated.
    pub moves: u32,
    /// Whether it is true.
    pub proof: OptimumProof,
}

impl StatedOptimum {
    /// What is wrong with it, or not proved, as a warning.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        let (problem, remedy) = match &self.proof {
            OptimumProof::Proved => return None,
            OptimumProof::Refuted(problem, remedy) => (problem.clone(), remedy.clone()),
            OptimumProof::Open(_) => (messages::optimum_open(self.moves), messages::MORE_TIME),
        };
        Some(Problem::warning(self.span, &self.level, problem, remedy))
    }
}

impl Rules {
    /// Proves or refutes the optima that the text states for its levels, within a limit that they share.
    #[must_use]
    pub fn prove_optima(&self, limits: &Limits) -> Vec<StatedOptimum> {
        let stated = self.model().starts.iter().filter_map(|start| Some((start, start.optimum?)));
        let count = stated.clone().count();
        let mut found = Vec::with_capacity(count);
        for (number, (start, moves)) in stated.enumerate() {
            let board = board::open(&self.core, &start.state, None, Arc::new(Identity::default()));
            let mut unobserved = ();
            let mut task = Task::new(&mut unobserved);
            task.limits = match limits.deadline.left() {
                Some(left) => limits.clone().within(left / (count - number) as u32),
                None => limits.clone(),
            };
            let proof = match board.solve(task) {
                Ok(answer) => judge(&answer, moves),
                Err(_) => OptimumProof::Open(None),
            };
            found.push(StatedOptimum { level: start.name.clone(), span: start.span, moves, proof });
        }
        found
    }
}

/// What an answer tells about a stated optimum.
fn judge(answer: &Answer, stated: u32) -> OptimumProof {
    let refuted = |length: &str| {
        OptimumProof::Refuted(messages::optimum_is(length, stated), messages::write_optimum(length))
    };
    match answer {
        Answer::Path(path) => match (path.claim, &path.length) {
            (Claim::Unsolvable, _) => {
                OptimumProof::Refuted(messages::NO_SOLUTION_TO_MEASURE, messages::LEAVE_OUT_OPTIMUM)
            }
            (Claim::Optimal, Some(length)) if *length == stated.into() => OptimumProof::Proved,
            (Claim::Optimal, Some(length)) => refuted(&length.to_string()),
            (_, Some(length)) if *length < stated.into() => {
                let found = messages::optimum_is_less(&length.to_string(), stated);
                OptimumProof::Refuted(found, messages::LEAVE_OUT_OPTIMUM)
            }
            _ if path.lower_bound > stated.into() => {
                let found = messages::optimum_is_more(&path.lower_bound.to_string(), stated);
                OptimumProof::Refuted(found, messages::LEAVE_OUT_OPTIMUM)
            }
            _ => OptimumProof::Open(path.limit),
        },
        Answer::Game(game) => match &game.turns {
            Some(turns) if *turns == stated.into() => OptimumProof::Proved,
            Some(turns) => refuted(&turns.to_string()),
            None if game.limit.is_some() => OptimumProof::Open(game.limit),
            None => OptimumProof::Refuted(messages::NO_SOLUTION_TO_MEASURE, messages::LEAVE_OUT_OPTIMUM),
        },
    }
}
