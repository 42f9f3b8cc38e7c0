//! What cargo has built: it reports every program that it makes, one JSON object a line.

use crate::outside;
use crate::steps::cargo_command;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;

/// A program that cargo has built.
#[derive(Debug, PartialEq)]
pub(crate) struct Program {
    /// The target: a library's or program's name, or that of a file of tests.
    pub(crate) name: String,
    /// The folder of its package.
    pub(crate) folder: PathBuf,
    /// Whether running it means running tests.
    pub(crate) is_test: bool,
    pub(crate) path: PathBuf,
}

/// How tests are built. Asking for one of their programs in any other way would choose other features of the
/// dependencies, and compile everything again. The benches have no tests, but a dozen libraries of their own; the
/// puzzle from elsewhere is tested outside the workspace; examples are run as part of the documentation that shows them.
pub(crate) const TESTS: [&str; 10] = [
    "test",
    "--workspace",
    "--exclude",
    "telusur-bench",
    "--exclude",
    outside::PACKAGE,
    "--lib",
    "--bins",
    "--tests",
    "--no-run",
];

/// Runs cargo, which says what is wrong itself, and answers the programs that it reports.
pub(crate) fn build(arguments: &[&str]) -> Result<Vec<Program>> {
    let arguments = [arguments, &["--message-format=json-render-diagnostics"]].concat();
    let output = cargo_command(&arguments).stderr(Stdio::inherit()).output().context("can't start cargo")?;
    ensure!(output.status.success(), "'cargo {}' failed", arguments.join(" "));
    Ok(String::from_utf8(output.stdout)?.lines().filter_map(reported).collect())
}

/// The program `telusur` itself.
pub(crate) fn telusur(programs: &[Program]) -> Result<PathBuf> {
    let found = programs.iter().find(|program| program.name == "telusur" && !program.is_test);
    Ok(found.context("cargo built no program")?.path.clone())
}

fn reported(line: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(line).ok()?;
    let manifest = PathBuf::from(message["manifest_path"].as_str()?);
    Some(Program {
        name: message["target"]["name"].as_str()?.to_owned(),
        folder: manifest.parent()?.to_owned(),
        is_test: message["profile"]["test"] == true,
        path: message["executable"].as_str()?.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_and_other_messages_are_no_programs() {
        let program = r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/keep/Cargo.toml",
            "target":{"kind":["lib"],"name":"telusur_keep"},"profile":{"test":true},"executable":"/t/keep-1"}"#;
        let expected = Program {
            name: "telusur_keep".to_owned(),
            folder: "/w/crates/keep".into(),
            is_test: true,
            path: "/t/keep-1".into(),
        };
        assert_eq!(reported(&program.replace('\n', " ")), Some(expected));
        assert_eq!(reported(&program.replace("\"/t/keep-1\"", "null").replace('\n', " ")), None);
        assert_eq!(reported(r#"{"reason":"build-finished","success":true}"#), None);
        assert_eq!(reported("no JSON"), None);
    }
}
