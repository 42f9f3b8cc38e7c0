//! From level text and options to a board.

use super::classic::{Method, Tower};
use super::huge::Huge;
use super::known;
use super::pack::{Discs, Narrow, Three, Two, Wide};
use super::rule::{MOST_PEGS, PegGraph};
use super::space::{Classic, Directed, Hanoi, Rule, Undirected};
use super::text::{MOST_DISCS, Stacks, peg_letter, peg_of_letter, tower_peg};
use super::{OPTIONS, classic};
use crate::FOR_BROWSERS;
use crate::board::Board;
use crate::level::{LevelError, Setup, counted};
use crate::move_writer::MoveWriter;
use crate::printable::quoted;
use crate::puzzle::At;
use num_bigint::BigUint;
use std::io;

/// How the level was worded, beyond its positions.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// The goal as an option, unless it is the usual one.
    pub(super) to: Option<String>,
    /// How to solve.
    pub(super) way: Way,
}

/// How to solve.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Way {
    /// By theory where it has an answer, otherwise by search.
    #[default]
    Auto,
    /// By search.
    Search,
    /// By a classic algorithm.
    Named(Method),
}

/// A level as read; positions name the peg of every disc.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub(super) graph: PegGraph,
    pub(super) start: Vec<u8>,
    pub(super) goals: Vec<Vec<u8>>,
    pub(super) wording: Wording,
}

/// Most digits of a number of moves: a million discs need 301,030.
const MOST_DIGITS: usize = 302_000;

impl Opened {
    pub(super) fn read(setup: &Setup) -> Result<Opened, LevelError> {
        setup.only(OPTIONS)?;
        let Stacks { pegs, places: mut start } = read_start(setup)?;
        let graph = match setup.option("rule") {
            None => PegGraph::classic(pegs),
            Some(rule) => PegGraph::parse(rule, pegs)?,
        };
        let (goals, to) = read_goals(setup, pegs, &start)?;
        let way = read_way(setup, &graph, &start, &goals)?;
        if let Some(text) = setup.option("after") {
            start = after(text, &graph, &start, &goals)?;
        }
        Ok(Opened { graph, start, goals, wording: Wording { to, way } })
    }

    /// The board with the packing and the promises that fit. Every combination costs a copy of all engines,
    /// so the rare ones make do with the weakest promise: any graph may be taken as a directed one.
    pub(super) fn board(self) -> Box<dyn Board> {
        let (pegs, discs) = (self.graph.pegs(), self.start.len());
        match (discs, pegs) {
            (..=16, ..=4) if self.graph.is_classic() && !FOR_BROWSERS => self.packed::<Narrow, Classic>(),
            (..=32, ..=4) if self.graph.is_classic() => self.packed::<Two, Classic>(),
            (..=21, ..=8) if self.graph.is_undirected() => self.packed::<Three, Undirected>(),
            (..=21, ..=8) => self.packed::<Three, Directed>(),
            (..=64, _) => self.packed::<Wide, Directed>(),
            _ => Box::new(Huge::new(self)),
        }
    }

    fn packed<D: Discs, R: Rule>(self) -> Box<dyn Board> {
        let mut hanoi = Hanoi::<D, R>::new(self.graph, &self.start, &self.goals);
        hanoi.wording = self.wording;
        At::start(hanoi)
    }
}

fn read_start(setup: &Setup) -> Result<Stacks, LevelError> {
    let discs = setup.number("discs", 0..=MOST_DISCS)?;
    let pegs = setup.number("pegs", 1..=MOST_PEGS)?;
    let Some(level) = &setup.level else {
        return Ok(Stacks { pegs: pegs.unwrap_or(3), places: vec![0; discs.unwrap_or(3)] });
    };
    let start = Stacks::parse(level)?;
    for (name, one, given, found) in
        [("discs", "disc", discs, start.places.len()), ("pegs", "peg", pegs, start.pegs)]
    {
        if given.is_some_and(|given| given != found) {
            return Err(LevelError::new(
                format!("the level has {}, the option says {}", counted(found, one), given.unwrap_or(0)),
                format!("leave out the option {name} or the level"),
            ));
        }
    }
    Ok(start)
}

/// The goals, and how they are worded unless they are the usual one.
fn read_goals(
    setup: &Setup,
    pegs: usize,
    start: &[u8],
) -> Result<(Vec<Vec<u8>>, Option<String>), LevelError> {
    let discs = start.len();
    let tower = |peg: usize| vec![peg as u8; discs];
    let usual = tower(pegs - 1);
    let Some(text) = setup.option("to").map(str::trim) else { return Ok((vec![usual], None)) };
    let lower = text.to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix("any") {
        let excluded = match rest {
            // The tower's own peg; in mid-game, the first, where a tower begins.
            "" => tower_peg(start).map_or(0, usize::from),
            _ => {
                let peg = rest.strip_prefix("-but-").and_then(peg_of_letter).filter(|&peg| peg < pegs);
                peg.ok_or_else(|| LevelError::option("to", text, "any, or any-but-A with a peg's letter"))?
            }
        };
        let goals = match discs {
            // Without discs every peg holds all of them.
            0 => vec![tower(0)],
            _ => (0..pegs).filter(|&peg| peg != excluded).map(tower).collect(),
        };
        return Ok((goals, Some(format!("any-but-{}", peg_letter(excluded)))));
    }
    let goal = match peg_of_letter(text) {
        Some(peg) if peg < pegs => Stacks { pegs, places: tower(peg) },
        Some(_) => {
            let last = peg_letter(pegs - 1);
            return Err(LevelError::option("to", text, &format!("a peg from A to {last}")));
        }
        None => Stacks::parse(text).map_err(|error| {
            LevelError { problem: format!("in the goal: {}", error.problem), ..error }.in_option("to")
        })?,
    };
    if (goal.pegs, goal.places.len()) != (pegs, discs) {
        return Err(LevelError::new(
            format!(
                "the goal has {} on {}, the level {discs} on {pegs}",
                counted(goal.places.len(), "disc"),
                counted(goal.pegs, "peg")
            ),
            "give both the same discs and pegs",
        ));
    }
    let to = (goal.places != usual).then(|| goal.write());
    Ok((vec![goal.places], to))
}

fn read_way(setup: &Setup, graph: &PegGraph, start: &[u8], goals: &[Vec<u8>]) -> Result<Way, LevelError> {
    let Some(name) = setup.option("method") else { return Ok(Way::Auto) };
    let name = name.trim().to_ascii_lowercase();
    let method = match name.as_str() {
        "auto" => return Ok(Way::Auto),
        "search" => return Ok(Way::Search),
        name => Method::find(name).ok_or_else(|| {
            let all = Method::NAMES.join(", ");
            LevelError::option("method", name, &format!("auto, search, {all}"))
        })?,
    };
    match MovedTower::find(method, graph, start, goals) {
        Some(_) => Ok(Way::Named(method)),
        None => Err(LevelError::new(
            format!("method {name} moves a whole tower of at most 64 discs to another of three pegs"),
            "use method auto or search here",
        )),
    }
}

/// A tower on its way by a named method.
pub(super) struct MovedTower {
    method: Method,
    /// Nothing is to be moved without one.
    tower: Option<Tower>,
}

impl MovedTower {
    /// If the position is a tower that the classic methods move, or that is where it should be.
    pub(super) fn find(method: Method, graph: &PegGraph, from: &[u8], goals: &[Vec<u8>]) -> Option<Self> {
        let [goal] = goals else { return None };
        let discs = u32::try_from(from.len()).ok().filter(|&discs| discs <= classic::MOST_DISCS)?;
        let (from, to) = (tower_peg(from)?, tower_peg(goal)?);
        let fits = graph.is_classic() && graph.pegs() == 3;
        fits.then(|| MovedTower { method, tower: Tower::new(discs, from, to) })
    }
}

impl MoveWriter for MovedTower {
    fn method(&self) -> &'static str {
        self.method.name
    }

    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.tower.map_or(Ok(()), |tower| self.method.write(tower, out))
    }

    fn move_of_line(&self, line: &str) -> Option<String> {
        let (disc, way) = line.trim().strip_prefix("move disc ")?.split_once(" from ")?;
        let (from, to) = way.split_once(" to ")?;
        let is_peg = |peg: &str| peg.len() == 1 && peg.starts_with(|c: char| c.is_ascii_uppercase());
        let is_disc = !disc.is_empty() && disc.bytes().all(|digit| digit.is_ascii_digit());
        (is_disc && is_peg(from) && is_peg(to)).then(|| format!("{from}>{to}"))
    }
}

/// The position after some moves of a shortest solution.
fn after(text: &str, graph: &PegGraph, from: &[u8], goals: &[Vec<u8>]) -> Result<Vec<u8>, LevelError> {
    let wanted = "the number of moves to make first, such as 1000";
    // No solution has so many moves, and reading the number would take longer the longer it is.
    let is_short = text.trim().len() <= MOST_DIGITS;
    let k: Option<BigUint> = is_short.then(|| text.trim().parse().ok()).flatten();
    let k = k.ok_or_else(|| LevelError::option("after", text, wanted))?;
    let known = known::nearest(graph, from, goals).filter(known::Known::is_optimal).ok_or_else(|| {
        LevelError::new(
            "after needs a solution that theory knows",
            "use it with three pegs, or a whole tower",
        )
    })?;
    if k > known.length {
        return Err(LevelError::new(
            format!("the shortest solution has fewer than {} moves", quoted(text.trim())),
            "make fewer moves first",
        ));
    }
    known.position_after(graph, from, &k).ok_or_else(|| {
        let most = known::MOST_LISTED;
        LevelError::option("after", text, &format!("at most {most} moves with these pegs and this rule"))
    })
}
