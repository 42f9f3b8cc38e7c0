//! Takes the letters of pictures out of a font: the outlines of the characters that names and captions are written with,
//! in two weights. `src/letters.rs` reads what is written here.
//!
//! The file is the notice of the font, the length of what follows, and each weight's glyphs. A glyph is the distance from
//! the character before, its advance, the length of its outline, and the outline: contours, each a number of steps, a
//! start, and lines and curves. Coordinates are differences; whether a step is a curve is the lowest bit of its first.
//! The length is four bytes; other numbers have seven bits in a byte, the lowest first, and those with a sign
//! have it in their lowest bit.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::{env, fs, io};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

const NOTICE: &str = include_str!("font-notice.txt");
const WEIGHTS: [&[u8]; 2] = [ttf_noto_sans::REGULAR, ttf_noto_sans::BOLD];
/// Parts of the size of type in which outlines are measured: finer than can be seen at the size of a picture.
const UNITS: f32 = 512.0;

/// Characters, those of them that the font has: Latin, Greek and Cyrillic letters of living languages, marks that are
/// written on letters, punctuation and signs.
const WANTED: [RangeInclusive<char>; 24] = [
    ' '..='~',
    '\u{a0}'..='\u{ac}',
    '\u{ae}'..='\u{17f}',
    'Ə'..='Ə',
    'ƒ'..='ƒ',
    'Ơ'..='ơ',
    'Ư'..='ư',
    'Ǎ'..='ț',
    'ȷ'..='ȷ',
    'ə'..='ə',
    '\u{2bb}'..='\u{2bc}',
    '\u{300}'..='\u{315}',
    '\u{31b}'..='\u{338}',
    '\u{384}'..='ώ',
    'Ѐ'..='џ',
    'Ґ'..='ӹ',
    'Ẁ'..='ẅ',
    'ẞ'..='ỹ',
    '\u{2010}'..='\u{2027}',
    '\u{2030}'..='\u{2044}',
    '⁰'..='₿',
    '℃'..='™',
    '←'..='⋿',
    '■'..='♯',
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=font-notice.txt");
    let mut outlines = Vec::new();
    for bytes in WEIGHTS {
        weight(&Face::parse(bytes, 0).map_err(io::Error::other)?, &mut outlines);
    }
    let length = u32::try_from(outlines.len()).map_err(io::Error::other)?;
    let file = [NOTICE.as_bytes(), &length.to_le_bytes(), &outlines].concat();
    let folder = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(io::Error::other("OUT_DIR is not set"))?;
    fs::write(folder.join("letters.bin"), file)
}

/// All glyphs of one weight; the first stands for characters that the font lacks.
fn weight(face: &Face<'_>, out: &mut Vec<u8>) {
    let wanted = WANTED.into_iter().flatten();
    let found = wanted.filter_map(|letter| Some((u32::from(letter), face.glyph_index(letter)?)));
    let glyphs: Vec<(u32, GlyphId)> = [(0, GlyphId(0))].into_iter().chain(found).collect();
    number(glyphs.len() as u32, out);
    let scale = UNITS / f32::from(face.units_per_em());
    let mut before = 0;
    for (letter, glyph) in glyphs {
        let mut outline = Outline { scale, ..Outline::default() };
        face.outline_glyph(glyph, &mut outline);
        let advance = f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
        number(letter - before, out);
        number((advance * scale).round() as u32, out);
        number(outline.bytes.len() as u32, out);
        out.extend(outline.bytes);
        before = letter;
    }
}

/// An outline as it is written.
#[derive(Default)]
struct Outline {
    scale: f32,
    bytes: Vec<u8>,
    /// The contour that is being drawn: its start, its steps, and where they have led.
    start: (i32, i32),
    steps: Vec<u8>,
    count: u32,
    here: (i32, i32),
}

impl Outline {
    /// The way from the last point to one.
    fn go(&mut self, x: f32, y: f32) -> (i32, i32) {
        let to = ((x * self.scale).round() as i32, (y * self.scale).round() as i32);
        let way = (to.0 - self.here.0, to.1 - self.here.1);
        self.here = to;
        way
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.go(x, y);
        self.start = self.here;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.go(x, y);
        number(signed(x) << 1, &mut self.steps);
        number(signed(y), &mut self.steps);
        self.count += 1;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x1, y1) = self.go(x1, y1);
        let (x, y) = self.go(x, y);
        number(signed(x1) << 1 | 1, &mut self.steps);
        for value in [y1, x, y] {
            number(signed(value), &mut self.steps);
        }
        self.count += 1;
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        panic!("outlines of TrueType fonts have no cubic curves");
    }

    fn close(&mut self) {
        number(self.count, &mut self.bytes);
        for value in [self.start.0, self.start.1] {
            number(signed(value), &mut self.bytes);
        }
        self.bytes.append(&mut self.steps);
        self.count = 0;
    }
}

/// A number with its sign in the lowest bit.
fn signed(value: i32) -> u32 {
    value.unsigned_abs() << 1 | u32::from(value < 0)
}

fn number(mut value: u32, out: &mut Vec<u8>) {
    while value > 127 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}
