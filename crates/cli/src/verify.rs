//! `telusur verify`: replays moves on the board itself and says whether they solve the level; with `--optimal`
//! also whether a shorter solution exists.

use crate::exit::{Exit, complain};
use crate::input::{self, Source, Words};
use crate::json::Object;
use crate::search::Search;
use crate::show;
use crate::solve::Form;
use crate::{args, audit, json, optimality, output};
use anyhow::{Context, bail};
use clap::ArgMatches;
use num_bigint::BigUint;
use std::io::Write;
use telusur_puzzles::{Answer, Board, Entry, LevelFile, MetricName, PathAnswer, Status};
use telusur_search::{Claim, Limit};
use telusur_wire::{Costs, Count};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    let level = matches.get_one::<String>("level");
    let moves = matches.get_many::<String>("moves").into_iter().flatten();
    let words: Vec<&str> = level.into_iter().chain(moves).map(String::as_str).collect();
    let (board, moves) = level_and_moves(entry, &words, matches)?;
    let moves: Box<dyn Iterator<Item = anyhow::Result<String>>> = match moves {
        ["-"] => Box::new(Words::new(std::io::stdin())),
        _ => Box::new(moves.iter().flat_map(|&text| Words::new(text.as_bytes()))),
    };
    if board.turn().is_some() {
        let record: Result<Vec<String>, _> = moves.take(audit::LONGEST + 1).collect();
        return audit::run(entry, &*board, &record.context("can't read the moves")?, matches);
    }
    let replay = Replay::of(&*board, moves)?;
    let optimality = match matches.get_flag("optimal") && replay.rejection.is_none() {
        true => Some(Optimality::find(&*board, replay.made, Search::for_solution(matches))?),
        false => None,
    };
    print(entry, &*board, replay, optimality, matches)
}

/// Prints what came of a replay; the exit code.
pub(crate) fn print(
    entry: &dyn Entry,
    board: &dyn Board,
    replay: Replay,
    optimality: Option<Optimality>,
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    let exit = match (&replay.rejection, &optimality) {
        (Some(_), _) => Exit::No,
        (None, None) => Exit::Done,
        (None, Some(optimality)) => match optimality.is_optimal {
            Some(true) => Exit::Done,
            Some(false) => Exit::No,
            None => Exit::Stopped,
        },
    };
    match Form::of(matches) {
        Form::Json => Object::new()
            .with("puzzle", board.puzzle())
            .with("valid", replay.rejection.is_none())
            .with("metric", board.metric().many)
            // How many moves were made, and the number of the one that failed.
            .with("length", Count::from(replay.made))
            .with("failed_move", replay.failed_move.map(Count::from))
            .some("rejection", replay.rejection)
            .some("optimality", optimality.map(Optimality::in_json))
            .with("schema", json::SCHEMA)
            .print()?,
        Form::Quiet => match (&replay.rejection, optimality.and_then(|found| found.problem())) {
            (Some(problem), _) => complain(problem),
            (None, Some(problem)) => complain(&problem),
            (None, None) => output::print(format!("{}\n", replay.made))?,
        },
        Form::Words => in_words(entry, board, &replay, optimality.as_ref())?,
    }
    Ok(exit)
}

/// Sorts the words out: the level comes first, unless `--file` or options have said it already.
fn level_and_moves<'w>(
    entry: &dyn Entry,
    words: &'w [&'w str],
    matches: &ArgMatches,
) -> anyhow::Result<(Box<dyn Board>, &'w [&'w str])> {
    let has_file = matches.contains_id("file");
    let (level, rest) = match words {
        _ if has_file => (None, words),
        // Moves on standard input, level by options.
        ["-"] => (None, words),
        [level, rest @ ..] => (Some(*level), rest),
        [] => bail!("neither a level nor moves are given; see 'telusur verify {} --help'", entry.name()),
    };
    if level == Some("-") && rest == ["-"] {
        bail!("level and moves can't both come from standard input; use --file for the level");
    }
    let source = Source::with(level, matches)?;
    match (source.read(entry, matches)?.open(entry, matches), source) {
        (Ok(board), _) => Ok((board, rest)),
        (Err(error), Source::Text(first)) => {
            // Perhaps the first word is a move already.
            match input::open_file(entry, &mut LevelFile::default(), matches) {
                Ok(board) if board.play(first).is_ok() => Ok((board, words)),
                _ => Err(error),
            }
        }
        (Err(error), _) => Err(error),
    }
}

/// What came of making the moves one by one.
pub(crate) struct Replay {
    pub(crate) made: u64,
    pub(crate) failed_move: Option<u64>,
    pub(crate) rejection: Option<String>,
}

impl Replay {
    fn of(start: &dyn Board, moves: impl Iterator<Item = anyhow::Result<String>>) -> anyhow::Result<Self> {
        let mut board = start.boxed();
        let mut made = 0;
        for text in moves {
            match board.play(&text.context("can't read the moves")?) {
                Ok(next) => board = next,
                Err(error) => {
                    let number = made + 1;
                    let rejection = Some(format!("move {number}: {error}"));
                    return Ok(Replay { made, failed_move: Some(number), rejection });
                }
            }
            made += 1;
        }
        let legal = match made {
            0 => "there are no moves, and".to_owned(),
            1 => "the move is legal, but".to_owned(),
            _ => format!("all {} moves are legal, but", show::grouped(made)),
        };
        let rejection = match board.status() {
            Status::Solved | Status::Over { .. } | Status::Drawn => None,
            Status::Playing => Some(format!("{legal} the level is not solved at the end")),
            Status::Stuck => Some(format!("{legal} the level is not solved and no move is left")),
        };
        Ok(Replay { made, failed_move: None, rejection })
    }
}

/// Whether a shorter solution exists.
pub(crate) struct Optimality {
    /// Nothing if a limit came first.
    is_optimal: Option<bool>,
    lower_bound: BigUint,
    /// The length of a shortest solution, where it is known.
    optimum: Option<BigUint>,
    /// Whether a second, separate search agreed, or the limit that it reached; nothing if there was nothing to search for.
    reference: Option<Result<bool, Limit>>,
    answer: PathAnswer,
    /// What is counted, one of it.
    metric: MetricName,
}

impl Optimality {
    fn find(board: &dyn Board, made: u64, mut search: Search) -> anyhow::Result<Self> {
        let answer = match board.solve(search.task())? {
            Answer::Path(answer) => answer,
            Answer::Game(_) => bail!("--optimal is for puzzles; a game has no shortest solution"),
        };
        let made_big = BigUint::from(made);
        // The replayed moves are a solution themselves, so a proved bound of their length settles it.
        let lower_bound = answer.lower_bound.clone().min(made_big.clone());
        let shorter = answer.length.as_ref().is_some_and(|length| *length < made_big);
        let is_optimal = match (shorter, lower_bound == made_big) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        };
        let optimum = match (answer.claim, is_optimal) {
            (_, Some(true)) => Some(made_big),
            (Claim::Optimal, _) => answer.length.clone(),
            _ => None,
        };
        let length = optimum.as_ref().and_then(|optimum| usize::try_from(optimum).ok());
        let reference = length.map(|length| optimality::nothing_shorter(board, length, search.task()));
        search.finish();
        let answer = PathAnswer { stats: search.total(answer.stats), ..answer };
        if reference == Some(Ok(false)) || answer.claim == Claim::Unsolvable {
            bail!("the solver's claim ({}) contradicts the replay; please report this level", answer.claim);
        }
        Ok(Optimality { is_optimal, lower_bound, optimum, reference, answer, metric: board.metric() })
    }

    fn in_json(self) -> Object {
        Object::new()
            .with("optimal", self.is_optimal)
            .with("lower_bound", Count(self.lower_bound))
            .with("optimum", self.optimum.map(Count))
            .with("reference_agrees", self.reference.and_then(Result::ok))
            .some("reference_limit", self.reference.and_then(Result::err).map(|limit| limit.to_string()))
            .with("algorithm", self.answer.algorithm.name())
            .some("limit", self.answer.limit.map(|limit| limit.to_string()))
            .with("stats", Costs::from(self.answer.stats))
    }

    /// Why the solution is not proved optimal.
    fn problem(&self) -> Option<String> {
        match (self.is_optimal, &self.answer.length) {
            (Some(true), _) => None,
            (Some(false), Some(length)) => {
                Some(format!("not optimal: a solution has {}", show::moves(length, self.metric)))
            }
            _ => Some(format!(
                "optimality is open: {}; no solution has fewer than {}",
                self.answer.limit.map_or("the algorithm proves no optimum".to_owned(), show::limit),
                show::moves(&self.lower_bound, self.metric)
            )),
        }
    }
}

fn in_words(
    entry: &dyn Entry,
    board: &dyn Board,
    replay: &Replay,
    optimality: Option<&Optimality>,
) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let title = style.strong(show::title(entry, board));
    match &replay.rejection {
        Some(problem) => writeln!(out, "{title}: {} — {problem}", style.bad("rejected"))?,
        None => {
            let length = show::moves(replay.made, board.metric());
            writeln!(out, "{title}: {}", style.good(format!("solved in {length}")))?;
        }
    }
    if let Some(optimality) = optimality {
        match optimality.problem() {
            None => writeln!(out, "{}", style.good("Optimal: no solution is shorter (proved)."))?,
            Some(problem) => writeln!(out, "{}", style.open(problem))?,
        }
        match optimality.reference {
            Some(Ok(_)) => writeln!(out, "A second, separate search agrees.")?,
            Some(Err(limit)) => {
                let why = format!("A second, separate search came to no end: {}.", show::limit(limit));
                writeln!(out, "{}", style.faint(why))?;
            }
            None => {}
        }
        let Optimality { answer, .. } = optimality;
        writeln!(out, "{}", style.faint(show::how(answer.algorithm, "")))?;
        writeln!(out, "{}", style.faint(style.sentence(&show::stats(&answer.stats))))?;
    }
    out.end()
}
