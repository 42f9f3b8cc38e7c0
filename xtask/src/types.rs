//! The types of the page's scripts, written as comments and checked by TypeScript. Users need no node; a contributor
//! who changes the page does, and a machine of continuous integration installs it.

use crate::apt;
use crate::steps::{cargo_command, root};
use anyhow::{Context, Result, bail, ensure};
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

/// Checks the types. Where that can't be done, it fails: a check that did not happen must not look like one that passed.
pub(crate) fn check() -> Result<()> {
    let mut compiler = compiler()?;
    let status = compiler.arg("--project").arg(root().join("crates/web/jsconfig.json")).status();
    ensure!(status.context("can't start tsc")?.success(), "the types of the page's scripts don't fit");
    Ok(())
}

/// The versions of TypeScript that the comments are written for.
const TYPESCRIPT: &str = "typescript@5";

/// Returns a way to run tsc that works here; installs node where that is ours to do.
fn compiler() -> Result<Command> {
    let ways = [&["tsc"][..], &["npx", "--yes", "--package", TYPESCRIPT, "tsc"]];
    if let Some(found) = find(&ways, works) {
        return Ok(found);
    }
    let has_node = find(&[&["npx"]], works).is_some();
    if !has_node && apt::may_install() {
        println!("node is missing; installing Debian's packages");
        apt::install(&["nodejs", "npm"])?;
        return find(&ways, works).with_context(|| missing(true));
    }
    bail!("{}", missing(has_node))
}

/// Says in one line what the check needs.
fn missing(has_node: bool) -> String {
    let remedy = match has_node {
        true => {
            format!("npx is here but can't run {TYPESCRIPT}: is npm's registry reachable? Or install tsc")
        }
        false => "install node with npx, or tsc".to_owned(),
    };
    format!("the types of the page's scripts can't be checked: {remedy}")
}

/// The first command that works.
fn find(ways: &[&[&str]], works: impl Fn(Command) -> bool) -> Option<Command> {
    ways.iter().find_map(|way| {
        let command = || {
            let mut command = Command::new(way[0]);
            // Outside the repository, so that nothing is written into it.
            command.args(&way[1..]).current_dir(std::env::temp_dir());
            command
        };
        works(command()).then(command)
    })
}

fn works(mut command: Command) -> bool {
    let status = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing that could check is found where nothing works, and the line says what to do.
    #[test]
    fn a_check_that_can_t_happen_says_so_in_a_line() {
        assert!(find(&[&["tsc"], &["npx", "tsc"]], |_| false).is_none());
        assert!(find(&[&["no-such-program-anywhere"]], works).is_none());
        let found = find(&[&["tsc"], &["npx", "tsc"]], |command| command.get_program() == "npx").unwrap();
        assert_eq!(found.get_args().collect::<Vec<_>>(), ["tsc"]);
        for has_node in [true, false] {
            let line = missing(has_node);
            assert!(
                line.contains("can't be checked: ") && line.contains("install") && !line.contains('\n'),
                "{line}"
            );
        }
    }
}
