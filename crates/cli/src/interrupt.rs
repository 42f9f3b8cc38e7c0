//! Ctrl-C, and requests to terminate.
//!
//! What works step by step takes the flag of [`cancel`] and ends itself when it is raised, so that a search still says
//! what it knows. Until somebody does that, the program is ended here, between two lines of its output. A second Ctrl-C
//! kills it in any case.

use crate::exit::{self, Exit};
use crate::output;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use telusur_search::Cancel;

/// What shells report for a program that SIGINT killed.
const KILLED: i32 = 130;

/// Files that are not to be found half written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

static FLAG: LazyLock<Cancel> = LazyLock::new(Cancel::new);
/// Whether this process belongs to another one, which ends it.
static IS_MEMBER: AtomicBool = AtomicBool::new(false);
/// Whether somebody looks at the flag.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove_unfinished() {
    for path in unfinished().drain(..) {
        _ = std::fs::remove_file(path);
    }
}

/// Removes a file if the program is ended from here.
pub(crate) fn remove_when_killed(path: &Path) {
    unfinished().push(path.to_owned());
}

/// Takes that back.
pub(crate) fn keep_when_killed(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// Takes over Ctrl-C, once in a process: it calls `stop`, and ends the program with the exit code of what was stopped
/// unless somebody looks at the flag.
pub(crate) fn install(stop: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if FLAG.is_cancelled() {
            // Ctrl-C reaches it and its leader, which asks it to stop as well: that is one wish, not two.
            if IS_MEMBER.load(Ordering::SeqCst) {
                return;
            }
            remove_unfinished();
            std::process::exit(KILLED);
        }
        FLAG.cancel();
        stop();
        if !IS_WATCHED.load(Ordering::SeqCst) {
            // On a thread of its own, so that a second Ctrl-C is heard if the output is stuck.
            std::thread::spawn(|| {
                let _writing = output::hold();
                remove_unfinished();
                exit::complain(exit::INTERRUPTED);
                std::process::exit(Exit::Stopped as i32);
            });
        }
    })?;
    Ok(())
}

/// From now on repeated requests to stop are one: the leader of this process ends it if it does not end by itself.
pub(crate) fn obey_leader() {
    IS_MEMBER.store(true, Ordering::SeqCst);
}

/// Whether Ctrl-C was pressed and nobody looks at the flag: then that ends the program, even at its last line.
pub(crate) fn ends_program() -> bool {
    FLAG.is_cancelled() && !IS_WATCHED.load(Ordering::SeqCst)
}

/// The flag that Ctrl-C raises. From now on that is all that the first one does.
pub(crate) fn cancel() -> Cancel {
    IS_WATCHED.store(true, Ordering::SeqCst);
    FLAG.clone()
}
