//! The front door: [`Rules`], a text that was read, checked and compiled.

use crate::ast::Bilingual;
use crate::compile::{Core, Prepared};
use crate::drawing;
use crate::messages;
use crate::model::Model;
use crate::parse::parse;
use crate::source::{Problem, Problems, Span};
use crate::undirected::{self, TakenBack};
use crate::word::Wide;
use std::sync::Arc;
use telusur_puzzles::FOR_BROWSERS;
use telusur_search::Limits;

/// States of more bits have no engines that need moves to be taken back.
const MOST_NUMBERED_BITS: u32 = 64;

/// Compiled rules in the narrowest words that hold their states.
#[derive(Clone)]
pub(crate) enum AnyCore {
    /// Up to 32 bits.
    Narrow(Arc<Core<u32>>),
    /// Up to 64 bits.
    Usual(Arc<Core<u64>>),
    /// Up to 128 bits.
    Double(Arc<Core<u128>>),
    /// Up to 512 bits.
    Wide(Arc<Core<Wide>>),
}

/// Does the same with a core of any width.
macro_rules! with_core {
    ($any:expr, $core:ident => $body:expr) => {
        match $any {
            $crate::rules::AnyCore::Narrow($core) => $body,
            $crate::rules::AnyCore::Usual($core) => $body,
            $crate::rules::AnyCore::Double($core) => $body,
            $crate::rules::AnyCore::Wide($core) => $body,
        }
    };
}
pub(crate) use with_core;

/// A text of rules that was read, checked and compiled.
#[derive(Clone)]
pub struct Rules {
    model: Arc<Model>,
    pub(crate) core: AnyCore,
    warnings: Vec<Problem>,
    bits: u32,
    cases: usize,
    why_not_reversible: Option<String>,
}

/// A start of some rules.
#[derive(Clone, Debug)]
pub struct RulesLevel<'r> {
    /// Its name; may be empty.
    pub name: &'r str,
    /// Its title, where it has one.
    pub title: Option<&'r Bilingual>,
    /// The values of all variables, as levels are written.
    pub text: String,
}

impl Rules {
    /// Reads, checks and compiles a text.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as one can tell at once.
    pub fn load(text: &str) -> Result<Self, Problems> {
        Rules::load_within(text, &Limits::none())
    }

    /// Reads, checks and compiles a text within the time and memory of a task: what takes more is an error of the text.
    /// The work is bounded in any case, by counts that are the same on every machine.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as one can tell at once.
    pub fn load_within(text: &str, limits: &Limits) -> Result<Self, Problems> {
        let file = parse(text).map_err(Problems)?;
        let model = Arc::new(Model::new(&file).map_err(Problems)?);
        let mut prepared = Prepared::new(&model, limits).map_err(Problems)?;
        let bits = prepared.bits;
        let core = match bits {
            // Games are few and small: two widths will do for them.
            ..=64 if model.is_game => prepared.pack().map(|core| AnyCore::Usual(Arc::new(core))),
            65..=512 if model.is_game => prepared.pack().map(|core| AnyCore::Wide(Arc::new(core))),
            ..=32 if !FOR_BROWSERS => prepared.pack().map(|core| AnyCore::Narrow(Arc::new(core))),
            ..=64 => prepared.pack().map(|core| AnyCore::Usual(Arc::new(core))),
            65..=128 => prepared.pack().map(|core| AnyCore::Double(Arc::new(core))),
            129..=512 => prepared.pack().map(|core| AnyCore::Wide(Arc::new(core))),
            _ => Err(vec![Problem::error(Span::TOP, "", messages::bits(bits), messages::at_most_bits(512))]),
        };
        Ok(Rules {
            model,
            core: core.map_err(Problems)?,
            bits,
            cases: prepared.cases.len(),
            why_not_reversible: prepared.why_not_reversible(),
            warnings: prepared.warnings,
        })
    }

    /// What the text says.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Its starts, as levels that [`OWN_RULES`](crate::OWN_RULES) opens.
    pub fn levels(&self) -> impl Iterator<Item = RulesLevel<'_>> {
        self.model.starts.iter().map(|start| RulesLevel {
            name: &start.name,
            title: start.title.as_ref(),
            text: drawing::write(&self.model, &start.state),
        })
    }

    /// What is suspicious about it.
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// Bits of a state.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many moves there are with all values of their parameters.
    #[must_use]
    pub fn ground_moves(&self) -> usize {
        with_core!(&self.core, core => core.grounds.len())
    }

    /// The bytes that the compiled rules take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        with_core!(&self.core, core => core.bytes())
    }

    /// How many cases they are compiled to.
    #[must_use]
    pub fn cases(&self) -> usize {
        self.cases
    }

    /// Whether every move is taken back by another: proved from the moves, or on all positions that can be reached from
    /// the text's starts.
    #[must_use]
    pub fn is_undirected(&self) -> bool {
        self.why_not_undirected().is_none()
    }

    /// Why it is not proved that every move is taken back by another; `None` if it is.
    #[must_use]
    pub fn why_not_undirected(&self) -> Option<String> {
        with_core!(&self.core, core => {
            if core.is_undirected {
                return None;
            }
            if self.bits > MOST_NUMBERED_BITS {
                return Some("a state has more than 64 bits".to_owned());
            }
            self.model.starts.iter().find_map(|start| {
                match undirected::from_start(core, crate::word::pack(&core.fields, &start.state)) {
                    TakenBack::Proved(_) => None,
                    TakenBack::Refuted(ground, state) => {
                        let text = &core.texts[ground as usize];
                        let state = drawing::write(&self.model, &state);
                        Some(format!("no move takes back '{text}' at {state}").replace('\n', "/"))
                    }
                    TakenBack::Open => Some(format!(
                        "more than {} positions or moves can be reached, and the moves alone do not prove it",
                        undirected::MOST_POSITIONS
                    )),
                }
            })
        })
    }

    /// Why moves can't be taken back; `None` if they can.
    #[must_use]
    pub fn why_not_reversible(&self) -> Option<&str> {
        self.why_not_reversible.as_deref()
    }
}

impl Rules {
    /// Every possible move from a state and the state after it, by the compiled moves. States are the values of their
    /// slots.
    #[must_use]
    pub fn successors(&self, state: &[i64]) -> Vec<(String, Vec<i64>)> {
        with_core!(&self.core, core => {
            let mut found = Vec::new();
            let packed = crate::word::pack(&core.fields, state);
            if core.ending(packed).is_none() {
                core.program.expand(packed, |step, next| {
                    let text = core.texts[step.ground as usize].clone();
                    found.push((text, crate::word::unpack(&core.fields, next)));
                });
            }
            found
        })
    }

    /// Every move to a state and the state before it, by the moves against their direction, as far as they are known.
    /// States before that break a rule are left out.
    #[must_use]
    pub fn predecessors(&self, state: &[i64]) -> Vec<(String, Vec<i64>)> {
        with_core!(&self.core, core => {
            let mut found = Vec::new();
            if self.why_not_reversible.is_none() {
                core.retract(crate::word::pack(&core.fields, state), |ground, before| {
                    if core.obeys(before) {
                        let text = core.texts[ground as usize].clone();
                        found.push((text, crate::word::unpack(&core.fields, before)));
                    }
                });
            }
            found
        })
    }

    /// Whether a state is a goal, by the compiled condition.
    #[must_use]
    pub fn is_goal(&self, state: &[i64]) -> bool {
        with_core!(&self.core, core => core.is_goal(crate::word::pack(&core.fields, state)))
    }

    /// Whether a state obeys all rules, by the compiled conditions.
    #[must_use]
    pub fn obeys(&self, state: &[i64]) -> bool {
        with_core!(&self.core, core => core.obeys(crate::word::pack(&core.fields, state)))
    }

    /// The promised bound of a state, by the compiled expression; zero where there is none.
    #[must_use]
    pub fn bound(&self, state: &[i64]) -> u32 {
        with_core!(&self.core, core => core.bound(crate::word::pack(&core.fields, state)))
    }
}
