//! The colours, once for everything that is drawn outside the page: the terminal's boards and the pictures to share.
//! They are those of the page's style sheets; the pictures' tests compare them.

use telusur_puzzles::picture::{FIRST_NAMED_COLOUR, NAMED_COLOURS};
use telusur_puzzles::{Item, Picture};

/// A colour, each part from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From a number such as `0x1e2528`.
    #[must_use]
    pub const fn hex(number: u32) -> Self {
        Rgb((number >> 16) as u8, (number >> 8) as u8, number as u8)
    }

    /// A mixture: `share` (from 0 to 1) of the other colour, the rest of this one.
    #[must_use]
    pub fn mixed(self, other: Rgb, share: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// A colour by lightness (0 to 1), chroma and hue (in degrees) of the OKLCH space, which the page's style uses
    /// where colours run evenly over many pieces.
    #[must_use]
    pub fn oklch(lightness: f32, chroma: f32, hue: f32) -> Self {
        let (sin, cos) = hue.to_radians().sin_cos();
        Rgb::oklab(lightness, chroma * cos, chroma * sin)
    }

    /// A mixture as the page's style makes it, in the OKLAB space: `share` (from 0 to 1) of the other colour.
    #[must_use]
    pub fn blended(self, other: Rgb, share: f32) -> Self {
        let (from, to) = (self.to_oklab(), other.to_oklab());
        let mix = |i: usize| from[i] + (to[i] - from[i]) * share;
        Rgb::oklab(mix(0), mix(1), mix(2))
    }

    fn to_oklab(self) -> [f32; 3] {
        let linear = |part: u8| {
            let value = f32::from(part) / 255.0;
            match value <= 0.040_45 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        };
        let (r, g, b) = (linear(self.0), linear(self.1), linear(self.2));
        let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    }

    fn oklab(lightness: f32, a: f32, b: f32) -> Self {
        let cube = |root: f32| root * root * root;
        let l = cube(lightness + 0.396_337_78 * a + 0.215_803_76 * b);
        let m = cube(lightness - 0.105_561_346 * a - 0.063_854_17 * b);
        let s = cube(lightness - 0.089_484_18 * a - 1.291_485_5 * b);
        let gamma = |linear: f32| {
            let value = match linear <= 0.003_130_8 {
                true => 12.92 * linear,
                false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
            };
            (value.clamp(0.0, 1.0) * 255.0).round() as u8
        };
        Rgb(
            gamma(4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s),
            gamma(-1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s),
            gamma(-0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s),
        )
    }

    fn hsl(hue: f32, saturation: f32, lightness: f32) -> Self {
        let part = |n: f32| {
            let k = (n + hue / 30.0) % 12.0;
            let reach = saturation * lightness.min(1.0 - lightness);
            ((lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)) * 255.0).round() as u8
        };
        Rgb(part(0.0), part(8.0), part(4.0))
    }
}

/// Paper by day, slate by night.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// A colour of the page that is not a piece's, by the name of its variable in the style sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the variable of that name")]
pub enum Tone {
    Ground,
    Paper,
    Ink,
    Soft,
    Line,
    Accent,
    AccentSoft,
    Good,
    Bad,
    Open,
    Frame,
    Tray,
    Rod,
    Plank,
    Chief,
    ChiefInk,
    PieceInk,
    Wall,
    ToneInk,
}

/// Every tone with the name of its variable, and its light and dark colour.
pub const TONES: [(Tone, &str, Rgb, Rgb); 19] = [
    (Tone::Ground, "ground", Rgb::hex(0xf5f2eb), Rgb::hex(0x12171a)),
    (Tone::Paper, "paper", Rgb::hex(0xfffdf9), Rgb::hex(0x1a2124)),
    (Tone::Ink, "ink", Rgb::hex(0x1e2528), Rgb::hex(0xebe8e0)),
    (Tone::Soft, "soft", Rgb::hex(0x556167), Rgb::hex(0xa4b0b5)),
    (Tone::Line, "line", Rgb::hex(0xe0dacd), Rgb::hex(0x2d373b)),
    (Tone::Accent, "accent", Rgb::hex(0x17656c), Rgb::hex(0x77cdce)),
    (Tone::AccentSoft, "accent-soft", Rgb::hex(0xdfeceb), Rgb::hex(0x1f3a3c)),
    (Tone::Good, "good", Rgb::hex(0x1c6b3c), Rgb::hex(0x86d6a0)),
    (Tone::Bad, "bad", Rgb::hex(0xa1281d), Rgb::hex(0xf3a195)),
    (Tone::Open, "open", Rgb::hex(0x7d4e00), Rgb::hex(0xecbd6c)),
    (Tone::Frame, "frame", Rgb::hex(0xcdbfa5), Rgb::hex(0x4a4436)),
    (Tone::Tray, "tray", Rgb::hex(0xece5d6), Rgb::hex(0x0f1416)),
    (Tone::Rod, "rod", Rgb::hex(0xc3b393), Rgb::hex(0x6b6350)),
    (Tone::Plank, "plank", Rgb::hex(0xcdbfa5), Rgb::hex(0x554d3c)),
    (Tone::Chief, "chief", Rgb::hex(0x1b7a82), Rgb::hex(0x5fc0c3)),
    (Tone::ChiefInk, "chief-ink", Rgb::hex(0xffffff), Rgb::hex(0x06262a)),
    (Tone::PieceInk, "piece-ink", Rgb::hex(0x23231f), Rgb::hex(0x23231f)),
    (Tone::Wall, "wall", Rgb::hex(0xb9ad97), Rgb::hex(0x3a4246)),
    (Tone::ToneInk, "tone-ink", Rgb::hex(0x24211d), Rgb::hex(0x12100c)),
];

/// Colours of blocks by form, light and dark.
pub const BLOCKS: [(Rgb, Rgb); 8] = [
    (Rgb::hex(0xe9c48f), Rgb::hex(0xc79f68)),
    (Rgb::hex(0xd9a98b), Rgb::hex(0xbe8a6c)),
    (Rgb::hex(0xb9c6a0), Rgb::hex(0x94a579)),
    (Rgb::hex(0xa9bfcf), Rgb::hex(0x84a0b5)),
    (Rgb::hex(0xd3b3c6), Rgb::hex(0xb28ba4)),
    (Rgb::hex(0xcfc6a3), Rgb::hex(0xa89f78)),
    (Rgb::hex(0xa5c8c0), Rgb::hex(0x7ca79e)),
    (Rgb::hex(0xc3b7dd), Rgb::hex(0x9d90bd)),
];

/// Liquids with the colour of what is written on them; they are the colours that have names, too.
pub const LIQUIDS: [(Rgb, Rgb); NAMED_COLOURS.len()] = [
    (Rgb::hex(0xe2523f), Rgb::hex(0xffffff)),
    (Rgb::hex(0x2f72cf), Rgb::hex(0xffffff)),
    (Rgb::hex(0xf3c63f), Rgb::hex(0x3d2f00)),
    (Rgb::hex(0x3c9d63), Rgb::hex(0xffffff)),
    (Rgb::hex(0x8350b2), Rgb::hex(0xffffff)),
    (Rgb::hex(0x86cdec), Rgb::hex(0x0d3a4d)),
    (Rgb::hex(0xef8e2f), Rgb::hex(0x3d2000)),
    (Rgb::hex(0xf0a0c2), Rgb::hex(0x4f1230)),
    (Rgb::hex(0x7d5a43), Rgb::hex(0xffffff)),
    (Rgb::hex(0xb8d84f), Rgb::hex(0x2b3a00)),
    (Rgb::hex(0x17807f), Rgb::hex(0xffffff)),
    (Rgb::hex(0xb2b8bd), Rgb::hex(0x20282d)),
    (Rgb::hex(0x2d4475), Rgb::hex(0xffffff)),
    (Rgb::hex(0xbd3a80), Rgb::hex(0xffffff)),
    (Rgb::hex(0x73753a), Rgb::hex(0xffffff)),
    (Rgb::hex(0xf2e4c2), Rgb::hex(0x4a3b14)),
];

/// Lightness and chroma of colours that run over discs and tiles, and lightness of stones, light and dark.
pub const TONE_LIGHT: (f32, f32) = (0.84, 0.78);
/// See [`TONE_LIGHT`].
pub const TONE_CHROMA: (f32, f32) = (0.105, 0.1);
/// See [`TONE_LIGHT`].
pub const STONE_LIGHT: (f32, f32) = (0.77, 0.66);

impl Theme {
    /// A colour of the page.
    #[must_use]
    pub fn tone(self, tone: Tone) -> Rgb {
        // The table has every tone, in the order of the type.
        let (_, _, light, dark) = TONES[tone as usize];
        self.choose(light, dark)
    }

    /// The one of two values that is for this theme.
    #[must_use]
    pub fn choose<T>(self, light: T, dark: T) -> T {
        match self {
            Theme::Light => light,
            Theme::Dark => dark,
        }
    }
}

/// Colours of the items of one picture: some depend on how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    theme: Theme,
    discs: usize,
    cells: f32,
}

impl Colours {
    /// For a picture.
    #[must_use]
    pub fn of(picture: &Picture, theme: Theme) -> Self {
        let discs = picture.items.iter().filter(|item| item.kind == "disc").count();
        Colours { theme, discs, cells: picture.width * picture.height }
    }

    /// The colour of an item.
    #[must_use]
    pub fn body(&self, item: &Item) -> Rgb {
        self.pair(item).0
    }

    /// The colour of what is written on an item.
    #[must_use]
    pub fn ink(&self, item: &Item) -> Rgb {
        self.pair(item).1
    }

    /// The colour of an item, and that of what is written on it.
    fn pair(&self, item: &Item) -> (Rgb, Rgb) {
        if let Some(pair) = named(item) {
            return pair;
        }
        let theme = self.theme;
        let tones = |body: Tone, ink: Tone| (theme.tone(body), theme.tone(ink));
        let piece_ink = theme.tone(Tone::PieceInk);
        let share = |last: f32| if last >= 1.0 { f32::from(item.colour) / last } else { 0.4 };
        let (light, chroma) = theme.choose((TONE_LIGHT.0, TONE_CHROMA.0), (TONE_LIGHT.1, TONE_CHROMA.1));
        match item.kind {
            "disc" => {
                let share = share(self.discs as f32 - 1.0);
                let body = Rgb::oklch(light - 0.14 * share, chroma, 85.0 - 130.0 * share);
                (body, theme.tone(Tone::ToneInk))
            }
            "tile" => {
                let share = share((self.cells - 1.0).max(1.0));
                let body = Rgb::oklch(light + 0.02 - 0.1 * share, chroma * 0.82, 200.0 - 150.0 * share);
                (body, theme.tone(Tone::ToneInk))
            }
            "stone" => {
                let light = theme.choose(STONE_LIGHT.0, STONE_LIGHT.1) - 0.1 * grain(&item.id);
                (Rgb::oklch(light, 0.028, 70.0 + 55.0 * f32::from(item.colour % 6)), piece_ink)
            }
            "unit" => LIQUIDS.get(usize::from(item.colour).wrapping_sub(1)).copied().unwrap_or_else(|| {
                (Rgb::hsl((f32::from(item.colour) * 137.508) % 360.0, 0.55, 0.6), Rgb::hex(0x10181b))
            }),
            "piece" if item.colour == 0 => tones(Tone::Chief, Tone::ChiefInk),
            "piece" => {
                let (light, dark) = BLOCKS[usize::from(item.colour - 1) % BLOCKS.len()];
                (theme.choose(light, dark), piece_ink)
            }
            "peg" => tones(Tone::Rod, Tone::Soft),
            "pile" | "button" | "mark" => tones(Tone::AccentSoft, Tone::Accent),
            "wall" => tones(Tone::Wall, Tone::PieceInk),
            "door" => (theme.tone(Tone::Tray).blended(theme.tone(Tone::Chief), 0.22), piece_ink),
            "goal" => tones(Tone::Chief, Tone::PieceInk),
            "floor" => tones(Tone::Tray, Tone::PieceInk),
            "place" => tones(Tone::Tray, Tone::Soft),
            "tube" => tones(Tone::Line, Tone::Soft),
            "name" => tones(Tone::Paper, Tone::Soft),
            _ => (self.plain(item), piece_ink),
        }
    }

    /// The colour of an item of a puzzle that has no colours of its own.
    #[must_use]
    pub fn plain(&self, item: &Item) -> Rgb {
        if let Some((body, _)) = named(item) {
            return body;
        }
        Rgb::hsl((195.0 + f32::from(item.colour) * 137.508) % 360.0, 0.38, 0.72)
    }

    /// The colour of an item's lower edge, which lies in its own shadow.
    #[must_use]
    pub fn edge(&self, item: &Item) -> Rgb {
        Rgb(0, 0, 0).blended(self.body(item), 0.62)
    }
}

/// The colour of an item that has one with a name, and that of what is written on it.
fn named(item: &Item) -> Option<(Rgb, Rgb)> {
    LIQUIDS.get(usize::from(item.colour.checked_sub(FIRST_NAMED_COLOUR)?)).copied()
}

/// A number from 0 to 1 that the same text always gives: pebbles are not all alike.
#[must_use]
pub fn grain(text: &str) -> f32 {
    let hash = text
        .encode_utf16()
        .fold(0x811c_9dc5_u32, |hash, unit| (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193));
    ((hash >> 8) % 1000) as f32 / 999.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Setup, catalogue};

    #[test]
    fn tones_are_in_the_order_of_the_type() {
        for (i, (tone, ..)) in TONES.iter().enumerate() {
            assert_eq!(*tone as usize, i);
        }
        assert_eq!(Theme::Dark.tone(Tone::ToneInk), Rgb::hex(0x12100c));
    }

    #[test]
    fn known_conversions() {
        // White, and the red, green and blue of sRGB, by their published OKLCH values.
        assert_eq!(Rgb::oklch(1.0, 0.0, 0.0), Rgb(255, 255, 255));
        for (lightness, chroma, hue, expected) in [
            (0.627_96, 0.257_68, 29.234, Rgb(255, 0, 0)),
            (0.866_44, 0.294_83, 142.495, Rgb(0, 255, 0)),
            (0.452_01, 0.313_21, 264.052, Rgb(0, 0, 255)),
        ] {
            let found = Rgb::oklch(lightness, chroma, hue);
            let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
            assert!(
                near(found.0, expected.0) && near(found.1, expected.1) && near(found.2, expected.2),
                "{found:?} for {expected:?}"
            );
        }
        assert_eq!(Rgb::hsl(0.0, 1.0, 0.5), Rgb(255, 0, 0));
        assert_eq!(Rgb::hsl(120.0, 1.0, 0.25), Rgb(0, 128, 0));
        assert_eq!(Rgb(0, 0, 0).mixed(Rgb(200, 100, 50), 0.5), Rgb(100, 50, 25));
        // There and back, and half way from black to white by lightness.
        for colour in [Rgb(0, 0, 0), Rgb(255, 255, 255), Rgb(27, 122, 130), Rgb(226, 82, 63)] {
            assert_eq!(colour.blended(Rgb(1, 2, 3), 0.0), colour);
        }
        assert_eq!(Rgb(0, 0, 0).blended(Rgb(255, 255, 255), 0.5), Rgb(99, 99, 99));
    }

    #[test]
    fn what_is_written_on_a_piece_can_be_read() {
        let light = |Rgb(r, g, b): Rgb| {
            let part = |n: u8| (f64::from(n) / 255.0).powf(2.2);
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
        };
        for entry in catalogue::all() {
            let board = entry.open(&Setup::default()).unwrap();
            let picture = board.picture();
            for theme in [Theme::Light, Theme::Dark] {
                let colours = Colours::of(&picture, theme);
                for item in picture.items.iter().filter(|item| item.movable && !item.label.is_empty()) {
                    if item.kind == "tube" {
                        continue;
                    }
                    let (body, ink) = (light(colours.body(item)), light(colours.ink(item)));
                    let contrast = (body.max(ink) + 0.05) / (body.min(ink) + 0.05);
                    assert!(contrast > 2.9, "{} {} in {theme:?}: {contrast}", entry.name(), item.id);
                }
            }
        }
    }
}
