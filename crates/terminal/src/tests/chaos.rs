//! Hands that press anything, anywhere, while the window changes: nothing breaks, and the game stays a game.

use super::stage::{ASCII, BOARDS, COLOURS, LINES, Stage, game};
use std::time::Duration;
use telusur_puzzles::Language;
use telusur_puzzles::random::Random;
use telusur_session::Session;

/// Every key of the tables, and some that mean nothing.
const KEYS: [&str; 52] = [
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "h",
    "j",
    "k",
    "l",
    " ",
    "Enter",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "u",
    "r",
    "Ctrl+z",
    "Ctrl+y",
    "R",
    "n",
    "H",
    "s",
    "p",
    "[",
    "]",
    "+",
    "-",
    "g",
    "G",
    "Escape",
    "?",
    "a",
    "t",
    "c",
    "o",
    "L",
    "Tab",
    "PageUp",
    "PageDown",
    "Home",
    "End",
    "0",
    "x",
    "Z",
    "é",
    "横",
    "\u{7f}",
];

#[test]
fn nothing_that_hands_do_breaks_anything() {
    for (number, (puzzle, level)) in BOARDS.into_iter().enumerate() {
        let paint = [COLOURS, LINES, ASCII][number % 3];
        let language = if number % 2 == 0 { Language::English } else { Language::Indonesian };
        let mut stage = Stage::new(game(puzzle, level, &[]), (80, 24), paint, language);
        let mut random = Random::new(number as u64 + 1);
        for _ in 0..700 {
            let mut at = || (random.below(130) as u16, random.below(45) as u16);
            let (first, second) = (at(), at());
            match random.below(24) {
                0 => _ = stage.click(first),
                1 => _ = stage.drag(first, &[second, first]),
                2 => _ = stage.resize(1 + random.below(140) as u16, 1 + random.below(50) as u16),
                3 => _ = stage.later(Duration::from_millis(random.below(2_000) as u64)),
                4 => {
                    if let Some(news) = stage.app.with.jobs.wait(Duration::from_millis(20)) {
                        stage.app.hear(news);
                    }
                    stage.draw();
                }
                5 if stage.app.desk().is_none() => _ = stage.press(&["Enter"]),
                _ => _ = stage.press(&[KEYS[random.below(KEYS.len())]]),
            }
            assert!(!stage.app.has_left(), "no key but q and Ctrl-C leaves");
        }
        if let Some(desk) = stage.app.desk() {
            let saved = desk.session().save();
            assert_eq!(Session::load(&saved).unwrap().save(), saved, "{puzzle}");
        }
        for game in &stage.notes.borrow().games {
            assert!(Session::load(game).is_ok(), "{puzzle}: {game}");
        }
    }
}
