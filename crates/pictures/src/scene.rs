//! A drawing without pixels: keyed pieces at their places, each made of forms, letters and, where things stand in
//! things, of pieces again. Looks make scenes from pictures; the film, SVG and raster draw them.

use crate::path::{Path, Point};
use telusur_session::palette::Rgb;

/// An upright rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Rect {
    /// By its left and top edge, width and height.
    #[must_use]
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Rect { x, y, w, h }
    }
}

/// Light and shade that lie over a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// Light from above on something slightly convex.
    Gloss,
    /// A reflection along a glass.
    Glass,
    /// Light on a round stone.
    Pebble,
}

/// A stop of a shade: where, grey or white, how much of it.
pub type Stop = (f32, Rgb, f32);

const WHITE: Rgb = Rgb(255, 255, 255);
const BLACK: Rgb = Rgb(0, 0, 0);

impl Shade {
    /// Every shade.
    pub const ALL: [Shade; 3] = [Shade::Gloss, Shade::Glass, Shade::Pebble];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Shade::Gloss => "gloss",
            Shade::Glass => "glass",
            Shade::Pebble => "pebble",
        }
    }

    /// From where it begins to where it ends: from top to bottom, from left to right, from the middle outwards.
    #[must_use]
    pub fn stops(self) -> &'static [Stop] {
        match self {
            Shade::Gloss => &[(0.0, WHITE, 0.34), (0.5, WHITE, 0.02), (1.0, BLACK, 0.13)],
            Shade::Glass => &[(0.0, WHITE, 0.28), (0.2, WHITE, 0.34), (0.55, WHITE, 0.0), (1.0, BLACK, 0.1)],
            Shade::Pebble => &[(0.0, WHITE, 0.5), (0.55, WHITE, 0.0), (1.0, BLACK, 0.3)],
        }
    }

    /// Where a round shade has its middle, and how far it reaches, in parts of the form's box.
    pub const PEBBLE: (Point, f32) = ((0.38, 0.28), 0.8);
}

/// What a form is filled with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fill {
    /// Nothing.
    None,
    /// One colour.
    Flat(Rgb),
    /// Light and shade, over what is there.
    Shade(Shade),
}

/// A line along the edge of a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Rgb,
    /// How much covers what is below, from 0 to 1.
    pub opacity: f32,
    /// How broad it is.
    pub width: f32,
    /// Lengths of dashes and gaps, if it is not whole.
    pub dash: Option<(f32, f32)>,
}

/// A form.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle with round corners.
    Box(Rect, f32),
    /// An ellipse by its middle and half widths.
    Ellipse(Point, Point),
    /// Any outline. Where it lies over itself there is a hole.
    Path(Path),
}

/// A few letters around a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What they say.
    pub text: String,
    /// The point.
    pub at: Point,
    /// Height of the type.
    pub size: f32,
    /// How thick they are, as in style sheets: 400 is usual.
    pub weight: u16,
    /// Their colour.
    pub colour: Rgb,
    /// Which part of them lies at the point.
    pub anchor: Anchor,
    /// How much covers what is below, from 0 to 1.
    pub opacity: f32,
}

/// Which part of a label lies at its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    #[default]
    Middle,
    /// Its end.
    End,
}

/// A part of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A form.
    Form {
        /// Its outline.
        form: Form,
        /// What is in it.
        fill: Fill,
        /// What is around it.
        stroke: Option<Stroke>,
        /// How much of the filling covers what is below, from 0 to 1.
        opacity: f32,
    },
    /// Letters.
    Label(Label),
    /// Pieces that stand in this one and go with it.
    Inside(Vec<Piece>),
}

impl Part {
    /// A filled form.
    #[must_use]
    pub fn flat(form: Form, colour: Rgb) -> Self {
        Part::Form { form, fill: Fill::Flat(colour), stroke: None, opacity: 1.0 }
    }

    /// A filled form through which one sees.
    #[must_use]
    pub fn veil(form: Form, colour: Rgb, opacity: f32) -> Self {
        Part::Form { form, fill: Fill::Flat(colour), stroke: None, opacity }
    }

    /// Light and shade over a form.
    #[must_use]
    pub fn shade(form: Form, shade: Shade) -> Self {
        Part::Form { form, fill: Fill::Shade(shade), stroke: None, opacity: 1.0 }
    }

    /// A label in the middle of a room, as large as fits.
    #[must_use]
    pub fn label(text: &str, at: Point, room: f32, colour: Rgb) -> Self {
        Part::wide_label(text, at, (room, room), colour)
    }

    /// A label in the middle of a room of some width and height, as large as fits.
    #[must_use]
    pub fn wide_label(text: &str, at: Point, (width, height): (f32, f32), colour: Rgb) -> Self {
        let letters = text.chars().count().max(1) as f32;
        let size = (height * 0.55).min(width * 0.92 / (letters * 0.6).max(1.0));
        Part::Label(Label {
            text: text.to_owned(),
            at,
            size,
            weight: 500,
            colour,
            anchor: Anchor::Middle,
            opacity: 1.0,
        })
    }

    /// The same with thicker letters, or less of them.
    #[must_use]
    pub fn lettered(mut self, thick: u16, cover: f32) -> Self {
        if let Part::Label(label) = &mut self {
            label.weight = thick;
            label.opacity = cover;
        }
        self
    }
}

/// Something that is drawn as one and moves as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Stays the same while the thing moves.
    pub key: String,
    /// Where its parts have their origin.
    pub at: Point,
    /// What it is made of, back to front.
    pub parts: Vec<Part>,
}

/// Everything that is seen of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The part of the plane that is seen, with room for everything that moves.
    pub frame: Rect,
    /// The part of it that things fill while nothing moves.
    pub still: Rect,
    /// What stands behind all pieces and is the same in every position.
    pub back: Vec<Part>,
    /// The pieces, back to front.
    pub pieces: Vec<Piece>,
}

impl Scene {
    /// The piece of a key, wherever it stands.
    #[must_use]
    pub fn piece(&self, key: &str) -> Option<&Piece> {
        find(&self.pieces, key)
    }
}

fn find<'p>(pieces: &'p [Piece], key: &str) -> Option<&'p Piece> {
    pieces.iter().find_map(|piece| {
        if piece.key == key {
            return Some(piece);
        }
        piece.parts.iter().find_map(|part| match part {
            Part::Inside(inner) => find(inner, key),
            _ => None,
        })
    })
}
