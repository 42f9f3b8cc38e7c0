//! What a position looks like: walls, doors and goal marks behind, pieces in front, each with a name.

use super::rules::{Form, Goal, Piece, Rules, size_of_form};
use crate::language::{Text, text};
use crate::picture::{Item, Picture, Shape};

/// The scene of a position; `movable` tells which pieces can move.
pub(super) fn picture(rules: &Rules, at: &[u16], movable: &[bool]) -> Picture {
    let (rows, columns) = (rules.asked.drawing.rows, rules.asked.drawing.columns);
    let spot = |cell: u32| ((cell as usize % columns) as u16, (cell as usize / columns) as u16);
    let every = |marked: &[bool]| -> Vec<(u16, u16)> {
        (0..marked.len()).filter(|&cell| marked[cell]).map(|cell| spot(cell as u32)).collect()
    };
    let mut items = Vec::new();
    let mut behind = |id: String, kind: &'static str, name: Text, cells: Vec<(u16, u16)>| {
        if !cells.is_empty() {
            let shape = Shape::Cells(cells);
            let label = String::new();
            items.push(Item { id, kind, name, label, colour: 0, shape, movable: false, slot: None });
        }
    };
    let covered: Vec<bool> = rules.walls.iter().map(|&wall| !wall).collect();
    behind("floor".into(), "floor", Text::fixed("floor", "lantai"), every(&covered));
    behind("walls".into(), "wall", Text::fixed("wall", "dinding"), every(&rules.walls));
    behind("doors".into(), "door", Text::fixed("door", "pintu"), every(&rules.doors));
    for (i, piece) in rules.pieces.iter().enumerate() {
        if let Goal::At(place) = rules.classes[piece.class].goal {
            let cells = rules.place(i, place).cells.iter().map(|&cell| spot(cell)).collect();
            let letter = piece.letter;
            let name = text!("goal of {letter}", "tujuan {letter}");
            behind(format!("goal-{letter}"), "goal", name, cells);
        }
    }
    let mut sentence = Vec::new();
    for (i, piece) in rules.pieces.iter().enumerate() {
        let place = rules.place(i, at[i]);
        let kind = rules.kind_of(i);
        let is_goal = rules.classes[piece.class].goal != Goal::Free;
        let name = name(piece.letter, &kind.form);
        let (row, column) = (place.corner.0 + 1, place.corner.1 + 1);
        let corner = text!(" at row {row}, column {column}", " di baris {row}, kolom {column}");
        sentence.push(name.clone().then(&corner));
        items.push(Item {
            id: format!("piece-{}", piece.letter),
            kind: "piece",
            name,
            label: piece.letter.to_string(),
            // Goal pieces have the first colour for themselves; the others are coloured by form.
            colour: if is_goal { 0 } else { 1 + rules.classes[piece.class].kind as u16 },
            shape: Shape::Cells(place.cells.iter().map(|&cell| spot(cell)).collect()),
            movable: movable[i],
            slot: None,
        });
    }
    let board = text!("{rows} by {columns} board; ", "papan {rows} kali {columns}; ");
    Picture {
        width: columns as f32,
        height: rows as f32,
        items,
        description: board.then(&Text::join(sentence, "; ")),
    }
}

/// How many items the picture has.
pub(super) fn items(rules: &Rules) -> usize {
    let any = |marked: bool| usize::from(marked);
    let layers = any(rules.walls.contains(&false)) + any(rules.walls.contains(&true));
    let goals = |piece: &&Piece| matches!(rules.classes[piece.class].goal, Goal::At(_));
    let marks = rules.pieces.iter().filter(goals).count();
    layers + any(rules.doors.contains(&true)) + marks + rules.pieces.len()
}

/// The name of a piece for people: its letter and what it looks like.
fn name(letter: char, form: &Form) -> Text {
    let (height, width) = size_of_form(form);
    let filled = form.len() == usize::from(height) * usize::from(width);
    match (filled, height, width) {
        (true, 1, 1) => text!("single {letter}", "kotak kecil {letter}"),
        (true, 1, n) => text!("lying {letter}, {n} long", "balok datar {letter}, panjang {n}"),
        (true, n, 1) => text!("upright {letter}, {n} high", "balok tegak {letter}, tinggi {n}"),
        (true, h, w) if h == w => text!("square {letter}, {h} by {w}", "persegi {letter}, {h} kali {w}"),
        (true, h, w) => {
            text!("block {letter}, {h} high and {w} wide", "balok {letter}, tinggi {h} dan lebar {w}")
        }
        _ => {
            let cells = form.len();
            text!("piece {letter} of {cells} cells", "balok {letter} dari {cells} petak")
        }
    }
}
