//! The moves of an export, whatever they come from: a solution, best play of both sides, or a method that writes them.

use crate::each_line::EachLine;
use crate::exit::Stopped;
use crate::table::{Rows, Table};
use num_bigint::BigUint;
use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use telusur_pictures::MOST_MOVES;
use telusur_puzzles::{Board, GameAnswer, MoveWriter, PathAnswer, ReplyError, Status};
use telusur_search::game::Verdict;
use telusur_search::{Deadline, Limits};

/// The machine player that keeps every win and resists as long as possible, in games that have one.
const PERFECT: &str = "perfect";

/// Where the rest of the moves comes from.
enum Rest {
    /// Nowhere: these are all.
    None,
    /// They are too many to be written down; so many there are in all.
    Unlisted(BigUint),
    /// The two players go on.
    Play(Box<dyn Board>),
    /// The method goes on.
    Method,
}

/// Moves, as many as pictures can hold, and where more come from.
pub(crate) struct Line {
    pub(crate) moves: Vec<String>,
    rest: Rest,
}

impl Line {
    /// No moves.
    pub(crate) fn none() -> Self {
        Line { moves: Vec::new(), rest: Rest::None }
    }

    /// A solution.
    ///
    /// # Errors
    /// If the rest of a solution that is listed in part can't be made, or the deadline has come.
    pub(crate) fn of_path(
        board: &dyn Board,
        answer: &PathAnswer,
        deadline: &Deadline,
    ) -> anyhow::Result<Self> {
        let mut moves = answer.moves.clone();
        let rest = match unlisted(answer) {
            Some(length) if *length <= BigUint::from(MOST_MOVES) => {
                moves.clear();
                let is_whole = solution(board, answer, deadline, |text| {
                    moves.push(text.to_owned());
                    Ok(())
                })?;
                if is_whole { Rest::None } else { Rest::Unlisted(length.clone()) }
            }
            Some(length) => Rest::Unlisted(length.clone()),
            None => Rest::None,
        };
        Ok(Line { moves, rest })
    }

    /// Both sides play perfectly to the end.
    ///
    /// # Errors
    /// If nobody plays perfectly here, or not well enough to keep what is proved, or the deadline has come.
    pub(crate) fn of_game(
        start: &dyn Board,
        answer: &GameAnswer,
        deadline: &Deadline,
    ) -> anyhow::Result<Self> {
        if !start.opponents().iter().any(|opponent| opponent.name == PERFECT) {
            anyhow::bail!("there is no best play to show: this game has no perfect player");
        }
        let mut board = start.boxed();
        let mut moves = Vec::new();
        while moves.len() <= MOST_MOVES {
            deadline.check().map_err(Stopped)?;
            let Some(text) = perfect_reply(&*board, deadline)? else {
                if !keeps(start, &*board, answer.verdict) {
                    anyhow::bail!(
                        "best play can't be shown: the machine player finds it only in smaller games"
                    );
                }
                return Ok(Line { moves, rest: Rest::None });
            };
            board = board.play(&text)?;
            moves.push(text);
        }
        Ok(Line { moves, rest: Rest::Play(board) })
    }

    /// The moves of a method that writes them.
    ///
    /// # Errors
    /// If the method fails, or the deadline has come.
    pub(crate) fn of_method(writer: &dyn MoveWriter, deadline: &Deadline) -> io::Result<Self> {
        let mut moves: Vec<String> = Vec::new();
        let is_whole = each_move(writer, |text| {
            deadline.check().map_err(Stopped)?;
            moves.push(text);
            Ok(if moves.len() > MOST_MOVES { Break(()) } else { Continue(()) })
        })?;
        let rest = if is_whole { Rest::None } else { Rest::Method };
        Ok(Line { moves, rest })
    }

    /// All moves for a picture; how many there are, where there are too many.
    pub(crate) fn whole(&self) -> Result<&[String], String> {
        match &self.rest {
            Rest::None => Ok(&self.moves),
            Rest::Unlisted(length) => Err(length.to_string()),
            Rest::Play(_) | Rest::Method => Err(format!("more than {MOST_MOVES}")),
        }
    }

    /// Whether writing it down ends by itself, and soon.
    pub(crate) fn is_bounded(&self) -> bool {
        matches!(self.rest, Rest::None)
    }

    /// Writes the positions, with at most so many moves.
    ///
    /// # Errors
    /// If the writer fails, or the deadline has come.
    pub(crate) fn write(
        &self,
        table: Table,
        start: &dyn Board,
        most: u64,
        deadline: &Deadline,
        out: &mut dyn Write,
    ) -> anyhow::Result<Written<'_>> {
        let total = match &self.rest {
            Rest::None => Some(self.moves.len() as u64),
            Rest::Unlisted(length) => u64::try_from(length).ok(),
            Rest::Play(_) | Rest::Method => None,
        };
        let mut rows = Rows::new(table, start, total, deadline.clone(), out)?;
        if let (Rest::Method, Some(writer)) = (&self.rest, start.as_writer()) {
            let is_whole = each_move(&*writer, |text| {
                if rows.moves() == most {
                    return Ok(Break(()));
                }
                rows.push(&text)?;
                Ok(Continue(()))
            })?;
            return Ok(if is_whole { Written::Everything } else { Written::FirstMoves(most) });
        }
        if let Rest::Unlisted(length) = &self.rest
            && let Some(moves) = start.solution_moves()
        {
            for text in moves {
                if rows.moves() == most {
                    return Ok(Written::FirstMoves(most));
                }
                rows.push(&text?)?;
            }
            return is_all(rows.moves(), length).map(|()| Written::Everything);
        }
        for text in &self.moves {
            if rows.moves() == most {
                return Ok(Written::FirstMoves(most));
            }
            rows.push(text)?;
        }
        match &self.rest {
            Rest::Play(board) => {
                let mut board = board.boxed();
                while let Some(text) = perfect_reply(&*board, deadline)? {
                    if rows.moves() == most {
                        return Ok(Written::FirstMoves(most));
                    }
                    board = board.play(&text)?;
                    rows.push(&text)?;
                }
                Ok(Written::Everything)
            }
            Rest::Unlisted(length) => Ok(Written::Listed(length)),
            Rest::None | Rest::Method => Ok(Written::Everything),
        }
    }
}

/// The length of a solution of which an answer lists only the first moves.
pub(crate) fn unlisted(answer: &PathAnswer) -> Option<&BigUint> {
    answer.length.as_ref().filter(|&length| *length != BigUint::from(answer.moves.len()))
}

/// Hands all moves of a solution to `take`, one by one, also where the answer lists only the first of them; false where
/// the board can't make the others.
///
/// # Errors
/// If a move is wrong, `take` fails, or the deadline has come.
pub(crate) fn solution(
    board: &dyn Board,
    answer: &PathAnswer,
    deadline: &Deadline,
    mut take: impl FnMut(&str) -> io::Result<()>,
) -> anyhow::Result<bool> {
    let Some(length) = unlisted(answer) else {
        answer.moves.iter().try_for_each(|text| take(text))?;
        return Ok(true);
    };
    let mut made = 0;
    let mut count = |text: &str| {
        made += 1;
        deadline.check().map_err(Stopped)?;
        take(text)
    };
    if let Some(writer) = board.as_writer() {
        each_move(&*writer, |text| count(&text).map(|()| Continue(())))?;
    } else if let Some(moves) = board.solution_moves() {
        for text in moves {
            count(&text?)?;
        }
    } else {
        answer.moves.iter().try_for_each(|text| take(text))?;
        return Ok(false);
    }
    is_all(made, length).map(|()| true)
}

/// Returns whether `n` moves are all moves of a solution of a length.
fn is_all(made: u64, length: &BigUint) -> anyhow::Result<()> {
    anyhow::ensure!(
        *length == BigUint::from(made),
        "the solution ended after {made} of {length} moves; please report this level"
    );
    Ok(())
}

/// The move of the perfect player.
fn perfect_reply(board: &dyn Board, deadline: &Deadline) -> anyhow::Result<Option<String>> {
    let mut limits = Limits::none();
    limits.deadline = deadline.clone();
    let Some(game) = board.as_game() else { return Ok(None) };
    game.reply(Some(PERFECT), 0, &limits).map_err(|error| match error {
        ReplyError::Stopped(limit) => Stopped(limit).into(),
        ReplyError::Opponent(error) => error.into(),
    })
}

/// How much of a line was written.
pub(crate) enum Written<'l> {
    /// All of it.
    Everything,
    /// As many moves as are listed, of so many.
    Listed(&'l BigUint),
    /// As many moves as were asked for.
    FirstMoves(u64),
}

/// Whether a game ended as was proved.
fn keeps(start: &dyn Board, end: &dyn Board, verdict: Option<Verdict>) -> bool {
    let (Some((first, _)), Some((last, _))) = (start.turn(), end.turn()) else { return false };
    match (end.status(), verdict) {
        (Status::Over { mover_won }, Some(Verdict::Win)) => (first == last) == mover_won,
        (Status::Over { mover_won }, Some(Verdict::Loss)) => (first == last) != mover_won,
        (Status::Drawn, Some(Verdict::Draw)) => true,
        _ => false,
    }
}

/// Hands the moves of a method to `take` until it has enough; whether these were all.
fn each_move(
    writer: &dyn MoveWriter,
    mut take: impl FnMut(String) -> io::Result<ControlFlow<()>>,
) -> io::Result<bool> {
    let mut has_enough = false;
    let mut lines = EachLine::new(|line| {
        let line = String::from_utf8_lossy(line);
        let text = writer.move_of_line(&line);
        let text = text.ok_or_else(|| io::Error::other(format!("'{line}' stands for no move")))?;
        has_enough = take(text)?.is_break();
        if has_enough { Err(io::Error::other("enough")) } else { Ok(()) }
    });
    let written = writer.write(&mut lines);
    if has_enough { Ok(false) } else { written.map(|()| true) }
}

/// Whether a method begins with these moves.
///
/// # Errors
/// If the method fails, or the deadline has come.
pub(crate) fn begins(writer: &dyn MoveWriter, moves: &[String], deadline: &Deadline) -> io::Result<bool> {
    let (mut made, mut is_same) = (0, true);
    let compared = each_move(writer, |text| {
        deadline.check().map_err(Stopped)?;
        let Some(expected) = moves.get(made) else { return Ok(Break(())) };
        is_same &= *expected == text;
        made += 1;
        Ok(Continue(()))
    });
    match compared {
        Err(error) if made < moves.len() => Err(error),
        _ => Ok(is_same && made == moves.len()),
    }
}
