//! `telusur list`: the puzzles; or one puzzle's level format, options and levels.

use crate::exit::Exit;
use crate::json;
use crate::show::{self, Style};
use clap::ArgMatches;
use std::io::{BufWriter, Write};
use telusur_puzzles::{Entry, catalogue};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let entry = matches.get_one::<String>("puzzle").and_then(|name| catalogue::find(name));
    match (entry, matches.get_flag("json")) {
        (None, true) => {
            let puzzles: Vec<_> = catalogue::all().iter().map(|&entry| as_json(entry, false)).collect();
            json::print(&puzzles)?;
        }
        (Some(entry), true) => json::print(&as_json(entry, true))?,
        (None, false) => puzzles()?,
        (Some(entry), false) => one(entry)?,
    }
    Ok(Exit::Done)
}

fn puzzles() -> anyhow::Result<()> {
    let style = Style::of_stdout();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let width = catalogue::all().iter().map(|entry| entry.name().len()).max().unwrap_or(0);
    for entry in catalogue::all() {
        let name = style.strong(format!("{:<width$}", entry.name()));
        let levels = style.faint(format!("({})", show::counted(entry.levels().len(), "level")));
        writeln!(out, "{name}  {}: {} {levels}", entry.title(), entry.summary())?;
    }
    writeln!(out, "\n'telusur list PUZZLE' shows levels, options and level format.")?;
    out.flush()?;
    Ok(())
}

fn one(entry: &dyn Entry) -> anyhow::Result<()> {
    let style = Style::of_stdout();
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{} ({})\n{}", style.strong(entry.title()), entry.name(), style.sentence(entry.summary()))?;
    writeln!(out, "\n{}\n{}", style.strong("Level format"), show::indented(entry.level_help(), 2))?;
    if !entry.options().is_empty() {
        writeln!(out, "\n{}", style.strong("Options"))?;
        let flags: Vec<String> = entry
            .options()
            .iter()
            .map(|o| format!("--{} {}", o.name, o.value).trim_end().to_owned())
            .collect();
        let width = flags.iter().map(|flag| flag.chars().count()).max().unwrap_or(0);
        for (flag, option) in flags.iter().zip(entry.options()) {
            writeln!(out, "  {flag:<width$}  {}", option.help)?;
        }
    }
    if !entry.levels().is_empty() {
        writeln!(out, "\n{}", style.strong("Levels"))?;
        let width = entry.levels().iter().map(|level| level.name.chars().count()).max().unwrap_or(0);
        for level in entry.levels() {
            let optimum: Vec<String> =
                level.optimum.iter().map(|(metric, n)| format!("{n} {metric}")).collect();
            let optimum =
                if optimum.is_empty() { String::new() } else { format!(" ({})", optimum.join(", ")) };
            writeln!(out, "  {:<width$}  {}{}", level.name, level.title, style.faint(optimum))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn as_json(entry: &'static dyn Entry, in_full: bool) -> json::Puzzle<'static> {
    json::Puzzle {
        name: entry.name(),
        title: entry.title(),
        summary: entry.summary(),
        level_format: in_full.then(|| entry.level_help()),
        options: in_full.then(|| {
            let options = entry.options().iter();
            let option = |o: &'static telusur_puzzles::OptionSpec| json::PuzzleOption {
                name: o.name,
                value: Some(o.value).filter(|value| !value.is_empty()),
                help: o.help,
            };
            options.map(option).collect()
        }),
        levels: entry
            .levels()
            .iter()
            .map(|level| json::Level {
                name: level.name,
                title: level.title,
                text: level.text,
                options: level.options.iter().copied().collect(),
                optimum: level.optimum.iter().copied().collect(),
            })
            .collect(),
    }
}
