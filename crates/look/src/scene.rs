//! A drawing without pixels: keyed pieces at their places, each made of forms, letters and, where things stand in
//! things, of pieces again. Looks make scenes from pictures; films and the page draw them.

use crate::path::{Path, Point};
use telusur_puzzles::Item;
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
    #[must_use]
    pub fn circle(self) -> Option<(Point, f32)> {
        (self == Shade::Pebble).then_some(((0.38, 0.28), 0.8))
    }

    /// Where a straight shade leads to, from the upper left corner, in parts of the form's box.
    #[must_use]
    pub fn way(self) -> Option<[u8; 2]> {
        match self {
            Shade::Gloss => Some([0, 1]),
            Shade::Glass => Some([1, 0]),
            Shade::Pebble => None,
        }
    }
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
        /// Whether it is the body of its piece, which lights up under a pointer.
        is_body: bool,
    },
    /// Letters.
    Label(Label),
    /// A sign that doubles a colour: an outline, or letters for readers who prefer them. Whoever does not ask draws the
    /// outline where there is one.
    Sign {
        /// The outline, where the colour has one.
        outline: Option<Path>,
        /// The letters, whose colour and opacity are the outline's too.
        letters: Label,
    },
    /// Nothing that is seen: here the piece can be touched besides.
    Touch(Rect),
    /// Pieces that stand in this one and go with it.
    Inside(Vec<Piece>),
}

impl Part {
    /// A filled form.
    #[must_use]
    pub fn flat(form: Form, colour: Rgb) -> Self {
        Part::veil(form, colour, 1.0)
    }

    /// The filled form that makes most of a piece.
    #[must_use]
    pub fn body(form: Form, colour: Rgb) -> Self {
        Part::Form { form, fill: Fill::Flat(colour), stroke: None, opacity: 1.0, is_body: true }
    }

    /// A filled form through which one sees.
    #[must_use]
    pub fn veil(form: Form, colour: Rgb, opacity: f32) -> Self {
        Part::Form { form, fill: Fill::Flat(colour), stroke: None, opacity, is_body: false }
    }

    /// Light and shade over a form.
    #[must_use]
    pub fn shade(form: Form, shade: Shade) -> Self {
        Part::Form { form, fill: Fill::Shade(shade), stroke: None, opacity: 1.0, is_body: false }
    }

    /// A line along the edge of a form, and nothing in it.
    #[must_use]
    pub fn line(form: Form, stroke: Stroke) -> Self {
        Part::Form { form, fill: Fill::None, stroke: Some(stroke), opacity: 1.0, is_body: false }
    }

    /// A label in the middle of a room, as large as fits.
    #[must_use]
    pub fn label(text: &str, at: Point, room: f32, colour: Rgb) -> Self {
        Part::Label(Label::fitted(text, at, (room, room), colour))
    }

    /// The same with thicker letters, or less of them.
    #[must_use]
    pub fn lettered(mut self, thick: u16, cover: f32) -> Self {
        if let Part::Label(label) | Part::Sign { letters: label, .. } = &mut self {
            label.weight = thick;
            label.opacity = cover;
        }
        self
    }
}

impl Label {
    /// In the middle of a room of some width and height, as large as fits.
    #[must_use]
    pub fn fitted(text: &str, at: Point, (width, height): (f32, f32), colour: Rgb) -> Self {
        let letters = text.chars().count().max(1) as f32;
        let size = (height * 0.55).min(width * 0.92 / (letters * 0.6).max(1.0));
        Label { text: text.to_owned(), at, size, weight: 500, colour, anchor: Anchor::Middle, opacity: 1.0 }
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
    /// What kind of thing it is; empty for what only adorns others.
    pub kind: &'static str,
    /// The items of the picture that it shows, the one that gives it its name first.
    pub items: Vec<String>,
    /// The box that it fills, seen from its origin.
    pub area: Rect,
    /// Whether it stands still for good: no hand takes hold of it itself.
    pub is_furniture: bool,
    /// The item that it stands on, where a hand takes all that stands above a thing along with it.
    pub on: Option<String>,
    /// How far it is lifted while a hand holds it.
    pub lift: Point,
}

impl Piece {
    /// Something that adorns others.
    #[must_use]
    pub fn ornament(key: String, at: Point, parts: Vec<Part>) -> Self {
        Piece {
            key,
            at,
            parts,
            kind: "",
            items: Vec::new(),
            area: Rect::default(),
            is_furniture: true,
            on: None,
            lift: (0.0, 0.0),
        }
    }

    /// An item, drawn in a box of a size at a place.
    #[must_use]
    pub fn of(item: &Item, at: Point, size: Point, parts: Vec<Part>) -> Self {
        Piece {
            kind: item.kind,
            items: vec![item.id.clone()],
            area: Rect::new(0.0, 0.0, size.0, size.1),
            is_furniture: item.is_furniture(),
            ..Piece::ornament(item.id.clone(), at, parts)
        }
    }
}

/// A place where things can be put down.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// The item that is the place.
    pub item: String,
    /// Its part of the plane.
    pub area: Rect,
}

/// How pieces get from one place to another: a hint for whoever animates them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// Straight on.
    #[default]
    Straight,
    /// Up above everything, across, and down.
    Over,
    /// Step by step along the play.
    Along,
    /// What stands in a piece is poured into another.
    Pour,
}

impl Motion {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Motion::Straight => "straight",
            Motion::Over => "over",
            Motion::Along => "along",
            Motion::Pour => "pour",
        }
    }
}

/// How a piece leaves the board when everything is done: through a door.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit {
    /// Who leaves.
    pub piece: String,
    /// How far.
    pub by: Point,
    /// The leaves of the door, by their place in [`Scene::back`], and how far each is pushed aside.
    pub leaves: Vec<(usize, Point)>,
}

/// Everything that is seen of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The part of the plane that is seen, with room for everything that moves.
    pub frame: Rect,
    /// The part of it that things fill while nothing moves.
    pub still: Rect,
    /// The part that fills a board whose surroundings may be drawn over.
    pub view: Rect,
    /// What stands behind all pieces and is the same in every position.
    pub back: Vec<Part>,
    /// The pieces, back to front.
    pub pieces: Vec<Piece>,
    /// The places where things can be put down, in the order of their numbers.
    pub zones: Vec<Zone>,
    /// How large one step of a piece is.
    pub step: f32,
    /// How pieces move.
    pub motion: Motion,
    /// Who leaves, and how, when all is done.
    pub exit: Option<Exit>,
}

impl Scene {
    /// Pieces in a frame, and nothing else.
    #[must_use]
    pub fn of(frame: Rect, pieces: Vec<Piece>) -> Self {
        Scene {
            frame,
            still: frame,
            view: frame,
            back: Vec::new(),
            pieces,
            zones: Vec::new(),
            step: 1.0,
            motion: Motion::Straight,
            exit: None,
        }
    }

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
