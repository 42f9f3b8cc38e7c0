//! Whole spaces as graphs for other programs: every position that can be reached is a node with its level text and its
//! distances, every move an edge. One writer for all puzzles and games, over [`Reached`].
//!
//! Nodes are numbered in the order of breadth-first search, so the same level gives the same file. Moves that can be taken
//! back are edges without a direction, if all of them can. Moves that change nothing are left out.

use crate::board::{Board, Status};
use crate::puzzle::Task;
use crate::reached::{ReachOptions, Reached, Unreached};
use std::io::{self, Write};
use telusur_search::game::Verdict;
use telusur_search::{Deadline, Limit};

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
    /// All formats, with their names on the command line.
    pub const ALL: [(&'static str, GraphFormat); 4] = [
        ("dot", GraphFormat::Dot),
        ("graphml", GraphFormat::GraphMl),
        ("csv-nodes", GraphFormat::CsvNodes),
        ("csv-edges", GraphFormat::CsvEdges),
    ];

    /// The format with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        GraphFormat::ALL.into_iter().find(|(own, _)| *own == name).map(|(_, format)| format)
    }

    /// The format that the name of a file asks for.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let endings = [
            (".dot", GraphFormat::Dot),
            (".gv", GraphFormat::Dot),
            (".graphml", GraphFormat::GraphMl),
            ("nodes.csv", GraphFormat::CsvNodes),
            ("edges.csv", GraphFormat::CsvEdges),
        ];
        endings.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, format)| format)
    }
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphOptions {
    /// The text format.
    pub format: GraphFormat,
    /// Whether positions that symmetry makes equal are one node.
    pub symmetric: bool,
    /// Whether to write only the moves that first led to a position: the tree of a breadth-first search.
    pub tree: bool,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphSize {
    /// Positions.
    pub nodes: u64,
    /// Moves between them; those that can be taken back count once.
    pub edges: u64,
    /// The limit that left positions out. Without any position, nothing was written at all.
    pub stopped: Option<Limit>,
}

/// A graph that was not written, or not to the end.
#[derive(Debug, thiserror::Error)]
pub enum GraphError {
    /// The positions of this board can't be listed.
    #[error(transparent)]
    Unlisted(Unreached),
    /// Writing failed, or ended as the writer says.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes everything that can be reached from a board. If the task limits states, the first so many are written, and the
/// graph says that it is a part; if its memory or its time is used up before the graph is known, nothing is written.
/// Writing itself ends as `out` says.
///
/// ```
/// use telusur_puzzles::{GraphFormat, GraphOptions, Setup, Task, catalogue, write_graph};
///
/// let board = catalogue::find("hanoi").unwrap().open(&Setup::level("2 1 | |")).unwrap();
/// let options = GraphOptions { format: GraphFormat::Dot, symmetric: false, tree: false };
/// let mut dot = Vec::new();
/// let size = write_graph(&*board, options, Task::new(&mut ()), &mut dot).unwrap();
/// assert_eq!((size.nodes, size.edges), (9, 12));
/// assert!(dot.starts_with(b"graph \"hanoi\" {"));
/// ```
///
/// # Errors
/// If the board's positions can't be listed, or writing fails.
pub fn write_graph(
    board: &dyn Board,
    options: GraphOptions,
    task: Task<'_>,
    out: &mut dyn Write,
) -> Result<GraphSize, GraphError> {
    let (states, deadline) = (task.limits.states, task.limits.deadline.clone());
    let wanted = ReachOptions { symmetric: options.symmetric, moves: true, partial: true };
    let nothing = |limit| GraphSize { nodes: 0, edges: 0, stopped: Some(limit) };
    let reached = match board.reach(wanted, task) {
        Ok(reached) => reached,
        Err(Unreached::Limit(limit)) => return Ok(nothing(limit)),
        Err(unlisted) => return Err(GraphError::Unlisted(unlisted)),
    };
    let mut graph = Graph { first: board, reached: &*reached, options, is_directed: options.tree };
    if !options.tree {
        match graph.has_one_way_moves(&deadline) {
            Ok(one_way) => graph.is_directed = one_way,
            Err(limit) => return Ok(nothing(limit)),
        }
    }
    match options.format {
        GraphFormat::Dot => graph.write_dot(out)?,
        GraphFormat::GraphMl => graph.write_graphml(out)?,
        GraphFormat::CsvNodes => graph.write_nodes(out)?,
        GraphFormat::CsvEdges => graph.write_edges(out)?,
    }
    Ok(GraphSize {
        nodes: reached.len() as u64,
        edges: graph.edges().count() as u64,
        stopped: states.filter(|_| !reached.is_whole()).map(Limit::States),
    })
}

/// A graph as it is written: nodes and edges are made one by one.
struct Graph<'g> {
    first: &'g dyn Board,
    reached: &'g dyn Reached,
    options: GraphOptions,
    is_directed: bool,
}

struct Node {
    number: u32,
    text: String,
    /// Solved, or a game that is over.
    is_goal: bool,
    /// What is known of it, by name.
    attributes: [(&'static str, Option<String>); 4],
}

impl Node {
    /// The attributes that have a value.
    fn known(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.attributes.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)))
    }
}

impl Graph<'_> {
    fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..).map_while(|number| {
            let board = match number {
                // The first keeps the letters that it has: equal pieces have none of their own in a state.
                0 if !self.options.symmetric => self.first.boxed(),
                _ => self.reached.board(number)?,
            };
            let is_goal = matches!(board.status(), Status::Solved | Status::Over { .. } | Status::Drawn);
            let verdict = self.reached.verdict(number).map(|verdict| match verdict {
                Verdict::Win => "win",
                Verdict::Loss => "loss",
                Verdict::Draw => "draw",
            });
            let attributes = [
                ("from_start", Some(self.reached.depth(number).to_string())),
                ("to_goal", self.reached.to_goal(number).map(|distance| distance.to_string())),
                ("goal", Some(is_goal.to_string())),
                ("verdict", verdict.map(str::to_owned)),
            ];
            Some(Node { number, text: board.text(), is_goal, attributes })
        })
    }

    /// Every move; without a direction once, from its older end.
    fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        let GraphOptions { tree, .. } = self.options;
        let mut known = 0;
        self.arrows().filter(move |&(from, to)| {
            let is_new = to > known;
            known = known.max(to);
            if tree { is_new } else { self.is_directed || to > from }
        })
    }

    fn arrows(&self) -> impl Iterator<Item = (u32, u32)> {
        let numbers = 0..self.reached.len() as u32;
        numbers.flat_map(|from| self.reached.next(from).iter().map(move |&to| (from, to)))
    }

    /// Whether some move has no way back in one move.
    fn has_one_way_moves(&self, deadline: &Deadline) -> Result<bool, Limit> {
        for (i, (from, to)) in self.arrows().enumerate() {
            if i % (1 << 16) == 0 {
                deadline.check()?;
            }
            if !self.reached.next(to).contains(&from) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn write_dot(&self, out: &mut dyn Write) -> io::Result<()> {
        let (head, arrow) = if self.is_directed { ("digraph", "->") } else { ("graph", "--") };
        writeln!(out, "{head} \"{}\" {{", self.first.puzzle())?;
        if !self.reached.is_whole() {
            writeln!(out, "  partial=true; // Only the first {} states.", self.reached.len())?;
        }
        writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
        for node in self.nodes() {
            let label = node.text.replace('\\', "\\\\").replace('"', "\\\"").replace(['/', '\n'], "\\n");
            write!(out, "  {} [label=\"{label}\"", node.number)?;
            for (name, value) in node.known() {
                write!(out, ", {name}={value}")?;
            }
            let style = match (node.number, node.is_goal) {
                (0, _) => ", style=bold",
                (_, true) => ", style=filled",
                _ => "",
            };
            writeln!(out, "{style}];")?;
        }
        for (from, to) in self.edges() {
            writeln!(out, "  {from} {arrow} {to};")?;
        }
        writeln!(out, "}}")
    }

    fn write_graphml(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
        let keys = [
            ("board", "node", "string"),
            ("from_start", "node", "int"),
            ("to_goal", "node", "int"),
            ("goal", "node", "boolean"),
            ("verdict", "node", "string"),
            ("partial", "graph", "boolean"),
        ];
        for (id, of, kind) in keys {
            writeln!(out, "  <key id=\"{id}\" for=\"{of}\" attr.name=\"{id}\" attr.type=\"{kind}\"/>")?;
        }
        let edges = if self.is_directed { "directed" } else { "undirected" };
        writeln!(out, "  <graph id=\"{}\" edgedefault=\"{edges}\">", self.first.puzzle())?;
        writeln!(out, "    <data key=\"partial\">{}</data>", !self.reached.is_whole())?;
        for node in self.nodes() {
            let board = node.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            write!(out, "    <node id=\"n{}\"><data key=\"board\">{board}</data>", node.number)?;
            for (name, value) in node.known() {
                write!(out, "<data key=\"{name}\">{value}</data>")?;
            }
            writeln!(out, "</node>")?;
        }
        for (i, (from, to)) in self.edges().enumerate() {
            writeln!(out, "    <edge id=\"e{i}\" source=\"n{from}\" target=\"n{to}\"/>")?;
        }
        writeln!(out, "  </graph>\n</graphml>")
    }

    fn write_nodes(&self, out: &mut dyn Write) -> io::Result<()> {
        let of_game = self.first.turn().is_some();
        writeln!(out, "id,board,from_start,to_goal,goal{}", if of_game { ",verdict" } else { "" })?;
        for node in self.nodes() {
            write!(out, "{},\"{}\"", node.number, node.text.replace('"', "\"\""))?;
            for (_, value) in &node.attributes[..if of_game { 4 } else { 3 }] {
                write!(out, ",{}", value.as_deref().unwrap_or_default())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_edges(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "source,target,source_from_start,target_from_start")?;
        for (from, to) in self.edges() {
            writeln!(out, "{from},{to},{},{}", self.reached.depth(from), self.reached.depth(to))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
