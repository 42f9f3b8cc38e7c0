//! What is seen of an input while it is judged: panics, quietly, and how long it takes.

use crate::target::{Inspection, Judge, Target};
use std::cell::{Cell, RefCell};
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// What is wrong with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Something panicked.
    Panic,
    /// It took longer than it may.
    Hang,
    /// A property does not hold.
    Broken,
    /// The process has grown beyond all reason.
    Memory,
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FaultKind::Panic => "panic",
            FaultKind::Hang => "hang",
            FaultKind::Broken => "broken property",
            FaultKind::Memory => "memory",
        })
    }
}

/// A fault before it is minimised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) kind: FaultKind,
    /// Where it panicked; empty for other kinds.
    pub(crate) place: String,
    pub(crate) what: String,
}

thread_local! {
    static IS_JUDGING: Cell<bool> = const { Cell::new(false) };
    static PANICKED: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Keeps panics of judges quiet: they are caught and told in another way. Those of other threads are printed as ever.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_JUDGING.get() {
                return before(panic);
            }
            let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
            let payload = panic.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let what = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("without a word");
            PANICKED.set(Some((place, what.to_owned())));
        }));
    });
}

/// Judges one input; a judge that has panicked is replaced by a new one.
pub(crate) fn judged(target: &Target, judge: &mut Judge, input: &[u8]) -> Result<crate::Outcome, Trouble> {
    keep_panics_quiet();
    IS_JUDGING.set(true);
    let caught: std::thread::Result<Inspection> = std::panic::catch_unwind(AssertUnwindSafe(|| judge(input)));
    IS_JUDGING.set(false);
    match caught {
        Ok(Ok(outcome)) => Ok(outcome),
        Ok(Err(what)) => Err(Trouble { kind: FaultKind::Broken, place: String::new(), what }),
        Err(_) => {
            *judge = (target.judge)();
            let (place, what) = PANICKED.take().unwrap_or_default();
            Err(Trouble { kind: FaultKind::Panic, place, what })
        }
    }
}

/// The work of a thread, as seen by another: how long it was really at work, where the system tells. On a busy machine a
/// thread may wait for seconds before it gets a processor, and that is not its fault.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// The thread in the system's list, such as `123/task/456`.
    thread: Mutex<Option<PathBuf>>,
}

impl Work {
    /// Times longer than its patience that a thread may take if it does not work meanwhile, or nobody knows.
    const WAITING: u32 = 8;

    /// Says that this thread is the one.
    pub(crate) fn is_mine(&self) {
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) =
            std::fs::read_link("/proc/thread-self").ok();
    }

    /// How long it was at work until now.
    pub(crate) fn until_now(&self) -> Option<Duration> {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let text = std::fs::read_to_string(PathBuf::from("/proc").join(thread).join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }

    /// Whether something that began `since` ago, when `before` was the work until then, takes too long.
    pub(crate) fn is_too_long(&self, since: Duration, before: Option<Duration>, patience: Duration) -> bool {
        let worked = before.zip(self.until_now()).map(|(before, now)| now.saturating_sub(before));
        since > patience
            && (since > patience * Self::WAITING || worked.is_some_and(|worked| worked > patience))
    }
}

/// What a worker judges now, for whoever looks whether it hangs.
pub(crate) struct Slot {
    pub(crate) work: Work,
    epoch: Instant,
    /// Microseconds since the epoch, and one; zero while nothing is judged.
    begun: AtomicU64,
    number: AtomicU64,
    input: Mutex<Vec<u8>>,
}

impl Slot {
    pub(crate) fn new() -> Self {
        Slot {
            work: Work::default(),
            epoch: Instant::now(),
            begun: AtomicU64::new(0),
            number: AtomicU64::new(0),
            input: Mutex::default(),
        }
    }

    pub(crate) fn begin(&self, input: &[u8]) {
        let mut held = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        held.clear();
        held.extend_from_slice(input);
        drop(held);
        self.number.fetch_add(1, Ordering::Relaxed);
        self.begun.store(self.epoch.elapsed().as_micros() as u64 + 1, Ordering::Release);
    }

    pub(crate) fn end(&self) {
        self.begun.store(0, Ordering::Release);
    }

    /// The number of the input that is judged now, and since when.
    pub(crate) fn since(&self) -> Option<(u64, Duration)> {
        let begun = self.begun.load(Ordering::Acquire).checked_sub(1)?;
        let now = self.epoch.elapsed();
        Some((self.number.load(Ordering::Relaxed), now.saturating_sub(Duration::from_micros(begun))))
    }

    /// How many inputs were begun.
    pub(crate) fn inputs(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    pub(crate) fn input(&self) -> Vec<u8> {
        self.input.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Bytes that this process holds, where the system tells.
pub(crate) fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    // Pages of other sizes are rare, larger, and then the limit only comes later.
    Some(pages * 4096)
}
