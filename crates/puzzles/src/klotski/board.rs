//! A position as people see it: every piece with its letter. Plain and unhurried; it shares the compiled
//! places with the search but looks for free cells in a way of its own.

use super::engine::Engine;
use super::hand;
use super::options::{GoalAsked, Metric, write_axes};
use super::picture;
use super::rules::{DIRECTIONS, Goal, NOWHERE, Rules};
use super::space::Shift;
use super::text::{Cell, Drawing};
use crate::answer::{Answer, PathAnswer, Survey};
use crate::board::{Board, MoveError, Status};
use crate::graph::{GraphFormat, GraphSize};
use crate::language::{Said, said};
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::puzzle::Task;
use crate::reached::{Reached, Unreached};
use num_bigint::BigUint;
use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use telusur_search::{Algorithm, Claim, Outcome, Unsupported};

const MOVE_FORM: Said = Said::fixed(
    "a move is a piece's letter and its way in u, l, d, r, such as hr or gru",
    "langkah adalah huruf balok dan jalannya dalam u, l, d, r (atas, kiri, bawah, kanan), seperti hr atau gru",
);

/// A level with its engine.
pub(super) struct Opened {
    pub(super) rules: Arc<Rules>,
    pub(super) engine: Box<dyn Engine>,
}

/// A position: the place of every piece of the drawing.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) level: Arc<Opened>,
    pub(super) at: Vec<u16>,
}

/// Whether a piece stands on each cell; `except` is left out.
fn occupied(rules: &Rules, at: &[u16], except: usize) -> Vec<bool> {
    let mut taken = vec![false; rules.walls.len()];
    for (piece, &place) in at.iter().enumerate().filter(|&(piece, _)| piece != except) {
        for &cell in &rules.place(piece, place).cells {
            taken[cell as usize] = true;
        }
    }
    taken
}

impl Position {
    pub(super) fn rules(&self) -> &Rules {
        &self.level.rules
    }

    /// Every place that a piece can go to in one move, with the way there in letters.
    pub(super) fn ways(&self, piece: usize) -> Vec<(u16, String)> {
        let rules = self.rules();
        let taken = occupied(rules, &self.at, piece);
        let free = |place: u16| rules.place(piece, place).cells.iter().all(|&cell| !taken[cell as usize]);
        let mut ways: Vec<(u16, String)> = vec![(self.at[piece], String::new())];
        let mut queue = VecDeque::from([0]);
        while let Some(i) = queue.pop_front() {
            let (from, way) = ways[i].clone();
            for (direction, &letter) in DIRECTIONS.iter().enumerate() {
                let straight = way.chars().all(|c| c == letter);
                let allowed = match rules.metric {
                    Metric::Moves => true,
                    Metric::Slides => straight,
                    Metric::Steps => way.is_empty(),
                };
                let to = rules.place(piece, from).next[direction];
                if allowed && to != NOWHERE && free(to) && ways.iter().all(|&(met, _)| met != to) {
                    ways.push((to, format!("{way}{letter}")));
                    queue.push_back(ways.len() - 1);
                }
            }
        }
        ways.remove(0);
        ways
    }

    /// The position with one piece elsewhere.
    fn with(&self, piece: usize, place: u16) -> Position {
        let mut next = self.clone();
        next.at[piece] = place;
        next
    }

    /// Makes a move step by step, so any way round that ends where a listed move ends is as good.
    pub(super) fn make(&self, text: &str) -> Result<Position, MoveError> {
        let unreadable = || MoveError::Unreadable { text: text.to_owned(), form: MOVE_FORM };
        let illegal = |why: Said| MoveError::Illegal { text: text.to_owned(), why };
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(unreadable)?;
        let way: Vec<usize> = chars
            .map(|c| DIRECTIONS.iter().position(|&d| d == c))
            .collect::<Option<_>>()
            .ok_or_else(unreadable)?;
        let rules = self.rules();
        let Some(piece) = rules.pieces.iter().position(|piece| piece.letter == letter) else {
            return Err(illegal(said!("there is no piece {letter}", "tidak ada balok {letter}")));
        };
        if way.is_empty() {
            return Err(unreadable());
        }
        match rules.metric {
            Metric::Steps if way.len() > 1 => {
                return Err(illegal(Said::fixed(
                    "one step is one cell in this metric",
                    "satu langkah adalah satu petak dalam ukuran ini",
                )));
            }
            Metric::Slides if way.iter().any(|&direction| direction != way[0]) => {
                return Err(illegal(Said::fixed(
                    "one slide is one straight line in this metric",
                    "satu geseran adalah satu garis lurus dalam ukuran ini",
                )));
            }
            _ => {}
        }
        let taken = occupied(rules, &self.at, piece);
        let mut place = self.at[piece];
        for &direction in &way {
            let next = rules.place(piece, place).next[direction];
            if next == NOWHERE {
                return Err(illegal(self.why_nowhere(piece, place, direction)));
            }
            let cells = &rules.place(piece, next).cells;
            if let Some(&cell) = cells.iter().find(|&&cell| taken[cell as usize]) {
                let other = self.piece_on(cell).map_or(' ', |other| rules.pieces[other].letter);
                return Err(illegal(said!("piece {other} is in the way", "balok {other} menghalangi")));
            }
            place = next;
        }
        if place == self.at[piece] {
            return Err(illegal(Said::fixed(
                "the piece ends where it began",
                "balok berakhir di tempatnya semula",
            )));
        }
        Ok(self.with(piece, place))
    }

    /// The piece that stands on a cell.
    fn piece_on(&self, cell: u32) -> Option<usize> {
        let rules = self.rules();
        (0..self.at.len()).find(|&piece| rules.place(piece, self.at[piece]).cells.contains(&cell))
    }

    /// Why there is no place in a direction: axis, edge, wall, door or a piece that never moves.
    fn why_nowhere(&self, piece: usize, place: u16, direction: usize) -> Said {
        use super::options::Axis;
        let rules = self.rules();
        match rules.kind_of(piece).axis {
            Axis::Horizontal if direction.is_multiple_of(2) => {
                return Said::fixed(
                    "this piece moves left and right only",
                    "balok ini hanya bergerak ke kiri dan ke kanan",
                );
            }
            Axis::Vertical if direction % 2 == 1 => {
                return Said::fixed(
                    "this piece moves up and down only",
                    "balok ini hanya bergerak ke atas dan ke bawah",
                );
            }
            _ => {}
        }
        for &cell in &rules.place(piece, place).cells {
            let (row, column) = (cell as usize / rules.columns, cell as usize % rules.columns);
            let beyond = match direction {
                0 => row.checked_sub(1).map(|row| (row, column)),
                1 => column.checked_sub(1).map(|column| (row, column)),
                2 => Some((row + 1, column)).filter(|&(row, _)| row < rules.rows),
                _ => Some((row, column + 1)).filter(|&(_, column)| column < rules.columns),
            };
            let Some((row, column)) = beyond else {
                return Said::fixed("the edge is in the way", "tepi papan menghalangi");
            };
            let beyond = row * rules.columns + column;
            if rules.walls[beyond] {
                return Said::fixed("a wall is in the way", "dinding menghalangi");
            }
            if rules.doors[beyond] && !rules.kind_of(piece).opens_doors {
                return Said::fixed(
                    "only goal pieces may enter a door",
                    "hanya balok tujuan yang boleh masuk pintu",
                );
            }
        }
        Said::fixed("a piece that can't move is in the way", "balok yang tidak bisa bergerak menghalangi")
    }

    /// A path of shifts as moves with letters, each of them made.
    fn spell(&self, path: &[Shift]) -> Option<(Vec<String>, Position)> {
        let mut position = self.clone();
        let mut moves = Vec::with_capacity(path.len());
        for shift in path {
            let rules = position.rules();
            let class = usize::from(shift.class);
            let piece = (0..rules.pieces.len())
                .find(|&i| rules.pieces[i].class == class && position.at[i] == shift.from)?;
            let (_, way) = position.ways(piece).into_iter().find(|&(to, _)| to == shift.to)?;
            let text = format!("{}{way}", rules.pieces[piece].letter);
            position = position.make(&text).ok()?;
            moves.push(text);
        }
        Some((moves, position))
    }

    fn reach(
        &self,
        symmetric: bool,
        with_moves: bool,
        mut task: Task<'_>,
    ) -> Result<Box<dyn Reached>, Unreached> {
        let Position { level, at } = self;
        level.engine.reach(level, at, symmetric, with_moves, &mut task.run()).map_err(Unreached::Limit)
    }

    fn is_solved(&self) -> bool {
        let rules = self.rules();
        let mut goals = rules.pieces.iter().zip(&self.at).filter_map(|(piece, &place)| {
            match rules.classes[piece.class].goal {
                Goal::Free => None,
                Goal::At(goal) => Some(goal == place),
                Goal::Never => Some(false),
            }
        });
        rules.classes.iter().any(|class| class.goal != Goal::Free) && goals.all(|there| there)
    }
}

/// The position as a drawing.
pub(super) fn draw(rules: &Rules, at: &[u16]) -> Drawing {
    let mut cells: Vec<Cell> = (0..rules.walls.len())
        .map(|i| match (rules.walls[i], rules.doors[i]) {
            (true, _) => Cell::Wall,
            (_, true) => Cell::Door,
            _ => Cell::Empty,
        })
        .collect();
    for (piece, &place) in at.iter().enumerate() {
        for &cell in &rules.place(piece, place).cells {
            cells[cell as usize] = Cell::Piece(rules.pieces[piece].letter);
        }
    }
    Drawing { rows: rules.rows, columns: rules.columns, cells }
}

impl Board for Position {
    fn puzzle(&self) -> &'static str {
        super::NAME
    }

    fn metric(&self) -> &'static str {
        self.rules().metric.name()
    }

    fn text(&self) -> String {
        draw(self.rules(), &self.at).write()
    }

    fn options(&self) -> Vec<(String, String)> {
        let rules = self.rules();
        let mut options = Vec::new();
        let mut say = |name: &str, value: String| options.push((name.to_owned(), value));
        match &rules.asked.goal {
            GoalAsked::Usual => {}
            GoalAsked::None => say("goal", "none".to_owned()),
            GoalAsked::Drawn(goal) => say("goal", goal.write()),
        }
        if rules.metric != Metric::Moves && !rules.asked.paper_order {
            say("metric", rules.metric.name().to_owned());
        }
        if let Some(axes) = write_axes(&rules.asked.axes) {
            say("axes", axes);
        }
        // A door under a piece does not show in the drawing.
        let hidden = |&cell: &usize| rules.doors[cell] && self.piece_on(cell as u32).is_some();
        if (0..rules.doors.len()).any(|cell| hidden(&cell)) {
            let door = |cell| if hidden(&cell) { Cell::Door } else { Cell::Empty };
            let cells = (0..rules.doors.len()).map(door).collect();
            say("doors", Drawing { rows: rules.rows, columns: rules.columns, cells }.write());
        }
        if rules.asked.paper_order {
            say("order", "paper".to_owned());
        }
        options
    }

    fn picture(&self) -> Picture {
        let movable: Vec<bool> = (0..self.at.len()).map(|piece| !self.ways(piece).is_empty()).collect();
        picture::picture(self.rules(), &self.at, &movable)
    }

    fn moves(&self) -> Vec<String> {
        let letter = |piece: usize| self.rules().pieces[piece].letter;
        (0..self.at.len())
            .flat_map(|piece| self.ways(piece).into_iter().map(move |(_, way)| (piece, way)))
            .map(|(piece, way)| format!("{}{way}", letter(piece)))
            .collect()
    }

    fn plays(&self) -> Vec<Play> {
        hand::plays(self)
    }

    fn attempt(&self, grip: &str, drop: &Drop) -> Option<String> {
        hand::attempt(grip, drop)
    }

    fn play(&self, text: &str) -> Result<Box<dyn Board>, MoveError> {
        self.make(text.trim()).map(|position| Box::new(position) as Box<dyn Board>)
    }

    fn status(&self) -> Status {
        if self.is_solved() {
            Status::Solved
        } else if (0..self.at.len()).any(|piece| !self.ways(piece).is_empty()) {
            Status::Playing
        } else {
            Status::Stuck
        }
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        self.level.engine.algorithms()
    }

    fn solve(&self, mut task: Task<'_>) -> Result<Answer, Unsupported> {
        let mut answer = PathAnswer {
            claim: Claim::Unsolvable,
            length: None,
            lower_bound: BigUint::ZERO,
            moves: Vec::new(),
            algorithm: Algorithm::Theory,
            reason: "the level itself proves it".to_owned(),
            why: self.rules().refutation(),
            limit: None,
            depths: Vec::new(),
            shortest_solutions: None,
            stats: Default::default(),
        };
        if answer.why.is_some() {
            return Ok(Answer::Path(answer));
        }
        let report = self.level.engine.solve(&self.at, &mut task)?;
        answer.claim = report.claim();
        answer.length = report.length().map(BigUint::from);
        answer.lower_bound = match answer.claim {
            Claim::Optimal => report.length().unwrap_or(0).into(),
            _ => report.lower_bound.into(),
        };
        match &report.outcome {
            Outcome::Solved { path, .. } => {
                // The letters are put back by playing, which checks every move a second time.
                let Some((moves, end)) = self.spell(path).filter(|(_, end)| end.is_solved()) else {
                    panic!("{} returned a wrong solution of {}", report.algorithm, self.text());
                };
                debug_assert!(end.is_solved());
                answer.moves = moves;
            }
            Outcome::Unsolvable => {}
            Outcome::Stopped(limit) => answer.limit = Some(*limit),
        }
        answer.algorithm = report.algorithm;
        answer.reason = report.reason;
        answer.depths = report.depths;
        answer.stats = report.stats;
        if task.count_all && answer.length.is_some() {
            match self.level.engine.count(&self.at, &mut task) {
                Ok(count) => answer.shortest_solutions = count,
                Err(limit) => answer.limit = Some(limit),
            }
        }
        Ok(Answer::Path(answer))
    }

    fn explore(&self, mut task: Task<'_>) -> Result<Survey, Unsupported> {
        let rules = self.level.rules.clone();
        self.level.engine.survey(&self.at, &mut task, &|at| draw(&rules, at).write())
    }

    fn moves_left(&self) -> Option<BigUint> {
        self.is_solved().then_some(BigUint::ZERO)
    }

    fn solvable(&self) -> Option<bool> {
        match self.is_solved() {
            true => Some(true),
            false => self.rules().refutation().map(|_| false),
        }
    }

    fn distances(&self, task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        self.reach(true, false, task)
    }

    fn state_graph(&self, symmetric: bool, task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        self.reach(symmetric, true, task)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_graph(
        &self,
        format: GraphFormat,
        most: usize,
        out: &mut dyn io::Write,
    ) -> Option<io::Result<GraphSize>> {
        let rules = self.level.rules.clone();
        let text = |at: &[u16]| draw(&rules, at).write();
        Some(self.level.engine.write_graph(&self.at, format, most, &text, out))
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
