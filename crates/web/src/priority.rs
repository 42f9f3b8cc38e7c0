//! How far threads stand back behind those that answer requests.

/// What searches get: little while people play, everything while nobody does.
pub(crate) const SEARCH: i32 = 10;

/// Lets this thread, and those that it starts, stand back; it can't step forward again.
pub(crate) fn lower(by: i32) {
    // Tests wait for searches, beside others that do not.
    if cfg!(test) {
        return;
    }
    // On Linux this is about the thread; elsewhere it would slow down the whole program.
    #[cfg(target_os = "linux")]
    {
        _ = rustix::process::nice(by);
    }
    #[cfg(not(target_os = "linux"))]
    {
        _ = by;
    }
}
