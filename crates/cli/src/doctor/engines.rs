//! Solves a level of each puzzle and compares the answer with what is known, move by move.

use super::Finding;
use crate::{machine, show};
use num_bigint::BigUint;
use std::time::{Duration, Instant};
use telusur_puzzles::{Answer, Board, Entry, PathAnswer, Status, Task, catalogue};
use telusur_search::{Budget, Claim};

/// No level that is tried comes near these.
const TIME: Duration = Duration::from_secs(20);
const BYTES: u64 = 256 << 20;

pub(super) fn all() -> Vec<Finding> {
    catalogue::all().iter().map(|&entry| one(entry)).collect()
}

fn one(entry: &'static dyn Entry) -> Finding {
    let started = Instant::now();
    match checked(entry) {
        Ok(found) => {
            let millis = started.elapsed().as_secs_f64() * 1e3;
            Finding::fine(entry.name(), format!("{found} ({millis:.1} ms)"))
        }
        Err(problem) => {
            let remedy = "this is a fault of the program or of the machine's memory; please report it";
            Finding::broken(entry.name(), problem, remedy)
        }
    }
}

fn checked(entry: &'static dyn Entry) -> Result<String, String> {
    // The hardest one of those that take no time.
    let known = entry.levels().iter().filter_map(|level| {
        let board = catalogue::open(entry, &level.setup()).ok()?;
        let optimum = level.optimum_in(board.metric())?;
        Some((optimum, level.name, board)).filter(|(optimum, ..)| *optimum <= 40)
    });
    match known.max_by_key(|(optimum, ..)| *optimum) {
        Some((optimum, name, board)) => {
            let Answer::Path(answer) = solve(&*board)? else {
                return Err("the answer is of a game".to_owned());
            };
            is_shortest(&*board, &answer, optimum)?;
            Ok(format!("{name}: {optimum} {}, proved and replayed", board.metric()))
        }
        None => game(entry),
    }
}

/// A game has no optimum: its answer must hold for every move that it names.
fn game(entry: &'static dyn Entry) -> Result<String, String> {
    let level = entry.levels().first().ok_or("there are no levels")?;
    let board = catalogue::open(entry, &level.setup()).map_err(|error| error.to_string())?;
    let Answer::Game(answer) = solve(&*board)? else { return Err("the answer is not of a game".to_owned()) };
    let verdict = answer.verdict.ok_or("no verdict was reached")?;
    for winning in &answer.winning_moves {
        let after = board.play(winning).map_err(|error| error.to_string())?;
        let lost = match (after.status(), solve(&*after)?) {
            (Status::Over { mover_won }, _) => !mover_won,
            (_, Answer::Game(reply)) => reply.verdict == Some(telusur_search::game::Verdict::Loss),
            _ => false,
        };
        if !lost {
            return Err(format!("{}: {winning} is said to win and does not", level.name));
        }
    }
    let moves = show::counted(answer.winning_moves.len(), "winning move");
    Ok(format!("{}: {verdict:?} for the mover, {moves} checked", level.name).to_lowercase())
}

fn solve(board: &dyn Board) -> Result<Answer, String> {
    let mut nobody = ();
    let mut task = Task::new(&mut nobody);
    task.limits = Budget::default().with_bytes(BYTES).with_time(TIME).into();
    task.threads = machine::default_threads();
    board.solve(task).map_err(|error| error.to_string())
}

fn is_shortest(board: &dyn Board, answer: &PathAnswer, optimum: u32) -> Result<(), String> {
    if answer.claim != Claim::Optimal || answer.length != Some(BigUint::from(optimum)) {
        return Err(format!(
            "known: {optimum} {}; found: {:?}, {:?}",
            board.metric(),
            answer.length,
            answer.claim
        ));
    }
    let mut position = board.boxed();
    for step in &answer.moves {
        position = position.play(step).map_err(|error| error.to_string())?;
    }
    match position.status() {
        Status::Solved => Ok(()),
        other => Err(format!("the solution ends in a position that is {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn every_puzzle_is_examined_and_well() {
        let findings = all();
        assert_eq!(findings.len(), catalogue::all().len());
        assert!(findings.iter().all(|finding| finding.state == State::Fine), "{findings:?}");
    }

    #[test]
    fn wrong_answers_are_found() {
        let board =
            catalogue::open(catalogue::find("hanoi").unwrap(), &telusur_puzzles::Setup::level("2 1 | |"));
        let board = board.unwrap();
        let Ok(Answer::Path(answer)) = solve(&*board) else { panic!("no path") };
        assert_eq!(is_shortest(&*board, &answer, 3), Ok(()));
        assert!(is_shortest(&*board, &answer, 4).unwrap_err().contains("known: 4"));
        let mut cut = answer.clone();
        cut.moves.pop();
        assert!(is_shortest(&*board, &cut, 3).unwrap_err().contains("ends in"));
        let mut wrong = answer;
        wrong.moves[0] = "C>A".to_owned();
        assert!(is_shortest(&*board, &wrong, 3).is_err());
    }
}
