//! Towers beyond any packing: up to a million discs, played and answered on plain lists, without search.

use super::open::{Opened, Way};
use super::space::Shift;
use super::{instructions, known, play, text};
use crate::answer::{Answer, PathAnswer, Survey};
use crate::board::{Board, Extent, MoveError, Status};
use crate::language::Text;
use crate::metric_name::MetricName;
use crate::move_writer::SolutionMoves;
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::puzzle::Task;
use num_bigint::BigUint;
use std::any::Any;
use std::sync::Arc;
use telusur_search::{Algorithm, Unsupported};

/// A position with any number of discs.
#[derive(Clone)]
pub(super) struct Huge {
    level: Arc<Opened>,
    places: Arc<Vec<u8>>,
}

const NO_SEARCH: &str =
    "more than 64 discs are answered by theory only: three pegs, or a whole tower to another peg";

impl Huge {
    pub(super) fn new(opened: Opened) -> Self {
        let places = Arc::new(opened.start.clone());
        Huge { level: Arc::new(opened), places }
    }

    fn legal(&self) -> Vec<(Shift, usize)> {
        play::legal(&self.level.graph, &self.places)
    }
}

impl Board for Huge {
    fn puzzle(&self) -> &'static str {
        super::NAME
    }

    fn metric(&self) -> MetricName {
        MetricName::MOVES
    }

    fn text(&self) -> String {
        text::write(self.level.graph.pegs(), &self.places)
    }

    fn options(&self) -> Vec<(String, String)> {
        super::options(&self.level.graph, self.level.wording.to.clone())
    }

    fn instructions(&self) -> Text {
        instructions::instructions(&self.level.graph, self.places.len(), &self.level.goals)
    }

    fn picture(&self) -> Picture {
        play::picture(&self.level.graph, &self.places, &self.level.goals)
    }

    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|(shift, _)| shift.to_string()).collect()
    }

    fn plays(&self) -> Vec<Play> {
        self.legal().into_iter().map(|(shift, _)| play::by_hand(&self.places, shift)).collect()
    }

    fn attempts(&self, grip: &str, drop: &Drop) -> Vec<String> {
        play::attempts(&self.level.graph, &self.places, grip, drop)
    }

    fn explain_idle(&self, grip: &str) -> Option<Text> {
        play::explain_idle(&self.level.graph, &self.places, grip)
    }

    fn play(&self, text: &str) -> Result<Box<dyn Board>, MoveError> {
        let text = text.trim();
        let found = self.legal().into_iter().find(|(shift, _)| shift.to_string() == text);
        let refusal = || play::refusal(&self.level.graph, &self.places, text);
        let (shift, disc) = found.ok_or_else(refusal)?;
        let mut places = self.places.to_vec();
        places[disc] = shift.to;
        Ok(Box::new(Huge { level: self.level.clone(), places: Arc::new(places) }))
    }

    fn status(&self) -> Status {
        match self.level.goals.contains(&self.places) {
            true => Status::Solved,
            false if self.legal().is_empty() => Status::Stuck,
            false => Status::Playing,
        }
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        vec![Algorithm::Auto]
    }

    fn solve(&self, task: Task<'_>) -> Result<Answer, Unsupported> {
        let Opened { graph, wording, goals, .. } = &*self.level;
        if let Some(why) = play::refute(graph, &self.places, goals) {
            return Ok(Answer::Path(PathAnswer::refuted("the position itself proves it", why)));
        }
        let searched = task.algorithm != Algorithm::Auto || matches!(wording.way, Way::Search);
        match known::nearest(graph, &self.places, goals).filter(|_| !searched) {
            Some(known) => Ok(Answer::Path(known.answer(graph, &self.places, &task.limits))),
            None => Err(Unsupported { algorithm: task.algorithm, why: NO_SEARCH }),
        }
    }

    fn explore(&self, task: Task<'_>) -> Result<Survey, Unsupported> {
        Err(Unsupported { algorithm: task.algorithm, why: "more than 64 discs can't be explored" })
    }

    fn moves_left(&self) -> Option<BigUint> {
        let known = known::nearest(&self.level.graph, &self.places, &self.level.goals)?;
        known.is_optimal().then_some(known.length)
    }

    fn solution_moves(&self) -> Option<SolutionMoves> {
        let Opened { graph, goals, .. } = &*self.level;
        Some(known::nearest(graph, &self.places, goals)?.checked_moves(graph, &self.places))
    }

    fn extent(&self) -> Extent {
        let items = play::items(&self.level.graph, self.places.len(), &self.level.goals);
        Extent { items, plays: self.legal().len() }
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + self.places.len()
    }

    fn level_bytes(&self) -> usize {
        let Opened { start, goals, .. } = &*self.level;
        size_of_val(&*self.level) + start.len() + goals.iter().map(Vec::len).sum::<usize>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
