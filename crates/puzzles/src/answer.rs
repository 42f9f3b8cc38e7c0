//! What the erased layer answers: solutions, verdicts of games, surveys of whole spaces; moves as text.

use crate::language::{Text, text};
use crate::planes::PlanesFound;
use num_bigint::BigUint;
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim, Exploration, Limit, Outcome, Report, Run, Space, Stats, explore};

/// The answer to `solve`.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Of a puzzle for one.
    Path(PathAnswer),
    /// Of a game for two.
    Game(GameAnswer),
}

impl Answer {
    /// The answer of a puzzle for one.
    #[must_use]
    pub fn path(&self) -> Option<&PathAnswer> {
        match self {
            Answer::Path(path) => Some(path),
            Answer::Game(_) => None,
        }
    }

    /// The answer of a game for two.
    #[must_use]
    pub fn game(&self) -> Option<&GameAnswer> {
        match self {
            Answer::Game(game) => Some(game),
            Answer::Path(_) => None,
        }
    }

    /// What it cost.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        match self {
            Answer::Path(path) => &path.stats,
            Answer::Game(game) => &game.stats,
        }
    }

    /// What it cost, for the caller that knows of more.
    pub fn stats_mut(&mut self) -> &mut Stats {
        match self {
            Answer::Path(path) => &mut path.stats,
            Answer::Game(game) => &mut game.stats,
        }
    }
}

/// A solution, or what is known without one. Every solution here has been replayed by the checker.
#[derive(Clone, Debug)]
pub struct PathAnswer {
    /// What is proved.
    pub claim: Claim,
    /// Number of moves, where a solution is known.
    pub length: Option<BigUint>,
    /// No solution is shorter.
    pub lower_bound: BigUint,
    /// The moves. Fewer than `length` where it is too large to write down.
    pub moves: Vec<String>,
    /// What ran.
    pub algorithm: Algorithm,
    /// Why it was chosen.
    pub reason: String,
    /// Why there is no solution, or why the length is known without search, where that can be said.
    pub why: Option<Text>,
    /// Which limit stopped the search.
    pub limit: Option<Limit>,
    /// States at each depth, for engines that work layer by layer.
    pub depths: Vec<u64>,
    /// Number of shortest solutions, if it was asked for.
    pub shortest_solutions: Option<BigUint>,
    /// What it cost.
    pub stats: Stats,
}

impl PathAnswer {
    /// That there is no solution, and why, without a search.
    pub(crate) fn refuted(reason: &str, why: Text) -> Self {
        let report = Report::<()>::new(Algorithm::Theory, Outcome::Unsolvable, 0, Stats::default());
        PathAnswer { why: Some(why), ..PathAnswer::searched(report.with_reason(reason), Vec::new()) }
    }

    /// Counts the shortest solutions from a state, or says which limit came before.
    pub(crate) fn count_solutions<S: Space>(&mut self, space: &S, from: S::State, run: &mut Run<'_>) {
        match explore::shortest_solutions(space, from, run) {
            Ok(counted) => self.shortest_solutions = counted.map(|(_, count)| count),
            Err(limit) => self.limit = Some(limit),
        }
    }

    /// What a search reports. Its path must have been replayed; these are its moves.
    pub(crate) fn searched<M: Copy>(report: Report<M>, moves: Vec<String>) -> Self {
        let claim = report.claim();
        let why = report.broken.as_ref().map(|broken| {
            text!(
                "the puzzle's own lower bound is wrong here, so nothing is proved ({broken})",
                "batas bawah teka-teki ini sendiri keliru di sini, jadi tidak ada yang terbukti ({broken})"
            )
        });
        PathAnswer {
            claim,
            length: report.length().map(BigUint::from),
            lower_bound: match claim {
                Claim::Optimal => report.length().unwrap_or(0).into(),
                _ => report.lower_bound.into(),
            },
            moves,
            algorithm: report.algorithm,
            limit: match report.outcome {
                Outcome::Stopped(limit) => Some(limit),
                Outcome::Solved { .. } | Outcome::Unsolvable => None,
            },
            reason: report.reason,
            why,
            depths: report.depths,
            shortest_solutions: None,
            stats: report.stats,
        }
    }
}

/// Who wins, and how.
#[derive(Clone, Debug)]
pub struct GameAnswer {
    /// What the player to move has under best play, proved; `None` if a limit came first.
    pub verdict: Option<Verdict>,
    /// The limit that came before the verdict or, with a verdict, before the number of turns.
    pub limit: Option<Limit>,
    /// Turns to the end when the winner hurries and the loser delays; a string of digits may be needed.
    pub turns: Option<BigUint>,
    /// Every move that keeps the win.
    pub winning_moves: Vec<String>,
    /// The moves of best play, where they are known: the fastest wins, the moves that keep a draw, the moves that delay
    /// a loss longest.
    pub best_moves: Vec<String>,
    /// The Grundy value, where the theory applies.
    pub grundy: Option<u64>,
    /// The reason in a sentence.
    pub why: Text,
    /// What ran.
    pub algorithm: String,
    /// What it cost.
    pub stats: Stats,
}

impl GameAnswer {
    /// Whether the player to move wins; `None` if nobody is known to.
    #[must_use]
    pub fn is_win(&self) -> Option<bool> {
        self.verdict.map(|verdict| verdict == Verdict::Win)
    }
}

/// One move of a game record, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who moved, from 0.
    pub player: u32,
    /// The move.
    pub text: String,
    /// The position after it, as level text.
    pub position: String,
    /// What the player had before the move; `None` where it is not known.
    pub before: Option<Verdict>,
    /// What he has after it.
    pub after: Option<Verdict>,
    /// The moves that would have kept a win.
    pub winning_moves: Vec<String>,
}

impl Judged {
    /// Whether the move gave something away: a win, or a draw.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        matches!(self.before, Some(Verdict::Win | Verdict::Draw))
            && self.after.is_some()
            && self.before != self.after
    }

    /// Whether it is known what the move did. Without limits it always is.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.before == Some(Verdict::Loss) || self.before.is_some() && self.after.is_some()
    }

    /// The judgement in words.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match (self.before, self.after) {
            (Some(Verdict::Win), Some(Verdict::Win)) => "keeps the win",
            (Some(Verdict::Win), Some(_)) => "loses the win",
            (Some(Verdict::Draw), Some(Verdict::Draw)) => "keeps the draw",
            (Some(Verdict::Draw), Some(_)) => "loses the draw",
            (Some(Verdict::Loss), _) => "was lost anyway",
            _ => "not known",
        }
    }
}

/// The answer to `explore`.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// States at each distance: complete layers only.
    pub depths: Vec<u64>,
    /// States of the next layer that were reached before a limit came.
    pub partial: u64,
    /// Whether all reachable states were reached. Otherwise all counts are counts so far.
    pub complete: bool,
    /// Goal states found: all there are only if the survey is complete.
    pub goals: u64,
    /// Distance of the nearest goal, if one was found; none is nearer.
    pub goal_distance: Option<u64>,
    /// No goal is nearer than this.
    pub goal_at_least: u64,
    /// Some of the farthest states, as level texts; known only if the survey is complete.
    pub farthest: Vec<String>,
    /// How many states are farthest.
    pub farthest_count: u64,
    /// Directed edges seen; nothing where they are not counted before all states are reached.
    pub edges: Option<u64>,
    /// Number of shortest solutions, if it was asked for.
    pub shortest_solutions: Option<BigUint>,
    /// The limit that came first: before all states were reached, or before something else that was asked for.
    pub stopped: Option<Limit>,
    /// What ran.
    pub algorithm: Algorithm,
    /// Why it was chosen.
    pub reason: String,
    /// More findings of the puzzle's own: name and value.
    pub findings: Vec<(String, String)>,
    /// What it cost.
    pub stats: Stats,
}

impl Survey {
    /// How many of the farthest states are written out.
    pub(crate) const WRITTEN: usize = 8;

    /// A survey that has reached nothing.
    pub(crate) fn nothing(algorithm: Algorithm, reason: &str) -> Self {
        Survey { algorithm, reason: reason.to_owned(), ..Survey::default() }
    }

    /// What a search has reached; `text` writes a state.
    pub(crate) fn reached<S>(reached: Exploration<S>, text: impl FnMut(&S) -> String) -> Self {
        Survey {
            farthest: reached.farthest.iter().take(Self::WRITTEN).map(text).collect(),
            farthest_count: reached.depths.last().copied().filter(|_| reached.complete).unwrap_or(0),
            partial: reached.partial,
            complete: reached.complete,
            goals: reached.goals,
            goal_distance: reached.goal_distance.map(u64::from),
            goal_at_least: reached.lower_bound.into(),
            edges: reached.edges,
            shortest_solutions: reached.shortest_solutions,
            stopped: reached.stopped,
            algorithm: reached.algorithm,
            reason: reached.reason,
            findings: Vec::new(),
            stats: reached.stats,
            depths: reached.depths,
        }
    }

    /// What a search of planes on another device has found, in a space that has so many moves; `text` writes a
    /// position.
    pub(crate) fn of_planes(
        mut found: PlanesFound,
        edges: u64,
        text: impl FnMut(&Vec<u8>) -> String,
    ) -> Self {
        if found.complete {
            (found.edges, found.stats.generated) = (Some(edges), Some(edges));
        }
        Survey::reached(found, text)
    }

    /// Number of states reached, those of a partial layer included.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.depths.iter().sum::<u64>() + self.partial
    }

    /// The greatest distance; nothing if the survey is not complete, as it may be greater then.
    #[must_use]
    pub fn radius(&self) -> Option<u64> {
        self.complete.then(|| self.depth())
    }

    /// The number of the last complete layer: all states to this distance were reached.
    #[must_use]
    pub fn depth(&self) -> u64 {
        self.depths.len().saturating_sub(1) as u64
    }
}
