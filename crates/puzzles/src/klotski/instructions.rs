//! The goal and the rules of a level in one line.

use super::options::{Axis, Metric};
use super::rules::{Goal, Rules};
use crate::language::{Text, text};

/// Pieces that are named in a line.
const MOST_NAMED: usize = 6;

/// Where which pieces must get to, how pieces may slide, and what counts.
pub(super) fn instructions(rules: &Rules) -> Text {
    goal(rules).then(&axes(rules)).then(&match rules.asked.metric {
        Metric::Moves => Text::fixed(".", "."),
        Metric::Slides => {
            Text::fixed("; every slide in a straight line counts.", "; setiap geseran lurus dihitung.")
        }
        Metric::Steps => Text::fixed("; every cell counts.", "; setiap petak dihitung."),
    })
}

fn goal(rules: &Rules) -> Text {
    let named = rules.pieces.iter().filter(|piece| rules.classes[piece.class].goal != Goal::Free);
    let letters: Vec<String> = named.map(|piece| piece.letter.to_string()).collect();
    let they = Text::fixed("they", "balok itu");
    let (who_is, who) = match &letters[..] {
        [] => {
            return Text::fixed(
                "Slide blocks as you like: this level has no goal",
                "Geser balok sesukanya: level ini tidak punya tujuan",
            );
        }
        [one] => (text!("block {one} is", "balok {one} berada"), text!("block {one}", "balok {one}")),
        [others @ .., last] if letters.len() <= MOST_NAMED => {
            let others = others.join(", ");
            (text!("blocks {others} and {last} are", "balok {others} dan {last} berada"), they)
        }
        _ => {
            let count = letters.len();
            (text!("{count} of them are", "{count} di antaranya berada"), they)
        }
    };
    let place = match letters.len() {
        1 => Text::fixed(" on its marked place", " di tempatnya yang ditandai"),
        _ => Text::fixed(" on their marked places", " di tempatnya yang ditandai"),
    };
    let goal = Text::fixed("Slide blocks until ", "Geser balok sampai ").then(&who_is).then(&place);
    match rules.doors.contains(&true) {
        true => goal
            .then(&Text::fixed("; only ", "; hanya "))
            .then(&who)
            .then(&Text::fixed(" may pass the door", " yang boleh melewati pintu")),
        false => goal,
    }
}

/// Whether pieces slide along their length only.
fn axes(rules: &Rules) -> Text {
    if rules.asked.axes.along {
        return Text::fixed(
            "; blocks slide only along their length",
            "; balok hanya bergeser searah panjangnya",
        );
    }
    if rules.kinds.iter().any(|kind| kind.axis != Axis::Both) {
        return Text::fixed(
            "; some blocks slide only to the sides, or only up and down",
            "; sebagian balok hanya bergeser ke samping, atau hanya ke atas dan ke bawah",
        );
    }
    Text::default()
}

#[cfg(test)]
mod tests {
    use super::super::KlotskiEntry;
    use crate::{Entry, Language, Setup};

    #[test]
    fn goals_axes_and_metrics_are_said() {
        let said = |level: &str, options: &[(&str, &str)]| {
            let mut setup = Setup::level(level);
            for (name, value) in options {
                setup = setup.with(name, value);
            }
            let line = KlotskiEntry.open(&setup).unwrap().instructions();
            Language::ALL.map(|language| line.in_language(language).to_owned())
        };
        let usual = "aBBb/aBBb/cdde/cfge/h..i";
        assert_eq!(
            said(usual, &[]),
            [
                "Slide blocks until block B is on its marked place.",
                "Geser balok sampai balok B berada di tempatnya yang ditandai."
            ]
        );
        assert!(
            said(usual, &[("metric", "slides")])[0].ends_with("; every slide in a straight line counts.")
        );
        assert!(said(usual, &[("metric", "steps")])[1].ends_with("; setiap petak dihitung."));
        assert!(said(usual, &[("axes", "along")])[0].contains("only along their length"));
        assert!(said(usual, &[("axes", "a=v")])[1].contains("sebagian balok"));
        assert!(said(usual, &[("goal", "none")])[0].contains("no goal"));
        let two = said("ab/..", &[("goal", "../ab")]);
        assert_eq!(two[0], "Slide blocks until blocks a and b are on their marked places.");
        let door = said("a.-", &[("goal", "..a")]);
        assert_eq!(
            door[0],
            "Slide blocks until block a is on its marked place; only block a may pass the door."
        );
    }
}
