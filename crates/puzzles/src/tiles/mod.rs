//! Sliding tiles: the 8-puzzle, the 15-puzzle and every other size up to 256 cells.

mod bound;
mod cells;
mod construct;
mod device;
mod list;
mod patterns;
pub mod planes;
mod rank;
mod reading;
mod solve;
mod space;
mod text;

pub use cells::{Cells, Wide};
pub use space::{Manhattan, Node, Slide, Tiles};

use crate::board::{Board, MoveError};
use crate::bytes::{self, PackedBoard};
use crate::catalogue::{Entry, OptionSpec};
use crate::language::{Text, text};
use crate::level::{Level, LevelError, Setup, counted};
use crate::level_file::LevelFile;
use crate::level_list::LineLevel;
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::picture::{Item, Picture, Shape};
use crate::planes::PlanesBoard;
use crate::play::{Drop, Play};
use crate::puzzle::{At, Puzzle, Task};
use crate::random::Random;
use crate::wish_field::{WishField, WishValue};
use device::OnDevice;
use std::sync::Arc;
use telusur_search::{Algorithm, Limit, Report, Solver, Space, Unsupported};
use text::{Grid, parse_size};

impl<C: Cells> Puzzle for Tiles<C> {
    type Position = C;

    const NAME: &'static str = "tiles";
    const MOVE_FORM: Text = Text::fixed(
        "a move is the number of a tile next to the blank",
        "langkah adalah nomor ubin di sebelah petak kosong",
    );

    fn text(&self, state: C) -> String {
        text::write(self, state)
    }

    fn options(&self) -> Vec<(String, String)> {
        let size = (self.rows, self.columns);
        let line = Grid::is_line(size).then(|| ("size".to_owned(), format!("{}x{}", size.0, size.1)));
        let usual = self.goal == Grid::solved(size).pack();
        let goal = (!usual).then(|| ("goal".to_owned(), text::write(self, self.goal)));
        line.into_iter().chain(goal).collect()
    }

    fn instructions(&self) -> Text {
        /// Letters of a board that can be said in a line.
        const MOST_LETTERS: usize = 48;
        let last = self.cells() - 1;
        if self.goal == Grid::solved((self.rows, self.columns)).pack() {
            return match last {
                0 => Text::fixed("There is nothing to slide.", "Tidak ada yang bisa digeser."),
                1 => Text::fixed(
                    "Slide tile 1 to the left or upwards, with the blank last.",
                    "Geser ubin 1 ke kiri atau ke atas, dengan petak kosong di akhir.",
                ),
                _ => text!(
                    "Slide tiles into the blank until they read 1 to {last}, row by row, with the blank last.",
                    "Geser ubin ke petak kosong sampai urut 1 sampai {last}, baris demi baris, dengan petak kosong di akhir."
                ),
            };
        }
        let goal = text::write(self, self.goal).replace('/', " / ");
        match goal.len() <= MOST_LETTERS {
            true => text!(
                "Slide tiles into the blank until the board reads {goal}.",
                "Geser ubin ke petak kosong sampai papan menjadi {goal}."
            ),
            false => Text::fixed(
                "Slide tiles into the blank until they are in the order that the option goal asks for.",
                "Geser ubin ke petak kosong sampai urutannya seperti yang diminta pilihan goal.",
            ),
        }
    }

    fn move_text(&self, _: C, m: Slide) -> String {
        m.0.to_string()
    }

    fn explain_refusal(&self, _: C, text: &str) -> MoveError {
        match text.parse::<usize>() {
            Ok(tile) if (1..self.cells()).contains(&tile) => MoveError::Illegal {
                text: text.to_owned(),
                why: Text::fixed(
                    "only a tile beside, above or below the blank can slide",
                    "hanya ubin di samping, di atas, atau di bawah petak kosong yang bisa digeser",
                ),
            },
            _ => MoveError::Unreadable { text: text.to_owned(), form: Self::MOVE_FORM },
        }
    }

    fn picture(&self, state: C) -> Picture {
        let mut movable = Vec::new();
        self.expand(state, |m, _| movable.push(m.0));
        let items = (0..self.cells()).map(|cell| (cell, state.get(cell))).filter(|&(_, tile)| tile != 0);
        let items = items.map(|(cell, tile)| Item {
            id: format!("tile-{tile}"),
            kind: "tile",
            name: text!("tile {tile}", "ubin {tile}"),
            label: tile.to_string(),
            colour: u16::from(self.goal_cell[tile as usize]),
            shape: Shape::Rect {
                x: (cell % self.columns) as f32,
                y: (cell / self.columns) as f32,
                w: 1.0,
                h: 1.0,
            },
            movable: movable.contains(&tile),
            slot: None,
        });
        let (rows, columns, blank) = (self.rows, self.columns, self.blank(state));
        let (row, column) = (blank / columns + 1, blank % columns + 1);
        Picture {
            width: self.columns as f32,
            height: self.rows as f32,
            items: items.collect(),
            description: text!(
                "{rows} by {columns} board, blank in row {row}, column {column}; ",
                "papan {rows} kali {columns}, petak kosong di baris {row}, kolom {column}; "
            )
            .then(&Text::join((0..rows).map(|row| self.row_in_words(state, row)), "; ")),
        }
    }

    fn items(&self, _: C) -> usize {
        self.cells() - 1
    }

    fn play(&self, state: C, m: Slide) -> Play {
        let steps = self.step_to_blank(state, m.0).into_iter().collect();
        Play::by(self.move_text(state, m), format!("tile-{}", m.0), steps).numbered([u64::from(m.0)])
    }

    fn attempts(&self, state: C, grip: &str, drop: &Drop) -> Vec<String> {
        let tile = grip.strip_prefix("tile-").and_then(|tile| tile.parse::<u8>().ok());
        match (tile, drop) {
            (Some(tile), Drop::Tap) if (1..self.cells()).contains(&usize::from(tile)) => {
                self.slides_to(state, tile).iter().map(u8::to_string).collect()
            }
            _ => self.attempt(state, grip, drop).into_iter().collect(),
        }
    }

    fn attempt(&self, state: C, grip: &str, drop: &Drop) -> Option<String> {
        let tile: u8 = grip.strip_prefix("tile-")?.parse().ok()?;
        let Drop::By(steps) = drop else { return None };
        let meant = match self.step_to_blank(state, tile) {
            // It could slide, but elsewhere.
            Some(step) => steps.as_slice() == [step],
            None => usize::from(tile) < self.cells() && tile > 0,
        };
        meant.then(|| tile.to_string())
    }

    fn refute(&self, state: C) -> Option<Text> {
        if self.is_reachable(state) {
            return None;
        }
        Some(match self.rows == 1 || self.columns == 1 {
            true => Text::fixed(
                "tiles in a single line never pass each other, and they are in another order than the goal's",
                "ubin dalam satu garis tidak pernah saling melewati, dan urutannya berbeda dari tujuan",
            ),
            false => Text::fixed(
                "the order of the tiles has the other parity than the goal's, and no slide changes which half of all \
                 positions one is in",
                "urutan ubin berbeda paritas dari tujuan, dan tidak ada geseran yang memindahkan ke paruh lain dari \
                 semua posisi",
            ),
        })
    }

    fn as_planes(&self, from: C) -> Option<Box<dyn PlanesBoard + '_>> {
        let is_laid_out = self.rows > 1 && self.columns > 1;
        is_laid_out.then(|| Box::new(OnDevice { tiles: self, from }) as Box<dyn PlanesBoard>)
    }

    fn solve(&self, from: C, task: &mut Task<'_>) -> Result<Report<Slide>, Unsupported> {
        match task.algorithm {
            Algorithm::Auto | Algorithm::Idastar => self.solve_in_parts(from, task),
            _ => task.solver(self.solver().from(from)).try_solve(),
        }
    }

    fn solver(&self) -> Solver<'_, Self> {
        let solver = Solver::new(self);
        match self.is_numbered() {
            true => solver,
            false => solver.without(Algorithm::Dense, "a board of this size has no ranking: use bfs"),
        }
    }

    fn as_bytes(puzzle: &Arc<Self>, from: C) -> Option<Box<dyn PackedBoard>> {
        Some(match puzzle.is_numbered() {
            true => bytes::numbered(puzzle, from),
            false => bytes::reversible(puzzle, from),
        })
    }
}

impl<C: Cells> Tiles<C> {
    /// Whether the numbers of positions can be told. Numbering needs the order of tiles to follow from its parity, which
    /// lines don't offer.
    fn is_numbered(&self) -> bool {
        (3..=16).contains(&self.cells()) && self.rows > 1 && self.columns > 1 && self.goal_rank.is_some()
    }

    /// The tiles of a row, from left to right, for those who hear the board.
    fn row_in_words(&self, state: C, row: usize) -> Text {
        let tiles = (0..self.columns).map(|column| match state.get(row * self.columns + column) {
            0 => Text::fixed("blank", "kosong"),
            tile => Text::same(&tile.to_string()),
        });
        let row = row + 1;
        text!("row {row}: ", "baris {row}: ").then(&Text::join(tiles, ", "))
    }

    /// The tiles that slide, one after another, until a tile of the blank's row or column has moved; of another place only
    /// the tile itself, which can't.
    fn slides_to(&self, state: C, tile: u8) -> Vec<u8> {
        let place = |cell: usize| (cell / self.columns, cell % self.columns);
        let Some(cell) = (0..self.cells()).find(|&cell| state.get(cell) == tile) else { return vec![tile] };
        let blank = self.blank(state);
        let ((row, column), (blank_row, blank_column)) = (place(cell), place(blank));
        let stride = match (row == blank_row, column == blank_column) {
            (true, false) => 1,
            (false, true) => self.columns,
            _ => return vec![tile],
        };
        let count = cell.abs_diff(blank) / stride;
        let nth = |i: usize| if cell > blank { blank + i * stride } else { blank - i * stride };
        (1..=count).map(|i| state.get(nth(i))).collect()
    }

    /// The step of a tile into the blank, if it is next to it.
    fn step_to_blank(&self, state: C, tile: u8) -> Option<(i8, i8)> {
        let place = |cell: usize| ((cell % self.columns) as i16, (cell / self.columns) as i16);
        let from = (0..self.cells()).find(|&cell| state.get(cell) == tile).map(place)?;
        let blank = place(self.blank(state));
        let step = (blank.0 - from.0, blank.1 - from.1);
        (step.0.abs() + step.1.abs() == 1).then_some((step.0 as i8, step.1 as i8))
    }

    /// Reads a level with the usual goal.
    ///
    /// ```
    /// use telusur_puzzles::tiles::Tiles;
    /// assert_eq!(Tiles::<u64>::parse("1 2/3 .").unwrap().cells(), 4);
    /// assert!(Tiles::<u64>::parse("1 2/2 .").is_err());
    /// ```
    ///
    /// # Errors
    /// If the text is no level, or larger than the packing holds.
    pub fn parse(text: &str) -> Result<Self, LevelError> {
        let start = Grid::parse(text, None)?;
        if start.tiles.len() > C::CAPACITY {
            return Err(LevelError::new(
                format!("{} cells are too many for this packing", start.tiles.len()),
                format!("use at most {}", C::CAPACITY),
            ));
        }
        let size = (start.rows, start.columns);
        Ok(Tiles::new(size.0, size.1, start.pack(), Grid::solved(size).pack()))
    }
}

/// The catalogue entry.
pub struct TilesEntry;

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "size",
        value: "RxC",
        help: "Rows x columns, such as 4x4: of a level on one line (1x4: a single row), or of the solved board without one",
    },
    OptionSpec {
        name: "goal",
        value: "LEVEL",
        help: "Board to reach [default: 1 2 3 … with the blank last]",
    },
];

const GENERATE_OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "size",
    value: "RxC",
    help: "Rows and columns, such as 4x4, with at most 256 cells [default: 3x3]",
}];

const WISH_FIELDS: &[WishField] = &[WishField::one_of(
    "size",
    ("Size", "Ukuran"),
    &[
        WishValue::plain("2x3"),
        WishValue::plain("3x3"),
        WishValue::plain("3x4"),
        WishValue::plain("4x4"),
        WishValue::plain("5x5"),
        WishValue::plain("6x6"),
    ],
)];

const LEVELS: &[Level] = &[
    level("first", "First steps · Langkah pertama", "1 2 3/4 . 6/7 5 8", &[("moves", 2)]),
    level("corner", "Round the corner · Membelok", "1 2 3/5 . 6/4 7 8", &[("moves", 4)]),
    level(
        "fifteen-first",
        "Fifteen, round the edge · Lima belas, menyusuri tepi",
        "5 1 2 4/9 6 3 8/13 10 7 12/14 . 11 15",
        &[("moves", 10)],
    ),
    level("eight", "Eight, shuffled · Delapan, teracak", "4 . 5/2 3 8/7 6 1", &[("moves", 15)]),
    level("eight-hardest", "The hardest eight · Delapan tersulit", "8 6 7/2 5 4/3 . 1", &[("moves", 31)]),
    level(
        "eight-hardest-2",
        "The other hardest eight · Delapan tersulit lainnya",
        "6 4 7/8 5 ./3 2 1",
        &[("moves", 31)],
    ),
    level(
        "fifteen-easy",
        "Fifteen, an easy one · Lima belas, yang mudah",
        "4 . 10 8/5 2 1 6/9 7 11 3/13 15 12 14",
        &[("moves", 37)],
    ),
    level(
        "fifteen",
        "Fifteen, shuffled · Lima belas, teracak",
        "9 10 6 5/12 2 3 1/7 11 8 4/13 14 . 15",
        &[("moves", 43)],
    ),
    level(
        "fifteen-long",
        "Fifteen, a long way · Lima belas, jalan panjang",
        "4 9 8 ./2 3 15 10/13 6 1 5/12 7 11 14",
        &[("moves", 49)],
    ),
    level(
        "fifteen-longer",
        "Fifteen, a longer way · Lima belas, jalan lebih panjang",
        "11 13 2 3/15 6 8 14/1 12 7 5/. 9 4 10",
        &[("moves", 51)],
    ),
];

/// The level that opens when none is named.
const USUAL: &Level = &LEVELS[3];

const fn level(
    name: &'static str,
    title: &'static str,
    text: &'static str,
    optimum: &'static [(&'static str, u32)],
) -> Level {
    // The generator's scale goes by the size of the board; these are of different sizes.
    let difficulty = match optimum {
        [(_, moves), ..] if *moves < 54 => Some(1 + (*moves / 6) as u8),
        [_, ..] => Some(10),
        [] => None,
    };
    Level { name, title, text, options: &[], optimum, difficulty }
}

impl Entry for TilesEntry {
    fn has_large_tables(&self) -> bool {
        true
    }

    fn name(&self) -> &'static str {
        Tiles::<u64>::NAME
    }

    fn title(&self) -> &'static str {
        "Sliding tiles"
    }

    fn summary(&self) -> &'static str {
        "Slide numbered tiles into the blank until they are in order."
    }

    fn indonesian(&self) -> (&'static str, &'static str) {
        ("Ubin geser", "Geser ubin bernomor ke petak kosong sampai urut.")
    }

    fn level_help(&self) -> &'static str {
        "Rows separated by / or line breaks, tiles by spaces, the blank as a dot: 1 2 3/4 5 6/7 . 8\n\
         All on one line they are a square board, or a board of the size given: 1 2 3 4 5 . with --size 2x3"
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn generate_options(&self) -> &'static [OptionSpec] {
        GENERATE_OPTIONS
    }

    fn difficulty_basis(&self) -> (&'static str, &'static str) {
        (
            "Difficulty, from 1 to 10, compares how far the tiles are from their places with a thoroughly shuffled board of the same size.",
            "Kesulitan, dari 1 sampai 10, membandingkan jauhnya ubin dari tempatnya dengan papan seukuran yang teracak sempurna.",
        )
    }

    fn wish_fields(&self) -> &'static [WishField] {
        WISH_FIELDS
    }

    fn daily_options(&self, weekday: usize) -> &'static [(&'static str, &'static str)] {
        // Larger boards at the end of the week.
        match weekday {
            4 => &[("size", "3x4")],
            5 | 6 => &[("size", "4x4")],
            _ => &[],
        }
    }

    fn levels(&self) -> &'static [Level] {
        LEVELS
    }

    fn level_in_line<'t>(&self, line: &'t str) -> Option<LineLevel<'t>> {
        list::level_in_line(line)
    }

    fn settle_list(&self, levels: &mut [LevelFile]) {
        list::settle_goal(levels);
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(&["size", "goal"])?;
        let size = setup.option("size").map(parse_size).transpose()?;
        let start = match (&setup.level, size) {
            (Some(level), size) => Grid::parse(level, size)?,
            (None, Some(size)) => Grid::solved(size),
            (None, None) => Grid::parse(USUAL.text, None)?,
        };
        let goal = match setup.option("goal") {
            None => Grid::solved((start.rows, start.columns)),
            Some(text) => Grid::parse_goal(text, &start).map_err(|error| error.in_option("goal"))?,
        };
        Ok(match start.tiles.len() {
            ..=16 => open_as::<u64>(&start, &goal),
            17..=25 => open_as::<u128>(&start, &goal),
            _ => open_as::<Wide>(&start, &goal),
        })
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        Setup { level: None, options: wish.options.clone() }.only(&["size"])?;
        let size = wish.options.get("size").map_or("3x3", String::as_str);
        let solved = Grid::solved(parse_size(size)?);
        let difficulty = wish.difficulty.unwrap_or(5).clamp(1, 10);
        match solved.tiles.len() {
            1 => Err(GenerateError::NotFound(
                "a board of one cell is always solved; ask for a larger one".to_owned(),
            )),
            ..=16 => Ok(scramble::<u64>(&solved, wish.seed, difficulty, making)?),
            17..=25 => Ok(scramble::<u128>(&solved, wish.seed, difficulty, making)?),
            _ => Ok(scramble::<Wide>(&solved, wish.seed, difficulty, making)?),
        }
    }
}

fn open_as<C: Cells>(start: &Grid, goal: &Grid) -> Box<dyn Board> {
    At::start(Tiles::<C>::new(start.rows, start.columns, start.pack(), goal.pack()))
}

/// The lower bound that a thorough shuffle of a board has, about: difficulty 10.
fn full_bound(grid: &Grid) -> usize {
    (grid.tiles.len() * (grid.rows + grid.columns) / 3).max(1)
}

/// Difficulty from 1 to 10 by the lower bound.
fn grade(bound: u32, grid: &Grid) -> u8 {
    (bound as usize * 10 / full_bound(grid)).clamp(1, 10) as u8
}

/// A random walk from the goal until the lower bound is high enough for the difficulty; on a board too small for it, the
/// farthest position that a thorough shuffle has reached. Never the goal itself.
fn scramble<C: Cells>(
    solved: &Grid,
    seed: u64,
    difficulty: u8,
    making: &mut Making<'_>,
) -> Result<Generated, Limit> {
    let tiles = Tiles::<C>::new(solved.rows, solved.columns, solved.pack(), solved.pack());
    let cells = solved.tiles.len();
    // As low as a bound of this difficulty can be.
    let wanted = (full_bound(solved) * usize::from(difficulty)).div_ceil(10) as u32;
    let mut random = Random::new(seed);
    let (mut here, mut last) = (tiles.start(), None);
    let (mut state, mut bound) = (here, 0);
    for step in 1..=1000 * cells {
        if step % 1024 == 1 {
            making.next_try()?;
        }
        let mut moves = Vec::new();
        tiles.expand(here, |m, next| moves.push((m, next)));
        if moves.len() > 1 {
            moves.retain(|&(m, _)| Some(m) != last);
        }
        if let Some(&(m, next)) = moves.get(random.below(moves.len())) {
            last = Some(m);
            here = next;
        }
        if step >= cells && tiles.lower_bound(here) > bound {
            (state, bound) = (here, tiles.lower_bound(here));
            if bound >= wanted {
                break;
            }
        }
    }
    Ok(Generated {
        setup: Setup { level: Some(tiles.text(state)), options: tiles.options().into_iter().collect() },
        difficulty: grade(bound, solved).min(difficulty),
        note: format!("at least {}", counted(bound, "move")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Status;
    use crate::puzzle::Task;
    use telusur_search::Claim;

    #[test]
    fn every_shape_opens_again_as_itself() {
        let shapes = (1..=18).flat_map(|rows| [(rows, 1), (1, rows), (rows, 3), (2, rows)]);
        for (rows, columns) in shapes {
            let size = format!("{rows}x{columns}");
            let mut board = TilesEntry.open(&Setup::default().with("size", &size)).unwrap();
            for _ in 0..2 {
                let mut setup = Setup::level(&board.text());
                setup.options.extend(board.options());
                let again = TilesEntry.open(&setup).unwrap_or_else(|e| panic!("{size}: {e}"));
                assert_eq!((again.text(), again.options()), (board.text(), board.options()), "{size}");
                assert_eq!((again.moves(), again.status()), (board.moves(), board.status()), "{size}");
                let picture = again.picture();
                assert_eq!((picture.width, picture.height), (columns as f32, rows as f32), "{size}");
                let Some(m) = board.moves().first().cloned() else { break };
                board = board.play(&m).unwrap();
            }
            // The goal survives too.
            let mut setup = Setup::level(&board.text()).with("goal", &board.text());
            setup.options.extend(board.options());
            let board = TilesEntry.open(&setup).unwrap();
            let mut setup = Setup::level(&board.text());
            setup.options.extend(board.options());
            let again = TilesEntry.open(&setup).unwrap();
            assert_eq!((again.status(), again.options()), (Status::Solved, board.options()), "{size}");
            if rows * columns > 1 {
                let wish = Wish { seed: 1, options: [("size".to_owned(), size)].into(), ..Wish::default() };
                assert!(
                    TilesEntry
                        .open(&TilesEntry.generate(&wish, &mut Making::unlimited()).unwrap().setup)
                        .is_ok()
                );
            }
        }
    }

    #[test]
    fn a_touch_slides_all_tiles_up_to_the_blank() {
        let board = TilesEntry.open(&Setup::level("1 2 3 4/5 6 7 8/9 10 11 ./13 14 15 12")).unwrap();
        let touched = |id: &str| board.attempts(id, &Drop::Tap);
        assert_eq!(touched("tile-9"), ["11", "10", "9"]);
        assert_eq!(touched("tile-4"), ["8", "4"]);
        assert_eq!(touched("tile-12"), ["12"]);
        assert_eq!(touched("tile-6"), ["6"], "which is refused with the rule");
        assert!(touched("tile-99").is_empty() && touched("blank").is_empty());
        let mut after = board.boxed();
        for text in touched("tile-9") {
            after = after.play(&text).unwrap();
        }
        assert_eq!(after.text(), "1 2 3 4/5 6 7 8/. 9 10 11/13 14 15 12");
    }

    #[test]
    fn a_board_on_one_line_is_solved_as_a_board() {
        let claim = |setup: &Setup| {
            let mut nobody = ();
            let answer = TilesEntry.open(setup).unwrap().solve(Task::new(&mut nobody)).unwrap();
            let path = answer.path().unwrap();
            (path.claim, path.moves.len())
        };
        let list = Setup::level("5 1 2 4 9 6 3 8 13 10 7 12 14 . 11 15");
        assert_eq!(claim(&list), (Claim::Optimal, 10));
        // A single row is one only if that was asked for.
        assert_eq!(claim(&list.with("size", "1x16")), (Claim::Unsolvable, 0));
        assert_eq!(claim(&Setup::level("1 2 . 3").with("size", "1x4")), (Claim::Optimal, 1));
    }
}
