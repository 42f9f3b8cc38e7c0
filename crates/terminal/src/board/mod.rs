//! Boards in cells: where each item of a picture is on the screen, how it looks there, and what lies under the mouse.
//! There is one look for each way of arranging things; none of them knows a rule.

mod drawing;
mod grid;
mod pen;
mod piles;
mod scene;
mod towers;
mod tubes;

pub(crate) use scene::squares;
use scene::{Footprint, Scene};

use crate::paint::Paint;
use crate::ways::Offset;
use drawing::Drawing;
use pen::Pen;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use telusur_puzzles::Picture;
use telusur_session::palette::{Colours, Tone};

/// What stands out on a board, by ids of items.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Marks {
    /// Where the cursor is.
    pub(crate) cursor: Option<String>,
    /// What is in the hand.
    pub(crate) held: Vec<String>,
    /// How far it has been moved.
    pub(crate) by: Offset,
    /// Where it can be put.
    pub(crate) targets: Vec<String>,
    /// What a hint is about.
    pub(crate) hint: Vec<String>,
}

impl Marks {
    fn is_cursor(&self, id: &str) -> bool {
        self.cursor.as_deref() == Some(id)
    }

    fn is_target(&self, id: &str) -> bool {
        self.targets.iter().any(|target| target == id)
    }

    fn is_hint(&self, id: &str) -> bool {
        self.hint.iter().any(|hint| hint == id)
    }

    fn held(&self, id: &str) -> Option<Offset> {
        self.held.iter().any(|held| held == id).then_some(self.by)
    }
}

/// A board on the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) window: Rect,
    /// From scene to screen.
    shift: (i32, i32),
    scene: Scene,
}

impl Shown {
    /// The items at a cell of the screen, front to back, by their numbers in the picture.
    pub(crate) fn items_at(&self, position: Position) -> Vec<usize> {
        let Some(here) = self.to_scene(position) else { return Vec::new() };
        let is_here = |place: &Footprint| place.body.iter().any(|part| part.contains(here));
        let places = self.scene.places.iter().enumerate().rev();
        places.filter(|(_, place)| is_here(place)).map(|(i, _)| i).collect()
    }

    /// The place to put things on at a cell of the screen.
    pub(crate) fn zone_at(&self, position: Position) -> Option<usize> {
        let here = self.to_scene(position)?;
        self.scene.places.iter().position(|place| place.zone.is_some_and(|zone| zone.contains(here)))
    }

    /// A cell of the screen at which an item is in front of all others, or else the place to put things on.
    #[cfg(test)]
    pub(crate) fn cell_of(&self, number: usize) -> Option<Position> {
        let find = |is_hit: &dyn Fn(&Position) -> bool| self.window.positions().find(is_hit);
        find(&|at| self.items_at(*at).first() == Some(&number))
            .or_else(|| find(&|at| self.zone_at(*at) == Some(number)))
    }

    /// How many board units lie between two cells of the screen.
    pub(crate) fn units(&self, from: Position, to: Position) -> (f32, f32) {
        let (across, down) = self.scene.unit;
        let part = |from: u16, to: u16, unit: f32| (f32::from(to) - f32::from(from)) / unit.max(0.1);
        (part(from.x, to.x, across), part(from.y, to.y, down))
    }

    /// The unit square at a cell of the screen, for boards of squares.
    pub(crate) fn square_at(&self, position: Position) -> Option<(i32, i32)> {
        let here = self.to_scene(position)?;
        let (left, top) = self.scene.corner;
        let (across, down) = self.scene.unit;
        let part = |at: u16, from: u16, unit: f32| {
            ((f32::from(at) - f32::from(from)) / unit.max(0.1)).floor() as i32
        };
        Some((part(here.x, left, across), part(here.y, top, down)))
    }

    fn to_scene(&self, position: Position) -> Option<Position> {
        if !self.window.contains(position) {
            return None;
        }
        let part = |at: u16, shift: i32| u16::try_from(i32::from(at) - shift).ok();
        Some(Position::new(part(position.x, self.shift.0)?, part(position.y, self.shift.1)?))
    }
}

/// Draws a board in an area, as large as it fits; of a board that does not fit, the part with the cursor.
pub(crate) fn show(
    picture: &Picture,
    marks: &Marks,
    paint: &Paint,
    window: Rect,
    buffer: &mut Buffer,
) -> Shown {
    let scene = Scene::new(picture, (window.width, window.height), paint.is_filled());
    let focus = focus(picture, &scene, marks);
    let shift = (
        i32::from(window.x) + along(window.width, scene.size.0, focus.0),
        i32::from(window.y) + along(window.height, scene.size.1, focus.1),
    );
    let mut pen = Pen::new(buffer, window, shift);
    let colours = Colours::of(picture, paint.theme);
    Drawing { picture, scene: &scene, marks, paint, colours: &colours }.draw(&mut pen);
    say_where_more_is(&scene, shift, window, paint, buffer);
    Shown { window, shift, scene }
}

/// A board as lines of text without colours.
pub(crate) fn lines(picture: &Picture, paint: &Paint, width: u16) -> Vec<String> {
    // Text has any number of lines, but rows of one line each are enough.
    let scene = Scene::compact(picture, width, paint.is_filled());
    let area = Rect::new(0, 0, scene.size.0.min(width), scene.size.1);
    let mut buffer = Buffer::empty(area);
    let colours = Colours::of(picture, paint.theme);
    let (marks, mut pen) = (Marks::default(), Pen::new(&mut buffer, area, (0, 0)));
    Drawing { picture, scene: &scene, marks: &marks, paint, colours: &colours }.draw(&mut pen);
    paint.simplify(area, &mut buffer);
    let row = |y: u16| -> String {
        (0..area.width).filter_map(|x| buffer.cell((x, y))).map(Cell::symbol).collect()
    };
    (0..area.height).map(|y| row(y).trim_end().to_owned()).collect()
}

/// The part of the scene that must be seen.
fn focus(picture: &Picture, scene: &Scene, marks: &Marks) -> (u16, u16) {
    let wanted = [marks.held.first(), marks.cursor.as_ref(), marks.hint.first()];
    let find = |id: &String| picture.items.iter().position(|item| item.id == *id);
    let movable = || picture.items.iter().position(|item| item.movable);
    let item = wanted.into_iter().flatten().find_map(find).or_else(movable);
    let body = item.and_then(|i| scene.places.get(i)).and_then(|place| place.body.first());
    body.map_or((0, 0), |body| (body.x + body.width / 2, body.y + body.height / 2))
}

/// Where a scene begins in a window along one axis: centred if it fits, otherwise with the focus in view.
fn along(room: u16, size: u16, focus: u16) -> i32 {
    let (room, size, focus) = (i32::from(room), i32::from(size), i32::from(focus));
    match size <= room {
        true => (room - size) / 2,
        false => -(focus - room / 2).clamp(0, size - room),
    }
}

/// Arrows at the edges beyond which the board goes on.
fn say_where_more_is(scene: &Scene, shift: (i32, i32), window: Rect, paint: &Paint, buffer: &mut Buffer) {
    let (left, top) = (shift.0 - i32::from(window.x), shift.1 - i32::from(window.y));
    let style = paint.tone(Tone::Open);
    let mut mark = |is_more: bool, x: u16, y: u16, sign: &str| {
        if is_more && window.contains(Position::new(x, y)) {
            buffer.set_string(x, y, sign, style);
        }
    };
    let (middle, centre) = (window.x + window.width / 2, window.y + window.height / 2);
    let (right, bottom) = (window.right().saturating_sub(1), window.bottom().saturating_sub(1));
    mark(left < 0, window.x, centre, "◀");
    mark(left + i32::from(scene.size.0) > i32::from(window.width), right, centre, "▶");
    mark(top < 0, middle, window.y, "▲");
    mark(top + i32::from(scene.size.1) > i32::from(window.height), middle, bottom, "▼");
}
