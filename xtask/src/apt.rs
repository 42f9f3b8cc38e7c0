//! Installing what a check needs with Debian's package manager, where that is ours to do.

use anyhow::{Result, ensure};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Whether packages may be installed: on a machine of continuous integration, or by its owner.
pub(crate) fn may_install() -> bool {
    std::env::var_os("CI").is_some() || is_root()
}

/// Installs packages. Several threads may ask at a time; other programs that install are waited for.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let wait = ["-o", "DPkg::Lock::Timeout=300"];
    let install = [&["install", "--yes", "--quiet"], packages].concat();
    for arguments in [&["update", "--quiet"][..], &install] {
        let done = Command::new("apt-get")
            .args(wait)
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .output();
        ensure!(done.is_ok_and(|output| output.status.success()), "apt-get {} failed", arguments.join(" "));
    }
    Ok(())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}
