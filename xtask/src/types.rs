//! The types of the page's scripts, written as comments and checked where node is at hand. Users need no node.

use crate::steps::{cargo_command, root};
use anyhow::{Context, Result, ensure};
use std::process::{Command, Stdio};

/// Makes the description of the server and the types of the page's scripts from the types of `crates/wire`. A test of that
/// crate does it, so that nothing of it is in the program.
pub(crate) fn write() -> Result<()> {
    let name = "the_description_is_made_of_the_types";
    let mut test =
        cargo_command(&["test", "--quiet", "--profile", "dev", "-p", "telusur-wire", "--lib", name]);
    let status = test.env("TELUSUR_RENEW", "1").status().context("can't start cargo")?;
    ensure!(status.success(), "the description was not made");
    println!("crates/web/src/openapi.json and crates/web/types.js are as the types say");
    Ok(())
}

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
