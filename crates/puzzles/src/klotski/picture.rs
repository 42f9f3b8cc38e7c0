//! What a position looks like: walls, doors and goal marks behind, pieces in front, each with a name.

use super::rules::{Form, Goal, Rules};
use crate::picture::{Item, Picture, Shape};

/// The scene of a position; `movable` tells which pieces can move.
pub(super) fn picture(rules: &Rules, at: &[u16], movable: &[bool]) -> Picture {
    let spot = |cell: u32| ((cell as usize % rules.columns) as u16, (cell as usize / rules.columns) as u16);
    let every = |marked: &[bool]| -> Vec<(u16, u16)> {
        (0..marked.len()).filter(|&cell| marked[cell]).map(|cell| spot(cell as u32)).collect()
    };
    let mut items = Vec::new();
    let mut behind = |id: String, kind: &'static str, name: String, label: String, cells: Vec<(u16, u16)>| {
        if !cells.is_empty() {
            let shape = Shape::Cells(cells);
            items.push(Item { id, kind, name, label, colour: 0, shape, movable: false, slot: None });
        }
    };
    let covered: Vec<bool> = rules.walls.iter().map(|&wall| !wall).collect();
    behind("floor".into(), "floor", "floor".into(), String::new(), every(&covered));
    behind("walls".into(), "wall", "wall".into(), String::new(), every(&rules.walls));
    behind("doors".into(), "door", "door".into(), String::new(), every(&rules.doors));
    for (i, piece) in rules.pieces.iter().enumerate() {
        if let Goal::At(place) = rules.classes[piece.class].goal {
            let cells = rules.place(i, place).cells.iter().map(|&cell| spot(cell)).collect();
            let name = format!("goal of {}", piece.letter);
            behind(format!("goal-{}", piece.letter), "goal", name, String::new(), cells);
        }
    }
    let mut sentence = Vec::new();
    for (i, piece) in rules.pieces.iter().enumerate() {
        let place = rules.place(i, at[i]);
        let kind = rules.kind_of(i);
        let is_goal = rules.classes[piece.class].goal != Goal::Free;
        let name = name(piece.letter, &kind.form, kind.size());
        sentence.push(format!("{name} at row {}, column {}", place.corner.0 + 1, place.corner.1 + 1));
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
    Picture {
        width: rules.columns as f32,
        height: rules.rows as f32,
        items,
        description: format!("{} by {} board; {}", rules.rows, rules.columns, sentence.join("; ")),
    }
}

/// The name of a piece for people: its letter and what it looks like.
fn name(letter: char, form: &Form, (height, width): (u16, u16)) -> String {
    let filled = form.len() == usize::from(height) * usize::from(width);
    match (filled, height, width) {
        (true, 1, 1) => format!("single {letter}"),
        (true, 1, n) => format!("lying {letter}, {n} long"),
        (true, n, 1) => format!("upright {letter}, {n} high"),
        (true, h, w) if h == w => format!("square {letter}, {h} by {w}"),
        (true, h, w) => format!("block {letter}, {h} high and {w} wide"),
        _ => format!("piece {letter} of {} cells", form.len()),
    }
}
