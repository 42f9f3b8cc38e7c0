//! Tower of Hanoi: rods on a plank, discs as soft bars whose colour runs from light to deep with their size.

use super::outline::bounds;
use super::{ASPECT, Passage};
use crate::motion::{Acts, Ease, Key, Pose};
use crate::scene::{Form, Part, Piece, Rect, Scene, Shade};
use telusur_puzzles::Picture;
use telusur_session::palette::{Colours, Theme, Tone};

const MARGIN: f32 = 0.8;
const PLANK: f32 = 0.7;

pub(super) fn scene(picture: &Picture, theme: Theme) -> Scene {
    let pegs: Vec<_> = picture.items.iter().filter(|item| item.kind == "peg").collect();
    let discs: Vec<_> = picture.items.iter().filter(|item| item.kind == "disc").collect();
    let colours = Colours::of(picture, theme);
    let width = picture.width + 2.0 * MARGIN;
    let letter = 1.9 * (width / 44.0).max(1.0);
    let foot = letter * 1.1;
    let room = width / ASPECT - PLANK - foot - 0.6;
    // Discs are as thick as the space allows, but never thicker than looks like a disc.
    let thick = (room / (discs.len() as f32 + 2.4)).clamp(0.7, 2.3);
    // Short towers stand on tall rods, so that the board keeps its proportions.
    let rod = ((discs.len() as f32 + 0.7) * thick).max((0.62 * room).min(12.0));
    let top = -1.7 * thick;
    let mut pieces: Vec<Piece> = Vec::with_capacity(picture.items.len());
    for item in pegs {
        let place = bounds(item);
        let middle = place.x + place.w / 2.0;
        let stick = Form::Box(Rect::new(-0.28, 0.0, 0.56, rod), 0.28);
        pieces.push(Piece {
            key: item.id.clone(),
            at: (middle, 0.0),
            parts: vec![
                Part::flat(stick, theme.tone(Tone::Rod)),
                Part::label(&item.label, (0.0, rod + PLANK + foot * 0.55), letter, colours.ink(item)),
            ],
        });
    }
    for item in discs {
        let place = bounds(item);
        let gap = (thick * 0.04).min(0.05);
        let body = || Form::Box(Rect::new(0.0, gap, place.w, thick - 2.0 * gap), thick * 0.42);
        let room = (thick * 1.15).min(letter.max(1.9));
        pieces.push(Piece {
            key: item.id.clone(),
            at: (place.x, rod - (picture.height - place.y) * thick),
            parts: vec![
                Part::flat(body(), colours.body(item)),
                Part::shade(body(), Shade::Gloss),
                Part::label(&item.label, (place.w / 2.0, thick / 2.0 + 0.02), room, colours.ink(item)),
            ],
        });
    }
    let plank = || Form::Box(Rect::new(-0.2, rod, picture.width + 0.4, PLANK), 0.35);
    let under = |top: f32| Rect::new(-MARGIN, top, width, rod - top + PLANK + foot);
    Scene {
        frame: under(top),
        still: under(-0.3),
        back: vec![Part::flat(plank(), theme.tone(Tone::Plank)), Part::shade(plank(), Shade::Gloss)],
        pieces,
    }
}

/// Up, across, down: discs go over the rods.
pub(super) fn acts(passage: &Passage<'_>) -> Acts {
    let mut acts = Acts::default();
    let thick = -passage.after.frame.y / 1.7;
    let high = passage.after.frame.y + 0.25 * thick;
    for piece in &passage.after.pieces {
        let Some(old) = passage.before.piece(&piece.key).filter(|old| old.at.0 != piece.at.0) else {
            continue;
        };
        let ((fx, fy), (tx, ty)) = (old.at, piece.at);
        let up = (fy - high).max(0.2);
        let across = (fx - tx).abs() * 0.8;
        let down = (ty - high).max(0.2);
        let whole = up + across + down;
        let pose = |x: f32, y: f32| Pose::at((x, y));
        let keys = vec![
            Key::new(0.0, pose(fx, fy), Ease::EVEN),
            Key::new(up / whole, pose(fx, high), Ease::IN),
            Key::new((up + across) / whole, pose(tx, high), Ease::IN_OUT),
            Key::new(1.0, pose(tx, ty), Ease::FALL),
        ];
        acts.pieces.push((piece.key.clone(), keys));
    }
    acts
}
