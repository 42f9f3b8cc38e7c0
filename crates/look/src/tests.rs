//! What every look does, whatever the puzzle.

use crate::scene::{Part, Piece, Rect, Scene};
use crate::{ASPECT, Look};
use telusur_puzzles::{Setup, catalogue};
use telusur_session::palette::Theme;

/// Narrow as a telephone, as usual, broad as a wall; and what is no form of a space.
const FORMS: [f32; 6] = [0.5, ASPECT, 4.0, 0.0, f32::NAN, f32::INFINITY];

fn scenes(check: impl Fn(&telusur_puzzles::Picture, &Scene, &str)) {
    for entry in catalogue::all() {
        for level in entry.levels() {
            let board = catalogue::open(*entry, &Setup::level(level.name)).unwrap();
            let picture = board.picture();
            for aspect in FORMS {
                let scene = Look::of(entry.name()).scene(&picture, Theme::Light, aspect);
                check(&picture, &scene, &format!("{} {} {aspect}", entry.name(), level.name));
            }
        }
    }
}

fn rect_of(piece: &Piece) -> Rect {
    Rect { x: piece.at.0 + piece.area.x, y: piece.at.1 + piece.area.y, ..piece.area }
}

fn is_within(inner: Rect, outer: Rect) -> bool {
    inner.x >= outer.x - 0.01
        && inner.y >= outer.y - 0.01
        && inner.x + inner.w <= outer.x + outer.w + 0.01
        && inner.y + inner.h <= outer.y + outer.h + 0.01
}

#[test]
fn pieces_stand_within_the_board() {
    scenes(|_, scene, what| {
        for piece in scene.pieces.iter().filter(|piece| !piece.items.is_empty()) {
            assert!(is_within(rect_of(piece), scene.view), "{what}: {}", piece.key);
        }
        for zone in &scene.zones {
            assert!(is_within(zone.area, Rect { x: -1e6, w: 2e6, ..scene.view }), "{what}: {}", zone.item);
        }
    });
}

#[test]
fn whatever_moves_is_shown_once() {
    scenes(|picture, scene, what| {
        for item in picture.items.iter().filter(|item| item.movable) {
            let shows = |piece: &&Piece| piece.items.contains(&item.id);
            assert_eq!(scene.pieces.iter().filter(shows).count(), 1, "{what}: {}", item.id);
        }
        for zone in &scene.zones {
            assert!(picture.items.iter().any(|item| item.id == zone.item), "{what}: {}", zone.item);
        }
        let mut keys: Vec<&str> = scene.pieces.iter().map(|piece| piece.key.as_str()).collect();
        keys.sort_unstable();
        assert!(keys.windows(2).all(|two| two[0] != two[1]), "{what}: keys are unique");
    });
}

#[test]
fn themes_differ_in_colours_only() {
    fn forms(parts: &[Part], found: &mut Vec<String>) {
        for part in parts {
            match part {
                Part::Form { form, stroke, opacity, .. } => {
                    let line = stroke.map(|stroke| (stroke.width, stroke.opacity, stroke.dash));
                    found.push(format!("{form:?} {line:?} {opacity}"));
                }
                Part::Label(label) => found.push(format!("{} {:?} {}", label.text, label.at, label.size)),
                Part::Sign { outline, letters } => found.push(format!("{outline:?} {}", letters.text)),
                Part::Touch(area) => found.push(format!("{area:?}")),
                Part::Inside(pieces) => pieces.iter().for_each(|piece| forms(&piece.parts, found)),
            }
        }
    }
    let all = |scene: &Scene| {
        let mut found = Vec::new();
        forms(&scene.back, &mut found);
        for piece in &scene.pieces {
            found.push(piece.key.clone());
            forms(&piece.parts, &mut found);
        }
        found
    };
    scenes(|picture, light, what| {
        let puzzle = what.split(' ').next().unwrap();
        let aspect: f32 = what.rsplit(' ').next().unwrap().parse().unwrap();
        assert_eq!(all(light), all(&Look::of(puzzle).scene(picture, Theme::Dark, aspect)), "{what}");
    });
}

#[test]
fn a_finished_block_leaves_through_its_door() {
    let board = catalogue::find("klotski").unwrap().open(&Setup::default()).unwrap();
    let scene = Look::of("klotski").scene(&board.picture(), Theme::Light, ASPECT);
    let exit = scene.exit.as_ref().expect("a door");
    let chief = scene.piece(&exit.piece).expect("somebody to leave");
    assert!(exit.by.0.abs() + exit.by.1.abs() > chief.area.h);
    for (leaf, aside) in &exit.leaves {
        assert!(scene.back.get(*leaf).is_some());
        // Leaves go along the wall, across the way of the block.
        assert!((aside.0 * exit.by.0 + aside.1 * exit.by.1).abs() < 1e-6 && *aside != (0.0, 0.0));
    }
}
