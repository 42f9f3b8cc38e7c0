//! How near a solution comes to the optimum, for people: one to three stars.

use num_bigint::BigUint;

/// The most stars.
pub const MOST_STARS: u8 = 3;

/// Three stars for an optimal solution, two for one that is at most a quarter or two moves longer, one for any other.
///
/// ```
/// use telusur_session::stars;
///
/// assert_eq!([15, 18, 19].map(|made| stars(made, &15u8.into())), [3, 2, 1]);
/// assert_eq!([2, 4, 5].map(|made| stars(made, &2u8.into())), [3, 2, 1]);
/// ```
#[must_use]
pub fn stars(made: u64, optimum: &BigUint) -> u8 {
    let made = BigUint::from(made);
    let near = optimum + (optimum / 4u8).max(2u8.into());
    match () {
        () if made <= *optimum => MOST_STARS,
        () if made <= near => 2,
        () => 1,
    }
}
