//! Parts of a scene as SVG elements: numbers without noise, text that can't break out, and the shades that forms share.

use std::fmt::Write;
use telusur_look::decimals::number;
use telusur_look::path::Path;
use telusur_look::scene::{Anchor, Fill, Form, Label, Part, Rect, Shade, Stroke};
use telusur_session::palette::Rgb;

/// The letters of labels, as the page has them: what the machine at hand reads best.
pub(crate) const FONTS: &str = "-apple-system, 'Segoe UI', Roboto, Ubuntu, 'Noto Sans', 'Liberation Sans', \
     'Helvetica Neue', Arial, sans-serif";

/// From the middle of a capital letter down to its foot, in parts of the size of the type.
pub(crate) const MIDDLE: f32 = 0.355;

/// A colour.
pub(crate) fn colour(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text that stands for itself between tags and in quotes. Characters that XML does not allow are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => {}
            _ => safe.push(letter),
        }
    }
    safe
}

/// The gradients of shades.
pub(crate) fn shades() -> String {
    let mut defs = String::new();
    for shade in Shade::ALL {
        let name = shade.name();
        let (kind, place) = match (shade.circle(), shade.way()) {
            (Some(((x, y), r)), _) => {
                let [x, y, r] = [x, y, r].map(number);
                ("radial", format!(" cx=\"{x}\" cy=\"{y}\" r=\"{r}\""))
            }
            (None, way) => {
                let [x, y] = way.unwrap_or([1, 0]);
                ("linear", format!(" x2=\"{x}\" y2=\"{y}\""))
            }
        };
        _ = write!(defs, "<{kind}Gradient id=\"{name}\"{place}>");
        for &(offset, stop, opacity) in shade.stops() {
            let (at, stop, cover) = (number(offset), colour(stop), number(opacity));
            _ = write!(defs, "<stop offset=\"{at}\" stop-color=\"{stop}\" stop-opacity=\"{cover}\"/>");
        }
        _ = write!(defs, "</{kind}Gradient>");
    }
    defs
}

/// A part as an element; pieces inside are not written.
pub(crate) fn part(part: &Part, out: &mut String) {
    match part {
        Part::Inside(_) | Part::Touch(_) => {}
        Part::Label(letters) | Part::Sign { outline: None, letters } => text(letters, out),
        Part::Sign { outline: Some(outline), letters } => {
            let (fill, cover) = (colour(letters.colour), number(letters.opacity));
            path(outline, &format!(" fill=\"{fill}\" fill-opacity=\"{cover}\""), out);
        }
        Part::Form { form, fill, stroke, opacity, .. } => {
            let mut look = match fill {
                Fill::None => " fill=\"none\"".to_owned(),
                Fill::Flat(flat) => format!(" fill=\"{}\"", colour(*flat)),
                Fill::Shade(shade) => format!(" fill=\"url(#{})\"", shade.name()),
            };
            if *opacity < 1.0 {
                look += &format!(" fill-opacity=\"{}\"", number(*opacity));
            }
            if let Some(line) = stroke {
                look += &outline(line);
            }
            shape(form, &look, out);
        }
    }
}

fn outline(line: &Stroke) -> String {
    let mut look = format!(" stroke=\"{}\" stroke-width=\"{}\"", colour(line.colour), number(line.width));
    if line.opacity < 1.0 {
        look += &format!(" stroke-opacity=\"{}\"", number(line.opacity));
    }
    if let Some((dash, gap)) = line.dash {
        look += &format!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap));
    }
    look
}

fn shape(form: &Form, look: &str, out: &mut String) {
    _ = match form {
        Form::Box(Rect { x, y, w, h }, radius) => {
            let round = match radius.min(w / 2.0).min(h / 2.0) {
                radius if radius > 0.0 => format!(" rx=\"{}\"", number(radius)),
                _ => String::new(),
            };
            let [x, y, w, h] = [*x, *y, *w, *h].map(number);
            write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}{look}/>")
        }
        Form::Ellipse((x, y), (rx, ry)) => {
            let [x, y, rx, ry] = [*x, *y, *rx, *ry].map(number);
            write!(out, "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\"{look}/>")
        }
        Form::Path(outline) => return path(outline, look, out),
    };
}

fn path(outline: &Path, look: &str, out: &mut String) {
    _ = write!(out, "<path d=\"{}\" fill-rule=\"evenodd\"{look}/>", outline.data());
}

fn text(label: &Label, out: &mut String) {
    let Label { at: (x, y), size, weight, .. } = *label;
    let anchor = match label.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let faint = match label.opacity < 1.0 {
        true => format!(" fill-opacity=\"{}\"", number(label.opacity)),
        false => String::new(),
    };
    let ([x, y, size], fill) = ([x, y + MIDDLE * size, size].map(number), colour(label.colour));
    let place = format!("x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\"");
    _ = write!(out, "<text {place} fill=\"{fill}\"{faint}{anchor}>{}</text>", escaped(&label.text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_t_break_out() {
        assert_eq!(escaped("<a href='x'>\"&\u{0}\u{1b}é✓"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;é✓");
    }
}
