//! Small things that a first visitor stumbles over: broken links, where a dragged disc is, which tube a hint means, keys
//! after a click, who sits at the board after New, a solution that is touched or reloaded while it plays.

use super::Scene;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::json;

pub(super) const SCENES: &[Scene] = &[
    ("says what is wrong with a link, and opens its puzzle", links),
    ("keeps a dragged disc under the pointer", under_the_pointer),
    ("leaves arrow keys to the board after a click on a button", arrows),
    ("points its hint at the right tube in two rows", two_rows),
    ("keeps the machine at the board in a new game", opponent),
    ("finds its game again after a reload while a solution plays", reload_in_playback),
    ("lets a hand take over while a solution plays", take_over),
    ("keeps the board in view however long the title is", long_title),
];

fn links(page: &mut Page, server: &mut Server) -> Result<()> {
    for (hash, puzzle, said) in [
        ("#tiles:1+1/2+3/4+5", "tiles", "twice"),
        ("#hanoi:3+2+1+$+$;B%3EA", "hanoi", ""),
        ("#/hanoi/linear", "hanoi", "linear"),
        ("#/nonsense", "hanoi", "no puzzle called “nonsense”"),
        ("#/klotski?view=bogus", "klotski", "no view called “bogus”"),
    ] {
        page.begin(server, hash)?;
        page.wait_for("document.querySelectorAll('#board .piece').length > 0")?;
        let line = page.says("#line")?;
        ensure!(line.starts_with("This link can't be opened") && line.contains(said), "{hash}: {line}");
        ensure!(page.game()?["puzzle"] == puzzle, "{hash} opens {}", page.game()?["puzzle"]);
        ensure!(page.says("#level-title")?.trim().len() > 2, "{hash} has no title");
    }
    Ok(())
}

/// The middle of an element and of the pointer's target, while the mouse is down.
fn under_the_pointer(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/four")?;
    let disc = "#board [data-id='disc-1'] .body";
    let (x, y) = page.middle(disc)?;
    let mouse = |page: &mut Page, kind: &str, x: f64, y: f64, buttons: u32| {
        let event =
            json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
        page.call("Input.dispatchMouseEvent", &event).map(|_| ())
    };
    mouse(page, "mousePressed", x, y, 1)?;
    for step in 1..=5 {
        mouse(page, "mouseMoved", x + 20.0 * f64::from(step), y - 4.0 * f64::from(step), 1)?;
        page.frames(2)?;
    }
    // The lift that a click would show must have ended.
    page.wait_for("!document.querySelector('#board').getAnimations({ subtree: true }).some(a => a.playState === 'running')")?;
    let at = page.evaluate(&format!(
        "(() => {{ const r = document.querySelector({}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()",
        json!(disc)
    ))?;
    let (dx, dy) = (at[0].as_f64().context("x")? - x - 100.0, at[1].as_f64().context("y")? - y + 20.0);
    mouse(page, "mouseReleased", x, y, 0)?;
    page.quiet()?;
    ensure!(dx.abs() < 12.0 && dy.abs() < 12.0, "the disc is {dx} and {dy} pixels away from the pointer");
    Ok(())
}

fn arrows(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    page.hint_to_the_end()?;
    page.press("ArrowRight")?;
    page.wait_for(
        "document.activeElement?.id === 'board' && document.querySelector('#board .ring-line') !== null",
    )
}

fn two_rows(page: &mut Page, server: &mut Server) -> Result<()> {
    page.look(390, 844, "light")?;
    page.begin(server, "#/water/rack-30")?;
    let mut rows_apart = 0;
    for _ in 0..12 {
        page.hint_to_the_end()?;
        page.wait_for("document.querySelector('#board .hint .arrow') !== null && /\\d+>\\d+/.test(document.querySelector('#line').textContent)")?;
        let found = page.evaluate(
            "(() => { const [, from, to] = document.querySelector('#line').textContent.match(/(\\d+)>(\\d+)/); \
             const arrow = document.querySelector('#board .hint .arrow'); \
             const end = arrow.points[arrow.points.numberOfItems - 1]; \
             const at = new DOMPoint(end.x, end.y).matrixTransform(arrow.getScreenCTM()); \
             const under = document.elementsFromPoint(at.x, at.y).map(e => e.closest('[data-key]')?.dataset.key); \
             const top = id => Math.round(document.querySelector(`#board [data-key='${id}']`).getBoundingClientRect().y / 20); \
             const ids = [...document.querySelectorAll('#board [data-key]')].map(e => e.dataset.key); \
             const tube = n => ids.find(id => id === `tube-${n}`); \
             return { to: tube(to), under, apart: tube(from) && tube(to) && top(tube(from)) !== top(tube(to)), move: from + '>' + to }; })()",
        )?;
        let to = found["to"].as_str().with_context(|| format!("no such tube: {found}"))?;
        let under = found["under"].as_array().context("nothing under the arrow")?;
        ensure!(under.iter().any(|key| key == to), "the arrow does not end in the tube: {found}");
        rows_apart += usize::from(found["apart"] == true);
        let text = found["move"].as_str().context("no move")?.to_owned();
        page.make(&text, super::desk::By::Keyboard, false)?;
        page.quiet()?;
        if page.game()?["position"]["status"] != "playing" {
            break;
        }
    }
    ensure!(rows_apart > 0, "no hint went from one row to the other");
    Ok(())
}

fn opponent(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/stones")?;
    let seats = page.game()?["seats"].clone();
    ensure!(seats.as_array().is_some_and(|seats| seats.iter().any(|seat| seat != "person")), "{seats}");
    let before = page.game()?["key"].clone();
    page.click("#new")?;
    page.wait_for(&format!(
        "(() => {{ const kept = JSON.parse(localStorage.getItem('telusur.games')); return kept[kept['']] !== {before}; }})()"
    ))?;
    page.quiet()?;
    ensure!(page.game()?["seats"] == seats, "{} after {seats}", page.game()?["seats"]);
    Ok(())
}

/// Lets a long solution play slowly.
fn play_slowly(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#hanoi:6+5+4+3+2+1+$+$")?;
    page.evaluate(&format!("import('{}settings.js').then(m => m.set({{ speed: 4 }}))", page.scripts))?;
    page.press("s")?;
    page.wait_for("!document.querySelector('#player').hidden && Number(document.querySelector('#count-moves').textContent) > 1")
}

fn reload_in_playback(page: &mut Page, server: &mut Server) -> Result<()> {
    play_slowly(page, server)?;
    let before = page.game()?;
    page.call("Page.reload", &json!({}))?;
    page.wait_for("document.documentElement?.dataset.ready === 'true' && performance.getEntriesByType('navigation')[0].type === 'reload'")?;
    let after = page.game()?;
    ensure!(after["key"] == before["key"], "another game was opened: {} after {}", after["id"], before["id"]);
    ensure!(after["redo"].is_string(), "the rest of the solution is still there: {after}");
    Ok(())
}

fn take_over(page: &mut Page, server: &mut Server) -> Result<()> {
    play_slowly(page, server)?;
    let place = page.middle("#board")?;
    page.click_at(place)?;
    page.wait_for("document.documentElement.dataset.state !== 'replaying'")?;
    page.quiet()?;
    let paused = page.counter("moves")?;
    page.frames(90)?;
    ensure!(page.counter("moves")? == paused, "the solution played on");
    ensure!(page.game()?["redo"].is_string(), "the rest of the solution is still there");
    Ok(())
}

/// A puzzle of one's own may have a title and a sentence of any length.
fn long_title(page: &mut Page, server: &mut Server) -> Result<()> {
    let text = |title: &str, about: &str| {
        format!("puzzle {title}\\nabout {about}\\nvar n : 0..2\\nmove up: n += 1\\ngoal n == 2")
    };
    let words = |count: usize| vec!["Labyrinth"; count].join(" ");
    let hash = |text: &str| {
        let encode = |byte: u8| match byte.is_ascii_alphanumeric() {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        };
        format!("#rules:0?rules={}", text.bytes().map(encode).collect::<String>())
    };
    for (width, height) in [(320, 640), (390, 844), (1280, 720)] {
        page.look(width, height, "light")?;
        page.begin(server, &hash(&text("Short", "Count to two.")))?;
        let [_, usual, ..] = page.edges("#board")?;
        for title in [words(18), "x".repeat(180)] {
            page.begin(server, &hash(&text(&title, &words(39))))?;
            page.wait_for("document.querySelector('#level-title').textContent.length >= 179")?;
            let [_, top, ..] = page.edges("#board")?;
            ensure!(top - usual < 170.0, "the board begins {} px lower at {width} x {height}", top - usual);
            ensure!(top < 0.7 * f64::from(height), "the board begins at {top} of {height} px, {width} wide");
            page.expect("document.querySelector('#level-title').title === document.querySelector('#level-title').textContent")?;
            page.show(&format!("long title {width}"))?;
            page.fits(width)?;
        }
    }
    Ok(())
}
