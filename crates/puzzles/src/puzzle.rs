//! The typed layer: [`Puzzle`], a space with texts and pictures; and [`At`], which erases it.

use crate::FOR_BROWSERS;
use crate::answer::{Answer, PathAnswer, Survey};
use crate::board::{Board, Extent, MoveError, Status};
use crate::bytes::PackedBoard;
use crate::catalogue;
use crate::game::GameBoard;
use crate::language::Text;
use crate::metric_name::MetricName;
use crate::move_writer::{MoveWriter, SolutionMoves};
use crate::picture::Picture;
use crate::planes::PlanesBoard;
use crate::play::{Drop, Play};
use crate::players::{OnePlayer, Players};
use crate::reached::{ReachOptions, Reached, Unreached};
use crate::table_store::TableStore;
use crate::watched::Watched;
use num_bigint::BigUint;
use std::any::Any;
use std::sync::Arc;
use telusur_search::watch::Recording;
use telusur_search::{Algorithm, Limits, Observer, Offers, Report, Run, Solver, Space, State, Unsupported};

/// What to do, and with what.
pub struct Task<'a> {
    /// The algorithm asked for.
    pub algorithm: Algorithm,
    /// What it may use and when it must end, all its parts together.
    pub limits: Limits,
    /// How many threads it may use.
    pub threads: usize,
    /// Who watches.
    pub observer: &'a mut dyn Observer,
    /// Whether to count all shortest solutions.
    pub count_all: bool,
    /// Whether an exploration also works out findings of the puzzle's own that take a search of their own.
    pub findings: bool,
    /// Where tables are kept, if somewhere.
    pub tables: Option<&'a dyn TableStore>,
}

impl<'a> Task<'a> {
    /// `auto`, without limits, on one thread. The clock starts now.
    pub fn new(observer: &'a mut dyn Observer) -> Self {
        Task {
            algorithm: Algorithm::Auto,
            limits: Limits::none(),
            threads: 1,
            observer,
            count_all: false,
            findings: false,
            tables: None,
        }
    }

    /// The same with an algorithm.
    #[must_use]
    pub fn with(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// The same under limits. From a [`Budget`](telusur_search::Budget), the clock starts now.
    #[must_use]
    pub fn limited(mut self, limits: impl Into<Limits>) -> Self {
        self.limits = limits.into();
        self
    }

    /// A part of the work, under the same limits; solutions are not counted, and nothing is found out beside.
    pub fn part(&mut self) -> Task<'_> {
        Task {
            algorithm: self.algorithm,
            limits: self.limits.clone(),
            threads: self.threads,
            observer: &mut *self.observer,
            count_all: false,
            findings: false,
            tables: self.tables,
        }
    }

    /// A part of the work that gets an equal share of the time left, as one of so many.
    pub fn share(&mut self, of: u32) -> Task<'_> {
        let left = self.limits.deadline.left();
        let mut part = self.part();
        if let Some(left) = left {
            part.limits = part.limits.within(left / of.max(1));
        }
        part
    }

    /// A run under the limits of the task, for engines that are called directly.
    pub fn run(&mut self) -> Run<'_> {
        Run::watched(self.limits.clone(), self.threads, self.observer)
    }

    /// A solver under the limits of the task.
    pub fn solver<'s, S: Space>(&'s mut self, solver: Solver<'s, S>) -> Solver<'s, S> {
        solver
            .algorithm(self.algorithm)
            .limits(self.limits.clone())
            .threads(self.threads)
            .observe(self.observer)
    }
}

/// A position as people see it, which is a state and perhaps what the rules don't ask about.
///
/// Most puzzles have nothing of that kind: every state is its own position.
pub trait PositionOf<S>: Clone + Send + Sync + 'static {
    /// Who plays: [`OnePlayer`], or several in turn where the position says whose turn it is.
    type Players;

    /// A position with that state.
    fn of(state: S) -> Self;

    /// The state of the position.
    fn state(&self) -> S;

    /// The position so many moves later, with that state.
    fn later(&self, state: S, _moves: u32) -> Self {
        Self::of(state)
    }

    /// The options that tell it from another with the same level text.
    fn options(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Bytes that it holds elsewhere.
    fn bytes_elsewhere(&self) -> usize {
        0
    }
}

impl<S: State + 'static> PositionOf<S> for S {
    type Players = OnePlayer;

    fn of(state: S) -> Self {
        state
    }

    fn state(&self) -> S {
        *self
    }
}

/// The options that are given, by name.
pub(crate) fn given<const N: usize>(options: [(&str, Option<String>); N]) -> Vec<(String, String)> {
    options.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// The players of a puzzle's positions.
type PlayersOf<P> = <<P as Puzzle>::Position as PositionOf<<P as Space>::State>>::Players;

/// A puzzle: a [`Space`] with texts and pictures. It is for one, unless its positions say whose turn it is; see
/// [`GamePuzzle`](crate::GamePuzzle).
///
/// One value is one level: the rules and the start. Everything has a default but the texts and the picture.
pub trait Puzzle: Offers + Send + Sync + 'static {
    /// Name of the catalogue entry.
    const NAME: &'static str;
    /// What moves look like, for error messages.
    const MOVE_FORM: Text;

    /// A position as people see it: [`Space::State`], unless letters or other marks go with it that the rules don't ask
    /// about.
    type Position: PositionOf<Self::State, Players: Players<Self>>;

    /// Name of the catalogue entry, where one type stands for several of them.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// What a move counts as.
    fn metric(&self) -> MetricName {
        PlayersOf::<Self>::METRIC
    }

    /// A position as level text.
    fn text(&self, position: Self::Position) -> String;

    /// The options that the text of a position does not say, those of the position among them.
    fn options(&self, position: &Self::Position) -> Vec<(String, String)> {
        position.options()
    }

    /// The goal and the rules of this level in one line; see [`Board::instructions`].
    fn instructions(&self) -> Text {
        catalogue::summary_of(self.name())
    }

    /// A move as text. Different legal moves of a position must have different texts, without blanks and commas, which
    /// stand between the moves of a list.
    fn move_text(&self, position: Self::Position, m: Self::Move) -> String;

    /// Every legal move and the state that it leads to, in the order of lists. Override it where they are too many to
    /// list; then [`read_move`](Puzzle::read_move) still accepts all.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Self::State)> {
        let mut moves = Vec::new();
        self.expand(position.state(), |m, next| moves.push((m, next)));
        moves
    }

    /// How many moves a player is shown. Override it where that can be told without listing them.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = 0;
        self.expand(position.state(), |_, _| moves += 1);
        moves
    }

    /// The position after a legal move that leads to a state.
    fn after(&self, position: &Self::Position, _m: Self::Move, next: Self::State) -> Self::Position {
        position.later(next, 1)
    }

    /// The position after a move given as text. Override it where one move has several texts.
    ///
    /// # Errors
    /// If it is no move, or not allowed here.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Position, MoveError> {
        let mut moves = self.moves(position).into_iter();
        match moves.find(|&(m, _)| self.move_text(position.clone(), m) == text) {
            Some((m, next)) => Ok(self.after(position, m, next)),
            None => Err(self.explain_refusal(position.clone(), text)),
        }
    }

    /// Why a text is no legal move here. Override it to name the rule that forbids the move.
    fn explain_refusal(&self, _position: Self::Position, text: &str) -> MoveError {
        MoveError::Unreadable { text: text.to_owned(), form: Self::MOVE_FORM }
    }

    /// What a position looks like.
    fn picture(&self, position: Self::Position) -> Picture;

    /// How many items the picture has. Override it where that can be told without drawing.
    fn items(&self, position: Self::Position) -> usize {
        self.picture(position).items.len()
    }

    /// Bytes of the level: the value itself, and whatever it holds elsewhere or has made on the way.
    fn level_bytes(&self) -> usize {
        size_of_val(self)
    }

    /// A legal move as a hand makes it; its text is that of [`move_text`](Puzzle::move_text).
    fn play(&self, position: Self::Position, m: Self::Move) -> Play;

    /// The moves that a hand meant, allowed or not; see [`Board::attempts`]. Without an answer of its own a puzzle
    /// understands legal moves only; one that also understands others can say what forbids them.
    fn attempts(&self, position: Self::Position, grip: &str, drop: &Drop) -> Vec<String> {
        let mut plays = self.moves(&position).into_iter().map(|(m, _)| self.play(position.clone(), m));
        plays.find(|play| play.is_made_by(grip, drop)).map(|play| play.text).into_iter().collect()
    }

    /// Returns why no move takes hold of an item now; see [`Board::explain_idle`].
    fn explain_idle(&self, _position: Self::Position, _grip: &str) -> Option<Text> {
        None
    }

    /// Why there is no solution from here, if that can be seen without search.
    fn refute(&self, _state: Self::State) -> Option<Text> {
        None
    }

    /// The exact number of moves left, if that can be told without search.
    fn moves_left(&self, state: Self::State) -> Option<BigUint> {
        self.is_goal(state).then_some(BigUint::ZERO)
    }

    /// Whether a solution can still be reached, if that can be told at once, say within milliseconds.
    fn solvable(&self, state: Self::State) -> Option<bool> {
        match self.is_goal(state) {
            true => Some(true),
            false => self.refute(state).map(|_| false),
        }
    }

    /// Where theory puts a state on a map of its space, at any scale, x to the right and y down; then it must put every
    /// state somewhere.
    fn place_on_map(&self, _state: Self::State) -> Option<(f32, f32)> {
        None
    }

    /// Whether states of this level mean the same in another one of the same type.
    fn shares_states(&self, _other: &Self) -> bool {
        true
    }

    /// The algorithms that can be asked for, `auto` first.
    fn algorithms(&self) -> Vec<Algorithm> {
        self.solver().supported()
    }

    /// The engines that this puzzle unlocks: all of them, unless [`Solver::without`] names one.
    fn solver(&self) -> Solver<'_, Self> {
        Solver::new(self)
    }

    /// Solves from a state. Override it where theory or an engine of the puzzle's own does better.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn solve(&self, from: Self::State, task: &mut Task<'_>) -> Result<Report<Self::Move>, Unsupported> {
        task.solver(self.solver().from(from)).try_solve()
    }

    /// Searches from a state and records the steps; see [`Board::watch`].
    ///
    /// # Errors
    /// If the algorithm does not work here, or can't be watched.
    fn watch(
        &self,
        from: Self::State,
        most: usize,
        task: &mut Task<'_>,
    ) -> Result<Recording<Self::State, Self::Move>, Unsupported> {
        task.solver(self.solver().from(from)).try_watch(most)
    }

    /// Explores from a state. Override it where an engine of the puzzle's own does better.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn survey(&self, from: Self::State, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        PlayersOf::<Self>::survey(self, from, task)
    }

    /// The level for a search on another device; see [`Board::as_planes`].
    fn as_planes(&self, _from: Self::State) -> Option<PlanesBoard<'_>> {
        None
    }

    /// The space as bytes; see [`Board::as_bytes`]. The functions of [`bytes`](crate::bytes) make one.
    fn as_bytes(_puzzle: &Arc<Self>, _from: Self::Position) -> Option<Box<dyn PackedBoard>> {
        None
    }

    /// An answer without a search from [`solve`](Puzzle::solve), for solutions too long to list or positions
    /// that theory settles. Asked first; `None` sends the position to `solve`.
    fn answer(&self, _from: Self::State, _task: &mut Task<'_>) -> Option<PathAnswer> {
        None
    }

    /// The moves of a method of the puzzle's own that an option asks for; see [`Board::as_writer`].
    fn as_writer(&self, _from: Self::State) -> Option<Box<dyn MoveWriter + '_>> {
        None
    }

    /// All moves of an [`answer`](Puzzle::answer) that lists only the first of them; see [`Board::solution_moves`].
    fn solution_moves(&self, _from: Self::State) -> Option<SolutionMoves> {
        None
    }
}

/// A position of a typed puzzle as a [`Board`].
pub struct At<P: Puzzle> {
    /// The level.
    pub puzzle: Arc<P>,
    /// The position.
    pub position: P::Position,
}

impl<P: Puzzle> At<P> {
    /// The start position of a level.
    pub fn start(puzzle: P) -> Box<dyn Board> {
        let position = P::Position::of(puzzle.start());
        At::open(puzzle, position)
    }

    /// A position of a level.
    pub fn open(puzzle: P, position: P::Position) -> Box<dyn Board> {
        Box::new(At { puzzle: Arc::new(puzzle), position })
    }

    /// Another position of the level.
    pub(crate) fn with(&self, position: P::Position) -> Self {
        At { puzzle: self.puzzle.clone(), position }
    }

    /// The position after a move given as text.
    pub(crate) fn after(&self, text: &str) -> Result<Self, MoveError> {
        Ok(self.with(self.puzzle.read_move(&self.position, text.trim())?))
    }

    /// The state of the position.
    pub fn state(&self) -> P::State {
        self.position.state()
    }

    /// The texts of moves from here on, each of them with the state that it leads to.
    pub(crate) fn move_texts(&self, steps: impl IntoIterator<Item = (P::Move, P::State)>) -> Vec<String> {
        let mut position = self.position.clone();
        let text = |(m, next)| {
            let after = self.puzzle.after(&position, m, next);
            self.puzzle.move_text(std::mem::replace(&mut position, after), m)
        };
        steps.into_iter().map(text).collect()
    }
}

impl<P: Puzzle> Board for At<P> {
    fn puzzle(&self) -> &'static str {
        self.puzzle.name()
    }

    fn metric(&self) -> MetricName {
        self.puzzle.metric()
    }

    fn text(&self) -> String {
        self.puzzle.text(self.position.clone())
    }

    fn options(&self) -> Vec<(String, String)> {
        self.puzzle.options(&self.position)
    }

    fn picture(&self) -> Picture {
        self.puzzle.picture(self.position.clone())
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.puzzle.moves(&self.position).into_iter();
        moves.map(|(m, _)| self.puzzle.move_text(self.position.clone(), m)).collect()
    }

    fn instructions(&self) -> Text {
        self.puzzle.instructions()
    }

    fn plays(&self) -> Vec<Play> {
        let moves = self.puzzle.moves(&self.position).into_iter();
        moves.map(|(m, _)| self.puzzle.play(self.position.clone(), m)).collect()
    }

    fn attempts(&self, grip: &str, drop: &Drop) -> Vec<String> {
        self.puzzle.attempts(self.position.clone(), grip, drop)
    }

    fn explain_idle(&self, grip: &str) -> Option<Text> {
        self.puzzle.explain_idle(self.position.clone(), grip)
    }

    fn play(&self, text: &str) -> Result<Box<dyn Board>, MoveError> {
        Ok(Box::new(self.after(text)?))
    }

    fn status(&self) -> Status {
        PlayersOf::<P>::status(self)
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        PlayersOf::<P>::algorithms(self)
    }

    fn solve(&self, task: Task<'_>) -> Result<Answer, Unsupported> {
        let limits = task.limits.clone();
        let mut answer = PlayersOf::<P>::solve(self, task)?;
        let stats = answer.stats_mut();
        *stats = limits.total(*stats);
        Ok(answer)
    }

    fn explore(&self, task: Task<'_>) -> Result<Survey, Unsupported> {
        let limits = task.limits.clone();
        let mut survey = PlayersOf::<P>::explore(self, task)?;
        survey.stats = limits.total(survey.stats);
        Ok(survey)
    }

    fn as_planes(&self) -> Option<PlanesBoard<'_>> {
        if FOR_BROWSERS {
            return None;
        }
        self.puzzle.as_planes(self.state())
    }

    fn as_bytes(&self) -> Option<Box<dyn PackedBoard>> {
        if FOR_BROWSERS {
            return None;
        }
        P::as_bytes(&self.puzzle, self.position.clone())
    }

    fn moves_left(&self) -> Option<BigUint> {
        PlayersOf::<P>::moves_left(self)
    }

    fn as_game(&self) -> Option<&dyn GameBoard> {
        PlayersOf::<P>::as_game(self)
    }

    fn as_writer(&self) -> Option<Box<dyn MoveWriter + '_>> {
        self.puzzle.as_writer(self.state())
    }

    fn solution_moves(&self) -> Option<SolutionMoves> {
        self.puzzle.solution_moves(self.state())
    }

    fn solvable(&self) -> Option<bool> {
        PlayersOf::<P>::solvable(self)
    }

    fn reach(&self, options: ReachOptions, task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        PlayersOf::<P>::reach(self, options, task)
    }

    fn watch(&self, most: usize, task: Task<'_>) -> Result<Watched, Unsupported> {
        let limits = task.limits.clone();
        let mut watched = PlayersOf::<P>::watch(self, most, task)?;
        watched.stats = limits.total(watched.stats);
        Ok(watched)
    }

    fn extent(&self) -> Extent {
        let plays = self.puzzle.count_moves(&self.position);
        Extent { items: self.puzzle.items(self.position.clone()), plays }
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + self.position.bytes_elsewhere()
    }

    fn level_bytes(&self) -> usize {
        self.puzzle.level_bytes()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.with(self.position.clone()))
    }
}
