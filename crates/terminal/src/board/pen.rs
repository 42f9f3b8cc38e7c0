//! Drawing in scene coordinates into a window of the screen; what lies outside is cut off.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

pub(super) struct Pen<'b> {
    buffer: &'b mut Buffer,
    window: Rect,
    shift: (i32, i32),
}

impl<'b> Pen<'b> {
    pub(super) fn new(buffer: &'b mut Buffer, window: Rect, shift: (i32, i32)) -> Self {
        let window = window.intersection(*buffer.area());
        Pen { buffer, window, shift }
    }

    /// Draws one sign; the ground stays as it is unless the style says otherwise.
    pub(super) fn put(&mut self, x: i32, y: i32, sign: &str, style: Style) {
        let part = |at: i32, shift: i32| u16::try_from(at.saturating_add(shift)).ok();
        if let (Some(x), Some(y)) = (part(x, self.shift.0), part(y, self.shift.1))
            && self.window.contains(Position::new(x, y))
            && let Some(cell) = self.buffer.cell_mut((x, y))
        {
            cell.set_symbol(sign).set_style(style);
        }
    }

    /// Writes a text from left to right.
    pub(super) fn text(&mut self, x: i32, y: i32, text: &str, style: Style) {
        let mut buffer = [0; 4];
        for (x, letter) in (x..).zip(text.chars()) {
            let sign: &str = letter.encode_utf8(&mut buffer);
            // Wide letters would need two cells and push their neighbours away.
            let sign = if sign.width() == 1 { sign } else { "?" };
            self.put(x, y, sign, style);
        }
    }

    /// Writes a text in the middle of a stretch of cells; of a longer one, the beginning.
    pub(super) fn centred(&mut self, x: i32, width: i32, y: i32, text: &str, style: Style) {
        let length = text.chars().count() as i32;
        match length <= width {
            true => self.text(x + (width - length) / 2, y, text, style),
            false => {
                let cut: String = text.chars().take(usize::try_from(width).unwrap_or(0)).collect();
                self.text(x, y, &cut, style);
            }
        }
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, area: Rect, sign: &str, style: Style) {
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.put(i32::from(x), i32::from(y), sign, style);
            }
        }
    }
}
