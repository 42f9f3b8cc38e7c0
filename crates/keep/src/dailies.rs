//! Puzzles of the day that were solved by hand.

use crate::games::Change;
use crate::now;
use rusqlite::{Connection, Row, params};
use telusur_puzzles::Date;
use telusur_session::SolvedDaily;

/// All of them, the latest day first.
pub(crate) const DAILIES: &str =
    "SELECT puzzle, date, moves, millis, solved FROM dailies ORDER BY date DESC, puzzle";

/// A row of [`DAILIES`]; nothing if its number is no date.
pub(crate) fn daily(row: &Row<'_>) -> rusqlite::Result<Option<SolvedDaily>> {
    let number: i64 = row.get(1)?;
    let date = u64::try_from(number).ok().and_then(Date::of_number);
    let (puzzle, moves, millis, solved) = (row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?);
    Ok(date.map(|date| SolvedDaily { puzzle, date, moves, millis, solved }))
}

/// Notes that the puzzle of a day was solved.
pub(super) fn note(connection: &Connection, date: Date, solved: &Change) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO dailies (puzzle, date, moves, millis, solved) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (puzzle, date) DO UPDATE SET
                 moves = min(moves, excluded.moves), millis = min(millis, excluded.millis)",
        )?
        .execute(params![solved.puzzle, date.number() as i64, solved.moves as i64, solved.millis, now()])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use telusur_puzzles::{Making, catalogue, daily_wish};
    use telusur_session::{Feat, Keeper, Session};

    #[test]
    fn a_solved_puzzle_of_the_day_is_noted_once_with_its_best() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let date: Date = "2026-11-16".parse().unwrap();
        let wish = daily_wish(catalogue::find("tiles").unwrap(), date);
        for detour in [true, false] {
            let mut game = Session::generate("tiles", wish.clone(), &mut Making::unlimited()).unwrap();
            let mut place = store.begin(&game).unwrap().unwrap();
            if detour {
                let there = game.board().moves()[0].clone();
                game.play(&there).unwrap();
                game.play(&there).unwrap();
            }
            let mut unobserved = ();
            let answer = game.board().solve(telusur_puzzles::Task::new(&mut unobserved)).unwrap();
            for text in &answer.path().unwrap().moves {
                game.play(text).unwrap();
            }
            assert!(store.keep(&mut place, &game, Some(Feat { optimum: None })).unwrap());
            let noted = store.solved_dailies().unwrap();
            assert_eq!((noted.len(), noted[0].date, noted[0].moves), (1, date, game.moves_made() as i64));
        }
        // Another level of the same puzzle is no puzzle of a day.
        let mut game = Session::open("tiles", &telusur_puzzles::Setup::level("1 2/. 3")).unwrap();
        let mut place = store.begin(&game).unwrap().unwrap();
        game.play("3").unwrap();
        assert!(store.keep(&mut place, &game, Some(Feat { optimum: None })).unwrap());
        assert_eq!(store.solved_dailies().unwrap().len(), 1);
    }
}
