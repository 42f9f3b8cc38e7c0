//! The page without a server in Chromium: the scenes of the page, from a static host and from a file, and what only such a
//! page does.

use super::{folder, single_file};
use crate::browser::desk::{By, FROM_A_FILE};
use crate::browser::{self, Scene};
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a search may take.
const PATIENCE: Duration = Duration::from_secs(180);

const EVERYWHERE: &[Scene] = &[
    ("solves twenty colours", twenty_colours),
    ("ends a search within a moment", cancels),
    ("ends a search that has no more memory with a claim", out_of_memory),
    ("opens a link in another browser", other_browser),
];

/// From a host only: a file is there without a network anyway, and is no application.
const FROM_A_HOST: &[Scene] = &[
    ("opens and plays without a network after the first visit", offline),
    ("asks before it changes over to a newer edition", update),
    ("can be installed", installable),
];

/// Plays all scenes, or those whose names contain a word, with what was written before.
pub(super) fn check(only: Option<&str>) -> Result<()> {
    let wanted = |(name, _): &&Scene| only.is_none_or(|word| name.contains(word));
    let shared = || browser::without_a_server().chain(EVERYWHERE).filter(wanted);
    println!("from a static host");
    let mut server = Server::of_folder(folder())?;
    browser::play(
        &mut browser::fresh_page()?,
        &mut server,
        shared().chain(FROM_A_HOST.iter().filter(wanted)),
    )?;
    if shared().next().is_none() {
        return Ok(());
    }
    println!("from a file");
    let mut page = browser::fresh_page()?;
    page.scripts = FROM_A_FILE;
    browser::play(&mut page, &mut Server::of_file(&single_file())?, shared())
}

/// Starts a job in the page and waits for what it ends with: its last event and its data.
fn job(page: &mut Page, request: &Value) -> Result<(String, Value)> {
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
    println!("    ended after {:.1} ms", took[0].as_f64().unwrap_or(f64::NAN));
    ensure!(took[1] == "stopped" && took[2].as_u64() > Some(0), "{took}");
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
    ensure!(there["key"] != game["key"] && there["position"] == game["position"], "{there}");
    Ok(())
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

/// Another edition of the folder, for a while.
struct Newer(Vec<u8>);

impl Newer {
    fn begin() -> Result<Self> {
        let file = folder().join("service-worker.js");
        let before = std::fs::read(&file)?;
        let newer = String::from_utf8(before.clone())?.replace("\"telusur-", "\"telusur-newer-");
        std::fs::write(file, newer)?;
        Ok(Newer(before))
    }
}

impl Drop for Newer {
    fn drop(&mut self) {
        _ = std::fs::write(folder().join("service-worker.js"), &self.0);
    }
}

fn update(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    page.wait_for("navigator.serviceWorker.controller !== null")?;
    page.make("A>C", By::Keyboard, false)?;
    let _newer = Newer::begin()?;
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

/// Holds the answers in the browser against those of the program, level by level.
pub(super) fn compare() -> Result<()> {
    const SECONDS: u64 = 5;
    let server = Server::of_folder(folder())?;
    let mut page = browser::fresh_page()?;
    page.begin(&server, "#/hanoi/three")?;
    let puzzles = page.asks("api.get('/api/puzzles')")?;
    let (mut same, mut limited, mut ratios) = (0, 0, Vec::new());
    for puzzle in puzzles.as_array().context("no puzzles")? {
        let name = puzzle["name"].as_str().context("no name")?;
        for level in puzzle["levels"].as_array().into_iter().flatten() {
            let level = level["name"].as_str().context("no level")?;
            let (kind, here) = job(
                &mut page,
                &json!({ "kind": "solve", "puzzle": name, "level": level, "seconds": SECONDS, "megabytes": 512 }),
            )?;
            ensure!(kind == "done", "{name} {level}: {here}");
            let output = Command::new(&server.program)
                .args([
                    "solve",
                    name,
                    level,
                    "--json",
                    "--threads",
                    "1",
                    "--memory",
                    "512M",
                    "--time",
                    &format!("{SECONDS}s"),
                ])
                .output()?;
            let there: Value = serde_json::from_slice(&output.stdout)
                .with_context(|| format!("{name} {level}: {}", String::from_utf8_lossy(&output.stderr)))?;
            let claim = |answer: &Value| {
                answer["claim"].as_str().or(answer["outcome"].as_str()).unwrap_or("").to_owned()
            };
            let seconds = |answer: &Value| answer["stats"]["seconds"].as_f64().unwrap_or(f64::NAN);
            let settled = |answer: &Value| !matches!(claim(answer).as_str(), "stopped" | "feasible");
            if settled(&here) && settled(&there) {
                let length = |answer: &Value| {
                    if answer["length"].is_null() {
                        answer["turns"].clone()
                    } else {
                        answer["length"].clone()
                    }
                };
                if claim(&here) != claim(&there)
                    || length(&here).to_string().trim_matches('"')
                        != length(&there).to_string().trim_matches('"')
                {
                    bail!(
                        "{name} {level}: {} of {} in the browser, {} of {} in the program",
                        claim(&here),
                        length(&here),
                        claim(&there),
                        length(&there)
                    );
                }
                same += 1;
            } else {
                limited += 1;
                println!(
                    "{name} {level}: {} in the browser, {} in the program within {SECONDS} s",
                    claim(&here),
                    claim(&there)
                );
            }
            if seconds(&there) > 0.02 && settled(&here) {
                ratios.push((
                    seconds(&here) / seconds(&there),
                    format!("{name} {level}"),
                    seconds(&here),
                    seconds(&there),
                ));
            }
        }
    }
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (ratio, name, here, there) in &ratios {
        println!("{name}: {here:.3} s in the browser, {there:.3} s in the program, {ratio:.2} times");
    }
    println!("{same} levels have the same claim and length, {limited} met a limit on one side or both");
    Ok(())
}
