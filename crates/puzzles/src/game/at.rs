//! [`GameAt`], which erases the types of a game: play, verdicts and audits through texts.

use super::GamePuzzle;
use super::board::{AuditError, GameBoard, ReplyError};
use crate::FOR_BROWSERS;
use crate::answer::{Answer, GameAnswer, Judged, Survey};
use crate::board::{Board, Extent, MoveError, Status};
use crate::bytes::PackedBoard;
use crate::language::Text;
use crate::level::LevelError;
use crate::metric_name::MetricName;
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::puzzle::Task;
use crate::reached::{ReachOptions, Reached, ReachedStates, Unreached, explored};
use num_bigint::BigUint;
use std::any::Any;
use std::sync::Arc;
use telusur_search::game::retrograde::{self, Positions};
use telusur_search::game::{GameReport, Halt, Value, Verdict, memo};
use telusur_search::{Algorithm, Limits, Unsupported};

/// A position of a typed game as a [`Board`].
pub struct GameAt<G: GamePuzzle> {
    /// The level.
    pub game: Arc<G>,
    /// The position.
    pub state: G::State,
    /// Whose turn it is, from 0.
    pub turn: u32,
}

impl<G: GamePuzzle> GameAt<G> {
    /// The first position of a level.
    pub fn start(game: G) -> Box<dyn Board> {
        let (state, turn) = (game.start(), game.first_player());
        Box::new(GameAt { game: Arc::new(game), state, turn })
    }

    fn after(&self, text: &str) -> Result<Self, MoveError> {
        Ok(self.later(self.game.read_move(self.state, text.trim())?, 1))
    }

    /// A position so many turns later.
    fn later(&self, state: G::State, turns: u32) -> Self {
        let turn = (self.turn + turns) % self.game.players().max(1);
        GameAt { game: self.game.clone(), state, turn }
    }

    /// Why nothing can be said about who wins, if so.
    fn check_settled(&self, algorithm: Algorithm) -> Result<(), Unsupported> {
        let why = "with more than two players nobody can force a win alone, so there is nothing to prove";
        if self.game.players() > 2 { Err(Unsupported { algorithm, why }) } else { Ok(()) }
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<GameAnswer, Unsupported> {
        self.check_settled(task.algorithm)?;
        let engine = match task.algorithm {
            Algorithm::Auto => {
                if let Some(answer) = self.game.answer(self.state, task) {
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
        if !self.game.is_searchable(self.state) {
            let why = "the position has more moves than can be listed, and no theory settles it";
            return Err(Unsupported { algorithm: task.algorithm, why });
        }
        let mut report = engine(&*self.game, self.state, &mut task.run());
        if report.value == Err(Halt::Cycle) {
            report = retrograde::solve(&*self.game, self.state, &mut task.run());
        }
        Ok(self.answer_of(&report))
    }

    /// Whether machines play with so many.
    fn check_players(&self) -> Result<(), LevelError> {
        if self.game.players() <= 2 {
            return Ok(());
        }
        let remedy = "pass the board from player to player";
        Err(LevelError::new("machine players play games for two", remedy))
    }

    fn answer_of(&self, report: &GameReport<G::Move>) -> GameAnswer {
        let texts = report.winning_moves().into_iter().map(|m| self.game.move_text(self.state, m));
        GameAnswer {
            verdict: report.value.ok().map(Value::verdict),
            limit: match report.value {
                Err(Halt::Limit(limit)) => Some(limit),
                // A cycle has sent the position on to backward search, which knows no such trouble.
                Err(Halt::Cycle) | Ok(_) => None,
            },
            turns: report.value.ok().and_then(Value::turns).map(BigUint::from),
            winning_moves: texts.collect(),
            grundy: None,
            why: self.game.explain(self.state, report),
            algorithm: match report.algorithm {
                Algorithm::Bfs => "backward breadth-first search".to_owned(),
                _ => "depth-first search with memory".to_owned(),
            },
            stats: report.stats,
        }
    }
}

impl<G: GamePuzzle> Board for GameAt<G> {
    fn puzzle(&self) -> &'static str {
        self.game.name()
    }

    fn metric(&self) -> MetricName {
        MetricName::TURNS
    }

    fn text(&self) -> String {
        self.game.text(self.state)
    }

    fn options(&self) -> Vec<(String, String)> {
        let mut options = self.game.options();
        if self.turn != 0 {
            options.push(("turn".to_owned(), (self.turn + 1).to_string()));
        }
        options
    }

    fn instructions(&self) -> Text {
        self.game.instructions()
    }

    fn picture(&self) -> Picture {
        self.game.picture(self.state, self.turn)
    }

    fn moves(&self) -> Vec<String> {
        self.game.list_moves(self.state).into_iter().map(|m| self.game.move_text(self.state, m)).collect()
    }

    fn plays(&self) -> Vec<Play> {
        let moves = self.game.list_moves(self.state).into_iter();
        moves.map(|m| self.game.play(self.state, m)).collect()
    }

    fn attempt(&self, grip: &str, drop: &Drop) -> Option<String> {
        self.game.attempt(self.state, grip, drop)
    }

    fn play(&self, text: &str) -> Result<Box<dyn Board>, MoveError> {
        Ok(Box::new(self.after(text)?))
    }

    fn status(&self) -> Status {
        if !self.game.is_over(self.state) {
            return Status::Playing;
        }
        Status::Over { mover_won: self.game.result(self.state) == Verdict::Win }
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        Algorithm::GAMES.to_vec()
    }

    fn solve(&self, mut task: Task<'_>) -> Result<Answer, Unsupported> {
        self.judge(&mut task).map(Answer::Game)
    }

    fn explore(&self, mut task: Task<'_>) -> Result<Survey, Unsupported> {
        self.check_settled(task.algorithm)?;
        match task.algorithm {
            Algorithm::Auto | Algorithm::Bfs => self.game.survey(self.state, &mut task),
            algorithm => {
                Err(Unsupported { algorithm, why: "a game is explored by backward search: auto or bfs" })
            }
        }
    }

    fn as_bytes(&self) -> Option<Box<dyn PackedBoard>> {
        if FOR_BROWSERS {
            return None;
        }
        self.game.as_bytes(self.state)
    }

    fn moves_left(&self) -> Option<BigUint> {
        if self.game.players() > 2 {
            return None;
        }
        self.game.turns_left(self.state)
    }

    fn as_game(&self) -> Option<&dyn GameBoard> {
        Some(self)
    }

    fn reach(&self, options: ReachOptions, mut task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        let game = &self.game;
        // A game has verdicts, not distances, and verdicts need the moves.
        if !options.moves || !game.is_searchable(self.state) {
            return Err(Unreached::Unlisted);
        }
        let reach = explored(&Positions(&**game), self.state, options, &mut task)?;
        let values = match game.players() {
            2 if reach.is_whole() => {
                reach.values(|state| game.result(state), &mut task.run()).map_err(Unreached::Limit)?
            }
            _ => Vec::new(),
        };
        let (level, first, placed) = (game.clone(), self.later(self.state, 0), game.clone());
        Ok(Box::new(ReachedStates {
            reach,
            values,
            state: Box::new(move |board| {
                let state = board.as_any().downcast_ref::<Self>()?.state;
                Some(if options.symmetric { level.canonical(state) } else { state })
            }),
            // Whose turn it is depends on the way; this is the shortest.
            board: Box::new(move |state, moves| Box::new(first.later(state, moves))),
            place: Box::new(move |state| placed.place_on_map(state)),
        }))
    }

    fn extent(&self) -> Extent {
        Extent { items: self.game.items(self.state), plays: self.game.count_moves(self.state) }
    }

    fn bytes(&self) -> usize {
        size_of_val(self)
    }

    fn level_bytes(&self) -> usize {
        self.game.level_bytes()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.later(self.state, 0))
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

impl<G: GamePuzzle> GameBoard for GameAt<G> {
    fn turn(&self) -> (u32, u32) {
        (self.turn, self.game.players())
    }

    fn opponents(&self) -> &'static [(&'static str, &'static str)] {
        if self.game.players() > 2 { &[] } else { self.game.opponents() }
    }

    fn check_opponent(&self, name: &str) -> Result<(), LevelError> {
        self.check_players()?;
        self.game.check_opponent(name)
    }

    fn reply(
        &self,
        opponent: Option<&str>,
        seed: u64,
        limits: &Limits,
    ) -> Result<Option<String>, ReplyError> {
        self.check_players()?;
        let reply = self.game.reply(self.state, opponent, seed, limits)?;
        Ok(reply.map(|m| self.game.move_text(self.state, m)))
    }

    fn audit(&self, moves: &[String], mut task: Task<'_>) -> Result<Vec<Judged>, AuditError> {
        let mut at = self.later(self.state, 0);
        let mut answer = at.judge(&mut task)?;
        let mut judged = Vec::with_capacity(moves.len());
        for (i, text) in moves.iter().enumerate() {
            let next = at.after(text).map_err(|error| AuditError::Move { number: i + 1, error })?;
            let reply = next.judge(&mut task)?;
            judged.push(Judged {
                player: at.turn,
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
