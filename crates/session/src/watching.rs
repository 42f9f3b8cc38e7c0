//! A search that was watched, as a tree of text: for terminals and for whoever reads line by line.

use std::collections::{HashMap, HashSet};
use telusur_puzzles::{Language, Watched};
use telusur_search::watch::{Event, Fate, Node, Side};

/// What became of a node in the end.
#[derive(Clone, Copy, Default)]
struct Story {
    /// When it was expanded, from 1.
    expanded: Option<usize>,
    fate: Option<Fate>,
    is_goal: bool,
    /// The limit of the search that begins here.
    limit: Option<u32>,
    is_root: bool,
}

/// Why a node was not followed, or that it waits.
#[must_use]
pub fn fate(fate: Fate, language: Language) -> &'static str {
    let (english, indonesian) = match fate {
        Fate::Open => ("waits in the open list", "menunggu dalam daftar terbuka"),
        Fate::Visited(_) => ("visited before", "sudah dikunjungi"),
        Fate::Shorter(_) => ("a shorter way to a known state", "jalan lebih pendek ke keadaan yang dikenal"),
        Fate::OnPath => ("already on this path", "sudah ada di jalur ini"),
        Fate::DepthLimit => ("depth limit", "batas kedalaman"),
        Fate::BoundLimit => ("f is above the limit", "f melebihi batas"),
        Fate::DeadEnd => ("dead end", "jalan buntu"),
        Fate::TooLong => ("no better than the known solution", "tidak lebih baik dari solusi yang ada"),
    };
    language.choose(english, indonesian)
}

/// The tree in lines, at most so many. Every node has its move, its number in the order of expansion or why it was not
/// expanded, and g, h and f.
#[must_use]
pub fn tree(watched: &Watched, language: Language, most: usize) -> Vec<String> {
    let nodes = &watched.nodes;
    let mut stories = vec![Story::default(); nodes.len()];
    let mut order = 0;
    for event in &watched.events {
        match *event {
            Event::Begin { node, limit } => {
                (stories[node as usize].limit, stories[node as usize].is_root) = (limit, true);
            }
            Event::Expand { node } => {
                order += 1;
                stories[node as usize].expanded = Some(order);
            }
            Event::Generate { node, fate } | Event::Drop { node, why: fate } => {
                stories[node as usize].fate = Some(fate);
            }
            Event::Goal { node } => stories[node as usize].is_goal = true,
            Event::Meet { node, with } => {
                stories[node as usize].is_goal = true;
                stories[with as usize].is_goal = true;
            }
            Event::Layer { .. } => {}
        }
    }
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for (number, node) in (0..).zip(nodes) {
        if let Some(parent) = node.parent {
            children.entry(parent).or_default().push(number);
        }
    }
    let on_path: HashSet<u32> = watched.path.iter().copied().collect();
    let mut lines = Vec::new();
    let roots = (0..).zip(&stories).filter(|(_, story)| story.is_root).map(|(number, _): (u32, _)| number);
    for root in roots {
        // What is on top of the stack comes next, with what stands before it and before its children.
        let mut stack = vec![(root, String::new(), String::new())];
        while let Some((node, before, below)) = stack.pop() {
            if lines.len() >= most {
                let left = language.choose("… more nodes follow", "… simpul lain menyusul");
                lines.push(left.to_owned());
                return lines;
            }
            let own = &nodes[node as usize];
            let text = line(watched, node, &stories[node as usize], on_path.contains(&node), language);
            lines.push(format!("{before}{text}{}", numbers(own)));
            let below_here = children.get(&node).map_or(&[][..], Vec::as_slice);
            for (place, &child) in below_here.iter().enumerate().rev() {
                let is_last = place + 1 == below_here.len();
                let (branch, rest) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                stack.push((child, format!("{below}{branch}"), format!("{below}{rest}")));
            }
        }
    }
    lines
}

/// g, h and f of a node.
fn numbers(node: &Node<telusur_puzzles::watched::MoveText>) -> String {
    match node.bound {
        Some(h) => format!("  g {} + h {h} = {}", node.depth, node.depth.saturating_add(h)),
        None => format!("  g {} + h ∞", node.depth),
    }
}

fn line(watched: &Watched, node: u32, story: &Story, is_on_path: bool, language: Language) -> String {
    let side = watched.nodes[node as usize].side;
    let mut text = match (watched.step(node), side) {
        (Some(step), _) => step.to_owned(),
        (None, Side::Goal) => language.choose("goal", "tujuan").to_owned(),
        (None, Side::Start) => language.choose("start", "awal").to_owned(),
    };
    if let Some(limit) = story.limit {
        text += &language.choose(format!(" (limit {limit})"), format!(" (batas {limit})"));
    }
    if is_on_path {
        text += " ★";
    }
    if let Some(order) = story.expanded {
        text += &format!("  #{order}");
    } else if let Some(why) = story.fate.filter(|_| !story.is_goal) {
        text += &format!("  ({})", fate(why, language));
    }
    if story.is_goal {
        let what = match side {
            Side::Start if watched.algorithm != telusur_search::Algorithm::Bidirectional => {
                language.choose("goal", "tujuan")
            }
            _ => language.choose("the sides meet", "kedua sisi bertemu"),
        };
        text += &format!("  {what}!");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Setup, Task, catalogue};
    use telusur_search::Algorithm;

    fn watched(algorithm: Algorithm, most: usize) -> Watched {
        let tiles = catalogue::find("tiles").unwrap();
        let board = tiles.open(&Setup::level("1 2 3/4 . 6/7 5 8")).unwrap();
        board.watch(most, Task::new(&mut ()).with(algorithm)).unwrap()
    }

    #[test]
    fn a_search_is_a_tree_of_text() {
        let lines = tree(&watched(Algorithm::Astar, 1000), Language::English, 100);
        assert_eq!(
            lines,
            [
                "start ★  #1  g 0 + h 2 = 2",
                "├─ 2  (waits in the open list)  g 1 + h 3 = 4",
                "├─ 4  (waits in the open list)  g 1 + h 3 = 4",
                "├─ 6  (waits in the open list)  g 1 + h 3 = 4",
                "└─ 5 ★  #2  g 1 + h 1 = 2",
                "   ├─ 5  (visited before)  g 2 + h 2 = 4",
                "   ├─ 7  (waits in the open list)  g 2 + h 2 = 4",
                "   └─ 8 ★  goal!  g 2 + h 0 = 2",
            ]
        );
    }

    #[test]
    fn long_trees_are_cut_and_every_language_speaks() {
        let search = watched(Algorithm::Iddfs, 1000);
        let lines = tree(&search, Language::Indonesian, 5);
        assert_eq!((lines.len(), lines[5 - 1].contains("batas"), lines.len()), (6, true, 6));
        assert_eq!(lines[5], "… simpul lain menyusul");
        let all = tree(&search, Language::Indonesian, usize::MAX);
        assert_eq!(all.len(), search.nodes.len());
        assert!(all.iter().any(|line| line.starts_with("awal (batas 2)")), "{all:#?}");
        let both = tree(&watched(Algorithm::Bidirectional, 1000), Language::English, usize::MAX);
        assert_eq!(both.iter().filter(|line| line.contains("the sides meet")).count(), 2);
        assert!(both.iter().any(|line| line.starts_with("goal ★")));
    }
}
