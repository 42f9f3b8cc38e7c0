//! Conversations by lines.

use super::stage::{BOARDS, Memory, compare, game, search_options};
use crate::app::Start;
use crate::plain::{Boards, Options, talk};
use telusur_puzzles::{Language, catalogue};
use telusur_session::{Keeper, Session};

fn said_by(start: Start, language: Language, boards: Boards, lines: &str, keeper: &Memory) -> String {
    let options =
        Options { language, boards, ascii: true, search_options: search_options(), prompt: false, start };
    talked(options, Box::new(keeper.clone()), lines.as_bytes()).0
}

/// What was said, and whether every line was understood.
fn talked(options: Options, keeper: Box<dyn Keeper>, mut lines: &[u8]) -> (String, bool) {
    let mut output = Vec::new();
    let is_understood = talk(options, keeper, &mut lines, &mut output).unwrap();
    (String::from_utf8(output).unwrap(), is_understood)
}

/// English, drawn in ASCII.
fn options(start: Start) -> Options {
    Options {
        language: Language::English,
        boards: Boards::Drawn,
        ascii: true,
        search_options: search_options(),
        prompt: false,
        start,
    }
}

fn said(start: Start, lines: &str) -> String {
    said_by(start, Language::English, Boards::Drawn, lines, &Memory::default())
}

#[test]
fn every_board_as_text() {
    for (puzzle, level) in BOARDS {
        let text = said(game(puzzle, level, &[]), "");
        assert!(text.is_ascii(), "{text}");
        compare(&format!("plain-{puzzle}"), &text);
    }
}

#[test]
fn a_conversation() {
    let keeper = Memory::default();
    let lines = "A>C A>B\nA>B\nnonsense\nmoves\nhint\njudge\nundo\nredo\nredo\nsolve\nnext 2\ntree\ngo 0\nrestart\nsave\n# nothing\n\nquit\nA>C\n";
    let text = said_by(game("hanoi", "three", &[]), Language::English, Boards::Sentences, lines, &keeper);
    compare("plain-conversation", &without_time(&text));
    assert_eq!(keeper.0.borrow().games.len(), 1);
    let text = said_by(game("hanoi", "three", &[]), Language::Indonesian, Boards::Sentences, lines, &keeper);
    compare("plain-conversation-indonesian", &without_time(&text));
}

#[test]
fn variants_are_listed_and_played() {
    let text = said(game("hanoi", "1 | |", &[]), "variant\nvariant more-discs\nundo\n");
    let listed = "more-discs: one disc more\nmore-pegs: one peg more\noptions rule=linear: Rule: in a line\n";
    assert!(text.contains(listed), "{text}");
    let lines = "variant extra-tube\nvariant extra-tube now\nvariant\n";
    let text = said(game("tiles", "first", &[]), lines);
    for said in [
        "There is no such variant here.",
        "after 'variant' comes the name of a variant",
        "There are no variants here.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn collections_and_the_puzzle_of_the_day() {
    let keeper = Memory::default();
    let list = "collection: Mine\npuzzle: tiles\n\ntitle: Near\n\n1 2/. 3\n===\n. 1/3 2\n";
    keeper.0.borrow_mut().texts = vec![("tiles".to_owned(), list.to_owned())];
    let lines = "collection\ncollection 2\ncollection 1\ncollection 1 9\ncollection 1 1\n3\ncollection 1\ndaily chess\ndaily\n";
    let text = said_by(Start::Menu, Language::English, Boards::Sentences, lines, &keeper);
    for part in [
        "1. Sliding tiles: Mine, 0 of 2 solved",
        "There is no such collection.",
        "2. . 1/3 2",
        "There is no such level in it.",
        "Mine: 1 of 2 solved",
        "1. * Near",
        "There is no puzzle called 'chess'.",
        "Making a level",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    let last = keeper.0.borrow().games.last().cloned().unwrap();
    assert!(Session::load(&last).unwrap().daily().is_some(), "{last}");
    let none = said(game("tiles", "first", &[]), "collection\n");
    assert!(none.contains("You have no collections yet"), "{none}");
}

/// A saved game says how long it was played, which is up to the machine.
fn without_time(text: &str) -> String {
    let line =
        |line: &str| if line.starts_with("time: ") { "time: 0\n".to_owned() } else { format!("{line}\n") };
    text.lines().map(line).collect()
}

#[test]
fn levels_are_solved_and_kept() {
    let keeper = Memory::default();
    let text = said_by(game("tiles", "first", &[]), Language::English, Boards::Drawn, "5,8\n", &keeper);
    assert!(text.contains("Solved in 2 moves. No solution is shorter. ***"), "{text}");
    assert_eq!(keeper.0.borrow().solved.len(), 1);
    let text = said(
        Start::Levels(catalogue::find("tiles").unwrap()),
        "new tiles first\n5 8\nnew first\nmake 2\nlevels\n",
    );
    assert!(text.contains("first") && text.contains("Making a level"), "{text}");
    // Whatever is kept goes on.
    let text = said_by(Start::Kept("0".into()), Language::English, Boards::Drawn, "undo\n", &keeper);
    assert!(text.contains("1 move made"), "{text}");
}

#[test]
fn games_against_machines() {
    let text =
        said(game("stones", "3 5 7", &[("opponent", "perfect")]), "2:1\nopponent\nopponent random 1\n");
    assert!(text.contains("The machine plays"), "{text}");
    assert!(text.contains("wins.") || text.contains("Player"), "{text}");
    let text =
        said(game("stones", "3 5 7", &[]), "solve\nopponent nobody\nopponent perfect 9\nopponent person 2\n");
    assert!(text.contains("The player to move wins."), "{text}");
}

#[test]
fn boards_that_nobody_could_read_are_not_written() {
    let tower = |discs: u32, pegs: usize| {
        let discs: Vec<String> = (1..=discs).rev().map(|disc| disc.to_string()).collect();
        discs.join(" ") + &" | ".repeat(pegs - 1)
    };
    let text = said(game("hanoi", &tower(30_000, 3), &[]), "A>C\nsentences\n");
    assert!(text.contains("This board is too large to be drawn here."), "{}", &text[..200]);
    assert!(text.contains("1 move made") && text.contains("Peg A holds"), "{}", &text[..900]);
    assert!(text.len() < 10_000, "{}", text.len());
    let text = said(game("hanoi", &tower(60, 8), &[]), "");
    assert!(text.lines().count() > 60, "{text}");
}

#[test]
fn strange_lines_do_no_harm() {
    let long = "x".repeat(300_000);
    let text = said(
        Start::Menu,
        &format!("{long}\nundo\nnew\nnew nothing\nnew tiles 1 1\nlanguage xx\n?\n\u{0}\u{1b}[2J\n"),
    );
    assert!(text.contains("No game yet") && text.contains("occurs twice"), "{text}");
    let text = said(
        game("tiles", "first", &[]),
        "\u{1b}[2J\ngo 99999999999999999999\nnext x\ncompare\nlanguage id\nbantuan\n",
    );
    assert!(!text.contains('\u{1b}') && text.contains("batalkan langkah terakhir"), "{text}");
    let options = Options { prompt: true, ascii: false, ..options(Start::Menu) };
    let (text, is_understood) = talked(options, Box::new(Memory::default()), b"\xff\xfe\n");
    assert!(text.contains("> ") && text.contains("not UTF-8") && !is_understood, "{text}");
}

/// Nothing is said to be kept that is not, whatever the reason.
#[test]
fn what_is_not_kept_is_not_said_to_be() {
    let talked = |keeper: Box<dyn Keeper>, lines: &str| {
        talked(options(game("hanoi", "three", &[])), keeper, lines.as_bytes()).0
    };
    let text = talked(Box::<Memory>::default(), "A>C\n");
    assert!(text.ends_with("The game is kept.\n"), "{text}");
    let text = talked(Box::new(telusur_session::Nowhere), "A>C\nhelp\nquit\n");
    assert!(text.ends_with("The game is not kept.\n") && !text.contains("is kept"), "{text}");
    let full = Memory::default();
    full.0.borrow_mut().is_full = true;
    let text = talked(Box::new(full), "A>C\nA>B\n");
    assert!(text.contains("The game can't be kept: the disk is full"), "{text}");
    assert!(text.ends_with("The game is not kept.\n") && !text.contains("is kept."), "{text}");
}

/// What can't be read is refused in a line of its own, changes nothing, and is told to whoever started the program.
#[test]
fn what_can_not_be_read_is_refused() {
    let hear = |line: &str| {
        let start = game("hanoi", "three", &[]);
        let lines = format!("A>C\n{line}\nboard\n");
        talked(options(start), Box::new(Memory::default()), lines.as_bytes())
    };
    let plain = hear("");
    assert!(plain.1, "{}", plain.0);
    let long = "A>B ".repeat(20_000);
    for (line, expected) in [
        ("undo now", "'now' can't be read: after 'undo' comes nothing."),
        ("next x", "'x' can't be read: after 'next' comes a number of moves, or nothing."),
        ("next 0", "'0' can't be read"),
        ("go", "After 'go' comes the number of a position"),
        ("go 99", "There is no such position."),
        ("make 11", "'11' can't be read: after 'make' comes a difficulty from 1 to 10, or nothing."),
        ("opponent a b", "'a b' can't be read"),
        ("opponent nobody", "there is no player 2"),
        ("language de", "'de' can't be read: after 'language' comes en or id."),
        ("quit please", "'please' can't be read: after 'quit' comes nothing."),
        ("new no-such-level", "no level is called 'no-such-level'"),
        ("nonsense", "'nonsense' is not a move"),
        ("C>C", "not"),
        (&long, "longer than 65,536 bytes"),
    ] {
        let (text, is_understood) = hear(line);
        assert!(text.contains(expected) && !is_understood, "{line:.40}: {text}");
        // The board after it is the board before it.
        let tail = |text: &str| text.lines().rev().take(8).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(tail(&text), tail(&plain.0), "{line:.40}");
    }
    // Of several moves those before the refused one are made, and shown.
    let (text, is_understood) = hear("A>B nonsense");
    assert!(text.contains("2 moves made") && !is_understood, "{text}");
}

#[test]
fn tiles_are_heard_where_they_are() {
    let heard = |language, lines| {
        said_by(game("tiles", "first", &[]), language, Boards::Sentences, lines, &Memory::default())
    };
    let text = heard(Language::English, "5\n");
    let start = "3 by 3 board, blank in row 2, column 2; row 1: 1, 2, 3; row 2: 4, blank, 6; row 3: 7, 5, 8.";
    assert!(text.contains(start) && text.contains("row 2: 4, 5, 6; row 3: 7, blank, 8."), "{text}");
    let text = heard(Language::Indonesian, "");
    assert!(text.contains("baris 1: 1, 2, 3; baris 2: 4, kosong, 6; baris 3: 7, 5, 8."), "{text}");
}

/// Tiles and tubes above nine have two digits in moves, too.
#[test]
fn numbers_above_nine_are_read() {
    let text = said(game("tiles", "1 2 3 4/5 6 7 8/9 10 . 11/13 14 15 12", &[]), "11 12\n");
    assert!(text.contains("Solved in 2 moves"), "{text}");
    let tubes = "1 1|2 2|3 3|4 4|5 5|6 6|7 7|8 8|9 8|8 9|-|-";
    let text = said(game("water", tubes, &[("capacity", "4")]), "10>11 9>12\n");
    assert!(text.contains("2 pours made"), "{text}");
}
