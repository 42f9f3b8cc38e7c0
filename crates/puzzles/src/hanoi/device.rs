//! A position for a search on another device: the level as plain numbers, and what was found as a survey.

use super::planes;
use super::{Discs, Hanoi, Rule, Stacks};
use crate::answer::Survey;
use crate::planes::{PlanesBoard, PlanesFound, PlanesLevel};

pub(super) struct OnDevice<'h, D: Discs, R: Rule> {
    pub(super) hanoi: &'h Hanoi<D, R>,
    pub(super) from: D,
}

impl<D: Discs, R: Rule> PlanesBoard for OnDevice<'_, D, R> {
    fn level(&self) -> PlanesLevel {
        let OnDevice { hanoi, from } = self;
        PlanesLevel::FourPegs { start: from.unpack(hanoi.discs), goals: hanoi.goal_places() }
    }

    fn survey(&self, found: &PlanesFound) -> Survey {
        let text = |places: &Vec<u8>| Stacks { pegs: 4, places: places.clone() }.write();
        let mut survey = Survey::of_planes(found, planes::edges(self.hanoi.discs), text);
        self.hanoi.compare_with_goal(&mut survey);
        survey
    }
}
