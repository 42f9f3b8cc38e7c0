//! The one clock of the engine: [`Instant`].
//!
//! Where the standard library has a clock, this is it. On `wasm32-unknown-unknown` it has none and would panic; there,
//! whoever starts the program brings one with `set_source`. Until then time stands still, so limits of time never end a
//! search, but all others do.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use brought::{Instant, set_source};

/// A clock that is brought along. It is compiled where it is used, and where it is tested.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "public only where there is no other clock"))]
mod brought {
    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Brings the clock: the time since any fixed moment. Only the first one is taken.
    pub fn set_source(source: fn() -> Duration) {
        _ = SOURCE.set(source);
    }

    /// A moment, as the standard library's: it never comes before one that was read earlier.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The moment that it is.
        #[must_use]
        pub fn now() -> Self {
            Instant(SOURCE.get().map_or(Duration::ZERO, |source| source()))
        }

        /// The time since this moment.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// The time since an earlier moment, or none if it was later.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// A later moment, if the clock can show it.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

        static SECONDS: AtomicU64 = AtomicU64::new(0);

        #[test]
        fn it_stands_still_until_a_clock_is_brought() {
            let before = Instant::now();
            assert_eq!((before.elapsed(), before), (Duration::ZERO, Instant::now()));
            set_source(|| Duration::from_secs(SECONDS.load(Relaxed)));
            SECONDS.store(5, Relaxed);
            set_source(|| Duration::MAX);
            let later = Instant::now();
            assert_eq!((later - before, before.elapsed()), (Duration::from_secs(5), Duration::from_secs(5)));
            assert_eq!(before - later, Duration::ZERO, "never less than none");
            assert_eq!(before.checked_add(Duration::from_secs(5)), Some(later));
            assert!(later.checked_add(Duration::MAX).is_none());
        }
    }
}
