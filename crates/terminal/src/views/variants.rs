//! Variants of the position that the game can go on with, such as one with a tube more.

use super::chosen::Chosen;
use super::sheet::Sheet;
use crate::own_keys;
use crate::words::{self, Phrase};
use telusur_puzzles::Variant;

const TITLE: Phrase = Phrase("Variants", "Varian");
const FOOT: Phrase =
    Phrase("↑ ↓ choose, Enter goes on with it, Esc closes", "↑ ↓ pilih, Enter memainkannya, Esc menutup");

/// The view.
pub(crate) struct Variants {
    /// Those that can be had now.
    variants: Vec<Variant>,
    pub(crate) chosen: Chosen,
}

impl Variants {
    /// Of those that there are; `None` if none can be had.
    pub(crate) fn new(all: &[Variant]) -> Option<Self> {
        let variants: Vec<Variant> = all.iter().filter(|variant| variant.setup.is_some()).cloned().collect();
        let chosen = Chosen::new(0, variants.len());
        (!variants.is_empty()).then_some(Variants { variants, chosen })
    }

    pub(crate) fn choice(&self) -> Option<&'static str> {
        self.variants.get(self.chosen.row()).map(|variant| variant.name)
    }

    pub(crate) fn draw(&mut self, mut screen: Sheet<'_>) {
        let language = screen.language;
        let size = (screen.area.width.min(58), self.variants.len() as u16 + 4);
        let mut sheet = screen.framed(size, TITLE.say(language));
        self.chosen.forget_places();
        for (i, variant) in self.variants.iter().enumerate() {
            let label = words::capitalised(variant.label.in_language(language));
            self.chosen.draw(&mut sheet, i, &label, variant.key.map_or("", own_keys::shown));
        }
        sheet.foot(FOOT);
    }
}
