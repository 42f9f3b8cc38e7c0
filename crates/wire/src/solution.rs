//! What came out of a search: facts, and the claim in words.

use crate::{Count, Depths};
use serde::Serialize;
use telusur_puzzles::{Answer, Board, Entry, GameAnswer, Language, MetricName, PathAnswer, Survey};
use telusur_search::game::Verdict;
use telusur_search::{Claim, Deadline, Limit, Stats};
use telusur_session::words;

/// Moves listed in an answer; a job keeps all of them for its game.
const MOST_MOVES: usize = 5000;

/// The answer to "solve".
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "BareSolution"))]
pub(crate) struct Solution {
    /// `solved`, `unsolvable` or `stopped`; for a game `win`, `loss`, `draw` or `stopped`.
    #[cfg_attr(test, schemars(with = "crate::schema::Outcome"))]
    outcome: &'static str,
    /// What is proved: `optimal`, `feasible`, `unsolvable` or `stopped`; for a game its outcome.
    #[cfg_attr(test, schemars(with = "crate::schema::Claim"))]
    claim: &'static str,
    /// The claim in words.
    headline: String,
    /// What stands behind it, sentence by sentence.
    details: Vec<String>,
    metric: &'static str,
    /// Moves of the solution; turns to the end of a game.
    length: Option<Count>,
    /// No solution is shorter.
    lower_bound: Option<Count>,
    /// The moves of a solution; perhaps only the first of them.
    moves: Vec<String>,
    /// The moves that keep a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<Vec<String>>,
    /// The moves of best play: the fastest wins, those that keep a draw, those that delay a loss longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_moves: Option<Vec<String>>,
    algorithm: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u64>,
    /// How many solutions are shortest, where they were to be counted and could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<Count>,
    /// From 1 to 10, where it was asked for and can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u8>,
    #[serde(flatten)]
    depths: Depths,
    stats: Costs,
}

/// What a search has cost.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Costs {
    expanded: Count,
    /// Nothing where successors are not counted.
    generated: Option<Count>,
    stored: Count,
    peak_bytes: Count,
    seconds: f64,
}

impl From<Stats> for Costs {
    fn from(stats: Stats) -> Self {
        Costs {
            expanded: stats.expanded.into(),
            generated: stats.generated.map(Count::from),
            stored: stats.stored.into(),
            peak_bytes: stats.peak_bytes.into(),
            seconds: stats.elapsed.as_secs_f64(),
        }
    }
}

impl Solution {
    pub(crate) fn new(metric: MetricName, answer: &Answer, language: Language) -> Self {
        let headline = words::claim(answer, metric, language);
        match answer {
            Answer::Path(path) => of_path(headline, metric, path, language),
            Answer::Game(game) => of_game(headline, metric, game, language),
        }
    }

    /// Adds what is said about a level: how many solutions are shortest, and how hard it is.
    pub(crate) fn judge(
        &mut self,
        entry: &dyn Entry,
        board: &dyn Board,
        answer: &Answer,
        deadline: &Deadline,
    ) {
        let (is_solved, optimum) = match answer {
            Answer::Path(path) => {
                self.shortest_solutions = path.shortest_solutions.clone().map(Count);
                let optimum = path.length.as_ref().filter(|_| path.claim == Claim::Optimal);
                (matches!(path.claim, Claim::Optimal | Claim::Feasible), optimum)
            }
            Answer::Game(game) => (game.verdict == Some(Verdict::Win), game.turns.as_ref()),
        };
        let optimum = optimum.and_then(|length| u64::try_from(length).ok());
        // A level that is solved already is not hard.
        if is_solved && optimum != Some(0) {
            self.difficulty = entry.difficulty_of(board, optimum, deadline);
        }
    }
}

/// The word for a claim.
#[must_use]
pub fn claim_word(claim: Claim) -> &'static str {
    match claim {
        Claim::Optimal => "optimal",
        Claim::Feasible => "feasible",
        Claim::Unsolvable => "unsolvable",
        Claim::Stopped => "stopped",
    }
}

/// The word for what came of a search that ends with a claim.
#[must_use]
pub fn outcome_word(claim: Claim) -> &'static str {
    match claim {
        Claim::Optimal | Claim::Feasible => "solved",
        Claim::Unsolvable | Claim::Stopped => claim_word(claim),
    }
}

/// The word for what the player to move has.
#[must_use]
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
    }
}

fn stop(limit: Option<Limit>, language: Language) -> Option<String> {
    limit.map(|limit| words::limit(limit, language))
}

fn of_path(headline: String, metric: MetricName, answer: &PathAnswer, language: Language) -> Solution {
    let limit = stop(answer.limit, language);
    let moves: Vec<String> = answer.moves.iter().take(MOST_MOVES).cloned().collect();
    let why = answer.why.as_ref().map(|why| why.in_language(language).to_owned());
    let mut details: Vec<String> =
        [&limit, &why].into_iter().flatten().map(|text| words::sentence(text)).collect();
    if !answer.reason.is_empty() {
        details.push(words::how(answer.algorithm, &answer.reason, language));
    }
    if answer.length.as_ref().is_some_and(|length| *length > moves.len().into()) {
        let shown = moves.len();
        details.push(language.choose(
            format!("The list shows the first {shown} moves."),
            format!("Daftar ini menampilkan {shown} langkah pertama."),
        ));
    }
    Solution {
        outcome: outcome_word(answer.claim),
        claim: claim_word(answer.claim),
        headline,
        details,
        metric: metric.many,
        moves,
        length: answer.length.clone().map(Count),
        lower_bound: (answer.claim != Claim::Unsolvable).then(|| Count(answer.lower_bound.clone())),
        algorithm: answer.algorithm.to_string(),
        why,
        limit,
        depths: Depths::new(&answer.depths),
        stats: answer.stats.into(),
        ..Solution::default()
    }
}

fn of_game(headline: String, metric: MetricName, answer: &GameAnswer, language: Language) -> Solution {
    let limit = stop(answer.limit, language);
    let why = Some(answer.why.in_language(language).to_owned()).filter(|why| !why.is_empty());
    let outcome = answer.verdict.map_or("stopped", verdict_word);
    Solution {
        outcome,
        claim: outcome,
        headline,
        details: [&why, &limit].into_iter().flatten().map(|text| words::sentence(text)).collect(),
        metric: metric.many,
        winning_moves: Some(answer.winning_moves.iter().take(MOST_MOVES).cloned().collect()),
        best_moves: Some(answer.best_moves.iter().take(MOST_MOVES).cloned().collect()),
        length: answer.turns.clone().map(Count),
        algorithm: answer.algorithm.clone(),
        why,
        limit,
        grundy: answer.grundy,
        depths: Depths::new(&[]),
        stats: answer.stats.into(),
        ..Solution::default()
    }
}

/// One algorithm of a comparison.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompareRow"))]
pub(crate) struct Row {
    algorithm: String,
    #[cfg_attr(test, schemars(with = "crate::schema::Outcome"))]
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<crate::schema::Claim>"))]
    claim: Option<&'static str>,
    length: Option<Count>,
    lower_bound: Option<Count>,
    #[serde(flatten)]
    costs: Option<Costs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// Why it does not work here, or why there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Row {
    pub(crate) fn new(algorithm: String, answer: Result<Solution, String>) -> Self {
        match answer {
            Ok(solution) => Row {
                algorithm,
                outcome: solution.outcome,
                claim: Some(solution.claim),
                length: solution.length,
                lower_bound: solution.lower_bound,
                costs: Some(solution.stats),
                limit: solution.limit,
                why: solution.why,
            },
            Err(why) => Row { algorithm, outcome: "unsupported", why: Some(why), ..Row::default() },
        }
    }
}

/// The answer to "explore".
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Overview {
    states: Count,
    /// Whether that is all of them.
    complete: bool,
    /// The greatest distance; nothing where the exploration is not complete.
    radius: Option<u64>,
    goals: Count,
    goal_distance: Option<u64>,
    /// States of the next layer reached so far; only where the exploration is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_depth: Option<Count>,
    farthest: Vec<String>,
    farthest_count: Count,
    /// Nothing where edges are not counted before all states are reached.
    edges: Option<Count>,
    algorithm: String,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// Names and values.
    findings: Vec<(String, String)>,
    #[serde(flatten)]
    depths: Depths,
    stats: Costs,
}

impl Overview {
    pub(crate) fn new(survey: Survey, language: Language) -> Self {
        Overview {
            states: survey.states().into(),
            complete: survey.complete,
            partial_depth: (!survey.complete).then(|| survey.partial.into()),
            radius: survey.radius(),
            goals: survey.goals.into(),
            goal_distance: survey.goal_distance,
            farthest_count: survey.farthest_count.into(),
            edges: survey.edges.map(Count::from),
            algorithm: survey.algorithm.to_string(),
            limit: stop(survey.stopped, language),
            depths: Depths::new(&survey.depths),
            stats: survey.stats.into(),
            farthest: survey.farthest,
            reason: survey.reason,
            findings: survey.findings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Task, catalogue};

    /// What is said about somebody's own level is what is said about the same level of the program.
    #[test]
    fn levels_of_every_puzzle_have_a_difficulty() {
        let mut judged = 0;
        for puzzle in ["hanoi", "stones", "water", "klotski", "tiles"] {
            let entry = catalogue::find(puzzle).unwrap();
            for level in entry.levels().iter().filter(|level| level.difficulty.is_some()).take(3) {
                let board = catalogue::open(entry, &level.setup()).unwrap();
                let mut unobserved = ();
                let mut task = Task::new(&mut unobserved);
                task.count_all = true;
                let answer = board.solve(task).unwrap();
                let mut solution = Solution::new(board.metric(), &answer, Language::English);
                solution.judge(entry, &*board, &answer, &Deadline::never());
                assert_eq!(solution.difficulty, level.difficulty, "{puzzle} {}", level.name);
                judged += 1;
            }
        }
        assert_eq!(judged, 15);
        // Neither what is unsolvable nor what is solved already is hard.
        let tiles = catalogue::find("tiles").unwrap();
        for text in ["2 1 3/4 5 6/7 8 .", "1 2 3/4 5 6/7 8 ."] {
            let board = catalogue::open(tiles, &telusur_puzzles::Setup::level(text)).unwrap();
            let answer = board.solve(Task::new(&mut ())).unwrap();
            let mut solution = Solution::new(board.metric(), &answer, Language::English);
            solution.judge(tiles, &*board, &answer, &Deadline::never());
            assert_eq!(solution.difficulty, None, "{text}");
        }
    }
}
