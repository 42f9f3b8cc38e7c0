//! A small alphabet of single strokes, for letters in pixels: captions and labels need few, and so no font has to be
//! found or carried. `alphabets.rs` has letters beyond ASCII. Coordinates are hundredths of the size of the type, with the foot of the letters at 0 and y down.

use crate::alphabets;
use telusur_look::path::Path;

/// A letter: how far it is to the next, and its strokes.
pub(crate) type Glyph = (f32, &'static str);

/// How far marks go to either side.
const HALF_A_MARK: f32 = 15.0;
/// How much smaller a capital is below a mark, and as a small letter.
const BELOW_A_MARK: f32 = 0.8;
const AS_A_SMALL_LETTER: f32 = 0.69;

/// What a character looks like. A letter that is not here is a box, as everywhere; any other sign is a small dot: something
/// stands there, but not nothing and not something wrong. Full stops and their like are small squares, since a mere point
/// would be as thin as a stroke.
fn glyph(letter: char) -> Glyph {
    match letter {
        '0' => (56.0, "M28-68C15-68 8-56 8-36C8-16 15-4 28-4C41-4 48-16 48-36C48-56 41-68 28-68Z"),
        '1' => (56.0, "M15-55L31-67V-4"),
        '2' => (56.0, "M10-50C10-61 17-68 28-68C39-68 46-61 46-51C46-43 42-38 34-30L9-4H47"),
        '3' => (
            56.0,
            "M10-54C11-63 18-68 28-68C38-68 45-62 45-53C45-44 38-38 28-38H22M28-38C40-38 47-31 47-21C47-11 39-4 \
             28-4C17-4 10-10 9-19",
        ),
        '4' => (56.0, "M37-4V-68L7-21H50"),
        '5' => (56.0, "M44-68H16L12-37C16-42 21-44 28-44C39-44 47-36 47-24C47-12 39-4 28-4C18-4 11-9 9-18"),
        '6' => (
            56.0,
            "M45-56C43-64 37-68 29-68C16-68 9-55 9-34C9-14 16-4 28-4C39-4 47-12 47-24C47-36 39-43 29-43C19-43 \
             11-37 9-27",
        ),
        '7' => (56.0, "M9-68H47C34-50 25-28 23-4"),
        '8' => (
            56.0,
            "M28-38C18-38 11-44 11-53C11-62 18-68 28-68C38-68 45-62 45-53C45-44 38-38 28-38C16-38 9-31 9-21C9-11 \
             17-4 28-4C39-4 47-11 47-21C47-31 40-38 28-38Z",
        ),
        '9' => (
            56.0,
            "M11-16C13-8 19-4 27-4C40-4 47-17 47-38C47-58 40-68 28-68C17-68 9-60 9-48C9-36 17-29 27-29C37-29 \
             45-35 47-45",
        ),
        'A'..='Z' => capital(letter),
        'a'..='z' => small(letter),
        _ => sign(letter),
    }
}

fn capital(letter: char) -> Glyph {
    match letter {
        'A' => (66.0, "M6-4L33-68L60-4M15-26H51"),
        'B' => (
            66.0,
            "M11-38H33C45-38 52-44 52-53C52-62 45-68 33-68H11V-4H34C48-4 56-10 56-21C56-32 48-38 33-38",
        ),
        'C' => (70.0, "M62-50C59-61 51-68 37-68C19-68 8-55 8-36C8-17 19-4 37-4C51-4 60-12 62-24"),
        'D' => (71.0, "M11-4V-68H31C50-68 62-56 62-36C62-16 50-4 31-4Z"),
        'E' => (64.0, "M55-68H12V-4H56M12-37H51"),
        'F' => (59.0, "M53-68H12V-4M12-36H47"),
        'G' => (75.0, "M64-51C60-62 52-68 39-68C20-68 8-55 8-36C8-17 20-4 39-4C55-4 66-13 66-33H42"),
        'H' => (70.0, "M11-68V-4M59-68V-4M11-37H59"),
        'I' => (28.0, "M14-68V-4"),
        'J' => (52.0, "M41-68V-24C41-11 36-4 25-4C14-4 8-11 8-23"),
        'K' => (66.0, "M11-68V-4M57-68L12-27M27-41L59-4"),
        'L' => (56.0, "M12-68V-4H51"),
        'M' => (82.0, "M11-4V-68L41-10L71-68V-4"),
        'N' => (71.0, "M11-4V-68L60-4V-68"),
        'O' => (76.0, "M38-68C20-68 8-55 8-36C8-17 20-4 38-4C56-4 68-17 68-36C68-55 56-68 38-68Z"),
        'P' => (64.0, "M11-4V-68H35C49-68 57-61 57-50C57-39 49-32 35-32H11"),
        'Q' => (76.0, "M38-68C20-68 8-55 8-36C8-17 20-4 38-4C56-4 68-17 68-36C68-55 56-68 38-68ZM46-20L67 2"),
        'R' => (69.0, "M11-4V-68H36C50-68 58-61 58-51C58-41 50-35 36-35H11M38-35C49-34 53-29 55-20L60-4"),
        'S' => (
            66.0,
            "M56-52C54-62 46-68 33-68C20-68 12-61 12-52C12-42 20-39 34-36C49-33 57-29 57-20C57-10 48-4 34-4C19-4 \
             10-11 9-22",
        ),
        'T' => (60.0, "M5-68H55M30-68V-4"),
        'U' => (71.0, "M11-68V-27C11-12 20-4 35.5-4C51-4 60-12 60-27V-68"),
        'V' => (64.0, "M6-68L32-4L58-68"),
        'W' => (92.0, "M5-68L25-4L46-66L67-4L87-68"),
        'X' => (64.0, "M7-68L57-4M57-68L7-4"),
        'Y' => (64.0, "M5-68L32-33L59-68M32-33V-4"),
        _ => (60.0, "M8-68H53L7-4H54"),
    }
}

fn small(letter: char) -> Glyph {
    match letter {
        'a' => (
            55.0,
            "M9-36C11-44 17-47 26-47C37-47 43-42 43-33V-4M43-27C37-28 31-28 24-27C13-25 8-21 8-14C8-7 14-4 \
             21-4C33-4 43-12 43-24",
        ),
        'b' => {
            (56.0, "M10-70V-4M10-25C10-39 17-47 28-47C40-47 48-38 48-25.5C48-12 40-4 28-4C17-4 10-12 10-25")
        }
        'c' => (50.0, "M44-33C42-42 36-47 27-47C15-47 8-38 8-25.5C8-13 15-4 27-4C36-4 43-9 44-18"),
        'd' => (56.0, "M46-70V-4M46-25C46-39 39-47 28-47C16-47 8-38 8-25.5C8-12 16-4 28-4C39-4 46-12 46-25"),
        'e' => (56.0, "M8-27H47C47-40 40-47 28-47C16-47 8-38 8-25.5C8-12 16-4 28.5-4C38-4 44-8 46-15"),
        'f' => (30.0, "M27-69C18-71 13-68 13-58V-4M4-47H25"),
        'g' => (
            56.0,
            "M46-47V-2C46 11 39 17 28 17C18 17 12 13 10 7M46-25C46-39 39-47 28-47C16-47 8-38 8-25.5C8-12 16-4 \
             28-4C39-4 46-12 46-25",
        ),
        'h' => (55.0, "M10-70V-4M10-26C10-39 17-47 28-47C39-47 45-40 45-29V-4"),
        'i' => (24.0, "M12-47V-4M10.5 -67H13.5V-64H10.5Z"),
        'j' => (24.0, "M12-47V6C12 14 8 17 1 16M10.5 -67H13.5V-64H10.5Z"),
        'k' => (51.0, "M10-70V-4M42-47L11-18M21-28L45-4"),
        'l' => (24.0, "M12-70V-4"),
        'm' => (
            84.0,
            "M10-47V-4M10-28C10-40 16-47 26-47C36-47 42-41 42-30V-4M42-28C42-40 48-47 58-47C68-47 74-41 74-30V-4",
        ),
        'n' => (55.0, "M10-47V-4M10-26C10-39 17-47 28-47C39-47 45-40 45-29V-4"),
        'o' => (56.0, "M28-47C16-47 8-38 8-25.5C8-13 16-4 28-4C40-4 48-13 48-25.5C48-38 40-47 28-47Z"),
        'p' => {
            (56.0, "M10-47V17M10-25C10-39 17-47 28-47C40-47 48-38 48-25.5C48-12 40-4 28-4C17-4 10-12 10-25")
        }
        'q' => (56.0, "M46-47V17M46-25C46-39 39-47 28-47C16-47 8-38 8-25.5C8-12 16-4 28-4C39-4 46-12 46-25"),
        'r' => (34.0, "M10-47V-4M10-25C10-39 16-47 29-46"),
        's' => (
            50.0,
            "M42-36C40-44 34-47 25-47C16-47 10-43 10-36C10-29 16-27 25-25.5C36-24 43-21 43-14.5C43-8 36-4 \
             26-4C16-4 9-8 8-16",
        ),
        't' => (29.0, "M13-60V-14C13-6 17-3 25-5M4-47H24"),
        'u' => (55.0, "M10-47V-22C10-11 16-4 27-4C38-4 45-12 45-25M45-47V-4"),
        'v' => (50.0, "M6-47L25-4L44-47"),
        'w' => (72.0, "M5-47L20-4L36-45L52-4L67-47"),
        'x' => (50.0, "M7-47L43-4M43-47L7-4"),
        'y' => (50.0, "M6-47L25-5M44-47L26-3C21 10 17 17 7 16"),
        _ => (50.0, "M8-47H42L7-4H43"),
    }
}

fn sign(letter: char) -> Glyph {
    match letter {
        ' ' | '\u{a0}' => (28.0, ""),
        '/' => (30.0, "M4 2L26-70"),
        '>' => (58.0, "M11-54L47-34L11-14"),
        '<' => (58.0, "M47-54L11-34L47-14"),
        ':' => (28.0, "M12.5 -44H15.5V-41H12.5ZM12.5 -8H15.5V-5H12.5Z"),
        ';' => (28.0, "M12.5 -44H15.5V-41H12.5ZM15-6L11 7"),
        '.' => (28.0, "M12.5 -8H15.5V-5H12.5Z"),
        ',' => (28.0, "M15-6L11 7"),
        '-' => (34.0, "M7-28H27"),
        '–' => (56.0, "M5-28H51"),
        '+' => (58.0, "M29-56V-12M7-34H51"),
        '=' => (58.0, "M8-43H50M8-25H50"),
        '#' => (56.0, "M22-66L14-6M42-66L34-6M8-46H50M6-26H48"),
        '(' => (33.0, "M25-72C13-56 9-42 9-28C9-12 13 2 25 16"),
        ')' => (33.0, "M8-72C20-56 24-42 24-28C24-12 20 2 8 16"),
        '[' => (28.0, "M22-72H11V14H22"),
        ']' => (28.0, "M6-72H17V14H6"),
        '\'' | '’' => (20.0, "M10-68V-54"),
        '"' => (36.0, "M11-68V-54M25-68V-54"),
        '!' => (28.0, "M14-68V-24M12.5 -8H15.5V-5H12.5Z"),
        '?' => (56.0, "M10-52C11-62 18-68 28-68C39-68 46-62 46-53C46-39 28-38 28-24M26.5 -8H29.5V-5H26.5Z"),
        '|' => (26.0, "M13-72V14"),
        '_' => (56.0, "M4 8H52"),
        '*' => (40.0, "M20-68V-42M9-62L31-48M31-62L9-48"),
        '&' => (
            67.0,
            "M60-4L22-49C18-54 18-59 21-63C25-69 38-69 41-61C43-53 36-48 26-42C14-35 9-29 9-20C9-10 16-4 26-4C40-4 \
             51-16 52-32",
        ),
        '→' => (84.0, "M8-34H74M56-52L74-34L56-16"),
        '×' => (58.0, "M13-50L45-18M45-50L13-18"),
        '…' => (84.0, "M12.5 -8H15.5V-5H12.5ZM40.5 -8H43.5V-5H40.5ZM68.5 -8H71.5V-5H68.5Z"),
        _ if letter.is_alphanumeric() => (60.0, "M8-66H52V-4H8Z"),
        _ => (40.0, "M20-35V-33"),
    }
}

/// A letter of any alphabet that is known, beginning at the origin, and its width.
fn drawn(letter: char) -> (Path, f32) {
    if let Some((base, mark)) = alphabets::marked(letter) {
        let (path, advance) = drawn(base);
        let is_high = alphabets::is_above(mark) && base.is_uppercase();
        let scale = if is_high { BELOW_A_MARK } else { 1.0 };
        let advance = advance * scale;
        let mut whole = path.placed(scale, (0.0, 0.0));
        let mark = Path::read(alphabets::mark(mark)).unwrap_or_default();
        // Letters narrower than their mark get room for it.
        let more = (HALF_A_MARK - advance / 2.0).max(0.0);
        whole = whole.placed(1.0, (more, 0.0));
        whole.steps.extend(mark.placed(1.0, (more + advance / 2.0, 0.0)).steps);
        return (whole, advance + 2.0 * more);
    }
    if let Some(capital) = alphabets::capital_of(letter) {
        let (path, advance) = drawn(capital);
        return (path.placed(AS_A_SMALL_LETTER, (0.0, -1.3)), advance * AS_A_SMALL_LETTER + 4.0);
    }
    let letter = alphabets::alike(letter).unwrap_or(letter);
    let (advance, strokes) = alphabets::own(letter).unwrap_or_else(|| glyph(letter));
    (Path::read(strokes).unwrap_or_default(), advance)
}

/// The size of the type that the strokes are made for.
pub(crate) const SIZE: f32 = 100.0;

/// The strokes of a text, beginning at the origin, and its width.
pub(crate) fn strokes(text: &str) -> (Path, f32) {
    let mut whole = Path::default();
    let mut along = 0.0;
    for letter in text.chars() {
        let (path, advance) = drawn(letter);
        whole.steps.extend(path.placed(1.0, (along, 0.0)).steps);
        along += advance;
    }
    (whole, along)
}

/// How thick the strokes are, by the weight of the type.
pub(crate) fn thickness(weight: u16) -> f32 {
    7.8 + (f32::from(weight.clamp(300, 800)) - 400.0) * 0.013
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_look::path::Step;

    const GREEK: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ";
    const CYRILLIC: &str = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЇабвгдеёжзийклмнопрстуфхцчшщъыьэюяєії";
    const LATIN: &str = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåçèéêëìíîïñòóôõöøùúûüýÿąćęłńśźżčďěňřšťůžőűğışăâîșț";

    #[test]
    fn every_letter_can_be_read_and_stays_in_its_room() {
        let letters = ('!'..='~').chain(" \u{a0}–→×…’漢".chars());
        for letter in letters.chain(GREEK.chars()).chain(CYRILLIC.chars()).chain(LATIN.chars()) {
            let (path, advance) = drawn(letter);
            assert_eq!(path.steps.is_empty(), letter.is_whitespace(), "{letter}");
            for step in path.steps {
                let (Step::Move((x, y))
                | Step::Line((x, y))
                | Step::Quad(_, (x, y))
                | Step::Cubic(_, _, (x, y))) = step
                else {
                    continue;
                };
                assert!((0.0..=advance).contains(&x) && (-74.0..=18.0).contains(&y), "{letter}: {x} {y}");
            }
        }
        let alphabet: String = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
        let all: std::collections::HashSet<&str> = alphabet.chars().map(|letter| glyph(letter).1).collect();
        assert_eq!(all.len(), alphabet.len(), "every letter and digit has its own form");
    }

    #[test]
    fn only_letters_of_other_alphabets_are_boxes() {
        let unknown = drawn('漢').0.data();
        for letter in GREEK.chars().chain(CYRILLIC.chars()).chain(LATIN.chars()) {
            assert_ne!(drawn(letter).0.data(), unknown, "{letter}");
        }
        for alphabet in [GREEK, CYRILLIC, LATIN] {
            let mut forms: Vec<String> = alphabet.chars().map(|letter| drawn(letter).0.data()).collect();
            let count = forms.len();
            forms.sort();
            forms.dedup();
            assert!(forms.len() + 4 >= count, "letters of one alphabet differ: {} of {count}", forms.len());
        }
        assert_eq!(drawn('仮').0.data(), unknown);
        assert_ne!(drawn('☃').0.data(), unknown);
    }

    #[test]
    fn digits_are_of_one_width() {
        let (_, one) = strokes("1111");
        let (_, eight) = strokes("8888");
        assert_eq!(one, eight);
        assert_eq!(strokes("").1, 0.0);
    }
}
