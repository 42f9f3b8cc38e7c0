//! What stands around a board: even margins, below it the move and the step, and a line that fills with them.

use crate::letters;
use telusur_look::path::Point;
use telusur_look::scene::{Anchor, Form, Label, Part, Piece, Rect};
use telusur_session::palette::{Rgb, Theme, Tone};

/// The largest board, and the least width of a picture, in pixels.
const MOST: (f32, f32) = (600.0, 500.0);
const LEAST_WIDTH: f32 = 340.0;
/// Margin around everything, height of the band below the board, type, and the line in it.
const MARGIN: f32 = 22.0;
const BAND: f32 = 58.0;
const TYPE: f32 = 19.0;
const LINE: f32 = 4.0;
/// How thick the letters of moves are, and those of their numbers.
pub(crate) const BOLD: u16 = 600;
pub(crate) const LIGHT: u16 = 400;

/// Where things are, in units of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) frame: Rect,
    /// Pixels per unit.
    pub(crate) scale: f32,
}

/// What captions of a film have in common.
pub(crate) struct Words<'w> {
    pub(crate) title: &'w str,
    pub(crate) theme: Theme,
    pub(crate) total: usize,
}

impl Layout {
    /// Around a board; `None` if it has no size that could be drawn.
    pub(crate) fn around(board: Rect) -> Option<Self> {
        let is_size = |length: f32| length.is_finite() && length > 1e-3 && length < 1e6;
        if !is_size(board.w) || !is_size(board.h) {
            return None;
        }
        let scale = (MOST.0 / board.w).min(MOST.1 / board.h);
        // Whole pixels, so that pictures of one level have one size whatever rounding does.
        let inner = (board.w * scale).max(LEAST_WIDTH - 2.0 * MARGIN).round();
        let (width, height) = (inner + 2.0 * MARGIN, (board.h * scale + MARGIN + BAND).round());
        let w = width / scale;
        Some(Layout {
            frame: Rect::new(board.x + board.w / 2.0 - w / 2.0, board.y - MARGIN / scale, w, height / scale),
            scale,
        })
    }

    fn pixels(&self, pixels: f32) -> f32 {
        pixels / self.scale
    }

    /// The band's left and right edge, and the height of its letters' middle and of its line.
    fn band(&self) -> (f32, f32, f32, f32) {
        let Rect { x, y, w, h } = self.frame;
        let bottom = y + h;
        let margin = self.pixels(MARGIN);
        (x + margin, x + w - margin, bottom - self.pixels(36.0), bottom - self.pixels(14.0 + LINE / 2.0))
    }

    fn bar(&self, share: f32) -> Form {
        let (left, right, _, y) = self.band();
        let line = self.pixels(LINE);
        Form::Box(Rect::new(left, y - line / 2.0, (right - left) * share, line), line / 2.0)
    }

    /// The line that fills.
    pub(crate) fn track(&self, theme: Theme) -> Part {
        Part::flat(self.bar(1.0), theme.tone(Tone::Line))
    }

    /// What is written after so many moves, the last of which was this one.
    pub(crate) fn caption(&self, words: &Words<'_>, step: usize, said: Option<&str>) -> Piece {
        let (left, right, y, _) = self.band();
        let count = format!("{step} / {}", words.total);
        let size = self.pixels(TYPE);
        // A long move is written smaller rather than over the count.
        let text = said.unwrap_or(words.title);
        let room = (right - left) / size - letters::wide(&count, LIGHT) - 1.0;
        let fit = (room / letters::wide(text, BOLD).max(1e-6)).clamp(0.35, 1.0);
        let theme = words.theme;
        let count = label(&count, (right, y), size, LIGHT, theme.tone(Tone::Soft));
        let mut parts = vec![
            Part::Label(label(text, (left, y), size * fit, BOLD, theme.tone(Tone::Ink))),
            Part::Label(Label { anchor: Anchor::End, ..count }),
        ];
        if step > 0 {
            // A line shorter than its own thickness would not be round.
            let least = self.pixels(LINE) / (right - left);
            let share = (step as f32 / words.total.max(1) as f32).max(least);
            parts.push(Part::flat(self.bar(share.min(1.0)), theme.tone(Tone::Accent)));
        }
        Piece::ornament(format!("caption-{step}"), (0.0, 0.0), parts)
    }
}

/// A text that begins at a point.
pub(crate) fn label(text: &str, at: Point, size: f32, weight: u16, colour: Rgb) -> Label {
    Label { text: text.to_owned(), at, size, weight, colour, anchor: Anchor::Start, opacity: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_any_form_have_even_margins() {
        for (w, h) in [(5.0, 6.0), (31.6, 20.0), (1.0, 40.0), (300.0, 2.0)] {
            let board = Rect::new(-1.0, -2.0, w, h);
            let layout = Layout::around(board).unwrap();
            let (width, height) = (layout.frame.w * layout.scale, layout.frame.h * layout.scale);
            assert!((LEAST_WIDTH - 1.0..=650.0).contains(&width) && height <= 600.0, "{width} {height}");
            let (left, right) = (board.x - layout.frame.x, layout.frame.x + layout.frame.w - board.x - w);
            assert!((left - right).abs() < 1e-2 * w.max(1.0) && left * layout.scale > MARGIN - 1.0);
        }
        for wrong in [0.0, f32::NAN, f32::INFINITY, 1e9] {
            assert!(Layout::around(Rect::new(0.0, 0.0, wrong, 1.0)).is_none());
        }
    }
}
