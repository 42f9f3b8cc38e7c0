//! What every puzzle of the catalogue must do, whatever it is. A new entry is tested by being listed.

use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::time::Duration;
use telusur_puzzles::{
    Answer, Board, Entry, Extent, Language, Making, OptionSpec, Setup, Shape, Status, Task, Wish, catalogue,
};
use telusur_search::{Algorithm, Budget, Claim, Observer, Progress};

/// Boards to try an entry on: its usual start, its easier levels, and positions of random play from them.
fn boards(entry: &dyn Entry) -> Vec<Box<dyn Board>> {
    let mut boards = vec![entry.open(&Setup::default()).unwrap_or_else(|e| panic!("{}: {e}", entry.name()))];
    for level in entry.levels().iter().take(12) {
        let setup = Setup::level(level.name);
        boards.push(
            catalogue::open(entry, &setup).unwrap_or_else(|e| panic!("{} {}: {e}", entry.name(), level.name)),
        );
    }
    let mut random = telusur_puzzles::random::Random::new(7);
    for i in 0..boards.len() {
        let mut board = boards[i].clone();
        for _ in 0..5 {
            let moves = board.moves();
            let Some(m) = moves.get(random.below(moves.len())) else { break };
            board = board.play(m).unwrap();
        }
        boards.push(board);
    }
    boards
}

fn reopened(entry: &dyn Entry, board: &dyn Board) -> Box<dyn Board> {
    let mut setup = Setup::level(&board.text());
    setup.options.extend(board.options());
    entry
        .open(&setup)
        .unwrap_or_else(|e| panic!("{} does not read its own text {:?}: {e}", entry.name(), board.text()))
}

#[test]
fn names_are_plain_and_unique() {
    let mut names = BTreeSet::new();
    for entry in catalogue::all() {
        assert!(entry.name().chars().all(|c| c.is_ascii_lowercase()), "{}", entry.name());
        assert!(names.insert(entry.name()), "{} is listed twice", entry.name());
        assert!(
            !entry.title().is_empty() && entry.summary().ends_with('.') && !entry.level_help().is_empty()
        );
        let levels: BTreeSet<&str> = entry.levels().iter().map(|level| level.name).collect();
        assert_eq!(levels.len(), entry.levels().len(), "{} has levels of one name", entry.name());
        for list in [entry.options(), entry.generate_options()] {
            let options: BTreeSet<&str> = list.iter().map(|option| option.name).collect();
            assert_eq!(options.len(), list.len(), "{} has options of one name", entry.name());
        }
        let board = entry.open(&Setup::default()).unwrap();
        assert_eq!(entry.is_game(), board.turn().is_some(), "{}", entry.name());
    }
}

/// Each list names what the function knows, and nothing else: an option that only one of them knows is refused by the
/// other. Neither needs a value that can be used: what is wrong with the value is another fault.
#[test]
fn options_are_listed_where_they_are_known() {
    let unknown = ["unknown option", "does not shape", "is for generate"];
    for entry in catalogue::all() {
        let listed = |list: &[OptionSpec], name: &str| list.iter().any(|option| option.name == name);
        let names: BTreeSet<&str> =
            entry.options().iter().chain(entry.generate_options()).map(|option| option.name).collect();
        for name in names {
            let opened = entry.open(&Setup::default().with(name, "?")).err().map(|error| error.to_string());
            let options = [(name.to_owned(), "?".to_owned())].into();
            let made = entry.generate(&Wish { seed: 1, difficulty: None, options }, &mut Making::unlimited());
            let made = made.err().map(|error| error.to_string());
            for (list, error) in [(entry.options(), opened), (entry.generate_options(), made)] {
                let known =
                    !error.as_ref().is_some_and(|error| unknown.iter().any(|words| error.contains(words)));
                assert_eq!(known, listed(list, name), "{} {name}: {error:?}", entry.name());
            }
        }
    }
}

#[test]
fn texts_round_trip() {
    for entry in catalogue::all() {
        for board in boards(*entry) {
            let again = reopened(*entry, &*board);
            assert_eq!(again.text(), board.text(), "{}", entry.name());
            assert_eq!(again.options(), board.options(), "{}", entry.name());
            assert_eq!(again.moves(), board.moves(), "{}", board.text());
            assert_eq!(again.status(), board.status(), "{}", board.text());
            assert_eq!((again.puzzle(), again.metric()), (entry.name(), board.metric()));
        }
    }
}

#[test]
fn listed_moves_are_accepted_and_others_refused() {
    for entry in catalogue::all() {
        for board in boards(*entry) {
            let moves = board.moves();
            let different: BTreeSet<&String> = moves.iter().collect();
            assert_eq!(different.len(), moves.len(), "two moves of one name on {}", board.text());
            for m in &moves {
                assert!(board.play(m).is_ok(), "{m} is listed but refused on {}", board.text());
                assert!(board.play(&format!("  {m} ")).is_ok(), "blanks around {m} are refused");
            }
            for nonsense in ["", "x>y>z", "-1", "999999999999999999999", "\u{0}", "💧", "1>1", "A>A", "0:0"]
            {
                if !moves.iter().any(|m| m == nonsense) {
                    let error = board
                        .play(nonsense)
                        .err()
                        .unwrap_or_else(|| panic!("{nonsense:?} on {}", board.text()));
                    assert!(!error.to_string().is_empty());
                }
            }
            match board.status() {
                Status::Playing => assert!(!moves.is_empty(), "{}", board.text()),
                Status::Stuck | Status::Over { .. } => assert!(moves.is_empty(), "{}", board.text()),
                Status::Solved => {}
            }
        }
    }
}

/// What a position has to show is counted without being made, and what it holds is weighed.
#[test]
fn extents_are_what_is_shown() {
    let options = |options: &[(&str, &str)]| {
        options.iter().fold(Setup::default(), |setup, (name, value)| setup.with(name, value))
    };
    let unusual = [
        ("hanoi", options(&[("discs", "100")])),
        ("hanoi", options(&[("discs", "30"), ("pegs", "7")])),
        ("stones", options(&[("piles", "3"), ("size", "10000"), ("take", "any")])),
        ("stones", options(&[("piles", "2"), ("size", "5000"), ("take", "2-4500")])),
        ("stones", options(&[("piles", "2"), ("size", "100"), ("take", "1,5,99")])),
        ("klotski", options(&[("metric", "slides")])),
        ("klotski", options(&[("metric", "steps")])),
        ("klotski", Setup::level("aab...../...c..../dd..e..#/.......f").with("goal", "none")),
    ];
    let unusual = unusual.into_iter().map(|(puzzle, setup)| {
        catalogue::find(puzzle).unwrap().open(&setup).unwrap_or_else(|error| panic!("{puzzle}: {error}"))
    });
    for board in catalogue::all().iter().flat_map(|&entry| boards(entry)).chain(unusual) {
        let shown = Extent { items: board.picture().items.len(), plays: board.plays().len() };
        assert_eq!(board.extent(), shown, "{} {}", board.puzzle(), board.text());
        assert!(board.bytes() >= size_of::<usize>() && board.level_bytes() >= board.bytes() / 2);
    }
    // Tables that a search makes belong to the level from then on.
    let board = catalogue::find("hanoi").unwrap().open(&options(&[("discs", "9"), ("pegs", "4")])).unwrap();
    let before = board.level_bytes();
    board.solve(Task::new(&mut ()).with(Algorithm::Astar)).unwrap();
    assert!(board.level_bytes() > before + 10_000, "{before}, then {}", board.level_bytes());
}

#[test]
fn pictures_name_everything_and_stay_inside_the_frame() {
    for entry in catalogue::all() {
        for board in boards(*entry) {
            let picture = board.picture();
            assert!(!picture.description.is_empty(), "{}", board.text());
            let indonesian = picture.description.in_language(Language::Indonesian);
            assert!(!indonesian.is_empty() && *indonesian != *picture.description, "{indonesian}");
            let ids: BTreeSet<&String> = picture.items.iter().map(|item| &item.id).collect();
            assert_eq!(ids.len(), picture.items.len(), "two items of one id on {}", board.text());
            for item in &picture.items {
                assert!(!item.name.is_empty() && !item.kind.is_empty(), "{item:?}");
                let (left, top, right, bottom) = match &item.shape {
                    Shape::Rect { x, y, w, h } => (*x, *y, x + w, y + h),
                    Shape::Circle { x, y, r } => (x - r, y - r, x + r, y + r),
                    Shape::Cells(cells) => {
                        assert!(!cells.is_empty(), "{item:?}");
                        let right = cells.iter().map(|c| c.0).max().unwrap_or(0) + 1;
                        let bottom = cells.iter().map(|c| c.1).max().unwrap_or(0) + 1;
                        (0.0, 0.0, f32::from(right), f32::from(bottom))
                    }
                };
                let inside = left >= -0.01 && top >= -0.01;
                let inside = inside && right <= picture.width + 0.01 && bottom <= picture.height + 0.01;
                assert!(inside, "{item:?} sticks out of {} x {}", picture.width, picture.height);
            }
        }
    }
}

/// The first boards on which a small budget suffices, solved by every algorithm that the board supports.
/// Whoever hears the board instead of seeing it can tell positions apart.
#[test]
fn positions_that_differ_sound_different() {
    for entry in catalogue::all() {
        for board in boards(*entry) {
            let next = board.moves().into_iter().map(|text| board.play(&text).unwrap());
            let positions: Vec<Box<dyn Board>> = std::iter::once(board.boxed()).chain(next).collect();
            let texts: BTreeSet<String> = positions.iter().map(|position| position.text()).collect();
            for language in Language::ALL {
                let said = positions
                    .iter()
                    .map(|position| position.picture().description.in_language(language).to_owned());
                let said: BTreeSet<String> = said.collect();
                assert!(
                    said.len() >= texts.len(),
                    "{} positions in {} sentences: {said:?}",
                    texts.len(),
                    said.len()
                );
            }
        }
    }
}

#[test]
fn all_algorithms_agree() {
    for entry in catalogue::all() {
        let mut compared = 0;
        for board in boards(*entry) {
            if compared >= 6 {
                break;
            }
            // What the first algorithm found: a length, "none", or a verdict.
            let mut first = None;
            for algorithm in board.algorithms() {
                let mut nobody = ();
                let mut task = Task::new(&mut nobody).with(algorithm);
                task.limits = Budget::default()
                    .with_states(200_000)
                    .with_bytes(256 << 20)
                    .with_time(Duration::from_secs(2))
                    .into();
                let answer = board.solve(task).unwrap_or_else(|e| panic!("{algorithm} is supported: {e}"));
                let found = match answer {
                    Answer::Path(path) => match path.claim {
                        Claim::Optimal => {
                            let length = path.length.expect("an optimal solution has a length");
                            replay(&*board, &path.moves, &length);
                            length.to_string()
                        }
                        Claim::Unsolvable => "none".to_owned(),
                        Claim::Feasible => {
                            replay(&*board, &path.moves, &path.length.expect("a solution has a length"));
                            continue;
                        }
                        Claim::Stopped => {
                            assert!(path.limit.is_some(), "{algorithm} on {}", board.text());
                            continue;
                        }
                    },
                    Answer::Game(game) => match game.verdict {
                        Some(verdict) => format!("{verdict:?}"),
                        None => continue,
                    },
                };
                compared += usize::from(first.is_some());
                assert_eq!(*first.get_or_insert(found.clone()), found, "{algorithm} on {}", board.text());
            }
        }
        assert!(compared > 0, "nothing to compare for {}", entry.name());
    }
}

/// Holds every bound it is told against the length of a shortest solution.
struct Witness {
    what: String,
    truth: BigUint,
}

impl Observer for Witness {
    fn progress(&mut self, progress: &Progress) {
        let bound = progress.lower_bound;
        assert!(BigUint::from(bound) <= self.truth, "{}: told {bound}, not {}", self.what, self.truth);
    }
}

/// What a search that was stopped says about the rest is true, and so is all that it tells on the way.
#[test]
fn bounds_of_stopped_searches_are_true() {
    for entry in catalogue::all() {
        let mut stopped = 0;
        for board in boards(*entry).into_iter().take(9) {
            let mut nobody = ();
            let mut task = Task::new(&mut nobody);
            task.limits = Budget::default().with_states(300_000).with_bytes(256 << 20).into();
            let Answer::Path(whole) = board.solve(task).unwrap() else { continue };
            let (Claim::Optimal, Some(truth)) = (whole.claim, whole.length) else { continue };
            for algorithm in board.algorithms() {
                let few = [1, 50, 2000].map(|states| Budget::default().with_states(states));
                let little =
                    [1 << 16, 1 << 20].map(|bytes| Budget::default().with_bytes(bytes).with_states(20_000));
                for budget in few.into_iter().chain(little) {
                    let what = format!("{algorithm} on {} {} with {budget:?}", entry.name(), board.text());
                    let mut witness = Witness { what, truth: truth.clone() };
                    let mut task = Task::new(&mut witness).with(algorithm);
                    task.limits = budget.into();
                    let Ok(Answer::Path(path)) = board.solve(task) else { continue };
                    let what = witness.what;
                    assert!(path.lower_bound <= truth, "{what}: {}", path.lower_bound);
                    assert!(path.length.is_none_or(|length| length >= truth), "{what}");
                    assert_ne!(path.claim, Claim::Unsolvable, "{what}");
                    stopped += u32::from(path.claim == Claim::Stopped);
                }
            }
        }
        assert!(stopped > 5 || entry.name() == "stones", "{} was stopped {stopped} times", entry.name());
    }
}

fn replay(board: &dyn Board, moves: &[String], length: &num_bigint::BigUint) {
    if num_bigint::BigUint::from(moves.len()) != *length {
        // Too long to be written down: the entry's own tests replay those.
        assert!(moves.len() >= 1000 || moves.is_empty());
        return;
    }
    let mut at = board.boxed();
    for m in moves {
        at = at.play(m).unwrap_or_else(|e| panic!("{} from {}: {e}", board.puzzle(), board.text()));
    }
    assert!(at.status().is_solved(), "{} from {}", board.puzzle(), board.text());
}

#[test]
fn shipped_optima_are_true() {
    for entry in catalogue::all() {
        for level in entry.levels().iter().take(10) {
            for &(metric, optimum) in level.optimum {
                let mut setup = Setup::level(level.name);
                if entry.options().iter().any(|option| option.name == "metric") {
                    setup = setup.with("metric", metric);
                }
                let Ok(board) = catalogue::open(*entry, &setup) else { continue };
                if board.metric() != metric {
                    continue;
                }
                let mut nobody = ();
                let answer = board.solve(Task::new(&mut nobody)).unwrap();
                let path = answer.path().expect("only puzzles have optima");
                assert_eq!(
                    (path.claim, path.length.clone()),
                    (Claim::Optimal, Some(optimum.into())),
                    "{} {} in {metric}",
                    entry.name(),
                    level.name
                );
            }
        }
    }
}

#[test]
fn generated_levels_are_solvable_and_repeatable() {
    for entry in catalogue::all() {
        for (seed, difficulty) in [(1, 1), (2, 3), (3, 5)] {
            let wish = Wish { seed, difficulty: Some(difficulty), ..Wish::default() };
            let generated = entry
                .generate(&wish, &mut Making::unlimited())
                .unwrap_or_else(|e| panic!("{}: {e}", entry.name()));
            assert_eq!(
                generated,
                entry.generate(&wish, &mut Making::unlimited()).unwrap(),
                "{} is not repeatable",
                entry.name()
            );
            assert!((1..=10).contains(&generated.difficulty) && !generated.note.is_empty());
            let board = entry.open(&generated.setup).unwrap_or_else(|e| panic!("{}: {e}", entry.name()));
            let mut nobody = ();
            let mut task = Task::new(&mut nobody).with(Algorithm::Auto);
            task.limits = Budget::default().with_bytes(512 << 20).with_time(Duration::from_secs(20)).into();
            if let Answer::Path(path) = board.solve(task).unwrap() {
                assert!(path.length.is_some(), "{} seed {seed}: {:?}", entry.name(), path.claim);
            }
        }
    }
}

/// Whatever is wished, what is made is a level; a wish that can't be read is refused.
#[test]
fn options_of_a_wish_are_read_or_refused() {
    for entry in catalogue::all() {
        for option in entry.options().iter().chain(entry.generate_options()) {
            for value in ["\u{1b}[2J", "", "0", "-1", "99999999999999999999"] {
                let options = [(option.name.to_owned(), value.to_owned())].into();
                let wish = Wish { seed: 1, difficulty: Some(1), options };
                if let Ok(generated) = entry.generate(&wish, &mut Making::unlimited()) {
                    let opened = entry.open(&generated.setup);
                    assert!(opened.is_ok(), "{} {}={value:?}: {:?}", entry.name(), option.name, opened.err());
                }
            }
        }
    }
}
