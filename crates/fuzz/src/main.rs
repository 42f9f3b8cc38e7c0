//! `cargo xtask fuzz`: runs targets on hostile inputs and reports what it found.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use telusur_cli::amount;
use telusur_fuzz::{Settings, Target, Totals, run, runner, targets};

const HELP: &str = "\
Usage: cargo xtask fuzz [TARGET]... [OPTIONS]

  --time T       total time for all targets, such as 60s or 5m [default: 60s]
  --inputs N     total number of inputs for all targets instead of a time, such as 1e6
  --seed S       a number; the same seed and number of threads give the same inputs [default: 1]
  --threads N    number of threads [default: all cores]
  --replay FILE  run the named TARGET on one saved input
  --list         list the targets

A failing input is minimised and written to target/fuzz; the exit code is then 1.";

/// Where found inputs go, from the root of the workspace.
const FOLDER: &str = "target/fuzz";

/// What is asked for.
struct Asked {
    chosen: Vec<&'static Target>,
    time: Option<Duration>,
    inputs: Option<u64>,
    seed: u64,
    threads: usize,
    replay: Option<String>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| ["--help", "-h", "help"].contains(&word.as_str())) {
        say(HELP);
        return ExitCode::SUCCESS;
    }
    if words.iter().any(|word| word == "--list") {
        for target in targets::all() {
            say(&format!("{:<14} {}", target.name, target.about));
        }
        return ExitCode::SUCCESS;
    }
    match asked(words).and_then(|asked| fuzz(&asked)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("fuzz: {problem}");
            ExitCode::from(2)
        }
    }
}

/// A closed pipe is nobody's mistake.
fn say(line: &str) {
    _ = writeln!(std::io::stdout(), "{line}");
}

fn asked(words: Vec<String>) -> Result<Asked, String> {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    let mut asked = Asked { chosen: Vec::new(), time: None, inputs: None, seed: 1, threads, replay: None };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let (name, given) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value.to_owned())),
            _ => (word, None),
        };
        if !name.starts_with('-') {
            let target = targets::find(&name);
            asked.chosen.push(target.ok_or_else(|| format!("there is no target '{name}'; see --list"))?);
            continue;
        }
        if !["--time", "--inputs", "--seed", "--threads", "--replay"].contains(&name.as_str()) {
            return Err(format!("there is no option '{name}'; see --help"));
        }
        let value = given.or_else(|| words.next()).ok_or_else(|| format!("{name} needs a value"))?;
        let wrong = |wanted: String| format!("{name} can't be '{value}': {wanted}");
        let number = || value.parse::<u64>().map_err(|_| wrong("write a whole number".to_owned()));
        match name.as_str() {
            "--time" => asked.time = Some(amount::duration(&value).map_err(wrong)?),
            "--inputs" => asked.inputs = Some(amount::count(&value).map_err(wrong)?),
            "--seed" => asked.seed = number()?,
            "--threads" => asked.threads = number()?.clamp(1, 256) as usize,
            _ => asked.replay = Some(value),
        }
    }
    if asked.replay.is_some() && asked.chosen.len() != 1 {
        return Err("--replay needs the name of one target".to_owned());
    }
    if asked.chosen.is_empty() {
        asked.chosen = targets::all().iter().collect();
    }
    Ok(asked)
}

/// Runs what is asked for; answers whether nothing was found.
fn fuzz(asked: &Asked) -> Result<bool, String> {
    if let Some(file) = &asked.replay {
        let input = std::fs::read(file).map_err(|error| format!("can't read '{file}': {error}"))?;
        let fault = runner::replay(asked.chosen[0], &input);
        say(&fault.as_ref().map_or("nothing is wrong with it".to_owned(), ToString::to_string));
        return Ok(fault.is_none());
    }
    let shares: u64 = asked.chosen.iter().map(|target| u64::from(target.share)).sum();
    let time = match asked.inputs {
        None => Some(asked.time.unwrap_or(Duration::from_secs(60))),
        Some(_) => asked.time,
    };
    let (mut all, mut faults, mut outcomes) = (Totals::default(), 0, 0);
    for target in &asked.chosen {
        let share = |inputs: u64| {
            let part = u128::from(inputs) * u128::from(target.share) / u128::from(shares.max(1));
            (part as u64).max(1)
        };
        let settings = Settings {
            seed: asked.seed,
            threads: asked.threads,
            inputs: asked.inputs.map(share),
            time: time.map(|time| time / asked.chosen.len() as u32),
            patience: None,
        };
        let (totals, fault) = run(target, &settings, &mut |totals| {
            eprintln!("{:<14} {}", target.name, line(totals));
        });
        say(&format!("{:<14} {}", target.name, line(&totals)));
        if let Some(fault) = fault {
            faults += 1;
            say(&fault.to_string());
            match fault.write(Path::new(FOLDER)) {
                Ok(path) => say(&format!("the input is in {}", path.display())),
                Err(error) => return Err(format!("can't write to {FOLDER}: {error}")),
            }
        }
        all.inputs += totals.inputs;
        all.time += totals.time;
        outcomes += totals.outcomes;
    }
    all.outcomes = outcomes;
    say(&format!("{:<14} {}; {faults} faults", "all", line(&all)));
    Ok(faults == 0)
}

fn line(totals: &Totals) -> String {
    format!(
        "{:>11} inputs, {:>9.0} in a second, {:>5} outcomes, {:>6.1} s",
        totals.inputs,
        totals.rate(),
        totals.outcomes,
        totals.time.as_secs_f64()
    )
}
