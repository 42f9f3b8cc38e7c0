//! The goal and the rules of a level in one line.

use super::play::target_pegs;
use super::rule::PegGraph;
use super::text::{peg_letter, write};
use crate::language::{Text, listed, text};

/// Letters of a position or a rule that can be said in a line.
const MOST_LETTERS: usize = 40;

/// What to do with so many discs on these pegs.
pub(super) fn instructions(graph: &PegGraph, discs: usize, goals: &[Vec<u8>]) -> Text {
    let one = match discs {
        0 => return Text::fixed("There are no discs to move.", "Tidak ada cakram untuk dipindahkan."),
        1 => Text::default(),
        _ => Text::fixed(
            ": one disc at a time, never onto a smaller one",
            ": satu cakram sekali jalan, jangan ke atas yang lebih kecil",
        ),
    };
    goal(graph, discs, goals).then(&one).then(&ways(graph)).then(&Text::fixed(".", "."))
}

/// Where the discs must get to.
fn goal(graph: &PegGraph, discs: usize, goals: &[Vec<u8>]) -> Text {
    let (all, all_id) = match discs {
        1 => ("the disc", "cakram"),
        _ => ("all discs", "semua cakram"),
    };
    let targets = target_pegs(goals);
    let letters: Vec<String> = targets.iter().map(|&peg| peg_letter(peg).to_string()).collect();
    match &letters[..] {
        [] => {
            let goal = goals.first().map(|goal| write(graph.pegs(), goal));
            match goal.filter(|goal| goal.len() <= MOST_LETTERS) {
                Some(goal) => text!("Bring {all} to {goal}", "Susun {all_id} menjadi {goal}"),
                None => text!(
                    "Bring {all} to the position that the option to asks for",
                    "Susun {all_id} menjadi posisi yang diminta pilihan to"
                ),
            }
        }
        [.., _] if letters.len() + 1 == graph.pegs() && letters.len() > 2 => {
            let from = (0..graph.pegs()).find(|peg| !targets.contains(peg)).map_or('A', peg_letter);
            text!("Move {all} to any peg but {from}", "Pindahkan {all_id} ke tiang mana pun selain {from}")
        }
        letters => {
            let [pegs, pegs_id] = ["or", "atau"].map(|or| listed(letters, or));
            text!("Move {all} to peg {pegs}", "Pindahkan {all_id} ke tiang {pegs_id}")
        }
    }
}

/// Between which pegs discs may go, unless between all.
fn ways(graph: &PegGraph) -> Text {
    let pegs = graph.pegs();
    if graph.is_classic() {
        return Text::default();
    }
    if *graph == PegGraph::linear(pegs) {
        return Text::fixed(", and only between neighbouring pegs", ", dan hanya antara tiang bersebelahan");
    }
    if *graph == PegGraph::star(pegs) {
        return Text::fixed(", and only to or from peg B", ", dan hanya ke atau dari tiang B");
    }
    let arcs: Vec<String> = graph.arcs().iter().map(|arc| arc.to_string().replace('>', "→")).collect();
    let (count, arcs) = (arcs.len(), arcs.join(", "));
    match (*graph == PegGraph::cyclic(pegs), arcs.chars().count() <= MOST_LETTERS) {
        (true, true) => text!(", and only one way round ({arcs})", ", dan hanya searah putaran ({arcs})"),
        (true, false) => Text::fixed(", and only one way round", ", dan hanya searah putaran"),
        (false, true) => text!(", and only along {arcs}", ", dan hanya lewat {arcs}"),
        (false, false) => {
            text!(
                ", and only along the {count} ways of the level's rule",
                ", dan hanya lewat {count} jalan dari aturan level ini"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::HanoiEntry;
    use crate::{Entry, Language, Setup};

    fn said(level: &str, options: &[(&str, &str)]) -> [String; 2] {
        let mut setup = Setup::level(level);
        for (name, value) in options {
            setup = setup.with(name, value);
        }
        let line = HanoiEntry.open(&setup).unwrap().instructions();
        Language::ALL.map(|language| line.in_language(language).to_owned())
    }

    #[test]
    fn every_goal_and_rule_is_said() {
        let english = |level: &str, options: &[(&str, &str)]| said(level, options)[0].clone();
        let tower = "3 2 1 | |";
        assert_eq!(
            said(tower, &[]),
            [
                "Move all discs to peg C: one disc at a time, never onto a smaller one.",
                "Pindahkan semua cakram ke tiang C: satu cakram sekali jalan, jangan ke atas yang lebih kecil."
            ]
        );
        assert!(english(tower, &[("to", "any")]).starts_with("Move all discs to peg B or C: "));
        assert!(english("2 1 | | | |", &[("to", "any")]).starts_with("Move all discs to any peg but A: "));
        assert!(english(tower, &[("to", "3 | 2 | 1")]).starts_with("Bring all discs to 3 | 2 | 1: "));
        assert!(english(tower, &[("rule", "linear")]).ends_with(", and only between neighbouring pegs."));
        assert!(english("2 1 | | |", &[("rule", "star")]).ends_with(", and only to or from peg B."));
        assert!(english(tower, &[("rule", "cyclic")]).ends_with(", and only one way round (A→B, B→C, C→A)."));
        assert!(english(tower, &[("rule", "A-B,B>C")]).ends_with(", and only along A→B, B→A, B→C."));
        assert_eq!(english("1 | |", &[]), "Move the disc to peg C.");
        let many = (1..=70).rev().map(|disc| disc.to_string()).collect::<Vec<_>>().join(" ");
        assert!(english(&format!("{many} | | |"), &[]).starts_with("Move all discs to peg D: "));
        for (options, part) in [
            (&[("rule", "linear")], "tiang bersebelahan"),
            (&[("rule", "cyclic")], "searah putaran"),
            (&[("to", "any")], "tiang B atau C"),
        ] {
            assert!(said(tower, options)[1].contains(part), "{:?}", said(tower, options));
        }
    }

    #[test]
    fn the_peg_of_the_goal_is_marked() {
        let marks = |options: &[(&str, &str)]| -> Vec<String> {
            let mut setup = Setup::level("3 2 1 | |");
            for (name, value) in options {
                setup = setup.with(name, value);
            }
            let board = HanoiEntry.open(&setup).unwrap();
            assert_eq!(board.picture().items.len(), board.extent().items);
            let goals = board.picture().items.into_iter().filter(|item| item.kind == "goal");
            goals.map(|item| item.id).collect()
        };
        assert_eq!(marks(&[]), ["goal-C"]);
        assert_eq!(marks(&[("to", "any")]), ["goal-B", "goal-C"]);
        assert_eq!(marks(&[("to", "3 | 2 | 1")]), [""; 0]);
    }
}
