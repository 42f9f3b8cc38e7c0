//! Whoever asks: what the routes share, whom to answer, and the lanes to work in.

use super::App;
use super::reply::{AnswerMemory, Reply, cost};
use crate::games::Held;
use crate::lanes::Lane;
use crate::memory::Share;
use crate::refused::Refused;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::Serialize;
use std::time::Duration;
use telusur_puzzles::{Board, Language};
use telusur_search::{Deadline, Limits};
use telusur_session::{KeepError, Patience, Session, limits_of};
use telusur_wire::{Position, Problem, Viewer, answerable, to_json};
use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;

/// How long a request waits for a game that others have, or for changes of others.
const TURN: Duration = Duration::from_secs(10);

/// The header that says how broad the space for the board is, in heights.
const ASPECT: &str = "board-aspect";

#[derive(Clone)]
pub(super) struct Client {
    pub(super) app: App,
    pub(super) language: Language,
    pub(super) viewer: Viewer,
}

impl FromRequestParts<App> for Client {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let said = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        let viewer = Viewer::new(said(header::ACCEPT_LANGUAGE.as_str()), said(ASPECT));
        Ok(Client { app: app.clone(), language: viewer.language, viewer })
    }
}

/// A game that is ready to be used, or one that has to be loaded first.
enum Tried<T, W> {
    Done(T),
    Absent(Held, W),
}

impl Client {
    /// Does what takes a moment; once begun it is finished. This and what follows hands the client on to the thread that
    /// does the work.
    pub(super) async fn quickly<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Client) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let here = self.clone();
        Ok(self.app.lanes.play.finish(self.language, move || work(&here)).await?)
    }

    /// Reads levels and games from texts.
    pub(super) async fn open<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Client, &Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let here = self.clone();
        let work = move |deadline: &Deadline| work(&here, deadline);
        Ok(self.app.lanes.open.ask(Patience::OPENING.time, self.language, work).await?)
    }

    /// Thinks about a position.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        patience: Patience,
        work: impl FnOnce(&Client, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        self.question(&self.app.lanes.think, &self.app.memory.thinking, patience, work).await
    }

    /// Makes levels and pictures.
    pub(super) async fn make<T: Send + 'static>(
        &self,
        patience: Patience,
        work: impl FnOnce(&Client, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        self.question(&self.app.lanes.make, &self.app.memory.making, patience, work).await
    }

    /// Every slot of a lane has its part of the lane's memory, so that nobody waits for memory who has a slot.
    async fn question<T: Send + 'static>(
        &self,
        lane: &Lane,
        share: &Share,
        patience: Patience,
        work: impl FnOnce(&Client, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let bytes = patience.bytes.min(share.whole() / lane.slots() as u64);
        let (share, here) = (share.clone(), self.clone());
        let asked = move |deadline: &Deadline| {
            // There is too little only while strays hold on to theirs: they keep what they use.
            let _taken = share.try_take(bytes).ok_or_else(|| Problem::busy(here.language))?;
            work(&here, limits_of(bytes, deadline))
        };
        Ok(lane.ask(patience.time, self.language, asked).await?)
    }

    /// Does something with a game that takes a moment. One that is not in memory is loaded first, which may take
    /// longer, in the lane for that.
    pub(super) async fn with_game<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce(&Client, &mut Held) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let mut held = self.hold(key).await?;
        let tried = self.quickly(move |client| match held.is_current()? {
            true => work(client, &mut held).map(Tried::Done),
            false => Ok(Tried::Absent(held, work)),
        });
        match tried.await? {
            Tried::Done(done) => Ok(done),
            Tried::Absent(mut held, work) => {
                let load = self.open(move |client, deadline| {
                    held.load(deadline, client.language)?;
                    Ok(held)
                });
                let mut held = load.await?;
                self.quickly(move |client| work(client, &mut held)).await
            }
        }
    }

    /// Does something with a game that may take longer than a moment; others wait for the game, but not for anything
    /// else.
    pub(super) async fn with_game_at_leisure<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce(&Client, &mut Held, &Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let mut held = self.hold(key).await?;
        let work = move |client: &Client, deadline: &Deadline| {
            if !held.is_current()? {
                held.load(deadline, client.language)?;
            }
            work(client, &mut held, deadline)
        };
        self.open(work).await
    }

    /// The start and the position of a game, to think about while it goes on.
    pub(super) async fn snapshot(&self, key: &str) -> Result<Session, Refused> {
        self.with_game(key, |_, held| held.look(|playing| playing.session().snapshot())).await
    }

    /// Removes a game for good.
    pub(super) async fn delete_game(&self, key: &str) -> Result<(), Refused> {
        let held = self.hold(key).await?;
        self.quickly(move |_| held.delete()).await
    }

    /// Waits for the turn to change a text or a setting. Changes are made one at a time, in the order in which they
    /// arrive: threads may overtake one another, and what was sent last must stay.
    pub(super) async fn turn_to_change(&self) -> Result<OwnedMutexGuard<()>, Refused> {
        let turn = self.app.changing.clone().lock_owned();
        timeout(TURN, turn).await.map_err(|_| Problem::busy(self.language).into())
    }

    /// Removes a text of the user's own for good.
    pub(super) async fn delete_text(&self, key: String, what: &'static str) -> Result<StatusCode, Refused> {
        let turn = self.turn_to_change().await?;
        let delete = move |client: &Client| {
            let _turn = turn;
            match client.app.store.delete_text(&key).map_err(KeepError::from)? {
                true => Ok(StatusCode::NO_CONTENT),
                false => Err(Problem::unknown(what)),
            }
        };
        self.quickly(delete).await
    }

    async fn hold(&self, key: &str) -> Result<Held, Refused> {
        timeout(TURN, self.app.games.hold(key)).await.map_err(|_| Problem::busy(self.language).into())
    }

    /// Room for an answer that shows a position.
    pub(super) fn room_for(&self, board: &dyn Board) -> Result<AnswerMemory, Problem> {
        let extent = answerable(board, self.language)?;
        AnswerMemory::for_bytes(&self.app.memory.traffic, cost(extent), self.language)
    }

    /// A position as an answer.
    pub(super) fn position(&self, board: &dyn Board) -> Result<Reply, Problem> {
        let room = self.room_for(board)?;
        self.reply(&Position::of(board, self.viewer), room)
    }

    /// Room for an answer of so many bytes, and as much again for what it is made of.
    pub(super) fn room(&self, bytes: u64) -> Result<AnswerMemory, Problem> {
        AnswerMemory::for_bytes(&self.app.memory.traffic, bytes.saturating_mul(2), self.language)
    }

    pub(super) fn reply(&self, value: &impl Serialize, room: AnswerMemory) -> Result<Reply, Problem> {
        Reply::bytes("application/json", to_json(value, self.language)?, room, self.language)
    }
}
