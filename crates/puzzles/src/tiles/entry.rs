//! The catalogue entry.

use super::text::{Grid, parse_size};
use super::{Cells, Tiles, Wide, generate, list};
use crate::board::Board;
use crate::catalogue::{About, Entry, OptionSpec};
use crate::level::{Level, LevelError, Setup};
use crate::level_file::LevelFile;
use crate::level_list::LineLevel;
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::option_field::{FieldValue, LevelOption, OptionField};
use crate::puzzle::{At, Puzzle};
use crate::shipped_levels::ShippedLevels;
use telusur_search::Deadline;

/// The catalogue entry.
pub struct TilesEntry;

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "size",
        "RxC",
        "Rows x columns, such as 4x4: of a level on one line (1x4: a single row), or of the solved board without one",
        "Baris x kolom, seperti 4x4: untuk level dalam satu baris (1x4: satu baris saja), atau papan selesai tanpa level",
    ),
    OptionSpec::new(
        "goal",
        "LEVEL",
        "Board to reach [default: 1 2 3 … with the blank last]",
        "Papan yang dituju [bawaan: 1 2 3 … dengan petak kosong terakhir]",
    ),
];

pub(super) const GENERATE_OPTIONS: &[OptionSpec] = &[OptionSpec::new(
    "size",
    "RxC",
    "Rows and columns, such as 4x4, with at most 256 cells [default: 3x3]",
    "Baris dan kolom, seperti 4x4, paling banyak 256 petak [bawaan: 3x3]",
)];

const SIZE_FIELD: OptionField = OptionField::one_of(
    "size",
    ("Size", "Ukuran"),
    &[
        FieldValue::plain("2x3", "2 × 3"),
        FieldValue::plain("3x3", "3 × 3"),
        FieldValue::plain("3x4", "3 × 4"),
        FieldValue::plain("4x4", "4 × 4"),
        FieldValue::plain("5x5", "5 × 5"),
        FieldValue::plain("6x6", "6 × 6"),
    ],
);

static LEVELS: ShippedLevels = ShippedLevels::new(include_str!("levels.txt"), &["moves"], difficulty);

/// The difficulty of a level by its optimum. The generator's scale goes by the size of the board; levels are of all sizes.
fn difficulty(moves: u32) -> u8 {
    1 + (moves / 6).min(9) as u8
}

/// The board that opens when none is named.
const USUAL: &str = "4 . 5/2 3 8/7 6 1";

static ABOUT: About = About {
    name: Tiles::<u64>::NAME,
    title: ("Sliding tiles", "Ubin geser"),
    summary: (
        "Slide numbered tiles into the blank until they are in order.",
        "Geser ubin bernomor ke petak kosong sampai urut.",
    ),
    level_help: (
        "Rows separated by / or line breaks, tiles by spaces, the blank as a dot: 1 2 3/4 5 6/7 . 8\n\
         All on one line they are a square board, or of the size given: 1 2 3 4 5 . with the option size 2x3",
        "Baris dipisah / atau baris baru, ubin dipisah spasi, petak kosong sebagai titik: 1 2 3/4 5 6/7 . 8\n\
         Dalam satu baris menjadi papan persegi, atau seukuran yang diberikan: 1 2 3 4 5 . dengan opsi size 2x3",
    ),
    difficulty_basis: (
        "Difficulty, from 1 to 10, compares how far the tiles are from their places with a thoroughly shuffled board of the same size.",
        "Kesulitan, dari 1 sampai 10, membandingkan jauhnya ubin dari tempatnya dengan papan seukuran yang teracak sempurna.",
    ),
    has_large_tables: true,
    options: OPTIONS,
    generate_options: GENERATE_OPTIONS,
    wish_fields: &[SIZE_FIELD],
    ..About::DEFAULT
};

impl Entry for TilesEntry {
    fn optima_are_proved(&self) -> bool {
        true
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn difficulty_of(&self, _: &dyn Board, optimum: Option<u64>, _: &Deadline) -> Option<u8> {
        optimum.map(|moves| difficulty(u32::try_from(moves).unwrap_or(u32::MAX)))
    }

    fn daily_options(&self, weekday: usize) -> &'static [(&'static str, &'static str)] {
        // Larger boards at the end of the week.
        match weekday {
            4 => &[("size", "3x4")],
            5 | 6 => &[("size", "4x4")],
            _ => &[],
        }
    }

    fn choices(&self, level: &dyn Board) -> Vec<LevelOption> {
        let text = level.text();
        let columns = text.split('/').next().unwrap_or_default().split_whitespace().count();
        let size = format!("{}x{columns}", text.split('/').count());
        vec![LevelOption { makes_level: true, ..LevelOption::new(&SIZE_FIELD, &size) }]
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS.all()
    }

    fn level_in_line<'t>(&self, line: &'t str) -> Option<LineLevel<'t>> {
        list::level_in_line(line)
    }

    fn settle_list(&self, levels: &mut [LevelFile]) {
        list::settle_goal(levels);
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(OPTIONS)?;
        let size = setup.option("size").map(parse_size).transpose()?;
        let start = match (&setup.level, size) {
            (Some(level), size) => Grid::parse(level, size)?,
            (None, Some(size)) => Grid::solved(size),
            (None, None) => Grid::parse(USUAL, None)?,
        };
        let goal = match setup.option("goal") {
            None => Grid::solved(start.size),
            Some(text) => Grid::parse_goal(text, &start).map_err(|error| error.in_option("goal"))?,
        };
        Ok(match start.tiles.len() {
            ..=16 => open_as::<u64>(&start, &goal),
            17..=25 => open_as::<u128>(&start, &goal),
            _ => open_as::<Wide>(&start, &goal),
        })
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        generate::generate(wish, making)
    }
}

fn open_as<C: Cells>(start: &Grid, goal: &Grid) -> Box<dyn Board> {
    At::start(Tiles::<C>::between(start, goal))
}
