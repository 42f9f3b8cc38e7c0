//! The byte interface agrees with the typed one on every puzzle: same successors, same goals, same counts, and a way
//! back to text.

use std::collections::HashSet;
use telusur_puzzles::random::Random;
use telusur_puzzles::{Board, Setup, Status, Task, catalogue};

/// Levels of every puzzle, in every packing, metric and kind of rule.
fn levels() -> Vec<(&'static str, Setup)> {
    let setup = |options: &[(&str, &str)]| {
        options.iter().fold(Setup::default(), |setup, (name, value)| setup.with(name, value))
    };
    let klotski = |level: &str, options: &[(&str, &str)]| {
        options.iter().fold(Setup::level(level), |setup, (name, value)| setup.with(name, value))
    };
    let wide_tiles = (1..30).map(|tile| tile.to_string()).collect::<Vec<_>>();
    let wide_tiles = wide_tiles.chunks(6).map(|row| row.join(" ")).collect::<Vec<_>>().join("/") + " .";
    vec![
        ("hanoi", setup(&[("discs", "5"), ("pegs", "3")])),
        ("hanoi", setup(&[("discs", "6"), ("pegs", "4")])),
        ("hanoi", setup(&[("discs", "4"), ("pegs", "6")])),
        ("hanoi", setup(&[("discs", "3"), ("pegs", "11")])),
        ("hanoi", setup(&[("discs", "5"), ("pegs", "3"), ("rule", "cyclic")])),
        ("hanoi", setup(&[("discs", "4"), ("pegs", "4"), ("rule", "A>B,B>C,C>A,C-D")])),
        ("hanoi", setup(&[("discs", "5"), ("pegs", "3"), ("rule", "linear")])),
        ("hanoi", setup(&[("discs", "40"), ("pegs", "4")])),
        ("tiles", setup(&[("size", "3x3")])),
        ("tiles", setup(&[("size", "2x3")])),
        ("tiles", setup(&[("size", "1x6")])),
        ("tiles", setup(&[("size", "4x4")])),
        ("tiles", setup(&[("size", "5x5")])),
        ("tiles", Setup::level(&wide_tiles)),
        ("tiles", Setup::level("2 1 3/4 5 6/7 8 .")),
        ("klotski", klotski("aBBb/aBBb/cdde/cfge/h..i", &[])),
        ("klotski", klotski("aBBb/aBBb/cdde/cfge/h..i", &[("metric", "slides")])),
        ("klotski", klotski("aBBb/aBBb/cdde/cfge/h..i", &[("metric", "steps")])),
        ("klotski", klotski("aab/cdb/c..", &[("goal", "..b/..b/..."), ("metric", "steps")])),
        ("klotski", klotski("a.bb/a.cc/dde./ff..", &[("axes", "along"), ("goal", "..../..../a.../a...")])),
        ("klotski", klotski("#abc/d#ef/gh#i/j..#", &[("goal", "#j../.#../..#./...#")])),
        ("water", Setup::default()),
        ("water", Setup::level("1 2 2 1 | 2 1 1 2 | - | -")),
        ("water", Setup::level("1 2 1 | 2 1 2 | - ").with("capacity", "3").with("rule", "unit")),
        ("water", Setup::level("1 2 1 | 2 1 2 | - | -").with("rule", "strict")),
        ("stones", Setup::level("3 4 5")),
        ("stones", Setup::level("300 2")),
        ("stones", Setup::level("70000 1")),
    ]
}

fn open(puzzle: &str, setup: &Setup) -> Box<dyn Board> {
    let entry = catalogue::find(puzzle).unwrap();
    catalogue::open(entry, setup).unwrap_or_else(|error| panic!("{puzzle} {setup:?}: {error}"))
}

/// The packed form of a position.
fn packed(board: &dyn Board) -> Vec<u8> {
    board.as_bytes().unwrap().space().start()
}

fn is_goal(board: &dyn Board) -> bool {
    matches!(board.status(), Status::Solved | Status::Over { .. } | Status::Drawn)
}

#[test]
fn every_puzzle_offers_it() {
    let offered: HashSet<_> = levels().into_iter().map(|(puzzle, _)| puzzle).collect();
    for entry in catalogue::all() {
        assert!(offered.contains(entry.name()), "{} is not tested", entry.name());
        for level in entry.levels() {
            let board = catalogue::open(*entry, &Setup::level(level.name)).unwrap();
            assert!(board.as_bytes().is_some(), "{} {}", entry.name(), level.name);
        }
    }
}

#[test]
fn random_walks_agree() {
    for (number, (puzzle, setup)) in levels().into_iter().enumerate() {
        let what = format!("{puzzle} {setup:?}");
        let start = open(puzzle, &setup);
        let from = start.as_bytes().unwrap();
        let space = from.space();
        let (width, limit) = (space.width(), space.bits());
        let mut random = Random::new(number as u64);
        let mut board = start.clone();
        let mut path = packed(&*start);
        for _ in 0..60 {
            let state = packed(&*board);
            assert_eq!(state.len(), width, "{what}");
            let leading = state.iter().take_while(|&&byte| byte == 0).count() as u32 * 8
                + state.iter().find(|&&byte| byte != 0).map_or(0, |byte| byte.leading_zeros());
            assert!(leading + limit >= 8 * width as u32, "{what}: more than {limit} bits in {state:?}");
            // Successors: one for each move, in any order.
            let moves = board.moves();
            let nexts: Vec<_> = moves.iter().map(|text| board.play(text).unwrap()).collect();
            let mut expected: Vec<Vec<u8>> = nexts.iter().map(|next| packed(&**next)).collect();
            let mut flat = Vec::new();
            space.expand(&state, &mut flat);
            let mut found: Vec<Vec<u8>> = flat.chunks(width).map(<[u8]>::to_vec).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{what}: {}", board.text());
            // Goals, in a batch with all successors.
            let mut batch = state.clone();
            nexts.iter().for_each(|next| batch.extend(packed(&**next)));
            let mut goals = Vec::new();
            space.goals(&batch, &mut |place| goals.push(place));
            let all = std::iter::once(&board).chain(&nexts);
            let expected: Vec<_> =
                all.enumerate().filter(|(_, at)| is_goal(&***at)).map(|(place, _)| place).collect();
            assert_eq!(goals, expected, "{what}");
            // The text is that of the position; but tubes may stand in another order, and equal pieces may have changed
            // their letters.
            let text = from.text(&state);
            let again = board.options().iter().fold(Setup::level(&text), |s, (k, v)| s.with(k, v));
            let again = open(puzzle, &again);
            if puzzle == "klotski" {
                assert_eq!(packed(&*again), state, "{what}: {text}");
            } else {
                let tubes = |text: String| {
                    let mut tubes: Vec<_> =
                        text.split(['|', '\n']).map(|tube| tube.trim().to_owned()).collect();
                    tubes.sort();
                    tubes
                };
                match puzzle {
                    "water" => assert_eq!(tubes(again.text()), tubes(board.text()), "{what}"),
                    _ => assert_eq!(again.text(), board.text(), "{what}"),
                }
            }
            // A batch of two gives what two batches give.
            let mut twice = Vec::new();
            space.expand(&[state.clone(), state].concat(), &mut twice);
            assert_eq!(twice, [flat.clone(), flat].concat(), "{what}");
            if nexts.is_empty() {
                break;
            }
            board = nexts[random.below(nexts.len())].clone();
            path.extend(packed(&*board));
        }
        // The walk as moves, played from the start, ends in the same state.
        let moves = from.moves(&path).unwrap_or_else(|| panic!("{what}: the walk is a path"));
        assert_eq!(moves.len(), path.len() / width - 1, "{what}");
        let end = moves.iter().fold(start, |board, text| board.play(text).unwrap());
        assert_eq!(packed(&*end), path[path.len() - width..], "{what}");
        // What is no path is refused.
        let torn = [&path[..width], &path[..width]].concat();
        assert_eq!(from.moves(&torn), None, "{what}");
        assert_eq!(from.moves(&path[1..]), None, "{what}");
    }
}

/// Layers, goals and edges counted through bytes are those that `explore` counts.
#[test]
fn whole_spaces_agree() {
    const MOST: u64 = 30_000;
    let mut compared = HashSet::new();
    for (puzzle, setup) in levels() {
        let board = open(puzzle, &setup);
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = task.limits.with_states(MOST);
        let Ok(survey) = board.explore(task) else { continue };
        if !survey.complete {
            continue;
        }
        let view = board.as_bytes().unwrap();
        let space = view.space();
        let mut seen: HashSet<Vec<u8>> = HashSet::from([space.start()]);
        let (mut layer, mut depths, mut goals, mut edges) = (vec![space.start()], Vec::new(), 0, 0);
        while !layer.is_empty() {
            depths.push(layer.len() as u64);
            let batch = layer.concat();
            space.goals(&batch, &mut |_| goals += 1);
            let mut next = Vec::new();
            space.expand(&batch, &mut next);
            edges += (next.len() / space.width()) as u64;
            layer = next
                .chunks(space.width())
                .map(<[u8]>::to_vec)
                .filter(|state| seen.insert(state.clone()))
                .collect();
        }
        let what = format!("{puzzle} {setup:?}");
        assert_eq!((depths, goals, Some(edges)), (survey.depths, survey.goals, survey.edges), "{what}");
        compared.insert(puzzle);
    }
    assert_eq!(compared.len(), catalogue::all().len(), "{compared:?}");
}
