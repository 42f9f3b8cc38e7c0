//! Every position of a solution on one sheet, with its number and the move that led to it: for print and lecture notes.

use crate::caption::{BOLD, LIGHT, label};
use crate::film::{Film, Stage};
use crate::letters;
use crate::markup;
use crate::svg;
use std::fmt::Write as _;
use std::io::{self, Write};
use telusur_look::decimals::{decimal, number};
use telusur_look::motion::Pose;
use telusur_look::path::Point;
use telusur_look::scene::{Form, Part, Rect, Stroke};
use telusur_session::palette::Tone;

/// Width of the sheet in pixels.
const SHEET: f32 = 960.0;
/// Around the sheet, between cards, around the board on its card, and the type above it.
const MARGIN: f32 = 24.0;
const GAP: f32 = 12.0;
const EDGE: f32 = 12.0;
const TYPE: f32 = 14.0;
/// From the top of a card to its board.
const HEAD: f32 = EDGE + TYPE + 8.0;

/// Writes the sheet.
///
/// # Errors
/// If the writer fails.
pub fn write(film: &Film, out: &mut dyn Write) -> io::Result<()> {
    let board = film.still;
    let positions = film.shots.len() + 1;
    let row = match board.w / board.h {
        form if form > 1.3 => 3.0,
        form if form > 0.6 => 4.0,
        _ => 6.0,
    };
    // A few positions make a small sheet of cards as large as on a large one.
    let columns = (row as usize).clamp(1, positions);
    let card = (SHEET - 2.0 * MARGIN + GAP) / row - GAP;
    let scale = (card - 2.0 * EDGE) / board.w;
    let tall = HEAD + board.h * scale + EDGE;
    let rows = positions.div_ceil(columns);
    let width = 2.0 * MARGIN + columns as f32 * (card + GAP) - GAP;
    let height = 2.0 * MARGIN + rows as f32 * (tall + GAP) - GAP;
    let view = Rect::new(0.0, 0.0, width, height);
    let mut text = svg::head(film, view, (width.round() as u32, height.round() as u32));
    text += "<defs>\n";
    define(film, &mut text);
    text += "</defs>\n";
    svg::ground(film, view, &mut text);
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
            MARGIN + (position % columns) as f32 * (card + GAP),
            MARGIN + (position / columns) as f32 * (tall + GAP),
        );
        let mut text = String::new();
        let line = Stroke { colour: film.theme.tone(Tone::Line), opacity: 1.0, width: 1.0, dash: None };
        let form = Form::Box(Rect::new(x, y, card, tall), 10.0);
        markup::part(&Part::line(form, line), &mut text);
        legend(film, (x + EDGE, y + EDGE + TYPE / 2.0), card - 2.0 * EDGE, position, said, &mut text);
        let ([x, y, left, top], scale) =
            ([x + EDGE, y + HEAD, -board.x, -board.y].map(number), decimal(f64::from(scale), 4));
        _ = write!(text, "<g transform=\"translate({x} {y}) scale({scale}) translate({left} {top})\">");
        text += "<use href=\"#back\"/>";
        for actor in (0..film.cast.len()).filter(|&actor| film.cast[actor].within.is_none()) {
            place(film, &stage, &inner, actor, &mut text);
        }
        text += "</g>\n";
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
fn legend(film: &Film, (x, y): Point, room: f32, position: usize, said: &str, out: &mut String) {
    let number = position.to_string();
    let mut write = |text: &str, x: f32, size: f32, weight: u16, tone: Tone| {
        let label = label(text, (x, y), size, weight, film.theme.tone(tone));
        markup::part(&Part::Label(label), out);
    };
    let after = (letters::wide(&number, LIGHT) + 0.6) * TYPE;
    // A long move is written smaller rather than over the edge.
    let size = ((room - after) / letters::wide(said, BOLD).max(1e-6)).clamp(5.0, TYPE);
    write(&number, x, TYPE, LIGHT, Tone::Soft);
    if !said.is_empty() {
        write(said, x + after, size, BOLD, Tone::Ink);
    }
}
