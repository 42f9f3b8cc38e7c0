//! Every puzzle of the collection keeps the promises of spaces; a bound that is too high is caught.

use telusur_puzzles::random::Random;
use telusur_puzzles::{Entry, Making, Setup, Task, Wish};
use telusur_rules::collection::TEXTS;
use telusur_rules::interpreter::Interpreter;
use telusur_rules::optima::OptimumProof;
use telusur_rules::{OWN_RULES, Rules, TextEntry, collection};
use telusur_search::{Algorithm, Claim, Limits};

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
    // Their moves as they are divided into cases do not show it.
    for name in ["blocks", "crossing", "missionaries", "magnetic"] {
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

/// Whether every move can be taken back is told as it is, for random texts: by the interpreter on all states that can be
/// reached.
#[test]
fn what_is_said_to_be_taken_back_is() {
    let mut proved = 0;
    for seed in 0..300u64 {
        let mut random = Random::new(seed);
        let mut effect = || {
            let (a, b) = (1 + random.below(3), 1 + random.below(3));
            match random.below(5) {
                0 => format!("swap c[{a}], c[{b}]"),
                1 => format!("c[{a}] := 2 - c[{a}]"),
                2 => format!("c[{a}] += 1"),
                3 => format!("c[{a}] -= 1"),
                _ => format!("c[{a}] := c[{b}]"),
            }
        };
        let moves: String = (0..3)
            .map(|number| format!("move m{number} when c[1] != c[3] or c[2] == 1: {}\n", effect()))
            .collect();
        let text = format!("puzzle P\nvar c[1..3] : 0..2 = 1\n{moves}goal: 2 0 2\n");
        let Ok(rules) = Rules::load(&text) else { panic!("{text}") };
        let model = rules.model();
        let grounds = Interpreter::new(model).ground_moves(10).unwrap();
        let after = |state: &[i64]| -> Vec<Vec<i64>> {
            grounds.iter().filter_map(|ground| Interpreter::new(model).after(ground, state)).collect()
        };
        let (mut reached, mut at) = (vec![model.starts[0].state.clone()], 0);
        let mut is_taken_back = true;
        while at < reached.len() {
            let state = reached[at].clone();
            for next in after(&state) {
                is_taken_back &= after(&next).contains(&state);
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
        assert_eq!(rules.is_undirected(), is_taken_back, "{:?}\n{text}", rules.why_not_undirected());
        assert_eq!(rules.examine(100), [], "{text}");
        proved += usize::from(is_taken_back);
        if let Some(why) = rules.why_not_undirected() {
            assert!(why.contains("no move takes back 'm"), "{why}");
        }
    }
    assert!((20..280).contains(&proved), "{proved}");
}

/// What a text states as an optimum is its author's word until it is proved.
#[test]
fn stated_optima_are_proved_or_refuted() {
    let text = |optimum: u32| {
        format!(
            "puzzle P\nvar n : 0..20\nmove up: n += 1\nmove jump: n += 3\nmove fall when n == 7: n := 0\n\
             start from \"From 2\" optimum {optimum}: 2\ngoal n == 20\n"
        )
    };
    for (stated, expected) in
        [(6, None), (4, Some("a shortest solution has length 6, not 4")), (7, Some("length 6, not 7"))]
    {
        let rules = Rules::load(&text(stated)).unwrap();
        let found = rules.prove_optima(&Limits::none());
        let problem = found[0].problem().map(|problem| problem.to_string());
        assert_eq!(problem.is_some(), expected.is_some(), "{problem:?}");
        assert!(problem.is_none_or(|said| said.contains(expected.unwrap()) && said.starts_with("line 6")));
    }
    let rules = Rules::load(&text(6)).unwrap();
    let open = rules.prove_optima(&Limits::none().with_states(2));
    assert!(matches!(open[0].proof, OptimumProof::Open(Some(_))), "{open:?}");
    assert!(open[0].problem().unwrap().to_string().contains("'from': the optimum 6 is not proved"));
    let stuck = "puzzle P\nvar n : 0..3\nmove up when n < 2: n += 1\nstart s optimum 3: 0\ngoal n == 3\n";
    let found = Rules::load(stuck).unwrap().prove_optima(&Limits::none());
    assert!(matches!(found[0].proof, OptimumProof::Refuted(..)), "{found:?}");
    // An entry of a text says so as long as it is not proved; those that ship are proved by the conformance tests.
    let entry = TextEntry::new("stated", &text(4)).unwrap();
    assert!(!entry.optima_are_proved() && collection().iter().all(Entry::optima_are_proved));
}

/// A refused move names what refuses it, in the words of the text.
#[test]
fn a_refused_move_names_the_condition_or_rule_that_refuses_it() {
    let crossing = TEXTS.iter().find(|(known, _)| *known == "crossing").unwrap().1;
    let jugs = TEXTS.iter().find(|(known, _)| *known == "jugs").unwrap().1;
    let counter = "puzzle P\nvar n : 0..3 = 2\nvar p[1..3] : 0..1\nmove up k in 1..2 when k != 3 and n + k != 4: n += k\n\
                   move none: n := n\nmove reach: p[n + 2] := 1\ngoal n == 0\n";
    for (text, level, played, expected) in [
        (
            crossing,
            "all",
            "take-wolf-right",
            "it would break the rule 'at[goat] == farmer or at[goat] != at[wolf] and at[goat] != at[cabbage]'",
        ),
        (crossing, "all", "cross-alone-to-left", "'farmer != left' does not hold here"),
        (
            crossing,
            "farmer = right; at = left left right",
            "take-wolf-right",
            "this position breaks the rule 'at[goat] == farmer or",
        ),
        (jugs, "small = 0; large = 0", "empty-small", "nothing would change"),
        (counter, "n = 2; p = 0 0 0", "up-2", "'n + 2 != 4' does not hold here"),
        (counter, "n = 3; p = 0 0 0", "up-2", "n would become 5, and its values are 0 to 3"),
        (counter, "n = 2; p = 0 0 0", "none", "nothing would change"),
        (counter, "n = 2; p = 0 0 0", "reach", "'p[n + 2] := 1' can't be done here"),
    ] {
        let board = OWN_RULES.open(&Setup::level(level).with("rules", text)).unwrap();
        let refused = board.play(played).err().unwrap_or_else(|| panic!("{played} at {level}"));
        let said = refused.to_string();
        assert!(said.contains(expected), "{said}");
        let indonesian = refused.in_language(telusur_puzzles::Language::Indonesian);
        assert!(indonesian.contains("tidak bisa") && !indonesian.contains("would"), "{indonesian}");
    }
    // What can't begin is refused for the same reason wherever it is asked.
    let board = OWN_RULES
        .open(&Setup::level("farmer = right; at = left left right").with("rules", crossing))
        .unwrap();
    let mut unobserved = ();
    let answer = board.solve(Task::new(&mut unobserved)).unwrap();
    let path = answer.path().unwrap();
    assert_eq!(path.claim, Claim::Unsolvable);
    let why = path.why.as_ref().unwrap().to_string();
    assert!(why.starts_with("the start breaks a rule of the text, 'at[goat] == farmer or"), "{why}");
    assert!(board.moves().is_empty());
}

/// Levels are pulled from a goal where moves can be searched backwards: they are hard to walk to at random.
#[test]
fn levels_of_a_text_are_pulled_from_the_goal() {
    let sokoban = collection().iter().find(|entry| entry.name() == "sokoban").unwrap();
    // The shape of the room and two boxes allow for no more.
    for difficulty in [2, 4, 6] {
        let wish = Wish { seed: 7, difficulty: Some(difficulty), ..Wish::default() };
        let made = sokoban.generate(&wish, &mut Making::unlimited()).unwrap();
        let level = made.setup.level.clone().unwrap();
        let crates = level.matches('$').count();
        assert!((1..=2).contains(&crates), "as many as the starts have: {level}");
        assert!(made.difficulty.abs_diff(difficulty) <= 1, "{difficulty}: {} {level}", made.difficulty);
    }
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
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
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
        // To prove it, all positions must be looked at: where no bound is asked for, search alone is faster.
        let said = match algorithm {
            Algorithm::Auto => "to prove it takes longer than this search",
            _ => "was proved on all 5 positions",
        };
        assert!(answer.reason.contains(said), "{}", answer.reason);
        assert!(answer.length == Some(2_u8.into()) || algorithm == Algorithm::Greedy, "{algorithm}");
    }
}
