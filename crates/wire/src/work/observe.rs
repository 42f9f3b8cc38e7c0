//! Watching a search on behalf of a job: at most ten events a second, whatever the engine says.

use super::{Kind, Publisher, Solved};
use crate::{Count, Depths, Solution};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::time::Duration;
use telusur_puzzles::{Answer, Board, PathAnswer};
use telusur_search::clock::Instant;
use telusur_search::{Claim, Limit, Observer, Progress, Stats};

/// Between two events.
pub(super) const INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct Observing<'a> {
    job: &'a dyn Publisher,
    /// What the events are about, where a job has several parts.
    about: Option<String>,
    started: Instant,
    last: Instant,
    last_expanded: u64,
    depths: Vec<u64>,
    /// What is searched: if the search may be ended by force.
    standing: Option<Standing<'a>>,
}

/// What would be answered if a search were ended now.
struct Standing<'a> {
    board: &'a dyn Board,
    /// The position of the game.
    node: Option<usize>,
    /// The best solution that was told so far.
    moves: Vec<String>,
    /// A newer one, as the engine has it: the places of its moves.
    found: Vec<u32>,
    last: Progress,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Progress"))]
pub(crate) struct Data<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<&'a str>,
    algorithm: String,
    depth: u32,
    /// Stored, or expanded where none are stored.
    states: Count,
    expanded: Count,
    frontier: Count,
    /// Expanded per second, since the last event.
    rate: f64,
    bytes: Count,
    #[serde(flatten)]
    depths: Depths,
    lower: u32,
    upper: Option<u32>,
    total: Option<Count>,
    seconds: f64,
}

impl<'a> Observing<'a> {
    pub(super) fn new(job: &'a dyn Publisher, about: Option<String>) -> Self {
        let now = Instant::now();
        Observing {
            job,
            about,
            started: now,
            last: now,
            last_expanded: 0,
            depths: Vec::new(),
            standing: None,
        }
    }

    /// The same for the search of a puzzle for one, which may be ended by force.
    pub(super) fn standing(mut self, board: &'a dyn Board, node: Option<usize>) -> Self {
        let begun = Standing { board, node, moves: Vec::new(), found: Vec::new(), last: Progress::default() };
        self.standing = self.job.cancels_by_force().then_some(begun);
        self.tell_standing();
        self
    }

    fn tell_standing(&mut self) {
        let Some(Standing { board, node, moves, found, last: progress }) = &mut self.standing else { return };
        // What is told about is played first, as every solution is before it is shown.
        if let Some(better) = solution(*board, &std::mem::take(found))
            && (moves.is_empty() || better.len() < moves.len())
        {
            *moves = better;
        }
        let is_solved = !moves.is_empty();
        let answer = Answer::Path(PathAnswer {
            claim: if is_solved { Claim::Feasible } else { Claim::Stopped },
            length: is_solved.then(|| moves.len().into()),
            lower_bound: progress.lower_bound.into(),
            moves: moves.clone(),
            algorithm: progress.algorithm,
            reason: String::new(),
            why: None,
            limit: Some(Limit::Cancelled),
            depths: self.depths.clone(),
            shortest_solutions: None,
            stats: Stats {
                expanded: progress.expanded,
                generated: Some(progress.generated),
                stored: progress.stored,
                peak_bytes: progress.bytes,
                elapsed: self.started.elapsed(),
            },
        });
        let solution = Solution::new(board.metric(), &answer, self.job.language());
        if let Ok(data) = to_raw_value(&Solved { solution, node: *node }) {
            self.job.if_cancelled(data);
        }
    }
}

/// The moves that lie at these places among the moves of each position, if they solve the puzzle.
fn solution(board: &dyn Board, places: &[u32]) -> Option<Vec<String>> {
    let mut at = board.boxed();
    let mut moves = Vec::with_capacity(places.len());
    for &place in places {
        let text = at.moves().into_iter().nth(place as usize)?;
        at = at.play(&text).ok()?;
        moves.push(text);
    }
    at.status().is_solved().then_some(moves)
}

impl Observer for Observing<'_> {
    fn progress(&mut self, progress: &Progress) {
        let now = Instant::now();
        let passed = now - self.last;
        if passed < INTERVAL {
            return;
        }
        let done = progress.expanded.saturating_sub(self.last_expanded);
        (self.last, self.last_expanded) = (now, progress.expanded);
        if let Some(standing) = &mut self.standing {
            standing.last = *progress;
        }
        self.tell_standing();
        self.job.publish(
            Kind::Progress,
            Data {
                about: self.about.as_deref(),
                algorithm: progress.algorithm.to_string(),
                depth: progress.depth,
                states: if progress.stored > 0 { progress.stored } else { progress.expanded }.into(),
                expanded: progress.expanded.into(),
                frontier: progress.frontier.into(),
                rate: done as f64 / passed.as_secs_f64(),
                bytes: progress.bytes.into(),
                depths: Depths::new(&self.depths),
                lower: progress.lower_bound,
                upper: progress.best,
                total: progress.total.map(Count::from),
                seconds: self.started.elapsed().as_secs_f64(),
            },
        );
    }

    fn layer(&mut self, depth: u32, states: u64) {
        let depth = depth as usize;
        // An engine may begin again with a deeper bound; its layers replace the old ones.
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, 0);
        }
        self.depths[depth] = states;
    }

    fn found(&mut self, places: &[u32]) {
        let Some(standing) = &mut self.standing else { return };
        standing.found = places.to_vec();
        // Most searches end before anybody could end them, and to play a solution may take longer than to find it: what is
        // found at first is told with the first progress.
        if self.started.elapsed() >= INTERVAL {
            self.tell_standing();
        }
    }
}
