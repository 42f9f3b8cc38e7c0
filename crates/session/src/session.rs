//! [`Session`]: a board, its history, and what a player can do with them.

use crate::history::{History, NodeId, Step};
use telusur_puzzles::{Board, Entry, LevelError, MoveError, Setup, catalogue};

/// A game that can't be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The catalogue has no such puzzle.
    #[error("there is no puzzle '{0}'")]
    UnknownPuzzle(String),
    /// The level or an option is wrong.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// One game being played.
pub struct Session {
    entry: &'static dyn Entry,
    pub(crate) history: History<Box<dyn Board>>,
}

impl Session {
    /// Opens a level of a puzzle, by level text or by the name of a level that comes with the program.
    ///
    /// # Errors
    /// If there is no such puzzle, or the level or an option is wrong.
    pub fn open(puzzle: &str, setup: &Setup) -> Result<Self, OpenError> {
        let entry = catalogue::find(puzzle).ok_or_else(|| {
            OpenError::UnknownPuzzle(puzzle.chars().take(40).flat_map(char::escape_debug).collect())
        })?;
        let board = catalogue::open(entry, setup)?;
        Ok(Session { entry, history: History::new(board) })
    }

    /// The catalogue entry that is played.
    #[must_use]
    pub fn entry(&self) -> &'static dyn Entry {
        self.entry
    }

    /// The position now.
    #[must_use]
    pub fn board(&self) -> &dyn Board {
        &**self.history.value(self.here())
    }

    /// The position that the game began with.
    #[must_use]
    pub fn start(&self) -> &dyn Board {
        &**self.history.value(NodeId::ROOT)
    }

    /// Makes a move. If it was made here before, the game follows that branch again.
    ///
    /// # Errors
    /// If the text is no move, or not allowed here; the game stays as it is.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let step = Step::Move(text.trim().to_owned());
        let next = match self.history.child_by(self.here(), &step) {
            Some(known) => known,
            None => {
                let board = self.board().play(text)?;
                self.history.add(self.here(), step, board)
            }
        };
        self.history.go(next);
        Ok(())
    }

    /// Goes back to the start of the level; undo takes it back. Does nothing at the start.
    pub fn restart(&mut self) -> bool {
        if self.moves_made() == 0 {
            return false;
        }
        let here = self.here();
        let next = match self.history.child_by(here, &Step::Restart) {
            Some(known) => known,
            None => self.history.add(here, Step::Restart, self.start().boxed()),
        };
        self.history.go(next);
        true
    }

    /// Takes the last step back; false at the root.
    pub fn undo(&mut self) -> bool {
        self.history.back()
    }

    /// Makes the step again that was undone last; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.history.forward()
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
        self.history.moves(self.here())
    }

    /// The step that undo would take back.
    #[must_use]
    pub fn undo_step(&self) -> Option<&Step> {
        self.history.came(self.here()).map(|(_, step)| step)
    }

    /// The step that redo would make.
    #[must_use]
    pub fn redo_step(&self) -> Option<&Step> {
        let next = self.history.redo(self.here())?;
        self.history.came(next).map(|(_, step)| step)
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
        Some(&**self.history.value(id))
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
        let children = self.history.children(at).iter();
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
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn game() -> Session {
        Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8")).unwrap()
    }

    fn steps(game: &Session) -> Vec<String> {
        game.steps().iter().map(ToString::to_string).collect()
    }

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
        assert!(game.redo());
        assert!(game.board().status().is_solved());
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
        assert!(!game.restart());
        game.play("4").unwrap();
        assert_eq!(game.moves_made(), 1);
        assert!(game.undo() && game.undo());
        assert_eq!((game.moves_made(), steps(&game)), (1, vec!["5".to_owned()]));
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut game = game();
        for text in ["1", "99", "", "x", "5 8", "\u{0}"] {
            assert!(game.play(text).is_err(), "{text:?}");
        }
        assert_eq!((game.positions(), game.here()), (1, NodeId::ROOT));
        assert!(!game.go(NodeId(7)));
        assert!(game.board_at(NodeId(7)).is_none() && game.branches(NodeId(7)).is_empty());
    }

    #[test]
    fn opening_says_what_is_wrong() {
        let error = |puzzle: &str, level: &str| Session::open(puzzle, &Setup::level(level)).err().unwrap();
        assert_eq!(error("chess\n", "").to_string(), "there is no puzzle 'chess\\n'");
        assert!(matches!(error("tiles", "1 1"), OpenError::Level(_)));
        assert!(Session::open("tiles", &Setup::level("first")).is_ok());
    }
}
