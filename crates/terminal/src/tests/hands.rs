//! Levels played to their ends with keys and with the mouse.

use super::stage::{COLOURS, LINES, Stage, game};
use telusur_puzzles::{Drop, Language};
use telusur_session::Session;

/// The shortest solution of the game on stage.
fn solution(session: &Session) -> Vec<String> {
    let answer = session.board().solve(telusur_puzzles::Task::new(&mut ())).unwrap();
    answer.path().unwrap().moves.clone()
}

#[test]
fn numbers_solve_what_has_numbers() {
    for (puzzle, level) in [
        ("hanoi", "three"),
        ("hanoi", "| 1 | | | | | | | | 3 2 | |"),
        ("water", "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -"),
        ("water", "1 1 1 1|2 2 2 2|3 3 3 3|4 4 4 4|5 5 5 5|6 6 6 6|7 7 7 7|8 8 8 8|9 10 10 9|10 9 9 10|-|-"),
        ("tiles", "1 2 3/4 . 6/7 5 8"),
        ("tiles", "5 1 2 4/9 6 3 8/13 10 7 11/. 14 15 12"),
    ] {
        let mut stage = Stage::game(puzzle, level);
        for text in solution(stage.session()) {
            let plays = stage.session().board().plays();
            let play = plays.iter().find(|play| play.text == text).unwrap();
            for &number in &play.numbers {
                stage.type_number(number);
            }
            assert_eq!(stage.moves().last(), Some(&text), "{}", stage.text());
        }
        assert!(stage.session().board().status().is_solved(), "{puzzle}\n{}", stage.text());
    }
}

#[test]
fn a_number_that_could_go_on_waits_and_says_so() {
    let mut stage = Stage::game("tiles", "1 2 3 4/5 6 7 8/9 10 . 11/13 14 15 12");
    stage.press(&["1"]);
    assert!(
        stage.moves().is_empty() && stage.text().contains("1 so far: another digit, or Enter"),
        "{}",
        stage.text()
    );
    stage.press(&["1"]);
    assert_eq!(stage.moves(), ["11"]);
    // By itself the digit names the first tile, which can't move.
    stage.press(&["1", "Enter"]);
    assert!(stage.text().contains("only a tile beside, above or below"), "{}", stage.text());
    // Escape and every other key forget it.
    for key in ["Escape", "l", "u"] {
        stage.press(&["1", key, "7"]);
        assert!(!stage.app.desk().unwrap().hand.is_typing(), "{key}");
    }
    assert_eq!(stage.moves(), ["7"], "after 1 and u, 7 is 7");
    // No tile has a number that begins with 2 and goes on, so nothing is waited for.
    stage.press(&["2"]);
    assert!(!stage.app.desk().unwrap().hand.is_typing());
    stage.press(&["0"]);
    assert!(stage.text().contains("nothing has the number 0"), "{}", stage.text());

    // How many stones: as many as the pile has, if that is allowed.
    let mut stage =
        Stage::new(game("stones", "12 3", &[("take", "any")]), (80, 24), COLOURS, Language::English);
    stage.press(&["1"]);
    assert!(stage.text().contains("Pile 1: 12 stones. How many?"), "{}", stage.text());
    stage.press(&["1"]);
    assert!(stage.moves().is_empty() && stage.text().contains("1 so far"), "{}", stage.text());
    stage.press(&["1"]);
    assert_eq!(stage.moves(), ["1:11"]);
    stage.press(&["2", "3"]);
    assert_eq!(stage.moves(), ["1:11", "2:3"]);
}

/// Walks the cursor to an item, by the nearest way that the keys offer.
fn walk(stage: &mut Stage, id: &str) {
    for _ in 0..400 {
        let desk = stage.app.desk().unwrap();
        let at = desk.marks().cursor;
        if at.as_deref() == Some(id) {
            return;
        }
        let place = |id: &str| {
            let item = desk.sight.picture.items.iter().find(|item| item.id == id).unwrap();
            let squares = crate::board::squares(item);
            let count = squares.len() as i32;
            (
                squares.iter().map(|s| s.0 * 10).sum::<i32>() / count,
                squares.iter().map(|s| s.1 * 10).sum::<i32>() / count,
            )
        };
        let Some(at) = at else {
            stage.press(&["l"]);
            continue;
        };
        let ((x, y), (to_x, to_y)) = (place(&at), place(id));
        let before = at.clone();
        let (across, down) = (to_x - x, to_y - y);
        let mut keys = if across.abs() >= down.abs() {
            [if across > 0 { "l" } else { "h" }, if down > 0 { "j" } else { "k" }]
        } else {
            [if down > 0 { "j" } else { "k" }, if across > 0 { "l" } else { "h" }]
        }
        .to_vec();
        keys.extend(["l", "j", "h", "k"]);
        for key in keys {
            stage.press(&[key]);
            if stage.app.desk().unwrap().marks().cursor.as_deref() != Some(before.as_str()) {
                break;
            }
        }
    }
    panic!("the cursor never comes to {id}\n{}", stage.text());
}

#[test]
fn cursor_and_space_solve_sliding_blocks() {
    let mut stage = Stage::game("klotski", "hook");
    for text in solution(stage.session()) {
        let plays = stage.session().board().plays();
        let play = plays.iter().find(|play| play.text == text).unwrap().clone();
        walk(&mut stage, &play.grips[0]);
        let Drop::By(steps) = &play.drop else { panic!("{play:?}") };
        let is_only = plays.iter().filter(|other| other.grips == play.grips).count() == 1;
        stage.press(&[" "]);
        if !is_only {
            for step in steps {
                stage.press(&[match step {
                    (1, 0) => "ArrowRight",
                    (-1, 0) => "ArrowLeft",
                    (0, 1) => "ArrowDown",
                    _ => "ArrowUp",
                }]);
            }
            stage.press(&["Enter"]);
        }
        assert_eq!(stage.moves().last().unwrap(), &text, "{}", stage.text());
    }
    assert!(stage.session().board().status().is_solved());
}

#[test]
fn the_mouse_drags_blocks_round_corners() {
    for paint in [COLOURS, LINES] {
        let start = game("klotski", "aa./aa./..b", &[("goal", ".../.aa/.aa")]);
        let mut stage = Stage::new(start, (60, 20), paint, Language::English);
        let b = stage.on_board("b");
        let a = stage.on_board("a");
        // One cell of the board in cells of the screen.
        let (across, down) = ((b.0 - a.0).div_ceil(2) + 1, (b.1 - a.1).div_ceil(2) + 1);
        stage.drag(b, &[(b.0, b.1 - down / 2), (b.0, b.1 - 2 * down + 1)]);
        assert_eq!(stage.moves().len(), 1, "{}", stage.text());
        stage.drag(a, &[(a.0, a.1 + down)]);
        assert_eq!(stage.moves().len(), 2, "{}", stage.text());
        assert!(across > 0);
        // Dragged nowhere it stays.
        let b = stage.on_board("b");
        stage.drag(b, &[(b.0 + 1, b.1), b]);
        assert_eq!(stage.moves().len(), 2);
    }
}

#[test]
fn the_mouse_clicks_pegs_tubes_stones_and_tiles() {
    let mut stage = Stage::game("hanoi", "2 1 | |");
    let (peg_a, peg_b, peg_c) = (stage.on_board("A"), stage.on_board("B"), stage.on_board("C"));
    stage.click(peg_a).click(peg_b);
    assert_eq!(stage.moves(), ["A>B"]);
    // Dragging does the same.
    stage.drag((peg_a.0, peg_a.1 - 2), &[(peg_c.0, peg_c.1 - 4)]);
    assert_eq!(stage.moves(), ["A>B", "A>C"]);
    stage.click(peg_b).click(peg_b);
    assert!(!stage.app.desk().unwrap().hand.is_holding(), "put back");
    stage.click(peg_c).click(peg_b);
    assert!(stage.text().contains("larger"), "{}", stage.text());

    let mut stage = Stage::game("water", "1 2 | 2 1 | - | -");
    let (one, three) = (stage.on_board("─1"), stage.on_board("─3"));
    stage.click((one.0 + 1, one.1 - 1)).click((three.0 + 1, three.1 - 1));
    assert_eq!(stage.moves(), ["1>3"]);

    let mut stage = Stage::game("stones", "3 5");
    let count = stage.on_board(" 5 ");
    stage.click((count.0 + 1, count.1 - 4));
    assert_eq!(stage.moves(), ["2:2"], "the fourth stone and the one above it");
    stage.click((count.0 + 1, count.1 - 1)).settle();
    assert_eq!(stage.moves(), ["2:2", "2:3"]);
    let count = stage.on_board(" 0 ");
    stage.click((count.0 + 1, count.1 - 1));
    assert_eq!(stage.moves().len(), 2);

    let mut stage = Stage::game("tiles", "1 2 3/4 . 6/7 5 8");
    let five = stage.on_board("5");
    stage.click(five);
    assert_eq!(stage.moves(), ["5"]);
    let three = stage.on_board("3");
    stage.click(three);
    assert!(stage.text().contains("can't move") || stage.text().contains("not"), "{}", stage.text());
}

#[test]
fn a_click_on_a_free_square_brings_the_block_there() {
    let start = game("klotski", "aa./aa./..b", &[("goal", ".../.aa/.aa")]);
    let mut stage = Stage::new(start, (60, 20), COLOURS, Language::English);
    let b = stage.on_board("b");
    stage.click(b);
    assert!(stage.app.desk().unwrap().hand.is_holding());
    let a = stage.on_board("a");
    stage.click((b.0, a.1 - 1));
    assert_eq!(stage.moves().len(), 1, "{}", stage.text());
}

#[test]
fn letting_go_leaves_everything_as_it_was() {
    let mut stage = Stage::game("hanoi", "three");
    stage.press(&["1", "Escape", "2"]);
    assert!(stage.text().contains("Peg B is empty."), "{}", stage.text());
    stage.press(&["l", " ", "Escape"]);
    assert!(!stage.app.desk().unwrap().hand.is_holding());
    assert_eq!(stage.moves().len(), 0);
    // Moved along, but put back.
    let mut stage = Stage::game("klotski", "aBBb/aBBb/cdde/cfge/h..i");
    walk(&mut stage, "piece-h");
    stage.press(&[" ", "ArrowRight", "ArrowLeft", " "]);
    assert_eq!(stage.moves().len(), 0);
    stage.press(&[" ", "ArrowUp"]);
    assert!(stage.text().contains("can't go that way"), "{}", stage.text());
    stage.press(&["ArrowRight", " "]);
    assert_eq!(stage.moves(), ["hr"]);
}
