//! The elements of sets that parameters run through. Sets never depend on the state.

use crate::ast::{Expr, Set};
use crate::model::Model;
use crate::value::{Type, Value, direction_set};

/// Most elements of one set.
pub(crate) const MOST_ELEMENTS: usize = 100_000;

/// Why a set has no elements that could be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSet {
    /// One of its bounds has no value.
    Undefined,
    /// There are too many.
    TooLarge,
}

/// What a set consists of, for a binder of so many names: the types of an element's parts. `None` if there is no such
/// set, or it does not fit.
pub(crate) fn element_types(
    model: &Model,
    set: &Set,
    names: usize,
    mut type_of: impl FnMut(&Expr) -> Option<Type>,
) -> Option<Vec<Type>> {
    let one = |ty: Type| (names == 1).then(|| vec![ty]);
    match set {
        Set::Range(low, high) => {
            (type_of(low)? == Type::Number && type_of(high)? == Type::Number).then_some(())?;
            one(Type::Number)
        }
        Set::List(items) => {
            let ty = type_of(items.first()?)?;
            items.iter().all(|item| type_of(item) == Some(ty)).then_some(())?;
            one(ty)
        }
        Set::Named(name) => match model.set_of_name(name) {
            Some(set) => one(Type::Name(set)),
            None => direction_set(name).and_then(|_| one(Type::Direction)),
        },
        Set::Call(function, arguments) => match (function.as_str(), arguments.as_slice()) {
            ("cells", [of]) => one(Type::Cell(model.shape_of(of)?)),
            ("near", [of] | [of, _]) => {
                directions(arguments.get(1))?;
                let ty = type_of(of)?;
                matches!(ty, Type::Cell(_)).then_some(())?;
                one(ty)
            }
            ("adjacent", [of] | [of, _]) => {
                directions(arguments.get(1))?;
                let shape = model.shape_of(of)?;
                (names == 2).then(|| vec![Type::Cell(shape); 2])
            }
            ("lines", [of] | [of, _]) => {
                directions(arguments.get(1))?;
                let shape = model.shape_of(of)?;
                (names >= 2).then(|| vec![Type::Cell(shape); names])
            }
            ("ray", [from, along]) => {
                let ty = type_of(from)?;
                (matches!(ty, Type::Cell(_)) && type_of(along)? == Type::Direction).then_some(())?;
                one(ty)
            }
            ("between", [from, to]) => {
                let ty = type_of(from)?;
                (matches!(ty, Type::Cell(_)) && type_of(to)? == ty).then_some(())?;
                one(ty)
            }
            _ => None,
        },
    }
}

/// The set of directions that an argument names; those to the sides if there is none.
fn directions(argument: Option<&Expr>) -> Option<&'static [i64]> {
    match argument {
        None => direction_set("orthogonal"),
        Some(Expr { kind: crate::ast::ExprKind::Name(name), .. }) => direction_set(name),
        Some(_) => None,
    }
}

/// The elements of a set for a binder of a number of names, in order; too many if there are more than `most`.
pub(crate) fn elements(
    model: &Model,
    set: &Set,
    (names, most): (usize, usize),
    mut value: impl FnMut(&Expr) -> Option<Value>,
) -> Result<Vec<Vec<Value>>, NoSet> {
    let most = most.min(MOST_ELEMENTS);
    let mut found = Vec::new();
    match set {
        Set::Range(low, high) => {
            let low = value(low).ok_or(NoSet::Undefined)?.number;
            let high = value(high).ok_or(NoSet::Undefined)?.number;
            if high.saturating_sub(low) >= most as i64 {
                return Err(NoSet::TooLarge);
            }
            found.extend((low..=high).map(|number| vec![Value::number(number)]));
        }
        Set::List(items) => {
            for item in items {
                found.push(vec![value(item).ok_or(NoSet::Undefined)?]);
            }
        }
        Set::Named(name) => match model.set_of_name(name) {
            Some(set) => {
                let values = 0..model.sets[set].values.len() as i64;
                found.extend(values.map(|number| vec![Value { ty: Type::Name(set), number }]));
            }
            None => {
                let set = direction_set(name).unwrap_or(&[]);
                found.extend(set.iter().map(|&number| vec![Value { ty: Type::Direction, number }]));
            }
        },
        Set::Call(function, arguments) => {
            let steps = directions(arguments.get(1)).unwrap_or(&[]);
            let first = arguments.first().ok_or(NoSet::Undefined)?;
            let cell = |shape: usize, number: i64| Value { ty: Type::Cell(shape), number };
            match function.as_str() {
                "cells" => {
                    let shape = model.shape_of(first).ok_or(NoSet::Undefined)?;
                    let cells = 0..model.shapes[shape].cells.len() as i64;
                    found.extend(cells.map(|number| vec![cell(shape, number)]));
                }
                "near" => {
                    let from = value(first).ok_or(NoSet::Undefined)?;
                    let Type::Cell(shape) = from.ty else { return Err(NoSet::Undefined) };
                    let near = steps.iter().filter_map(|&step| model.shapes[shape].step(from.number, step));
                    found.extend(near.map(|number| vec![cell(shape, number)]));
                }
                "adjacent" | "lines" => {
                    let shape = model.shape_of(first).ok_or(NoSet::Undefined)?;
                    for from in 0..model.shapes[shape].cells.len() as i64 {
                        for &step in steps {
                            let mut line = vec![from];
                            while line.len() < names {
                                match model.shapes[shape].step(line[line.len() - 1], step) {
                                    Some(next) => line.push(next),
                                    None => break,
                                }
                            }
                            if line.len() == names {
                                found.push(line.into_iter().map(|number| cell(shape, number)).collect());
                            }
                        }
                    }
                }
                "ray" => {
                    let from = value(first).ok_or(NoSet::Undefined)?;
                    let along = value(&arguments[1]).ok_or(NoSet::Undefined)?;
                    let Type::Cell(shape) = from.ty else { return Err(NoSet::Undefined) };
                    let mut at = from.number;
                    while let Some(next) = model.shapes[shape].step(at, along.number) {
                        found.push(vec![cell(shape, next)]);
                        at = next;
                    }
                }
                "between" => {
                    let from = value(first).ok_or(NoSet::Undefined)?;
                    let to = value(&arguments[1]).ok_or(NoSet::Undefined)?;
                    let Type::Cell(shape) = from.ty else { return Err(NoSet::Undefined) };
                    found.extend(
                        between(&model.shapes[shape], from.number, to.number)
                            .into_iter()
                            .map(|number| vec![cell(shape, number)]),
                    );
                }
                _ => return Err(NoSet::Undefined),
            }
        }
    }
    if found.len() > most { Err(NoSet::TooLarge) } else { Ok(found) }
}

/// The cells strictly between two cells of a row, column or diagonal; none if they are not in one.
fn between(shape: &crate::value::Shape, from: i64, to: i64) -> Vec<i64> {
    let (Some(a), Some(b)) = (shape.place(from), shape.place(to)) else { return Vec::new() };
    let (down, right) = (b.0 - a.0, b.1 - a.1);
    let length = down.abs().max(right.abs());
    if (down != 0 && down.abs() != length) || (right != 0 && right.abs() != length) {
        return Vec::new();
    }
    (1..length).filter_map(|i| shape.cell(a.0 + down.signum() * i, a.1 + right.signum() * i)).collect()
}
