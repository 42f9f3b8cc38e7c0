//! Tests the example of a puzzle from another crate outside the workspace, as its author would have it.
//!
//! As a member of the workspace it shares features and profiles with everything else, and could use what only our
//! workspace has. So it is copied into a folder with a manifest that names our crates by path, and built and tested by
//! plain cargo.

use crate::steps::{cargo_command, root};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The package in the workspace.
pub(crate) const PACKAGE: &str = "lights-out";

const EXAMPLE: &str = "examples/lights-out";

/// The parts of the program's tests that the example's tests use.
const SHARED_BY_TESTS: &str = "crates/cli/tests/common";

/// How the example's manifest names our crates.
const RELATIVE: &str = "path = \"../../crates/";

/// Builds and tests the example.
pub(crate) fn test() -> Result<()> {
    let status = command()?.status().context("can't start cargo")?;
    ensure!(status.success(), "the example does not build or fails its tests outside the workspace");
    Ok(())
}

/// What builds and tests the example, after a copy of it is written.
pub(crate) fn command() -> Result<Command> {
    let target = root().join("target");
    let outside = target.join("outside");
    for folder in [EXAMPLE, SHARED_BY_TESTS] {
        let to = outside.join(folder);
        if to.exists() {
            fs::remove_dir_all(&to).with_context(|| format!("can't clear {}", to.display()))?;
        }
        copy(&root().join(folder), &to)?;
    }
    let ours = fs::read_to_string(root().join("Cargo.toml")).context("the workspace has no manifest")?;
    let example = outside.join(EXAMPLE).join("Cargo.toml");
    let manifest = fs::read_to_string(&example).context("the example has no manifest")?;
    fs::write(&example, standalone(&manifest, &ours, root())?)?;
    fs::copy(root().join("Cargo.lock"), example.with_file_name("Cargo.lock"))
        .context("can't copy the lock file")?;
    let mut command = cargo_command(&["test", "--quiet", "--target-dir"]);
    command.arg(target).arg("--manifest-path").arg(example);
    Ok(command)
}

/// The example's manifest, with our crates by their full paths. A table of its own keeps cargo from looking for a
/// workspace in the folders above; with our profiles for libraries, most of these need not be built again.
fn standalone(manifest: &str, ours: &str, root: &Path) -> Result<String> {
    ensure!(manifest.contains(RELATIVE), "the example's manifest names our crates in another way");
    let crates = format!("path = \"{}/crates/", root.display());
    let profiles = ours.split("\n[").filter(|table| {
        let package = table.strip_prefix("profile.test.package.");
        // Of our own crates, cargo knows here only those that the example needs.
        table.starts_with("profile.test]") || package.is_some_and(|package| !is_ours(package))
    });
    let profiles: String = profiles.map(|table| format!("\n[{table}\n")).collect();
    Ok(format!("{}\n[workspace]\n{profiles}", manifest.replace(RELATIVE, &crates)))
}

fn is_ours(package: &str) -> bool {
    ["telusur", "xtask", PACKAGE].iter().any(|ours| package.starts_with(ours))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("can't create {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("can't read {}", from.display()))? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), &to).with_context(|| format!("can't copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CONTRIBUTING.md shows the example up to its tests.
    #[test]
    fn contributors_read_the_example_that_is_tested() {
        let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
        let code = read("examples/lights-out/src/lights.rs");
        let code = code.split("#[cfg(test)]").next().unwrap_or_default().trim_end();
        assert!(read("CONTRIBUTING.md").contains(&format!("```rust\n{code}\n```")));
    }

    #[test]
    fn a_manifest_outside_has_full_paths_and_the_profiles_of_libraries() {
        let manifest = "[dependencies]\ntelusur = { path = \"../../crates/cli\" }\n";
        let ours = "[workspace]\n\n[profile.test]\nopt-level = 1\n\n[profile.test.package.telusur]\nopt-level = 0\n\
            [profile.test.package.\"*\"]\nopt-level = 0\n[profile.dev]\ndebug = false";
        let expected = "[dependencies]\ntelusur = { path = \"/w/crates/cli\" }\n\n[workspace]\n\
            \n[profile.test]\nopt-level = 1\n\n\n[profile.test.package.\"*\"]\nopt-level = 0\n";
        assert_eq!(standalone(manifest, ours, Path::new("/w")).unwrap(), expected);
        assert!(standalone("[dependencies]\n", ours, Path::new("/w")).is_err());
    }
}
