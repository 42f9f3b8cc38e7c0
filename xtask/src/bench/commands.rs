//! Whole commands as users run them, beside those of an earlier commit: what a bench of engines does not see, such as
//! the start of the program, counts here too.

use crate::steps;
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Words of a command are separated by blanks; `_` stands for a blank within a word. All of them print the same with
/// every program that knows them.
const COMMANDS: [&str; 35] = [
    "solve stones 8_12_4",
    "solve hanoi --discs 20",
    "solve hanoi --discs 22 --method kolar4",
    "solve hanoi --discs 22 --method blocks",
    "solve hanoi --pegs 4 --discs 9 --algorithm bfs",
    "solve hanoi --pegs 4 --discs 9 --algorithm bidirectional",
    "solve hanoi --pegs 4 --discs 9 --algorithm astar",
    "solve hanoi --pegs 4 --discs 9 --algorithm frontier",
    "solve water rack-30",
    "solve klotski heng-dao-li-ma",
    "solve klotski heng-dao-li-ma --all",
    "solve klotski abcd/aeBB/feBB/fggh/..ii",
    "solve klotski abcd/aeBB/feBB/fggh/..ii --metric steps",
    "solve klotski abcd/aeBB/feBB/fggh/..ii --algorithm bidirectional",
    "solve klotski abcd/aeBB/feBB/fggh/..ii --algorithm astar",
    "solve tiles eight-hardest",
    "solve tiles eight-hardest --algorithm bfs",
    "solve tiles eight-hardest --algorithm bidirectional",
    "solve tiles eight-hardest --algorithm astar",
    "solve tiles eight-hardest --algorithm dense",
    "solve tiles 4_9_8_./2_3_15_10/13_6_1_5/12_7_11_14 --algorithm astar",
    "solve tiles 5_9_6_15/14_3_4_11/7_._1_13/12_8_2_10 --algorithm idastar --threads 1",
    "explore stones 8_12_4",
    "explore water rack-30",
    "explore klotski heng-dao-li-ma",
    "explore klotski heng-dao-li-ma --metric steps",
    "explore tiles --size 3x3 --algorithm bfs --threads 1",
    "explore tiles --size 3x3 --algorithm dense --threads 1",
    "explore tiles --size 2x5 --algorithm bfs --threads 1",
    "explore tiles --size 2x5 --algorithm dense --threads 1",
    "explore hanoi --discs 14 --algorithm bfs --threads 1",
    "explore hanoi --discs 14 --algorithm dense --threads 1",
    "explore hanoi --pegs 4 --discs 12 --algorithm bfs --threads 1",
    "explore hanoi --pegs 4 --discs 12 --algorithm dense --threads 1",
    "explore hanoi --pegs 4 --discs 15",
];

/// Time for the rounds of a command with each program, and the fewest and the most rounds; the best time counts.
const ROUNDS: Duration = Duration::from_millis(1500);
const FEWEST: u32 = 3;
const MOST: u32 = 100;

/// Runs the commands with the release build of this tree, and in turns with that of another one; the table.
pub(super) fn measure(before: Option<&Path>) -> Result<String> {
    let trees = [Some(steps::root()), before];
    let programs = trees.into_iter().flatten().map(build).collect::<Result<Vec<_>>>()?;
    let mut table = String::from("**Whole commands, with `--quiet`**\n\n| command | time |");
    table += if before.is_some() {
        " before | × before |\n| --- | ---: | ---: | ---: |\n"
    } else {
        "\n| --- | ---: |\n"
    };
    for line in COMMANDS {
        let mut best = vec![Duration::MAX; programs.len()];
        let outputs = programs.iter().map(|program| output(program, line)).collect::<Result<Vec<_>>>()?;
        ensure!(outputs.iter().all(|(text, _)| *text == outputs[0].0), "'{line}' does not print what it did");
        let slowest = outputs.iter().map(|(_, time)| *time).max().unwrap_or_default();
        let rounds = (ROUNDS.as_secs_f64() / slowest.as_secs_f64()) as u32;
        for round in 0..rounds.clamp(FEWEST, MOST) as usize {
            // Each begins in turn: whoever follows finds the machine awake.
            for i in 0..programs.len() {
                let i = (i + round) % programs.len();
                best[i] = best[i].min(output(&programs[i], line)?.1);
            }
        }
        write!(table, "| `{}` | {} |", line.replace('_', " "), milliseconds(best[0]))?;
        if let Some(&before) = best.get(1) {
            let ratio = before.as_secs_f64() / best[0].as_secs_f64();
            write!(table, " {} | {ratio:.2} |", milliseconds(before))?;
        }
        table += "\n";
        println!("{}", table.lines().last().unwrap_or_default());
    }
    Ok(table)
}

/// The release build of a tree.
pub(super) fn build(tree: &Path) -> Result<PathBuf> {
    let mut cargo = steps::cargo_command(&["build", "--release", "--package", "telusur"]);
    // A tree's program is wanted where the tree is, wherever this one is built.
    let status =
        cargo.current_dir(tree).env_remove("CARGO_TARGET_DIR").status().context("can't start cargo")?;
    ensure!(status.success(), "the program does not build in {}", tree.display());
    Ok(tree.join("target/release/telusur"))
}

/// What a command prints, and how long the process takes.
fn output(program: &Path, line: &str) -> Result<(Vec<u8>, Duration)> {
    let words = line.split(' ').map(|word| word.replace('_', " "));
    let mut command = Command::new(program);
    command.args(words).arg("--quiet").stdin(Stdio::null());
    let begun = Instant::now();
    let output = command.output().context("can't start the program")?;
    let time = begun.elapsed();
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "'{line}' failed: {}", said.trim());
    Ok((output.stdout, time))
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
