//! `telusur watch`: a search step by step, as a tree of text.

use crate::exit::Exit;
use crate::output::Out;
use crate::search::Search;
use crate::show;
use crate::solve::Form;
use crate::{args, input, json};
use clap::ArgMatches;
use std::io::Write;
use telusur_puzzles::{Board, Entry, Language, Watched};
use telusur_search::Claim;
use telusur_search::watch::Event;
use telusur_session::{algorithms, watching};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    let board = input::open(entry, matches)?;
    let most = matches.get_one::<u64>("steps").map_or(200, |&steps| steps as usize);
    let mut search = Search::for_solution(matches);
    let mut watched = board.watch(most, search.task())?;
    search.finish();
    watched.stats = search.total(watched.stats);
    match Form::of(matches) {
        Form::Json => json::watched(board.puzzle(), &watched).print()?,
        Form::Quiet => order(&watched)?,
        Form::Words => in_words(entry, &*board, &watched)?,
    }
    Ok(match (watched.limit, watched.claim) {
        (Some(_), _) => Exit::Stopped,
        (None, Claim::Unsolvable) => Exit::No,
        (None, _) => Exit::Done,
    })
}

/// The states in the order of expansion, a line each.
fn order(watched: &Watched) -> anyhow::Result<()> {
    let mut out = Out::new();
    for event in &watched.events {
        if let Event::Expand { node } = event
            && let Some(board) = watched.board(watched.nodes[*node as usize].state)
        {
            writeln!(out, "{}", board.text().replace('\n', "/"))?;
        }
    }
    out.end()
}

fn in_words(entry: &dyn Entry, board: &dyn Board, watched: &Watched) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let length = watched.path.len().saturating_sub(1);
    let end = match (watched.is_whole, watched.limit, watched.claim) {
        (_, Some(limit), _) => style.open(show::limit(limit)),
        (false, None, _) => style.open("these are its first steps; --steps shows more"),
        (true, None, Claim::Optimal) => {
            style.good(format!("{}, proved shortest", show::moves(length, board.metric())))
        }
        (true, None, Claim::Feasible) => {
            style.open(format!("{}, perhaps not the shortest", show::moves(length, board.metric())))
        }
        (true, None, Claim::Unsolvable) => style.bad("no solution exists (proved)"),
        (true, None, Claim::Stopped) => style.open("stopped"),
    };
    let algorithm = algorithms::title(watched.algorithm, Language::English);
    writeln!(out, "{}, {algorithm}: {end}\n", style.strong(show::title(entry, board)))?;
    for line in watching::tree(watched, Language::English, usize::MAX) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{}", style.faint(style.sentence(&show::stats(&watched.stats))))?;
    out.end()
}
