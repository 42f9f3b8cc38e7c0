//! Work that takes time, as the page asks for it.

use crate::work::{Aim, MOST_STEPS, USUAL_STEPS};
use crate::{JobBudget, Problem, Work, answerable};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use telusur_puzzles::{Board, Entry, Language, Setup, catalogue};
use telusur_search::Algorithm;
use telusur_session::{Patience, Session};

/// What each method of a race gets.
const RACE_SECONDS: f64 = 2.0;
/// What a recording gets.
const WATCH_SECONDS: f64 = 20.0;

/// Work that takes time.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    kind: JobKind,
    /// A game, in the position where it stands.
    pub game: Option<String>,
    /// Or a level.
    puzzle: Option<String>,
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    algorithm: Option<String>,
    /// Of a comparison or a race.
    algorithms: Option<Vec<String>>,
    /// Of a recording: expansions and successors together.
    steps: Option<usize>,
    /// Whether the shortest solutions are to be counted, and the level graded.
    #[serde(default)]
    all: bool,
    /// Of an exploration: whether the puzzle's own findings that take a search of their own are to be worked out.
    #[serde(default)]
    findings: bool,
    seconds: Option<f64>,
    megabytes: Option<u64>,
    /// Who asks, for fair turns: any word that the page has made up.
    #[serde(default)]
    pub client: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "`Aim` says what each does")]
pub enum JobKind {
    Solve,
    Compare,
    Race,
    Explore,
    Map,
    Watch,
}

/// What a job begins with.
pub struct Target {
    puzzle: String,
    /// The first position of the level, where that is another than the one that the job is about.
    start: Option<Setup>,
    setup: Setup,
    node: Option<usize>,
}

impl Target {
    /// The level that a request names.
    ///
    /// # Errors
    /// If it names none, or a game.
    pub fn of_level(request: &JobRequest) -> Result<Self, Problem> {
        let (None, Some(puzzle)) = (&request.game, &request.puzzle) else {
            return Err(Problem::bad_input("a job needs a game, or a puzzle (perhaps a level and options)"));
        };
        let setup = Setup { level: request.level.clone(), options: request.options.clone() };
        Ok(Target { puzzle: puzzle.clone(), start: None, setup, node: None })
    }

    /// The position where a game stands.
    #[must_use]
    pub fn of_game(session: &Session) -> Self {
        let setup = |board: &dyn Board| Setup {
            level: Some(board.text()),
            options: board.options().into_iter().collect(),
        };
        Target {
            puzzle: session.start().puzzle().to_owned(),
            start: Some(setup(session.start())),
            setup: setup(session.board()),
            node: Some(session.here().number()),
        }
    }

    /// The boards, opened anew: what a search makes for its level is freed with the job, and not kept by the game.
    fn open(&self, language: Language) -> Result<Opened, Problem> {
        let session = Session::open(&self.puzzle, &self.setup)?;
        answerable(session.board(), language)?;
        let start = match &self.start {
            Some(start) => Session::open(&self.puzzle, start)?.start().boxed(),
            None => session.start().boxed(),
        };
        let setup = catalogue::resolve(session.entry(), &self.setup);
        Ok(Opened { entry: session.entry(), start, board: session.board().boxed(), setup, node: self.node })
    }
}

struct Opened {
    entry: &'static dyn Entry,
    start: Box<dyn Board>,
    board: Box<dyn Board>,
    setup: Setup,
    node: Option<usize>,
}

impl JobRequest {
    /// The key of the game that it is about, if it is about one and nothing else.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        let is_all = self.puzzle.is_none() && self.level.is_none() && self.options.is_empty();
        self.game.as_deref().filter(|_| is_all)
    }

    /// The puzzle that is named, if one is.
    #[must_use]
    pub fn puzzle(&self) -> Option<&str> {
        self.puzzle.as_deref()
    }

    /// What kind of work it is.
    #[must_use]
    pub fn kind(&self) -> JobKind {
        self.kind
    }

    /// What is to be done about a target, on so many threads.
    ///
    /// # Errors
    /// If the target can't be opened, or this kind of work does not apply to it.
    pub fn work(&self, target: &Target, threads: usize, language: Language) -> Result<Work, Problem> {
        let Opened { entry, start, board, setup, node } = target.open(language)?;
        let algorithm = |name: &String| name.parse::<Algorithm>().map_err(Problem::bad_input);
        let chosen = || self.algorithm.as_ref().map_or(Ok(Algorithm::Auto), algorithm);
        let (aim, usual) = match self.kind {
            JobKind::Solve => {
                let judge = self.all.then_some(entry);
                (Aim::Solve { board, algorithm: chosen()?, node, judge }, None)
            }
            JobKind::Explore => (Aim::Explore { board, algorithm: chosen()?, findings: self.findings }, None),
            JobKind::Map => (Aim::Map { start, board }, None),
            JobKind::Watch => {
                let names = self.algorithms.as_deref().unwrap_or_default();
                if names.is_empty() || names.len() > 2 {
                    return Err(Problem::bad_input("one algorithm can be watched, or two side by side"));
                }
                let algorithms = names.iter().map(algorithm).collect::<Result<_, _>>()?;
                let most = self.steps.unwrap_or(USUAL_STEPS).min(MOST_STEPS);
                (Aim::Watch { start, board, algorithms, most }, Some(WATCH_SECONDS))
            }
            JobKind::Compare => {
                let algorithms = match &self.algorithms {
                    Some(names) if names.len() > Algorithm::ALL.len() => {
                        return Err(Problem::bad_input("there are not that many algorithms"));
                    }
                    Some(names) => names.iter().map(algorithm).collect::<Result<_, _>>()?,
                    None => board.algorithms().into_iter().filter(|&a| a != Algorithm::Auto).collect(),
                };
                (Aim::Compare { board, algorithms }, Some(Patience::COMPARING.time.as_secs_f64()))
            }
            JobKind::Race => {
                let known = entry.about().methods;
                let method = |name: &String| known.iter().copied().find(|known| known == name);
                let methods = match &self.algorithms {
                    Some(names) if names.len() <= known.len() => names.iter().map(method).collect(),
                    Some(_) => None,
                    None => Some(known.to_vec()),
                };
                let methods = methods.filter(|methods| !methods.is_empty()).ok_or_else(|| match known {
                    [] => Problem::bad_input("this puzzle has no methods to race"),
                    known => Problem::bad_input(format!("the methods are {}", known.join(", "))),
                })?;
                (Aim::Race { entry, setup, methods }, Some(RACE_SECONDS))
            }
        };
        Ok(Work { aim, budget: JobBudget::new(self.seconds.or(usual), self.megabytes, threads) })
    }
}
