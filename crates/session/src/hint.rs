//! The next move of a shortest solution, or one that keeps the win.

use crate::analysis::{Analysis, Distance, Judgement, Source};
use crate::knowledge::Knowledge;
use crate::session::Session;
use num_bigint::BigUint;
use telusur_puzzles::{Answer, Board, PathAnswer, Status, Task, Text};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim, Limit};

/// A good move and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub text: String,
    /// How far it is from the position now, this move included.
    pub left: Option<Distance>,
    /// What is proved: the move begins a shortest solution, or only a solution.
    pub claim: Claim,
    /// What the player to move has, in a game.
    pub verdict: Option<Verdict>,
    /// Where the knowledge comes from.
    pub source: Source,
    /// The puzzle's own reason, in a sentence, where it has one.
    pub why: Option<Text>,
}

/// Why there is no hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHint {
    /// The puzzle is solved or the game is over.
    #[error("it is over: there is nothing left to do")]
    Over,
    /// No solution exists from here.
    #[error("there is no solution from here")]
    Unsolvable {
        /// Why, where that can be said.
        why: Option<Text>,
        /// Whether the level has a solution, so that undoing moves helps; `None` where that is not known.
        from_start: Option<bool>,
    },
    /// A limit came before an answer.
    #[error("no answer yet: {}", limit.map_or("the position is beyond search".to_owned(), |limit| limit.to_string()))]
    Stopped {
        /// Which limit.
        limit: Option<Limit>,
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
            Status::Solved | Status::Over { .. } | Status::Drawn => return Err(NoHint::Over),
            Status::Stuck => {
                // Nothing to search: the puzzle may know why.
                let why = match board.solve(task.part().with(Algorithm::Auto)) {
                    Ok(Answer::Path(answer)) => answer.why,
                    _ => None,
                };
                return Err(self.unsolvable(why, knowledge, task));
            }
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
                    return Ok(Hint::exact(text.clone(), Distance::Exact(left), Source::Theory));
                }
                None
            }
            (None, None) => knowledge.learn(self.start(), &mut task.share(2)),
        };
        if let Some(table) = table {
            let to_goal = |board: &dyn Board| table.find(board).and_then(|number| table.to_goal(number));
            let Some(left) = to_goal(board) else { return Err(self.unsolvable(None, knowledge, task)) };
            let nearer = |text: &String| {
                let next = board.play(text).ok();
                next.and_then(|next| to_goal(&*next)).is_some_and(|after| after < left)
            };
            if let Some(text) = board.moves().into_iter().find(nearer) {
                return Ok(Hint::exact(text, Distance::Exact(left.into()), Source::Table));
            }
        }
        let hint = self.by_search(knowledge, task)?;
        if self.is_at_start()
            && let Some(Distance::Exact(optimum)) = &hint.left
        {
            knowledge.note_optimum(self.start(), optimum);
        }
        Ok(hint)
    }

    fn unsolvable(&self, why: Option<Text>, knowledge: &Knowledge, task: &mut Task<'_>) -> NoHint {
        NoHint::Unsolvable { why, from_start: self.is_level_solvable(knowledge, task) }
    }

    /// Whether the level can be solved from its start, asked at a position from which it can't: from what is known, or
    /// by search.
    fn is_level_solvable(&self, knowledge: &Knowledge, task: &mut Task<'_>) -> Option<bool> {
        if self.is_at_start() {
            return Some(false);
        }
        let start = self.start();
        if let Some(table) = knowledge.known(start) {
            return table.find(start).map(|number| table.to_goal(number).is_some());
        }
        if self.optimum(knowledge).is_some() {
            return Some(true);
        }
        start.solvable().or_else(|| match start.solve(task.part().with(Algorithm::Auto)) {
            Ok(Answer::Path(answer)) => match answer.claim {
                Claim::Unsolvable => Some(false),
                Claim::Optimal | Claim::Feasible => Some(true),
                Claim::Stopped => None,
            },
            _ => None,
        })
    }

    /// The first move of a shortest solution; where that is not found in three quarters of the time, of any solution; or
    /// else the move with the least lower bound after it.
    fn by_search(&self, knowledge: &Knowledge, task: &mut Task<'_>) -> Result<Hint, NoHint> {
        let board = self.board();
        let beyond = NoHint::Stopped { limit: None };
        let mut part = task.part().with(Algorithm::Auto);
        if let Some(left) = part.limits.deadline.left() {
            part.limits = part.limits.within(left * 3 / 4);
        }
        let Ok(Answer::Path(answer)) = board.solve(part) else { return Err(beyond) };
        if answer.claim == Claim::Unsolvable {
            return Err(self.unsolvable(answer.why, knowledge, task));
        }
        let (limit, least) = (answer.limit, answer.lower_bound.clone());
        if let Some(hint) = Hint::first_of(answer) {
            return Ok(hint);
        }
        for algorithm in [Algorithm::Anytime, Algorithm::Greedy] {
            if board.algorithms().contains(&algorithm)
                && let Ok(Answer::Path(answer)) = board.solve(task.share(2).with(algorithm))
                && let Some(mut hint) = Hint::first_of(answer)
            {
                if let Some(Distance::Between(lower, _)) = &mut hint.left {
                    *lower = least.clone().max(lower.clone());
                }
                return Ok(hint);
            }
        }
        self.by_estimate(least, task).ok_or(NoHint::Stopped { limit })
    }

    /// The move after which the lower bound is least; not the one straight back, unless there is no other.
    fn by_estimate(&self, least: BigUint, task: &mut Task<'_>) -> Option<Hint> {
        /// States that are enough to ask a search for its first bound.
        const FEW_STATES: u64 = 64;
        let board = self.board();
        let before = self.came(self.here()).and_then(|(parent, _)| self.board_at(parent)).map(Board::text);
        let mut best: Option<((bool, BigUint), String)> = None;
        for text in board.moves() {
            let Ok(next) = board.play(&text) else { continue };
            let mut part = task.share(8).with(Algorithm::Auto);
            part.limits = part.limits.with_states(FEW_STATES);
            let bound = match next.solve(part) {
                Ok(Answer::Path(answer)) if answer.claim == Claim::Unsolvable => continue,
                Ok(Answer::Path(answer)) => answer.lower_bound,
                _ => BigUint::ZERO,
            };
            let is_back = before.as_deref() == Some(&*next.text());
            if best.as_ref().is_none_or(|(known, _)| (is_back, &bound) < (known.0, &known.1)) {
                best = Some(((is_back, bound), text));
            }
        }
        best.map(|(_, text)| Hint {
            text,
            left: Some(Distance::Between(least, None)),
            claim: Claim::Stopped,
            verdict: None,
            source: Source::Estimate,
            why: None,
        })
    }
}

impl Hint {
    fn exact(text: String, left: Distance, source: Source) -> Self {
        Hint { text, left: Some(left), claim: Claim::Optimal, verdict: None, source, why: None }
    }

    /// The first move of a solution that was found.
    fn first_of(answer: PathAnswer) -> Option<Self> {
        let left = match (answer.claim, answer.length) {
            (Claim::Optimal, Some(length)) => Distance::Exact(length),
            (Claim::Feasible, Some(length)) => Distance::Between(answer.lower_bound, Some(length)),
            _ => return None,
        };
        let text = answer.moves.into_iter().next()?;
        let (claim, why) = (answer.claim, answer.why);
        Some(Hint { text, left: Some(left), claim, verdict: None, source: Source::Search, why })
    }
}

/// A move of best play: the fastest win, a move that keeps the draw, or the one that delays the loss longest.
fn in_game(board: &dyn Board, task: &mut Task<'_>) -> Result<Hint, NoHint> {
    let beyond = NoHint::Stopped { limit: None };
    let Ok(Answer::Game(answer)) = board.solve(task.part().with(Algorithm::Auto)) else { return Err(beyond) };
    let Some(verdict) = answer.verdict else {
        return Err(NoHint::Stopped { limit: answer.limit });
    };
    let wins = verdict == Verdict::Win;
    let moves = match (answer.best_moves.into_iter().next(), wins) {
        (Some(best), _) => vec![best],
        (None, true) => answer.winning_moves,
        (None, false) => board.moves(),
    };
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
        left: answer.turns.map(Distance::Exact),
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
