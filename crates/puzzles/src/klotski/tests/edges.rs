//! Bad and odd input: one clear line or the right answer, never a panic.

use super::super::*;
use crate::answer::PathAnswer;
use crate::board::Status;
use crate::puzzle::Task;
use crate::random::Random;
use crate::reached::ReachOptions;
use telusur_search::Claim;

fn solve(board: &dyn Board) -> PathAnswer {
    let mut unobserved = ();
    board.solve(Task::new(&mut unobserved)).unwrap().path().unwrap().clone()
}

fn error(setup: &Setup) -> String {
    KlotskiEntry.open(setup).err().unwrap_or_else(|| panic!("{setup:?} was opened")).to_string()
}

#[test]
fn wrong_levels_get_one_clear_line() {
    let level = Setup::level;
    let cases = [
        (level(""), "the level is empty"),
        (level("aBBa/aBBa/...."), "'a': the piece is in several parts (row 1, column 4)"),
        (level("ab/c."), "there is no goal: none is drawn, and no piece is 2 x 2"),
        (level("aabb/aabb/...."), "there is no goal: none is drawn, and 2 pieces are 2 x 2"),
        (level("aa./aa./..."), "a board of 3 columns has no bottom centre"),
        (level("."), "no piece is 2 x 2"),
        (level("ab/c").with("goal", "a."), "this row of the level has 1 cell, the first has 2"),
        (level("ab/.c").with("goal", "a."), "the goal has 1 row and 2 columns, the level 2 and 2"),
        (level("ab/.c").with("goal", "x./.."), "'x': no piece of the level has this letter (goal, row 1"),
        (level("ab/.c").with("goal", "aa/.."), "'a': the goal shows this piece in another form"),
        (level("ab/.c").with("goal", "../.."), "the goal names no piece"),
        (level("a.").with("goal", ".a").with("metric", "leaps"), "metric can't be 'leaps'"),
        (level("a.").with("goal", ".a").with("axes", "x=h"), "'x=h': no piece has this letter"),
        (level("a.").with("goal", ".a").with("axes", "a=q"), "'a=q': this is no axis"),
        (level("a.").with("goal", ".a").with("order", "random"), "order can't be 'random'"),
        (level("a.").with("goal", ".a").with("order", "paper").with("metric", "moves"), "one cell at a time"),
        (level("a.").with("goal", ".a").with("speed", "9"), "unknown option 'speed'"),
        (level("ab.").with("goal", "..a").with("doors", ".-."), "'b': this piece stands on a door"),
        (level("a#.").with("goal", "..a").with("doors", ".-."), "there is a wall where a door should be"),
        (level(&vec!["."; 200].join("/")).with("goal", "none").with("axes", "\u{1b}"), "this is no axis"),
    ];
    for (setup, expected) in cases {
        let line = error(&setup);
        assert!(line.contains(expected) && !line.contains('\n'), "{setup:?}: {line}");
    }
    let huge = vec![".".repeat(200); 200].join("/");
    assert!(error(&level(&huge)).contains("200 rows and 200 columns has 40000 cells that are not walls"));
    let snake = vec!["a".repeat(200); 200].join("\n");
    assert!(error(&level(&snake)).contains("use at most 1024"));
}

/// The distance of a board in a table of its own.
fn left(board: &dyn Board) -> Option<u32> {
    let table = board.reach(ReachOptions::DISTANCES, Task::new(&mut ())).unwrap();
    table.to_goal(table.find(board).unwrap())
}

#[test]
fn small_and_stuck_boards_are_answered() {
    let open = |level: &str, goal: &str| KlotskiEntry.open(&Setup::level(level).with("goal", goal)).unwrap();
    let one = open("a", "a");
    assert_eq!(one.status(), Status::Solved);
    assert_eq!((solve(&*one).claim, solve(&*one).moves.len()), (Claim::Optimal, 0));
    // No blank: nothing moves.
    let full = open("abBB/cdBB", "BB../BB..");
    assert_eq!(full.status(), Status::Stuck);
    assert_eq!(solve(&*full).claim, Claim::Unsolvable);
    assert!(full.moves().is_empty() && full.moves_left().is_none());
    // A goal that never fits: into a wall, and past a wall.
    for (level, goal) in [("a.#", "..a"), ("a#.", "..a"), ("a-.", "b.."), ("ab-c.", "....b")] {
        let Ok(board) = KlotskiEntry.open(&Setup::level(level).with("goal", goal)) else { continue };
        let answer = solve(&*board);
        assert_eq!(answer.claim, Claim::Unsolvable, "{level} {goal}");
    }
    assert!(solve(&*open("a#.", "..a")).why.unwrap().contains("piece a could not get to its goal"));
    // No goal at all is fine for exploring.
    let free = open("ab/.c", "none");
    assert_eq!(solve(&*free).why.as_deref(), Some("no goal was given"));
    let mut unobserved = ();
    assert_eq!(free.explore(Task::new(&mut unobserved)).unwrap().states(), 4);
}

#[test]
fn doors_let_only_goal_pieces_through_both_ways() {
    let setup = Setup::level("b.-.a").with("goal", "a....").with("axes", "");
    let board = KlotskiEntry.open(&setup).unwrap();
    assert_eq!(solve(&*board).claim, Claim::Unsolvable);
    assert_eq!(board.moves(), ["al", "all", "alll", "br"]);
    assert!(board.play("brr").err().unwrap().to_string().contains("only goal pieces may enter a door"));
    let through = board.play("all").unwrap();
    // The door under the piece is remembered by an option, so the text opens as the same position.
    assert_eq!(through.text(), "b.a..");
    assert!(through.options().contains(&("doors".to_owned(), "..-..".to_owned())));
}

#[test]
fn refusals_name_the_rule() {
    let board = KlotskiEntry
        .open(&Setup::level("Xaa.b/X.#.b/....b").with("goal", "...X./...X./.....").with("axes", "along"))
        .unwrap();
    let why = |text: &str| board.play(text).err().unwrap().to_string();
    for (text, expected) in [
        ("", "is not a move"),
        ("a", "is not a move"),
        ("ax", "is not a move"),
        ("zr", "there is no piece z"),
        ("\u{1b}r", "there is no piece \\u{1b}"),
        ("ad", "moves left and right only"),
        ("al", "piece X is in the way"),
        ("Xu", "the edge is in the way"),
        ("Xdu", "ends where it began"),
        ("bdd", "the edge is in the way"),
    ] {
        assert!(why(text).contains(expected), "{text}: {}", why(text));
    }
    let metric = |name: &str| KlotskiEntry.open(&Setup::level(USUAL).with("metric", name)).unwrap();
    assert!(metric("steps").play("hrr").err().unwrap().to_string().contains("one cell"));
    assert!(metric("slides").play("fdr").err().unwrap().to_string().contains("straight line"));
    // Any way round is as good as the listed one.
    let board = metric("moves");
    assert!(board.moves().contains(&"hr".to_owned()) && board.play("hrlr").is_ok());
}

#[test]
fn positions_open_again_from_their_text_and_options() {
    let levels = [
        Setup::level(USUAL),
        Setup::level("a/\nB.\n..").with("goal", "B.\n..\n.."),
        Setup::level("##.##/#aXb#/#c.d#/#-.-#").with("goal", "..X../...../...../....."),
        Setup::level("#####/#a.X-/#bc.#/#####")
            .with("goal", "...../....X/...../.....")
            .with("metric", "slides"),
        Setup::level("aab./..bX/cc.X").with("goal", "...X/...X/....").with("axes", "along c=both"),
        Setup::level("abBB/ccBB/dd../efgg/efhi").with("order", "paper"),
    ];
    for (seed, setup) in levels.into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut board = KlotskiEntry.open(&setup).unwrap();
        for step in 0..40 {
            let mut again = Setup::level(&board.text());
            again.options.extend(board.options());
            let copy = KlotskiEntry.open(&again).unwrap();
            assert_eq!((copy.text(), copy.options()), (board.text(), board.options()));
            assert_eq!(copy.moves(), board.moves());
            assert_eq!(copy.status(), board.status());
            if step % 20 == 19 {
                assert_eq!(left(&*copy), left(&*board));
            }
            let picture = board.picture();
            assert!(picture.items.iter().all(|item| !item.name.is_empty()));
            let moves = board.moves();
            let Some(text) = moves.get(random.below(moves.len())) else { break };
            board = board.play(text).unwrap();
        }
    }
}

#[test]
fn large_boards_open_move_and_solve() {
    // 24 x 24 cells, every single but the goal's alike, one blank beside the goal piece.
    let letters: Vec<char> = ('\u{4E00}'..).take(575).collect();
    let mut cells = letters.clone();
    cells.insert(0, '.');
    let grid = |cells: &[char]| {
        cells.chunks(24).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    };
    let mut goal = vec!['.'; 576];
    goal[0] = letters[24];
    let board = KlotskiEntry.open(&Setup::level(&grid(&cells)).with("goal", &grid(&goal))).unwrap();
    let answer = solve(&*board);
    assert_eq!(answer.claim, Claim::Optimal);
    // From row 2, column 2: one move brings the blank above it, one lifts it, two bring the blank beside it,
    // one ends it.
    assert_eq!(answer.moves.len(), 5);
    // All 575 named: every piece is its own class.
    let mut solved = cells.clone();
    solved.swap(0, 1);
    let named = KlotskiEntry.open(&Setup::level(&grid(&cells)).with("goal", &grid(&solved))).unwrap();
    assert_eq!(solve(&*named).moves, [format!("{}l", letters[0])]);
}
