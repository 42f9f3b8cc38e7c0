//! What there is to play and what became of it: imported lists, levels as wished, the puzzle of the day, statistics,
//! assignments, sound.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::json;

pub(super) const SCENES: &[Scene] = &[
    ("imports lists of levels, and says at which line something is wrong", import),
    ("takes a Rush Hour board and a list on one line", exchanged),
    ("keeps a collection with what was solved in it, and leads on through it", collection),
    ("makes levels as they are wished for", wishes),
    ("has a puzzle of the day at an address, and counts days in a row", daily),
    ("shows statistics and hands results in as a file", statistics),
    ("deletes unfinished games for good", deleted),
    ("shows the assignment of a link as plain text", assignment),
    ("sounds and vibrates only when that is wanted", sound),
    ("has large letters for a projector", projector),
    ("fits a small phone and one on its side, in Indonesian: levels, import, lessons, watch", small),
];

/// Opens an entry of the menu.
pub(super) fn menu(page: &mut Page, name: &str) -> Result<()> {
    page.click("#menu")?;
    page.wait_for("document.querySelector('dialog .menu-list') !== null")?;
    page.click(&format!("dialog [data-menu={name}]"))
}

/// Two boards, one of which has a fault.
const FAULTY: &str = "title: Good\n\n1 2 3/4 5 6/7 . 8\n\ntitle: Bad\n\n1 2 3\n4 x 6\n5 7 8\n";

fn import(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/first")?;
    menu(page, "import")?;
    page.wait_for("document.querySelector('dialog textarea') !== null")?;
    page.fill("dialog textarea", FAULTY)?;
    page.wait_for("document.querySelectorAll('.import-problem').length === 1")?;
    let problem = page.says(".import-problem")?;
    ensure!(problem.starts_with("Line 8: column 3: 'x'"), "{problem}");
    page.expect("document.querySelector('dialog .strong').disabled")?;
    page.click(".import-problem")?;
    page.expect("(() => { const t = document.querySelector('dialog textarea'); return t.value.slice(t.selectionStart, t.selectionEnd) === '4 x 6'; })()")?;
    // Mended where it was wrong.
    page.call("Input.insertText", &json!({ "text": "4 . 6" }))?;
    page.wait_for("document.querySelector('dialog [role=status]').textContent === '2 levels, no errors'")?;
    page.fill("dialog .text-field input", "From a friend")?;
    page.click("dialog .strong")?;
    page.wait_for("document.querySelectorAll('dialog .own-level').length === 2")?;
    // The dialog before it may still be closing.
    page.wait_for("[...document.querySelectorAll('dialog[open] h2')].some(heading => heading.textContent === 'From a friend')")?;
    page.show("a collection")?;
    page.look(390, 844, "dark")?;
    page.show("a collection on a phone")?;
    // By keyboard: the second level.
    page.evaluate("document.querySelectorAll('dialog .own-level-name')[1].focus()")?;
    page.press("Enter")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'Bad'")?;
    page.quiet()?;
    // It is in the list of levels, and in the other language.
    page.click("#language")?;
    page.wait_for("document.documentElement.lang === 'id'")?;
    page.click("#levels-button")?;
    page.wait_for("[...document.querySelectorAll('dialog .own-collections .chip')].some(chip => chip.textContent === 'From a friend')")?;
    page.expect("document.querySelector('dialog .own-collections h3').textContent === 'Koleksi saya'")?;
    page.press("Escape")?;
    page.click("#language")
}

fn exchanged(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    page.click("#levels-button")?;
    page.wait_for("document.querySelector('dialog .import-button') !== null")?;
    page.click("dialog .import-button")?;
    page.wait_for("document.querySelector('dialog textarea') !== null")?;
    page.fill("dialog textarea", "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN")?;
    page.wait_for("document.querySelector('dialog [role=status]').textContent === '1 level, no errors'")?;
    page.click("dialog .strong ~ .soft")?;
    page.wait_for("location.hash.includes('axes=along')")?;
    page.quiet()?;
    let game = page.game()?;
    ensure!(game["level_options"]["axes"] == "along", "{game}");
    page.show("a Rush Hour board")?;
    // Sixteen numbers in a row are four rows, in the editor and as a link.
    page.begin(server, "#tiles:1+2+3+4+5+6+7+8+9+10+11+12+13+14+.+15")?;
    ensure!(page.game()?["position"]["picture"]["width"] == 4, "{}", page.game()?["position"]["text"]);
    page.make("15", By::Keyboard, false)?;
    page.wait_for("!document.querySelector('#win').hidden")
}

/// Keeps a collection of two levels, and says what it is found by.
pub(super) fn keep_collection(page: &mut Page) -> Result<String> {
    let text =
        "collection: Two short ones\nauthor: Somebody\n\ntitle: One\n\n2 | 1 |\n===\ntitle: Two\n\n1 | |\n";
    let key = page.asks(&format!(
        "api.post('/api/puzzles/hanoi/collections', {{ title: '', text: {} }}).then(kept => kept.key)",
        json!(text)
    ))?;
    Ok(key.as_str().context("no key")?.to_owned())
}

/// Opens the first collection in the list of levels.
pub(super) fn open_collection(page: &mut Page) -> Result<()> {
    page.click("#levels-button")?;
    page.wait_for("document.querySelector('dialog [data-collection]') !== null")?;
    page.click("dialog [data-collection]")?;
    page.wait_for("document.querySelectorAll('dialog .own-level').length === 2")
}

/// Heading, board and controls are seen together, without scrolling.
fn is_in_sight(page: &mut Page) -> Result<()> {
    page.wait_for("['#instructions', '#board', '#controls'].every(one => { const r = document.querySelector(one).getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight + 1 && r.height > 20; })")
}

fn small(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    keep_collection(page)?;
    page.click("#language")?;
    page.wait_for("document.documentElement.lang === 'id' && document.querySelector('#levels-button span').textContent === 'Level'")?;
    for (width, height, scheme, name) in [(320, 568, "light", "320"), (844, 390, "dark", "on its side")] {
        page.look(width, height, scheme)?;
        page.open_at(server, "#/hanoi/three")?;
        page.fits(width)?;
        if width > height {
            is_in_sight(page)?;
        }
        page.show(&format!("a phone {name}"))?;
        open_collection(page)?;
        page.fits(width)?;
        page.wait_for(
            "document.querySelector('dialog.collection .progress')?.textContent.includes('dari 2') === true",
        )?;
        page.show(&format!("a collection {name}"))?;
        page.press("Escape")?;
        menu(page, "import")?;
        page.wait_for("document.querySelector('dialog textarea') !== null")?;
        page.fill("dialog textarea", "2 | 1 |\n===\n2 x | |\n")?;
        page.wait_for("document.querySelector('.import-problem') !== null")?;
        page.fits(width)?;
        page.show(&format!("import {name}"))?;
        page.press("Escape")?;
        page.open_at(server, "#/lessons/states")?;
        page.wait_for("document.querySelector('.lesson h2')?.textContent === 'Apa itu keadaan?' && document.querySelector('#level-title').textContent === 'Apa itu keadaan?'")?;
        page.fits(width)?;
        page.show(&format!("a lesson {name}"))?;
        page.click("#tab-watch")?;
        page.wait_for("document.querySelector('#watch-play') !== null")?;
        page.click("#watch-last")?;
        page.fits(width)?;
        page.show(&format!("watch {name}"))?;
    }
    page.look(1280, 860, "light")?;
    page.click("#language")?;
    page.wait_for("document.documentElement.lang === 'en'")
}

fn collection(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    let key = keep_collection(page)?;
    page.click("#levels-button")?;
    page.wait_for(&format!("document.querySelector('dialog [data-collection=\"{key}\"]') !== null"))?;
    page.click(&format!("dialog [data-collection=\"{key}\"]"))?;
    page.wait_for("document.querySelectorAll('dialog .own-level').length === 2")?;
    ensure!(page.says("dialog .progress")?.contains("0 of 2 solved"));
    page.click("dialog .own-level-name")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'One'")?;
    page.quiet()?;
    for text in ["A>C", "B>C"] {
        page.make(text, By::Keyboard, false)?;
    }
    // The end leads on; Enter is enough.
    page.wait_for("document.activeElement?.classList.contains('next-level')")?;
    page.press("Enter")?;
    page.wait_for("document.querySelector('#level-title').textContent === 'Two'")?;
    page.quiet()?;
    page.click("#levels-button")?;
    page.wait_for(&format!("document.querySelector('dialog [data-collection=\"{key}\"]') !== null"))?;
    page.click(&format!("dialog [data-collection=\"{key}\"]"))?;
    page.wait_for("document.querySelectorAll('dialog .own-level').length === 2")?;
    ensure!(page.says("dialog .progress")?.contains("1 of 2 solved"), "{}", page.says("dialog .progress")?);
    page.expect("document.querySelector('dialog .own-level .stars') !== null")?;
    // Deleting asks once.
    page.click("dialog .row .quiet")?;
    page.wait_for("document.querySelector('dialog [role=alert]').textContent.includes('Two short ones')")?;
    page.click("dialog .row .quiet")?;
    page.wait_for("document.querySelector('dialog') === null")?;
    let left = page.asks("api.get('/api/puzzles/hanoi/collections')")?;
    ensure!(!left.to_string().contains(&key), "{left}");
    Ok(())
}

/// Chooses a value in a field of the generator.
fn choose(page: &mut Page, label: &str, value: &str) -> Result<()> {
    page.evaluate(&format!(
        "(() => {{ const s = [...document.querySelectorAll('dialog .wish-fields .field')].find(f => f.querySelector('label').textContent === {}).querySelector('select'); s.value = {}; s.dispatchEvent(new Event('change')); }})()",
        json!(label), json!(value)
    ))?;
    Ok(())
}

fn wishes(page: &mut Page, server: &mut Server) -> Result<()> {
    for (puzzle, label, value, option, expected) in [
        ("tiles", "Size", "4x4", "size", "4x4"),
        ("water", "Colours", "5", "colours", "5"),
        ("klotski", "Pieces", "rush", "mix", "rush"),
        ("stones", "Piles", "4", "piles", "4"),
        ("hanoi", "Pegs", "4", "pegs", "4"),
    ] {
        page.begin(server, &format!("#/{puzzle}"))?;
        page.click("#levels-button")?;
        page.wait_for("document.querySelector('dialog .wish-fields') !== null")?;
        ensure!(page.says("dialog .wish-note")?.starts_with("Difficulty, from 1 to 10,"));
        choose(page, label, value)?;
        page.click("dialog .generator .strong")?;
        page.wait_for(&format!("location.hash.includes('{option}={expected}')"))?;
        page.quiet()?;
    }
    // Tiles have their size beside the board, too.
    page.begin(server, "#/tiles/first")?;
    page.evaluate("(() => { const s = [...document.querySelectorAll('#view-play select')].find(s => [...s.options].some(o => o.value === '5x5')); s.value = '5x5'; s.dispatchEvent(new Event('change')); })()")?;
    page.wait_for("document.querySelectorAll('#board [data-id^=tile]').length === 24")?;
    page.quiet()?;
    page.show("tiles of another size")
}

fn daily(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/daily/tiles/2026-11-16")?;
    page.wait_for(
        "document.querySelector('#level-title').textContent === 'Puzzle of the day, 16 November 2026'",
    )?;
    let first = page.game()?["level_text"].clone();
    // The same for everyone: another browser, another way there.
    page.begin(server, "#/tiles/first")?;
    page.begin(server, "#/daily/tiles/2026-11-16")?;
    ensure!(page.game()?["level_text"] == first);
    page.begin(server, "#/daily/tiles/2026-02-31")?;
    page.is_told("This link can't be opened")?;
    // Today's, from the menu.
    page.begin(server, "#/hanoi/three")?;
    menu(page, "daily")?;
    page.wait_for("document.querySelectorAll('dialog .daily-link').length === 5 && document.querySelector('#streak') !== null")?;
    page.show("puzzles of the day")?;
    page.look(390, 844, "dark")?;
    page.show("puzzles of the day on a phone")?;
    page.click("dialog .daily-link[href='#/daily/tiles']")?;
    page.wait_for("document.querySelector('#level-title').textContent.startsWith('Puzzle of the day')")?;
    page.quiet()?;
    // At weekends the board is large: the way is found once, and all of it but the last move is made at once.
    let key = page.game()?["key"].as_str().context("no key")?.to_owned();
    let found = page.asks(&format!("api.startJob({{ kind: 'solve', game: '{key}', seconds: 100 }}).done"))?;
    let moves: Vec<String> = serde_json::from_value(found["moves"].clone())?;
    let (last, before) = moves.split_last().context("no moves")?;
    page.asks(&format!(
        "api.post('/api/games/{key}/moves', {{ moves: {} }}).then(() => true)",
        json!(before)
    ))?;
    page.open_at(server, "#/tiles")?;
    page.make(last, By::Keyboard, false)?;
    page.wait_for("!document.querySelector('#win').hidden")?;
    page.show("the end of a puzzle of the day")?;
    menu(page, "daily")?;
    page.wait_for("document.querySelector('dialog .daily-link[href=\"#/daily/tiles\"] .daily-solved') !== null && document.querySelector('#streak').textContent === '1 day'")
}

fn statistics(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#hanoi:2+1+$+$")?;
    for text in ["A>B", "A>C", "B>C"] {
        page.make(text, By::Keyboard, false)?;
    }
    page.wait_for("!document.querySelector('#win').hidden")?;
    menu(page, "statistics")?;
    page.wait_for("document.querySelectorAll('dialog.statistics table').length === 2")?;
    page.expect("[...document.querySelectorAll('dialog.statistics table')[1].querySelectorAll('tbody tr')].some(row => row.cells[2].textContent === '3' && row.querySelector('.stars') !== null)")?;
    page.show("statistics")?;
    page.look(390, 844, "dark")?;
    page.show("statistics on a phone")?;
    page.look(1280, 860, "light")?;
    page.fill("dialog.statistics .text-field input", "=Ani, \"kelas\" 9")?;
    // What would be kept as a file.
    page.evaluate("(() => { window.kept = []; const make = URL.createObjectURL; URL.createObjectURL = blob => { window.kept.push(blob); return make.call(URL, blob); }; HTMLAnchorElement.prototype.click = function () { window.keptName = this.download; }; })()")?;
    page.click("dialog.statistics .row .soft:first-child")?;
    page.wait_for("window.kept.length === 1")?;
    let csv = page.evaluate("window.kept[0].text()")?;
    let csv = csv.as_str().unwrap_or_default();
    ensure!(
        csv.starts_with("name,puzzle,level,metric,moves,optimum,stars,seconds,times,solved\r\n"),
        "{csv}"
    );
    ensure!(csv.contains("\"'=Ani, \"\"kelas\"\" 9\",hanoi,"), "what looks like a formula is text: {csv}");
    page.click("dialog.statistics .row .soft:last-child")?;
    page.wait_for("window.kept.length === 2")?;
    let results = page.evaluate("window.kept[1].text().then(JSON.parse)")?;
    ensure!(
        results["results"]
            .as_array()
            .is_some_and(|rows| rows.iter().any(|row| row["puzzle"] == "hanoi" && row["moves"] == 3)),
        "{results}"
    );
    page.expect("window.keptName.startsWith('telusur-ani-kelas-9')")?;
    page.press("Escape")?;
    page.click("#language")?;
    page.wait_for("document.documentElement.lang === 'id'")?;
    menu(page, "statistics")?;
    page.wait_for("document.querySelector('dialog h2').textContent === 'Statistik'")?;
    page.press("Escape")?;
    page.click("#language")
}

fn deleted(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    page.make("kuu", By::Mouse, false)?;
    let key = page.game()?["key"].as_str().context("no key")?.to_owned();
    page.click("#new")?;
    page.wait_for("location.hash.startsWith('#klotski#')")?;
    page.quiet()?;
    page.click("#levels-button")?;
    page.wait_for("document.querySelector('dialog .recent-game') !== null")?;
    let before = page.evaluate("document.querySelectorAll('dialog .recent-game').length")?;
    page.click("dialog .recent-game .quiet")?;
    page.wait_for(&format!("document.querySelectorAll('dialog .recent-game').length === {before} - 1"))?;
    let games = page.asks("api.get('/api/games')")?;
    ensure!(!games.to_string().contains(&key), "the newest unfinished game is gone: {games}");
    Ok(())
}

fn assignment(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(
        server,
        "#/hanoi/four?task=Solve%20it%20in%2015%20moves%20%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
    )?;
    page.wait_for("!document.querySelector('#task').hidden")?;
    let task = page.says("#task span")?;
    ensure!(task == "Solve it in 15 moves <img src=x onerror=alert(1)>", "{task}");
    page.expect("document.querySelector('main img') === null")?;
    page.make("A>B", By::Keyboard, false)?;
    page.expect("!document.querySelector('#task').hidden")?;
    page.show("an assignment")?;
    page.call("Page.reload", &json!({}))?;
    page.wait_for("document.documentElement?.dataset.ready === 'true' && performance.getEntriesByType('navigation')[0].type === 'reload'")?;
    page.wait_for("!document.querySelector('#task').hidden")?;
    // Another game has none.
    page.click("#new")?;
    page.wait_for("document.querySelector('#task').hidden")?;
    // A link to a position with an assignment, as the share dialog makes it; too long ones are cut.
    page.click("#share")?;
    page.wait_for("document.querySelector('dialog .task-field') !== null")?;
    page.fill("dialog .task-field", "Find a shortest solution")?;
    let link =
        page.evaluate("document.querySelector('dialog input[readonly]').value.replace(/^[^#]*/, '')")?;
    let link = link.as_str().context("no link")?.to_owned();
    ensure!(link.starts_with("#/at?id=") && link.contains("task=Find%20a%20shortest"), "{link}");
    page.begin(server, &link)?;
    page.wait_for("document.querySelector('#task span')?.textContent === 'Find a shortest solution'")?;
    let long = "x".repeat(500);
    page.begin(server, &format!("#/hanoi/four?task={long}"))?;
    page.wait_for("document.querySelector('#task span')?.textContent.length === 200")?;
    page.look(390, 844, "dark")?;
    page.show("a long assignment on a phone")
}

fn sound(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    page.evaluate("(() => { window.pulses = []; navigator.vibrate = p => { window.pulses.push(p); return true; }; window.audio = 0; const Real = AudioContext; window.AudioContext = class extends Real { constructor() { super(); window.audio += 1; } }; })()")?;
    page.make("A>C", By::Keyboard, false)?;
    page.expect("window.audio === 0 && window.pulses.length === 0 && document.documentElement.dataset.sounded === undefined")?;
    menu(page, "preferences")?;
    page.wait_for("document.querySelectorAll('dialog.preferences [role=switch]').length === 3")?;
    page.show("preferences")?;
    for n in [1, 2] {
        page.click(&format!("dialog.preferences .field:nth-child({n}) input"))?;
    }
    page.press("Escape")?;
    page.evaluate("(() => { window.pulses = []; })()")?;
    page.make("A>B", By::Keyboard, false)?;
    page.wait_for("window.audio === 1 && window.pulses.length > 0 && document.documentElement.dataset.sounded === 'place'")?;
    // Chosen once, kept.
    page.open_at(server, "#hanoi:1+$+$")?;
    page.make("A>C", By::Keyboard, false)?;
    page.wait_for("document.documentElement.dataset.sounded === 'win'")
}

fn projector(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/water/rack-30")?;
    let size = "parseFloat(getComputedStyle(document.querySelector('#instructions')).fontSize)";
    let before = page.evaluate(size)?.as_f64().context("no size")?;
    menu(page, "preferences")?;
    page.wait_for("document.querySelectorAll('dialog.preferences [role=switch]').length === 3")?;
    page.click("dialog.preferences .field:nth-child(3) input")?;
    page.press("Escape")?;
    let after = page.evaluate(size)?.as_f64().context("no size")?;
    ensure!(after > before * 1.3, "{before} pixels became {after}");
    page.fits(1280)?;
    page.show("for a projector")?;
    page.look(1920, 1080, "dark")?;
    page.fits(1920)?;
    page.show("for a projector in the dark")
}
