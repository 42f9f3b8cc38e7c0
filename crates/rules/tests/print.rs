//! What is read is what was written: syntax trees are printed and read again, those of random expressions and effects, and
//! those of the collection.

use proptest::prelude::*;
use std::fmt::Write;
use telusur_puzzles::picture::{FIRST_NAMED_COLOUR, NAMED_COLOURS};
use telusur_rules::ast::{
    Arrangement, Assignable, Binder, Domain, Effect, Expr, ExprKind, File, Fold, Form, Goal, Index, Name,
    Operator, RawLine, Set, SymmetryEffect,
};
use telusur_rules::parse;
use telusur_rules::source::Span;

fn list<T>(items: &[T], print: impl Fn(&T) -> String) -> String {
    items.iter().map(print).collect::<Vec<_>>().join(", ")
}

/// An expression with a bracket around everything that has parts: brackets leave no trace in the tree.
fn expression(expression: &Expr) -> String {
    let inside = match &expression.kind {
        ExprKind::Number(number) => return number.to_string(),
        ExprKind::Name(name) => return name.clone(),
        ExprKind::Index(name, index) => return format!("{name}[{}]", list(index, self::expression)),
        ExprKind::Call(name, arguments) => return format!("{name}({})", list(arguments, self::expression)),
        ExprKind::Minus(inner) => format!("-{}", self::expression(inner)),
        ExprKind::Not(inner) => format!("not {}", self::expression(inner)),
        ExprKind::Binary(operator, left, right) => {
            format!("{} {} {}", self::expression(left), operator.sign(), self::expression(right))
        }
        ExprKind::If(condition, yes, no) => {
            let [condition, yes, no] = [condition, yes, no].map(|part| self::expression(part));
            format!("if {condition} then {yes} else {no}")
        }
        ExprKind::Fold(fold, binders, body) => {
            format!("{} {}: {}", fold.word(), self::binders(binders), self::expression(body))
        }
    };
    format!("({inside})")
}

fn binders(binders: &[Binder]) -> String {
    list(binders, |binder| {
        let names = match &binder.names[..] {
            [name] => name.text.clone(),
            names => format!("({})", list(names, |name| name.text.clone())),
        };
        let set = match &binder.set {
            Set::Range(low, high) => format!("{}..{}", expression(low), expression(high)),
            Set::List(items) => format!("{{{}}}", list(items, expression)),
            Set::Named(name) => name.clone(),
            Set::Call(name, arguments) => format!("{name}({})", list(arguments, expression)),
        };
        format!("{names} in {set}")
    })
}

fn place(place: &Assignable) -> String {
    match place.index.is_empty() {
        true => place.name.text.clone(),
        false => format!("{}[{}]", place.name.text, list(&place.index, expression)),
    }
}

fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Let(name, value) => format!("let {} = {}", name.text, expression(value)),
        Effect::Assign(places, values) => format!("{} := {}", list(places, place), list(values, expression)),
        Effect::Add(to, value) => format!("{} += {}", place(to), expression(value)),
        Effect::Subtract(to, value) => format!("{} -= {}", place(to), expression(value)),
        Effect::Cycle(places) if places.len() == 2 => format!("swap {}", list(places, place)),
        Effect::Cycle(places) => format!("cycle {}", list(places, place)),
        Effect::Reverse(name, from, to) => {
            format!("reverse {}[{}..{}]", name.text, expression(from), expression(to))
        }
        Effect::Rotate(name, from, to, by) => {
            format!("rotate {}[{}..{}] by {}", name.text, expression(from), expression(to), expression(by))
        }
        Effect::For(parameters, effects) => {
            format!("for {}: {}", binders(parameters), list(effects, self::effect))
        }
        Effect::If(condition, effects) => {
            format!("if {}: {}", expression(condition), list(effects, self::effect))
        }
    }
}

fn drawing(lines: &[RawLine]) -> String {
    lines.iter().fold(String::new(), |text, line| text + "\n    " + &line.text)
}

fn file(file: &File) -> String {
    let mut text = format!("{} {}\n", if file.is_game { "game" } else { "puzzle" }, file.title.write());
    let mut say = |line: String| writeln!(text, "{line}").unwrap();
    if !file.about.english.is_empty() {
        say(format!("about {}", file.about.write()));
    }
    file.constants
        .iter()
        .for_each(|(name, value)| say(format!("const {} = {}", name.text, expression(value))));
    let names = |names: &[Name]| list(names, |name| name.text.clone());
    file.sets.iter().for_each(|(name, values)| say(format!("set {} = {}", name.text, names(values))));
    file.shapes.iter().for_each(|(name, lines)| say(format!("shape {}:{}", name.text, drawing(lines))));
    for variable in &file.variables {
        let index = match &variable.index {
            None => String::new(),
            Some(Index::Range(low, high)) => format!("[{}..{}]", expression(low), expression(high)),
            Some(Index::Grid(rows, columns)) => format!("[{} x {}]", expression(rows), expression(columns)),
            Some(Index::Named(name)) => format!("[{}]", name.text),
        };
        let domain = match &variable.domain {
            Domain::Range(low, high) => format!("{}..{}", expression(low), expression(high)),
            Domain::Names(values) => names(values),
            Domain::Named(name) => name.text.clone(),
            Domain::Cells(name) => format!("cells({})", name.text),
        };
        let permutation = if variable.permutation { " permutation" } else { "" };
        let initial =
            variable.initial.as_ref().map_or_else(String::new, |value| format!(" = {}", expression(value)));
        say(format!("var {}{index} : {domain}{permutation}{initial}", variable.name.text));
    }
    for each in &file.moves {
        let parameters =
            if each.binders.is_empty() { String::new() } else { format!(" {}", binders(&each.binders)) };
        let condition = each
            .condition
            .as_ref()
            .map_or_else(String::new, |condition| format!(" when {}", expression(condition)));
        let effects = each.effects.iter().fold(String::new(), |text, each| text + "\n    " + &effect(each));
        say(format!("move {}{parameters}{condition}:{effects}", each.name));
    }
    file.rules.iter().for_each(|(_, rule)| say(format!("rule {}", expression(rule))));
    for start in &file.starts {
        let title = start.title.as_ref().map_or_else(String::new, |title| format!(" \"{}\"", title.write()));
        let optimum = start.optimum.map_or_else(String::new, |moves| format!(" optimum {moves}"));
        say(format!("start {}{title}{optimum}:{}", start.name.text, drawing(&start.drawing)));
    }
    file.goals.iter().for_each(|(_, goal)| {
        say(match goal {
            Goal::Condition(condition) => format!("goal {}", expression(condition)),
            Goal::Drawing(lines) => format!("goal:{}", drawing(lines)),
        });
    });
    file.ends.iter().for_each(|(_, end, ending)| say(format!("end {}: {}", expression(end), ending.word())));
    file.stuck.iter().for_each(|(_, ending)| say(format!("stuck {}", ending.word())));
    file.bound.iter().for_each(|(_, bound)| say(format!("bound {}", expression(bound))));
    for symmetry in &file.symmetries {
        let effects = list(&symmetry.effects, |one| match one {
            SymmetryEffect::Grid(how, board) => format!("{how} {}", board.text),
            SymmetryEffect::Effect(one) => effect(one),
        });
        say(format!("symmetry {effects}"));
    }
    file.signs.iter().for_each(|(name, sign)| say(format!("sign {} \"{sign}\"", name.text)));
    for (name, colour) in &file.colours {
        let named = usize::try_from(colour - i64::from(FIRST_NAMED_COLOUR)).ok();
        let colour = named.map_or(colour.to_string(), |named| NAMED_COLOURS[named].to_owned());
        say(format!("sign {} colour {colour}", name.text));
    }
    let word = |form: Form| Form::ALL.iter().find(|(known, _)| *known == form).unwrap().1;
    file.forms.iter().for_each(|(name, form)| say(format!("sign {} {}", name.text, word(*form))));
    file.hidden.iter().for_each(|name| say(format!("hide {}", name.text)));
    for (name, placing) in &file.placings {
        let down = if placing.is_down { " down" } else { "" };
        say(format!("place {} at {}, {}{down}", name.text, placing.column, placing.row));
    }
    file.by_value.iter().for_each(|name| say(format!("place {} by value", name.text)));
    for showing in &file.showings {
        let (_, word) = Arrangement::ALL.iter().find(|(known, _)| *known == showing.arrangement).unwrap();
        let with = showing.with.as_ref().map_or_else(String::new, |with| format!(" with {}", with.text));
        say(format!("show {} as {word}{with}", list(&showing.names, |name| name.text.clone())));
    }
    for mark in &file.marks {
        let ExprKind::Fold(_, binders_of, condition) = &mark.kind else { panic!("{mark:?}") };
        say(format!("mark {}: {}", binders(binders_of), expression(condition)));
    }
    text
}

/// A tree as text, without the places of its parts.
fn without_places(tree: &impl std::fmt::Debug) -> String {
    let whole = format!("{tree:?}");
    let mut parts = whole.split("Span { line: ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('}').map_or("", |(_, rest)| rest))
}

#[test]
fn the_collection_is_read_as_it_is_printed() {
    for (name, text) in telusur_rules::collection::TEXTS {
        let tree = parse(text).unwrap();
        let printed = file(&tree);
        let again = parse(&printed).unwrap_or_else(|problems| panic!("{name}: {problems:?}\n{printed}"));
        assert_eq!(without_places(&again), without_places(&tree), "{name}:\n{printed}");
    }
}

fn at(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn words() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "pad", "side", "Größe", "x1", "_"]).prop_map(str::to_owned)
}

fn sets(parts: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Set> {
    prop_oneof![
        (parts.clone(), parts.clone()).prop_map(|(low, high)| Set::Range(low, high)),
        prop::collection::vec(parts.clone(), 1..4).prop_map(Set::List),
        words().prop_map(Set::Named),
        (prop::sample::select(vec!["cells", "near", "lines", "between"]), prop::collection::vec(parts, 1..3))
            .prop_map(|(function, arguments)| Set::Call(function.to_owned(), arguments)),
    ]
}

fn parameters(parts: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Vec<Binder>> {
    let one = (prop::collection::vec(words(), 1..4), sets(parts)).prop_map(|(names, set)| Binder {
        names: names.iter().map(|text| name(text)).collect(),
        set,
        span: Span::default(),
    });
    prop::collection::vec(one, 1..3)
}

fn expressions() -> impl Strategy<Value = Expr> + Clone {
    let leaf = prop_oneof![
        (0..100i64).prop_map(|number| at(ExprKind::Number(number))),
        words().prop_map(|name| at(ExprKind::Name(name))),
    ];
    leaf.prop_recursive(3, 24, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let several = prop::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            (words(), several.clone()).prop_map(|(name, index)| at(ExprKind::Index(name, index))),
            (words(), several).prop_map(|(name, arguments)| at(ExprKind::Call(name, arguments))),
            boxed().prop_map(|inner| at(ExprKind::Minus(inner))),
            boxed().prop_map(|inner| at(ExprKind::Not(inner))),
            (prop::sample::select(Operator::ALL.to_vec()), boxed(), boxed())
                .prop_map(|((operator, _), left, right)| at(ExprKind::Binary(operator, left, right))),
            (boxed(), boxed(), boxed()).prop_map(|(condition, yes, no)| at(ExprKind::If(condition, yes, no))),
            (prop::sample::select(Fold::ALL.to_vec()), parameters(inner.clone()), boxed())
                .prop_map(|((fold, _), binders, body)| at(ExprKind::Fold(fold, binders, body))),
        ]
    })
}

fn places() -> impl Strategy<Value = Assignable> {
    let index = prop::collection::vec(expressions(), 0..3);
    (words(), index).prop_map(|(text, index)| Assignable { name: name(&text), index })
}

/// Effects that end where the next one begins; what lasts up to the end of a line holds one of them.
fn effects() -> impl Strategy<Value = Effect> {
    let plain = prop_oneof![
        (words(), expressions()).prop_map(|(text, value)| Effect::Let(name(&text), value)),
        prop::collection::vec((places(), expressions()), 1..3).prop_map(|pairs| Effect::Assign(
            pairs.iter().map(|(place, _)| place.clone()).collect(),
            pairs.into_iter().map(|(_, value)| value).collect()
        )),
        (places(), expressions()).prop_map(|(place, value)| Effect::Add(place, value)),
        (places(), expressions()).prop_map(|(place, value)| Effect::Subtract(place, value)),
        prop::collection::vec(places(), 2..4).prop_map(Effect::Cycle),
        (words(), expressions(), expressions()).prop_map(|(text, from, to)| Effect::Reverse(
            name(&text),
            from,
            to
        )),
        (words(), expressions(), expressions(), expressions())
            .prop_map(|(text, from, to, by)| Effect::Rotate(name(&text), from, to, by)),
    ];
    plain.prop_recursive(2, 4, 1, |inner| {
        prop_oneof![
            (parameters(expressions()), inner.clone())
                .prop_map(|(binders, one)| Effect::For(binders, vec![one])),
            (expressions(), inner).prop_map(|(condition, one)| Effect::If(condition, vec![one])),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_expressions_are_read_as_they_are_printed(tree in expressions()) {
        let text = format!("puzzle P\nrule {}\n", expression(&tree));
        let again = parse(&text).map_err(|problems| TestCaseError::fail(format!("{problems:?}\n{text}")))?;
        prop_assert_eq!(without_places(&again.rules[0].1), without_places(&tree), "{}", text);
    }

    #[test]
    fn random_effects_are_read_as_they_are_printed(trees in prop::collection::vec(effects(), 1..4)) {
        let lines = trees.iter().fold(String::new(), |text, each| text + "\n    " + &effect(each));
        let text = format!("puzzle P\nmove m:{lines}\n");
        let again = parse(&text).map_err(|problems| TestCaseError::fail(format!("{problems:?}\n{text}")))?;
        prop_assert_eq!(without_places(&again.moves[0].effects), without_places(&trees), "{}", text);
    }
}
