//! Stones: flat pebbles, stacked; the number of each pile stands below it.

use super::ASPECT;
use super::outline::bounds;
use crate::scene::{Form, Part, Piece, Rect, Scene, Shade};
use telusur_puzzles::{Item, Picture, Shape};
use telusur_session::palette::{Colours, Rgb, Theme, Tone, grain};

/// Height of a pebble and of the foot of a pile.
const HIGH: f32 = 0.8;
const FOOT: f32 = 1.5;

pub(super) fn scene(picture: &Picture, theme: Theme) -> Scene {
    let piles: Vec<&Item> = picture.items.iter().filter(|item| item.kind == "pile").collect();
    let colours = Colours::of(picture, theme);
    // A few stones are not blown up to fill the board.
    let rows = (picture.height - 1.0).max(5.0);
    let across = piles.first().map_or(1.0, |pile| bounds(pile).w).max(1.0);
    let alone = across == 1.0;
    let count = piles.len().max(1) as f32;
    // A single column of pebbles may be broad; several beside each other are round.
    let broad = match alone {
        true => ((rows * HIGH + FOOT + 1.0) * ASPECT / count - 0.9).clamp(1.5, 2.6),
        false => across * 0.95,
    };
    let pitch = broad + if alone { (broad * 0.35).max(0.7) } else { 0.9 };
    let cell = broad / across;
    let ground = rows * HIGH;
    let left = |pile: usize| pile as f32 * pitch + (pitch - broad) / 2.0;
    let mut pieces: Vec<Piece> = Vec::with_capacity(picture.items.len());
    for (i, item) in piles.iter().enumerate() {
        let middle = broad / 2.0;
        let wide = (0.5 + 0.36 * item.label.chars().count() as f32).max(1.0);
        let pill = Rect::new(middle - wide / 2.0, ground + 0.72, wide, 0.86);
        let shadow = Form::Ellipse((middle, ground + 0.36), (broad * 0.5, 0.16));
        pieces.push(Piece {
            key: item.id.clone(),
            at: (left(i), 0.0),
            parts: vec![Part::veil(shadow, Rgb(0, 0, 0), 0.1)],
        });
        // The number changes; the shadow below the stones does not.
        pieces.push(Piece {
            key: format!("{}-count", item.id),
            at: (left(i), 0.0),
            parts: vec![
                Part::flat(Form::Box(pill, 0.43), theme.tone(Tone::AccentSoft)),
                Part::label(
                    &item.label,
                    (middle, ground + 1.16),
                    (wide * 0.86).max(0.9),
                    theme.tone(Tone::Accent),
                )
                .lettered(650, 1.0),
            ],
        });
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
        pieces.push(Piece {
            key: item.id.clone(),
            at: (left(i) + column * cell + (cell - wide) / 2.0 + aside, ground - (row + 1.0) * HIGH + 0.3),
            parts: vec![Part::flat(form(), colours.body(item)), Part::shade(form(), Shade::Pebble)],
        });
    }
    let under = |top: f32| Rect::new(0.0, top, count * pitch, ground + FOOT + 0.3 - top);
    Scene { frame: under(-0.5), still: under(0.0), back: Vec::new(), pieces }
}
