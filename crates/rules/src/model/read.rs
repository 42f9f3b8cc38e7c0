//! What refers to declared names: signs and colours of values, goals, and the starts.

use super::{Model, Start};
use crate::ast::{self, File};
use crate::drawing;
use crate::interpreter::{Environment, Interpreter};
use crate::messages;
use crate::source::{Problem, Span, did_you_mean};
use crate::value::Value;

impl Model {
    pub(super) fn read_signs(&mut self, file: &File, problems: &mut Vec<Problem>) {
        for (name, sign) in &file.signs {
            let letters = sign.chars().count();
            let fits = sign.chars().all(telusur_puzzles::printable::stands_alone)
                && !sign.contains([' ', '?', '/', ';', '=', '-'])
                && (1..=3).contains(&letters);
            if !fits {
                let remedy = messages::ONE_TO_THREE_LETTERS;
                problems.push(Problem::error(name.span, sign, messages::NO_SIGN, remedy));
            } else if self.signs.values().any(|known| known == sign) {
                problems.push(Problem::error(
                    name.span,
                    sign,
                    messages::SIGN_IS_TAKEN,
                    messages::USE_ANOTHER_ONE,
                ));
            } else {
                self.check_value(name, problems);
                self.signs.insert(name.text.clone(), sign.clone());
            }
        }
        for (name, colour) in &file.colours {
            self.check_value(name, problems);
            self.colours.insert(name.text.clone(), (*colour).clamp(0, 255) as u16);
        }
        for (name, form) in &file.forms {
            self.check_value(name, problems);
            self.forms.insert(name.text.clone(), *form);
        }
        for name in &file.hidden {
            self.check_value(name, problems);
            self.hidden.push(name.text.clone());
        }
        for (name, placing) in &file.placings {
            if let Some(variable) = self.placed(name, problems) {
                self.placings.insert(variable, *placing);
            }
        }
        for name in &file.by_value {
            let variable = self.placed(name, problems);
            self.by_value.extend(variable);
        }
    }

    /// The variable whose picture a statement is about.
    fn placed(&self, name: &ast::Name, problems: &mut Vec<Problem>) -> Option<usize> {
        let found = self.variable(&name.text);
        if found.is_none() {
            let known = self.variables.iter().map(|variable| variable.name.as_str());
            let remedy = did_you_mean(&name.text, known, messages::NAME_A_VARIABLE);
            problems.push(Problem::error(name.span, &name.text, messages::NO_SUCH_VARIABLE, remedy));
        }
        found
    }

    fn check_value(&self, name: &ast::Name, problems: &mut Vec<Problem>) {
        let is_number = name.text.parse::<i64>().is_ok();
        let mut values = self.sets.iter().flat_map(|set| set.values.iter().map(String::as_str));
        if !is_number && !values.any(|value| value == name.text) {
            let known = self.sets.iter().flat_map(|set| set.values.iter().map(String::as_str));
            let remedy = did_you_mean(&name.text, known, messages::NAME_A_VALUE);
            problems.push(Problem::error(name.span, &name.text, messages::NO_SUCH_VALUE, remedy));
        }
    }

    pub(super) fn read_goals(&mut self, file: &File, problems: &mut Vec<Problem>) {
        for (_, goal) in &file.goals {
            match goal {
                ast::Goal::Condition(condition) => self.goals.push(condition.clone()),
                ast::Goal::Drawing(lines) => match drawing::read(self, lines, None) {
                    Ok(drawn) => self.goal_drawings.push(drawn),
                    Err(problem) => problems.push(problem),
                },
            }
        }
        let span = Span { line: 1, column: 1 };
        if let (true, Some((span, _))) = (self.is_game, file.goals.first()) {
            problems.push(Problem::error(*span, "goal", messages::GAME_WITH_GOAL, messages::USE_END));
        }
        if !self.is_game && file.goals.is_empty() {
            problems.push(Problem::error(span, "", messages::NO_GOAL, messages::WRITE_A_GOAL));
        }
        if let (false, Some((span, _, _))) = (self.is_game, file.ends.first()) {
            problems.push(Problem::error(*span, "end", messages::PUZZLE_WITH_END, messages::USE_GOAL));
        }
    }

    pub(super) fn read_starts(&mut self, file: &File, problems: &mut Vec<Problem>) {
        let mut usual = Vec::new();
        for (number, variable) in self.variables.iter().enumerate() {
            let declared = file.variables.get(number);
            let low = Value { ty: variable.ty, number: variable.low };
            let value = match declared.and_then(|declared| declared.initial.as_ref()) {
                None => low,
                Some(initial) => {
                    let value =
                        Interpreter::for_constants(self).value(initial, &mut Environment::default(), None);
                    match value {
                        Some(value)
                            if (variable.low..variable.low + variable.size).contains(&value.number) =>
                        {
                            value
                        }
                        _ => {
                            let remedy = messages::A_VALUE_OF_THE_VARIABLE;
                            problems.push(Problem::error(initial.span, "", messages::CANT_BEGIN_SO, remedy));
                            low
                        }
                    }
                }
            };
            // Without anything said, a permutation begins in order.
            let in_order = variable.permutation && declared.is_none_or(|declared| declared.initial.is_none());
            usual.extend((0..variable.count as i64).map(|i| value.number + if in_order { i } else { 0 }));
        }
        self.usual.clone_from(&usual);
        let mut names = Vec::new();
        for start in &file.starts {
            match drawing::read(self, &start.drawing, Some(&usual)) {
                Ok(drawn) => {
                    let name = match start.name.text.is_empty() {
                        true => format!("level-{}", names.len() + 1),
                        false => start.name.text.clone(),
                    };
                    if names.contains(&name) {
                        let remedy = messages::NAMES_OF_THEIR_OWN;
                        problems.push(Problem::error(start.name.span, &name, messages::TWO_STARTS, remedy));
                    }
                    names.push(name.clone());
                    let state: Vec<i64> =
                        drawn.iter().zip(&usual).map(|(value, usual)| value.unwrap_or(*usual)).collect();
                    self.starts.push(Start {
                        name,
                        title: start.title.clone(),
                        span: start.name.span,
                        state,
                    });
                }
                Err(problem) => problems.push(problem),
            }
        }
        if file.starts.is_empty() {
            let span = Span { line: 1, column: 1 };
            self.starts.push(Start { name: "start".to_owned(), title: None, span, state: usual });
        }
        for start in self.starts.clone() {
            if let Err(problem) = drawing::check_permutations(self, &start.state, start.span) {
                problems.push(problem);
            }
        }
    }
}
