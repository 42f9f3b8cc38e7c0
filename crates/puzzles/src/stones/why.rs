//! The reason for a verdict, in a sentence that a player can check by hand.

use super::rules::Rules;
use super::take::TakeSet;
use crate::language::{Said, said};

/// Piles that a sentence names before it breaks off.
const MOST_NAMED: usize = 8;

/// Why the player to move wins or loses.
pub(super) fn sentence(rules: &Rules, piles: &[u64], wins: bool, winning: &[(usize, u64)]) -> Said {
    if rules.is_over(piles) {
        return match rules.misere {
            false => Said::fixed(
                "no stone can be taken: the player to move has lost",
                "tidak ada batu yang bisa diambil: pemain yang mendapat giliran kalah",
            ),
            true => Said::fixed(
                "no stone can be taken: the other one took the last, so the player to move has won",
                "tidak ada batu yang bisa diambil: lawan mengambil yang terakhir, jadi pemain yang mendapat giliran menang",
            ),
        };
    }
    match rules.theory().wins(piles) {
        Some(_) => by_values(rules, piles, wins, winning),
        None => by_lattice(rules, piles, wins, winning),
    }
}

fn by_values(rules: &Rules, piles: &[u64], wins: bool, winning: &[(usize, u64)]) -> Said {
    let xor = rules.theory().grundy(piles).unwrap_or(0);
    let mut why = values(rules, piles);
    let several = piles.len() != 1;
    if several {
        why = why.then(&said!("; their XOR is {xor}", "; XOR-nya {xor}"));
    }
    if !rules.misere {
        return match winning.first() {
            Some(&m) if wins => {
                let end = Said::fixed(" makes it 0", " menjadikannya 0");
                why.then(&Said::same("; ")).then(&taking(piles, m)).then(&end)
            }
            _ => why.then(&Said::fixed(
                ": every move changes that, and the opponent can make it 0 again",
                ": setiap langkah mengubahnya, dan lawan bisa menjadikannya 0 lagi",
            )),
        };
    }
    let firm = rules.theory().any_firm(piles);
    why = why.then(&match firm {
        true => Said::fixed(
            "; a pile is firm (worth 2 or more), so 0 loses as in normal play",
            "; ada tumpukan kokoh (bernilai 2 atau lebih), jadi 0 kalah seperti permainan biasa",
        ),
        false => Said::fixed(
            "; no pile is firm (worth 2 or more), so with the last stone losing 1 loses",
            "; tidak ada tumpukan kokoh (bernilai 2 atau lebih), jadi bila batu terakhir kalah, 1 yang kalah",
        ),
    });
    match winning.first() {
        Some(&(pile, take)) if wins => {
            let mut after = piles.to_vec();
            after[pile] -= take;
            let left = rules.theory().grundy(&after).unwrap_or(0);
            let (sum, sum_id) = if several { ("their XOR", "XOR-nya") } else { ("it", "nilainya") };
            why.then(&Said::same("; ")).then(&taking(piles, (pile, take))).then(&match firm
                && !rules.theory().any_firm(&after)
            {
                true => said!(
                    " leaves no firm pile and makes {sum} {left}, which then loses",
                    " tidak menyisakan tumpukan kokoh dan menjadikan {sum_id} {left}, yang lalu kalah"
                ),
                false => said!(" makes {sum} {left}", " menjadikan {sum_id} {left}"),
            })
        }
        _ => why.then(&Said::fixed(
            ": every move changes that, and the opponent can bring back a lost position",
            ": setiap langkah mengubahnya, dan lawan bisa mengembalikannya ke posisi kalah",
        )),
    }
}

fn by_lattice(rules: &Rules, piles: &[u64], wins: bool, winning: &[(usize, u64)]) -> Said {
    let rule = match rules.lattice(piles).map(|lattice| lattice.rule()) {
        Some((start, period, _)) => said!(
            "computed and proved: {period} stones more in a pile of {start} or more change no winner",
            "dihitung dan terbukti: {period} batu lagi pada tumpukan {start} atau lebih tidak mengubah pemenang"
        ),
        None => Said::fixed("computed", "dihitung"),
    };
    match winning.first() {
        Some(&m) if wins => rule
            .then(&Said::same("; "))
            .then(&taking(piles, m))
            .then(&Said::fixed(" leaves a lost position", " meninggalkan posisi kalah")),
        _ => rule.then(&Said::fixed(
            "; every move leaves a won position",
            "; setiap langkah meninggalkan posisi menang",
        )),
    }
}

/// What each pile is worth.
fn values(rules: &Rules, piles: &[u64]) -> Said {
    let value = |pile: u64| rules.theory().worth(pile).map_or(0, |worth| worth.value);
    let mut named: Vec<Said> = piles
        .iter()
        .take(MOST_NAMED)
        .map(|&pile| match &rules.takes {
            TakeSet::Any => Said::same(&pile.to_string()),
            TakeSet::Range(1, last) => Said::same(&format!("{pile} mod {} = {}", last + 1, value(pile))),
            TakeSet::Range(first, last) => {
                Said::same(&format!("({pile} mod {}) / {first} = {}", first + last, value(pile)))
            }
            TakeSet::List(_) => {
                let value = value(pile);
                said!("{pile} is worth {value}", "{pile} bernilai {value}")
            }
        })
        .collect();
    if piles.len() > MOST_NAMED {
        let count = piles.len();
        named.push(said!("… ({count} piles)", "… ({count} tumpukan)"));
    }
    let named = Said::join(named, ", ");
    match (&rules.takes, rules.theory().period()) {
        (TakeSet::Any, _) if piles.len() == 1 => {
            Said::fixed("a pile is worth its size, ", "tumpukan bernilai sebesar ukurannya, ").then(&named)
        }
        (TakeSet::Any, _) => {
            Said::fixed("piles are worth their sizes: ", "tumpukan bernilai sebesar ukurannya: ").then(&named)
        }
        (TakeSet::List(_), Some((0, period))) => {
            named.then(&said!(" (values repeat every {period})", " (nilai berulang setiap {period})"))
        }
        (TakeSet::List(_), Some((from, period))) => named.then(&said!(
            " (from {from} on values repeat every {period})",
            " (mulai {from} nilai berulang setiap {period})"
        )),
        _ => named,
    }
}

fn taking(piles: &[u64], (pile, take): (usize, u64)) -> Said {
    let pile = pile + 1;
    match piles.len() {
        1 => said!("taking {take}", "mengambil {take}"),
        _ => said!("taking {take} from pile {pile}", "mengambil {take} dari tumpukan {pile}"),
    }
}
