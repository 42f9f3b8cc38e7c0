//! Languages, themes, sizes, little motion, and the first visit.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

pub(super) const SCENES: &[Scene] = &[
    ("explains itself on the first visit and lets one move at once", first_visit),
    ("speaks English and Indonesian", languages),
    ("is light or dark, as the system or the user wants", themes),
    ("fits every screen with targets large enough", sizes),
    ("moves little where little motion is wanted", little_motion),
    ("shows the keys and tells about itself", dialogs),
    ("gives games away as pictures", pictures),
];

fn first_visit(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "")?;
    let told = page.says("#line")?;
    ensure!(told.starts_with("Drag a disc") && told.matches('.').count() == 1, "{told}");
    page.make("A>C", By::Mouse, false)?;
    ensure!(!page.says("#line")?.starts_with("Drag a disc"));
    page.open_at(server, "#/hanoi/four")?;
    ensure!(!page.says("#line")?.starts_with("Drag a disc"), "once is enough");
    // The goal stays in sight, though.
    ensure!(page.says("#instructions")?.starts_with("Move all discs to peg"));
    Ok(())
}

fn languages(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    ensure!(page.says("#level-title")? == "First Steps");
    page.click("#language")?;
    page.wait_for("document.documentElement.lang === 'id' && document.querySelector('#level-title').textContent === 'Langkah Pertama'")?;
    page.expect("document.querySelector('#undo').textContent === 'Urungkan' && document.querySelector('#tab-compare').textContent === 'Banding'")?;
    // What the server says about the position follows.
    page.wait_for("document.querySelector('#description').textContent.includes('papan')")?;
    page.wait_for("document.querySelector('#instructions').textContent.startsWith('Geser balok sampai')")?;
    page.press("s")?;
    page.wait_for("document.querySelector('#headline') !== null")?;
    let headline = page.says("#headline")?;
    ensure!(headline.contains("langkah"), "{headline}");
    // The choice outlives the visit.
    page.open_at(server, "#/tiles/first")?;
    ensure!(page.says("#levels-button span")? == "Level");
    page.click("#language")?;
    page.wait_for("document.documentElement.lang === 'en' && document.querySelector('#levels-button span').textContent === 'Levels'")
}

fn themes(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/water/rack-03")?;
    let ground = |page: &mut Page| page.evaluate("getComputedStyle(document.body).backgroundColor");
    let light = ground(page)?;
    page.look(1280, 860, "dark")?;
    page.wait_for("document.documentElement.dataset.theme === 'dark'")?;
    let dark = ground(page)?;
    ensure!(light != dark, "{light} {dark}");
    // Chosen by hand, it stays whatever the system wants.
    page.click("#theme")?;
    page.wait_for("document.documentElement.dataset.theme === 'light'")?;
    ensure!(ground(page)? == light);
    page.open_at(server, "#/hanoi")?;
    ensure!(ground(page)? == light);
    page.click("#theme")?;
    page.wait_for("document.documentElement.dataset.theme === 'dark'")?;
    page.look(1280, 860, "light")?;
    ensure!(ground(page)? == dark);
    page.click("#theme")?;
    page.wait_for("document.documentElement.dataset.theme === 'light'")
}

fn sizes(page: &mut Page, server: &mut Server) -> Result<()> {
    for (puzzle, level) in [
        ("hanoi", "five-pegs"),
        ("stones", "paper-2"),
        ("water", "rack-40"),
        ("klotski", "great-door"),
        ("tiles", "fifteen"),
    ] {
        page.look(1440, 900, "light")?;
        page.begin(server, &format!("#/{puzzle}/{level}"))?;
        for (width, height) in [(320, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (2200, 1200)] {
            page.look(width, height, "light")?;
            page.fits(width).with_context(|| format!("{puzzle} {level}"))?;
            let small = page.evaluate(SMALL)?;
            ensure!(small == json!([]), "{puzzle} {width} wide: targets below 44 pixels: {small}");
            // The board uses the space that it has: all of it is seen, and it is not lost in it.
            let fill = page.evaluate(FILL)?;
            ensure!(
                fill[0] == true && fill[1].as_f64().is_some_and(|part| part > 0.5),
                "{puzzle} {width} x {height}: {fill}"
            );
        }
    }
    Ok(())
}

/// Controls that are too small to hit.
const SMALL: &str = "[...document.querySelectorAll('button, select, input, summary, nav a, [role=tab]')] \
    .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.classList.contains('unseen')) \
    .filter(e => { const r = e.getBoundingClientRect(); return r.height < 43.5 || r.width < 43.5; }).map(e => e.outerHTML.slice(0, 120))";

/// Whether every piece is inside the board, and how much of the board's width or height the drawing takes.
const FILL: &str = "(() => { const host = document.querySelector('#board').getBoundingClientRect(); \
    const boxes = [...document.querySelectorAll('#board .pieces .body, #board .back > *')].map(e => e.getBoundingClientRect()); \
    const l = Math.min(...boxes.map(b => b.left)), r = Math.max(...boxes.map(b => b.right)), t = Math.min(...boxes.map(b => b.top)), d = Math.max(...boxes.map(b => b.bottom)); \
    return [l >= host.left - 1 && r <= host.right + 1 && t >= host.top - 1 && d <= host.bottom + 1, Math.max((r - l) / host.width, (d - t) / host.height)]; })()";

fn little_motion(page: &mut Page, server: &mut Server) -> Result<()> {
    let features: Value = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
    page.call("Emulation.setEmulatedMedia", &json!({ "features": features }))?;
    page.begin(server, "#/water/rack-03")?;
    page.evaluate("(() => { window.moved = 0; const real = Element.prototype.animate; Element.prototype.animate = function (...all) { window.moved += 1; return real.apply(this, all); }; })()")?;
    let moves = server.solution("water", "rack-03")?;
    for text in &moves {
        page.make(text, By::Keyboard, false)?;
    }
    page.wait_for("!document.querySelector('#win').hidden")?;
    page.expect("window.moved === 0")
}

fn dialogs(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    page.press("?")?;
    page.wait_for("document.querySelectorAll('dialog kbd').length > 20")?;
    page.press("Escape")?;
    page.wait_for("document.querySelector('dialog') === null")?;
    page.click("#about")?;
    page.wait_for("/Version \\d/.test(document.querySelector('dialog')?.textContent ?? '')")?;
    // An idea leads to where it can be tried.
    page.click("dialog .papers li:nth-child(3) a")?;
    page.wait_for("document.querySelector('dialog') === null && document.querySelector('#board').dataset.puzzle === 'stones'")?;
    page.click("#share")?;
    page.wait_for("document.querySelector('dialog input[readonly]')?.value.includes('#stones:')")?;
    let link = page.evaluate("document.querySelector('dialog input[readonly]').value")?;
    page.press("Escape")?;
    let text = page.game()?["position"]["text"].clone();
    let hash = link.as_str().and_then(|link| link.split_once('#')).map(|(_, hash)| format!("#{hash}"));
    page.begin(server, &hash.unwrap_or_default())?;
    ensure!(page.game()?["position"]["text"] == text, "{link}");
    Ok(())
}

fn pictures(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/first")?;
    page.press("s")?;
    page.wait_for("document.querySelector('.player-count')?.textContent === '2 / 2'")?;
    page.quiet()?;
    // What the browser would keep as a file.
    page.evaluate(
        "window.kept = []; HTMLAnchorElement.prototype.click = function () { window.kept.push({ name: this.download }); }; \
         const make = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) => { window.bytes = new Uint8Array(bytes); }); return make(blob); }; true",
    )?;
    page.click("#share")?;
    page.wait_for("document.querySelector('dialog input[readonly]') !== null")?;
    let forms =
        [("Animated SVG", "telusur-tiles-first.svg", "<svg"), ("GIF", "telusur-tiles-first.gif", "GIF89a")];
    for (number, (word, name, begins)) in forms.into_iter().enumerate() {
        page.evaluate("window.bytes = undefined; true")?;
        page.evaluate(&format!(
            "[...document.querySelectorAll('dialog button')].find((one) => one.textContent === '{word}').dataset.tried = '{number}'; true"
        ))?;
        page.click(&format!("dialog [data-tried='{number}']"))?;
        page.wait_for(&format!("window.kept[{number}]?.name === '{name}' && window.bytes !== undefined"))?;
        page.expect(&format!(
            "new TextDecoder().decode(window.bytes.slice(0, {})) === '{begins}'",
            begins.len()
        ))?;
        page.expect("[...document.querySelectorAll('dialog [role=status]')].some((line) => line.textContent === 'Saved.')")?;
    }
    page.press("Escape")
}
