//! The editor: levels drawn on their picture, taken back, judged meanwhile, kept and printed.

use super::Scene;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result};
use serde_json::json;

pub(super) const SCENES: &[Scene] =
    &[("lets levels be drawn on their picture, with a verdict of the engine", picture)];

/// Opens the editor with a text.
fn edit(page: &mut Page, text: &str) -> Result<()> {
    page.click("#levels-button")?;
    page.wait_for("document.querySelector('dialog .own-level-button') !== null")?;
    page.click("dialog .own-level-button")?;
    page.wait_for("document.querySelector('dialog textarea') !== null")?;
    page.fill("dialog textarea", text)?;
    page.wait_for("document.querySelector('dialog .editor-board svg .piece, dialog .editor-board svg .back *') !== null")?;
    page.wait_for("!document.querySelector('dialog .editor-board').getAnimations({ subtree: true }).some(a => a.playState === 'running')")?;
    page.frames(3)
}

fn is_text(page: &mut Page, text: &str) -> Result<()> {
    page.wait_for(&format!("document.querySelector('dialog textarea').value === {}", json!(text)))
        .with_context(|| format!("the drawing is not {text}"))?;
    page.wait_for("!document.querySelector('dialog .editor-board').getAnimations({ subtree: true }).some(a => a.playState === 'running')")?;
    page.frames(10)
}

/// Where a cell of the picture is on the screen.
fn cell(page: &mut Page, x: f64, y: f64) -> Result<(f64, f64)> {
    let at = page.evaluate(&format!("(() => {{ const svg = document.querySelector('dialog .editor-board svg'); const at = new DOMPoint({x}, {y}).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; }})()"))?;
    Ok((at[0].as_f64().context("no place")?, at[1].as_f64().context("no place")?))
}

/// What the engine says about the drawing.
fn verdict(page: &mut Page, part: &str) -> Result<()> {
    page.wait_for(&format!(
        "document.querySelector('dialog .level-verdict').textContent.includes({})",
        json!(part)
    ))
}

fn picture(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    // Blocks are rectangles that are drawn; the verdict follows.
    edit(page, "..../..../..../..../....")?;
    let (from, to) = (cell(page, 1.5, 0.5)?, cell(page, 2.5, 1.5)?);
    page.drag(from, &[to])?;
    is_text(page, ".aa./.aa./..../..../....")?;
    verdict(page, "difficulty 1 of 10; 1 shortest solution.")?;
    let first = page.says("dialog .level-verdict")?;
    let (from, to) = (cell(page, 0.5, 2.5)?, cell(page, 3.5, 2.5)?);
    page.drag(from, &[to])?;
    is_text(page, ".aa./.aa./bbbb/..../....")?;
    page.wait_for(&format!("document.querySelector('dialog .level-verdict').dataset.claim !== undefined && document.querySelector('dialog .level-verdict').textContent !== {}", json!(first)))?;
    page.show("drawing on the picture")?;
    // Undo and redo, by button and by key.
    page.click("dialog .editor-undo")?;
    is_text(page, ".aa./.aa./..../..../....")?;
    page.click("dialog .editor-redo")?;
    is_text(page, ".aa./.aa./bbbb/..../....")?;
    page.call(
        "Input.dispatchKeyEvent",
        &json!({ "type": "keyDown", "key": "z", "code": "KeyZ", "modifiers": 2 }),
    )?;
    page.call(
        "Input.dispatchKeyEvent",
        &json!({ "type": "keyUp", "key": "z", "code": "KeyZ", "modifiers": 2 }),
    )?;
    is_text(page, ".aa./.aa./..../..../....")?;
    // Kept with its name and author, and found again.
    page.fill("dialog .editor-names .text-field:first-child input", "A short way down")?;
    page.fill("dialog .editor-names .text-field:last-child input", "Me")?;
    page.click("dialog .editor-keep")?;
    page.wait_for("document.querySelector('dialog.collection .own-level-name')?.textContent.includes('A short way down') === true")?;
    page.expect("document.querySelector('dialog.collection .own-level-name').textContent.includes('by Me')")?;
    page.click("dialog.collection .own-level-name")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'A short way down'")?;
    page.quiet()?;
    // The others: a colour into a tube, a disc to a peg, a stone, two tiles.
    page.begin(server, "#/water/rack-01")?;
    edit(page, "1 2 | 2 1 | - | -")?;
    // The board of before may still be there.
    page.wait_for("document.querySelector('dialog .editor-board [data-key=tube-4]') !== null")?;
    let tube = page.middle("dialog .editor-board [data-key='tube-3']")?;
    page.click_at(tube)?;
    is_text(page, "1 2 | 2 1 | 1 | -")?;
    // Colours are shown as they look.
    page.wait_for("new Set([...document.querySelectorAll('dialog .swatch')].slice(0, 2).map(s => getComputedStyle(s).backgroundColor)).size === 2")?;
    verdict(page, "Solvable, ")?;
    verdict(page, "difficulty ")?;
    page.show("drawing water")?;
    page.begin(server, "#/hanoi/three")?;
    edit(page, "3 2 1 | |")?;
    let (disc, peg) = (
        page.middle("dialog .editor-board [data-id='disc-1']")?,
        page.middle("dialog .editor-board [data-id='disc-3']")?,
    );
    let width = page
        .evaluate("document.querySelector('dialog .editor-board svg').getBoundingClientRect().width")?
        .as_f64()
        .context("no width")?;
    page.drag(disc, &[(peg.0 + width / 3.0, peg.1)])?;
    is_text(page, "3 2 | 1 |")?;
    verdict(page, "Solvable, 7 moves, difficulty ")?;
    page.begin(server, "#/stones/paper-2")?;
    edit(page, "5 7 9")?;
    verdict(page, "Difficulty ")?;
    page.begin(server, "#/tiles/first")?;
    edit(page, "1 2 3/4 5 6/7 . 8")?;
    verdict(page, "Solvable, 1 move, difficulty 1 of 10; 1 shortest solution.")?;
    let (from, to) = (cell(page, 0.5, 0.5)?, cell(page, 1.5, 0.5)?);
    page.drag(from, &[to])?;
    is_text(page, "2 1 3/4 5 6/7 . 8")?;
    page.wait_for("document.querySelector('dialog .level-verdict').dataset.claim === 'unsolvable'")?;
    page.look(390, 844, "dark")?;
    page.show("the editor on a phone")?;
    page.look(1280, 860, "light")?;
    // On paper there is the level alone.
    page.evaluate("(() => { window.print = () => { window.printed = document.querySelector('#print-sheet').textContent; dispatchEvent(new Event('afterprint')); }; })()")?;
    page.evaluate("[...document.querySelectorAll('dialog .editor-form .row .soft')].find(b => b.textContent === 'Print').click()")?;
    page.expect(
        "window.printed.includes('2 1 3/4 5 6/7 . 8') && document.querySelector('#print-sheet') === null",
    )
}
