//! What theory knows without search, gathered from its parts into one answer.

use super::rule::PegGraph;
use super::step::{Step, apply, walk};
use super::text::tower_peg;
use super::theory::Route;
use super::{frame_stewart, variants};
use crate::answer::PathAnswer;
use crate::language::{Text, text};
use crate::move_writer::{SolutionMoves, WrongSolution};
use num_bigint::BigUint;
use telusur_search::{Algorithm, Claim, Limits, Stats};

/// Solutions up to this length are listed in full.
pub(super) const MOST_LISTED: u64 = 1 << 20;
/// Of longer ones, this many first moves.
const FIRST_MOVES: usize = 1024;
/// What a listed move takes: a string, and its few letters elsewhere.
const LISTED_BYTES: u64 = size_of::<String>() as u64 + 8;

/// A solution that needed no search.
pub(super) struct Known {
    pub(super) length: BigUint,
    /// Proved; equals the length if that is shortest.
    pub(super) lower_bound: BigUint,
    /// How many shortest solutions there are, where that is known.
    pub(super) paths: Option<BigUint>,
    pub(super) why: Text,
    /// Where it ends.
    pub(super) goal: Vec<u8>,
    pub(super) moves: Box<dyn Iterator<Item = Step>>,
}

impl Known {
    pub(super) fn is_optimal(&self) -> bool {
        self.length == self.lower_bound
    }

    /// The position after so many of its moves; `None` where they would have to be made one by one and are too many.
    pub(super) fn position_after(self, graph: &PegGraph, from: &[u8], k: &BigUint) -> Option<Vec<u8>> {
        if graph.is_classic() && graph.pegs() == 3 {
            return Route::between(from, &self.goal).position_after(k);
        }
        if *graph == PegGraph::linear(3) {
            let (a, b) = (variants::place_on_line(from), variants::place_on_line(&self.goal));
            let place = if a < b { a + k } else { a - k };
            return Some(variants::position_on_line(&place, from.len()));
        }
        let k = u64::try_from(k).ok().filter(|&k| k <= MOST_LISTED)?;
        Some(walk(from, self.moves.take(k as usize).map(Step::shift)))
    }

    /// All of its moves, each checked before it is handed out; the last one must reach the goal.
    pub(super) fn checked_moves(self, graph: &PegGraph, from: &[u8]) -> SolutionMoves {
        let (graph, goal, length) = (*graph, self.goal, u64::try_from(&self.length).ok());
        let (mut places, mut made, mut is_wrong) = (from.to_vec(), 0u64, false);
        let checked = self.moves.map(move |step| {
            let is_allowed = graph.allows(usize::from(step.from), usize::from(step.to));
            is_wrong |= !is_allowed || !apply(&mut places, step);
            made += u64::from(!is_wrong);
            is_wrong |= length.is_some_and(|length| length < made || length == made && places != goal);
            if is_wrong { Err(WrongSolution { made }) } else { Ok(step.shift().to_string()) }
        });
        Box::new(checked)
    }

    /// The answer, with every listed move checked. Moves are listed in full if they are not too many and fit into the
    /// memory of the task.
    ///
    /// # Panics
    /// If a move is illegal or the end is not the goal: nothing is shown that has not been replayed.
    pub(super) fn answer(self, graph: &PegGraph, from: &[u8], limits: &Limits) -> PathAnswer {
        let listed = u64::try_from(&self.length).ok().filter(|&length| length <= MOST_LISTED);
        let listed = listed.filter(|length| limits.afford(length * LISTED_BYTES).is_ok());
        let complete = listed.is_some();
        let optimal = self.is_optimal();
        let most = listed.map_or(FIRST_MOVES, |length| length as usize);
        let mut places = from.to_vec();
        let mut moves = Vec::with_capacity(most);
        // One more than the length would be wrong, and is noticed.
        for step in self.moves.take(if complete { most + 1 } else { most }) {
            let is_allowed = graph.allows(usize::from(step.from), usize::from(step.to));
            assert!(is_allowed && apply(&mut places, step), "theory gave a wrong solution: {step}");
            moves.push(step.shift().to_string());
        }
        let ended = !complete || (places == self.goal && self.length == BigUint::from(moves.len()));
        assert!(ended, "theory gave a solution that does not reach its goal");
        PathAnswer {
            claim: if optimal { Claim::Optimal } else { Claim::Feasible },
            length: Some(self.length),
            lower_bound: self.lower_bound,
            moves,
            algorithm: Algorithm::Theory,
            reason: match optimal {
                true => "by formula: no search needed".to_owned(),
                false => "by a construction whose moves are not proved fewest: no search was run".to_owned(),
            },
            why: Some(self.why),
            limit: None,
            depths: Vec::new(),
            shortest_solutions: self.paths,
            stats: Stats { elapsed: limits.deadline.elapsed(), ..Stats::default() },
        }
    }
}

/// The nearest of several goals; `None` if theory is silent about one of them.
pub(super) fn nearest(graph: &PegGraph, from: &[u8], goals: &[Vec<u8>]) -> Option<Known> {
    let all: Option<Vec<Known>> = goals.iter().map(|goal| between(graph, from, goal)).collect();
    let mut all = all?;
    let lower_bound = all.iter().map(|known| known.lower_bound.clone()).min()?;
    let length = all.iter().map(|known| known.length.clone()).min()?;
    all.retain(|known| known.length == length);
    let paths = all.iter().map(|known| known.paths.clone()).sum::<Option<BigUint>>();
    let first = all.into_iter().next()?;
    Some(Known { lower_bound, paths, ..first })
}

/// What is known about the way between two positions.
pub(super) fn between(graph: &PegGraph, from: &[u8], to: &[u8]) -> Option<Known> {
    // A solution that is proved shortest, with the number of those.
    let proved = |length: BigUint, paths: u8, why: Text, moves: Box<dyn Iterator<Item = Step>>| {
        let (lower_bound, goal) = (length.clone(), to.to_vec());
        Some(Known { length, lower_bound, paths: Some(paths.into()), why, goal, moves })
    };
    if from == to {
        let why = Text::fixed("the goal is reached", "tujuan sudah tercapai");
        return proved(BigUint::ZERO, 1, why, Box::new(std::iter::empty()));
    }
    let pegs = graph.pegs();
    if graph.is_classic() && pegs == 3 {
        let route = Route::between(from, to);
        let discs = from.len();
        let (times, times_id) =
            if route.largest_moves() == 2 { ("twice", "dua kali") } else { ("once", "sekali") };
        let why = match tower_peg(from).and(tower_peg(to)) {
            Some(_) => text!(
                "a tower of n discs on three pegs takes 2^n - 1 moves, n = {discs}",
                "menara n cakram pada tiga tiang perlu 2^n - 1 langkah, n = {discs}"
            ),
            None => text!(
                "three pegs: distances add up disc by disc, and the largest disc that moves does so {times}",
                "tiga tiang: jarak dijumlahkan cakram demi cakram, dan cakram terbesar yang bergerak melangkah {times_id}"
            ),
        };
        return proved(route.length().clone(), route.shortest_paths(), why, Box::new(route.moves()));
    }
    if *graph == PegGraph::linear(3) {
        let why = Text::fixed(
            "under the linear rule all positions lie on one line",
            "dengan aturan linear semua posisi terletak pada satu garis",
        );
        let moves = Box::new(variants::linear_moves(from, to));
        return proved(variants::linear_distance(from, to), 1, why, moves);
    }
    let (start, end) = (tower_peg(from)?, tower_peg(to)?);
    if *graph == PegGraph::cyclic(3) {
        let length = variants::cyclic_moves(from.len(), (end + 3 - start) % 3);
        let why = Text::fixed(
            "a tower under the cyclic rule, by Atkinson's recursion (1981)",
            "menara dengan aturan siklik, menurut rekursi Atkinson (1981)",
        );
        // Every move of the recursion is forced.
        return proved(length, 1, why, Box::new(variants::cyclic_solution(from.len(), start, end)));
    }
    if !graph.is_classic() {
        return None;
    }
    let length = frame_stewart::moves(pegs, from.len())?;
    Some(Known {
        length,
        lower_bound: frame_stewart::lower_bound(pegs, from.len()),
        paths: None,
        why: frame_stewart::proof(pegs, from.len()).unwrap_or_else(|| {
            text!(
                "Frame–Stewart number, the best known for {pegs} pegs; that nothing is shorter is a conjecture",
                "bilangan Frame–Stewart, terbaik yang diketahui untuk {pegs} tiang; bahwa tidak ada yang lebih pendek masih dugaan"
            )
        }),
        goal: to.to_vec(),
        moves: Box::new(frame_stewart::solution(pegs, from.len(), usize::from(start), usize::from(end))?),
    })
}
