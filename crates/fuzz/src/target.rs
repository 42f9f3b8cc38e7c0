//! What is fuzzed: a name, a corpus, words of its language, and a function that judges one input.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;
use telusur_puzzles::printable::is_obeyed;

/// What came of an input: the kind of answer in a few bytes. A new one makes the input worth keeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome(pub u64);

/// The outcome of an input, or the property that it breaks.
pub type Inspection = Result<Outcome, String>;

/// Judges inputs one after another; it may hold what takes long to make.
pub type Judge = Box<dyn FnMut(&[u8]) -> Inspection>;

/// Something that reads what others wrote.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name on the command line and of its corpus.
    pub name: &'static str,
    /// What it reads and what must hold, in a line.
    pub about: &'static str,
    /// Inputs to begin with; see [`Corpus`](crate::Corpus).
    pub corpus: &'static str,
    /// Words of its language.
    pub dictionary: &'static [&'static str],
    /// Longest input.
    pub longest: usize,
    /// How many of a thousand inputs it gets when all targets share a number of them.
    pub share: u32,
    /// An input that takes longer hangs.
    pub patience: Duration,
    /// Makes a judge; each thread has its own.
    pub judge: fn() -> Judge,
}

impl Target {
    /// An input that takes longer hangs, unless a target says otherwise.
    pub const PATIENCE: Duration = Duration::from_secs(2);
}

impl Outcome {
    /// An outcome with a name.
    #[must_use]
    pub fn named(name: &str, detail: impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        (name, detail).hash(&mut hasher);
        Outcome(hasher.finish())
    }

    /// The outcome of a refusal: its words without numbers and without what it quotes, which differ with every input.
    #[must_use]
    pub fn refused(message: &str) -> Self {
        // What is quoted may hold quotes itself: everything from the first to the last is left out.
        let first = message.find('\'').unwrap_or(message.len());
        let last = message.rfind('\'').unwrap_or(0).max(first);
        let mut hasher = DefaultHasher::new();
        for letter in message[..first].bytes().chain(message[last..].bytes()) {
            if letter.is_ascii_alphabetic() {
                hasher.write_u8(letter);
            }
        }
        Outcome(hasher.finish())
    }

    /// The same for inputs of about this size: sizes are told apart by their power of two.
    #[must_use]
    pub fn sized(self, size: usize) -> Self {
        Outcome(self.0 ^ u64::from(usize::BITS - size.leading_zeros()).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Two outcomes after one another.
    #[must_use]
    pub fn then(self, next: Outcome) -> Self {
        Outcome(self.0.rotate_left(5).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ next.0)
    }
}

/// Fails with a sentence unless something holds.
///
/// # Errors
/// The sentence.
pub fn hold(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// A refusal must say something, on one line, and hold nothing that a terminal would obey.
///
/// # Errors
/// What is wrong with it.
pub fn refusal(message: &str) -> Inspection {
    /// No sentence of ours with its quotations is longer.
    const LONGEST: usize = 4096;
    hold(!message.trim().is_empty(), || "a refusal says nothing".to_owned())?;
    hold(message.len() <= LONGEST, || format!("a refusal has {} bytes", message.len()))?;
    match message.chars().find(|&letter| is_obeyed(letter)) {
        Some(letter) => Err(format!("a refusal holds {letter:?}: {message:?}")),
        None => Ok(Outcome::refused(message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_differ_by_their_words_only() {
        let at = |line: u32, token: &str| Outcome::refused(&format!("line {line}: '{token}': not a disc"));
        assert_eq!(at(1, "x"), at(22, "longer"));
        assert_ne!(at(1, "x"), Outcome::refused("line 1: 'x': not a peg"));
        assert_ne!(at(1, "x"), at(1, "x").sized(9));
        assert_eq!(at(1, "x").sized(8), at(1, "x").sized(15));
    }

    #[test]
    fn refusals_must_be_printable() {
        assert!(refusal("no such level; write another").is_ok());
        for wrong in ["", " ", "a\u{1b}[2J", "a\nb", "a\u{202e}b", &"x".repeat(5000)] {
            assert!(refusal(wrong).is_err(), "{wrong:?}");
        }
    }
}
