//! A position as one word that fits an address, safe in links and readable by people: `tiles/1+2/3+.`.
//!
//! `PUZZLE/LEVEL` or `PUZZLE/LEVEL?NAME=VALUE&…`, percent-encoded, with `+` for spaces.

use crate::session::{OpenError, Session};
use telusur_puzzles::Setup;

/// A word that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// It does not have the form `PUZZLE/LEVEL?OPTIONS`.
    #[error("not an id of the form PUZZLE/LEVEL?NAME=VALUE: {0}")]
    Form(&'static str),
    /// It names something that can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl Session {
    /// The position now, without history, as one word. [`Session::from_id`] opens it.
    #[must_use]
    pub fn id(&self) -> String {
        let board = self.board();
        let mut id = format!("{}/{}", board.puzzle(), encode(&board.text()));
        for (i, (name, value)) in board.options().iter().enumerate() {
            let mark = if i == 0 { '?' } else { '&' };
            id += &format!("{mark}{}={}", encode(name), encode(value));
        }
        id
    }

    /// Opens a position from its id.
    ///
    /// # Errors
    /// If the id has another form, or names something that can't be opened.
    pub fn from_id(id: &str) -> Result<Self, IdError> {
        let (puzzle, rest) = id.split_once('/').ok_or(IdError::Form("there is no '/'"))?;
        let (level, query) = match rest.split_once('?') {
            Some((level, query)) => (level, Some(query)),
            None => (rest, None),
        };
        let mut setup = Setup::level(&decode(level)?);
        for pair in query.into_iter().flat_map(|query| query.split('&')) {
            let (name, value) = pair.split_once('=').ok_or(IdError::Form("an option has no '='"))?;
            setup = setup.with(&decode(name)?, &decode(value)?);
        }
        Ok(Session::open(&decode(puzzle)?, &setup)?)
    }
}

fn encode(text: &str) -> String {
    let mut word = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => word.push('+'),
            b'/' | b'.' | b'-' | b'_' | b'~' | b'|' | b',' | b':' => word.push(byte as char),
            _ if byte.is_ascii_alphanumeric() => word.push(byte as char),
            _ => word += &format!("%{byte:02X}"),
        }
    }
    word
}

fn decode(word: &str) -> Result<String, IdError> {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|b| (b as char).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => return Err(IdError::Form("'%' needs two hexadecimal digits")),
                }
            }
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| IdError::Form("it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ids_open_the_same_position() {
        let setup = Setup::level("1 2 3/4 5 6/7 . 8").with("goal", "1 2 3/4 . 6/7 5 8");
        let mut game = Session::open("tiles", &setup).unwrap();
        game.play("5").unwrap();
        assert_eq!(game.id(), "tiles/1+2+3/4+.+6/7+5+8?goal=1+2+3/4+.+6/7+5+8");
        let again = Session::from_id(&game.id()).unwrap();
        assert_eq!(again.id(), game.id());
        assert!(again.board().status().is_solved());
    }

    #[test]
    fn bad_ids_are_refused() {
        for id in [
            "",
            "tiles",
            "chess/x",
            "tiles/",
            "tiles/1+1",
            "tiles/1+.?goal",
            "tiles/%",
            "tiles/%zz",
            "tiles/%ff",
        ] {
            assert!(Session::from_id(id).is_err(), "{id}");
        }
    }

    proptest! {
        #[test]
        fn any_text_survives(text in any::<String>()) {
            let word = encode(&text);
            prop_assert!(word.is_ascii() && !word.contains(['?', '&', '=', ' ', '#']));
            prop_assert_eq!(decode(&word).unwrap(), text);
        }

        #[test]
        fn decoding_never_panics(word in any::<String>()) {
            _ = Session::from_id(&word);
        }
    }
}
