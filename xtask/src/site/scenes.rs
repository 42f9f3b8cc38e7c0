//! The page without a server in Chromium: the scenes of the page, from a static host and from a file, and what only such a
//! page does.

use super::{folder, single_file};
use crate::browser::desk::{By, FROM_A_FILE};
use crate::browser::{self, Scene};
use crate::devtools::Page;
use crate::server::{self, Server};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How long a search may take.
const PATIENCE: Duration = Duration::from_secs(180);

const EVERYWHERE: &[Scene] = &[
    ("solves twenty colours", twenty_colours),
    ("ends a search within a moment", cancels),
    ("keeps the best solution of a search that is ended", cancelled_solution),
    ("ends a search that has no more memory with a claim", out_of_memory),
    ("opens a link in another browser", other_browser),
    ("keeps what was chosen in the moment before a reload", last_moment),
];

/// From a host only: a file is there without a network anyway, and is no application.
const FROM_A_HOST: &[Scene] = &[
    ("opens and plays without a network after the first visit", offline),
    ("asks before it changes over to a newer edition", update),
    ("can be installed", installable),
];

/// From a host, and alone: others would take the time that is measured.
const ALONE: &[Scene] = &[("lets the first move be made soon", first_move)];

/// Plays all scenes, or those whose names contain a word, with what was written before: from a static host, and from a file.
/// A scene that fails does not end the others.
pub(super) fn check(only: Option<&str>) -> Result<()> {
    let wanted = |(name, _): &&Scene| only.is_none_or(|word| name.contains(word));
    let shared = || browser::without_a_server().chain(EVERYWHERE).filter(wanted);
    browser::tell_left_out();
    let program = server::program()?;
    let host = || Ok((Server::of_folder(folder(), program.clone())?, browser::fresh_page()?));
    let file = || {
        let mut page = browser::fresh_page()?;
        page.scripts = FROM_A_FILE;
        Ok((Server::of_file(&single_file(), program.clone()), page))
    };
    let hosted: VecDeque<&Scene> = shared().chain(FROM_A_HOST.iter().filter(wanted)).collect();
    let alone: VecDeque<&Scene> = ALONE.iter().filter(wanted).collect();
    let opened: VecDeque<&Scene> = shared().collect();
    ensure!(!hosted.is_empty() || !alone.is_empty(), "there is no such scene");
    let mut failures = Vec::new();
    for (place, scenes, open) in [
        ("from a static host", hosted, &host as &(dyn Fn() -> Result<(Server, Page)> + Sync)),
        ("alone from a static host", alone, &host),
        ("from a file", opened, &file),
    ] {
        if !scenes.is_empty() {
            println!("{place}");
            failures.extend(browser::play_all(scenes, open).err().map(|error| format!("{place}: {error:#}")));
        }
    }
    ensure!(failures.is_empty(), "{}", failures.join("; "));
    Ok(())
}

/// Starts a job in the page and waits for what it ends with: its last event and its data.
pub(super) fn job(page: &mut Page, request: &Value) -> Result<(String, Value)> {
    page.asks(&format!(
        "{{ globalThis.ended = undefined; const job = api.startJob({request}); \
         job.done.then(data => {{ globalThis.ended = ['done', data]; }}, error => {{ globalThis.ended = ['failed', error.body ?? String(error)]; }}); }}"
    ))?;
    let begun = Instant::now();
    loop {
        let ended = page.evaluate("globalThis.ended")?;
        if let Some(kind) = ended[0].as_str() {
            return Ok((kind.to_owned(), ended[1].clone()));
        }
        ensure!(begun.elapsed() < PATIENCE, "{request} does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn twenty_colours(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/water/rack-20")?;
    let made =
        page.asks("api.post('/api/generate', { puzzle: 'water', seed: 20, options: { colours: '20' } })")?;
    let level = made["level"].as_str().with_context(|| format!("no level: {made}"))?;
    let (kind, data) = job(
        page,
        &json!({ "kind": "solve", "puzzle": "water", "level": level, "options": made["options"] }),
    )?;
    ensure!(kind == "done" && data["outcome"] == "solved", "{data}");
    println!("    {}: {} {}", data["headline"], data["length"], data["metric"]);
    Ok(())
}

fn cancels(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/fifteen-longer")?;
    let took = page.asks(
        "new Promise((resolve, reject) => { \
         const job = api.startJob({ kind: 'solve', puzzle: 'tiles', level: 'fifteen-longer', algorithm: 'bfs', seconds: 600 }, { progress: () => { \
             const begun = performance.now(); job.cancel(); \
             job.done.then(data => resolve([performance.now() - begun, data.claim, data.lower_bound]), reject); } }); \
         job.done.then(data => setTimeout(() => reject(new Error(JSON.stringify(data)))), reject); })",
    )?;
    let milliseconds = took[0].as_f64().unwrap_or(f64::NAN);
    println!("    ended after {milliseconds:.1} ms");
    ensure!(milliseconds < 100.0, "a search ends {milliseconds} ms after it was cancelled");
    ensure!(took[1] == "stopped" && took[2].as_u64() > Some(0), "{took}");
    Ok(())
}

fn cancelled_solution(page: &mut Page, server: &mut Server) -> Result<()> {
    // Some solution of such a board is found at once; the proof takes longer than anybody waits.
    let level = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 .";
    page.begin(server, "#/tiles/first")?;
    let ended = page.asks(&format!(
        "new Promise((resolve, reject) => {{ \
         const job = api.startJob({{ kind: 'solve', puzzle: 'tiles', level: '{level}', seconds: 600 }}, {{ progress: ({{ upper }}) => {{ \
             if (!upper) return; const begun = performance.now(); job.cancel(); \
             job.done.then(data => resolve([performance.now() - begun, data]), reject); }} }}); \
         job.done.then(data => setTimeout(() => reject(new Error(JSON.stringify(data)))), reject); }})"
    ))?;
    let (took, data) = (&ended[0], &ended[1]);
    println!("    ended after {:.1} ms with {} moves", took.as_f64().unwrap_or(f64::NAN), data["length"]);
    let moves = data["moves"].as_array().map_or(0, Vec::len);
    ensure!(data["claim"] == "feasible" && data["length"].as_u64() == Some(moves as u64), "{data}");
    // It leads to the goal.
    let game = page.asks(&format!("api.post('/api/games', {{ puzzle: 'tiles', level: '{level}' }})"))?;
    let key = game["key"].as_str().context("no key")?;
    let line = json!({ "moves": data["moves"] });
    let line = page.asks(&format!("api.post('/api/games/{key}/line', {line})"))?;
    let last = line["line"].as_array().and_then(|line| line.last()).context("no line")?.clone();
    let end = page.asks(&format!("api.post('/api/games/{key}/go', {{ node: {last} }})"))?;
    ensure!(end["position"]["status"] == "solved", "{}", end["position"]["text"]);
    Ok(())
}

fn out_of_memory(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/first")?;
    let level = "fifteen-longer";
    let request = json!({ "kind": "solve", "puzzle": "tiles", "level": level, "algorithm": "bfs", "seconds": 600, "megabytes": 1024 });
    let (kind, data) = job(page, &request)?;
    println!("    {}", data["limit"]);
    ensure!(kind == "done" && data["claim"] == "stopped" && data["lower_bound"].as_u64() > Some(0), "{data}");
    Ok(())
}

fn other_browser(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    page.make("kuu", By::Mouse, false)?;
    let game = page.game()?;
    let mut other = browser::fresh_page()?;
    other.scripts = page.scripts;
    other.open_at(server, &format!("#{}", game["id"].as_str().context("no id")?))?;
    let there = other.game()?;
    ensure!(there["key"] != game["key"] && there["position"]["text"] == game["position"]["text"], "{there}");
    ensure!(there["undo"] == game["undo"], "the way there is lost: {there}");
    Ok(())
}

fn last_moment(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    for theme in ["light", "dark", "auto"] {
        // Whatever writes it down has much to do at that moment.
        page.evaluate(
            "globalThis.old = true; \
             for (let i = 0; i < 20; i += 1) localStorage.setItem('telusur.much', String(i).repeat(5e5)); \
             document.querySelector('#theme').click(); location.reload()",
        )?;
        page.wait_for("globalThis.old === undefined && document.documentElement?.dataset.ready === 'true'")?;
        let kept = page.evaluate("JSON.parse(localStorage.getItem('telusur.settings')).theme")?;
        ensure!(kept == theme, "the theme {theme} became {kept}");
    }
    page.evaluate("localStorage.removeItem('telusur.much')").map(drop)
}

fn offline(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    page.wait_for("navigator.serviceWorker.controller !== null")?;
    page.make("A>C", By::Keyboard, false)?;
    server.kill();
    page.open_at(server, "")?;
    ensure!(page.counter("moves")? == "1", "the game is not there");
    page.make("A>B", By::Keyboard, false)?;
    page.press("s")?;
    page.wait_for("document.querySelector('#view-solve .claim')?.dataset.claim === 'optimal'")?;
    server.restart()
}

fn update(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    page.wait_for("navigator.serviceWorker.controller !== null")?;
    page.make("A>C", By::Keyboard, false)?;
    let worker = std::fs::read_to_string(folder().join("service-worker.js"))?;
    server.replace("service-worker.js", worker.replacen("\"telusur-", "\"telusur-newer-", 1).into_bytes())?;
    page.evaluate(
        "navigator.serviceWorker.getRegistration().then(known => known.update()).then(() => true)",
    )?;
    page.wait_for("document.querySelector('#update .strong') !== null")?;
    page.evaluate("globalThis.old = true")?;
    page.make("A>B", By::Keyboard, false)?;
    page.expect("globalThis.old === true && document.querySelector('#update') !== null")?;
    page.click("#update .strong")?;
    page.wait_for("globalThis.old === undefined && document.documentElement?.dataset.ready === 'true'")?;
    page.expect("document.querySelector('#update') === null")?;
    ensure!(page.counter("moves")? == "2", "the game is not there");
    page.wait_for("caches.keys().then(names => names.length === 1 && names[0].startsWith('telusur-newer-'))")
        .with_context(|| format!("editions kept: {:?}", page.evaluate("caches.keys()")))?;
    // Those who come later find the folder as it is.
    server.restart()
}

fn first_move(page: &mut Page, server: &mut Server) -> Result<()> {
    let (mut times, mut worked) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        // Nothing is known: no cache, no service worker, no compiled engine.
        let mut first = browser::fresh_page()?;
        first.scripts = page.scripts;
        first.call("Performance.enable", &json!({}))?;
        first.open_at(server, "#/hanoi/three")?;
        for key in ["1", "3"] {
            first.press(key)?;
        }
        first.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
        times.extend(first.evaluate("performance.now()")?.as_f64());
        let metrics = first.call("Performance.getMetrics", &json!({}))?["metrics"].clone();
        let process = metrics.as_array().into_iter().flatten().find(|one| one["name"] == "ProcessTime");
        worked.extend(process.and_then(|one| one["value"].as_f64()).map(|seconds| 1e3 * seconds));
    }
    times.sort_by(f64::total_cmp);
    worked.sort_by(f64::total_cmp);
    println!(
        "    a first move is made {times:.0?} ms after the address was entered, with {worked:.0?} ms of processor time"
    );
    page.begin(server, "#/hanoi/three")?;
    // A busy machine takes longer, but not more of a processor: all threads of the page together.
    let is_soon = |times: &[f64]| times.first().is_some_and(|&least| least < 1000.0);
    ensure!(is_soon(&times) || is_soon(&worked), "{times:?} {worked:?}");
    Ok(())
}

fn installable(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    let manifest = page.call("Page.getAppManifest", &json!({}))?;
    ensure!(manifest["errors"] == json!([]) && manifest["data"].is_string(), "{manifest}");
    let errors = page.call("Page.getInstallabilityErrors", &json!({}))?["installabilityErrors"].clone();
    let real: Vec<&Value> = errors
        .as_array()
        .into_iter()
        .flatten()
        // Without a window there is nothing to install it in.
        .filter(|error| error["errorId"] != "in-incognito")
        .collect();
    ensure!(real.is_empty(), "{real:?}");
    Ok(())
}
