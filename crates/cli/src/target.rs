//! Files that are written whole or not at all: beside their place first, then put there at once. `-` is standard output,
//! and gets nothing either unless everything is there.

use crate::{interrupt, output};
use anyhow::{Context, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is to be written.
#[derive(Debug)]
pub(crate) struct Target {
    /// As it was asked for.
    pub(crate) path: PathBuf,
    /// Where it is, if that is a link to elsewhere; nowhere for standard output.
    place: Option<PathBuf>,
}

impl Target {
    /// Looks whether a file can be written, and says at once if not: nobody should hear it after a long search.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Target { path: path.to_owned(), place: None });
        }
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let shown = path.display();
        match fs::metadata(&place) {
            Ok(there) if there.is_dir() => bail!("'{shown}' is a folder; name a file in it"),
            Ok(there) if !there.is_file() => bail!("'{shown}' is not a plain file; name another"),
            Ok(there) if there.permissions().readonly() => {
                bail!("'{shown}' is write-protected; name another")
            }
            _ => {}
        }
        if place.file_name().is_none() {
            bail!("'{shown}' is not the name of a file");
        }
        let target = Target { path: path.to_owned(), place: Some(place.clone()) };
        drop(target.begin(&place)?);
        Ok(target)
    }

    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.place.is_none()
    }

    /// Whether both are the same file.
    pub(crate) fn is_same(&self, other: &Target) -> bool {
        self.place == other.place
    }

    /// A file beside the place, which is gone again unless it is finished.
    fn begin(&self, place: &Path) -> anyhow::Result<Unfinished> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let folder = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let path = folder.join(format!(".{name}.{}.part", std::process::id()));
        let opened = OpenOptions::new().write(true).create_new(true).open(&path);
        let file = opened.with_context(|| format!("can't write '{}'", self.path.display()))?;
        interrupt::remove_when_killed(&path);
        Ok(Unfinished { path, file })
    }

    /// Writes the file and answers its size. If anything fails, what was there before is still there.
    pub(crate) fn write(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        let Some(place) = &self.place else {
            let mut bytes = Vec::new();
            fill(&mut bytes)?;
            output::print(&bytes)?;
            return Ok(bytes.len() as u64);
        };
        let unfinished = self.begin(place)?;
        let mut out = BufWriter::new(&unfinished.file);
        let said = || format!("can't write '{}'", self.path.display());
        // Whatever goes wrong, the file is named: a command may write several.
        fill(&mut out).with_context(said)?;
        out.flush().with_context(said)?;
        drop(out);
        let size = unfinished.file.metadata().with_context(said)?.len();
        fs::rename(&unfinished.path, place).with_context(said)?;
        Ok(size)
    }
}

/// A file that is not yet where it belongs.
struct Unfinished {
    path: PathBuf,
    file: File,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // After a rename it is no longer there, and that is fine.
        _ = fs::remove_file(&self.path);
        interrupt::keep_when_killed(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("telusur-target-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let left = || fs::read_dir(&folder).unwrap().count();
        let path = folder.join("a.svg");
        let target = Target::new(&path).unwrap();
        assert_eq!(left(), 0, "looking leaves nothing");
        assert_eq!(target.write(|out| Ok(out.write_all(b"first")?)).unwrap(), 5);
        let failed = target.write(|out| {
            out.write_all(b"second")?;
            bail!("stopped")
        });
        let said = format!("{:#}", failed.unwrap_err());
        assert!(said.starts_with("can't write '") && said.ends_with("a.svg': stopped"), "{said}");
        assert_eq!((fs::read(&path).unwrap().as_slice(), left()), (&b"first"[..], 1));
        assert!(target.is_same(&Target::new(&folder.join(".").join("a.svg")).unwrap()));
        assert!(Target::new(&folder).unwrap_err().to_string().contains("is a folder"));
        assert!(Target::new(&folder.join("none").join("a.svg")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
