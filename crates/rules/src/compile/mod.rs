//! From rules to a packed space: moves are grounded over their parameters, carried out on symbols, brought into normal
//! form, and compiled to masks, shifts and tables.

pub(crate) mod case;
mod core;
mod eval;
mod execute;
mod goals;
pub(crate) mod inverse;
mod node;
pub(crate) mod program;
mod symmetry;

use crate::ast::{Ending, Expr};
use crate::interpreter::{GroundMove, Interpreter};
use crate::messages;
use crate::model::Model;
use crate::source::{Problem, Span};
use crate::value::Shape;
use crate::word::{Field, Word, layout};
use case::Case;
use core::Predicate;
pub(crate) use core::{Backward, Core};
use eval::Eval;
pub(crate) use execute::Work;
use execute::{Execution, TooMuch};
pub(crate) use goals::Condition;
use goals::{goal_states, goals};
use inverse::Inverse;
use node::{Node, Operation};
use program::{Program, Step};
use std::collections::HashMap;
use std::sync::Arc;
use telusur_search::Deadline;

/// Most moves with all values of their parameters.
pub const MOST_GROUND_MOVES: usize = 50_000;
/// Most cases that they are split into.
const MOST_CASES: usize = 60_000;
/// Most goal states that are listed.
const MOST_GOALS: usize = 4096;

/// Rules on the way from the text to a packed space, of whatever width.
pub(crate) struct Prepared {
    pub(crate) model: Arc<Model>,
    pub(crate) fields: Vec<Field>,
    pub(crate) bits: u32,
    pub(crate) grounds: Vec<GroundMove>,
    pub(crate) texts: Vec<String>,
    pub(crate) cases: Vec<Case>,
    inverse: Inverse,
    /// Any of these is the goal; none for an impossible one.
    goals: Vec<Condition>,
    bound: Option<Arc<Node>>,
    rules: Vec<Arc<Node>>,
    ends: Vec<(Arc<Node>, Ending)>,
    symmetries: Vec<Vec<u16>>,
    pub(crate) warnings: Vec<Problem>,
    work: Work,
}

impl Prepared {
    pub(crate) fn new(model: &Arc<Model>, deadline: Option<&Deadline>) -> Result<Self, Vec<Problem>> {
        let one = |problem: Problem| vec![problem];
        let (fields, bits) = layout(model);
        let interpreter = Interpreter::new(model);
        let grounds = interpreter.ground_moves(MOST_GROUND_MOVES).map_err(|number| {
            let each = &model.moves[number];
            let problem = messages::too_many_moves(MOST_GROUND_MOVES);
            one(Problem::error(each.span, &each.name, problem, messages::FEWER_PARAMETERS))
        })?;
        let texts: Vec<String> = grounds.iter().map(|ground| move_text(model, ground)).collect();
        unique_texts(model, &grounds, &texts).map_err(one)?;
        let mut work = Work::until(deadline.cloned());
        let arguments: usize = grounds.iter().map(|ground| size_of_val(&*ground.arguments)).sum();
        let named: usize = texts.iter().map(String::len).sum();
        // They are kept twice: here, and in what they are compiled to.
        let listed =
            2 * (arguments + named + grounds.len() * (size_of::<GroundMove>() + size_of::<String>() + 32));
        work.reserve(listed).map_err(|too_much| one(refusal(too_much, Span::TOP, "")))?;
        let shapes: Vec<Arc<Shape>> = model.shapes.iter().cloned().map(Arc::new).collect();
        let slots: Vec<Arc<Node>> = (0..model.slots.len()).map(Node::slot).collect();
        let mut cases: Vec<Case> = Vec::new();
        let mut possible = vec![false; model.moves.len()];
        for (number, ground) in grounds.iter().enumerate() {
            let before = work.bytes();
            let compiled = compile_move(model, &shapes, &slots, number as u32, ground, &mut work);
            let compiled = compiled.and_then(|compiled| match cases.len() + compiled.len() > MOST_CASES {
                true => Err(TooMuch::Work),
                false => Ok(compiled),
            });
            if compiled.as_ref().is_ok_and(|compiled| compiled.iter().all(Case::is_simple)) {
                // The expressions that it was made from are gone.
                let kept = compiled.iter().flatten().map(Case::bytes).sum::<usize>();
                work.release_to(before + kept as u64);
            }
            let compiled = compiled.map_err(|too_much| {
                let each = &model.moves[ground.number];
                one(refusal(too_much, each.span, &each.name))
            })?;
            possible[ground.number] |= !compiled.is_empty();
            cases.extend(compiled);
        }
        if let Some((case, variable)) = breaking(model, &cases) {
            let each = &model.moves[grounds[case.ground as usize].number];
            let (problem, remedy) = (messages::breaks_permutation(variable), messages::EXCHANGE_VALUES);
            return Err(one(Problem::error(each.span, &texts[case.ground as usize], problem, remedy)));
        }
        let mut warnings = Vec::new();
        for (each, _) in model.moves.iter().zip(&possible).filter(|(_, possible)| !**possible) {
            let remedy = messages::CHANGE_ITS_CONDITION;
            warnings.push(Problem::warning(each.span, &each.name, messages::NEVER_HAPPENS, remedy));
        }
        let too_much = |too_much: TooMuch| one(refusal(too_much, Span::TOP, ""));
        let mut inverse = Inverse::of(model, &cases, &mut work).map_err(too_much)?;
        if let Inverse::Undirected(parts, _) = &mut inverse {
            cases = std::mem::take(parts);
        }
        let mut term = |expression: &Expr| {
            let mut execution = Execution::new(model, &shapes, &slots, &mut work);
            execution
                .term(expression)
                .map(|term| term.node)
                .map_err(|error| one(refusal(error, expression.span, "")))
        };
        let goal_nodes = model.goals.iter().map(&mut term).collect::<Result<Vec<_>, _>>()?;
        let bound = model.bound.as_ref().map(&mut term).transpose()?;
        let rules = model.rules.iter().map(|(_, rule)| term(rule)).collect::<Result<Vec<_>, _>>()?;
        let ends = model.ends.iter().map(|(end, ending)| Ok((term(end)?, *ending)));
        let ends = ends.collect::<Result<_, Vec<Problem>>>()?;
        let goals = goals(model, &goal_nodes, &mut work).map_err(too_much)?;
        let mut prepared = Prepared {
            fields,
            bits,
            texts,
            cases,
            inverse,
            goals,
            bound,
            rules,
            ends,
            symmetries: Vec::new(),
            warnings,
            work,
            grounds,
            model: model.clone(),
        };
        prepared.symmetries = symmetry::group(&prepared, &shapes, &slots).map_err(one)?;
        prepared.warn_of_starts();
        Ok(prepared)
    }

    fn warn_of_starts(&mut self) {
        for start in &self.model.starts {
            if !Interpreter::new(&self.model).obeys(&start.state) {
                let remedy = messages::CHANGE_THE_START;
                self.warnings.push(Problem::warning(
                    start.span,
                    &start.name,
                    messages::START_BREAKS_RULE,
                    remedy,
                ));
            }
        }
    }

    /// Why moves can't be taken back, if so.
    pub(crate) fn why_not_reversible(&self) -> Option<String> {
        match &self.inverse {
            Inverse::Unknown(ground, why) => {
                Some(format!("'{}' can't be taken back: {why}", self.texts[*ground as usize]))
            }
            Inverse::Undirected(..) | Inverse::Directed(_) => None,
        }
    }

    /// What simplified puzzles are searched with, from the goal: cases without expressions.
    fn backward_cases(&self) -> Option<Vec<Case>> {
        match &self.inverse {
            // The moves that take moves back are the moves themselves.
            Inverse::Undirected(..) => Some(self.cases.clone()),
            // What must be checked besides only makes fewer moves: leaving it out keeps bounds low enough.
            Inverse::Directed(cases) => Some(cases.iter().map(|(case, _)| case.clone()).collect()),
            Inverse::Unknown(..) => None,
        }
    }

    /// Packs everything into words of a width that holds the states.
    pub(crate) fn pack<W: Word>(&mut self) -> Result<Core<W>, Vec<Problem>> {
        self.try_pack().map_err(|too_much| vec![refusal(too_much, Span::TOP, "")])
    }

    fn try_pack<W: Word>(&mut self) -> Result<Core<W>, TooMuch> {
        let work = &mut self.work;
        let (model, fields) = (&self.model, &self.fields);
        let player =
            model.variable("player").filter(|_| model.is_game).map(|player| model.variables[player].first);
        // That the other player is to move alone is no change.
        let changing = fields.iter().enumerate().filter(|(slot, _)| Some(*slot) != player);
        let change: W = changing.fold(W::ZERO, |all, (_, field)| all.or(W::at(field.mask(), field.shift)));
        let program = Program::new(model, &self.cases, fields, change, work)?;
        let backward = match &self.inverse {
            Inverse::Undirected(_, back) => Backward::Undirected(back.clone()),
            Inverse::Unknown(..) => Backward::Unknown,
            Inverse::Directed(inverses) => {
                let cases: Vec<Case> = inverses.iter().map(|(case, _)| case.clone()).collect();
                let mut step = |case| Step::new(case, 0, fields, change, (0, 7), work);
                let checks = inverses.iter().map(|(_, check)| check.as_ref().map(&mut step).transpose());
                let checks = checks.collect::<Result<_, _>>()?;
                Backward::Directed(Program::new(model, &cases, fields, change, work)?, checks)
            }
        };
        let goals = self.goals.iter().map(|goal| Predicate::new(goal, fields, work));
        let goals = goals.collect::<Result<_, _>>()?;
        let mut eval = |node| Eval::new(node, fields, work);
        let rules = self.rules.iter().map(&mut eval).collect::<Result<_, _>>()?;
        let bound = self.bound.as_ref().map(&mut eval).transpose()?;
        let ends = self.ends.iter().map(|(end, ending)| Ok((eval(end)?, *ending)));
        let ends = ends.collect::<Result<_, TooMuch>>()?;
        Ok(Core {
            model: self.model.clone(),
            fields: fields.clone(),
            program,
            backward,
            goal_states: goal_states(model, fields, &self.goals),
            goals,
            rules,
            bound,
            ends,
            symmetries: self.symmetries.clone(),
            grounds: self.grounds.clone(),
            texts: self.texts.clone(),
            backward_cases: self.backward_cases(),
            trust: Arc::default(),
        })
    }
}

/// A case that does not keep a permutation one, and the permutation: numbers of states rely on it.
fn breaking<'c>(model: &'c Model, cases: &'c [Case]) -> Option<(&'c Case, &'c str)> {
    let keeps = |case: &Case, slots: std::ops::Range<usize>| {
        let known = case.known_codes(model);
        let known = |slot: u16| known.get(&slot).map_or((1, slot), |&code| (0, code));
        let changed = case.becomes.iter().filter(|(slot, _)| slots.contains(&usize::from(**slot)));
        let mut before: Vec<(u8, u16)> = changed.clone().map(|(&slot, _)| known(slot)).collect();
        let after = changed.map(|(_, becomes)| match becomes {
            case::Becomes::Constant(code) => Some((0, *code)),
            case::Becomes::Copy(from) if slots.contains(&usize::from(*from)) => Some(known(*from)),
            _ => None,
        });
        let Some(mut after) = after.collect::<Option<Vec<_>>>() else { return false };
        before.sort_unstable();
        after.sort_unstable();
        before == after
    };
    for variable in model.variables.iter().filter(|variable| variable.permutation) {
        let slots = variable.slots();
        if let Some(case) = cases.iter().find(|case| !keeps(case, slots.clone())) {
            return Some((case, &variable.name));
        }
    }
    None
}

fn refusal(too_much: TooMuch, span: Span, token: &str) -> Problem {
    let (problem, remedy) = match too_much {
        TooMuch::Work => (messages::TOO_MUCH_WORK, messages::SIMPLER_EXPRESSIONS),
        TooMuch::Depth => (messages::BECOMES_TOO_DEEP, messages::FEWER_EFFECTS),
        TooMuch::Set => (messages::SET_TOO_LARGE, messages::SMALLER_RANGE),
        TooMuch::Time => (messages::TOO_MUCH_TIME, messages::SIMPLER_EXPRESSIONS),
        TooMuch::Memory => (messages::TOO_MUCH_MEMORY, messages::SIMPLER_EXPRESSIONS),
    };
    Problem::error(span, token, problem, remedy)
}

fn compile_move(
    model: &Model,
    shapes: &[Arc<Shape>],
    slots: &[Arc<Node>],
    number: u32,
    ground: &GroundMove,
    work: &mut Work,
) -> Result<Vec<Case>, TooMuch> {
    let mut execution = Execution::new(model, shapes, slots, work);
    execution.run(ground)?;
    if let (true, Some(player)) = (model.is_game, model.variable("player")) {
        let slot = model.variables[player].first;
        let other = Node::strict(Operation::Subtract, vec![Node::constant(3), execution.state[slot].clone()]);
        execution.state[slot] = other;
    }
    execution.rules()?;
    let (guards, state) = (std::mem::take(&mut execution.guards), std::mem::take(&mut execution.state));
    Case::of_move(model, number, &guards, &state, work)
}

/// A move as text: its words and the values of its parameters, joined by dashes.
fn move_text(model: &Model, ground: &GroundMove) -> String {
    let mut text = model.moves[ground.number].name.replace(' ', "-");
    for &argument in &ground.arguments {
        text.push('-');
        text.push_str(&model.value_name(argument));
    }
    text
}

fn unique_texts(model: &Model, grounds: &[GroundMove], texts: &[String]) -> Result<(), Problem> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (ground, text) in grounds.iter().zip(texts) {
        if let Some(before) = seen.insert(text, ground.number) {
            let each = &model.moves[ground.number];
            let (problem, remedy) = match before == ground.number {
                true => (messages::SAME_PARAMETERS, messages::EVERY_PARAMETER_ONCE),
                false => (messages::SAME_MOVES, messages::ANOTHER_MOVE_NAME),
            };
            return Err(Problem::error(each.span, text, problem, remedy));
        }
    }
    Ok(())
}
