//! A position as a [`Board`]: what people see of it and ask about it.

use super::hand;
use super::options::{GoalAsked, Metric, write_axes};
use super::picture;
use super::position::{Position, draw};
use super::text::{Cell, Drawing};
use crate::answer::{Answer, PathAnswer, Survey};
use crate::board::{Board, Extent, MoveError, Status};
use crate::bytes::PackedBoard;
use crate::metric_name::MetricName;
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::puzzle::Task;
use crate::reached::{ReachOptions, Reached, Unreached};
use num_bigint::BigUint;
use std::any::Any;
use telusur_search::{Algorithm, Unsupported};

impl Board for Position {
    fn puzzle(&self) -> &'static str {
        super::NAME
    }

    fn metric(&self) -> MetricName {
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
            say("metric", rules.metric.name().to_string());
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
        if let Some(why) = self.rules().refutation() {
            return Ok(Answer::Path(PathAnswer::refuted("the level itself proves it", why)));
        }
        let report = self.level.engine.solve(&self.at, &mut task)?;
        let moves = match report.path() {
            None => Vec::new(),
            Some(path) => {
                // The letters are put back by playing, which checks every move a second time.
                let Some((moves, _)) = self.spell(path).filter(|(_, end)| end.is_solved()) else {
                    panic!("{} returned a wrong solution of {}", report.algorithm, self.text());
                };
                moves
            }
        };
        let mut answer = PathAnswer::searched(report, moves);
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

    fn as_bytes(&self) -> Option<Box<dyn PackedBoard>> {
        Some(self.level.engine.as_bytes(self))
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

    fn reach(&self, options: ReachOptions, mut task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        self.level.engine.reach(&self.level, &self.at, options, &mut task)
    }

    fn extent(&self) -> Extent {
        let plays = (0..self.at.len()).map(|piece| self.count_ways(piece)).sum();
        Extent { items: picture::items(self.rules()), plays }
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.at)
    }

    fn level_bytes(&self) -> usize {
        self.rules().bytes()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
