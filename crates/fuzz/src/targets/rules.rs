//! Rules written as text: read, checked, compiled; what is compiled does what the interpreter does.

use crate::target::{Judge, Outcome, hold, refusal};
use std::collections::BTreeSet;
use telusur_look::{ASPECT, Look};
use telusur_puzzles::{Entry, Setup};
use telusur_rules::interpreter::Interpreter;
use telusur_rules::{OWN_RULES, Rules};
use telusur_session::palette::Theme;

/// Moves up to which they are carried out one by one.
const MOST_MOVES: usize = 300;
/// States that are looked at.
const STATES: usize = 3;

/// Loads a text. A refusal names line, problem and remedy, all of them printable.
pub(super) fn judge() -> Judge {
    Box::new(|input| {
        let text = String::from_utf8_lossy(input);
        let rules = match Rules::load(&text) {
            Ok(rules) => rules,
            Err(problems) => {
                hold(!problems.0.is_empty(), || "refused without a reason".to_owned())?;
                let lines = text.lines().count().max(1) as u32;
                let mut outcome = Outcome::named("refused", problems.0.len().min(3));
                for (i, problem) in problems.0.iter().enumerate() {
                    let placed = (1..=lines).contains(&problem.span.line) && problem.span.column > 0;
                    hold(placed, || format!("{problem} is outside of {lines} lines"))?;
                    let named = !problem.problem.is_empty() && !problem.remedy.is_empty();
                    hold(named, || format!("{problem:?} names nothing"))?;
                    let refused = refusal(&problem.to_string())?;
                    // The first ones tell inputs apart; of all together nearly every input has others.
                    if i < 2 {
                        outcome = outcome.then(refused);
                    }
                }
                return Ok(outcome);
            }
        };
        let compared = compare(&rules)?;
        if !rules.model().showings.is_empty() || !rules.model().marks.is_empty() {
            draw(&text)?;
        }
        let shape = (
            rules.bits().next_power_of_two(),
            rules.is_undirected(),
            compared,
            rules.warnings().len().min(2),
        );
        Ok(Outcome::named("loaded", shape).sized(rules.cases()))
    })
}

/// Draws the start and what follows the first moves: everything has a name of its own and a place on the board, and hands
/// take hold of what is there.
fn draw(text: &str) -> Result<(), String> {
    let mut setup = Setup::default();
    setup.options.insert("rules".to_owned(), text.to_owned());
    let Ok(start) = OWN_RULES.open(&setup) else { return Ok(()) };
    let next = start.moves().into_iter().take(STATES).filter_map(|text| start.play(&text).ok());
    for board in std::iter::once(start.clone()).chain(next) {
        let picture = board.picture();
        let ids: BTreeSet<&str> = picture.items.iter().map(|item| item.id.as_str()).collect();
        hold(ids.len() == picture.items.len(), || format!("two things have one name: {:?}", picture.items))?;
        let scene = Look::of("rules").scene(&picture, Theme::Light, ASPECT);
        let is_placed = scene.pieces.iter().all(|piece| piece.at.0.is_finite() && piece.at.1.is_finite());
        hold(is_placed && picture.width >= 1.0 && picture.height >= 1.0, || format!("{picture:?}"))?;
        for play in board.plays() {
            let onto = play.drop.target().into_iter();
            let mut held = play.grips.iter().map(String::as_str).chain(onto).filter(|id| !id.is_empty());
            hold(held.all(|id| ids.contains(id)), || format!("{play:?} takes hold of nothing"))?;
        }
    }
    Ok(())
}

/// Holds the compiled moves of the first states against the interpreter. Answers how many states were compared.
fn compare(rules: &Rules) -> Result<usize, String> {
    let model = rules.model();
    let Ok(grounds) = Interpreter::new(model).ground_moves(MOST_MOVES) else { return Ok(0) };
    let mut states = vec![model.starts[0].state.clone()];
    let mut at = 0;
    while at < states.len().min(STATES) {
        let state = states[at].clone();
        at += 1;
        let interpreter = Interpreter::new(model);
        if !interpreter.obeys(&state) {
            break;
        }
        hold(interpreter.is_goal(&state) == rules.is_goal(&state) || interpreter.is_exhausted(), || {
            format!("the goal of {state:?} differs")
        })?;
        let mut expected: Vec<Vec<i64>> = Vec::new();
        if interpreter.ending(&state).is_none() {
            expected = grounds.iter().filter_map(|ground| interpreter.after(ground, &state)).collect();
        }
        if interpreter.is_exhausted() {
            break;
        }
        let mut found: Vec<Vec<i64>> = rules.successors(&state).into_iter().map(|(_, next)| next).collect();
        states.extend(found.first().cloned());
        expected.sort();
        found.sort();
        hold(expected == found, || format!("after {state:?}: {expected:?}, compiled {found:?}"))?;
    }
    Ok(at)
}
