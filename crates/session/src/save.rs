//! A game with its whole history as text.
//!
//! ```text
//! telusur game 1
//! puzzle: tiles
//! option: goal=1 2 3/4 . 6/7 5 8
//! level: 1 2 3/4 5 6/7 . 8
//! time: 12500
//! here: 2
//! redo: 1
//!
//! 0 play 5
//! 1 play 4
//! 2 restart
//! 3 solve 5
//! 4 level tiles:1+2/3+.
//! ```
//!
//! After the head, one line per position other than the start, which has number 0; the others are numbered in
//! the order of their lines. A line says which earlier position the step was made in, and the step; `solve` is a move of
//! a line that was put in, `level` goes on with another level, by its id. `redo` names positions that redo prefers over the last one of the same parent, `time` says
//! how many milliseconds were played, `wish: water#7?difficulty=3` what the first level was made from, and games for several have lines `seat: 2=perfect` for their machine players. Line breaks and backslashes inside values
//! are written `\n`, `\r` and `\\`.

use crate::history::{NodeId, Step};
use crate::id::{Named, Origin, position_id};
use crate::play::{MOST_POSITIONS, PlayError};
use crate::seat::{Seat, SeatError, first_seats};
use crate::session::{OpenError, Session, weight};
use std::time::Duration;
use telusur_puzzles::{Board, MoveError, Setup, catalogue};
use telusur_search::Limits;

const FIRST_LINE: &str = "telusur game 1";

/// A text that is no saved game, or one that the rules reject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The first line is another one.
    #[error("this is not a saved game: the first line must be '{FIRST_LINE}'")]
    NotASave,
    /// A line can't be understood.
    #[error("line {line}: {problem}")]
    Line {
        /// Which line, from one.
        line: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A move of the history is not legal.
    #[error("line {line}: {error}")]
    Move {
        /// Which line, from one.
        line: usize,
        /// Why.
        error: MoveError,
    },
    /// The game would take more memory or time than it may.
    #[error("line {line}: {error}")]
    Play {
        /// Which line, from one.
        line: usize,
        /// Which limit.
        error: PlayError,
    },
    /// A seat can't be given to whom the text says.
    #[error("line {line}: {error}")]
    Seat {
        /// Which line, from one.
        line: usize,
        /// Why.
        error: SeatError,
    },
    /// The level can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl Session {
    /// The game as text, with all of its history: [`save_head`](Session::save_head), a blank line, and
    /// [`save_steps`](Session::save_steps).
    #[must_use]
    pub fn save(&self) -> String {
        let mut text = self.save_head();
        text.push('\n');
        for line in self.save_steps(1) {
            text += &line;
            text.push('\n');
        }
        text
    }

    /// Everything of the saved text that may change from step to step: the level, where the game stands, what
    /// redo prefers. Every line ends with a line break.
    #[must_use]
    pub fn save_head(&self) -> String {
        let start = self.first_start();
        let mut text = format!("{FIRST_LINE}\npuzzle: {}\n", start.puzzle());
        for (name, value) in start.options() {
            text += &format!("option: {}={}\n", escape(&name), escape(&value));
        }
        text += &format!("level: {}\n", escape(&start.text()));
        if let Some(wish) = &self.wish {
            text += &format!("wish: {}\n", Session::id_of(self.entry(), wish));
        }
        for (i, seat) in self.seats().iter().enumerate() {
            match seat {
                Seat::Machine(name) => text += &format!("seat: {}={}\n", i + 1, escape(name)),
                // Text only where the level's options say otherwise.
                Seat::Person if first_seats(start).get(i) != Some(seat) => {
                    text += &format!("seat: {}=\n", i + 1);
                }
                Seat::Person => {}
            }
        }
        if !self.played().is_zero() {
            let time = u64::try_from(self.played().as_millis()).unwrap_or(u64::MAX);
            text += &format!("time: {time}\n");
        }
        text += &format!("here: {}\n", self.here().number());
        for id in (1..self.history.len()).map(NodeId) {
            let Some((parent, _)) = self.history.came(id) else { continue };
            if self.history.node(parent).redo == Some(id)
                && self.history.node(parent).children.last() != Some(&id)
            {
                text += &format!("redo: {}\n", id.number());
            }
        }
        text
    }

    /// The lines of the positions with numbers `from` (at least 1) and up, without line breaks. A line never
    /// changes once its position exists, so a keeper of games need only append.
    #[must_use]
    pub fn save_steps(&self, from: usize) -> Vec<String> {
        let line = |id: NodeId| {
            let (parent, step) = self.history.came(id)?;
            let verb = if self.history.node(id).line { "solve" } else { "play" };
            Some(match step {
                Step::Move(text) => format!("{} {verb} {}", parent.number(), escape(text)),
                Step::Restart => format!("{} restart", parent.number()),
                Step::Level(id) => format!("{} level {id}", parent.number()),
            })
        };
        (from.max(1)..self.history.len()).filter_map(|number| line(NodeId(number))).collect()
    }

    /// Reads a saved game. Every step is played again, so the result obeys the rules.
    ///
    /// # Errors
    /// Where the text is no saved game or the rules reject it.
    pub fn load(text: &str) -> Result<Self, LoadError> {
        Session::load_within(text, &Limits::none())
    }

    /// Reads a saved game under limits of bytes and time. The limit of bytes stays with the game.
    ///
    /// # Errors
    /// Where the text is no saved game or the rules reject it, and where a limit is reached.
    pub fn load_within(text: &str, limits: &Limits) -> Result<Self, LoadError> {
        let mut lines =
            text.lines().map(|line| line.trim_end_matches('\r')).enumerate().map(|(i, line)| (i + 1, line));
        if lines.next().map(|(_, line)| line) != Some(FIRST_LINE) {
            return Err(LoadError::NotASave);
        }
        let mut puzzle = None;
        let mut setup = Setup::default();
        let mut here = (1, 0);
        let mut redo = Vec::new();
        let mut seats = Vec::new();
        let mut wish = None;
        let mut played = Duration::ZERO;
        for (line, text) in lines.by_ref() {
            if text.is_empty() {
                break;
            }
            let wrong = |problem| LoadError::Line { line, problem };
            let (key, value) =
                text.split_once(": ").ok_or(wrong("the head needs lines of the form 'key: value'"))?;
            let number = || value.parse::<usize>().map_err(|_| wrong("this needs the number of a position"));
            match key {
                "puzzle" => puzzle = Some(value),
                "level" => setup.level = Some(unescape(value)),
                "wish" => match Named::read(value) {
                    Ok(Named { origin: Origin::Made(made), .. }) => wish = Some(made),
                    _ => return Err(wrong("a wish needs the form 'puzzle#seed?name=value'")),
                },
                "here" => here = (line, number()?),
                "redo" => redo.push((line, number()?)),
                "time" => {
                    let time = value.parse().map_err(|_| wrong("this needs a number of milliseconds"))?;
                    played = Duration::from_millis(time);
                }
                "seat" => {
                    let seat = value.split_once('=').and_then(|(player, name)| {
                        Some((player.parse::<u32>().ok()?.checked_sub(1)?, unescape(name)))
                    });
                    seats.push((line, seat.ok_or(wrong("a seat needs the form 'number=name'"))?));
                }
                "option" => {
                    let (name, value) =
                        value.split_once('=').ok_or(wrong("an option needs the form 'name=value'"))?;
                    setup = setup.with(&unescape(name), &unescape(value));
                }
                _ => {
                    return Err(wrong(
                        "the head has only puzzle, option, level, wish, seat, time, here and redo",
                    ));
                }
            }
        }
        let puzzle = puzzle.ok_or(LoadError::Line { line: 1, problem: "the head names no puzzle" })?;
        let mut game = Session::open(puzzle, &setup)?.within(limits);
        game.add_time(played);
        game.wish = wish;
        for (line, (player, name)) in seats {
            let seat = if name.is_empty() { Seat::Person } else { Seat::Machine(name) };
            game.set_seat(player, seat).map_err(|error| LoadError::Seat { line, error })?;
        }
        for (line, text) in lines {
            if !text.is_empty() {
                limits
                    .deadline
                    .check()
                    .map_err(|limit| LoadError::Play { line, error: PlayError::Stopped(limit) })?;
                game.load_step(line, text)?;
            }
        }
        for (line, number) in redo {
            let id = game.position(line, number)?;
            game.history.prefer(id);
        }
        let (line, number) = here;
        let here = game.position(line, number)?;
        // Going there must not change what redo prefers: that has just been read.
        game.history.jump(here);
        Ok(game)
    }

    fn load_step(&mut self, line: usize, text: &str) -> Result<(), LoadError> {
        const FORM: &str = "a step needs the form 'NUMBER play MOVE', 'NUMBER solve MOVE', 'NUMBER level ID' or 'NUMBER restart'";
        let wrong = |problem| LoadError::Line { line, problem };
        let (parent, step) = text.split_once(' ').ok_or(wrong(FORM))?;
        let parent = self.position(line, parent.parse().map_err(|_| wrong(FORM))?)?;
        if self.positions() >= MOST_POSITIONS {
            return Err(wrong("the game has more positions than a game may have"));
        }
        let made = step.split_once(' ').filter(|(verb, _)| ["play", "solve", "level"].contains(verb));
        let (step, board) = match made {
            Some(("level", id)) => self.load_level(line, id)?,
            Some((_, text)) => {
                let text = unescape(text);
                let board = self.history.node(parent).value.play(&text);
                (Step::Move(text), board.map_err(|error| LoadError::Move { line, error })?)
            }
            None if step == "restart" => {
                (Step::Restart, self.history.node(self.history.node(parent).start).value.boxed())
            }
            None => return Err(wrong(FORM)),
        };
        if self.history.child_by(parent, &step).is_some() {
            return Err(wrong("this step is in the history already"));
        }
        let level = if matches!(step, Step::Level(_)) { board.level_bytes() } else { 0 };
        self.check_room(1, weight(Some(&step), &*board) + level)
            .map_err(|error| LoadError::Play { line, error })?;
        let id = self.add(parent, step, board);
        if made.is_some_and(|(verb, _)| verb == "solve") {
            self.history.mark_line(id);
        }
        Ok(())
    }

    fn load_level(&self, line: usize, id: &str) -> Result<(Step, Box<dyn Board>), LoadError> {
        let wrong = |problem| LoadError::Line { line, problem };
        let named = Named::read(id).map_err(|_| wrong("a level needs the form 'puzzle:level?name=value'"))?;
        let Origin::Level(setup) = named.origin else {
            return Err(wrong("a level needs the form 'puzzle:level?name=value'"));
        };
        if named.puzzle != self.entry().name() {
            return Err(wrong("a game goes on with levels of its own puzzle only"));
        }
        let board = catalogue::open(self.entry(), &setup).map_err(OpenError::Level)?;
        if board.turn().map(|(_, players)| players) != self.first_start().turn().map(|(_, players)| players) {
            return Err(wrong("another number of people plays this level"));
        }
        Ok((Step::Level(position_id(&*board)), board))
    }

    fn position(&self, line: usize, number: usize) -> Result<NodeId, LoadError> {
        self.history.id(number).ok_or(LoadError::Line { line, problem: "there is no such position yet" })
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        plain.push(match (c, c == '\\') {
            (_, false) => c,
            (_, true) => match rest.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use telusur_search::Deadline;

    fn same(a: &Session, b: &Session) {
        assert_eq!(a.save(), b.save());
        assert_eq!((a.here(), a.positions(), a.moves_made()), (b.here(), b.positions(), b.moves_made()));
        for number in 0..a.positions() {
            let id = NodeId(number);
            assert_eq!(a.board_at(id).unwrap().text(), b.board_at(id).unwrap().text());
            assert_eq!(a.branches(id), b.branches(id));
            assert_eq!(a.history.node(id).redo, b.history.node(id).redo);
            assert_eq!(a.is_line(id), b.is_line(id));
        }
    }

    proptest! {
        /// Any way of playing survives saving and loading, with all branches and what redo prefers.
        #[test]
        fn round_trip(actions in prop::collection::vec((0u8..8, 0usize..4), 0..60)) {
            let mut game = Session::open("tiles", &Setup::level("2 8 3/1 6 4/7 . 5")).unwrap();
            for (action, choice) in actions {
                match action {
                    0 | 1 => _ = game.undo(),
                    2 => _ = game.redo(),
                    3 => _ = game.restart(),
                    4 => _ = game.go(NodeId(choice * game.positions() / 4)),
                    _ => {
                        let moves = game.board().moves();
                        game.play(&moves[choice % moves.len()]).unwrap();
                    }
                }
            }
            same(&game, &Session::load(&game.save()).unwrap());
        }

        #[test]
        fn loading_never_panics(text in any::<String>()) {
            _ = Session::load(&text);
            _ = Session::load(&format!("{FIRST_LINE}\npuzzle: tiles\n{text}"));
            _ = Session::load(&format!("{FIRST_LINE}\npuzzle: tiles\n\n{text}"));
        }

        #[test]
        fn escaping_is_undone(text in any::<String>()) {
            prop_assert!(!escape(&text).contains(['\n', '\r']));
            prop_assert_eq!(unescape(&escape(&text)), text);
        }
    }

    #[test]
    fn options_and_windows_line_ends_survive() {
        let setup = Setup::level("1 2 3/4 5 6/7 . 8").with("goal", "1 2 3/4 . 6/7 5 8");
        let mut game = Session::open("tiles", &setup).unwrap();
        game.play("5").unwrap();
        let copy = Session::load(&game.save().replace('\n', "\r\n")).unwrap();
        same(&game, &copy);
        assert!(copy.board().status().is_solved());
    }

    #[test]
    fn steps_are_only_ever_appended() {
        let mut game = Session::open("tiles", &Setup::level("2 8 3/1 6 4/7 . 5")).unwrap();
        let mut kept: Vec<String> = Vec::new();
        for action in ["6", "undo", "7", "restart", "undo", "undo", "6", "8", "restart", "solve", "6"] {
            match action {
                "undo" => assert!(game.undo()),
                "restart" => assert!(game.restart()),
                "solve" => _ = game.add_line(&["7", "1"], &Deadline::never()).unwrap(),
                text => game.play(text).unwrap(),
            }
            kept.extend(game.save_steps(kept.len() + 1));
            let text = format!("{}\n{}", game.save_head(), kept.join("\n"));
            same(&game, &Session::load(&text).unwrap());
        }
    }

    #[test]
    fn seats_time_and_lines_survive() {
        let setup = Setup::level("3 4 5").with("opponent", "errs-10");
        let mut game = Session::open("stones", &setup).unwrap();
        game.add_time(Duration::from_millis(12_345));
        game.add_line(&["1:1", "2:1"], &Deadline::never()).unwrap();
        game.play("1:2").unwrap();
        let copy = Session::load(&game.save()).unwrap();
        same(&game, &copy);
        assert_eq!((copy.seats(), copy.played()), (game.seats(), game.played()));
        game.set_seat(0, Seat::Machine("random".to_owned())).unwrap();
        game.set_seat(1, Seat::Person).unwrap();
        assert_eq!(Session::load(&game.save()).unwrap().seats(), game.seats());
    }

    #[test]
    fn damaged_games_are_found_out() {
        let head = format!("{FIRST_LINE}\npuzzle: tiles\nlevel: 1 2 3/4 . 6/7 5 8\n");
        let cases = [
            ("", "not a saved game"),
            ("telusur game 9\n", "not a saved game"),
            (FIRST_LINE, "names no puzzle"),
            (&format!("{FIRST_LINE}\npuzzle: chess\n"), "no puzzle 'chess'"),
            (&format!("{FIRST_LINE}\npuzzle: tiles\nlevel: 1 1\n"), "line 1, column 3"),
            (&format!("{FIRST_LINE}\npuzzle: a\u{1b}[2J\n"), "there is no puzzle 'a\\u{1b}[2J'"),
            (&format!("{head}here: 3\n"), "line 4: there is no such position"),
            (&format!("{head}here: x\n"), "line 4: this needs the number"),
            (&format!("{head}colour: x\n"), "line 4: the head has only"),
            (&format!("{head}x\n"), "line 4: the head needs"),
            (&format!("{head}option: x\n"), "line 4: an option"),
            (&format!("{head}\n0 play 1\n"), "line 5: '1' is not possible"),
            (&format!("{head}\n1 play 5\n"), "line 5: there is no such position"),
            (&format!("{head}\n0 play 5\n0 play 5\n"), "line 6: this step is in the history"),
            (&format!("{head}\n0 jump\n"), "line 5: a step needs"),
            (&format!("{head}time: -1\n"), "line 4: this needs a number of milliseconds"),
            (&format!("{head}seat: 1\n"), "line 4: a seat needs"),
            (&format!("{head}seat: 1=perfect\n"), "line 4: there is no player 1"),
        ];
        for (text, expected) in cases {
            let message = Session::load(text).err().expect(text).to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
    }
}
