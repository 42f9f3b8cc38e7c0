//! The palette is the page's: every colour and every number of its formulas is read from the style sheets.

use crate::look::{GLASS_FILL, GLASS_LINE};
use crate::scene::Shade;
use telusur_puzzles::{Item, Picture, Shape, Text};
use telusur_session::palette::{
    BLOCKS, Colours, LIQUIDS, Rgb, STONE_LIGHT, TONE_CHROMA, TONE_LIGHT, TONES, Theme, Tone, grain,
};

const FRAME: &str = include_str!("../../../web/ui/style.css");
const BOARDS: &str = include_str!("../../../web/ui/board.css");
const BOARD_SCRIPT: &str = include_str!("../../../web/ui/board.js");

/// The value of a variable by day and by night, which is the same where night does not say another.
fn variable(name: &str) -> (&'static str, &'static str) {
    let mark = format!("--{name}:");
    let in_sheet = |sheet: &'static str, is_dark: bool| {
        let mut found = None;
        for block in sheet.split_inclusive('}') {
            let Some((head, body)) = block.split_once('{') else { continue };
            let is_root = head.trim().lines().last().is_some_and(|line| line.starts_with(":root"));
            if !is_root || head.contains("dark") != is_dark {
                continue;
            }
            if let Some((_, rest)) = body.split_once(&mark) {
                found = rest.split_once(';').map(|(value, _)| value.trim());
            }
        }
        found
    };
    let light = [FRAME, BOARDS].into_iter().find_map(|sheet| in_sheet(sheet, false));
    let light = light.unwrap_or_else(|| panic!("the page has no --{name}"));
    (light, [FRAME, BOARDS].into_iter().find_map(|sheet| in_sheet(sheet, true)).unwrap_or(light))
}

fn hex(text: &str) -> Rgb {
    let digits = text.strip_prefix('#').unwrap_or_else(|| panic!("no colour: {text}"));
    assert_eq!(digits.len(), 6, "{text}");
    Rgb::hex(u32::from_str_radix(digits, 16).unwrap())
}

/// `rgb(70 90 100 / 0.42)`
fn clear(text: &str) -> (Rgb, f32) {
    let numbers: Vec<f32> = numbers(text);
    let [r, g, b, opacity] = numbers[..] else { panic!("{text}") };
    (Rgb(r as u8, g as u8, b as u8), opacity)
}

fn numbers(text: &str) -> Vec<f32> {
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || letter == '.'));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// What stands between a rule's selector and its end.
fn rule(selector: &str) -> &'static str {
    let (_, rest) = BOARDS.split_once(&format!("\n{selector} {{")).unwrap_or_else(|| panic!("{selector}"));
    rest.split_once('}').unwrap().0
}

#[test]
fn every_colour_is_the_page_s() {
    for (tone, name, light, dark) in TONES {
        let (day, night) = variable(name);
        assert_eq!((light, dark), (hex(day), hex(night)), "{tone:?}");
    }
    for (i, (light, dark)) in BLOCKS.into_iter().enumerate() {
        let (day, night) = variable(&format!("block-{i}"));
        assert_eq!((light, dark), (hex(day), hex(night)), "block {i}");
    }
    assert!(!BOARDS.contains(&format!("--block-{}:", BLOCKS.len())));
    for (i, (body, ink)) in LIQUIDS.into_iter().enumerate() {
        assert_eq!(body, hex(variable(&format!("liquid-{i}")).0), "liquid {i}");
        assert_eq!(ink, hex(variable(&format!("liquid-ink-{i}")).0), "on liquid {i}");
    }
    assert!(!BOARDS.contains(&format!("--liquid-{}:", LIQUIDS.len())));
    for (name, (light, dark)) in
        [("tone-light", TONE_LIGHT), ("tone-chroma", TONE_CHROMA), ("stone-light", STONE_LIGHT)]
    {
        let (day, night) = variable(name);
        assert_eq!((light, dark), (day.parse().unwrap(), night.parse().unwrap()), "{name}");
    }
    for (name, glass) in [("glass-line", GLASS_LINE), ("glass-fill", GLASS_FILL)] {
        let (day, night) = variable(name);
        assert_eq!(glass, [clear(day), clear(night)], "{name}");
    }
}

fn item(kind: &'static str, id: &str, colour: u16) -> Item {
    Item {
        id: id.to_owned(),
        kind,
        name: Text::default(),
        label: String::new(),
        colour,
        shape: Shape::Rect { x: 0.0, y: 0.0, w: 1.0, h: 1.0 },
        movable: true,
        slot: None,
    }
}

#[test]
fn the_formulas_are_the_page_s() {
    let discs: Vec<Item> = (0..5).map(|i| item("disc", "disc", i)).collect();
    let picture = Picture { width: 4.0, height: 4.0, items: discs.clone(), description: Text::default() };
    for theme in [Theme::Light, Theme::Dark] {
        let colours = Colours::of(&picture, theme);
        let light = theme.choose(TONE_LIGHT.0, TONE_LIGHT.1);
        let chroma = theme.choose(TONE_CHROMA.0, TONE_CHROMA.1);
        let [fall, hue, turn] = numbers(rule(".piece[data-kind=\"disc\"]"))[..] else { panic!("discs") };
        for disc in &discs {
            let tone = f32::from(disc.colour) / 4.0;
            assert_eq!(colours.body(disc), Rgb::oklch(light - fall * tone, chroma, hue - turn * tone));
        }
        let [lift, fall, pale, hue, turn] = numbers(rule(".piece[data-kind=\"tile\"]"))[..] else {
            panic!("tiles")
        };
        for colour in [0, 7, 15] {
            let tone = f32::from(colour) / 15.0;
            let expected = Rgb::oklch(light + lift - fall * tone, chroma * pale, hue - turn * tone);
            assert_eq!(colours.body(&item("tile", "tile", colour)), expected);
        }
        let [fall, chroma, hue, turn] = numbers(rule(".piece[data-kind=\"stone\"]"))[..] else {
            panic!("stones")
        };
        for (id, colour) in [("stone-1-1", 0), ("stone-3-9", 2), ("stone-8-1", 7)] {
            let light = theme.choose(STONE_LIGHT.0, STONE_LIGHT.1) - fall * grain(id);
            let expected = Rgb::oklch(light, chroma, hue + turn * f32::from(colour % 6));
            assert_eq!(colours.body(&item("stone", id, colour)), expected);
        }
        let [share] = numbers(rule(".edge"))[..1] else { panic!("edges") };
        let block = item("piece", "piece-a", 1);
        assert_eq!(colours.edge(&block), Rgb(0, 0, 0).blended(colours.body(&block), share / 100.0));
        let [share] = numbers(rule(".piece .door"))[..] else { panic!("doors") };
        let door = theme.tone(Tone::Tray).blended(theme.tone(Tone::Chief), share / 100.0);
        assert_eq!(colours.body(&item("door", "doors", 0)), door);
    }
}

#[test]
fn light_and_shade_are_the_page_s() {
    let stop = |name: &str| {
        let opacity = rule(&format!(".{name}")).split_once("stop-opacity:").unwrap().1;
        (rule(&format!(".{name}")).contains("#fff"), numbers(opacity)[0])
    };
    for (shade, names) in [
        (Shade::Gloss, &["gloss-top", "gloss-mid", "gloss-end"][..]),
        (Shade::Glass, &["glass-a", "glass-b", "glass-c", "glass-d"]),
        (Shade::Pebble, &["pebble-a", "pebble-b", "pebble-c"]),
    ] {
        assert_eq!(shade.stops().len(), names.len());
        for (&(at, colour, opacity), name) in shade.stops().iter().zip(names) {
            assert_eq!((colour == Rgb(255, 255, 255), opacity), stop(name), "{name}");
            assert!(BOARD_SCRIPT.contains(&format!("stop({at}, \"{name}\")")), "{name} at {at}");
        }
    }
    let ((x, y), r) = Shade::PEBBLE;
    assert!(BOARD_SCRIPT.contains(&format!("cx: {x}, cy: {y}, r: {r}")));
}
