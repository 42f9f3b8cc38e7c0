//! `telusur doctor`: what this program is, what the machine gives it, and whether everything that it needs works.

mod checks;
mod engines;
mod graphics;
mod processor;

use crate::exit::Exit;
use crate::show;
use crate::{data, json};
use clap::ArgMatches;
use serde::Serialize;
use std::io::Write;
use telusur_puzzles::printable;

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// As it should be.
    Fine,
    /// It works, and could be better.
    Note,
    /// Something that is needed does not work.
    Broken,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Finding {
    name: &'static str,
    state: State,
    /// What was found.
    value: String,
    /// What to do about it, where something is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

impl Finding {
    fn fine(name: &'static str, value: impl Into<String>) -> Self {
        Finding { name, state: State::Fine, value: value.into(), remedy: None }
    }

    fn note(name: &'static str, value: impl Into<String>, remedy: impl Into<String>) -> Self {
        Finding { name, state: State::Note, value: value.into(), remedy: Some(remedy.into()) }
    }

    fn broken(name: &'static str, value: impl Into<String>, remedy: impl Into<String>) -> Self {
        Finding { name, state: State::Broken, value: value.into(), remedy: Some(remedy.into()) }
    }
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let mut findings = vec![
        checks::program(),
        processor::features(),
        checks::cores(),
        checks::memory(),
        checks::data(data::directory_of(matches)),
        checks::page(),
        checks::terminal(),
        graphics::gpu(),
    ];
    findings.extend(engines::all());
    let works = findings.iter().all(|finding| finding.state != State::Broken);
    match matches.get_flag("json") {
        true => json::Object::new()
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("works", works)
            .with("checks", &findings)
            .with("schema", json::SCHEMA)
            .print()?,
        false => print(&findings, works)?,
    }
    Ok(if works { Exit::Done } else { Exit::No })
}

fn print(findings: &[Finding], works: bool) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let width = findings.iter().map(|finding| finding.name.len()).max().unwrap_or(0);
    for finding in findings {
        let mark = match finding.state {
            State::Fine => style.good("ok  "),
            State::Note => style.open("note"),
            State::Broken => style.bad("FAIL"),
        };
        writeln!(out, "{mark}  {:width$}  {}", finding.name, printable(&finding.value))?;
        if let Some(remedy) = &finding.remedy {
            writeln!(out, "      {:width$}  {}", "", style.faint(printable(remedy)))?;
        }
    }
    let verdict = match works {
        true => style.good("Everything that Telusur needs works."),
        false => style.bad("Something that Telusur needs does not work: see the lines that begin with FAIL."),
    };
    writeln!(out, "\n{verdict}")?;
    out.end()
}
