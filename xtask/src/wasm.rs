//! How the engine is built for browsers: with the installed target, otherwise with Debian's compiler for the web, which
//! builds the standard library from its own source.

use crate::steps::{cargo_command, root};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// Where Debian's `rustc-web` is.
const DEBIAN: &str = "/usr/bin/rustc";
/// The linker of Debian's `lld` for browsers.
const LINKER: &str = "wasm-ld";

/// A way to build for browsers.
pub(crate) enum Toolchain {
    /// Cargo's own compiler has the target.
    Installed,
    /// This compiler has the source of the standard library, and a linker is at hand.
    FromSource(PathBuf),
}

impl Toolchain {
    /// The best way there is, or the command that makes one.
    pub(crate) fn find() -> Result<Self> {
        if Toolchain::is_installed() {
            return Ok(Toolchain::Installed);
        }
        let debian = Path::new(DEBIAN);
        if has_source(debian) && runs(LINKER) {
            return Ok(Toolchain::FromSource(debian.to_owned()));
        }
        bail!(
            "the engine for browsers needs the target {TARGET}: run 'rustup target add {TARGET}', or on Debian \
             'apt-get install rustc-web rust-web-src lld'"
        )
    }

    /// Whether cargo's own compiler has the target.
    pub(crate) fn is_installed() -> bool {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let asked = Command::new(rustc)
            .args(["--print", "target-libdir", "--target", TARGET])
            .current_dir(root())
            .output();
        let Ok(output) = asked else { return false };
        let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        output.status.success() && folder.is_dir()
    }

    /// Cargo for browsers.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo_command(arguments);
        command.args(["--target", TARGET, "--target-dir"]).arg(folder());
        if let Toolchain::FromSource(rustc) = self {
            command.arg("-Zbuild-std=std,panic_abort").env("RUSTC", rustc);
            // Building the standard library is not stable; with this, a stable compiler lets us.
            command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER);
        }
        command
    }

    /// Checks that everything that runs in browsers compiles for them.
    pub(crate) fn check(&self) -> Result<()> {
        let status =
            self.cargo(&["check", "--package", "telusur-wasm"]).status().context("can't start cargo")?;
        ensure!(status.success(), "the engine does not compile for browsers");
        Ok(())
    }

    /// Builds the engine as users get it; its bytes.
    pub(crate) fn build(&self) -> Result<Vec<u8>> {
        let build = ["build", "--package", "telusur-wasm", "--profile", "site"];
        let status = self.cargo(&build).status().context("can't start cargo")?;
        ensure!(status.success(), "the engine does not build for browsers");
        let file = folder().join(TARGET).join("site/telusur_wasm.wasm");
        std::fs::read(&file).with_context(|| format!("cargo built no {}", file.display()))
    }
}

/// Apart from everything else, so that neither throws away what the other has built.
fn folder() -> PathBuf {
    root().join("target/wasm")
}

fn has_source(rustc: &Path) -> bool {
    let Ok(output) = Command::new(rustc).args(["--print", "sysroot"]).output() else { return false };
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    sysroot.join("lib/rustlib/src/rust/library/std/Cargo.toml").is_file()
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The step of continuous integration: a check where the target is installed, a line where it is not.
pub(crate) fn check_where_installed() -> Result<()> {
    match Toolchain::is_installed() {
        true => Toolchain::Installed.check(),
        false => {
            println!("the target {TARGET} is not installed: the engine for browsers is not checked");
            Ok(())
        }
    }
}
