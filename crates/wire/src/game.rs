//! A game, its tree, and a line of the list of games.

use crate::puzzle::{Opponent, OptionField};
use crate::{Count, Position, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;
use telusur_puzzles::Text;
use telusur_search::Algorithm;
use telusur_session::{Knowledge, Recent, Seat, Session, Step, stars as stars_of};

/// How a seat with a person is called.
pub(crate) const PERSON: &str = "person";

/// A game as the page sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Game {
    /// Its name in addresses.
    pub key: String,
    /// The start and the moves since as a word for addresses.
    id: String,
    puzzle: &'static str,
    /// What a move counts as.
    metric: &'static str,
    /// The name of the level that comes with the program, if it is one.
    level: Option<&'static str>,
    /// The title of its level, or the beginning of its text.
    pub title: String,
    /// The goal and the rules of the level, in one line.
    instructions: String,
    difficulty: Option<u8>,
    /// The day whose puzzle it is, such as `2026-11-16`.
    #[serde(skip_serializing_if = "Option::is_none")]
    daily: Option<String>,
    /// The start, to open it again otherwise.
    level_text: String,
    level_options: BTreeMap<String, String>,
    /// Where it stands in its tree.
    node: usize,
    /// How many positions the tree holds.
    positions: usize,
    /// Since the start or the last restart.
    moves_made: usize,
    /// The fewest moves from the start, where that is proved.
    optimum: Option<Count>,
    /// How near to the optimum a solved level was brought, from 1 to 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    stars: Option<u8>,
    /// The fewest moves that this level was solved in by hand.
    pub best: Option<u64>,
    /// Time played, up to this answer.
    pub seconds: f64,
    /// What the clock may show at most until the game changes: nobody plays in a long pause, or while a solution is shown.
    pub most_seconds: f64,
    undo: Option<String>,
    redo: Option<String>,
    /// Who plays a game for several: `person`, or the name of a machine player.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<String>,
    /// Machine players that can be chosen, the usual one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opponents: Vec<Opponent>,
    /// The algorithms that work here.
    algorithms: Vec<&'static str>,
    /// Other levels that it can go on with at one touch.
    variants: Vec<Variant>,
    /// Options of the level that can be changed while it is played.
    choices: Vec<LevelOption>,
    position: Position,
    /// Whether this very request solved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved_now: Option<bool>,
    /// The positions of a line that this request put in, the present one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<usize>>,
}

/// Another level that the game can go on with.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Variant {
    name: &'static str,
    /// What it does, in a few words.
    label: String,
    /// The key for it while nothing is picked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'static str>,
    /// The number that it makes smaller or larger by one, by its name, and what it is now. The smaller one comes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<(String, usize)>,
    /// Whether it can be had now.
    possible: bool,
}

/// An option of the level that can be changed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LevelOption {
    field: OptionField,
    /// Its value now, which the field need not offer.
    now: String,
    /// Whether another value asks for a level that is made with it, rather than for this one otherwise.
    makes_level: bool,
}

impl From<telusur_puzzles::LevelOption> for LevelOption {
    fn from(option: telusur_puzzles::LevelOption) -> Self {
        LevelOption { field: option.field.into(), now: option.now, makes_level: option.makes_level }
    }
}

impl Game {
    /// The game as its session knows it; title and best are for its keeper to add, the clock for its table.
    #[must_use]
    pub fn new(key: &str, session: &Session, knowledge: &Knowledge, viewer: Viewer) -> Self {
        let start = session.start();
        let board = session.board();
        let level = session.level();
        let optimum = session.optimum(knowledge);
        let is_won = board.status().is_solved() && session.is_all_by_hand();
        let stars = optimum.as_ref().filter(|_| is_won);
        Game {
            key: key.to_owned(),
            id: session.id_with_moves(),
            puzzle: start.puzzle(),
            metric: start.metric().many,
            level: level.map(|level| level.name),
            title: String::new(),
            instructions: start.instructions().in_language(viewer.language).to_owned(),
            difficulty: level.and_then(|level| level.difficulty),
            daily: session.daily().map(|date| date.to_string()),
            level_text: start.text(),
            level_options: start.options().into_iter().collect(),
            node: session.here().number(),
            positions: session.positions(),
            moves_made: session.moves_made(),
            stars: stars.map(|optimum| stars_of(session.moves_made() as u64, optimum)),
            optimum: optimum.map(Count),
            best: None,
            seconds: 0.0,
            most_seconds: 0.0,
            undo: session.undo_step().map(Step::to_string),
            redo: session.redo_step().map(Step::to_string),
            seats: session.seats().iter().map(seat_name).collect(),
            opponents: board.opponents().iter().map(Opponent::from).collect(),
            algorithms: board.algorithms().into_iter().map(Algorithm::name).collect(),
            variants: session.variants().into_iter().map(|variant| Variant::new(variant, viewer)).collect(),
            choices: session.choices().into_iter().map(LevelOption::from).collect(),
            position: Position::new(board, &session.outlook(knowledge), viewer),
            solved_now: None,
            line: None,
        }
    }
}

impl Variant {
    fn new(variant: telusur_puzzles::Variant, viewer: Viewer) -> Self {
        let said = |text: &Text| text.in_language(viewer.language).to_owned();
        Variant {
            name: variant.name,
            label: said(&variant.label),
            key: variant.key,
            number: variant.number.map(|(name, now)| (said(&name), now)),
            possible: variant.setup.is_some(),
        }
    }
}

pub(super) fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Person => PERSON.to_owned(),
        Seat::Machine(name) => name.clone(),
    }
}

/// The seat with a name.
#[must_use]
pub fn seat(name: String) -> Seat {
    if name == PERSON { Seat::Person } else { Seat::Machine(name) }
}

/// A line of the list of games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecentGame {
    key: String,
    puzzle: String,
    level: Option<String>,
    title: String,
    moves: u64,
    #[cfg_attr(test, schemars(with = "crate::schema::Status"))]
    status: String,
    seconds: f64,
    /// Milliseconds since 1970.
    touched: i64,
}

impl From<Recent> for RecentGame {
    fn from(game: Recent) -> Self {
        RecentGame {
            key: game.key,
            puzzle: game.puzzle,
            level: game.level,
            title: game.title,
            moves: game.moves,
            status: game.status,
            seconds: game.played.as_secs_f64(),
            touched: game.touched,
        }
    }
}

/// The tree of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tree {
    here: usize,
    nodes: Vec<Node>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "TreeNode"))]
struct Node {
    n: usize,
    parent: Option<usize>,
    step: Option<String>,
    /// Present where a machine has put it in and nobody played it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    line: bool,
}

impl From<&Session> for Tree {
    fn from(session: &Session) -> Self {
        let nodes = (0..session.positions()).filter_map(|n| {
            let id = session.node(n)?;
            let came = session.came(id);
            let (parent, step) = came.map(|(parent, step)| (parent.number(), step.to_string())).unzip();
            Some(Node { n, parent, step, line: session.is_line(id) })
        });
        Tree { here: session.here().number(), nodes: nodes.collect() }
    }
}
