//! A position: its text, what it looks like, and every legal move.

use crate::scene::Scene;
use crate::{Count, Viewer};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use telusur_puzzles::{Board, Language, Shape, Status};
use telusur_session::{Distance, Outlook};

/// A position with what can be seen of it and done in it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Position {
    text: String,
    options: BTreeMap<String, String>,
    #[cfg_attr(test, schemars(with = "crate::schema::Status"))]
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
    /// Every legal move, as a hand makes it.
    plays: Vec<Play>,
    numbers: Numbers,
    picture: Picture,
    /// How it is drawn.
    scene: Scene,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Play {
    text: String,
    /// The items that take hold.
    grips: Vec<String>,
    #[serde(flatten)]
    drop: Drop,
    /// The digits that make it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    numbers: Vec<u64>,
    /// Items that get another id: the old one and the new one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    carried: Vec<(String, String)>,
}

/// What numbers mean on the keyboard.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Numbers {
    /// The items that they name.
    #[cfg_attr(test, schemars(with = "BTreeMap<String, String>"))]
    items: BTreeMap<u64, String>,
    /// Numbers that another digit may make longer.
    #[cfg_attr(test, schemars(with = "Vec<u64>"))]
    unfinished: BTreeSet<u64>,
    /// The same for numbers that say how many, after the number that says where from.
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<u64>>"))]
    unfinished_counts: BTreeMap<u64, BTreeSet<u64>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Drop {
    Onto(Vec<String>),
    By(Vec<(i8, i8)>),
    Tap(bool),
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Picture {
    width: f32,
    height: f32,
    description: String,
    items: Vec<Item>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Item {
    id: String,
    kind: &'static str,
    name: String,
    label: String,
    colour: u16,
    movable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<u16>,
    #[serde(flatten)]
    form: Form,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "ItemForm"))]
#[serde(tag = "form", rename_all = "lowercase")]
enum Form {
    Rect { x: f32, y: f32, w: f32, h: f32 },
    Circle { x: f32, y: f32, r: f32 },
    Cells { cells: Vec<(u16, u16)> },
}

impl Position {
    /// A position with what is known about it.
    pub(crate) fn new(board: &dyn Board, outlook: &Outlook, viewer: Viewer) -> Self {
        let (picture, plays) = (board.picture(), board.plays());
        let numbers = telusur_session::Numbers::of(&picture, &plays);
        let status = board.status();
        let turn = board.turn();
        Position {
            text: board.text(),
            options: board.options().into_iter().collect(),
            status: status.name(),
            turn: turn.map(|(turn, _)| turn),
            players: turn.map(|(_, players)| players),
            winner: turn.and_then(|(turn, players)| match status {
                Status::Over { mover_won: true } => Some(turn),
                Status::Over { mover_won: false } => Some((turn + players - 1) % players.max(1)),
                _ => None,
            }),
            moves_left: outlook.left.as_ref().and_then(Distance::exact).cloned().map(Count),
            solvable: outlook.solvable,
            numbers: Numbers {
                items: numbers.items,
                unfinished: numbers.unfinished,
                unfinished_counts: numbers.unfinished_counts,
            },
            plays: plays.into_iter().map(play).collect(),
            scene: Scene::new(board.puzzle(), &picture, viewer.aspect),
            picture: Picture::new(picture, viewer.language),
        }
    }

    /// A position with what it knows about itself at once.
    #[must_use]
    pub fn of(board: &dyn Board, viewer: Viewer) -> Self {
        let left = board.moves_left().map(Distance::Exact);
        Position::new(board, &Outlook { left, solvable: board.solvable() }, viewer)
    }
}

fn play(play: telusur_puzzles::Play) -> Play {
    Play {
        text: play.text,
        grips: play.grips,
        drop: match play.drop {
            telusur_puzzles::Drop::Onto(items) => Drop::Onto(items),
            telusur_puzzles::Drop::By(steps) => Drop::By(steps),
            telusur_puzzles::Drop::Tap => Drop::Tap(true),
        },
        numbers: play.numbers,
        carried: play.carried,
    }
}

impl Picture {
    fn new(picture: telusur_puzzles::Picture, language: Language) -> Self {
        let items = picture.items.into_iter().map(|item| Item {
            id: item.id,
            kind: item.kind,
            name: item.name.in_language(language).to_owned(),
            label: item.label,
            colour: item.colour,
            movable: item.movable,
            slot: item.slot,
            form: match item.shape {
                Shape::Rect { x, y, w, h } => Form::Rect { x, y, w, h },
                Shape::Circle { x, y, r } => Form::Circle { x, y, r },
                Shape::Cells(cells) => Form::Cells { cells },
            },
        });
        Picture {
            width: picture.width,
            height: picture.height,
            description: picture.description.in_language(language).to_owned(),
            items: items.collect(),
        }
    }
}
