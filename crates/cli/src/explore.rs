//! `telusur explore`: everything that can be reached, counted by distance.

use crate::exit::{Exit, complain};
use crate::output::Out;
use crate::search::Search;
use crate::show::{self, Style};
use crate::solve::{Form, how};
use crate::{args, bench, input, json, output};
use clap::ArgMatches;
use std::io::Write;
use telusur_puzzles::{Board, Entry, GraphFormat, Survey, catalogue};
use telusur_search::{Cancel, Deadline};

/// Lists longer than this are cut in the middle for people; JSON has all of it.
const LONGEST_LIST: usize = 200;

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    let level = matches.get_one::<String>("level").map(String::as_str);
    if let Some(name) = matches.try_get_one::<String>("report").ok().flatten() {
        return report(entry, name, level, matches);
    }
    let board = input::open(entry, level, matches)?;
    if let Some(&format) = matches.try_get_one::<GraphFormat>("graph").ok().flatten() {
        return graph(&*board, format, matches);
    }
    let mut search = Search::for_survey(matches);
    let survey = board.explore(search.task())?;
    search.finish();
    match Form::of(matches) {
        Form::Json => json::print(&json::Exploration::new(board.puzzle(), board.metric(), &survey))?,
        Form::Quiet => {
            output::print(format!("{}\n", survey.states()))?;
            if let Some(limit) = survey.stopped {
                complain(&format!("{}; the count is a lower bound", show::limit(limit)));
            }
        }
        Form::Words => in_words(entry, &*board, &survey)?,
    }
    Ok(if survey.stopped.is_none() { Exit::Done } else { Exit::Stopped })
}

/// A report of the puzzle's own, as tables.
fn report(entry: &dyn Entry, name: &str, level: Option<&str>, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let file = input::setup(entry, level, matches)?;
    let tables =
        entry.report(name, &catalogue::resolve(entry, &file.setup)).map_err(|error| file.placed(error))?;
    for table in tables {
        bench::show(entry, &table, matches.get_flag("json"))?;
    }
    Ok(Exit::Done)
}

/// The space as a graph on standard output.
fn graph(board: &dyn Board, format: GraphFormat, matches: &ArgMatches) -> anyhow::Result<Exit> {
    const MOST_STATES: u64 = 1_000_000;
    let most = matches.get_one::<u64>("states").copied().unwrap_or(MOST_STATES);
    // What is written ends in time; until then Ctrl-C ends the program between two lines.
    let mut out = Out::until(Deadline::new(matches.get_one("time").copied(), Cancel::new()));
    let Some(size) = board.write_graph(format, usize::try_from(most)?, &mut out) else {
        anyhow::bail!("{} writes no graphs", board.puzzle());
    };
    let size = size?;
    out.flush()?;
    if size.truncated {
        complain(&format!(
            "only the first {} were written; allow more with --states",
            show::counted(size.nodes, "state")
        ));
        return Ok(Exit::Stopped);
    }
    Ok(Exit::Done)
}

fn in_words(entry: &dyn Entry, board: &dyn Board, survey: &Survey) -> anyhow::Result<()> {
    let style = Style::of_stdout();
    let mut out = Out::new();
    let title = style.strong(entry.title());
    let states = show::counted(survey.states(), "state");
    let radius = show::counted(survey.radius(), board.metric().strip_suffix('s').unwrap_or(board.metric()));
    match survey.stopped {
        None => writeln!(
            out,
            "{title}: {}",
            style.good(format!("{states} can be reached, the farthest in {radius}"))
        )?,
        Some(limit) => {
            writeln!(out, "{title}: {}", style.open(format!("stopped after {states}, {radius} deep")))?;
            writeln!(out, "{}", style.sentence(&format!("Why: {}.", show::limit(limit))))?;
        }
    }
    let goals = match (survey.goals, survey.goal_distance) {
        (0, _) if survey.stopped.is_none() => "No goal can be reached (proved).".to_owned(),
        (0, _) => "No goal was met.".to_owned(),
        (1, Some(0)) => "The start is the only goal state.".to_owned(),
        (goals, Some(0)) => format!("{}; the start is one of them.", show::counted(goals, "goal state")),
        (goals, Some(distance)) => {
            format!(
                "{}, the nearest at distance {}.",
                show::counted(goals, "goal state"),
                show::grouped(distance)
            )
        }
        (goals, None) => format!("{}.", show::counted(goals, "goal state")),
    };
    writeln!(out, "{goals}")?;
    if let Some(count) = &survey.shortest_solutions {
        writeln!(out, "Shortest solutions: {}.", show::grouped(count))?;
    }
    for (name, value) in &survey.findings {
        writeln!(out, "{}", style.sentence(&format!("{name}: {value}")))?;
    }
    writeln!(out, "\nStates per depth, from 0:")?;
    let depths: Vec<String> = survey.depths.iter().map(ToString::to_string).collect();
    match depths.len() <= LONGEST_LIST {
        true => writeln!(out, "{}", style.wrapped(depths.iter().map(String::as_str)))?,
        false => {
            let (head, tail) = (&depths[..LONGEST_LIST / 2], &depths[depths.len() - LONGEST_LIST / 2..]);
            let cut = format!("… {} more …", show::grouped(depths.len() - LONGEST_LIST));
            let words =
                head.iter().map(String::as_str).chain([cut.as_str()]).chain(tail.iter().map(String::as_str));
            writeln!(out, "{}", style.wrapped(words))?;
        }
    }
    if survey.stopped.is_none() && !survey.farthest.is_empty() {
        let shown = survey.farthest.len();
        match survey.farthest_count {
            1 => writeln!(out, "\nThe farthest state:")?,
            count if count == shown as u64 => writeln!(out, "\nThe {count} farthest states:")?,
            count => writeln!(out, "\nFarthest states ({shown} of {}):", show::grouped(count))?,
        }
        for text in &survey.farthest {
            writeln!(out, "{}", show::indented(text, 2))?;
        }
    }
    writeln!(out)?;
    writeln!(out, "{}", style.faint(style.sentence(&how(survey.algorithm, &survey.reason))))?;
    writeln!(out, "{}", style.faint(style.sentence(&show::stats(&survey.stats))))?;
    out.flush()?;
    Ok(())
}
