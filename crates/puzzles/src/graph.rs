//! Whole spaces as graphs for other programs: which formats there are, and what was written.

use crate::printable::quoted;
use std::fmt;
use std::str::FromStr;
use telusur_search::Limit;

/// A text format for graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphFormat {
    /// Graphviz.
    Dot,
    /// XML for Gephi, yEd, igraph and NetworkX.
    GraphMl,
    /// A table of nodes with their distances.
    CsvNodes,
    /// A table of edges.
    CsvEdges,
}

impl GraphFormat {
    /// All formats.
    pub const ALL: [GraphFormat; 4] =
        [GraphFormat::Dot, GraphFormat::GraphMl, GraphFormat::CsvNodes, GraphFormat::CsvEdges];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            GraphFormat::Dot => "dot",
            GraphFormat::GraphMl => "graphml",
            GraphFormat::CsvNodes => "csv-nodes",
            GraphFormat::CsvEdges => "csv-edges",
        }
    }
}

impl fmt::Display for GraphFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown graph format '{}': use dot, graphml, csv-nodes or csv-edges", quoted(.0))]
pub struct UnknownFormat(String);

impl FromStr for GraphFormat {
    type Err = UnknownFormat;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        GraphFormat::ALL.into_iter().find(|f| f.name() == name).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphSize {
    /// States.
    pub nodes: u64,
    /// Moves between them.
    pub edges: u64,
    /// The limit that left states out. Without any state, nothing was written at all.
    pub stopped: Option<Limit>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_printed_harmlessly() {
        let message = "a\u{1b}[2J\u{202e}".parse::<GraphFormat>().unwrap_err().to_string();
        assert!(message.starts_with("unknown graph format 'a\\u{1b}[2J\\u{202e}'"), "{message}");
    }
}
