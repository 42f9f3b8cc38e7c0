//! The catalogue entry.

use super::piles::MOST_PILES;
use super::rules::Rules;
use super::strategy::Player;
use super::take::{MOST_STONES, TakeSet};
use super::tournament::Tournament;
use super::{bench, game, generate, text};
use crate::FOR_BROWSERS;
use crate::board::Board;
use crate::catalogue::{About, BenchTable, Entry, OptionSpec, Tables};
use crate::level::{Level, LevelError, Setup};
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::option_field::{FieldValue, OptionField};
use crate::puzzle::Task;
use crate::shipped_levels::ShippedLevels;
use std::sync::Arc;
use telusur_search::Deadline;

/// The catalogue entry.
pub struct StonesEntry;

const TAKE: OptionSpec = OptionSpec::new(
    "take",
    "SET",
    "Stones that a turn may take: a range 1-3, a list 1,3,4, or any [default: 1-3]",
    "Batu yang boleh diambil dalam satu giliran: rentang 1-3, daftar 1,3,4, atau any [bawaan: 1-3]",
);
const MISERE: OptionSpec = OptionSpec::new(
    "misere",
    "",
    "The player who takes the last stone loses",
    "Yang mengambil batu terakhir kalah",
);
const OPPONENT: OptionSpec = OptionSpec::new(
    "opponent",
    "NAME",
    "Machine player: perfect, multiples, friendly-dfs, friendly-bfs, random, errs-N",
    "Pemain mesin: perfect, multiples, friendly-dfs, friendly-bfs, random, errs-N",
);

const PILES: OptionSpec = OptionSpec::new(
    "piles",
    "N",
    "Number of equal piles, instead of a level [default: 3]",
    "Jumlah tumpukan yang sama besar, sebagai ganti level [bawaan: 3]",
);
const SIZE: OptionSpec = OptionSpec::new(
    "size",
    "N",
    "Stones of each such pile [default: 12]",
    "Batu di tiap tumpukan itu [bawaan: 12]",
);

const REPORT_OPTIONS: &[OptionSpec] = &[TAKE, MISERE, PILES, SIZE];

const OPTIONS: &[OptionSpec] = &[
    TAKE,
    MISERE,
    OptionSpec::new(
        "players",
        "N",
        "Players who take turns; with more than two there is play but no verdict [default: 2]",
        "Jumlah pemain yang bergiliran; lebih dari dua bisa dimainkan tetapi tanpa putusan [bawaan: 2]",
    ),
    OptionSpec::new(
        "turn",
        "N",
        "Whose turn it is, from 1 [default: 1]",
        "Giliran siapa, mulai dari 1 [bawaan: 1]",
    ),
    OPPONENT,
    PILES,
    SIZE,
];

pub(super) const GENERATE_OPTIONS: &[OptionSpec] = &[
    TAKE,
    MISERE,
    OPPONENT,
    OptionSpec::new(
        "piles",
        "N",
        "Number of piles, 1 to 12 [default: 3, or fewer if easy]",
        "Jumlah tumpukan, 1 sampai 12 [bawaan: 3, atau kurang jika mudah]",
    ),
    OptionSpec::new(
        "size",
        "N",
        "Maximum stones per pile, 1 to 10000 [default: by difficulty]",
        "Batu terbanyak dalam satu tumpukan, 1 sampai 10000 [bawaan: menurut kesulitan]",
    ),
];

// What a level's difficulty rests on is no optimum, so each says its own.
static LEVELS: ShippedLevels = ShippedLevels::new(include_str!("levels.txt"), &[], |_| 0);

const WISH_FIELDS: &[OptionField] = &[
    OptionField::number("piles", ("Piles", "Tumpukan"), 1, 8),
    OptionField::number("size", ("Maximum stones per pile", "Batu terbanyak per tumpukan"), 2, 60),
    OptionField::one_of(
        "take",
        ("A turn takes", "Satu giliran mengambil"),
        &[
            FieldValue::plain("1-3", "1-3"),
            FieldValue::plain("1-2", "1-2"),
            FieldValue::plain("1,3,4", "1,3,4"),
            FieldValue::new("any", "any number (Nim)", "berapa pun (Nim)"),
        ],
    ),
];

const REPORTS: &[OptionSpec] = &[OptionSpec::new(
    "strategies",
    "",
    "Every strategy against every other, over all positions up to the level's [default: 15 15 15]",
    "Setiap strategi melawan setiap strategi lain, di semua posisi sampai posisi level [bawaan: 15 15 15]",
)];

/// Takes, meaning of the last stone.
pub(super) fn rules(setup: &Setup) -> Result<Arc<Rules>, LevelError> {
    let takes = setup.option("take").map_or(Ok(TakeSet::USUAL), TakeSet::parse)?;
    Ok(Arc::new(Rules::new(takes, setup.switch("misere")?)))
}

/// The piles that a setup names, by text or by number and size.
fn piles(setup: &Setup, usual: &str) -> Result<Vec<u64>, LevelError> {
    let (count, size) = (setup.number("piles", 1..=MOST_PILES)?, setup.number("size", 0..=MOST_STONES)?);
    match (&setup.level, count, size) {
        (Some(level), None, None) => text::parse(level),
        (Some(_), ..) => Err(LevelError::new("both a level and piles or size are given", "give one of them")),
        (None, None, None) => text::parse(usual),
        (None, count, size) => Ok(vec![size.unwrap_or(12); count.unwrap_or(3)]),
    }
}

static ABOUT: About = About {
    name: "stones",
    title: ("Stones", "Batu"),
    summary: (
        "Take stones from one pile in turn; whoever takes the last one wins.",
        "Ambil batu dari satu tumpukan bergiliran; pengambil batu terakhir menang.",
    ),
    level_help: (
        "The size of each pile: 7 11 6. Moves are PILE:STONES, such as 2:3. A player who can't move has lost \
         (with the option misere: has won).",
        "Besarnya tiap tumpukan: 7 11 6. Langkah ditulis TUMPUKAN:BATU, seperti 2:3. Pemain yang tidak dapat \
         melangkah kalah (dengan opsi misere: menang).",
    ),
    difficulty_basis: (
        "Difficulty, from 1 to 10, grows with the moves there are to choose from for each winning one, and with the turns to the end; a lost position has none.",
        "Kesulitan, dari 1 sampai 10, naik bersama banyaknya pilihan untuk tiap langkah menang dan banyaknya giliran sampai akhir; posisi kalah tidak punya nilai.",
    ),
    is_game: true,
    options: OPTIONS,
    generate_options: GENERATE_OPTIONS,
    wish_fields: WISH_FIELDS,
    reports: REPORTS,
    ..About::DEFAULT
};

impl Entry for StonesEntry {
    fn optima_are_proved(&self) -> bool {
        true
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn difficulty_of(&self, level: &dyn Board, _: Option<u64>, deadline: &Deadline) -> Option<u8> {
        generate::difficulty_of(level, deadline)
    }

    fn daily_options(&self, weekday: usize) -> &'static [(&'static str, &'static str)] {
        match weekday {
            3 => &[("take", "any")],
            6 => &[("take", "1,3,4")],
            _ => &[],
        }
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS.all()
    }

    /// Piles may stand one in each line. Where a line has several, every line is a level.
    fn lines_are_levels(&self, block: &Setup) -> bool {
        let piles = |line: &str| text::parse(line).map_or(0, |piles| piles.len());
        block.level.as_deref().is_some_and(|level| level.lines().any(|line| piles(line) > 1))
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(OPTIONS)?;
        let rules = rules(setup)?;
        let piles = piles(setup, "7 11 6")?;
        let players: u32 = setup.number("players", 2..=16)?.unwrap_or(2);
        let turn = setup.number("turn", 1..=players)?.unwrap_or(1);
        let opponent = setup.option("opponent").map(Player::parse).transpose()?;
        if opponent.is_some() && players > 2 {
            return Err(LevelError::new("an opponent is for two players", "leave out opponent or players"));
        }
        // The reader refuses whatever the widest packing can't hold.
        game::board(&rules, &piles, (players, turn - 1), opponent)
            .ok_or_else(|| LevelError::new("the position is too large", "use fewer piles or stones"))
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        generate::generate(wish, making)
    }

    fn report(&self, name: &str, setup: &Setup, task: &mut Task<'_>) -> Result<Tables, LevelError> {
        if name != "strategies" {
            return Err(LevelError::new(format!("there is no report '{name}'"), "use strategies"));
        }
        setup.only(REPORT_OPTIONS)?;
        let rules = rules(setup)?;
        let most = piles(setup, "15 15 15")?;
        let played = Tournament::play(&rules, &most, 1, &task.limits)?;
        Ok(Tables { tables: played.tables(&rules, &most), stopped: played.stopped })
    }

    fn bench(&self, quick: bool, show: &mut dyn FnMut(BenchTable)) {
        if !FOR_BROWSERS {
            bench::run(quick, show);
        }
    }
}
