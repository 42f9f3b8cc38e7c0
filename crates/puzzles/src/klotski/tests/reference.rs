//! The second opinion on random boards: a slow search over sets of cells that shares nothing with the engines,
//! not even the parser.

use super::super::engine::{Klotski, Packs};
use super::super::options::Asked;
use super::super::packing::Packing;
use super::super::rules::Rules;
use super::super::space::General;
use super::super::*;
use crate::puzzle::Task;
use crate::random::Random;
use crate::reached::ReachOptions;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use telusur_search::check::{check_reversible, check_space};
use telusur_search::{Algorithm, Claim, Solver};

/// A random board with its goal and axes, as text.
#[derive(Debug, Clone)]
struct Sample {
    level: Vec<Vec<char>>,
    goal: Vec<Vec<char>>,
    axes: BTreeMap<char, char>,
}

fn joined(grid: &[Vec<char>]) -> String {
    grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

impl Sample {
    fn random(random: &mut Random) -> Sample {
        let (rows, columns) = (2 + random.below(4), 2 + random.below(4));
        let mut level = vec![vec!['.'; columns]; rows];
        for cell in level.iter_mut().flatten() {
            match random.below(14) {
                0 => *cell = '#',
                1 => *cell = '-',
                _ => {}
            }
        }
        let mut letters = "abcdefghijklmnopqrstuvwxyz".chars();
        let blanks = 2 + random.below(4);
        for _ in 0..rows * columns {
            let free: Vec<(usize, usize)> = (0..rows * columns)
                .map(|i| (i / columns, i % columns))
                .filter(|&(r, c)| level[r][c] == '.')
                .collect();
            if free.len() <= blanks {
                break;
            }
            let letter = letters.next().unwrap();
            let mut cells = vec![free[random.below(free.len())]];
            for _ in 0..[0, 1, 1, 2, 3, 3][random.below(6)] {
                let (r, c) = cells[random.below(cells.len())];
                let (dr, dc) = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)][random.below(4)];
                let next = (r.wrapping_add(dr), c.wrapping_add(dc));
                if free.contains(&next) && !cells.contains(&next) && free.len() - cells.len() > blanks {
                    cells.push(next);
                }
            }
            for (r, c) in cells {
                level[r][c] = letter;
            }
        }
        let mut pieces: Vec<char> = level.iter().flatten().copied().filter(|c| c.is_alphabetic()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let mut goal = vec![vec!['.'; columns]; rows];
        let mut axes = BTreeMap::new();
        if pieces.is_empty() {
            level[0][0] = 'a';
            pieces.push('a');
        }
        random.shuffle(&mut pieces);
        for &letter in pieces.iter().take(1 + random.below(2)) {
            let cells = cells_of(&level, letter);
            // Mostly somewhere on the board, sometimes in a wall or out of reach.
            let into_walls = random.below(8) == 0;
            for _ in 0..30 {
                let (down, right) = (random.below(2 * rows) as isize, random.below(2 * columns) as isize);
                let moved: Option<Vec<(usize, usize)>> = cells
                    .iter()
                    .map(|&(r, c)| {
                        let r = usize::try_from(r as isize + down - rows as isize).ok()?;
                        let c = usize::try_from(c as isize + right - columns as isize).ok()?;
                        let inside = r < rows && c < columns;
                        (inside && goal[r][c] == '.' && (into_walls || level[r][c] != '#')).then_some((r, c))
                    })
                    .collect();
                if let Some(moved) = moved.filter(|moved| *moved != cells) {
                    moved.into_iter().for_each(|(r, c)| goal[r][c] = letter);
                    break;
                }
            }
        }
        if goal.iter().flatten().all(|&c| c == '.') {
            for (r, c) in cells_of(&level, pieces[0]) {
                goal[r][c] = pieces[0];
            }
        }
        if random.below(3) == 0 {
            for &letter in &pieces {
                if random.below(2) == 0 {
                    axes.insert(letter, ['h', 'v'][random.below(2)]);
                }
            }
        }
        Sample { level, goal, axes }
    }

    fn setup(&self, metric: &str) -> Setup {
        let axes: Vec<String> = self.axes.iter().map(|(letter, axis)| format!("{letter}={axis}")).collect();
        Setup::level(&joined(&self.level))
            .with("goal", &joined(&self.goal))
            .with("metric", metric)
            .with("axes", &axes.join(" "))
    }
}

fn cells_of(grid: &[Vec<char>], letter: char) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (r, row) in grid.iter().enumerate() {
        cells.extend((0..row.len()).filter(|&c| row[c] == letter).map(|c| (r, c)));
    }
    cells
}

/// A piece that may be exchanged for any other with the same label: its letter if the goal names it, else its
/// form and axis.
type Labelled = (String, BTreeSet<(usize, usize)>);

/// Distance of the nearest goal, states and directed edges of everything that can be reached; `None` if that is
/// more than `most` states.
fn slow(sample: &Sample, metric: &str, most: usize) -> Option<(Option<u32>, usize, usize)> {
    let (rows, columns) = (sample.level.len(), sample.level[0].len());
    let named = |letter: char| sample.goal.iter().flatten().any(|&c| c == letter);
    let mut letters: Vec<char> =
        sample.level.iter().flatten().copied().filter(|c| c.is_alphabetic()).collect();
    letters.sort_unstable();
    letters.dedup();
    let mut labels = BTreeMap::new();
    let mut start: Vec<Labelled> = Vec::new();
    for &letter in &letters {
        let cells: BTreeSet<(usize, usize)> = cells_of(&sample.level, letter).into_iter().collect();
        let top = cells.iter().map(|c| c.0).min().unwrap();
        let left = cells.iter().map(|c| c.1).min().unwrap();
        let form: Vec<(usize, usize)> = cells.iter().map(|&(r, c)| (r - top, c - left)).collect();
        let axis = sample.axes.get(&letter).copied().unwrap_or('b');
        let label = if named(letter) { letter.to_string() } else { format!("{form:?}{axis}") };
        labels.insert(label.clone(), (named(letter), axis));
        start.push((label, cells));
    }
    start.sort();
    let goals: Vec<Labelled> = letters
        .iter()
        .filter(|&&letter| named(letter))
        .map(|&letter| (letter.to_string(), cells_of(&sample.goal, letter).into_iter().collect()))
        .collect();
    let solved = |state: &Vec<Labelled>| goals.iter().all(|goal| state.contains(goal));
    let mut depth: BTreeMap<Vec<Labelled>, u32> = BTreeMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    let (mut distance, mut edges) = (None, 0);
    while let Some(state) = queue.pop_front() {
        let d = depth[&state];
        if distance.is_none() && solved(&state) {
            distance = Some(d);
        }
        let mut next_states = BTreeSet::new();
        for (i, (label, cells)) in state.iter().enumerate() {
            let (is_named, axis) = labels[label];
            let free = |cells: &BTreeSet<(usize, usize)>| {
                cells.iter().all(|&(r, c)| {
                    r < rows
                        && c < columns
                        && sample.level[r][c] != '#'
                        && (sample.level[r][c] != '-' || is_named)
                        && state.iter().enumerate().all(|(j, other)| i == j || !other.1.contains(&(r, c)))
                })
            };
            let step = |cells: &BTreeSet<(usize, usize)>, way: char| -> Option<BTreeSet<(usize, usize)>> {
                if (axis == 'h' && "ud".contains(way)) || (axis == 'v' && "lr".contains(way)) {
                    return None;
                }
                let moved: BTreeSet<(usize, usize)> = cells
                    .iter()
                    .map(|&(r, c)| match way {
                        'u' => (r.wrapping_sub(1), c),
                        'd' => (r + 1, c),
                        'l' => (r, c.wrapping_sub(1)),
                        _ => (r, c + 1),
                    })
                    .collect();
                free(&moved).then_some(moved)
            };
            let mut ends = BTreeSet::new();
            match metric {
                "steps" => ends.extend("udlr".chars().filter_map(|way| step(cells, way))),
                "slides" => {
                    for way in "udlr".chars() {
                        let mut at = cells.clone();
                        while let Some(next) = step(&at, way) {
                            ends.insert(next.clone());
                            at = next;
                        }
                    }
                }
                _ => {
                    let mut open = vec![cells.clone()];
                    while let Some(at) = open.pop() {
                        for next in "udlr".chars().filter_map(|way| step(&at, way)) {
                            if next != *cells && ends.insert(next.clone()) {
                                open.push(next);
                            }
                        }
                    }
                }
            }
            for end in ends {
                let mut next = state.clone();
                next[i].1 = end;
                next.sort();
                next_states.insert(next);
            }
        }
        edges += next_states.len();
        for next in next_states {
            depth.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                d + 1
            });
        }
        if depth.len() > most {
            return None;
        }
    }
    Some((distance, depth.len(), edges))
}

/// States reached with a given packing.
fn states_with<const N: usize, const W: usize>(rules: &Arc<Rules>, symmetric: bool) -> u64 {
    let level = Klotski::new(rules.clone(), General::<N, W>::new(rules.clone(), Packing::new(rules)));
    let level = if symmetric { level } else { level.apart() };
    check_space(&level, 1, 40).unwrap();
    Solver::new(&level).try_explore(Default::default()).unwrap().states()
}

#[test]
fn random_boards_agree_with_the_slow_search() {
    let mut random = Random::new(6);
    let (mut compared, mut solvable, mut with_doors, mut several) = (0, 0, 0, 0);
    while compared < 150 {
        let sample = Sample::random(&mut random);
        for metric in ["moves", "slides", "steps"] {
            let Some((distance, states, edges)) = slow(&sample, metric, 1500) else { break };
            compared += 1;
            solvable += usize::from(distance.is_some_and(|d| d > 0));
            with_doors += usize::from(sample.level.iter().flatten().any(|&c| c == '-'));
            let named: BTreeSet<char> = sample.goal.iter().flatten().copied().filter(|&c| c != '.').collect();
            several += usize::from(named.len() > 1);
            let board = KlotskiEntry.open(&sample.setup(metric)).unwrap();
            let mut unobserved = ();
            let survey = board.explore(Task::new(&mut unobserved)).unwrap();
            let reached = (survey.states(), survey.edges, survey.goal_distance);
            assert_eq!(
                reached,
                (states as u64, Some(edges as u64), distance.map(u64::from)),
                "{metric} {sample:?}"
            );
            for algorithm in board.algorithms() {
                if matches!(algorithm, Algorithm::Iddfs | Algorithm::Idastar) && states > 9 {
                    continue;
                }
                let answer = board.solve(Task::new(&mut unobserved).with(algorithm)).unwrap();
                let answer = answer.path().unwrap();
                match distance {
                    None => assert_eq!(answer.claim, Claim::Unsolvable, "{algorithm} {sample:?}"),
                    Some(d) if algorithm.is_optimal() => {
                        assert_eq!(answer.claim, Claim::Optimal, "{algorithm} {metric} {sample:?}");
                        assert_eq!(answer.moves.len(), d as usize, "{algorithm} {metric} {sample:?}");
                    }
                    Some(d) => assert!(answer.moves.len() >= d as usize),
                }
            }
            let table = board.reach(ReachOptions::DISTANCES, Task::new(&mut unobserved)).unwrap();
            assert_eq!(table.to_goal(0), distance);
            let graph = board.reach(ReachOptions::graph(false), Task::new(&mut unobserved)).unwrap();
            assert_eq!((graph.len(), graph.to_goal(0)), (states, distance));
            let arrows: usize = (0..states as u32).map(|number| graph.next(number).len()).sum();
            assert_eq!(arrows, edges);
            for number in 0..states as u32 {
                let other = graph.board(number).unwrap();
                assert_eq!(graph.find(&*other), Some(number));
                assert_eq!(table.to_goal(table.find(&*other).unwrap()), graph.to_goal(number));
            }
        }
    }
    assert!(solvable > 40 && with_doors > 40 && several > 20, "{solvable} {with_doors} {several}");
}

/// Two pieces that get one letter are one piece, wherever they stand.
#[test]
fn pieces_in_several_parts_agree_with_the_slow_search() {
    let mut random = Random::new(12);
    let (mut compared, mut solvable) = (0, 0);
    while compared < 60 || solvable < 12 {
        let mut sample = Sample::random(&mut random);
        let named: BTreeSet<char> = sample.goal.iter().flatten().copied().collect();
        let mut letters: BTreeSet<char> = sample.level.iter().flatten().copied().collect();
        letters.retain(|letter| letter.is_alphabetic() && !named.contains(letter));
        let mut letters = letters.into_iter();
        let (Some(first), Some(second)) = (letters.next(), letters.next()) else { continue };
        let joined_cells = sample.level.iter_mut().flatten().filter(|cell| **cell == second);
        joined_cells.for_each(|cell| *cell = first);
        sample.axes.remove(&second);
        let metric = ["moves", "slides", "steps"][random.below(3)];
        let Err(refused) = KlotskiEntry.open(&sample.setup(metric)) else { continue };
        assert!(refused.to_string().contains("is in several parts"), "{refused}");
        let Some((distance, states, edges)) = slow(&sample, metric, 1500) else { continue };
        compared += 1;
        solvable += usize::from(distance.is_some_and(|d| d > 0));
        let board = KlotskiEntry.open(&sample.setup(metric).with("parts", "true")).unwrap();
        let survey = board.explore(Task::new(&mut ())).unwrap();
        let found = (survey.states(), survey.edges, survey.goal_distance);
        assert_eq!(
            found,
            (states as u64, Some(edges as u64), distance.map(u64::from)),
            "{metric} {sample:?}"
        );
        let answer = board.solve(Task::new(&mut ())).unwrap();
        assert_eq!(answer.path().unwrap().length, distance.map(Into::into), "{metric} {sample:?}");
        let mut again = Setup::level(&board.text());
        again.options.extend(board.options());
        let again = KlotskiEntry.open(&again).unwrap();
        assert_eq!((again.text(), again.options()), (board.text(), board.options()));
        assert_eq!(again.moves(), board.moves());
    }
}

/// The goal names a piece with a gap, through which another one passes.
#[test]
fn a_named_piece_in_two_parts_moves_as_one_and_lets_others_through() {
    let open = |level: &str, goal: &str, metric: &str| {
        let setup = Setup::level(level).with("goal", goal).with("metric", metric).with("parts", "true");
        KlotskiEntry.open(&setup).unwrap()
    };
    let length = |board: &dyn Board| {
        let answer = board.solve(Task::new(&mut ())).unwrap().path().unwrap().clone();
        (answer.claim, answer.moves.len())
    };
    let board = open("a.a/.b./...", ".../.../a.a", "steps");
    assert_eq!(length(&*board), (Claim::Optimal, 2));
    assert_eq!(board.text(), "a.a/.b./...");
    // One part alone is no piece: both are barred by what bars one.
    let barred = open("a.a/#../...", ".../a.a/...", "moves");
    assert_eq!(length(&*barred), (Claim::Unsolvable, 0));
}

#[test]
fn all_packings_agree_and_keep_their_promises() {
    let mut random = Random::new(8);
    let mut compared = 0;
    while compared < 25 {
        let sample = Sample::random(&mut random);
        let metric = ["moves", "slides", "steps"][random.below(3)];
        let Some((_, states, _)) = slow(&sample, metric, 800) else { continue };
        compared += 1;
        let rules = Arc::new(Rules::new(Asked::read(&sample.setup(metric), USUAL).unwrap()).unwrap());
        assert_eq!(states_with::<2, 1>(&rules, false), states as u64);
        assert_eq!(states_with::<4, 4>(&rules, false), states as u64);
        assert_eq!(states_with::<8, 16>(&rules, false), states as u64);
        assert_eq!(states_with::<32, 16>(&rules, false), states as u64);
        assert!(states_with::<2, 1>(&rules, true) <= states as u64);
        let space = General::<2, 1>::new(rules.clone(), Packing::new(&rules));
        let level = Klotski::new(rules.clone(), space);
        check_space(&level, 3, 100).unwrap();
        check_reversible(&level, 5, 40).unwrap();
        let packed = level.space.pack(&rules, &rules.start);
        assert_eq!(level.space.pack(&rules, &level.space.unpack(&rules, packed)), packed);
    }
}

#[test]
fn the_classic_word_agrees_with_the_general_space() {
    let mut random = Random::new(9);
    for level in ["aBBb/aBBb/cdde/cfge/h..i", "BBab/BBcd/eeff/ghij/..kk", ".BB./aBB./abcc/ddee/fg.."] {
        // Metrics differ in the arcs alone: the first level has them all.
        let metrics = if level.starts_with("aBB") { &["moves", "slides", "steps"][..] } else { &["moves"] };
        for &metric in metrics {
            let board = KlotskiEntry.open(&Setup::level(level).with("metric", metric)).unwrap();
            // A door nowhere near changes the packing and nothing else: add a row that nobody can enter.
            let goal = "..../..../..../.BB./.BB./....".to_owned();
            let general = Setup::level(&format!("{level}/####")).with("metric", metric).with("goal", &goal);
            let general = KlotskiEntry.open(&general).unwrap();
            let explored =
                |board: &dyn Board| board.explore(Task { findings: true, ..Task::new(&mut ()) }).unwrap();
            let (a, b) = (explored(&*board), explored(&*general));
            assert_eq!((a.depths, a.goals, a.edges), (b.depths, b.goals, b.edges), "{level} {metric}");
            assert_eq!(a.shortest_solutions, b.shortest_solutions);
            // The findings about all layouts agree too, but for the extra row of the text.
            let numbers = |survey: &[(String, String)]| {
                survey.iter().filter(|(name, _)| name != "hardest layout").cloned().collect::<Vec<_>>()
            };
            assert_eq!(numbers(&a.findings), numbers(&b.findings));
            let tables = [&board, &general]
                .map(|board| board.reach(ReachOptions::DISTANCES, Task::new(&mut ())).unwrap());
            let mut positions = (board, general);
            for _ in 0..40 {
                let moves = positions.0.moves();
                assert_eq!(moves, positions.1.moves());
                let left = |i: usize, board: &dyn Board| tables[i].to_goal(tables[i].find(board)?);
                assert_eq!(left(0, &*positions.0), left(1, &*positions.1));
                let chosen = &moves[random.below(moves.len())];
                positions = (positions.0.play(chosen).unwrap(), positions.1.play(chosen).unwrap());
            }
        }
    }
}

/// A sample without the pieces of other letters.
fn only(sample: &Sample, letter: char) -> Sample {
    let kept = |grid: &Vec<Vec<char>>| -> Vec<Vec<char>> {
        let kept = |&cell: &char| if cell.is_alphabetic() && cell != letter { '.' } else { cell };
        grid.iter().map(|row| row.iter().map(kept).collect()).collect()
    };
    let mut axes = sample.axes.clone();
    axes.retain(|&other, _| other == letter);
    Sample { level: kept(&sample.level), goal: kept(&sample.goal), axes }
}

/// A refutation says that there is no solution, and the sentence says why: each is checked by a search of its own.
#[test]
fn refutations_are_never_false() {
    let mut random = Random::new(14);
    let (mut alone, mut barred, mut compared) = (0, 0, 0);
    while compared < 4000 {
        let mut sample = Sample::random(&mut random);
        if sample.level.len() * sample.level[0].len() > 9 {
            continue;
        }
        // Few blanks make pieces that never move.
        for cell in sample.level.iter_mut().flatten() {
            if *cell == '.' && random.below(2) == 0 {
                *cell = '#';
            }
        }
        compared += 1;
        let Ok(board) = KlotskiEntry.open(&sample.setup("moves")) else { continue };
        let answer = board.solve(Task::new(&mut ())).unwrap();
        let Some(why) = answer.path().unwrap().why.clone() else { continue };
        let (distance, ..) = slow(&sample, "moves", usize::MAX).unwrap();
        assert_eq!(distance, None, "{why:?} {sample:?}");
        let letter_after = |words: &str| why.split_once(words).and_then(|(_, rest)| rest.chars().next());
        if why.contains("even if it were alone") {
            let letter = letter_after("piece ").unwrap();
            let (distance, ..) = slow(&only(&sample, letter), "moves", usize::MAX).unwrap();
            assert_eq!(distance, None, "{why:?} {sample:?}");
            alone += 1;
        } else {
            let letter = letter_after("keep piece ").unwrap_or_else(|| panic!("{why:?} {sample:?}"));
            let (distance, ..) = slow(&only(&sample, letter), "moves", usize::MAX).unwrap();
            assert!(distance.is_some(), "{why:?} {sample:?}");
            // Some piece stands still in every position.
            let mut names: BTreeSet<char> = sample.level.iter().flatten().copied().collect();
            names.retain(|name| name.is_alphabetic());
            let still = names.iter().any(|&name| !moves_ever(&*board, name));
            assert!(still, "{why:?} {sample:?}");
            barred += 1;
        }
    }
    assert!(alone > 100 && barred > 20, "{alone} {barred}");
}

/// Whether a piece moves in some position that can be reached.
fn moves_ever(board: &dyn Board, name: char) -> bool {
    let mut texts = BTreeSet::from([board.text()]);
    let mut queue = VecDeque::from([board.boxed()]);
    while let Some(board) = queue.pop_front() {
        for text in board.moves() {
            if text.starts_with(name) {
                return true;
            }
            let next = board.play(&text).unwrap();
            if texts.insert(next.text()) {
                queue.push_back(next);
            }
        }
    }
    false
}

/// All layouts of the pieces of a sample, their components and how many can be solved: every way to put the pieces down,
/// joined by single steps; `None` if there are more than `most`.
fn all_layouts(sample: &Sample, most: usize) -> Option<[usize; 3]> {
    let (rows, columns) = (sample.level.len() as isize, sample.level[0].len() as isize);
    let named = |letter: char| sample.goal.iter().flatten().any(|&c| c == letter);
    let mut letters: Vec<char> = sample.level.iter().flatten().copied().collect();
    letters.retain(|letter| letter.is_alphabetic());
    letters.sort_unstable();
    letters.dedup();
    let axis = |letter: char| sample.axes.get(&letter).copied().unwrap_or('b');
    let shifted = |cells: &BTreeSet<(usize, usize)>, down: isize, right: isize, is_named: bool| {
        let cell = |&(r, c): &(usize, usize)| {
            let (r, c) = (r as isize + down, c as isize + right);
            let inside = (0..rows).contains(&r) && (0..columns).contains(&c);
            let place = inside.then_some((r as usize, c as usize))?;
            let what = sample.level[place.0][place.1];
            (what != '#' && (what != '-' || is_named)).then_some(place)
        };
        cells.iter().map(cell).collect::<Option<BTreeSet<(usize, usize)>>>()
    };
    // Every place of every piece.
    let mut partial: BTreeSet<Vec<Labelled>> = BTreeSet::from([Vec::new()]);
    let mut goal: Vec<Labelled> = Vec::new();
    let mut labels = BTreeMap::new();
    for &letter in &letters {
        let cells: BTreeSet<(usize, usize)> = cells_of(&sample.level, letter).into_iter().collect();
        let (top, left) = (cells.iter().map(|c| c.0).min()?, cells.iter().map(|c| c.1).min()?);
        let form: Vec<(usize, usize)> = cells.iter().map(|&(r, c)| (r - top, c - left)).collect();
        let label = if named(letter) { letter.to_string() } else { format!("{form:?}{}", axis(letter)) };
        labels.insert(label.clone(), (named(letter), axis(letter)));
        if named(letter) {
            goal.push((label.clone(), cells_of(&sample.goal, letter).into_iter().collect()));
        }
        let mut wider = BTreeSet::new();
        for layout in &partial {
            for down in -rows..=rows {
                for right in -columns..=columns {
                    let Some(place) = shifted(&cells, down, right, named(letter)) else { continue };
                    if layout.iter().all(|(_, other)| other.is_disjoint(&place)) {
                        let mut layout = layout.clone();
                        layout.push((label.clone(), place));
                        layout.sort();
                        wider.insert(layout);
                    }
                }
            }
            if wider.len() > most {
                return None;
            }
        }
        partial = wider;
    }
    let (mut components, mut solvable) = (0, 0);
    let mut left = partial.clone();
    while let Some(first) = left.pop_first() {
        components += 1;
        let mut component = vec![first];
        let mut at = 0;
        while at < component.len() {
            let layout = component[at].clone();
            at += 1;
            for (i, (label, cells)) in layout.iter().enumerate() {
                let (is_named, axis) = labels[label];
                for (down, right, along) in [(-1, 0, 'v'), (1, 0, 'v'), (0, -1, 'h'), (0, 1, 'h')] {
                    let Some(place) = shifted(cells, down, right, is_named) else { continue };
                    let mut next = layout.clone();
                    next[i].1 = place;
                    next.sort();
                    // Layouts that overlap are no layouts.
                    if "b".contains(axis) || axis == along {
                        component.extend(left.take(&next));
                    }
                }
            }
        }
        let has_goal = component.iter().any(|layout| goal.iter().all(|piece| layout.contains(piece)));
        solvable += if has_goal { component.len() } else { 0 };
    }
    Some([partial.len(), components, solvable])
}

fn counted(board: &dyn Board) -> [usize; 3] {
    let survey = board.explore(Task { findings: true, ..Task::new(&mut ()) }).unwrap();
    ["layouts of these pieces", "components", "solvable layouts"].map(|name| {
        let finding = survey.findings.iter().find(|(known, _)| known == name);
        finding.map_or(0, |(_, value)| value.parse().unwrap())
    })
}

/// Layouts that can't be reached from the start count too, also those where a piece stands behind a wall.
#[test]
fn layouts_of_pieces_are_those_of_brute_force() {
    let open = |level: &str, goal: &str| KlotskiEntry.open(&Setup::level(level).with("goal", goal)).unwrap();
    assert_eq!(counted(&*open("a#.bb", "...bb")), [4, 3, 3]);
    let mut random = Random::new(15);
    let (mut compared, mut several, mut partly) = (0, 0, 0);
    while compared < 200 {
        let sample = Sample::random(&mut random);
        if sample.level.len() * sample.level[0].len() > 12 {
            continue;
        }
        let Ok(board) = KlotskiEntry.open(&sample.setup("moves")) else { continue };
        let Some(expected) = all_layouts(&sample, 600) else { continue };
        assert_eq!(counted(&*board), expected, "{sample:?}");
        compared += 1;
        several += usize::from(expected[1] > 1);
        partly += usize::from(expected[2] > 0 && expected[2] < expected[0]);
    }
    assert!(several > 60 && partly > 40, "{several} {partly}");
}

/// What is found out about all layouts is begun on request only, and within the limits of the task.
#[test]
fn limits_bind_what_is_said_of_all_layouts() {
    let classic = KlotskiEntry.open(&Setup::level(USUAL)).unwrap();
    let walled = Setup::level(&format!("{USUAL}/####")).with("goal", "..../..../..../.BB./.BB./....");
    for board in [classic, KlotskiEntry.open(&walled).unwrap()] {
        let explored = |findings: bool, states: u64| {
            let mut unobserved = ();
            let task = Task { findings, ..Task::new(&mut unobserved) };
            board.explore(task.limited(telusur_search::Budget::default().with_states(states))).unwrap()
        };
        let names = |survey: &crate::answer::Survey| {
            survey.findings.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let plain = explored(false, 30_000);
        assert_eq!(
            (plain.complete, plain.stopped, names(&plain)),
            (true, None, vec!["undirected edges".into()])
        );
        assert!(plain.stats.peak_bytes < 3 << 20, "{}", plain.stats.peak_bytes);
        // There is room for what can be reached, but not for all layouts.
        let part = explored(true, 30_000);
        let stopped = Some(telusur_search::Limit::States(30_000));
        assert_eq!(
            (part.complete, part.stopped, names(&part)),
            (true, stopped, vec!["undirected edges".into()])
        );
        assert_eq!(names(&explored(true, 70_000)).len(), 6);
        let few = explored(true, 500);
        assert!(!few.complete && few.findings.is_empty() && few.states() < 2000, "{}", few.states());
        let report = |states: u64| {
            let mut unobserved = ();
            let mut task =
                Task::new(&mut unobserved).limited(telusur_search::Budget::default().with_states(states));
            let setup = Setup::level(&board.text()).with("goal", "none");
            KlotskiEntry.report("layouts", &setup, &mut task).unwrap()
        };
        assert_eq!(
            (report(500).tables.len(), report(500).stopped),
            (0, Some(telusur_search::Limit::States(500)))
        );
        assert_eq!(report(70_000).tables[0].rows[0], ["layouts of these pieces", "65880"]);
    }
}

#[test]
fn a_piece_that_others_bar_could_get_there_alone() {
    let why = |level: &str, goal: &str| {
        let board = KlotskiEntry.open(&Setup::level(level).with("goal", goal)).unwrap();
        board.solve(Task::new(&mut ())).unwrap().path().unwrap().why.clone().unwrap()
    };
    assert_eq!(why("ub./uuu", "b../..."), "pieces that can never move keep piece b from its goal");
    assert!(why("a#.", "..a").contains("piece a could not get to its goal even if it were alone"));
}
