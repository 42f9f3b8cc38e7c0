//! The types of the page's scripts, written as comments and checked where node is at hand. Users need no node.

use crate::steps::root;
use anyhow::{Context, Result, ensure};
use std::process::{Command, Stdio};

/// Checks the types, or says that it can't.
pub(crate) fn check() -> Result<()> {
    let Some(mut compiler) = compiler() else {
        println!("neither tsc nor npx with typescript is here: the types of the page are not checked");
        return Ok(());
    };
    let status = compiler.arg("--project").arg(root().join("crates/web/jsconfig.json")).status();
    ensure!(status.context("can't start tsc")?.success(), "the types of the page's scripts don't fit");
    Ok(())
}

/// A way to run tsc that works here.
fn compiler() -> Option<Command> {
    const WAYS: [&[&str]; 2] = [&["tsc"], &["npx", "--yes", "--package", "typescript", "tsc"]];
    WAYS.iter().find_map(|way| {
        let command = || {
            let mut command = Command::new(way[0]);
            // Outside the repository, so that nothing is written into it.
            command.args(&way[1..]).current_dir(std::env::temp_dir());
            command
        };
        let works = command().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        works.is_ok_and(|status| status.success()).then(command)
    })
}
