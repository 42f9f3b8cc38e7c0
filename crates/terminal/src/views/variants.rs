//! Variants of the position that the game can go on with, such as one with a tube more.

use super::chosen::Chosen;
use super::sheet::Sheet;
use crate::own_keys;
use crate::paint::Paint;
use crate::words::Phrase;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use telusur_puzzles::{Language, Variant};
use telusur_session::palette::Tone;

const TITLE: Phrase = Phrase("Variants", "Varian");
const FOOT: Phrase =
    Phrase("↑ ↓ choose, Enter goes on with it, Esc closes", "↑ ↓ pilih, Enter memainkannya, Esc menutup");

/// The view.
pub(crate) struct Variants {
    /// Those that can be had now.
    variants: Vec<Variant>,
    chosen: Chosen,
}

impl Variants {
    /// Of those that there are; `None` if none can be had.
    pub(crate) fn new(all: &[Variant]) -> Option<Self> {
        let variants: Vec<Variant> = all.iter().filter(|variant| variant.setup.is_some()).cloned().collect();
        (!variants.is_empty()).then(|| Variants { variants, chosen: Chosen::new(0) })
    }

    pub(crate) fn step(&mut self, by: isize) {
        self.chosen.step(by, self.variants.len());
    }

    pub(crate) fn choice(&self) -> Option<&'static str> {
        self.variants.get(self.chosen.row()).map(|variant| variant.name)
    }

    /// A click: chooses the row under the mouse; whether there is one.
    pub(crate) fn click(&mut self, at: Position) -> bool {
        self.chosen.click(at)
    }

    pub(crate) fn draw(&mut self, area: Rect, paint: &Paint, language: Language, buffer: &mut Buffer) {
        let size = (area.width.min(58), self.variants.len() as u16 + 4);
        let mut sheet = Sheet::framed(buffer, area, size, TITLE.say(language), *paint, language);
        self.chosen.forget_places();
        for (i, variant) in self.variants.iter().enumerate() {
            let is_chosen = self.chosen.is_drawn(sheet.y, i);
            let style = if is_chosen { paint.chosen() } else { paint.tone(Tone::Ink) };
            let label = telusur_session::words::capitalised(variant.label.in_language(language));
            let soft = sheet.soft();
            sheet.pair(&label, style, variant.key.map_or("", own_keys::shown), soft);
        }
        sheet.foot(FOOT.say(language));
    }
}
