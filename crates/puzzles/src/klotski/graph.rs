//! A space written down: every state as a node with its distances, every move as an edge.

use super::engine::Packs;
use super::rules::Rules;
use super::space::Hints;
use crate::graph::{GraphFormat, GraphSize};
use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};

/// A space as lists.
struct Graph {
    nodes: Vec<Node>,
    /// Each undirected edge once, or the edges of the generation tree.
    edges: Vec<(u32, u32)>,
    truncated: bool,
}

struct Node {
    text: String,
    from_start: u32,
    to_goal: Option<u32>,
    goal: bool,
}

/// Writes everything that can be reached from `at`, up to `most` states; in the order of the paper the
/// generation tree, otherwise the whole graph.
pub(super) fn write<S: Packs>(
    space: &S,
    rules: &Rules,
    at: &[u16],
    format: GraphFormat,
    most: usize,
    text: &dyn Fn(&[u16]) -> String,
    out: &mut dyn Write,
) -> io::Result<GraphSize> {
    let graph = gather(space, rules, at, most, text);
    match format {
        GraphFormat::Dot => write_dot(&graph, rules, out)?,
        GraphFormat::GraphMl => write_graphml(&graph, out)?,
        GraphFormat::CsvNodes => write_nodes(&graph, out)?,
        GraphFormat::CsvEdges => write_edges(&graph, out)?,
    }
    Ok(GraphSize {
        nodes: graph.nodes.len() as u64,
        edges: graph.edges.len() as u64,
        truncated: graph.truncated,
    })
}

fn gather<S: Packs>(
    space: &S,
    rules: &Rules,
    at: &[u16],
    most: usize,
    text: &dyn Fn(&[u16]) -> String,
) -> Graph {
    let space = space.with(Hints::default());
    let (start, first) = (space.pack(rules, at), text(at));
    let mut number: HashMap<S::State, u32> = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    let mut depths = vec![0u32];
    let mut edges = Vec::new();
    let mut truncated = false;
    let mut at = 0;
    while at < states.len() {
        let from = at as u32;
        space.expand(states[at], |_, next| {
            let known = number.get(&next).copied();
            match known {
                None if states.len() >= most => truncated = true,
                None => {
                    let to = states.len() as u32;
                    number.insert(next, to);
                    states.push(next);
                    depths.push(depths[from as usize] + 1);
                    edges.push((from, to));
                }
                // The tree has the first edge to each node only; the graph each edge from its older end.
                Some(to) if to > from && !rules.asked.paper_order => edges.push((from, to)),
                Some(_) => {}
            }
        });
        at += 1;
    }
    let mut to_goal: Vec<Option<u32>> = vec![None; states.len()];
    let mut queue = VecDeque::new();
    for (i, &state) in states.iter().enumerate() {
        if space.is_goal(state) {
            to_goal[i] = Some(0);
            queue.push_back(i);
        }
    }
    while let Some(i) = queue.pop_front() {
        let next_distance = to_goal[i].map(|d| d + 1);
        space.expand(states[i], |_, next| {
            if let Some(&next) = number.get(&next)
                && to_goal[next as usize].is_none()
            {
                to_goal[next as usize] = next_distance;
                queue.push_back(next as usize);
            }
        });
    }
    if truncated {
        // Ways through states that were left out may be shorter: better no distance than a wrong one.
        to_goal.fill(None);
    }
    let nodes = states
        .iter()
        .enumerate()
        .map(|(i, &state)| Node {
            // Interchangeable pieces have no letters of their own in a state; the start keeps those it has.
            text: if i == 0 { first.clone() } else { text(&space.unpack(rules, state)) },
            from_start: depths[i],
            to_goal: to_goal[i],
            goal: space.is_goal(state),
        })
        .collect();
    Graph { nodes, edges, truncated }
}

fn optional(value: Option<u32>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn write_dot(graph: &Graph, rules: &Rules, out: &mut dyn Write) -> io::Result<()> {
    let (head, arrow) = if rules.asked.paper_order { ("digraph", "->") } else { ("graph", "--") };
    writeln!(out, "{head} klotski {{\n  node [shape=box, fontname=\"monospace\"];")?;
    for (i, node) in graph.nodes.iter().enumerate() {
        let label = node.text.replace('\\', "\\\\").replace('"', "\\\"").replace(['/', '\n'], "\\n");
        let style = match (i, node.goal) {
            (0, _) => ", style=bold",
            (_, true) => ", style=filled",
            _ => "",
        };
        let to_goal = node.to_goal.map_or_else(String::new, |d| format!(", to_goal={d}"));
        writeln!(out, "  {i} [label=\"{label}\", from_start={}{to_goal}{style}];", node.from_start)?;
    }
    for (a, b) in &graph.edges {
        writeln!(out, "  {a} {arrow} {b};")?;
    }
    writeln!(out, "}}")
}

fn write_graphml(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (id, kind) in [("board", "string"), ("from_start", "int"), ("to_goal", "int"), ("goal", "boolean")] {
        writeln!(out, "  <key id=\"{id}\" for=\"node\" attr.name=\"{id}\" attr.type=\"{kind}\"/>")?;
    }
    writeln!(out, "  <graph id=\"klotski\" edgedefault=\"undirected\">")?;
    for (i, node) in graph.nodes.iter().enumerate() {
        let board = node.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        write!(out, "    <node id=\"n{i}\"><data key=\"board\">{board}</data>")?;
        write!(out, "<data key=\"from_start\">{}</data>", node.from_start)?;
        if let Some(distance) = node.to_goal {
            write!(out, "<data key=\"to_goal\">{distance}</data>")?;
        }
        writeln!(out, "<data key=\"goal\">{}</data></node>", node.goal)?;
    }
    for (i, (a, b)) in graph.edges.iter().enumerate() {
        writeln!(out, "    <edge id=\"e{i}\" source=\"n{a}\" target=\"n{b}\"/>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

fn write_nodes(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "id,board,from_start,to_goal,goal")?;
    for (i, node) in graph.nodes.iter().enumerate() {
        let board = node.text.replace('"', "\"\"");
        writeln!(out, "{i},\"{board}\",{},{},{}", node.from_start, optional(node.to_goal), node.goal)?;
    }
    Ok(())
}

fn write_edges(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "source,target,source_from_start,target_from_start")?;
    for &(a, b) in &graph.edges {
        let depth = |i: u32| graph.nodes[i as usize].from_start;
        writeln!(out, "{a},{b},{},{}", depth(a), depth(b))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;

    fn export(setup: &Setup, format: GraphFormat, most: usize) -> (String, GraphSize) {
        let mut out = Vec::new();
        let board = KlotskiEntry.open(setup).unwrap();
        let size = board.write_graph(format, most, &mut out).unwrap().unwrap();
        (String::from_utf8(out).unwrap(), size)
    }

    #[test]
    fn every_format_has_every_state_and_edge() {
        let usual = Setup::level(USUAL).with("metric", "steps");
        let (nodes, size) = export(&usual, GraphFormat::CsvNodes, usize::MAX);
        assert_eq!((size.nodes, size.edges, size.truncated), (25_955, 41_948, false));
        assert_eq!(nodes.lines().count(), 25_956);
        // The start is 116 steps from the goal, and 964 states are goals.
        assert!(nodes.lines().nth(1).unwrap().ends_with(",0,116,false"));
        assert_eq!(nodes.lines().filter(|line| line.ends_with(",0,true")).count(), 964);
        let (edges, _) = export(&usual, GraphFormat::CsvEdges, usize::MAX);
        assert_eq!(edges.lines().count(), 41_949);
        let (dot, size) = export(&usual, GraphFormat::Dot, 50);
        assert!(size.truncated && size.nodes == 50 && !dot.contains("to_goal"));
        assert_eq!(dot.matches(" -- ").count() as u64, size.edges);
        let odd = Setup::level("<&/\".").with("goal", "../.&");
        let (xml, size) = export(&odd, GraphFormat::GraphMl, usize::MAX);
        assert!(xml.contains("&lt;&amp;/\"."), "{xml}");
        assert_eq!(xml.matches("<node ").count() as u64, size.nodes);
        let (dot, _) = export(&odd, GraphFormat::Dot, usize::MAX);
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
