//! A solution, a verdict, or what is known without one, in words.

use super::Position;
use num_bigint::BigUint;
use serde::Serialize;
use telusur_puzzles::{Answer, Board, GameAnswer, PathAnswer};
use telusur_search::Claim;
use telusur_search::game::Verdict;

/// Solutions longer than this are cut in answers.
const MOST_MOVES: usize = 5000;

/// The answer to "solve".
#[derive(Serialize)]
pub(crate) struct Solution {
    puzzle: &'static str,
    /// `solved`, `unsolvable`, `stopped`, `win` or `loss`.
    outcome: &'static str,
    /// The claim in words.
    headline: String,
    /// What stands behind it, sentence by sentence.
    details: Vec<String>,
    /// The moves of a solution, or the winning moves of a game; perhaps only the first of them.
    moves: Vec<String>,
    position: Position,
}

impl Solution {
    pub(crate) fn new(board: &dyn Board, answer: &Answer) -> Self {
        let (outcome, headline, details, moves) = match answer {
            Answer::Path(path) => of_path(board.metric(), path),
            Answer::Game(game) => of_game(game),
        };
        let moves = moves.iter().take(MOST_MOVES).cloned().collect();
        Solution { puzzle: board.puzzle(), outcome, headline, details, moves, position: board.into() }
    }
}

type InWords<'a> = (&'static str, String, Vec<String>, &'a [String]);

fn of_path<'a>(metric: &str, answer: &'a PathAnswer) -> InWords<'a> {
    let mut details = Vec::new();
    let (outcome, headline) = match (answer.claim, &answer.length) {
        (Claim::Unsolvable, _) => ("unsolvable", "No solution exists. This is proved.".to_owned()),
        (Claim::Stopped, _) | (_, None) => {
            let limit = answer.limit.map_or("a limit was reached".to_owned(), |limit| limit.to_string());
            details.push(format!("Why: {limit}. The command line can be given more time and memory."));
            (
                "stopped",
                format!("Not settled yet: every solution has at least {} {metric}.", answer.lower_bound),
            )
        }
        (Claim::Optimal, Some(length)) => (
            "solved",
            format!("Solved in {}. No solution is shorter; this is proved.", counted(length, metric)),
        ),
        (Claim::Feasible, Some(length)) => {
            let bound = format!("A shorter one may exist, but none below {}.", answer.lower_bound);
            ("solved", format!("Solved in {}. {bound}", counted(length, metric)))
        }
    };
    if let Some(why) = &answer.why {
        details.push(format!("Why: {why}."));
    }
    let shown = answer.moves.len().min(MOST_MOVES);
    if answer.length.as_ref().is_some_and(|length| *length > BigUint::from(shown)) {
        details.push(format!("The list shows the first {shown} moves."));
    }
    details.push(match answer.reason.as_str() {
        "" => format!("Algorithm: {}.", answer.algorithm),
        reason => format!("Algorithm: {}, because {reason}.", answer.algorithm),
    });
    details.push(format!(
        "{} states expanded, {} stored, {:.1} ms.",
        answer.stats.expanded,
        answer.stats.stored,
        answer.stats.elapsed.as_secs_f64() * 1e3
    ));
    (outcome, headline, details, &answer.moves)
}

fn counted(number: &BigUint, metric: &str) -> String {
    match *number == BigUint::from(1u8) {
        true => format!("1 {}", metric.strip_suffix('s').unwrap_or(metric)),
        false => format!("{number} {metric}"),
    }
}

fn of_game(answer: &GameAnswer) -> InWords<'_> {
    let (outcome, mut headline) = match answer.verdict {
        Some(Verdict::Win) => ("win", "The player to move wins.".to_owned()),
        Some(Verdict::Loss) => ("loss", "The player to move loses against best play.".to_owned()),
        Some(Verdict::Draw) => ("draw", "Neither player can force a win.".to_owned()),
        None => ("stopped", "Stopped before a verdict.".to_owned()),
    };
    if let Some(turns) = &answer.turns {
        headline += &format!(" It ends after {turns} turns.");
    }
    let mut details = Vec::new();
    if !answer.why.is_empty() {
        details.push(answer.why.clone());
    }
    details.extend(answer.limit.map(|limit| format!("Stopped: {limit}.")));
    details.extend(answer.grundy.map(|grundy| format!("Grundy value: {grundy}.")));
    details.push(format!("Algorithm: {}.", answer.algorithm));
    (outcome, headline, details, &answer.winning_moves)
}
