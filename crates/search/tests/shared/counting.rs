//! An allocator that counts, for tests of memory. A test binary that has it holds one test: whatever another thread
//! allocates meanwhile would count too.
#![allow(
    unsafe_code,
    reason = "an allocator can't be written without; it only counts and passes on to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

struct Counting;

static USED: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

fn count(bytes: i64) {
    let used = USED.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(used, Relaxed);
}

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Most bytes that were held at one time while something was done.
pub(crate) fn peak<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = USED.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    let peak = PEAK.load(Relaxed) - before;
    (result, u64::try_from(peak).unwrap_or_default())
}
