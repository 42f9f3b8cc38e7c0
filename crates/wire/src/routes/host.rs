//! What differs between those who answer: a server, which has many clients, threads and one memory for all of them; and a
//! worker of the page, which has none of that.

use crate::{Held, Output, Playing, Problem, Viewer};
use serde::de::DeserializeOwned;
use std::sync::{Arc, OnceLock};
use telusur_search::Limits;
use telusur_session::{Archive, Knowledge, Patience, Session};

/// What a part of an answer takes of whoever does it.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// A moment. What is begun is finished. The limits are those of a game in memory.
    Moment,
    /// Levels and games are read from texts, within [`Patience::OPENING`] and the same limits.
    Reading,
    /// The same, where a text of rules is compiled on the way: within [`Patience::COMPILING`].
    Compiling,
    /// A position is thought about.
    Thinking(Patience),
    /// A level or a picture is made.
    Making(Patience),
}

/// Somebody who answers one client. The parts of an answer are handed to it as work, to be done where and when it likes;
/// so work owns all that it needs, and is given the host again.
pub trait Host: Sized + 'static {
    /// Memory that is reserved for an answer until the answer has left.
    type Room: Send + 'static;

    /// Whom the answers are for.
    fn viewer(&self) -> Viewer;

    /// Where games, texts and settings are kept.
    fn store(&self) -> &dyn Archive;

    /// What is known about levels.
    fn knowledge(&self) -> &Knowledge;

    /// Milliseconds since 1970.
    fn now(&self) -> i64;

    /// A seed that nobody chose, small enough for every reader of JSON.
    fn seed(&self) -> u64;

    /// What is held in memory.
    fn held(&self) -> Held;

    /// Reads the body of a request.
    ///
    /// # Errors
    /// If it is not what this request takes.
    fn read<T: DeserializeOwned>(&self, body: &str) -> Result<T, Problem>;

    /// Reserves so many bytes for an answer.
    ///
    /// # Errors
    /// If there are too many answers on their way.
    fn reserve(&self, bytes: u64) -> Result<Self::Room, Problem>;

    /// What a job has left, if there is such a job.
    fn output(&self, job: &str) -> Option<Arc<OnceLock<Output>>>;

    /// Bytes that the positions of one game may take.
    fn most_bytes(&self) -> usize;

    /// Brings a game from the store into memory.
    ///
    /// # Errors
    /// If there is none of that key, it can't be read within the limits, or there is no room for it.
    fn load(&self, key: &str, limits: &Limits) -> Result<Playing, Problem>;

    /// Takes a game that has just begun into memory.
    fn admit(&self, game: Playing);

    /// Takes note of what thinking about a game has found out, which stays with its level.
    fn learned(&self, key: &str, session: &Session);

    /// Does a part of an answer.
    ///
    /// # Errors
    /// If it fails, or there is no room for it.
    fn run<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce(&Self, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> impl Future<Output = Result<T, Problem>> + Send;

    /// The same for a change of texts or settings. Changes are made one at a time, in the order in which they arrive:
    /// what was sent last must stay.
    ///
    /// # Errors
    /// If it fails, or there is no room for it.
    fn change<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce(&Self, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> impl Future<Output = Result<T, Problem>> + Send;

    /// Does something with a game, which nobody else sees or changes meanwhile. It is there, and as the store has it; work
    /// that leaves it otherwise takes it away, and it is loaded again by whoever needs it.
    ///
    /// # Errors
    /// If there is no such game, or as for [`run`](Host::run).
    fn with_game<T: Send + 'static>(
        &self,
        key: &str,
        effort: Effort,
        work: impl FnOnce(&Self, &mut Option<Playing>, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> impl Future<Output = Result<T, Problem>> + Send;

    /// Removes a game for good.
    ///
    /// # Errors
    /// If there is no such game, or as for [`run`](Host::run).
    fn delete_game(&self, key: &str) -> impl Future<Output = Result<(), Problem>> + Send;
}
