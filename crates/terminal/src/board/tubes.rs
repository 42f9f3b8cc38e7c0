//! Units in tubes of glass. The number of a tube is part of its bottom.

use super::Marks;
use super::pen::Pen;
use super::scene::Scene;
use crate::paint::Paint;
use ratatui::style::{Modifier, Style};
use telusur_puzzles::{Item, Picture};
use telusur_session::palette::{Colours, Rgb, Tone};

pub(super) fn draw(
    picture: &Picture,
    scene: &Scene,
    marks: &Marks,
    paint: &Paint,
    colours: &Colours,
    pen: &mut Pen<'_>,
) {
    // Narrow tubes share their walls, so what stands out is drawn last.
    let plain = |item: &Item| usize::from(stands_out(item, marks));
    let mut tubes: Vec<_> =
        picture.items.iter().zip(&scene.places).filter(|(item, _)| item.kind == "tube").collect();
    tubes.sort_by_key(|(item, _)| plain(item));
    for (item, place) in tubes {
        if let Some(&body) = place.body.first() {
            let style = glass(item, marks, paint);
            let (left, right) = (i32::from(body.x) - 1, i32::from(body.right()));
            for y in body.top()..body.bottom() {
                pen.put(left, i32::from(y), "│", style);
                pen.put(right, i32::from(y), "│", style);
            }
            let bottom = i32::from(body.bottom());
            pen.put(left, bottom, "╰", style);
            pen.put(right, bottom, "╯", style);
            for x in body.left()..body.right() {
                pen.put(i32::from(x), bottom, "─", style);
            }
            let label = match marks.is_cursor(&item.id) && body.width >= 4 {
                true => format!("[{}]", item.label),
                false if marks.is_target(&item.id) && body.width >= 4 => format!("({})", item.label),
                false => item.label.clone(),
            };
            let style = if marks.is_cursor(&item.id) { style.patch(paint.chosen()) } else { style };
            pen.centred(i32::from(body.x), i32::from(body.width), bottom, &label, style);
        }
    }
    for (item, place) in picture.items.iter().zip(&scene.places).filter(|(item, _)| item.kind != "tube") {
        let Some(&body) = place.body.first() else { continue };
        let mut fill = colours.body(item);
        if marks.held(&item.id).is_some() {
            fill = fill.mixed(Rgb(255, 255, 255), 0.35);
        }
        let mut style = match paint.is_filled() {
            true => paint.on(fill, colours.ink(item)),
            false => paint.in_colour(fill),
        };
        if marks.is_hint(&item.id) || marks.held(&item.id).is_some() {
            style = style.add_modifier(Modifier::BOLD);
        }
        pen.fill(body, " ", style);
        let row = i32::from(body.y) + (i32::from(body.height) - 1) / 2;
        let (open, close) = match (paint.is_filled(), marks.held(&item.id), marks.is_hint(&item.id)) {
            (false, Some(_), _) => ("<", ">"),
            (false, _, true) => ("!", "!"),
            _ => ("", ""),
        };
        let label = format!("{open}{}{close}", item.label);
        let label = if label.chars().count() > usize::from(body.width) { &item.label } else { &label };
        pen.centred(i32::from(body.x), i32::from(body.width), row, label, style);
    }
}

fn stands_out(item: &Item, marks: &Marks) -> bool {
    marks.is_cursor(&item.id)
        || marks.is_target(&item.id)
        || marks.is_hint(&item.id)
        || marks.held(&item.id).is_some()
}

fn glass(item: &Item, marks: &Marks, paint: &Paint) -> Style {
    match () {
        () if marks.held(&item.id).is_some() => paint.tone(Tone::Open).add_modifier(Modifier::BOLD),
        () if marks.is_hint(&item.id) => paint.tone(Tone::Good).add_modifier(Modifier::BOLD),
        () if marks.is_cursor(&item.id) => paint.tone(Tone::Accent).add_modifier(Modifier::BOLD),
        () if marks.is_target(&item.id) => paint.tone(Tone::Accent),
        () => paint.tone(Tone::Soft),
    }
}
