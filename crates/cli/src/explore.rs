//! `telusur explore`: everything that can be reached, counted by distance.

use crate::device::{Device, Ran};
use crate::disk::OnDisk;
use crate::exit::{Exit, complain};
use crate::graph::Destination;
use crate::search::Search;
use crate::show;
use crate::solve::Form;
use crate::target::Target;
use crate::{args, bench, chart, device, export, graph, input, json, output};
use clap::ArgMatches;
use std::io::Write;
use std::path::PathBuf;
use telusur_puzzles::{Board, Entry, Survey, catalogue};

/// Lists longer than this are cut in the middle for people; JSON has all of it.
const LONGEST_LIST: usize = 200;

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    if let Some(name) = matches.try_get_one::<String>("report").ok().flatten() {
        return report(entry, name, matches);
    }
    let board = input::open(entry, matches)?;
    if let Some(to) = matches.get_one::<Destination>("graph") {
        return graph::run(&*board, to, matches);
    }
    let drawn = matches.get_one::<PathBuf>("svg").map(|path| Target::new(path)).transpose()?;
    let mut search = Search::for_survey(matches);
    if let Some(on_disk) = OnDisk::of(entry, &*board, matches, false) {
        return on_disk.explore(&mut search);
    }
    let device = matches.try_get_one::<Device>("device").ok().flatten().copied().unwrap_or(Device::Auto);
    let (mut survey, ran) = device::explore(&*board, device, &mut search)?;
    search.finish();
    survey.stats = search.total(survey.stats);
    if let Some(target) = drawn {
        let title = format!("{}: states per depth", export::title(entry, &*board, matches));
        let svg = chart::of_depths(&title, &survey.depths, survey.partial);
        target.write(|out| Ok(out.write_all(svg.as_bytes())?))?;
    }
    print(entry, &*board, (&survey, &ran), matches)
}

/// Prints what was found in the form that is asked for.
pub(crate) fn print(
    entry: &dyn Entry,
    board: &dyn Board,
    (survey, ran): (&Survey, &Ran),
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    match Form::of(matches) {
        Form::Json => json::exploration(board, survey, ran).print()?,
        Form::Quiet => {
            output::print(format!("{}\n", survey.states()))?;
            if let Some(limit) = survey.stopped {
                let so_far = if survey.complete { "" } else { "; the count is a lower bound" };
                complain(&format!("{}{so_far}", show::limit(limit)));
            }
        }
        Form::Words => in_words(entry, board, survey)?,
    }
    Ok(if survey.stopped.is_none() { Exit::Done } else { Exit::Stopped })
}

/// A report of the puzzle's own, as tables.
fn report(entry: &dyn Entry, name: &str, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let level = input::setup(entry, matches)?;
    let drawn = matches.get_one::<PathBuf>("svg").map(|path| Target::new(path)).transpose()?;
    let setup = catalogue::resolve(entry, &level.file.setup);
    let mut search = Search::for_survey(matches);
    let report = entry
        .report(name, &setup, &mut search.task())
        .map_err(|error| level.named(level.file.placed(error)))?;
    search.finish();
    for table in &report.tables {
        bench::show(entry, table, matches.get_flag("json"))?;
    }
    if let Some(target) = drawn {
        target.write(|out| Ok(out.write_all(chart::of_tables(&report.tables).as_bytes())?))?;
    }
    let Some(limit) = report.stopped else { return Ok(Exit::Done) };
    complain(&match report.tables.is_empty() {
        true => format!("there is no report: {}", show::limit(limit)),
        false => format!("the report is not complete: {}", show::limit(limit)),
    });
    Ok(Exit::Stopped)
}

fn in_words(entry: &dyn Entry, board: &dyn Board, survey: &Survey) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let title = style.strong(show::title(entry, board));
    let states = show::counted(survey.states(), "state");
    let depth = show::moves(survey.depth(), board.metric());
    if survey.complete {
        let reached = format!("{states} can be reached, the farthest in {depth}");
        writeln!(out, "{title}: {}", style.good(reached))?;
    } else {
        let reached = format!("stopped: {states} so far, and every state to a depth of {depth}");
        writeln!(out, "{title}: {}", style.open(reached))?;
    }
    if let Some(limit) = survey.stopped {
        writeln!(out, "{}", style.sentence(&show::why_stopped(limit)))?;
    }
    writeln!(out, "{}", style.sentence(&goals(survey)))?;
    if let Some(count) = &survey.shortest_solutions {
        writeln!(out, "Shortest solutions: {}.", show::grouped(count))?;
    }
    for (name, value) in &survey.findings {
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        let value = if is_number { &show::grouped(value) } else { value };
        writeln!(out, "{}", style.sentence(&format!("{name}: {value}")))?;
    }
    writeln!(out, "\nStates per depth, from 0:")?;
    let mut depths: Vec<String> = survey.depths.iter().map(ToString::to_string).collect();
    if let Some(more) = depths.len().checked_sub(LONGEST_LIST).filter(|&more| more > 0) {
        let middle = LONGEST_LIST / 2..LONGEST_LIST / 2 + more;
        depths.splice(middle, [format!("… {} more …", show::grouped(more))]);
    }
    writeln!(out, "{}", style.wrapped(depths.iter().map(String::as_str)))?;
    if survey.depths.len() > 2 {
        writeln!(out, "  {}", style.faint(chart::sparkline(&survey.depths)))?;
    }
    if !survey.complete && survey.partial > 0 {
        let (depth, states) = (survey.depths.len(), show::counted(survey.partial, "state"));
        writeln!(out, "Depth {depth} is not complete: {states} so far.")?;
    }
    if survey.complete && !survey.farthest.is_empty() {
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
    writeln!(out, "{}", style.faint(style.sentence(&show::how(survey.algorithm, &survey.reason))))?;
    writeln!(out, "{}", style.faint(style.sentence(&show::stats(&survey.stats))))?;
    out.end()
}

/// What is known about goals: all of them, or those found so far.
fn goals(survey: &Survey) -> String {
    let count = show::counted(survey.goals, "goal state");
    let distance = show::grouped(survey.goal_distance.unwrap_or(0));
    let at_least = show::grouped(survey.goal_at_least);
    match (survey.complete, survey.goals, survey.goal_distance) {
        (true, 0, _) => "No goal can be reached (proved).".to_owned(),
        (true, 1, Some(0)) => "The start is the only goal state.".to_owned(),
        (true, _, Some(0)) => format!("{count}; the start is one of them."),
        (true, _, Some(_)) => format!("{count}, the nearest at distance {distance}."),
        (true, _, None) => format!("{count}."),
        (false, 0, _) if survey.goal_at_least == 0 => "No goal was found so far.".to_owned(),
        (false, 0, _) => format!("No goal was found so far; none is nearer than {at_least}."),
        (false, 1, Some(0)) => "The start is a goal state; there may be more.".to_owned(),
        (false, _, Some(0)) => format!("{count} so far; the start is one of them."),
        (false, _, Some(_)) => {
            format!("{count} so far, the nearest at distance {distance}; no other is nearer.")
        }
        (false, _, None) => format!("{count} so far."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Setup, Task};
    use telusur_search::{Algorithm, Budget};

    fn survey(puzzle: &str, setup: &Setup, algorithm: Algorithm, states: u64) -> Option<Survey> {
        let board = catalogue::open(catalogue::find(puzzle)?, setup).ok()?;
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved).with(algorithm);
        task.limits = Budget::default().with_states(states).into();
        board.explore(task).ok()
    }

    /// Whatever is said of half an exploration is marked as such, and true of the whole.
    #[test]
    fn what_is_partial_is_said_to_be() {
        let levels = [
            ("tiles", Setup::default().with("size", "3x3")),
            ("tiles", Setup::level("8 6 7/2 5 4/3 . 1")),
            ("hanoi", Setup::default().with("discs", "8").with("pegs", "4")),
            ("hanoi", Setup::default().with("discs", "8").with("pegs", "4").with("to", "A")),
            ("water", Setup::default()),
            ("klotski", Setup::default()),
            ("stones", Setup::level("9 8 7")),
        ];
        let mut partial = 0;
        for (puzzle, setup) in &levels {
            let whole = survey(puzzle, setup, Algorithm::Auto, u64::MAX).unwrap();
            assert!(whole.complete && whole.stopped.is_none() && !goals(&whole).contains("so far"));
            let explorers =
                [Algorithm::Auto, Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense, Algorithm::Planes];
            for algorithm in explorers {
                for states in [1, 40, 1000] {
                    let Some(part) = survey(puzzle, setup, algorithm, states) else { continue };
                    let what = format!("{puzzle} {algorithm} {states}: {}", goals(&part));
                    if part.complete {
                        continue;
                    }
                    partial += 1;
                    assert!(whole.depths.starts_with(&part.depths), "{what}: {:?}", part.depths);
                    let next = whole.depths.get(part.depths.len()).copied().unwrap_or(0);
                    assert!(part.partial <= next && part.goals <= whole.goals, "{what}");
                    assert!(part.farthest.is_empty() && part.farthest_count == 0, "{what}");
                    assert!(
                        part.goal_distance.is_none() || part.goal_distance == whole.goal_distance,
                        "{what}"
                    );
                    assert!(whole.goal_distance.is_none_or(|d| part.goal_at_least <= d), "{what}");
                    assert_eq!(whole.goal_distance == Some(0), part.goal_distance == Some(0), "{what}");
                    let marked = goals(&part).contains("so far") || goals(&part).contains("may be more");
                    assert!(marked && !part.reason.contains("fits into memory"), "{what}; {}", part.reason);
                    let entry = catalogue::find(puzzle).unwrap();
                    let board = catalogue::open(entry, setup).unwrap();
                    let line = json::exploration(&*board, &part, &Ran::Processor).line().unwrap();
                    let json: serde_json::Value = serde_json::from_str(&line).unwrap();
                    assert_eq!(
                        (&json["complete"], json["partial_depth"].as_u64()),
                        (&false.into(), Some(part.partial))
                    );
                    // What is not known is not zero.
                    let is_counted = part.algorithm != Algorithm::Planes;
                    assert_eq!(json["radius"], serde_json::Value::Null, "{what}");
                    assert_eq!(json["edges"].is_number(), is_counted, "{what}");
                    assert_eq!(json["stats"]["generated"].is_number(), is_counted, "{what}");
                    assert!(is_counted || part.states() <= states, "{what}: {}", part.states());
                }
            }
        }
        assert!(partial > 40, "{partial}");
    }
}
