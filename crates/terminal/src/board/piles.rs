//! Stones in piles. The stone under the cursor and all above it would be taken together, so they are marked together.

use super::Marks;
use super::drawing::Drawing;
use super::pen::Pen;
use super::scene::{Footprint, Scene};
use crate::paint::Paint;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use telusur_puzzles::{Item, Picture};
use telusur_session::palette::Tone;

pub(super) fn draw(drawing: &Drawing<'_>, pen: &mut Pen<'_>) {
    let Drawing { picture, scene, marks, paint, colours } = *drawing;
    let from_cursor = from(picture, scene, |id| marks.is_cursor(id));
    let from_hint = from(picture, scene, |id| marks.is_hint(id));
    for (item, place) in drawing.items() {
        let Some(&body) = place.body.first() else { continue };
        if let Some(zone) = place.zone {
            count(item, body, zone, marks, paint, pen);
            continue;
        }
        // A row of several stones fills from left to right.
        let is_above = |from: Option<(Rect, Rect)>| {
            from.is_some_and(|(pile, stone)| {
                pile.intersects(body) && (body.y < stone.y || body.y == stone.y && body.x >= stone.x)
            })
        };
        let mut style = paint.in_colour(colours.body(item));
        let mut sign = if paint.is_filled() { "▇" } else { "o" };
        if is_above(from_hint) {
            style = paint.tone(Tone::Good).add_modifier(Modifier::BOLD);
            sign = if paint.is_filled() { "▓" } else { "!" };
        }
        if is_above(from_cursor) {
            style = paint.tone(Tone::Accent).add_modifier(Modifier::BOLD);
            sign = if paint.is_filled() { "▒" } else { "@" };
        }
        stone(body, sign, paint, style, pen);
    }
}

/// The pile and the stone that something begins at.
fn from(picture: &Picture, scene: &Scene, is_it: impl Fn(&str) -> bool) -> Option<(Rect, Rect)> {
    let at = picture.items.iter().position(|item| item.kind == "stone" && is_it(&item.id))?;
    let stone = *scene.places.get(at)?.body.first()?;
    let zones = scene.places.iter().filter_map(|place: &Footprint| place.zone);
    Some((zones.into_iter().find(|zone| zone.intersects(stone))?, stone))
}

fn stone(body: Rect, sign: &str, paint: &Paint, style: ratatui::style::Style, pen: &mut Pen<'_>) {
    let (left, right, y) = (body.x, body.right().saturating_sub(1), body.y);
    match (paint.is_filled(), body.width) {
        (true, 0..=2) => pen.text(left, y, "● ", style),
        (true, _) => pen.fill(body, sign, style),
        (false, 0..=2) => pen.put(left, y, sign, style),
        (false, _) => {
            pen.fill(body, sign, style);
            pen.put(left, y, "(", style);
            pen.put(right, y, ")", style);
        }
    }
}

/// How many stones a pile has, and below its number on the keyboard.
fn count(item: &Item, body: Rect, zone: Rect, marks: &Marks, paint: &Paint, pen: &mut Pen<'_>) {
    let (x, width, y) = (zone.x, zone.width, body.y);
    let style = match marks.is_hint(&item.id) {
        true => paint.tone(Tone::Good),
        false => paint.tone(Tone::Accent),
    };
    pen.fill(body, "─", paint.tone(Tone::Soft));
    pen.centred(x, width, y, &format!(" {} ", item.label), style.add_modifier(Modifier::BOLD));
    if let Some(slot) = item.slot {
        let label = if marks.is_cursor(&item.id) { format!("[{slot}]") } else { slot.to_string() };
        pen.centred(x, width, y + 1, &label, paint.tone(Tone::Soft));
    }
}
