//! Making levels: random boards, kept if they can be solved, graded by exact analysis.

use super::space::{Colour, Rule};
use super::text::{Draft, MOST_TUBES, MOST_UNITS, USUAL_CAPACITY};
use super::{GENERATE_OPTIONS, open, option_rule};
use crate::level::{LevelError, Setup, counted};
use crate::making::{GenerateError, Generated, Making, Wish, Work};
use crate::random::Random;
use std::collections::HashSet;

/// Boards drawn until one can be solved.
const DRAWS: usize = 400;
/// Solvable boards graded until one is as hard as wished.
const GRADED: usize = 24;
/// States that all searches for one level may use together.
pub(super) const MOST_WORK: u64 = 1 << 23;

/// What a wish asks for, with everything filled in.
pub(super) struct Order {
    pub(super) colours: usize,
    pub(super) capacity: usize,
    pub(super) empties: usize,
    pub(super) rule: Rule,
}

impl Order {
    fn read(wish: &Wish, difficulty: u8) -> Result<Order, LevelError> {
        let setup = wish.setup(GENERATE_OPTIONS)?;
        let order = Order {
            colours: setup.number("colours", 1..=MOST_TUBES - 1)?.unwrap_or(2 + usize::from(difficulty)),
            capacity: setup.number("capacity", 1..=MOST_UNITS)?.unwrap_or(USUAL_CAPACITY),
            empties: setup.number("empties", 0..=MOST_TUBES - 1)?.unwrap_or(2),
            rule: option_rule(&setup)?,
        };
        if order.colours + order.empties > MOST_TUBES {
            return Err(LevelError::new(
                format!("{} colours and {} empty tubes are too many", order.colours, order.empties),
                format!("use at most {MOST_TUBES} tubes in all"),
            ));
        }
        Ok(order)
    }

    /// A random board: full tubes and empty ones.
    pub(super) fn draw(&self, random: &mut Random) -> Draft {
        let mut units: Vec<u8> =
            (0..self.colours * self.capacity).map(|i| (i / self.capacity) as u8 + 1).collect();
        random.shuffle(&mut units);
        let mut tubes: Vec<Vec<u8>> = units.chunks(self.capacity).map(<[u8]>::to_vec).collect();
        tubes.resize(self.colours + self.empties, Vec::new());
        let colour = |number: usize| Colour { name: number.to_string(), count: self.capacity };
        Draft { tubes, colours: (1..=self.colours).map(colour).collect(), capacity: self.capacity }
    }
}

/// A level as hard as wished, or the nearest of those drawn; the difficulty is that of the analysis.
pub(super) fn generate(wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
    let wished = wish.difficulty.unwrap_or(5).clamp(1, 10);
    let order = Order::read(wish, wished)?;
    let mut random = Random::new(wish.seed);
    let mut seen = HashSet::new();
    let mut nearest: Option<(u8, Generated)> = None;
    let (mut graded, mut drawn, mut solved) = (0, 0, 0);
    let mut work = Work::new(MOST_WORK, making.deadline.clone());
    while drawn < DRAWS && !work.is_done() {
        making.next_try()?;
        drawn += 1;
        let draft = order.draw(&mut random);
        if !seen.insert(signature(&draft.tubes)) {
            continue;
        }
        let board = open(draft, order.rule);
        if board.status().is_solved() {
            solved += 1;
            continue;
        }
        if board.is_solvable(&mut work)? != Some(true) {
            continue;
        }
        graded += 1;
        let grade = board.grade(&mut work)?;
        let setup = Setup::of(&*board);
        let generated = Generated { setup, difficulty: grade.difficulty, note: grade.note(board.metric()) };
        let away = grade.difficulty.abs_diff(wished);
        if nearest.as_ref().is_none_or(|(best, _)| away < *best) {
            nearest = Some((away, generated));
        }
        let size_is_given = wish.options.contains_key("colours");
        if away == 0 || graded == GRADED || (wish.difficulty.is_none() && size_is_given) {
            break;
        }
    }
    nearest.map(|(_, generated)| generated).ok_or_else(|| {
        let (colours, empties) = (counted(order.colours, "colour"), counted(order.empties, "empty tube"));
        let kind = format!("{colours} of {} and {empties}", order.capacity);
        // Different boards that are no puzzle: nothing was left to be solved on any of them.
        GenerateError::NotFound(match solved == seen.len() {
            true => format!(
                "every board with {kind} is solved from the start; ask for more colours or a larger capacity"
            ),
            false => format!(
                "none of {drawn} boards with {kind} could be shown to be solvable; ask for another empty tube"
            ),
        })
    })
}

/// A number that boards share if they differ only in the names of colours and the order of tubes.
///
/// Colours and tubes are told apart by what they are made of, round after round; a level set drops the second of two
/// boards with equal signatures, so a chance collision could only cost a level.
pub(super) fn signature(tubes: &[Vec<u8>]) -> u64 {
    fn mix(a: u64, b: u64) -> u64 {
        let product =
            u128::from(a ^ b.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        (product >> 64) as u64 ^ product as u64
    }
    let mut colour = [1u64; 256];
    let mut whole = 0;
    for _ in 0..4 {
        let mut next = [0u64; 256];
        whole = 0u64;
        for tube in tubes {
            let tube_sign = tube.iter().fold(7, |sign, &unit| mix(sign, colour[unit as usize]));
            whole = whole.wrapping_add(mix(tube_sign, 11));
            for (place, &unit) in tube.iter().enumerate() {
                let sign = &mut next[unit as usize];
                *sign = sign.wrapping_add(mix(tube_sign, place as u64 + 13));
            }
        }
        for (old, new) in colour.iter_mut().zip(next) {
            *old = mix(*old, new);
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generate(wish: &Wish) -> Result<Generated, GenerateError> {
        super::generate(wish, &mut Making::unlimited())
    }

    fn wish(seed: u64, difficulty: Option<u8>, options: &[(&str, &str)]) -> Wish {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Wish { seed, difficulty, options }
    }

    #[test]
    fn levels_are_solvable_reproducible_and_graded() {
        for difficulty in [1, 4, 8] {
            let wish = wish(7, Some(difficulty), &[]);
            let level = generate(&wish).unwrap();
            assert_eq!(level, generate(&wish).unwrap());
            assert!(level.difficulty.abs_diff(difficulty) <= 1, "{difficulty}: {level:?}");
            assert!(level.note.contains("pours"), "{}", level.note);
        }
        let sized =
            generate(&wish(1, None, &[("colours", "4"), ("capacity", "3"), ("rule", "unit")])).unwrap();
        assert_eq!(sized.setup.option("rule"), Some("unit"));
        assert_eq!(sized.setup.option("capacity"), Some("3"));
        assert!(sized.note.contains("units"), "{}", sized.note);
    }

    #[test]
    fn wishes_that_cannot_be_granted_say_why() {
        let cases: &[(&[(&str, &str)], &str)] = &[
            (&[("colours", "many")], "a whole number from 1 to 127"),
            (&[("colours", "0")], "option colours can't be '0'"),
            (&[("colours", "100"), ("empties", "50")], "too many"),
            (&[("colours", "9"), ("empties", "0")], "ask for another empty tube"),
            (&[("size", "3")], "unknown option 'size'"),
        ];
        for (options, expected) in cases {
            let message = generate(&wish(1, None, options)).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn signatures_see_through_names_and_order() {
        let mut random = Random::new(5);
        let order = Order { colours: 6, capacity: 4, empties: 2, rule: Rule::Pour };
        let mut all = HashSet::new();
        for _ in 0..500 {
            let tubes = order.draw(&mut random).tubes;
            let mut names: Vec<u8> = (1..=6).collect();
            random.shuffle(&mut names);
            let rename = |tube: &Vec<u8>| tube.iter().map(|&unit| names[unit as usize - 1]).collect();
            let mut renamed: Vec<Vec<u8>> = tubes.iter().map(rename).collect();
            random.shuffle(&mut renamed);
            assert_eq!(signature(&tubes), signature(&renamed));
            all.insert(signature(&tubes));
        }
        assert_eq!(all.len(), 500);
    }
}
