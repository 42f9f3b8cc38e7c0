//! Stones: flat pebbles, stacked; the number of each pile stands below it.

use crate::outline::bounds;
use crate::scene::{Form, Part, Piece, Rect, Scene, Shade, Zone};
use telusur_puzzles::{Item, Picture, Shape};
use telusur_session::palette::{Colours, Rgb, Theme, Tone, grain};

/// Height of a pebble and of the foot of a pile.
const HIGH: f32 = 0.8;
const FOOT: f32 = 1.5;
/// The room around a pile, beside and above it.
const ASIDE: f32 = 0.2;
const ABOVE: f32 = 0.3;

pub(super) fn scene(picture: &Picture, theme: Theme, aspect: f32) -> Scene {
    let piles: Vec<&Item> = picture.items.iter().filter(|item| item.kind == "pile").collect();
    let colours = Colours::of(picture, theme);
    // A few stones are not blown up to fill the board.
    let rows = (picture.height - 1.0).max(5.0);
    let across = piles.first().map_or(1.0, |pile| bounds(pile).w).max(1.0);
    let alone = across == 1.0;
    let count = piles.len().max(1) as f32;
    // A single column of pebbles may be broad; several beside each other are round.
    let broad = match alone {
        true => ((rows * HIGH + FOOT + 1.0) * aspect / count - 0.9).clamp(1.5, 2.6),
        false => across * 0.95,
    };
    let pitch = broad + if alone { (broad * 0.35).max(0.7) } else { 0.9 };
    let cell = broad / across;
    let ground = rows * HIGH;
    let left = |pile: usize| pile as f32 * pitch + (pitch - broad) / 2.0;
    let mut pieces: Vec<Piece> = Vec::with_capacity(picture.items.len());
    let mut zones = Vec::with_capacity(piles.len());
    for (i, item) in piles.iter().enumerate() {
        // Everything of a pile is seen from the upper left corner of the room around it.
        let at = (left(i) - ASIDE, -ABOVE);
        let (middle, ground) = (broad / 2.0 + ASIDE, ground + ABOVE);
        let room = Rect::new(0.0, 0.0, broad + 2.0 * ASIDE, ground + FOOT);
        zones.push(Zone { item: item.id.clone(), area: Rect { x: at.0, y: at.1, ..room } });
        let shadow = Form::Ellipse((middle, ground + 0.36), (broad * 0.5, 0.16));
        let parts = vec![Part::Touch(room), Part::veil(shadow, Rgb(0, 0, 0), 0.1)];
        pieces.push(Piece::of(item, at, (room.w, room.h), parts));
        // The number changes; the shadow below the stones does not.
        let wide = (0.5 + 0.36 * item.label.chars().count() as f32).max(1.0);
        let pill = Rect::new(middle - wide / 2.0, ground + 0.72, wide, 0.86);
        let number = Part::label(
            &item.label,
            (middle, ground + 1.16),
            (wide * 0.86).max(0.9),
            theme.tone(Tone::Accent),
        );
        let parts =
            vec![Part::flat(Form::Box(pill, 0.43), theme.tone(Tone::AccentSoft)), number.lettered(650, 1.0)];
        pieces.push(Piece::ornament(format!("{}-count", item.id), at, parts));
    }
    for item in picture.items.iter().filter(|item| item.kind == "stone") {
        let Shape::Circle { x, y, .. } = item.shape else { continue };
        let is_on = |pile: &&Item| {
            let place = bounds(pile);
            x > place.x && x < place.x + place.w
        };
        let i = piles.iter().position(is_on).unwrap_or(0);
        let Some(pile) = piles.get(i).map(|pile| bounds(pile)) else { continue };
        let (column, row) = ((x - pile.x).floor(), (pile.y - y - 0.5).round());
        let wide = cell * if alone { 0.86 + 0.14 * grain(&item.id) - 0.012 * row } else { 0.92 };
        let aside = if alone { (grain(&format!("{}x", item.id)) - 0.5) * 0.16 } else { 0.0 };
        let form = || Form::Ellipse((wide / 2.0, HIGH / 2.0), (wide / 2.0, HIGH * 0.485));
        let at = (left(i) + column * cell + (cell - wide) / 2.0 + aside, ground - (row + 1.0) * HIGH + 0.3);
        let parts = vec![Part::body(form(), colours.body(item)), Part::shade(form(), Shade::Pebble)];
        let on = piles.get(i).map(|pile| pile.id.clone());
        pieces.push(Piece { on, ..Piece::of(item, at, (wide, HIGH), parts) });
    }
    let under = |top: f32| Rect::new(0.0, top, count * pitch, ground + FOOT + 0.3 - top);
    Scene { still: under(0.0), zones, ..Scene::of(under(-0.5), pieces) }
}
