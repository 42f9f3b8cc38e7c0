//! Rules as text: puzzles written beside the board.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

pub(super) const SCENES: &[Scene] = &[
    ("lets rules be written beside the board, and says at their place what is wrong", write),
    ("keeps rules, and takes them from links and files", keep),
    ("plays a changed text soon after the last key", soon),
    ("keeps the board in sight below a long title", long_title),
];

/// Waits until the text that was typed has been checked.
fn checked(page: &mut Page, errors: u32) -> Result<()> {
    page.wait_for(&format!(
        "document.querySelector('#view-rules').dataset.errors === '{errors}' && \
         document.querySelectorAll('.rules-problem[data-severity=error]').length === {errors}"
    ))
}

fn text(page: &mut Page) -> Result<String> {
    let text = page.evaluate("document.querySelector('.rules-field').value")?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Chooses what to begin with.
fn begin_with(page: &mut Page, choice: &str) -> Result<()> {
    page.evaluate(&format!(
        "(() => {{ const s = document.querySelector('.rules-editor select'); s.value = {}; s.dispatchEvent(new Event('change')); }})()",
        json!(choice)
    ))?;
    Ok(())
}

const COUNTER: &str = "puzzle Counter · Penghitung\nabout Count to two.\n\nvar n : 0..2 = 0\n\nmove up: n += 1\n\ngoal n == 2\n";

fn write(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/first")?;
    page.click("#new-puzzle")?;
    page.wait_for("document.querySelector('.rules-field')?.value.startsWith('puzzle ') === true")?;
    // What comes first is an example that can be played.
    checked(page, 0)?;
    begin_with(page, "blank")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'My puzzle'")?;
    page.quiet()?;
    page.make("add-5", By::Mouse, false)?;
    // Typed: the board follows.
    page.fill(".rules-field", COUNTER)?;
    page.wait_for("document.querySelector('#level-title').textContent === 'Counter'")?;
    page.quiet()?;
    ensure!(page.counter("moves")? == "0");
    page.make("up", By::Mouse, false)?;
    page.make("up", By::Keyboard, true)?;
    page.wait_for("!document.querySelector('#win').hidden")?;
    // Wrong: marked at its place, told with line and column; the board stays.
    page.fill(".rules-field", &COUNTER.replace("move up: n += 1", "move up: m += 1\nmvoe down: n -= 1"))?;
    checked(page, 1)?;
    let mark = page.says(".rules-drawn mark")?;
    ensure!(mark == "mvoe", "{mark}");
    let told = page.says(".rules-problem")?;
    ensure!(told.starts_with("Line 7, column 1:") && told.contains("did you mean 'move'?"), "{told}");
    page.click(".rules-problem")?;
    page.expect("document.activeElement === document.querySelector('.rules-field') && getSelection().toString() === 'mvoe'")?;
    page.call("Input.insertText", &json!({ "text": "move" }))?;
    page.wait_for("document.querySelector('.rules-drawn mark')?.textContent === 'm'")?;
    ensure!(page.says("#level-title")? == "Counter");
    // A move that never happens is only a warning.
    page.fill(".rules-field", &COUNTER.replace("goal", "move never when n > 7: n := 0\n\ngoal"))?;
    page.wait_for("document.querySelector('.rules-problem')?.dataset.severity === 'warning'")?;
    checked(page, 0)?;
    // Letters in the field are letters, not commands; a new line goes on as the one before.
    page.evaluate("(() => { const f = document.querySelector('.rules-field'); f.focus(); f.setSelectionRange(f.value.length, f.value.length); })()")?;
    page.call("Input.insertText", &json!({ "text": "move down:" }))?;
    page.press("Enter")?;
    page.call("Input.insertText", &json!({ "text": "n -= 1" }))?;
    ensure!(text(page)?.ends_with("move down:\n    n -= 1"), "{}", text(page)?);
    page.wait_for("document.querySelector('.rules-status').textContent.startsWith('No errors. 3 moves')")?;
    // Markup in a text stays text.
    page.fill(".rules-field", &COUNTER.replace("Counter ·", "<img src=x onerror=alert(1)> ·"))?;
    page.wait_for("document.querySelector('#level-title').textContent.startsWith('<img')")?;
    page.expect("document.querySelector('main img') === null")?;
    // Several starts.
    let starts = format!("{COUNTER}start zero: 0\nstart one \"From one · Dari satu\": 1\n");
    page.fill(".rules-field", &starts)?;
    page.wait_for("document.querySelector('.rules-levels option[value=one]') !== null")?;
    page.evaluate("(() => { const s = document.querySelector('.rules-levels select'); s.value = 'one'; s.dispatchEvent(new Event('change')); })()")?;
    page.wait_for("document.querySelector('#board [data-id=n]')?.textContent === '1'")?;
    // In the other language.
    page.click("#language")?;
    page.wait_for("document.querySelector('#tab-rules').textContent === 'Aturan' && document.querySelector('.rules-status').textContent.startsWith('Tanpa kesalahan.')")?;
    page.fill(".rules-field", &COUNTER.replace("goal n", "goal m"))?;
    page.wait_for(
        "document.querySelector('.rules-problem')?.textContent.includes('tidak ada nama itu') === true",
    )?;
    page.click("#language")?;
    page.wait_for("document.querySelector('#tab-rules').textContent === 'Rules'")?;
    page.wait_for(
        "document.querySelector('.rules-problem')?.textContent.includes('there is no such name') === true",
    )
}

fn keep(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/rules?view=rules")?;
    page.wait_for("document.querySelector('.rules-field')?.value.startsWith('puzzle ') === true")?;
    let mine = COUNTER.replace("Counter ·", "Kept ·");
    page.fill(".rules-field", &mine)?;
    let is_kept =
        "api.get('/api/rules').then(texts => texts.own.some(text => text.head.startsWith('puzzle Kept')))";
    page.wait_for_answer(is_kept)?;
    // The page knows it too: what is left before that is known by nobody but this browser.
    if !page.is_from_a_file() {
        page.wait_for("JSON.parse(localStorage.getItem('telusur.rules') ?? '{}').key !== undefined")?;
    }
    // Unfinished, then loaded again: the text is as it was left, the board shows what can be played.
    page.fill(".rules-field", &format!("{mine}move"))?;
    checked(page, 1)?;
    // Private windows of Chromium forget what a file has stored beside its database when it is loaded again.
    if !page.is_from_a_file() {
        page.call("Page.reload", &json!({}))?;
        page.wait_for("document.documentElement?.dataset.ready === 'true' && performance.getEntriesByType('navigation')[0].type === 'reload'")?;
        page.click("#tab-rules")?;
        page.wait_for("document.querySelector('.rules-field')?.value.endsWith('move') === true")?;
        checked(page, 1)?;
    }
    ensure!(page.says("#level-title")? == "Kept");
    // Another browser opens the link of the game, and has the rules.
    page.fill(".rules-field", &mine)?;
    checked(page, 0)?;
    page.quiet()?;
    page.make("up", By::Mouse, false)?;
    let link = page.game()?["id"].as_str().context("no id")?.to_owned();
    page.begin(server, &format!("#{link}"))?;
    ensure!(page.says("#level-title")? == "Kept" && page.counter("moves")? == "1", "{link}");
    page.click("#tab-rules")?;
    page.wait_for("document.querySelector('.rules-field')?.value.startsWith('puzzle Kept') === true")?;
    ensure!(text(page)? == mine);
    // It is in the list of one's own, and can be chosen from there.
    let key = page.asks("api.get('/api/rules').then(texts => texts.own.find(text => text.head.startsWith('puzzle Kept')).key)")?;
    // What was written last is sent when the page is left, and may be on its way.
    let last = format!("api.get('/api/rules/texts/' + {key}).then(kept => kept.text === {})", json!(mine));
    page.wait_for_answer(&last)?;
    begin_with(page, "example:pancakes")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'Pancakes'")?;
    begin_with(page, &format!("own:{}", key.as_str().unwrap_or_default()))?;
    page.wait_for("document.querySelector('#level-title').textContent === 'Kept'")?;
    // As a file, both ways.
    page.evaluate("(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { window.savedFile = blob.text(); return make.call(URL, blob); }; \
        HTMLAnchorElement.prototype.click = function () { window.savedName = this.download; }; })()")?;
    page.click(".rules-editor .row button:nth-child(2)")?;
    let saved = page.evaluate("window.savedFile.then(text => [window.savedName, text])")?;
    ensure!(saved == json!(["kept.puzzle", mine]), "{saved}");
    page.evaluate(&format!(
        "(() => {{ const files = new DataTransfer(); files.items.add(new File([{}], 'opened.puzzle')); \
         const input = document.querySelector('.rules-editor input[type=file]'); input.files = files.files; input.dispatchEvent(new Event('change')); }})()",
        json!(mine.replace("Kept", "Opened").replace('\n', "\r\n"))
    ))?;
    page.wait_for("document.querySelector('#level-title').textContent === 'Opened'")?;
    // Deleted: gone from the list.
    begin_with(page, &format!("own:{}", key.as_str().unwrap_or_default()))?;
    page.wait_for("document.querySelector('#level-title').textContent === 'Kept'")?;
    page.click(".rules-editor .row button:nth-child(4)")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'My puzzle'")?;
    ensure!(page.asks(is_kept)? == Value::Bool(false));
    page.quiet()
}

/// A key in the text, until another game is at the table and drawn: milliseconds.
const KEY_TO_BOARD: &str = "new Promise(done => { const field = document.querySelector('.rules-field'); \
    const key = () => JSON.parse(localStorage.getItem('telusur.games')).rules, before = key(), begun = performance.now(); \
    field.focus(); field.setSelectionRange(field.value.length, field.value.length); document.execCommand('insertText', false, '//'); \
    const look = () => key() === before ? requestAnimationFrame(look) : requestAnimationFrame(() => done(performance.now() - begun)); look(); })";

/// What is measured is told, not judged: a loaded machine is slow.
fn soon(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/rules?view=rules")?;
    page.wait_for("document.querySelector('.rules-field')?.value.startsWith('puzzle ') === true")?;
    let names = page.asks(
        "api.get('/api/rules').then(texts => texts.examples.map(example => [example.name, example.title]))",
    )?;
    let mut times = Vec::new();
    for name in names.as_array().context("no examples")? {
        begin_with(page, &format!("example:{}", name[0].as_str().unwrap_or_default()))?;
        page.wait_for(&format!("document.querySelector('#level-title').textContent === {}", name[1]))?;
        checked(page, 0)?;
        page.quiet()?;
        let took = page.evaluate(KEY_TO_BOARD)?;
        times.push((took.as_f64().context("no time")?, name[0].clone()));
        page.quiet()?;
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (median, (most, slowest)) =
        (times[times.len() / 2].0, times.last().context("no example was measured")?);
    println!("    a key to a playable board: {median:.0} ms (median), {most:.0} ms at most ({slowest})");
    Ok(())
}

/// A title as long as a paragraph takes two lines at most, whatever the size of the window; its tooltip has all of it.
fn long_title(page: &mut Page, server: &mut Server) -> Result<()> {
    let title = "A title that goes on and on ".repeat(7);
    let title = title.trim();
    page.begin(server, "#/rules?view=rules")?;
    page.wait_for("document.querySelector('.rules-field')?.value.startsWith('puzzle ') === true")?;
    page.fill(".rules-field", &COUNTER.replace("Counter · Penghitung", title))?;
    page.wait_for(&format!("document.querySelector('#level-title').title === {}", json!(title)))?;
    page.quiet()?;
    let lines = "(() => { const title = document.querySelector('#level-title'); \
         return title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight); })()";
    for (width, height) in [(1280, 800), (390, 844)] {
        page.look(width, height, "light")?;
        page.quiet()?;
        let tall = page.evaluate(lines)?.as_f64().unwrap_or(9.0);
        ensure!(tall < 2.5, "{tall} lines at {width} x {height}");
        page.expect("document.querySelector('#board').getBoundingClientRect().top < innerHeight / 2")?;
        page.show(&format!("a long title {width}"))?;
    }
    Ok(())
}
