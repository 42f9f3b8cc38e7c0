//! Engines against each other, their limits, their progress, their offers, and what they make of broken promises: one
//! program, so that what these tests share is compiled once.

mod agreement;
mod auto;
mod common;
mod limits;
mod offers;
mod progress;
mod promises;
mod refusals;
mod ring;
mod ring_planes;
