//! `telusur solve`: a shortest solution, a proof that there is none, or what is known so far.

use crate::exit::{Exit, complain};
use crate::search::Search;
use crate::show::{self, Style};
use crate::{args, input, json};
use clap::ArgMatches;
use num_bigint::BigUint;
use std::io::{BufWriter, Write};
use telusur_puzzles::{Answer, Board, Entry, GameAnswer, PathAnswer};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    let level = matches.get_one::<String>("level").map(String::as_str);
    let board = input::open(entry, level, matches)?;
    let form = Form::of(matches);
    // A method that streams needs neither a search nor memory for its moves; JSON holds all or nothing.
    if !matches!(form, Form::Json)
        && let Some(written) = board.write_moves(&mut std::io::stdout().lock())
    {
        written?;
        return Ok(Exit::Done);
    }
    let mut search = Search::for_solution(matches)?;
    let answer = board.solve(search.task())?;
    search.finish();
    match &answer {
        Answer::Path(path) => {
            match form {
                Form::Json => json::print(&json::Solution::new(board.puzzle(), board.metric(), path))?,
                Form::Quiet => moves_only(path)?,
                Form::Words => in_words(entry, &*board, path)?,
            }
            Ok(match path.claim {
                Claim::Optimal | Claim::Feasible => Exit::Done,
                Claim::Unsolvable => Exit::No,
                Claim::Stopped => Exit::Stopped,
            })
        }
        Answer::Game(game) => {
            match form {
                Form::Json => json::print(&json::Verdict::new(board.puzzle(), board.metric(), game))?,
                Form::Quiet => verdict_only(game)?,
                Form::Words => verdict_in_words(entry, game)?,
            }
            Ok(if game.verdict.is_some() { Exit::Done } else { Exit::Stopped })
        }
    }
}

/// How the answer is printed.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// One JSON object.
    Json,
    /// The bare answer.
    Quiet,
    /// For people.
    Words,
}

impl Form {
    pub(crate) fn of(matches: &ArgMatches) -> Self {
        match (matches.get_flag("json"), matches.get_flag("quiet")) {
            (true, _) => Form::Json,
            (_, true) => Form::Quiet,
            _ => Form::Words,
        }
    }
}

fn moves_only(answer: &PathAnswer) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for m in &answer.moves {
        writeln!(out, "{m}")?;
    }
    out.flush()?;
    match answer.claim {
        Claim::Optimal | Claim::Feasible => {
            if let Some(length) = answer.length.as_ref().filter(|&n| *n != BigUint::from(answer.moves.len()))
            {
                complain(&format!(
                    "the solution has {length} moves; the list holds the first {}",
                    answer.moves.len()
                ));
            }
        }
        Claim::Unsolvable => complain(&format!("no solution exists{}", because(answer.why.as_deref()))),
        Claim::Stopped => complain(&format!(
            "{}; every solution has at least {} moves",
            answer.limit.map_or("stopped".to_owned(), show::limit),
            answer.lower_bound
        )),
    }
    Ok(())
}

fn because(why: Option<&str>) -> String {
    why.map(|why| format!(": {why}")).unwrap_or_default()
}

fn in_words(entry: &dyn Entry, board: &dyn Board, answer: &PathAnswer) -> anyhow::Result<()> {
    let style = Style::of_stdout();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let unit = board.metric().strip_suffix('s').unwrap_or(board.metric());
    let title = style.strong(entry.title());
    match (answer.claim, &answer.length) {
        (Claim::Unsolvable, _) => {
            writeln!(out, "{title}: {}", style.bad("no solution exists (proved)"))?;
            if let Some(why) = &answer.why {
                writeln!(out, "{}", style.sentence(&format!("Why: {why}.")))?;
            }
        }
        (Claim::Stopped, _) | (_, None) => {
            writeln!(out, "{title}: {}", style.open("stopped before an answer"))?;
            let limit = answer.limit.map_or("a limit was reached".to_owned(), show::limit);
            let bound = show::counted(&answer.lower_bound, unit);
            writeln!(out, "{}", style.sentence(&format!("Why: {limit}.")))?;
            writeln!(out, "Proved so far: every solution has at least {bound}.")?;
        }
        (claim, Some(length)) => {
            let length_words = show::counted(length, unit);
            let claim = match claim {
                Claim::Optimal => "optimal: no solution is shorter (proved)".to_owned(),
                _ => format!(
                    "feasible: a shorter one may exist, but none below {}",
                    show::grouped(&answer.lower_bound)
                ),
            };
            writeln!(out, "{title}: {} — {claim}", style.good(format!("solved in {length_words}")))?;
            if let Some(why) = &answer.why {
                writeln!(out, "{}", style.sentence(&format!("Why: {why}.")))?;
            }
            if let Some(count) = &answer.shortest_solutions {
                let count = show::counted(count, "shortest solution");
                writeln!(out, "There {} {count}.", if count.starts_with("1 ") { "is" } else { "are" })?;
            } else if let Some(limit) = answer.limit {
                writeln!(out, "The shortest solutions were not all counted: {}.", show::limit(limit))?;
            }
            if !answer.moves.is_empty() {
                writeln!(out)?;
                writeln!(out, "{}", style.wrapped(answer.moves.iter().map(String::as_str)))?;
            }
            if BigUint::from(answer.moves.len()) < *length {
                writeln!(out, "  … ({} more)", show::grouped(length - answer.moves.len()))?;
            }
        }
    }
    writeln!(out)?;
    writeln!(out, "{}", style.faint(style.sentence(&how(answer.algorithm, &answer.reason))))?;
    if answer.algorithm != Algorithm::Theory {
        writeln!(out, "{}", style.faint(style.sentence(&show::stats(&answer.stats))))?;
    }
    out.flush()?;
    Ok(())
}

/// What ran and why.
pub(crate) fn how(algorithm: Algorithm, reason: &str) -> String {
    match reason {
        "" => format!("Algorithm: {algorithm}."),
        _ => format!("Algorithm: {algorithm}, because {reason}."),
    }
}

fn verdict_only(answer: &GameAnswer) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", json::outcome(answer.verdict))?;
    for m in &answer.winning_moves {
        writeln!(out, "{m}")?;
    }
    out.flush()?;
    Ok(())
}

fn verdict_in_words(entry: &dyn Entry, answer: &GameAnswer) -> anyhow::Result<()> {
    let style = Style::of_stdout();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let verdict = match answer.verdict {
        Some(Verdict::Win) => style.good("the player to move wins"),
        Some(Verdict::Loss) => style.bad("the player to move loses against best play"),
        Some(Verdict::Draw) => style.open("neither player can force a win"),
        None => style.open("stopped before a verdict"),
    };
    writeln!(out, "{}: {verdict}", style.strong(entry.title()))?;
    if let Some(turns) = &answer.turns {
        writeln!(out, "Under best play it ends after {}.", show::counted(turns, "turn"))?;
    }
    if !answer.why.is_empty() {
        writeln!(out, "{}", style.sentence(&format!("Why: {}.", answer.why.trim_end_matches('.'))))?;
    }
    if let (Some(_), None, Some(limit)) = (answer.verdict, &answer.turns, answer.limit) {
        writeln!(out, "The number of turns is not known: {}.", show::limit(limit))?;
    }
    if let Some(grundy) = answer.grundy {
        writeln!(out, "Grundy value: {grundy}.")?;
    }
    if !answer.winning_moves.is_empty() {
        writeln!(out, "\nWinning moves:")?;
        writeln!(out, "{}", style.wrapped(answer.winning_moves.iter().map(String::as_str)))?;
    }
    writeln!(out)?;
    writeln!(out, "{}", style.faint(format!("Algorithm: {}.", answer.algorithm)))?;
    out.flush()?;
    Ok(())
}
