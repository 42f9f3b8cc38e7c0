//! Watching searches: solve, step, scrub, cancel; hints and judgements; compare, race, map.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Result, ensure};

pub(super) const SCENES: &[Scene] = &[
    ("solves, steps and scrubs", solves),
    ("pauses a solution when a peg is pressed, and judges where it stands", pauses),
    ("cancels a search", cancels),
    ("says that there is no solution", unsolvable),
    ("hints, counts what is left and tints moves", helps),
    ("compares algorithms", compares),
    ("lets the second paper's algorithms race", races),
    ("draws the map of a small space", maps),
    ("plays stones against a machine and looks back at the game", machine),
];

fn at(page: &mut Page, place: &str) -> Result<()> {
    page.wait_for(&format!("document.querySelector('.player-count')?.textContent === '{place}'"))
}

fn solves(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/tee-time")?;
    page.press("s")?;
    // The claim stands there in words, and the player has walked to the end.
    page.wait_for("document.querySelector('.claim')?.dataset.claim === 'optimal'")?;
    let headline = page.says("#headline")?;
    ensure!(headline.contains("34"), "{headline}");
    at(page, "34 / 34")?;
    page.quiet()?;
    ensure!(page.game()?["position"]["status"] == "solved");
    page.press("g")?;
    at(page, "0 / 34")?;
    page.press("]")?;
    at(page, "1 / 34")?;
    page.click("#player-forward")?;
    at(page, "2 / 34")?;
    page.press("[")?;
    at(page, "1 / 34")?;
    // Scrub with the mouse, then with the keyboard.
    let end = page.evaluate("(() => { const r = document.querySelector('.scrub').getBoundingClientRect(); return [r.x + 11, r.x + r.width - 11, r.y + r.height / 2]; })()")?;
    let number = |i: usize| end[i].as_f64().unwrap_or(0.0);
    let start = number(0) + (number(1) - number(0)) / 34.0;
    page.drag(
        (start, number(2)),
        &[((number(0) + number(1)) / 2.0, number(2)), (number(1) + 30.0, number(2))],
    )?;
    at(page, "34 / 34")?;
    page.evaluate("document.querySelector('.scrub').focus()")?;
    page.press("Home")?;
    at(page, "0 / 34")?;
    page.quiet()?;
    ensure!(page.game()?["moves_made"] == 0);
    // Play, pause: the player stops where it is.
    page.evaluate("document.querySelector('#board').focus()")?;
    for _ in 0..5 {
        page.press("-")?;
    }
    page.press("p")?;
    page.wait_for("Number(document.querySelector('.player-count').textContent.split(' ')[0]) >= 2")?;
    page.press("p")?;
    page.quiet()?;
    let stopped = page.says(".player-count")?;
    page.frames(20)?;
    ensure!(page.says(".player-count")? == stopped && stopped != "34 / 34", "{stopped}");
    // A solution is one act: it is undone as a whole, and redone as a whole.
    page.press("u")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '0'")?;
    page.quiet()?;
    page.press("r")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '34'")?;
    page.quiet()
}

/// Whatever a hand does while a solution plays, by key or by pointer, ends that; the position that stays is judged.
fn pauses(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#hanoi:6+5+4+3+2+1+$+$")?;
    page.press("a")?;
    page.wait_for("document.querySelector('.chip[data-judged]') !== null")?;
    page.press("s")?;
    page.wait_for("document.querySelector('.player-count')?.textContent === '63 / 63'")?;
    page.quiet()?;
    for _ in 0..9 {
        page.press("-")?;
    }
    for by_key in [true, false] {
        page.press("g")?;
        at(page, "0 / 63")?;
        page.quiet()?;
        page.press("p")?;
        page.wait_for("Number(document.querySelector('.player-count').textContent.split(' ')[0]) >= 1")?;
        match by_key {
            true => page.press("1")?,
            false => page.click("#board [data-id='peg-A']")?,
        }
        page.wait_for("document.querySelector('#player-play')?.getAttribute('aria-label') !== 'Pause'")?;
        page.quiet()?;
        let stopped = page.says(".player-count")?;
        page.frames(30)?;
        ensure!(page.says(".player-count")? == stopped && stopped != "63 / 63", "{stopped}");
        page.wait_for("document.querySelector('.chip[data-judged]') !== null")?;
        page.press("Escape")?;
    }
    Ok(())
}

fn cancels(page: &mut Page, server: &mut Server) -> Result<()> {
    // Far too much for iterative deepening: it would run to the time limit.
    page.begin(server, "#/tiles/fifteen-longer")?;
    page.open_view("solve")?;
    page.evaluate("(() => { const s = document.querySelector('#view-solve select'); s.value = 'iddfs'; s.dispatchEvent(new Event('change')); })()")?;
    page.click("#solve")?;
    page.wait_for(
        "document.querySelector('#cancel') !== null && document.querySelector('.searching') !== null",
    )?;
    // The clock runs before the search has begun; a rate comes from the search itself.
    page.wait_for(
        "[...document.querySelectorAll('#view-solve .figures dd')].some(e => e.textContent.endsWith('/s'))",
    )?;
    // One can go on playing meanwhile.
    page.expect("document.documentElement.dataset.state === 'solving'")?;
    page.click("#cancel")?;
    page.wait_for(
        "document.querySelector('#solve') !== null && document.querySelector('.searching') === null",
    )?;
    page.quiet()?;
    // What was found out by then is said, and the game goes on.
    page.wait_for("document.querySelector('.claim')?.dataset.claim === 'stopped'")?;
    let text = page.game()?["position"]["plays"][0]["text"].as_str().unwrap_or_default().to_owned();
    page.make(&text, By::Mouse, false)
}

fn unsolvable(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#tiles:2+1+3/4+5+6/7+8+.")?;
    page.press("s")?;
    page.wait_for("document.querySelector('.claim')?.dataset.claim === 'unsolvable'")?;
    page.expect("document.querySelector('#player').hidden && document.querySelector('#view-solve').textContent.includes('parity')")
}

/// Waits for what an analysis says. A busy machine may not have it in the time of one question: then it is asked again.
fn analysed(page: &mut Page, expression: &str) -> Result<()> {
    let scripts = page.scripts;
    page.wait_for(&format!(
        "({expression}) || (() => {{ const now = Date.now(); window.asked ??= now; if (now - window.asked > 3000) {{ window.asked = now; \
         import('{scripts}settings.js').then(m => {{ m.set({{ analysis: false }}); m.set({{ analysis: true }}); }}); }} return false; }})()"
    ))
}

fn helps(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    // Playing is apart from analysing: nothing is given away before somebody asks.
    page.expect("document.querySelector('#count-left') === null && document.querySelector('.chip') === null && document.querySelector('.badge') === null")?;
    page.hint_to_the_end()?;
    page.is_told("kuu")?;
    page.press("a")?;
    analysed(page, "document.querySelector('#count-left')?.textContent === '2'")?;
    analysed(
        page,
        "document.querySelector('.badge[data-judged=better]') !== null && document.querySelector('.chip[data-judged=better]').textContent.includes('kuu')",
    )?;
    page.make("ed", By::Keyboard, false)?;
    analysed(page, "document.querySelector('#count-left').textContent === '3'")?;
    // Water that is lost says so.
    page.begin(server, "#water:1+2+1+2+$+2+1+2+1+$+-")?;
    page.click("#view-play .toggle input")?;
    analysed(page, "document.querySelector('.lamp')?.dataset.on === 'true'")?;
    page.open_at(server, "#water:1+2+3+4+$+1+2+3+4+$+4+1+2+3+$+3+4+1+2+$+-")?;
    analysed(page, "document.querySelector('.lamp')?.textContent === 'This level has no solution'")?;
    page.wait_for("document.querySelector('.lamp')?.dataset.on === 'false'")?;
    // An extra tube saves it.
    page.click("#view-play .options .soft")?;
    analysed(
        page,
        "document.querySelector('.lamp')?.dataset.on === 'true' && document.querySelectorAll('#board [data-kind=tube]').length === 6",
    )?;
    // And it can be undone.
    page.press("u")?;
    page.wait_for("document.querySelectorAll('#board [data-kind=tube]').length === 5")
}

fn compares(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/eight")?;
    page.open_view("compare")?;
    page.click("#view-compare .strong")?;
    let chosen = page.evaluate("document.querySelectorAll('#view-compare .boxes input:checked').length")?;
    page.wait_for(&format!("document.querySelectorAll('#view-compare tbody tr').length === {chosen} && document.querySelector('#view-compare .searching') === null"))?;
    page.expect("[...document.querySelectorAll('#view-compare tbody tr')].every(row => row.children[1].textContent === '15')")?;
    page.expect("document.querySelectorAll('#view-compare .bars li').length > 2")?;
    // The axis begins where nothing is smaller, and numbers stand below each other.
    page.expect("document.querySelector('#view-compare .bar-ticks span').textContent === '1'")?;
    page.expect("[...document.querySelectorAll('#view-compare tbody td:nth-child(3)')].every(e => getComputedStyle(e).textAlign === 'right')")?;
    page.show("compare")?;
    // Rows as a file.
    page.evaluate("(() => { window.saved = []; URL.createObjectURL = (blob) => { blob.text().then(text => saved.push(text)); return 'about:blank'; }; HTMLAnchorElement.prototype.click = () => {}; })()")?;
    page.click("#view-compare .row .soft")?;
    page.wait_for(&format!("window.saved.length === 1 && window.saved[0].startsWith('algorithm,outcome,claim,length') && window.saved[0].trim().split('\\n').length === {chosen} + 1"))?;
    // Every algorithm in three sentences.
    page.click("#view-compare .fold summary")?;
    page.wait_for("document.querySelectorAll('#view-compare .explained dd').length > 6 && [...document.querySelectorAll('#view-compare .explained dd')].every(e => e.textContent.split('. ').length === 3)")?;
    page.show("compare explained")?;
    // In another game the form says again what is compared.
    page.click("#view-compare .boxes input:checked")?;
    page.evaluate("location.hash = '#/tiles/first'")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'First steps'")?;
    page.quiet()?;
    let chosen = page.evaluate("document.querySelectorAll('#view-compare .boxes input:checked').length")?;
    page.click("#view-compare .strong")?;
    page.wait_for(&format!("document.querySelector('#view-compare .searching') === null && document.querySelectorAll('#view-compare tbody tr').length === {chosen}"))
}

fn races(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi?view=race")?;
    page.wait_for("document.querySelector('#view-race .strong') !== null")?;
    page.click("#view-race .strong")?;
    page.wait_for("document.querySelectorAll('#view-race tbody tr').length >= 7 && document.querySelector('#view-race .searching') === null")?;
    page.expect("document.querySelector('#view-race tbody').textContent.includes('Kolar 4')")
}

fn maps(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/four")?;
    page.click("#tab-map")?;
    page.wait_for("document.querySelector('.map-canvas') !== null")?;
    ensure!(page.says("#view-map .note")?.contains("81 positions"), "{}", page.says("#view-map .note")?);
    page.make("A>B", By::Keyboard, false)?;
    // The keyboard walks on the map and shows the board of the point.
    page.evaluate("document.querySelector('.map-canvas').focus()")?;
    for key in ["ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp"] {
        page.press(key)?;
    }
    page.wait_for("document.querySelector('.peek') !== null && !document.querySelector('.peek').hidden && document.querySelectorAll('.peek [data-kind=disc]').length === 4")
}

fn machine(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/stones/paper-2")?;
    page.wait_for("document.querySelector('#view-play select')?.value === 'perfect'")?;
    page.make_turn("1:2")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '2'")?;
    page.quiet()?;
    // Give the win away; the machine takes it.
    for _ in 0..40 {
        if page.game()?["position"]["status"] == "over" {
            break;
        }
        let text = page.game()?["position"]["plays"][0]["text"].as_str().unwrap_or_default().to_owned();
        let made = page.game()?["moves_made"].as_u64().unwrap_or(0);
        page.make_turn(&text)?;
        page.wait_for(&format!("Number(document.querySelector('#count-moves').textContent) >= {} || document.querySelector('#count-turn') === null", made + 2))?;
        page.quiet()?;
    }
    page.wait_for("!document.querySelector('#win').hidden")?;
    page.wait_for("document.querySelectorAll('#view-play tbody tr').length > 3")
}

impl Page {
    /// Makes a move that a machine will answer, by its numbers.
    fn make_turn(&mut self, text: &str) -> Result<()> {
        text.split(':').try_for_each(|number| self.type_number(number.parse()?))
    }
}
