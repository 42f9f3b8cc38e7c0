//! Every item as it is, for puzzles that have no look of their own.

use crate::outline::{bounds, cells, outline};
use crate::scene::{Form, Part, Piece, Rect, Scene, Zone};
use telusur_puzzles::{Picture, Shape};
use telusur_session::palette::{Colours, Theme, Tone};

const MARGIN: f32 = 0.3;

pub(super) fn scene(picture: &Picture, theme: Theme, _aspect: f32) -> Scene {
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
        // A name is nothing but its letters.
        let mut parts = if item.kind == "name" { Vec::new() } else { vec![Part::body(form, body)] };
        if !item.label.is_empty() {
            let middle = (place.w / 2.0, place.h / 2.0);
            let label = Part::wide_label(&item.label, middle, (place.w, place.h), ink);
            parts.push(if item.kind == "button" { label.lettered(600, 1.0) } else { label });
        }
        Piece::of(item, (place.x, place.y), (place.w, place.h), parts)
    });
    let frame = Rect::new(-MARGIN, -MARGIN, picture.width + 2.0 * MARGIN, picture.height + 2.0 * MARGIN);
    let places = picture.items.iter().filter(|item| ["peg", "tube", "pile"].contains(&item.kind));
    let zones = places.map(|item| Zone { item: item.id.clone(), area: bounds(item) });
    Scene { zones: zones.collect(), ..Scene::of(frame, pieces.collect()) }
}
