//! What the page asks of levels and games, and what it means by it.

use crate::{Made, Problem, answerable, seat};
use serde::Deserialize;
use std::collections::BTreeMap;
use telusur_puzzles::{Drop, Language, Making, Setup, Wish};
use telusur_search::{Deadline, Limits};
use telusur_session::{Act, Session};

/// The first language of a list of preferences that we speak, or English.
#[must_use]
pub fn first_known(wanted: &str) -> Language {
    // Browsers list languages by preference, so their order says enough.
    let tag = |range: &str| {
        let tag = range.split([';', '-']).next().unwrap_or("").trim().to_ascii_lowercase();
        tag.parse().ok()
    };
    wanted.split(',').find_map(tag).unwrap_or_default()
}

/// A text that can be the key of a game.
#[must_use]
pub fn key(text: &str) -> Option<String> {
    let plain = text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| text.to_owned())
}

/// A level to look at.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LevelRequest {
    puzzle: String,
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

impl LevelRequest {
    /// The puzzle that is named.
    pub(crate) fn puzzle(&self) -> &str {
        &self.puzzle
    }

    /// Opens it.
    ///
    /// # Errors
    /// If there is no such puzzle, or the level is none of it.
    pub fn open(self) -> Result<Session, Problem> {
        Ok(Session::open(&self.puzzle, &Setup { level: self.level, options: self.options })?)
    }
}

/// A level to make.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WishRequest {
    puzzle: String,
    seed: Option<u64>,
    difficulty: Option<u8>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

impl WishRequest {
    /// Makes it, by the seed that was asked for or another.
    ///
    /// # Errors
    /// If such a level can't be made, or not in time.
    pub fn make(self, other: u64, deadline: Deadline, language: Language) -> Result<Made, Problem> {
        let WishRequest { puzzle, seed, difficulty, options } = self;
        if difficulty.is_some_and(|difficulty| !(1..=10).contains(&difficulty)) {
            return Err(Problem::bad_input("the difficulty goes from 1 to 10"));
        }
        let seed = seed.unwrap_or(other);
        let wish = Wish { seed, difficulty, options };
        let (session, made) = Session::generate_graded(&puzzle, wish, &mut Making::new(deadline))?;
        answerable(session.board(), language)?;
        Ok(Made::new(&session, made, seed))
    }
}

/// A new game: of a level, of an id, or of a saved text.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BeginRequest {
    puzzle: Option<String>,
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    id: Option<String>,
    save: Option<String>,
    /// Who plays: `person`, or the name of a machine player.
    seats: Option<Vec<String>>,
    /// The key of a game whose players play this one too, unless it says who does.
    pub after: Option<String>,
}

impl BeginRequest {
    /// Whether a level has to be made for it.
    #[must_use]
    pub fn is_to_be_made(&self) -> bool {
        self.id.as_ref().is_some_and(|id| id.contains('#'))
    }

    /// The puzzle that the game is of, as far as the request says so before anything of it is opened.
    pub(crate) fn puzzle(&self) -> Option<&str> {
        /// Where a saved game says it, before the first blank line.
        const LINE: &str = "puzzle: ";
        let of_id = || self.id.as_ref()?.split([':', '#', '?']).next();
        let of_save = || {
            let mut head = self.save.as_ref()?.lines().take_while(|line| !line.is_empty());
            head.find_map(|line| line.strip_prefix(LINE)).map(str::trim)
        };
        self.puzzle.as_deref().or_else(of_id).or_else(of_save)
    }

    /// Opens the game; `before` is the one whose key it names.
    ///
    /// # Errors
    /// If what it begins with can't be opened.
    pub fn open(
        self,
        before: Option<&Session>,
        limits: &Limits,
        language: Language,
    ) -> Result<Session, Problem> {
        let of_level = self.puzzle.is_some() || self.level.is_some() || !self.options.is_empty();
        let mut session = match (self.puzzle, self.id, self.save) {
            (Some(puzzle), None, None) => {
                Session::open(&puzzle, &Setup { level: self.level, options: self.options })?
            }
            (None, Some(id), None) if !of_level => Session::from_id(&id, &limits.deadline)?,
            (None, None, Some(save)) if !of_level => {
                let mut session = Session::load_within(&save, limits)?;
                // Whether a wish makes this level is somebody's word.
                session.forget_wish();
                session
            }
            _ => {
                return Err(Problem::bad_input(
                    "a game begins with a puzzle (perhaps a level and options), or an id, or a save",
                ));
            }
        };
        answerable(session.board(), language)?;
        if let Some(seats) = self.seats {
            let seats: Vec<_> = seats.into_iter().map(seat).collect();
            session.set_seats(&seats).map_err(|error| Problem::refused_seat(&error, language))?;
        } else if let Some(before) = before {
            session.seat_like(before);
        }
        Ok(session)
    }
}

/// Moves, or what a hand tried.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MovesRequest {
    moves: Option<Vec<String>>,
    attempt: Option<Attempt>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Attempt {
    grip: String,
    onto: Option<String>,
    by: Option<Vec<(i8, i8)>>,
    #[serde(default)]
    tap: bool,
}

impl MovesRequest {
    /// What is to be done, and where the client believes the game to stand.
    ///
    /// # Errors
    /// If it says too little, or too much.
    pub fn act(self) -> Result<(Act, Option<usize>), Problem> {
        let act = match (self.moves, self.attempt) {
            (Some(moves), None) if !moves.is_empty() => Act::Play(moves),
            (None, Some(Attempt { grip, onto, by, tap })) => {
                let drop = match (onto, by, tap) {
                    (Some(item), None, false) => Some(Drop::Onto(vec![item])),
                    (None, Some(steps), false) => Some(Drop::By(steps)),
                    (None, None, true) => Some(Drop::Tap),
                    _ => None,
                };
                let drop =
                    drop.ok_or_else(|| Problem::bad_input("an attempt needs one of onto, by and tap"))?;
                Act::Attempt { grip, drop }
            }
            _ => return Err(Problem::bad_input("a move needs a list of moves, or an attempt")),
        };
        Ok((act, self.node))
    }
}

/// A position of the tree to go to.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GoRequest {
    node: usize,
}

impl GoRequest {
    /// What is to be done.
    #[must_use]
    pub fn act(self) -> Act {
        Act::Go(self.node)
    }
}

/// The moves of a solution, as they are or as a job has found them.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LineRequest {
    /// The moves.
    pub moves: Option<Vec<String>>,
    /// Or the job.
    pub job: Option<String>,
    /// The position that the client believes the game to be in.
    pub node: Option<usize>,
}

/// A move of a machine player to find.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    opponent: Option<String>,
    seed: Option<u64>,
    /// The position that the client believes the game to be in.
    pub node: Option<usize>,
}

impl ReplyRequest {
    /// Finds it, by the seed that was asked for or another.
    ///
    /// # Errors
    /// If there is no such player, or no move in time.
    pub fn find(
        &self,
        session: &Session,
        other: u64,
        limits: &Limits,
        language: Language,
    ) -> Result<String, Problem> {
        let found = session.find_reply(self.opponent.as_deref(), self.seed.unwrap_or(other), limits);
        found.map_err(|error| Problem::refused_seat(&error, language))
    }
}

/// Who is to sit where.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatsRequest {
    seats: Vec<String>,
}

impl SeatsRequest {
    /// What is to be done.
    #[must_use]
    pub fn act(self) -> Act {
        Act::Seats(self.seats.into_iter().map(seat).collect())
    }
}

/// Another level of the same puzzle, by its text or name; this one with other options; or a variant that the game
/// offers, by its name.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeRequest {
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    variant: Option<String>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

impl ChangeRequest {
    /// What is to be done, and where the client believes the game to stand.
    ///
    /// # Errors
    /// If a variant is asked for, and something else too.
    pub fn act(self) -> Result<(Act, Option<usize>), Problem> {
        let act = match (self.variant, self.level) {
            (Some(name), None) if self.options.is_empty() => Act::Variant(name),
            (Some(_), _) => return Err(Problem::bad_input("a variant has its own level and options")),
            (None, Some(level)) => Act::Level(Setup { level: Some(level), options: self.options }),
            (None, None) => Act::Options(self.options),
        };
        Ok((act, self.node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_speak() {
        for (wanted, language) in [
            ("", Language::English),
            ("id", Language::Indonesian),
            ("id-ID,id;q=0.9,en;q=0.8", Language::Indonesian),
            ("fr, ID;q=0.5, en;q=0.1", Language::Indonesian),
            ("en-GB, id", Language::English),
            ("fr", Language::English),
            (";;,,--", Language::English),
        ] {
            assert_eq!(first_known(wanted), language, "{wanted}");
        }
    }

    /// What a game is of is known before anything of it is opened, however it is named.
    #[test]
    fn the_puzzle_of_a_game_is_known_beforehand() {
        let save = "telusur game 1\npuzzle: rules\noption: rules=x\n\n0 play puzzle: tiles\n".to_owned();
        let of = |request: BeginRequest| request.puzzle().map(str::to_owned);
        let begin = BeginRequest::default;
        for (request, expected) in [
            (BeginRequest { puzzle: Some("rules".to_owned()), ..begin() }, Some("rules")),
            (BeginRequest { id: Some("rules:0?rules=puzzle+x".to_owned()), ..begin() }, Some("rules")),
            (BeginRequest { id: Some("rules#7?rules=puzzle+x".to_owned()), ..begin() }, Some("rules")),
            (BeginRequest { save: Some(save), ..begin() }, Some("rules")),
            (BeginRequest { save: Some("no game".to_owned()), ..begin() }, None),
            (begin(), None),
        ] {
            assert_eq!(of(request).as_deref(), expected);
        }
    }
}
