//! A position: its text, what it looks like, and every legal move.

use super::Count;
use serde::Serialize;
use std::collections::BTreeMap;
use telusur_puzzles::{Board, Shape, Status};

#[derive(Debug, Serialize)]
pub(crate) struct Position {
    text: String,
    options: BTreeMap<String, String>,
    status: &'static str,
    /// Whose turn it is in a game, from 0, and how many play.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<u32>,
    /// Who has won a game that is over, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<u32>,
    /// Where that is known at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_left: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    moves: Vec<String>,
    picture: Picture,
}

#[derive(Debug, Serialize)]
struct Picture {
    width: f32,
    height: f32,
    description: String,
    items: Vec<Item>,
}

#[derive(Debug, Serialize)]
struct Item {
    id: String,
    kind: &'static str,
    name: String,
    label: String,
    colour: u16,
    movable: bool,
    #[serde(flatten)]
    form: Form,
}

#[derive(Debug, Serialize)]
#[serde(tag = "form", rename_all = "lowercase")]
enum Form {
    Rect { x: f32, y: f32, w: f32, h: f32 },
    Circle { x: f32, y: f32, r: f32 },
    Cells { cells: Vec<(u16, u16)> },
}

/// The word for where a game stands.
pub(crate) fn status_word(status: Status) -> &'static str {
    match status {
        Status::Playing => "playing",
        Status::Solved => "solved",
        Status::Stuck => "stuck",
        Status::Over { .. } => "over",
    }
}

impl From<&dyn Board> for Position {
    fn from(board: &dyn Board) -> Self {
        let status = board.status();
        let turn = board.turn();
        Position {
            text: board.text(),
            options: board.options().into_iter().collect(),
            status: status_word(status),
            turn: turn.map(|(turn, _)| turn),
            players: turn.map(|(_, players)| players),
            winner: turn.and_then(|(turn, players)| match status {
                Status::Over { mover_won: true } => Some(turn),
                Status::Over { mover_won: false } => Some((turn + players - 1) % players.max(1)),
                _ => None,
            }),
            moves_left: board.moves_left().map(Count),
            solvable: board.solvable(),
            moves: board.moves(),
            picture: board.picture().into(),
        }
    }
}

impl From<telusur_puzzles::Picture> for Picture {
    fn from(picture: telusur_puzzles::Picture) -> Self {
        let items = picture.items.into_iter().map(|item| Item {
            id: item.id,
            kind: item.kind,
            name: item.name,
            label: item.label,
            colour: item.colour,
            movable: item.movable,
            form: match item.shape {
                Shape::Rect { x, y, w, h } => Form::Rect { x, y, w, h },
                Shape::Circle { x, y, r } => Form::Circle { x, y, r },
                Shape::Cells(cells) => Form::Cells { cells },
            },
        });
        Picture {
            width: picture.width,
            height: picture.height,
            description: picture.description,
            items: items.collect(),
        }
    }
}
