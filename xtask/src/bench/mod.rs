//! `cargo xtask bench`: measurements, alone or beside those of an earlier commit on the same machine.

mod auto;
mod before;
mod commands;
mod readme;

use crate::steps;
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a bench, or parts of it by name; with `--before COMMIT` the same bench of that commit first, whose times then
/// stand beside ours; with `--readme` the tables go into the README.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let (name, options) = arguments.split_first().unwrap_or((&"engine", &[]));
    let into_readme = options.contains(&"--readme");
    let options: Vec<&str> = options.iter().copied().filter(|&option| option != "--readme").collect();
    let (commit, parts) = match options.iter().position(|&option| option == "--before") {
        None => (None, options),
        Some(at) => {
            let commit = options.get(at + 1).context("--before wants a commit")?;
            (Some(*commit), [&options[..at], &options[at + 2..]].concat())
        }
    };
    if *name == "rules" {
        // Nothing from elsewhere is compared, so it is an example of its crate.
        let study = ["run", "--release", "--package", "telusur-rules", "--example", "study", "--"];
        return steps::cargo(&[&study[..], &parts].concat(), &[]);
    }
    let report = steps::root().join("target").join(format!("bench-{name}.md"));
    let earlier = commit.map(tree_of).transpose()?;
    let read = |path: &Path| std::fs::read_to_string(path).with_context(|| path.display().to_string());
    if *name == "auto" {
        ensure!(earlier.is_none(), "this bench compares with nothing earlier");
        std::fs::write(&report, auto::measure(&parts)?)?;
    } else if *name == "commands" {
        ensure!(parts.is_empty(), "this bench has no parts");
        std::fs::write(&report, commands::measure(earlier.as_deref())?)?;
    } else {
        let earlier = earlier.map(|tree| measure_tree(&tree, name, &parts)).transpose()?;
        measure(steps::root(), name, &parts, &report)?;
        if let Some(earlier) = earlier {
            std::fs::write(&report, before::beside(&read(&report)?, &read(&earlier)?))?;
        }
    }
    if into_readme {
        let readme = steps::root().join("README.md");
        std::fs::write(&readme, readme::with_tables(&read(&readme)?, name, &read(&report)?)?)?;
    }
    println!("written to {}", report.display());
    Ok(())
}

/// Bench targets, so that the crates that they compare with stay dev-dependencies.
fn measure(root: &Path, name: &str, parts: &[&str], report: &Path) -> Result<()> {
    if let Some(folder) = report.parent() {
        // Cargo may have been told to build elsewhere.
        std::fs::create_dir_all(folder)?;
    }
    let path = report.display().to_string();
    let bench = ["bench", "--package", "telusur-bench", "--bench", name, "--", "--markdown", &path];
    let status = steps::cargo_command(&[&bench[..], parts].concat()).current_dir(root).status();
    match status.context("can't start cargo")?.success() {
        true => Ok(()),
        false => bail!("the bench failed"),
    }
}

/// A worktree of an earlier commit, below `target`.
fn tree_of(commit: &str) -> Result<PathBuf> {
    let tree = steps::root().join("target").join(format!("before-{commit}"));
    if !tree.exists() {
        let tree = tree.display().to_string();
        let mut git = Command::new("git");
        git.args(["worktree", "add", "--detach", &tree, commit]);
        let status = git.current_dir(steps::root()).status().context("can't start git")?;
        if !status.success() {
            bail!("git has no commit '{commit}'");
        }
    }
    Ok(tree)
}

/// The report of the bench of a tree.
fn measure_tree(tree: &Path, name: &str, parts: &[&str]) -> Result<PathBuf> {
    let report = tree.join(format!("target/bench-{name}.md"));
    measure(tree, name, parts, &report)?;
    Ok(report)
}
