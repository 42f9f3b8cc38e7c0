//! Ctrl-C: the first raises the cancel flag, so that the search ends and says what it knows; the second kills.

use std::sync::atomic::{AtomicBool, Ordering};
use telusur_search::Cancel;

/// What shells report for a program that SIGINT killed.
const KILLED: i32 = 130;

/// A flag that Ctrl-C (or a request to terminate) raises.
pub(crate) fn cancel_on_signal() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let asked = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(KILLED);
        }
        flag.cancel();
    })?;
    Ok(cancel)
}
