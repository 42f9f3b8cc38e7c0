//! Expressions and effects as text, as they are written in rules, with the values of parameters in the place of their
//! names: what is said about a move that was refused is said in the words of the text.

use crate::ast::{Assignable, Binder, Effect, Expr, ExprKind, Operator, Set};
use crate::model::Model;
use crate::value::Value;

/// Longest text that is made of an expression, in characters.
const LONGEST: usize = 200;
/// How tightly a negation and a comparison bind; see [`Operator::precedence`].
const NOT: u8 = 3;
/// How tightly signs of numbers bind.
const SIGN: u8 = 7;

/// Writes parts of a text.
pub(crate) struct Printer<'m> {
    model: &'m Model,
    /// Names that stand for values.
    bound: Vec<(String, Value)>,
}

impl<'m> Printer<'m> {
    /// A printer that writes values for these names.
    pub(crate) fn new(model: &'m Model, bound: Vec<(String, Value)>) -> Self {
        Printer { model, bound }
    }

    /// An expression, cut off where it is very long.
    pub(crate) fn expression(&self, expression: &Expr) -> String {
        cut(self.at(expression, 0, &mut Vec::new()))
    }

    /// An effect without the effects inside it, cut off where it is very long.
    pub(crate) fn effect(&self, effect: &Effect) -> String {
        let value = |expression: &Expr| self.at(expression, 0, &mut Vec::new());
        let places = |places: &[Assignable]| list(places, |place| self.place(place));
        cut(match effect {
            Effect::Let(name, of) => format!("let {} = {}", name.text, value(of)),
            Effect::Assign(to, of) => format!("{} := {}", places(to), list(of, value)),
            Effect::Add(to, of) => format!("{} += {}", self.place(to), value(of)),
            Effect::Subtract(to, of) => format!("{} -= {}", self.place(to), value(of)),
            Effect::Cycle(of) if of.len() == 2 => format!("swap {}", places(of)),
            Effect::Cycle(of) => format!("cycle {}", places(of)),
            Effect::Reverse(name, from, to) => {
                format!("reverse {}[{}..{}]", name.text, value(from), value(to))
            }
            Effect::Rotate(name, from, to, by) => {
                format!("rotate {}[{}..{}] by {}", name.text, value(from), value(to), value(by))
            }
            Effect::For(binders, effects) => {
                let binders = self.binders(binders, &mut Vec::new());
                format!("for {binders}: {}", list(effects, |effect| self.effect(effect)))
            }
            Effect::If(condition, effects) => {
                format!("if {}: {}", value(condition), list(effects, |effect| self.effect(effect)))
            }
        })
    }

    fn place(&self, place: &Assignable) -> String {
        match place.index.is_empty() {
            true => place.name.text.clone(),
            false => {
                let index = list(&place.index, |part| self.at(part, 0, &mut Vec::new()));
                format!("{}[{index}]", place.name.text)
            }
        }
    }

    /// An expression as a part of one that binds so tightly; `inner` are names that are bound inside it.
    fn at(&self, expression: &Expr, outer: u8, inner: &mut Vec<String>) -> String {
        let (text, binds) = match &expression.kind {
            ExprKind::Number(number) => (number.to_string(), SIGN + 1),
            ExprKind::Name(name) => {
                let is_inner = inner.contains(name);
                let value = self.bound.iter().rev().find(|(bound, _)| bound == name && !is_inner);
                (value.map_or_else(|| name.clone(), |(_, value)| self.model.value_name(*value)), SIGN + 1)
            }
            ExprKind::Index(name, index) => {
                (format!("{name}[{}]", list_of(index, |part| self.at(part, 0, inner))), SIGN + 1)
            }
            ExprKind::Call(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                ("abs", [argument]) => (format!("|{}|", self.at(argument, 5, inner)), SIGN + 1),
                _ => (format!("{name}({})", list_of(arguments, |part| self.at(part, 0, inner))), SIGN + 1),
            },
            ExprKind::Minus(part) => (format!("-{}", self.at(part, SIGN, inner)), SIGN),
            ExprKind::Not(part) => (format!("not {}", self.at(part, NOT + 1, inner)), NOT),
            ExprKind::Binary(operator, left, right) => {
                let binds = operator.precedence();
                // Comparisons are not chained; all others group to the left.
                let is_comparison = binds == Operator::Equal.precedence();
                let left = self.at(left, if is_comparison { binds + 1 } else { binds }, inner);
                (format!("{left} {} {}", operator.sign(), self.at(right, binds + 1, inner)), binds)
            }
            ExprKind::If(condition, yes, no) => {
                let [condition, yes, no] = [condition, yes, no].map(|part| self.at(part, 0, inner));
                (format!("if {condition} then {yes} else {no}"), 0)
            }
            ExprKind::Fold(fold, binders, body) => {
                let depth = inner.len();
                let binders = self.binders(binders, inner);
                let body = self.at(body, 0, inner);
                inner.truncate(depth);
                (format!("{} {binders}: {body}", fold.word()), 0)
            }
        };
        if binds < outer { format!("({text})") } else { text }
    }

    /// Parameters with their sets; their names are bound from then on.
    fn binders(&self, binders: &[Binder], inner: &mut Vec<String>) -> String {
        list_of(binders, |binder| {
            let set = match &binder.set {
                Set::Range(low, high) => format!("{}..{}", self.at(low, 5, inner), self.at(high, 5, inner)),
                Set::List(items) => format!("{{{}}}", list_of(items, |item| self.at(item, 0, inner))),
                Set::Named(name) => name.clone(),
                Set::Call(name, arguments) => {
                    format!("{name}({})", list_of(arguments, |argument| self.at(argument, 0, inner)))
                }
            };
            inner.extend(binder.names.iter().map(|name| name.text.clone()));
            match &binder.names[..] {
                [name] => format!("{} in {set}", name.text),
                names => format!("({}) in {set}", list(names, |name| name.text.clone())),
            }
        })
    }
}

fn list<T>(items: &[T], print: impl Fn(&T) -> String) -> String {
    list_of(items, print)
}

fn list_of<T>(items: &[T], print: impl FnMut(&T) -> String) -> String {
    items.iter().map(print).collect::<Vec<_>>().join(", ")
}

fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// What is printed means the same: it is read again and printed again as it was.
    #[test]
    fn what_is_printed_is_read_as_it_was() {
        for condition in [
            "a == 1 and (b == 2 or not a < b) and a != b",
            "(a + b) * (a - (b - 1)) % 3 <= |a - b| / 2",
            "not (a == 1 and b == 1)",
            "(all i in 1..3, j in i + 1..3: c[i] == c[j]) or (any (e, f) in adjacent(d): d[e] == d[f])",
            "(if a == 1 then b else -a) > min(a, b) - -b",
            "(count i in {1, 3}: c[i] == 1) == 2",
            "(sum i in 1..3: c[i]) > 2 and sorted(c)",
        ] {
            let head = "puzzle P\nvar a : 0..3\nvar b : 0..3\nvar c[1..3] : 0..3\nvar d[2 x 2] : 0..1\n";
            let text = |condition: &str| format!("{head}move m: a := 1\ngoal {condition}\n");
            let goal = |condition: &str| {
                let model = Model::new(&parse(&text(condition)).unwrap()).unwrap();
                let goal = model.goals[0].clone();
                Printer::new(&model, Vec::new()).expression(&goal)
            };
            assert_eq!(goal(condition), condition);
            assert_eq!(goal(&goal(condition)), condition);
        }
    }
}
