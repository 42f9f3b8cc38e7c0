//! The algorithms by name, and the two ways in which a name can be wrong.

use std::fmt;
use std::str::FromStr;

/// The algorithms for one agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Chosen by what the space offers and by the budget.
    #[default]
    Auto,
    /// Breadth-first search.
    Bfs,
    /// Depth-first search: a solution, not a short one.
    Dfs,
    /// Iterative deepening depth-first search.
    Iddfs,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// A* with the space's lower bound.
    Astar,
    /// Iterative deepening A*.
    Idastar,
    /// Greedy best-first search: a solution, quickly.
    Greedy,
    /// A solution soon, better ones later, the proof at last: A* in turns with beams.
    Anytime,
    /// Breadth-first search that keeps the last layers only.
    Frontier,
    /// Breadth-first search on a bit array over ranks.
    Dense,
    /// Breadth-first search on planes of bits, 64 states at a time.
    Planes,
    /// A formula or construction of the puzzle's own, no search.
    Theory,
}

impl Algorithm {
    /// All that can be asked for by name.
    pub const ALL: [Algorithm; 12] = [
        Algorithm::Auto,
        Algorithm::Bfs,
        Algorithm::Dfs,
        Algorithm::Iddfs,
        Algorithm::Bidirectional,
        Algorithm::Astar,
        Algorithm::Idastar,
        Algorithm::Greedy,
        Algorithm::Anytime,
        Algorithm::Frontier,
        Algorithm::Dense,
        Algorithm::Planes,
    ];

    /// Those that explore whole spaces.
    pub const EXPLORING: [Algorithm; 5] =
        [Algorithm::Auto, Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense, Algorithm::Planes];

    /// Those that solve games: by theory where there is one, backwards, and depth-first with memory.
    pub const GAMES: [Algorithm; 3] = [Algorithm::Auto, Algorithm::Bfs, Algorithm::Dfs];

    /// The names on the command line, in the order of the variants.
    const NAMES: [&'static str; 13] = [
        "auto",
        "bfs",
        "dfs",
        "iddfs",
        "bidirectional",
        "astar",
        "idastar",
        "greedy",
        "anytime",
        "frontier",
        "dense",
        "planes",
        "theory",
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether a solution of this algorithm is a shortest one, unless a limit comes before the proof.
    #[must_use]
    pub fn is_optimal(self) -> bool {
        !matches!(self, Algorithm::Dfs | Algorithm::Greedy)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no algorithm has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown algorithm '{}': use one of auto, bfs, dfs, iddfs, bidirectional, astar, idastar, greedy, anytime, frontier, dense, planes",
    .0.escape_debug()
)]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Algorithm::ALL.into_iter().find(|a| a.name() == name).ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

/// An algorithm that the space gives no handle for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{algorithm} does not work here: {why}")]
pub struct Unsupported {
    /// What was asked for.
    pub algorithm: Algorithm,
    /// What is missing.
    pub why: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever prints the refusal prints what somebody else wrote.
    #[test]
    fn unknown_names_are_printed_harmlessly() {
        let message = "a\u{1b}[2J\u{202e}'\n".parse::<Algorithm>().unwrap_err().to_string();
        assert!(
            message.starts_with("unknown algorithm 'a\\u{1b}[2J\\u{202e}\\'\\n': use one of"),
            "{message}"
        );
    }
}
