//! Whoever asks: what the routes share, whom to answer, and the lanes to work in.

use super::App;
use super::reply::{AnswerMemory, Reply};
use super::views::Views;
use crate::games::Held;
use crate::lanes::Lane;
use crate::memory::Share;
use crate::refused::Refused;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Serialize;
use std::time::Duration;
use telusur_puzzles::{Board, Language};
use telusur_search::{Deadline, Limits};
use telusur_session::{Patience, limits_of};
use telusur_wire::{Problem, Viewer, answerable};
use tokio::time::timeout;

/// How long a request waits for a game that others have.
const TURN: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub(super) struct Client {
    pub(super) app: App,
    pub(super) language: Language,
    pub(super) viewer: Viewer,
}

impl FromRequestParts<App> for Client {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let Ok(Views(viewer)) = Views::from_request_parts(parts, app).await;
        Ok(Client { app: app.clone(), language: viewer.language, viewer })
    }
}

/// A game that is ready to be used, or one that has to be loaded first.
enum Tried<T, W> {
    Done(T),
    Absent(Held, W),
}

impl Client {
    /// Does what takes a moment; once begun it is finished.
    pub(super) async fn quickly<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        Ok(self.app.lanes.play.finish(self.language, work).await?)
    }

    /// Reads levels and games from texts.
    pub(super) async fn open<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        Ok(self.app.lanes.open.ask(Patience::OPENING.time, self.language, work).await?)
    }

    /// Thinks about a position.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        patience: Patience,
        work: impl FnOnce(Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        self.question(&self.app.lanes.think, &self.app.memory.thinking, patience, work).await
    }

    /// Makes levels and pictures.
    pub(super) async fn make<T: Send + 'static>(
        &self,
        patience: Patience,
        work: impl FnOnce(Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        self.question(&self.app.lanes.make, &self.app.memory.making, patience, work).await
    }

    /// Every slot of a lane has its part of the lane's memory, so that nobody waits for memory who has a slot.
    async fn question<T: Send + 'static>(
        &self,
        lane: &Lane,
        share: &Share,
        patience: Patience,
        work: impl FnOnce(Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let bytes = patience.bytes.min(share.whole() / lane.slots() as u64);
        let (share, language) = (share.clone(), self.language);
        let asked = move |deadline: &Deadline| {
            // There is too little only while strays hold on to theirs: they keep what they use.
            let _taken = share.try_take(bytes).ok_or_else(|| Problem::busy(language))?;
            work(limits_of(bytes, deadline))
        };
        Ok(lane.ask(patience.time, language, asked).await?)
    }

    /// Does something with a game that takes a moment. One that is not in memory is loaded first, which may take
    /// longer, in the lane for that.
    pub(super) async fn with_game<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce(&mut Held) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let mut held = self.hold(key).await?;
        let tried = self.quickly(move || match held.is_current()? {
            true => work(&mut held).map(Tried::Done),
            false => Ok(Tried::Absent(held, work)),
        });
        match tried.await? {
            Tried::Done(done) => Ok(done),
            Tried::Absent(mut held, work) => {
                let language = self.language;
                let load = move |deadline: &Deadline| held.load(deadline, language).map(|()| held);
                let mut held = self.open(load).await?;
                self.quickly(move || work(&mut held)).await
            }
        }
    }

    /// Does something with a game that may take longer than a moment; others wait for the game, but not for anything
    /// else.
    pub(super) async fn with_game_at_leisure<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce(&mut Held, &Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Refused> {
        let mut held = self.hold(key).await?;
        let language = self.language;
        let work = move |deadline: &Deadline| {
            if !held.is_current()? {
                held.load(deadline, language)?;
            }
            work(&mut held, deadline)
        };
        self.open(work).await
    }

    /// Removes a game for good.
    pub(super) async fn delete_game(&self, key: &str) -> Result<(), Refused> {
        let held = self.hold(key).await?;
        self.quickly(move || held.delete()).await
    }

    async fn hold(&self, key: &str) -> Result<Held, Refused> {
        timeout(TURN, self.app.games.hold(key)).await.map_err(|_| Problem::busy(self.language).into())
    }

    /// Room for an answer that shows a position.
    pub(super) fn room_for(&self, board: &dyn Board) -> Result<AnswerMemory, Problem> {
        let extent = answerable(board, self.language)?;
        AnswerMemory::for_position(&self.app.memory.traffic, extent, self.language)
    }

    /// Room for an answer of so many bytes, and as much again for what it is made of.
    pub(super) fn room(&self, bytes: u64) -> Result<AnswerMemory, Problem> {
        AnswerMemory::for_bytes(&self.app.memory.traffic, bytes.saturating_mul(2), self.language)
    }

    pub(super) fn reply(&self, value: &impl Serialize, room: AnswerMemory) -> Result<Reply, Problem> {
        Reply::json(value, room, self.language)
    }
}
