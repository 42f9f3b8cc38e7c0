//! Lists every file of `ui/` for the program to embed, each also compressed, with a tag that names its contents.

use flate2::{Compression, write::GzEncoder};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(io::Error::other(name));
    let ui = variable("CARGO_MANIFEST_DIR")?.join("ui");
    let out = variable("OUT_DIR")?;
    println!("cargo::rerun-if-changed=ui");
    let mut files = Vec::new();
    list(&ui, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for (number, path) in files.iter().enumerate() {
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = fs::read(path)?;
        let name =
            path.strip_prefix(&ui).map_err(io::Error::other)?.to_str().map(|name| name.replace('\\', "/"));
        let name = name.ok_or(io::Error::other("a file of ui/ has a name that is not UTF-8"))?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        let packed = gzip.finish()?;
        let gzipped = out.join(format!("{number}.gz"));
        // What does not get smaller is sent as it is.
        let packed = match packed.len() < bytes.len() {
            true => {
                fs::write(&gzipped, packed)?;
                format!("Some(include_bytes!({gzipped:?}))")
            }
            false => "None".to_owned(),
        };
        let tag = hasher.finish();
        table += &format!(
            "File {{ name: {name:?}, tag: \"\\\"{tag:016x}\\\"\", bytes: include_bytes!({path:?}), gzip: {packed} }},\n"
        );
    }
    table += "]\n";
    fs::write(out.join("ui.rs"), table)
}

fn list(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        match path.is_dir() {
            _ if hidden => {}
            true => list(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
