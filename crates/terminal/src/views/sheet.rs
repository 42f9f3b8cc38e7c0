//! Writing into a part of the screen line by line.

use crate::format;
use crate::paint::Paint;
use crate::words::Phrase;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Clear, Widget};
use telusur_puzzles::{Language, printable, printable_lines};
use telusur_session::palette::Tone;
use unicode_width::UnicodeWidthStr;

/// A window of this size has room for everything; in a smaller one only what is needed is shown.
pub(crate) const ROOMY: (u16, u16) = (60, 20);

/// A part of the screen that is written from top to bottom.
pub(crate) struct Sheet<'b> {
    pub(crate) buffer: &'b mut Buffer,
    pub(crate) area: Rect,
    pub(crate) paint: Paint,
    pub(crate) language: Language,
    /// The next line.
    pub(crate) y: u16,
    /// Whether the window is small, so that only what is needed is shown.
    pub(crate) is_compact: bool,
    /// The lines of keys drawn so far; the last one can be clicked.
    feet: &'b mut Vec<Foot>,
}

/// A line that names keys, where it stands on the screen.
#[derive(Clone, Debug)]
pub(crate) struct Foot {
    at: Rect,
    text: String,
}

impl Foot {
    /// Returns the key, as the line shows it, that a click at a place of the screen stands for: the one clicked, or the
    /// last of the keys before the words that were clicked.
    pub(crate) fn key_at(&self, place: Position) -> Option<&str> {
        if !self.at.contains(place) {
            return None;
        }
        let clicked = usize::from(place.x - self.at.x);
        let mut column = 0;
        for entry in self.text.split("  ") {
            let end = column + entry.width();
            if (column..end).contains(&clicked) {
                return key_of_entry(entry, clicked - column);
            }
            column = end + 2;
        }
        None
    }
}

/// Returns the key in an entry such as `↑ ↓ Enter choose` that a column belongs to.
fn key_of_entry(entry: &str, clicked: usize) -> Option<&str> {
    let (mut column, mut last) = (0, None);
    for word in entry.split(' ') {
        let is_key = word.chars().count() == 1 || ["Enter", "Esc", "Space"].contains(&word);
        if !is_key {
            break;
        }
        last = Some(word);
        column += word.width() + 1;
        if clicked < column {
            break;
        }
    }
    last
}

/// Returns the keys of an entry without the words that say what they do.
fn keys_only(entry: &str) -> &str {
    let mut end = 0;
    for word in entry.split(' ') {
        if word.chars().count() != 1 && !["Enter", "Esc", "Space"].contains(&word) {
            break;
        }
        end += word.len() + 1;
    }
    entry.get(..end.saturating_sub(1)).unwrap_or(entry)
}

impl<'b> Sheet<'b> {
    pub(crate) fn new(
        buffer: &'b mut Buffer,
        feet: &'b mut Vec<Foot>,
        area: Rect,
        paint: Paint,
        language: Language,
    ) -> Self {
        let area = area.intersection(*buffer.area());
        let is_compact = area.width < ROOMY.0 || area.height < ROOMY.1;
        Sheet { buffer, area, paint, language, y: area.y, is_compact, feet }
    }

    /// A part of it.
    pub(crate) fn part(&mut self, area: Rect) -> Sheet<'_> {
        let is_compact = self.is_compact;
        Sheet { is_compact, ..Sheet::new(self.buffer, self.feet, area, self.paint, self.language) }
    }

    /// A page with margins, and a title with something at its right end.
    pub(crate) fn page(&mut self, title: &str, right: &str) -> Sheet<'_> {
        let margin = if self.is_compact { 0 } else { 2 };
        let inner =
            Rect { x: self.area.x + margin, width: self.area.width.saturating_sub(2 * margin), ..self.area };
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

    /// Lines of at most this width; if there is no room for all, the last one shows that there is more.
    pub(crate) fn wrapped(&mut self, text: &str, style: Style) {
        self.wrapped_within(text, self.room(), style);
    }

    /// At most `most` lines of at most this width; if there are more, the last one shows that.
    pub(crate) fn wrapped_within(&mut self, text: &str, most: usize, style: Style) {
        for line in format::wrapped_within(&printable_lines(text), self.width(), most.min(self.room())) {
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
    ///
    /// Entries are separated by two blanks, and each begins with its keys. Where not all words fit, only keys are shown.
    pub(crate) fn foot(&mut self, keys: Phrase) {
        self.y = self.area.bottom().saturating_sub(1);
        let mut text = keys.say(self.language).to_owned();
        if text.width() > self.width() {
            text = text.split("  ").map(keys_only).collect::<Vec<_>>().join("  ");
        }
        let at = Rect::new(self.area.x, self.y, self.area.width, 1);
        Clear.render(at.intersection(*self.buffer.area()), self.buffer);
        self.line(&text, self.soft());
        self.feet.push(Foot { at, text });
    }

    /// The end of a page: a text, and which keys do something here. In a small window it takes one line.
    pub(crate) fn end(&mut self, (tone, text): (Tone, &str), keys: Phrase) {
        if !self.is_compact {
            self.y = self.area.bottom().saturating_sub(4);
            self.wrapped_within(text, 3, self.paint.tone(tone));
        }
        self.foot(keys);
    }

    /// Returns how many rows a list has that ends with [`end`](Sheet::end), and has `more` further lines below it.
    pub(crate) fn list_room(&self, more: usize) -> usize {
        self.room().saturating_sub(if self.is_compact { 1 } else { 5 + more }).max(1)
    }

    /// An empty line where there is room for such.
    pub(crate) fn space(&mut self) {
        if !self.is_compact {
            self.gap();
        }
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
