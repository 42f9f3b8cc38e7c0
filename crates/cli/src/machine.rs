//! What this machine has to offer: memory that is free for us, cores.

/// Where the machine does not say what is free.
const CAUTIOUS_BYTES: u64 = 2 << 30;

/// Memory of the machine, or of the container that the program lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    /// All there is.
    pub(crate) total: u64,
    /// What can be used without swapping.
    pub(crate) available: u64,
}

/// The default memory budget: half of what is available now.
pub(crate) fn default_memory() -> u64 {
    memory().map_or(CAUTIOUS_BYTES, |memory| memory.available / 2)
}

/// The default number of threads: one per core.
pub(crate) fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Memory, if the system tells; a container's limit counts too.
pub(crate) fn memory() -> Option<Memory> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = number("/sys/fs/cgroup/memory.max").unwrap_or(u64::MAX);
    let used = number("/sys/fs/cgroup/memory.current").unwrap_or(0);
    Some(Memory {
        total: meminfo(&info, "MemTotal:")?.min(limit),
        available: meminfo(&info, "MemAvailable:")?.min(limit.saturating_sub(used)),
    })
}

fn meminfo(info: &str, key: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_meminfo() {
        let info = "MemTotal:       24684100 kB\nMemAvailable:   24432920 kB\n";
        assert_eq!(meminfo(info, "MemAvailable:"), Some(24_432_920 * 1024));
        assert_eq!(meminfo("MemAvailable: x kB", "MemAvailable:"), None);
        assert_eq!(meminfo("", "MemAvailable:"), None);
    }
}
