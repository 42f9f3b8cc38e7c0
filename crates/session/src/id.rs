//! A game as one word that fits an address, safe in links and readable by people.
//!
//! ```text
//! tiles:1+2+3/4+5+6/7+.+8?goal=1+2+3/4+.+6/7+5+8      an exact position: level text and options
//! water#7?difficulty=3&colours=5                        the level that a seed and a wish make
//! hanoi:3+2+1+$+$?moves=A~C,A~B                         either of them and the moves made since
//! ```
//!
//! Texts are percent-encoded, with three marks for what levels and moves are full of: `+` is a space, `$` is `|`, `~`
//! is `>`. Several moves are separated by commas.

use crate::play::{MOST_POSITIONS, PlayError};
use crate::session::{OpenError, Session};
use std::collections::BTreeMap;
use telusur_puzzles::{Entry, Making, Setup, Wish};
use telusur_search::Deadline;

/// Moves that an id with history names; a longer game is named by its position.
const MOST_MOVES: usize = 2000;

/// A word that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// It does not have the form of an id.
    #[error("not an id of the form PUZZLE:LEVEL?NAME=VALUE or PUZZLE#SEED?NAME=VALUE: {0}")]
    Form(&'static str),
    /// It names something that can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It names a move that can't be made.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Session {
    /// The position now, without history, as one word. [`Session::from_id`] opens it.
    #[must_use]
    pub fn id(&self) -> String {
        match self.wish() {
            Some(wish) if self.moves_made() == 0 => Session::id_of(self.entry(), wish),
            _ => position_id(self.board()),
        }
    }

    /// The start and the moves since it or the last restart as one word. A game that is too long for a link is named
    /// by its position.
    #[must_use]
    pub fn id_with_moves(&self) -> String {
        let moves = self.moves();
        if moves.len() > MOST_MOVES {
            return self.id();
        }
        let mut id = match self.wish() {
            Some(wish) => Session::id_of(self.entry(), wish),
            None => position_id(self.start()),
        };
        if !moves.is_empty() {
            let moves: Vec<String> =
                moves.into_iter().map(|(text, _)| encode(text).replace(',', "%2C")).collect();
            let mark = if id.contains('?') { '&' } else { '?' };
            id += &format!("{mark}moves={}", moves.join(","));
        }
        id
    }

    /// The level that a wish makes as one word, without making it.
    #[must_use]
    pub fn id_of(entry: &dyn Entry, wish: &Wish) -> String {
        let difficulty = wish.difficulty.map(|difficulty| ("difficulty".to_owned(), difficulty.to_string()));
        let options = wish.options.iter().map(|(name, value)| (name.clone(), value.clone()));
        let options: Vec<(String, String)> = difficulty.into_iter().chain(options).collect();
        format!("{}#{}{}", entry.name(), wish.seed, query(&options))
    }

    /// Opens a game from its id. A generated level is made again, which some puzzles take seconds for.
    ///
    /// # Errors
    /// If the id has another form, or names something that can't be opened, played, or made before the deadline.
    pub fn from_id(id: &str, deadline: &Deadline) -> Result<Self, IdError> {
        let Named { puzzle, origin, moves } = Named::read(id)?;
        let mut game = match origin {
            Origin::Made(wish) => Session::generate(&puzzle, wish, &mut Making::new(deadline.clone()))?,
            Origin::Level(setup) => Session::open(&puzzle, &setup)?,
        };
        game.play_all(&moves, deadline)?;
        Ok(game)
    }
}

/// What an id says, before anything of it is opened.
pub(crate) struct Named {
    pub(crate) puzzle: String,
    pub(crate) origin: Origin,
    moves: Vec<String>,
}

/// Where a game begins.
pub(crate) enum Origin {
    Level(Setup),
    Made(Wish),
}

impl Named {
    pub(crate) fn read(id: &str) -> Result<Self, IdError> {
        let (name, query) = match id.split_once('?') {
            Some((name, query)) => (name, Some(query)),
            None => (id, None),
        };
        let mark = name.find([':', '#']).ok_or(IdError::Form("there is neither ':' nor '#'"))?;
        let (puzzle, level) = (decode(&name[..mark])?, &name[mark + 1..]);
        let mut options = BTreeMap::new();
        let mut moves = Vec::new();
        for pair in query.into_iter().flat_map(|query| query.split('&')) {
            let (name, value) = pair.split_once('=').ok_or(IdError::Form("an option has no '='"))?;
            match name {
                "moves" if value.is_empty() => {}
                "moves" => {
                    for text in value.split(',').take(MOST_POSITIONS) {
                        moves.push(decode(text)?);
                    }
                }
                _ => _ = options.insert(decode(name)?, decode(value)?),
            }
        }
        let origin = if name.as_bytes().get(mark) == Some(&b'#') {
            let seed = level.parse().map_err(|_| IdError::Form("the seed is no whole number"))?;
            let wrong = IdError::Form("the difficulty is no number from 1 to 10");
            let difficulty = match options.remove("difficulty") {
                Some(text) => Some(text.parse().ok().filter(|level| (1..=10).contains(level)).ok_or(wrong)?),
                None => None,
            };
            Origin::Made(Wish { seed, difficulty, options })
        } else {
            Origin::Level(Setup { level: Some(decode(level)?), options })
        };
        Ok(Named { puzzle, origin, moves })
    }
}

/// The id of a position alone.
pub(crate) fn position_id(board: &dyn telusur_puzzles::Board) -> String {
    format!("{}:{}{}", board.puzzle(), encode(&board.text()), query(&board.options()))
}

fn query(options: &[(String, String)]) -> String {
    let mut query = String::new();
    for (i, (name, value)) in options.iter().enumerate() {
        let mark = if i == 0 { '?' } else { '&' };
        query += &format!("{mark}{}={}", encode(name), encode(value));
    }
    query
}

fn encode(text: &str) -> String {
    let mut word = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => word.push('+'),
            b'|' => word.push('$'),
            b'>' => word.push('~'),
            b'/' | b'.' | b'-' | b'_' | b',' | b':' => word.push(byte as char),
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
            b'$' => b'|',
            b'~' => b'>',
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

    fn open(id: &str) -> Result<Session, IdError> {
        Session::from_id(id, &Deadline::never())
    }
    use proptest::prelude::*;

    #[test]
    fn ids_open_the_same_position() {
        let setup = Setup::level("1 2 3/4 5 6/7 . 8").with("goal", "1 2 3/4 . 6/7 5 8");
        let mut game = Session::open("tiles", &setup).unwrap();
        game.play("5").unwrap();
        assert_eq!(game.id(), "tiles:1+2+3/4+.+6/7+5+8?goal=1+2+3/4+.+6/7+5+8");
        let again = open(&game.id()).unwrap();
        assert_eq!(again.id(), game.id());
        assert!(again.board().status().is_solved());
    }

    #[test]
    fn ids_carry_moves() {
        let mut game = Session::open("hanoi", &Setup::level("3 2 1 | |")).unwrap();
        assert_eq!(game.id_with_moves(), "hanoi:3+2+1+$+$");
        game.play("A>B").unwrap();
        game.restart();
        game.play_all(&["A>C", "A>B"], &Deadline::never()).unwrap();
        assert_eq!(game.id(), "hanoi:3+$+2+$+1");
        assert_eq!(game.id_with_moves(), "hanoi:3+2+1+$+$?moves=A~C,A~B");
        let mut again = open(&game.id_with_moves()).unwrap();
        assert_eq!((again.moves_made(), again.board().text()), (2, game.board().text()));
        assert!(again.undo() && again.undo() && !again.undo());
        let klotski = Session::open("klotski", &Setup::level("a,b/.##").with("goal", "a.b/,..")).unwrap();
        let mut klotski = klotski;
        klotski.play_all(&["ad", ",l"], &Deadline::never()).unwrap();
        let id = klotski.id_with_moves();
        assert!(id.ends_with("moves=ad,%2Cl"), "{id}");
        assert_eq!(open(&id).unwrap().board().text(), klotski.board().text());
    }

    #[test]
    fn generated_levels_have_short_ids() {
        let id = "tiles#7?difficulty=3&size=2x3";
        let mut game = open(id).unwrap();
        assert_eq!((game.id(), game.id_with_moves()), (id.to_owned(), id.to_owned()));
        let first = game.board().moves().remove(0);
        game.play(&first).unwrap();
        assert_eq!(game.id_with_moves(), format!("{id}&moves={first}"));
        assert!(game.id().starts_with("tiles:"), "{}", game.id());
        for id in [game.id(), game.id_with_moves()] {
            assert_eq!(open(&id).unwrap().board().text(), game.board().text());
        }
        assert_eq!(open("water#1").unwrap().id(), "water#1");
    }

    #[test]
    fn bad_ids_are_refused() {
        for id in [
            "",
            "tiles",
            "chess:x",
            "chess#1",
            "tiles:",
            "tiles:1+1",
            "tiles:1+.?goal",
            "tiles:%",
            "tiles:%zz",
            "tiles:%ff",
            "tiles#x",
            "tiles#-1",
            "tiles#1?difficulty=0",
            "tiles#1?difficulty=11",
            "tiles#1?colours=3&size=99x99",
            "tiles:1+2+3/4+.+6/7+5+8?moves=1",
            "tiles:1+2+3/4+.+6/7+5+8?moves=5,,8",
        ] {
            assert!(open(id).is_err(), "{id}");
        }
        assert!(open("tiles:1+2+3/4+.+6/7+5+8?moves=").is_ok());
    }

    proptest! {
        #[test]
        fn any_text_survives(text in any::<String>()) {
            let word = encode(&text);
            prop_assert!(word.is_ascii() && !word.contains(['?', '&', '=', ' ', '#', '|', '<', '>', '"']));
            prop_assert_eq!(decode(&word).unwrap(), text);
        }

        #[test]
        fn decoding_never_panics(word in any::<String>()) {
            _ = open(&word);
            _ = open(&format!("hanoi:{word}"));
            _ = open(&format!("hanoi:3+2+1+$+$?moves={word}"));
        }
    }
}
