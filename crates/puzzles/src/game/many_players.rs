//! [`ManyPlayers`]: play in turn, verdicts and audits through texts.

use super::board::{AuditError, GameBoard, Opponent, ReplyError};
use super::{GamePuzzle, explain_search, survey};
use crate::answer::{Answer, GameAnswer, Judged, Survey};
use crate::board::{Board, Status};
use crate::level::LevelError;
use crate::metric_name::MetricName;
use crate::players::Players;
use crate::puzzle::{At, Task};
use crate::reached::{ReachOptions, Reached, ReachedStates, Unreached, explored};
use crate::watched::Watched;
use num_bigint::BigUint;
use telusur_search::game::{GameReport, Halt, Value, Verdict, memo, retrograde};
use telusur_search::{Algorithm, Limits, Unsupported};

/// A game for several who move in turn.
pub struct ManyPlayers;

impl<G: GamePuzzle> At<G> {
    /// Why nothing can be said about who wins, if so.
    fn check_settled(&self, algorithm: Algorithm) -> Result<(), Unsupported> {
        let why = "with more than two players nobody can force a win alone, so there is nothing to prove";
        if self.position.players > 2 { Err(Unsupported { algorithm, why }) } else { Ok(()) }
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<GameAnswer, Unsupported> {
        self.check_settled(task.algorithm)?;
        let engine = match task.algorithm {
            Algorithm::Auto => {
                if let Some(answer) = self.puzzle.settle(self.state(), task) {
                    return Ok(answer);
                }
                memo::solve
            }
            Algorithm::Dfs => memo::solve,
            Algorithm::Bfs => retrograde::solve,
            algorithm => {
                let why = "a game is solved by auto (theory where there is one), dfs (with memory) or bfs (backward)";
                return Err(Unsupported { algorithm, why });
            }
        };
        if !self.puzzle.is_searchable(self.state()) {
            let why = "the position has more moves than can be listed, and no theory settles it";
            return Err(Unsupported { algorithm: task.algorithm, why });
        }
        let mut report = engine(&*self.puzzle, self.state(), &mut task.run());
        if report.value == Err(Halt::Cycle) {
            report = retrograde::solve(&*self.puzzle, self.state(), &mut task.run());
        }
        Ok(self.answer_of(&report))
    }

    /// Whether machines play with so many.
    fn check_players(&self) -> Result<(), LevelError> {
        if self.position.players <= 2 {
            return Ok(());
        }
        let remedy = "pass the board from player to player";
        Err(LevelError::new("machine players play games for two", remedy))
    }

    fn answer_of(&self, report: &GameReport<G::Move>) -> GameAnswer {
        let texts = |moves: Vec<G::Move>| {
            moves.into_iter().map(|m| self.puzzle.move_text(self.position, m)).collect()
        };
        GameAnswer {
            verdict: report.value.ok().map(Value::verdict),
            limit: match report.value {
                Err(Halt::Limit(limit)) => Some(limit),
                // A cycle has sent the position on to backward search, which knows no such trouble.
                Err(Halt::Cycle) | Ok(_) => None,
            },
            turns: report.value.ok().and_then(Value::turns).map(BigUint::from),
            winning_moves: texts(report.winning_moves()),
            best_moves: texts(report.best_moves()),
            grundy: None,
            why: explain_search(report),
            algorithm: match report.algorithm {
                Algorithm::Bfs => "backward breadth-first search".to_owned(),
                _ => "depth-first search with memory".to_owned(),
            },
            stats: report.stats,
        }
    }
}

impl<G: GamePuzzle> Players<G> for ManyPlayers {
    const METRIC: MetricName = MetricName::TURNS;

    fn status(at: &At<G>) -> Status {
        if !at.puzzle.is_goal(at.state()) {
            return Status::Playing;
        }
        match at.puzzle.result(at.state()) {
            Verdict::Draw => Status::Drawn,
            verdict => Status::Over { mover_won: verdict == Verdict::Win },
        }
    }

    fn algorithms(_: &At<G>) -> Vec<Algorithm> {
        Algorithm::GAMES.to_vec()
    }

    fn solve(at: &At<G>, mut task: Task<'_>) -> Result<Answer, Unsupported> {
        at.judge(&mut task).map(Answer::Game)
    }

    fn explore(at: &At<G>, mut task: Task<'_>) -> Result<Survey, Unsupported> {
        at.check_settled(task.algorithm)?;
        match task.algorithm {
            Algorithm::Auto | Algorithm::Bfs => at.puzzle.survey(at.state(), &mut task),
            algorithm => {
                Err(Unsupported { algorithm, why: "a game is explored by backward search: auto or bfs" })
            }
        }
    }

    /// Counts positions as the game's symmetry leaves them.
    fn survey(game: &G, from: G::State, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        Ok(survey(game, from, task))
    }

    fn moves_left(at: &At<G>) -> Option<BigUint> {
        if at.position.players > 2 {
            return None;
        }
        at.puzzle.turns_left(at.state())
    }

    fn solvable(_: &At<G>) -> Option<bool> {
        None
    }

    fn as_game(at: &At<G>) -> Option<&dyn GameBoard> {
        Some(at)
    }

    fn reach(at: &At<G>, options: ReachOptions, mut task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        let game = &at.puzzle;
        // A game has verdicts, not distances, and verdicts need the moves.
        if !options.moves || !game.is_searchable(at.state()) {
            return Err(Unreached::Unlisted);
        }
        let reach = explored(&**game, at.state(), options, &mut task)?;
        let values = match at.position.players {
            2 if reach.is_whole() => {
                reach.values(|state| game.result(state), &mut task.run()).map_err(Unreached::Limit)?
            }
            _ => Vec::new(),
        };
        let first = at.with(at.position);
        Ok(Box::new(ReachedStates { first, reach, values, symmetric: options.symmetric }))
    }

    fn watch(_: &At<G>, _: usize, task: Task<'_>) -> Result<Watched, Unsupported> {
        Err(Unsupported { algorithm: task.algorithm, why: "a search can't be watched on this board" })
    }
}

/// What the other player has.
fn other_side(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win => Verdict::Loss,
        Verdict::Loss => Verdict::Win,
        Verdict::Draw => Verdict::Draw,
    }
}

impl<G: GamePuzzle> GameBoard for At<G> {
    fn turn(&self) -> (u32, u32) {
        (self.position.turn, self.position.players)
    }

    fn opponents(&self) -> &'static [Opponent] {
        if self.position.players > 2 { &[] } else { self.puzzle.opponents() }
    }

    fn check_opponent(&self, name: &str) -> Result<(), LevelError> {
        self.check_players()?;
        self.puzzle.check_opponent(name)
    }

    fn reply(
        &self,
        opponent: Option<&str>,
        seed: u64,
        limits: &Limits,
    ) -> Result<Option<String>, ReplyError> {
        self.check_players()?;
        let reply = self.puzzle.reply(self.state(), opponent, seed, limits)?;
        Ok(reply.map(|m| self.puzzle.move_text(self.position, m)))
    }

    fn audit(&self, moves: &[String], mut task: Task<'_>) -> Result<Vec<Judged>, AuditError> {
        let mut at = self.with(self.position);
        let mut answer = at.judge(&mut task)?;
        let mut judged = Vec::with_capacity(moves.len());
        for (i, text) in moves.iter().enumerate() {
            let next = at.after(text).map_err(|error| AuditError::Move { number: i + 1, error })?;
            let reply = next.judge(&mut task)?;
            judged.push(Judged {
                player: at.position.turn,
                text: text.trim().to_owned(),
                position: next.text(),
                before: answer.verdict,
                after: reply.verdict.map(other_side),
                winning_moves: answer.winning_moves,
            });
            (at, answer) = (next, reply);
        }
        Ok(judged)
    }
}
