//! The page as one file that works from disk: scripts as data addresses in an import map, styles and icons in their places,
//! the engine packed, workers from a blob.

use super::{Files, packed, replaced, text};
use anyhow::{Context, Result};

/// What a page from a file may do: what is in it, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' data: blob: 'wasm-unsafe-eval'; \
     style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'";

/// In the place of `assets.js`.
const ASSETS: &str = r#"// Where the engine and the script of its workers are: inside the page.
const inside = (id) => document.getElementById(id)?.textContent ?? "";
export async function engine() {
  const packed = Uint8Array.from(atob(inside("engine")), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
let address;
export const workerAddress = () => (address ??= URL.createObjectURL(new Blob([inside("worker")], { type: "text/javascript" })));
export const offlineAddress = () => undefined;
"#;

/// Begins. Chromium may show a file a `localStorage` that is seconds old, or none, when it is loaded again; the database is
/// never late. So everything is put into both, and brought back from there before the page reads it. Changes are committed
/// at once: one that still waited to hear that its request went well would be lost with the page.
const BEGIN: &str = r#"import("telusur/engine.js");
const waited = (request) => new Promise((resolve, reject) => {
  request.addEventListener("success", () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
});
try {
  const opening = indexedDB.open("telusur-storage", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("items"));
  const database = await waited(opening);
  const items = database.transaction("items").objectStore("items");
  const [keys, values] = await Promise.all([waited(items.getAllKeys()), waited(items.getAll())]);
  keys.forEach((key, i) => localStorage.setItem(key, values[i]));
  const change = (made) => {
    const transaction = database.transaction("items", "readwrite");
    made(transaction.objectStore("items"));
    transaction.commit();
  };
  const { setItem, removeItem, clear } = Storage.prototype;
  const both = (usual, other) => function (...given) {
    usual.apply(this, given);
    if (this === localStorage) other(...given);
  };
  Storage.prototype.setItem = both(setItem, (key, value) => change((items) => items.put(String(value), String(key))));
  Storage.prototype.removeItem = both(removeItem, (key) => change((items) => items.delete(String(key))));
  Storage.prototype.clear = both(clear, () => change((items) => items.clear()));
} catch { /* Without a database there is only what the browser shows. */ }
import("telusur/app.js");
"#;

/// Scripts that are no modules.
const PLAIN: [&str; 3] = ["theme.js", "worker.js", "service-worker.js"];

/// The whole page.
pub(super) fn page(files: &Files) -> Result<Vec<u8>> {
    let mut page = String::new();
    let mut linked = Vec::new();
    let icon = format!("data:image/svg+xml;base64,{}", base64(files.get("icon.svg").context("no icon")?));
    for line in text(files, "index.html")?.lines() {
        let trimmed = line.trim();
        let stylesheet = trimmed
            .strip_prefix("<link rel=\"stylesheet\" href=\"./")
            .and_then(|rest| rest.split('"').next());
        if trimmed.starts_with("<link rel=\"modulepreload\"")
            || trimmed.starts_with("<link rel=\"preload\"")
            || trimmed.starts_with("<link rel=\"manifest\"")
            || trimmed.starts_with("<script type=\"module\" async")
            || trimmed.starts_with("<link rel=\"apple-touch-icon\"")
        {
            continue;
        } else if let Some(name) = stylesheet {
            page += &sheet(files, name)?;
            linked.push(name.to_owned());
        } else if trimmed.starts_with("<meta http-equiv=\"Content-Security-Policy\"") {
            page += &format!("    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n");
        } else if trimmed.starts_with("<script src=\"./theme.js\"") {
            page += &format!("<script>\n{}</script>\n", text(files, "theme.js")?);
        } else if trimmed.starts_with("<script type=\"module\" src=\"./app.js\"") {
            page += &modules(files)?;
        } else {
            page += &line.replace("./icon.svg", &icon);
            page.push('\n');
        }
    }
    // Those that scripts would load when they are needed.
    let later: String = files
        .keys()
        .filter(|name| name.ends_with(".css") && !linked.contains(name))
        .map(|name| sheet(files, name))
        .collect::<Result<_>>()?;
    let page = replaced(&page, "  </head>", &format!("{later}  </head>"))?;
    let inside = format!(
        "<script type=\"text/plain\" id=\"licence\">\n{}</script>\n<script type=\"text/plain\" id=\"worker\">\n{}</script>\n\
         <script type=\"text/plain\" id=\"engine\">{}</script>\n  </body>",
        text(files, "licence.txt")?,
        text(files, "worker.js")?,
        base64(&packed(files.get("telusur.wasm").context("no engine")?)?)
    );
    Ok(replaced(&page, "  </body>", &inside)?.into_bytes())
}

/// A style sheet in its place.
fn sheet(files: &Files, name: &str) -> Result<String> {
    Ok(format!("<style data-sheet=\"{name}\">\n{}</style>\n", text(files, name)?))
}

/// All modules by name, and the first of them.
fn modules(files: &Files) -> Result<String> {
    let mut map = serde_json::Map::new();
    for name in files.keys().filter(|name| name.ends_with(".js") && !PLAIN.contains(&name.as_str())) {
        let script = match name.as_str() {
            "assets.js" => ASSETS.to_owned(),
            name => text(files, name)?,
        };
        // A data address has no neighbours, so names are looked up in the map.
        let script = ["from \"./", "import \"./", "import(\"./"]
            .iter()
            .fold(script, |script, words| script.replace(words, &words.replace("./", "telusur/")));
        let address = format!("data:text/javascript;base64,{}", base64(script.as_bytes()));
        map.insert(format!("telusur/{name}"), address.into());
    }
    let map = serde_json::json!({ "imports": map });
    Ok(format!("<script type=\"importmap\">{map}</script>\n<script type=\"module\">\n{BEGIN}</script>\n"))
}

/// Bytes as letters, digits and two signs.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let number =
            chunk.iter().fold(0u32, |number, &byte| number << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let sign = SIGNS[(number >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters() {
        for (bytes, letters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
        assert_eq!(base64(&[0xff, 0xfb, 0xbf]), "//u/");
    }
}
