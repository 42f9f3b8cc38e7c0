//! Letters for pixels: outlines of a font, of which `build.rs` has taken what names and captions need. Lengths are parts of
//! the size of the type; the foot of the letters is at 0, and y goes down.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use telusur_look::path::{Path, Point, Step};

/// What `build.rs` has written; it says how.
static FONT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/letters.bin"));
/// What that begins with, before four bytes of length.
const NOTICE: &str = include_str!("../font-notice.txt");
/// The size of the type in the font's units.
const UNITS: f32 = 512.0;

/// From this weight on letters are bold, as style sheets choose between the two.
const BOLD: u16 = 550;
/// How much more room other fonts may need for the same text.
const OTHER_FONTS: f32 = 1.1;
/// Height of an `x`. Marks are made to stand above it.
const LOW: f32 = 0.536;
/// How far a horn, which is at the right of its letter as an ogonek is, stands over it.
const HORN_OVER_LETTER: f32 = 0.07;

/// What stands for letters that the font lacks, and for other signs.
const BOX: char = '\0';
const DOT: char = '·';

/// Regular and bold.
static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| {
    let text = FONT.get(NOTICE.len() + 4..).and_then(|bytes| str::from_utf8(bytes).ok());
    let (regular, bold) = text.and_then(|text| text.split_once("\n\n")).unwrap_or_default();
    [Face::read(regular), Face::read(bold)]
});

/// The glyphs of one weight.
struct Face(BTreeMap<char, Glyph>);

/// What a character looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Glyph {
    /// How far it is to the next one. Marks have none: they stand on the letter before.
    advance: f32,
    /// The outline in the language of SVG paths, in the font's units.
    outline: &'static str,
}

impl Face {
    fn of(weight: u16) -> &'static Face {
        &FACES[usize::from(weight >= BOLD)]
    }

    fn read(text: &'static str) -> Self {
        Face(text.lines().filter_map(Glyph::read).collect())
    }

    /// The glyph of a character, or of what stands for it.
    fn glyph(&self, letter: char) -> Glyph {
        let substitute = match letter {
            _ if letter.is_whitespace() => ' ',
            _ if letter.is_alphanumeric() => BOX,
            _ => DOT,
        };
        self.0.get(&letter).or_else(|| self.0.get(&substitute)).copied().unwrap_or_default()
    }
}

impl Glyph {
    /// Reads a line: the character, its advance, its outline.
    fn read(line: &'static str) -> Option<(char, Self)> {
        let mut rest = line.chars();
        let letter = rest.next()?;
        let (advance, outline) = rest.as_str().split_once(' ')?;
        Some((letter, Glyph { advance: advance.parse::<f32>().ok()? / UNITS, outline }))
    }

    fn path(&self) -> Path {
        Path::read(self.outline).unwrap_or_default().placed(1.0 / UNITS, (0.0, 0.0))
    }
}

/// What something fills.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Room {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Room {
    /// The room of an outline with its control points; `None` if nothing is seen.
    fn of(path: &Path) -> Option<Self> {
        let mut points = path.steps.iter().flat_map(|step| match *step {
            Step::Move(to) | Step::Line(to) => vec![to],
            Step::Quad(a, to) => vec![a, to],
            Step::Cubic(a, b, to) => vec![a, b, to],
            Step::Close => Vec::new(),
        });
        let (x, y) = points.next()?;
        let room = Room { left: x, top: y, right: x, bottom: y };
        Some(points.fold(room, |room, (x, y)| room.with(Room { left: x, top: y, right: x, bottom: y })))
    }

    fn with(self, other: Room) -> Self {
        Room {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn moved(self, (x, y): Point) -> Self {
        Room { left: self.left + x, top: self.top + y, right: self.right + x, bottom: self.bottom + y }
    }

    /// How far a mark that fills this room goes to stand on a letter, or on another mark on it.
    fn onto(&self, mark: char, letter: Room) -> Point {
        let middle = (letter.left + letter.right - self.left - self.right) / 2.0;
        match mark {
            '\u{31b}' => {
                (letter.right - (self.left + self.right) / 2.0, letter.top - self.top - HORN_OVER_LETTER)
            }
            '\u{328}' => (letter.right - self.right, letter.bottom.max(0.0)),
            _ if self.bottom <= -LOW => (middle, (letter.top + LOW).min(0.0)),
            _ if self.top >= 0.0 => (middle, letter.bottom.max(0.0)),
            _ => (middle, 0.0),
        }
    }
}

/// Joiners, directions and choices between forms, which take no room.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// The outlines of a text, beginning at the origin, and its width.
pub(crate) fn outlines(text: &str, weight: u16) -> (Path, f32) {
    let face = Face::of(weight);
    let mut whole = Path::default();
    let mut along: f32 = 0.0;
    // What the last letter and the marks on it fill.
    let mut below: Option<Room> = None;
    let mut letters = text.chars().filter(|&letter| !is_unseen(letter)).peekable();
    while let Some(letter) = letters.next() {
        // Marks above take the place of a dot.
        let is_dotless = letters.peek().is_some_and(|mark| matches!(mark, '\u{300}'..='\u{314}'));
        let letter = match letter {
            'i' if is_dotless => 'ı',
            'j' if is_dotless => 'ȷ',
            _ => letter,
        };
        let glyph = face.glyph(letter);
        let path = glyph.path();
        let Some(room) = Room::of(&path) else {
            along += glyph.advance;
            below = None;
            continue;
        };
        let is_mark = glyph.advance == 0.0;
        let by = match below {
            Some(below) if is_mark => room.onto(letter, below),
            None if is_mark => (along - room.left, 0.0),
            _ => (along, 0.0),
        };
        let path = path.placed(1.0, by);
        let room = room.moved(by);
        whole.steps.extend(path.steps);
        along += glyph.advance;
        below = Some(match below {
            Some(below) if is_mark => room.with(below),
            _ => room,
        });
        if is_mark {
            along = along.max(room.right);
        }
    }
    (whole, along)
}

/// The width of a text where letters may be those of another font.
pub(crate) fn wide(text: &str, weight: u16) -> f32 {
    outlines(text, weight).1 * OTHER_FONTS
}

/// Whether both weights have a character.
#[cfg(test)]
pub(crate) fn has(letter: char) -> bool {
    FACES.iter().all(|face| face.0.contains_key(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    const WEIGHTS: [u16; 2] = [400, 700];
    const TEXTS: [&str; 8] = [
        "Θαλασσί, Άσπρο και μαύρο ώχρας ΐΰϊϋ",
        "Съешь ещё этих мягких французских булок, да выпей чаю",
        "Ґрунт їжака є щастям ў Қазақша ң ө ү ұ һ",
        "Zażółć gęślą jaźń ŁÓDŹ",
        "Pijamalı hasta yağız şoföre çabucak güvendi İĞŞÖÜÇ",
        "Tiếng Việt: đỏ, vàng, xanh lá cây, tím, nâu sẫm, ữ ậ ỗ",
        "Příliš žluťoučký kůň, Ångström, Çà et là, œuvre, ß ẞ, ăâîșț, őű, ħġċ, ķļņģ",
        "»a« „b“ ‚c‘ – — … • · ° × ÷ ± ≤ ≥ ≠ ∞ → ← ↑ ↓ € № ™ ½ ¼ § ¶ ¿ ¡",
    ];

    /// What a text looks like.
    fn seen(text: &str, weight: u16) -> String {
        outlines(text, weight).0.data()
    }

    /// Letters, and what they are made of.
    const DECOMPOSED: [(char, &str); 12] = [
        ('é', "e\u{301}"),
        ('Ž', "Z\u{30c}"),
        ('ö', "o\u{308}"),
        ('î', "i\u{302}"),
        ('ĵ', "j\u{302}"),
        ('ş', "s\u{327}"),
        ('ą', "a\u{328}"),
        ('ơ', "o\u{31b}"),
        ('ậ', "a\u{323}\u{302}"),
        ('ά', "α\u{301}"),
        ('й', "и\u{306}"),
        ('Ё', "Е\u{308}"),
    ];

    #[test]
    fn both_weights_are_read_to_the_end() {
        let (length, text) = FONT[NOTICE.len()..].split_at(4);
        assert_eq!(u32::from_le_bytes(length.try_into().unwrap()) as usize, text.len());
        let lines = text.iter().filter(|&&byte| byte == b'\n').count();
        let [regular, bold] = &*FACES;
        assert_eq!(regular.0.len() + bold.0.len() + 1, lines, "every line is a character");
        assert!(regular.0.keys().eq(bold.0.keys()) && regular.0.len() > 900);
        for (&letter, glyph) in regular.0.iter().chain(&bold.0) {
            assert!(Path::read(glyph.outline).is_some(), "{letter:?}");
            assert_eq!(glyph.advance == 0.0, matches!(letter, '\u{300}'..='\u{342}'), "{letter:?}");
            assert_eq!(glyph.outline.is_empty(), letter.is_whitespace(), "{letter:?}");
        }
    }

    #[test]
    fn every_letter_stays_in_its_room() {
        for weight in WEIGHTS {
            for (&letter, glyph) in &Face::of(weight).0 {
                let (path, width) = outlines(&letter.to_string(), weight);
                let Some(room) = Room::of(&path) else { continue };
                assert!(room.left > -0.2 && room.right < width + 0.25, "{letter} {room:?} {width}");
                assert!(room.top > -1.3 && room.bottom < 0.5, "{letter} {room:?}");
                assert!(width >= glyph.advance && width < 2.0, "{letter} {width}");
            }
        }
    }

    #[test]
    fn letters_of_many_languages_are_the_font_s_own() {
        for (weight, text) in WEIGHTS.into_iter().flat_map(|weight| TEXTS.map(|text| (weight, text))) {
            for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
                let drawn = seen(&letter.to_string(), weight);
                assert!(Face::of(weight).0.contains_key(&letter), "{letter} of {text}");
                assert_ne!(drawn, seen("漢", weight), "{letter}");
                assert_eq!(drawn == seen("☃", weight), letter == DOT, "{letter}");
            }
        }
        let alphabet: HashSet<String> =
            ('!'..='~').chain('Б'..='я').map(|letter| seen(&letter.to_string(), 400)).collect();
        let capitals_that_look_like_latin = "ВЕКМНОРСТХ".chars().count();
        let small_letters_that_look_like_latin = "аеорсух".chars().count();
        let all = ('!'..='~').count() + ('Б'..='я').count();
        assert!(alphabet.len() + capitals_that_look_like_latin + small_letters_that_look_like_latin >= all);
    }

    #[test]
    fn other_letters_are_boxes_and_other_signs_dots() {
        for weight in WEIGHTS {
            let (unknown, dot) = (outlines("漢", weight), outlines("·", weight));
            assert!(!unknown.0.steps.is_empty() && unknown.1 > 0.4 && unknown.0 != dot.0);
            for letter in ["仮", "あ", "ب", "ก", "𝔸"] {
                assert_eq!(outlines(letter, weight), unknown, "{letter}");
            }
            for sign in ["☃", "🙂", "\u{1b}", "\u{fffd}", "❤\u{fe0f}"] {
                assert_eq!(outlines(sign, weight), dot, "{sign}");
            }
            assert_eq!(outlines("\u{3000}\n", weight), outlines("  ", weight));
        }
    }

    #[test]
    fn decomposed_letters_look_like_composed_ones() {
        for (weight, (whole, parts)) in
            WEIGHTS.into_iter().flat_map(|weight| DECOMPOSED.map(|one| (weight, one)))
        {
            let (composed, wide) = outlines(&whole.to_string(), weight);
            let (placed, width) = outlines(parts, weight);
            let (a, b) = (Room::of(&composed).unwrap(), Room::of(&placed).unwrap());
            let near = |a: f32, b: f32| (a - b).abs() < 0.13;
            assert!(near(a.left, b.left) && near(a.right, b.right), "{whole} {weight}: {a:?} {b:?}");
            assert!(near(a.top, b.top) && near(a.bottom, b.bottom), "{whole} {weight}: {a:?} {b:?}");
            assert!(near(wide, width), "{whole} {weight}: {wide} {width}");
        }
        // A mark alone is seen, and has room.
        let (path, width) = outlines("\u{301}", 400);
        assert!(!path.steps.is_empty() && width > 0.1);
    }

    #[test]
    fn digits_are_of_one_width() {
        for weight in WEIGHTS {
            let widths: HashSet<u32> =
                ('0'..='9').map(|digit| outlines(&digit.to_string(), weight).1.to_bits()).collect();
            assert_eq!(widths.len(), 1);
        }
        assert_eq!(outlines("", 400), (Path::default(), 0.0));
    }

    proptest! {
        #[test]
        fn any_text_stays_in_its_width(
            text in prop_oneof![any::<String>(), "[ -~Ā-ſα-ωА-я\u{300}-\u{342}\u{200b}-\u{200f}漢☃ ]{0,40}"],
            weight in any::<u16>(),
        ) {
            let (path, width) = outlines(&text, weight);
            prop_assert!(width.is_finite() && width >= 0.0);
            let is_blank = text.chars().all(|letter| letter.is_whitespace() || is_unseen(letter));
            match Room::of(&path) {
                Some(room) => {
                    prop_assert!(!is_blank);
                    prop_assert!(room.left > -0.4 && room.right < width + 0.4, "{room:?} {width}");
                }
                None => prop_assert!(is_blank),
            }
        }
    }
}
