//! Making moves: one, several or none, and lines that are put in without being played.

use crate::history::{NodeId, Step};
use crate::session::{Session, weight};
use crate::words;
use telusur_puzzles::{Board, Language, MoveError};
use telusur_search::{Deadline, Limit};

/// Positions that one game's tree may hold: far more than anybody plays.
pub const MOST_POSITIONS: usize = 50_000;
/// Bytes that they may hold, unless somebody says otherwise: enough for as many positions of any board that people play,
/// and not for as many of a tower of a million discs.
pub const MOST_BYTES: usize = 64 << 20;

/// A move that can't be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The rules forbid it, or it is no move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// One of several moves can't be made.
    #[error("move {number}: {error}")]
    Later {
        /// Which, from 2.
        number: usize,
        /// Why.
        error: MoveError,
    },
    /// The tree holds as many positions as it may.
    #[error("this game has {MOST_POSITIONS} positions already; go on with a new one")]
    Full,
    /// The tree holds as many bytes as it may.
    #[error("the positions of this game fill the {} MiB that it may hold; go on with a new one, or a smaller level", .0 >> 20)]
    Memory(usize),
    /// There was no time to make all of the moves; none was made.
    #[error("the moves were not made: {0}")]
    Stopped(Limit),
}

impl PlayError {
    /// The refusal in a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> String {
        match self {
            PlayError::Move(error) => error.in_language(language),
            PlayError::Later { number, error } => {
                let error = error.in_language(language);
                language.choose(format!("move {number}: {error}"), format!("langkah {number}: {error}"))
            }
            PlayError::Full => language.choose(
                self.to_string(),
                format!("permainan ini sudah berisi {MOST_POSITIONS} posisi; lanjutkan dengan yang baru"),
            ),
            PlayError::Memory(most) => {
                let most = most >> 20;
                language.choose(
                    self.to_string(),
                    format!(
                        "posisi permainan ini memenuhi {most} MiB yang tersedia baginya; \
                         lanjutkan dengan yang baru, atau level yang lebih kecil"
                    ),
                )
            }
            PlayError::Stopped(limit) => language.choose(
                self.to_string(),
                format!("langkah-langkah itu tidak dimainkan: {}", words::limit(*limit, language)),
            ),
        }
    }
}

impl Session {
    /// Makes a move. If it was made here before, the game follows that branch again.
    ///
    /// # Errors
    /// If the text is no move, or not allowed here; the game stays as it is.
    pub fn play(&mut self, text: &str) -> Result<(), PlayError> {
        self.play_all(&[text], &Deadline::never())
    }

    /// Makes several moves in time, or none of them.
    ///
    /// # Errors
    /// If one of them can't be made, or there is no time for all; the game stays as it is.
    pub fn play_all<T: AsRef<str>>(&mut self, moves: &[T], deadline: &Deadline) -> Result<(), PlayError> {
        let way = self.extend(moves, false, deadline)?;
        if let Some(&end) = way.last() {
            self.history.go(end);
        }
        Ok(())
    }

    /// Puts a line of moves into the tree in time, such as a solution, without going along it: `go` and redo do that. The
    /// positions that it adds are marked, so that undo takes the line back as a whole.
    /// Answers the positions of the line.
    ///
    /// # Errors
    /// If one of the moves can't be made, or there is no time for all; the game stays as it is.
    pub fn add_line<T: AsRef<str>>(
        &mut self,
        moves: &[T],
        deadline: &Deadline,
    ) -> Result<Vec<NodeId>, PlayError> {
        let way = self.extend(moves, true, deadline)?;
        // Redo walks the line now, also where parts of it had been played before.
        for &node in &way {
            self.history.prefer(node);
        }
        Ok(way)
    }

    /// The positions along some moves from here, made where they are new; nothing is added if one can't be made.
    fn extend<T: AsRef<str>>(
        &mut self,
        moves: &[T],
        line: bool,
        deadline: &Deadline,
    ) -> Result<Vec<NodeId>, PlayError> {
        let mut way = Vec::with_capacity(moves.len().min(MOST_POSITIONS));
        let mut fresh: Vec<(Step, Box<dyn Board>)> = Vec::new();
        let mut bytes = 0;
        for (i, text) in moves.iter().enumerate() {
            deadline.check().map_err(PlayError::Stopped)?;
            let text = text.as_ref().trim();
            let step = Step::Move(text.to_owned());
            let at = way.last().copied().unwrap_or(self.here());
            if fresh.is_empty()
                && let Some(known) = self.history.child_by(at, &step)
            {
                way.push(known);
                continue;
            }
            self.check_room(fresh.len() + 1, bytes)?;
            let board = fresh.last().map_or(&self.history.node(at).value, |(_, board)| board);
            let board = board.play(text).map_err(|error| match i {
                0 => PlayError::Move(error),
                _ => PlayError::Later { number: i + 1, error },
            })?;
            bytes += weight(Some(&step), &*board);
            self.check_room(0, bytes)?;
            fresh.push((step, board));
        }
        for (step, board) in fresh {
            let at = way.last().copied().unwrap_or(self.here());
            let id = self.add(at, step, board);
            if line {
                self.history.mark_line(id);
            }
            way.push(id);
        }
        Ok(way)
    }

    /// Whether the tree has room for so many more positions of so many bytes.
    ///
    /// # Errors
    /// Which limit is reached.
    pub(crate) fn check_room(&self, positions: usize, bytes: usize) -> Result<(), PlayError> {
        if self.history.len() + positions > MOST_POSITIONS {
            return Err(PlayError::Full);
        }
        match self.bytes_with(bytes) > self.most_bytes {
            true => Err(PlayError::Memory(self.most_bytes)),
            false => Ok(()),
        }
    }

    /// As many moves of a solution as the tree has room for.
    #[must_use]
    pub fn fitting<'m>(&self, moves: &'m [String]) -> &'m [String] {
        &moves[..moves.len().min(MOST_POSITIONS.saturating_sub(self.positions()))]
    }

    /// Whether a position belongs to a line that was put in and not played.
    #[must_use]
    pub fn is_line(&self, id: NodeId) -> bool {
        self.history.id(id.number()).is_some_and(|id| self.history.node(id).line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{game, steps};
    use telusur_search::{Budget, Cancel, Limits};

    #[test]
    fn several_moves_are_made_or_none() {
        let mut game = game();
        let error = game.play_all(&["5", "8", "1"], &Deadline::never()).unwrap_err();
        assert!(error.to_string().starts_with("move 3: '1' is not possible"), "{error}");
        let refusal = error.in_language(telusur_puzzles::Language::Indonesian);
        assert!(refusal.starts_with("langkah 3: '1' tidak bisa: hanya ubin"), "{refusal}");
        assert_eq!((game.positions(), game.here()), (1, NodeId::ROOT));
        game.play_all(&["5", "8"], &Deadline::never()).unwrap();
        game.undo();
        game.undo();
        game.play_all(&["5", "7"], &Deadline::never()).unwrap();
        assert_eq!((game.positions(), steps(&game)), (4, vec!["5".to_owned(), "7".to_owned()]));
        game.play_all::<&str>(&[], &Deadline::never()).unwrap();
        assert_eq!(game.moves_made(), 2);
    }

    #[test]
    fn a_solution_is_a_line_that_can_be_walked_and_taken_back() {
        let mut game = game();
        game.play("4").unwrap();
        game.undo();
        game.play("5").unwrap();
        game.undo();
        let line = game.add_line(&["5", "8"], &Deadline::never()).unwrap();
        assert_eq!((game.here(), line.len(), game.positions()), (NodeId::ROOT, 2, 4));
        // The first move had been played before, so it is the player's own.
        assert_eq!([game.is_line(line[0]), game.is_line(line[1])], [false, true]);
        assert!(game.redo() && game.redo() && game.board().status().is_solved());
        assert!(game.undo());
        assert_eq!(game.here(), line[0]);
        // What follows is all of the line, and is taken back and made again as a whole.
        let longer = game.add_line(&["8", "8", "8"], &Deadline::never()).unwrap();
        assert!(game.redo());
        assert_eq!(game.here(), longer[2]);
        assert!(game.undo());
        assert_eq!(game.here(), line[0]);
        assert_eq!(game.next_node(), Some(longer[0]), "and can be walked step by step");
        assert!(game.add_line(&["8", "8", "1"], &Deadline::never()).is_err());
        assert_eq!(game.positions(), 6);
        assert!(!game.is_line(NodeId(99)));
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
        assert!(game.came(NodeId(7)).is_none() && game.node(7).is_none());
    }

    #[test]
    fn a_tree_of_large_boards_is_bounded_by_bytes() {
        let setup = telusur_puzzles::Setup::default().with("discs", "10000");
        let mut game = Session::open("hanoi", &setup).unwrap().within_bytes(1 << 20);
        let there_and_back: Vec<&str> = ["A>B", "B>A"].into_iter().cycle().take(1000).collect();
        assert_eq!(game.play_all(&there_and_back, &Deadline::never()), Err(PlayError::Memory(1 << 20)));
        assert_eq!(game.add_line(&there_and_back, &Deadline::never()), Err(PlayError::Memory(1 << 20)));
        assert_eq!(game.positions(), 1, "none was made");
        let mut made = 0;
        while game.play(there_and_back[made]).is_ok() {
            made += 1;
        }
        assert!((80..105).contains(&made), "{made}");
        let refusal = game.play(there_and_back[made]).unwrap_err();
        assert!(refusal.to_string().contains("fill the 1 MiB"), "{refusal}");
        assert!(refusal.in_language(Language::Indonesian).contains("1 MiB"));
        // A saved text can't get around it.
        let limits = Limits::from(Budget::default().with_bytes(1 << 20));
        assert!(Session::load_within(&game.save(), &limits).is_ok());
        let limits = Limits::from(Budget::default().with_bytes(1 << 19));
        let error = Session::load_within(&game.save(), &limits).err().unwrap();
        assert!(matches!(error, crate::LoadError::Move { .. } | crate::LoadError::Play { .. }), "{error}");
    }

    #[test]
    fn moves_that_take_too_long_are_not_made() {
        let mut game = game();
        let cancel = Cancel::new();
        let deadline = Deadline::new(None, cancel.clone());
        game.play_all(&["5"], &deadline).unwrap();
        cancel.cancel();
        assert_eq!(game.play_all(&["8"], &deadline), Err(PlayError::Stopped(Limit::Cancelled)));
        assert_eq!(game.add_line(&["8"], &deadline), Err(PlayError::Stopped(Limit::Cancelled)));
        let limits = Limits::new(Budget::UNLIMITED, cancel);
        assert!(Session::load_within(&game.save(), &limits).is_err());
        assert_eq!(game.positions(), 2);
    }

    #[test]
    fn the_tree_is_bounded() {
        let mut game = game();
        let there_and_back: Vec<&str> = ["5", "5"].into_iter().cycle().take(MOST_POSITIONS - 1).collect();
        game.play_all(&there_and_back, &Deadline::never()).unwrap();
        assert_eq!(game.positions(), MOST_POSITIONS);
        assert_eq!(game.play("4"), Err(PlayError::Full));
        assert_eq!(game.add_line(&["4", "4"], &Deadline::never()), Err(PlayError::Full));
        assert!(!game.restart());
        // What is there can still be walked.
        assert!(game.undo() && game.redo() && game.go(NodeId::ROOT));
        game.play("5").unwrap();
    }
}
