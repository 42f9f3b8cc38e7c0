//! Every item as it is, for puzzles that have no look of their own.

use super::outline::{bounds, cells, outline};
use crate::scene::{Form, Part, Piece, Rect, Scene};
use telusur_puzzles::{Picture, Shape};
use telusur_session::palette::{Colours, Theme, Tone};

const MARGIN: f32 = 0.3;

pub(super) fn scene(picture: &Picture, theme: Theme) -> Scene {
    let colours = Colours::of(picture, theme);
    let pieces = picture.items.iter().map(|item| {
        let place = bounds(item);
        let (wide, high) = ((place.w - 0.08).max(0.02), (place.h - 0.08).max(0.02));
        let form = match item.shape {
            Shape::Cells(_) => Form::Path(outline(&cells(item), 0.04, 0.14)),
            Shape::Rect { .. } => Form::Box(Rect::new(0.04, 0.04, wide, high), 0.14),
            Shape::Circle { .. } => Form::Ellipse((place.w / 2.0, place.h / 2.0), (wide / 2.0, high / 2.0)),
        };
        let (body, ink) = match item.kind {
            "name" | "place" | "button" => (colours.body(item), colours.ink(item)),
            _ => (colours.plain(item), theme.tone(Tone::PieceInk)),
        };
        let mut parts = vec![Part::flat(form, body)];
        if !item.label.is_empty() {
            let middle = (place.w / 2.0, place.h / 2.0);
            parts.push(Part::wide_label(&item.label, middle, (place.w, place.h), ink));
        }
        Piece { key: item.id.clone(), at: (place.x, place.y), parts }
    });
    let frame = Rect::new(-MARGIN, -MARGIN, picture.width + 2.0 * MARGIN, picture.height + 2.0 * MARGIN);
    Scene { frame, still: frame, back: Vec::new(), pieces: pieces.collect() }
}
