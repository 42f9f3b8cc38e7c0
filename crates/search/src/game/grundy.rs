//! Grundy values: games that are sums of independent parts, in normal play (who can't move loses).
//!
//! Every part of such a game is worth as much as a single heap of Nim: the smallest number that none of its
//! moves leads to. The value of a sum is the XOR of its parts' values, and the player to move loses exactly
//! when that is zero (Sprague 1935, Grundy 1939). So a sum is solved part by part, however many parts it has.

use super::settle::{Rule, Settled};
use super::{Game, Halt};
use crate::budget::Limit;
use crate::limits::Limits;
use crate::memory::{Growing, List, Memory};
use crate::run::Run;
use crate::space::State;

/// What the parts of a sum can turn into.
///
/// ```
/// use telusur_search::game::grundy::{Grundy, Parts};
/// use telusur_search::{Limits, Run};
///
/// /// Kayles: knock down one pin or two neighbours, which may split a row.
/// struct Kayles;
///
/// impl Parts for Kayles {
///     type Part = u32;
///     fn options(&self, row: u32, mut visit: impl FnMut(&[u32])) {
///         for hit in 1..=row.min(2) {
///             for left in 0..=row - hit {
///                 visit(&[left, row - hit - left]);
///             }
///         }
///     }
/// }
///
/// let mut kayles = Grundy::new(&Kayles, &Limits::none());
/// assert_eq!(kayles.value(9, &mut Run::unlimited()), Ok(4));
/// assert_eq!(kayles.sum(&[3, 4, 5], &mut Run::unlimited()), Ok(3 ^ 1 ^ 4));
/// ```
pub trait Parts: Sync {
    /// A part of a position.
    type Part: State;

    /// Pushes, for every move in this part, the parts that it leaves.
    fn options(&self, part: Self::Part, visit: impl FnMut(&[Self::Part]));
}

/// A game as a sum with one part: for games that don't fall apart. Only for normal play.
pub struct Whole<'g, G>(pub &'g G);

impl<G: Game> Parts for Whole<'_, G> {
    type Part = G::State;

    fn options(&self, state: G::State, mut visit: impl FnMut(&[G::State])) {
        self.0.expand(state, |_, next| visit(&[self.0.canonical(next)]));
    }
}

/// Grundy values of parts, each computed once.
pub struct Grundy<'p, P: Parts>(Settled<Options<'p, P>>);

impl<'p, P: Parts> Grundy<'p, P> {
    /// No values yet. What is held counts against the bytes of these limits, whoever asks; states and time are those
    /// of each question.
    pub fn new(parts: &'p P, limits: &Limits) -> Self {
        Grundy(Settled::new(Options(parts), limits))
    }

    /// How many parts have been looked at.
    #[must_use]
    pub fn stored(&self) -> u64 {
        self.0.stored()
    }

    /// The value of one part.
    ///
    /// # Errors
    /// If a limit came first or the game can run in a circle.
    pub fn value(&mut self, part: P::Part, run: &mut Run<'_>) -> Result<u64, Halt> {
        self.0.settle(part, run)
    }

    /// The value of a sum of parts: zero exactly if the player to move loses.
    ///
    /// # Errors
    /// If a limit came first or the game can run in a circle.
    pub fn sum(&mut self, parts: &[P::Part], run: &mut Run<'_>) -> Result<u64, Halt> {
        parts.iter().try_fold(0, |sum, &part| Ok(sum ^ self.value(part, run)?))
    }
}

/// The value of a part, by those of the parts that its moves leave.
struct Options<'p, P>(&'p P);

impl<P: Parts> Rule for Options<'_, P> {
    type State = P::Part;
    type Value = u64;
    /// How many parts there are in all options.
    type Sum = usize;

    fn list(&self, part: P::Part, list: &mut Growing<'_, P::Part>) {
        self.0.options(part, |parts| parts.iter().for_each(|&part| list.push(part)));
    }

    fn add(&self, parts: &mut usize, _: u64) -> bool {
        *parts += 1;
        false
    }

    fn value(
        &self,
        part: P::Part,
        parts: usize,
        known: &dyn Fn(P::Part) -> Option<u64>,
        memory: &Memory,
    ) -> Result<u64, Limit> {
        // Options without parts all have the same value: there is at most one value more than there are parts.
        let mut taken = List::filled(false, parts + 1, memory)?;
        self.0.options(part, |parts| {
            take(&mut taken, parts.iter().fold(0, |sum, &part| sum ^ known(part).unwrap_or(0)));
        });
        Ok(least_missing(&taken))
    }
}

/// The smallest number that is not in the list.
#[must_use]
pub fn mex(values: &[u64]) -> u64 {
    // So many values can't fill more than the first so many places.
    let mut taken = vec![false; values.len()];
    values.iter().for_each(|&value| take(&mut taken, value));
    least_missing(&taken)
}

/// Marks a number, if it has a place.
fn take(taken: &mut [bool], value: u64) {
    if let Some(place) = usize::try_from(value).ok().and_then(|value| taken.get_mut(value)) {
        *place = true;
    }
}

fn least_missing(taken: &[bool]) -> u64 {
    taken.iter().position(|&taken| !taken).unwrap_or(taken.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::super::periodic::Periodic;
    use super::super::tests::samples::Round;
    use super::super::{memo, retrograde};
    use super::*;
    use crate::budget::Budget;
    use crate::space::Space;

    /// A row of pins; a move knocks down one or two neighbours (Kayles), or exactly two (Dawson's Kayles).
    struct Pins {
        hits: &'static [u32],
    }

    impl Parts for Pins {
        type Part = u32;
        fn options(&self, row: u32, mut visit: impl FnMut(&[u32])) {
            for &hit in self.hits.iter().filter(|&&hit| hit <= row) {
                for left in 0..=row - hit {
                    visit(&[left, row - hit - left]);
                }
            }
        }
    }

    #[test]
    fn kayles_repeats_with_period_12_after_71() {
        let pins = Pins { hits: &[1, 2] };
        let mut kayles = Grundy::new(&pins, &Limits::none());
        let mut value = |n| kayles.value(n, &mut Run::unlimited()).unwrap();
        let first: Vec<u64> = (0..13).map(&mut value).collect();
        assert_eq!(first, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert!((71..400).all(|n| value(n) == value(n + 12)) && value(70) != value(82));
    }

    #[test]
    fn dawsons_kayles_is_lost_where_it_should_be() {
        let pins = Pins { hits: &[2] };
        let mut dawson = Grundy::new(&pins, &Limits::none());
        let zeros: Vec<u32> = (0..60).filter(|&n| dawson.value(n, &mut Run::unlimited()) == Ok(0)).collect();
        // Dawson's chess with one pin more: there the first player loses with 0, 4, 8, 14, 20, 24, … files.
        assert_eq!(zeros, [0, 1, 5, 9, 15, 21, 25, 29, 35, 39, 43, 55, 59]);
    }

    /// Rows of pins as one game: sorted rows in an array, searched whole.
    struct Rows;

    impl Space for Rows {
        type State = [u8; 4];
        type Move = (u8, u8, u8);
        fn start(&self) -> [u8; 4] {
            [7, 0, 0, 0]
        }
        fn is_goal(&self, rows: [u8; 4]) -> bool {
            rows == [0; 4]
        }
        fn expand(&self, rows: [u8; 4], mut visit: impl FnMut((u8, u8, u8), [u8; 4])) {
            for (i, &row) in rows.iter().enumerate() {
                for hit in 1..=row.min(2) {
                    for left in 0..=row - hit {
                        let mut after = rows;
                        after[i] = left;
                        // Seven pins never make more than four rows.
                        if let Some(free) = (0..4).find(|&j| j != i && after[j] == 0) {
                            after[free] = row - hit - left;
                        }
                        visit((i as u8, hit, left), after);
                    }
                }
            }
        }
        fn canonical(&self, mut rows: [u8; 4]) -> [u8; 4] {
            rows.sort_unstable();
            rows
        }
    }

    impl Game for Rows {}

    #[test]
    fn sums_agree_with_search_of_the_whole_game() {
        let pins = Pins { hits: &[1, 2] };
        let mut kayles = Grundy::new(&pins, &Limits::none());
        let tablebase = retrograde::survey(&Rows, Rows.start(), &mut Run::unlimited()).values.unwrap();
        let whole = Whole(&Rows);
        let mut by_whole = Grundy::new(&whole, &Limits::none());
        assert!(tablebase.len() > 20);
        for (rows, value) in tablebase.positions() {
            let parts = rows.map(u32::from);
            let sum = kayles.sum(&parts, &mut Run::unlimited()).unwrap();
            assert_eq!(value.is_win(), sum != 0, "{rows:?}");
            assert_eq!(by_whole.value(rows, &mut Run::unlimited()), Ok(sum), "{rows:?}");
            let memo = memo::solve(&Rows, rows, &mut Run::unlimited());
            assert_eq!(memo.value, Ok(value));
        }
    }

    /// The Grundy values of all heaps of a subtraction game (take some number in `takes` from a heap). A heap's value
    /// depends on the values of the `max(takes)` heaps below it only.
    fn subtraction(takes: &[u64], most: usize) -> Option<Periodic<u64>> {
        let window = takes.iter().max().map_or(0, |&take| take as usize);
        let rule = |heaps: &[u64]| {
            let below = takes.iter().filter(|&&take| take <= heaps.len() as u64);
            mex(&below.map(|&take| heaps[heaps.len() - take as usize]).collect::<Vec<_>>())
        };
        Periodic::find(window, most, &mut Run::unlimited(), rule).unwrap()
    }

    #[test]
    fn published_periods_of_subtraction_games() {
        let expected: [(&[u64], usize, usize); 9] = [
            (&[1, 2, 3], 0, 4),
            (&[1, 3, 4], 0, 7),
            (&[2, 3], 0, 5),
            (&[1, 4], 0, 5),
            (&[2, 4, 7], 8, 3),
            (&[1, 2, 4], 0, 3),
            (&[2, 5, 7], 0, 22),
            (&[1, 4, 9, 16, 25], 34, 34),
            (&[5], 0, 10),
        ];
        for (takes, preperiod, period) in expected {
            let found = subtraction(takes, 1 << 16).unwrap();
            assert_eq!((found.preperiod(), found.period()), (preperiod, period), "{takes:?}");
        }
        assert_eq!(subtraction(&[], 100).unwrap().get(9), 0);
        assert!(subtraction(&[2, 5, 7], 20).is_none());
    }

    #[test]
    fn the_smallest_missing_number() {
        for (values, least) in
            [(&[][..], 0), (&[0], 1), (&[1, 2], 0), (&[2, 0, 1, 0], 3), (&[0, 1, 3, u64::MAX], 2)]
        {
            assert_eq!(mex(values), least, "{values:?}");
        }
    }

    #[test]
    fn circles_and_limits_are_reported() {
        assert_eq!(
            Grundy::new(&Whole(&Round), &Limits::none()).value(0, &mut Run::unlimited()),
            Err(Halt::Cycle)
        );
        let pins = Pins { hits: &[1, 2] };
        let mut run = Run::new(Budget::default().with_bytes(10_000));
        let mut little = Grundy::new(&pins, &run.limits);
        for question in [5000, 5000, 4000] {
            assert_eq!(little.value(question, &mut run), Err(Halt::Limit(Limit::Bytes(10_000))));
        }
    }

    #[test]
    fn a_question_that_a_limit_ended_can_be_asked_again() {
        let pins = Pins { hits: &[1, 2] };
        let mut kayles = Grundy::new(&pins, &Limits::none());
        for most in [0, 1, 5, 20, 60] {
            let mut run = Run::new(Budget::default().with_states(most));
            assert_eq!(kayles.value(82, &mut run), Err(Halt::Limit(Limit::States(most))));
        }
        let afresh = Grundy::new(&pins, &Limits::none()).value(82, &mut Run::unlimited());
        assert_eq!(kayles.value(82, &mut Run::unlimited()), afresh);
    }
}
