//! Tower of Hanoi: any number of pegs, any position, any peg graph.
//!
//! | file | idea |
//! |---|---|
//! | `space`, `pack`, `rank`, `rule` | the rules on packed positions, for the engines |
//! | [`theory`], [`variants`], [`frame_stewart`] | answers without search |
//! | [`classic`] | the classic algorithms, side by side |
//! | [`planes`] | four pegs in planes of bits, 64 positions at a time |
//! | `bound` | pattern tables for informed search |
//! | `open`, `known`, `play`, `huge` | levels, answers and play |
//! | `generate`, `bench` | levels with a wanted distance; measurements |
//! | [`paper`] | the first paper's search, to measure against |
//!
//! ```
//! use telusur_puzzles::hanoi::{Hanoi, theory::Route};
//! use telusur_search::Solver;
//!
//! // By theory, for sixty-four discs at once ...
//! let route = Route::between(&[0; 64], &[2; 64]);
//! assert_eq!(route.length().to_string(), "18446744073709551615");
//! // ... and by search: eight discs on four pegs.
//! let report = Solver::new(&Hanoi::classic(4, 8)).solve();
//! assert_eq!(report.length(), Some(33));
//! ```

mod bench;
mod bound;
pub mod classic;
pub mod frame_stewart;
mod generate;
mod huge;
mod instructions;
mod known;
mod open;
mod pack;
pub mod paper;
pub mod planes;
mod play;
mod rank;
mod rule;
mod space;
pub mod step;
mod text;
pub mod theory;
pub mod variants;

pub use open::Wording;
pub use pack::{Discs, Narrow, Three, Two, Wide};
pub use rule::{MOST_PEGS, PegGraph};
pub use space::{Classic, Directed, Hanoi, Promises, Rule, Shift, Undirected};
pub use text::{MOST_DISCS, Stacks, peg_letter};

use crate::FOR_BROWSERS;
use crate::answer::{PathAnswer, Survey};
use crate::board::{Board, MoveError};
use crate::bytes::{self, PackedBoard};
use crate::catalogue::{About, BenchTable, Entry, OptionSpec, Variant};
use crate::language::Text;
use crate::level::{Level, LevelError, Setup};
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::move_writer::{MoveWriter, SolutionMoves};
use crate::option_field::{FieldValue, LevelOption, OptionField};
use crate::picture::Picture;
use crate::planes::{PlanesBoard, PlanesFound, PlanesLevel};
use crate::play::{Drop, Play};
use crate::players::{OnePlayer, Players};
use crate::puzzle::{Puzzle, Task, given};
use crate::shipped_levels::ShippedLevels;
use num_bigint::BigUint;
use open::{MovedTower, Opened, Way};
use std::collections::BTreeMap;
use std::sync::Arc;
use telusur_search::{Algorithm, Deadline, Outcome, Report, Solver, Unsupported};

pub(crate) const NAME: &str = "hanoi";

/// Most positions that are numbered for a bit array: 8 GiB of bits.
const MOST_NUMBERED: u64 = 1 << 36;
/// Most positions, up to symmetry, of a level on five or more pegs whose conjectured solution a search tries to
/// prove.
const MOST_PROVED: u64 = 1 << 26;

/// The options that the text of a position does not say. The method is no part of a position.
fn options(graph: &PegGraph, to: Option<String>) -> Vec<(String, String)> {
    given([("to", to), ("rule", (!graph.is_classic()).then(|| graph.to_string()))])
}

impl<D: Discs, R: Rule> Hanoi<D, R> {
    fn goal_places(&self) -> Vec<Vec<u8>> {
        self.goals.iter().map(|goal| goal.unpack(self.discs)).collect()
    }

    fn known(&self, from: D) -> Option<known::Known> {
        known::nearest(&self.graph, &from.unpack(self.discs), &self.goal_places())
    }

    fn positions(&self) -> Option<u64> {
        self.numbering.as_ref().map(rank::Numbering::len)
    }

    /// What `auto` does where theory is silent: search from both ends; with too little memory, by layers; and
    /// if that ends early too, the best known solution.
    fn search(&self, from: D, task: &mut Task<'_>) -> Result<Report<Shift>, Unsupported> {
        let symmetric = self.clone().with_symmetry(from);
        let why = "both ends are known and moves can be undone";
        let solver = symmetric.solver().prefer(Algorithm::Bidirectional, why);
        let mut report = task.solver(solver.from(from)).try_solve()?;
        if matches!(report.outcome, Outcome::Stopped(_))
            && let Some(known) = self.known(from).filter(|known| known.length <= known::MOST_LISTED.into())
        {
            let bound = u32::try_from(&known.lower_bound).unwrap_or(u32::MAX);
            let path = known.moves.map(step::Step::shift).collect();
            report.lower_bound = report.lower_bound.max(bound);
            report.outcome = Outcome::Solved { path, optimal: false };
            report.reason.push_str("; it ended early, so this is the best known solution");
        }
        Ok(report)
    }

    /// Adds how the greatest distance compares with the goal's. On three pegs no position is farther than the towers; on
    /// four that is news.
    fn compare_with_goal(&self, survey: &mut Survey) {
        let is_four = self.pegs() == 4 && self.graph.is_classic();
        if let (true, Some(radius), Some(goal)) = (is_four, survey.radius(), survey.goal_distance) {
            let name = "greatest distance and the goal's".to_owned();
            survey.findings.push(match radius == goal {
                true => (name, format!("both {goal}")),
                false => (name, format!("{radius} against {goal}: no position is farther than {radius}")),
            });
        }
    }
}

impl<D: Discs, R: Rule> Puzzle for Hanoi<D, R> {
    type Position = D;

    const NAME: &'static str = NAME;
    const MOVE_FORM: Text = play::MOVE_FORM;

    fn text(&self, state: D) -> String {
        text::write(self.pegs(), &state.unpack(self.discs))
    }

    fn options(&self, _: &D) -> Vec<(String, String)> {
        options(&self.graph, self.wording.to.clone())
    }

    fn instructions(&self) -> Text {
        instructions::instructions(&self.graph, self.discs, &self.goal_places())
    }

    fn move_text(&self, _: D, m: Shift) -> String {
        m.to_string()
    }

    fn explain_refusal(&self, state: D, text: &str) -> MoveError {
        play::refusal(&self.graph, &state.unpack(self.discs), text)
    }

    fn picture(&self, state: D) -> Picture {
        play::picture(&self.graph, &state.unpack(self.discs), &self.goal_places())
    }

    fn items(&self, _: D) -> usize {
        play::items(&self.graph, self.discs, &self.goal_places())
    }

    fn level_bytes(&self) -> usize {
        let numbering = self.numbering.as_ref().map_or(0, rank::Numbering::bytes);
        size_of_val(self) + size_of_val(&*self.goals) + numbering + self.pattern_bytes() as usize
    }

    fn play(&self, state: D, m: Shift) -> Play {
        play::by_hand(&state.unpack(self.discs), m)
    }

    fn attempts(&self, state: D, grip: &str, drop: &Drop) -> Vec<String> {
        play::attempts(&self.graph, &state.unpack(self.discs), grip, drop)
    }

    fn explain_idle(&self, state: D, grip: &str) -> Option<Text> {
        play::explain_idle(&self.graph, &state.unpack(self.discs), grip)
    }

    fn refute(&self, state: D) -> Option<Text> {
        play::refute(&self.graph, &state.unpack(self.discs), &self.goal_places())
    }

    fn moves_left(&self, state: D) -> Option<BigUint> {
        let known = self.known(state)?;
        known.is_optimal().then_some(known.length)
    }

    fn place_on_map(&self, state: D) -> Option<(f32, f32)> {
        (self.pegs() == 3).then(|| play::sierpinski(&state.unpack(self.discs)))
    }

    fn solver(&self) -> Solver<'_, Self> {
        let solver = Solver::new(self);
        match self.positions() {
            Some(positions) if positions <= MOST_NUMBERED => solver,
            _ => solver.without(Algorithm::Dense, "there are too many positions to number: use bfs"),
        }
    }

    fn as_bytes(puzzle: &Arc<Self>, from: D) -> Option<Box<dyn PackedBoard>> {
        Some(match puzzle.numbering {
            Some(_) => bytes::numbered(puzzle, from),
            None => bytes::reversible(puzzle, from),
        })
    }

    fn answer(&self, from: D, task: &mut Task<'_>) -> Option<PathAnswer> {
        if task.algorithm != Algorithm::Auto || matches!(self.wording.way, Way::Search) {
            return None;
        }
        let known = self.known(from)?;
        // Both ends are towers, so all pegs but two may be renamed.
        let renamings: u64 = (1..self.pegs().max(2) as u64 - 1).product();
        let provable = self.positions().is_some_and(|positions| positions / renamings <= MOST_PROVED);
        if !known.is_optimal() && provable {
            return None;
        }
        let optimal = known.is_optimal();
        let mut answer = known.answer(&self.graph, &from.unpack(self.discs), &task.limits);
        if task.count_all && optimal && answer.shortest_solutions.is_none() {
            answer.count_solutions(self, from, &mut task.run());
        }
        Some(answer)
    }

    fn solve(&self, from: D, task: &mut Task<'_>) -> Result<Report<Shift>, Unsupported> {
        match task.algorithm {
            Algorithm::Auto => self.search(from, task),
            Algorithm::Astar | Algorithm::Idastar | Algorithm::Greedy | Algorithm::Anytime => {
                self.prepare_patterns(&mut task.run());
                let beside = task.limits.holding(self.pattern_bytes());
                task.solver(self.solver().from(from)).limits(beside).try_solve()
            }
            _ => task.solver(self.solver().from(from)).try_solve(),
        }
    }

    fn survey(&self, from: D, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        let mut survey = OnePlayer::survey(self, from, task)?;
        self.compare_with_goal(&mut survey);
        Ok(survey)
    }

    fn as_planes(&self, from: D) -> Option<PlanesBoard<'_>> {
        let survey = |found: PlanesFound| {
            let text = |places: &Vec<u8>| text::write(4, places);
            let mut survey = Survey::of_planes(found, planes::edges(self.discs), text);
            self.compare_with_goal(&mut survey);
            survey
        };
        let is_laid_out = self.graph.is_classic() && self.pegs() == 4 && self.discs > 0;
        is_laid_out.then(|| PlanesBoard {
            level: PlanesLevel::FourPegs { start: from.unpack(self.discs), goals: self.goal_places() },
            survey: Box::new(survey),
        })
    }

    fn as_writer(&self, from: D) -> Option<Box<dyn MoveWriter + '_>> {
        let Way::Named(method) = self.wording.way else { return None };
        let moved = MovedTower::find(method, &self.graph, &from.unpack(self.discs), &self.goal_places())?;
        Some(Box::new(moved))
    }

    fn solution_moves(&self, from: D) -> Option<SolutionMoves> {
        Some(self.known(from)?.checked_moves(&self.graph, &from.unpack(self.discs)))
    }
}

/// The catalogue entry.
pub struct HanoiEntry;

// Of levels that are opened and of levels that are made.
const PEGS: OptionSpec = OptionSpec::new(
    "pegs",
    "P",
    "Number of pegs, 1 to 16 [default: 3]",
    "Jumlah tiang, 1 sampai 16 [bawaan: 3]",
);
const RULE: OptionSpec = OptionSpec::new(
    "rule",
    "RULE",
    "classic, cyclic, linear, star (over peg B), or arcs such as A>B,B>C,C-A [default: classic]",
    "classic, cyclic, linear, star (lewat tiang B), atau busur seperti A>B,B>C,C-A [bawaan: classic]",
);

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "discs",
        "N",
        "Number of discs of a whole tower on peg A [default: 3]",
        "Jumlah cakram menara utuh di tiang A [bawaan: 3]",
    ),
    PEGS,
    OptionSpec::new(
        "to",
        "GOAL",
        "Where to: a position, a peg such as B, or any (all on any other peg) [default: the last peg]",
        "Tujuan: suatu posisi, suatu tiang seperti B, atau any (semua di tiang lain mana pun) [bawaan: tiang terakhir]",
    ),
    RULE,
    OptionSpec::new(
        "method",
        "METHOD",
        "auto, search, or a classic algorithm that writes its moves as lines: recursive, iterative, er, \
         kolar1, kolar2, kolar3, kolar4, blocks [default: auto]",
        "auto, search, atau algoritma klasik yang menulis langkahnya sebagai baris: recursive, iterative, \
         er, kolar1, kolar2, kolar3, kolar4, blocks [bawaan: auto]",
    ),
    OptionSpec::new(
        "after",
        "K",
        "Begin after K moves of the shortest solution",
        "Mulai sesudah K langkah solusi terpendek",
    ),
];

const GENERATE_OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "discs",
        "N",
        "Number of discs [default: a few more than the distance needs]",
        "Jumlah cakram [bawaan: sedikit lebih dari yang diperlukan jaraknya]",
    ),
    PEGS,
    RULE,
    OptionSpec::new(
        "distance",
        "K",
        "Moves of the shortest solution, exactly [default: by difficulty]",
        "Langkah solusi terpendek, tepat sekian [bawaan: menurut kesulitan]",
    ),
];

// Of levels that are played and of levels that are made.
const RULE_FIELD: OptionField = OptionField::one_of(
    "rule",
    ("Rule", "Aturan"),
    &[
        FieldValue::new("classic", "classic", "klasik"),
        FieldValue::new("linear", "in a line", "berjajar"),
        FieldValue::new("cyclic", "one way round", "satu arah putar"),
        FieldValue::new("star", "through the centre", "lewat tengah"),
    ],
);

const GOAL_FIELD: OptionField = OptionField::one_of(
    "to",
    ("Goal", "Tujuan"),
    &[
        FieldValue::new("", "last peg", "tiang terakhir"),
        FieldValue::new("any", "any other peg", "tiang lain mana pun"),
    ],
);

const WISH_FIELDS: &[OptionField] = &[
    OptionField::number("discs", ("Discs", "Cakram"), 3, 10),
    OptionField::number("pegs", ("Pegs", "Tiang"), 3, 6),
    RULE_FIELD,
];

static LEVELS: ShippedLevels =
    ShippedLevels::new(include_str!("levels.txt"), &["moves"], |moves| generate::difficulty(moves.into()));

const DISC_VARIANTS: [Variant; 2] = [
    Variant::new("fewer-discs", "one disc fewer", "kurangi satu cakram").with_key("ArrowLeft"),
    Variant::new("more-discs", "one disc more", "tambah satu cakram").with_key("ArrowRight"),
];

const PEG_VARIANTS: [Variant; 2] = [
    Variant::new("fewer-pegs", "one peg fewer", "kurangi satu tiang"),
    Variant::new("more-pegs", "one peg more", "tambah satu tiang"),
];

static ABOUT: About = About {
    name: NAME,
    title: ("Tower of Hanoi", "Menara Hanoi"),
    summary: (
        "Move a tower disc by disc to another peg, never a larger disc onto a smaller one.",
        "Pindahkan menara cakram demi cakram ke tiang lain; cakram besar tak boleh di atas yang kecil.",
    ),
    level_help: (
        "Stacks from bottom to top, separated by |, discs numbered from 1 = smallest: 3 2 1 | |\n\
         Or give the options discs and pegs for a whole tower on the first peg.",
        "Tumpukan dari bawah ke atas, dipisah |, cakram bernomor dari 1 = terkecil: 3 2 1 | |\n\
         Atau berikan opsi discs dan pegs untuk menara utuh di tiang pertama.",
    ),
    options: OPTIONS,
    generate_options: GENERATE_OPTIONS,
    wish_fields: WISH_FIELDS,
    methods: &classic::Method::NAMES,
    ..About::DEFAULT
};

impl Entry for HanoiEntry {
    fn optima_are_proved(&self) -> bool {
        true
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    /// Another number of discs or pegs asks for a whole tower; what else the level says of the goal stays where it can.
    fn varied(&self, start: &dyn Board, options: &BTreeMap<String, String>) -> Setup {
        let text = start.text();
        let stacks: Vec<&str> = text.split('|').collect();
        let discs: usize = stacks.iter().map(|stack| stack.split_whitespace().count()).sum();
        let mut setup = Setup::of(start);
        if options.contains_key("discs") || options.contains_key("pegs") {
            setup.level = None;
            // A goal that names discs and a rule that names pegs belong to the old tower.
            setup.options.retain(|name, value| match name.as_str() {
                "to" => value.starts_with("any"),
                "rule" => !options.contains_key("pegs"),
                _ => false,
            });
            // The new tower has a peg of its own.
            setup.options.entry("to".to_owned()).and_modify(|to| *to = "any".to_owned());
            setup.options.insert("discs".to_owned(), discs.to_string());
            setup.options.insert("pegs".to_owned(), stacks.len().to_string());
        }
        setup.options.extend(options.clone());
        setup.options.retain(|_, value| !value.is_empty());
        setup
    }

    /// A disc or a peg fewer or more; the first paper's arrows are for discs.
    fn variants(&self, here: &dyn Board) -> Vec<Variant> {
        let text = here.text();
        let discs = text.split(['|', ' ']).filter(|word| !word.is_empty()).count();
        let pegs = text.split('|').count();
        let to =
            |option: &str, number: usize| self.varied(here, &[(option.into(), number.to_string())].into());
        let mut variants = Vec::new();
        for (option, now, title, range, [fewer, more]) in [
            ("discs", discs, Text::fixed("Discs", "Cakram"), 1..=20, DISC_VARIANTS),
            ("pegs", pegs, Text::fixed("Pegs", "Tiang"), 3..=8, PEG_VARIANTS),
        ] {
            let number = Some((title, now));
            let setup = (now > *range.start()).then(|| to(option, now - 1));
            variants.push(Variant { number: number.clone(), setup, ..fewer });
            let setup = (now < *range.end()).then(|| to(option, now + 1));
            variants.push(Variant { number, setup, ..more });
        }
        variants
    }

    fn choices(&self, level: &dyn Board) -> Vec<LevelOption> {
        let setup = Setup::of(level);
        let mut goal = LevelOption::of(&GOAL_FIELD, &setup);
        // The level also says which peg is meant by the others.
        if goal.now.starts_with("any") {
            "any".clone_into(&mut goal.now);
        }
        vec![LevelOption::of(&RULE_FIELD, &setup), goal]
    }

    fn difficulty_of(&self, _: &dyn Board, optimum: Option<u64>, _: &Deadline) -> Option<u8> {
        optimum.map(generate::difficulty)
    }

    fn daily_options(&self, weekday: usize) -> &'static [(&'static str, &'static str)] {
        match weekday {
            2 => &[("rule", "linear")],
            4 => &[("pegs", "4")],
            _ => &[],
        }
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS.all()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        Opened::read(setup).map(Opened::board)
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        generate::generate(wish, making)
    }

    fn bench(&self, quick: bool, show: &mut dyn FnMut(BenchTable)) {
        if !FOR_BROWSERS {
            bench::run(quick, show);
        }
    }
}

#[cfg(test)]
mod tests;
