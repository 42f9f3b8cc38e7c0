//! The page of Telusur: a small local server with everything embedded.
//!
//! [`Server::bind`] takes a port on this machine, [`Server::run`] serves until it is stopped. The page contains no rules
//! and contacts only this server. The server trusts nobody: it answers only requests that name it by address, accepts
//! changes only from its own page, and limits bodies, queues, time and memory. A [`Store`](telusur_keep::Store) saves
//! games, bests and settings; every step is saved before it is answered.
//!
//! This crate alone knows HTTP. The JSON requests and answers are in `telusur_wire`; this crate handles access control,
//! queueing, execution and transport.

mod access;
mod api;
mod connections;
mod games;
mod guard;
mod jobs;
mod lanes;
mod memory;
mod openapi;
mod page;
mod priority;
mod refused;
mod server;
#[cfg(test)]
mod tests;
mod turns;

pub use access::{Token, TokenError};
pub use server::{Server, ServerError, Settings, Stopper, service};
pub use telusur_keep::Durability;
