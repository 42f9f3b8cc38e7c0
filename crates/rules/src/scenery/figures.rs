//! Pictures of a few things that squares in a row don't show: who stands on which bank of a river, and the faces of a cube.

use super::layout::Layout;
use super::{WATER, block, cut, plain, square, token_id};
use crate::model::Model;
use telusur_puzzles::picture::FIRST_NAMED_COLOUR;
use telusur_puzzles::{Item, Shape, Text};

/// Squares that a river is wide, and a boat on it.
pub(super) const RIVER_SQUARES: u16 = 3;
const BOAT_SQUARES: u16 = 2;
/// Brown, among the colours with names.
const BOAT: u16 = FIRST_NAMED_COLOUR + 8;
/// Squares of a cube that is unfolded.
pub(super) const CUBE_SQUARES: (u16, u16) = (8, 6);

/// People on both banks of a river: of each number, as many as it says on the left, the others on the right; and the boat.
pub(super) fn add_banks(model: &Model, layout: &Layout, values: &[i64], items: &mut Vec<Item>) {
    let (Some(&(first, top)), rows) = (layout.banks.first(), layout.banks.len() as u16) else { return };
    let river = block((layout.shore, top), (RIVER_SQUARES, rows));
    let id = format!("{}-river", model.variables[first].name);
    let water = plain(id, "unit", Text::fixed("river", "sungai"), String::new(), river);
    items.push(Item { colour: WATER, ..water });
    for &(number, row) in &layout.banks {
        let variable = &model.variables[number];
        let banks = [("left", 0), ("right", layout.shore + RIVER_SQUARES)];
        for (side, left) in banks {
            for i in 1..variable.size {
                let (id, at) = (format!("{}-{i}-{side}", variable.name), (left + i as u16 - 1, row));
                items.push(plain(id, "place", Text::same(&variable.name), String::new(), square(at)));
            }
        }
        for i in 1..variable.size {
            let (_, left) = banks[usize::from(i > values[variable.first])];
            let shape =
                Shape::Circle { x: f32::from(left + i as u16) - 0.5, y: f32::from(row) + 0.5, r: 0.5 };
            let name = Text::same(&format!("{} {i}", variable.name));
            let label = variable.name.chars().take(1).collect();
            let person = plain(format!("{}-{i}", variable.name), "token", name, label, shape);
            items.push(Item { colour: number as u16 + 1, ..person });
        }
    }
    let boat = layout.banks.iter().find_map(|(number, _)| model.showings.get(number)?.with);
    if let Some(variable) = boat.map(|number| &model.variables[number]) {
        let side = (values[variable.first] - variable.low) as u16;
        let x = f32::from(layout.shore + side * (RIVER_SQUARES - BOAT_SQUARES));
        let y = f32::from(top) + f32::from(rows - 1) / 2.0;
        let shape = Shape::Rect { x, y, w: BOAT_SQUARES.into(), h: 1.0 };
        let value = model.value_name(variable.value(values[variable.first]));
        let name = Text::same(&format!("{} {value}", variable.name));
        let drawn = plain(variable.name.clone(), "token", name, cut(&variable.name), shape);
        items.push(Item { colour: BOAT, ..drawn });
    }
}

/// The faces of a cube, with their letters and colours: up, left, front, right, back, down.
const FACES: [(&str, u16); 6] = [("U", 15), ("L", 6), ("F", 3), ("R", 0), ("B", 1), ("D", 2)];

/// The squares of a corner on the unfolded cube, clockwise from the one above or below: 1 2 3 4 around the upper face from
/// the left at the back, 5 6 7 under 2 3 4, and the one under 1, which stays.
const CORNERS: [[(u16, u16); 3]; 8] = [
    [(2, 0), (0, 2), (7, 2)],
    [(3, 0), (6, 2), (5, 2)],
    [(3, 1), (4, 2), (3, 2)],
    [(2, 1), (2, 2), (1, 2)],
    [(3, 5), (5, 3), (6, 3)],
    [(3, 4), (3, 3), (4, 3)],
    [(2, 4), (1, 3), (2, 3)],
    [(2, 5), (7, 3), (0, 3)],
];

/// The face that a square of the unfolded cube belongs to.
fn face((column, row): (u16, u16)) -> (&'static str, u16) {
    match (row, column) {
        (..=1, _) => FACES[0],
        (4.., _) => FACES[5],
        _ => FACES[1 + usize::from(column / 2)],
    }
}

/// A cube of two by two by two, unfolded: which corner is where, and how far each is twisted.
pub(super) fn add_cube(model: &Model, number: usize, top: u16, values: &[i64], items: &mut Vec<Item>) {
    let variable = &model.variables[number];
    let with = model.showings.get(&number).and_then(|shown| shown.with);
    for (place, squares) in CORNERS.iter().enumerate() {
        let slot = (place < variable.count).then_some(variable.first + place);
        let corner = slot.map_or(place, |slot| (values[slot] - variable.low) as usize);
        let twist = slot.zip(with.map(|with| &model.variables[with]));
        let twist = twist.map_or(0, |(_, with)| (values[with.first + place] - with.low) as usize);
        let id =
            slot.map_or_else(|| format!("{}-fixed", variable.name), |slot| token_id(model, slot, values));
        for (sticker, &home) in CORNERS[corner].iter().enumerate() {
            let (column, row) = squares[(sticker + twist) % 3];
            let (letter, colour) = face(home);
            let id = if sticker == 0 { id.clone() } else { format!("{id}-{}", sticker + 1) };
            let name = Text::same(&format!("{} {}, {letter}", variable.name, corner + 1));
            let drawn = plain(id, "token", name, letter.to_owned(), square((column, top + row)));
            items.push(Item { colour: FIRST_NAMED_COLOUR + colour, ..drawn });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::collection;
    use telusur_puzzles::{Entry, Setup};

    fn stickers(board: &dyn telusur_puzzles::Board) -> Vec<((u16, u16), String)> {
        let items = board.picture().items.into_iter().filter(|item| item.kind == "token");
        let at = |shape: &telusur_puzzles::Shape| match *shape {
            telusur_puzzles::Shape::Rect { x, y, .. } => (x as u16, y as u16),
            _ => panic!("a sticker is a square"),
        };
        items.map(|item| (at(&item.shape), item.label)).collect()
    }

    /// Turning a face leaves it and the one opposite of one colour, and brings other colours onto all others.
    #[test]
    fn a_turned_face_of_a_cube_stays_of_one_colour() {
        let cube = collection().iter().find(|entry| entry.name() == "cube").unwrap();
        let setup = Setup::level("corner = 1 2 3 4 5 6 7; twist = 0 0 0 0 0 0 0");
        let solved = cube.open(&setup).unwrap();
        let whole = |board: &dyn telusur_puzzles::Board| -> String {
            let stickers = stickers(board);
            let of_face = |letter: &str| {
                let mut seen: Vec<&String> = stickers
                    .iter()
                    .filter(|(at, _)| super::face(*at).0 == letter)
                    .map(|(_, label)| label)
                    .collect();
                assert_eq!(seen.len(), 4);
                seen.dedup();
                seen.len() == 1
            };
            super::FACES.iter().map(|(letter, _)| *letter).filter(|letter| of_face(letter)).collect()
        };
        assert_eq!(whole(&*solved), "ULFRBD");
        for (turn, faces) in [("upper-1", "UD"), ("right-1", "LR"), ("front-1", "FB"), ("front-2", "FB")] {
            let turned = solved.play(turn).unwrap();
            assert_eq!(whole(&*turned), faces, "{turn}");
            assert_eq!(turned.play("front-3").and_then(|b| b.play("front-1")).unwrap().text(), turned.text());
        }
    }

    #[test]
    fn everybody_stands_on_one_bank() {
        let entry = collection().iter().find(|entry| entry.name() == "missionaries").unwrap();
        let board = entry.open(&Setup::level("missionaries = 3; cannibals = 1; boat = right")).unwrap();
        let picture = board.picture();
        let place = |id: &str| match picture.items.iter().find(|item| item.id == id).unwrap().shape {
            telusur_puzzles::Shape::Rect { x, .. } | telusur_puzzles::Shape::Circle { x, .. } => x,
            telusur_puzzles::Shape::Cells(_) => panic!("not here"),
        };
        assert!(place("missionaries-3") < place("boat") && place("cannibals-1") < 1.0);
        assert!(["cannibals-2", "cannibals-3"].iter().all(|id| place(id) > place("boat")));
    }
}
