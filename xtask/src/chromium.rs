//! Finding Chromium, and installing it where that is ours to do.

use crate::apt;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Where Chromium is. `CHROMIUM` names it; otherwise it is looked for, and installed on a bare CI machine.
pub(crate) fn path() -> Result<PathBuf> {
    // Whoever asks while it is being installed waits for it.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    if let Some(found) = look() {
        return Ok(found);
    }
    if apt::may_install() {
        println!("Chromium is missing; installing Debian's package");
        apt::install(&["chromium"])?;
        if let Some(found) = look() {
            return Ok(found);
        }
    }
    bail!("the test of the page needs Chromium: install it, or name it in the variable CHROMIUM")
}

fn look() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}
