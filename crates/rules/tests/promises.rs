//! Every puzzle of the collection keeps the promises of spaces; a bound that is too high is caught.

use telusur_puzzles::{Entry, Setup, Task};
use telusur_rules::collection::TEXTS;
use telusur_rules::{OWN_RULES, Rules};
use telusur_search::{Algorithm, Claim};

#[test]
fn the_collection_keeps_the_promises_of_spaces() {
    for (name, text) in TEXTS {
        let rules = Rules::load(text).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        assert_eq!(rules.warnings(), [], "{name}");
        let broken = rules.examine(if rules.bits() > 30 { 200 } else { 1000 });
        assert_eq!(broken, [], "{name}");
        assert_eq!(rules.why_not_reversible(), None, "{name}");
    }
}

#[test]
fn what_can_be_taken_back_is_told() {
    let undirected = |name: &str| {
        let text = TEXTS.iter().find(|(known, _)| *known == name).unwrap().1;
        Rules::load(text).unwrap().is_undirected()
    };
    for name in ["pancakes", "burnt", "topspin", "lights", "knights", "cube", "line", "star"] {
        assert!(undirected(name), "{name}");
    }
    for name in ["jugs", "frogs", "solitaire", "triangle", "sokoban"] {
        assert!(!undirected(name), "{name}");
    }
    // A move that forgets one of many values.
    let text = "puzzle P\nvar n : 0..9999\nvar m : 0..9999\nmove forget: n := 0\nmove up: n += 1\nmove both: m := n + m\ngoal n == 7\n";
    let why = Rules::load(text).unwrap().why_not_reversible().unwrap().to_owned();
    assert!(why.contains("'forget' can't be taken back: it forgets what n was"), "{why}");
}

#[test]
fn a_bound_that_lies_is_caught() {
    let text = |bound: &str| {
        format!("puzzle P\nvar n : 0..20\nmove up: n += 1\nmove jump: n += 3\ngoal n == 20\nbound {bound}\n")
    };
    assert_eq!(Rules::load(&text("(20 - n + 2) / 3")).unwrap().examine(500), []);
    for lie in ["20 - n", "1", "n"] {
        let found = Rules::load(&text(lie)).unwrap().examine(500);
        assert!(found[0].to_string().contains("the bound was caught lying"), "{lie}: {found:?}");
        assert_eq!(found[0].span.line, 6);
    }
}

#[test]
fn symmetries_that_are_none_are_refused() {
    let text = |symmetry: &str, goal: &str| {
        format!(
            "puzzle P\nvar c[2 x 2] : 0..1 = 1\nmove take a in cells(c) when c[a] == 1: c[a] := 0\nsymmetry {symmetry}\ngoal: {goal}\n"
        )
    };
    assert!(Rules::load(&text("turn c", "00/00")).is_ok());
    for (symmetry, goal, expected) in [
        ("turn c", "01/11", "the goal can't be shown to be symmetric"),
        ("c[1, 1] := 0", "00/00", "a symmetry only exchanges values"),
    ] {
        let error = Rules::load(&text(symmetry, goal)).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let lame = "puzzle P\nvar c[1..2] : 0..1\nmove set: c[1] := 1\nsymmetry swap c[1], c[2]\ngoal: 1 1\n";
    let error = Rules::load(lame).err().unwrap().to_string();
    assert!(error.contains("'set' has no counterpart"), "{error}");
}

/// A bound may lie anywhere, also at positions that a search that believes it never expands: no claim rests on it.
#[test]
fn no_optimum_rests_on_a_bound_that_lies() {
    let text = |bound: &str| {
        format!(
            "puzzle Lies\nvar n : 0..9 = 0\nmove quick when n == 0: n := 5\nmove home when n == 5: n := 9\n\
             move slow when n == 0: n := 6\nmove slower when n == 6: n := 7\nmove last when n == 7: n := 9\n\
             goal n == 9\nbound {bound}\n"
        )
    };
    let solve = |text: &str, algorithm: Algorithm| {
        let mut setup = Setup::default();
        setup.options.insert("rules".to_owned(), text.to_owned());
        let board = OWN_RULES.open(&setup).unwrap();
        let mut nobody = ();
        let mut task = Task::new(&mut nobody);
        task.algorithm = algorithm;
        board.solve(task).unwrap().path().unwrap().clone()
    };
    let informed =
        [Algorithm::Auto, Algorithm::Astar, Algorithm::Idastar, Algorithm::Anytime, Algorithm::Greedy];
    let lies =
        ["if n == 5 then 3 else if n == 9 then 0 else 1", "if n == 9 then 0 else 3", "4", "n", "9 - n"];
    for lie in lies {
        for algorithm in informed {
            let answer = solve(&text(lie), algorithm);
            let is_shortest = answer.length == Some(2_u8.into());
            assert!(is_shortest || answer.claim == Claim::Feasible, "{lie}, {algorithm}: {answer:?}");
            assert!(answer.lower_bound <= 2_u8.into(), "{lie}, {algorithm}: {answer:?}");
            assert!(answer.reason.contains("was not used"), "{lie}, {algorithm}: {}", answer.reason);
        }
    }
    let true_bound = "if n == 9 then 0 else if n == 5 or n == 7 then 1 else 2";
    for algorithm in informed {
        let answer = solve(&text(true_bound), algorithm);
        // To prove it, all positions must be looked at: where nobody asks for a bound, search alone is faster.
        let said = match algorithm {
            Algorithm::Auto => "to prove it takes longer than this search",
            _ => "was proved on all 5 positions",
        };
        assert!(answer.reason.contains(said), "{}", answer.reason);
        assert!(answer.length == Some(2_u8.into()) || algorithm == Algorithm::Greedy, "{algorithm}");
    }
}
