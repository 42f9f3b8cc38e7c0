//! What the page looks like now, as a file.

use crate::devtools::Page;
use anyhow::{Context, Result};
use serde_json::json;
use std::path::Path;

impl Page {
    /// Writes a picture of the window.
    pub(crate) fn shoot(&mut self, path: &Path) -> Result<()> {
        let shot = self.call("Page.captureScreenshot", &json!({ "format": "png" }))?;
        let data = shot["data"].as_str().context("no picture")?;
        std::fs::write(path, base64(data).context("a broken picture")?)?;
        Ok(())
    }

    /// Where `TELUSUR_SHOTS` names a directory, a picture for people to look at.
    pub(crate) fn show(&mut self, name: &str) -> Result<()> {
        let Some(directory) = std::env::var_os("TELUSUR_SHOTS") else { return Ok(()) };
        std::fs::create_dir_all(&directory)?;
        self.frames(4)?;
        self.shoot(&Path::new(&directory).join(format!("{}.png", name.replace([' ', '/', '#'], "-"))))
    }
}

/// Decodes what the protocol sends.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.bytes().filter(|&byte| byte != b'=') {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        assert_eq!(base64("TWFu").unwrap(), b"Man");
        assert_eq!(base64("TWE=").unwrap(), b"Ma");
        assert_eq!(base64("/+8A").unwrap(), [0xff, 0xef, 0x00]);
        assert_eq!(base64("*"), None);
    }
}
