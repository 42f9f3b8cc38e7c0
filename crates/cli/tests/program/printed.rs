//! Nothing that a terminal would obey comes out of any command, whatever goes in: the options and arguments are those
//! that help names, so new ones are tried as well.

use crate::folder::Scratch;
use crate::run::{EASY, program, telusur};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use telusur_rules::collection::TEXTS;

/// A command to the terminal, the title of its window, C1, DEL, marks of direction, characters without width.
const HOSTILE: &str = "x\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}31m\u{7f}\u{8}\u{202e}y\u{2066}\u{200f}\u{200e}\u{61c}\u{2028}\u{feff}\u{200b}z";

fn is_harmful(letter: char) -> bool {
    let is_control = letter != '\n' && letter.is_control();
    let is_direction = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_control || is_direction || letter == '\u{2028}'
}

/// Runs a command in a folder and looks at everything that it says.
fn run(arguments: &[&str], input: &str, folder: &Path) -> String {
    let mut command = program();
    command.args(arguments).current_dir(folder).env("XDG_DATA_HOME", folder.join("data"));
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Who does not read does not need to.
    _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let all = String::from_utf8([output.stdout, output.stderr].concat())
        .unwrap_or_else(|_| panic!("{arguments:?} says what is no text"));
    if let Some(letter) = all.chars().find(|&letter| is_harmful(letter)) {
        panic!("{arguments:?} lets {letter:?} through: {all:?}");
    }
    all
}

/// A folder in which HOSTILE is a file with a hostile level in it, so that it can be named as one and is in the way of
/// everything that is to be made.
fn folder() -> Scratch {
    let folder = Scratch::new();
    std::fs::write(folder.path().join(HOSTILE), format!("title: {HOSTILE}\n\n{HOSTILE}\n")).unwrap();
    folder
}

/// The options with values that help names; `true` for those of the puzzle.
fn options(help: &str) -> Vec<(String, bool)> {
    let mut is_own = false;
    let mut options = Vec::new();
    for line in help.lines() {
        if !line.starts_with(' ') && line.ends_with(':') {
            is_own = line == "Puzzle options:";
        }
        let Some(rest) = line.trim_start().strip_prefix("--") else { continue };
        let Some((name, _)) = rest.split_once(['<']) else { continue };
        options.push((format!("--{}", name.trim_end().replace('[', "")), is_own));
    }
    options
}

/// Puzzles written as text share all their code: a puzzle and a game stand for them.
fn is_tried(puzzle: &str) -> bool {
    ["jugs", "nim"].contains(&puzzle) || TEXTS.iter().all(|(text, _)| *text != puzzle)
}

/// Every command that help names, with its puzzles where it has them.
fn commands() -> Vec<Vec<String>> {
    let help = telusur(["--help"]).out;
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = names.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let mut commands = Vec::new();
    for name in names {
        let help = telusur([name, "--help"]).out;
        commands.push(vec![name.to_owned()]);
        if help.contains(&format!("Usage: telusur {name} <PUZZLE>")) || help.contains("[PUZZLE]") {
            let puzzles = help.lines().skip_while(|line| *line != "Puzzles:").skip(1);
            let puzzles = puzzles.take_while(|line| !line.is_empty());
            let puzzles =
                puzzles.flat_map(|line| line.split([',', ' ', '.'])).filter(|word| !word.is_empty());
            commands.extend(
                puzzles
                    .filter(|puzzle| is_tried(puzzle))
                    .map(|puzzle| vec![name.to_owned(), puzzle.to_owned()]),
            );
        }
    }
    assert!(commands.len() > 30, "{commands:?}");
    commands
}

#[test]
fn no_option_and_no_argument_reaches_the_terminal() {
    let folder = folder();
    let mut tried: BTreeSet<(String, String)> = BTreeSet::new();
    for command in commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = telusur(words.iter().chain(&["--help"])).out;
        for (option, is_own) in options(&help) {
            // A bench of everything has nothing to refuse in a file's name, and takes minutes.
            if command == ["bench"] {
                continue;
            }
            // What all puzzles share is tried once.
            let whose = if is_own { command.join(" ") } else { command[0].clone() };
            if !tried.insert((whose, option.clone())) {
                continue;
            }
            let mut given = match option.strip_suffix('=') {
                Some(option) => vec![format!("{option}={HOSTILE}")],
                None => vec![option, HOSTILE.to_owned()],
            };
            if command[0] == "bench" {
                given.push("--quick".to_owned());
            }
            let given = given.iter().map(String::as_str);
            run(&words.iter().copied().chain(given).collect::<Vec<_>>(), "", folder.path());
        }
        for more in [&[HOSTILE][..], &[HOSTILE, HOSTILE], &["--json", HOSTILE]] {
            run(&[&words[..], more].concat(), "", folder.path());
        }
    }
    assert!(tried.len() > 60, "{tried:?}");
    run(&[HOSTILE], "", folder.path());
    run(&[&format!("--{HOSTILE}")], "", folder.path());
}

#[test]
fn moves_are_shown_and_not_obeyed() {
    let folder = folder();
    let levels =
        [("tiles", EASY), ("hanoi", "three"), ("water", "rack-01"), ("klotski", "hook"), ("stones", "3 4 5")];
    for (puzzle, level) in levels {
        // A game has no optimum to ask for.
        let forms = ["--optimal", "--json", "--quiet"].into_iter();
        for form in forms.filter(|form| puzzle != "stones" || *form != "--optimal") {
            let said = run(&["verify", puzzle, level, HOSTILE, form], "", folder.path());
            assert!(form == "--json" || said.contains("\\u{1b}[2J"), "{said}");
            run(&["verify", puzzle, level, "-", form], HOSTILE, folder.path());
        }
    }
}

#[test]
fn paths_are_shown_and_not_obeyed() {
    let folder = folder();
    let said = run(&["doctor", "--data", HOSTILE], "", folder.path());
    assert!(said.contains("x\\u{1b}[2J"), "{said}");
    let made = format!("{HOSTILE}-made");
    let said = run(&["generate", "tiles", "--seed", "1", "--out", &made], "", folder.path());
    assert!(folder.path().join(&made).is_file() && said.contains("\\u{202e}"), "{said}");
    let picture = format!("{HOSTILE}.svg");
    let said = run(&["solve", "tiles", EASY, "--svg", &picture], "", folder.path());
    assert!(folder.path().join(&picture).is_file() && said.contains("\\u{9b}31m"), "{said}");
    let data = format!("{HOSTILE}-data");
    let said = run(&["doctor", "--data", &data], "", folder.path());
    assert!(said.contains("made with the first game"), "{said}");
}

/// Pieces and colours are printed often, so what can't be seen is no name.
#[test]
fn what_can_not_be_seen_names_nothing() {
    let folder = folder();
    for letter in HOSTILE.chars().filter(|letter| !letter.is_ascii_graphic()) {
        let block = format!("{letter}{letter}./{letter}{letter}./..a");
        let said = run(&["solve", "klotski", &block, "--goal", "none"], "", folder.path());
        assert!(said.contains("draws nothing"), "{letter:?}: {said}");
        let water = format!("r{letter} r{letter} | b b | -");
        let said = run(&["solve", "water", &water], "", folder.path());
        // Some of these end a line or a word.
        assert!(
            letter.is_whitespace() || said.contains("a colour's name can't contain"),
            "{letter:?}: {said}"
        );
    }
}

#[test]
fn plain_play_shows_what_is_said_to_it() {
    let folder = folder();
    let play = ["play", "tiles", EASY, "--plain", "--ascii", "--data", "games"];
    let help = run(&play, "help\nlanguage id\nbantuan\nlanguage en\n", folder.path());
    let words: BTreeSet<&str> = help
        .lines()
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(words.contains("opponent") && words.contains("baru") && words.len() > 30, "{words:?}");
    let quit = ["quit", "keluar"];
    let lines: Vec<String> =
        words.iter().filter(|word| !quit.contains(word)).map(|word| format!("{word} {HOSTILE}\n")).collect();
    let lines = format!("{HOSTILE}\n{}{HOSTILE}\n", lines.concat());
    let said = run(&play, &lines, folder.path());
    assert!(said.matches("\\u{1b}[2J").count() >= 4, "{said}");
    let without_ascii = ["play", "tiles", EASY, "--plain=sentences", "--data", "games"];
    run(&without_ascii, &lines, folder.path());
    run(&["play", "--continue", "--plain", "--data", "games"], &lines, folder.path());
}
