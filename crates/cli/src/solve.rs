//! `telusur solve`: a shortest solution, a proof that there is none, or what is known so far.

use crate::disk::OnDisk;
use crate::exit::{Exit, complain};
use crate::export::Exports;
use crate::line::{Line, Written};
use crate::output::Out;
use crate::search::Search;
use crate::show;
use crate::{args, exit, export, input, json, line, solve_all};
use anyhow::{bail, ensure};
use clap::ArgMatches;
use clap::parser::ValueSource;
use num_bigint::BigUint;
use std::io::Write;
use telusur_pictures::PictureError;
use telusur_puzzles::{Answer, Board, Entry, GameAnswer, PathAnswer};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim, Deadline, Limit};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = args::chosen(matches)?;
    if matches.get_flag("all-levels") {
        return solve_all::run(entry, matches);
    }
    let board = input::open(entry, matches)?;
    let exports = Exports::of(matches)?;
    let form = Form::of(matches);
    let title = export::title(entry, &*board, matches);
    let mut search = Search::for_solution(matches);
    refuse_beside_method(&*board, matches)?;
    // A method that streams needs neither a search nor memory for its moves; JSON holds all or nothing.
    if !matches!(form, Form::Json)
        && let Some(exit) = by_method(&*board, &exports, &title, form, &search)?
    {
        return Ok(exit);
    }
    let mut answer = match OnDisk::of(entry, &*board, matches, true) {
        Some(on_disk) if on_disk.only_helps() => return on_disk.help(&mut search),
        Some(on_disk) => Answer::Path(on_disk.solve(&mut search)?),
        None => board.solve(search.task())?,
    };
    search.finish();
    *answer.stats_mut() = search.total(*answer.stats());
    // A verdict stands even if there is no time for the play that shows it.
    let mut late = None;
    let mut exit = exit_of(&answer);
    let (line, lack) = match &answer {
        Answer::Path(path) => {
            let line = match exports.is_any() {
                true => Line::of_path(&*board, path, search.deadline())?,
                false => Line::none(),
            };
            (line, lack(path))
        }
        Answer::Game(game) => {
            let lack = game.verdict.is_none().then(|| stopped(game.limit));
            let line = match lack.is_none() && exports.is_any() {
                true => Line::of_game(&*board, game, search.deadline()).or_else(|error| {
                    late = Some(exit::stopped(&error).ok_or(error)?);
                    anyhow::Ok(Line::none())
                })?,
                false => Line::none(),
            };
            (line, lack)
        }
    };
    if exports.has_pictures() {
        // What can't be drawn is said before anything is written.
        line.whole().map_err(|moves| PictureError::TooLong { moves })?;
    }
    if exports.table.is_none() && !exports.takes_stdout() {
        match (&answer, form) {
            (_, Form::Json) => {
                let method = method_of(&*board, &answer, &search)?;
                let of = json::Object::new();
                if !json::print_solved(of, &*board, &answer, method, search.deadline())? {
                    exit = Exit::Stopped;
                }
            }
            (Answer::Path(path), Form::Quiet) => {
                if !moves_only(&*board, path, search.deadline())? {
                    exit = Exit::Stopped;
                }
            }
            (Answer::Path(path), Form::Words) => in_words(entry, &*board, path)?,
            (Answer::Game(game), Form::Quiet) => verdict_only(game)?,
            (Answer::Game(game), Form::Words) => verdict_in_words(entry, &*board, game)?,
        }
    }
    if let Some(late) = late {
        return Err(late.into());
    }
    if let Some(lack) = lack {
        match exports.has_pictures() {
            true => complain(&format!("there is no picture: {lack}")),
            // The usual answer has said it.
            false if exports.table.is_some() || matches!((&answer, form), (Answer::Path(_), Form::Quiet)) => {
                complain(&lack);
            }
            false => {}
        }
        return Ok(exit);
    }
    let was_stopped = matches!(&answer, Answer::Path(path) if path.limit.is_some());
    conclude(&*board, &line, &exports, &title, form, (&search, was_stopped))?.map_or(Ok(exit), Ok)
}

/// How the program ends with an answer.
pub(crate) fn exit_of(answer: &Answer) -> Exit {
    match answer {
        Answer::Path(path) => match path.claim {
            Claim::Optimal | Claim::Feasible => Exit::Done,
            Claim::Unsolvable => Exit::No,
            Claim::Stopped => Exit::Stopped,
        },
        Answer::Game(game) if game.verdict.is_none() => Exit::Stopped,
        Answer::Game(_) => Exit::Done,
    }
}

/// A method makes its moves itself: what says how to search has nothing to say then.
fn refuse_beside_method(board: &dyn Board, matches: &ArgMatches) -> anyhow::Result<()> {
    let Some(writer) = board.as_writer() else { return Ok(()) };
    let given = |name: &&str| {
        let is_known = matches.try_contains_id(name).is_ok();
        is_known && matches.value_source(name) == Some(ValueSource::CommandLine)
    };
    match ["algorithm", "all", "disk"].into_iter().find(given) {
        Some(option) => bail!(
            "--{option} and the method {} can't be combined: the method itself says which moves come next",
            writer.method()
        ),
        None => Ok(()),
    }
}

/// The method that an answer in JSON is asked of: it is run, and the moves that the checker has replayed are its own.
fn method_of(board: &dyn Board, answer: &Answer, search: &Search) -> anyhow::Result<Option<&'static str>> {
    let (Some(writer), Some(answer)) = (board.as_writer(), answer.path()) else { return Ok(None) };
    let method = writer.method();
    let is_same = line::begins(&*writer, &answer.moves, search.deadline())?;
    ensure!(is_same, "the method {method} makes other moves than theory says");
    Ok(Some(method))
}

/// Solves by a method that writes its moves as lines, if the board has one.
fn by_method(
    board: &dyn Board,
    exports: &Exports,
    title: &str,
    form: Form,
    search: &Search,
) -> anyhow::Result<Option<Exit>> {
    let Some(writer) = board.as_writer() else { return Ok(None) };
    let stream = || {
        let mut out = Out::until(search.deadline().clone());
        writer.write(&mut out)?;
        out.flush()
    };
    if !exports.is_any() {
        stream()?;
        return Ok(Some(Exit::Done));
    }
    let line = Line::of_method(&*writer, search.deadline())?;
    if exports.has_pictures() {
        // What can't be drawn is said before anything is written.
        line.whole().map_err(|moves| PictureError::TooLong { moves })?;
    }
    if exports.table.is_none() && !exports.takes_stdout() {
        stream()?;
    }
    // Its moves are all that such a method says.
    let form = if matches!(form, Form::Words) { Form::Quiet } else { form };
    let cut = conclude(board, &line, exports, title, form, (search, false))?;
    Ok(Some(cut.unwrap_or(Exit::Done)))
}

/// Writes what is wanted besides the answer; the exit code, if not everything was written.
fn conclude(
    board: &dyn Board,
    line: &Line,
    exports: &Exports,
    title: &str,
    form: Form,
    (search, was_stopped): (&Search, bool),
) -> anyhow::Result<Option<Exit>> {
    // Whoever stopped the search wants what was found, and to write that down takes a moment only. A search that has
    // ended by itself leaves its time to what is written.
    let deadline = match was_stopped && line.is_bounded() {
        true => Deadline::never(),
        false => search.deadline().clone(),
    };
    let mut exit = None;
    if let Some(table) = exports.table {
        let mut out = Out::until(deadline.clone());
        let written = line.write(table, board, exports.most_moves, &deadline, &mut out)?;
        out.flush()?;
        match written {
            Written::Everything => {}
            Written::Listed(length) => {
                complain(&first_part(length, line.moves.len()));
                exit = Some(Exit::Stopped);
            }
            Written::FirstMoves(most) => {
                let moves = show::counted(most, "move");
                complain(&format!("there is more: --moves lets the table have {moves} only"));
                exit = Some(Exit::Stopped);
            }
        }
    }
    let says = matches!(form, Form::Words) && exports.table.is_none() && !exports.takes_stdout();
    exports.write_pictures(board, line, title, &deadline, (says, search.progress))?;
    Ok(exit)
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

/// Writes the moves, all of them if the board can make them; whether these were all.
fn moves_only(board: &dyn Board, answer: &PathAnswer, deadline: &Deadline) -> anyhow::Result<bool> {
    // What was found before a limit came is written down all the same.
    let mut out = match line::unlisted(answer) {
        Some(_) => Out::until(deadline.clone()),
        None => Out::new(),
    };
    let is_whole = line::solution(board, answer, deadline, |text| out.line(text))?;
    out.flush()?;
    if let Some(length) = line::unlisted(answer).filter(|_| !is_whole) {
        complain(&first_part(length, answer.moves.len()));
    }
    Ok(is_whole)
}

fn first_part(length: &BigUint, listed: usize) -> String {
    format!(
        "the solution has {}; the list holds the first {}",
        show::counted(length, "move"),
        show::grouped(listed)
    )
}

/// Why there is no solution to show.
fn lack(answer: &PathAnswer) -> Option<String> {
    match answer.claim {
        Claim::Optimal | Claim::Feasible => None,
        Claim::Unsolvable => Some(format!("no solution exists{}", because(answer.why.as_deref()))),
        Claim::Stopped => {
            let limit = stopped(answer.limit);
            let bound = show::counted(&answer.lower_bound, "move");
            Some(format!("{limit}; every solution has at least {bound}"))
        }
    }
}

fn stopped(limit: Option<Limit>) -> String {
    limit.map_or("stopped".to_owned(), show::limit)
}

fn because(why: Option<&str>) -> String {
    why.map(|why| format!(": {why}")).unwrap_or_default()
}

fn in_words(entry: &dyn Entry, board: &dyn Board, answer: &PathAnswer) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let metric = board.metric();
    let title = style.strong(show::title(entry, board));
    match (answer.claim, &answer.length) {
        (Claim::Unsolvable, _) => {
            writeln!(out, "{title}: {}", style.bad("no solution exists (proved)"))?;
            if let Some(why) = &answer.why {
                writeln!(out, "{}", style.sentence(&format!("Why: {why}.")))?;
            }
        }
        (Claim::Stopped, _) | (_, None) => {
            writeln!(out, "{title}: {}", style.open("stopped before an answer"))?;
            let why = answer.limit.map_or("Why: a limit was reached.".to_owned(), show::why_stopped);
            let bound = show::moves(&answer.lower_bound, metric);
            writeln!(out, "{}", style.sentence(&why))?;
            writeln!(out, "Proved so far: every solution has at least {bound}.")?;
        }
        (claim, Some(length)) => {
            let length_words = show::moves(length, metric);
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
                let more = show::grouped(length - answer.moves.len());
                writeln!(out, "  … ({more} more; --quiet writes all of them)")?;
            }
        }
    }
    writeln!(out)?;
    writeln!(out, "{}", style.faint(style.sentence(&show::how(answer.algorithm, &answer.reason))))?;
    if answer.algorithm != Algorithm::Theory {
        writeln!(out, "{}", style.faint(style.sentence(&show::stats(&answer.stats))))?;
    }
    out.end()
}

fn verdict_only(answer: &GameAnswer) -> anyhow::Result<()> {
    let mut out = Out::new();
    writeln!(out, "{}", json::outcome(answer.verdict))?;
    for m in &answer.winning_moves {
        out.line(m)?;
    }
    out.end()
}

fn verdict_in_words(entry: &dyn Entry, board: &dyn Board, answer: &GameAnswer) -> anyhow::Result<()> {
    let (style, mut out) = show::for_people();
    let verdict = match answer.verdict {
        Some(Verdict::Win) => style.good("the player to move wins"),
        Some(Verdict::Loss) => style.bad("the player to move loses against best play"),
        Some(Verdict::Draw) if answer.why.is_empty() => style.open("a draw with best play"),
        Some(Verdict::Draw) => style.open(format!("a draw with best play ({})", &*answer.why)),
        None => style.open("stopped before a verdict"),
    };
    writeln!(out, "{}: {verdict}", style.strong(show::title(entry, board)))?;
    if let Some(turns) = &answer.turns {
        writeln!(out, "Under best play it ends after {}.", show::counted(turns, "turn"))?;
    }
    if !answer.why.is_empty() && answer.verdict != Some(Verdict::Draw) {
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
    } else if answer.verdict == Some(Verdict::Draw) && !answer.best_moves.is_empty() {
        writeln!(out, "\nMoves that keep the draw:")?;
        writeln!(out, "{}", style.wrapped(answer.best_moves.iter().map(String::as_str)))?;
    }
    writeln!(out)?;
    let how = match answer.algorithm.as_str() {
        "theory" => "By theory: no search needed.".to_owned(),
        searched => format!("Algorithm: {searched}."),
    };
    writeln!(out, "{}", style.faint(how))?;
    out.end()
}
