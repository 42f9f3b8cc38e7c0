//! What the machine gives: memory, a place for games, a port for the page, a terminal.

use super::Finding;
use crate::{machine, show, surroundings};
use std::fs;
use std::io::{self, IsTerminal};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use telusur_keep::Store;
use telusur_terminal::{Depth, LEAST_SIZE};

/// Less than this is too little for more than small boards.
const LITTLE_MEMORY: u64 = 512 << 20;
/// The page's usual address.
const USUAL: &str = "127.0.0.1:7377";

pub(super) fn program() -> Finding {
    let version = format!("telusur {} for {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS);
    match cfg!(debug_assertions) {
        true => Finding::note(
            "program",
            format!("{version}, not optimised"),
            "searches are many times faster with 'cargo build --release'",
        ),
        false => Finding::fine("program", version),
    }
}

pub(super) fn cores() -> Finding {
    match std::thread::available_parallelism() {
        Ok(cores) => Finding::fine("cores", format!("{cores}, all used unless --threads says otherwise")),
        Err(error) => Finding::note("cores", format!("not known: {error}"), "name the number with --threads"),
    }
}

pub(super) fn memory() -> Finding {
    let budget = machine::default_memory();
    let Some(memory) = machine::memory() else {
        let value =
            format!("not known here; searches use {} unless --memory says otherwise", show::bytes(budget));
        return Finding::note("memory", value, "name a budget with --memory");
    };
    let value = format!(
        "{} free of {}; searches use {} unless --memory says otherwise",
        show::bytes(memory.available),
        show::bytes(memory.total),
        show::bytes(budget)
    );
    match budget < LITTLE_MEMORY {
        true => Finding::note("memory", value, "large boards will stop early; end other programs"),
        false => Finding::fine("memory", value),
    }
}

/// The place that games are kept in. A place that is not there yet is not made, only tried.
pub(super) fn data(directory: anyhow::Result<PathBuf>) -> Finding {
    const NAME: &str = "data";
    let remedy = "name another folder, which can be written, with --data";
    let directory = match directory {
        Ok(directory) => directory,
        Err(error) => return Finding::broken(NAME, error.to_string(), remedy),
    };
    let shown = directory.display();
    if !directory.exists() {
        return match try_to_make(&directory) {
            Ok(()) => Finding::fine(NAME, format!("{shown}, made with the first game")),
            Err(error) => Finding::broken(NAME, format!("{shown} can't be made: {error}"), remedy),
        };
    }
    match Store::open(&directory).and_then(|store| store.health()) {
        Err(error) => Finding::broken(NAME, error.to_string(), remedy),
        Ok(health) if !health.problems.is_empty() => Finding::broken(
            NAME,
            format!("{shown} is damaged: {}", health.problems.join("; ")),
            "move the file telusur.db away; a new one is made",
        ),
        Ok(health) => Finding::fine(
            NAME,
            format!(
                "{shown}: {} in {}, can be written (SQLite {}, format {})",
                show::counted(health.games, "game"),
                show::bytes(health.bytes),
                health.sqlite,
                health.format
            ),
        ),
    }
}

/// Makes a folder of another name in the nearest folder that is there, and takes it away again.
fn try_to_make(directory: &Path) -> io::Result<()> {
    let absolute = std::path::absolute(directory)?;
    let there = absolute.ancestors().find(|folder| folder.is_dir());
    let there = there.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    // A file in the way stops the real folder, so it must stop this one.
    if let Some(file) = absolute.ancestors().find(|place| place.is_file()) {
        return Err(io::Error::other(format!("{} is a file", file.display())));
    }
    let trial = there.join(format!(".telusur-doctor-{}", std::process::id()));
    fs::create_dir(&trial)?;
    fs::remove_dir(&trial)
}

pub(super) fn page() -> Finding {
    match (TcpListener::bind(USUAL), TcpListener::bind("127.0.0.1:0")) {
        (Ok(_), _) => Finding::fine("page", format!("http://{USUAL}/ is free")),
        (Err(_), Ok(_)) => Finding::note(
            "page",
            format!("{USUAL} is taken"),
            "perhaps Telusur runs there already; 'telusur' would take another port and print it",
        ),
        (Err(_), Err(error)) => Finding::broken(
            "page",
            format!("no port can be had: {error}"),
            "let programs listen on 127.0.0.1",
        ),
    }
}

pub(super) fn terminal() -> Finding {
    const NAME: &str = "terminal";
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Finding::fine(NAME, "none here; 'telusur play' reads and prints lines then");
    }
    if surroundings::is_dumb() {
        let remedy = "'telusur play' reads and prints lines; set TERM, such as xterm-256color, for more";
        return Finding::note(NAME, "it says that it can't place a cursor", remedy);
    }
    let colours = match surroundings::depth() {
        Depth::None => "no colours",
        Depth::Sixteen => "16 colours",
        Depth::Many => "256 colours",
        Depth::True => "all colours",
    };
    let (letters, remedy) = match surroundings::speaks_unicode() {
        true => ("Unicode", None),
        false => ("ASCII only", Some("for better boards set LANG to a UTF-8 locale such as C.UTF-8")),
    };
    let (least_width, least_height) = LEAST_SIZE;
    let size = terminal_size::terminal_size().map(|(width, height)| (width.0, height.0));
    let (width, height) = size.unwrap_or((80, 24));
    let value = format!("{width} x {height}, {colours}, {letters}");
    match (width < least_width || height < least_height, remedy) {
        (true, _) => Finding::note(
            NAME,
            value,
            format!(
                "'telusur play' needs {least_width} x {least_height}: make the window larger or use --plain"
            ),
        ),
        (false, Some(remedy)) => Finding::note(NAME, value, remedy),
        (false, None) => Finding::fine(NAME, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn a_place_is_tried_and_left_alone() {
        let folder = std::env::temp_dir().join(format!("telusur-doctor-test-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let wanted = folder.join("a/b");
        let found = data(Ok(wanted.clone()));
        assert_eq!(found.state, State::Fine, "{found:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
        let file = folder.join("file");
        fs::write(&file, "x").unwrap();
        for blocked in [file.join("a"), file] {
            let found = data(Ok(blocked));
            assert_eq!(found.state, State::Broken, "{found:?}");
        }
        let homeless = data(Err(anyhow::anyhow!("there is no home directory")));
        assert_eq!(homeless.state, State::Broken);
        fs::remove_dir_all(&folder).unwrap();
    }
}
