//! `telusur solve --all-levels`: every level of files, one after another, each within the limits given; a line for each.
//! One that is wrong is said with its file and line, and takes nothing from the others.

use crate::exit::{Exit, complain};
use crate::input::{InputLevel, Source};
use crate::json::{self, Object};
use crate::output::Out;
use crate::search::Search;
use crate::show::{self, Style};
use crate::solve::{Form, exit_of};
use crate::{interrupt, output};
use clap::ArgMatches;
use std::io::Write;
use telusur_puzzles::{Answer, Board, Entry, printable};
use telusur_search::Claim;

pub(crate) fn run(entry: &'static dyn Entry, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let levels = Source::of(matches)?.read_all(entry)?;
    let form = Form::of(matches);
    let count = levels.len();
    let width = count.to_string().len();
    // The names of files are said where there are several.
    let mut places: Vec<&str> = levels.iter().flatten().filter_map(InputLevel::place).collect();
    places.dedup();
    let says_place = places.len() > 1;
    let (mut exit, mut is_wrong) = (Exit::Done, false);
    for (number, level) in (1..).zip(levels) {
        let opened = level.and_then(|mut level| {
            let board = level.open(entry, matches)?;
            Ok((level, board))
        });
        let (level, board) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                is_wrong = true;
                refuse(number, &error, form)?;
                continue;
            }
        };
        let mut search = Search::for_level(matches, number, count);
        let solved = board.solve(search.task());
        search.finish();
        // The algorithm asked for may not work on this level; it works on others.
        let mut answer = match solved {
            Ok(answer) => answer,
            Err(error) => {
                is_wrong = true;
                refuse(number, &error.into(), form)?;
                continue;
            }
        };
        *answer.stats_mut() = search.total(*answer.stats());
        let title = level.file.title.as_deref();
        let file = level.path();
        let mut this = exit_of(&answer);
        let mut out = Out::new();
        match form {
            Form::Json => {
                let of = Object::new().with("number", number).some("title", title).some("file", file);
                if !json::print_solved(of, &*board, &answer, None, search.deadline())? {
                    this = Exit::Stopped;
                }
            }
            Form::Quiet => writeln!(out, "{}", bare(&answer))?,
            Form::Words => {
                let place = level.place().filter(|_| says_place).map(|place| format!("  {place}"));
                let title = title.map(|title| format!("  {}", printable(title))).unwrap_or_default();
                let place = place.unwrap_or_default();
                writeln!(out, "{number:>width$}{place}{title}  {}", in_words(&answer, &*board))?;
            }
        }
        out.flush()?;
        if exit != Exit::Stopped && this != Exit::Done {
            exit = this;
        }
        if interrupt::cancel().is_cancelled() {
            return Ok(Exit::Stopped);
        }
    }
    // A level that is wrong decides, whatever came of the others.
    Ok(if is_wrong { Exit::Bad } else { exit })
}

/// Says what is wrong with a level. The others are solved all the same.
fn refuse(number: usize, error: &anyhow::Error, form: Form) -> anyhow::Result<()> {
    let message = format!("{error:#}");
    complain(&format!("level {number}: {message}"));
    match form {
        Form::Json => Object::new()
            .with("number", number)
            .with("error", json::error("input", &message, Some(error)))
            .with("schema", json::SCHEMA)
            .print(),
        // A line for each level, so that lines can be counted.
        Form::Quiet => Ok(output::print("error\n")?),
        Form::Words => Ok(()),
    }
}

/// The number of moves, or the word for why there is none.
fn bare(answer: &Answer) -> String {
    match answer {
        Answer::Path(path) => match (&path.length, path.claim) {
            (Some(length), Claim::Optimal | Claim::Feasible) => length.to_string(),
            (_, Claim::Unsolvable) => "unsolvable".to_owned(),
            _ => "stopped".to_owned(),
        },
        Answer::Game(game) => json::outcome(game.verdict).to_owned(),
    }
}

fn in_words(answer: &Answer, board: &dyn Board) -> String {
    let style = Style::of_stdout();
    match answer {
        Answer::Path(path) => match (&path.length, path.claim) {
            (Some(length), Claim::Optimal) => {
                format!("{}, optimal", style.good(show::moves(length, board.metric())))
            }
            (Some(length), Claim::Feasible) => format!(
                "{}, none below {}",
                style.good(show::moves(length, board.metric())),
                show::grouped(&path.lower_bound)
            ),
            (_, Claim::Unsolvable) => style.bad("no solution exists (proved)"),
            _ => {
                let limit = path.limit.map_or("a limit was reached".to_owned(), show::limit);
                let bound = show::moves(&path.lower_bound, board.metric());
                style.open(format!("stopped: {limit}; at least {bound}"))
            }
        },
        Answer::Game(game) => match game.verdict {
            Some(_) => format!("{} for the player to move", json::outcome(game.verdict)),
            None => style.open("stopped before a verdict"),
        },
    }
}
