//! `telusur check`: what is wrong or suspicious about a text of rules, and what it is compiled to.

use crate::exit::Exit;
use crate::input;
use crate::interrupt;
use crate::json::{Object, SCHEMA};
use crate::show::{self, counted};
use anyhow::Context;
use clap::ArgMatches;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use telusur_rules::model::Start;
use telusur_rules::optima::{OptimumProof, StatedOptimum};
use telusur_rules::{Problem, Rules};
use telusur_search::{Budget, Limits};

/// Steps of the random walks on which promises are tried.
const STEPS: usize = 1000;
/// How long a check may take unless said otherwise.
const USUAL_TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let path = matches.get_one::<PathBuf>("rules").context("no file is named")?;
    let text = input::text_of(path).with_context(|| format!("can't use '{}'", path.display()))?;
    let time = matches.get_one::<Duration>("time").copied().unwrap_or(USUAL_TIME);
    let limits = Limits::new(Budget::default().with_time(time), interrupt::cancel());
    let loaded = Rules::load_within(&text, &limits);
    let rules = loaded.as_ref().ok();
    let checked = match &loaded {
        Ok(rules) => Checked::new(rules, &limits),
        Err(problems) => Checked { problems: problems.0.clone(), ..Checked::default() },
    };
    match matches.get_flag("json") {
        true => as_json(path, rules, &checked).print()?,
        false => as_text(path, rules, &checked)?,
    }
    Ok(if rules.is_some() { Exit::Done } else { Exit::Bad })
}

/// What a check has found.
#[derive(Default)]
struct Checked {
    problems: Vec<Problem>,
    optima: Vec<StatedOptimum>,
    /// Whether all random walks were made.
    is_complete: bool,
}

impl Checked {
    fn new(rules: &Rules, limits: &Limits) -> Self {
        let mut problems = rules.warnings().to_vec();
        let examination = rules.examine_within(STEPS, &limits.deadline);
        problems.extend(examination.problems);
        let optima = rules.prove_optima(limits);
        problems.extend(optima.iter().filter_map(StatedOptimum::problem));
        Checked { problems, optima, is_complete: examination.is_complete }
    }
}

/// A word for tools.
fn proof_word(proof: &OptimumProof) -> &'static str {
    match proof {
        OptimumProof::Proved => "proved",
        OptimumProof::Refuted(..) => "refuted",
        OptimumProof::Open(_) => "not proved",
    }
}

fn as_json(path: &Path, rules: Option<&Rules>, checked: &Checked) -> Object {
    let optimum = |stated: &StatedOptimum| {
        Object::new()
            .with("level", &stated.level)
            .with("stated", stated.moves)
            .with("proof", proof_word(&stated.proof))
    };
    let told = |problem: &Problem| {
        Object::new()
            .with("severity", if problem.is_error() { "error" } else { "warning" })
            .with("line", problem.span.line)
            .with("column", problem.span.column)
            .with("token", &problem.token)
            .with("problem", problem.problem.to_string())
            .with("remedy", problem.remedy.to_string())
    };
    let names =
        |rules: &Rules| rules.model().starts.iter().map(|start| start.name.clone()).collect::<Vec<_>>();
    Object::new()
        .with("file", path.display().to_string())
        .with("valid", rules.is_some())
        .with("title", rules.map(|rules| &rules.model().title.english))
        .with("bits", rules.map(Rules::bits))
        .with("ground_moves", rules.map(Rules::ground_moves))
        .with("cases", rules.map(Rules::cases))
        .with("undirected", rules.map(Rules::is_undirected))
        .with("not_reversible", rules.and_then(Rules::why_not_reversible))
        .with("not_undirected", rules.and_then(Rules::why_not_undirected))
        .with("levels", rules.map_or_else(Vec::new, names))
        .with("optima", checked.optima.iter().map(optimum).collect::<Vec<_>>())
        .with("problems", checked.problems.iter().map(told).collect::<Vec<_>>())
        .with("schema", SCHEMA)
}

fn as_text(path: &Path, rules: Option<&Rules>, checked: &Checked) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let file = telusur_puzzles::printable(&path.display().to_string()).into_owned();
    for problem in &checked.problems {
        writeln!(out, "{file}: {problem}")?;
    }
    if let Some(rules) = rules {
        let model = rules.model();
        writeln!(out, "{}: {}", style.strong(&model.title.english), model.about.english)?;
        writeln!(
            out,
            "{} of {}; {} in {}",
            counted(model.variables.len(), "variable"),
            counted(rules.bits() as usize, "bit"),
            counted(rules.ground_moves(), "move"),
            counted(rules.cases(), "case"),
        )?;
        if !model.is_game {
            let undirected = rules.why_not_undirected();
            match (&undirected, rules.why_not_reversible()) {
                (None, _) => writeln!(out, "every move is taken back by another")?,
                (Some(_), None) => writeln!(out, "moves can be searched backwards")?,
                (Some(_), Some(why)) => writeln!(out, "moves can't be searched backwards: {why}")?,
            }
            if let Some(why) = undirected {
                writeln!(out, "that every move is taken back by another is not proved: {why}")?;
            }
        }
        let level = |start: &Start| {
            let stated = checked.optima.iter().find(|stated| stated.level == start.name);
            stated.map_or_else(
                || start.name.clone(),
                |stated| format!("{} (optimum {}, {})", start.name, stated.moves, proof_word(&stated.proof)),
            )
        };
        let starts: Vec<String> = model.starts.iter().map(level).collect();
        writeln!(out, "levels: {}", starts.join(", "))?;
        if checked.problems.is_empty() {
            // The promises are those of puzzles for one.
            match model.is_game {
                true => writeln!(out, "no problems")?,
                false if checked.is_complete => {
                    writeln!(out, "no problems; promises were tried on random walks of {STEPS} steps")?;
                }
                false => writeln!(
                    out,
                    "no problems; promises were tried on random walks, as far as the limit allows"
                )?,
            }
        }
    }
    out.end()
}
