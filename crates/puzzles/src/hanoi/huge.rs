//! Towers beyond any packing: up to a million discs, played and answered on plain lists, without search.

use super::open::{MovedTower, Opened, Way};
use super::text::Stacks;
use super::{instructions, known, play};
use crate::answer::{Answer, PathAnswer, Survey};
use crate::board::{Board, Extent, MoveError, Status};
use crate::language::Text;
use crate::metric_name::MetricName;
use crate::move_writer::MoveWriter;
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
    level: Arc<Level>,
    places: Arc<Vec<u8>>,
}

struct Level {
    opened: Opened,
    goals: Vec<Vec<u8>>,
}

const NO_SEARCH: &str =
    "more than 64 discs are answered by theory only: three pegs, or a whole tower to another peg";

impl Huge {
    pub(super) fn new(opened: Opened) -> Self {
        let goals = opened.goals.iter().map(|goal| goal.places.clone()).collect();
        let places = Arc::new(opened.start.places.clone());
        Huge { level: Arc::new(Level { opened, goals }), places }
    }

    fn stacks(&self) -> Stacks {
        Stacks { pegs: self.level.opened.graph.pegs(), places: self.places.to_vec() }
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
        self.stacks().write()
    }

    fn options(&self) -> Vec<(String, String)> {
        super::options(&self.level.opened.graph, &self.level.opened.wording)
    }

    fn instructions(&self) -> Text {
        instructions::instructions(&self.level.opened.graph, self.places.len(), &self.level.goals)
    }

    fn picture(&self) -> Picture {
        play::picture(&self.level.opened.graph, &self.places, &self.level.goals)
    }

    fn moves(&self) -> Vec<String> {
        let legal = play::legal(&self.level.opened.graph, &self.places);
        legal.into_iter().map(|(shift, _)| shift.to_string()).collect()
    }

    fn plays(&self) -> Vec<Play> {
        let legal = play::legal(&self.level.opened.graph, &self.places).into_iter();
        legal.map(|(shift, disc)| play::by_hand(&self.places, shift, disc)).collect()
    }

    fn attempt(&self, grip: &str, drop: &Drop) -> Option<String> {
        play::attempt(&self.level.opened.graph, &self.places, grip, drop)
    }

    fn play(&self, text: &str) -> Result<Box<dyn Board>, MoveError> {
        let text = text.trim();
        let graph = &self.level.opened.graph;
        let found = play::legal(graph, &self.places).into_iter().find(|(shift, _)| shift.to_string() == text);
        let Some((shift, disc)) = found else { return Err(play::refusal(graph, &self.places, text)) };
        let mut places = self.places.to_vec();
        places[disc] = shift.to;
        Ok(Box::new(Huge { level: self.level.clone(), places: Arc::new(places) }))
    }

    fn status(&self) -> Status {
        match self.level.goals.contains(&self.places) {
            true => Status::Solved,
            false if play::legal(&self.level.opened.graph, &self.places).is_empty() => Status::Stuck,
            false => Status::Playing,
        }
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        vec![Algorithm::Auto]
    }

    fn solve(&self, task: Task<'_>) -> Result<Answer, Unsupported> {
        let Opened { graph, wording, .. } = &self.level.opened;
        if let Some(why) = play::refute(graph, &self.places, &self.level.goals) {
            return Ok(Answer::Path(PathAnswer::refuted("the position itself proves it", why)));
        }
        let searched = task.algorithm != Algorithm::Auto || wording.way == Way::Search;
        match known::nearest(graph, &self.places, &self.level.goals).filter(|_| !searched) {
            Some(known) => Ok(Answer::Path(known.answer(graph, &self.places, &task.limits))),
            None => Err(Unsupported { algorithm: task.algorithm, why: NO_SEARCH }),
        }
    }

    fn explore(&self, task: Task<'_>) -> Result<Survey, Unsupported> {
        Err(Unsupported { algorithm: task.algorithm, why: "more than 64 discs can't be explored" })
    }

    fn moves_left(&self) -> Option<BigUint> {
        let known = known::nearest(&self.level.opened.graph, &self.places, &self.level.goals)?;
        known.is_optimal().then_some(known.length)
    }

    fn as_writer(&self) -> Option<Box<dyn MoveWriter + '_>> {
        let Opened { graph, wording, goals, .. } = &self.level.opened;
        MovedTower::find(graph, wording, &self.stacks(), goals)
    }

    fn extent(&self) -> Extent {
        let graph = &self.level.opened.graph;
        Extent {
            items: play::items(graph, self.places.len(), &self.level.goals),
            plays: play::legal(graph, &self.places).len(),
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + self.places.len()
    }

    fn level_bytes(&self) -> usize {
        // The start and the goals as they were read, and the goals once more as plain lists.
        let Level { opened, goals } = &*self.level;
        size_of_val(&*self.level) + opened.start.places.len() + 2 * goals.iter().map(Vec::len).sum::<usize>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
