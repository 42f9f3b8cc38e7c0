//! Analyses and hints against plain solving, on random positions of every puzzle.

use num_bigint::BigUint;
use std::time::Duration;
use telusur_puzzles::random::Random;
use telusur_puzzles::{Answer, Board, Setup, Status, Task, catalogue};
use telusur_search::game::Verdict;
use telusur_search::{Budget, Cancel, Claim, Deadline, Limits};
use telusur_session::{Analysis, Distance, Judgement, Knowledge, NoHint, Session, Source};

/// Small levels of every puzzle, with the options that change the rules.
fn levels() -> Vec<(&'static str, Setup)> {
    let mut levels = vec![
        ("tiles", Setup::level("1 2 3/4 5 .")),
        ("tiles", Setup::level("4 . 5/2 3 8/7 6 1")),
        ("hanoi", Setup::level("4 3 2 1 | |")),
        ("hanoi", Setup::level("4 3 2 1 | |").with("rule", "cyclic")),
        ("hanoi", Setup::level("5 4 | 3 2 1 | |").with("to", "any")),
        ("hanoi", Setup::level("3 2 1 | |").with("rule", "A>B,B>C")),
        ("water", Setup::level("2 1 1 2 | 1 1 2 2 | -")),
        ("water", Setup::level("1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -")),
        ("water", Setup::level("1 2 3 | 1 2 3 | 1 2 3 | -").with("capacity", "3")),
        ("klotski", Setup::level("aBBb/aBBb/c..d/cefd/g..h")),
        ("klotski", Setup::level("ab/.#").with("goal", "ba/..")),
        ("stones", Setup::level("3 4 5")),
        ("stones", Setup::level("3 5 7").with("take", "any")),
        ("stones", Setup::level("2 3 4").with("misere", "true").with("take", "1,3,4")),
    ];
    for metric in ["slides", "steps"] {
        levels.push(("klotski", Setup::level("aBBb/aBBb/c..d/cefd/g..h").with("metric", metric)));
    }
    for rule in ["unit", "strict"] {
        levels.push(("water", Setup::level("1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -").with("rule", rule)));
    }
    levels
}

/// Plain solving, without tables: the length, or none.
fn solved(board: &dyn Board) -> Option<BigUint> {
    let answer = board.solve(Task::new(&mut ())).unwrap();
    let path = answer.path().unwrap();
    match path.claim {
        Claim::Optimal => path.length.clone(),
        Claim::Unsolvable => None,
        other => panic!("{other} of {}", board.text()),
    }
}

fn as_left(length: Option<BigUint>) -> Distance {
    length.map_or(Distance::Never, Distance::Exact)
}

fn check_puzzle(board: &dyn Board, analysis: &Analysis) {
    let before = solved(board);
    let context = format!("{} {} by {:?}", board.puzzle(), board.text(), analysis.source);
    assert_eq!(analysis.left, Some(as_left(before.clone())), "{context}");
    assert_eq!(analysis.solvable, Some(before.is_some()), "{context}");
    assert_eq!(analysis.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>(), board.moves());
    for judged in &analysis.moves {
        let after = solved(&*board.play(&judged.text).unwrap());
        let expected = match (&before, &after) {
            (None, _) => Judgement::Equal,
            (Some(_), None) => Judgement::Loses,
            (Some(before), Some(after)) if after < before => Judgement::Better,
            (Some(before), Some(after)) if after == before => Judgement::Equal,
            _ => Judgement::Worse,
        };
        assert_eq!(
            (judged.judgement, &judged.left),
            (expected, &Some(as_left(after))),
            "{} in {context}",
            judged.text
        );
    }
}

fn check_game(board: &dyn Board, analysis: &Analysis) {
    let verdict = |board: &dyn Board| match board.solve(Task::new(&mut ())).unwrap() {
        Answer::Game(game) => game.verdict.unwrap(),
        Answer::Path(_) => unreachable!("a game"),
    };
    let before = verdict(board);
    assert_eq!(analysis.verdict, Some(before));
    for judged in &analysis.moves {
        let keeps = verdict(&*board.play(&judged.text).unwrap()) == Verdict::Loss;
        let expected = match (before, keeps) {
            (Verdict::Win, true) => Judgement::Better,
            (Verdict::Win, false) => Judgement::Loses,
            _ => Judgement::Equal,
        };
        assert_eq!(judged.judgement, expected, "{} in {}", judged.text, board.text());
    }
}

fn random_walk(game: &mut Session, random: &mut Random, steps: usize) {
    for _ in 0..steps {
        let moves = game.board().moves();
        let Some(text) = moves.get(random.below(moves.len().max(1))) else { return };
        game.play(text).unwrap();
    }
}

#[test]
fn every_judged_move_is_right() {
    let mut random = Random::new(3);
    for (puzzle, setup) in levels() {
        // With room for a table, and with none, so that formulas and search have to do it.
        for bytes in [32 << 20, 0] {
            let knowledge = Knowledge::new(bytes);
            for _ in 0..3 {
                let mut game = Session::open(puzzle, &setup).unwrap();
                let steps = random.below(9);
                random_walk(&mut game, &mut random, steps);
                let analysis = game.analysis(&knowledge, &mut Task::new(&mut ()));
                match game.board().turn() {
                    None => check_puzzle(game.board(), &analysis),
                    Some(_) => check_game(game.board(), &analysis),
                }
                if bytes == 0 {
                    assert_ne!(analysis.source, Source::Table);
                } else if analysis.source == Source::Table {
                    let outlook = game.outlook(&knowledge);
                    assert_eq!((outlook.left, outlook.solvable), (analysis.left, analysis.solvable));
                }
            }
        }
    }
}

/// Playing by hints solves in exactly as many moves as the first hint said.
#[test]
fn hints_lead_to_the_goal_by_a_shortest_way() {
    let mut random = Random::new(4);
    for (puzzle, setup) in levels() {
        for bytes in [32 << 20, 0] {
            let knowledge = Knowledge::new(bytes);
            let mut game = Session::open(puzzle, &setup).unwrap();
            random_walk(&mut game, &mut random, 4);
            if game.board().turn().is_some() || game.board().status() != Status::Playing {
                continue;
            }
            let distance = solved(game.board());
            let mut made = 0u32;
            let end = loop {
                match game.hint(&knowledge, &mut Task::new(&mut ())) {
                    Ok(hint) => {
                        let left = distance.clone().unwrap() - made;
                        assert_eq!(
                            (hint.left, hint.claim),
                            (Some(Distance::Exact(left)), Claim::Optimal),
                            "{puzzle}"
                        );
                        game.play(&hint.text).unwrap();
                        made += 1;
                    }
                    Err(end) => break end,
                }
            };
            match distance {
                Some(distance) => {
                    assert_eq!((end, BigUint::from(made)), (NoHint::Over, distance), "{puzzle} {setup:?}");
                    assert!(game.board().status().is_solved());
                }
                None => assert!(matches!(end, NoHint::Unsolvable { .. }), "{puzzle}: {end}"),
            }
        }
    }
}

#[test]
fn hints_keep_a_win_and_resist_in_a_loss() {
    for (setup, wins) in [
        (Setup::level("3 4 5"), true),
        (Setup::level("8 12 4"), false),
        (Setup::level("1 3 5 7").with("take", "any").with("misere", "true"), false),
    ] {
        let knowledge = Knowledge::new(1 << 20);
        let mut game = Session::open("stones", &setup).unwrap();
        let mut turns = None;
        while game.board().status() == Status::Playing {
            let hint = game.hint(&knowledge, &mut Task::new(&mut ())).unwrap();
            assert!(hint.why.is_some());
            let wins_now = hint.verdict == Some(Verdict::Win);
            assert_eq!(wins_now, wins == game.moves_made().is_multiple_of(2));
            // Best play on both sides takes exactly the turns foretold.
            let left = hint.left.unwrap().exact().unwrap().clone();
            if let Some(before) = turns.replace(left.clone()) {
                assert_eq!(left + 1u8, before);
            }
            game.play(&hint.text).unwrap();
        }
        assert_eq!(game.hint(&knowledge, &mut Task::new(&mut ())), Err(NoHint::Over));
    }
}

#[test]
fn a_budget_is_kept_and_what_is_not_known_is_called_so() {
    let knowledge = Knowledge::new(16 << 20);
    let shuffled = Session::from_id("tiles#5?difficulty=10&size=5x5", &Deadline::never()).unwrap();
    let hard = [
        ("tiles", Setup::level(&shuffled.board().text())),
        (
            "hanoi",
            Setup::default()
                .with("discs", "20")
                .with("pegs", "5")
                .with("to", "19 17 | 20 18 1 | 5 2 | 3 | 16 15 14 13 12 11 10 9 8 7 6 4"),
        ),
    ];
    for (puzzle, setup) in hard {
        let game = Session::open(puzzle, &setup).unwrap();
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = Budget::default().with_bytes(8 << 20).with_time(Duration::from_millis(100)).into();
        let begun = std::time::Instant::now();
        let analysis = game.analysis(&knowledge, &mut task);
        assert!(begun.elapsed() < Duration::from_secs(60), "{puzzle}: {:?}", begun.elapsed());
        assert!(
            !matches!(analysis.left, Some(Distance::Exact(_) | Distance::Never)),
            "{puzzle}: {:?}",
            analysis.left
        );
        assert!(analysis.moves.iter().any(|m| m.judgement == Judgement::Unknown));
        assert_eq!(analysis.moves.len(), game.board().moves().len());
        let hint = game.hint(&knowledge, &mut task);
        assert!(!matches!(hint, Err(NoHint::Over | NoHint::Unsolvable { .. })), "{hint:?}");

        let cancel = Cancel::new();
        cancel.cancel();
        let mut task = Task::new(&mut unobserved);
        task.limits = Limits::new(Budget::UNLIMITED, cancel);
        let begun = std::time::Instant::now();
        let analysis = game.analysis(&knowledge, &mut task);
        assert!(begun.elapsed() < Duration::from_secs(60), "{puzzle} goes on after a cancel");
        assert!(analysis.moves.iter().any(|m| m.judgement == Judgement::Unknown));
    }
}

#[test]
fn optima_are_known_for_levels_in_every_metric() {
    let knowledge = Knowledge::new(0);
    for entry in catalogue::all() {
        for level in entry.levels() {
            for &(metric, optimum) in level.optimum {
                let mut setup = level.setup();
                match metric {
                    "slides" | "steps" => setup = setup.with("metric", metric),
                    "units" => setup = setup.with("rule", "unit"),
                    _ => {}
                }
                let game = Session::open(entry.name(), &setup).unwrap();
                assert_eq!(game.optimum(&knowledge), Some(optimum.into()), "{} {metric}", level.name);
            }
        }
    }
    assert_eq!(Session::open("stones", &Setup::default()).unwrap().optimum(&knowledge), None);
    // Of other boards it is known once the level has been listed.
    let knowledge = Knowledge::new(1 << 20);
    let game = Session::open("tiles", &Setup::level("1 2 3/. 4 5")).unwrap();
    assert_eq!(game.optimum(&knowledge), None);
    game.analysis(&knowledge, &mut Task::new(&mut ()));
    assert_eq!(game.optimum(&knowledge), solved(game.board()));
}

/// Whether undoing moves helps is told as it is, with a table and without: only where the level has a solution.
#[test]
fn where_there_is_no_solution_it_is_told_whether_the_level_has_one() {
    let mut random = Random::new(5);
    let mut told = [0, 0];
    let without = [
        ("klotski", Setup::level("ab./##.").with("goal", "ba./##.")),
        ("klotski", Setup::level("ab.").with("goal", "ba.")),
        ("water", Setup::level("1 2 | 2 1 | 3 3 | 3").with("capacity", "3")),
        ("water", Setup::level("1 2 1 | 3 2 3 | 2 3 1 | -").with("capacity", "3")),
    ];
    for (puzzle, setup) in levels().into_iter().chain(without) {
        let Ok(start) = Session::open(puzzle, &setup) else { continue };
        if start.board().turn().is_some() {
            continue;
        }
        let has_solution = solved(start.board()).is_some();
        for bytes in [32 << 20, 0] {
            for steps in [0, 1, 1, 2, 3, 5, 8] {
                let mut game = Session::open(puzzle, &setup).unwrap();
                random_walk(&mut game, &mut random, steps);
                match game.hint(&Knowledge::new(bytes), &mut Task::new(&mut ())) {
                    Err(NoHint::Unsolvable { from_start, .. }) => {
                        assert_eq!(
                            from_start,
                            Some(has_solution),
                            "{puzzle} {setup:?}: {}",
                            game.board().text()
                        );
                        told[usize::from(has_solution)] += 1;
                    }
                    Err(NoHint::Over) | Ok(_) => assert!(has_solution, "{puzzle} {setup:?}"),
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert!(told[0] > 20 && told[1] > 3, "{told:?}");
}
