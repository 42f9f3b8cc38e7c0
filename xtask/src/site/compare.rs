//! The answers of the page without a server held against those of the program, level by level, and how long both take.

use super::folder;
use super::scenes::job;
use crate::devtools::Page;
use crate::server::Server;
use crate::{browser, built};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What a search may use on either side.
const SECONDS: u64 = 5;
const MEGABYTES: u64 = 512;
/// How many times as long as outside of the browser searches may take, warm: after so many rounds, in the median of so many
/// more. The browser's clock has steps of a tenth of a millisecond, which the sum of a round evens out; what a busy machine
/// does to a round now and then, the median leaves out.
const MOST_TIMES: f64 = 2.5;
const WARMING: usize = 20;
const ROUNDS: usize = 41;
/// The searches of a round: a catalogue level several times, and boards of twelve colours made from these seeds.
const HENG_DAO_LI_MA: (&str, &str, usize) = ("klotski", "heng-dao-li-ma", 8);
const TWELVE_COLOURS: RangeInclusive<u64> = 1..=24;

/// Compares answers, times, or both.
pub(super) fn compare(parts: &[&str]) -> Result<()> {
    // Both at once, so that neither chooses other features of what they depend on.
    let arguments = [
        "build",
        "--release",
        "--package",
        "telusur",
        "--bins",
        "--package",
        "telusur-wasm",
        "--example",
        "natively",
    ];
    let programs = built::build(&arguments)?;
    let natively =
        programs.iter().find(|program| program.name == "natively").context("cargo built nothing")?;
    let server = Server::of_folder(folder(), built::telusur(&programs)?)?;
    if parts.contains(&"answers") {
        let mut page = browser::fresh_page()?;
        page.begin(&server, "#/hanoi/three")?;
        answers(&mut page, &server)?;
    }
    if parts.contains(&"times") {
        times(&server, &natively.path)?;
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
    let here = in_browser(page, "solve", level)?;
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
    let here = in_browser(page, "explore", level)?;
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

/// How long searches take on one thread, in the browser and outside, by the engine's own clock: the same jobs, in turns.
fn times(server: &Server, program: &Path) -> Result<()> {
    let mut page = browser::fresh_page()?;
    page.begin(server, "#/hanoi/three")?;
    let boards = TWELVE_COLOURS.map(|seed| {
        let wish = json!({ "puzzle": "water", "seed": seed, "options": { "colours": "12" } });
        let made = page.asks(&format!("api.post('/api/generate', {wish})"))?;
        Ok(("water", made["level"].as_str().with_context(|| format!("no level: {made}"))?.to_owned()))
    });
    let boards = boards.collect::<Result<Vec<_>>>()?;
    let mut failures = Vec::new();
    for (name, levels) in [
        ("Heng Dao Li Ma", vec![(HENG_DAO_LI_MA.0, HENG_DAO_LI_MA.1.to_owned()); HENG_DAO_LI_MA.2]),
        ("boards of 12 colours", boards),
    ] {
        let jobs: Vec<Value> =
            levels.iter().map(|(puzzle, level)| job_of("solve", (puzzle, level))).collect();
        // A page and a process that have not searched yet.
        page = browser::fresh_page()?;
        page.begin(server, "#/hanoi/three")?;
        let mut natively = Natively::start(program)?;
        let cold = (browser_seconds(&mut page, &jobs[..1])?, natively.seconds(&jobs[..1])?);
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for round in 0..WARMING + ROUNDS {
            let times = (browser_seconds(&mut page, &jobs)?, natively.seconds(&jobs)?);
            if round >= WARMING {
                here.push(times.0 / jobs.len() as f64);
                there.push(times.1 / jobs.len() as f64);
            }
        }
        let [here, there] = [here, there].map(median);
        let ratio = here / there;
        println!(
            "{name}: {:.3} ms in the browser, {:.3} ms outside, {ratio:.2} times (medians of {ROUNDS} rounds of {} searches, \
             warm); the very first takes {:.1} and {:.2} ms",
            1e3 * here,
            1e3 * there,
            jobs.len(),
            1e3 * cold.0,
            1e3 * cold.1,
        );
        if ratio > MOST_TIMES {
            failures.push(format!("{name}: {ratio:.2} times as long in the browser"));
        }
    }
    ensure!(failures.is_empty(), "{}", failures.join("; "));
    Ok(())
}

/// Seconds that jobs take in the browser in all, each in a worker of its own as always.
fn browser_seconds(page: &mut Page, jobs: &[Value]) -> Result<f64> {
    let sum = page.asks(&format!(
        "(async () => {{ let sum = 0; for (const job of {}) sum += (await api.startJob(job).done).stats.seconds; return sum; }})()",
        json!(jobs)
    ))?;
    sum.as_f64().with_context(|| format!("no time: {sum}"))
}

/// The code of the page's workers outside of a browser, built as the program is.
struct Natively {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Natively {
    fn start(program: &Path) -> Result<Self> {
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().context("no way in")?;
        let output = BufReader::new(process.stdout.take().context("no way out")?).lines();
        Ok(Natively { process, input, output })
    }

    /// Seconds that jobs take in all.
    fn seconds(&mut self, jobs: &[Value]) -> Result<f64> {
        let mut sum = 0.0;
        for job in jobs {
            writeln!(self.input, "{job}")?;
            let line = self.output.next().context("it has ended")??;
            let event: Value = serde_json::from_str(&line).with_context(|| line.clone())?;
            sum += event["data"]["stats"]["seconds"].as_f64().with_context(|| line.clone())?;
        }
        Ok(sum)
    }
}

impl Drop for Natively {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// What a job is asked to do, and within which limits.
fn job_of(kind: &str, (puzzle, level): (&str, &str)) -> Value {
    json!({ "kind": kind, "puzzle": puzzle, "level": level, "seconds": SECONDS, "megabytes": MEGABYTES })
}

fn in_browser(page: &mut Page, kind: &str, level: (&str, &str)) -> Result<Value> {
    match job(page, &job_of(kind, level))? {
        (kind, answer) if kind == "done" => Ok(answer),
        (_, answer) => bail!("{} {}: {answer}", level.0, level.1),
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

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
