//! Level files: head, options, level text.

use super::boards::sound;
use super::texts::placed;
use crate::target::{Inspection, Judge, Outcome, hold, refusal};
use telusur_puzzles::{Entry, LevelError, LevelFile, LevelList, catalogue};

/// Opens what the input says as the command line does.
pub(super) fn judge(puzzle: &'static str) -> Judge {
    Box::new(move |input| {
        let entry = catalogue::find(puzzle).ok_or("there is no such puzzle")?;
        let text = String::from_utf8_lossy(input);
        listed(entry, &text)?;
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

/// The same text as a list: every level stands in a line of it, and what is wrong with one is said at a place of it.
fn listed(entry: &'static dyn Entry, text: &str) -> Result<(), String> {
    let Ok(list) = LevelList::read(entry, text) else { return Ok(()) };
    let lines = text.split('\n').count();
    hold(!list.levels.is_empty(), || "a list without a level".to_owned())?;
    for file in list.levels.iter().take(50) {
        hold(file.line() <= lines + 1, || format!("a level in line {} of {lines}", file.line()))?;
        let error = file.open(entry).err();
        let place = error.filter(|error| error.option.is_none()).and_then(|error| error.place);
        hold(place.is_none_or(|(line, _)| line <= lines + 1), || format!("{place:?} in {lines} lines"))?;
    }
    Ok(())
}

fn refused(text: &str, error: &LevelError) -> Inspection {
    hold(!error.problem.is_empty() && !error.remedy.is_empty(), || format!("{error:?} names nothing"))?;
    placed(text, Some(error))?;
    let named = error.place.is_some();
    Ok(refusal(&error.to_string())?.then(Outcome::named("placed", named)))
}
