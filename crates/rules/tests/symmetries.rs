//! Declared symmetries: correct ones are accepted however the moves are written, wrong ones never. What is correct is
//! told by the interpreter, on every state.

use std::collections::BTreeSet;
use telusur_puzzles::random::Random;
use telusur_rules::interpreter::{GroundMove, Interpreter};
use telusur_rules::model::Model;
use telusur_rules::{MOST_GROUND_MOVES, Rules, parse};

/// How many texts are made.
const TEXTS: u64 = 700;

/// A move over the places of one array, which an exchange of places turns into another move.
#[derive(Clone)]
struct Move {
    conditions: Vec<(usize, &'static str, Operand)>,
    effects: Vec<Effect>,
}

#[derive(Clone)]
enum Operand {
    Value(i64),
    Place(usize),
}

#[derive(Clone)]
enum Effect {
    Set(usize, Operand),
    Add(usize, i64),
    Swap(usize, usize),
    If(usize, i64, usize, i64),
}

impl Operand {
    fn image(&self, to: &[usize]) -> Self {
        match self {
            Operand::Value(value) => Operand::Value(*value),
            Operand::Place(place) => Operand::Place(to[*place]),
        }
    }

    fn text(&self) -> String {
        match self {
            Operand::Value(value) => value.to_string(),
            Operand::Place(place) => format!("c[{}]", place + 1),
        }
    }
}

impl Effect {
    fn image(&self, to: &[usize]) -> Self {
        match self {
            Effect::Set(place, value) => Effect::Set(to[*place], value.image(to)),
            Effect::Add(place, by) => Effect::Add(to[*place], *by),
            Effect::Swap(a, b) => Effect::Swap(to[*a], to[*b]),
            Effect::If(a, is, b, value) => Effect::If(to[*a], *is, to[*b], *value),
        }
    }

    fn text(&self) -> String {
        match self {
            Effect::Set(place, value) => format!("c[{}] := {}", place + 1, value.text()),
            Effect::Add(place, by) if *by < 0 => format!("c[{}] -= {}", place + 1, -by),
            Effect::Add(place, by) => format!("c[{}] += {by}", place + 1),
            Effect::Swap(a, b) => format!("swap c[{}], c[{}]", a + 1, b + 1),
            Effect::If(a, is, b, value) => {
                format!("if c[{}] == {is}: c[{}] := {value}", a + 1, b + 1)
            }
        }
    }

    fn places(&self) -> Vec<usize> {
        match self {
            Effect::Set(place, Operand::Place(from)) => vec![*place, *from],
            Effect::Set(place, Operand::Value(_)) | Effect::Add(place, _) => vec![*place],
            Effect::Swap(a, b) | Effect::If(a, _, b, _) => vec![*a, *b],
        }
    }
}

impl Move {
    fn random(random: &mut Random, places: usize, values: i64) -> Self {
        let any = |random: &mut Random| random.below(places);
        let value = |random: &mut Random| random.below(values as usize) as i64;
        let condition = |random: &mut Random| {
            let sign = ["==", "!=", "<", ">"][random.below(4)];
            let operand = match random.below(2) {
                0 => Operand::Value(value(random)),
                _ => Operand::Place(any(random)),
            };
            (any(random), sign, operand)
        };
        let effect = |random: &mut Random| match random.below(6) {
            0 => Effect::Set(any(random), Operand::Value(value(random))),
            1 => Effect::Set(any(random), Operand::Place(any(random))),
            2 => Effect::Swap(any(random), any(random)),
            3 => Effect::If(any(random), value(random), any(random), value(random)),
            n => Effect::Add(any(random), if n == 4 { 1 } else { -1 }),
        };
        Move {
            conditions: (0..random.below(3)).map(|_| condition(random)).collect(),
            effects: (0..1 + random.below(3)).map(|_| effect(random)).collect(),
        }
    }

    fn image(&self, to: &[usize]) -> Self {
        Move {
            conditions: self.conditions.iter().map(|(a, sign, b)| (to[*a], *sign, b.image(to))).collect(),
            effects: self.effects.iter().map(|effect| effect.image(to)).collect(),
        }
    }

    /// The same move, written otherwise: conditions and effects that do not touch each other in another order.
    fn shuffled(mut self, random: &mut Random) -> Self {
        for _ in 0..4 {
            if self.conditions.len() > 1 {
                let at = random.below(self.conditions.len() - 1);
                self.conditions.swap(at, at + 1);
            }
            if self.effects.len() > 1 {
                let at = random.below(self.effects.len() - 1);
                let (a, b) = (self.effects[at].places(), self.effects[at + 1].places());
                if a.iter().all(|place| !b.contains(place)) {
                    self.effects.swap(at, at + 1);
                }
            }
        }
        self
    }

    fn text(&self, number: usize) -> String {
        let conditions: Vec<String> =
            self.conditions.iter().map(|(a, sign, b)| format!("c[{}] {sign} {}", a + 1, b.text())).collect();
        let when =
            if conditions.is_empty() { String::new() } else { format!(" when {}", conditions.join(" and ")) };
        let effects: Vec<String> = self.effects.iter().map(Effect::text).collect();
        format!("move m{number}{when}:\n    {}\n", effects.join("\n    "))
    }
}

/// A text with a declared symmetry, and where the value of each place goes under it.
fn text(random: &mut Random) -> (String, Vec<usize>) {
    let (places, values) = (2 + random.below(3), 2 + random.below(2) as i64);
    let (declared, to): (String, Vec<usize>) = match random.below(3) {
        0 => {
            let (a, b) = (0, 1 + random.below(places - 1));
            let swapped = |place| {
                if place == a {
                    b
                } else if place == b {
                    a
                } else {
                    place
                }
            };
            (format!("swap c[{}], c[{}]", a + 1, b + 1), (0..places).map(swapped).collect())
        }
        1 => (format!("reverse c[1..{places}]"), (0..places).rev().collect()),
        _ => (format!("rotate c[1..{places}] by 1"), (0..places).map(|place| (place + 1) % places).collect()),
    };
    let mut moves = Vec::new();
    for _ in 0..1 + random.below(2) {
        let first = Move::random(random, places, values);
        let mut next = first.clone();
        // The whole orbit; four exchanges in a row are none again, or one of two or three.
        for _ in 0..12 {
            moves.push(next.clone().shuffled(random));
            next = next.image(&to);
            if moves.len() % places == 0 && to.len() == places && random.below(2) == 0 {
                break;
            }
        }
    }
    // Sometimes one too few, or one more.
    match random.below(4) {
        0 => drop(moves.remove(random.below(moves.len()))),
        1 => moves.push(Move::random(random, places, values)),
        _ => {}
    }
    let goal = match random.below(4) {
        0 => "all i in 1..1: c[i] == 1".replace("1..1", &format!("1..{places}")),
        1 => format!("(count i in 1..{places}: c[i] == 1) >= {}", random.below(places + 1)),
        2 => format!("(sum i in 1..{places}: c[i]) == {}", random.below(places + 1)),
        _ => format!("c[1] == c[{places}]"),
    };
    let rule = match random.below(4) {
        0 => format!("rule (count i in 1..{places}: c[i] == 0) < {places}\n"),
        _ => String::new(),
    };
    let moves: String = moves.iter().enumerate().map(|(number, each)| each.text(number)).collect();
    let text = format!(
        "puzzle Symmetric\nvar c[1..{places}] : 0..{}\n{moves}{rule}goal {goal}\nsymmetry {declared}\n",
        values - 1
    );
    (text, to)
}

/// Whether an exchange is a symmetry, by the rules as they are written, on every state that obeys them.
fn is_symmetry(model: &Model, to: &[usize]) -> bool {
    let interpreter = || Interpreter::new(model);
    let grounds: Vec<GroundMove> = interpreter().ground_moves(MOST_GROUND_MOVES).unwrap();
    let exchanged = |state: &[i64]| {
        let mut image = state.to_vec();
        to.iter().enumerate().for_each(|(place, &to)| image[to] = state[place]);
        image
    };
    let after = |state: &[i64]| -> BTreeSet<Vec<i64>> {
        grounds.iter().filter_map(|ground| interpreter().after(ground, state)).collect()
    };
    let sizes: Vec<i64> = model.slots.iter().map(|slot| slot.size).collect();
    (0..sizes.iter().product()).all(|number: i64| {
        let mut rest = number;
        let state: Vec<i64> = sizes
            .iter()
            .map(|size| {
                let value = rest % size;
                rest /= size;
                value
            })
            .collect();
        if !interpreter().obeys(&state) {
            return true;
        }
        let image = exchanged(&state);
        let images: BTreeSet<Vec<i64>> = after(&state).iter().map(|next| exchanged(next)).collect();
        interpreter().obeys(&image)
            && interpreter().is_goal(&state) == interpreter().is_goal(&image)
            && images == after(&image)
    })
}

#[test]
fn correct_symmetries_are_accepted_and_wrong_ones_never() {
    let (mut accepted, mut correct, mut wrong) = (0, 0, 0);
    let mut refused = Vec::new();
    for seed in 0..TEXTS {
        let (text, to) = text(&mut Random::new(seed));
        let model = Model::new(&parse(&text).unwrap()).unwrap();
        let is_accepted = match Rules::load(&text) {
            Ok(_) => true,
            Err(problems) => {
                let said = problems.to_string();
                assert!(said.contains("counterpart") || said.contains("symmetric"), "{said}\n{text}");
                refused.push((said, text.clone()));
                false
            }
        };
        match is_symmetry(&model, &to) {
            true => {
                correct += 1;
                accepted += usize::from(is_accepted);
            }
            false => {
                wrong += 1;
                assert!(!is_accepted, "accepted, and wrong:\n{text}");
                refused.pop();
            }
        }
    }
    println!("{accepted} of {correct} correct symmetries accepted; {wrong} wrong ones refused");
    assert!(correct > TEXTS as usize / 5 && wrong > TEXTS as usize / 5, "{correct} {wrong}");
    assert_eq!(accepted, correct, "{:?}", refused.first());
}

#[test]
fn a_counterpart_with_other_parameters_is_found() {
    for (moves, places) in [
        // Effects in another order, and parameters that change places.
        ("move give i in 1..2, j in 1..2 when i != j and c[i] > 0: c[i] -= 1, c[j] += 1\n", 2),
        ("move first: c[1] := 1, c[2] := 0\nmove second: c[1] := 0, c[2] := 1\n", 2),
        // Far too many states to try.
        ("move give i in 1..12, j in 1..12 when i != j and c[i] > 0: c[i] -= 1, c[j] += 1\n", 12),
    ] {
        let text = format!(
            "puzzle P\nvar c[1..{places}] : 0..3 = 1\n{moves}symmetry swap c[1], c[2]\ngoal: {}\n",
            "2 ".repeat(places)
        );
        let rules = Rules::load(&text).unwrap_or_else(|problems| panic!("{text}{problems}"));
        assert_eq!(rules.examine(200), [], "{text}");
    }
    let lame = "puzzle P\nvar c[1..2] : 0..3 = 1\nmove give i in 1..2, j in 1..2 when i < j and c[i] > 0: c[i] -= 1, \
                c[j] += 1\nsymmetry swap c[1], c[2]\ngoal: 2 2\n";
    let said = Rules::load(lame).err().unwrap().to_string();
    assert!(said.contains("'give-1-2' has no counterpart at "), "{said}");
}
