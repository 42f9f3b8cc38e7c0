//! What people see of a position, and what they can ask about it: text, moves, reasons, picture, answers.

use super::rack::{Number, Rack};
use super::space::{Colour, Pour, Rule, Water};
use super::text::{self, USUAL_CAPACITY};
use crate::board::MoveError;
use crate::bytes::{self, PackedBoard};
use crate::language::{Language, Text, listed, text};
use crate::making::Work;
use crate::metric_name::MetricName;
use crate::picture::{Item, Picture, Shape};
use crate::play::{Drop, Play};
use crate::puzzle::{Puzzle, Task, given};
use num_bigint::BigUint;
use std::sync::Arc;
use telusur_search::anytime::anytime;
use telusur_search::{Algorithm, Budget, Deadline, Report, Run, Unsupported};

/// Tubes in a row of the picture.
const TUBES_PER_ROW: usize = 13;
/// From one tube to the next, in units.
const PITCH: f32 = 1.5;
/// States that a quick answer may store: a few milliseconds.
const QUICK_STATES: u64 = 1 << 14;

/// The id of a unit. Units of a colour are alike, so each is named by its place, and a pour says which place's unit
/// goes where: any numbering that followed the units themselves would depend on how a position was reached.
fn unit_id(tube: usize, level: usize) -> String {
    format!("unit-{}-{}", tube + 1, level + 1)
}

impl<I: Number, const N: usize> Puzzle for Water<I, N> {
    type Position = Rack<I, N>;

    const NAME: &'static str = "water";
    const MOVE_FORM: Text = Text::fixed(
        "a move is two tubes like 1>4, pour tube 1 into tube 4",
        "langkah adalah dua tabung seperti 1>4, tuang tabung 1 ke tabung 4",
    );

    fn metric(&self) -> MetricName {
        self.rule.metric()
    }

    fn text(&self, state: Rack<I, N>) -> String {
        let tubes: Vec<&[u8]> = (0..self.tubes).map(|tube| self.contents.units(state.get(tube))).collect();
        text::write(&tubes, &self.colours)
    }

    fn options(&self, _: &Rack<I, N>) -> Vec<(String, String)> {
        let (capacity, rule) = (self.contents.capacity, self.rule);
        given([
            ("capacity", (capacity != USUAL_CAPACITY).then(|| capacity.to_string())),
            ("rule", (rule != Rule::default()).then(|| rule.to_string())),
        ])
    }

    fn instructions(&self) -> Text {
        self.rule.instructions()
    }

    /// Tubes from 1.
    fn move_text(&self, _: Rack<I, N>, m: Pour) -> String {
        format!("{}>{}", m.from + 1, m.to + 1)
    }

    fn explain_refusal(&self, state: Rack<I, N>, text: &str) -> MoveError {
        let number = |word: &str| word.trim().parse::<usize>().ok().filter(|&n| n >= 1);
        let Some((from, to)) = text.split_once('>').and_then(|(a, b)| Some((number(a)?, number(b)?))) else {
            return MoveError::Unreadable { text: text.to_owned(), form: Self::MOVE_FORM };
        };
        let illegal = |why: Text| MoveError::Illegal { text: text.to_owned(), why };
        let tubes = self.tubes;
        if let Some(missing) = [from, to].into_iter().find(|&tube| tube > tubes) {
            return illegal(text!(
                "there is no tube {missing}, only 1 to {tubes}",
                "tidak ada tabung {missing}, hanya 1 sampai {tubes}"
            ));
        }
        if from == to {
            return illegal(Text::fixed(
                "a tube can't pour into itself",
                "tabung tidak bisa menuang ke dirinya sendiri",
            ));
        }
        let (giver, taker) = (self.facts(&state, from - 1), self.facts(&state, to - 1));
        if giver.height == 0 {
            return illegal(text!("tube {from} is empty", "tabung {from} kosong"));
        }
        let named = |colour: u8| {
            let name = self.colour_name(colour);
            Language::ALL.map(|language| name.in_language(language).to_owned())
        };
        let [top, top_id] = named(giver.top);
        if taker.height != 0 && taker.top != giver.top {
            let [there, there_id] = named(taker.top);
            return illegal(text!(
                "{top} is on top of tube {from}, {there} on top of tube {to}",
                "{top_id} paling atas di tabung {from}, {there_id} paling atas di tabung {to}"
            ));
        }
        match self.contents.room(taker) {
            0 => illegal(text!("tube {to} is full", "tabung {to} penuh")),
            room if self.rule == Rule::Strict && room < giver.run => {
                let run = giver.run;
                illegal(text!(
                    "only whole runs may be poured: {run} units of {top} don't fit the {room} free places of tube {to}",
                    "hanya deretan utuh yang boleh dituang: {run} satuan {top_id} tidak muat di {room} tempat kosong tabung {to}"
                ))
            }
            _ => MoveError::Unreadable { text: text.to_owned(), form: Self::MOVE_FORM },
        }
    }

    fn picture(&self, state: Rack<I, N>) -> Picture {
        let height = self.contents.capacity as f32;
        let columns = self.tubes.clamp(1, TUBES_PER_ROW);
        let rows = self.tubes.div_ceil(TUBES_PER_ROW).max(1);
        let (mut items, mut units, mut sentences) = (Vec::new(), Vec::new(), Vec::new());
        for tube in 0..self.tubes {
            let (row, column, number) = (tube / TUBES_PER_ROW, tube % TUBES_PER_ROW, tube + 1);
            let (x, y) = (column as f32 * PITCH, row as f32 * (height + 1.0));
            let contents = self.contents.units(state.get(tube));
            let (facts, gives) = (self.facts(&state, tube), self.gives(&state, tube));
            let is_completed = facts.is_plain() && self.contents.room(facts) == 0;
            items.push(Item {
                id: format!("tube-{number}"),
                kind: "tube",
                name: text!("tube {number}", "tabung {number}"),
                label: number.to_string(),
                colour: if is_completed { facts.top.into() } else { 0 },
                shape: Shape::Rect { x, y, w: 1.0, h: height },
                movable: gives,
                slot: Some(tube as u16 + 1),
            });
            let words = text::in_words(contents, &self.colours);
            sentences.push(match words.is_empty() {
                true => text!("tube {number} empty", "tabung {number} kosong"),
                false => text!("tube {number} {words}", "tabung {number} {words}"),
            });
            for (level, &unit) in contents.iter().enumerate() {
                units.push(Item {
                    id: unit_id(tube, level),
                    kind: "unit",
                    name: self.colour_name(unit),
                    label: self.mark(unit),
                    colour: u16::from(unit),
                    shape: Shape::Rect { x, y: y + height - 1.0 - level as f32, w: 1.0, h: 1.0 },
                    movable: gives && level + facts.run as usize >= contents.len(),
                    slot: None,
                });
            }
        }
        items.extend(units);
        Picture {
            width: (columns as f32 - 1.0) * PITCH + 1.0,
            height: rows as f32 * (height + 1.0) - 1.0,
            items,
            description: match sentences.is_empty() {
                true => Text::fixed("no tubes", "tidak ada tabung"),
                false => {
                    Text::fixed("bottom to top: ", "dari bawah ke atas: ").then(&Text::join(sentences, ", "))
                }
            },
        }
    }

    fn items(&self, state: Rack<I, N>) -> usize {
        self.tubes + (0..self.tubes).map(|tube| self.contents.units(state.get(tube)).len()).sum::<usize>()
    }

    fn level_bytes(&self) -> usize {
        size_of_val(self) + self.contents.bytes()
    }

    /// The top run, taken by itself or by its tube, onto another tube.
    fn play(&self, state: Rack<I, N>, m: Pour) -> Play {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let (giver, taker) = (self.facts(&state, from), self.facts(&state, to));
        let (height, filled) = (usize::from(giver.height), usize::from(taker.height));
        let tube_id = |tube: usize| format!("tube-{}", tube + 1);
        let run = (height - usize::from(giver.run)..height).rev().map(|level| unit_id(from, level));
        let standing = (0..filled).map(|level| unit_id(to, level));
        let amount = usize::from(self.amount(giver, taker));
        // What is on top flows first and lies lowest afterwards.
        let carried = (0..amount).map(|i| (unit_id(from, height - 1 - i), unit_id(to, filled + i)));
        Play::onto(
            self.move_text(state, m),
            std::iter::once(tube_id(from)).chain(run).collect(),
            std::iter::once(tube_id(to)).chain(standing).collect(),
        )
        .numbered([u64::from(m.from) + 1, u64::from(m.to) + 1])
        .carrying(carried.collect())
    }

    /// The pour from the tube of one item into the tube of another.
    fn attempts(&self, _: Rack<I, N>, grip: &str, drop: &Drop) -> Vec<String> {
        let tubes = self.tube_of(grip).zip(drop.target().and_then(|target| self.tube_of(target)));
        tubes.map(|(from, to)| format!("{from}>{to}")).into_iter().collect()
    }

    fn explain_idle(&self, state: Rack<I, N>, grip: &str) -> Option<Text> {
        let tube = self.tube_of(grip)?;
        let facts = self.facts(&state, tube - 1);
        let (top, top_id) = match facts.height {
            0 => return Some(text!("tube {tube} is empty", "tabung {tube} kosong")),
            height if height == facts.run && self.contents.capacity == height.into() => {
                return Some(text!("tube {tube} is complete", "tabung {tube} sudah lengkap"));
            }
            _ => {
                let name = self.colour_name(facts.top);
                (
                    name.in_language(Language::English).to_owned(),
                    name.in_language(Language::Indonesian).to_owned(),
                )
            }
        };
        Some(text!(
            "no other tube can take the {top} on top of tube {tube}",
            "tidak ada tabung lain yang bisa menerima {top_id} di puncak tabung {tube}"
        ))
    }

    /// What the counts alone prove, for all positions of the level.
    fn refute(&self, _: Rack<I, N>) -> Option<Text> {
        let capacity = self.contents.capacity;
        let too_many: Vec<&Colour> = self.colours.iter().filter(|c| c.count > capacity).collect();
        if let Some(first) = too_many.first() {
            if too_many.len() == 1 {
                let Colour { name, count } = first;
                return Some(text!(
                    "colour {name} has {count} units, but a tube holds only {capacity}",
                    "warna {name} punya {count} satuan, tetapi satu tabung hanya memuat {capacity}"
                ));
            }
            let (names, counts): (Vec<String>, Vec<String>) =
                too_many.iter().map(|c| (c.name.clone(), c.count.to_string())).unzip();
            let [names, names_id] = ["and", "dan"].map(|and| some(&names, and));
            let [counts, counts_id] = ["and", "dan"].map(|and| some(&counts, and));
            return Some(text!(
                "colours {names} have {counts} units, but a tube holds only {capacity}",
                "warna {names_id} punya {counts_id} satuan, tetapi satu tabung hanya memuat {capacity}"
            ));
        }
        let (colours, tubes) = (self.colours.len(), self.tubes);
        (colours > tubes).then(|| {
            text!(
                "{colours} colours need {colours} tubes, but there are only {tubes}",
                "{colours} warna perlu {colours} tabung, tetapi hanya ada {tubes}"
            )
        })
    }

    fn solvable(&self, state: Rack<I, N>) -> Option<bool> {
        let work = &mut Work::new(u64::MAX, Deadline::never());
        self.has_solution(state, [4 * QUICK_STATES, QUICK_STATES], work).unwrap_or(None)
    }

    fn moves_left(&self, state: Rack<I, N>) -> Option<BigUint> {
        let report = anytime(self, state, &mut Run::new(Budget::default().with_states(QUICK_STATES)));
        report.length().filter(|_| report.is_optimal()).map(BigUint::from)
    }

    fn as_bytes(puzzle: &Arc<Self>, from: Rack<I, N>) -> Option<Box<dyn PackedBoard>> {
        Some(bytes::plain(puzzle, from))
    }

    fn solve(&self, from: Rack<I, N>, task: &mut Task<'_>) -> Result<Report<Pour>, Unsupported> {
        match task.algorithm {
            Algorithm::Auto | Algorithm::Astar | Algorithm::Anytime => Ok(self.solve_anytime(from, task)),
            _ => task.solver(self.solver().from(from)).try_solve(),
        }
    }
}

impl<I: Number, const N: usize> Water<I, N> {
    /// A colour's name for people.
    /// Returns the tube, from 1, that an item of the picture is or stands in.
    fn tube_of(&self, id: &str) -> Option<usize> {
        let number = match id.strip_prefix("unit-") {
            Some(place) => place.split_once('-')?.0,
            None => id.strip_prefix("tube-")?,
        };
        number.parse::<usize>().ok().filter(|number| (1..=self.tubes).contains(number))
    }

    fn colour_name(&self, colour: u8) -> Text {
        let name = &self.colours[colour as usize - 1].name;
        match name.bytes().all(|b| b.is_ascii_digit()) {
            true => text!("colour {name}", "warna {name}"),
            false => Text::same(name),
        }
    }

    /// A mark for a colour that no other colour has: its own name if short, otherwise the first letters, or
    /// its number where those are taken.
    fn mark(&self, colour: u8) -> String {
        let name = &self.colours[colour as usize - 1].name;
        if name.chars().count() <= 3 {
            return name.clone();
        }
        let begin: String = name.chars().take(2).collect();
        let others = self.colours.iter().filter(|other| other.name != *name);
        match others.clone().any(|other| other.name.starts_with(&begin)) {
            false => begin,
            true => {
                let number = colour.to_string();
                let taken = others.clone().any(|other| other.name == number);
                if taken { format!("#{number}") } else { number }
            }
        }
    }

    /// Whether anything can be poured out of a tube.
    fn gives(&self, state: &Rack<I, N>, tube: usize) -> bool {
        let giver = self.facts(state, tube);
        (0..self.tubes).any(|to| to != tube && self.amount(giver, self.facts(state, to)) > 0)
    }
}

fn some(items: &[String], and: &str) -> String {
    const MOST: usize = 6;
    match items.get(..MOST).filter(|_| items.len() > MOST) {
        Some(first) => format!("{}, …", first.join(", ")),
        None => listed(items, and),
    }
}
