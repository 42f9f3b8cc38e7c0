//! Where each item of a picture goes in a grid of cells.

use ratatui::layout::Rect;
use telusur_puzzles::{Item, Picture, Shape};

/// Cells in either direction; of a larger board only so much is laid out.
const MOST_CELLS: u16 = 1200;

/// How things are arranged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    /// Pieces in squares.
    #[default]
    Grid,
    /// Discs on pegs.
    Towers,
    /// Units in tubes.
    Tubes,
    /// Stones in piles.
    Piles,
}

/// Where an item is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Footprint {
    /// The cells that it covers.
    pub(super) body: Vec<Rect>,
    /// For places to put things on: everything that belongs to them.
    pub(super) zone: Option<Rect>,
}

/// A picture laid out in cells from (0, 0).
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) look: Look,
    pub(super) size: (u16, u16),
    /// Cells per board unit.
    pub(super) unit: (f32, f32),
    /// Where the first square of a grid begins.
    pub(super) corner: (u16, u16),
    /// Whether squares are separated by lines.
    pub(super) has_lines: bool,
    /// In the order of the picture's items.
    pub(super) places: Vec<Footprint>,
}

impl Scene {
    /// As large as fits the room, in columns and rows. Filled pieces need no lines between them.
    pub(super) fn new(picture: &Picture, room: (u16, u16), filled: bool) -> Self {
        match look(picture) {
            Look::Grid => grid(picture, room, filled),
            Look::Towers => towers(picture, room),
            Look::Tubes => tubes(picture, room),
            Look::Piles => piles(picture, room),
        }
    }

    /// With as few rows as still show everything.
    pub(super) fn compact(picture: &Picture, width: u16, filled: bool) -> Self {
        let narrow = match look(picture) {
            Look::Towers => 3 * (picture.width / 10.0).ceil() as u16 * 7,
            _ => width,
        };
        Scene::new(picture, (narrow.min(width), 1), filled)
    }
}

fn look(picture: &Picture) -> Look {
    let has = |kind: &str| picture.items.iter().any(|item| item.kind == kind);
    match () {
        () if has("peg") => Look::Towers,
        () if has("tube") => Look::Tubes,
        () if has("pile") => Look::Piles,
        () => Look::Grid,
    }
}

/// The squares that an item covers, by column and row.
pub(crate) fn squares(item: &Item) -> Vec<(i32, i32)> {
    match &item.shape {
        Shape::Cells(cells) => cells.iter().map(|&(x, y)| (i32::from(x), i32::from(y))).collect(),
        Shape::Rect { x, y, w, h } => block(*x, *y, *w, *h),
        Shape::Circle { x, y, r } => block(x - r, y - r, 2.0 * r, 2.0 * r),
    }
}

fn block(x: f32, y: f32, w: f32, h: f32) -> Vec<(i32, i32)> {
    let most = f32::from(MOST_CELLS);
    let range = |from: f32, long: f32| {
        let first = from.clamp(0.0, most).floor() as i32;
        first..((from + long).clamp(0.0, most).ceil() as i32).max(first + 1)
    };
    range(y, h).flat_map(|row| range(x, w).map(move |column| (column, row))).collect()
}

fn cells(length: f32) -> u16 {
    length.clamp(0.0, f32::from(MOST_CELLS)).round() as u16
}

/// The cells that labels need of each of the columns that their items take; no label gets more than a few.
fn longest(picture: &Picture, columns: fn(&Item) -> usize) -> u16 {
    let lengths = picture.items.iter().map(|item| item.label.chars().count().div_ceil(columns(item)));
    lengths.max().unwrap_or(0).min(12) as u16
}

fn grid(picture: &Picture, room: (u16, u16), filled: bool) -> Scene {
    let (columns, rows) = (cells(picture.width.ceil()), cells(picture.height.ceil()));
    // What is wide has room for more.
    let label = longest(picture, |item| item.shape.bounds().2.round().max(1.0) as usize);
    // Lines are shared by neighbours, so they take one cell more than there are squares; a frame takes two.
    let size = |(across, down): (u16, u16), lines: bool| {
        let more = if lines { 1 } else { 2 };
        let part = |count: u16, unit: u16| count.saturating_mul(unit).saturating_add(more).min(MOST_CELLS);
        (part(columns, across), part(rows, down))
    };
    let units = (1..=4u16).rev().map(|down| {
        let lines = !filled && down > 1;
        let least = label + if lines { 2 } else { 1 };
        ((if down == 1 { least.max(2) } else { least.max(2 * down) }, down), lines)
    });
    let fits = |&(unit, lines): &((u16, u16), bool)| {
        let (width, height) = size(unit, lines);
        width <= room.0 && height <= room.1
    };
    let (unit, has_lines) =
        units.clone().find(fits).or_else(|| units.clone().next_back()).unwrap_or(((2, 1), false));
    let corner = if has_lines { (0, 0) } else { (1, 1) };
    let square = |(x, y): (i32, i32)| {
        let part = |at: i32, unit: u16, from: u16| {
            u16::try_from(at).ok()?.checked_mul(unit)?.checked_add(from).filter(|&at| at < MOST_CELLS)
        };
        Some(Rect::new(part(x, unit.0, corner.0)?, part(y, unit.1, corner.1)?, unit.0, unit.1))
    };
    let places = picture.items.iter().map(|item| {
        let body: Vec<Rect> = squares(item).into_iter().filter_map(square).collect();
        // A place is no wider than a row of squares.
        let zone = body.iter().copied().reduce(Rect::union).filter(|_| item.kind == "place");
        Footprint { body, zone }
    });
    Scene {
        look: Look::Grid,
        size: size(unit, has_lines),
        unit: (f32::from(unit.0), f32::from(unit.1)),
        corner,
        has_lines,
        places: places.collect(),
    }
}

/// Every peg has its column; discs lie around the column's middle cell, in steps of half a cell to each side.
fn towers(picture: &Picture, room: (u16, u16)) -> Scene {
    let pegs = picture.items.iter().filter(|item| item.kind == "peg").count().clamp(1, 200) as u16;
    let label = longest(picture, |_| 1);
    let column = (room.0 / pegs).clamp((label + 4).max(7), 35);
    let unit = f32::from(column) * f32::from(pegs) / picture.width.max(1.0);
    let rows = cells(picture.height);
    let places = picture.items.iter().map(|item| {
        let (x, y, w, _) = item.shape.bounds();
        let middle = ((x + w / 2.0) * unit).floor() as u16;
        let left = middle.saturating_sub(column / 2);
        match item.kind {
            "peg" => Footprint {
                body: vec![Rect::new(middle, 0, 1, rows)],
                zone: Some(Rect::new(left, 0, column, rows.saturating_add(2))),
            },
            // The label of its peg shows it.
            "goal" => Footprint::default(),
            _ => {
                let halves = disc_halves(w * unit, column, item.label.chars().count() as u16);
                let side = halves.div_ceil(2);
                let row = cells(y).min(rows.saturating_sub(1));
                Footprint {
                    body: vec![Rect::new(middle.saturating_sub(side), row, 2 * side + 1, 1)],
                    zone: None,
                }
            }
        }
    });
    let places = places.collect();
    let size = (column.saturating_mul(pegs), rows.saturating_add(2).min(MOST_CELLS));
    Scene { look: Look::Towers, size, unit: (unit, 1.0), places, ..Scene::default() }
}

/// How many half cells a disc has on each side of the middle cell.
pub(super) fn disc_halves(width: f32, column: u16, label: u16) -> u16 {
    let most = column.saturating_sub(2);
    // Full cells alone must have room for the label.
    let least = label.saturating_sub(1).div_ceil(2) * 2;
    ((width - 1.0).round().max(0.0) as u16).max(least).min(most.max(least))
}

/// Walls stand in the gaps between tubes, the number of a tube in its bottom.
fn tubes(picture: &Picture, room: (u16, u16)) -> Scene {
    let size = |across: u16, down: u16| {
        (
            cells(picture.width * f32::from(across)).saturating_add(2),
            cells(picture.height * f32::from(down)).saturating_add(1),
        )
    };
    let units = [(6u16, 2u16), (4, 2), (4, 1), (2, 1)];
    let fits = |&&(across, down): &&(u16, u16)| {
        let (width, height) = size(across, down);
        width <= room.0 && height <= room.1
    };
    let narrow = || units.iter().rev().take(2).rev().find(|(across, _)| size(*across, 1).0 <= room.0);
    let &(across, down) = units.iter().find(fits).or_else(narrow).unwrap_or(&(2, 1));
    let (unit_x, unit_y) = (f32::from(across), f32::from(down));
    let places = picture.items.iter().map(|item| {
        let (x, y, w, h) = item.shape.bounds();
        let body = Rect::new(cells(x * unit_x) + 1, cells(y * unit_y), cells(w * unit_x), cells(h * unit_y));
        // With its walls and its bottom.
        let zone = Rect::new(body.x - 1, body.y, body.width + 2, body.height + 1);
        Footprint { body: vec![body], zone: (item.kind == "tube").then_some(zone) }
    });
    Scene {
        look: Look::Tubes,
        size: size(across, down),
        unit: (unit_x, unit_y),
        places: places.collect(),
        ..Scene::default()
    }
}

/// Stones one row high; below each pile how many there are, and below that its number.
fn piles(picture: &Picture, room: (u16, u16)) -> Scene {
    let width = |unit: u16| cells(picture.width * f32::from(unit));
    let unit = (2..=6u16).rev().find(|&unit| width(unit) <= room.0).unwrap_or(2);
    let across = f32::from(unit);
    let rows = cells(picture.height);
    let places = picture.items.iter().map(|item| {
        let (x, y, w, h) = item.shape.bounds();
        let (middle, row) = ((x + w / 2.0) * across, cells(y + h / 2.0 - 0.5));
        let long = cells(w.ceil() * across);
        let left = cells(middle - f32::from(long) / 2.0);
        let body = Rect::new(left, row, long, 1);
        let zone = Rect::new(left, 0, long, rows.saturating_add(1));
        Footprint { body: vec![body], zone: (item.kind == "pile").then_some(zone) }
    });
    let places = places.collect();
    let size = (width(unit), rows.saturating_add(1).min(MOST_CELLS));
    Scene { look: Look::Piles, size, unit: (across, 1.0), places, ..Scene::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Setup, catalogue};

    fn picture(puzzle: &str, level: &str) -> Picture {
        catalogue::find(puzzle).unwrap().open(&Setup::level(level)).unwrap().picture()
    }

    #[test]
    fn scenes_fit_the_room_and_hold_their_items() {
        for entry in catalogue::all() {
            for level in entry.levels() {
                let picture = entry.open(&level.setup()).unwrap().picture();
                for room in [(36, 14), (56, 16), (100, 40), (200, 60)] {
                    for filled in [true, false] {
                        let scene = Scene::new(&picture, room, filled);
                        for (item, place) in picture.items.iter().zip(&scene.places) {
                            let is_by_label = scene.look == Look::Towers && item.kind == "goal";
                            if is_by_label {
                                continue;
                            }
                            assert!(!place.body.is_empty(), "{} {}", level.name, item.id);
                            for part in &place.body {
                                assert!(
                                    part.right() <= scene.size.0 && part.bottom() <= scene.size.1,
                                    "{} {} {part:?} in {:?}",
                                    level.name,
                                    item.id,
                                    scene.size
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn boards_of_usual_size_fit_a_small_terminal() {
        for (puzzle, level) in [
            ("klotski", "aBBb/aBBb/cdde/cfge/h..i"),
            ("hanoi", "8 7 6 5 4 3 2 1 | |"),
            ("water", "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -"),
            ("stones", "8 12 4"),
            ("tiles", "5 1 2 4/9 6 3 8/13 10 7 12/14 . 11 15"),
        ] {
            for filled in [true, false] {
                let scene = Scene::new(&picture(puzzle, level), (36, 14), filled);
                assert!(scene.size.0 <= 36 && scene.size.1 <= 14, "{puzzle} {:?}", scene.size);
            }
        }
    }

    #[test]
    fn pieces_of_one_kind_do_not_overlap() {
        for (puzzle, level, kind) in [
            ("klotski", "aBBb/aBBb/cdde/cfge/h..i", "piece"),
            ("hanoi", "8 7 6 5 4 3 2 1 | |", "disc"),
            ("water", "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -", "unit"),
            ("stones", "30 60 4", "stone"),
        ] {
            let picture = picture(puzzle, level);
            let scene = Scene::new(&picture, (60, 20), true);
            let mut seen = std::collections::HashSet::new();
            for (item, place) in picture.items.iter().zip(&scene.places).filter(|(item, _)| item.kind == kind)
            {
                for position in place.body.iter().flat_map(|part| part.positions()) {
                    assert!(seen.insert(position), "{puzzle} {}: {position:?}", item.id);
                }
            }
        }
    }

    #[test]
    fn discs_differ_where_there_is_room() {
        let picture = picture("hanoi", "8 7 6 5 4 3 2 1 | |");
        let widths: std::collections::BTreeSet<u16> = picture
            .items
            .iter()
            .filter(|item| item.kind == "disc")
            .map(|item| disc_halves(item.shape.bounds().2 * 1.2, 12, 1))
            .collect();
        assert_eq!(widths.len(), 8);
    }

    #[test]
    fn enormous_boards_are_bounded() {
        let discs: Vec<String> = (1..=5000).rev().map(|disc| disc.to_string()).collect();
        let scene = Scene::new(&picture("hanoi", &format!("{} | |", discs.join(" "))), (80, 24), true);
        assert!(scene.size.1 <= MOST_CELLS);
    }
}
