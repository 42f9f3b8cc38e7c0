//! [`StateMap`]: all positions of a small space on a map, every move as an edge.
//!
//! A puzzle whose theory knows the picture gives the places itself: three-peg Hanoi is Sierpinski's triangle. All
//! others are laid out so that distances on the map are like distances in the game: pivots and scaling for the whole,
//! stress for the form, a little room for every node. Large ones are discs, with a ring for each depth. The same space
//! gives the same map.

mod graph;
mod pivots;
mod rings;
mod scaling;
mod spread;
mod stress;

use crate::session::Session;
use graph::Graph;
use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, ReachOptions, Reached, Task, Unreached};
use telusur_search::Limit;
use telusur_search::game::Verdict;

/// Positions that a map shows at most.
pub const MOST_NODES: u64 = 200_000;
/// Positions that are laid out by their distances from each other; more of them become rings.
const MOST_BY_DISTANCE: usize = 20_000;
/// Nodes whose distances to all others are known to the layout.
const PIVOTS: usize = 64;

/// A point of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }

    fn times(self, factor: f64) -> Point {
        Point { x: self.x * factor, y: self.y * factor }
    }

    fn to(self, other: Point) -> Point {
        other.plus(self.times(-1.0))
    }

    fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

/// One position on a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapNode {
    /// From left to right, 0 to 1.
    pub x: f32,
    /// From top to bottom, 0 to 1.
    pub y: f32,
    /// Moves from the first position.
    pub depth: u32,
    /// Moves to the nearest goal, or in a game for two turns to the end under best play; `None` if there is no such
    /// thing.
    pub to_goal: Option<u32>,
    /// What the player to move has, in a game for two.
    pub verdict: Option<Verdict>,
}

/// All positions of a space.
pub struct StateMap {
    /// The positions; the first is the one that the map was made from.
    pub nodes: Vec<MapNode>,
    /// Pairs of positions that one move joins, each once.
    pub edges: Vec<(u32, u32)>,
    /// The places in `edges` of moves that can't be taken back: they lead from the first position to the second.
    pub one_way: Vec<u32>,
    /// Whether positions that symmetry makes equal are shown as one.
    pub symmetric: bool,
    reached: Box<dyn Reached>,
}

/// Why there is no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// There are more positions than a map shows.
    #[error("there are more than {0} positions: too many for a map")]
    TooLarge(u64),
    /// Another limit came first.
    #[error("{0}")]
    Limit(Limit),
    /// The positions of this board can't be listed.
    #[error("the positions of this board can't be listed")]
    Unlisted,
}

impl StateMap {
    /// The map of everything that can be reached from a board. Where that is too much, positions that symmetry makes
    /// equal are taken together.
    ///
    /// # Errors
    /// If there are too many positions, or a limit of the task comes first.
    pub fn new(board: &dyn Board, task: &mut Task<'_>) -> Result<Self, MapError> {
        let deadline = task.limits.deadline.clone();
        let mut part = |symmetric| {
            let mut part = task.part();
            part.limits = part.limits.with_states(MOST_NODES);
            board.reach(ReachOptions::graph(symmetric), part)
        };
        let (reached, symmetric) = match part(false) {
            Err(Unreached::Limit(Limit::States(_))) => (part(true), true),
            other => (other, false),
        };
        let reached = reached.map_err(|error| match error {
            Unreached::Limit(Limit::States(most)) => MapError::TooLarge(most),
            Unreached::Limit(limit) => MapError::Limit(limit),
            Unreached::Unlisted => MapError::Unlisted,
        })?;
        let (mut edges, mut one_way) = (Vec::new(), Vec::new());
        for from in 0..reached.len() as u32 {
            for &to in reached.next(from) {
                let back = reached.next(to).contains(&from);
                if !back {
                    one_way.push(edges.len() as u32);
                }
                // A move that can be taken back is one edge.
                if from < to || !back {
                    edges.push((from, to));
                }
            }
        }
        let places = match own_places(&*reached) {
            Some(places) => places,
            None => {
                let places = lay_out(&*reached, &edges, &|| deadline.is_over());
                places.ok_or_else(|| MapError::Limit(deadline.check().err().unwrap_or(Limit::Cancelled)))?
            }
        };
        let nodes = (0..reached.len() as u32).zip(&places).map(|(number, place)| MapNode {
            x: place.x as f32,
            y: place.y as f32,
            depth: reached.depth(number),
            to_goal: reached.to_goal(number),
            verdict: reached.verdict(number),
        });
        Ok(StateMap { nodes: nodes.collect(), edges, one_way, symmetric, reached })
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let lists = size_of_val(&*self.nodes) + size_of_val(&*self.edges) + size_of_val(&*self.one_way);
        lists + usize::try_from(self.reached.bytes()).unwrap_or(usize::MAX / 2)
    }

    /// The board of a position.
    #[must_use]
    pub fn board(&self, number: u32) -> Option<Box<dyn Board>> {
        self.reached.board(number)
    }

    /// Where a board of the same level is on the map.
    #[must_use]
    pub fn find(&self, board: &dyn Board) -> Option<u32> {
        self.reached.find(board)
    }

    /// The way of a game over the map: the start or last restart, every move's position, the position now.
    #[must_use]
    pub fn path(&self, game: &Session) -> Vec<u32> {
        let start = self.find(game.start());
        let moves = game.moves().into_iter().map(|(_, node)| self.find(game.board_at(node)?));
        std::iter::once(start).chain(moves).flatten().collect()
    }
}

/// The places that the puzzle itself gives, if it gives all.
fn own_places(reached: &dyn Reached) -> Option<Vec<Point>> {
    let place = |number| reached.place(number).map(|(x, y)| Point { x: x.into(), y: y.into() });
    let mut places: Vec<Point> = (0..reached.len() as u32).map(place).collect::<Option<_>>()?;
    fit(&mut places);
    Some(places)
}

fn lay_out(
    reached: &dyn Reached,
    edges: &[(u32, u32)],
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Vec<Point>> {
    let graph = Graph::new(reached.len(), edges);
    if graph.len() > MOST_BY_DISTANCE {
        let mut places = rings::lay_out(&graph, &|node| reached.depth(node as u32), is_cancelled)?;
        fit(&mut places);
        return Some(places);
    }
    let pivots = pivots::Pivots::choose(&graph, PIVOTS, is_cancelled)?;
    let mut places = scaling::scale(&pivots, graph.len());
    let mut random = Random::new(1);
    let whole = stress::descend(&graph, &pivots, &mut places, &mut random, is_cancelled)
        && spread::spread(&graph, &mut places, is_cancelled);
    whole.then(|| {
        turn(reached, &mut places);
        fit(&mut places);
        places
    })
}

/// Turns the map so that one reads it from the first position on the left to the goals on the right.
fn turn(reached: &dyn Reached, places: &mut [Point]) {
    let goals = (0..places.len()).filter(|&i| reached.to_goal(i as u32) == Some(0));
    let (count, sum) =
        goals.fold((0usize, Point::default()), |(count, sum), i| (count + 1, sum.plus(places[i])));
    let way = match count {
        0 => Point { x: 1.0, y: 0.0 },
        _ => places[0].to(sum.times(1.0 / count as f64)),
    };
    let length = way.length();
    if length > 1e-9 {
        let (cos, sin) = (way.x / length, way.y / length);
        for place in places {
            *place = Point { x: place.x * cos + place.y * sin, y: place.y * cos - place.x * sin };
        }
    }
}

/// Scales the map into the unit square, with a margin, in the middle.
fn fit(places: &mut [Point]) {
    const MARGIN: f64 = 0.02;
    let (low, high) = spread::frame(places);
    let size = (high.x - low.x).max(high.y - low.y);
    let scale = if size > 1e-12 { (1.0 - 2.0 * MARGIN) / size } else { 0.0 };
    let middle = low.plus(high).times(0.5);
    for place in places {
        let from_middle = middle.to(*place).times(scale);
        *place = Point { x: 0.5 + from_middle.x, y: 0.5 + from_middle.y };
    }
}
