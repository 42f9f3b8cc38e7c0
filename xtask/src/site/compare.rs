//! The answers of the page without a server held against those of the program, level by level, and how long both take.

use super::folder;
use super::scenes::job;
use crate::browser;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::process::Command;

/// What a search may use on either side.
const SECONDS: u64 = 5;
const MEGABYTES: u64 = 512;
/// How many times as long as the program a search may take in the browser, in the median of so many turns.
const MOST_TIMES: f64 = 2.5;
const TURNS: usize = 9;
/// The searches that are timed: a catalogue level and a made one of twelve colours.
const HENG_DAO_LI_MA: (&str, &str) = ("klotski", "heng-dao-li-ma");
const TWELVE_COLOURS: (&str, u64) = ("water", 12);

/// Compares answers, times, or both.
pub(super) fn compare(parts: &[&str]) -> Result<()> {
    let server = Server::of_folder(folder())?;
    let mut page = browser::fresh_page()?;
    page.begin(&server, "#/hanoi/three")?;
    if parts.contains(&"answers") {
        answers(&mut page, &server)?;
    }
    if parts.contains(&"times") {
        times(&mut page, &server)?;
    }
    Ok(())
}

/// Claims, lengths and counts of every level of the catalogue.
fn answers(page: &mut Page, server: &Server) -> Result<()> {
    let puzzles = page.asks("api.get('/api/puzzles')")?;
    let mut sums = Sums::default();
    for puzzle in puzzles.as_array().context("no puzzles")? {
        let name = puzzle["name"].as_str().context("no name")?;
        for level in puzzle["levels"].as_array().into_iter().flatten() {
            let level = level["name"].as_str().context("no level")?;
            solved(page, server, (name, level), &mut sums)?;
            explored(page, server, (name, level), &mut sums)?;
        }
    }
    let Sums { settled, expanded, limited, counted, uncounted, wrong } = sums;
    println!(
        "{settled} levels have the same claim and length ({expanded} of them after as many expansions), {limited} met a limit on one side or both"
    );
    println!(
        "{counted} spaces have the same states, layers, goals and radius, {uncounted} met a limit on one side or both"
    );
    ensure!(wrong.is_empty(), "{}", wrong.join("; "));
    Ok(())
}

#[derive(Default)]
struct Sums {
    settled: usize,
    expanded: usize,
    limited: usize,
    counted: usize,
    uncounted: usize,
    wrong: Vec<String>,
}

fn solved(page: &mut Page, server: &Server, level: (&str, &str), sums: &mut Sums) -> Result<()> {
    let here = in_browser(page, "solve", level, &json!({}))?;
    let there = in_program(server, &["solve", level.0, level.1])?;
    let (kind, other) = (claim(&here), claim(&there));
    let (length, wanted) = (length(&here), length(&there));
    // Who wins may be known by theory, and a limit come before the turns are counted.
    let is_half = kind == other && (length == "null") != (wanted == "null");
    if !is_settled(&kind) || !is_settled(&other) || is_half {
        sums.limited += 1;
        println!("{} {}: {kind} in the browser, {other} in the program within {SECONDS} s", level.0, level.1);
        return Ok(());
    }
    match (&kind, &length) == (&other, &wanted) {
        true => sums.settled += 1,
        false => sums.wrong.push(format!(
            "{} {}: {kind} of {length} in the browser, {other} of {wanted} in the program",
            level.0, level.1
        )),
    }
    sums.expanded += usize::from(here["stats"]["expanded"] == there["stats"]["expanded"]);
    Ok(())
}

fn explored(page: &mut Page, server: &Server, level: (&str, &str), sums: &mut Sums) -> Result<()> {
    let here = in_browser(page, "explore", level, &json!({}))?;
    let there = in_program(server, &["explore", level.0, level.1])?;
    if here["complete"] != true || there["complete"] != true {
        sums.uncounted += 1;
        return Ok(());
    }
    // Long lists of layers are shown in groups.
    let group = here["depths_step"].as_u64().unwrap_or(1) as usize;
    let layers: Vec<u64> =
        there["depths"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let layers: Vec<u64> = layers.chunks(group.max(1)).map(|layers| layers.iter().sum()).collect();
    let same = ["states", "radius", "goals", "goal_distance"].iter().all(|name| here[name] == there[name]);
    match same && here["depths"] == json!(layers) {
        true => sums.counted += 1,
        false => sums.wrong.push(format!(
            "{} {}: {} states and {} goals in the browser, {} and {} in the program",
            level.0, level.1, here["states"], here["goals"], there["states"], there["goals"]
        )),
    }
    Ok(())
}

/// How long two searches take on one thread, in the browser and in the program, in turns.
fn times(page: &mut Page, server: &Server) -> Result<()> {
    let (puzzle, seed) = TWELVE_COLOURS;
    let made = page.asks(&format!(
        "api.post('/api/generate', {{ puzzle: '{puzzle}', seed: {seed}, options: {{ colours: '12' }} }})"
    ))?;
    let made = made["level"].as_str().with_context(|| format!("no level: {made}"))?.to_owned();
    let mut failures = Vec::new();
    for (name, level) in [(HENG_DAO_LI_MA, HENG_DAO_LI_MA), (("12 colours", ""), (puzzle, made.as_str()))] {
        let mut ratios = Vec::new();
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            here.push(seconds(&in_browser(page, "solve", level, &json!({}))?));
            there.push(seconds(&in_program(server, &["solve", level.0, level.1])?));
            ratios.extend(here.last().zip(there.last()).map(|(here, there)| here / there));
        }
        let [here, there, ratio] = [here, there, ratios].map(median);
        println!(
            "{} {}: {:.2} ms in the browser, {:.2} ms in the program, {ratio:.2} times (medians of {TURNS} turns)",
            name.0,
            name.1,
            1e3 * here,
            1e3 * there
        );
        if ratio > MOST_TIMES {
            failures.push(format!("{} {} takes {ratio:.2} times as long in the browser", name.0, name.1));
        }
    }
    ensure!(failures.is_empty(), "{}", failures.join("; "));
    Ok(())
}

fn in_browser(page: &mut Page, kind: &str, (puzzle, level): (&str, &str), more: &Value) -> Result<Value> {
    let mut request =
        json!({ "kind": kind, "puzzle": puzzle, "level": level, "seconds": SECONDS, "megabytes": MEGABYTES });
    if let (Some(request), Some(more)) = (request.as_object_mut(), more.as_object()) {
        request.extend(more.clone());
    }
    match job(page, &request)? {
        (kind, answer) if kind == "done" => Ok(answer),
        (_, answer) => bail!("{puzzle} {level}: {answer}"),
    }
}

fn in_program(server: &Server, asked: &[&str]) -> Result<Value> {
    let limits =
        ["--json", "--threads", "1", "--memory", &format!("{MEGABYTES}M"), "--time", &format!("{SECONDS}s")];
    let output = Command::new(&server.program).args(asked).args(limits).output()?;
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{}: {}", asked.join(" "), String::from_utf8_lossy(&output.stderr)))
}

fn claim(answer: &Value) -> String {
    answer["claim"].as_str().or(answer["outcome"].as_str()).unwrap_or("").to_owned()
}

fn is_settled(claim: &str) -> bool {
    !matches!(claim, "stopped" | "feasible")
}

/// Moves, or the turns of a game; large numbers are texts.
fn length(answer: &Value) -> String {
    let length = if answer["length"].is_null() { &answer["turns"] } else { &answer["length"] };
    length.to_string().trim_matches('"').to_owned()
}

fn seconds(answer: &Value) -> f64 {
    answer["stats"]["seconds"].as_f64().unwrap_or(f64::NAN)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
