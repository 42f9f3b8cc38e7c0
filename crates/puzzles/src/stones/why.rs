//! The reason for a verdict, in a sentence that a player can check by hand.

use super::rules::Rules;
use super::take::TakeSet;

/// Piles that a sentence names before it breaks off.
const MOST_NAMED: usize = 8;

/// Why the player to move wins or loses.
pub(super) fn sentence(rules: &Rules, piles: &[u64], wins: bool, winning: &[(usize, u64)]) -> String {
    if rules.is_over(piles) {
        return match rules.misere {
            false => "no stone can be taken: the player to move has lost".to_owned(),
            true => {
                "no stone can be taken: the other one took the last, so the player to move has won".to_owned()
            }
        };
    }
    match rules.theory().wins(piles) {
        Some(_) => by_values(rules, piles, wins, winning),
        None => by_lattice(rules, piles, wins, winning),
    }
}

fn by_values(rules: &Rules, piles: &[u64], wins: bool, winning: &[(usize, u64)]) -> String {
    let xor = rules.theory().grundy(piles).unwrap_or(0);
    let mut why = values(rules, piles);
    let (sum, several) = if piles.len() == 1 { ("it", false) } else { ("their XOR", true) };
    if several {
        why += &format!("; their XOR is {xor}");
    }
    if !rules.misere {
        return match winning.first() {
            Some(&m) if wins => format!("{why}; {} makes it 0", taking(piles, m)),
            _ => format!("{why}: every move changes that, and the opponent can make it 0 again"),
        };
    }
    let firm = rules.theory().any_firm(piles);
    let rule = match firm {
        true => "a pile is firm (worth 2 or more), so 0 loses as in normal play",
        false => "no pile is firm (worth 2 or more), so with the last stone losing 1 loses",
    };
    why = format!("{why}; {rule}");
    match winning.first() {
        Some(&(pile, take)) if wins => {
            let mut after = piles.to_vec();
            after[pile] -= take;
            let left = rules.theory().grundy(&after).unwrap_or(0);
            let taking = taking(piles, (pile, take));
            match firm && !rules.theory().any_firm(&after) {
                true => {
                    format!("{why}; {taking} leaves no firm pile and makes {sum} {left}, which then loses")
                }
                false => format!("{why}; {taking} makes {sum} {left}"),
            }
        }
        _ => format!("{why}: every move changes that, and the opponent can bring back a lost position"),
    }
}

fn by_lattice(rules: &Rules, piles: &[u64], wins: bool, winning: &[(usize, u64)]) -> String {
    let rule = match rules.lattice(piles).map(|lattice| lattice.rule()) {
        Some((start, period, _)) => {
            format!("computed and proved: {period} stones more in a pile of {start} or more change no winner")
        }
        None => "computed".to_owned(),
    };
    match winning.first() {
        Some(&m) if wins => format!("{rule}; {} leaves a lost position", taking(piles, m)),
        _ => format!("{rule}; every move leaves a won position"),
    }
}

/// What each pile is worth.
fn values(rules: &Rules, piles: &[u64]) -> String {
    let value = |pile: u64| rules.theory().worth(pile).map_or(0, |worth| worth.value);
    let mut named: Vec<String> = piles
        .iter()
        .take(MOST_NAMED)
        .map(|&pile| match &rules.takes {
            TakeSet::Any => pile.to_string(),
            TakeSet::Range(1, last) => format!("{pile} mod {} = {}", last + 1, value(pile)),
            TakeSet::Range(first, last) => {
                format!("({pile} mod {}) / {first} = {}", first + last, value(pile))
            }
            TakeSet::List(_) => format!("{pile} is worth {}", value(pile)),
        })
        .collect();
    if piles.len() > MOST_NAMED {
        named.push(format!("… ({} piles)", piles.len()));
    }
    let named = named.join(", ");
    match (&rules.takes, rules.theory().period()) {
        (TakeSet::Any, _) if piles.len() == 1 => format!("a pile is worth its size, {named}"),
        (TakeSet::Any, _) => format!("piles are worth their sizes: {named}"),
        (TakeSet::List(_), Some((0, period))) => format!("{named} (values repeat every {period})"),
        (TakeSet::List(_), Some((from, period))) => {
            format!("{named} (from {from} on values repeat every {period})")
        }
        _ => named,
    }
}

fn taking(piles: &[u64], (pile, take): (usize, u64)) -> String {
    if piles.len() == 1 { format!("taking {take}") } else { format!("taking {take} from pile {}", pile + 1) }
}
