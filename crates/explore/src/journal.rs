//! The journal of a run: a line for every complete layer, each with a checksum.
//!
//! A crash can tear the last line only; it is dropped, and its layer is searched again. Damage anywhere else is refused.

use crate::error::ExploreError;
use crate::run::FileName;
use std::fmt::Write as _;
use std::path::Path;
use telusur_search::bytes::stable_hash;

/// The file's name.
pub(crate) const JOURNAL: &str = "journal";

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
        let _ = write!(out, "{comma}{}:{}:{:016x}", file.name, file.bytes, file.hash);
    }
}

fn read_files(text: &str) -> Option<Vec<FileName>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let file = |text: &str| {
        let mut parts = text.split(':');
        let name = parts.next()?.to_owned();
        let bytes = parts.next()?.parse().ok()?;
        let hash = u64::from_str_radix(parts.next()?, 16).ok()?;
        // No name leads out of the directory.
        let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (plain && parts.next().is_none()).then_some(FileName { name, bytes, hash })
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
        let Line { depth, states, goals, edges, millis, written, read, last, files, visited } = self;
        let end = if *last { "last" } else { "layer" };
        let mut text = format!("{end} {depth} {states} {goals} {edges} {millis} {written} {read}");
        write_files(files, &mut text);
        write_files(visited, &mut text);
        signed(&text)
    }

    pub(crate) fn read(line: &str) -> Option<Line> {
        let mut words = verified(line)?.split(' ');
        let last = match words.next()? {
            "layer" => false,
            "last" => true,
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
            files: read_files(words.next()?)?,
            visited: read_files(words.next()?)?,
        };
        words.next().is_none().then_some(line)
    }
}

/// The lines of a journal, and how many bytes of it are sound.
pub(crate) fn read(path: &Path, bytes: &[u8]) -> Result<(Vec<Line>, usize), ExploreError> {
    let mut lines: Vec<Line> = Vec::new();
    let mut sound = 0;
    for text in bytes.split_inclusive(|&byte| byte == b'\n') {
        let line =
            std::str::from_utf8(text).ok().and_then(|text| text.strip_suffix('\n')).and_then(Line::read);
        let is_next =
            |line: &Line| line.depth == lines.len() as u64 && lines.last().is_none_or(|before| !before.last);
        match line.filter(is_next) {
            Some(line) => {
                lines.push(line);
                sound += text.len();
            }
            // A line that was torn has no end; one that has an end was complete once.
            None if !text.ends_with(b"\n") => break,
            None => {
                return Err(ExploreError::damaged(path, format!("line {} can't be read", lines.len() + 1)));
            }
        }
    }
    Ok((lines, sound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_torn_ones_dropped_and_damaged_ones_refused() {
        let file = |name: &str| FileName { name: name.to_owned(), bytes: 12, hash: 77 };
        let line = |depth| Line {
            depth,
            states: 1 << 40,
            goals: 2,
            edges: 3,
            millis: 4,
            written: 5,
            read: 6,
            last: depth == 3,
            files: vec![file("l0-0-a"), file("l0-1-a")],
            visited: if depth == 2 { vec![file("v0-0")] } else { Vec::new() },
        };
        let lines: Vec<Line> = (0..4).map(line).collect();
        let text: String = lines.iter().map(Line::write).collect();
        let path = Path::new("journal");
        assert_eq!(read(path, text.as_bytes()).unwrap(), (lines.clone(), text.len()));
        let third = text.lines().take(3).map(|line| line.len() + 1).sum();
        for cut in third..text.len() {
            assert_eq!(read(path, &text.as_bytes()[..cut]).unwrap(), (lines[..3].to_vec(), third));
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
        let escape = signed("layer 0 1 0 0 0 0 0 ../x:1:1 -");
        assert!(matches!(read(path, escape.as_bytes()), Err(ExploreError::Damaged { .. })));
    }
}
