//! A board about to be drawn, and what all looks have in common: the piece in the hand is lighter, and what things are
//! put on shows by its label and its style where the cursor is and where the hand can go.

use super::pen::Pen;
use super::scene::{Footprint, Look, Scene};
use super::{Marks, grid, piles, towers, tubes};
use crate::paint::Paint;
use ratatui::style::{Modifier, Style};
use telusur_puzzles::{Item, Picture};
use telusur_session::palette::{Colours, Rgb, Tone};

/// What there is, where it goes, and how it looks.
#[derive(Clone, Copy)]
pub(super) struct Drawing<'d> {
    pub(super) picture: &'d Picture,
    pub(super) scene: &'d Scene,
    pub(super) marks: &'d Marks,
    pub(super) paint: &'d Paint,
    pub(super) colours: &'d Colours,
}

impl<'d> Drawing<'d> {
    pub(super) fn draw(&self, pen: &mut Pen<'_>) {
        match self.scene.look {
            Look::Grid => grid::draw(self, pen),
            Look::Towers => towers::draw(self, pen),
            Look::Tubes => tubes::draw(self, pen),
            Look::Piles => piles::draw(self, pen),
        }
    }

    /// Every item with its place.
    pub(super) fn items(&self) -> impl Iterator<Item = (&'d Item, &'d Footprint)> {
        self.picture.items.iter().zip(&self.scene.places)
    }

    /// The colour of a piece.
    pub(super) fn body(&self, item: &Item) -> Rgb {
        let body = self.colours.body(item);
        match self.marks.held(&item.id) {
            Some(_) => body.mixed(Rgb(255, 255, 255), 0.35),
            None => body,
        }
    }

    /// The label of something that things are put on.
    pub(super) fn holder_label(&self, item: &Item) -> String {
        match self.marks.is_cursor(&item.id) {
            true => format!("[{}]", item.label),
            false if self.marks.is_target(&item.id) => format!("({})", item.label),
            false => item.label.clone(),
        }
    }

    /// The style of something that things are put on.
    pub(super) fn holder_style(&self, item: &Item) -> Style {
        match () {
            () if self.marks.is_hint(&item.id) => self.paint.tone(Tone::Good).add_modifier(Modifier::BOLD),
            () if self.marks.is_cursor(&item.id) => {
                self.paint.tone(Tone::Accent).add_modifier(Modifier::BOLD)
            }
            () if self.marks.is_target(&item.id) => self.paint.tone(Tone::Accent),
            () => self.paint.tone(Tone::Soft),
        }
    }
}
