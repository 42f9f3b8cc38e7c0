//! Every position of a solution on one sheet, with its number and the move that led to it: for print and lecture notes.

use crate::film::{Film, Stage};
use crate::markup::{self, MIDDLE, escaped, number};
use crate::motion::Pose;
use crate::scene::{Part, Rect};
use crate::svg;
use std::fmt::Write as _;
use std::io::{self, Write};
use telusur_session::palette::Tone;

/// Width of the sheet and of a board on it, in pixels.
const SHEET: f32 = 960.0;
const BOARD: f32 = 200.0;
/// Around the sheet, between boards, and the type below them.
const MARGIN: f32 = 28.0;
const GAP: f32 = 20.0;
const TYPE: f32 = 14.0;

/// Writes the sheet.
///
/// # Errors
/// If the writer fails.
pub fn write(film: &Film, out: &mut dyn Write) -> io::Result<()> {
    let board = film.board;
    let positions = film.shots.len() + 1;
    // As many in a row as have a size to be seen at, and no more than there are.
    let fit = ((SHEET - 2.0 * MARGIN + GAP) / (BOARD + GAP)).floor();
    let tall = if board.h > 1.6 * board.w { fit + 2.0 } else { fit };
    let columns = (tall as usize).clamp(1, positions);
    let wide = ((SHEET - 2.0 * MARGIN + GAP) / tall - GAP).max(20.0);
    let scale = wide / board.w;
    let high = board.h * scale;
    let line = high + TYPE * 1.9 + GAP;
    let rows = positions.div_ceil(columns);
    let width = 2.0 * MARGIN + columns as f32 * (wide + GAP) - GAP;
    let height = 2.0 * MARGIN + rows as f32 * line - GAP;
    let view = Rect::new(0.0, 0.0, width, height);
    let mut text = svg::head(film, view, (width.round() as u32, height.round() as u32));
    text += "<defs>";
    text += &markup::shades();
    text += "</defs>\n<defs>\n";
    define(film, &mut text);
    text += "</defs>\n";
    text += &svg::ground(film, view);
    out.write_all(text.as_bytes())?;
    let inner = svg::insiders(film);
    let mut stage = film.start();
    for position in 0..positions {
        let said = match position.checked_sub(1).and_then(|last| film.shots.get(last)) {
            Some(shot) => {
                stage.set(&shot.changes, 1.0);
                shot.text.as_str()
            }
            None => "",
        };
        let (x, y) = (
            MARGIN + (position % columns) as f32 * (wide + GAP),
            MARGIN + (position / columns) as f32 * line,
        );
        let mut text = format!(
            "<g transform=\"translate({} {}) scale({}) translate({} {})\">",
            number(x),
            number(y),
            markup::decimal(f64::from(scale), 4),
            number(-board.x),
            number(-board.y)
        );
        text += "<use href=\"#back\"/>";
        for actor in (0..film.cast.len()).filter(|&actor| film.cast[actor].within.is_none()) {
            place(film, &stage, &inner, actor, &mut text);
        }
        text += "</g>";
        legend(film, (x, x + wide, y + high + TYPE), position, said, &mut text);
        text.push('\n');
        out.write_all(text.as_bytes())?;
    }
    out.write_all(b"</svg>\n")
}

fn is_caption(film: &Film, actor: usize) -> bool {
    film.cast[actor].key.starts_with("caption-")
}

/// Everybody's drawing, once: what lies below the pieces inside, and what lies above them.
fn define(film: &Film, out: &mut String) {
    *out += "<g id=\"back\">";
    // The last part of the back belongs to the caption of a film.
    for part in film.back.iter().rev().skip(1).rev() {
        markup::part(part, out);
    }
    *out += "</g>\n";
    for (actor, one) in film.cast.iter().enumerate() {
        if is_caption(film, actor) {
            continue;
        }
        for (name, parts) in layers(&one.parts) {
            _ = write!(out, "<g id=\"{name}{actor}\">");
            for part in parts {
                markup::part(part, out);
            }
            *out += "</g>\n";
        }
    }
}

/// The parts below and above what stands inside; all are below where nothing can.
fn layers(parts: &[Part]) -> Vec<(char, &[Part])> {
    match parts.iter().position(|part| matches!(part, Part::Inside(_))) {
        Some(at) => vec![('a', &parts[..at]), ('b', &parts[at + 1..])],
        None => vec![('a', parts)],
    }
}

fn place(film: &Film, stage: &Stage, inner: &[Vec<usize>], actor: usize, out: &mut String) {
    let Some(Pose { at: (x, y), .. }) = stage.poses[actor] else { return };
    if is_caption(film, actor) {
        return;
    }
    let (x, y) = (number(x), number(y));
    let within: Vec<usize> = inner[actor].iter().copied().filter(|&one| stage.poses[one].is_some()).collect();
    if layers(&film.cast[actor].parts).len() == 1 {
        _ = write!(out, "<use href=\"#a{actor}\" x=\"{x}\" y=\"{y}\"/>");
        return;
    }
    _ = write!(out, "<g transform=\"translate({x} {y})\"><use href=\"#a{actor}\"/>");
    for one in within {
        place(film, stage, inner, one, out);
    }
    _ = write!(out, "<use href=\"#b{actor}\"/></g>");
}

/// The number of a position and its move.
fn legend(film: &Film, (left, right, y): (f32, f32, f32), position: usize, said: &str, out: &mut String) {
    let (ink, soft) = (film.theme.tone(Tone::Ink), film.theme.tone(Tone::Soft));
    let foot = number(y + MIDDLE * TYPE);
    let letters = said.chars().count().max(1) as f32;
    let room = right - left - (position.max(1).ilog10() as f32 + 2.0) * 0.6 * TYPE;
    let size = TYPE.min(room / (letters * 0.62)).max(6.0);
    _ = write!(
        out,
        "<text x=\"{}\" y=\"{foot}\" font-size=\"{}\" fill=\"{}\">{position}</text>",
        number(left),
        number(TYPE),
        markup::colour(soft)
    );
    if !said.is_empty() {
        _ = write!(
            out,
            "<text x=\"{}\" y=\"{foot}\" font-size=\"{}\" font-weight=\"600\" fill=\"{}\" text-anchor=\"end\">{}</text>",
            number(right),
            number(size),
            markup::colour(ink),
            escaped(said)
        );
    }
}
