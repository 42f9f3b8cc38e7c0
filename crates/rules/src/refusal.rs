//! Why a move is not possible: the condition or rule of the text that refuses it, in its own words.

use crate::ast::{Expr, ExprKind, Operator};
use crate::interpreter::{GroundMove, Interpreter, Obstacle};
use crate::model::Model;
use crate::print::Printer;
use telusur_puzzles::{Text, text};

/// What is said where evaluating the text again would take too long.
const UNNAMED: Text = Text::fixed(
    "its condition does not hold here, a rule would be broken, or nothing would change",
    "syaratnya tidak terpenuhi di sini, suatu aturan akan dilanggar, atau tidak ada yang berubah",
);

/// Why a move is not possible in a state.
pub(crate) fn why_not(model: &Model, ground: &GroundMove, state: &[i64]) -> Text {
    let interpreter = Interpreter::for_picture(model);
    if let Some(rule) = broken_rule(model, state) {
        return text!(
            "this position breaks the rule '{rule}', so no move is allowed",
            "posisi ini melanggar aturan '{rule}', jadi tidak ada langkah yang diizinkan"
        );
    }
    if let Some((end, _)) = model.ends.iter().find(|(end, _)| interpreter.holds(end, state)) {
        let end = Printer::new(model, Vec::new()).expression(end);
        return text!("the game is over: '{end}'", "permainan telah selesai: '{end}'");
    }
    let parameters = interpreter.parameters(ground);
    let printer = Printer::new(model, parameters.clone());
    let attempt = interpreter.attempt(ground, state);
    if interpreter.is_exhausted() {
        return UNNAMED;
    }
    match attempt {
        Err(Obstacle::Condition(condition)) => {
            let part = failing_part(condition, &|part| interpreter.holds_with(part, &parameters, state));
            let part = printer.expression(part);
            text!("'{part}' does not hold here", "'{part}' tidak terpenuhi di sini")
        }
        Err(Obstacle::Outside(slot, number)) => outside(model, slot, number),
        Err(Obstacle::Effect(effect)) => {
            let effect = printer.effect(effect);
            text!("'{effect}' can't be done here", "'{effect}' tidak dapat dilakukan di sini")
        }
        Err(Obstacle::Rule(rule)) => {
            let rule = Printer::new(model, Vec::new()).expression(rule);
            text!("it would break the rule '{rule}'", "langkah ini akan melanggar aturan '{rule}'")
        }
        Err(Obstacle::NoChange) => Text::fixed("nothing would change", "tidak ada yang akan berubah"),
        Ok(_) => UNNAMED,
    }
}

/// The first rule that a state breaks, as it is written.
pub(crate) fn broken_rule(model: &Model, state: &[i64]) -> Option<String> {
    let interpreter = Interpreter::for_picture(model);
    let (_, rule) = model.rules.iter().find(|(_, rule)| !interpreter.holds(rule, state))?;
    Some(Printer::new(model, Vec::new()).expression(rule))
}

/// Of the parts of a condition that must all hold, the first that does not.
fn failing_part<'e>(condition: &'e Expr, holds: &dyn Fn(&Expr) -> bool) -> &'e Expr {
    match &condition.kind {
        ExprKind::Binary(Operator::And, left, right) => match holds(left) {
            true => failing_part(right, holds),
            false => failing_part(left, holds),
        },
        _ => condition,
    }
}

fn outside(model: &Model, slot: usize, number: i64) -> Text {
    let (name, variable) = (model.slot_name(slot), model.variable_of(slot));
    let value = |number: i64| model.value_name(variable.value(number));
    let (low, high) = (value(variable.low), value(variable.low + variable.size - 1));
    let number = match variable.ty {
        crate::value::Type::Number => number.to_string(),
        _ => value(number),
    };
    text!(
        "{name} would become {number}, and its values are {low} to {high}",
        "{name} akan menjadi {number}, padahal nilainya {low} sampai {high}"
    )
}
