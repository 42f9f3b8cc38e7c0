//! Games as text: saved, as an address, and as a wish.

use super::boards::sound;
use crate::target::{Inspection, Judge, Outcome, hold, refusal};
use std::time::Duration;
use telusur_puzzles::{GenerateError, Making, Wish, catalogue};
use telusur_search::{Cancel, Deadline, Limits};
use telusur_session::{IdError, OpenError, Session};

/// How long a level may be in the making: long enough for easy ones.
const MAKING: Duration = Duration::from_millis(30);

pub(super) fn saves() -> Judge {
    Box::new(|input| {
        let text = String::from_utf8_lossy(input);
        let limits = Limits::none().with_bytes(32 << 20);
        let game = match Session::load_within(&text, &limits) {
            Ok(game) => game,
            Err(error) => return Ok(refusal(&error.to_string())?.sized(input.len())),
        };
        let saved = game.save();
        let again = Session::load_within(&saved, &limits)
            .map_err(|error| format!("the game that was saved as {saved:?} is refused: {error}"))?;
        let same = again.save() == saved;
        hold(same, || format!("{saved:?} is loaded and saved as {:?}", again.save()))?;
        let here = (again.here(), again.moves_made(), again.positions(), again.board().text());
        let same = here == (game.here(), game.moves_made(), game.positions(), game.board().text());
        hold(same, || format!("{saved:?} is another game after loading"))?;
        Ok(sound(game.entry(), game.board())?.then(Outcome::named("saved", game.positions().min(30))))
    })
}

pub(super) fn ids() -> Judge {
    fn deadline() -> Deadline {
        Deadline::new(Some(MAKING), Cancel::new())
    }
    fn is_stopped(error: &IdError) -> bool {
        matches!(error, IdError::Open(OpenError::Generate(GenerateError::Stopped(_))) | IdError::Play(_))
    }
    Box::new(|input| {
        let text = String::from_utf8_lossy(input);
        let game = match Session::from_id(&text, &deadline()) {
            Ok(game) => game,
            Err(error) => return Ok(refusal(&error.to_string())?.sized(input.len())),
        };
        for id in [game.id(), game.id_with_moves()] {
            let plain = |byte: u8| byte.is_ascii_graphic() && !b"<>\"|`{}^\\".contains(&byte);
            hold(id.bytes().all(plain), || format!("{id:?} does not fit an address"))?;
            let again = match Session::from_id(&id, &deadline()) {
                Ok(again) => again,
                // A made level takes time twice, and the machine may have been busy.
                Err(error) if is_stopped(&error) => continue,
                Err(error) => return Err(format!("the id {id:?} is refused: {error}")),
            };
            let same = again.board().text() == game.board().text()
                && again.board().options() == game.board().options();
            hold(same, || format!("the id {id:?} opens {:?}", again.board().text()))?;
            hold(again.id() == game.id() || again.moves_made() != game.moves_made(), || {
                format!("the id {id:?} becomes {:?}", again.id())
            })?;
        }
        Ok(sound(game.entry(), game.board())?.then(Outcome::named("id", game.moves_made().min(9))))
    })
}

/// The first line names a puzzle, the others are options of the wish: `key: value`.
pub(super) fn wishes() -> Judge {
    fn read(text: &str) -> (&str, Wish) {
        let mut lines = text.split('\n');
        let puzzle = lines.next().unwrap_or_default();
        let mut wish = Wish::default();
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            match name {
                "seed" => wish.seed = value.parse().unwrap_or(0),
                "difficulty" => wish.difficulty = value.parse().ok(),
                _ => _ = wish.options.insert(name.to_owned(), value.to_owned()),
            }
        }
        (puzzle, wish)
    }
    Box::new(|input| -> Inspection {
        let text = String::from_utf8_lossy(input);
        let (puzzle, wish) = read(&text);
        let Some(entry) = catalogue::find(puzzle) else { return Ok(Outcome::named("no puzzle", ())) };
        let mut making = Making::new(Deadline::new(Some(MAKING), Cancel::new()));
        match entry.generate(&wish, &mut making) {
            Ok(made) => {
                hold((1..=10).contains(&made.difficulty), || format!("difficulty {}", made.difficulty))?;
                let board = entry
                    .open(&made.setup)
                    .map_err(|error| format!("{wish:?} made {:?}, which is refused: {error}", made.setup))?;
                Ok(sound(entry, &*board)?.then(Outcome::named(puzzle, made.difficulty)))
            }
            Err(GenerateError::Stopped(_)) => Ok(Outcome::named("stopped", puzzle)),
            Err(error) => Ok(refusal(&error.to_string())?.then(Outcome::named(puzzle, ()))),
        }
    })
}
