//! How many positions of a box are lost, counted by theory instead of one by one.

use super::rules::Rules;
use num_bigint::BigUint;

/// Grundy values above this are not counted: the tables would grow large.
const MOST_VALUE: u64 = 255;
/// Piles with a longer beginning and period than this are not counted.
const MOST_SIZES: u64 = 1 << 20;

/// Lost positions among all with at most so many stones in each pile. `None` where theory does not tell, or
/// the values are too many.
pub(super) fn lost_below(rules: &Rules, most: &[u64]) -> Option<BigUint> {
    // How many ways there are to an XOR, for all piles and for fickle piles alone.
    let mut all = vec![BigUint::ZERO; (MOST_VALUE + 1).next_power_of_two() as usize];
    let mut fickle = [BigUint::from(1u8), BigUint::ZERO];
    all[0] = BigUint::from(1u8);
    for &pile in most {
        let (values, of_fickle) = sizes_by_value(rules, pile)?;
        let mut next = vec![BigUint::ZERO; all.len()];
        for (value, count) in values.iter().enumerate().filter(|(_, count)| **count > 0) {
            for (xor, ways) in all.iter().enumerate() {
                next[xor ^ value] += ways * count;
            }
        }
        all = next;
        let [even, odd] = &fickle;
        fickle = [even * of_fickle[0] + odd * of_fickle[1], even * of_fickle[1] + odd * of_fickle[0]];
    }
    let lost = all.swap_remove(0);
    let [even, odd] = fickle;
    Some(if rules.misere { lost - even + odd } else { lost })
}

/// How many pile sizes up to `most` have each Grundy value, and each value while fickle.
fn sizes_by_value(rules: &Rules, most: u64) -> Option<(Vec<u64>, [u64; 2])> {
    let theory = rules.theory();
    let mut values = vec![0u64; MOST_VALUE as usize + 1];
    let mut fickle = [0u64; 2];
    let mut add = |pile: u64, times: u64| {
        let worth = theory.worth(pile).filter(|worth| worth.value <= MOST_VALUE)?;
        values[worth.value as usize] += times;
        if !worth.is_firm {
            *fickle.get_mut(worth.value as usize)? += times;
        }
        Some(())
    };
    match theory.full_period() {
        Some((preperiod, period)) if most >= preperiod + period => {
            if preperiod + period > MOST_SIZES {
                return None;
            }
            (0..preperiod).try_for_each(|pile| add(pile, 1))?;
            let (whole, rest) = ((most + 1 - preperiod) / period, (most + 1 - preperiod) % period);
            (0..period).try_for_each(|i| add(preperiod + i, whole + u64::from(i < rest)))?;
        }
        _ if most > MOST_SIZES => return None,
        _ => (0..=most).try_for_each(|pile| add(pile, 1))?,
    }
    Some((values, fickle))
}
