//! Solves a level of each puzzle and compares the answer with what is known, move by move.

use super::Finding;
use crate::{machine, show};
use num_bigint::BigUint;
use std::time::{Duration, Instant};
use telusur_puzzles::{Answer, Board, Entry, GameAnswer, PathAnswer, Status, Task, catalogue};
use telusur_search::{Budget, Claim, Limit, Limits};

/// No level that is tried comes near these.
const TIME: Duration = Duration::from_secs(20);
const BYTES: u64 = 256 << 20;

pub(super) fn all() -> Vec<Finding> {
    catalogue::all().iter().map(|&entry| one(entry)).collect()
}

/// What a level that is tried can end in, besides the right answer.
#[derive(Debug, PartialEq)]
enum Problem {
    /// A limit came first: nothing is known to be wrong.
    Stopped(Limit),
    /// The answer is wrong, or there is none.
    Wrong(String),
}

impl<T: Into<String>> From<T> for Problem {
    fn from(problem: T) -> Self {
        Problem::Wrong(problem.into())
    }
}

fn one(entry: &'static dyn Entry) -> Finding {
    let started = Instant::now();
    let found = checked(entry, &limits());
    finding(entry.name(), found, started.elapsed())
}

fn finding(name: &'static str, found: Result<String, Problem>, took: Duration) -> Finding {
    match found {
        Ok(found) => Finding::fine(name, format!("{found} ({:.1} ms)", took.as_secs_f64() * 1e3)),
        Err(Problem::Stopped(limit)) => Finding::note(
            name,
            format!("not tried to the end: {}", show::limit(limit)),
            "the machine is busy or short of memory; try again when it is not",
        ),
        Err(Problem::Wrong(problem)) => {
            let remedy = "this is a fault of the program or of the machine's memory; please report it";
            Finding::broken(name, problem, remedy)
        }
    }
}

fn limits() -> Limits {
    Budget::default().with_bytes(BYTES).with_time(TIME).into()
}

fn checked(entry: &'static dyn Entry, limits: &Limits) -> Result<String, Problem> {
    // The hardest one of those that take no time.
    let known = entry.levels().iter().filter_map(|level| {
        let board = catalogue::open(entry, &level.setup()).ok()?;
        let optimum = level.optimum_in(&board.metric()).filter(|_| entry.optima_are_proved())?;
        Some((optimum, level.name, board)).filter(|(optimum, ..)| *optimum <= 40)
    });
    match known.max_by_key(|(optimum, ..)| *optimum) {
        Some((optimum, name, board)) => {
            let Answer::Path(answer) = solve(&*board, limits)? else {
                return Err("the answer is of a game".into());
            };
            is_shortest(&*board, &answer, optimum)?;
            Ok(format!("{name}: {}, proved and replayed", show::moves(optimum, board.metric())))
        }
        None if entry.about().is_game => game(entry, limits),
        None => unmeasured(entry),
    }
}

/// A puzzle none of whose levels has a short solution that is known: its first position and every move from there.
fn unmeasured(entry: &'static dyn Entry) -> Result<String, Problem> {
    let setup = entry.levels().first().map(telusur_puzzles::Level::setup).unwrap_or_default();
    let board = catalogue::open(entry, &setup).map_err(|error| error.to_string())?;
    let moves = board.moves();
    for text in &moves {
        board.play(text).map_err(|error| format!("{text} is listed and can't be made: {error}"))?;
    }
    Ok(format!("no short solution is known to compare with; {} made", show::counted(moves.len(), "move")))
}

/// A game has no optimum: its answer must hold for every move that it names.
fn game(entry: &'static dyn Entry, limits: &Limits) -> Result<String, Problem> {
    let level = entry.levels().first().ok_or("there are no levels")?;
    let board = catalogue::open(entry, &level.setup()).map_err(|error| error.to_string())?;
    let Answer::Game(answer) = solve(&*board, limits)? else {
        return Err("the answer is not of a game".into());
    };
    let verdict = match (answer.verdict, answer.limit) {
        (Some(verdict), _) => verdict,
        (None, Some(limit)) => return Err(Problem::Stopped(limit)),
        (None, None) => return Err("no verdict was reached".into()),
    };
    for winning in &answer.winning_moves {
        let after = board.play(winning).map_err(|error| error.to_string())?;
        let lost = match (after.status(), solve(&*after, limits)?) {
            (Status::Over { mover_won }, _) => !mover_won,
            (Status::Drawn, _) => false,
            (_, Answer::Game(GameAnswer { verdict: None, limit: Some(limit), .. })) => {
                return Err(Problem::Stopped(limit));
            }
            (_, Answer::Game(reply)) => reply.verdict == Some(telusur_search::game::Verdict::Loss),
            _ => false,
        };
        if !lost {
            return Err(format!("{}: {winning} is said to win and does not", level.name).into());
        }
    }
    let moves = show::counted(answer.winning_moves.len(), "winning move");
    Ok(format!("{}: {verdict:?} for the player to move, {moves} checked", level.name).to_lowercase())
}

fn solve(board: &dyn Board, limits: &Limits) -> Result<Answer, String> {
    let mut unobserved = ();
    let mut task = Task::new(&mut unobserved);
    task.limits = limits.clone();
    task.threads = machine::default_threads();
    board.solve(task).map_err(|error| error.to_string())
}

fn is_shortest(board: &dyn Board, answer: &PathAnswer, optimum: u32) -> Result<(), Problem> {
    if let (Claim::Stopped | Claim::Feasible, Some(limit)) = (answer.claim, answer.limit) {
        return Err(Problem::Stopped(limit));
    }
    if answer.claim != Claim::Optimal || answer.length != Some(BigUint::from(optimum)) {
        let found = answer.length.as_ref().map_or("none".to_owned(), BigUint::to_string);
        return Err(format!(
            "known: {optimum} {metric}; found: {found} {metric}, {}",
            answer.claim,
            metric = board.metric()
        )
        .into());
    }
    let mut position = board.boxed();
    for step in &answer.moves {
        position = position.play(step).map_err(|error| error.to_string())?;
    }
    match position.status() {
        Status::Solved => Ok(()),
        other => Err(format!("the solution ends in a position that is {other:?}").into()),
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

    /// A machine that is too busy to finish has no fault.
    #[test]
    fn a_search_that_was_stopped_is_no_fault() {
        let late: Limits = Budget::default().with_time(Duration::ZERO).into();
        for entry in catalogue::all() {
            match checked(*entry, &late) {
                // What theory answers needs no time.
                Ok(_) => {}
                Err(problem) => {
                    assert!(
                        matches!(problem, Problem::Stopped(Limit::Time(_))),
                        "{}: {problem:?}",
                        entry.name()
                    );
                    let finding = finding(entry.name(), Err(problem), Duration::ZERO);
                    assert_eq!(finding.state, State::Note, "{finding:?}");
                    assert!(finding.value.contains("the time limit of"), "{finding:?}");
                }
            }
        }
    }

    #[test]
    fn wrong_answers_are_found() {
        let board =
            catalogue::open(catalogue::find("hanoi").unwrap(), &telusur_puzzles::Setup::level("2 1 | |"));
        let board = board.unwrap();
        let wrong = |answer: &PathAnswer, optimum| match is_shortest(&*board, answer, optimum) {
            Err(Problem::Wrong(problem)) => problem,
            other => panic!("{other:?}"),
        };
        let Ok(Answer::Path(answer)) = solve(&*board, &limits()) else { panic!("no path") };
        assert_eq!(is_shortest(&*board, &answer, 3), Ok(()));
        assert!(wrong(&answer, 4).contains("known: 4 moves; found: 3 moves, optimal"));
        let mut cut = answer.clone();
        cut.moves.pop();
        assert!(wrong(&cut, 3).contains("ends in"));
        let mut wrong = answer;
        wrong.moves[0] = "C>A".to_owned();
        assert!(is_shortest(&*board, &wrong, 3).is_err());
    }
}
