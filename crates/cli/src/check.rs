//! `telusur check`: what is wrong or suspicious about a text of rules, and what it is compiled to.

use crate::exit::Exit;
use crate::input;
use crate::json::{Object, SCHEMA};
use crate::show::{self, counted};
use anyhow::Context;
use clap::ArgMatches;
use std::io::Write;
use std::path::{Path, PathBuf};
use telusur_rules::{Problem, Rules};

/// Steps of the random walks on which promises are tried.
const STEPS: usize = 1000;

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let path = matches.get_one::<PathBuf>("rules").context("no file is named")?;
    let text = input::text_of(path).with_context(|| format!("can't use '{}'", path.display()))?;
    let loaded = Rules::load(&text);
    let problems = match &loaded {
        Ok(rules) => rules.warnings().iter().cloned().chain(rules.examine(STEPS)).collect(),
        Err(problems) => problems.0.clone(),
    };
    let rules = loaded.as_ref().ok();
    match matches.get_flag("json") {
        true => as_json(path, rules, &problems).print()?,
        false => as_text(path, rules, &problems)?,
    }
    Ok(if rules.is_some() { Exit::Done } else { Exit::Bad })
}

fn as_json(path: &Path, rules: Option<&Rules>, problems: &[Problem]) -> Object {
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
        .with("levels", rules.map_or_else(Vec::new, names))
        .with("problems", problems.iter().map(told).collect::<Vec<_>>())
        .with("schema", SCHEMA)
}

fn as_text(path: &Path, rules: Option<&Rules>, problems: &[Problem]) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let file = telusur_puzzles::printable(&path.display().to_string()).into_owned();
    for problem in problems {
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
        let back = match (rules.is_undirected(), rules.why_not_reversible()) {
            (true, _) => "every move is taken back by another".to_owned(),
            (false, None) => "moves can be searched backwards".to_owned(),
            (false, Some(why)) => format!("moves can't be searched backwards: {why}"),
        };
        if !model.is_game {
            writeln!(out, "{back}")?;
        }
        let starts: Vec<&str> = model.starts.iter().map(|start| start.name.as_str()).collect();
        writeln!(out, "levels: {}", starts.join(", "))?;
        if problems.is_empty() {
            // The promises are those of puzzles for one.
            match model.is_game {
                true => writeln!(out, "no problems")?,
                false => {
                    writeln!(out, "no problems; promises were tried on random walks of {STEPS} steps")?;
                }
            }
        }
    }
    out.end()
}
