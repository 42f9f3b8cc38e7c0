//! `cargo xtask site`: the page without a server, as a folder for any static host and as one file.

mod host;
mod scenes;
mod single;

pub(crate) use host::Host;

use crate::steps::root;
use crate::wasm::Toolchain;
use anyhow::{Context, Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What everything together may weigh on its way, in bytes: so that it does not grow unnoticed. It is to become 1.5 MB.
const MOST_PACKED: usize = 2_300_000;

/// What of the page is told to browsers first; a server says so in headers.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Files by name.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

pub(crate) fn run(options: &[&str]) -> Result<()> {
    match options {
        [] => write(),
        ["--check"] => {
            write()?;
            scenes::check(None)
        }
        ["--check", word] => scenes::check(Some(word)),
        ["--compare"] => {
            write()?;
            scenes::compare()
        }
        _ => bail!("'cargo xtask site' takes nothing, --check, or --compare"),
    }
}

/// Where the folder is.
pub(crate) fn folder() -> PathBuf {
    root().join("target/site")
}

/// Where the one file is.
pub(crate) fn single_file() -> PathBuf {
    root().join("target/telusur.html")
}

fn write() -> Result<()> {
    let engine = match std::env::var_os("TELUSUR_WASM") {
        Some(named) => fs::read(&named).with_context(|| named.display().to_string())?,
        None => Toolchain::find()?.build()?,
    };
    let files = files(engine)?;
    let page = single::page(&files)?;
    let folder = folder();
    // What an earlier edition had and this one has not must not be served.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes)?;
    }
    fs::write(single_file(), &page)?;
    let mut sums = (0, 0);
    for (name, bytes) in &files {
        let packed = packed(bytes)?.len().min(bytes.len());
        sums = (sums.0 + bytes.len(), sums.1 + packed);
        if packed > 20_000 {
            println!("{name:>24} {:>9} bytes {packed:>9} gzip'd", bytes.len());
        }
    }
    println!("{:>24} {:>9} bytes {:>9} gzip'd, {} files", "all", sums.0, sums.1, files.len());
    println!("{:>24} {:>9} bytes {:>9} gzip'd", "telusur.html", page.len(), packed(&page)?.len());
    println!("written to {} and {}", folder.display(), single_file().display());
    ensure!(sums.1 <= MOST_PACKED, "the page is to weigh at most {MOST_PACKED} bytes on its way");
    Ok(())
}

/// All files of the folder.
fn files(engine: Vec<u8>) -> Result<Files> {
    let mut files = Files::new();
    read(&root().join("crates/web/ui"), &mut files)?;
    // What has the same name here takes the place of what talks with a server.
    read(&root().join("crates/wasm/page"), &mut files)?;
    files.insert("telusur.wasm".to_owned(), engine);
    let index = text(&files, "index.html")?;
    let scripts = ["assets", "engine", "jobs", "keep", "offline"];
    let preloads: String = scripts
        .iter()
        .map(|name| format!("    <link rel=\"modulepreload\" href=\"./{name}.js\" />\n"))
        .collect();
    let head = format!(
        "    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    \
         <link rel=\"manifest\" href=\"./manifest.webmanifest\" />\n    \
         <link rel=\"apple-touch-icon\" href=\"./icon-192.png\" />\n    \
         <link rel=\"preload\" href=\"./telusur.wasm\" as=\"fetch\" type=\"application/wasm\" crossorigin />\n{preloads}"
    );
    let index =
        replaced(&index, "    <script src=\"./theme.js\"", &format!("{head}    <script src=\"./theme.js\""))?;
    files.insert("index.html".to_owned(), index.into_bytes());
    let worker = text(&files, "service-worker.js")?;
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let names: Vec<&str> =
        files.keys().map(String::as_str).filter(|name| *name != "service-worker.js").collect();
    let list = format!("\"./\", \"./{}\"", names.join("\", \"./"));
    let worker = replaced(&worker, "@EDITION@", &format!("{:016x}", hasher.finish()))?;
    let worker = replaced(&worker, "\"@FILES@\"", &list)?;
    files.insert("service-worker.js".to_owned(), worker.into_bytes());
    Ok(files)
}

fn read(folder: &Path, files: &mut Files) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).context("a file without a plain name")?;
        if path.is_file() && !name.starts_with('.') {
            files.insert(name.to_owned(), fs::read(&path)?);
        }
    }
    Ok(())
}

/// A file that is text.
fn text(files: &Files, name: &str) -> Result<String> {
    let bytes = files.get(name).with_context(|| format!("there is no {name}"))?;
    Ok(String::from_utf8(bytes.clone())?)
}

/// A text with another part in the place of one that it must have.
fn replaced(text: &str, part: &str, by: &str) -> Result<String> {
    ensure!(text.contains(part), "there is no {part} to replace");
    Ok(text.replace(part, by))
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    Ok(gzip.finish()?)
}
