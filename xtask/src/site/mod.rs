//! `cargo xtask site`: the page without a server, as a folder for any static host and as one file.

mod compare;
mod host;
mod scenes;
mod single;
mod slim;

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
use std::process::{Command, Stdio};

/// What everything but the font may weigh on its way, in bytes, so that it does not grow unnoticed: as most static hosts
/// send it, by Brotli, and as the others do, by gzip. The font grows with the alphabets that it has, and is shown apart.
const MOST_BROTLI: usize = 1_500_000;
const MOST_GZIP: usize = 2_400_000;

/// Whose font the engine has. The font begins with it, followed by four bytes of length.
const FONT_NOTICE: &str = include_str!("../../../crates/pictures/font-notice.txt");

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
            compare::compare(&["answers", "times"])
        }
        ["--compare", part @ ("answers" | "times")] => compare::compare(&[part]),
        _ => bail!("'cargo xtask site' takes nothing, --check [WORD], or --compare [answers|times]"),
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
    weigh(&files, &page)?;
    println!("written to {} and {}", folder.display(), single_file().display());
    Ok(())
}

/// Says what travels, and that it is not too much.
fn weigh(files: &Files, page: &[u8]) -> Result<()> {
    let mut sums = (0, 0, Some(0));
    let font = font(files.get("telusur.wasm").context("no engine")?).context("the engine has no font")?;
    let font = (font.len(), packed(font)?.len(), brotli(font)?);
    let shown = |name: &str, bytes: usize, gzip: usize, brotli: Option<usize>| {
        let brotli = brotli.map_or_else(|| "-".to_owned(), |size| size.to_string());
        println!("{name:>24} {bytes:>9} bytes {gzip:>9} by gzip {brotli:>9} by Brotli");
    };
    for (name, bytes) in files {
        let gzip = packed(bytes)?.len().min(bytes.len());
        let brotli = brotli(bytes)?.map(|size| size.min(bytes.len()));
        sums = (sums.0 + bytes.len(), sums.1 + gzip, sums.2.zip(brotli).map(|(sum, size)| sum + size));
        if gzip > 20_000 {
            shown(name, bytes.len(), gzip, brotli);
        }
    }
    shown(&format!("all {} files", files.len()), sums.0, sums.1, sums.2);
    shown("telusur.html", page.len(), packed(page)?.len(), None);
    shown("the font in the engine", font.0, font.1, font.2);
    let rest = (sums.0 - font.0, sums.1 - font.1, sums.2.zip(font.2).map(|(sum, font)| sum - font));
    shown("all but the font", rest.0, rest.1, rest.2);
    ensure!(rest.1 <= MOST_GZIP, "the page is to weigh at most {MOST_GZIP} bytes by gzip, without its font");
    let Some(sum) = rest.2 else {
        println!("the program brotli is not here ('apt-get install brotli'): its sizes are not checked");
        return Ok(());
    };
    ensure!(
        sum <= MOST_BROTLI,
        "the page is to weigh at most {MOST_BROTLI} bytes by Brotli, without its font"
    );
    Ok(())
}

/// The bytes of the font in the engine.
fn font(engine: &[u8]) -> Option<&[u8]> {
    let notice = FONT_NOTICE.as_bytes();
    let start = engine.windows(notice.len()).position(|bytes| bytes == notice)?;
    let (length, _) = engine.get(start + notice.len()..)?.split_first_chunk()?;
    let end = start + notice.len() + length.len() + u32::from_le_bytes(*length) as usize;
    engine.get(start..end)
}

/// All files of the folder.
fn files(engine: Vec<u8>) -> Result<Files> {
    let mut files = Files::new();
    read(&root().join("crates/web/ui"), &mut files)?;
    // What has the same name here takes the place of what talks with a server.
    read(&root().join("crates/wasm/page"), &mut files)?;
    for (_, bytes) in files.iter_mut().filter(|(name, _)| name.ends_with(".js") || name.ends_with(".css")) {
        *bytes = slim::slim(std::str::from_utf8(bytes)?).into_bytes();
    }
    files.insert("telusur.wasm".to_owned(), engine);
    files.insert("licence.txt".to_owned(), licence()?.into_bytes());
    let index = text(&files, "index.html")?;
    let scripts = ["assets", "jobs", "keep", "offline"];
    let preloads: String = scripts
        .iter()
        .map(|name| format!("    <link rel=\"modulepreload\" href=\"./{name}.js\" />\n"))
        .collect();
    let head = format!(
        "    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    \
         <link rel=\"manifest\" href=\"./manifest.webmanifest\" />\n    \
         <link rel=\"apple-touch-icon\" href=\"./icon-192.png\" />\n    \
         <link rel=\"preload\" href=\"./telusur.wasm\" as=\"fetch\" type=\"application/wasm\" crossorigin />\n    \
         <script type=\"module\" async src=\"./engine.js\"></script>\n{preloads}"
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

/// What the font's licence wants to be passed on: whose it is, and the licence.
fn licence() -> Result<String> {
    Ok(format!("{FONT_NOTICE}\n{}", fs::read_to_string(root().join("LICENSE-APACHE"))?))
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

/// The size by Brotli, if that program is at hand.
fn brotli(bytes: &[u8]) -> Result<Option<usize>> {
    let started = Command::new("brotli")
        .args(["--best", "--lgwin=24", "--stdout", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut program) = started else { return Ok(None) };
    let mut input = program.stdin.take().context("no way to the program brotli")?;
    // Written beside the reading: neither waits for the other with a full pipe.
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(bytes));
        let output = program.wait_with_output()?;
        ensure!(output.status.success(), "the program brotli failed");
        Ok(Some(output.stdout.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_is_found_by_its_notice() {
        let font_of = |length: u32, after: &[u8]| {
            let engine = [b"code", FONT_NOTICE.as_bytes(), &length.to_le_bytes(), after].concat();
            font(&engine).map(<[u8]>::len)
        };
        assert_eq!(font_of(3, b"abcdef"), Some(FONT_NOTICE.len() + 7));
        assert_eq!(font_of(7, b"abcdef"), None);
        assert_eq!(font(b"code"), None);
        assert!(licence().unwrap().contains("Apache License"));
    }
}
