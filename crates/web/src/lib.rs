//! The page of Telusur: a small local server with everything embedded.
//!
//! [`Server::bind`] takes a port on this machine, [`Server::run`] serves until it is stopped. The page has no rules in
//! it and asks nobody but this server; the server trusts nobody: it answers only requests that name it by
//! address, accepts changes only from its own page, and bounds bodies, queues, time and memory.
//! Games, bests and settings are kept by a [`Store`](telusur_keep::Store); a step is there before it is answered.
//!
//! This crate alone knows HTTP. What is asked and answered as JSON is in `telusur_wire`; here is who may ask, where
//! questions wait and work, and how answers travel.

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

pub use access::{Token, TokenError};
pub use server::{Server, ServerError, Settings, Stopper, service};
