//! What is said without a search about why there is no solution, compared with all positions that can be reached, on
//! thousands of small random boards.

use std::collections::{BTreeSet, VecDeque};
use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, Setup, Status, Task, catalogue};
use telusur_search::{Algorithm, Claim};

/// The texts of all positions that can be reached, and whether one of them is solved.
fn reached(start: &dyn Board) -> (BTreeSet<String>, bool) {
    let mut texts = BTreeSet::from([start.text()]);
    let mut queue = VecDeque::from([start.boxed()]);
    let mut is_solved = false;
    while let Some(board) = queue.pop_front() {
        is_solved |= board.status() == Status::Solved;
        for text in board.moves() {
            let next = board.play(&text).unwrap();
            if texts.insert(next.text()) {
                queue.push_back(next);
            }
        }
    }
    (texts, is_solved)
}

/// Why there is no solution, if that is said without a search.
fn refuted(board: &dyn Board) -> Option<String> {
    let answer = board.solve(Task::new(&mut ())).unwrap();
    let path = answer.path().unwrap();
    let without_search = path.claim == Claim::Unsolvable && path.algorithm == Algorithm::Theory;
    path.why.as_ref().filter(|_| without_search).map(ToString::to_string)
}

fn open(puzzle: &str, setup: &Setup) -> Option<Box<dyn Board>> {
    catalogue::open(catalogue::find(puzzle).unwrap(), setup).ok()
}

/// The numbers in a sentence.
fn numbers(text: &str) -> Vec<usize> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    digits.map(|word| word.parse().unwrap()).collect()
}

#[test]
fn tiles_are_refuted_exactly_where_no_slides_lead_to_the_goal() {
    let mut random = Random::new(1);
    let sizes = [(1, 2), (1, 3), (1, 5), (4, 1), (2, 2), (2, 2), (2, 3), (3, 2)];
    let (mut refutations, mut solved) = (0, 0);
    for round in 0..600 {
        let (rows, columns) = sizes[random.below(sizes.len())];
        // The larger boards have hundreds of positions.
        if rows * columns == 6 && round % 10 > 0 {
            continue;
        }
        let mut drawn = || {
            let mut tiles: Vec<String> = (1..rows * columns).map(|tile| tile.to_string()).collect();
            tiles.push(".".to_owned());
            random.shuffle(&mut tiles);
            tiles.chunks(columns).map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
        };
        let size = format!("{rows}x{columns}");
        let setup = Setup::level(&drawn()).with("goal", &drawn()).with("size", &size);
        let board = open("tiles", &setup).unwrap_or_else(|| panic!("{setup:?}"));
        let (_, is_solvable) = reached(&*board);
        let why = refuted(&*board);
        assert_eq!(why.is_none(), is_solvable, "{setup:?}: {why:?}");
        (refutations, solved) = (refutations + usize::from(!is_solvable), solved + usize::from(is_solvable));
    }
    assert!(refutations > 100 && solved > 100, "{refutations} {solved}");
}

#[test]
fn refuted_towers_never_reach_the_goal_and_the_disc_that_is_named_is_the_reason() {
    let mut random = Random::new(2);
    let letters = ["A", "B", "C", "D"];
    let mut kinds = [0; 3];
    for _ in 0..4000 {
        let (pegs, discs) = (1 + random.below(4), 1 + random.below(3));
        let mut drawn = |prefix: &str| {
            let mut stacks = vec![String::new(); pegs];
            for disc in (1..=discs).rev() {
                let stack = &mut stacks[random.below(pegs)];
                *stack = format!("{stack} {disc}");
            }
            format!("{prefix}{}", stacks.join(" |")).trim().to_owned()
        };
        let (level, position) = (drawn(""), drawn(""));
        let goal = match random.below(3) {
            0 => position,
            1 => letters[random.below(pegs)].to_owned(),
            _ => "any".to_owned(),
        };
        let rule = match random.below(5) {
            0 => "classic".to_owned(),
            1 => "cyclic".to_owned(),
            2 => "linear".to_owned(),
            _ => {
                let mut arc = || format!("{}>{}", letters[random.below(pegs)], letters[random.below(pegs)]);
                format!("{},{},{}", arc(), arc(), arc())
            }
        };
        let setup = Setup::level(&level).with("to", &goal).with("rule", &rule);
        let Some(board) = open("hanoi", &setup) else { continue };
        let Some(why) = refuted(&*board) else { continue };
        let (texts, is_solved) = reached(&*board);
        assert!(!is_solved, "{setup:?}: {why}");
        let peg_of = |text: &str, disc: usize| {
            text.split('|').position(|stack| numbers(stack).contains(&disc)).unwrap()
        };
        let pegs_of =
            |disc: usize| -> BTreeSet<usize> { texts.iter().map(|text| peg_of(text, disc)).collect() };
        if let Some(rest) = why.strip_prefix("with two pegs disc ") {
            assert_eq!(pegs_of(numbers(rest)[0]).len(), 1, "{setup:?}: {why}");
            kinds[0] += 1;
        } else if let Some(rest) = why.strip_prefix("the rule has no way for disc ") {
            let to = rest.rsplit(' ').next().unwrap();
            let to = letters.iter().position(|letter| *letter == to).unwrap();
            assert!(!pegs_of(numbers(rest)[0]).contains(&to), "{setup:?}: {why}");
            kinds[1] += 1;
        } else {
            assert_eq!((&*why, texts.len()), ("there is no other peg to go to", 1), "{setup:?}");
            kinds[2] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count > 10), "{kinds:?}");
}

#[test]
fn refuted_racks_are_never_sorted_and_the_counts_that_are_named_are_true() {
    let mut random = Random::new(3);
    let mut kinds = [0; 3];
    for _ in 0..3000 {
        let (tubes, capacity, colours) = (1 + random.below(4), 1 + random.below(3), 1 + random.below(4));
        let mut counts = vec![0; colours];
        let racks: Vec<Vec<usize>> = (0..tubes)
            .map(|_| (0..random.below(capacity + 1)).map(|_| random.below(colours)).collect())
            .collect();
        racks.iter().flatten().for_each(|&colour| counts[colour] += 1);
        let tube = |units: &Vec<usize>| match units.is_empty() {
            true => "-".to_owned(),
            false => units.iter().map(|unit| format!("c{unit}")).collect::<Vec<_>>().join(" "),
        };
        let level: Vec<String> = racks.iter().map(tube).collect();
        let rule = ["pour", "unit", "strict"][random.below(3)];
        let setup =
            Setup::level(&level.join(" | ")).with("capacity", &capacity.to_string()).with("rule", rule);
        let Some(board) = open("water", &setup) else { continue };
        let Some(why) = refuted(&*board) else { continue };
        let (_, is_solved) = reached(&*board);
        assert!(!is_solved, "{setup:?}: {why}");
        let too_many = || (0..colours).filter(|&colour| counts[colour] > capacity);
        let is_told = |colour: usize| why.contains(&format!("c{colour}"));
        let used = counts.iter().filter(|&&count| count > 0).count();
        match too_many().count() {
            0 => assert_eq!(numbers(&why), [used, used, tubes], "{setup:?}: {why}"),
            1 => {
                let colour = too_many().next().unwrap();
                assert_eq!(numbers(&why), [colour, counts[colour], capacity], "{setup:?}: {why}");
            }
            _ => assert!(too_many().all(is_told), "{setup:?}: {why}"),
        }
        kinds[too_many().count().min(2)] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 10), "{kinds:?}");
}
