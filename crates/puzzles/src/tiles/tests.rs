//! Boards of every shape, opened, touched and solved.

use super::*;
use crate::board::Status;
use crate::catalogue::Entry;
use crate::level::Setup;
use crate::making::{Making, Wish};
use crate::play::Drop;
use crate::puzzle::Task;
use telusur_search::Claim;

#[test]
fn every_shape_opens_again_as_itself() {
    let shapes = (1..=18).flat_map(|rows| [(rows, 1), (1, rows), (rows, 3), (2, rows)]);
    for (rows, columns) in shapes {
        let size = format!("{rows}x{columns}");
        let mut board = TilesEntry.open(&Setup::default().with("size", &size)).unwrap();
        for _ in 0..2 {
            let mut setup = Setup::level(&board.text());
            setup.options.extend(board.options());
            let again = TilesEntry.open(&setup).unwrap_or_else(|e| panic!("{size}: {e}"));
            assert_eq!((again.text(), again.options()), (board.text(), board.options()), "{size}");
            assert_eq!((again.moves(), again.status()), (board.moves(), board.status()), "{size}");
            let picture = again.picture();
            assert_eq!((picture.width, picture.height), (columns as f32, rows as f32), "{size}");
            let Some(m) = board.moves().first().cloned() else { break };
            board = board.play(&m).unwrap();
        }
        // The goal survives too.
        let mut setup = Setup::level(&board.text()).with("goal", &board.text());
        setup.options.extend(board.options());
        let board = TilesEntry.open(&setup).unwrap();
        let mut setup = Setup::level(&board.text());
        setup.options.extend(board.options());
        let again = TilesEntry.open(&setup).unwrap();
        assert_eq!((again.status(), again.options()), (Status::Solved, board.options()), "{size}");
        if rows * columns > 1 {
            let wish = Wish { seed: 1, options: [("size".to_owned(), size)].into(), ..Wish::default() };
            assert!(
                TilesEntry.open(&TilesEntry.generate(&wish, &mut Making::unlimited()).unwrap().setup).is_ok()
            );
        }
    }
}

#[test]
fn a_touch_slides_all_tiles_up_to_the_blank() {
    let board = TilesEntry.open(&Setup::level("1 2 3 4/5 6 7 8/9 10 11 ./13 14 15 12")).unwrap();
    let touched = |id: &str| board.attempts(id, &Drop::Tap);
    assert_eq!(touched("tile-9"), ["11", "10", "9"]);
    assert_eq!(touched("tile-4"), ["8", "4"]);
    assert_eq!(touched("tile-12"), ["12"]);
    assert_eq!(touched("tile-6"), ["6"], "which is refused with the rule");
    assert!(touched("tile-99").is_empty() && touched("blank").is_empty());
    let mut after = board.boxed();
    for text in touched("tile-9") {
        after = after.play(&text).unwrap();
    }
    assert_eq!(after.text(), "1 2 3 4/5 6 7 8/. 9 10 11/13 14 15 12");
}

#[test]
fn a_board_on_one_line_is_solved_as_a_board() {
    let claim = |setup: &Setup| {
        let mut unobserved = ();
        let answer = TilesEntry.open(setup).unwrap().solve(Task::new(&mut unobserved)).unwrap();
        let path = answer.path().unwrap();
        (path.claim, path.moves.len())
    };
    let list = Setup::level("5 1 2 4 9 6 3 8 13 10 7 12 14 . 11 15");
    assert_eq!(claim(&list), (Claim::Optimal, 10));
    // A single row is one only if that was asked for.
    assert_eq!(claim(&list.with("size", "1x16")), (Claim::Unsolvable, 0));
    assert_eq!(claim(&Setup::level("1 2 . 3").with("size", "1x4")), (Claim::Optimal, 1));
}
