//! What goes over the wire. Types of the lower crates are copied into these, so that neither side's shape binds
//! the other.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use telusur_puzzles::{Answer, Board, Entry, GameAnswer, PathAnswer, Shape, Status};
use telusur_search::Claim;
use telusur_search::game::Verdict;

/// Solutions longer than this are cut in answers.
const MOST_MOVES: usize = 5000;

/// A level as the page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelRequest {
    pub(crate) puzzle: String,
    pub(crate) level: Option<String>,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
}

/// A puzzle of the catalogue.
#[derive(Serialize)]
pub(crate) struct Puzzle {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    level_format: &'static str,
    options: Vec<PuzzleOption>,
    levels: Vec<Level>,
}

#[derive(Serialize)]
struct PuzzleOption {
    name: &'static str,
    value: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
struct Level {
    name: &'static str,
    title: &'static str,
    text: &'static str,
    options: BTreeMap<&'static str, &'static str>,
}

impl From<&'static dyn Entry> for Puzzle {
    fn from(entry: &'static dyn Entry) -> Self {
        Puzzle {
            name: entry.name(),
            title: entry.title(),
            summary: entry.summary(),
            level_format: entry.level_help(),
            options: entry
                .options()
                .iter()
                .map(|option| PuzzleOption { name: option.name, value: option.value, help: option.help })
                .collect(),
            levels: entry
                .levels()
                .iter()
                .map(|level| Level {
                    name: level.name,
                    title: level.title,
                    text: level.text,
                    options: level.options.iter().copied().collect(),
                })
                .collect(),
        }
    }
}

/// A position: its text, what it looks like, and every legal move.
#[derive(Serialize)]
pub(crate) struct Position {
    text: String,
    status: &'static str,
    moves: Vec<String>,
    picture: Picture,
}

#[derive(Serialize)]
struct Picture {
    width: f32,
    height: f32,
    description: String,
    items: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    id: String,
    kind: &'static str,
    name: String,
    label: String,
    colour: u16,
    #[serde(flatten)]
    form: Form,
}

#[derive(Serialize)]
#[serde(tag = "form", rename_all = "lowercase")]
enum Form {
    Rect { x: f32, y: f32, w: f32, h: f32 },
    Circle { x: f32, y: f32, r: f32 },
    Cells { cells: Vec<(u16, u16)> },
}

impl From<&dyn Board> for Position {
    fn from(board: &dyn Board) -> Self {
        let picture = board.picture();
        let items = picture.items.into_iter().map(|item| Item {
            id: item.id,
            kind: item.kind,
            name: item.name,
            label: item.label,
            colour: item.colour,
            form: match item.shape {
                Shape::Rect { x, y, w, h } => Form::Rect { x, y, w, h },
                Shape::Circle { x, y, r } => Form::Circle { x, y, r },
                Shape::Cells(cells) => Form::Cells { cells },
            },
        });
        Position {
            text: board.text(),
            status: match board.status() {
                Status::Playing => "playing",
                Status::Solved => "solved",
                Status::Stuck => "stuck",
                Status::Over { .. } => "over",
            },
            moves: board.moves(),
            picture: Picture {
                width: picture.width,
                height: picture.height,
                description: picture.description,
                items: items.collect(),
            },
        }
    }
}

/// The answer to "solve".
#[derive(Serialize)]
pub(crate) struct Solution {
    puzzle: &'static str,
    /// `solved`, `unsolvable`, `stopped`, `win` or `loss`.
    outcome: &'static str,
    /// The claim in words.
    headline: String,
    /// What stands behind it, sentence by sentence.
    details: Vec<String>,
    /// The moves of a solution, or the winning moves of a game; perhaps only the first of them.
    moves: Vec<String>,
    position: Position,
}

impl Solution {
    pub(crate) fn new(board: &dyn Board, answer: &Answer) -> Self {
        let (outcome, headline, details, moves) = match answer {
            Answer::Path(path) => of_path(board.metric(), path),
            Answer::Game(game) => of_game(game),
        };
        let moves = moves.iter().take(MOST_MOVES).cloned().collect();
        Solution { puzzle: board.puzzle(), outcome, headline, details, moves, position: board.into() }
    }
}

type InWords<'a> = (&'static str, String, Vec<String>, &'a [String]);

fn of_path<'a>(metric: &str, answer: &'a PathAnswer) -> InWords<'a> {
    let mut details = Vec::new();
    let (outcome, headline) = match (answer.claim, &answer.length) {
        (Claim::Unsolvable, _) => ("unsolvable", "No solution exists. This is proved.".to_owned()),
        (Claim::Stopped, _) | (_, None) => {
            let limit = answer.limit.map_or("a limit was reached".to_owned(), |limit| limit.to_string());
            details.push(format!("Why: {limit}. The command line can be given more time and memory."));
            (
                "stopped",
                format!("Not settled yet: every solution has at least {} {metric}.", answer.lower_bound),
            )
        }
        (Claim::Optimal, Some(length)) => (
            "solved",
            format!("Solved in {}. No solution is shorter; this is proved.", counted(length, metric)),
        ),
        (Claim::Feasible, Some(length)) => {
            let bound = format!("A shorter one may exist, but none below {}.", answer.lower_bound);
            ("solved", format!("Solved in {}. {bound}", counted(length, metric)))
        }
    };
    if let Some(why) = &answer.why {
        details.push(format!("Why: {why}."));
    }
    let shown = answer.moves.len().min(MOST_MOVES);
    if answer.length.as_ref().is_some_and(|length| *length > BigUint::from(shown)) {
        details.push(format!("The list shows the first {shown} moves."));
    }
    details.push(match answer.reason.as_str() {
        "" => format!("Algorithm: {}.", answer.algorithm),
        reason => format!("Algorithm: {}, because {reason}.", answer.algorithm),
    });
    details.push(format!(
        "{} states expanded, {} stored, {:.1} ms.",
        answer.stats.expanded,
        answer.stats.stored,
        answer.stats.elapsed.as_secs_f64() * 1e3
    ));
    (outcome, headline, details, &answer.moves)
}

fn counted(number: &BigUint, metric: &str) -> String {
    match *number == BigUint::from(1u8) {
        true => format!("1 {}", metric.strip_suffix('s').unwrap_or(metric)),
        false => format!("{number} {metric}"),
    }
}

fn of_game(answer: &GameAnswer) -> InWords<'_> {
    let (outcome, mut headline) = match answer.verdict {
        Some(Verdict::Win) => ("win", "The player to move wins.".to_owned()),
        Some(Verdict::Loss) => ("loss", "The player to move loses against best play.".to_owned()),
        Some(Verdict::Draw) => ("draw", "Neither player can force a win.".to_owned()),
        None => ("stopped", "Stopped before a verdict.".to_owned()),
    };
    if let Some(turns) = &answer.turns {
        headline += &format!(" It ends after {turns} turns.");
    }
    let mut details = Vec::new();
    if !answer.why.is_empty() {
        details.push(answer.why.clone());
    }
    details.extend(answer.limit.map(|limit| format!("Stopped: {limit}.")));
    details.extend(answer.grundy.map(|grundy| format!("Grundy value: {grundy}.")));
    details.push(format!("Algorithm: {}.", answer.algorithm));
    (outcome, headline, details, &answer.winning_moves)
}

/// Something that can't be done, in one sentence.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    message: String,
}

#[derive(Serialize)]
struct ProblemBody {
    error: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Problem { status, message: message.into() }
    }

    pub(crate) fn bad_input(error: impl std::fmt::Display) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(ProblemBody { error: self.message })).into_response()
    }
}
