//! `cargo xtask picture`: the README's pictures, taken from the real page, and the one that the program draws itself.

use crate::devtools::Page;
use crate::server::Server;
use crate::steps::root;
use anyhow::{Result, ensure};
use serde_json::json;
use std::process::Command;

/// A picture: its name, the size and colours of the window, the address, and what is done there.
struct Shot {
    name: &'static str,
    size: (u32, u32),
    scheme: &'static str,
    hash: &'static str,
    act: fn(&mut Page) -> Result<()>,
}

const SHOTS: [Shot; 3] = [
    Shot { name: "klotski", size: (1180, 740), scheme: "light", hash: "#/klotski/tee-time", act: solved },
    Shot { name: "map", size: (1280, 800), scheme: "dark", hash: "#/hanoi/halfway", act: searched },
    Shot { name: "water", size: (390, 740), scheme: "light", hash: "#/water/rack-24", act: held },
];

pub(crate) fn take() -> Result<()> {
    let server = Server::start()?;
    let mut page = Page::open()?;
    let docs = root().join("docs");
    std::fs::create_dir_all(&docs)?;
    let film = docs.join("hanoi.svg");
    let drawn =
        Command::new(&server.program).args(["solve", "hanoi", "--quiet", "--svg"]).arg(&film).output()?;
    ensure!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    println!("{}", film.display());
    for Shot { name, size: (width, height), scheme, hash, act } in SHOTS {
        page.look(width, height, scheme)?;
        page.call("Page.navigate", &json!({ "url": "about:blank" }))?;
        page.visit(&format!("{}{hash}", server.url))?;
        act(&mut page)?;
        page.evaluate("document.activeElement?.blur(), scrollTo(0, 0)")?;
        page.frames(30)?;
        let path = docs.join(format!("{name}.png"));
        page.shoot(&path)?;
        println!("{}", path.display());
    }
    Ok(())
}

/// A proved solution, and the player somewhere in it.
fn solved(page: &mut Page) -> Result<()> {
    page.press("s")?;
    page.wait_for(
        "document.querySelector('#headline') !== null && document.querySelector('.player-count') !== null",
    )?;
    page.press("p")?;
    page.evaluate(
        "(() => { const s = document.querySelector('.scrub'); s.value = '12'; s.dispatchEvent(new Event('input')); })()",
    )?;
    page.wait_for("document.querySelector('.player-count').textContent.startsWith('12 ')")
}

/// A search in the midst of its work, on the map of a space.
fn searched(page: &mut Page) -> Result<()> {
    page.click("#tab-watch")?;
    page.wait_for("document.querySelector('#watch-scrub') !== null")?;
    page.click("#view-watch .segment:nth-child(2) input")?;
    page.evaluate(
        "(() => { const s = document.querySelector('#watch-scrub'); s.value = String(Math.round(s.max * 0.7)); s.dispatchEvent(new Event('input')); })()",
    )?;
    page.frames(4)
}

/// A tube in the hand.
fn held(page: &mut Page) -> Result<()> {
    page.press("4")?;
    page.wait_for("document.documentElement.dataset.state === 'holding'")
}
