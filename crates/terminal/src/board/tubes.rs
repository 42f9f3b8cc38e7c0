//! Units in tubes of glass. The number of a tube is part of its bottom.

use super::Marks;
use super::drawing::Drawing;
use super::pen::Pen;
use ratatui::style::{Modifier, Style};
use telusur_puzzles::Item;
use telusur_session::palette::Tone;

pub(super) fn draw(drawing: &Drawing<'_>, pen: &mut Pen<'_>) {
    let Drawing { marks, paint, colours, .. } = *drawing;
    // Narrow tubes share their walls, so what stands out is drawn last.
    let mut tubes: Vec<_> = drawing.items().filter(|(item, _)| item.kind == "tube").collect();
    tubes.sort_by_key(|(item, _)| stands_out(item, marks));
    for (item, place) in tubes {
        if let Some(&body) = place.body.first() {
            let style = glass(drawing, item);
            let (left, right) = (i32::from(body.x) - 1, i32::from(body.right()));
            let bottom = i32::from(body.bottom());
            for y in body.top()..body.bottom() {
                pen.row([left, right], y.into(), "│", style);
            }
            pen.put(left, bottom, "╰", style);
            pen.row(left + 1..right, bottom, "─", style);
            pen.put(right, bottom, "╯", style);
            let label = if body.width >= 4 { drawing.holder_label(item) } else { item.label.clone() };
            let style = if marks.is_cursor(&item.id) { style.patch(paint.chosen()) } else { style };
            pen.centred(body.x, body.width, bottom, &label, style);
        }
    }
    for (item, place) in drawing.items().filter(|(item, _)| item.kind != "tube") {
        let Some(&body) = place.body.first() else { continue };
        let fill = drawing.body(item);
        let mut style = match paint.is_filled() {
            true => paint.on(fill, colours.ink(item)),
            false => paint.in_colour(fill),
        };
        if marks.is_hint(&item.id) || marks.held(&item.id).is_some() {
            style = style.add_modifier(Modifier::BOLD);
        }
        pen.fill(body, " ", style);
        let row = body.y + body.height.saturating_sub(1) / 2;
        let (open, close) = match (paint.is_filled(), marks.held(&item.id), marks.is_hint(&item.id)) {
            (false, Some(_), _) => ("<", ">"),
            (false, _, true) => ("!", "!"),
            _ => ("", ""),
        };
        let label = format!("{open}{}{close}", item.label);
        let label = if label.chars().count() > usize::from(body.width) { &item.label } else { &label };
        pen.centred(body.x, body.width, row, label, style);
    }
}

fn stands_out(item: &Item, marks: &Marks) -> bool {
    marks.is_cursor(&item.id)
        || marks.is_target(&item.id)
        || marks.is_hint(&item.id)
        || marks.held(&item.id).is_some()
}

fn glass(drawing: &Drawing<'_>, item: &Item) -> Style {
    match drawing.marks.held(&item.id) {
        Some(_) => drawing.paint.tone(Tone::Open).add_modifier(Modifier::BOLD),
        None => drawing.holder_style(item),
    }
}
