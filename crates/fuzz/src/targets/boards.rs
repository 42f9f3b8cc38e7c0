//! What must hold of any board, however it was reached.

use crate::target::{Inspection, Outcome, hold};
use std::collections::BTreeSet;
use telusur_puzzles::printable::is_obeyed;
use telusur_puzzles::{Board, Entry, Setup, Status};

/// Larger boards are only written and read again: drawing them would take most of the time.
const MOST_ITEMS: usize = 2000;
/// Longer texts are not read again.
const MOST_TEXT: usize = 1 << 16;

/// Its text with its options gives an equal board; its moves differ and fit its status; what it says it shows is what it
/// shows.
pub(super) fn sound(entry: &dyn Entry, board: &dyn Board) -> Inspection {
    let (text, options, status) = (board.text(), board.options(), board.status());
    let said = options.iter().flat_map(|(name, value)| [name, value]).chain([&text]);
    for said in said {
        let obeyed = said.chars().any(|letter| letter != '\n' && is_obeyed(letter));
        hold(!obeyed, || format!("the board holds what a terminal obeys: {said:?}"))?;
    }
    let extent = board.extent();
    let kind = (std::mem::discriminant(&status), options.len(), extent.plays.min(20), board.metric());
    let outcome = Outcome::named("board", kind).sized(extent.items);
    if extent.items > MOST_ITEMS || extent.plays > MOST_ITEMS || text.len() > MOST_TEXT {
        return Ok(outcome);
    }
    let moves = board.moves();
    let different: BTreeSet<&String> = moves.iter().collect();
    hold(different.len() == moves.len(), || format!("two moves have one name: {moves:?}"))?;
    let fits = match status {
        Status::Playing => !moves.is_empty(),
        Status::Stuck | Status::Over { .. } | Status::Drawn => moves.is_empty(),
        Status::Solved => board.moves_left().is_none_or(|left| left == 0u32.into()),
    };
    hold(fits, || format!("{status:?} does not fit the moves {moves:?}"))?;
    let (plays, items) = (board.plays(), board.picture().items.len());
    let shown = (items, plays.len()) == (extent.items, extent.plays);
    hold(shown, || format!("{extent:?} are {items} items and {} plays", plays.len()))?;
    let same = plays.iter().map(|play| &play.text).eq(&moves);
    hold(same, || format!("the plays are not the moves {moves:?}"))?;
    _ = board.solvable();
    let mut setup = Setup::level(&text);
    setup.options.extend(options.iter().cloned());
    let again = match entry.open(&setup) {
        Ok(again) => again,
        Err(error) => return Err(format!("its own text {text:?} with {options:?} is refused: {error}")),
    };
    let equal = again.text() == text
        && again.options() == options
        && again.status() == status
        && again.metric() == board.metric()
        && again.turn() == board.turn()
        && again.moves() == moves;
    hold(equal, || {
        format!("{text:?} with {options:?} is read as {:?} with {:?}", again.text(), again.options())
    })?;
    Ok(outcome)
}
