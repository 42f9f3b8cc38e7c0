//! The palette's tones are the page's: each is read from its style sheet. Everything else that is drawn has its colours
//! from the looks, on the page too.

use telusur_session::palette::{Rgb, TONES};

const SHEET: &str = include_str!("../../../web/ui/style.css");

/// The value of a variable by day and by night, which is the same where night does not say another.
fn variable(name: &str) -> Option<(&'static str, &'static str)> {
    let mark = format!("--{name}:");
    let in_sheet = |is_dark: bool| {
        let blocks = SHEET.split_inclusive('}').filter_map(|block| block.split_once('{'));
        let roots = blocks.filter(|(head, _)| {
            let is_root = head.trim().lines().last().is_some_and(|line| line.starts_with(":root"));
            is_root && head.contains("dark") == is_dark
        });
        let mut found = roots.filter_map(|(_, body)| body.split_once(&mark)?.1.split_once(';'));
        found.next().map(|(value, _)| value.trim())
    };
    let light = in_sheet(false)?;
    Some((light, in_sheet(true).unwrap_or(light)))
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
