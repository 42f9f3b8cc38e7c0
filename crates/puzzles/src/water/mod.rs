//! Water Sort: pour colours from tube to tube until each has a tube of its own.

mod bench;
mod bound;
mod contents;
mod frames;
mod generate;
mod grade;
mod guide;
mod puzzle;
mod rack;
mod realise;
mod solve;
mod space;
mod text;
mod units;

pub use rack::{Number, Rack};
pub use space::{Colour, Pour, Rule, Water};

use crate::FOR_BROWSERS;
use crate::board::Board;
use crate::catalogue::{About, BenchTable, Entry, OptionSpec, Variant};
use crate::level::{Level, LevelError, Setup};
use crate::making::{GenerateError, Generated, Making, Wish, Work};
use crate::option_field::{FieldValue, LevelOption, OptionField};
use crate::puzzle::{At, Puzzle};
use crate::shipped_levels::ShippedLevels;
use contents::Contents;
use grade::Gradable;
use std::sync::Arc;
use telusur_search::{Deadline, Space};
use text::Draft;

/// The catalogue entry.
pub struct WaterEntry;

const RULE: OptionSpec = OptionSpec::new(
    "rule",
    "RULE",
    "What a move carries: pour (as much of the top run as fits), unit (one unit) or strict (the whole run or nothing) [default: pour]",
    "Isi satu langkah: pour (lapisan teratas sebanyak yang muat), unit (satu unit), atau strict (seluruh lapisan atau tidak sama sekali) [bawaan: pour]",
);

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "capacity",
        "K",
        "Units that a tube holds, 1 to 16 [default: 4 or the fullest tube]",
        "Unit yang muat dalam satu tabung, 1 sampai 16 [bawaan: 4 atau tabung terisi penuh]",
    ),
    RULE,
];

// Of levels that are played and of levels that are made.
const RULE_FIELD: OptionField = OptionField::one_of(
    "rule",
    ("Rule", "Aturan"),
    &[
        FieldValue::new("pour", "pour", "tuang"),
        FieldValue::new("unit", "one unit", "satu unit"),
        FieldValue::new("strict", "whole run", "seluruh lapisan"),
    ],
);

const WISH_FIELDS: &[OptionField] = &[
    OptionField::number("colours", ("Colours", "Warna"), 2, 14),
    OptionField::number("empties", ("Empty tubes", "Tabung kosong"), 1, 4),
    OptionField::number("capacity", ("Units per tube", "Unit per tabung"), 2, 8),
    RULE_FIELD,
];

const GENERATE_OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "capacity",
        "K",
        "Units that a tube holds, 1 to 16 [default: 4]",
        "Unit yang muat dalam satu tabung, 1 sampai 16 [bawaan: 4]",
    ),
    RULE,
    OptionSpec::new(
        "colours",
        "N",
        "Number of colours, 1 to 127 [default: by difficulty]",
        "Jumlah warna, 1 sampai 127 [bawaan: menurut kesulitan]",
    ),
    OptionSpec::new(
        "empties",
        "N",
        "Number of empty tubes, 0 to 127 [default: 2]",
        "Jumlah tabung kosong, 0 sampai 127 [bawaan: 2]",
    ),
];

static LEVELS: ShippedLevels = ShippedLevels::new(include_str!("levels.txt"), &["pours", "units"], |_| 0);

static ABOUT: About = About {
    name: Water::<u8, 16>::NAME,
    title: ("Water Sort", "Urut Air"),
    summary: (
        "Pour coloured water from tube to tube until every colour has a tube of its own.",
        "Tuang air berwarna dari tabung ke tabung sampai setiap warna punya tabung sendiri.",
    ),
    level_help: (
        "Tubes bottom to top, separated by | or line breaks, - for an empty tube, colours as any words: \
         1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -\nArrays work too: [[1,2,2,1],[3,1,3,2],[3,1,3,2],[],[]]",
        "Tabung dari bawah ke atas, dipisah | atau baris baru, - untuk tabung kosong, warna sebagai kata apa pun: \
         1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -\nLarik juga bisa: [[1,2,2,1],[3,1,3,2],[3,1,3,2],[],[]]",
    ),
    difficulty_basis: (
        "Difficulty, from 1 to 10, grows with the length of the shortest solution and with how easy it is to go wrong or get stuck.",
        "Kesulitan, dari 1 sampai 10, naik bersama panjang solusi terpendek dan mudahnya salah langkah atau buntu di jalan.",
    ),
    options: OPTIONS,
    generate_options: GENERATE_OPTIONS,
    wish_fields: WISH_FIELDS,
    ..About::DEFAULT
};

impl Entry for WaterEntry {
    fn optima_are_proved(&self) -> bool {
        true
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    /// As the generator grades it, with as many states as that may use.
    fn difficulty_of(&self, level: &dyn Board, _: Option<u64>, deadline: &Deadline) -> Option<u8> {
        let setup = Setup::of(level);
        let work = &mut Work::new(generate::MOST_WORK, deadline.clone());
        let grade = open(draft(&setup).ok()?, option_rule(&setup).ok()?).grade(work).ok()?;
        (grade.length > 0).then_some(grade.difficulty)
    }

    /// An empty tube more, to go on from here.
    fn variants(&self, here: &dyn Board) -> Vec<Variant> {
        let setup = Setup::of(here);
        let draft = draft(&setup).ok().filter(|draft| draft.tubes.len() < text::MOST_TUBES);
        let setup = draft.map(|mut draft| {
            draft.tubes.push(Vec::new());
            Setup { level: Some(text::write(&draft.tubes, &draft.colours)), ..setup }
        });
        vec![Variant { setup, ..Variant::new("extra-tube", "extra tube", "tabung tambahan") }]
    }

    fn choices(&self, level: &dyn Board) -> Vec<LevelOption> {
        vec![LevelOption::of(&RULE_FIELD, &Setup::of(level))]
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS.all()
    }

    /// Lines that have several tubes each are a level together only if every colour fills one tube then, and not
    /// already in each line.
    fn lines_are_levels(&self, block: &Setup) -> bool {
        let text = block.level.as_deref().unwrap_or_default();
        let fills_tubes = |text: &str| {
            let setup = Setup { level: Some(text.to_owned()), ..block.clone() };
            draft(&setup).is_ok_and(|draft| draft.colours.iter().all(|colour| colour.count == draft.capacity))
        };
        text.lines().all(|line| line.contains('|') || line.trim_start().starts_with("[["))
            && (!fills_tubes(text) || text.lines().all(fills_tubes))
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(OPTIONS)?;
        let rule = option_rule(setup)?;
        Ok(open(draft(setup)?, rule))
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        generate::generate(wish, making)
    }

    fn bench(&self, quick: bool, show: &mut dyn FnMut(BenchTable)) {
        if !FOR_BROWSERS {
            bench::tables(quick, show);
        }
    }
}

fn option_rule(setup: &Setup) -> Result<Rule, LevelError> {
    Ok(setup.choice("rule", &Rule::ALL.map(|rule| (rule.name(), rule)))?.unwrap_or_default())
}

/// The level that a setup names.
fn draft(setup: &Setup) -> Result<Draft, LevelError> {
    let capacity = setup.number("capacity", 1..=text::MOST_UNITS)?;
    Draft::parse(setup.level.as_deref().unwrap_or(USUAL_LEVEL), capacity)
}

/// For the level set: how hard a level is, a number that equal boards share, and what the file says of it besides its
/// name. `None` if an optimum can't be proved within the work of a generator.
#[must_use]
pub fn level_block(setup: &Setup) -> Option<(f64, u64, String)> {
    let draft = draft(setup).ok()?;
    let sign = generate::signature(&draft.tubes);
    let grade = |rule: Rule| {
        let work = &mut Work::new(generate::MOST_WORK, Deadline::never());
        open(draft.clone(), rule).grade(work).ok()
    };
    let (pours, units) = (grade(Rule::Pour)?, grade(Rule::Unit)?);
    let block = format!(
        "level: {}\ncapacity: {}\noptimum: {} {}\ndifficulty: {}\n",
        setup.level.as_deref().unwrap_or_default(),
        draft.capacity,
        pours.length,
        units.length,
        pours.difficulty,
    );
    (pours.proved && units.proved).then_some((pours.effort, sign, block))
}

/// Opened without a level: three colours, as in the paper's first case.
const USUAL_LEVEL: &str = "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -";

/// Opens a draft in the smallest packing that holds it.
fn open(draft: Draft, rule: Rule) -> Box<dyn Gradable> {
    fn start<I: Number, const N: usize>(water: Water<I, N>) -> Box<dyn Gradable> {
        let position = water.start();
        Box::new(At { puzzle: Arc::new(water), position })
    }
    let contents = Contents::new(&draft);
    let small = contents.len() <= u8::MOST;
    match (small, draft.tubes.len()) {
        (true, ..=16) => start(Water::<u8, 16>::new(draft, contents, rule)),
        (_, ..=16) if !FOR_BROWSERS => start(Water::<u16, 16>::new(draft, contents, rule)),
        (_, ..=32) => start(Water::<u16, 32>::new(draft, contents, rule)),
        (_, ..=64) if !FOR_BROWSERS => start(Water::<u16, 64>::new(draft, contents, rule)),
        _ => start(Water::<u16, { text::MOST_TUBES }>::new(draft, contents, rule)),
    }
}

#[cfg(test)]
mod tests;
