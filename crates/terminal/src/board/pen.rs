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
    pub(super) fn put(&mut self, x: impl Into<i32>, y: impl Into<i32>, sign: &str, style: Style) {
        let part = |at: i32, shift: i32| u16::try_from(at.saturating_add(shift)).ok();
        if let (Some(x), Some(y)) = (part(x.into(), self.shift.0), part(y.into(), self.shift.1))
            && self.window.contains(Position::new(x, y))
            && let Some(cell) = self.buffer.cell_mut((x, y))
        {
            cell.set_symbol(sign).set_style(style);
        }
    }

    /// Writes a text from left to right.
    pub(super) fn text(&mut self, x: impl Into<i32>, y: impl Into<i32>, text: &str, style: Style) {
        let mut buffer = [0; 4];
        let y = y.into();
        for (x, letter) in (x.into()..).zip(text.chars()) {
            let sign: &str = letter.encode_utf8(&mut buffer);
            // Wide letters would need two cells and push their neighbours away.
            let sign = if sign.width() == 1 { sign } else { "?" };
            self.put(x, y, sign, style);
        }
    }

    /// Writes a text in the middle of a stretch of cells; of a longer one, the beginning.
    pub(super) fn centred(
        &mut self,
        x: impl Into<i32>,
        width: impl Into<i32>,
        y: impl Into<i32>,
        text: &str,
        style: Style,
    ) {
        let width = width.into();
        let cut: String = text.chars().take(usize::try_from(width).unwrap_or(0)).collect();
        let before = (width - cut.chars().count() as i32) / 2;
        self.text(x.into() + before.max(0), y, &cut, style);
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, area: Rect, sign: &str, style: Style) {
        area.positions().for_each(|at| self.put(at.x, at.y, sign, style));
    }

    /// Fills a part of a row.
    pub(super) fn row(&mut self, xs: impl IntoIterator<Item = i32>, y: i32, sign: &str, style: Style) {
        xs.into_iter().for_each(|x| self.put(x, y, sign, style));
    }
}
