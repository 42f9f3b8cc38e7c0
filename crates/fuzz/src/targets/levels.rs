//! Level files: head, options, level text.

use super::boards::sound;
use super::texts::placed;
use crate::target::{Judge, Outcome, Verdict, hold, refusal};
use telusur_puzzles::{LevelError, LevelFile, catalogue};

/// Opens what the input says as the command line does.
pub(super) fn judge(puzzle: &'static str) -> Judge {
    Box::new(move |input| {
        let entry = catalogue::find(puzzle).ok_or("there is no such puzzle")?;
        let text = String::from_utf8_lossy(input);
        let file = match LevelFile::read(&text) {
            Ok(file) => file,
            Err(error) => return refused(&text, &error),
        };
        match catalogue::open(entry, &file.setup) {
            Ok(board) => Ok(sound(entry, &*board)?.sized(input.len())),
            Err(error) => {
                let is_named = file
                    .setup
                    .level
                    .as_deref()
                    .is_some_and(|level| entry.levels().iter().any(|known| known.name == level.trim()));
                let error = file.placed(error);
                // What is wrong with a level that was named stands in no line of the file.
                match is_named || error.option.is_some() {
                    true => refusal(&error.to_string()),
                    false => refused(&text, &error),
                }
            }
        }
    })
}

fn refused(text: &str, error: &LevelError) -> Verdict {
    hold(!error.problem.is_empty() && !error.remedy.is_empty(), || format!("{error:?} names nothing"))?;
    placed(text, Some(error))?;
    let named = error.place.is_some();
    Ok(refusal(&error.to_string())?.then(Outcome::named("placed", named)))
}
