//! Whether compiled rules keep the promises that engines rely on, tried on random walks: what `telusur check` runs.

use crate::board::Identity;
use crate::compile::{Backward, Core};
use crate::messages;
use crate::rules::{AnyCore, Rules, with_core};
use crate::source::{Problem, Span};
use crate::space::{Broad, Compiled, Directed, Kind, Undirected};
use crate::word::Word;
use std::sync::Arc;
use telusur_search::check::{Broken, check_rank, check_reversible, check_space};
use telusur_search::{Ranked, Reversible, Space};

impl Rules {
    /// Walks at random from every start and holds the rules to their promises: moves, bounds, moves taken back,
    /// symmetries, numbers of states. What is broken comes as warnings; a bound that is broken was caught lying.
    #[must_use]
    pub fn examine(&self, steps: usize) -> Vec<Problem> {
        let mut found = Vec::new();
        if self.model().is_game {
            return found;
        }
        for start in &self.model().starts {
            let result = match &self.core {
                AnyCore::Narrow(core) => examine(core, &start.state, steps),
                AnyCore::Usual(core) => examine(core, &start.state, steps),
                AnyCore::Double(core) => {
                    both(&Compiled::<_, Broad>::new(core.clone(), &start.state, identity()).trusting(), steps)
                }
                AnyCore::Wide(core) => {
                    both(&Compiled::<_, Broad>::new(core.clone(), &start.state, identity()).trusting(), steps)
                }
            };
            if let Err(broken) = result {
                let is_bound = broken.promise.contains("bound");
                let told = self.with_words(&broken.to_string());
                let (problem, remedy) = match is_bound {
                    true => (messages::bound_lies(&told), messages::LOWER_BOUND),
                    false => (messages::promise_broken(&told), messages::REPORT_IT),
                };
                let span = match (&self.model().bound, is_bound) {
                    (Some(bound), true) => bound.span,
                    _ => Span::TOP,
                };
                found.push(Problem::warning(span, "", problem, remedy));
                break;
            }
        }
        found
    }
}

impl Rules {
    /// A sentence of the engine about moves, with their words in the place of their numbers.
    fn with_words(&self, told: &str) -> String {
        let texts = with_core!(&self.core, core => &core.texts);
        let mut parts = told.split("Ground(");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            let named = part.split_once(')').and_then(|(number, rest)| {
                let words = texts.get(number.parse::<usize>().ok()?)?;
                Some(format!("'{words}'{rest}"))
            });
            text + &named.unwrap_or_else(|| format!("Ground({part}"))
        })
    }
}

fn identity() -> Arc<Identity> {
    Arc::new(Identity::default())
}

fn examine<W: Word>(core: &Arc<Core<W>>, start: &[i64], steps: usize) -> Result<(), Broken> {
    match core.backward {
        Backward::Undirected(_) => {
            let space = Compiled::<W, Undirected>::new(core.clone(), start, identity()).trusting();
            both(&space, steps)?;
            numbers(&space, space.ranking.is_some(), steps)
        }
        Backward::Directed(..) | Backward::Unknown => {
            let space = Compiled::<W, Directed>::new(core.clone(), start, identity()).trusting();
            both(&space, steps)?;
            numbers(&space, space.ranking.is_some(), steps)
        }
    }
}

/// Forward, and backward where moves can be taken back.
fn both<W: Word, K: Kind>(space: &Compiled<W, K>, steps: usize) -> Result<(), Broken>
where
    Compiled<W, K>: Space + Reversible,
{
    check_space(space, 1, steps)?;
    match space.core.backward {
        Backward::Unknown => Ok(()),
        Backward::Undirected(_) | Backward::Directed(..) => check_reversible(space, 2, steps),
    }
}

fn numbers<S: Ranked>(space: &S, has_numbers: bool, steps: usize) -> Result<(), Broken> {
    if has_numbers { check_rank(space, 3, steps) } else { Ok(()) }
}
