//! What is known about the position now: moves left, whether it can be solved, and what each legal move does to that.
//!
//! Three sources, the cheapest first: a table of the level's distances, a formula of the puzzle's own, and search. All
//! are exact; what the budget does not suffice for is said to be unknown.

use crate::knowledge::Knowledge;
use crate::session::Session;
use num_bigint::BigUint;
use serde::Serialize;
use telusur_puzzles::{Answer, Board, GameAnswer, Level, Reached, Task, catalogue};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim};

/// How far it is to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Exactly so many moves.
    Exact(BigUint),
    /// At least so many, and at most so many where a solution is known.
    Between(BigUint, Option<BigUint>),
    /// There is no way: proved.
    Never,
}

impl Distance {
    /// The number, where it is exact.
    #[must_use]
    pub fn exact(&self) -> Option<&BigUint> {
        match self {
            Distance::Exact(left) => Some(left),
            Distance::Between(..) | Distance::Never => None,
        }
    }

    fn moves(left: u32) -> Self {
        Distance::Exact(left.into())
    }
}

/// What a move does, the best first. Interfaces write its name in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// Nearer to the goal by as much as a move can be; in a game, it keeps the win.
    Better,
    /// As far as before; in a game that is lost or drawn, it changes nothing.
    Equal,
    /// Farther from the goal.
    Worse,
    /// Not found out.
    Unknown,
    /// No solution is left; in a game, it gives the win or the draw away.
    Loses,
}

/// A legal move with what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub text: String,
    /// What it does.
    pub judgement: Judgement,
    /// How far it is to the end after it.
    pub left: Option<Distance>,
}

/// Where knowledge comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Every position of the level has been reached.
    Table,
    /// Theory of the puzzle.
    Theory,
    /// Search from here.
    Search,
    /// A lower bound alone: search found no solution in time.
    Estimate,
}

/// Everything known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// How far it is to the end; `None` if nothing is known.
    pub left: Option<Distance>,
    /// Whether it can still be solved; `None` for games and where it is not known.
    pub solvable: Option<bool>,
    /// What the player to move has under best play, in a game.
    pub verdict: Option<Verdict>,
    /// Every legal move.
    pub moves: Vec<JudgedMove>,
    /// Where `left` comes from.
    pub source: Source,
}

/// What can be said about a position at once.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outlook {
    /// How far it is to the end.
    pub left: Option<Distance>,
    /// Whether it can still be solved.
    pub solvable: Option<bool>,
}

impl Session {
    /// What can be said about the position now without search: from a table that is there already or by a formula.
    #[must_use]
    pub fn outlook(&self, knowledge: &Knowledge) -> Outlook {
        let board = self.board();
        let left = match known_left(knowledge, self.start(), board) {
            Some(left) => Some(left),
            None => board.moves_left().map(Distance::Exact),
        };
        let solvable = match (&left, board.turn()) {
            (_, Some(_)) => None,
            (Some(left), _) => Some(*left != Distance::Never),
            (None, _) => board.solvable(),
        };
        Outlook { left, solvable }
    }

    /// The proven number of moves that the level takes at best, where it is known without search.
    #[must_use]
    pub fn optimum(&self, knowledge: &Knowledge) -> Option<BigUint> {
        let start = self.start();
        if start.turn().is_some() {
            return None;
        }
        match known_left(knowledge, start, start) {
            Some(left) => left.exact().cloned(),
            None => match self.level().and_then(|level| proved_optimum(start, level)) {
                Some(optimum) => Some(optimum.into()),
                None => start.moves_left().or_else(|| knowledge.optimum(start)),
            },
        }
    }

    /// Finds out what the position now is worth and what every move does to it, within the task's budget.
    pub fn analysis(&self, knowledge: &Knowledge, task: &mut Task<'_>) -> Analysis {
        match self.board().turn() {
            Some(_) => of_game(self.board(), task),
            None => self.of_puzzle(knowledge, task),
        }
    }

    fn of_puzzle(&self, knowledge: &Knowledge, task: &mut Task<'_>) -> Analysis {
        let board = self.board();
        if let Some(table) = knowledge.known(self.start()) {
            return by_table(&*table, board);
        }
        let formula = board.moves_left();
        if formula.is_none()
            && let Some(table) = knowledge.learn(self.start(), &mut task.share(2))
        {
            return by_table(&*table, board);
        }
        let (left, first, source) = match formula {
            Some(left) => (Some(Distance::Exact(left)), None, Source::Theory),
            None => {
                let (left, first) = search(board, &mut task.share(2));
                (left, first, Source::Search)
            }
        };
        let moves = board.moves();
        let mut after: Vec<Option<Distance>> = Vec::with_capacity(moves.len());
        for (i, text) in moves.iter().enumerate() {
            let left = match (&left, board.play(text)) {
                (_, Err(_)) => None,
                (Some(Distance::Never), Ok(_)) => Some(Distance::Never),
                (_, Ok(next)) if task.limits.deadline.is_over() => at_once(&*next, false),
                // The solution found begins with this move.
                (Some(Distance::Exact(left)), Ok(_)) if first.as_ref() == Some(text) => {
                    Some(Distance::Exact(left - 1u8))
                }
                (_, Ok(next)) => at_once(&*next, true).or_else(|| {
                    let share = (moves.len() - i) as u32;
                    search(&*next, &mut task.share(share)).0
                }),
            };
            after.push(left);
        }
        let left = tightened(left, &after);
        if self.is_at_start()
            && let Some(Distance::Exact(optimum)) = &left
        {
            knowledge.note_optimum(self.start(), optimum);
        }
        Analysis::of_puzzle(board, left, moves, after, source)
    }
}

impl Analysis {
    /// By the distance of a position and those after its moves.
    fn of_puzzle(
        board: &dyn Board,
        left: Option<Distance>,
        moves: Vec<String>,
        after: Vec<Option<Distance>>,
        source: Source,
    ) -> Self {
        let (solvable, moves) = (solvable(left.as_ref(), board), judged(moves, left.as_ref(), after));
        Analysis { left, solvable, verdict: None, moves, source }
    }
}

/// The optimum of a level that comes with the puzzle, where it was proved and is not only its author's word.
fn proved_optimum(start: &dyn Board, level: &Level) -> Option<u32> {
    let entry = catalogue::find(start.puzzle())?;
    level.optimum_in(&start.metric()).filter(|_| entry.optima_are_proved())
}

/// The distance of a board in the table of its level, if there is one.
fn known_left(knowledge: &Knowledge, start: &dyn Board, board: &dyn Board) -> Option<Distance> {
    left_in(&*knowledge.known(start)?, board)
}

fn left_in(table: &dyn Reached, board: &dyn Board) -> Option<Distance> {
    let number = table.find(board)?;
    Some(table.to_goal(number).map_or(Distance::Never, Distance::moves))
}

/// What a board knows about itself; with `patience` also what takes it a few milliseconds.
fn at_once(board: &dyn Board, patience: bool) -> Option<Distance> {
    if board.status().is_solved() {
        return Some(Distance::Exact(BigUint::ZERO));
    }
    if !patience {
        return None;
    }
    match board.moves_left() {
        Some(left) => Some(Distance::Exact(left)),
        None => (board.solvable() == Some(false)).then_some(Distance::Never),
    }
}

fn by_table(table: &dyn Reached, board: &dyn Board) -> Analysis {
    let left = left_in(table, board);
    let moves = board.moves();
    let after = moves.iter().map(|text| left_in(table, &*board.play(text).ok()?)).collect();
    Analysis::of_puzzle(board, left, moves, after, Source::Table)
}

/// How far it is by search, and the first move of the solution if that is proved shortest.
fn search(board: &dyn Board, task: &mut Task<'_>) -> (Option<Distance>, Option<String>) {
    let Ok(Answer::Path(answer)) = board.solve(task.part().with(Algorithm::Auto)) else {
        return (None, None);
    };
    match (answer.claim, answer.length) {
        (Claim::Unsolvable, _) => (Some(Distance::Never), None),
        (Claim::Optimal, Some(length)) => (Some(Distance::Exact(length)), answer.moves.into_iter().next()),
        (_, length) => (Some(Distance::Between(answer.lower_bound, length)), None),
    }
}

/// A position is one move farther than the best of those after it; that may tell more than its own search did.
fn tightened(left: Option<Distance>, after: &[Option<Distance>]) -> Option<Distance> {
    if matches!(left, Some(Distance::Exact(_) | Distance::Never)) || after.is_empty() {
        return left;
    }
    let all: Option<Vec<&Distance>> = after.iter().map(Option::as_ref).collect();
    let Some(all) = all else { return left };
    if all.iter().all(|left| **left == Distance::Never) {
        return Some(Distance::Never);
    }
    let exact: Option<Vec<&BigUint>> =
        all.into_iter().filter(|l| **l != Distance::Never).map(Distance::exact).collect();
    match exact.and_then(|exact| exact.into_iter().min().cloned()) {
        Some(best) => Some(Distance::Exact(best + 1u8)),
        None => left,
    }
}

fn solvable(left: Option<&Distance>, board: &dyn Board) -> Option<bool> {
    match left {
        Some(Distance::Exact(_) | Distance::Between(_, Some(_))) => Some(true),
        Some(Distance::Never) => Some(false),
        Some(Distance::Between(_, None)) | None => board.solvable(),
    }
}

fn judged(moves: Vec<String>, left: Option<&Distance>, after: Vec<Option<Distance>>) -> Vec<JudgedMove> {
    let judge = |after: &Option<Distance>| match (left, after) {
        (Some(Distance::Never), _) => Judgement::Equal,
        (_, Some(Distance::Never)) => Judgement::Loses,
        (Some(Distance::Exact(before)), Some(Distance::Exact(after))) => match after.cmp(before) {
            std::cmp::Ordering::Less => Judgement::Better,
            std::cmp::Ordering::Equal => Judgement::Equal,
            std::cmp::Ordering::Greater => Judgement::Worse,
        },
        // A lower bound alone can tell that a move leads away.
        (Some(Distance::Exact(before)), Some(Distance::Between(least, _))) if least > before => {
            Judgement::Worse
        }
        _ => Judgement::Unknown,
    };
    let pairs = moves.into_iter().zip(after);
    pairs.map(|(text, left)| JudgedMove { judgement: judge(&left), text, left }).collect()
}

fn of_game(board: &dyn Board, task: &mut Task<'_>) -> Analysis {
    let answer = match board.solve(task.part().with(Algorithm::Auto)) {
        Ok(Answer::Game(answer)) => Some(answer),
        _ => None,
    };
    let moves = board.moves().into_iter().map(|text| {
        let judgement = answer.as_ref().map_or(Judgement::Unknown, |answer| judge_in_game(answer, &text));
        let left = match task.limits.deadline.is_over() {
            true => None,
            false => board.play(&text).ok().and_then(|next| next.moves_left()).map(Distance::Exact),
        };
        JudgedMove { text, judgement, left }
    });
    let moves = moves.collect();
    Analysis {
        left: answer.as_ref().and_then(|answer| answer.turns.clone()).map(Distance::Exact),
        solvable: None,
        verdict: answer.and_then(|answer| answer.verdict),
        moves,
        source: Source::Theory,
    }
}

fn judge_in_game(answer: &GameAnswer, text: &str) -> Judgement {
    match answer.verdict {
        Some(Verdict::Win) if answer.winning_moves.iter().any(|winning| winning == text) => Judgement::Better,
        Some(Verdict::Win) => Judgement::Loses,
        Some(Verdict::Loss) => Judgement::Equal,
        Some(Verdict::Draw) if answer.best_moves.iter().any(|best| best == text) => Judgement::Equal,
        Some(Verdict::Draw) if !answer.best_moves.is_empty() => Judgement::Loses,
        Some(Verdict::Draw) | None => Judgement::Unknown,
    }
}
