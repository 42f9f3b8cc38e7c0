//! A second game, to show what the trait asks for and gives.

use super::*;
use crate::answer::Judged;
use crate::board::{MoveError, Status};
use crate::picture::{Picture, Shape};
use crate::play::Play;
use crate::puzzle::At;
use crate::reached::ReachOptions;
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Offers, engines};

/// A second game, with nothing but what the trait asks for: a token on a path of fields, moved one or two
/// fields on; from some fields it may also go back, so the game has cycles and draws. Who can't move loses.
struct Path;

impl Space for Path {
    type State = u8;
    type Move = u8;
    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, field: u8) -> bool {
        field == 9
    }
    fn expand(&self, field: u8, mut visit: impl FnMut(u8, u8)) {
        (1..=2).map(|step| field + step).filter(|&to| to <= 9).for_each(|to| visit(to, to));
        if field == 4 {
            visit(1, 1);
        }
    }
}

impl Offers for Path {
    engines!();
}

impl Game for Path {}
impl GamePuzzle for Path {}

impl Puzzle for Path {
    const NAME: &'static str = "path";
    const MOVE_FORM: Text = Text::fixed("a move is the field to go to", "langkah adalah petak tujuan");
    type Position = Turned<u8>;
    fn text(&self, position: Turned<u8>) -> String {
        position.state.to_string()
    }
    fn move_text(&self, _: Turned<u8>, to: u8) -> String {
        to.to_string()
    }
    fn picture(&self, Turned { state: field, turn, .. }: Turned<u8>) -> Picture {
        let item = crate::picture::Item {
            id: "token".to_owned(),
            kind: "token",
            name: Text::fixed("token", "bidak"),
            label: String::new(),
            colour: 0,
            shape: Shape::Circle { x: f32::from(field), y: 0.5, r: 0.4 },
            movable: true,
            slot: None,
        };
        Picture {
            width: 10.0,
            height: 1.0,
            items: vec![item],
            description: Text::same(&format!("player {}", turn + 1)),
        }
    }
    fn play(&self, position: Turned<u8>, to: u8) -> Play {
        let way = i8::try_from(i16::from(to) - i16::from(position.state)).unwrap_or(0);
        Play::by(
            self.move_text(position, to),
            "token".to_owned(),
            vec![(way.signum(), 0); way.unsigned_abs().into()],
        )
    }
}

#[test]
fn a_second_game_needs_its_rules_and_texts_only() {
    let board = At::start(Path);
    // Lost fields are 9, 6, 3 and 0; the way back from 4 leads to 1, which is won, so it changes nothing.
    for algorithm in [Algorithm::Auto, Algorithm::Dfs, Algorithm::Bfs] {
        let answer = board.solve(Task::new(&mut ()).with(algorithm)).unwrap();
        let answer = answer.game().unwrap();
        assert_eq!((answer.verdict, answer.limit), (Some(Verdict::Loss), None), "{algorithm}");
        assert!(answer.algorithm.starts_with("backward"), "the cycle sends it there: {}", answer.algorithm);
    }
    let next = board.play(" 1 ").unwrap();
    assert_eq!((next.turn(), next.text()), (Some((1, 2)), "1".to_owned()));
    assert_eq!(next.options(), [("turn".to_owned(), "2".to_owned())]);
    assert_eq!(next.solve(Task::new(&mut ())).unwrap().game().unwrap().winning_moves, ["3"]);
    assert!(matches!(next.play("7"), Err(MoveError::Unreadable { .. })));
    assert_eq!(next.as_game().unwrap().reply(None, 0, &Limits::none()), Ok(None));

    // The map of the whole game: ten fields, lost ones known, the turns of best play.
    let graph = board.reach(ReachOptions::graph(false), Task::new(&mut ())).unwrap();
    assert_eq!(graph.len(), 10);
    for number in 0..10 {
        let field = graph.board(number).unwrap();
        assert_eq!(graph.find(&*field), Some(number));
        let answer = field.solve(Task::new(&mut ())).unwrap();
        let answer = answer.game().unwrap();
        assert_eq!(graph.verdict(number), answer.verdict, "{}", field.text());
        assert_eq!(graph.to_goal(number).map(BigUint::from), answer.turns, "{}", field.text());
    }

    let survey = board.explore(Task::new(&mut ())).unwrap();
    assert_eq!((survey.states(), survey.goals, survey.goal_distance), (10, 1, Some(5)));
    assert_eq!(survey.findings[1], ("lost positions".to_owned(), "4".to_owned()));

    let moves: Vec<String> = ["1", "2", "3", "4", "6", "7", "9"].map(str::to_owned).to_vec();
    let judged = board.as_game().unwrap().audit(&moves, Task::new(&mut ())).unwrap();
    let words: Vec<&str> = judged.iter().map(Judged::words).collect();
    assert_eq!(words[..4], ["was lost anyway", "loses the win", "keeps the win", "was lost anyway"]);
    assert_eq!(words[4..], ["keeps the win", "was lost anyway", "keeps the win"]);
    let end = moves.iter().fold(board, |board, text| board.play(text).unwrap());
    assert_eq!(end.status(), Status::Over { mover_won: false });
}
