//! A level compiled: for every kind of piece the places where it can ever stand, and which place lies next to
//! which. Walls, doors, axes and the edge are all settled here; what is left for the search is whether other
//! pieces are in the way.

use super::layouts::MOST_PIECES;
use super::options::{Asked, Axis, GoalAsked};
use super::text::{Cell, Drawing, Outline};
use crate::language::{Text, text};
use crate::level::{LevelError, counted};
use std::collections::{BTreeMap, BTreeSet};

/// Most cells that are not walls.
pub(super) const MOST_CELLS: usize = 1024;

/// No place in this direction.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The letters of the directions, in the order of [`Placement::next`]; the opposite is two further.
pub(super) const DIRECTIONS: [char; 4] = ['u', 'l', 'd', 'r'];

/// The same directions as steps to the right and down.
pub(super) const STEPS: [(i8, i8); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

/// The top left corner of a piece's box: row and column.
pub(super) type Corner = (u16, u16);

/// Cells of a piece relative to the top left corner of its box.
pub(super) type Form = Vec<(u16, u16)>;

/// The form of the piece that goes to the door in the usual levels.
pub(super) const SQUARE_FORM: &[(u16, u16)] = &[(0, 0), (0, 1), (1, 0), (1, 1)];

/// One place of a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) corner: Corner,
    /// The cells, as indices into the drawing.
    pub(super) cells: Vec<u32>,
    /// The place one cell further up, left, down, right.
    pub(super) next: [u16; 4],
}

/// Pieces of one form that move alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) form: Form,
    pub(super) axis: Axis,
    pub(super) opens_doors: bool,
    /// All places that a piece of this kind in the level could reach if it were alone, by corner.
    pub(super) places: Vec<Placement>,
}

impl Kind {
    fn place_at(&self, corner: Corner) -> Option<u16> {
        self.places.binary_search_by_key(&corner, |place| place.corner).ok().map(|i| i as u16)
    }
}

/// What a class must do in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Nothing.
    Free,
    /// Stand here.
    At(u16),
    /// Stand where it can never get.
    Never,
}

/// Pieces that are interchangeable: of one kind, and either named by no goal or one alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) kind: usize,
    pub(super) members: usize,
    pub(super) goal: Goal,
}

/// A piece of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) letter: char,
    pub(super) class: usize,
}

/// A level, compiled.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) asked: Asked,
    /// By cell of the drawing.
    pub(super) doors: Vec<bool>,
    pub(super) walls: Vec<bool>,
    pub(super) kinds: Vec<Kind>,
    pub(super) classes: Vec<Class>,
    /// In the order of their letters.
    pub(super) pieces: Vec<Piece>,
    /// The place of each piece at the start.
    pub(super) start: Vec<u16>,
    /// Number of each cell that some piece can cover, by cell of the drawing; the others have none.
    pub(super) cell_number: Vec<Option<u16>>,
    /// How many such cells there are.
    pub(super) cells: usize,
    /// Where named pieces must get to, by letter.
    goal_corners: BTreeMap<char, Corner>,
}

impl Rules {
    /// Bytes of the compiled level: the places of all kinds are most of it.
    pub(super) fn bytes(&self) -> usize {
        let place = |place: &Placement| size_of::<Placement>() + size_of_val(&*place.cells);
        let places: usize = self.kinds.iter().flat_map(|kind| &kind.places).map(place).sum();
        size_of_val(self) + places + size_of_val(&*self.cell_number) + self.doors.len() + self.walls.len()
    }

    /// Compiles a level.
    pub(super) fn new(asked: Asked) -> Result<Rules, LevelError> {
        Rules::compile(asked, false)
    }

    /// Returns the same level with places for the pieces wherever the board has room for them, reachable from where they
    /// stand or not; `None` where there are more pieces than layouts can be listed of. The order of moves is the usual one.
    pub(super) fn everywhere(&self) -> Option<Rules> {
        let asked = Asked { paper_order: false, ..self.asked.clone() };
        (self.pieces.len() <= MOST_PIECES).then(|| Rules::compile(asked, true).ok())?
    }

    fn compile(asked: Asked, everywhere: bool) -> Result<Rules, LevelError> {
        let drawing = &asked.drawing;
        let walls: Vec<bool> = drawing.cells.iter().map(|&cell| cell == Cell::Wall).collect();
        let open = walls.iter().filter(|&&wall| !wall).count();
        if open > MOST_CELLS {
            return Err(LevelError::new(
                format!(
                    "the board of {} rows and {} columns has {open} cells that are not walls",
                    drawing.rows, drawing.columns
                ),
                format!("use at most {MOST_CELLS}"),
            ));
        }
        drawing.check_pieces(asked.in_parts)?;
        // By letter, not by place: the order of moves must not depend on where a piece happened to start.
        let outlines = drawing.pieces();
        let goals = read_goal(&asked, &outlines)?;
        let doors = read_doors(&asked, &goals)?;
        let any_door = doors.contains(&true);

        // What each piece is and where it stands.
        let mut kinds: Vec<Kind> = Vec::new();
        let described: Vec<(usize, Corner)> = outlines
            .iter()
            .map(|(letter, outline)| {
                let (form, corner) = form_of(drawing, outline);
                let axis = axis_of(&asked, *letter, &form);
                let opens_doors = any_door && goals.contains_key(letter);
                let kind = Kind { form, axis, opens_doors, places: Vec::new() };
                let number = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                    kinds.push(kind);
                    kinds.len() - 1
                });
                (number, corner)
            })
            .collect();
        let board = Openings { drawing, walls: &walls, doors: &doors };
        let reaches = match everywhere {
            true => Vec::new(),
            false => board.reaches(&outlines, &kinds, &described),
        };
        for (number, kind) in kinds.iter_mut().enumerate() {
            let corners: BTreeSet<Corner> = match everywhere {
                true => board.all_corners(kind),
                false => {
                    let pieces = described.iter().zip(&reaches).filter(|((kind, _), _)| *kind == number);
                    pieces.flat_map(|(_, reach)| reach).copied().collect()
                }
            };
            kind.places = places(drawing, kind, &corners);
        }

        let (mut classes, mut pieces, mut start) = (Vec::<Class>::new(), Vec::new(), Vec::new());
        for (letter, &(kind, corner)) in outlines.keys().zip(&described) {
            let place_at = |corner| kinds[kind].place_at(corner);
            let goal = match goals.get(letter) {
                None => Goal::Free,
                Some(&corner) => place_at(corner).map_or(Goal::Never, Goal::At),
            };
            let is_shared = |class: &Class| class.kind == kind && class.goal == Goal::Free;
            let shared = classes.iter().position(is_shared).filter(|_| goal == Goal::Free);
            let class = shared.unwrap_or_else(|| {
                classes.push(Class { kind, members: 0, goal });
                classes.len() - 1
            });
            classes[class].members += 1;
            pieces.push(Piece { letter: *letter, class });
            // Every piece reaches its own place, so it is found.
            start.push(place_at(corner).unwrap_or(0));
        }
        let mut cell_number = vec![None; drawing.cells.len()];
        let mut cells = 0;
        for &cell in kinds.iter().flat_map(|kind| &kind.places).flat_map(|place| &place.cells) {
            cell_number[cell as usize].get_or_insert_with(|| {
                cells += 1;
                cells as u16 - 1
            });
        }
        let goal_corners = goals;
        Ok(Rules { doors, walls, kinds, classes, pieces, start, cell_number, cells, goal_corners, asked })
    }

    /// The kind of a piece.
    pub(super) fn kind_of(&self, piece: usize) -> &Kind {
        &self.kinds[self.classes[self.pieces[piece].class].kind]
    }

    /// The place of a piece when it stands at `at`.
    pub(super) fn place(&self, piece: usize, at: u16) -> &Placement {
        &self.kind_of(piece).places[at as usize]
    }

    /// Whether a goal was given.
    pub(super) fn has_goal(&self) -> bool {
        self.classes.iter().any(|class| class.goal != Goal::Free)
    }

    /// Why the goal can't be reached, as far as that shows without search.
    pub(super) fn refutation(&self) -> Option<Text> {
        if !self.has_goal() {
            return Some(Text::fixed("no goal was given", "tidak ada tujuan yang diberikan"));
        }
        // One that even walls, doors and axes bar is the plainest reason.
        let never = || (0..self.pieces.len()).filter(|&piece| self.goal_of(piece) == Goal::Never);
        let alone = never().find(|&piece| !self.reaches_goal_alone(piece));
        alone.or_else(|| never().next()).map(|piece| {
            let letter = self.pieces[piece].letter;
            match alone.is_some() {
                true => text!(
                    "piece {letter} could not get to its goal even if it were alone on the board",
                    "balok {letter} tidak bisa mencapai tujuannya bahkan bila sendirian di papan"
                ),
                false => text!(
                    "pieces that can never move keep piece {letter} from its goal",
                    "balok yang tidak pernah bisa bergerak menghalangi balok {letter} mencapai tujuannya"
                ),
            }
        })
    }

    fn goal_of(&self, piece: usize) -> Goal {
        self.classes[self.pieces[piece].class].goal
    }

    /// Whether a piece could get to its goal if no other piece were on the board.
    fn reaches_goal_alone(&self, piece: usize) -> bool {
        let kind = self.kind_of(piece);
        let board = Openings { drawing: &self.asked.drawing, walls: &self.walls, doors: &self.doors };
        let corner = self.place(piece, self.start[piece]).corner;
        let reached = reach(corner, kind.axis, |corner| board.fits(kind, corner, &[], &self.walls));
        self.goal_corner(piece).is_some_and(|goal| reached.contains(&goal))
    }

    /// Where a piece must get to.
    fn goal_corner(&self, piece: usize) -> Option<Corner> {
        self.goal_corners.get(&self.pieces[piece].letter).copied()
    }
}

/// The form of an outline and the corner of its box.
fn form_of(drawing: &Drawing, outline: &[u32]) -> (Form, Corner) {
    let places = || outline.iter().map(|&cell| drawing.place(cell));
    let top = places().map(|(row, _)| row).min().unwrap_or(0);
    let left = places().map(|(_, column)| column).min().unwrap_or(0);
    let form = places().map(|(row, column)| ((row - top) as u16, (column - left) as u16)).collect();
    (form, (top as u16, left as u16))
}

/// Height and width of a form's box.
pub(super) fn size_of_form(form: &[(u16, u16)]) -> (u16, u16) {
    let height = form.iter().map(|&(row, _)| row + 1).max().unwrap_or(0);
    let width = form.iter().map(|&(_, column)| column + 1).max().unwrap_or(0);
    (height, width)
}

/// The cells of a form at a corner, if they are all on the drawing.
pub(super) fn cells_at(drawing: &Drawing, form: &[(u16, u16)], corner: Corner) -> Option<Vec<u32>> {
    form.iter()
        .map(|&(row, column)| {
            let (row, column) = (usize::from(row + corner.0), usize::from(column + corner.1));
            (row < drawing.rows && column < drawing.columns)
                .then_some((row * drawing.columns + column) as u32)
        })
        .collect()
}

fn axis_of(asked: &Asked, letter: char, form: &[(u16, u16)]) -> Axis {
    if let Some(&axis) = asked.axes.named.get(&letter) {
        return axis;
    }
    let (height, width) = size_of_form(form);
    match asked.axes.along {
        true if width > height => Axis::Horizontal,
        true if height > width => Axis::Vertical,
        _ => Axis::Both,
    }
}

/// The corner of each named piece in the end.
fn read_goal(
    asked: &Asked,
    outlines: &BTreeMap<char, Outline>,
) -> Result<BTreeMap<char, Corner>, LevelError> {
    let drawing = &asked.drawing;
    match &asked.goal {
        GoalAsked::None => Ok(BTreeMap::new()),
        GoalAsked::Usual => {
            let is_square = |(_, outline): &(_, &Outline)| form_of(drawing, outline).0 == SQUARE_FORM;
            let squares: Vec<char> = outlines.iter().filter(is_square).map(|(&letter, _)| letter).collect();
            let [square] = squares[..] else {
                let count = match squares.len() {
                    0 => "no piece is 2 x 2".to_owned(),
                    n => format!("{n} pieces are 2 x 2"),
                };
                return Err(LevelError::new(
                    format!("there is no goal: none is drawn, and {count}"),
                    "draw where named pieces must be with the option goal, or set it to none to explore",
                ));
            };
            // The bottom centre of everything that is not wall, so that a frame may be drawn or left out.
            let open = || (0..drawing.cells.len()).filter(|&i| drawing.cells[i] != Cell::Wall);
            let column = |i: usize| i % drawing.columns;
            let bottom = open().map(|i| i / drawing.columns).max().unwrap_or(0);
            let left = open().map(column).min().unwrap_or(0);
            let right = open().map(column).max().unwrap_or(0);
            if (right + 1 - left) % 2 == 1 {
                return Err(LevelError::new(
                    format!(
                        "a board of {} has no bottom centre for a 2 x 2 piece",
                        counted(right + 1 - left, "column")
                    ),
                    "draw where it must be with the option goal",
                ));
            }
            Ok(BTreeMap::from([(square, (bottom as u16 - 1, (left + right) as u16 / 2))]))
        }
        GoalAsked::Drawn(goal) => {
            let mut goals = BTreeMap::new();
            for (letter, outline) in goal.pieces() {
                let error = |problem: &str| {
                    let (row, column) = goal.place(outline[0]);
                    LevelError::new(
                        format!("{problem} (goal, row {}, column {})", row + 1, column + 1),
                        "show named pieces in full and leave dots elsewhere",
                    )
                    .token(&letter.to_string())
                };
                let piece = outlines.get(&letter);
                let piece = piece.ok_or_else(|| error("no piece of the level has this letter"))?;
                let (form, corner) = form_of(goal, &outline);
                if form != form_of(drawing, piece).0 {
                    return Err(error("the goal shows this piece in another form"));
                }
                goals.insert(letter, corner);
            }
            match goals.is_empty() {
                false => Ok(goals),
                true => Err(LevelError::new(
                    "the goal names no piece",
                    "show where a piece must be by its letter, or set goal to none to explore",
                )),
            }
        }
    }
}

/// The door of each cell, those under pieces included.
fn read_doors(asked: &Asked, goals: &BTreeMap<char, Corner>) -> Result<Vec<bool>, LevelError> {
    let drawing = &asked.drawing;
    let mut doors: Vec<bool> = drawing.cells.iter().map(|&cell| cell == Cell::Door).collect();
    let Some(under) = &asked.doors else { return Ok(doors) };
    for (i, &cell) in under.cells.iter().enumerate() {
        if cell != Cell::Door {
            continue;
        }
        let (row, column) = drawing.place(i as u32);
        let place = format!("row {}, column {}", row + 1, column + 1);
        match drawing.cells[i] {
            Cell::Wall => {
                return Err(LevelError::new(
                    format!("there is a wall where a door should be ({place})"),
                    "take away one of them",
                ));
            }
            Cell::Piece(letter) if !goals.contains_key(&letter) => {
                return Err(LevelError::new(
                    format!("this piece stands on a door but has no goal ({place})"),
                    "only goal pieces may enter doors",
                )
                .token(&letter.to_string()));
            }
            _ => doors[i] = true,
        }
    }
    Ok(doors)
}

/// What the board itself leaves open: all but walls, and doors for some.
struct Openings<'t> {
    drawing: &'t Drawing,
    walls: &'t [bool],
    doors: &'t [bool],
}

impl Openings<'_> {
    /// Whether a piece of a kind fits at a corner, where its own cells are free and so are all that are not `fixed`.
    fn fits(&self, kind: &Kind, corner: Corner, own: &[u32], fixed: &[bool]) -> bool {
        let is_open = |&cell: &u32| {
            let is_free = !fixed[cell as usize] || own.binary_search(&cell).is_ok();
            is_free && (kind.opens_doors || !self.doors[cell as usize])
        };
        cells_at(self.drawing, &kind.form, corner).is_some_and(|cells| cells.iter().all(is_open))
    }

    /// Returns every corner at which a piece of a kind fits, if it is alone.
    fn all_corners(&self, kind: &Kind) -> BTreeSet<Corner> {
        let cells = 0..(self.drawing.rows * self.drawing.columns) as u32;
        let corners =
            cells.map(|cell| self.drawing.place(cell)).map(|(row, column)| (row as u16, column as u16));
        corners.filter(|&corner| self.fits(kind, corner, &[], self.walls)).collect()
    }

    /// For every piece the corners that it could reach if only the pieces that never move were there.
    fn reaches(
        &self,
        outlines: &BTreeMap<char, Outline>,
        kinds: &[Kind],
        described: &[(usize, Corner)],
    ) -> Vec<BTreeSet<Corner>> {
        // A piece that can't move is a wall for the others, which may make more of them immovable. Stopping early
        // only leaves places where no piece ever stands.
        const ROUNDS: usize = 8;
        let mut fixed = self.walls.to_vec();
        let mut reaches = vec![BTreeSet::new(); outlines.len()];
        for _ in 0..ROUNDS {
            let before = fixed.clone();
            for ((own, &(kind, corner)), reached) in outlines.values().zip(described).zip(&mut reaches) {
                let kind = &kinds[kind];
                *reached = reach(corner, kind.axis, |corner| self.fits(kind, corner, own, &before));
                if reached.len() == 1 {
                    own.iter().for_each(|&cell| fixed[cell as usize] = true);
                }
            }
            if fixed == before {
                break;
            }
        }
        reaches
    }
}

/// All corners that can be reached step by step.
fn reach(start: Corner, axis: Axis, fits: impl Fn(Corner) -> bool) -> BTreeSet<Corner> {
    let mut reached = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(corner) = open.pop() {
        for next in (0..4).filter_map(|direction| beside(corner, direction, axis)) {
            if !reached.contains(&next) && fits(next) {
                reached.insert(next);
                open.push(next);
            }
        }
    }
    reached
}

/// The corner next to another in a direction, if the axis allows it and it is not left of or above the board.
fn beside((row, column): Corner, direction: usize, axis: Axis) -> Option<Corner> {
    let (right, down) = STEPS[direction];
    let is_allowed = match axis {
        Axis::Both => true,
        Axis::Horizontal => down == 0,
        Axis::Vertical => right == 0,
    };
    let next = (row.checked_add_signed(down.into())?, column.checked_add_signed(right.into())?);
    is_allowed.then_some(next)
}

/// The places of a kind at some corners, and which lies next to which.
fn places(drawing: &Drawing, kind: &Kind, corners: &BTreeSet<Corner>) -> Vec<Placement> {
    let corners: Vec<Corner> = corners.iter().copied().collect();
    let number = |corner| corners.binary_search(&corner).ok().map(|place| place as u16);
    let next = |corner, direction| beside(corner, direction, kind.axis).and_then(number).unwrap_or(NOWHERE);
    let place = |&corner: &Corner| Placement {
        corner,
        cells: cells_at(drawing, &kind.form, corner).unwrap_or_default(),
        next: std::array::from_fn(|direction| next(corner, direction)),
    };
    corners.iter().map(place).collect()
}
