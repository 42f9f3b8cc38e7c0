//! The catalogue entry.

use super::game::Stones;
use super::generate;
use super::piles::{MOST_PILES, with_packing};
use super::rules::Rules;
use super::strategy::Player;
use super::take::{MOST_STONES, TakeSet};
use super::tournament::Tournament;
use super::{bench, text};
use crate::board::Board;
use crate::catalogue::{BenchTable, Entry, OptionSpec, Tables};
use crate::game::GameAt;
use crate::level::{Level, LevelError, Setup};
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::puzzle::Task;
use crate::wish_field::{WishField, WishValue};
use std::sync::Arc;

/// The catalogue entry.
pub struct StonesEntry;

const TAKE: OptionSpec = OptionSpec {
    name: "take",
    value: "SET",
    help: "Stones that a turn may take: a range 1-3, a list 1,3,4, or any [default: 1-3]",
};
const MISERE: OptionSpec = OptionSpec { name: "misere", value: "", help: "Who takes the last stone loses" };
const OPPONENT: OptionSpec = OptionSpec {
    name: "opponent",
    value: "NAME",
    help: "Machine player: perfect, multiples, friendly-dfs, friendly-bfs, random, errs-N",
};

const OPTIONS: &[OptionSpec] = &[
    TAKE,
    MISERE,
    OptionSpec {
        name: "players",
        value: "N",
        help: "Players who take turns; with more than two there is play but no verdict [default: 2]",
    },
    OptionSpec { name: "turn", value: "N", help: "Whose turn it is, from 1 [default: 1]" },
    OPPONENT,
    OptionSpec { name: "piles", value: "N", help: "Number of equal piles, instead of a level [default: 3]" },
    OptionSpec { name: "size", value: "N", help: "Stones of each such pile [default: 12]" },
];

const GENERATE_OPTIONS: &[OptionSpec] = &[
    TAKE,
    MISERE,
    OPPONENT,
    OptionSpec { name: "piles", value: "N", help: "Number of piles, 1 to 12 [default: 3, or fewer if easy]" },
    OptionSpec {
        name: "size",
        value: "N",
        help: "Most stones of a pile, 1 to 10000 [default: by difficulty]",
    },
];

const fn level(
    name: &'static str,
    title: &'static str,
    text: &'static str,
    options: &'static [(&'static str, &'static str)],
    difficulty: Option<u8>,
) -> Level {
    Level { name, title, text, options, optimum: &[], difficulty }
}

const LEVELS: &[Level] = &[
    level("first", "First stones · Batu pertama", "3 4", &[], Some(4)),
    level("three", "Three, four, five · Tiga, empat, lima", "3 4 5", &[], Some(5)),
    level("paper-1", "The paper's first game: lost · Permainan pertama makalah: kalah", "8 12 4", &[], None),
    level("paper-2", "The paper's second game · Permainan kedua makalah", "7 11 6", &[], Some(6)),
    level("paper-3", "The paper's third game · Permainan ketiga makalah", "5 7 9", &[], Some(6)),
    level(
        "last-loses",
        "Don't take the last · Jangan ambil yang terakhir",
        "5 7 9",
        &[("misere", "true")],
        Some(6),
    ),
    level("nim", "Nim", "3 5 7", &[("take", "any")], Some(7)),
    level(
        "nim-last-loses",
        "Nim, as in the film · Nim, seperti di film",
        "1 3 5 7",
        &[("take", "any"), ("misere", "true")],
        None,
    ),
    level("gaps", "One, three or four · Satu, tiga, atau empat", "9 10 12", &[("take", "1,3,4")], Some(7)),
    level(
        "squares",
        "Squares only · Hanya bilangan kuadrat",
        "20 30 41",
        &[("take", "1,4,9,16,25")],
        Some(6),
    ),
    level("millions", "A million million · Sejuta juta", "1000000000000 999999999999 7", &[], None),
];

const WISH_FIELDS: &[WishField] = &[
    WishField::number("piles", ("Piles", "Tumpukan"), 1, 8),
    WishField::number("size", ("Most stones of a pile", "Batu terbanyak per tumpukan"), 2, 60),
    WishField::one_of(
        "take",
        ("A turn takes", "Satu giliran mengambil"),
        &[
            WishValue::plain("1-3"),
            WishValue::plain("1-2"),
            WishValue::plain("1,3,4"),
            WishValue::new("any", "any number (Nim)", "berapa pun (Nim)"),
        ],
    ),
];

const REPORTS: &[OptionSpec] = &[OptionSpec {
    name: "strategies",
    value: "",
    help: "Every strategy against every other, over all positions up to the level's [default: 15 15 15]",
}];

/// Takes, meaning of the last stone.
pub(super) fn rules(option: impl Fn(&str) -> Option<String>) -> Result<Arc<Rules>, LevelError> {
    let takes = match option("take") {
        None => TakeSet::USUAL,
        Some(text) => TakeSet::parse(&text)?,
    };
    let misere = match option("misere").as_deref() {
        None | Some("false") => false,
        Some("true" | "") => true,
        Some(other) => return Err(LevelError::option("misere", other, "true or false")),
    };
    Ok(Arc::new(Rules::new(takes, misere)))
}

/// The piles that a setup names, by text or by number and size.
fn piles(setup: &Setup, usual: &str) -> Result<Vec<u64>, LevelError> {
    let wanted = format!("a number from 1 to {MOST_PILES}");
    let count: Option<usize> = setup.parsed("piles", &wanted)?;
    let size: Option<u64> = setup.parsed("size", "a number of stones")?;
    match (&setup.level, count, size) {
        (Some(level), None, None) => text::parse(level),
        (Some(_), ..) => Err(LevelError::new("both a level and piles or size are given", "give one of them")),
        (None, None, None) => text::parse(usual),
        (None, count, size) => match (count.unwrap_or(3), size.unwrap_or(12)) {
            (count, _) if count == 0 || count > MOST_PILES => {
                Err(LevelError::option("piles", &count.to_string(), &wanted))
            }
            (_, size) if size > MOST_STONES => {
                Err(LevelError::option("size", &size.to_string(), "at most 10^18 stones"))
            }
            (count, size) => Ok(vec![size; count]),
        },
    }
}

impl Entry for StonesEntry {
    fn name(&self) -> &'static str {
        "stones"
    }

    fn title(&self) -> &'static str {
        "Stones"
    }

    fn summary(&self) -> &'static str {
        "Take stones from one pile in turn; who takes the last one wins."
    }

    fn indonesian(&self) -> (&'static str, &'static str) {
        ("Batu", "Ambil batu dari satu tumpukan bergiliran; pengambil batu terakhir menang.")
    }

    fn level_help(&self) -> &'static str {
        "The size of each pile: 7 11 6. Moves are PILE:STONES, such as 2:3. A player who can't move has lost \
         (with --misere: has won)."
    }

    fn is_game(&self) -> bool {
        true
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn generate_options(&self) -> &'static [OptionSpec] {
        GENERATE_OPTIONS
    }

    fn difficulty_basis(&self) -> (&'static str, &'static str) {
        (
            "Difficulty, from 1 to 10, grows with the moves there are to choose from for each winning one, and with the turns to the end; a lost position has none.",
            "Kesulitan, dari 1 sampai 10, naik bersama banyaknya pilihan untuk tiap langkah menang dan banyaknya giliran sampai akhir; posisi kalah tidak punya nilai.",
        )
    }

    fn wish_fields(&self) -> &'static [WishField] {
        WISH_FIELDS
    }

    fn daily_options(&self, weekday: usize) -> &'static [(&'static str, &'static str)] {
        match weekday {
            3 => &[("take", "any")],
            6 => &[("take", "1,3,4")],
            _ => &[],
        }
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(&["take", "misere", "players", "turn", "opponent", "piles", "size"])?;
        let rules = rules(|name| setup.option(name).map(str::to_owned))?;
        let piles = piles(setup, "7 11 6")?;
        let players: u32 = setup.parsed("players", "a number from 2 to 16")?.unwrap_or(2);
        if !(2..=16).contains(&players) {
            return Err(LevelError::option("players", &players.to_string(), "a number from 2 to 16"));
        }
        let turn: u32 = setup.parsed("turn", "the number of a player")?.unwrap_or(1);
        if turn == 0 || turn > players {
            return Err(LevelError::option(
                "turn",
                &turn.to_string(),
                &format!("a player from 1 to {players}"),
            ));
        }
        let opponent = setup.option("opponent").map(Player::parse).transpose()?;
        if opponent.is_some() && players > 2 {
            return Err(LevelError::new("an opponent is for two players", "leave out opponent or players"));
        }
        let game = with_packing!(piles, P => {
            Stones::<P>::new(rules, &piles)
                .map(|game| GameAt::start(Stones { players, first_player: turn - 1, opponent, ..game }))
        });
        // The reader refuses whatever the widest packing can't hold.
        game.ok_or_else(|| LevelError::new("the position is too large", "use fewer piles or stones"))
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        generate::generate(wish, making)
    }

    fn reports(&self) -> &'static [OptionSpec] {
        REPORTS
    }

    fn report(&self, name: &str, setup: &Setup, task: &mut Task<'_>) -> Result<Tables, LevelError> {
        if name != "strategies" {
            return Err(LevelError::new(format!("there is no report '{name}'"), "use strategies"));
        }
        setup.only(&["take", "misere", "piles", "size"])?;
        let rules = rules(|name| setup.option(name).map(str::to_owned))?;
        let most = piles(setup, "15 15 15")?;
        let played = Tournament::play(&rules, &most, 1, &task.limits)?;
        Ok(Tables { tables: played.tables(&rules, &most), stopped: played.stopped })
    }

    fn bench(&self, quick: bool, show: &mut dyn FnMut(BenchTable)) {
        bench::run(quick, show);
    }
}
