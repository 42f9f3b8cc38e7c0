//! `cargo xtask dist`: what packagers want: the program, small, and what goes beside it.

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

/// Of the program, and of the font in it.
const LICENCES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "crates/pictures/font-notice.txt"];

/// A larger program holds line tables or symbols that no user needs.
const MOST_MEBIBYTES: u64 = 32;

pub(crate) fn write() -> Result<()> {
    let program = crate::server::released_program()?;
    let dist = root().join("target/dist");
    let completions = dist.join("completions");
    std::fs::create_dir_all(&completions)?;
    let mebibytes = std::fs::metadata(&program)?.len() >> 20;
    ensure!(
        mebibytes <= MOST_MEBIBYTES,
        "the program has {mebibytes} MiB: does the release profile strip it?"
    );
    let name = program.file_name().context("the program has no name")?;
    std::fs::copy(&program, dist.join(name)).context("can't copy the program")?;
    for (shell, name) in COMPLETIONS {
        let output = Command::new(&program).args(["completions", shell]).output()?;
        ensure!(output.status.success() && !output.stdout.is_empty(), "no completions for {shell}");
        std::fs::write(completions.join(name), output.stdout)?;
    }
    for name in LICENCES {
        let from = root().join(name);
        let to = dist.join(from.file_name().context("a licence has no name")?);
        std::fs::copy(&from, to).with_context(|| from.display().to_string())?;
    }
    let man = dist.join("man");
    let status = Command::new(&program).arg("man").arg("--dir").arg(&man).status()?;
    ensure!(status.success(), "no manual pages");
    let pages = std::fs::read_dir(&man).context("can't read the manual pages")?.count();
    println!(
        "target/dist: the program ({mebibytes} MiB), {} completions, {pages} manual pages",
        COMPLETIONS.len()
    );
    Ok(())
}
