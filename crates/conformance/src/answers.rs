//! What is found: solutions, bounds, made levels.

use crate::boards;
use num_bigint::BigUint;
use std::time::Duration;
use telusur_puzzles::{Answer, Board, Entry, Making, Setup, Task, Wish, catalogue};
use telusur_search::{Budget, Claim, Limits, Observer, Progress};

/// Every algorithm that a board offers finds the same.
///
/// # Panics
/// If the puzzle does not.
pub fn all_algorithms_agree(entry: &dyn Entry) {
    let mut compared = 0;
    for board in boards(entry) {
        if compared >= 6 {
            break;
        }
        // What the first algorithm found: a length, "none", or a verdict.
        let mut first = None;
        for algorithm in board.algorithms() {
            let budget = Budget::default().with_states(200_000).with_bytes(256 << 20);
            let mut unobserved = ();
            let task =
                Task::new(&mut unobserved).with(algorithm).limited(budget.with_time(Duration::from_secs(2)));
            let answer = board.solve(task).unwrap_or_else(|e| panic!("{algorithm} is supported: {e}"));
            let found = match answer {
                Answer::Path(path) => match path.claim {
                    Claim::Optimal | Claim::Feasible => {
                        let length = path.length.expect("a solution has a length");
                        replay(&*board, &path.moves, &length);
                        if path.claim == Claim::Feasible {
                            continue;
                        }
                        length.to_string()
                    }
                    Claim::Unsolvable => "none".to_owned(),
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

/// What a search that was stopped says about the rest is true, and so is all that it tells on the way. Answers how many
/// were stopped.
///
/// # Panics
/// If the puzzle does not.
pub fn bounds_of_stopped_searches_are_true(entry: &dyn Entry) -> u32 {
    let mut stopped = 0;
    for board in boards(entry).into_iter().take(9) {
        let budget = Budget::default().with_states(300_000).with_bytes(256 << 20);
        let Answer::Path(whole) = board.solve(Task::new(&mut ()).limited(budget)).unwrap() else { continue };
        let (Claim::Optimal, Some(truth)) = (whole.claim, whole.length) else { continue };
        for algorithm in board.algorithms() {
            let few = [1, 50, 2000].map(|states| Budget::default().with_states(states));
            let little = [1 << 16, 1 << 20].map(|bytes| Budget::default().with_bytes(bytes));
            for budget in few.into_iter().chain(little.map(|budget| budget.with_states(20_000))) {
                let what = format!("{algorithm} on {} {} with {budget:?}", entry.name(), board.text());
                let mut witness = Witness { what, truth: truth.clone() };
                let task = Task::new(&mut witness).with(algorithm).limited(budget);
                let Ok(Answer::Path(path)) = board.solve(task) else { continue };
                let what = witness.what;
                assert!(path.lower_bound <= truth, "{what}: {}", path.lower_bound);
                assert!(path.length.is_none_or(|length| length >= truth), "{what}");
                assert_ne!(path.claim, Claim::Unsolvable, "{what}");
                stopped += u32::from(path.claim == Claim::Stopped);
            }
        }
    }
    stopped
}

/// Nothing falls where a request for memory is refused, once or from then on, and what is said then is true. A sample of the
/// requests of two boards. Answers how many were refused.
///
/// # Panics
/// If the puzzle does.
pub fn refused_memory_is_survived(entry: &dyn Entry) -> u32 {
    const SAMPLED: u64 = 12;
    let mut refused = 0;
    for board in boards(entry).into_iter().take(2) {
        let budget = Budget::default().with_states(3000).with_bytes(256 << 20);
        let solve = |algorithm, limits: &Limits| {
            let mut unobserved = ();
            let mut task = Task::new(&mut unobserved).with(algorithm);
            task.limits = limits.clone();
            board.solve(task)
        };
        let whole = board.solve(Task::new(&mut ()).limited(budget.with_states(300_000)));
        let optimum = match whole {
            Ok(Answer::Path(path)) if path.claim == Claim::Optimal => path.length,
            _ => None,
        };
        for algorithm in board.algorithms() {
            let none = Limits::from(budget).refusing(0..0);
            _ = solve(algorithm, &none);
            let requests = none.requests();
            for request in (0..requests).step_by(requests.div_ceil(SAMPLED).max(1) as usize) {
                for end in [request + 1, u64::MAX] {
                    let limits = Limits::from(budget).refusing(request..end);
                    let what = format!("{algorithm} on {}, request {request}", board.text());
                    refused += 1;
                    let Ok(Answer::Path(path)) = solve(algorithm, &limits) else { continue };
                    let Some(optimum) = &optimum else { continue };
                    assert!(path.lower_bound <= *optimum, "{what}: {}", path.lower_bound);
                    assert!(path.length.as_ref().is_none_or(|length| length >= optimum), "{what}");
                    assert_ne!(path.claim, Claim::Unsolvable, "{what}");
                }
            }
        }
    }
    refused
}

fn replay(board: &dyn Board, moves: &[String], length: &BigUint) {
    if BigUint::from(moves.len()) != *length {
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

/// Levels whose optima are proved, however long that takes; those of all others must not be refuted by a short search.
const PROVED_LEVELS: usize = 10;
/// States of such a short search.
const SHORT_SEARCH: u64 = 30_000;

/// The optima of levels are found again, and proved; those of later levels, unless a short search stops before.
///
/// # Panics
/// If the puzzle does not.
pub fn shipped_optima_are_true(entry: &dyn Entry) {
    for (number, level) in entry.levels().iter().enumerate() {
        for &(metric, optimum) in level.optimum {
            let mut setup = Setup::level(level.name);
            if entry.about().options.iter().any(|option| option.name == "metric") {
                setup = setup.with("metric", metric);
            }
            let Ok(board) = catalogue::open(entry, &setup) else { continue };
            if board.metric() != metric {
                continue;
            }
            let mut unobserved = ();
            let mut task = Task::new(&mut unobserved);
            if number >= PROVED_LEVELS {
                task.limits = task.limits.with_states(SHORT_SEARCH);
            }
            let answer = board.solve(task).unwrap();
            let path = answer.path().expect("only puzzles have optima");
            let is_open = number >= PROVED_LEVELS && matches!(path.claim, Claim::Stopped | Claim::Feasible);
            let stated = BigUint::from(optimum);
            let name = format!("{} {} in {metric}: optimum {stated}, {path:?}", entry.name(), level.name);
            match is_open {
                true => assert!(
                    path.lower_bound <= stated && path.length.as_ref().is_none_or(|length| *length >= stated),
                    "{name}"
                ),
                false => assert_eq!((path.claim, &path.length), (Claim::Optimal, &Some(stated)), "{name}"),
            }
        }
    }
}

/// The same wish gives the same level, and it can be solved.
///
/// # Panics
/// If the puzzle does not.
pub fn generated_levels_are_solvable_and_repeatable(entry: &dyn Entry) {
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
        let budget = Budget::default().with_bytes(512 << 20).with_time(Duration::from_secs(20));
        if let Answer::Path(path) = board.solve(Task::new(&mut ()).limited(budget)).unwrap() {
            assert!(path.length.is_some(), "{} seed {seed}: {:?}", entry.name(), path.claim);
        }
    }
}

/// Whatever is wished, what is made is a level; a wish that can't be read is refused.
///
/// # Panics
/// If the puzzle does not.
pub fn options_of_a_wish_are_read_or_refused(entry: &dyn Entry) {
    for option in entry.about().options.iter().chain(entry.about().generate_options) {
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
