//! [`Session`]: a board, its history, and the ways through it.

use crate::history::{History, NodeId, Step};
use crate::id::position_id;
use crate::play::{MOST_BYTES, MOST_POSITIONS, PlayError};
use crate::seat::{Seat, first_seats};
use std::time::Duration;
use telusur_puzzles::{
    Board, Entry, GenerateError, Generated, LevelError, LevelOption, Making, Setup, Variant, Wish, catalogue,
    quoted,
};
use telusur_search::Limits;

/// A game that can't be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The catalogue has no such puzzle.
    #[error("there is no puzzle '{}'", quoted(.0))]
    UnknownPuzzle(String),
    /// The level or an option is wrong.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The level can't be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

/// A level that the game can't go on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The level or an option is wrong.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Other seats would be needed.
    #[error("another number of people plays that level; open it as a new game")]
    Players,
    /// The tree is full.
    #[error(transparent)]
    Full(#[from] PlayError),
}

/// One game being played.
pub struct Session {
    entry: &'static dyn Entry,
    pub(crate) history: History<Box<dyn Board>>,
    pub(crate) seats: Vec<Seat>,
    played: Duration,
    /// What the level was made from, if this session made it.
    pub(crate) wish: Option<Wish>,
    /// What the positions hold, and what they may hold.
    bytes: usize,
    pub(crate) most_bytes: usize,
}

impl Session {
    /// Opens a level of a puzzle, by level text or by the name of a level that comes with the program.
    ///
    /// # Errors
    /// If there is no such puzzle, or the level or an option is wrong.
    pub fn open(puzzle: &str, setup: &Setup) -> Result<Self, OpenError> {
        let entry = find(puzzle)?;
        Ok(Session::begin(entry, catalogue::open(entry, setup)?))
    }

    /// Makes a level and opens it. Some puzzles take seconds for a hard one.
    ///
    /// # Errors
    /// If there is no such puzzle, the wish can't be granted, or the making was stopped.
    pub fn generate(puzzle: &str, wish: Wish, making: &mut Making<'_>) -> Result<Self, OpenError> {
        Ok(Session::generate_graded(puzzle, wish, making)?.0)
    }

    /// Makes a level and opens it, and tells how hard it came out.
    ///
    /// # Errors
    /// If there is no such puzzle, the wish can't be granted, or the making was stopped.
    pub fn generate_graded(
        puzzle: &str,
        wish: Wish,
        making: &mut Making<'_>,
    ) -> Result<(Self, Generated), OpenError> {
        let entry = find(puzzle)?;
        let made = entry.generate(&wish, making)?;
        let board = entry.open(&made.setup)?;
        Ok((Session { wish: Some(wish), ..Session::begin(entry, board) }, made))
    }

    /// The start, the position now and the one before it, without the way between them: for long questions that are
    /// asked elsewhere while the game goes on.
    #[must_use]
    pub fn snapshot(&self) -> Session {
        let mut copy = Session::begin(self.entry, self.start().boxed());
        (copy.seats, copy.played) = (self.seats.clone(), self.played);
        let before = self.came(self.here()).map(|(parent, _)| parent).filter(|&id| id != NodeId::ROOT);
        let way = before.and_then(|id| self.board_at(id)).into_iter().chain(Some(self.board()));
        if self.here() != NodeId::ROOT {
            for board in way {
                let next = copy.add(copy.here(), Step::Restart, board.boxed());
                copy.history.go(next);
            }
        }
        copy
    }

    /// Whether no move from the start to here is of a line that was put in, such as a solution.
    #[must_use]
    pub fn is_all_by_hand(&self) -> bool {
        self.moves().iter().all(|&(_, node)| !self.is_line(node))
    }

    /// Whether the position now is the start of the level.
    #[must_use]
    pub fn is_at_start(&self) -> bool {
        self.board().text() == self.start().text()
    }

    fn begin(entry: &'static dyn Entry, board: Box<dyn Board>) -> Self {
        let seats = first_seats(&*board);
        let bytes = weight(None, &*board);
        let history = History::new(board);
        Session { entry, history, seats, played: Duration::ZERO, wish: None, bytes, most_bytes: MOST_BYTES }
    }

    /// The same with another limit for the memory of its positions.
    #[must_use]
    pub fn within_bytes(self, most: usize) -> Self {
        Session { most_bytes: most, ..self }
    }

    /// The same within the bytes that some limits leave.
    pub(crate) fn within(self, limits: &Limits) -> Self {
        let most = limits.bytes_left().and_then(|bytes| usize::try_from(bytes).ok());
        self.within_bytes(most.unwrap_or(MOST_BYTES))
    }

    /// Bytes that the positions of the game hold, and what they share as positions of one level.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes + self.level_bytes(&self.history.starts)
    }

    /// Bytes that count against the game's limit, with so many more: those of its positions, and of levels that it went
    /// on with. The first level is the caller's choice.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        self.bytes + self.level_bytes(&self.history.starts[1..]) + more
    }

    fn level_bytes(&self, starts: &[NodeId]) -> usize {
        starts.iter().map(|&start| self.history.node(start).value.level_bytes()).sum()
    }

    /// Adds a position to the tree without going there.
    pub(crate) fn add(&mut self, parent: NodeId, step: Step, board: Box<dyn Board>) -> NodeId {
        self.bytes += weight(Some(&step), &*board);
        self.history.add(parent, step, board)
    }

    /// The catalogue entry that is played.
    #[must_use]
    pub fn entry(&self) -> &'static dyn Entry {
        self.entry
    }

    /// The position now.
    #[must_use]
    pub fn board(&self) -> &dyn Board {
        &*self.history.node(self.here()).value
    }

    /// The start of the level that is played now.
    #[must_use]
    pub fn start(&self) -> &dyn Board {
        &*self.history.node(self.history.node(self.here()).start).value
    }

    /// The start of the level that the game began with.
    pub(crate) fn first_start(&self) -> &dyn Board {
        &*self.history.node(NodeId::ROOT).value
    }

    /// What the level that is played now was made from, if this game made it.
    #[must_use]
    pub fn wish(&self) -> Option<&Wish> {
        self.wish.as_ref().filter(|_| self.history.node(self.here()).start == NodeId::ROOT)
    }

    /// Forgets what the level was made from, where that is only somebody's word.
    pub fn forget_wish(&mut self) {
        self.wish = None;
    }

    /// Goes back to the start of the level; undo takes it back. Does nothing at the start, or where the tree is full.
    pub fn restart(&mut self) -> bool {
        if self.moves_made() == 0 {
            return false;
        }
        let here = self.here();
        let next = match self.history.child_by(here, &Step::Restart) {
            Some(known) => known,
            None if self.positions() >= MOST_POSITIONS => return false,
            None => self.add(here, Step::Restart, self.start().boxed()),
        };
        self.history.go(next);
        true
    }

    /// Goes on with another level of the same puzzle, such as the same one with another option; undo takes it back.
    /// False if it is the level that was just begun.
    ///
    /// # Errors
    /// If the level or an option is wrong, another number of people plays it, or the tree is full.
    pub fn change_level(&mut self, setup: &Setup) -> Result<bool, ChangeError> {
        let board = catalogue::open(self.entry, setup).map_err(OpenError::Level)?;
        let players = |board: &dyn Board| board.turn().map(|(_, players)| players);
        if players(&*board) != players(self.start()) {
            return Err(ChangeError::Players);
        }
        let step = Step::Level(position_id(&*board));
        if self.moves_made() == 0 && step == Step::Level(position_id(self.start())) {
            return Ok(false);
        }
        let here = self.here();
        let next = match self.history.child_by(here, &step) {
            Some(known) => known,
            None => {
                self.check_room(1, weight(Some(&step), &*board) + board.level_bytes())?;
                self.add(here, step, board)
            }
        };
        self.history.go(next);
        Ok(true)
    }

    /// Other levels that the game can go on with at one touch.
    #[must_use]
    pub fn variants(&self) -> Vec<Variant> {
        self.entry.variants(self.board())
    }

    /// Options of the level that people can change while they play.
    #[must_use]
    pub fn choices(&self) -> Vec<LevelOption> {
        self.entry.choices(self.start())
    }

    /// Takes back what was done last, as a whole: a move of one's own together with the answers of machines, or a
    /// solution that was put in. False if there is nothing that a person could do again.
    pub fn undo(&mut self) -> bool {
        let before = self.here();
        if self.history.node(before).line {
            while self.history.node(self.here()).line && self.history.back() {}
            return true;
        }
        while self.history.back() {
            if !self.is_machines_turn() {
                return true;
            }
        }
        // Only machines have moved so far: they would move again at once.
        self.history.jump(before);
        false
    }

    /// Does again what was undone last, as a whole; false if there is nothing.
    pub fn redo(&mut self) -> bool {
        if !self.history.forward() {
            return false;
        }
        let is_line = self.history.node(self.here()).line;
        while let Some(next) = self.next_node()
            && (self.is_machines_turn() || (is_line && self.history.node(next).line))
        {
            self.history.forward();
        }
        true
    }

    /// Whether a machine moves next, in a game that a person plays too.
    fn is_machines_turn(&self) -> bool {
        self.seats.contains(&Seat::Person) && self.machine_to_move().is_some()
    }

    /// The position that the next single step along the branch visited last leads to.
    #[must_use]
    pub fn next_node(&self) -> Option<NodeId> {
        self.history.node(self.here()).redo
    }

    /// Goes anywhere in the tree.
    pub fn go(&mut self, to: NodeId) -> bool {
        let exists = self.history.id(to.number()).is_some();
        if exists {
            self.history.go(to);
        }
        exists
    }

    /// Where the game stands in its tree.
    #[must_use]
    pub fn here(&self) -> NodeId {
        self.history.here()
    }

    /// Moves made since the start or the last restart.
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.history.node(self.here()).moves
    }

    /// The step that undo would take back.
    #[must_use]
    pub fn undo_step(&self) -> Option<&Step> {
        self.history.came(self.here()).map(|(_, step)| step)
    }

    /// The step that redo would make.
    #[must_use]
    pub fn redo_step(&self) -> Option<&Step> {
        self.history.came(self.next_node()?).map(|(_, step)| step)
    }

    /// How many positions the tree holds.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.history.len()
    }

    /// The board at any position of the tree.
    #[must_use]
    pub fn board_at(&self, id: NodeId) -> Option<&dyn Board> {
        let id = self.history.id(id.number())?;
        Some(&*self.history.node(id).value)
    }

    /// The position with a number, if there is one.
    #[must_use]
    pub fn node(&self, number: usize) -> Option<NodeId> {
        self.history.id(number)
    }

    /// The position that a position came from, and the step that led there; `None` for the root.
    #[must_use]
    pub fn came(&self, id: NodeId) -> Option<(NodeId, &Step)> {
        self.history.came(self.history.id(id.number())?)
    }

    /// The branches at any position of the tree: steps and where they lead.
    #[must_use]
    pub fn branches(&self, at: NodeId) -> Vec<(&Step, NodeId)> {
        let Some(at) = self.history.id(at.number()) else { return Vec::new() };
        let children = self.history.node(at).children.iter();
        children.filter_map(|&child| Some((self.history.came(child)?.1, child))).collect()
    }

    /// The steps from the root to the position now.
    #[must_use]
    pub fn steps(&self) -> Vec<&Step> {
        let mut steps = Vec::new();
        let mut id = self.here();
        while let Some((parent, step)) = self.history.came(id) {
            steps.push(step);
            id = parent;
        }
        steps.reverse();
        steps
    }

    /// The moves from the start of the level, or its last restart, to the position now, with the positions that they
    /// led to.
    #[must_use]
    pub fn moves(&self) -> Vec<(&str, NodeId)> {
        let mut moves = Vec::new();
        let mut id = self.here();
        while let Some((parent, Step::Move(text))) = self.history.came(id) {
            moves.push((text.as_str(), id));
            id = parent;
        }
        moves.reverse();
        moves
    }

    /// The moves of [`moves`](Session::moves) and those that redo would make after them: a whole game or solution,
    /// wherever in it one stands.
    #[must_use]
    pub fn moves_and_redo(&self) -> Vec<&str> {
        let mut moves: Vec<&str> = self.moves().into_iter().map(|(text, _)| text).collect();
        let mut id = self.here();
        while let Some(next) = self.history.node(id).redo
            && let Some((_, Step::Move(text))) = self.history.came(next)
        {
            moves.push(text);
            id = next;
        }
        moves
    }

    /// How long the game has been played, as its front ends have said.
    #[must_use]
    pub fn played(&self) -> Duration {
        self.played
    }

    /// Adds time that somebody has played. This crate reads no clock.
    pub fn add_time(&mut self, more: Duration) {
        self.played = self.played.saturating_add(more);
    }
}

/// What one position of the tree holds.
pub(crate) fn weight(step: Option<&Step>, board: &dyn Board) -> usize {
    /// What a memory manager adds to each of the few blocks of a position, roughly.
    const BLOCKS: usize = 3 * 16;
    let text = if let Some(Step::Move(text) | Step::Level(text)) = step { text.len() } else { 0 };
    History::<Box<dyn Board>>::NODE_BYTES + BLOCKS + text + board.bytes()
}

fn find(puzzle: &str) -> Result<&'static dyn Entry, OpenError> {
    catalogue::find(puzzle).ok_or_else(|| OpenError::UnknownPuzzle(quoted(puzzle)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{game, steps};
    use telusur_search::Deadline;

    #[test]
    fn undo_redo_and_branches() {
        let mut game = game();
        assert!(!game.undo() && !game.redo());
        game.play("5").unwrap();
        game.play("8").unwrap();
        assert!(game.board().status().is_solved());
        assert_eq!((game.moves_made(), game.positions()), (2, 3));
        assert!(game.undo() && game.undo() && !game.undo());
        game.play("4").unwrap();
        assert_eq!(steps(&game), ["4"]);
        assert!(!game.redo());
        assert!(game.undo());
        assert_eq!(game.redo_step().unwrap().to_string(), "4");
        let branches: Vec<String> =
            game.branches(NodeId::ROOT).iter().map(|(step, _)| step.to_string()).collect();
        assert_eq!(branches, ["5", "4"]);
        // Playing the first move again follows the old branch instead of growing a twin.
        game.play(" 5 ").unwrap();
        assert_eq!(game.positions(), 4);
        assert_eq!(game.moves_and_redo(), ["5", "8"], "from the middle of it");
        assert!(game.redo());
        assert!(game.board().status().is_solved());
        assert_eq!(game.moves_and_redo(), ["5", "8"]);
    }

    #[test]
    fn a_restart_is_a_step() {
        let mut game = game();
        assert!(!game.restart(), "nothing to restart");
        game.play("5").unwrap();
        assert!(game.restart());
        assert_eq!(game.moves_made(), 0);
        assert_eq!(game.board().text(), game.start().text());
        assert_eq!(steps(&game), ["5", "restart"]);
        assert!(game.moves().is_empty());
        assert!(!game.restart());
        game.play("4").unwrap();
        assert_eq!(game.moves_made(), 1);
        assert_eq!(game.moves(), [("4", game.here())]);
        assert!(game.undo() && game.undo());
        assert_eq!((game.moves_made(), steps(&game)), (1, vec!["5".to_owned()]));
    }

    #[test]
    fn another_level_is_a_step() {
        let mut game = Session::open("hanoi", &Setup::level("3 2 1 | |")).unwrap();
        game.play("A>C").unwrap();
        let taller = Setup::default().with("discs", "4");
        assert_eq!(game.change_level(&taller), Ok(true));
        assert_eq!((game.moves_made(), game.start().text()), (0, "4 3 2 1 | |".to_owned()));
        assert_eq!(game.change_level(&taller), Ok(false), "it has just begun");
        game.play("A>B").unwrap();
        assert_eq!(game.id_with_moves(), "hanoi:4+3+2+1+$+$?moves=A~B");
        assert!(game.restart());
        assert_eq!(game.board().text(), "4 3 2 1 | |");
        let copy = Session::load(&game.save()).unwrap();
        assert_eq!((copy.save(), copy.start().text()), (game.save(), game.start().text()));
        assert!(game.undo() && game.undo() && game.undo());
        assert_eq!((game.start().text(), steps(&game)), ("3 2 1 | |".to_owned(), vec!["A>C".to_owned()]));
        assert_eq!(game.level().map(|level| level.name), Some("three"));
        assert!(matches!(game.change_level(&Setup::level("1 1")), Err(ChangeError::Open(_))));
        let wrong = game.save().replace("level hanoi:", "level tiles:");
        assert!(Session::load(&wrong).is_err());
        let mut stones = Session::open("stones", &Setup::level("3 4")).unwrap();
        let three = Setup::level("3 4").with("players", "3");
        assert_eq!(stones.change_level(&three), Err(ChangeError::Players));
        assert_eq!(stones.positions(), 1);
        // What levels hold counts against the limit of the game.
        let mut small = Session::open("hanoi", &Setup::level("3 2 1 | |")).unwrap().within_bytes(1 << 14);
        let large = Setup::default().with("discs", "100000");
        assert_eq!(small.change_level(&large), Err(ChangeError::Full(PlayError::Memory(1 << 14))));
    }

    #[test]
    fn a_wish_is_kept_and_names_its_own_level_only() {
        let wish =
            Wish { seed: 7, difficulty: Some(3), options: [("size".to_owned(), "2x3".to_owned())].into() };
        let mut game = Session::generate("tiles", wish.clone(), &mut Making::unlimited()).unwrap();
        let copy = Session::load(&game.save()).unwrap();
        assert_eq!((copy.wish(), copy.id()), (Some(&wish), game.id()));
        game.change_level(&Setup::level("first")).unwrap();
        assert_eq!((game.wish(), game.id().starts_with("tiles:")), (None, true));
        let mut copy = Session::load(&game.save()).unwrap();
        assert!(copy.wish().is_none() && copy.undo());
        assert_eq!(copy.wish(), Some(&wish));
        copy.forget_wish();
        assert!(copy.wish().is_none() && copy.id().starts_with("tiles:"));
    }

    #[test]
    fn a_snapshot_is_the_start_the_position_and_the_one_before() {
        let mut game = game();
        game.play("5").unwrap();
        let before = game.snapshot();
        game.play("8").unwrap();
        let texts = |game: &Session| (game.start().text(), game.board().text());
        assert_eq!(texts(&game.snapshot()), texts(&game));
        assert_eq!(before.board().text(), game.board_at(game.node(1).unwrap()).unwrap().text());
        assert_eq!((before.positions(), game.snapshot().positions()), (2, 3));
        // However long the way was.
        game.play_all(&["8", "5", "4", "7"], &Deadline::never()).unwrap();
        let copy = game.snapshot();
        assert_eq!((copy.positions(), game.positions()), (3, 7));
        let parent = |game: &Session| game.board_at(game.came(game.here()).unwrap().0).unwrap().text();
        assert_eq!(parent(&copy), parent(&game));
    }

    #[test]
    fn positions_are_weighed() {
        let mut game = game();
        let start = game.bytes();
        game.play("5").unwrap();
        let one = game.bytes() - start;
        assert!((100..2000).contains(&one), "{one}");
        game.undo();
        game.play("5").unwrap();
        assert_eq!(game.bytes(), start + one, "the same branch");
        game.play("8").unwrap();
        assert_eq!(game.bytes(), start + 2 * one);
        game.restart();
        assert!(game.bytes() > start + 2 * one);
        assert!(game.snapshot().bytes() < game.bytes());
        // A large board weighs what it is.
        let large = Session::open("hanoi", &Setup::default().with("discs", "100000")).unwrap();
        assert!(large.bytes() > 200_000, "{}", large.bytes());
    }

    #[test]
    fn opening_says_what_is_wrong() {
        let error = |puzzle: &str, level: &str| Session::open(puzzle, &Setup::level(level)).err().unwrap();
        assert_eq!(error("chess\n", "").to_string(), "there is no puzzle 'chess\\n'");
        assert!(matches!(error("tiles", "1 1"), OpenError::Level(_)));
        assert!(Session::open("tiles", &Setup::level("first")).is_ok());
        let wish =
            Wish { seed: 1, difficulty: Some(2), options: [("size".to_owned(), "0x0".to_owned())].into() };
        assert!(matches!(
            Session::generate("tiles", wish, &mut Making::unlimited()).err(),
            Some(OpenError::Generate(_))
        ));
    }

    #[test]
    fn time_is_what_one_is_told() {
        let mut game = game();
        game.add_time(Duration::from_millis(1500));
        game.add_time(Duration::from_millis(500));
        assert_eq!(game.played(), Duration::from_secs(2));
        game.add_time(Duration::MAX);
        assert_eq!(game.played(), Duration::MAX);
    }
}
