//! What fills the whole picture: discs on pegs and heaps of stones. They are drawn as the Tower of Hanoi and Stones draw
//! theirs, so that every front end shows and plays them as it does those.

use super::{Choice, Marking, Scenery, description, plain, spoken_slot, token_id};
use crate::drawing::sign;
use crate::interpreter::Interpreter;
use crate::model::Model;
use crate::scenery::layout::cut;
use std::collections::BTreeSet;
use telusur_puzzles::{Item, Picture, Play, Shape, Text, text};

/// Units of the picture for each peg.
const COLUMN: f32 = 10.0;
/// Heaps with more stones than this are drawn in rows of several.
const TALLEST_COLUMN: i64 = 12;
/// Stones in such a row.
const ROW: i64 = 5;

/// A position of which one variable is drawn.
pub(super) struct Position<'p> {
    pub(super) model: &'p Model,
    pub(super) variable: usize,
    /// The array that marks the elements.
    pub(super) with: Option<usize>,
    pub(super) values: &'p [i64],
}

impl Position<'_> {
    fn first(&self) -> usize {
        self.model.variables[self.variable].first
    }

    fn count(&self) -> usize {
        self.model.variables[self.variable].count
    }

    /// The number of the value that an element has, from 0.
    fn code(&self, element: usize) -> usize {
        (self.values[self.first() + element] - self.model.variables[self.variable].low) as usize
    }

    /// The only element that a move changes, if nothing changes beside it but marks and whose turn it is.
    fn changed(&self, choice: &Choice<'_>) -> Option<usize> {
        let (first, count) = (self.first(), self.count());
        let mut found = None;
        for slot in (0..self.values.len()).filter(|&slot| self.values[slot] != choice.next[slot]) {
            let variable = self.model.slots[slot].variable;
            let is_beside = Some(variable) == self.with || self.model.variables[variable].name == "player";
            match ((first..first + count).contains(&slot), is_beside) {
                (true, _) if found.is_none() => found = Some(slot - first),
                (false, true) => {}
                _ => return None,
            }
        }
        found
    }

    fn scenery(&self, (width, height): (f32, f32), mut items: Vec<Item>, plays: Vec<Play>) -> Scenery {
        let grips: BTreeSet<&String> = plays.iter().flat_map(|play| &play.grips).collect();
        // A place takes hold of what stands on it.
        items.iter_mut().for_each(|item| item.movable = item.kind != "peg" && grips.contains(&item.id));
        let description = description(self.model, self.values);
        Scenery { picture: Picture { width, height, items, description }, plays }
    }
}

/// Discs on the pegs that their values name.
pub(super) fn towers(position: &Position<'_>, choices: &mut dyn Iterator<Item = Choice<'_>>) -> Scenery {
    let Position { model, variable, values, .. } = *position;
    let declared = &model.variables[variable];
    let (pegs, discs) = (declared.size as usize, position.count());
    let height = discs as f32 + 1.0;
    let value = |peg: usize| declared.value(declared.low + peg as i64);
    let peg_id = |peg: usize| format!("{}-on-{}", declared.name, model.value_name(value(peg)));
    let middle = |peg: usize| COLUMN * (peg as f32 + 0.5);
    let mut items: Vec<Item> = Vec::with_capacity(pegs + discs);
    for peg in 0..pegs {
        let name = Text::same(&format!("{} {}", declared.name, model.value_name(value(peg))));
        let shape = Shape::Rect { x: middle(peg) - 0.25, y: 0.0, w: 0.5, h: height };
        let drawn = plain(peg_id(peg), "peg", name, cut(&sign(model, value(peg))), shape);
        items.push(Item { slot: Some(peg as u16 + 1), ..drawn });
    }
    for peg in (0..pegs).filter(|&peg| is_goal(position, peg)) {
        let label = &items[peg].label;
        let shape = Shape::Rect { x: COLUMN * peg as f32 + 0.25, y: 1.0, w: COLUMN - 0.5, h: discs as f32 };
        let name = text!("goal: {label}", "tujuan: {label}");
        items.push(plain(format!("goal-{label}"), "goal", name, String::new(), shape));
    }
    let mut heights = vec![0_usize; pegs];
    for disc in (0..discs).rev() {
        let (slot, peg) = (position.first() + disc, position.code(disc));
        let width = 2.0 + 7.5 * (disc as f32 + 1.0) / discs as f32;
        let mark = Marking::of(model, slot, values);
        let index = model.index_name(slot).unwrap_or_default();
        let name = match mark.name.as_str() {
            "" => text!("disc {index}", "cakram {index}"),
            side => text!("disc {index}, {side}", "cakram {index}, {side}"),
        };
        let shape = Shape::Rect {
            x: middle(peg) - width / 2.0,
            y: height - 1.0 - heights[peg] as f32,
            w: width,
            h: 1.0,
        };
        let label = cut(&format!("{index}{}", mark.sign));
        let drawn = plain(token_id(model, slot, values), "disc", name, label, shape);
        items.push(Item { colour: mark.colour.unwrap_or(disc as u16), ..drawn });
        heights[peg] += 1;
    }
    let mut taken = BTreeSet::new();
    let plays = choices.map(|choice| {
        let play = position.changed(&choice).and_then(|disc| {
            let slot = position.first() + disc;
            let (from, to) = (position.code(disc), (choice.next[slot] - declared.low) as usize);
            // A peg takes hold of the disc that moves from it to there, and only of one.
            taken.insert((from, to)).then(|| {
                let grips = vec![token_id(model, slot, values), peg_id(from)];
                Play::onto(choice.text.to_owned(), grips, vec![peg_id(to)])
                    .numbered([from as u64 + 1, to as u64 + 1])
            })
        });
        play.unwrap_or_else(|| named_only(&choice))
    });
    let plays = plays.collect();
    position.scenery((COLUMN * pegs as f32, height), items, plays)
}

/// Whether it would be solved with all discs on a peg.
fn is_goal(position: &Position<'_>, peg: usize) -> bool {
    let mut values = position.values.to_vec();
    let low = position.model.variables[position.variable].low;
    let first = position.first();
    values[first..first + position.count()].fill(low + peg as i64);
    !position.model.is_game && Interpreter::for_picture(position.model).is_goal(&values)
}

/// Numbers as heaps of stones.
pub(super) fn heaps(position: &Position<'_>, choices: &mut dyn Iterator<Item = Choice<'_>>) -> Scenery {
    let Position { model, values, .. } = *position;
    let (first, count) = (position.first(), position.count());
    let own = first..first + count;
    // The starts set the layout, so that stones stay where they are while others are taken.
    let starts = model.starts.iter().flat_map(|start| &start.state[own.clone()]);
    let tallest = starts.chain(&values[own.clone()]).copied().max().unwrap_or(1).max(1);
    let across = if tallest > TALLEST_COLUMN { ROW } else { 1 };
    let rows = (tallest as u64).div_ceil(across as u64) as f32;
    let width = across as f32 + 1.0;
    let stone_id = |slot: usize, stone: i64| format!("{}-{stone}", token_id(model, slot, values));
    let mut items = Vec::new();
    for (heap, slot) in own.enumerate() {
        let (left, stones, name) = (heap as f32 * width + 0.5, values[slot], spoken_slot(model, slot));
        let what = Text::same(&format!("{name}: {stones}"));
        let shape = Shape::Rect { x: left, y: rows, w: across as f32, h: 1.0 };
        let drawn = plain(token_id(model, slot, values), "pile", what, stones.to_string(), shape);
        items.push(Item { colour: heap as u16, slot: Some(heap as u16 + 1), ..drawn });
        for stone in 0..stones {
            let (row, column) = ((stone / across) as f32, (stone % across) as f32);
            let number = stone + 1;
            let what = text!("stone {number} of {name}", "batu {number} dari {name}");
            let shape = Shape::Circle { x: left + column + 0.5, y: rows - 0.5 - row, r: 0.45 };
            let drawn = plain(stone_id(slot, number), "stone", what, String::new(), shape);
            items.push(Item { colour: heap as u16, ..drawn });
        }
    }
    let mut taken = BTreeSet::new();
    let plays = choices.map(|choice| {
        let play = position.changed(&choice).and_then(|heap| {
            let slot = first + heap;
            let left = choice.next[slot];
            let take = values[slot] - left;
            // A touch takes the stone and all above it.
            (take > 0 && taken.insert((slot, left))).then(|| {
                Play::tap(choice.text.to_owned(), stone_id(slot, left + 1))
                    .numbered([heap as u64 + 1, take as u64])
            })
        });
        play.unwrap_or_else(|| named_only(&choice))
    });
    let plays = plays.collect();
    position.scenery((width * count as f32, rows + 1.0), items, plays)
}

/// A move that no hand makes in this picture: it is made by its name.
fn named_only(choice: &Choice<'_>) -> Play {
    Play::tap(choice.text.to_owned(), String::new())
}
