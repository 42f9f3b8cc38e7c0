//! `auto` beside every single algorithm, over all levels that ship with the program and the texts in the folder beside
//! this file: what it chooses must never be far behind the best of them.
//!
//! Processor time of whole commands on one thread counts, so that nothing that a choice costs is left out.

use super::commands::build;
use crate::steps;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The algorithms that prove their answers without a formula.
const SINGLE: [&str; 6] = ["bfs", "bidirectional", "astar", "idastar", "dense", "frontier"];
/// `auto` is behind if it takes more than this many times as long as the best single algorithm, and this much longer.
const MOST_TIMES: u32 = 2;
const MARGIN: Duration = Duration::from_millis(20);
/// What `auto` may take; a level that needs more is left out.
const LONGEST: Duration = Duration::from_secs(20);
/// How often a command is run whose time decides; the least time counts.
const ROUNDS: usize = 3;
/// What the system counts processor time in.
const TICK: Duration = Duration::from_millis(10);

/// What a command came to.
struct Run {
    time: Duration,
    /// 0 and 1 are answers, 2 is a refusal, 3 is a limit.
    exit: Option<i32>,
}

/// Compares over all levels, or over those whose puzzle or text has one of some names; the table.
pub(super) fn measure(parts: &[&str]) -> Result<String> {
    let program = build(steps::root())?;
    let mut table = String::from(
        "**`auto` beside the best single algorithm (processor time of the whole command, one thread)**\n\n\
         | level | `auto` | best | by | ratio |\n| --- | ---: | ---: | --- | ---: |\n",
    );
    let (mut quick, mut unanswered, mut behind) = (0, Vec::new(), Vec::new());
    for level in levels(&program, parts)? {
        let name = level.join(" ");
        let auto = timed(&program, &level, "auto", LONGEST)?;
        match auto.exit {
            Some(2) => continue,
            // No algorithm takes less than nothing.
            Some(0 | 1) if auto.time <= MARGIN => {
                quick += 1;
                continue;
            }
            Some(0 | 1 | 3) => {}
            other => bail!("'{name}' ended with {other:?}"),
        }
        // Only one that takes less than a share of this time puts `auto` behind.
        let limit = auto.time / MOST_TIMES + MARGIN;
        let mut best: Option<(Duration, &str)> = None;
        for algorithm in SINGLE {
            let run = timed(&program, &level, algorithm, limit)?;
            if matches!(run.exit, Some(0 | 1)) && best.is_none_or(|(least, _)| run.time < least) {
                best = Some((run.time, algorithm));
            }
        }
        let Some((least, by)) = best else {
            if auto.exit == Some(3) {
                unanswered.push(name);
            } else {
                quick += 1;
            }
            continue;
        };
        let ratio = auto.time.as_secs_f64() / least.max(TICK).as_secs_f64();
        let [shown, best] = [auto.time, least].map(|time| format!("{:.0} ms", time.as_secs_f64() * 1e3));
        writeln!(table, "| `{name}` | {shown} | {best} | {by} | {ratio:.2} |")?;
        println!("{}", table.lines().last().unwrap_or_default());
        if auto.time > least * MOST_TIMES && auto.time > least + MARGIN || auto.exit == Some(3) {
            behind.push(name);
        }
    }
    writeln!(
        table,
        "\n{quick} more levels are answered within {} ms, or no single algorithm needs less than half of the time.",
        MARGIN.as_millis()
    )?;
    if !unanswered.is_empty() {
        writeln!(table, "No answer within {} s: {}.", LONGEST.as_secs(), unanswered.join(", "))?;
    }
    println!("{}", table.split("\n\n").last().unwrap_or_default());
    ensure!(behind.is_empty(), "auto is far behind: {}", behind.join(", "));
    Ok(table)
}

/// The least processor time of a few runs; of one, if that is long or is no answer.
fn timed(program: &Path, level: &[String], algorithm: &str, limit: Duration) -> Result<Run> {
    let mut best: Option<Run> = None;
    for _ in 0..ROUNDS {
        let before = children()?;
        let status = Command::new(program)
            .current_dir(steps::root())
            .arg("solve")
            .args(level)
            .args(["--algorithm", algorithm, "--threads", "1", "--memory", "2G", "--quiet"])
            .args(["--time", &format!("{}ms", limit.as_millis())])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("can't start the program")?;
        let run = Run { time: children()?.saturating_sub(before), exit: status.code() };
        let is_last = run.time > 10 * MARGIN || !matches!(run.exit, Some(0 | 1));
        if best.as_ref().is_none_or(|best| run.time < best.time) {
            best = Some(run);
        }
        if is_last {
            break;
        }
    }
    best.context("no round was run")
}

/// Processor time of all processes that this one has waited for.
fn children() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").context("this bench needs Linux")?;
    // Behind the name, which may hold anything: the 14th and 15th fields.
    let (_, fields) = stat.rsplit_once(')').context("no name in /proc/self/stat")?;
    let times = fields.split_whitespace().skip(13).take(2).map(str::parse::<u32>);
    Ok(TICK * times.sum::<Result<u32, _>>()?)
}

/// The words that name a level: of the puzzles that ship with the program, and of the texts beside this file.
fn levels(program: &Path, parts: &[&str]) -> Result<Vec<Vec<String>>> {
    let is_wanted = |name: &str| parts.is_empty() || parts.contains(&name);
    let mut levels = Vec::new();
    let list = listed(program, &[])?;
    let names =
        list.as_array().context("no list of puzzles")?.iter().filter_map(|puzzle| puzzle["name"].as_str());
    for puzzle in names.filter(|name| is_wanted(name)) {
        levels.extend(levels_of(program, puzzle)?);
    }
    let mut paths = std::fs::read_dir(steps::root().join("xtask/src/bench/auto"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if is_wanted(&name) {
            let path = path.strip_prefix(steps::root()).unwrap_or(&path);
            levels.extend(levels_of(program, &path.display().to_string())?);
        }
    }
    ensure!(!levels.is_empty(), "there is no such puzzle and no such text");
    Ok(levels)
}

fn levels_of(program: &Path, puzzle: &str) -> Result<Vec<Vec<String>>> {
    let list = listed(program, &[puzzle])?;
    let levels = list["levels"].as_array().context("no levels")?;
    if levels.is_empty() {
        // A text that names no start has the one that its variables say.
        return Ok(vec![vec![puzzle.to_owned()]]);
    }
    let named = |level: &Value| Some(vec![puzzle.to_owned(), level["name"].as_str()?.to_owned()]);
    Ok(levels.iter().filter_map(named).collect())
}

fn listed(program: &Path, of: &[&str]) -> Result<Value> {
    let output =
        Command::new(program).current_dir(steps::root()).arg("list").args(of).arg("--json").output()?;
    ensure!(output.status.success(), "can't list {}", of.join(" "));
    Ok(serde_json::from_slice(&output.stdout)?)
}
