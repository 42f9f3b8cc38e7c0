//! Lights Out: a touch switches a light and its neighbours; all of them must be off.

use telusur_puzzles::{
    About, At, Board, Entry, GenerateError, Generated, Item, Level, LevelError, Making, MetricName, Picture,
    Play, Puzzle, Setup, Shape, ShippedLevels, Text, Wish, random::Random, text,
};
use telusur_search::{Offers, Reversible, Space, engines};

/// A level: lights are bits, row by row from the top left.
pub struct Lights {
    rows: u32,
    columns: u32,
    start: u64,
}

impl Lights {
    /// Rows of `o` (on) and `.` (off), separated by `/` or line breaks.
    fn parse(text: &str) -> Result<Self, LevelError> {
        let (mut columns, mut cells) = (0, Vec::new());
        let lines: Vec<&str> = text.trim().split(['/', '\n']).map(str::trim).collect();
        for (row, line) in lines.iter().enumerate() {
            for (column, sign) in line.chars().enumerate() {
                match sign {
                    'o' | '.' => cells.push(sign == 'o'),
                    other => {
                        let wrong =
                            LevelError::new("this is neither a lit nor an unlit cell", "use o and . only");
                        return Err(wrong.at(row + 1, column + 1).token(&other.to_string()));
                    }
                }
            }
            let length = line.chars().count();
            if row > 0 && length != columns {
                let wrong = LevelError::new(
                    format!("this row has {length} lights, the first has {columns}"),
                    "make all rows equally long",
                );
                return Err(wrong.at(row + 1, 1));
            }
            columns = length;
        }
        if !(1..=8).contains(&columns) || lines.len() > 8 {
            let (rows, remedy) = (lines.len(), "use 1 to 8 rows and columns");
            return Err(LevelError::new(format!("a board of {rows} x {columns} lights"), remedy));
        }
        let start = cells.iter().enumerate().fold(0, |bits, (cell, &on)| bits | u64::from(on) << cell);
        Ok(Lights { rows: lines.len() as u32, columns: columns as u32, start })
    }

    fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The lights that a touch switches.
    fn touch(&self, cell: u32) -> u64 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let mut lights = 1 << cell;
        if row > 0 {
            lights |= 1 << (cell - self.columns);
        }
        if row + 1 < self.rows {
            lights |= 1 << (cell + self.columns);
        }
        if column > 0 {
            lights |= 1 << (cell - 1);
        }
        if column + 1 < self.columns {
            lights |= 1 << (cell + 1);
        }
        lights
    }

    /// A column's letter and a row's number: `c2`.
    fn name(&self, cell: u32) -> String {
        let (row, column) = (cell / self.columns, cell % self.columns);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }
}

impl Space for Lights {
    type State = u64;
    type Move = u8;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: u64) -> bool {
        state == 0
    }

    fn expand(&self, state: u64, mut visit: impl FnMut(u8, u64)) {
        for cell in 0..self.cells() {
            visit(cell as u8, state ^ self.touch(cell));
        }
    }

    /// A touch switches five lights at most.
    fn lower_bound(&self, state: u64) -> u32 {
        state.count_ones().div_ceil(5)
    }
}

impl Reversible for Lights {
    const UNDIRECTED: bool = true;

    fn retract(&self, state: u64, visit: impl FnMut(u8, u64)) {
        self.expand(state, visit);
    }

    fn goal_states(&self) -> Option<Vec<u64>> {
        Some(vec![0])
    }
}

impl Offers for Lights {
    engines!();
}

impl Puzzle for Lights {
    type Position = u64;

    const NAME: &'static str = "lights-out";
    const MOVE_FORM: Text = Text::fixed(
        "a move is a column and a row, such as b3",
        "langkah adalah kolom dan baris, misalnya b3",
    );

    fn metric(&self) -> MetricName {
        MetricName::new("touches", "touch", "sentuhan")
    }

    fn text(&self, state: u64) -> String {
        let sign = |cell: u32| if state >> cell & 1 == 1 { 'o' } else { '.' };
        let row = |row: u32| (0..self.columns).map(|column| sign(row * self.columns + column)).collect();
        (0..self.rows).map(row).collect::<Vec<String>>().join("/")
    }

    fn move_text(&self, _: u64, cell: u8) -> String {
        self.name(cell.into())
    }

    fn picture(&self, state: u64) -> Picture {
        let light = |cell: u32| {
            let (name, on) = (self.name(cell), state >> cell & 1 == 1);
            Item {
                id: format!("light-{cell}"),
                kind: "light",
                name: match on {
                    true => text!("light {name}, on", "lampu {name}, menyala"),
                    false => text!("light {name}, off", "lampu {name}, padam"),
                },
                label: if on { "o" } else { "·" }.to_owned(),
                colour: if on { 3 } else { 0 },
                shape: Shape::Rect {
                    x: (cell % self.columns) as f32,
                    y: (cell / self.columns) as f32,
                    w: 1.0,
                    h: 1.0,
                },
                movable: true,
                slot: None,
            }
        };
        let on: Vec<String> =
            (0..self.cells()).filter(|cell| state >> cell & 1 == 1).map(|cell| self.name(cell)).collect();
        let (rows, columns, count, on) = (self.rows, self.columns, on.len(), on.join(", "));
        Picture {
            width: columns as f32,
            height: rows as f32,
            items: (0..self.cells()).map(light).collect(),
            description: text!(
                "{rows} by {columns} lights, {count} of them on: {on}",
                "{rows} kali {columns} lampu, {count} menyala: {on}"
            ),
        }
    }

    fn play(&self, state: u64, cell: u8) -> Play {
        Play::tap(self.move_text(state, cell), format!("light-{cell}"))
    }
}

/// The catalogue entry.
pub struct LightsOut;

static LEVELS: ShippedLevels =
    ShippedLevels::new(include_str!("levels.txt"), &["touches"], |touches| touches.min(10) as u8);

static ABOUT: About = About {
    name: Lights::NAME,
    title: ("Lights Out", "Padamkan lampu"),
    summary: (
        "Touch lights, which also switches their neighbours, until all are off.",
        "Sentuh lampu, yang juga mengubah tetangganya, sampai semua padam.",
    ),
    level_help: (
        "Rows separated by / or line breaks, o for a light that is on, a dot for one that is off: o.o/.../o.o",
        "Baris dipisah / atau baris baru, o untuk lampu yang menyala, titik untuk yang padam: o.o/.../o.o",
    ),
    ..About::DEFAULT
};

impl Entry for LightsOut {
    /// The conformance tests prove them.
    fn optima_are_proved(&self) -> bool {
        true
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS.all()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(ABOUT.options)?;
        Ok(At::start(Lights::parse(setup.level.as_deref().unwrap_or("ooo/ooo/ooo"))?))
    }

    /// Touches on a dark 4 x 4 board: what was touched is a solution, and so there is one.
    fn generate(&self, wish: &Wish, _: &mut Making<'_>) -> Result<Generated, GenerateError> {
        wish.setup(ABOUT.generate_options)?;
        let lights = Lights::parse("..../..../..../....")?;
        let mut random = Random::new(wish.seed);
        let difficulty = wish.difficulty.unwrap_or(3).clamp(1, 7);
        let mut cells: Vec<u32> = (0..lights.cells()).collect();
        random.shuffle(&mut cells);
        let state =
            cells[..usize::from(difficulty)].iter().fold(0, |state, &cell| state ^ lights.touch(cell));
        let note = format!("made with {difficulty} touches");
        Ok(Generated { setup: Setup::level(&lights.text(state)), difficulty, note })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_search::check::{check_reversible, check_space};

    #[test]
    fn it_is_a_space() {
        for text in ["o", "o.o", "o.o/.o./..o", "ooooo/ooooo/ooooo/ooooo/ooooo", "oooooooo/oooooooo"] {
            let lights = Lights::parse(text).unwrap();
            check_space(&lights, 1, 2000).unwrap();
            check_reversible(&lights, 1, 2000).unwrap();
        }
    }

    #[test]
    fn it_does_what_every_puzzle_does() {
        telusur_conformance::check(&LightsOut);
    }

    /// Known: a sixteenth of the positions of a 4 x 4 board can be reached, the farthest in 7 touches.
    #[test]
    fn known_numbers() {
        let board = LightsOut.open(&Setup::level("..../..../..../....")).unwrap();
        let survey = board.explore(telusur_puzzles::Task::new(&mut ())).unwrap();
        assert_eq!((survey.states(), survey.radius()), (1 << 12, Some(7)));
    }

    #[test]
    fn errors_say_where() {
        for (text, expected) in [
            ("o.o/.x.", "line 2, column 2: 'x'"),
            ("o.o/..", "line 2, column 1: this row has 2 lights"),
            ("", "a board of 1 x 0 lights"),
            (".........", "use 1 to 8 rows and columns"),
        ] {
            let error = LightsOut.open(&Setup::level(text)).err().unwrap().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
