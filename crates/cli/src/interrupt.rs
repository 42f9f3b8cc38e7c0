//! Ctrl-C: the first raises the cancel flag, so that the search ends and says what it knows; the second kills.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use telusur_search::Cancel;

/// What shells report for a program that SIGINT killed.
const KILLED: i32 = 130;

/// Files that are not to be found half written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a file if the second Ctrl-C comes.
pub(crate) fn remove_when_killed(path: &Path) {
    unfinished().push(path.to_owned());
}

/// Takes that back.
pub(crate) fn keep_when_killed(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// A flag that Ctrl-C (or a request to terminate) raises.
pub(crate) fn cancel_on_signal() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let asked = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            for path in unfinished().drain(..) {
                _ = std::fs::remove_file(path);
            }
            std::process::exit(KILLED);
        }
        flag.cancel();
    })?;
    Ok(cancel)
}
