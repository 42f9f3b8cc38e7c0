//! What is written: names, options, levels, moves.

use crate::boards;
use std::collections::{BTreeMap, BTreeSet};
use telusur_puzzles::{
    Board, Entry, FieldValues, Language, LevelFile, LevelList, LevelOption, Making, OptionSpec, Registry,
    Setup, Status, Wish, catalogue,
};

/// Names can be told apart and written down, and there is something to say about everything.
///
/// # Panics
/// If the puzzle does not.
pub fn names_are_plain_and_unique(entry: &dyn Entry) {
    if let Err(error) = Registry::check(entry) {
        panic!("{error}");
    }
    assert!(!entry.about().title.0.is_empty(), "{} has no title", entry.name());
    assert!(entry.about().summary.0.ends_with('.'), "the summary of {} is no sentence", entry.name());
    for level in entry.levels() {
        assert!(!level.title.is_empty(), "the level {} of {} has no title", level.name, entry.name());
    }
    let [english, indonesian] = Language::ALL.map(|language| entry.level_help(language));
    assert!(
        !english.is_empty() && !indonesian.is_empty() && english != indonesian,
        "{} does not say in both languages how levels are written",
        entry.name()
    );
    let board = entry.open(&Setup::default()).unwrap();
    assert_eq!(board.puzzle(), entry.name(), "its boards have another name");
    assert_eq!(entry.about().is_game, board.turn().is_some(), "{} is a game or not", entry.name());
}

/// Each list names what the function knows, and nothing else: an option that only one of them knows is refused by the
/// other. Neither needs a value that can be used: what is wrong with the value is another fault.
///
/// # Panics
/// If the puzzle does not.
pub fn options_are_listed_where_they_are_known(entry: &dyn Entry) {
    let listed = |list: &[OptionSpec], name: &str| list.iter().any(|option| option.name == name);
    let names: BTreeSet<&str> = entry
        .about()
        .options
        .iter()
        .chain(entry.about().generate_options)
        .map(|option| option.name)
        .collect();
    for option in entry.about().options.iter().chain(entry.about().generate_options) {
        let is_said = !option.help.is_empty() && !option.indonesian.is_empty();
        assert!(is_said && option.help != option.indonesian, "{} {}", entry.name(), option.name);
    }
    for name in names {
        let opened = entry.open(&Setup::default().with(name, "?")).err().map(|error| error.to_string());
        let options = [(name.to_owned(), "?".to_owned())].into();
        let made = entry.generate(&Wish { seed: 1, difficulty: None, options }, &mut Making::unlimited());
        let made = made.err().map(|error| error.to_string());
        for (list, error) in [(entry.about().options, opened), (entry.about().generate_options, made)] {
            let known = !error.as_ref().is_some_and(|error| error.contains("unknown option"));
            assert_eq!(known, listed(list, name), "{} {name}: {error:?}", entry.name());
        }
    }
}

/// Every level says its goal and its rules in one line, in every language.
///
/// # Panics
/// If the puzzle does not.
pub fn every_level_says_what_to_do(entry: &dyn Entry) {
    instructions_are_a_line(&*entry.open(&Setup::default()).unwrap());
    for level in entry.levels() {
        instructions_are_a_line(&*catalogue::open(entry, &Setup::level(level.name)).unwrap());
    }
}

/// The line is a sentence that fits under a title, and the same for all positions of a level.
///
/// # Panics
/// If it is not.
pub fn instructions_are_a_line(board: &dyn Board) {
    /// Letters of a line that fits.
    const LONGEST: usize = 190;
    let line = board.instructions();
    if line.is_empty() && catalogue::find(board.puzzle()).is_none() {
        // Without instructions of its own a board says what its puzzle is about, once that is in a registry.
        return;
    }
    for language in Language::ALL {
        let text = line.in_language(language);
        let shown = format!("{} {:?}: {text}", board.puzzle(), board.text());
        assert!(text.ends_with('.') && !text.contains('\n') && !text.contains("  "), "{shown}");
        assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{shown}");
        assert!((10..=LONGEST).contains(&text.chars().count()), "{shown}");
    }
    assert_ne!(*line, *line.in_language(Language::Indonesian), "{}", board.text());
    for text in board.moves().iter().take(2) {
        assert_eq!(board.play(text).unwrap().instructions(), line, "a move changes what to do");
    }
}

/// A position that is written down opens as itself.
///
/// # Panics
/// If the puzzle does not.
pub fn texts_round_trip(entry: &dyn Entry) {
    for board in boards(entry) {
        let again = entry.open(&Setup::of(&*board));
        let again =
            again.unwrap_or_else(|e| panic!("{}: {:?} can't be read: {e}", entry.name(), board.text()));
        assert_eq!(again.text(), board.text(), "{}", entry.name());
        assert_eq!(again.options(), board.options(), "{}", entry.name());
        assert_eq!(again.moves(), board.moves(), "{}", board.text());
        assert_eq!(again.status(), board.status(), "{}", board.text());
        assert_eq!((again.puzzle(), again.metric()), (entry.name(), board.metric()));
    }
}

/// What an option of a puzzle may be set to: what is offered to people, what the refusal of a wrong value names, numbers,
/// and positions. Each means something else.
fn values_of(entry: &dyn Entry, option: &OptionSpec, boards: &[Box<dyn Board>]) -> Vec<String> {
    if option.value.is_empty() {
        return vec!["true".to_owned()];
    }
    let refused = entry.open(&Setup::default().with(option.name, "?")).err();
    let remedy = refused.map(|error| error.remedy).unwrap_or_default();
    let named = remedy.strip_prefix("use ").unwrap_or_default().replace(" or ", ", ");
    let mut values: Vec<String> =
        named.split(", ").filter(|word| !word.contains(' ')).map(str::to_owned).collect();
    values.extend((1..=5).map(|number| number.to_string()));
    values.extend(["2x2", "3x3", "1-2", "2-3", "A", "B"].map(str::to_owned));
    values.extend(boards.iter().map(|board| board.text().replace('\n', "/")));
    if entry.is_drawn() {
        // The cells of one piece.
        let texts: Vec<String> = boards.iter().take(3).map(|board| board.text()).collect();
        for letter in 'A'..='z' {
            let only = |sign: char| match sign {
                _ if sign == letter => '-',
                _ if sign.is_alphanumeric() => '.',
                _ => sign,
            };
            values.extend(texts.iter().map(|text| text.chars().map(only).collect()));
        }
    }
    let own = entry.levels().iter().flat_map(|level| level.options);
    values.extend(own.filter(|(name, _)| *name == option.name).map(|&(_, value)| value.to_owned()));
    values.retain(|value| !value.is_empty() && value != "auto");
    let mut seen = BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    values
}

/// All that people and programs are told of a board before it is solved.
fn face(board: &dyn Board) -> Vec<String> {
    let mut face = vec![board.text(), board.instructions().to_string(), board.metric().many.to_owned()];
    face.extend(board.options().into_iter().map(|(name, value)| format!("{name}={value}")));
    face.push(format!("{:?} {:?}", board.turn(), board.as_writer().map(|writer| writer.method())));
    face.push(format!("{:?} {:?}", board.algorithms(), board.picture().description));
    face.extend(board.moves());
    face
}

/// An option that a puzzle lists is obeyed or refused: wherever two values of it are accepted, they lead to boards that
/// differ, unless both are what the level is without the option; and every option is obeyed somewhere.
///
/// # Panics
/// If the puzzle does not.
pub fn options_are_obeyed_or_refused(entry: &dyn Entry) {
    let starts = boards(entry);
    let mut levels = vec![Setup::default()];
    levels.extend(entry.levels().iter().take(4).map(|level| Setup::level(level.name)));
    levels.extend(
        starts.iter().rev().take(6).map(|board| Setup { options: BTreeMap::new(), ..Setup::of(&**board) }),
    );
    if entry.is_drawn() {
        // A drawing with one letter, which stands in several places.
        let same = |letter: char| if letter.is_alphanumeric() { 'a' } else { letter };
        let drawings = starts.iter().take(4).map(|board| board.text().chars().map(same).collect::<String>());
        levels.extend(drawings.map(|text| Setup::level(&text).with("goal", "none")));
    }
    for option in entry.about().options {
        let values = values_of(entry, option, &starts);
        let (mut obeyed, mut accepted) = (false, 0);
        // Levels that are what they are by this option, without it.
        let made = entry.levels().iter().map(telusur_puzzles::Level::setup);
        let made = made.filter(|level| level.options.contains_key(option.name)).take(3).map(|mut level| {
            level.options.remove(option.name);
            level
        });
        for level in levels.iter().cloned().chain(made) {
            let plain = catalogue::open(entry, &level).map(|board| face(&*board)).unwrap_or_default();
            let mut unchanged: Option<&str> = None;
            for value in &values {
                let what = format!("{}, level {:?}, option {}", entry.name(), level.level, option.name);
                let board = match catalogue::open(entry, &level.clone().with(option.name, value)) {
                    Err(error) => {
                        assert!(!error.problem.is_empty() && !error.remedy.is_empty(), "{what}: {error}");
                        continue;
                    }
                    Ok(board) => board,
                };
                accepted += 1;
                if face(&*board) != plain {
                    obeyed = true;
                    continue;
                }
                // One value may be the usual one. A position may be written in two ways.
                let is_word = |text: &str| text.chars().all(char::is_alphanumeric);
                let other = unchanged.filter(|other| is_word(other) && is_word(value));
                assert!(other.is_none(), "{what}: {value} and {other:?} change nothing");
                unchanged = Some(value);
            }
        }
        assert!(obeyed || accepted == 0, "{}: no value of {} changes a level", entry.name(), option.name);
    }
}

/// Levels that are written into files one after another, in each of the ways in which people and programs do, are read
/// back as these levels: none is lost, none is glued to another one, and options stay with their level.
///
/// # Panics
/// If the puzzle does not.
pub fn joined_level_files_are_split(entry: &dyn Entry) {
    let mut setups: Vec<Setup> = Vec::new();
    for seed in 1..=4 {
        let wish = Wish { seed, difficulty: Some(2 + (seed % 3) as u8), ..Wish::default() };
        setups.extend(entry.generate(&wish, &mut Making::unlimited()).ok().map(|generated| generated.setup));
    }
    setups.extend(boards(entry).iter().map(|board| Setup::of(&**board)));
    setups.extend(entry.levels().iter().take(6).map(telusur_puzzles::Level::setup));
    let is_one_line = |setup: &Setup| setup.level.as_ref().is_some_and(|level| !level.contains('\n'));
    for count in [1, 2, 3, 7] {
        for chosen in setups.windows(count).step_by(count.div_ceil(2)) {
            let mut files: Vec<LevelFile> = chosen.iter().cloned().map(LevelFile::from).collect();
            let written = |files: &[LevelFile], comment: Option<&str>, between: &str| {
                files.iter().map(|file| file.text(comment)).collect::<Vec<_>>().join(between)
            };
            let mut texts = vec![
                // `generate`, with and without `--quiet`.
                written(&files, Some("made: 1"), "\n"),
                written(&files, None, "\n"),
                written(&files, None, " \t\n\n"),
                // `cat` of such files.
                written(&files, Some("made: 1"), ""),
                written(&files, None, "===\n"),
                LevelList { levels: files.clone(), ..LevelList::default() }.text(),
                LevelList { levels: files.clone(), title: Some("All".to_owned()), ..LevelList::default() }
                    .text(),
            ];
            if chosen.iter().all(|setup| is_one_line(setup) && setup.options.is_empty())
                || chosen.iter().all(|setup| !setup.options.is_empty())
            {
                texts.push(written(&files, None, ""));
            }
            for (i, file) in files.iter_mut().enumerate() {
                file.title = Some(format!("Level {i}"));
            }
            texts.push(written(&files, None, ""));
            texts.push(written(&files, None, "\n\n"));
            // Files of other systems, with byte order marks that stand in the middle when they are joined.
            let foreign = texts.iter().map(|text| text.replace('\n', "\r\n"));
            let marked = files.iter().map(|file| format!("\u{feff}{}", file.text(None))).collect::<String>();
            for text in texts.iter().cloned().chain(foreign).chain([marked]) {
                let list = LevelList::read(entry, &text)
                    .unwrap_or_else(|error| panic!("{}: {error} in\n{text}", entry.name()));
                let read: Vec<&Setup> = list.levels.iter().map(|file| &file.setup).collect();
                assert_eq!(read, chosen.iter().collect::<Vec<_>>(), "{} in\n{text}", entry.name());
            }
        }
    }
}

/// What people can change while they play has a name in both languages, and every value that is offered leads to a level
/// that has it now, or another one that means the same.
///
/// # Panics
/// If the puzzle's do not.
pub fn choices_are_levels(entry: &dyn Entry) {
    for board in boards(entry) {
        for LevelOption { field, now, makes_level } in entry.choices(&*board) {
            let said = |(english, indonesian): (&str, &str)| !english.is_empty() && !indonesian.is_empty();
            assert!(said(field.title), "{} {}", entry.name(), field.name);
            let FieldValues::OneOf(values) = field.values else {
                panic!("{} {} is a number: variants step through those", entry.name(), field.name)
            };
            let is_offered = |now: &str| values.iter().any(|value| value.value == now);
            assert!(
                is_offered(&now) || !now.is_empty(),
                "{} {} of {}",
                entry.name(),
                field.name,
                board.text()
            );
            for value in values.iter().filter(|_| !makes_level) {
                assert!(said(value.title), "{} {} {}", entry.name(), field.name, value.value);
                let options = [(field.name.to_owned(), value.value.to_owned())].into();
                let opened = entry.open(&entry.varied(&*board, &options)).unwrap_or_else(|error| {
                    panic!("{} {} {} of {}: {error}", entry.name(), field.name, value.value, board.text())
                });
                let choices = entry.choices(&*opened);
                let changed = choices.iter().find(|choice| choice.field == field);
                assert!(
                    changed.is_some_and(|changed| is_offered(&changed.now)),
                    "{} {} {} of {}",
                    entry.name(),
                    field.name,
                    value.value,
                    board.text()
                );
            }
        }
    }
}

/// Variants can be told apart, say in both languages what they do, and lead to levels.
///
/// # Panics
/// If the puzzle's do not.
pub fn variants_are_levels(entry: &dyn Entry) {
    for board in boards(entry) {
        let variants = entry.variants(&*board);
        let names: BTreeSet<&str> = variants.iter().map(|variant| variant.name).collect();
        assert_eq!(names.len(), variants.len(), "two variants of one name on {}", board.text());
        for variant in &variants {
            let (name, [english, indonesian]) =
                (variant.name, Language::ALL.map(|language| variant.label.in_language(language)));
            assert!(!english.is_empty() && english != indonesian, "{} {name}", entry.name());
            let opened = variant.setup.as_ref().map(|setup| entry.open(setup));
            if let Some(Err(error)) = opened {
                panic!("{} {name} of {}: {error}", entry.name(), board.text());
            }
        }
    }
}

/// Moves are written so that lists of them can be read, and what is listed can be played.
///
/// # Panics
/// If the puzzle does not.
pub fn listed_moves_are_accepted_and_others_refused(entry: &dyn Entry) {
    for board in boards(entry) {
        let moves = board.moves();
        let different: BTreeSet<&String> = moves.iter().collect();
        assert_eq!(different.len(), moves.len(), "two moves of one name on {}", board.text());
        for m in &moves {
            assert!(
                !m.contains(|c: char| c.is_whitespace() || c == ','),
                "'{m}' would be two moves in a list"
            );
            assert!(board.play(m).is_ok(), "{m} is listed but refused on {}", board.text());
            assert!(board.play(&format!("  {m} ")).is_ok(), "blanks around {m} are refused");
        }
        for nonsense in ["", "x>y>z", "-1", "999999999999999999999", "\u{0}", "💧", "1>1", "A>A", "0:0"] {
            if !moves.iter().any(|m| m == nonsense) {
                let error =
                    board.play(nonsense).err().unwrap_or_else(|| panic!("{nonsense:?} on {}", board.text()));
                assert!(!error.to_string().is_empty());
            }
        }
        match board.status() {
            Status::Playing => assert!(!moves.is_empty(), "{}", board.text()),
            Status::Stuck | Status::Over { .. } | Status::Drawn => {
                assert!(moves.is_empty(), "{}", board.text());
            }
            Status::Solved => {}
        }
    }
}
