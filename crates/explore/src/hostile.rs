//! What of this crate reads bytes that others may have written, for the fuzzer. No part of the interface.
//!
//! Checksums would keep random bytes from everything behind them, so each function makes them right.

use crate::code::{self, BLOCK, HEAD, Head};
use crate::disk::Disk;
use crate::error::ExploreError;
use crate::exchange::Accept;
use crate::explore::with_key;
use crate::inbox::Inbox;
use crate::journal::{self, Line};
use crate::key::{Key, PARTITIONS, Row, Shape};
use crate::peers::Hello;
use crate::run::{RunFile, RunReader, RunWriter};
use crate::store::Identity;
use crate::worker::report;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// What came of bytes: a number that tells kinds of answers apart, or a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They were read.
    Read(u64),
    /// They were refused, and why.
    Refused(String),
}

/// An answer, or the property that is broken.
pub type Judged = Result<Answer, String>;

fn hold(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

fn signed_lines(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().map(journal::signed).collect::<String>().into_bytes()
}

/// The header of a directory.
///
/// # Errors
/// The property that is broken.
pub fn header(bytes: &[u8]) -> Judged {
    let dir = Path::new("dir");
    let text = String::from_utf8_lossy(bytes);
    for bytes in [bytes, journal::signed(text.trim_end_matches('\n')).as_bytes()] {
        if let Ok(identity) = Identity::of_bytes(dir, bytes) {
            let again = journal::signed(identity.write().trim_end_matches('\n'));
            let same = Identity::of_bytes(dir, again.as_bytes()).is_ok_and(|other| other == identity);
            hold(same, "a header is not read as it was written")?;
            return Ok(Answer::Read(identity.0.len().min(9) as u64));
        }
    }
    Ok(refused(Identity::of_bytes(dir, bytes)))
}

fn refused<T>(result: Result<T, ExploreError>) -> Answer {
    match result {
        Ok(_) => Answer::Read(0),
        Err(error) => Answer::Refused(error.to_string()),
    }
}

/// A journal.
///
/// # Errors
/// The property that is broken.
pub fn journal(bytes: &[u8]) -> Judged {
    let path = Path::new("journal");
    let mut read = journal::read(path, bytes);
    if !matches!(&read, Ok((lines, _)) if !lines.is_empty()) {
        read = journal::read(path, &signed_lines(bytes));
    }
    match read {
        Err(error) => Ok(Answer::Refused(error.to_string())),
        Ok((lines, _)) => {
            let text: String = lines.iter().map(Line::write).collect();
            let again = journal::read(path, text.as_bytes());
            let same = again.is_ok_and(|(other, sound)| other == lines && sound == text.len());
            hold(same, "a journal is not read as it was written")?;
            let states = lines.iter().map(|line| line.states).sum::<u64>();
            let edges = lines.iter().map(|line| line.edges).sum::<u64>();
            let files = lines.iter().map(|line| line.files.len() + line.visited.len()).sum::<usize>();
            let size = |number: u64| u64::from(u64::BITS - number.leading_zeros()) / 8;
            Ok(Answer::Read(
                lines.len().min(9) as u64 * 1000
                    + size(states) * 100
                    + size(edges) * 10
                    + files.min(9) as u64,
            ))
        }
    }
}

/// What the first byte says of the keys of an input: the width of their states.
fn width(byte: u8) -> usize {
    [4, 8, 16, 24, 64, 256, 2048][usize::from(byte) % 7]
}

/// A block: its key's kind, the number of keys, the payload.
///
/// # Errors
/// The property that is broken.
pub fn block(bytes: &[u8]) -> Judged {
    let Some((&[kind, low, high], payload)) = bytes.split_first_chunk() else {
        return Ok(Answer::Refused("too short".to_owned()));
    };
    let keys = usize::from(u16::from_le_bytes([low, high])) % (BLOCK + 2);
    with_key!(width(kind), K => one_block::<K>(keys, payload))
}

fn one_block<K: Key>(count: usize, payload: &[u8]) -> Judged {
    let bytes = code::with_head(count, payload);
    let Some(head) = Head::read::<K>(&bytes) else {
        return Ok(Answer::Refused("no head of a block".to_owned()));
    };
    let mut keys: Vec<K> = Vec::new();
    if code::decode(head, payload, &mut keys).is_none() {
        return Ok(Answer::Refused("damaged".to_owned()));
    }
    hold(keys.len() == count, "a block has not as many keys as it says")?;
    hold(keys.is_sorted_by(|a, b| a < b), "the keys of a block do not ascend")?;
    let (mut out, mut again) = (Vec::new(), Vec::<K>::new());
    code::encode(&keys, &mut out);
    let read = Head::read::<K>(&out).and_then(|head| code::decode(head, out.get(HEAD..)?, &mut again));
    hold(read.is_some() && again == keys, "a block is not read as it was written")?;
    Ok(Answer::Read(K::BYTES as u64 * 100 + keys.len().min(9) as u64))
}

/// A file of runs that is sound, then damaged: its key's kind, how many keys, and for each damage where and how.
///
/// # Errors
/// The property that is broken.
pub fn file(bytes: &[u8]) -> Judged {
    let Some((&[kind, count], damage)) = bytes.split_first_chunk() else {
        return Ok(Answer::Refused("too short".to_owned()));
    };
    with_key!(width(kind), K => one_file::<K>(count, damage))
}

fn one_file<K: Key>(count: u8, damage: &[u8]) -> Judged {
    let disk = Disk::new(Path::new("dir"), None);
    let mut writer = RunWriter::<K>::create(&disk, "l0-0".to_owned(), usize::MAX);
    for partition in [0, 5, PARTITIONS - 1] {
        writer.begin(partition);
        for number in 0..u64::from(count) {
            // Ascending, whatever the kind: the number is in the first bytes of a row, in the last of a word.
            let mut state = [0; 16];
            state[8..].copy_from_slice(&(number * number + partition as u64).to_be_bytes());
            let row = [&state[16 - K::BYTES.min(16)..], &vec![0; K::BYTES.saturating_sub(16)]].concat();
            let key = K::read_be(&row).ok_or("no key")?;
            writer.push(key).map_err(|stop| stop.to_string())?;
        }
        writer.end().map_err(|stop| stop.to_string())?;
    }
    let written = writer.finish().map_err(|stop| stop.to_string())?;
    let mut content = written.and_then(|(file, _)| file.content().map(<[u8]>::to_vec)).unwrap_or_default();
    let is_sound = damage.len() < 3;
    for edit in damage.chunks_exact(3) {
        // From the end: the index is there.
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % content.len().max(1);
        if let Some(byte) = content.iter_mut().rev().nth(place) {
            *byte = byte.wrapping_add(edit[2]);
        }
    }
    let file = match RunFile::of_bytes(&disk, "l0-0", content) {
        Ok(file) => Rc::new(file),
        Err(error) => return Ok(Answer::Refused(error.to_string())),
    };
    let mut keys = 0u64;
    for partition in 0..PARTITIONS {
        let Some(reader) = RunReader::<K>::open(&disk, &file, partition) else { continue };
        let read = reader.try_each_block(|block| {
            keys += block.len() as u64;
            Ok::<(), ExploreError>(())
        });
        if let Err(error) = read {
            return Ok(Answer::Refused(error.to_string()));
        }
    }
    hold(!is_sound || keys == 3 * u64::from(count), "a sound file has lost keys")?;
    Ok(Answer::Read(1000 + keys.min(99)))
}

/// What workers send each other: a batch of keys, a report, a hello.
///
/// # Errors
/// The property that is broken.
pub fn wire(bytes: &[u8]) -> Judged {
    let Some((&kind, bytes)) = bytes.split_first() else {
        return Ok(Answer::Refused("too short".to_owned()));
    };
    match kind % 9 {
        7 => {
            let text = String::from_utf8_lossy(bytes);
            // The second line is signed, as a report has it.
            let mut lines = text.splitn(3, '\n');
            let (status, line) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
            let report = format!("{status}\n{}{}", journal::signed(line), lines.next().unwrap_or_default());
            Ok(match report::read(report.as_bytes()) {
                None => Answer::Refused("no report".to_owned()),
                Some((_, None)) => Answer::Read(1),
                Some((_, Some(layer))) => Answer::Read(2 + layer.contents.len().min(9) as u64),
            })
        }
        8 => match Hello::read(&String::from_utf8_lossy(bytes)) {
            None => Ok(Answer::Refused("no hello".to_owned())),
            Some(hello) => {
                let again = Hello::read(&hello.write());
                hold(again.as_ref() == Some(&hello), "a hello is not read as it was written")?;
                Ok(Answer::Read(20 + hello.facts.len().min(9) as u64))
            }
        },
        _ => with_key!(width(kind), K => batch::<K>(bytes)),
    }
}

fn batch<K: Key>(bytes: &[u8]) -> Judged {
    const ROOM: usize = 1 << 12;
    let disk = Arc::new(Disk::new(Path::new("/nonexistent"), Some(0)));
    let shape = Shape { width: K::BYTES, bits: 8 * K::BYTES as u32 };
    let mut inbox = Inbox::<K>::new(shape, disk, ROOM, "fuzz".to_owned());
    inbox.accept(bytes);
    match inbox.take_stop() {
        Some(stop) => Ok(Answer::Refused(stop.to_string())),
        None => {
            let keys: u64 = (0..PARTITIONS).map(|partition| inbox.count(partition)).sum();
            let sent = (bytes.len() / K::BYTES) as u64;
            hold(keys <= sent, "more keys were received than were sent")?;
            Ok(Answer::Read(50 + keys.min(20)))
        }
    }
}
