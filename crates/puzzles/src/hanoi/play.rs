//! Playing on plain positions (the peg of every disc), shared by boards of all sizes: which moves are refused
//! and why, what proves a level unsolvable, what a position looks like.

use super::rule::PegGraph;
use super::space::Shift;
use super::text::{peg_letter, peg_of_letter, tower_peg};
use crate::board::MoveError;
use crate::language::{Text, text};
use crate::picture::{Item, Picture, Shape};
use crate::play::{Drop, Play};

/// What moves look like.
pub(super) const MOVE_FORM: Text =
    Text::fixed("a move is two pegs such as A>C", "langkah adalah dua tiang seperti A>C");

/// The top disc of every peg.
fn tops(pegs: usize, places: &[u8]) -> Vec<Option<usize>> {
    let mut tops = vec![None; pegs];
    for (disc, &peg) in places.iter().enumerate().rev() {
        tops[usize::from(peg)] = Some(disc);
    }
    tops
}

/// All legal moves with their discs.
pub(super) fn legal(graph: &PegGraph, places: &[u8]) -> Vec<(Shift, usize)> {
    let tops = tops(graph.pegs(), places);
    let on_arc = |arc: Shift| {
        let disc = tops[usize::from(arc.from)]?;
        tops[usize::from(arc.to)].is_none_or(|there| disc < there).then_some((arc, disc))
    };
    graph.arcs().into_iter().filter_map(on_arc).collect()
}

/// Why a text is no legal move.
pub(super) fn refusal(graph: &PegGraph, places: &[u8], text: &str) -> MoveError {
    let unreadable = || MoveError::Unreadable { text: text.chars().take(40).collect(), form: MOVE_FORM };
    let Some((from, to)) = text.split_once('>') else { return unreadable() };
    let (Some(from), Some(to)) = (peg_of_letter(from), peg_of_letter(to)) else { return unreadable() };
    let tops = tops(graph.pegs(), places);
    let (source, target) = (peg_letter(from), peg_letter(to));
    let why = match (tops.get(from), tops.get(to)) {
        (None, _) => text!("there is no peg {source}", "tidak ada tiang {source}"),
        (_, None) => text!("there is no peg {target}", "tidak ada tiang {target}"),
        _ if from == to => Text::fixed("the disc would stay where it is", "cakram akan tetap di tempatnya"),
        (Some(None), _) => text!("peg {source} is empty", "tiang {source} kosong"),
        (Some(Some(disc)), Some(Some(there))) if there < disc => {
            let (disc, there) = (disc + 1, there + 1);
            text!(
                "disc {disc} is larger than disc {there} on peg {target}",
                "cakram {disc} lebih besar daripada cakram {there} di tiang {target}"
            )
        }
        _ if !graph.allows(from, to) => text!(
            "the rule {graph} has no way from {source} to {target}",
            "aturan {graph} tidak punya jalan dari {source} ke {target}"
        ),
        _ => Text::fixed(
            "write it as two capital letters such as A>C",
            "tulis dengan dua huruf besar seperti A>C",
        ),
    };
    MoveError::Illegal { text: text.to_owned(), why }
}

/// Discs of a stack that are named as a place to put another on; taller stacks are aimed at by their upper part.
const MOST_TARGETS: usize = 64;

/// A legal move as a hand makes it: the top disc, taken by itself or by its peg, onto another peg.
pub(super) fn by_hand(places: &[u8], shift: Shift) -> Play {
    // The top disc is the smallest one, and a legal move begins at a peg that has one.
    let disc = places.iter().position(|&peg| peg == shift.from).unwrap_or(0);
    let peg_id = |peg: u8| format!("peg-{}", peg_letter(usize::from(peg)));
    let standing = places.iter().enumerate().filter(|&(_, &peg)| peg == shift.to).take(MOST_TARGETS);
    let targets = standing.map(|(disc, _)| format!("disc-{}", disc + 1));
    Play::onto(
        shift.to_string(),
        vec![format!("disc-{}", disc + 1), peg_id(shift.from)],
        std::iter::once(peg_id(shift.to)).chain(targets).collect(),
    )
    .numbered([u64::from(shift.from) + 1, u64::from(shift.to) + 1])
}

/// The move from the peg of one item to the peg of another.
pub(super) fn attempts(graph: &PegGraph, places: &[u8], grip: &str, drop: &Drop) -> Vec<String> {
    let peg = |id: &str| peg_of_item(graph, places, id);
    let pegs = peg(grip).zip(drop.target().and_then(peg));
    pegs.map(|(from, to)| format!("{}>{}", peg_letter(from), peg_letter(to))).into_iter().collect()
}

/// Returns the peg that an item is, or the one that a disc lies on.
fn peg_of_item(graph: &PegGraph, places: &[u8], id: &str) -> Option<usize> {
    match id.strip_prefix("disc-") {
        Some(disc) => places.get(disc.parse::<usize>().ok()?.checked_sub(1)?).map(|&peg| usize::from(peg)),
        None => peg_of_letter(id.strip_prefix("peg-")?).filter(|&peg| peg < graph.pegs()),
    }
}

/// Returns why no disc can be taken from the peg of an item.
pub(super) fn explain_idle(graph: &PegGraph, places: &[u8], grip: &str) -> Option<Text> {
    let peg = peg_of_item(graph, places, grip)?;
    let letter = peg_letter(peg);
    let Some(top) = places.iter().position(|&on| usize::from(on) == peg).map(|disc| disc + 1) else {
        return Some(text!("peg {letter} is empty", "tiang {letter} kosong"));
    };
    Some(match grip.strip_prefix("disc-").and_then(|disc| disc.parse::<usize>().ok()) {
        Some(disc) if disc > top => {
            text!("disc {top} lies above disc {disc}", "cakram {top} ada di atas cakram {disc}")
        }
        _ => text!(
            "disc {top} fits on no other peg: smaller discs are in the way, or the rule {graph} has no way",
            "cakram {top} tidak muat di tiang lain: terhalang cakram yang lebih kecil, atau aturan {graph} tidak punya jalan"
        ),
    })
}

/// Why no goal can be reached, where that can be seen at once.
pub(super) fn refute(graph: &PegGraph, places: &[u8], goals: &[Vec<u8>]) -> Option<Text> {
    let mut reason = Text::fixed("there is no other peg to go to", "tidak ada tiang lain untuk dituju");
    for goal in goals {
        let differs = |&disc: &usize| places[disc] != goal[disc];
        let largest = (0..places.len()).rev().find(differs)?;
        reason = if graph.pegs() <= 2 && largest > 0 {
            let disc = largest + 1;
            text!(
                "with two pegs disc {disc} never moves: disc 1 always lies on it or in its way",
                "dengan dua tiang cakram {disc} tidak pernah bergerak: cakram 1 selalu di atasnya atau menghalanginya"
            )
        } else {
            let way = |disc: usize| graph.distance(places[disc].into(), goal[disc].into());
            let stuck = (0..places.len()).filter(differs).find(|&disc| way(disc).is_none())?;
            let (from, to) = (peg_letter(places[stuck].into()), peg_letter(goal[stuck].into()));
            let disc = stuck + 1;
            text!(
                "the rule has no way for disc {disc} from peg {from} to peg {to}",
                "aturan tidak punya jalan bagi cakram {disc} dari tiang {from} ke tiang {to}"
            )
        };
    }
    Some(reason)
}

/// The pegs that a whole tower must get to, any of them; none if the goal is some other position.
pub(super) fn target_pegs(goals: &[Vec<u8>]) -> Vec<usize> {
    let towers = goals.iter().filter(|goal| !goal.is_empty()).map(|goal| tower_peg(goal).map(usize::from));
    towers.collect::<Option<_>>().unwrap_or_default()
}

/// How many items the picture has: every peg, every disc, and where the tower must get to.
pub(super) fn items(graph: &PegGraph, discs: usize, goals: &[Vec<u8>]) -> usize {
    graph.pegs() + discs + target_pegs(goals).len()
}

/// What a position looks like: pegs side by side, discs as bars, and the outline of the tower where it must get to.
pub(super) fn picture(graph: &PegGraph, places: &[u8], goals: &[Vec<u8>]) -> Picture {
    const COLUMN: f32 = 10.0;
    let (pegs, discs) = (graph.pegs(), places.len());
    let movable: Vec<usize> = legal(graph, places).into_iter().map(|(_, disc)| disc).collect();
    let height = discs as f32 + 1.0;
    let mut items: Vec<Item> = (0..pegs)
        .map(|peg| (peg, peg_letter(peg)))
        .map(|(peg, letter)| Item {
            id: format!("peg-{letter}"),
            kind: "peg",
            name: text!("peg {letter}", "tiang {letter}"),
            label: letter.to_string(),
            colour: 0,
            shape: Shape::Rect { x: COLUMN * (peg as f32 + 0.5) - 0.25, y: 0.0, w: 0.5, h: height },
            movable: false,
            slot: Some(peg as u16 + 1),
        })
        .collect();
    items.extend(target_pegs(goals).into_iter().map(|peg| {
        let letter = peg_letter(peg);
        Item {
            id: format!("goal-{letter}"),
            kind: "goal",
            name: text!("goal: peg {letter}", "tujuan: tiang {letter}"),
            label: String::new(),
            colour: 0,
            shape: Shape::Rect {
                x: COLUMN * peg as f32 + 0.25,
                y: height - discs as f32,
                w: COLUMN - 0.5,
                h: discs as f32,
            },
            movable: false,
            slot: None,
        }
    }));
    let mut heights = vec![0usize; pegs];
    for (disc, &peg) in places.iter().enumerate().rev() {
        let peg = usize::from(peg);
        // From two units for the smallest to nine and a half for the largest.
        let width = 2.0 + 7.5 * (disc as f32 + 1.0) / discs as f32;
        let number = disc + 1;
        items.push(Item {
            id: format!("disc-{number}"),
            kind: "disc",
            name: text!("disc {number}", "cakram {number}"),
            label: number.to_string(),
            colour: (disc % usize::from(u16::MAX)) as u16,
            shape: Shape::Rect {
                x: COLUMN * (peg as f32 + 0.5) - width / 2.0,
                y: height - 1.0 - heights[peg] as f32,
                w: width,
                h: 1.0,
            },
            movable: movable.contains(&disc),
            slot: None,
        });
        heights[peg] += 1;
    }
    let stacks = (0..pegs).map(|peg| {
        let on = (0..discs).rev().filter(|&disc| usize::from(places[disc]) == peg).map(|disc| disc + 1);
        let letter = peg_letter(peg);
        match heights[peg] {
            0 => text!("peg {letter} is empty", "tiang {letter} kosong"),
            _ => text!("peg {letter} holds, bottom to top, ", "tiang {letter} berisi, dari bawah ke atas, ")
                .then(&runs(on)),
        }
    });
    let description = Text::join(stacks, "; ");
    Picture { width: COLUMN * pegs as f32, height, items, description }
}

/// Stretches of discs that are said of the bottom of a peg, and of its top, where things happen.
const SAID_BELOW: usize = 8;
const SAID_ABOVE: usize = 16;

/// Discs in falling order, with a whole stretch of them said at once: `20 to 9, 7, 2, 1`. Of very many only the first and
/// the last.
fn runs(discs: impl Iterator<Item = usize>) -> Text {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for disc in discs {
        match runs.last_mut() {
            Some((_, last)) if disc + 1 == *last => *last = disc,
            _ => runs.push((disc, disc)),
        }
    }
    let above = runs.len().saturating_sub(SAID_ABOVE).max(SAID_BELOW);
    let left_out: usize =
        runs.iter().take(above).skip(SAID_BELOW).map(|(first, last)| first - last + 1).sum();
    let parts = runs.iter().enumerate().flat_map(|(i, &(first, last))| match first - last {
        _ if i == SAID_BELOW && i < above => vec![text!("{left_out} more", "{left_out} lagi")],
        _ if (SAID_BELOW..above).contains(&i) => Vec::new(),
        // Two or three are said as quickly one by one.
        0..=2 => (last..=first).rev().map(|disc| Text::same(&disc.to_string())).collect(),
        _ => vec![text!("{first} to {last}", "{first} sampai {last}")],
    });
    Text::join(parts, ", ")
}

/// The place of a three-peg position in Sierpinski's triangle of side one; neighbours are all equally far.
///
/// The corners of the triangle are the three towers. The largest disc chooses one of the three smaller triangles in the
/// corners, and so on. All other discs on `b` lets the largest disc go between the other two pegs, so within the triangle
/// of peg `a` the tower on `b` lies on the side that leads to `c`.
pub(super) fn sierpinski(places: &[u8]) -> (f32, f32) {
    let height = 0.75f64.sqrt();
    let mut corners = [(0.5, 0.0), (0.0, height), (1.0, height)];
    for (disc, &peg) in places.iter().enumerate().rev() {
        let a = usize::from(peg).min(2);
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        // Sides of 2^k - 1 edges.
        let shrink = ((disc as f64).exp2() - 1.0) / ((disc as f64 + 1.0).exp2() - 1.0);
        let towards = |corner: usize| {
            let (from, to): ((f64, f64), (f64, f64)) = (corners[a], corners[corner]);
            (from.0 + (to.0 - from.0) * shrink, from.1 + (to.1 - from.1) * shrink)
        };
        let (at_b, at_c) = (towards(c), towards(b));
        corners[b] = at_b;
        corners[c] = at_c;
    }
    (corners[0].0 as f32, corners[0].1 as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_the_rule() {
        let graph = PegGraph::linear(3);
        let places = [0, 1, 1];
        for (text, expected) in [
            ("A>C", "the rule linear has no way from A to C"),
            ("B>A", "disc 2 is larger than disc 1 on peg A"),
            ("C>B", "peg C is empty"),
            ("A>D", "there is no peg D"),
            ("A>A", "stay"),
            ("a>b", "capital letters"),
            ("up", "a move is two pegs"),
            (">", "a move is two pegs"),
            ("", "a move is two pegs"),
        ] {
            let message = refusal(&graph, &places, text).to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
        let moves: Vec<String> = legal(&graph, &places).iter().map(|(m, _)| m.to_string()).collect();
        assert_eq!(moves, ["A>B", "B>C"]);
    }

    #[test]
    fn what_can_never_be_reached() {
        let two = PegGraph::classic(2);
        assert_eq!(refute(&two, &[0], &[vec![1]]), None);
        assert!(refute(&two, &[0, 0], &[vec![1, 1]]).unwrap().contains("two pegs disc 2 never moves"));
        assert_eq!(refute(&two, &[0, 0], &[vec![1, 0]]), None);
        assert!(refute(&PegGraph::classic(1), &[0], &[]).unwrap().contains("no other peg"));
        let one_way = PegGraph::new(3, |a, b| a < b);
        assert!(refute(&one_way, &[1, 2], &[vec![0, 2]]).unwrap().contains("no way for disc 1"));
        assert_eq!(refute(&one_way, &[1, 2], &[vec![0, 2], vec![2, 2]]), None);
    }

    #[test]
    fn sierpinskis_triangle_has_the_towers_in_its_corners_and_equal_edges() {
        let graph = PegGraph::classic(3);
        let discs = 5u32;
        let edge = 1.0 / f64::from((1 << discs) - 1);
        let mut spots = std::collections::BTreeSet::new();
        for number in 0..3usize.pow(discs) {
            let places: Vec<u8> = (0..discs).map(|disc| (number / 3usize.pow(disc) % 3) as u8).collect();
            let at = sierpinski(&places);
            assert!(spots.insert((at.0.to_bits(), at.1.to_bits())), "two positions on one spot");
            for (shift, disc) in legal(&graph, &places) {
                let mut next = places.clone();
                next[disc] = shift.to;
                let to = sierpinski(&next);
                let length = f64::from(to.0 - at.0).hypot(f64::from(to.1 - at.1));
                assert!((length - edge).abs() < 1e-5, "{places:?} {shift}: {length}");
            }
        }
        assert_eq!(sierpinski(&[0; 5]), (0.5, 0.0));
        assert_eq!((sierpinski(&[1; 5]).0, sierpinski(&[2; 5]).0), (0.0, 1.0));
        assert!(sierpinski(&[1; 5]).1 > sierpinski(&[0; 5]).1);
    }

    #[test]
    fn many_discs_are_said_in_few_words() {
        let said = |discs: &[usize]| runs(discs.iter().copied()).to_string();
        assert_eq!(said(&[]), "");
        assert_eq!(said(&[3, 2, 1]), "3, 2, 1");
        assert_eq!(said(&[20, 19, 18, 17, 9, 7, 6, 4, 3, 2, 1]), "20 to 17, 9, 7, 6, 4 to 1");
        let odd: Vec<usize> = (0..1000).rev().map(|i| 2 * i + 1).collect();
        let text = said(&odd);
        assert!(
            text.starts_with("1999, 1997, ")
                && text.contains(", 976 more, 31, 29, ")
                && text.ends_with(", 3, 1"),
            "{text}"
        );
    }

    #[test]
    fn pictures_name_everything() {
        let picture = picture(&PegGraph::classic(3), &[0, 2, 0], &[vec![2; 3]]);
        let names: Vec<&str> = picture.items.iter().map(|item| &*item.name).collect();
        assert_eq!(names, ["peg A", "peg B", "peg C", "goal: peg C", "disc 3", "disc 2", "disc 1"]);
        let movable: Vec<bool> = picture.items.iter().map(|item| item.movable).collect();
        assert_eq!(movable, [false, false, false, false, false, true, true]);
        assert_eq!(
            &*picture.description,
            "peg A holds, bottom to top, 3, 1; peg B is empty; peg C holds, bottom to top, 2"
        );
    }
}
