//! Conversations by lines.

use super::stage::{BOARDS, Memory, compare, game, search_options};
use crate::app::Start;
use crate::plain::{Boards, Options, talk};
use telusur_puzzles::{Language, catalogue};

fn said_by(start: Start, language: Language, boards: Boards, lines: &str, keeper: &Memory) -> String {
    let options =
        Options { language, boards, ascii: true, search_options: search_options(), prompt: false, start };
    let mut output = Vec::new();
    talk(options, Box::new(keeper.clone()), &mut lines.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
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
    compare("plain-conversation", &text);
    assert_eq!(keeper.0.borrow().games.len(), 1);
    let text = said_by(game("hanoi", "three", &[]), Language::Indonesian, Boards::Sentences, lines, &keeper);
    compare("plain-conversation-indonesian", &text);
}

#[test]
fn levels_are_solved_and_kept() {
    let keeper = Memory::default();
    let text = said_by(game("tiles", "first", &[]), Language::English, Boards::Drawn, "5,8\n", &keeper);
    assert!(text.contains("Solved in 2 moves: nobody can do it in fewer."), "{text}");
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
    let mut output = Vec::new();
    let options = Options {
        language: Language::English,
        boards: Boards::Drawn,
        ascii: false,
        search_options: search_options(),
        prompt: true,
        start: Start::Menu,
    };
    talk(options, Box::new(Memory::default()), &mut &b"\xff\xfe\n"[..], &mut output).unwrap();
    assert!(String::from_utf8(output).unwrap().contains("> "));
}
