//! Discs on pegs. What is held floats above the peg that the cursor is at.

use super::drawing::Drawing;
use super::pen::Pen;
use super::scene::disc_halves;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use telusur_puzzles::Item;
use telusur_session::palette::Tone;

pub(super) fn draw(drawing: &Drawing<'_>, pen: &mut Pen<'_>) {
    let Drawing { scene, marks, paint, .. } = *drawing;
    let base = i32::from(scene.size.1) - 2;
    let rod = paint.in_colour(paint.theme.tone(Tone::Rod));
    let goals: Vec<&str> = drawing.items().filter_map(|(item, _)| item.id.strip_prefix("goal-")).collect();
    let mut hovering = None;
    for (item, place) in drawing.items() {
        let (Some(&body), Some(zone)) = (place.body.first(), place.zone) else { continue };
        pen.fill(body, "│", rod);
        pen.fill(Rect::new(zone.x, base as u16, zone.width, 1), "─", rod);
        pen.put(i32::from(body.x), base, "┴", rod);
        if marks.is_cursor(&item.id) {
            hovering = Some(body.x);
        }
        let (label, style) = (drawing.holder_label(item), drawing.holder_style(item));
        let label = match goals.contains(&item.label.as_str()) {
            true => goal_label(&label, zone.width),
            false => label,
        };
        pen.centred(i32::from(zone.x), i32::from(zone.width | 1), base + 1, &label, style);
    }
    let column = scene.places.iter().find_map(|place| place.zone).map_or(7, |zone| zone.width);
    for (item, place) in drawing.items().filter(|(item, _)| item.kind == "disc") {
        let Some(&body) = place.body.first() else { continue };
        let halves =
            disc_halves(item.shape.bounds().2 * scene.unit.0, column, item.label.chars().count() as u16);
        let middle = body.x + body.width / 2;
        let is_held = marks.held(&item.id).is_some();
        let (middle, row) = if is_held { (hovering.unwrap_or(middle), 0) } else { (middle, body.y) };
        disc(drawing, item, i32::from(middle), i32::from(row), i32::from(halves), pen);
    }
}

/// The label of a peg that the tower must get to.
fn goal_label(label: &str, room: u16) -> String {
    if usize::from(room) < label.chars().count() + 4 {
        return format!("{label}*");
    }
    format!("> {label} <")
}

fn disc(drawing: &Drawing<'_>, item: &Item, middle: i32, row: i32, halves: i32, pen: &mut Pen<'_>) {
    let Drawing { marks, paint, colours, .. } = *drawing;
    let is_held = marks.held(&item.id).is_some();
    let is_hint = marks.is_hint(&item.id);
    let side = halves / 2;
    if paint.is_filled() {
        let body = drawing.body(item);
        let style = paint.on(body, colours.ink(item));
        let edge = paint.in_colour(body);
        for x in middle - side..=middle + side {
            pen.put(x, row, " ", style);
        }
        if halves % 2 == 1 {
            pen.put(middle - side - 1, row, "▐", edge);
            pen.put(middle + side + 1, row, "▌", edge);
        }
        let style = if is_hint { style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED) } else { style };
        pen.centred(middle - side, 2 * side + 1, row, &item.label, style);
    } else {
        let style = if is_held || is_hint { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let style = style.patch(paint.in_colour(colours.body(item)));
        for x in middle - side..=middle + side {
            pen.put(x, row, "═", style);
        }
        let (left, right) = if is_held { ("{", "}") } else { ("<", ">") };
        pen.put(middle - side - 1, row, left, style);
        pen.put(middle + side + 1, row, right, style);
        pen.centred(middle - side, 2 * side + 1, row, &item.label, style);
    }
}
