//! The whole entry: known numbers as tables, edge cases, and play through text.

use super::*;
use crate::answer::Answer;
use crate::board::Status;
use crate::catalogue;
use crate::random::Random;
use telusur_search::check::check_planes;
use telusur_search::{Budget, Claim, Limit, Wanted, verify};

fn open(setup: &Setup) -> Box<dyn Board> {
    HanoiEntry.open(setup).unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

fn options(pairs: &[(&str, &str)]) -> Setup {
    pairs.iter().fold(Setup::default(), |setup, (name, value)| setup.with(name, value))
}

fn solve_with(board: &dyn Board, algorithm: Algorithm) -> PathAnswer {
    let mut unobserved = ();
    match board.solve(Task::new(&mut unobserved).with(algorithm)) {
        Ok(Answer::Path(answer)) => answer,
        Ok(Answer::Game(_)) => panic!("a game"),
        Err(error) => panic!("{error}"),
    }
}

fn optimum(board: &dyn Board, algorithm: Algorithm) -> u64 {
    let answer = solve_with(board, algorithm);
    assert_eq!(answer.claim, Claim::Optimal);
    let length = u64::try_from(answer.length.unwrap()).unwrap();
    assert_eq!(answer.moves.len() as u64, length);
    assert_eq!(answer.lower_bound, length.into());
    let end = answer.moves.iter().fold(board.boxed(), |board, m| board.play(m).unwrap());
    assert!(end.status().is_solved());
    length
}

#[test]
fn shipped_levels_have_their_optimum() {
    for level in HanoiEntry.levels() {
        let board = catalogue::open(&HanoiEntry, &Setup::level(level.name)).unwrap();
        let again = HanoiEntry
            .open(&Setup { level: Some(board.text()), options: board.options().into_iter().collect() });
        assert_eq!(again.unwrap().moves(), board.moves());
        if let [(metric, expected)] = level.optimum {
            assert_eq!(board.metric(), *metric);
            assert_eq!(optimum(&*board, Algorithm::Auto), u64::from(*expected), "{}", level.name);
        }
    }
}

/// Every rule of facts.md, by theory or auto and by plain search.
#[test]
fn known_optima_of_all_variants() {
    type Case = (&'static str, &'static str, &'static str, &'static [u64]);
    let cases: &[Case] = &[
        ("3", "classic", "C", &[1, 3, 7, 15, 31, 63]),
        ("3", "classic", "any", &[1, 3, 7, 15, 31, 63]),
        ("3", "cyclic", "B", &[1, 5, 15, 43, 119, 327]),
        ("3", "cyclic", "C", &[2, 7, 21, 59, 163, 447]),
        ("3", "linear", "C", &[2, 8, 26, 80, 242, 728]),
        ("3", "linear", "B", &[1, 4, 13, 40, 121, 364]),
        ("3", "star", "C", &[2, 8, 26, 80, 242]),
        ("3", "A>B,B>C,C>A", "B", &[1, 5, 15, 43]),
        ("3", "A-B,B-C,A-C", "C", &[1, 3, 7, 15]),
        ("4", "classic", "D", &[1, 3, 5, 9, 13, 17, 25]),
        ("4", "linear", "D", &[3, 10, 19, 34, 57, 88, 123]),
        ("4", "star", "D", &[2, 6, 12, 20, 32, 48, 66]),
        ("5", "classic", "E", &[1, 3, 5, 7, 11, 15]),
        ("6", "classic", "F", &[1, 3, 5, 7, 9]),
        ("9", "classic", "I", &[1, 3, 5, 7]),
    ];
    for &(pegs, rule, to, known) in cases {
        for (i, &expected) in known.iter().enumerate() {
            let discs = (i + 1).to_string();
            let setup = options(&[("discs", &discs), ("pegs", pegs), ("rule", rule), ("to", to)]);
            let board = open(&setup);
            let named = format!("{setup:?}");
            assert_eq!(optimum(&*board, Algorithm::Auto), expected, "{named}");
            for algorithm in [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Astar] {
                assert_eq!(optimum(&*board, algorithm), expected, "{algorithm}, {named}");
            }
            let searched = open(&setup.with("method", "search"));
            assert_eq!(optimum(&*searched, Algorithm::Auto), expected, "search, {named}");
        }
    }
}

/// Every algorithm that a board offers agrees, from random positions to random goals.
#[test]
fn all_algorithms_agree_on_random_pairs() {
    let mut random = Random::new(99);
    for (pegs, discs, rule) in
        [(3, 5, "classic"), (4, 4, "classic"), (4, 4, "star"), (4, 3, "cyclic"), (5, 4, "linear")]
    {
        for _ in 0..3 {
            let mut stacks =
                || Stacks { pegs, places: (0..discs).map(|_| random.below(pegs) as u8).collect() };
            let (start, goal) = (stacks(), stacks());
            let setup = Setup::level(&start.write()).with("to", &goal.write()).with("rule", rule);
            let board = open(&setup);
            let expected = optimum(&*board, Algorithm::Auto);
            for algorithm in board.algorithms() {
                let answer = solve_with(&*board, algorithm);
                match algorithm.is_optimal() {
                    true => assert_eq!(answer.length, Some(expected.into()), "{algorithm} on {setup:?}"),
                    false => assert!(answer.length.unwrap() >= expected.into()),
                }
            }
        }
    }
}

#[test]
fn shortest_solutions_on_four_pegs() {
    for (discs, &expected) in [1u32, 1, 2, 2, 22, 40, 18, 2468].iter().enumerate() {
        let board = open(&options(&[("pegs", "4"), ("discs", &discs.to_string())]));
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.count_all = true;
        let answer = board.solve(task).unwrap();
        assert_eq!(answer.path().unwrap().shortest_solutions, Some(expected.into()), "{discs} discs");
    }
}

/// What theory says about the number of shortest solutions is what a search counts.
#[test]
fn theory_counts_like_search() {
    for (rule, to) in
        [("classic", "C"), ("classic", "any"), ("cyclic", "B"), ("cyclic", "C"), ("linear", "C")]
    {
        for discs in 1..=5 {
            let setup = options(&[("discs", &discs.to_string()), ("rule", rule), ("to", to)]);
            let by_theory = solve_with(&*open(&setup), Algorithm::Auto).shortest_solutions;
            let mut unobserved = ();
            let mut task = Task::new(&mut unobserved).with(Algorithm::Bfs);
            task.count_all = true;
            let counted = open(&setup).solve(task).unwrap().path().unwrap().shortest_solutions.clone();
            assert!(by_theory.is_some());
            assert_eq!(by_theory, counted, "{setup:?}");
        }
    }
    let two = open(&Setup::level("2 1 | |").with("to", "1 | | 2"));
    let answer = solve_with(&*two, Algorithm::Auto);
    assert_eq!((answer.length, answer.shortest_solutions), (Some(3u8.into()), Some(1u8.into())));
}

/// States per depth of 14 discs, as published; deeper boards agree to depth 64.
const DEPTHS_14: [u64; 65] = [
    1, 3, 6, 12, 30, 30, 66, 96, 126, 210, 330, 318, 462, 816, 1032, 936, 1044, 1752, 2610, 3036, 3528, 3306,
    4578, 6318, 9108, 10674, 11580, 11844, 13374, 17124, 23664, 32184, 36984, 39822, 38544, 39936, 45936,
    57990, 77262, 96366, 116052, 127092, 122142, 112086, 116814, 135078, 157326, 192498, 246468, 304650,
    354018, 388128, 415206, 427710, 411804, 402504, 451236, 521094, 600684, 714750, 883602, 1064970, 1228656,
    1349322, 1464336,
];

#[test]
fn planes_agree_with_the_dense_engine_from_any_start() {
    let mut random = Random::new(5);
    for discs in 4..=10usize {
        let mut starts = vec![vec![0; discs], vec![2; discs]];
        // One peg, two, three and all pegs in use: symmetry of 6, 2, 1 and 1.
        for pegs in 2..=4 {
            starts.push((0..discs).map(|_| random.below(pegs) as u8).collect());
        }
        for start in starts {
            let goals: Vec<Vec<u8>> =
                (0..2).map(|_| (0..discs).map(|_| random.below(4) as u8).collect()).collect();
            let hanoi = Hanoi::<Two>::new(PegGraph::classic(4), &start, &goals);
            if discs % 3 == 1 {
                check_planes(&hanoi, 3, 200).unwrap();
            }
            let by = |algorithm, threads| {
                let solver = hanoi.solver().algorithm(algorithm).threads(threads);
                solver.try_explore(Wanted::default()).unwrap()
            };
            let dense = by(Algorithm::Dense, 1);
            for threads in [1, 2] {
                let planes = by(Algorithm::Planes, threads);
                assert_eq!(planes.depths, dense.depths, "from {start:?}");
                assert_eq!((planes.goals, planes.goal_distance), (dense.goals, dense.goal_distance));
                assert_eq!(planes.nearest_goals, dense.nearest_goals);
                assert_eq!(planes.edges, dense.edges);
                // Of a last layer that is larger, planes list other states than the least.
                if *dense.depths.last().unwrap() < 4 * 1024 {
                    assert_eq!(planes.farthest, dense.farthest, "from {start:?}");
                }
            }
            if discs < 9 {
                let report = hanoi.solver().algorithm(Algorithm::Planes).solve();
                assert_eq!(report.length().map(|length| length as u32), dense.goal_distance);
                verify::replay(&hanoi, Two::pack(&start), report.path().unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn complete_search_on_four_pegs_as_published() {
    for discs in [11, 12, 13] {
        let board = open(&options(&[("pegs", "4"), ("discs", &discs.to_string())]));
        let mut unobserved = ();
        let survey = board.explore(Task::new(&mut unobserved)).unwrap();
        assert_eq!(survey.states(), 1 << (2 * discs));
        let goal = frame_stewart::moves(4, discs).unwrap();
        assert_eq!(survey.goal_distance.map(BigUint::from), Some(goal.clone()));
        assert_eq!(survey.radius().map(BigUint::from), Some(goal), "the goal is farthest");
        assert_eq!(survey.goals, 1);
        assert_eq!(survey.stopped, None);
        // The largest disc has not moved before depth 48 (11 discs): until then boards agree.
        let agree = if discs == 11 { 33 } else { 49 };
        assert_eq!(survey.depths[..agree], DEPTHS_14[..agree]);
    }
}

/// Fifteen discs: some positions are farther than the goal. A gigabit of positions, about a second.
#[test]
fn the_anomaly_of_fifteen_discs() {
    let board = open(&options(&[("pegs", "4"), ("discs", "15")]));
    let mut unobserved = ();
    let mut task = Task::new(&mut unobserved);
    task.threads = 2;
    let survey = board.explore(task).unwrap();
    assert_eq!((survey.radius(), survey.goal_distance, survey.farthest_count), (Some(130), Some(129), 588));
    assert_eq!(survey.states(), 1 << 30);
    assert_eq!(survey.depths[..65], DEPTHS_14);
    assert!((survey.stats.peak_bytes as f64) < 0.1 * survey.states() as f64);
    assert!(survey.findings.iter().any(|(_, value)| value.contains("130 against 129")));
}

#[test]
fn a_search_that_outgrows_its_memory_keeps_the_last_layers() {
    let board = open(&options(&[("pegs", "4"), ("discs", "11"), ("method", "search")]));
    let budget = Budget::default().with_bytes(1 << 18);
    let answer = board.solve(Task::new(&mut ()).limited(budget)).unwrap();
    let answer = answer.path().unwrap();
    assert_eq!(answer.algorithm, Algorithm::Frontier, "{}", answer.reason);
    assert!(
        answer.reason.contains("ran out of memory, so only the last layers were kept"),
        "{}",
        answer.reason
    );
}

#[test]
fn limits_are_kept_and_told() {
    let board = open(&options(&[("pegs", "4"), ("discs", "13")]));
    let survey_by = |algorithm, budget: Budget| {
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved).with(algorithm);
        task.limits = budget.into();
        board.explore(task).unwrap()
    };
    let survey = |budget| survey_by(Algorithm::Auto, budget);
    // 13 discs take 1.4 MB in planes. They are not begun with less; what needs less at first gets somewhere.
    let little = survey_by(Algorithm::Planes, Budget::default().with_bytes(1 << 20));
    assert_eq!((little.stopped, little.states()), (Some(Limit::Bytes(1 << 20)), 1));
    let little = survey(Budget::default().with_bytes(1 << 20));
    assert_eq!((little.stopped, little.algorithm), (Some(Limit::Bytes(1 << 20)), Algorithm::Frontier));
    assert!(little.states() > 1);
    assert_eq!(survey(Budget::default().with_bytes(3 << 20)).stopped, None);
    let few = survey(Budget::default().with_states(100_000));
    assert_eq!(few.stopped, Some(Limit::States(100_000)));
    // Whole layers, and the last one within the limit is the published one; then some of the next.
    let layers = few.depths.len();
    assert_eq!(few.depths, DEPTHS_14[..layers]);
    assert!(few.partial > 0 && few.partial <= DEPTHS_14[layers], "{}", few.partial);
    assert!(few.states() > 100_000 && few.states() - few.partial <= 100_000, "{}", few.states());
    let mut unobserved = ();
    let task = Task::new(&mut unobserved);
    task.limits.deadline.cancel().cancel();
    assert_eq!(board.explore(task).unwrap().stopped, Some(Limit::Cancelled));
    // A conjectured solution is still given if the search that could prove it ends early.
    let five = open(&options(&[("pegs", "5"), ("discs", "11")]));
    let mut unobserved = ();
    let mut task = Task::new(&mut unobserved);
    task.limits = Budget::default().with_states(1000).into();
    let answer = five.solve(task).unwrap().path().unwrap().clone();
    assert_eq!((answer.claim, answer.length), (Claim::Feasible, Some(39u8.into())));
    assert!(answer.lower_bound >= 21u8.into() && answer.lower_bound < 39u8.into());
}

#[test]
fn small_and_strange_boards() {
    // No disc, one disc, one peg, two pegs.
    for (setup, expected) in [
        (options(&[("discs", "0")]), Some(0)),
        (options(&[("discs", "0"), ("to", "any")]), Some(0)),
        (options(&[("discs", "0"), ("pegs", "1"), ("to", "any")]), Some(0)),
        (options(&[("discs", "1")]), Some(1)),
        (options(&[("discs", "3"), ("pegs", "1")]), Some(0)),
        (options(&[("discs", "1"), ("pegs", "1"), ("to", "any")]), None),
        (options(&[("discs", "1"), ("pegs", "2")]), Some(1)),
        (options(&[("discs", "2"), ("pegs", "2")]), None),
        (options(&[("discs", "2"), ("rule", "A>B,B>C")]), None),
        (options(&[("discs", "1"), ("rule", "A>B,B>C")]), Some(2)),
        (options(&[("discs", "2"), ("rule", "B>C")]), None),
        (options(&[("discs", "100"), ("pegs", "2")]), None),
        (Setup::level("| |"), Some(0)),
        (Setup::level("2 | 1").with("to", "2 1 |"), Some(1)),
    ] {
        for algorithm in [Algorithm::Auto, Algorithm::Bfs] {
            let board = open(&setup);
            if algorithm != Algorithm::Auto && setup.option("discs") == Some("100") {
                continue;
            }
            let answer = solve_with(&*board, algorithm);
            assert_eq!(answer.length, expected.map(|n: u8| n.into()), "{algorithm}, {setup:?}");
            let claim = if expected.is_some() { Claim::Optimal } else { Claim::Unsolvable };
            assert_eq!(answer.claim, claim, "{algorithm}, {setup:?}");
        }
        let mut unobserved = ();
        if setup.option("discs") != Some("100") {
            let survey = open(&setup).explore(Task::new(&mut unobserved)).unwrap();
            assert_eq!(survey.goal_distance, expected.map(u64::from), "{setup:?}");
        }
    }
}

#[test]
fn wrong_options_are_one_clear_line() {
    for (setup, expected) in [
        (options(&[("discs", "-1")]), "option discs can't be '-1'; use a whole number from 0 to 1000000"),
        (options(&[("discs", "1000001")]), "from 0 to 1000000"),
        (options(&[("discs", "many")]), "can't be 'many'"),
        (options(&[("pegs", "0")]), "option pegs can't be '0'; use a whole number from 1 to 16"),
        (options(&[("pegs", "17")]), "from 1 to 16"),
        (options(&[("to", "D")]), "a peg from A to C"),
        (options(&[("to", "3 2 | 1")]), "the goal has 3 discs on 2 pegs, the level 3 on 3"),
        (options(&[("to", "2 1 | |")]), "the goal has 2 discs"),
        (options(&[("to", "1 2 3 | |")]), "in the goal: disc 2 lies on the smaller disc 1"),
        (options(&[("to", "anyone")]), "option to can't be 'anyone'"),
        (options(&[("rule", "sideways")]), "option rule can't be 'sideways'"),
        (options(&[("method", "magic")]), "option method can't be 'magic'; use auto, search, recursive"),
        (options(&[("method", "er"), ("pegs", "4")]), "method er moves a whole tower"),
        (options(&[("method", "blocks"), ("discs", "65")]), "at most 64 discs"),
        (options(&[("method", "kolar4"), ("to", "any")]), "method kolar4 moves a whole tower"),
        (Setup::level("2 | 1 |").with("method", "kolar1"), "method kolar1 moves a whole tower"),
        (Setup::level("3 2 1 | |").with("discs", "4"), "the level has 3 discs, the option says 4"),
        (options(&[("after", "x")]), "option after can't be 'x'"),
        (options(&[("after", "8")]), "fewer than 8 moves"),
        (options(&[("after", &"9".repeat(41))]), "999… moves"),
        (
            options(&[("after", "1"), ("pegs", "5"), ("discs", "9")]),
            "after needs a solution that theory knows",
        ),
        (options(&[("distance", "5")]), "unknown option 'distance'"),
    ] {
        let message = HanoiEntry.open(&setup).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(message.contains(expected), "{setup:?}: {message:?}");
        assert!(!message.contains('\n'));
    }
}

#[test]
fn sixty_four_discs_are_no_trouble() {
    let board = catalogue::open(&HanoiEntry, &Setup::level("brahma")).unwrap();
    assert_eq!(board.moves_left(), Some(u64::MAX.into()));
    let answer = solve_with(&*board, Algorithm::Auto);
    assert_eq!((answer.claim, answer.length), (Claim::Optimal, Some(u64::MAX.into())));
    assert_eq!(answer.moves.len(), 1024);
    assert_eq!(answer.moves[..3], ["A>B", "A>C", "B>C"]);
    // The best next move lowers what is left by one, from any position.
    let board = open(&options(&[("discs", "64"), ("after", "12345678901234567890")]));
    let left = board.moves_left().unwrap();
    assert_eq!(left, (u64::MAX - 12_345_678_901_234_567_890).into());
    let next = board.play(&solve_with(&*board, Algorithm::Auto).moves[0]).unwrap();
    assert_eq!(next.moves_left(), Some(left - 1u8));
    let eight_pegs = open(&options(&[("discs", "64"), ("pegs", "8")]));
    let answer = solve_with(&*eight_pegs, Algorithm::Auto);
    assert_eq!((answer.claim, answer.lower_bound), (Claim::Feasible, 127u8.into()));
    assert!(answer.why.unwrap().contains("conjecture"));
    let four_pegs = open(&options(&[("discs", "64"), ("pegs", "4")]));
    let answer = solve_with(&*four_pegs, Algorithm::Auto);
    assert_eq!((answer.claim, answer.length), (Claim::Optimal, Some(18_433u32.into())));
    assert!(answer.why.unwrap().contains("Bousch"));
}

#[test]
fn a_million_discs_are_counted_and_played() {
    let board = open(&options(&[("discs", "1000000")]));
    let answer = solve_with(&*board, Algorithm::Auto);
    assert_eq!(answer.claim, Claim::Optimal);
    let length = answer.length.unwrap();
    assert_eq!((length.bits(), length.count_ones()), (1_000_000, 1_000_000));
    assert_eq!(board.moves(), ["A>B", "A>C"]);
    let next = board.play("A>B").unwrap();
    assert_eq!(next.moves_left(), Some(&length - 1u8));
    assert_eq!(next.status(), Status::Playing);
    assert!(board.play("B>A").is_err());
    let four = open(&options(&[("discs", "1000000"), ("pegs", "4")]));
    assert_eq!(four.moves_left().unwrap().bits(), 1425);
    let linear = open(&options(&[("discs", "1000"), ("rule", "linear")]));
    assert_eq!(linear.moves_left().map(|n| n + 1u8), Some(BigUint::from(3u8).pow(1000)));
    let mut unobserved = ();
    assert!(linear.explore(Task::new(&mut unobserved)).is_err());
    let star = open(&options(&[("discs", "65"), ("pegs", "4"), ("rule", "star")]));
    let mut unobserved = ();
    assert!(star.solve(Task::new(&mut unobserved)).unwrap_err().to_string().contains("theory only"));
    let half = open(&options(&[("discs", "100"), ("after", "1")]));
    assert_eq!(half.moves_left(), Some(theory::tower_moves(100) - 1u8));
}

#[test]
fn named_methods_write_their_lines() {
    for method in classic::Method::ALL {
        let board = open(&options(&[("discs", "3"), ("to", "B"), ("method", method.name)]));
        let mut out = Vec::new();
        let writer = board.as_writer().unwrap();
        writer.write(&mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        assert_eq!(lines.lines().count(), 7);
        assert!(lines.starts_with("move disc 1 from A to B\nmove disc 2 from A to C\n"), "{lines}");
        let solved = lines.lines().fold(board.boxed(), |here, line| {
            here.play(&writer.move_of_line(line).expect("a line is a move")).unwrap()
        });
        assert!(solved.status().is_solved());
        for wrong in ["", "A>B", "move disc x from A to B", "move disc 1 from A to BC", "move disc 1 from A"]
        {
            assert_eq!(writer.move_of_line(wrong), None);
        }
        // In mid-game there is no tower to move, and the usual solution serves.
        let played = board.play("A>B").unwrap();
        assert!(played.as_writer().is_none());
        assert_eq!(optimum(&*played, Algorithm::Auto), 6);
        // No disc, no move.
        let empty = open(&options(&[("discs", "0"), ("method", method.name)]));
        let mut out = Vec::new();
        empty.as_writer().unwrap().write(&mut out).unwrap();
        assert!(out.is_empty());
    }
    assert!(open(&Setup::default()).as_writer().is_none());
}

/// Table 4.1 of the first paper: optimal from the start position and from random positions in mid-game.
#[test]
fn the_first_papers_table() {
    let mut random = Random::new(4);
    for discs in 3..=8usize {
        let start = open(&options(&[("discs", &discs.to_string()), ("to", "any")]));
        for algorithm in [Algorithm::Auto, Algorithm::Bfs] {
            assert_eq!(optimum(&*start, algorithm), (1 << discs) - 1);
        }
        for _ in 0..5 {
            let places: Vec<u8> = (0..discs).map(|_| random.below(3) as u8).collect();
            let expected = theory::distance_to_peg(&places, 1).min(theory::distance_to_peg(&places, 2));
            let setup = Setup::level(&Stacks { pegs: 3, places }.write()).with("to", "any-but-A");
            let board = open(&setup);
            for algorithm in [Algorithm::Auto, Algorithm::Bfs] {
                assert_eq!(BigUint::from(optimum(&*board, algorithm)), expected);
            }
        }
    }
}

#[test]
fn any_other_peg_than_the_towers_own() {
    let board = open(&Setup::level("| 3 2 1 |").with("to", "any"));
    assert_eq!(board.options(), [("to".to_owned(), "any-but-B".to_owned())]);
    assert_eq!(optimum(&*board, Algorithm::Auto), 7);
    let answer = solve_with(&*board, Algorithm::Auto);
    assert_eq!(answer.shortest_solutions, Some(2u8.into()), "to A or to C");
}

#[test]
fn the_quick_bench_checks_itself() {
    let mut titles = Vec::new();
    HanoiEntry.bench(true, &mut |table| {
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        titles.push(table.title);
    });
    assert_eq!(titles.len(), 5);
}
