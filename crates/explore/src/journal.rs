//! The journal of a run: a line for every complete layer, each with a checksum.
//!
//! A crash can tear the end only: what is torn is dropped, and its layers are searched again. Damage anywhere else is
//! refused.

use crate::error::ExploreError;
use crate::run::FileName;
use std::fmt::Write as _;
use std::path::Path;
use telusur_search::bytes::stable_hash;

/// The file's name.
pub(crate) const JOURNAL: &str = "journal";

/// No time and no traffic is as large as this.
const MOST: u64 = 1 << 62;

/// A complete layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) depth: u64,
    pub(crate) states: u64,
    pub(crate) goals: u64,
    /// Successors of the layer before, one for each move.
    pub(crate) edges: u64,
    /// Milliseconds since the run began, all its parts together.
    pub(crate) millis: u64,
    /// Bytes written and read since the run began.
    pub(crate) written: u64,
    pub(crate) read: u64,
    /// Whether it is known that nothing follows.
    pub(crate) last: bool,
    /// Whether it was made permanent together with later ones: what is needed to go on from here may never have been.
    pub(crate) passed: bool,
    /// Where its states are.
    pub(crate) files: Vec<FileName>,
    /// Where all states reached so far are, in a directed space.
    pub(crate) visited: Vec<FileName>,
}

fn write_files(files: &[FileName], out: &mut String) {
    if files.is_empty() {
        out.push_str(" -");
    }
    for (i, file) in files.iter().enumerate() {
        let comma = if i == 0 { " " } else { "," };
        let _ = write!(out, "{comma}{}:{}:{}:{:016x}", file.name, file.at, file.bytes, file.hash);
    }
}

fn read_files(text: &str) -> Option<Vec<FileName>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let file = |text: &str| {
        let mut parts = text.split(':');
        let name = parts.next()?.to_owned();
        let at = parts.next()?.parse().ok()?;
        let bytes = parts.next()?.parse().ok()?;
        let hash = u64::from_str_radix(parts.next()?, 16).ok()?;
        // No name leads out of the directory.
        let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (plain && at < MOST && bytes < MOST && parts.next().is_none()).then_some(FileName {
            name,
            at,
            bytes,
            hash,
        })
    };
    text.split(',').map(file).collect()
}

/// The line with its checksum.
pub(crate) fn signed(text: &str) -> String {
    format!("{text} #{:016x}\n", stable_hash(text.as_bytes()))
}

/// What was signed, if nothing has changed.
pub(crate) fn verified(line: &str) -> Option<&str> {
    let (text, hash) = line.rsplit_once(" #")?;
    (u64::from_str_radix(hash, 16).ok()? == stable_hash(text.as_bytes()) && hash.len() == 16).then_some(text)
}

impl Line {
    pub(crate) fn write(&self) -> String {
        let Line { depth, states, goals, edges, millis, written, read, last, passed, files, visited } = self;
        let kind = match (last, passed) {
            (true, _) => "last",
            (false, true) => "passed",
            (false, false) => "layer",
        };
        let mut text = format!("{kind} {depth} {states} {goals} {edges} {millis} {written} {read}");
        write_files(files, &mut text);
        write_files(visited, &mut text);
        signed(&text)
    }

    pub(crate) fn read(line: &str) -> Option<Line> {
        let mut words = verified(line)?.split(' ');
        let (last, passed) = match words.next()? {
            "layer" => (false, false),
            "passed" => (false, true),
            "last" => (true, false),
            _ => return None,
        };
        let mut number = || words.next()?.parse().ok();
        let line = Line {
            depth: number()?,
            states: number()?,
            goals: number()?,
            edges: number()?,
            millis: number()?,
            written: number()?,
            read: number()?,
            last,
            passed,
            files: read_files(words.next()?)?,
            visited: read_files(words.next()?)?,
        };
        let Line { states, goals, millis, written, read, .. } = line;
        // Sums of sound numbers never overflow.
        let sound = goals <= states && [millis, written, read].iter().all(|&number| number < MOST);
        (words.next().is_none() && sound).then_some(line)
    }
}

/// The lines of a journal, and how many bytes of it are sound.
pub(crate) fn read(path: &Path, bytes: &[u8]) -> Result<(Vec<Line>, usize), ExploreError> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut states, mut edges) = (0u64, 0u64);
    // Where the run can go on: behind the last line that was not passed.
    let (mut end, mut sound) = (0, (0, 0));
    for text in bytes.split_inclusive(|&byte| byte == b'\n') {
        let line =
            std::str::from_utf8(text).ok().and_then(|text| text.strip_suffix('\n')).and_then(Line::read);
        let is_next =
            |line: &Line| line.depth == lines.len() as u64 && lines.last().is_none_or(|before| !before.last);
        let total = line
            .as_ref()
            .and_then(|line| Some((states.checked_add(line.states)?, edges.checked_add(line.edges)?)));
        match (line.filter(is_next), total) {
            (Some(line), Some(total)) => {
                let is_checkpoint = !line.passed;
                lines.push(line);
                (states, edges) = total;
                end += text.len();
                if is_checkpoint {
                    sound = (lines.len(), end);
                }
            }
            // A line that was torn has no end; one that has an end was complete once.
            _ if !text.ends_with(b"\n") => break,
            _ => {
                return Err(ExploreError::damaged(path, format!("line {} can't be read", lines.len() + 1)));
            }
        }
    }
    lines.truncate(sound.0);
    Ok((lines, sound.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_torn_ones_dropped_and_damaged_ones_refused() {
        let file = |name: &str| FileName { name: name.to_owned(), at: 3, bytes: 12, hash: 77 };
        let line = |depth| Line {
            depth,
            states: 1 << 40,
            goals: 2,
            edges: 3,
            millis: 4,
            written: 5,
            read: 6,
            last: depth == 3,
            passed: depth == 1,
            files: vec![file("l0-0-a"), file("l0-1-a")],
            visited: if depth == 2 { vec![file("v0-0")] } else { Vec::new() },
        };
        let lines: Vec<Line> = (0..4).map(line).collect();
        let text: String = lines.iter().map(Line::write).collect();
        let path = Path::new("journal");
        assert_eq!(read(path, text.as_bytes()).unwrap(), (lines.clone(), text.len()));
        let ends: Vec<usize> =
            (0..4).map(|n| text.lines().take(n).map(|line| line.len() + 1).sum()).collect();
        for cut in 0..text.len() {
            // The second line alone is nothing to go on from.
            let whole = match ends.partition_point(|&end| end <= cut) - 1 {
                2 => 1,
                whole => whole,
            };
            assert_eq!(read(path, &text.as_bytes()[..cut]).unwrap(), (lines[..whole].to_vec(), ends[whole]));
        }
        for at in 0..text.len() {
            let mut torn = text.clone().into_bytes();
            torn[at] ^= 1;
            match read(path, &torn) {
                // Without its end the last line counts as torn, so its layer is searched again.
                Ok((read, _)) => assert!(at == text.len() - 1 && read == lines[..3], "{at}"),
                Err(error) => assert!(matches!(error, ExploreError::Damaged { .. })),
            }
        }
        assert_eq!(read(path, b"").unwrap(), (Vec::new(), 0));
        let escape = signed("layer 0 1 0 0 0 0 0 ../x:0:1:1 -");
        assert!(matches!(read(path, escape.as_bytes()), Err(ExploreError::Damaged { .. })));
        let most = |depth| Line { states: u64::MAX, passed: false, last: false, ..line(depth) }.write();
        assert!(matches!(read(path, (most(0) + &most(1)).as_bytes()), Err(ExploreError::Damaged { .. })));
    }
}
