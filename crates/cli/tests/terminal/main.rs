//! The real program in a real pseudo-terminal, whose screen is followed by an emulator: what a person at the keyboard
//! would see.

#![cfg(unix)]

mod collection;
#[path = "../common/folder.rs"]
mod folder;
mod games;
mod manners;
mod page;
mod parity;
mod progress;
#[path = "../common/pty.rs"]
mod pty;
#[path = "../common/server.rs"]
mod server;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_telusur");
