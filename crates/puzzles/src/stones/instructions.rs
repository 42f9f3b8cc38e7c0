//! The goal and the rules of a level in one line.

use super::rules::Rules;
use super::take::TakeSet;
use crate::language::{Text, listed, text};

/// Numbers of a take set that can be said in a line.
const MOST_NUMBERS: usize = 8;

/// What to do in turn, and what the last stone means.
pub(super) fn instructions(rules: &Rules, players: u32) -> Text {
    let turn = match players {
        2 => Text::fixed("Take ", "Ambil "),
        _ => text!("{players} players in turn take ", "{players} pemain bergantian mengambil "),
    };
    let from = Text::fixed(" from one pile; ", " dari satu tumpukan; ");
    let takes_all = rules.takes.least() == 1;
    let (whoever, whoever_id) = match takes_all {
        true => ("takes the last stone", "mengambil batu terakhir"),
        // Some stones may stay where they are.
        false => ("can take nothing more", "tidak bisa mengambil lagi"),
    };
    let (ends, ends_id) = if takes_all == rules.misere { ("loses", "kalah") } else { ("wins", "menang") };
    let end = text!("whoever {whoever} {ends}.", "yang {whoever_id} {ends_id}.");
    turn.then(&takes(&rules.takes)).then(&from).then(&end)
}

/// How many stones may be taken.
fn takes(takes: &TakeSet) -> Text {
    match takes {
        &TakeSet::ANY => Text::fixed("any number of stones", "berapa pun batu"),
        TakeSet::Range(1, 1) => Text::fixed("1 stone", "1 batu"),
        TakeSet::Range(first, last) if first == last => text!("{first} stones", "{first} batu"),
        TakeSet::Range(first, last) => text!("{first} to {last} stones", "{first} sampai {last} batu"),
        TakeSet::List(numbers) if numbers.len() <= MOST_NUMBERS => {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let [english, indonesian] = ["or", "atau"].map(|or| listed(&numbers, or));
            text!("{english} stones", "{indonesian} batu")
        }
        TakeSet::List(numbers) => {
            let first: Vec<String> = numbers.iter().take(MOST_NUMBERS - 2).map(u64::to_string).collect();
            let (first, last) = (first.join(", "), takes.most());
            text!("{first}, … or {last} stones", "{first}, … atau {last} batu")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::StonesEntry;
    use crate::{Entry, Language, Setup};

    #[test]
    fn takes_and_the_last_stone_are_said() {
        let said = |options: &[(&str, &str)]| {
            let mut setup = Setup::level("5 7 9");
            for (name, value) in options {
                setup = setup.with(name, value);
            }
            let line = StonesEntry.open(&setup).unwrap().instructions();
            Language::ALL.map(|language| line.in_language(language).to_owned())
        };
        type Options = &'static [(&'static str, &'static str)];
        let cases: &[(Options, &str, &str)] = &[
            (
                &[],
                "Take 1 to 3 stones from one pile; whoever takes the last stone wins.",
                "Ambil 1 sampai 3 batu dari satu tumpukan; yang mengambil batu terakhir menang.",
            ),
            (
                &[("misere", "true"), ("take", "any")],
                "Take any number of stones from one pile; whoever takes the last stone loses.",
                "Ambil berapa pun batu dari satu tumpukan; yang mengambil batu terakhir kalah.",
            ),
            (
                &[("take", "1,3,4")],
                "Take 1, 3 or 4 stones from one pile; whoever takes the last stone wins.",
                "Ambil 1, 3 atau 4 batu dari satu tumpukan; yang mengambil batu terakhir menang.",
            ),
            (
                &[("take", "2-3")],
                "Take 2 to 3 stones from one pile; whoever can take nothing more loses.",
                "Ambil 2 sampai 3 batu dari satu tumpukan; yang tidak bisa mengambil lagi kalah.",
            ),
            (
                &[("take", "1,3,5,7,9,11,13,15,17,19")],
                "Take 1, 3, 5, 7, 9, 11, … or 19 stones from one pile; whoever takes the last stone wins.",
                "Ambil 1, 3, 5, 7, 9, 11, … atau 19 batu dari satu tumpukan; yang mengambil batu terakhir menang.",
            ),
            (
                &[("players", "3"), ("take", "1")],
                "3 players in turn take 1 stone from one pile; whoever takes the last stone wins.",
                "3 pemain bergantian mengambil 1 batu dari satu tumpukan; yang mengambil batu terakhir menang.",
            ),
        ];
        for (options, english, indonesian) in cases {
            assert_eq!(said(options), [*english, *indonesian], "{options:?}");
        }
    }
}
