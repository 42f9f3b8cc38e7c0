//! What the game can go on with: variants of the position, such as one with a tube more, and the level with another option.

use super::chosen::Chosen;
use super::sheet::Sheet;
use crate::own_keys;
use crate::words::{self, Phrase};
use telusur_puzzles::{Language, LevelOption, Text, Variant};
use telusur_session::Act;

const TITLE: Phrase = Phrase("Variants", "Varian");
const FOOT: Phrase =
    Phrase("↑ ↓ choose  Enter goes on with it  Esc closes", "↑ ↓ pilih  Enter memainkannya  Esc menutup");

/// The view.
pub(crate) struct Variants {
    /// What can be had now, with its name and its key.
    offers: Vec<(Text, &'static str, Act)>,
    pub(crate) chosen: Chosen,
}

impl Variants {
    /// Of what there is; `None` if nothing can be had.
    pub(crate) fn new(variants: &[Variant], choices: &[LevelOption]) -> Option<Self> {
        let possible = variants.iter().filter(|variant| variant.setup.is_some());
        let mut offers: Vec<_> = possible
            .map(|variant| {
                let key = variant.key.map_or("", own_keys::shown);
                (variant.label.clone(), key, Act::Variant(variant.name.to_owned()))
            })
            .collect();
        for choice in choices {
            let field = choice.field;
            offers.extend(choice.others().map(|value| {
                let label = Language::ALL
                    .map(|language| format!("{}: {}", field.title_in(language), value.title_in(language)));
                let [english, indonesian] = label;
                (
                    Text::new(english, indonesian),
                    "",
                    Act::Options([(field.name.to_owned(), value.value.to_owned())].into()),
                )
            }));
        }
        let chosen = Chosen::new(0, offers.len());
        (!offers.is_empty()).then_some(Variants { offers, chosen })
    }

    pub(crate) fn choice(&self) -> Option<Act> {
        self.offers.get(self.chosen.row()).map(|(_, _, act)| act.clone())
    }

    pub(crate) fn draw(&mut self, mut screen: Sheet<'_>) {
        let size = (screen.area.width.min(58), self.offers.len() as u16 + 4);
        let language = screen.language;
        let mut sheet = screen.framed(size, TITLE.say(language));
        self.chosen.forget_places();
        for (i, (label, key, _)) in self.offers.iter().enumerate() {
            self.chosen.draw(&mut sheet, i, &words::capitalised(label.in_language(language)), key);
        }
        sheet.foot(FOOT);
    }
}
