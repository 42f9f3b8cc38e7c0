//! The palette's tones are the page's: each is read from its style sheet. Everything else that is drawn has its colours
//! from the looks, on the page too.

use telusur_session::palette::{Rgb, TONES};

const SHEET: &str = include_str!("../../../web/ui/style.css");

/// The value of a variable by day and by night; one that is the same at both times stands alone.
fn variable(name: &str) -> Option<(&'static str, &'static str)> {
    let value = SHEET.split_once(&format!("--{name}:"))?.1.split_once(';')?.0.trim();
    match value.strip_prefix("light-dark(") {
        Some(pair) => pair.strip_suffix(')')?.split_once(", "),
        None => Some((value, value)),
    }
}

fn hex(text: &str) -> Rgb {
    let digits = text.strip_prefix('#').unwrap_or_else(|| panic!("no colour: {text}"));
    assert_eq!(digits.len(), 6, "{text}");
    Rgb::hex(u32::from_str_radix(digits, 16).unwrap())
}

#[test]
fn every_tone_that_the_page_has_is_the_palette_s() {
    let mut found = 0;
    for (tone, name, light, dark) in TONES {
        let Some((day, night)) = variable(name) else { continue };
        assert_eq!((light, dark), (hex(day), hex(night)), "{tone:?}");
        found += 1;
    }
    assert!(found >= 10, "the page has {found} of the palette's tones");
}
