//! What refers to declared names: signs and colours of values, goals, and the starts.

use super::{Indexing, Model, Shown, Start};
use crate::ast::{self, Arrangement, File};
use crate::drawing;
use crate::interpreter::{Environment, Interpreter};
use crate::messages;
use crate::source::{Problem, Span, did_you_mean};
use crate::value::Type;

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
            self.colours.insert(name.text.clone(), (*colour).clamp(0, i64::from(u16::MAX)) as u16);
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

    pub(super) fn read_showings(&mut self, file: &File, problems: &mut Vec<Problem>) {
        for showing in &file.showings {
            for name in &showing.names {
                let Some(variable) = self.placed(name, problems) else { continue };
                let with = showing.with.as_ref().map(|with| (with, self.placed(with, problems)));
                let shown =
                    Shown { arrangement: showing.arrangement, with: with.as_ref().and_then(|with| with.1) };
                let mut refuse = |name: &ast::Name, problem, remedy| {
                    problems.push(name.error(problem, remedy));
                };
                let is_drawn_elsewhere = self.placings.contains_key(&variable)
                    || self.by_value.contains(&variable)
                    || self.showings.contains_key(&variable)
                    || self.is_mark(variable);
                if let Err(remedy) = self.can_be_shown(variable, shown.arrangement) {
                    refuse(name, messages::CANT_BE_SHOWN_SO, remedy);
                } else if is_drawn_elsewhere {
                    refuse(name, messages::SHOWN_TWICE, messages::LEAVE_OUT_ONE);
                } else if let Some((with, Some(marking))) = with
                    && !self.can_mark(marking, variable, shown.arrangement)
                {
                    refuse(with, messages::CANT_GO_WITH_IT, messages::AS_MANY_ELEMENTS);
                } else if shown.arrangement.fills_picture() && !self.fills_picture(variable, shown.with) {
                    refuse(name, messages::FILLS_THE_PICTURE, messages::SHOW_IT_OTHERWISE);
                } else {
                    self.showings.insert(variable, shown);
                }
            }
        }
    }

    /// Whether a variable has the form that an arrangement needs; otherwise what it needs.
    fn can_be_shown(&self, variable: usize, arrangement: Arrangement) -> Result<(), telusur_puzzles::Text> {
        let declared = &self.variables[variable];
        let is_number = declared.ty == Type::Number;
        let is_row = matches!(declared.indexing, Indexing::From(_) | Indexing::Set(_));
        let (count, size) = (declared.count, declared.size);
        let (fits, remedy) = match arrangement {
            Arrangement::Stack => {
                let fits = is_row && is_number && (2..=16).contains(&count) && size <= 16;
                (fits, messages::STACKS_ARE_NUMBERS)
            }
            Arrangement::Ring => (is_row && (5..=40).contains(&count), messages::RINGS_ARE_ARRAYS),
            Arrangement::Towers => {
                let fits = is_row && count <= 16 && (2..=8).contains(&size) && !declared.permutation;
                (fits, messages::TOWERS_HAVE_PEGS)
            }
            Arrangement::Heaps => {
                let is_heap = is_row || declared.indexing == Indexing::Single;
                let fits = is_heap && is_number && declared.low == 0 && size <= 61 && count <= 16;
                (fits && !declared.permutation, messages::HEAPS_ARE_NUMBERS)
            }
            Arrangement::Vessels => {
                let is_single = declared.indexing == Indexing::Single;
                let fits = is_single && is_number && declared.low == 0 && (2..=17).contains(&size);
                (fits, messages::VESSELS_ARE_NUMBERS)
            }
            Arrangement::Blocks => {
                let has_table = size == count as i64 + 1;
                (is_row && has_table && (2..=8).contains(&count), messages::BLOCKS_NAME_BLOCKS)
            }
            Arrangement::Banks => {
                let is_single = declared.indexing == Indexing::Single;
                let fits = is_single && is_number && declared.low == 0 && (2..=9).contains(&size);
                (fits, messages::BANKS_ARE_NUMBERS)
            }
            Arrangement::Cube => {
                (is_row && declared.permutation && count == 7 && size == 7, messages::CUBES_HAVE_CORNERS)
            }
        };
        if fits { Ok(()) } else { Err(remedy) }
    }

    fn can_mark(&self, marking: usize, marked: usize, arrangement: Arrangement) -> bool {
        let (marking_variable, marked_variable) = (&self.variables[marking], &self.variables[marked]);
        let takes_marks = match arrangement {
            Arrangement::Stack | Arrangement::Ring | Arrangement::Towers => true,
            // A boat is on one side or the other; a corner has three sides.
            Arrangement::Banks => marking_variable.indexing == Indexing::Single && marking_variable.size == 2,
            Arrangement::Cube => marking_variable.ty == Type::Number && marking_variable.size == 3,
            Arrangement::Heaps | Arrangement::Vessels | Arrangement::Blocks => false,
        };
        takes_marks
            && marking != marked
            && marking_variable.count == marked_variable.count
            && !matches!(marking_variable.indexing, Indexing::Shape(_))
            && !self.placings.contains_key(&marking)
            && !self.showings.contains_key(&marking)
    }

    /// Whether nothing else is to be drawn; whose turn it is is told elsewhere.
    fn fills_picture(&self, variable: usize, with: Option<usize>) -> bool {
        let mut others = self.variables.iter().enumerate();
        others.all(|(i, other)| i == variable || Some(i) == with || (self.is_game && other.name == "player"))
    }

    /// The variable whose picture a statement is about.
    fn placed(&self, name: &ast::Name, problems: &mut Vec<Problem>) -> Option<usize> {
        let found = self.variable(&name.text);
        if found.is_none() {
            let known = self.variables.iter().map(|variable| variable.name.as_str());
            let remedy = did_you_mean(&name.text, known, messages::NAME_A_VARIABLE);
            problems.push(name.error(messages::NO_SUCH_VARIABLE, remedy));
        }
        found
    }

    fn check_value(&self, name: &ast::Name, problems: &mut Vec<Problem>) {
        let is_number = name.text.parse::<i64>().is_ok();
        let mut values = self.sets.iter().flat_map(|set| set.values.iter().map(String::as_str));
        // What stands on a board is drawn by its own name.
        let mut variables = self.variables.iter().filter(|variable| matches!(variable.ty, Type::Cell(_)));
        let is_guest = variables.any(|variable| variable.name == name.text);
        if !is_number && !is_guest && !values.any(|value| value == name.text) {
            let known = self.sets.iter().flat_map(|set| set.values.iter().map(String::as_str));
            let remedy = did_you_mean(&name.text, known, messages::NAME_A_VALUE);
            problems.push(name.error(messages::NO_SUCH_VALUE, remedy));
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
        let span = Span::TOP;
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
            let low = variable.value(variable.low);
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
                        optimum: start.optimum,
                    });
                }
                Err(problem) => problems.push(problem),
            }
        }
        if file.starts.is_empty() {
            let span = Span::TOP;
            self.starts.push(Start {
                name: "start".to_owned(),
                title: None,
                span,
                state: usual,
                optimum: None,
            });
        }
        for start in self.starts.clone() {
            if let Err(problem) = drawing::check_permutations(self, &start.state, start.span) {
                problems.push(problem);
            }
        }
    }
}
