//! Takes the letters of pictures out of a font: the outlines of the characters that names and captions are written with,
//! in two weights. `src/letters.rs` reads what is written here.
//!
//! The file is the notice of the font, four bytes with the length of what follows, and each weight's glyphs as text, an
//! empty line between the two: a line for each character, with its advance and its outline in the language of SVG paths.

use std::fmt::Write;
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
    let weights = WEIGHTS.map(|bytes| Face::parse(bytes, 0).map(|face| weight(&face)));
    let [regular, bold] = weights.map(|glyphs| glyphs.map_err(io::Error::other));
    let glyphs = [regular?, bold?].join("\n");
    let length = u32::try_from(glyphs.len()).map_err(io::Error::other)?;
    let file = [NOTICE.as_bytes(), &length.to_le_bytes(), glyphs.as_bytes()].concat();
    let folder = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(io::Error::other("OUT_DIR is not set"))?;
    fs::write(folder.join("letters.bin"), file)
}

/// All glyphs of one weight; the first stands for characters that the font lacks.
fn weight(face: &Face<'_>) -> String {
    let wanted = WANTED.into_iter().flatten();
    let found = wanted.filter_map(|letter| Some((letter, face.glyph_index(letter)?)));
    let scale = UNITS / f32::from(face.units_per_em());
    let line = |(letter, glyph): (char, GlyphId)| {
        let mut outline = Outline { scale, here: (0, 0), data: String::new() };
        face.outline_glyph(glyph, &mut outline);
        let advance = f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
        format!("{letter}{} {}\n", (advance * scale).round(), outline.data)
    };
    [('\0', GlyphId(0))].into_iter().chain(found).map(line).collect()
}

/// An outline as it is written.
struct Outline {
    scale: f32,
    /// Where the last step has led.
    here: (i32, i32),
    data: String,
}

impl Outline {
    /// A point on the grid, with y going down.
    fn point(&self, x: f32, y: f32) -> (i32, i32) {
        ((x * self.scale).round() as i32, -(y * self.scale).round() as i32)
    }

    /// A step through some points, each as seen from where it begins.
    fn step<const POINTS: usize>(&mut self, command: char, points: [(i32, i32); POINTS]) {
        self.data.push(command);
        for (x, y) in points {
            let ((x, y), begin) = ((x - self.here.0, y - self.here.1), self.data.ends_with(command));
            _ = write!(self.data, "{}{x} {y}", if begin { "" } else { " " });
        }
        self.here = points[POINTS - 1];
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.here = (0, 0);
        self.step('M', [self.point(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step('l', [self.point(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.step('q', [self.point(x1, y1), self.point(x, y)]);
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        panic!("outlines of TrueType fonts have no cubic curves");
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}
