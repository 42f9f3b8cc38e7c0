//! Tiles as a puzzle: texts, picture, what hands do, and which engines a board gets.

use super::text::{self, Grid};
use super::{Cells, Slide, Tiles, planes};
use crate::answer::Survey;
use crate::board::MoveError;
use crate::bytes::{self, PackedBoard};
use crate::language::{Text, text};
use crate::level::LevelError;
use crate::picture::{Item, Picture, Shape};
use crate::planes::{PlanesBoard, PlanesFound, PlanesLevel};
use crate::play::{Drop, Play};
use crate::puzzle::{Puzzle, Task, given};
use std::sync::Arc;
use telusur_search::{Algorithm, Report, Solver, Unsupported};

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

    fn options(&self, _: &C) -> Vec<(String, String)> {
        let size = (self.rows, self.columns);
        let is_usual = self.goal == Grid::solved(size).pack();
        given([
            ("size", Grid::is_line(size).then(|| format!("{}x{}", size.0, size.1))),
            ("goal", (!is_usual).then(|| text::write(self, self.goal))),
        ])
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
        let items = (0..self.cells()).map(|cell| (cell, state.get(cell))).filter(|&(_, tile)| tile != 0);
        let items = items.map(|(cell, tile)| Item {
            id: format!("tile-{tile}"),
            kind: "tile",
            name: text!("tile {tile}", "ubin {tile}"),
            label: tile.to_string(),
            colour: u16::from(self.goal_cell[tile as usize]),
            shape: Shape::square(cell % self.columns, cell / self.columns),
            movable: self.step_to_blank(state, tile).is_some(),
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
        let Some(tile) = self.gripped(grip) else { return Vec::new() };
        // A tile that could slide elsewhere is not meant to be pushed another way.
        let means = |steps: &[_]| self.step_to_blank(state, tile).is_none_or(|step| steps == [step]);
        let tiles = match drop {
            Drop::Tap => self.slides_to(state, tile),
            Drop::By(steps) if means(steps) => vec![tile],
            Drop::By(_) | Drop::Onto(_) => Vec::new(),
        };
        tiles.iter().map(u8::to_string).collect()
    }

    fn refute(&self, state: C) -> Option<Text> {
        if self.is_reachable(state) {
            return None;
        }
        Some(match self.rows == 1 || self.columns == 1 {
            true => Text::fixed(
                "tiles in a single line never pass each other, and their order differs from the goal's",
                "ubin dalam satu garis tidak pernah saling melewati, dan urutannya berbeda dari tujuan",
            ),
            false => Text::fixed(
                "the position and the goal have different parity, and no slide changes the parity of a position",
                "urutan ubin berbeda paritas dari tujuan, dan tidak ada geseran yang memindahkan ke paruh lain dari \
                 semua posisi",
            ),
        })
    }

    fn as_planes(&self, from: C) -> Option<PlanesBoard<'_>> {
        let Tiles { rows, columns, goal, .. } = *self;
        let survey = move |found: PlanesFound| {
            let text = |tiles: &Vec<u8>| Grid { size: (rows, columns), tiles: tiles.clone() }.to_text();
            Survey::of_planes(found, planes::edges(rows, columns), text)
        };
        (rows > 1 && columns > 1).then(|| PlanesBoard {
            level: PlanesLevel::Tiles { rows, columns, start: self.listed(from), goal: self.listed(goal) },
            survey: Box::new(survey),
        })
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
        let Some(cell) = (0..self.cells()).find(|&cell| state.get(cell) == tile) else { return vec![tile] };
        let blank = self.blank(state);
        let stride = if cell / self.columns == blank / self.columns {
            1
        } else if cell % self.columns == blank % self.columns {
            self.columns
        } else {
            return vec![tile];
        };
        let count = cell.abs_diff(blank) / stride;
        let nth = |i: usize| if cell > blank { blank + i * stride } else { blank - i * stride };
        (1..=count).map(|i| state.get(nth(i))).collect()
    }

    /// The tile that a hand has gripped.
    fn gripped(&self, grip: &str) -> Option<u8> {
        let tile = grip.strip_prefix("tile-")?.parse().ok()?;
        (1..self.cells()).contains(&usize::from(tile)).then_some(tile)
    }

    /// The step of a tile into the blank, if it is next to it.
    fn step_to_blank(&self, state: C, tile: u8) -> Option<(i8, i8)> {
        /// Of a tile above, to the left, to the right and below.
        const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (-1, 0), (0, -1)];
        let mut slides = self.steps(self.blank(state)).iter();
        let slide = slides.find(|slide| state.get(slide.from.into()) == tile)?;
        Some(STEPS[usize::from(slide.direction)])
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
        Ok(Tiles::between(&start, &Grid::solved(start.size)))
    }
}
