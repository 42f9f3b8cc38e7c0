//! Every item as it is, for puzzles that have no look of their own: tokens, discs, balls and water, places to put them,
//! names and buttons. What is arranged as the Tower of Hanoi or Stones is drawn as those are.

use crate::motion::Acts;
use crate::outline::{bounds, cells, outline};
use crate::scene::{Form, Label, Motion, Part, Piece, Rect, Scene, Shade, Stroke, Zone};
use crate::{Passage, hanoi, stones};
use telusur_puzzles::{Item, Picture, Shape};
use telusur_session::palette::{Colours, Theme, Tone};

const MARGIN: f32 = 0.3;
/// The gap around a thing, and how round its corners are.
const GAP: f32 = 0.04;
const ROUND: f32 = 0.14;

pub(super) fn scene(picture: &Picture, theme: Theme, aspect: f32) -> Scene {
    let has = |kind: &str| picture.items.iter().any(|item| item.kind == kind);
    if has("peg") {
        return hanoi::scene(picture, theme, aspect);
    }
    if has("pile") {
        return stones::scene(picture, theme, aspect);
    }
    let colours = Colours::of(picture, theme);
    let pieces = picture.items.iter().filter(|item| item.kind != "void").map(|item| {
        let place = bounds(item);
        let parts = parts(item, place, &colours, theme);
        Piece { on: vessel(picture, item), ..Piece::of(item, (place.x, place.y), (place.w, place.h), parts) }
    });
    let frame = Rect::new(-MARGIN, -MARGIN, picture.width + 2.0 * MARGIN, picture.height + 2.0 * MARGIN);
    let places = picture.items.iter().filter(|item| item.kind == "tube");
    let zones = places.map(|item| Zone { item: item.id.clone(), area: bounds(item) });
    Scene { zones: zones.collect(), ..Scene::of(frame, pieces.collect()) }
}

/// The place that water stands in: whoever takes the one takes the other along.
fn vessel(picture: &Picture, item: &Item) -> Option<String> {
    let inside = bounds(item);
    let holds = |place: &&Item| {
        let around = bounds(place);
        let is_within = inside.x >= around.x && inside.x + inside.w <= around.x + around.w;
        place.kind == "place" && is_within && (around.y..around.y + around.h).contains(&inside.y)
    };
    let vessel = picture.items.iter().filter(|_| item.kind == "unit").find(holds);
    vessel.map(|vessel| vessel.id.clone())
}

/// Discs go over the rods; everything else goes straight on.
pub(super) fn acts(passage: &Passage<'_>) -> Acts {
    match passage.after.motion {
        Motion::Over => hanoi::acts(passage),
        _ => Acts::default(),
    }
}

/// What an item is drawn of, seen from its upper left corner.
fn parts(item: &Item, place: Rect, colours: &Colours, theme: Theme) -> Vec<Part> {
    let (wide, high) = ((place.w - 2.0 * GAP).max(0.02), (place.h - 2.0 * GAP).max(0.02));
    let rounded = |round: f32| Form::Box(Rect::new(GAP, GAP, wide, high), round);
    let form = || match item.shape {
        Shape::Cells(_) => Form::Path(outline(&cells(item), GAP, ROUND)),
        Shape::Circle { .. } => Form::Ellipse((place.w / 2.0, place.h / 2.0), (wide / 2.0, high / 2.0)),
        Shape::Rect { .. } if item.kind == "disc" => rounded(0.42 * high),
        // Water has no gaps between its units but fine lines.
        Shape::Rect { .. } if item.kind == "unit" => {
            Form::Box(Rect::new(GAP, 0.01, wide, (place.h - 0.02).max(0.02)), 0.04)
        }
        Shape::Rect { .. } => rounded(ROUND),
    };
    let is_plain = matches!(item.kind, "name" | "place" | "button" | "wall" | "mark" | "disc");
    let (body, ink) = match is_plain || item.kind == "unit" {
        true => (colours.body(item), colours.ink(item)),
        false => (colours.plain(item), colours.ink(item)),
    };
    let mut parts = match item.kind {
        // A name is nothing but its letters.
        "name" => Vec::new(),
        "place" | "button" | "wall" | "bar" | "unit" => vec![Part::body(form(), body)],
        "mark" => {
            let stroke = Stroke {
                colour: theme.tone(Tone::Chief),
                opacity: 0.75,
                width: 0.06,
                dash: Some((0.16, 0.12)),
            };
            let inside = Form::Box(Rect::new(0.12, 0.12, place.w - 0.24, place.h - 0.24), ROUND);
            return vec![Part::line(inside, stroke)];
        }
        _ => {
            let shade = if matches!(item.shape, Shape::Circle { .. }) { Shade::Pebble } else { Shade::Gloss };
            vec![Part::body(form(), body), Part::shade(form(), shade)]
        }
    };
    if !item.label.is_empty() {
        let middle = (place.w / 2.0, place.h / 2.0);
        let label = Part::Label(Label::fitted(&item.label, middle, (place.w, place.h), ink));
        parts.push(if item.kind == "button" { label.lettered(600, 1.0) } else { label });
    }
    parts
}
