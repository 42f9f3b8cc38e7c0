//! The reason for a verdict, in a sentence that a player can check by hand.

use super::game::Take;
use super::piles::after;
use super::rules::Rules;
use super::take::TakeSet;
use crate::language::{Text, text};

/// Piles that a sentence names before it breaks off.
const MOST_NAMED: usize = 8;

/// Why the player to move wins, with a move that does, or loses.
pub(super) fn sentence(rules: &Rules, piles: &[u64], winning: Option<Take>) -> Text {
    if rules.is_over(piles) {
        return match rules.misere {
            false => Text::fixed(
                "no stone can be taken: the player to move has lost",
                "tidak ada batu yang bisa diambil: pemain yang mendapat giliran kalah",
            ),
            // Stones may be left that no move takes, and the first player may have had no move at all.
            true => Text::fixed(
                "no stone can be taken: a player who can't move wins here, so the player to move has won",
                "tidak ada batu yang bisa diambil: yang tidak bisa melangkah menang di sini, jadi pemain yang mendapat giliran menang",
            ),
        };
    }
    let xor = rules.xor(piles).unwrap_or(0);
    let mut why = values(rules, piles);
    let several = piles.len() != 1;
    if several {
        why = why.then(&text!("; their XOR is {xor}", "; XOR-nya {xor}"));
    }
    if !rules.misere {
        return match winning {
            Some(m) => why.then(&taking(piles, m)).then(&Text::fixed(" makes it 0", " menjadikannya 0")),
            None => why.then(&Text::fixed(
                ": every move changes that, and the opponent can make it 0 again",
                ": setiap langkah mengubahnya, dan lawan bisa menjadikannya 0 lagi",
            )),
        };
    }
    let firm = rules.any_firm(piles);
    why = why.then(&match firm {
        true => Text::fixed(
            "; a pile is firm (worth 2 or more), so 0 loses as in normal play",
            "; ada tumpukan kokoh (bernilai 2 atau lebih), jadi 0 kalah seperti permainan biasa",
        ),
        false => Text::fixed(
            "; no pile is firm (worth 2 or more), so with the last stone losing 1 loses",
            "; tidak ada tumpukan kokoh (bernilai 2 atau lebih), jadi bila batu terakhir kalah, 1 yang kalah",
        ),
    });
    match winning {
        Some(m) => {
            let after = after(piles, m);
            let left = rules.xor(&after).unwrap_or(0);
            let (sum, sum_id) = if several { ("their XOR", "XOR-nya") } else { ("it", "nilainya") };
            why.then(&taking(piles, m)).then(&match firm && !rules.any_firm(&after) {
                true => text!(
                    " leaves no firm pile and makes {sum} {left}, which then loses",
                    " tidak menyisakan tumpukan kokoh dan menjadikan {sum_id} {left}, yang lalu kalah"
                ),
                false => text!(" makes {sum} {left}", " menjadikan {sum_id} {left}"),
            })
        }
        None => why.then(&Text::fixed(
            ": every move changes that, and the opponent can bring back a lost position",
            ": setiap langkah mengubahnya, dan lawan bisa mengembalikannya ke posisi kalah",
        )),
    }
}

/// What each pile is worth.
fn values(rules: &Rules, piles: &[u64]) -> Text {
    let value = |pile: u64| rules.theory().worth(pile).map_or(0, |worth| worth.value);
    let mut named: Vec<Text> = piles
        .iter()
        .take(MOST_NAMED)
        .map(|&pile| match &rules.takes {
            &TakeSet::ANY => Text::same(&pile.to_string()),
            TakeSet::Range(1, last) => Text::same(&format!("{pile} mod {} = {}", last + 1, value(pile))),
            TakeSet::Range(first, last) => {
                Text::same(&format!("({pile} mod {}) / {first} = {}", first + last, value(pile)))
            }
            TakeSet::List(_) => {
                let value = value(pile);
                text!("{pile} is worth {value}", "{pile} bernilai {value}")
            }
        })
        .collect();
    if piles.len() > MOST_NAMED {
        let count = piles.len();
        named.push(text!("… ({count} piles)", "… ({count} tumpukan)"));
    }
    let named = Text::join(named, ", ");
    match (&rules.takes, rules.theory().period()) {
        (&TakeSet::ANY, _) if piles.len() == 1 => {
            Text::fixed("a pile is worth its size, ", "tumpukan bernilai sebesar ukurannya, ").then(&named)
        }
        (&TakeSet::ANY, _) => {
            Text::fixed("piles are worth their sizes: ", "tumpukan bernilai sebesar ukurannya: ").then(&named)
        }
        (TakeSet::List(_), Some((0, period))) => {
            named.then(&text!(" (values repeat every {period})", " (nilai berulang setiap {period})"))
        }
        (TakeSet::List(_), Some((from, period))) => named.then(&text!(
            " (from {from} on values repeat every {period})",
            " (mulai {from} nilai berulang setiap {period})"
        )),
        _ => named,
    }
}

fn taking(piles: &[u64], (pile, take): Take) -> Text {
    let pile = pile + 1;
    match piles.len() {
        1 => text!("; taking {take}", "; mengambil {take}"),
        _ => text!("; taking {take} from pile {pile}", "; mengambil {take} dari tumpukan {pile}"),
    }
}
