//! Klotski: any sliding-block puzzle from a drawing, in three metrics.

mod bench;
mod bits;
mod classic;
mod engine;
mod family;
mod generate;
mod hand;
mod instructions;
mod layouts;
mod options;
mod packing;
mod paper;
mod picture;
mod position;
mod puzzle;
mod ranking;
mod rules;
mod rush_hour;
mod space;
mod study;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;

pub use family::{Family, PieceSet, family};
pub use options::Metric;

use crate::FOR_BROWSERS;
use crate::board::Board;
use crate::catalogue::{About, BenchTable, Entry, OptionSpec, Tables};
use crate::level::{Level, LevelError, Setup, words};
use crate::level_list::LineLevel;
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::metric_name::MetricName;
use crate::option_field::{FieldValue, LevelOption, OptionField};
use crate::puzzle::Task;
use crate::shipped_levels::ShippedLevels;
use options::Asked;
use rules::Rules;
use std::sync::Arc;
use telusur_search::{Deadline, Limits};

const NAME: &str = "klotski";

/// The usual level: Heng Dao Li Ma.
const USUAL: &str = "aBBb/aBBb/cdde/cfge/h..i";

/// The catalogue entry.
pub struct KlotskiEntry;

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "goal",
        "GRID",
        "Where named pieces must be, dots elsewhere; or none [default: the 2 x 2 at the bottom centre]",
        "Tempat balok yang disebut harus berada, titik di tempat lain; atau none [bawaan: balok 2 x 2 di tengah bawah]",
    ),
    OptionSpec::new(
        "metric",
        "METRIC",
        "What counts: moves, slides or steps [default: moves]",
        "Yang dihitung: moves, slides, atau steps [bawaan: moves]",
    ),
    OptionSpec::new(
        "axes",
        "AXES",
        "along: pieces move along their length only (Rush Hour); or letters: a=h b=v",
        "along: balok hanya bergerak sepanjang badannya (Rush Hour); atau huruf: a=h b=v",
    ),
    OptionSpec::new(
        "doors",
        "GRID",
        "Doors (-) that pieces cover in the drawing",
        "Pintu (-) yang tertutup balok dalam gambar",
    ),
    OptionSpec::new(
        "order",
        "ORDER",
        "paper: moves in the order of the paper, blank by blank, one cell at a time [default: usual]",
        "paper: langkah menurut urutan makalah, petak kosong demi petak kosong, satu petak sekali [bawaan: usual]",
    ),
    OptionSpec::new(
        "parts",
        "",
        "Allow pieces in several parts: cells of one letter are one piece, also where they don't touch",
        "Boleh balok dalam beberapa bagian: petak berhuruf sama adalah satu balok, juga bila tidak bersentuhan",
    ),
];

const GENERATE_OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "size",
        "RxC",
        "Rows and columns, 3 to 9 each [default: 5x4; door 4x4, rush 6x6]",
        "Baris dan kolom, masing-masing 3 sampai 9 [bawaan: 5x4; door 4x4, rush 6x6]",
    ),
    OptionSpec::new(
        "mix",
        "MIX",
        "Pieces: classic, odd, walls, pair, door or rush [default: classic]",
        "Balok: classic, odd, walls, pair, door, atau rush [bawaan: classic]",
    ),
];

const METRIC_FIELD: OptionField = OptionField::one_of(
    "metric",
    ("What counts", "Yang dihitung"),
    &[
        Metric::Moves.value().with_note(
            "A move is one block, any way, also round corners.",
            "Satu langkah: satu balok, ke mana pun, juga membelok.",
        ),
        Metric::Slides
            .value()
            .with_note("A slide is one block in a straight line.", "Satu geseran: satu balok, lurus."),
        Metric::Steps.value().with_note(
            "A step is one block by one cell.",
            "Satu langkah petak: satu balok sejauh satu petak.",
        ),
    ],
);

const WISH_FIELDS: &[OptionField] = &[
    OptionField::one_of(
        "mix",
        ("Pieces", "Balok"),
        &[
            FieldValue::new("classic", "classic", "klasik"),
            FieldValue::new("odd", "odd forms", "bentuk ganjil"),
            FieldValue::new("walls", "with walls", "dengan dinding"),
            FieldValue::new("pair", "two goal blocks", "dua balok tujuan"),
            FieldValue::new("door", "out of the door", "keluar pintu"),
            FieldValue::new("rush", "Rush Hour", "Rush Hour"),
        ],
    ),
    OptionField::one_of(
        "size",
        ("Size", "Ukuran"),
        &[
            FieldValue::plain("4x4", "4 × 4"),
            FieldValue::plain("5x4", "5 × 4"),
            FieldValue::plain("5x5", "5 × 5"),
            FieldValue::plain("6x5", "6 × 5"),
        ],
    ),
];

const REPORTS: &[OptionSpec] = &[
    OptionSpec::new(
        "layouts",
        "",
        "every layout of the level's pieces: how many, connected components, how many are solvable, the hardest start",
        "semua susunan balok level ini: berapa, komponen terhubung, berapa yang terpecahkan, awal tersulit",
    ),
    OptionSpec::new(
        "family",
        "",
        "every 4 x 5 layout with two blanks, and the hardest start of each piece set",
        "semua susunan 4 x 5 dengan dua petak kosong, dan awal tersulit tiap susunan balok",
    ),
    OptionSpec::new(
        "tree",
        "",
        "the first nodes of the paper's generation tree",
        "simpul pertama pohon pembangkitan makalah",
    ),
];

static LEVELS: ShippedLevels =
    ShippedLevels::new(include_str!("levels.txt"), &["moves", "slides", "steps"], generate::difficulty_of);

static ABOUT: About = About {
    name: NAME,
    title: ("Klotski", "Klotski"),
    summary: (
        "Slide blocks of any form until the big one stands at the door.",
        "Geser balok-balok sampai balok besar berdiri di pintu.",
    ),
    level_help: (
        "Rows separated by / or line breaks; a letter for each piece, . empty, # wall, - door: \
         aBBb/aBBb/cdde/cfge/h..i\n\
         Rush Hour as 36 characters: o empty, x wall, A the car that goes to the right edge",
        "Baris dipisah / atau baris baru; satu huruf untuk tiap balok, . kosong, # dinding, - pintu: \
         aBBb/aBBb/cdde/cfge/h..i\n\
         Rush Hour sebagai 36 huruf: o kosong, x dinding, A mobil yang menuju tepi kanan",
    ),
    options: OPTIONS,
    generate_options: GENERATE_OPTIONS,
    wish_fields: WISH_FIELDS,
    reports: REPORTS,
    ..About::DEFAULT
};

impl Entry for KlotskiEntry {
    fn optima_are_proved(&self) -> bool {
        true
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn level_in_line<'t>(&self, line: &'t str) -> Option<LineLevel<'t>> {
        // Lists give the optimum before the board and the number of positions behind it.
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let mut all = words(line, "").peekable();
        let number = all.next_if(|(_, word)| is_number(word)).map(|(_, word)| word);
        let (column, level) = all.next().filter(|(_, word)| rush_hour::is_rush_hour(word))?;
        all.all(|(_, word)| is_number(word)).then_some(LineLevel { number, level, column })
    }

    fn is_drawn(&self) -> bool {
        true
    }

    fn difficulty_of(&self, level: &dyn Board, optimum: Option<u64>, _: &Deadline) -> Option<u8> {
        let moves = optimum.filter(|_| level.metric() == MetricName::MOVES)?;
        Some(generate::difficulty_of(u32::try_from(moves).unwrap_or(u32::MAX)))
    }

    fn daily_options(&self, weekday: usize) -> &'static [(&'static str, &'static str)] {
        match weekday {
            1 => &[("mix", "rush")],
            3 => &[("mix", "walls")],
            _ => &[],
        }
    }

    fn choices(&self, level: &dyn Board) -> Vec<LevelOption> {
        vec![LevelOption::new(&METRIC_FIELD, level.metric().many)]
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS.all()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        Ok(open(setup)?.1.board())
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        generate::generate(wish, making)
    }

    fn report(&self, name: &str, setup: &Setup, task: &mut Task<'_>) -> Result<Tables, LevelError> {
        match name {
            "family" => {
                let asked = Asked::read(setup, USUAL)?;
                Ok(family::report(asked.metric, task))
            }
            "layouts" => Ok(layouts_report(&*open(setup)?.1, &task.limits)),
            "tree" => {
                let (_, level) = open(&setup.clone().with("order", "paper"))?;
                // So few nodes need no limits.
                Ok(Tables { tables: vec![level.tree()], stopped: None })
            }
            _ => Err(LevelError::new(format!("there is no report '{name}'"), "use layouts, family or tree")),
        }
    }

    fn bench(&self, quick: bool, show: &mut dyn FnMut(BenchTable)) {
        if !FOR_BROWSERS {
            bench::bench(quick, show);
        }
    }
}

/// What is known of all layouts of a level's pieces, as a table; without an answer there is no table.
fn layouts_report(level: &dyn engine::Engine, limits: &Limits) -> Tables {
    let engine::Findings { named, stopped, .. } = level.findings(limits);
    if stopped.is_some() {
        return Tables { tables: Vec::new(), stopped };
    }
    let rows = named.into_iter().map(|(name, value)| vec![name, value]).collect();
    let note = format!("Reachable from each other or not, studied in {:.1?}.", limits.deadline.elapsed());
    let table = BenchTable::new("All layouts of these pieces", "finding | value", rows, &note);
    Tables { tables: vec![table], stopped }
}

fn open(setup: &Setup) -> Result<(Arc<Rules>, Box<dyn engine::Engine>), LevelError> {
    let rules = Arc::new(Rules::new(Asked::read(setup, USUAL)?)?);
    let level = engine::open(&rules);
    Ok((rules, level))
}
