//! From level text and options to a board.

use super::classic::{Method, Tower};
use super::huge::Huge;
use super::known;
use super::pack::{Discs, Narrow, Three, Two, Wide};
use super::rule::{MOST_PEGS, PegGraph};
use super::space::{Classic, Directed, Hanoi, Rule, Undirected};
use super::text::{MOST_DISCS, Stacks, peg_letter, peg_of_letter};
use super::theory::Route;
use super::{OPTIONS, step, variants};
use crate::FOR_BROWSERS;
use crate::board::Board;
use crate::level::{LevelError, Setup, counted};
use crate::move_writer::MoveWriter;
use crate::puzzle::At;
use num_bigint::BigUint;
use std::io;

/// How the level was worded, beyond its positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The goal as an option, unless it is the usual one.
    pub(super) to: Option<String>,
    /// How to solve.
    pub(super) way: Way,
}

/// How to solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// By theory where it has an answer, otherwise by search.
    #[default]
    Auto,
    /// By search.
    Search,
    /// By a classic algorithm.
    Named(Method),
}

/// A level as read.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub(super) graph: PegGraph,
    pub(super) start: Stacks,
    pub(super) goals: Vec<Stacks>,
    pub(super) wording: Wording,
}

/// Most digits of a number of moves: a million discs need 301,030.
const MOST_DIGITS: usize = 302_000;

impl Opened {
    pub(super) fn read(setup: &Setup) -> Result<Opened, LevelError> {
        setup.only(OPTIONS)?;
        let mut start = read_start(setup)?;
        let pegs = start.pegs;
        let graph = match setup.option("rule") {
            None => PegGraph::classic(pegs),
            Some(rule) => PegGraph::parse(rule, pegs)?,
        };
        let (goals, to) = read_goals(setup, &start)?;
        let way = read_way(setup, &graph, &start, &goals)?;
        if let Some(text) = setup.option("after") {
            start.places = after(text, &graph, &start, &goals)?;
        }
        Ok(Opened { graph, start, goals, wording: Wording { to, way } })
    }

    /// The board with the packing and the promises that fit. Every combination costs a copy of all engines,
    /// so the rare ones make do with the weakest promise: any graph may be taken as a directed one.
    pub(super) fn board(self) -> Box<dyn Board> {
        let (pegs, discs) = (self.graph.pegs(), self.start.places.len());
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
        return Ok(Stacks::perfect(pegs.unwrap_or(3), discs.unwrap_or(3), 0));
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
fn read_goals(setup: &Setup, start: &Stacks) -> Result<(Vec<Stacks>, Option<String>), LevelError> {
    let (pegs, discs) = (start.pegs, start.places.len());
    let usual = Stacks::perfect(pegs, discs, pegs - 1);
    let Some(text) = setup.option("to").map(str::trim) else { return Ok((vec![usual], None)) };
    let lower = text.to_ascii_lowercase();
    let excluded = match lower.strip_prefix("any") {
        // The tower's own peg; in mid-game, the first, where a tower begins.
        Some("") => Some(start.perfect_on().unwrap_or(0)),
        Some(rest) => {
            let peg = rest.strip_prefix("-but-").and_then(peg_of_letter).filter(|&peg| peg < pegs);
            let wanted = "any, or any-but-A with a peg's letter";
            Some(peg.ok_or_else(|| LevelError::option("to", text, wanted))?)
        }
        None => None,
    };
    if let Some(excluded) = excluded {
        let mut others: Vec<usize> = (0..pegs).filter(|&peg| peg != excluded).collect();
        if discs == 0 {
            // Without discs every peg holds all of them.
            others = vec![0];
        }
        let goals = others.into_iter().map(|peg| Stacks::perfect(pegs, discs, peg)).collect();
        return Ok((goals, Some(format!("any-but-{}", peg_letter(excluded)))));
    }
    let goal = match peg_of_letter(text) {
        Some(peg) if peg < pegs => Stacks::perfect(pegs, discs, peg),
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
    let to = (goal != usual).then(|| goal.write());
    Ok((vec![goal], to))
}

fn read_way(setup: &Setup, graph: &PegGraph, start: &Stacks, goals: &[Stacks]) -> Result<Way, LevelError> {
    let Some(name) = setup.option("method") else { return Ok(Way::Auto) };
    let name = name.trim().to_ascii_lowercase();
    let method = match name.as_str() {
        "auto" => return Ok(Way::Auto),
        "search" => return Ok(Way::Search),
        name => Method::find(name).ok_or_else(|| {
            let all = Method::ALL.map(Method::name).join(", ");
            LevelError::option("method", name, &format!("auto, search, {all}"))
        })?,
    };
    let ends = (start.perfect_on(), goals.first().and_then(Stacks::perfect_on));
    let towers =
        graph.is_classic() && start.pegs == 3 && goals.len() == 1 && ends.0.is_some() && ends.1.is_some();
    let few = start.places.len() <= super::classic::MOST_DISCS as usize;
    if !(towers && few) {
        return Err(LevelError::new(
            format!("method {name} moves a whole tower of at most 64 discs to another of three pegs"),
            "use method auto or search here",
        ));
    }
    Ok(Way::Named(method))
}

/// A tower on its way by a named method.
pub(super) struct MovedTower {
    method: Method,
    /// Nothing is to be moved without one.
    tower: Option<Tower>,
}

impl MovedTower {
    /// If a method is named and the position is a tower that it moves, or that is where it should be.
    pub(super) fn find(
        graph: &PegGraph,
        wording: &Wording,
        from: &Stacks,
        goals: &[Stacks],
    ) -> Option<Box<dyn MoveWriter>> {
        let (Way::Named(method), [goal]) = (wording.way, goals) else { return None };
        if !graph.is_classic() || from.pegs != 3 {
            return None;
        }
        let tower = match from == goal {
            true => None,
            false => {
                let (a, b) = (from.perfect_on()?, goal.perfect_on()?);
                Some(Tower::new(u32::try_from(from.places.len()).ok()?, a as u8, b as u8)?)
            }
        };
        Some(Box::new(MovedTower { method, tower }))
    }
}

impl MoveWriter for MovedTower {
    fn method(&self) -> &'static str {
        self.method.name()
    }

    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.tower.map_or(Ok(()), |tower| self.method.write(tower, out))
    }

    fn move_of_line(&self, line: &str) -> Option<String> {
        step::move_of_line(line)
    }
}

/// The position after some moves of a shortest solution.
fn after(text: &str, graph: &PegGraph, start: &Stacks, goals: &[Stacks]) -> Result<Vec<u8>, LevelError> {
    let wanted = "the number of moves to make first, such as 1000";
    // No solution has so many moves, and reading the number would take longer the longer it is.
    let is_short = text.trim().len() <= MOST_DIGITS;
    let k: Option<BigUint> = is_short.then(|| text.trim().parse().ok()).flatten();
    let k = k.ok_or_else(|| LevelError::option("after", text, wanted))?;
    let lists: Vec<Vec<u8>> = goals.iter().map(|goal| goal.places.clone()).collect();
    let from = &start.places;
    let known = known::nearest(graph, from, &lists).filter(known::Known::is_optimal).ok_or_else(|| {
        LevelError::new(
            "after needs a solution that theory knows",
            "use it with three pegs, or a whole tower",
        )
    })?;
    if k > known.length {
        let clipped: String = text.trim().chars().take(40).collect();
        return Err(LevelError::new(
            format!("the shortest solution has fewer than {clipped} moves"),
            "make fewer moves first",
        ));
    }
    if graph.is_classic() && graph.pegs() == 3 {
        return Ok(Route::between(from, &known.goal)
            .position_after(&k)
            .unwrap_or_else(|| known.goal.clone()));
    }
    if *graph == PegGraph::linear(3) {
        let (a, b) = (variants::place_on_line(from), variants::place_on_line(&known.goal));
        let place = if a < b { a + k } else { a - k };
        return Ok(variants::position_on_line(&place, from.len()));
    }
    let most = known::MOST_LISTED;
    let k: u64 = k.try_into().ok().filter(|&k| k <= most).ok_or_else(|| {
        LevelError::option("after", text, &format!("at most {most} moves with these pegs and this rule"))
    })?;
    Ok(step::walk(from, known.moves.take(k as usize)))
}
