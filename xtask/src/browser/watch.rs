//! Watching searches step by step: replayed as the engine recorded them, alone and side by side, in every form.

use super::Scene;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::Value;

pub(super) const SCENES: &[Scene] = &[
    ("watches a search step by step", steps),
    ("watches two searches side by side, on the map and in the large view", beside),
    ("watches every algorithm that a level offers", every_algorithm),
    ("watches searches on a phone, in the dark, in Indonesian", phone),
    ("draws the map of the whole 8-puzzle", whole_eight),
    ("draws the map of Heng Dao Li Ma, filters it, finds the game in it and saves it", large_klotski),
];

/// Opens the map and waits for it.
fn open_map(page: &mut Page, server: &Server, hash: &str) -> Result<()> {
    page.begin(server, hash)?;
    page.click("#tab-map")?;
    page.wait_for("document.querySelector('#view-map .map-canvas') !== null")
}

/// Frames a second while the map is moved and zoomed without a pause, those of a page at rest, and the milliseconds of
/// the main thread in each.
fn frame_rate(page: &mut Page) -> Result<String> {
    let rates = page.evaluate(
        "(async () => { const c = document.querySelector('#view-map .map-canvas'), r = c.getBoundingClientRect(); \
         const frame = () => new Promise(done => requestAnimationFrame(begun => done(performance.now() - begun))); \
         const rate = async (count, each) => { let own = 0; const began = performance.now(); for (let i = 0; i < count; i += 1) { each(i); own += await frame(); } \
           return [count / ((performance.now() - began) / 1000), own / count]; }; \
         const wheel = (i) => c.dispatchEvent(new WheelEvent('wheel', { deltaY: i < 20 ? -120 : 120, clientX: r.x + r.width / 3, clientY: r.y + r.height / 3, bubbles: true, cancelable: true })); \
         await frame(); const idle = await rate(20, () => {}); return [...await rate(40, wheel), idle[0]]; })()",
    )?;
    let number = |place: usize| rates[place].as_f64().unwrap_or(0.0);
    Ok(format!(
        "{:.0} frames/s, {:.1} ms of the main thread in each; at rest {:.0} frames/s",
        number(0),
        number(1),
        number(2)
    ))
}

fn whole_eight(page: &mut Page, server: &mut Server) -> Result<()> {
    open_map(page, server, "#/tiles/eight")?;
    let note = page.says("#view-map .note")?;
    ensure!(note.contains("181,440 positions") && note.contains("241,920 moves"), "{note}");
    page.frames(4)?;
    page.show("map eight")?;
    let rate = frame_rate(page)?;
    println!("    the whole 8-puzzle: {rate}; {}", painter(page)?);
    page.click("#view-map .row .soft")?;
    page.frames(4)?;
    page.show("map eight near")?;
    // A point can be pointed at: the game's own one shows its board.
    let middle = page.middle("#view-map .map-canvas")?;
    page.click_at(middle)?;
    page.wait_for("!document.querySelector('#view-map .peek').hidden && document.querySelectorAll('#view-map .peek [data-kind=tile]').length === 8")?;
    page.look(1280, 860, "dark")?;
    page.frames(4)?;
    page.show("map eight near dark")
}

/// What draws, in words.
fn painter(page: &mut Page) -> Result<String> {
    let painter = page.evaluate(
        "(() => { const gl = document.createElement('canvas').getContext('webgl2'); if (!gl) return 'without WebGL'; \
         const names = gl.getExtension('WEBGL_debug_renderer_info'); return gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER); })()",
    )?;
    let drawn = page.evaluate("document.querySelector('#view-map .map-canvas').dataset.painter")?;
    Ok(format!("{} by {}", drawn.as_str().unwrap_or("?"), painter.as_str().unwrap_or("?")))
}

fn large_klotski(page: &mut Page, server: &mut Server) -> Result<()> {
    open_map(page, server, "#/klotski/heng-dao-li-ma")?;
    ensure!(page.says("#view-map .note")?.contains("25,955 positions"), "{}", page.says("#view-map .note")?);
    let rate = frame_rate(page)?;
    println!("    Heng Dao Li Ma: {rate}; {}", painter(page)?);
    page.frames(4)?;
    page.show("map klotski")?;
    // How many points are drawn.
    let inked = |page: &mut Page| -> Result<u64> {
        page.frames(3)?;
        let count =
            page.evaluate("Number(document.querySelector('#view-map .map-canvas').dataset.points)")?;
        count.as_u64().context("no count")
    };
    page.click("#view-map .row .soft:nth-child(2)")?;
    let all = inked(page)?;
    page.evaluate("(() => { const s = document.querySelectorAll('#view-map .map-filter input')[1]; s.value = '20'; s.dispatchEvent(new Event('input')); })()")?;
    ensure!(page.says("#view-map .map-filter output")? == "0 to 20 moves from the start");
    let few = inked(page)?;
    ensure!(all == 25_955 && few > 0 && few * 3 < all, "{few} of {all} are left");
    page.show("map klotski filtered")?;
    // Exports hold every position and every move.
    for (text, nodes, edges) in
        [("asGraphml(map)", "<node ", "<edge "), ("asSvg(new MapCanvas(map, () => {}))", "h0", "L")]
    {
        let exported = page.asks(&format!(
            "(async () => {{ const [{{ asGraphml, asSvg }}, {{ MapCanvas }}, {{ unpacked }}, {{ startJob }}] = await Promise.all(['map-export.js', 'map-canvas.js', 'map-data.js', 'api.js'].map(load)); \
             const map = unpacked(await startJob({{ kind: 'map', puzzle: 'hanoi', level: 'four' }}).done); const text = {text}; \
             return text; }})()"
        ))?;
        // The page's policy lets no script of it parse a text.
        let exported = exported.as_str().unwrap_or_default();
        let counts = [nodes, edges].map(|part| exported.matches(part).count());
        ensure!(counts == [81, 120] && is_well_formed(exported), "{text}: {counts:?} in {exported}");
    }
    // Where a processor does the work of a GPU, the plain canvas draws; WebGL draws as many points.
    let drawn = page.asks(
        "(async () => { const [{ GlPainter }, { FlatPainter }, { unpacked }, { startJob }] = await Promise.all(['map-gl.js', 'map-flat.js', 'map-data.js', 'api.js'].map(load)); \
         const map = unpacked(await startJob({ kind: 'map', puzzle: 'hanoi', level: 'four' }).done); \
         const look = { width: 400, height: 400, dense: 1, scale: 380, dx: 10, dy: 10, radius: 4, from: 0, to: 65535, line: [0, 0, 0, 1], lineWidth: 1, lines: false }; \
         const colours = new Uint8Array(4 * map.nodes).fill(255); \
         return [GlPainter.of(map, true), new FlatPainter(map)].map(painter => { \
           if (!painter) return 'no WebGL'; painter.colour(colours); const count = painter.paint(look); \
           const copy = document.createElement('canvas'); copy.width = copy.height = 400; const context = copy.getContext('2d'); context.drawImage(painter.canvas, 0, 0); \
           const data = context.getImageData(0, 0, 400, 400).data; let inked = 0; for (let i = 3; i < data.length; i += 4) if (data[i] > 127) inked += 1; \
           return [count, inked]; }); })()",
    )?;
    let (by_gl, flat) = (&drawn[0], &drawn[1]);
    ensure!(flat[0] == 81 && flat[1].as_u64().is_some_and(|inked| (3000..5000).contains(&inked)), "{drawn}");
    let is_near =
        |a: &Value, b: &Value| (a.as_f64().unwrap_or(0.0) / b.as_f64().unwrap_or(1.0) - 1.0).abs() < 0.15;
    ensure!(by_gl == "no WebGL" || by_gl[0] == 81 && is_near(&by_gl[1], &flat[1]), "{drawn}");
    page.look(390, 844, "dark")?;
    page.frames(4)?;
    page.show("map klotski phone")
}

/// Opens the view and waits for the recording.
fn open(page: &mut Page, server: &Server, hash: &str) -> Result<()> {
    page.begin(server, hash)?;
    page.click("#tab-watch")?;
    recorded(page)
}

fn recorded(page: &mut Page) -> Result<()> {
    page.wait_for("document.querySelector('.watch')?.dataset.job !== undefined")
}

/// A figure of a lane.
fn figure(page: &mut Page, lane: usize, name: &str) -> Result<u64> {
    let text = page.evaluate(&format!(
        "[...document.querySelectorAll('.lane')[{lane}].querySelectorAll('.figures > div')].find(e => e.querySelector('dt').textContent === '{name}').querySelector('dd').textContent"
    ))?;
    text.as_str()
        .and_then(|text| text.replace([',', '.'], "").parse().ok())
        .with_context(|| format!("{name} is {text}"))
}

/// Chooses an algorithm in a list of the form, and waits for its recording.
fn choose(page: &mut Page, list: usize, name: &str) -> Result<()> {
    let before = page.evaluate("document.querySelector('.watch').dataset.job")?;
    page.evaluate(&format!(
        "(() => {{ const s = document.querySelectorAll('.watch-form select')[{list}]; s.value = '{name}'; s.dispatchEvent(new Event('change')); }})()"
    ))?;
    page.wait_for(&format!("document.querySelector('.watch').dataset.job !== {before}"))
}

/// The recording of a search from the start of a level, as a job gives it.
fn recording(page: &mut Page, level: &str, algorithm: &str) -> Result<Value> {
    page.asks(&format!(
        "(async () => {{ const [puzzle, level] = '{level}'.split('/'); \
         return (await api.startJob({{ kind: 'watch', puzzle, level, algorithms: ['{algorithm}'] }}).done).runs[0]; }})()"
    ))
}

fn steps(page: &mut Page, server: &mut Server) -> Result<()> {
    open(page, server, "#/tiles/first")?;
    choose(page, 0, "astar")?;
    page.wait_for("document.querySelector('.lane h2').textContent === 'A*'")?;
    let run = recording(page, "tiles/first", "astar")?;
    let last = run["events"].as_array().map_or(0, Vec::len) / 4;
    page.expect(&format!("Number(document.querySelector('#watch-scrub').max) === {last}"))?;
    // One step on, one more, one back: the line, the open list and the sentence follow.
    page.click("#watch-forward")?;
    page.expect("document.querySelector('.watch-sentence').textContent === 'The search begins.'")?;
    page.expect("document.querySelector('.code [aria-current]').textContent.startsWith('open ←')")?;
    ensure!(figure(page, 0, "Open list")? == 1);
    page.click("#watch-forward")?;
    page.expect("document.querySelector('.watch-sentence').textContent.startsWith('Expand start, node number 1: g 0, h ')")?;
    page.expect("document.querySelector('.code [aria-current]').textContent.includes('least f')")?;
    ensure!((figure(page, 0, "Expanded")?, figure(page, 0, "Open list")?) == (1, 0));
    page.click("#watch-forward")?;
    page.expect("document.querySelector('.watch-sentence').textContent.includes('waits in the open list')")?;
    page.expect("document.querySelectorAll('.open-list li:not(.rest)').length === 1")?;
    // Every step is said to a screen reader.
    page.expect("[...document.querySelectorAll('.watch [aria-live=polite]')].some(e => e.textContent.includes('waits in the open list'))")?;
    page.click("#watch-back")?;
    ensure!((figure(page, 0, "Expanded")?, figure(page, 0, "Generated")?) == (1, 0));
    page.show("watch step")?;
    // At the end the counts are those of the engine.
    page.click("#watch-last")?;
    let counted = |name: &str| run["stats"][name].as_u64();
    ensure!(Some(figure(page, 0, "Expanded")?) == counted("expanded"), "{run}");
    ensure!(Some(figure(page, 0, "Generated")?) == counted("generated"), "{run}");
    page.expect(
        "document.querySelector('.watch-sentence').textContent.endsWith('proved to be a shortest one.')",
    )?;
    page.show("watch end")?;
    // Keys play it: from the first step to the last by itself.
    page.evaluate("document.querySelector('#watch-play').focus()")?;
    page.press("g")?;
    page.expect("document.querySelector('.watch-count').textContent.startsWith('0 / ')")?;
    page.press("]")?;
    page.press("]")?;
    page.press("[")?;
    page.expect("document.querySelector('.watch-count').textContent.startsWith('1 / ')")?;
    page.press("p")?;
    page.wait_for(&format!("document.querySelector('.watch-count').textContent === '{last} / {last}'"))?;
    // The keyboard walks through the tree and shows boards.
    page.evaluate("document.querySelector('.tree-canvas').focus()")?;
    for key in ["ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown"] {
        page.press(key)?;
    }
    page.wait_for("!document.querySelector('.lane .peek').hidden && document.querySelectorAll('.lane .peek [data-kind=tile]').length > 0 && /g \\d+, h /.test(document.querySelector('.lane .peek strong').textContent)")?;
    page.show("watch peek")?;
    // Another position is another search.
    page.evaluate("document.querySelector('#board').focus()")?;
    page.make("5", super::desk::By::Keyboard, false)?;
    page.wait_for("document.querySelector('.watch-count').textContent.startsWith('0 / ')")?;
    // A two-player game has nothing to watch, and says so.
    page.begin(server, "#/stones/paper-2")?;
    page.click("#tab-watch")?;
    page.wait_for("document.querySelector('#view-watch').textContent.includes('two-player game')")
}

fn beside(page: &mut Page, server: &mut Server) -> Result<()> {
    open(page, server, "#/hanoi/three")?;
    choose(page, 1, "bidirectional")?;
    page.expect("document.querySelectorAll('.lane').length === 2")?;
    page.click("#watch-last")?;
    ensure!(figure(page, 0, "Expanded")? > figure(page, 1, "Expanded")?, "both sides together see less");
    page.show("watch two")?;
    // In step: after so many steps, both have taken as many.
    page.evaluate("(() => { const s = document.querySelector('#watch-scrub'); s.value = '30'; s.dispatchEvent(new Event('input')); })()")?;
    page.expect("document.querySelector('.watch-count').textContent.startsWith('30 / ')")?;
    page.click("#view-watch .watch-choices .soft")?;
    page.wait_for("document.querySelector('dialog.lab .lanes') !== null")?;
    page.frames(4)?;
    page.expect("(() => { const [a, b] = [...document.querySelectorAll('.lab .lane')].map(e => e.getBoundingClientRect()); return a.right <= b.left && a.top === b.top; })()")?;
    page.show("watch large")?;
    page.click(".lab .segment:nth-child(2) input")?;
    page.expect("document.querySelectorAll('.lab .lane .map-canvas:not(.tree-canvas)').length === 2")?;
    page.frames(4)?;
    page.show("watch large map")?;
    page.look(1280, 860, "dark")?;
    page.frames(4)?;
    page.show("watch large map dark")?;
    page.press("Escape")?;
    page.wait_for("document.querySelector('dialog.lab') === null && document.querySelector('#view-watch .lanes') !== null")
}

fn every_algorithm(page: &mut Page, server: &mut Server) -> Result<()> {
    open(page, server, "#/klotski/first-steps")?;
    let offered =
        page.evaluate("[...document.querySelectorAll('.watch-form select')[0].options].map(o => o.value)")?;
    let offered: Vec<String> = serde_json::from_value(offered)?;
    ensure!(offered.len() >= 6, "{offered:?}");
    for name in &offered {
        choose(page, 0, name)?;
        let shown =
            page.evaluate("document.querySelector('.watch-form select option:checked').textContent")?;
        page.wait_for(&format!("document.querySelector('.lane h2').textContent === {shown}"))?;
        page.expect("document.querySelectorAll('.code li').length >= 6")?;
        let mut lines = std::collections::BTreeSet::new();
        for _ in 0..14 {
            page.click("#watch-forward")?;
            let line = page.evaluate(
                "[...document.querySelectorAll('.code li')].findIndex(e => e.hasAttribute('aria-current'))",
            )?;
            ensure!(line.as_i64().is_some_and(|line| line >= 0), "{name} has a step without a line");
            lines.insert(line.as_i64());
        }
        ensure!(lines.len() >= 3, "{name}: {lines:?}");
        page.click("#watch-last")?;
        page.expect("document.querySelector('.watch-sentence').textContent.length > 20")?;
        page.show(&format!("watch {name}"))?;
    }
    Ok(())
}

fn phone(page: &mut Page, server: &mut Server) -> Result<()> {
    page.look(390, 844, "dark")?;
    open(page, server, "#/hanoi/three")?;
    page.click("#language")?;
    page.wait_for("document.querySelector('#watch-play').getAttribute('aria-label') === 'Putar pencarian'")?;
    page.click("#watch-forward")?;
    page.expect("document.querySelector('.watch-sentence').textContent === 'Pencarian dimulai.'")?;
    page.show("watch phone sheet")?;
    page.click("#view-watch .watch-choices .soft")?;
    page.wait_for("document.querySelector('dialog.lab .lanes') !== null")?;
    page.click(".lab #watch-last")?;
    page.expect("document.querySelector('.watch-sentence').textContent.includes('terpendek')")?;
    page.fits(390)?;
    page.frames(4)?;
    page.show("watch phone")?;
    page.evaluate("document.querySelector('.lab .lane-side').scrollIntoView()")?;
    page.frames(2)?;
    page.show("watch phone below")?;
    page.press("Escape")?;
    page.wait_for("document.querySelector('dialog[open]') === null")?;
    page.click("#language")?;
    page.wait_for("document.documentElement.lang === 'en'")
}

/// Whether every element of an XML text is closed, in order, and nothing else opens one.
fn is_well_formed(text: &str) -> bool {
    let mut open = Vec::new();
    let mut elements = 0;
    for (number, part) in text.split('<').enumerate() {
        if number == 0 {
            if !part.trim().is_empty() {
                return false;
            }
            continue;
        }
        // Signs in attributes are written as entities.
        let Some((tag, _)) = part.split_once('>') else { return false };
        if tag.starts_with(['?', '!']) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name.trim()) {
                return false;
            }
            continue;
        }
        let is_whole = tag.matches('"').count().is_multiple_of(2);
        let Some(name) = tag.trim_end_matches('/').split_whitespace().next().filter(|_| is_whole) else {
            return false;
        };
        elements += 1;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty() && elements > 0
}

#[cfg(test)]
mod tests {
    use super::is_well_formed;

    #[test]
    fn elements_are_closed() {
        assert!(is_well_formed("<?xml version=\"1.0\"?>\n<a b=\"&lt;\"><c/>text<d e=\"f\"></d></a>\n"));
        for wrong in ["", "text", "<a>", "<a></b>", "<a b=\"></a>", "</a>", "<a><b></a></b>", "<a"] {
            assert!(!is_well_formed(wrong), "{wrong}");
        }
    }
}
