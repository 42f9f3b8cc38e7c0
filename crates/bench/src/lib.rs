//! Shared by the benches: a Markdown table printed row by row, the process's resident memory, and timing.

use std::time::{Duration, Instant};

/// A Markdown table that is printed row by row.
pub struct Table {
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(title: &str, columns: &[&str]) -> Self {
        println!("\n## {title}");
        Table {
            title: title.to_owned(),
            columns: columns.iter().map(|&c| c.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, and prints it at once so that a long run can be watched.
    pub fn row(&mut self, cells: &[String]) {
        println!("{}", cells.join(" | "));
        self.rows.push(cells.to_vec());
    }

    /// The whole table in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let rule: Vec<&str> =
            self.columns.iter().enumerate().map(|(i, _)| if i == 0 { "---" } else { "---:" }).collect();
        let mut lines = vec![
            format!("**{}**", self.title),
            String::new(),
            format!("| {} |", self.columns.join(" | ")),
            format!("| {} |", rule.join(" | ")),
        ];
        lines.extend(self.rows.iter().map(|row| format!("| {} |", row.join(" | "))));
        lines.join("\n") + "\n"
    }
}

/// What one piece of work took.
#[derive(Clone, Copy, Debug)]
pub struct Measured<T> {
    /// Its result.
    pub result: T,
    /// Wall-clock time.
    pub time: Duration,
    /// Growth of the process's peak resident memory, if the system reports it.
    pub peak_bytes: Option<u64>,
}

/// Runs some work and measures its time and the process's memory.
pub fn measure<T>(work: impl FnOnce() -> T) -> Measured<T> {
    // Linux resets the peak of resident memory when asked so.
    let reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = status("VmRSS:");
    let started = Instant::now();
    let result = work();
    let time = started.elapsed();
    let peak = status("VmHWM:").filter(|_| reset);
    let peak_bytes = peak.zip(before).map(|(peak, before)| peak.saturating_sub(before));
    Measured { result, time, peak_bytes }
}

/// The peak resident memory of this process, if the system reports it.
#[must_use]
pub fn process_peak() -> Option<u64> {
    status("VmHWM:")
}

/// A human-readable time.
#[must_use]
pub fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 0.1 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn status(key: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
