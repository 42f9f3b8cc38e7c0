//! What must be true of Stones as a whole: the four ways agree, the known numbers come out, the paper's games
//! are judged, and no input does harm.

use super::brute::Brute;
use super::*;
use crate::board::Status;
use crate::catalogue::Entry;
use crate::game::ReplyError;
use crate::{AuditError, Board, GameAnswer, Language, Setup, Task};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use telusur_search::game::{Value, Verdict, memo, retrograde};
use telusur_search::verify::reference_value;
use telusur_search::{Algorithm, Budget, Cancel, Limit, Limits, Run, Space};

fn rules(takes: &str, misere: bool) -> Arc<Rules> {
    Arc::new(Rules::new(TakeSet::parse(takes).unwrap(), misere))
}

fn open(text: &str, options: &[(&str, &str)]) -> Box<dyn Board> {
    let setup = options.iter().fold(Setup::level(text), |setup, (name, value)| setup.with(name, value));
    StonesEntry.open(&setup).unwrap()
}

fn solve(text: &str, options: &[(&str, &str)]) -> GameAnswer {
    open(text, options).solve(Task::new(&mut ())).unwrap().game().unwrap().clone()
}

/// Values of all positions of a box by backward search, whether or not one start reaches them all.
fn by_backward_search(game: &Stones<u64>, positions: &[u64]) -> BTreeMap<u64, Value> {
    let mut values = BTreeMap::new();
    for &start in positions.iter().rev() {
        if !values.contains_key(&start) {
            values.extend(retrograde::survey(game, start, &mut Run::unlimited()).values.unwrap().positions());
        }
    }
    values
}

#[test]
fn the_four_ways_agree_on_three_piles_to_15_for_eight_take_sets() {
    let most = [15, 15, 15];
    for takes in ["1-3", "1,3,4", "2,3", "1,4", "2,4,7", "any", "1,2,4", "2,5,7"] {
        for misere in [false, true] {
            let rules = rules(takes, misere);
            let brute = Brute::new(&rules.takes, misere, &most);
            let game = Stones::<u64>::new(rules.clone(), &most).unwrap();
            let all: Vec<Vec<u64>> = brute.positions().collect();
            assert_eq!(all.len(), 4096);
            let packed: Vec<u64> =
                all.iter().map(|piles| Stones::<u64>::new(rules.clone(), piles).unwrap().start()).collect();
            let by_memory = memo::values(&game, &packed, &mut Run::unlimited()).unwrap();
            let backward = by_backward_search(&game.told_apart(), &packed);
            for ((piles, state), by_memory) in all.iter().zip(&packed).zip(by_memory) {
                let here = format!("{piles:?}, take {takes}, misère {misere}");
                let (wins, turns) = (brute.wins(piles), brute.turns(piles));
                let expected = if wins { Value::Win(turns) } else { Value::Loss(turns) };
                assert_eq!(by_memory, expected, "{here}");
                assert_eq!(backward[state], expected, "{here}");
                assert_eq!(rules.wins(piles), Some(wins), "{here}");
                assert!(rules.turns(piles).is_none_or(|known| known == u128::from(turns)), "{here}");
                let mut winning = Vec::new();
                for (pile, &stones) in piles.iter().enumerate() {
                    for take in (1..=stones).filter(|&take| rules.takes.allows(take)) {
                        let mut after = piles.clone();
                        after[pile] -= take;
                        if !brute.wins(&after) {
                            winning.push((pile, take));
                        }
                    }
                }
                assert_eq!(rules.winning_moves(piles), Some(winning), "{here}");
            }
        }
    }
}

#[test]
fn the_definition_agrees_on_small_positions() {
    for takes in ["1-3", "2,3", "any"] {
        for misere in [false, true] {
            let rules = rules(takes, misere);
            let brute = Brute::new(&rules.takes, misere, &[3, 2, 3]);
            for piles in brute.positions() {
                let game = Stones::<u64>::new(rules.clone(), &piles).unwrap();
                let expected = (brute.wins(&piles), Some(brute.turns(&piles)));
                let value = reference_value(&game, game.start());
                assert_eq!(value.map(|v| (v.is_win(), v.turns())), Some(expected), "{takes} {piles:?}");
            }
        }
    }
}

/// Formulas and finite tables are trusted far beyond what they were made from; so are they here.
#[test]
fn turns_hold_beyond_the_tables_that_prove_them() {
    let mut told = 0;
    for takes in ["1-3", "1,3,4", "2,3", "1,4", "2,4,7", "1,2,4", "1-7", "2-5", "1,3,6", "any"] {
        for misere in [false, true] {
            let rules = rules(takes, misere);
            for most in [&[150][..], &[50, 50], &[20, 22, 24], &[9, 9, 10, 10]] {
                let brute = Brute::new(&rules.takes, misere, most);
                for piles in brute.positions() {
                    if let Some(turns) = rules.turns(&piles) {
                        assert_eq!(turns, u128::from(brute.turns(&piles)), "{takes} {misere} {piles:?}");
                        told += 1;
                    }
                    assert_eq!(rules.wins(&piles), Some(brute.wins(&piles)), "{takes} {misere} {piles:?}");
                }
            }
        }
    }
    assert!(told > 300_000, "{told}");
}

#[test]
fn lost_positions_are_550_in_normal_and_549_in_misere_play() {
    for (misere, lost) in [(false, 550u64), (true, 549)] {
        let rules = rules("1-3", misere);
        let brute = Brute::new(&rules.takes, misere, &[12, 12, 12]);
        assert_eq!(brute.positions().filter(|piles| !brute.wins(piles)).count() as u64, lost);
        assert_eq!(count::lost_below(&rules, &[12, 12, 12]), Some(lost.into()));
        let game = Stones::<u64>::new(rules, &[12, 12, 12]).unwrap().told_apart();
        let tablebase = retrograde::survey(&game, game.start(), &mut Run::unlimited()).values.unwrap();
        assert_eq!((tablebase.len(), tablebase.count(Verdict::Loss)), (2197, lost));
    }
}

#[test]
fn counting_by_theory_equals_counting_one_by_one() {
    for takes in ["1-3", "1,3,4", "2,4,7", "2-5", "any", "1,4,9,16,25"] {
        for misere in [false, true] {
            for most in [&[70, 3][..], &[9, 10, 11], &[0, 5], &[40]] {
                let rules = rules(takes, misere);
                let brute = Brute::new(&rules.takes, misere, most);
                let lost = brute.positions().filter(|piles| !brute.wins(piles)).count();
                assert_eq!(count::lost_below(&rules, most), Some(lost.into()), "{takes} {misere} {most:?}");
            }
        }
    }
    // A box of 10^36 positions, of which a quarter is lost.
    let huge = count::lost_below(&rules("1-3", false), &[999_999_999_999; 3]).unwrap();
    assert_eq!(huge, BigUint::from(10u8).pow(36) / 4u8);
}

#[test]
fn winning_moves_of_the_fact_sheet() {
    for (text, winning) in [
        ("7 11 6", &["1:2", "2:2", "3:2"][..]),
        ("5 7 9", &["1:3", "2:3", "3:3"]),
        ("3 4 5", &["1:2", "2:2", "3:2"]),
        ("3 5 7", &["1:1", "2:1", "3:1"]),
        ("1 2 3", &[]),
    ] {
        for algorithm in [Algorithm::Auto, Algorithm::Dfs, Algorithm::Bfs] {
            let answer = open(text, &[]).solve(Task::new(&mut ()).with(algorithm)).unwrap();
            assert_eq!(answer.game().unwrap().winning_moves, winning, "{text} by {algorithm}");
        }
    }
}

#[test]
fn the_papers_positions_in_their_turns() {
    let lost = solve("8 12 4", &[]);
    assert_eq!((lost.is_win(), lost.turns, lost.grundy), (Some(false), Some(12u8.into()), Some(0)));
    let won = solve("7 11 6", &[]);
    assert_eq!((won.is_win(), won.turns, won.grundy), (Some(true), Some(15u8.into()), Some(2)));
    let won = solve("5 7 9", &[]);
    assert_eq!((won.is_win(), won.turns, won.grundy), (Some(true), Some(11u8.into()), Some(3)));
}

#[test]
fn the_reason_can_be_checked_by_hand() {
    for (text, options, why) in [
        (
            "7 11 6",
            &[][..],
            "7 mod 4 = 3, 11 mod 4 = 3, 6 mod 4 = 2; their XOR is 2; taking 2 from pile 1 makes it 0",
        ),
        (
            "8 12 4",
            &[],
            "8 mod 4 = 0, 12 mod 4 = 0, 4 mod 4 = 0; their XOR is 0: every move changes that, and the opponent can \
             make it 0 again",
        ),
        ("7", &[], "7 mod 4 = 3; taking 3 makes it 0"),
        ("0 0", &[], "no stone can be taken: the player to move has lost"),
        (
            "3 5 7",
            &[("take", "any")],
            "piles are worth their sizes: 3, 5, 7; their XOR is 1; taking 1 from pile 1 makes it 0",
        ),
        (
            "9 10",
            &[("take", "1,3,4")],
            "9 is worth 0, 10 is worth 1 (values repeat every 7); their XOR is 1; taking 3 from pile 2 makes it 0",
        ),
        (
            "1 1 2",
            &[("misere", "true")],
            "1 mod 4 = 1, 1 mod 4 = 1, 2 mod 4 = 2; their XOR is 2; a pile is firm (worth 2 or more), so 0 loses as \
             in normal play; taking 1 from pile 3 leaves no firm pile and makes their XOR 1, which then loses",
        ),
        (
            "4 5",
            &[("misere", "true")],
            "4 mod 4 = 0, 5 mod 4 = 1; their XOR is 1; no pile is firm (worth 2 or more), so with the last stone \
             losing 1 loses: every move changes that, and the opponent can bring back a lost position",
        ),
    ] {
        assert_eq!(solve(text, options).why, why);
    }
}

#[test]
fn a_pile_of_a_million_million_answers_at_once() {
    let clock = Instant::now();
    let answer = solve("1000000000000", &[]);
    assert_eq!((answer.is_win(), answer.turns), (Some(false), Some(500_000_000_000u64.into())));
    let answer = solve("1000000000000 999999999999 7", &[("take", "any")]);
    assert_eq!(answer.is_win(), Some(true));
    for takes in ["1,3,4", "2,4,7", "1,4,9,16,25", "1-1000000", "any", "7"] {
        for misere in ["true", "false"] {
            let board = open("1000000000000 31 1000000000000000000", &[("take", takes), ("misere", misere)]);
            let answer = board.solve(Task::new(&mut ())).unwrap().game().unwrap().clone();
            let Some(wins) = answer.is_win() else { panic!("{takes}: {}", answer.why) };
            assert_eq!(wins, !answer.winning_moves.is_empty());
            // Every winning move is playable and leaves a lost position; a lost one offers no escape.
            for text in &answer.winning_moves {
                let after = board.play(text).unwrap().solve(Task::new(&mut ())).unwrap();
                assert_eq!(after.game().unwrap().is_win(), Some(false), "{takes} {text}");
            }
            assert!(
                !board.moves().is_empty()
                    && board.as_game().unwrap().reply(None, 1, &Limits::none()).unwrap().is_some()
            );
            board.picture();
        }
    }
    assert!(clock.elapsed() < Duration::from_secs(60), "{:?}", clock.elapsed());
}

/// The three games of the paper, with who moved first and which player is the author.
const GAMES: [(&str, &str, u32); 3] = [
    ("8 12 4", "1:2 1:2 2:1 2:3 3:3 3:1 1:2 1:2 2:3 2:1 2:2 2:2", 1),
    ("7 11 6", "3:2 2:3 1:3 2:2 2:2 2:1 2:3 1:1 1:3 3:2 3:2", 0),
    ("5 7 9", "2:3 3:2 3:2 1:3 3:3 2:1 2:3 1:1 3:1 1:1 3:1", 0),
];

#[test]
fn the_papers_author_keeps_the_win_in_all_three_games() {
    for (text, record, author) in GAMES {
        let moves: Vec<String> = record.split(' ').map(str::to_owned).collect();
        let board = open(text, &[]);
        let judged = board.as_game().unwrap().audit(&moves, Task::new(&mut ())).unwrap();
        assert_eq!(judged.len(), moves.len());
        for (i, one) in judged.iter().enumerate() {
            assert_eq!(one.player, (i % 2) as u32);
            let expected = if one.player == author { "keeps the win" } else { "was lost anyway" };
            assert_eq!((one.words(), one.is_mistake()), (expected, false), "{text}: {}", one.text);
        }
        assert_eq!(judged.last().unwrap().position, "0 0 0");
        assert_eq!(judged.last().unwrap().player, author, "the author takes the last stone");
    }
}

#[test]
fn an_audit_finds_the_mistake_and_names_what_was_right() {
    let moves: Vec<String> = ["1:1", "2:3", "2:1"].map(str::to_owned).to_vec();
    let judged = open("7 11 6", &[]).as_game().unwrap().audit(&moves, Task::new(&mut ())).unwrap();
    assert_eq!(judged[0].words(), "loses the win");
    assert!(judged[0].is_mistake());
    assert_eq!(judged[0].winning_moves, ["1:2", "2:2", "3:2"]);
    assert_eq!(judged[1].words(), "keeps the win");
    assert_eq!(judged[2].words(), "was lost anyway");
    let wrong = open("7 11 6", &[])
        .as_game()
        .unwrap()
        .audit(&["1:1".to_owned(), "9:1".to_owned()], Task::new(&mut ()));
    assert!(matches!(wrong, Err(AuditError::Move { number: 2, .. })), "{wrong:?}");
}

#[test]
fn ends_and_odd_positions_have_right_answers() {
    let answer = solve("0 0 0", &[]);
    assert_eq!((answer.is_win(), answer.turns), (Some(false), Some(BigUint::ZERO)));
    let answer = solve("0", &[("misere", "true")]);
    assert_eq!((answer.is_win(), answer.turns, answer.grundy), (Some(true), Some(BigUint::ZERO), None));
    // One stone is left, but nobody may take just one.
    let board = open("1 1", &[("take", "2,3")]);
    assert_eq!(board.status(), Status::Over { mover_won: false });
    assert!(board.moves().is_empty());
    assert_eq!(open("1", &[("take", "2-3"), ("misere", "true")]).status(), Status::Over { mover_won: true });
    assert_eq!(solve("5 5", &[("take", "2,3")]).is_win(), Some(false));
    let many = open(&"7 ".repeat(256), &[]);
    assert_eq!(many.solve(Task::new(&mut ())).unwrap().game().unwrap().is_win(), Some(false));
}

#[test]
fn bad_input_gives_one_clear_line() {
    for (level, options) in [
        ("", &[][..]),
        ("-1", &[]),
        ("3 x", &[]),
        ("99999999999999999999", &[]),
        ("3 4", &[("take", "")]),
        ("3 4", &[("take", "0")]),
        ("3 4", &[("misere", "maybe")]),
        ("3 4", &[("players", "1")]),
        ("3 4", &[("players", "99")]),
        ("3 4", &[("turn", "3")]),
        ("3 4", &[("turn", "0")]),
        ("3 4", &[("opponent", "nobody")]),
        ("3 4", &[("opponent", "perfect"), ("players", "3")]),
        ("3 4", &[("size", "5")]),
        ("3 4", &[("colour", "red")]),
    ] {
        let setup = options.iter().fold(Setup::level(level), |setup, (name, value)| setup.with(name, value));
        let Err(error) = StonesEntry.open(&setup) else { panic!("{level} {options:?} was opened") };
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    for options in
        [[("piles", "0")], [("piles", "257")], [("size", "9999999999999999999")], [("piles", "-1")]]
    {
        let setup = options.iter().fold(Setup::default(), |setup, (name, value)| setup.with(name, value));
        assert!(StonesEntry.open(&setup).is_err(), "{options:?}");
    }
    let board = open("3 4", &[]);
    for (text, part) in [
        ("", "is not a move"),
        ("1", "is not a move"),
        ("0:1", "piles 1 to 2"),
        ("3:1", "piles 1 to 2"),
        ("1:4", "1-3"),
        ("1:0", "1-3"),
        ("99999999999999999999999:1", "is not a move"),
    ] {
        let error = board.play(text).err().unwrap().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let error = board.play("1:3").unwrap().play("1:1").err().unwrap().to_string();
    assert!(error.contains("pile 1 has only 0 stones"), "{error}");
}

#[test]
fn a_search_that_may_not_go_on_says_so() {
    let board = open("200 200 200", &[("take", "any")]);
    let mut observer = ();
    let mut task = Task::new(&mut observer).with(Algorithm::Dfs);
    task.limits = telusur_search::Budget::default().with_states(5000).into();
    let answer = board.solve(task).unwrap().game().unwrap().clone();
    assert_eq!((answer.verdict, answer.limit), (None, Some(Limit::States(5000))));
    assert!(answer.winning_moves.is_empty() && answer.turns.is_none());
    let wide = open("1000000000000 3", &[("take", "any")]);
    for algorithm in [Algorithm::Dfs, Algorithm::Bfs, Algorithm::Astar] {
        assert!(wide.solve(Task::new(&mut ()).with(algorithm)).is_err());
    }
    let survey = wide.explore(Task::new(&mut ())).unwrap();
    assert!(survey.stopped.is_some());
    // Turns that no formula gives are searched where that is possible, and otherwise not claimed.
    assert!(solve("20 30 41", &[("take", "1,2,4")]).turns.is_some());
    let far = solve("2000 3000 4100", &[("take", "1,2,4")]);
    assert_eq!((far.is_win().is_some(), far.turns), (true, None));
}

#[test]
fn more_than_two_play_without_verdicts() {
    let board = open("1 1 1", &[("players", "3")]);
    assert_eq!(board.turn(), Some((0, 3)));
    assert!(board.solve(Task::new(&mut ())).is_err());
    assert!(board.explore(Task::new(&mut ())).is_err());
    assert!(
        board.as_game().unwrap().reply(None, 1, &Limits::none()).is_err() && board.opponents().is_empty()
    );
    assert_eq!(board.moves_left(), None);
    let end = board.play("1:1").unwrap().play("2:1").unwrap().play("3:1").unwrap();
    assert_eq!(end.turn(), Some((0, 3)));
    assert!(end.picture().description.contains("player 3 wins"), "{}", end.picture().description);
    let misere = open("1", &[("players", "4"), ("misere", "true"), ("turn", "4")]);
    let end = misere.play("1:1").unwrap().picture().description;
    assert!(end.contains("player 4 loses"), "{end}");
}

#[test]
fn boards_round_trip_list_their_moves_and_name_their_stones() {
    for (text, options) in [
        ("7 11 6", &[][..]),
        ("70 11 6", &[("take", "1,3,4"), ("misere", "true")]),
        ("7 300 6", &[("take", "any"), ("opponent", "errs-25")]),
        ("1 2 3 4 5 6 7 8 9 10", &[("players", "3"), ("turn", "2")]),
        ("100000 70000", &[("take", "2-5")]),
    ] {
        let board = open(text, options);
        let reopened =
            board.options().into_iter().fold(Setup::level(&board.text()), |s, (k, v)| s.with(&k, &v));
        let again = StonesEntry.open(&reopened).unwrap();
        assert_eq!((again.text(), again.options()), (board.text(), board.options()));
        assert_eq!(again.picture(), board.picture());
        assert_eq!(
            board.turn().map(|t| t.0),
            options.iter().find(|o| o.0 == "turn").map_or(Some(0), |_| Some(1))
        );
        let moves = board.moves();
        let distinct: std::collections::BTreeSet<_> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len());
        for text in moves.iter().take(100) {
            let after = board.play(text).unwrap();
            assert_ne!(after.text(), board.text());
            assert_ne!(after.turn(), board.turn());
        }
        let picture = board.picture();
        assert!(picture.items.iter().all(|item| !item.name.is_empty() && !item.id.is_empty()));
        let ids: std::collections::BTreeSet<_> = picture.items.iter().map(|item| &item.id).collect();
        assert_eq!(ids.len(), picture.items.len());
        assert_eq!(board.opponents().is_empty(), options.iter().any(|option| option.0 == "players"));
        for name in board.opponents().iter().map(|opponent| opponent.name) {
            let reply = board.as_game().unwrap().reply(Some(name), 5, &Limits::none()).unwrap().unwrap();
            assert!(board.play(&reply).is_ok(), "{name}: {reply}");
            assert_eq!(board.as_game().unwrap().reply(Some(name), 5, &Limits::none()).unwrap(), Some(reply));
        }
    }
    let three = open("3", &[]);
    assert!(
        three.as_game().unwrap().reply(Some("nobody"), 1, &Limits::none()).is_err()
            && three.as_game().unwrap().check_opponent("nobody").is_err()
    );
    assert!(three.as_game().unwrap().check_opponent("errs-30").is_ok());
    let stones = open("7 11 6", &[]).picture().items.iter().filter(|item| item.kind == "stone").count();
    assert_eq!(stones, 24);
}

#[test]
fn a_survey_counts_names_and_explains() {
    let survey = open("12 12 12", &[]).explore(Task::new(&mut ())).unwrap();
    assert_eq!(survey.states(), 2197);
    assert_eq!((survey.goals, survey.goal_distance), (1, Some(12)));
    let finding = |name: &str| {
        let found = survey.findings.iter().find(|(key, _)| key.starts_with(name));
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    assert_eq!(finding("lost positions"), "550");
    assert_eq!(finding("won positions"), "1647");
    assert_eq!(finding("period of Grundy values"), "4, after the first 0");
    assert_eq!(finding("Grundy values from"), "0 1 2 3");
    assert_eq!(finding("lost positions by theory"), "550");
    assert!(
        finding("some lost positions").starts_with("0 0 0, 0 1 1, 0 0 4, 0 2 2, 0 1 5, 0 3 3, 1 1 4, 1 2 3")
    );
}

#[test]
fn shipped_levels_open_and_are_solved() {
    for level in StonesEntry.levels() {
        let board = StonesEntry.open(&level.setup()).unwrap();
        let answer = board.solve(Task::new(&mut ())).unwrap();
        assert!(answer.game().unwrap().verdict.is_some(), "{}", level.name);
    }
}

#[test]
fn the_bench_checks_itself_and_reports_exist() {
    let mut tables = Vec::new();
    StonesEntry.bench(true, &mut |table| tables.push(table));
    assert_eq!(tables.len(), 5);
    let report = |name: &str, setup: &Setup, limits: Limits| {
        StonesEntry.report(name, setup, &mut Task { limits, ..Task::new(&mut ()) })
    };
    let (small, free) = (Setup::level("5 5 5"), Limits::none());
    let whole = report("strategies", &small, free.clone()).unwrap();
    assert_eq!((whole.tables.len(), whole.stopped), (2, None));
    assert!(report("weather", &Setup::default(), free.clone()).is_err());
    assert!(report("strategies", &Setup::level("5000 5000"), free.clone()).is_err());
    for (limits, limit) in [
        (free.clone().within(Duration::ZERO), Limit::Time(Duration::ZERO)),
        (free.with_bytes(100), Limit::Bytes(100)),
    ] {
        let nothing = report("strategies", &small, limits).unwrap();
        assert_eq!((nothing.tables.len(), nothing.stopped), (0, Some(limit)));
    }
}

/// Every machine player ends when it is told to, and never makes another move instead.
#[test]
fn machine_players_obey_their_deadline() {
    let stopped = |level: &str, options: &[(&str, &str)], name: &str| {
        let board = open(level, options);
        let cancel = Cancel::new();
        let limits = Limits::new(Budget::UNLIMITED, cancel.clone());
        cancel.cancel();
        assert_eq!(
            board.as_game().unwrap().reply(Some(name), 1, &limits),
            Err(ReplyError::Stopped(Limit::Cancelled)),
            "{name} in {level} {options:?}"
        );
        // Nothing that was half computed is taken for the whole.
        board.as_game().unwrap().reply(Some(name), 1, &Limits::none()).unwrap().unwrap()
    };
    // By theory, by a sequence of values, by a box, by search.
    for options in [&[][..], &[("take", "1,3,4")], &[("take", "2-3"), ("misere", "true")]] {
        for name in ["perfect", "errs-50"] {
            let reply = stopped("25 26 27", options, name);
            assert_eq!(
                open("25 26 27", options).as_game().unwrap().reply(Some(name), 1, &Limits::none()),
                Ok(Some(reply))
            );
        }
    }
    stopped("90 91 92", &[("take", "any")], "friendly-bfs");
    stopped("1000000000000 5 5", &[], "friendly-dfs");
    // What is said at once needs no time.
    let over = Limits::new(Budget::default().with_time(Duration::ZERO), Cancel::new());
    assert!(open("25 26 27", &[]).as_game().unwrap().reply(Some("random"), 1, &over).unwrap().is_some());
}

/// A machine player that has too little memory for its search makes a move all the same.
#[test]
fn machine_players_obey_their_memory() {
    let board = open("57 60 60", &[]);
    let few = Limits::from(Budget::default().with_bytes(1 << 20));
    let reply = board.as_game().unwrap().reply(Some("friendly-bfs"), 1, &few).unwrap().unwrap();
    assert_eq!(reply, "1:1");
    assert_ne!(board.as_game().unwrap().reply(Some("friendly-bfs"), 1, &Limits::none()), Ok(Some(reply)));
}

/// The reason is about the position alone: stones may be left, and there may have been no move before.
#[test]
fn nothing_is_said_about_moves_that_were_not_made() {
    for (takes, misere, piles) in
        [("4,5", true, [3]), ("4,5", false, [3]), ("1-3", true, [0]), ("11,12", true, [10])]
    {
        let board = StonesEntry
            .open(
                &Setup::level(&piles[0].to_string())
                    .with("take", takes)
                    .with("misere", if misere { "true" } else { "false" }),
            )
            .unwrap();
        let mut unobserved = ();
        let answer = board.solve(Task::new(&mut unobserved)).unwrap();
        let game = answer.game().unwrap();
        assert_eq!(
            game.verdict,
            Some(if misere { Verdict::Win } else { Verdict::Loss }),
            "{takes} {piles:?}"
        );
        for language in Language::ALL {
            let why = game.why.in_language(language);
            assert!(!why.contains("took") && !why.contains("mengambil"), "{why}");
        }
    }
}
