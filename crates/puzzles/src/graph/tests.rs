use super::*;
use crate::{Setup, catalogue};
use std::collections::BTreeSet;
use std::time::Duration;
use telusur_search::Limits;

const WHOLE: GraphOptions = GraphOptions { format: GraphFormat::Dot, symmetric: false, tree: false };

fn limited(puzzle: &str, setup: &Setup, options: GraphOptions, limits: Limits) -> (String, GraphSize) {
    let (mut out, mut unobserved) = (Vec::new(), ());
    let board = catalogue::find(puzzle).unwrap().open(setup).unwrap();
    let task = Task { limits, ..Task::new(&mut unobserved) };
    let size = write_graph(&*board, options, task, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), size)
}

fn export(puzzle: &str, setup: &Setup, format: GraphFormat, most: u64) -> (String, GraphSize) {
    limited(puzzle, setup, GraphOptions { format, ..WHOLE }, Limits::none().with_states(most))
}

/// Levels of every puzzle, and whether their moves can be taken back.
fn levels() -> Vec<(&'static str, Setup, bool)> {
    vec![
        ("hanoi", Setup::default().with("discs", "5"), true),
        ("hanoi", Setup::default().with("discs", "5").with("rule", "cyclic"), false),
        ("stones", Setup::level("3 4 5"), false),
        ("water", Setup::level("1 2 2 1 | 2 1 1 2 | -"), false),
        ("klotski", Setup::level("ab/.c").with("goal", "b./.."), true),
        ("tiles", Setup::level("1 2 3/4 . 5"), true),
    ]
}

/// The lines of a table without its head.
fn rows(table: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let mut quoted = false;
        let inner = |c: char| {
            quoted ^= c == '"';
            c == ',' && !quoted
        };
        line.split(inner).map(|cell| cell.trim_matches('"').to_owned()).collect()
    };
    table.lines().skip(1).map(cells).collect()
}

/// The graph of a level by playing every move of every position, without the code that numbers states.
#[test]
fn graphs_of_all_puzzles_are_what_playing_gives() {
    for (puzzle, setup, reversible) in levels() {
        let what = format!("{puzzle} {:?}", setup.level);
        let board = catalogue::find(puzzle).unwrap().open(&setup).unwrap();
        let (nodes, size) = export(puzzle, &setup, GraphFormat::CsvNodes, u64::MAX);
        let (edges, _) = export(puzzle, &setup, GraphFormat::CsvEdges, u64::MAX);
        let (nodes, edges) = (rows(&nodes), rows(&edges));
        assert_eq!((nodes.len() as u64, edges.len() as u64), (size.nodes, size.edges), "{what}");
        assert_eq!((nodes[0][1].as_str(), nodes[0][2].as_str()), (board.text().as_str(), "0"), "{what}");
        let mut arrows: BTreeSet<(String, String)> = BTreeSet::new();
        for edge in &edges {
            let [from, to] = [&edge[0], &edge[1]].map(|id| nodes[id.parse::<usize>().unwrap()][1].clone());
            if reversible {
                arrows.insert((to.clone(), from.clone()));
            }
            arrows.insert((from, to));
        }
        if puzzle == "klotski" {
            // Equal pieces change places, so the texts of one state differ. The positions are a ring.
            assert_eq!((size.nodes, size.edges), (12, 12), "{what}");
            continue;
        }
        let mut played = BTreeSet::new();
        for node in &nodes {
            let at = catalogue::find(puzzle)
                .unwrap()
                .open(&Setup { level: Some(node[1].clone()), ..setup.clone() })
                .unwrap();
            let is_end = matches!(at.status(), Status::Solved | Status::Over { .. } | Status::Drawn);
            assert_eq!(node[4], is_end.to_string(), "{what}: {}", node[1]);
            for text in at.moves() {
                let next = at.play(&text).unwrap().text();
                if next != node[1] {
                    played.insert((node[1].clone(), next));
                }
            }
        }
        assert_eq!(arrows, played, "{what}");
        let verdicts =
            nodes.iter().filter(|node| node.len() == 6 && ["win", "loss"].contains(&node[5].as_str()));
        assert_eq!(verdicts.count(), if puzzle == "stones" { nodes.len() } else { 0 }, "{what}");
    }
}

#[test]
fn formats_agree_and_name_their_edges() {
    for (puzzle, setup, reversible) in levels() {
        let (dot, size) = export(puzzle, &setup, GraphFormat::Dot, u64::MAX);
        assert!(dot.starts_with(if reversible { "graph " } else { "digraph " }), "{puzzle}");
        let arrow = if reversible { " -- " } else { " -> " };
        assert_eq!(dot.matches(arrow).count() as u64, size.edges, "{puzzle}");
        assert_eq!(dot.matches("[label=").count() as u64, size.nodes, "{puzzle}");
        assert!(!dot.contains("partial"), "{puzzle}");
        let (xml, same) = export(puzzle, &setup, GraphFormat::GraphMl, u64::MAX);
        assert_eq!(same, size);
        assert_eq!(xml.matches("<node ").count() as u64, size.nodes, "{puzzle}");
        assert_eq!(xml.matches("<edge ").count() as u64, size.edges, "{puzzle}");
        assert!(xml.contains(if reversible { "\"undirected\"" } else { "\"directed\"" }), "{puzzle}");
        assert!(xml.contains("<data key=\"partial\">false</data>"), "{puzzle}");
        // The same level gives the same file.
        assert_eq!(export(puzzle, &setup, GraphFormat::GraphMl, u64::MAX).0, xml);
    }
}

#[test]
fn a_part_says_that_it_is_one() {
    for (puzzle, setup, _) in levels() {
        let (dot, size) = export(puzzle, &setup, GraphFormat::Dot, 5);
        assert_eq!((size.nodes, size.stopped), (5, Some(Limit::States(5))), "{puzzle}");
        assert!(
            dot.contains("partial=true") && !dot.contains("to_goal") && !dot.contains("verdict"),
            "{dot}"
        );
        let (xml, _) = export(puzzle, &setup, GraphFormat::GraphMl, 5);
        assert!(xml.contains("<data key=\"partial\">true</data>"), "{xml}");
    }
}

#[test]
fn a_tree_has_one_way_to_each_position_and_symmetry_fewer_positions() {
    for (puzzle, setup, _) in levels() {
        let (dot, size) = limited(puzzle, &setup, GraphOptions { tree: true, ..WHOLE }, Limits::none());
        assert_eq!(size.edges, size.nodes - 1, "{puzzle}");
        assert!(dot.starts_with("digraph"), "{puzzle}");
    }
    let setup = Setup::level("3 4 5");
    let (_, all) = limited("stones", &setup, WHOLE, Limits::none());
    let (_, fewer) = limited("stones", &setup, GraphOptions { symmetric: true, ..WHOLE }, Limits::none());
    assert!(all.nodes == 4 * 5 * 6 && fewer.nodes < all.nodes, "{} {}", all.nodes, fewer.nodes);
}

#[test]
fn without_memory_or_time_nothing_is_written_and_the_limit_is_named() {
    let usual = Setup::default();
    for limits in [Limits::none().with_bytes(100_000), Limits::none().within(Duration::ZERO)] {
        for (_, format) in GraphFormat::ALL {
            let (text, size) = limited("klotski", &usual, GraphOptions { format, ..WHOLE }, limits.clone());
            assert_eq!((text.as_str(), size.nodes, size.edges), ("", 0, 0));
            assert!(matches!(size.stopped, Some(Limit::Bytes(100_000) | Limit::Time(Duration::ZERO))));
        }
    }
    let huge = catalogue::find("hanoi").unwrap().open(&Setup::default().with("discs", "1000")).unwrap();
    let refused = write_graph(&*huge, WHOLE, Task::new(&mut ()), &mut io::sink());
    assert!(matches!(refused, Err(GraphError::Unlisted(Unreached::Unlisted))), "{refused:?}");
}

/// Known counts of the usual level, and texts that the formats must not mistake for their own signs.
#[test]
fn sliding_blocks_have_every_state_and_edge() {
    let usual = Setup::level("aBBb/aBBb/cdde/cfge/h..i").with("metric", "steps");
    let (nodes, size) = export("klotski", &usual, GraphFormat::CsvNodes, u64::MAX);
    assert_eq!((size.nodes, size.edges, size.stopped), (25_955, 41_948, None));
    assert_eq!(nodes.lines().count(), 25_956);
    // The start is 116 steps from the goal, and 964 states are goals.
    assert!(nodes.lines().nth(1).unwrap().ends_with(",0,116,false"));
    assert_eq!(nodes.lines().filter(|line| line.ends_with(",0,true")).count(), 964);
    let odd = Setup::level("<&/\".").with("goal", "../.&");
    let (xml, _) = export("klotski", &odd, GraphFormat::GraphMl, u64::MAX);
    assert!(xml.contains("&lt;&amp;/\"."), "{xml}");
    let (dot, _) = export("klotski", &odd, GraphFormat::Dot, u64::MAX);
    assert!(dot.contains("label=\"<&\\n\\\".\""), "{dot}");
}

#[test]
fn formats_have_names_and_endings() {
    assert_eq!(GraphFormat::named("graphml"), Some(GraphFormat::GraphMl));
    assert_eq!(GraphFormat::named("Dot"), None);
    for (name, format) in [
        ("a.dot", Some(GraphFormat::Dot)),
        ("folder/a.gv", Some(GraphFormat::Dot)),
        ("a.graphml", Some(GraphFormat::GraphMl)),
        ("nodes.csv", Some(GraphFormat::CsvNodes)),
        ("a-edges.csv", Some(GraphFormat::CsvEdges)),
        ("a.csv", None),
        ("a.png", None),
        ("", None),
    ] {
        assert_eq!(GraphFormat::of_file(name), format, "{name}");
    }
}
