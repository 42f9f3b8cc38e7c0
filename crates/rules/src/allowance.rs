//! Limits on compiling texts that a program receives from others: time and memory of every text that the current thread
//! compiles, wherever that happens: opening a level, a link or a saved game, generating, checking.

use std::cell::RefCell;
use std::time::Duration;
use telusur_search::Deadline;

/// What compiling one text may use.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// When the whole task must end.
    pub deadline: Deadline,
    /// Time for one text.
    pub time: Duration,
    /// Bytes that the compiled parts of one text may take.
    pub bytes: u64,
}

thread_local! {
    static CURRENT: RefCell<Option<Allowance>> = const { RefCell::new(None) };
}

/// Restores the limits of the caller, also when the work panics.
struct Restore(Option<Allowance>);

impl Drop for Restore {
    fn drop(&mut self) {
        let before = self.0.take();
        CURRENT.with(|current| *current.borrow_mut() = before);
    }
}

/// Runs work whose texts are compiled within limits. A text that exceeds them is refused with a problem that names the
/// limit.
pub fn compile_within<T>(allowance: Allowance, work: impl FnOnce() -> T) -> T {
    let before = CURRENT.with(|current| current.replace(Some(allowance)));
    let _restore = Restore(before);
    work()
}

/// The limits of the current thread.
pub(crate) fn current() -> Option<Allowance> {
    CURRENT.with(|current| current.borrow().clone())
}
