//! A copy of axe-core, which checks pages for accessibility: fetched by npm into `target`, never a part of the project.

use crate::steps::root;
use anyhow::{Context, Result, bail, ensure};
use std::process::{Command, Stdio};

/// The version that is asked.
const PACKAGE: &str = "axe-core@4";

/// Its script; fetched if it is not here yet.
pub(super) fn fetch() -> Result<String> {
    let folder = root().join("target").join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if !script.is_file() {
        std::fs::create_dir_all(&folder)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--no-package-lock", "--prefix"])
            .arg(&folder)
            .arg(PACKAGE);
        match npm.stdout(Stdio::null()).status() {
            Ok(status) => ensure!(status.success(), "npm could not fetch {PACKAGE}"),
            Err(_) => bail!("cargo xtask axe needs npm, which fetches {PACKAGE} into target/axe"),
        }
    }
    std::fs::read_to_string(&script).with_context(|| format!("can't read {}", script.display()))
}
