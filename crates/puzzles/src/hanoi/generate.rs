//! Levels with a wanted distance: random start and goal, then so far along the shortest way that exactly the
//! wanted number of moves remains. What remains of a shortest path is a shortest path.

use super::known;
use super::open::Opened;
use super::pack::{Discs, Three, Wide};
use super::rule::{MOST_PEGS, PegGraph};
use super::space::{Directed, Hanoi, Shift};
use super::step::walk;
use super::text;
use super::{GENERATE_OPTIONS, options};
use crate::level::{Setup, counted};
use crate::making::{GenerateError, Generated, Making, Wish, Work};
use crate::random::Random;
use telusur_search::{Algorithm, Limit, Solver};

/// How many random pairs are tried.
const TRIES: usize = 24;
/// How many searches for pairs may store as much as they can.
const WHOLE_SEARCHES: u64 = 4;
/// Most moves that can be wished for.
const MOST_MOVES: u64 = known::MOST_LISTED;

/// Difficulty from the number of moves: 1 for one move, one more with every doubling, 10 from 512 on.
pub(super) fn difficulty(moves: u64) -> u8 {
    (u64::BITS - moves.leading_zeros()).clamp(1, 10) as u8
}

pub(super) fn generate(wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
    let mut setup = wish.setup(GENERATE_OPTIONS)?;
    let wanted = setup.number("distance", 0..=MOST_MOVES)?;
    setup.options.remove("distance");
    let pegs = setup.number("pegs", 1..=MOST_PEGS)?.unwrap_or(3);
    let mut random = Random::new(wish.seed);
    let distance = match wanted {
        Some(distance) => distance,
        None => {
            let level = u32::from(wish.difficulty.unwrap_or(4).clamp(1, 10));
            let least = 1u64 << (level - 1);
            least + random.below(least as usize) as u64
        }
    };
    if !setup.options.contains_key("discs") {
        setup.options.insert("discs".to_owned(), usual_discs(pegs, distance).to_string());
    }
    let opened = Opened::read(&setup)?;
    let (start, goal, found_by) = pair(&opened, distance, &mut random, making)?;
    let pegs = opened.graph.pegs();
    let to = (goal != last_tower(&opened)).then(|| text::write(pegs, &goal));
    let options = options(&opened.graph, to).into_iter().collect();
    Ok(Generated {
        setup: Setup { level: Some(text::write(pegs, &start)), options },
        difficulty: difficulty(distance),
        note: format!("exactly {}, by {found_by}", counted(distance, "move")),
    })
}

/// Enough discs for random pairs to lie farther apart than wanted, few enough to be pleasant.
fn usual_discs(pegs: usize, distance: u64) -> usize {
    // Fewer than three pegs have no way worth counting on.
    let moves = |discs: usize| super::frame_stewart::moves(pegs.max(3), discs);
    let enough = |&discs: &usize| moves(discs).is_some_and(|moves| moves >= distance.into());
    let least = (1..60).find(enough).unwrap_or(60);
    (least + 1).clamp(3, 64)
}

/// The usual goal.
fn last_tower(opened: &Opened) -> Vec<u8> {
    vec![opened.graph.pegs() as u8 - 1; opened.start.len()]
}

fn pair(
    opened: &Opened,
    distance: u64,
    random: &mut Random,
    making: &mut Making<'_>,
) -> Result<(Vec<u8>, Vec<u8>, &'static str), GenerateError> {
    let pegs = opened.graph.pegs();
    let discs = opened.start.len();
    let mut farthest = 0u64;
    let mut work = Work::new(WHOLE_SEARCHES * most_states(pegs), making.deadline.clone());
    for attempt in 0..=TRIES {
        making.next_try()?;
        // In the end the tower itself, whose distance is the greatest that theory names.
        let is_tower = attempt == TRIES;
        if !is_tower && work.is_done() {
            continue;
        }
        let (from, mut to) = match is_tower {
            true => (opened.start.clone(), last_tower(opened)),
            false => {
                let mut places = || (0..discs).map(|_| random.below(pegs) as u8).collect();
                (places(), places())
            }
        };
        let found = shorten(&opened.graph, &from, &to, distance, &mut farthest, &mut work)?;
        let Some((mut found, found_by)) = found else { continue };
        if is_tower && pegs > 3 && opened.graph.is_classic() {
            // Where any disc may go anywhere, other names of the pegs make another level of the same length.
            let mut names: Vec<u8> = (0..pegs as u8).collect();
            random.shuffle(&mut names);
            found.iter_mut().chain(&mut to).for_each(|peg| *peg = names[usize::from(*peg)]);
        }
        return Ok((found, to, found_by));
    }
    let (discs, pegs) = (counted(discs, "disc"), counted(pegs, "peg"));
    Err(GenerateError::NotFound(match farthest {
        0 => format!(
            "no way of {distance} was found with {discs} on {pegs}: wish for fewer moves, fewer pegs or another rule"
        ),
        _ => format!(
            "with {discs} on {pegs} the farthest pair tried is {} apart, not {distance}: wish for fewer moves or more discs",
            counted(farthest, "move")
        ),
    }))
}

/// How many states a search for a pair may store: on more than eight pegs every position has a hundred moves, and what
/// is not found early is not found at all.
fn most_states(pegs: usize) -> u64 {
    if pegs <= 8 { 1 << 20 } else { 1 << 17 }
}

/// The position on the shortest way that is exactly `distance` moves from the goal.
fn shorten(
    graph: &PegGraph,
    from: &[u8],
    to: &[u8],
    distance: u64,
    farthest: &mut u64,
    work: &mut Work,
) -> Result<Option<(Vec<u8>, &'static str)>, Limit> {
    if let Some(known) = known::between(graph, from, to).filter(known::Known::is_optimal) {
        *farthest = (*farthest).max(u64::try_from(&known.length).unwrap_or(u64::MAX));
        let first = (known.length >= distance.into()).then(|| &known.length - distance);
        // Longer ways along a line could be shortened too, but a seed gives the level that it has always given.
        let first = first.filter(|first| *first <= MOST_MOVES.into() || *graph != PegGraph::linear(3));
        let found = first.and_then(|first| known.position_after(graph, from, &first));
        return Ok(found.map(|found| (found, "theory")));
    }
    let path = match (graph.pegs(), from.len()) {
        (..=8, ..=21) => search::<Three>(graph, from, to, work)?,
        (_, ..=64) => search::<Wide>(graph, from, to, work)?,
        _ => None,
    };
    let Some(path) = path else { return Ok(None) };
    *farthest = (*farthest).max(path.len() as u64);
    let first = (path.len() as u64).checked_sub(distance);
    Ok(first.map(|first| (walk(from, path.into_iter().take(first as usize)), "search")))
}

/// A proved shortest path, if a small search finds one. Any graph may be taken as a directed one.
fn search<D: Discs>(
    graph: &PegGraph,
    from: &[u8],
    to: &[u8],
    work: &mut Work,
) -> Result<Option<Vec<Shift>>, Limit> {
    let hanoi = Hanoi::<D, Directed>::new(*graph, from, &[to.to_vec()]);
    let solver = Solver::new(&hanoi).algorithm(Algorithm::Bidirectional);
    let limits = work.limits(most_states(graph.pegs()));
    let Ok(report) = solver.limits(limits).try_solve() else { return Ok(None) };
    work.spend(report.stats.stored)?;
    Ok(report.path().filter(|_| report.is_optimal()).map(<[Shift]>::to_vec))
}

#[cfg(test)]
mod tests {
    use super::super::HanoiEntry;
    use super::*;
    use crate::catalogue::Entry;
    use crate::puzzle::Task;
    use num_bigint::BigUint;
    use std::collections::BTreeMap;
    use telusur_search::Claim;

    fn generate(wish: &Wish) -> Result<Generated, GenerateError> {
        super::generate(wish, &mut Making::unlimited())
    }

    fn options(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect()
    }

    fn optimum(setup: &Setup) -> BigUint {
        let board = HanoiEntry.open(setup).unwrap();
        let mut unobserved = ();
        let answer = board.solve(Task::new(&mut unobserved)).unwrap();
        let path = answer.path().unwrap().clone();
        assert_eq!(path.claim, Claim::Optimal);
        path.length.unwrap()
    }

    #[test]
    fn levels_are_exactly_as_far_as_wanted() {
        let cases: [&[(&str, &str)]; 9] = [
            &[("discs", "6"), ("distance", "40")],
            &[("discs", "5"), ("distance", "31")],
            &[("discs", "20"), ("distance", "12345")],
            &[("discs", "8"), ("pegs", "4"), ("distance", "20")],
            &[("discs", "7"), ("pegs", "5"), ("distance", "9")],
            &[("discs", "5"), ("rule", "linear"), ("distance", "100")],
            &[("discs", "5"), ("rule", "cyclic"), ("distance", "50")],
            &[("discs", "6"), ("pegs", "4"), ("rule", "star"), ("distance", "17")],
            &[("discs", "4"), ("distance", "0")],
        ];
        for case in cases {
            for seed in 0..4 {
                let wish = Wish { seed, difficulty: None, options: options(case) };
                let made = generate(&wish).unwrap();
                assert_eq!(made, generate(&wish).unwrap(), "the same wish gives the same level");
                let wanted: u64 = wish.options["distance"].parse().unwrap();
                assert_eq!(optimum(&made.setup), wanted.into(), "{case:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn difficulties_are_kept() {
        for pegs in ["3", "4"] {
            for level in 1..=if pegs == "3" { 10 } else { 6 } {
                let wish = Wish { seed: 7, difficulty: Some(level), options: options(&[("pegs", pegs)]) };
                let made = generate(&wish).unwrap();
                assert_eq!(made.difficulty, level);
                let moves = u64::try_from(optimum(&made.setup)).unwrap();
                assert_eq!(difficulty(moves), level);
            }
        }
    }

    /// Random pairs on many pegs are beyond any search: the work is bounded, and the tower itself makes the level.
    #[test]
    fn many_pegs_take_no_longer_and_give_different_levels() {
        let levels: std::collections::BTreeSet<String> = (0..2)
            .map(|seed| {
                let wish = Wish { seed, difficulty: Some(4), options: options(&[("pegs", "14")]) };
                let made = generate(&wish).unwrap();
                assert_eq!(difficulty(u64::try_from(optimum(&made.setup)).unwrap()), 4, "{made:?}");
                format!("{:?}", made.setup)
            })
            .collect();
        assert_eq!(levels.len(), 2, "{levels:?}");
    }

    #[test]
    fn impossible_wishes_are_refused_in_one_line() {
        for (case, expected) in [
            (vec![("discs", "3"), ("distance", "8")], "farthest pair tried is 7 moves apart"),
            (vec![("discs", "3"), ("to", "B")], "unknown option 'to'; use discs, pegs, rule, distance"),
            (vec![("distance", "-1")], "can't be '-1'"),
            (vec![("distance", "99999999")], "a whole number from 0 to 1048576"),
            (vec![("discs", "x")], "can't be 'x'"),
            (vec![("colour", "red")], "unknown option"),
        ] {
            let wish = Wish { seed: 1, difficulty: None, options: options(&case) };
            let message = generate(&wish).unwrap_err().to_string();
            assert!(message.contains(expected), "{case:?}: {message}");
        }
    }
}
