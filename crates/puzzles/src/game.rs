//! The typed layer of games: [`GamePuzzle`], a game with texts and pictures; and [`GameAt`], which erases it.

use crate::answer::{Answer, GameAnswer, Judged, Survey};
use crate::board::{AuditError, Board, MoveError, Status};
use crate::language::{Said, said};
use crate::level::LevelError;
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::puzzle::Task;
use crate::reached::{Reached, Unreached};
use crate::reached_game::reach_game;
use num_bigint::BigUint;
use std::any::Any;
use std::sync::Arc;
use telusur_search::game::{Game, GameReport, Halt, Value, Verdict, memo, retrograde};
use telusur_search::{Algorithm, Unsupported};

/// A game: a [`Game`] with texts and pictures.
///
/// One value is one level: the rules and the first position. Who is to move is no part of a position, since it
/// decides nothing; the erased layer keeps count. Everything has a default but the texts and the picture.
pub trait GamePuzzle: Game + Send + Sync + Sized + 'static {
    /// Name of the catalogue entry.
    const NAME: &'static str;
    /// What moves look like, for error messages.
    const MOVE_FORM: Said;

    /// How many play in turn. With more than two nobody can be said to win by force, and nothing is claimed.
    fn players(&self) -> u32 {
        2
    }

    /// Who moves first, from 0.
    fn first_player(&self) -> u32 {
        0
    }

    /// A position as level text.
    fn text(&self, state: Self::State) -> String;

    /// The options that the level text alone does not say; without `turn`, which the erased layer adds.
    fn options(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// A move as text. Different legal moves of a position must have different texts.
    fn move_text(&self, state: Self::State, m: Self::Move) -> String;

    /// The legal moves that a player is shown. Override it where they are too many to list; then
    /// [`read_move`](GamePuzzle::read_move) still accepts all.
    fn list_moves(&self, state: Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.expand(state, |m, _| moves.push(m));
        moves
    }

    /// Whether no move is left.
    fn is_over(&self, state: Self::State) -> bool {
        let mut over = true;
        self.expand(state, |_, _| over = false);
        over
    }

    /// Whether the engines can list the moves of a position and of those after it within reason.
    fn is_searchable(&self, _state: Self::State) -> bool {
        true
    }

    /// The position after a move given as text.
    ///
    /// # Errors
    /// If it is no move, or not allowed here.
    fn read_move(&self, state: Self::State, text: &str) -> Result<Self::State, MoveError> {
        let mut found = None;
        self.expand(state, |m, next| {
            if found.is_none() && self.move_text(state, m) == text {
                found = Some(next);
            }
        });
        found.ok_or_else(|| MoveError::Unreadable { text: text.to_owned(), form: Self::MOVE_FORM })
    }

    /// What a position looks like with player `turn` (from 0) to move.
    fn picture(&self, state: Self::State, turn: u32) -> Picture;

    /// A legal move as a hand makes it; its text is that of [`move_text`](GamePuzzle::move_text).
    fn play(&self, state: Self::State, m: Self::Move) -> Play;

    /// The move that a hand meant, allowed or not; see [`Board::attempt`].
    fn attempt(&self, _state: Self::State, _grip: &str, _drop: &Drop) -> Option<String> {
        None
    }

    /// Where theory puts a position on a map of its space; see [`Puzzle::place_on_map`](crate::Puzzle::place_on_map).
    fn place_on_map(&self, _state: Self::State) -> Option<(f32, f32)> {
        None
    }

    /// An answer without search, or by an engine of the game's own; `None` sends the position to the engines.
    fn answer(&self, _state: Self::State, _task: &mut Task<'_>) -> Option<GameAnswer> {
        None
    }

    /// The reason for a verdict that search found, in a sentence.
    fn explain(&self, _state: Self::State, report: &GameReport<Self::Move>) -> Said {
        explain_search(report)
    }

    /// The exact number of turns left under best play, if that can be told at once.
    fn turns_left(&self, _state: Self::State) -> Option<BigUint> {
        None
    }

    /// Surveys everything that can be reached. The default counts positions as the game's symmetry leaves them.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn survey(&self, from: Self::State, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        Ok(survey(self, from, task))
    }

    /// The machine players: names and what they do.
    fn opponents(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The move of a machine player.
    ///
    /// # Errors
    /// If nobody has that name.
    fn reply(
        &self,
        _state: Self::State,
        _opponent: Option<&str>,
        _seed: u64,
    ) -> Result<Option<Self::Move>, LevelError> {
        Ok(None)
    }
}

/// What a search says about its verdict, without knowledge of the game.
pub fn explain_search<M: Copy>(report: &GameReport<M>) -> Said {
    let met = report.stats.stored;
    match report.value {
        Err(halt) => {
            said!("not known: {halt} after {met} positions", "tidak diketahui: {halt} setelah {met} posisi")
        }
        Ok(Value::Win(0) | Value::Loss(0)) => Said::fixed("no move is left", "tidak ada langkah lagi"),
        Ok(Value::Win(_)) => {
            let kept = report.winning_moves().len();
            let all = report.replies.len();
            said!(
                "search of {met} positions: {kept} of {all} moves leave the opponent in a lost position",
                "pencarian {met} posisi: {kept} dari {all} langkah meninggalkan lawan dalam posisi kalah"
            )
        }
        Ok(Value::Loss(_)) => said!(
            "search of {met} positions: every move leaves the opponent a won position",
            "pencarian {met} posisi: setiap langkah meninggalkan lawan dalam posisi menang"
        ),
        Ok(Value::Draw) => said!(
            "search of {met} positions: neither side can force a win",
            "pencarian {met} posisi: tidak ada pihak yang bisa memaksakan kemenangan"
        ),
    }
}

/// Surveys everything that can be reached, with counts of won, lost and drawn positions.
pub fn survey<G: GamePuzzle>(game: &G, from: G::State, task: &mut Task<'_>) -> Survey {
    let reason = "backward search settles every position".to_owned();
    let base = Survey {
        depths: Vec::new(),
        goals: 0,
        goal_distance: None,
        farthest: Vec::new(),
        farthest_count: 0,
        edges: 0,
        shortest_solutions: None,
        stopped: None,
        algorithm: Algorithm::Bfs,
        reason,
        findings: Vec::new(),
        stats: Default::default(),
    };
    match retrograde::survey(game, from, &mut task.run()) {
        Err(stopped) => {
            Survey { depths: stopped.depths, stopped: Some(stopped.limit), stats: stopped.stats, ..base }
        }
        Ok(atlas) => {
            let count = |verdict| (atlas.count(verdict)).to_string();
            let longest = atlas.positions().filter_map(|(_, value)| value.turns()).max().unwrap_or(0);
            let slow = |value: Value| value.turns() == Some(longest);
            let last_depth = atlas.depths.len() - 1;
            // Positions are met depth by depth, so the farthest come last.
            let farthest_count = atlas.depths[last_depth];
            let skip = atlas.len() - farthest_count as usize;
            let farthest = atlas.positions().skip(skip).take(8).map(|(state, _)| game.text(state)).collect();
            let depth_of = atlas.depths.iter().enumerate().flat_map(|(d, &n)| (0..n).map(move |_| d as u64));
            let ends = atlas.positions().zip(depth_of).filter(|&((state, _), _)| game.is_over(state));
            let (mut over, mut nearest_end) = (0, None);
            for (_, depth) in ends {
                over += 1;
                nearest_end.get_or_insert(depth);
            }
            let mut findings = vec![
                ("won positions".to_owned(), count(Verdict::Win)),
                ("lost positions".to_owned(), count(Verdict::Loss)),
            ];
            if atlas.count(Verdict::Draw) > 0 {
                findings.push(("drawn positions".to_owned(), count(Verdict::Draw)));
            }
            let example = atlas.positions().find(|&(_, value)| slow(value));
            findings.push((
                "longest game under best play".to_owned(),
                match example {
                    Some((state, _)) => format!("{longest} turns, from {}", game.text(state)),
                    None => "every position is drawn".to_owned(),
                },
            ));
            Survey {
                goals: over,
                goal_distance: nearest_end,
                farthest,
                farthest_count,
                edges: atlas.edges,
                findings,
                stats: atlas.stats,
                depths: atlas.depths,
                ..base
            }
        }
    }
}

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
        let state = self.game.read_move(self.state, text.trim())?;
        Ok(GameAt { game: self.game.clone(), state, turn: (self.turn + 1) % self.game.players().max(1) })
    }

    /// Why nothing can be said about who wins, if so.
    fn unsettled(&self, algorithm: Algorithm) -> Option<Unsupported> {
        let why = "with more than two players nobody can force a win alone, so there is nothing to prove";
        (self.game.players() > 2).then_some(Unsupported { algorithm, why })
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<GameAnswer, Unsupported> {
        if let Some(unsettled) = self.unsettled(task.algorithm) {
            return Err(unsettled);
        }
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
        G::NAME
    }

    fn metric(&self) -> &'static str {
        "turns"
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
        vec![Algorithm::Auto, Algorithm::Bfs, Algorithm::Dfs]
    }

    fn solve(&self, mut task: Task<'_>) -> Result<Answer, Unsupported> {
        self.judge(&mut task).map(Answer::Game)
    }

    fn explore(&self, mut task: Task<'_>) -> Result<Survey, Unsupported> {
        if let Some(unsettled) = self.unsettled(task.algorithm) {
            return Err(unsettled);
        }
        match task.algorithm {
            Algorithm::Auto | Algorithm::Bfs => self.game.survey(self.state, &mut task),
            algorithm => {
                Err(Unsupported { algorithm, why: "a game is explored by backward search: auto or bfs" })
            }
        }
    }

    fn moves_left(&self) -> Option<BigUint> {
        if self.game.players() > 2 {
            return None;
        }
        self.game.turns_left(self.state)
    }

    fn turn(&self) -> Option<(u32, u32)> {
        Some((self.turn, self.game.players()))
    }

    fn opponents(&self) -> &'static [(&'static str, &'static str)] {
        if self.game.players() > 2 { &[] } else { self.game.opponents() }
    }

    fn reply(&self, opponent: Option<&str>, seed: u64) -> Result<Option<String>, LevelError> {
        if self.game.players() > 2 {
            let remedy = "pass the board from player to player";
            return Err(LevelError::new("machine players play games for two", remedy));
        }
        let reply = self.game.reply(self.state, opponent, seed)?;
        Ok(reply.map(|m| self.game.move_text(self.state, m)))
    }

    fn audit(&self, moves: &[String], mut task: Task<'_>) -> Option<Result<Vec<Judged>, AuditError>> {
        let mut audit = || {
            let mut at = GameAt { game: self.game.clone(), state: self.state, turn: self.turn };
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
        };
        Some(audit())
    }

    fn state_graph(&self, symmetric: bool, mut task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        reach_game(self, symmetric, &mut task.run())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(GameAt { game: self.game.clone(), state: self.state, turn: self.turn })
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

#[cfg(test)]
mod tests;
