//! Why something can't be done to a game.

use crate::play::PlayError;
use crate::seat::SeatError;
use crate::session::ChangeError;
use telusur_puzzles::{Language, Text};

/// What there is nothing of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// Nothing was done.
    Undo,
    /// Nothing was undone.
    Redo,
    /// No move was made.
    Restart,
    /// The level is this one.
    Change,
}

/// An act that can't be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// A move can't be made.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A hand took something that no move takes now.
    #[error("{0}")]
    Idle(Text),
    /// A hand did something that a rule forbids, or that is no move at all.
    #[error("this move is not possible here: {0}")]
    Refused(Text),
    /// A machine has the turn.
    #[error("it is the machine's turn")]
    MachinesTurn,
    /// There is nothing to do it to.
    #[error("{}", nothing(*.0, Language::English))]
    Nothing(Nothing),
    /// The tree has no such position.
    #[error("there is no such position")]
    NoPosition,
    /// The puzzle offers no such variant of the position.
    #[error("there is no such variant here")]
    NoVariant,
    /// Somebody can't sit there.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The level can't be played instead.
    #[error(transparent)]
    Level(#[from] ChangeError),
}

impl ActError {
    /// The refusal in a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> String {
        let indonesian = match self {
            ActError::Play(error) | ActError::Level(ChangeError::Full(error)) => {
                return error.in_language(language);
            }
            ActError::Seat(error) => return error.in_language(language),
            ActError::Nothing(what) => return nothing(*what, language).to_owned(),
            ActError::Level(ChangeError::Open(error)) => return error.to_string(),
            ActError::Idle(why) => return why.in_language(language).to_owned(),
            ActError::Refused(why) => {
                let why = why.in_language(language);
                return language.choose(self.to_string(), format!("langkah ini tidak bisa di sini: {why}"));
            }
            ActError::MachinesTurn => "sekarang giliran mesin",
            ActError::NoPosition => "tidak ada posisi itu",
            ActError::NoVariant => "tidak ada varian itu di sini",
            ActError::Level(ChangeError::Players) => {
                "jumlah pemain level itu lain; bukalah sebagai permainan baru"
            }
        };
        language.choose(self.to_string(), indonesian.to_owned())
    }
}

fn nothing(what: Nothing, language: Language) -> &'static str {
    match what {
        Nothing::Undo => language.choose("there is nothing to undo", "tidak ada yang dapat dibatalkan"),
        Nothing::Redo => language.choose("there is nothing to redo", "tidak ada yang dapat diulangi"),
        Nothing::Restart => language.choose(
            "there is nothing to restart: this is the start",
            "tidak ada yang perlu diulang: ini posisi awal",
        ),
        Nothing::Change => language.choose("this level is being played already", "level ini sudah dimainkan"),
    }
}
