//! The classic family: 4 columns, 5 rows, one 2 × 2 square, any number of 1 × 1, 1 × 2 and 2 × 1 pieces; a
//! position in one machine word.
//!
//! | bits | what |
//! |---|---|
//! | 0..20 | a bit for each cell with a single |
//! | 20..40 | a bit for each cell with the left end of a lying piece |
//! | 40..60 | a bit for each cell with the upper end of an upright piece |
//! | 60..64 | the square's corner: row · 3 + column |
//!
//! Cell = row · 4 + column. The word says nothing about letters and needs no sorting; which pieces can move,
//! and where to, is found for all pieces of a form at once by shifting the set of blanks.

use super::engine::Packs;
use super::layouts::Listed;
use super::options::{Axis, Metric};
use super::ranking::{self, RankedSet};
use super::rules::{Goal, Piece, Rules, SQUARE_FORM};
use super::space::Shift;
use super::study::{MOST_LAYOUTS, Studied, look};
use super::text::{Cell, Drawing};
use telusur_search::limits::Pace;
use telusur_search::memory::{List, Memory};
use telusur_search::{Limit, Limits, Space};

/// All cells.
pub(super) const BOARD: u32 = 0xF_FFFF;
/// The first, second and last column.
const LEFT: u32 = 0x1_1111;
const SECOND: u32 = 0x2_2222;
const RIGHT: u32 = 0x8_8888;

/// Where the fields begin.
const LYING: u32 = 20;
const UPRIGHT: u32 = 40;
const SQUARE: u32 = 60;

/// The corner cell of each place of the square (and of lying pieces): row · 3 + column to row · 4 + column.
#[inline(always)]
fn cell_of_third(place: u32) -> u32 {
    place + place / 3
}

/// The inverse.
#[inline(always)]
fn third_of_cell(cell: u32) -> u32 {
    cell - cell / 4
}

/// The place of the square at the bottom centre.
pub(super) const DOOR: u8 = 10;

/// A position of the classic family.
pub(super) type Word = u64;

/// The number of pieces of each form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pieces {
    pub(super) lying: u8,
    pub(super) upright: u8,
    pub(super) singles: u8,
}

impl Pieces {
    pub(super) fn of(state: Word) -> Pieces {
        let count = |shift: u32| (state >> shift & u64::from(BOARD)).count_ones() as u8;
        Pieces { lying: count(LYING), upright: count(UPRIGHT), singles: count(0) }
    }
}

/// Boards of the classic family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classic {
    metric: Metric,
    /// Where the square must get to.
    goal: Option<u8>,
    /// Whether the mirror image of a goal is one.
    is_symmetric: bool,
    /// Number of the class of singles, lying, upright pieces and the square in the level.
    classes: [u16; 4],
    start: Word,
}

/// The forms in the order of `Classic::classes`.
const FORMS: [&[(u16, u16)]; 4] = [&[(0, 0)], &[(0, 0), (0, 1)], &[(0, 0), (1, 0)], SQUARE_FORM];

impl Classic {
    /// Any board of the family, from no particular start, to the bottom centre.
    pub(super) fn family(metric: Metric) -> Classic {
        Classic { metric, goal: Some(DOOR), is_symmetric: true, classes: [0, 1, 2, 3], start: 0 }
    }

    /// A level, if it belongs to the family.
    pub(super) fn of(rules: &Rules) -> Option<Classic> {
        let plain = (rules.asked.drawing.rows, rules.asked.drawing.columns) == (5, 4)
            && !rules.walls.contains(&true)
            && !rules.doors.contains(&true)
            && !rules.asked.paper_order
            && rules.kinds.iter().all(|kind| kind.axis == Axis::Both);
        if !plain {
            return None;
        }
        let mut classes = [u16::MAX; 4];
        let mut goal = None;
        for (i, class) in rules.classes.iter().enumerate() {
            let form = FORMS.iter().position(|form| rules.kinds[class.kind].form == *form)?;
            let square = form == 3;
            // The square is one alone; no other piece has a goal; no form is in two classes.
            if classes[form] != u16::MAX || square && class.members != 1 {
                return None;
            }
            match class.goal {
                Goal::Free => {}
                Goal::At(place) if square => goal = Some(place as u8),
                Goal::At(_) | Goal::Never => return None,
            }
            classes[form] = i as u16;
        }
        if classes[3] == u16::MAX {
            return None;
        }
        let is_symmetric = goal.is_none_or(|goal| goal % 3 == 1);
        let mut classic = Classic { metric: rules.asked.metric, goal, is_symmetric, classes, start: 0 };
        classic.start = classic.pack(rules, &rules.start);
        Some(classic)
    }

    /// The place where the square must get to.
    pub(super) fn goal_place(&self) -> Option<u8> {
        self.goal
    }

    /// The form of a class, as a place in `FORMS`.
    fn form_of(&self, class: usize) -> usize {
        self.classes.iter().position(|&other| usize::from(other) == class).unwrap_or(FORMS.len())
    }

    /// Visits all moves of the pieces of one form that may have some; `fits` says where such a piece fits while it leaves
    /// a cell, `place` is the number of its place on a cell.
    #[inline(always)]
    fn shifts(
        &self,
        state: Word,
        form: usize,
        mut movable: u32,
        fits: impl Fn(u32) -> u32,
        place: impl Fn(u32) -> u32,
        visit: &mut impl FnMut(Shift, Word),
    ) {
        while movable != 0 {
            let from = movable & movable.wrapping_neg();
            movable ^= from;
            let mut to = self.targets(from, fits(from));
            while to != 0 {
                let one = to & to.wrapping_neg();
                to ^= one;
                let [from_place, to_place] = [from, one].map(|cell| place(cell.trailing_zeros()) as u16);
                let shift = Shift { class: self.classes[form], from: from_place, to: to_place };
                visit(shift, state ^ u64::from(from | one) << [0, LYING, UPRIGHT][form]);
            }
        }
    }

    /// Every cell that a piece with the reach `fits` gets to from `from` in one move.
    #[inline(always)]
    fn targets(&self, from: u32, fits: u32) -> u32 {
        let beside = |set: u32| (set & !RIGHT) << 1 | (set & !LEFT) >> 1 | set << 4 | set >> 4;
        match self.metric {
            Metric::Steps => beside(from) & fits,
            Metric::Moves => {
                let mut reach = from;
                loop {
                    let wider = reach | beside(reach) & fits;
                    if wider == reach {
                        return reach & !from;
                    }
                    reach = wider;
                }
            }
            Metric::Slides => {
                let mut reach = 0;
                let (mut a, mut b, mut c, mut d) = (from, from, from, from);
                while a | b | c | d != 0 {
                    a = (a & !RIGHT) << 1 & fits;
                    b = (b & !LEFT) >> 1 & fits;
                    c = c << 4 & fits;
                    d = d >> 4 & fits;
                    reach |= a | b | c | d;
                }
                reach
            }
        }
    }
}

/// The place of the square.
#[inline(always)]
pub(super) fn square_place(state: Word) -> u8 {
    (state >> SQUARE) as u8
}

/// The corner cell of the square.
#[inline(always)]
fn square(state: Word) -> u32 {
    cell_of_third((state >> SQUARE) as u32)
}

/// The cells without a piece.
#[inline(always)]
pub(super) fn blanks(state: Word) -> u32 {
    let singles = state as u32 & BOARD;
    let lying = (state >> LYING) as u32 & BOARD;
    let upright = (state >> UPRIGHT) as u32 & BOARD;
    BOARD & !(singles | lying | lying << 1 | upright | upright << 4 | 0x33 << square(state))
}

/// The position left to right.
#[inline(always)]
fn mirrored(state: Word) -> Word {
    const FIRST: u64 = 0x0111_1111_1111_1111;
    let turned = (state & FIRST) << 3
        | (state & FIRST << 1) << 1
        | (state & FIRST << 2) >> 1
        | (state & FIRST << 3) >> 3;
    let lying = turned & (u64::from(BOARD) << LYING);
    let place = state >> SQUARE;
    // Column c of three becomes 2 - c; the left end of a lying piece becomes its right end.
    let place = place + 2 - 2 * (place % 3);
    turned ^ lying ^ (lying >> 1) | place << SQUARE
}

impl Space for Classic {
    type State = Word;
    type Move = Shift;

    fn start(&self) -> Word {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: Word) -> bool {
        self.goal.is_some_and(|goal| state >> SQUARE == u64::from(goal))
    }

    #[inline(always)]
    fn expand(&self, state: Word, mut visit: impl FnMut(Shift, Word)) {
        let blank = blanks(state);
        // Blanks as seen from their neighbours: a bit is set where the cell to the right (left) is blank.
        let right = (blank & !LEFT) >> 1;
        let left = (blank & !RIGHT) << 1;
        let (below, above) = (blank >> 4, blank << 4);

        let singles = state as u32 & BOARD;
        let movable = singles & (right | left | below | above);
        self.shifts(state, 0, movable, |_| blank, |cell| cell, &mut visit);

        let lying = (state >> LYING) as u32 & BOARD;
        let two_right = (blank & !(LEFT | SECOND)) >> 2;
        let movable = lying & (two_right | left | below & blank >> 5 | above & blank << 3);
        let fits = |from: u32| {
            let free = blank | from | from << 1;
            free & free >> 1 & !RIGHT
        };
        self.shifts(state, 1, movable, fits, third_of_cell, &mut visit);

        let upright = (state >> UPRIGHT) as u32 & BOARD;
        let movable = upright & (right & right >> 4 | left & left >> 4 | blank >> 8 | above);
        let fits = |from: u32| {
            let free = blank | from | from << 4;
            free & free >> 4
        };
        self.shifts(state, 2, movable, fits, |cell| cell, &mut visit);

        let corner = square(state);
        let free = blank | 0x33 << corner;
        let pairs = free & free >> 1 & !RIGHT;
        let mut to = self.targets(1 << corner, pairs & pairs >> 4);
        while to != 0 {
            let place = third_of_cell(to.trailing_zeros());
            to &= to - 1;
            let from = (state >> SQUARE) as u16;
            let shift = Shift { class: self.classes[3], from, to: place as u16 };
            visit(shift, state & !(15 << SQUARE) | u64::from(place) << SQUARE);
        }
    }

    fn lower_bound(&self, state: Word) -> u32 {
        let Some(goal) = self.goal else { return 0 };
        let (from, to) = (square(state), cell_of_third(u32::from(goal)));
        let (down, right) = ((from / 4).abs_diff(to / 4), (from % 4).abs_diff(to % 4));
        match self.metric {
            Metric::Steps => down + right,
            Metric::Slides => u32::from(down > 0) + u32::from(right > 0),
            Metric::Moves => u32::from(from != to),
        }
    }
}

impl Packs for Classic {
    type Set = RankedSet;

    #[inline(always)]
    fn least_image(&self, state: Word) -> Word {
        if self.is_symmetric { state.min(mirrored(state)) } else { state }
    }

    fn pack(&self, rules: &Rules, at: &[u16]) -> Word {
        let field = |(piece, &place): (&Piece, &u16)| {
            let place = u32::from(place);
            match self.form_of(piece.class) {
                0 => 1 << place,
                1 => 1 << cell_of_third(place) << LYING,
                2 => 1 << place << UPRIGHT,
                _ => u64::from(place) << SQUARE,
            }
        };
        rules.pieces.iter().zip(at).map(field).fold(0, |state, field| state | field)
    }

    fn unpack(&self, rules: &Rules, state: Word) -> Vec<u16> {
        let mut fields = [0, LYING, UPRIGHT].map(|shift| (state >> shift) as u32 & BOARD);
        let place = |piece: &Piece| {
            let form = self.form_of(piece.class);
            let Some(field) = fields.get_mut(form) else { return (state >> SQUARE) as u16 };
            let cell = field.trailing_zeros();
            *field &= field.wrapping_sub(1);
            (if form == 1 { third_of_cell(cell) } else { cell }) as u16
        };
        rules.pieces.iter().map(place).collect()
    }

    fn goal_layouts(&self, most: usize, memory: &Memory, limits: &Limits) -> Listed<Word> {
        let mut all = List::new(memory);
        let Some(goal) = self.goal else { return Ok(Some(all)) };
        let mut pace = Pace::new();
        let listed = fill(goal, Pieces::of(self.start), &mut |state| {
            look(&mut pace, all.len(), limits).map_err(Some)?;
            if all.len() == most { Err(None) } else { all.push(state).map_err(Some) }
        });
        match listed {
            Ok(()) => Ok(Some(all)),
            Err(None) => Ok(None),
            Err(Some(limit)) => Err(limit),
        }
    }

    fn study(&self, memory: &Memory, limits: &Limits) -> Studied<Word> {
        ranking::study(self, Pieces::of(self.start), MOST_LAYOUTS, memory, limits)
    }

    fn new_set(&self, memory: &Memory) -> Result<RankedSet, Limit> {
        RankedSet::new(Pieces::of(self.start), memory)
    }
}

/// Calls `visit` with every layout of a piece set with the square at a place.
///
/// # Errors
/// What `visit` says.
pub(super) fn fill<E>(
    place: u8,
    Pieces { lying, upright, singles }: Pieces,
    visit: &mut dyn FnMut(Word) -> Result<(), E>,
) -> Result<(), E> {
    let Some(blanks) = 16u8.checked_sub(2 * lying + 2 * upright + singles) else { return Ok(()) };
    let left = [lying, upright];
    let taken = !BOARD | 0x33 << cell_of_third(u32::from(place));
    fill_from(taken, u64::from(place) << SQUARE, 0, BOARD, left, blanks, visit)
}

/// Lays the pieces of two cells in every way, first the lying ones, and each of a form on a later cell than the one
/// before; what is left over are singles and blanks.
fn fill_from<E>(
    taken: u32,
    state: Word,
    form: usize,
    later: u32,
    left: [u8; 2],
    blanks: u8,
    visit: &mut dyn FnMut(Word) -> Result<(), E>,
) -> Result<(), E> {
    let open = !taken;
    let Some(&of_form) = left.get(form) else {
        return leave_blanks(open, state | u64::from(open), blanks, visit);
    };
    if of_form == 0 {
        return fill_from(taken, state, form + 1, BOARD, left, blanks, visit);
    }
    let (step, field, fits) = if form == 0 { (1, LYING, !RIGHT) } else { (4, UPRIGHT, BOARD) };
    let mut corners = open & open >> step & fits & later;
    while corners != 0 {
        let corner = corners & corners.wrapping_neg();
        corners ^= corner;
        let mut left = left;
        left[form] = of_form - 1;
        let state = state | u64::from(corner) << field;
        fill_from(taken | corner | corner << step, state, form, corners, left, blanks, visit)?;
    }
    Ok(())
}

/// Leaves so many of the open cells blank, in every way; in `state` a single stands on each of them.
fn leave_blanks<E>(
    mut open: u32,
    state: Word,
    blanks: u8,
    visit: &mut dyn FnMut(Word) -> Result<(), E>,
) -> Result<(), E> {
    let Some(others) = blanks.checked_sub(1) else { return visit(state) };
    while open != 0 {
        let blank = u64::from(open & open.wrapping_neg());
        open &= open - 1;
        leave_blanks(open, state ^ blank, others, visit)?;
    }
    Ok(())
}

/// A position with letters: `B` for the square, the others in the order of reading.
pub(super) fn text(state: Word) -> String {
    let mut cells = vec![Cell::Empty; 20];
    let mut letters = ('a'..='z').chain('C'..='Z');
    for other in [0, 1, 4, 5] {
        cells[square(state) as usize + other] = Cell::Piece('B');
    }
    for cell in 0..20 {
        let has = |&(shift, _): &(u32, usize)| state >> shift >> cell & 1 == 1;
        if let Some((_, other)) = [(0, 0), (LYING, 1), (UPRIGHT, 4)].into_iter().find(has) {
            let letter = Cell::Piece(letters.next().unwrap_or('?'));
            cells[cell] = letter;
            cells[cell + other] = letter;
        }
    }
    Drawing { rows: 5, columns: 4, cells }.write()
}

#[cfg(test)]
mod tests {
    use super::super::engine::Klotski;
    use super::super::open;
    use super::*;
    use crate::level::Setup;
    use telusur_search::check::{check_reversible, check_space};

    #[test]
    fn mirroring_twice_changes_nothing_and_keeps_the_pieces() {
        let mut count = 0;
        for place in 0..12 {
            let mut check = |state| {
                count += 1;
                let mirror = mirrored(state);
                assert_eq!(mirrored(mirror), state);
                assert_eq!(Pieces::of(mirror), Pieces::of(state));
                assert_eq!(blanks(mirror).count_ones(), 2);
                Ok::<(), Limit>(())
            };
            fill(place, Pieces { lying: 1, upright: 4, singles: 4 }, &mut check).unwrap();
        }
        assert_eq!(count, 65_880);
    }

    #[test]
    fn promises_hold_in_all_metrics() {
        let mut start = 0;
        let mut last = |state| {
            start = state;
            Ok::<(), Limit>(())
        };
        fill(1, Pieces { lying: 1, upright: 3, singles: 5 }, &mut last).unwrap();
        for metric in Metric::ALL {
            for symmetric in [false, true] {
                let setup = Setup::level(&text(start)).with("metric", metric.name().many);
                let (rules, _) = open(&setup).unwrap();
                let classic = Classic::of(&rules).unwrap();
                assert_eq!(classic.start, start);
                let level = Klotski::new(rules, classic);
                let level = if symmetric { level } else { level.apart() };
                check_space(&level, 3, 500).unwrap();
                check_reversible(&level, 5, 30).unwrap();
                assert!(level.lists_goals());
            }
        }
    }
}
