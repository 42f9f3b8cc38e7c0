//! `telusur verify` for games: plays a record and says of every move whether it kept what its player had.

use crate::bench;
use crate::exit::{Exit, Stopped, complain};
use crate::json::{self, Object};
use crate::output::Out;
use crate::search::Search;
use crate::show;
use crate::solve::Form;
use crate::verify::{self, Replay};
use clap::ArgMatches;
use std::io::Write;
use telusur_puzzles::{AuditError, BenchTable, Board, Entry, Judged, Status};
use telusur_search::game::Verdict;
use telusur_wire::Count;

/// Longest record that is judged.
pub(crate) const LONGEST: usize = 100_000;

pub(crate) fn run(
    entry: &dyn Entry,
    board: &dyn Board,
    record: &[String],
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    if record.len() > LONGEST {
        anyhow::bail!("the record has more than {} moves; judge it in pieces", show::grouped(LONGEST));
    }
    let mut search = Search::for_survey(matches);
    let Some(game) = board.as_game() else { anyhow::bail!("{} keeps no record of games", entry.name()) };
    let judged = match game.audit(record, search.task()) {
        Ok(judged) => judged,
        Err(AuditError::Unsupported(error)) => return Err(error.into()),
        Err(ref error @ AuditError::Move { number, .. }) => {
            search.finish();
            let number = number as u64;
            let rejection = Some(error.to_string());
            let replay = Replay { made: number - 1, failed_move: Some(number), rejection };
            return verify::print(entry, board, replay, None, matches);
        }
    };
    search.finish();
    let mut end = board.boxed();
    for one in &judged {
        end = end.play(&one.text)?;
    }
    let winner = winner(&*end);
    let mistakes = judged.iter().filter(|one| one.is_mistake()).count();
    let unknown = judged.iter().filter(|one| !one.is_known()).count();
    match Form::of(matches) {
        Form::Json => Object::new()
            .with("puzzle", board.puzzle())
            .with("valid", true)
            .with("metric", board.metric().many)
            .with("length", Count::from(judged.len()))
            .with("over", end.status() != Status::Playing)
            .with("winner", winner)
            .with("mistakes", Count::from(mistakes))
            .with("moves", judged.iter().map(in_json).collect::<Vec<_>>())
            .with("schema", json::SCHEMA)
            .print()?,
        Form::Quiet => {
            let mut out = Out::new();
            for one in &judged {
                writeln!(out, "{} {}", one.text, one.words())?;
            }
            out.flush()?;
        }
        Form::Words => in_words(entry, board, &*end, &judged, winner, mistakes)?,
    }
    if unknown == 0 {
        return Ok(Exit::Done);
    }
    let moves = show::counted(judged.len(), "move");
    complain(&match search.deadline().check() {
        Err(limit) => format!("{unknown} of {moves} not judged: {}", Stopped(limit)),
        Ok(()) => format!("{unknown} of {moves} not judged within the limits of states and memory"),
    });
    Ok(Exit::Stopped)
}

/// Who has won, from 1, if the game is over and two play.
fn winner(end: &dyn Board) -> Option<u32> {
    match (end.status(), end.turn()) {
        (Status::Over { mover_won }, Some((turn, 2))) => Some(if mover_won { turn + 1 } else { 2 - turn }),
        _ => None,
    }
}

/// One move of a record: what its player, from 1, had before it and has after it, as far as that is known, and the moves
/// that would have kept the win.
fn in_json(one: &Judged) -> Object {
    let word = |verdict: Option<Verdict>| verdict.map(|verdict| json::outcome(Some(verdict)));
    Object::new()
        .with("player", one.player + 1)
        .with("move", &one.text)
        .with("position", &one.position)
        .with("before", word(one.before))
        .with("after", word(one.after))
        .with("judgement", one.words())
        .with("winning_moves", &one.winning_moves)
}

fn in_words(
    entry: &dyn Entry,
    board: &dyn Board,
    end: &dyn Board,
    judged: &[Judged],
    winner: Option<u32>,
    mistakes: usize,
) -> anyhow::Result<()> {
    let row = |(i, one): (usize, &Judged)| {
        let better = match one.is_mistake() {
            true => one.winning_moves.join(" "),
            false => String::new(),
        };
        vec![
            (i + 1).to_string(),
            (one.player + 1).to_string(),
            one.text.clone(),
            one.position.clone(),
            one.words().to_owned(),
            better,
        ]
    };
    let ended = match winner {
        Some(winner) => format!("player {winner} wins"),
        None if end.status() == Status::Playing => "not over yet".to_owned(),
        None if end.status() == Status::Drawn => "a draw".to_owned(),
        None => "over".to_owned(),
    };
    let table = BenchTable {
        title: format!("{} from {}: {ended}", show::title(entry, board), board.text()),
        columns: ["turn", "player", "move", "position", "judgement", "would have won"]
            .map(str::to_owned)
            .to_vec(),
        rows: judged.iter().enumerate().map(row).collect(),
        note: format!(
            "{}; {}.",
            show::counted(judged.len(), "move"),
            match mistakes {
                0 if judged.iter().all(Judged::is_known) => "none gives a win away".to_owned(),
                0 => "none is known to give a win away".to_owned(),
                1 => "1 gives a win away".to_owned(),
                n => format!("{n} give a win away"),
            }
        ),
    };
    bench::show(entry, &table, false)
}
