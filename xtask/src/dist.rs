//! `cargo xtask dist`: what packagers want beside the binary.

use crate::steps::root;
use anyhow::{Context, Result, ensure};
use std::process::Command;

const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "telusur.bash"),
    ("zsh", "_telusur"),
    ("fish", "telusur.fish"),
    ("elvish", "telusur.elv"),
    ("powershell", "_telusur.ps1"),
];

pub(crate) fn write() -> Result<()> {
    let program = crate::server::released_program()?;
    let dist = root().join("target/dist");
    let completions = dist.join("completions");
    std::fs::create_dir_all(&completions)?;
    for (shell, name) in COMPLETIONS {
        let output = Command::new(&program).args(["completions", shell]).output()?;
        ensure!(output.status.success() && !output.stdout.is_empty(), "no completions for {shell}");
        std::fs::write(completions.join(name), output.stdout)?;
    }
    let man = dist.join("man");
    let status = Command::new(&program).arg("man").arg("--dir").arg(&man).status()?;
    ensure!(status.success(), "no manual pages");
    let pages = std::fs::read_dir(&man).context("can't read the manual pages")?.count();
    println!("target/dist: {} completions, {pages} manual pages", COMPLETIONS.len());
    Ok(())
}
