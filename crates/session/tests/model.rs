//! Sessions of every puzzle against a model that is too simple to be wrong: for each position the whole list of steps
//! that led to it, played again from the start whenever somebody asks.

use proptest::prelude::*;
use std::collections::HashMap;
use telusur_puzzles::{Board, Setup, Status, catalogue};
use telusur_search::Deadline;
use telusur_session::{NodeId, Session};

/// Levels to play on: some of each puzzle, with options that change rules, goals and players.
fn levels() -> Vec<(&'static str, Setup)> {
    vec![
        ("hanoi", Setup::level("4 3 2 1 | |")),
        ("hanoi", Setup::level("3 | 2 | 1 |").with("to", "any").with("rule", "star")),
        ("stones", Setup::level("3 4 5").with("opponent", "random")),
        ("stones", Setup::level("3 5 7").with("take", "any").with("players", "3").with("turn", "2")),
        ("water", Setup::level("red blue | blue red | -").with("capacity", "2")),
        ("water", Setup::level("1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -").with("rule", "unit")),
        ("klotski", Setup::level("aBBb/aBBb/cdde/cfge/h..i")),
        ("klotski", Setup::level("side-door").with("metric", "steps")),
        ("klotski", Setup::level("a,b/.##").with("goal", "a.b/,..")),
        ("tiles", Setup::level("2 8 3/1 6 4/7 . 5")),
        ("tiles", Setup::level("1 . 2").with("goal", "1 2 .").with("size", "1x3")),
    ]
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Did {
    Move(String),
    Restart,
    /// Another level, by its text and options.
    Level(String, Vec<(String, String)>),
}

struct Model {
    start: Box<dyn Board>,
    /// Which player is a machine.
    machine: Option<u32>,
    /// The steps to each position, in the order in which positions came to be.
    ways: Vec<Vec<Did>>,
    lines: Vec<bool>,
    /// The position that redo leads to from each.
    redo: HashMap<usize, usize>,
    here: usize,
}

impl Model {
    fn new(start: Box<dyn Board>) -> Self {
        let machine = start.options().iter().any(|(name, _)| name == "opponent").then_some(1);
        Model { start, machine, ways: vec![Vec::new()], lines: vec![false], redo: HashMap::new(), here: 0 }
    }

    fn is_machines_turn(&self, node: usize) -> bool {
        let board = self.board(node);
        let turn = board.turn().map(|(turn, _)| turn);
        board.status() == Status::Playing && turn.is_some() && turn == self.machine
    }

    /// Where undo leads: out of a line, or to the last position in which a person is to move.
    fn undone(&self) -> Option<usize> {
        let mut node = self.here;
        if self.lines[node] {
            while self.lines[node] {
                node = self.parent(node)?;
            }
            return Some(node);
        }
        loop {
            node = self.parent(node)?;
            if !self.is_machines_turn(node) {
                return Some(node);
            }
        }
    }

    fn redone(&self) -> Option<usize> {
        let mut node = *self.redo.get(&self.here)?;
        let is_line = self.lines[node];
        while let Some(&next) = self.redo.get(&node)
            && (self.is_machines_turn(node) || (is_line && self.lines[next]))
        {
            node = next;
        }
        Some(node)
    }

    fn moves(&self, node: usize) -> Vec<String> {
        let way = &self.ways[node];
        let since = way.iter().rposition(|did| !matches!(did, Did::Move(_))).map_or(0, |at| at + 1);
        let text = |did: &Did| match did {
            Did::Move(text) => text.clone(),
            _ => unreachable!("only moves come after the last restart"),
        };
        way[since..].iter().map(text).collect()
    }

    fn start(&self, node: usize) -> Box<dyn Board> {
        let level = self.ways[node].iter().rev().find_map(|did| match did {
            Did::Level(text, options) => {
                Some(Setup { level: Some(text.clone()), options: options.iter().cloned().collect() })
            }
            _ => None,
        });
        let entry = catalogue::find(self.start.puzzle()).unwrap();
        level.map_or_else(|| self.start.boxed(), |setup| entry.open(&setup).unwrap())
    }

    fn board(&self, node: usize) -> Box<dyn Board> {
        self.moves(node).iter().fold(self.start(node), |board, text| board.play(text).unwrap())
    }

    fn parent(&self, node: usize) -> Option<usize> {
        let (_, before) = self.ways[node].split_last()?;
        self.ways.iter().position(|way| way == before)
    }

    fn step(&mut self, from: usize, did: Did, line: bool) -> usize {
        let mut way = self.ways[from].clone();
        way.push(did);
        let node = self.ways.iter().position(|known| *known == way).unwrap_or_else(|| {
            self.ways.push(way);
            self.lines.push(line);
            self.ways.len() - 1
        });
        self.redo.insert(from, node);
        node
    }

    fn go(&mut self, to: usize) {
        self.here = to;
        let mut node = to;
        while let Some(parent) = self.parent(node) {
            self.redo.insert(parent, node);
            node = parent;
        }
    }
}

fn check(game: &Session, model: &Model) {
    assert_eq!((game.here().number(), game.positions()), (model.here, model.ways.len()));
    assert_eq!(game.board().text(), model.board(model.here).text());
    assert_eq!(game.board().turn(), model.board(model.here).turn());
    let shown = |did: &Did| match did {
        Did::Move(text) => text.clone(),
        Did::Restart => "restart".to_owned(),
        Did::Level(..) => "level".to_owned(),
    };
    assert_eq!(game.start().text(), model.start(model.here).text());
    let way = &model.ways[model.here];
    assert_eq!(
        game.steps().iter().map(ToString::to_string).collect::<Vec<_>>(),
        way.iter().map(shown).collect::<Vec<_>>()
    );
    assert_eq!(game.moves_made(), model.moves(model.here).len());
    assert_eq!(game.undo_step().map(ToString::to_string), way.last().map(shown));
    let redo = model.redo.get(&model.here).and_then(|&node| model.ways[node].last());
    assert_eq!(game.redo_step().map(ToString::to_string), redo.map(shown));
}

fn act(game: &mut Session, model: &mut Model, action: u8, choice: usize) {
    match action {
        0 | 1 => {
            let undone = model.undone();
            assert_eq!(game.undo(), undone.is_some());
            model.here = undone.unwrap_or(model.here);
        }
        2 => {
            let redone = model.redone();
            assert_eq!(game.redo(), redone.is_some());
            model.here = redone.unwrap_or(model.here);
        }
        3 => {
            let moved = !model.moves(model.here).is_empty();
            assert_eq!(game.restart(), moved);
            if moved {
                let node = model.step(model.here, Did::Restart, false);
                model.go(node);
            }
        }
        4 => {
            let to = choice % (model.ways.len() + 1);
            let node = game.node(to);
            assert_eq!(node.is_some(), to < model.ways.len());
            if let Some(node) = node {
                assert!(game.go(node));
                model.go(to);
            }
        }
        5 => {
            // A line of up to three moves, as a solver would give it.
            let (mut board, mut moves) = (game.board().boxed(), Vec::new());
            for i in 0..1 + choice % 3 {
                let legal = board.moves();
                let Some(text) = legal.get((choice / 3 + i) % legal.len().max(1)) else { break };
                moves.push(text.clone());
                board = board.play(text).unwrap();
            }
            let line = game.add_line(&moves, &Deadline::never()).unwrap();
            assert_eq!(line.len(), moves.len());
            let mut at = model.here;
            for (text, node) in moves.into_iter().zip(line) {
                at = model.step(at, Did::Move(text), true);
                assert_eq!((node.number(), game.is_line(node)), (at, model.lines[at]));
            }
        }
        6 => {
            // The position as a level of its own.
            let (text, options) = (game.board().text(), game.board().options());
            let setup = Setup { level: Some(text.clone()), options: options.iter().cloned().collect() };
            if game.change_level(&setup).unwrap() {
                let node = model.step(model.here, Did::Level(text, options), false);
                model.go(node);
            }
        }
        7 => {
            let before = game.positions();
            assert!(
                game.play("no such move").is_err() && game.play_all(&["", "?"], &Deadline::never()).is_err()
            );
            assert_eq!(game.positions(), before);
        }
        _ => {
            let legal = game.board().moves();
            if let Some(text) = legal.get(choice % legal.len().max(1)) {
                game.play(text).unwrap();
                let node = model.step(model.here, Did::Move(text.clone()), false);
                model.go(node);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Undo, redo, go, restart, lines and branches do what the model does, in every puzzle.
    #[test]
    fn sessions_follow_the_model(level in 0usize..11, actions in prop::collection::vec((0u8..14, 0usize..1000), 0..60)) {
        let (puzzle, setup) = &levels()[level];
        let mut game = Session::open(puzzle, setup).unwrap();
        let mut model = Model::new(game.start().boxed());
        for (action, choice) in actions {
            act(&mut game, &mut model, action, choice);
            check(&game, &model);
        }
        // The saved text holds all of it, also appended piece by piece, and so do both ids what they promise.
        let copy = Session::load(&game.save()).unwrap();
        prop_assert_eq!(copy.save(), game.save());
        check(&copy, &model);
        for number in 0..game.positions() {
            let node = game.node(number).unwrap();
            prop_assert_eq!(copy.board_at(node).unwrap().text(), model.board(number).text());
            prop_assert_eq!(copy.is_line(node), model.lines[number]);
        }
        let position = Session::from_id(&game.id(), &Deadline::never()).unwrap();
        prop_assert_eq!((position.board().text(), position.board().options()), (game.board().text(), game.board().options()));
        prop_assert_eq!(position.moves_made(), 0);
        let played = Session::from_id(&game.id_with_moves(), &Deadline::never()).unwrap();
        prop_assert_eq!(played.id_with_moves(), game.id_with_moves());
        prop_assert_eq!(played.moves().iter().map(|m| m.0.to_owned()).collect::<Vec<_>>(), model.moves(model.here));
    }

    /// Whatever happens to a saved game, loading it ends in an error or in a game by the rules.
    #[test]
    fn damaged_saves_are_refused_or_right(level in 0usize..11, cuts in prop::collection::vec((0usize..4000, any::<u8>(), 0u8..4), 1..4)) {
        let (puzzle, setup) = &levels()[level];
        let mut game = Session::open(puzzle, setup).unwrap();
        for i in 0..12 {
            let legal = game.board().moves();
            let Some(text) = legal.get(i % legal.len().max(1)) else { break };
            game.play(text).unwrap();
            if i % 4 == 3 {
                game.undo();
            }
        }
        let mut bytes = game.save().into_bytes();
        for (at, byte, how) in cuts {
            let at = at % bytes.len().max(1);
            match how {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, byte),
                2 if !bytes.is_empty() => bytes[at] = byte,
                _ if !bytes.is_empty() => _ = bytes.remove(at),
                _ => {}
            }
        }
        if let Ok(loaded) = Session::load(&String::from_utf8_lossy(&bytes)) {
            for number in 1..loaded.positions() {
                let node = loaded.node(number).unwrap();
                let (parent, step) = loaded.came(node).unwrap();
                if let telusur_session::Step::Move(text) = step {
                    let again = loaded.board_at(parent).unwrap().play(text).unwrap();
                    prop_assert_eq!(again.text(), loaded.board_at(node).unwrap().text());
                }
            }
            prop_assert_eq!(Session::load(&loaded.save()).unwrap().save(), loaded.save());
        }
    }

    /// Ids from anywhere never panic, and one that opens names what it opened.
    #[test]
    fn hostile_ids_are_refused_or_right(puzzle in 0usize..5, mark in "[:#?]", rest in "[ -~]{0,40}") {
        let name = catalogue::all()[puzzle].name();
        // A generator may take seconds for a wish; its wishes are tested elsewhere.
        let id = if mark == "#" && name != "tiles" { format!("{name}:{rest}") } else { format!("{name}{mark}{rest}") };
        if let Ok(game) = Session::from_id(&id, &Deadline::never()) {
            let again = Session::from_id(&game.id(), &Deadline::never()).unwrap();
            prop_assert_eq!(again.board().text(), game.board().text());
        }
    }
}

#[test]
fn oversized_input_is_refused_quickly() {
    let begun = std::time::Instant::now();
    let long = "1 ".repeat(500_000);
    for puzzle in ["tiles", "water", "klotski", "stones"] {
        assert!(
            Session::from_id(&format!("{puzzle}:{}", long.replace(' ', "+")), &Deadline::never()).is_err(),
            "{puzzle}"
        );
    }
    let head = "telusur game 1\npuzzle: tiles\nlevel: 1 2 3/4 . 6/7 5 8\n\n";
    let many: String = (0..60_000).map(|i| format!("{i} play 5\n")).collect();
    let error = Session::load(&format!("{head}{many}")).err().unwrap().to_string();
    assert!(error.contains("more positions than a game may have"), "{error}");
    let moves = vec!["5"; 60_000].join(",");
    assert!(Session::from_id(&format!("tiles:1+2+3/4+.+6/7+5+8?moves={moves}"), &Deadline::never()).is_err());
    assert!(Session::load(&format!("{head}{}", "0 restart\n".repeat(3))).is_err());
    assert!(Session::load(&head.replace("1 2 3", &long)).is_err());
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
    assert_eq!(NodeId::ROOT.number(), 0);
}
