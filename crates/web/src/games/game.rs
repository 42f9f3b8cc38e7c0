//! One game in memory: the session, what of it is in the store, and how it is shown.

use crate::dto::{self, Count, Position, Problem};
use crate::levels::{Identity, Shipped};
use crate::store::{Change, Feat, Kept, Store, StoreError, now};
use axum::http::StatusCode;
use telusur_session::{Session, Step};

/// A pause longer than this is no time played.
const LONGEST_THOUGHT_MILLIS: i64 = 60_000;
/// Positions in one game; a tree that large is no play.
const MOST_POSITIONS: usize = 50_000;

/// What a player does.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Moves, all or none, if the game is in the position named.
    Play {
        moves: Vec<String>,
        node: Option<usize>,
    },
    Undo,
    Redo,
    Restart,
    /// To any position of the tree.
    Go(usize),
}

/// How a change ended.
pub(super) enum Outcome {
    Kept(Box<Shown>),
    /// The store has a newer game than memory.
    Stale,
}

/// A game in memory.
pub(crate) struct Playing {
    session: Session,
    level: Identity,
    shipped: Option<Shipped>,
    id: i64,
    key: String,
    edition: i64,
    /// Positions in the store.
    kept: usize,
    millis: i64,
    touched: i64,
}

impl Playing {
    /// Keeps a new game; `None` if the store is full.
    pub(super) fn begin(session: Session, store: &Store) -> Result<Option<Self>, StoreError> {
        let level = Identity::of(session.start());
        let mut playing = Playing {
            shipped: level.shipped(),
            session,
            level,
            id: 0,
            key: String::new(),
            edition: 0,
            kept: 1,
            millis: 0,
            touched: now(),
        };
        let change = playing.unkept(None);
        let puzzle = playing.session.start().puzzle();
        let Some((id, key)) = store.create_game(puzzle, playing.level.text(), change)? else {
            return Ok(None);
        };
        (playing.id, playing.key, playing.kept) = (id, key, playing.session.positions());
        Ok(Some(playing))
    }

    pub(super) fn load(kept: Kept) -> Result<Self, Problem> {
        let session = Session::load(&kept.save).map_err(|error| {
            let message = format!("this game was kept by another version and can't be played on: {error}");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "store", message)
        })?;
        let level = Identity::of(session.start());
        Ok(Playing {
            kept: session.positions(),
            shipped: level.shipped(),
            session,
            level,
            id: kept.id,
            key: kept.key,
            edition: kept.edition,
            millis: kept.millis,
            touched: kept.touched,
        })
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
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
    pub(super) fn change(&mut self, act: &Act, store: &Store) -> Result<Outcome, Problem> {
        let was_solved = self.session.board().status().is_solved();
        self.perform(act, store)?;
        let solved_now = !was_solved && self.session.board().status().is_solved();
        let time = now();
        if !was_solved {
            self.millis += (time - self.touched).clamp(0, LONGEST_THOUGHT_MILLIS);
        }
        self.touched = time;
        let feat = (solved_now && matches!(act, Act::Play { .. })).then(|| self.feat());
        let change = self.unkept(feat);
        // From here on memory is ahead; only success brings them level again.
        self.kept = 0;
        if !store.change_game(self.id, self.edition, change)? {
            return Ok(Outcome::Stale);
        }
        self.edition += 1;
        self.kept = self.session.positions();
        Ok(Outcome::Kept(Box::new(self.show(Some(solved_now)))))
    }

    fn perform(&mut self, act: &Act, store: &Store) -> Result<(), Problem> {
        let nothing =
            |word: &str| Problem::new(StatusCode::CONFLICT, "nothing", format!("there is nothing to {word}"));
        match act {
            Act::Play { moves, node } => {
                if node.is_some_and(|node| node != self.session.here().number()) {
                    return Err(Problem::moved_on(self.show(None).with_best(store)?));
                }
                self.play(moves)
            }
            Act::Undo => self.session.undo().then_some(()).ok_or_else(|| nothing("undo")),
            Act::Redo => self.session.redo().then_some(()).ok_or_else(|| nothing("redo")),
            Act::Restart => self.session.restart().then_some(()).ok_or_else(|| nothing("restart")),
            Act::Go(number) => {
                let node = self.session.node(*number).ok_or_else(|| Problem::unknown("position"))?;
                self.session.go(node);
                Ok(())
            }
        }
    }

    fn play(&mut self, moves: &[String]) -> Result<(), Problem> {
        if self.session.positions() + moves.len() > MOST_POSITIONS {
            let message = format!("a game holds at most {MOST_POSITIONS} positions; begin a new one");
            return Err(Problem::new(StatusCode::CONFLICT, "full", message));
        }
        if let [_, _, ..] = moves {
            // All or none: the moves are tried on boards before the game follows them.
            let mut board = self.session.board().boxed();
            for text in moves {
                board = board.play(text)?;
            }
        }
        for text in moves {
            self.session.play(text)?;
        }
        Ok(())
    }

    fn unkept(&self, feat: Option<Feat>) -> Change {
        let from = self.kept;
        Change {
            head: self.session.save_head(),
            lines: (from..).zip(self.session.save_steps(from)).collect(),
            status: dto::status_word(self.session.board().status()),
            moves: self.session.moves_made(),
            millis: self.millis,
            feat,
        }
    }

    fn feat(&self) -> Feat {
        let start = self.session.start();
        Feat {
            puzzle: start.puzzle(),
            level: self.level.text(),
            metric: start.metric(),
            moves: self.session.moves_made(),
            millis: self.millis,
            optimum: self.optimum().and_then(|Count(optimum)| i64::try_from(optimum).ok()),
        }
    }

    fn optimum(&self) -> Option<Count> {
        let start = self.session.start();
        let shipped = self.shipped.and_then(|shipped| shipped.optimum(start.metric()));
        match shipped {
            Some(optimum) => Some(u64::from(optimum).into()),
            // A game has no optimum: its length is the loser's choice too.
            None if start.turn().is_some() => None,
            None => start.moves_left().map(Count),
        }
    }

    /// The game as the page sees it.
    pub(super) fn show(&self, solved_now: Option<bool>) -> Shown {
        let session = &self.session;
        let game = dto::Game {
            key: self.key.clone(),
            id: session.id(),
            puzzle: session.start().puzzle(),
            metric: session.start().metric(),
            level: self.shipped.map(|shipped| shipped.level.name),
            title: self.level.title(),
            node: session.here().number(),
            positions: session.positions(),
            moves_made: session.moves_made(),
            optimum: self.optimum(),
            best: None,
            seconds: self.millis as f64 / 1e3,
            undo: session.undo_step().map(Step::to_string),
            redo: session.redo_step().map(Step::to_string),
            position: Position::from(session.board()),
            solved_now,
        };
        Shown { game, level: self.level.text() }
    }
}

/// A game as the page sees it, but for the best, which the store knows.
pub(super) struct Shown {
    pub(super) game: dto::Game,
    level: String,
}

impl Shown {
    pub(super) fn with_best(mut self, store: &Store) -> Result<dto::Game, Problem> {
        self.game.best = store.best(&self.level)?.map(|best| best.moves);
        Ok(self.game)
    }
}
