//! Who wins, without search: the theory of piles, for piles of any size.
//!
//! **Normal play.** A pile is worth its Grundy value; the mover loses exactly when the XOR of all values is 0.
//! - Any number may be taken (Nim): the value is the size.
//! - `a` to `b` may be taken: the value is `(n mod (a + b)) / a`, rounded down; for `1` to `k` it is
//!   `n mod (k + 1)`.
//! - Any other set: the sequence of values repeats, and [`Periodic`] proves from where and with which period.
//!
//! **Misère** (who takes last loses). Each pile is *fickle* or *firm*, and the rule is: while some pile is
//! firm, the mover loses exactly when the XOR is 0, as in normal play; when all are fickle (their values are
//! 0 and 1), he loses exactly when it is 1. This is proved for a take set if every pile keeps these promises:
//! 1. A pile without moves is fickle with value 0.
//! 2. A pile with value 2 or more is firm, and has a move to a firm 0 or a fickle 1, and one to a firm 1 or a
//!    fickle 0.
//! 3. A pile with value 0 or 1 is firm if it has no move to a fickle pile; else it is fickle, all its moves go
//!    to fickle piles or to values of 2 and more, and if it is a 0 one of them goes to a fickle 1.
//!
//! Why that suffices. *From a lost position no move keeps it lost for the other:* among fickle piles a move
//! flips the XOR, or leaves a firm pile and an XOR of at least 2 (promise 3); with firm piles the XOR leaves 0,
//! and the only firm pile, whose value then is 0 or 1, can't become fickle (promise 3). *From a won position
//! some move leaves a lost one:* if all are fickle with XOR 0, and not all stuck, a fickle 1 can become a
//! fickle 0 or, if there is none, a fickle 0 can become a fickle 1. If some pile is firm, the usual Nim move to
//! XOR 0 serves unless it makes the last firm pile fickle; that pile's value was 2 or more, and promise 2 gives
//! it another move, to a firm pile of the same value or to the other fickle value.
//!
//! Ferguson (1974) showed that no take set breaks these promises.

use super::game::Take;
use super::rules::Rules;
use super::take::TakeSet;
use telusur_search::game::grundy::mex;
use telusur_search::game::periodic::Periodic;
use telusur_search::{Deadline, Limit, Limits, Run};

/// Work that the hunt for a period may cost: values times takes.
const MOST_WORK: usize = 1 << 26;
/// Values that the hunt may keep.
const MOST_VALUES: usize = 1 << 22;
/// Values that are kept where no period was found.
const MOST_BEGINNING: usize = 1 << 15;

/// What a pile is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Its Grundy value.
    pub value: u64,
    /// Whether it keeps the rule of normal play when the last stone loses; fickle piles turn it round.
    pub is_firm: bool,
}

/// The values of piles under a take set.
#[derive(Clone, Debug)]
pub enum Theory {
    /// By remainder, for all takes from the first number to the second.
    Range(u64, u64),
    /// They repeat; and preperiod and period of the Grundy values alone, which may begin to repeat earlier.
    Sequence(Periodic<Worth>, (u64, u64)),
    /// No period showed within the work allowed: the first values only.
    Beginning(Vec<Worth>),
}

impl Theory {
    /// The theory of a take set, if the hunt for a period ends in time.
    ///
    /// # Errors
    /// If the deadline comes first.
    pub fn new(takes: &TakeSet, deadline: &Deadline) -> Result<Self, Limit> {
        match takes {
            TakeSet::Range(first, last) => Ok(Theory::Range(*first, *last)),
            TakeSet::List(takes) => sequence(takes, deadline),
        }
    }

    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Theory::Range(..) => 0,
            Theory::Sequence(worths, _) => size_of_val(worths.first_values()),
            Theory::Beginning(worths) => size_of_val(&**worths),
        }
    }

    /// Preperiod and period of the Grundy values; `None` where none was found.
    #[must_use]
    pub fn period(&self) -> Option<(u64, u64)> {
        match self {
            Theory::Range(first, last) => Some((0, first + last)),
            Theory::Sequence(_, period) => Some(*period),
            Theory::Beginning(_) => None,
        }
    }

    /// Preperiod and period of what piles are worth, firm or fickle included, which may begin to repeat later.
    pub(super) fn full_period(&self) -> Option<(u64, u64)> {
        match self {
            Theory::Sequence(worths, _) => Some(repeats(worths)),
            // Fickle or firm depends on the remainder alone.
            _ => self.period(),
        }
    }

    /// What a pile is worth; `None` for large piles where no period was found.
    #[must_use]
    pub fn worth(&self, pile: u64) -> Option<Worth> {
        match self {
            Theory::Range(first, last) => {
                // The promises, checked by remainder: below `a` the value is 0, below `2a` it is 1, and a move
                // by `t` leads from remainder `r` to `r - t` or to `r - t + a + b`. A 0 reaches `r + a` to
                // `r + b`: fickle ones and firm values above. A 1 reaches 0 to `r - a`, fickle zeros, and
                // values from 2 on. A larger value reaches an unbroken run of remainders from below `a` to at
                // least `a`.
                let value = pile % (first + last) / first;
                Some(Worth { value, is_firm: value >= 2 })
            }
            Theory::Sequence(worths, _) => Some(worths.get(pile)),
            Theory::Beginning(worths) => worths.get(usize::try_from(pile).ok()?).copied(),
        }
    }
}

impl Rules {
    /// The XOR of the piles' Grundy values; `None` for large piles where no period was found.
    #[must_use]
    pub fn xor(&self, piles: &[u64]) -> Option<u64> {
        Some(self.total(piles)?.xor)
    }

    /// Whether any of these piles is firm.
    pub(super) fn any_firm(&self, piles: &[u64]) -> bool {
        self.total(piles).is_some_and(|total| total.firm > 0)
    }

    /// Whether the player to move wins; `None` if only search can tell.
    #[must_use]
    pub fn wins(&self, piles: &[u64]) -> Option<bool> {
        Some(self.total(piles)?.wins(self.misere))
    }

    /// Every winning move as pile (from 0) and stones to take; `None` if only search can tell.
    #[must_use]
    pub fn winning_moves(&self, piles: &[u64]) -> Option<Vec<Take>> {
        let total = self.total(piles)?;
        let mut winning = Vec::new();
        for (i, &pile) in piles.iter().enumerate() {
            let mut others = total;
            others.remove(self.theory().worth(pile)?);
            let tried = match &self.takes {
                // Perhaps too many takes to try them all: the pile must become the others' XOR, or one beside it.
                TakeSet::Range(1, last) => takes_to(pile, [others.xor, others.xor ^ 1], last + 1),
                few => few.from_pile(pile).collect(),
            };
            for take in tried {
                let mut after = others;
                after.add(self.theory().worth(pile - take)?);
                if !after.wins(self.misere) {
                    winning.push((i, take));
                }
            }
        }
        Some(winning)
    }

    fn total(&self, piles: &[u64]) -> Option<Total> {
        let mut total = Total::default();
        for &pile in piles {
            total.add(self.theory().worth(pile)?);
        }
        Some(total)
    }
}

/// Takes from a pile that leave one of the two values, where a pile is worth its remainder.
fn takes_to(pile: u64, values: [u64; 2], modulus: u64) -> Vec<u64> {
    let values = values.into_iter().filter(|&value| value < modulus);
    let takes = values.map(|value| (pile % modulus + modulus - value) % modulus);
    let mut takes: Vec<u64> = takes.filter(|take| (1..=pile).contains(take)).collect();
    takes.sort_unstable();
    takes
}

/// What decides: the XOR of the values and the number of firm piles.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    xor: u64,
    firm: usize,
}

impl Total {
    fn add(&mut self, worth: Worth) {
        self.xor ^= worth.value;
        self.firm += usize::from(worth.is_firm);
    }

    fn remove(&mut self, worth: Worth) {
        self.xor ^= worth.value;
        self.firm -= usize::from(worth.is_firm);
    }

    fn wins(self, misere: bool) -> bool {
        if misere && self.firm == 0 { self.xor == 0 } else { self.xor != 0 }
    }
}

/// What all piles are worth under a list of takes; the first ones if that does not repeat early enough.
fn sequence(takes: &[u64], deadline: &Deadline) -> Result<Theory, Limit> {
    let mut after: Vec<Worth> = Vec::new();
    let mut next = |piles: &[Worth]| {
        after.clear();
        let possible = takes.iter().take_while(|&&take| take <= piles.len() as u64);
        after.extend(possible.map(|&take| piles[piles.len() - take as usize]));
        judge(&after)
    };
    let window = takes.last().map_or(0, |&take| take as usize);
    let most = MOST_VALUES.min(MOST_WORK / takes.len().max(1));
    let mut limits = Limits::none();
    limits.deadline = deadline.clone();
    if let Some(worths) = Periodic::find(window, most, &mut Run::new(limits), &mut next)? {
        let period = repeats(&worths.map(|worth| worth.value));
        return Ok(Theory::Sequence(worths, period));
    }
    let mut worths = Vec::new();
    while worths.len() < most.min(MOST_BEGINNING) {
        if worths.len().is_multiple_of(64) {
            deadline.check()?;
        }
        let worth = next(&worths);
        worths.push(worth);
    }
    Ok(Theory::Beginning(worths))
}

/// Preperiod and period.
fn repeats<T: Copy + Eq>(sequence: &Periodic<T>) -> (u64, u64) {
    (sequence.preperiod() as u64, sequence.period() as u64)
}

/// The worth of a pile by those that its moves lead to.
fn judge(after: &[Worth]) -> Worth {
    let value = mex(&after.iter().map(|worth| worth.value).collect::<Vec<_>>());
    let is_stuck = after.is_empty();
    Worth { value, is_firm: value >= 2 || !is_stuck && after.iter().all(|worth| worth.is_firm) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(takes: &str, misere: bool) -> Rules {
        Rules::new(TakeSet::parse(takes).unwrap(), misere)
    }

    fn theory(takes: &str) -> Theory {
        Theory::new(&TakeSet::parse(takes).unwrap(), &Deadline::never()).unwrap()
    }

    /// The promises of the module's head, for sets of small takes and some with a long beginning.
    #[test]
    fn every_pile_keeps_its_promises() {
        let sets = (1..1u32 << 9).map(|set| (1..=9).filter(|take| set >> (take - 1) & 1 == 1).collect());
        let others = [vec![1, 4, 9, 16, 25], vec![2, 4, 7], vec![5, 8, 13, 21], vec![3, 10, 17, 40]];
        for takes in sets.chain(others) {
            let takes: Vec<u64> = takes;
            let text = takes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let theory = theory(&text);
            let worth = |pile| theory.worth(pile).unwrap();
            for pile in 0..120 {
                let Worth { value, is_firm } = worth(pile);
                let after: Vec<Worth> =
                    takes.iter().filter(|&&take| take <= pile).map(|take| worth(pile - take)).collect();
                let reaches = |value, is_firm| after.contains(&Worth { value, is_firm });
                let kept = match (value, is_firm) {
                    (0, false) if after.is_empty() => true,
                    (2.., true) => {
                        (reaches(0, true) || reaches(1, false)) && (reaches(1, true) || reaches(0, false))
                    }
                    (0..2, true) => !after.is_empty() && after.iter().all(|worth| worth.is_firm),
                    (0..2, false) => {
                        after.iter().any(|worth| !worth.is_firm)
                            && after.iter().all(|worth| !worth.is_firm || worth.value >= 2)
                            && (value == 1 || reaches(1, false))
                    }
                    _ => false,
                };
                assert!(kept, "take {text}, pile {pile}");
            }
        }
    }

    #[test]
    fn periods_of_the_fact_sheet() {
        for (takes, expected) in [
            ("1-3", (0, 4)),
            ("1,3,4", (0, 7)),
            ("2,3", (0, 5)),
            ("1,4", (0, 5)),
            ("2,4,7", (8, 3)),
            ("1,2,4", (0, 3)),
            ("2,5,7", (0, 22)),
            ("1,4,9,16,25", (34, 34)),
        ] {
            assert_eq!(theory(takes).period(), Some(expected), "{takes}");
        }
    }

    #[test]
    fn without_a_period_small_piles_are_still_known() {
        let squares: Vec<String> = (1..100u64).map(|n| (n * n).to_string()).collect();
        let rules = rules(&squares.join(","), false);
        assert_eq!(rules.theory().period(), None);
        // Lost with one pile of squares: the published sequence begins so.
        let lost: Vec<u64> = (0..60).filter(|&pile| rules.wins(&[pile]) == Some(false)).collect();
        assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57]);
        assert!(rules.wins(&[5000, 4000, 3000]).is_some());
        assert_eq!(rules.wins(&[1_000_000_000_000]), None);
    }

    #[test]
    fn ranges_have_the_values_and_tempers_that_the_definition_gives() {
        for (first, last) in [(1, 1), (1, 2), (1, 3), (1, 7), (2, 2), (2, 3), (2, 7), (3, 4), (5, 5), (4, 9)]
        {
            let theory = theory(&format!("{first}-{last}"));
            let mut piles: Vec<Worth> = Vec::new();
            for pile in 0..200u64 {
                let takes = first..=last;
                let after: Vec<Worth> =
                    takes.filter(|&t| t <= pile).map(|t| piles[(pile - t) as usize]).collect();
                piles.push(judge(&after));
                assert_eq!(theory.worth(pile), piles.last().copied(), "{first}-{last}, pile {pile}");
            }
        }
    }

    #[test]
    fn nim_has_the_values_and_tempers_that_the_definition_gives() {
        let theory = theory("any");
        let mut piles: Vec<Worth> = Vec::new();
        for pile in 0..60 {
            piles.push(judge(&piles));
            assert_eq!(theory.worth(pile), piles.last().copied());
        }
    }

    #[test]
    fn the_misere_rule_of_one_to_three() {
        let rules = rules("1-3", true);
        for piles in [[1u64, 0, 0], [4, 5, 0], [1, 1, 1], [5, 9, 1], [4, 4, 5]] {
            assert_eq!(rules.wins(&piles), Some(false), "{piles:?}");
        }
        for piles in [[0u64, 0, 0], [1, 1, 0], [4, 8, 0], [2, 0, 0], [3, 0, 0], [2, 3, 5]] {
            let sum = piles.iter().fold(0, |sum, pile| sum ^ (pile % 4));
            let firm = piles.iter().any(|pile| pile % 4 >= 2);
            assert_eq!(rules.wins(&piles), Some((sum != 0) == firm), "{piles:?}");
        }
    }
}
