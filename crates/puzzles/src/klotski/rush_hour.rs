//! Rush Hour boards as people exchange them: 36 characters, row by row. `o` or `.` is empty, `x` a wall, every other
//! letter a car; `A` is the car that goes to the right edge of its row.

use crate::level::LevelError;

const SIDE: usize = 6;
const FORM: &str =
    "write 36 characters: o empty, x wall, a letter for each car, A the one that goes to the right edge";

/// Whether a text can only be such a board: a single row of its length.
pub(super) fn is_rush_hour(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() == SIDE * SIDE && text.chars().all(|c| c == '.' || c.is_ascii_alphabetic())
}

/// Reads such a board: the level and the goal that belongs to it, as drawings.
pub(super) fn read(text: &str) -> Result<(String, String), LevelError> {
    let letters: Vec<char> = text.trim().chars().collect();
    let car: Vec<usize> = (0..letters.len()).filter(|&i| letters[i] == 'A').collect();
    let wrong = |problem: &str, at: usize| LevelError::new(problem, FORM).at(1, at + 1);
    let (Some(&first), Some(&last)) = (car.first(), car.last()) else {
        return Err(LevelError::new("no car is called A", FORM));
    };
    if first / SIDE != last / SIDE || last - first + 1 != car.len() {
        return Err(wrong("the car A does not lie in one row", last).token("A"));
    }
    for (at, &letter) in letters.iter().enumerate().filter(|(_, letter)| !"ox.".contains(**letter)) {
        let before = |step: usize| at.checked_sub(step).is_some_and(|there| letters[there] == letter);
        let is_first = !letters[..at].contains(&letter);
        if !is_first && !before(SIDE) && (at.is_multiple_of(SIDE) || !before(1)) {
            return Err(wrong("this car does not lie in one line", at).token(&letter.to_string()));
        }
    }
    let cell = |i: usize| match letters[i] {
        'o' | '.' => '.',
        'x' => '#',
        letter => letter,
    };
    // The same row, as far to the right as the board goes.
    let goal_from = (first / SIDE + 1) * SIDE - car.len();
    let goal = |i: usize| if (goal_from..goal_from + car.len()).contains(&i) { 'A' } else { '.' };
    let drawn = |cell: &dyn Fn(usize) -> char| {
        let row = |row: usize| (row * SIDE..(row + 1) * SIDE).map(cell).collect::<String>();
        (0..SIDE).map(row).collect::<Vec<_>>().join("/")
    };
    Ok((drawn(&cell), drawn(&goal)))
}

#[cfg(test)]
mod tests {
    use super::super::KlotskiEntry;
    use super::*;
    use crate::catalogue::Entry;
    use crate::level::Setup;
    use crate::puzzle::Task;

    #[test]
    fn a_board_is_read_row_by_row() {
        let (level, goal) = read("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM").unwrap();
        assert_eq!(level, "IBB#../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM");
        assert_eq!(goal, "....../....../....AA/....../....../......");
        assert!(
            !is_rush_hour("aBBb/aBBb") && !is_rush_hour(&"#".repeat(36)) && !is_rush_hour(&"a".repeat(35))
        );
    }

    /// Counts that a plain breadth-first search over cars has given too: a move is one car, any distance.
    #[test]
    fn boards_have_their_known_optimum_however_they_are_written() {
        for (text, optimum) in
            [("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 60), ("BB.KMxDDDKM.IAAL..I.JLEE..JFFN.GG.xN", 58)]
        {
            let board = KlotskiEntry.open(&Setup::level(text)).unwrap();
            let mut unobserved = ();
            let answer = board.solve(Task::new(&mut unobserved)).unwrap();
            assert_eq!(answer.path().unwrap().moves.len(), optimum, "{text}");
            // The position as text is a level of its own.
            let options = board.options().into_iter().collect();
            let again = KlotskiEntry.open(&Setup { level: Some(board.text()), options }).unwrap();
            assert_eq!((again.text(), again.options()), (board.text(), board.options()));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, expected) in [
            ("IBBxooIooLDDJooLooJoKEEMFFKooMGGHHHM", "no car is called A"),
            ("IBBxooIooLDDJAALooJAKEEMFFKooMGGHHHM", "column 20: 'A': the car A does not lie in one row"),
            ("BBooooooooooAAoooooooooooooooooooooB", "column 36: 'B': this car does not lie in one line"),
        ] {
            let error = KlotskiEntry.open(&Setup::level(text)).err().unwrap().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
