//! The next move of a shortest solution, or one that keeps the win.

use crate::analysis::{Analysis, Judgement, Left, Source};
use crate::knowledge::Knowledge;
use crate::session::Session;
use num_bigint::BigUint;
use telusur_puzzles::{Answer, Board, Said, Status, Task};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim, Limit};

/// A good move and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub text: String,
    /// How far it is from the position now, this move included.
    pub left: Option<Left>,
    /// What is proved: the move begins a shortest solution, or only a solution.
    pub claim: Claim,
    /// What the player to move has, in a game.
    pub verdict: Option<Verdict>,
    /// Where the knowledge comes from.
    pub source: Source,
    /// The puzzle's own reason, in a sentence, where it has one.
    pub why: Option<Said>,
}

/// Why there is no hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHint {
    /// The puzzle is solved or the game is over.
    #[error("it is over: there is nothing left to do")]
    Over,
    /// No solution exists from here.
    #[error("there is no solution from here any more: undo some moves")]
    Unsolvable {
        /// Why, where that can be said.
        why: Option<Said>,
    },
    /// A limit came before an answer.
    #[error("no answer yet: {}", limit.map_or("the position is beyond search".to_owned(), |limit| limit.to_string()))]
    Stopped {
        /// Which limit.
        limit: Option<Limit>,
        /// No solution is shorter than this.
        least: BigUint,
    },
}

impl Session {
    /// Finds a best move within the task's budget.
    ///
    /// # Errors
    /// If there is none, or it is not found in time.
    pub fn hint(&self, knowledge: &Knowledge, task: &mut Task<'_>) -> Result<Hint, NoHint> {
        let board = self.board();
        match board.status() {
            Status::Solved | Status::Over { .. } => return Err(NoHint::Over),
            Status::Stuck => return Err(NoHint::Unsolvable { why: None }),
            Status::Playing => {}
        }
        if board.turn().is_some() {
            return in_game(board, task);
        }
        let table = match (knowledge.known(self.start()), board.moves_left()) {
            (Some(table), _) => Some(table),
            (None, Some(left)) => {
                let nearer = |text: &&String| {
                    let next = board.play(text).ok();
                    next.and_then(|next| next.moves_left()).is_some_and(|after| after < left)
                };
                if let Some(text) = board.moves().iter().find(nearer) {
                    return Ok(Hint::exact(text.clone(), Left::Exact(left), Source::Theory));
                }
                None
            }
            (None, None) => knowledge.learn(self.start(), &mut task.share(2)),
        };
        if let Some(table) = table {
            let to_goal = |board: &dyn Board| table.find(board).and_then(|number| table.to_goal(number));
            let Some(left) = to_goal(board) else { return Err(NoHint::Unsolvable { why: None }) };
            let nearer = |text: &String| {
                let next = board.play(text).ok();
                next.and_then(|next| to_goal(&*next)).is_some_and(|after| after < left)
            };
            if let Some(text) = board.moves().into_iter().find(nearer) {
                return Ok(Hint::exact(text, Left::Exact(left.into()), Source::Table));
            }
        }
        by_search(board, task)
    }
}

impl Hint {
    fn exact(text: String, left: Left, source: Source) -> Self {
        Hint { text, left: Some(left), claim: Claim::Optimal, verdict: None, source, why: None }
    }
}

fn by_search(board: &dyn Board, task: &mut Task<'_>) -> Result<Hint, NoHint> {
    let beyond = NoHint::Stopped { limit: None, least: BigUint::ZERO };
    let Ok(Answer::Path(answer)) = board.solve(task.part().with(Algorithm::Auto)) else { return Err(beyond) };
    let left = match (answer.claim, answer.length) {
        (Claim::Unsolvable, _) => return Err(NoHint::Unsolvable { why: answer.why }),
        (Claim::Stopped, _) | (_, None) => {
            return Err(NoHint::Stopped { limit: answer.limit, least: answer.lower_bound });
        }
        (Claim::Optimal, Some(length)) => Left::Exact(length),
        (Claim::Feasible, Some(length)) => Left::Between(answer.lower_bound, Some(length)),
    };
    match answer.moves.into_iter().next() {
        None => Err(beyond),
        Some(text) => Ok(Hint {
            text,
            left: Some(left),
            claim: answer.claim,
            verdict: None,
            source: Source::Search,
            why: answer.why,
        }),
    }
}

/// The fastest move that keeps the win; if there is none, the one that holds out longest.
fn in_game(board: &dyn Board, task: &mut Task<'_>) -> Result<Hint, NoHint> {
    let beyond = NoHint::Stopped { limit: None, least: BigUint::ZERO };
    let Ok(Answer::Game(answer)) = board.solve(task.part().with(Algorithm::Auto)) else { return Err(beyond) };
    let Some(verdict) = answer.verdict else {
        return Err(NoHint::Stopped { limit: answer.limit, least: BigUint::ZERO });
    };
    let wins = verdict == Verdict::Win;
    let moves = if wins { answer.winning_moves } else { board.moves() };
    let mut best: Option<(String, Option<BigUint>)> = None;
    for text in moves {
        // Without time to compare, any move that keeps the win will do.
        if best.is_some() && task.limits.deadline.is_over() {
            break;
        }
        let turns = board.play(&text).ok().and_then(|next| next.moves_left());
        let is_better = match (&best, &turns) {
            (None, _) => true,
            (Some((_, Some(best))), Some(turns)) => {
                if wins {
                    turns < best
                } else {
                    turns > best
                }
            }
            _ => false,
        };
        if is_better {
            best = Some((text, turns));
        }
    }
    let (text, _) = best.ok_or(beyond)?;
    Ok(Hint {
        text,
        left: answer.turns.map(Left::Exact),
        claim: Claim::Optimal,
        verdict: Some(verdict),
        source: Source::Theory,
        why: Some(answer.why).filter(|why| !why.is_empty()),
    })
}

impl Analysis {
    /// The best moves.
    pub fn best(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().filter(|m| m.judgement == Judgement::Better).map(|m| m.text.as_str())
    }
}
