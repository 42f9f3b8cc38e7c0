//! What the terminal can show: letters, colours, and how the palette is brought down to them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use telusur_session::palette::{Rgb, Theme, Tone};

/// Which characters are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// Lines, blocks and signs.
    #[default]
    Unicode,
    /// Nothing beyond the printable ASCII characters.
    Ascii,
}

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// None, or none are wanted.
    None,
    /// The sixteen of old.
    Sixteen,
    /// The 256 of xterm.
    #[default]
    Many,
    /// Red, green and blue as one likes.
    True,
}

/// How to draw here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// Which characters.
    pub letters: Letters,
    /// How many colours.
    pub depth: Depth,
    /// Colours for a light or a dark ground.
    pub theme: Theme,
}

impl Paint {
    /// Whether pieces are filled with colour; otherwise they have outlines.
    pub(crate) fn is_filled(&self) -> bool {
        self.letters == Letters::Unicode && self.depth != Depth::None
    }

    pub(crate) fn colour(&self, rgb: Rgb) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(sixteen(rgb)),
            Depth::Many => Some(Color::Indexed(many(rgb))),
            Depth::True => Some(Color::Rgb(rgb.0, rgb.1, rgb.2)),
        }
    }

    /// Something drawn in a colour.
    pub(crate) fn in_colour(&self, rgb: Rgb) -> Style {
        self.colour(rgb).map_or(Style::new(), |colour| Style::new().fg(colour))
    }

    /// Something written in one colour on another.
    pub(crate) fn on(&self, body: Rgb, ink: Rgb) -> Style {
        if self.depth == Depth::Sixteen {
            let body = sixteen(body);
            return Style::new().fg(contrasting(body)).bg(body);
        }
        match (self.colour(body), self.colour(ink)) {
            (Some(body), Some(ink)) if body != ink => Style::new().fg(ink).bg(body),
            (Some(body), Some(_)) => Style::new().fg(Color::Black).bg(body),
            _ => Style::new(),
        }
    }

    /// A colour of the page for text on the terminal's own ground.
    pub(crate) fn tone(&self, tone: Tone) -> Style {
        match (tone, self.depth) {
            (Tone::Ink, _) => Style::new(),
            (Tone::Soft, Depth::None) => Style::new().add_modifier(Modifier::DIM),
            (Tone::Soft, Depth::Sixteen) => Style::new().fg(Color::DarkGray),
            (Tone::Accent | Tone::Chief, Depth::Sixteen) => Style::new().fg(Color::Cyan),
            (Tone::Good, Depth::Sixteen) => Style::new().fg(Color::Green),
            (Tone::Bad, Depth::Sixteen) => Style::new().fg(Color::Red),
            (Tone::Open, Depth::Sixteen) => Style::new().fg(Color::Yellow),
            _ => self.in_colour(self.theme.tone(tone)),
        }
    }

    /// What is chosen in a list, or under the cursor.
    pub(crate) fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Brings what was drawn down to ASCII, if that is wanted.
    pub(crate) fn simplify(&self, area: Rect, buffer: &mut Buffer) {
        if self.letters == Letters::Unicode {
            return;
        }
        for position in area.positions() {
            if let Some(cell) = buffer.cell_mut(position)
                && !cell.symbol().is_ascii()
            {
                let plain = cell.symbol().chars().next().map_or(' ', ascii);
                cell.set_char(plain);
            }
        }
    }
}

/// Characters that have a plain one in their place.
const PLAIN: [(char, &str); 22] = [
    ('-', "─━–—·−"),
    ('|', "│┃▏▕"),
    ('=', "═"),
    ('"', "║“”"),
    ('+', "┌┐└┘├┤┬┴┼╭╮╰╯╧▅"),
    ('*', "●•◆★"),
    ('o', "○◌òóôõö"),
    ('x', "✓×"),
    ('>', "▶→›▸≥"),
    ('<', "◀←‹"),
    ('^', "▲↑▴"),
    ('v', "▼↓▾"),
    ('#', "█▓▌▐▀▄▘▛▆▇"),
    (':', "▒░"),
    ('_', "▁"),
    ('.', "▂▃☆"),
    ('~', "…"),
    ('\'', "’‘′"),
    ('a', "àáâãäå"),
    ('e', "èéêë"),
    ('i', "ìíîï"),
    ('u', "ùúûüµ"),
];

/// The ASCII character that comes nearest.
pub(crate) fn ascii(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    if letter.is_whitespace() {
        return ' ';
    }
    PLAIN.iter().find(|(_, letters)| letters.contains(letter)).map_or('?', |&(plain, _)| plain)
}

/// The nearest colour of xterm's cube and greys.
fn many(Rgb(r, g, b): Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |part: u8| (0..6).min_by_key(|&i| STEPS[i].abs_diff(part)).unwrap_or(0);
    let cube = [nearest(r), nearest(g), nearest(b)];
    let grey = ((u32::from(r) + u32::from(g) + u32::from(b)) / 3).saturating_sub(3).min(235) / 10;
    let shade = (8 + 10 * grey.min(23)) as u8;
    let away = |x: u8, y: u8, z: u8| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(x, r) + square(y, g) + square(z, b)
    };
    match away(shade, shade, shade) < away(STEPS[cube[0]], STEPS[cube[1]], STEPS[cube[2]]) {
        true => 232 + grey.min(23) as u8,
        false => (16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8,
    }
}

/// The sixteen colours as terminals usually show them, without white.
const SIXTEEN: [(Color, u8, u8, u8); 15] = [
    (Color::Black, 0, 0, 0),
    (Color::Red, 170, 0, 0),
    (Color::Green, 0, 150, 0),
    (Color::Yellow, 170, 110, 0),
    (Color::Blue, 0, 60, 200),
    (Color::Magenta, 140, 40, 170),
    (Color::Cyan, 0, 160, 160),
    (Color::Gray, 180, 180, 180),
    (Color::DarkGray, 95, 95, 95),
    (Color::LightRed, 255, 110, 100),
    (Color::LightGreen, 130, 240, 130),
    (Color::LightYellow, 255, 235, 120),
    (Color::LightBlue, 110, 150, 255),
    (Color::LightMagenta, 245, 150, 220),
    (Color::LightCyan, 140, 225, 235),
];

/// The one of sixteen colours whose hue and lightness come nearest. What has a hue does not become grey, as the ground is:
/// a dark piece would be lost on it.
fn sixteen(Rgb(r, g, b): Rgb) -> Color {
    const LEAST_HUE: u8 = 48;
    let has_hue = r.max(g).max(b) - r.min(g).min(b) >= LEAST_HUE;
    let is_grey = |colour: Color| matches!(colour, Color::Black | Color::Gray | Color::DarkGray);
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    let away = |&&(_, x, y, z): &&(Color, u8, u8, u8)| 2 * square(x, r) + 4 * square(y, g) + 3 * square(z, b);
    let offered = SIXTEEN.iter().filter(|colour| !(has_hue && is_grey(colour.0)));
    offered.min_by_key(away).map_or(Color::Gray, |colour| colour.0)
}

/// Black or white, whichever can be read on one of the sixteen colours.
fn contrasting(ground: Color) -> Color {
    let light = |&(_, r, g, b): &(Color, u8, u8, u8)| 2 * u32::from(r) + 5 * u32::from(g) + u32::from(b);
    let found = SIXTEEN.iter().find(|colour| colour.0 == ground);
    match found.is_none_or(|colour| light(colour) > 8 * 100) {
        true => Color::Black,
        false => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_session::palette::LIQUIDS;

    #[test]
    fn colours_survive_the_way_down() {
        assert_eq!(many(Rgb(255, 0, 0)), 196);
        assert_eq!(many(Rgb(0, 0, 0)), 16);
        assert_eq!(many(Rgb(128, 128, 128)), 244);
        assert_eq!(sixteen(Rgb(250, 20, 10)), Color::Red);
        // The first six liquids are told apart even with sixteen colours.
        let found: std::collections::HashSet<_> =
            LIQUIDS.iter().take(6).map(|(body, _)| sixteen(*body)).collect();
        assert_eq!(found.len(), 6);
    }

    #[test]
    fn without_colours_nothing_is_coloured() {
        let paint = Paint { depth: Depth::None, ..Paint::default() };
        assert_eq!(paint.on(Rgb(1, 2, 3), Rgb(4, 5, 6)), Style::new());
        assert_eq!(paint.in_colour(Rgb(1, 2, 3)), Style::new());
        assert!(!paint.is_filled() && Paint::default().is_filled());
    }
}
