//! `telusur bench`: what the puzzles measure about themselves, as tables.

use crate::exit::Exit;
use crate::show;
use crate::target::Target;
use crate::{args, chart, json, own_rules};
use clap::ArgMatches;
use std::io::Write;
use std::path::PathBuf;
use telusur_puzzles::{BenchTable, Entry, catalogue};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let is_named = matches.subcommand().is_some();
    let (entries, matches): (Vec<&'static dyn Entry>, _) = match matches.subcommand() {
        None => (catalogue::all().to_vec(), matches),
        Some(_) => {
            let (entry, inner) = args::chosen(matches)?;
            // A file of rules has levels of its own.
            let text = inner.try_get_one::<String>("rules").ok().flatten();
            let entry = text.map_or(Ok(entry), |text| own_rules::text_entry(text))?;
            (vec![entry], inner)
        }
    };
    let as_json = matches.get_flag("json");
    let drawn = matches.get_one::<PathBuf>("svg").map(|path| Target::new(path)).transpose()?;
    let mut kept = Vec::new();
    let mut failure = None;
    for entry in entries {
        let mut tables = 0;
        entry.bench(matches.get_flag("quick"), &mut |table| {
            tables += 1;
            if let Err(error) = show(entry, &table, as_json) {
                failure.get_or_insert(error);
            }
            if drawn.is_some() {
                kept.push(table);
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if tables == 0 && is_named {
            anyhow::bail!(
                "there is nothing to measure in {}: games have no optimum, and no level of it has a known one",
                entry.about().title.0
            );
        }
    }
    if let Some(target) = drawn {
        target.write(|out| Ok(out.write_all(chart::of_tables(&kept).as_bytes())?))?;
    }
    Ok(Exit::Done)
}

/// Prints one table, as Markdown or as a JSON object on a line of its own.
pub(crate) fn show(entry: &dyn Entry, table: &BenchTable, as_json: bool) -> anyhow::Result<()> {
    match as_json {
        true => json::Object::new()
            .with("puzzle", entry.name())
            .with("title", &table.title)
            .with("columns", &table.columns)
            .with("rows", &table.rows)
            .with("note", &table.note)
            .with("schema", json::SCHEMA)
            .print(),
        false => print(table),
    }
}

fn print(table: &BenchTable) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    writeln!(out, "{}\n", style.strong(&table.title))?;
    writeln!(out, "{}", markdown(table))?;
    if !table.note.is_empty() {
        writeln!(out, "\n{}", style.sentence(&table.note))?;
    }
    writeln!(out)?;
    out.end()
}

/// A Markdown table with aligned columns; all but the first are figures and stand right.
fn markdown(table: &BenchTable) -> String {
    let cell = |row: &[String], i: usize| row.get(i).map_or("", String::as_str).replace('|', "\\|");
    let all = || std::iter::once(&table.columns).chain(&table.rows);
    let columns = all().map(Vec::len).max().unwrap_or(0);
    let width = |i: usize| all().map(|row| cell(row, i).chars().count()).max().unwrap_or(0).max(3);
    let line = |row: &[String]| {
        let cells = (0..columns).map(|i| match i {
            0 => format!(" {:<1$} ", cell(row, i), width(i)),
            _ => format!(" {:>1$} ", cell(row, i), width(i)),
        });
        format!("|{}|", cells.collect::<Vec<_>>().join("|"))
    };
    let rule = (0..columns).map(|i| match i {
        0 => format!("-{}-", "-".repeat(width(i))),
        _ => format!("-{}:", "-".repeat(width(i))),
    });
    let mut lines = vec![line(&table.columns), format!("|{}|", rule.collect::<Vec<_>>().join("|"))];
    lines.extend(table.rows.iter().map(|row| line(row)));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_line_up() {
        let strings = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let table = BenchTable {
            columns: strings(&["what", "ratio"]),
            rows: vec![strings(&["ours", "6.1 ×"]), strings(&["a|b"])],
            ..BenchTable::default()
        };
        let expected = "| what | ratio |\n|------|------:|\n| ours | 6.1 × |\n| a\\|b |       |";
        assert_eq!(markdown(&table), expected);
    }
}
