//! Levels made to order: a random board, then one of its positions at the distance that the difficulty asks
//! for. The start is taken from the positions that can reach the goal, so every level has a solution.

use super::position::draw;
use super::rules::{SQUARE_FORM, cells_at, size_of_form};
use super::text::{Cell, Drawing};
use super::{GENERATE_OPTIONS, open};
use crate::level::{LevelError, Setup, counted, sides};
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::random::Random;
use std::iter::repeat_n;

/// Fewest moves of each difficulty from 2 on: the scale by which levels are judged.
const FEWEST_MOVES: [u32; 9] = [3, 6, 10, 16, 24, 34, 48, 66, 90];

/// Spaces larger than this are not searched for a start.
pub(super) const MOST_STATES: usize = 150_000;

/// States reached in all boards before a wish is given up, a few seconds of work.
const MOST_WORK: usize = 6_000_000;

/// Boards looked at before a wish is given up.
const MOST_BOARDS: usize = 5_000;

/// The difficulty from 1 to 10 of a level with this optimum in moves.
pub(super) fn difficulty_of(moves: u32) -> u8 {
    1 + FEWEST_MOVES.iter().filter(|&&fewest| fewest <= moves).count() as u8
}

/// What the pieces are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mix {
    /// A square, lying and upright pieces of two, singles.
    Classic,
    /// Pieces of three and four cells of any form.
    Odd,
    /// As odd, with walls.
    Walls,
    /// As odd, with two goal pieces.
    Pair,
    /// A frame with a door to the outside.
    Door,
    /// Cars that move along their length.
    Rush,
}

const MIXES: [(&str, Mix); 6] = [
    ("classic", Mix::Classic),
    ("odd", Mix::Odd),
    ("walls", Mix::Walls),
    ("pair", Mix::Pair),
    ("door", Mix::Door),
    ("rush", Mix::Rush),
];

/// Makes a level.
pub(super) fn generate(wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
    let options = wish.setup(GENERATE_OPTIONS)?;
    let mix = options.choice("mix", &MIXES)?.unwrap_or(Mix::Classic);
    let (rows, columns) = match options.option("size") {
        None if mix == Mix::Rush => (6, 6),
        // Once the square is outside, six cells are free inside: a larger house has too many positions.
        None if mix == Mix::Door => (4, 4),
        None => (5, 4),
        Some(text) => {
            let fits = |(rows, columns): &(usize, usize)| (3..=9).contains(rows) && (3..=9).contains(columns);
            let wanted = "ROWSxCOLUMNS such as 5x4, from 3 to 9 each";
            sides(text).filter(fits).ok_or_else(|| LevelError::option("size", text, wanted))?
        }
    };
    let difficulty = wish.difficulty.unwrap_or(5).clamp(1, 10);
    let level = usize::from(difficulty);
    let fewest = if level == 1 { 1 } else { FEWEST_MOVES[level - 2] };
    let most = FEWEST_MOVES.get(level - 1).map_or(u32::MAX, |next| next - 1);
    let mut random = Random::new(wish.seed ^ 0x006B_6C6F_7473_6B69);
    // Boards that are hard enough are rare. The work is limited by states, not by time, so that the same wish
    // gives the same level everywhere.
    let mut work = 0;
    let mut boards = 0;
    while work < MOST_WORK && boards < MOST_BOARDS {
        boards += 1;
        making.next_try()?;
        let Some(setup) = sketch(mix, rows, columns, difficulty, &mut random) else { continue };
        let Ok((rules, level)) = open(&setup) else { continue };
        let (found, reached) = level.start_at(fewest..=most, &mut random, &making.deadline)?;
        work += reached;
        if let Some((at, moves)) = found {
            let mut made = setup.clone();
            made.level = Some(draw(&rules, &at).write());
            return Ok(Generated {
                setup: made,
                difficulty: difficulty_of(moves),
                note: format!(
                    "the shortest solution has {}; {} can be reached",
                    counted(moves, "move"),
                    counted(reached, "position")
                ),
            });
        }
    }
    Err(GenerateError::NotFound(format!(
        "{boards} boards of {rows} by {columns} gave no start of {fewest} moves or more in a space of at most \
         {MOST_STATES} positions; ask for a lower difficulty, another size or mix, or another seed"
    )))
}

/// A form, the first cell in reading order first.
type Cells = [(u16, u16)];

/// A drawing that is being filled, and the letters that no piece has yet.
struct Sketch {
    drawing: Drawing,
    letters: Vec<char>,
}

const SINGLE: &Cells = &[(0, 0)];
const LYING: &Cells = &[(0, 0), (0, 1)];
const UPRIGHT: &Cells = &[(0, 0), (1, 0)];
/// Forms of three and four cells.
const ODD: [&Cells; 12] = [
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (0, 2), (1, 1)],
    &[(0, 1), (1, 0), (1, 1), (1, 2)],
    &[(0, 0), (0, 1), (1, 1), (1, 2)],
    &[(0, 1), (0, 2), (1, 0), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (2, 1)],
    &[(0, 0), (1, 0), (1, 1), (2, 1)],
];

impl Sketch {
    fn new(rows: usize, columns: usize) -> Sketch {
        let letters = ('a'..='z').chain('C'..='W').chain('0'..='9').rev().collect();
        Sketch { drawing: Drawing { rows, columns, cells: vec![Cell::Empty; rows * columns] }, letters }
    }

    /// Puts a piece down, the corner of its box at a place, if all its cells are empty.
    fn put(&mut self, form: &Cells, (row, column): (usize, usize), letter: char) -> Option<()> {
        let cells = cells_at(&self.drawing, form, (row as u16, column as u16))?;
        let drawn = &mut self.drawing.cells;
        cells.iter().all(|&cell| drawn[cell as usize] == Cell::Empty).then(|| {
            cells.iter().for_each(|&cell| drawn[cell as usize] = Cell::Piece(letter));
        })
    }

    /// Fills all but `blanks` empty cells: at each one a form that fits, chosen by weight, or a blank.
    fn fill(&mut self, forms: &[(&'static Cells, usize)], blanks: usize, random: &mut Random) -> Option<()> {
        let forms: Vec<&Cells> = forms.iter().flat_map(|&(form, weight)| repeat_n(form, weight)).collect();
        let mut open = self.drawing.cells.iter().filter(|&&cell| cell == Cell::Empty).count();
        let mut left = blanks;
        for cell in 0..self.drawing.cells.len() {
            if self.drawing.cells[cell] != Cell::Empty {
                continue;
            }
            let mut filled = 0;
            // Blanks are dealt out evenly over the cells that are still open.
            let tries = if random.below(open) < left { 0 } else { 8 };
            for _ in 0..tries {
                let form = *forms.get(random.below(forms.len()))?;
                let letter = *self.letters.last()?;
                let (row, column) = self.drawing.place(cell as u32);
                let corner = column.checked_sub(form[0].1.into()).map(|column| (row, column));
                if corner.and_then(|corner| self.put(form, corner, letter)).is_some() {
                    self.letters.pop();
                    filled = form.len();
                    break;
                }
            }
            if filled == 0 {
                left = left.checked_sub(1)?;
                filled = 1;
            }
            open = open.saturating_sub(filled);
        }
        (left == 0).then_some(())
    }
}

/// A random board, not yet known to be of any use.
fn sketch(mix: Mix, rows: usize, columns: usize, difficulty: u8, random: &mut Random) -> Option<Setup> {
    match mix {
        Mix::Classic => sketch_classic(rows, columns, difficulty, random),
        Mix::Rush => sketch_rush(rows, columns, random),
        Mix::Door => sketch_door(rows, columns, random),
        Mix::Odd | Mix::Walls | Mix::Pair => sketch_odd(mix, rows, columns, random),
    }
}

/// A form, the corner of its box (row and column), and the letter of the piece.
type Placed = (&'static Cells, (usize, usize), char);

/// The goal grid for some pieces.
fn goal_of(rows: usize, columns: usize, pieces: &[Placed]) -> Option<String> {
    let mut goal = Sketch::new(rows, columns);
    for &(form, corner, letter) in pieces {
        goal.put(form, corner, letter)?;
    }
    Some(goal.drawing.write())
}

fn sketch_classic(rows: usize, columns: usize, difficulty: u8, random: &mut Random) -> Option<Setup> {
    let mut sketch = Sketch::new(rows, columns);
    sketch.put(SQUARE_FORM, (random.below(rows - 1), random.below(columns - 1)), 'B')?;
    // Many singles make easy boards; the hard ones have about as many pieces of two cells as of one.
    let singles = if difficulty >= 8 { 1 } else { 1 + random.below(5) };
    let forms = [(SINGLE, singles), (LYING, 1 + random.below(3)), (UPRIGHT, 1 + random.below(3))];
    sketch.fill(&forms, 2, random)?;
    let setup = Setup::level(&sketch.drawing.write());
    if columns.is_multiple_of(2) {
        return Some(setup);
    }
    Some(setup.with("goal", &goal_of(rows, columns, &[(SQUARE_FORM, (rows - 2, (columns - 2) / 2), 'B')])?))
}

fn sketch_odd(mix: Mix, rows: usize, columns: usize, random: &mut Random) -> Option<Setup> {
    let mut sketch = Sketch::new(rows, columns);
    if mix == Mix::Walls {
        for _ in 0..1 + random.below(3) {
            sketch.drawing.cells[random.below(rows * columns)] = Cell::Wall;
        }
    }
    let mut goals = Vec::new();
    let letters: &[char] = if mix == Mix::Pair { &['A', 'B'] } else { &['B'] };
    for &letter in letters {
        let form = ODD[random.below(ODD.len())];
        let (height, width) = size_of_form(form);
        let (down, right) = (rows + 1 - usize::from(height), columns + 1 - usize::from(width));
        let mut corner = || (random.below(down), random.below(right));
        sketch.put(form, corner(), letter)?;
        goals.push((form, corner(), letter));
    }
    let mut forms = vec![(SINGLE, 3), (LYING, 2), (UPRIGHT, 2), (SQUARE_FORM, 1)];
    for _ in 0..3 {
        forms.push((ODD[random.below(ODD.len())], 2));
    }
    sketch.fill(&forms, 2 + random.below(3), random)?;
    Some(Setup::level(&sketch.drawing.write()).with("goal", &goal_of(rows, columns, &goals)?))
}

fn sketch_door(rows: usize, columns: usize, random: &mut Random) -> Option<Setup> {
    let mut inner = Sketch::new(rows, columns);
    inner.put(SQUARE_FORM, (random.below(rows - 1), random.below(columns - 1)), 'B')?;
    let forms = [(SINGLE, 3), (LYING, 2), (UPRIGHT, 2), (ODD[random.below(ODD.len())], 2)];
    // Outside, the square leaves room for everything else: two blanks inside are plenty.
    inner.fill(&forms, 2, random)?;
    // The frame has a door two cells wide, and two rows outside to get to.
    let gap = 1 + random.below(columns - 1);
    let wide = columns + 2;
    let (wall, outside) = ("#".repeat(wide), ".".repeat(wide));
    let mut sill = wall.clone();
    sill.replace_range(gap..gap + 2, "--");
    let inner = inner.drawing.write().replace('/', "#/#");
    let goal = goal_of(rows + 4, wide, &[(SQUARE_FORM, (rows + 2, gap), 'B')])?;
    Some(Setup::level(&format!("{wall}/#{inner}#/{sill}/{outside}/{outside}")).with("goal", &goal))
}

fn sketch_rush(rows: usize, columns: usize, random: &mut Random) -> Option<Setup> {
    let mut sketch = Sketch::new(rows, columns);
    let exit = (rows - 1) / 2;
    sketch.put(LYING, (exit, random.below(columns - 2)), 'X')?;
    // About as crowded as such boards are: most spaces stay small and the way long.
    for _ in 0..rows * columns {
        let length = if random.below(4) == 0 { 3 } else { 2 };
        let lying = random.below(2) == 0;
        let form: Vec<(u16, u16)> = (0..length).map(|i| if lying { (0, i) } else { (i, 0) }).collect();
        let corner = (random.below(rows), random.below(columns));
        // Another car along the exit row could never let the goal car out.
        if lying && corner.0 == exit {
            continue;
        }
        let letter = *sketch.letters.last()?;
        if sketch.put(&form, corner, letter).is_some() {
            sketch.letters.pop();
        }
    }
    let goal = goal_of(rows, columns, &[(LYING, (exit, columns - 2), 'X')])?;
    Some(Setup::level(&sketch.drawing.write()).with("goal", &goal).with("axes", "along"))
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use crate::puzzle::Task;
    use std::time::Duration;
    use telusur_search::{Cancel, Deadline, Limit};

    fn generate(wish: &Wish) -> Result<Generated, GenerateError> {
        super::generate(wish, &mut Making::unlimited())
    }

    #[test]
    fn every_wish_gives_a_level_of_the_difficulty_asked() {
        for (mix, size, difficulties) in [
            ("classic", "5x4", [1, 5, 8]),
            ("odd", "4x5", [1, 4, 5]),
            ("walls", "4x5", [1, 3, 4]),
            ("pair", "4x4", [1, 3, 4]),
            ("door", "4x4", [1, 2, 4]),
            ("rush", "6x6", [1, 2, 4]),
        ] {
            for (seed, difficulty) in difficulties.into_iter().enumerate() {
                let wish = Wish {
                    seed: seed as u64,
                    difficulty: Some(difficulty),
                    options: [("mix", mix), ("size", size)].map(|(k, v)| (k.to_owned(), v.to_owned())).into(),
                };
                let made = generate(&wish).unwrap_or_else(|e| panic!("{mix} {difficulty}: {e}"));
                if seed == 0 {
                    assert_eq!(made, generate(&wish).unwrap(), "the same wish gives the same level");
                }
                let board = KlotskiEntry.open(&made.setup).unwrap();
                let mut unobserved = ();
                let answer = board.solve(Task::new(&mut unobserved)).unwrap();
                let moves = answer.path().unwrap().moves.len() as u32;
                assert_eq!((difficulty_of(moves), made.difficulty), (difficulty, difficulty), "{made:?}");
            }
        }
    }

    #[test]
    fn a_deadline_ends_the_making_without_a_level() {
        let options = [("size".to_owned(), "9x9".to_owned())].into();
        let wish = Wish { seed: 1, difficulty: Some(10), options };
        let deadline = Deadline::new(Some(Duration::from_millis(20)), Cancel::new());
        let stopped = super::generate(&wish, &mut Making::new(deadline.clone()));
        assert_eq!(stopped, Err(GenerateError::Stopped(Limit::Time(Duration::from_millis(20)))));
        assert!(deadline.elapsed() < Duration::from_secs(60), "{:?}", deadline.elapsed());
    }

    #[test]
    fn impossible_wishes_are_refused() {
        let wish = |name: &str, value: &str, difficulty| Wish {
            seed: 1,
            difficulty: Some(difficulty),
            options: [(name.to_owned(), value.to_owned())].into(),
        };
        for (name, value, expected) in [
            ("size", "2x2", "from 3 to 9"),
            ("size", "big", "from 3 to 9"),
            ("mix", "soup", "mix can't be 'soup'"),
            ("goal", "none", "unknown option 'goal'; use size, mix"),
        ] {
            let error = generate(&wish(name, value, 5)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let error = generate(&wish("size", "3x3", 10)).unwrap_err().to_string();
        assert!(error.contains("ask for a lower difficulty"), "{error}");
    }
}
