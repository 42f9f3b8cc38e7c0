//! What depends on who plays: [`Players`], with the answers for [`OnePlayer`].

use crate::answer::{Answer, PathAnswer, Survey};
use crate::board::{Board, Status};
use crate::game::GameBoard;
use crate::metric_name::MetricName;
use crate::puzzle::{At, PositionOf, Puzzle, Task};
use crate::reached::{ReachOptions, Reached, ReachedStates, Unreached, explored};
use crate::watched::Watched;
use num_bigint::BigUint;
use telusur_search::{Algorithm, Report, Unsupported, Wanted, verify};

/// What a [`Board`] answers depending on who plays; the defaults are those of a puzzle for one.
pub trait Players<P: Puzzle> {
    /// What a move counts as.
    const METRIC: MetricName = MetricName::MOVES;

    /// Where the game stands.
    fn status(at: &At<P>) -> Status {
        if at.puzzle.is_goal(at.state()) {
            return Status::Solved;
        }
        if at.puzzle.count_moves(&at.position) > 0 { Status::Playing } else { Status::Stuck }
    }

    /// The algorithms that work here, `auto` first.
    fn algorithms(at: &At<P>) -> Vec<Algorithm> {
        at.puzzle.algorithms()
    }

    /// Solves from a position.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn solve(at: &At<P>, mut task: Task<'_>) -> Result<Answer, Unsupported> {
        if let Some(why) = at.puzzle.refute(at.state()) {
            return Ok(Answer::Path(PathAnswer::refuted("the position itself proves it", why)));
        }
        if let Some(answer) = at.puzzle.answer(at.state(), &mut task) {
            return Ok(Answer::Path(answer));
        }
        let report = at.puzzle.solve(at.state(), &mut task)?;
        let mut answer = answer(at, report);
        if task.count_all && answer.length.is_some() {
            answer.count_solutions(&*at.puzzle, at.state(), &mut task.run());
        }
        Ok(Answer::Path(answer))
    }

    /// Explores from a position.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn explore(at: &At<P>, mut task: Task<'_>) -> Result<Survey, Unsupported> {
        at.puzzle.survey(at.state(), &mut task)
    }

    /// What [`Puzzle::survey`] does unless it is overridden: for one player, explores with the engines that the puzzle
    /// unlocks.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn survey(puzzle: &P, from: P::State, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        let wanted = Wanted { shortest_solutions: task.count_all };
        let reached = task.solver(puzzle.solver().from(from)).try_explore(wanted)?;
        Ok(Survey::reached(reached, |&state| puzzle.text(P::Position::of(state))))
    }

    /// The exact number of moves left, where that is known at once.
    fn moves_left(at: &At<P>) -> Option<BigUint> {
        at.puzzle.moves_left(at.state())
    }

    /// Whether a solution can still be reached, where that is known at once.
    fn solvable(at: &At<P>) -> Option<bool> {
        at.puzzle.solvable(at.state())
    }

    /// What a game for several offers.
    fn as_game(_at: &At<P>) -> Option<&dyn GameBoard> {
        None
    }

    /// Every position that can be reached; see [`Board::reach`].
    ///
    /// # Errors
    /// The limit that came first, or that this is not for this board.
    fn reach(at: &At<P>, options: ReachOptions, mut task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        let mut reach = explored(&*at.puzzle, at.state(), options, &mut task)?;
        if !options.moves {
            reach.forget_moves();
        }
        let (first, values) = (at.with(at.position.clone()), Vec::new());
        Ok(Box::new(ReachedStates { first, reach, values, symmetric: options.symmetric }))
    }

    /// Lets an algorithm search and records its steps; see [`Board::watch`].
    ///
    /// # Errors
    /// If the algorithm does not work here, or can't be watched.
    fn watch(at: &At<P>, most: usize, mut task: Task<'_>) -> Result<Watched, Unsupported> {
        let recording = at.puzzle.watch(at.state(), most, &mut task)?;
        Ok(Watched::new(at.puzzle.clone(), recording))
    }
}

/// A puzzle for one.
pub struct OnePlayer;

impl<P: Puzzle> Players<P> for OnePlayer {}

/// What a search from a position reports, with its moves as text.
fn answer<P: Puzzle>(at: &At<P>, report: Report<P::Move>) -> PathAnswer {
    let Some(path) = report.path() else { return PathAnswer::searched(report, Vec::new()) };
    // Nothing is shown that the independent checker has not replayed.
    if let Err(rejected) = verify::replay(&*at.puzzle, at.state(), path) {
        panic!("{} returned a wrong solution of {}: {rejected}", report.algorithm, at.text());
    }
    let mut state = at.state();
    let moves = at.move_texts(path.iter().map(|&wanted| {
        let mut next = state;
        at.puzzle.expand(state, |m, to| {
            if m == wanted {
                next = to;
            }
        });
        state = next;
        (wanted, next)
    }));
    PathAnswer::searched(report, moves)
}
