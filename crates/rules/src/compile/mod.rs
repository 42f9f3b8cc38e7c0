//! From rules to a packed space: moves are grounded over their parameters, carried out on symbols, brought into normal
//! form, and compiled to masks, shifts and tables.

pub(crate) mod case;
mod core;
mod cover;
mod eval;
mod execute;
mod goals;
pub(crate) mod inverse;
mod node;
pub(crate) mod program;
mod symmetry;
pub(crate) mod work;

use crate::ast::{Ending, Expr};
use crate::interpreter::{GroundMove, Interpreter};
use crate::messages;
use crate::model::Model;
use crate::print::Printer;
use crate::source::{Problem, Span};
use crate::value::Shape;
use crate::word::{Field, Word, layout};
use case::Case;
use core::Predicate;
pub(crate) use core::{Backward, Core};
use eval::Eval;
use execute::Execution;
pub(crate) use goals::Condition;
use goals::{goal_states, goals};
use inverse::Inverse;
use node::{Node, Operation};
use program::{Program, Step};
use std::collections::HashMap;
use std::sync::Arc;
use symmetry::Generator;
use telusur_search::Limits;
use work::TooMuch;
pub(crate) use work::Work;

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
    symmetries: Vec<Generator>,
    pub(crate) warnings: Vec<Problem>,
    work: Work,
}

impl Prepared {
    pub(crate) fn new(model: &Arc<Model>, limits: &Limits) -> Result<Self, Vec<Problem>> {
        let one = |problem: Problem| vec![problem];
        let (fields, bits) = layout(model);
        let mut work = Work::within(limits);
        let interpreter = Interpreter::within(model, &limits.deadline);
        let grounds = interpreter.ground_moves(MOST_GROUND_MOVES).map_err(|number| {
            let each = &model.moves[number];
            one(match limits.deadline.is_over() {
                true => refusal(TooMuch::Time, each.span, &each.name),
                false => {
                    let problem = messages::too_many_moves(MOST_GROUND_MOVES);
                    Problem::error(each.span, &each.name, problem, messages::FEWER_PARAMETERS)
                }
            })
        })?;
        let too_much = |too_much: TooMuch| one(refusal(too_much, Span::TOP, ""));
        // Moves with their parameters, and their words twice.
        work.hold(grounds.len() * 256).map_err(too_much)?;
        let texts: Vec<String> = grounds.iter().map(|ground| move_text(model, ground)).collect();
        unique_texts(model, &grounds, &texts).map_err(one)?;
        let shapes: Vec<Arc<Shape>> = model.shapes.iter().cloned().map(Arc::new).collect();
        let slots: Vec<Arc<Node>> = (0..model.slots.len()).map(Node::slot).collect();
        let mut cases: Vec<Case> = Vec::new();
        let mut possible = vec![false; model.moves.len()];
        for (number, ground) in grounds.iter().enumerate() {
            let held = work.held();
            let compiled = compile_move(model, &shapes, &slots, number as u32, ground, &mut work);
            let compiled = compiled.and_then(|compiled| match cases.len() + compiled.len() > MOST_CASES {
                true => Err(TooMuch::Work),
                false => {
                    // The expressions that a move was made of are gone, but for those that its cases keep.
                    if compiled.iter().all(Case::is_simple) {
                        work.release_to(held);
                        work.hold(compiled.iter().map(Case::bytes).sum())?;
                    }
                    Ok(compiled)
                }
            });
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
        prepared.symmetries = symmetry::generators(&mut prepared, &shapes, &slots).map_err(one)?;
        prepared.warn_of_starts().map_err(too_much)?;
        Ok(prepared)
    }

    fn warn_of_starts(&mut self) -> Result<(), TooMuch> {
        for start in &self.model.starts {
            let read = |slot: u16| start.state[slot as usize];
            let steps = &mut self.work.steps;
            let broken = self.rules.iter().position(|rule| rule.value(&read, steps) != Some(1));
            self.work.check()?;
            if let Some(broken) = broken {
                let rule = Printer::new(&self.model, Vec::new()).expression(&self.model.rules[broken].1);
                let (problem, remedy) = (messages::start_breaks_rule(&rule), messages::CHANGE_THE_START);
                self.warnings.push(Problem::warning(start.span, &start.name, problem, remedy));
            }
        }
        Ok(())
    }

    /// Why moves can't be taken back, if so.
    pub(crate) fn why_not_reversible(&self) -> Option<String> {
        match &self.inverse {
            Inverse::Unknown(ground, why) => {
                Some(format!("'{}' can't be taken back: {why}", self.texts[*ground as usize]))
            }
            Inverse::Undirected(..) | Inverse::Directed(..) => None,
        }
    }

    /// What simplified puzzles are searched with, from the goal: cases without expressions.
    fn backward_cases(&self) -> Option<Vec<Case>> {
        match &self.inverse {
            // The moves that take moves back are the moves themselves.
            Inverse::Undirected(..) => Some(self.cases.clone()),
            // What must be checked besides only makes fewer moves: leaving it out keeps bounds low enough.
            Inverse::Directed(cases, _) => Some(cases.iter().map(|(case, _)| case.clone()).collect()),
            Inverse::Unknown(..) => None,
        }
    }

    /// Packs everything into words of a width that holds the states.
    pub(crate) fn pack<W: Word>(&mut self) -> Result<Core<W>, Vec<Problem>> {
        let mut core = self.try_pack().map_err(|too_much| vec![refusal(too_much, Span::TOP, "")])?;
        core.symmetries = symmetry::proved(&core, &self.symmetries).map_err(|problem| vec![problem])?;
        Ok(core)
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
            Inverse::Directed(inverses, _) => {
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
            is_undirected: matches!(self.inverse, Inverse::Undirected(..) | Inverse::Directed(_, true)),
            symmetries: Vec::new(),
            grounds: self.grounds.clone(),
            texts: self.texts.clone(),
            backward_cases: self.backward_cases(),
            trust: Arc::default(),
            components: Arc::default(),
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
    work.take(8 + slots.len() / 4)?;
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

#[cfg(test)]
mod tests {
    use super::work::{MOST_BYTES, MOST_STEPS};
    use super::*;
    use crate::collection::TEXTS;
    use crate::word::Wide;

    /// Real rules are far from the limits.
    #[test]
    fn the_collection_takes_a_small_part_of_the_work_that_is_allowed() {
        for (name, text) in TEXTS {
            let model = Arc::new(Model::new(&crate::parse(text).unwrap()).unwrap());
            let mut prepared = Prepared::new(&model, &Limits::none()).unwrap();
            let core: Core<Wide> = prepared.pack().unwrap();
            let work = &prepared.work;
            assert!(work.steps < MOST_STEPS / 8, "{name}: {} steps", work.steps);
            assert!(
                core.bytes() as u64 <= work.held() && work.held() < MOST_BYTES / 8,
                "{name}: {} bytes",
                work.held()
            );
        }
    }

    /// Whatever a text says, compiling it ends after a counted amount of work, and holds a counted amount of memory.
    #[test]
    fn hostile_texts_end_within_the_counted_work() {
        let one = "puzzle P\nvar n : 0..3\ngoal n == 1\n";
        let bits = "puzzle P\nvar n[1..512] : 0..1\ngoal n[1] == 1\n";
        let rows = "puzzle P\nvar n[1..100] : 0..30\ngoal n[1] == 1\n";
        let wide = "puzzle P\nvar n[1..32] : 0..65535\ngoal n[1] == 1\n";
        let row = "puzzle P\nvar p[1..60] : 1..60 permutation\ngoal sorted(p)\n";
        let chain = "n := (n + n) % 4, ".repeat(300);
        for (text, compiles) in [
            (format!("{row}move turn i in 1..59, j in i+1..60: reverse p[i..j]\n"), true),
            (format!("{wide}move a i in 1..32, j in 1..32: n[i] := n[j]\n"), true),
            (format!("{wide}move a i in 1..32, k in 1..1500: n[i] += k\n"), false),
            (format!("{one}move a when all i in 1..10000, j in 1..10000: n != i - j: n := 1\n"), false),
            (format!("{one}move a: {chain} n := 1\n"), false),
            (format!("{one}move a i in 1..90000, j in 1..90000, k in 1..0: n := 1\n"), false),
            (format!("{one}move a i in 0-2147483647*2147483647*2..2147483647*2147483647*2: n := 1\n"), false),
            (format!("{bits}move a i in 1..50000: for j in 1..512: n[j] := 1 - n[j]\n"), false),
            (
                format!(
                    "{rows}move a i in 1..100, k in 0..30 when (sum j in 1..100: n[j]) % 7 == k: n[i] := k\n"
                ),
                false,
            ),
            (
                format!("{rows}move a i in 1..100, k in 0..30 when all j in 1..100: n[j] != k: n[i] := k\n"),
                false,
            ),
            (format!("{one}move a: n := 1\nrule all i in 1..9000, j in 1..9000: n + i > j\n"), false),
            (
                format!("{one}move a: n := 1\nsymmetry {}\n", "for i in 1..9000, j in 1..9000: swap n, n"),
                false,
            ),
        ] {
            let model = Arc::new(Model::new(&crate::parse(&text).unwrap()).unwrap());
            let limits = Limits::none();
            let mut done = Prepared::new(&model, &limits);
            let packed = done.as_mut().map(|prepared| prepared.pack::<Wide>().is_ok());
            assert_eq!(packed == Ok(true), compiles, "{text}: {packed:?}");
            if let Ok(prepared) = &done {
                let work = &prepared.work;
                assert!(work.steps <= MOST_STEPS && work.held() <= MOST_BYTES, "{text}: {work:?}");
            }
        }
    }

    /// What a task has left of its memory, and its deadline, are limits too.
    #[test]
    fn compiling_stays_within_the_limits_of_the_task() {
        let text = "puzzle P\nvar p[1..30] : 1..30 permutation\nmove turn i in 1..29, j in i+1..30: reverse p[i..j]\ngoal sorted(p)\n";
        let said = |limits: Limits| match crate::Rules::load_within(text, &limits) {
            Ok(rules) => format!("{} cases", rules.cases()),
            Err(problems) => problems.to_string(),
        };
        assert_eq!(said(Limits::none()), "435 cases");
        assert_eq!(said(Limits::none().with_bytes(8 << 20)), "435 cases");
        assert!(said(Limits::none().with_bytes(100_000)).contains("more memory to compile than is allowed"));
        assert!(said(Limits::none().within(std::time::Duration::ZERO)).contains("longer to compile"));
    }
}
