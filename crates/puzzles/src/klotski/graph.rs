//! A space written down: every state as a node with its distances, every move as an edge.

use super::engine::Packs;
use super::rules::Rules;
use super::space::Hints;
use crate::graph::{GraphFormat, GraphSize};
use crate::puzzle::Task;
use std::io::{self, Write};
use telusur_search::reach::Reach;
use telusur_search::{Limit, Run};

/// A space as it is written: nodes and edges are made one by one.
struct Graph<'g, S: Packs> {
    space: S,
    rules: &'g Rules,
    reach: Reach<S::State>,
    /// The start keeps the letters that it has; interchangeable pieces have none of their own in a state.
    first: String,
    text: &'g dyn Fn(&[u16]) -> String,
}

struct Node {
    text: String,
    from_start: u32,
    to_goal: Option<u32>,
    goal: bool,
}

/// Writes everything that can be reached from `at`, up to as many states as the task allows; in the order of the paper
/// the generation tree, otherwise the whole graph.
pub(super) fn write<S: Packs>(
    space: &S,
    rules: &Rules,
    at: &[u16],
    format: GraphFormat,
    task: &mut Task<'_>,
    text: &dyn Fn(&[u16]) -> String,
    out: &mut dyn Write,
) -> io::Result<GraphSize> {
    let space = space.with(Hints::default());
    let states = task.limits.states.take();
    let most = states.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let mut run: Run<'_> = task.run();
    let reach = match Reach::explore_first(&space, space.pack(rules, at), false, most, &mut run) {
        Ok(reach) => reach,
        Err(limit) => return Ok(GraphSize { nodes: 0, edges: 0, stopped: Some(limit) }),
    };
    let graph = Graph { space, rules, reach, first: text(at), text };
    match format {
        GraphFormat::Dot => write_dot(&graph, out)?,
        GraphFormat::GraphMl => write_graphml(&graph, out)?,
        GraphFormat::CsvNodes => write_nodes(&graph, out)?,
        GraphFormat::CsvEdges => write_edges(&graph, out)?,
    }
    Ok(GraphSize {
        nodes: graph.reach.len() as u64,
        edges: graph.edges().count() as u64,
        stopped: states.filter(|_| !graph.reach.is_whole()).map(Limit::States),
    })
}

impl<S: Packs> Graph<'_, S> {
    fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..).map_while(|number| {
            let state = self.reach.state(number)?;
            Some(Node {
                text: match number {
                    0 => self.first.clone(),
                    _ => (self.text)(&self.space.unpack(self.rules, state)),
                },
                from_start: self.reach.depth(number),
                to_goal: self.reach.to_goal(number),
                goal: self.space.is_goal(state),
            })
        })
    }

    /// Each undirected edge once, from its older end; or the edges of the generation tree, which are those that led to
    /// a state for the first time.
    fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        let is_tree = self.rules.asked.paper_order;
        let mut known = 0;
        let arrows = (0..self.reach.len() as u32)
            .flat_map(|from| self.reach.next(from).iter().map(move |&to| (from, to)))
            .filter(|(from, to)| to > from);
        arrows.filter(move |&(_, to)| {
            let is_new = to > known;
            known = known.max(to);
            is_new || !is_tree
        })
    }
}

fn optional(value: Option<u32>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn write_dot<S: Packs>(graph: &Graph<'_, S>, out: &mut dyn Write) -> io::Result<()> {
    let (head, arrow) = if graph.rules.asked.paper_order { ("digraph", "->") } else { ("graph", "--") };
    writeln!(out, "{head} klotski {{\n  node [shape=box, fontname=\"monospace\"];")?;
    for (i, node) in graph.nodes().enumerate() {
        let label = node.text.replace('\\', "\\\\").replace('"', "\\\"").replace(['/', '\n'], "\\n");
        let style = match (i, node.goal) {
            (0, _) => ", style=bold",
            (_, true) => ", style=filled",
            _ => "",
        };
        let to_goal = node.to_goal.map_or_else(String::new, |d| format!(", to_goal={d}"));
        writeln!(out, "  {i} [label=\"{label}\", from_start={}{to_goal}{style}];", node.from_start)?;
    }
    for (a, b) in graph.edges() {
        writeln!(out, "  {a} {arrow} {b};")?;
    }
    writeln!(out, "}}")
}

fn write_graphml<S: Packs>(graph: &Graph<'_, S>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (id, kind) in [("board", "string"), ("from_start", "int"), ("to_goal", "int"), ("goal", "boolean")] {
        writeln!(out, "  <key id=\"{id}\" for=\"node\" attr.name=\"{id}\" attr.type=\"{kind}\"/>")?;
    }
    writeln!(out, "  <graph id=\"klotski\" edgedefault=\"undirected\">")?;
    for (i, node) in graph.nodes().enumerate() {
        let board = node.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        write!(out, "    <node id=\"n{i}\"><data key=\"board\">{board}</data>")?;
        write!(out, "<data key=\"from_start\">{}</data>", node.from_start)?;
        if let Some(distance) = node.to_goal {
            write!(out, "<data key=\"to_goal\">{distance}</data>")?;
        }
        writeln!(out, "<data key=\"goal\">{}</data></node>", node.goal)?;
    }
    for (i, (a, b)) in graph.edges().enumerate() {
        writeln!(out, "    <edge id=\"e{i}\" source=\"n{a}\" target=\"n{b}\"/>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

fn write_nodes<S: Packs>(graph: &Graph<'_, S>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "id,board,from_start,to_goal,goal")?;
    for (i, node) in graph.nodes().enumerate() {
        let board = node.text.replace('"', "\"\"");
        writeln!(out, "{i},\"{board}\",{},{},{}", node.from_start, optional(node.to_goal), node.goal)?;
    }
    Ok(())
}

fn write_edges<S: Packs>(graph: &Graph<'_, S>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "source,target,source_from_start,target_from_start")?;
    for (a, b) in graph.edges() {
        let depth = |i: u32| graph.reach.depth(i);
        writeln!(out, "{a},{b},{},{}", depth(a), depth(b))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use std::time::Duration;
    use telusur_search::Limits;

    fn limited(setup: &Setup, format: GraphFormat, limits: Limits) -> (String, GraphSize) {
        let (mut out, mut nobody) = (Vec::new(), ());
        let board = KlotskiEntry.open(setup).unwrap();
        let task = Task { limits, ..Task::new(&mut nobody) };
        let size = board.write_graph(format, task, &mut out).unwrap().unwrap();
        (String::from_utf8(out).unwrap(), size)
    }

    fn export(setup: &Setup, format: GraphFormat, most: u64) -> (String, GraphSize) {
        limited(setup, format, Limits::none().with_states(most))
    }

    #[test]
    fn without_memory_or_time_nothing_is_written_and_the_limit_is_named() {
        let usual = Setup::level(USUAL);
        for limits in [Limits::none().with_bytes(100_000), Limits::none().within(Duration::ZERO)] {
            for format in GraphFormat::ALL {
                let (text, size) = limited(&usual, format, limits.clone());
                assert_eq!((text.as_str(), size.nodes, size.edges), ("", 0, 0));
                assert!(matches!(size.stopped, Some(Limit::Bytes(100_000) | Limit::Time(Duration::ZERO))));
            }
        }
    }

    #[test]
    fn every_format_has_every_state_and_edge() {
        let usual = Setup::level(USUAL).with("metric", "steps");
        let (nodes, size) = export(&usual, GraphFormat::CsvNodes, u64::MAX);
        assert_eq!((size.nodes, size.edges, size.stopped), (25_955, 41_948, None));
        assert_eq!(nodes.lines().count(), 25_956);
        // The start is 116 steps from the goal, and 964 states are goals.
        assert!(nodes.lines().nth(1).unwrap().ends_with(",0,116,false"));
        assert_eq!(nodes.lines().filter(|line| line.ends_with(",0,true")).count(), 964);
        let (edges, _) = export(&usual, GraphFormat::CsvEdges, u64::MAX);
        assert_eq!(edges.lines().count(), 41_949);
        let (dot, size) = export(&usual, GraphFormat::Dot, 50);
        assert!(size.stopped == Some(Limit::States(50)) && size.nodes == 50 && !dot.contains("to_goal"));
        assert_eq!(dot.matches(" -- ").count() as u64, size.edges);
        let odd = Setup::level("<&/\".").with("goal", "../.&");
        let (xml, size) = export(&odd, GraphFormat::GraphMl, u64::MAX);
        assert!(xml.contains("&lt;&amp;/\"."), "{xml}");
        assert_eq!(xml.matches("<node ").count() as u64, size.nodes);
        let (dot, _) = export(&odd, GraphFormat::Dot, u64::MAX);
        assert!(dot.contains("label=\"<&\\n\\\".\""), "{dot}");
    }

    #[test]
    fn the_order_of_the_paper_gives_its_generation_tree() {
        let setup = Setup::level("abBB/ccBB/dd../efgg/efhi").with("order", "paper");
        let (dot, size) = export(&setup, GraphFormat::Dot, 200);
        assert_eq!(size.edges, size.nodes - 1, "a tree");
        assert!(dot.starts_with("digraph"));
    }
}
