//! `telusur solve --all-levels`: every level of a file, one after another, each within the limits given; a line for each.

use crate::exit::Exit;
use crate::input::{self, Source};
use crate::interrupt;
use crate::json::{self, Object};
use crate::output::Out;
use crate::search::Search;
use crate::show::{self, Style};
use crate::solve::{Form, exit_of};
use clap::ArgMatches;
use std::io::Write;
use telusur_puzzles::{Answer, Board, Entry, LevelFile, printable};
use telusur_search::Claim;

pub(crate) fn run(entry: &'static dyn Entry, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let mut levels = Source::of(matches)?.read_all(entry)?;
    // What can't be opened is said before anything is searched.
    let open = |file: &mut LevelFile| input::open_file(entry, file, matches);
    let boards: Vec<Box<dyn Board>> = levels.iter_mut().map(open).collect::<Result<_, _>>()?;
    let form = Form::of(matches);
    let width = levels.len().to_string().len();
    let mut exit = Exit::Done;
    for (i, (file, board)) in levels.iter().zip(&boards).enumerate() {
        let mut search = Search::for_level(matches, i + 1, boards.len());
        let mut answer = board.solve(search.task())?;
        search.finish();
        *answer.stats_mut() = search.total(*answer.stats());
        let (number, title) = (i + 1, file.title.as_deref());
        let mut out = Out::new();
        match form {
            Form::Json => {
                let of = Object::new().with("number", number).some("title", title);
                out.write_all(json::solved(of, &**board, &answer, None).line()?.as_bytes())?;
            }
            Form::Quiet => writeln!(out, "{}", bare(&answer))?,
            Form::Words => {
                let title = title.map(|title| format!("  {}", printable(title))).unwrap_or_default();
                writeln!(out, "{number:>width$}{title}  {}", in_words(&answer, &**board))?;
            }
        }
        out.flush()?;
        let this = exit_of(&answer);
        if exit != Exit::Stopped && this != Exit::Done {
            exit = this;
        }
        if interrupt::cancel().is_cancelled() {
            return Ok(Exit::Stopped);
        }
    }
    Ok(exit)
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
