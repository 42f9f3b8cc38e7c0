//! Writing into a part of the screen line by line.

use crate::format;
use crate::paint::Paint;
use crate::words::Phrase;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Clear, Widget};
use telusur_puzzles::{Language, printable, printable_lines};
use telusur_session::palette::Tone;
use unicode_width::UnicodeWidthStr;

/// A part of the screen that is written from top to bottom.
pub(crate) struct Sheet<'b> {
    pub(crate) buffer: &'b mut Buffer,
    pub(crate) area: Rect,
    pub(crate) paint: Paint,
    pub(crate) language: Language,
    /// The next line.
    pub(crate) y: u16,
}

impl<'b> Sheet<'b> {
    pub(crate) fn new(buffer: &'b mut Buffer, area: Rect, paint: Paint, language: Language) -> Self {
        let area = area.intersection(*buffer.area());
        Sheet { buffer, area, paint, language, y: area.y }
    }

    /// A part of it.
    pub(crate) fn part(&mut self, area: Rect) -> Sheet<'_> {
        Sheet::new(self.buffer, area, self.paint, self.language)
    }

    /// A page with margins, and a title with something at its right end.
    pub(crate) fn page(&mut self, title: &str, right: &str) -> Sheet<'_> {
        let inner = Rect { x: self.area.x + 2, width: self.area.width.saturating_sub(4), ..self.area };
        let mut page = self.part(inner);
        page.pair(title, page.strong(), right, page.soft());
        page
    }

    /// An overlay in the middle, with a frame and a title; the inside is empty.
    pub(crate) fn framed(&mut self, size: (u16, u16), title: &str) -> Sheet<'_> {
        let within = self.area;
        let (width, height) = (size.0.min(within.width), size.1.min(within.height));
        let (left, top) = ((within.width - width) / 2, (within.height - height) / 2);
        let outer = Rect::new(within.x + left, within.y + top, width, height);
        let style = self.paint.tone(Tone::Accent);
        Clear.render(outer, self.buffer);
        Block::bordered().border_style(style).render(outer, self.buffer);
        let inner = outer.inner(Margin::new(2, 1));
        let title = format!(" {} ", format::cut(title, usize::from(outer.width.saturating_sub(6))));
        self.buffer.set_string(outer.x + 2, outer.y, title, style.add_modifier(Modifier::BOLD));
        self.part(inner)
    }

    pub(crate) fn width(&self) -> usize {
        usize::from(self.area.width)
    }

    /// How many lines are left.
    pub(crate) fn room(&self) -> usize {
        usize::from(self.area.bottom().saturating_sub(self.y))
    }

    /// Writes at a place of a line and cuts what does not fit; answers the column after it. Level texts, titles and
    /// names of files come from anywhere, so everything is made printable here.
    pub(crate) fn write(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let room = self.area.right().saturating_sub(x);
        if y >= self.area.bottom() || room == 0 {
            return x;
        }
        let shown = format::cut(&printable(text), usize::from(room));
        self.buffer.set_stringn(x, y, shown, usize::from(room), style).0
    }

    /// A line in a style.
    pub(crate) fn line(&mut self, text: &str, style: Style) {
        self.write(self.area.x, self.y, text, style);
        self.y = self.y.saturating_add(1);
    }

    /// Lines of at most this width.
    pub(crate) fn wrapped(&mut self, text: &str, style: Style) {
        for line in format::wrapped(&printable_lines(text), self.width()) {
            self.line(&line, style);
        }
    }

    /// A line with something at its left and something at its right end; the left is cut if both don't fit.
    pub(crate) fn pair(&mut self, left: &str, left_style: Style, right: &str, right_style: Style) {
        let (left, right) = (&printable(left), &printable(right));
        let long = right.width();
        let room = self.width().saturating_sub(long + 1);
        self.write(self.area.x, self.y, &format::cut(left, room), left_style);
        let at = self.area.right().saturating_sub(long as u16).max(self.area.x);
        self.write(at, self.y, right, right_style);
        self.y = self.y.saturating_add(1);
    }

    /// The last line: which keys do something here.
    pub(crate) fn foot(&mut self, keys: Phrase) {
        self.y = self.area.bottom().saturating_sub(1);
        self.line(keys.say(self.language), self.soft());
    }

    /// The end of a page: a text, and which keys do something here.
    pub(crate) fn end(&mut self, (tone, text): (Tone, &str), keys: Phrase) {
        self.y = self.area.bottom().saturating_sub(4);
        self.wrapped(text, self.paint.tone(tone));
        self.foot(keys);
    }

    /// A heading.
    pub(crate) fn heading(&mut self, text: &str) {
        self.line(text, self.strong());
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) {
        self.y = self.y.saturating_add(1);
    }

    /// How titles are written.
    pub(crate) fn strong(&self) -> Style {
        self.paint.tone(Tone::Accent).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn soft(&self) -> Style {
        self.paint.tone(Tone::Soft)
    }
}
