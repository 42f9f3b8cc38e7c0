//! `telusur list`: the puzzles; or one puzzle's level format, options and levels.

use crate::exit::Exit;
use crate::json::{self, Object};
use crate::output;
use crate::show;
use crate::{own_files, own_rules};
use clap::ArgMatches;
use std::collections::BTreeMap;
use std::io::Write;
use telusur_puzzles::{Entry, Language, Level, LevelFile, LevelList, OptionSpec, catalogue, printable};
use telusur_session::algorithms::EXPLANATIONS;
use telusur_wire::AlgorithmLine;

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    if matches.get_flag("algorithms") {
        algorithms(matches.get_flag("json"))?;
        return Ok(Exit::Done);
    }
    let entry = matches.get_one::<String>("puzzle").and_then(|name| catalogue::find(name));
    let entry = match matches.get_one::<String>("rules") {
        Some(text) => Some(own_rules::text_entry(text)?),
        None => entry,
    };
    if let Some(entry) = entry.filter(|_| matches.get_flag("level-file")) {
        output::print(level_file(entry))?;
        return Ok(Exit::Done);
    }
    match (entry, matches.get_flag("json")) {
        (None, true) => {
            let puzzles: Vec<_> = catalogue::all().iter().map(|&entry| in_json(entry, false)).collect();
            json::print(&puzzles)?;
        }
        (Some(entry), true) => in_json(entry, true).print()?,
        (None, false) => puzzles()?,
        (Some(entry), false) => one(entry)?,
    }
    Ok(Exit::Done)
}

/// Every algorithm in three sentences.
fn algorithms(as_json: bool) -> anyhow::Result<()> {
    let language = Language::English;
    if as_json {
        return json::print(&AlgorithmLine::all(language));
    }
    let (style, mut out) = show::for_people();
    for (place, explanation) in EXPLANATIONS.iter().enumerate() {
        let gap = if place == 0 { "" } else { "\n" };
        let words =
            explanation.sentences(language).into_iter().flat_map(|text| text.split_ascii_whitespace());
        writeln!(out, "{gap}{}\n{}", style.strong(explanation.algorithm), style.wrapped(words))?;
    }
    writeln!(out, "\nb is the number of moves from a position, d the length of a shortest solution.")?;
    out.end()
}

fn puzzles() -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let width = catalogue::all().iter().map(|entry| entry.name().len()).max().unwrap_or(0);
    for entry in catalogue::all() {
        let name = style.strong(format!("{:<width$}", entry.name()));
        let levels = style.faint(format!("({})", show::counted(entry.levels().len(), "level")));
        writeln!(out, "{name}  {}: {} {levels}", entry.about().title.0, entry.about().summary.0)?;
    }
    writeln!(out, "\n'telusur list PUZZLE' shows levels, options and level format.")?;
    out.flush()?;
    for refused in own_files::refused() {
        eprintln!("telusur: left out: {}", printable(refused));
    }
    Ok(())
}

/// All levels of a puzzle as one level file.
fn level_file(entry: &dyn Entry) -> String {
    let level = |level: &Level| {
        let mut file = LevelFile::from(level.setup());
        file.title = Some(level.title_in(Language::English).to_owned());
        file
    };
    let levels = entry.levels().iter().map(level).collect();
    let (title, puzzle) = (Some(entry.about().title.0.to_owned()), Some(entry.name().to_owned()));
    LevelList { title, puzzle, author: None, levels }.text()
}

fn one(entry: &dyn Entry) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    writeln!(
        out,
        "{} ({})\n{}",
        style.strong(entry.about().title.0),
        entry.name(),
        style.sentence(entry.about().summary.0)
    )?;
    writeln!(
        out,
        "\n{}\n{}",
        style.strong("Level format"),
        show::indented(entry.level_help(Language::English), 2)
    )?;
    for (title, options) in
        [("Options", entry.about().options), ("Options of generate", entry.about().generate_options)]
    {
        if options.is_empty() {
            continue;
        }
        writeln!(out, "\n{}", style.strong(title))?;
        let flag = |o: &OptionSpec| format!("--{} {}", o.name, o.value).trim_end().to_owned();
        let width = options.iter().map(|option| flag(option).chars().count()).max().unwrap_or(0);
        for option in options {
            writeln!(out, "  {:<width$}  {}", flag(option), option.help)?;
        }
    }
    if !entry.levels().is_empty() {
        writeln!(out, "\n{}", style.strong("Levels"))?;
        let width = entry.levels().iter().map(|level| level.name.chars().count()).max().unwrap_or(0);
        for level in entry.levels() {
            let own = entry.open(&level.setup()).ok().map(|board| board.metric());
            let optimum = level.optimum.iter().map(|&(metric, n)| match own {
                Some(own) if own == metric => own.counted(n, Language::English),
                _ => format!("{n} {metric}"),
            });
            let optimum: Vec<String> = optimum.collect();
            let optimum = match (optimum.is_empty(), entry.optima_are_proved()) {
                (true, _) => String::new(),
                (false, true) => format!(" ({})", optimum.join(", ")),
                (false, false) => format!(" ({}, not proved)", optimum.join(", ")),
            };
            writeln!(out, "  {:<width$}  {}{}", level.name, level.title, style.faint(optimum))?;
        }
    }
    out.end()
}

fn in_json(entry: &'static dyn Entry, in_full: bool) -> Object {
    let option = |option: &OptionSpec| {
        Object::new()
            .with("name", option.name)
            // Nothing for a switch.
            .with("value", Some(option.value).filter(|value| !value.is_empty()))
            .with("help", option.help)
    };
    let options = |options: &[OptionSpec]| in_full.then(|| options.iter().map(option).collect::<Vec<_>>());
    let level = |level: &Level| {
        Object::new()
            .with("name", level.name)
            .with("title", level.title)
            .with("titles", in_languages(|language| level.title_in(language)))
            .with("text", level.text)
            .with("options", level.options.iter().copied().collect::<BTreeMap<_, _>>())
            .with("optimum", level.optimum.iter().copied().collect::<BTreeMap<_, _>>())
            .with("optimum_proved", !level.optimum.is_empty() && entry.optima_are_proved())
    };
    Object::new()
        .with("name", entry.name())
        .with("title", entry.about().title.0)
        .with("summary", entry.about().summary.0)
        .some("level_format", in_full.then(|| entry.level_help(Language::English)))
        .some("options", options(entry.about().options))
        .some("generate_options", options(entry.about().generate_options))
        .with("levels", entry.levels().iter().map(level).collect::<Vec<_>>())
        .with("titles", in_languages(|language| entry.title_in(language)))
        .with("summaries", in_languages(|language| entry.summary_in(language)))
        .with("schema", json::SCHEMA)
}

/// A text by the tag of each language that it is there in.
fn in_languages<'t>(text: impl Fn(Language) -> &'t str) -> BTreeMap<&'static str, &'t str> {
    Language::ALL.iter().map(|&language| (language.tag(), text(language))).collect()
}
