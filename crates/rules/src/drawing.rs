//! Positions as people draw them: rows of signs, names and numbers; in goals `?` stands for any value.

use crate::ast::RawLine;
use crate::messages;
use crate::model::{Indexing, Model, Slot};
use crate::source::{Problem, Span, did_you_mean};
use crate::value::{Shape, Type, Value};
use telusur_puzzles::{Text, level};

/// Where there is no cell.
const NO_CELL: &str = "-";

/// A shape from its drawing: `-` is no cell, anything else is one.
pub(crate) fn shape(name: &str, lines: &[RawLine]) -> Result<Shape, Problem> {
    let rows: Vec<Vec<char>> =
        lines.iter().map(|line| line.text.chars().filter(|c| !c.is_whitespace()).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let span = lines.first().map(|line| line.span).unwrap_or_default();
    if rows.len() > 64 || columns > 64 {
        return Err(Problem::error(span, name, messages::SHAPE_TOO_LARGE, messages::AT_MOST_64));
    }
    let present = |row: u16, column: u16| {
        rows.get(usize::from(row))
            .and_then(|row| row.get(usize::from(column)))
            .is_some_and(|&sign| sign != '-')
    };
    let shape = Shape::new(name, rows.len() as u16, columns as u16, present);
    match shape.cells.is_empty() {
        true => Err(Problem::error(span, name, messages::SHAPE_WITHOUT_CELL, messages::DRAW_CELLS)),
        false => Ok(shape),
    }
}

/// A word of a drawing.
struct Word<'t> {
    text: &'t str,
    span: Span,
}

/// The values that a drawing names, by slot. With `usual` it is a start, and `?` has no meaning.
pub(crate) fn read(
    model: &Model,
    lines: &[RawLine],
    usual: Option<&[i64]>,
) -> Result<Vec<Option<i64>>, Problem> {
    let mut values = vec![None; model.slots.len()];
    // Without a name, the first array is drawn; if there is none, the first variable.
    let is_array = |variable: &crate::model::Variable| variable.indexing != Indexing::Single;
    let mut variable = model.variables.iter().position(is_array).unwrap_or(0);
    let mut rows: Vec<Vec<Word<'_>>> = Vec::new();
    let mut done = vec![false; model.variables.len()];
    let mut finish = |variable: usize, rows: &mut Vec<Vec<Word<'_>>>, span: Span| {
        let rows = std::mem::take(rows);
        if rows.is_empty() {
            return Ok(());
        }
        if std::mem::replace(&mut done[variable], true) {
            let name = &model.variables[variable].name;
            return Err(Problem::error(span, name, messages::DRAWN_TWICE, messages::DRAW_IT_ONCE));
        }
        read_variable(model, variable, &rows, usual.is_some(), &mut values)
    };
    for line in lines {
        let mut column = line.span.column;
        for part in line.text.split(';') {
            let mut span = Span { column, ..line.span };
            column += part.chars().count() as u32 + 1;
            let mut rest = part;
            if let Some((name, after)) = part.split_once('=') {
                let name = name.trim();
                let Some(found) = model.variable(name) else {
                    let known = model.variables.iter().map(|variable| variable.name.as_str());
                    let remedy = did_you_mean(name, known, messages::NAME_BEFORE_EQUALS);
                    return Err(Problem::error(span, name, messages::NO_SUCH_VARIABLE, remedy));
                };
                finish(variable, &mut rows, span)?;
                variable = found;
                span.column += (part.len() - after.len()) as u32;
                rest = after;
            }
            for row in rest.split('/') {
                let words = words(row, span);
                span.column += row.chars().count() as u32 + 1;
                if !words.is_empty() {
                    rows.push(words);
                }
            }
        }
    }
    let span = lines.first().map(|line| line.span).unwrap_or_default();
    finish(variable, &mut rows, span)?;
    Ok(values)
}

fn words(row: &str, span: Span) -> Vec<Word<'_>> {
    let place = |offset: usize| Span { column: span.column + offset as u32, ..span };
    level::words(row, "").map(|(offset, text)| Word { text, span: place(offset) }).collect()
}

/// The letters of a word that stands for a whole row.
fn letters<'t>(word: &Word<'t>) -> Vec<Word<'t>> {
    let ends = word.text.char_indices().map(|(at, letter)| (at, at + letter.len_utf8()));
    let place = |i: usize| Span { column: word.span.column + i as u32, ..word.span };
    ends.enumerate().map(|(i, (from, to))| Word { text: &word.text[from..to], span: place(i) }).collect()
}

fn read_variable(
    model: &Model,
    variable: usize,
    rows: &[Vec<Word<'_>>],
    is_start: bool,
    values: &mut [Option<i64>],
) -> Result<(), Problem> {
    let declared = &model.variables[variable];
    let slot = model.slots[declared.first];
    let one = |word: &Word<'_>| read_value(model, slot, declared.ty, word, is_start);
    let span = rows[0][0].span;
    let name = &declared.name;
    let wrong =
        |problem: Text| Problem::error(span, rows[0][0].text, problem, messages::AS_MANY_AS_THERE_ARE);
    if let Indexing::Shape(shape) = declared.indexing {
        let shape = &model.shapes[shape];
        if rows.len() != usize::from(shape.rows) {
            return Err(wrong(messages::rows_of_board(name, shape.rows.into(), rows.len())));
        }
        for (row, words) in rows.iter().enumerate() {
            let cells: Vec<i64> =
                (0..i64::from(shape.columns)).filter_map(|column| shape.cell(row as i64, column)).collect();
            let split;
            let letters_of_first = words[0].text.chars().count();
            let is_row =
                [usize::from(shape.columns), cells.len()].contains(&letters_of_first) && letters_of_first > 1;
            let words = match words.len() == 1 && is_row {
                true => {
                    split = letters(&words[0]);
                    &split
                }
                false => words,
            };
            let listed: Vec<&Word<'_>> =
                match words.len() == usize::from(shape.columns) && words.len() > cells.len() {
                    true => (0..words.len())
                        .filter(|&column| shape.cell(row as i64, column as i64).is_some())
                        .map(|column| &words[column])
                        .collect(),
                    false => words.iter().filter(|word| word.text != NO_CELL).collect(),
                };
            if listed.len() != cells.len() {
                return Err(wrong(messages::values_of_row(name, cells.len(), row + 1, listed.len())));
            }
            for (cell, word) in cells.into_iter().zip(listed) {
                values[declared.first + cell as usize] = one(word)?;
            }
        }
        return Ok(());
    }
    let mut listed: Vec<&Word<'_>> = rows.iter().flatten().collect();
    let split;
    if listed.len() == 1 && declared.count > 1 && listed[0].text.chars().count() == declared.count {
        split = letters(listed[0]);
        listed = split.iter().collect();
    }
    if listed.len() != declared.count {
        return Err(wrong(messages::values_of_array(name, declared.count, listed.len())));
    }
    for (offset, word) in listed.into_iter().enumerate() {
        values[declared.first + offset] = one(word)?;
    }
    Ok(())
}

fn read_value(
    model: &Model,
    slot: Slot,
    ty: Type,
    word: &Word<'_>,
    is_start: bool,
) -> Result<Option<i64>, Problem> {
    if word.text == "?" && !is_start {
        return Ok(None);
    }
    let meant = model.signs.iter().find(|(_, sign)| *sign == word.text).map_or(word.text, |(name, _)| name);
    let found = (0..slot.size).map(|code| slot.low + code).find(|&number| {
        // Comparing numbers as such is quicker than writing all of them.
        match ty {
            Type::Number => meant.parse() == Ok(number),
            _ => model.value_name(Value { ty, number }) == meant,
        }
    });
    match found {
        Some(number) => Ok(Some(number)),
        None => {
            let few =
                (0..slot.size.min(64)).map(|code| model.value_name(Value { ty, number: slot.low + code }));
            let few: Vec<String> = few.collect();
            let list = few.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
            let list = messages::use_one_of(&list);
            // A number that is near is no slip.
            let remedy = match ty {
                Type::Number => list,
                _ => did_you_mean(meant, few.iter().map(String::as_str), list),
            };
            Err(Problem::error(word.span, word.text, messages::NO_VALUE_HERE, remedy))
        }
    }
}

/// Whether permutations hold every value once.
pub(crate) fn check_permutations(model: &Model, state: &[i64], span: Span) -> Result<(), Problem> {
    for variable in model.variables.iter().filter(|variable| variable.permutation) {
        let mut seen = vec![false; variable.size as usize];
        for &value in &state[variable.slots()] {
            let code = (value - variable.low) as usize;
            if std::mem::replace(&mut seen[code], true) {
                let twice = model.value_name(variable.value(value));
                let problem = messages::there_twice(&variable.name, &twice);
                return Err(Problem::error(span, &twice, problem, messages::EVERY_VALUE_ONCE));
            }
        }
    }
    Ok(())
}

/// A value as it is drawn.
#[must_use]
pub(crate) fn sign(model: &Model, value: Value) -> String {
    let name = model.value_name(value);
    model.signs.get(&name).cloned().unwrap_or(name)
}

/// A state as level text: the first array alone where nothing else differs from its declaration; otherwise every
/// variable with its name.
#[must_use]
pub(crate) fn write(model: &Model, state: &[i64]) -> String {
    if model.variables.len() == 1 {
        return write_variable(model, 0, state);
    }
    let all = (0..model.variables.len()).map(|variable| {
        format!("{} = {}", model.variables[variable].name, write_variable(model, variable, state))
    });
    all.collect::<Vec<_>>().join("; ")
}

fn write_variable(model: &Model, variable: usize, state: &[i64]) -> String {
    let declared = &model.variables[variable];
    let one = |offset: usize| sign(model, declared.value(state[declared.first + offset]));
    let signs: Vec<String> = (0..declared.count).map(one).collect();
    let all_short = (0..declared.size.min(64))
        .all(|code| sign(model, declared.value(declared.low + code)).chars().count() == 1)
        && declared.size <= 64;
    let between = if all_short { "" } else { " " };
    match declared.indexing {
        Indexing::Shape(shape) => {
            let shape = &model.shapes[shape];
            let row = |row: i64| {
                let cell = |column: i64| match shape.cell(row, column) {
                    Some(cell) => signs[cell as usize].clone(),
                    None => NO_CELL.to_owned(),
                };
                (0..i64::from(shape.columns)).map(cell).collect::<Vec<_>>().join(between)
            };
            (0..i64::from(shape.rows)).map(row).collect::<Vec<_>>().join("/")
        }
        _ => signs.join(if declared.count > 1 && all_short && !model.signs.is_empty() { "" } else { " " }),
    }
}
