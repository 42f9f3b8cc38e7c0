//! The table: a game, its clock and the place where it is kept, and everything that a front end can do to it.
//!
//! Front ends hold a [`Table`] and keep no policy of their own: an [`Act`] goes in, what came of it comes out, and the
//! same acts do the same on the page, on the screen and in plain lines.
//!
//! Questions change nothing and may take time: a hint, an analysis, a map, a machine player's move. They are asked of a
//! [`snapshot`](Session::snapshot) of the game, within the [`Patience`](crate::Patience) that every front end has for them, so
//! that nobody waits for the table; what comes of them is an act again where it changes the game ([`Act::Reply`],
//! [`Act::Line`]).
//!
//! ```
//! use telusur_puzzles::Setup;
//! use telusur_search::{Deadline, clock::Instant};
//! use telusur_session::{Act, Knowledge, Session, Table};
//!
//! let session = Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8"))?;
//! let mut table = Table::new(session, Instant::now());
//! let knowledge = Knowledge::new(1 << 20);
//! let moves = ["5", "8"].map(str::to_owned).to_vec();
//! let effect = table.act(&Act::Play(moves), &knowledge, &Deadline::never(), Instant::now())?;
//! assert!(effect.is_solved_now && effect.feat.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod error;
#[cfg(test)]
mod tests;

pub use act::Act;
pub use error::{ActError, Nothing};

use crate::history::NodeId;
use crate::keeper::{Feat, KeepError, Keeper, Kept, KeptAt, Loaded};
use crate::knowledge::Knowledge;
use crate::session::Session;
use crate::stopwatch::{LONGEST_THOUGHT, Stopwatch};
use std::time::Duration;
use telusur_puzzles::Status;
use telusur_search::clock::Instant;
use telusur_search::{Deadline, Limits};

/// A game at a table.
pub struct Table {
    session: Session,
    /// Where it is kept, if it is.
    place: Option<KeptAt>,
    watch: Stopwatch,
}

/// What an act has done, beside what the game itself shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Whether it solved the level.
    pub is_solved_now: bool,
    /// The level solved by hand, to be kept with the game.
    pub feat: Option<Feat>,
    /// The positions of a line that was put in, the present one first.
    pub line: Option<Vec<NodeId>>,
}

impl Table {
    /// A game that has just begun and is kept nowhere yet.
    #[must_use]
    pub fn new(session: Session, now: Instant) -> Self {
        Table { session, place: None, watch: Stopwatch::new(now) }
    }

    /// A game that was kept.
    #[must_use]
    pub fn loaded(loaded: Loaded, now: Instant) -> Self {
        Table {
            session: loaded.session,
            place: Some(loaded.place),
            watch: Stopwatch::after(loaded.idle, now),
        }
    }

    /// The game.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Where it is kept, if it is.
    #[must_use]
    pub fn place(&self) -> Option<&KeptAt> {
        self.place.as_ref()
    }

    /// Does something. The time since the last act counts as played, unless somebody was only watching.
    ///
    /// # Errors
    /// If it can't be done; the game is as it was.
    pub fn act(
        &mut self,
        act: &Act,
        knowledge: &Knowledge,
        deadline: &Deadline,
        now: Instant,
    ) -> Result<Effect, ActError> {
        let was_solved = self.session.board().status().is_solved();
        let is_timed = self.is_timed();
        let line = act.perform(&mut self.session, deadline)?;
        let thought = self.watch.lap(now);
        if is_timed {
            self.session.add_time(thought);
        }
        let is_solved_now = !was_solved && self.session.board().status().is_solved();
        let feat = (is_solved_now && act.is_by_hand() && self.session.is_all_by_hand()).then(|| Feat {
            optimum: self.session.optimum(knowledge).and_then(|optimum| u64::try_from(optimum).ok()),
        });
        Ok(Effect { is_solved_now, feat, line })
    }

    /// Whether time counts now: whoever watches a solution does not play.
    fn is_timed(&self) -> bool {
        self.session.board().status() == Status::Playing && !self.session.is_line(self.session.here())
    }

    /// How long the game has been played, up to now.
    #[must_use]
    pub fn played(&self, now: Instant) -> Duration {
        let since = if self.is_timed() { self.watch.elapsed(now) } else { Duration::ZERO };
        self.session.played().saturating_add(since)
    }

    /// How long it will have been played at most, whenever the next act comes: a long pause does not count.
    #[must_use]
    pub fn most_played(&self) -> Duration {
        let most = if self.is_timed() { LONGEST_THOUGHT } else { Duration::ZERO };
        self.session.played().saturating_add(most)
    }

    /// Keeps what is not kept yet, from the whole game to nothing.
    ///
    /// # Errors
    /// If it can't be kept; it may be the next time.
    pub fn keep(&mut self, keeper: &dyn Keeper, feat: Option<Feat>) -> Result<Kept, KeepError> {
        if self.place.is_none() {
            self.place = keeper.begin(&self.session)?;
            if feat.is_none() {
                return Ok(if self.place.is_some() { Kept::Yes } else { Kept::Nowhere });
            }
        }
        let Some(place) = &mut self.place else { return Ok(Kept::Nowhere) };
        match keeper.keep(place, &self.session, feat)? {
            true => Ok(Kept::Yes),
            false => Ok(Kept::MovedOn),
        }
    }

    /// Keeps what is not kept yet. A game that another program has changed is [taken over](Table::take_over), however
    /// long it takes to read.
    ///
    /// # Errors
    /// If it can't be kept, or not be read again.
    pub fn keep_or_follow(
        &mut self,
        keeper: &dyn Keeper,
        feat: Option<Feat>,
        now: Instant,
    ) -> Result<Kept, KeepError> {
        let kept = self.keep(keeper, feat)?;
        if let (Kept::MovedOn, Some(place)) = (kept, &self.place) {
            let loaded = keeper.load(&place.key, &Limits::none())?;
            self.take_over(loaded, now);
        }
        Ok(kept)
    }

    /// Takes the game as another program has kept it. The clock does not run backwards because that one has played for
    /// less.
    pub fn take_over(&mut self, loaded: Loaded, now: Instant) {
        let shown = self.played(now);
        *self = Table::loaded(loaded, now);
        self.watch = Stopwatch::new(now);
        self.session.add_time(shown.saturating_sub(self.session.played()));
    }
}
