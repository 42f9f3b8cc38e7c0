//! Discs on pegs. What is held floats above the peg that the cursor is at.

use super::drawing::Drawing;
use super::pen::Pen;
use super::scene::disc_halves;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
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
        pen.put(body.x, base, "┴", rod);
        if marks.is_cursor(&item.id) {
            hovering = Some(body.x);
        }
        let (label, style) = (drawing.holder_label(item), drawing.holder_style(item));
        let label = match goals.contains(&item.label.as_str()) {
            true => goal_label(&label, zone.width),
            false => label,
        };
        pen.centred(zone.x, zone.width | 1, base + 1, &label, style);
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
    let (sign, mut style, ends, edge) = if paint.is_filled() {
        let body = drawing.body(item);
        let ends = (halves % 2 == 1).then_some(["▐", "▌"]);
        (" ", paint.on(body, colours.ink(item)), ends, paint.in_colour(body))
    } else {
        let bold = if is_held || is_hint { Modifier::BOLD } else { Modifier::empty() };
        let style = paint.in_colour(colours.body(item)).add_modifier(bold);
        ("═", style, Some(if is_held { ["{", "}"] } else { ["<", ">"] }), style)
    };
    pen.row(middle - side..=middle + side, row, sign, style);
    if let Some([left, right]) = ends {
        pen.put(middle - side - 1, row, left, edge);
        pen.put(middle + side + 1, row, right, edge);
    }
    if paint.is_filled() && is_hint {
        style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    }
    pen.centred(middle - side, 2 * side + 1, row, &item.label, style);
}
