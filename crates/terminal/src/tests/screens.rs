//! What every screen looks like.

use super::stage::{ASCII, BOARDS, COLOURS, LINES, Memory, Stage, game};
use crate::app::Start;
use ratatui::style::Color;
use std::time::Duration;
use telusur_puzzles::{Language, catalogue};

#[test]
fn the_menu() {
    let keeper = Memory::default();
    let mut stage =
        Stage::with(game("tiles", "first", &[]), (60, 20), COLOURS, Language::English, keeper.clone());
    stage.press(&["5", "q"]);
    stage.matches("menu");
    stage.press(&["L", "j", "j"]);
    stage.matches("menu-indonesian");
    assert_eq!(stage.notes.borrow().settings["language"], "id");
    // The game that was left goes on.
    stage.press(&["End", "Enter"]);
    assert_eq!(stage.moves(), ["5"]);
}

#[test]
fn the_levels() {
    let klotski = catalogue::find("klotski").unwrap();
    let mut stage = Stage::new(Start::Levels(klotski), (80, 24), COLOURS, Language::English);
    stage.matches("levels");
    stage.press(&["Home", "ArrowRight", "ArrowRight", "ArrowRight"]);
    stage.matches("levels-make");
    stage.press(&["Enter"]).settle();
    assert_eq!(stage.session().entry().name(), "klotski");
    assert!(stage.session().level().is_none(), "a new level");
    stage.press(&["n", "q"]);
    assert_eq!(stage.session().moves_made(), 0);
}

/// Lists of one's own: found beside the levels of the program, with what was solved in them.
#[test]
fn collections_and_their_progress() {
    let keeper = Memory::default();
    let list =
        "collection: Two short ones\nauthor: Ani\npuzzle: hanoi\n\ntitle: One\n\n2 | 1 |\n===\n1 | |\n";
    let broken = "collection: Broken\npuzzle: hanoi\n\n2 2 | |\n";
    keeper.0.borrow_mut().texts =
        vec![("hanoi".to_owned(), list.to_owned()), ("hanoi".to_owned(), broken.to_owned())];
    let hanoi = catalogue::find("hanoi").unwrap();
    let mut stage = Stage::with(Start::Levels(hanoi), (60, 20), COLOURS, Language::English, keeper);
    stage.press(&["Home", "j", "j"]);
    stage.matches("levels-collections");
    // One that can't be read says why, and the list stays.
    stage.press(&["j", "Enter"]);
    assert!(stage.text().contains("line") && stage.text().contains("Broken"), "{}", stage.text());
    stage.press(&["k", "Enter", "Enter"]);
    assert_eq!(stage.session().board().text(), "2 | 1 |");
    stage.press(&["1", "3", "2", "3"]);
    assert!(stage.session().board().status().is_solved());
    // Back to the list of levels, and to the collection: the next level is chosen.
    stage.press(&["n", "Home", "j", "j", "Enter"]);
    stage.matches("collection");
    stage.press(&["L"]);
    assert!(
        stage.text().contains("1 dari 2 selesai") && stage.text().contains("Level 2"),
        "{}",
        stage.text()
    );
    stage.press(&["Enter"]);
    assert_eq!(stage.session().board().text(), "1 | |");
}

#[test]
fn the_puzzle_of_the_day() {
    let mut stage = Stage::new(Start::Menu, (60, 20), COLOURS, Language::English);
    stage.press(&["k", "Enter"]);
    stage.matches("daily");
    // A click on its line begins the one of the tiles.
    let at = stage.find("Sliding tiles");
    stage.click(at).settle();
    assert_eq!(stage.session().daily().map(|date| date.to_string()).as_deref(), Some("2026-11-16"));
    let level = stage.session().start().text();
    // The same from the list of levels, in the other language.
    stage.press(&["L", "n", "Home", "j", "Enter"]).settle();
    assert_eq!((stage.session().start().text(), stage.session().moves_made()), (level, 0));
    let mut stage = Stage::new(Start::Menu, (60, 20), ASCII, Language::Indonesian);
    stage.press(&["Home", "Enter"]);
    assert!(stage.text().contains("Hari berturut-turut: 2"), "{}", stage.text());
    assert!(stage.text().is_ascii(), "{}", stage.text());
    stage.press(&["q", "q"]);
    assert!(stage.app.has_left());
}

#[test]
fn every_board_in_colours_in_lines_and_in_ascii() {
    for (puzzle, level) in BOARDS {
        for (name, paint) in [("colours", COLOURS), ("lines", LINES), ("ascii", ASCII)] {
            let mut stage = Stage::new(game(puzzle, level, &[]), (60, 20), paint, Language::English);
            // The cursor is shown, and a piece is in the hand where pieces can be held.
            let grip: &[&str] = match puzzle {
                "stones" | "tiles" => &["l"],
                _ => &["l", " "],
            };
            stage.settle().press(grip);
            stage.matches(&format!("{puzzle}-{name}"));
            if name == "ascii" {
                assert!(stage.text().is_ascii(), "{}", stage.text());
            }
        }
    }
}

#[test]
fn variants_are_chosen_from_a_list_or_by_their_keys() {
    let mut stage = Stage::game("water", "1 2 1 2 | 2 1 2 1 | -");
    stage.press(&["v"]);
    assert!(stage.text().contains("Extra tube"), "{}", stage.text());
    stage.press(&["v"]);
    assert!(!stage.text().contains("Extra tube"), "the same key closes the list");
    stage.press(&["v", "Enter"]);
    assert_eq!(stage.session().board().text(), "1 2 1 2 | 2 1 2 1 | - | -");
    stage.press(&["v"]);
    let at = stage.find("Extra tube");
    stage.click(at);
    assert_eq!(stage.session().board().text().matches('-').count(), 3);
    stage.press(&["u", "u"]);
    assert_eq!(stage.session().board().text(), "1 2 1 2 | 2 1 2 1 | -");

    let mut stage = Stage::game("hanoi", "2 1 | |");
    stage.press(&["ArrowRight", "v", "j", "Enter"]);
    assert_eq!(stage.session().board().text(), "4 3 2 1 | |");
    // With a disc in the hand the arrows walk.
    stage.press(&["1", "ArrowLeft"]);
    assert_eq!(stage.session().board().text(), "4 3 2 1 | |");
    stage.press(&["Escape", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"]);
    assert_eq!(stage.session().board().text(), "1 | |");

    stage.press(&["v"]);
    let at = stage.find("Rule: in a line");
    stage.click(at);
    assert_eq!(stage.session().board().options(), [("rule".to_owned(), "linear".to_owned())]);
    stage.press(&["u"]);
    assert!(stage.session().board().options().is_empty());

    let mut stage = Stage::game("tiles", "first");
    stage.press(&["v"]);
    assert!(!stage.text().contains("Variants"), "there are none");
}

#[test]
fn boards_grow_with_the_window() {
    for (puzzle, level) in BOARDS {
        let mut stage = Stage::game(puzzle, level);
        stage.settle().resize(120, 40);
        stage.matches(&format!("{puzzle}-large"));
    }
}

#[test]
fn the_window_may_have_any_size_at_any_time() {
    for (puzzle, level) in BOARDS {
        let mut stage = Stage::game(puzzle, level);
        stage.press(&["l", " ", "s"]).settle();
        for (width, height) in
            [(60, 20), (59, 20), (60, 19), (24, 8), (1, 1), (20, 5), (300, 100), (60, 100), (300, 20)]
        {
            stage.resize(width, height);
            for over in ["?", "t", "c", "a", "n"] {
                stage.press(&[over, "j", "Escape"]);
            }
        }
    }
    let mut stage = Stage::game("tiles", "first");
    stage.resize(23, 20);
    stage.matches("too-small");
    stage.press(&["L"]);
    stage.matches("too-small-indonesian");
    stage.press(&["L"]).resize(60, 20);
    assert!(stage.text().contains("Moves 0"), "{}", stage.text());
}

#[test]
fn a_board_that_does_not_fit_shows_the_part_with_the_cursor() {
    let level: String = (0..20).map(|_| "a...................".to_owned() + "/").collect();
    let level = format!("{}{}", &level[..level.len() - 1], "/..................BB/..................BB");
    let mut stage =
        Stage::new(game("klotski", &level, &[("goal", "none")]), (60, 20), COLOURS, Language::English);
    stage.settle().press(&["l"]);
    stage.matches("scrolled");
    stage.press(&["j", "l"]);
    assert!(stage.text().contains("[B]") || stage.text().contains('B'), "{}", stage.text());
}

#[test]
fn help_in_both_languages() {
    let mut stage = Stage::game("hanoi", "three");
    stage.press(&["?"]);
    stage.matches("help");
    stage.press(&["End"]);
    stage.matches("help-end");
    stage.press(&["Home", "L"]);
    stage.matches("help-indonesian");
    stage.press(&["Escape"]);
    assert!(!stage.text().contains("Tombol"));
}

#[test]
fn a_search_and_its_solution() {
    let mut stage = Stage::game("klotski", "aBBb/aBBb/cdde/cfge/h..i");
    stage.settle().press(&["s"]);
    assert!(stage.text().contains("Search"), "{}", stage.text());
    stage.settle();
    stage.matches("solution");
    // It plays by itself, pauses, and can be walked through.
    for _ in 0..3 {
        stage.later(Duration::from_millis(700));
    }
    assert_eq!(stage.moves().len(), 3);
    stage.press(&["p"]).later(Duration::from_secs(9));
    assert_eq!(stage.moves().len(), 3);
    stage.press(&["]", "]", "[", "+"]);
    assert_eq!(stage.moves().len(), 4);
    stage.matches("player");
    stage.press(&["G"]);
    assert!(stage.session().board().status().is_solved());
    assert!(stage.notes.borrow().solved.is_empty(), "watching is not solving");
    stage.press(&["g"]);
    assert_eq!(stage.moves().len(), 0);
    // Clicking on the scale goes there.
    let (x, y) = stage.find("●");
    stage.click((x + 20, y));
    let there = stage.moves().len();
    assert!((20..60).contains(&there), "{there}");
    // A solution is taken back as a whole.
    stage.press(&["u"]);
    assert_eq!(stage.moves().len(), 0);
    stage.press(&["Escape"]);
    assert!(!stage.text().contains("speed"), "{}", stage.text());
}

#[test]
fn a_search_can_be_stopped() {
    let mut stage = Stage::game("tiles", ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
    stage.press(&["s"]);
    stage.later(Duration::from_secs(1)).press(&["Escape"]).settle();
    let text = stage.text();
    assert!(text.contains("Not settled yet") && text.contains("cancelled"), "{text}");
}

#[test]
fn hints_and_judgements() {
    let mut stage = Stage::game("hanoi", "three");
    assert!(
        !stage.text().contains("to go"),
        "what is left is not told before somebody asks: {}",
        stage.text()
    );
    for said in ["It can be solved from here.", "7 moves left.", "Try A>C."] {
        stage.press(&["H"]).settle();
        assert!(stage.text().contains(said), "{}", stage.text());
    }
    stage.matches("hint");
    stage.press(&["a"]).settle();
    stage.matches("judged");
    assert_eq!(stage.notes.borrow().settings["analysis"], "true");
    stage.press(&["1", "3"]).settle();
    assert_eq!(stage.moves(), ["A>C"]);
    assert!(stage.text().contains("to go 6"), "{}", stage.text());
    stage.press(&["H"]).settle();
    assert!(stage.text().contains("It can be solved from here."), "another position: {}", stage.text());
    stage.press(&["a"]).settle();
    assert!(!stage.text().contains("to go 6"), "{}", stage.text());
}

#[test]
fn winning_and_refusals() {
    let mut stage = Stage::game("hanoi", "2 1 | |");
    stage.press(&["1", "2", "1", "2"]);
    assert!(stage.text().contains("disc 2 is larger than disc 1"), "{}", stage.text());
    assert_eq!(stage.moves(), ["A>B"]);
    stage.press(&["1", "3", "2", "3"]);
    stage.matches("solved");
    assert_eq!(stage.notes.borrow().solved.len(), 1);
    assert_eq!(stage.notes.borrow().solved[0].optimum, Some(3));
    stage.press(&["u", "r"]);
    assert_eq!(stage.notes.borrow().solved.len(), 1, "a level is solved once");
}

#[test]
fn the_tree() {
    let mut stage = Stage::game("tiles", "1 2 3/4 . 6/7 5 8");
    stage.settle().press(&["5", "8", "u", "u", "4", "R", "s"]).settle().press(&["Escape", "Escape", "t"]);
    stage.matches("tree");
    stage.press(&["Home", "Enter"]);
    assert_eq!((stage.session().here().number(), stage.session().positions()), (0, 7));
}

#[test]
fn algorithms_compared() {
    let mut stage = Stage::game("hanoi", "three");
    stage.press(&["c"]);
    assert!(stage.text().contains("waiting") || stage.text().contains("optimal"), "{}", stage.text());
    while stage.app.is_lively() {
        stage.settle();
    }
    stage.matches("compare");
}

#[test]
fn a_game_against_the_machine() {
    let start = game("stones", "3 5 7", &[("opponent", "perfect")]);
    let mut stage = Stage::new(start, (80, 24), COLOURS, Language::English);
    stage.settle().press(&["2", "1"]);
    assert!(stage.text().contains("Machine to move"), "{}", stage.text());
    stage.press(&["1", "1"]);
    assert_eq!(stage.moves(), ["2:1"], "it is the machine's turn");
    stage.later(Duration::from_secs(1)).settle();
    assert_eq!(stage.moves().len(), 2);
    stage.matches("stones-machine");
    stage.press(&["o", "ArrowRight"]);
    stage.matches("seats");
    stage.press(&["Escape", "u"]);
    assert_eq!(stage.moves().len(), 0, "the machine's move is taken back too");
    stage.press(&["s"]).settle();
    stage.matches("verdict");
}

/// The screen does not wait for a machine that would think for days, and Escape stops it.
#[test]
fn a_machine_that_thinks_for_long_can_be_stopped() {
    let start = game("stones", "500000", &[("take", "any"), ("opponent", "friendly-bfs")]);
    let mut stage = Stage::new(start, (80, 24), COLOURS, Language::English);
    stage.settle().press(&["1", "1", "Enter"]);
    assert_eq!(stage.moves(), ["1:1"]);
    stage.later(Duration::from_secs(1));
    assert!(stage.app.is_lively(), "it thinks");
    stage.press(&["Escape"]);
    assert!(!stage.app.is_lively() && stage.moves() == ["1:1"], "{}", stage.text());
    // Whoever tries to move for it has it think again.
    stage.press(&["1", "1", "Enter"]).later(Duration::from_secs(1));
    assert!(stage.app.is_lively() && stage.moves() == ["1:1"], "{}", stage.text());
    stage.press(&["u"]);
    assert!(stage.moves().is_empty());
    stage.settle();
    assert!(!stage.app.is_lively());
}

#[test]
fn what_another_program_did_is_shown() {
    let mut stage = Stage::game("tiles", "1 2 3/4 . 6/7 5 8");
    stage.press(&["5"]);
    stage.notes.borrow_mut().is_elsewhere = true;
    stage.press(&["8"]);
    assert_eq!(stage.moves(), ["5"], "as it is kept");
    assert!(stage.text().contains("Another program"), "{}", stage.text());
}

#[test]
fn time_is_played_only_while_somebody_plays() {
    let mut stage = Stage::game("tiles", "1 2 3/4 . 6/7 5 8");
    stage.later(Duration::from_secs(65)).press(&["5"]);
    assert_eq!(stage.session().played(), Duration::from_secs(60), "a long pause is no play");
    stage.later(Duration::from_secs(7)).press(&["8"]);
    stage.later(Duration::from_secs(7));
    assert!(stage.text().contains("1:07"), "{}", stage.text());
}

#[test]
fn towers_grow_with_the_papers_keys() {
    let mut stage = Stage::game("hanoi", "three");
    stage.press(&["ArrowRight"]);
    assert_eq!(stage.session().board().text().lines().next().unwrap(), "4 3 2 1 | |");
    stage.press(&["ArrowLeft", "ArrowLeft", "ArrowUp"]);
    assert_eq!(stage.session().board().text(), "2 1 | |");
    assert_eq!(stage.notes.borrow().settings["speed"], "5");
}

#[test]
fn pieces_have_their_colours() {
    let stage = Stage::game("klotski", "aBBb/aBBb/cdde/cfge/h..i");
    let (x, y) = stage.on_board("B");
    assert_eq!(stage.cell(x, y).bg, Color::Rgb(0x5f, 0xc0, 0xc3));
    let stage =
        Stage::new(game("klotski", "aBBb/aBBb/cdde/cfge/h..i", &[]), (80, 24), LINES, Language::English);
    assert!(stage.cells().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
}

/// Titles of kept games come from a file that others may have written.
#[test]
fn titles_are_shown_and_not_obeyed() {
    let keeper = Memory::default();
    keeper.0.borrow_mut().title = Some("a\u{1b}[2J\u{9b}31m\u{202e}b".to_owned());
    let mut stage = Stage::with(game("tiles", "first", &[]), (80, 24), COLOURS, Language::English, keeper);
    stage.press(&["5", "q"]);
    let text = stage.text();
    assert!(text.contains("a\\u{1b}[2J\\u{9b}31m\\u{202e}b"), "{text}");
    assert!(
        !text.chars().any(|letter| letter != '\n' && telusur_puzzles::printable::is_obeyed(letter)),
        "{text}"
    );
}

/// A position that stays is judged, whatever kept it from that before.
#[test]
fn moves_are_judged_after_playing_and_pausing() {
    let mut stage = Stage::game("hanoi", "three");
    stage.press(&["a", "s"]).settle();
    stage.later(Duration::from_millis(700)).later(Duration::from_millis(700));
    assert!(stage.text().contains("p pauses and judges"), "{}", stage.text());
    stage.press(&["p"]).settle();
    let text = stage.text();
    assert!(text.contains("comes closer") && !text.contains("Looking"), "{text}");
    // A search that is stopped leaves nothing waiting either.
    let mut stage = Stage::game("tiles", ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
    stage.app.with.search_options.look = Duration::from_millis(1);
    stage.press(&["s", "a"]);
    assert!(stage.text().contains("after the search"), "{}", stage.text());
    stage.press(&["Escape"]).settle().settle();
    let text = stage.text();
    assert!(!text.contains("Looking") && !text.contains("after the search"), "{text}");
}

/// A disc that is picked up by its key while a solution plays pauses the solution.
#[test]
fn a_key_on_the_board_pauses_a_solution() {
    let mut stage = Stage::game("hanoi", "five");
    stage.press(&["s"]).settle();
    stage.later(Duration::from_millis(700)).later(Duration::from_millis(700));
    let place = |stage: &mut Stage| {
        let text = stage.text();
        text.split_whitespace()
            .find(|word| word.ends_with("/31"))
            .map(str::to_owned)
            .expect("the place is shown")
    };
    stage.press(&["1"]);
    let paused = place(&mut stage);
    for _ in 0..5 {
        stage.later(Duration::from_millis(700));
    }
    assert_eq!(place(&mut stage), paused);
}

/// Wherever a line names keys, a click on them or on their words presses them.
#[test]
fn the_last_line_can_be_clicked() {
    let mut stage = Stage::game("hanoi", "three");
    let click = |stage: &mut Stage, words: &str| {
        // The last line with them: the panel names keys too.
        let text = stage.text();
        let lines: Vec<&str> = text.lines().collect();
        let row = lines.iter().rposition(|line| line.contains(words)).expect("the words are on the screen");
        let column = lines[row].find(words).map_or(0, |byte| lines[row][..byte].chars().count());
        stage.click((column as u16, row as u16));
    };
    click(&mut stage, "H hint");
    stage.settle();
    assert!(stage.text().contains("It can be solved from here."), "{}", stage.text());
    click(&mut stage, "analysis");
    stage.settle();
    assert!(stage.text().contains("Moves now"), "{}", stage.text());
    click(&mut stage, "? keys");
    assert!(stage.text().contains("Esc closes"), "{}", stage.text());
    click(&mut stage, "↓ scroll");
    click(&mut stage, "closes");
    assert!(!stage.text().contains("Esc closes"), "{}", stage.text());
    click(&mut stage, "n new");
    click(&mut stage, "→ difficulty");
    assert!(stage.text().contains("Make a level"), "{}", stage.text());
    click(&mut stage, "q back");
    click(&mut stage, "q back");
    click(&mut stage, "L Bahasa");
    assert!(stage.text().contains("Teka-teki"), "{}", stage.text());
    click(&mut stage, "keluar");
    assert!(stage.app.has_left());
    // Where there is no room for words, the keys can be clicked.
    let mut stage = Stage::game("hanoi", "three");
    stage.resize(30, 10);
    let (x, y) = stage.find("?  H  a");
    stage.click((x + 3, y)).settle();
    assert!(stage.text().contains("It can be"), "{}", stage.text());
}

/// In a small window there is less beside the board, but the board, the cursor, the counters and the keys are there.
#[test]
fn small_windows_have_a_layout_of_their_own() {
    for (puzzle, level) in BOARDS {
        for (width, height) in [(24, 8), (40, 12), (59, 19), (24, 40), (100, 8)] {
            let mut stage = Stage::game(puzzle, level);
            stage.resize(width, height).press(&["l"]).settle();
            let text = stage.text();
            let last = text.lines().last().unwrap_or_default();
            assert!(last.contains('?') && last.contains('q'), "{puzzle} {width} x {height}:\n{text}");
            assert!(text.contains("0"), "the moves made: {puzzle} {width} x {height}:\n{text}");
            let window = stage.app.desk().unwrap().shown.window;
            assert!(window.height >= height / 2 && window.width == width, "{puzzle}: {window}:\n{text}");
            for over in ["?", "t", "c", "v", "a", "s"] {
                stage.press(&[over]).settle().press(&["Escape", "Escape"]);
            }
            stage.press(&["n"]).press(&["j", "k", "q"]);
        }
    }
    let mut stage = Stage::new(Start::Menu, (40, 10), COLOURS, Language::English);
    stage.press(&["j"]);
    stage.matches("menu-small");
    stage.press(&["Enter"]);
    stage.matches("levels-small");
    let mut stage = Stage::game("klotski", "aBBb/aBBb/cdde/cfge/h..i");
    stage.resize(40, 12).settle();
    stage.matches("klotski-small");
    stage.press(&["a"]).settle();
    stage.matches("klotski-small-judged");
}

/// A level whose name is as long as a paragraph leaves its place to the board and the counters.
#[test]
fn long_titles_are_cut() {
    let keeper = Memory::default();
    let title = "A title without an end ".repeat(9);
    keeper.0.borrow_mut().title = Some(title.clone());
    let mut stage = Stage::with(game("tiles", "first", &[]), (60, 20), COLOURS, Language::English, keeper);
    stage.press(&["5", "q"]);
    let row = stage.text().lines().find(|line| line.contains("A title")).unwrap().to_owned();
    assert!(row.contains('…') && row.contains("1 move"), "{row}");
    let text = stage.text();
    assert!(text.lines().filter(|line| line.contains("without an end")).count() == 1, "{text}");
}

/// A message that does not fit says so.
#[test]
fn what_is_cut_is_marked() {
    let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 12, 2));
    let (area, mut feet) = (buffer.area, Vec::new());
    let mut sheet = crate::views::sheet::Sheet::new(&mut buffer, &mut feet, area, LINES, Language::English);
    sheet.wrapped("one two three four five six seven", ratatui::style::Style::new());
    let line = |y: u16| (0..12).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    assert_eq!(
        (line(0).trim_end().to_owned(), line(1).trim_end().to_owned()),
        ("one two".to_owned(), "three four …".to_owned())
    );
}
