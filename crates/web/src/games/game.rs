//! One game in memory: the session, and what of it is in the store.

use super::act::Act;
use crate::dto::{self, Problem, answerable};
use crate::levels::Identity;
use crate::store::{Change, Feat, Kept, Store, StoreError, now};
use axum::http::StatusCode;
use std::time::{Duration, Instant};
use telusur_puzzles::{Language, Status};
use telusur_search::{Deadline, Limits};
use telusur_session::{Knowledge, LoadError, NodeId, Session, Stopwatch};

/// How a change ended.
pub(super) enum Outcome {
    /// It is kept.
    Kept(Effect),
    /// The store has a newer game than memory.
    Stale,
}

/// What a change has done beside what the game itself shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    pub(super) solved_now: bool,
    /// The positions of a line that was put in, the present one first.
    pub(super) line: Option<Vec<NodeId>>,
}

/// A game in memory.
pub(crate) struct Playing {
    session: Session,
    level: Identity,
    id: i64,
    key: String,
    edition: i64,
    /// Positions in the store; none while memory and store may differ.
    kept: usize,
    watch: Stopwatch,
}

impl Playing {
    /// Keeps a new game; `None` if the store is full.
    pub(super) fn begin(session: Session, store: &Store) -> Result<Option<Self>, StoreError> {
        let level = Identity::of(session.start());
        let watch = Stopwatch::new(Instant::now());
        let mut playing = Playing { session, level, id: 0, key: String::new(), edition: 0, kept: 1, watch };
        let change = playing.unkept(None);
        let session = &playing.session;
        let name = session.level().map(|level| level.name);
        let made = store.create_game(session.start().puzzle(), playing.level.text(), name, change)?;
        Ok(made.map(|(id, key)| {
            (playing.id, playing.key, playing.kept) = (id, key, playing.session.positions());
            playing
        }))
    }

    /// Brings a game back within limits of bytes and time.
    pub(super) fn load(kept: Kept, limits: &Limits, language: Language) -> Result<Self, Problem> {
        let session = Session::load_within(&kept.save, limits).map_err(|error| match error {
            LoadError::Play { error, .. } => Problem::refused_move(&error, language),
            error => {
                let message =
                    format!("this game was kept by another version and can't be played on: {error}");
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "store", message)
            }
        })?;
        // Between two programs, or two runs of one, only the system's clock knows. It may have been set back.
        let before = u64::try_from(now() - kept.touched).unwrap_or(0);
        Ok(Playing {
            level: Identity::of(session.start()),
            kept: session.positions(),
            session,
            id: kept.id,
            key: kept.key,
            edition: kept.edition,
            watch: Stopwatch::after(Duration::from_millis(before), Instant::now()),
        })
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.key.len() + self.level.bytes() + self.session.bytes()) as u64
    }

    /// Which edition of the game this is.
    pub(super) fn edition(&self) -> i64 {
        self.edition
    }

    /// Whether the store has all of it.
    pub(super) fn is_kept(&self) -> bool {
        self.kept == self.session.positions()
    }

    /// Does something and keeps it. After an error the game is as it was, or [`is_kept`](Playing::is_kept) says
    /// that it is not.
    pub(super) fn change(
        &mut self,
        act: &Act,
        store: &Store,
        knowledge: &Knowledge,
        deadline: &Deadline,
        language: Language,
    ) -> Result<Outcome, Problem> {
        let before = self.session.board().status();
        let line = act.perform(&mut self.session, deadline, language)?;
        if let Err(too_large) = answerable(self.session.board(), language) {
            // The store has the game as it was.
            self.kept = 0;
            return Err(too_large);
        }
        let solved_now = !before.is_solved() && self.session.board().status().is_solved();
        let thought = self.watch.lap(Instant::now());
        if before == Status::Playing {
            self.session.add_time(thought);
        }
        let feat =
            (solved_now && act.is_by_hand() && self.was_played_by_hand()).then(|| self.feat(knowledge));
        let change = self.unkept(feat);
        // From here on memory is ahead; only success brings them level again.
        self.kept = 0;
        if !store.change_game(self.id, self.edition, change)? {
            return Ok(Outcome::Stale);
        }
        self.edition += 1;
        self.kept = self.session.positions();
        Ok(Outcome::Kept(Effect { solved_now, line }))
    }

    /// Whether no move from the start to here is of a line that the machine has put in.
    fn was_played_by_hand(&self) -> bool {
        self.session.moves().iter().all(|&(_, node)| !self.session.is_line(node))
    }

    fn unkept(&self, feat: Option<Feat>) -> Change {
        let from = self.kept;
        Change {
            head: self.session.save_head(),
            lines: (from..).zip(self.session.save_steps(from)).collect(),
            status: dto::status_word(self.session.board().status()),
            moves: self.session.moves_made(),
            millis: millis(self.session.played()),
            feat,
        }
    }

    fn feat(&self, knowledge: &Knowledge) -> Feat {
        let start = self.session.start();
        let optimum = self.session.optimum(knowledge);
        Feat {
            puzzle: start.puzzle(),
            level: self.level.text(),
            name: self.session.level().map(|level| level.name),
            metric: start.metric().many,
            moves: self.session.moves_made(),
            millis: millis(self.session.played()),
            optimum: optimum.and_then(|optimum| i64::try_from(optimum).ok()),
        }
    }

    /// The game as the page sees it. It never fails: what was kept must not be answered as failed.
    pub(super) fn show(
        &self,
        effect: Option<&Effect>,
        store: &Store,
        knowledge: &Knowledge,
        language: Language,
    ) -> dto::Game {
        let mut game = dto::Game::new(&self.key, &self.session, knowledge, language);
        game.title = self.level.title(self.session.level());
        game.best = store.best(&self.level.text()).ok().flatten().map(|best| best.moves);
        if let Some(effect) = effect {
            game.solved_now = Some(effect.solved_now);
            game.line = effect.line.as_ref().map(|line| line.iter().map(|node| node.number()).collect());
        }
        game
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
