//! Counting the bits of many words with few operations.

/// Words that are added up side by side, so that the compiler can keep them in one wide register.
const LANES: usize = 4;
type Lanes = [u64; LANES];

/// Adds three numbers of one bit in every bit position: the sum's low bit, and the carry.
#[inline(always)]
fn add(a: Lanes, b: Lanes, c: Lanes) -> (Lanes, Lanes) {
    let mut low = [0; LANES];
    let mut carry = [0; LANES];
    for i in 0..LANES {
        let half = a[i] ^ b[i];
        low[i] = half ^ c[i];
        carry[i] = a[i] & b[i] | half & c[i];
    }
    (low, carry)
}

#[inline(always)]
fn ones(lanes: Lanes) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The number of bits set.
///
/// Processors without an instruction for it need a dozen operations to count a word. So words are first added
/// up, bit position by bit position, into ones, twos, fours and eights, and only the eights are counted.
#[inline(always)]
#[must_use]
pub fn count_bits(words: &[u64]) -> u64 {
    let (mut one, mut two, mut four) = ([0; LANES], [0; LANES], [0; LANES]);
    let mut eights = 0;
    let mut groups = words.chunks_exact(8 * LANES);
    for group in &mut groups {
        let lanes = |i: usize| std::array::from_fn(|lane| group[i * LANES + lane]);
        let (sum, two_a) = add(one, lanes(0), lanes(1));
        let (sum, two_b) = add(sum, lanes(2), lanes(3));
        let (twos, four_a) = add(two, two_a, two_b);
        let (sum, two_a) = add(sum, lanes(4), lanes(5));
        let (sum, two_b) = add(sum, lanes(6), lanes(7));
        let (twos, four_b) = add(twos, two_a, two_b);
        let (fours, eight) = add(four, four_a, four_b);
        (one, two, four) = (sum, twos, fours);
        eights += ones(eight);
    }
    let rest: u64 = groups.remainder().iter().map(|word| u64::from(word.count_ones())).sum();
    8 * eights + 4 * ones(four) + 2 * ones(two) + ones(one) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_and_density_is_counted_right() {
        let mut random = 1u64;
        let mut word = |density: u32| {
            (0..density).fold(u64::MAX, |word, _| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                word & (random ^ random >> 29)
            })
        };
        for len in (0..140).chain([936, 4096]) {
            for density in 0..5 {
                let words: Vec<u64> = (0..len).map(|_| word(density)).collect();
                let plain: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
                assert_eq!(count_bits(&words), plain, "{len} words, density {density}");
            }
        }
    }
}
