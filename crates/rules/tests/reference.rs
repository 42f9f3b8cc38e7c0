//! The compiled form against the interpreter, which carries rules out as they are written: random small texts, random
//! walks, every possible move of every state.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use telusur_puzzles::random::Random;
use telusur_rules::interpreter::{GroundMove, Interpreter};
use telusur_rules::{MOST_GROUND_MOVES, Rules};

/// How many texts are made.
const TEXTS: usize = 80;

/// Walks at random and compares moves, goals, rules and bounds state by state.
fn compare(text: &str, seed: u64, steps: usize) -> Result<usize, String> {
    let rules = Rules::load(text).map_err(|problems| format!("{text}\n{problems}"))?;
    let model = rules.model();
    let interpreter = Interpreter::new(model);
    let grounds: Vec<GroundMove> =
        interpreter.ground_moves(MOST_GROUND_MOVES).map_err(|at| format!("move {at}"))?;
    let mut random = Random::new(seed);
    let mut moves = 0;
    for start in &model.starts {
        let mut state = start.state.clone();
        if !interpreter.obeys(&state) {
            continue;
        }
        for _ in 0..steps {
            let slow = Interpreter::new(model);
            if slow.is_goal(&state) != rules.is_goal(&state) {
                return Err(format!("goal of {state:?}\n{text}"));
            }
            if slow.obeys(&state) != rules.obeys(&state) {
                return Err(format!("rules in {state:?}\n{text}"));
            }
            let bound = slow.bound(&state).map_or(0, |bound| bound.clamp(0, i64::from(u32::MAX) - 1));
            if bound != i64::from(rules.bound(&state)) {
                return Err(format!("bound of {state:?}: {bound}\n{text}"));
            }
            let mut expected: Vec<Vec<i64>> = Vec::new();
            if slow.ending(&state).is_none() {
                expected = grounds.iter().filter_map(|ground| slow.after(ground, &state)).collect();
            }
            let mut found: Vec<Vec<i64>> =
                rules.successors(&state).into_iter().map(|(_, next)| next).collect();
            let next = expected.get(random.below(expected.len().max(1))).cloned();
            moves += expected.len();
            expected.sort();
            found.sort();
            if expected != found {
                return Err(format!("after {state:?}\nexpected {expected:?}\nfound {found:?}\n{text}"));
            }
            state = next.unwrap_or_else(|| start.state.clone());
        }
    }
    Ok(moves)
}

/// Makes texts: a few variables of several kinds, moves with parameters, conditions and effects of every form.
struct Writer(Random);

impl Writer {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.0.below(from.len())]
    }

    /// A number; `depth` limits nesting, `bound` are numbers that are known.
    fn number(&mut self, depth: usize, bound: &[&str]) -> String {
        let leaf = depth == 0 || self.0.below(3) == 0;
        if leaf {
            return match self.0.below(6) {
                0 => self.0.below(5).to_string(),
                1 => "n".to_owned(),
                2 => "q[b]".replace('b', self.pick(&["1", "2", "3"])),
                3 if !bound.is_empty() => bound[self.0.below(bound.len())].to_owned(),
                4 => self.pick(&["q[n]", "q[q[2]]", "q[n + 1]", "row(c)", "column(c)"]).to_owned(),
                _ => "(n - 1)".to_owned(),
            };
        }
        let (a, b) = (self.number(depth - 1, bound), self.number(depth - 1, bound));
        match self.0.below(9) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("({a} * {b})"),
            3 => format!("({a} / {b})"),
            4 => format!("({a} % {b})"),
            5 => format!("min({a}, {b})"),
            6 => format!("|{a} - {b}|"),
            7 => format!("(if {} then {a} else {b})", self.condition(depth - 1, bound)),
            _ => format!("(count k in 1..3: {})", self.condition(depth - 1, &["k"])),
        }
    }

    fn condition(&mut self, depth: usize, bound: &[&str]) -> String {
        if depth == 0 || self.0.below(4) == 0 {
            return match self.0.below(6) {
                0 => "c == a1".replace("a1", self.pick(&["g", "c"])).replace('g', "c + right"),
                1 => format!("side == {}", self.pick(&["left_bank", "right_bank"])),
                2 => format!("light[c] == {}", self.pick(&["0", "1"])),
                3 => "light[c + down] == 1".to_owned(),
                4 => "sorted(q)".to_owned(),
                _ => format!("{} == {}", self.number(1, bound), self.number(1, bound)),
            };
        }
        let depth = depth - 1;
        match self.0.below(6) {
            0 => format!("({} and {})", self.condition(depth, bound), self.condition(depth, bound)),
            1 => format!("({} or {})", self.condition(depth, bound), self.condition(depth, bound)),
            2 => format!("not ({})", self.condition(depth, bound)),
            3 => format!(
                "{} {} {}",
                self.number(depth, bound),
                self.pick(&["<", "<=", "!=", ">"]),
                self.number(depth, bound)
            ),
            4 => format!("(all e in cells(light): light[e] == 0 or {})", self.condition(depth, &[])),
            _ => format!(
                "(any (e, f) in adjacent(light): light[e] == light[f] and {})",
                self.condition(depth, &[])
            ),
        }
    }

    fn effect(&mut self, bound: &[&str]) -> String {
        let value = self.number(2, bound);
        match self.0.below(14) {
            0 => format!("n := {value}"),
            1 => format!("n += {value}"),
            2 => format!("q[n] -= {}", self.number(1, bound)),
            3 => format!("q[{}], n := n, {value}", self.pick(&["1", "2", "3", "n"])),
            4 => "swap q[1], q[n]".to_owned(),
            5 => "cycle q[3], q[1], q[2]".to_owned(),
            6 => "reverse q[1..3]".to_owned(),
            7 => format!("rotate q[1..3] by {}", self.pick(&["1", "-1", "4"])),
            8 => "for e in near(a): light[e] := 1 - light[e]".to_owned(),
            9 => format!("c += {}", self.pick(&["right", "left", "up", "down"])),
            10 => format!(
                "if {}: n := {}, light[c] := 1 - light[c]",
                self.condition(1, bound),
                self.number(1, bound)
            ),
            11 => "side := if side == left_bank then right_bank else left_bank".to_owned(),
            12 => "light[c] := 1".to_owned(),
            _ => format!("let h = {value}\n    n := h"),
        }
    }

    fn text(&mut self) -> String {
        let game = self.0.below(6) == 0;
        let mut text = format!("{} Random\n", if game { "game" } else { "puzzle" });
        text += "var n : 0..3 = 1\nvar q[1..3] : 0..3 = 2\nvar side : left_bank, right_bank\n";
        text += self.pick(&[
            "var light[2 x 2] : 0..1\n",
            "var light[1 x 3] : 0..1 = 1\n",
            "shape s:\n  o-\n  oo\nvar light[s] : 0..1\n",
        ]);
        text += "var c : cells(light)\n";
        if self.0.below(2) == 0 {
            text += "var p[0..3] : 5..8 permutation\n";
            text += self.pick(&[
                "move turn p k in 0..3: reverse p[0..k]\n",
                "move roll: rotate p[0..3] by 1\n",
                "move exchange i in 0..2 when p[i] < p[i+1]: swap p[i], p[i+1]\n",
            ]);
        }
        for number in 0..1 + self.0.below(3) {
            let (binder, bound): (&str, &[&str]) = match self.0.below(4) {
                0 => (" i in 1..3", &["i"]),
                1 => (" i in 0..2, j in i..2", &["i", "j"]),
                2 => (" i in {1, 3}", &["i"]),
                _ => ("", &[]),
            };
            let binder = match binder.is_empty() {
                true => " a in cells(light)".to_owned(),
                false => format!("{binder}, a in cells(light)"),
            };
            let condition = match self.0.below(3) {
                0 => String::new(),
                _ => format!(" when {}", self.condition(2, bound)),
            };
            let effects: Vec<String> = (0..1 + self.0.below(3)).map(|_| self.effect(bound)).collect();
            text += &format!("move m{number}{binder}{condition}:\n    {}\n", effects.join("\n    "));
        }
        if self.0.below(3) == 0 {
            text += &format!("rule {}\n", self.condition(1, &[]));
        }
        match game {
            true => {
                text +=
                    &format!("end {}: {}\n", self.condition(2, &[]), self.pick(&["won", "lost", "drawn"]));
            }
            false => {
                text += &format!("goal {}\n", self.condition(2, &[]));
                if self.0.below(3) == 0 {
                    text += &format!("bound {}\n", self.number(2, &[]));
                }
            }
        }
        text
    }
}

#[test]
fn random_texts_do_what_they_say() {
    let mut runner = TestRunner::new_with_rng(
        Config { cases: TEXTS as u32, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let moves = std::cell::Cell::new(0);
    let refused = std::cell::Cell::new(0);
    runner
        .run(&any::<u64>(), |seed| {
            let text = Writer(Random::new(seed)).text();
            match compare(&text, seed, 12) {
                Ok(made) => moves.set(moves.get() + made),
                Err(error) if error.contains("more work to compile") => refused.set(refused.get() + 1),
                Err(error) => return Err(TestCaseError::fail(error)),
            }
            Ok(())
        })
        .unwrap();
    assert!(moves.get() > 20 * TEXTS, "only {} moves were compared", moves.get());
    assert!(refused.get() < TEXTS / 20, "{} texts were refused", refused.get());
}

#[test]
fn the_collection_does_what_it_says() {
    for (name, text) in telusur_rules::collection::TEXTS {
        let moves = compare(text, 5, 60).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(moves > 60, "{name}: {moves}");
    }
}
