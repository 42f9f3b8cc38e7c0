//! What a position looks like, for any front end: named items with places, no pixels and no markup.
//!
//! Coordinates are board units with the origin at the top left. The page draws SVG from it, the terminal
//! draws cells, a screen reader reads the names; none of them knows rules.

use crate::language::Text;

/// Colours that have names, in the order of their numbers.
pub const NAMED_COLOURS: [&str; 16] = [
    "red", "blue", "yellow", "green", "purple", "sky", "orange", "pink", "brown", "lime", "teal", "grey",
    "navy", "magenta", "olive", "cream",
];

/// The number of the first colour that has a name.
pub const FIRST_NAMED_COLOUR: u16 = 256;

/// A position as a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Width in board units.
    pub width: f32,
    /// Height in board units.
    pub height: f32,
    /// Everything to be drawn, back to front.
    pub items: Vec<Item>,
    /// The position in a sentence, for screen readers.
    pub description: Text,
}

/// One thing on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Stays the same while the thing moves, so that front ends can animate it; where it can't,
    /// [`Play::carried`](crate::Play::carried) says so.
    pub id: String,
    /// What it is: `tile`, `disc`, `peg`, `tube`, `unit`, `stone`, `pile`, `piece`, `wall`, `door`, `floor`, `goal`. The
    /// look of a puzzle tells them apart; the plain one draws a `floor` like a piece, so there a gap is best left out. A
    /// `void` is where the board has no cell: looks leave it empty, and letters have a sign for it.
    pub kind: &'static str,
    /// Its name for people: `tile 7`, `disc 3`, `red`.
    pub name: Text,
    /// A short mark drawn on it, so that colour is never the only difference; may be empty.
    pub label: String,
    /// Which colour of the front end's palette; equal numbers look equal. From [`FIRST_NAMED_COLOUR`] on, these are
    /// [`NAMED_COLOURS`], whatever the item is; smaller ones are what the look makes of them, in the plain one tints that
    /// may be close to one another.
    pub colour: u16,
    /// Where it is and what form it has.
    pub shape: Shape,
    /// Whether a player can take hold of it.
    pub movable: bool,
    /// Its number for the keyboard, from 1, if it is a place that moves begin or end at: a peg, a tube, a pile.
    pub slot: Option<u16>,
}

/// The form of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle by its top left corner and size.
    Rect {
        /// Left edge.
        x: f32,
        /// Top edge.
        y: f32,
        /// Width.
        w: f32,
        /// Height.
        h: f32,
    },
    /// A disc by its centre and radius.
    Circle {
        /// Centre.
        x: f32,
        /// Centre.
        y: f32,
        /// Radius.
        r: f32,
    },
    /// A union of unit squares, by column and row.
    Cells(Vec<(u16, u16)>),
}

impl Picture {
    /// Returns the board alone, without the buttons that a front end needs to play moves which no hand can make.
    #[must_use]
    pub fn without_buttons(mut self) -> Self {
        let count = self.items.len();
        self.items.retain(|item| item.kind != "button");
        if self.items.len() < count && !self.items.is_empty() {
            // Buttons stand below the board and may be wider than it is.
            let far = |edge: fn((f32, f32, f32, f32)) -> f32| {
                self.items.iter().map(|item| edge(item.shape.bounds())).fold(0.0, f32::max)
            };
            (self.width, self.height) = (far(|(x, _, w, _)| x + w), far(|(_, y, _, h)| y + h));
        }
        self
    }
}

impl Item {
    /// Whether it stands still, as a peg, a tube or a wall.
    #[must_use]
    pub fn is_furniture(&self) -> bool {
        ["floor", "wall", "void", "door", "goal", "mark", "peg", "tube", "pile", "name", "bar"]
            .contains(&self.kind)
    }
}

impl Shape {
    /// The unit square in a column and a row.
    #[must_use]
    pub fn square(column: usize, row: usize) -> Self {
        Shape::Rect { x: column as f32, y: row as f32, w: 1.0, h: 1.0 }
    }

    /// The box around it: left edge, top edge, width and height.
    #[must_use]
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        match self {
            Shape::Rect { x, y, w, h } => (*x, *y, *w, *h),
            Shape::Circle { x, y, r } => (x - r, y - r, 2.0 * r, 2.0 * r),
            Shape::Cells(cells) => {
                let edge = |part: fn(&(u16, u16)) -> u16| {
                    let least = cells.iter().map(part).min().map_or(0.0, f32::from);
                    (least, cells.iter().map(part).max().map_or(0.0, |most| f32::from(most) + 1.0 - least))
                };
                let ((x, w), (y, h)) = (edge(|cell| cell.0), edge(|cell| cell.1));
                (x, y, w, h)
            }
        }
    }
}
