//! The directory of a run: who it belongs to, who works in it, and what is complete.
//!
//! | file | what |
//! |---|---|
//! | `telusur-explore` | what is explored, line by line, with a checksum |
//! | `journal` | a line for every complete layer |
//! | `lock` | held by the run that works here; its text is the run's name |
//! | `l…`, `v…`, `s…` | layers, all states reached so far, unfinished work |
//! | `p…`, `k…` | packs of small files, the latter of layers that are kept |

use crate::error::ExploreError;
use crate::journal::{self, JOURNAL, Line, signed, verified};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const HEADER: &str = "telusur-explore";
const LOCK: &str = "lock";
/// How long a lock may be held by a process that only asks.
const LOCK_TIME: Duration = Duration::from_millis(100);
/// The first line of a header.
const FORMAT: &str = "telusur explore, format 1";

/// What is explored: names and values. All of them must be the same to go on in a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity(pub Vec<(String, String)>);

impl Identity {
    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }

    /// As text, a line for each field.
    #[must_use]
    pub fn write(&self) -> String {
        let escape = |text: &str| text.replace('\\', "\\\\").replace('\n', "\\n");
        let mut text = format!("{FORMAT}\n");
        for (name, value) in &self.0 {
            text += &format!("{}: {}\n", escape(name), escape(value));
        }
        text
    }

    fn read(text: &str) -> Option<Identity> {
        let unescape = |text: &str| {
            let (mut plain, mut chars) = (String::new(), text.chars());
            while let Some(c) = chars.next() {
                plain.push(match c {
                    '\\' => match chars.next()? {
                        'n' => '\n',
                        other => other,
                    },
                    other => other,
                });
            }
            Some(plain)
        };
        let mut lines = text.lines();
        if lines.next()? != FORMAT {
            return None;
        }
        let field = |line: &str| {
            let (name, value) = line.split_once(": ")?;
            Some((unescape(name)?, unescape(value)?))
        };
        lines.map(field).collect::<Option<_>>().map(Identity)
    }

    /// What the header of a directory says.
    pub(crate) fn of_bytes(dir: &Path, bytes: &[u8]) -> Result<Identity, ExploreError> {
        let damaged = || ExploreError::damaged(&dir.join(HEADER), "it does not match its checksum");
        let text = std::str::from_utf8(bytes).map_err(|_| damaged())?;
        let first = text.lines().next().unwrap_or_default();
        // The name of a format is a short word: other bytes are no matter of versions.
        let is_format =
            |rest: &str| rest.len() <= 16 && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.');
        if first != FORMAT && first.strip_prefix("telusur explore, format ").is_some_and(is_format) {
            let (there, here) = (format!("'{first}'"), format!("'{FORMAT}'"));
            return Err(ExploreError::Differs {
                path: dir.to_owned(),
                field: "format".to_owned(),
                there,
                here,
            });
        }
        let text = text.strip_suffix('\n').and_then(verified).ok_or_else(damaged)?;
        Identity::read(text).ok_or_else(damaged)
    }

    /// The first field that differs, with the value there and the value here.
    pub(crate) fn difference(&self, there: &Identity) -> Option<(String, String, String)> {
        let fields = self.0.iter().chain(&there.0).map(|(name, _)| name);
        let shown = |value: Option<&str>| match value {
            None => "missing".to_owned(),
            Some(value) => format!("'{}'", value.replace('\n', "/")),
        };
        let differs = |name: &&String| self.get(name) != there.get(name);
        fields
            .into_iter()
            .find(differs)
            .map(|name| (name.clone(), shown(there.get(name)), shown(self.get(name))))
    }
}

/// What a directory explores.
///
/// # Errors
/// If there is no exploration in it, or its header is damaged.
pub fn identity_of(dir: &Path) -> Result<Identity, ExploreError> {
    let path = dir.join(HEADER);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(ExploreError::Nothing { path: dir.to_owned() });
        }
        Err(error) => return Err(ExploreError::io("read", &path)(error)),
    };
    Identity::of_bytes(dir, &bytes)
}

/// A directory that this process has locked.
pub(crate) struct Store {
    pub(crate) dir: PathBuf,
    _lock: File,
    journal: File,
    pub(crate) lines: Vec<Line>,
    /// The name of this run, which all its files bear.
    pub(crate) run: String,
}

impl Store {
    /// Opens a directory, or makes one. With `resume`, there must be an exploration in it.
    pub(crate) fn open(dir: &Path, identity: &Identity, resume: bool) -> Result<Store, ExploreError> {
        let header = dir.join(HEADER);
        let exists = |path: &Path| path.try_exists().map_err(ExploreError::io("examine", path));
        if !exists(&header)? {
            if resume {
                return Err(ExploreError::Nothing { path: dir.to_owned() });
            }
            if exists(dir)? {
                let mut entries = fs::read_dir(dir).map_err(ExploreError::io("read", dir))?;
                // A run that was killed before its header was complete leaves these.
                let ours = |name: &str| name == LOCK || name.starts_with(HEADER);
                let foreign = entries
                    .any(|entry| entry.is_ok_and(|entry| !entry.file_name().to_str().is_some_and(ours)));
                if foreign {
                    return Err(ExploreError::Foreign { path: dir.to_owned() });
                }
            }
            fs::create_dir_all(dir).map_err(ExploreError::io("create", dir))?;
        }
        let (lock, run) = lock(dir)?;
        if !exists(&header)? {
            let text = identity.write();
            write_whole(dir, HEADER, signed(text.trim_end_matches('\n')).as_bytes())?;
        }
        let there = identity_of(dir)?;
        if let Some((field, there, here)) = identity.difference(&there) {
            return Err(ExploreError::Differs { path: dir.to_owned(), field, there, here });
        }
        let path = dir.join(JOURNAL);
        let mut options = OpenOptions::new();
        let mut journal = options.read(true).append(true).create(true).open(&path);
        let mut bytes = Vec::new();
        if let Ok(file) = &mut journal {
            file.read_to_end(&mut bytes).map_err(ExploreError::io("read", &path))?;
        }
        let journal = journal.map_err(ExploreError::io("open", &path))?;
        let (lines, sound) = journal::read(&path, &bytes)?;
        if sound < bytes.len() {
            journal.set_len(sound as u64).map_err(ExploreError::io("shorten", &path))?;
        }
        Ok(Store { dir: dir.to_owned(), _lock: lock, journal, lines, run })
    }

    /// Removes files that no line refers to: what a run that was killed has left behind.
    pub(crate) fn clean(&self, needed: &HashSet<&str>) -> Result<(), ExploreError> {
        for entry in fs::read_dir(&self.dir).map_err(ExploreError::io("read", &self.dir))? {
            let entry = entry.map_err(ExploreError::io("read", &self.dir))?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let is_keys = name.starts_with(['l', 'v', 's', 'p', 'k']) && name.contains('-');
            if is_keys && !needed.contains(name) {
                let path = entry.path();
                fs::remove_file(&path).map_err(ExploreError::io("remove", &path))?;
            }
        }
        Ok(())
    }

    /// Makes layers permanent: first those of their files that are needed from then on, then their lines.
    pub(crate) fn commit<'a>(
        &mut self,
        lines: &[Line],
        files: impl Iterator<Item = &'a str>,
    ) -> Result<(), ExploreError> {
        for name in files {
            let path = self.dir.join(name);
            let synced = File::open(&path).and_then(|file| file.sync_data());
            synced.map_err(ExploreError::io("write", &path))?;
        }
        sync_dir(&self.dir)?;
        let text: String = lines.iter().map(Line::write).collect();
        let path = self.dir.join(JOURNAL);
        let written = self.journal.write_all(text.as_bytes()).and_then(|()| self.journal.sync_data());
        written.map_err(ExploreError::io("write", &path))
    }
}

fn lock(dir: &Path) -> Result<(File, String), ExploreError> {
    let path = dir.join(LOCK);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = file.map_err(ExploreError::io("open", &path))?;
    let until = Instant::now() + LOCK_TIME;
    while !take_lock(&file).map_err(ExploreError::io("lock", &path))? {
        // A process that only asks whether a run is active holds it for a moment.
        if Instant::now() > until {
            return Err(ExploreError::Locked { path: dir.to_owned() });
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let run = format!("{:x}x{:x}", now.as_nanos() as u64, std::process::id());
    let write = file.set_len(0).and_then(|()| file.write_all(run.as_bytes())).and_then(|()| file.sync_data());
    write.map_err(ExploreError::io("write", &path))?;
    Ok((file, run))
}

/// Whether a process works in a directory; `None` where the system does not tell.
pub(crate) fn is_locked(dir: &Path) -> Option<bool> {
    // Without a lock file there was never a run here.
    let Ok(file) = File::open(dir.join(LOCK)) else { return cfg!(unix).then_some(false) };
    // The lock is given up again with the file.
    if cfg!(unix) { take_lock(&file).ok().map(|is_free| !is_free) } else { None }
}

/// Whether nobody else holds the lock of a file, which this process holds then.
#[cfg(unix)]
fn take_lock(file: &File) -> std::io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Elsewhere nobody is kept from working in a directory twice.
#[cfg(not(unix))]
fn take_lock(_: &File) -> std::io::Result<bool> {
    Ok(true)
}

/// The name of the run that works in a directory, for processes that take part in it.
pub(crate) fn run_in(dir: &Path) -> Result<String, ExploreError> {
    let path = dir.join(LOCK);
    fs::read_to_string(&path).map_err(ExploreError::io("read", &path))
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), ExploreError> {
    let (path, draft) = (dir.join(name), dir.join(format!("{name}.new")));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, &path)).map_err(ExploreError::io("write", &path))?;
    sync_dir(dir)
}

fn sync_dir(dir: &Path) -> Result<(), ExploreError> {
    // Only Unix can, and must.
    if cfg!(unix) {
        File::open(dir).and_then(|dir| dir.sync_all()).map_err(ExploreError::io("write", dir))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_dir::TestDir;

    fn identity(rule: &str) -> Identity {
        Identity::default().with("puzzle", "a\nb: c\\n").with("rule", rule)
    }

    #[test]
    fn a_directory_belongs_to_one_exploration_and_one_run() {
        let dir = TestDir::new("store");
        let path = dir.path().join("deep/er");
        let store = Store::open(&path, &identity("x"), false).unwrap();
        assert_eq!(identity_of(&path).unwrap(), identity("x"));
        assert_eq!(run_in(&path).unwrap(), store.run);
        let again = Store::open(&path, &identity("x"), false);
        assert!(matches!(again, Err(ExploreError::Locked { .. })));
        drop(store);
        let other = Store::open(&path, &identity("y"), true).err().unwrap().to_string();
        assert!(other.contains("its rule is 'x', here it is 'y'"), "{other}");
        let less = Identity::default().with("puzzle", "a\nb: c\\n");
        let other = Store::open(&path, &less, false).err().unwrap().to_string();
        assert!(other.contains("its rule is 'x', here it is missing"), "{other}");
        let header = path.join(HEADER);
        let whole = fs::read(&header).unwrap();
        for at in 0..whole.len() {
            let mut torn = whole.clone();
            torn[at] ^= 1;
            fs::write(&header, torn).unwrap();
            let refused = Store::open(&path, &identity("x"), false).err();
            let named = matches!(refused, Some(ExploreError::Damaged { .. } | ExploreError::Differs { .. }));
            assert!(named, "byte {at}");
        }
        fs::write(&header, &whole).unwrap();
        Store::open(&path, &identity("x"), true).unwrap();
    }

    #[test]
    fn other_directories_are_left_alone() {
        let dir = TestDir::new("foreign");
        let nothing = Store::open(&dir.path().join("none"), &identity("x"), true);
        assert!(matches!(nothing, Err(ExploreError::Nothing { .. })));
        assert!(!dir.path().join("none").exists());
        fs::write(dir.path().join("letter"), "dear").unwrap();
        let foreign = Store::open(dir.path(), &identity("x"), false);
        assert!(matches!(foreign, Err(ExploreError::Foreign { .. })));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        let file = dir.path().join("letter");
        assert!(matches!(Store::open(&file, &identity("x"), false), Err(ExploreError::Io { .. })));
    }

    #[test]
    fn what_no_line_refers_to_is_removed() {
        let dir = TestDir::new("clean");
        let store = Store::open(dir.path(), &identity("x"), false).unwrap();
        for name in ["l3-0-a", "l4-0-a", "v0-0-a", "s1-a", "p1-a", "k1-a", "letter"] {
            fs::write(dir.path().join(name), "x").unwrap();
        }
        store.clean(&HashSet::from(["l3-0-a"])).unwrap();
        let mut names: Vec<_> = fs::read_dir(dir.path())
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["journal", "l3-0-a", "letter", "lock", "telusur-explore"]);
    }
}
