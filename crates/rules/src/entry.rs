//! Texts as catalogue entries: [`TextEntry`], those of the collection among them.

use crate::ast::{Bilingual, File, RawLine};
use crate::board::{self, Identity};
use crate::collection::TEXTS;
use crate::drawing;
use crate::generate;
use crate::parse::parse;
use crate::rules::Rules;
use crate::source::{Problems, Span, did_you_mean};
use std::sync::{Arc, OnceLock};
use telusur_puzzles::{
    About, Board, Entry, GenerateError, Generated, Level, LevelError, Making, OptionSpec, Setup, Text, Wish,
};
use telusur_search::Deadline;

/// How levels of any text are written.
pub(crate) const LEVEL_HELP: (&str, &str) = (
    "The values of the variables: small = 1; large = 4\n\
     Rows of a board are separated by / or line breaks; a lone array needs no name: 3 1 2\n\
     Values are written by their names, numbers or signs",
    "Nilai peubah: small = 1; large = 4\n\
     Baris papan dipisah / atau baris baru; larik satu-satunya tidak perlu nama: 3 1 2\n\
     Nilai ditulis sebagai nama, angka, atau tandanya",
);

/// The difficulty of a level by the length of its shortest solution, or the turns of a won game.
pub(crate) fn difficulty(moves: u64) -> u8 {
    moves.div_ceil(2).clamp(1, 10) as u8
}

/// Whose turn it is, for games whose positions don't say.
pub(crate) const TURN: OptionSpec = OptionSpec::new(
    "turn",
    "N",
    "Player to move, 1 or 2 [default: 1]",
    "Pemain yang mendapat giliran, 1 atau 2 [bawaan: 1]",
);

/// A puzzle that is written as a text: one of the collection, or one of the user's files. It lives as long as the
/// process, as entries do.
pub struct TextEntry {
    name: &'static str,
    text: &'static str,
    /// Whether it ships with the program, whose tests prove the optima of its levels.
    is_shipped: bool,
    read: OnceLock<Read>,
    rules: OnceLock<Result<Rules, Problems>>,
}

/// What is known of a text without compiling it.
#[derive(Clone, Copy)]
struct Read {
    about: &'static About,
    levels: &'static [Level],
}

/// The collection's entries, in the order of menus.
#[must_use]
pub fn collection() -> &'static [TextEntry] {
    static ENTRIES: OnceLock<Vec<TextEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| TEXTS.iter().map(|(name, text)| TextEntry::unread(name, text)).collect())
}

/// A text that lives as long as the process.
fn kept(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

impl TextEntry {
    /// An entry for a text. What it takes of memory is never given back: entries are made once, at the start.
    ///
    /// # Errors
    /// Everything that can't be read. What can't be compiled is found when a level is opened.
    pub fn new(name: &str, text: &str) -> Result<Self, Problems> {
        let entry = TextEntry { is_shipped: false, ..TextEntry::unread(kept(name), kept(text)) };
        _ = entry.read.set(read(entry.name, entry.text)?);
        Ok(entry)
    }

    /// An entry for a text that a test has read. It is read when somebody asks for more than its name: reading all of
    /// the collection takes longer than many a search.
    fn unread(name: &'static str, text: &'static str) -> Self {
        TextEntry { name, text, is_shipped: true, read: OnceLock::new(), rules: OnceLock::new() }
    }

    fn read(&self) -> Read {
        let unreadable =
            || Read { about: Box::leak(Box::new(About { name: self.name, ..About::DEFAULT })), levels: &[] };
        *self.read.get_or_init(|| read(self.name, self.text).unwrap_or_else(|_| unreadable()))
    }

    /// The rules, compiled when they are first needed.
    ///
    /// # Errors
    /// If they can't be compiled, which a test rules out for the collection.
    pub fn rules(&self) -> Result<&Rules, LevelError> {
        self.rules.get_or_init(|| Rules::load(self.text)).as_ref().map_err(Problems::as_level_error)
    }
}

fn read(name: &'static str, text: &'static str) -> Result<Read, Problems> {
    let file = parse(text).map_err(Problems)?;
    let about = About {
        name,
        title: (kept(&file.title.english), kept(&file.title.indonesian)),
        summary: (kept(&file.about.english), kept(&file.about.indonesian)),
        level_help: LEVEL_HELP,
        rules_text: Some(text),
        is_game: file.is_game,
        options: if file.is_game { &[TURN] } else { &[] },
        ..About::DEFAULT
    };
    Ok(Read { about: Box::leak(Box::new(about)), levels: Box::leak(levels(&file).into_boxed_slice()) })
}

fn levels(file: &File) -> Vec<Level> {
    let level = |start: &crate::ast::Start| Level {
        name: kept(&start.name.text),
        title: kept(&start.title.as_ref().map_or_else(|| start.name.text.clone(), Bilingual::write)),
        text: kept(&start.drawing.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")),
        options: &[],
        optimum: start.optimum.map_or(&[], |moves| Box::leak(Box::new([("moves", moves)]))),
        difficulty: start.optimum.map(|moves| difficulty(moves.into())),
    };
    file.starts.iter().filter(|start| !start.name.text.is_empty()).map(level).collect()
}

/// Opens a position of some rules.
pub(crate) fn open_position(
    rules: &Rules,
    setup: &Setup,
    identity: Identity,
) -> Result<Box<dyn Board>, LevelError> {
    let model = rules.model();
    let start = match &setup.level {
        None => Some(&model.starts[0]),
        Some(text) => model.starts.iter().find(|start| start.name == text.trim()),
    };
    let slot = model.variable("player").map(|player| model.variables[player].first);
    // What the position itself says of the player to move.
    let (mut start, said) = match (start, &setup.level) {
        (None, Some(text)) => {
            let drawn = read_position(rules, text)?;
            let said = slot.and_then(|slot| drawn[slot]);
            let values = drawn.iter().zip(&model.usual).map(|(value, usual)| value.unwrap_or(*usual));
            (values.collect(), said)
        }
        (start, _) => {
            let state = start.unwrap_or(&model.starts[0]).state.clone();
            let said = slot
                .map(|slot| state[slot])
                .filter(|player| Some(player) != slot.map(|slot| &model.usual[slot]));
            (state, said)
        }
    };
    let turn = setup.choice("turn", &[("1", 1), ("2", 2)])?;
    match (turn, slot, said) {
        (Some(_), _, _) if !model.is_game => {
            return Err(LevelError::new(
                "these rules are a puzzle for one player: it has no turns",
                "leave out turn",
            ));
        }
        (Some(turn), _, Some(player)) if turn != player => {
            return Err(LevelError::new(
                format!("option turn says {turn}, but the position says that player {player} is to move"),
                "leave out turn, or change the position",
            ));
        }
        (Some(turn), Some(slot), _) => start[slot] = turn,
        _ => {}
    }
    let turn = turn.map(|turn| turn as u32 - 1);
    Ok(board::open(&rules.core, &start, turn, Arc::new(identity)))
}

/// The values that a level text gives, by slot.
fn read_position(rules: &Rules, text: &str) -> Result<Vec<Option<i64>>, LevelError> {
    let model = rules.model();
    if text.len() > 1 << 16 {
        return Err(LevelError::new("the level is too long", "use at most 65536 bytes"));
    }
    let lines: Vec<RawLine> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            let indent = line.chars().take_while(|c| c.is_whitespace()).count() as u32;
            RawLine {
                span: Span { line: number as u32 + 1, column: indent + 1 },
                text: line.trim().to_owned(),
            }
        })
        .collect();
    if lines.is_empty() {
        return Err(LevelError::new("the level is empty", "write the values of the variables"));
    }
    let names = model.starts.iter().map(|start| start.name.as_str());
    let drawn = drawing::read(model, &lines, Some(&model.usual)).map_err(|problem| {
        let mut error = problem.as_level_error();
        let meant = did_you_mean(text.trim(), names, Text::default());
        if !meant.is_empty() && !text.trim().contains(char::is_whitespace) {
            error.remedy = meant.to_string();
        }
        error
    })?;
    let state: Vec<i64> =
        drawn.iter().zip(&model.usual).map(|(value, usual)| value.unwrap_or(*usual)).collect();
    drawing::check_permutations(model, &state, lines[0].span).map_err(|problem| problem.as_level_error())?;
    Ok(drawn)
}

impl Entry for TextEntry {
    fn optima_are_proved(&self) -> bool {
        self.is_shipped
    }

    fn about(&self) -> &'static About {
        self.read().about
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn difficulty_of(&self, _: &dyn Board, optimum: Option<u64>, _: &Deadline) -> Option<u8> {
        optimum.map(difficulty)
    }

    fn levels(&self) -> &'static [Level] {
        self.read().levels
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(self.about().options)?;
        open_position(self.rules()?, setup, Identity { name: self.name, options: Vec::new() })
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        wish.setup(self.about().generate_options)?;
        let identity = Arc::new(Identity { name: self.name, options: Vec::new() });
        generate::generate(self.rules()?, wish, making, &identity)
    }
}
