//! What the server thinks about a position: analyses, hints, audits.

use crate::{Count, Problem, verdict_word};
use serde::Serialize;
use telusur_puzzles::{Board, Language, Task, text};
use telusur_search::{Claim, Limits};
use telusur_session::{Distance, Judgement, Knowledge, Session, words};

/// Winning moves that are explained one by one.
const MOST_REASONS: usize = 8;
/// Moves of a game that are judged one by one.
const MOST_AUDITED: usize = 2000;

/// How far it is, and what every move does about it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Analysis {
    left: Option<Count>,
    /// Whether `left` is exact; otherwise no fewer moves are enough.
    exact: bool,
    solvable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<crate::schema::Verdict>"))]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// In words: how far it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    moves: Vec<JudgedMove>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JudgedMove {
    text: String,
    #[cfg_attr(test, schemars(with = "crate::schema::Judgement"))]
    judgement: Judgement,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Count>,
    /// What it does, in words.
    words: String,
    /// Why it wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The number in "so many left", and whether it is exact.
fn number(left: Option<&Distance>) -> (Option<Count>, bool) {
    match left {
        Some(Distance::Exact(number)) => (Some(Count(number.clone())), true),
        Some(Distance::Between(least, _)) => (Some(Count(least.clone())), false),
        Some(Distance::Never) => (None, true),
        None => (None, false),
    }
}

/// The sentence by which a game explains a position, if it has one at once.
fn reason(board: &dyn Board, task: Task<'_>, language: Language) -> Option<String> {
    let answer = board.solve(task).ok()?;
    Some(answer.game()?.why.in_language(language).to_owned()).filter(|why| !why.is_empty())
}

impl Analysis {
    /// Thinks within limits.
    #[must_use]
    pub fn new(session: &Session, knowledge: &Knowledge, limits: Limits, language: Language) -> Self {
        let mut unobserved = ();
        let mut task = Task { limits, ..Task::new(&mut unobserved) };
        let analysis = session.analysis(knowledge, &mut task);
        let board = session.board();
        let is_game = board.turn().is_some();
        let mut part = |board: &dyn Board| reason(board, task.part(), language);
        let why = analysis.verdict.and_then(|_| part(board));
        let (mut explained, verdict) = (0, analysis.verdict);
        let moves = analysis.moves.into_iter().map(|judged| {
            let wins = is_game && judged.judgement == Judgement::Better && explained < MOST_REASONS;
            explained += usize::from(wins);
            let why = wins.then(|| board.play(&judged.text).ok().and_then(|next| part(&*next))).flatten();
            JudgedMove {
                judgement: judged.judgement,
                left: number(judged.left.as_ref()).0,
                words: match is_game {
                    true => words::judgement_in_game(&judged, verdict, language),
                    false => words::judgement(judged.judgement, None, language).to_owned(),
                },
                text: judged.text,
                why,
            }
        });
        let (left, exact) = number(analysis.left.as_ref());
        Analysis {
            left,
            exact,
            solvable: analysis.solvable,
            verdict: analysis.verdict.map(verdict_word),
            why,
            words: analysis.left.as_ref().map(|left| words::left(left, board.metric(), language)),
            moves: moves.collect(),
        }
    }
}

/// A move to make.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hint {
    #[serde(rename = "move")]
    text: Option<String>,
    left: Option<Count>,
    exact: bool,
    /// What stands behind it, or why there is none.
    why: String,
    /// The same in stages, each saying more than the one before; the last one names the move.
    stages: Vec<String>,
}

impl Hint {
    /// Thinks within limits.
    #[must_use]
    pub fn of(session: &Session, knowledge: &Knowledge, limits: Limits, language: Language) -> Self {
        let mut unobserved = ();
        let mut task = Task { limits, ..Task::new(&mut unobserved) };
        let hint = session.hint(knowledge, &mut task);
        let metric = session.board().metric();
        let stages = words::hint_stages(&hint, metric, language);
        match hint {
            Ok(hint) => {
                let (left, exact) = number(hint.left.as_ref());
                Hint {
                    left,
                    exact: exact && hint.claim == Claim::Optimal,
                    why: words::hint(&hint, metric, language),
                    text: Some(hint.text),
                    stages,
                }
            }
            Err(none) => {
                Hint { text: None, left: None, exact: false, why: words::no_hint(&none, language), stages }
            }
        }
    }
}

/// A move of a finished game, judged.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Audited {
    player: u32,
    text: String,
    /// The position after it.
    position: String,
    #[cfg_attr(test, schemars(with = "Option<crate::schema::Verdict>"))]
    before: Option<&'static str>,
    #[cfg_attr(test, schemars(with = "Option<crate::schema::Verdict>"))]
    after: Option<&'static str>,
    mistake: bool,
    words: &'static str,
    winning_moves: Vec<String>,
}

impl Audited {
    /// All moves of a game, from its start on.
    ///
    /// # Errors
    /// If it is no game for several, or a move is none.
    pub fn all(
        start: &dyn Board,
        moves: &[String],
        limits: Limits,
        language: Language,
    ) -> Result<Vec<Self>, Problem> {
        let mut unobserved = ();
        let task = Task { limits, ..Task::new(&mut unobserved) };
        let game = start.as_game().ok_or_else(|| {
            Problem::bad_input(
                "only a game for several players is judged move by move; this is a single-player puzzle",
            )
        })?;
        let judged = game.audit(moves, task).map_err(Problem::bad_input)?.into_iter();
        let audited = judged.map(|judged| Audited {
            player: judged.player,
            before: judged.before.map(verdict_word),
            after: judged.after.map(verdict_word),
            mistake: judged.is_mistake(),
            words: words::judged(&judged, language),
            text: judged.text,
            position: judged.position,
            winning_moves: judged.winning_moves,
        });
        Ok(audited.collect())
    }

    /// Whether so many moves can be judged one by one.
    ///
    /// # Errors
    /// If there are too many.
    pub fn allows(count: usize, language: Language) -> Result<(), Problem> {
        if count <= MOST_AUDITED {
            return Ok(());
        }
        let message = text!(
            "this game has {count} moves, and at most {MOST_AUDITED} are judged one by one; play a shorter one",
            "permainan ini punya {count} langkah, dan paling banyak {MOST_AUDITED} yang dinilai satu per satu; mainkan yang lebih pendek"
        );
        Err(Problem::too_large(message.in_language(language)))
    }
}
