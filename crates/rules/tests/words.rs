//! What positions of texts are called in words: for people who hear the board instead of seeing it.

use telusur_puzzles::{Answer, Board, Drop, Entry, Language, MoveError, Setup, Status, Task};
use telusur_rules::collection;
use telusur_search::game::Verdict;

fn board(puzzle: &str, level: &str) -> Box<dyn Board> {
    let entry = collection().iter().find(|entry| entry.name() == puzzle).unwrap();
    entry.open(&Setup::level(level)).unwrap()
}

fn said(board: &dyn Board, language: Language) -> String {
    board.picture().description.in_language(language).to_owned()
}

#[test]
fn boards_are_told_row_by_row_with_marks_and_missing_cells() {
    let sokoban = board("sokoban", "two");
    assert_eq!(
        said(&*sokoban, Language::English),
        "position: row 1: a1 man, b1 to c1 floor, d1 no cell; row 2: a2 floor, b2 to c2 crate, d2 floor; \
         row 3: a3 no cell, b3 to d3 floor; row 4: a4 to d4 floor (marked)"
    );
    assert_eq!(
        said(&*sokoban, Language::Indonesian),
        "posisi: baris 1: a1 man, b1 sampai c1 floor, d1 bukan petak; baris 2: a2 floor, b2 sampai c2 crate, d2 floor; \
         baris 3: a3 bukan petak, b3 sampai d3 floor; baris 4: a4 sampai d4 floor (bertanda)"
    );
    let lights = board("lights", "cross");
    assert_eq!(
        said(&*lights, Language::English),
        "position: row 1: a1 to e1 off; row 2: a2 to b2 off, c2 on, d2 to e2 off; row 3: a3 off, b3 to d3 on, e3 off; \
         row 4: a4 to b4 off, c4 on, d4 to e4 off; row 5: a5 to e5 off"
    );
}

#[test]
fn other_arrangements_are_told_as_they_are_drawn() {
    for (puzzle, level, expected) in [
        ("crossing", "all", "left: farmer, wolf, goat, cabbage; right: nothing"),
        (
            "magnetic",
            "two",
            "peg A, from the top: 1 red, 2 red; peg B: empty; peg C, from the top: 3 red, 4 red",
        ),
        ("nim", "usual", "player 1 to move; position: heap 1: 3; heap 2: 4; heap 3: 5"),
        ("jugs", "", " of "),
    ] {
        let setup = if level.is_empty() { Setup::default() } else { Setup::level(level) };
        let entry = collection().iter().find(|entry| entry.name() == puzzle).unwrap();
        let text = said(&*entry.open(&setup).unwrap(), Language::English);
        assert!(text.contains(expected), "{puzzle}: {text}");
    }
}

/// No position of the collection is told as the program's own `name[index]`, on the board or by its items; and all
/// that differs is told differently.
#[test]
fn every_position_has_words_of_its_own() {
    for entry in collection() {
        let start = entry.open(&Setup::default()).unwrap();
        for language in Language::ALL {
            let mut told = std::collections::BTreeSet::from([said(&*start, language)]);
            for text in start.moves() {
                let next = start.play(&text).unwrap();
                assert!(told.insert(said(&*next, language)), "{}: {text}", entry.name());
            }
            for text in told {
                assert!(!text.contains('[') && !text.is_empty(), "{}: {text}", entry.name());
            }
        }
        for item in start.picture().items {
            let name = item.name.in_language(Language::English);
            assert!(!name.contains('['), "{}: {name}", entry.name());
        }
    }
}

/// A touch on something that no move takes becomes a move that is refused, so that its rule is named.
#[test]
fn what_can_t_move_is_refused_by_a_rule() {
    let start = board("crossing", "all");
    let touch = |board: &dyn Board, id: &str| board.attempts(id, &Drop::Tap);
    let moved = start.play("take-goat-right").unwrap();
    // The wolf is on the other bank than the boat.
    let tried = touch(&*moved, "at-wolf");
    assert_eq!(tried.len(), 1, "{tried:?}");
    assert!(matches!(moved.play(&tried[0]), Err(MoveError::Illegal { .. })));
    // What can be done is done.
    let play = start.plays().into_iter().find(|play| !play.grips[0].is_empty()).unwrap();
    assert_eq!(start.attempts(&play.grips[0], &play.drop), [play.text]);
    assert!(touch(&*start, "nothing").is_empty());
}

/// A game without a winner is a draw, and not a loss of the player who is to move; best play keeps it.
#[test]
fn a_draw_is_neither_won_nor_lost() {
    let full = board("noughts", "xox/xox/oxo");
    assert_eq!((full.status(), full.status().name()), (Status::Drawn, "over"));
    let lost = board("noughts", "xxx/oo./...");
    assert_eq!(lost.status(), Status::Over { mover_won: false });
    let start = board("noughts", "o../.../...");
    let Answer::Game(answer) = start.solve(Task::new(&mut ())).unwrap() else { panic!("it is a game") };
    assert_eq!((answer.verdict, answer.winning_moves.len()), (Some(Verdict::Draw), 0));
    assert_eq!(answer.best_moves, ["put-b2"]);
    for text in start.moves() {
        let next = start.play(&text).unwrap();
        let Answer::Game(reply) = next.solve(Task::new(&mut ())).unwrap() else { panic!("it is a game") };
        let keeps = reply.verdict == Some(Verdict::Draw);
        assert_eq!(keeps, answer.best_moves.contains(&text), "{text}");
    }
}
