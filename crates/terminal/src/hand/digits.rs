//! Digits become numbers, and numbers moves: the first number says where from, the second where to or how many.

use super::{Deed, Hand, Sight};
use crate::words::Phrase;
use telusur_puzzles::{Drop, Play, Text};

const HOW_MANY: Phrase = Phrase("{}. How many? Type the number.", "{}. Berapa? Ketik bilangannya.");
const NO_SUCH_NUMBERS: Phrase = Phrase(
    "This move is not possible here: the numbers {} make no move.",
    "Langkah ini tidak bisa di sini: bilangan {} bukan langkah.",
);
const NO_SUCH_NUMBER: Phrase = Phrase(
    "This move is not possible here: nothing has the number {}.",
    "Langkah ini tidak bisa di sini: tidak ada yang bernomor {}.",
);
const SO_FAR: Phrase =
    Phrase("{} so far: another digit, or Enter.", "{} sejauh ini: angka lagi, atau Enter.");

impl Hand {
    /// A digit of a number.
    pub(crate) fn digit(&mut self, digit: u64, sight: &Sight) -> Deed {
        let number = self.typed.unwrap_or(0).saturating_mul(10).saturating_add(digit);
        let from = self.number.filter(|_| self.held.is_none());
        if sight.numbers.is_unfinished(from, number) {
            self.typed = Some(number);
            return Deed::Say(SO_FAR, Text::same(&number.to_string()));
        }
        self.typed = None;
        self.number(number, sight)
    }

    /// A whole number.
    pub(super) fn number(&mut self, number: u64, sight: &Sight) -> Deed {
        let zone = sight.slot(number).map(|item| item.id.clone());
        if self.number.is_none()
            && self.held.as_ref().is_some_and(|held| held.ways.is_none())
            && let Some(zone) = &zone
        {
            self.cursor = Some(zone.clone());
            return self.put_on(zone);
        }
        match self.number.take() {
            Some(first) => self.second_number(first, number, zone, sight),
            None => self.first_number(number, zone, sight),
        }
    }

    fn second_number(&mut self, first: u64, second: u64, zone: Option<String>, sight: &Sight) -> Deed {
        let made = sight.plays.iter().find(|play| play.numbers == [first, second]);
        match (made, self.held.take(), zone) {
            (Some(play), ..) => Deed::Play(play.text.clone()),
            (None, Some(held), Some(zone)) if first != second => {
                Deed::Try { grip: held.grip, drop: Drop::Onto(vec![zone]) }
            }
            (None, Some(_), _) => Deed::Nothing,
            (None, None, _) => Deed::Say(NO_SUCH_NUMBERS, Text::same(&format!("{first} {second}"))),
        }
    }

    fn first_number(&mut self, number: u64, zone: Option<String>, sight: &Sight) -> Deed {
        let mine: Vec<&Play> =
            sight.plays.iter().filter(|play| play.numbers.first() == Some(&number)).collect();
        let Some(first) = mine.first() else {
            return match (zone, sight.numbered(number)) {
                // The board says why it can't move.
                (Some(zone), _) => Deed::Try { grip: zone, drop: Drop::Tap },
                (None, Some(piece)) => Deed::Try { grip: piece.id.clone(), drop: Drop::Tap },
                (None, None) => Deed::Say(NO_SUCH_NUMBER, Text::same(&number.to_string())),
            };
        };
        if let Some(whole) = mine.iter().find(|play| play.numbers.len() == 1) {
            return Deed::Play(whole.text.clone());
        }
        self.number = Some(number);
        let grip = zone.clone().unwrap_or_else(|| first.grips.first().cloned().unwrap_or_default());
        match first.drop {
            Drop::Onto(_) => {
                (self.cursor, self.is_cursor_shown) = (zone, true);
                self.take(&grip, sight)
            }
            _ => Deed::Say(HOW_MANY, sight.name(&grip)),
        }
    }

    /// Whether a number waits for more digits.
    #[cfg(test)]
    pub(crate) fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Forgets the digits of a number that is not complete.
    pub(crate) fn forget_digits(&mut self) {
        self.typed = None;
    }
}
