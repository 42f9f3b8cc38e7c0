//! Who plays a game for several: people and machine players, and their moves.

use crate::play::PlayError;
use crate::session::Session;
use crate::words;
use telusur_puzzles::{AuditError, Board, Judged, Language, LevelError, ReplyError, Task};
use telusur_search::{Limit, Limits};

/// Who sits at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the board.
    #[default]
    Person,
    /// A machine player, by name.
    Machine(String),
}

/// A seat that can't be taken, or a reply that can't be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// There is no such seat.
    #[error("there is no player {0} in this game")]
    NoSuchSeat(u32),
    /// Somebody is missing, or too many want to play.
    #[error("this game has {seats} {}", if *.seats == 1 { "seat" } else { "seats" })]
    Number {
        /// How many play.
        seats: usize,
    },
    /// Nobody has that name, or machines don't play this.
    #[error(transparent)]
    Opponent(#[from] LevelError),
    /// No machine player has a move here.
    #[error("there is no move to reply with")]
    NoMove,
    /// The machine player has not found its move in time.
    #[error("the machine has found no move: {0}")]
    Stopped(Limit),
    /// The move can't be made.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl SeatError {
    /// The refusal in a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> String {
        match self {
            SeatError::Play(error) => error.in_language(language),
            SeatError::Stopped(limit) => {
                let limit = words::limit(*limit, language);
                language.choose(
                    format!("The machine has found no move: {limit}."),
                    format!("Mesin tidak menemukan langkah: {limit}."),
                )
            }
            SeatError::NoMove => language
                .choose("There is no move to reply with.", "Tidak ada langkah untuk membalas.")
                .to_owned(),
            SeatError::NoSuchSeat(_) | SeatError::Number { .. } | SeatError::Opponent(_) => self.to_string(),
        }
    }
}

impl From<ReplyError> for SeatError {
    fn from(error: ReplyError) -> Self {
        match error {
            ReplyError::Opponent(error) => SeatError::Opponent(error),
            ReplyError::Stopped(limit) => SeatError::Stopped(limit),
        }
    }
}

/// People everywhere, unless the level's options name an opponent: that one sits opposite the first player.
pub(crate) fn first_seats(board: &dyn Board) -> Vec<Seat> {
    let Some((_, players)) = board.turn() else { return Vec::new() };
    let mut seats = vec![Seat::Person; players as usize];
    let opponent = board.options().into_iter().find(|(name, _)| name == "opponent");
    if let (Some((_, name)), Some(seat)) = (opponent, seats.get_mut(1)) {
        *seat = Seat::Machine(name);
    }
    seats
}

/// Who plays a new game that nobody has said anything about: in a game for two, a person against the first machine player
/// there is, unless the level's options name another.
#[must_use]
pub fn usual_seats(board: &dyn Board) -> Vec<Seat> {
    let mut seats = first_seats(board);
    if let ([Seat::Person, second @ Seat::Person], Some(usual)) = (&mut seats[..], board.opponents().first())
    {
        *second = Seat::Machine(usual.name.to_owned());
    }
    seats
}

impl Session {
    /// Lets those play who usually do; see [`usual_seats`].
    #[must_use]
    pub fn with_usual_seats(mut self) -> Self {
        self.seats = usual_seats(self.start());
        self
    }

    /// Who plays, in the order of turns; nobody in a puzzle for one.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Gives a seat (from 0) to somebody.
    ///
    /// # Errors
    /// If there is no such seat, or no machine player of that name.
    pub fn set_seat(&mut self, player: u32, seat: Seat) -> Result<(), SeatError> {
        let mut seats = self.seats.clone();
        *seats.get_mut(player as usize).ok_or(SeatError::NoSuchSeat(player.saturating_add(1)))? = seat;
        self.set_seats(&seats)
    }

    /// Gives every seat to somebody, or leaves all as they are.
    ///
    /// # Errors
    /// If there are fewer or more seats, or no machine player of a name.
    pub fn set_seats(&mut self, seats: &[Seat]) -> Result<(), SeatError> {
        if seats.len() != self.seats.len() {
            return Err(SeatError::Number { seats: self.seats.len() });
        }
        for seat in seats {
            if let (Seat::Machine(name), Some(game)) = (seat, self.start().as_game()) {
                game.check_opponent(name)?;
            }
        }
        self.seats = seats.to_vec();
        Ok(())
    }

    /// Lets whoever plays another game of the same puzzle play this one too, where the seats are as many.
    pub fn seat_like(&mut self, other: &Session) {
        if other.entry().name() == self.entry().name() {
            // A machine that can't play this level stays away.
            _ = self.set_seats(other.seats());
        }
    }

    /// The machine player whose turn it is.
    #[must_use]
    pub fn machine_to_move(&self) -> Option<&str> {
        let (turn, _) = self.board().turn()?;
        match self.seats.get(turn as usize)? {
            Seat::Machine(name) if self.board().status() == telusur_puzzles::Status::Playing => Some(name),
            _ => None,
        }
    }

    /// Makes the move of a machine player for whoever is to move: the one named, the one in the seat, or the one that
    /// the level's options say. The same seed gives the same move. Answers the move.
    ///
    /// # Errors
    /// If nobody has that name, there is no move, or none is found in time.
    pub fn reply(&mut self, opponent: Option<&str>, seed: u64, limits: &Limits) -> Result<String, SeatError> {
        let text = self.find_reply(opponent, seed, limits)?;
        self.play(&text)?;
        Ok(text)
    }

    /// The move that [`reply`](Session::reply) would make.
    ///
    /// # Errors
    /// If nobody has that name, there is no move, or none is found in time.
    pub fn find_reply(
        &self,
        opponent: Option<&str>,
        seed: u64,
        limits: &Limits,
    ) -> Result<String, SeatError> {
        let seated = self.board().turn().and_then(|(turn, _)| match self.seats.get(turn as usize)? {
            Seat::Machine(name) => Some(name.as_str()),
            Seat::Person => None,
        });
        let game = self.board().as_game().ok_or(SeatError::NoMove)?;
        game.reply(opponent.or(seated), seed, limits)?.ok_or(SeatError::NoMove)
    }

    /// Judges every move of a game for two, from the start or the last restart to the position now; `None` for a
    /// puzzle for one.
    ///
    /// # Errors
    /// If the engine asked for does not work here.
    pub fn audit(&self, task: Task<'_>) -> Option<Result<Vec<Judged>, AuditError>> {
        let moves: Vec<String> = self.moves().into_iter().map(|(text, _)| text.to_owned()).collect();
        Some(self.start().as_game()?.audit(&moves, task))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Setup, Status};

    #[test]
    fn a_game_against_the_machine() {
        let setup = Setup::level("3 4 5").with("opponent", "perfect");
        let mut game = Session::open("stones", &setup).unwrap();
        assert_eq!(game.seats(), [Seat::Person, Seat::Machine("perfect".to_owned())]);
        assert_eq!(game.machine_to_move(), None);
        game.play("1:1").unwrap();
        assert_eq!(game.machine_to_move(), Some("perfect"));
        let text = game.reply(None, 1, &Limits::none()).unwrap();
        assert_eq!(game.undo_step().unwrap().to_string(), text);
        assert_eq!((game.machine_to_move(), game.moves_made()), (None, 2));
        // Taking back gives the turn to the person again, not to the machine.
        assert!(game.undo());
        assert_eq!((game.moves_made(), game.board().turn()), (0, Some((0, 2))));
        assert!(!game.undo());
        // Both are made again together.
        assert!(game.redo());
        assert_eq!(game.moves_made(), 2);
        assert!(!game.redo() && game.undo());
        while game.board().status() == Status::Playing {
            game.reply(Some("perfect"), 7, &Limits::none()).unwrap();
        }
        assert_eq!(game.reply(None, 1, &Limits::none()), Err(SeatError::NoMove));
        let judged = game.audit(Task::new(&mut ())).unwrap().unwrap();
        assert_eq!(judged.len(), game.moves_made());
        assert!(judged.iter().all(|judged| !judged.is_mistake()));
    }

    #[test]
    fn what_only_machines_have_done_is_not_undone() {
        let mut game = Session::open("stones", &Setup::level("3 4 5")).unwrap();
        game.set_seat(0, Seat::Machine("perfect".to_owned())).unwrap();
        game.reply(None, 1, &Limits::none()).unwrap();
        let first = game.here();
        assert!(!game.undo(), "the machine would move again at once");
        assert_eq!(game.here(), first);
        game.play("2:1").unwrap();
        game.reply(None, 1, &Limits::none()).unwrap();
        assert!(game.undo());
        assert_eq!(game.here(), first);
        // Where nobody plays, a step is a step.
        game.set_seat(1, Seat::Machine("random".to_owned())).unwrap();
        assert!(game.undo());
        assert_eq!(game.moves_made(), 0);
    }

    #[test]
    fn a_game_for_two_usually_begins_against_a_machine() {
        let open = |puzzle: &str, setup: &Setup| Session::open(puzzle, setup).unwrap().with_usual_seats();
        let usual = open("stones", &Setup::level("3 4"));
        assert_eq!(usual.seats(), [Seat::Person, Seat::Machine("perfect".to_owned())]);
        let named = open("stones", &Setup::level("3 4").with("opponent", "random"));
        assert_eq!(named.seats(), [Seat::Person, Seat::Machine("random".to_owned())]);
        let three = open("stones", &Setup::level("3 4").with("players", "3"));
        assert_eq!(three.seats(), [Seat::Person, Seat::Person, Seat::Person]);
        assert!(open("tiles", &Setup::default()).seats().is_empty());
    }

    #[test]
    fn seats_are_checked() {
        let mut game = Session::open("stones", &Setup::level("3 4")).unwrap();
        assert!(matches!(game.set_seat(0, Seat::Machine("nobody".into())), Err(SeatError::Opponent(_))));
        assert_eq!(game.set_seat(2, Seat::Person), Err(SeatError::NoSuchSeat(3)));
        game.set_seat(0, Seat::Machine("random".into())).unwrap();
        assert_eq!(game.machine_to_move(), Some("random"));
        let before = game.board().text();
        assert!(matches!(game.reply(Some("nobody"), 1, &Limits::none()), Err(SeatError::Opponent(_))));
        assert_eq!(game.board().text(), before);
        let mut alone = Session::open("tiles", &Setup::default()).unwrap();
        assert!(alone.seats().is_empty() && alone.machine_to_move().is_none());
        assert_eq!(alone.reply(None, 1, &Limits::none()), Err(SeatError::NoMove));
        assert!(alone.audit(Task::new(&mut ())).is_none());
        let mut three = Session::open("stones", &Setup::level("3 4").with("players", "3")).unwrap();
        assert_eq!(three.seats().len(), 3);
        assert!(three.set_seat(1, Seat::Machine("perfect".into())).is_err());
    }
}
